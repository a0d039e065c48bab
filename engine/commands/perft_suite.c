#include "engine/commands/perft_suite.h"

#include "bitboard/fen.h"
#include "engine/commands/perft_watch.h"
#include "engine/speed/perft_table.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const PerftSuite *suite;
    PerftLine line;
    PerftResult result;
    int positions, wrong; /* so far */
    uint64_t nodes;
    int64_t elapsed_us;
} SuiteRun;

static double million_a_second(uint64_t nodes, int64_t elapsed_us) {
    return (double)nodes / (double)(elapsed_us > 0 ? elapsed_us : 1);
}

/* All depths of the position that are small enough. */
static bool count_position(SuiteRun *run, Message *message) {
    const PerftLine *line = &run->line;
    char fen[FEN_SIZE];
    uint64_t nodes = 0;
    int64_t elapsed_us = 0;
    int deepest = 0, wrong = 0;
    fen_write(&line->pos, fen);
    for (int i = 0; i < line->count && line->nodes[i] <= run->suite->most_nodes; i++) {
        PerftOptions options = run->suite->options;
        int64_t us;
        options.depth = line->depth[i];
        if (!perft_watch(&line->pos, &options, &run->result, &us, message))
            return false;
        nodes += run->result.nodes;
        elapsed_us += us;
        deepest = line->depth[i];
        if (run->result.nodes == line->nodes[i])
            continue;
        wrong = 1;
        printf("WRONG: depth %d: %" PRIu64 " nodes, and should be %" PRIu64 ": %s\n", deepest,
               run->result.nodes, line->nodes[i], fen);
    }
    run->positions++;
    run->wrong += wrong;
    run->nodes += nodes;
    run->elapsed_us += elapsed_us;
    printf("%3d  depth %d %12" PRIu64 " %8.1f M nodes/s  %s\n", run->positions, deepest, nodes,
           million_a_second(nodes, elapsed_us), fen);
    fflush(stdout);
    return true;
}

static bool count_line(SuiteRun *run, const char *text, const RuleSet *rules, Message *message) {
    return perft_line_read(text, rules, &run->line, message) && count_position(run, message);
}

static bool count_file(SuiteRun *run, Message *message) {
    char line[PERFT_LINE_SIZE];
    Message why = {""};
    const char *path = run->suite->path;
    FILE *in = fopen(path, "r");
    if (in == NULL)
        return message_set(message, "--table %s: %s", path, strerror(errno));
    bool well = true;
    for (int number = 1; well && fgets(line, sizeof line, in) != NULL; number++) {
        if (line[0] == '#' || line[strspn(line, " \t\r\n")] == '\0')
            continue;
        well = count_line(run, line, run->suite->rules, &why) ||
               message_set(message, "--table %s, line %d: %s", path, number, why.text);
    }
    if (well && ferror(in) != 0)
        well = message_set(message, "--table %s: %s", path, strerror(errno));
    fclose(in);
    return well;
}

static bool count_own(SuiteRun *run, Message *message) {
    for (int r = 0; r < RULE_SETS; r++) {
        printf("%s\n", RULES[r].name);
        for (int i = 0; PERFT_TABLES[r][i] != NULL; i++)
            if (!count_line(run, PERFT_TABLES[r][i], &RULES[r], message))
                return false;
    }
    return true;
}

bool perft_suite_run(const PerftSuite *suite, Message *message) {
    SuiteRun *run = calloc(1, sizeof *run);
    if (run == NULL)
        return message_set(message, "no memory");
    run->suite = suite;
    bool well = suite->path != NULL ? count_file(run, message) : count_own(run, message);
    if (well && run->positions == 0)
        well = message_set(message, "--table %s: there is no position in it", suite->path);
    if (well) {
        printf("%d positions, %d wrong, %.3f s, %.1f million nodes/s\n", run->positions, run->wrong,
               (double)run->elapsed_us / 1e6, million_a_second(run->nodes, run->elapsed_us));
        printf("Nodes searched: %" PRIu64 "\n", run->nodes);
        if (run->wrong > 0)
            well = message_set(message, "%d of %d positions are wrong", run->wrong, run->positions);
    }
    free(run);
    return well;
}
