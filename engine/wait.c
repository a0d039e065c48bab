#include "engine/wait.h"

#include <errno.h>
#include <time.h>

bool wait_milliseconds(pthread_cond_t *condition, pthread_mutex_t *mutex, int milliseconds) {
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += milliseconds / 1000;
    until.tv_nsec += (long)(milliseconds % 1000) * 1000000;
    if (until.tv_nsec >= 1000000000) {
        until.tv_sec++;
        until.tv_nsec -= 1000000000;
    }
    return pthread_cond_clockwait(condition, mutex, CLOCK_MONOTONIC, &until) != ETIMEDOUT;
}
