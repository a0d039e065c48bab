/*
 * Analyses as JSON, one object per line: a "position", "line" after "line", a "result".
 */
#ifndef BRINDLE_ENGINE_TOOLS_JSON_WRITER_H
#define BRINDLE_ENGINE_TOOLS_JSON_WRITER_H

#include "engine/analysis/writer.h"

extern const AnalysisWriter JSON_WRITER;

#endif
