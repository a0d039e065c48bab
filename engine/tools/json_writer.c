#include "engine/tools/json_writer.h"

#include "bitboard/fen.h"
#include "engine/tools/json_values.h"

#include <stdlib.h>

typedef struct {
    FILE *out;
    Position root;
} JsonState;

static void *begin(FILE *out, const Position *pos, int multipv) {
    JsonState *s = malloc(sizeof *s);
    char fen[FEN_SIZE];
    if (s == NULL)
        return NULL;
    s->out = out;
    s->root = *pos;
    fen_write(pos, fen);
    json_print_line(out, json_pack("{s:s, s:s, s:s, s:i}", "type", "position", "variant",
                                   pos->rules->name, "fen", fen, "multipv", multipv));
    return s;
}

static void report(void *state, const SearchReport *r) {
    static const char *const bounds[] = {"none", "upper", "lower", "exact"};
    JsonState *s = state;
    json_t *object =
        json_pack("{s:s, s:i, s:i, s:i, s:o, s:s, s:I, s:I, s:I, s:i}", "type", "line", "depth",
                  r->depth, "seldepth", r->selective_depth, "multipv", r->multipv, "score",
                  json_score(r->score), "bound", bounds[r->bound], "nodes", (json_int_t)r->nodes,
                  "nps", (json_int_t)r->nodes_per_second, "time_ms", (json_int_t)r->time_ms,
                  "hashfull", r->hash_permille);
    json_set_line(object, &s->root, r->pv, r->pv_length);
    json_print_line(s->out, object);
}

static void end(void *state, const SearchResult *result, GameState game_state) {
    JsonState *s = state;
    json_t *object =
        json_pack("{s:s, s:s, s:s}", "type", "result", "game_state", json_game_state(game_state),
                  "game_result", position_result(&s->root, game_state));
    if (object != NULL && result != NULL && result->best != MOVE_NONE) {
        json_object_set_new(object, "best", json_coordinates(result->best));
        json_object_set_new(object, "san", json_san(&s->root, result->best));
        if (result->ponder != MOVE_NONE)
            json_object_set_new(object, "ponder", json_coordinates(result->ponder));
        json_object_set_new(object, "score", json_score(result->score));
        json_object_set_new(object, "depth", json_integer(result->depth));
        json_object_set_new(object, "nodes", json_integer((json_int_t)result->nodes));
        json_object_set_new(object, "time_ms", json_integer((json_int_t)result->time_ms));
    }
    json_print_line(s->out, object);
    free(s);
}

const AnalysisWriter JSON_WRITER = {begin, report, NULL, end};
