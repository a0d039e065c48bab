#include "engine/pgn/pgn_lexer.h"

#include <ctype.h>
#include <limits.h>
#include <string.h>

bool pgn_lexer_init(PgnLexer *lexer, FILE *in) {
    memset(lexer, 0, sizeof *lexer);
    return pgn_source_init(&lexer->source, in);
}

void pgn_lexer_free(PgnLexer *lexer) {
    pgn_source_free(&lexer->source);
    pgn_text_free(&lexer->body);
}

bool pgn_ends_word(int byte) {
    return byte == PGN_NO_BYTE || pgn_is_blank(byte) || pgn_is_control(byte) ||
           strchr("{}()[];$<>\"*", byte) != NULL;
}

int pgn_lexer_peek(PgnLexer *lexer) {
    PgnSource *source = &lexer->source;
    if (lexer->rest > 0)
        return (unsigned char)lexer->text[lexer->rest];
    for (;;) {
        const int byte = pgn_source_peek(source);
        if (byte == '%' && pgn_source_at_line_start(source))
            pgn_source_skip_line(source);
        else if (pgn_is_blank(byte))
            pgn_source_next(source);
        else
            return byte;
    }
}

/* ---- Faults ---- */

static TokenKind bad(PgnLexer *lexer, const char *text, const char *reason) {
    snprintf(lexer->text, sizeof lexer->text, "%s", text);
    message_set(&lexer->reason, "%s", reason);
    return TOKEN_BAD;
}

static TokenKind bad_control(PgnLexer *lexer, const char *text, int byte) {
    lexer->line = lexer->source.line;
    bad(lexer, text, "");
    message_set(&lexer->reason, "the control byte 0x%02x", (unsigned)byte);
    return TOKEN_BAD;
}

/* ---- The bodies of comments and tags ---- */

static TokenKind finish_body(PgnLexer *lexer, TokenKind kind) {
    PgnText *body = &lexer->body;
    lexer->latin1 = !pgn_utf8_is_valid(body->bytes, body->length);
    return !lexer->latin1 || pgn_text_from_latin1(body) ? kind : TOKEN_NO_MEMORY;
}

/* Adds a byte of a comment, making runs of blanks single.  TOKEN_COMMENT if that went well. */
static TokenKind add_to_comment(PgnLexer *lexer, int byte, bool *gap) {
    PgnText *body = &lexer->body;
    if (pgn_is_blank(byte)) {
        *gap = true;
        return TOKEN_COMMENT;
    }
    if (pgn_is_control(byte))
        return bad_control(lexer, "{", byte);
    if (body->length + 2 > PGN_MAX_COMMENT) {
        bad(lexer, "{", "");
        message_set(&lexer->reason, "the comment is longer than %d bytes", PGN_MAX_COMMENT);
        return TOKEN_BAD;
    }
    if (*gap && body->length > 0 && !pgn_text_add_byte(body, ' '))
        return TOKEN_NO_MEMORY;
    *gap = false;
    return pgn_text_add_byte(body, (char)byte) ? TOKEN_COMMENT : TOKEN_NO_MEMORY;
}

/*
 * A comment in braces.  Where a blank line and a tag pair follow within it, its brace was never
 * closed and another game begins: without looking out for that, one missing brace would swallow
 * the games up to the next one that has a comment.
 */
static TokenKind read_brace_comment(PgnLexer *lexer) {
    PgnSource *source = &lexer->source;
    char name[PGN_MAX_TOKEN + 1];
    bool gap = false;
    lexer->in_comment = true;
    pgn_source_next(source);
    for (;;) {
        const int byte = pgn_source_peek(source);
        const bool tag = byte == '[' && source->blank_before && pgn_source_at_tag(source, name);
        if (byte == PGN_NO_BYTE || tag) {
            lexer->in_comment = false;
            return bad(lexer, "{", "the comment is not closed");
        }
        pgn_source_next(source);
        if (byte == '}')
            break;
        const TokenKind kind = add_to_comment(lexer, byte, &gap);
        if (kind != TOKEN_COMMENT)
            return kind;
    }
    lexer->in_comment = false;
    return finish_body(lexer, TOKEN_COMMENT);
}

static TokenKind read_line_comment(PgnLexer *lexer) {
    PgnSource *source = &lexer->source;
    bool gap = false;
    pgn_source_next(source);
    while (pgn_source_has_more_on_line(source)) {
        const int byte = pgn_source_peek(source);
        if (byte == PGN_NO_BYTE)
            break;
        pgn_source_next(source);
        const TokenKind kind = add_to_comment(lexer, byte, &gap);
        if (kind != TOKEN_COMMENT)
            return kind;
    }
    return finish_body(lexer, TOKEN_COMMENT);
}

/* ---- Words ---- */

/* Adds bytes to the first `length` of `text` up to the end of the word; false if it does not fit.
 */
static bool read_word(PgnLexer *lexer, size_t length) {
    int byte;
    while (!pgn_ends_word(byte = pgn_source_peek(&lexer->source)) && length < PGN_MAX_TOKEN) {
        lexer->text[length++] = (char)byte;
        pgn_source_next(&lexer->source);
    }
    lexer->text[length] = '\0';
    return pgn_ends_word(byte);
}

static TokenKind bad_length(PgnLexer *lexer) {
    lexer->text[PGN_MAX_TOKEN] = '\0';
    message_set(&lexer->reason, "the word is longer than %d bytes", PGN_MAX_TOKEN);
    return TOKEN_BAD;
}

/* The number that the digits at the start of `text` make, at most INT_MAX; `*end` is behind them.
 */
static long read_digits(const char *text, const char **end) {
    long value = 0;
    for (; isdigit((unsigned char)*text); text++)
        value = value < INT_MAX / 10 ? value * 10 + (*text - '0') : INT_MAX;
    *end = text;
    return value;
}

/*
 * "12", "12.", "12...", and what may follow in the same word; false if it is no number.  Bare
 * zeros are none: "0000" is how some write a null move.
 */
static bool read_number(PgnLexer *lexer) {
    const char *end, *first = lexer->text;
    const long number = read_digits(first, &end);
    if (end == first || (*end != '.' && (*end != '\0' || *first == '0')))
        return false;
    lexer->number = number;
    lexer->dots = (int)strspn(end, ".");
    end += lexer->dots;
    lexer->rest = *end != '\0' ? (size_t)(end - lexer->text) : 0;
    return true;
}

static TokenKind read_glyph(PgnLexer *lexer) {
    static const char *const glyphs[] = {"!", "?", "!!", "??", "!?", "?!"};
    for (int i = 0; i < 6; i++)
        if (strcmp(lexer->text, glyphs[i]) == 0) {
            lexer->number = i + 1;
            return TOKEN_NAG;
        }
    message_set(&lexer->reason, "no annotation: it must be one of ! ? !! ?? !? ?!");
    return TOKEN_BAD;
}

static TokenKind classify_word(PgnLexer *lexer) {
    lexer->rest = 0;
    /* The dots of "12. ... e5" and "... e5" say no more than the side to move does. */
    const size_t dots = strspn(lexer->text, ".");
    if (dots > 0)
        memmove(lexer->text, lexer->text + dots, strlen(lexer->text + dots) + 1);
    if (lexer->text[0] == '\0') {
        lexer->number = -1;
        lexer->dots = (int)dots;
        return TOKEN_NUMBER;
    }
    if (pgn_is_result(lexer->text))
        return TOKEN_RESULT;
    if (lexer->text[0] == '!' || lexer->text[0] == '?')
        return read_glyph(lexer);
    return read_number(lexer) ? TOKEN_NUMBER : TOKEN_MOVE;
}

static TokenKind read_nag(PgnLexer *lexer) {
    const char *end, *digits = lexer->text + 1;
    lexer->text[0] = '$';
    pgn_source_next(&lexer->source);
    if (!read_word(lexer, 1))
        return bad_length(lexer);
    lexer->number = read_digits(digits, &end);
    if (end > digits && *end == '\0' && lexer->number <= UINT8_MAX)
        return TOKEN_NAG;
    message_set(&lexer->reason, "an annotation is $ and a number up to %d", UINT8_MAX);
    return TOKEN_BAD;
}

/* ---- Tag pairs ---- */

static TokenKind bad_tag(PgnLexer *lexer, const char *reason) {
    char text[PGN_MAX_TOKEN + 1];
    snprintf(text, sizeof text, "[%.*s", PGN_MAX_TOKEN - 1, lexer->text);
    lexer->line = lexer->source.line;
    return bad(lexer, text, reason);
}

/* Blanks on the same line; then the next byte. */
static int peek_on_line(PgnLexer *lexer) {
    int byte;
    while ((byte = pgn_source_peek(&lexer->source)) == ' ' || byte == '\t')
        pgn_source_next(&lexer->source);
    return byte;
}

/* The value between quotes, in which \" and \\ stand for quote and backslash. */
static TokenKind read_value(PgnLexer *lexer) {
    PgnSource *source = &lexer->source;
    pgn_source_next(source);
    for (;;) {
        int byte = pgn_source_peek(source);
        if (byte == PGN_NO_BYTE || byte == '\n' || byte == '\r')
            return bad_tag(lexer, "the value's closing quote is missing");
        if (pgn_is_control(byte))
            return bad_control(lexer, "[", byte);
        pgn_source_next(source);
        if (byte == '"')
            return finish_body(lexer, TOKEN_TAG);
        if (byte == '\\') {
            const int next = pgn_source_peek(source);
            /* Before anything else a backslash is one: "C:\Games". */
            if (next == '"' || next == '\\') {
                byte = next;
                pgn_source_next(source);
            }
        }
        if (lexer->body.length >= PGN_MAX_VALUE)
            return bad_tag(lexer, "the value is too long");
        if (!pgn_text_add_byte(&lexer->body, pgn_is_blank(byte) ? ' ' : (char)byte))
            return TOKEN_NO_MEMORY;
    }
}

static TokenKind read_tag(PgnLexer *lexer) {
    PgnSource *source = &lexer->source;
    size_t length = 0;
    int byte;
    lexer->text[0] = '\0';
    pgn_source_next(source);
    for (byte = peek_on_line(lexer);
         byte != PGN_NO_BYTE && (isalnum(byte) || byte == '_') && length < PGN_MAX_TOKEN;
         byte = pgn_source_peek(source)) {
        lexer->text[length++] = (char)byte;
        pgn_source_next(source);
    }
    lexer->text[length] = '\0';
    if (!isalpha((unsigned char)lexer->text[0]))
        return bad_tag(lexer, "a tag's name is missing: letters, digits and underscores");
    byte = peek_on_line(lexer);
    if (byte != '"')
        return bad_tag(lexer, "the tag's value must follow in quotes");
    const TokenKind kind = read_value(lexer);
    if (kind != TOKEN_TAG)
        return kind;
    if (lexer->body.length > PGN_MAX_VALUE)
        return bad_tag(lexer, "the value is too long");
    if (peek_on_line(lexer) != ']')
        return bad_tag(lexer, "']' must follow after the value");
    pgn_source_next(source);
    return TOKEN_TAG;
}

/* ---- All ---- */

static TokenKind read_mark(PgnLexer *lexer, int byte) {
    const char text[2] = {(char)byte, '\0'};
    pgn_source_next(&lexer->source);
    bad(lexer, text, "");
    switch (byte) {
    case '(': return TOKEN_OPEN;
    case ')': return TOKEN_CLOSE;
    case '*': return TOKEN_RESULT;
    case '}': return bad(lexer, text, "no comment is open");
    case ']': return bad(lexer, text, "no tag is open");
    default: return bad(lexer, text, "it stands for nothing here");
    }
}

TokenKind pgn_lexer_next(PgnLexer *lexer) {
    pgn_text_empty(&lexer->body);
    lexer->latin1 = false;
    if (lexer->rest > 0) {
        memmove(lexer->text, lexer->text + lexer->rest, strlen(lexer->text + lexer->rest) + 1);
        return classify_word(lexer);
    }
    const int byte = pgn_lexer_peek(lexer);
    lexer->line = lexer->source.line;
    if (byte == PGN_NO_BYTE)
        return TOKEN_END;
    if (pgn_is_control(byte)) {
        pgn_source_next(&lexer->source);
        return bad_control(lexer, "", byte);
    }
    switch (byte) {
    case '{': return read_brace_comment(lexer);
    case ';': return read_line_comment(lexer);
    case '[': return read_tag(lexer);
    case '$': return read_nag(lexer);
    default: break;
    }
    if (pgn_ends_word(byte))
        return read_mark(lexer, byte);
    return read_word(lexer, 0) ? classify_word(lexer) : bad_length(lexer);
}
