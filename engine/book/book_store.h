/*
 * The book that is being made: an SQLite file with a row for each position and each move.
 *
 * It may be larger than memory.  Positions are found by their book key (engine/wbook/book_key.h)
 * and told apart by the whole position, so that transpositions meet in one row and a collision of
 * keys does no harm.  share/formats.md describes the tables.
 *
 * The file is in SQLite's WAL mode with synchronous = FULL: a transaction costs one flush, and what
 * was committed is there after kill -9 and after a power cut.  One process at a time uses a file.
 */
#ifndef BRINDLE_ENGINE_BOOK_BOOK_STORE_H
#define BRINDLE_ENGINE_BOOK_BOOK_STORE_H

#include "bitboard/fen.h"
#include "bitboard/movegen.h"
#include "engine/match/database.h"
#include "engine/search/score.h"

/* Where a row comes from: any of these. */
enum {
    BOOK_FROM_PGN = 1,
    BOOK_FROM_MATCH = 2,
    BOOK_FROM_SEARCH = 4,
    BOOK_FROM_TEXT = 8,
    BOOK_FROM_BOOK = 16 /* another store */
};

/* For the side that moves. */
typedef struct {
    int64_t games, wins, draws, losses;
} BookCounts;

/* What searches say, for the side that moves. */
typedef struct {
    Score score; /* of a search of the position itself; SCORE_NONE: there was none */
    int depth;
    int64_t nodes;
    Score learned; /* after what is below in the book; SCORE_NONE if nothing is known */
} BookFindings;

typedef struct {
    int64_t id; /* from 1 */
    uint64_t key;
    char text[FEN_SIZE]; /* book_position_write */
    int ply;             /* the fewest half-moves after which it was seen */
    BookCounts counts;   /* the sums of its moves' */
    BookFindings findings;
    int sources;
    int round; /* of the expansion that searched it, from 1; 0: none did */
} BookPosition;

typedef struct {
    Move move;
    int64_t child; /* the position that it leads to; 0: that is not in the book */
    BookCounts counts;
    BookFindings findings;
    int weight; /* 0 … 65535, as in a .wbook */
    int sources;
} BookMove;

typedef struct BookStore BookStore;

extern const DatabaseKind BOOK_DATABASE;

/* A new one; there must be no such file. */
BookStore *book_store_create(const char *path, const RuleSet *rules, Message *message);
BookStore *book_store_open(const char *path, Message *message);
/* Whichever applies.  `rules` may be NULL: those of the book, wildebeest for a new one; if it is
 * given, a book of the other rule set is refused. */
BookStore *book_store_open_or_create(const char *path, const RuleSet *rules, Message *message);
void book_store_close(BookStore *store);

const RuleSet *book_store_rules(const BookStore *store);
const char *book_store_path(const BookStore *store);
/* For transactions, and the table `job`. */
Database *book_store_database(BookStore *store);

/* All that follow return false, with a message, if the file cannot be read or written. */

/* `*id` is 0 if the position is not there. */
bool book_store_find(BookStore *store, const Position *pos, int64_t *id, Message *message);
/* Adds the position if it is not there; if it is, its ply may become smaller. */
bool book_store_add(BookStore *store, const Position *pos, int ply, int64_t *id, bool *is_new,
                    Message *message);
/* False, too, if there is no such position. */
bool book_store_read(BookStore *store, int64_t id, BookPosition *position, Message *message);
/* Writes everything but key and text. */
bool book_store_write(BookStore *store, const BookPosition *position, Message *message);
/* The moves of a position, by their numbers. */
bool book_store_read_moves(BookStore *store, int64_t id, BookMove moves[MAX_MOVES], int *count,
                           Message *message);
/* Writes a move, in the place of what was known of it. */
bool book_store_write_move(BookStore *store, int64_t id, const BookMove *move, Message *message);
/* Adds counts and a source to a move, which is made if it is not there. */
bool book_store_count_move(BookStore *store, int64_t id, const BookMove *move, Message *message);
/* Says what a search found out about a move, which is made if it is not there. */
bool book_store_note_search(BookStore *store, int64_t id, Move move, const BookFindings *findings,
                            Message *message);
/* Says where a move, which is there, leads to. */
bool book_store_link(BookStore *store, int64_t id, Move move, int64_t child, Message *message);
/* Makes the positions' counts the sums of their moves'. */
bool book_store_sum_counts(BookStore *store, Message *message);

/* Calls `visit` for each position until it returns false (with a message); it may change the row
 * it is shown. */
typedef bool (*BookVisit)(void *context, BookPosition *position, Message *message);
/* By key as a number without a sign; by ply, then by text. */
typedef enum { BOOK_BY_ID, BOOK_BY_KEY, BOOK_BY_PLY } BookOrder;
bool book_store_each(BookStore *store, BookOrder order, BookVisit visit, void *context,
                     Message *message);

/* How many rows a condition on `positions` or `moves` holds for: "positions WHERE ply > 3". */
bool book_store_count(BookStore *store, const char *rows, int64_t *count, Message *message);
/* Carries out SQL of the program's own. */
bool book_store_execute(BookStore *store, const char *sql, Message *message);

/* The position of a row, checked, and its moves. */
bool book_store_open_row(BookStore *store, const BookPosition *row, Position *pos,
                         BookMove moves[MAX_MOVES], int *count, Message *message);
/* The position of a row, checked. */
bool book_store_position(const BookStore *store, const BookPosition *row, Position *pos,
                         Message *message);

#endif
