/*
 * The file that a long job lives in: whose it is, who uses it, and what is left of it when
 * something goes wrong.
 */
#include "tests/support/suite.h"

#include "engine/match/database.h"
#include "engine/match/game_store.h"
#include "tests/support/run.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const DatabaseKind THING = {.noun = "thing",
                                   .application_id = 0x1234,
                                   .version = 3,
                                   .schema = "CREATE TABLE things(x INTEGER)"};
static const DatabaseKind NEWER = {
    .noun = "thing", .application_id = 0x1234, .version = 4, .schema = ""};
static const DatabaseKind OTHER = {
    .noun = "gadget", .application_id = 0x1235, .version = 3, .schema = ""};

static const DatabaseEntry ENTRIES[] = {
    {"words", "[\"a\"]"}, {"directory", "/tmp/ü"}, {NULL, NULL}};

static Database *create(const char *name) {
    Message message = {""};
    Database *d = database_create(name, &THING, ENTRIES, &message);
    if (d == NULL)
        fail_msg("%s", message.text);
    return d;
}

static Database *reopen(const char *name) {
    Message message = {""};
    Database *d = database_open(name, &THING, &message);
    if (d == NULL)
        fail_msg("%s", message.text);
    return d;
}

static void expect_message(const Message *message, const char *wanted) {
    if (strstr(message->text, wanted) == NULL)
        fail_msg("'%s' instead of '%s'", message->text, wanted);
}

static void expect_not_opened(const char *name, const DatabaseKind *kind, const char *wanted) {
    Message message = {""};
    assert_null(database_open(name, kind, &message));
    expect_message(&message, wanted);
}

static void expect_not_created(const char *name, const char *wanted) {
    Message message = {""};
    assert_null(database_create(name, &THING, ENTRIES, &message));
    expect_message(&message, wanted);
}

static void expect_entry(Database *d, const char *key, const char *wanted) {
    Message message = {""};
    char *value = database_get(d, key, &message);
    if (value == NULL)
        fail_msg("%s", message.text);
    assert_string_equal(value, wanted);
    free(value);
}

static void test_values(void **state) {
    (void)state;
    Message message = {""};
    scratch_enter();
    Database *d = create("ü b.db");
    expect_entry(d, "words", "[\"a\"]");
    expect_entry(d, "directory", "/tmp/ü");
    assert_null(database_get(d, "missing", &message));
    expect_message(&message, "ü b.db: it does not say what 'missing' is");
    assert_true(database_set(d, "n", "1", &message));
    assert_true(database_set(d, "n", "it's \"2\"", &message));
    expect_entry(d, "n", "it's \"2\"");
    assert_true(database_begin(d, &message));
    assert_true(database_set(d, "n", "3", &message));
    database_rollback(d);
    expect_entry(d, "n", "it's \"2\"");
    assert_true(database_begin(d, &message));
    assert_true(database_set(d, "n", "4", &message));
    assert_true(database_commit(d, &message));
    assert_false(database_commit(d, &message)); /* there is nothing to commit */
    expect_message(&message, "ü b.db: it cannot be written");
    assert_null(database_prepare(d, "SELECT nothing FROM nowhere", &message));
    database_close(d);
    d = reopen("ü b.db");
    expect_entry(d, "n", "4");
    database_close(d);
    database_close(NULL);
    scratch_leave();
}

static void test_wrong_files(void **state) {
    (void)state;
    scratch_enter();
    database_close(create("thing.db"));
    file_write("text.db", "This is no database, whatever its name says.\n");
    file_write("empty.db", "");
    expect_not_opened("missing.db", &THING, "missing.db: No such file");
    expect_not_opened("text.db", &THING, "text.db: ");
    expect_not_opened("empty.db", &THING, "it is no database of a thing, or of one that never");
    expect_not_opened("thing.db", &OTHER, "thing.db: it is no database of a gadget");
    expect_not_opened("thing.db", &NEWER, "thing.db: it was made by another version");
    expect_not_opened(".", &THING, ".: ");
    expect_not_opened("", &THING, "");
    expect_not_created("thing.db", "thing.db exists already: --resume thing.db goes on");
    expect_not_created("text.db", "text.db: ");
    expect_not_created(".", ".: it cannot be opened");
    expect_not_created("/no/such/place/x.db", "/no/such/place/x.db: it cannot be opened");
    /* Names that SQLite does not take for files. */
    expect_not_created("", "the name of a database is missing");
    database_close(create(":memory:"));
    database_close(reopen(":memory:"));
    database_close(create("file:x?mode=memory"));
    assert_int_equal(access("file:x?mode=memory", F_OK), 0);
    /* Another program's database. */
    sqlite3 *db;
    assert_int_equal(sqlite3_open("other.db", &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "CREATE TABLE t(x)", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
    expect_not_opened("other.db", &THING, "other.db: it is no database of a thing");
    expect_not_created("other.db", "other.db exists already");
    char *text = file_read("text.db");
    assert_string_equal(text, "This is no database, whatever its name says.\n");
    free(text);
    scratch_leave();
}

/* An empty file is as good as none: a creation that was killed leaves one. */
static void test_empty_file_is_taken(void **state) {
    (void)state;
    scratch_enter();
    file_write("x.db", "");
    database_close(create("x.db"));
    database_close(reopen("x.db"));
    scratch_leave();
}

static void test_one_user(void **state) {
    (void)state;
    Message message = {""};
    scratch_enter();
    Database *d = create("x.db");
    expect_not_opened("x.db", &THING, "x.db: another run is using it");
    expect_not_created("x.db", "x.db: another run is using it");
    database_close(d);
    d = reopen("x.db");
    expect_not_opened("x.db", &THING, "x.db: another run is using it");
    assert_true(database_set(d, "k", "v", &message)); /* they have not disturbed it */
    database_close(d);
    scratch_leave();
}

/* Killed at any instant it leaves a complete database, or a file that counts as none. */
static void test_killed_creation(void **state) {
    (void)state;
    int complete = 0, begun_anew = 0;
    scratch_enter();
    const int times = test_amount(15, 1000);
    for (int i = 0; i < times; i++) {
        const pid_t pid = fork();
        assert_true(pid >= 0);
        if (pid == 0) {
            for (;;) { /* over and over, so that it is killed in the middle of one */
                database_close(database_create("x.db", &THING, ENTRIES, NULL));
                unlink("x.db");
            }
        }
        test_pause_ms(2 + i % 7);
        kill(pid, SIGKILL);
        while (waitpid(pid, NULL, 0) < 0)
            continue;
        Message message = {""};
        Database *d = database_open("x.db", &THING, &message);
        if (d != NULL) {
            expect_entry(d, "directory", "/tmp/ü");
            complete++;
        } else {
            d = create("x.db");
            begun_anew++;
        }
        database_close(d);
        unlink("x.db");
        unlink("x.db-journal");
    }
    assert_int_equal(complete + begun_anew, times);
    scratch_leave();
}

static void test_places_without_permission(void **state) {
    (void)state;
    if (geteuid() == 0) {
        print_message("For root every place is writable.\n");
        return;
    }
    scratch_enter();
    assert_int_equal(mkdir("closed", 0755), 0);
    database_close(create("closed/x.db"));
    assert_int_equal(chmod("closed", 0555), 0);
    expect_not_created("closed/y.db", "closed/y.db: it cannot be opened");
    /* What is there can be read. */
    Database *d = reopen("closed/x.db");
    Message message = {""};
    expect_entry(d, "words", "[\"a\"]");
    assert_false(database_set(d, "n", "1", &message));
    expect_message(&message, "closed/x.db: it cannot be written");
    database_close(d);
    assert_int_equal(chmod("closed", 0755), 0);
    /* Nor is a file that may only be read a hindrance to looking at it. */
    assert_int_equal(chmod("closed/x.db", 0444), 0);
    d = reopen("closed/x.db");
    expect_entry(d, "words", "[\"a\"]");
    assert_false(database_set(d, "n", "1", &message));
    expect_message(&message, "closed/x.db: it cannot be written");
    database_close(d);
    scratch_leave();
}

/* ---- Games ---- */

typedef struct {
    uint64_t numbers[8];
    int count;
    int stop_at;
} Visit;

static bool visit(void *context, uint64_t number, const Bytes *json, Message *message) {
    Visit *v = context;
    assert_true(json->size > 0 && json->data[0] == '{');
    v->numbers[v->count++] = number;
    return v->count != v->stop_at || message_set(message, "enough");
}

static void test_games(void **state) {
    (void)state;
    static const uint64_t order[] = {3, 0, 7, 1};
    Message message = {""};
    char text[] = "{\"game\":1}";
    const Bytes json = {text, sizeof text - 1};
    GameRecord r;
    scratch_enter();
    Database *d = database_create("m.db", &MATCH_DATABASE, ENTRIES, &message);
    assert_non_null(d);
    record_init(&r);
    for (int i = 0; i < 4; i++) {
        r.number = order[i];
        assert_true(database_begin(d, &message));
        if (!game_store_add(d, &r, &json, &message))
            fail_msg("%s", message.text);
        assert_true(database_commit(d, &message));
    }
    /* A game cannot be stored twice; the whole transaction is undone. */
    assert_true(database_begin(d, &message));
    r.number = 5;
    assert_true(game_store_add(d, &r, &json, &message));
    r.number = 3;
    assert_false(game_store_add(d, &r, &json, &message));
    expect_message(&message, "m.db: a game cannot be written");
    Visit v = {.stop_at = -1};
    assert_true(game_store_each(d, visit, &v, &message));
    assert_int_equal(v.count, 4);
    static const uint64_t sorted[] = {0, 1, 3, 7};
    assert_memory_equal(v.numbers, sorted, sizeof sorted);
    v = (Visit){.stop_at = 2};
    assert_false(game_store_each(d, visit, &v, &message));
    assert_string_equal(message.text, "enough");
    database_close(d);
    scratch_leave();
}

int main(void) {
    board_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_wrong_files),
        cmocka_unit_test(test_empty_file_is_taken),
        cmocka_unit_test(test_one_user),
        cmocka_unit_test(test_killed_creation),
        cmocka_unit_test(test_places_without_permission),
        cmocka_unit_test(test_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
