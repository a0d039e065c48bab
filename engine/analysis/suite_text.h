/*
 * The positions of an EPD file as a table for people: a row each, and how many are right.
 */
#ifndef BRINDLE_ENGINE_ANALYSIS_SUITE_TEXT_H
#define BRINDLE_ENGINE_ANALYSIS_SUITE_TEXT_H

#include "engine/analysis/test_position.h"

#include <stdio.h>

typedef struct {
    FILE *out;
    bool has_tests; /* some position says what is right: there are columns for that */
    int positions, tests, solved;
} SuiteText;

void suite_text_begin(SuiteText *suite, FILE *out, bool has_tests);
/* The next position; its further lines, if there are any, stand below it. */
void suite_text_add(SuiteText *suite, const TestPosition *test, const Position *pos,
                    const AnalysedPosition *analysed);
void suite_text_end(const SuiteText *suite);

#endif
