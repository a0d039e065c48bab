#include "tests/support/slow.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Text ---- */

/* Reads "k10" at `text`; returns what follows. */
static const char *read_square(const char *text, SlowSquare *s) {
    char *end;
    s->file = *text - 'a';
    s->rank = (int)strtol(text + 1, &end, 10) - 1;
    return end;
}

static int write_square(SlowSquare s, char *text) {
    return sprintf(text, "%c%d", 'a' + s.file, s.rank + 1);
}

static void read_passed_squares(const char *field, size_t length, SlowBoard *board) {
    const char *end = field + length;
    while (field < end && *field != '-') {
        if (*field == ',') {
            field++;
            continue;
        }
        field = read_square(field, &board->passed[board->passed_count++]);
    }
    if (board->passed_count == 0)
        return;
    if (board->passed_count == 2 && board->passed[0].rank > board->passed[1].rank) {
        const SlowSquare s = board->passed[0];
        board->passed[0] = board->passed[1];
        board->passed[1] = s;
    }
    /* The third rank alone leaves open how far the pawn went: the fourth if a pawn is there, else
     * the fifth. */
    const bool white_moved = board->black_to_move;
    const int third = white_moved ? 2 : 7, fourth = white_moved ? 3 : 6,
              fifth = white_moved ? 4 : 5;
    const SlowSquare s = board->passed[0];
    board->passer.file = s.file;
    board->passer.rank =
        board->passed_count == 1 && s.rank == third && board->man[fourth][s.file] != '.' ? fourth
                                                                                         : fifth;
}

void slow_parse(const char *fen, bool standard, SlowBoard *board) {
    memset(board, 0, sizeof *board);
    memset(board->man, '.', sizeof board->man);
    board->standard = standard;
    board->number = 1;
    int rank = SLOW_RANKS - 1, file = 0;
    const char *p = fen;
    while (*p != ' ') {
        if (*p == '/') {
            rank--;
            file = 0;
            p++;
        } else if (isdigit((unsigned char)*p)) {
            char *end;
            file += (int)strtol(p, &end, 10);
            p = end;
        } else {
            board->man[rank][file++] = *p++;
        }
    }
    p++;
    board->black_to_move = *p == 'b';
    for (p += 2; *p != ' '; p++)
        if (*p != '-') {
            const char lower = (char)tolower((unsigned char)*p);
            board->castle[islower((unsigned char)*p) != 0][lower == 'a' || lower == 'q'] = true;
        }
    p++;
    const size_t length = strcspn(p, " \n");
    read_passed_squares(p, length, board);
    p += length;
    sscanf(p, "%d %d", &board->clock, &board->number);
}

static int write_board(const SlowBoard *board, char *text) {
    char *p = text;
    for (int rank = SLOW_RANKS - 1; rank >= 0; rank--) {
        int empty = 0;
        for (int file = 0; file < SLOW_FILES; file++) {
            if (board->man[rank][file] == '.') {
                empty++;
                continue;
            }
            if (empty > 0)
                p += sprintf(p, "%d", empty);
            empty = 0;
            *p++ = board->man[rank][file];
        }
        if (empty > 0)
            p += sprintf(p, "%d", empty);
        if (rank > 0)
            *p++ = '/';
    }
    p += sprintf(p, " %c ", board->black_to_move ? 'b' : 'w');
    const char *none = p;
    for (int black = 0; black < 2; black++)
        for (int side = 0; side < 2; side++)
            if (board->castle[black][side])
                *p++ = "KAka"[2 * black + side];
    if (p == none)
        *p++ = '-';
    return (int)(p - text);
}

static int write_squares(const SlowSquare *squares, int count, char *text) {
    if (count == 0)
        return sprintf(text, " -");
    int length = sprintf(text, " ");
    for (int i = 0; i < count; i++)
        length += write_square(squares[i], text + length);
    return length;
}

void slow_fen(const SlowBoard *board, char *text) {
    SlowSquare ready[2];
    int length = write_board(board, text);
    length += write_squares(ready, slow_ready_squares(board, ready), text + length);
    sprintf(text + length, " %d %d", board->clock, board->number);
}

void slow_identity(const SlowBoard *board, char *text) {
    SlowSquare legal[2];
    const int length = write_board(board, text);
    write_squares(legal, slow_legal_squares(board, legal), text + length);
}

void slow_move_text(const SlowMove *move, char *text) {
    SlowSquare to = move->to;
    if (move->kind == SLOW_CASTLE && abs(move->to.file - move->from.file) == 1)
        to.file = move->to.file > move->from.file ? SLOW_FILES - 1 : 0;
    int length = write_square(move->from, text);
    length += write_square(to, text + length);
    if (move->promotion != 0)
        text[length++] = move->promotion;
    text[length] = '\0';
}

/* ---- Attacks ---- */

bool slow_on_board(int file, int rank) {
    return file >= 0 && file < SLOW_FILES && rank >= 0 && rank < SLOW_RANKS;
}

static bool is_black(char man) {
    return islower((unsigned char)man) != 0;
}

static bool belongs(char man, bool black) {
    return man != '.' && is_black(man) == black;
}

static int sign(int n) {
    return (n > 0) - (n < 0);
}

static bool path_is_clear(const SlowBoard *board, SlowSquare from, SlowSquare to) {
    const int file_step = sign(to.file - from.file), rank_step = sign(to.rank - from.rank);
    int file = from.file + file_step, rank = from.rank + rank_step;
    while (file != to.file || rank != to.rank) {
        if (board->man[rank][file] != '.')
            return false;
        file += file_step;
        rank += rank_step;
    }
    return true;
}

bool slow_attacks(const SlowBoard *board, SlowSquare from, SlowSquare to) {
    const char man = board->man[from.rank][from.file];
    const int files = abs(to.file - from.file), ranks = abs(to.rank - from.rank);
    if (files == 0 && ranks == 0)
        return false;
    const bool knight = files + ranks == 3 && files != 0 && ranks != 0;
    const bool camel = files + ranks == 4 && files != 0 && ranks != 0 && files != ranks;
    const bool straight = files == 0 || ranks == 0, diagonal = files == ranks;
    switch (tolower((unsigned char)man)) {
    case 'p': return files == 1 && to.rank - from.rank == (is_black(man) ? -1 : 1);
    case 'n': return knight;
    case 'c': return camel;
    case 'w': return knight || camel;
    case 'k': return files <= 1 && ranks <= 1;
    case 'r': return straight && path_is_clear(board, from, to);
    case 'b': return diagonal && path_is_clear(board, from, to);
    case 'q': return (straight || diagonal) && path_is_clear(board, from, to);
    default: return false;
    }
}

bool slow_attacked(const SlowBoard *board, SlowSquare s, bool by_black) {
    for (int rank = 0; rank < SLOW_RANKS; rank++)
        for (int file = 0; file < SLOW_FILES; file++)
            if (belongs(board->man[rank][file], by_black) &&
                slow_attacks(board, (SlowSquare){file, rank}, s))
                return true;
    return false;
}

SlowSquare slow_king(const SlowBoard *board, bool black) {
    for (int rank = 0; rank < SLOW_RANKS; rank++)
        for (int file = 0; file < SLOW_FILES; file++)
            if (board->man[rank][file] == (black ? 'k' : 'K'))
                return (SlowSquare){file, rank};
    abort();
}

bool slow_in_check(const SlowBoard *board, bool black) {
    return slow_attacked(board, slow_king(board, black), !black);
}

/* ---- Moves ---- */

typedef struct {
    SlowMove *moves;
    int count;
} Collector;

static void collect(Collector *c, SlowSquare from, SlowSquare to, SlowKind kind, char promotion) {
    if (c->count == SLOW_MAX_MOVES)
        abort();
    c->moves[c->count++] = (SlowMove){from, to, kind, promotion};
}

static void collect_pawn_move(const SlowBoard *board, Collector *c, SlowSquare from,
                              SlowSquare to) {
    if (to.rank != (board->black_to_move ? 0 : SLOW_RANKS - 1)) {
        collect(c, from, to, SLOW_PLAIN, 0);
        return;
    }
    for (const char *piece = board->standard ? "qrcnw" : "qw"; *piece != '\0'; piece++)
        collect(c, from, to, SLOW_PLAIN, *piece);
}

static void collect_pawn(const SlowBoard *board, Collector *c, SlowSquare from) {
    const bool black = board->black_to_move;
    const int up = black ? -1 : 1;
    const int own_rank =
        black ? SLOW_RANKS - from.rank : from.rank + 1; /* as the rules count: from 1 */
    int reach = 1;
    if (own_rank == 2)
        reach = board->standard ? 2 : 3;
    else if (own_rank == 3 && !board->standard)
        reach = 2;
    for (int step = 1; step <= reach; step++) {
        const SlowSquare to = {from.file, from.rank + step * up};
        if (board->man[to.rank][to.file] != '.')
            break;
        collect_pawn_move(board, c, from, to);
    }
    for (int side = -1; side <= 1; side += 2) {
        const SlowSquare to = {from.file + side, from.rank + up};
        if (!slow_on_board(to.file, to.rank))
            continue;
        if (belongs(board->man[to.rank][to.file], !black))
            collect_pawn_move(board, c, from, to);
        for (int i = 0; i < board->passed_count; i++)
            if (board->passed[i].file == to.file && board->passed[i].rank == to.rank)
                collect(c, from, to, SLOW_PASSING, 0);
    }
}

static void collect_castling(const SlowBoard *board, Collector *c) {
    const bool black = board->black_to_move;
    const int home = black ? SLOW_RANKS - 1 : 0;
    const SlowSquare king = {5, home};
    for (int side = 0; side < 2; side++) {
        const int step = side == 0 ? 1 : -1;
        const SlowSquare rook = {side == 0 ? SLOW_FILES - 1 : 0, home};
        if (!board->castle[black][side] || !path_is_clear(board, king, rook) ||
            slow_attacked(board, king, !black))
            continue;
        for (int slide = 1; slide <= 4; slide++) {
            const SlowSquare to = {king.file + slide * step, home};
            if (slow_attacked(board, to, !black))
                break;
            collect(c, king, to, SLOW_CASTLE, 0);
        }
    }
}

int slow_pseudo_moves(const SlowBoard *board, SlowMove *moves) {
    Collector c = {moves, 0};
    const bool black = board->black_to_move;
    for (int rank = 0; rank < SLOW_RANKS; rank++)
        for (int file = 0; file < SLOW_FILES; file++) {
            const char man = board->man[rank][file];
            const SlowSquare from = {file, rank};
            if (!belongs(man, black))
                continue;
            if (tolower((unsigned char)man) == 'p') {
                collect_pawn(board, &c, from);
                continue;
            }
            for (int to_rank = 0; to_rank < SLOW_RANKS; to_rank++)
                for (int to_file = 0; to_file < SLOW_FILES; to_file++) {
                    const SlowSquare to = {to_file, to_rank};
                    if (!belongs(board->man[to_rank][to_file], black) &&
                        slow_attacks(board, from, to))
                        collect(&c, from, to, SLOW_PLAIN, 0);
                }
        }
    collect_castling(board, &c);
    return c.count;
}

bool slow_leaves_king_safe(const SlowBoard *board, const SlowMove *move) {
    SlowBoard after = *board;
    slow_make(&after, move);
    return !slow_in_check(&after, board->black_to_move);
}

int slow_moves(const SlowBoard *board, SlowMove *moves) {
    const int pseudo = slow_pseudo_moves(board, moves);
    int count = 0;
    for (int i = 0; i < pseudo; i++)
        if (slow_leaves_king_safe(board, &moves[i]))
            moves[count++] = moves[i];
    return count;
}

static bool same_square(SlowSquare a, int file, int rank) {
    return a.file == file && a.rank == rank;
}

/* A right is gone once anything leaves or enters one of its two squares. */
static void update_castling(SlowBoard *board, const SlowMove *move) {
    for (int black = 0; black < 2; black++)
        for (int side = 0; side < 2; side++) {
            const int home = black ? SLOW_RANKS - 1 : 0, corner = side == 0 ? SLOW_FILES - 1 : 0;
            if (same_square(move->from, 5, home) || same_square(move->from, corner, home) ||
                same_square(move->to, corner, home))
                board->castle[black][side] = false;
        }
}

static void update_passed(SlowBoard *board, const SlowMove *move) {
    const int up = board->black_to_move ? -1 : 1, low = up > 0 ? move->from.rank : move->to.rank;
    board->passed_count = 0;
    if (move->from.file != move->to.file)
        return;
    for (int i = 1; i < abs(move->to.rank - move->from.rank); i++)
        board->passed[board->passed_count++] = (SlowSquare){move->from.file, low + i};
    board->passer = move->to;
}

void slow_make(SlowBoard *board, const SlowMove *move) {
    const bool black = board->black_to_move;
    char *from = &board->man[move->from.rank][move->from.file],
         *to = &board->man[move->to.rank][move->to.file];
    const bool pawn = tolower((unsigned char)*from) == 'p';
    const bool irreversible = pawn || (*to != '.' && move->kind == SLOW_PLAIN);
    const SlowSquare passer = board->passer;

    update_castling(board, move);
    if (pawn)
        update_passed(board, move);
    else
        board->passed_count = 0;

    const char man = *from;
    *from = '.';
    *to = man;
    if (move->promotion != 0)
        *to = black ? move->promotion : (char)toupper((unsigned char)move->promotion);
    if (move->kind == SLOW_PASSING)
        board->man[passer.rank][passer.file] = '.';
    if (move->kind == SLOW_CASTLE) {
        const bool right = move->to.file > move->from.file;
        board->man[move->from.rank][right ? SLOW_FILES - 1 : 0] = '.';
        board->man[move->from.rank][move->to.file + (right ? -1 : 1)] = black ? 'r' : 'R';
    }
    board->clock = irreversible ? 0 : board->clock + 1;
    board->number += black;
    board->black_to_move = !black;
}

uint64_t slow_perft(const SlowBoard *board, int depth) {
    SlowMove moves[SLOW_MAX_MOVES];
    const int count = slow_moves(board, moves);
    if (depth <= 1)
        return depth == 1 ? (uint64_t)count : 1;
    uint64_t nodes = 0;
    for (int i = 0; i < count; i++) {
        SlowBoard after = *board;
        slow_make(&after, &moves[i]);
        nodes += slow_perft(&after, depth - 1);
    }
    return nodes;
}

/* ---- En passant ---- */

static int filter_squares(const SlowBoard *board, bool must_be_legal, SlowSquare found[2]) {
    const bool black = board->black_to_move;
    int count = 0;
    for (int i = 0; i < board->passed_count; i++) {
        const SlowSquare s = board->passed[i];
        bool good = false;
        for (int side = -1; side <= 1; side += 2) {
            const SlowSquare from = {s.file + side, s.rank + (black ? 1 : -1)};
            if (!slow_on_board(from.file, from.rank) ||
                board->man[from.rank][from.file] != (black ? 'p' : 'P'))
                continue;
            const SlowMove move = {from, s, SLOW_PASSING, 0};
            good = good || !must_be_legal || slow_leaves_king_safe(board, &move);
        }
        if (good)
            found[count++] = s;
    }
    return count;
}

int slow_ready_squares(const SlowBoard *board, SlowSquare ready[2]) {
    return filter_squares(board, false, ready);
}

int slow_legal_squares(const SlowBoard *board, SlowSquare legal[2]) {
    return filter_squares(board, true, legal);
}
