#include "tests/support/long_report.h"

#include "engine/search/time.h"

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
