#include "tests/support/samples.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#ifndef BRINDLE_TEST_DATA
#define BRINDLE_TEST_DATA "tests/data"
#endif

enum { MEN_LIMIT = 22, PAWN_LIMIT = 11 };

uint64_t random_next(Random *random) {
    uint64_t z = random->state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

int random_below(Random *random, int n) {
    return (int)((random_next(random) >> 32) * (uint64_t)n >> 32);
}

bool test_is_full(void) {
    return getenv("BRINDLE_TEST_FULL") != NULL;
}

int test_amount(int quick, int full) {
    return test_is_full() ? full : quick;
}

/* ---- Data files ---- */

FILE *data_open(const char *name) {
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", BRINDLE_TEST_DATA, name);
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        perror(path);
        exit(EXIT_FAILURE);
    }
    return file;
}

bool data_line(FILE *file, char *line, size_t size) {
    while (fgets(line, (int)size, file) != NULL) {
        line[strcspn(line, "\r\n")] = '\0';
        if (line[0] != '\0' && line[0] != '#')
            return true;
    }
    return false;
}

int data_fields(char *line, char **fields, int most) {
    int count = 0;
    for (char *p = line; count < most; p++) {
        fields[count++] = p;
        p += strcspn(p, "\t");
        if (*p == '\0')
            break;
        *p = '\0';
    }
    return count;
}

/* ---- Games ---- */

void slow_start(SlowBoard *board, bool standard) {
    slow_parse(
        standard ? "rncwqkwcnr1/ppppppppppp/11/11/11/11/11/11/PPPPPPPPPPP/RNCWQKWCNR1 w - - 0 1"
                 : "rnccwkqbbnr/ppppppppppp/11/11/11/11/11/11/PPPPPPPPPPP/RNBBQKWCCNR w KAka - 0 1",
        standard, board);
}

bool slow_random_move(Random *random, const SlowBoard *board, SlowMove *move) {
    SlowMove moves[SLOW_MAX_MOVES];
    int count = slow_pseudo_moves(board, moves);
    while (count > 0) {
        const int i = random_below(random, count);
        if (slow_leaves_king_safe(board, &moves[i])) {
            *move = moves[i];
            return true;
        }
        moves[i] = moves[--count];
    }
    return false;
}

static void begin_game(Sampler *sampler) {
    Random *random = &sampler->random;
    sampler->plies_left = 20 + random_below(random, 180);
    if (random_below(random, 2) == 0)
        slow_start(&sampler->game, random_below(random, 2) == 0);
    else
        sampler->game = sampler->seeds[random_below(random, sampler->seed_count)];
}

static void next_of_game(Sampler *sampler) {
    for (int steps = 1 + random_below(&sampler->random, 6); steps > 0; steps--) {
        SlowMove move;
        if (sampler->plies_left-- <= 0 ||
            !slow_random_move(&sampler->random, &sampler->game, &move))
            begin_game(sampler);
        else
            slow_make(&sampler->game, &move);
    }
}

/* ---- Strewn men ---- */

static char coloured(char letter, bool black) {
    return black ? (char)tolower((unsigned char)letter) : letter;
}

static int count_men(const SlowBoard *board, bool black, bool pawns_only) {
    int count = 0;
    for (int rank = 0; rank < SLOW_RANKS; rank++)
        for (int file = 0; file < SLOW_FILES; file++) {
            const char man = board->man[rank][file];
            count += man != '.' && (islower((unsigned char)man) != 0) == black &&
                     (!pawns_only || toupper((unsigned char)man) == 'P');
        }
    return count;
}

/* Puts one man on a random square that is empty and admits it; gives up if the side has enough. */
static void throw_man(Random *random, SlowBoard *board, char letter, bool black) {
    if (count_men(board, black, false) >= MEN_LIMIT ||
        (letter == 'P' && count_men(board, black, true) >= PAWN_LIMIT))
        return;
    for (int tries = 0; tries < 200; tries++) {
        const int rank = random_below(random, SLOW_RANKS), file = random_below(random, SLOW_FILES);
        const bool forbidden = letter == 'P' && (rank == 0 || rank == SLOW_RANKS - 1);
        if (board->man[rank][file] == '.' && !forbidden) {
            board->man[rank][file] = coloured(letter, black);
            return;
        }
    }
}

static void throw_men(Random *random, SlowBoard *board, const char *letters, int most) {
    for (int black = 0; black < 2; black++)
        for (int n = random_below(random, most + 1); n > 0; n--)
            throw_man(random, board, letters[random_below(random, (int)strlen(letters))], black);
}

static void throw_kings(Random *random, SlowBoard *board, bool at_the_edge) {
    for (int black = 0; black < 2; black++) {
        int rank, file;
        do {
            rank = at_the_edge ? 9 * random_below(random, 2) : random_below(random, SLOW_RANKS);
            file = random_below(random, at_the_edge ? 3 : SLOW_FILES);
        } while (board->man[rank][file] != '.');
        board->man[rank][file] = coloured('K', black);
    }
}

/* Takes men off that attack the king of `black` until at most `most` do. */
static void limit_attackers(SlowBoard *board, bool black, int most) {
    const SlowSquare king = slow_king(board, black);
    for (;;) {
        int count = 0;
        SlowSquare last = king;
        for (int rank = 0; rank < SLOW_RANKS; rank++)
            for (int file = 0; file < SLOW_FILES; file++) {
                const char man = board->man[rank][file];
                const SlowSquare s = {file, rank};
                if (man != '.' && (islower((unsigned char)man) != 0) != black &&
                    toupper((unsigned char)man) != 'K' && slow_attacks(board, s, king)) {
                    count++;
                    last = s;
                }
            }
        if (count <= most)
            return;
        board->man[last.rank][last.file] = '.';
    }
}

/*
 * A pawn of the side that is not to move has just advanced: its path is cleared, enemy pawns are
 * put beside it, and often the king that would be uncovered on one of the two ranks with a rook or
 * queen on the same rank.
 */
static void set_passed_pawn(Random *random, SlowBoard *board) {
    const bool mover = !board->black_to_move;
    const int home = mover ? 8 : 1, up = mover ? -1 : 1, file = random_below(random, SLOW_FILES);
    int first = home, reach = 2;
    if (!board->standard) {
        first = random_below(random, 3) == 0 ? home + up : home;
        reach = first == home ? 2 + random_below(random, 2) : 2;
    }
    for (int rank = home; rank != first + (reach + 1) * up; rank += up)
        board->man[rank][file] = '.';
    board->passer = (SlowSquare){file, first + reach * up};
    board->man[board->passer.rank][file] = coloured('P', mover);
    for (int i = 1; i < reach; i++) {
        const int rank = first + i * up, from = rank + up;
        board->passed[board->passed_count++] = (SlowSquare){file, rank};
        for (int side = -1; side <= 1; side += 2)
            if (slow_on_board(file + side, from) && random_below(random, 3) != 0)
                board->man[from][file + side] = coloured('P', !mover);
    }
    if (board->passed_count == 2 && up < 0) {
        const SlowSquare s = board->passed[0];
        board->passed[0] = board->passed[1];
        board->passed[1] = s;
    }
}

/* The pawn's own king on a line with it and a slider that waits behind it: its capture gives check.
 */
static bool throw_king_behind_passed_pawn(Random *random, SlowBoard *board) {
    const bool mover = !board->black_to_move;
    const int file_step = random_below(random, 2) == 0 ? 1 : -1;
    const int rank_step = random_below(random, 3) - 1;
    const int to_king = 1 + random_below(random, 4), to_slider = 1 + random_below(random, 4);
    const SlowSquare king = {board->passer.file + to_king * file_step,
                             board->passer.rank + to_king * rank_step};
    const SlowSquare slider = {board->passer.file - to_slider * file_step,
                               board->passer.rank - to_slider * rank_step};
    if (!slow_on_board(king.file, king.rank) || board->man[king.rank][king.file] != '.' ||
        !slow_on_board(slider.file, slider.rank) || board->man[slider.rank][slider.file] != '.')
        return false;
    board->man[king.rank][king.file] = coloured('K', mover);
    board->man[slider.rank][slider.file] =
        coloured((rank_step == 0 ? "RQ" : "BQ")[random_below(random, 2)], !mover);
    return true;
}

static void throw_kings_around_passed_pawn(Random *random, SlowBoard *board) {
    for (int black = 0; black < 2; black++) {
        if (black != board->black_to_move && random_below(random, 3) == 0 &&
            throw_king_behind_passed_pawn(random, board))
            continue;
        const bool uncovered = black == board->black_to_move && random_below(random, 3) != 0;
        const int up = board->black_to_move ? 1 : -1;
        int rank, file, tries = 0;
        bool clashes;
        do {
            rank = random_below(random, SLOW_RANKS);
            file = random_below(random, SLOW_FILES);
            if (uncovered && tries++ < 50)
                rank = board->passer.rank - up * random_below(random, 2);
            /* Not on the pawn's path: that is the whole of its file, to be simple. */
            clashes = !slow_on_board(file, rank) || board->man[rank][file] != '.' ||
                      file == board->passer.file;
        } while (clashes);
        board->man[rank][file] = coloured('K', black);
        if (!uncovered)
            continue;
        const int rook_file = random_below(random, SLOW_FILES);
        if (board->man[rank][rook_file] == '.' && rook_file != board->passer.file)
            board->man[rank][rook_file] = coloured("RQ"[random_below(random, 2)], !black);
    }
}

static void strew_passed(Random *random, SlowBoard *board) {
    SlowBoard clean;
    set_passed_pawn(random, board);
    throw_kings_around_passed_pawn(random, board);
    clean = *board;
    throw_men(random, board, "BRQPCW", random_below(random, 12));
    /* Nothing may have fallen on the squares behind the pawn. */
    for (int rank = 0; rank < SLOW_RANKS; rank++)
        board->man[rank][board->passer.file] = clean.man[rank][board->passer.file];
}

static void strew_castling(Random *random, SlowBoard *board) {
    board->standard = false;
    for (int black = 0; black < 2; black++) {
        const int home = black ? SLOW_RANKS - 1 : 0;
        board->man[home][5] = coloured('K', black);
        for (int side = 0; side < 2; side++)
            if (random_below(random, 4) != 0)
                board->man[home][side == 0 ? SLOW_FILES - 1 : 0] = coloured('R', black);
    }
    throw_men(random, board, "PNBRQCWPP", random_below(random, 9));
}

static void set_castling(Random *random, SlowBoard *board) {
    for (int black = 0; black < 2; black++)
        for (int side = 0; side < 2; side++) {
            const int home = black ? SLOW_RANKS - 1 : 0, corner = side == 0 ? SLOW_FILES - 1 : 0;
            board->castle[black][side] =
                !board->standard && board->man[home][5] == coloured('K', black) &&
                board->man[home][corner] == coloured('R', black) && random_below(random, 8) != 0;
        }
}

static void strew(Random *random, SampleKind kind, SlowBoard *board) {
    static const char *const mixtures[] = {"PPPPNBRQCW", "PBRQ", "PNCW", "PPP", "QW"};
    const char *mixture;
    memset(board, 0, sizeof *board);
    memset(board->man, '.', sizeof board->man);
    board->standard = random_below(random, 2) == 0;
    board->black_to_move = random_below(random, 2) == 0;
    board->clock = random_below(random, 100);
    board->number = 1 + random_below(random, 300);
    switch (kind) {
    case SAMPLE_PASSED:
        board->clock = 0;
        strew_passed(random, board);
        break;
    case SAMPLE_CASTLING: strew_castling(random, board); break;
    case SAMPLE_ENDING:
        throw_kings(random, board, random_below(random, 4) != 0);
        throw_men(random, board, "PQRWNBC", 2);
        break;
    case SAMPLE_CROWDED:
        throw_kings(random, board, false);
        for (int i = 0; i < MEN_LIMIT; i++)
            for (int black = 0; black < 2; black++)
                throw_man(random, board, "QQQQWRBP"[random_below(random, 8)], black);
        break;
    default:
        throw_kings(random, board, false);
        mixture = mixtures[random_below(random, 5)]; /* not as an argument: their order is open */
        throw_men(random, board, mixture, random_below(random, MEN_LIMIT));
    }
    limit_attackers(board, !board->black_to_move, 0);
    limit_attackers(board, board->black_to_move, random_below(random, 4));
    set_castling(random, board);
    if (board->passed_count > 0 &&
        board->man[board->passer.rank][board->passer.file] != coloured('P', !board->black_to_move))
        board->passed_count = 0;
}

/* ---- The stream of samples ---- */

void sampler_open(Sampler *sampler, uint64_t seed) {
    enum { LINE = 1 << 13, MOST = 1024 };
    static char line[LINE];
    char *fields[3];
    FILE *file = data_open("cases/legal_moves.tsv");
    memset(sampler, 0, sizeof *sampler);
    sampler->random.state = seed;
    sampler->seeds = malloc(MOST * sizeof *sampler->seeds);
    if (sampler->seeds == NULL)
        abort();
    while (sampler->seed_count < MOST && data_line(file, line, LINE))
        if (data_fields(line, fields, 3) == 3)
            slow_parse(fields[1], strcmp(fields[0], "standard") == 0,
                       &sampler->seeds[sampler->seed_count++]);
    fclose(file);
    if (sampler->seed_count == 0)
        abort();
    begin_game(sampler);
}

void sampler_close(Sampler *sampler) {
    free(sampler->seeds);
}

void sampler_next_of(Sampler *sampler, SampleKind kind, SlowBoard *board) {
    if (kind == SAMPLE_GAME) {
        next_of_game(sampler);
        *board = sampler->game;
        return;
    }
    do
        strew(&sampler->random, kind, board);
    while (slow_in_check(board, !board->black_to_move)); /* the kings may stand side by side */
}

void sampler_next(Sampler *sampler, SlowBoard *board) {
    static const SampleKind kinds[10] = {
        SAMPLE_GAME,    SAMPLE_GAME,   SAMPLE_GAME,   SAMPLE_GAME,   SAMPLE_STREWN,
        SAMPLE_CROWDED, SAMPLE_ENDING, SAMPLE_PASSED, SAMPLE_PASSED, SAMPLE_CASTLING};
    sampler_next_of(sampler, kinds[random_below(&sampler->random, 10)], board);
}
