/*
 * The Chess Engine Communication Protocol, version 2 (T. Mann, H. G. Muller), as XBoard 4.9 and
 * WinBoard speak it.
 */
#ifndef BRINDLE_ENGINE_PROTOCOL_XBOARD_H
#define BRINDLE_ENGINE_PROTOCOL_XBOARD_H

#include "engine/protocol/input.h"

/*
 * Talks until "quit" or the end of the input, then stops a running search.  Returns the exit status
 * of the program: 0, or 1 if the engine could not be made (which it says on `out`).
 */
int xboard_run(Input *in, FILE *out);

#endif
