#include "tune/wdl_mode.h"

#include "engine/commands/output_file.h"
#include "engine/plot/plot.h"
#include "tune/errors_progress.h"
#include "tune/generated.h"
#include "tune/loading_progress.h"
#include "tune/tune_config.h"
#include "tune/wdl_file.h"
#include "tune/wdl_report.h"

#include <inttypes.h>
#include <stdlib.h>

typedef struct {
    TuneConfig config;
    Crew *crew;
    PositionReader *reader;
    uint64_t mates, unscored; /* positions left out */
    WdlData data[RULE_SETS];
    WdlChoice choice[RULE_SETS];
} Session;

/* ---- Data ---- */

static bool keep(Session *s, const LabelledPosition *p, Message *message) {
    const bool turned = p->pos.side == BLACK;
    if (p->score == SCORE_NONE)
        s->unscored++;
    else if (score_is_mate(p->score))
        s->mates++;
    else
        return wdl_data_add(&s->data[p->pos.rules - RULES], p->game,
                            data_is_validation(&s->config.load, p->game), wdl_material(&p->pos),
                            turned ? -p->score : p->score,
                            turned ? WDL_OUTCOMES - 1 - p->result : p->result, message);
    return true;
}

static bool read_positions(Session *s, Message *message) {
    enum { PAUSE = 4096 };
    LoadingProgress progress = loading_progress_begin();
    LabelledPosition position;
    bool good = true;
    uint64_t count = 0;
    while (good && positions_next(s->reader, &position, message)) {
        if (++count % PAUSE == 0) {
            loading_progress_show(&progress, count,
                                  (double)positions_bytes_done(s->reader) /
                                      (double)positions_bytes_total(s->reader));
            good = !interrupted();
        }
        good = good && keep(s, &position, message);
    }
    loading_progress_end(&progress);
    return good && message->text[0] == '\0';
}

static bool load(Session *s, Message *message) {
    const TuneConfig *c = &s->config;
    size_t positions = 0;
    s->reader = positions_open(c->files, c->file_count, &c->filter, message);
    if (s->reader == NULL || !read_positions(s, message))
        return false;
    for (int i = 0; i < RULE_SETS; i++) {
        positions += s->data[i].positions;
        if (!wdl_data_finish(&s->data[i], message))
            return false;
    }
    return positions > 0 ||
           message_set(message, "none of these positions has a score that is no mate");
}

static void print_data(const Session *s) {
    const PositionCounts n = positions_counts(s->reader);
    printf("Read %" PRIu64 " positions of %" PRIu64 " games; left out: %" PRIu64
           " of openings, %" PRIu64 " of high scores, %" PRIu64 " of mates, %" PRIu64
           " without a score\n",
           n.positions, n.games, n.openings, n.beyond_score, s->mates, s->unscored);
}

/* ---- Fits ---- */

static bool fit(Session *s, Message *message) {
    for (int i = 0; i < RULE_SETS && !interrupted(); i++) {
        if (s->data[i].positions == 0) {
            printf("\n%s: no games; its curves stay as they are\n", RULES[i].name);
            continue;
        }
        if (!wdl_choose(&s->data[i], &WDL_MODELS[i], RULES[i].name, &s->choice[i], message))
            return false;
        wdl_report_degrees(stdout, &s->choice[i], RULES[i].name);
        fflush(stdout);
    }
    return !interrupted();
}

/* ---- What comes of it ---- */

static void write_about(const Session *s, char *about, size_t size) {
    char date[32], from[512], positions[32], games[32];
    generated_sources(s->config.files, s->config.file_count, from, sizeof from);
    size_t length = (size_t)snprintf(about, size, "%s: %s; losses are of the games held back",
                                     generated_date(date), from);
    for (int i = 0; i < RULE_SETS; i++) {
        const WdlChoice *c = &s->choice[i];
        if (s->data[i].positions == 0)
            continue;
        length += (size_t)snprintf(about + length, size - length,
                                   "\n%s: %s positions of %s games; degree %d, loss %.6f",
                                   RULES[i].name, plot_digits(c->training_positions, positions),
                                   plot_digits(c->training_games, games), c->degree,
                                   c->attempt[c->degree].validation_loss);
    }
}

static bool write_table(const Session *s, Message *message) {
    OutputFile file;
    WdlModel models[RULE_SETS];
    char about[1024];
    if (s->config.write == NULL)
        return true;
    for (int i = 0; i < RULE_SETS; i++)
        models[i] = s->data[i].positions > 0 ? *wdl_choice_model(&s->choice[i]) : WDL_MODELS[i];
    if (!output_file_open(&file, s->config.write, message))
        return false;
    write_about(s, about, sizeof about);
    wdl_file_write(file.file, models, about);
    return output_file_commit(&file, message);
}

static bool print_curves(const Session *s, int rules, Message *message) {
    WdlErrors errors;
    ErrorProgress progress = error_progress_begin();
    const WdlChoice *choice = &s->choice[rules];
    const ErrorPlan plan = {.draws = s->config.draws,
                            .seed = s->config.fit.seed,
                            .listener = error_progress_show,
                            .context = &progress};
    const bool known = plan.draws > 0 &&
                       wdl_errors_find(&s->data[rules], choice, &plan, s->crew, &errors, message);
    error_progress_end(&progress);
    if (plan.draws > 0 && !known)
        return false;
    wdl_report_curves(stdout, wdl_choice_model(choice), known ? &errors : NULL, RULES[rules].name);
    return true;
}

/* The table comes first: it is what all this is for. */
static bool finish(const Session *s, Message *message) {
    if (!write_table(s, message))
        return false;
    for (int i = 0; i < RULE_SETS; i++)
        if (s->data[i].positions > 0)
            wdl_report_calibration(stdout, &s->data[i], &s->choice[i], RULES[i].name);
    fflush(stdout);
    for (int i = 0; i < RULE_SETS; i++)
        if (s->data[i].positions > 0 && !print_curves(s, i, message))
            return false;
    return true;
}

static int run(Session *s, const Arguments *given, Message *message) {
    if (!tune_config_read(given, &s->config, message))
        return EXIT_USAGE;
    s->crew = crew_new(s->config.threads, message);
    if (s->crew == NULL || !load(s, message))
        return 1;
    print_data(s);
    return fit(s, message) && finish(s, message) ? 0 : 1;
}

static void clear(Session *s) {
    for (int i = 0; i < RULE_SETS; i++) {
        wdl_data_clear(&s->data[i]);
        wdl_choice_clear(&s->choice[i]);
    }
    positions_close(s->reader);
    crew_free(s->crew);
    free(s);
}

int wdl_run(const Arguments *given) {
    Message message = {"no memory"};
    Session *s = calloc(1, sizeof *s);
    int status = s != NULL ? run(s, given, &message) : 1;
    if (status != 0 && interrupted())
        status = EXIT_INTERRUPTED;
    else if (status != 0)
        fprintf(stderr, "brindle-tune: %s\n", message.text);
    if (s != NULL)
        clear(s);
    return status;
}
