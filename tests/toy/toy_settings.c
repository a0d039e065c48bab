#include "tests/toy/toy_settings.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static const char *const FAULT_NAMES[FAULTS] = {
    [FAULT_CRASH] = "crash",
    [FAULT_ABORT] = "abort",
    [FAULT_EXIT] = "exit",
    [FAULT_STALL] = "stall",
    [FAULT_DEAF] = "deaf",
    [FAULT_ILLEGAL] = "illegal",
    [FAULT_GARBAGE] = "garbage",
    [FAULT_NOMOVE] = "nomove",
    [FAULT_EMPTY] = "empty",
    [FAULT_LATE] = "late",
    [FAULT_CLOSE] = "close",
    [FAULT_FLOOD] = "flood",
    [FAULT_FLOOD_LINES] = "floodlines",
    [FAULT_FLOOD_FOREVER] = "floodforever",
    [FAULT_NO_UCIOK] = "nouciok",
    [FAULT_FAIL_START] = "failstart",
    [FAULT_NO_READY] = "noready",
    [FAULT_WRONG_CLAIM] = "wrongclaim",
    [FAULT_RESIGN] = "resign",
    [FAULT_DRAW_CLAIM] = "drawclaim",
    [FAULT_OFFER_DRAW] = "offerdraw",
    [FAULT_ECHO] = "echo",
    [FAULT_RAW_ECHO] = "rawecho",
    [FAULT_BAD_INFO] = "badinfo",
    [FAULT_TWO_MOVES] = "twomoves",
    [FAULT_IGNORE_QUIT] = "ignorequit",
    [FAULT_IGNORE_TERM] = "ignoreterm",
};
_Static_assert(FAULTS <= 32, "a bit each");

static const char *const STYLE_NAMES[] = {"random", "greedy", "tuned", NULL};
static const char *const FEATURE_NAMES[] = {"normal", "late", "held", "none", "old", NULL};
static const char *const CASE_NAMES[] = {"lower", "upper", NULL};

typedef struct {
    const char *key;
    size_t offset;            /* in Settings: an int64_t, or a const char * if `is_text` */
    int64_t least, most;      /* a number */
    const char *const *words; /* or one of these, kept as its index */
    bool is_text;             /* or any text */
} Switch;

#define MILLISECONDS ((int64_t)24 * 60 * 60 * 1000)
#define AT(field)    offsetof(Settings, field)

static const Switch SWITCHES[] = {
    {"seed", AT(seed), 0, INT32_MAX, NULL, false},
    {"style", AT(style), 0, 0, STYLE_NAMES, false},
    {"think", AT(think_ms), 0, MILLISECONDS, NULL, false},
    {"slowstart", AT(slow_start_ms), 0, MILLISECONDS, NULL, false},
    {"at", AT(at), 1, INT32_MAX, NULL, false},
    {"games", AT(games), 0, INT32_MAX, NULL, false},
    {"late", AT(late_ms), 0, MILLISECONDS, NULL, false},
    {"life", AT(life_s), 1, 3600, NULL, false},
    {"bytes", AT(flood_bytes), 1, INT64_MAX, NULL, false},
    {"lines", AT(flood_lines), 1, INT64_MAX, NULL, false},
    {"score", AT(score), INT32_MIN, INT32_MAX, NULL, false},
    {"feature", AT(features), 0, 0, FEATURE_NAMES, false},
    {"usermove", AT(usermove), 0, 1, NULL, false},
    {"ranks", AT(first_rank), 0, 1, NULL, false},
    {"reuse", AT(reuse), 0, 1, NULL, false},
    {"claims", AT(claims), 0, 1, NULL, false},
    {"setup", AT(setup), 0, 1, NULL, false},
    {"crlf", AT(crlf), 0, 1, NULL, false},
    {"blanks", AT(blanks), 0, 1, NULL, false},
    {"split", AT(split), 0, 1, NULL, false},
    {"promotion", AT(upper), 0, 0, CASE_NAMES, false},
    {"stderr", AT(noise), 0, 1, NULL, false},
    {"name", AT(name), 0, 0, NULL, true},
    {"log", AT(log), 0, 0, NULL, true},
    {"once", AT(once), 0, 0, NULL, true},
};
enum { SWITCH_COUNT = sizeof SWITCHES / sizeof SWITCHES[0] };

/* "illegal" or "stall,ignorequit". */
static bool read_faults(const char *text, uint32_t *faults, Message *message) {
    for (const char *word = text;;) {
        const size_t length = strcspn(word, ",");
        int fault = 0;
        while (fault < FAULTS && (strncmp(FAULT_NAMES[fault], word, length) != 0 ||
                                  FAULT_NAMES[fault][length] != '\0'))
            fault++;
        if (fault == FAULTS)
            return message_set(message, "fault=%.100s: no such fault", word);
        *faults |= UINT32_C(1) << fault;
        if (word[length] == '\0')
            return true;
        word += length + 1;
    }
}

static bool read_value(const Switch *s, const char *value, Settings *settings, Message *message) {
    char *field = (char *)settings + s->offset;
    if (s->is_text) {
        memcpy(field, &value, sizeof value);
        return true;
    }
    int64_t number = 0;
    if (s->words != NULL) {
        while (s->words[number] != NULL && strcmp(s->words[number], value) != 0)
            number++;
        if (s->words[number] == NULL)
            return message_set(message, "%s=%.100s: no such word", s->key, value);
    } else {
        char *end = NULL;
        errno = 0;
        number = strtoll(value, &end, 10);
        if (end == value || *end != '\0' || errno != 0 || number < s->least || number > s->most)
            return message_set(message, "%s=%.100s: it must be %lld to %lld", s->key, value,
                               (long long)s->least, (long long)s->most);
    }
    memcpy(field, &number, sizeof number);
    return true;
}

static bool read_argument(const char *argument, Settings *settings, Message *message) {
    if (strcmp(argument, "uci") == 0 || strcmp(argument, "xboard") == 0) {
        settings->protocol = argument[0] == 'u' ? PROTOCOL_UCI : PROTOCOL_XBOARD;
        return true;
    }
    const char *equals = strchr(argument, '=');
    const size_t length = equals != NULL ? (size_t)(equals - argument) : 0;
    if (length == strlen("fault") && strncmp(argument, "fault", length) == 0)
        return read_faults(equals + 1, &settings->faults, message);
    for (int i = 0; equals != NULL && i < SWITCH_COUNT; i++)
        if (strlen(SWITCHES[i].key) == length && strncmp(SWITCHES[i].key, argument, length) == 0)
            return read_value(&SWITCHES[i], equals + 1, settings, message);
    return message_set(message, "'%.100s' is neither a protocol nor a switch", argument);
}

bool settings_read(int argc, char **argv, Settings *settings, Message *message) {
    *settings = (Settings){.style = STYLE_GREEDY,
                           .seed = 1,
                           .at = 10,
                           .late_ms = 100,
                           .life_s = 120,
                           .flood_bytes = 8 << 20,
                           .flood_lines = 1000000,
                           .score = MATERIAL_SCORE,
                           .reuse = 1,
                           .claims = 1,
                           .setup = 1,
                           .name = "Toy"};
    for (int i = 1; i < argc; i++)
        if (!read_argument(argv[i], settings, message))
            return false;
    return true;
}
