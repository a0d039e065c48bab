#include "engine/live_text.h"
#include "engine/match/game_store.h"
#include "engine/match/match_config.h"
#include "engine/match/report.h"
#include "engine/match/word_list.h"
#include "engine/tools/toolbox.h"

#include "brindle_version.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Everything between the command line and the end of a match. */
typedef struct {
    WordList words;      /* the command line, with what its JSON file says */
    Arguments arguments; /* these words, taken apart */
    MatchConfig config;
    Database *store;
    char db_file[PATH_MAX];
    bool live; /* standard output is a terminal: a table that is drawn anew */
    bool quiet;
    LiveText table;
    int64_t drawn_at;
} MatchCommand;

/* ---- What is shown ---- */

static void draw(MatchCommand *m, const MatchState *state) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        return;
    report_progress(out, state);
    report_table(out, state);
    if (fclose(out) == 0)
        live_text_draw(&m->table, text);
    free(text);
}

static void on_game(void *context, const MatchState *state, const GameRecord *record, bool is_new) {
    MatchCommand *m = context;
    if (!is_new || (m->quiet && record->culprit < 0))
        return;
    if (m->live && record->culprit < 0)
        return; /* the table tells it */
    if (m->live)
        live_text_erase(&m->table);
    report_game(stdout, record);
    const uint64_t games = state->standings->games;
    if (!m->live && !m->quiet && games % 10 == 0 && games < state->total) {
        report_table(stdout, state);
        report_progress(stdout, state);
    }
    fflush(stdout);
}

static void on_tick(void *context, const MatchState *state) {
    MatchCommand *m = context;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    const int64_t now_ms = (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
    if (m->live && now_ms - m->drawn_at >= 250) {
        draw(m, state);
        m->drawn_at = now_ms;
    }
}

/* The path as a shell takes it. */
static void print_quoted(FILE *out, const char *path) {
    if (path[strspn(path, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._/-")] ==
        '\0') {
        fputs(path, out);
        return;
    }
    fputc('\'', out);
    for (; *path != '\0'; path++)
        fputs(*path == '\'' ? "'\\''" : (const char[]){*path, '\0'}, out);
    fputc('\'', out);
}

static void print_resume_command(FILE *out, const MatchCommand *m, const char *before) {
    fprintf(out, "%s  brindle match --resume ", before);
    print_quoted(out, m->db_file);
    fputc('\n', out);
}

/* ---- From words to a match ---- */

/* A command line may lack an option that the JSON file has, and the other way. */
static bool is_given(const void *context, const char *option) {
    return arguments_value(context, option) != NULL;
}

/* Parses m->words.  False, and a message, if they describe no match. */
static bool read_words(MatchCommand *m, Message *message) {
    arguments_free(&m->arguments);
    if (!arguments_parse(&COMMAND_MATCH, m->words.count, m->words.words, &m->arguments, message))
        return false;
    return match_config_read(&m->arguments, &m->config, message);
}

/* The words of the command line and of the file that --config names, without --config itself. */
static bool collect_words(MatchCommand *m, const Arguments *given, Message *message) {
    const char *file = arguments_value(given, "--config");
    for (int i = 0; i < given->argc; i++) {
        if (strcmp(given->argv[i], "--config") == 0)
            i++;
        else if (strncmp(given->argv[i], "--config=", 9) != 0 &&
                 !word_list_add(&m->words, given->argv[i], message))
            return false;
    }
    return file == NULL || word_list_add_file(&m->words, file, is_given, given, message);
}

static bool create_database(MatchCommand *m, Message *message) {
    char directory[PATH_MAX];
    if (getcwd(directory, sizeof directory) == NULL)
        return message_set(message, "the current directory: %s", strerror(errno));
    char *words = word_list_to_json(&m->words);
    if (words == NULL)
        return message_set(message, "a word of the command line is not UTF-8");
    const DatabaseEntry entries[] = {
        {"words", words}, {"directory", directory}, {"version", BRINDLE_VERSION}, {NULL, NULL}};
    m->store = database_create(m->db_file, &MATCH_DATABASE, entries, message);
    free(words);
    return m->store != NULL;
}

static bool name_database(MatchCommand *m, Message *message) {
    const char *name = arguments_value(&m->arguments, "--db");
    const time_t now = time(NULL);
    struct tm day;
    if (name != NULL && strlen(name) >= sizeof m->db_file)
        return message_set(message, "--db: the name is too long");
    if (name != NULL)
        snprintf(m->db_file, sizeof m->db_file, "%s", name);
    else
        strftime(m->db_file, sizeof m->db_file, "match-%Y%m%d-%H%M%S.db", localtime_r(&now, &day));
    return true;
}

static bool begin_match(MatchCommand *m, const Arguments *given, int *status, Message *message) {
    *status = EXIT_USAGE;
    if (!collect_words(m, given, message) || !read_words(m, message) || !name_database(m, message))
        return false;
    *status = 1;
    return match_config_probe(&m->config, message) && create_database(m, message);
}

/* What may be said anew when a match is taken up again: nothing that changes its games. */
static bool check_resume_words(const Arguments *given, Message *message) {
    static const char *const allowed[] = {"--resume", "--concurrency", "--affinity", "--quiet"};
    for (const OptionSpec *o = MATCH_OPTIONS; o->name != NULL; o++) {
        bool may = arguments_value(given, o->name) == NULL;
        for (int i = 0; i < 4; i++)
            may = may || strcmp(allowed[i], o->name) == 0;
        if (!may)
            return message_set(message,
                               "%s cannot be changed when a match is taken up again; "
                               "--concurrency, --affinity and --quiet can",
                               o->name);
    }
    return true;
}

static bool recall_words(MatchCommand *m, Message *message) {
    char *words = database_get(m->store, "words", message);
    char *directory = words != NULL ? database_get(m->store, "directory", message) : NULL;
    bool recalled = directory != NULL && word_list_from_json(&m->words, words, message);
    if (recalled && chdir(directory) != 0)
        recalled =
            message_set(message, "the match was begun in %.200s, which cannot be entered: %s",
                        directory, strerror(errno));
    free(words);
    free(directory);
    return recalled;
}

static void warn_of_other_version(MatchCommand *m) {
    char *version = database_get(m->store, "version", NULL);
    if (version != NULL && strcmp(version, BRINDLE_VERSION) != 0)
        fprintf(stderr,
                "brindle match: this match was begun by version %s, this is %s: games of Brindle "
                "inside the runner, and random openings, may differ\n",
                version, BRINDLE_VERSION);
    free(version);
}

static bool resume_match(MatchCommand *m, const Arguments *given, int *status, Message *message) {
    int64_t concurrency = 0;
    *status = EXIT_USAGE;
    if (!check_resume_words(given, message) ||
        !arguments_number(given, "--concurrency", 1, MATCH_CONCURRENCY_MAX, &concurrency, message))
        return false;
    *status = 1;
    snprintf(m->db_file, sizeof m->db_file, "%s", arguments_value(given, "--resume"));
    m->store = database_open(m->db_file, &MATCH_DATABASE, message);
    if (m->store == NULL || !recall_words(m, message) || !read_words(m, message))
        return false;
    if (concurrency > 0)
        m->config.concurrency = (int)concurrency;
    m->config.pin = m->config.pin || arguments_value(given, "--affinity") != NULL;
    m->quiet = arguments_value(given, "--quiet") != NULL;
    warn_of_other_version(m);
    return match_config_probe(&m->config, message);
}

/* ---- Running it ---- */

static int finish(MatchCommand *m, Match *match, bool ran, Message *message) {
    const MatchState *state = match_state(match);
    const bool over = match_is_over(match);
    if (m->live)
        live_text_erase(&m->table);
    report_table(stdout, state); /* whole, however small the terminal */
    report_runner(stdout, state);
    fflush(stdout);
    if (!match_free(match, ran ? message : NULL))
        ran = false;
    if (!ran)
        fprintf(stderr, "brindle match: %s\n", message->text);
    if (!over)
        print_resume_command(stderr, m,
                             ran ? "Stopped; what is finished is saved.  To go on:\n"
                                 : "What is finished is saved.  To go on:\n");
    return !ran ? 1 : over ? 0 : EXIT_INTERRUPTED;
}

static int play(MatchCommand *m) {
    Message message;
    const MatchListener listener = {
        .on_game = on_game, .on_tick = on_tick, .interrupted = interrupted, .context = m};
    m->live = isatty(STDOUT_FILENO) == 1;
    m->table = (LiveText){.out = stdout};
    Match *match = match_new(&m->config, m->store, &listener, &message);
    if (match == NULL) {
        fprintf(stderr, "brindle match: %s\n", message.text);
        return 1;
    }
    if (!match_is_over(match))
        print_resume_command(stderr, m, "If this match is interrupted, go on with\n");
    return finish(m, match, match_run(match, &message), &message);
}

static void clear(MatchCommand *m) {
    match_config_clear(&m->config);
    arguments_free(&m->arguments);
    word_list_clear(&m->words);
    database_close(m->store);
    free(m);
}

static int run(const Arguments *given) {
    Message message = {"no memory"};
    int status = 1;
    MatchCommand *m = calloc(1, sizeof *m);
    /* An engine that has gone must not take us with it. */
    signal(SIGPIPE, SIG_IGN);
    interrupts_watch();
    if (m != NULL) {
        m->quiet = arguments_value(given, "--quiet") != NULL;
        const bool described = arguments_value(given, "--resume") != NULL
                                   ? resume_match(m, given, &status, &message)
                                   : begin_match(m, given, &status, &message);
        if (described) {
            status = play(m);
            clear(m);
            return status;
        }
        clear(m);
    }
    fprintf(stderr, "brindle match: %s\n", message.text);
    return status;
}

static void print_words(void) {
    printf("\nWords of --engine and --each (and keys of an object in the JSON file):\n");
    for (const EngineWord *w = ENGINE_WORDS; w->key != NULL; w++) {
        char left[48];
        snprintf(left, sizeof left, "%s=%s", w->key, w->value_name);
        printf("  %-20s %s\n", left, w->help);
    }
}

const Command COMMAND_MATCH = {
    .name = "match",
    .summary = "play a tournament: Brindle, UCI and XBoard engines",
    .details =
        "Each game is stored in a database as soon as it ends: after Ctrl-C, kill -9 or a power\n"
        "cut, --resume goes on and loses nothing.  An engine without cmd= is Brindle inside this\n"
        "program.",
    .options = MATCH_OPTIONS,
    .more_help = print_words,
    .repeatable = {"--engine"},
    .run = run};
