#include "engine/spsa/spsa_report.h"

#include "engine/number.h"
#include "engine/players/clock.h"

#include <inttypes.h>
#include <string.h>

/* ---- Progress ---- */

/* Without the end of the line. */
static void write_progress(FILE *out, const SpsaState *s) {
    const uint64_t total = s->config->plan.iterations;
    const uint64_t played = s->finished - s->finished_before;
    const double seconds = (double)(clock_ns() - s->started_ns) / (double)NS_PER_SECOND;
    fprintf(out, "Iteration %" PRIu64 " of %" PRIu64, s->counted, total);
    if (played > 0 && seconds > 0 && s->finished < total) {
        const double rate = (double)played / seconds;
        char left[32];
        duration_write((double)(total - s->finished) / rate, left, sizeof left);
        fprintf(out, ", %.0f games an hour, %s left", 2 * rate * 3600, left);
    }
    if (s->forfeits > 0)
        fprintf(out, ", %" PRIu64 " lost on time or by illegal moves", s->forfeits);
    if (s->failures > 0)
        fprintf(out, ", %" PRIu64 " failed", s->failures);
}

void spsa_report_progress(FILE *out, const SpsaState *s) {
    write_progress(out, s);
    fputc('\n', out);
}

void spsa_report_line(FILE *out, const SpsaState *s) {
    write_progress(out, s);
    for (int i = 0; i < s->config->plan.count; i++)
        fprintf(out, "%s %s %.2f", i == 0 ? ":" : ",", s->config->plan.parameters[i].name,
                s->theta[i]);
    fputc('\n', out);
}

/* ---- The table ---- */

static int digits(int64_t number) {
    char text[24];
    return snprintf(text, sizeof text, "%" PRId64, number);
}

static int wider(int a, int b) {
    return a > b ? a : b;
}

void spsa_report_table(FILE *out, const SpsaState *s) {
    const SpsaPlan *plan = &s->config->plan;
    int name = 9, number = 5;
    for (int i = 0; i < plan->count; i++) {
        const SpsaParameter *p = &plan->parameters[i];
        name = wider(name, (int)strlen(p->name));
        number = wider(number, wider(digits(p->least), digits(p->most)));
    }
    fprintf(out, "%-*s  %*s  %*s  %*s  %*s  %*s\n", name, "Parameter", number, "Start", number + 3,
            "Now", number + 4, "Change", number, "Min", number, "Max");
    for (int i = 0; i < plan->count; i++) {
        const SpsaParameter *p = &plan->parameters[i];
        fprintf(out, "%-*s  %*" PRId64 "  %*.2f  %+*.2f  %*" PRId64 "  %*" PRId64 "\n", name,
                p->name, number, p->start, number + 3, s->theta[i], number + 4,
                s->theta[i] - (double)p->start, number, p->least, number, p->most);
    }
}

/* ---- The outcome ---- */

void spsa_report_parameters(FILE *out, const SpsaState *s) {
    for (int i = 0; i < s->config->plan.count; i++)
        spsa_parameter_write(out, &s->config->plan.parameters[i], spsa_rounded(s->theta[i]));
}

void spsa_report_setoptions(FILE *out, const SpsaState *s) {
    for (int i = 0; i < s->config->plan.count; i++)
        fprintf(out, "setoption name %s value %" PRId64 "\n", s->config->plan.parameters[i].name,
                spsa_rounded(s->theta[i]));
}
