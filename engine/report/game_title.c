#include "engine/report/game_title.h"

#include "bitboard/notation.h"

#include <string.h>

enum { PART = 100 };

const char *game_told(const PgnGame *game, const char *tag) {
    const char *value = pgn_tag(game, tag);
    return value != NULL && value[strspn(value, "?.- ")] != '\0' ? value : NULL;
}

const char *game_player(const PgnGame *game, Color side) {
    const char *name = game_told(game, COLOR_NAMES[side]);
    return name != NULL ? name : COLOR_NAMES[side];
}

/* Adds behind what there is, as much as there is room for, and no more than PART bytes. */
static void add(char *text, const char *what) {
    const size_t used = strlen(text), wanted = strlen(what);
    const size_t room = used + PART < GAME_TITLE_SIZE ? PART : GAME_TITLE_SIZE - 1 - used;
    size_t length = wanted < room ? wanted : room;
    while (length < wanted && length > 0 && (what[length] & 0xC0) == 0x80) /* inside a character */
        length--;
    memcpy(text + used, what, length);
    text[used + length] = '\0';
}

/* A part of a list, with a word before it. */
static void add_part(char *text, const char *word, const char *part) {
    if (part == NULL)
        return;
    if (*text != '\0')
        add(text, ", ");
    add(text, word);
    add(text, part);
}

char *game_title_write(const PgnGame *game, char *text) {
    text[0] = '\0';
    add(text, game_player(game, WHITE));
    add(text, " – ");
    add(text, game_player(game, BLACK));
    if (strcmp(game->result, "*") != 0)
        add_part(text, "", game->result);
    return text;
}

char *game_event_write(const PgnGame *game, char *text) {
    text[0] = '\0';
    add_part(text, "", game_told(game, "Event"));
    add_part(text, "", game_told(game, "Site"));
    add_part(text, "", game_told(game, "Date"));
    add_part(text, "round ", game_told(game, "Round"));
    return text;
}
