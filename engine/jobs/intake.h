/*
 * How results come to a job's owner, whoever runs the job.
 */
#ifndef BRINDLE_ENGINE_JOBS_INTAKE_H
#define BRINDLE_ENGINE_JOBS_INTAKE_H

#include "engine/jobs/job.h"

typedef struct {
    uint64_t number;
    Bytes bytes;
} Finished;

typedef struct {
    const JobKind *kind;
    void *owner;
    bool failed;  /* with `message`: the job cannot go on */
    bool refused; /* the owner could not take results in: no more are offered */
    Message *message;
} Intake;

/* Has the owner accept and commit them.  Every result is freed, whatever happens. */
void intake_take(Intake *intake, Finished *finished, int count);
/* The job has failed elsewhere; what failed first is what the message says. */
void intake_fail(Intake *intake, const Message *message);

#endif
