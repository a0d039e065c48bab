#include "engine/picture/board_picture.h"

#include "bitboard/fen.h"
#include "bitboard/notation.h"
#include "engine/picture/piece_symbol.h"
#include "engine/picture/pieces.h"

#include <math.h>

enum {
    SIDE = PIECE_UNITS, /* of a square, in units of the drawing */
    MARGIN = 46,        /* with coordinates, and without: */
    BARE_MARGIN = 10,
    LETTER_DROP = 11 /* from the middle of a letter's place down to its base line */
};

/* ---- Where things stand ---- */

static int margin_of(const BoardPicture *p) {
    return p->no_coordinates ? BARE_MARGIN : MARGIN;
}

/* The left upper corner of a square. */
static int left_of(const BoardPicture *p, Square s) {
    const int column = p->black_side ? FILES - 1 - file_of(s) : file_of(s);
    return margin_of(p) + SIDE * column;
}
static int top_of(const BoardPicture *p, Square s) {
    const int row = p->black_side ? rank_of(s) : RANKS - 1 - rank_of(s);
    return margin_of(p) + SIDE * row;
}

/* ---- The men, once each ---- */

/* Only those that stand on the board. */
static void write_definitions(FILE *out, const Position *pos) {
    fputs("<defs>\n", out);
    if (position_in_check(pos))
        fprintf(out,
                "<radialGradient id=\"check\"><stop offset=\".25\" stop-color=\"%s\"/><stop "
                "offset=\"1\" stop-color=\"%s\" stop-opacity=\"0\"/></radialGradient>\n",
                BOARD_COLORS.alarm, BOARD_COLORS.alarm);
    for (Piece piece = 0; piece < PIECES; piece++)
        if (pos->count[piece] > 0)
            piece_symbol_write(out, piece);
    fputs("</defs>\n", out);
}

/* ---- The board ---- */

static void write_squares(FILE *out, const BoardPicture *p) {
    const int margin = margin_of(p), width = FILES * SIDE, height = RANKS * SIDE;
    fprintf(out, "<rect width=\"%d\" height=\"%d\" rx=\"12\" fill=\"%s\"/>\n", width + 2 * margin,
            height + 2 * margin, BOARD_COLORS.edge);
    fprintf(out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\"/>\n", margin,
            margin, width, height, BOARD_COLORS.light);
    fprintf(out, "<path fill=\"%s\" d=\"", BOARD_COLORS.dark);
    for (Square s = 0; s < SQUARES;
         s += 2) /* a1 is dark, and a rank has an odd number of squares */
        fprintf(out, "M%d %dh%dv%dh-%dz", left_of(p, s), top_of(p, s), SIDE, SIDE, SIDE);
    fputs("\"/>\n", out);
}

static void write_letter(FILE *out, int x, int y, const char *text) {
    fprintf(out, "<text x=\"%d\" y=\"%d\">%s</text>", x, y + LETTER_DROP, text);
}

static void write_coordinates(FILE *out, const BoardPicture *p) {
    char text[8];
    const int middle = MARGIN / 2, bottom = MARGIN + RANKS * SIDE + middle,
              right = MARGIN + FILES * SIDE + middle;
    fprintf(out,
            "<g font-family=\"Georgia,'DejaVu Serif',serif\" font-size=\"30\" "
            "text-anchor=\"middle\" fill=\"%s\">\n",
            BOARD_COLORS.ink);
    for (int file = 0; file < FILES; file++) {
        const int x = left_of(p, square_of(file, 0)) + SIDE / 2;
        snprintf(text, sizeof text, "%c", 'a' + file);
        write_letter(out, x, middle, text);
        write_letter(out, x, bottom, text);
    }
    for (int rank = 0; rank < RANKS; rank++) {
        const int y = top_of(p, square_of(0, rank)) + SIDE / 2;
        snprintf(text, sizeof text, "%d", rank + 1);
        write_letter(out, middle, y, text);
        write_letter(out, right, y, text);
    }
    fputs("\n</g>\n", out);
}

static void write_mark(FILE *out, const BoardPicture *p, Square s) {
    fprintf(out,
            "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\" "
            "fill-opacity=\".6\"/>\n",
            left_of(p, s), top_of(p, s), SIDE, SIDE, BOARD_COLORS.mark);
}

static void write_marks(FILE *out, const BoardPicture *p) {
    if (p->last_move != MOVE_NONE) {
        write_mark(out, p, move_from(p->last_move));
        write_mark(out, p, move_to(p->last_move));
    }
    if (position_in_check(p->pos)) {
        const Square king = p->pos->king[p->pos->side];
        fprintf(out, "<circle cx=\"%d\" cy=\"%d\" r=\"%d\" fill=\"url(#check)\"/>\n",
                left_of(p, king) + SIDE / 2, top_of(p, king) + SIDE / 2, SIDE * 6 / 10);
    }
}

static void write_men(FILE *out, const BoardPicture *p) {
    for (Square s = 0; s < SQUARES; s++) {
        const Piece piece = p->pos->board[s];
        char id[PIECE_ID_SIZE], square[MOVE_TEXT_SIZE];
        if (piece != NO_PIECE)
            fprintf(out, "<use href=\"#%s\" x=\"%d\" y=\"%d\" data-square=\"%s\"/>\n",
                    piece_id(piece, id), left_of(p, s), top_of(p, s), square_write(s, square));
    }
}

/* ---- Arrows ---- */

/* One shape, so that nothing shows through twice: from near the middle of the one square into the
 * other. */
static void write_arrow(FILE *out, const BoardPicture *p, const Arrow *arrow) {
    static const double START = 22, END = 12, HALF = 7.5, HEAD = 36, HEAD_HALF = 21;
    const double x = left_of(p, arrow->from) + SIDE / 2.0, y = top_of(p, arrow->from) + SIDE / 2.0;
    const double dx = left_of(p, arrow->to) + SIDE / 2.0 - x,
                 dy = top_of(p, arrow->to) + SIDE / 2.0 - y;
    const double length = hypot(dx, dy), ux = dx / length, uy = dy / length;
    /* Along the arrow, and to its left. */
    const double points[7][2] = {
        {START, HALF},     {length - END - HEAD, HALF},       {length - END - HEAD, HEAD_HALF},
        {length - END, 0}, {length - END - HEAD, -HEAD_HALF}, {length - END - HEAD, -HALF},
        {START, -HALF}};
    fprintf(out, "<path fill=\"%s\" fill-opacity=\".78\" d=\"", BOARD_COLORS.pointer);
    for (int i = 0; i < 7; i++)
        fprintf(out, "%c%.1f %.1f", i == 0 ? 'M' : 'L', x + points[i][0] * ux + points[i][1] * uy,
                y + points[i][0] * uy - points[i][1] * ux);
    fputs("Z\"/>\n", out);
}

/* A spot of the colour of the side to move, at its own corner. */
static void write_turn(FILE *out, const BoardPicture *p) {
    const Color side = (Color)p->pos->side;
    const bool below = (side == BLACK) == p->black_side;
    const int x = MARGIN + FILES * SIDE + MARGIN / 2,
              y = MARGIN / 2 + (below ? RANKS * SIDE + MARGIN : 0);
    fprintf(out,
            "<circle cx=\"%d\" cy=\"%d\" r=\"11\" fill=\"%s\" stroke=\"%s\" "
            "stroke-width=\"3\"/>\n",
            x, y, PIECE_COLORS[side].body, BOARD_COLORS.ink);
}

void board_picture_write(FILE *out, const BoardPicture *p) {
    const int width = FILES * SIDE + 2 * margin_of(p), height = RANKS * SIDE + 2 * margin_of(p);
    char fen[FEN_SIZE];
    fen_write(p->pos, fen);
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
            "viewBox=\"0 0 %d %d\">\n<title>%s</title>\n",
            p->width, (p->width * height + width / 2) / width, width, height, fen);
    write_definitions(out, p->pos);
    write_squares(out, p);
    if (!p->no_coordinates) {
        write_coordinates(out, p);
        write_turn(out, p);
    }
    write_marks(out, p);
    write_men(out, p);
    for (int i = 0; i < p->arrow_count; i++)
        write_arrow(out, p, &p->arrows[i]);
    fputs("</svg>\n", out);
}
