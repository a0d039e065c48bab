/*
 * Opening books in their published form: `.wbook` files, read.
 *
 * A file is mapped into memory; a probe looks at a directory of blocks and at one block, whose
 * checksum and order are checked when it is touched for the first time.  share/formats.md describes
 * the format, wbook_writer.h writes it.  Any number of threads may look into one book at the same
 * time.  A file must not be made shorter while it is open; whoever replaces one renames a new file
 * to its name, as this program does.
 */
#ifndef BRINDLE_ENGINE_WBOOK_WBOOK_H
#define BRINDLE_ENGINE_WBOOK_WBOOK_H

#include "engine/search/score.h"
#include "engine/wbook/book_key.h"

typedef struct {
    uint64_t key;
    Move move;  /* any 20 bits, until it has been found legal */
    int weight; /* 0 … 65535: how much of its position's total the move has; 0: not to be played */
    Score learn; /* for the side that moves, SCORE_NONE if there is none */
} WbookEntry;

enum { WBOOK_TITLE_SIZE = 65, WBOOK_WEIGHT_MAX = 65535 };

typedef struct Wbook Wbook;

/*
 * NULL, and a message that names the file and what is wrong with it, if it cannot be opened or is
 * no such book.  Header and directory are checked here, the blocks are not.
 */
Wbook *wbook_open(const char *path, Message *message);
void wbook_close(Wbook *book);

const char *wbook_path(const Wbook *book);
const RuleSet *wbook_rules(const Wbook *book);
/* What its maker called it; may be empty. */
const char *wbook_title(const Wbook *book);
uint64_t wbook_entries(const Wbook *book);
uint64_t wbook_positions(const Wbook *book);
/* A number that changes when anything in the book does. */
uint64_t wbook_fingerprint(const Wbook *book);

/*
 * The entries of a position's key, at most `most` of them, by their moves; *count says how many.
 * Whether the moves are legal is not looked at.  False, and a message, if the block is damaged.
 */
bool wbook_find(const Wbook *book, uint64_t key, WbookEntry *entries, int most, int *count,
                Message *message);
/*
 * The book's moves in a position, the best first: greater weight, then greater learnt score, then
 * smaller move.  What is not legal is left out; a book of the other rule set has none.
 */
bool wbook_probe(const Wbook *book, const Position *pos, WbookEntry entries[MAX_MOVES], int *count,
                 Message *message);

/* Entry number `index`, from 0, in the order of keys and moves. */
bool wbook_entry(const Wbook *book, uint64_t index, WbookEntry *entry, Message *message);
/* Lets go of the memory of all entries before `index`, for those who read a book from one end to
 * the other; they can still be read. */
void wbook_release_before(const Wbook *book, uint64_t index);

/* True for a file that begins as such books do, whatever follows; false if it cannot be read. */
bool wbook_is_one(const char *path);

#endif
