#include "engine/commands/shell_word.h"
#include "engine/data/data_file.h"
#include "engine/data/datagen.h"
#include "engine/live_text.h"
#include "engine/number.h"
#include "engine/players/clock.h"
#include "engine/tools/toolbox.h"

#include "brindle_version.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    const Arguments *arguments;
    DatagenConfig config;
    bool live; /* standard error is a terminal: a line that is drawn anew */
    LiveText line;
} DatagenCommand;

static double seconds_of_run(const DatagenState *s) {
    return (double)(clock_ns() - s->started_ns) / (double)NS_PER_SECOND;
}

/* ---- While it runs ---- */

static void on_tick(void *context, const DatagenState *s) {
    DatagenCommand *d = context;
    const double seconds = seconds_of_run(s);
    const uint64_t games = s->finished - s->finished_before,
                   positions = s->positions - s->positions_before,
                   left = (uint64_t)d->config.games - s->finished;
    char text[160], duration[32] = "?";
    if (!d->live || seconds <= 0)
        return;
    if (games > 0)
        duration_write(seconds * (double)left / (double)games, duration, sizeof duration);
    snprintf(text, sizeof text,
             "%" PRIu64 " of %" PRId64 " games, %" PRIu64 " positions, %.0f positions/s, %s left",
             s->finished, d->config.games, s->positions, (double)positions / seconds, duration);
    live_text_draw(&d->line, text);
}

/* ---- Beginning and end ---- */

static void print_command(const DatagenCommand *d, const char *before) {
    fprintf(stderr, "%s  %s datagen", before, d->arguments->tools->runner->program);
    for (int i = 0; i < d->arguments->argc; i++) {
        fputc(' ', stderr);
        shell_word_print(stderr, d->arguments->argv[i]);
    }
    fputc('\n', stderr);
}

static void print_results(const DatagenState *s) {
    for (int r = 0; r < RULE_SETS; r++) {
        const uint64_t *n = s->results[r], games = n[0] + n[1] + n[2];
        if (games > 0)
            printf("%s: %" PRIu64 " games; White won %" PRIu64 ", drew %" PRIu64 ", lost %" PRIu64
                   "\n",
                   RULES[r].name, games, n[DATA_RESULT_WON], n[DATA_RESULT_DRAWN],
                   n[DATA_RESULT_LOST]);
    }
    printf("ended by");
    bool any = false;
    for (int i = 0; i < DATA_ENDS; i++)
        if (s->ends[i] > 0) {
            printf("%s %s %" PRIu64, any ? "," : "", data_end_name((DataEnd)i), s->ends[i]);
            any = true;
        }
    printf("%s\n", any ? "" : " nothing yet");
}

static void print_summary(const DatagenCommand *d, const DatagenState *s, double seconds) {
    const uint64_t games = s->finished - s->finished_before,
                   positions = s->positions - s->positions_before;
    const double busy_ns = (double)(s->search_ns + s->elsewhere_ns);
    char duration[32];
    if (s->positions > 0) {
        print_results(s);
        printf("%s: %" PRIu64 " of %" PRId64 " games, %" PRIu64 " positions, %.2f bytes each\n",
               d->config.out, s->finished, d->config.games, s->positions,
               (double)s->bytes / (double)s->positions);
    }
    if (games > 0 && busy_ns > 0 && seconds > 0)
        printf("this run: %" PRIu64 " games, %" PRIu64 " positions in %s, %.0f positions/s, "
               "%.2f%% of the time outside the search\n",
               games, positions, duration_write(seconds, duration, sizeof duration),
               (double)positions / seconds, 100 * (double)s->elsewhere_ns / busy_ns);
    fflush(stdout);
}

static void announce(const DatagenCommand *d, const Datagen *datagen) {
    const DatagenState *s = datagen_state(datagen);
    if (s->torn > 0)
        fprintf(stderr,
                "brindle datagen: the last %" PRId64 " bytes of %s, a block that had not been "
                "finished, are cut off\n",
                s->torn, d->config.out);
    if (s->finished_before > 0 && !datagen_is_over(datagen))
        fprintf(stderr,
                "brindle datagen: going on with %s, which has %" PRIu64 " of %" PRId64 " games\n",
                d->config.out, s->finished_before, d->config.games);
}

/* Another version may play other games; the file does not say which version played which. */
static void warn_of_version(const DatagenCommand *d) {
    Message message;
    char version[128], now[128];
    DataReader *reader = data_reader_open(d->config.out, &message);
    snprintf(now, sizeof now, "Brindle %s", BRINDLE_VERSION);
    if (reader != NULL &&
        data_text_value(data_reader_text(reader), "created-by", version, sizeof version) &&
        strcmp(version, now) != 0)
        fprintf(stderr,
                "brindle datagen: %s was begun by %s, this is %s: its games may differ from those "
                "that the other would have played\n",
                d->config.out, version, now);
    data_reader_close(reader);
}

static int play(DatagenCommand *d, Datagen *datagen) {
    Message message;
    announce(d, datagen);
    if (!datagen_is_over(datagen))
        warn_of_version(d);
    const bool ran = datagen_run(datagen, d->arguments->tools->runner, &message);
    const double seconds = seconds_of_run(datagen_state(datagen));
    const bool over = datagen_is_over(datagen);
    if (d->live)
        live_text_erase(&d->line);
    print_summary(d, datagen_state(datagen), seconds);
    if (!ran)
        fprintf(stderr, "brindle datagen: %s\n", message.text);
    if (!over)
        print_command(d, ran ? "Stopped; finished games are saved.  To go on:\n"
                             : "Finished games are saved.  To go on:\n");
    return !ran ? 1 : over ? 0 : EXIT_INTERRUPTED;
}

static int run(const Arguments *arguments) {
    Message message;
    DatagenCommand d = {.arguments = arguments, .line = {.out = stderr}};
    const DatagenListener listener = {
        .on_tick = on_tick, .interrupted = interrupted, .context = &d};
    if (!datagen_config_read(arguments, &d.config, &message))
        return arguments_refuse(arguments, &message);
    d.live = isatty(STDERR_FILENO) == 1 && arguments_value(arguments, "--quiet") == NULL;
    interrupts_watch();
    Datagen *datagen = datagen_new(&d.config, &listener, &message);
    if (datagen == NULL) {
        fprintf(stderr, "brindle datagen: %s\n", message.text);
        return 1;
    }
    const int status = play(&d, datagen);
    datagen_free(datagen);
    return status;
}

const Command COMMAND_DATAGEN = {
    .name = "datagen",
    .summary = "play games of the engine against itself, as training data",
    .details =
        "Games begin with random half-moves that a search finds balanced, and end by the rules or\n"
        "by what the options below say.  A game is in the file, all of it, as soon as it has\n"
        "ended: after Ctrl-C, kill -9 or a power cut the same command goes on.  The same options\n"
        "give the same games, whatever --concurrency is; with another --games there are more of\n"
        "them.  'brindle data' reads the file.",
    .options = DATAGEN_OPTIONS,
    .run = run};
