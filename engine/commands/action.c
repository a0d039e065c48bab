#include "engine/commands/action.h"

#include "engine/commands/nearest.h"

#include <stdio.h>
#include <string.h>

static bool refuse(const Nearest *nearest, const ActionSpec *const *actions, Message *message) {
    char names[200] = "";
    size_t used = 0;
    if (nearest->best != NULL)
        return message_set(message, "'%.60s' is no action; did you mean '%s'?", nearest->word,
                           nearest->best);
    for (int i = 0; actions[i] != NULL && used < sizeof names; i++)
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%s",
                                 i == 0                   ? ""
                                 : actions[i + 1] == NULL ? " and "
                                                          : ", ",
                                 actions[i]->name);
    return message_set(message, "'%.60s' is none of %s", nearest->word, names);
}

static bool check_options(const Arguments *a, const ActionSpec *action, int bit, Message *message) {
    const OptionSpec *options = a->command->options;
    for (int i = 0; options[i].name != NULL; i++)
        if (a->values[i] != NULL && (a->command->takers[i] & bit) == 0)
            return message_set(message, "%s does not go with '%s'", options[i].name, action->name);
    return true;
}

static bool check_files(const Arguments *a, const ActionSpec *action, Message *message) {
    const int files = a->positional_count - 1;
    if (files < action->least_files)
        return message_set(message, "%s: %s is missing", action->name, action->files);
    return files <= action->most_files ||
           message_set(message, "%s takes %s, and nothing behind it", action->name, action->files);
}

const ActionSpec *action_find(const Arguments *arguments, Message *message) {
    const ActionSpec *const *actions = arguments->command->actions;
    const char *word = arguments->positional[0];
    Nearest nearest;
    nearest_init(&nearest, word);
    for (int i = 0; actions[i] != NULL; i++) {
        if (strcmp(actions[i]->name, word) == 0)
            return check_options(arguments, actions[i], 1 << i, message) &&
                           check_files(arguments, actions[i], message)
                       ? actions[i]
                       : NULL;
        nearest_offer(&nearest, actions[i]->name);
    }
    refuse(&nearest, actions, message);
    return NULL;
}

int action_end(const Arguments *arguments, bool done, bool misused, uint64_t faults,
               const Message *message) {
    char title[64];
    if (!done && misused)
        return arguments_refuse(arguments, message);
    if (!done && interrupted())
        fprintf(stderr, "%s: interrupted\n", command_title(arguments->command, title));
    else if (!done && ferror(stdout) == 0) /* which is told for all commands in one place */
        fprintf(stderr, "%s: %s\n", command_title(arguments->command, title), message->text);
    return interrupted() ? EXIT_INTERRUPTED : done && faults == 0 ? 0 : 1;
}
