#include "engine/data/data_epd.h"

#include "engine/epd.h"
#include "engine/number.h"

#include <string.h>

/* ---- Writing ---- */

void data_epd_write(FILE *out, const Position *pos, int result, Score score) {
    epd_write(out, pos);
    fprintf(out, " c9 \"%s\";", data_result_text(result));
    if (score != SCORE_NONE)
        fprintf(out, " ce %d;", epd_score(pos->side == WHITE ? score : -score));
    putc('\n', out);
}

/* ---- Reading ---- */

/* What the operations of a line say. */
typedef struct {
    int result; /* -1: nothing */
    bool has_score;
    Score score; /* for the side to move */
    EpdState state;
} Said;

static int read_result(const char *text) {
    static const struct {
        const char *text;
        int result;
    } points[] = {{"1", DATA_RESULT_WON},    {"1.0", DATA_RESULT_WON}, {"0.5", DATA_RESULT_DRAWN},
                  {".5", DATA_RESULT_DRAWN}, {"0", DATA_RESULT_LOST},  {"0.0", DATA_RESULT_LOST}};
    for (size_t i = 0; i < sizeof points / sizeof points[0]; i++)
        if (strcmp(text, points[i].text) == 0)
            return points[i].result;
    return data_result_from_text(text);
}

static bool take_result(Said *said, const char *text, Message *message) {
    const int result = read_result(text);
    if (said->result >= 0 && said->result != result)
        return message_set(message, "it has two results");
    said->result = result;
    return true;
}

static bool take_score(Said *said, const char *text, Message *message) {
    int64_t score;
    if (!number_read("ce", text, -EPD_MATE, EPD_MATE, &score, message))
        return false;
    const int64_t size = score < 0 ? -score : score, from_mate = EPD_MATE - size;
    if (size > SCORE_MAX_EVAL && from_mate > SCORE_MATE - SCORE_MATE_BOUND)
        return message_set(message, "ce: %s is neither a score nor a mate", text);
    const int64_t ours = size > SCORE_MAX_EVAL ? SCORE_MATE - from_mate : size;
    said->score = (Score)(score < 0 ? -ours : ours);
    return said->has_score = true;
}

/* c0 … c9 may hold any remark; `result` must hold a result. */
static bool take_operation(Said *said, const EpdOperation *o, Message *message) {
    char text[64];
    snprintf(text, sizeof text, "%.*s", o->operands_length, o->operands);
    const bool comment =
        o->opcode_length == 2 && o->opcode[0] == 'c' && o->opcode[1] >= '0' && o->opcode[1] <= '9';
    if (epd_is(o, "result") && read_result(text) < 0)
        return message_set(message, "'%s' is no result", text);
    if (epd_is(o, "result") || (comment && read_result(text) >= 0))
        return take_result(said, text, message);
    if (epd_is(o, "ce"))
        return take_score(said, text, message);
    return epd_take(&said->state, o, message);
}

/* "[1.0]" */
static bool take_brackets(Said *said, const char **rest, Message *message) {
    char text[16];
    const size_t length = strcspn(*rest, "]");
    snprintf(text, sizeof text, "%.*s", (int)(length > 0 ? length - 1 : 0), *rest + 1);
    if ((*rest)[length] != ']' || read_result(text) < 0)
        return message_set(message, "'%.20s' is no result in brackets", *rest);
    *rest += length + 1;
    *rest += strspn(*rest, " \t");
    return take_result(said, text, message);
}

static bool take_rest(Said *said, const char *rest, Message *message) {
    EpdOperation operation;
    while (*rest != '\0')
        if (*rest == '[') {
            if (!take_brackets(said, &rest, message))
                return false;
        } else if (!epd_read_operation(&rest, &operation)) {
            return message_set(message, "'%.40s' is no operation", rest);
        } else if (!take_operation(said, &operation, message)) {
            return false;
        }
    return said->result >= 0 || message_set(message, "there is no result");
}

bool data_epd_read(const char *line, const RuleSet *rules, DataGame *game, Message *message) {
    Position *pos = &game->start;
    const char *rest;
    Said said = {.result = -1};
    if (!epd_begin(&said.state, line, rules, &rest, message) || !take_rest(&said, rest, message))
        return false;
    if (said.state.rules != NULL)
        data_game_reset(game, said.state.rules);
    if (!epd_finish(&said.state, pos, message))
        return false;
    if (position_game_state(pos) != GAME_ONGOING)
        return message_set(message, "the game is over in this position");
    game->head.result = said.result;
    game->head.from_array = false;
    game->head.scored = said.has_score;
    if (said.has_score)
        game->start_score = pos->side == WHITE ? said.score : -said.score;
    return true;
}
