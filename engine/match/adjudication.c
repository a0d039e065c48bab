#include "engine/match/adjudication.h"

void adjudicator_start(Adjudicator *a, const AdjudicationRules *rules) {
    *a = (Adjudicator){.rules = rules};
}

static void count(int *in_a_row, bool holds) {
    *in_a_row = holds ? *in_a_row + 1 : 0;
}

Adjudication adjudicator_judge(Adjudicator *a, Color mover, Score score, int fullmove, int played,
                               Color *loser) {
    const AdjudicationRules *r = a->rules;
    const bool known = score != SCORE_NONE;
    count(&a->quiet[mover], known && score <= r->draw_score && score >= -r->draw_score);
    count(&a->lost[mover], known && score <= -r->resign_score);
    count(&a->won[mover], known && score >= r->resign_score);
    const Color other = opponent(mover);
    if (r->resign_move_count > 0)
        for (int c = WHITE; c <= BLACK; c++)
            if (a->lost[c] >= r->resign_move_count &&
                (!r->resign_two_sided || a->won[opponent((Color)c)] >= r->resign_move_count)) {
                *loser = (Color)c;
                return ADJUDICATE_RESIGNATION;
            }
    if (r->draw_move_count > 0 && fullmove >= r->draw_move_number &&
        a->quiet[mover] >= r->draw_move_count && a->quiet[other] >= r->draw_move_count)
        return ADJUDICATE_DRAW;
    if (r->max_moves > 0 && played >= 2 * r->max_moves)
        return ADJUDICATE_LENGTH;
    return ADJUDICATE_NOT;
}
