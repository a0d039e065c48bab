#include "engine/tools/score_input.h"

#include "engine/commands/nearest.h"
#include "engine/number.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Sums of a few of them are exact as floating point numbers. */
static const int64_t MOST_GAMES = 1000000000000000;

/* ---- Counts on the command line ---- */

static bool read_games(GameCounts *counts, const Arguments *a, Message *message) {
    const bool wins = arguments_value(a, "--wins") != NULL;
    const bool draws = arguments_value(a, "--draws") != NULL;
    const bool losses = arguments_value(a, "--losses") != NULL;
    if (!wins || !draws || !losses)
        return message_set(message, "--wins, --draws and --losses go together: %s is missing",
                           !wins    ? "--wins"
                           : !draws ? "--draws"
                                    : "--losses");
    return arguments_number(a, "--wins", 0, MOST_GAMES, &counts->wins, message) &&
           arguments_number(a, "--draws", 0, MOST_GAMES, &counts->draws, message) &&
           arguments_number(a, "--losses", 0, MOST_GAMES, &counts->losses, message);
}

static bool read_pairs(PairCounts *counts, const Arguments *a, Message *message) {
    char *const *words = NULL;
    const int given = arguments_words(a, "--pairs", &words);
    if (given != PAIR_SCORES)
        return message_set(message,
                           "--pairs: five counts, of pairs with 0, 1/2, 1, 3/2 and 2 points, must "
                           "follow as words; there %s %d",
                           given == 1 ? "is" : "are", given);
    for (int i = 0; i < PAIR_SCORES; i++)
        if (!number_read("--pairs", words[i], 0, MOST_GAMES, &counts->by_half_points[i], message))
            return false;
    return true;
}

static bool any_given(const Arguments *a, const char *const *options) {
    for (; *options != NULL; options++)
        if (arguments_value(a, *options) != NULL)
            return true;
    return false;
}

/* Exactly one kind of input. */
static bool check_kinds(const Arguments *a, bool games, bool pairs, Message *message) {
    static const char *const names[] = {"--first", "--second", NULL};
    const bool files = a->positional_count > 0;
    if (!games && !pairs && !files)
        return message_set(message, "give --wins, --draws and --losses, or --pairs, or PGN files");
    if ((int)games + (int)pairs + (int)files > 1)
        return message_set(message, "%s and %s do not go together",
                           games ? "--wins, --draws, --losses" : "--pairs",
                           files ? "PGN files" : "--pairs");
    return files || !any_given(a, names) ||
           message_set(message,
                       "--first and --second name players of PGN files, and there are none");
}

/* ---- Players of PGN files ---- */

/* -1, and a message, if nobody has the name. */
static int find_player(const Results *results, const char *option, const char *name,
                       Message *message) {
    const int player = results_find(results, name);
    Nearest nearest;
    if (player >= 0)
        return player;
    nearest_init(&nearest, name);
    for (int i = 0; i < results_players(results); i++)
        nearest_offer(&nearest, results_name(results, i));
    if (nearest.best != NULL)
        message_set(message, "%s: there is no player '%.60s'; did you mean '%.60s'?", option, name,
                    nearest.best);
    else
        message_set(message, "%s: there is no player '%.60s'", option, name);
    return -1;
}

static InputStatus choose_players(ScoreInput *input, const Arguments *a, Message *message) {
    const Results *results = input->results;
    const char *first = arguments_value(a, "--first"), *second = arguments_value(a, "--second");
    if (first == NULL && results_players(results) > 2)
        return INPUT_GOOD;
    input->first = first == NULL ? 0 : find_player(results, "--first", first, message);
    if (input->first < 0)
        return INPUT_MISUSED;
    if (second != NULL) {
        input->second = find_player(results, "--second", second, message);
        if (input->second < 0)
            return INPUT_MISUSED;
    } else if (results_players(results) == 2) {
        input->second = 1 - input->first;
    }
    if (input->first == input->second) {
        message_set(message, "--first and --second are the same player");
        return INPUT_MISUSED;
    }
    input->scores = results_between(results, input->first, input->second);
    const GameCounts *g = &input->scores.games;
    if (g->wins + g->draws + g->losses > 0)
        return INPUT_GOOD;
    message_set(message, "'%.60s' and '%.60s' have no finished game with each other",
                results_name(results, input->first), results_name(results, input->second));
    return INPUT_UNREADABLE;
}

static InputStatus read_files(ScoreInput *input, const Arguments *a, ResultsWarn warn,
                              void *context, Message *message) {
    input->results = results_new();
    if (input->results == NULL) {
        message_set(message, "no memory");
        return INPUT_UNREADABLE;
    }
    for (int i = 0; i < a->positional_count; i++)
        if (!results_read(input->results, a->positional[i], warn, context, message))
            return INPUT_UNREADABLE;
    if (results_games(input->results) == 0) {
        message_set(message, "there is no finished game of two players in %.100s%s",
                    a->positional[0], a->positional_count > 1 ? " and the other files" : "");
        return INPUT_UNREADABLE;
    }
    return choose_players(input, a, message);
}

InputStatus score_input_read(ScoreInput *input, const Arguments *a, bool names_needed,
                             ResultsWarn warn, void *context, Message *message) {
    static const char *const of_games[] = {"--wins", "--draws", "--losses", NULL};
    const bool games = any_given(a, of_games), pairs = arguments_value(a, "--pairs") != NULL;
    *input = (ScoreInput){.first = -1, .second = -1, .games_known = !pairs};
    if (!check_kinds(a, games, pairs, message) ||
        (games && !read_games(&input->scores.singles, a, message)) ||
        (pairs && !read_pairs(&input->scores.pairs, a, message)))
        return INPUT_MISUSED;
    if (games || pairs) {
        input->scores.games = input->scores.singles;
        return INPUT_GOOD;
    }
    const char *first = arguments_value(a, "--first"), *second = arguments_value(a, "--second");
    if (first == NULL && (names_needed || second != NULL)) {
        message_set(message, "--first NAME is missing: whose side is to be taken?");
        return INPUT_MISUSED;
    }
    return read_files(input, a, warn, context, message);
}

void score_input_clear(ScoreInput *input) {
    results_free(input->results);
    input->results = NULL;
}

/* ---- Writing ---- */

EloEstimate score_input_elo(const ScoreInput *input) {
    return elo_from_both(&input->scores.pairs, &input->scores.singles);
}

static int64_t games_of(const GameCounts *counts) {
    return counts->wins + counts->draws + counts->losses;
}

static int64_t pairs_of(const PairCounts *counts) {
    int64_t sum = 0;
    for (int i = 0; i < PAIR_SCORES; i++)
        sum += counts->by_half_points[i];
    return sum;
}

void score_input_print(const ScoreInput *input) {
    const Scores *s = &input->scores;
    const int64_t pairs = pairs_of(&s->pairs);
    if (input->first >= 0)
        printf("%s against %s\n", results_name(input->results, input->first),
               input->second >= 0 ? results_name(input->results, input->second) : "all others");
    if (input->games_known)
        printf("Games      %" PRId64 ": %" PRId64 " won, %" PRId64 " drawn, %" PRId64 " lost\n",
               games_of(&s->games), s->games.wins, s->games.draws, s->games.losses);
    if (!input->games_known || pairs > 0) {
        const int64_t *n = s->pairs.by_half_points;
        printf("Pairs      %" PRId64 " by points 0, 1/2, 1, 3/2, 2: [%" PRId64 ", %" PRId64
               ", %" PRId64 ", %" PRId64 ", %" PRId64 "]\n",
               pairs, n[0], n[1], n[2], n[3], n[4]);
        if (input->games_known && games_of(&s->singles) > 0)
            printf("Unpaired   %" PRId64 ": %" PRId64 " won, %" PRId64 " drawn, %" PRId64 " lost\n",
                   games_of(&s->singles), s->singles.wins, s->singles.draws, s->singles.losses);
    }
    if (input->results != NULL && results_unfinished(input->results) > 0)
        printf("Left out   %" PRId64 " without a result, or of one player alone\n",
               results_unfinished(input->results));
    if (input->results != NULL && results_broken(input->results) > 0)
        printf("Left out   %" PRId64 " broken\n", results_broken(input->results));
}

/* Of games where they are known, otherwise of pairs. */
static double draw_rate(const ScoreInput *input, const EloEstimate *e) {
    const GameCounts *g = &input->scores.games;
    if (!input->games_known)
        return e->draw_rate;
    return games_of(g) > 0 ? (double)g->draws / (double)games_of(g) : 0;
}

void score_input_print_elo(const ScoreInput *input, const EloEstimate *e) {
    printf("Score      %.2f%%\n", 100 * e->score);
    printf("Elo        %+.2f ± %.2f\n", e->elo, e->elo_error);
    printf("nElo       %+.2f ± %.2f\n", e->normalized, e->normalized_error);
    printf("LOS        %.2f%%\n", 100 * e->los);
    printf("%s %.2f%%\n", input->games_known ? "Draws     " : "Even pairs",
           100 * draw_rate(input, e));
}

/* ---- JSON ---- */

json_t *score_json_real(double number) {
    return isfinite(number) ? json_real(number) : json_null();
}

json_t *score_json_counts(const GameCounts *c) {
    return json_pack("{s:I, s:I, s:I}", "wins", (json_int_t)c->wins, "draws", (json_int_t)c->draws,
                     "losses", (json_int_t)c->losses);
}

static json_t *pairs_array(const PairCounts *c) {
    const int64_t *n = c->by_half_points;
    return json_pack("[I, I, I, I, I]", (json_int_t)n[0], (json_int_t)n[1], (json_int_t)n[2],
                     (json_int_t)n[3], (json_int_t)n[4]);
}

static json_t *name_or_null(const ScoreInput *input, int player) {
    return player < 0 ? json_null() : json_string(results_name(input->results, player));
}

bool score_input_pack(const ScoreInput *input, const EloEstimate *e, json_t *object) {
    const Scores *s = &input->scores;
    json_t *const members = json_pack(
        "{s:o, s:o, s:o, s:o, s:o, s:I, s:f, s:o, s:o, s:o, s:o, s:f, s:f}", "first",
        name_or_null(input, input->first), "second", name_or_null(input, input->second), "results",
        input->games_known ? score_json_counts(&s->games) : json_null(), "pairs",
        pairs_array(&s->pairs), "unpaired", score_json_counts(&s->singles), "games",
        (json_int_t)e->games, "score", e->score, "elo", score_json_real(e->elo), "elo_error",
        score_json_real(e->elo_error), "nelo", score_json_real(e->normalized), "nelo_error",
        score_json_real(e->normalized_error), "los", e->los,
        input->games_known ? "draw_rate" : "even_pair_rate", draw_rate(input, e));
    const bool good = members != NULL && json_object_update(object, members) == 0;
    json_decref(members);
    return good;
}

int score_json_print(const Arguments *arguments, json_t *object) {
    if (object == NULL) {
        fprintf(stderr, "brindle %s: no memory\n", arguments->command->name);
        return 1;
    }
    /* 15 digits: 0.05 stays 0.05. */
    json_dumpf(object, stdout, JSON_COMPACT | JSON_REAL_PRECISION(15));
    putchar('\n');
    json_decref(object);
    return 0;
}
