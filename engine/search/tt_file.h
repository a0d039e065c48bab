/*
 * A transposition table in a file.
 *
 * The file holds the entries in use, not the table: its size is what the search has learnt, and it
 * can be loaded into a table of any size.  All numbers are little-endian, 64 bits.
 *
 *   header   "BRINHASH"; version of the format; key scheme (of Zobrist keys, moves and scores: a
 *            program with another one cannot read the file); MiB of the table; name of the rule
 *            set and version of the program, each 32 bytes filled up with zeros; checksum
 *   chunk    number of records, 1 … 65536; checksum; so many records of 16 bytes (TTRecord)
 *   end      0; checksum; number of records of the whole file
 *
 * Each checksum continues the one before it, so that chunks cannot change places.
 */
#ifndef BRINDLE_ENGINE_SEARCH_TT_FILE_H
#define BRINDLE_ENGINE_SEARCH_TT_FILE_H

#include "bitboard/rules.h"
#include "engine/search/tt.h"

/*
 * Writes the table beside `path` and then puts it in the place of what may be there: a crash or a
 * full disk leaves the old file as it was.  The message says how much was written, or what went
 * wrong.  `rules`: what the entries are about.  A search may go on meanwhile, but must not begin.
 */
bool tt_save(const TranspositionTable *tt, const RuleSet *rules, const char *path,
             Message *message);
/*
 * Replaces what is in the table by what is in the file; the table keeps its size.  A file that is
 * damaged, cut short, of another program or rule set is refused before anything is changed.  The
 * message says how much was loaded, or why nothing was.  Nobody may search meanwhile.
 */
bool tt_load(TranspositionTable *tt, const RuleSet *rules, const char *path, Message *message);

#endif
