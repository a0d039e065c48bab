/*
 * Random numbers that are the same everywhere for the same seed.
 */
#ifndef BRINDLE_BITBOARD_RANDOM_H
#define BRINDLE_BITBOARD_RANDOM_H

#include <stdint.h>

typedef struct {
    uint64_t state;
} RandomSource;

/* The next 64 bits: SplitMix64 (G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number
 * generators", 2014). */
static inline uint64_t random_bits(RandomSource *r) {
    uint64_t z = r->state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

/* A source of its own for each pair of numbers. */
static inline RandomSource random_source(uint64_t seed, uint64_t index) {
    RandomSource r = {seed};
    r.state = random_bits(&r) ^ index;
    r.state = random_bits(&r);
    return r;
}

/* 0 … bound - 1, each equally likely. */
static inline uint64_t random_number(RandomSource *r, uint64_t bound) {
    const uint64_t rest = (UINT64_MAX % bound + 1) % bound; /* 2^64 mod bound */
    uint64_t bits;
    do
        bits = random_bits(r);
    while (bits > UINT64_MAX - rest);
    return bits % bound;
}

#endif
