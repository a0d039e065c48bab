/*
 * What the `data` command's actions (info, cat, merge, …) share.
 */
#ifndef BRINDLE_ENGINE_TOOLS_DATA_ACTION_H
#define BRINDLE_ENGINE_TOOLS_DATA_ACTION_H

#include "engine/commands/action.h"
#include "engine/commands/output_file.h"
#include "engine/commands/reading_progress.h"
#include "engine/data/data_file.h"

typedef struct {
    const Arguments *arguments;
    const char *const *files; /* behind the action's name */
    int file_count;
    ReadingProgress progress;
    uint64_t games;  /* read */
    uint64_t faults; /* told of; they make the exit status 1 */
} DataTask;

typedef struct {
    ActionSpec spec; /* first, so that the one found leads to the whole */
    int first_input; /* of the files, for the progress */
    /* Does it all.  False, and a message, if it could not; `*misused` if the command line is to
     * blame. */
    bool (*run)(DataTask *task, bool *misused, Message *message);
} DataAction;

extern const DataAction DATA_INFO, DATA_CAT, DATA_MERGE, DATA_SPLIT, DATA_CHECK, DATA_IMPORT,
    DATA_EXPORT;

/* What is done with each game; false, and a message, ends it. */
typedef bool (*DataTake)(void *context, DataGame *game, Message *message);

typedef struct {
    bool heads_only; /* `take` sees game->head alone */
    /* Told of what is broken, and reading goes on behind it; NULL: it ends there. */
    void (*on_damage)(void *context, const char *text);
} DataReading;

/*
 * Reads a file from its first game to its last, with progress.  False, and a message, if it cannot
 * be read or is broken, `take` gave up or a signal came.  `*torn`, if not NULL, receives the bytes
 * of a block at the end that was never finished.
 */
bool data_task_read(DataTask *task, const char *file, const DataReading *reading, DataTake take,
                    void *context, int64_t *torn, Message *message);
/* Prints a line to stderr, clear of the progress, and counts it. */
void data_task_fault(DataTask *task, const char *text);

/* A new file of games, which is there when it is complete. */
typedef struct {
    OutputFile file;
    DataWriter *writer;
} DataOutput;

/* False, and a message, if there is such a file already or it cannot be made. */
bool data_output_open(DataOutput *output, const char *path, const char *text, Message *message);
/* Completes the file if all has gone well so far (`good`), or else throws it away; false if there
 * is none in the end. */
bool data_output_close(DataOutput *output, bool good, Message *message);

#endif
