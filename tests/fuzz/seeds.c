/*
 * Writes seeds for the fuzz targets into DIR/TARGET: what is easily made from tests/data and by the
 * program itself, and so need not be committed.   fuzz_seeds DIR
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/suite.h"

#include "engine/data/data_block.h"
#include "engine/data/data_epd.h"
#include "engine/data/data_pgn.h"
#include "engine/match/record.h"
#include "tests/support/data_games.h"

enum { GAMES = 8, RANDOM_SEEDS = 12 };

static FILE *seed_new(const char *directory, const char *target, int number) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", directory, target);
    if (mkdir(path, 0777) != 0 && errno != EEXIST) {
        perror(path);
        exit(EXIT_FAILURE);
    }
    snprintf(path, sizeof path, "%s/%s/made-%02d", directory, target, number);
    FILE *out = fopen(path, "wb");
    if (out == NULL) {
        perror(path);
        exit(EXIT_FAILURE);
    }
    return out;
}

static void seed_end(FILE *out) {
    if (ferror(out) != 0 || fclose(out) != 0) {
        perror("a seed");
        exit(EXIT_FAILURE);
    }
}

/* Every so many-th line of a file of tests/data, up to `end`, for several targets. */
static void from_lines(const char *directory, const char *file, int stride) {
    static const struct {
        const char *target, *before, *after;
    } takers[] = {{"fen", "", ""},
                  {"data", "\x03", " c9 \"1-0\"; ce 35;"},
                  {"book_text", "", " bm e4; ce 12; acd 9; m1 e2e4 weight 3 games 5 +1 =2 -2;"}};
    char line[4096];
    int number = 0, seeds = 0;
    FILE *in = data_open(file);
    while (data_line(in, line, sizeof line)) {
        if (number++ % stride != 0)
            continue;
        line[strcspn(line, ";")] = '\0';
        for (size_t i = 0; i < sizeof takers / sizeof takers[0]; i++) {
            FILE *out = seed_new(directory, takers[i].target, stride * 100 + seeds);
            fprintf(out, "%s%s%s", takers[i].before, line, takers[i].after);
            seed_end(out);
        }
        seeds++;
    }
    fclose(in);
}

/* Any bytes, for targets that take them for choices. */
static void from_chance(const char *directory, const char *target, int size) {
    Random random = {17};
    for (int i = 0; i < RANDOM_SEEDS; i++) {
        FILE *out = seed_new(directory, target, i);
        for (int left = size; left > 0; left--)
            fputc(random_below(&random, 256), out);
        seed_end(out);
    }
}

/* A good file, and a few changes of it: see edits.h. */
static void of_edits(const char *directory, const char *target) {
    static const struct {
        const char *bytes;
        size_t size;
    } edits[] = {{"\x01", 1},
                 {"\x03\x10\x00\x01\x7f", 5},
                 {"\x03\x70\x00\x04\xff\xff\xff\xff", 8},
                 {"\x03\x90\x00\x00", 4},
                 {"\x01\x00\x01\xff", 4},
                 {"\x03\x00\x02\xff\x88\x00\x02\x01\x02", 9}};
    for (int i = 0; i < (int)(sizeof edits / sizeof edits[0]); i++) {
        FILE *out = seed_new(directory, target, i);
        fwrite(edits[i].bytes, 1, edits[i].size, out);
        seed_end(out);
    }
}

static void of_game(const char *directory, int number, const DataGame *game) {
    Message message;
    ByteBuffer record = {0};
    PgnGame pgn;
    if (!data_game_encode(game, &record, &message))
        exit(EXIT_FAILURE);
    FILE *out = seed_new(directory, "data", number);
    fputc(2, out);
    fwrite(record.bytes, 1, record.size, out);
    seed_end(out);
    pgn_game_init(&pgn, game->head.rules);
    out = seed_new(directory, "pgn", number);
    if (!data_game_to_pgn(game, &pgn) || !pgn_write(out, &pgn))
        exit(EXIT_FAILURE);
    seed_end(out);
    pgn_game_clear(&pgn);
    /* As a file: its length in front of it, as a block has it. */
    ByteBuffer framed = {0};
    if (!buffer_add_number(&framed, record.size) || !buffer_add(&framed, record.bytes, record.size))
        exit(EXIT_FAILURE);
    out = seed_new(directory, "data", 50 + number);
    fwrite("\x04\x0b\x01created-by x", 1, 15, out);
    fwrite(framed.bytes, 1, framed.size, out);
    seed_end(out);
    buffer_free(&framed);
    buffer_free(&record);
}

static void of_record(const char *directory, int number, const DataGame *game) {
    GameRecord record;
    Bytes json = {0};
    record_init(&record);
    record.start = game->start;
    record.from_array = game->head.from_array;
    snprintf(record.result, sizeof record.result, "1-0");
    snprintf(record.reason, sizeof record.reason, "White mates");
    for (int c = 0; c < COLORS; c++) {
        snprintf(record.name[c], sizeof record.name[c], "player %d", c);
        snprintf(record.tc[c], sizeof record.tc[c], "10+0.1");
    }
    record.culprit = -1;
    for (int i = 0; i < game->head.move_count && i < 30; i++) {
        MoveRecord *m = record_add_move(&record);
        if (m == NULL)
            exit(EXIT_FAILURE);
        m->move = game->moves[i].move;
        m->has_score = i % 2 == 0;
        m->score = i;
    }
    FILE *out = seed_new(directory, "json", number);
    fputc(0, out);
    if (!record_to_json(&record, &json))
        exit(EXIT_FAILURE);
    fwrite(json.data, 1, json.size, out);
    seed_end(out);
    free(json.data);
    record_clear(&record);
}

int main(int argc, char **argv) {
    Random random = {5};
    DataGame game;
    if (argc != 2 || (mkdir(argv[1], 0777) != 0 && errno != EEXIST)) {
        fprintf(stderr, "fuzz_seeds: a directory is needed, that can be made\n");
        return EXIT_FAILURE;
    }
    board_init();
    from_lines(argv[1], "perft/wildebeest.epd", 9);
    from_lines(argv[1], "perft/standard.epd", 11);
    from_chance(argv[1], "rules", 150);
    from_chance(argv[1], "search", 60);
    from_chance(argv[1], "moves", 60);
    of_edits(argv[1], "wbook");
    of_edits(argv[1], "hash");
    of_edits(argv[1], "checkpoint");
    data_game_init(&game, &RULES[0]);
    for (int i = 0; i < GAMES; i++) {
        data_sample(&random, (uint64_t)i, &game);
        of_game(argv[1], i, &game);
        of_record(argv[1], i, &game);
    }
    data_game_free(&game);
    return 0;
}
