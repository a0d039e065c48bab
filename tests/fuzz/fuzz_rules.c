/*
 * Legal play that the input chooses: at each position the fast generator against the slow one,
 * keys against those worked out anew, the evaluation against that of the mirror images; and then
 * all of it taken back.
 */
#include "bitboard/see.h"
#include "eval/evaluate.h"
#include "tests/fuzz/fuzz.h"
#include "tests/support/suite.h"

enum { PLIES_MAX = 24 };

static void expect_equal_moves(const Position *pos, const SlowBoard *board) {
    MoveList fast, slow;
    bridge_generate(pos, GENERATE_ALL, &fast);
    bridge_moves(board, &slow);
    bridge_expect_same(pos, "the moves", &fast, &slow);
    FUZZ_CHECK(has_legal_move(pos) == (fast.count > 0));
}

static void expect_symmetry(const Position *pos) {
    static EvaluationCache cache; /* never changes a score */
    Position image;
    const int score = evaluate(pos, NULL);
    FUZZ_CHECK(score == evaluate(pos, &cache));
    FUZZ_CHECK(score >= -EVALUATION_MAX && score <= EVALUATION_MAX);
    position_rotate(pos, &image);
    FUZZ_CHECK(score == evaluate(&image, NULL));
    position_mirror_colors(pos, &image);
    FUZZ_CHECK(score == evaluate(&image, NULL));
    position_mirror_files(pos, &image);
    FUZZ_CHECK(score == evaluate(&image, NULL));
    EvaluationTrace trace;
    FUZZ_CHECK(score == evaluate_trace(pos, &trace));
}

/* Any 20 bits are a legal move exactly if they are among the moves. */
static void expect_legality(const Position *pos, unsigned bits) {
    MoveList fast;
    const Move move = bits & 0xfffff;
    bridge_generate(pos, GENERATE_ALL, &fast);
    FUZZ_CHECK(position_is_legal(pos, move) == bridge_contains(&fast, move));
}

static void begin(FuzzInput *input, Sampler *sampler, SlowBoard *board) {
    const uint8_t kind = fuzz_byte(input);
    const unsigned seed = fuzz_number(input);
    if (kind < 64) {
        slow_start(board, kind % 2 == 1);
        return;
    }
    sampler->random.state = seed;
    sampler_next_of(sampler, (SampleKind)(1 + kind % (SAMPLE_KINDS - 1)), board);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    static Sampler sampler;
    static Undo undo[PLIES_MAX];
    Move played[PLIES_MAX];
    SlowBoard board;
    Position pos, start;
    Message message;
    fuzz_begin();
    if (sampler.seeds == NULL)
        sampler_open(&sampler, 1);
    FuzzInput input = {bytes, bytes + size};
    begin(&input, &sampler, &board);
    bridge_position(&board, &pos);
    start = pos;
    int plies = 0;
    while (plies < PLIES_MAX && input.at < input.end) {
        MoveList list;
        FUZZ_CHECK(position_check(&pos, &message));
        bridge_expect_equal(&pos, &board, "in play");
        expect_equal_moves(&pos, &board);
        expect_symmetry(&pos);
        expect_legality(&pos, fuzz_number(&input) | (unsigned)fuzz_byte(&input) << 16);
        bridge_generate(&pos, GENERATE_ALL, &list);
        if (list.count == 0)
            break;
        const Move move = list.moves[fuzz_number(&input) % (unsigned)list.count];
        const bool checks = position_gives_check(&pos, move);
        const SlowMove slow = bridge_slow_move(move);
        position_make(&pos, move, &undo[plies]);
        slow_make(&board, &slow);
        FUZZ_CHECK(checks == position_in_check(&pos));
        played[plies++] = move;
    }
    while (plies-- > 0)
        position_unmake(&pos, played[plies], &undo[plies]);
    assert_memory_equal(&pos, &start, sizeof pos);
    return 0;
}
