#include "tests/storm/lines.h"

#include "bitboard/fen.h"
#include "bitboard/notation.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))

static void write_move(LineSource *s, FILE *out) {
    static const char *const odd[] = {"e2e9", "a1a1", "(none)", "0000", "z9z9", "e2e4qq", "k10k10"};
    char text[MOVE_TEXT_SIZE];
    const Move move = source_move(s);
    if (move == MOVE_NONE || source_chance(s, 20))
        fputs(source_pick(s, odd, COUNT(odd)), out);
    else
        fputs(move_write(move, text), out);
}

static void write_position(LineSource *s, FILE *out) {
    char text[FEN_SIZE];
    if (source_chance(s, 2)) {
        source_new_game(s, 0);
        fputs("position startpos", out);
    } else {
        source_new_game(s, 60);
        fen_write(&s->pos, text);
        fprintf(out, "position fen %s", text);
    }
    if (source_chance(s, 3))
        return;
    fputs(" moves", out);
    for (int left = random_below(&s->random, source_chance(s, 20) ? 400 : 30); left > 0; left--) {
        const Move move = source_move(s);
        if (move == MOVE_NONE)
            return;
        if (source_chance(s, 200)) {
            fputc(' ', out);
            write_move(s, out);
        }
        fprintf(out, " %s", move_write(move, text));
        source_play(s, move);
    }
}

/* A parameter of "go" with what belongs to it, whatever that may be. */
static void write_go_word(LineSource *s, FILE *out) {
    static const char *const words[] = {"depth",    "nodes",     "mate",        "movetime",
                                        "wtime",    "btime",     "winc",        "binc",
                                        "infinite", "movestogo", "searchmoves", "ponder"};
    const int word = random_below(&s->random, COUNT(words));
    fprintf(out, " %s", words[word]);
    if (word == 10) {
        for (int left = random_below(&s->random, 5); left > 0; left--) {
            fputc(' ', out);
            write_move(s, out);
        }
    } else if (word != 8 && word != 11) {
        fputc(' ', out);
        source_number(s, out);
    }
}

static void write_go(LineSource *s, FILE *out) {
    const int kind = random_below(&s->random, 9);
    const int number = 1 + random_below(&s->random, 30);
    s->starts_search = kind < 7;
    switch (kind) {
    case 0: fputs("go infinite", out); break;
    case 1: fprintf(out, "go depth %d", source_chance(s, 5) ? 245 : number % 6 + 1); break;
    case 2: fprintf(out, "go nodes %d", number * number * number); break;
    case 3: fprintf(out, "go movetime %d", number); break;
    case 4: fprintf(out, "go mate %d", number % 7 + 1); break;
    case 5:
        fprintf(out, "go wtime %d btime %d winc %d binc %d", number * 10 - 20, number * 7,
                number % 3, number % 2);
        break;
    case 6:
        fprintf(out, "go ponder wtime %d btime %d movestogo %d", number * 100, number * 90, number);
        break;
    case 7: fprintf(out, "go perft %d", number % (STORM_PERFT_DEPTH + 1)); break;
    default:
        fputs("go", out);
        for (int left = random_below(&s->random, 6); left > 0; left--)
            write_go_word(s, out);
    }
}

void uci_line_write(LineSource *s, FILE *out) {
    static const char *const words[] = {"stop", "stop",  "ponderhit", "ponderhit", "isready",
                                        "d",    "flip",  "eval",      "uci",       "ucinewgame",
                                        "help", "hello", "xboard"};
    const int kind = random_below(&s->random, 100);
    if (kind < 30)
        write_go(s, out);
    else if (kind < 50)
        write_position(s, out);
    else if (kind < 70)
        source_option(s, out, "setoption name ", " value ");
    else
        fputs(source_pick(s, words, COUNT(words)), out);
}
