#include "engine/commands/nearest.h"
#include "engine/tools/data_action.h"
#include "engine/tools/filter_options.h"
#include "engine/tools/toolbox.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- What belongs to what ---- */

enum { INFO = 1, CAT = 2, MERGE = 4, SPLIT = 8, CHECK = 16, IMPORT = 32, EXPORT = 64 };

static const struct {
    const DataAction *action;
    int bit;
} ACTIONS[] = {{&DATA_INFO, INFO},    {&DATA_CAT, CAT},     {&DATA_MERGE, MERGE},
               {&DATA_SPLIT, SPLIT},  {&DATA_CHECK, CHECK}, {&DATA_IMPORT, IMPORT},
               {&DATA_EXPORT, EXPORT}};
enum { ACTION_COUNT = sizeof ACTIONS / sizeof ACTIONS[0] };

static const OptionSpec OPTIONS[] = {
    {"--json", NULL, "info: one JSON object a file"},
    {"--pgn", NULL, "cat: as PGN"},
    {"--output", "FILE", "cat, export: where to write (default: standard output)"},
    {"--skip-damaged", NULL, "merge: pass over what is broken instead of giving up"},
    {"--fraction", "F", "split: the share of the games that OUT2 gets (default 0.1)"},
    {"--seed", "N", "split: which ones; export: see --most-per-game (default 1)"},
    {"--rules", "V", "import: the rule set of games that do not say (default: they are errors)"},
    {"--format", "F", "import: pgn or epd (default: by the names of the files)"},
    FILTER_OPTIONS,
    {NULL, NULL, NULL},
};

/* Which actions take the option, in the order of the table above; those behind: export. */
static const int TAKEN_BY[] = {INFO,           CAT,    CAT | EXPORT, MERGE, SPLIT,
                               SPLIT | EXPORT, IMPORT, IMPORT};
enum { OWN_OPTIONS = sizeof TAKEN_BY / sizeof TAKEN_BY[0] };

static const DataAction *find_action(const char *word, int *bit, Message *message) {
    Nearest nearest;
    nearest_init(&nearest, word);
    for (int i = 0; i < ACTION_COUNT; i++) {
        *bit = ACTIONS[i].bit;
        if (strcmp(ACTIONS[i].action->name, word) == 0)
            return ACTIONS[i].action;
        nearest_offer(&nearest, ACTIONS[i].action->name);
    }
    nearest_refuse_action(&nearest, "none of info, cat, merge, split, check, import and export",
                          message);
    return NULL;
}

static bool check_words(const Arguments *a, const DataAction *action, int bit, Message *message) {
    for (int i = 0; OPTIONS[i].name != NULL; i++)
        if (arguments_value(a, OPTIONS[i].name) != NULL &&
            ((i < OWN_OPTIONS ? TAKEN_BY[i] : EXPORT) & bit) == 0)
            return message_set(message, "%s does not go with '%s'", OPTIONS[i].name, action->name);
    return a->positional_count > action->least_files ||
           message_set(message, "%s: %s is missing", action->name, action->files);
}

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
    struct stat about;
    *output = (DataOutput){.writer = NULL};
    if (strcmp(path, "-") == 0)
        return message_set(message, "OUT must be a file, not standard output");
    if (stat(path, &about) == 0 && S_ISREG(about.st_mode))
        return message_set(message, "%.200s exists already; move it away first", path);
    if (!output_file_open(&output->file, path, message))
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
    int bit;
    bool misused = false;
    const DataAction *action = find_action(arguments->positional[0], &bit, &message);
    if (action == NULL || !check_words(arguments, action, bit, &message))
        return arguments_refuse(arguments, &message);
    DataTask task = {.arguments = arguments,
                     .files = arguments->positional + 1,
                     .file_count = arguments->positional_count - 1};
    interrupts_watch();
    reading_progress_start(&task.progress, task.files + action->first_input,
                           task.file_count - action->first_input);
    const bool done = action->run(&task, &misused, &message);
    reading_progress_clear(&task.progress);
    if (!done && misused)
        return arguments_refuse(arguments, &message);
    if (interrupted())
        fprintf(stderr, "brindle data: interrupted\n");
    else if (!done && ferror(stdout) == 0) /* which is told for all commands in one place */
        fprintf(stderr, "brindle data: %s\n", message.text);
    return interrupted() ? EXIT_INTERRUPTED : done && task.faults == 0 ? 0 : 1;
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
    .run = run};
