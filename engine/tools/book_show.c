/*
 * brindle book info, probe, dump, tree and verify: what is in a book of either kind.
 */
#include "bitboard/notation.h"
#include "engine/analysis/line.h"
#include "engine/book/book_text.h"
#include "engine/book/book_tree.h"
#include "engine/book/book_verify.h"
#include "engine/tools/book_action.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- info ---- */

static bool print_count(BookStore *store, const char *what, const char *rows, Message *message) {
    int64_t count;
    if (!book_store_count(store, rows, &count, message))
        return false;
    printf("  %-28s %" PRId64 "\n", what, count);
    return true;
}

static bool store_info(BookStore *store, Message *message) {
    static const struct {
        const char *what, *rows;
    } counts[] = {
        {"positions", "positions"},
        {"  from games", "positions WHERE games > 0"},
        {"  searched", "positions WHERE score IS NOT NULL"},
        {"moves", "moves"},
        {"  that lead on in the book", "moves WHERE child IS NOT NULL"},
        {"  with a weight", "moves WHERE weight > 0"},
    };
    int64_t audits = 0;
    printf("%s: a book of %s that is being made\n", book_store_path(store),
           book_store_rules(store)->name);
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
        if (!print_count(store, counts[i].what, counts[i].rows, message))
            return false;
    if (!book_store_count(store, "sqlite_master WHERE name = 'audits'", &audits, message) ||
        (audits > 0 && !print_count(store, "searched again by audits", "audits", message)))
        return false;
    char *expansion = database_get(book_store_database(store), "expansion", NULL);
    if (expansion != NULL)
        printf("  expanded by                  %s\n", expansion);
    free(expansion);
    return true;
}

static void wbook_info(const Wbook *book) {
    printf("%s: a published book of %s\n", wbook_path(book), wbook_rules(book)->name);
    if (wbook_title(book)[0] != '\0')
        printf("  %-28s %s\n", "title", wbook_title(book));
    printf("  %-28s %" PRIu64 "\n  %-28s %" PRIu64 "\n", "positions", wbook_positions(book),
           "moves", wbook_entries(book));
}

static bool info(BookTask *task, bool *misused, Message *message) {
    (void)misused;
    for (int i = 0; i < task->file_count; i++) {
        AnyBook book;
        bool good = any_book_open(&book, task->files[i], message);
        if (good && book.store != NULL)
            good = store_info(book.store, message);
        else if (good)
            wbook_info(book.published);
        any_book_close(&book);
        if (!good)
            return false;
    }
    return true;
}

const BookAction BOOK_INFO_ACTION = {{"info", "FILE…", 1, INT32_MAX}, info};

/* ---- probe ---- */

static const char *score_text(Score s, char *text) {
    return s == SCORE_NONE ? "-" : score_write(s, text);
}

static bool probe_wbook(const Wbook *book, const Position *pos, Message *message) {
    WbookEntry entries[MAX_MOVES];
    int count, total = 0;
    char san[MOVE_TEXT_SIZE], score[SCORE_TEXT_SIZE];
    if (!wbook_probe(book, pos, entries, &count, message))
        return false;
    for (int i = 0; i < count; i++)
        total += entries[i].weight;
    if (count > 0)
        printf("%-10s %7s %7s %8s\n", "move", "weight", "share", "learnt");
    for (int i = 0; i < count; i++)
        printf("%-10s %7d %6.1f%% %8s\n", san_write(pos, entries[i].move, san), entries[i].weight,
               total > 0 ? 100.0 * entries[i].weight / total : 0,
               score_text(entries[i].learn, score));
    return count > 0 || message_set(message, "the position is not in the book");
}

static bool probe_store(BookStore *store, const Position *pos, Message *message) {
    BookMove moves[MAX_MOVES];
    int64_t id;
    int count = 0;
    char san[MOVE_TEXT_SIZE], score[SCORE_TEXT_SIZE], learned[SCORE_TEXT_SIZE];
    if (!book_store_find(store, pos, &id, message))
        return false;
    if (id == 0)
        return message_set(message, "the position is not in the book");
    if (!book_store_read_moves(store, id, moves, &count, message))
        return false;
    printf("%-10s %7s %7s %6s %6s %6s %8s %8s %5s %10s\n", "move", "weight", "games", "won",
           "drawn", "lost", "learnt", "score", "depth", "nodes");
    for (int i = 0; i < count; i++) {
        const BookMove *m = &moves[i];
        printf("%-10s %7d %7" PRId64 " %6" PRId64 " %6" PRId64 " %6" PRId64
               " %8s %8s %5d %10" PRId64 "%s\n",
               san_write(pos, m->move, san), m->weight, m->counts.games, m->counts.wins,
               m->counts.draws, m->counts.losses, score_text(m->findings.learned, learned),
               score_text(m->findings.score, score), m->findings.depth, m->findings.nodes,
               m->child != 0 ? "" : "  (leaves the book)");
    }
    return true;
}

static bool probe(BookTask *task, bool *misused, Message *message) {
    AnyBook book;
    Position pos;
    if (!any_book_open(&book, task->files[0], message))
        return false;
    *misused = !arguments_position_by(task->arguments, any_book_rules(&book), &pos, message);
    const bool good =
        !*misused && (book.store != NULL ? probe_store(book.store, &pos, message)
                                         : probe_wbook(book.published, &pos, message));
    any_book_close(&book);
    return good;
}

const BookAction BOOK_PROBE_ACTION = {{"probe", "FILE", 1, 1}, probe};

/* ---- What is written to --output ---- */

typedef bool (*BookOutput)(const BookTask *task, const AnyBook *book, FILE *out, bool *misused,
                           Message *message);

static bool write_out(const BookTask *task, BookOutput write, bool *misused, Message *message) {
    AnyBook book;
    OutputFile output;
    if (!any_book_open(&book, task->files[0], message))
        return false;
    bool good = output_file_open(&output, arguments_value(task->arguments, "--output"), message);
    if (good) {
        good = write(task, &book, output.file, misused, message);
        if (good) {
            good = output_file_commit(&output, message);
        } else {
            output_file_check(&output, message); /* if that was the reason, it says which file */
            output_file_discard(&output);
        }
    }
    any_book_close(&book);
    return good;
}

/* ---- dump ---- */

typedef struct {
    FILE *out;
    BookStore *store;
    BookMove moves[MAX_MOVES];
} Dump;

static bool keep_going(const Dump *d, Message *message) {
    if (interrupted())
        return message_set(message, "interrupted");
    return ferror(d->out) == 0 || message_set(message, "the output could not be written");
}

static bool dump_position(void *context, BookPosition *p, Message *message) {
    Dump *d = context;
    Position pos;
    int count;
    if (!book_store_open_row(d->store, p, &pos, d->moves, &count, message))
        return false;
    book_text_write(d->out, &pos, p, d->moves, count);
    return keep_going(d, message);
}

/* In the text, the moves of a published book are those of a store that knows nothing else. */
static bool dump_entries(void *context, const Position *pos, int ply, const WbookEntry *entries,
                         int count, Message *message) {
    Dump *d = context;
    const BookFindings nothing = {.score = SCORE_NONE, .learned = SCORE_NONE};
    const BookPosition p = {.ply = ply, .findings = nothing, .sources = BOOK_FROM_BOOK};
    for (int i = 0; i < count; i++) {
        d->moves[i] = (BookMove){.move = entries[i].move,
                                 .weight = entries[i].weight,
                                 .findings = nothing,
                                 .sources = BOOK_FROM_BOOK};
        d->moves[i].findings.learned = entries[i].learn;
    }
    book_text_write(d->out, pos, &p, d->moves, count);
    return keep_going(d, message);
}

static bool dump_book(const BookTask *task, const AnyBook *book, FILE *out, bool *misused,
                      Message *message) {
    Position root;
    (void)task;
    (void)misused;
    Dump *d = calloc(1, sizeof *d);
    if (d == NULL)
        return message_set(message, "no memory");
    d->out = out;
    d->store = book->store;
    position_set_start(&root, any_book_rules(book));
    const bool good = book->store != NULL
                          ? book_store_each(book->store, BOOK_BY_PLY, dump_position, d, message)
                          : book_walk_wbook(book->published, &root, dump_entries, d, message);
    free(d);
    return good;
}

static bool dump(BookTask *task, bool *misused, Message *message) {
    return write_out(task, dump_book, misused, message);
}

const BookAction BOOK_DUMP_ACTION = {{"dump", "FILE", 1, 1}, dump};

/* ---- tree ---- */

static bool draw_tree(const BookTask *task, const AnyBook *book, FILE *out, bool *misused,
                      Message *message) {
    int64_t plies = 8, width = 4;
    Position root;
    const char *title = arguments_value(task->arguments, "--title");
    *misused =
        !arguments_number(task->arguments, "--plies", 1, BOOK_TREE_PLIES_MAX, &plies, message) ||
        !arguments_number(task->arguments, "--width", 1, BOOK_TREE_WIDTH_MAX, &width, message) ||
        !arguments_position_by(task->arguments, any_book_rules(book), &root, message);
    const BookTree tree = {book->store, book->published, (int)plies, (int)width,
                           title != NULL ? title : task->files[0]};
    return !*misused && book_tree_draw(&tree, &root, out, message);
}

static bool tree(BookTask *task, bool *misused, Message *message) {
    return write_out(task, draw_tree, misused, message);
}

const BookAction BOOK_TREE_ACTION = {{"tree", "FILE", 1, 1}, tree};

/* ---- verify ---- */

static bool verify_file(BookTask *task, const char *path, Message *message) {
    AnyBook book;
    BookCheck check = {.faults = 0};
    bool good = any_book_open(&book, path, message);
    if (good && book.store != NULL)
        good = book_verify_store(book.store, book_task_fault, task, &check, message);
    else if (good)
        good = book_verify_wbook(book.published, book_task_fault, task, &check, message);
    if (good || check.faults > 0)
        printf("%s: %" PRIu64 " positions, %" PRIu64 " moves, %" PRIu64 " faults", path,
               check.positions, check.moves, check.faults);
    if (good && book.store != NULL)
        printf(", %" PRId64 " positions share their keys", check.collisions);
    else if (good && check.faults == 0)
        printf(", %" PRIu64 " positions are reached from the array", check.reached);
    if (good || check.faults > 0)
        printf("\n");
    any_book_close(&book);
    return good;
}

static bool verify(BookTask *task, bool *misused, Message *message) {
    (void)misused;
    for (int i = 0; i < task->file_count; i++)
        if (!verify_file(task, task->files[i], message))
            return false;
    return true;
}

const BookAction BOOK_VERIFY_ACTION = {{"verify", "FILE…", 1, INT32_MAX}, verify};
