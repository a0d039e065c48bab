#include "engine/wbook/wbook_merge.h"

#include <stdlib.h>

enum { TICK_ENTRIES = 1 << 16 };

typedef struct {
    const Wbook *book;
    uint64_t next; /* of its entries */
    bool ended;
    WbookEntry entry; /* number next - 1, not yet taken */
} Source;

static bool advance(Source *s, Message *message) {
    s->ended = s->next >= wbook_entries(s->book);
    if (s->ended)
        return true;
    /* What is behind the reader would otherwise stay in memory until all of it does. */
    if (s->next % TICK_ENTRIES == 0)
        wbook_release_before(s->book, s->next);
    return wbook_entry(s->book, s->next++, &s->entry, message);
}

static bool is_before(const WbookEntry *a, const WbookEntry *b) {
    return a->key != b->key ? a->key < b->key : a->move < b->move;
}

/* The source with the least entry, the first of equals; NULL when all have ended. */
static Source *least(Source *sources, int count) {
    Source *first = NULL;
    for (int i = 0; i < count; i++)
        if (!sources[i].ended && (first == NULL || is_before(&sources[i].entry, &first->entry)))
            first = &sources[i];
    return first;
}

static void join(WbookEntry *entry, const WbookEntry *other) {
    entry->weight += other->weight;
    if (entry->weight > WBOOK_WEIGHT_MAX)
        entry->weight = WBOOK_WEIGHT_MAX;
    if (entry->learn == SCORE_NONE)
        entry->learn = other->learn;
}

static bool merge(Source *sources, int count, WbookWriter *writer, WbookMergeState *state,
                  bool (*tick)(void *context, const WbookMergeState *state), void *context,
                  Message *message) {
    Source *source;
    while ((source = least(sources, count)) != NULL) {
        WbookEntry entry = source->entry;
        if (!advance(source, message))
            return false;
        state->done++;
        for (Source *s = source + 1; s < sources + count; s++) {
            if (s->ended || s->entry.key != entry.key || s->entry.move != entry.move)
                continue;
            join(&entry, &s->entry);
            state->done++;
            state->joined++;
            if (!advance(s, message))
                return false;
        }
        if (!wbook_writer_add(writer, &entry, message))
            return false;
        if (tick != NULL && wbook_writer_entries(writer) % TICK_ENTRIES == 0 &&
            !tick(context, state))
            return message_set(message, "interrupted");
    }
    return true;
}

bool wbook_merge(Wbook *const *books, int count, WbookWriter *writer, WbookMergeState *state,
                 bool (*tick)(void *context, const WbookMergeState *state), void *context,
                 Message *message) {
    Source *sources = calloc((size_t)count + 1, sizeof *sources);
    bool good = sources != NULL;
    if (!good)
        message_set(message, "no memory");
    *state = (WbookMergeState){0, 0, 0};
    for (int i = 0; good && i < count; i++) {
        sources[i].book = books[i];
        state->total += wbook_entries(books[i]);
        if (wbook_rules(books[i]) != wbook_rules(books[0]))
            good = message_set(message, "%.120s is a book of %s, %.120s one of %s",
                               wbook_path(books[i]), wbook_rules(books[i])->name,
                               wbook_path(books[0]), wbook_rules(books[0])->name);
        good = good && advance(&sources[i], message);
    }
    good = good && merge(sources, count, writer, state, tick, context, message);
    free(sources);
    return good;
}
