/*
 * The files that a fit leaves: PREFIX.checkpoint, .csv, .svg, .txt and .weights.c.
 */
#ifndef BRINDLE_TUNE_TUNE_FILES_H
#define BRINDLE_TUNE_TUNE_FILES_H

#include "tune/outcome.h"
#include "tune/tune_config.h"
#include "tune/words.h"

/* "PREFIX.checkpoint"; longer names are cut. */
enum { TUNE_FILE_NAME = 4096 };
char *tune_file_name(const TuneConfig *config, const char *suffix, char name[TUNE_FILE_NAME]);

/* Each is there as a whole or not at all.  False, and a message, if one cannot be written. */
bool tune_files_checkpoint(const TuneConfig *config, const Words *words, const TuneData *data,
                           const FitState *state, Message *message);
/* The epochs so far, as a table and as curves. */
bool tune_files_epochs(const TuneConfig *config, const TuneData *data, const FitState *state,
                       Message *message);
/* The weights, to be compiled and to be read. */
bool tune_files_weights(const TuneConfig *config, const TuneData *data, const FitState *state,
                        const Outcome *outcome, Message *message);

#endif
