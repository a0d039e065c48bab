#include "engine/live_text.h"
#include "engine/players/clock.h"
#include "engine/spsa/spsa_job.h"
#include "engine/spsa/spsa_plot.h"
#include "engine/spsa/spsa_report.h"
#include "engine/tools/job_command.h"
#include "engine/tools/toolbox.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { DRAW_MS = 250, LINE_MS = 30000, PLOT_MS = 60000 };

/* What may be said anew when a run is taken up again: nothing that changes what comes out. */
static const char *const CHANGEABLE[] = {"--concurrency", "--affinity", "--recover", "--output",
                                         "--plot",        "--quiet",    NULL};

/* Everything between the command line and the end of a run. */
typedef struct {
    JobCommand job;
    SpsaConfig config;
    char *plot_file, *output_file; /* given anew: from where the user stands now */
    bool live;                     /* standard output is a terminal: a table that is drawn anew */
    bool quiet;
    LiveText table;
    int64_t drawn_ns, plotted_ns; /* the table, or the last line; the plot */
} SpsaCommand;

/* ---- What is shown ---- */

static void draw(SpsaCommand *s, const SpsaState *state) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        return;
    spsa_report_progress(out, state);
    spsa_report_table(out, state);
    if (fclose(out) == 0)
        live_text_draw(&s->table, text);
    free(text);
}

static void on_failure(void *context, const SpsaState *state, uint64_t iteration,
                       const char *reason) {
    SpsaCommand *s = context;
    (void)state;
    if (s->live)
        live_text_erase(&s->table);
    printf("Iteration %" PRIu64 " failed: %s\n", iteration + 1, reason);
    fflush(stdout);
}

/* False, and a message on stderr, if there is one to be drawn and that fails. */
static bool plot(const SpsaCommand *s, const SpsaState *state) {
    Message message;
    if (s->config.plot_file == NULL ||
        spsa_plot_save(s->config.plot_file, state, s->job.store, &message))
        return true;
    fprintf(stderr, "brindle spsa: %s\n", message.text);
    return false;
}

static void on_tick(void *context, const SpsaState *state) {
    SpsaCommand *s = context;
    const int64_t now = clock_ns();
    const int64_t interval_ms = s->live ? DRAW_MS : LINE_MS;
    if ((s->live || !s->quiet) && now - s->drawn_ns >= interval_ms * NS_PER_MS) {
        s->drawn_ns = now;
        if (s->live) {
            draw(s, state);
        } else {
            spsa_report_line(stdout, state);
            fflush(stdout);
        }
    }
    if (now - s->plotted_ns >= (int64_t)PLOT_MS * NS_PER_MS) {
        plot(s, state);
        s->plotted_ns = clock_ns();
    }
}

/* ---- From words to a run ---- */

static bool begin_run(SpsaCommand *s, const Arguments *given, int *status, Message *message) {
    *status = EXIT_USAGE;
    if (!job_command_read(&s->job, given, message) ||
        !spsa_config_read(&s->job.arguments, &s->config, message))
        return false;
    char *text = spsa_parameters_load(s->config.params_file, message);
    bool begun = text != NULL && spsa_config_parameters(&s->config, text, message);
    if (begun) {
        *status = 1;
        begun = spsa_config_probe(&s->config, message);
    }
    if (begun) {
        const DatabaseEntry entries[] = {
            {"parameters", text}, {"engine", s->config.match.engines[0].name}, {NULL, NULL}};
        begun = job_command_create(&s->job, entries, message);
    }
    free(text);
    return begun;
}

/* A file's name as it is from everywhere, malloced: the run's directory is about to be entered. */
static bool note_file(const Arguments *given, const char *option, char **file, Message *message) {
    const char *name = arguments_value(given, option);
    char directory[PATH_MAX];
    if (name == NULL)
        return true;
    if (name[0] == '/')
        return (*file = strdup(name)) != NULL || message_set(message, "no memory");
    if (getcwd(directory, sizeof directory) == NULL)
        return message_set(message, "the current directory: %s", strerror(errno));
    const size_t size = strlen(directory) + strlen(name) + 2;
    *file = malloc(size);
    if (*file == NULL)
        return message_set(message, "no memory");
    snprintf(*file, size, "%s/%s", directory, name);
    return true;
}

/* The parameters and the engine's name, as they were when the run began. */
static bool recall_config(SpsaCommand *s, Message *message) {
    char *text = database_get(s->job.store, "parameters", message);
    char *engine = text != NULL ? database_get(s->job.store, "engine", message) : NULL;
    EngineSpec *spec = &s->config.match.engines[0];
    const bool recalled = engine != NULL && spsa_config_parameters(&s->config, text, message);
    if (recalled && spec->name[0] == '\0')
        snprintf(spec->name, sizeof spec->name, "%s", engine);
    free(text);
    free(engine);
    return recalled;
}

static bool resume_run(SpsaCommand *s, const Arguments *given, int *status, Message *message) {
    int64_t concurrency = 0;
    *status = EXIT_USAGE;
    if (!job_command_check_resume(&s->job, given, message) ||
        !arguments_number(given, "--concurrency", 1, MATCH_CONCURRENCY_MAX, &concurrency, message))
        return false;
    *status = 1;
    if (!note_file(given, "--plot", &s->plot_file, message) ||
        !note_file(given, "--output", &s->output_file, message) ||
        !job_command_open(&s->job, given, message) ||
        !spsa_config_read(&s->job.arguments, &s->config, message) || !recall_config(s, message))
        return false;
    SpsaConfig *c = &s->config;
    if (concurrency > 0)
        c->match.concurrency = (int)concurrency;
    c->match.pin = c->match.pin || arguments_value(given, "--affinity") != NULL;
    c->match.recover = c->match.recover || arguments_value(given, "--recover") != NULL;
    c->plot_file = s->plot_file != NULL ? s->plot_file : c->plot_file;
    c->output_file = s->output_file != NULL ? s->output_file : c->output_file;
    return true;
}

/* ---- Running it ---- */

static bool write_output(const SpsaCommand *s, const SpsaState *state) {
    const char *name = s->config.output_file;
    FILE *out = name != NULL ? fopen(name, "w") : NULL;
    if (name == NULL)
        return true;
    bool written = out != NULL;
    if (written) {
        spsa_report_parameters(out, state);
        written = ferror(out) == 0;
        written = fclose(out) == 0 && written;
    }
    if (!written)
        fprintf(stderr, "brindle spsa: %s: %s\n", name, strerror(errno));
    return written;
}

static void print_outcome(const SpsaState *state) {
    spsa_report_progress(stdout, state);
    spsa_report_table(stdout, state);
    printf("\nAs parameters:\n");
    spsa_report_parameters(stdout, state);
    printf("\nAs UCI commands:\n");
    spsa_report_setoptions(stdout, state);
    fflush(stdout);
}

static int finish(SpsaCommand *s, const SpsaState *state, bool over, bool ran,
                  const Message *message) {
    if (s->live)
        live_text_erase(&s->table);
    print_outcome(state);
    const bool plotted = plot(s, state), written = !over || write_output(s, state);
    if (!ran)
        fprintf(stderr, "brindle spsa: %s\n", message->text);
    if (!over)
        job_command_print_resume(stderr, &s->job,
                                 ran ? "Stopped; what is finished is saved.  To go on:\n"
                                     : "What is finished is saved.  To go on:\n");
    return !ran || !plotted || !written ? 1 : over ? 0 : EXIT_INTERRUPTED;
}

static void announce(const SpsaCommand *s) {
    job_command_print_resume(stderr, &s->job, "If this run is interrupted, go on with\n");
    if ((uint64_t)s->config.match.concurrency > s->config.lag)
        fprintf(stderr,
                "brindle spsa: of %d threads no more than %" PRIu64
                " will be busy: --lag lets no more iterations be under way at once\n",
                s->config.match.concurrency, s->config.lag);
}

static int play(SpsaCommand *s, bool resumed) {
    Message message;
    const SpsaListener listener = {
        .on_failure = on_failure, .on_tick = on_tick, .interrupted = interrupted, .context = s};
    SpsaJob *job = spsa_job_new(&s->config, s->job.store, &listener, &message);
    if (job == NULL) {
        fprintf(stderr, "brindle spsa: %s\n", message.text);
        return 1;
    }
    s->live = isatty(STDOUT_FILENO) == 1 && !s->job.runner->plain_output;
    s->table = (LiveText){.out = stdout};
    s->drawn_ns = s->plotted_ns = clock_ns();
    bool ran = true;
    if (!spsa_job_is_over(job)) {
        announce(s);
        if (resumed) {
            job_command_warn_of_version(&s->job, "games of Brindle inside the runner, and random "
                                                 "openings, may differ");
            ran = spsa_config_probe(&s->config, &message);
        }
        ran = ran && spsa_job_run(job, s->job.runner, &message);
    }
    const int status = finish(s, spsa_job_state(job), spsa_job_is_over(job), ran, &message);
    spsa_job_free(job);
    return status;
}

static void clear(SpsaCommand *s) {
    spsa_config_clear(&s->config);
    job_command_clear(&s->job);
    free(s->plot_file);
    free(s->output_file);
    free(s);
}

static int run(const Arguments *given) {
    Message message = {"no memory"};
    int status = 1;
    bool described = false;
    const bool resumed = arguments_value(given, "--resume") != NULL;
    SpsaCommand *s = calloc(1, sizeof *s);
    /* An engine that has gone must not take us with it. */
    signal(SIGPIPE, SIG_IGN);
    interrupts_watch();
    if (s != NULL) {
        s->job = (JobCommand){.command = &COMMAND_SPSA,
                              .runner = given->tools->runner,
                              .kind = &SPSA_DATABASE,
                              .changeable = CHANGEABLE};
        s->quiet = arguments_value(given, "--quiet") != NULL;
        described = resumed ? resume_run(s, given, &status, &message)
                            : begin_run(s, given, &status, &message);
        if (described)
            status = play(s, resumed);
        clear(s);
    }
    if (!described)
        fprintf(stderr, "brindle spsa: %s\n", message.text);
    return status;
}

static void print_words(void) {
    job_command_print_engine_words("--engine");
}

const Command COMMAND_SPSA = {
    .name = "spsa",
    .summary = "tune options of an engine by self-play",
    .details =
        "Pairs of games between two sets of values, a little to both sides of the present ones,\n"
        "move these towards the winner: J. C. Spall's simultaneous perturbation stochastic\n"
        "approximation.  A parameter's c_end is how far to each side, and r_end by what part of it\n"
        "a point moves it, in the last iteration.  Each pair is stored in a database as soon as it\n"
        "ends: after Ctrl-C, kill -9 or a power cut, --resume goes on and loses nothing.",
    .options = SPSA_OPTIONS,
    .more_help = print_words,
    .run = run};
