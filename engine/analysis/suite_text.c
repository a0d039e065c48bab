#include "engine/analysis/suite_text.h"

#include "bitboard/notation.h"
#include "engine/analysis/line.h"

enum { TIME_TEXT_SIZE = 32 };

void suite_text_begin(SuiteText *s, FILE *out, bool has_tests) {
    *s = (SuiteText){.out = out, .has_tests = has_tests};
    fprintf(out, "   no  %-8s %7s %5s %8s %9s", "best", "score", "depth", "nodes", "time");
    if (has_tests)
        fprintf(out, "  solved  %5s %8s %9s", "depth", "nodes", "time");
    fprintf(out, "  %s\n", has_tests ? "position" : "line");
    fflush(out);
}

static void write_counts(FILE *out, int depth, uint64_t nodes, int64_t time_ms) {
    char count[COUNT_TEXT_SIZE], time[TIME_TEXT_SIZE];
    fprintf(out, " %5d %8s %9s", depth, count_write(nodes, count),
            elapsed_write(time_ms, time, sizeof time));
}

static void write_solution(FILE *out, bool is_test, const Solution *solution) {
    fprintf(out, "  %-6s ", !is_test ? "" : solution->solved ? "yes" : "no");
    if (is_test && solution->solved)
        write_counts(out, solution->depth, solution->nodes, solution->time_ms);
    else
        fprintf(out, "%25s", "");
}

static void write_line(FILE *out, const Position *pos, const AnalysedLine *line) {
    char text[LINE_TEXT_SIZE];
    fputs(line_write(pos, line->moves, line->count, text, sizeof text), out);
}

void suite_text_add(SuiteText *s, const TestPosition *test, const Position *pos,
                    const AnalysedPosition *a) {
    char score[SCORE_TEXT_SIZE] = "", san[MOVE_TEXT_SIZE] = "-";
    const bool is_test = test_position_is_test(test);
    s->positions++;
    s->tests += is_test;
    s->solved += is_test && a->solution.solved;
    if (a->line_count > 0) {
        san_write(pos, a->lines[0].moves[0], san);
        score_write(a->lines[0].score, score);
    }
    fprintf(s->out, "%5d  %-8s %7s", s->positions, san, score);
    write_counts(s->out, a->depth, a->nodes, a->time_ms);
    if (s->has_tests)
        write_solution(s->out, is_test, &a->solution);
    fputs("  ", s->out);
    if (s->has_tests)
        fputs(test->id[0] != '\0' ? test->id : "", s->out);
    else if (a->line_count > 0)
        write_line(s->out, pos, &a->lines[0]);
    fputc('\n', s->out);
    /* The first line has its place in the row, if there is one. */
    for (int i = s->has_tests ? 0 : 1; i < a->line_count && a->line_count > 1; i++) {
        fprintf(s->out, "%5s  %-8s %7s%*s", "", san_write(pos, a->lines[i].moves[0], san),
                score_write(a->lines[i].score, score), s->has_tests ? 61 : 27, "");
        write_line(s->out, pos, &a->lines[i]);
        fputc('\n', s->out);
    }
    fflush(s->out);
}

void suite_text_end(const SuiteText *s) {
    fprintf(s->out, "\n%d position%s", s->positions, s->positions == 1 ? "" : "s");
    if (s->has_tests)
        fprintf(s->out, ", %d of %d solved", s->solved, s->tests);
    fputc('\n', s->out);
}
