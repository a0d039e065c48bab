#include "engine/tools/json_values.h"

#include "bitboard/notation.h"

void json_print_line(FILE *out, json_t *object) {
    if (object == NULL)
        return;
    json_dumpf(object, out, JSON_COMPACT);
    fputc('\n', out);
    fflush(out);
    json_decref(object);
}

json_t *json_score(Score score) {
    if (score_is_mate(score))
        return json_pack("{s:i}", "mate", score_mate_moves(score));
    return json_pack("{s:i}", "cp", score);
}

json_t *json_san(const Position *pos, Move move) {
    char text[MOVE_TEXT_SIZE];
    return json_string(san_write(pos, move, text));
}

json_t *json_coordinates(Move move) {
    char text[MOVE_TEXT_SIZE];
    return json_string(move_write(move, text));
}

void json_set_line(json_t *object, const Position *pos, const Move *moves, int count) {
    Position now = *pos;
    json_t *pv = json_array(), *san = json_array();
    for (int i = 0; i < count && position_is_legal(&now, moves[i]); i++) {
        Undo undo;
        json_array_append_new(pv, json_coordinates(moves[i]));
        json_array_append_new(san, json_san(&now, moves[i]));
        position_make(&now, moves[i], &undo);
    }
    json_object_set_new(object, "pv", pv);
    json_object_set_new(object, "san", san);
}

const char *json_game_state(GameState state) {
    static const char *const names[] = {"ongoing",       "checkmate",  "stalemate",
                                        "dead position", "repetition", "fifty moves"};
    return names[state];
}
