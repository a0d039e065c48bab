#include "engine/match/match_setup.h"

#include "engine/match/match.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- Engines as they were found ---- */

static void put_engine(FILE *out, const EngineSpec *e) {
    setup_put(out, e->name);
    setup_put(out, e->variant != NULL ? e->variant : "");
    setup_put_number(out, e->protocol);
    setup_put_number(out, e->ponder);
    setup_put_number(out, e->restart);
    setup_put_number(out, e->castling);
    setup_put_number(out, e->from_array);
    setup_put_number(out, e->king_queen_rights);
    setup_put_number(out, e->first_rank);
}

static bool take_engine(SetupText *text, EngineSpec *e, Message *message) {
    snprintf(e->name, sizeof e->name, "%s", setup_take(text));
    const char *variant = setup_take(text);
    e->protocol = (Protocol)setup_take_number(text, PROTOCOL_DETECT, PROTOCOL_LOCAL);
    e->ponder = (Said)setup_take_number(text, UNSAID, YES);
    e->restart = (Said)setup_take_number(text, UNSAID, YES);
    e->castling = (Said)setup_take_number(text, UNSAID, YES);
    e->from_array = (Said)setup_take_number(text, UNSAID, YES);
    e->king_queen_rights = (Said)setup_take_number(text, UNSAID, YES);
    e->first_rank = (int)setup_take_number(text, -1, 1);
    if (variant[0] != '\0' && e->variant == NULL && (e->variant = strdup(variant)) == NULL)
        return message_set(message, "no memory");
    return setup_taken(text, message);
}

/* ---- The whole ---- */

/* Read by match_config_read wherever they came from. */
static const Command WORDS = {
    .name = "match", .options = MATCH_OPTIONS, .repeatable = {"--engine"}};

bool match_setup_put(const MatchConfig *c, const Openings *openings, FILE *out, Message *message) {
    char directory[PATH_MAX];
    if (getcwd(directory, sizeof directory) == NULL)
        return message_set(message, "the current directory: %s", strerror(errno));
    setup_put(out, directory);
    setup_put_number(out, c->arguments->argc);
    for (int i = 0; i < c->arguments->argc; i++)
        setup_put(out, c->arguments->argv[i]);
    for (int i = 0; i < c->engine_count; i++)
        put_engine(out, &c->engines[i]);
    setup_put_number(out, c->openings.without_castling);
    setup_put_number(out, (int64_t)openings_fingerprint(openings));
    return true;
}

static bool take_words(SetupText *text, WordList *words, Message *message) {
    const char *directory = setup_take(text);
    const int64_t count = setup_take_number(text, 0, INT_MAX);
    if (!setup_taken(text, message))
        return false;
    if (chdir(directory) != 0)
        return message_set(message, "%.200s cannot be entered: %s", directory, strerror(errno));
    for (int64_t i = 0; i < count; i++)
        if (!word_list_add(words, setup_take(text), message))
            return false;
    return setup_taken(text, message);
}

static bool take_engines(SetupText *text, MatchConfig *c, Message *message) {
    for (int i = 0; i < c->engine_count; i++)
        if (!take_engine(text, &c->engines[i], message))
            return false;
    return true;
}

/* They must be those that the owner has. */
static bool take_openings(SetupText *text, MatchConfig *c, Openings **openings, Message *message) {
    c->openings.without_castling = setup_take_number(text, 0, 1) != 0;
    const int64_t fingerprint = setup_take_number(text, INT64_MIN, INT64_MAX);
    if (!setup_taken(text, message))
        return false;
    *openings = openings_open(&c->openings, c->rules, message);
    return *openings != NULL &&
           (openings_fingerprint(*openings) == (uint64_t)fingerprint ||
            message_set(message, "'%.160s' is another file here: other openings are in it",
                        c->openings.file_name != NULL ? c->openings.file_name : "random"));
}

bool match_setup_take(SetupText *text, WordList *words, Arguments *arguments, MatchConfig *config,
                      Openings **openings, Message *message) {
    return take_words(text, words, message) &&
           arguments_parse(&WORDS, words->count, words->words, arguments, message) &&
           match_config_read(arguments, config, message) && take_engines(text, config, message) &&
           take_openings(text, config, openings, message);
}

/* ---- For the job ---- */

/* A setup and all that it points to. */
typedef struct {
    MatchSetup setup; /* first, so that it leads to the whole */
    MatchConfig config;
    Openings *openings;
    WordList words;
    Arguments arguments;
} OwnSetup;

bool match_setup_write(const void *setup, FILE *out, Message *message) {
    const MatchSetup *s = setup;
    return match_setup_put(s->config, s->openings, out, message);
}

void *match_setup_read(const Bytes *bytes, Message *message) {
    OwnSetup *own = job_worker_memory(sizeof *own, message);
    SetupText text = setup_text(bytes);
    if (own == NULL)
        return NULL;
    if (match_setup_take(&text, &own->words, &own->arguments, &own->config, &own->openings,
                         message)) {
        own->setup = (MatchSetup){&own->config, own->openings};
        return own;
    }
    match_setup_free(own);
    return NULL;
}

void match_setup_free(void *setup) {
    OwnSetup *own = setup;
    openings_free(own->openings);
    match_config_clear(&own->config);
    arguments_free(&own->arguments);
    word_list_clear(&own->words);
    free(own);
}
