#include "tests/support/reviewed.h"

#include <stdlib.h>
#include <string.h>

static void *get_memory(size_t count, size_t size) {
    void *memory = calloc(count, size);
    if (memory == NULL)
        abort();
    return memory;
}

void reviewed_init(GameReview *review, const PgnGame *game) {
    *review = (GameReview){.game = game, .count = game->line.count + 1};
    review->positions = get_memory((size_t)review->count, sizeof *review->positions);
    for (int i = 0; i < review->count; i++)
        review->positions[i].score = SCORE_NONE;
}

void reviewed_set(GameReview *review, int position, Score score, int depth, const Move *line,
                  int length) {
    ReviewedPosition *p = &review->positions[position];
    free(p->line);
    *p = (ReviewedPosition){.score = score, .depth = depth, .nodes = 1000, .line_length = length};
    p->line = get_memory((size_t)length + 1, sizeof *p->line);
    memcpy(p->line, line, (size_t)length * sizeof *line);
}

static void keep_report(void *context, const SearchReport *report) {
    SearchReport *last = context;
    if (report->bound == BOUND_EXACT)
        *last = *report;
}

static Score final_score(const Position *pos, GameState state) {
    const bool lost =
        state == GAME_CHECKMATE || (state == GAME_STALEMATE && pos->rules->stalemate_loses);
    return lost ? score_mated_in(0) : SCORE_DRAW;
}

void reviewed_search(GameReview *review, Engine *engine, int depth) {
    SearchReport last;
    SearchLimits *limits = get_memory(1, sizeof *limits);
    limits->depth = depth;
    Position pos = review->game->start;
    for (int i = 0; i < review->count; i++) {
        const GameState state = position_game_state(&pos);
        if (i == review->count - 1 && state != GAME_ONGOING) {
            reviewed_set(review, i, final_score(&pos, state), 0, NULL, 0);
            break;
        }
        last.pv_length = 0;
        engine_set_position(engine, &pos);
        engine_run(engine, limits, &(SearchListener){.on_report = keep_report, .context = &last});
        if (last.pv_length > 0) {
            reviewed_set(review, i, last.score, last.depth, last.pv, last.pv_length);
            review->positions[i].nodes = last.nodes;
        }
        if (i < review->count - 1) {
            Undo undo;
            position_make(&pos, review->game->line.moves[i].move, &undo);
        }
    }
    free(limits);
}

void reviewed_free(GameReview *review) {
    for (int i = 0; i < review->count; i++)
        free(review->positions[i].line);
    free(review->positions);
    review->positions = NULL;
}
