/*
 * Speaking with GUIs: UCI or XBoard, whichever the first line asks for.
 */
#ifndef BRINDLE_ENGINE_PROTOCOL_PROTOCOL_H
#define BRINDLE_ENGINE_PROTOCOL_PROTOCOL_H

#include <stdio.h>

typedef enum { SPEAK_AS_ASKED, SPEAK_UCI, SPEAK_XBOARD } ProtocolChoice;

/*
 * Talks until "quit" or the end of the input.  As asked: a first line "xboard" or "protover N"
 * begins a conversation over XBoard's protocol, any other one over UCI.  Returns the exit status of
 * the program: 0, or 1 if the engine could not be made (which it says on `out`).
 */
int protocol_run(FILE *in, FILE *out, ProtocolChoice choice);

#endif
