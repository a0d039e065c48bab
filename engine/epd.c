#include "engine/epd.h"

#include "bitboard/fen.h"
#include "engine/number.h"

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

int epd_score(Score score) {
    if (!score_is_mate(score))
        return score;
    return score > 0 ? score + (EPD_MATE - SCORE_MATE) : score - (EPD_MATE - SCORE_MATE);
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

bool epd_is(const EpdOperation *o, const char *opcode) {
    return strlen(opcode) == (size_t)o->opcode_length &&
           memcmp(o->opcode, opcode, (size_t)o->opcode_length) == 0;
}

/* ---- The position of a line ---- */

bool epd_begin(EpdState *state, const char *line, const RuleSet *rules, const char **operations,
               Message *message) {
    Position pos;
    *state = (EpdState){.line = line, .rules = rules, .clock = -1, .fullmove = -1};
    /* By the rules that know more of what a position may have. */
    return fen_parse(line, &RULES[0], &pos, operations, message);
}

bool epd_take(EpdState *state, const EpdOperation *o, Message *message) {
    char text[64];
    snprintf(text, sizeof text, "%.*s", o->operands_length, o->operands);
    if (epd_is(o, "hmvc"))
        return number_read("hmvc", text, 0, 9999, &state->clock, message);
    if (epd_is(o, "fmvn"))
        return number_read("fmvn", text, 1, 99999, &state->fullmove, message);
    if (epd_is(o, "variant"))
        return (state->rules = rules_find(text, message)) != NULL;
    return true;
}

bool epd_finish(const EpdState *state, Position *pos, Message *message) {
    const char *operations;
    if (state->rules == NULL)
        return message_set(message, "it names no variant (--rules says which it is)");
    if (!fen_parse(state->line, state->rules, pos, &operations, message))
        return false;
    if (state->clock >= 0)
        pos->state.halfmove_clock = (uint16_t)state->clock;
    if (state->fullmove >= 0)
        pos->fullmove = (uint32_t)state->fullmove;
    return true;
}
