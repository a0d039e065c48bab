#include "tests/support/suite.h"

#ifdef BRINDLE_HAVE_TOOLS

#include "tests/support/match_run.h"

#include "bitboard/fen.h"
#include "engine/pgn/pgn.h"

#include <stdlib.h>
#include <string.h>

void games_read(Games *games, const char *file_name) {
    char *text = file_read(file_name);
    const int lines = occurrences(text, "\n");
    *games = (Games){calloc((size_t)lines + 1, sizeof *games->games), 0};
    assert_non_null(games->games);
    for (char *line = text; line != NULL && *line != '\0';) {
        char *end = strchr(line, '\n');
        Message message;
        if (end == NULL)
            fail_msg("%s: its last line has no end", file_name);
        if (!record_from_json(line, (size_t)(end - line), &games->games[games->count], &message))
            fail_msg("%s, line %d: %s", file_name, games->count + 1, message.text);
        if (games->games[games->count].number != (uint64_t)games->count)
            fail_msg("%s: line %d is game %d", file_name, games->count + 1,
                     (int)games->games[games->count].number + 1);
        games->count++;
        line = end + 1;
    }
    free(text);
}

void games_free(Games *games) {
    for (int i = 0; i < games->count; i++)
        record_clear(&games->games[i]);
    free(games->games);
    *games = (Games){NULL, 0};
}

void games_expect_same(const Games *a, const Games *b) {
    assert_int_equal(a->count, b->count);
    for (int i = 0; i < a->count; i++) {
        const GameRecord *x = &a->games[i], *y = &b->games[i];
        char fen[2][FEN_SIZE];
        if (x->move_count != y->move_count)
            fail_msg("game %d has %d half-moves, and %d", i + 1, x->move_count, y->move_count);
        for (int m = 0; m < x->move_count; m++)
            if (x->moves[m].move != y->moves[m].move || x->moves[m].nodes != y->moves[m].nodes ||
                x->moves[m].score != y->moves[m].score)
                fail_msg("game %d differs at half-move %d", i + 1, m + 1);
        for (int c = 0; c < COLORS; c++) {
            assert_string_equal(x->name[c], y->name[c]);
            assert_string_equal(x->tc[c], y->tc[c]);
        }
        assert_string_equal(x->result, y->result);
        assert_string_equal(x->reason, y->reason);
        assert_int_equal(x->termination, y->termination);
        assert_int_equal(x->opening, y->opening);
        assert_int_equal(x->opening_moves, y->opening_moves);
        fen_write(&x->start, fen[0]);
        fen_write(&y->start, fen[1]);
        assert_string_equal(fen[0], fen[1]);
    }
}

static void expect_tag(const PgnGame *game, const char *name, const char *wanted) {
    const char *value = pgn_tag(game, name);
    assert_non_null(value);
    assert_string_equal(value, wanted);
}

void games_expect_in_pgn(const Games *games, const char *file_name) {
    FILE *in = fopen(file_name, "r");
    PgnGame game;
    Message message = {""};
    PgnStatus status;
    int count = 0;
    assert_non_null(in);
    PgnReader *reader = pgn_reader_new(in, file_name);
    pgn_game_init(&game, &RULES[0]);
    while ((status = pgn_read(reader, NULL, &game, &message)) == PGN_GAME) {
        assert_true(count < games->count);
        const GameRecord *r = &games->games[count++];
        assert_int_equal(game.line.count, r->move_count);
        for (int m = 0; m < r->move_count; m++)
            assert_int_equal(game.line.moves[m].move, r->moves[m].move);
        assert_string_equal(game.result, r->result);
        expect_tag(&game, "White", r->name[WHITE]);
        expect_tag(&game, "Black", r->name[BLACK]);
        expect_tag(&game, "Termination", termination_name(r->termination));
        expect_tag(&game, "Variant", r->start.rules->name);
    }
    if (status != PGN_END)
        fail_msg("%s", message.text);
    assert_int_equal(count, games->count);
    pgn_game_clear(&game);
    pgn_reader_free(reader);
    fclose(in);
}

#endif
