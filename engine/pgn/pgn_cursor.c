#include "engine/pgn/pgn_cursor.h"

#include <stdlib.h>

void pgn_cursor_start(PgnCursor *cursor, const Position *start) {
    cursor->pos = *start;
    cursor->count = 0;
}

bool pgn_cursor_play(PgnCursor *cursor, Move move) {
    if (cursor->count == cursor->room) {
        const size_t room = cursor->room > 0 ? 2 * cursor->room : 256;
        PgnStep *steps = realloc(cursor->steps, room * sizeof *steps);
        if (steps == NULL)
            return false;
        cursor->steps = steps;
        cursor->room = room;
    }
    PgnStep *step = &cursor->steps[cursor->count++];
    step->move = move;
    position_make(&cursor->pos, move, &step->undo);
    return true;
}

void pgn_cursor_back(PgnCursor *cursor) {
    const PgnStep *step = &cursor->steps[--cursor->count];
    position_unmake(&cursor->pos, step->move, &step->undo);
}

void pgn_cursor_free(PgnCursor *cursor) {
    free(cursor->steps);
    cursor->steps = NULL;
    cursor->count = cursor->room = 0;
}
