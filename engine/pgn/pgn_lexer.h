/*
 * From the bytes of a PGN file to its tokens.
 *
 * For the other files of pgn/ only.
 */
#ifndef BRINDLE_ENGINE_PGN_PGN_LEXER_H
#define BRINDLE_ENGINE_PGN_PGN_LEXER_H

#include "bitboard/message.h"
#include "engine/pgn/pgn.h"
#include "engine/pgn/pgn_source.h"
#include "engine/pgn/pgn_text.h"

typedef enum {
    TOKEN_TAG,      /* `text` is the name, `body` the value */
    TOKEN_COMMENT,  /* `body` */
    TOKEN_NUMBER,   /* `number` and `dots` of a move number */
    TOKEN_NAG,      /* `number`, 0 … 255 */
    TOKEN_MOVE,     /* `text`: a word that is nothing else */
    TOKEN_RESULT,   /* `text` */
    TOKEN_OPEN,     /* ( */
    TOKEN_CLOSE,    /* ) */
    TOKEN_END,      /* of the file, or a read error: source.error */
    TOKEN_BAD,      /* `reason` says why `text` is no token */
    TOKEN_NO_MEMORY /* for the body */
} TokenKind;

typedef struct {
    PgnSource source;
    char text[PGN_MAX_TOKEN + 1];
    size_t rest;     /* where in `text` the next token begins ("e4" of "1.e4"); 0: behind it */
    PgnText body;    /* UTF-8; a comment's blanks are single */
    bool latin1;     /* the body was not UTF-8 and has been converted */
    bool in_comment; /* a bad token left the lexer within braces */
    long number;     /* saturated */
    int dots;
    long line; /* where the token begins; if it is bad, where the fault is */
    Message reason;
} PgnLexer;

bool pgn_lexer_init(PgnLexer *lexer, FILE *in);
void pgn_lexer_free(PgnLexer *lexer);
/*
 * Passes over blanks and lines that begin with '%'; then the first byte of the next token, or
 * PGN_NO_BYTE.
 */
int pgn_lexer_peek(PgnLexer *lexer);
TokenKind pgn_lexer_next(PgnLexer *lexer);

/* A byte that ends a word: a blank, the end, or one of the tokens that stand for themselves. */
bool pgn_ends_word(int byte);

#endif
