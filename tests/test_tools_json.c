/*
 * Analyses as JSON: counts that 32 bits cannot hold come through whole.
 */
#include "tests/support/suite.h"

#include <stdlib.h>

#include <jansson.h>

#include "engine/tools/json_writer.h"
#include "tests/support/long_report.h"

/* The next line of `*text` as an object, which the caller releases. */
static json_t *next_object(char **text) {
    json_error_t error;
    json_t *object = json_loads(*text, JSON_DISABLE_EOF_CHECK, &error);
    if (object == NULL)
        fail_msg("%s in '%.300s'", error.text, *text);
    *text += error.position;
    return object;
}

static void expect_number(const json_t *object, const char *key, int64_t wanted) {
    const json_t *value = json_object_get(object, key);
    assert_true(json_is_integer(value));
    assert_int_equal(json_integer_value(value), wanted);
}

static void test_month(void **state) {
    (void)state;
    char *text = long_report_written(&JSON_WRITER);
    char *rest = text;
    json_t *position = next_object(&rest), *line = next_object(&rest), *end = next_object(&rest);
    assert_string_equal(json_string_value(json_object_get(line, "bound")), "lower");
    expect_number(line, "depth", 61);
    expect_number(line, "seldepth", 102);
    expect_number(line, "nodes", INT64_C(281474976710657));
    expect_number(line, "nps", 108593741);
    expect_number(line, "time_ms", INT64_C(2592000000));
    expect_number(end, "nodes", INT64_C(281474976710657));
    expect_number(end, "time_ms", INT64_C(2592000000));
    json_decref(position);
    json_decref(line);
    json_decref(end);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_month)};
    board_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
