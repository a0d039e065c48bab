/*
 * Growing text, and what every text of a game goes through: UTF-8, no control bytes.
 *
 * For the other files of pgn/ only.
 */
#ifndef BRINDLE_ENGINE_PGN_PGN_TEXT_H
#define BRINDLE_ENGINE_PGN_PGN_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* All zero is an empty text.  `bytes` ends with a NUL byte, which `length` does not count. */
typedef struct {
    char *bytes;
    size_t length, room;
} PgnText;

/* Appends; false if memory is out, and then the text is as it was. */
bool pgn_text_add(PgnText *text, const char *bytes, size_t count);
bool pgn_text_add_byte(PgnText *text, char byte);
void pgn_text_free(PgnText *text);
/* Forgets what is in it but keeps its memory. */
void pgn_text_empty(PgnText *text);
/* Hands the text over as a string of its own (to be freed) and is empty; NULL if memory is out. */
char *pgn_text_take(PgnText *text);

/* Is it valid UTF-8 (no overlong forms, no surrogates)? */
bool pgn_utf8_is_valid(const char *bytes, size_t length);
/* Characters, where each byte that begins one counts. */
size_t pgn_utf8_width(const char *text);
/* The greatest length up to `most` that does not cut a character of valid UTF-8. */
size_t pgn_utf8_cut(const char *text, size_t most);
/* Takes what is in the text for ISO 8859-1 and turns it into UTF-8; false if memory is out. */
bool pgn_text_from_latin1(PgnText *text);

typedef enum { PGN_KEEP_BLANKS, PGN_SINGLE_BLANKS } PgnBlanks;

/*
 * A copy of `from` that a game may hold: control bytes are blanks, blanks are left as they are or
 * made single and cut off at both ends, UTF-8, at most `most` bytes.  NULL if memory is out.
 */
char *pgn_text_clean(const char *from, PgnBlanks blanks, size_t most);

/* Blank in a PGN file: space, tab, line ends. */
bool pgn_is_blank(int byte);
/* A byte that no text may hold: below space or DEL, and no blank. */
bool pgn_is_control(int byte);

#endif
