#include "engine/wbook/own_book.h"

#include "engine/wbook/wbook_line.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

void own_book_close(OwnBook *own) {
    wbook_close(own->book);
    own->book = NULL;
}

bool own_book_open(OwnBook *own, const char *path, Message *message) {
    struct timespec now;
    own_book_close(own);
    message->text[0] = '\0';
    if (path[0] == '\0' || strcmp(path, "<empty>") == 0)
        return true;
    own->book = wbook_open(path, message);
    if (own->book == NULL)
        return false;
    clock_gettime(CLOCK_REALTIME, &now);
    RandomSource chaos =
        random_source((uint64_t)now.tv_sec, (uint64_t)now.tv_nsec ^ (uint64_t)(uintptr_t)own);
    own->chaos = random_bits(&chaos);
    message_set(message, "book '%.160s': %s, %" PRIu64 " moves in %" PRIu64 " positions", path,
                wbook_rules(own->book)->name, wbook_entries(own->book), wbook_positions(own->book));
    return true;
}

bool own_book_choose(const OwnBook *own, const Position *pos, uint64_t seed, WbookEntry *chosen,
                     Message *message) {
    WbookEntry entries[MAX_MOVES];
    int count;
    chosen->move = MOVE_NONE;
    if (!own->on || own->book == NULL || pos->fullmove > (uint32_t)own->depth ||
        position_repetitions(pos) > 0)
        return true;
    if (!wbook_probe(own->book, pos, entries, &count, message))
        return false;
    if (count == 0 || entries[0].weight == 0) /* the best comes first */
        return true;
    RandomSource random =
        random_source((seed != 0 ? seed : own->chaos) + own->games, entries[0].key);
    const WbookEntry *drawn = own->weighted ? wbook_draw(entries, count, &random) : NULL;
    *chosen = drawn != NULL ? *drawn : entries[0];
    return true;
}
