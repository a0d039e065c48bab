/*
 * Engines side by side: the same positions, the same time, in turn; nodes a second and depth.
 *
 * What another engine calls a node is its own affair, and so is its depth: ratios compare programs
 * as their users see them.
 */
#ifndef BRINDLE_ENGINE_TOOLS_PEERS_H
#define BRINDLE_ENGINE_TOOLS_PEERS_H

#include "engine/players/player.h"
#include "engine/speed/spread.h"
#include "engine/statistics/paired.h"

enum { PEERS_MAX = 16, PEER_POSITIONS_MAX = 64 };

typedef struct {
    const RuleSet *rules;
    EngineSpec *engines; /* probed; the first is the one that the others are compared with */
    int engine_count;
    int positions;    /* 1 … peers_position_count */
    int64_t limit_ms; /* after which an engine that does not answer is stopped */
    bool (*interrupted)(void);
    /* Told after each position of each engine; may be NULL. */
    void (*on_thought)(void *context, int done, int total);
    void *context;
} PeersOptions;

/* What one engine did, by position. */
typedef struct {
    int count; /* positions that it answered and told its nodes for */
    bool answered[PEER_POSITIONS_MAX];
    double nodes_per_second[PEER_POSITIONS_MAX];
    double depth[PEER_POSITIONS_MAX];
    char failure[PLAYER_TEXT_SIZE + 64]; /* the last; empty: none */
} PeerResult;

typedef struct {
    int common;        /* positions that both have answered … */
    PairedRatio ratio; /* … and how the first engine's nodes a second compare there */
    Spread nodes_per_second, depth; /* of all that it answered */
} PeerSummary;

/* How many positions there are for a rule set. */
int peers_position_count(const RuleSet *rules);
/*
 * Runs them.  An engine that fails is started again for the next position.  False, and a message,
 * if one cannot be started, or it is interrupted.
 */
bool peers_run(const PeersOptions *options, PeerResult results[PEERS_MAX], Message *message);
/* Compares an engine with the first; of the first itself, `ratio` is 1.  False, and a message, if
 * there is nothing to compare. */
bool peers_summarise(const PeerResult *first, const PeerResult *other, double alpha,
                     PeerSummary *summary, Message *message);

#endif
