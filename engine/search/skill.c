#include "engine/search/skill.h"

#include "bitboard/random.h"

typedef struct {
    int nodes, candidates, noise, elo;
} Level;

/*
 * The ratings come from 480 games with an earlier evaluation among levels 0 to 15, a curve smoothed
 * through their results; those of the levels above go on in its last step (README.md has the
 * commands).
 */
static const Level LEVELS[SKILL_LEVEL_FULL] = {
    {60, 40, 900, 400},    {120, 28, 610, 610},  {240, 19, 412, 790},   {540, 13, 270, 930},
    {1000, 10, 195, 1140}, {1500, 9, 161, 1230}, {2000, 8, 140, 1310},  {2600, 7, 123, 1430},
    {3400, 7, 108, 1560},  {4400, 6, 94, 1730},  {5700, 6, 83, 1960},   {7400, 5, 72, 2280},
    {9700, 4, 64, 2510},   {13000, 4, 54, 2710}, {18000, 4, 46, 2860},  {28000, 3, 36, 3020},
    {45000, 3, 27, 3170},  {76000, 3, 18, 3320}, {130000, 2, 11, 3470}, {250000, 2, 5, 3620},
};

SkillSettings skill_settings_default(void) {
    return (SkillSettings){.level = SKILL_LEVEL_FULL, .elo = SKILL_ELO_MOST};
}

int skill_level_elo(int level) {
    return LEVELS[level].elo;
}

/* The value at `part` of `whole` of the way. */
static int between(int low, int high, int part, int whole) {
    return (int)(low + (int64_t)(high - low) * part / whole);
}

SkillLimit skill_limit(const SkillSettings *settings) {
    int level = settings->level, part = 0, whole = 1;
    if (settings->limit_strength) {
        for (level = 0; level < SKILL_LEVEL_FULL - 2; level++)
            if (settings->elo < LEVELS[level + 1].elo)
                break;
        whole = LEVELS[level + 1].elo - LEVELS[level].elo;
        part = settings->elo - LEVELS[level].elo;
    }
    if (level >= SKILL_LEVEL_FULL)
        return (SkillLimit){.limited = false};
    const Level *low = &LEVELS[level], *high = part > 0 ? low + 1 : low;
    return (SkillLimit){.limited = true,
                        .nodes = (uint64_t)between(low->nodes, high->nodes, part, whole),
                        .candidates = between(low->candidates, high->candidates, part, whole),
                        .noise = between(low->noise, high->noise, part, whole),
                        .seed = settings->seed};
}

int skill_choose(const SkillLimit *limit, Key key, uint64_t whim, const SkillCandidate *candidates,
                 int count) {
    /* Who sees a mate plays it, the quickest; who sees nothing but mates puts it off. */
    if (score_is_mate(candidates[0].score))
        return 0;
    const uint64_t mood = random_source((uint64_t)limit->seed, whim).state;
    const uint64_t span = (uint64_t)limit->noise + 1;
    RandomSource random = random_source(mood, key);
    int chosen = 0;
    Score best = -SCORE_INFINITE;
    for (int i = 0; i < count; i++) {
        if (score_is_mate(candidates[i].score))
            break;
        /* Two dice: small misjudgements are more common than great ones. */
        const int dice = (int)random_number(&random, span) + (int)random_number(&random, span);
        const Score felt = candidates[i].score + dice - limit->noise;
        if (felt > best) {
            best = felt;
            chosen = i;
        }
    }
    return chosen;
}
