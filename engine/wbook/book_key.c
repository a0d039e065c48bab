#include "engine/wbook/book_key.h"

#include "bitboard/notation.h"
#include "bitboard/random.h"

#include <string.h>

enum {
    CASTLING_NUMBER = PIECES * SQUARES,
    EN_PASSANT_NUMBER = CASTLING_NUMBER + 4,
    SIDE_NUMBER = EN_PASSANT_NUMBER + SQUARES
};

/* Output `number` of the generator, without those before it. */
static uint64_t part(unsigned number) {
    RandomSource r = {UINT64_C(0x4272696E646C6531) + number * UINT64_C(0x9E3779B97F4A7C15)};
    return random_bits(&r);
}

uint64_t book_key(const Position *pos) {
    /* Types are numbered in the order of the letters PNCBRWQK, and Black's follow. */
    uint64_t key = pos->side == BLACK ? part(SIDE_NUMBER) : 0;
    for (Bitboard men = position_occupied(pos); men != 0;) {
        const Square s = bb_pop(&men);
        key ^= part((unsigned)(pos->board[s] * SQUARES + s));
    }
    for (unsigned right = 0; right < 4; right++)
        if ((pos->state.castling >> right & 1) != 0)
            key ^= part(CASTLING_NUMBER + right);
    if (pos->state.en_passant != 0)
        for (Bitboard squares = position_legal_en_passant(pos); squares != 0;)
            key ^= part(EN_PASSANT_NUMBER + (unsigned)bb_pop(&squares));
    return key;
}

char *book_position_write(const Position *pos, char *text) {
    size_t end = 0;
    fen_write(pos, text);
    for (int field = 0; field < 3; field++)
        end += strcspn(text + end, " ") + 1;
    Bitboard squares = pos->state.en_passant != 0 ? position_legal_en_passant(pos) : 0;
    text[end] = '-';
    text[end + 1] = '\0';
    while (squares != 0) {
        square_write(bb_pop(&squares), text + end);
        end += strlen(text + end);
    }
    return text;
}

uint64_t book_position_after(Position *pos, Move move, char *text) {
    Undo undo;
    position_make(pos, move, &undo);
    const uint64_t key = book_key(pos);
    book_position_write(pos, text);
    position_unmake(pos, move, &undo);
    return key;
}
