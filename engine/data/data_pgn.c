#include "engine/data/data_pgn.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char BOOK[] = "book";

/* The score for the other side, or from White's view for the side that moves. */
static Score turned(Score score, bool turn) {
    return score != SCORE_NONE && turn ? -score : score;
}

/* ---- Writing ---- */

static void write_score(Score score, char *text, size_t size) {
    if (score == SCORE_NONE)
        text[0] = '\0';
    else if (score_is_mate(score))
        snprintf(text, size, "%cM%d", score > 0 ? '+' : '-', abs(score_mate_moves(score)));
    else
        snprintf(text, size, "%+.2f", (double)score / 100);
}

static bool add_tags(const DataGame *game, PgnGame *pgn) {
    char round[32], plies[16];
    const bool adjudicated = game->head.end == DATA_END_SCORES || game->head.end == DATA_END_LENGTH;
    snprintf(round, sizeof round, "%" PRIu64, game->head.number);
    snprintf(plies, sizeof plies, "%d", game->head.move_count);
    return pgn_set_tag(pgn, "Event", "training data") && pgn_set_tag(pgn, "Site", "?") &&
           pgn_set_tag(pgn, "Date", "????.??.??") && pgn_set_tag(pgn, "Round", round) &&
           pgn_set_tag(pgn, "White", "?") && pgn_set_tag(pgn, "Black", "?") &&
           pgn_set_tag(pgn, "Result", pgn->result) && pgn_set_tag(pgn, "PlyCount", plies) &&
           pgn_set_tag(pgn, "Termination", adjudicated ? "adjudication" : "normal");
}

bool data_game_to_pgn(const DataGame *game, PgnGame *pgn) {
    const DataHead *head = &game->head;
    bool black = game->start.side == BLACK;
    pgn->start = game->start;
    snprintf(pgn->result, sizeof pgn->result, "%s", data_result_text(head->result));
    if (!add_tags(game, pgn))
        return false;
    for (int i = 0; i < head->move_count; i++, black = !black) {
        char comment[64];
        PgnMove *m = pgn_add_move(&pgn->line, game->moves[i].move);
        if (i < head->opening_plies)
            snprintf(comment, sizeof comment, "%s", BOOK);
        else
            write_score(turned(game->moves[i].score, black), comment, sizeof comment);
        if (i == head->move_count - 1) {
            const size_t used = strlen(comment);
            snprintf(comment + used, sizeof comment - used, "%s%s", used > 0 ? ", " : "",
                     data_end_name(head->end));
        }
        if (m == NULL || (comment[0] != '\0' && !pgn_set_comment(m, comment)))
            return false;
    }
    return true;
}

/* ---- Reading ---- */

static bool ends_word(char c) {
    return c == '\0' || c == ' ' || c == ',' || c == '/' || c == ';';
}

/* The score at the beginning of a comment, for the side that moves; SCORE_NONE if there is none. */
static Score read_score(const char *comment) {
    if (comment == NULL)
        return SCORE_NONE;
    const bool negative = comment[0] == '-';
    const char *digits = comment + (comment[0] == '-' || comment[0] == '+');
    const bool mate = *digits == 'M' || *digits == '#';
    digits += mate;
    const size_t whole = strspn(digits, "0123456789"), point = digits[whole] == '.',
                 part = point != 0 ? strspn(digits + whole + 1, "0123456789") : 0;
    if (whole == 0 || whole > 6 || !ends_word(digits[whole + point + part]) ||
        (mate ? point != 0 : part == 0))
        return SCORE_NONE;
    const double value = strtod(digits, NULL);
    if (!mate) {
        const long score = lround(100 * value);
        return score > SCORE_MAX_EVAL ? SCORE_NONE : (Score)(negative ? -score : score);
    }
    if (value < 1 || 2 * value > SCORE_MATE - SCORE_MATE_BOUND)
        return SCORE_NONE;
    return negative ? score_mated_in(2 * (int)value) : score_mate_in(2 * (int)value - 1);
}

static bool is_book(const char *comment) {
    return comment != NULL && strncmp(comment, BOOK, sizeof BOOK - 1) == 0 &&
           ends_word(comment[sizeof BOOK - 1]);
}

static DataImport left_out(Message *message, const char *why) {
    message_set(message, "%s", why);
    return DATA_LEFT_OUT;
}

static bool take_moves(const PgnGame *pgn, DataGame *game) {
    DataHead *head = &game->head;
    bool black = game->start.side == BLACK;
    for (int i = 0; i < pgn->line.count; i++, black = !black) {
        const PgnMove *m = &pgn->line.moves[i];
        const Score score = read_score(m->comment);
        if (!data_game_add(game, m->move, turned(score, black)))
            return false;
        head->scored = head->scored || score != SCORE_NONE;
        if (head->opening_plies == i && is_book(m->comment))
            head->opening_plies = i + 1;
    }
    return true;
}

DataImport data_game_from_pgn(const PgnGame *pgn, DataGame *game, Message *message) {
    const char *termination = pgn_tag(pgn, "Termination");
    DataHead *head = &game->head;
    data_game_reset(game, pgn->start.rules);
    head->result = data_result_from_text(pgn->result);
    if (head->result < 0)
        return left_out(message, "it has no result");
    data_game_set_start(game, &pgn->start);
    if (!take_moves(pgn, game)) {
        message_set(message, "no memory for its moves");
        return DATA_REFUSED;
    }
    if (head->opening_plies == head->move_count)
        return left_out(message, "it has no moves behind its opening");
    Position last;
    data_game_final_position(game, &last);
    head->end = data_end_of(position_game_state(&last));
    if (head->end == DATA_END_UNKNOWN && termination != NULL &&
        strcmp(termination, "adjudication") == 0)
        head->end = DATA_END_SCORES;
    return data_game_check(game, message) ? DATA_IMPORTED : DATA_REFUSED;
}
