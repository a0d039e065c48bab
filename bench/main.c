/*
 * brindle-bench: the micro-benchmarks, and the comparison of two builds.
 *
 *   brindle-bench [--benchmark_filter=REGEX …]     Google Benchmark's own options
 *   brindle-bench compare A B                      see its --help
 */
#include "bench/check.h"
#include "bench/compare.h"
#include "bench/shim.h"
#include "bench/subjects.h"

#include "brindle_version.h"
#include "engine/speed/machine.h"

#include <stdio.h>
#include <string.h>

enum { CHECKS_PER_SQUARE = 100, CHECK_SEED = 1 };

static void register_all(const Inputs *inputs) {
    register_attacks(inputs);
    register_bits(inputs);
    register_moves(inputs);
    register_movegen(inputs);
    register_see(inputs);
    register_evaluation(inputs);
    register_hash(inputs);
    register_picker(inputs);
    register_search(inputs);
    register_book(inputs);
    register_text(inputs);
    register_tuner(inputs);
}

int main(int argc, char **argv) {
    Message message = {"no memory"};
    board_init();
    if (argc > 1 && strcmp(argv[1], "compare") == 0)
        return command_run_alone(&COMMAND_COMPARE, argc - 1, argv + 1, NULL);
    Inputs *inputs = inputs_new();
    if (inputs == NULL || !check_alternatives(CHECKS_PER_SQUARE, CHECK_SEED, &message)) {
        fprintf(stderr, "brindle-bench: %s\n", message.text);
        inputs_free(inputs);
        return 1;
    }
    register_all(inputs);
    const char *const notes[] = {"brindle",          BRINDLE_VERSION, "compiler",
                                 machine_compiler(), "flags",         machine_flags(),
                                 "slider_attacks",   attacks_path(),  NULL};
    const int status = bench_main(argc, argv, notes);
    inputs_free(inputs);
    return status;
}
