#include "engine/commands/nearest.h"
#include "engine/tools/book_action.h"
#include "engine/tools/toolbox.h"

#include <limits.h>
#include <string.h>
#include <sys/stat.h>

/* ---- What belongs to what ---- */

enum {
    FROM_PGN = 1,
    FROM_MATCH = 2,
    IMPORT_TEXT = 4,
    EXPORT = 8,
    MERGE = 16,
    PRUNE = 32,
    INFO = 64,
    PROBE = 128,
    DUMP = 256,
    VERIFY = 512,
    EXPAND = 1024,
    SUITE = 2048,
    TREE = 4096,
    SEARCHES = EXPAND | SUITE,
    GAMES = FROM_PGN | FROM_MATCH
};

static const struct {
    const BookAction *action;
    int bit;
} ACTIONS[] = {{&BOOK_FROM_PGN_ACTION, FROM_PGN},
               {&BOOK_FROM_MATCH_ACTION, FROM_MATCH},
               {&BOOK_IMPORT_TEXT_ACTION, IMPORT_TEXT},
               {&BOOK_EXPORT_ACTION, EXPORT},
               {&BOOK_MERGE_ACTION, MERGE},
               {&BOOK_PRUNE_ACTION, PRUNE},
               {&BOOK_INFO_ACTION, INFO},
               {&BOOK_PROBE_ACTION, PROBE},
               {&BOOK_DUMP_ACTION, DUMP},
               {&BOOK_VERIFY_ACTION, VERIFY},
               {&BOOK_EXPAND_ACTION, EXPAND},
               {&BOOK_SUITE_ACTION, SUITE},
               {&BOOK_TREE_ACTION, TREE}};
enum { ACTION_COUNT = sizeof ACTIONS / sizeof ACTIONS[0] };

static const OptionSpec OPTIONS[] = {
    {"--book", "FILE", "from-…, import-text: the book; it is made if it is not there"},
    {"--variant", "V", "its rule set, and that of games that do not say (default wildebeest)"},
    {"--max-ply", "N", "from-…: N half-moves of each game (default 40); prune: of the book"},
    {"--min-games", "N", "from-…, prune: leave moves out that were played less often (default 1)"},
    {"--min-score", "P", "from-…, prune: … or made less than P percent of the points (default 0)"},
    {"--only", "COLOUR", "from-…: the moves of white or black alone"},
    {"--weights", "W", "from-…: result (default) or uniform; export: search (default) or stored"},
    {"--halving", "CP", "export: half the weight for CP centipawns less (default 15)"},
    {"--loss", "CP", "export, prune: no weight, no place for what loses more (default 40)"},
    {"--least", "CP", "export: no weight for moves that leave their side below (default -120)"},
    {"--title", "TEXT", "export, merge, tree: what it is called"},
    {"--fen", "FEN", "expand, tree: where to begin; probe: the position (default: the array)"},
    {"--moves", "MOVE…", "expand, tree, probe: moves to play first, by coordinates or SAN"},
    {"--output", "FILE", "dump, tree: where to write (default: standard output)"},
    {"--positions", "N", "expand: until so many have been searched (default 1000)"},
    {"--time", "S", "expand: for S seconds at most"},
    {"--nodes", "N", "nodes of each search: expand (default 100000), suite (200000)"},
    {"--round", "K", "expand: searches before values are backed up (default 64)"},
    {"--lines", "N", "expand: best moves of the first position that are looked at (default 8)"},
    {"--lines-narrow", "P", "expand: one less every P half-moves, but 2 (default 2)"},
    {"--window", "CP", "expand: they are worse than the best by CP at most (default 80)"},
    {"--window-narrow", "CP", "expand: CP less with each half-move, but 20 (default 4)"},
    {"--ply-cost", "CP", "expand: going a half-move deeper is like losing CP (default 10)"},
    {"--depth-limit", "N", "expand: no deeper than N half-moves (default 60)"},
    {"--hash", "MIB", "hash table of each search (default 16)"},
    {"--concurrency", "N", "searches at the same time (default: one on each core)"},
    {"--anew", NULL, "expand: by other numbers than the book was begun with"},
    {"--quiet", NULL, "no progress on the terminal"},
    {"--count", "N", "suite: openings (default 1000)"},
    {"--plies", "N", "suite: half-moves of each; tree: that are shown (default 8)"},
    {"--width", "N", "tree: moves of the first position; fewer later on (default 4)"},
    {"--enumerate", NULL, "suite: all lines in their order, instead of random ones"},
    {"--seed", "N", "suite: for random lines (default 1)"},
    {"--from", "CP", "suite: scores for White from CP (default -40) …"},
    {"--to", "CP", "suite: … to CP (default 40)"},
    {"--either-side", NULL, "suite: scores for whichever side is better off"},
    {"--gap", "CP", "suite: the best move is better than the second by CP at most (default 100)"},
    {"--shared-plies", "D", "suite: openings that agree in their first D half-moves (default 2) …"},
    {"--shared-max", "N", "suite: … are N at most (default 10)"},
    {NULL, NULL, NULL},
};

/* Which actions take the option, in the order of the table above. */
static const int TAKEN_BY[] = {GAMES | IMPORT_TEXT,
                               GAMES | IMPORT_TEXT | SEARCHES,
                               GAMES | PRUNE,
                               GAMES | PRUNE,
                               GAMES | PRUNE,
                               GAMES,
                               GAMES | EXPORT,
                               EXPORT,
                               EXPORT | PRUNE,
                               EXPORT,
                               EXPORT | MERGE | TREE,
                               PROBE | EXPAND | TREE,
                               PROBE | EXPAND | TREE,
                               DUMP | TREE,
                               EXPAND,
                               EXPAND,
                               SEARCHES,
                               EXPAND,
                               EXPAND,
                               EXPAND,
                               EXPAND,
                               EXPAND,
                               EXPAND,
                               EXPAND,
                               SEARCHES,
                               SEARCHES,
                               EXPAND,
                               SEARCHES,
                               SUITE,
                               SUITE | TREE,
                               TREE,
                               SUITE,
                               SUITE,
                               SUITE,
                               SUITE,
                               SUITE,
                               SUITE,
                               SUITE,
                               SUITE};
_Static_assert(sizeof TAKEN_BY / sizeof TAKEN_BY[0] == sizeof OPTIONS / sizeof OPTIONS[0] - 1,
               "one entry for each option");

static const BookAction *find_action(const char *word, int *bit, Message *message) {
    Nearest nearest;
    nearest_init(&nearest, word);
    for (int i = 0; i < ACTION_COUNT; i++) {
        *bit = ACTIONS[i].bit;
        if (strcmp(ACTIONS[i].action->name, word) == 0)
            return ACTIONS[i].action;
        nearest_offer(&nearest, ACTIONS[i].action->name);
    }
    nearest_refuse_action(&nearest, "no action; 'brindle help book' lists them", message);
    return NULL;
}

static bool check_words(const Arguments *a, const BookAction *action, int bit, Message *message) {
    const int files = a->positional_count - 1;
    for (int i = 0; OPTIONS[i].name != NULL; i++)
        if (arguments_value(a, OPTIONS[i].name) != NULL && (TAKEN_BY[i] & bit) == 0)
            return message_set(message, "%s does not go with '%s'", OPTIONS[i].name, action->name);
    if (files < action->least_files)
        return message_set(message, "%s: %s is missing", action->name, action->files);
    return files <= action->most_files ||
           message_set(message, "%s takes %s, and nothing behind it", action->name, action->files);
}

/* ---- For the actions ---- */

bool book_task_fault(void *context, const char *text) {
    enum { FAULTS_MAX = 100 };
    BookTask *task = context;
    reading_progress_clear(&task->progress);
    fprintf(stderr, "brindle book: %s\n", text);
    return ++task->faults < FAULTS_MAX;
}

bool any_book_open(AnyBook *book, const char *path, Message *message) {
    *book = (AnyBook){NULL, NULL};
    const size_t length = strlen(path);
    /* Whatever its bytes: a damaged book should be called that, not a database that is none. */
    const bool named = length > 6 && strcmp(path + length - 6, ".wbook") == 0;
    if (named || wbook_is_one(path))
        book->published = wbook_open(path, message);
    else
        book->store = book_store_open(path, message);
    return book->store != NULL || book->published != NULL;
}

void any_book_close(AnyBook *book) {
    book_store_close(book->store);
    wbook_close(book->published);
}

const RuleSet *any_book_rules(const AnyBook *book) {
    return book->store != NULL ? book_store_rules(book->store) : wbook_rules(book->published);
}

bool book_output_open(OutputFile *output, const char *path, Message *message) {
    struct stat about;
    if (strcmp(path, "-") == 0)
        return message_set(message, "a book must be a file, not standard output");
    if (stat(path, &about) == 0)
        return message_set(message, "%.200s exists already; move it away first", path);
    return output_file_open(output, path, message);
}

/* ---- The command ---- */

static int report_end(BookTask *task, bool done, bool misused, const Message *message) {
    reading_progress_clear(&task->progress);
    if (!done && misused)
        return arguments_refuse(task->arguments, message);
    if (!done && interrupted())
        fprintf(stderr, "brindle book: interrupted\n");
    else if (!done && ferror(stdout) == 0) /* which is told for all commands in one place */
        fprintf(stderr, "brindle book: %s\n", message->text);
    return interrupted() ? EXIT_INTERRUPTED : done && task->faults == 0 ? 0 : 1;
}

static int run(const Arguments *arguments) {
    Message message = {"no memory"};
    int bit;
    bool misused = false;
    const BookAction *action = find_action(arguments->positional[0], &bit, &message);
    if (action == NULL || !check_words(arguments, action, bit, &message))
        return arguments_refuse(arguments, &message);
    BookTask task = {.arguments = arguments,
                     .files = arguments->positional + 1,
                     .file_count = arguments->positional_count - 1};
    const char *variant = arguments_value(arguments, "--variant");
    if (variant != NULL && (task.rules = rules_find(variant, &message)) == NULL)
        return arguments_refuse(arguments, &message);
    interrupts_watch();
    const bool done = action->run(&task, &misused, &message);
    return report_end(&task, done, misused, &message);
}

const Command COMMAND_BOOK = {
    .name = "book",
    .positional = "ACTION FILE…",
    .least_positional = 1,
    .most_positional = INT_MAX,
    .summary = "make, look into, check, join and publish opening books",
    .details =
        "A book that is being made is an SQLite file (here: BOOK); published it is a .wbook, which\n"
        "the engine plays from (option BookFile).  ACTION is one of\n"
        "  from-pgn FILE…         counts the moves of games in --book\n"
        "  from-match DB…         the same of matches that 'brindle match' has played\n"
        "  expand BOOK            searches what is likely to be played, best first, and backs up;\n"
        "                         the same command goes on after Ctrl-C or kill -9\n"
        "  suite OUT              openings for matches, as EPD or (OUT.pgn) PGN; searches are kept\n"
        "                         in OUT.db, and the same command goes on\n"
        "  import-text FILE…      reads what dump writes, or any EPD with bm and ce, into --book\n"
        "  export BOOK OUT.wbook  publishes it\n"
        "  merge OUT.wbook FILE…  several .wbook files in one: weights are added up\n"
        "  prune BOOK             takes out what the options leave out\n"
        "  info FILE…             what is in it: either kind, as in the following\n"
        "  probe FILE             the moves of a position\n"
        "  dump FILE              all of it as EPD lines; of a .wbook, what the array leads to\n"
        "  tree FILE              its main lines as a picture (SVG)\n"
        "  verify FILE…           checks everything that can be checked\n"
        "share/formats.md describes the files.",
    .options = OPTIONS,
    .run = run};
