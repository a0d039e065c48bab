#include "tests/storm/lines.h"

#include "engine/protocol/xboard_notation.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))

static void write_move(LineSource *s, FILE *out) {
    static const char *const odd[] = {"e1e9", "a0a0", "@@@@",      "O-O",
                                      "Cb3",  "k9",   "f0g0,k0f0", "e1e3q"};
    char text[MOVE_TEXT_SIZE];
    const Move move = source_move(s);
    if (move == MOVE_NONE || source_chance(s, 20)) {
        fputs(source_pick(s, odd, COUNT(odd)), out);
        return;
    }
    fputs(xboard_move_write(move, 0, text), out);
    if (source_chance(s, 2))
        source_play(s, move);
}

static void write_board(LineSource *s, FILE *out) {
    char text[FEN_SIZE];
    source_new_game(s, 60);
    xboard_fen_write(&s->pos, 0, source_chance(s, 2), text);
    fprintf(out, "setboard %s", text);
}

static void write_limit(LineSource *s, FILE *out) {
    static const char *const levels[] = {"level 40 5 0", "level 0 0:01 0", "level 1 0:05 0.1",
                                         "level 0 0 0.02", "level x y z"};
    static const char *const words[] = {"sd", "time", "otim", "nps", "memory", "cores"};
    static const int most[] = {6, 500, 500, 30000, STORM_HASH_MIB, 1};
    switch (random_below(&s->random, 4)) {
    case 0: fputs(source_pick(s, levels, COUNT(levels)), out); break;
    case 1: fprintf(out, "st 0.%02d", random_below(&s->random, 5)); break;
    default: {
        const int word = random_below(&s->random, COUNT(words));
        fprintf(out, "%s ", words[word]);
        if (source_chance(s, 6))
            source_number(s, out);
        else
            fprintf(out, "%d", 1 + random_below(&s->random, word == 5 ? s->threads : most[word]));
    }
    }
}

static void write_exclusion(LineSource *s, FILE *out) {
    fputs(source_chance(s, 2) ? "exclude " : "include ", out);
    if (source_chance(s, 4))
        fputs("all", out);
    else
        write_move(s, out);
}

static void write_ping(LineSource *s, FILE *out) {
    fputs("ping ", out);
    source_number(s, out);
}

void xboard_line_write(LineSource *s, FILE *out) {
    static const char *const words[] = {"go",
                                        "go",
                                        "playother",
                                        "force",
                                        "?",
                                        "?",
                                        "hint",
                                        "bk",
                                        "undo",
                                        "remove",
                                        "hard",
                                        "easy",
                                        "post",
                                        "nopost",
                                        "analyze",
                                        ".",
                                        ".",
                                        "exit",
                                        "draw",
                                        "new",
                                        "random",
                                        "xboard",
                                        "computer",
                                        "protover 2",
                                        "accepted ping",
                                        "name me",
                                        "ics -",
                                        "rating 1 2",
                                        "result 1-0 {}",
                                        "variant wildebeest",
                                        "hello",
                                        "isready",
                                        "variant standard-wildebeest"};
    const int kind = random_below(&s->random, 100);
    if (kind < 30) {
        fputs(source_chance(s, 3) ? "" : "usermove ", out);
        write_move(s, out);
    } else if (kind < 38)
        write_board(s, out);
    else if (kind < 48)
        write_limit(s, out);
    else if (kind < 56)
        source_option(s, out, "option ", "=");
    else if (kind < 60)
        write_exclusion(s, out);
    else if (kind < 63)
        write_ping(s, out);
    else
        fputs(source_pick(s, words, COUNT(words)), out);
}
