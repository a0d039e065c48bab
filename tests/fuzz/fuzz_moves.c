/*
 * Moves as text on a position that the first bytes choose: coordinates, SAN and XBoard's spelling,
 * a line each; and every legal move there, written and read back.
 */
#include <stdlib.h>
#include <string.h>

#include "bitboard/movegen.h"
#include "bitboard/notation.h"
#include "engine/protocol/xboard_notation.h"
#include "tests/fuzz/fuzz.h"

static void expect_round_trip(const Position *pos, Move move) {
    Message message;
    Move again = MOVE_NONE;
    char text[MOVE_TEXT_SIZE];
    FUZZ_CHECK(move_parse(pos, move_write(move, text), &again, &message) && again == move);
    FUZZ_CHECK(san_parse(pos, san_write(pos, move, text), &again, &message) && again == move);
    xboard_move_write(move, 0, text);
    FUZZ_CHECK(xboard_move_parse(pos, text, 0, &again, &message) && again == move);
}

static void read_line(const Position *pos, const char *text) {
    Message message = {""};
    Move moves[3] = {MOVE_NONE, MOVE_NONE, MOVE_NONE};
    const bool read[] = {move_parse(pos, text, &moves[0], &message),
                         san_parse(pos, text, &moves[1], &message),
                         xboard_move_parse(pos, text, 0, &moves[2], &message)};
    for (int i = 0; i < 3; i++)
        FUZZ_CHECK(read[i] ? position_is_legal(pos, moves[i]) : moves[i] == MOVE_NONE);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    Position pos;
    MoveList list;
    fuzz_begin();
    FuzzInput input = {bytes, bytes + size};
    fuzz_position(&input, 40, &pos);
    const uint8_t chosen = fuzz_byte(&input);
    generate_legal(&pos, &list);
    if (list.count > 0)
        expect_round_trip(&pos, list.moves[chosen % list.count]);
    char *text = fuzz_text(&input), *rest = NULL;
    for (char *line = strtok_r(text, "\n", &rest); line != NULL; line = strtok_r(NULL, "\n", &rest))
        read_line(&pos, line);
    free(text);
    return 0;
}
