/*
 * The curves of expected wins, draws and losses, by rule set (see wdl.h).
 * Written by brindle-tune --wdl.
 *
 * 2026-11-30: r2.bwg; losses are of the games held back
 * wildebeest: 1,643,968 positions of 11,410 games; degree 3, loss 0.649226
 * standard-wildebeest: 1,818,982 positions of 11,421 games; degree 3, loss 0.656893
 */
#include "engine/search/wdl.h"

/* clang-format off */
const WdlModel WDL_MODELS[RULE_SETS] = {
    /* wildebeest */
    {.centre = {1612.356, -5559.821, 6817.163, -2805.159},
     .width = {173.233, 277.641, -884.418, 809.364}},
    /* standard-wildebeest */
    {.centre = {1568.827, -5356.241, 6573.812, -2702.528},
     .width = {76.711, 783.410, -1744.087, 1236.743}},
};
/* clang-format on */
