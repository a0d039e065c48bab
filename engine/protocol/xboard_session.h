/*
 * One conversation over XBoard's protocol.  Only the files of engine/protocol/ use it.
 *
 * One thread obeys: it takes lines and the results of searches from one queue and alone touches
 * what is here, but for `output`, `progress` and `post`, which have locks of their own or are
 * atomic, and for `run`, which does not change while a search runs.
 */
#ifndef BRINDLE_ENGINE_PROTOCOL_XBOARD_SESSION_H
#define BRINDLE_ENGINE_PROTOCOL_XBOARD_SESSION_H

#include "engine/protocol/events.h"
#include "engine/protocol/output.h"
#include "engine/protocol/xboard_clock.h"
#include "engine/protocol/xboard_game.h"

#include <stdatomic.h>

/* What the engine does with the moves that come. */
typedef enum {
    MODE_FORCE,  /* only follows them */
    MODE_PLAY,   /* answers them for one side */
    MODE_ANALYSE /* thinks about every position */
} XboardMode;

/* What the search that runs is for. */
typedef enum { SEARCH_NONE, SEARCH_MOVE, SEARCH_PONDER, SEARCH_ANALYSIS } SearchPurpose;

typedef struct {
    SearchPurpose purpose;
    unsigned number;          /* results of other searches are late and do not count */
    Move expected;            /* SEARCH_PONDER: the opponent's move, which is thought to be made */
    int64_t nodes_per_second; /* as XboardClock has it */
} XboardRun;

/* How far the search has come, for "." and "hint". */
typedef struct {
    int depth, moves, moves_done; /* half-moves; root moves in all and behind it */
    int64_t time_ms;
    uint64_t nodes;
    Move current, best; /* MOVE_NONE: not known */
    pthread_mutex_t mutex;
} XboardProgress;

typedef struct {
    Engine *engine;
    Output output;
    EventQueue events;
    const RuleSet *rules;
    XboardGame game;
    XboardClock clock;
    XboardMode mode;
    Color side;           /* MODE_PLAY: whom the engine plays */
    bool ponders;         /* "hard" */
    bool draw_offered;    /* by the opponent, and not answered yet */
    bool analysed_before; /* UCI_AnalyseMode before "analyze" */
    Move reply;           /* that the engine expects in this position; MOVE_NONE */
    Score score;          /* of the engine's last move, as it saw it; SCORE_NONE */
    int excluded_count;   /* from the analysis of this position */
    Move excluded[MAX_MOVES];
    char **waiting; /* lines to obey when the move has been made */
    int waiting_count, waiting_room;
    XboardRun run;
    XboardProgress progress;
    atomic_bool post;
} XboardSession;

/* ---- xboard_search.c ---- */

/* The engine's turn: thinks about a move, or claims the end of the game. */
void xboard_think(XboardSession *s);
/* Thinks on the opponent's time, if it may and knows what to expect. */
void xboard_ponder(XboardSession *s);
/* Analyses the position as it stands, but for excluded moves. */
void xboard_analyse(XboardSession *s);
/* Ends a running search; its result does not count. */
void xboard_abandon(XboardSession *s);
/* The opponent has played the move that was pondered on, and it stands on the board. */
void xboard_ponder_hit(XboardSession *s);
/* A search has ended by itself: makes the move, if it was for one. */
void xboard_take_result(XboardSession *s, const Event *event);
/* Accepts an offered draw if the engine is content with one, now or (if it thinks) with its move.
 */
void xboard_answer_draw(XboardSession *s);
/* Answers "." and "hint". */
void xboard_tell_status(XboardSession *s);
void xboard_tell_hint(XboardSession *s);

/* ---- xboard_features.c ---- */

/* The "feature" lines. */
void xboard_list_features(XboardSession *s);
/* What XBoard has to know of the board and the men of this rule set. */
void xboard_describe_board(XboardSession *s);
/* Obeys the rest of an "option" line: "NAME=VALUE" or "NAME". */
bool xboard_set_option(XboardSession *s, char *arguments, Message *message);

#endif
