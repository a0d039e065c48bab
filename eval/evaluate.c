#include "eval/evaluate.h"

#include "eval/terms/all.h"

int evaluate(const Position *pos, PawnCache *cache) {
    Evaluation e = {.pos = pos};
    return compute(&e, cache);
}
