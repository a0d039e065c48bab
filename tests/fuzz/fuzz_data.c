/*
 * Files of games: any bytes; the header's text and records that an input gives, in a file whose
 * checksums are right; and lines of EPD.
 */
#include <stdlib.h>
#include <string.h>

#include "engine/data/data_block.h"
#include "engine/data/data_epd.h"
#include "engine/data/data_file.h"
#include "engine/data/data_pgn.h"
#include "tests/fuzz/fuzz.h"

enum { GAMES_MAX = 100 };

/* What has been read can be written, and is the same again. */
static void expect_round_trip(const DataGame *game) {
    Message message;
    ByteBuffer record = {0}, again = {0};
    DataGame copy;
    data_game_init(&copy, game->head.rules);
    FUZZ_CHECK(data_game_encode(game, &record, &message));
    FUZZ_CHECK(data_game_decode(record.bytes, record.size, &copy, &message));
    FUZZ_CHECK(data_game_encode(&copy, &again, &message));
    FUZZ_CHECK(record.size == again.size && memcmp(record.bytes, again.bytes, record.size) == 0);
    PgnGame pgn;
    pgn_game_init(&pgn, game->head.rules);
    FUZZ_CHECK(data_game_to_pgn(game, &pgn));
    pgn_game_clear(&pgn);
    data_game_check(game, &message);
    data_game_free(&copy);
    buffer_free(&record);
    buffer_free(&again);
}

static void read_file(const void *bytes, size_t size, bool heads) {
    Message message = {""};
    DataReader *reader = data_reader_open(fuzz_file(bytes, size), &message);
    if (reader == NULL) {
        FUZZ_CHECK(message.text[0] != '\0');
        return;
    }
    char key[64];
    data_text_difference(data_reader_text(reader), "created-by x\n", key, sizeof key);
    data_text_value(data_reader_text(reader), "games", key, sizeof key);
    DataGame game;
    data_game_init(&game, &RULES[0]);
    DataStatus status = DATA_GAME;
    for (int i = 0; i < GAMES_MAX && status != DATA_END && status != DATA_FAILED; i++) {
        status = heads ? data_read_head(reader, &game.head, &message)
                       : data_read(reader, &game, &message);
        FUZZ_CHECK(status == DATA_GAME || status == DATA_END || message.text[0] != '\0');
        if (status == DATA_GAME && !heads)
            expect_round_trip(&game);
    }
    data_game_free(&game);
    data_reader_close(reader);
}

/* The input: bytes of the header's text, games, and the block as it is to stand there. */
static void read_built(FuzzInput *input, bool heads) {
    ByteBuffer file = {0};
    const size_t text_size = fuzz_byte(input);
    const uint8_t games = fuzz_byte(input);
    char text[256] = "";
    for (size_t i = 0; i < text_size && input->at < input->end; i++)
        text[i] = (char)fuzz_byte(input);
    FUZZ_CHECK(data_header_build(&file, text));
    const size_t size = (size_t)(input->end - input->at);
    uint8_t *block = malloc(DATA_BLOCK_HEAD + size);
    FUZZ_CHECK(block != NULL);
    memcpy(block + DATA_BLOCK_HEAD, input->at, size);
    data_block_seal(block, size, games);
    FUZZ_CHECK(buffer_add(&file, block, DATA_BLOCK_HEAD + size));
    read_file(file.bytes, file.size, heads);
    free(block);
    buffer_free(&file);
}

static void read_record(const FuzzInput *input) {
    Message message = {""};
    DataGame game;
    DataHead head;
    const size_t size = (size_t)(input->end - input->at);
    data_game_init(&game, &RULES[0]);
    if (data_game_decode(input->at, size, &game, &message)) {
        expect_round_trip(&game);
        FUZZ_CHECK(data_head_decode(input->at, size, &head, &message));
    }
    data_game_free(&game);
}

static void read_lines(const FuzzInput *input) {
    DataGame game;
    Message message = {""};
    char *text = fuzz_text(input), *rest = NULL;
    data_game_init(&game, &RULES[0]);
    for (char *line = strtok_r(text, "\n", &rest); line != NULL; line = strtok_r(NULL, "\n", &rest))
        if (data_epd_read(line, &RULES[0], &game, &message))
            expect_round_trip(&game);
    data_game_free(&game);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    fuzz_begin();
    FuzzInput input = {bytes, bytes + size};
    switch (fuzz_byte(&input) % 5) {
    case 0: read_file(input.at, (size_t)(input.end - input.at), false); break;
    case 1: read_built(&input, true); break;
    case 2: read_record(&input); break;
    case 3: read_lines(&input); break;
    default: read_built(&input, false); break;
    }
    return 0;
}
