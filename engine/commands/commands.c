#include "brindle_version.h"
#include "engine/commands/command.h"
#include "engine/commands/nearest.h"
#include "engine/protocol/uci.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

static const Command *const COMMANDS[] = {&COMMAND_ANALYSE, &COMMAND_PERFT, &COMMAND_BENCH,
                                          &COMMAND_EVAL};
enum { COMMAND_COUNT = sizeof COMMANDS / sizeof COMMANDS[0] };

/* ---- Signals: the one mutable global that the house allows ---- */

static volatile sig_atomic_t signal_seen;

static void on_signal(int number) {
    (void)number;
    signal_seen = 1;
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
    return signal_seen != 0;
}

/* ---- Help ---- */

static void print_overview(FILE *out) {
    fprintf(out, "Brindle %s, an engine for Wildebeest Chess\n\n", BRINDLE_VERSION);
    fprintf(out, "brindle                    speak UCI on standard input and output\n");
    for (int i = 0; i < COMMAND_COUNT; i++)
        fprintf(out, "brindle %-18s %s\n", COMMANDS[i]->name, COMMANDS[i]->summary);
    fprintf(out, "brindle %-18s %s\n", "help [COMMAND]", "what a command does and its options");
    fprintf(out, "brindle %-18s %s\n\nRule sets (--variant):\n", "--version",
            "version, compiler, processor");
    for (int i = 0; i < RULE_SETS; i++)
        fprintf(out, "  %-22s %s\n", RULES[i].name, RULES[i].summary);
}

static void print_command_help(const Command *c) {
    printf("brindle %s%s%s%s\n\n%s.\n%s\n", c->name, c->positional != NULL ? " " : "",
           c->positional != NULL ? c->positional : "",
           c->options[0].name != NULL ? " [options]" : "", c->summary, c->details);
    for (const OptionSpec *o = c->options; o->name != NULL; o++) {
        char left[48];
        snprintf(left, sizeof left, "%s%s%s", o->name, o->value_name != NULL ? " " : "",
                 o->value_name != NULL ? o->value_name : "");
        /* "…" takes three bytes and one column. */
        printf("  %-*s %s\n", strstr(left, "…") != NULL ? 22 : 20, left, o->help);
    }
}

static const Command *find_command(const char *word) {
    for (int i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(COMMANDS[i]->name, word) == 0 ||
            (COMMANDS[i]->alias != NULL && strcmp(COMMANDS[i]->alias, word) == 0))
            return COMMANDS[i];
    return NULL;
}

static int refuse_word(const char *word) {
    static const char *const others[] = {"help", "uci", "--version", "--help"};
    Nearest nearest;
    nearest_init(&nearest, word);
    for (int i = 0; i < COMMAND_COUNT; i++)
        nearest_offer(&nearest, COMMANDS[i]->name);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        nearest_offer(&nearest, others[i]);
    fprintf(stderr, "brindle: there is no command '%.60s'", word);
    if (nearest.best != NULL)
        fprintf(stderr, "; did you mean '%s'?\n", nearest.best);
    else
        fprintf(stderr, "; 'brindle help' lists them\n");
    return EXIT_USAGE;
}

static int help(int argc, char **argv) {
    if (argc < 1) {
        print_overview(stdout);
        return 0;
    }
    const Command *command = find_command(argv[0]);
    if (command == NULL)
        return refuse_word(argv[0]);
    print_command_help(command);
    return 0;
}

static int print_version(void) {
#if defined(__clang__)
    const char *compiler = "clang " __clang_version__;
#else
    const char *compiler = "gcc " __VERSION__;
#endif
    printf("Brindle %s\ncompiler: %s\narchitecture: %s, slider attacks by %s\nbuild: %s\n",
           BRINDLE_VERSION, compiler, BRINDLE_ARCH, attacks_path(), BRINDLE_BUILD_TYPE);
    return 0;
}

int commands_run(int argc, char **argv, const AnalysisWriter *json) {
    const char *word = argc > 1 ? argv[1] : "uci";
    if (strcmp(word, "uci") == 0)
        return uci_run(stdin, stdout);
    if (strcmp(word, "help") == 0 || strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0)
        return help(argc - 2, argv + 2);
    if (strcmp(word, "--version") == 0 || strcmp(word, "-v") == 0 || strcmp(word, "version") == 0)
        return print_version();
    const Command *command = find_command(word);
    if (command == NULL)
        return refuse_word(word);
    for (int i = 2; i < argc; i++)
        if (strcmp(argv[i], "--help") == 0) {
            print_command_help(command);
            return 0;
        }
    Arguments arguments;
    Message message;
    const bool fits = arguments_parse(command, argc - 2, argv + 2, &arguments, &message);
    arguments.json = json;
    return fits ? command->run(&arguments) : arguments_refuse(&arguments, &message);
}
