#include "engine/analysis/epd_result.h"

#include "bitboard/notation.h"
#include "engine/epd.h"

#include <inttypes.h>

/* Replaced, or written by epd_write. */
static bool is_ours(const EpdOperation *o) {
    static const char *const ours[] = {"hmvc", "fmvn", "variant", "acd", "acn", "acs", "ce", "pv"};
    for (size_t i = 0; i < sizeof ours / sizeof ours[0]; i++)
        if (epd_is(o, ours[i]))
            return true;
    return false;
}

static void write_others(FILE *out, const TestPosition *test) {
    EpdState state;
    EpdOperation o;
    const char *at;
    epd_begin(&state, test->line, test->rules, &at, NULL);
    for (const char *from = at; epd_read_operation(&at, &o); from = at)
        if (!is_ours(&o)) {
            size_t length = (size_t)(at - from);
            while (from[length - 1] != ';')
                length--;
            fprintf(out, " %.*s", (int)length, from);
        }
}

static void write_found(FILE *out, const Position *pos, const AnalysedPosition *a, bool with_best) {
    if (a->line_count == 0)
        return;
    const AnalysedLine *line = &a->lines[0];
    char san[MOVE_TEXT_SIZE];
    if (with_best)
        fprintf(out, " bm %s;", san_write(pos, line->moves[0], san));
    fprintf(out, " acd %d; acn %" PRIu64 "; ce %d; pv", a->depth, a->nodes, epd_score(line->score));
    Position now = *pos;
    for (int i = 0; i < line->count; i++) {
        Undo undo;
        fprintf(out, " %s", san_write(&now, line->moves[i], san));
        position_make(&now, line->moves[i], &undo);
    }
    fputc(';', out);
}

void epd_result_write(FILE *out, const Position *pos, const TestPosition *test,
                      const AnalysedPosition *a) {
    epd_write(out, pos);
    write_others(out, test);
    write_found(out, pos, a, !test_position_is_test(test));
    fputc('\n', out);
}

void epd_result_write_named(FILE *out, const Position *pos, const char *id,
                            const AnalysedPosition *a) {
    epd_write(out, pos);
    fprintf(out, " id \"%s\";", id);
    write_found(out, pos, a, true);
    fputc('\n', out);
}
