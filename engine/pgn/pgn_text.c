#include "engine/pgn/pgn_text.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 64 };

/* ---- Growing ---- */

static bool make_room(PgnText *text, size_t length) {
    size_t room = text->room > 0 ? text->room : FIRST_ROOM;
    while (room <= length)
        room *= 2;
    if (room == text->room)
        return true;
    char *bytes = realloc(text->bytes, room);
    if (bytes == NULL)
        return false;
    text->bytes = bytes;
    text->room = room;
    return true;
}

bool pgn_text_add(PgnText *text, const char *bytes, size_t count) {
    if (!make_room(text, text->length + count))
        return false;
    memcpy(text->bytes + text->length, bytes, count);
    text->length += count;
    text->bytes[text->length] = '\0';
    return true;
}

bool pgn_text_add_byte(PgnText *text, char byte) {
    return pgn_text_add(text, &byte, 1);
}

void pgn_text_free(PgnText *text) {
    free(text->bytes);
    memset(text, 0, sizeof *text);
}

void pgn_text_empty(PgnText *text) {
    text->length = 0;
    if (text->bytes != NULL)
        text->bytes[0] = '\0';
}

char *pgn_text_take(PgnText *text) {
    /* A game holds many texts: give back what they do not need. */
    char *taken = realloc(text->bytes, text->length + 1);
    if (taken == NULL)
        return NULL;
    taken[text->length] = '\0';
    memset(text, 0, sizeof *text);
    return taken;
}

/* ---- Bytes ---- */

bool pgn_is_blank(int byte) {
    return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

bool pgn_is_control(int byte) {
    return (byte >= 0 && byte < 0x20 && !pgn_is_blank(byte)) || byte == 0x7f;
}

/* ---- UTF-8 ---- */

static bool continues(unsigned char byte) {
    return (byte & 0xc0) == 0x80;
}

/* The length of the character at `p`, of which `left` bytes are there; 0 if it is none. */
static size_t character_length(const unsigned char *p, size_t left) {
    if (p[0] < 0x80)
        return 1;
    const size_t length = p[0] >= 0xf0 ? 4 : p[0] >= 0xe0 ? 3 : 2;
    if (p[0] < 0xc2 || p[0] > 0xf4 || length > left)
        return 0;
    for (size_t i = 1; i < length; i++)
        if (!continues(p[i]))
            return 0;
    /* Overlong, a surrogate, or beyond the last character. */
    if ((p[0] == 0xe0 && p[1] < 0xa0) || (p[0] == 0xed && p[1] > 0x9f) ||
        (p[0] == 0xf0 && p[1] < 0x90) || (p[0] == 0xf4 && p[1] > 0x8f))
        return 0;
    return length;
}

bool pgn_utf8_is_valid(const char *bytes, size_t length) {
    const unsigned char *p = (const unsigned char *)bytes;
    for (size_t at = 0; at < length;) {
        const size_t step = character_length(p + at, length - at);
        if (step == 0)
            return false;
        at += step;
    }
    return true;
}

size_t pgn_utf8_width(const char *text) {
    size_t width = 0;
    for (; *text != '\0'; text++)
        width += !continues((unsigned char)*text);
    return width;
}

size_t pgn_utf8_cut(const char *text, size_t most) {
    size_t length = strnlen(text, most + 1);
    if (length <= most)
        return length;
    for (length = most; length > 0 && continues((unsigned char)text[length]);)
        length--;
    return length;
}

bool pgn_text_from_latin1(PgnText *text) {
    PgnText converted = {NULL, 0, 0};
    for (size_t i = 0; i < text->length; i++) {
        const unsigned char byte = (unsigned char)text->bytes[i];
        const char two[2] = {(char)(0xc0 | byte >> 6), (char)(0x80 | (byte & 0x3f))};
        if (!(byte < 0x80 ? pgn_text_add_byte(&converted, (char)byte)
                          : pgn_text_add(&converted, two, 2))) {
            pgn_text_free(&converted);
            return false;
        }
    }
    pgn_text_free(text);
    *text = converted;
    return true;
}

/* ---- Cleaning ---- */

static bool add_clean(PgnText *text, const char *from, PgnBlanks blanks) {
    bool gap = false;
    for (; *from != '\0'; from++) {
        const bool blank = pgn_is_blank(*from) || pgn_is_control((unsigned char)*from);
        if (blank && blanks == PGN_SINGLE_BLANKS) {
            gap = true;
            continue;
        }
        if (gap && text->length > 0 && !pgn_text_add_byte(text, ' '))
            return false;
        gap = false;
        if (!pgn_text_add_byte(text, blank ? ' ' : *from))
            return false;
    }
    return true;
}

char *pgn_text_clean(const char *from, PgnBlanks blanks, size_t most) {
    PgnText text = {NULL, 0, 0};
    if (!add_clean(&text, from, blanks) ||
        (!pgn_utf8_is_valid(text.bytes, text.length) && !pgn_text_from_latin1(&text))) {
        pgn_text_free(&text);
        return NULL;
    }
    if (text.length > most) {
        text.length = pgn_utf8_cut(text.bytes, most);
        while (blanks == PGN_SINGLE_BLANKS && text.length > 0 && text.bytes[text.length - 1] == ' ')
            text.length--;
    }
    char *taken = pgn_text_take(&text);
    if (taken == NULL)
        pgn_text_free(&text);
    return taken;
}
