#include "engine/report/verdict.h"

#include "bitboard/notation.h"
#include "engine/plot/plot.h"

#include <stdio.h>

/* The words for each verdict. */
typedef struct {
    const char *name, *plural, *style;
} Words;

static const Words WORDS[] = {
    [VERDICT_NONE] = {"", "", ""},
    [VERDICT_INACCURACY] = {"Inaccuracy", "Inaccuracies", PLOT_SLIGHT},
    [VERDICT_MISTAKE] = {"Mistake", "Mistakes", PLOT_GRAVE},
    [VERDICT_BLUNDER] = {"Blunder", "Blunders", PLOT_WORST},
};

const char *verdict_name(Verdict verdict) {
    return WORDS[verdict].name;
}
const char *verdict_plural(Verdict verdict) {
    return WORDS[verdict].plural;
}
const char *verdict_style(Verdict verdict) {
    return WORDS[verdict].style;
}

const char *nag_mark(uint8_t nag) {
    static const char *const MARKS[] = {"", "!", "?", "!!", "??", "!?", "?!"};
    return nag < sizeof MARKS / sizeof *MARKS ? MARKS[nag] : "";
}

const char *move_mark(const PgnMove *move, Verdict verdict) {
    const char *mark = nag_mark(verdict_nag(verdict));
    for (int i = 0; i < move->nag_count && *mark == '\0'; i++)
        mark = nag_mark(move->nags[i]);
    return mark;
}

char *move_name_write(const Position *pos, Move move, const char *mark, char *text) {
    char san[MOVE_TEXT_SIZE];
    snprintf(text, MOVE_NAME_SIZE, "%u.%s %s%s", (unsigned)pos->fullmove,
             pos->side == WHITE ? "" : "..", san_write(pos, move, san), mark);
    return text;
}
