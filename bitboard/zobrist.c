#include "bitboard/zobrist.h"

#include "bitboard/attacks.h"
#include "bitboard/random.h"

ZobristTables zobrist;

static unsigned slot_one(Key key) {
    return (unsigned)key % CUCKOO_SIZE;
}
static unsigned slot_two(Key key) {
    return (unsigned)(key >> 16) % CUCKOO_SIZE;
}

/* Each new key takes its slot and whoever sat there moves to its other one, until somebody finds an
 * empty one. */
static void cuckoo_insert(Key key, Move move) {
    unsigned slot = slot_one(key);
    while (key != 0) {
        const Key evicted_key = zobrist.cuckoo_key[slot];
        const Move evicted_move = zobrist.cuckoo_move[slot];
        zobrist.cuckoo_key[slot] = key;
        zobrist.cuckoo_move[slot] = move;
        key = evicted_key;
        move = evicted_move;
        slot = slot == slot_one(key) ? slot_two(key) : slot_one(key);
    }
}

static void init_cuckoo(void) {
    for (int piece = 0; piece < PIECES; piece++) {
        if (piece_type((Piece)piece) == PAWN)
            continue;
        for (Square a = 0; a < SQUARES; a++)
            for (Square b = a + 1; b < SQUARES; b++)
                if (bb_has(attacks_empty(piece_type((Piece)piece), a), b))
                    cuckoo_insert(zobrist.piece[piece][a] ^ zobrist.piece[piece][b] ^
                                      zobrist.black_to_move,
                                  move_make(a, b));
    }
}

void zobrist_init(void) {
    RandomSource state = {0x6272696e646c65}; /* "brindle" */
    for (int piece = 0; piece < PIECES; piece++)
        for (Square s = 0; s < SQUARES; s++)
            zobrist.piece[piece][s] = random_bits(&state);
    /* A key per right, so that each change of rights is a difference of its own. */
    for (int right = 0; right < 4; right++) {
        const Key key = random_bits(&state);
        for (int rights = 0; rights < 16; rights++)
            if (rights >> right & 1)
                zobrist.castling[rights] ^= key;
    }
    for (Square s = 0; s < SQUARES; s++)
        zobrist.en_passant[s] = random_bits(&state);
    zobrist.black_to_move = random_bits(&state);
    for (int piece = 0; piece < PIECES; piece++)
        for (int count = 1; count <= MAX_MEN; count++)
            zobrist.material[piece][count] = random_bits(&state);
    init_cuckoo();
}

int zobrist_find_move(Key change) {
    if (zobrist.cuckoo_key[slot_one(change)] == change)
        return (int)slot_one(change);
    if (zobrist.cuckoo_key[slot_two(change)] == change)
        return (int)slot_two(change);
    return -1;
}
