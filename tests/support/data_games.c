#include "tests/support/suite.h"

#include "tests/support/data_games.h"

#include "bitboard/fen.h"
#include "bitboard/movegen.h"

#include <stdlib.h>
#include <string.h>

static bool play_random(Random *random, Position *pos, Move *move) {
    MoveList list;
    Undo undo;
    if (position_game_state(pos) != GAME_ONGOING)
        return false;
    generate_legal(pos, &list);
    *move = list.moves[random_below(random, list.count)];
    position_make(pos, *move, &undo);
    return true;
}

static Score sample_score(Random *random) {
    static const Score special[] = {
        SCORE_NONE, SCORE_MATE, -SCORE_MATE, SCORE_MATE - 7, SCORE_MAX_EVAL, -SCORE_MAX_EVAL, 0,
        63,         -64,        64};
    const int count = sizeof special / sizeof special[0];
    const int drawn = random_below(random, 4 * count);
    return drawn < count ? special[drawn] : random_below(random, 3001) - 1500;
}

void data_sample(Random *random, uint64_t number, DataGame *game) {
    Position pos;
    Move move;
    const int before = random_below(random, 2) * random_below(random, 40),
              moves = random_below(random, 4) == 0 ? 0 : 1 + random_below(random, 90);
    data_game_reset(game, &RULES[random_below(random, RULE_SETS)]);
    for (int i = 0; i < before; i++) {
        Position last = game->start;
        if (!play_random(random, &game->start, &move) ||
            position_game_state(&game->start) != GAME_ONGOING) {
            game->start = last;
            break;
        }
    }
    position_finish(&game->start); /* forgets what was before, as a file does */
    pos = game->start;
    data_game_set_start(game, &pos);
    game->head.number = number;
    game->head.scored = random_below(random, 4) > 0;
    for (int i = 0; i < moves && play_random(random, &pos, &move); i++)
        assert_true(data_game_add(game, move, SCORE_NONE));
    if (game->head.move_count > 0)
        game->head.opening_plies = random_below(random, game->head.move_count);
    for (int i = game->head.opening_plies; i < game->head.move_count && game->head.scored; i++)
        game->moves[i].score = sample_score(random);
    if (game->head.move_count == 0 && game->head.scored)
        game->start_score = sample_score(random);
    const GameState state = position_game_state(&pos);
    game->head.end = data_end_of(state);
    game->head.result = random_below(random, DATA_RESULTS);
    if (state != GAME_ONGOING)
        game->head.result = data_result_from_text(position_result(&pos, state));
}

void data_expect_same(const DataGame *a, const DataGame *b) {
    char one[FEN_SIZE], other[FEN_SIZE];
    assert_int_equal(a->head.number, b->head.number);
    assert_ptr_equal(a->head.rules, b->head.rules);
    assert_int_equal(a->head.result, b->head.result);
    assert_int_equal(a->head.end, b->head.end);
    assert_int_equal(a->head.from_array, b->head.from_array);
    assert_int_equal(a->head.scored, b->head.scored);
    assert_int_equal(a->head.opening_plies, b->head.opening_plies);
    assert_int_equal(a->head.move_count, b->head.move_count);
    assert_int_equal(a->start_score, b->start_score);
    fen_write(&a->start, one);
    fen_write(&b->start, other);
    assert_string_equal(one, other);
    for (int i = 0; i < a->head.move_count; i++) {
        assert_int_equal(a->moves[i].move, b->moves[i].move);
        assert_int_equal(a->moves[i].score, b->moves[i].score);
    }
}

void data_file_write(const char *file, const DataGame *games, int count) {
    static const char TEXT[] = "created-by a test\nkind test\n";
    Message message;
    int64_t torn;
    DataWriter *w = data_writer_append(file, TEXT, NULL, NULL, &torn, &message);
    assert_non_null(w);
    for (int i = 0; i < count; i++)
        assert_true(data_writer_add(w, &games[i], &message));
    assert_true(data_writer_commit(w, &message));
    data_writer_close(w);
}

DataGame *data_file_read(const char *file, int *count) {
    Message message = {""};
    DataReader *reader = data_reader_open(file, &message);
    DataGame *games = NULL;
    int room = 0;
    if (reader == NULL)
        fail_msg("%s", message.text);
    for (*count = 0;; ++*count) {
        if (*count == room) {
            room = 2 * room + 16;
            games = realloc(games, (size_t)room * sizeof *games);
            assert_non_null(games);
        }
        data_game_init(&games[*count], &RULES[0]);
        const DataStatus status = data_read(reader, &games[*count], &message);
        if (status == DATA_END)
            break;
        if (status != DATA_GAME || !data_game_check(&games[*count], &message))
            fail_msg("%s: game %d: %s", file, *count, message.text);
    }
    data_game_free(&games[*count]);
    data_reader_close(reader);
    return games;
}

void data_games_free(DataGame *games, int count) {
    for (int i = 0; i < count; i++)
        data_game_free(&games[i]);
    free(games);
}

void data_expect_same_games(const DataGame *a, int a_count, const DataGame *b, int b_count) {
    assert_int_equal(a_count, b_count);
    for (int i = 0; i < a_count; i++) {
        int found = 0;
        for (int j = 0; j < b_count; j++)
            if (a[i].head.number == b[j].head.number) {
                data_expect_same(&a[i], &b[j]);
                found++;
            }
        assert_int_equal(found, 1);
    }
}
