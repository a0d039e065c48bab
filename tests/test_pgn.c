/*
 * Games as PGN: what is read, written, refused with which words, and what is found not to agree.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bitboard/fen.h"
#include "bitboard/notation.h"
#include "engine/pgn/pgn.h"
#include "engine/pgn/pgn_check.h"
#include "tests/support/suite.h"

#define LENGTH(table) (sizeof(table) / sizeof(table)[0])

#define WILD     "[Variant \"wildebeest\"]\n\n"
#define STANDARD "[Variant \"standard-wildebeest\"]\n\n"
/* A game that needs no other: it stands before and behind broken ones. */
#define GOOD "[Event \"good\"]\n[Variant \"wildebeest\"]\n\n1. g5 e7 1-0\n\n"

/* ---- Reading from memory ---- */

typedef struct {
    char *text; /* a copy that ends where it does, so that the sanitizer sees whoever reads on */
    FILE *stream;
    PgnReader *reader;
    PgnGame game;
    Message message;
    char warnings[1024];
} Reading;

static void on_warning(void *context, const char *text) {
    Reading *reading = context;
    const size_t length = strlen(reading->warnings);
    snprintf(reading->warnings + length, sizeof reading->warnings - length, "%s\n", text);
}

static void reading_open(Reading *reading, const char *text, size_t length) {
    memset(reading, 0, sizeof *reading);
    reading->text = malloc(length + 1);
    assert_non_null(reading->text);
    memcpy(reading->text, text, length);
    /* fmemopen takes no empty buffer everywhere. */
    reading->stream = length > 0 ? fmemopen(reading->text, length, "r") : tmpfile();
    assert_non_null(reading->stream);
    reading->reader = pgn_reader_new(reading->stream, "T");
    assert_non_null(reading->reader);
    pgn_reader_on_warning(reading->reader, on_warning, reading);
    pgn_game_init(&reading->game, &RULES[0]);
}

static PgnStatus reading_next(Reading *reading, const RuleSet *rules) {
    reading->message.text[0] = '\0';
    return pgn_read(reading->reader, rules, &reading->game, &reading->message);
}

static void reading_close(Reading *reading) {
    pgn_game_clear(&reading->game);
    pgn_reader_free(reading->reader);
    fclose(reading->stream);
    free(reading->text);
}

/* Reads the one game that `text` must be. */
static void read_one(const char *text, PgnGame *game) {
    Reading reading;
    reading_open(&reading, text, strlen(text));
    if (reading_next(&reading, NULL) != PGN_GAME)
        fail_msg("%s\n%s", reading.message.text, text);
    *game = reading.game;
    memset(&reading.game, 0, sizeof reading.game);
    assert_int_equal(reading_next(&reading, NULL), PGN_END);
    reading_close(&reading);
}

/* The game as text, to be freed. */
static char *written(const PgnGame *game, size_t *length) {
    char *text = NULL;
    FILE *out = open_memstream(&text, length);
    assert_non_null(out);
    assert_true(pgn_write(out, game));
    assert_int_equal(fclose(out), 0);
    return text;
}

static char *repeated(const char *before, const char *unit, size_t count, const char *after) {
    const size_t step = strlen(unit);
    char *text = malloc(strlen(before) + step * count + strlen(after) + 1), *end = text;
    assert_non_null(text);
    end = stpcpy(end, before);
    for (size_t i = 0; i < count; i++)
        end = stpcpy(end, unit);
    stpcpy(end, after);
    return text;
}

/* ---- Errors ---- */

typedef struct {
    const char *text;
    const char *message; /* behind "T: game 1, " */
    size_t length;       /* 0: up to the NUL byte */
} Fault;

static const Fault FAULTS[] = {
    /* Tags. */
    {"[Event \"x\"]\n\n1. g5 *\n", "line 1: the game has no Variant tag", 0},
    {"1. g5 *\n", "line 1: the game has no Variant tag", 0},
    {"[Variant \"chess\"]\n\n1. g5 *\n",
     "line 1, at 'Variant': unknown rules 'chess': it must be wildebeest or standard-wildebeest",
     0},
    {"[Event \"x\"]\n[Event \"y\"]\n" WILD "*\n", "line 2, at 'Event': the tag is given twice", 0},
    {"[Event x]\n" WILD "*\n", "line 1, at '[Event': the tag's value must follow in quotes", 0},
    {"[Event]\n" WILD "*\n", "line 1, at '[Event': the tag's value must follow in quotes", 0},
    {"[Event \"x\n" WILD "*\n", "line 1, at '[Event': the value's closing quote is missing", 0},
    {"[Event \"x\\\"]\n" WILD "*\n", "line 1, at '[Event': the value's closing quote is missing",
     0},
    {"[Event \"x\"\n" WILD "*\n", "line 1, at '[Event': ']' must follow after the value", 0},
    {"[Event \"x\" y]\n" WILD "*\n", "line 1, at '[Event': ']' must follow after the value", 0},
    {"[\"x\"]\n" WILD "*\n",
     "line 1, at '[': a tag's name is missing: letters, digits and underscores", 0},
    {"[8 \"x\"]\n" WILD "*\n",
     "line 1, at '[8': a tag's name is missing: letters, digits and underscores", 0},
    {"[Event \"a\tb\x01\"]\n" WILD "*\n", "line 1, at '[': the control byte 0x01", 0},
    {"[SetUp \"1\"]\n" WILD "*\n", "line 1, at 'SetUp': it announces a FEN tag, which is missing",
     0},
    {"[SetUp \"1\"]\n[FEN \"8/8 w - - 0 1\"]\n" WILD "*\n",
     "line 2, at 'FEN': board: rank 10 has 8 files instead of 11", 0},
    {"[FEN \"r4k4r/11/11/11/11/11/11/11/11/R4K4R w KAka - 0 1\"]\n" STANDARD "*\n",
     "line 1, at 'FEN': castling: it must be '-', there is no castling in standard-wildebeest", 0},

    /* Moves. */
    {WILD "1. g5 e7\n2. Nf9 *\n",
     "line 4, at 'Nf9': not a legal move here: "
     "a knight leaps two squares straight and one aside",
     0},
    {WILD "1. Zz9 *\n", "line 3, at 'Zz9': no move in algebraic notation", 0},
    {WILD "1. g5 0000 *\n", "line 3, at '0000': no move in algebraic notation", 0},
    {WILD "1. gxh3 *\n", "line 3, at 'gxh3': not a legal move here: there is nothing to take on h3",
     0},
    {WILD "1. Nxc3 *\n", "line 3, at 'Nxc3': there is nothing to take", 0},
    {"[FEN \"k10/6P4/11/11/11/11/11/11/11/K10 w - - 0 1\"]\n" WILD "1. g10 *\n",
     "line 4, at 'g10': does not say what the pawn becomes", 0},
    {"[FEN \"k10/6P4/11/11/11/11/11/11/11/K10 w - - 0 1\"]\n" WILD "1. g10=N *\n",
     "line 4, at 'g10=N': no pawn may become that piece", 0},
    {"[FEN \"k10/11/11/11/11/11/11/11/11/K3N3N2 w - - 0 1\"]\n" WILD "1. Ng2 *\n",
     "line 4, at 'Ng2': may be any of Neg2, Nig2", 0},
    {WILD "1. g5!!! *\n", "line 3, at 'g5!!!': its marks are none of ! ? !! ?? !? ?!", 0},
    {WILD "1. g5 !!? *\n", "line 3, at '!!?': no annotation: it must be one of ! ? !! ?? !? ?!", 0},
    {"[FEN \"k1Q8/11/1K9/3W7/11/11/11/11/11/11 b - - 0 1\"]\n" WILD "1... Ka9 *\n",
     "line 4, at 'Ka9': no move can follow after checkmate", 0},
    {"[FEN \"k10/11/1Q9/2K8/11/11/11/4W6/11/11 b - - 1 1\"]\n" WILD "1... Ka9 *\n",
     "line 4, at 'Ka9': no move can follow after stalemate", 0},
    {WILD "1. \xe2\x99\x98\x63\x33 *\n",
     "line 3, at '\xe2\x99\x98\x63\x33': no move in algebraic "
     "notation",
     0},

    /* Annotations and variations. */
    {WILD "$1 1. g5 *\n", "line 3, at '$1': an annotation before the first move", 0},
    {WILD "! 1. g5 *\n", "line 3, at '!': an annotation before the first move", 0},
    {WILD "1. g5 $256 *\n", "line 3, at '$256': an annotation is $ and a number up to 255", 0},
    {WILD "1. g5 $ *\n", "line 3, at '$': an annotation is $ and a number up to 255", 0},
    {WILD "1. g5 $1x *\n", "line 3, at '$1x': an annotation is $ and a number up to 255", 0},
    {WILD "(1. g5) *\n", "line 3, at '(': a variation before the first move", 0},
    {WILD "1. g5 ((1. g4)) *\n", "line 3, at '(': a variation before the first move", 0},
    {WILD "1. g5 () *\n", "line 3, at ')': a variation without a move", 0},
    {WILD "1. g5 ({only words}) *\n", "line 3, at ')': a variation without a move", 0},
    {WILD "1. g5 ) *\n", "line 3, at ')': no variation is open", 0},
    {WILD "1. g5 (1. g4 *) e7 *\n", "line 3, at '*': a result within a variation", 0},
    {WILD "1. g5 (1. Zz9) *\n", "line 3, at 'Zz9': no move in algebraic notation", 0},
    {WILD "1. g5 (1. g4\n(1. g3)\n\n", "line 3, at '(': the variation is not closed", 0},

    /* What is not closed, not finished or not known. */
    {WILD "1. g5\n{never closed\nand on\n\n", "line 4, at '{': the comment is not closed", 0},
    {WILD "1. g5 1-0 {never closed\n\n", "line 3, at '{': the comment is not closed", 0},
    {WILD "1. g5 e7\n\n", "line 4: the game ends without a result", 0},
    {WILD, "line 2: the game ends without a result", 0},
    {WILD "1. g5 } *\n", "line 3, at '}': no comment is open", 0},
    {WILD "1. g5 ] *\n", "line 3, at ']': no tag is open", 0},
    {WILD "1. g5 <x> *\n", "line 3, at '<': it stands for nothing here", 0},
    {WILD "1. g5 \"x\" *\n", "line 3, at '\"': it stands for nothing here", 0},
    {WILD "1. g5 [Event \"x\"] *\n", "line 3, at 'Event': a tag among the moves", 0},
    {WILD "1. g5 \x02 *\n", "line 3: the control byte 0x02", 0},
    {WILD "1. g5 {a\x1b[31m} *\n", "line 3, at '{': the control byte 0x1b", 0},
    {WILD "1. g5 ;a\x7f\n *\n", "line 3, at '{': the control byte 0x7f", 0},
    {WILD "1. g5 {a\0b} *\n", "line 3, at '{': the control byte 0x00",
     sizeof(WILD "1. g5 {a.b} *")},
    {WILD "1. g5 \0 *\n", "line 3: the control byte 0x00", sizeof(WILD "1. g5 . *")},
    {WILD "1. g5 e7 1/2 *\n", "line 3, at '1/2': no move in algebraic notation", 0},
};

static size_t fault_length(const Fault *fault) {
    return fault->length > 0 ? fault->length : strlen(fault->text);
}

static void expect_fault(Reading *reading, long number, long line_offset, const Fault *fault) {
    char wanted[MESSAGE_SIZE];
    char *rest;
    const long line = strtol(fault->message + strlen("line "), &rest, 10);
    snprintf(wanted, sizeof wanted, "T: game %ld, line %ld%s", number, line + line_offset, rest);
    const PgnStatus status = reading_next(reading, NULL);
    if (status != PGN_ERROR || strcmp(reading->message.text, wanted) != 0)
        fail_msg("status %d, message\n%s\nwanted\n%s", status, reading->message.text, wanted);
    assert_int_equal(reading->game.number, number);
}

static void test_faults(void **state) {
    (void)state;
    for (size_t i = 0; i < LENGTH(FAULTS); i++) {
        Reading reading;
        reading_open(&reading, FAULTS[i].text, fault_length(&FAULTS[i]));
        expect_fault(&reading, 1, 0, &FAULTS[i]);
        assert_int_equal(reading_next(&reading, NULL), PGN_END);
        reading_close(&reading);
    }
}

static void expect_good(Reading *reading, long number) {
    if (reading_next(reading, NULL) != PGN_GAME)
        fail_msg("game %ld: %s", number, reading->message.text);
    assert_int_equal(reading->game.number, number);
    assert_int_equal(reading->game.line.count, 2);
    assert_string_equal(pgn_tag(&reading->game, "Event"), "good");
    assert_string_equal(reading->game.result, "1-0");
}

/* Whatever is wrong with a game, those before and behind it are read. */
static void test_reading_goes_on(void **state) {
    (void)state;
    for (size_t i = 0; i < LENGTH(FAULTS); i++) {
        char text[2048], *end = text;
        Reading reading;
        const size_t length = fault_length(&FAULTS[i]);
        end = stpcpy(end, GOOD);
        memcpy(end, FAULTS[i].text, length);
        end += length;
        end = stpcpy(end, "\n" GOOD GOOD);
        reading_open(&reading, text, (size_t)(end - text));
        expect_good(&reading, 1);
        if (strstr(FAULTS[i].message, "without a result") == NULL)
            expect_fault(&reading, 2, 5, &FAULTS[i]);
        else /* the line is the one in which the next game begins */
            assert_int_equal(reading_next(&reading, NULL), PGN_ERROR);
        expect_good(&reading, 3);
        assert_true(strncmp(GOOD, text + (end - text) - strlen(GOOD), strlen(GOOD)) == 0);
        expect_good(&reading, 4);
        assert_int_equal(reading_next(&reading, NULL), PGN_END);
        assert_int_equal(reading_next(&reading, NULL), PGN_END);
        assert_int_equal(pgn_reader_bytes(reading.reader), end - text);
        reading_close(&reading);
    }
}

/* Games without blank lines or tags between them, with a broken one in the middle. */
static void test_reading_goes_on_without_landmarks(void **state) {
    (void)state;
    static const char *const texts[] = {
        "1. g5 * 1. Zz9 (e7 1-0) {1-0} 1-0 1. g4 *",
        "1. g5 1-0\n[Variant \"wildebeest\"]\n1. Zz9\n[Variant \"wildebeest\"]\n1. g4 0-1",
        "1. g5 * {one} 1. ! 1/2-1/2 ;two\n 1. g4 *",
        WILD "* " WILD "1. Zz9 {\n[Event \"x\"]\n} *\n" WILD "1. g4 *\n",
        WILD "*\n" WILD "1. g5 {open\n\n" WILD "1. g4 *\n",
        WILD "*\n[Event \"x\"]\n" WILD "[Event \"x\"]\n" WILD "1. g4 *",
    };
    for (size_t i = 0; i < LENGTH(texts); i++) {
        Reading reading;
        reading_open(&reading, texts[i], strlen(texts[i]));
        assert_int_equal(reading_next(&reading, &RULES[0]), PGN_GAME);
        assert_int_equal(reading_next(&reading, &RULES[0]), PGN_ERROR);
        if (reading_next(&reading, &RULES[0]) != PGN_GAME)
            fail_msg("text %zu: %s", i, reading.message.text);
        assert_int_equal(reading.game.number, 3);
        assert_int_equal(reading.game.line.count, 1);
        assert_int_equal(reading_next(&reading, &RULES[0]), PGN_END);
        reading_close(&reading);
    }
}

/* What was read before the error is there. */
static void test_broken_games_are_kept(void **state) {
    (void)state;
    Reading reading;
    static const char text[] =
        "[Event \"x\"]\n" WILD "{so} 1. g5 e7 {far} (1... e6 {and}) 2. Nc3 (2. Zz9) 1-0\n";
    reading_open(&reading, text, strlen(text));
    assert_int_equal(reading_next(&reading, NULL), PGN_ERROR);
    const PgnLine *line = &reading.game.line;
    assert_string_equal(pgn_tag(&reading.game, "Event"), "x");
    assert_string_equal(line->comment, "so");
    assert_int_equal(line->count, 3);
    assert_string_equal(line->moves[1].comment, "far");
    assert_string_equal(line->moves[1].variations[0]->moves[0].comment, "and");
    assert_string_equal(reading.game.result, "*");
    reading_close(&reading);
}

static void test_read_errors(void **state) {
    (void)state;
    PgnGame game;
    Message message;
    FILE *stream = fopen("/", "r");
    char name[300];
    assert_non_null(stream);
    memset(name, 'n', sizeof name);
    name[sizeof name - 1] = '\0';
    PgnReader *reader = pgn_reader_new(stream, name);
    pgn_game_init(&game, &RULES[0]);
    assert_int_equal(pgn_read(reader, NULL, &game, &message), PGN_FAILED);
    assert_int_equal(strncmp(message.text, "…nnn", strlen("…nnn")), 0);
    assert_non_null(strstr(message.text, strerror(EISDIR)));
    pgn_reader_free(reader);
    fclose(stream);
    pgn_reader_free(NULL);
}

/* ---- Spellings ---- */

#define ROOKS "r4k4r/11/11/11/11/11/11/11/11/R4K4R w KAka - 0 1"
/* Only a castle by one square is legal, to either side. */
#define GUARDED "r4k4r/11/3r3r3/11/11/11/11/11/11/R4K4R w KA - 0 1"

static void test_spellings(void **state) {
    (void)state;
    static const struct {
        int rules;
        const char *fen; /* NULL: the array */
        const char *text, *san;
    } rows[] = {
        {0, NULL, "g5", "g5"},
        {0, NULL, "g2g5", "g5"},
        {0, NULL, "g2-g5", "g5"},
        {0, NULL, "Nc3!", "Nc3"},
        {0, NULL, "Nb1c3", "Nc3"},
        {0, NULL, "Nb1-c3", "Nc3"},
        {0, NULL, "N1c3?!", "Nc3"},
        {1, NULL, "Wf4", "Wf4"},
        {0, ROOKS, "O-O-g1", "O-O-g1+"},
        {0, ROOKS, "O-O-j1", "O-O-j1"},
        {0, ROOKS, "O-O-O-d1", "O-O-O-d1"},
        {0, ROOKS, "O-O-O-e1", "O-O-O-e1+"},
        {0, ROOKS, "0-0-h1", "O-O-h1"},
        {0, ROOKS, "0-0-0-b1", "O-O-O-b1"},
        {0, ROOKS, "Kf1-h1", "O-O-h1"},
        {0, ROOKS, "K~h1", "O-O-h1"},
        {0, ROOKS, "K~g1", "O-O-g1+"},
        {0, ROOKS, "Kh1", "O-O-h1"},
        {0, ROOKS, "Kg1", "Kg1"},
        {0, ROOKS, "Kb1", "O-O-O-b1"},
        {0, GUARDED, "O-O", "O-O-g1+"},
        {0, GUARDED, "O-O-O", "O-O-O-e1+"},
        {0, GUARDED, "0-0", "O-O-g1+"},
        {0, GUARDED, "0-0-0!?", "O-O-O-e1+"},
        {0, "r4k4r/11/11/11/11/11/11/11/11/R4K4R b KAka - 0 1", "O-O-O-b10", "O-O-O-b10"},
        {0, "k10/6P4/11/11/11/11/11/11/11/K10 w - - 0 1", "g10=W", "g10=W"},
        {0, "k10/6P4/11/11/11/11/11/11/11/K10 w - - 0 1", "g10W", "g10=W"},
        {0, "k10/6P4/11/11/11/11/11/11/11/K10 w - - 0 1", "g10=Q", "g10=Q+"},
        {0, "k10/6P4/11/11/11/11/11/11/11/K10 w - - 0 1", "g10=Q+!", "g10=Q+"},
        {0, "k10/6P4/11/11/11/11/11/11/11/K10 w - - 0 1", "g9g10=Q", "g10=Q+"},
        {1, "k10/6P4/11/11/11/11/11/11/11/K10 w - - 0 1", "g10=C", "g10=C"},
        {0, "k10/11/11/11/11/5pP4/11/11/11/K10 b - g3g4 0 1", "fxg4", "fxg4"},
        {0, "k10/11/11/11/11/5pP4/11/11/11/K10 b - g3g4 0 1", "fxg4e.p.", "fxg4"},
        {0, "k10/11/11/11/11/5pP4/11/11/11/K10 b - g3g4 0 1", "f5xg4", "fxg4"},
        {0, "k10/11/11/11/11/5pP4/11/11/11/K10 b - g3g4 0 1", "fg4", "fxg4"},
        {1, "k10/7R3/11/11/11/11/11/11/11/6R3K w - - 0 1", "Rg10", "Rg10#"},
        {1, "k10/7R3/11/11/11/11/11/11/11/6R3K w - - 0 1", "Rg10+", "Rg10#"},
        {1, "k10/7R3/11/11/11/11/11/11/11/6R3K w - - 0 1", "Rg10#!!", "Rg10#"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        char text[512], fen[256] = "", san[MOVE_TEXT_SIZE];
        PgnGame game;
        if (rows[i].fen != NULL)
            snprintf(fen, sizeof fen, "[SetUp \"1\"]\n[FEN \"%s\"]\n", rows[i].fen);
        snprintf(text, sizeof text, "%s[Variant \"%s\"]\n\n%s *\n", fen, RULES[rows[i].rules].name,
                 rows[i].text);
        read_one(text, &game);
        assert_int_equal(game.line.count, 1);
        assert_string_equal(san_write(&game.start, game.line.moves[0].move, san), rows[i].san);
        pgn_game_clear(&game);
    }
}

static void test_variant_names(void **state) {
    (void)state;
    static const struct {
        const char *value;
        int rules;
    } rows[] = {{"wildebeest", 0},         {"Wildebeest", 0}, {"WILDEBEEST", 0},
                {"standard", 1},           {"Standard", 1},   {"standard-wildebeest", 1},
                {"Standard-Wildebeest", 1}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        char text[128];
        PgnGame game;
        snprintf(text, sizeof text, "[Variant \"%s\"]\n*\n", rows[i].value);
        read_one(text, &game);
        assert_ptr_equal(game.start.rules, &RULES[rows[i].rules]);
        pgn_game_clear(&game);
    }
}

/* ---- Form ---- */

static void test_annotated_game(void **state) {
    (void)state;
    static const char text[] = "; a comment before everything\n"
                               "[Event \"A \\\"quoted\\\" C:\\Games \\\\ name\"]\r\n"
                               "% nothing here is read: [Event \"no\"] 1-0\n"
                               "[ Variant\t\"Wildebeest\" ] [Annotator \"\xc3\x89va\"]\n"
                               "[White \"\"]\n\n"
                               "{Before\n  the first} {move}\n"
                               "1.g5! e7 $7$255 2... Nc3?? {one} (2. Na3!? {in}\n"
                               "% hidden\n"
                               "(2. Cg4{deep}Nc8)2... Nc8) {two} ; three }\r\n"
                               "(2.h3) {four} 2. ... Nc8 ! 1/2-1/2 {five}\n";
    static const char wanted[] = "[Event \"A \\\"quoted\\\" C:\\\\Games \\\\ name\"]\n"
                                 "[Site \"?\"]\n"
                                 "[Date \"????.??.??\"]\n"
                                 "[Round \"?\"]\n"
                                 "[White \"\"]\n"
                                 "[Black \"?\"]\n"
                                 "[Result \"1/2-1/2\"]\n"
                                 "[Variant \"wildebeest\"]\n"
                                 "[Annotator \"\xc3\x89va\"]\n"
                                 "\n"
                                 "{a comment before everything Before the first move} 1. g5 $1 e7 "
                                 "$7 $255 2. Nc3\n"
                                 "$4 ;one two three } four\n"
                                 "(2. Na3 $5 {in} (2. Cg4 {deep} 2... Nc8) 2... Nc8) (2. h3) "
                                 "2... Nc8 $1 {five}\n1/2-1/2\n\n";
    PgnGame game, again;
    size_t length;
    read_one(text, &game);
    assert_int_equal(game.first_line, 1);
    assert_int_equal(game.number, 1);
    assert_string_equal(pgn_tag(&game, "Annotator"), "\xc3\x89va");
    assert_string_equal(game.line.moves[2].comment, "one two three } four");
    assert_int_equal(game.line.moves[2].variation_count, 2);
    assert_int_equal(game.line.moves[2].variations[0]->moves[0].variation_count, 1);
    char *first = written(&game, &length);
    assert_string_equal(first, wanted);
    read_one(first, &again);
    char *second = written(&again, &length);
    assert_string_equal(second, wanted);
    free(first);
    free(second);
    pgn_game_clear(&game);
    pgn_game_clear(&again);
}

/* One game however its lines end, with and without byte order mark and final newline. */
static void test_line_ends(void **state) {
    (void)state;
    static const char text[] = "[Event \"x\"]\n[Variant \"wildebeest\"]\n\n{a\nb} 1. g5 ; c\n"
                               "%d\ne7 1-0\n\n[Event \"y\"]\n[Variant \"standard\"]\n\n0-1";
    static const char *const ends[] = {"\n", "\r\n", "\r"};
    for (size_t i = 0; i < 2 * LENGTH(ends); i++) {
        char changed[512], *p = changed;
        Reading reading;
        for (const char *from = text; *from != '\0'; from++) {
            if (i >= LENGTH(ends) && *from == '[')
                p = stpcpy(p, "\xef\xbb\xbf");
            if (*from == '\n')
                p = stpcpy(p, ends[i % LENGTH(ends)]);
            else
                *p++ = *from;
        }
        reading_open(&reading, changed, (size_t)(p - changed));
        assert_int_equal(reading_next(&reading, NULL), PGN_GAME);
        assert_string_equal(reading.game.line.comment, "a b");
        assert_string_equal(reading.game.line.moves[0].comment, "c");
        assert_int_equal(reading.game.line.count, 2);
        assert_int_equal(reading_next(&reading, NULL), PGN_GAME);
        assert_int_equal(reading.game.first_line, 9);
        assert_string_equal(reading.game.result, "0-1");
        assert_int_equal(reading_next(&reading, NULL), PGN_END);
        reading_close(&reading);
    }
}

static void expect_empty(const char *text) {
    Reading reading;
    reading_open(&reading, text, strlen(text));
    assert_int_equal(reading_next(&reading, NULL), PGN_END);
    assert_int_equal(reading_next(&reading, NULL), PGN_END);
    assert_string_equal(reading.warnings, "");
    reading_close(&reading);
}

static void test_files_without_games(void **state) {
    (void)state;
    expect_empty("");
    expect_empty("\n\n \t\r\n");
    expect_empty("\xef\xbb\xbf");
    expect_empty("\xef\xbb\xbf\n");
    expect_empty("% escaped");
    expect_empty("{a comment} ; and another");
}

static void test_warnings(void **state) {
    (void)state;
    static const struct {
        const char *text, *warnings;
    } rows[] = {
        {WILD "1. g5 e7 2. Nc3 2... Nc8 3.Nb1 *", ""},
        {WILD "g5 e7 Nc3 ... Nc8 3 Nb1 *", ""},
        {WILD "1. g5 1. e7 1... 2. Nc3 *",
         "T: game 1, line 3, at '1...': wrong move number: it is move 2, White to play\n"},
        {WILD "1. g5 e7\n3. Nc3 (4. h3) 99999999999999999999999. Nc8 *",
         "T: game 1, line 4, at '3.': wrong move number: it is move 2, White to play\n"},
        {WILD "1. g5 2... e7 *",
         "T: game 1, line 3, at '2...': wrong move number: it is move 1, Black to play\n"},
        {"[FEN \"k10/11/11/11/11/11/11/11/11/R4K4R b KA - 0 17\"]\n" WILD "17... Kb10 18. Kg1 *",
         ""},
        {"[White \"J\xf6rg\"]\n" WILD "{\xe9} *",
         "T: game 1, line 1, at 'White': the value is not UTF-8; it is taken as ISO 8859-1\n"},
        {WILD "1. g5 {\xe9t\xe9} *",
         "T: game 1, line 3: the comment is not UTF-8; it is taken as ISO 8859-1\n"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        Reading reading;
        reading_open(&reading, rows[i].text, strlen(rows[i].text));
        if (reading_next(&reading, NULL) != PGN_GAME)
            fail_msg("%s", reading.message.text);
        assert_string_equal(reading.warnings, rows[i].warnings);
        reading_close(&reading);
    }
}

static void test_latin1_becomes_utf8(void **state) {
    (void)state;
    PgnGame game;
    read_one("[White \"J\xf6rg\"]\n" WILD "1. g5 {\xe9t\xe9 \xc3} e7 {\xc3\xa9} *", &game);
    assert_string_equal(pgn_tag(&game, "White"), "J\xc3\xb6rg");
    assert_string_equal(game.line.moves[0].comment, "\xc3\xa9t\xc3\xa9 \xc3\x83");
    assert_string_equal(game.line.moves[1].comment, "\xc3\xa9");
    pgn_game_clear(&game);
}

/* ---- Games as objects ---- */

static void test_tags(void **state) {
    (void)state;
    PgnGame game;
    char *longest = repeated("", "x", PGN_MAX_VALUE - 1, "\xc3\xa9"), name[16];
    pgn_game_init(&game, &RULES[1]);
    assert_null(pgn_tag(&game, "Event"));
    assert_true(pgn_set_tag(&game, "Event", "a\nb\x1b \xff"));
    assert_string_equal(pgn_tag(&game, "Event"), "a b  \xc3\xbf");
    assert_true(pgn_set_tag(&game, "Event", ""));
    assert_string_equal(pgn_tag(&game, "Event"), "");
    assert_true(pgn_set_tag(&game, "Event", longest));
    assert_int_equal(strlen(pgn_tag(&game, "Event")), PGN_MAX_VALUE - 1);
    assert_null(pgn_tag(&game, "event"));
    assert_false(pgn_set_tag(&game, "", "x"));
    assert_false(pgn_set_tag(&game, "White Elo", "x"));
    assert_false(pgn_set_tag(&game, "1st", "x"));
    assert_false(pgn_set_tag(&game, "\xc3\xa9", "x"));
    assert_true(pgn_set_tag(&game, "White_Elo2", "x"));
    pgn_remove_tag(&game, "Event");
    pgn_remove_tag(&game, "Event");
    assert_int_equal(game.tag_count, 1);
    assert_string_equal(game.tags[0].name, "White_Elo2");
    for (int i = 1; i < PGN_MAX_TAGS; i++) {
        snprintf(name, sizeof name, "T%d", i);
        assert_true(pgn_set_tag(&game, name, name));
    }
    assert_false(pgn_set_tag(&game, "More", "x"));
    assert_true(pgn_set_tag(&game, "T7", "changed"));
    pgn_game_clear(&game);
    assert_int_equal(game.tag_count, 0);
    assert_string_equal(game.result, "*");
    assert_ptr_equal(game.start.rules, &RULES[1]);
    free(longest);
}

static void test_comments(void **state) {
    (void)state;
    PgnGame game;
    pgn_game_init(&game, &RULES[0]);
    PgnMove *move = pgn_add_move(&game.line, move_make(square_of(6, 1), square_of(6, 4)));
    assert_non_null(move);
    assert_true(pgn_set_comment(move, "  two\n\twords \x01 "));
    assert_string_equal(move->comment, "two words");
    assert_true(pgn_set_comment(move, " \n"));
    assert_null(move->comment);
    char *much = repeated("", "\xc3\xa9", PGN_MAX_COMMENT / 2 + 10, "");
    assert_true(pgn_set_comment(move, much));
    assert_int_equal(strlen(move->comment), PGN_MAX_COMMENT);
    assert_true(pgn_set_comment(move, NULL));
    assert_null(move->comment);
    assert_true(pgn_set_line_comment(&game.line, "x"));
    assert_string_equal(game.line.comment, "x");
    free(much);
    pgn_game_clear(&game);
    assert_null(game.line.comment);
}

/* What a caller must not do is refused without harm. */
static void test_writing_refuses(void **state) {
    (void)state;
    PgnGame game;
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    pgn_game_init(&game, &RULES[0]);
    assert_non_null(pgn_add_move(&game.line, move_make(0, 1)));
    assert_false(pgn_write(out, &game));
    pgn_game_clear(&game);
    PgnLine *line = &game.line;
    for (int depth = 0; depth <= PGN_MAX_DEPTH; depth++) {
        PgnMove *move = pgn_add_move(line, move_make(square_of(6, 1), square_of(6, 4)));
        assert_non_null(move);
        assert_true(pgn_write(out, &game));
        line = pgn_add_variation(move);
        assert_non_null(line);
    }
    assert_non_null(pgn_add_move(line, move_make(square_of(6, 1), square_of(6, 4))));
    assert_false(pgn_write(out, &game));
    pgn_game_clear(&game);
    fclose(out);
    free(text);
    if ((out = fopen("/dev/full", "w")) != NULL) {
        setvbuf(out, NULL, _IONBF, 0);
        assert_false(pgn_write(out, &game));
        fclose(out);
    }
}

static void test_long_lines(void **state) {
    (void)state;
    static const char *const comments[] = {
        "100 % of 50 % of % % % % % % % % % % % % % % % % % % % % % % % % % % % % % % % % % % %",
        "[Event \"x\"] (not) ;a; {brace 1-0 * $1 \\ \" [%clk 0:01] %",
        "ends with }",
        "}",
        "{",
        "\xc3\xa9\xc3\xa9\xc3\xa9 \xe2\x99\x98 \xf0\x9f\x90\x83",
    };
    PgnGame game, again;
    size_t length;
    pgn_game_init(&game, &RULES[0]);
    for (int i = 0; i < 200; i++) {
        static const int from[] = {1, 9, 2 * FILES + 2, 7 * FILES + 8},
                         to[] = {2 * FILES + 2, 7 * FILES + 8, 1, 9};
        const int k = i % 4, back = 9 * FILES;
        Square a = from[k], b = to[k];
        if (k == 1)
            a = back + 9, b = 7 * FILES + 8;
        if (k == 3)
            a = 7 * FILES + 8, b = back + 9;
        PgnMove *move = pgn_add_move(&game.line, move_make(a, b));
        assert_non_null(move);
        if (i % 3 == 0)
            assert_true(pgn_set_comment(move, comments[(size_t)i / 3 % LENGTH(comments)]));
    }
    char *first = written(&game, &length);
    read_one(first, &again);
    for (int i = 0; i < 200; i++) {
        const char *comment = game.line.moves[i].comment;
        if (comment != NULL)
            assert_string_equal(again.line.moves[i].comment, comment);
        else
            assert_null(again.line.moves[i].comment);
    }
    char *second = written(&again, &length);
    assert_string_equal(first, second);
    free(first);
    free(second);
    pgn_game_clear(&game);
    pgn_game_clear(&again);
}

/* ---- Random games ---- */

static Move random_move(Random *random, const Position *pos) {
    MoveList list;
    generate_legal(pos, &list);
    return list.count > 0 ? list.moves[random_below(random, list.count)] : MOVE_NONE;
}

static void random_text(Random *random, char *text, size_t size) {
    static const char letters[] = "abc {}()[];%$*10-/\\\"!? \n\t\xc3\xa9";
    const size_t length = (size_t)random_below(random, (int)size);
    for (size_t i = 0; i < length; i++)
        text[i] = letters[random_below(random, (int)sizeof letters - 1)];
    text[length] = '\0';
}

static void random_notes(Random *random, PgnMove *move) {
    char text[200];
    if (random_below(random, 4) == 0) {
        random_text(random, text, sizeof text);
        assert_true(pgn_set_comment(move, text));
    }
    for (int i = random_below(random, 12) - 8; i > 0; i--)
        assert_true(pgn_add_nag(move, (uint8_t)random_below(random, 256)));
}

/* Fills a line that begins at `start` with up to `plies` moves, variations among them. */
static void random_line(Random *random, const Position *start, PgnLine *line, int plies,
                        int depth) {
    Position pos = *start;
    for (int i = 0; i < plies; i++) {
        Undo undo;
        const Move move = random_move(random, &pos);
        if (move == MOVE_NONE)
            return;
        PgnMove *added = pgn_add_move(line, move);
        assert_non_null(added);
        random_notes(random, added);
        if (depth < 4 && random_below(random, 10) == 0) {
            PgnLine *variation = pgn_add_variation(added);
            assert_non_null(variation);
            assert_true(random_below(random, 2) == 0 ||
                        pgn_set_line_comment(variation, "a } or not"));
            random_line(random, &pos, variation, 1 + random_below(random, 8), depth + 1);
        }
        position_make(&pos, move, &undo);
    }
}

static void expect_same_text(const char *a, const char *b) {
    assert_int_equal(a == NULL, b == NULL);
    if (a != NULL)
        assert_string_equal(a, b);
}

static void expect_same_line(const PgnLine *a, const PgnLine *b) {
    expect_same_text(a->comment, b->comment);
    assert_int_equal(a->count, b->count);
    for (int i = 0; i < a->count; i++) {
        const PgnMove *x = &a->moves[i], *y = &b->moves[i];
        assert_int_equal(x->move, y->move);
        expect_same_text(x->comment, y->comment);
        assert_int_equal(x->nag_count, y->nag_count);
        if (x->nag_count > 0)
            assert_memory_equal(x->nags, y->nags, (size_t)x->nag_count);
        assert_int_equal(x->variation_count, y->variation_count);
        for (int j = 0; j < x->variation_count; j++)
            expect_same_line(x->variations[j], y->variations[j]);
    }
}

static void random_game(Random *random, Sampler *sampler, PgnGame *game) {
    static const char *const results[] = {"1-0", "0-1", "1/2-1/2", "*"};
    char text[100];
    pgn_game_init(game, &RULES[random_below(random, RULE_SETS)]);
    if (random_below(random, 2) == 0) {
        SlowBoard board;
        sampler_next(sampler, &board);
        bridge_position(&board, &game->start);
    }
    random_text(random, text, sizeof text);
    assert_true(pgn_set_tag(game, "Event", text));
    assert_true(pgn_set_tag(game, "Annotator", text));
    assert_true(pgn_set_line_comment(&game->line, text));
    snprintf(game->result, sizeof game->result, "%s", results[random_below(random, 4)]);
    random_line(random, &game->start, &game->line, random_below(random, 120), 0);
}

static void expect_narrow(const char *text) {
    while (*text != '\0') {
        const char *end = strchr(text, '\n');
        assert_non_null(end);
        /* Tags, line comments and what cannot be parted may be longer. */
        if (text[0] != '[' && memchr(text, ';', (size_t)(end - text)) == NULL &&
            memchr(text, '%', (size_t)(end - text)) == NULL &&
            memchr(text, ' ', (size_t)(end - text)) != NULL && end - text > 3 * 79)
            fail_msg("a long line: %.*s", (int)(end - text), text);
        text = end + 1;
    }
}

static void test_round_trips(void **state) {
    (void)state;
    Random random = {77};
    Sampler sampler;
    sampler_open(&sampler, 78);
    for (int i = test_amount(60, 3000); i > 0; i--) {
        PgnGame game, again;
        char fen[FEN_SIZE], fen_again[FEN_SIZE];
        size_t length;
        random_game(&random, &sampler, &game);
        char *first = written(&game, &length);
        expect_narrow(first);
        read_one(first, &again);
        fen_write(&game.start, fen);
        fen_write(&again.start, fen_again);
        assert_string_equal(fen, fen_again);
        assert_ptr_equal(game.start.rules, again.start.rules);
        assert_string_equal(game.result, again.result);
        assert_string_equal(pgn_tag(&game, "Annotator"), pgn_tag(&again, "Annotator"));
        expect_same_line(&game.line, &again.line);
        char *second = written(&again, &length);
        assert_string_equal(first, second);
        free(first);
        free(second);
        pgn_game_clear(&game);
        pgn_game_clear(&again);
    }
    sampler_close(&sampler);
}

/* ---- Limits ---- */

static PgnStatus read_text(const char *text, Message *message) {
    Reading reading;
    reading_open(&reading, text, strlen(text));
    const PgnStatus status = reading_next(&reading, NULL);
    *message = reading.message;
    if (status == PGN_GAME)
        assert_int_equal(reading_next(&reading, NULL), PGN_END);
    else
        while (reading_next(&reading, NULL) != PGN_END) {
        }
    reading_close(&reading);
    return status;
}

/* `count` times `unit` is good, once more is refused with these words. */
static void expect_limit(const char *before, const char *unit, size_t count, const char *after,
                         const char *why) {
    Message message;
    char *text = repeated(before, unit, count, after);
    if (read_text(text, &message) != PGN_GAME)
        fail_msg("%zu times '%s': %s", count, unit, message.text);
    free(text);
    text = repeated(before, unit, count + 1, after);
    assert_int_equal(read_text(text, &message), PGN_ERROR);
    if (strstr(message.text, why) == NULL)
        fail_msg("'%s' and not '%s'", message.text, why);
    free(text);
}

static void test_limits(void **state) {
    (void)state;
    Message message;
    expect_limit(WILD "1. g5 {", "x", PGN_MAX_COMMENT - 1, "} *", "longer than 1048576 bytes");
    expect_limit(WILD "1. g5 {", "x \n\t", (PGN_MAX_COMMENT - 1) / 2 + 1, "} *", "longer than");
    expect_limit("[Event \"", "x", PGN_MAX_VALUE, "\"]\n" WILD "*", "the value is too long");
    expect_limit("[", "x", PGN_MAX_TOKEN, " \"\"]\n" WILD "*", "must follow in quotes");
    expect_limit(WILD "1. g5 $000", "0", PGN_MAX_TOKEN - 4, " *", "longer than 255 bytes");
    expect_limit(WILD "1. g5", "+", PGN_MAX_TOKEN - 2, " *", "longer than 255 bytes");

    char *deep = repeated(WILD "1. g5 ", "(1. g4 ", PGN_MAX_DEPTH, ""),
         *good = repeated(deep, ")", PGN_MAX_DEPTH, " *");
    assert_int_equal(read_text(good, &message), PGN_GAME);
    free(deep);
    free(good);
    deep = repeated(WILD "1. g5 ", "(1. g4 ", PGN_MAX_DEPTH + 1, ") *");
    assert_int_equal(read_text(deep, &message), PGN_ERROR);
    assert_string_equal(message.text,
                        "T: game 1, line 3, at '(': the variations are nested too deep");
    free(deep);

    char tags[PGN_MAX_TAGS * 16] = "", *end = tags;
    for (int i = 1; i <= PGN_MAX_TAGS; i++)
        end += sprintf(end, "[T%d \"\"]\n", i);
    char *many = repeated(tags, "", 0, WILD "*");
    assert_int_equal(read_text(many, &message), PGN_ERROR);
    assert_non_null(strstr(message.text, "at 'Variant': the game has too many tags"));
    free(many);
}

/* Much of one thing: none of it may take time that grows with its square. */
static void test_much_of_everything(void **state) {
    (void)state;
    static const struct {
        const char *before, *unit, *after;
        PgnStatus status;
    } rows[] = {
        {WILD "1. g5 ", "(", " *", PGN_ERROR},
        {WILD "1. g5 ", ")", " *", PGN_ERROR},
        {WILD "1. g5 ", "[", " *", PGN_ERROR},
        {WILD "1. g5 ", "{", "} *", PGN_GAME},
        {WILD "1. g5 ", "{a}", " *", PGN_GAME},
        {WILD "1. g5 ", "(g4){a}", " *", PGN_GAME},
        {WILD "1. g5 ", "$1", " *", PGN_GAME},
        {WILD "1. g5 ", "!", " *", PGN_ERROR},
        {WILD "1. g5 ", " 1.", " *", PGN_GAME},
        {WILD "1. g5 ", ".", " *", PGN_ERROR},
        {WILD "1. g5 ", "9", " *", PGN_ERROR},
        {WILD "1. g5 ", ";\n", " *", PGN_GAME},
        {WILD "1. g5 ", "%\n", " *", PGN_ERROR},
        {WILD "1. g5\n", "%\n", " *", PGN_GAME},
        {WILD "1. g5 ", "\n\n[", " *", PGN_ERROR},
        {WILD "1. g5 {", "\n\n[", "} *", PGN_GAME},
        {WILD "1. g5 {", "\n\n[x", " \"\" } *", PGN_ERROR},
        {WILD "1. g5 Zz ", "\n\n[x", " \"\" } *", PGN_ERROR},
        {WILD "Zz\n", "   [[[", "\n *", PGN_ERROR},
        {WILD, "[", " *", PGN_ERROR},
        {"", "[A \"", " *", PGN_ERROR},
        {WILD "1. g5\n", "\xef\xbb\xbf\n", " *", PGN_GAME},
        {WILD "1. g5 {", "\xff", "} *", PGN_GAME},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        Message message;
        char *text = repeated(rows[i].before, rows[i].unit, 20000, rows[i].after);
        const PgnStatus status = read_text(text, &message);
        if (status != rows[i].status)
            fail_msg("many '%s': status %d, %s", rows[i].unit, status, message.text);
        free(text);
    }
}

/* ---- Damage ---- */

static const char SEVERAL[] =
    "[Event \"one\"]\n[Variant \"wildebeest\"]\n[Result \"1-0\"]\n\n"
    "{x} 1. g5 e7 $1 (1... e6 2. Nc3 (2. h3 Nc8) 2... Nc8) 2. Nc3! ; y\n Nc8 1-0\n\n"
    "[Event \"two \\\" \\\\\"]\n[Variant \"Standard\"]\n"
    "[FEN \"k10/7R3/11/11/11/11/11/11/11/6R3K w - - 0 1\"]\n[SetUp \"1\"]\n\n"
    "1. Rg10# 1-0 {mate}\n\n"
    "[Variant \"wildebeest\"]\n\n% no\n*\n";

/* Reads everything; each call must go forward.  Returns how many games were good. */
static int read_all(const char *text, size_t length) {
    Reading reading;
    int good = 0, calls = 0;
    PgnStatus status;
    reading_open(&reading, text, length);
    while ((status = reading_next(&reading, calls % 2 == 0 ? NULL : &RULES[0])) != PGN_END) {
        assert_int_not_equal(status, PGN_FAILED);
        assert_true(++calls <= (int)length);
        assert_int_equal(reading.game.number, calls);
        if (status == PGN_GAME) {
            size_t size;
            char *out = written(&reading.game, &size);
            assert_true(size > 0);
            free(out);
            good++;
        } else {
            assert_int_equal(strncmp(reading.message.text, "T: game ", 8), 0);
            for (const char *p = reading.message.text; *p != '\0'; p++)
                assert_false((unsigned char)*p < 0x20 || *p == 0x7f);
        }
    }
    reading_close(&reading);
    return good;
}

static void test_every_truncation(void **state) {
    (void)state;
    int before = 0;
    for (size_t length = 0; length <= strlen(SEVERAL); length++) {
        const int good = read_all(SEVERAL, length);
        assert_true(good >= before - 1 && good <= before + 1);
        before = good;
    }
    assert_int_equal(before, 3);
}

static void test_random_damage(void **state) {
    (void)state;
    static const char bytes[] = "{}()[];%$*\"\\.10-/ \n\r!?#+=x\xef\xbb\xbf\x80\x01";
    Random random = {79};
    for (int i = test_amount(3000, 200000); i > 0; i--) {
        char text[sizeof SEVERAL + 64];
        size_t length = strlen(SEVERAL);
        memcpy(text, SEVERAL, sizeof SEVERAL);
        for (int n = 1 + random_below(&random, 4); n > 0; n--) {
            const size_t at = (size_t)random_below(&random, (int)length);
            switch (random_below(&random, 4)) {
            case 0: text[at] = (char)random_below(&random, 256); break;
            case 1: text[at] = bytes[random_below(&random, (int)sizeof bytes)]; break;
            case 2:
                memmove(text + at, text + at + 1, length - at - 1);
                length--;
                break;
            default:
                memmove(text + at + 1, text + at, length - at);
                text[at] = bytes[random_below(&random, (int)sizeof bytes)];
                length++;
                break;
            }
        }
        read_all(text, length);
    }
}

/* ---- What does not agree ---- */

static void on_finding(void *context, PgnSeverity severity, const char *text) {
    char *all = context;
    snprintf(all + strlen(all), 1024 - strlen(all), "%s%s\n", severity == PGN_FAULT ? "! " : "",
             text);
}

#define SIX   "[Event \"\"]\n[Site \"\"]\n[Date \"\"]\n[Round \"\"]\n[White \"\"]\n[Black \"\"]\n"
#define MATED "[FEN \"k10/7R3/11/11/11/11/11/11/11/6R3K w - - 0 1\"]\n"
#define STALE "[FEN \"k10/11/1Q9/11/2K8/11/11/4W6/11/11 w - - 1 1\"]\n"
#define TWICE "1. Nc3 Nc8 2. Nb1 Nb10 3. Nc3 Nc8 4. Nb1 Nb10"

static const struct {
    const char *text, *findings;
    const char *result; /* when repaired */
} CHECKS[] = {
    {SIX "[Result \"1-0\"]\n" WILD "1. g5 1-0", "", "1-0"},
    {WILD "1. g5 1-0", "missing tags: Event, Site, Date, Round, White, Black, Result\n", "1-0"},
    {SIX "[Result \"1-0\"]\n[Variant \"Wildebeest\"]\n[PlyCount \"1\"]\n1. g5 1-0",
     "the Variant tag should be spelled 'wildebeest', not 'Wildebeest'\n", "1-0"},
    {SIX "[Result \"1-0\"]\n[PlyCount \"2\"]\n" WILD "1. g5 1-0",
     "the PlyCount tag is '2', but the game has 1 half-moves\n", "1-0"},
    {SIX "[Result \"1-0\"]\n[PlyCount \"1 \"]\n" WILD "1. g5 1-0",
     "the PlyCount tag is '1 ', but the game has 1 half-moves\n", "1-0"},
    {SIX "[Result \"1-0\"]\n[SetUp \"?\"]\n" WILD "1. g5 1-0",
     "the SetUp tag is '?', and there is no FEN tag\n", "1-0"},
    {SIX "[Result \"1-0\"]\n[SetUp \"0\"]\n" WILD "1. g5 1-0", "", "1-0"},
    {SIX "[Result \"1-0\"]\n" MATED WILD "1. Rg10# 1-0",
     "the FEN tag needs a SetUp tag, which must be 1\n", "1-0"},
    {SIX "[Result \"white\"]\n" WILD "1. g5 1-0", "! the Result tag 'white' is no result\n", "1-0"},
    {SIX "[Result \"0-1\"]\n" WILD "1. g5 1-0",
     "! the Result tag is 0-1, but the game ends with 1-0\n", "1-0"},
    {SIX "[Result \"0-1\"]\n" WILD "1. g5 *", "! the Result tag is 0-1, but the game ends with *\n",
     "0-1"},
    {SIX "[Result \"1/2-1/2\"]\n[SetUp \"1\"]\n" MATED WILD "1. Rg10# 1/2-1/2",
     "! the result is 1/2-1/2, but by the rules it is 1-0 (checkmate)\n", "1-0"},
    {SIX "[Result \"*\"]\n[SetUp \"1\"]\n" MATED STANDARD "1. Rg10# *",
     "! the result is *, but by the rules it is 1-0 (checkmate)\n", "1-0"},
    {SIX "[Result \"1/2-1/2\"]\n[SetUp \"1\"]\n" STALE WILD "1. Kc7 1/2-1/2",
     "! the result is 1/2-1/2, but by the rules it is 1-0 (stalemate)\n", "1-0"},
    {SIX "[Result \"1/2-1/2\"]\n[SetUp \"1\"]\n" STALE STANDARD "1. Kc7 1/2-1/2", "", "1/2-1/2"},
    {SIX "[Result \"1-0\"]\n[SetUp \"1\"]\n"
         "[FEN \"k10/11/11/11/11/11/11/11/11/K9n w - - 0 1\"]\n" STANDARD "1. Kb1 1-0",
     "the game goes on after half-move 0, where it is a draw by the rules (dead position)\n"
     "! the result is 1-0, but by the rules it is 1/2-1/2 (dead position)\n",
     "1/2-1/2"},
    {SIX "[Result \"1-0\"]\n" WILD TWICE " 1-0",
     "! the result is 1-0, but by the rules it is 1/2-1/2 (repetition)\n", "1/2-1/2"},
    {SIX "[Result \"1-0\"]\n" WILD TWICE " 5. g5 1-0",
     "the game goes on after half-move 8, where it is a draw by the rules (repetition)\n", "1-0"},
    {SIX "[Result \"1/2-1/2\"]\n[SetUp \"1\"]\n"
         "[FEN \"k10/11/11/5q5/11/11/11/11/11/10K w - - 99 90\"]\n" WILD "90. Kj1 Ka9 1/2-1/2",
     "the game goes on after half-move 1, where it is a draw by the rules (fifty moves)\n",
     "1/2-1/2"},
};

static void test_checks_and_repairs(void **state) {
    (void)state;
    for (size_t i = 0; i < LENGTH(CHECKS); i++) {
        PgnGame game;
        char findings[1024] = "", after[1024] = "";
        read_one(CHECKS[i].text, &game);
        pgn_check(&game, on_finding, findings);
        assert_string_equal(findings, CHECKS[i].findings);
        assert_true(pgn_repair(&game));
        assert_string_equal(game.result, CHECKS[i].result);
        assert_string_equal(pgn_tag(&game, "Result"), CHECKS[i].result);
        assert_non_null(pgn_tag(&game, "PlyCount"));
        assert_int_equal(pgn_tag(&game, "FEN") != NULL, pgn_tag(&game, "SetUp") != NULL);
        pgn_check(&game, on_finding, after);
        /* Moves after a draw stay. */
        if (after[0] != '\0' && strncmp(after, "the game goes on", 16) != 0)
            fail_msg("after the repair: %s", after);
        pgn_game_clear(&game);
    }
}

static int set_up(void **state) {
    (void)state;
    board_init();
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_faults),
        cmocka_unit_test(test_reading_goes_on),
        cmocka_unit_test(test_reading_goes_on_without_landmarks),
        cmocka_unit_test(test_broken_games_are_kept),
        cmocka_unit_test(test_read_errors),
        cmocka_unit_test(test_spellings),
        cmocka_unit_test(test_variant_names),
        cmocka_unit_test(test_annotated_game),
        cmocka_unit_test(test_line_ends),
        cmocka_unit_test(test_files_without_games),
        cmocka_unit_test(test_warnings),
        cmocka_unit_test(test_latin1_becomes_utf8),
        cmocka_unit_test(test_tags),
        cmocka_unit_test(test_comments),
        cmocka_unit_test(test_writing_refuses),
        cmocka_unit_test(test_long_lines),
        cmocka_unit_test(test_round_trips),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_much_of_everything),
        cmocka_unit_test(test_every_truncation),
        cmocka_unit_test(test_random_damage),
        cmocka_unit_test(test_checks_and_repairs),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
