#include "brindle_version.h"
#include "engine/commands/command.h"
#include "engine/commands/nearest.h"
#include "engine/commands/option_list.h"
#include "engine/protocol/protocol.h"
#include "engine/speed/machine.h"

#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* ---- The commands that need no file of their own, and the table of all ---- */

static int run_uci(const Arguments *arguments);
static int run_xboard(const Arguments *arguments);
static int run_help(const Arguments *arguments);
static int run_version(const Arguments *arguments);
static int run_list_options(const Arguments *arguments);

static const OptionSpec NO_OPTIONS[] = {{NULL, NULL, NULL}};

static const Command COMMAND_UCI = {
    .name = "uci",
    .summary = "speak UCI on standard input and output",
    .details =
        "Its own 'help' lists what it understands.  Without any command the first line of the "
        "input\ndecides between UCI and XBoard.",
    .options = NO_OPTIONS,
    .run = run_uci};
static const Command COMMAND_XBOARD = {
    .name = "xboard",
    .summary = "speak XBoard's protocol (CECP) on standard input and output",
    .details = "Without any command the first line of the input decides between UCI and XBoard.",
    .options = NO_OPTIONS,
    .run = run_xboard};
static const Command COMMAND_HELP = {.name = "help",
                                     .aliases = {"--help", "-h"},
                                     .positional = "[COMMAND]",
                                     .most_positional = 1,
                                     .summary = "all commands, or what one does and its options",
                                     .details = "",
                                     .options = NO_OPTIONS,
                                     .run = run_help};
static const Command COMMAND_VERSION = {.name = "--version",
                                        .aliases = {"version", "-v"},
                                        .summary = "version, compiler, processor",
                                        .details = "",
                                        .options = NO_OPTIONS,
                                        .run = run_version};

static const Command COMMAND_LIST_OPTIONS = {
    .name = "--list-options",
    .summary = "all commands and options as a table, for completions of shells",
    .details = "Fields are separated by tabs: command NAME FILES SUMMARY, action COMMAND NAME "
               "FILES,\noption COMMAND NAME VALUE ACTIONS HELP.",
    .options = NO_OPTIONS,
    .run = run_list_options};

static const Command *const COMMANDS[] = {
    &COMMAND_ANALYSE, &COMMAND_PERFT,   &COMMAND_BENCH,   &COMMAND_SPEEDTEST,   &COMMAND_SCALING,
    &COMMAND_EVAL,    &COMMAND_DIAGRAM, &COMMAND_PLAY,    &COMMAND_PGN,         &COMMAND_UCI,
    &COMMAND_XBOARD,  &COMMAND_HELP,    &COMMAND_VERSION, &COMMAND_LIST_OPTIONS};
enum { COMMAND_COUNT = sizeof COMMANDS / sizeof COMMANDS[0] };

/* ---- Signals: the one mutable global that the house allows ---- */

/* Atomic, as the thread that a signal comes to need not be the one that asks. */
static atomic_int signal_seen;

static void on_signal(int number) {
    atomic_store_explicit(&signal_seen, number, memory_order_relaxed);
}

void interrupts_watch(void) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_signal;
    action.sa_flags = (int)(SA_RESETHAND | SA_RESTART);
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

bool interrupted(void) {
    return atomic_load_explicit(&signal_seen, memory_order_relaxed) != 0;
}

bool interrupts_forgive(void) {
    int seen = SIGINT;
    if (!atomic_compare_exchange_strong(&signal_seen, &seen, 0))
        return false;
    interrupts_watch();
    return true;
}

/* ---- Help ---- */

/* The command at a place in the list of all, the tools' after our own; NULL behind the last. */
static const Command *command_at(const Toolbox *tools, int index) {
    if (index < COMMAND_COUNT)
        return COMMANDS[index];
    return tools == NULL ? NULL : tools->commands[index - COMMAND_COUNT];
}

static void print_overview(const Toolbox *tools, FILE *out) {
    const Command *c;
    fprintf(out, "Brindle %s, an engine for Wildebeest Chess\n\n", BRINDLE_VERSION);
    for (int i = 0; (c = command_at(tools, i)) != NULL; i++)
        fprintf(out, "brindle %-14s %s\n", c->name, c->summary);
    fprintf(out, "\nRule sets (--variant):\n");
    for (int i = 0; i < RULE_SETS; i++)
        fprintf(out, "  %-22s %s\n", RULES[i].name, RULES[i].summary);
}

static void print_command_help(const Command *c) {
    char title[64];
    printf("%s%s%s%s\n\n%s.\n%s\n", command_title(c, title), c->positional != NULL ? " " : "",
           c->positional != NULL ? c->positional : "",
           c->options[0].name != NULL ? " [options]" : "", c->summary, c->details);
    for (const OptionSpec *o = c->options; o->name != NULL; o++) {
        char left[48];
        snprintf(left, sizeof left, "%s%s%s", o->name, o->value_name != NULL ? " " : "",
                 o->value_name != NULL ? o->value_name : "");
        /* "…" takes three bytes and one column. */
        printf("  %-*s %s\n", strstr(left, "…") != NULL ? 22 : 20, left, o->help);
    }
    if (c->more_help != NULL)
        c->more_help();
}

static const Command *find_command(const Toolbox *tools, const char *word) {
    const Command *c;
    for (int i = 0; (c = command_at(tools, i)) != NULL; i++) {
        if (strcmp(c->name, word) == 0)
            return c;
        for (int j = 0; j < 2 && c->aliases[j] != NULL; j++)
            if (strcmp(c->aliases[j], word) == 0)
                return c;
    }
    return NULL;
}

static int refuse_word(const Toolbox *tools, const char *word) {
    Nearest nearest;
    const Command *c;
    nearest_init(&nearest, word);
    for (int i = 0; (c = command_at(tools, i)) != NULL; i++)
        nearest_offer(&nearest, c->name);
    fprintf(stderr, "brindle: there is no command '%.60s'", word);
    if (nearest.best != NULL)
        fprintf(stderr, "; did you mean '%s'?\n", nearest.best);
    else
        fprintf(stderr, "; 'brindle help' lists them\n");
    return EXIT_USAGE;
}

static int run_help(const Arguments *arguments) {
    if (arguments->positional_count == 0) {
        print_overview(arguments->tools, stdout);
        return 0;
    }
    const Command *command = find_command(arguments->tools, arguments->positional[0]);
    if (command == NULL)
        return refuse_word(arguments->tools, arguments->positional[0]);
    print_command_help(command);
    return 0;
}

static int run_uci(const Arguments *arguments) {
    (void)arguments;
    return protocol_run(stdin, stdout, SPEAK_UCI);
}

static int run_xboard(const Arguments *arguments) {
    (void)arguments;
    return protocol_run(stdin, stdout, SPEAK_XBOARD);
}

static int run_version(const Arguments *arguments) {
    (void)arguments;
    printf("Brindle %s\ncompiler: %s\narchitecture: %s, slider attacks by %s\nbuild: %s\n",
           BRINDLE_VERSION, machine_compiler(), BRINDLE_ARCH, attacks_path(), BRINDLE_BUILD_TYPE);
    return 0;
}

static int run_list_options(const Arguments *arguments) {
    const Command *c;
    for (int i = 0; (c = command_at(arguments->tools, i)) != NULL; i++)
        option_list_print(c);
    return 0;
}

static bool asks_for_help(int argc, char *const *argv) {
    for (int i = 0; i < argc; i++)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
            return true;
    return false;
}

/* `argv`: without program and command name. */
static int run_command(const Command *command, int argc, char *const *argv, const Toolbox *tools) {
    char title[64];
    Arguments arguments;
    Message message;
    if (asks_for_help(argc, argv)) {
        print_command_help(command);
        return 0;
    }
    const bool fits = arguments_parse(command, argc, argv, &arguments, &message);
    arguments.tools = tools;
    const int status = fits ? command->run(&arguments) : arguments_refuse(&arguments, &message);
    arguments_free(&arguments);
    if (fflush(stdout) == 0 && ferror(stdout) == 0)
        return status;
    fprintf(stderr, "%s: the output could not be written\n", command_title(command, title));
    return status != 0 ? status : 1;
}

/*
 * Whoever starts a program may have closed standard input, output or error.  The next file that it
 * opens would take that place, and what is printed would go into the user's file.  What stands
 * there instead refuses, as a closed one does.
 */
static void hold_standard_files(void) {
    for (int file = STDIN_FILENO; file <= STDERR_FILENO; file++)
        if (fcntl(file, F_GETFD) < 0)
            (void)open("/dev/null", file == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

int commands_run(int argc, char **argv, const Toolbox *tools) {
    hold_standard_files();
    if (argc < 2)
        return protocol_run(stdin, stdout, SPEAK_AS_ASKED);
    const Command *command = find_command(tools, argv[1]);
    if (command == NULL)
        return refuse_word(tools, argv[1]);
    return run_command(command, argc - 2, argv + 2, tools);
}

int command_run_alone(const Command *command, int argc, char **argv, const Toolbox *tools) {
    hold_standard_files();
    if (argc > 1 && (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-v") == 0))
        return run_version(NULL);
    if (argc == 2 && strcmp(argv[1], COMMAND_LIST_OPTIONS.name) == 0) {
        option_list_print(command);
        return 0;
    }
    return run_command(command, argc > 1 ? argc - 1 : 0, argv + 1, tools);
}
