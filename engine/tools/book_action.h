/*
 * What the `book` command's actions (from-pgn, expand, export, …) share.
 */
#ifndef BRINDLE_ENGINE_TOOLS_BOOK_ACTION_H
#define BRINDLE_ENGINE_TOOLS_BOOK_ACTION_H

#include "engine/book/book_export.h"
#include "engine/commands/action.h"
#include "engine/commands/output_file.h"
#include "engine/commands/reading_progress.h"
#include "engine/wbook/wbook.h"

typedef struct {
    const Arguments *arguments;
    const char *const *files; /* behind the action's name */
    int file_count;
    const RuleSet *rules; /* as --variant says; NULL if it does not */
    ReadingProgress progress;
    uint64_t faults; /* told of; they make the exit status 1 */
} BookTask;

typedef struct {
    ActionSpec spec; /* first, so that the one found leads to the whole */
    /* Does it all.  False, and a message, if it could not; `*misused` if the command line is to
     * blame. */
    bool (*run)(BookTask *task, bool *misused, Message *message);
} BookAction;

extern const BookAction BOOK_FROM_PGN_ACTION, BOOK_FROM_MATCH_ACTION, BOOK_IMPORT_TEXT_ACTION,
    BOOK_EXPORT_ACTION, BOOK_MERGE_ACTION, BOOK_PRUNE_ACTION, BOOK_INFO_ACTION, BOOK_PROBE_ACTION,
    BOOK_DUMP_ACTION, BOOK_VERIFY_ACTION, BOOK_EXPAND_ACTION, BOOK_SUITE_ACTION, BOOK_TREE_ACTION,
    BOOK_AUDIT_ACTION;

/* Prints a line to stderr, clear of the progress, and counts it. */
bool book_task_fault(void *task, const char *text);

/* Which moves have weight, as --weights, --halving, --loss, --least and --title say. */
bool book_read_export(const Arguments *arguments, BookExport *how, Message *message);
/* Says on stderr by which command line the job goes on. */
void book_print_resume(const Arguments *arguments);

/* A book of either kind: exactly one of them is open. */
typedef struct {
    BookStore *store;
    Wbook *published;
} AnyBook;

bool any_book_open(AnyBook *book, const char *path, Message *message);
void any_book_close(AnyBook *book);
const RuleSet *any_book_rules(const AnyBook *book);

#endif
