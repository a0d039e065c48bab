#include "engine/pgn/pgn_source.h"

#include "engine/pgn/pgn.h"
#include "engine/pgn/pgn_text.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

bool pgn_source_init(PgnSource *source, FILE *in) {
    memset(source, 0, sizeof *source);
    source->in = in;
    source->ends_line = true;
    source->blank = true;
    source->piece = malloc(PGN_PIECE_SIZE);
    return source->piece != NULL;
}

void pgn_source_free(PgnSource *source) {
    free(source->piece);
}

static void skip_byte_order_mark(PgnSource *source) {
    static const char mark[] = "\xef\xbb\xbf";
    if (source->length >= sizeof mark - 1 && memcmp(source->piece, mark, sizeof mark - 1) == 0) {
        source->length -= sizeof mark - 1;
        memmove(source->piece, source->piece + sizeof mark - 1, source->length);
    }
}

/* Reads up to the end of the line or of the buffer; true at the end of a line. */
static bool read_piece(PgnSource *source) {
    int c = 0;
    /* One byte is left for the LF of a CR LF. */
    while (source->length < PGN_PIECE_SIZE - 1 && (c = getc(source->in)) != EOF) {
        source->piece[source->length++] = (char)c;
        if (c == '\n')
            return true;
        if (c != '\r')
            continue;
        c = getc(source->in);
        if (c == '\n')
            source->piece[source->length++] = (char)c;
        else if (c != EOF)
            ungetc(c, source->in);
        return true;
    }
    return false;
}

/* Gets the next piece; false if there is none. */
static bool fill(PgnSource *source) {
    if (source->error != 0)
        return false;
    const bool new_line = source->ends_line;
    source->length = source->at = 0;
    errno = 0;
    const bool ends_line = read_piece(source);
    if (ferror(source->in)) {
        source->error = errno != 0 ? errno : EIO;
        return false;
    }
    if (source->length == 0)
        return false;
    source->bytes += (int64_t)source->length;
    source->ends_line = ends_line;
    source->begins_line = new_line;
    if (new_line) {
        source->line++;
        source->blank_before = source->blank;
        source->blank = true;
        skip_byte_order_mark(source);
    }
    source->first = 0;
    while (source->first < source->length && pgn_is_blank(source->piece[source->first]))
        source->first++;
    source->blank = source->blank && source->first == source->length;
    return true;
}

int pgn_source_peek(PgnSource *source) {
    /* A line of a byte order mark alone leaves nothing of its piece. */
    while (source->at == source->length)
        if (!fill(source))
            return PGN_NO_BYTE;
    return (unsigned char)source->piece[source->at];
}

void pgn_source_next(PgnSource *source) {
    if (source->at < source->length)
        source->at++;
}

void pgn_source_skip_line(PgnSource *source) {
    source->at = source->length;
    while (!source->ends_line && fill(source))
        source->at = source->length;
}

bool pgn_source_has_more_on_line(const PgnSource *source) {
    return source->at < source->length || !source->ends_line;
}

bool pgn_source_at_line_start(const PgnSource *source) {
    return source->begins_line && source->at == 0;
}

bool pgn_source_at_tag(const PgnSource *source, char *name) {
    const char *p = source->piece + source->at, *end = source->piece + source->length;
    if (!source->begins_line || source->at != source->first || p == end || *p++ != '[')
        return false;
    while (p < end && pgn_is_blank(*p))
        p++;
    size_t length = 0;
    while (p < end && length < PGN_MAX_TOKEN && (isalnum((unsigned char)*p) || *p == '_'))
        name[length++] = *p++;
    name[length] = '\0';
    while (p < end && pgn_is_blank(*p))
        p++;
    return p < end && *p == '"' && isalpha((unsigned char)name[0]);
}
