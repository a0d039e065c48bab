#include "engine/statistics/rating.h"
#include "engine/tools/score_input.h"
#include "engine/tools/toolbox.h"

#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A wider cross table does not help anybody; JSON has all of it. */
enum { MOST_CROSS_TABLE = 30 };

typedef struct {
    int player;
    double elo;
} Place;

/* A rating list of all players, in its order. */
typedef struct {
    const Results *results;
    int players;
    GameCounts *table; /* players * players */
    Rating *ratings;   /* by player */
    Place *places;
} RatingList;

/* ---- The list ---- */

static int compare_places(const void *a, const void *b) {
    const Place *x = a, *y = b;
    if (x->elo != y->elo)
        return x->elo > y->elo ? -1 : 1;
    return (x->player > y->player) - (x->player < y->player);
}

static bool compute_list(RatingList *list, const Results *results, Message *message) {
    const size_t n = (size_t)results_players(results);
    list->results = results;
    list->players = (int)n;
    list->table = calloc(n * n, sizeof *list->table);
    list->ratings = calloc(n, sizeof *list->ratings);
    list->places = calloc(n, sizeof *list->places);
    if (list->table == NULL || list->ratings == NULL || list->places == NULL)
        return message_set(message, "no memory for a rating list of %d players", list->players);
    results_table(results, list->table);
    if (!ratings_compute(list->players, list->table, list->ratings, message))
        return false;
    for (int i = 0; i < list->players; i++)
        list->places[i] = (Place){i, list->ratings[i].elo};
    qsort(list->places, n, sizeof *list->places, compare_places);
    return true;
}

static void free_list(RatingList *list) {
    free(list->table);
    free(list->ratings);
    free(list->places);
}

static const GameCounts *between(const RatingList *list, int i, int j) {
    return &list->table[(size_t)i * (size_t)list->players + (size_t)j];
}

static GameCounts against_all(const RatingList *list, int player) {
    GameCounts sum = {0, 0, 0};
    for (int j = 0; j < list->players; j++) {
        const GameCounts *c = between(list, player, j);
        sum.wins += c->wins;
        sum.draws += c->draws;
        sum.losses += c->losses;
    }
    return sum;
}

static int64_t games_of(const GameCounts *c) {
    return c->wins + c->draws + c->losses;
}

static double points_of(const GameCounts *c) {
    return (double)c->wins + (double)c->draws / 2;
}

/* ---- In words ---- */

/* printf counts bytes, people count characters: how many bytes of a UTF-8 text are not the first
 * of a character. */
static int extra_bytes(const char *text) {
    int extra = 0;
    for (; *text != '\0'; text++)
        extra += ((unsigned char)*text & 0xC0) == 0x80;
    return extra;
}

static int widest_name(const RatingList *list) {
    int widest = 4;
    for (int i = 0; i < list->players; i++) {
        const char *name = results_name(list->results, i);
        const int width = (int)strlen(name) - extra_bytes(name);
        widest = width > widest ? width : widest;
    }
    return widest;
}

static void print_name(const RatingList *list, int place, int width) {
    const char *name = results_name(list->results, list->places[place].player);
    printf("%4d  %-*s", place + 1, width + extra_bytes(name), name);
}

static void print_ratings(const RatingList *list, int width) {
    /* "±" takes two bytes. */
    printf("%4s  %-*s %9s %9s %8s %9s %8s %8s %8s\n", "Rank", width, "Name", "Elo", "±", "Games",
           "Points", "Score", "Draws", "LOS");
    for (int i = 0; i < list->players; i++) {
        const int player = list->places[i].player;
        const Rating *r = &list->ratings[player];
        const GameCounts c = against_all(list, player);
        const double games = (double)games_of(&c);
        print_name(list, i, width);
        printf(" %+9.1f %8.1f %8" PRId64 " %9.1f %7.2f%% %7.2f%%", r->elo, r->error, games_of(&c),
               points_of(&c), 100 * points_of(&c) / games, 100 * (double)c.draws / games);
        if (i + 1 < list->players)
            printf(" %7.2f%%", 100 * r->los);
        printf("\n");
    }
}

static void write_cell(const RatingList *list, int i, int j, char *cell, size_t size) {
    const GameCounts *c = between(list, list->places[i].player, list->places[j].player);
    if (i == j)
        snprintf(cell, size, "*");
    else if (games_of(c) == 0)
        snprintf(cell, size, ".");
    else
        snprintf(cell, size, "%g/%" PRId64, points_of(c), games_of(c));
}

static void print_cross_table(const RatingList *list, int name_width) {
    char cell[64];
    int width = 3;
    for (int i = 0; i < list->players; i++)
        for (int j = 0; j < list->players; j++) {
            write_cell(list, i, j, cell, sizeof cell);
            width = (int)strlen(cell) > width ? (int)strlen(cell) : width;
        }
    printf("\nPoints of games:\n%*s", name_width + 6, "");
    for (int j = 0; j < list->players; j++)
        printf(" %*d", width, j + 1);
    printf("\n");
    for (int i = 0; i < list->players; i++) {
        print_name(list, i, name_width);
        for (int j = 0; j < list->players; j++) {
            write_cell(list, i, j, cell, sizeof cell);
            printf(" %*s", width, cell);
        }
        printf("\n");
    }
}

static void print_list(const RatingList *list) {
    const int width = widest_name(list);
    print_ratings(list, width);
    if (list->players <= MOST_CROSS_TABLE)
        print_cross_table(list, width);
    if (results_unfinished(list->results) > 0)
        printf("\nLeft out: %" PRId64 " without a result, or of one player alone\n",
               results_unfinished(list->results));
    if (results_broken(list->results) > 0)
        printf("\nLeft out: %" PRId64 " broken\n", results_broken(list->results));
}

/* ---- As JSON ---- */

static json_t *pack_player(const RatingList *list, int place) {
    const int player = list->places[place].player;
    const Rating *r = &list->ratings[player];
    const GameCounts c = against_all(list, player);
    return json_pack("{s:i, s:s, s:f, s:f, s:o, s:I, s:f, s:o}", "rank", place + 1, "name",
                     results_name(list->results, player), "elo", r->elo, "error", r->error, "los",
                     place + 1 < list->players ? json_real(r->los) : json_null(), "games",
                     (json_int_t)games_of(&c), "points", points_of(&c), "results",
                     score_json_counts(&c));
}

static json_t *pack_pairing(const RatingList *list, int i, int j) {
    const int first = list->places[i].player, second = list->places[j].player;
    return json_pack("{s:s, s:s, s:o}", "first", results_name(list->results, first), "second",
                     results_name(list->results, second), "results",
                     score_json_counts(between(list, first, second)));
}

static int print_list_json(const Arguments *arguments, const RatingList *list) {
    json_t *players = json_array(), *pairings = json_array();
    bool good = players != NULL && pairings != NULL;
    for (int i = 0; i < list->players && good; i++) {
        good = json_array_append_new(players, pack_player(list, i)) == 0;
        for (int j = i + 1; j < list->players && good; j++)
            if (games_of(between(list, list->places[i].player, list->places[j].player)) > 0)
                good = json_array_append_new(pairings, pack_pairing(list, i, j)) == 0;
    }
    if (!good) {
        json_decref(players);
        json_decref(pairings);
        return score_json_print(arguments, NULL);
    }
    return score_json_print(arguments,
                            json_pack("{s:s, s:o, s:o, s:I, s:I}", "type", "ratings", "players",
                                      players, "pairings", pairings, "unfinished",
                                      (json_int_t)results_unfinished(list->results), "broken",
                                      (json_int_t)results_broken(list->results)));
}

/* ---- The command ---- */

static int report_list(const Arguments *arguments, const Results *results) {
    RatingList list = {.results = NULL};
    Message message;
    int status = 0;
    if (!compute_list(&list, results, &message)) {
        fprintf(stderr, "brindle elo: %s\n", message.text);
        status = 1;
    } else if (arguments_value(arguments, "--json") != NULL) {
        status = print_list_json(arguments, &list);
    } else {
        print_list(&list);
    }
    free_list(&list);
    return status;
}

static int report_two(const Arguments *arguments, const ScoreInput *input) {
    const EloEstimate estimate = score_input_elo(input);
    if (arguments_value(arguments, "--json") == NULL) {
        score_input_print(input);
        score_input_print_elo(input, &estimate);
        return 0;
    }
    json_t *object = json_pack("{s:s}", "type", "elo");
    if (object != NULL && !score_input_pack(input, &estimate, object)) {
        json_decref(object);
        object = NULL;
    }
    return score_json_print(arguments, object);
}

static void on_broken(void *context, const char *text) {
    (void)context;
    fprintf(stderr, "brindle elo: %s\n", text);
}

static int report(const Arguments *arguments, ScoreInput *input) {
    Message message;
    switch (score_input_read(input, arguments, false, on_broken, NULL, &message)) {
    case INPUT_MISUSED: return arguments_refuse(arguments, &message);
    case INPUT_UNREADABLE: fprintf(stderr, "brindle elo: %s\n", message.text); return 1;
    case INPUT_GOOD: break;
    }
    const int status = input->results != NULL && input->first < 0
                           ? report_list(arguments, input->results)
                           : report_two(arguments, input);
    const bool broken = input->results != NULL && results_broken(input->results) > 0;
    return status != 0 ? status : broken;
}

static int run(const Arguments *arguments) {
    ScoreInput input;
    const int status = report(arguments, &input);
    score_input_clear(&input);
    return status;
}

static const OptionSpec OPTIONS[] = {
    SCORE_INPUT_OPTIONS,
    {"--json", NULL, "one JSON object"},
    {NULL, NULL, NULL},
};

const Command COMMAND_ELO = {
    .name = "elo",
    .positional = "[PGN…]",
    .most_positional = INT_MAX,
    .summary = "Elo differences and rating lists from results, with their errors",
    .details =
        "The results are --wins, --draws and --losses, or --pairs, or the games of PGN files.  Of\n"
        "several players without --first there is a rating list (maximum likelihood, mean 0; LOS is\n"
        "the likelihood of being stronger than the next one) and a cross table.  Errors are\n"
        "half-widths of 95% intervals.\n"
        "\n" SCORE_INPUT_DETAILS,
    .options = OPTIONS,
    .run = run};
