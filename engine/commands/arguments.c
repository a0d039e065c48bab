#include "bitboard/fen.h"
#include "bitboard/notation.h"
#include "engine/commands/command.h"
#include "engine/commands/nearest.h"
#include "engine/number.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool takes_many(const OptionSpec *option) {
    return option->value_name != NULL && strstr(option->value_name, "…") != NULL;
}

/* The index of the option that `word` (of `length` bytes) names, or -1. */
static int find_option(const Command *command, const char *word, size_t length) {
    for (int i = 0; command->options[i].name != NULL; i++)
        if (strlen(command->options[i].name) == length &&
            strncmp(command->options[i].name, word, length) == 0)
            return i;
    return -1;
}

static bool refuse_option(const Command *command, const char *typed, size_t length,
                          Message *message) {
    char word[64];
    Nearest nearest;
    snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : sizeof word - 1),
             typed);
    nearest_init(&nearest, word);
    for (int i = 0; command->options[i].name != NULL; i++)
        nearest_offer(&nearest, command->options[i].name);
    if (nearest.best != NULL)
        return message_set(message, "there is no option '%.60s'; did you mean %s?", word,
                           nearest.best);
    return message_set(message, "there is no option '%.60s'", word);
}

/* With one dash, too, so that "-fen" is told what it should be; "-5" is a number. */
static bool is_option(const char *word) {
    return word[0] == '-' && (word[1] == '-' || isalpha((unsigned char)word[1]));
}

static bool repeats(const Command *command, const char *option) {
    for (int i = 0; i < 4 && command->repeatable[i] != NULL; i++)
        if (strcmp(command->repeatable[i], option) == 0)
            return true;
    return false;
}

/* Reads the option at argv[*i], with its value or values, and moves *i to the last word read. */
static bool read_option(Arguments *a, int argc, char *const *argv, int *i, Message *message) {
    const char *word = argv[*i], *equals = strchr(word, '=');
    const size_t length = equals != NULL ? (size_t)(equals - word) : strlen(word);
    const int index = find_option(a->command, word, length);
    if (index < 0)
        return refuse_option(a->command, word, length, message);
    const OptionSpec *option = &a->command->options[index];
    if (a->values[index] != NULL && !repeats(a->command, option->name))
        return message_set(message, "%s is given twice", option->name);
    if (option->value_name == NULL) {
        a->values[index] = "";
        return equals == NULL || message_set(message, "%s takes no value", option->name);
    }
    if (equals != NULL) {
        a->values[index] = equals + 1;
        return true;
    }
    if (*i + 1 >= argc || is_option(argv[*i + 1]))
        return message_set(message, "%s: its value (%s) is missing", option->name,
                           option->value_name);
    a->values[index] = argv[++*i];
    a->more_values[index] = &argv[*i];
    a->more_count[index] = 1;
    while (takes_many(option) && *i + 1 < argc && !is_option(argv[*i + 1])) {
        ++*i;
        a->more_count[index]++;
    }
    return true;
}

bool arguments_parse(const Command *command, int argc, char *const *argv, Arguments *a,
                     Message *message) {
    memset(a, 0, sizeof *a);
    a->command = command;
    a->argc = argc;
    a->argv = argv;
    a->positional = calloc((size_t)argc + 1, sizeof *a->positional);
    if (a->positional == NULL)
        return message_set(message, "no memory");
    for (int i = 0; i < argc; i++) {
        if (is_option(argv[i])) {
            if (!read_option(a, argc, argv, &i, message))
                return false;
        } else if (a->positional_count == command->most_positional) {
            return message_set(message, "'%.60s' is one word too many", argv[i]);
        } else {
            a->positional[a->positional_count++] = argv[i];
        }
    }
    if (a->positional_count < command->least_positional)
        return message_set(message, "%s is missing", command->positional);
    return true;
}

void arguments_free(Arguments *a) {
    free(a->positional);
}

static int index_of(const Arguments *a, const char *option) {
    return find_option(a->command, option, strlen(option));
}

const char *arguments_value(const Arguments *a, const char *option) {
    const int index = index_of(a, option);
    return index < 0 ? NULL : a->values[index];
}

int arguments_words(const Arguments *a, const char *option, char *const **words) {
    const int index = index_of(a, option);
    if (index < 0 || a->values[index] == NULL)
        return 0;
    *words = a->more_values[index];
    return a->more_count[index];
}

int arguments_repeated(const Arguments *a, const char *option, int index, char *const **words) {
    for (int i = 0; i < a->argc; i++) {
        if (strcmp(a->argv[i], option) != 0 || index-- > 0)
            continue;
        int end = i + 1;
        while (end < a->argc && !is_option(a->argv[end]))
            end++;
        *words = &a->argv[i + 1];
        return end - i - 1;
    }
    return 0;
}

bool arguments_number(const Arguments *a, const char *option, int64_t least, int64_t most,
                      int64_t *number, Message *message) {
    const char *value = arguments_value(a, option);
    return value == NULL || number_read(option, value, least, most, number, message);
}

bool arguments_real(const Arguments *a, const char *option, double least, double most,
                    double *number, Message *message) {
    const char *value = arguments_value(a, option);
    return value == NULL || number_read_real(option, value, least, most, number, message);
}

bool arguments_positional_number(const Arguments *a, int index, const char *what, int64_t least,
                                 int64_t most, int64_t *number, Message *message) {
    return index >= a->positional_count ||
           number_read(what, a->positional[index], least, most, number, message);
}

bool arguments_positional_real(const Arguments *a, int index, const char *what, double least,
                               double most, double *number, Message *message) {
    return index >= a->positional_count ||
           number_read_real(what, a->positional[index], least, most, number, message);
}

char *command_title(const Command *command, char text[64]) {
    snprintf(text, 64, "brindle%c%s", command->alone ? '-' : ' ', command->name);
    return text;
}

int arguments_refuse(const Arguments *a, const Message *message) {
    char title[64];
    fprintf(stderr, "%s: %s\n", command_title(a->command, title), message->text);
    return EXIT_USAGE;
}

/* Plays the moves in a text, by coordinates or SAN; move numbers ("12.", "3...") are passed over.
 */
static bool play_moves(Position *pos, const char *text, int *number, Move *last, Message *message) {
    while (*text != '\0') {
        text += strspn(text, " \t\r\n,");
        const size_t length = strcspn(text, " \t\r\n,");
        char word[64];
        if (length == 0)
            break;
        if (length >= sizeof word)
            return message_set(message, "--moves: '%.40s…' is no move", text);
        memcpy(word, text, length);
        word[length] = '\0';
        text += length;
        const size_t digits = strspn(word, "0123456789");
        const char *spelled = word;
        if (digits > 0 && word[digits] == '.')
            spelled = word + digits + strspn(word + digits, ".");
        if (*spelled == '\0')
            continue;
        Move move;
        Undo undo;
        Message why;
        ++*number;
        if (!move_parse(pos, spelled, &move, &why) && !san_parse(pos, spelled, &move, &why))
            return message_set(message, "--moves: move %d: %s", *number, why.text);
        position_make(pos, move, &undo);
        *last = move;
    }
    return true;
}

/* The position that --fen and --moves say, and the last of the moves. */
static bool set_up(const Arguments *a, const RuleSet *rules, Position *pos, Move *last,
                   Message *message) {
    const char *fen = arguments_value(a, "--fen");
    if (fen == NULL || strcmp(fen, "startpos") == 0)
        position_set_start(pos, rules);
    else if (!fen_parse_position(fen, rules, pos, message))
        return false;
    const char *moves = arguments_value(a, "--moves");
    char *const *words = NULL;
    const int count = arguments_words(a, "--moves", &words);
    int number = 0;
    *last = MOVE_NONE;
    if (moves != NULL && count == 0) /* --moves=… */
        return play_moves(pos, moves, &number, last, message);
    for (int i = 0; i < count; i++)
        if (!play_moves(pos, words[i], &number, last, message))
            return false;
    return true;
}

bool arguments_position_by(const Arguments *a, const RuleSet *rules, Position *pos,
                           Message *message) {
    Move last;
    return set_up(a, rules, pos, &last, message);
}

bool arguments_position_and_move(const Arguments *a, Position *pos, Move *last, Message *message) {
    const char *variant = arguments_value(a, "--variant");
    const RuleSet *rules = variant != NULL ? rules_find(variant, message) : &RULES[0];
    return rules != NULL && set_up(a, rules, pos, last, message);
}

bool arguments_position(const Arguments *a, Position *pos, Message *message) {
    Move last;
    return arguments_position_and_move(a, pos, &last, message);
}
