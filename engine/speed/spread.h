/*
 * What many measurements of the same thing come to: a middle that a few disturbed ones do not move,
 * and how far they scatter.
 */
#ifndef BRINDLE_ENGINE_SPEED_SPREAD_H
#define BRINDLE_ENGINE_SPEED_SPREAD_H

typedef struct {
    double median;
    double low, high; /* the lower and the upper quartile: half of all measurements lie between */
} Spread;

/* Sorts the numbers.  All 0 if there are none.  Quartiles are interpolated between neighbours, at
 * (count - 1) / 4 and 3 (count - 1) / 4 of the way. */
Spread spread_of(double *numbers, int count);
/* Half the distance between the quartiles, in percent of the median; 0 if that is 0. */
double spread_percent(const Spread *spread);

#endif
