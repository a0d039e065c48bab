/*
 * The program's commands, each described by a table that parsing, help and error messages are read
 * off.
 */
#ifndef BRINDLE_ENGINE_COMMANDS_COMMAND_H
#define BRINDLE_ENGINE_COMMANDS_COMMAND_H

#include "bitboard/message.h"
#include "engine/analysis/writer.h"
#include "engine/jobs/job.h"

#include <stdint.h>

enum { MAX_OPTIONS = 48, EXIT_USAGE = 2, EXIT_INTERRUPTED = 130 };

typedef struct {
    const char *name; /* "--depth" */
    const char
        *value_name; /* "N"; NULL for a switch; "WORD…": takes all words up to the next option */
    const char *help;
} OptionSpec;

typedef struct Arguments Arguments;
typedef struct ActionSpec ActionSpec; /* engine/commands/action.h */

typedef struct {
    const char *name;
    const char *aliases[2]; /* other spellings, or NULL */
    const char
        *positional; /* as usage shows it: "DEPTH", "[DEPTH] [THREADS] [HASH]", or NULL for none */
    int least_positional, most_positional;
    const char *summary;
    const char *details;              /* a paragraph for its help */
    const OptionSpec *options;        /* ends with a NULL name */
    const ActionSpec *const *actions; /* what its first word may be; NULL: it has none */
    const int *takers;                /* of each option: the bits of the actions that take it */
    void (*more_help)(void);          /* prints what follows the options in its help; may be NULL */
    const char *repeatable[4]; /* options that may be given more than once: arguments_repeated */
    int (*run)(const Arguments *arguments);
    bool alone; /* a program of its own: brindle-NAME, not brindle NAME */
} Command;

/* What the tools library adds to the program. */
typedef struct {
    const AnalysisWriter *json;
    const Command *const *commands; /* ends with NULL */
    const JobRunner *runner;        /* of the commands' long jobs … */
    const JobWork *const *works;    /* … whose units are of these kinds; ends with NULL */
    /* Files and sessions of `brindle analyse`; returns the exit status. */
    int (*analyse)(const Arguments *arguments);
} Toolbox;

/* A command line, taken apart.  Values point into argv. */
struct Arguments {
    const Command *command;
    const char *values[MAX_OPTIONS];       /* by index in the command's options; NULL: not given */
    char *const *more_values[MAX_OPTIONS]; /* for "WORD…" options: all the words … */
    int more_count[MAX_OPTIONS];           /* … and how many */
    const char **positional;               /* the words that belong to no option */
    int positional_count;
    int argc; /* the whole line, without program and command name */
    char *const *argv;
    const Toolbox *tools; /* NULL in a program built without the tools library */
};

/*
 * False, and a message, if `argv` (without program and command name) does not fit the command.
 * arguments_free afterwards, in either case.
 */
bool arguments_parse(const Command *command, int argc, char *const *argv, Arguments *arguments,
                     Message *message);
void arguments_free(Arguments *arguments);
/* The value of an option, "" for a switch that is given; NULL if it is not given. */
const char *arguments_value(const Arguments *arguments, const char *option);
/* The words of a "WORD…" option; returns how many. */
int arguments_words(const Arguments *arguments, const char *option, char *const **words);
/*
 * The words of an option that may be given more than once, in the order of the line: sets `words`
 * and returns how many there are; 0 if it is given `index` times or fewer.
 */
int arguments_repeated(const Arguments *arguments, const char *option, int index,
                       char *const **words);
/* Reads an option's (or a positional's) value as a number, if it is given; otherwise `*number`
 * stays as it is. */
bool arguments_number(const Arguments *arguments, const char *option, int64_t least, int64_t most,
                      int64_t *number, Message *message);
bool arguments_real(const Arguments *arguments, const char *option, double least, double most,
                    double *number, Message *message);
bool arguments_positional_number(const Arguments *arguments, int index, const char *what,
                                 int64_t least, int64_t most, int64_t *number, Message *message);
bool arguments_positional_real(const Arguments *arguments, int index, const char *what,
                               double least, double most, double *number, Message *message);
/* "brindle NAME" or "brindle-NAME".  Returns `text`. */
char *command_title(const Command *command, char text[64]);
/* Prints the command's title and the message to stderr; returns EXIT_USAGE. */
int arguments_refuse(const Arguments *arguments, const Message *message);

/*
 * The position that --variant, --fen and --moves describe.  Commands without one of these options
 * do without it.
 */
bool arguments_position(const Arguments *arguments, Position *pos, Message *message);
/* The same by a rule set that is known otherwise. */
bool arguments_position_by(const Arguments *arguments, const RuleSet *rules, Position *pos,
                           Message *message);
/* The same as the first, with the last of the moves played; MOVE_NONE if there were none. */
bool arguments_position_and_move(const Arguments *arguments, Position *pos, Move *last,
                                 Message *message);

extern const Command COMMAND_ANALYSE, COMMAND_BENCH, COMMAND_DIAGRAM, COMMAND_EVAL, COMMAND_PERFT,
    COMMAND_PGN, COMMAND_PLAY, COMMAND_SCALING, COMMAND_SPEEDTEST;

/*
 * Runs the command that `argv` names; without one, UCI or XBoard on stdin and stdout.  Returns the
 * exit status.  `tools` may be NULL.
 */
int commands_run(int argc, char **argv, const Toolbox *tools);
/* The same for a program that is one command: `argv` holds its options at once. */
int command_run_alone(const Command *command, int argc, char **argv, const Toolbox *tools);

/*
 * Ctrl-C and termination: after interrupts_watch the first signal only sets a flag, which
 * interrupted() tells; a second one ends the program at once.
 */
void interrupts_watch(void);
bool interrupted(void);
/* Forgets a Ctrl-C that only meant what was going on, so that the next one counts again.  False if
 * there was none, or the program is to end (termination, which is not forgiven). */
bool interrupts_forgive(void);

#endif
