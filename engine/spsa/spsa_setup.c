#include "engine/match/match_setup.h"
#include "engine/spsa/spsa_job.h"

#include <stdlib.h>

/* A setup and all that it points to. */
typedef struct {
    SpsaSetup setup; /* first, so that it leads to the whole */
    SpsaConfig config;
    Openings *openings;
} OwnSetup;

/* Of the parameters, workers need the names: values come with each unit. */
bool spsa_setup_write(const void *setup, FILE *out, Message *message) {
    const SpsaSetup *s = setup;
    const SpsaPlan *plan = &s->config->plan;
    setup_put_number(out, plan->count);
    for (int i = 0; i < plan->count; i++)
        setup_put(out, plan->parameters[i].name);
    return match_setup_put(&s->config->match, s->openings, out, message);
}

static bool take_parameters(SetupText *text, SpsaPlan *plan, Message *message) {
    plan->count = (int)setup_take_number(text, 1, SPSA_PARAMETERS_MAX);
    plan->parameters = calloc((size_t)plan->count, sizeof *plan->parameters);
    if (plan->parameters == NULL)
        return message_set(message, "no memory");
    for (int i = 0; i < plan->count; i++)
        snprintf(plan->parameters[i].name, SPSA_NAME_SIZE, "%s", setup_take(text));
    return setup_taken(text, message);
}

void *spsa_setup_read(const Bytes *bytes, Message *message) {
    OwnSetup *own = job_worker_memory(sizeof *own, message);
    SetupText text = setup_text(bytes);
    if (own == NULL)
        return NULL;
    SpsaConfig *c = &own->config;
    if (take_parameters(&text, &c->plan, message) &&
        match_setup_take(&text, &c->words, &c->arguments, &c->match, &own->openings, message)) {
        own->setup = (SpsaSetup){c, own->openings};
        return own;
    }
    spsa_setup_free(own);
    return NULL;
}

void spsa_setup_free(void *setup) {
    OwnSetup *own = setup;
    openings_free(own->openings);
    spsa_config_clear(&own->config);
    free(own);
}
