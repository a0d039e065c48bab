#include "engine/match/record.h"

#include "bitboard/fen.h"
#include "bitboard/notation.h"
#include "engine/pgn/pgn.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

void record_init(GameRecord *r) {
    memset(r, 0, sizeof *r);
    r->culprit = -1;
    snprintf(r->result, sizeof r->result, "*");
}

void record_clear(GameRecord *r) {
    free(r->moves);
    record_init(r);
}

MoveRecord *record_add_move(GameRecord *r) {
    if (r->move_count == r->move_room) {
        const int room = r->move_room > 0 ? 2 * r->move_room : 128;
        MoveRecord *moves = realloc(r->moves, (size_t)room * sizeof *moves);
        if (moves == NULL)
            return NULL;
        r->moves = moves;
        r->move_room = room;
    }
    MoveRecord *m = &r->moves[r->move_count++];
    *m = (MoveRecord){.move = MOVE_NONE};
    return m;
}

static const char *const TERMINATION_NAMES[TERMINATIONS] = {
    "normal",       "adjudication", "time forfeit", "stalled",
    "disconnected", "illegal move", "false claim",  "not ready"};

const char *termination_name(Termination t) {
    return TERMINATION_NAMES[t];
}

/* ---- JSON ---- */

/* "+0.35", "-0.35", "#5", "#-3"; null without a score. */
static json_t *score_to_json(const MoveRecord *m) {
    if (!m->has_score)
        return json_null();
    if (score_is_mate(m->score))
        return json_sprintf("#%d", score_mate_moves(m->score));
    return json_integer(m->score);
}

/* [move, score, depth, selective depth, nodes, microseconds]; only the move in the opening. */
static json_t *move_to_json(const MoveRecord *m, bool with_search) {
    char text[MOVE_TEXT_SIZE];
    move_write(m->move, text);
    if (!with_search)
        return json_pack("[s]", text);
    return json_pack("[s, o, i, i, I, I]", text, score_to_json(m), m->depth, m->selective_depth,
                     (json_int_t)m->nodes, (json_int_t)m->elapsed_us);
}

static json_t *to_object(const GameRecord *r) {
    char fen[FEN_SIZE];
    json_t *moves = json_array();
    for (int i = 0; i < r->move_count; i++)
        if (json_array_append_new(moves, move_to_json(&r->moves[i], i >= r->opening_moves)) != 0) {
            json_decref(moves);
            return NULL;
        }
    fen_write(&r->start, fen);
    return json_pack(
        "{s:I, s:I, s:I, s:s, s:s, s:i, s:i, s:s, s:s, s:s, s:s, s:b, s:i, s:s, s:s, s:i, s:s, "
        "s:I, s:I, s:f, s:I, s:i, s:o}",
        "game", (json_int_t)r->number, "round", (json_int_t)r->round, "opening",
        (json_int_t)r->opening, "white", r->name[WHITE], "black", r->name[BLACK], "white_engine",
        r->engine[WHITE], "black_engine", r->engine[BLACK], "white_tc", r->tc[WHITE], "black_tc",
        r->tc[BLACK], "variant", r->start.rules->name, "fen", fen, "from_array", r->from_array,
        "opening_moves", r->opening_moves, "result", r->result, "termination",
        TERMINATION_NAMES[r->termination], "charged_to", r->culprit, "reason", r->reason,
        "started_at", (json_int_t)r->started_at, "elapsed_ms", (json_int_t)r->elapsed_ms,
        "outside_us", r->outside_us, "runner_cpu_us", (json_int_t)r->runner_cpu_us, "plies",
        r->move_count, "moves", moves);
}

bool record_to_json(const GameRecord *r, Bytes *json) {
    json_t *object = to_object(r);
    char *text = object != NULL ? json_dumps(object, JSON_COMPACT) : NULL;
    json_decref(object);
    *json = (Bytes){text, text != NULL ? strlen(text) : 0};
    return text != NULL;
}

static bool read_move(GameRecord *r, Position *now, json_t *array, Message *message) {
    const json_t *score = json_array_get(array, 1);
    const char *text = json_string_value(json_array_get(array, 0));
    MoveRecord *m = record_add_move(r);
    Undo undo;
    if (m == NULL)
        return message_set(message, "no memory");
    if (text == NULL || !move_parse(now, text, &m->move, message))
        return message_set(message, "move %d of the record is not legal", r->move_count);
    position_make(now, m->move, &undo);
    m->has_score = json_is_integer(score) || json_is_string(score);
    if (json_is_integer(score)) {
        m->score = (Score)json_integer_value(score);
    } else if (json_is_string(score)) {
        const int moves = atoi(json_string_value(score) + 1);
        m->score = moves > 0 ? score_mate_in(2 * moves - 1) : score_mated_in(-2 * moves);
    }
    m->depth = (int)json_integer_value(json_array_get(array, 2));
    m->selective_depth = (int)json_integer_value(json_array_get(array, 3));
    m->nodes = (uint64_t)json_integer_value(json_array_get(array, 4));
    m->elapsed_us = json_integer_value(json_array_get(array, 5));
    return true;
}

static bool from_object(json_t *object, GameRecord *r, Message *message) {
    const char *white, *black, *white_tc, *black_tc, *variant, *fen, *result, *termination, *reason;
    json_int_t number, round, opening, started_at, elapsed_ms, runner_cpu_us;
    json_t *moves;
    int from_array;
    json_error_t error;
    if (json_unpack_ex(object, &error, 0,
                       "{s:I, s:I, s:I, s:s, s:s, s:i, s:i, s:s, s:s, s:s, s:s, s:b, s:i, s:s, "
                       "s:s, s:i, s:s, s:I, s:I, s:F, s:I, s:o}",
                       "game", &number, "round", &round, "opening", &opening, "white", &white,
                       "black", &black, "white_engine", &r->engine[WHITE], "black_engine",
                       &r->engine[BLACK], "white_tc", &white_tc, "black_tc", &black_tc, "variant",
                       &variant, "fen", &fen, "from_array", &from_array, "opening_moves",
                       &r->opening_moves, "result", &result, "termination", &termination,
                       "charged_to", &r->culprit, "reason", &reason, "started_at", &started_at,
                       "elapsed_ms", &elapsed_ms, "outside_us", &r->outside_us, "runner_cpu_us",
                       &runner_cpu_us, "moves", &moves) != 0)
        return message_set(message, "the record of a game lacks something: %.120s", error.text);
    const RuleSet *rules = rules_find(variant, message);
    if (rules == NULL || !fen_parse(fen, rules, &r->start, NULL, message))
        return false;
    r->number = (uint64_t)number;
    r->round = (uint64_t)round;
    r->opening = (uint64_t)opening;
    r->from_array = from_array != 0;
    r->started_at = started_at;
    r->elapsed_ms = elapsed_ms;
    r->runner_cpu_us = runner_cpu_us;
    snprintf(r->name[WHITE], sizeof r->name[WHITE], "%s", white);
    snprintf(r->name[BLACK], sizeof r->name[BLACK], "%s", black);
    snprintf(r->tc[WHITE], sizeof r->tc[WHITE], "%s", white_tc);
    snprintf(r->tc[BLACK], sizeof r->tc[BLACK], "%s", black_tc);
    snprintf(r->result, sizeof r->result, "%s", result);
    snprintf(r->reason, sizeof r->reason, "%s", reason);
    for (int t = 0; t < TERMINATIONS; t++)
        if (strcmp(TERMINATION_NAMES[t], termination) == 0)
            r->termination = (Termination)t;
    Position now = r->start;
    size_t i;
    json_t *move;
    json_array_foreach(moves, i, move) if (!read_move(r, &now, move, message)) return false;
    if (!pgn_is_result(r->result) || r->result[0] == '*' || r->engine[WHITE] < 0 ||
        r->engine[BLACK] < 0 || r->culprit < -1 || r->culprit > BLACK || r->opening_moves < 0 ||
        r->opening_moves > r->move_count)
        return message_set(message, "the record of a game contradicts itself");
    return true;
}

bool record_from_json(const char *json, size_t size, GameRecord *r, Message *message) {
    json_error_t error;
    json_t *object = json_loadb(json, size, 0, &error);
    record_init(r);
    if (object == NULL)
        return message_set(message, "the record of a game is no JSON: %.120s", error.text);
    const bool read = from_object(object, r, message);
    json_decref(object);
    if (!read)
        record_clear(r);
    return read;
}

/* ---- PGN ---- */

/* "+0.35/12 0.104s", perhaps ", n=20511". */
static void write_comment(const MoveRecord *m, bool with_nodes, char *text, size_t size) {
    int used = 0;
    text[0] = '\0';
    if (m->has_score && score_is_mate(m->score))
        used = snprintf(text, size, "%cM%d/%d ", m->score > 0 ? '+' : '-',
                        abs(score_mate_moves(m->score)), m->depth);
    else if (m->has_score)
        used = snprintf(text, size, "%+.2f/%d ", (double)m->score / 100, m->depth);
    used += snprintf(text + used, size - (size_t)used, "%.3fs", (double)m->elapsed_us / 1e6);
    if (with_nodes && m->nodes > 0)
        snprintf(text + used, size - (size_t)used, ", n=%" PRIu64, m->nodes);
}

static bool add_moves(PgnGame *game, const GameRecord *r, bool with_nodes) {
    char comment[320];
    for (int i = 0; i < r->move_count; i++) {
        PgnMove *m = pgn_add_move(&game->line, r->moves[i].move);
        if (m == NULL)
            return false;
        if (i < r->opening_moves)
            snprintf(comment, sizeof comment, "book");
        else
            write_comment(&r->moves[i], with_nodes, comment, sizeof comment);
        if (i == r->move_count - 1) {
            const size_t used = strlen(comment);
            snprintf(comment + used, sizeof comment - used, ", %s", r->reason);
        }
        if (!pgn_set_comment(m, comment))
            return false;
    }
    return true;
}

static bool add_tags(PgnGame *game, const GameRecord *r, const char *event) {
    char date[16], clock[16], round[32], plies[16], duration[16];
    const time_t started = (time_t)r->started_at;
    const int64_t seconds = r->elapsed_ms / 1000;
    struct tm day;
    gmtime_r(&started, &day);
    strftime(date, sizeof date, "%Y.%m.%d", &day);
    strftime(clock, sizeof clock, "%H:%M:%S", &day);
    snprintf(round, sizeof round, "%" PRIu64, r->round + 1);
    snprintf(plies, sizeof plies, "%d", r->move_count);
    snprintf(duration, sizeof duration, "%02d:%02d:%02d", (int)(seconds / 3600 % 100),
             (int)(seconds / 60 % 60), (int)(seconds % 60));
    const bool one_tc = strcmp(r->tc[WHITE], r->tc[BLACK]) == 0;
    return pgn_set_tag(game, "Event", event) && pgn_set_tag(game, "Site", "?") &&
           pgn_set_tag(game, "Date", date) && pgn_set_tag(game, "Round", round) &&
           pgn_set_tag(game, "White", r->name[WHITE]) &&
           pgn_set_tag(game, "Black", r->name[BLACK]) && pgn_set_tag(game, "Result", r->result) &&
           pgn_set_tag(game, "UTCDate", date) && pgn_set_tag(game, "UTCTime", clock) &&
           pgn_set_tag(game, "GameDuration", duration) && pgn_set_tag(game, "PlyCount", plies) &&
           pgn_set_tag(game, "Termination", termination_name(r->termination)) &&
           (one_tc ? pgn_set_tag(game, "TimeControl", r->tc[WHITE])
                   : pgn_set_tag(game, "WhiteTimeControl", r->tc[WHITE]) &&
                         pgn_set_tag(game, "BlackTimeControl", r->tc[BLACK]));
}

bool record_write_pgn(FILE *out, const GameRecord *r, const char *event, bool with_nodes,
                      Message *message) {
    PgnGame *game = malloc(sizeof *game);
    if (game == NULL)
        return message_set(message, "no memory");
    pgn_game_init(game, r->start.rules);
    game->start = r->start;
    snprintf(game->result, sizeof game->result, "%s", r->result);
    bool built = add_tags(game, r, event) && add_moves(game, r, with_nodes);
    if (built && r->move_count == 0) /* the reason has no move to stand behind */
        built = (game->line.comment = strdup(r->reason)) != NULL;
    bool written = built || message_set(message, "no memory");
    if (built && !pgn_write(out, game))
        written = message_set(message, "the game could not be written");
    pgn_game_clear(game);
    free(game);
    return written;
}
