/*
 * The options of `brindle analyse`, with what takes them, as rows for the macros of action.h.
 */
#ifndef BRINDLE_ENGINE_COMMANDS_ANALYSE_OPTIONS_H
#define BRINDLE_ENGINE_COMMANDS_ANALYSE_OPTIONS_H

#include "engine/commands/action.h"
#include "engine/commands/analyse_request.h"

/* clang-format off */
#define ANALYSE_OPTIONS(X) \
    X("--fen", "FEN", ANALYSE_ONE, "the position (default: the array)") \
    X("--moves", "MOVE…", ANALYSE_ONE, "moves to play first, by coordinates or SAN") \
    X("--epd", "FILE", ANALYSE_EPD | ANALYSE_NAMES_FILE, "every position of an EPD file; bm, am and dm are marked as a test suite") \
    X("--pgn", "FILE", ANALYSE_PGN | ANALYSE_NAMES_FILE, "every position of the main line of every game of a PGN file") \
    X("--games", "A-B", ANALYSE_PGN, "only games number A to B of the PGN file") \
    X("--variant", "V", ANALYSE_ALL, "the rule set: wildebeest (default) or standard-wildebeest") \
    X("--searchmoves", "MOVE…", ANALYSE_ONE, "think about these moves only") \
    X("--time", "S", ANALYSE_ALL | ANALYSE_ONE_AGAIN, "seconds to think about a position (default 10, if there is no other limit)") \
    X("--depth", "D", ANALYSE_ALL | ANALYSE_ONE_AGAIN, "half-moves to search") \
    X("--nodes", "N", ANALYSE_ALL | ANALYSE_ONE_AGAIN, "moves to look at") \
    X("--multipv", "K", ANALYSE_ALL, "the K best lines") \
    X("--threads", "N", ANALYSE_ALL | ANALYSE_ONE_AGAIN, "search on N threads") \
    X("--hash", "MB", ANALYSE_ALL | ANALYSE_ONE_AGAIN, "size of the transposition table in MiB (default 64)") \
    X("--concurrency", "N", ANALYSE_FILE | ANALYSE_FILE_AGAIN, "work on N positions of a file at once, each with threads and hash of its own") \
    X("--session", "FILE", ANALYSE_ALL | ANALYSE_AGAIN, "keep what is found in FILE, and go on from there") \
    X("--snapshot", "MIN", ANALYSE_ONE | ANALYSE_ONE_AGAIN, "with --session: save the hash every MIN minutes (default 5), beside it") \
    X("--hash-file", "FILE", ANALYSE_ONE, "go on from the table in FILE, if there is one, and keep it there") \
    X("--book", "FILE", ANALYSE_ONE | ANALYSE_NAMES_FILE | ANALYSE_ONE_AGAIN, "show what a .wbook has about it, too") \
    X("--json", NULL, ANALYSE_ALL | ANALYSE_AGAIN, "a JSON object per line, for programs") \
    X("--epd-out", "FILE", ANALYSE_FILE | ANALYSE_NAMES_FILE | ANALYSE_FILE_AGAIN, "write the positions as EPD with ce, pv, acd, acn and bm") \
    X("--pgn-out", "FILE", ANALYSE_PGN | ANALYSE_NAMES_FILE | ANALYSE_FILE_AGAIN, "write the games as PGN with evaluations, ?!, ? and ??, and better lines") \
    X("--report", "FILE", ANALYSE_PGN | ANALYSE_NAMES_FILE | ANALYSE_FILE_AGAIN, "write the games as an HTML page to click and step through") \
    X("--graph", "FILE", ANALYSE_PGN | ANALYSE_NAMES_FILE | ANALYSE_FILE_AGAIN, "draw the course of a single game, as SVG")
/* clang-format on */

#endif
