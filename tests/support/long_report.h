/*
 * What a month of searching tells: counts that 32 bits cannot hold.
 */
#ifndef BRINDLE_TESTS_SUPPORT_LONG_REPORT_H
#define BRINDLE_TESTS_SUPPORT_LONG_REPORT_H

#include "engine/analysis/writer.h"

#define DAY_MS (INT64_C(24) * 3600 * 1000)

/* 30 days, 2^48 + 1 nodes; the line is the first legal move of `pos`. */
SearchReport long_report(const Position *pos);
/* What a writer makes of a search from the array that tells this and ends with it; malloced. */
char *long_report_written(const AnalysisWriter *writer);

#endif
