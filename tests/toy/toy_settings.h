/*
 * What the toy engine was told on its command line.
 *
 * toy_engine.c explains every switch; this is how they are kept.
 */
#ifndef BRINDLE_TESTS_TOY_SETTINGS_H
#define BRINDLE_TESTS_TOY_SETTINGS_H

#include "bitboard/message.h"

#include <stdint.h>

typedef enum { PROTOCOL_BY_FIRST_LINE, PROTOCOL_UCI, PROTOCOL_XBOARD } ProtocolChoice;
typedef enum { STYLE_RANDOM, STYLE_GREEDY, STYLE_TUNED } Style;

/* How an XBoard engine presents its features. */
typedef enum {
    FEATURES_AT_ONCE,
    FEATURES_LATE, /* after the two seconds that the protocol grants, and without done=0 */
    FEATURES_HELD, /* done=0 at once, the rest as late as FEATURES_LATE */
    FEATURES_NONE, /* reads protover and says nothing, but knows the commands */
    FEATURES_OLD   /* protocol 1: knows neither protover, ping, setboard nor usermove */
} FeatureMode;

/* Numbered as the bits of Settings.faults. */
typedef enum {
    FAULT_CRASH,
    FAULT_ABORT,
    FAULT_EXIT,
    FAULT_STALL,
    FAULT_DEAF,
    FAULT_ILLEGAL,
    FAULT_GARBAGE,
    FAULT_NOMOVE,
    FAULT_EMPTY,
    FAULT_LATE,
    FAULT_CLOSE,
    FAULT_FLOOD,
    FAULT_FLOOD_LINES,
    FAULT_FLOOD_FOREVER,
    FAULT_NO_UCIOK,
    FAULT_FAIL_START,
    FAULT_NO_READY,
    FAULT_WRONG_CLAIM,
    FAULT_RESIGN,
    FAULT_DRAW_CLAIM,
    FAULT_OFFER_DRAW,
    FAULT_ECHO,
    FAULT_RAW_ECHO,
    FAULT_BAD_INFO,
    FAULT_TWO_MOVES,
    FAULT_IGNORE_QUIT,
    FAULT_IGNORE_TERM,
    FAULTS
} Fault;

#define MATERIAL_SCORE INT64_MAX

/* Numbers are int64_t and words are const char * so that one table can read them all. */
typedef struct {
    int64_t protocol, style, features; /* the enums above */
    int64_t seed, think_ms, slow_start_ms;
    int64_t at, games, late_ms, life_s, flood_bytes, flood_lines;
    int64_t score;                /* centipawns to report at every move, or MATERIAL_SCORE */
    int64_t usermove, first_rank; /* XBoard */
    int64_t reuse, claims, setup; /* XBoard */
    int64_t crlf, blanks, split, upper, noise;
    const char *name, *log, *once;
    uint32_t faults; /* bit per Fault */
} Settings;

/* Reads argv[1 …]; false, and a message that names the argument, if one makes no sense. */
bool settings_read(int argc, char **argv, Settings *settings, Message *message);

#endif
