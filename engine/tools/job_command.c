#include "engine/tools/job_command.h"

#include "engine/commands/shell_word.h"
#include "engine/players/engine_spec.h"

#include "brindle_version.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* ---- Beginning ---- */

/* A command line may lack an option that the JSON file has, and the other way. */
static bool is_given(const void *context, const char *option) {
    return arguments_value(context, option) != NULL;
}

/* The words of the command line and of the file that --config names, without --config itself. */
static bool collect_words(JobCommand *job, const Arguments *given, Message *message) {
    const char *file = arguments_value(given, "--config");
    for (int i = 0; i < given->argc; i++) {
        if (strcmp(given->argv[i], "--config") == 0)
            i++;
        else if (strncmp(given->argv[i], "--config=", 9) != 0 &&
                 !word_list_add(&job->words, given->argv[i], message))
            return false;
    }
    return file == NULL || word_list_add_file(&job->words, file, is_given, given, message);
}

static bool take_apart(JobCommand *job, Message *message) {
    arguments_free(&job->arguments);
    return arguments_parse(job->command, job->words.count, job->words.words, &job->arguments,
                           message);
}

static bool name_database(JobCommand *job, Message *message) {
    const char *name = arguments_value(&job->arguments, "--db");
    const time_t now = time(NULL);
    struct tm day;
    char date[32];
    if (name != NULL && strlen(name) >= sizeof job->db_file)
        return message_set(message, "--db: the name is too long");
    strftime(date, sizeof date, "%Y%m%d-%H%M%S", localtime_r(&now, &day));
    if (name != NULL)
        snprintf(job->db_file, sizeof job->db_file, "%s", name);
    else
        snprintf(job->db_file, sizeof job->db_file, "%s-%s.db", job->command->name, date);
    return true;
}

bool job_command_read(JobCommand *job, const Arguments *given, Message *message) {
    return collect_words(job, given, message) && take_apart(job, message) &&
           name_database(job, message);
}

/* Two jobs may begin in the same second: a number makes their names differ.  An empty file keeps
 * the name for this one. */
static bool take_free_name(JobCommand *job, Message *message) {
    enum { MOST = 1000 };
    const size_t length = strlen(job->db_file) - strlen(".db");
    for (int number = 2;; number++) {
        const int file = open(job->db_file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (file >= 0) {
            close(file);
            return true;
        }
        if (errno != EEXIST || number == MOST)
            return message_set(message, "'%.200s' cannot be made: %s", job->db_file,
                               strerror(errno));
        snprintf(job->db_file + length, sizeof job->db_file - length, "-%d.db", number);
    }
}

bool job_command_create(JobCommand *job, const DatabaseEntry *more, Message *message) {
    enum { ENTRIES_MAX = 16 };
    char directory[PATH_MAX];
    if (getcwd(directory, sizeof directory) == NULL)
        return message_set(message, "the current directory: %s", strerror(errno));
    char *words = word_list_to_json(&job->words);
    if (words == NULL)
        return message_set(message, "a word of the command line is not UTF-8");
    if (arguments_value(&job->arguments, "--db") == NULL && !take_free_name(job, message)) {
        free(words);
        return false;
    }
    DatabaseEntry entries[ENTRIES_MAX] = {
        {"words", words}, {"directory", directory}, {"version", BRINDLE_VERSION}};
    for (int i = 3; more != NULL && more->key != NULL && i < ENTRIES_MAX - 1; i++)
        entries[i] = *more++;
    job->store = database_create(job->db_file, job->kind, entries, message);
    free(words);
    return job->store != NULL;
}

/* ---- Taking up again ---- */

static bool is_changeable(const JobCommand *job, const char *option) {
    if (strcmp(option, "--resume") == 0)
        return true;
    for (const char *const *o = job->changeable; *o != NULL; o++)
        if (strcmp(*o, option) == 0)
            return true;
    return false;
}

/* "--a, --b and --c" */
static void write_list(const char *const *options, char *text, size_t size) {
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; options[i] != NULL && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%s",
                                 i == 0                   ? ""
                                 : options[i + 1] == NULL ? " and "
                                                          : ", ",
                                 options[i]);
}

bool job_command_check_resume(const JobCommand *job, const Arguments *given, Message *message) {
    char list[160];
    for (const OptionSpec *o = job->command->options; o->name != NULL; o++)
        if (arguments_value(given, o->name) != NULL && !is_changeable(job, o->name)) {
            write_list(job->changeable, list, sizeof list);
            return message_set(message, "%s cannot be changed when a %s is taken up again; %s can",
                               o->name, job->kind->noun, list);
        }
    return true;
}

static bool recall_words(JobCommand *job, Message *message) {
    char *words = database_get(job->store, "words", message);
    char *directory = words != NULL ? database_get(job->store, "directory", message) : NULL;
    bool recalled = directory != NULL && word_list_from_json(&job->words, words, message) &&
                    take_apart(job, message);
    if (recalled && chdir(directory) != 0)
        recalled = message_set(message, "the %s was begun in %.200s, which cannot be entered: %s",
                               job->kind->noun, directory, strerror(errno));
    free(words);
    free(directory);
    return recalled;
}

bool job_command_open(JobCommand *job, const Arguments *given, Message *message) {
    const char *file = arguments_value(given, "--resume");
    if (strlen(file) >= sizeof job->db_file)
        return message_set(message, "--resume: the name is too long");
    snprintf(job->db_file, sizeof job->db_file, "%s", file);
    job->store = database_open(job->db_file, job->kind, message);
    return job->store != NULL && recall_words(job, message);
}

void job_command_warn_of_version(const JobCommand *job, const char *why) {
    char *version = database_get(job->store, "version", NULL);
    if (version != NULL && strcmp(version, BRINDLE_VERSION) != 0)
        fprintf(stderr, "brindle %s: this %s was begun by version %s, this is %s: %s\n",
                job->command->name, job->kind->noun, version, BRINDLE_VERSION, why);
    free(version);
}

/* ---- Printing and clearing ---- */

void job_command_print_resume(FILE *out, const JobCommand *job, const char *before) {
    fprintf(out, "%s  %s %s --resume ", before, job->runner->program, job->command->name);
    shell_word_print(out, job->db_file);
    fputc('\n', out);
}

void job_command_print_engine_words(const char *options) {
    printf("\nWords of %s (and keys of an object in the JSON file):\n", options);
    for (const EngineWord *w = ENGINE_WORDS; w->key != NULL; w++) {
        char left[48];
        snprintf(left, sizeof left, "%s=%s", w->key, w->value_name);
        printf("  %-20s %s\n", left, w->help);
    }
}

void job_command_clear(JobCommand *job) {
    arguments_free(&job->arguments);
    word_list_clear(&job->words);
    database_close(job->store);
    job->store = NULL;
}
