#include "engine/session/batch_output.h"

#include "brindle_version.h"
#include "engine/analysis/epd_result.h"
#include "engine/commands/output_file.h"
#include "engine/report/annotate.h"
#include "engine/report/game_graph.h"
#include "engine/report/html_report.h"
#include "engine/session/batch_review.h"

#include <errno.h>
#include <string.h>

/* What is written into one of them. */
typedef bool (*Write)(FILE *out, Batch *batch, const BatchJob *job, Message *message);

/* ---- EPD ---- */

static bool write_epd_line(FILE *out, const Batch *batch, const BatchJob *job, uint64_t unit,
                           Message *message) {
    AnalysedPosition analysed;
    Message why;
    Position pos;
    if (!batch_job_result(job, unit, &analysed, &why) && why.text[0] != '\0')
        return message_set(message, "%s", why.text);
    batch_position(batch, unit, &pos);
    if (batch->kind == BATCH_EPD) {
        epd_result_write(out, &pos, &batch->tests[unit], &analysed);
    } else {
        const BatchGame *game = batch_game_of(batch, unit);
        char id[64];
        snprintf(id, sizeof id, "game %ld, ply %d", game->game.number,
                 (int)(unit - game->first_unit));
        epd_result_write_named(out, &pos, id, &analysed);
    }
    analysed_position_clear(&analysed);
    return true;
}

static bool write_epd(FILE *out, Batch *batch, const BatchJob *job, Message *message) {
    for (uint64_t unit = 0; unit < batch->units; unit++)
        if (!write_epd_line(out, batch, job, unit, message))
            return false;
    return true;
}

/* ---- Games ---- */

static bool write_game(FILE *out, BatchGame *game, const BatchJob *job, Message *message) {
    BatchReview review;
    errno = 0;
    const bool written = batch_review_make(job, game, &review, message) &&
                         (annotate_game(&game->game, &review.review, "Brindle " BRINDLE_VERSION) ||
                          message_set(message, "no memory")) &&
                         (pgn_write(out, &game->game) ||
                          message_set(message, "game %ld cannot be written: %s", game->game.number,
                                      errno != 0 ? strerror(errno) : "no memory"));
    batch_review_clear(&review);
    return written;
}

static bool write_pgn(FILE *out, Batch *batch, const BatchJob *job, Message *message) {
    for (size_t i = 0; i < batch->count; i++)
        if (!write_game(out, &batch->games[i], job, message))
            return false;
    return true;
}

/* ---- A page, and a picture ---- */

static bool page_of(FILE *out, const GameReview *review) {
    return html_report_write(out, review, NULL);
}

static bool show_only_game(FILE *out, const Batch *batch, const BatchJob *job,
                           bool (*show)(FILE *out, const GameReview *review), Message *message) {
    BatchReview review;
    const bool written =
        batch_review_make(job, &batch->games[0], &review, message) &&
        (show(out, &review.review) || message_set(message, "the game cannot be shown"));
    batch_review_clear(&review);
    return written;
}

static bool report_several(FILE *out, const Batch *batch, const BatchJob *job, Message *message) {
    HtmlReport report;
    bool good = true;
    message_set(message, "the page cannot be written");
    if (!html_report_begin(&report, out, batch->name))
        return false;
    for (size_t i = 0; good && i < batch->count; i++) {
        BatchReview review;
        good = batch_review_make(job, &batch->games[i], &review, message) &&
               html_report_add(&report, &review.review);
        batch_review_clear(&review);
    }
    return html_report_end(&report) && good;
}

static bool write_report(FILE *out, Batch *batch, const BatchJob *job, Message *message) {
    return batch->count == 1 ? show_only_game(out, batch, job, page_of, message)
                             : report_several(out, batch, job, message);
}

static bool write_graph(FILE *out, Batch *batch, const BatchJob *job, Message *message) {
    return show_only_game(out, batch, job, game_graph_write, message);
}

/* ---- Files ---- */

static bool check(const char *path, Message *message) {
    OutputFile file;
    if (path == NULL)
        return true;
    if (strcmp(path, "-") == 0)
        return message_set(message, "an output must be a file, not standard output");
    if (!output_file_open(&file, path, message))
        return false;
    output_file_discard(&file);
    return true;
}

bool batch_output_check(const BatchOutput *output, const Batch *batch, Message *message) {
    if (output->graph != NULL && batch->count != 1)
        return message_set(message, "--graph draws one game, not %zu: choose it with --games",
                           batch->count);
    return check(output->epd, message) && check(output->pgn, message) &&
           check(output->report, message) && check(output->graph, message);
}

static bool write_file(const char *path, Write write, Batch *batch, const BatchJob *job,
                       Message *message) {
    OutputFile file;
    if (path == NULL)
        return true;
    if (!output_file_open(&file, path, message))
        return false;
    const bool written =
        write(file.file, batch, job, message) && output_file_commit(&file, message);
    output_file_discard(&file);
    return written;
}

bool batch_output_write(const BatchOutput *output, Batch *batch, const BatchJob *job,
                        Message *message) {
    /* Page and picture first: the annotations of the PGN are none of them. */
    return write_file(output->epd, write_epd, batch, job, message) &&
           write_file(output->report, write_report, batch, job, message) &&
           write_file(output->graph, write_graph, batch, job, message) &&
           write_file(output->pgn, write_pgn, batch, job, message);
}
