/*
 * How engines and time controls are described: words of a command line, and a JSON file that says
 * the same.
 */
#include "tests/support/suite.h"

#include "engine/match/word_list.h"
#include "engine/players/dialect.h"
#include "engine/players/engine_spec.h"
#include "tests/support/run.h"

#include <stdlib.h>
#include <string.h>

/* ---- Time controls ---- */

static void test_clocks(void **state) {
    (void)state;
    static const struct {
        const char *text;
        int moves;
        int64_t base_ms, increment_ms;
        const char *written;
    } good[] = {
        {"10", 0, 10000, 0, "10"},
        {"10+0.1", 0, 10000, 100, "10+0.1"},
        {"40/60+0.5", 40, 60000, 500, "40/60+0.5"},
        {"40/60", 40, 60000, 0, "40/60"},
        {"1:30+1", 0, 90000, 1000, "90+1"},
        {"1:30", 0, 90000, 0, "90"},
        {"0:0.5", 0, 500, 0, "0.5"},
        {"0+1", 0, 0, 1000, "0+1"},
        {"0.001", 0, 1, 0, "0.001"},
        {"2+0:1.5", 0, 2000, 1500, "2+1.5"},
        {"10000/1000000+1000000", 10000, 1000000000, 1000000000, "10000/1000000+1000000"},
        {"1/0.01", 1, 10, 0, "1/0.01"},
    };
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        TimeControl tc = {.nodes = 7, .depth = 3, .move_time_ms = 9}, again = {.nodes = 0};
        Message message;
        char text[64];
        if (!time_control_read_clock(good[i].text, &tc, &message))
            fail_msg("%s: %s", good[i].text, message.text);
        assert_true(tc.has_clock);
        assert_int_equal(tc.moves, good[i].moves);
        assert_int_equal(tc.base_ms, good[i].base_ms);
        assert_int_equal(tc.increment_ms, good[i].increment_ms);
        assert_int_equal(tc.nodes, 7);
        assert_int_equal(tc.depth, 3);
        assert_int_equal(tc.move_time_ms, 9);
        tc.nodes = 0;
        tc.depth = 0;
        assert_string_equal(time_control_write(&tc, text, sizeof text), good[i].written);
        assert_true(time_control_read_clock(text, &again, &message));
        assert_int_equal(again.base_ms, tc.base_ms);
        assert_int_equal(again.increment_ms, tc.increment_ms);
    }
    static const char *const bad[] = {
        "",       "x",      "0",      "0+0",     "-1",    "+1",      "1+",     "1++1",
        "1+-1",   "/60",    "0/60",   "x/60",    "40/",   "40/0",    "1:",     ":30",
        "1:2:3",  "1e3",    "0x10",   "nan",     "1+inf", "INF",     " 10",    "10 ",
        "10+1 ",  "10.1.1", "1,5",    "1000001", "1e999", "40/60/1", "1.5/60", "10001/60",
        "0.0001", "1+1+1",  "40 /60", "infinity"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        TimeControl tc = {.has_clock = false};
        Message message = {""};
        if (time_control_read_clock(bad[i], &tc, &message))
            fail_msg("'%s' was read", bad[i]);
        if (strncmp(message.text, "tc: ", 4) != 0)
            fail_msg("'%s': %s", bad[i], message.text);
    }
    TimeControl tc = {.has_clock = true, .base_ms = 5};
    assert_true(time_control_read_clock("inf", &tc, NULL));
    assert_false(tc.has_clock);
}

static void test_written(void **state) {
    (void)state;
    static const struct {
        TimeControl tc;
        const char *written;
    } cases[] = {
        {{.nodes = 0}, "-"},
        {{.nodes = 1000}, "- nodes=1000"},
        {{.depth = 5}, "- depth=5"},
        {{.move_time_ms = 100}, "0.1/move"},
        {{.move_time_ms = 1500, .nodes = 4, .depth = 2}, "1.5/move nodes=4 depth=2"},
        {{.has_clock = true, .base_ms = 1234567891, .increment_ms = 1}, "1234567.891+0.001"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[64];
        assert_string_equal(time_control_write(&cases[i].tc, text, sizeof text), cases[i].written);
    }
    /* The longest there is stays within bounds. */
    const TimeControl all = {.has_clock = true,
                             .moves = 10000,
                             .base_ms = INT64_C(60000000001),
                             .increment_ms = INT64_C(60000000001),
                             .nodes = INT64_MAX,
                             .depth = 1000};
    char text[64];
    assert_true(strlen(time_control_write(&all, text, sizeof text)) < sizeof text);
}

static void test_seconds(void **state) {
    (void)state;
    int64_t ms = 0;
    Message message;
    assert_true(time_control_read_seconds("st", "0.001", &ms, &message));
    assert_int_equal(ms, 1);
    assert_true(time_control_read_seconds("st", "1000000", &ms, &message));
    assert_int_equal(ms, 1000000000);
    assert_true(time_control_read_seconds("st", "1:00", &ms, &message));
    assert_int_equal(ms, 60000);
    static const char *const bad[] = {"", "0", "0.0001", "-1", "1s", "1000001", "nan", "1 ", "0x1"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_false(time_control_read_seconds("st", bad[i], &ms, &message));
        assert_int_equal(strncmp(message.text, "st: ", 4), 0);
    }
}

/* ---- Engine words ---- */

static void obey(EngineSpec *spec, const char *word) {
    Message message;
    if (!engine_spec_word(spec, word, &message))
        fail_msg("%s: %s", word, message.text);
}

static void test_words(void **state) {
    (void)state;
    EngineSpec s;
    engine_spec_init(&s);
    assert_null(s.command);
    assert_int_equal(s.margin_ms, -1);
    assert_int_equal(s.ponder, UNSAID);
    assert_int_equal(s.first_rank, -1);
    static const char *const words[] = {
        "name=Wildebeeste Gnu",
        "cmd=/bin/true",
        "arg=-x",
        "arg=",
        "arg=a=b",
        "dir=/tmp",
        "proto=cecp",
        "tc=1+0.5",
        "tc=40/10",
        "st=2",
        "nodes=1000",
        "depth=9",
        "timemargin=50",
        "ponder=on",
        "restart=off",
        "variant=wildebeest_1987",
        "castling=off",
        "setup=moves",
        "rights=KQkq",
        "ranks=0",
        "init=one",
        "init=two words",
        "stderr=log.txt",
        "option.Hash=16",
        "option.hash=32",
        "option.Move Overhead=5",
        "option.Path=/a=b",
        "option.Clear=",
    };
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        obey(&s, words[i]);
    assert_string_equal(s.name, "Wildebeeste Gnu");
    assert_string_equal(s.command, "/bin/true");
    assert_int_equal(s.argument_count, 3);
    assert_string_equal(s.arguments[0], "-x");
    assert_string_equal(s.arguments[1], "");
    assert_string_equal(s.arguments[2], "a=b");
    assert_null(s.arguments[3]);
    assert_string_equal(s.directory, "/tmp");
    assert_int_equal(s.protocol, PROTOCOL_XBOARD);
    assert_true(s.has_limit && s.tc.has_clock);
    assert_int_equal(s.tc.moves, 40);
    assert_int_equal(s.tc.base_ms, 10000);
    assert_int_equal(s.tc.increment_ms, 0); /* the later word, all of it */
    assert_int_equal(s.tc.move_time_ms, 2000);
    assert_int_equal(s.tc.nodes, 1000);
    assert_int_equal(s.tc.depth, 9);
    assert_int_equal(s.margin_ms, 50);
    assert_int_equal(s.ponder, YES);
    assert_int_equal(s.restart, NO);
    assert_string_equal(s.variant, "wildebeest_1987");
    assert_int_equal(s.castling, NO);
    assert_int_equal(s.from_array, YES);
    assert_int_equal(s.king_queen_rights, YES);
    assert_int_equal(s.first_rank, 0);
    assert_int_equal(s.init_count, 2);
    assert_string_equal(s.init[1], "two words");
    assert_string_equal(s.error_file, "log.txt");
    assert_int_equal(s.option_count, 4);
    assert_string_equal(s.options[0].name, "Hash");
    assert_string_equal(s.options[0].value, "32");
    assert_string_equal(s.options[1].name, "Move Overhead");
    assert_string_equal(s.options[2].value, "/a=b");
    assert_string_equal(s.options[3].value, "");
    /* Every word of the help is known. */
    for (const EngineWord *w = ENGINE_WORDS; w->key != NULL; w++) {
        char word[64];
        Message message = {""};
        snprintf(word, sizeof word, "%s=?", w->key);
        engine_spec_word(&s, word, &message);
        assert_null(strstr(message.text, "there is no word"));
    }
    engine_spec_clear(&s);
    assert_int_equal(s.option_count, 0);
    assert_null(s.command);
}

static void test_bad_words(void **state) {
    (void)state;
    static const struct {
        const char *word, *message;
    } cases[] = {
        {"", "'' is not key=value"},
        {"cmd", "'cmd' is not key=value"},
        {"=x", "there is no word '='"},
        {"cmdd=x", "did you mean cmd=?"},
        {"name=", "name: it must have 1 to 63 bytes"},
        {"name=0123456789012345678901234567890123456789012345678901234567890123", "1 to 63 bytes"},
        {"name=a\nb", "control character"},
        {"cmd=", "cmd: it is empty"},
        {"proto=winboard", "proto: it must be uci or xboard, not 'winboard'"},
        {"tc=", "tc: ''"},
        {"tc=fast", "tc: 'fast'"},
        {"st=0", "st: '0'"},
        {"nodes=0", "nodes: 0 is not within 1"},
        {"nodes=1e6", "nodes: '1e6' is no whole number"},
        {"nodes=99999999999999999999", "nodes:"},
        {"depth=1001", "depth: 1001 is not within 1"},
        {"depth=", "depth: '' is no whole number"},
        {"timemargin=-1", "timemargin: -1"},
        {"ponder=yes", "ponder: it must be on or off, not 'yes'"},
        {"restart=1", "restart: it must be on or off"},
        {"castling=", "castling: it must be on or off, not ''"},
        {"setup=pgn", "setup: it must be moves or fen"},
        {"rights=kq", "rights: it must be KQkq or KAka"},
        {"ranks=2", "ranks: 2 is not within 0"},
        {"option.=3", "name"},
        {"option=3", "there is no word 'option="},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        EngineSpec s;
        Message message = {""};
        engine_spec_init(&s);
        if (engine_spec_word(&s, cases[i].word, &message))
            fail_msg("'%s' was obeyed", cases[i].word);
        if (strstr(message.text, cases[i].message) == NULL)
            fail_msg("'%s': %s", cases[i].word, message.text);
        engine_spec_clear(&s);
    }
}

static void test_too_many_words(void **state) {
    (void)state;
    EngineSpec s;
    Message message = {""};
    char word[64];
    engine_spec_init(&s);
    for (int i = 0; i < ENGINE_WORDS_MAX; i++) {
        obey(&s, "arg=x");
        snprintf(word, sizeof word, "option.O%d=1", i);
        obey(&s, word);
    }
    assert_false(engine_spec_word(&s, "arg=x", &message));
    assert_non_null(strstr(message.text, "no more than 64"));
    assert_false(engine_spec_word(&s, "option.One more=1", &message));
    assert_non_null(strstr(message.text, "no more than 64"));
    obey(&s, "option.O63=2"); /* that one is there */
    assert_null(s.arguments[ENGINE_WORDS_MAX]);
    for (int i = 0; i < 8; i++)
        obey(&s, "init=x");
    assert_false(engine_spec_word(&s, "init=x", &message));
    engine_spec_clear(&s);
}

static void test_dialects(void **state) {
    (void)state;
    static const struct {
        const char *name;
        Protocol protocol;
        Said castling, from_array, restart, king_queen_rights;
        int first_rank;
        const char *variant;
    } cases[] = {
        {"Fairy-Stockfish 14", PROTOCOL_UCI, NO, NO, NO, YES, 1, NULL},
        {"Fairy-Stockfish 14", PROTOCOL_XBOARD, NO, NO, NO, YES, 0, NULL},
        {"Sjaak II 1.4.1", PROTOCOL_XBOARD, YES, YES, YES, YES, 0, "wildebeest_1987"},
        {"Sjaak II 1.4.1", PROTOCOL_UCI, YES, YES, YES, YES, 1, "wildebeest_1987"},
        {"Fairy-Max", PROTOCOL_XBOARD, YES, NO, NO, YES, 0, NULL},
        {"", PROTOCOL_UCI, YES, NO, NO, NO, 1, NULL},
        {"Brindle", PROTOCOL_LOCAL, YES, NO, NO, NO, 1, NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        EngineSpec s;
        Message message;
        engine_spec_init(&s);
        s.protocol = cases[i].protocol;
        assert_true(dialect_fill_in(&s, cases[i].name, &message));
        assert_int_equal(s.castling, cases[i].castling);
        assert_int_equal(s.from_array, cases[i].from_array);
        assert_int_equal(s.restart, cases[i].restart);
        assert_int_equal(s.king_queen_rights, cases[i].king_queen_rights);
        assert_int_equal(s.first_rank, cases[i].first_rank);
        assert_int_equal(s.ponder, NO);
        if (cases[i].variant != NULL)
            assert_string_equal(s.variant, cases[i].variant);
        else
            assert_null(s.variant);
        engine_spec_clear(&s);
    }
    /* What was said stands. */
    EngineSpec s;
    engine_spec_init(&s);
    obey(&s, "castling=on");
    obey(&s, "ranks=0");
    obey(&s, "ponder=on");
    obey(&s, "variant=other");
    s.protocol = PROTOCOL_UCI;
    assert_true(dialect_fill_in(&s, "Fairy-Stockfish", NULL));
    assert_int_equal(s.castling, YES);
    assert_int_equal(s.first_rank, 0);
    assert_int_equal(s.ponder, YES);
    assert_string_equal(s.variant, "other");
    engine_spec_clear(&s);
}

/* ---- Word lists ---- */

static bool is_given(const void *context, const char *option) {
    return context != NULL && strcmp(context, option) == 0;
}

/* The words of a JSON file, with a bar before each. */
static char *words_of(const char *json, const char *given, Message *message) {
    static char text[4096];
    WordList list = {NULL, 0, 0};
    file_write("config.json", json);
    const bool read = word_list_add_file(&list, "config.json", is_given, given, message);
    text[0] = '\0';
    for (int i = 0; i < list.count; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "|%s", list.words[i]);
    assert_true(list.count == 0 || list.words[list.count] == NULL);
    word_list_clear(&list);
    return read ? text : NULL;
}

static void test_config_files(void **state) {
    (void)state;
    static const struct {
        const char *json, *given, *words;
    } good[] = {
        {"{}", NULL, ""},
        {"{\"rounds\": 10, \"recover\": true, \"affinity\": false}", NULL,
         "|--rounds|10|--recover"},
        {"{\"rounds\": 10, \"seed\": 3}", "--rounds", "|--seed|3"},
        {"{\"each\": {\"tc\": \"10+0.1\", \"nodes\": 5}}", NULL, "|--each|tc=10+0.1|nodes=5"},
        {"{\"each\": {\"st\": 0.05}}", NULL, "|--each|st=0.05"},
        {"{\"openings\": [\"random\", \"plies=4\"]}", NULL, "|--openings|random|plies=4"},
        {"{\"engine\": {\"name\": \"A\"}}", NULL, "|--engine|name=A"},
        {"{\"engine\": [{\"name\": \"A\", \"arg\": [\"-x\", 3]}, {\"cmd\": \"b\", \"option\": "
         "{\"Hash\": 16, \"Own Book\": true}}]}",
         "--engine",
         "|--engine|name=A|arg=-x|arg=3|--engine|cmd=b|option.Hash=16|option.Own "
         "Book=true"},
        {"{\"event\": \"Gnu \\u2265 \\\"1\\\"\"}", NULL, "|--event|Gnu ≥ \"1\""},
    };
    scratch_enter();
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        Message message = {""};
        const char *words = words_of(good[i].json, good[i].given, &message);
        if (words == NULL)
            fail_msg("%s: %s", good[i].json, message.text);
        assert_string_equal(words, good[i].words);
    }
    static const struct {
        const char *json, *message;
    } bad[] = {
        {"", "config.json, line 1:"},
        {"{\n\"rounds\": 1\n\"seed\": 2}", "config.json, line 3:"},
        {"[]", "config.json: it must hold an object"},
        {"{\"rounds\": 1, \"rounds\": 2}", "line 1: duplicate"},
        {"{\"rounds\": null}", "\"rounds\" has no value"},
        {"{\"engine\": 3}", "\"engine\" must be an object or an array"},
        {"{\"engine\": [{}, 3]}", "\"engine\": item 2 is no object"},
        {"{\"engine\": {\"name\": null}}", "\"name\": its value must be"},
        {"{\"engine\": {\"limit\": {\"tc\": 1}}}", "\"limit\": its value must be"},
        {"{\"engine\": {\"option\": {\"Hash\": []}}}", "\"Hash\": its value must be"},
        {"{\"openings\": [\"random\", {}]}", "\"openings\": item 2 is neither"},
        {"{\"event\": \"\\ud800\"}", "config.json, line 1:"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        Message message = {""};
        if (words_of(bad[i].json, NULL, &message) != NULL)
            fail_msg("%s was read", bad[i].json);
        if (strstr(message.text, bad[i].message) == NULL)
            fail_msg("%s: %s", bad[i].json, message.text);
    }
    WordList list = {NULL, 0, 0};
    Message message;
    assert_false(word_list_add_file(&list, "missing.json", is_given, NULL, &message));
    assert_non_null(strstr(message.text, "missing.json"));
    word_list_clear(&list);
    scratch_leave();
}

static void test_stored_words(void **state) {
    (void)state;
    static const char *const words[] = {"--engine", "name=\"\\'\n\t", "", "cmd=/tmp/Größe und ≥",
                                        "arg=\x01"};
    WordList list = {NULL, 0, 0}, again = {NULL, 0, 0};
    Message message;
    for (int i = 0; i < 5; i++)
        assert_true(word_list_add(&list, words[i], &message));
    for (int i = 0; i < 100; i++)
        assert_true(word_list_add(&list, "x", &message));
    char *json = word_list_to_json(&list);
    assert_non_null(json);
    assert_true(word_list_from_json(&again, json, &message));
    free(json);
    assert_int_equal(again.count, list.count);
    for (int i = 0; i < list.count; i++)
        assert_string_equal(again.words[i], list.words[i]);
    word_list_clear(&again);
    assert_true(word_list_add(&list, "\xff", &message));
    assert_null(word_list_to_json(&list)); /* not UTF-8 */
    word_list_clear(&list);
    static const char *const bad[] = {"", "{}", "[1]", "[\"a\", null]", "[", "\"a\""};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_false(word_list_from_json(&list, bad[i], &message));
        word_list_clear(&list);
    }
}

int main(void) {
    board_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_clocks),       cmocka_unit_test(test_written),
        cmocka_unit_test(test_seconds),      cmocka_unit_test(test_words),
        cmocka_unit_test(test_bad_words),    cmocka_unit_test(test_too_many_words),
        cmocka_unit_test(test_dialects),     cmocka_unit_test(test_config_files),
        cmocka_unit_test(test_stored_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
