/*
 * What a fit of the curves has led to, in tables.
 */
#ifndef BRINDLE_TUNE_WDL_REPORT_H
#define BRINDLE_TUNE_WDL_REPORT_H

#include "tune/wdl_errors.h"

#include <stdio.h>

/* How well each degree explains the games, and the model in force. */
void wdl_report_degrees(FILE *out, const WdlChoice *choice, const char *name);
/* What the chosen model predicts for the games held back, and what happened, by score and by
 * material. */
void wdl_report_calibration(FILE *out, const WdlData *data, const WdlChoice *choice,
                            const char *name);
/* The curves at some materials; `errors` may be NULL. */
void wdl_report_curves(FILE *out, const WdlModel *model, const WdlErrors *errors, const char *name);

#endif
