/*
 * Published opening books: a probe, and two books merged into one.
 *
 * The books are made of random entries in the directory TMPDIR (/tmp without it), and have no name
 * there once they are open.
 */
#include "bench/sample_times.h"
#include "bench/shim.h"
#include "bench/subjects.h"

#include "bitboard/random.h"
#include "engine/wbook/wbook_merge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PROBES = 1000000, PROBES_EACH = 1000, MOST_FOUND = 64, PATH_SIZE = 4096, MILLION = 1000000 };

static FILE *new_file(char path[PATH_SIZE]) {
    const char *dir = getenv("TMPDIR");
    const int n = snprintf(path, PATH_SIZE, "%s/brindle-bench-XXXXXX", dir != NULL ? dir : "/tmp");
    const int fd = n > 0 && n < PATH_SIZE ? mkstemp(path) : -1;
    return fd < 0 ? NULL : fdopen(fd, "w+b");
}

/* The keys lie as far from each other as random ones do in the mean. */
static bool write_entries(WbookWriter *writer, uint64_t entries, uint64_t seed, Message *message) {
    const uint64_t gap = UINT64_MAX / entries;
    RandomSource random = random_source(seed, entries);
    uint64_t key = 0;
    for (uint64_t i = 0; i < entries; i++) {
        key += gap / 2 + random_number(&random, gap / 2 + 1);
        const WbookEntry entry = {.key = key,
                                  .move = (Move)random_number(&random, 1 << BOOK_MOVE_BITS),
                                  .weight = (int)random_number(&random, WBOOK_WEIGHT_MAX + 1),
                                  .learn = SCORE_NONE};
        if (!wbook_writer_add(writer, &entry, message))
            return false;
    }
    return wbook_writer_finish(writer, message);
}

static Wbook *make_book(uint64_t entries, uint64_t seed, Message *message) {
    char path[PATH_SIZE];
    Wbook *book = NULL;
    FILE *file = new_file(path);
    if (file == NULL) {
        message_set(message, "no file can be made in TMPDIR");
        return NULL;
    }
    WbookWriter *writer = wbook_writer_new(file, path, &RULES[0], "benchmark", message);
    const bool written = writer != NULL && write_entries(writer, entries, seed, message);
    wbook_writer_free(writer);
    if (fclose(file) == 0 && written)
        book = wbook_open(path, message);
    unlink(path);
    return book;
}

/* Half of the keys are in the book.  All of its blocks have been touched by the end. */
static bool make_keys(const Wbook *book, uint64_t *keys, Message *message) {
    RandomSource random = random_source(7, 0);
    const uint64_t entries = wbook_entries(book);
    WbookEntry entry;
    for (uint64_t i = 0; i < entries; i++)
        if (!wbook_entry(book, i, &entry, message))
            return false;
    for (int i = 0; i < PROBES; i++) {
        if (!wbook_entry(book, random_number(&random, entries), &entry, message))
            return false;
        keys[i] = i % 2 == 0 ? entry.key : random_bits(&random);
    }
    return true;
}

static uint64_t probe(const Wbook *book, uint64_t key) {
    WbookEntry found[MOST_FOUND];
    Message message;
    int count = 0;
    wbook_find(book, key, found, MOST_FOUND, &count, &message);
    return (uint64_t)count;
}

/* Each probe timed by itself: with what reading the clock twice costs. */
static double median_probe(const Wbook *book, const uint64_t *keys, int64_t *times) {
    for (int i = 0; i < PROBES; i++) {
        const int64_t before = sample_now();
        bench_keep(probe(book, keys[i]));
        times[i] = sample_now() - before;
    }
    sample_sort(times, PROBES);
    const int64_t median = times[PROBES / 2];
    return (double)median;
}

static void time_probes(BenchState *state, const void *context) {
    Message message = {"no memory"};
    uint64_t *keys = malloc(PROBES * sizeof *keys);
    int64_t *times = malloc(PROBES * sizeof *times);
    Wbook *book = make_book((uint64_t)bench_argument(state) * MILLION, 1, &message);
    (void)context;
    if (keys == NULL || times == NULL || book == NULL || !make_keys(book, keys, &message)) {
        bench_skip(state, message.text);
    } else {
        int at = 0;
        bench_counter(state, "median_ns", median_probe(book, keys, times));
        while (bench_loop(state, PROBES_EACH)) {
            for (int i = 0; i < PROBES_EACH; i++)
                bench_keep(probe(book, keys[at + i]));
            at = (at + PROBES_EACH) % PROBES;
        }
    }
    wbook_close(book);
    free(keys);
    free(times);
}

/* ---- Merging ---- */

/* The most memory that the process has held since peak_reset, in MiB; 0 if nobody says. */
static void peak_reset(void) {
    FILE *file = fopen("/proc/self/clear_refs", "w");
    if (file != NULL) {
        fputs("5", file);
        fclose(file);
    }
}
static double peak_mib(void) {
    char line[256];
    double kib = 0;
    FILE *file = fopen("/proc/self/status", "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        if (strncmp(line, "VmHWM:", 6) == 0)
            kib = strtod(line + 6, NULL);
    if (file != NULL)
        fclose(file);
    return kib / 1024;
}

static bool merge(Wbook *const *books, Message *message) {
    char path[PATH_SIZE];
    WbookMergeState merged = {0};
    FILE *file = new_file(path);
    if (file == NULL)
        return message_set(message, "no file can be made in TMPDIR");
    WbookWriter *writer = wbook_writer_new(file, path, &RULES[0], "merged", message);
    const bool done = writer != NULL &&
                      wbook_merge(books, 2, writer, &merged, NULL, NULL, message) &&
                      wbook_writer_finish(writer, message);
    wbook_writer_free(writer);
    fclose(file);
    unlink(path);
    return done;
}

static void time_merge(BenchState *state, const void *context) {
    Message message = {"no memory"};
    const uint64_t entries = (uint64_t)bench_argument(state) * MILLION;
    Wbook *const books[2] = {make_book(entries, 1, &message), make_book(entries, 2, &message)};
    bool good = books[0] != NULL && books[1] != NULL;
    (void)context;
    if (good) {
        wbook_release_before(books[0], entries);
        wbook_release_before(books[1], entries);
        peak_reset();
        while (bench_loop(state, 1))
            good = good && merge(books, &message);
        bench_counter(state, "peak_MiB", peak_mib());
    }
    if (!good)
        bench_skip(state, message.text);
    wbook_close(books[0]);
    wbook_close(books[1]);
}

void register_book(const Inputs *inputs) {
    (void)inputs;
    BenchCase *probes = bench_register("book/probe", time_probes, NULL);
    bench_name_argument(probes, "million");
    bench_add_argument(probes, 10);
    BenchCase *merging = bench_register("book/merge", time_merge, NULL);
    bench_name_argument(merging, "million");
    bench_in_milliseconds(merging);
    bench_add_argument(merging, 20);
}
