#include "tests/fuzz/fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "bitboard/movegen.h"

void fuzz_broken(const char *what, const char *file, int line) {
    fprintf(stderr, "%s:%d: it does not hold that %s\n", file, line, what);
    abort();
}

void fuzz_begin(void) {
    static bool begun;
    if (!begun)
        board_init();
    begun = true;
}

uint8_t fuzz_byte(FuzzInput *input) {
    return input->at < input->end ? *input->at++ : 0;
}

unsigned fuzz_number(FuzzInput *input) {
    const unsigned low = fuzz_byte(input);
    return low | (unsigned)fuzz_byte(input) << 8;
}

char *fuzz_text(const FuzzInput *input) {
    const size_t size = (size_t)(input->end - input->at);
    char *text = malloc(size + 1);
    FUZZ_CHECK(text != NULL);
    if (size > 0)
        memcpy(text, input->at, size);
    text[size] = '\0';
    return text;
}

void fuzz_position(FuzzInput *input, int most, Position *pos) {
    const uint8_t choice = fuzz_byte(input);
    position_set_start(pos, &RULES[choice % RULE_SETS]);
    for (int left = choice / RULE_SETS % (most + 1); left > 0; left--) {
        MoveList list;
        Undo undo;
        generate_legal(pos, &list);
        if (list.count == 0)
            return;
        position_make(pos, list.moves[fuzz_byte(input) % list.count], &undo);
    }
}

const char *fuzz_file(const void *bytes, size_t size) {
    static int descriptor = -1;
    static char path[64];
    if (descriptor < 0) {
        descriptor = memfd_create("fuzz", MFD_CLOEXEC);
        FUZZ_CHECK(descriptor >= 0);
        snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
    }
    FUZZ_CHECK(ftruncate(descriptor, 0) == 0);
    for (size_t done = 0; done < size;) {
        const ssize_t got =
            pwrite(descriptor, (const char *)bytes + done, size - done, (off_t)done);
        FUZZ_CHECK(got > 0);
        done += (size_t)got;
    }
    return path;
}
