/*
 * Runs inputs through a fuzz target without a fuzzer: the files and the folders' files of the
 * command line, or standard input.  Folders that are not there hold nothing.
 *
 * Compiled by afl-clang-fast it is a target of AFL++ in persistent mode; with another compiler
 * AFL++ runs it as it is, an input a process.
 */
#include "tests/fuzz/fuzz.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#ifdef __AFL_FUZZ_TESTCASE_LEN
#include <unistd.h>
__AFL_FUZZ_INIT();
#endif

enum { INPUT_MAX = 1 << 22 };

static bool run_stream(FILE *in, const char *name) {
    uint8_t *bytes = malloc(INPUT_MAX);
    const size_t size = bytes != NULL ? fread(bytes, 1, INPUT_MAX, in) : 0;
    const bool good = bytes != NULL && ferror(in) == 0;
    if (good) {
        /* A block of exactly that size: a sanitizer sees a read behind its end. */
        uint8_t *exact = realloc(bytes, size > 0 ? size : 1);
        bytes = exact != NULL ? exact : bytes;
        LLVMFuzzerTestOneInput(bytes, size);
    } else {
        fprintf(stderr, "%s: it cannot be read\n", name);
    }
    free(bytes);
    return good;
}

static bool run_file(const char *path) {
    FILE *in = fopen(path, "rb");
    if (in == NULL) {
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
        return false;
    }
    /* If it ends the program, this is what tells which it was. */
    fprintf(stderr, "%s\n", path);
    const bool good = run_stream(in, path);
    fclose(in);
    return good;
}

static int visible(const struct dirent *entry) {
    return entry->d_name[0] != '.';
}

static bool run_path(const char *path, int *count) {
    struct dirent **entries;
    struct stat about;
    if (stat(path, &about) != 0 && errno == ENOENT)
        return true;
    if (!S_ISDIR(about.st_mode)) {
        ++*count;
        return run_file(path);
    }
    const int found = scandir(path, &entries, visible, alphasort);
    bool good = found >= 0;
    for (int i = 0; i < found; i++) {
        char name[4096];
        snprintf(name, sizeof name, "%s/%s", path, entries[i]->d_name);
        good = run_path(name, count) && good;
        free(entries[i]);
    }
    if (found >= 0)
        free(entries);
    return good;
}

int main(int argc, char **argv) {
#ifdef __AFL_FUZZ_TESTCASE_LEN
    if (argc < 2) {
        __AFL_INIT();
        const unsigned char *shared = __AFL_FUZZ_TESTCASE_BUF;
        while (__AFL_LOOP(10000)) {
            const size_t size = (size_t)__AFL_FUZZ_TESTCASE_LEN;
            uint8_t *bytes = malloc(size > 0 ? size : 1);
            if (bytes == NULL)
                return 1;
            memcpy(bytes, shared, size);
            LLVMFuzzerTestOneInput(bytes, size);
            free(bytes);
        }
        return 0;
    }
#endif
    bool good = argc > 1 || run_stream(stdin, "standard input");
    int count = 0;
    for (int i = 1; i < argc; i++)
        good = run_path(argv[i], &count) && good;
    printf("%d inputs\n", count);
    return good ? 0 : 1;
}
