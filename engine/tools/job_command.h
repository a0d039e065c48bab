/*
 * What the commands that run long jobs have in common: a command line that is stored in the job's
 * database, so that `--resume FILE` is all that is needed to go on.
 *
 * Such a command has the options --config, --db and --resume.
 */
#ifndef BRINDLE_ENGINE_TOOLS_JOB_COMMAND_H
#define BRINDLE_ENGINE_TOOLS_JOB_COMMAND_H

#include "engine/commands/command.h"
#include "engine/match/database.h"
#include "engine/match/word_list.h"

#include <limits.h>
#include <stdio.h>

typedef struct {
    const Command *command;
    const JobRunner *runner;
    const DatabaseKind *kind;
    const char *const
        *changeable;     /* options that may be given anew with --resume; ends with NULL */
    WordList words;      /* the command line, with what its JSON file says */
    Arguments arguments; /* these words, taken apart */
    Database *store;
    char db_file[PATH_MAX];
} JobCommand;

/*
 * Collects the words of a command line, and of the file that --config names, and takes them apart.
 * False, and a message, if they do not fit the command.
 */
bool job_command_read(JobCommand *job, const Arguments *given, Message *message);
/*
 * Creates the database, by the name that --db gives or one of command, date and time.  It holds
 * the words, the directory, the version, and `more` (up to a NULL key; may be NULL).
 */
bool job_command_create(JobCommand *job, const DatabaseEntry *more, Message *message);

/* False, and a message, if an option is given that must not change from run to run. */
bool job_command_check_resume(const JobCommand *job, const Arguments *given, Message *message);
/* Opens the database that --resume names, takes the words in it apart, and enters the directory in
 * which they were typed. */
bool job_command_open(JobCommand *job, const Arguments *given, Message *message);
/* Warns on stderr if another version of the program began the job; `why` says what may differ. */
void job_command_warn_of_version(const JobCommand *job, const char *why);

/* Prints `before` and, below it, the command that goes on with the job. */
void job_command_print_resume(FILE *out, const JobCommand *job, const char *before);
/* Prints the words that describe an engine, for the help of the command; `options` take them. */
void job_command_print_engine_words(const char *options);
/* Closes and frees what is in it. */
void job_command_clear(JobCommand *job);

#endif
