#include "engine/options.h"

#include "engine/number.h"

#include <string.h>
#include <strings.h>

/* ---- The engine's own ---- */

static bool set_hash(void *target, OptionValue value, Message *message) {
    return engine_set_hash(target, (size_t)value.number, message);
}
static bool set_threads(void *target, OptionValue value, Message *message) {
    return engine_set_threads(target, (int)value.number, message);
}
static bool set_multipv(void *target, OptionValue value, Message *message) {
    (void)message;
    engine_set_multipv(target, (int)value.number);
    return true;
}
static bool set_move_overhead(void *target, OptionValue value, Message *message) {
    (void)message;
    engine_set_move_overhead(target, (int)value.number);
    return true;
}
static bool set_analyse_mode(void *target, OptionValue value, Message *message) {
    (void)message;
    engine_set_analyse_mode(target, value.number != 0);
    return true;
}
static bool set_skill_level(void *target, OptionValue value, Message *message) {
    (void)message;
    engine_skill(target)->level = (int)value.number;
    return true;
}
static bool set_limit_strength(void *target, OptionValue value, Message *message) {
    (void)message;
    engine_skill(target)->limit_strength = value.number != 0;
    return true;
}
static bool set_elo(void *target, OptionValue value, Message *message) {
    (void)message;
    engine_skill(target)->elo = (int)value.number;
    return true;
}
static bool set_skill_seed(void *target, OptionValue value, Message *message) {
    (void)message;
    engine_skill(target)->seed = value.number;
    return true;
}
static bool clear_hash(void *target, OptionValue value, Message *message) {
    (void)value;
    (void)message;
    engine_clear(target);
    return true;
}

static bool set_hash_file(void *target, OptionValue value, Message *message) {
    const bool none = strcmp(value.text, "<empty>") == 0;
    return engine_set_hash_file(target, none ? "" : value.text, message);
}
static bool save_hash(void *target, OptionValue value, Message *message) {
    (void)value;
    return engine_save_hash(target, message);
}
static bool load_hash(void *target, OptionValue value, Message *message) {
    (void)value;
    return engine_load_hash(target, message);
}

static bool set_own_book(void *target, OptionValue value, Message *message) {
    (void)message;
    engine_book(target)->on = value.number != 0;
    return true;
}
static bool set_book_file(void *target, OptionValue value, Message *message) {
    return own_book_open(engine_book(target), value.text, message);
}
static bool set_book_depth(void *target, OptionValue value, Message *message) {
    (void)message;
    engine_book(target)->depth = (int)value.number;
    return true;
}
static bool set_book_variety(void *target, OptionValue value, Message *message) {
    (void)message;
    engine_book(target)->weighted = value.number == 1;
    return true;
}

#ifdef BRINDLE_TUNING
#define X(name, value, least, most)                                         \
    static bool set_##name(void *target, OptionValue v, Message *message) { \
        (void)message;                                                      \
        engine_parameters(target)->name = (int)v.number;                    \
        return true;                                                        \
    }
SEARCH_PARAMETERS(X)
#undef X
#endif

/* A macro's value as text. */
#define SPELLED(number)       SPELLED_AGAIN(number)
#define SPELLED_AGAIN(number) #number

const Option ENGINE_OPTIONS[ENGINE_OPTION_COUNT] = {
    {"Hash", OPTION_SPIN, "64", 1, 1 << 25, set_hash},
    {"Threads", OPTION_SPIN, "1", 1, MAX_THREADS, set_threads},
    {"MultiPV", OPTION_SPIN, "1", 1, MAX_MULTIPV, set_multipv},
    {"Move Overhead", OPTION_SPIN, "20", 0, 5000, set_move_overhead},
    {"UCI_AnalyseMode", OPTION_CHECK, "false", 0, 0, set_analyse_mode},
    {"Skill Level", OPTION_SPIN, SPELLED(SKILL_LEVEL_FULL), 0, SKILL_LEVEL_FULL, set_skill_level},
    {"UCI_LimitStrength", OPTION_CHECK, "false", 0, 0, set_limit_strength},
    {"UCI_Elo", OPTION_SPIN, SPELLED(SKILL_ELO_MOST), SKILL_ELO_LEAST, SKILL_ELO_MOST, set_elo},
    {"Skill Seed", OPTION_SPIN, "0", 0, INT64_MAX, set_skill_seed},
    {"Clear Hash", OPTION_BUTTON, NULL, 0, 0, clear_hash},
    {"HashFile", OPTION_STRING, "<empty>", 0, 0, set_hash_file},
    {"SaveHash", OPTION_BUTTON, NULL, 0, 0, save_hash},
    {"LoadHash", OPTION_BUTTON, NULL, 0, 0, load_hash},
    {"OwnBook", OPTION_CHECK, "false", 0, 0, set_own_book},
    {"BookFile", OPTION_STRING, "<empty>", 0, 0, set_book_file},
    {"BookDepth", OPTION_SPIN, "255", 0, OWN_BOOK_DEPTH_MAX, set_book_depth},
    {"BookVariety", OPTION_COMBO, "best weighted", 0, 0, set_book_variety},
#ifdef BRINDLE_TUNING
#define X(name, value, least, most) {#name, OPTION_SPIN, #value, least, most, set_##name},
    SEARCH_PARAMETERS(X)
#undef X
#endif
};
_Static_assert(OWN_BOOK_DEPTH_MAX == 255 && DEFAULT_HASH_MIB == 64 &&
                   DEFAULT_MOVE_OVERHEAD_MS == 20,
               "the defaults listed are the engine's");

/* ---- All tables ---- */

const Option *option_find(const Option *options, int count, const char *name) {
    for (int i = 0; i < count; i++)
        if (strcasecmp(options[i].name, name) == 0)
            return &options[i];
    return NULL;
}

static bool read_choice(const Option *o, const char *text, OptionValue *value, Message *message) {
    const size_t length = strlen(text);
    const char *choice = o->default_text;
    for (value->number = 0; *choice != '\0'; value->number++) {
        const size_t its_length = strcspn(choice, " ");
        if (length == its_length && strncasecmp(choice, text, length) == 0)
            return true;
        choice += its_length;
        choice += strspn(choice, " ");
    }
    return message_set(message, "option %s: '%.40s' is none of: %s", o->name, text,
                       o->default_text);
}

static bool read_value(const Option *o, const char *text, OptionValue *value, Message *message) {
    *value = (OptionValue){0, text != NULL ? text : ""};
    if (o->type == OPTION_BUTTON)
        return true;
    if (text == NULL && o->type != OPTION_STRING)
        return message_set(message, "option %s: the value is missing", o->name);
    if (o->type == OPTION_SPIN)
        return number_read(o->name, text, o->least, o->most, &value->number, message);
    if (o->type == OPTION_COMBO && o->default_text != NULL)
        return read_choice(o, text, value, message);
    if (o->type == OPTION_CHECK) {
        value->number = strcasecmp(text, "true") == 0;
        if (value->number == 0 && strcasecmp(text, "false") != 0)
            return message_set(message, "option %s: it must be true or false, not '%.40s'", o->name,
                               text);
    }
    return true;
}

bool option_set(const Option *option, void *target, const char *text, Message *message) {
    OptionValue value;
    message->text[0] = '\0';
    return read_value(option, text, &value, message) && option->set(target, value, message);
}

bool engine_set_option(Engine *engine, const char *name, const char *text, Message *message) {
    const Option *option = option_find(ENGINE_OPTIONS, ENGINE_OPTION_COUNT, name);
    if (option == NULL)
        return message_set(message, "there is no option '%.60s'", name);
    return option_set(option, engine, text, message);
}
