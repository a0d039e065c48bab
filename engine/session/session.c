#include "engine/session/session.h"

#include "brindle_version.h"
#include "engine/commands/analyse_request.h"
#include "engine/session/result_store.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Options as texts ---- */

/* What an option is given, with its words joined; malloced, NULL if memory is out. */
static char *joined_value(const Arguments *a, int index) {
    const int words = a->more_count[index] > 0 ? a->more_count[index] : 1;
    size_t size = 1, used = 0;
    for (int i = 0; i < words; i++)
        size += strlen(words > 1 ? a->more_values[index][i] : a->values[index]) + 1;
    char *text = malloc(size);
    for (int i = 0; text != NULL && i < words; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%s", i > 0 ? " " : "",
                                 words > 1 ? a->more_values[index][i] : a->values[index]);
    return text;
}

/* A file's name as it is from everywhere; "-" stays. */
static char *absolute_name(const char *name) {
    char directory[PATH_MAX];
    if (name[0] == '/' || strcmp(name, "-") == 0 || getcwd(directory, sizeof directory) == NULL)
        return strdup(name);
    const size_t size = strlen(directory) + strlen(name) + 2;
    char *path = malloc(size);
    if (path != NULL)
        snprintf(path, size, "%s/%s", directory, name);
    return path;
}

/* ---- The words that are stored ---- */

static bool add_option(WordList *words, const Arguments *a, int index, Message *message) {
    const OptionSpec *option = &a->command->options[index];
    if (!word_list_add(words, option->name, message))
        return false;
    if (option->value_name == NULL)
        return true;
    if (a->more_count[index] > 1) {
        for (int i = 0; i < a->more_count[index]; i++)
            if (!word_list_add(words, a->more_values[index][i], message))
                return false;
        return true;
    }
    const bool names_file = (analyse_option_traits(index) & ANALYSE_NAMES_FILE) != 0;
    char *value = names_file ? absolute_name(a->values[index]) : strdup(a->values[index]);
    const bool added =
        value != NULL ? word_list_add(words, value, message) : message_set(message, "no memory");
    free(value);
    return added;
}

/* As JSON; malloced, NULL and a message if that fails. */
static char *words_in_force(const Arguments *a, Message *message) {
    WordList words = {.words = NULL};
    char *json = NULL;
    bool added = true;
    for (int i = 0; added && a->command->options[i].name != NULL; i++)
        if (a->values[i] != NULL && strcmp(a->command->options[i].name, "--session") != 0)
            added = add_option(&words, a, i, message);
    if (added && (json = word_list_to_json(&words)) == NULL)
        message_set(message, "a word of the command line is not UTF-8");
    word_list_clear(&words);
    return json;
}

/* ---- Taking up again ---- */

/* What may be said anew. */
static bool is_changeable(const Session *s, int index) {
    const char *option = s->stored.command->options[index].name;
    const bool file = arguments_value(&s->stored, "--epd") != NULL ||
                      arguments_value(&s->stored, "--pgn") != NULL;
    /* Another file is found out by what is in it; a file instead of something else is not. */
    if (strcmp(option, "--epd") == 0 || strcmp(option, "--pgn") == 0)
        return arguments_value(&s->stored, option) != NULL;
    return (analyse_option_traits(index) & (file ? ANALYSE_FILE_AGAIN : ANALYSE_ONE_AGAIN)) != 0;
}

static bool refuse_change(const Session *s, const Arguments *given, int index, Message *message) {
    const char *option = given->command->options[index].name;
    char *now = joined_value(given, index),
         *before = s->stored.values[index] != NULL ? joined_value(&s->stored, index) : NULL;
    const bool same = now != NULL && before != NULL && strcmp(now, before) == 0;
    if (!same && before != NULL)
        message_set(message, "%.100s was begun with %s %.60s, not %.60s", s->file_name, option,
                    before, now != NULL ? now : "");
    else if (!same)
        message_set(message, "%.100s was begun without %s, which cannot be changed", s->file_name,
                    option);
    free(now);
    free(before);
    return !same;
}

/* What is given goes before what is stored. */
static bool merge(Session *s, const Arguments *given, Message *message) {
    s->arguments = s->stored;
    s->arguments.tools = given->tools;
    for (int i = 0; given->command->options[i].name != NULL; i++) {
        if (given->values[i] == NULL)
            continue;
        if (!is_changeable(s, i) && refuse_change(s, given, i, message))
            return false;
        s->arguments.values[i] = given->values[i];
        s->arguments.more_values[i] = given->more_values[i];
        s->arguments.more_count[i] = given->more_count[i];
    }
    return true;
}

static void warn_of_version(const Session *s, Message *message) {
    char *version = database_get(s->store, "version", NULL);
    message->text[0] = '\0';
    if (version != NULL && strcmp(version, BRINDLE_VERSION) != 0)
        message_set(message,
                    "the session was begun by version %.60s, this is %.60s: results may differ",
                    version, BRINDLE_VERSION);
    free(version);
}

static bool take_up(Session *s, const Arguments *given, bool *misused, Message *message) {
    Message why;
    char *words = database_get(s->store, "words", message);
    const bool read = words != NULL && word_list_from_json(&s->words, words, message);
    free(words);
    if (!read)
        return false;
    if (!arguments_parse(given->command, s->words.count, s->words.words, &s->stored, &why))
        return message_set(message, "%.100s: its command line is not understood: %s", s->file_name,
                           why.text);
    *misused = true;
    if (!merge(s, given, message))
        return false;
    warn_of_version(s, message);
    return true;
}

/* ---- The whole ---- */

/* A file that a run left empty, killed before it began, is none. */
static bool is_there(const char *file_name) {
    struct stat about;
    return stat(file_name, &about) == 0 && (!S_ISREG(about.st_mode) || about.st_size > 0);
}

bool session_open(Session *s, const Arguments *given, bool *misused, Message *message) {
    *s = (Session){.file_name = arguments_value(given, "--session"), .arguments = *given};
    *misused = false;
    message->text[0] = '\0';
    if (s->file_name == NULL || !is_there(s->file_name))
        return true;
    s->store = database_open(s->file_name, &ANALYSIS_DATABASE, message);
    /* What was cut short while it was made is undone when it is opened. */
    if (s->store == NULL && !is_there(s->file_name)) {
        message->text[0] = '\0';
        return true;
    }
    return s->store != NULL && take_up(s, given, misused, message);
}

bool session_is_resumed(const Session *s) {
    return s->words.count > 0;
}

bool session_begin(Session *s, const char *input, Message *message) {
    if (s->file_name == NULL)
        return true;
    char *words = words_in_force(&s->arguments, message);
    bool begun = words != NULL;
    if (begun && s->store != NULL) {
        begun = database_set(s->store, "words", words, message);
    } else if (begun) {
        const DatabaseEntry entries[] = {{"words", words},
                                         {"version", BRINDLE_VERSION},
                                         {input != NULL ? "input" : NULL, input},
                                         {NULL, NULL}};
        s->store = database_create(s->file_name, &ANALYSIS_DATABASE, entries, message);
        begun = s->store != NULL;
    }
    free(words);
    return begun;
}

void session_close(Session *s) {
    database_close(s->store);
    arguments_free(&s->stored);
    word_list_clear(&s->words);
}
