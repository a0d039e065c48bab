/*
 * brindle data cat and export: games as text or PGN, positions as EPD.
 */
#include "bitboard/fen.h"
#include "bitboard/notation.h"
#include "engine/data/data_epd.h"
#include "engine/data/data_pgn.h"
#include "engine/tools/data_action.h"

#include "engine/tools/filter_options.h"
#include <limits.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- cat ---- */

typedef struct {
    FILE *out;
    PgnGame *pgn; /* NULL: as text */
} Cat;

static void write_score(FILE *out, Score score) {
    if (score == SCORE_NONE)
        return;
    if (score_is_mate(score))
        fprintf(out, ":#%d", score_mate_moves(score));
    else
        fprintf(out, ":%+d", score);
}

/* One line: number, variant, result, end, plies of the opening, where it begins, moves. */
static void write_text(FILE *out, const DataGame *game) {
    const DataHead *head = &game->head;
    char fen[FEN_SIZE] = "array", end[32], move[MOVE_TEXT_SIZE];
    snprintf(end, sizeof end, "%s", data_end_name(head->end));
    for (char *c = end; *c != '\0'; c++)
        *c = *c == ' ' ? '-' : *c;
    if (!head->from_array)
        fen_write(&game->start, fen);
    const char *quote = head->from_array ? "" : "\"";
    fprintf(out, "%" PRIu64 " %s %s %s %d %s%s%s", head->number, head->rules->name,
            data_result_text(head->result), end, head->opening_plies, quote, fen, quote);
    if (head->move_count == 0)
        write_score(out, game->start_score);
    for (int i = 0; i < head->move_count; i++) {
        fprintf(out, " %s", move_write(game->moves[i].move, move));
        write_score(out, game->moves[i].score);
    }
    putc('\n', out);
}

static bool cat_game(void *context, DataGame *game, Message *message) {
    const Cat *c = context;
    if (c->pgn == NULL) {
        write_text(c->out, game);
        return ferror(c->out) == 0 || message_set(message, "the output could not be written");
    }
    pgn_game_clear(c->pgn);
    return (data_game_to_pgn(game, c->pgn) && pgn_write(c->out, c->pgn)) ||
           message_set(message, "game %" PRIu64 " could not be written", game->head.number);
}

static bool cat_files(DataTask *task, FILE *out, Message *message) {
    static const DataReading reading = {.heads_only = false};
    Cat cat = {.out = out};
    if (arguments_value(task->arguments, "--pgn") != NULL) {
        cat.pgn = malloc(sizeof *cat.pgn);
        if (cat.pgn == NULL)
            return message_set(message, "no memory");
        pgn_game_init(cat.pgn, &RULES[0]);
    }
    bool good = true;
    for (int i = 0; i < task->file_count && good; i++)
        good = data_task_read(task, task->files[i], &reading, cat_game, &cat, NULL, message);
    if (cat.pgn != NULL)
        pgn_game_clear(cat.pgn);
    free(cat.pgn);
    return good;
}

/* ---- export ---- */

static bool export_positions(DataTask *task, PositionReader *reader, FILE *out, Message *message) {
    LabelledPosition *p = malloc(sizeof *p);
    if (p == NULL)
        return message_set(message, "no memory");
    bool good = true;
    while (good && !interrupted() && positions_next(reader, p, message)) {
        data_epd_write(out, &p->pos, p->result, p->score);
        good = ferror(out) == 0 || message_set(message, "the output could not be written");
        reading_progress_show(&task->progress, positions_bytes_done(reader),
                              (int64_t)positions_counts(reader).games);
    }
    free(p);
    if (interrupted())
        good = message_set(message, "interrupted");
    return good && message->text[0] == '\0';
}

/* To stderr: standard output may be where the positions go. */
static void tell_counts(DataTask *task, const PositionCounts *c) {
    const struct {
        uint64_t count;
        const char *why;
    } left_out[] = {{c->openings, "at the beginning"},
                    {c->checks, "in check"},
                    {c->beyond_score, "beyond the score"},
                    {c->few_men, "with few men"},
                    {c->noisy, "not quiet"},
                    {c->duplicates, "seen before"},
                    {c->surplus, "more than a game may give"}};
    reading_progress_clear(&task->progress);
    fprintf(stderr, "%" PRIu64 " of %" PRIu64 " positions of %" PRIu64 " games", c->kept,
            c->positions, c->games);
    bool any = false;
    for (size_t i = 0; i < sizeof left_out / sizeof left_out[0]; i++)
        if (left_out[i].count > 0) {
            fprintf(stderr, "%s %" PRIu64 " %s", any ? "," : "; left out:", left_out[i].count,
                    left_out[i].why);
            any = true;
        }
    fputc('\n', stderr);
}

static bool export_files(DataTask *task, FILE *out, Message *message) {
    PositionFilter filter;
    if (!filter_options_read(task->arguments, &filter, message))
        return false;
    PositionReader *reader = positions_open(task->files, task->file_count, &filter, message);
    if (reader == NULL)
        return false;
    const bool good = export_positions(task, reader, out, message);
    const PositionCounts counts = positions_counts(reader);
    positions_close(reader);
    if (good)
        tell_counts(task, &counts);
    return good;
}

/* ---- Both ---- */

static bool write_output(DataTask *task, bool (*write)(DataTask *, FILE *, Message *),
                         Message *message) {
    OutputFile output;
    if (!output_file_open(&output, arguments_value(task->arguments, "--output"), message))
        return false;
    const bool good = write(task, output.file, message);
    if (good)
        return output_file_commit(&output, message);
    output_file_check(&output, message); /* if that was the reason, it says which file */
    output_file_discard(&output);
    return false;
}

static bool run_cat(DataTask *task, bool *misused, Message *message) {
    (void)misused;
    return write_output(task, cat_files, message);
}

static bool run_export(DataTask *task, bool *misused, Message *message) {
    PositionFilter filter;
    *misused = !filter_options_read(task->arguments, &filter, message);
    return !*misused && write_output(task, export_files, message);
}

const DataAction DATA_CAT = {{"cat", "FILE", 1, INT_MAX}, 0, run_cat};
const DataAction DATA_EXPORT = {{"export", "FILE", 1, INT_MAX}, 0, run_export};
