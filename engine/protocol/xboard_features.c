#include "engine/options.h"
#include "engine/protocol/input.h"
#include "engine/protocol/xboard_notation.h"
#include "engine/protocol/xboard_session.h"

#include "brindle_version.h"

#include <inttypes.h>
#include <string.h>

/* ---- Options ---- */

static bool set_log_file(void *target, OptionValue value, Message *message) {
    XboardSession *s = target;
    return output_set_log(&s->output, value.text, message);
}

static const Option SESSION_OPTIONS[] = {
    {"Log File", OPTION_STRING, "<empty>", 0, 0, set_log_file},
};
enum { SESSION_OPTION_COUNT = sizeof SESSION_OPTIONS / sizeof SESSION_OPTIONS[0] };

/* "best weighted" becomes "*best /// weighted". */
static void write_choices(char *text, size_t size, const char *choices) {
    size_t used = (size_t)snprintf(text, size, "-combo *");
    for (; *choices != '\0' && used < size; choices++)
        used += (size_t)snprintf(text + used, size - used, "%s%.1s", *choices == ' ' ? " ///" : "",
                                 choices);
}

static void list_options(XboardSession *s, const Option *options, int count) {
    for (int i = 0; i < count; i++) {
        const Option *o = &options[i];
        char kind[80] = "";
        switch (o->type) {
        case OPTION_SPIN: /* XBoard reads the bounds into an int */
            snprintf(kind, sizeof kind, "-spin %s %" PRId64 " %" PRId64, o->default_text, o->least,
                     o->most > INT32_MAX ? (int64_t)INT32_MAX : o->most);
            break;
        case OPTION_CHECK:
            snprintf(kind, sizeof kind, "-check %d", strcmp(o->default_text, "true") == 0);
            break;
        case OPTION_STRING:
            snprintf(kind, sizeof kind, "-string %s",
                     strcmp(o->default_text, "<empty>") == 0 ? "" : o->default_text);
            break;
        case OPTION_BUTTON: snprintf(kind, sizeof kind, "-button"); break;
        case OPTION_COMBO:
            if (o->default_text == NULL)
                continue; /* the rule set: XBoard has "variant" */
            write_choices(kind, sizeof kind, o->default_text);
            break;
        }
        output_line(&s->output, "feature option=\"%s %s\"", o->name, kind);
    }
}

bool xboard_set_option(XboardSession *s, char *arguments, Message *message) {
    char *value = strchr(arguments, '=');
    if (value != NULL) {
        *value++ = '\0';
        value = trim_text(value);
    }
    const char *name = trim_text(arguments);
    const Option *option = option_find(SESSION_OPTIONS, SESSION_OPTION_COUNT, name);
    void *target = s;
    if (option == NULL) {
        option = option_find(ENGINE_OPTIONS, ENGINE_OPTION_COUNT, name);
        target = s->engine;
    }
    if (option == NULL)
        return message_set(message, "there is no option '%.60s'", name);
    const char *text = value;
    if (option->type == OPTION_CHECK && value != NULL && strcmp(value, "1") == 0)
        text = "true";
    else if (option->type == OPTION_CHECK && value != NULL && strcmp(value, "0") == 0)
        text = "false";
    return option_set(option, target, text, message);
}

/* ---- Features ---- */

void xboard_list_features(XboardSession *s) {
    Output *o = &s->output;
    output_line(o, "feature done=0");
    output_line(o, "feature myname=\"Brindle %s\"", BRINDLE_VERSION);
    output_line(o, "feature variants=\"%s,%s\"", RULES[0].name, RULES[1].name);
    output_line(o, "feature ping=1 setboard=1 usermove=1 playother=1 san=0 time=1 draw=1 reuse=1");
    output_line(o, "feature sigint=0 sigterm=0 colors=0 ics=0 name=1 pause=0 debug=1");
    output_line(o, "feature analyze=1 exclude=1 nps=1 memory=1 smp=1");
    list_options(s, ENGINE_OPTIONS, ENGINE_OPTION_COUNT);
    list_options(s, SESSION_OPTIONS, SESSION_OPTION_COUNT);
    output_line(o, "feature done=1");
}

/*
 * How the men move, in Betza's notation as XBoard extends it; those not named move as in chess.  A
 * pawn that may go three squares from its second rank goes two from its third ("ii").  The king's
 * slides towards a rook are one to four squares.
 */
void xboard_describe_board(XboardSession *s) {
    const RuleSet *rules = s->rules;
    char fen[FEN_SIZE];
    Position start;
    position_set_start(&start, rules);
    xboard_fen_write(&start, 0, true, fen);
    output_line(&s->output,
                "setup (PNBRQ...................C......WKpnbrq...................c......wk) "
                "%dx%d+0_fairy %s",
                FILES, RANKS, fen);
    output_line(&s->output, "piece P& %s",
                rules->pawn_advance[1] == 3 ? "fmWfceFifmW3iifmnD" : "fmWfceFifmnD");
    output_line(&s->output, "piece C& C");
    output_line(&s->output, "piece W& NC");
    output_line(&s->output, "piece K& %s", rules->castling ? "KisO1isO2isO3isO4" : "K");
}
