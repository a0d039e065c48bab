#include "engine/pgn/pgn_check.h"

#include "bitboard/fen.h"

#include <stdlib.h>
#include <string.h>

/* In the order of export format; Result's value is the game's own. */
static const char *const SEVEN_TAGS[][2] = {
    {"Event", "?"}, {"Site", "?"},  {"Date", "????.??.??"}, {"Round", "?"},
    {"White", "?"}, {"Black", "?"}, {"Result", NULL},
};
enum { SEVEN = sizeof SEVEN_TAGS / sizeof SEVEN_TAGS[0] };

const char *pgn_state_name(GameState state) {
    switch (state) {
    case GAME_CHECKMATE: return "checkmate";
    case GAME_STALEMATE: return "stalemate";
    case GAME_DEAD_POSITION: return "dead position";
    case GAME_REPETITION: return "repetition";
    case GAME_FIFTY_MOVES: return "fifty moves";
    default: return "unfinished";
    }
}

/* ---- Checking ---- */

typedef struct {
    const PgnGame *game;
    PgnFinding report;
    void *context;
} Check;

static void find(const Check *c, PgnSeverity severity, const Message *message) {
    c->report(c->context, severity, message->text);
}

static void check_seven_tags(const Check *c) {
    char missing[64] = "";
    size_t length = 0;
    int count = 0;
    Message message;
    for (int i = 0; i < SEVEN; i++)
        if (pgn_tag(c->game, SEVEN_TAGS[i][0]) == NULL) {
            length += (size_t)snprintf(missing + length, sizeof missing - length, "%s%s",
                                       count > 0 ? ", " : "", SEVEN_TAGS[i][0]);
            count++;
        }
    if (count == 0)
        return;
    message_set(&message, "missing tags: %s", missing);
    find(c, PGN_WARNING, &message);
}

static bool begins_at_array(const PgnGame *game) {
    char fen[FEN_SIZE];
    fen_write(&game->start, fen);
    return strcmp(fen, game->start.rules->start_fen) == 0;
}

static void check_start(const Check *c) {
    const char *variant = pgn_tag(c->game, "Variant"), *name = c->game->start.rules->name,
               *setup = pgn_tag(c->game, "SetUp");
    Message message;
    if (variant == NULL) {
        message_set(&message, "the Variant tag is missing; the game is read as %s", name);
        find(c, PGN_WARNING, &message);
    } else if (strcmp(variant, name) != 0) {
        message_set(&message, "the Variant tag should be spelled '%s', not '%.40s'", name, variant);
        find(c, PGN_WARNING, &message);
    }
    const bool has_fen = pgn_tag(c->game, "FEN") != NULL;
    if (has_fen && (setup == NULL || strcmp(setup, "1") != 0))
        message_set(&message, "the FEN tag needs a SetUp tag, which must be 1");
    else if (!has_fen && setup != NULL && strcmp(setup, "0") != 0)
        message_set(&message, "the SetUp tag is '%.20s', and there is no FEN tag", setup);
    else
        return;
    find(c, PGN_WARNING, &message);
}

static void check_ply_count(const Check *c) {
    const char *count = pgn_tag(c->game, "PlyCount");
    char *end;
    Message message;
    if (count == NULL)
        return;
    if (count[0] >= '0' && count[0] <= '9' && strtol(count, &end, 10) == c->game->line.count &&
        *end == '\0')
        return;
    message_set(&message, "the PlyCount tag is '%.20s', but the game has %d half-moves", count,
                c->game->line.count);
    find(c, PGN_WARNING, &message);
}

/* The first position after which moves were played although the rules had drawn the game. */
static void check_early_end(const Check *c) {
    Position pos = c->game->start;
    for (int i = 0; i < c->game->line.count; i++) {
        const GameState state = position_game_state(&pos);
        Message message;
        Undo undo;
        if (state != GAME_ONGOING) {
            message_set(&message,
                        "the game goes on after half-move %d, where it is a draw by the rules (%s)",
                        i, pgn_state_name(state));
            find(c, PGN_WARNING, &message);
            return;
        }
        position_make(&pos, c->game->line.moves[i].move, &undo);
    }
}

static void check_result(const Check *c) {
    const char *tag = pgn_tag(c->game, "Result"), *result = c->game->result;
    Position pos;
    Message message;
    if (tag != NULL && !pgn_is_result(tag)) {
        message_set(&message, "the Result tag '%.40s' is no result", tag);
        find(c, PGN_FAULT, &message);
    } else if (tag != NULL && strcmp(tag, result) != 0) {
        message_set(&message, "the Result tag is %s, but the game ends with %s", tag, result);
        find(c, PGN_FAULT, &message);
    }
    pgn_final_position(c->game, &pos);
    const GameState state = position_game_state(&pos);
    const char *by_rules = position_result(&pos, state);
    if (state == GAME_ONGOING || strcmp(result, by_rules) == 0)
        return;
    message_set(&message, "the result is %s, but by the rules it is %s (%s)", result, by_rules,
                pgn_state_name(state));
    find(c, PGN_FAULT, &message);
}

void pgn_check(const PgnGame *game, PgnFinding report, void *context) {
    const Check check = {game, report, context};
    check_seven_tags(&check);
    check_start(&check);
    check_ply_count(&check);
    check_early_end(&check);
    check_result(&check);
}

/* ---- Repairing ---- */

static void repair_result(PgnGame *game) {
    Position pos;
    pgn_final_position(game, &pos);
    const GameState state = position_game_state(&pos);
    const char *tag = pgn_tag(game, "Result"), *result = NULL;
    if (state != GAME_ONGOING)
        result = position_result(&pos, state);
    else if (strcmp(game->result, "*") == 0 && tag != NULL && pgn_is_result(tag))
        result = tag;
    if (result != NULL)
        snprintf(game->result, sizeof game->result, "%s", result);
}

bool pgn_repair(PgnGame *game) {
    char fen[FEN_SIZE], plies[16];
    repair_result(game);
    for (int i = 0; i < SEVEN; i++)
        if (SEVEN_TAGS[i][1] != NULL && pgn_tag(game, SEVEN_TAGS[i][0]) == NULL &&
            !pgn_set_tag(game, SEVEN_TAGS[i][0], SEVEN_TAGS[i][1]))
            return false;
    if (begins_at_array(game)) {
        pgn_remove_tag(game, "SetUp");
        pgn_remove_tag(game, "FEN");
    } else {
        fen_write(&game->start, fen);
        if (!pgn_set_tag(game, "SetUp", "1") || !pgn_set_tag(game, "FEN", fen))
            return false;
    }
    snprintf(plies, sizeof plies, "%d", game->line.count);
    return pgn_set_tag(game, "Result", game->result) &&
           pgn_set_tag(game, "Variant", game->start.rules->name) &&
           pgn_set_tag(game, "PlyCount", plies);
}
