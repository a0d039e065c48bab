#include "tests/support/compiled.h"

#include "tests/support/run.h"
#include "tests/support/suite.h"

#include <dlfcn.h>
#include <unistd.h>

/* A build without the tuner has none of these tests. */
#ifdef BRINDLE_CC
const void *compiled_object(const char *source, const char *object, void **library) {
    Run r;
    run(&r, "%s -std=c11 -Wall -Wextra -Wpedantic -Werror -I%s -shared -fPIC -o ./compiled.so %s",
        BRINDLE_CC, BRINDLE_SOURCE, source);
    if (r.status != 0)
        fail_msg("%s", r.err);
    run_free(&r);
    *library = dlopen("./compiled.so", RTLD_NOW | RTLD_LOCAL);
    if (*library == NULL)
        fail_msg("%s", dlerror());
    unlink("compiled.so");
    const void *found = dlsym(*library, object);
    assert_non_null(found);
    return found;
}
#endif
