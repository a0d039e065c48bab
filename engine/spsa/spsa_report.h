/*
 * What a tuning run says about itself, as text.
 */
#ifndef BRINDLE_ENGINE_SPSA_SPSA_REPORT_H
#define BRINDLE_ENGINE_SPSA_SPSA_REPORT_H

#include "engine/spsa/spsa_job.h"

#include <stdio.h>

/* How far it is, how fast, and how long it will take: one line. */
void spsa_report_progress(FILE *out, const SpsaState *state);
/* A row a parameter: where it began, where it is now, and its range. */
void spsa_report_table(FILE *out, const SpsaState *state);
/* Progress and all values in one line, for a log. */
void spsa_report_line(FILE *out, const SpsaState *state);
/* The parameters with their values as the new start, as spsa_parameters.h has them. */
void spsa_report_parameters(FILE *out, const SpsaState *state);
/* The values as UCI commands. */
void spsa_report_setoptions(FILE *out, const SpsaState *state);

#endif
