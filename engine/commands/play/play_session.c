#include "engine/commands/play/play_session.h"

#include "bitboard/notation.h"
#include "engine/commands/command.h"
#include "engine/number.h"
#include "engine/options.h"
#include "engine/search/time.h"
#include "engine/watched_search.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { DEFAULT_MOVE_MS = 3000 /* at full strength, if nothing else says how long */ };

/* ---- Settings ---- */

void play_session_set_level(PlaySession *s, int level) {
    s->level = level;
    engine_skill(s->engine)->level = level;
}

void play_session_introduce(const PlaySession *s) {
    char time[PLAY_TIME_SIZE];
    play_time_write(&s->game.time, time);
    if (s->engine_plays[WHITE] || s->engine_plays[BLACK]) {
        const Color engine = s->engine_plays[WHITE] ? WHITE : BLACK;
        printf("You play %s; Brindle plays %s at level %d of %d.", COLOR_NAMES[opponent(engine)],
               COLOR_NAMES[engine], s->level, SKILL_LEVEL_FULL);
    } else {
        printf("You play both sides.");
    }
    printf("\nRules: %s; %s.\n", s->game.pos.rules->name, time);
    if (s->file.path != NULL)
        printf("The game is kept in %s after each move.\n", s->file.path);
    printf("Type a move (e4, Nc3, g2g5, O-O-h1), or help.\n");
}

/* ---- Keeping the game ---- */

bool play_session_to_pgn(const PlaySession *s, PgnGame *pgn, Message *message) {
    const bool engine_plays = s->engine_plays[WHITE] || s->engine_plays[BLACK];
    const time_t now = time(NULL);
    char date[16];
    struct tm day;
    localtime_r(&now, &day);
    strftime(date, sizeof date, "%Y.%m.%d", &day);
    const PlayTags tags = {.white = s->engine_plays[WHITE] ? "Brindle" : s->name,
                           .black = s->engine_plays[BLACK] ? "Brindle" : s->name,
                           .date = date,
                           .level = engine_plays ? s->level : -1};
    pgn_game_init(pgn, s->game.start.rules);
    if (play_game_to_pgn(&s->game, &tags, pgn))
        return true;
    pgn_game_clear(pgn);
    return message_set(message, "no memory");
}

static void save(PlaySession *s) {
    PgnGame *pgn = malloc(sizeof *pgn);
    Message message = {"no memory"};
    s->saved = s->game.count == 0 || s->file.path != NULL;
    if (s->file.path != NULL && (pgn == NULL || !play_session_to_pgn(s, pgn, &message) ||
                                 !game_file_write(&s->file, pgn, &message))) {
        printf("The game is not saved: %s\n", message.text);
        s->saved = false;
    } else if (s->file.path != NULL) {
        pgn_game_clear(pgn);
    }
    free(pgn);
}

void play_session_changed(PlaySession *s) {
    s->board_wanted = true;
    s->end_told = false;
    s->leaving = false;
    s->turn_began_ms = -1;
    save(s);
}

void play_session_begin(PlaySession *s) {
    play_game_begin(&s->game, &s->start, &s->time);
    engine_clear(s->engine);
    s->score = SCORE_NONE;
    play_session_changed(s);
}

bool play_session_take_game(PlaySession *s, const PgnGame *pgn, Message *message) {
    const char *level = pgn_tag(pgn, "BrindleLevel");
    const char *players[COLORS] = {pgn_tag(pgn, "White"), pgn_tag(pgn, "Black")};
    if (pgn->start.rules != s->start.rules)
        position_set_start(&s->start, pgn->start.rules);
    if (!play_game_from_pgn(pgn, &s->game))
        return message_set(message, "no memory");
    for (int side = WHITE; side <= BLACK; side++)
        if (players[side] != NULL && strcmp(players[side], "Brindle") == 0) {
            s->engine_plays[side] = true;
            s->engine_plays[opponent((Color)side)] = false;
        }
    int64_t number;
    if (level != NULL && number_read("BrindleLevel", level, 0, SKILL_LEVEL_FULL, &number, message))
        play_session_set_level(s, (int)number);
    s->score = SCORE_NONE;
    engine_clear(s->engine);
    return true;
}

/* ---- Moves ---- */

/* Puts a move on the board, for which its side took so long. */
static bool play(PlaySession *s, Move move, int64_t took_ms, Message *message) {
    PlayGame *g = &s->game;
    const Color side = (Color)g->pos.side;
    const int64_t left = play_game_left_ms(g, side) - took_ms;
    if (g->time.has_clock && left <= 0)
        play_game_end(g, PLAY_TIME_IS_UP, side);
    else if (!play_game_play(g, move, left + g->time.increment_ms))
        return message_set(message, "there is no memory for another move");
    play_session_changed(s);
    return true;
}

/* By coordinates, by SAN, or by SAN with a small letter for the man: "nc3". */
static bool read_move(const Position *pos, const char *text, Move *move, Message *message) {
    char capital[LINE_MAX_BYTES + 1];
    Message coordinates, other;
    Square square;
    if (move_parse(pos, text, move, &coordinates) || san_parse(pos, text, move, message))
        return true;
    snprintf(capital, sizeof capital, "%s", text);
    capital[0] = (char)toupper((unsigned char)capital[0]);
    if (strchr("NCBRWQK", capital[0]) != NULL && san_parse(pos, capital, move, &other))
        return true;
    /* Two squares are coordinates; what cannot be a pawn's move was meant as a man's. */
    const int first = square_read(text, &square);
    if (first > 0 && square_read(text + first, &square) > 0)
        *message = coordinates;
    else if (text[0] != '\0' && strchr("nrwq", text[0]) != NULL)
        *message = other;
    return false;
}

bool play_session_move(PlaySession *s, const char *text, Message *message) {
    Move move;
    const int64_t now = clock_ms();
    if (s->game.end != PLAY_GOES_ON)
        return message_set(message,
                           "the game is over: 'new' begins another, 'back' takes moves back");
    return read_move(&s->game.pos, text, &move, message) &&
           play(s, move, s->turn_began_ms >= 0 ? now - s->turn_began_ms : 0, message);
}

/* True if the side to move after `count` half-moves is a person. */
static bool is_persons_turn(const PlaySession *s, int count) {
    const bool black = (s->game.start.side == BLACK) != (count % 2 != 0);
    return !s->engine_plays[black ? BLACK : WHITE];
}

bool play_session_back(PlaySession *s, int times, Message *message) {
    PlayGame *g = &s->game;
    int count = g->count, found = g->count;
    /* A game lost on time or given up goes on where it stopped, if that is the person's turn. */
    if (g->end != PLAY_GOES_ON && g->end != PLAY_ENDED_BY_RULE && is_persons_turn(s, count))
        times--;
    while (times > 0 && count > 0)
        if (is_persons_turn(s, --count)) {
            found = count;
            times--;
        }
    if (times > 0)
        return message_set(message, "there are not so many moves of yours to take back");
    play_game_back(g, g->count - found);
    play_session_changed(s);
    return true;
}

bool play_session_again(PlaySession *s, int times, Message *message) {
    PlayGame *g = &s->game;
    int count = g->count, found = g->count;
    while (times > 0 && count < g->count + g->undone)
        if (is_persons_turn(s, ++count) || count == g->count + g->undone) {
            found = count;
            times--;
        }
    if (times > 0)
        return message_set(message, "there are not so many moves to play again");
    play_game_again(g, found - g->count);
    play_session_changed(s);
    return true;
}

/* ---- The engine's turn ---- */

static void set_limits(const PlaySession *s, SearchLimits *limits) {
    const PlayGame *g = &s->game;
    *limits = (SearchLimits){.nodes = s->nodes, .move_time_ms = g->time.move_time_ms};
    if (g->time.has_clock) {
        limits->has_clock = true;
        for (int side = WHITE; side <= BLACK; side++) {
            limits->time_ms[side] = play_game_left_ms(g, (Color)side);
            limits->increment_ms[side] = g->time.increment_ms;
        }
    } else if (s->nodes == 0 && g->time.move_time_ms == 0) {
        limits->move_time_ms = DEFAULT_MOVE_MS;
    }
}

static void tell_move(const Position *before, const SearchResult *result) {
    char san[MOVE_TEXT_SIZE];
    const bool from_book = result->depth == 0 && result->nodes == 0;
    printf("Brindle plays %" PRIu32 "%s %s%s\n", before->fullmove,
           before->side == WHITE ? "." : "...", san_write(before, result->best, san),
           from_book ? " (book)" : "");
}

static void engine_turn(PlaySession *s) {
    const SearchWatch watch = {
        .interrupted = interrupted, .on_tick = play_screen_tick, .context = s};
    SearchLimits *limits = malloc(sizeof *limits);
    Position *before = malloc(sizeof *before);
    SearchResult result;
    Message message = {"no memory"};
    bool played = false;
    if (limits != NULL && before != NULL) {
        set_limits(s, limits);
        *before = s->game.pos;
        const int64_t began = clock_ms();
        const bool whole = watched_search(s->engine, before, limits, &watch, &result);
        play_screen_clear_tick(s);
        if (!whole && !interrupts_forgive()) {
            s->over = true;
            s->status = EXIT_INTERRUPTED;
        }
        s->score = result.score;
        played = s->over || play(s, result.best, clock_ms() - began, &message);
        if (played && !s->over && s->game.end != PLAY_TIME_IS_UP)
            tell_move(before, &result);
    }
    free(before);
    free(limits);
    if (!played) {
        printf("Brindle cannot move: %s\n", message.text);
        s->over = true;
        s->status = 1;
    }
}

/* ---- The person's turn ---- */

static void take_interruption(PlaySession *s) {
    const bool forgiven = interrupts_forgive();
    if (forgiven && s->typed && !s->leaving) {
        printf("\nCtrl-C once more leaves%s; so does 'quit'.\n",
               s->saved ? "" : ", and the game is not saved ('save FILE')");
        s->leaving = true;
        return;
    }
    printf("\n");
    s->over = true;
    s->status = EXIT_INTERRUPTED;
}

static void person_turn(PlaySession *s) {
    const Color side = (Color)s->game.pos.side;
    const bool goes_on = s->game.end == PLAY_GOES_ON;
    int64_t deadline = INT64_MAX;
    if (s->board_wanted)
        play_screen_board(s);
    s->board_wanted = false;
    play_screen_prompt(s);
    if (goes_on && s->turn_began_ms < 0)
        s->turn_began_ms = clock_ms();
    if (goes_on && s->game.time.has_clock)
        deadline = s->turn_began_ms + play_game_left_ms(&s->game, side);
    switch (line_input_read(&s->input, deadline, interrupted)) {
    case LINE_READ:
        if (!s->typed)
            printf("%s\n", s->input.line);
        play_orders_obey(s, s->input.line);
        break;
    case LINE_END:
        printf("\n");
        s->over = true;
        break;
    case LINE_INTERRUPTED: take_interruption(s); break;
    case LINE_TOO_LATE:
        printf("\n");
        play_game_end(&s->game, PLAY_TIME_IS_UP, side);
        play_session_changed(s);
        break;
    }
}

/* ---- All of it ---- */

static void tell_end(PlaySession *s) {
    char text[PLAY_END_SIZE];
    play_screen_board(s);
    s->board_wanted = false;
    s->end_told = true;
    printf("%s\n", play_game_end_write(&s->game, text));
}

void play_session_run(PlaySession *s) {
    while (!s->over) {
        if (s->game.end != PLAY_GOES_ON && !s->end_told)
            tell_end(s);
        if (s->game.end == PLAY_GOES_ON && s->engine_plays[s->game.pos.side])
            engine_turn(s);
        else
            person_turn(s);
        fflush(stdout);
    }
    if (s->file.path != NULL && s->saved && s->game.end == PLAY_GOES_ON)
        printf("The game is in %s; the same command goes on with it.\n", s->file.path);
}

void play_session_free(PlaySession *s) {
    engine_free(s->engine);
    engine_free(s->adviser);
    play_game_free(&s->game);
    game_file_close(&s->file);
}
