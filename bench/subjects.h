/*
 * The benchmarks, by subject: each function registers those of one file.  `inputs` must outlive
 * them.
 */
#ifndef BRINDLE_BENCH_SUBJECTS_H
#define BRINDLE_BENCH_SUBJECTS_H

#include "bench/inputs.h"

void register_attacks(const Inputs *inputs);
void register_bits(const Inputs *inputs);
void register_book(const Inputs *inputs);
void register_evaluation(const Inputs *inputs);
void register_hash(const Inputs *inputs);
void register_movegen(const Inputs *inputs);
void register_moves(const Inputs *inputs);
void register_picker(const Inputs *inputs);
void register_search(const Inputs *inputs);
void register_see(const Inputs *inputs);
void register_text(const Inputs *inputs);
/* Only in a build with the tuner. */
void register_tuner(const Inputs *inputs);

#endif
