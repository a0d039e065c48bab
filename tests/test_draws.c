/*
 * How games end: mate and stalemate in both rule sets, repetition, the 50-move rule, dead
 * positions.
 *
 * What position.h says of repetitions in a search is read like this.  Let a position "occur at
 * distance d" if it stood on the board d half-moves before the present one and no null move lies
 * between.  With `ply` half-moves from the root:
 *   - position_is_repetition: the present position occurs at some distance d < ply (so after the
 * root, not at it), or it occurs at least twice at any distance;
 *   - position_has_upcoming_repetition: a legal move leads to a position that stood at distance d <
 * ply from the present one, or that stood on the board at least twice.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/suite.h"

/* ---- A game with the memory of all its positions ---- */

enum { MOST_PLIES = 8192 };

typedef struct {
    Position pos;
    SlowBoard board;
    uint64_t seen[MOST_PLIES + 1]; /* hashes of the identities, the present one last */
    Move moves[MOST_PLIES];
    Undo undos[MOST_PLIES];
    int ply;
    int since; /* seen[] counts from here: the latest null move, or the start */
} Game;

/* FNV-1a of the text that says what the position is. */
static uint64_t identity_hash(const SlowBoard *board) {
    char text[SLOW_TEXT];
    uint64_t hash = 0xcbf29ce484222325u;
    slow_identity(board, text);
    for (const char *p = text; *p != '\0'; p++)
        hash = (hash ^ (unsigned char)*p) * 0x100000001b3u;
    return hash;
}

static void game_open(Game *game, const char *fen, bool standard) {
    slow_parse(fen, standard, &game->board);
    bridge_position(&game->board, &game->pos);
    game->ply = game->since = 0;
    game->seen[0] = identity_hash(&game->board);
}

static void game_push(Game *game, const SlowMove *move) {
    const Move m = bridge_move(move);
    assert_true(game->ply < MOST_PLIES);
    game->moves[game->ply] = m;
    position_make(&game->pos, m, &game->undos[game->ply]);
    slow_make(&game->board, move);
    game->seen[++game->ply] = identity_hash(&game->board);
}

static void game_push_null(Game *game) {
    SlowBoard *board = &game->board;
    game->moves[game->ply] = MOVE_NULL;
    position_make_null(&game->pos, &game->undos[game->ply]);
    board->number += board->black_to_move;
    board->black_to_move = !board->black_to_move;
    board->passed_count = 0;
    board->clock++;
    game->seen[++game->ply] = identity_hash(board);
    game->since = game->ply;
}

static void game_pop_all(Game *game) {
    while (game->ply > 0) {
        const Move move = game->moves[--game->ply];
        if (move == MOVE_NULL)
            position_unmake_null(&game->pos, &game->undos[game->ply]);
        else
            position_unmake(&game->pos, move, &game->undos[game->ply]);
    }
}

/* Plays moves in coordinates, separated by blanks. */
static void game_play(Game *game, const char *moves) {
    char copy[1024];
    snprintf(copy, sizeof copy, "%s", moves);
    for (char *word = strtok(copy, " "); word != NULL; word = strtok(NULL, " ")) {
        SlowMove list[SLOW_MAX_MOVES];
        int i = slow_moves(&game->board, list) - 1;
        for (; i >= 0; i--) {
            char text[32];
            slow_move_text(&list[i], text);
            if (strcmp(text, word) == 0)
                break;
        }
        if (i < 0)
            fail_msg("the test itself is wrong: %s is not legal", word);
        game_push(game, &list[i]);
    }
}

static bool is_quiet_walk(const SlowBoard *board, const SlowMove *move) {
    const char man = board->man[move->from.rank][move->from.file];
    return move->kind == SLOW_PLAIN && toupper((unsigned char)man) != 'P' &&
           board->man[move->to.rank][move->to.file] == '.';
}

static bool same_square(SlowSquare a, SlowSquare b) {
    return a.file == b.file && a.rank == b.rank;
}

/* A legal move that shuffles: often back to where the man came from, hardly ever a capture or a
 * pawn's. */
static bool shuffling_move(Random *random, const Game *game, SlowMove *move) {
    SlowMove moves[SLOW_MAX_MOVES];
    const int count = slow_moves(&game->board, moves);
    if (count == 0)
        return false;
    if (game->ply >= 2 && game->moves[game->ply - 2] != MOVE_NULL && random_below(random, 2) == 0) {
        const SlowMove last = bridge_slow_move(game->moves[game->ply - 2]);
        for (int i = 0; i < count; i++)
            if (same_square(moves[i].from, last.to) && same_square(moves[i].to, last.from) &&
                is_quiet_walk(&game->board, &moves[i])) {
                *move = moves[i];
                return true;
            }
    }
    for (int tries = 0; tries < 100; tries++) {
        *move = moves[random_below(random, count)];
        if (is_quiet_walk(&game->board, move))
            return true;
    }
    *move = moves[random_below(random, count)];
    return true;
}

/* ---- Repetition ---- */

/* How often `hash` was seen before the present position; *nearest is the distance of the latest of
 * them. */
static int occurrences(const Game *game, uint64_t hash, int *nearest) {
    int count = 0;
    *nearest = MOST_PLIES + 1;
    for (int i = game->ply - 1; i >= game->since; i--)
        if (game->seen[i] == hash && count++ == 0)
            *nearest = game->ply - i;
    return count;
}

static bool slow_upcoming(const Game *game, int ply) {
    SlowMove moves[SLOW_MAX_MOVES];
    for (int i = slow_moves(&game->board, moves) - 1; i >= 0; i--) {
        SlowBoard after = game->board;
        int nearest;
        slow_make(&after, &moves[i]);
        const int count = occurrences(game, identity_hash(&after), &nearest);
        if ((count > 0 && nearest < ply) || count > 1)
            return true;
    }
    return false;
}

typedef struct {
    int positions, repeated, thrice, upcoming, not_upcoming;
} Tally;

static void expect_repetitions(Random *random, const Game *game, Tally *tally) {
    const int plies[] = {0,  1, 3, 4, 5, 6, 1 + random_below(random, 40), game->ply, game->ply + 1,
                         500};
    char fen[SLOW_TEXT];
    int nearest;
    const int count = occurrences(game, game->seen[game->ply], &nearest);
    const int got = position_repetitions(&game->pos);
    if (got != count)
        fail_msg("%s: occurred %d times before, not %d", bridge_fen(&game->pos, fen), count, got);
    for (size_t i = 0; i < sizeof plies / sizeof plies[0]; i++) {
        const bool repetition = (count > 0 && nearest < plies[i]) || count > 1;
        const bool upcoming = slow_upcoming(game, plies[i]);
        if (position_is_repetition(&game->pos, plies[i]) != repetition)
            fail_msg("%s: %d plies from the root: a repetition is %d", bridge_fen(&game->pos, fen),
                     plies[i], (int)repetition);
        if (position_has_upcoming_repetition(&game->pos, plies[i]) != upcoming)
            fail_msg("%s: %d plies from the root: an upcoming repetition is %d",
                     bridge_fen(&game->pos, fen), plies[i], (int)upcoming);
        tally->upcoming += upcoming;
        tally->not_upcoming += !upcoming;
    }
    tally->positions++;
    tally->repeated += count > 0;
    tally->thrice += count > 1;

    SlowMove moves[SLOW_MAX_MOVES];
    if (slow_moves(&game->board, moves) > 0 && !position_is_dead(&game->pos)) {
        const GameState state = position_game_state(&game->pos);
        assert_int_equal(state == GAME_REPETITION, count >= 2);
        if (count < 2)
            assert_int_equal(state, game->board.clock >= 100 ? GAME_FIFTY_MOVES : GAME_ONGOING);
    }
}

static const struct {
    bool standard;
    const char *fen;
} SHUFFLES[] = {
    {false, "r4k4r/11/11/11/11/11/11/11/11/R4K4R w KAka - 0 1"},
    {false, "k1n8/11/11/11/11/11/11/11/11/K1N8 w - - 0 1"},
    {false, "k10/1p9/1P9/p10/P10/11/11/11/11/K1B8 w - - 0 1"},
    {true, "kr9/pp9/PP9/11/11/11/11/11/11/K1W8 b - - 0 1"},
    {true, "q3k6/11/11/11/11/11/11/11/11/K4Q5 w - - 0 1"},
    {false, "c3k6/11/3p7/11/3P7/11/11/11/11/K4C5 w - - 0 1"},
    {false, "kn3w2b2/11/11/11/11/11/11/11/11/KN3W2B2 b - - 0 1"},
};

static void test_shuffles(void **state) {
    (void)state;
    enum { PLIES = 130 };
    static Game game;
    static Position before;
    Random random = {51};
    Tally tally = {0};
    const int games = test_amount(2, 150);
    for (size_t s = 0; s < sizeof SHUFFLES / sizeof SHUFFLES[0]; s++)
        for (int i = 0; i < games; i++) {
            game_open(&game, SHUFFLES[s].fen, SHUFFLES[s].standard);
            memcpy(&before, &game.pos, sizeof before);
            for (int ply = 0; ply < PLIES; ply++) {
                SlowMove move;
                expect_repetitions(&random, &game, &tally);
                /* In every second game now and then a null move. */
                if (i % 2 == 1 && random_below(&random, 30) == 0 && !position_in_check(&game.pos)) {
                    game_push_null(&game);
                    expect_repetitions(&random, &game, &tally);
                }
                if (!shuffling_move(&random, &game, &move))
                    break;
                game_push(&game, &move);
            }
            game_pop_all(&game);
            assert_memory_equal(&game.pos, &before, sizeof before);
        }
    print_message("%d positions: %d seen before, %d twice; upcoming repetitions: %d yes, %d no\n",
                  tally.positions, tally.repeated, tally.thrice, tally.upcoming,
                  tally.not_upcoming);
    assert_true(tally.thrice > 20 && tally.upcoming > 100 && tally.not_upcoming > 100);
}

/* The clock runs to 80 or so, a pawn moves, and so on until the ring of keys has gone round more
 * than once. */
static void test_history_goes_round(void **state) {
    (void)state;
    static Game game;
    static Position before;
    Random random = {52};
    const int plies = test_amount(HISTORY_SIZE + 300, 5 * HISTORY_SIZE);
    int repeated = 0;
    game_open(&game, "rn2k4nr/ppppppppppp/11/11/11/11/11/11/PPPPPPPPPPP/RN2K4NR w - - 0 1", true);
    memcpy(&before, &game.pos, sizeof before);
    while (game.ply < plies) {
        SlowMove move, moves[SLOW_MAX_MOVES];
        int nearest;
        assert_true(shuffling_move(&random, &game, &move));
        if (game.board.clock > 78) {
            /* The shortest advance of a pawn that takes nothing; there are 22 pawns with six or
             * seven steps each. */
            for (int i = slow_moves(&game.board, moves) - 1; i >= 0; i--) {
                const char man = game.board.man[moves[i].from.rank][moves[i].from.file];
                if (toupper((unsigned char)man) == 'P' && moves[i].from.file == moves[i].to.file &&
                    abs(moves[i].to.rank - moves[i].from.rank) == 1)
                    move = moves[i];
            }
        }
        game_push(&game, &move);
        const int count = occurrences(&game, game.seen[game.ply], &nearest);
        repeated += count > 0;
        assert_int_equal(position_repetitions(&game.pos), count);
        if (game.ply % 16 == 0)
            bridge_expect_sound(&game.pos, "in a long game");
    }
    game_pop_all(&game);
    assert_memory_equal(&game.pos, &before, sizeof before);
    assert_true(repeated > 50);
}

static void expect_count(const char *fen, bool standard, const char *moves, int count) {
    static Game game;
    game_open(&game, fen, standard);
    game_play(&game, moves);
    if (position_repetitions(&game.pos) != count)
        fail_msg("%s, then %s: occurred %d times before, not %d", fen, moves, count,
                 position_repetitions(&game.pos));
    assert_int_equal(position_game_state(&game.pos), count >= 2 ? GAME_REPETITION : GAME_ONGOING);
}

/* What makes two positions the same, and what does not. */
static void test_what_counts_as_the_same(void **state) {
    (void)state;
    const char *rooks = "r4k4r/11/11/11/11/11/11/11/11/R4K4R w KAka - 0 1";
    const char *array =
        "rnccwkqbbnr/ppppppppppp/11/11/11/11/11/11/PPPPPPPPPPP/RNBBQKWCCNR w KAka - 0 1";
    expect_count(array, false, "b1c3 b10c8 c3b1 c8b10", 1);
    expect_count(array, false, "b1c3 b10c8 c3b1 c8b10 b1c3 b10c8 c3b1 c8b10", 2);
    /* Rights that are lost do not come back: the first position is never met again. */
    expect_count(rooks, false, "a1b1 a10b10 b1a1 b10a10", 0);
    expect_count(rooks, false, "a1b1 a10b10 b1a1 b10a10 a1b1 a10b10 b1a1 b10a10", 1);
    expect_count(rooks, false, "f1f2 f10f9 f2f1 f9f10 f1f2 f10f9 f2f1 f9f10", 1);
    /* A capture in passing that was possible makes the first position another one … */
    expect_count("11/11/11/11/11/11/k5pP3/11/11/5K5 b - h3 0 1", true, "a4a5 f1f2 a5a4 f2f1", 0);
    /* … but not one that was forbidden because it would have uncovered the rook. */
    expect_count("11/11/11/11/11/11/k5pP2R/11/11/5K5 b - h3 0 1", true, "a4a5 f1f2 a5a4 f2f1 a4a5",
                 1);
    expect_count("11/11/11/11/11/11/k5pP2R/11/11/5K5 b - h3 0 1", true, "a4a5 f1f2 a5a4 f2f1", 1);
    expect_count("11/11/11/11/11/k5pP2R/11/11/11/5K5 b - h4 0 1", false, "a5a6 f1f2 a6a5 f2f1", 1);
    /* One of two squares is enough for a difference. */
    expect_count("11/11/11/11/11/k5pP2R/6p4/11/11/5K5 b - h3h4 0 1", false, "a5a6 f1f2 a6a5 f2f1",
                 0);
    /* Nothing from before a pawn move. */
    expect_count("k9n/11/11/11/11/11/11/P10/11/K9N w - - 0 1", false, "k1j3 a10a9 j3k1 a9a10 a3a4",
                 0);
}

static void test_null_moves_hide_the_past(void **state) {
    (void)state;
    static Game game;
    game_open(&game, "k9n/11/11/11/11/11/11/11/11/K9N w - - 10 1", false);
    game_play(&game, "k1j3 k10j8 j3k1 j8k10");
    assert_int_equal(position_repetitions(&game.pos), 1);
    game_push_null(&game);
    assert_int_equal(position_repetitions(&game.pos), 0);
    game_play(&game, "k10j8");
    game_push_null(&game);
    game_play(&game, "j8k10"); /* the position of the start, had there been no null moves */
    assert_int_equal(position_repetitions(&game.pos), 0);
    assert_false(position_is_repetition(&game.pos, 100));
    game_play(&game, "k1j3 k10j8 j3k1 j8k10");
    assert_int_equal(position_repetitions(&game.pos), 1);
}

/* ---- No legal move ---- */

static void test_endings_of_the_data_file(void **state) {
    (void)state;
    char line[1024];
    char *fields[4];
    int count = 0;
    FILE *file = data_open("cases/endings.tsv");
    for (; data_line(file, line, sizeof line); count++) {
        SlowBoard board;
        Position pos;
        assert_int_equal(data_fields(line, fields, 4), 4);
        slow_parse(fields[1], strcmp(fields[0], "standard") == 0, &board);
        for (int clock = 0; clock < 2; clock++) {
            bridge_position(&board, &pos);
            const GameState wanted =
                strcmp(fields[2], "checkmate") == 0 ? GAME_CHECKMATE : GAME_STALEMATE;
            const GameState got = position_game_state(&pos);
            if (got != wanted || strcmp(position_result(&pos, got), fields[3]) != 0)
                fail_msg("%s: state %d, %s", fields[1], (int)got, position_result(&pos, got));
            board.clock =
                100; /* the last of a hundred half-moves may end the game in its own way */
        }
    }
    fclose(file);
    assert_int_equal(count, 48);
}

static void expect_state(const char *fen, bool standard, const char *moves, GameState state,
                         const char *result) {
    static Game game;
    game_open(&game, fen, standard);
    game_play(&game, moves);
    const GameState got = position_game_state(&game.pos);
    if (got != state || strcmp(position_result(&game.pos, got), result) != 0)
        fail_msg("%s, %s, then %s: state %d, %s, and should be %d, %s",
                 standard ? "standard" : "wildebeest", fen, moves, (int)got,
                 position_result(&game.pos, got), (int)state, result);
}

static void test_results(void **state) {
    (void)state;
    static Position pos;
    SlowBoard board;
    for (int standard = 0; standard < 2; standard++)
        for (int black = 0; black < 2; black++) {
            slow_start(&board, standard != 0);
            board.black_to_move = black != 0;
            bridge_position(&board, &pos);
            const char *lost = black ? "1-0" : "0-1";
            assert_string_equal(position_result(&pos, GAME_ONGOING), "*");
            assert_string_equal(position_result(&pos, GAME_CHECKMATE), lost);
            assert_string_equal(position_result(&pos, GAME_STALEMATE), standard ? "1/2-1/2" : lost);
            assert_string_equal(position_result(&pos, GAME_DEAD_POSITION), "1/2-1/2");
            assert_string_equal(position_result(&pos, GAME_REPETITION), "1/2-1/2");
            assert_string_equal(position_result(&pos, GAME_FIFTY_MOVES), "1/2-1/2");
        }
}

/* ---- The 50-move rule ---- */

static void test_fifty_moves(void **state) {
    (void)state;
    for (int standard = 0; standard < 2; standard++) {
        const bool s = standard != 0;
        expect_state("k9r/11/11/11/11/11/11/11/11/K9R w - - 98 80", s, "k1k2", GAME_ONGOING, "*");
        expect_state("k9r/11/11/11/11/11/11/11/11/K9R w - - 99 80", s, "", GAME_ONGOING, "*");
        expect_state("k9r/11/11/11/11/11/11/11/11/K9R w - - 99 80", s, "k1k2", GAME_FIFTY_MOVES,
                     "1/2-1/2");
        expect_state("k9r/11/11/11/11/11/11/11/11/K9R w - - 100 80", s, "", GAME_FIFTY_MOVES,
                     "1/2-1/2");
        /* A capture or a pawn move starts the count again. */
        expect_state("k9r/11/11/11/11/11/11/11/11/K9R w - - 99 80", s, "k1k10 a10b9", GAME_ONGOING,
                     "*");
        expect_state("k10/11/11/11/11/11/11/11/P10/K9R w - - 99 80", s, "a2a3", GAME_ONGOING, "*");
        expect_state("2k8/P10/11/11/11/11/11/11/11/K9R w - - 99 80", s, "a9a10q", GAME_ONGOING,
                     "*");
        expect_state("11/11/11/11/11/11/k5pP3/11/11/5K5 b - h3 99 80", s, "g4h3", GAME_ONGOING,
                     "*");
        /* Check with the last half-move is not mate. */
        expect_state("k10/11/11/11/11/11/11/11/11/1K8R w - - 99 80", s, "k1k10", GAME_FIFTY_MOVES,
                     "1/2-1/2");
        /* Mate and stalemate with the hundredth half-move come first; the draw was not yet due
         * before. */
        expect_state("k10/11/1K9/3W7/11/11/11/2Q8/11/11 w - - 99 80", s, "c3c10", GAME_CHECKMATE,
                     "1-0");
        expect_state("k10/11/1K9/3W7/11/11/11/2Q8/11/11 w - - 99 80", s, "c3c4", GAME_FIFTY_MOVES,
                     "1/2-1/2");
        expect_state("k10/11/1Q9/2K8/11/11/11/11/11/5W5 w - - 99 80", s, "f1e3", GAME_STALEMATE,
                     s ? "1/2-1/2" : "1-0");
        /* … also where the clock stood beyond 100 before it. */
        expect_state("k10/11/1K9/3W7/11/11/11/2Q8/11/11 w - - 120 80", s, "c3c10", GAME_CHECKMATE,
                     "1-0");
    }
    /* Castling is no pawn move and no capture. */
    expect_state("r4k4r/11/11/11/11/11/11/11/11/R4K4R w KAka - 99 80", false, "f1k1",
                 GAME_FIFTY_MOVES, "1/2-1/2");
    expect_state("r4k4r/11/11/11/11/11/11/11/11/R4K4R w KAka - 98 80", false, "f1b1", GAME_ONGOING,
                 "*");
}

/* ---- Dead positions ---- */

static void expect_dead(const char *fen, bool in_wildebeest, bool in_standard) {
    for (int standard = 0; standard < 2; standard++) {
        static Position pos;
        SlowBoard board;
        const bool dead = standard ? in_standard : in_wildebeest;
        slow_parse(fen, standard != 0, &board);
        bridge_position(&board, &pos);
        if (position_is_dead(&pos) != dead)
            fail_msg("%s, %s: dead is %d", pos.rules->short_name, fen, (int)dead);
        assert_int_equal(position_game_state(&pos), dead ? GAME_DEAD_POSITION : GAME_ONGOING);
    }
}

static void test_dead_positions(void **state) {
    (void)state;
    expect_dead("k10/11/11/11/11/11/11/11/11/K10 w - - 0 1", true, true);
    expect_dead("k10/11/11/11/11/11/11/11/11/K10 b - - 0 1", true, true);
    /* One man besides the kings, of either colour, on either square colour, either side to move. */
    for (const char *man = "PNCBRWQ"; *man != '\0'; man++)
        for (int n = 0; n < 8; n++) {
            char fen[SLOW_TEXT];
            const bool minor = strchr("NCB", *man) != NULL;
            const char letter = n & 1 ? (char)tolower((unsigned char)*man) : *man;
            snprintf(fen, sizeof fen,
                     n & 2 ? "5k5/11/11/11/2%c8/11/11/11/11/5K5 %c - - 0 1"
                           : "5k5/11/11/11/3%c7/11/11/11/11/5K5 %c - - 0 1",
                     letter, n & 4 ? 'b' : 'w');
            expect_dead(fen, false, minor);
        }
    /* Two men are never a dead position, whoever owns them. */
    for (const char *a = "NCB"; *a != '\0'; a++)
        for (const char *b = "NCBncb"; *b != '\0'; b++) {
            char fen[SLOW_TEXT];
            snprintf(fen, sizeof fen, "5k5/11/11/11/2%c5%c2/11/11/11/11/5K5 w - - 0 1", *a, *b);
            expect_dead(fen, false, false);
        }
    /* Met in play: the last man but the kings is taken. */
    expect_state("k10/11/11/11/11/11/11/11/1q9/K10 w - - 0 1", false, "a1b2", GAME_DEAD_POSITION,
                 "1/2-1/2");
    expect_state("k10/11/11/11/11/11/11/11/1q9/KN9 w - - 0 1", false, "a1b2", GAME_ONGOING, "*");
    expect_state("k10/11/11/11/11/11/11/11/1q9/KN9 w - - 0 1", true, "a1b2", GAME_DEAD_POSITION,
                 "1/2-1/2");
}

/* Random games: the state by the library, and by the slow rules. */
static void test_states_of_random_games(void **state) {
    (void)state;
    static Game game;
    Random random = {53};
    static const char *const fens[] = {
        "k1q8/11/11/11/11/11/11/11/11/K1Q8 w - - 0 1",
        "k1w3n4/11/11/11/11/11/11/11/11/K1W3C4 w - - 0 1",
        "k1r8/ppp8/11/11/11/11/11/11/PPP8/K1R8 w - - 0 1",
    };
    int ends[GAME_FIFTY_MOVES + 1] = {0};
    for (int i = 0; i < test_amount(60, 3000); i++) {
        GameState wanted = GAME_ONGOING;
        game_open(&game, fens[i % 3], i % 2 == 0);
        while (wanted == GAME_ONGOING) {
            SlowMove moves[SLOW_MAX_MOVES];
            int nearest, men = 0, minors = 0;
            const int count = slow_moves(&game.board, moves);
            for (int s = 0; s < SQUARES; s++) {
                const char man = game.board.man[s / 11][s % 11];
                men += man != '.';
                minors += man != '.' && strchr("NCBncb", man) != NULL;
            }
            if (count == 0)
                wanted = slow_in_check(&game.board, game.board.black_to_move) ? GAME_CHECKMATE
                                                                              : GAME_STALEMATE;
            else if (men == 2 || (men == 3 && minors == 1 && game.board.standard))
                wanted = GAME_DEAD_POSITION;
            else if (occurrences(&game, game.seen[game.ply], &nearest) >= 2)
                wanted = GAME_REPETITION;
            else if (game.board.clock >= 100)
                wanted = GAME_FIFTY_MOVES;
            const GameState got = position_game_state(&game.pos);
            if (got != wanted) {
                char fen[SLOW_TEXT];
                fail_msg("%s: state %d, and should be %d", bridge_fen(&game.pos, fen), (int)got,
                         (int)wanted);
            }
            if (wanted == GAME_ONGOING)
                game_push(&game, &moves[random_below(&random, count)]);
        }
        ends[wanted]++;
    }
    print_message("%d mates, %d stalemates, %d dead, %d repetitions, %d by 50 moves\n",
                  ends[GAME_CHECKMATE], ends[GAME_STALEMATE], ends[GAME_DEAD_POSITION],
                  ends[GAME_REPETITION], ends[GAME_FIFTY_MOVES]);
}

int main(void) {
    board_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shuffles),
        cmocka_unit_test(test_history_goes_round),
        cmocka_unit_test(test_what_counts_as_the_same),
        cmocka_unit_test(test_null_moves_hide_the_past),
        cmocka_unit_test(test_endings_of_the_data_file),
        cmocka_unit_test(test_results),
        cmocka_unit_test(test_fifty_moves),
        cmocka_unit_test(test_dead_positions),
        cmocka_unit_test(test_states_of_random_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
