/*
 * The bytes of a PGN file, a line at a time.
 *
 * A line stands in memory as a whole (its first 64 KiB, if it is longer), so that the reader can
 * see whether another game begins in it before it takes anything.  CR, LF and CR LF end a line; a
 * byte order mark at the beginning of a line is passed over.  For the other files of pgn/ only.
 */
#ifndef BRINDLE_ENGINE_PGN_PGN_SOURCE_H
#define BRINDLE_ENGINE_PGN_PGN_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { PGN_PIECE_SIZE = 1 << 16, PGN_NO_BYTE = -1 };

typedef struct {
    FILE *in;
    char *piece; /* of the present line, PGN_PIECE_SIZE bytes */
    size_t length, at;
    size_t first;                /* of its bytes, the first that is no blank */
    bool begins_line, ends_line; /* the piece does */
    bool blank;                  /* all of the line so far is */
    bool blank_before;           /* the line before this one is, or this is the first */
    long line;                   /* counted from 1 */
    int64_t bytes;
    int error; /* errno of a read error, 0 if there was none */
} PgnSource;

/* False if memory is out. */
bool pgn_source_init(PgnSource *source, FILE *in);
void pgn_source_free(PgnSource *source);
/* The next byte (0 … 255), PGN_NO_BYTE at the end of the file and after a read error. */
int pgn_source_peek(PgnSource *source);
/* Passes over it. */
void pgn_source_next(PgnSource *source);
/* Passes over the rest of the line. */
void pgn_source_skip_line(PgnSource *source);
/* Is there more on the present line?  Does not read on. */
bool pgn_source_has_more_on_line(const PgnSource *source);
/* Is the next byte the first of its line? */
bool pgn_source_at_line_start(const PgnSource *source);
/*
 * Is the next byte a '[' that begins a line (blanks may stand before it) and a tag pair?  If so,
 * `name` (PGN_MAX_TOKEN + 1 bytes) receives the tag's name.  Only after pgn_source_peek.
 */
bool pgn_source_at_tag(const PgnSource *source, char *name);

#endif
