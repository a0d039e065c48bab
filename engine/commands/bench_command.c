#include "engine/bench.h"
#include "engine/commands/command.h"

#include "bitboard/fen.h"
#include "bitboard/notation.h"

#include <inttypes.h>
#include <stdio.h>

static void on_position(void *context, const Position *pos, const SearchResult *result) {
    int *number = context;
    char fen[FEN_SIZE], move[MOVE_TEXT_SIZE];
    fen_write(pos, fen);
    printf("%2d  %9" PRIu64 "  %-7s  %s\n", ++*number, result->nodes,
           move_write(result->best, move), fen);
    fflush(stdout);
}

static int run(const Arguments *arguments) {
    int64_t depth = BENCH_DEPTH, threads = 1, hash = BENCH_HASH_MIB;
    int number = 0;
    Message message;
    if (!arguments_positional_number(arguments, 0, "DEPTH", 1, MAX_PLY - 1, &depth, &message) ||
        !arguments_positional_number(arguments, 1, "THREADS", 1, MAX_THREADS, &threads, &message) ||
        !arguments_positional_number(arguments, 2, "HASH", 1, 1 << 25, &hash, &message))
        return arguments_refuse(arguments, &message);
    const BenchOptions options = {.depth = (int)depth,
                                  .threads = (int)threads,
                                  .hash_mib = (size_t)hash,
                                  .on_position = on_position,
                                  .context = &number};
    BenchResult result;
    if (!bench_run(&options, &result, &message)) {
        fprintf(stderr, "brindle bench: %s\n", message.text);
        return 1;
    }
    const int64_t time_ms = result.time_ms > 0 ? result.time_ms : 1;
    printf("\n%d positions to depth %d, %.2f s\n", result.positions, options.depth,
           (double)time_ms / 1000);
    printf("%" PRIu64 " nodes %" PRIu64 " nps\n", result.nodes,
           result.nodes * 1000 / (uint64_t)time_ms);
    return 0;
}

static const OptionSpec OPTIONS[] = {{NULL, NULL, NULL}};

const Command COMMAND_BENCH = {
    .name = "bench",
    .positional = "[DEPTH] [THREADS] [HASH]",
    .most_positional = 3,
    .summary = "search fixed positions of both rule sets: a signature and a speed",
    .details =
        "The last line is \"<nodes> nodes <nps> nps\".  With one thread the nodes are the same on every machine.\n"
        "DEPTH is in half-moves, HASH in MiB.",
    .options = OPTIONS,
    .run = run};
