#include "tests/support/endings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { UNKNOWN = 0, ILLEGAL = 255, HALF_FILES = 6, HALF_RANKS = 5 };

/* A few men and their squares; the kings come first. */
typedef struct {
    int men;
    Piece man[ENDING_MEN_MAX];
    Square at[ENDING_MEN_MAX];
} Board;

/* A position whose result may turn on a capture or a promotion that leads to a longer loss than the
 * moves within the table. */
typedef struct {
    uint32_t index;
    uint8_t side, plies;
} Recheck;

typedef struct {
    Endings *endings;
    EndingTable *table;
    Recheck *rechecks;
    size_t recheck_count, recheck_room;
} Builder;

static void *must_have(void *memory) {
    if (memory == NULL) {
        perror("endings");
        exit(EXIT_FAILURE);
    }
    return memory;
}

/* ---- Positions as numbers ---- */

/* White's king is mirrored into one half of the board, or one quarter where no pawn tells the
 * directions apart. */
static size_t index_of(const EndingTable *t, const Square *at) {
    const bool mirror_files = file_of(at[0]) >= HALF_FILES,
               mirror_ranks = !t->has_pawns && rank_of(at[0]) >= HALF_RANKS;
    size_t index = 0;
    for (int i = 0; i < t->men; i++) {
        const int file = mirror_files ? FILES - 1 - file_of(at[i]) : file_of(at[i]),
                  rank = mirror_ranks ? RANKS - 1 - rank_of(at[i]) : rank_of(at[i]);
        index = i == 0 ? (size_t)(rank * HALF_FILES + file)
                       : index * SQUARES + (size_t)square_of(file, rank);
    }
    return index;
}

static void board_at(const EndingTable *t, size_t index, Board *b) {
    b->men = t->men;
    memcpy(b->man, t->man, sizeof b->man);
    for (int i = t->men - 1; i > 0; i--) {
        b->at[i] = (Square)(index % SQUARES);
        index /= SQUARES;
    }
    b->at[0] = square_of((int)(index % HALF_FILES), (int)(index / HALF_FILES));
}

/* ---- The rules ---- */

static Bitboard occupied(const Board *b) {
    Bitboard set = 0;
    for (int i = 0; i < b->men; i++)
        set |= BB_SQUARE(b->at[i]);
    return set;
}

static Bitboard men_of(const Board *b, Color c) {
    Bitboard set = 0;
    for (int i = 0; i < b->men; i++)
        if (piece_color(b->man[i]) == c)
            set |= BB_SQUARE(b->at[i]);
    return set;
}

static Bitboard attacks_of(const Board *b, int i, Bitboard all) {
    return piece_type(b->man[i]) == PAWN ? attacks_pawn(piece_color(b->man[i]), b->at[i])
                                         : attacks_piece(piece_type(b->man[i]), b->at[i], all);
}

static bool in_check(const Board *b, Color side) {
    const Bitboard all = occupied(b);
    for (int i = 0; i < b->men; i++)
        if (piece_color(b->man[i]) != side && bb_has(attacks_of(b, i, all), b->at[side]))
            return true;
    return false;
}

static bool is_legal(const Board *b, Color side) {
    if (bb_count(occupied(b)) != b->men)
        return false;
    for (int i = 2; i < b->men; i++)
        if (piece_type(b->man[i]) == PAWN &&
            (rank_of(b->at[i]) == 0 || rank_of(b->at[i]) == RANKS - 1))
            return false;
    return !in_check(b, opponent(side));
}

/* The squares that man `i` may go to, were there no king to be left in check. */
static Bitboard targets(const RuleSet *rules, const Board *b, int i, Bitboard all, Bitboard enemy) {
    const Color c = piece_color(b->man[i]);
    if (piece_type(b->man[i]) != PAWN)
        return attacks_of(b, i, all) & (~all | enemy);
    Bitboard set = attacks_of(b, i, all) & enemy;
    Square to = b->at[i];
    for (int steps = rules->pawn_advance[relative_rank(c, to)]; steps > 0; steps--) {
        to += forward(c);
        if (bb_has(all, to))
            break;
        set |= BB_SQUARE(to);
    }
    return set;
}

/* The board after man `i` has gone to `to`; a man that stood there is gone. */
static void move_man(const Board *before, int i, Square to, Board *after) {
    after->men = 0;
    for (int j = 0; j < before->men; j++) {
        if (j != i && before->at[j] == to)
            continue;
        after->man[after->men] = before->man[j];
        after->at[after->men++] = j == i ? to : before->at[j];
    }
}

static bool promotes(const Board *b, int i, Square to) {
    return piece_type(b->man[i]) == PAWN && relative_rank(piece_color(b->man[i]), to) == RANKS - 1;
}

/* ---- Tables by material ---- */

static EndingTable *table_of(Endings *e, const Piece *man, int men);

/* Puts the men behind the kings into the order of the tables. */
static void sort_men(Board *b) {
    for (int i = 3; i < b->men; i++)
        for (int j = i; j > 2 && b->man[j - 1] > b->man[j]; j--) {
            const Piece man = b->man[j];
            const Square at = b->at[j];
            b->man[j] = b->man[j - 1];
            b->at[j] = b->at[j - 1];
            b->man[j - 1] = man;
            b->at[j - 1] = at;
        }
}

static bool is_dead(const RuleSet *rules, const Board *b) {
    return b->men == 2 || (b->men == 3 && (rules->dead_with_king >> piece_type(b->man[2]) & 1));
}

/* The value of any position, its men in any order but for the kings. */
static uint8_t value_of(Endings *e, const Board *board, Color side) {
    Board b = *board;
    if (is_dead(e->rules, &b))
        return UNKNOWN;
    sort_men(&b);
    const EndingTable *t = table_of(e, b.man, b.men);
    return t->value[side][index_of(t, b.at)];
}

/* ---- Building ---- */

typedef struct {
    bool has_move;
    int best_win;     /* half-moves of the shortest win by a capture or a promotion, 0 if none */
    bool leaves;      /* there are captures or promotions … */
    bool all_lose;    /* … and all of them lose, */
    int longest_loss; /* the slowest in so many half-moves */
} Exits;

static void count_exit(Exits *x, uint8_t value) {
    const int plies = value - 1;
    x->leaves = true;
    if (value != UNKNOWN && plies % 2 == 0 && (x->best_win == 0 || plies + 1 < x->best_win))
        x->best_win = plies + 1;
    if (value == UNKNOWN || plies % 2 == 0)
        x->all_lose = false;
    else if (plies + 1 > x->longest_loss)
        x->longest_loss = plies + 1;
}

/* A promotion counts once for each piece that the pawn may become. */
static void count_promotions(Endings *e, Board *after, Square to, Color side, Exits *x) {
    int pawn = 2;
    while (pawn < after->men - 1 && after->at[pawn] != to)
        pawn++;
    for (int i = 0; i < e->rules->promotion_count; i++) {
        after->man[pawn] = piece_of(side, e->rules->promotions[i]);
        count_exit(x, value_of(e, after, opponent(side)));
    }
}

static bool leaves_king_safe(const Board *b, int i, Square to, Board *after) {
    move_man(b, i, to, after);
    return !in_check(after, piece_color(b->man[i]));
}

static Exits find_exits(Endings *e, const Board *b, Color side) {
    const Bitboard all = occupied(b), enemy = men_of(b, opponent(side));
    Exits x = {.all_lose = true};
    for (int i = 0; i < b->men; i++) {
        if (piece_color(b->man[i]) != side)
            continue;
        Board after;
        const Bitboard to_all = targets(e->rules, b, i, all, enemy);
        Bitboard exits = to_all & enemy;
        if (piece_type(b->man[i]) == PAWN)
            exits |= to_all & (BB_RANK(0) | BB_RANK(RANKS - 1));
        for (Bitboard left = to_all & ~exits; left != 0 && !x.has_move;)
            x.has_move = leaves_king_safe(b, i, bb_pop(&left), &after);
        while (exits != 0) {
            const Square to = bb_pop(&exits);
            if (!leaves_king_safe(b, i, to, &after))
                continue;
            x.has_move = true;
            if (promotes(b, i, to))
                count_promotions(e, &after, to, side, &x);
            else
                count_exit(&x, value_of(e, &after, opponent(side)));
        }
    }
    return x;
}

static void remember_recheck(Builder *builder, size_t index, Color side, int plies) {
    if (builder->recheck_count == builder->recheck_room) {
        builder->recheck_room = builder->recheck_room * 2 + 1024;
        builder->rechecks =
            must_have(realloc(builder->rechecks, builder->recheck_room * sizeof(Recheck)));
    }
    builder->rechecks[builder->recheck_count++] =
        (Recheck){(uint32_t)index, (uint8_t)side, (uint8_t)plies};
}

/* What can be said of each position without looking at others of this table. */
static void start_position(Builder *builder, size_t index, const Board *b, Color side) {
    uint8_t *value = &builder->table->value[side][index];
    if (!is_legal(b, side)) {
        *value = ILLEGAL;
        return;
    }
    const RuleSet *rules = builder->endings->rules;
    const int most = builder->endings->most_plies;
    const Exits x = find_exits(builder->endings, b, side);
    if (!x.has_move) {
        *value = rules->stalemate_loses || in_check(b, side) ? 1 : UNKNOWN;
    } else if (x.best_win != 0) {
        /* Not the last word: a move within the table may win sooner. */
        if (x.best_win <= most)
            *value = (uint8_t)(x.best_win + 1);
    } else if (x.leaves && x.all_lose && x.longest_loss <= most) {
        remember_recheck(builder, index, side, x.longest_loss);
    }
}

/* True if every move leads to a win of the other side in less than `plies`. */
static bool is_lost(Endings *e, const EndingTable *t, const Board *b, Color side, int plies) {
    const Bitboard all = occupied(b), enemy = men_of(b, opponent(side));
    for (int i = 0; i < b->men; i++) {
        if (piece_color(b->man[i]) != side)
            continue;
        for (Bitboard left = targets(e->rules, b, i, all, enemy); left != 0;) {
            const Square to = bb_pop(&left);
            Board after;
            if (!leaves_king_safe(b, i, to, &after))
                continue;
            if (promotes(b, i, to)) {
                Exits x = {.all_lose = true};
                count_promotions(e, &after, to, side, &x);
                if (!x.all_lose || x.longest_loss > plies)
                    return false;
                continue;
            }
            const uint8_t value = after.men == t->men
                                      ? t->value[opponent(side)][index_of(t, after.at)]
                                      : value_of(e, &after, opponent(side));
            if (value == UNKNOWN || value % 2 != 0 || value - 1 >= plies)
                return false;
        }
    }
    return true;
}

static void settle(Builder *builder, const Board *before, Color mover, int plies) {
    EndingTable *t = builder->table;
    uint8_t *value = &t->value[mover][index_of(t, before->at)];
    if (*value == ILLEGAL)
        return;
    if (plies % 2 == 1) {
        if (*value == UNKNOWN || *value > plies + 1)
            *value = (uint8_t)(plies + 1);
    } else if (*value == UNKNOWN && is_lost(builder->endings, t, before, mover, plies)) {
        *value = (uint8_t)(plies + 1);
    }
}

/* With White's king on the middle file a position and its mirror image are two entries, but only
 * one of them is a move away from the entry that stands for the images of a position beside it. */
static void settle_before(Builder *builder, const Board *before, Color mover, int plies) {
    settle(builder, before, mover, plies);
    if (file_of(before->at[0]) != HALF_FILES - 1)
        return;
    Board image = *before;
    for (int i = 0; i < image.men; i++)
        image.at[i] = square_of(FILES - 1 - file_of(image.at[i]), rank_of(image.at[i]));
    settle(builder, &image, mover, plies);
}

/* The empty squares from which man `i` may have come without a capture or a promotion. */
static Bitboard origins(const RuleSet *rules, const Board *b, int i, Bitboard all) {
    if (piece_type(b->man[i]) != PAWN)
        return attacks_of(b, i, all) & ~all;
    const Color c = piece_color(b->man[i]);
    Bitboard set = 0;
    Square from = b->at[i];
    for (int steps = 1; steps <= 3; steps++) {
        from -= forward(c);
        if (from < 0 || from >= SQUARES || bb_has(all, from))
            break;
        if (rules->pawn_advance[relative_rank(c, from)] >= steps)
            set |= BB_SQUARE(from);
    }
    return set;
}

/* From the positions with `side` to move that end in plies - 1, one move back. */
static void step_back(Builder *builder, Color side, int plies) {
    const EndingTable *t = builder->table;
    const Color mover = opponent(side);
    for (size_t index = 0; index < t->positions; index++) {
        if (t->value[side][index] != plies)
            continue;
        Board b;
        board_at(t, index, &b);
        const Bitboard all = occupied(&b);
        for (int i = 0; i < b.men; i++) {
            if (piece_color(b.man[i]) != mover)
                continue;
            const Square here = b.at[i];
            for (Bitboard left = origins(builder->endings->rules, &b, i, all); left != 0;) {
                b.at[i] = bb_pop(&left);
                settle_before(builder, &b, mover, plies);
            }
            b.at[i] = here;
        }
    }
}

static void settle_rechecks(Builder *builder, int plies) {
    for (size_t i = 0; i < builder->recheck_count; i++) {
        const Recheck *r = &builder->rechecks[i];
        if (r->plies != plies)
            continue;
        Board b;
        board_at(builder->table, r->index, &b);
        settle_before(builder, &b, (Color)r->side, plies);
    }
}

static void build(Endings *e, EndingTable *t) {
    Builder builder = {.endings = e, .table = t};
    for (size_t index = 0; index < t->positions; index++) {
        Board b;
        board_at(t, index, &b);
        for (int side = 0; side < COLORS; side++)
            start_position(&builder, index, &b, (Color)side);
    }
    for (int plies = 1; plies <= e->most_plies; plies++) {
        for (int side = 0; side < COLORS; side++)
            step_back(&builder, (Color)side, plies);
        if (plies % 2 == 0)
            settle_rechecks(&builder, plies);
    }
    free(builder.rechecks);
}

static EndingTable *table_of(Endings *e, const Piece *man, int men) {
    for (int i = 0; i < e->count; i++)
        if (e->table[i].men == men && memcmp(e->table[i].man, man, (size_t)men) == 0)
            return &e->table[i];
    if (e->count == ENDING_TABLES_MAX) {
        fprintf(stderr, "endings: more than %d tables\n", ENDING_TABLES_MAX);
        exit(EXIT_FAILURE);
    }
    /* Its place is taken before those that it needs take theirs. */
    EndingTable *t = &e->table[e->count++];
    *t = (EndingTable){.men = men};
    bool pawns[COLORS] = {false, false};
    for (int i = 0; i < men; i++) {
        t->man[i] = man[i];
        if (piece_type(man[i]) == PAWN)
            pawns[piece_color(man[i])] = true;
    }
    if (pawns[WHITE] && pawns[BLACK]) {
        fprintf(stderr, "endings: pawns of both sides\n");
        exit(EXIT_FAILURE);
    }
    t->has_pawns = pawns[WHITE] || pawns[BLACK];
    t->king_ranks = t->has_pawns ? RANKS : HALF_RANKS;
    t->positions = (size_t)HALF_FILES * (size_t)t->king_ranks;
    for (int i = 1; i < men; i++)
        t->positions *= SQUARES;
    for (int side = 0; side < COLORS; side++)
        t->value[side] = must_have(calloc(t->positions, 1));
    build(e, t);
    return t;
}

/* ---- For the tests ---- */

void endings_open(Endings *endings, const RuleSet *rules, int most_plies) {
    *endings = (Endings){.rules = rules, .most_plies = most_plies};
}

void endings_close(Endings *endings) {
    for (int i = 0; i < endings->count; i++)
        for (int side = 0; side < COLORS; side++)
            free(endings->table[i].value[side]);
    endings->count = 0;
}

const EndingTable *endings_table(Endings *endings, const char *men) {
    static const char letters[] = "PNCBRWQK";
    Board b = {.men = 2, .man = {piece_of(WHITE, KING), piece_of(BLACK, KING)}};
    Color color = BLACK; /* until the first king */
    for (const char *p = men; *p != '\0' && b.men < ENDING_MEN_MAX; p++) {
        const char *letter = strchr(letters, *p);
        if (letter == NULL)
            break;
        if (*p == 'K')
            color = opponent(color);
        else
            b.man[b.men++] = piece_of(color, (PieceType)(letter - letters));
    }
    sort_men(&b);
    return table_of(endings, b.man, b.men);
}

int endings_plies(Endings *endings, const Position *pos) {
    Board b = {.men = 2,
               .man = {piece_of(WHITE, KING), piece_of(BLACK, KING)},
               .at = {pos->king[WHITE], pos->king[BLACK]}};
    Bitboard others = position_occupied(pos) & ~pos->by_type[KING];
    while (others != 0 && b.men < ENDING_MEN_MAX) {
        b.at[b.men] = bb_pop(&others);
        b.man[b.men] = pos->board[b.at[b.men]];
        b.men++;
    }
    return value_of(endings, &b, (Color)pos->side) - 1;
}

EndingCount endings_count(const EndingTable *table, Color side) {
    EndingCount count = {0, 0, 0};
    const size_t each_king = table->positions / HALF_FILES / (size_t)table->king_ranks;
    for (size_t i = 0; i < table->positions; i++) {
        const uint8_t value = table->value[side][i];
        /* A king on the middle file is its own image. */
        const size_t images = i / each_king % HALF_FILES == HALF_FILES - 1 ? 1 : 2;
        if (value == ILLEGAL)
            continue;
        count.legal += images;
        if (value == UNKNOWN || value % 2 != 0)
            continue;
        count.won += images;
        if (value - 1 > count.longest)
            count.longest = value - 1;
    }
    return count;
}
