/*
 * What the workers of a match share, on its way to other processes: the words of the command line,
 * which are read there by the same code, and what probing has found out about the engines, so that
 * they are started once and not once in each process.
 *
 * Those processes enter the directory of the match, as engines and files may be named from there,
 * and hold the openings that they find against those of the owner.
 */
#ifndef BRINDLE_ENGINE_MATCH_MATCH_SETUP_H
#define BRINDLE_ENGINE_MATCH_MATCH_SETUP_H

#include "engine/jobs/setup_text.h"
#include "engine/match/match_config.h"
#include "engine/match/word_list.h"

/* `config` is probed. */
bool match_setup_put(const MatchConfig *config, const Openings *openings, FILE *out,
                     Message *message);
/*
 * The other end.  `config` points into `arguments`, and these into `words`.  False, and a message,
 * if that cannot be done here; all four are to be cleared and freed in either case.
 */
bool match_setup_take(SetupText *text, WordList *words, Arguments *arguments, MatchConfig *config,
                      Openings **openings, Message *message);

/* For MATCH_WORK, whose setup is a MatchSetup. */
bool match_setup_write(const void *setup, FILE *out, Message *message);
void *match_setup_read(const Bytes *bytes, Message *message);
void match_setup_free(void *setup);

#endif
