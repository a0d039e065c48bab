/*
 * One conversation over UCI: shared by the command loop and the options.  Only the files of
 * engine/protocol/ use it.
 */
#ifndef BRINDLE_ENGINE_PROTOCOL_UCI_SESSION_H
#define BRINDLE_ENGINE_PROTOCOL_UCI_SESSION_H

#include "engine/protocol/output.h"
#include "engine/search/engine.h"

typedef struct {
    Engine *engine;
    Output output;
    const RuleSet *rules;
    Position pos; /* as the last "position" left it */
    bool show_wdl;
} UciSession;

/* Prints the "option name …" lines. */
void uci_options_list(UciSession *s);
/* Obeys the rest of a "setoption" line: "name N [value V]". */
bool uci_options_set(UciSession *s, char *arguments, Message *message);

#endif
