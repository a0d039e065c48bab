/*
 * Labelled positions: every filter against a plain reading of what it is to do.
 */
#include "tests/support/suite.h"

#include "engine/data/positions.h"
#include "engine/search/engine.h"
#include "tests/support/data_games.h"
#include "tests/support/run.h"

#include <stdlib.h>
#include <string.h>

static const char *const DATA_FILES[] = {"one.data", "two.data"};
enum { GAMES_A_FILE = 40, GAMES = 2 * GAMES_A_FILE };

typedef struct {
    DataGame games[GAMES];
} Sample;

/* Two files; a few games come twice. */
static int enter(void **state) {
    Sample *s = calloc(1, sizeof *s);
    Random random = {21};
    scratch_enter();
    for (int i = 0; i < GAMES; i++) {
        data_game_init(&s->games[i], &RULES[0]);
        if (i % 8 == 7) {
            const DataGame *twin = &s->games[i - 1 - random_below(&random, 5)];
            s->games[i].head = twin->head;
            s->games[i].head.move_count = 0;
            s->games[i].start = twin->start;
            s->games[i].start_score = twin->start_score;
            for (int m = 0; m < twin->head.move_count; m++)
                data_game_add(&s->games[i], twin->moves[m].move, twin->moves[m].score);
        } else {
            data_sample(&random, (uint64_t)i, &s->games[i]);
        }
    }
    data_file_write(DATA_FILES[0], s->games, GAMES_A_FILE);
    data_file_write(DATA_FILES[1], s->games + GAMES_A_FILE, GAMES_A_FILE);
    *state = s;
    return 0;
}

static int leave(void **state) {
    Sample *s = *state;
    for (int i = 0; i < GAMES; i++)
        data_game_free(&s->games[i]);
    free(s);
    scratch_leave();
    return 0;
}

/* ---- The plain reading ---- */

static bool takes_or_promotes(Engine *engine, const Position *pos) {
    Move line[MAX_PLY + 1];
    int length;
    Position now = *pos;
    Message message;
    assert_true(engine_set_hash(engine, 1, &message));
    engine_quiesce(engine, pos, line, &length);
    for (int i = 0; i < length; i++) {
        Undo undo;
        if (position_is_tactical(&now, line[i]))
            return true;
        position_make(&now, line[i], &undo);
    }
    return false;
}

typedef struct {
    Key *keys;
    int count;
} Seen;

static bool was_seen(Seen *seen, const Position *pos) {
    const Key key = pos->state.key + (pos->rules == &RULES[1]);
    for (int i = 0; i < seen->count; i++)
        if (seen->keys[i] == key)
            return true;
    seen->keys = realloc(seen->keys, (size_t)(seen->count + 1) * sizeof(Key));
    seen->keys[seen->count++] = key;
    return false;
}

/* Where it is left out: the count that says so. */
static uint64_t *reason(const PositionFilter *f, Engine *engine, Seen *seen, const DataGame *game,
                        int ply, const Position *pos, PositionCounts *c) {
    const bool moved = game->head.move_count > 0;
    const Score score = moved ? game->moves[ply].score : game->start_score;
    if (moved && ply < game->head.opening_plies + f->skip_plies)
        return &c->openings;
    if (position_in_check(pos) && !f->keep_checks)
        return &c->checks;
    if (f->most_score > 0 && score != SCORE_NONE && abs(score) > f->most_score)
        return &c->beyond_score;
    if (bb_count(position_occupied(pos)) < f->least_men)
        return &c->few_men;
    if (!f->keep_noisy && ((moved && position_is_tactical(pos, game->moves[ply].move)) ||
                           takes_or_promotes(engine, pos)))
        return &c->noisy;
    if (!f->keep_duplicates && was_seen(seen, pos))
        return &c->duplicates;
    return NULL;
}

static void next(PositionReader *reader, LabelledPosition *p) {
    Message message = {""};
    if (!positions_next(reader, p, &message))
        fail_msg("no position: %s", message.text);
}

/* Without most_per_game the reader gives what the plain reading gives, in order. */
static void compare(const Sample *s, const PositionFilter *f) {
    Message message = {"?"};
    PositionCounts wanted = {0};
    Seen seen = {NULL, 0};
    LabelledPosition *p = malloc(sizeof *p);
    Engine *engine = engine_new(&message);
    PositionReader *reader = positions_open(DATA_FILES, 2, f, &message);
    assert_non_null(reader);
    for (int i = 0; i < GAMES; i++) {
        const DataGame *game = &s->games[i];
        const int count = game->head.move_count > 0 ? game->head.move_count : 1;
        Position pos = game->start;
        wanted.games++;
        for (int ply = 0; ply < count; ply++) {
            Undo undo;
            if (ply >= game->head.opening_plies) {
                uint64_t *why = reason(f, engine, &seen, game, ply, &pos, &wanted);
                wanted.positions++;
                if (why != NULL) {
                    ++*why;
                } else {
                    wanted.kept++;
                    next(reader, p);
                    assert_int_equal(p->game, i);
                    assert_int_equal(p->ply, ply);
                    assert_int_equal(p->result, game->head.result);
                    assert_int_equal(p->score, game->head.move_count > 0 ? game->moves[ply].score
                                                                         : game->start_score);
                    assert_true(p->pos.state.key == pos.state.key);
                    assert_int_equal(p->pos.fullmove, pos.fullmove);
                    assert_ptr_equal(p->pos.rules, pos.rules);
                    bridge_expect_sound(&p->pos, "as it was read");
                }
            }
            if (ply + 1 < count)
                position_make(&pos, game->moves[ply].move, &undo);
        }
    }
    assert_false(positions_next(reader, p, &message));
    assert_string_equal(message.text, "");
    const PositionCounts got = positions_counts(reader);
    assert_memory_equal(&got, &wanted, sizeof got);
    assert_int_equal(positions_bytes_done(reader), positions_bytes_total(reader));
    assert_true(wanted.kept > 0);
    positions_close(reader);
    engine_free(engine);
    free(seen.keys);
    free(p);
}

static void test_filters(void **state) {
    const PositionFilter all = {.keep_checks = true, .keep_noisy = true, .keep_duplicates = true};
    PositionFilter f = position_filter_default();
    compare(*state, &f);
    f = all;
    compare(*state, &f);
    f.skip_plies = 11;
    compare(*state, &f);
    f = all;
    f.keep_checks = false;
    compare(*state, &f);
    f = all;
    f.keep_noisy = false;
    compare(*state, &f);
    f = all;
    f.keep_duplicates = false;
    compare(*state, &f);
    f = all;
    f.most_score = 200;
    compare(*state, &f);
    f = all;
    f.least_men = 36;
    compare(*state, &f);
    const PositionFilter strict = {.skip_plies = 3, .most_score = 1000, .least_men = 20};
    compare(*state, &strict);
}

/* ---- So many of a game ---- */

typedef struct {
    int plies[GAMES][200], count[GAMES];
    PositionCounts counts;
} Choice;

static void choose(const PositionFilter *f, Choice *c) {
    Message message;
    LabelledPosition *p = malloc(sizeof *p);
    PositionReader *reader = positions_open(DATA_FILES, 2, f, &message);
    memset(c, 0, sizeof *c);
    while (positions_next(reader, p, &message))
        c->plies[p->game][c->count[p->game]++] = p->ply;
    c->counts = positions_counts(reader);
    positions_close(reader);
    free(p);
}

static bool has_ply(const Choice *c, int game, int ply) {
    for (int i = 0; i < c->count[game]; i++)
        if (c->plies[game][i] == ply)
            return true;
    return false;
}

static void test_most_per_game(void **state) {
    enum { MOST = 4 };
    PositionFilter f = {.keep_noisy = true, .keep_checks = true, .seed = 5};
    Choice *c = calloc(4, sizeof *c), *all = &c[0], *some = &c[1], *again = &c[2], *other = &c[3];
    uint64_t kept = 0;
    (void)state;
    choose(&f, all);
    f.most_per_game = MOST;
    choose(&f, some);
    choose(&f, again);
    f.seed = 6;
    choose(&f, other);
    for (int i = 0; i < GAMES; i++) {
        const int wanted = all->count[i] < MOST ? all->count[i] : MOST;
        assert_int_equal(some->count[i], wanted);
        kept += (uint64_t)wanted;
        for (int j = 0; j < wanted; j++) {
            assert_true(has_ply(all, i, some->plies[i][j]));
            assert_true(j == 0 || some->plies[i][j] > some->plies[i][j - 1]);
        }
    }
    assert_int_equal(some->counts.kept, kept);
    assert_int_equal(some->counts.surplus, all->counts.kept - kept);
    assert_memory_equal(some, again, sizeof *some);
    assert_true(memcmp(some->plies, other->plies, sizeof some->plies) != 0);
    free(c);
}

/* ---- What is quiet, on boards that no game reaches ---- */

static void test_quiet(void **state) {
    const int count = test_amount(400, 20000);
    const PositionFilter f = {.keep_checks = true, .keep_duplicates = true};
    const char *const file = "boards.data";
    const SampleKind kinds[] = {SAMPLE_GAME, SAMPLE_STREWN, SAMPLE_ENDING, SAMPLE_PASSED,
                                SAMPLE_CASTLING};
    Message message;
    Sampler sampler;
    SlowBoard board;
    LabelledPosition *p = malloc(sizeof *p);
    DataGame *games = calloc((size_t)count, sizeof *games);
    int written = 0, quiet = 0;
    (void)state;
    scratch_enter();
    sampler_open(&sampler, 22);
    for (int i = 0; i < count; i++) {
        Position pos;
        sampler_next_of(&sampler, kinds[i % 5], &board);
        bridge_position(&board, &pos);
        if (position_game_state(&pos) != GAME_ONGOING)
            continue;
        data_game_init(&games[written], pos.rules);
        data_game_set_start(&games[written++], &pos);
    }
    data_file_write(file, games, written);
    Engine *engine = engine_new(&message);
    PositionReader *reader = positions_open(&file, 1, &f, &message);
    for (int i = 0; i < written; i++) {
        if (takes_or_promotes(engine, &games[i].start))
            continue;
        next(reader, p);
        assert_int_equal(p->game, i);
        quiet++;
    }
    assert_false(positions_next(reader, p, &message));
    assert_true(quiet > written / 20 && quiet < written);
    positions_close(reader);
    engine_free(engine);
    sampler_close(&sampler);
    data_games_free(games, written);
    free(p);
    scratch_leave();
}

/* ---- Files that are broken ---- */

static void test_damage(void **state) {
    const PositionFilter f = {.keep_noisy = true};
    const char *const files[] = {DATA_FILES[0], DATA_FILES[1], "missing.data"};
    Message message = {""};
    LabelledPosition *p = malloc(sizeof *p);
    (void)state;
    assert_null(positions_open(files, 3, &f, &message));
    assert_non_null(strstr(message.text, "missing.data"));
    FILE *out = fopen(DATA_FILES[1], "r+b"); /* its only block */
    assert_int_equal(fseek(out, -9, SEEK_END), 0);
    const int byte = getc(out);
    assert_int_equal(fseek(out, -9, SEEK_END), 0);
    putc(byte ^ 1, out);
    fclose(out);
    PositionReader *reader = positions_open(files, 2, &f, &message);
    assert_non_null(reader);
    while (positions_next(reader, p, &message))
        assert_true(p->game < GAMES_A_FILE);
    assert_non_null(strstr(message.text, "two.data: damaged"));
    assert_int_equal(positions_counts(reader).games, GAMES_A_FILE);
    assert_false(positions_next(reader, p, &message)); /* there is no going on */
    positions_close(reader);
    free(p);
}

int main(void) {
    board_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_filters, enter, leave),
        cmocka_unit_test_setup_teardown(test_most_per_game, enter, leave),
        cmocka_unit_test(test_quiet),
        cmocka_unit_test_setup_teardown(test_damage, enter, leave),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
