/*
 * Whole matches, played by the program against toy engines that go wrong: whose fault it was comes
 * out, the others go on, and nothing is left behind.
 */
#include "tests/support/suite.h"

#include "tests/support/match_run.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Stands in the command line of every toy of this test, so that what is left of them is found. */
static const char *mark(void) {
    static char text[40];
    snprintf(text, sizeof text, "name=Toy-%ld", (long)getpid());
    return text;
}

static void expect_nobody_left(void) {
    for (const int64_t give_up = test_now_ms() + 60000; processes_with(mark()) > 0;
         test_pause_ms(10))
        if (test_now_ms() > give_up)
            fail_msg("%d processes are left", processes_with(mark()));
}

static void expect_in(const char *text, const char *wanted) {
    if (strstr(text, wanted) == NULL)
        fail_msg("no '%s' in: %.2000s", wanted, text);
}

static void expect_run(const Run *r, int status) {
    if (r->status != status)
        fail_msg("exit status %d, not %d: %.1000s%.1000s", r->status, status, r->err, r->out);
}

/* ---- Faults ---- */

typedef struct {
    const char *name, *arguments; /* the toy's, separated by blanks */
    bool full;                    /* takes long */
    Termination termination;
    const char
        *reasons[2]; /* one of them is part of the reason; NULL: the game ends like any other */
} Fault;

#define MOVED_ON          \
    TERMINATION_NORMAL, { \
        NULL, NULL        \
    }

static const Fault FAULTS[] = {
    {"u-crash", "uci fault=crash", false, TERMINATION_CRASH, {"is gone: killed by signal 11"}},
    {"u-abort", "uci fault=abort", false, TERMINATION_CRASH, {"is gone: killed by signal 6"}},
    {"u-exit", "uci fault=exit", false, TERMINATION_CRASH, {"is gone: exit status 0"}},
    {"u-stall", "uci fault=stall", false, TERMINATION_STALL, {"does not answer"}},
    {"u-deaf", "uci fault=deaf", true, TERMINATION_STALL, {"does not answer"}},
    {"u-close", "uci fault=close", false, TERMINATION_CRASH, {"is gone: it closed its output"}},
    {"u-illegal", "uci fault=illegal", false, TERMINATION_ILLEGAL, {"plays an illegal move: '"}},
    {"u-garbage", "uci fault=garbage", false, TERMINATION_ILLEGAL, {"an illegal move: 'zz9'"}},
    {"u-nomove", "uci fault=nomove", false, TERMINATION_ILLEGAL, {"an illegal move: '(none)'"}},
    {"u-empty", "uci fault=empty", false, TERMINATION_ILLEGAL, {"an illegal move: ''"}},
    {"u-late", "uci fault=late late=1000", false, TERMINATION_TIME, {"exceeds its time: "}},
    {"u-flood", "uci fault=flood bytes=1000000", false, MOVED_ON},
    {"u-lines", "uci fault=floodlines lines=3000", false, MOVED_ON},
    {"u-forever", "uci fault=floodforever", true, TERMINATION_STALL, {"does not answer"}},
    {"u-badinfo", "uci fault=badinfo", false, MOVED_ON},
    {"u-two", "uci fault=twomoves", false, TERMINATION_ILLEGAL, {"an illegal move: '"}},
    {"u-echo", "uci fault=echo", false, MOVED_ON},
    {"u-crlf", "uci crlf=1 blanks=1", false, MOVED_ON},
    {"u-split", "uci split=1", true, MOVED_ON},
    {"u-noisy", "uci stderr=1", false, MOVED_ON},
    {"u-noready", "uci fault=noready games=2", true, TERMINATION_START, {"'isready' within 20 s"}},
    {"u-ignorequit", "uci fault=ignorequit,ignoreterm", false, MOVED_ON},
    {"x-crash", "xboard fault=crash", false, TERMINATION_CRASH, {"is gone: killed by signal 11"}},
    {"x-exit", "xboard fault=exit", false, TERMINATION_CRASH, {"is gone: exit status 0"}},
    {"x-stall", "xboard fault=stall", false, TERMINATION_STALL, {"does not answer"}},
    {"x-deaf", "xboard fault=deaf", true, TERMINATION_STALL, {"does not answer"}},
    {"x-close", "xboard fault=close", true, TERMINATION_CRASH, {"is gone: it closed its output"}},
    {"x-illegal", "xboard fault=illegal", false, TERMINATION_ILLEGAL, {"an illegal move: '"}},
    {"x-garbage", "xboard fault=garbage", false, TERMINATION_ILLEGAL, {"illegal move: 'zz9'"}},
    {"x-nomove", "xboard fault=nomove", true, TERMINATION_ILLEGAL, {"illegal move: '(none)'"}},
    {"x-empty", "xboard fault=empty", true, TERMINATION_ILLEGAL, {"an illegal move: ''"}},
    {"x-late", "xboard fault=late late=1000", false, TERMINATION_TIME, {"exceeds its time: "}},
    {"x-flood", "xboard fault=flood bytes=1000000", true, MOVED_ON},
    {"x-lines", "xboard fault=floodlines lines=3000", false, MOVED_ON},
    {"x-forever", "xboard fault=floodforever", true, TERMINATION_STALL, {"does not answer"}},
    {"x-badinfo", "xboard fault=badinfo", false, MOVED_ON},
    {"x-two", "xboard fault=twomoves", false, TERMINATION_ILLEGAL, {"an illegal move: '"}},
    /* As Black it claims what is not so; as White it concedes. */
    {"x-claim", "xboard fault=wrongclaim", false, TERMINATION_CLAIM, {"what is not so", "resigns"}},
    {"x-draw", "xboard fault=drawclaim", false, TERMINATION_CLAIM, {"what is not so: '1/2"}},
    {"x-resign", "xboard fault=resign", false, TERMINATION_NORMAL, {"resigns"}},
    {"x-offer", "xboard fault=offerdraw", false, MOVED_ON},
    {"x-echo", "xboard fault=echo", false, MOVED_ON},
    {"x-crlf", "xboard crlf=1 blanks=1", false, MOVED_ON},
    {"x-once", "xboard reuse=0 claims=0 setup=0", false, MOVED_ON},
    {"x-old", "xboard feature=old", true, MOVED_ON},
    {"x-none", "xboard feature=none", true, MOVED_ON},
    {"x-late-features", "xboard feature=held slowstart=100", false, MOVED_ON},
    {"x-noready", "xboard fault=noready games=2", true, TERMINATION_START, {"'ping' within 20 s"}},
    {"x-ignorequit", "xboard fault=ignorequit,ignoreterm", true, MOVED_ON},
};
enum { FAULT_COUNT = sizeof FAULTS / sizeof FAULTS[0] };

static const char *protocol_of(const char *arguments) {
    return arguments[0] == 'u' ? "uci" : "xboard";
}

/* " --engine name=… cmd=TOY arg=… …" */
static void write_engine(FILE *out, const char *name, const char *arguments) {
    char copy[256], *rest = copy;
    snprintf(copy, sizeof copy, "%s", arguments);
    fprintf(out, " --engine name=%s cmd=%s proto=%s", name, BRINDLE_TOY, protocol_of(arguments));
    for (const char *word; (word = strtok_r(rest, " ", &rest)) != NULL;)
        fprintf(out, " arg=%s", word);
    fprintf(out, " arg=%s", mark());
}

static const Fault *find_fault(const char *name) {
    for (int i = 0; i < FAULT_COUNT; i++)
        if (strcmp(FAULTS[i].name, name) == 0)
            return &FAULTS[i];
    return NULL;
}

static bool ends_for(const GameRecord *r, const Fault *f) {
    for (int i = 0; i < 2; i++)
        if (f->reasons[i] != NULL && strstr(r->reason, f->reasons[i]) != NULL)
            return true;
    return false;
}

static void check_game(const GameRecord *r) {
    const Color faulty = strcmp(r->name[WHITE], "Good") == 0 ? BLACK : WHITE;
    const Fault *f = find_fault(r->name[faulty]);
    const char *lost = faulty == WHITE ? "0-1" : "1-0";
    assert_non_null(f);
    if (strcmp(f->name, "u-noready") == 0 || strcmp(f->name, "x-noready") == 0)
        if (r->termination == TERMINATION_ADJUDICATION || r->termination == TERMINATION_NORMAL)
            return; /* the first game of its process goes well */
    if (f->reasons[0] == NULL) {
        if (r->culprit >= 0 ||
            (r->termination != TERMINATION_NORMAL && r->termination != TERMINATION_ADJUDICATION))
            fail_msg("%s: %s {%s}", f->name, r->result, r->reason);
        return;
    }
    const bool resigned = strstr(r->reason, "resigns") != NULL;
    if (strcmp(r->result, lost) != 0 || !ends_for(r, f) ||
        r->culprit != (resigned ? -1 : (int)faulty) ||
        r->termination != (resigned ? TERMINATION_NORMAL : f->termination))
        fail_msg("%s as %s: %s {%s}, termination '%s', charged to %d", f->name,
                 faulty == WHITE ? "White" : "Black", r->result, r->reason,
                 termination_name(r->termination), r->culprit);
}

/* One engine that is in order plays all that are not, eight games at a time. */
static void test_faults(void **state) {
    (void)state;
    char *engines = NULL;
    size_t size = 0;
    int count = 0;
    Run r;
    Games games;
    scratch_enter();
    FILE *out = open_memstream(&engines, &size);
    write_engine(out, "Good", "uci seed=2");
    for (int i = 0; i < FAULT_COUNT; i++) {
        char arguments[256];
        if (FAULTS[i].full && !test_is_full())
            continue;
        snprintf(arguments, sizeof arguments, "%s at=3", FAULTS[i].arguments);
        write_engine(out, FAULTS[i].name, arguments);
        count++;
    }
    fclose(out);
    const int per_pair = test_amount(2, 8);
    run(&r,
        "%s match%s --each tc=0.2+0.05 timemargin=500 --gauntlet 1 --games %d --concurrency 8 "
        "--openings array --maxmoves 12 --recover " GAMES_WORDS,
        BRINDLE_PROGRAM, engines, per_pair);
    expect_run(&r, 0);
    expect_nobody_left();
    games_read(&games, "games.jsonl");
    assert_int_equal(games.count, count * per_pair);
    for (int i = 0; i < games.count; i++)
        check_game(&games.games[i]);
    games_expect_in_pgn(&games, "games.pgn");
    games_free(&games);
    run_free(&r);
    free(engines);
    scratch_leave();
}

/* Without --recover the match ends with the fault, says so, and how to go on; the game is kept. */
static void test_ends_without_recover(void **state) {
    (void)state;
    static const struct {
        const char *arguments, *message; /* NULL: it goes on */
    } cases[] = {
        {"uci fault=crash", "is gone: killed by signal 11"},
        {"xboard fault=exit", "is gone: exit status 0"},
        {"xboard fault=drawclaim", "claims what is not so"},
        {"uci fault=illegal", NULL},
        {"xboard fault=resign", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *engines = NULL;
        size_t size = 0;
        Run r;
        Games games;
        scratch_enter();
        FILE *out = open_memstream(&engines, &size);
        write_engine(out, "Bad", cases[i].arguments);
        write_engine(out, "Good", "uci");
        fclose(out);
        run(&r, "%s match%s --each tc=60+1 --games 4 --openings array --maxmoves 20 " GAMES_WORDS,
            BRINDLE_PROGRAM, engines);
        expect_run(&r, cases[i].message != NULL ? 1 : 0);
        games_read(&games, "games.jsonl");
        assert_int_equal(games.count, cases[i].message != NULL ? 1 : 4);
        if (cases[i].message != NULL) {
            expect_in(r.err, "brindle match: game 1: White ");
            expect_in(r.err, cases[i].message);
            expect_in(r.err, "('Bad'); --recover would have started it again");
            expect_in(r.err, "brindle match --resume match.db");
            run_free(&r);
            run(&r, "%s match --resume match.db --concurrency 3", BRINDLE_PROGRAM);
            expect_run(&r, 1); /* it fails again, in another game */
            expect_in(r.err, "brindle match: game ");
            run_free(&r);
            run(&r, "%s match --resume match.db --recover", BRINDLE_PROGRAM);
            expect_run(&r, 0);
            games_free(&games);
            games_read(&games, "games.jsonl");
            assert_int_equal(games.count, 4);
        }
        games_free(&games);
        run_free(&r);
        expect_nobody_left();
        free(engines);
        scratch_leave();
    }
}

/* What is wrong before the first game is said at once, and no database is made. */
static void test_cannot_begin(void **state) {
    (void)state;
    static const struct {
        const char *words, *message;
        bool full;
    } cases[] = {
        {"cmd=TOY arg=fault=failstart", "exit status 1", false},
        {"cmd=TOY proto=uci arg=fault=failstart", "exit status 1", false},
        {"cmd=TOY arg=nonsense=1", "exit status 2", false},
        {"cmd=TOY arg=uci option.Hsh=3", "it has no option 'Hsh'", false},
        {"cmd=TOY arg=uci option.Sead=3", "did you mean 'Seed'?", false},
        {"cmd=TOY arg=xboard proto=xboard option.Hsh=3", "it has no option 'Hsh'", false},
        {"cmd=TOY arg=xboard proto=xboard variant=chess", "does not know the variant 'chess'",
         false},
        {"cmd=TOY arg=xboard proto=xboard nodes=5", "the XBoard protocol has no limit by nodes",
         false},
        {"option.Hsh=3", "Hsh", false},
        {"cmd=/no/such/engine", "'/no/such/engine' cannot be started: No such file", false},
        {"cmd=no-such-engine-in-path", "there is no program 'no-such-engine-in-path' in PATH",
         false},
        {"cmd=/tmp", "'/tmp' cannot be started: Permission denied", false},
        {"cmd=TOY dir=/no/such/place", "cannot be started: No such file", false},
        {"cmd=TOY stderr=/no/such/place/x", "'/no/such/place/x' cannot be opened", false},
        {"cmd=/bin/cat", "it answers neither 'uci' nor 'xboard'", true},
        {"cmd=/bin/true", "exit status 0", false},
        {"cmd=TOY proto=uci arg=fault=nouciok", "does not answer 'uci' with 'uciok' within 30 s",
         true},
    };
    scratch_enter();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char words[256] = "";
        Run r;
        if (cases[i].full && !test_is_full())
            continue;
        const char *toy = strstr(cases[i].words, "cmd=TOY");
        snprintf(words, sizeof words, "%s%s%s", toy != NULL ? "cmd=" BRINDLE_TOY : "",
                 toy != NULL ? " arg=" : "", toy != NULL ? mark() : "");
        run(&r, "%s match --engine name=Bad %s %s --engine name=Good --each depth=1 --db m.db",
            BRINDLE_PROGRAM, words, toy != NULL ? toy + strlen("cmd=TOY") : cases[i].words);
        expect_run(&r, 1);
        assert_string_equal(r.out, "");
        expect_in(r.err, "brindle match: engine 'Bad': ");
        expect_in(r.err, cases[i].message);
        assert_int_equal(occurrences(r.err, "\n"), 1);
        assert_int_equal(access("m.db", F_OK), -1);
        run_free(&r);
    }
    expect_nobody_left();
    scratch_leave();
}

/* ---- Good manners ---- */

/* Positions in which castles, captures in passing and promotions are near. */
static const char POSITIONS[] =
    "r4k4r/ppppppppppp/11/11/11/11/11/11/PPPPPPPPPPP/R4K4R w KAka - 0 1\n"
    "r4k4r/p9p/11/11/11/11/11/11/P9P/R4K4R b KAka - 0 1\n"
    "5k5/11/1P1P1P1P1P1/11/11/11/11/1p1p1p1p1p1/11/5K5 w - - 0 1\n"
    "5k5/p1p1p1p1p1p/11/1P1P1P1P1P1/11/11/1p1p1p1p1p1/11/"
    "P1P1P1P1P1P/5K5 w - - 0 1\n"
    "5k5/p1p1p1p1p1p/11/1P1P1P1P1P1/11/11/1p1p1p1p1p1/11/"
    "P1P1P1P1P1P/5K5 b - - 7 30\n";

typedef struct {
    int castles, passing, promotions, passing_before_start;
} Sights;

static void look_at(const Games *games, Sights *seen) {
    for (int i = 0; i < games->count; i++) {
        const GameRecord *r = &games->games[i];
        if (r->culprit >= 0)
            fail_msg("game %d: %s {%s}", i + 1, r->result, r->reason);
        for (int m = 0; m < r->move_count; m++) {
            const Move move = r->moves[m].move;
            seen->castles += move_kind(move) == MOVE_CASTLING;
            seen->passing += move_kind(move) == MOVE_EN_PASSANT;
            seen->promotions += move_is_promotion(move);
        }
    }
}

static void expect_good_manners(const char *log_file) {
    char *log = file_read(log_file);
    const char *wrong = strstr(log, " ! ");
    if (wrong != NULL) {
        while (wrong > log && wrong[-1] != '\n')
            wrong--;
        fail_msg("%s: %.*s", log_file, (int)strcspn(wrong, "\n"), wrong);
    }
    free(log);
}

/* Toys of all dialects play each other; none finds fault with what it is told. */
static void test_manners(void **state) {
    (void)state;
    static const struct {
        const char *toy, *words;
    } engines[] = {
        {"uci log=log", ""},
        {"uci log=log", "ponder=on"}, /* it foresees what its like will play */
        {"uci log=log style=random", "ponder=on option.Seed=5"},
        {"xboard log=log", ""},
        {"xboard log=log usermove=1 promotion=upper", "ponder=on"},
        {"xboard log=log ranks=1 style=random", "ranks=1"},
        {"xboard log=log reuse=0", "option.Seed=9"},
    };
    static const char *const openings[] = {"array", "random plies=3 nodes=50",
                                           "file=positions.epd"};
    Sights seen = {0, 0, 0, 0};
    for (int standard = 0; standard < 2; standard++)
        for (size_t o = 0; o < sizeof openings / sizeof openings[0]; o++) {
            if (!test_is_full() && standard != (o == 1)) /* each of them once */
                continue;
            char *words = NULL;
            size_t size = 0;
            Run r;
            Games games;
            scratch_enter();
            file_write("positions.epd", POSITIONS);
            FILE *out = open_memstream(&words, &size);
            for (size_t i = 0; i < sizeof engines / sizeof engines[0]; i++) {
                char name[16];
                snprintf(name, sizeof name, "E%d", (int)i);
                write_engine(out, name, engines[i].toy);
                fprintf(out, " %s", engines[i].words);
            }
            fclose(out);
            /* Standard rules do not know castling as these positions have it. */
            if (standard != 0)
                file_write("positions.epd", strchr(strchr(POSITIONS, '\n') + 1, '\n') + 1);
            /* A round for each position of the file. */
            const bool from_file = o == 2;
            run(&r,
                "%s match%s --each tc=%s --games 2 --gauntlet %d --rounds %d --concurrency 4 "
                "--maxmoves %d --variant %s --openings %s " GAMES_WORDS,
                BRINDLE_PROGRAM, words, o == 0 ? "40/60" : "1:00+0.5",
                from_file ? 1 : test_amount(2, 4), from_file ? test_amount(3, 5) : 1,
                from_file ? test_amount(15, 200) : test_amount(25, 200),
                standard ? "standard-wildebeest" : "wildebeest", openings[o]);
            expect_run(&r, 0);
            games_read(&games, "games.jsonl");
            look_at(&games, &seen);
            games_expect_in_pgn(&games, "games.pgn");
            expect_good_manners("log");
            char *log = file_read("log");
            expect_in(log, "go ponder ");
            expect_in(log, "< hard");
            expect_in(log, "< easy");
            expect_in(log, from_file ? "< setboard " : "ponderhit");
            free(log);
            games_free(&games);
            run_free(&r);
            free(words);
            expect_nobody_left();
            scratch_leave();
        }
    assert_true(seen.castles > 0);
    assert_true(seen.passing > 0);
    assert_true(seen.promotions > 0);
}

/* Limits other than clocks, of both sides and different ones. */
static void test_limits(void **state) {
    (void)state;
    static const struct {
        const char *first, *second;
    } cases[] = {
        {"st=5", "st=5"},
        {"depth=3", "nodes=40"},
        {"tc=0.5+0.1", "depth=2"},
        {"tc=0+0.5", "tc=2/1+1"},
        {"tc=inf st=5", "tc=5+0.05 nodes=30"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Run r;
        Games games;
        scratch_enter();
        run(&r,
            "%s match --engine name=A cmd=%s arg=uci arg=log=log arg=%s %s "
            "--engine name=B cmd=%s arg=uci arg=log=log arg=%s %s "
            "--timemargin 5000 --games 2 --openings array --maxmoves 30 " GAMES_WORDS,
            BRINDLE_PROGRAM, BRINDLE_TOY, mark(), cases[i].first, BRINDLE_TOY, mark(),
            cases[i].second);
        expect_run(&r, 0);
        expect_good_manners("log");
        games_read(&games, "games.jsonl");
        assert_int_equal(games.count, 2);
        assert_int_equal(games.games[0].culprit, -1);
        games_free(&games);
        run_free(&r);
        scratch_leave();
    }
}

/* ---- Hostile texts ---- */

/* Engines that are scripts: names, options and answers that nobody should trust. */
static void test_hostile_texts(void **state) {
    (void)state;
    /* A name in Latin-1 with a quote and an escape; 300 options; a move of bytes that are no text.
     */
    static const char script[] =
        "#!/bin/sh\n"
        "while read -r word rest; do case $word in\n"
        "uci) printf 'id name Gn\\374 {\"x\\\\\"} \\033[31m\\n'; i=0\n"
        "  while [ $i -lt 300 ]; do echo \"option name $i type string\"; i=$((i+1)); done\n"
        "  echo uciok;;\n"
        "isready) echo readyok;;\n"
        "go) printf 'info depth 99999999999 seldepth -3 score mate 99999999999 nodes '\n"
        "  echo '9223372036854775807 pv'; printf 'bestmove \\377\\376}{\\001\"\\\\ ponder x\\n';;\n"
        "quit) exit;;\n"
        "esac; done\n";
    static const char *const names[] = {"'q\"uo}te{d\\ {}'", "'Größe ≥ 𝄞'", "'-'", "'%%s%%n'"};
    Run r;
    Games games;
    scratch_enter();
    file_write("engine.sh", script);
    for (int i = 0; i < 4; i++) {
        run(&r,
            "%s match --engine cmd=/bin/sh arg=engine.sh proto=uci --engine name=%s cmd=%s arg=%s "
            "--each st=5 timemargin=5000 --games 2 --openings array --recover " GAMES_WORDS,
            BRINDLE_PROGRAM, names[i], BRINDLE_TOY, mark());
        expect_run(&r, 0);
        games_read(&games, "games.jsonl");
        games_expect_in_pgn(&games, "games.pgn");
        assert_int_equal(games.count, 2);
        assert_string_equal(games.games[0].name[WHITE], "Gn? {\"x\\\"} ?[31m");
        assert_string_equal(games.games[0].reason, "White plays an illegal move: '?"
                                                   "?)(?\"\\'");
        assert_null(strchr(r.out, '\033'));
        games_free(&games);
        run_free(&r);
        unlink("match.db");
        unlink("games.jsonl");
        unlink("games.pgn");
    }
    scratch_leave();
}

/* Two engines of the same name, and one whose name is too long for a table. */
static void test_names(void **state) {
    (void)state;
    Run r;
    Games games;
    scratch_enter();
    run(&r,
        "%s match --engine cmd=%s arg=name=Gnu --engine cmd=%s arg=name=Gnu "
        "--engine cmd=%s arg=name=%s --each depth=1 --openings array --maxmoves 5 " GAMES_WORDS,
        BRINDLE_PROGRAM, BRINDLE_TOY, BRINDLE_TOY, BRINDLE_TOY,
        "0123456789012345678901234567890123456789012345678901234567890ßßß");
    expect_run(&r, 0);
    games_read(&games, "games.jsonl");
    assert_int_equal(games.count, 6);
    assert_string_equal(games.games[0].name[WHITE], "Gnu");
    assert_string_equal(games.games[0].name[BLACK], "Gnu 2");
    assert_string_equal(games.games[2].name[BLACK],
                        "0123456789012345678901234567890123456789012345678901234567890ß");
    games_free(&games);
    run_free(&r);
    scratch_leave();
}

/* ---- Floods ---- */

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define MEMORY_IS_MEASURED false
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define MEMORY_IS_MEASURED false
#endif
#endif
#ifndef MEMORY_IS_MEASURED
#define MEMORY_IS_MEASURED true
#endif

static void test_memory(void **state) {
    (void)state;
    static const char *const faults[] = {"flood bytes=3000000", "floodlines lines=10000"};
    for (int i = 0; i < 2; i++) {
        char *engines = NULL, arguments[100];
        size_t size = 0;
        Run r;
        scratch_enter();
        FILE *out = open_memstream(&engines, &size);
        for (int e = 0; e < 2; e++) {
            snprintf(arguments, sizeof arguments, "uci at=2 fault=%s", faults[i]);
            write_engine(out, e == 0 ? "A" : "B", arguments);
        }
        fclose(out);
        run(&r,
            "%s match%s --each depth=1 --games 8 --concurrency 8 --openings array --maxmoves 3 "
            "--recover " GAMES_WORDS,
            BRINDLE_PROGRAM, engines);
        expect_run(&r, 0);
        assert_null(strstr(r.out, "does not answer"));
        if (MEMORY_IS_MEASURED && r.max_rss_kib > 50000)
            fail_msg("%ld KiB", r.max_rss_kib);
        run_free(&r);
        free(engines);
        expect_nobody_left();
        scratch_leave();
    }
}

int main(void) {
    board_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_faults),       cmocka_unit_test(test_ends_without_recover),
        cmocka_unit_test(test_cannot_begin), cmocka_unit_test(test_manners),
        cmocka_unit_test(test_limits),       cmocka_unit_test(test_hostile_texts),
        cmocka_unit_test(test_names),        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
