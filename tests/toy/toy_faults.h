/*
 * All the ways in which the toy engine can go wrong.
 */
#ifndef BRINDLE_TESTS_TOY_FAULTS_H
#define BRINDLE_TESTS_TOY_FAULTS_H

#include "tests/toy/toy.h"

/* The switch is set; for the faults that are not bound to a move. */
bool fault_set(const Toy *toy, Fault fault);
/* The fault is set, and the present move of the present game is one at which it strikes. */
bool fault_strikes(Toy *toy, Fault fault);
/* "isready" and "ping" are not to be answered. */
bool fault_withholds_ready(const Toy *toy);

/* Ends the process some time from now, however stuck it is, so that no test leaves it behind. */
void faults_limit_life(const Toy *toy);
/* Neither reads nor writes until killed. */
_Noreturn void faults_hang(const Toy *toy);

/* At the start of the process; false if it is to fail at once. */
bool faults_at_start(Toy *toy);
/*
 * Before an answer: crashes, leaves, falls silent or floods, as set.  False if no answer is to
 * follow.
 */
bool faults_before_answer(Toy *toy);
/* Lines of thinking that no engine ought to write. */
void faults_bad_info(Toy *toy);

#endif
