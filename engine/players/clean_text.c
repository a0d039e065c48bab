#include "engine/players/clean_text.h"

#include "engine/pgn/pgn_text.h"

#include <stdbool.h>
#include <string.h>

/* How long the character that begins with a byte should be; 1 for what begins none. */
static size_t character_length(unsigned char first) {
    return first > 0xF4 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 1;
}

/* True if nothing but the rest of a character follows to the end. */
static bool is_cut_off(const char *p, size_t wanted) {
    size_t there = 1;
    while (((unsigned char)p[there] & 0xC0) == 0x80)
        there++;
    return there < wanted && p[there] == '\0';
}

char *clean_text(char *text) {
    for (char *p = text; *p != '\0';) {
        const size_t wanted = character_length((unsigned char)*p);
        const size_t there = strnlen(p, wanted);
        if (is_cut_off(p, wanted)) {
            *p = '\0';
        } else if ((unsigned char)*p < ' ' || *p == 0x7F || !pgn_utf8_is_valid(p, there)) {
            *p++ = '?';
        } else {
            p += there;
        }
    }
    return text;
}

char *single_blanks(char *text) {
    char *to = text;
    for (const char *from = text; *from != '\0'; from++)
        if (*from != ' ' && *from != '\t')
            *to++ = *from;
        else if (to > text && to[-1] != ' ')
            *to++ = ' ';
    while (to > text && to[-1] == ' ')
        to--;
    *to = '\0';
    return text;
}
