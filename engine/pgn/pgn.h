/*
 * Games in Portable Game Notation (S. J. Edwards, "Portable Game Notation Specification and
 * Implementation Guide", 1994), with the Variant tag and the SAN of this game.
 *
 * Match runners, opening books, tuners and analyses read and write their games through this file
 * alone.  Reading is strict: whatever is wrong is named with game, line and token.  Every move is
 * checked against the rules.
 */
#ifndef BRINDLE_ENGINE_PGN_PGN_H
#define BRINDLE_ENGINE_PGN_PGN_H

#include "bitboard/position.h"

#include <stdint.h>
#include <stdio.h>

/*
 * What a game may hold, so that no file can take all memory.  Reading refuses more; a game that a
 * program builds keeps to it, too: what would be too much is cut off or refused, as each function
 * says, so that every game that is written can be read.
 */
enum {
    PGN_MAX_DEPTH = 64,             /* variations within variations */
    PGN_MAX_MOVES = 1 << 20,        /* with those of all variations */
    PGN_MAX_TAGS = 256,             /* of one game */
    PGN_MAX_TOKEN = 255,            /* bytes of a move or of a tag's name */
    PGN_MAX_VALUE = 4095,           /* bytes of a tag's value */
    PGN_MAX_COMMENT = 1 << 20,      /* bytes of all comments on one move together */
    PGN_MAX_GAME = 64 * 1024 * 1024 /* bytes of the text of one game */
};

typedef struct PgnLine PgnLine;

typedef struct {
    Move move;
    char *comment; /* after the move, without braces; NULL for none */
    uint8_t *nags; /* $1 "!", $2 "?", … in the order of the text */
    int nag_count;
    PgnLine **variations; /* other moves in the place of this one */
    int variation_count;
} PgnMove;

/* A sequence of moves: the game itself, or a variation. */
struct PgnLine {
    char *comment; /* before the first move; NULL for none */
    PgnMove *moves;
    int count, room;
};

typedef struct {
    char *name, *value; /* the value without quotes and escapes */
} PgnTag;

/* All texts are UTF-8 without control bytes; comments have single blanks between their words. */
typedef struct {
    PgnTag *tags; /* in the order of the text */
    int tag_count, tag_room;
    Position start; /* by Variant and FEN; its rules are the game's */
    PgnLine line;
    char result[8]; /* "1-0", "0-1", "1/2-1/2" or "*" */
    /* Where it was read: the number of the game in its file, counted from 1, and its first line. */
    long number, first_line;
} PgnGame;

/* ---- Games as objects ---- */

/* An empty game of a rule set from the array. */
void pgn_game_init(PgnGame *game, const RuleSet *rules);
/*
 * Frees what the game holds, not the struct itself; it is empty afterwards: no tags, no moves,
 * result "*".  `start` stays.
 */
void pgn_game_clear(PgnGame *game);
/* The value of a tag, NULL if there is none.  Names are compared exactly. */
const char *pgn_tag(const PgnGame *game, const char *name);
/*
 * Sets a tag, or changes the one there is.  The name consists of letters, digits and underscores.
 * Control bytes in the value become blanks, what is not UTF-8 is taken as ISO 8859-1, and what is
 * longer than PGN_MAX_VALUE is cut off.  False if memory is out, the name is none, or there are
 * PGN_MAX_TAGS.
 */
bool pgn_set_tag(PgnGame *game, const char *name, const char *value);
/* Removes a tag if it is there. */
void pgn_remove_tag(PgnGame *game, const char *name);
/*
 * Adds a move, which must be legal there, at the end of a line; NULL if memory is out or the line
 * has PGN_MAX_MOVES.  The pointer is good until the next move is added to the line.
 */
PgnMove *pgn_add_move(PgnLine *line, Move move);
/* Adds an empty variation to a move: other moves in its place.  NULL if memory is out. */
PgnLine *pgn_add_variation(PgnMove *move);
/* Adds a numeric annotation.  False if memory is out. */
bool pgn_add_nag(PgnMove *move, uint8_t nag);
/*
 * Gives the move a comment (copied; NULL for none) in the place of the one it has.  Control bytes
 * and runs of blanks become single blanks, what is not UTF-8 is taken as ISO 8859-1, and what is
 * longer than PGN_MAX_COMMENT is cut off.  False if memory is out.
 */
bool pgn_set_comment(PgnMove *move, const char *comment);
/* The same for the comment before the first move of a line. */
bool pgn_set_line_comment(PgnLine *line, const char *comment);
/* Is `text` one of "1-0", "0-1", "1/2-1/2" and "*"? */
bool pgn_is_result(const char *text);
/* The position behind the last move of the game, with its history. */
void pgn_final_position(const PgnGame *game, Position *pos);

/* ---- Reading ---- */

typedef struct PgnReader PgnReader;

typedef enum {
    PGN_GAME,  /* a game was read */
    PGN_END,   /* there are no more */
    PGN_ERROR, /* this game is broken: the message says how; the next call goes on behind it */
    PGN_FAILED /* the file cannot be read on (read error, no memory): the message says why */
} PgnStatus;

/* `name` is the file's name in messages.  The stream stays the caller's.  NULL if memory is out. */
PgnReader *pgn_reader_new(FILE *in, const char *name);
void pgn_reader_free(PgnReader *reader);
/*
 * Reads the next game into `game` (initialised or cleared before; what it holds is cleared first).
 * Games without a Variant tag are read by `rules`; NULL demands the tag.  On an error the message
 * reads "FILE: game 3, line 120, at 'Nf9': …" and `game` holds what was read before it.
 *
 * Variant is understood in any case and by its short name, too.  The result is the one at the end
 * of the moves, whatever the Result tag says; pgn_check.h compares them.  A comment behind the
 * result on the same line is the last move's.  Several comments on one move become one.  Tags that
 * stand alone do not make a game: the result must be there.
 */
PgnStatus pgn_read(PgnReader *reader, const RuleSet *rules, PgnGame *game, Message *message);

/*
 * From now on `warn` is told of what is wrong but does no harm: wrong move numbers (the first of
 * each game) and text that is not UTF-8.  The text is in the form of pgn_read's messages.
 */
typedef void (*PgnWarn)(void *context, const char *text);
void pgn_reader_on_warning(PgnReader *reader, PgnWarn warn, void *context);
/* How many bytes have been taken from the stream. */
int64_t pgn_reader_bytes(const PgnReader *reader);
/* The name for messages, shortened if it was very long. */
const char *pgn_reader_name(const PgnReader *reader);

/* ---- Writing ---- */

/*
 * Writes the game in export format: the seven tags first ("?" where one is missing, and the Result
 * is the game's), then Variant and the others, SetUp and FEN exactly if the game does not begin at
 * the array, movetext with comments, NAGs and variations folded before column 80, the result, an
 * empty line.  A comment with a '}' in it, which braces cannot hold, is written as ";" to the end
 * of its line.  False if the stream has an error, memory is out, or the game holds an illegal move
 * or variations more than PGN_MAX_DEPTH deep.
 */
bool pgn_write(FILE *out, const PgnGame *game);

#endif
