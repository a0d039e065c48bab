/*
 * The options of brindle-tune, and what they add up to.
 */
#ifndef BRINDLE_TUNE_TUNE_CONFIG_H
#define BRINDLE_TUNE_TUNE_CONFIG_H

#include "engine/commands/command.h"
#include "tune/fit.h"

enum { TUNE_FILES_MAX = 4096 };

extern const OptionSpec TUNE_OPTIONS[];

typedef struct {
    bool wdl; /* the curves of wdl.h are fitted, not the evaluation: most of what follows is idle */
    int threads;
    const char *const *files; /* of games */
    int file_count;
    uint64_t synthetic; /* positions to make up; 0: there are files */
    double synthetic_k;
    PositionFilter filter;
    LoadPlan load;
    FitPlan fit;
    double equal; /* what all pieces are worth at the start; 0: what the evaluation says */
    double pawn;  /* as outcome_find has it */
    int draws;    /* of the bootstrap; 0: no standard errors */
    bool benchmark;
    const char *output; /* what the names of all files written begin with */
    const char *write;  /* a further file for the weights, or NULL */
} TuneConfig;

/* False, and a message, if the command line makes no sense. */
bool tune_config_read(const Arguments *arguments, TuneConfig *config, Message *message);
/*
 * What may be said anew when a fit is taken up again: takes it over from `given`.  False, and a
 * message, if there is more in `given` than that.
 */
bool tune_config_amend(TuneConfig *config, const Arguments *given, Message *message);

#endif
