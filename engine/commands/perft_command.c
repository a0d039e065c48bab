#include "bitboard/notation.h"
#include "engine/commands/command.h"
#include "engine/commands/perft_suite.h"
#include "engine/commands/perft_watch.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    Position pos;
    PerftOptions options;
    PerftResult result;
} PerftJob;

static int count_and_print(PerftJob *job, bool divide) {
    char text[MOVE_TEXT_SIZE];
    Message message;
    int64_t elapsed_us;
    if (!perft_watch(&job->pos, &job->options, &job->result, &elapsed_us, &message)) {
        fprintf(stderr, "brindle perft: %s\n", message.text);
        return interrupted() ? EXIT_INTERRUPTED : 1;
    }
    for (int i = 0; i < job->result.move_count && divide; i++)
        printf("%s: %" PRIu64 "\n", move_write(job->result.moves[i], text), job->result.counts[i]);
    const double seconds = (double)(elapsed_us > 0 ? elapsed_us : 1) / 1e6;
    printf("%sdepth %d, %.3f s, %.1f million nodes/s\n", divide ? "\n" : "", job->options.depth,
           seconds, (double)job->result.nodes / 1e6 / seconds);
    printf("Nodes searched: %" PRIu64 "\n", job->result.nodes);
    return 0;
}

/* ---- The tables ---- */

/* What makes no sense together with them. */
static bool check_suite(const Arguments *a, Message *message) {
    static const char *const others[] = {"--fen", "--moves", "--divide"};
    const bool table = arguments_value(a, "--table") != NULL;
    if (table && arguments_value(a, "--suite") != NULL)
        return message_set(message, "--suite and --table exclude each other");
    if (a->positional_count > 0)
        return message_set(message, "'%.60s': the depths are those of the tables",
                           a->positional[0]);
    if (!table && arguments_value(a, "--variant") != NULL)
        return message_set(message, "--suite counts the tables of all rule sets");
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (arguments_value(a, others[i]) != NULL)
            return message_set(message, "%s makes no sense with tables", others[i]);
    return true;
}

static int run_suite(const Arguments *a, const PerftOptions *options, Message *message) {
    int64_t most = INT64_MAX;
    const char *variant = arguments_value(a, "--variant"), *path = arguments_value(a, "--table");
    const RuleSet *rules = variant != NULL ? rules_find(variant, message) : &RULES[0];
    if (rules == NULL || !check_suite(a, message) ||
        !arguments_number(a, "--most-nodes", 1, INT64_MAX, &most, message))
        return arguments_refuse(a, message);
    const PerftSuite suite = {
        .path = path, .rules = rules, .options = *options, .most_nodes = (uint64_t)most};
    if (perft_suite_run(&suite, message))
        return 0;
    fprintf(stderr, "brindle perft: %s\n", message->text);
    return interrupted() ? EXIT_INTERRUPTED : 1;
}

/* ---- The command ---- */

static bool wants_suite(const Arguments *a) {
    return arguments_value(a, "--suite") != NULL || arguments_value(a, "--table") != NULL;
}

static int run(const Arguments *arguments) {
    int64_t depth = 0, threads = 1, hash = 0;
    Message message;
    if (!arguments_number(arguments, "--threads", 1, PERFT_MAX_THREADS, &threads, &message) ||
        !arguments_number(arguments, "--hash", 0, PERFT_MAX_HASH_MIB, &hash, &message))
        return arguments_refuse(arguments, &message);
    PerftOptions options = {.threads = (int)threads,
                            .hash_mib = (size_t)hash,
                            .make_leaves = arguments_value(arguments, "--make-leaves") != NULL};
    if (wants_suite(arguments))
        return run_suite(arguments, &options, &message);
    message_set(&message, "DEPTH is missing");
    PerftJob *job = calloc(1, sizeof *job);
    if (job != NULL && arguments_value(arguments, "--most-nodes") != NULL)
        message_set(&message, "--most-nodes needs --suite or --table");
    else if (job == NULL)
        message_set(&message, "no memory");
    else if (arguments->positional_count > 0 &&
             arguments_positional_number(arguments, 0, "DEPTH", 0, PERFT_MAX_DEPTH, &depth,
                                         &message) &&
             arguments_position(arguments, &job->pos, &message)) {
        job->options = options;
        job->options.depth = (int)depth;
        const int status = count_and_print(job, arguments_value(arguments, "--divide") != NULL);
        free(job);
        return status;
    }
    free(job);
    return arguments_refuse(arguments, &message);
}

static const OptionSpec OPTIONS[] = {
    {"--variant", "V", "the rule set: wildebeest (default) or standard-wildebeest"},
    {"--fen", "FEN", "the position (default: the array)"},
    {"--moves", "MOVE…", "moves to play first, by coordinates or SAN"},
    {"--divide", NULL, "the count after each move, too"},
    {"--threads", "N", "count on N threads"},
    {"--hash", "MB", "remember counts in a table of that many MiB"},
    {"--make-leaves", NULL, "make and unmake the last moves, instead of counting their list"},
    {"--suite", NULL, "instead of DEPTH: check and time all positions with known counts"},
    {"--table", "FILE", "the same of a file's: FEN ;D1 n ;D2 n …"},
    {"--most-nodes", "N", "of those, no count greater than N"},
    {NULL, NULL, NULL},
};

const Command COMMAND_PERFT = {
    .name = "perft",
    .positional = "[DEPTH]",
    .most_positional = 1,
    .summary = "count the sequences of legal moves of a length, or check known counts",
    .details = "The last line is \"Nodes searched: N\".  With --suite or --table the exit status "
               "is 1 if a count is\nwrong.",
    .options = OPTIONS,
    .run = run};
