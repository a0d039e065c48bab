/*
 * An engine of a match, as its user describes it: "name=… cmd=… proto=uci tc=10+0.1
 * option.Hash=16".
 */
#ifndef BRINDLE_ENGINE_PLAYERS_ENGINE_SPEC_H
#define BRINDLE_ENGINE_PLAYERS_ENGINE_SPEC_H

#include "engine/players/time_control.h"

typedef enum { PROTOCOL_DETECT, PROTOCOL_UCI, PROTOCOL_XBOARD, PROTOCOL_LOCAL } Protocol;

/* What was said about it: nothing (then the engine's dialect decides), no, or yes. */
typedef enum { UNSAID = -1, NO, YES } Said;

enum {
    ENGINE_WORDS_MAX = 64, /* arguments, options */
    ENGINE_NAME_MAX = 64   /* bytes of a name, with its end */
};

typedef struct {
    char *name, *value;
} EngineOption;

typedef struct {
    char name[ENGINE_NAME_MAX]; /* in tables and PGN; empty until the engine tells its own */
    char *command;              /* NULL: Brindle in this process */
    char *arguments[ENGINE_WORDS_MAX + 1]; /* NULL behind the last */
    int argument_count;
    char *directory, *error_file;
    Protocol protocol;
    TimeControl tc;
    bool has_limit;    /* some time control was given */
    int64_t margin_ms; /* how late an answer may be; -1: as the match says */
    Said ponder;
    Said restart;           /* a new process for each game */
    Said castling;          /* NO: it cannot; its games begin without castling rights */
    Said from_array;        /* YES: it can only be given the array and moves, no position */
    Said king_queen_rights; /* YES: FEN castling rights are written KQkq for it, not KAka */
    int first_rank;         /* the number that it gives the first rank: 0 or 1; -1: unsaid */
    char *variant;          /* the rule set's name in its words; NULL: ours */
    char *init[8];          /* lines to send to it after the handshake */
    int init_count;
    EngineOption options[ENGINE_WORDS_MAX];
    int option_count;
} EngineSpec;

void engine_spec_init(EngineSpec *spec);
void engine_spec_clear(EngineSpec *spec);
/*
 * Obeys one word, "key=value" (the keys are in the table that engine_spec_help prints from).  Later
 * words override earlier ones; `arg`, `init` and new options are added.
 */
bool engine_spec_word(EngineSpec *spec, const char *word, Message *message);

typedef struct {
    const char *key, *value_name, *help;
} EngineWord;
/* The words there are; the last has a NULL key. */
extern const EngineWord ENGINE_WORDS[];

#endif
