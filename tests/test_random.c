/*
 * Random numbers: the same everywhere, and as even as they claim to be.
 */
#include "tests/support/suite.h"

#include "bitboard/random.h"

/* Outputs of SplitMix64 as its authors' program gives them. */
static void test_published_numbers(void **state) {
    (void)state;
    static const uint64_t of_zero[] = {0xe220a8397b1dcdafu, 0x6e789e6aa1b965f4u,
                                       0x06c45d188009454fu, 0xf88bb8a8724c81ecu};
    static const uint64_t of_1234567[] = {6457827717110365317u, 3203168211198807973u,
                                          9817491932198370423u, 4593380528125082431u,
                                          16408922859458223821u};
    RandomSource zero = {0}, other = {1234567};
    for (size_t i = 0; i < sizeof of_zero / sizeof of_zero[0]; i++)
        assert_true(random_bits(&zero) == of_zero[i]);
    for (size_t i = 0; i < sizeof of_1234567 / sizeof of_1234567[0]; i++)
        assert_true(random_bits(&other) == of_1234567[i]);
}

/* The work of other runs and machines is repeated from these: they may never change. */
static void test_sources_of_pairs(void **state) {
    (void)state;
    enum { PAIRS = 64 };
    uint64_t first[PAIRS * PAIRS];
    for (uint64_t seed = 0; seed < PAIRS; seed++)
        for (uint64_t index = 0; index < PAIRS; index++) {
            RandomSource source = random_source(seed, index), again = random_source(seed, index);
            const uint64_t bits = random_bits(&source);
            assert_true(bits == random_bits(&again));
            for (uint64_t i = 0; i < seed * PAIRS + index; i++)
                assert_true(first[i] != bits);
            first[seed * PAIRS + index] = bits;
        }
    /* By their definition: of the seed's first number, exclusive-or the index, the first number. */
    RandomSource seed = {7}, mixed, pair = random_source(7, 9);
    mixed.state = random_bits(&seed) ^ 9;
    assert_true(pair.state == random_bits(&mixed));
}

static void test_numbers_below_a_bound(void **state) {
    (void)state;
    enum { DRAWS = 6000, MOST = 6 };
    for (uint64_t bound = 1; bound <= MOST; bound++) {
        int count[MOST] = {0};
        RandomSource source = {bound};
        for (int i = 0; i < DRAWS; i++) {
            const uint64_t n = random_number(&source, bound);
            assert_true(n < bound);
            count[n]++;
        }
        for (uint64_t n = 0; n < bound; n++) {
            const int expected = DRAWS / (int)bound;
            assert_in_range(count[n], expected - expected / 8, expected + expected / 8);
        }
    }
}

/*
 * A bound that 2^64 is far from a multiple of: what lies beyond the last multiple is drawn again,
 * where a plain remainder would give the lower half of the numbers twice as often.
 */
static void test_great_bounds_are_fair(void **state) {
    (void)state;
    enum { DRAWS = 3000 };
    const uint64_t bound = UINT64_C(3) << 62, fits = UINT64_C(1) << 63;
    RandomSource source = {1}, plain = {1};
    int lower = 0;
    for (int i = 0; i < DRAWS; i++) {
        const uint64_t n = random_number(&source, bound);
        assert_true(n < bound);
        lower += n < UINT64_C(1) << 62;
        /* Nothing is thrown away where the bound divides 2^64. */
        RandomSource before = plain;
        assert_true(random_number(&plain, fits) == random_bits(&before) % fits);
        assert_true(plain.state == before.state);
    }
    assert_in_range(lower, DRAWS * 30 / 100, DRAWS * 37 / 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_published_numbers),
        cmocka_unit_test(test_sources_of_pairs),
        cmocka_unit_test(test_numbers_below_a_bound),
        cmocka_unit_test(test_great_bounds_are_fair),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
