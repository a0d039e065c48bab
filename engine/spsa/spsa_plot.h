/*
 * The paths of a tuning run's parameters, drawn as SVG: a panel a parameter, each on a scale of its
 * own, with the band in which values were tried.  One file without references to others; its
 * colours follow the viewer's light or dark scheme.
 */
#ifndef BRINDLE_ENGINE_SPSA_SPSA_PLOT_H
#define BRINDLE_ENGINE_SPSA_SPSA_PLOT_H

#include "engine/spsa/spsa_job.h"

#include <stdio.h>

/* What there is to draw. */
typedef struct {
    const SpsaPlan *plan;
    const char *title, *subtitle; /* any text */
    uint64_t *counted;            /* iterations that had been counted at each point … */
    double *thetas;               /* … and theta then: `plan->count` values a point */
    size_t count;                 /* points; at least one */
} SpsaPaths;

/* Errors of writing stay in `out`. */
void spsa_plot_draw(FILE *out, const SpsaPaths *paths);
/* Draws what the run's database holds into a file.  False, and a message, if that fails. */
bool spsa_plot_save(const char *file_name, const SpsaState *state, Database *store,
                    Message *message);

#endif
