#include "engine/commands/command.h"
#include "engine/commands/play/play_session.h"
#include "engine/options.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { DEFAULT_LEVEL = 5 };

/* ---- Options ---- */

/* The side that the person takes; random is by the seed. */
static bool read_side(const Arguments *arguments, uint64_t seed, PlaySession *s, Message *message) {
    const char *side = arguments_value(arguments, "--side");
    const bool random = side != NULL && strcmp(side, "random") == 0;
    const bool white = side == NULL || strcmp(side, "white") == 0 || (random && seed % 2 == 0);
    const bool both = side != NULL && strcmp(side, "both") == 0;
    if (!white && !both && !random && strcmp(side, "black") != 0)
        return message_set(message, "--side: '%.40s' is none of white, black, both and random",
                           side);
    s->engine_plays[WHITE] = !white && !both;
    s->engine_plays[BLACK] = white && !both;
    return true;
}

/* Without --seed each game is another one. */
static bool read_seed(const Arguments *arguments, int64_t *seed, Message *message) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    *seed = (int64_t)(((uint64_t)now.tv_sec << 20 ^ (uint64_t)now.tv_nsec) >> 1);
    return arguments_number(arguments, "--seed", 0, INT64_MAX, seed, message);
}

static bool read_engine(const Arguments *arguments, int64_t seed, PlaySession *s,
                        Message *message) {
    const char *book = arguments_value(arguments, "--book");
    int64_t threads = 1, hash = DEFAULT_HASH_MIB, level = DEFAULT_LEVEL, nodes = 0;
    if (!arguments_number(arguments, "--threads", 1, MAX_THREADS, &threads, message) ||
        !arguments_number(arguments, "--hash", 1, 1 << 25, &hash, message) ||
        !arguments_number(arguments, "--level", 0, SKILL_LEVEL_FULL, &level, message) ||
        !arguments_number(arguments, "--nodes", 1, INT64_MAX, &nodes, message))
        return false;
    s->nodes = (uint64_t)nodes;
    s->engine = engine_new(message);
    if (s->engine == NULL || !engine_set_hash(s->engine, (size_t)hash, message) ||
        !engine_set_threads(s->engine, (int)threads, message) ||
        (book != NULL && !engine_set_option(s->engine, "BookFile", book, message)))
        return false;
    OwnBook *own = engine_book(s->engine);
    own->on = book != NULL;
    own->weighted = true;
    engine_skill(s->engine)->seed = seed;
    play_session_set_level(s, (int)level);
    return true;
}

/* The game that the person wants to go on with, if there is one. */
static bool take_up_game(const Arguments *arguments, PlaySession *s, PgnGame *pgn,
                         Message *message) {
    const char *save = arguments_value(arguments, "--save");
    const char *load = arguments_value(arguments, "--load");
    const bool set_up = arguments_value(arguments, "--fen") != NULL ||
                        arguments_value(arguments, "--moves") != NULL;
    bool unfinished = false;
    if (save != NULL && !game_file_open(&s->file, save, s->start.rules, pgn, &unfinished, message))
        return false;
    if (unfinished && (set_up || load != NULL))
        return message_set(message,
                           "%.200s has an unfinished game: play it to the end (without --fen, "
                           "--moves and --load), or name another file",
                           save);
    if (load != NULL && set_up)
        return message_set(message, "--load does not go with --fen and --moves");
    if (load != NULL && !game_file_read_last(load, s->start.rules, pgn, message))
        return false;
    if (!unfinished && load == NULL) {
        play_session_begin(s);
        return true;
    }
    const int level = s->level;
    const bool engine_plays[COLORS] = {s->engine_plays[WHITE], s->engine_plays[BLACK]};
    if (!play_session_take_game(s, pgn, message))
        return false;
    /* What is said on the command line counts more than what the file says. */
    if (arguments_value(arguments, "--level") != NULL)
        play_session_set_level(s, level);
    if (arguments_value(arguments, "--side") != NULL)
        memcpy(s->engine_plays, engine_plays, sizeof engine_plays);
    play_session_changed(s);
    printf("Going on with the game in %s.\n", unfinished ? save : load);
    return true;
}

static bool set_up(const Arguments *arguments, PlaySession *s, Message *message) {
    const char *time = arguments_value(arguments, "--time");
    const char *name = arguments_value(arguments, "--name");
    int64_t seed;
    PgnGame *pgn = malloc(sizeof *pgn);
    message_set(message, "no memory");
    if (pgn != NULL)
        pgn_game_init(pgn, &RULES[0]);
    s->name = name != NULL ? name : "Player";
    const bool good = pgn != NULL && read_seed(arguments, &seed, message) &&
                      read_side(arguments, (uint64_t)seed, s, message) &&
                      arguments_position(arguments, &s->start, message) &&
                      (time == NULL || play_time_read(time, &s->time, message)) &&
                      (strcmp(s->name, "Brindle") != 0 ||
                       message_set(message, "--name: Brindle is the engine's own name")) &&
                      read_engine(arguments, seed, s, message) &&
                      take_up_game(arguments, s, pgn, message);
    if (pgn != NULL)
        pgn_game_clear(pgn);
    free(pgn);
    return good;
}

/* ---- The command ---- */

static int run(const Arguments *arguments) {
    Message message = {"no memory"};
    PlaySession *s = calloc(1, sizeof *s);
    if (s == NULL)
        return arguments_refuse(arguments, &message);
    line_input_init(&s->input, STDIN_FILENO);
    s->typed = isatty(STDIN_FILENO);
    s->shown = isatty(STDOUT_FILENO);
    s->style = terminal_style(stdout);
    int status;
    if (set_up(arguments, s, &message)) {
        s->style.black_side =
            s->engine_plays[WHITE] != (arguments_value(arguments, "--flip") != NULL);
        interrupts_watch();
        play_session_introduce(s);
        play_session_run(s);
        status = s->status;
    } else {
        status = arguments_refuse(arguments, &message);
    }
    play_session_free(s);
    free(s);
    return status;
}

static const OptionSpec OPTIONS[] = {
    {"--side", "white|black|both|random", "what you play (default white); both: without Brindle"},
    {"--level", "N", "how strongly Brindle plays, 0 to 20 (default 5); 20: as well as it can"},
    {"--time", "T", "5+3: clocks of 5 minutes and 3 s a move; 10: Brindle takes 10 s a move"},
    {"--save", "FILE", "keep the game in FILE after each move; go on with it if it is unfinished"},
    {"--load", "FILE", "go on with the last game of FILE (PGN)"},
    {"--book", "FILE", "Brindle plays its first moves from a .wbook"},
    {"--fen", "FEN", "where to begin (default: the array)"},
    {"--moves", "MOVE…", "moves to play first, by coordinates or SAN"},
    {"--variant", "V", "the rule set: wildebeest (default) or standard-wildebeest"},
    {"--name", "NAME", "what you are called in the file (default Player)"},
    {"--flip", NULL, "turn the board round: your own side on top"},
    {"--nodes", "N", "Brindle looks at N moves each time: the same game on every machine"},
    {"--seed", "N", "of Brindle's whims below level 20 (default: another one in each game)"},
    {"--threads", "N", "search on N threads (level 20 only)"},
    {"--hash", "MB", "size of the transposition table in MiB (default 64)"},
    {NULL, NULL, NULL},
};

const Command COMMAND_PLAY = {
    .name = "play",
    .summary = "play a game in the terminal",
    .details = "Type moves by coordinates (g2g5) or SAN (e4, Nc3, O-O-h1), or 'help' for all that "
               "can be\nsaid.  Ctrl-C lets Brindle move at once while it thinks, and leaves "
               "otherwise.",
    .options = OPTIONS,
    .run = run};
