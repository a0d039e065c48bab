#include "engine/players/dialect.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *name; /* what the engine's own name begins with; NULL: any other */
    Protocol protocol;
    Said castling, from_array, restart, king_queen_rights;
    int first_rank;
    const char *variant;
} Dialect;

/* The first that fits counts. */
static const Dialect DIALECTS[] = {
    /* One king destination a side is all the castling that its variant language knows. */
    {"Fairy-Stockfish", PROTOCOL_UCI, NO, NO, NO, YES, 1, NULL},
    {"Fairy-Stockfish", PROTOCOL_XBOARD, NO, NO, NO, YES, 0, NULL},
    /* Takes every pawn of a position for unmoved; answers of one game come late, in the next. */
    {"Sjaak", PROTOCOL_XBOARD, YES, YES, YES, YES, 0, "wildebeest_1987"},
    {"Sjaak", PROTOCOL_UCI, YES, YES, YES, YES, 1, "wildebeest_1987"},
    {NULL, PROTOCOL_UCI, YES, NO, NO, NO, 1, NULL},
    {NULL, PROTOCOL_XBOARD, YES, NO, NO, YES, 0, NULL},
    {NULL, PROTOCOL_LOCAL, YES, NO, NO, NO, 1, NULL},
};

static const Dialect *find(Protocol protocol, const char *own_name) {
    const int count = (int)(sizeof DIALECTS / sizeof DIALECTS[0]);
    for (int i = 0; i < count; i++) {
        const Dialect *d = &DIALECTS[i];
        if (d->protocol == protocol &&
            (d->name == NULL || strncmp(own_name, d->name, strlen(d->name)) == 0))
            return d;
    }
    return &DIALECTS[count - 1];
}

static void fill(Said *field, Said value) {
    if (*field == UNSAID)
        *field = value;
}

bool dialect_fill_in(EngineSpec *s, const char *own_name, Message *message) {
    const Dialect *d = find(s->protocol, own_name);
    fill(&s->castling, d->castling);
    fill(&s->from_array, d->from_array);
    fill(&s->restart, d->restart);
    fill(&s->king_queen_rights, d->king_queen_rights);
    fill(&s->ponder, NO);
    if (s->first_rank < 0)
        s->first_rank = d->first_rank;
    if (s->variant == NULL && d->variant != NULL && (s->variant = strdup(d->variant)) == NULL)
        return message_set(message, "no memory");
    return true;
}
