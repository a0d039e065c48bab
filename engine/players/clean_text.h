/*
 * What an engine says about itself, made fit for tables, PGN, JSON and the terminal.
 */
#ifndef BRINDLE_ENGINE_PLAYERS_CLEAN_TEXT_H
#define BRINDLE_ENGINE_PLAYERS_CLEAN_TEXT_H

/* In place: control bytes, and bytes that are no UTF-8, become '?'; a character that was cut off at
 * the end goes.  Returns `text`. */
char *clean_text(char *text);
/* In place: single blanks between the words, none at either end.  Returns `text`. */
char *single_blanks(char *text);

#endif
