/*
 * Making and unmaking moves, whole games, and the symmetries of the board, which the evaluation
 * shares.
 *
 * Keys have their own program, test_keys.c; the ends of games have test_draws.c.
 */
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/suite.h"

#include "eval/evaluate.h"

/* Fills the unused part of the history: whatever a move overwrites there has to come back. */
static void scribble_on_history(Random *random, Position *pos) {
    for (int i = 1; i < HISTORY_SIZE; i++)
        pos->history[i] = random_next(random);
}

static void expect_unchanged(const Position *pos, const Position *before, const char *what) {
    char fen[SLOW_TEXT];
    /* Padding included: the promise is that every byte is as it was. */
    if (memcmp((const char *)pos, (const char *)before, sizeof *pos) != 0)
        fail_msg("%s, %s: %s and its unmaking leave a trace", before->rules->short_name,
                 bridge_fen(before, fen), what);
}

static void test_arrays(void **state) {
    (void)state;
    for (int i = 0; i < RULE_SETS; i++) {
        SlowBoard board;
        Position pos, built;
        slow_start(&board, i == 1);
        position_set_start(&pos, &RULES[i]);
        bridge_expect_equal(&pos, &board, "the array");
        bridge_expect_sound(&pos, "the array");
        bridge_position(&board, &built);
        assert_true(pos.state.key == built.state.key);
        assert_true(pos.rules == &RULES[i]);
    }
}

/* ---- One move there and back ---- */

static void try_move(Position *pos, const SlowBoard *board, Move move) {
    char text[32];
    Position before, copy;
    Undo undo, undo_of_copy;
    SlowBoard after = *board;
    const SlowMove slow = bridge_slow_move(move);
    const Piece moved = pos->board[move_from(move)], captured = position_captured(pos, move);
    bridge_move_text(move, text);
    memcpy(&before, pos, sizeof before);
    memcpy(&copy, pos, sizeof copy);

    slow_make(&after, &slow);
    position_make(pos, move, &undo);
    bridge_expect_equal(pos, &after, text);
    bridge_expect_sound(pos, text);
    assert_int_equal(undo.moved, moved);
    assert_int_equal(undo.captured, captured);
    assert_int_equal(pos->ply, before.ply + 1);

    /* A position is a value: its copy lives its own life and comes to the same. */
    assert_memory_equal(&copy, &before, sizeof copy);
    position_make(&copy, move, &undo_of_copy);
    assert_memory_equal(&copy, pos, sizeof copy);

    position_unmake(pos, move, &undo);
    expect_unchanged(pos, &before, text);
}

static void try_null_move(Position *pos, const SlowBoard *board) {
    Position before;
    Undo undo;
    SlowBoard after = *board;
    memcpy(&before, pos, sizeof before);
    position_make_null(pos, &undo);
    after.number += after.black_to_move;
    after.black_to_move = !after.black_to_move;
    after.passed_count = 0;
    after.clock =
        pos->state.halfmove_clock; /* a null move is no move of the game: either will do */
    bridge_expect_equal(pos, &after, "null move");
    bridge_expect_sound(pos, "null move");
    assert_false(position_in_check(pos));
    assert_int_equal(pos->state.en_passant, 0);
    assert_int_equal(pos->state.en_passant_pawn, 0);
    assert_int_equal(pos->state.since_null, 0);
    assert_int_equal(position_repetitions(pos), 0);
    position_unmake_null(pos, &undo);
    expect_unchanged(pos, &before, "null move");
}

static void run_samples(SampleKind kind, uint64_t seed, int amount) {
    Sampler sampler;
    SlowBoard board;
    Position pos;
    MoveList list;
    sampler_open(&sampler, seed);
    for (int i = 0; i < amount; i++) {
        sampler_next_of(&sampler, kind, &board);
        bridge_position(&board, &pos);
        bridge_expect_equal(&pos, &board, "built");
        bridge_expect_sound(&pos, "built");
        scribble_on_history(&sampler.random, &pos);
        generate_legal(&pos, &list);
        for (int m = 0; m < list.count; m++)
            try_move(&pos, &board, list.moves[m]);
        if (!position_in_check(&pos))
            try_null_move(&pos, &board);
    }
    sampler_close(&sampler);
}

static void test_moves_of_games(void **state) {
    (void)state;
    run_samples(SAMPLE_GAME, 31, test_amount(300, 10000));
}

static void test_moves_of_strewn_men(void **state) {
    (void)state;
    run_samples(SAMPLE_STREWN, 32, test_amount(100, 3000));
    run_samples(SAMPLE_CROWDED, 33, test_amount(15, 500));
    run_samples(SAMPLE_ENDING, 34, test_amount(100, 3000));
}

static void test_moves_with_passed_pawns(void **state) {
    (void)state;
    run_samples(SAMPLE_PASSED, 35, test_amount(150, 5000));
}

static void test_moves_of_castling(void **state) {
    (void)state;
    run_samples(SAMPLE_CASTLING, 36, test_amount(100, 5000));
}

/* ---- Games ---- */

typedef struct {
    Move move;
    Undo undo;
    Key key; /* before the move */
} Step;

typedef struct {
    Step *steps;
    int count, room;
} Record;

static Step *record_push(Record *record) {
    if (record->count == record->room) {
        record->room = record->room * 2 + 256;
        record->steps = realloc(record->steps, (size_t)record->room * sizeof *record->steps);
        if (record->steps == NULL)
            abort();
    }
    return &record->steps[record->count++];
}

/* Plays on at random until the game is over; `board`, if not NULL, is played along. */
static GameState play(Random *random, Position *pos, SlowBoard *board, Record *record) {
    GameState state;
    while ((state = position_game_state(pos)) == GAME_ONGOING) {
        MoveList list;
        generate_legal(pos, &list);
        Step *step = record_push(record);
        step->move = list.moves[random_below(random, list.count)];
        step->key = pos->state.key;
        const SlowMove slow = bridge_slow_move(step->move);
        position_make(pos, step->move, &step->undo);
        bridge_expect_sound(pos, "made");
        if (board != NULL) {
            slow_make(board, &slow);
            bridge_expect_equal(pos, board, "along the game");
        }
    }
    return state;
}

static void take_back(Position *pos, Record *record) {
    while (record->count > 0) {
        const Step *step = &record->steps[--record->count];
        position_unmake(pos, step->move, &step->undo);
        bridge_expect_sound(pos, "unmade");
        assert_true(pos->state.key == step->key);
    }
}

static void test_whole_games(void **state) {
    (void)state;
    enum { PLAYED_ALONG = 8 /* one game in so many */ };
    Random random = {37};
    Record record = {0};
    int ends[GAME_FIFTY_MOVES + 1] = {0}, longest = 0;
    uint64_t plies = 0;
    for (int i = 0; i < test_amount(300, 10000); i++) {
        static Position pos, before;
        SlowBoard board;
        slow_start(&board, i % 2 == 1);
        bridge_position(&board, &pos);
        scribble_on_history(&random, &pos);
        memcpy(&before, &pos, sizeof before);
        ends[play(&random, &pos, i % PLAYED_ALONG < 2 ? &board : NULL, &record)]++;
        plies += (uint64_t)record.count;
        longest = record.count > longest ? record.count : longest;
        take_back(&pos, &record);
        expect_unchanged(&pos, &before, "a whole game");
    }
    free(record.steps);
    print_message(
        "%" PRIu64
        " half-moves, at most %d a game; %d mates, %d stalemates, %d dead, %d repetitions, "
        "%d by 50 moves\n",
        plies, longest, ends[GAME_CHECKMATE], ends[GAME_STALEMATE], ends[GAME_DEAD_POSITION],
        ends[GAME_REPETITION], ends[GAME_FIFTY_MOVES]);
    assert_int_equal(ends[GAME_ONGOING], 0);
    assert_true(ends[GAME_CHECKMATE] > 0 && ends[GAME_FIFTY_MOVES] > 0);
}

/* ---- Orders of moves ---- */

/* Men that walk, take nothing and are no pawns: whichever of them walk first, they end up the same.
 */
static bool random_walk(Random *random, const Position *pos, Move *move) {
    MoveList list;
    generate_legal(pos, &list);
    for (int tries = 0; list.count > 0 && tries < 20; tries++) {
        *move = list.moves[random_below(random, list.count)];
        if (move_kind(*move) == MOVE_NORMAL && !position_is_tactical(pos, *move) &&
            piece_type(pos->board[move_from(*move)]) != PAWN)
            return true;
    }
    return false;
}

/* Plays the four moves if each is legal when its turn comes; the position then lacks a past. */
static bool walk_in_order(Position *pos, const Move *moves, const int *order) {
    for (int i = 0; i < 4; i++) {
        Undo undo;
        const Move move = moves[order[i]];
        if (!position_is_legal(pos, move) || position_captured(pos, move) != NO_PIECE)
            return false;
        position_make(pos, move, &undo);
    }
    memset(pos->history, 0, sizeof pos->history);
    return true;
}

/* Two quiet moves of each side by different men, in all four orders: all but the way is the same,
 * byte for byte. */
static void test_orders_of_moves(void **state) {
    (void)state;
    static const int orders[4][4] = {{0, 1, 2, 3}, {2, 1, 0, 3}, {0, 3, 2, 1}, {2, 3, 0, 1}};
    static Position pos, line, first;
    Sampler sampler;
    int compared = 0;
    sampler_open(&sampler, 39);
    for (int i = 0; i < test_amount(600, 20000); i++) {
        SlowBoard board;
        Move moves[4];
        bool playable = true;
        if (i % 10 < 2)
            slow_start(&board, i % 10 == 1);
        else
            sampler_next(&sampler, &board);
        bridge_position(&board, &pos);
        line = pos;
        for (int m = 0; m < 4 && playable; m++) {
            Undo undo;
            playable = random_walk(&sampler.random, &line, &moves[m]) &&
                       (m < 2 || move_from(moves[m]) != move_to(moves[m - 2]));
            if (playable)
                position_make(&line, moves[m], &undo);
        }
        if (!playable)
            continue;
        first = pos;
        assert_true(walk_in_order(&first, moves, orders[0]));
        for (int n = 1; n < 4; n++) {
            line = pos;
            if (!walk_in_order(&line, moves, orders[n]))
                continue;
            compared++;
            if (memcmp((const char *)&line, (const char *)&first, sizeof line) != 0) {
                char before[SLOW_TEXT], after[SLOW_TEXT];
                fail_msg("%s: the way to %s (order %d) leaves a trace", bridge_fen(&pos, before),
                         bridge_fen(&first, after), n);
            }
        }
    }
    sampler_close(&sampler);
    print_message("%d orders compared\n", compared);
    assert_true(compared > test_amount(300, 10000));
}

/* ---- Symmetries ---- */

typedef struct {
    const char *name;
    void (*image)(const Position *pos, Position *image);
    bool swap_colors, flip_ranks, flip_files;
} Symmetry;

static const Symmetry SYMMETRIES[] = {
    {"rotation", position_rotate, true, true, true},
    {"mirror of colours", position_mirror_colors, true, true, false},
    {"mirror of files", position_mirror_files, false, false, true},
};

static SlowSquare image_of_square(SlowSquare s, const Symmetry *y) {
    return (SlowSquare){y->flip_files ? SLOW_FILES - 1 - s.file : s.file,
                        y->flip_ranks ? SLOW_RANKS - 1 - s.rank : s.rank};
}

static void slow_image(const SlowBoard *board, const Symmetry *y, SlowBoard *image) {
    *image = *board;
    for (int rank = 0; rank < SLOW_RANKS; rank++)
        for (int file = 0; file < SLOW_FILES; file++) {
            const SlowSquare s = image_of_square((SlowSquare){file, rank}, y);
            const int man = (unsigned char)board->man[rank][file];
            image->man[s.rank][s.file] =
                (char)(y->swap_colors ? (islower(man) ? toupper(man) : tolower(man)) : man);
        }
    image->black_to_move = board->black_to_move != y->swap_colors;
    for (int black = 0; black < 2; black++)
        for (int side = 0; side < 2; side++)
            image->castle[black ^ y->swap_colors][side ^ y->flip_files] =
                board->castle[black][side];
    for (int i = 0; i < board->passed_count; i++) {
        const bool reversed = y->flip_ranks && board->passed_count == 2;
        image->passed[reversed ? 1 - i : i] = image_of_square(board->passed[i], y);
    }
    image->passer = image_of_square(board->passer, y);
}

static void test_symmetries(void **state) {
    (void)state;
    static Position pos, image, back;
    Sampler sampler;
    SlowBoard board, expected;
    sampler_open(&sampler, 38);
    for (int i = 0; i < test_amount(60, 1500); i++) {
        enum { FEW_NODES = 4000 /* so few that another move may follow, in a long run */ };
        sampler_next(&sampler, &board);
        bridge_position(&board, &pos);
        int depth = 2;
        uint64_t nodes = bridge_perft(&pos, depth);
        if (test_is_full() && nodes <= FEW_NODES)
            nodes = bridge_perft(&pos, ++depth);
        for (size_t n = 0; n < sizeof SYMMETRIES / sizeof SYMMETRIES[0]; n++) {
            const Symmetry *y = &SYMMETRIES[n];
            y->image(&pos, &image);
            slow_image(&board, y, &expected);
            bridge_expect_equal(&image, &expected, y->name);
            bridge_expect_sound(&image, y->name);
            assert_true(image.rules == pos.rules);
            if (bridge_perft(&image, depth) != nodes) {
                char fen[SLOW_TEXT];
                fail_msg("%s: the image of %s has other moves", y->name, bridge_fen(&pos, fen));
            }
            y->image(&image, &back);
            bridge_expect_equal(&back, &board, y->name);
            assert_true(back.state.key == pos.state.key);
        }
    }
    sampler_close(&sampler);
}

/* For the side to move, with a cache and without, found there or not. */
static int expect_one_score(const Position *pos, EvaluationCache *cache) {
    const int score = evaluate(pos, NULL);
    const int missed = evaluate(pos, cache), found = evaluate(pos, cache);
    char fen[SLOW_TEXT];
    if (missed != score || found != score)
        fail_msg("%s, %s: %d without a cache, %d and %d with one", pos->rules->short_name,
                 bridge_fen(pos, fen), score, missed, found);
    EvaluationTrace trace;
    const int traced = evaluate_trace(pos, &trace), white = pos->side == WHITE ? score : -score;
    if (traced != score || trace.total != score || trace_score(&trace, &WEIGHTS) != white)
        fail_msg("%s, %s: %d, but traced as %d, which adds up to %d for White",
                 pos->rules->short_name, bridge_fen(pos, fen), score, traced,
                 trace_score(&trace, &WEIGHTS));
    if (abs(score) > EVALUATION_MAX)
        fail_msg("%s, %s: %d is too much", pos->rules->short_name, bridge_fen(pos, fen), score);
    return score;
}

static void run_scores(SampleKind kind, uint64_t seed, int amount) {
    static Position pos, image;
    Sampler sampler;
    SlowBoard board;
    int advantages = 0;
    EvaluationCache *cache = calloc(1, sizeof *cache);
    assert_non_null(cache);
    sampler_open(&sampler, seed);
    for (int i = 0; i < amount; i++) {
        sampler_next_of(&sampler, kind, &board);
        bridge_position(&board, &pos);
        const int score = expect_one_score(&pos, cache);
        advantages += score != 0;
        for (size_t n = 0; n < sizeof SYMMETRIES / sizeof SYMMETRIES[0]; n++) {
            SYMMETRIES[n].image(&pos, &image);
            const int of_image = expect_one_score(&image, cache);
            if (of_image != score) {
                char fen[SLOW_TEXT];
                fail_msg("%s, %s: worth %d, and its %s %d", pos.rules->short_name,
                         bridge_fen(&pos, fen), score, SYMMETRIES[n].name, of_image);
            }
        }
    }
    sampler_close(&sampler);
    free(cache);
    assert_true(advantages > amount / 2);
}

static void test_scores_of_images(void **state) {
    (void)state;
    run_scores(SAMPLE_GAME, 61, test_amount(3000, 50000));
    run_scores(SAMPLE_STREWN, 62, test_amount(500, 20000));
    run_scores(SAMPLE_CROWDED, 63, test_amount(100, 5000));
    run_scores(SAMPLE_ENDING, 64, test_amount(1000, 20000));
    run_scores(SAMPLE_PASSED, 65, test_amount(500, 20000));
    run_scores(SAMPLE_CASTLING, 66, test_amount(300, 10000));
}

/* One cache for the positions of whole games, as a thread has it: most pawns are met again, with
 * other men around them. */
static void test_scores_along_games(void **state) {
    (void)state;
    static Position pos;
    Random random = {67};
    EvaluationCache *cache = calloc(1, sizeof *cache);
    assert_non_null(cache);
    for (int i = 0; i < test_amount(20, 500); i++) {
        SlowBoard board;
        slow_start(&board, i % 2 == 1);
        bridge_position(&board, &pos);
        for (int ply = 0; ply < 300 && position_game_state(&pos) == GAME_ONGOING; ply++) {
            MoveList list;
            Undo undo;
            generate_legal(&pos, &list);
            position_make(&pos, list.moves[random_below(&random, list.count)], &undo);
            expect_one_score(&pos, cache);
        }
    }
    free(cache);
}

/* A played position has a history; its image has none. */
static void test_image_has_no_history(void **state) {
    (void)state;
    static const char *const moves[] = {"b1c3", "b10c8", "c3b1", "c8b10"};
    static Position pos, image;
    SlowBoard board;
    slow_start(&board, true);
    bridge_position(&board, &pos);
    for (size_t i = 0; i < sizeof moves / sizeof moves[0]; i++) {
        SlowMove slow[SLOW_MAX_MOVES];
        Undo undo;
        char text[32];
        for (int m = slow_moves(&board, slow) - 1; m >= 0; m--) {
            slow_move_text(&slow[m], text);
            if (strcmp(text, moves[i]) == 0) {
                position_make(&pos, bridge_move(&slow[m]), &undo);
                slow_make(&board, &slow[m]);
                break;
            }
        }
    }
    assert_int_equal(position_repetitions(&pos), 1);
    for (size_t n = 0; n < sizeof SYMMETRIES / sizeof SYMMETRIES[0]; n++) {
        SYMMETRIES[n].image(&pos, &image);
        assert_int_equal(position_repetitions(&image), 0);
        assert_int_equal(image.state.halfmove_clock, pos.state.halfmove_clock);
    }
}

/* position_check is what everything else leans on: it has to notice. */
static void test_check_finds_damage(void **state) {
    (void)state;
    static Position sound, pos;
    Message message;
    SlowBoard board;
    slow_parse("r4k4r/11/11/11/11/11/11/11/P10/R4K4R w KAka - 0 1", false, &board);
    bridge_position(&board, &sound);
    assert_true(position_check(&sound, &message));
    for (int damage = 0; damage < 10; damage++) {
        pos = sound;
        switch (damage) {
        case 0: pos.state.key ^= 1; break;
        case 1: pos.state.pawn_key ^= 1; break;
        case 2: pos.state.material_key ^= 1; break;
        case 3: pos.state.checkers ^= 1; break;
        case 4: pos.by_type[ROOK] ^= BB_SQUARE(50); break;
        case 5: pos.by_color[BLACK] ^= BB_SQUARE(50); break;
        case 6: pos.board[50] = piece_of(WHITE, KNIGHT); break;
        case 7: pos.count[piece_of(BLACK, ROOK)]++; break;
        case 8: pos.king[WHITE]++; break;
        case 9: pos.side ^= 1; break;
        default: break;
        }
        message.text[0] = '\0';
        if (position_check(&pos, &message))
            fail_msg("position_check overlooks damage %d", damage);
        assert_true(message.text[0] != '\0');
    }
}

int main(void) {
    board_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_arrays),
        cmocka_unit_test(test_check_finds_damage),
        cmocka_unit_test(test_moves_of_games),
        cmocka_unit_test(test_moves_of_strewn_men),
        cmocka_unit_test(test_moves_with_passed_pawns),
        cmocka_unit_test(test_moves_of_castling),
        cmocka_unit_test(test_whole_games),
        cmocka_unit_test(test_orders_of_moves),
        cmocka_unit_test(test_symmetries),
        cmocka_unit_test(test_scores_of_images),
        cmocka_unit_test(test_scores_along_games),
        cmocka_unit_test(test_image_has_no_history),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
