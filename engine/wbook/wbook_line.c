#include "engine/wbook/wbook_line.h"

#include <stddef.h>

const WbookEntry *wbook_draw(const WbookEntry *entries, int count, RandomSource *random) {
    uint64_t total = 0;
    for (int i = 0; i < count; i++)
        total += (uint64_t)entries[i].weight;
    if (total == 0)
        return NULL;
    uint64_t place = random_number(random, total);
    while (place >= (uint64_t)entries->weight)
        place -= (uint64_t)(entries++)->weight;
    return entries;
}

bool wbook_draw_line(const Wbook *book, const Position *from, RandomSource *random, Move *moves,
                     int most, int *count, Message *message) {
    Position pos = *from;
    WbookEntry entries[MAX_MOVES];
    for (*count = 0; *count < most; ++*count) {
        int found;
        Undo undo;
        if (!wbook_probe(book, &pos, entries, &found, message))
            return false;
        const WbookEntry *drawn = wbook_draw(entries, found, random);
        if (drawn == NULL)
            break;
        position_make(&pos, drawn->move, &undo);
        if (position_game_state(&pos) != GAME_ONGOING || position_repetitions(&pos) > 0)
            break;
        moves[*count] = drawn->move;
    }
    return true;
}
