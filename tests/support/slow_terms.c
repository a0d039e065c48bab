#include "tests/support/slow_terms.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* What there is to see of a board.  Ranks are counted as the side sees them wherever a name says
 * `ahead` or a function takes a side. */
typedef struct {
    const SlowBoard *board;
    bool by[2][8][SLOW_RANKS][SLOW_FILES]; /* attacked by a man of that side and type */
    int times[2][SLOW_RANKS][SLOW_FILES];  /* by how many; all pawns of a side count as one */
    bool passed[2][SLOW_RANKS][SLOW_FILES];
    SlowSquare king[2];
    int men[2], kinds[2][8];
    SlowTerms *terms;
} View;

static const char LETTERS[] = "pncbrwqk";

static int type_of(char man) {
    return (int)(strchr(LETTERS, tolower((unsigned char)man)) - LETTERS);
}

static char man_at(const View *v, int file, int rank) {
    return slow_on_board(file, rank) ? v->board->man[rank][file] : '#';
}

static bool belongs(char man, int side) {
    return isalpha((unsigned char)man) && (islower((unsigned char)man) != 0) == (side == 1);
}

static bool is_pawn(const View *v, int side, int file, int rank) {
    return man_at(v, file, rank) == (side == 0 ? 'P' : 'p');
}

static int up(int side) {
    return side == 0 ? 1 : -1;
}

/* The rank as the side sees it, and back. */
static int seen(int side, int rank) {
    return side == 0 ? rank : SLOW_RANKS - 1 - rank;
}

static int to_edge(int file) {
    return file < SLOW_FILES - 1 - file ? file : SLOW_FILES - 1 - file;
}

static int steps(SlowSquare a, SlowSquare b) {
    const int files = abs(a.file - b.file), ranks = abs(a.rank - b.rank);
    return files > ranks ? files : ranks;
}

static void count(View *v, int side, int weight, int times) {
    v->terms->count[side][weight] += times;
}

/* File and rank of each square, one after the other; false behind the last. */
static bool square(int i, int *file, int *rank) {
    *file = i % SLOW_FILES;
    *rank = i / SLOW_FILES;
    return i < SLOW_FILES * SLOW_RANKS;
}

static bool attacked(const View *v, int side, int file, int rank) {
    return slow_on_board(file, rank) && v->times[side][rank][file] > 0;
}

static bool pawns_attack(const View *v, int side, int file, int rank) {
    return slow_on_board(file, rank) && v->by[side][PAWN][rank][file];
}

static void look(View *v, const SlowBoard *board, SlowTerms *terms) {
    memset(v, 0, sizeof *v);
    memset(terms, 0, sizeof *terms);
    v->board = board;
    v->terms = terms;
    for (int i = 0, f, r; square(i, &f, &r); i++) {
        const char man = board->man[r][f];
        if (man == '.')
            continue;
        const int side = islower((unsigned char)man) != 0, type = type_of(man);
        const SlowSquare from = {f, r};
        v->men[side]++;
        v->kinds[side][type]++;
        if (type == KING)
            v->king[side] = from;
        for (int n = 0, tf, tr; square(n, &tf, &tr); n++) {
            if (!slow_attacks(board, from, (SlowSquare){tf, tr}))
                continue;
            v->times[side][tr][tf] += type != PAWN || !v->by[side][PAWN][tr][tf];
            v->by[side][type][tr][tf] = true;
        }
    }
}

/* ---- Material ---- */

static bool on_both_shades(const View *v, int side, char letter) {
    bool shade[2] = {false, false};
    for (int i = 0, f, r; square(i, &f, &r); i++)
        if (belongs(v->board->man[r][f], side) &&
            tolower((unsigned char)v->board->man[r][f]) == letter)
            shade[(f + r) % 2] = true;
    return shade[0] && shade[1];
}

static void material(View *v, int side) {
    const int *kinds = v->kinds[side];
    count(v, side, W_material + PAWN, kinds[PAWN]);
    for (int t = KNIGHT; t <= QUEEN; t++) {
        count(v, side, W_material + t, kinds[t]);
        count(v, side, W_with_pawns + t, kinds[t] * (kinds[PAWN] - 6));
        count(v, side, W_redundant + t, kinds[t] > 0 ? kinds[t] - 1 : 0);
    }
    count(v, side, W_bishop_pair, on_both_shades(v, side, 'b'));
    count(v, side, W_camel_pair, on_both_shades(v, side, 'c'));
}

/* ---- Pawns ---- */

static bool is_neighbour(const View *v, int side, int f, int r) {
    return is_pawn(v, side, f - 1, r) || is_pawn(v, side, f + 1, r);
}

static void pawn(View *v, int side, int f, int r) {
    const int them = !side, ahead = up(side), rank = seen(side, r);
    bool neighbours = false, support_to_come = false, opposed = false, doubled = false;
    int stoppers = 0, helpers = 0;
    for (int other = 0; other < SLOW_RANKS; other++) {
        const bool before = (other - r) * ahead > 0;
        const int beside = is_pawn(v, side, f - 1, other) + is_pawn(v, side, f + 1, other);
        neighbours = neighbours || beside > 0;
        support_to_come = support_to_come || (beside > 0 && !before);
        helpers += before ? 0 : beside;
        if (!before)
            continue;
        opposed = opposed || is_pawn(v, them, f, other);
        doubled = doubled || is_pawn(v, side, f, other);
        stoppers += is_pawn(v, them, f - 1, other) + is_pawn(v, them, f + 1, other);
    }
    const bool held = is_pawn(v, them, f, r + ahead) || pawns_attack(v, them, f, r + ahead);
    const int supporters = is_pawn(v, side, f - 1, r - ahead) + is_pawn(v, side, f + 1, r - ahead);
    count(v, side, W_pawn_isolated + opposed, !neighbours);
    count(v, side, W_pawn_backward + opposed, neighbours && !support_to_come && held);
    count(v, side, W_pawn_doubled, doubled);
    count(v, side, W_pawn_supported + rank, supporters);
    count(v, side, W_pawn_phalanx + rank, is_neighbour(v, side, f, r));
    if (opposed || doubled)
        return;
    v->passed[side][r][f] = stoppers == 0;
    count(v, side, W_passed + rank, stoppers == 0);
    count(v, side, W_pawn_candidate + rank, stoppers > 0 && helpers >= stoppers);
}

static bool is_behind_own_pawn(const View *v, int side, int f, int r) {
    for (; slow_on_board(f, r); r += up(side))
        if (is_pawn(v, side, f, r))
            return true;
    return false;
}

static void space(View *v, int side, int f, int r) {
    const int rank = seen(side, r);
    if (rank < 1 || rank > 3 || f < 2 || f > 8 || is_pawn(v, side, f, r) ||
        pawns_attack(v, !side, f, r))
        return;
    count(v, side, W_space, is_behind_own_pawn(v, side, f, r) ? 2 : 1);
}

/* Half-moves of its own that the pawn needs to the last rank, by the rules' words. */
static int moves_home(const SlowBoard *board, int rank) {
    int moves = 0;
    for (; rank < SLOW_RANKS - 1; moves++) {
        if (rank == 1)
            rank += board->standard ? 2 : 3;
        else
            rank += rank == 2 && !board->standard ? 2 : 1;
    }
    return moves;
}

static bool runs_home(const View *v, int side, int f, int r) {
    const int them = !side;
    const SlowSquare home = {f, side == 0 ? SLOW_RANKS - 1 : 0};
    if (v->men[them] != 1 + v->kinds[them][PAWN])
        return false;
    for (int rank = r + up(side); slow_on_board(f, rank); rank += up(side))
        if (man_at(v, f, rank) != '.')
            return false;
    const int first = (v->board->black_to_move ? 1 : 0) == side ? 0 : 1;
    return steps(v->king[them], home) - first > moves_home(v->board, seen(side, r));
}

static void passed_pawn(View *v, int side, int f, int r) {
    const int them = !side, rank = seen(side, r), ahead = up(side);
    const SlowSquare stop = {f, r + ahead};
    const char before = man_at(v, f, stop.rank);
    bool safe = true, clear = true;
    for (int way = stop.rank; slow_on_board(f, way); way += ahead) {
        const bool free = man_at(v, f, way) == '.' && !attacked(v, them, f, way);
        safe = safe && (way != stop.rank || free);
        clear = clear && free;
    }
    count(v, side, W_passed_blocked + rank, belongs(before, them));
    count(v, side, W_passed_safe + rank, safe);
    count(v, side, W_passed_clear + rank, clear);
    count(v, side, W_passed_defended + rank, attacked(v, side, f, stop.rank));
    if (rank > 2) {
        count(v, side, W_passed_own_king + steps(v->king[side], stop), rank - 2);
        count(v, side, W_passed_their_king + steps(v->king[them], stop), rank - 2);
    }
    count(v, side, W_passed_unstoppable, runs_home(v, side, f, r));
}

/* ---- Pieces ---- */

static bool in_zone(const View *v, int side, int f, int r) {
    const SlowSquare king = v->king[side];
    const int ahead = (r - king.rank) * up(side);
    return abs(f - king.file) <= 1 && ahead >= -1 && ahead <= 2;
}

static bool can_be_driven_away(const View *v, int side, int f, int r) {
    for (int rank = r + up(side); slow_on_board(f, rank); rank += up(side))
        if (is_neighbour(v, !side, f, rank))
            return true;
    return false;
}

static int pawns_of_shade(const View *v, int side, int shade) {
    int pawns = 0;
    for (int i = 0, f, r; square(i, &f, &r); i++)
        pawns += is_pawn(v, side, f, r) && (f + r) % 2 == shade;
    return pawns;
}

static void rook(View *v, int side, int f, int r) {
    const int them = !side, rank = seen(side, r);
    bool own = false, theirs = false, behind_passed = false, targets = false;
    for (int other = 0; other < SLOW_RANKS; other++) {
        const bool ahead = (other - r) * up(side) > 0;
        own = own || is_pawn(v, side, f, other);
        theirs = theirs || is_pawn(v, them, f, other);
        behind_passed = behind_passed || v->passed[ahead ? side : them][other][f];
    }
    for (int file = 0; file < SLOW_FILES; file++)
        targets = targets || is_pawn(v, them, file, seen(side, SLOW_RANKS - 2));
    targets = targets || seen(side, v->king[them].rank) == SLOW_RANKS - 1;
    count(v, side, W_rook_open, !own && !theirs);
    count(v, side, W_rook_half_open, !own && theirs);
    count(v, side, W_rook_behind_passed, behind_passed);
    count(v, side, W_rook_seventh, rank >= 7 && targets);
}

static void piece(View *v, int side, int type, int f, int r) {
    const int them = !side, rank = seen(side, r);
    int mobility = 0, zone = 0, great = 0;
    for (int n = 0, tf, tr; square(n, &tf, &tr); n++) {
        const char victim = v->board->man[tr][tf];
        if (!slow_attacks(v->board, (SlowSquare){f, r}, (SlowSquare){tf, tr}))
            continue;
        mobility += !belongs(victim, side) && !pawns_attack(v, them, tf, tr);
        zone += in_zone(v, them, tf, tr);
        great += belongs(victim, them) && strchr("krwq", tolower((unsigned char)victim)) != NULL;
    }
    count(v, side, W_mobility + type * MOBILITY_MAX + mobility, 1);
    count(v, them, W_danger_attacker + type, zone > 0);
    count(v, them, W_danger_attack + type, zone);
    if (type == ROOK)
        rook(v, side, f, r);
    if (type == BISHOP)
        count(v, side, W_bishop_pawns, pawns_of_shade(v, side, (f + r) % 2));
    if (type == ROOK || type == QUEEN)
        return;
    count(v, side, W_fork + type, great > 1);
    if (rank >= 4 && rank <= 7 && !can_be_driven_away(v, side, f, r))
        count(v, side, W_outpost + 2 * type + pawns_attack(v, side, f, r), 1);
}

/* ---- Kings ---- */

/* How far the nearest pawn before the king (or beside him) is; 0: there is none. */
static int pawn_before(const View *v, int side, int whose, int f) {
    const int from = v->king[side].rank;
    for (int r = from; slow_on_board(f, r); r += up(side))
        if (is_pawn(v, whose, f, r)) {
            const int ranks = abs(r - from);
            return ranks == 0 ? 1 : ranks > 7 ? 7 : ranks;
        }
    return 0;
}

static void shelter(View *v, int side) {
    const SlowSquare king = v->king[side];
    for (int f = king.file - 1; f <= king.file + 1; f++) {
        bool blocked = false;
        if (!slow_on_board(f, 0))
            continue;
        for (int r = king.rank; slow_on_board(f, r); r += up(side))
            blocked = blocked || (is_pawn(v, side, f, r) && is_pawn(v, !side, f, r + up(side)));
        count(v, side,
              (f == king.file ? W_shelter_front : W_shelter_side) + pawn_before(v, side, side, f),
              1);
        count(v, side, (blocked ? W_storm_blocked : W_storm_free) + pawn_before(v, side, !side, f),
              1);
    }
}

static void castling(View *v, int side) {
    for (int wing = 0; wing < 2; wing++) {
        int empty = 0;
        if (!v->board->castle[side][wing])
            continue;
        for (int i = 1; i <= 4; i++)
            empty += man_at(v, wing == 0 ? 5 + i : 5 - i, v->king[side].rank) == '.';
        count(v, side, W_castling + empty, 1);
    }
}

/* Only king or queen defends it, or nobody. */
static bool is_weak(const View *v, int side, int f, int r) {
    return v->times[side][r][f] == 0 ||
           (v->times[side][r][f] == 1 && (v->by[side][KING][r][f] || v->by[side][QUEEN][r][f]));
}

static void checks(View *v, int side, int type) {
    SlowBoard board = *v->board;
    int good = 0, bad = 0;
    for (int i = 0, f, r; square(i, &f, &r); i++) {
        if (!v->by[!side][type][r][f] || belongs(v->board->man[r][f], !side))
            continue;
        /* Would a man of that kind give check from here?  It replaces whatever stands there. */
        const char before = board.man[r][f];
        board.man[r][f] = LETTERS[type];
        const bool check = slow_attacks(&board, (SlowSquare){f, r}, v->king[side]);
        board.man[r][f] = before;
        if (!check)
            continue;
        if (v->times[side][r][f] == 0 || (is_weak(v, side, f, r) && v->times[!side][r][f] > 1))
            good++;
        else
            bad++;
    }
    count(v, side, W_danger_check + 2 * type, good > 0);
    count(v, side, W_danger_check + 2 * type + 1, good > 0 ? good - 1 : 0);
    count(v, side, W_danger_unsafe_check, bad);
}

static void danger(View *v, int side) {
    const SlowSquare king = v->king[side];
    SlowBoard queen_there = *v->board;
    queen_there.man[king.rank][king.file] = side == 0 ? 'Q' : 'q';
    count(v, side, W_danger_base, 1);
    count(v, side, W_danger_no_queen, v->kinds[!side][QUEEN] == 0);
    for (int i = 0, f, r; square(i, &f, &r); i++) {
        const bool zone = in_zone(v, side, f, r), pawn_here = is_pawn(v, side, f, r);
        const int ahead = (r - king.rank) * up(side);
        count(v, side, W_danger_weak, zone && is_weak(v, side, f, r) && attacked(v, !side, f, r));
        count(v, side, W_danger_defended,
              zone && attacked(v, side, f, r) && !v->by[side][KING][r][f] && !pawn_here);
        count(v, side, W_danger_shelter,
              pawn_here && abs(f - king.file) <= 1 && (ahead == 1 || ahead == 2));
        count(v, side, W_danger_open_lines,
              slow_attacks(&queen_there, king, (SlowSquare){f, r}) &&
                  !belongs(v->board->man[r][f], side));
    }
    for (int type = KNIGHT; type <= QUEEN; type++)
        checks(v, side, type);
}

/* ---- Threats ---- */

static void threat(View *v, int side, int f, int r) {
    const int them = !side, victim = type_of(v->board->man[r][f]);
    for (int least = PAWN; least <= KING; least++)
        if (v->by[side][least][r][f]) {
            count(v, side,
                  (attacked(v, them, f, r) ? W_threat_defended : W_threat_weak) +
                      least * PIECE_VALUES + victim,
                  1);
            return;
        }
}

/* Could a pawn step to this empty square, without being taken by a pawn or for nothing? */
static bool is_safe_step(const View *v, int side, int f, int r) {
    const int back = -up(side), rank = seen(side, r);
    const bool one = is_pawn(v, side, f, r + back);
    const bool two = man_at(v, f, r + back) == '.' && is_pawn(v, side, f, r + 2 * back) &&
                     (rank == 3 || (rank == 4 && !v->board->standard));
    return man_at(v, f, r) == '.' && (one || two) && !pawns_attack(v, !side, f, r) &&
           (!attacked(v, !side, f, r) || attacked(v, side, f, r));
}

static void threats(View *v, int side) {
    const int them = !side;
    for (int i = 0, f, r; square(i, &f, &r); i++) {
        const char man = v->board->man[r][f];
        if (belongs(man, them) && type_of(man) != KING) {
            threat(v, side, f, r);
            count(v, side, W_threat_push,
                  type_of(man) != PAWN && (is_safe_step(v, side, f - 1, r - up(side)) ||
                                           is_safe_step(v, side, f + 1, r - up(side))));
        }
        count(v, side, W_restricted,
              attacked(v, side, f, r) && v->times[them][r][f] == 1 && !pawns_attack(v, them, f, r));
    }
}

/* ---- Endgames ---- */

static void bare_king(View *v, int side) {
    const SlowSquare king = v->king[!side];
    if (v->men[!side] != 1)
        return;
    const int *kinds = v->kinds[side];
    const int won =
        kinds[QUEEN] > 0 || kinds[ROOK] > 0 || (kinds[WILDEBEEST] > 0 && !v->board->standard);
    const int to_rank = king.rank < 5 ? king.rank : 9 - king.rank;
    count(v, side, W_won_ending, won);
    count(v, side, W_drive_edge + won, 9 - to_edge(king.file) - to_rank);
    count(v, side, W_drive_king + won, 10 - steps(v->king[0], v->king[1]));
}

static int pieces_of(const View *v, int side) {
    return v->men[side] - 1 - v->kinds[side][PAWN];
}

/* A lone bishop or camel on each side, which never meet. */
static bool never_meet(const View *v) {
    bool shade[2] = {false, false};
    for (int side = 0; side < 2; side++)
        if (pieces_of(v, side) != 1 || v->kinds[side][BISHOP] + v->kinds[side][CAMEL] != 1)
            return false;
    for (int i = 0, f, r; square(i, &f, &r); i++)
        if (v->board->man[r][f] != '.' && strchr("BbCc", v->board->man[r][f]) != NULL)
            shade[(f + r) % 2] = true;
    return shade[0] && shade[1];
}

static int scale_of(const View *v, int strong) {
    const int weak = !strong, *kinds = v->kinds[strong];
    int edge = 0;
    if (kinds[PAWN] > 0)
        return never_meet(v) ? 36 : 64;
    if (pieces_of(v, strong) == 1 && (kinds[KNIGHT] + kinds[CAMEL] + kinds[BISHOP] == 1 ||
                                      (kinds[WILDEBEEST] == 1 && v->board->standard)))
        return 2;
    for (int t = KNIGHT; t <= QUEEN; t++)
        edge += weight_endgame(WEIGHTS.value[W_material + t]) * (kinds[t] - v->kinds[weak][t]);
    return pieces_of(v, weak) > 0 && edge < weight_endgame(WEIGHTS.value[W_material + BISHOP]) ? 20
                                                                                               : 64;
}

/* ---- From the counts to a score ---- */

static int phase_of(const View *v) {
    static const int value[8] = {0, 1, 1, 1, 2, 3, 4, 0};
    int sum = 0;
    for (int t = 0; t < 8; t++)
        sum += value[t] * (v->kinds[0][t] + v->kinds[1][t]);
    return sum > 34 ? 256 : sum * 256 / 34;
}

static void add_up(View *v) {
    SlowTerms *t = v->terms;
    int middlegame = 0, endgame = 0;
    for (int side = 0; side < 2; side++) {
        const int sign = up(side);
        int in_danger = 0;
        for (int i = 0; i < WEIGHT_COUNT; i++) {
            if (i >= W_danger_base && i <= W_danger_open_lines_last) {
                in_danger += (int)WEIGHTS.value[i] * t->count[side][i];
                continue;
            }
            middlegame += sign * weight_middlegame(WEIGHTS.value[i]) * t->count[side][i];
            endgame += sign * weight_endgame(WEIGHTS.value[i]) * t->count[side][i];
        }
        in_danger = in_danger < 0 ? 0 : in_danger > 1600 ? 1600 : in_danger;
        middlegame -= sign * (in_danger * in_danger / 1024);
        endgame -= sign * (in_danger / 8);
    }
    t->phase = phase_of(v);
    t->scale = endgame == 0 ? 64 : scale_of(v, endgame > 0 ? 0 : 1);
    const int mixed = (middlegame * t->phase + endgame * (256 - t->phase)) / 256;
    const int clock = v->board->clock < 100 ? v->board->clock : 100;
    const int scaled = mixed * t->scale / 64;
    int score = scaled - scaled * clock / 220;
    score = score > 20000 ? 20000 : score < -20000 ? -20000 : score;
    t->total = v->board->black_to_move ? -score : score;
}

/* ---- All of it ---- */

static void squares(View *v, int side, int type, int f, int r) {
    const int place = seen(side, r) * HALF_FILES + to_edge(f);
    if (type == KING)
        count(v, side, W_king_square + (v->board->standard ? SQUARES_HALF : 0) + place, 1);
    else
        count(v, side, W_piece_square + type * SQUARES_HALF + place, 1);
}

void slow_terms(const SlowBoard *board, SlowTerms *terms) {
    static View view;
    View *v = &view;
    look(v, board, terms);
    for (int i = 0, f, r; square(i, &f, &r); i++) {
        const char man = board->man[r][f];
        if (man == 'P' || man == 'p')
            pawn(v, man == 'p', f, r);
        for (int side = 0; side < 2; side++)
            space(v, side, f, r);
    }
    for (int i = 0, f, r; square(i, &f, &r); i++) {
        const char man = board->man[r][f];
        if (man == '.')
            continue;
        const int side = islower((unsigned char)man) != 0, type = type_of(man);
        squares(v, side, type, f, r);
        if (v->passed[side][r][f])
            passed_pawn(v, side, f, r);
        if (type != PAWN && type != KING)
            piece(v, side, type, f, r);
    }
    for (int side = 0; side < 2; side++) {
        material(v, side);
        shelter(v, side);
        castling(v, side);
        danger(v, side);
        threats(v, side);
        bare_king(v, side);
    }
    count(v, board->black_to_move ? 1 : 0, W_tempo + (board->standard ? 1 : 0), 1);
    add_up(v);
}
