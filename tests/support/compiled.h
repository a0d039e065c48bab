/*
 * Sources that a program under test has written: what a compiler makes of them.
 */
#ifndef BRINDLE_TESTS_SUPPORT_COMPILED_H
#define BRINDLE_TESTS_SUPPORT_COMPILED_H

/*
 * Compiles a source of the current directory, with all warnings as errors, and loads it.  Returns
 * the object of a name in it, and in `library` what dlclose wants; the test fails if that fails.
 * Only for test_tune_*.c.
 */
const void *compiled_object(const char *source, const char *object, void **library);

#endif
