#include "engine/jobs/cores.h"

#include <pthread.h>
#include <unistd.h>

#ifdef __linux__
#include <sched.h>

int cores_count(void) {
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0)
        return 1;
    const int count = CPU_COUNT(&allowed);
    return count > 0 ? count : 1;
}

bool cores_pin_thread(int index) {
    cpu_set_t allowed, one;
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0 || CPU_COUNT(&allowed) == 0)
        return false;
    int left = index % CPU_COUNT(&allowed);
    for (size_t core = 0; core < CPU_SETSIZE; core++)
        if (CPU_ISSET(core, &allowed) && left-- == 0) {
            CPU_ZERO(&one);
            CPU_SET(core, &one);
            return pthread_setaffinity_np(pthread_self(), sizeof one, &one) == 0;
        }
    return false;
}

#else

int cores_count(void) {
    const long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 ? (int)count : 1;
}

bool cores_pin_thread(int index) {
    (void)index;
    return false;
}

#endif
