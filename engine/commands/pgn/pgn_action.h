/*
 * What the `pgn` command's actions (check, fix, stats, …) share.
 *
 * The front end opens one file after the other, reads game by game, reports what is broken and
 * shows how far it is; an action sees one game at a time.
 */
#ifndef BRINDLE_ENGINE_COMMANDS_PGN_PGN_ACTION_H
#define BRINDLE_ENGINE_COMMANDS_PGN_PGN_ACTION_H

#include "engine/commands/action.h"
#include "engine/commands/pgn/pgn_filter.h"
#include "engine/commands/reading_progress.h"
#include "engine/pgn/pgn.h"

typedef struct PgnTask PgnTask;

typedef struct {
    ActionSpec spec; /* first, so that the one found leads to the whole */
    /* Each may be NULL.  Those that return false fill in the message, and everything ends. */
    bool (*begin)(PgnTask *task, Message *message);
    bool (*take)(PgnTask *task, PgnGame *game, Message *message);
    /* A game that cannot be read, with what was read of it; `why` has been reported already. */
    bool (*take_broken)(PgnTask *task, PgnGame *game, const char *why, Message *message);
    bool (*finish)(PgnTask *task, Message *message);
    void (*release)(PgnTask *task); /* whatever happened, once begin has been called */
    bool reports;                   /* its output is the list of what is wrong */
} PgnAction;

struct PgnTask {
    const PgnAction *action;
    const Arguments *arguments;
    const RuleSet *rules; /* of games without a Variant tag; NULL: they are errors */
    PgnFilter filter;
    FILE *out;
    void *state; /* the action's own */
    ReadingProgress progress;
    const char *file; /* the name of the one being read, for messages */
    int64_t games;    /* read, broken ones among them */
    int64_t errors, warnings;
    int64_t written; /* games or positions */
};

/* What each of them takes. */
#define PGN_FILES "FILE… (- is standard input)"

extern const PgnAction PGN_CHECK, PGN_FIX, PGN_STATS, PGN_TO_EPD, PGN_EXTRACT;

/* Reports one fault or warning of an action that reports: one line of its output. */
void pgn_task_report(PgnTask *task, bool error, const char *text);
/* Writes a game to the task's output and counts it. */
bool pgn_task_write(PgnTask *task, const PgnGame *game, Message *message);

#endif
