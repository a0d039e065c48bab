#include "engine/tools/results.h"

#include "bitboard/fen.h"
#include "bitboard/notation.h"
#include "engine/pgn/pgn.h"
#include "engine/statistics/rating.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    int white, black;
    int half_points;  /* White's: 0, 1, 2 */
    uint64_t opening; /* a hash of starting position and book moves */
    uint64_t round;   /* a hash; 0: none */
    int64_t partner;  /* the other game of its pair, or -1 */
} GameResult;

struct Results {
    char **names; /* by player */
    int *by_name; /* players, in the order of their names */
    int players, player_room;
    GameResult *games;
    int64_t count, room;
    int64_t unfinished, broken;
};

/* ---- Objects ---- */

Results *results_new(void) {
    return calloc(1, sizeof(Results));
}

void results_free(Results *r) {
    if (r == NULL)
        return;
    for (int i = 0; i < r->players; i++)
        free(r->names[i]);
    free(r->names);
    free(r->by_name);
    free(r->games);
    free(r);
}

int results_players(const Results *r) {
    return r->players;
}

const char *results_name(const Results *r, int player) {
    return r->names[player];
}

int64_t results_games(const Results *r) {
    return r->count;
}

int64_t results_unfinished(const Results *r) {
    return r->unfinished;
}

int64_t results_broken(const Results *r) {
    return r->broken;
}

/* ---- Players ---- */

/* The first place in by_name whose name is not less. */
static int place_of(const Results *r, const char *name) {
    int low = 0, high = r->players;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (strcmp(r->names[r->by_name[middle]], name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

int results_find(const Results *r, const char *name) {
    const int place = place_of(r, name);
    if (place < r->players && strcmp(r->names[r->by_name[place]], name) == 0)
        return r->by_name[place];
    return -1;
}

static bool make_player_room(Results *r) {
    if (r->players < r->player_room)
        return true;
    const int room = r->player_room == 0 ? 16 : 2 * r->player_room;
    char **names = realloc(r->names, (size_t)room * sizeof *names);
    if (names == NULL)
        return false;
    r->names = names;
    int *by_name = realloc(r->by_name, (size_t)room * sizeof *by_name);
    if (by_name == NULL)
        return false;
    r->by_name = by_name;
    r->player_room = room;
    return true;
}

/* The player of that name, a new one if need be; -1 and a message if there is no place. */
static int take_player(Results *r, const char *name, Message *message) {
    const int known = results_find(r, name);
    if (known >= 0)
        return known;
    if (r->players == RATING_MAX_ENGINES) {
        message_set(message, "there are more than %d players", RATING_MAX_ENGINES);
        return -1;
    }
    char *copy = strdup(name);
    if (copy == NULL || !make_player_room(r)) {
        free(copy);
        message_set(message, "no memory for the players");
        return -1;
    }
    const int place = place_of(r, name);
    memmove(&r->by_name[place + 1], &r->by_name[place],
            (size_t)(r->players - place) * sizeof *r->by_name);
    r->by_name[place] = r->players;
    r->names[r->players] = copy;
    return r->players++;
}

/* ---- Games ---- */

/* FNV-1a, by G. Fowler, L. C. Noll and K.-P. Vo. */
static const uint64_t HASH_START = 0xcbf29ce484222325;

static uint64_t hash_bytes(uint64_t hash, const char *bytes, size_t length) {
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)bytes[i]) * 0x100000001b3;
    return hash;
}

/* With the 0 at the end, so that texts in a row do not run together. */
static uint64_t hash_text(uint64_t hash, const char *text) {
    return hash_bytes(hash, text, strlen(text) + 1);
}

static bool is_book(const PgnMove *move) {
    return move->comment != NULL && strncmp(move->comment, "book", 4) == 0 &&
           (move->comment[4] == '\0' || move->comment[4] == ',');
}

static uint64_t opening_of(const PgnGame *game) {
    char fen[FEN_SIZE], text[MOVE_TEXT_SIZE];
    fen_write(&game->start, fen);
    uint64_t hash = hash_text(hash_text(HASH_START, game->start.rules->name), fen);
    for (int i = 0; i < game->line.count && is_book(&game->line.moves[i]); i++)
        hash = hash_text(hash, move_write(game->line.moves[i].move, text));
    return hash;
}

static uint64_t round_of(const PgnGame *game) {
    const char *round = pgn_tag(game, "Round");
    if (round == NULL || strcmp(round, "") == 0 || strcmp(round, "?") == 0 ||
        strcmp(round, "-") == 0)
        return 0;
    const char *stop = strrchr(round, '.');
    return hash_bytes(HASH_START, round, stop != NULL ? (size_t)(stop - round) : strlen(round)) | 1;
}

static GameResult *add_game(Results *r) {
    if (r->count == r->room) {
        const int64_t room = r->room == 0 ? 256 : 2 * r->room;
        GameResult *games = realloc(r->games, (size_t)room * sizeof *games);
        if (games == NULL)
            return NULL;
        r->games = games;
        r->room = room;
    }
    return &r->games[r->count++];
}

static bool count_game(Results *r, const PgnGame *game, Message *message) {
    const char *white = pgn_tag(game, "White"), *black = pgn_tag(game, "Black");
    white = white != NULL ? white : "?";
    black = black != NULL ? black : "?";
    const bool finished = strcmp(game->result, "*") != 0;
    if (!finished || strcmp(white, black) == 0) {
        r->unfinished++;
        return true;
    }
    const int of_white = take_player(r, white, message);
    const int of_black = of_white < 0 ? -1 : take_player(r, black, message);
    if (of_black < 0)
        return false;
    GameResult *g = add_game(r);
    if (g == NULL)
        return message_set(message, "no memory for the games");
    *g = (GameResult){.white = of_white,
                      .black = of_black,
                      .half_points = strcmp(game->result, "1-0") == 0   ? 2
                                     : strcmp(game->result, "0-1") == 0 ? 0
                                                                        : 1,
                      .opening = opening_of(game),
                      .round = round_of(game),
                      .partner = -1};
    return true;
}

/* ---- Pairs ---- */

/* A game with its place in the file, to be sorted by what games must have in common. */
typedef struct {
    int64_t index;
    int low, high; /* the players */
    uint64_t opening, round;
    int white;
} Candidate;

static int compare_players(const Candidate *x, const Candidate *y) {
    if (x->low != y->low)
        return x->low < y->low ? -1 : 1;
    return (x->high > y->high) - (x->high < y->high);
}

static int compare_in_order(const void *a, const void *b) {
    const Candidate *x = a, *y = b;
    const int players = compare_players(x, y);
    return players != 0 ? players : (x->index > y->index) - (x->index < y->index);
}

static int compare_kind(const Candidate *x, const Candidate *y) {
    const int players = compare_players(x, y);
    if (players != 0)
        return players;
    if (x->round != y->round)
        return x->round < y->round ? -1 : 1;
    return (x->opening > y->opening) - (x->opening < y->opening);
}

static int compare_by_kind(const void *a, const void *b) {
    const Candidate *x = a, *y = b;
    const int kind = compare_kind(x, y);
    return kind != 0 ? kind : (x->index > y->index) - (x->index < y->index);
}

static void make_pair(Results *r, const Candidate *a, const Candidate *b) {
    r->games[a->index].partner = b->index;
    r->games[b->index].partner = a->index;
}

/* Of one kind: the first game that waits goes with the next one of the other colour, so that all
 * games that wait have the same colour. */
static void pair_kind(Results *r, Candidate *games, size_t count) {
    size_t first = 0, waiting = 0; /* the queue is games[first] … games[first + waiting - 1] */
    for (size_t i = 0; i < count; i++) {
        if (waiting > 0 && games[first].white != games[i].white) {
            make_pair(r, &games[first], &games[i]);
            first++;
            waiting--;
        } else {
            games[first + waiting++] = games[i];
        }
    }
}

static void pair_rounds(Results *r, Candidate *games, size_t count) {
    qsort(games, count, sizeof *games, compare_by_kind);
    for (size_t begin = 0, end; begin < count; begin = end) {
        for (end = begin + 1; end < count && compare_kind(&games[begin], &games[end]) == 0; end++)
            ;
        if (games[begin].round != 0)
            pair_kind(r, &games[begin], end - begin);
    }
}

static void pair_neighbours(Results *r, Candidate *games, size_t count) {
    qsort(games, count, sizeof *games, compare_in_order);
    for (size_t i = 0; i + 1 < count; i++) {
        const Candidate *a = &games[i], *b = &games[i + 1];
        if (compare_players(a, b) == 0 && a->white != b->white && a->opening == b->opening &&
            r->games[a->index].partner < 0 && r->games[b->index].partner < 0)
            make_pair(r, a, b);
    }
}

static void fill_candidates(const Results *r, int64_t from, Candidate *games) {
    for (int64_t i = from; i < r->count; i++) {
        const GameResult *g = &r->games[i];
        games[i - from] = (Candidate){.index = i,
                                      .low = g->white < g->black ? g->white : g->black,
                                      .high = g->white < g->black ? g->black : g->white,
                                      .opening = g->opening,
                                      .round = g->round,
                                      .white = g->white};
    }
}

/* Pairs up the games of a file, which begin at `from`. */
static bool pair_games(Results *r, int64_t from, Message *message) {
    const size_t count = (size_t)(r->count - from);
    if (count < 2)
        return true;
    Candidate *games = malloc(count * sizeof *games);
    if (games == NULL)
        return message_set(message, "no memory for the pairs of games");
    fill_candidates(r, from, games);
    pair_rounds(r, games, count);
    fill_candidates(r, from, games);
    pair_neighbours(r, games, count);
    free(games);
    return true;
}

/* ---- Files ---- */

static bool read_games(Results *r, PgnReader *reader, PgnGame *game, ResultsWarn warn,
                       void *context, Message *message) {
    for (;;) {
        switch (pgn_read(reader, &RULES[0], game, message)) {
        case PGN_GAME:
            if (!count_game(r, game, message))
                return false;
            break;
        case PGN_ERROR:
            r->broken++;
            warn(context, message->text);
            break;
        case PGN_END: return true;
        case PGN_FAILED: return false;
        }
    }
}

static bool read_stream(Results *r, FILE *in, const char *name, ResultsWarn warn, void *context,
                        Message *message) {
    const int64_t from = r->count;
    PgnReader *reader = pgn_reader_new(in, name);
    PgnGame *game = malloc(sizeof *game);
    bool good = false;
    if (reader == NULL || game == NULL) {
        message_set(message, "no memory");
    } else {
        pgn_game_init(game, &RULES[0]);
        good = read_games(r, reader, game, warn, context, message) && pair_games(r, from, message);
        pgn_game_clear(game);
    }
    free(game);
    pgn_reader_free(reader);
    return good;
}

bool results_read(Results *r, const char *path, ResultsWarn warn, void *context, Message *message) {
    if (strcmp(path, "-") == 0)
        return read_stream(r, stdin, "standard input", warn, context, message);
    FILE *in = fopen(path, "rb");
    if (in == NULL)
        return message_set(message, "%.200s: %s", path, strerror(errno));
    const bool good = read_stream(r, in, path, warn, context, message);
    fclose(in);
    return good;
}

/* ---- Counts ---- */

static int half_points_of(const GameResult *g, int player) {
    return g->white == player ? g->half_points : 2 - g->half_points;
}

static void count_result(GameCounts *counts, int half_points) {
    counts->wins += half_points == 2;
    counts->draws += half_points == 1;
    counts->losses += half_points == 0;
}

Scores results_between(const Results *r, int first, int second) {
    Scores s = {.games = {0, 0, 0}};
    for (int64_t i = 0; i < r->count; i++) {
        const GameResult *g = &r->games[i];
        const int other = g->white == first ? g->black : g->white;
        if ((g->white != first && g->black != first) || (second >= 0 && other != second))
            continue;
        const int half_points = half_points_of(g, first);
        count_result(&s.games, half_points);
        if (g->partner < 0)
            count_result(&s.singles, half_points);
        else if (g->partner > i)
            s.pairs.by_half_points[half_points + half_points_of(&r->games[g->partner], first)]++;
    }
    return s;
}

void results_table(const Results *r, GameCounts *counts) {
    memset(counts, 0, (size_t)r->players * (size_t)r->players * sizeof *counts);
    for (int64_t i = 0; i < r->count; i++) {
        const GameResult *g = &r->games[i];
        count_result(&counts[(size_t)g->white * (size_t)r->players + (size_t)g->black],
                     g->half_points);
        count_result(&counts[(size_t)g->black * (size_t)r->players + (size_t)g->white],
                     2 - g->half_points);
    }
}
