#include "engine/analysis/line.h"

#include "bitboard/notation.h"

#include <stdio.h>
#include <string.h>

char *score_write(Score s, char *text) {
    if (score_is_mate(s))
        snprintf(text, SCORE_TEXT_SIZE, "#%d", score_mate_moves(s));
    else
        snprintf(text, SCORE_TEXT_SIZE, "%c%d.%02d", s < 0 ? '-' : '+', (s < 0 ? -s : s) / 100,
                 (s < 0 ? -s : s) % 100);
    return text;
}

char *count_write(uint64_t count, char *text) {
    static const struct {
        double unit;
        char letter;
    } units[] = {{1e12, 'T'}, {1e9, 'G'}, {1e6, 'M'}, {1e3, 'k'}};
    for (int i = 0; i < 4; i++)
        if ((double)count >= 0.9995 * units[i].unit) {
            const double value = (double)count / units[i].unit;
            snprintf(text, COUNT_TEXT_SIZE, "%.*f%c",
                     value < 9.995   ? 2
                     : value < 99.95 ? 1
                                     : 0,
                     value, units[i].letter);
            return text;
        }
    snprintf(text, COUNT_TEXT_SIZE, "%d", (int)count);
    return text;
}

const char *elapsed_write(int64_t ms, char *text, size_t size) {
    const long long seconds = ms / 1000;
    if (seconds < 3600)
        snprintf(text, size, "%lld:%02lld.%lld", seconds / 60, seconds % 60,
                 (long long)(ms % 1000) / 100);
    else
        snprintf(text, size, "%lld:%02lld:%02lld", seconds / 3600, seconds / 60 % 60, seconds % 60);
    return text;
}

char *line_write(const Position *pos, const Move *moves, int count, char *text, size_t size) {
    Position now = *pos;
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; i < count && position_is_legal(&now, moves[i]); i++) {
        char number[24] = "", san[MOVE_TEXT_SIZE];
        if (now.side == WHITE || i == 0)
            snprintf(number, sizeof number, "%u.%s ", (unsigned)now.fullmove,
                     now.side == WHITE ? "" : "..");
        san_write(&now, moves[i], san);
        const int length =
            snprintf(text + used, size - used, "%s%s%s", i > 0 ? " " : "", number, san);
        if (length < 0 || (size_t)length >= size - used) {
            text[used] = '\0';
            break;
        }
        used += (size_t)length;
        Undo undo;
        position_make(&now, moves[i], &undo);
    }
    return text;
}
