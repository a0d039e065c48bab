/*
 * brindle book export, merge and prune: what becomes of a book.
 */
#include "engine/book/book_export.h"
#include "engine/book/book_games.h"
#include "engine/live_text.h"
#include "engine/tools/book_action.h"
#include "engine/wbook/wbook_merge.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *title_of(const Arguments *a) {
    const char *title = arguments_value(a, "--title");
    return title != NULL ? title : "";
}

/* ---- export ---- */

bool book_read_export(const Arguments *a, BookExport *how, Message *message) {
    const char *weights = arguments_value(a, "--weights");
    *how = (BookExport){.title = title_of(a), .halving = 15, .loss = 40, .min_score = -120};
    if (weights != NULL) {
        how->stored_weights = strcmp(weights, "stored") == 0;
        if (!how->stored_weights && strcmp(weights, "search") != 0)
            return message_set(message, "--weights: '%.40s' is neither search nor stored", weights);
    }
    return arguments_number(a, "--halving", 1, SCORE_MATE, &how->halving, message) &&
           arguments_number(a, "--loss", 0, SCORE_MATE, &how->loss, message) &&
           arguments_number(a, "--least", -SCORE_MATE, SCORE_MATE, &how->min_score, message);
}

static bool export_book(BookTask *task, bool *misused, Message *message) {
    BookExport how;
    BookExported done;
    OutputFile output;
    *misused = true;
    if (!book_read_export(task->arguments, &how, message))
        return false;
    *misused = false;
    BookStore *store = book_store_open(task->files[0], message);
    bool good = store != NULL && output_file_open_new(&output, task->files[1], "a book", message);
    if (good) {
        good = book_export(store, &how, output.file, task->files[1], &done, message);
        if (good)
            good = output_file_commit(&output, message);
        else
            output_file_discard(&output);
    }
    book_store_close(store);
    if (!good)
        return false;
    if (done.collisions > 0)
        fprintf(stderr,
                "brindle book: %" PRId64 " positions are left out, as others have their keys\n",
                done.collisions);
    printf("%s: %" PRIu64 " positions, %" PRIu64 " moves", task->files[1], done.positions,
           done.moves);
    if (done.refuted > 0)
        printf(", %" PRIu64 " of them refuted by the audit", done.refuted);
    putchar('\n');
    return true;
}

const BookAction BOOK_EXPORT_ACTION = {{"export", "BOOK and OUT.wbook", 2, 2}, export_book};

/* ---- merge ---- */

typedef struct {
    LiveText live;
    bool terminal;
} MergeProgress;

static bool show_merge(void *context, const WbookMergeState *state) {
    MergeProgress *p = context;
    char text[128];
    if (p->terminal) {
        snprintf(text, sizeof text, "%" PRIu64 " of %" PRIu64 " entries (%.0f%%)\n", state->done,
                 state->total, 100 * (double)state->done / (double)state->total);
        live_text_draw(&p->live, text);
    }
    return !interrupted();
}

static bool merge_into(const char *path, const char *title, Wbook *const *books, int count,
                       WbookMergeState *state, uint64_t *entries, Message *message) {
    OutputFile output;
    MergeProgress progress = {.live = {.out = stderr}, .terminal = isatty(STDERR_FILENO) == 1};
    if (!output_file_open_new(&output, path, "a book", message))
        return false;
    WbookWriter *writer =
        wbook_writer_new(output.file, path, wbook_rules(books[0]), title, message);
    const bool good = writer != NULL &&
                      wbook_merge(books, count, writer, state, show_merge, &progress, message) &&
                      wbook_writer_finish(writer, message);
    if (progress.terminal)
        live_text_erase(&progress.live);
    if (writer != NULL)
        *entries = wbook_writer_entries(writer);
    wbook_writer_free(writer);
    if (good)
        return output_file_commit(&output, message);
    output_file_discard(&output);
    return false;
}

static bool merge(BookTask *task, bool *misused, Message *message) {
    const int count = task->file_count - 1;
    Wbook **books = calloc((size_t)count, sizeof(Wbook *));
    WbookMergeState state = {0, 0, 0};
    uint64_t entries = 0;
    (void)misused;
    if (books == NULL)
        return message_set(message, "no memory");
    bool good = true;
    for (int i = 0; good && i < count; i++)
        good = (books[i] = wbook_open(task->files[i + 1], message)) != NULL;
    good = good && merge_into(task->files[0], title_of(task->arguments), books, count, &state,
                              &entries, message);
    for (int i = 0; i < count; i++)
        wbook_close(books[i]);
    free(books);
    if (good)
        printf("%s: %" PRIu64 " moves, %" PRIu64 " of them in several of the books\n",
               task->files[0], entries, state.joined);
    return good;
}

const BookAction BOOK_MERGE_ACTION = {{"merge", "OUT.wbook and FILE…", 2, INT32_MAX}, merge};

/* ---- prune ---- */

static bool prune_rows(BookStore *store, const Arguments *a, Message *message) {
    int64_t max_ply = INT32_MAX, min_games = 0, min_score = 0, loss = -1;
    char sql[640];
    if (!arguments_number(a, "--max-ply", 0, 10000, &max_ply, message) ||
        !arguments_number(a, "--min-games", 1, INT64_MAX / 2, &min_games, message) ||
        !arguments_number(a, "--min-score", 0, 100, &min_score, message) ||
        !arguments_number(a, "--loss", 0, SCORE_MATE, &loss, message))
        return false;
    snprintf(sql, sizeof sql,
             "DELETE FROM moves WHERE position IN (SELECT id FROM positions WHERE ply >= %" PRId64
             ");"
             "DELETE FROM positions WHERE ply > %" PRId64 ";"
             "DELETE FROM moves WHERE score IS NULL AND learned IS NULL AND (games < %" PRId64
             " OR (2 * wins + draws) * 50 < games * %" PRId64 ");",
             max_ply, max_ply, min_games, min_score);
    if (!book_store_execute(store, sql, message))
        return false;
    snprintf(sql, sizeof sql,
             "DELETE FROM moves WHERE learned IS NOT NULL AND learned + %" PRId64
             " < (SELECT max(learned) FROM moves AS m WHERE m.position = moves.position)",
             loss);
    return (loss < 0 || book_store_execute(store, sql, message)) &&
           book_remove_orphans(store, message) && book_store_sum_counts(store, message);
}

static bool count_rows(BookStore *store, int64_t counts[2], Message *message) {
    return book_store_count(store, "positions", &counts[0], message) &&
           book_store_count(store, "moves", &counts[1], message);
}

static bool prune(BookTask *task, bool *misused, Message *message) {
    int64_t before[2], after[2];
    BookStore *store = book_store_open(task->files[0], message);
    (void)misused;
    bool good = store != NULL && count_rows(store, before, message) &&
                database_begin(book_store_database(store), message);
    if (good) {
        good = prune_rows(store, task->arguments, message) && count_rows(store, after, message);
        if (good)
            good = database_commit(book_store_database(store), message) &&
                   book_store_execute(store, "VACUUM", message);
        else
            database_rollback(book_store_database(store));
    }
    book_store_close(store);
    if (good)
        printf("%s: %" PRId64 " of %" PRId64 " positions, %" PRId64 " of %" PRId64
               " moves are left\n",
               task->files[0], after[0], before[0], after[1], before[1]);
    return good;
}

const BookAction BOOK_PRUNE_ACTION = {{"prune", "BOOK", 1, 1}, prune};
