#include "engine/protocol/uci_info.h"

#include "bitboard/notation.h"
#include "engine/search/wdl.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

char *uci_score_write(Score score, const Position *wdl, char *text) {
    const int used = score_is_mate(score)
                         ? snprintf(text, UCI_SCORE_SIZE, "mate %d", score_mate_moves(score))
                         : snprintf(text, UCI_SCORE_SIZE, "cp %d", score);
    if (wdl != NULL && used > 0 && used < UCI_SCORE_SIZE) {
        const WinDrawLoss expected = wdl_of_score(wdl, score);
        snprintf(text + used, UCI_SCORE_SIZE - (size_t)used, " wdl %d %d %d", expected.win,
                 expected.draw, expected.loss);
    }
    return text;
}

/* Each move with a blank before it. */
static void write_pv(const SearchReport *report, char *text, size_t size) {
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; i < report->pv_length && used + MOVE_TEXT_SIZE < size; i++) {
        text[used++] = ' ';
        move_write(report->pv[i], text + used);
        used += strlen(text + used);
    }
}

char *uci_info_report(const SearchReport *r, const Position *wdl, char *text) {
    static const char *const bounds[] = {"", " upperbound", " lowerbound", ""};
    char score[UCI_SCORE_SIZE], pv[MAX_PLY * 8];
    uci_score_write(r->score, wdl, score);
    write_pv(r, pv, sizeof pv);
    snprintf(text, UCI_INFO_SIZE,
             "info depth %d seldepth %d multipv %d score %s%s nodes %" PRIu64 " nps %" PRIu64
             " hashfull %d time %" PRId64 " pv%s",
             r->depth, r->selective_depth, r->multipv, score, bounds[r->bound], r->nodes,
             r->nodes_per_second, r->hash_permille, r->time_ms, pv);
    return text;
}

char *uci_info_current_move(int depth, Move move, int number, char *text) {
    char word[MOVE_TEXT_SIZE];
    snprintf(text, UCI_INFO_SIZE, "info depth %d currmove %s currmovenumber %d", depth,
             move_write(move, word), number);
    return text;
}

char *uci_info_status(const SearchStatus *s, char *text) {
    snprintf(text, UCI_INFO_SIZE,
             "info nodes %" PRIu64 " nps %" PRIu64 " hashfull %d time %" PRId64, s->nodes,
             s->nodes_per_second, s->hash_permille, s->time_ms);
    return text;
}
