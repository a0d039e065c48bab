/*
 * brindle data check: reads all of a file and tells what is wrong with it.
 */
#include "engine/tools/data_action.h"

#include <limits.h>

#include <inttypes.h>

typedef struct {
    DataTask *task;
    const char *file;
    uint64_t games, positions;
} Check;

static void on_damage(void *context, const char *text) {
    const Check *c = context;
    data_task_fault(c->task, text);
}

static bool take(void *context, DataGame *game, Message *message) {
    Check *c = context;
    Message why;
    c->games++;
    c->positions += (uint64_t)data_head_positions(&game->head);
    if (!data_game_check(game, &why)) {
        message_set(message, "%.160s: game %" PRIu64 " (the %" PRIu64 ". in the file): %s", c->file,
                    game->head.number, c->games, why.text);
        data_task_fault(c->task, message->text);
    }
    return true;
}

static bool run(DataTask *task, bool *misused, Message *message) {
    static const DataReading reading = {.on_damage = on_damage};
    (void)misused;
    for (int i = 0; i < task->file_count; i++) {
        Check check = {task, task->files[i], 0, 0};
        const uint64_t faults = task->faults;
        int64_t torn;
        if (!data_task_read(task, check.file, &reading, take, &check, &torn, message))
            return false;
        reading_progress_clear(&task->progress);
        printf("%s: %" PRIu64 " games, %" PRIu64 " positions, %" PRIu64 " faults\n", check.file,
               check.games, check.positions, task->faults - faults);
        if (torn > 0)
            printf("%s: its last %" PRId64 " bytes are a block that was never finished, or is "
                   "being written\n",
                   check.file, torn);
    }
    return true;
}

const DataAction DATA_CHECK = {{"check", "FILE", 1, INT_MAX}, 0, run};
