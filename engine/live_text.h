/*
 * A few lines at the bottom of a terminal that are drawn anew in place.
 */
#ifndef BRINDLE_ENGINE_LIVE_TEXT_H
#define BRINDLE_ENGINE_LIVE_TEXT_H

#include <stdio.h>

typedef struct {
    FILE *out;
    int lines; /* that stand there now */
} LiveText;

/* Columns and rows of the terminal behind a descriptor; 80 and 24 if it does not say. */
void terminal_size(int descriptor, int *columns, int *rows);

/* Puts `text` in the place of what was drawn last.  Lines are cut at the terminal's width (colours,
 * which take no room, are not), and a text that is higher than the terminal at its height. */
void live_text_draw(LiveText *live, const char *text);
/* Takes it away, so that other lines can be printed; the next drawing comes below them. */
void live_text_erase(LiveText *live);

#endif
