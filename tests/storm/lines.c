#include "tests/storm/lines.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "bitboard/fen.h"
#include "bitboard/movegen.h"
#include "bitboard/notation.h"
#include "engine/search/engine.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))

/* ---- Chance ---- */

void source_init(LineSource *s, uint64_t seed, int threads) {
    *s = (LineSource){.random = {seed}, .threads = threads, .rules = &RULES[0]};
    position_set_start(&s->pos, s->rules);
}

bool source_chance(LineSource *s, int times) {
    return random_below(&s->random, times) == 0;
}

const char *source_pick(LineSource *s, const char *const *words, int count) {
    return words[random_below(&s->random, count)];
}

void source_number(LineSource *s, FILE *out) {
    static const char *const odd[] = {"0",
                                      "-1",
                                      "2147483647",
                                      "2147483648",
                                      "-2147483648",
                                      "9223372036854775807",
                                      "-9223372036854775808",
                                      "9223372036854775808",
                                      "18446744073709551616",
                                      "99999999999999999999999999",
                                      "007",
                                      "+5",
                                      "1e3",
                                      "0x10",
                                      "1.5",
                                      "nan",
                                      "-",
                                      "ten"};
    if (source_chance(s, 6))
        fputs(source_pick(s, odd, COUNT(odd)), out);
    else
        fprintf(out, "%d", random_below(&s->random, source_chance(s, 4) ? 100000 : 60));
}

/* ---- Games ---- */

Move source_move(LineSource *s) {
    MoveList list;
    generate_legal(&s->pos, &list);
    return list.count == 0 ? MOVE_NONE : list.moves[random_below(&s->random, list.count)];
}

void source_play(LineSource *s, Move move) {
    Undo undo;
    position_make(&s->pos, move, &undo);
}

void source_new_game(LineSource *s, int plies) {
    s->rules = &RULES[random_below(&s->random, 2)];
    position_set_start(&s->pos, s->rules);
    for (int left = random_below(&s->random, plies + 1); left > 0; left--) {
        const Move move = source_move(s);
        if (move == MOVE_NONE)
            return;
        source_play(s, move);
    }
}

/* ---- Options ---- */

typedef enum { VALUE_NUMBER, VALUE_THREADS, VALUE_CHECK, VALUE_FILE, VALUE_WORD, VALUE_NONE } Value;

typedef struct {
    const char *name;
    Value value;
    int least, most;
} StormOption;

static const StormOption OPTIONS[] = {
    {"Hash", VALUE_NUMBER, 1, STORM_HASH_MIB},
    {"Threads", VALUE_THREADS, 1, 0},
    {"MultiPV", VALUE_NUMBER, 1, MAX_MULTIPV},
    {"Move Overhead", VALUE_NUMBER, 0, 5000},
    {"UCI_AnalyseMode", VALUE_CHECK, 0, 0},
    {"Skill Level", VALUE_NUMBER, 0, 20},
    {"UCI_LimitStrength", VALUE_CHECK, 0, 0},
    {"UCI_Elo", VALUE_NUMBER, 0, 3500},
    {"Skill Seed", VALUE_NUMBER, 0, 1000},
    {"Clear Hash", VALUE_NONE, 0, 0},
    {"HashFile", VALUE_FILE, 0, 0},
    {"SaveHash", VALUE_NONE, 0, 0},
    {"LoadHash", VALUE_NONE, 0, 0},
    {"OwnBook", VALUE_CHECK, 0, 0},
    {"BookFile", VALUE_FILE, 0, 0},
    {"BookDepth", VALUE_NUMBER, 0, 255},
    {"BookVariety", VALUE_WORD, 0, 0},
    {"Ponder", VALUE_CHECK, 0, 0},
    {"UCI_Variant", VALUE_WORD, 0, 0},
    {"UCI_ShowWDL", VALUE_CHECK, 0, 0},
    {"Log File", VALUE_FILE, 0, 0},
    {"No Such Option", VALUE_WORD, 0, 0},
};

void source_option(LineSource *s, FILE *out, const char *before, const char *between) {
    static const char *const files[] = {STORM_BOOK,     STORM_BOOK,          "storm.hash",
                                        "storm.hash",   "storm.log",         "<empty>",
                                        "<empty>",      "missing/file",      "a name with blanks",
                                        "no such file", "d\xc3\xa9j\xc3\xa0"};
    static const char *const words[] = {
        "wildebeest", "standard-wildebeest", "best", "weighted", "chess", "value"};
    static const char *const checks[] = {"true", "false", "1", "0", "yes"};
    const StormOption *o = &OPTIONS[random_below(&s->random, COUNT(OPTIONS))];
    if (strcmp(o->name, "SaveHash") == 0 && !source_chance(s, 4))
        o = &OPTIONS[0]; /* a whole table goes to the disk */
    fprintf(out, "%s%s", before, o->name);
    if (o->value == VALUE_NONE)
        return;
    fputs(between, out);
    const int most = o->value == VALUE_THREADS ? s->threads : o->most;
    if (o->value == VALUE_FILE)
        fputs(source_pick(s, files, COUNT(files)), out);
    else if (o->value == VALUE_WORD)
        fputs(source_pick(s, words, COUNT(words)), out);
    else if (o->value == VALUE_CHECK)
        fputs(source_pick(s, checks, COUNT(checks)), out);
    else if (source_chance(s, 8))
        source_number(s, out);
    else
        fprintf(out, "%d", o->least + random_below(&s->random, most - o->least + 1));
}

/* ---- What a line may not do ---- */

/* Is there a number in the text from `least` to `most`? */
static bool has_number(const char *text, int64_t least, int64_t most) {
    while (*text != '\0') {
        if (!isdigit((unsigned char)*text)) {
            text++;
            continue;
        }
        char *end;
        const int64_t number = strtoll(text, &end, 10);
        if (number >= least && number <= most)
            return true;
        text = end;
    }
    return false;
}

static bool has_outside_path(const char *text) {
    if (strstr(text, "..") != NULL)
        return true;
    const bool named = strstr(text, "missing/") != NULL;
    for (const char *slash = strchr(text, '/'); slash != NULL; slash = strchr(slash + 1, '/'))
        if (!named || slash == text || strchr(" \t=", slash[-1]) != NULL)
            return true;
    return false;
}

static bool is_harmless(const LineSource *s, const StormLine *line) {
    char *text = malloc(line->length + 1);
    if (text == NULL)
        abort();
    for (size_t i = 0; i < line->length; i++)
        text[i] = line->text[i] == '\0' ? ' ' : (char)tolower((unsigned char)line->text[i]);
    text[line->length] = '\0';
    const bool sizes = strstr(text, "hash") != NULL || strstr(text, "memory") != NULL;
    const bool threads = strstr(text, "threads") != NULL || strstr(text, "cores") != NULL;
    const bool good =
        strstr(text, "quit") == NULL &&
        !(strstr(text, "perft") != NULL && has_number(text, STORM_PERFT_DEPTH + 1, INT64_MAX)) &&
        !(sizes && has_number(text, STORM_HASH_MIB + 1, 1 << 25)) &&
        !(threads && has_number(text, s->threads + 1, MAX_THREADS)) &&
        !(strstr(text, "file") != NULL && has_outside_path(text));
    free(text);
    return good;
}

/* ---- Damage ---- */

static char random_byte(LineSource *s) {
    const char byte = (char)random_below(&s->random, 256);
    return byte == '\n' ? ' ' : byte;
}

/* Puts `text` in the place of `removed` bytes at `at`. */
static void splice(StormLine *line, size_t at, size_t removed, const char *text, size_t length) {
    char *whole = malloc(line->length - removed + length + 1);
    if (whole == NULL)
        abort();
    memcpy(whole, line->text, at);
    memcpy(whole + at, text, length);
    memcpy(whole + at + length, line->text + at + removed, line->length - at - removed);
    free(line->text);
    line->text = whole;
    line->length = line->length - removed + length;
}

static void damage(LineSource *s, StormLine *line) {
    const size_t at = (size_t)random_below(&s->random, (int)line->length + 1);
    const size_t behind = line->length - at;
    const size_t some = (size_t)random_below(&s->random, behind < 20 ? (int)behind + 1 : 20);
    const char byte = random_byte(s);
    char number[64] = "";
    switch (random_below(&s->random, 6)) {
    case 0: splice(line, at, behind > 0, &byte, 1); break;
    case 1: splice(line, at, 0, &byte, 1); break;
    case 2: splice(line, at, some, "", 0); break;
    case 3: { /* twice */
        char again[20];
        memcpy(again, line->text + at, some);
        splice(line, at, 0, again, some);
        break;
    }
    case 4: splice(line, at, 0, "\0", 1); break;
    default: {
        FILE *out = fmemopen(number, sizeof number, "w");
        if (out == NULL)
            abort();
        source_number(s, out);
        fclose(out);
        splice(line, at, 0, number, strlen(number));
    }
    }
}

/* ---- Lines ---- */

static StormLine written(LineSource *s, LineWriter *write) {
    StormLine line = {.text = NULL};
    FILE *out = open_memstream(&line.text, &line.length);
    if (out == NULL)
        abort();
    s->starts_search = false;
    write(s, out);
    if (fclose(out) != 0)
        abort();
    line.starts_search = s->starts_search;
    return line;
}

static void write_garbage(LineSource *s, FILE *out) {
    for (int left = random_below(&s->random, 120); left > 0; left--)
        fputc(random_byte(s), out);
}

/* Much of the same: a byte, a word, moves there and back. */
static void write_long(LineSource *s, FILE *out) {
    static const char *const starts[] = {"position startpos moves",
                                         "go searchmoves",
                                         "setoption name ",
                                         "usermove ",
                                         "setboard ",
                                         "option Hash=",
                                         "level 40 ",
                                         "ping ",
                                         "",
                                         "isready"};
    static const char *const fillings[] = {
        " b1c3 b10c8 c3b1 c8b10", " ", "a", " e2e4", "9", "\t", "/", "="};
    const char *filling = source_pick(s, fillings, COUNT(fillings));
    const int most = source_chance(s, 20) ? 1 << 20 : 1 << 13;
    const int bytes = random_below(&s->random, filling[1] == '\0' ? most : 1 << 13);
    fputs(source_pick(s, starts, COUNT(starts)), out);
    for (int written = 0; written < bytes; written += (int)strlen(filling))
        fputs(filling, out);
}

static void write_blanks(LineSource *s, FILE *out) {
    static const char *const blanks[] = {"", " ", "\t", "\r", "    \t  "};
    fputs(source_pick(s, blanks, COUNT(blanks)), out);
}

static StormLine compose(LineSource *s, LineWriter *write) {
    const int kind = random_below(&s->random, 100);
    if (kind >= 97)
        return written(s, kind == 97 ? write_long : write_blanks);
    if (kind >= 92)
        return written(s, write_garbage);
    StormLine line = written(s, write);
    if (kind >= 90) { /* two in one */
        StormLine other = written(s, write);
        splice(&line, line.length, 0, other.text, other.length);
        free(other.text);
    }
    if (kind >= 75) {
        line.starts_search = false;
        for (int left = random_below(&s->random, 4); left >= 0; left--)
            damage(s, &line);
    }
    return line;
}

StormLine storm_line(LineSource *s, LineWriter *write) {
    StormLine line = compose(s, write);
    while (!is_harmless(s, &line)) {
        free(line.text);
        line = compose(s, write);
    }
    const char *end = source_chance(s, 10) ? "\r\n" : "\n";
    splice(&line, line.length, 0, end, strlen(end));
    return line;
}

bool storm_line_begins(const StormLine *line, const char *word) {
    size_t length = line->length;
    while (length > 0 && strchr("\r\n", line->text[length - 1]) != NULL &&
           line->text[length - 1] != '\0')
        length--;
    length = strnlen(line->text, length);
    size_t at = 0;
    while (at < length && strchr(" \t", line->text[at]) != NULL)
        at++;
    const size_t wanted = strlen(word);
    return length - at >= wanted && memcmp(line->text + at, word, wanted) == 0 &&
           (length - at == wanted || strchr(" \t", line->text[at + wanted]) != NULL);
}
