#include "engine/search/correction.h"

/* What a position shares with others that were searched. */
enum {
    BY_PAWNS,
    BY_MATERIAL,
    BY_MOVE, /* the last one */
    BY_TWO_MOVES,
    BY_LEAPERS,
    BY_WHITE_PIECES,
    BY_BLACK_PIECES,
    CORRECTION_KINDS
};

static void find_corrections(Worker *w, int ply, int16_t *of[CORRECTION_KINDS]) {
    History *h = &w->history;
    const PositionState *state = &w->pos.state;
    const int side = w->pos.side;
    const StackEntry *last = stack_at(w, ply - 1);
    const int type = last->moved == NO_PIECE ? PIECE_TYPES : (int)piece_type(last->moved);
    const int to = last->moved == NO_PIECE ? 0 : move_to(last->move);
    of[BY_PAWNS] = &h->pawn_correction[side][state->pawn_key % CORRECTIONS];
    of[BY_MATERIAL] = &h->material_correction[side][state->material_key % CORRECTIONS];
    of[BY_MOVE] = last->correction;
    of[BY_TWO_MOVES] = &(*stack_at(w, ply - 2)->second)[type][to];
    of[BY_LEAPERS] = &h->leaper_correction[side][state->leaper_key % CORRECTIONS];
    of[BY_WHITE_PIECES] = &h->piece_correction[WHITE][side][state->piece_key[WHITE] % CORRECTIONS];
    of[BY_BLACK_PIECES] = &h->piece_correction[BLACK][side][state->piece_key[BLACK] % CORRECTIONS];
}

Score correction_apply(Worker *w, Score eval, int ply) {
    int16_t *of[CORRECTION_KINDS];
    find_corrections(w, ply, of);
    const int correction =
        *of[BY_PAWNS] * PARAMETER(correction_pawn) +
        *of[BY_MATERIAL] * PARAMETER(correction_material) +
        *of[BY_MOVE] * PARAMETER(correction_move) +
        *of[BY_TWO_MOVES] * PARAMETER(correction_second) +
        *of[BY_LEAPERS] * PARAMETER(correction_leaper) +
        (*of[BY_WHITE_PIECES] + *of[BY_BLACK_PIECES]) * PARAMETER(correction_pieces);
    const Score corrected = eval + correction / (16 * PARAMETER(correction_grain));
    return corrected > SCORE_MAX_EVAL    ? SCORE_MAX_EVAL
           : corrected < -SCORE_MAX_EVAL ? -SCORE_MAX_EVAL
                                         : corrected;
}

static void update(int16_t *entry, int bonus) {
    const int size = bonus < 0 ? -bonus : bonus;
    *entry = (int16_t)(*entry + bonus - *entry * size / CORRECTION_LIMIT);
}

void correction_learn(Worker *w, Score difference, int depth, int ply) {
    const int wanted = difference * depth / 8, most = CORRECTION_LIMIT / 4;
    const int bonus = wanted > most ? most : wanted < -most ? -most : wanted;
    int16_t *of[CORRECTION_KINDS];
    find_corrections(w, ply, of);
    for (int i = 0; i < CORRECTION_KINDS; i++)
        update(of[i], bonus);
}
