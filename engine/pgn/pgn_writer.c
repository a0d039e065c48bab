/*
 * Games in export format.
 */
#include "bitboard/fen.h"
#include "bitboard/notation.h"
#include "engine/pgn/pgn.h"
#include "engine/pgn/pgn_cursor.h"
#include "engine/pgn/pgn_text.h"

#include <string.h>

/* PGN wants lines of fewer than 80 characters. */
enum { MOST_COLUMNS = 79 };

typedef struct {
    FILE *out;
    size_t column;
    PgnText word;      /* not yet written: a bracket may still be added to its end */
    const char *glued; /* goes before the next word: "(", "{" or "" */
    PgnCursor cursor;
    bool good; /* nothing has gone wrong so far */
} Writer;

/* ---- Words ---- */

static void end_line(Writer *w) {
    if (w->column > 0)
        putc('\n', w->out);
    w->column = 0;
}

static void flush_word(Writer *w) {
    if (w->word.length == 0)
        return;
    const size_t width = pgn_utf8_width(w->word.bytes);
    /* '%' at the beginning of a line would hide it. */
    if (w->column > 0 && w->column + 1 + width > MOST_COLUMNS && w->word.bytes[0] != '%')
        end_line(w);
    if (w->column > 0) {
        putc(' ', w->out);
        w->column++;
    }
    fwrite(w->word.bytes, 1, w->word.length, w->out);
    w->column += width;
    pgn_text_empty(&w->word);
}

static void put(Writer *w, const char *word, size_t length) {
    flush_word(w);
    if (!pgn_text_add(&w->word, w->glued, strlen(w->glued)) ||
        !pgn_text_add(&w->word, word, length))
        w->good = false;
    w->glued = "";
}

static void put_word(Writer *w, const char *word) {
    put(w, word, strlen(word));
}

static void put_bracket(Writer *w, char bracket) {
    if (!pgn_text_add_byte(&w->word, bracket))
        w->good = false;
}

/* ---- Comments ---- */

static void put_line_comment(Writer *w, const char *comment) {
    put(w, ";", 1);
    if (!pgn_text_add(&w->word, comment, strlen(comment)))
        w->good = false;
    flush_word(w);
    end_line(w);
}

static void put_comment(Writer *w, const char *comment) {
    if (comment == NULL)
        return;
    if (strchr(comment, '}') != NULL) {
        put_line_comment(w, comment);
        return;
    }
    w->glued = strcmp(w->glued, "(") == 0 ? "({" : "{";
    while (*comment != '\0') {
        const size_t length = strcspn(comment, " ");
        put(w, comment, length);
        comment += length;
        comment += strspn(comment, " ");
    }
    put_bracket(w, '}');
}

/* ---- Moves ---- */

static void put_number(Writer *w) {
    char text[32];
    snprintf(text, sizeof text, "%u%s", (unsigned)w->cursor.pos.fullmove,
             w->cursor.pos.side == WHITE ? "." : "...");
    put_word(w, text);
}

static void put_move(Writer *w, Move move) {
    char san[MOVE_TEXT_SIZE];
    if (!position_is_legal(&w->cursor.pos, move)) {
        w->good = false;
        return;
    }
    put_word(w, san_write(&w->cursor.pos, move, san));
    if (!pgn_cursor_play(&w->cursor, move))
        w->good = false;
}

static void put_nags(Writer *w, const PgnMove *move) {
    char text[8];
    for (int i = 0; i < move->nag_count; i++) {
        snprintf(text, sizeof text, "$%d", move->nags[i]);
        put_word(w, text);
    }
}

static void put_line(Writer *w, const PgnLine *line, int depth);

static void put_variation(Writer *w, const PgnLine *line, int depth) {
    if (depth > PGN_MAX_DEPTH) {
        w->good = false;
        return;
    }
    if (line->count == 0)
        return;
    const size_t here = w->cursor.count;
    flush_word(w);
    w->glued = "(";
    put_line(w, line, depth);
    put_bracket(w, ')');
    while (w->cursor.count > here)
        pgn_cursor_back(&w->cursor);
}

static void put_line(Writer *w, const PgnLine *line, int depth) {
    /* Black's moves are numbered where something stands between them and White's. */
    bool number_due = true;
    put_comment(w, line->comment);
    for (int i = 0; i < line->count && w->good; i++) {
        const PgnMove *move = &line->moves[i];
        if (w->cursor.pos.side == WHITE || number_due)
            put_number(w);
        put_move(w, move->move);
        if (!w->good)
            return;
        put_nags(w, move);
        put_comment(w, move->comment);
        number_due = move->comment != NULL || move->variation_count > 0;
        if (move->variation_count == 0)
            continue;
        pgn_cursor_back(&w->cursor);
        for (int j = 0; j < move->variation_count && w->good; j++)
            put_variation(w, move->variations[j], depth + 1);
        if (w->good && !pgn_cursor_play(&w->cursor, move->move))
            w->good = false;
    }
}

/* ---- Tags ---- */

static void write_tag(FILE *out, const char *name, const char *value) {
    fprintf(out, "[%s \"", name);
    for (; *value != '\0'; value++) {
        if (*value == '"' || *value == '\\')
            putc('\\', out);
        putc(*value, out);
    }
    fputs("\"]\n", out);
}

/* Tags that are written first, or by what the game says rather than the tag. */
static bool is_placed(const char *name) {
    static const char *const placed[] = {"Event", "Site",   "Date",    "Round", "White",
                                         "Black", "Result", "Variant", "SetUp", "FEN"};
    for (size_t i = 0; i < sizeof placed / sizeof placed[0]; i++)
        if (strcmp(name, placed[i]) == 0)
            return true;
    return false;
}

static void write_tags(FILE *out, const PgnGame *game) {
    static const char *const first[][2] = {{"Event", "?"}, {"Site", "?"},  {"Date", "????.??.??"},
                                           {"Round", "?"}, {"White", "?"}, {"Black", "?"}};
    char fen[FEN_SIZE];
    for (size_t i = 0; i < sizeof first / sizeof first[0]; i++) {
        const char *value = pgn_tag(game, first[i][0]);
        write_tag(out, first[i][0], value != NULL ? value : first[i][1]);
    }
    write_tag(out, "Result", game->result);
    write_tag(out, "Variant", game->start.rules->name);
    fen_write(&game->start, fen);
    if (strcmp(fen, game->start.rules->start_fen) != 0) {
        write_tag(out, "SetUp", "1");
        write_tag(out, "FEN", fen);
    }
    for (int i = 0; i < game->tag_count; i++)
        if (!is_placed(game->tags[i].name))
            write_tag(out, game->tags[i].name, game->tags[i].value);
    putc('\n', out);
}

/* ---- A game ---- */

bool pgn_write(FILE *out, const PgnGame *game) {
    Writer w = {.out = out, .glued = "", .good = true};
    pgn_cursor_start(&w.cursor, &game->start);
    write_tags(out, game);
    put_line(&w, &game->line, 0);
    if (w.good)
        put_word(&w, game->result);
    flush_word(&w);
    end_line(&w);
    putc('\n', out);
    const bool good = w.good && ferror(out) == 0;
    pgn_text_free(&w.word);
    pgn_cursor_free(&w.cursor);
    return good;
}
