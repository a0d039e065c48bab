#include "engine/match/word_list.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

void word_list_clear(WordList *list) {
    for (int i = 0; i < list->count; i++)
        free(list->words[i]);
    free(list->words);
    *list = (WordList){NULL, 0, 0};
}

bool word_list_add(WordList *list, const char *word, Message *message) {
    if (list->count + 1 >= list->room) {
        const int room = list->room > 0 ? 2 * list->room : 32;
        char **words = realloc(list->words, (size_t)room * sizeof *words);
        if (words == NULL)
            return message_set(message, "no memory");
        list->words = words;
        list->room = room;
    }
    char *copy = strdup(word);
    if (copy == NULL)
        return message_set(message, "no memory");
    list->words[list->count++] = copy;
    list->words[list->count] = NULL;
    return true;
}

/* ---- JSON files ---- */

/* A string, number or truth value as a word; NULL for anything else.  Malloced. */
static char *scalar_text(const json_t *value) {
    if (json_is_string(value))
        return strdup(json_string_value(value));
    if (json_is_boolean(value))
        return strdup(json_is_true(value) ? "true" : "false");
    if (json_is_number(value))
        return json_dumps(value, JSON_ENCODE_ANY | JSON_REAL_PRECISION(15));
    return NULL;
}

static bool add_pair(WordList *list, const char *prefix, const char *key, const json_t *value,
                     Message *message) {
    char *text = scalar_text(value);
    if (text == NULL)
        return message_set(message, "\"%.60s\": its value must be a text, a number, true or false",
                           key);
    const size_t size = strlen(prefix) + strlen(key) + strlen(text) + 2;
    char *word = malloc(size);
    bool added = word != NULL || message_set(message, "no memory");
    if (added) {
        snprintf(word, size, "%s%s=%s", prefix, key, text);
        added = word_list_add(list, word, message);
    }
    free(word);
    free(text);
    return added;
}

/* {"name": "A", "arg": ["-x", "-y"], "option": {"Hash": 16}} as key=value words. */
static bool add_object(WordList *list, json_t *object, Message *message) {
    const char *key, *name;
    json_t *value, *item;
    size_t i;
    json_object_foreach(object, key, value) {
        if (json_is_array(value)) {
            json_array_foreach(value, i,
                               item) if (!add_pair(list, "", key, item, message)) return false;
        } else if (json_is_object(value) && strcmp(key, "option") == 0) {
            json_object_foreach(value, name, item) if (!add_pair(list, "option.", name, item,
                                                                 message)) return false;
        } else if (!add_pair(list, "", key, value, message)) {
            return false;
        }
    }
    return true;
}

static bool add_option(WordList *list, const char *option, json_t *value, Message *message) {
    if (json_is_false(value))
        return true;
    if (!word_list_add(list, option, message))
        return false;
    if (json_is_true(value))
        return true;
    if (json_is_object(value))
        return add_object(list, value, message);
    if (json_is_array(value)) {
        size_t i;
        json_t *item;
        json_array_foreach(value, i, item) {
            char *text = scalar_text(item);
            const bool added = text != NULL ? word_list_add(list, text, message)
                                            : message_set(message,
                                                          "\"%.60s\": item %zu is neither a text "
                                                          "nor a number",
                                                          option + 2, i + 1);
            free(text);
            if (!added)
                return false;
        }
        return true;
    }
    char *text = scalar_text(value);
    const bool added = text != NULL ? word_list_add(list, text, message)
                                    : message_set(message, "\"%.60s\" has no value", option + 2);
    free(text);
    return added;
}

static bool add_member(WordList *list, const char *key, json_t *value,
                       bool (*given)(const void *context, const char *option), const void *context,
                       Message *message) {
    char option[80];
    snprintf(option, sizeof option, "--%s", key);
    if (strcmp(key, "engine") != 0)
        return given(context, option) || add_option(list, option, value, message);
    if (json_is_object(value))
        return add_option(list, option, value, message);
    if (!json_is_array(value))
        return message_set(message, "\"engine\" must be an object or an array of objects");
    size_t i;
    json_t *item;
    json_array_foreach(value, i, item) {
        if (!json_is_object(item))
            return message_set(message, "\"engine\": item %zu is no object", i + 1);
        if (!add_option(list, option, item, message))
            return false;
    }
    return true;
}

bool word_list_add_file(WordList *list, const char *file_name,
                        bool (*given)(const void *context, const char *option), const void *context,
                        Message *message) {
    json_error_t error;
    json_t *root = json_load_file(file_name, JSON_REJECT_DUPLICATES, &error);
    Message why;
    if (root == NULL)
        return message_set(message, "%.160s, line %d: %.120s", file_name, error.line, error.text);
    bool added = json_is_object(root);
    if (!added)
        message_set(&why, "it must hold an object");
    const char *key;
    json_t *value;
    json_object_foreach(root, key, value) added =
        added && add_member(list, key, value, given, context, &why);
    json_decref(root);
    return added || message_set(message, "%.160s: %s", file_name, why.text);
}

/* ---- Storing ---- */

char *word_list_to_json(const WordList *list) {
    json_t *array = json_array();
    for (int i = 0; i < list->count; i++)
        json_array_append_new(array, json_string(list->words[i]));
    char *text = json_array_size(array) == (size_t)list->count ? json_dumps(array, 0) : NULL;
    json_decref(array);
    return text;
}

bool word_list_from_json(WordList *list, const char *json, Message *message) {
    json_error_t error;
    json_t *array = json_loads(json, 0, &error), *item;
    size_t i;
    bool read = json_is_array(array);
    json_array_foreach(array, i, item) read =
        read && json_is_string(item) && word_list_add(list, json_string_value(item), message);
    json_decref(array);
    return read || message_set(message, "the stored command line cannot be read");
}
