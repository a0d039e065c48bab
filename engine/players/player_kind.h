/*
 * What the kinds of players have in common; only the files that implement one use it.
 */
#ifndef BRINDLE_ENGINE_PLAYERS_PLAYER_KIND_H
#define BRINDLE_ENGINE_PLAYERS_PLAYER_KIND_H

#include "engine/players/player.h"

enum {
    HANDSHAKE_MS = 30000, /* for a program to start and to say who it is */
    DETECT_MS = 4000,     /* for one that may not speak UCI to answer "uci" */
    READY_MS = 20000,     /* for "isready" and "ping" between games */
    SEND_MS = 5000,       /* for it to read what it is sent */
    GRACE_MS = 5000,      /* after its time is up, for an answer to "stop" */
    CLAIM_MS = 1000,      /* for a move after a claim that is not true */
    QUIT_MS = 1000        /* to end by itself */
};

/* How each of the functions of player.h is done. */
typedef struct {
    void (*free)(Player *p);
    bool (*set_option)(Player *p, const char *name, const char *value, Message *message);
    bool (*new_game)(Player *p, const GameLine *line, Message *message);
    PlayerStatus (*think)(Player *p, const GameLine *line, const Clocks *clocks, int64_t limit_ms,
                          Player *opponent, Thought *thought);
    void (*ponder)(Player *p, const GameLine *line, const Clocks *clocks, Move reply);
    bool (*end_game)(Player *p, const char *result, const char *reason);
    /* Reads what the engine says while it ponders. */
    void (*listen)(Player *p);
} PlayerKind;

struct Player {
    const PlayerKind *kind;
    const EngineSpec *spec;
    const RuleSet *rules;
    const atomic_bool *stop;
    char own_name[ENGINE_NAME_MAX]; /* what it calls itself */
    bool plays_once;                /* it wants to be started anew for each game */
    bool takes_no_position;         /* it can be given the array and moves only */
    Process process;                /* not running in a local player */
    void *state;                    /* the kind's own */
};

/*
 * Each starts a player whose common part is filled in and whose process runs: kind and state are
 * theirs to set.  False, and a message, if the engine does not answer as it should.
 */
bool uci_player_start(Player *p, int handshake_ms, Message *message);
bool xboard_player_start(Player *p, Message *message);
bool local_player_start(Player *p, Message *message);

/* Sends a line built as printf does.  False if it cannot be sent. */
bool player_say(Player *p, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* What to say when it could not be sent something, by whether it still runs; returns false. */
bool player_does_not_read(Player *p, Message *message);
/* PLAYER_GONE, with how the process ended as the thought's text. */
PlayerStatus player_gone(Player *p, Thought *thought);
/* Waits for a line as process_receive does, listening to `opponent` meanwhile.  There are single
 * blanks between the words of the line, and none around it. */
ProcessStatus player_receive(Player *p, int64_t deadline_ns, Player *opponent, char **line);
/* A line that is there already, as process_poll gives it, with its blanks in order. */
char *player_poll(Player *p);

#endif
