/* PGN: what can be read can be written, and what has been written is read as the same games. */
#include <stdlib.h>
#include <string.h>

#include "engine/data/data_pgn.h"
#include "engine/pgn/pgn_check.h"
#include "tests/fuzz/fuzz.h"

enum { GAMES_MAX = 64 };

static void ignore_warning(void *context, const char *text) {
    (void)context;
    FUZZ_CHECK(text[0] != '\0');
}

static void ignore_finding(void *context, PgnSeverity severity, const char *text) {
    (void)context;
    (void)severity;
    FUZZ_CHECK(text[0] != '\0');
}

/* The games of a text, written; malloced.  `strict`: there must be nothing wrong. */
static char *rewrite(char *text, size_t size, bool strict, size_t *out_size) {
    char *written = NULL;
    FILE *in = size > 0 ? fmemopen(text, size, "r") : fopen("/dev/null", "r");
    FILE *out = open_memstream(&written, out_size);
    FUZZ_CHECK(in != NULL && out != NULL);
    PgnReader *reader = pgn_reader_new(in, "fuzz");
    FUZZ_CHECK(reader != NULL);
    pgn_reader_on_warning(reader, ignore_warning, NULL);
    PgnGame game;
    Message message;
    pgn_game_init(&game, &RULES[0]);
    PgnStatus status = PGN_GAME;
    for (int i = 0; status != PGN_END && status != PGN_FAILED && i < GAMES_MAX; i++) {
        status = pgn_read(reader, &RULES[0], &game, &message);
        FUZZ_CHECK(!strict || status == PGN_GAME || status == PGN_END);
        FUZZ_CHECK(status == PGN_GAME || status == PGN_END || message.text[0] != '\0');
        if (status != PGN_GAME)
            continue;
        pgn_check(&game, ignore_finding, NULL);
        FUZZ_CHECK(pgn_write(out, &game));
        DataGame data;
        data_game_init(&data, game.start.rules);
        data_game_from_pgn(&game, &data, &message);
        data_game_free(&data);
    }
    pgn_game_clear(&game);
    pgn_reader_free(reader);
    fclose(in);
    FUZZ_CHECK(fclose(out) == 0);
    return written;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    size_t first_size, second_size;
    fuzz_begin();
    const FuzzInput input = {bytes, bytes + size};
    char *text = fuzz_text(&input);
    char *first = rewrite(text, size, false, &first_size);
    char *second = rewrite(first, first_size, true, &second_size);
    FUZZ_CHECK(first_size == second_size && memcmp(first, second, first_size) == 0);
    free(first);
    free(second);
    free(text);
    return 0;
}
