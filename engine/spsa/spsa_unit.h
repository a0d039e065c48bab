/*
 * An iteration of a tuning run as a unit of work: what its owner and its worker tell each other.
 *
 * The task is JSON, {"plus": [70, 3], "minus": [50, 5]}: the values of the parameters, in their
 * order, on both sides.  The result is {"wins": 1, "draws": 1, "losses": 0, "forfeits": 0,
 * "plies": 210}, as the plus side sees the two games; or {"failure": "why"}, and then there are
 * none.
 */
#ifndef BRINDLE_ENGINE_SPSA_SPSA_UNIT_H
#define BRINDLE_ENGINE_SPSA_SPSA_UNIT_H

#include "bitboard/message.h"
#include "engine/jobs/job.h"

typedef struct {
    int wins, draws, losses; /* two games; or none, if an engine failed */
    int forfeits;            /* of them, those that were lost on time or by an illegal move */
    int plies;               /* of both, openings included */
    char failure[192];       /* empty: none */
} SpsaResult;

/* What theta is moved by; 0 after a failure. */
int spsa_result_points(const SpsaResult *result);

/* An array of whole numbers, as JSON; malloced.  NULL if memory is out. */
char *spsa_values_to_json(const int64_t *values, int count);
/* False if memory is out. */
bool spsa_task_to_json(const int64_t *plus, const int64_t *minus, int count, Bytes *json);
/* `plus` and `minus` have room for `count`.  False, and a message, if it is no such task. */
bool spsa_task_from_json(const Bytes *json, int count, int64_t *plus, int64_t *minus,
                         Message *message);

bool spsa_result_to_json(const SpsaResult *result, Bytes *json);
bool spsa_result_from_json(const Bytes *json, SpsaResult *result, Message *message);

#endif
