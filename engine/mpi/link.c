#include "engine/mpi/link.h"

#include <mpi.h>

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { SHORTEST_US = 50 };

/* What a letter is on its way: its number, then its bytes. */
struct Sending {
    MPI_Request request;
    Sending *next;
    char bytes[];
};

static void *allocate(size_t size) {
    void *memory = malloc(size);
    if (memory == NULL) {
        static const char text[] = "brindle-mpi: no memory for a message\n";
        (void)!write(STDERR_FILENO, text, sizeof text - 1);
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
        abort();
    }
    return memory;
}

void link_open(Link *l, int *argc, char ***argv) {
    int provided;
    *l = (Link){.under_way = NULL};
    /* Workers are threads, too, but only the one that is here now ever calls MPI. */
    MPI_Init_thread(argc, argv, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &l->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &l->ranks);
}

/* Forgets what has been sent.  (A request that is kept in a list is beyond the analyzer, here and
 * in link_send: NOLINTBEGIN(clang-analyzer-optin.mpi.MPI-Checker)) */
static void sweep(Link *l) {
    for (Sending **at = &l->under_way; *at != NULL;) {
        Sending *s = *at;
        int sent = 0;
        MPI_Test(&s->request, &sent, MPI_STATUS_IGNORE);
        if (sent == 0) {
            at = &s->next;
            continue;
        }
        *at = s->next;
        free(s);
    }
}

void link_close(Link *l) {
    for (sweep(l); l->under_way != NULL; sweep(l))
        link_sleep(l, SHORTEST_US);
    MPI_Finalize();
}

void link_send(Link *l, int rank, LetterKind kind, uint64_t number, const Bytes *bytes) {
    const size_t size = bytes != NULL ? bytes->size : 0;
    Sending *s = allocate(sizeof *s + sizeof number + size);
    memcpy(s->bytes, &number, sizeof number);
    if (size > 0)
        memcpy(s->bytes + sizeof number, bytes->data, size);
    MPI_Isend(s->bytes, (int)(sizeof number + size), MPI_BYTE, rank, (int)kind, MPI_COMM_WORLD,
              &s->request);
    s->next = l->under_way;
    l->under_way = s;
    l->letters++;
    l->pause_us = 0;
    sweep(l);
}
/* NOLINTEND(clang-analyzer-optin.mpi.MPI-Checker) */

bool link_receive(Link *l, Letter *letter) {
    MPI_Status status;
    int there = 0, size = 0;
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &status);
    if (there == 0)
        return false;
    MPI_Get_count(&status, MPI_BYTE, &size);
    char *data = allocate((size_t)size + 1);
    MPI_Recv(data, size, MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    *letter = (Letter){.rank = status.MPI_SOURCE, .kind = (LetterKind)status.MPI_TAG};
    memcpy(&letter->number, data, sizeof letter->number);
    letter->bytes.size = (size_t)size - sizeof letter->number;
    memmove(data, data + sizeof letter->number, letter->bytes.size);
    data[letter->bytes.size] = '\0';
    letter->bytes.data = data;
    l->letters++;
    l->pause_us = 0;
    return true;
}

int link_pause_us(Link *l, int longest_us) {
    sweep(l);
    if (l->under_way != NULL || l->pause_us < SHORTEST_US)
        return l->pause_us = SHORTEST_US;
    return l->pause_us = 2 * l->pause_us < longest_us ? 2 * l->pause_us : longest_us;
}

void link_sleep(Link *l, int longest_us) {
    nanosleep(&(struct timespec){0, (long)link_pause_us(l, longest_us) * 1000}, NULL);
}

void link_host(char *name, size_t size) {
    if (gethostname(name, size) != 0)
        name[0] = '\0';
    name[size - 1] = '\0';
}
