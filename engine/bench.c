#include "engine/bench.h"

#include "bitboard/fen.h"

/*
 * The arrays, some positions built around one rule each (castling both ways, steps that can be
 * taken in passing, races of pawns, a bare king), and positions from games of an early Brindle
 * against itself: openings first, endgames last.
 */
static const char *const POSITIONS[RULE_SETS][BENCH_POSITIONS_MAX] = {
    {
        "rnccwkqbbnr/ppppppppppp/11/11/11/11/11/11/PPPPPPPPPPP/RNBBQKWCCNR w KAka - 0 1",
        "r4k4r/ppp2ppp1pp/11/3c4w2/11/11/2W4C3/11/PP1PPP2PPP/R4K4R w KAka - 0 1",
        "r3wk4r/pp4pppp1/11/2p1pb4p/3n2P4/4N6/2B3C4/11/PPP1P2P1PP/R3QK4R b KAka - 4 20",
        "5k5/3p3p3/11/11/11/6Pp3/4p6/2P8/3P7/5K5 b - - 0 40",
        "11/4k6/11/11/6W4/11/11/3K7/11/11 w - - 12 90",
        "11/2P8/5k5/8p2/11/11/2K8/7p3/11/11 w - - 0 60",
        "rn1cwkqbbn1/pppppppp1p1/11/3c6r/8p1p/3PP6/8P2/5P5/PPP3PP1PP/RNBBQKWCCNR w KAa - 0 5",
        "rnc2k1bb1r/ppp1ppppp1p/8n2/4cw2C2/3p5p1/11/P1P8/5P5/1P1PP1PPPPP/RNBBQKW2NR w KAka - 1 9",
        "r1c2kqbb1r/1pp2pp2pp/2n4pn2/2wpp3p2/11/1QPPP2P3/5B1C3/11/PPB2PP1PPP/3R1KWC1NR w Kka - 1 13",
        "r4k1b2r/ppp1pq3pp/2n4pp2/3cc2w3/6p2n1/4Q6/2b3PC3/1PN2W2N2/P1P2PCPPPP/R1BB4RK1 b ka - 0 17",
        "r3wkq4/ppp2pp2p1/2n3bbn2/2cPp2p1r1/6c1p2/2PPC3P2/5BC4/5PW4/PP4PP2P/RN1BQK3NR b KAa - 0 21",
        "3r1k4r/p2pp4p1/1pnw2ppn1p/2q8/3bPp5/1Bp4b3/Pc2PBQCW2/2N8/2P2PPPPPP/1R3K4R w Kk - 0 26",
        "r5k4/3ppp5/2n3b1p1r/p3c1p1np1/2p4p3/2w1NPP2PP/4P5Q/2PP7/PP5PP2/R1BB3RK2 w - - 3 30",
        "Q2c3rk2/4pcp2p1/3p1p2pp1/11/1nwp7/4P5P/5RBC3/2N3P1q2/2P2P5/4K4R1 w - - 0 34",
        "11/pp4kp3/2p7r/5rn4/10p/3P2B4/1R9/5P4Q/PPP4PP1P/R4K5 b A - 6 38",
        "3r4r2/p2p1k3p1/1p4pp2p/n3p1w4/1R2P6/2W2P5/P3P1N4/11/2P3PPPPP/3R3K3 b - - 3 42",
        "8r2/2p2k5/2n3p4/4p4p1/1p8p/p2Pbq4P/P1p1N4P1/4CP1PP2/1P3KP4/2R8 w - - 4 47",
        "3k7/p1pp7/7pN2/9P1/4c5p/11/4P3P2/5P3P1/5KP4/9r1 w - - 3 51",
        "11/1p3k3C1/2n4Q3/6C2p1/3p6p/3W7/5PPb3/10P/1P2P1KPPP1/r9R b - - 0 55",
        "11/p10/1p1p2c4/2p1p2kn2/11/11/8R2/3P3P3/PPP8/5KN2r1 b - - 5 59",
        "11/2p2k5/2n3p4/4p1b1P2/1p8p/pq8P/9P1/11/5K5/5N5 b - - 1 63",
        "Q10/8n1P/1R9/11/11/P2P7/2P1k1K4/11/8PP1/11 b - - 0 69",
        "11/11/11/2R8/pp9/3pn2c3/5N1k3/3pK2P3/PPP4r3/11 w - - 0 76",
        "11/R10/11/11/11/2r3n1k2/11/2KP7/PP9/11 w - - 3 87",
        "11/9R1/6k4/11/3K7/P2P7/1P9/6n4/11/4r6 b - - 24 103",
        "11/11/6p2k1/7p1P1/7P3/1K8W/11/3w7/11/11 b - - 38 130",
    },
    {
        "rncwqkwcnr1/ppppppppppp/11/11/11/11/11/11/PPPPPPPPPPP/RNCWQKWCNR1 w - - 0 1",
        "r3wk3r1/pp4pppp1/11/2p1pc4p/3n2P4/4N6/2C3C4/11/PPP1P2P1PP/R3WK3R1 b - - 4 20",
        "5k5/3p3p3/11/11/11/6Pp3/4p6/2P8/3P7/5K5 b - - 0 40",
        "11/4k6/11/11/5R5/11/11/3K7/11/11 w - - 12 90",
        "11/2P8/5k5/8p2/11/11/2K8/7p3/11/11 w - - 0 60",
        "rncw1kwcnr1/pp2ppppppp/11/2pp7/9q1/11/2P6P1/P3P6/1P1P1PPPP1P/RNCWQKWCNR1 w - - 1 5",
        "r3qkw2r1/p1ppppppppp/c1n1w2n3/1p9/4W6/1Q9/6C4/3P7/PPP1PPPPPPP/RNCW1K2R2 w - - 9 10",
        "r4k3r1/p1ppp1ppppp/2n2w1n3/1p1c1pQ4/8q2/11/3C2C4/3PW6/PPP1PPPPPPP/RN3K2R2 b - - 0 15",
        "1r3k1c1r1/p3pp1pppp/3p2pn3/1q9/1n1p7/11/3Pw1C1P2/2N5Q2/PPP1PPPP1PP/R1CWK4R1 b - - 8 20",
        "1r3k3r1/p3p2pppp/2np1ppn3/1q4c4/3p1Q5/11/2PP2C1P2/1P2N6/P3PP1P1PP/R1C1K4R1 w - - 0 26",
        "1r7r1/p3p1kpppp/3p1ppn3/8q2/3Q7/3P7/3P1cC1P2/1P9/P3PP1P1PP/R1CK5R1 b - - 0 31",
        "r4k3r1/2p3ppp2/p1np3n3/1p2p6/3wWp2q2/2RQ5p1/3CP2P3/3P2PN3/PPP2P2P2/R5K4 w - - 2 36",
        "r4k3r1/2p3pp3/2np3np2/4p6/pp1wWp5/5R1Q1p1/P2CP2Pq2/1P1P2PN3/2P2P1KP2/10R b - - 0 41",
        "r4kr4/2p3pp3/2np3npQ1/4pw5/1p2Wpq4/p4R3p1/P2CP2P3/1P1P2PN3/2P2P1KP2/10R w - - 10 47",
        "11/1p2p2kp2/p1n1ppp1p2/2p4p3/4r6/7R3/6PN3/3P1K4P/2r3P1PP1/3R7 w - - 11 52",
        "6r4/r1p1k1pp3/2np1n2p2/4p6/1p3p5/p4W5/P2CP6/1P1P2PN3/2P2P1KP2/10R w - - 4 58",
        "11/p4R5/5p2kp1/8p1p/11/6P2P1/1K1P1P5/1P2P6/r10/11 b - - 5 64",
        "11/4k6/3pn3p2/9pp/6R4/p1p6P1/P1P1P1CK3/1P1P7/10r/11 b - - 0 70",
        "11/5ck1WR1/4p6/1p2Cnp1p2/p2n1p5/P4P5/4P6/1P1P2NP3/2P2KP4/2r8 w - - 5 77",
        "1k9/6p4/11/9q1/9p1/9P1/6rP1K1/4n3P2/11/11 b - - 1 84",
        "6Q4/p4P5/10R/10p/9p1/3k7/11/1P9/1K2r6/11 w - - 1 92",
        "11/10r/p3R6/11/3k1p5/6pp3/11/11/4K6/11 b - - 0 101",
        "11/7R3/p10/11/11/3k2K4/6p4/11/6rp3/11 b - - 3 112",
        "11/11/11/5k5/11/11/p10/6p4/6K4/9r1 w - - 2 129",
        "3R7/2K8/11/3Pk6/11/11/11/11/7r3/11 b - - 12 147",
    },
};

int bench_position_count(const RuleSet *rules) {
    int count = 0;
    while (count < BENCH_POSITIONS_MAX && POSITIONS[rules - RULES][count] != NULL)
        count++;
    return count;
}

const char *bench_position(const RuleSet *rules, int index) {
    return POSITIONS[rules - RULES][index];
}

bool bench_run(const BenchOptions *options, BenchResult *result, Message *message) {
    *result = (BenchResult){0, 0, 0};
    Engine *engine = engine_new(message);
    if (engine == NULL)
        return false;
    bool done = engine_set_hash(engine, options->hash_mib, message) &&
                engine_set_threads(engine, options->threads, message);
    for (int r = 0; r < RULE_SETS && done; r++)
        for (int i = 0; i < bench_position_count(&RULES[r]) && done; i++) {
            Position pos;
            SearchLimits limits = {.depth = options->depth};
            done = fen_parse(POSITIONS[r][i], &RULES[r], &pos, NULL, message);
            if (!done)
                break;
            /* Each position is searched as if it were the first, so that their order does not
             * matter. */
            engine_clear(engine);
            engine_set_position(engine, &pos);
            engine_go(engine, &limits, NULL);
            const SearchResult search = engine_wait(engine);
            result->positions++;
            result->nodes += search.nodes;
            result->time_ms += search.time_ms;
            if (options->on_position != NULL)
                options->on_position(options->context, &pos, &search);
        }
    engine_free(engine);
    return done;
}
