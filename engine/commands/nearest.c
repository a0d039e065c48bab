#include "engine/commands/nearest.h"

#include <stddef.h>
#include <string.h>

enum { LONGEST = 32 };

static int least(int a, int b) {
    return a < b ? a : b;
}

/* How many letters have to be put in, taken out or changed (V. Levenshtein, 1966). */
static int edit_distance(const char *a, const char *b) {
    const int columns = (int)strlen(b);
    int row[LONGEST + 1];
    for (int j = 0; j <= columns; j++)
        row[j] = j;
    for (int i = 1; a[i - 1] != '\0'; i++) {
        int diagonal = row[0];
        row[0] = i;
        for (int j = 1; j <= columns; j++) {
            const int changed = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            row[j] = least(changed, 1 + least(row[j], row[j - 1]));
        }
    }
    return row[columns];
}

void nearest_init(Nearest *nearest, const char *word) {
    const int length = (int)strlen(word);
    *nearest = (Nearest){word, NULL, length <= 3 ? 3 : length / 2 + 1};
}

void nearest_offer(Nearest *nearest, const char *known) {
    if (strlen(known) > LONGEST || strlen(nearest->word) > LONGEST)
        return;
    const int distance = edit_distance(nearest->word, known);
    if (distance < nearest->distance) {
        nearest->distance = distance;
        nearest->best = known;
    }
}
