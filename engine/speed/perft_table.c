#include "engine/speed/perft_table.h"

#include "bitboard/fen.h"
#include "engine/perft.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* "D4 4519903 " behind a semicolon. */
static bool read_count(const char *text, const char **end, PerftLine *line) {
    char *stop;
    const int before = line->count > 0 ? line->depth[line->count - 1] : 0;
    if (line->count == PERFT_LINE_MAX || text[0] != 'D' || text[1] < '1' || text[1] > '9')
        return false;
    errno = 0;
    const long depth = strtol(text + 1, &stop, 10);
    if (*stop != ' ' || stop[1] < '0' || stop[1] > '9' || depth <= before ||
        depth > PERFT_MAX_DEPTH)
        return false;
    line->nodes[line->count] = strtoull(stop + 1, &stop, 10);
    if (errno != 0)
        return false;
    line->depth[line->count++] = (int)depth;
    *end = stop + strspn(stop, " \r\n");
    return true;
}

bool perft_line_read(const char *text, const RuleSet *rules, PerftLine *line, Message *message) {
    const char *counts = strchr(text, ';');
    char fen[FEN_SIZE];
    line->count = 0;
    if (counts == NULL)
        return message_set(message, "there are no counts: FEN ;D1 n ;D2 n …");
    const size_t length = (size_t)(counts - text);
    if (length >= sizeof fen)
        return message_set(message, "the FEN is too long");
    memcpy(fen, text, length);
    fen[length] = '\0';
    if (!fen_parse_position(fen, rules, &line->pos, message))
        return false;
    while (*counts == ';')
        if (!read_count(counts + 1, &counts, line))
            return message_set(message, "count %d is not ';D<depth> <nodes>', depths going up",
                               line->count + 1);
    return *counts == '\0' || message_set(message, "there is something behind the counts");
}
