#include "engine/tools/peers.h"

#include "engine/speed/games.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const PeersOptions *options;
    PeerResult *results;
    Player *players[PEERS_MAX]; /* NULL: to be started */
    bool without_castling, needs_arrays;
    SpeedPosition position;
    GameLine line;
} Peers;

/* ---- Positions ---- */

/* The `index`-th position of a rule set, all games in turn. */
static bool position_of(const RuleSet *rules, int index, SpeedPosition *position) {
    for (int game = 0; game < SPEED_GAMES; game++) {
        if (speed_game_rules(game) != rules)
            continue;
        const int count = speed_positions_of_game(game);
        if (index < count)
            return speed_position(game, index, position);
        index -= count;
    }
    return false;
}

int peers_position_count(const RuleSet *rules) {
    SpeedPosition position;
    int count = 0;
    while (count < PEER_POSITIONS_MAX && position_of(rules, count, &position))
        count++;
    return count;
}

/* Games from the array with their moves, which every engine understands; or, where one of them
 * cannot castle, the position itself without the rights. */
static void set_line(Peers *p, int index) {
    const int all = peers_position_count(p->options->rules);
    position_of(p->options->rules, index * all / p->options->positions, &p->position);
    p->line = (GameLine){.start = p->position.start,
                         .from_array = true,
                         .moves = p->position.moves,
                         .move_count = p->position.move_count,
                         .now = p->position.pos};
    if (!p->without_castling)
        return;
    p->line.now.state.castling = 0;
    position_finish(&p->line.now);
    p->line.start = p->line.now;
    p->line.from_array = false;
    p->line.move_count = 0;
}

static bool check_engines(Peers *p, Message *message) {
    for (int i = 0; i < p->options->engine_count; i++) {
        p->without_castling = p->without_castling || p->options->engines[i].castling == NO;
        p->needs_arrays = p->needs_arrays || p->options->engines[i].from_array == YES;
    }
    p->without_castling = p->without_castling && p->options->rules->castling;
    if (p->without_castling && p->needs_arrays)
        return message_set(message, "one engine can only begin at the array, with castling, which "
                                    "another cannot do: compare them one by one");
    return true;
}

/* ---- Thinking ---- */

static void end_player(Peers *p, int engine) {
    player_free(p->players[engine]);
    p->players[engine] = NULL;
}

static const char *status_text(PlayerStatus status) {
    switch (status) {
    case PLAYER_MOVED: return "answered";
    case PLAYER_LATE: return "answered late";
    case PLAYER_ILLEGAL: return "played an illegal move";
    case PLAYER_STALLED: return "did not answer";
    case PLAYER_GONE: return "is gone";
    case PLAYER_RESIGNED: return "resigned";
    case PLAYER_FALSE_CLAIM: return "claimed a result that is none";
    case PLAYER_REFUSED: return "refused the position";
    case PLAYER_STOPPED: return "was stopped";
    }
    return "failed";
}

/* Nodes by the engine's own time where it tells it: its last word may come some time before its
 * answer. */
static void note(PeerResult *r, int position, const Thought *t) {
    const int64_t ns = t->reported_ms > 0 ? t->reported_ms * 1000000 : t->elapsed_ns;
    r->answered[position] = true;
    r->nodes_per_second[position] = (double)t->nodes * 1e9 / (double)(ns > 0 ? ns : 1);
    r->depth[position] = t->depth;
    r->count++;
}

static void fail(Peers *p, int engine, int position, const char *what, const char *text) {
    PeerResult *r = &p->results[engine];
    snprintf(r->failure, sizeof r->failure, "position %d: it %s%s%.150s", position + 1, what,
             text[0] != '\0' ? ": " : "", text);
    end_player(p, engine);
}

/* One engine, one position.  False, and a message, only if nothing can go on. */
static bool think(Peers *p, int engine, int position, Message *message) {
    const PeersOptions *o = p->options;
    const Clocks no_clocks = {.moves_to_go = 0};
    Thought thought;
    Message why;
    if (o->interrupted != NULL && o->interrupted())
        return message_set(message, "stopped");
    if (p->players[engine] == NULL)
        p->players[engine] = player_new(&o->engines[engine], o->rules, NULL, message);
    if (p->players[engine] == NULL)
        return false;
    if (!player_new_game(p->players[engine], &p->line, &why)) {
        fail(p, engine, position, "does not take it", why.text);
        return true;
    }
    const PlayerStatus status =
        player_think(p->players[engine], &p->line, &no_clocks, o->limit_ms, NULL, &thought);
    if (status != PLAYER_MOVED && status != PLAYER_LATE) {
        fail(p, engine, position, status_text(status), thought.text);
        return true;
    }
    if (thought.nodes > 0)
        note(&p->results[engine], position, &thought);
    else
        fail(p, engine, position, "does not say how many nodes it has searched", "");
    if (o->engines[engine].restart == YES || !player_end_game(p->players[engine], "*", "measured"))
        end_player(p, engine);
    return true;
}

bool peers_run(const PeersOptions *options, PeerResult results[PEERS_MAX], Message *message) {
    Peers *p = calloc(1, sizeof *p);
    const int count = options->engine_count, total = count * options->positions;
    if (p == NULL)
        return message_set(message, "no memory");
    memset(results, 0, (size_t)count * sizeof *results);
    p->options = options;
    p->results = results;
    bool well = check_engines(p, message);
    for (int i = 0; i < options->positions && well; i++) {
        set_line(p, i);
        for (int j = 0; j < count && well; j++) {
            /* Who is first changes, so that no engine always comes after the same one. */
            well = think(p, (i + j) % count, i, message);
            if (well && options->on_thought != NULL)
                options->on_thought(options->context, i * count + j + 1, total);
        }
    }
    for (int i = 0; i < count; i++)
        end_player(p, i);
    free(p);
    return well;
}

/* ---- What came of it ---- */

static Spread spread_of_answers(const PeerResult *r, const double *values) {
    double answers[PEER_POSITIONS_MAX];
    int count = 0;
    for (int i = 0; i < PEER_POSITIONS_MAX; i++)
        if (r->answered[i])
            answers[count++] = values[i];
    return spread_of(answers, count);
}

bool peers_summarise(const PeerResult *first, const PeerResult *other, double alpha, PeerSummary *s,
                     Message *message) {
    double ours[PEER_POSITIONS_MAX], theirs[PEER_POSITIONS_MAX];
    s->common = 0;
    for (int i = 0; i < PEER_POSITIONS_MAX; i++)
        if (first->answered[i] && other->answered[i]) {
            ours[s->common] = first->nodes_per_second[i];
            theirs[s->common++] = other->nodes_per_second[i];
        }
    s->nodes_per_second = spread_of_answers(other, other->nodes_per_second);
    s->depth = spread_of_answers(other, other->depth);
    if (s->common == 0)
        return message_set(message, "%s",
                           other->failure[0] != '\0' ? other->failure : "nothing to compare with");
    return paired_ratio(theirs, ours, s->common, alpha, &s->ratio, message);
}
