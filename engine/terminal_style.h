/*
 * What a stream can show: colours and figures on a terminal, plain letters elsewhere.
 */
#ifndef BRINDLE_ENGINE_TERMINAL_STYLE_H
#define BRINDLE_ENGINE_TERMINAL_STYLE_H

#include "bitboard/diagram.h"

#include <stdio.h>

/*
 * How a board is drawn there, White at the bottom, no move marked: in colours unless NO_COLOR is in
 * the environment, with figures if the locale has UTF-8.
 */
DiagramStyle terminal_style(FILE *out);

#endif
