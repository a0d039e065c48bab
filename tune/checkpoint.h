/*
 * A fit on disk, from which it goes on as if it had never been interrupted.
 *
 * The file holds the command line, what tells whether data and evaluation are still the same, and
 * the state of the fit; a checksum ends it.  It is written beside its place and renamed, so there
 * is always a whole one.
 */
#ifndef BRINDLE_TUNE_CHECKPOINT_H
#define BRINDLE_TUNE_CHECKPOINT_H

#include "tune/fit.h"

typedef struct {
    int word_count;
    char **words; /* of the command line */
    uint64_t data_fingerprint;
    FitState state;
    EpochRecord *records; /* state.records points here */
} Checkpoint;

/* False, and a message, if it cannot be written. */
bool checkpoint_write(const char *file_name, char *const *words, int word_count,
                      uint64_t data_fingerprint, const FitState *state, Message *message);
/*
 * False, and a message, if the file cannot be read, is none, is damaged, or belongs to an
 * evaluation with other weights.  checkpoint_clear afterwards, in any case.
 */
bool checkpoint_read(Checkpoint *checkpoint, const char *file_name, Message *message);
void checkpoint_clear(Checkpoint *checkpoint);

#endif
