#include "engine/book/book_tree.h"

#include "engine/plot/xml_text.h"

#include "bitboard/notation.h"
#include "engine/analysis/line.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { ROW = 22, COLUMN = 168, MARGIN = 20, TOP = 64, BOX_WIDTH = 132, BOX_HEIGHT = 18 };

/* A move as it is shown. */
typedef struct {
    Move move;
    Score score; /* SCORE_NONE: none */
    int64_t games;
    double share; /* 0 … 1, among its position's */
} Branch;

/* A branch and where it stands; the children of a node follow it in the list, one after the other.
 */
typedef struct {
    Branch branch;
    char san[MOVE_TEXT_SIZE];
    int parent; /* -1: the root */
    int ply;    /* from the root, 0 for the root */
    Color mover;
    double y;
} Node;

typedef struct {
    const BookTree *tree;
    Node *nodes;
    int count, room;
    double next_y;
    BookMove moves[MAX_MOVES];
    WbookEntry entries[MAX_MOVES];
} Drawing;

/* ---- The branches of a position, the best first ---- */

static bool is_better(const Branch *a, const Branch *b) {
    if (a->share != b->share)
        return a->share > b->share;
    if (a->score != b->score)
        return a->score != SCORE_NONE && (b->score == SCORE_NONE || a->score > b->score);
    return a->move < b->move;
}

static void add_branch(Branch *branches, int *count, int most, const Branch *b) {
    int place = *count;
    if (place == most) {
        if (!is_better(b, &branches[most - 1]))
            return;
        place--;
    } else {
        ++*count;
    }
    for (; place > 0 && is_better(b, &branches[place - 1]); place--)
        branches[place] = branches[place - 1];
    branches[place] = *b;
}

/* Of a store, moves that lead on in the book: by games where there are, otherwise by scores. */
static bool branches_of_store(Drawing *d, const Position *pos, Branch *branches, int most,
                              int *count, Message *message) {
    int64_t id, games = 0;
    int found = 0;
    if (!book_store_find(d->tree->store, pos, &id, message) ||
        (id != 0 && !book_store_read_moves(d->tree->store, id, d->moves, &found, message)))
        return false;
    for (int i = 0; i < found; i++)
        games += d->moves[i].counts.games;
    for (int i = 0; i < found; i++) {
        const BookMove *m = &d->moves[i];
        const Branch b = {m->move, m->findings.learned, m->counts.games,
                          games > 0 ? (double)m->counts.games / (double)games : 0};
        if (m->child != 0)
            add_branch(branches, count, most, &b);
    }
    return true;
}

static bool branches_of_wbook(Drawing *d, const Position *pos, Branch *branches, int most,
                              int *count, Message *message) {
    int found, total = 0;
    if (!wbook_probe(d->tree->published, pos, d->entries, &found, message))
        return false;
    for (int i = 0; i < found; i++)
        total += d->entries[i].weight;
    for (int i = 0; i < found; i++) {
        const WbookEntry *e = &d->entries[i];
        const Branch b = {e->move, e->learn, 0, total > 0 ? (double)e->weight / (double)total : 0};
        if (e->weight > 0)
            add_branch(branches, count, most, &b);
    }
    return true;
}

/* ---- Layout ---- */

static int add_node(Drawing *d, const Node *n) {
    if (d->count == d->room) {
        const int room = d->room > 0 ? 2 * d->room : 256;
        Node *nodes = realloc(d->nodes, (size_t)room * sizeof *nodes);
        if (nodes == NULL)
            return -1;
        d->nodes = nodes;
        d->room = room;
    }
    d->nodes[d->count] = *n;
    return d->count++;
}

/* A node stands at the middle of what follows from it; what has nothing gets the next row. */
static bool lay_out(Drawing *d, Position *pos, int node, Message *message) {
    Branch branches[BOOK_TREE_WIDTH_MAX];
    const int ply = d->nodes[node].ply;
    int count = 0;
    const int narrowed = d->tree->width - ply / 2, most = narrowed > 1 ? narrowed : 1;
    if (ply < d->tree->plies && position_repetitions(pos) == 0 &&
        !(d->tree->store != NULL ? branches_of_store(d, pos, branches, most, &count, message)
                                 : branches_of_wbook(d, pos, branches, most, &count, message)))
        return false;
    double sum = 0;
    for (int i = 0; i < count; i++) {
        Undo undo;
        Node n = {branches[i], "", node, ply + 1, (Color)pos->side, 0};
        san_write(pos, branches[i].move, n.san);
        const int child = add_node(d, &n);
        if (child < 0)
            return message_set(message, "no memory for the picture");
        position_make(pos, branches[i].move, &undo);
        const bool good = lay_out(d, pos, child, message);
        position_unmake(pos, branches[i].move, &undo);
        if (!good)
            return false;
        sum += d->nodes[child].y;
    }
    d->nodes[node].y = count > 0 ? sum / count : d->next_y;
    d->next_y += count > 0 ? 0 : ROW;
    return true;
}

/* ---- Drawing ---- */

static double left_of(const Node *n) {
    return MARGIN + (n->ply - 1) * COLUMN;
}

static void draw_head(const Drawing *d, FILE *out) {
    int deepest = 1;
    for (int i = 0; i < d->count; i++)
        deepest = d->nodes[i].ply > deepest ? d->nodes[i].ply : deepest;
    const int width = 2 * MARGIN + (deepest - 1) * COLUMN + BOX_WIDTH,
              height = (int)d->next_y + MARGIN;
    fprintf(out,
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %d' width='%d' height='%d' "
            "font-family='sans-serif' font-size='11'>\n"
            "<style>svg{background:#fff;color:#222}.w{fill:#f4f0e6;stroke:#998}"
            ".b{fill:#d8dce4;stroke:#778}text{fill:#222}.s{fill:#555}"
            "path{fill:none;stroke:#8a94a6}"
            "@media(prefers-color-scheme:dark){svg{background:#16181c}.w{fill:#3a372f}"
            ".b{fill:#2a303c}text{fill:#eee}.s{fill:#aaa}path{stroke:#667}}</style>\n"
            "<text x='%d' y='28' font-size='16'>",
            width, height, width, height, MARGIN);
    xml_write_text(out, d->tree->title);
    fputs("</text>\n", out);
}

static void draw_link(const Drawing *d, const Node *n, FILE *out) {
    const Node *from = &d->nodes[n->parent];
    if (from->parent < 0) /* the root has no box */
        return;
    const double x0 = left_of(from) + BOX_WIDTH, x1 = left_of(n), middle = (x0 + x1) / 2;
    fprintf(out, "<path d='M%.1f %.1fC%.1f %.1f %.1f %.1f %.1f %.1f' stroke-width='%.1f'/>\n", x0,
            from->y, middle, from->y, middle, n->y, x1, n->y, 1 + 5 * n->branch.share);
}

static void draw_box(const Node *n, FILE *out) {
    char score[SCORE_TEXT_SIZE] = "";
    const double x = left_of(n);
    fprintf(out,
            "<rect class='%s' x='%.1f' y='%.1f' width='%d' height='%d' rx='3'/>"
            "<text x='%.1f' y='%.1f'>",
            n->mover == WHITE ? "w" : "b", x, n->y - BOX_HEIGHT / 2.0, BOX_WIDTH, BOX_HEIGHT, x + 6,
            n->y + 4);
    xml_write_text(out, n->san);
    if (n->branch.score != SCORE_NONE)
        score_write(n->branch.score, score);
    fprintf(out, "</text><text class='s' text-anchor='end' x='%.1f' y='%.1f'>%s", x + BOX_WIDTH - 6,
            n->y + 4, score);
    if (n->branch.games > 0)
        fprintf(out, " · %" PRId64, n->branch.games);
    else if (n->branch.share > 0)
        fprintf(out, " · %.0f%%", 100 * n->branch.share);
    fputs("</text>\n", out);
}

bool book_tree_draw(const BookTree *tree, const Position *root, FILE *out, Message *message) {
    Drawing *d = calloc(1, sizeof *d);
    Position pos = *root;
    const Node top = {.parent = -1, .ply = 0};
    if (d == NULL)
        return message_set(message, "no memory");
    d->tree = tree;
    d->next_y = TOP;
    bool good = add_node(d, &top) == 0 && d->nodes != NULL;
    if (!good)
        message_set(message, "no memory for the picture");
    good = good && lay_out(d, &pos, 0, message);
    if (good && d->count == 1)
        good = message_set(message, "the book has no moves in this position");
    if (good) {
        draw_head(d, out);
        for (int i = 1; i < d->count; i++)
            draw_link(d, &d->nodes[i], out);
        for (int i = 1; i < d->count; i++)
            draw_box(&d->nodes[i], out);
        fputs("</svg>\n", out);
    }
    free(d->nodes);
    free(d);
    return good;
}
