/*
 * What the system refuses: each call for memory, a file, a thread, a map, a pipe fails once, one
 * after the other, in every operation that makes such calls; so does writing beyond any length.
 * The operation ends with a message or copes; nothing crashes, hangs or leaks (under the address
 * sanitizer), and no file looks whole that is not.
 */
#include "tests/support/suite.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bitboard/fen.h"
#include "engine/book/book_export.h"
#include "engine/book/book_text.h"
#include "engine/commands/output_file.h"
#include "engine/data/data_file.h"
#include "engine/match/match.h"
#include "engine/pgn/pgn.h"
#include "engine/protocol/protocol.h"
#include "engine/tools/json_writer.h"
#include "engine/tools/results.h"
#include "engine/tools/toolbox.h"
#include "engine/watched_search.h"
#include "engine/wbook/wbook_writer.h"
#include "tests/support/data_games.h"
#include "tests/support/faults.h"
#include "tests/support/run.h"
#include "tune/checkpoint.h"

/* ---- Common ---- */

/* How many files of the current directory have a text in their names. */
static int files_named(const char *part) {
    int count = 0;
    DIR *directory = opendir(".");
    assert_non_null(directory);
    for (const struct dirent *e; (e = readdir(directory)) != NULL;)
        count += strstr(e->d_name, part) != NULL;
    closedir(directory);
    return count;
}

static void expect_no_leftovers(void) {
    if (files_named(".tmp-") != 0)
        fail_msg("a temporary file was left behind");
}

/* ---- The engine ---- */

static bool use_engine(void *context, Message *message) {
    (void)context;
    const SearchLimits limits = {.nodes = 300, .depth = 4};
    Engine *engine = engine_new(message);
    if (engine == NULL)
        return false;
    bool good = engine_set_hash(engine, 2, message);
    assert_true(!good || engine_hash_mib(engine) == 2);
    good = good && engine_set_threads(engine, 3, message);
    assert_true(!good || engine_threads(engine) == 3);
    good = good && engine_set_threads(engine, 1, message);
    /* Whatever was refused, it still thinks. */
    engine_go(engine, &limits, &(SearchListener){.on_report = NULL});
    assert_true(engine_wait(engine).best != MOVE_NONE);
    engine_free(engine);
    return good;
}

static void test_engine(void **state) {
    (void)state;
    const FaultWalk w = {.name = "an engine", .kinds = FAULT_ALL, .run = use_engine};
    faults_walk_both(&w);
}

static bool analyse(void *context, Message *message) {
    (void)context;
    const AnalysisWriter *const writers[] = {&TERMINAL_WRITER, &JSON_WRITER};
    const SearchLimits limits = {.nodes = 200};
    FILE *out = fopen("/dev/null", "w");
    Engine *engine = out != NULL ? engine_new(message) : NULL;
    bool good = engine != NULL || (out == NULL && message_set(message, "no /dev/null"));
    Position pos;
    position_set_start(&pos, &RULES[0]);
    for (int i = 0; good && i < 2; i++) {
        void *state = writers[i]->begin(out, &pos, 1);
        SearchResult result;
        good = state != NULL || message_set(message, "no memory");
        if (!good)
            break;
        const SearchWatch watch = {.on_report = writers[i]->report, .context = state};
        watched_search(engine, &pos, &limits, &watch, &result);
        writers[i]->end(state, &result, GAME_ONGOING);
    }
    engine_free(engine);
    if (out != NULL)
        fclose(out);
    return good;
}

static void test_analysis(void **state) {
    (void)state;
    const FaultWalk w = {
        .name = "an analysis", .kinds = FAULT_ALL, .run = analyse, .full_only_from = 12};
    faults_walk_both(&w);
}

/* ---- Conversations ---- */

typedef struct {
    ProtocolChoice choice;
    const char *text;
} Talk;

/* The end of the conversation may come early; the program says so with its status. */
static bool converse(void *context, Message *message) {
    const Talk *talk = context;
    char *text = strdup(talk->text);
    FILE *in = text != NULL ? fmemopen(text, strlen(text), "r") : NULL;
    FILE *out = in != NULL ? fopen("/dev/null", "w") : NULL;
    bool good = out != NULL || message_set(message, "no streams");
    if (good)
        good = protocol_run(in, out, talk->choice) == 0 || message_set(message, "status 1");
    if (out != NULL)
        fclose(out);
    if (in != NULL)
        fclose(in);
    free(text);
    return good;
}

static void test_uci(void **state) {
    (void)state;
    Talk talk = {SPEAK_UCI, "uci\nsetoption name Hash value 1\nsetoption name Threads value 2\n"
                            "setoption name HashFile value x.hash\n"
                            "setoption name Log File value x.log\nisready\n"
                            "position startpos moves e2e4 e9e7\ngo nodes 200\n"
                            "setoption name Log File value <empty>\ngo perft 1\nd\neval\nquit\n"};
    const FaultWalk w = {
        .name = "UCI", .kinds = FAULT_ALL, .run = converse, .context = &talk, .full_only_from = 25};
    faults_walk_both(&w);
}

static void test_xboard(void **state) {
    (void)state;
    Talk talk = {SPEAK_XBOARD, "xboard\nprotover 2\nnew\nmemory 1\ncores 2\nsd 2\nforce\n"
                               "usermove e1e3\nusermove e8e6\nundo\nping 1\nanalyze\n.\nexit\n"
                               "hint\nbk\nquit\n"};
    const FaultWalk w = {.name = "XBoard",
                         .kinds = FAULT_ALL,
                         .run = converse,
                         .context = &talk,
                         .full_only_from = 20};
    faults_walk_both(&w);
}

/* ---- Saved hash ---- */

static const char HASH[] = "x.hash";

static bool keep_hash(void *context, Message *message) {
    Engine *engine = context;
    return engine_set_hash_file(engine, HASH, message) && engine_save_hash(engine, message) &&
           engine_load_hash(engine, message);
}

/* There is a whole file or none. */
static void look_at_hash(void *context, bool good) {
    Engine *engine = context;
    Message message = {""};
    expect_no_leftovers();
    if (!good && access(HASH, F_OK) != 0)
        return;
    if (!engine_load_hash(engine, &message))
        fail_msg("%s", message.text);
    unlink(HASH);
}

static void test_hash_files(void **state) {
    (void)state;
    Message message = {""};
    const SearchLimits limits = {.nodes = 2000};
    Engine *engine = engine_new(&message);
    assert_non_null(engine);
    assert_true(engine_set_hash(engine, 1, &message));
    engine_go(engine, &limits, &(SearchListener){.on_report = NULL});
    engine_wait(engine);
    const FaultWalk w = {.name = "a saved hash",
                         .kinds = FAULT_ALL,
                         .run = keep_hash,
                         .look = look_at_hash,
                         .context = engine};
    faults_walk_both(&w);
    faults_walk_lengths(&w, 40000);
    engine_free(engine);
}

/* ---- PGN ---- */

static const char GAMES[] = "[Event \"a\"]\n[Variant \"wildebeest\"]\n\n"
                            "1. e4 {one} e7 $1 (1... e6 2. Nc3 (2. e5)) 2. Nc3 1-0\n\n"
                            "[Event \"b\"]\n[Variant \"wildebeest\"]\n\n1. a4 *\n";

static bool copy_games(void *context, Message *message) {
    (void)context;
    OutputFile output;
    PgnGame game;
    PgnStatus status = PGN_FAILED;
    bool written = true;
    FILE *in = fopen("in.pgn", "r");
    if (in == NULL)
        return message_set(message, "in.pgn cannot be opened");
    pgn_game_init(&game, &RULES[0]);
    PgnReader *reader = pgn_reader_new(in, "in.pgn");
    if (reader == NULL)
        message_set(message, "no memory");
    else if (output_file_open(&output, "out.pgn", message)) {
        while ((status = pgn_read(reader, NULL, &game, message)) == PGN_GAME && written)
            written = pgn_write(output.file, &game);
        if (status == PGN_END && written)
            written = output_file_commit(&output, message);
        else {
            if (!written)
                message_set(message, "out.pgn cannot be written");
            output_file_discard(&output);
        }
    }
    pgn_game_clear(&game);
    pgn_reader_free(reader);
    fclose(in);
    return status == PGN_END && written;
}

static void look_at_games(void *context, bool good) {
    (void)context;
    expect_no_leftovers();
    if (!good && access("out.pgn", F_OK) != 0)
        return;
    char *text = file_read("out.pgn");
    assert_int_equal(occurrences(text, "[Event "), 2);
    assert_int_equal(occurrences(text, "\n\n1. a4 *\n"), 1);
    free(text);
    unlink("out.pgn");
}

static void prepare_games(const FaultWalk *w, long most) {
    scratch_enter();
    file_write("in.pgn", GAMES);
    const int open_before = open_files();
    if (most > 0)
        files_walk(w, most);
    else {
        faults_walk(w, FAULT_ONCE);
        faults_walk(w, FAULT_FROM_THEN_ON);
    }
    assert_int_equal(open_files(), open_before);
    scratch_leave();
}

static void test_pgn(void **state) {
    (void)state;
    const FaultWalk w = {
        .name = "PGN", .kinds = FAULT_ALL, .run = copy_games, .look = look_at_games};
    prepare_games(&w, 0);
    prepare_games(&w, 600);
}

static void ignore_text(void *context, const char *text) {
    (void)context;
    (void)text;
}

static bool read_results(void *context, Message *message) {
    (void)context;
    Results *results = results_new();
    const bool good = results != NULL ? results_read(results, "in.pgn", ignore_text, NULL, message)
                                      : message_set(message, "no memory");
    results_free(results);
    return good;
}

static void test_results(void **state) {
    (void)state;
    const FaultWalk w = {.name = "results", .kinds = FAULT_ALL, .run = read_results};
    prepare_games(&w, 0);
}

/* ---- Books ---- */

static bool write_book(FILE *out, const Position *pos, Message *message) {
    MoveList list;
    generate_legal(pos, &list);
    bridge_sort(&list);
    WbookWriter *writer = wbook_writer_new(out, "x.wbook", pos->rules, "a book", message);
    bool good = writer != NULL;
    for (int i = 0; good && i < list.count; i++) {
        const WbookEntry entry = {book_key(pos), list.moves[i], i, SCORE_NONE};
        good = wbook_writer_add(writer, &entry, message);
    }
    good = good && wbook_writer_finish(writer, message);
    wbook_writer_free(writer);
    return good;
}

static bool publish(void *context, Message *message) {
    (void)context;
    Position pos;
    OutputFile output;
    WbookEntry entries[MAX_MOVES];
    int count;
    position_set_start(&pos, &RULES[0]);
    if (!output_file_open(&output, "x.wbook", message))
        return false;
    if (!write_book(output.file, &pos, message)) {
        output_file_discard(&output);
        return false;
    }
    if (!output_file_commit(&output, message))
        return false;
    Wbook *book = wbook_open("x.wbook", message);
    const bool good = book != NULL && wbook_probe(book, &pos, entries, &count, message);
    wbook_close(book);
    return good;
}

static void look_at_book(void *context, bool good) {
    (void)context;
    Message message = {""};
    expect_no_leftovers();
    if (!good && access("x.wbook", F_OK) != 0)
        return;
    Wbook *book = wbook_open("x.wbook", &message);
    if (book == NULL)
        fail_msg("%s", message.text);
    wbook_close(book);
    unlink("x.wbook");
}

static void test_books(void **state) {
    (void)state;
    const FaultWalk w = {
        .name = "a book", .kinds = FAULT_ALL, .run = publish, .look = look_at_book};
    faults_walk_both(&w);
    faults_walk_lengths(&w, 1200);
}

static const char *const BOOK_LINES[] = {
    "rnccwkqbbnr/ppppppppppp/11/11/11/11/11/11/PPPPPPPPPPP/RNBBQKWCCNR w KAka - bm e5; ce 30;",
    "rnccwkqbbnr/ppppppppppp/11/11/11/4P6/11/11/PPPP1PPPPPP/RNBBQKWCCNR b KAka - "
    "m1 e9e7 weight 3 games 5 +1 =2 -2;"};

static bool import_lines(BookStore *store, Message *message) {
    bool good = database_begin(book_store_database(store), message);
    if (!good)
        return false;
    for (size_t i = 0; good && i < sizeof BOOK_LINES / sizeof BOOK_LINES[0]; i++)
        good = book_text_read(store, BOOK_LINES[i], message);
    good = good && book_text_link(store, message) && book_store_sum_counts(store, message);
    if (good)
        return database_commit(book_store_database(store), message);
    database_rollback(book_store_database(store));
    return false;
}

static bool make_store(void *context, Message *message) {
    (void)context;
    BookExported exported;
    const BookExport how = {.title = "x", .halving = 20, .loss = 100, .stored_weights = true};
    BookStore *store = book_store_open_or_create("x.db", &RULES[0], message);
    bool good = store != NULL && import_lines(store, message);
    FILE *out = good ? tmpfile() : NULL;
    if (good && out == NULL)
        good = message_set(message, "no temporary file");
    good = good && book_export(store, &how, out, "x.wbook", &exported, message);
    if (out != NULL)
        fclose(out);
    book_store_close(store);
    return good;
}

static bool count_row(void *context, BookPosition *row, Message *message) {
    (void)row;
    (void)message;
    ++*(int *)context;
    return true;
}

/* The whole import is there, or none of it. */
static void look_at_store(void *context, bool good) {
    (void)context;
    Message message = {""};
    int rows = 0;
    BookStore *store = book_store_open_or_create("x.db", &RULES[0], &message);
    if (store == NULL)
        fail_msg("%s", message.text);
    assert_true(book_store_each(store, BOOK_BY_ID, count_row, &rows, &message));
    assert_true(rows == 2 || (rows == 0 && !good));
    book_store_close(store);
    unlink("x.db");
    unlink("x.db-wal");
    unlink("x.db-shm");
}

static void test_stores(void **state) {
    (void)state;
    const FaultWalk w = {.name = "a book in the making",
                         .kinds = FAULT_ALL,
                         .run = make_store,
                         .look = look_at_store,
                         .full_only_from = 20};
    faults_walk_both(&w);
    faults_walk_lengths(&w, test_is_full() ? 80000 : 30000);
}

/* ---- Games as data ---- */

static bool take_head(void *context, const DataHead *head, Message *message) {
    (void)context;
    (void)head;
    (void)message;
    return true;
}

static bool append_games(void *context, Message *message) {
    const DataGame *games = context;
    int64_t torn;
    DataGame game;
    DataWriter *writer =
        data_writer_append("x.bdg", "created-by x\n", take_head, NULL, &torn, message);
    bool good = writer != NULL;
    for (int i = 0; good && i < 3; i++)
        good = data_writer_add(writer, &games[i], message) && data_writer_commit(writer, message);
    good = good && data_writer_sync(writer, message);
    data_writer_close(writer);
    DataReader *reader = good ? data_reader_open("x.bdg", message) : NULL;
    if (reader == NULL)
        return false;
    data_game_init(&game, &RULES[0]);
    DataStatus status;
    while ((status = data_read(reader, &game, message)) == DATA_GAME)
        continue;
    data_game_free(&game);
    data_reader_close(reader);
    return status == DATA_END;
}

/* It can be appended to again, whatever happened; every game that counts is whole. */
static void look_at_data(void *context, bool good) {
    Message message = {""};
    int count = 0;
    if (!append_games(context, &message))
        fail_msg("%s", message.text);
    DataGame *games = data_file_read("x.bdg", &count);
    assert_true(count >= (good ? 6 : 3) && count <= 6);
    data_games_free(games, count);
    unlink("x.bdg");
}

static void test_data(void **state) {
    (void)state;
    Random random = {3};
    DataGame games[3];
    for (int i = 0; i < 3; i++) {
        data_game_init(&games[i], &RULES[0]);
        data_sample(&random, (uint64_t)i, &games[i]);
    }
    const FaultWalk w = {.name = "a file of games",
                         .kinds = FAULT_ALL,
                         .run = append_games,
                         .look = look_at_data,
                         .context = games};
    faults_walk_both(&w);
    faults_walk_lengths(&w, 600);
    for (int i = 0; i < 3; i++)
        data_game_free(&games[i]);
}

/* ---- The tuner's checkpoint ---- */

static bool keep_checkpoint(void *context, Message *message) {
    char word[] = "--synthetic";
    char *words[] = {word};
    Checkpoint checkpoint;
    if (!checkpoint_write("x.checkpoint", words, 1, 7, context, message))
        return false;
    const bool good = checkpoint_read(&checkpoint, "x.checkpoint", message);
    checkpoint_clear(&checkpoint);
    return good;
}

static void look_at_checkpoint(void *context, bool good) {
    (void)context;
    Message message = {""};
    Checkpoint checkpoint;
    expect_no_leftovers();
    if (!good && access("x.checkpoint", F_OK) != 0)
        return;
    if (!checkpoint_read(&checkpoint, "x.checkpoint", &message))
        fail_msg("%s", message.text);
    checkpoint_clear(&checkpoint);
    unlink("x.checkpoint");
}

static void test_checkpoints(void **state) {
    (void)state;
    EpochRecord records[2] = {{.training_loss = 0.5}, {.training_loss = 0.25}};
    FitState *fit = calloc(1, sizeof *fit);
    assert_non_null(fit);
    fit->epochs = 2;
    fit->records = records;
    const FaultWalk w = {.name = "a checkpoint",
                         .kinds = FAULT_ALL,
                         .run = keep_checkpoint,
                         .look = look_at_checkpoint,
                         .context = fit};
    faults_walk_both(&w);
    faults_walk_lengths(&w, 60000);
    free(fit);
}

/* ---- A match ---- */

static bool play_match(const Arguments *arguments, Message *message) {
    MatchConfig config;
    const DatabaseEntry entries[] = {{"words", "[]"}, {NULL, NULL}};
    const MatchListener listener = {.on_game = NULL};
    memset(&config, 0, sizeof config);
    bool good =
        match_config_read(arguments, &config, message) && match_config_probe(&config, message);
    Database *store = good ? database_create("x.db", &MATCH_DATABASE, entries, message) : NULL;
    Match *match = store != NULL ? match_new(&config, store, &listener, message) : NULL;
    good = match != NULL;
    if (good) {
        Message why;
        good = match_run(match, &JOB_RUNNER_THREADS, message);
        if (!match_free(match, &why) && good)
            good = message_set(message, "%.200s", why.text);
    }
    database_close(store);
    match_config_clear(&config);
    return good;
}

static bool run_match(void *context, Message *message) {
    (void)context;
    char toy[RUN_PATH + 8];
    snprintf(toy, sizeof toy, "cmd=%s", BRINDLE_TOY);
    char *words[] = {"--engine", "name=a",  toy,       "arg=uci",    "proto=uci",
                     "--engine", "name=b",  toy,       "arg=xboard", "proto=xboard",
                     "--each",   "depth=1", "--games", "2",          "--maxmoves",
                     "3",        "--pgn",   "x.pgn",   "--jsonl",    "x.jsonl"};
    Arguments arguments;
    const bool good = arguments_parse(&COMMAND_MATCH, (int)(sizeof words / sizeof words[0]), words,
                                      &arguments, message) &&
                      play_match(&arguments, message);
    arguments_free(&arguments);
    return good;
}

static void look_at_match(void *context, bool good) {
    (void)context;
    if (good && access("x.pgn", F_OK) == 0) {
        char *text = file_read("x.pgn");
        assert_int_equal(occurrences(text, "[Event "), 2);
        free(text);
    }
    unlink("x.db");
    unlink("x.db-journal");
    unlink("x.pgn");
    unlink("x.jsonl");
}

static void test_matches(void **state) {
    (void)state;
    const FaultWalk w = {.name = "a match",
                         .kinds = FAULT_ALL,
                         .run = run_match,
                         .look = look_at_match,
                         .full_only_from = 4};
    scratch_enter();
    const int open_before = open_files();
    faults_walk(&w, FAULT_ONCE);
    assert_int_equal(open_files(), open_before);
    scratch_leave();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_engine),      cmocka_unit_test(test_analysis),
        cmocka_unit_test(test_uci),         cmocka_unit_test(test_xboard),
        cmocka_unit_test(test_hash_files),  cmocka_unit_test(test_pgn),
        cmocka_unit_test(test_results),     cmocka_unit_test(test_books),
        cmocka_unit_test(test_stores),      cmocka_unit_test(test_data),
        cmocka_unit_test(test_checkpoints), cmocka_unit_test(test_matches),
    };
    board_init();
    faults_adopt_libraries();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
