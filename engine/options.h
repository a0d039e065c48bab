/*
 * Options as UCI knows them: the engine's own, and the type that other lists of options share.
 *
 * Lists, validation and documentation are read off one table.
 */
#ifndef BRINDLE_ENGINE_OPTIONS_H
#define BRINDLE_ENGINE_OPTIONS_H

#include "engine/search/engine.h"

#include <stdint.h>

typedef enum { OPTION_SPIN, OPTION_CHECK, OPTION_COMBO, OPTION_STRING, OPTION_BUTTON } OptionType;

/* A value as its option's type has read it. */
typedef struct {
    int64_t number; /* spin; check: 0 or 1; combo with a list: the value's place in it */
    const char *text;
} OptionValue;

typedef struct {
    const char *name;
    OptionType type;
    /* As listed; NULL for a button.  Combo: all values with blanks between, the default first;
     * NULL: the rule sets. */
    const char *default_text;
    int64_t least, most; /* spin */
    /* `target` is what the table is about: an Engine for ENGINE_OPTIONS.  May leave a remark in the
     * message when all went well. */
    bool (*set)(void *target, OptionValue value, Message *message);
} Option;

/* A tuning build adds an option for each number of the search. */
enum {
#ifdef BRINDLE_TUNING
#define X(name, value, least, most) +1
    ENGINE_OPTION_COUNT = 17 SEARCH_PARAMETERS(X)
#undef X
#else
    ENGINE_OPTION_COUNT = 17
#endif
};
extern const Option ENGINE_OPTIONS[ENGINE_OPTION_COUNT];

/* The option of that name (in any case) in a table; NULL if there is none. */
const Option *option_find(const Option *options, int count, const char *name);
/*
 * Reads `text` (NULL: no value was given) as the option's type has it and sets it.  False, and a
 * message that names the option, if it is no such value or cannot be set; if it is set, the
 * message is empty or a remark that the user should see.
 */
bool option_set(const Option *option, void *target, const char *text, Message *message);
/* Sets one of ENGINE_OPTIONS by name. */
bool engine_set_option(Engine *engine, const char *name, const char *text, Message *message);

#endif
