/*
 * The curves of expected wins, draws and losses, by rule set (see wdl.h).
 * A first guess, to be fitted to games.
 */
#include "engine/search/wdl.h"

/* clang-format off */
const WdlModel WDL_MODELS[RULE_SETS] = {
    /* wildebeest */
    {.centre = {12.000, 0.000, 0.000, 0.000},
     .width = {140.000, 0.000, 0.000, 0.000}},
    /* standard-wildebeest */
    {.centre = {12.000, 0.000, 0.000, 0.000},
     .width = {140.000, 0.000, 0.000, 0.000}},
};
/* clang-format on */
