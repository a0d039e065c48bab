#include "engine/tools/filter_options.h"

static bool read_int(const Arguments *arguments, const char *option, int most, int *number,
                     Message *message) {
    int64_t value = *number;
    if (!arguments_number(arguments, option, 0, most, &value, message))
        return false;
    *number = (int)value;
    return true;
}

bool filter_options_read(const Arguments *arguments, PositionFilter *filter, Message *message) {
    enum { MOST_PLIES = 100000 };
    *filter = position_filter_default();
    int64_t seed = (int64_t)filter->seed;
    if (!read_int(arguments, "--skip-plies", MOST_PLIES, &filter->skip_plies, message) ||
        !read_int(arguments, "--most-score", SCORE_MATE, &filter->most_score, message) ||
        !read_int(arguments, "--least-men", 2 * MAX_MEN, &filter->least_men, message) ||
        !read_int(arguments, "--most-per-game", MOST_PLIES, &filter->most_per_game, message) ||
        !arguments_number(arguments, "--seed", 0, INT64_MAX, &seed, message))
        return false;
    filter->seed = (uint64_t)seed;
    filter->keep_checks = arguments_value(arguments, "--keep-checks") != NULL;
    filter->keep_noisy = arguments_value(arguments, "--keep-noisy") != NULL;
    filter->keep_duplicates = arguments_value(arguments, "--keep-duplicates") != NULL;
    return true;
}
