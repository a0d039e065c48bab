/*
 * A player of a match: an engine that is told positions and asked for moves, whatever language it
 * speaks.
 *
 * A player belongs to one thread.  It never hangs: whatever its engine does or does not do, each
 * function returns within the limits it was given.
 */
#ifndef BRINDLE_ENGINE_PLAYERS_PLAYER_H
#define BRINDLE_ENGINE_PLAYERS_PLAYER_H

#include "bitboard/position.h"
#include "engine/players/engine_spec.h"
#include "engine/players/process.h"
#include "engine/search/engine.h"

/* A game in progress, as its players see it.  The referee changes it between their turns. */
typedef struct {
    Position start;
    bool from_array; /* `start` is the rule set's array */
    Move *moves;     /* since the start, the opening's first */
    int move_count;
    Position now;
} GameLine;

typedef struct {
    /* A player whose opponent has no clock is told its own for it. */
    int64_t left_ms[COLORS], increment_ms[COLORS];
    int moves_to_go; /* of the side to move: until its next period; 0: the whole game */
} Clocks;

typedef enum {
    PLAYER_MOVED,
    PLAYER_ILLEGAL, /* `text` is what it played */
    PLAYER_LATE,    /* answered, but after its time */
    PLAYER_STALLED, /* did not answer at all, not even when told to stop */
    PLAYER_GONE,    /* its process has ended or closed its output; `text` says how */
    PLAYER_RESIGNED,
    PLAYER_FALSE_CLAIM, /* claimed a result that is none, and did not play on; `text` is the claim
                         */
    PLAYER_REFUSED, /* called a legal move illegal, and did not play on; `text` is what it said */
    PLAYER_STOPPED  /* `*stop` became true */
} PlayerStatus;

enum { PLAYER_TEXT_SIZE = 160 };

typedef struct {
    Move move;
    Move ponder; /* the reply that it expects, MOVE_NONE if it does not say */
    char text[PLAYER_TEXT_SIZE];
    bool has_score;
    Score score;                /* for the side to move; mates as score.h has them */
    int depth, selective_depth; /* 0 if it does not say */
    uint64_t nodes;
    int64_t reported_ms;           /* how long it says it took for them; 0 if it does not say */
    int64_t elapsed_ns;            /* from the moment it was told to think to its answer */
    int64_t asked_ns, answered_ns; /* these two moments (clock_ns) */
} Thought;

typedef struct Player Player;

/*
 * Starts the engine and agrees with it on protocol, options and rule set.  `spec` must outlive the
 * player.  NULL, and a message, if that fails.
 */
Player *player_new(const EngineSpec *spec, const RuleSet *rules, const atomic_bool *stop,
                   Message *message);
void player_free(Player *player);
/*
 * Starts the engine once, fills in what `spec` leaves open (name, protocol, dialect) and ends it.
 * False, and a message that names the engine, if it cannot play what is asked of it.
 */
bool player_probe(EngineSpec *spec, const RuleSet *rules, Message *message);

/* Prepares for a game.  False, and a message, if the engine does not answer or is gone: restart it.
 */
bool player_new_game(Player *player, const GameLine *line, Message *message);
/*
 * Asks for a move in line->now.  The player's time is up `limit_ms` after it is asked.  `opponent`,
 * if it is pondering, is listened to meanwhile (NULL: it is not).
 */
PlayerStatus player_think(Player *player, const GameLine *line, const Clocks *clocks,
                          int64_t limit_ms, Player *opponent, Thought *thought);
/* Lets it think on the opponent's time, expecting `reply` in line->now (after which the game goes
 * on), until its next think. */
void player_ponder(Player *player, const GameLine *line, const Clocks *clocks, Move reply);
/* The game is over: `result` as in PGN, and why.  False if the engine has to be restarted. */
bool player_end_game(Player *player, const char *result, const char *reason);
/* Changes one of its options between games. */
bool player_set_option(Player *player, const char *name, const char *value, Message *message);
/* True if it wants to think on the opponent's time. */
bool player_ponders(const Player *player);
/* True if its stop flag is raised. */
bool player_is_stopped(const Player *player);

#endif
