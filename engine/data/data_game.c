#include "engine/data/data_game.h"

#include "bitboard/fen.h"
#include "bitboard/movegen.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The bits of a record's second part. */
enum { RULES_BITS = 0x0F, RESULT_SHIFT = 4, RESULT_BITS = 3, HAS_FEN = 0x40, HAS_SCORES = 0x80 };

static const char *const END_NAMES[DATA_ENDS] = {"unknown",       "checkmate",  "stalemate",
                                                 "dead position", "repetition", "fifty moves",
                                                 "scores",        "length"};
static const char *const RESULT_TEXTS[DATA_RESULTS] = {"0-1", "1/2-1/2", "1-0"};

const char *data_end_name(DataEnd end) {
    return END_NAMES[end];
}

DataEnd data_end_of(GameState state) {
    switch (state) {
    case GAME_CHECKMATE: return DATA_END_CHECKMATE;
    case GAME_STALEMATE: return DATA_END_STALEMATE;
    case GAME_DEAD_POSITION: return DATA_END_DEAD;
    case GAME_REPETITION: return DATA_END_REPETITION;
    case GAME_FIFTY_MOVES: return DATA_END_FIFTY_MOVES;
    default: return DATA_END_UNKNOWN;
    }
}

const char *data_result_text(int result) {
    return RESULT_TEXTS[result];
}

int data_result_from_text(const char *text) {
    for (int i = 0; i < DATA_RESULTS; i++)
        if (strcmp(text, RESULT_TEXTS[i]) == 0)
            return i;
    return -1;
}

/* ---- Games ---- */

void data_game_init(DataGame *game, const RuleSet *rules) {
    game->moves = NULL;
    game->room = 0;
    data_game_reset(game, rules);
}

void data_game_reset(DataGame *game, const RuleSet *rules) {
    game->head = (DataHead){.rules = rules, .result = DATA_RESULT_DRAWN, .from_array = true};
    game->start_score = SCORE_NONE;
    position_set_start(&game->start, rules);
}

void data_game_free(DataGame *game) {
    free(game->moves);
    game->moves = NULL;
    game->room = game->head.move_count = 0;
}

void data_game_set_start(DataGame *game, const Position *start) {
    char fen[FEN_SIZE];
    fen_write(start, fen);
    game->head.rules = start->rules;
    game->head.from_array = strcmp(fen, start->rules->start_fen) == 0;
    game->start = *start;
}

/* For `count` moves. */
static bool make_room(DataGame *game, int count) {
    if (count <= game->room)
        return true;
    const int room = count > 2 * game->room ? count + 128 : 2 * game->room;
    DataMove *moves = realloc(game->moves, (size_t)room * sizeof *moves);
    if (moves != NULL) {
        game->moves = moves;
        game->room = room;
    }
    return moves != NULL;
}

bool data_game_add(DataGame *game, Move move, Score score) {
    DataHead *head = &game->head;
    if (head->move_count == DATA_MAX_PLIES || !make_room(game, head->move_count + 1))
        return false;
    game->moves[head->move_count++] = (DataMove){move, score};
    return true;
}

void data_game_final_position(const DataGame *game, Position *pos) {
    *pos = game->start;
    for (int i = 0; i < game->head.move_count; i++) {
        Undo undo;
        position_make(pos, game->moves[i].move, &undo);
    }
}

bool data_game_check(const DataGame *game, Message *message) {
    const DataHead *head = &game->head;
    Position pos;
    data_game_final_position(game, &pos);
    const GameState state = position_game_state(&pos);
    const char *result = position_result(&pos, state);
    if (state == GAME_ONGOING && head->end >= DATA_END_CHECKMATE &&
        head->end <= DATA_END_FIFTY_MOVES)
        return message_set(message, "it ends by '%s', but the game goes on by the rules",
                           data_end_name(head->end));
    if (state == GAME_ONGOING)
        return head->end != DATA_END_LENGTH || head->result == DATA_RESULT_DRAWN ||
               message_set(message, "it ends by its length, but is not drawn");
    if (strcmp(result, data_result_text(head->result)) != 0)
        return message_set(message, "its result is %s, but by the rules (%s) it is %s",
                           data_result_text(head->result), data_end_name(data_end_of(state)),
                           result);
    return head->end == data_end_of(state) ||
           message_set(message, "it ends by '%s', but the rules say '%s'", data_end_name(head->end),
                       data_end_name(data_end_of(state)));
}

/* ---- Moves as their places among all legal ones, in the order of their values ---- */

/* -1 if the move is not in the list. */
static int place_of(const MoveList *list, Move move) {
    int place = 0;
    bool found = false;
    for (int i = 0; i < list->count; i++) {
        place += list->moves[i] < move;
        found = found || list->moves[i] == move;
    }
    return found ? place : -1;
}

/* The move at a place: parts the list by one of its moves and looks on where the place lies
 * (C. A. R. Hoare's "Find", 1961).  Changes the list's order. */
static Move move_at(MoveList *list, int place) {
    Move *moves = list->moves;
    int first = 0, last = list->count - 1;
    while (first < last) {
        const Move pivot = moves[first + (last - first) / 2];
        int i = first, j = last;
        while (i <= j) {
            while (moves[i] < pivot)
                i++;
            while (moves[j] > pivot)
                j--;
            if (i <= j) {
                const Move swapped = moves[i];
                moves[i++] = moves[j];
                moves[j--] = swapped;
            }
        }
        if (place <= j)
            last = j;
        else if (place >= i)
            first = i;
        else
            break;
    }
    return moves[place];
}

/* ---- Scores: 0 for none, otherwise one more than the folded difference to the last one ---- */

static bool is_score(int64_t score) {
    return score >= -SCORE_MATE && score <= SCORE_MATE;
}

static bool add_score(ByteBuffer *buffer, Score score, Score *last) {
    if (score == SCORE_NONE)
        return buffer_add_number(buffer, 0);
    const uint64_t folded = fold_sign((int64_t)score - *last);
    *last = score;
    return buffer_add_number(buffer, folded + 1);
}

static Score take_score(ByteCursor *cursor, Score *last) {
    const uint64_t code = cursor_number(cursor);
    if (code == 0)
        return SCORE_NONE;
    if (code > 4 * SCORE_MATE + 1 || !is_score(*last + unfold_sign(code - 1))) {
        cursor->bad = true;
        return SCORE_NONE;
    }
    *last += (Score)unfold_sign(code - 1);
    return *last;
}

/* ---- Writing ---- */

static bool add_head(ByteBuffer *buffer, const DataGame *game) {
    const DataHead *head = &game->head;
    const uint8_t kinds[2] = {(uint8_t)((int)(head->rules - RULES) | head->result << RESULT_SHIFT |
                                        (head->from_array ? 0 : HAS_FEN) |
                                        (head->scored ? HAS_SCORES : 0)),
                              (uint8_t)head->end};
    char fen[FEN_SIZE];
    if (!buffer_add_number(buffer, head->number) || !buffer_add(buffer, kinds, sizeof kinds) ||
        !buffer_add_number(buffer, (uint64_t)head->opening_plies) ||
        !buffer_add_number(buffer, (uint64_t)head->move_count))
        return false;
    if (head->from_array)
        return true;
    fen_write(&game->start, fen);
    return buffer_add_number(buffer, strlen(fen)) && buffer_add(buffer, fen, strlen(fen));
}

static bool no_memory(Message *message) {
    return message_set(message, "no memory for a game");
}

bool data_game_encode(const DataGame *game, ByteBuffer *buffer, Message *message) {
    const DataHead *head = &game->head;
    Position pos = game->start;
    Score last = 0;
    if (head->opening_plies < 0 || head->opening_plies > head->move_count ||
        (head->move_count > 0 && head->opening_plies == head->move_count))
        return message_set(message, "there are no moves behind the opening");
    if (!add_head(buffer, game))
        return no_memory(message);
    if (head->move_count == 0 && head->scored && !add_score(buffer, game->start_score, &last))
        return no_memory(message);
    for (int i = 0; i < head->move_count; i++) {
        const DataMove *m = &game->moves[i];
        MoveList list;
        Undo undo;
        generate_legal(&pos, &list);
        const int place = place_of(&list, m->move);
        if (place < 0)
            return message_set(message, "move %d is not legal", i + 1);
        if (m->score != SCORE_NONE && !is_score(m->score))
            return message_set(message, "the score of move %d is %d", i + 1, m->score);
        if (!buffer_add_number(buffer, (uint64_t)place) ||
            (head->scored && i >= head->opening_plies && !add_score(buffer, m->score, &last)))
            return no_memory(message);
        position_make(&pos, m->move, &undo);
    }
    return true;
}

/* ---- Reading ---- */

/* Each move takes a byte at least, so that no number can ask for more memory than there are bytes.
 */
static bool take_head(ByteCursor *c, DataHead *head, Message *message) {
    head->number = cursor_number(c);
    const uint8_t kinds = cursor_byte(c), end = cursor_byte(c);
    const uint64_t opening = cursor_number(c), moves = cursor_number(c);
    const int rules = kinds & RULES_BITS, result = kinds >> RESULT_SHIFT & RESULT_BITS;
    if (c->bad)
        return message_set(message, "it is cut short");
    if (rules >= RULE_SETS)
        return message_set(message, "there is no rule set %d", rules);
    if (result >= DATA_RESULTS || end >= DATA_ENDS)
        return message_set(message, "there is no result %d, or no end %d", result, (int)end);
    if (moves > DATA_MAX_PLIES || moves > (uint64_t)(c->end - c->at) ||
        (moves > 0 ? opening >= moves : opening > 0))
        return message_set(message, "%" PRIu64 " moves with an opening of %" PRIu64 " cannot be",
                           moves, opening);
    head->rules = &RULES[rules];
    head->result = result;
    head->end = (DataEnd)end;
    head->from_array = (kinds & HAS_FEN) == 0;
    head->scored = (kinds & HAS_SCORES) != 0;
    head->opening_plies = (int)opening;
    head->move_count = (int)moves;
    return true;
}

bool data_head_decode(const uint8_t *bytes, size_t size, DataHead *head, Message *message) {
    ByteCursor cursor = {bytes, bytes + size, false};
    return take_head(&cursor, head, message);
}

static bool take_start(ByteCursor *c, DataGame *game, Message *message) {
    const RuleSet *rules = game->head.rules;
    char fen[FEN_SIZE];
    if (game->head.from_array) {
        position_set_start(&game->start, rules);
        return true;
    }
    const uint64_t length = cursor_number(c);
    if (c->bad || length >= sizeof fen || length > (uint64_t)(c->end - c->at))
        return message_set(message, "its first position is cut short");
    memcpy(fen, c->at, (size_t)length);
    fen[length] = '\0';
    c->at += length;
    return fen_parse(fen, rules, &game->start, NULL, message);
}

bool data_game_decode(const uint8_t *bytes, size_t size, DataGame *game, Message *message) {
    ByteCursor c = {bytes, bytes + size, false};
    DataHead *head = &game->head;
    Score last = 0;
    if (!take_head(&c, head, message) || !take_start(&c, game, message))
        return false;
    if (!make_room(game, head->move_count))
        return no_memory(message);
    game->start_score = head->move_count == 0 && head->scored ? take_score(&c, &last) : SCORE_NONE;
    Position pos = game->start;
    for (int i = 0; i < head->move_count; i++) {
        MoveList list;
        Undo undo;
        const uint64_t place = cursor_number(&c);
        generate_legal(&pos, &list);
        if (place >= (uint64_t)list.count)
            return message_set(message, "move %d is none of %d legal ones", i + 1, list.count);
        const bool scored = head->scored && i >= head->opening_plies;
        game->moves[i] =
            (DataMove){move_at(&list, (int)place), scored ? take_score(&c, &last) : SCORE_NONE};
        if (c.bad)
            return message_set(message, "it is broken at move %d", i + 1);
        position_make(&pos, game->moves[i].move, &undo);
    }
    return (!c.bad && c.at == c.end) || message_set(message, "its record has a wrong length");
}
