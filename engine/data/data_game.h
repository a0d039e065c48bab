/*
 * A game as training data: where it began, its moves with the scores that the engine gave them, and
 * how it ended; and its form on disk (share/formats.md).
 *
 * A position with a result, without any move, is a game, too.
 */
#ifndef BRINDLE_ENGINE_DATA_DATA_GAME_H
#define BRINDLE_ENGINE_DATA_DATA_GAME_H

#include "bitboard/position.h"
#include "engine/data/byte_buffer.h"
#include "engine/search/score.h"

/* Why a game is over; the numbers stand in files. */
typedef enum {
    DATA_END_UNKNOWN = 0, /* whoever gave us the game knows */
    DATA_END_CHECKMATE = 1,
    DATA_END_STALEMATE = 2,
    DATA_END_DEAD = 3,
    DATA_END_REPETITION = 4,
    DATA_END_FIFTY_MOVES = 5,
    DATA_END_SCORES = 6, /* called won, or drawn, by the scores of both sides */
    DATA_END_LENGTH = 7, /* called drawn because it went on for so long */
    DATA_ENDS
} DataEnd;

/* "checkmate", "scores", … */
const char *data_end_name(DataEnd end);
/* What the rules say of a position: DATA_END_UNKNOWN if the game goes on. */
DataEnd data_end_of(GameState state);

enum {
    DATA_RESULT_LOST, /* by White */
    DATA_RESULT_DRAWN,
    DATA_RESULT_WON,
    DATA_RESULTS,
    DATA_MAX_PLIES = 1 << 20 /* of a game */
};
/* "0-1", "1/2-1/2" and "1-0". */
const char *data_result_text(int result);
/* The other way; -1 if it is none of them. */
int data_result_from_text(const char *text);

typedef struct {
    Move move;
    Score score; /* of the position before the move, from White's view; SCORE_NONE: unknown */
} DataMove;

/* What is known of a game without playing it. */
typedef struct {
    uint64_t number; /* in the run or file that the game comes from */
    const RuleSet *rules;
    int result; /* DATA_RESULT_* */
    DataEnd end;
    bool from_array;   /* otherwise from a position of its own */
    bool scored;       /* there are scores */
    int opening_plies; /* so many moves were given, and have no scores */
    int move_count;    /* with the opening's */
} DataHead;

typedef struct {
    DataHead head;
    Position start;
    Score start_score; /* of a game without moves */
    DataMove *moves;
    int room;
} DataGame;

/* An empty, drawn game from the array. */
void data_game_init(DataGame *game, const RuleSet *rules);
/* The same again, for the next game: keeps the memory. */
void data_game_reset(DataGame *game, const RuleSet *rules);
void data_game_free(DataGame *game);
/* Lets a game without moves begin with a position, which may be the array; its rules are the
 * game's. */
void data_game_set_start(DataGame *game, const Position *start);
/* False if memory is out or the game has DATA_MAX_PLIES. */
bool data_game_add(DataGame *game, Move move, Score score);
/* The position behind the last move, with its history. */
void data_game_final_position(const DataGame *game, Position *pos);

/* How many labelled positions there are: those in which a move was played behind the opening, or
 * the one of a game without moves. */
static inline int data_head_positions(const DataHead *head) {
    return head->move_count > 0 ? head->move_count - head->opening_plies : 1;
}

/* False, and a message, if result and end are not what the rules make of the last position. */
bool data_game_check(const DataGame *game, Message *message);

/*
 * Appends the game's record.  False, and a message, if it cannot be written: a move is not legal
 * where it stands, a score or the opening is out of range, or memory is out.
 */
bool data_game_encode(const DataGame *game, ByteBuffer *buffer, Message *message);
/* Reads a record, all of it.  False, and a message, if it is none. */
bool data_game_decode(const uint8_t *bytes, size_t size, DataGame *game, Message *message);
/* Its head alone, which is quick. */
bool data_head_decode(const uint8_t *bytes, size_t size, DataHead *head, Message *message);

#endif
