#include "engine/picture/piece_symbol.h"

#include "bitboard/notation.h"
#include "engine/picture/pieces.h"

const BoardColors BOARD_COLORS = {.edge = "#5b4434",
                                  .ink = "#ecdcc2",
                                  .light = "#f0e2c6",
                                  .dark = "#c49c6c",
                                  .mark = "#d9b52e",
                                  .alarm = "#d02a1e",
                                  .pointer = "#2d7a46"};
const PieceColors PIECE_COLORS[COLORS] = {{"#fdf8ec", "#2a211b", "#2a211b"},
                                          {"#4d4038", "#17100b", "#f3e6d0"}};

char *piece_id(Piece piece, char *text) {
    text[0] = piece_color(piece) == WHITE ? 'w' : 'b';
    text[1] = piece_letter(piece_of(WHITE, piece_type(piece)));
    text[2] = '\0';
    return text;
}

static void write_stroke(FILE *out, const PieceColors *colors, const PieceStroke *stroke) {
    static const char round[] =
        "stroke-width=\"3\" stroke-linejoin=\"round\" stroke-linecap=\"round\"";
    switch (stroke->kind) {
    case STROKE_BODY:
        fprintf(out, "<path d=\"%s\" fill=\"%s\" stroke=\"%s\" %s/>", stroke->path, colors->body,
                colors->outline, round);
        break;
    case STROKE_LINE:
        fprintf(out, "<path d=\"%s\" fill=\"none\" stroke=\"%s\" %s/>", stroke->path,
                colors->detail, round);
        break;
    case STROKE_DETAIL:
        fprintf(out, "<path d=\"%s\" fill=\"%s\"/>", stroke->path, colors->detail);
        break;
    }
}

void piece_symbol_write(FILE *out, Piece piece) {
    char id[PIECE_ID_SIZE];
    const PieceStroke *strokes = PIECE_DRAWINGS[piece_type(piece)];
    fprintf(out, "<g id=\"%s\">", piece_id(piece, id));
    for (int i = 0; i < PIECE_STROKES && strokes[i].path != NULL; i++)
        write_stroke(out, &PIECE_COLORS[piece_color(piece)], &strokes[i]);
    fputs("</g>\n", out);
}
