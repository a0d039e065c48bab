#include "engine/book/book_text.h"

#include "bitboard/notation.h"
#include "engine/epd.h"
#include "engine/number.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- Writing ---- */

static void write_move(FILE *out, int number, const BookMove *m) {
    char text[MOVE_TEXT_SIZE];
    fprintf(out, " m%d \"%s", number, move_write(m->move, text));
    if (m->weight > 0)
        fprintf(out, " weight %d", m->weight);
    if (m->counts.games > 0)
        fprintf(out, " games %" PRId64 " +%" PRId64 " =%" PRId64 " -%" PRId64, m->counts.games,
                m->counts.wins, m->counts.draws, m->counts.losses);
    if (m->findings.score != SCORE_NONE)
        fprintf(out, " score %d depth %d nodes %" PRId64, m->findings.score, m->findings.depth,
                m->findings.nodes);
    if (m->findings.learned != SCORE_NONE)
        fprintf(out, " learned %d", m->findings.learned);
    fprintf(out, " sources %d%s\";", m->sources, m->child != 0 ? " in" : "");
}

/* Is a move better for the reader's first look: learnt score, weight, number. */
static bool is_better(const BookMove *a, const BookMove *b) {
    const bool known_a = a->findings.learned != SCORE_NONE,
               known_b = b->findings.learned != SCORE_NONE;
    if (known_a != known_b)
        return known_a;
    if (known_a && a->findings.learned != b->findings.learned)
        return a->findings.learned > b->findings.learned;
    return a->weight > b->weight;
}

void book_text_write(FILE *out, const Position *pos, const BookPosition *p, const BookMove *moves,
                     int count) {
    char san[MOVE_TEXT_SIZE];
    int best = 0;
    epd_write(out, pos);
    for (int i = 1; i < count; i++)
        if (is_better(&moves[i], &moves[best]))
            best = i;
    fprintf(out, " ply %d;", p->ply);
    if (count > 0)
        fprintf(out, " bm %s;", san_write(pos, moves[best].move, san));
    if (p->findings.score != SCORE_NONE)
        fprintf(out, " ce %d; acd %d; acn %" PRId64 ";", p->findings.score, p->findings.depth,
                p->findings.nodes);
    if (p->findings.learned != SCORE_NONE)
        fprintf(out, " learned %d;", p->findings.learned);
    fprintf(out, " sources %d;", p->sources);
    for (int i = 0; i < count; i++)
        write_move(out, i + 1, &moves[i]);
    putc('\n', out);
}

/* ---- Reading ---- */

typedef struct {
    Position pos;
    BookPosition row;
    BookMove moves[MAX_MOVES];
    int count;
} TextLine;

static bool read_number(const char *word, const char *text, int64_t least, int64_t most,
                        int64_t *number, Message *message) {
    return text != NULL ? number_read(word, text, least, most, number, message)
                        : message_set(message, "%.40s: the number is missing", word);
}

static bool read_score(const char *word, const char *text, Score *score, Message *message) {
    int64_t number;
    if (!read_number(word, text, -SCORE_MATE, SCORE_MATE, &number, message))
        return false;
    *score = (Score)number;
    return true;
}

static bool read_int(const char *word, const char *text, int most, int *value, Message *message) {
    int64_t number;
    if (!read_number(word, text, 0, most, &number, message))
        return false;
    *value = (int)number;
    return true;
}

/* What is known of the move already, or a new entry. */
static BookMove *entry_of(TextLine *line, Move move) {
    for (int i = 0; i < line->count; i++)
        if (line->moves[i].move == move)
            return &line->moves[i];
    BookMove *m = &line->moves[line->count++];
    *m = (BookMove){.move = move, .findings = {.score = SCORE_NONE, .learned = SCORE_NONE}};
    return m;
}

/* "games N +W =D -L", from the second word on. */
static bool read_counts(char **rest, BookCounts *c, Message *message) {
    static const char signs[] = "+=-";
    int64_t *const parts[] = {&c->wins, &c->draws, &c->losses};
    if (!read_number("games", strtok_r(NULL, " ", rest), 0, INT64_MAX, &c->games, message))
        return false;
    for (int i = 0; i < 3; i++) {
        const char *word = strtok_r(NULL, " ", rest);
        if (word == NULL || word[0] != signs[i])
            return message_set(message, "games: +wins =draws -losses must follow");
        if (!read_number("games", word + 1, 0, INT64_MAX, parts[i], message))
            return false;
    }
    return c->wins <= c->games && c->draws <= c->games && c->losses <= c->games
               ? true
               : message_set(message, "games: more ended than there were");
}

static bool read_move_word(const char *word, char **rest, BookMove *m, Message *message) {
    if (strcmp(word, "in") == 0)
        return true; /* links are found anew */
    if (strcmp(word, "games") == 0)
        return read_counts(rest, &m->counts, message);
    const char *value = strtok_r(NULL, " ", rest);
    if (strcmp(word, "weight") == 0)
        return read_int(word, value, UINT16_MAX, &m->weight, message);
    if (strcmp(word, "score") == 0)
        return read_score(word, value, &m->findings.score, message);
    if (strcmp(word, "depth") == 0)
        return read_int(word, value, 1000, &m->findings.depth, message);
    if (strcmp(word, "nodes") == 0)
        return read_number(word, value, 0, INT64_MAX, &m->findings.nodes, message);
    if (strcmp(word, "learned") == 0)
        return read_score(word, value, &m->findings.learned, message);
    if (strcmp(word, "sources") == 0)
        return read_int(word, value, 1023, &m->sources, message);
    return message_set(message, "'%.40s' is not known", word);
}

static bool read_move(TextLine *line, char *words, Message *message) {
    char *rest = NULL;
    const char *word = strtok_r(words, " ", &rest);
    Move move;
    if (word == NULL)
        return message_set(message, "the move is missing");
    if (!move_parse(&line->pos, word, &move, message))
        return false;
    BookMove *m = entry_of(line, move);
    while ((word = strtok_r(NULL, " ", &rest)) != NULL)
        if (!read_move_word(word, &rest, m, message))
            return false;
    return true;
}

static bool read_best_moves(TextLine *line, char *words, Message *message) {
    char *rest = NULL;
    for (char *word = strtok_r(words, " ", &rest); word != NULL;
         word = strtok_r(NULL, " ", &rest)) {
        Move move;
        if (!san_parse(&line->pos, word, &move, message))
            return false;
        entry_of(line, move);
    }
    return true;
}

/* "m" and a number. */
static bool is_move_opcode(const char *opcode) {
    return opcode[0] == 'm' && opcode[1] != '\0' &&
           strspn(opcode + 1, "0123456789") == strlen(opcode + 1);
}

static bool read_operation(TextLine *line, const char *opcode, char *operands, Message *message) {
    BookFindings *f = &line->row.findings;
    if (is_move_opcode(opcode))
        return read_move(line, operands, message);
    if (strcmp(opcode, "bm") == 0)
        return read_best_moves(line, operands, message);
    if (strcmp(opcode, "ce") == 0)
        return read_score(opcode, operands, &f->score, message);
    if (strcmp(opcode, "acd") == 0)
        return read_int(opcode, operands, 1000, &f->depth, message);
    if (strcmp(opcode, "acn") == 0)
        return read_number(opcode, operands, 0, INT64_MAX, &f->nodes, message);
    if (strcmp(opcode, "learned") == 0)
        return read_score(opcode, operands, &f->learned, message);
    if (strcmp(opcode, "ply") == 0)
        return read_int(opcode, operands, 100000, &line->row.ply, message);
    if (strcmp(opcode, "sources") == 0)
        return read_int(opcode, operands, 1023, &line->row.sources, message);
    if (strcmp(opcode, "variant") == 0 && strcmp(operands, line->pos.rules->name) != 0)
        return message_set(message, "the line is about %.40s, the book about %s", operands,
                           line->pos.rules->name);
    return true; /* of others; hmvc and fmvn say nothing here */
}

static bool read_operations(TextLine *line, const char *text, Message *message) {
    EpdOperation o;
    while (epd_read_operation(&text, &o)) {
        char opcode[32];
        Message why;
        snprintf(opcode, sizeof opcode, "%.*s", o.opcode_length, o.opcode);
        char *operands = strndup(o.operands, (size_t)o.operands_length);
        if (operands == NULL)
            return message_set(message, "no memory");
        const bool read = read_operation(line, opcode, operands, &why);
        free(operands);
        if (!read)
            return message_set(message, "%s: %s", opcode, why.text);
    }
    text += strspn(text, " \t\r\n");
    return *text == '\0' || message_set(message, "'%.40s' is no EPD operation", text);
}

/* What the line names as good weighs something, even if it does not say how much. */
static void weigh(TextLine *line) {
    int total = 0;
    for (int i = 0; i < line->count; i++)
        total += line->moves[i].weight;
    for (int i = 0; i < line->count && total == 0; i++)
        line->moves[i].weight = line->moves[i].sources == 0;
    for (int i = 0; i < line->count; i++)
        line->moves[i].sources |= BOOK_FROM_TEXT;
}

static bool store_line(BookStore *store, TextLine *line, Message *message) {
    bool is_new;
    int64_t id;
    const BookPosition said = line->row;
    if (!book_store_add(store, &line->pos, said.ply, &id, &is_new, message) ||
        !book_store_read(store, id, &line->row, message))
        return false;
    if (said.findings.score != SCORE_NONE)
        line->row.findings = said.findings;
    else if (said.findings.learned != SCORE_NONE)
        line->row.findings.learned = said.findings.learned;
    line->row.sources |= said.sources | BOOK_FROM_TEXT;
    if (!book_store_write(store, &line->row, message))
        return false;
    weigh(line);
    for (int i = 0; i < line->count; i++)
        if (!book_store_write_move(store, id, &line->moves[i], message))
            return false;
    return true;
}

bool book_text_read(BookStore *store, const char *text, Message *message) {
    const char *operations;
    TextLine *line = calloc(1, sizeof *line);
    if (line == NULL)
        return message_set(message, "no memory");
    line->row.findings.score = line->row.findings.learned = SCORE_NONE;
    const bool good = fen_parse(text, book_store_rules(store), &line->pos, &operations, message) &&
                      read_operations(line, operations, message) &&
                      store_line(store, line, message);
    free(line);
    return good;
}

/* ---- Links ---- */

typedef struct {
    BookStore *store;
    BookMove moves[MAX_MOVES];
} Linker;

static bool link_moves(void *context, BookPosition *p, Message *message) {
    Linker *l = context;
    Position pos;
    int count;
    if (!book_store_open_row(l->store, p, &pos, l->moves, &count, message))
        return false;
    for (int i = 0; i < count; i++) {
        BookMove *m = &l->moves[i];
        Undo undo;
        if (m->child != 0)
            continue;
        if (!position_is_legal(&pos, m->move))
            return message_set(message, "%.120s: position %" PRId64 " has an illegal move",
                               book_store_path(l->store), p->id);
        position_make(&pos, m->move, &undo);
        const bool found = book_store_find(l->store, &pos, &m->child, message);
        position_unmake(&pos, m->move, &undo);
        if (!found || (m->child != 0 && !book_store_write_move(l->store, p->id, m, message)))
            return false;
    }
    return true;
}

bool book_text_link(BookStore *store, Message *message) {
    Linker *l = calloc(1, sizeof *l);
    if (l == NULL)
        return message_set(message, "no memory");
    l->store = store;
    const bool linked = book_store_each(store, BOOK_BY_ID, link_moves, l, message) &&
                        book_store_sum_counts(store, message);
    free(l);
    return linked;
}
