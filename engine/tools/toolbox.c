#include "engine/tools/toolbox.h"

#include "engine/book/book_eval.h"
#include "engine/data/datagen.h"
#include "engine/match/match.h"
#include "engine/session/batch_job.h"
#include "engine/spsa/spsa_job.h"
#include "engine/tools/analyse_tools.h"
#include "engine/tools/json_writer.h"

static const Command *const COMMANDS[] = {&COMMAND_MATCH, &COMMAND_SPRT,    &COMMAND_ELO,
                                          &COMMAND_SPSA,  &COMMAND_DATAGEN, &COMMAND_DATA,
                                          &COMMAND_BOOK,  &COMMAND_PEERS,   NULL};

static const JobWork *const WORKS[] = {&MATCH_WORK, &DATAGEN_WORK, &BOOK_EVAL_WORK,
                                       &BATCH_WORK, &SPSA_WORK,    NULL};

const Toolbox TOOLBOX = {.json = &JSON_WRITER,
                         .commands = COMMANDS,
                         .runner = &JOB_RUNNER_THREADS,
                         .works = WORKS,
                         .analyse = analyse_with_tools};
