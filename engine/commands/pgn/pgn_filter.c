#include "engine/commands/pgn/pgn_filter.h"

#include "engine/number.h"
#include "engine/pgn/pgn_check.h"

#include <stdio.h>
#include <string.h>

/* ---- Reading ---- */

/* "5", "5-10", "5-" and "-10". */
static bool read_range(const char *text, int64_t *first, int64_t *last, Message *message) {
    char number[32];
    const char *dash = strchr(text, '-');
    const size_t length = dash != NULL ? (size_t)(dash - text) : strlen(text);
    if (length >= sizeof number || text[0] == '\0' || strcmp(text, "-") == 0)
        return message_set(message, "--games: '%.40s' is no range such as 5-10", text);
    memcpy(number, text, length);
    number[length] = '\0';
    if (length > 0 && !number_read("--games", number, 1, INT64_MAX, first, message))
        return false;
    if (dash == NULL)
        *last = *first;
    else if (dash[1] != '\0' && !number_read("--games", dash + 1, 1, INT64_MAX, last, message))
        return false;
    return *first <= *last || message_set(message, "--games: the range '%.40s' is empty", text);
}

bool pgn_filter_read(PgnFilter *filter, const Arguments *arguments, Message *message) {
    const char *variant = arguments_value(arguments, "--variant"),
               *games = arguments_value(arguments, "--games");
    *filter = (PgnFilter){.player = arguments_value(arguments, "--player"),
                          .white = arguments_value(arguments, "--white"),
                          .black = arguments_value(arguments, "--black"),
                          .result = arguments_value(arguments, "--result"),
                          .termination = arguments_value(arguments, "--termination"),
                          .first = 1,
                          .last = INT64_MAX,
                          .min_plies = 0,
                          .max_plies = PGN_MAX_MOVES};
    if (variant != NULL) {
        filter->variant = rules_find(variant, message);
        if (filter->variant == NULL)
            return false;
    }
    if (filter->result != NULL && !pgn_is_result(filter->result))
        return message_set(message, "--result: '%.40s' is none of 1-0, 0-1, 1/2-1/2 and *",
                           filter->result);
    if (games != NULL && !read_range(games, &filter->first, &filter->last, message))
        return false;
    if (!arguments_number(arguments, "--min-plies", 0, PGN_MAX_MOVES, &filter->min_plies,
                          message) ||
        !arguments_number(arguments, "--max-plies", 0, PGN_MAX_MOVES, &filter->max_plies, message))
        return false;
    return filter->min_plies <= filter->max_plies ||
           message_set(message, "--min-plies is greater than --max-plies");
}

/* ---- Matching ---- */

/* Does the text fit the pattern, whose '*' stand for any text?  In time linear in practice: only
 * the last '*' is ever tried again. */
static bool fits(const char *pattern, const char *text) {
    const char *star = NULL, *retry = NULL;
    while (*text != '\0') {
        if (*pattern == '*') {
            star = pattern++;
            retry = text;
        } else if (*pattern == *text) {
            pattern++;
            text++;
        } else if (star != NULL) {
            pattern = star + 1;
            text = ++retry;
        } else {
            return false;
        }
    }
    while (*pattern == '*')
        pattern++;
    return *pattern == '\0';
}

static bool tag_fits(const char *pattern, const PgnGame *game, const char *tag) {
    const char *value = pgn_tag(game, tag);
    return value != NULL && fits(pattern, value);
}

/* By the Termination tag, or by the rules. */
static bool termination_fits(const char *pattern, const PgnGame *game) {
    Position pos;
    if (tag_fits(pattern, game, "Termination"))
        return true;
    pgn_final_position(game, &pos);
    return fits(pattern, pgn_state_name(position_game_state(&pos)));
}

bool pgn_filter_admits(const PgnFilter *filter, const PgnGame *game) {
    if (game->number < filter->first || game->number > filter->last ||
        game->line.count < filter->min_plies || game->line.count > filter->max_plies)
        return false;
    if (filter->variant != NULL && game->start.rules != filter->variant)
        return false;
    if (filter->result != NULL && strcmp(filter->result, game->result) != 0)
        return false;
    if (filter->player != NULL && !tag_fits(filter->player, game, "White") &&
        !tag_fits(filter->player, game, "Black"))
        return false;
    return (filter->white == NULL || tag_fits(filter->white, game, "White")) &&
           (filter->black == NULL || tag_fits(filter->black, game, "Black")) &&
           (filter->termination == NULL || termination_fits(filter->termination, game));
}

bool pgn_filter_is_past(const PgnFilter *filter, int64_t number) {
    return number >= filter->last;
}
