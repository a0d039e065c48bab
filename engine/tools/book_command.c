#include "engine/commands/action.h"
#include "engine/commands/shell_word.h"
#include "engine/tools/book_action.h"
#include "engine/tools/toolbox.h"

#include <limits.h>
#include <string.h>

/* ---- What belongs to what ---- */

/* In the order of the bits. */
static const ActionSpec *const ACTIONS[] = {
    &BOOK_FROM_PGN_ACTION.spec, &BOOK_FROM_MATCH_ACTION.spec, &BOOK_IMPORT_TEXT_ACTION.spec,
    &BOOK_EXPORT_ACTION.spec,   &BOOK_MERGE_ACTION.spec,      &BOOK_PRUNE_ACTION.spec,
    &BOOK_INFO_ACTION.spec,     &BOOK_PROBE_ACTION.spec,      &BOOK_DUMP_ACTION.spec,
    &BOOK_VERIFY_ACTION.spec,   &BOOK_EXPAND_ACTION.spec,     &BOOK_SUITE_ACTION.spec,
    &BOOK_TREE_ACTION.spec,     &BOOK_AUDIT_ACTION.spec,      NULL};

enum {
    FROM_PGN = 1 << 0,
    FROM_MATCH = 1 << 1,
    IMPORT_TEXT = 1 << 2,
    EXPORT = 1 << 3,
    MERGE = 1 << 4,
    PRUNE = 1 << 5,
    INFO = 1 << 6,
    PROBE = 1 << 7,
    DUMP = 1 << 8,
    VERIFY = 1 << 9,
    EXPAND = 1 << 10,
    SUITE = 1 << 11,
    TREE = 1 << 12,
    AUDIT = 1 << 13,
    SEARCHES = EXPAND | SUITE | AUDIT,
    WEIGHTS = EXPORT | AUDIT,
    GAMES = FROM_PGN | FROM_MATCH
};

/* clang-format off */
#define BOOK_OPTIONS(X) \
    X("--book", "FILE", GAMES | IMPORT_TEXT, "from-…, import-text: the book; it is made if it is not there") \
    X("--variant", "V", GAMES | IMPORT_TEXT | EXPAND | SUITE, "its rule set, and that of games that do not say (default wildebeest)") \
    X("--max-ply", "N", GAMES | PRUNE, "from-…: N half-moves of each game (default 40); prune: of the book") \
    X("--min-games", "N", GAMES | PRUNE, "from-…, prune: leave moves out that were played less often (default 1)") \
    X("--min-score", "P", GAMES | PRUNE, "from-…, prune: … or made less than P percent of the points (default 0)") \
    X("--only", "COLOUR", GAMES, "from-…: the moves of white or black alone") \
    X("--weights", "W", GAMES | WEIGHTS, "from-…: result (default) or uniform; export, audit: search (default) or stored") \
    X("--halving", "CP", WEIGHTS, "export: half the weight for CP centipawns less (default 15)") \
    X("--loss", "CP", WEIGHTS | PRUNE, "export, audit, prune: no weight, no place for what loses more (default 40)") \
    X("--least", "CP", WEIGHTS, "export, audit: no weight for moves that leave their side below (default -120)") \
    X("--title", "TEXT", EXPORT | MERGE | TREE, "export, merge, tree: what it is called") \
    X("--fen", "FEN", PROBE | EXPAND | TREE, "expand, tree: where to begin; probe: the position (default: the array)") \
    X("--moves", "MOVE…", PROBE | EXPAND | TREE, "expand, tree, probe: moves to play first, by coordinates or SAN") \
    X("--output", "FILE", DUMP | TREE, "dump, tree: where to write (default: standard output)") \
    X("--positions", "N", EXPAND, "expand: until so many have been searched (default 1000)") \
    X("--time", "S", EXPAND | AUDIT, "expand, audit: for S seconds at most") \
    X("--nodes", "N", SEARCHES, "nodes of each search: expand (default 100000), suite and audit (200000)") \
    X("--round", "K", EXPAND, "expand: searches before values are backed up (default 64)") \
    X("--lines", "N", EXPAND, "expand: best moves of the first position that are looked at (default 8)") \
    X("--lines-narrow", "P", EXPAND, "expand: one less every P half-moves, but 2 (default 2)") \
    X("--window", "CP", EXPAND, "expand: they are worse than the best by CP at most (default 80)") \
    X("--window-narrow", "CP", EXPAND, "expand: CP less with each half-move, but 20 (default 4)") \
    X("--ply-cost", "CP", EXPAND, "expand: going a half-move deeper is like losing CP (default 10)") \
    X("--depth-limit", "N", EXPAND, "expand: no deeper than N half-moves (default 60)") \
    X("--hash", "MIB", SEARCHES, "hash table of each search (default 16)") \
    X("--concurrency", "N", SEARCHES, "searches at the same time (default: one on each core)") \
    X("--anew", NULL, EXPAND, "expand: by other numbers than the book was begun with") \
    X("--quiet", NULL, SEARCHES, "no progress on the terminal") \
    X("--count", "N", SUITE, "suite: openings (default 1000)") \
    X("--plies", "N", SUITE | TREE, "suite: half-moves of each; tree: that are shown (default 8)") \
    X("--width", "N", TREE, "tree: moves of the first position; fewer later on (default 4)") \
    X("--enumerate", NULL, SUITE, "suite: all lines in their order, instead of random ones") \
    X("--seed", "N", SUITE, "suite: for random lines (default 1)") \
    X("--from", "CP", SUITE, "suite: scores for White from CP (default -40) …") \
    X("--to", "CP", SUITE, "suite: … to CP (default 40)") \
    X("--either-side", NULL, SUITE, "suite: scores for whichever side is better off") \
    X("--gap", "CP", SUITE, "suite: the best move is better than the second by CP at most (default 100)") \
    X("--shared-plies", "D", SUITE, "suite: openings that agree in their first D half-moves (default 2) …") \
    X("--shared-max", "N", SUITE, "suite: … are N at most (default 10)")
/* clang-format on */

static const OptionSpec OPTIONS[] = {BOOK_OPTIONS(ACTION_OPTION_SPEC){NULL, NULL, NULL}};
static const int TAKERS[] = {BOOK_OPTIONS(ACTION_OPTION_TAKER)};

/* ---- For the actions ---- */

bool book_task_fault(void *context, const char *text) {
    enum { FAULTS_MAX = 100 };
    BookTask *task = context;
    reading_progress_clear(&task->progress);
    fprintf(stderr, "brindle book: %s\n", text);
    return ++task->faults < FAULTS_MAX;
}

void book_print_resume(const Arguments *a) {
    fprintf(stderr, "Stopped; finished searches are saved.  To go on:\n  %s book",
            a->tools->runner->program);
    for (int i = 0; i < a->argc; i++) {
        putc(' ', stderr);
        shell_word_print(stderr, a->argv[i]);
    }
    putc('\n', stderr);
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

/* ---- The command ---- */

static int run(const Arguments *arguments) {
    Message message = {"no memory"};
    bool misused = false;
    const ActionSpec *spec = action_find(arguments, &message);
    if (spec == NULL)
        return arguments_refuse(arguments, &message);
    BookTask task = {.arguments = arguments,
                     .files = arguments->positional + 1,
                     .file_count = arguments->positional_count - 1};
    const char *variant = arguments_value(arguments, "--variant");
    if (variant != NULL && (task.rules = rules_find(variant, &message)) == NULL)
        return arguments_refuse(arguments, &message);
    interrupts_watch();
    const bool done = ((const BookAction *)spec)->run(&task, &misused, &message);
    reading_progress_clear(&task.progress);
    return action_end(arguments, done, misused, task.faults, &message);
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
        "  audit BOOK             searches what moves of weight lead to, with more nodes, and export\n"
        "                         takes the weight from those that turn out to be bad; goes on, too\n"
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
    .actions = ACTIONS,
    .takers = TAKERS,
    .run = run};
