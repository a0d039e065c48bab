#include "tune/weights_file.h"

#include "tune/generated.h"

const char *const PIECE_NAMES[PIECE_VALUES] = {
    [PAWN] = "pawn", [KNIGHT] = "knight",         [CAMEL] = "camel", [BISHOP] = "bishop",
    [ROOK] = "rook", [WILDEBEEST] = "wildebeest", [QUEEN] = "queen"};

enum { LINE_WIDTH = 8 };

/* ---- The tables ---- */

static void write_number(FILE *out, const WeightTerm *term, Weight w) {
    if (term->kind == WEIGHT_DANGER)
        fprintf(out, "%d,", (int)w);
    else if (term->rows * term->columns == 1)
        fprintf(out, "S(%d, %d),", weight_middlegame(w), weight_endgame(w));
    else
        fprintf(out, "S(%4d, %4d),", weight_middlegame(w), weight_endgame(w));
}

/* What a row is about, where it is the pieces that they are for; else nothing. */
static void write_row_comment(FILE *out, const WeightTerm *term, int row) {
    if (term->rows == PIECE_VALUES || term->rows == PIECE_VALUES + 1)
        fprintf(out, "    /*   %s */\n", row < PIECE_VALUES ? PIECE_NAMES[row] : "king");
    else if (term->rows > 1)
        fprintf(out, "    /*   %d */\n", row + 1);
}

static void write_row(FILE *out, const WeightTerm *term, const Weight *w) {
    const bool squares = term->columns == SQUARES_HALF;
    const int width = squares ? HALF_FILES : LINE_WIDTH;
    for (int i = 0; i < term->columns; i++) {
        fputs(i % width == 0 ? "    " : " ", out);
        write_number(out, term, w[i]);
        if (squares && i % width == width - 1)
            fprintf(out, " /* rank %d */", i / width + 1);
        if (i % width == width - 1 || i + 1 == term->columns)
            fputc('\n', out);
    }
}

void weights_file_write(FILE *out, const Weights *weights, const char *about) {
    generated_head(
        out,
        "The weights of the evaluation, in the order of EVALUATION_WEIGHTS (weights.h).\n"
        "Written by brindle-tune.",
        about);
    fputs("#include \"eval/weights.h\"\n"
          "\n"
          "#define S(middlegame, endgame) WEIGHT(middlegame, endgame)\n"
          "\n"
          "/* clang-format off */\n"
          "const Weights WEIGHTS = {{\n",
          out);
    for (int t = 0; t < WEIGHT_TERM_COUNT; t++) {
        const WeightTerm *term = &WEIGHT_TERMS[t];
        fprintf(out, "    /* %s: %s */\n", term->name, term->what);
        for (int row = 0; row < term->rows; row++) {
            write_row_comment(out, term, row);
            write_row(out, term, &weights->value[term->first + row * term->columns]);
        }
    }
    fputs("}};\n"
          "/* clang-format on */\n",
          out);
}
