#include "engine/epd.h"

#include "bitboard/fen.h"

#include <string.h>

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

void epd_write(FILE *out, const Position *pos) {
    char fen[FEN_SIZE];
    size_t end = 0;
    fen_write(pos, fen);
    for (int field = 0; field < 4; field++)
        end += strcspn(fen + end, " ") + 1;
    fprintf(out, "%.*s hmvc %u; fmvn %u; variant \"%s\";", (int)end - 1, fen,
            (unsigned)pos->state.halfmove_clock, (unsigned)pos->fullmove, pos->rules->name);
}

bool epd_read_operation(const char **text, EpdOperation *operation) {
    const char *p = *text, *semicolon = p;
    bool quoted = false;
    if (!is_letter(*p))
        return false;
    while (*semicolon != '\0' && *semicolon != '\n' && (quoted || *semicolon != ';'))
        quoted ^= *semicolon++ == '"';
    if (*semicolon != ';')
        return false;
    operation->opcode = p;
    operation->opcode_length = (int)strcspn(p, " \t;");
    const char *first = p + operation->opcode_length, *last = semicolon;
    first += strspn(first, " \t");
    while (last > first && (last[-1] == ' ' || last[-1] == '\t'))
        last--;
    if (last - first >= 2 && *first == '"' &&
        memchr(first + 1, '"', (size_t)(last - first - 1)) == last - 1) {
        first++;
        last--;
    }
    operation->operands = first;
    operation->operands_length = (int)(last - first);
    *text = semicolon + 1 + strspn(semicolon + 1, " \t");
    return true;
}
