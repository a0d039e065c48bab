/*
 * Binary files for fuzzers: a good one, changed in some places, with checksums that fit again.  A
 * fuzzer cannot guess a checksum, and what stands behind it would never be reached.
 */
#ifndef BRINDLE_TESTS_FUZZ_EDITS_H
#define BRINDLE_TESTS_FUZZ_EDITS_H

#include "tests/fuzz/fuzz.h"

/* Bytes of a file, malloced. */
typedef struct {
    uint8_t *bytes;
    size_t size;
} EditedFile;

/*
 * The file that an input describes.  If its first byte is even, the rest is the file; if it is odd,
 * the file is `base` with changes: each is a place (two bytes), a count (one), and so many bytes,
 * which are put there; with a count of 0, the file ends there, and 255 repeats what is in front of
 * it.  Where another bit of the first byte says so, `seal` puts the checksums right.
 */
EditedFile edited_file(const uint8_t *bytes, size_t size, const EditedFile *base,
                       void (*seal)(EditedFile *file));

/* A word of 64 bits of the file, lowest byte first. */
uint64_t edited_word(const EditedFile *file, size_t word);
void edited_set_word(EditedFile *file, size_t word, uint64_t value);

/* All of a file that the program has just written, and which is removed. */
EditedFile edited_take(const char *path);

#endif
