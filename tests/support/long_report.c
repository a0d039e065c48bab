#include "tests/support/long_report.h"

#include "engine/search/time.h"
#include "tests/support/suite.h"

SearchReport long_report(const Position *pos) {
    MoveList list;
    generate_legal(pos, &list);
    SearchReport r = {.depth = 61,
                      .selective_depth = 102,
                      .multipv = 1,
                      .score = 35,
                      .bound = BOUND_LOWER,
                      .nodes = (UINT64_C(1) << 48) + 1,
                      .time_ms = 30 * DAY_MS,
                      .hash_permille = 1000,
                      .pv_length = 1,
                      .pv = {list.moves[0]}};
    r.nodes_per_second = rate_per_second(r.nodes, r.time_ms);
    return r;
}

char *long_report_written(const AnalysisWriter *writer) {
    Position pos;
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    position_set_start(&pos, &RULES[0]);
    const SearchReport r = long_report(&pos);
    const SearchResult result = {.best = r.pv[0],
                                 .ponder = MOVE_NONE,
                                 .score = r.score,
                                 .depth = r.depth,
                                 .nodes = r.nodes,
                                 .time_ms = r.time_ms};
    void *state = writer->begin(out, &pos, 1);
    assert_non_null(state);
    writer->report(state, &r);
    writer->end(state, &result, GAME_ONGOING);
    fclose(out);
    return text;
}
