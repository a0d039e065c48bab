/*
 * The parts of `brindle analyse` that need the tools library.
 */
#ifndef BRINDLE_ENGINE_TOOLS_ANALYSE_TOOLS_H
#define BRINDLE_ENGINE_TOOLS_ANALYSE_TOOLS_H

#include "engine/commands/analyse_request.h"
#include "engine/session/session.h"

/* Each returns the exit status.  `request` is read off what is in force in the session (which may
 * be without a file), `given` is the command line as it was typed. */

/* The positions of a file. */
int analyse_batch(Session *session, const AnalyseRequest *request, const Arguments *given);
/* One position, in a session. */
int analyse_one_in_session(Session *session, const AnalyseRequest *request);

/* Prints `before` to stderr and, below it, the command that goes on. */
void analyse_print_resume(const Session *session, const char *before);

/* Any of them: for the toolbox. */
int analyse_with_tools(const Arguments *given);

#endif
