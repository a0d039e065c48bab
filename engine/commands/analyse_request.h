/*
 * What `brindle analyse` is asked for.
 */
#ifndef BRINDLE_ENGINE_COMMANDS_ANALYSE_REQUEST_H
#define BRINDLE_ENGINE_COMMANDS_ANALYSE_REQUEST_H

#include "engine/commands/command.h"

/* What there is to analyse: one position, the lines of an EPD file, the games of a PGN file. */
typedef enum {
    ANALYSE_ONE = 1 << 0,
    ANALYSE_EPD = 1 << 1,
    ANALYSE_PGN = 1 << 2,
    ANALYSE_FILE = ANALYSE_EPD | ANALYSE_PGN,
    ANALYSE_ALL = ANALYSE_ONE | ANALYSE_FILE
} AnalyseMode;

/* What else there is to say of an option, in the same number as the modes that take it. */
enum {
    ANALYSE_ONE_AGAIN = 1 << 3,  /* a session of one position may be given another value */
    ANALYSE_FILE_AGAIN = 1 << 4, /* and so may one of a file */
    ANALYSE_AGAIN = ANALYSE_ONE_AGAIN | ANALYSE_FILE_AGAIN,
    ANALYSE_NAMES_FILE = 1 << 5 /* the value is a file's name */
};
/* All of that, of the option with this index in the command's table. */
int analyse_option_traits(int index);

typedef struct {
    AnalyseMode mode;
    Position pos; /* of ANALYSE_ONE */
    SearchLimits limits;
    int64_t multipv, threads, hash;
    const char *hash_file; /* NULL: none */
    const char *book_file; /* NULL: none */
    const AnalysisWriter *writer;
} AnalyseRequest;

/* False, and a message, if something in it is wrong or does not go together. */
bool analyse_request_read(const Arguments *arguments, AnalyseRequest *request, Message *message);
/* The engine with what the request says of it, to analyse one position.  NULL, and a message, if it
 * cannot be made so. */
Engine *analyse_request_engine(const AnalyseRequest *request, Message *message);
/* The moves that the book has, if there is one, in a few lines before the analysis. */
bool analyse_request_show_book(const AnalyseRequest *request, Message *message);

#endif
