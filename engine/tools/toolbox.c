#include "engine/tools/toolbox.h"

#include "engine/book/book_audit.h"
#include "engine/book/book_expand.h"
#include "engine/book/book_suite.h"
#include "engine/data/datagen.h"
#include "engine/match/match.h"
#include "engine/session/batch_job.h"
#include "engine/spsa/spsa_job.h"
#include "engine/tools/analyse_tools.h"
#include "engine/tools/json_writer.h"

static const Command *const COMMANDS[] = {&COMMAND_MATCH, &COMMAND_SPRT,    &COMMAND_ELO,
                                          &COMMAND_SPSA,  &COMMAND_DATAGEN, &COMMAND_DATA,
                                          &COMMAND_BOOK,  &COMMAND_PEERS,   NULL};

static const JobKind *const JOBS[] = {&MATCH_JOB,      &DATAGEN_JOB, &EXPAND_JOB, &SUITE_JOB,
                                      &BOOK_AUDIT_JOB, &BATCH_JOB,   &SPSA_JOB,   NULL};

const Toolbox TOOLBOX = {.json = &JSON_WRITER,
                         .commands = COMMANDS,
                         .runner = &JOB_RUNNER_THREADS,
                         .jobs = JOBS,
                         .analyse = analyse_with_tools};
