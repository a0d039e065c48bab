/* FEN and EPD, by both rule sets and as XBoard numbers its ranks. */
#include <stdlib.h>
#include <string.h>

#include "bitboard/fen.h"
#include "bitboard/movegen.h"
#include "engine/epd.h"
#include "engine/protocol/xboard_notation.h"
#include "tests/fuzz/fuzz.h"

/* What has been accepted is a sound position, and its FEN is read as the same one. */
static void expect_sound(const Position *pos) {
    Position again;
    Message message = {""};
    MoveList list;
    char fen[FEN_SIZE], fen_again[FEN_SIZE];
    FUZZ_CHECK(position_check(pos, &message));
    generate_legal(pos, &list);
    fen_write(pos, fen);
    FUZZ_CHECK(fen_parse(fen, pos->rules, &again, NULL, &message));
    fen_write(&again, fen_again);
    FUZZ_CHECK(strcmp(fen, fen_again) == 0);
    FUZZ_CHECK(again.state.key == pos->state.key);
    xboard_fen_write(pos, 0, true, fen);
    FUZZ_CHECK(xboard_fen_parse(fen, pos->rules, 0, &again, &message));
    FUZZ_CHECK(again.state.key == pos->state.key);
}

static void read_operations(const char *rest) {
    EpdOperation operation;
    const char *const end = rest + strlen(rest);
    while (epd_read_operation(&rest, &operation)) {
        FUZZ_CHECK(operation.opcode_length > 0 && operation.operands_length >= 0);
        FUZZ_CHECK(operation.operands + operation.operands_length <= end);
    }
}

static void read_all_ways(const char *text, const RuleSet *rules) {
    Position pos;
    Message message = {""};
    const char *rest = NULL;
    if (fen_parse(text, rules, &pos, &rest, &message)) {
        FUZZ_CHECK(rest >= text && rest <= text + strlen(text));
        expect_sound(&pos);
        read_operations(rest);
    } else {
        FUZZ_CHECK(message.text[0] != '\0');
    }
    if (fen_parse(text, rules, &pos, NULL, &message))
        expect_sound(&pos);
    if (fen_parse_position(text, rules, &pos, &message))
        expect_sound(&pos);
    if (xboard_fen_parse(text, rules, 0, &pos, &message))
        expect_sound(&pos);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    fuzz_begin();
    const FuzzInput input = {bytes, bytes + size};
    char *text = fuzz_text(&input);
    for (int i = 0; i < RULE_SETS; i++)
        read_all_ways(text, &RULES[i]);
    free(text);
    return 0;
}
