/*
 * Calls that fail when a test says so: memory, files, threads, pipes.
 *
 * A program that is linked with faults (tests/CMakeLists.txt: --wrap) counts its calls of malloc,
 * fopen, pthread_create … and lets one of them fail as the system would.  An operation is walked by
 * letting its first such call fail, then its second, and so on, until it ends without having come
 * to the call that was to fail.  SQLite's and Jansson's memory is counted, too.
 *
 * What stdio writes in its own time is not seen; files_limit makes that fail.
 */
#ifndef BRINDLE_TESTS_SUPPORT_FAULTS_H
#define BRINDLE_TESTS_SUPPORT_FAULTS_H

#include "bitboard/message.h"

#include <stddef.h>

enum {
    FAULT_MEMORY = 1,
    FAULT_OPEN = 2,  /* ENFILE */
    FAULT_READ = 4,  /* EIO */
    FAULT_WRITE = 8, /* ENOSPC; flushes and closes count as writes */
    FAULT_SYNC = 16, /* EIO */
    FAULT_RENAME = 32,
    FAULT_MAP = 64,
    FAULT_THREAD = 128,
    FAULT_PROCESS = 256, /* pipes and children */
    FAULT_ALL = 511
};

/* How often: the one call, or that call and all of these kinds behind it. */
typedef enum { FAULT_ONCE, FAULT_FROM_THEN_ON } FaultSpan;

/* The call number `number` of these kinds, from 1, is to fail. */
void faults_arm(unsigned kinds, long number, FaultSpan span);
/* No call fails any more; returns how many have. */
long faults_disarm(void);
/* Lets SQLite and Jansson ask for memory here.  Before either is used. */
void faults_adopt_libraries(void);

typedef struct {
    const char *name;
    unsigned kinds;
    /* Does it, from the beginning to the end, and leaves nothing behind.  False and a message if it
     * failed. */
    bool (*run)(void *context, Message *message);
    /* Looks at what is left in the current directory, with no more faults; may be NULL.  `good`:
     * what `run` returned. */
    void (*look)(void *context, bool good);
    void *context;
    int full_only_from; /* of quick tests: so many calls are walked; 0: a default */
} FaultWalk;

/*
 * Walks an operation.  The test fails if a step crashes, hangs, fails without a message, or if the
 * operation fails without a fault.  Quick tests walk the first calls one by one and then fewer and
 * fewer; full ones walk them all.  Returns how many steps were taken.
 */
long faults_walk(const FaultWalk *walk, FaultSpan span);

/* No file may grow beyond that many bytes: writing fails as on a full disk (EFBIG).  -1: no limit.
 */
void files_limit(long bytes);
/* The same walk with the limit at 0, 1, 2 … bytes by growing steps up to `most`. */
long files_walk(const FaultWalk *walk, long most);

/* Both ways of failing, or lengths, in a directory of their own; no file may stay open. */
void faults_walk_both(const FaultWalk *walk);
void faults_walk_lengths(const FaultWalk *walk, long most);

#endif
