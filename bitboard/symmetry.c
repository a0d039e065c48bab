/*
 * The images of a position under the symmetries of the rules.
 */
#include "bitboard/position.h"

typedef struct {
    bool swap_colors, flip_ranks, flip_files;
} Symmetry;

static Square image_of(Square s, Symmetry y) {
    const int file = y.flip_files ? FILES - 1 - file_of(s) : file_of(s);
    const int rank = y.flip_ranks ? RANKS - 1 - rank_of(s) : rank_of(s);
    return square_of(file, rank);
}

static int image_of_rights(int rights, Symmetry y) {
    int image = 0;
    for (int right = 0; right < 4; right++)
        if (rights >> right & 1)
            image |= 1 << (right ^ (y.flip_files ? 1 : 0) ^ (y.swap_colors ? 2 : 0));
    return image;
}

static void transform(const Position *pos, Symmetry y, Position *image) {
    position_clear(image, pos->rules);
    for (Square s = 0; s < SQUARES; s++)
        if (pos->board[s] != NO_PIECE)
            position_place(image, (Piece)(pos->board[s] ^ (y.swap_colors ? 8 : 0)), image_of(s, y));
    image->side = (uint8_t)(pos->side ^ (y.swap_colors ? 1 : 0));
    image->fullmove = pos->fullmove;
    image->state.halfmove_clock = pos->state.halfmove_clock;
    image->state.castling = (uint8_t)image_of_rights(pos->state.castling, y);
    for (Bitboard squares = pos->state.en_passant; squares != 0;) {
        image->state.en_passant |= BB_SQUARE(image_of(bb_pop(&squares), y));
        image->state.en_passant_pawn = (uint8_t)image_of(pos->state.en_passant_pawn, y);
    }
    position_finish(image);
}

void position_rotate(const Position *pos, Position *image) {
    transform(pos, (Symmetry){true, true, true}, image);
}
void position_mirror_colors(const Position *pos, Position *image) {
    transform(pos, (Symmetry){true, true, false}, image);
}
void position_mirror_files(const Position *pos, Position *image) {
    transform(pos, (Symmetry){false, false, true}, image);
}
