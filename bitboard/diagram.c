#include "bitboard/diagram.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "bitboard/notation.h"

/* A text that grows within its room. */
typedef struct {
    char *at;
    size_t left;
} Writer;

static void __attribute__((format(printf, 2, 3))) write_text(Writer *w, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(w->at, w->left, format, arguments);
    va_end(arguments);
    if (length > 0 && (size_t)length < w->left) {
        w->at += length;
        w->left -= (size_t)length;
    }
}

/* One column wide each, by Piece.  Camel and wildebeest have no figures of their own: letters, as
 * in FEN. */
static const char *const FIGURES[PIECES + 1] = {"♙", "♘", "C", "♗", "♖", "W", "♕", "♔", "♟",
                                                "♞", "c", "♝", "♜", "w", "♛", "♚", " "};
/* On coloured squares colour tells the sides apart, and the filled figures are easier to see. */
static const char *const SOLID[PIECES + 1] = {"♟", "♞", "C", "♝", "♜", "W", "♛", "♚", "♟",
                                              "♞", "C", "♝", "♜", "W", "♛", "♚", " "};

/*
 * Squares of the 256-colour palette by [touched by the last move][dark]: browns and greens of
 * middle brightness, since white and black men must both stand out on each of them.
 */
static const int SQUARE_COLORS[2][2] = {{137, 95}, {71, 64}};
enum { WHITE_MAN = 231, BLACK_MAN = 16 };

/* a1 is dark, and a rank has an odd number of squares. */
static bool is_dark(Square s) {
    return s % 2 == 0;
}

static void write_man(Writer *w, const Position *pos, const DiagramStyle *style, Square s) {
    const Piece piece = pos->board[s];
    const bool last = style->last_move != MOVE_NONE &&
                      (s == move_from(style->last_move) || s == move_to(style->last_move));
    if (style->color) {
        const bool white = piece != NO_PIECE && piece_color(piece) == WHITE;
        const char letter[2] = {piece == NO_PIECE ? ' ' : piece_letter(piece), '\0'};
        write_text(w, "\033[48;5;%d;38;5;%d;1m %s \033[0m", SQUARE_COLORS[last][is_dark(s)],
                   white ? WHITE_MAN : BLACK_MAN, style->unicode ? SOLID[piece] : letter);
    } else if (style->unicode) {
        write_text(w, last ? "[%s]" : " %s ",
                   piece == NO_PIECE ? (is_dark(s) ? "·" : " ") : FIGURES[piece]);
    } else {
        write_text(w, last ? "[%c]" : " %c ", piece_letter(piece));
    }
}

static void write_rule(Writer *w, const DiagramStyle *style, bool top) {
    if (style->color)
        return;
    if (style->unicode) {
        write_text(w, "   %s", top ? "┌" : "└");
        for (int i = 0; i < FILES * 3; i++)
            write_text(w, "─");
        write_text(w, "%s\n", top ? "┐" : "┘");
    } else {
        write_text(w, "   +");
        for (int i = 0; i < FILES * 3; i++)
            write_text(w, "-");
        write_text(w, "+\n");
    }
}

void diagram_write(const Position *pos, const DiagramStyle *style, char *text) {
    Writer w = {text, DIAGRAM_SIZE};
    const char *wall = style->color ? "" : style->unicode ? "│" : "|";
    write_rule(&w, style, true);
    for (int row = 0; row < RANKS; row++) {
        const int rank = style->black_side ? row : RANKS - 1 - row;
        write_text(&w, "%2d %s", rank + 1, wall);
        for (int column = 0; column < FILES; column++)
            write_man(&w, pos, style,
                      square_of(style->black_side ? FILES - 1 - column : column, rank));
        write_text(&w, "%s\n", wall);
    }
    write_rule(&w, style, false);
    write_text(&w, style->color ? "  " : "   ");
    for (int column = 0; column < FILES; column++)
        write_text(&w, "  %c", 'a' + (style->black_side ? FILES - 1 - column : column));
    write_text(&w, "\n");
}
