/*
 * A few threads that do numbered pieces of one task together.
 *
 * Which thread does which piece depends on chance; what comes out must not: a piece writes only
 * what belongs to its number, and whoever adds the pieces up does so in the order of numbers.
 */
#ifndef BRINDLE_TUNE_CREW_H
#define BRINDLE_TUNE_CREW_H

#include "bitboard/message.h"

typedef struct Crew Crew;

/* Does piece `index`; `member` (0 … members - 1) is the thread's number, for what it keeps to
 * itself. */
typedef void (*CrewTask)(void *context, int index, int member);

/* The calling thread is one of the members.  NULL, and a message, if threads cannot be had. */
Crew *crew_new(int members, Message *message);
void crew_free(Crew *crew);
int crew_members(const Crew *crew);

/* Does the pieces 0 … count - 1 and returns when all are done.  Pieces are begun in the order of
 * their numbers. */
void crew_run(Crew *crew, CrewTask task, void *context, int count);

#endif
