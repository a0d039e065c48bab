/*
 * Searches of few nodes with a tiny table on positions and with limits that the input chooses: what
 * they report is held against the rules (tests/support/listen.h).
 */
#include <stdlib.h>
#include <string.h>

#include "tests/fuzz/fuzz.h"
#include "tests/support/suite.h"

#include "tests/support/listen.h"

enum { NODES_MAX = 600 };

static Engine *engine_for_all(void) {
    static Engine *engine;
    if (engine == NULL)
        engine = listen_engine(1, 1);
    return engine;
}

static void choose_position(FuzzInput *input, Position *pos) {
    static Sampler sampler;
    SlowBoard board;
    if (sampler.seeds == NULL)
        sampler_open(&sampler, 1);
    const uint8_t kind = fuzz_byte(input);
    if (kind % 2 == 0) {
        fuzz_position(input, 60, pos);
        return;
    }
    sampler.random.state = fuzz_number(input);
    sampler_next_of(&sampler, (SampleKind)(1 + kind / 2 % (SAMPLE_KINDS - 1)), &board);
    bridge_position(&board, pos);
}

static void choose_limits(FuzzInput *input, const Position *pos, SearchLimits *limits) {
    const uint8_t kind = fuzz_byte(input);
    limits->nodes = 1 + fuzz_number(input) % NODES_MAX;
    if ((kind & 1) != 0)
        limits->depth = 1 + fuzz_byte(input) % 8;
    if ((kind & 2) != 0)
        limits->mate = 1 + fuzz_byte(input) % 4;
    if ((kind & 4) == 0)
        return;
    MoveList list;
    generate_legal(pos, &list);
    for (int left = fuzz_byte(input) % 6; left > 0 && list.count > 0; left--)
        limits->root_moves[limits->root_move_count++] = list.moves[fuzz_byte(input) % list.count];
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    static Heard heard;
    Position pos;
    SearchLimits limits = {.nodes = 0};
    fuzz_begin();
    FuzzInput input = {bytes, bytes + size};
    Engine *engine = engine_for_all();
    choose_position(&input, &pos);
    const uint8_t settings = fuzz_byte(&input);
    const int multipv = 1 + settings % 4;
    engine_clear(engine);
    engine_skill(engine)->level =
        (settings & 0x70) == 0 ? fuzz_byte(&input) % 21 : SKILL_LEVEL_FULL;
    engine_set_analyse_mode(engine, (settings & 0x80) != 0);
    for (int searches = 1 + (settings >> 2 & 3); searches > 0; searches--) {
        Undo undo;
        memset(&limits, 0, sizeof limits);
        choose_limits(&input, &pos, &limits);
        const bool over = !has_legal_move(&pos);
        if (engine_skill(engine)->level == SKILL_LEVEL_FULL) {
            listen_search(engine, &pos, &limits, multipv, &heard);
        } else { /* what it plays need not be what it says is best */
            engine_set_multipv(engine, multipv);
            engine_set_position(engine, &pos);
            engine_go(engine, &limits, &(SearchListener){.on_report = NULL});
            heard.result = engine_wait(engine);
        }
        FUZZ_CHECK(over == (heard.result.best == MOVE_NONE));
        if (over)
            break;
        FUZZ_CHECK(position_is_legal(&pos, heard.result.best));
        position_make(&pos, heard.result.best, &undo);
    }
    return 0;
}
