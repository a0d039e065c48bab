/*
 * A command line as a list of words that can be stored, and read from a JSON file.
 */
#ifndef BRINDLE_ENGINE_MATCH_WORD_LIST_H
#define BRINDLE_ENGINE_MATCH_WORD_LIST_H

#include "bitboard/message.h"

typedef struct {
    char **words; /* NULL behind the last */
    int count, room;
} WordList;

/* All zero is an empty list. */
void word_list_clear(WordList *list);
/* Adds a copy of the word.  False, and a message, if memory is out. */
bool word_list_add(WordList *list, const char *word, Message *message);

/*
 * Adds what a JSON file says, in the words of the command line: {"rounds": 10, "recover": true,
 * "each": {"tc": "10+0.1"}, "engine": [{"name": "A", "option": {"Hash": 16}, "arg": ["-x"]}]} is
 * --rounds 10 --recover --each tc=10+0.1 --engine name=A option.Hash=16 arg=-x.  A key that `given`
 * (an option with its dashes) knows is passed over, but for "engine".
 */
bool word_list_add_file(WordList *list, const char *file_name,
                        bool (*given)(const void *context, const char *option), const void *context,
                        Message *message);

/* As a JSON array of strings; malloced.  NULL if memory is out. */
char *word_list_to_json(const WordList *list);
bool word_list_from_json(WordList *list, const char *json, Message *message);

#endif
