#include "engine/jobs/intake.h"

#include <stdlib.h>

void intake_take(Intake *in, Finished *finished, int count) {
    bool accepted = !in->refused;
    Message why;
    for (int i = 0; i < count; i++) {
        if (accepted)
            accepted = in->kind->accept(in->owner, finished[i].number, &finished[i].bytes, &why);
        free(finished[i].bytes.data);
    }
    if (count > 0 && accepted)
        accepted = in->kind->commit(in->owner, &why);
    if (!accepted && !in->refused) { /* more telling than whatever ended a worker */
        in->refused = in->failed = true;
        *in->message = why;
    }
}

void intake_fail(Intake *in, const Message *message) {
    if (in->failed)
        return;
    in->failed = true;
    *in->message = *message;
}
