#include "engine/statistics/sprt.h"
#include "engine/tools/score_input.h"
#include "engine/tools/toolbox.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- The test on the command line ---- */

static bool read_real(const Arguments *a, const char *option, double *number, Message *message) {
    const char *text = arguments_value(a, option);
    char *end;
    if (text == NULL)
        return true;
    errno = 0;
    *number = strtod(text, &end);
    /* Only what looks like a decimal number: strtod takes hexadecimal ones and words, too. */
    if (strspn(text, "+-.0123456789eE") != strlen(text) || end == text || *end != '\0' ||
        errno != 0)
        return message_set(message, "%s: '%.40s' is no number", option, text);
    return true;
}

static bool read_model(const Arguments *a, SprtModel *model, Message *message) {
    const char *text = arguments_value(a, "--model");
    if (text == NULL || strcmp(text, "logistic") == 0)
        *model = SPRT_LOGISTIC;
    else if (strcmp(text, "normalized") == 0 || strcmp(text, "normalised") == 0)
        *model = SPRT_NORMALIZED;
    else
        return message_set(message, "--model: '%.40s' is neither logistic nor normalized", text);
    return true;
}

static bool read_test(const Arguments *a, Sprt *test, Message *message) {
    Message why;
    *test = (Sprt){.alpha = 0.05, .beta = 0.05};
    if (!read_real(a, "--elo0", &test->elo0, message) ||
        !read_real(a, "--elo1", &test->elo1, message) ||
        !read_real(a, "--alpha", &test->alpha, message) ||
        !read_real(a, "--beta", &test->beta, message) || !read_model(a, &test->model, message))
        return false;
    if (arguments_value(a, "--elo0") == NULL || arguments_value(a, "--elo1") == NULL)
        return message_set(message, "%s is missing",
                           arguments_value(a, "--elo0") == NULL ? "--elo0" : "--elo1");
    return sprt_check(test, &why) || message_set(message, "--%s", why.text);
}

/* ---- What is told ---- */

typedef struct {
    const char *name, *title;
    double elo; /* in the test's model */
    SprtForecast forecast;
} Prospect;

enum { PROSPECTS = 3 };
typedef struct {
    const Arguments *arguments;
    Sprt test;
    ScoreInput input;
    EloEstimate estimate;
    double llr;
    SprtDecision decision;
    Prospect prospects[PROSPECTS];
    int prospect_count; /* the estimate's comes last, if it is within the limits of a test */
} SprtReport;

static bool has_pairs(const Scores *scores) {
    for (int i = 0; i < PAIR_SCORES; i++)
        if (scores->pairs.by_half_points[i] > 0)
            return true;
    return false;
}

static void add_prospect(SprtReport *r, const char *name, const char *title, double elo) {
    const Scores *s = &r->input.scores;
    if (!(fabs(elo) <= SPRT_MAX_ELO))
        return;
    const SprtForecast forecast = !r->input.games_known || has_pairs(s)
                                      ? sprt_forecast_pairs(&r->test, &s->pairs, elo)
                                      : sprt_forecast_games(&r->test, &s->singles, elo);
    r->prospects[r->prospect_count++] = (Prospect){name, title, elo, forecast};
}

static void compute(SprtReport *r) {
    const Scores *s = &r->input.scores;
    r->estimate = score_input_elo(&r->input);
    r->llr = sprt_llr_pairs(&r->test, &s->pairs) + sprt_llr_games(&r->test, &s->singles);
    r->decision = sprt_decide(&r->test, r->llr);
    r->prospect_count = 0;
    add_prospect(r, "elo0", "elo0", r->test.elo0);
    add_prospect(r, "elo1", "elo1", r->test.elo1);
    if (r->estimate.games > 0)
        add_prospect(r, "estimate", "this estimate",
                     r->test.model == SPRT_LOGISTIC ? r->estimate.elo : r->estimate.normalized);
}

static void print_report(const SprtReport *r) {
    static const char *const decisions[] = {"go on", "H0 is accepted", "H1 is accepted"};
    const Sprt *t = &r->test;
    score_input_print(&r->input);
    printf("Test       %s Elo: H0 %g, H1 %g, alpha %g, beta %g\n",
           t->model == SPRT_LOGISTIC ? "logistic" : "normalised", t->elo0, t->elo1, t->alpha,
           t->beta);
    printf("LLR        %.4f (%.4f … %.4f): %s\n", r->llr, sprt_lower_bound(t), sprt_upper_bound(t),
           decisions[r->decision]);
    score_input_print_elo(&r->input, &r->estimate);
    for (int i = 0; i < r->prospect_count; i++)
        printf("Expected   %.0f games in all at %s, %+.2f; H1 accepted with %.2f%%\n",
               r->prospects[i].forecast.games, r->prospects[i].title, r->prospects[i].elo,
               100 * r->prospects[i].forecast.accept_h1);
}

static json_t *pack_prospects(const SprtReport *r) {
    json_t *all = json_object();
    for (int i = 0; i < r->prospect_count; i++) {
        const Prospect *p = &r->prospects[i];
        json_object_set_new(all, p->name,
                            json_pack("{s:f, s:f, s:f}", "elo", p->elo, "games", p->forecast.games,
                                      "accept_h1", p->forecast.accept_h1));
    }
    return all;
}

static int print_json(const SprtReport *r) {
    static const char *const decisions[] = {"continue", "H0", "H1"};
    const Sprt *t = &r->test;
    json_t *object = json_pack("{s:s, s:s, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:s}", "type", "sprt",
                               "model", t->model == SPRT_LOGISTIC ? "logistic" : "normalized",
                               "elo0", t->elo0, "elo1", t->elo1, "alpha", t->alpha, "beta", t->beta,
                               "llr", r->llr, "lower", sprt_lower_bound(t), "upper",
                               sprt_upper_bound(t), "decision", decisions[r->decision]);
    if (object != NULL && (!score_input_pack(&r->input, &r->estimate, object) ||
                           json_object_set_new(object, "expected", pack_prospects(r)) != 0)) {
        json_decref(object);
        object = NULL;
    }
    return score_json_print(r->arguments, object);
}

/* ---- The command ---- */

static void on_broken(void *context, const char *text) {
    (void)context;
    fprintf(stderr, "brindle sprt: %s\n", text);
}

static int report(SprtReport *r) {
    Message message;
    switch (score_input_read(&r->input, r->arguments, true, on_broken, NULL, &message)) {
    case INPUT_MISUSED: return arguments_refuse(r->arguments, &message);
    case INPUT_UNREADABLE: fprintf(stderr, "brindle sprt: %s\n", message.text); return 1;
    case INPUT_GOOD: break;
    }
    compute(r);
    if (arguments_value(r->arguments, "--json") != NULL) {
        if (print_json(r) != 0)
            return 1;
    } else {
        print_report(r);
    }
    return r->input.results != NULL && results_broken(r->input.results) > 0;
}

static int run(const Arguments *arguments) {
    SprtReport r = {.arguments = arguments};
    Message message;
    if (!read_test(arguments, &r.test, &message))
        return arguments_refuse(arguments, &message);
    const int status = report(&r);
    score_input_clear(&r.input);
    return status;
}

static const OptionSpec OPTIONS[] = {
    {"--elo0", "ELO", "H0: the first player is better by this (worse, below 0)"},
    {"--elo1", "ELO", "H1: … by this"},
    {"--alpha", "P", "the probability of accepting H1 though H0 is true (default: 0.05)"},
    {"--beta", "P", "the probability of accepting H0 though H1 is true (default: 0.05)"},
    {"--model", "M", "logistic (default) or normalized Elo"},
    SCORE_INPUT_OPTIONS,
    {"--json", NULL, "one JSON object"},
    {NULL, NULL, NULL},
};

const Command COMMAND_SPRT = {
    .name = "sprt",
    .positional = "[PGN…]",
    .most_positional = INT_MAX,
    .summary = "test results sequentially: is the first player stronger by elo1, or by elo0",
    .details =
        "The results are --wins, --draws and --losses, or --pairs, or the games of PGN files.\n"
        "The log-likelihood ratio is that of pairs, plus that of games outside pairs.  Expected\n"
        "numbers of games are approximate: a Brownian motion with the spread of these results.\n"
        "\n" SCORE_INPUT_DETAILS,
    .options = OPTIONS,
    .run = run};
