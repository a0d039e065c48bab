/*
 * Lets a test program run without some of its tests: those whose names stand, with blanks around
 * them, in the environment's BRINDLE_TESTS_LEFT_OUT.  Linked with --wrap=_cmocka_run_group_tests.
 */
#include "tests/support/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* NOLINTBEGIN(bugprone-reserved-identifier): the linker gives these names */
int __real__cmocka_run_group_tests(const char *group, const struct CMUnitTest *tests, size_t count,
                                   CMFixtureFunction setup, CMFixtureFunction teardown);
int __wrap__cmocka_run_group_tests(const char *group, const struct CMUnitTest *tests, size_t count,
                                   CMFixtureFunction setup, CMFixtureFunction teardown);

int __wrap__cmocka_run_group_tests(const char *group, const struct CMUnitTest *tests, size_t count,
                                   CMFixtureFunction setup, CMFixtureFunction teardown) {
    enum { MOST = 64 };
    struct CMUnitTest chosen[MOST];
    const char *left_out = getenv("BRINDLE_TESTS_LEFT_OUT");
    size_t kept = 0;
    if (count > MOST) {
        fprintf(stderr, "more than %d tests\n", MOST);
        abort();
    }
    for (size_t i = 0; i < count; i++) {
        char name[128];
        snprintf(name, sizeof name, " %s ", tests[i].name);
        if (left_out == NULL || strstr(left_out, name) == NULL)
            chosen[kept++] = tests[i];
    }
    return __real__cmocka_run_group_tests(group, chosen, kept, setup, teardown);
}
/* NOLINTEND(bugprone-reserved-identifier) */
