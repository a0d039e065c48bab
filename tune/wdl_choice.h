/*
 * Which polynomials: fits of all degrees, and the one that explains the games held back best.
 */
#ifndef BRINDLE_TUNE_WDL_CHOICE_H
#define BRINDLE_TUNE_WDL_CHOICE_H

#include "bitboard/message.h"
#include "tune/wdl_fit.h"

typedef struct {
    WdlFit fit;
    double training_loss, validation_loss; /* means over positions; infinite: it rules out what
                                              happened */
} WdlAttempt;

typedef struct {
    WdlAttempt attempt[WDL_DEGREES]; /* by degree */
    WdlAttempt before;               /* the model in force, not fitted */
    int degree;                      /* the best */
    WdlCount *training, *validation; /* of each cell */
    uint64_t training_positions, validation_positions;
    uint64_t training_games, validation_games;
} WdlChoice;

/*
 * Fits all degrees.  `name` is the rule set's, for messages.  False, and a message, if the games
 * leave nothing to fit: too few of them, only one kind of result, or no doubt about it.
 * wdl_choice_clear afterwards, in any case.
 */
bool wdl_choose(const WdlData *data, const WdlModel *before, const char *name, WdlChoice *choice,
                Message *message);
void wdl_choice_clear(WdlChoice *choice);
/* The model of the best degree. */
const WdlModel *wdl_choice_model(const WdlChoice *choice);

#endif
