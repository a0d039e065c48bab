/*
 * The parameters to be tuned, as text: OpenBench's format for SPSA.
 *
 *     # name, type, start, min, max, c_end, r_end
 *     RazorMargin, int, 300, 50, 800, 25, 0.002
 *
 * A line a parameter; '#' at the beginning of a line or behind a blank begins a comment.  Names are
 * the engine's and may have blanks inside.  The type is int: a spin option of UCI, and so what an
 * engine can be told, is a whole number.  What c_end and r_end mean stands in spsa.h.
 */
#ifndef BRINDLE_ENGINE_SPSA_SPSA_PARAMETERS_H
#define BRINDLE_ENGINE_SPSA_SPSA_PARAMETERS_H

#include "bitboard/message.h"
#include "engine/spsa/spsa.h"

#include <stdio.h>

/*
 * Reads a whole text; `file_name` is for messages.  `*parameters` is malloced.  False, and a
 * message that names the line, if it is not such a text or has no parameter in it.
 */
bool spsa_parameters_parse(const char *text, const char *file_name, SpsaParameter **parameters,
                           int *count, Message *message);
/* The text of a file, malloced; NULL, and a message, if it cannot be read. */
char *spsa_parameters_load(const char *file_name, Message *message);
/* Writes a parameter's line, with another value to start from. */
void spsa_parameter_write(FILE *out, const SpsaParameter *parameter, int64_t start);

#endif
