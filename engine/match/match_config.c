#include "engine/match/match_config.h"

#include "engine/jobs/cores.h"
#include "engine/number.h"
#include "engine/pgn/pgn_text.h"
#include "engine/players/player.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

const OptionSpec MATCH_OPTIONS[] = {
    {"--engine", "WORD…", "a player: name=N cmd=PROGRAM tc=TC option.O=V …; once for each"},
    {"--each", "WORD…", "such words for all of them"},
    {"--config", "FILE", "read options from a JSON file, by the same words"},
    {"--variant", "V", "the rule set: wildebeest (default) or standard-wildebeest"},
    {"--games", "N", "games of two engines in a round (default 2)"},
    {"--rounds", "N", "rounds (default 1; with --sprt: as many as it takes)"},
    {"--repeat", NULL, "pairs of games: one opening, colours exchanged (the default)"},
    {"--no-repeat", NULL, "a new opening for each game"},
    {"--gauntlet", "N", "only the first N engines play, against all others"},
    {"--sprt", "WORD…", "elo0=0 elo1=10 alpha=0.05 beta=0.05 model=normalized|logistic"},
    {"--concurrency", "N", "games at the same time (default 1)"},
    {"--affinity", NULL, "each of these games on a processor core of its own"},
    {"--openings", "WORD…",
     "file=F (epd, pgn, wbook) format= order=random plies=N start=N, or random …"},
    {"--seed", "N", "for random openings and orders (default 1)"},
    {"--timemargin", "MS", "milliseconds by which an answer may be late (default 0)"},
    {"--stall", "S", "seconds that an engine without a clock may think (default 600)"},
    {"--ponder", NULL, "engines think on their opponent's time"},
    {"--recover", NULL, "start a failed engine again, instead of ending the match"},
    {"--draw", "WORD…", "movenumber=40 movecount=8 score=10: call it a draw"},
    {"--resign", "WORD…", "movecount=3 score=600 twosided=true: call it lost"},
    {"--maxmoves", "N", "call it a draw after N moves of each side"},
    {"--pgn", "FILE", "append the games, in order, as PGN"},
    {"--pgn-nodes", NULL, "with node counts in its comments"},
    {"--jsonl", "FILE", "append the games, in order, as a line of JSON each"},
    {"--event", "NAME", "the PGN tag Event"},
    {"--db", "FILE", "the database of the match (default match-DATE-TIME.db)"},
    {"--resume", "FILE", "go on with the match of that database"},
    {"--quiet", NULL, "no line for each game"},
    {NULL, NULL, NULL},
};

/* ---- key=value words ---- */

/* True if the word is "key=…"; `*value` is what follows. */
static bool is_key(const char *word, const char *key, const char **value) {
    const size_t length = strlen(key);
    if (strncmp(word, key, length) != 0 || word[length] != '=')
        return false;
    *value = word + length + 1;
    return true;
}

static bool read_int(const char *what, const char *text, int least, int most, int *number,
                     Message *message) {
    int64_t read;
    if (!number_read(what, text, least, most, &read, message))
        return false;
    *number = (int)read;
    return true;
}

static bool refuse_word(const char *option, const char *word, const char *known, Message *message) {
    return message_set(message, "%s: '%.40s' is none of its words: %s", option, word, known);
}

static bool read_sprt_word(MatchConfig *c, const char *word, Message *message) {
    const char *v;
    if (is_key(word, "elo0", &v))
        return number_read_real("--sprt elo0", v, -1000, 1000, &c->sprt.elo0, message);
    if (is_key(word, "elo1", &v))
        return number_read_real("--sprt elo1", v, -1000, 1000, &c->sprt.elo1, message);
    if (is_key(word, "alpha", &v))
        return number_read_real("--sprt alpha", v, 1e-9, 0.5, &c->sprt.alpha, message);
    if (is_key(word, "beta", &v))
        return number_read_real("--sprt beta", v, 1e-9, 0.5, &c->sprt.beta, message);
    if (is_key(word, "model", &v)) {
        c->sprt.model = strcmp(v, "logistic") == 0 ? SPRT_LOGISTIC : SPRT_NORMALIZED;
        return c->sprt.model == SPRT_LOGISTIC || strcmp(v, "normalized") == 0 ||
               message_set(message, "--sprt model: it must be normalized or logistic, not '%.40s'",
                           v);
    }
    if (is_key(word, "counts", &v)) {
        c->sprt_by_pairs = strcmp(v, "pairs") == 0;
        return c->sprt_by_pairs || strcmp(v, "games") == 0 ||
               message_set(message, "--sprt counts: it must be pairs or games, not '%.40s'", v);
    }
    return refuse_word("--sprt", word, "elo0= elo1= alpha= beta= model= counts=", message);
}

static bool read_openings_word(MatchConfig *c, const char *word, Message *message) {
    OpeningsSpec *o = &c->openings;
    const char *v;
    int64_t number;
    if (strcmp(word, "random") == 0 || strcmp(word, "array") == 0) {
        o->kind = word[0] == 'r' ? OPENINGS_RANDOM : OPENINGS_ARRAY;
        return true;
    }
    if (is_key(word, "file", &v)) {
        o->kind = OPENINGS_FILE;
        o->file_name = v;
        return true;
    }
    if (is_key(word, "format", &v)) {
        o->format = strcmp(v, "pgn") == 0 ? OPENING_FORMAT_PGN : OPENING_FORMAT_EPD;
        return strcmp(v, "pgn") == 0 || strcmp(v, "epd") == 0 || strcmp(v, "fen") == 0 ||
               message_set(message, "--openings format: it must be epd, fen or pgn, not '%.40s'",
                           v);
    }
    if (is_key(word, "order", &v)) {
        o->shuffled = strcmp(v, "random") == 0;
        return o->shuffled || strcmp(v, "sequential") == 0 ||
               message_set(message,
                           "--openings order: it must be random or sequential, not '%.40s'", v);
    }
    if (is_key(word, "plies", &v))
        return read_int("--openings plies", v, 0, OPENING_PLIES_MAX, &o->plies, message);
    if (is_key(word, "window", &v))
        return read_int("--openings window", v, 1, 32000, &o->window, message);
    if (is_key(word, "nodes", &v)) {
        if (!number_read("--openings nodes", v, 1, 1000000000, &number, message))
            return false;
        o->nodes = (uint64_t)number;
        return true;
    }
    if (is_key(word, "start", &v)) {
        if (!number_read("--openings start", v, 1, INT64_MAX, &number, message))
            return false;
        o->skip = (uint64_t)number - 1;
        return true;
    }
    return refuse_word("--openings", word,
                       "file= format= order= plies= start=, or random plies= window= nodes=, or "
                       "array",
                       message);
}

static bool read_draw_word(MatchConfig *c, const char *word, Message *message) {
    AdjudicationRules *a = &c->game_rules.adjudication;
    const char *v;
    if (is_key(word, "movenumber", &v))
        return read_int("--draw movenumber", v, 0, 10000, &a->draw_move_number, message);
    if (is_key(word, "movecount", &v))
        return read_int("--draw movecount", v, 1, 10000, &a->draw_move_count, message);
    if (is_key(word, "score", &v))
        return read_int("--draw score", v, 0, 30000, &a->draw_score, message);
    return refuse_word("--draw", word, "movenumber= movecount= score=", message);
}

static bool read_resign_word(MatchConfig *c, const char *word, Message *message) {
    AdjudicationRules *a = &c->game_rules.adjudication;
    const char *v;
    if (is_key(word, "movecount", &v))
        return read_int("--resign movecount", v, 1, 10000, &a->resign_move_count, message);
    if (is_key(word, "score", &v))
        return read_int("--resign score", v, 1, 32000, &a->resign_score, message);
    if (is_key(word, "twosided", &v)) {
        a->resign_two_sided = strcmp(v, "true") == 0;
        return a->resign_two_sided || strcmp(v, "false") == 0 ||
               message_set(message, "--resign twosided: it must be true or false, not '%.40s'", v);
    }
    return refuse_word("--resign", word, "movecount= score= twosided=", message);
}

/* Gives each word of an option to `read`; an option given with "=" has one. */
static bool read_words(const Arguments *a, MatchConfig *c, const char *option,
                       bool (*read)(MatchConfig *, const char *, Message *), Message *message) {
    char *const *words = NULL;
    const char *value = arguments_value(a, option);
    const int count = arguments_words(a, option, &words);
    if (value != NULL && count == 0)
        return read(c, value, message);
    for (int i = 0; i < count; i++)
        if (!read(c, words[i], message))
            return false;
    return true;
}

/* ---- Engines ---- */

static bool has_engine_word(char *const *words, int count, const char *key) {
    const char *value;
    for (int i = 0; i < count; i++)
        if (is_key(words[i], key, &value))
            return true;
    return false;
}

static bool read_engine(MatchConfig *c, EngineSpec *e, char *const *each, int each_count,
                        char *const *words, int count, Message *message) {
    Message why;
    for (int i = 0; i < each_count; i++) {
        const char *value;
        if (is_key(each[i], "name", &value))
            return message_set(message, "--each: a name belongs to one engine only");
        if (!engine_spec_word(e, each[i], &why))
            return message_set(message, "--each: %s", why.text);
    }
    for (int i = 0; i < count; i++)
        if (!engine_spec_word(e, words[i], &why))
            return message_set(message, "--engine %d: %s", c->engine_count + 1, why.text);
    if (e->command == NULL && has_engine_word(words, count, "dir"))
        return message_set(message,
                           "--engine %d: there is a dir= but no cmd=", c->engine_count + 1);
    if (!e->has_limit)
        return message_set(message,
                           "--engine %d has no time control: tc=, st=, nodes= or depth=, for it "
                           "alone or with --each",
                           c->engine_count + 1);
    if (!e->tc.has_clock && e->tc.move_time_ms == 0 && e->tc.nodes == 0 && e->tc.depth == 0)
        return message_set(message, "--engine %d: tc=inf needs another limit beside it",
                           c->engine_count + 1);
    return true;
}

/* Of the options that take several words, these two cannot be written with "=". */
static bool check_forms(const Arguments *a, Message *message) {
    for (int i = 0; i < a->argc; i++)
        if (strncmp(a->argv[i], "--engine=", 9) == 0 || strncmp(a->argv[i], "--each=", 7) == 0)
            return message_set(message, "'%.60s': %.*s and its words are separated by blanks",
                               a->argv[i], (int)strcspn(a->argv[i], "="), a->argv[i]);
    return true;
}

static bool read_engines(const Arguments *a, MatchConfig *c, Message *message) {
    char *const *each = NULL, *const *words = NULL;
    int count;
    if (!check_forms(a, message))
        return false;
    const int each_count = arguments_words(a, "--each", &each);
    c->engines = calloc(MATCH_ENGINES_MAX, sizeof *c->engines);
    if (c->engines == NULL)
        return message_set(message, "no memory");
    for (; (count = arguments_repeated(a, "--engine", c->engine_count, &words)) > 0;
         c->engine_count++) {
        if (c->engine_count == MATCH_ENGINES_MAX)
            return message_set(message, "there may be no more than %d engines", MATCH_ENGINES_MAX);
        EngineSpec *e = &c->engines[c->engine_count];
        engine_spec_init(e);
        if (!read_engine(c, e, each, each_count, words, count, message)) {
            c->engine_count++; /* to be freed, too */
            return false;
        }
        if (e->ponder == UNSAID && arguments_value(a, "--ponder") != NULL)
            e->ponder = YES;
    }
    if (c->engine_count < 2)
        return message_set(message, "a match needs two engines: --engine WORD… --engine WORD…");
    return true;
}

/* ---- The whole ---- */

static bool read_schedule(const Arguments *a, MatchConfig *c, Message *message) {
    enum { GAMES_MAX = 100000000, SPRT_GAMES = 2000000 };
    int64_t games = 2, heads = 0;
    if (!arguments_number(a, "--games", 1, GAMES_MAX, &games, message))
        return false;
    int64_t rounds = !c->has_sprt ? 1 : games < SPRT_GAMES ? SPRT_GAMES / games : 1;
    if (!arguments_number(a, "--rounds", 1, 1000000000, &rounds, message) ||
        !arguments_number(a, "--gauntlet", 1, MATCH_ENGINES_MAX, &heads, message))
        return false;
    const bool repeat = arguments_value(a, "--no-repeat") == NULL;
    if (!repeat && arguments_value(a, "--repeat") != NULL)
        return message_set(message, "--repeat and --no-repeat exclude each other");
    if (heads >= c->engine_count)
        return message_set(message, "--gauntlet %d leaves no opponents: there are %d engines",
                           (int)heads, c->engine_count);
    if (repeat && games % 2 != 0)
        return message_set(message,
                           "--games %lld: pairs need an even number; --no-repeat allows others",
                           (long long)games);
    c->schedule = (Schedule){.engines = c->engine_count,
                             .heads = (int)heads,
                             .rounds = (uint64_t)rounds,
                             .games = (uint64_t)games,
                             .repeat = repeat};
    if ((double)rounds * (double)games * schedule_pairings(&c->schedule) > GAMES_MAX)
        return message_set(message, "that is more than %d games", GAMES_MAX);
    return true;
}

static bool read_sprt(const Arguments *a, MatchConfig *c, Message *message) {
    c->has_sprt = arguments_value(a, "--sprt") != NULL;
    if (!c->has_sprt)
        return true;
    Message why;
    c->sprt = (Sprt){.elo0 = 0, .elo1 = 10, .alpha = 0.05, .beta = 0.05, .model = SPRT_NORMALIZED};
    c->sprt_by_pairs = arguments_value(a, "--no-repeat") == NULL;
    if (!read_words(a, c, "--sprt", read_sprt_word, message))
        return false;
    if (!sprt_check(&c->sprt, &why))
        return message_set(message, "--sprt: %s", why.text);
    if (c->engine_count != 2)
        return message_set(message, "--sprt compares two engines, not %d", c->engine_count);
    if (c->sprt_by_pairs && arguments_value(a, "--no-repeat") != NULL)
        return message_set(message, "--sprt counts=pairs needs pairs, which --no-repeat forbids");
    return true;
}

static bool read_openings(const Arguments *a, MatchConfig *c, int64_t seed, Message *message) {
    enum { RANDOM_PLIES = 8, RANDOM_WINDOW = 100, RANDOM_NODES = 5000 };
    c->openings = (OpeningsSpec){.kind = OPENINGS_RANDOM,
                                 .seed = (uint64_t)seed,
                                 .plies = -1,
                                 .window = RANDOM_WINDOW,
                                 .nodes = RANDOM_NODES};
    if (!read_words(a, c, "--openings", read_openings_word, message))
        return false;
    if (c->openings.plies < 0)
        c->openings.plies = c->openings.kind == OPENINGS_RANDOM ? RANDOM_PLIES : 0;
    return true;
}

static bool read_game_rules(const Arguments *a, MatchConfig *c, Message *message) {
    const char *stall = arguments_value(a, "--stall");
    int64_t moves = 0;
    c->game_rules = (GameRules){.margin_ms = 0, .stall_ms = 600000};
    AdjudicationRules *rules = &c->game_rules.adjudication;
    if (arguments_value(a, "--draw") != NULL) {
        rules->draw_move_number = 40;
        rules->draw_move_count = 8;
        rules->draw_score = 10;
    }
    if (arguments_value(a, "--resign") != NULL) {
        rules->resign_move_count = 3;
        rules->resign_score = 600;
    }
    if (!arguments_number(a, "--timemargin", 0, 3600000, &c->game_rules.margin_ms, message) ||
        !arguments_number(a, "--maxmoves", 1, 1000000, &moves, message) ||
        (stall != NULL &&
         !time_control_read_seconds("--stall", stall, &c->game_rules.stall_ms, message)))
        return false;
    rules->max_moves = (int)moves;
    return read_words(a, c, "--draw", read_draw_word, message) &&
           read_words(a, c, "--resign", read_resign_word, message);
}

bool match_config_read(const Arguments *a, MatchConfig *c, Message *message) {
    int64_t concurrency = 1, seed = 1;
    const char *variant = arguments_value(a, "--variant");
    *c = (MatchConfig){.arguments = a,
                       .rules = variant != NULL ? rules_find(variant, message) : &RULES[0],
                       .pin = arguments_value(a, "--affinity") != NULL,
                       .recover = arguments_value(a, "--recover") != NULL,
                       .event = arguments_value(a, "--event"),
                       .pgn_file = arguments_value(a, "--pgn"),
                       .json_file = arguments_value(a, "--jsonl"),
                       .pgn_nodes = arguments_value(a, "--pgn-nodes") != NULL};
    if (c->event == NULL)
        c->event = "Brindle match";
    if (c->rules == NULL ||
        !arguments_number(a, "--concurrency", 1, MATCH_CONCURRENCY_MAX, &concurrency, message) ||
        !arguments_number(a, "--seed", 0, INT64_MAX, &seed, message) ||
        !read_engines(a, c, message) || !read_sprt(a, c, message) ||
        !read_schedule(a, c, message) || !read_openings(a, c, seed, message) ||
        !read_game_rules(a, c, message))
        return false;
    c->concurrency = (int)concurrency;
    return true;
}

void match_config_clear(MatchConfig *c) {
    for (int i = 0; i < c->engine_count; i++)
        engine_spec_clear(&c->engines[i]);
    free(c->engines);
    c->engines = NULL;
    c->engine_count = 0;
}

/* ---- Probing ---- */

/* True if an earlier engine has the name, or one that the user gave it to. */
static bool is_taken(const MatchConfig *c, const bool *named, int index, const char *name) {
    for (int i = 0; i < c->engine_count; i++)
        if (i != index && (i < index || (named[i] && !named[index])) &&
            strcmp(c->engines[i].name, name) == 0)
            return true;
    return false;
}

static bool make_names_differ(MatchConfig *c, const bool *named, Message *message) {
    for (int i = 0; i < c->engine_count; i++) {
        char *name = c->engines[i].name, base[ENGINE_NAME_MAX];
        memcpy(base, name, sizeof base);
        for (int number = 2; is_taken(c, named, i, name); number++) {
            if (named[i])
                return message_set(message, "two engines are called '%s'", name);
            snprintf(name, ENGINE_NAME_MAX, "%.*s %d",
                     (int)pgn_utf8_cut(base, ENGINE_NAME_MAX - 12), base, number);
        }
    }
    return true;
}

bool match_config_probe(MatchConfig *c, Message *message) {
    bool named[MATCH_ENGINES_MAX], arrays = false, without_castling = false;
    const char *needs_array = NULL, *cannot_castle = NULL;
    for (int i = 0; i < c->engine_count; i++) {
        EngineSpec *e = &c->engines[i];
        named[i] = e->name[0] != '\0';
        if (!player_probe(e, c->rules, message))
            return false;
        if (e->from_array == YES)
            needs_array = e->name;
        if (e->castling == NO)
            cannot_castle = e->name;
    }
    arrays = needs_array != NULL;
    without_castling = cannot_castle != NULL && c->rules->castling;
    if (arrays && without_castling)
        return message_set(message,
                           "'%s' can only begin at the array, with castling, which '%s' does not "
                           "know",
                           needs_array, cannot_castle);
    c->openings.without_castling = without_castling;
    return make_names_differ(c, named, message);
}

Player *match_config_start_player(const MatchConfig *c, int engine, const atomic_bool *stop,
                                  Message *message) {
    Player *player = player_new(&c->engines[engine], c->rules, stop, message);
    if (player == NULL && c->recover && !atomic_load(stop)) {
        nanosleep(&(struct timespec){1, 0}, NULL);
        player = player_new(&c->engines[engine], c->rules, stop, message);
    }
    return player;
}
