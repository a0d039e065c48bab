/*
 * Playing below full strength, so that people can win.
 *
 * A limited engine looks at no more nodes than its level allows, on one thread, and plays one of
 * the best few moves that it found: the one that comes first after a random amount has been added
 * to each score.  Both shrink with the level, so that a low level sees little and cares little.  It
 * never passes by a mate that it sees, and what it tells of its search is the truth.
 *
 * Levels in between, for UCI_Elo, are interpolated.  The ratings of the levels were measured in
 * games among them; README.md tells how, and what they are relative to.
 */
#ifndef BRINDLE_ENGINE_SEARCH_SKILL_H
#define BRINDLE_ENGINE_SEARCH_SKILL_H

#include "bitboard/position.h"
#include "engine/search/score.h"

/* Macros, so that the table of options can spell them. */
#define SKILL_LEVEL_FULL 20
#define SKILL_ELO_LEAST  400
#define SKILL_ELO_MOST   3620

enum { SKILL_CANDIDATES_MAX = 40 };

typedef struct {
    int level;           /* 0 … SKILL_LEVEL_FULL, which is no limit at all */
    bool limit_strength; /* `elo` counts, not `level` */
    int elo;             /* SKILL_ELO_LEAST … SKILL_ELO_MOST */
    int64_t seed;        /* of its whims */
} SkillSettings;

/* Full strength. */
SkillSettings skill_settings_default(void);

/* What a level means for one search. */
typedef struct {
    bool limited; /* false: full strength, and the rest does not count */
    uint64_t nodes;
    int candidates; /* moves that it chooses among, at least 1 */
    int noise;      /* centipawns by which a score may be misjudged either way */
    int64_t seed;
} SkillLimit;

SkillLimit skill_limit(const SkillSettings *settings);
/* The rating of a level below SKILL_LEVEL_FULL. */
int skill_level_elo(int level);

typedef struct {
    Move move, reply; /* `reply` may be MOVE_NONE */
    Score score;
} SkillCandidate;

/*
 * Which candidate to play, 0 … count - 1.  They stand in the order of their scores, the best first.
 * The same limit, position key and `whim` always give the same choice.
 */
int skill_choose(const SkillLimit *limit, Key key, uint64_t whim, const SkillCandidate *candidates,
                 int count);

#endif
