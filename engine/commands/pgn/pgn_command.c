#include "engine/commands/action.h"
#include "engine/commands/output_file.h"
#include "engine/commands/pgn/pgn_action.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

/* ---- What belongs to what ---- */

/* In the order of the bits. */
static const ActionSpec *const ACTIONS[] = {&PGN_CHECK.spec,  &PGN_FIX.spec,     &PGN_STATS.spec,
                                            &PGN_TO_EPD.spec, &PGN_EXTRACT.spec, NULL};

enum {
    CHECK = 1 << 0,
    FIX = 1 << 1,
    STATS = 1 << 2,
    TO_EPD = 1 << 3,
    EXTRACT = 1 << 4,
    CHOOSE = STATS | TO_EPD | EXTRACT,
    WRITE = FIX | TO_EPD | EXTRACT
};

/* clang-format off */
#define PGN_OPTIONS(X) \
    X("--rules", "V", CHECK | FIX | CHOOSE, "the rule set of games without a Variant tag (default: they are errors)") \
    X("--output", "FILE", WRITE, "where fix, to-epd and extract write (default: standard output)") \
    X("--keep-broken", NULL, FIX, "fix: write games that cannot be read up to where they break off") \
    X("--openings", "N", STATS, "stats: the first N half-moves and their results, too") \
    X("--ply", "N", TO_EPD, "to-epd: the positions after N half-moves") \
    X("--every", NULL, TO_EPD, "to-epd: every position of a game") \
    X("--last", NULL, TO_EPD, "to-epd: the last position of a game (the default)") \
    X("--unique", NULL, TO_EPD, "to-epd: each position only once") \
    X("--player", "NAME", CHOOSE, "only games in which NAME plays; * stands for any text") \
    X("--white", "NAME", CHOOSE, "only games in which NAME plays White") \
    X("--black", "NAME", CHOOSE, "only games in which NAME plays Black") \
    X("--result", "R", CHOOSE, "only games that end 1-0, 0-1, 1/2-1/2 or *") \
    X("--variant", "V", CHOOSE, "only games of this rule set") \
    X("--games", "A-B", CHOOSE, "only games number A to B of each file") \
    X("--min-plies", "N", CHOOSE, "only games of at least N half-moves") \
    X("--max-plies", "N", CHOOSE, "only games of at most N half-moves") \
    X("--termination", "T", CHOOSE, "only games with this Termination tag, or that end so by the rules")
/* clang-format on */

static const OptionSpec OPTIONS[] = {PGN_OPTIONS(ACTION_OPTION_SPEC){NULL, NULL, NULL}};
static const int TAKERS[] = {PGN_OPTIONS(ACTION_OPTION_TAKER)};

/* ---- For the actions ---- */

void pgn_task_report(PgnTask *task, bool error, const char *text) {
    reading_progress_clear(&task->progress);
    if (error)
        task->errors++;
    else
        task->warnings++;
    fprintf(task->out, "%s: %s\n", error ? "error" : "warning", text);
}

bool pgn_task_write(PgnTask *task, const PgnGame *game, Message *message) {
    errno = 0;
    if (!pgn_write(task->out, game))
        return message_set(message, "game %ld of %s cannot be written: %s", game->number,
                           task->file, errno != 0 ? strerror(errno) : "no memory");
    task->written++;
    return true;
}

/* ---- Reading ---- */

static void on_warning(void *context, const char *text) {
    pgn_task_report(context, false, text);
}

static bool take_error(PgnTask *task, PgnGame *game, const char *why, Message *message) {
    const PgnAction *action = task->action;
    if (action->reports) {
        pgn_task_report(task, true, why);
    } else {
        reading_progress_clear(&task->progress);
        fprintf(stderr, "brindle pgn: %s\n", why);
        task->errors++;
    }
    return action->take_broken == NULL || action->take_broken(task, game, why, message);
}

/* All games of a file.  False if it cannot be read on, or the action gives up. */
static bool read_games(PgnTask *task, PgnReader *reader, PgnGame *game, Message *message) {
    while (!interrupted()) {
        const PgnStatus status = pgn_read(reader, task->rules, game, message);
        if (status == PGN_END)
            return true;
        if (status == PGN_FAILED)
            return false;
        task->games++;
        if (status == PGN_ERROR) {
            const Message why = *message;
            if (!take_error(task, game, why.text, message))
                return false;
        } else if (pgn_filter_admits(&task->filter, game) &&
                   !task->action->take(task, game, message)) {
            return false;
        }
        if (pgn_filter_is_past(&task->filter, game->number))
            return true;
        reading_progress_show(&task->progress, pgn_reader_bytes(reader), task->games);
    }
    return message_set(message, "interrupted");
}

static bool read_stream(PgnTask *task, FILE *in, const char *name, Message *message) {
    PgnReader *reader = pgn_reader_new(in, name);
    PgnGame game;
    if (reader == NULL)
        return message_set(message, "no memory");
    pgn_game_init(&game, &RULES[0]);
    task->file = pgn_reader_name(reader);
    if (task->action->reports)
        pgn_reader_on_warning(reader, on_warning, task);
    const bool good = read_games(task, reader, &game, message);
    reading_progress_next_file(&task->progress, pgn_reader_bytes(reader));
    pgn_game_clear(&game);
    pgn_reader_free(reader);
    return good;
}

static bool read_file(PgnTask *task, const char *name, Message *message) {
    if (strcmp(name, "-") == 0)
        return read_stream(task, stdin, "standard input", message);
    FILE *in = fopen(name, "rb");
    if (in == NULL)
        return message_set(message, "%.200s: %s", name, strerror(errno));
    const bool good = read_stream(task, in, name, message);
    fclose(in);
    return good;
}

/* ---- The command ---- */

/* A signal must end a read that waits for a pipe or a terminal, or Ctrl-C would seem to be lost. */
static void let_signals_end_reads(void) {
    static const int signals[] = {SIGINT, SIGTERM};
    for (int i = 0; i < 2; i++) {
        struct sigaction action;
        if (sigaction(signals[i], NULL, &action) != 0)
            continue;
        action.sa_flags &= ~SA_RESTART;
        sigaction(signals[i], &action, NULL);
    }
}

static bool run_task(PgnTask *task, Message *message) {
    const Arguments *arguments = task->arguments;
    for (int i = 1; i < arguments->positional_count; i++)
        if (!read_file(task, arguments->positional[i], message))
            return false;
    return task->action->finish == NULL || task->action->finish(task, message);
}

static int report_end(PgnTask *task, bool good, bool to_file, const Message *message) {
    reading_progress_clear(&task->progress);
    if (interrupted())
        fprintf(stderr, "brindle pgn: interrupted\n");
    else if (!good && ferror(stdout) == 0) /* which is told for all commands in one place */
        fprintf(stderr, "brindle pgn: %s\n", message->text);
    else if (to_file)
        printf("%" PRId64 " %sof %" PRId64 " games written, %" PRId64 " errors\n", task->written,
               task->action == &PGN_TO_EPD ? "positions " : "", task->games, task->errors);
    if (interrupted())
        return EXIT_INTERRUPTED;
    return good && task->errors == 0 ? 0 : 1;
}

static int run_with_output(PgnTask *task) {
    const char *path = arguments_value(task->arguments, "--output");
    OutputFile output;
    Message message;
    if (!output_file_open(&output, path, &message)) {
        fprintf(stderr, "brindle pgn: --output: %s\n", message.text);
        return 1;
    }
    const bool to_file = output.path != NULL;
    task->out = output.file;
    interrupts_watch();
    let_signals_end_reads();
    reading_progress_start(&task->progress, task->arguments->positional + 1,
                           task->arguments->positional_count - 1);
    bool good = run_task(task, &message);
    if (!good || interrupted()) {
        output_file_check(&output, &message); /* if that was the reason, it says which file */
        output_file_discard(&output);
    } else {
        good = output_file_commit(&output, &message);
    }
    return report_end(task, good, to_file, &message);
}

static int run(const Arguments *arguments) {
    Message message = {"no memory"};
    PgnTask task = {.arguments = arguments};
    const ActionSpec *spec = action_find(arguments, &message);
    if (spec == NULL)
        return arguments_refuse(arguments, &message);
    const char *rules = arguments_value(arguments, "--rules");
    task.action = (const PgnAction *)spec;
    if (rules != NULL && (task.rules = rules_find(rules, &message)) == NULL)
        return arguments_refuse(arguments, &message);
    if (!pgn_filter_read(&task.filter, arguments, &message))
        return arguments_refuse(arguments, &message);
    int status;
    if (task.action->begin != NULL && !task.action->begin(&task, &message))
        status = arguments_refuse(arguments, &message);
    else
        status = run_with_output(&task);
    if (task.action->release != NULL)
        task.action->release(&task);
    return status;
}

const Command COMMAND_PGN = {
    .name = "pgn",
    .positional = "ACTION FILE…",
    .least_positional = 1,
    .most_positional = INT_MAX,
    .summary = "check, repair, count, choose and convert games in PGN files",
    .details =
        "ACTION is one of\n"
        "  check    lists every error and warning, and counts them\n"
        "  fix      writes the games in export format with tags, results and numbers put right;\n"
        "           games that cannot be read are reported and left out\n"
        "  stats    results, lengths, endings and players\n"
        "  to-epd   writes positions as EPD lines\n"
        "  extract  writes the games that the options choose\n"
        "Several files are read one after the other, - is standard input.  The exit status is 1 if\n"
        "a game cannot be read, or check finds an error.  A FILE given to --output is replaced only\n"
        "when everything has been written.",
    .options = OPTIONS,
    .actions = ACTIONS,
    .takers = TAKERS,
    .run = run};
