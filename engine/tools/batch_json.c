#include "engine/tools/batch_json.h"

#include "bitboard/fen.h"
#include "engine/report/verdict.h"
#include "engine/tools/json_values.h"

static json_t *lines_of(const Position *pos, const AnalysedPosition *a) {
    json_t *lines = json_array();
    for (int i = 0; i < a->line_count; i++) {
        json_t *line =
            json_pack("{s:i, s:o}", "multipv", i + 1, "score", json_score(a->lines[i].score));
        json_set_line(line, pos, a->lines[i].moves, a->lines[i].count);
        json_array_append_new(lines, line);
    }
    return lines;
}

/* What every position has. */
static json_t *position_object(const Position *pos, const AnalysedPosition *a) {
    char fen[FEN_SIZE];
    fen_write(pos, fen);
    json_t *object = json_pack("{s:s, s:s, s:s, s:s, s:i, s:I, s:I}", "type", "position", "variant",
                               pos->rules->name, "fen", fen, "game_state",
                               json_game_state(position_game_state(pos)), "depth", a->depth,
                               "nodes", (json_int_t)a->nodes, "time_ms", (json_int_t)a->time_ms);
    if (a->line_count > 0) {
        json_object_set_new(object, "best", json_coordinates(a->lines[0].moves[0]));
        json_object_set_new(object, "san", json_san(pos, a->lines[0].moves[0]));
        json_object_set_new(object, "score", json_score(a->lines[0].score));
    }
    json_object_set_new(object, "lines", lines_of(pos, a));
    return object;
}

/* ---- EPD ---- */

static void set_moves(json_t *object, const char *key, const Position *pos, const Move *moves,
                      int count) {
    json_t *array = json_array();
    if (count > 0)
        json_object_set(object, key, array);
    for (int i = 0; i < count; i++)
        json_array_append_new(array, json_san(pos, moves[i]));
    json_decref(array);
}

void batch_json_test(FILE *out, const TestPosition *test, const Position *pos,
                     const AnalysedPosition *a) {
    const Solution *s = &a->solution;
    json_t *object = position_object(pos, a);
    json_object_set_new(object, "line", json_integer(test->number));
    if (test->id[0] != '\0')
        json_object_set_new(object, "id", json_string(test->id));
    set_moves(object, "bm", pos, test->best, test->best_count);
    set_moves(object, "am", pos, test->avoid, test->avoid_count);
    if (test->mate > 0)
        json_object_set_new(object, "dm", json_integer(test->mate));
    if (test_position_is_test(test))
        json_object_set_new(object, "solved", json_boolean(s->solved));
    if (s->solved)
        json_object_set_new(object, "solution",
                            json_pack("{s:i, s:I, s:I}", "depth", s->depth, "nodes",
                                      (json_int_t)s->nodes, "time_ms", (json_int_t)s->time_ms));
    json_print_line(out, object);
}

/* ---- Games ---- */

static void print_head(FILE *out, const PgnGame *game) {
    json_t *tags = json_object();
    for (int i = 0; i < game->tag_count; i++)
        json_object_set_new(tags, game->tags[i].name, json_string(game->tags[i].value));
    json_print_line(out, json_pack("{s:s, s:I, s:s, s:i, s:o}", "type", "game", "game",
                                   (json_int_t)game->number, "result", game->result, "plies",
                                   game->line.count, "tags", tags));
}

static void set_played(json_t *object, const GameReview *review, int number, const Position *pos) {
    const Move move = review->game->line.moves[number].move;
    json_object_set_new(object, "played", json_coordinates(move));
    json_object_set_new(object, "played_san", json_san(pos, move));
    const double loss = game_review_loss(review, number, pos);
    json_object_set_new(object, "loss", json_real(loss));
    json_object_set_new(object, "verdict",
                        json_string(nag_mark(verdict_nag(verdict_of_loss(loss)))));
}

void batch_json_game(FILE *out, const BatchReview *r) {
    const PgnGame *game = r->review.game;
    Position pos = game->start;
    print_head(out, game);
    for (int i = 0; i < r->review.count; i++) {
        json_t *object = position_object(&pos, &r->analysed[i]);
        json_object_set_new(object, "game", json_integer(game->number));
        json_object_set_new(object, "ply", json_integer(i));
        if (i + 1 < r->review.count) {
            Undo undo;
            set_played(object, &r->review, i, &pos);
            position_make(&pos, game->line.moves[i].move, &undo);
        }
        json_print_line(out, object);
    }
}

void batch_json_summary(FILE *out, const Batch *batch, int tests, int solved) {
    json_t *object =
        json_pack("{s:s, s:I}", "type", "summary", "positions", (json_int_t)batch->units);
    if (batch->kind == BATCH_PGN)
        json_object_set_new(object, "games", json_integer((json_int_t)batch->count));
    if (tests > 0) {
        json_object_set_new(object, "tests", json_integer(tests));
        json_object_set_new(object, "solved", json_integer(solved));
    }
    json_print_line(out, object);
}
