#include "engine/plot/xml_text.h"

#include <stdbool.h>

/* The length of the character of UTF-8 that begins here; 0 if it is none that XML may hold. */
static int character_length(const char *text) {
    const unsigned char *b = (const unsigned char *)text;
    const int length = b[0] < 0x80 ? 1 : b[0] < 0xE0 ? 2 : b[0] < 0xF0 ? 3 : 4;
    if (b[0] < ' ' || b[0] == 0x7F || (b[0] >= 0x80 && b[0] < 0xC2) || b[0] > 0xF4)
        return 0;
    for (int i = 1; i < length; i++)
        if ((b[i] & 0xC0) != 0x80)
            return 0;
    const bool overlong = (b[0] == 0xE0 && b[1] < 0xA0) || (b[0] == 0xF0 && b[1] < 0x90);
    const bool surrogate = b[0] == 0xED && b[1] > 0x9F, beyond = b[0] == 0xF4 && b[1] > 0x8F;
    const bool no_character = b[0] == 0xEF && b[1] == 0xBF && b[2] > 0xBD;
    return overlong || surrogate || beyond || no_character ? 0 : length;
}

void xml_write_text(FILE *out, const char *text) {
    while (*text != '\0') {
        const int length = character_length(text);
        switch (*text) {
        case '<': fputs("&lt;", out); break;
        case '>': fputs("&gt;", out); break;
        case '&': fputs("&amp;", out); break;
        case '"': fputs("&quot;", out); break;
        default:
            if (length > 0)
                fwrite(text, 1, (size_t)length, out);
            else
                fputc('?', out);
        }
        text += length > 0 ? length : 1;
    }
}
