/*
 * How far the curves may be off: standard errors by a bootstrap over games (see errors.h, which
 * does the same for the evaluation; this fit is quick enough to be repeated for each draw).
 */
#ifndef BRINDLE_TUNE_WDL_ERRORS_H
#define BRINDLE_TUNE_WDL_ERRORS_H

#include "tune/crew.h"
#include "tune/errors.h"
#include "tune/wdl_choice.h"

typedef struct {
    WdlCurves error[WDL_MATERIAL + 1]; /* of both curves' numbers, by material */
} WdlErrors;

/*
 * The errors of a chosen model.  The same at any number of threads.  False, and a message, if
 * memory is out or the plan's listener had enough.
 */
bool wdl_errors_find(const WdlData *data, const WdlChoice *choice, const ErrorPlan *plan,
                     Crew *crew, WdlErrors *errors, Message *message);

#endif
