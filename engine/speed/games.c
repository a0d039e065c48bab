#include "engine/speed/games.h"

#include "bitboard/notation.h"

#include <string.h>

/*
 * Self-play of an early Brindle from random openings of six half-moves, cut before the games peter
 * out:
 *
 *   brindle match --variant wildebeest --each nodes=30000 option.Hash=16 --engine name=A --engine
 *       name=B --games 2 --rounds 3 --seed 61 --openings random plies=6 --jsonl games.jsonl
 *
 * and the same with standard-wildebeest.
 */
static const struct {
    int rules; /* index in RULES */
    const char *moves;
} GAMES[SPEED_GAMES] = {
    {0, "k2k3 h9h8 h1k2 e10d7 c2c3 i9i7 d2d3 d10e7 j1i3 b10c8 k2h3 c10b7 d1b3 j10i8 g1f3 "
        "f10b10 i1h4 g9g6 g2g5 f9f7 h3e4 d7e10 f1j1 c8d6 b1d2 i8g7 h4e3 c9c7 f3e5 b7e6 e5g4 "
        "i10g8 e3d6 c7d6 g4f6 h10f8 f2f3 e7f4 e1h4 f4c5 f6g4 g7i6 h4g3 i6g5 d2c4 g5e4 f3e4 "
        "e9e7 g3h3 h8h6 d3d4 c5d8 c1e3 g10b5 c4d2 e10h9 g4d5 j9j6 a2a5 k9k6 a5a6 j6j5 a6a7 "
        "a9a8 i1f1 d8g7 h3g4 e6h7 g4g2 h9i6 h2h5 i6h4 g2h3 g6h5 i3h5 h7i4 j1k1 i4j7 h3g4 j7g6 "
        "h5g7 h4g7 d5g6 f7g6 b3g8 k10f10 k1j1 g7h5 f1f5 b5b2 a1b1 h5k4 g4k4 b2b1 d2b1 j5k4 "
        "f5f3 f8e9 g8k4 g6g5 k4i6 e9b6 i6j7 b6a7 j7k6 f10f3 e2f3 a7b6 k6j7 c10k10 b1a3 b6a5 "
        "e3d2 a8a6 f3f4 g5f4 a3c4 a5e9 d2f4 k10k4 f4g3 a6a5 j7f3 b9b6 j2j3 k4k3 g3h4 e9d8"},
    {0, "d2d5 i9i8 j1k3 j9j7 c1j8 d9d7 j8h10 g10h10 e2e5 h9h8 h1g4 b10c8 d5d6 c10b7 g1d2 "
        "e10f8 i1j4 b7c4 d1e2 c4f5 e2d3 f5c6 d3a6 k9k6 e1e3 e9e7 c2c5 c6f7 g4f7 i10f7 b1c3 "
        "f7g6 f1i1 k6k5 j4g5 f8i7 e3h3 g6k2 j2j3 h10j8 f2f4 k5k4 d2c4 k4j3 c4d7 k10k3 i1j2 "
        "f10g10 j2k3 j3i2 k3k2 i2h1w a1h1 h8h6 d7c9 h6g5 k2j2 a10b10 h3h6 g5f4 h6f4 i7k6 f4j8 "
        "k6j8 h1k1 c8e9 j2i2 j10h9 k1k8 b10c10 c9b7 e7d6 k8j8 h9j8 e5d6 c10c8 a6b5 e9f7 b7e6 "
        "f7d8 e6f4 j8i6 g2g3 d8f7 c3d5 b9b7 b5d3 c8h8 d5f6 f7e5 d3e4 a9a8 h2h5 i6g5 e4f5 e5f7 "
        "f6g4 i8i6 h5i6 g5i6 f5g6 f7g5 g4i5 j7j6 i5j7 h8f8 f4i3 f8f1 i3j6 f1f2 i2i3 f2b2 a2a4 "
        "b2a2 j7i9 g10f10 i9h7 i6h8 g6b1 a2a1 j6g5 a1b1 g5e6 g9g8 h7f8 b1e1 e6g7 f10e9"},
    {0, "b2b4 g9g6 g2g3 g10g9 h2h5 a9a8 e2e5 d10e7 c2c3 g6h5 d2d5 h9h7 d1h5 i10d5 j1i3 d5c4 "
        "h5e2 c4e2 g1e2 i9i6 i1h4 j10i8 c1i7 e7h8 h1i4 b10c8 f1j1 e10f8 b1d2 h10j8 i7j8 k9j8 "
        "f2f4 c10d7 g3g5 f10b10 h4e3 h8e7 a1d1 h7h6 i1g1 g9h9 g5h6 i8h6 i4f3 h9i8 e1f2 c10g10 "
        "e5e6 d7e4 d2e4 i8e4 g1g10 k10g10 e2h3 e4i8 e3h4 d9d8 h4e5 f8h7 d1g1 h6g4 i3g4 g10g4 "
        "f2h2 i6i5 f4f5 i8j7 g1f1 i5i4 h3g6 g4g6 f3g6 i4i3 h2i3 j7e2 f1h1 h7g4 i3f3 g4h1 f3h1 "
        "e2e5 g6f9 c8d10 f9g6 e5f5 g6f3 f5d3 f3i4 d3c3 h1b1 c3c4 j2j3 c4e6 j1j2 e7h6 b1j9 "
        "h6g3 j2i3 e6f6 i3h2 f6f2 h2h1 f2e1 h1h2 e1f2 h2h1 f2e1 h1h2 g3j4 j9g9 e1h4 h2g2 "
        "d10c8 g9f10 b10a9 f10f3 h4b4 g2h3 j4i7 i2i3 b4c4 f3g2 d8d6 h3i2 e9e6 j3j5 e6e5"},
    {1, "d2d4 g10h7 k2k3 f10g10 a2a3 j10k10 f2f3 g9g8 i1h3 h10g7 h1g4 h7e8 b1c3 b10c8 g4d5 "
        "e8g9 h3j4 f9f8 j4i6 c8e7 i6g7 f8g7 d1e4 c9c8 e4d6 c10b7 d6g7 h9h8 g7f4 i10j8 c1b4 "
        "g10h10 g1h3 d9d8 e2e4 k9k7 b2b3 b7e8 d5e8 d10e8 b4e5 c8c7 c3d5 e7d5 f4d5 e8d5 e4d5 "
        "e10d9 f1g1 a10f10 e1h4 j8h7 c2c4 g9i8 h4g4 h7f6 g4j4 h10i10 a1e1 k7k6 j4j3 f6h5 h3i6 "
        "k10j10 i6k5 j9j7 g2g4 d9g6 k5h4 g6g5 g1h1 h5f4 j3e8 f4d3 e1g1 i8h10 e8g6 g5g6 h4g6 "
        "j7j6 i2i3 h10f9 g6d7 f9h10 d7g6 h10f9 g6d7 f9e7 d7e9 e7d4 e5d8 f10f3 e9g8 d3f2 h1i2 "
        "f3b3 g1b1 d4f3 i2j3 f3h4 j3k2 h4j5 k2k1 j5i2"},
    {1, "h2h3 i9i7 j2j4 j10k10 d1c3 b9b7 c3d6 d10e8 d6e8 d9e8 c1d4 b10c8 g1h4 c10d7 b1c3 "
        "a10d10 d2d3 f9f8 c3d5 d10d8 d5c7 h10g7 h4i7 i10j8 i7f6 c8d6 f6g3 h9h8 e2e4 e8e7 h1g4 "
        "d6e8 c7e8 d8e8 e1a5 k10i10 i1j3 g10d9 i2i4 e10d10 f2f3 e8d8 f1f2 d10b10 a5f5 d9c6 "
        "f5g5 e7e6 c2c3 b10b8 g3h5 i10i6 j4j5 i6g6 g5b5 d7a8 b5a4 g6g4 a1d1 g4f4 h5e6 f4f7 "
        "j3i5 a8d9 e6h5 c6e5 f2f1 f10e10 i5g4 e5h4 a4c2 e10d10 c2a4 e9e8 g4h6 f7d7 h6f5 h4g6 "
        "h5f6 b8h2 f6g9 d10c10 g9f6 e8e7 f6g4 h2k2 j1h1 c10b9 f5g7 f8g7 a4a5 g6h4 h1h2 k2k7 "
        "a5g5 d8a8 h2k2 k7k2 g5h4 a8a2 g4e3 k2k5 d4e7 d7d8 f1e2 k5i7 e7b6 g7g6 i4i5 g6g5 h4g3 "
        "d8d7 b6e5 k9k8 d3d4 c9c8"},
};

const RuleSet *speed_game_rules(int game) {
    return &RULES[GAMES[game].rules];
}

bool speed_position(int game, int number, SpeedPosition *position) {
    const int wanted = SPEED_FIRST_PLY + number * SPEED_STEP;
    const char *text = GAMES[game].moves;
    SpeedPosition *p = position;
    p->game = game;
    p->move_count = 0;
    position_set_start(&p->start, speed_game_rules(game));
    p->pos = p->start;
    while (p->move_count < wanted) {
        char word[MOVE_TEXT_SIZE];
        Undo undo;
        const size_t length = strcspn(text, " ");
        if (length == 0 || length >= sizeof word)
            return false; /* the game ends before */
        memcpy(word, text, length);
        word[length] = '\0';
        text += length + (text[length] == ' ');
        if (!move_parse(&p->pos, word, &p->moves[p->move_count], NULL))
            return false;
        position_make(&p->pos, p->moves[p->move_count++], &undo);
    }
    return true;
}

int speed_positions_of_game(int game) {
    SpeedPosition position;
    int count = 0;
    while (speed_position(game, count, &position))
        count++;
    return count;
}

int speed_position_count(void) {
    int count = 0;
    for (int g = 0; g < SPEED_GAMES; g++)
        count += speed_positions_of_game(g);
    return count;
}
