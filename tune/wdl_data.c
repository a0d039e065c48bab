#include "tune/wdl_data.h"

#include <stdlib.h>
#include <string.h>

enum {
    SCORES = SCORE_MATE_BOUND,
    PLACES = (WDL_MATERIAL + 1) * SCORES /* cells that there could be */
};

/* ---- Positions ---- */

/* Room for one more element.  NULL if memory is out; then the array stays what it was. */
static void *grow(void *array, size_t count, size_t *room, size_t size) {
    if (count < *room)
        return array;
    const size_t more = *room > 0 ? 2 * *room : 1024;
    void *grown = realloc(array, more * size);
    if (grown != NULL)
        *room = more;
    return grown;
}

static bool begin_game(WdlData *d, uint64_t game, bool held_back) {
    if (d->game_count > 0 && d->games[d->game_count - 1].number == game)
        return true;
    WdlGame *games = grow(d->games, d->game_count, &d->game_room, sizeof *games);
    if (games == NULL)
        return false;
    d->games = games;
    d->games[d->game_count++] =
        (WdlGame){.number = game, .first = d->positions, .held_back = held_back};
    return true;
}

bool wdl_data_add(WdlData *d, uint64_t game, bool held_back, int material, Score score, int outcome,
                  Message *message) {
    const int turned = score < 0 ? WDL_OUTCOMES - 1 - outcome : outcome;
    const uint32_t place = (uint32_t)(material * SCORES + abs(score));
    uint32_t *codes = grow(d->codes, d->positions, &d->room, sizeof *codes);
    if (codes != NULL)
        d->codes = codes;
    if (codes == NULL || !begin_game(d, game, held_back))
        return message_set(message, "no memory for so many positions");
    d->codes[d->positions++] = place * WDL_OUTCOMES + (uint32_t)turned;
    return true;
}

void wdl_data_clear(WdlData *d) {
    free(d->cells);
    free(d->codes);
    free(d->games);
    memset(d, 0, sizeof *d);
}

/* ---- Cells ---- */

/* From places to the numbers of the cells in use. */
static void number_cells(WdlData *d, uint32_t *number) {
    size_t next = 0;
    for (uint32_t place = 0; place < PLACES; place++) {
        if (number[place] == 0)
            continue;
        d->cells[next] =
            (WdlCell){.score = (int)(place % SCORES), .material = (int)(place / SCORES)};
        number[place] = (uint32_t)next++;
    }
    for (size_t i = 0; i < d->positions; i++)
        d->codes[i] =
            number[d->codes[i] / WDL_OUTCOMES] * WDL_OUTCOMES + d->codes[i] % WDL_OUTCOMES;
}

bool wdl_data_finish(WdlData *d, Message *message) {
    uint32_t *number = calloc(PLACES, sizeof *number);
    if (number != NULL) {
        for (size_t i = 0; i < d->positions; i++) {
            uint32_t *used = &number[d->codes[i] / WDL_OUTCOMES];
            d->cell_count += *used == 0;
            *used = 1;
        }
        d->cells = calloc(d->cell_count + 1, sizeof *d->cells);
    }
    const bool made = number != NULL && d->cells != NULL;
    if (made)
        number_cells(d, number);
    else
        message_set(message, "no memory to count positions");
    free(number);
    return made;
}

void wdl_data_count(const WdlData *d, bool held_back, const uint32_t *times, WdlCount *counts) {
    memset(counts, 0, d->cell_count * sizeof *counts);
    for (size_t g = 0; g < d->game_count; g++) {
        const size_t end = g + 1 < d->game_count ? d->games[g + 1].first : d->positions;
        const uint32_t each = times != NULL ? times[g] : 1;
        if (d->games[g].held_back != held_back || each == 0)
            continue;
        for (size_t i = d->games[g].first; i < end; i++)
            counts[d->codes[i] / WDL_OUTCOMES].of[d->codes[i] % WDL_OUTCOMES] += each;
    }
}
