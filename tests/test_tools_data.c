/*
 * Games of training data: their records, their files whatever happens to them, PGN and EPD.
 */
#include "tests/support/suite.h"

#include "bitboard/fen.h"
#include "bitboard/notation.h"
#include "engine/data/data_block.h"
#include "engine/data/data_epd.h"
#include "engine/data/data_pgn.h"
#include "tests/support/data_games.h"
#include "tests/support/run.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char TEXT[] = "created-by a test\nkind test\nnodes 17\n";
static const char FILE_NAME[] = "games.data";

/* ---- Numbers ---- */

static void test_numbers(void **state) {
    static const uint64_t numbers[] = {0,     1,          127,        128,        16383,
                                       16384, UINT32_MAX, 1ull << 62, 1ull << 63, UINT64_MAX};
    static const int64_t folded[] = {0, -1, 1, -2, 63, -64, INT64_MAX, INT64_MIN};
    const int count = sizeof numbers / sizeof numbers[0];
    ByteBuffer buffer = {NULL, 0, 0};
    (void)state;
    for (int i = 0; i < count; i++)
        assert_true(buffer_add_number(&buffer, numbers[i]));
    ByteCursor c = {buffer.bytes, buffer.bytes + buffer.size, false};
    for (int i = 0; i < count; i++)
        assert_true(cursor_number(&c) == numbers[i]);
    assert_true(c.at == c.end && !c.bad);
    cursor_number(&c);
    assert_true(c.bad);
    for (size_t i = 0; i < sizeof folded / sizeof folded[0]; i++)
        assert_true(unfold_sign(fold_sign(folded[i])) == folded[i]);
    assert_int_equal(fold_sign(-1), 1);
    assert_int_equal(fold_sign(63), 126);
    buffer_free(&buffer);
    /* More than 64 bits, in two ways. */
    static const uint8_t big[2][11] = {
        {255, 255, 255, 255, 255, 255, 255, 255, 255, 2},
        {128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 1},
    };
    for (int i = 0; i < 2; i++) {
        ByteCursor b = {big[i], big[i] + sizeof big[i], false};
        cursor_number(&b);
        assert_true(b.bad);
    }
}

/* ---- Records ---- */

static void encode(const DataGame *game, ByteBuffer *buffer) {
    Message message = {""};
    buffer->size = 0;
    if (!data_game_encode(game, buffer, &message))
        fail_msg("%s", message.text);
}

static void test_records(void **state) {
    Random random = {11};
    DataGame game, back;
    ByteBuffer buffer = {NULL, 0, 0};
    Message message;
    (void)state;
    data_game_init(&game, &RULES[0]);
    data_game_init(&back, &RULES[1]);
    for (int i = 0; i < test_amount(150, 5000); i++) {
        DataHead head = {.number = 0};
        data_sample(&random, i % 3 == 0 ? UINT64_MAX - (uint64_t)i : (uint64_t)i, &game);
        encode(&game, &buffer);
        assert_true(data_game_decode(buffer.bytes, buffer.size, &back, &message));
        data_expect_same(&game, &back);
        assert_true(data_head_decode(buffer.bytes, buffer.size, &head, &message));
        assert_int_equal(head.number, game.head.number);
        assert_int_equal(data_head_positions(&head), data_head_positions(&game.head));
        assert_true(data_game_check(&game, &message));
    }
    data_game_free(&game);
    data_game_free(&back);
    buffer_free(&buffer);
}

/* Cut short they are refused; changed, they are refused or are some other good game. */
static void test_broken_records(void **state) {
    Random random = {12};
    DataGame game, back;
    ByteBuffer buffer = {NULL, 0, 0}, again = {NULL, 0, 0};
    Message message;
    (void)state;
    data_game_init(&game, &RULES[0]);
    data_game_init(&back, &RULES[0]);
    for (int i = 0; i < test_amount(8, 200); i++) {
        data_sample(&random, (uint64_t)i, &game);
        encode(&game, &buffer);
        for (size_t size = 0; size < buffer.size; size++) {
            message.text[0] = '\0';
            /* A copy of its own, so that a sanitizer sees a step beyond its end. */
            uint8_t *copy = malloc(size > 0 ? size : 1);
            memcpy(copy, buffer.bytes, size);
            assert_false(data_game_decode(copy, size, &back, &message));
            assert_true(message.text[0] != '\0');
            free(copy);
        }
        for (size_t at = 0; at < buffer.size; at++) {
            const uint8_t was = buffer.bytes[at];
            buffer.bytes[at] = (uint8_t)random_below(&random, 256);
            if (data_game_decode(buffer.bytes, buffer.size, &back, &message))
                encode(&back, &again);
            buffer.bytes[at] = was;
        }
    }
    data_game_free(&game);
    data_game_free(&back);
    buffer_free(&buffer);
    buffer_free(&again);
}

static int compare_moves(const void *a, const void *b) {
    const Move x = *(const Move *)a, y = *(const Move *)b;
    return (x > y) - (x < y);
}

/* What a move is on disk depends on the moves there are, not on the order of the generator. */
static void test_moves_by_value(void **state) {
    (void)state;
    for (int r = 0; r < RULE_SETS; r++) {
        DataGame game;
        ByteBuffer buffer = {NULL, 0, 0};
        MoveList list;
        data_game_init(&game, &RULES[r]);
        generate_legal(&game.start, &list);
        qsort(list.moves, (size_t)list.count, sizeof(Move), compare_moves);
        for (int i = 0; i < list.count; i++) {
            data_game_reset(&game, &RULES[r]);
            assert_true(data_game_add(&game, list.moves[i], SCORE_NONE));
            encode(&game, &buffer);
            const uint8_t wanted[] = {
                0, (uint8_t)(r | DATA_RESULT_DRAWN << 4), DATA_END_UNKNOWN, 0, 1, (uint8_t)i};
            assert_int_equal(buffer.size, sizeof wanted);
            assert_memory_equal(buffer.bytes, wanted, sizeof wanted);
        }
        data_game_free(&game);
        buffer_free(&buffer);
    }
}

static void test_games_that_cannot_be(void **state) {
    DataGame game;
    ByteBuffer buffer = {NULL, 0, 0};
    Message message;
    (void)state;
    data_game_init(&game, &RULES[0]);
    assert_true(data_game_add(&game, move_make(0, 50), SCORE_NONE));
    assert_false(data_game_encode(&game, &buffer, &message));
    assert_non_null(strstr(message.text, "move 1 is not legal"));

    data_game_reset(&game, &RULES[0]);
    Move move;
    assert_true(move_parse(&game.start, "g2g5", &move, &message));
    assert_true(data_game_add(&game, move, SCORE_MATE + 1));
    assert_false(data_game_encode(&game, &buffer, &message));
    assert_non_null(strstr(message.text, "score"));
    game.moves[0].score = 3;
    game.head.opening_plies = 1;
    assert_false(data_game_encode(&game, &buffer, &message));
    assert_non_null(strstr(message.text, "opening"));
    game.head.opening_plies = 0;
    game.head.end = DATA_END_CHECKMATE;
    assert_false(data_game_check(&game, &message));
    assert_non_null(strstr(message.text, "goes on"));
    game.head.end = DATA_END_LENGTH;
    assert_true(data_game_check(&game, &message));
    game.head.result = DATA_RESULT_WON;
    assert_false(data_game_check(&game, &message));
    assert_non_null(strstr(message.text, "length"));

    /* Mate in one. */
    Position pos;
    data_game_reset(&game, &RULES[0]);
    assert_true(
        fen_parse("k10/7R3/11/11/11/11/11/11/11/6R3K w - - 0 1", &RULES[0], &pos, NULL, &message));
    data_game_set_start(&game, &pos);
    assert_true(san_parse(&pos, "Rg10#", &move, &message));
    assert_true(data_game_add(&game, move, score_mate_in(1)));
    assert_false(data_game_check(&game, &message));
    assert_non_null(strstr(message.text, "1-0"));
    game.head.result = DATA_RESULT_WON;
    assert_false(data_game_check(&game, &message));
    assert_non_null(strstr(message.text, "checkmate"));
    game.head.end = DATA_END_CHECKMATE;
    assert_true(data_game_check(&game, &message));
    data_game_free(&game);
    buffer_free(&buffer);
}

/* ---- Files ---- */

enum { BLOCKS = 3, GAMES = 6 };

typedef struct {
    DataGame games[GAMES + 1]; /* the last one is for later */
    int64_t ends[BLOCKS + 1];  /* of the header, and of each block with its two games */
    uint8_t *bytes;
    int seen; /* by visits */
} Sample;

static bool see(void *context, const DataHead *head, Message *message) {
    Sample *s = context;
    (void)message;
    assert_int_equal(head->number, s->games[s->seen].head.number);
    s->seen++;
    return true;
}

static DataWriter *append(Sample *s, const char *text, int64_t *torn, Message *message) {
    s->seen = 0;
    message->text[0] = '\0';
    return data_writer_append(FILE_NAME, text, see, s, torn, message);
}

static int enter_sample(void **state) {
    Sample *s = calloc(1, sizeof *s);
    Random random = {13};
    Message message;
    int64_t torn;
    scratch_enter();
    for (int i = 0; i <= GAMES; i++) {
        data_game_init(&s->games[i], &RULES[0]);
        do
            data_sample(&random, (uint64_t)i, &s->games[i]);
        while (s->games[i].head.move_count > 12); /* every byte is tried */
    }
    DataWriter *w = append(s, TEXT, &torn, &message);
    assert_non_null(w);
    s->ends[0] = data_writer_size(w);
    for (int i = 0; i < GAMES; i++) {
        assert_true(data_writer_add(w, &s->games[i], &message));
        if (i % 2 == 1) {
            assert_true(data_writer_commit(w, &message));
            s->ends[i / 2 + 1] = data_writer_size(w);
        }
    }
    assert_true(data_writer_sync(w, &message));
    data_writer_close(w);
    s->bytes = (uint8_t *)file_read(FILE_NAME);
    *state = s;
    return 0;
}

static int leave_sample(void **state) {
    Sample *s = *state;
    for (int i = 0; i <= GAMES; i++)
        data_game_free(&s->games[i]);
    free(s->bytes);
    free(s);
    scratch_leave();
    return 0;
}

static void write_bytes(const uint8_t *bytes, int64_t size) {
    FILE *out = fopen(FILE_NAME, "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(bytes, 1, (size_t)size, out), size);
    assert_int_equal(fclose(out), 0);
}

static int64_t size_of(const char *file) {
    FILE *in = fopen(file, "rb");
    assert_non_null(in);
    assert_int_equal(fseek(in, 0, SEEK_END), 0);
    const long size = ftell(in);
    fclose(in);
    return size;
}

static void test_cut_anywhere(void **state) {
    Sample *s = *state;
    Message message;
    int64_t torn;
    for (int64_t size = 0; size <= s->ends[BLOCKS]; size++) {
        int blocks = -1, count;
        while (blocks < BLOCKS && s->ends[blocks + 1] <= size)
            blocks++;
        write_bytes(s->bytes, size);
        DataReader *reader = data_reader_open(FILE_NAME, &message);
        assert_int_equal(reader != NULL, blocks >= 0);
        if (reader != NULL) {
            DataGame game;
            data_game_init(&game, &RULES[0]);
            for (int i = 0; i < 2 * blocks; i++) {
                assert_int_equal(data_read(reader, &game, &message), DATA_GAME);
                data_expect_same(&game, &s->games[i]);
            }
            assert_int_equal(data_read(reader, &game, &message), DATA_END);
            assert_int_equal(data_reader_torn(reader), size - s->ends[blocks]);
            data_game_free(&game);
        }
        data_reader_close(reader);
        /* Whatever had been written, it goes on. */
        DataWriter *w = append(s, TEXT, &torn, &message);
        if (w == NULL)
            fail_msg("%d bytes: %s", (int)size, message.text);
        assert_int_equal(s->seen, blocks > 0 ? 2 * blocks : 0);
        assert_int_equal(torn, blocks >= 0 ? size - s->ends[blocks] : 0);
        assert_true(data_writer_add(w, &s->games[GAMES], &message));
        assert_true(data_writer_commit(w, &message));
        assert_int_equal(data_writer_size(w), size_of(FILE_NAME));
        data_writer_close(w);
        DataGame *games = data_file_read(FILE_NAME, &count);
        assert_int_equal(count, s->seen + 1);
        data_expect_same(&games[count - 1], &s->games[GAMES]);
        data_games_free(games, count);
    }
}

static void test_damage_anywhere(void **state) {
    Sample *s = *state;
    Message message;
    int64_t torn;
    char place[64];
    for (int64_t at = 0; at < s->ends[BLOCKS]; at++) {
        int broken = -1; /* block; -1: the header */
        while (s->ends[broken + 1] <= at)
            broken++;
        s->bytes[at] ^= (uint8_t)(1 << at % 8);
        write_bytes(s->bytes, s->ends[BLOCKS]);
        DataReader *reader = data_reader_open(FILE_NAME, &message);
        assert_int_equal(reader != NULL, broken >= 0);
        assert_non_null(strstr(reader == NULL ? message.text : FILE_NAME, FILE_NAME));
        if (reader != NULL) {
            DataGame game;
            data_game_init(&game, &RULES[0]);
            for (int i = 0; i < GAMES; i++) {
                if (i == 2 * broken) {
                    assert_int_equal(data_read(reader, &game, &message), DATA_DAMAGED);
                    snprintf(place, sizeof place, "byte %d", (int)s->ends[broken]);
                    assert_non_null(strstr(message.text, place));
                }
                if (i / 2 == broken)
                    continue;
                assert_int_equal(data_read(reader, &game, &message), DATA_GAME);
                data_expect_same(&game, &s->games[i]);
            }
            assert_int_equal(data_read(reader, &game, &message), DATA_END);
            assert_int_equal(data_reader_torn(reader), 0);
            data_game_free(&game);
        }
        data_reader_close(reader);
        assert_null(append(s, TEXT, &torn, &message)); /* and it is left alone */
        assert_true(message.text[0] != '\0');
        char *there = file_read(FILE_NAME);
        assert_memory_equal(there, s->bytes, (size_t)s->ends[BLOCKS]);
        free(there);
        s->bytes[at] ^= (uint8_t)(1 << at % 8);
    }
}

/* What may stand behind the last block. */
static void test_ends(void **state) {
    Sample *s = *state;
    Message message;
    int64_t torn;
    const int64_t size = s->ends[BLOCKS];
    uint8_t *more = calloc(1, (size_t)size + 4000);
    memcpy(more, s->bytes, (size_t)size);
    write_bytes(more, size + 4000); /* zeros, as after a power cut */
    DataWriter *w = append(s, TEXT, &torn, &message);
    assert_non_null(w);
    assert_int_equal(torn, 4000);
    assert_int_equal(s->seen, GAMES);
    data_writer_close(w);
    assert_int_equal(size_of(FILE_NAME), size);
    more[size + 3999] = 1;
    write_bytes(more, size + 4000);
    assert_null(append(s, TEXT, &torn, &message));
    assert_non_null(strstr(message.text, "to the end"));
    free(more);
}

static void test_what_is_not_gone_on_with(void **state) {
    Sample *s = *state;
    Message message;
    int64_t torn;
    write_bytes(s->bytes, s->ends[BLOCKS]);
    DataWriter *w = append(s, "created-by another version\nkind test\nnodes 17\n", &torn, &message);
    assert_non_null(w);
    assert_int_equal(s->seen, GAMES);
    assert_null(append(s, TEXT, &torn, &message)); /* somebody writes it */
    assert_non_null(strstr(message.text, "another program"));
    data_writer_close(w);
    assert_null(append(s, "created-by a test\nkind test\nnodes 18\n", &torn, &message));
    assert_non_null(strstr(message.text, "'nodes' is 17, not 18"));
    assert_null(append(s, "created-by a test\nkind test\n", &torn, &message));
    assert_non_null(strstr(message.text, "'nodes' is 17, not missing"));
    assert_null(append(s, "created-by a test\nkind test\nnodes 17\ndepth 3\n", &torn, &message));
    assert_non_null(strstr(message.text, "'depth' is missing, not 3"));
    file_write(FILE_NAME, "something else altogether, and long enough for a header it is");
    assert_null(append(s, TEXT, &torn, &message));
    assert_non_null(strstr(message.text, "no file of games"));
    assert_null(data_reader_open(".", &message));
    assert_non_null(strstr(message.text, "no regular file"));
    assert_null(data_reader_open("missing.data", &message));
    assert_non_null(strstr(message.text, "missing.data"));
    write_bytes(s->bytes, s->ends[BLOCKS]);
    FILE *out = fopen(FILE_NAME, "r+b");
    assert_int_equal(fseek(out, 8, SEEK_SET), 0);
    putc(2, out);
    fclose(out);
    assert_null(data_reader_open(FILE_NAME, &message));
    assert_non_null(strstr(message.text, "version 2"));
}

/* Many games fill several blocks without being told to. */
static void test_big_blocks(void **state) {
    enum { MANY = 3000 };
    Sample *s = *state;
    Message message;
    int64_t torn;
    int count;
    assert_int_equal(unlink(FILE_NAME), 0);
    DataWriter *w = append(s, TEXT, &torn, &message);
    for (int i = 0; i < MANY; i++) {
        DataGame *game = &s->games[i % GAMES];
        game->head.number = (uint64_t)i;
        assert_true(data_writer_add(w, game, &message));
    }
    assert_true(size_of(FILE_NAME) > DATA_BLOCK_GOOD);
    assert_true(data_writer_commit(w, &message));
    data_writer_close(w);
    DataGame *games = data_file_read(FILE_NAME, &count);
    assert_int_equal(count, MANY);
    for (int i = 0; i < MANY; i++)
        assert_int_equal(games[i].head.number, i);
    data_games_free(games, count);
}

/* ---- PGN ---- */

/* A head that is in order, and a block that is not, over and over in the same bytes: whoever tried
 * each of them would read the file thousands of times. */
static void test_blocks_that_waste_time(void **state) {
    (void)state;
    enum { HEADS = 20000, BODY = 1 << 19 };
    static uint8_t block[DATA_BLOCK_HEAD + BODY];
    ByteBuffer file = {NULL, 0, 0};
    DataGame game;
    Message message = {""};
    memset(block, 7, sizeof block);
    data_block_seal(block, BODY, 1);
    assert_true(data_header_build(&file, "kind test\n"));
    for (int i = 0; i < HEADS; i++)
        assert_true(buffer_add(&file, block, DATA_BLOCK_HEAD));
    memset(block, 0, sizeof block);
    assert_true(buffer_add(&file, block, BODY));
    FILE *out = fopen("waste.data", "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(file.bytes, 1, file.size, out), file.size);
    assert_int_equal(fclose(out), 0);
    buffer_free(&file);
    DataReader *reader = data_reader_open("waste.data", &message);
    assert_non_null(reader);
    data_game_init(&game, &RULES[0]);
    assert_int_equal(data_read(reader, &game, &message), DATA_FAILED);
    assert_string_equal(message.text, "waste.data: it is damaged in too many places");
    data_game_free(&game);
    data_reader_close(reader);
}

static void test_pgn_round_trip(void **state) {
    Random random = {14};
    DataGame game, back;
    PgnGame *pgn = malloc(sizeof *pgn);
    Message message = {""};
    (void)state;
    data_game_init(&game, &RULES[0]);
    data_game_init(&back, &RULES[0]);
    pgn_game_init(pgn, &RULES[0]);
    for (int i = 0; i < test_amount(60, 2000); i++) {
        data_sample(&random, 0, &game);
        for (int m = 0; m < game.head.move_count; m++) /* the mover's mates end with its move */
            if (game.moves[m].score != SCORE_NONE && score_is_mate(game.moves[m].score))
                game.moves[m].score =
                    (m % 2 == 0) == (game.start.side == WHITE) ? SCORE_MATE - 7 : SCORE_MATE - 8;
        pgn_game_clear(pgn);
        assert_true(data_game_to_pgn(&game, pgn));
        const DataImport got = data_game_from_pgn(pgn, &back, &message);
        if (game.head.move_count == 0) {
            assert_int_equal(got, DATA_LEFT_OUT);
            continue;
        }
        assert_int_equal(got, DATA_IMPORTED);
        bool any = false;
        for (int m = 0; m < game.head.move_count; m++)
            any = any || game.moves[m].score != SCORE_NONE;
        game.head.scored = any;
        data_expect_same(&game, &back);
    }
    pgn_game_clear(pgn);
    free(pgn);
    data_game_free(&game);
    data_game_free(&back);
}

/* What other programs, and `brindle match`, write. */
static void test_pgn_comments(void **state) {
    static const struct {
        const char *comment;
        Score score; /* for White, who moves */
    } comments[] = {{"+0.35/12 0.104s", 35},
                    {"-0.35/12 0.104s, n=20511", -35},
                    {"+M5/30 1s", SCORE_MATE - 9},
                    {"-M4/30 1s", -SCORE_MATE + 8},
                    {"-#4", -SCORE_MATE + 8},
                    {"1.25, White mates", 125},
                    {"0.00", 0},
                    {"309.99 0.1s", 30999},
                    {"310.00 0.1s", SCORE_NONE},
                    {"12 moves later", SCORE_NONE},
                    {"1.e4 was better", SCORE_NONE},
                    {"+M0/3", SCORE_NONE},
                    {"+M501/3", SCORE_NONE},
                    {"M", SCORE_NONE},
                    {"0.104s", SCORE_NONE},
                    {"-", SCORE_NONE},
                    {"best", SCORE_NONE}};
    PgnGame *pgn = malloc(sizeof *pgn);
    DataGame game;
    Message message;
    Move move;
    (void)state;
    pgn_game_init(pgn, &RULES[0]);
    data_game_init(&game, &RULES[0]);
    for (size_t i = 0; i < sizeof comments / sizeof comments[0]; i++) {
        pgn_game_clear(pgn);
        assert_true(move_parse(&pgn->start, "g2g5", &move, &message));
        assert_true(pgn_set_comment(pgn_add_move(&pgn->line, move), comments[i].comment));
        snprintf(pgn->result, sizeof pgn->result, "0-1");
        assert_int_equal(data_game_from_pgn(pgn, &game, &message), DATA_IMPORTED);
        if (game.moves[0].score != comments[i].score)
            fail_msg("{%s}: %d", comments[i].comment, game.moves[0].score);
        assert_int_equal(game.head.scored, comments[i].score != SCORE_NONE);
        assert_int_equal(game.head.result, DATA_RESULT_LOST);
    }
    assert_true(pgn_set_comment(&pgn->line.moves[0], "book"));
    assert_int_equal(data_game_from_pgn(pgn, &game, &message), DATA_LEFT_OUT);
    assert_true(pgn_set_comment(&pgn->line.moves[0], "bookish"));
    assert_int_equal(data_game_from_pgn(pgn, &game, &message), DATA_IMPORTED);
    snprintf(pgn->result, sizeof pgn->result, "*");
    assert_int_equal(data_game_from_pgn(pgn, &game, &message), DATA_LEFT_OUT);
    data_game_free(&game);
    pgn_game_clear(pgn);
    free(pgn);
}

/* ---- EPD ---- */

static void test_epd_lines(void **state) {
    static const struct {
        const char *operations;
        int result;
        Score score; /* for White; Black moves */
    } lines[] = {
        {"c9 \"1-0\";", DATA_RESULT_WON, SCORE_NONE},
        {"c0 \"0-1\"; c1 \"anything\";", DATA_RESULT_LOST, SCORE_NONE},
        {"c2 1/2-1/2; ce 35;", DATA_RESULT_DRAWN, -35},
        {"result 1.0; ce -12;", DATA_RESULT_WON, 12},
        {"result \"0.5\";", DATA_RESULT_DRAWN, SCORE_NONE},
        {"[1.0]", DATA_RESULT_WON, SCORE_NONE},
        {"[0.5]", DATA_RESULT_DRAWN, SCORE_NONE},
        {"[0]", DATA_RESULT_LOST, SCORE_NONE},
        {"[1-0]", DATA_RESULT_WON, SCORE_NONE},
        {"id \"a; b\"; c9 \"1-0\"; ce 32762;", DATA_RESULT_WON, -SCORE_MATE + 5},
        {"c9 \"1-0\"; ce -32763;", DATA_RESULT_WON, SCORE_MATE - 4},
        {"hmvc 7; fmvn 40; c9 \"0-1\";", DATA_RESULT_LOST, SCORE_NONE},
    };
    static const struct {
        const char *line, *why;
    } bad[] = {
        {"5k5/11/11/11/11/11/11/11/11/R4K5 b - - c1 \"1-0 perhaps\";", "no result"},
        {"5k5/11/11/11/11/11/11/11/11/R4K5 b - - c9 \"1-0\"; c8 \"0-1\";", "two results"},
        {"5k5/11/11/11/11/11/11/11/11/R4K5 b - - result maybe;", "'maybe' is no result"},
        {"5k5/11/11/11/11/11/11/11/11/R4K5 b - - [2.0]", "no result in brackets"},
        {"5k5/11/11/11/11/11/11/11/11/R4K5 b - - [1.0", "no result in brackets"},
        {"5k5/11/11/11/11/11/11/11/11/R4K5 b - - [1.0] and more", "'and more' is no operation"},
        {"5k5/11/11/11/11/11/11/11/11/R4K5 b - - c9 \"1-0\"", "is no operation"},
        {"5k5/11/11/11/11/11/11/11/11/R4K5 b - - c9 \"1-0\"; ce x;", "ce"},
        {"5k5/11/11/11/11/11/11/11/11/R4K5 b - - c9 \"1-0\"; ce 31500;", "neither"},
        {"5k5/11/11/11/11/11/11/11/11/R4K5 b - - c9 \"1-0\"; variant chess;", "chess"},
        {"5k5/11/11/11/11/11/11/11/11/R4K4R w KA - variant standard; [1.0]", "castling"},
        {"5k5/11/11/11/11/11/11/11/11/5K5 b - - [1.0]", "over"},
        {"11/11/11/11/11/11/11/11/11/5K5 b - - [1.0]", "king"},
        {"rubbish", "FEN"},
    };
    DataGame game;
    Message message;
    (void)state;
    data_game_init(&game, &RULES[0]);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        char line[256];
        snprintf(line, sizeof line, "5k5/11/11/11/11/11/11/11/11/R4K5 b - - %s",
                 lines[i].operations);
        if (!data_epd_read(line, &RULES[1], &game, &message))
            fail_msg("%s: %s", line, message.text);
        assert_int_equal(game.head.result, lines[i].result);
        assert_int_equal(game.start_score, lines[i].score);
        assert_int_equal(game.head.move_count, 0);
        assert_ptr_equal(game.head.rules, &RULES[1]);
        assert_int_equal(data_head_positions(&game.head), 1);
        assert_false(data_epd_read(line, NULL, &game, &message));
        assert_non_null(strstr(message.text, "variant"));
    }
    assert_true(data_epd_read("5k5/11/11/11/11/11/11/11/11/R4K4R w KA - hmvc 9; fmvn 41; "
                              "variant \"wildebeest\"; c9 \"1-0\";",
                              &RULES[1], &game, &message));
    assert_ptr_equal(game.head.rules, &RULES[0]);
    assert_int_equal(game.start.state.halfmove_clock, 9);
    assert_int_equal(game.start.fullmove, 41);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        message.text[0] = '\0';
        if (data_epd_read(bad[i].line, &RULES[0], &game, &message) ||
            strstr(message.text, bad[i].why) == NULL)
            fail_msg("%s: %s", bad[i].line, message.text);
    }
    data_game_free(&game);
}

static void test_epd_round_trip(void **state) {
    Random random = {15};
    DataGame game, back;
    Message message;
    (void)state;
    data_game_init(&game, &RULES[0]);
    data_game_init(&back, &RULES[0]);
    for (int i = 0; i < 300; i++) {
        char *line = NULL;
        size_t size;
        data_sample(&random, 0, &game);
        if (game.head.move_count > 0)
            continue;
        FILE *out = open_memstream(&line, &size);
        data_epd_write(out, &game.start, game.head.result, game.start_score);
        fclose(out);
        line[strcspn(line, "\n")] = '\0';
        if (!data_epd_read(line, NULL, &back, &message))
            fail_msg("%s: %s", line, message.text);
        game.head.from_array = false;
        game.head.scored = game.start_score != SCORE_NONE;
        data_expect_same(&game, &back);
        free(line);
    }
    data_game_free(&game);
    data_game_free(&back);
}

int main(void) {
    board_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_records),
        cmocka_unit_test(test_broken_records),
        cmocka_unit_test(test_moves_by_value),
        cmocka_unit_test(test_games_that_cannot_be),
        cmocka_unit_test_setup_teardown(test_cut_anywhere, enter_sample, leave_sample),
        cmocka_unit_test_setup_teardown(test_damage_anywhere, enter_sample, leave_sample),
        cmocka_unit_test_setup_teardown(test_ends, enter_sample, leave_sample),
        cmocka_unit_test_setup_teardown(test_what_is_not_gone_on_with, enter_sample, leave_sample),
        cmocka_unit_test_setup_teardown(test_big_blocks, enter_sample, leave_sample),
        cmocka_unit_test_setup_teardown(test_blocks_that_waste_time, enter_sample, leave_sample),
        cmocka_unit_test(test_pgn_round_trip),
        cmocka_unit_test(test_pgn_comments),
        cmocka_unit_test(test_epd_lines),
        cmocka_unit_test(test_epd_round_trip),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
