/*
 * What a month of searching tells: counts that 32 bits cannot hold.
 */
#ifndef BRINDLE_TESTS_SUPPORT_LONG_REPORT_H
#define BRINDLE_TESTS_SUPPORT_LONG_REPORT_H

#include "engine/search/engine.h"

#define DAY_MS (INT64_C(24) * 3600 * 1000)

/* 30 days, 2^48 + 1 nodes; the line is the first legal move of `pos`. */
SearchReport long_report(const Position *pos);

#endif
