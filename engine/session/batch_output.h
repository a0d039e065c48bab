/*
 * The files that the analysis of a file leaves: EPD, annotated PGN, a page with the games, a game's
 * course as a picture.
 */
#ifndef BRINDLE_ENGINE_SESSION_BATCH_OUTPUT_H
#define BRINDLE_ENGINE_SESSION_BATCH_OUTPUT_H

#include "engine/session/batch_job.h"

/* Where to; NULL: nowhere. */
typedef struct {
    const char *epd, *pgn, *report;
    const char *graph; /* of the only game */
} BatchOutput;

/* False, and a message, if a file could not be written now (better now than after hours), or there
 * are several games to be drawn. */
bool batch_output_check(const BatchOutput *output, const Batch *batch, Message *message);
/*
 * Writes all of them from what is finished.  The games of `batch`, which is the job's, are
 * annotated afterwards.
 */
bool batch_output_write(const BatchOutput *output, Batch *batch, const BatchJob *job,
                        Message *message);

#endif
