/*
 * The moves of a position one after the other, the most promising first, generated no earlier than
 * needed.
 */
#ifndef BRINDLE_ENGINE_SEARCH_MOVEPICK_H
#define BRINDLE_ENGINE_SEARCH_MOVEPICK_H

#include "bitboard/movegen.h"
#include "engine/search/history.h"

/* The stages tell the story. */
typedef enum {
    PICK_HASH_MOVE,
    PICK_MAKE_CAPTURES,
    PICK_GOOD_CAPTURES,
    PICK_KILLERS,
    PICK_MAKE_QUIETS,
    PICK_QUIETS,
    PICK_BAD_CAPTURES,

    PICK_EVASION_HASH_MOVE,
    PICK_MAKE_EVASIONS,
    PICK_EVASIONS,

    PICK_QUIESCENCE_HASH_MOVE,
    PICK_MAKE_QUIESCENCE_CAPTURES,
    PICK_QUIESCENCE_CAPTURES,
    PICK_MAKE_QUIESCENCE_CHECKS,
    PICK_QUIESCENCE_CHECKS,

    PICK_DONE
} PickStage;

enum { CONTINUATIONS = 3 };

typedef struct {
    const Position *pos;
    History *history;
    ContinuationHistory *const *after; /* the moves 1, 2 and 4 half-moves ago */
    PickStage stage;
    Move hash_move;
    Move refutations[KILLERS + 1]; /* killers and the counter move */
    int next_refutation;
    int next, end;     /* in `moves`, of the stage at hand */
    int bad, bad_end;  /* captures that lose material, put by for the end; they gather at the front
                          of `moves` */
    bool quiet_checks; /* quiescence sees them, too */
    bool skip_quiets;  /* set by the caller once it wants no more of them */
    Move moves[MAX_MOVES];
    int scores[MAX_MOVES];
} MovePicker;

/*
 * For the main search.  `hash_move` and `killers` may be anything: they are tested.  `counter`
 * answers the last move.  `after` must outlive the picker.
 */
void picker_init(MovePicker *p, const Position *pos, History *history,
                 ContinuationHistory *const after[CONTINUATIONS], Move hash_move,
                 const Move killers[KILLERS], Move counter);
/* For quiescence: captures and promotions, then perhaps the quiet moves that give check; in check
 * every evasion. */
void picker_init_quiescence(MovePicker *p, const Position *pos, History *history,
                            ContinuationHistory *const after[CONTINUATIONS], Move hash_move,
                            bool quiet_checks);
/* What the histories think of a quiet move, about -4 to 4 times HISTORY_LIMIT. */
int quiet_history(const Position *pos, History *history,
                  ContinuationHistory *const after[CONTINUATIONS], Move move);
/* The next move, MOVE_NONE after the last. */
Move picker_next(MovePicker *p);

#endif
