/*
 * A session of `brindle analyse`: a command line with what came of it, in a database.
 *
 * What was asked for cannot change from run to run, apart from what does no harm to the results
 * that are there already: of a file where the output goes and how many work at it, of one position
 * the limits and means.
 */
#ifndef BRINDLE_ENGINE_SESSION_SESSION_H
#define BRINDLE_ENGINE_SESSION_SESSION_H

#include "engine/commands/command.h"
#include "engine/match/database.h"
#include "engine/match/word_list.h"

/* All zero is none. */
typedef struct {
    const char *file_name; /* NULL: there is no session */
    Database *store;       /* NULL until it is opened or begun */
    WordList words;        /* of the stored command line */
    Arguments stored;      /* these words, taken apart */
    Arguments arguments;   /* what is in force; NULL positional: nothing to free */
} Session;

/*
 * Opens the session that --session names, if there is one, and finds out what is in force: what
 * was stored, and what is given anew.  False, and a message that says what differs, if that must
 * not change; `*misused` tells whether the command line is to blame.  True, and a message, if there
 * is something to be warned of.
 */
bool session_open(Session *session, const Arguments *given, bool *misused, Message *message);
/* Has it been begun before? */
bool session_is_resumed(const Session *session);
/*
 * Stores what is in force; before that, a new session's file is made.  `input`: the text of the
 * file that is analysed, NULL for one position.  Does nothing without a session.
 */
bool session_begin(Session *session, const char *input, Message *message);
void session_close(Session *session);

#endif
