#include "engine/report/page_parts.h"

#include "engine/picture/piece_symbol.h"
#include "engine/plot/xml_text.h"

/* Nothing may be fetched from anywhere, whatever a game's tags say. */
static const char HEAD[] =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
    "style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    "<meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"generator\" "
    "content=\"Brindle\">\n";

typedef struct {
    const char *id, *label, *path;
} Button;

static const Button BUTTONS[] = {
    {"first", "To the start (Home)", "M6 5v14M19 5l-9 7 9 7z"},
    {"back", "One move back (left arrow)", "M16 5l-9 7 9 7z"},
    {"forward", "One move on (right arrow)", "M8 5l9 7-9 7z"},
    {"last", "To the end (End)", "M18 5v14M5 5l9 7-9 7z"},
    {"mistake", "Next mistake (M)", "M5 4l6 8-6 8M15 5v9M15 18v1"},
    {"flip", "Turn the board (F)", "M8 20V5M4 9l4-4 4 4M16 4v15M12 15l4 4 4-4"},
    {"arrow", "Show the best move (B)", "M5 19L18 6M9 6h9v9"},
};

static void write_lines(FILE *out, const char *const *lines) {
    for (; *lines != NULL; lines++)
        fputs(*lines, out);
}

static void write_style(FILE *out) {
    const BoardColors *c = &BOARD_COLORS;
    fprintf(out,
            "<style>\n:root{--edge:%s;--ink:%s;--light:%s;--dark:%s;--mark:%s;--alarm:%s;"
            "--pointer:%s;--white:%s;--black:%s}\n",
            c->edge, c->ink, c->light, c->dark, c->mark, c->alarm, c->pointer,
            PIECE_COLORS[WHITE].body, PIECE_COLORS[BLACK].body);
    write_lines(out, REPORT_STYLE);
    fputs("</style>\n", out);
}

static void write_symbols(FILE *out) {
    fputs("<svg class=\"symbols\" width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>\n", out);
    for (Piece piece = 0; piece < PIECES; piece++)
        piece_symbol_write(out, piece);
    fputs("</defs></svg>\n", out);
}

static void write_board(FILE *out) {
    fputs("<section id=\"view\" aria-label=\"Board\">\n<div id=\"stage\"><svg id=\"board\" "
          "role=\"img\" aria-label=\"Board\"></svg><div id=\"bar\" aria-hidden=\"true\"><div></div>"
          "</div></div>\n<div id=\"controls\" role=\"group\" aria-label=\"Moves\">\n",
          out);
    for (size_t i = 0; i < sizeof BUTTONS / sizeof *BUTTONS; i++)
        fprintf(out,
                "<button id=\"%s\" title=\"%s\" aria-label=\"%s\"><svg viewBox=\"0 0 24 24\">"
                "<path d=\"%s\"/></svg></button>\n",
                BUTTONS[i].id, BUTTONS[i].label, BUTTONS[i].label, BUTTONS[i].path);
    fputs("</div>\n<p id=\"caption\" aria-live=\"polite\"></p>\n<p id=\"line\"></p>\n"
          "<label id=\"fen\">FEN <input readonly></label>\n"
          "<noscript>Without JavaScript the board stays empty; games and moves can be read."
          "</noscript>\n</section>\n",
          out);
}

void page_write_head(FILE *out, const char *title, const char *heading) {
    fputs(HEAD, out);
    fputs("<title>", out);
    xml_write_text(out, title);
    fputs("</title>\n", out);
    write_style(out);
    fputs("</head>\n<body>\n", out);
    write_symbols(out);
    fputs("<header id=\"top\"><svg viewBox=\"0 0 100 100\" aria-hidden=\"true\">"
          "<use href=\"#wW\"/></svg><h1>",
          out);
    xml_write_text(out, heading);
    fputs("</h1><span id=\"browse\"><button id=\"previous\">Previous</button>"
          "<a href=\"#index\">All games</a><button id=\"next\">Next</button></span></header>\n"
          "<main>\n",
          out);
    write_board(out);
    fputs("<div id=\"games\">\n", out);
}

void page_write_foot(FILE *out, const char *index) {
    fprintf(out,
            "</div>\n</main>\n<nav id=\"index\" aria-label=\"Games\"><table>\n<thead><tr><th>#"
            "<th>White<th>Black<th>Result<th>Moves<th>White lost<th>Black lost</tr></thead>\n"
            "<tbody>\n%s</tbody></table>\n<p class=\"note\">Lost: expected points per "
            "move, and how many inaccuracies, mistakes and blunders.</p></nav>\n<script>\n",
            index);
    write_lines(out, REPORT_SCRIPT);
    fputs("</script>\n</body>\n</html>\n", out);
}
