#include "engine/tools/json_writer.h"

#include "bitboard/fen.h"
#include "bitboard/notation.h"

#include <jansson.h>
#include <stdlib.h>

typedef struct {
    FILE *out;
    Position root;
} JsonState;

static void print_object(JsonState *s, json_t *object) {
    if (object == NULL)
        return;
    json_dumpf(object, s->out, JSON_COMPACT);
    fputc('\n', s->out);
    fflush(s->out);
    json_decref(object);
}

/* {"cp": 35} or {"mate": -3}, for the side to move. */
static json_t *score_object(Score score) {
    if (score_is_mate(score))
        return json_pack("{s:i}", "mate", score_mate_moves(score));
    return json_pack("{s:i}", "cp", score);
}

static json_t *san_string(const Position *pos, Move move) {
    char text[MOVE_TEXT_SIZE];
    return json_string(san_write(pos, move, text));
}

static json_t *coordinate_string(Move move) {
    char text[MOVE_TEXT_SIZE];
    return json_string(move_write(move, text));
}

static void *begin(FILE *out, const Position *pos, int multipv) {
    JsonState *s = malloc(sizeof *s);
    char fen[FEN_SIZE];
    if (s == NULL)
        return NULL;
    s->out = out;
    s->root = *pos;
    fen_write(pos, fen);
    print_object(s, json_pack("{s:s, s:s, s:s, s:i}", "type", "position", "variant",
                              pos->rules->name, "fen", fen, "multipv", multipv));
    return s;
}

static void report(void *state, const SearchReport *r) {
    static const char *const bounds[] = {"none", "upper", "lower", "exact"};
    JsonState *s = state;
    Position now = s->root;
    json_t *pv = json_array(), *san = json_array();
    for (int i = 0; i < r->pv_length && position_is_legal(&now, r->pv[i]); i++) {
        Undo undo;
        json_array_append_new(pv, coordinate_string(r->pv[i]));
        json_array_append_new(san, san_string(&now, r->pv[i]));
        position_make(&now, r->pv[i], &undo);
    }
    print_object(s, json_pack("{s:s, s:i, s:i, s:i, s:o, s:s, s:I, s:I, s:I, s:i, s:o, s:o}",
                              "type", "line", "depth", r->depth, "seldepth", r->selective_depth,
                              "multipv", r->multipv, "score", score_object(r->score), "bound",
                              bounds[r->bound], "nodes", (json_int_t)r->nodes, "nps",
                              (json_int_t)r->nodes_per_second, "time_ms", (json_int_t)r->time_ms,
                              "hashfull", r->hash_permille, "pv", pv, "san", san));
}

static const char *game_state_name(GameState state) {
    static const char *const names[] = {"ongoing",       "checkmate",  "stalemate",
                                        "dead position", "repetition", "fifty moves"};
    return names[state];
}

static void end(void *state, const SearchResult *result, GameState game_state) {
    JsonState *s = state;
    json_t *object =
        json_pack("{s:s, s:s, s:s}", "type", "result", "game_state", game_state_name(game_state),
                  "game_result", position_result(&s->root, game_state));
    if (object != NULL && result != NULL && result->best != MOVE_NONE) {
        json_object_set_new(object, "best", coordinate_string(result->best));
        json_object_set_new(object, "san", san_string(&s->root, result->best));
        if (result->ponder != MOVE_NONE)
            json_object_set_new(object, "ponder", coordinate_string(result->ponder));
        json_object_set_new(object, "score", score_object(result->score));
        json_object_set_new(object, "depth", json_integer(result->depth));
        json_object_set_new(object, "nodes", json_integer((json_int_t)result->nodes));
        json_object_set_new(object, "time_ms", json_integer((json_int_t)result->time_ms));
    }
    print_object(s, object);
    free(s);
}

const AnalysisWriter JSON_WRITER = {begin, report, NULL, end};
