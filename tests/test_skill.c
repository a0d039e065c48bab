/*
 * Limited strength: what the levels are, how a move is chosen, and that a limited engine plays
 * legal moves, the same ones in the same place, takes its mates, and plays the better the higher
 * its level.
 */
#include "tests/support/suite.h"

#include <stdlib.h>

#include "bitboard/notation.h"
#include "engine/bench.h"
#include "engine/search/engine.h"
#include "tests/support/engines.h"

/* ---- Levels ---- */

static SkillLimit limit_of_level(int level) {
    SkillSettings settings = skill_settings_default();
    settings.level = level;
    return skill_limit(&settings);
}

static SkillLimit limit_of_elo(int elo) {
    SkillSettings settings = skill_settings_default();
    settings.limit_strength = true;
    settings.elo = elo;
    return skill_limit(&settings);
}

static void expect_no_weaker(const SkillLimit *low, const SkillLimit *high) {
    assert_true(low->limited && high->limited);
    assert_true(low->nodes <= high->nodes && low->noise >= high->noise);
    assert_true(low->candidates >= high->candidates && high->candidates >= 1);
    assert_true(low->candidates <= SKILL_CANDIDATES_MAX);
}

static void test_levels(void **state) {
    (void)state;
    assert_false(limit_of_level(SKILL_LEVEL_FULL).limited);
    for (int level = 0; level + 1 < SKILL_LEVEL_FULL; level++) {
        const SkillLimit low = limit_of_level(level), high = limit_of_level(level + 1);
        expect_no_weaker(&low, &high);
        assert_true(low.nodes < high.nodes && low.noise > high.noise);
        assert_true(skill_level_elo(level) < skill_level_elo(level + 1));
    }
    assert_int_equal(skill_level_elo(0), SKILL_ELO_LEAST);
    assert_int_equal(skill_level_elo(SKILL_LEVEL_FULL - 1), SKILL_ELO_MOST);
}

/* Ratings are levels and what lies between them. */
static void test_ratings(void **state) {
    (void)state;
    SkillLimit before = limit_of_elo(SKILL_ELO_LEAST);
    for (int elo = SKILL_ELO_LEAST; elo <= SKILL_ELO_MOST; elo++) {
        const SkillLimit now = limit_of_elo(elo);
        expect_no_weaker(&before, &now);
        before = now;
    }
    for (int level = 0; level < SKILL_LEVEL_FULL; level++) {
        const SkillLimit by_level = limit_of_level(level),
                         by_elo = limit_of_elo(skill_level_elo(level));
        assert_int_equal(by_level.nodes, by_elo.nodes);
        assert_int_equal(by_level.noise, by_elo.noise);
        assert_int_equal(by_level.candidates, by_elo.candidates);
    }
}

/* ---- The choice ---- */

static void test_choice(void **state) {
    (void)state;
    const SkillCandidate candidates[] = {{1, 0, 80}, {2, 0, 40}, {3, 0, 10}, {4, 0, -200}};
    enum { COUNT = sizeof candidates / sizeof candidates[0], TRIALS = 4000 };
    int best_before = TRIALS + 1;
    for (int noise = 0; noise <= 320; noise += 80) {
        const SkillLimit limit = {.limited = true, .noise = noise, .seed = 5};
        int chosen[COUNT] = {0};
        for (int i = 0; i < TRIALS; i++) {
            const int choice = skill_choose(&limit, (Key)i, 0, candidates, COUNT);
            assert_in_range(choice, 0, COUNT - 1);
            assert_int_equal(choice, skill_choose(&limit, (Key)i, 0, candidates, COUNT));
            assert_true(candidates[choice].score >= candidates[0].score - 2 * noise);
            chosen[choice]++;
        }
        /* The best is the likeliest, but the less so the greater the noise. */
        for (int i = 1; i < COUNT; i++)
            assert_true(chosen[i - 1] >= chosen[i]);
        assert_true(chosen[0] < best_before);
        best_before = chosen[0];
        if (noise == 0)
            assert_int_equal(chosen[0], TRIALS);
        if (noise == 320)
            assert_true(chosen[COUNT - 1] > 0);
    }
}

/* Seed, position and whim each make a difference. */
static void test_choice_varies(void **state) {
    (void)state;
    const SkillCandidate candidates[] = {{1, 0, 3}, {2, 0, 2}, {3, 0, 1}};
    int differ[3] = {0};
    for (int i = 0; i < 300; i++) {
        const SkillLimit a = {.limited = true, .noise = 100, .seed = i},
                         b = {.limited = true, .noise = 100, .seed = i + 1};
        const int base = skill_choose(&a, 7, 9, candidates, 3);
        differ[0] += base != skill_choose(&b, 7, 9, candidates, 3);
        differ[1] += base != skill_choose(&a, 8, 9, candidates, 3);
        differ[2] += base != skill_choose(&a, 7, 10, candidates, 3);
    }
    for (int i = 0; i < 3; i++)
        assert_in_range(differ[i], 100, 290);
}

static void test_choice_with_mates(void **state) {
    (void)state;
    const SkillCandidate wins[] = {{1, 0, score_mate_in(3)}, {2, 0, score_mate_in(5)}, {3, 0, 900}};
    const SkillCandidate loses[] = {{1, 0, -900}, {2, 0, score_mated_in(4)}};
    const SkillCandidate lost[] = {{1, 0, score_mated_in(6)}, {2, 0, score_mated_in(2)}};
    const SkillLimit limit = {.limited = true, .noise = 900};
    for (int i = 0; i < 500; i++) {
        assert_int_equal(skill_choose(&limit, (Key)i, 0, wins, 3), 0);
        assert_int_equal(skill_choose(&limit, (Key)i, 0, loses, 2), 0);
        assert_int_equal(skill_choose(&limit, (Key)i, 0, lost, 2), 0);
    }
}

/* ---- The engine ---- */

static Engine *make_engine(int level, int threads) {
    Engine *engine = new_engine(1, threads);
    engine_skill(engine)->level = level;
    return engine;
}

static SearchResult search(Engine *engine, const SearchListener *listener) {
    const SearchLimits limits = {.depth = 6};
    engine_clear(engine);
    return engine_run(engine, &limits, listener);
}

static int bench_amount(const RuleSet *rules) {
    const int all = bench_position_count(rules);
    return test_amount(8, all) < all ? test_amount(8, all) : all;
}

/* Legal moves, within the level's nodes; the same ones again, whatever the threads. */
static void test_limited_searches(void **state) {
    (void)state;
    enum { FIRST_ITERATION = 60000 /* it is finished in any case */ };
    Engine *one = make_engine(0, 1), *three = make_engine(0, 3), *full = make_engine(20, 1);
    int differ = 0, positions = 0;
    for (int r = 0; r < RULE_SETS; r++)
        for (int i = 0; i < bench_amount(&RULES[r]); i++, positions++) {
            const int level = positions % SKILL_LEVEL_FULL;
            engine_skill(one)->level = engine_skill(three)->level = level;
            set_fen(one, bench_position(&RULES[r], i), &RULES[r]);
            set_fen(three, bench_position(&RULES[r], i), &RULES[r]);
            set_fen(full, bench_position(&RULES[r], i), &RULES[r]);
            const SearchResult a = search(one, NULL), b = search(three, NULL),
                               c = search(one, NULL), strong = search(full, NULL);
            assert_true(position_is_legal(engine_position(one), a.best));
            assert_true(a.nodes <= limit_of_level(level).nodes + FIRST_ITERATION);
            assert_true(a.best == b.best && a.nodes == b.nodes && a.score == b.score);
            assert_true(a.best == c.best && a.nodes == c.nodes && a.ponder == c.ponder);
            if (a.ponder != MOVE_NONE) {
                Position pos = *engine_position(one);
                Undo undo;
                position_make(&pos, a.best, &undo);
                assert_true(position_is_legal(&pos, a.ponder));
            }
            differ += a.best != strong.best;
        }
    assert_true(differ > positions / 4);
    engine_free(one);
    engine_free(three);
    engine_free(full);
}

static void test_seeds(void **state) {
    (void)state;
    Engine *engine = make_engine(0, 1);
    int differ = 0;
    const Move first = search(engine, NULL).best;
    for (int seed = 1; seed <= 20; seed++) {
        engine_skill(engine)->seed = seed;
        differ += search(engine, NULL).best != first;
    }
    assert_true(differ > 5);
    engine_free(engine);
}

static void test_mates_are_taken(void **state) {
    (void)state;
    for (int level = 0; level <= SKILL_LEVEL_FULL; level++) {
        Engine *engine = make_engine(level, 1);
        for (int seed = 0; seed < 5; seed++) {
            engine_skill(engine)->seed = seed;
            set_fen(engine, "5k5/1R9/11/11/11/11/11/11/11/R4K5 w - - 0 1", &RULES[1]);
            char text[MOVE_TEXT_SIZE];
            assert_string_equal(move_write(search(engine, NULL).best, text), "a1a10");
        }
        engine_free(engine);
    }
}

/* Analysis is not to be misled. */
static void test_analysis_is_not_limited(void **state) {
    (void)state;
    Engine *limited = make_engine(0, 1), *full = make_engine(SKILL_LEVEL_FULL, 1);
    engine_set_analyse_mode(limited, true);
    engine_set_analyse_mode(full, true);
    const SearchResult a = search(limited, NULL), b = search(full, NULL);
    assert_int_equal(a.nodes, b.nodes);
    assert_int_equal(a.best, b.best);
    assert_int_equal(a.depth, 6);
    engine_free(limited);
    engine_free(full);
}

static void count_lines(void *context, const SearchReport *report) {
    int *lines = context;
    assert_in_range(report->multipv, 1, 3);
    lines[report->multipv - 1]++;
}

static void test_lines_as_asked_for(void **state) {
    (void)state;
    for (int multipv = 1; multipv <= 3; multipv++) {
        int lines[3] = {0};
        const SearchListener listener = {.on_report = count_lines, .context = lines};
        Engine *engine = make_engine(6, 1);
        engine_set_multipv(engine, multipv);
        search(engine, &listener);
        for (int i = 0; i < 3; i++)
            assert_true(i < multipv ? lines[i] > 0 : lines[i] == 0);
        engine_free(engine);
    }
}

/* ---- Games ---- */

/* Plays a game to its end, or to where one is far ahead for good; White's points, twice. */
static int play(Engine *white, Engine *black, const Position *start) {
    enum { PLIES_MOST = 300, AHEAD = 1000 };
    Position pos = *start;
    Engine *judge = make_engine(SKILL_LEVEL_FULL, 1);
    int points = 1;
    for (int ply = 0; ply < PLIES_MOST; ply++) {
        const GameState game_state = position_game_state(&pos);
        if (game_state != GAME_ONGOING) {
            const char *result = position_result(&pos, game_state);
            points = result[0] == '0' ? 0 : result[1] == '/' ? 1 : 2;
            break;
        }
        if (ply % 20 == 19) {
            engine_set_position(judge, &pos);
            const Score score = search(judge, NULL).score;
            if (score > AHEAD || score < -AHEAD) {
                points = (score > 0) == (pos.side == WHITE) ? 2 : 0;
                break;
            }
        }
        Engine *mover = pos.side == WHITE ? white : black;
        const SearchLimits limits = {.depth = MAX_PLY - 1};
        Undo undo;
        engine_set_position(mover, &pos);
        const SearchResult result = engine_run(mover, &limits, NULL);
        assert_true(position_is_legal(&pos, result.best));
        position_make(&pos, result.best, &undo);
    }
    engine_free(judge);
    return points;
}

/* Levels apart by a thousand points are told apart by a few games. */
static void test_higher_is_stronger(void **state) {
    (void)state;
    Engine *weak = make_engine(0, 1), *strong = make_engine(10, 1);
    int points = 0;
    const int pairs = test_amount(2, 10);
    for (int pair = 0; pair < pairs; pair++) {
        Position start;
        position_set_start(&start, &RULES[pair % RULE_SETS]);
        for (int color = 0; color < 2; color++) {
            engine_clear(weak);
            engine_clear(strong);
            engine_skill(weak)->seed = engine_skill(strong)->seed = pair;
            points += color == WHITE ? play(strong, weak, &start) : 2 - play(weak, strong, &start);
        }
    }
    assert_true(points >= 3 * pairs);
    engine_free(weak);
    engine_free(strong);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_levels),
        cmocka_unit_test(test_ratings),
        cmocka_unit_test(test_choice),
        cmocka_unit_test(test_choice_varies),
        cmocka_unit_test(test_choice_with_mates),
        cmocka_unit_test(test_limited_searches),
        cmocka_unit_test(test_seeds),
        cmocka_unit_test(test_mates_are_taken),
        cmocka_unit_test(test_analysis_is_not_limited),
        cmocka_unit_test(test_lines_as_asked_for),
        cmocka_unit_test(test_higher_is_stronger),
    };
    board_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
