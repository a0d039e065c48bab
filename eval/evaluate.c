#include "eval/evaluate.h"

#include "eval/terms/all.h"

static const uint64_t CACHED_KEY_BITS = ~(uint64_t)0xffff; /* the others hold the score */

int evaluate(const Position *pos, EvaluationCache *cache) {
    const Key key = pos->state.key ^ (Key)rules_index(pos) << 63;
    uint64_t *const entry = cache != NULL ? &cache->scores[key % SCORE_CACHE_SIZE] : NULL;
    int score;
    if (entry != NULL && ((*entry ^ key) & CACHED_KEY_BITS) == 0) {
        score = (int16_t)(uint16_t)*entry;
    } else {
        Evaluation e = {.pos = pos};
        score = compute(&e, cache);
        if (entry != NULL && score == (int16_t)score)
            *entry = (key & CACHED_KEY_BITS) | (uint16_t)score;
    }
    return evaluation_fade(score, evaluation_clock(pos));
}
