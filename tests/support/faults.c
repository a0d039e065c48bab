#include "tests/support/faults.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <pthread.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "tests/support/run.h"
#include "tests/support/suite.h"

enum { STEP_SECONDS = 120, QUICK_STEPS = 40, FULL_STEPS = 2000 };

/* ---- Which call fails ---- */

static struct {
    atomic_uint kinds; /* 0: none */
    atomic_long left;  /* calls of these kinds until one fails */
    atomic_long failed;
    atomic_int span;
} state;

void faults_arm(unsigned kinds, long number, FaultSpan span) {
    atomic_store(&state.left, number);
    atomic_store(&state.failed, 0);
    atomic_store(&state.span, (int)span);
    atomic_store(&state.kinds, kinds);
}

long faults_disarm(void) {
    atomic_store(&state.kinds, 0);
    return atomic_load(&state.failed);
}

static bool fails(unsigned kind, int error) {
    if ((atomic_load(&state.kinds) & kind) == 0)
        return false;
    const long left = atomic_fetch_sub(&state.left, 1);
    if (left > 1 || (left < 1 && atomic_load(&state.span) == (int)FAULT_ONCE))
        return false;
    atomic_fetch_add(&state.failed, 1);
    errno = error;
    return true;
}

/* ---- Calls: the linker's names for a function that is wrapped, and for what stands before it ----
 */

/* NOLINTBEGIN(bugprone-reserved-identifier) */

#define WRAPPED(type, name, parameters, arguments, kind, error, failure) \
    type __real_##name parameters;                                       \
    type __wrap_##name parameters;                                       \
    type __wrap_##name parameters {                                      \
        return fails(kind, error) ? (failure) : __real_##name arguments; \
    }

WRAPPED(void *, malloc, (size_t size), (size), FAULT_MEMORY, ENOMEM, NULL)
WRAPPED(void *, calloc, (size_t count, size_t size), (count, size), FAULT_MEMORY, ENOMEM, NULL)
WRAPPED(void *, realloc, (void *block, size_t size), (block, size), FAULT_MEMORY, ENOMEM, NULL)
WRAPPED(char *, strdup, (const char *text), (text), FAULT_MEMORY, ENOMEM, NULL)
WRAPPED(char *, strndup, (const char *text, size_t size), (text, size), FAULT_MEMORY, ENOMEM, NULL)
WRAPPED(ssize_t, getline, (char **line, size_t *room, FILE *in), (line, room, in), FAULT_MEMORY,
        ENOMEM, -1)
WRAPPED(FILE *, open_memstream, (char **text, size_t *size), (text, size), FAULT_MEMORY, ENOMEM,
        NULL)
WRAPPED(FILE *, fmemopen, (void *bytes, size_t size, const char *mode), (bytes, size, mode),
        FAULT_MEMORY, ENOMEM, NULL)
WRAPPED(char *, realpath, (const char *path, char *resolved), (path, resolved), FAULT_MEMORY,
        ENOMEM, NULL)
WRAPPED(FILE *, fopen, (const char *path, const char *mode), (path, mode), FAULT_OPEN, ENFILE, NULL)
WRAPPED(FILE *, tmpfile, (void), (), FAULT_OPEN, ENFILE, NULL)
WRAPPED(ssize_t, read, (int file, void *bytes, size_t size), (file, bytes, size), FAULT_READ, EIO,
        -1)
WRAPPED(ssize_t, pread, (int file, void *bytes, size_t size, off_t at), (file, bytes, size, at),
        FAULT_READ, EIO, -1)
WRAPPED(ssize_t, write, (int file, const void *bytes, size_t size), (file, bytes, size),
        FAULT_WRITE, ENOSPC, -1)
WRAPPED(int, ftruncate, (int file, off_t size), (file, size), FAULT_WRITE, EIO, -1)
WRAPPED(int, fflush, (FILE * file), (file), FAULT_WRITE, ENOSPC, EOF)
WRAPPED(int, fsync, (int file), (file), FAULT_SYNC, EIO, -1)
WRAPPED(int, fdatasync, (int file), (file), FAULT_SYNC, EIO, -1)
WRAPPED(int, rename, (const char *from, const char *to), (from, to), FAULT_RENAME, EACCES, -1)
WRAPPED(void *, mmap, (void *at, size_t size, int protection, int flags, int file, off_t offset),
        (at, size, protection, flags, file, offset), FAULT_MAP, ENOMEM, MAP_FAILED)
WRAPPED(int, pipe2, (int ends[2], int flags), (ends, flags), FAULT_PROCESS, EMFILE, -1)
WRAPPED(pid_t, fork, (void), (), FAULT_PROCESS, EAGAIN, -1)

/* The stream is gone, whatever became of what was to be written. */
int __real_fclose(FILE *file);
int __wrap_fclose(FILE *file);
int __wrap_fclose(FILE *file) {
    const bool failed = fails(FAULT_WRITE, ENOSPC);
    const int status = __real_fclose(file);
    if (failed)
        errno = ENOSPC;
    return failed ? EOF : status;
}

/* Says so with what it returns, not in errno. */
int __real_pthread_create(pthread_t *thread, const pthread_attr_t *about, void *(*run)(void *),
                          void *context);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *about, void *(*work)(void *),
                          void *context);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *about, void *(*work)(void *),
                          void *context) {
    const int before = errno;
    if (!fails(FAULT_THREAD, EAGAIN))
        return __real_pthread_create(thread, about, work, context);
    errno = before;
    return EAGAIN;
}

int __real_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...) {
    va_list more;
    va_start(more, flags);
    const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(more, mode_t) : 0;
    va_end(more);
    return fails(FAULT_OPEN, ENFILE) ? -1 : __real_open(path, flags, mode);
}

/* NOLINTEND(bugprone-reserved-identifier) */

/* ---- Libraries that are linked already ---- */

static sqlite3_mem_methods sqlite_memory;

static void *sqlite_malloc(int size) {
    return fails(FAULT_MEMORY, ENOMEM) ? NULL : sqlite_memory.xMalloc(size);
}

static void *sqlite_realloc(void *block, int size) {
    return fails(FAULT_MEMORY, ENOMEM) ? NULL : sqlite_memory.xRealloc(block, size);
}

static void *jansson_malloc(size_t size) {
    return malloc(size);
}

void faults_adopt_libraries(void) {
    assert_int_equal(sqlite3_config(SQLITE_CONFIG_GETMALLOC, &sqlite_memory), SQLITE_OK);
    sqlite3_mem_methods methods = sqlite_memory;
    methods.xMalloc = sqlite_malloc;
    methods.xRealloc = sqlite_realloc;
    assert_int_equal(sqlite3_config(SQLITE_CONFIG_MALLOC, &methods), SQLITE_OK);
    json_set_alloc_funcs(jansson_malloc, free);
}

/* ---- Walking ---- */

/* One step.  Returns whether a call has failed. */
static bool step(const FaultWalk *walk, const char *what, long number) {
    Message message = {""};
    alarm(STEP_SECONDS); /* ends the program: a deadlock is a failure */
    const bool good = walk->run(walk->context, &message);
    const bool hit = faults_disarm() > 0;
    files_limit(-1);
    alarm(0);
    if (!good && message.text[0] == '\0')
        fail_msg("%s, %s %ld: it failed without a message", walk->name, what, number);
    if (!good && !hit && what[0] == 'c')
        fail_msg("%s, without a fault (%ld): %s", walk->name, number, message.text);
    if (walk->look != NULL)
        walk->look(walk->context, good);
    return hit;
}

/* Every one of the first, then one in five. */
static long next_number(long number, long every) {
    return number < every ? number + 1 : number + 1 + number / 5;
}

long faults_walk(const FaultWalk *walk, FaultSpan span) {
    const long every = test_is_full()             ? FULL_STEPS
                       : walk->full_only_from > 0 ? walk->full_only_from
                                                  : QUICK_STEPS;
    long steps = 0;
    for (long number = 1;; number = next_number(number, every)) {
        faults_arm(walk->kinds, number, span);
        steps++;
        if (!step(walk, "call", number))
            return steps;
    }
}

void files_limit(long bytes) {
    struct rlimit limit;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = bytes < 0 ? limit.rlim_max : (rlim_t)bytes;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

long files_walk(const FaultWalk *walk, long most) {
    long steps = 0;
    signal(SIGXFSZ, SIG_IGN);
    for (long bytes = 0; bytes <= most; steps++) {
        files_limit(bytes);
        step(walk, "bytes", bytes);
        bytes += bytes < 16 || test_is_full() ? 1 + bytes / 32 : 1 + bytes / 3;
    }
    return steps;
}

/* ---- Directories of their own ---- */

void faults_walk_both(const FaultWalk *w) {
    scratch_enter();
    const int open_before = open_files();
    const long once = faults_walk(w, FAULT_ONCE), lasting = faults_walk(w, FAULT_FROM_THEN_ON);
    assert_int_equal(open_files(), open_before);
    assert_true(once >= 1 && lasting >= 1);
    scratch_leave();
}

void faults_walk_lengths(const FaultWalk *w, long most) {
    scratch_enter();
    const int open_before = open_files();
    assert_true(files_walk(w, most) > 10);
    assert_int_equal(open_files(), open_before);
    scratch_leave();
}
