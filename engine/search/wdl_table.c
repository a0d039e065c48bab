/*
 * The curves of expected wins, draws and losses, by rule set (see wdl.h).
 * Written by brindle-tune --wdl.
 *
 * 2026-11-30: r1.bwg; losses are of the games held back
 * wildebeest: 1,706,273 positions of 11,925 games; degree 3, loss 0.663122
 * standard-wildebeest: 1,851,793 positions of 11,917 games; degree 3, loss 0.661355
 */
#include "engine/search/wdl.h"

/* clang-format off */
const WdlModel WDL_MODELS[RULE_SETS] = {
    /* wildebeest */
    {.centre = {1832.242, -6549.163, 8204.869, -3422.009},
     .width = {334.452, -504.742, 333.732, 236.758}},
    /* standard-wildebeest */
    {.centre = {2156.095, -7936.805, 10159.233, -4301.425},
     .width = {397.886, -739.837, 603.025, 91.717}},
};
/* clang-format on */
