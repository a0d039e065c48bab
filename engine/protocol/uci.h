/*
 * The Universal Chess Interface (S. Meyer-Kahlen, R. Huber, 2000), as Stockfish and Fairy-Stockfish
 * speak it.
 */
#ifndef BRINDLE_ENGINE_PROTOCOL_UCI_H
#define BRINDLE_ENGINE_PROTOCOL_UCI_H

#include "engine/protocol/input.h"

/*
 * Talks until "quit" or the end of the input, then stops a running search.  Returns the exit status
 * of the program: 0, or 1 if the engine could not be made (which it says on `out`).
 */
int uci_run(Input *in, FILE *out);

#endif
