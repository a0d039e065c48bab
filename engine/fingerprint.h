/*
 * A number that tells whether bytes are the same as they were (FNV-1a, by G. Fowler, L. C. Noll and
 * K.-P. Vo); no protection against malice.
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

#endif
