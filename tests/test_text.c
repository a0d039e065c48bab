/*
 * FEN, moves as text and the diagram: what is written, what is read, and what is refused with which
 * words.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "bitboard/diagram.h"
#include "bitboard/fen.h"
#include "bitboard/notation.h"
#include "tests/support/suite.h"

enum { LINE_SIZE = 1 << 13 };

/* Which rule sets a row of a table is about. */
typedef enum { WILD = 1, STANDARD = 2, BOTH = WILD | STANDARD } Sets;

#define LENGTH(table) (sizeof(table) / sizeof(table)[0])

#define ARRAY "rnccwkqbbnr/ppppppppppp/11/11/11/11/11/11/PPPPPPPPPPP/RNBBQKWCCNR"
/* Ranks 10 to 2; rank 1 is to follow. */
#define NINE_RANKS "rnccwkqbbnr/ppppppppppp/11/11/11/11/11/11/PPPPPPPPPPP"
/* Kings and rooks at home and nothing between them. */
#define ROOKS     "r4k4r/11/11/11/11/11/11/11/11/R4K4R"
#define TWO_KINGS "k10/11/11/11/11/11/11/11/11/K10"

static void read_fen(const RuleSet *rules, const char *fen, Position *pos) {
    Message message = {""};
    if (!fen_parse(fen, rules, pos, NULL, &message))
        fail_msg("%s, '%s': %s", rules->short_name, fen, message.text);
    bridge_expect_sound(pos, fen);
}

static void expect_written(const Position *pos, const char *wanted, const char *source) {
    char text[FEN_SIZE];
    fen_write(pos, text);
    if (strcmp(text, wanted) != 0)
        fail_msg("%s: '%s' is written as '%s' and should be '%s'", pos->rules->short_name, source,
                 text, wanted);
}

/* ---- FEN, there and back ---- */

static size_t length_in_common(const char *a, const char *b) {
    size_t length = 0;
    while (a[length] != '\0' && a[length] == b[length])
        length++;
    return length;
}

/* A FEN of the data files, `length` bytes long; true if its spelling is the one that is written. */
static bool expect_round_trip(const RuleSet *rules, const char *line, size_t length) {
    char source[SLOW_TEXT], wanted[SLOW_TEXT];
    SlowBoard board;
    Position pos, again;
    assert_true(length < sizeof source);
    memcpy(source, line, length);
    source[length] = '\0';
    slow_parse(source, rules == &RULES[1], &board);
    slow_fen(&board, wanted);
    read_fen(rules, source, &pos);
    bridge_expect_equal(&pos, &board, source);
    expect_written(&pos, wanted, source);
    read_fen(rules, wanted, &again);
    assert_memory_equal(&pos.state, &again.state, sizeof pos.state);
    if (strcmp(source, wanted) == 0)
        return true;
    /* Then it names two squares, and the higher first. */
    const size_t same = length_in_common(source, wanted);
    assert_true(source[same] > wanted[same] && source[same + 2] < wanted[same + 2]);
    assert_string_equal(source + same + 3, wanted + same + 3);
    return false;
}

static void test_fens_of_data_files(void **state) {
    (void)state;
    static char line[LINE_SIZE];
    static const char *const epd[RULE_SETS] = {"perft/wildebeest.epd", "perft/standard.epd"};
    static const char *const tables[] = {"cases/legal_moves.tsv", "cases/endings.tsv"};
    int count = 0, canonical = 0;
    for (int set = 0; set < RULE_SETS; set++) {
        FILE *file = data_open(epd[set]);
        for (; data_line(file, line, sizeof line); count++) {
            Position pos;
            const char *rest = NULL;
            assert_true(fen_parse(line, &RULES[set], &pos, &rest, NULL));
            assert_int_equal(strncmp(rest, ";D1 ", 4), 0);
            assert_ptr_equal(rest, strchr(line, ';'));
            canonical += expect_round_trip(&RULES[set], line, (size_t)(rest - line) - 1);
        }
        fclose(file);
    }
    for (size_t i = 0; i < LENGTH(tables); i++) {
        FILE *file = data_open(tables[i]);
        for (; data_line(file, line, sizeof line); count++) {
            char *fields[4];
            assert_true(data_fields(line, fields, 4) >= 3);
            const RuleSet *rules = rules_find(fields[0], NULL);
            assert_non_null(rules);
            canonical += expect_round_trip(rules, fields[1], strlen(fields[1]));
        }
        fclose(file);
    }
    print_message("%d FENs, %d of them as the library writes them\n", count, canonical);
    assert_true(count >= 470);
    /* The others have two passed squares of a black pawn in the order in which it passed them. */
    assert_true(canonical < count && canonical > count * 9 / 10);
}

static void test_fens_of_samples(void **state) {
    (void)state;
    Sampler sampler;
    SlowBoard board;
    Position pos, read;
    char wanted[SLOW_TEXT];
    int passed = 0;
    sampler_open(&sampler, 31);
    for (int i = test_amount(2000, 100000); i > 0; i--) {
        sampler_next(&sampler, &board);
        slow_fen(&board, wanted);
        bridge_position(&board, &pos);
        expect_written(&pos, wanted, "a sample");
        read_fen(pos.rules, wanted, &read);
        expect_written(&read, wanted, wanted);
        assert_memory_equal(&read.state, &pos.state, sizeof pos.state);
        passed += pos.state.en_passant != 0;
    }
    sampler_close(&sampler);
    assert_true(passed > 100);
}

/* The longest texts that the limits admit: they need no more than FEN_SIZE. */
static void test_longest_fen(void **state) {
    (void)state;
    static const char *const fens[] = {
        "k1n1n1n1n1n/1n1n1n1n1n1/n1n1n1n1n1n/1n1n1n1n1n1/11/11/N1N1N1N1N1N/1N1N1N1N1N1/N1N1N1N1N1N/1N1N1N1N1K1 w - - "
        "9999 99999",
        "r1n1nk1n1nr/1n1n1n1n1n1/n1n1n1n1n1n/11/N1N1N1N4/3pPp5/3p1p5/1N1N1N1N1N1/1N1N1N1N1N1/R1N1NK1N1NR b "
        "KAka e3e4 9999 99999",
    };
    for (size_t i = 0; i < LENGTH(fens); i++) {
        Position pos;
        read_fen(&RULES[0], fens[i], &pos);
        expect_written(&pos, fens[i], fens[i]);
    }
}

/* ---- FEN, refused ---- */

typedef struct {
    Sets sets;
    const char *fen, *wanted; /* the second is a part of the message */
} Refusal;

/* Fails unless the FEN is refused with these words, in one line that begins with "FEN: ". */
static void expect_refused(const RuleSet *rules, const char *fen, const char *wanted,
                           Message *message) {
    Position pos;
    message->text[0] = '\0';
    if (fen_parse(fen, rules, &pos, NULL, message))
        fail_msg("%s, '%s' is accepted; wanted: %s", rules->short_name, fen, wanted);
    if (strncmp(message->text, "FEN: ", 5) != 0 || strstr(message->text, wanted) == NULL)
        fail_msg("%s, '%s': the message is '%s'; wanted: %s", rules->short_name, fen, message->text,
                 wanted);
    for (const char *p = message->text; *p != '\0'; p++)
        if ((unsigned char)*p < 0x20 || *p == 0x7f)
            fail_msg("%s: a control byte in '%s'", rules->short_name, message->text);
    /* Without a place for the message, too. */
    assert_false(fen_parse(fen, rules, &pos, NULL, NULL));
}

static const Refusal REFUSALS[] = {
    /* Fields that are not there. */
    {BOTH, "", "the board field is missing"},
    {BOTH, "   \t ", "the board field is missing"},
    {BOTH, "\n", "the board field is missing"},
    {BOTH, "\n" ARRAY " w - - 0 1", "the board field is missing"},
    {BOTH, ARRAY, "the side to move field is missing"},
    {BOTH, ARRAY "   ", "the side to move field is missing"},
    {BOTH, ARRAY " w", "the castling field is missing"},
    {BOTH, ARRAY " b \t", "the castling field is missing"},
    {BOTH, ARRAY " w -", "the en passant field is missing"},
    {BOTH, ARRAY " w -\n- 0 1", "the en passant field is missing"},
    {WILD, ARRAY " w KAka", "the en passant field is missing"},
    {BOTH, ARRAY " w - - 0", "the full-move number field is missing"},
    {BOTH, ARRAY " w - - 12  ", "the full-move number field is missing"},

    /* The board: its shape. */
    {BOTH, "8", "board: rank 10 has 8 files instead of 11"},
    {BOTH, "11", "board: it ends after 1 of 10 ranks"},
    {BOTH, "11/11/11/11", "board: it ends after 4 of 10 ranks"},
    {BOTH, "11/11/11/11/11/11/11/11/11/ w - - 0 1", "board: rank 1 has 0 files instead of 11"},
    {BOTH, "11/11/11/11/11/11/11/11/11 w - - 0 1", "board: it ends after 9 of 10 ranks"},
    {BOTH, ARRAY "/11 w - - 0 1", "board: it has more than 10 ranks"},
    {BOTH, ARRAY "/ w - - 0 1", "board: it has more than 10 ranks"},
    {BOTH, "/" ARRAY " w - - 0 1", "board: rank 10 has 0 files instead of 11"},
    {BOTH, "rnccwkqbbnr//11/11/11/11/11/11/PPPPPPPPPPP/RNBBQKWCCNR w - - 0 1",
     "board: rank 9 has 0 files"},
    {BOTH, "rnccwkqbbn/ppppppppppp/11/11/11/11/11/11/11/RNBBQKWCCNR w - - 0 1",
     "board: rank 10 has 10 files instead"},
    {BOTH, "rnccwkqbbnrr/ppppppppppp/11/11/11/11/11/11/11/RNBBQKWCCNR w - - 0 1",
     "board: rank 10 has more than 11 files"},
    {BOTH, NINE_RANKS "/RNBBQKWCCNR1 w - - 0 1", "board: rank 1 has more than 11 files"},
    {BOTH, NINE_RANKS "/1RNBBQKWCCNR w - - 0 1", "board: rank 1 has more than 11 files"},
    {BOTH, NINE_RANKS "/RNBBQKWCCN2 w - - 0 1", "board: rank 1 has more than 11 files"},
    {BOTH, NINE_RANKS "/RNBBQKWCC w - - 0 1", "board: rank 1 has 9 files instead of 11"},
    {BOTH, "rnccwkqbbnr/ppppppppppp/11/11/10/11/11/11/PPPPPPPPPPP/RNBBQKWCCNR w - - 0 1",
     "board: rank 6 has 10 files instead of 11"},
    {BOTH, "rnccwkqbbnr/ppppppppppp/11/11/12/11/11/11/PPPPPPPPPPP/RNBBQKWCCNR w - - 0 1",
     "board: rank 6: a run of 12 empty squares"},
    {BOTH, "rnccwkqbbnr/ppppppppppp/11/11/11/56/11/11/PPPPPPPPPPP/RNBBQKWCCNR w - - 0 1",
     "board: rank 5: a run of 56 empty squares"},
    {BOTH, "rnccwkqbbnr/ppppppppppp/11/11/11/11/111/11/PPPPPPPPPPP/RNBBQKWCCNR w - - 0 1",
     "board: rank 4: a run of 111 empty squares"},
    {BOTH,
     "rnccwkqbbnr/ppppppppppp/11/11/11/11/11/99999999999999999999/PPPPPPPPPPP/RNBBQKWCCNR w - - 0 1",
     "board: rank 3: a run of 999999999999 empty squares"},
    {BOTH, "rnccwkqbbnr/ppppppppppp/11/11/4294967307/11/11/11/PPPPPPPPPPP/RNBBQKWCCNR w - - 0 1",
     "board: rank 6: a run of 4294967307 empty squares"},
    {BOTH, "rnccwkqbbnr/ppppppppppp/0/11/11/11/11/11/PPPPPPPPPPP/RNBBQKWCCNR w - - 0 1",
     "board: rank 8: a run of empty squares begins with 0"},
    {BOTH, "rnccwkqbbnr/ppppppppppp/011/11/11/11/11/11/PPPPPPPPPPP/RNBBQKWCCNR w - - 0 1",
     "board: rank 8: a run of empty squares begins with 0"},
    {BOTH, "rnccwkqbbnr/ppppppppppp/11/11/11/11/11/11/PPPPPPPPPPP/RNBBQKWCCNR0 w - - 0 1",
     "board: rank 1: a run of empty squares begins with 0"},
    {BOTH, "rnccwkqbbnr/ppppppppppp/10p1/11/11/11/11/11/PPPPPPPPPPP/RNBBQKWCCNR w - - 0 1",
     "board: rank 8 has more than 11 files"},

    /* The board: its letters. */
    {BOTH, "xnccwkqbbnr/ppppppppppp/11/11/11/11/11/11/PPPPPPPPPPP/RNBBQKWCCNR w - - 0 1",
     "board: rank 10: 'x' after 0 files is no piece"},
    {BOTH, NINE_RANKS "/RNBBQKWCCNZ w - - 0 1", "board: rank 1: 'Z' after 10 files is no piece"},
    {BOTH, NINE_RANKS "/RNBBQKW.CNR w - - 0 1", "board: rank 1: '.' after 7 files is no piece"},
    {BOTH, NINE_RANKS "/+RNBBQKWCCNR w - - 0 1", "board: rank 1: '+' after 0 files is no piece"},
    {BOTH, "rnccwkqbbnr/-/11/11/11/11/11/11/PPPPPPPPPPP/RNBBQKWCCNR w - - 0 1",
     "board: rank 9: '-' after 0 files is no piece"},
    {BOTH, "rnccwkqbbnr,ppppppppppp/11/11/11/11/11/11/PPPPPPPPPPP/RNBBQKWCCNR w - - 0 1",
     "board: rank 10: ',' after 11 files is no piece"},
    {BOTH, "startpos", "board: rank 10: 's' after 0 files is no piece"},
    {BOTH, "w " ARRAY " - - 0 1", "board: rank 10 has 1 files instead of 11"},
    {BOTH, "\xff\xfe\x01\x02\x7f\x80", "board: rank 10: '?' after 0 files is no piece"},
    {BOTH, "rnc\x1b[31m", "board: rank 10: '?' after 3 files is no piece"},
    {BOTH, "rn\xe2\x99\x9a", "board: rank 10: '?' after 2 files is no piece"},

    /* The board: its men. */
    {BOTH, "11/11/11/11/11/11/11/11/11/11 w - - 0 1", "board: White has 0 kings instead of one"},
    {BOTH, "k10/11/11/11/11/11/11/11/11/11 w - - 0 1", "board: White has 0 kings instead of one"},
    {BOTH, "11/11/11/11/11/11/11/11/11/K10 w - - 0 1", "board: Black has 0 kings instead of one"},
    {BOTH, "k10/11/11/11/11/11/11/11/11/K9K w - - 0 1", "board: White has 2 kings instead of one"},
    {BOTH, "k9k/5k5/11/11/11/11/11/11/11/K10 w - - 0 1", "board: Black has 3 kings instead of one"},
    {BOTH, "kkkkkkkkkkk/kkkkkkkkkkk/kkkkkkkkkkk/11/11/11/11/11/11/K10 w - - 0 1",
     "board: Black has 33 kings"},
    {BOTH, "k10/11/11/11/11/11/11/P10/PPPPPPPPPPP/K10 w - - 0 1",
     "board: White has 12 pawns; 11 are allowed"},
    {BOTH, "k10/ppppppppppp/10p/11/11/11/11/11/11/K10 w - - 0 1",
     "board: Black has 12 pawns; 11 are allowed"},
    {BOTH, "k10/11/11/11/11/11/11/NNNNNNNNNNN/NNNNNNNNNNN/K10 w - - 0 1",
     "board: White has 23 men; 22 are allowed"},
    {BOTH, "k10/ppppppppppp/nnnnnnnnnnn/11/11/11/11/11/11/K10 w - - 0 1",
     "board: Black has 23 men; 22 are allowed"},
    {BOTH, "k2P7/11/11/11/11/11/11/11/11/K10 w - - 0 1",
     "board: a pawn stands on d10, on the first or last rank"},
    {BOTH, "k2p7/11/11/11/11/11/11/11/11/K10 w - - 0 1",
     "board: a pawn stands on d10, on the first or last rank"},
    {BOTH, "k10/11/11/11/11/11/11/11/11/K9P w - - 0 1",
     "board: a pawn stands on k1, on the first or last rank"},
    {BOTH, "k10/11/11/11/11/11/11/11/11/Kp9 w - - 0 1",
     "board: a pawn stands on b1, on the first or last rank"},

    /* The side to move. */
    {BOTH, ARRAY " W - - 0 1", "side to move: it must be 'w' or 'b', and begins with 'W'"},
    {BOTH, ARRAY " - - 0 1", "side to move: it must be 'w' or 'b', and begins with '-'"},
    {BOTH, ARRAY " 0 1", "side to move: it must be 'w' or 'b', and begins with '0'"},
    {BOTH, ARRAY " \xc3\xa9 - - 0 1", "side to move: it must be 'w' or 'b', and begins with '?'"},
    {BOTH, ARRAY " white - - 0 1", "side to move: 'h' follows after 'w'"},
    {BOTH, ARRAY " b- - - 0 1", "side to move: '-' follows after 'b'"},
    {BOTH, ARRAY " wb - - 0 1", "side to move: 'b' follows after 'w'"},
    {BOTH, "k9R/11/11/11/11/11/11/11/11/K10 w - - 0 1",
     "side to move: it is White's move, but Black's king is in check"},
    {BOTH, "k10/11/11/11/11/11/11/1c9/11/K10 b - - 0 1", NULL},
    {BOTH, "k10/11/11/11/11/11/11/11/2w8/K10 b - - 0 1",
     "side to move: it is Black's move, but White's king is in check"},
    {BOTH, "11/11/11/11/5kK4/11/11/11/11/11 w - - 0 1",
     "side to move: it is White's move, but Black's king is in check"},

    /* Castling. */
    {BOTH, ARRAY " w -- - 0 1", "castling: '-' must stand alone"},
    {WILD, ARRAY " w -K - 0 1", "castling: '-' must stand alone"},
    {WILD, ARRAY " w K- - 0 1", "castling: '-' is none of K A k a"},
    {WILD, ARRAY " w KAkx - 0 1", "castling: 'x' is none of K A k a"},
    {WILD, ARRAY " w 0 1", "castling: '0' is none of K A k a"},
    {STANDARD, ARRAY " w KAka - 0 1",
     "castling: it must be '-', there is no castling in standard-wildebeest"},
    {STANDARD, ARRAY " w x - 0 1",
     "castling: it must be '-', there is no castling in standard-wildebeest"},

    /* En passant; more of it below. */
    {BOTH, ARRAY " b - g3 0 1", "en passant: on g5 stands no pawn"},
    {BOTH, ARRAY " b - g 0 1", "en passant: no square from a1 to k10 begins at 'g'"},
    {BOTH, ARRAY " b - 0 1", "en passant: no square from a1 to k10 begins at '0'"},
    {BOTH, ARRAY " w - \x02 0 1", "en passant: no square from a1 to k10 begins at '?'"},

    /* The clocks. */
    {BOTH, ARRAY " w - - -1 1", "half-move clock: '-' is no digit"},
    {BOTH, ARRAY " w - - +1 1", "half-move clock: '+' is no digit"},
    {BOTH, ARRAY " w - - 1x 1", "half-move clock: 'x' is no digit"},
    {BOTH, ARRAY " w - - 0.5 1", "half-move clock: '.' is no digit"},
    {BOTH, ARRAY " w - - 10000 1", "half-move clock: it must be from 0 to 9999"},
    {BOTH, ARRAY " w - - 4294967296 1", "half-move clock: it must be from 0 to 9999"},
    {BOTH, ARRAY " w - - 0 0", "full-move number: it must be from 1 to 99999"},
    {BOTH, ARRAY " w - - 0 100000", "full-move number: it must be from 1 to 99999"},
    {BOTH, ARRAY " w - - 0 18446744073709551617", "full-move number: it must be from 1 to 99999"},
    {BOTH, ARRAY " w - - 0 -1", "full-move number: '-' is no digit"},
    {BOTH, ARRAY " w - - 0 one", "full-move number: 'o' is no digit"},
    {BOTH, ARRAY " w - - 0 1;", "full-move number: ';' is no digit"},

    /* Text after the fields. */
    {BOTH, ARRAY " w - - 0 1 2", "'2' follows after the last field"},
    {BOTH, ARRAY " w - - 0 1 moves a2a3", "'moves a2a3' follows after the last field"},
    {BOTH, ARRAY " w - - bm a4;", "'bm a4;' follows after the last field"},
    {BOTH, ARRAY " w - - ;D1 45", "';D1 45' follows after the last field"},
    {BOTH, ARRAY " w - - \x01", "'?' follows after the last field"},
    {BOTH, ARRAY " w - - 0 1\n\n", "'?' follows after the last field"},
    {BOTH, ARRAY " w - - 0 1\nx", "'x' follows after the last field"},
};

/* Rows that stand in the table to show that the row after them is refused for its own reason alone.
 */
static bool is_accepted_row(const Refusal *row) {
    return row->wanted == NULL;
}

static void test_refused_fens(void **state) {
    (void)state;
    static Message messages[RULE_SETS][LENGTH(REFUSALS)];
    int count = 0;
    for (int set = 0; set < RULE_SETS; set++) {
        for (size_t i = 0; i < LENGTH(REFUSALS); i++) {
            const Refusal *row = &REFUSALS[i];
            if ((row->sets & 1 << set) == 0)
                continue;
            if (is_accepted_row(row)) {
                Position pos;
                read_fen(&RULES[set], row->fen, &pos);
                continue;
            }
            expect_refused(&RULES[set], row->fen, row->wanted, &messages[set][i]);
            count++;
        }
        /* Two rows that want different words get different messages. */
        for (size_t i = 0; i < LENGTH(REFUSALS); i++)
            for (size_t j = 0; j < i; j++) {
                const char *a = REFUSALS[i].wanted, *b = REFUSALS[j].wanted;
                if (messages[set][i].text[0] != '\0' && messages[set][j].text[0] != '\0' &&
                    strcmp(a, b) != 0 && strcmp(messages[set][i].text, messages[set][j].text) == 0)
                    fail_msg("'%s' and '%s' give the same message: %s", REFUSALS[i].fen,
                             REFUSALS[j].fen, messages[set][i].text);
            }
    }
    print_message("%d FENs refused\n", count);
    assert_true(count >= 160);
}

static void test_very_long_fens(void **state) {
    (void)state;
    enum { SIZE = 1 << 20 };
    static const struct {
        const char *begin;
        char filler;
        const char *wanted;
    } rows[] = {
        {"", ' ', "the board field is missing"},
        {"", '1', "board: rank 10: a run of 111111111111 empty squares"},
        {"", '0', "board: rank 10: a run of empty squares begins with 0"},
        {"", 'n', "board: rank 10 has more than 11 files"},
        {"", 'x', "board: rank 10: 'x' after 0 files is no piece"},
        {"", '/', "board: rank 10 has 0 files instead of 11"},
        {ARRAY, '/', "board: it has more than 10 ranks"},
        {ARRAY, ' ', "the side to move field is missing"},
        {ARRAY " ", 'w', "side to move: 'w' follows after 'w'"},
        {ARRAY " w ", '-', "castling: '-' must stand alone"},
        {ARRAY " w - ", ',', "en passant: no square from a1 to k10 begins at ','"},
        {ARRAY " w - ", '9', "en passant: no square from a1 to k10 begins at '9'"},
        {ARRAY " w - - ", '9', "half-move clock: it must be from 0 to 9999"},
        {ARRAY " w - - 0 ", '9', "full-move number: it must be from 1 to 99999"},
        {ARRAY " w - - 0 1 ", 'y',
         "'yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy' follows after the last field"},
    };
    char *text = malloc(SIZE);
    assert_non_null(text);
    for (size_t i = 0; i < LENGTH(rows); i++) {
        Message message;
        memset(text, rows[i].filler, SIZE - 1);
        memcpy(text, rows[i].begin, strlen(rows[i].begin));
        text[SIZE - 1] = '\0';
        expect_refused(&RULES[0], text, rows[i].wanted, &message);
        expect_refused(&RULES[1], text, rows[i].wanted, &message);
    }
    free(text);
}

/* Changes, drops, doubles or inserts some bytes of `text`, which has room for `size`. */
static void mutate(Random *random, char *text, size_t size) {
    static const char alphabet[] =
        "rnbqkcwpRNBQKCWP0123456789/- abcdefghijkO=x+#~,.!?\t\n\r\x01\x7f\x80\xff";
    for (int n = 1 + random_below(random, 4); n > 0; n--) {
        const size_t length = strlen(text), at = (size_t)random_below(random, (int)length + 1);
        const char letter = alphabet[random_below(random, (int)sizeof alphabet - 1)];
        switch (random_below(random, 4)) {
        case 0:
            if (at < length)
                text[at] = letter;
            break;
        case 1:
            if (at < length)
                memmove(text + at, text + at + 1, length - at);
            break;
        case 2:
            if (length + 2 < size) {
                memmove(text + at + 1, text + at, length - at + 1);
                text[at] = letter;
            }
            break;
        default:
            if (random_below(random, 4) == 0)
                text[at] = '\0';
            break;
        }
    }
}

/* A copy that ends where the text does, so that the sanitizer sees whoever reads on. */
static char *exact_copy(const char *text) {
    const size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    assert_non_null(copy);
    return memcpy(copy, text, size);
}

static void test_damaged_fens(void **state) {
    (void)state;
    Sampler sampler;
    SlowBoard board, again;
    int accepted = 0;
    const int amount = test_amount(20000, 1000000);
    sampler_open(&sampler, 32);
    for (int i = 0; i < amount; i++) {
        char text[SLOW_TEXT + 64], written[FEN_SIZE], wanted[SLOW_TEXT];
        Position pos;
        Message message = {""};
        const char *rest = NULL;
        const RuleSet *rules = &RULES[i % RULE_SETS];
        sampler_next(&sampler, &board);
        slow_fen(&board, text);
        mutate(&sampler.random, text, sizeof text);
        char *copy = exact_copy(text);
        if (!fen_parse(copy, rules, &pos, i % 4 < 2 ? &rest : NULL, &message)) {
            assert_int_equal(strncmp(message.text, "FEN: ", 5), 0);
        } else {
            accepted++;
            bridge_expect_sound(&pos, text);
            fen_write(&pos, written);
            slow_parse(written, rules == &RULES[1], &again);
            slow_fen(&again, wanted);
            expect_written(&pos, wanted, text);
        }
        free(copy);
    }
    sampler_close(&sampler);
    print_message("%d damaged FENs, %d of them still good\n", amount, accepted);
    assert_true(accepted > amount / 100 && accepted < amount / 2);
}

/* ---- FEN: en passant ---- */

static char mirrored_rank_digit(char c) {
    return (char)('1' + '0' + 10 - c);
}

/* Exchanges the ranks of all squares in a text (from the second to the ninth, one digit each). */
static void mirror_squares(const char *text, char *out) {
    for (; *text != '\0'; text++, out++) {
        *out = *text;
        if (*text >= 'a' && *text <= 'k' && text[1] >= '2' && text[1] <= '9' &&
            !isdigit((unsigned char)text[2]))
            *++out = mirrored_rank_digit(*++text);
    }
    *out = '\0';
}

typedef struct {
    Sets sets;
    const char *fifth, *fourth, *third,
        *second; /* those ranks; White's pawn has moved on the g-file */
    const char *field;
    const char *written; /* how the field is written; NULL if it is an error … */
    const char *wanted;  /* … with these words; otherwise where the pawn is that can be taken */
} PassedRow;

#define NONE "11"

static const PassedRow PASSED[] = {
    /* "x3 alone means the pawn on x4 …" */
    {BOTH, NONE, "5pP4", NONE, NONE, "g3", "g3", "g4"},
    {BOTH, NONE, "6Pp3", NONE, NONE, "g3", "g3", "g4"},
    {BOTH, NONE, "5pPp3", NONE, NONE, "g3", "g3", "g4"},
    {BOTH, "6P4", "5pP4", NONE, NONE, "g3", "g3", "g4"},
    {BOTH, "6p4", "5pP4", NONE, NONE, "g3", "g3", "g4"},
    {BOTH, "6P4", "5pN4", NONE, NONE, "g3", NULL,
     "on g4 stands no pawn that could just have moved there"},
    {BOTH, "6P4", "5pp4", NONE, NONE, "g3", NULL,
     "on g4 stands no pawn that could just have moved there"},
    /* "… or on x5 if x4 is empty" … "wildebeest only" */
    {WILD, "6P4", "5p5", NONE, NONE, "g3", "g3", "g5"},
    {WILD, "6P4", "7p3", NONE, NONE, "g3", "g3", "g5"},
    {STANDARD, "6P4", "5p5", NONE, NONE, "g3", NULL,
     "no pawn moves as far as g5 in standard-wildebeest"},
    {BOTH, NONE, "5p5", NONE, NONE, "g3", NULL,
     "on g5 stands no pawn that could just have moved there"},
    {BOTH, "6p4", "5p5", NONE, NONE, "g3", NULL,
     "on g5 stands no pawn that could just have moved there"},
    {BOTH, "6Q4", "5p5", NONE, NONE, "g3", NULL,
     "on g5 stands no pawn that could just have moved there"},
    /* "x4 or x3x4 mean the pawn on x5" */
    {WILD, "5pP4", NONE, NONE, NONE, "g4", "g4", "g5"},
    {WILD, "6Pp3", NONE, NONE, NONE, "g4", "g4", "g5"},
    {WILD, "5pP4", "5p5", NONE, NONE, "g3g4", "g3g4", "g5"},
    {WILD, "5pPp3", "5p1p3", NONE, NONE, "g3g4", "g3g4", "g5"},
    {WILD, "5pP4", "7p3", NONE, NONE, "g3g4", "g3g4", "g5"},
    {STANDARD, "5pP4", NONE, NONE, NONE, "g4", NULL,
     "no pawn moves as far as g5 in standard-wildebeest"},
    {STANDARD, "5pP4", "5p5", NONE, NONE, "g3g4", NULL,
     "no pawn moves as far as g5 in standard-wildebeest"},
    {BOTH, NONE, "5pP4", NONE, NONE, "g4", NULL,
     "on g5 stands no pawn that could just have moved there"},
    {BOTH, NONE, "5pP4", NONE, NONE, "g3g4", NULL,
     "on g5 stands no pawn that could just have moved there"},
    {BOTH, "5pp4", NONE, NONE, NONE, "g4", NULL,
     "on g5 stands no pawn that could just have moved there"},
    /* "x3 and each named square must be empty" */
    {BOTH, NONE, "5pP4", "6N4", NONE, "g3", NULL, "g3 was passed but is not empty"},
    {BOTH, NONE, "5pP4", "6p4", NONE, "g3", NULL, "g3 was passed but is not empty"},
    {WILD, "6P4", "5p5", "6c4", NONE, "g3", NULL, "g3 was passed but is not empty"},
    {WILD, "5pP4", NONE, "6P4", NONE, "g4", NULL, "g3 was passed but is not empty"},
    {WILD, "5pP4", "5p5", "6P4", NONE, "g3g4", NULL, "g3 was passed but is not empty"},
    {WILD, "5pP4", "6n4", NONE, NONE, "g4", NULL, "g4 was passed but is not empty"},
    {WILD, "5pP4", "5pP4", NONE, NONE, "g3g4", NULL, "g4 was passed but is not empty"},
    /* "and x2 too unless x4 stands alone" */
    {BOTH, NONE, "5pP4", NONE, "6P4", "g3", NULL, "the pawn came from g2, which is not empty"},
    {WILD, "6P4", "5p5", NONE, "6n4", "g3", NULL, "the pawn came from g2, which is not empty"},
    {WILD, "5pP4", "5p5", NONE, "6P4", "g3g4", NULL, "the pawn came from g2, which is not empty"},
    {WILD, "5pP4", NONE, NONE, "6P4", "g4", "g4", "g5"},
    {WILD, "5pP4", NONE, NONE, "6q4", "g4", "g4", "g5"},
    /* "A passed square that no pawn can capture on is accepted and dropped" */
    {BOTH, NONE, "6P4", NONE, NONE, "g3", "-", NULL},
    {BOTH, NONE, "4p1P4", NONE, NONE, "g3", "-", NULL},
    {BOTH, NONE, "5PPP3", NONE, NONE, "g3", "-", NULL},
    {BOTH, NONE, "5nPr3", NONE, NONE, "g3", "-", NULL},
    {BOTH, "5p1p3", "6P4", "5p1p3", NONE, "g3", "-", NULL},
    {WILD, "6P4", NONE, NONE, NONE, "g3", "-", NULL},
    {WILD, "6P4", NONE, NONE, NONE, "g4", "-", NULL},
    {WILD, "6P4", NONE, NONE, NONE, "g3g4", "-", NULL},
    {WILD, "6P4", "5p5", NONE, NONE, "g4", "-", NULL},
    {WILD, "5pP4", NONE, NONE, NONE, "g3", "-", NULL},
    {WILD, "5pP4", NONE, NONE, NONE, "g3g4", "g4", "g5"},
    {WILD, "6P4", "7p3", NONE, NONE, "g3g4", "g3", "g5"},
    {WILD, "5pP4", "5p5", NONE, NONE, "g3", "g3", "g5"},
    {WILD, "5pP4", "5p5", NONE, NONE, "g4", "g4", "g5"},
    /* The edges of the board are not joined. */
    {BOTH, NONE, "Pp9", NONE, NONE, "a3", "a3", "a4"},
    {BOTH, NONE, "9pP", NONE, NONE, "k3", "k3", "k4"},
    {BOTH, "10p", "P9p", "10p", NONE, "a3", "-", NULL},
    {BOTH, "p10", "p9P", "p10", NONE, "k3", "-", NULL},
    /* "Input also accepts commas and any order" */
    {WILD, "5pP4", "5p5", NONE, NONE, "g4g3", "g3g4", "g5"},
    {WILD, "5pP4", "5p5", NONE, NONE, "g3,g4", "g3g4", "g5"},
    {WILD, "5pP4", "5p5", NONE, NONE, "g4,g3", "g3g4", "g5"},
    {WILD, "6P4", NONE, NONE, NONE, "g4,g3", "-", NULL},
    {BOTH, NONE, "5pP4", NONE, NONE, "-", "-", NULL},
    /* "anything else is an error": squares that no pawn passes … */
    {BOTH, NONE, "5pP4", NONE, NONE, "g2", NULL, "no pawn can just have passed g2"},
    {BOTH, "5pP4", NONE, NONE, NONE, "g5", NULL, "no pawn can just have passed g5"},
    {BOTH, "5pP4", NONE, NONE, NONE, "g6", NULL, "no pawn can just have passed g6"},
    {BOTH, NONE, "5pP4", NONE, NONE, "g7", NULL, "no pawn can just have passed g7"},
    {BOTH, NONE, "5pP4", NONE, NONE, "g8", NULL, "no pawn can just have passed g8"},
    {BOTH, NONE, "5pP4", NONE, NONE, "g3g2", NULL, "no pawn can just have passed g2"},
    {BOTH, "5pP4", NONE, NONE, NONE, "g4g5", NULL, "no pawn can just have passed g5"},
    /* … and texts that are no such squares. */
    {BOTH, NONE, "5pP4", NONE, NONE, "g3g3", NULL, "en passant: g3 is named twice"},
    {BOTH, NONE, "5pP4", NONE, NONE, "g3,g3", NULL, "en passant: g3 is named twice"},
    {BOTH, NONE, "5pP4", NONE, NONE, "g3h3", NULL, "en passant: h3 is on another file"},
    {BOTH, NONE, "5pP4", NONE, NONE, "g3,f4", NULL, "en passant: f4 is on another file"},
    {BOTH, "5pP4", "5p5", NONE, NONE, "g3g4g5", NULL,
     "at most two squares can have been passed; g5 is one too many"},
    {BOTH, "5pP4", "5p5", NONE, NONE, "g3,g4,h3", NULL,
     "at most two squares can have been passed; h3 is one too many"},
    {BOTH, NONE, "5pP4", NONE, NONE, "g3,", NULL,
     "en passant: a square is missing after the comma"},
    {BOTH, NONE, "5pP4", NONE, NONE, ",g3", NULL,
     "en passant: no square from a1 to k10 begins at ','"},
    {BOTH, NONE, "5pP4", NONE, NONE, "g3,,g4", NULL,
     "en passant: no square from a1 to k10 begins at ','"},
    {BOTH, NONE, "5pP4", NONE, NONE, ",", NULL,
     "en passant: no square from a1 to k10 begins at ','"},
    {BOTH, NONE, "5pP4", NONE, NONE, "g3-", NULL,
     "en passant: no square from a1 to k10 begins at '-'"},
    {BOTH, NONE, "5pP4", NONE, NONE, "-g3", NULL, "en passant: '-' must stand alone"},
    {BOTH, NONE, "5pP4", NONE, NONE, "--", NULL, "en passant: '-' must stand alone"},
    {BOTH, NONE, "5pP4", NONE, NONE, "G3", NULL,
     "en passant: no square from a1 to k10 begins at 'G'"},
    {BOTH, NONE, "5pP4", NONE, NONE, "l3", NULL,
     "en passant: no square from a1 to k10 begins at 'l'"},
    {BOTH, NONE, "5pP4", NONE, NONE, "g0", NULL,
     "en passant: no square from a1 to k10 begins at 'g'"},
    {BOTH, NONE, "5pP4", NONE, NONE, "g", NULL,
     "en passant: no square from a1 to k10 begins at 'g'"},
    {BOTH, NONE, "5pP4", NONE, NONE, "3g", NULL,
     "en passant: no square from a1 to k10 begins at '3'"},
    {BOTH, NONE, "5pP4", NONE, NONE, "g11", NULL,
     "en passant: no square from a1 to k10 begins at '1'"},
    {BOTH, NONE, "5pP4", NONE, NONE, "g10", NULL, "no pawn can just have passed g10"},
    {BOTH, NONE, "5pP4", NONE, NONE, "g1", NULL, "no pawn can just have passed g1"},
};

static void swap_case(char *text) {
    for (; *text != '\0'; text++)
        *text = (char)(isupper((unsigned char)*text) ? tolower((unsigned char)*text)
                                                     : toupper((unsigned char)*text));
}

static void run_passed_row(const PassedRow *row, const RuleSet *rules, bool black_moved) {
    char field[32], written[32] = "-", wanted[128] = "", fen[SLOW_TEXT], expected[SLOW_TEXT],
                    board[128], pawn[8];
    snprintf(field, sizeof field, "%s", row->field);
    if (row->wanted != NULL)
        snprintf(wanted, sizeof wanted, "%s", row->wanted);
    if (row->written != NULL)
        snprintf(written, sizeof written, "%s", row->written);
    snprintf(board, sizeof board, "k10/11/11/11/11/%s/%s/%s/%s/10K", row->fifth, row->fourth,
             row->third, row->second);
    if (black_moved) {
        mirror_squares(row->field, field);
        if (row->wanted != NULL)
            mirror_squares(row->wanted, wanted);
        if (row->written != NULL)
            mirror_squares(row->written, written);
        /* The lowest rank comes first. */
        if (strlen(written) == 4) {
            const char digit = written[1];
            written[1] = written[3];
            written[3] = digit;
        }
        snprintf(board, sizeof board, "10K/%s/%s/%s/%s/11/11/11/11/k10", row->second, row->third,
                 row->fourth, row->fifth);
        swap_case(board);
    }
    snprintf(fen, sizeof fen, "%s %c - %s 0 1", board, black_moved ? 'w' : 'b', field);
    if (row->written == NULL) {
        Message message;
        expect_refused(rules, fen, wanted, &message);
        if (strstr(message.text, "en passant: ") == NULL)
            fail_msg("'%s' does not name the field", message.text);
        return;
    }
    Position pos;
    read_fen(rules, fen, &pos);
    snprintf(expected, sizeof expected, "%s %c - %s 0 1", board, black_moved ? 'w' : 'b', written);
    expect_written(&pos, expected, fen);
    if (strcmp(written, "-") != 0 &&
        strcmp(square_write(pos.state.en_passant_pawn, pawn), wanted) != 0)
        fail_msg("%s, '%s': the pawn on %s can be taken; it should be that on %s",
                 rules->short_name, fen, pawn, wanted);
    /* What the slow rules make of it. */
    SlowBoard slow;
    MoveList list, legal;
    slow_parse(expected, rules == &RULES[1], &slow);
    bridge_moves(&slow, &legal);
    bridge_generate(&pos, GENERATE_ALL, &list);
    bridge_expect_same(&pos, fen, &list, &legal);
}

static void test_en_passant_field(void **state) {
    (void)state;
    for (int set = 0; set < RULE_SETS; set++)
        for (size_t i = 0; i < LENGTH(PASSED); i++)
            for (int black_moved = 0; black_moved < 2; black_moved++) {
                const PassedRow *row = &PASSED[i];
                /* "g10" and "g1" have no mirror image of one digit. */
                if ((row->sets & 1 << set) != 0 && !(black_moved && row->field[1] == '1'))
                    run_passed_row(row, &RULES[set], black_moved);
            }
}

/* It is written as long as a capture is pseudo-legal: here it would uncover the king on the fourth
 * rank. */
static void test_en_passant_of_pinned_pawns(void **state) {
    (void)state;
    static const char *const fens[] = {"11/11/11/11/11/11/k4pP3R/11/11/K10 b - g3 0 1",
                                       "k10/11/11/K4Pp3r/11/11/11/11/11/11 w - g8 0 1"};
    for (int set = 0; set < RULE_SETS; set++)
        for (size_t i = 0; i < LENGTH(fens); i++) {
            Position pos;
            read_fen(&RULES[set], fens[i], &pos);
            expect_written(&pos, fens[i], fens[i]);
            assert_true(position_legal_en_passant(&pos) == 0);
        }
}

/* ---- FEN: castling ---- */

static void test_castling_field(void **state) {
    (void)state;
    static const struct {
        const char *board, *field, *written, *wanted; /* `written` is NULL for an error */
    } rows[] = {
        {ROOKS, "-", "-", NULL},
        {ROOKS, "KAka", "KAka", NULL},
        {ROOKS, "KQkq", "KAka", NULL},
        {ROOKS, "KQka", "KAka", NULL},
        {ROOKS, "KAkq", "KAka", NULL},
        {ROOKS, "K", "K", NULL},
        {ROOKS, "A", "A", NULL},
        {ROOKS, "Q", "A", NULL},
        {ROOKS, "k", "k", NULL},
        {ROOKS, "a", "a", NULL},
        {ROOKS, "q", "a", NULL},
        {ROOKS, "KA", "KA", NULL},
        {ROOKS, "KQ", "KA", NULL},
        {ROOKS, "ka", "ka", NULL},
        {ROOKS, "kq", "ka", NULL},
        {ROOKS, "Kk", "Kk", NULL},
        {ROOKS, "Qq", "Aa", NULL},
        {ROOKS, "Aq", "Aa", NULL},
        {ROOKS, "Ka", "Ka", NULL},
        {ROOKS, "Qk", "Ak", NULL},
        {"r4k5/11/11/11/11/11/11/11/11/R3K5R", "a", "a", NULL},
        {"5k4r/11/11/11/11/11/11/11/11/5K4R", "Kk", "Kk", NULL},

        {ROOKS, "KK", NULL, "the right 'K' is given twice"},
        {ROOKS, "KAkk", NULL, "the right 'k' is given twice"},
        {ROOKS, "AA", NULL, "the right 'A' is given twice"},
        {ROOKS, "AQ", NULL, "the right 'Q' is given twice"},
        {ROOKS, "QA", NULL, "the right 'A' is given twice"},
        {ROOKS, "kaq", NULL, "the right 'q' is given twice"},
        {ROOKS, "kqa", NULL, "the right 'a' is given twice"},
        {ROOKS, "aa", NULL, "the right 'a' is given twice"},
        {ROOKS, "KAka-", NULL, "'-' is none of K A k a (or Q q)"},
        {ROOKS, "-KAka", NULL, "'-' must stand alone"},
        {ROOKS, "HAha", NULL, "'H' is none of"},
        {ROOKS, "KAkb", NULL, "'b' is none of"},
        {ROOKS, "K,A", NULL, "',' is none of"},
        {ROOKS, "w", NULL, "'w' is none of"},
        {ROOKS, "1", NULL, "'1' is none of"},
        {ROOKS, "\x02", NULL, "'?' is none of"},
        {"r4k4r/11/11/11/11/11/11/11/11/R3K5R", "K", NULL, "'K' without the king on f1"},
        {"r4k4r/11/11/11/11/11/11/11/11/R5K3R", "Q", NULL, "'Q' without the king on f1"},
        {"r4k4r/11/11/11/11/11/11/11/5K5/R4N4R", "A", NULL, "'A' without the king on f1"},
        {"r3k5r/11/11/11/11/11/11/11/11/R4K4R", "k", NULL, "'k' without the king on f10"},
        {"r3k5r/11/11/11/11/11/11/11/11/R4K4R", "KAa", NULL, "'a' without the king on f10"},
        {"r4k4r/11/11/11/11/11/11/11/11/R4K5", "KA", NULL, "'K' without a rook on k1"},
        {"r4k4r/11/11/11/11/11/11/11/11/5K4R", "KA", NULL, "'A' without a rook on a1"},
        {"r4k4r/11/11/11/11/11/11/11/11/5K4R", "Q", NULL, "'Q' without a rook on a1"},
        {"r4k5/11/11/11/11/11/11/11/11/R4K4R", "k", NULL, "'k' without a rook on k10"},
        {"5k4r/11/11/11/11/11/11/11/11/R4K4R", "kq", NULL, "'q' without a rook on a10"},
        {"r4k4r/11/11/11/11/11/11/11/11/R4K3R1", "K", NULL, "'K' without a rook on k1"},
        {"r4k4r/11/11/11/11/11/11/11/11/R4K4Q", "K", NULL, "'K' without a rook on k1"},
        {"5k5/11/11/11/11/11/11/11/5N5/4NKN3r", "K", NULL, "'K' without a rook on k1"},
        {"4nkn3R/5n5/11/11/11/11/11/11/11/5K5", "k", NULL, "'k' without a rook on k10"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        char fen[SLOW_TEXT], expected[SLOW_TEXT];
        Message message;
        Position pos;
        for (int side = 0; side < 2; side++) {
            snprintf(fen, sizeof fen, "%s %c %s - 3 9", rows[i].board, "wb"[side], rows[i].field);
            if (rows[i].written == NULL) {
                expect_refused(&RULES[0], fen, rows[i].wanted, &message);
            } else {
                read_fen(&RULES[0], fen, &pos);
                snprintf(expected, sizeof expected, "%s %c %s - 3 9", rows[i].board, "wb"[side],
                         rows[i].written);
                expect_written(&pos, expected, fen);
            }
            /* The other rule set knows no castling, whatever the letters are. */
            if (strcmp(rows[i].field, "-") == 0)
                read_fen(&RULES[1], fen, &pos);
            else if (rows[i].field[0] != '-')
                expect_refused(&RULES[1], fen, "castling: it must be '-', there is no castling",
                               &message);
        }
    }
}

/* ---- EPD and blanks ---- */

static void test_epd(void **state) {
    (void)state;
    static const struct {
        const char *text, *rest; /* what must be left of it */
        bool whole;              /* nothing is left: good without `rest`, too */
        unsigned clock, number;
    } rows[] = {
        {TWO_KINGS " w - -", "", true, 0, 1},
        {TWO_KINGS " w - -  ", "", true, 0, 1},
        {TWO_KINGS " w - -\n", "", true, 0, 1},
        {TWO_KINGS " w - -\r\n", "", true, 0, 1},
        {TWO_KINGS " w - - 17 42", "", true, 17, 42},
        {TWO_KINGS " w - - 17 42\n", "", true, 17, 42},
        {TWO_KINGS " w - - 0 1 \t\r\n", "", true, 0, 1},
        {TWO_KINGS " w - - 0099 00100", "", true, 99, 100},
        {TWO_KINGS " w - - 9999 99999", "", true, 9999, 99999},
        {"  " TWO_KINGS "\tw   -\t\t- 5 \t 6", "", true, 5, 6},
        {TWO_KINGS " w - - bm a2a3; id \"one\";", "bm a2a3; id \"one\";", false, 0, 1},
        {TWO_KINGS " w - -    bm a2a3;", "bm a2a3;", false, 0, 1},
        {TWO_KINGS " w - - ;D1 3 ;D2 9", ";D1 3 ;D2 9", false, 0, 1},
        {TWO_KINGS " w - -\tce 12;", "ce 12;", false, 0, 1},
        {TWO_KINGS " w - - 7 30 ;D1 3", ";D1 3", false, 7, 30},
        {TWO_KINGS " w - - 7 30   bm a2a3;\n", "bm a2a3;\n", false, 7, 30},
        {TWO_KINGS " w - - 7 30 8", "8", false, 7, 30},
        {TWO_KINGS " w - - moves a1a2", "moves a1a2", false, 0, 1},
        {TWO_KINGS " w - -\nnext line", "next line", false, 0, 1},
    };
    for (int set = 0; set < RULE_SETS; set++)
        for (size_t i = 0; i < LENGTH(rows); i++) {
            Position pos;
            Message message = {""};
            const char *rest = NULL;
            if (!fen_parse(rows[i].text, &RULES[set], &pos, &rest, &message))
                fail_msg("'%s': %s", rows[i].text, message.text);
            assert_string_equal(rest, rows[i].rest);
            assert_ptr_equal(rest, rows[i].text + strlen(rows[i].text) - strlen(rows[i].rest));
            assert_int_equal(pos.state.halfmove_clock, rows[i].clock);
            assert_int_equal(pos.fullmove, rows[i].number);
            assert_int_equal(fen_parse(rows[i].text, &RULES[set], &pos, NULL, &message),
                             rows[i].whole);
            if (!rows[i].whole)
                assert_non_null(strstr(message.text, "follows after the last field"));
        }
    /* Operations do not hide an error in the fields before them. */
    Position pos;
    Message message;
    const char *rest = NULL;
    assert_false(fen_parse(TWO_KINGS " w - g3 bm a2a3;", &RULES[0], &pos, &rest, &message));
    assert_non_null(strstr(message.text, "en passant: "));
    assert_false(fen_parse(TWO_KINGS " w - - 7 bm a2a3;", &RULES[0], &pos, &rest, &message));
    assert_non_null(strstr(message.text, "full-move number: "));
}

static void test_start_positions(void **state) {
    (void)state;
    for (int set = 0; set < RULE_SETS; set++) {
        Position pos;
        SlowBoard board;
        position_set_start(&pos, &RULES[set]);
        slow_start(&board, set == 1);
        bridge_expect_equal(&pos, &board, "the array");
        expect_written(&pos, RULES[set].start_fen, "the array");
    }
}

/* ---- Moves, there and back ---- */

static int compare_texts(const void *a, const void *b) {
    return strcmp(a, b);
}

static void test_legal_moves_as_text(void **state) {
    (void)state;
    static char line[LINE_SIZE], joined[LINE_SIZE], texts[MAX_MOVES][MOVE_TEXT_SIZE];
    FILE *file = data_open("cases/legal_moves.tsv");
    int count = 0;
    for (; data_line(file, line, sizeof line); count++) {
        char *fields[3];
        Position pos;
        MoveList list;
        assert_int_equal(data_fields(line, fields, 3), 3);
        read_fen(rules_find(fields[0], NULL), fields[1], &pos);
        generate_legal(&pos, &list);
        for (int i = 0; i < list.count; i++)
            assert_ptr_equal(move_write(list.moves[i], texts[i]), texts[i]);
        qsort(texts, (size_t)list.count, sizeof texts[0], compare_texts);
        size_t used = 0;
        joined[0] = '\0';
        for (int i = 0; i < list.count; i++)
            used += (size_t)snprintf(joined + used, sizeof joined - used, "%s%s", i > 0 ? " " : "",
                                     texts[i]);
        if (strcmp(joined, fields[2]) != 0)
            fail_msg("%s, %s: the moves are\n%s\nand should be\n%s", fields[0], fields[1], joined,
                     fields[2]);
    }
    fclose(file);
    assert_true(count >= 250);
}

static int slow_square_text(SlowSquare s, char *text) {
    return sprintf(text, "%c%u", 'a' + s.file, (unsigned)(s.rank + 1) % 100);
}

/* Do these two moves of like pieces to one square read the same if so much of the origin is said?
 */
static bool looks_like(const SlowBoard *board, const SlowMove *move, const SlowMove *other,
                       bool file, bool rank) {
    return other->kind == SLOW_PLAIN && other->to.file == move->to.file &&
           other->to.rank == move->to.rank &&
           board->man[other->from.rank][other->from.file] ==
               board->man[move->from.rank][move->from.file] &&
           (!file || other->from.file == move->from.file) &&
           (!rank || other->from.rank == move->from.rank);
}

/* SAN from the text of the rules: as little of the origin as tells the move from the others, the
 * file rather. */
static void slow_san(const SlowBoard *board, const SlowMove *moves, int count, const SlowMove *move,
                     char *text) {
    const char man = (char)toupper((unsigned char)board->man[move->from.rank][move->from.file]);
    if (move->kind == SLOW_CASTLE) {
        text += sprintf(text, "%s", move->to.file > move->from.file ? "O-O-" : "O-O-O-");
    } else if (man == 'P') {
        if (move->from.file != move->to.file)
            text += sprintf(text, "%cx", 'a' + move->from.file);
    } else {
        int said = 0; /* 1: the file, 2: the rank, 3: both */
        for (int alike = 2; said < 4; said++) {
            alike = 0;
            for (int i = 0; i < count; i++)
                alike += looks_like(board, move, &moves[i], said & 1, said & 2);
            if (alike == 1)
                break;
        }
        *text++ = man;
        if (said & 1)
            *text++ = (char)('a' + move->from.file);
        if (said & 2)
            text += sprintf(text, "%d", move->from.rank + 1);
        if (board->man[move->to.rank][move->to.file] != '.')
            *text++ = 'x';
    }
    text += slow_square_text(move->to, text);
    if (move->promotion != 0)
        text += sprintf(text, "=%c", toupper((unsigned char)move->promotion));
    SlowBoard after = *board;
    SlowMove replies[SLOW_MAX_MOVES];
    slow_make(&after, move);
    if (slow_in_check(&after, after.black_to_move))
        *text++ = slow_moves(&after, replies) > 0 ? '+' : '#';
    *text = '\0';
}

typedef struct {
    int moves, checks, mates, stalemates, castling, passing, promotions, with_file, with_rank,
        with_both;
} Tally;

/* Both notations of one move, both ways. */
static void expect_move_round_trip(const Position *pos, Move move, const char *san,
                                   const char *wanted) {
    char fen[SLOW_TEXT], text[MOVE_TEXT_SIZE], slow_text[32];
    const SlowMove slow = bridge_slow_move(move);
    Message message = {""};
    Move read = MOVE_NONE;
    if (strcmp(san, wanted) != 0)
        fail_msg("%s, %s: '%s' should be written as '%s'", pos->rules->short_name,
                 bridge_fen(pos, fen), san, wanted);
    if (!san_parse(pos, san, &read, &message) || read != move)
        fail_msg("%s, %s: '%s' is read as %s: %s", pos->rules->short_name, bridge_fen(pos, fen),
                 san, bridge_move_text(read, slow_text), message.text);
    slow_move_text(&slow, slow_text);
    assert_string_equal(move_write(move, text), slow_text);
    read = MOVE_NONE;
    if (!move_parse(pos, text, &read, &message) || read != move)
        fail_msg("%s, %s: '%s' is not read as that move: %s", pos->rules->short_name,
                 bridge_fen(pos, fen), text, message.text);
}

static void tally_move(const SlowBoard *board, const SlowMove *move, const char *san,
                       Tally *tally) {
    const char last = san[strlen(san) - 1];
    tally->moves++;
    tally->checks += last == '+';
    tally->mates += last == '#';
    tally->castling += move->kind == SLOW_CASTLE;
    tally->passing += move->kind == SLOW_PASSING;
    tally->promotions += move->promotion != 0;
    if (isupper((unsigned char)san[0]) && san[0] != 'O') {
        const bool file = san[1] >= 'a' && san[1] <= 'k' && !isdigit((unsigned char)san[2]),
                   rank = isdigit((unsigned char)san[1]);
        tally->with_file += file;
        tally->with_rank += rank;
        tally->with_both += san[1] >= 'a' && san[1] <= 'k' && isdigit((unsigned char)san[2]) &&
                            (strpbrk(san + 3, "abcdefghijk") != NULL);
    }
    if (last != '+' && last != '#') {
        SlowBoard after = *board;
        SlowMove replies[SLOW_MAX_MOVES];
        slow_make(&after, move);
        tally->stalemates += slow_moves(&after, replies) == 0;
    }
}

static void expect_unique(const Position *pos, char (*sans)[MOVE_TEXT_SIZE], int count) {
    char fen[SLOW_TEXT];
    qsort(sans, (size_t)count, sizeof sans[0], compare_texts);
    for (int i = 1; i < count; i++)
        if (strcmp(sans[i - 1], sans[i]) == 0)
            fail_msg("%s, %s: two moves are '%s'", pos->rules->short_name, bridge_fen(pos, fen),
                     sans[i]);
}

static void test_moves_of_samples(void **state) {
    (void)state;
    enum { MOST_OF_A_POSITION = 40 };
    static char sans[MAX_MOVES][MOVE_TEXT_SIZE];
    static SlowMove moves[SLOW_MAX_MOVES];
    Sampler sampler;
    SlowBoard board;
    Position pos;
    Tally tally = {0};
    const int amount = test_amount(10000, 100000);
    sampler_open(&sampler, 33);
    for (int n = 0; tally.moves < amount; n++) {
        sampler_next_of(&sampler, (SampleKind)(n % SAMPLE_KINDS), &board);
        bridge_position(&board, &pos);
        const int count = slow_moves(&board, moves);
        assert_true(count <= MAX_MOVES);
        for (int i = 0; i < count; i++)
            san_write(&pos, bridge_move(&moves[i]), sans[i]);
        /* Some of them, always with the rarer ones. */
        int left = MOST_OF_A_POSITION;
        for (int i = 0; i < count; i++) {
            const bool rare = moves[i].kind != SLOW_PLAIN || moves[i].promotion != 0;
            if (!rare && random_below(&sampler.random, count) >= left)
                continue;
            char wanted[32];
            slow_san(&board, moves, count, &moves[i], wanted);
            expect_move_round_trip(&pos, bridge_move(&moves[i]), sans[i], wanted);
            tally_move(&board, &moves[i], sans[i], &tally);
        }
        expect_unique(&pos, sans, count);
    }
    sampler_close(&sampler);
    print_message(
        "%d moves: %d checks, %d mates, %d stalemates, %d castling, %d en passant, %d promotions; origins: "
        "%d files, %d ranks, %d both\n",
        tally.moves, tally.checks, tally.mates, tally.stalemates, tally.castling, tally.passing,
        tally.promotions, tally.with_file, tally.with_rank, tally.with_both);
    assert_true(tally.checks > 100 && tally.mates > 5 && tally.castling > 100 &&
                tally.passing > 30);
    assert_true(tally.promotions > 100 && tally.with_file > 100 && tally.with_rank > 30 &&
                tally.with_both > 0);
}

/* Mates carry '#', checks '+', stalemates nothing, whichever way the rule set counts them. */
static void test_suffixes(void **state) {
    (void)state;
    static const struct {
        Sets sets;
        const char *fen, *san;
    } rows[] = {
        {BOTH, "k10/11/1K9/11/11/11/11/11/11/7R3 w - - 0 1", "Rh10#"},
        {BOTH, "k10/11/1K9/11/11/11/11/11/11/7Q3 w - - 0 1", "Qa1+"},
        {BOTH, "k10/11/2K8/11/11/11/11/11/11/1Q9 w - - 0 1", "Qb8"},
        {BOTH, "10k/11/8K2/11/11/11/11/11/11/9Q1 w - - 0 1", "Qj8"},
        {BOTH, "8q2/11/11/11/11/11/11/8k2/11/10K b - - 0 1", "Qa2"},
        {BOTH, "9q1/11/11/11/11/11/11/8k2/11/10K b - - 0 1", "Qj2#"},
        {BOTH, "9q1/11/11/11/11/11/11/8k2/11/10K b - - 0 1", "Qj3"},
    };
    for (int set = 0; set < RULE_SETS; set++)
        for (size_t i = 0; i < LENGTH(rows); i++) {
            Position pos;
            Move move = MOVE_NONE;
            Message message = {""};
            char bare[MOVE_TEXT_SIZE], written[MOVE_TEXT_SIZE];
            read_fen(&RULES[set], rows[i].fen, &pos);
            snprintf(bare, sizeof bare, "%s", rows[i].san);
            bare[strcspn(bare, "+#")] = '\0';
            if (!san_parse(&pos, bare, &move, &message))
                fail_msg("%s: %s", rows[i].fen, message.text);
            assert_string_equal(san_write(&pos, move, written), rows[i].san);
        }
}

static void test_squares_and_letters(void **state) {
    (void)state;
    for (Square s = 0; s < SQUARES; s++) {
        char text[8], wanted[16];
        Square read = NO_SQUARE;
        slow_square_text(bridge_slow_square(s), wanted);
        assert_string_equal(square_write(s, text), wanted);
        assert_int_equal(square_read(text, &read), strlen(wanted));
        assert_int_equal(read, s);
        snprintf(text + strlen(text), sizeof text - strlen(text), "a1");
        assert_int_equal(square_read(text, &read), strlen(wanted));
        assert_int_equal(read, s);
    }
    static const char *const none[] = {"",   "a",  "k",   "a0",  "l1", "A1",
                                       "`1", "1a", " a1", "a-1", "a:", "a/"};
    for (size_t i = 0; i < LENGTH(none); i++) {
        Square read;
        assert_int_equal(square_read(none[i], &read), 0);
    }
    for (int c = 0; c < 256; c++) {
        const Piece piece = piece_from_letter((char)c);
        if (c != 0 && strchr("PNCBRWQKpncbrwqk", c) != NULL) {
            assert_int_equal(bridge_letter(piece), c);
            assert_int_equal(piece_letter(piece), c);
        } else {
            assert_int_equal(piece, NO_PIECE);
        }
    }
    char text[MOVE_TEXT_SIZE];
    assert_int_equal(piece_letter(NO_PIECE), '.');
    assert_string_equal(move_write(MOVE_NONE, text), "(none)");
    assert_string_equal(move_write(MOVE_NULL, text), "0000");
}

/* ---- Moves as people and programs spell them ---- */

typedef struct {
    Sets sets;
    const char *fen, *text, *wanted; /* the move in coordinates, or a part of the message */
} Spelling;

#define OPEN_WHITE     ROOKS " w KAka - 0 1"
#define OPEN_BLACK     ROOKS " b KAka - 0 1"
#define ONE_K_SIDE     "3k3r3/11/11/11/11/11/11/11/11/5K4R w K - 0 1"
#define ONE_A_SIDE     "3r3k3/11/11/11/11/11/11/11/11/R4K5 w A - 0 1"
#define TWO_ROOKS      "R10/11/11/11/7k3/11/7K3/11/11/R10 w - - 0 1"
#define TWO_KNIGHTS    "N10/11/11/11/N6k3/11/7K3/11/11/11 w - - 0 1"
#define TWO_CAMELS     "C10/11/11/11/11/11/11/C10/7k3/10K w - - 0 1"
#define THREE_QUEENS   "Q1Q8/11/Q10/11/11/10k/11/7K3/11/11 w - - 0 1"
#define NEAR_PROMOTION "1r9/P10/11/11/5k5/11/5K5/11/1p9/R10 w - - 0 1"
#define PASSED_PAWN    "k10/11/11/11/11/11/5pPp3/11/11/10K b - g3 0 1"

static const Spelling SAN_READ[] = {
    /* Castling as it is written. */
    {WILD, OPEN_WHITE, "O-O-g1", "f1k1"},
    {WILD, OPEN_WHITE, "O-O-h1", "f1h1"},
    {WILD, OPEN_WHITE, "O-O-i1", "f1i1"},
    {WILD, OPEN_WHITE, "O-O-j1", "f1j1"},
    {WILD, OPEN_WHITE, "O-O-O-e1", "f1a1"},
    {WILD, OPEN_WHITE, "O-O-O-d1", "f1d1"},
    {WILD, OPEN_WHITE, "O-O-O-c1", "f1c1"},
    {WILD, OPEN_WHITE, "O-O-O-b1", "f1b1"},
    {WILD, OPEN_BLACK, "O-O-g10", "f10k10"},
    {WILD, OPEN_BLACK, "O-O-h10", "f10h10"},
    {WILD, OPEN_BLACK, "O-O-j10", "f10j10"},
    {WILD, OPEN_BLACK, "O-O-O-e10", "f10a10"},
    {WILD, OPEN_BLACK, "O-O-O-b10", "f10b10"},
    /* Zeros. */
    {WILD, OPEN_WHITE, "0-0-g1", "f1k1"},
    {WILD, OPEN_WHITE, "0-0-j1", "f1j1"},
    {WILD, OPEN_WHITE, "0-0-0-e1", "f1a1"},
    {WILD, OPEN_WHITE, "0-0-0-c1", "f1c1"},
    {WILD, OPEN_BLACK, "0-0-0-c10", "f10c10"},
    /* The square is left out where one move fits. */
    {WILD, ONE_K_SIDE, "O-O", "f1k1"},
    {WILD, ONE_K_SIDE, "0-0", "f1k1"},
    {WILD, ONE_K_SIDE, "O-O!?", "f1k1"},
    {WILD, ONE_A_SIDE, "O-O-O", "f1a1"},
    {WILD, ONE_A_SIDE, "0-0-0", "f1a1"},
    {WILD, ONE_A_SIDE, "O-O-O+", "f1a1"},
    {WILD, OPEN_WHITE, "O-O", "may be any of "},
    {WILD, OPEN_WHITE, "0-0", "may be any of "},
    {WILD, OPEN_WHITE, "O-O-O", "may be any of "},
    {WILD, OPEN_BLACK, "O-O-O", "may be any of "},
    {WILD, ONE_K_SIDE, "O-O-O", "is not a legal move here"},
    {WILD, ONE_A_SIDE, "O-O", "is not a legal move here"},
    {WILD, ONE_K_SIDE, "O-O-h1", "is not a legal move here"},
    {WILD, OPEN_WHITE, "O-O-e1", "is not a legal move here"},
    {WILD, OPEN_WHITE, "O-O-O-g1", "is not a legal move here"},
    {WILD, OPEN_WHITE, "O-O-k1", "is not a legal move here"},
    {WILD, OPEN_WHITE, "O-O-f1", "is not a legal move here"},
    {WILD, OPEN_WHITE, "O-O-h10", "is not a legal move here"},
    {WILD, OPEN_WHITE, "O-O-O-a1", "is not a legal move here"},
    {STANDARD, "5k5/11/11/11/11/11/11/11/11/R4K4R w - - 0 1", "O-O", "is not a legal move here"},
    {STANDARD, "5k5/11/11/11/11/11/11/11/11/R4K4R w - - 0 1", "O-O-h1", "is not a legal move here"},
    /* The king's squares instead of O-O. */
    {WILD, OPEN_WHITE, "Kf1-h1", "f1h1"},
    {WILD, OPEN_WHITE, "Kf1h1", "f1h1"},
    {WILD, OPEN_WHITE, "Kfh1", "f1h1"},
    {WILD, OPEN_WHITE, "Kh1", "f1h1"},
    {WILD, OPEN_WHITE, "Kj1", "f1j1"},
    {WILD, OPEN_WHITE, "Kd1", "f1d1"},
    {WILD, OPEN_WHITE, "Kb1", "f1b1"},
    {WILD, OPEN_WHITE, "Kf1-b1", "f1b1"},
    {WILD, OPEN_BLACK, "Kf10-h10", "f10h10"},
    {WILD, OPEN_BLACK, "Kb10", "f10b10"},
    {WILD, OPEN_WHITE, "K~h1", "f1h1"},
    {WILD, OPEN_WHITE, "K~g1", "f1k1"},
    {WILD, OPEN_WHITE, "K~e1", "f1a1"},
    {WILD, OPEN_WHITE, "K~b1", "f1b1"},
    {WILD, OPEN_BLACK, "K~g10", "f10k10"},
    {WILD, OPEN_BLACK, "K~e10", "f10a10"},
    /* One square without a tilde is the step. */
    {WILD, OPEN_WHITE, "Kg1", "f1g1"},
    {WILD, OPEN_WHITE, "Kf1-g1", "f1g1"},
    {WILD, OPEN_WHITE, "Kf1g1", "f1g1"},
    {WILD, OPEN_WHITE, "Ke1", "f1e1"},
    {WILD, OPEN_WHITE, "Kf1-e1", "f1e1"},
    {WILD, OPEN_BLACK, "Kg10", "f10g10"},
    {WILD, OPEN_BLACK, "Kf10-e10", "f10e10"},
    {WILD, OPEN_WHITE, "Kf2", "f1f2"},
    {WILD, OPEN_WHITE, "K~f2", "is not a legal move here"},
    {WILD, OPEN_WHITE, "K~k1", "is not a legal move here"},
    {WILD, OPEN_WHITE, "Kk1", "is not a legal move here"},
    {WILD, OPEN_WHITE, "Kg1-h1", "is not a legal move here"},
    {WILD, OPEN_WHITE, "Kxh1", "is not a legal move here"},
    {STANDARD, "5k5/11/11/11/11/11/11/11/11/R4K4R w - - 0 1", "Kh1", "is not a legal move here"},
    {STANDARD, "5k5/11/11/11/11/11/11/11/11/R4K4R w - - 0 1", "K~g1", "is not a legal move here"},
    /* Which of several: files, ranks of one and two digits, both. */
    {BOTH, TWO_ROOKS, "R10a9", "a10a9"},
    {BOTH, TWO_ROOKS, "R1a9", "a1a9"},
    {BOTH, TWO_ROOKS, "R10-a9", "a10a9"},
    {BOTH, TWO_ROOKS, "Ra10a9", "a10a9"},
    {BOTH, TWO_ROOKS, "Ra10-a9", "a10a9"},
    {BOTH, TWO_ROOKS, "Ra1-a9", "a1a9"},
    {BOTH, TWO_ROOKS, "Rk10", "a10k10"},
    {BOTH, TWO_ROOKS, "Rak10", "a10k10"},
    {BOTH, TWO_ROOKS, "R10k10", "a10k10"},
    {BOTH, TWO_ROOKS, "Ra9", "may be any of "},
    {BOTH, TWO_ROOKS, "Raa9", "may be any of "},
    {BOTH, TWO_ROOKS, "R2a9", "is not a legal move here"},
    {BOTH, TWO_ROOKS, "Rba9", "is not a legal move here"},
    {BOTH, TWO_ROOKS, "Rxa9", "there is nothing to take"},
    {BOTH, TWO_ROOKS, "Ra10", "is not a legal move here"},
    {BOTH, TWO_KNIGHTS, "N10b8", "a10b8"},
    {BOTH, TWO_KNIGHTS, "N6b8", "a6b8"},
    {BOTH, TWO_KNIGHTS, "Na10b8", "a10b8"},
    {BOTH, TWO_KNIGHTS, "Nc9", "a10c9"},
    {BOTH, TWO_KNIGHTS, "Nb8", "may be any of "},
    {BOTH, TWO_CAMELS, "Cb7", "a10b7"},
    {BOTH, TWO_CAMELS, "Cd9", "a10d9"},
    {BOTH, TWO_CAMELS, "Cb6", "a3b6"},
    {BOTH, TWO_CAMELS, "C3b6", "a3b6"},
    {BOTH, THREE_QUEENS, "Qa10c8", "a10c8"},
    {BOTH, THREE_QUEENS, "Qcc8", "c10c8"},
    {BOTH, THREE_QUEENS, "Q8c8", "a8c8"},
    {BOTH, THREE_QUEENS, "Qac8", "may be any of "},
    {BOTH, THREE_QUEENS, "Q10c8", "may be any of "},
    {BOTH, THREE_QUEENS, "Qc8", "may be any of "},
    /* Pawns. */
    {WILD, NEAR_PROMOTION, "a10=W", "a9a10w"},
    {WILD, NEAR_PROMOTION, "a10W", "a9a10w"},
    {BOTH, NEAR_PROMOTION, "a10=Q", "a9a10q"},
    {BOTH, NEAR_PROMOTION, "a10Q", "a9a10q"},
    {BOTH, NEAR_PROMOTION, "axb10=Q", "a9b10q"},
    {BOTH, NEAR_PROMOTION, "axb10=W+", "a9b10w"},
    {BOTH, NEAR_PROMOTION, "axb10W", "a9b10w"},
    {BOTH, NEAR_PROMOTION, "a9xb10=W", "a9b10w"},
    {BOTH, NEAR_PROMOTION, "a9-a10=W", "a9a10w"},
    {BOTH, NEAR_PROMOTION, "a9a10W", "a9a10w"},
    {STANDARD, NEAR_PROMOTION, "a10=R", "a9a10r"},
    {STANDARD, NEAR_PROMOTION, "a10C", "a9a10c"},
    {STANDARD, NEAR_PROMOTION, "axb10=N", "a9b10n"},
    {BOTH, NEAR_PROMOTION, "a10", "does not say what the pawn becomes"},
    {BOTH, NEAR_PROMOTION, "axb10", "does not say what the pawn becomes"},
    {WILD, NEAR_PROMOTION, "a10=R", "no pawn may become that piece"},
    {WILD, NEAR_PROMOTION, "axb10=N", "no pawn may become that piece"},
    {BOTH, NEAR_PROMOTION, "a10=B", "no pawn may become that piece"},
    {BOTH, NEAR_PROMOTION, "a10=K", "no pawn may become that piece"},
    {BOTH, NEAR_PROMOTION, "a10=P", "is no move in algebraic notation"},
    {BOTH, NEAR_PROMOTION, "a10=", "is no move in algebraic notation"},
    {BOTH, NEAR_PROMOTION, "a10=X", "is no move in algebraic notation"},
    {BOTH, NEAR_PROMOTION, "axa10=Q", "there is nothing to take"},
    {BOTH, ARRAY " w - - 0 1", "a3", "a2a3"},
    {BOTH, ARRAY " w - - 0 1", "g4", "g2g4"},
    {BOTH, ARRAY " w - - 0 1", "g2g4", "g2g4"},
    {BOTH, ARRAY " w - - 0 1", "g2-g4", "g2g4"},
    {WILD, ARRAY " w - - 0 1", "g5", "g2g5"},
    {STANDARD, ARRAY " w - - 0 1", "g5", "is not a legal move here"},
    {BOTH, ARRAY " w - - 0 1", "g6", "is not a legal move here"},
    {BOTH, ARRAY " w - - 0 1", "a3=Q", "the pawn does not promote there"},
    {BOTH, ARRAY " w - - 0 1", "axa3", "there is nothing to take"},
    {BOTH, ARRAY " w - - 0 1", "axb3", "is not a legal move here"},
    {BOTH, ARRAY " w - - 0 1", "Nj3", "is not a legal move here"},
    {BOTH, PASSED_PAWN, "fxg3", "f4g3"},
    {BOTH, PASSED_PAWN, "fxg3e.p.", "f4g3"},
    {BOTH, PASSED_PAWN, "hxg3e.p.", "h4g3"},
    {BOTH, PASSED_PAWN, "fxg3e.p.!?", "f4g3"},
    {BOTH, PASSED_PAWN, "f4xg3e.p.", "f4g3"},
    {BOTH, PASSED_PAWN, "fxg3e.p", "is no move in algebraic notation"},
    {BOTH, PASSED_PAWN, "fxg3ep", "is no move in algebraic notation"},
    {BOTH, PASSED_PAWN, "xg3", "may be any of "},
    {BOTH, PASSED_PAWN, "g3", "is not a legal move here"},
    {BOTH, PASSED_PAWN, "fxe3", "is not a legal move here"},
    {BOTH, PASSED_PAWN, "fxg4", "is not a legal move here"},
    /* What may stand behind a move. */
    {BOTH, ARRAY " w - - 0 1", "a3!", "a2a3"},
    {BOTH, ARRAY " w - - 0 1", "a3??", "a2a3"},
    {BOTH, ARRAY " w - - 0 1", "a3+!?", "a2a3"},
    {BOTH, ARRAY " w - - 0 1", "a3#", "a2a3"},
    {WILD, OPEN_WHITE, "O-O-h1!", "f1h1"},
    {WILD, OPEN_WHITE, "K~g1?!", "f1k1"},
    {BOTH, TWO_ROOKS, "R10a9!!", "a10a9"},
    /* Texts that are no moves. */
    {BOTH, OPEN_WHITE, "", "is no move in algebraic notation"},
    {BOTH, OPEN_WHITE, " ", "is no move in algebraic notation"},
    {BOTH, OPEN_WHITE, "O", "is no move in algebraic notation"},
    {BOTH, OPEN_WHITE, "O-", "is no move in algebraic notation"},
    {BOTH, OPEN_WHITE, "OO", "is no move in algebraic notation"},
    {BOTH, OPEN_WHITE, "O-O-", "is no move in algebraic notation"},
    {BOTH, OPEN_WHITE, "O-O-O-", "is no move in algebraic notation"},
    {BOTH, OPEN_WHITE, "O-O-O-O", "is no move in algebraic notation"},
    {BOTH, OPEN_WHITE, "O-O-l1", "is no move in algebraic notation"},
    {BOTH, OPEN_WHITE, "O-O-h0", "is no move in algebraic notation"},
    {BOTH, OPEN_WHITE, "O-O-h", "is no move in algebraic notation"},
    {BOTH, OPEN_WHITE, "O-Oh1", "'h1' follows after the move"},
    {BOTH, OPEN_WHITE, "O-O-h1h1", "'h1' follows after the move"},
    {BOTH, OPEN_WHITE, "K", "is no move in algebraic notation"},
    {BOTH, OPEN_WHITE, "K~", "is no move in algebraic notation"},
    {BOTH, OPEN_WHITE, "K~~h1", "is no move in algebraic notation"},
    {BOTH, OPEN_WHITE, "R~a2", "is no move in algebraic notation"},
    {BOTH, OPEN_WHITE, "K-h1", "is no move in algebraic notation"},
    {BOTH, OPEN_WHITE, "Kxx", "is no move in algebraic notation"},
    {BOTH, OPEN_WHITE, "Rxxa2", "is no move in algebraic notation"},
    {BOTH, OPEN_WHITE, "R", "is no move in algebraic notation"},
    {BOTH, OPEN_WHITE, "Ra", "is no move in algebraic notation"},
    {BOTH, OPEN_WHITE, "R5", "is no move in algebraic notation"},
    {BOTH, OPEN_WHITE, "Ra0", "is no move in algebraic notation"},
    {BOTH, OPEN_WHITE, "Ra11", "is no move in algebraic notation"},
    {BOTH, OPEN_WHITE, "Ra2=Q", "is no move in algebraic notation"},
    {BOTH, OPEN_WHITE, "Ra2Q", "is no move in algebraic notation"},
    {BOTH, OPEN_WHITE, "Ra2 ", "' ' follows after the move"},
    {BOTH, OPEN_WHITE, "Ra2 Ra9", "' Ra9' follows after the move"},
    {BOTH, OPEN_WHITE, " Ra2", "is no move in algebraic notation"},
    {BOTH, OPEN_WHITE, "Ra1a2a3", "'a3' follows after the move"},
    {BOTH, OPEN_WHITE, "Ra2+x", "'x' follows after the move"},
    {BOTH, OPEN_WHITE, "Zf3", "is no move in algebraic notation"},
    {BOTH, OPEN_WHITE, "ra2", "is no move in algebraic notation"},
    {BOTH, OPEN_WHITE, "--", "is no move in algebraic notation"},
    {BOTH, OPEN_WHITE, "...", "is no move in algebraic notation"},
    {BOTH, OPEN_WHITE, "1-0", "is no move in algebraic notation"},
    {BOTH, OPEN_WHITE, "0000", "is no move in algebraic notation"},
    {BOTH, OPEN_WHITE, "a", "is no move in algebraic notation"},
    {BOTH, OPEN_WHITE, "10", "is no move in algebraic notation"},
    {BOTH, OPEN_WHITE, "x", "is no move in algebraic notation"},
    {BOTH, OPEN_WHITE, "\xe2\x99\x94h1", "is no move in algebraic notation"},
    {BOTH, OPEN_WHITE, "Bd2", "is not a legal move here"},
    {BOTH, OPEN_WHITE, "Rf1", "is not a legal move here"},
};

static const Spelling COORDINATES_READ[] = {
    {WILD, OPEN_WHITE, "f1k1", "f1k1"},
    {WILD, OPEN_WHITE, "f1a1", "f1a1"},
    {WILD, OPEN_WHITE, "f1g1", "f1g1"},
    {WILD, OPEN_WHITE, "f1h1", "f1h1"},
    {WILD, OPEN_WHITE, "f1b1", "f1b1"},
    {WILD, OPEN_BLACK, "f10k10", "f10k10"},
    {WILD, OPEN_BLACK, "f10a10", "f10a10"},
    {WILD, OPEN_BLACK, "f10e10", "f10e10"},
    {WILD, OPEN_BLACK, "f10j10", "f10j10"},
    {WILD, ONE_K_SIDE, "f1k1", "f1k1"},
    {WILD, ONE_K_SIDE, "f1h1", "is not a legal move here"},
    {WILD, ONE_K_SIDE, "f1a1", "is not a legal move here"},
    {WILD, OPEN_WHITE, "f10k10", "is not a legal move here"},
    {WILD, OPEN_WHITE, "k1f1", "is not a legal move here"},
    {STANDARD, "5k5/11/11/11/11/11/11/11/11/R4K4R w - - 0 1", "f1k1", "is not a legal move here"},
    {STANDARD, "5k5/11/11/11/11/11/11/11/11/R4K4R w - - 0 1", "f1h1", "is not a legal move here"},
    {BOTH, NEAR_PROMOTION, "a9a10q", "a9a10q"},
    {BOTH, NEAR_PROMOTION, "a9a10W", "a9a10w"},
    {BOTH, NEAR_PROMOTION, "a9b10w", "a9b10w"},
    {STANDARD, NEAR_PROMOTION, "a9a10n", "a9a10n"},
    {WILD, NEAR_PROMOTION, "a9a10n", "is not a legal move here"},
    {BOTH, NEAR_PROMOTION, "a9a10", "is not a legal move here"},
    {BOTH, NEAR_PROMOTION, "a9a10p", "is not a legal move here"},
    {BOTH, NEAR_PROMOTION, "a9a10k", "is not a legal move here"},
    {BOTH, NEAR_PROMOTION, "a9a10qq", "'qq' follows after the two squares"},
    {BOTH, NEAR_PROMOTION, "a9a10=q", "'=q' follows after the two squares"},
    {BOTH, NEAR_PROMOTION, "a9a10x", "'x' follows after the two squares"},
    {BOTH, PASSED_PAWN, "f4g3", "f4g3"},
    {BOTH, PASSED_PAWN, "f4g4", "is not a legal move here"},
    {WILD, ARRAY " w - - 0 1", "g2g5", "g2g5"},
    {STANDARD, ARRAY " w - - 0 1", "g2g5", "is not a legal move here"},
    {BOTH, ARRAY " w - - 0 1", "j1i3", "j1i3"},
    {BOTH, ARRAY " w - - 0 1", "b1d3", "is not a legal move here"},
    {BOTH, ARRAY " w - - 0 1", "a2a3q", "is not a legal move here"},
    {BOTH, ARRAY " w - - 0 1", "a2a2", "is not a legal move here"},
    {BOTH, ARRAY " w - - 0 1", "a9a8", "is not a legal move here"},
    {BOTH, ARRAY " w - - 0 1", "a2a3 ", "' ' follows after the two squares"},
    {BOTH, ARRAY " w - - 0 1", "a2a3a4", "'a4' follows after the two squares"},
    {BOTH, ARRAY " w - - 0 1", "a2a11", "'1' follows after the two squares"},
    {BOTH, ARRAY " w - - 0 1", "", "is no move: it must be two squares"},
    {BOTH, ARRAY " w - - 0 1", "a", "is no move: it must be two squares"},
    {BOTH, ARRAY " w - - 0 1", "a2", "is no move: it must be two squares"},
    {BOTH, ARRAY " w - - 0 1", "a2a", "is no move: it must be two squares"},
    {BOTH, ARRAY " w - - 0 1", "a2a0", "is no move: it must be two squares"},
    {BOTH, ARRAY " w - - 0 1", "a2l3", "is no move: it must be two squares"},
    {BOTH, ARRAY " w - - 0 1", "a2-a3", "is no move: it must be two squares"},
    {BOTH, ARRAY " w - - 0 1", "A2A3", "is no move: it must be two squares"},
    {BOTH, ARRAY " w - - 0 1", " a2a3", "is no move: it must be two squares"},
    {BOTH, ARRAY " w - - 0 1", "0000", "is no move: it must be two squares"},
    {BOTH, ARRAY " w - - 0 1", "(none)", "is no move: it must be two squares"},
    {BOTH, ARRAY " w - - 0 1", "O-O", "is no move: it must be two squares"},
    {BOTH, ARRAY " w - - 0 1", "Nb1c3", "is no move: it must be two squares"},
};

typedef bool ReadMove(const Position *pos, const char *text, Move *move, Message *message);

static bool is_coordinates(const char *text) {
    return strlen(text) <= 7 && strchr(text, ' ') == NULL;
}

static void run_spellings(const Spelling *rows, size_t count, ReadMove *read) {
    for (int set = 0; set < RULE_SETS; set++)
        for (size_t i = 0; i < count; i++) {
            const Spelling *row = &rows[i];
            Position pos;
            Move move = MOVE_NONE;
            Message message = {""};
            char written[MOVE_TEXT_SIZE], quoted[64], fen[SLOW_TEXT];
            if ((row->sets & 1 << set) == 0)
                continue;
            snprintf(fen, sizeof fen, "%s", row->fen);
            if (set == 1 && strstr(fen, " KAka ") != NULL) {
                /* The same board without the rights. */
                char *rights = strstr(fen, "KAka");
                memmove(rights + 1, rights + 4, strlen(rights + 4) + 1);
                *rights = '-';
            }
            read_fen(&RULES[set], fen, &pos);
            const bool found = read(&pos, row->text, &move, &message);
            assert_false(read(&pos, row->text, &move, NULL) != found);
            if (is_coordinates(row->wanted)) {
                if (!found)
                    fail_msg("%s, %s: %s", RULES[set].short_name, fen, message.text);
                if (strcmp(move_write(move, written), row->wanted) != 0)
                    fail_msg("%s, %s: '%s' is read as %s and should be %s", RULES[set].short_name,
                             fen, row->text, written, row->wanted);
                continue;
            }
            snprintf(quoted, sizeof quoted, "'%s'", row->text);
            if (found)
                fail_msg("%s, %s: '%s' is read as %s; wanted: %s", RULES[set].short_name, fen,
                         row->text, move_write(move, written), row->wanted);
            if (strncmp(message.text, quoted, strlen(quoted)) != 0 ||
                strstr(message.text, row->wanted) == NULL)
                fail_msg("%s, %s: '%s': the message is: %s; wanted: %s", RULES[set].short_name, fen,
                         row->text, message.text, row->wanted);
        }
}

static void test_san_spellings(void **state) {
    (void)state;
    run_spellings(SAN_READ, LENGTH(SAN_READ), san_parse);
}

static void test_coordinate_spellings(void **state) {
    (void)state;
    run_spellings(COORDINATES_READ, LENGTH(COORDINATES_READ), move_parse);
}

/* Each move that would fit is named. */
static void test_candidates(void **state) {
    (void)state;
    static const struct {
        const char *fen, *text;
        const char *candidates[5];
    } rows[] = {
        {OPEN_WHITE, "O-O", {"O-O-g1", "O-O-h1", "O-O-i1", "O-O-j1"}},
        {OPEN_WHITE, "O-O-O", {"O-O-O-b1", "O-O-O-c1", "O-O-O-d1", "O-O-O-e1"}},
        {OPEN_BLACK, "0-0", {"O-O-g10", "O-O-h10", "O-O-i10", "O-O-j10"}},
        {"3k4r2/11/11/11/11/11/11/11/11/5K4R w K - 0 1", "O-O", {"O-O-g1", "O-O-h1"}},
        {TWO_ROOKS, "Ra9", {"R1a9", "R10a9"}},
        {TWO_KNIGHTS, "Nb8", {"N10b8", "N6b8"}},
        {THREE_QUEENS, "Qc8", {"Qa10c8", "Qcc8", "Q8c8"}},
        {PASSED_PAWN, "xg3", {"fxg3", "hxg3"}},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        Position pos;
        Move move;
        Message message = {""};
        int commas = 0, named = 0;
        read_fen(&RULES[0], rows[i].fen, &pos);
        assert_false(san_parse(&pos, rows[i].text, &move, &message));
        const char *list = strstr(message.text, " may be any of ");
        assert_non_null(list);
        for (const char *p = list; *p != '\0'; p++)
            commas += *p == ',';
        for (; named < 5 && rows[i].candidates[named] != NULL; named++) {
            const char *found = strstr(list, rows[i].candidates[named]);
            if (found == NULL || found[-1] != ' ')
                fail_msg("%s: %s is missing in: %s", rows[i].fen, rows[i].candidates[named],
                         message.text);
        }
        assert_int_equal(commas + 1, named);
    }
}

/* The most that can go to one square: the message has room for all. */
static void test_many_candidates(void **state) {
    (void)state;
    Position pos;
    Move move = MOVE_NONE;
    MoveList list;
    Message message = {""};
    int count = 0;
    read_fen(&RULES[0], "10k/11/4W1W4/4W1W4/2WW3WW2/11/2WW3WW2/4W1W4/4W1W4/K10 w - - 0 1", &pos);
    assert_false(san_parse(&pos, "Wf5", &move, &message));
    generate_legal(&pos, &list);
    for (int i = 0; i < list.count; i++) {
        char san[MOVE_TEXT_SIZE];
        if (move_to(list.moves[i]) != square_of(5, 4))
            continue;
        count++;
        if (strstr(message.text, san_write(&pos, list.moves[i], san)) == NULL)
            fail_msg("%s is missing in: %s", san, message.text);
    }
    assert_int_equal(count, 16);
}

/* Long and wild texts are quoted in part, and never in a way that a terminal would obey. */
static void test_long_and_wild_moves(void **state) {
    (void)state;
    enum { SIZE = 1 << 16 };
    Position pos;
    Move move;
    char *text = malloc(SIZE);
    assert_non_null(text);
    position_set_start(&pos, &RULES[0]);
    static const char fillers[] = {'a', '1', 'O',    '-',    'x',    '=',
                                   '+', ' ', '\x1b', '\x80', '\xff', '%'};
    static const char *const begins[] = {"", "a3", "a2a3", "O-O-", "Na3", "a10="};
    for (size_t i = 0; i < LENGTH(fillers); i++)
        for (size_t j = 0; j < LENGTH(begins); j++) {
            Message message = {""};
            memset(text, fillers[i], SIZE - 1);
            memcpy(text, begins[j], strlen(begins[j]));
            text[SIZE - 1] = '\0';
            /* "a3+++++…" is a move. */
            if (!san_parse(&pos, text, &move, &message)) {
                assert_int_equal(message.text[0], '\'');
                assert_true(strlen(message.text) < 160);
                assert_null(strchr(message.text, '\x1b'));
            } else {
                assert_int_equal(fillers[i], '+');
            }
            assert_false(move_parse(&pos, text, &move, &message));
            assert_int_equal(message.text[0], '\'');
            assert_null(strchr(message.text, '\x1b'));
        }
    free(text);
}

/* Whatever is read from a damaged text is a legal move. */
static void test_damaged_moves(void **state) {
    (void)state;
    Sampler sampler;
    SlowBoard board;
    Position pos;
    int accepted = 0;
    const int amount = test_amount(20000, 1000000);
    sampler_open(&sampler, 34);
    for (int i = 0; i < amount;) {
        MoveList list;
        sampler_next_of(&sampler, (SampleKind)(random_below(&sampler.random, SAMPLE_KINDS)),
                        &board);
        bridge_position(&board, &pos);
        generate_legal(&pos, &list);
        for (int n = 0; n < 50; n++, i++) {
            char text[64] = "";
            Message message = {""};
            Move move = MOVE_NONE;
            const bool san = i % 2 == 0;
            if (list.count > 0) {
                const Move from = list.moves[random_below(&sampler.random, list.count)];
                if (san)
                    san_write(&pos, from, text);
                else
                    move_write(from, text);
            }
            mutate(&sampler.random, text, sizeof text);
            char *copy = exact_copy(text);
            if (!(san ? san_parse : move_parse)(&pos, copy, &move, &message)) {
                assert_int_equal(message.text[0], '\'');
                assert_int_equal(move, MOVE_NONE);
            } else {
                accepted++;
                assert_true(position_is_legal(&pos, move));
            }
            free(copy);
        }
    }
    sampler_close(&sampler);
    print_message("%d damaged moves, %d of them still good\n", amount, accepted);
    assert_true(accepted > amount / 100 && accepted < amount / 2);
}

/* ---- The diagram ---- */

static const char WHITE_BELOW[] = "   +---------------------------------+\n"
                                  "10 | r  n  c  c  w  k  q  b  b  n  r |\n"
                                  " 9 | p  p  p  p  p  p  p  p  p  p  p |\n"
                                  " 8 | .  .  .  .  .  .  .  .  .  .  . |\n"
                                  " 7 | .  .  .  .  .  .  .  .  .  .  . |\n"
                                  " 6 | .  .  .  .  .  .  .  .  .  .  . |\n"
                                  " 5 | .  .  .  .  .  .  .  .  .  .  . |\n"
                                  " 4 | .  .  .  .  .  .  .  .  .  .  . |\n"
                                  " 3 | .  .  .  .  .  .  .  .  .  .  . |\n"
                                  " 2 | P  P  P  P  P  P  P  P  P  P  P |\n"
                                  " 1 | R  N  B  B  Q  K  W  C  C  N  R |\n"
                                  "   +---------------------------------+\n"
                                  "     a  b  c  d  e  f  g  h  i  j  k\n";

static const char BLACK_BELOW[] = "   +---------------------------------+\n"
                                  " 1 | .  R  N  C  W  K  Q  W  C  N  R |\n"
                                  " 2 | P  P  P  P  P  P  P  P  P  P  P |\n"
                                  " 3 | .  .  .  .  .  .  .  .  .  .  . |\n"
                                  " 4 | .  .  .  .  .  .  .  .  .  .  . |\n"
                                  " 5 | .  .  .  .  .  .  .  .  .  .  . |\n"
                                  " 6 | .  .  .  .  .  .  .  .  .  .  . |\n"
                                  " 7 | .  .  .  .  .  .  .  .  .  .  . |\n"
                                  " 8 | .  .  .  .  .  .  .  .  .  .  . |\n"
                                  " 9 | p  p  p  p  p  p  p  p  p  p  p |\n"
                                  "10 | .  r  n  c  w  k  q  w  c  n  r |\n"
                                  "   +---------------------------------+\n"
                                  "     k  j  i  h  g  f  e  d  c  b  a\n";

/* Draws into a block of just DIAGRAM_SIZE bytes; the caller frees it. */
static char *draw(const Position *pos, const DiagramStyle *style) {
    char *text = malloc(DIAGRAM_SIZE);
    assert_non_null(text);
    memset(text, 0x55, DIAGRAM_SIZE);
    diagram_write(pos, style, text);
    assert_non_null(memchr(text, '\0', DIAGRAM_SIZE));
    /* Far enough from the limit that nothing was cut off. */
    assert_true(strlen(text) < DIAGRAM_SIZE - 1024);
    return text;
}

static void test_ascii_diagram(void **state) {
    (void)state;
    Position pos;
    char *text;
    position_set_start(&pos, &RULES[0]);
    text = draw(&pos, &(DiagramStyle){.last_move = MOVE_NONE});
    assert_string_equal(text, WHITE_BELOW);
    free(text);
    position_set_start(&pos, &RULES[1]);
    text = draw(&pos, &(DiagramStyle){.black_side = true, .last_move = MOVE_NONE});
    assert_string_equal(text, BLACK_BELOW);
    free(text);
}

/* Columns of one line on a terminal: escape sequences take none, every code point takes one. */
static int display_width(const char *line, size_t length) {
    int width = 0;
    for (size_t i = 0; i < length; i++) {
        if (line[i] == '\x1b') {
            i += strcspn(line + i, "m");
            continue;
        }
        width += ((unsigned char)line[i] & 0xc0) != 0x80;
    }
    return width;
}

/* The code point in this column of a line, as a string of its bytes; escape sequences are passed
 * over. */
static void column_text(const char *line, int column, char *out) {
    for (;; line++) {
        if (*line == '\x1b') {
            line += strcspn(line, "m");
            continue;
        }
        if (((unsigned char)*line & 0xc0) != 0x80 && column-- == 0)
            break;
    }
    do
        *out++ = *line++;
    while (((unsigned char)*line & 0xc0) == 0x80);
    *out = '\0';
}

static const char *figure_of(Piece piece, bool unicode, bool color) {
    static const char *const plain[] = {"♙", "♘", "C", "♗", "♖", "W", "♕", "♔",
                                        "♟", "♞", "c", "♝", "♜", "w", "♛", "♚"};
    static const char *const solid[] = {"♟", "♞", "C", "♝", "♜", "W", "♛", "♚"};
    static const char *const letters[] = {"P", "N", "C", "B", "R", "W", "Q", "K",
                                          "p", "n", "c", "b", "r", "w", "q", "k"};
    if (!unicode)
        return letters[piece];
    return color ? solid[piece % 8] : plain[piece];
}

/* Every man is where his square is, whatever the style; all lines but the last are of one width. */
static void expect_diagram(const Position *pos, const DiagramStyle *style) {
    const char *lines[16];
    char *text = draw(pos, style), cell[8];
    int count = 0;
    for (int i = 0; i < 16; i++)
        lines[i] = text;
    const int frame = style->color ? 0 : 1, width = 3 + 33 + 2 * frame;
    for (const char *p = text; *p != '\0'; count++) {
        const size_t length = strcspn(p, "\n");
        assert_true(count < 16);
        assert_int_equal(p[length], '\n');
        lines[count] = p;
        const bool last = p[length + 1] == '\0';
        assert_int_equal(display_width(p, length), last ? width - 1 - frame : width);
        if (!style->color)
            assert_true(length > 0 && p[length - 1] != ' ');
        if (!style->unicode)
            for (size_t i = 0; i < length; i++)
                assert_true((unsigned char)p[i] < 0x80);
        if (!style->color)
            assert_null(memchr(p, '\x1b', length));
        p += length + 1;
    }
    assert_int_equal(count, RANKS + 2 * frame + 1);
    for (Square s = 0; s < SQUARES; s++) {
        const int file = file_of(s), rank = rank_of(s);
        const int line = frame + (style->black_side ? rank : RANKS - 1 - rank);
        const int column = 3 + frame + 1 + 3 * (style->black_side ? FILES - 1 - file : file);
        column_text(lines[line], column, cell);
        if (pos->board[s] != NO_PIECE)
            assert_string_equal(cell, figure_of(pos->board[s], style->unicode, style->color));
        else
            assert_string_equal(cell, style->color                            ? " "
                                      : !style->unicode                       ? "."
                                      : (file + rank) % 2 == 0 /* as a1 is */ ? "·"
                                                                              : " ");
        column_text(lines[count - 1], column, cell);
        assert_int_equal(cell[0], 'a' + file);
        assert_int_equal(strtol(lines[line], NULL, 10), rank + 1);
    }
    free(text);
}

static void test_all_diagrams(void **state) {
    (void)state;
    Sampler sampler;
    SlowBoard board;
    Position pos;
    sampler_open(&sampler, 35);
    for (int i = test_amount(60, 3000); i > 0; i--) {
        MoveList list;
        sampler_next_of(&sampler, (SampleKind)(i % SAMPLE_KINDS), &board);
        bridge_position(&board, &pos);
        generate_legal(&pos, &list);
        for (int bits = 0; bits < 16; bits++) {
            const bool highlight = (bits & 8) != 0 && list.count > 0;
            const DiagramStyle style = {.unicode = bits & 1,
                                        .color = bits & 2,
                                        .black_side = bits & 4,
                                        .last_move = highlight ? list.moves[0] : MOVE_NONE};
            expect_diagram(&pos, &style);
        }
    }
    sampler_close(&sampler);
}

static int count_of(const char *text, const char *part) {
    int count = 0;
    for (const char *p = text; (p = strstr(p, part)) != NULL; p++)
        count++;
    return count;
}

/* The two squares of the last move differ from the rest; each colour is taken back after its
 * square. */
static void test_highlight(void **state) {
    (void)state;
    Position pos;
    position_set_start(&pos, &RULES[0]);
    const Move move = move_make(square_of(6, 1), square_of(6, 4));
    char *without = draw(&pos, &(DiagramStyle){.color = true, .last_move = MOVE_NONE}),
         *with = draw(&pos, &(DiagramStyle){.color = true, .last_move = move});
    assert_string_not_equal(without, with);
    assert_int_equal(count_of(with, "\x1b[0m"), SQUARES);
    assert_int_equal(count_of(with, "\x1b["), 2 * SQUARES);
    int changed = 0;
    const char *a = without, *b = with;
    for (int i = 0; i < SQUARES; i++) {
        a = strchr(a, '\x1b');
        b = strchr(b, '\x1b');
        changed += strncmp(a, b, strcspn(a, "m") + 1) != 0;
        a = strstr(a, "\x1b[0m") + 4;
        b = strstr(b, "\x1b[0m") + 4;
    }
    assert_int_equal(changed, 2);
    free(without);
    free(with);
    /* Without colours they stand in brackets. */
    without = draw(&pos, &(DiagramStyle){.unicode = true, .last_move = MOVE_NONE});
    with = draw(&pos, &(DiagramStyle){.unicode = true, .last_move = move});
    assert_int_equal(count_of(without, "["), 0);
    assert_int_equal(count_of(with, "["), 2);
    assert_int_equal(count_of(with, "]"), 2);
    free(without);
    free(with);
}

/* White's men have one colour and Black's another, whatever the square. */
static void test_colors_of_men(void **state) {
    (void)state;
    Position pos;
    int of[COLORS] = {-1, -1};
    position_set_start(&pos, &RULES[1]);
    char *text = draw(&pos, &(DiagramStyle){.color = true, .last_move = MOVE_NONE});
    const char *p = text;
    for (int i = 0; i < SQUARES; i++) {
        const Square s = square_of(i % FILES, RANKS - 1 - i / FILES);
        int background, foreground;
        p = strchr(p, '\x1b');
        assert_int_equal(sscanf(p, "\x1b[48;5;%d;38;5;%d;1m", &background, &foreground), 2);
        p = strstr(p, "\x1b[0m") + 4;
        if (pos.board[s] == NO_PIECE)
            continue;
        const Color c = piece_color(pos.board[s]);
        assert_true(of[c] == -1 || of[c] == foreground);
        of[c] = foreground;
    }
    assert_true(of[WHITE] != of[BLACK]);
    free(text);
}

/* Where no move fits, the man that comes nearest is spoken of, and nobody only if there is none. */
static void test_who_was_meant(void **state) {
    (void)state;
    static const struct {
        const char *text, *why;
    } cases[] = {
        {"Nk10", "knight"}, {"Ck10", "camel"},       {"Bk10", "bishop"},
        {"Qk10", "queen"},  {"Wk10", "wildebeest"},  {"Kk10", "king"},
        {"a8", "pawn"},     {"N5d6", "no such man"}, {"Rbd6", "no such man"},
    };
    Position pos;
    Message message;
    Move move;
    position_set_start(&pos, &RULES[0]);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_false(san_parse(&pos, cases[i].text, &move, &message));
        if (strstr(message.text, cases[i].why) == NULL)
            fail_msg("'%s': \"%s\" does not speak of '%s'", cases[i].text, message.text,
                     cases[i].why);
    }
}

static void test_names_of_rule_sets(void **state) {
    (void)state;
    Message message;
    assert_ptr_equal(rules_find("wildebeest", &message), &RULES[0]);
    assert_ptr_equal(rules_find("standard-wildebeest", &message), &RULES[1]);
    assert_ptr_equal(rules_find("standard", &message), &RULES[1]);
    assert_null(rules_find("Standard", &message));
    assert_null(rules_find("chess", &message));
    assert_string_equal(message.text, "unknown rule set 'chess': it must be wildebeest or "
                                      "standard-wildebeest (standard for short)");
}

int main(void) {
    board_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_start_positions),
        cmocka_unit_test(test_fens_of_data_files),
        cmocka_unit_test(test_fens_of_samples),
        cmocka_unit_test(test_longest_fen),
        cmocka_unit_test(test_refused_fens),
        cmocka_unit_test(test_very_long_fens),
        cmocka_unit_test(test_damaged_fens),
        cmocka_unit_test(test_en_passant_field),
        cmocka_unit_test(test_en_passant_of_pinned_pawns),
        cmocka_unit_test(test_castling_field),
        cmocka_unit_test(test_epd),
        cmocka_unit_test(test_squares_and_letters),
        cmocka_unit_test(test_legal_moves_as_text),
        cmocka_unit_test(test_moves_of_samples),
        cmocka_unit_test(test_suffixes),
        cmocka_unit_test(test_san_spellings),
        cmocka_unit_test(test_coordinate_spellings),
        cmocka_unit_test(test_candidates),
        cmocka_unit_test(test_many_candidates),
        cmocka_unit_test(test_long_and_wild_moves),
        cmocka_unit_test(test_damaged_moves),
        cmocka_unit_test(test_ascii_diagram),
        cmocka_unit_test(test_all_diagrams),
        cmocka_unit_test(test_highlight),
        cmocka_unit_test(test_colors_of_men),
        cmocka_unit_test(test_who_was_meant),
        cmocka_unit_test(test_names_of_rule_sets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
