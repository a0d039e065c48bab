/*
 * A number that tells whether bytes are the same as they were (FNV-1a, by G. Fowler, L. C. Noll and
 * K.-P. Vo, by bytes and by words); no protection against malice.
 */
#ifndef BRINDLE_ENGINE_FINGERPRINT_H
#define BRINDLE_ENGINE_FINGERPRINT_H

#include <stddef.h>
#include <stdint.h>

#define FINGERPRINT_BEGIN UINT64_C(0xcbf29ce484222325)

/* Of what came before and these bytes. */
static inline uint64_t fingerprint_of(uint64_t before, const void *bytes, size_t size) {
    const unsigned char *b = bytes;
    for (size_t i = 0; i < size; i++)
        before = (before ^ b[i]) * UINT64_C(0x100000001b3);
    return before;
}

/*
 * The same of whole words, with an odd multiplier of 64 bits and a shift that brings the upper half
 * down.  Each step loses nothing, so that any change of a single word is noticed for certain.
 */
static inline uint64_t fingerprint_of_words(uint64_t before, const uint64_t *words, size_t count) {
    for (size_t i = 0; i < count; i++) {
        before = (before ^ words[i]) * UINT64_C(0xd6e8feb86659fd93);
        before ^= before >> 32;
    }
    return before;
}

#endif
