/*
 * The toy engine itself: what both protocols share.
 *
 * toy_uci.c and toy_xboard.c each define a Protocol; toy_run() feeds it lines and tells it when to
 * answer.
 */
#ifndef BRINDLE_TESTS_TOY_TOY_H
#define BRINDLE_TESTS_TOY_TOY_H

#include "tests/toy/toy_io.h"
#include "tests/toy/toy_notation.h"
#include "tests/toy/toy_player.h"

typedef struct Toy Toy;

typedef struct {
    bool is_xboard;
    void (*line)(Toy *toy, char *line);
    /* The time to think is over, or a stop came: answer. */
    void (*answer)(Toy *toy);
} Protocol;

extern const Protocol UCI_PROTOCOL, XBOARD_PROTOCOL;

typedef enum {
    SEARCH_NONE,
    SEARCH_TIMED, /* until `deadline_ms` */
    SEARCH_HELD   /* until we are told: pondering, or an infinite search */
} SearchState;

/* What only UCI needs. */
typedef struct {
    bool pondering;
    bool may_ponder; /* the option: say what we would ponder on */
    bool restricted; /* `only` holds the moves of "go searchmoves" */
    MoveList only;
    int64_t depth, nodes; /* limits; 0 for none */
} UciState;

typedef struct {
    Move move;
    Undo undo;
} Played;

/* What only XBoard needs. */
typedef struct {
    Played *played; /* since the position was set up */
    size_t played_count, played_room;
    bool force, over, post, usermove;
    bool features_known; /* the GUI has said protover and was answered */
    Color side;          /* that the engine plays, unless in force mode */
    int64_t depth;
    bool pong_due; /* a ping that came while we were thinking */
    int64_t pong;
} XboardState;

struct Toy {
    Settings settings;
    Input input;
    Output output;
    const Protocol *protocol; /* NULL: not yet known */
    Spelling spelling;
    Player player;
    Position pos;

    SearchState search;
    int64_t started_ms, deadline_ms;
    int64_t clock_ms; /* what we had when the search began; -1 without a clock */
    bool deaf_to_stop;

    bool new_game; /* the next search begins a game */
    int64_t games; /* begun so far, this one included */
    int64_t moves; /* of ours in this game */

    bool silent;       /* reads on and answers nothing any more */
    bool once_granted; /* this process is the one that may go wrong */
    bool done;

    UciState uci;
    XboardState xboard;
};

/* Reads and obeys until told to quit. */
void toy_run(Toy *toy);

/*
 * Starts to think on a move; the answer comes after the time that the settings say, at once if that
 * is none.  With `held`, not before toy_stop() or toy_let_go().
 */
void toy_search(Toy *toy, bool held);
/* A held search goes on against the clock. */
void toy_let_go(Toy *toy);
/* Answers now. */
void toy_stop(Toy *toy);
/* Forgets the search. */
void toy_abort(Toy *toy);
/* The present search is answered. */
void toy_count_move(Toy *toy);

/* Notes in the log what the other side did wrong; in UCI as an info string, too. */
void toy_complain(Toy *toy, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The next word of a line, which is cut off at its end; NULL if there is none. */
char *toy_word(char **rest);
/*
 * A number at the start of a word, 0 if there is none; `word` may be NULL.  Nothing beyond
 * TOY_MOST, so that times can be multiplied.
 */
#define TOY_MOST INT64_C(1000000000000)
int64_t toy_number(const char *word);

#endif
