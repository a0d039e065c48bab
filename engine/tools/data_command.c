#include "engine/commands/action.h"
#include "engine/tools/data_action.h"
#include "engine/tools/filter_options.h"
#include "engine/tools/toolbox.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

/* ---- What belongs to what ---- */

/* In the order of the bits. */
static const ActionSpec *const ACTIONS[] = {
    &DATA_INFO.spec,  &DATA_CAT.spec,    &DATA_MERGE.spec,  &DATA_SPLIT.spec,
    &DATA_CHECK.spec, &DATA_IMPORT.spec, &DATA_EXPORT.spec, NULL};

enum {
    INFO = 1 << 0,
    CAT = 1 << 1,
    MERGE = 1 << 2,
    SPLIT = 1 << 3,
    CHECK = 1 << 4,
    IMPORT = 1 << 5,
    EXPORT = 1 << 6
};

/* clang-format off */
#define DATA_OPTIONS(X) \
    X("--json", NULL, INFO, "info: one JSON object a file") \
    X("--pgn", NULL, CAT, "cat: as PGN") \
    X("--output", "FILE", CAT | EXPORT, "cat, export: where to write (default: standard output)") \
    X("--skip-damaged", NULL, MERGE, "merge: pass over what is broken instead of giving up") \
    X("--fraction", "F", SPLIT, "split: the share of the games that OUT2 gets (default 0.1)") \
    X("--seed", "N", SPLIT | EXPORT, "split: which ones; export: see --most-per-game (default 1)") \
    X("--rules", "V", IMPORT, "import: the rule set of games that do not say (default: they are errors)") \
    X("--format", "F", IMPORT, "import: pgn or epd (default: by the names of the files)") \
    FILTER_OPTIONS(X, EXPORT)
/* clang-format on */

static const OptionSpec OPTIONS[] = {DATA_OPTIONS(ACTION_OPTION_SPEC){NULL, NULL, NULL}};
static const int TAKERS[] = {DATA_OPTIONS(ACTION_OPTION_TAKER)};

/* ---- For the actions: reading ---- */

void data_task_fault(DataTask *task, const char *text) {
    reading_progress_clear(&task->progress);
    fprintf(stderr, "brindle data: %s\n", text);
    task->faults++;
}

static bool read_games(DataTask *task, DataReader *reader, const DataReading *reading,
                       DataTake take, void *context, DataGame *game, Message *message) {
    while (!interrupted()) {
        const DataStatus status = reading->heads_only ? data_read_head(reader, &game->head, message)
                                                      : data_read(reader, game, message);
        if (status == DATA_END)
            return true;
        if (status == DATA_FAILED || (status == DATA_DAMAGED && reading->on_damage == NULL))
            return false;
        if (status == DATA_DAMAGED) {
            reading->on_damage(context, message->text);
            continue;
        }
        task->games++;
        if (!take(context, game, message))
            return false;
        reading_progress_show(&task->progress, data_reader_offset(reader), (int64_t)task->games);
    }
    return message_set(message, "interrupted");
}

bool data_task_read(DataTask *task, const char *file, const DataReading *reading, DataTake take,
                    void *context, int64_t *torn, Message *message) {
    DataReader *reader = data_reader_open(file, message);
    DataGame game;
    if (reader == NULL)
        return false;
    data_game_init(&game, &RULES[0]);
    const bool read = read_games(task, reader, reading, take, context, &game, message);
    reading_progress_next_file(&task->progress, data_reader_size(reader));
    if (torn != NULL)
        *torn = data_reader_torn(reader);
    data_game_free(&game);
    data_reader_close(reader);
    return read;
}

/* ---- For the actions: writing ---- */

bool data_output_open(DataOutput *output, const char *path, const char *text, Message *message) {
    *output = (DataOutput){.writer = NULL};
    if (!output_file_open_new(&output->file, path, "OUT", message))
        return false;
    output->writer = data_writer_new(fileno(output->file.file), path, text, message);
    if (output->writer != NULL)
        return true;
    output_file_discard(&output->file);
    return false;
}

bool data_output_close(DataOutput *output, bool good, Message *message) {
    if (output->writer == NULL)
        return false;
    good = good && data_writer_commit(output->writer, message);
    data_writer_close(output->writer);
    output->writer = NULL;
    if (good)
        return output_file_commit(&output->file, message);
    output_file_discard(&output->file);
    return false;
}

/* ---- The command ---- */

static int run(const Arguments *arguments) {
    Message message = {"no memory"};
    bool misused = false;
    const ActionSpec *spec = action_find(arguments, &message);
    if (spec == NULL)
        return arguments_refuse(arguments, &message);
    const DataAction *action = (const DataAction *)spec;
    DataTask task = {.arguments = arguments,
                     .files = arguments->positional + 1,
                     .file_count = arguments->positional_count - 1};
    interrupts_watch();
    reading_progress_start(&task.progress, task.files + action->first_input,
                           task.file_count - action->first_input);
    const bool done = action->run(&task, &misused, &message);
    reading_progress_clear(&task.progress);
    return action_end(arguments, done, misused, task.faults, &message);
}

const Command COMMAND_DATA = {
    .name = "data",
    .positional = "ACTION FILE…",
    .least_positional = 1,
    .most_positional = INT_MAX,
    .summary = "look into, check, join, part and convert files of training data",
    .details =
        "ACTION is one of\n"
        "  info FILE…             games, positions, results, sizes and where they come from\n"
        "  cat FILE…              the games as text, a line each, or as PGN\n"
        "  check FILE…            reads everything and names what is damaged, with its place\n"
        "  merge OUT FILE…        all games in one file; parts of one run keep their numbers, and\n"
        "                         no game comes twice; otherwise they are numbered anew\n"
        "  split IN OUT1 OUT2     each game goes to one of two files\n"
        "  import OUT FILE…       games of PGN files; positions with a result of EPD files\n"
        "  export FILE…           positions that pass the filters, as EPD with result and score\n"
        "OUT must not be there yet; it appears when it is complete.  share/formats.md describes\n"
        "the files.",
    .options = OPTIONS,
    .actions = ACTIONS,
    .takers = TAKERS,
    .run = run};
