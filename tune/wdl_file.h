/*
 * engine/search/wdl_table.c, complete: what a fit of the curves ends with, and the next build
 * reads.
 */
#ifndef BRINDLE_TUNE_WDL_FILE_H
#define BRINDLE_TUNE_WDL_FILE_H

#include "engine/search/wdl.h"

#include <stdio.h>

/* `about`: lines on where the curves come from, for the comment at its head; may be empty.  Errors
 * of writing stay in `out`. */
void wdl_file_write(FILE *out, const WdlModel models[RULE_SETS], const char *about);

#endif
