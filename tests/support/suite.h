/*
 * What every cmocka program of ours includes first.
 */
#ifndef BRINDLE_TESTS_SUPPORT_SUITE_H
#define BRINDLE_TESTS_SUPPORT_SUITE_H

/* cmocka.h wants these before it, in any order. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/support/bridge.h"
#include "tests/support/samples.h"

#endif
