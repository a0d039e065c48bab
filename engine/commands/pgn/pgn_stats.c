/*
 * brindle pgn stats: results, lengths, endings, players and openings of games.
 */
#include "bitboard/notation.h"
#include "engine/commands/pgn/pgn_action.h"

#include "engine/commands/pgn/pgn_tally.h"
#include "engine/pgn/pgn_check.h"
#include "engine/pgn/pgn_text.h"
#include <limits.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    RESULTS = 4,
    STATES = GAME_FIFTY_MOVES + 1,
    MOST_OPENING_PLIES = 60,
    MOST_ROWS = 30, /* of openings and Termination tags */
    NAME_COLUMNS = 28
};

static const char *const RESULT_NAMES[RESULTS] = {"1-0", "0-1", "1/2-1/2", "*"};

/* What one rule set's games add up to. */
typedef struct {
    int64_t games, plies;
    int64_t results[RESULTS], states[STATES];
    int64_t *lengths; /* how many games have so many half-moves */
    int length_room;
    PgnTally players, terminations, openings;
} Sums;

typedef struct {
    int64_t opening_plies; /* 0: no openings */
    Sums sums[RULE_SETS];
} Stats;

/* ---- Adding up ---- */

static bool add_length(Sums *sums, int plies) {
    if (plies >= sums->length_room) {
        int room = sums->length_room > 0 ? sums->length_room : 256;
        while (room <= plies)
            room *= 2;
        int64_t *lengths = realloc(sums->lengths, (size_t)room * sizeof *lengths);
        if (lengths == NULL)
            return false;
        memset(lengths + sums->length_room, 0,
               (size_t)(room - sums->length_room) * sizeof *lengths);
        sums->lengths = lengths;
        sums->length_room = room;
    }
    sums->lengths[plies]++;
    sums->plies += plies;
    return true;
}

static int result_index(const char *result) {
    int i = 0;
    while (i < RESULTS - 1 && strcmp(result, RESULT_NAMES[i]) != 0)
        i++;
    return i;
}

/* For White, in the terms of pgn_tally_add. */
static int score_of(int result) {
    static const int scores[RESULTS] = {1, -1, 0, 2};
    return scores[result];
}

static int turned(int score) {
    return score == 1 || score == -1 ? -score : score;
}

static bool add_player(Sums *sums, const PgnGame *game, const char *tag, int score) {
    const char *name = pgn_tag(game, tag);
    return pgn_tally_add(&sums->players, name != NULL ? name : "?", score);
}

/* Games that are shorter than the opening stand under what they have. */
static bool add_opening(Sums *sums, const PgnGame *game, int64_t plies, int score) {
    PgnText line = {NULL, 0, 0};
    Position pos = game->start;
    bool good = true;
    for (int i = 0; i < game->line.count && i < plies && good; i++) {
        char san[MOVE_TEXT_SIZE];
        Undo undo;
        const Move move = game->line.moves[i].move;
        san_write(&pos, move, san);
        good = (i == 0 || pgn_text_add_byte(&line, ' ')) && pgn_text_add(&line, san, strlen(san));
        position_make(&pos, move, &undo);
    }
    good =
        good && pgn_tally_add(&sums->openings, line.length > 0 ? line.bytes : "(no move)", score);
    pgn_text_free(&line);
    return good;
}

static bool begin(PgnTask *task, Message *message) {
    Stats *stats = calloc(1, sizeof *stats);
    if (stats == NULL)
        return message_set(message, "no memory");
    task->state = stats;
    return arguments_number(task->arguments, "--openings", 1, MOST_OPENING_PLIES,
                            &stats->opening_plies, message);
}

static bool take(PgnTask *task, PgnGame *game, Message *message) {
    Stats *stats = task->state;
    Sums *sums = &stats->sums[game->start.rules - RULES];
    const int result = result_index(game->result), score = score_of(result);
    const char *termination = pgn_tag(game, "Termination");
    Position pos;
    pgn_final_position(game, &pos);
    sums->games++;
    sums->results[result]++;
    sums->states[position_game_state(&pos)]++;
    if (!add_length(sums, game->line.count) || !add_player(sums, game, "White", score) ||
        !add_player(sums, game, "Black", turned(score)) ||
        (termination != NULL && !pgn_tally_add(&sums->terminations, termination, score)) ||
        (stats->opening_plies > 0 && !add_opening(sums, game, stats->opening_plies, score)))
        return message_set(message, "no memory for so many names");
    return true;
}

/* ---- Telling ---- */

static double percent(int64_t part, int64_t whole) {
    return whole > 0 ? 100 * (double)part / (double)whole : 0;
}

/* The length of the game at this place, counted from 0, if they are put in order of length. */
static int length_at(const Sums *sums, int64_t place) {
    int plies = 0;
    while (plies < sums->length_room - 1 && place >= sums->lengths[plies])
        place -= sums->lengths[plies++];
    return plies;
}

static void tell_lengths(const Sums *sums, FILE *out) {
    const int64_t n = sums->games;
    const double median = (length_at(sums, (n - 1) / 2) + length_at(sums, n / 2)) / 2.0;
    fprintf(out, "  half-moves: average %.1f, median %.1f, least %d, most %d\n",
            (double)sums->plies / (double)n, median, length_at(sums, 0), length_at(sums, n - 1));
}

static void tell_name(const char *name, FILE *out) {
    const size_t width = pgn_utf8_width(name);
    fprintf(out, "    %s%*s", name, width < NAME_COLUMNS ? (int)(NAME_COLUMNS - width) : 0, "");
}

static void tell_scores(const PgnTally *tally, const char *title, size_t most, FILE *out) {
    fprintf(out, "  %s%*s     games       won     drawn      lost    points\n", title,
            (int)(NAME_COLUMNS + 2 - strlen(title)), "");
    for (size_t i = 0; i < tally->count && i < most; i++) {
        const PgnTallyRow *row = &tally->rows[i];
        const int64_t played = row->won + row->drawn + row->lost;
        const double points = (double)row->won + (double)row->drawn / 2;
        tell_name(row->name, out);
        fprintf(out, " %9" PRId64 " %9" PRId64 " %9" PRId64 " %9" PRId64 " %9.1f", row->games,
                row->won, row->drawn, row->lost, points);
        if (played > 0)
            fprintf(out, "  %5.1f %%", 100 * points / (double)played);
        putc('\n', out);
    }
    if (tally->count > most)
        fprintf(out, "    … and %zu more\n", tally->count - most);
}

static void tell_sums(Sums *sums, const RuleSet *rules, int64_t opening_plies, FILE *out) {
    char title[64];
    fprintf(out, "%s: %" PRId64 " game%s\n", rules->name, sums->games, sums->games == 1 ? "" : "s");
    for (int i = 0; i < RESULTS; i++)
        fprintf(out, "  %-*s %9" PRId64 "  %5.1f %%\n", NAME_COLUMNS + 2, RESULT_NAMES[i],
                sums->results[i], percent(sums->results[i], sums->games));
    tell_lengths(sums, out);
    fprintf(out, "  ended by the rules\n");
    for (int i = 0; i < STATES; i++)
        if (sums->states[i] > 0) {
            tell_name(i == GAME_ONGOING ? "not ended" : pgn_state_name((GameState)i), out);
            fprintf(out, " %9" PRId64 "  %5.1f %%\n", sums->states[i],
                    percent(sums->states[i], sums->games));
        }
    if (sums->terminations.count > 0) {
        fprintf(out, "  Termination tags\n");
        pgn_tally_sort_by_games(&sums->terminations);
        for (size_t i = 0; i < sums->terminations.count && i < MOST_ROWS; i++) {
            const PgnTallyRow *row = &sums->terminations.rows[i];
            tell_name(row->name, out);
            fprintf(out, " %9" PRId64 "  %5.1f %%\n", row->games, percent(row->games, sums->games));
        }
    }
    pgn_tally_sort_by_points(&sums->players);
    tell_scores(&sums->players, "players", SIZE_MAX, out);
    if (opening_plies == 0)
        return;
    pgn_tally_sort_by_games(&sums->openings);
    snprintf(title, sizeof title, "first %d half-moves, White's", (int)opening_plies);
    tell_scores(&sums->openings, title, MOST_ROWS, out);
}

static bool finish(PgnTask *task, Message *message) {
    Stats *stats = task->state;
    bool any = false;
    (void)message;
    for (int i = 0; i < RULE_SETS; i++)
        if (stats->sums[i].games > 0) {
            if (any)
                putc('\n', task->out);
            tell_sums(&stats->sums[i], &RULES[i], stats->opening_plies, task->out);
            any = true;
        }
    if (!any)
        fprintf(task->out, "no games\n");
    return true;
}

static void release(PgnTask *task) {
    Stats *stats = task->state;
    for (int i = 0; i < RULE_SETS && stats != NULL; i++) {
        free(stats->sums[i].lengths);
        pgn_tally_free(&stats->sums[i].players);
        pgn_tally_free(&stats->sums[i].terminations);
        pgn_tally_free(&stats->sums[i].openings);
    }
    free(stats);
}

const PgnAction PGN_STATS = {.spec = {"stats", PGN_FILES, 1, INT_MAX},
                             .begin = begin,
                             .take = take,
                             .finish = finish,
                             .release = release};
