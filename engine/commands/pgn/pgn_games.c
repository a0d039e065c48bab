/*
 * brindle pgn check, fix and extract: games that are reported on or written again.
 */
#include "engine/commands/pgn/pgn_action.h"

#include "engine/pgn/pgn_check.h"
#include <limits.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- check ---- */

typedef struct {
    PgnTask *task;
    const PgnGame *game;
} Finding;

static void report_finding(void *context, PgnSeverity severity, const char *text) {
    const Finding *finding = context;
    Message message;
    message_set(&message, "%s: game %ld, line %ld: %s", finding->task->file, finding->game->number,
                finding->game->first_line, text);
    pgn_task_report(finding->task, severity == PGN_FAULT, message.text);
}

static bool check_game(PgnTask *task, PgnGame *game, Message *message) {
    Finding finding = {task, game};
    (void)message;
    pgn_check(game, report_finding, &finding);
    return true;
}

static const char *plural(int64_t count) {
    return count == 1 ? "" : "s";
}

static bool finish_check(PgnTask *task, Message *message) {
    (void)message;
    fprintf(task->out, "%lld game%s, %lld error%s, %lld warning%s\n", (long long)task->games,
            plural(task->games), (long long)task->errors, plural(task->errors),
            (long long)task->warnings, plural(task->warnings));
    return true;
}

const PgnAction PGN_CHECK = {.spec = {"check", PGN_FILES, 1, INT_MAX},
                             .take = check_game,
                             .finish = finish_check,
                             .reports = true};

/* ---- fix ---- */

static bool fix_game(PgnTask *task, PgnGame *game, Message *message) {
    if (!pgn_repair(game))
        return message_set(message, "%s: game %ld: its tags do not fit into memory", task->file,
                           game->number);
    return pgn_task_write(task, game, message);
}

/* Appends to what is said about the last move. */
static bool add_comment(PgnMove *move, const char *text) {
    const char *old = move->comment != NULL ? move->comment : "";
    const size_t size = strlen(old) + strlen(text) + 2;
    char *joined = malloc(size);
    if (joined == NULL)
        return false;
    snprintf(joined, size, "%s %s", old, text);
    const bool good = pgn_set_comment(move, joined);
    free(joined);
    return good;
}

/* With --keep-broken, what was read of a game goes out, and why it ends is said at its end. */
static bool fix_broken(PgnTask *task, PgnGame *game, const char *why, Message *message) {
    char note[MESSAGE_SIZE + 32];
    if (arguments_value(task->arguments, "--keep-broken") == NULL || game->line.count == 0)
        return true;
    snprintf(note, sizeof note, "broken off: %s", why);
    if (!add_comment(&game->line.moves[game->line.count - 1], note))
        return message_set(message, "no memory");
    return fix_game(task, game, message);
}

const PgnAction PGN_FIX = {
    .spec = {"fix", PGN_FILES, 1, INT_MAX}, .take = fix_game, .take_broken = fix_broken};

/* ---- extract ---- */

static bool extract_game(PgnTask *task, PgnGame *game, Message *message) {
    return pgn_task_write(task, game, message);
}

const PgnAction PGN_EXTRACT = {.spec = {"extract", PGN_FILES, 1, INT_MAX}, .take = extract_game};
