#include "engine/data/datagen_config.h"

#include "engine/data/data_file.h"
#include "engine/jobs/cores.h"
#include "engine/match/openings.h"

#include "brindle_version.h"

#include <inttypes.h>
#include <string.h>

const OptionSpec DATAGEN_OPTIONS[] = {
    {"--out", "FILE", "where the games go; a file that is there already is gone on with"},
    {"--games", "N", "games that the file is to have (default 1000)"},
    {"--nodes", "N", "nodes of each search (default 5000)"},
    {"--depth", "N", "depth of each search, instead of nodes"},
    {"--variant", "V", "wildebeest (default), standard-wildebeest, or both: they take turns"},
    {"--concurrency", "N", "games at the same time (default: one on each core)"},
    {"--hash", "MIB", "hash table of each of them (default 4)"},
    {"--seed", "N", "for the openings (default 1)"},
    {"--openings-plies", "N", "random half-moves that a game begins with (default 8)"},
    {"--openings-window", "CP", "they are kept if the score is then within ±CP (default 150)"},
    {"--openings-nodes", "N", "after a search of N nodes (default 2000)"},
    {"--win-score", "CP", "call it won once both sides say so, with CP at least (default 1500)"},
    {"--win-moves", "N", "for N moves of each in a row (default 4; 0: never)"},
    {"--draw-score", "CP", "call it drawn once both scores are within ±CP (default 10)"},
    {"--draw-moves", "N", "for N moves of each in a row (default 8; 0: never)"},
    {"--draw-from", "N", "from move N on (default 50)"},
    {"--max-plies", "N", "call it drawn after N half-moves (default 600)"},
    {"--quiet", NULL, "no progress on the terminal"},
    {NULL, NULL, NULL},
};

typedef struct {
    const char *option;
    int64_t *value;
    int64_t least, most, preset;
} Parameter;

enum { PARAMETERS = 13 };

/* The numbers that decide about the games, in the order in which files list them. */
static void list_parameters(DatagenParameters *p, Parameter list[PARAMETERS]) {
    const Parameter all[PARAMETERS] = {
        {"--nodes", &p->nodes, 1, 1000000000, 0},
        {"--depth", &p->depth, 1, MAX_PLY - 1, 0},
        {"--hash", &p->hash, 1, 65536, 4},
        {"--seed", &p->seed, 0, INT64_MAX, 1},
        {"--openings-plies", &p->openings_plies, 1, OPENING_PLIES_MAX, 8},
        {"--openings-window", &p->openings_window, 1, SCORE_MATE, 150},
        {"--openings-nodes", &p->openings_nodes, 1, 1000000000, 2000},
        {"--win-score", &p->win_score, 1, SCORE_MATE, 1500},
        {"--win-moves", &p->win_moves, 0, 10000, 4},
        {"--draw-score", &p->draw_score, 0, SCORE_MATE, 10},
        {"--draw-moves", &p->draw_moves, 0, 10000, 8},
        {"--draw-from", &p->draw_from, 0, 100000, 50},
        {"--max-plies", &p->max_plies, 1, 100000, 600},
    };
    memcpy(list, all, sizeof all);
}

static bool read_variant(const Arguments *a, DatagenConfig *c, Message *message) {
    const char *variant = arguments_value(a, "--variant");
    const RuleSet *rules = &RULES[0];
    const bool both = variant != NULL && strcmp(variant, "both") == 0;
    if (variant != NULL && !both) {
        rules = rules_find(variant, message);
        if (rules == NULL)
            return false;
    }
    for (int i = 0; i < RULE_SETS; i++)
        c->plays[i] = both || rules == &RULES[i];
    return true;
}

bool datagen_config_read(const Arguments *a, DatagenConfig *c, Message *message) {
    enum { DEFAULT_NODES = 5000, MOST_GAMES = 1000000000 };
    Parameter list[PARAMETERS];
    *c = (DatagenConfig){.out = arguments_value(a, "--out"), .games = 1000};
    DatagenParameters *p = &c->parameters;
    if (c->out == NULL)
        return message_set(message, "where to? --out FILE is missing");
    c->concurrency = cores_count();
    if (!arguments_number(a, "--games", 1, MOST_GAMES, &c->games, message) ||
        !arguments_number(a, "--concurrency", 1, DATAGEN_CONCURRENCY_MAX, &c->concurrency,
                          message) ||
        !read_variant(a, c, message))
        return false;
    list_parameters(p, list);
    for (int i = 0; i < PARAMETERS; i++) {
        *list[i].value = list[i].preset;
        if (!arguments_number(a, list[i].option, list[i].least, list[i].most, list[i].value,
                              message))
            return false;
    }
    if (p->nodes > 0 && p->depth > 0)
        return message_set(message, "--nodes and --depth exclude each other");
    if (p->nodes == 0 && p->depth == 0)
        p->nodes = DEFAULT_NODES;
    return p->openings_plies < p->max_plies ||
           message_set(message,
                       "--max-plies: %" PRId64 " half-moves leave nothing behind an opening of "
                       "%" PRId64,
                       p->max_plies, p->openings_plies);
}

bool datagen_config_text(const DatagenConfig *c, ByteBuffer *text) {
    DatagenParameters parameters = c->parameters;
    Parameter list[PARAMETERS];
    bool good = data_text_add(text, "created-by", "Brindle %s", BRINDLE_VERSION) &&
                data_text_add(text, "kind", "datagen");
    const bool both = c->plays[0] && c->plays[1];
    good = good &&
           data_text_add(text, "variant", "%s", both ? "both" : datagen_config_rules(c, 0)->name);
    list_parameters(&parameters, list);
    for (int i = 0; i < PARAMETERS && good; i++)
        if (*list[i].value != 0 ||
            (list[i].value != &parameters.nodes && list[i].value != &parameters.depth))
            good = data_text_add(text, list[i].option + 2, "%" PRId64, *list[i].value);
    return good && buffer_add(text, "", 1);
}

void datagen_config_put(const DatagenConfig *c, FILE *out) {
    DatagenParameters parameters = c->parameters;
    Parameter list[PARAMETERS];
    list_parameters(&parameters, list);
    for (int i = 0; i < RULE_SETS; i++)
        setup_put_number(out, c->plays[i]);
    for (int i = 0; i < PARAMETERS; i++)
        setup_put_number(out, *list[i].value);
}

bool datagen_config_take(SetupText *text, DatagenConfig *c, Message *message) {
    Parameter list[PARAMETERS];
    *c = (DatagenConfig){.out = NULL};
    list_parameters(&c->parameters, list);
    for (int i = 0; i < RULE_SETS; i++)
        c->plays[i] = setup_take_number(text, 0, 1) != 0;
    for (int i = 0; i < PARAMETERS; i++)
        *list[i].value = setup_take_number(text, 0, list[i].most);
    return setup_taken(text, message);
}

const RuleSet *datagen_config_rules(const DatagenConfig *c, uint64_t game) {
    if (c->plays[0] && c->plays[1])
        return &RULES[game % RULE_SETS];
    return c->plays[0] ? &RULES[0] : &RULES[1];
}
