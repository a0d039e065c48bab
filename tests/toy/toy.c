#include "tests/toy/toy.h"

#include "tests/toy/toy_faults.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NOISE_BYTES = 1 << 16 };

void toy_search(Toy *toy, bool held) {
    if (toy->new_game) {
        toy->new_game = false;
        toy->games++;
        toy->moves = 0;
    }
    toy->started_ms = now_ms();
    toy->search = SEARCH_HELD;
    toy->deaf_to_stop = false;
    if (!held)
        toy_let_go(toy);
}

void toy_let_go(Toy *toy) {
    toy->search = SEARCH_TIMED;
    toy->deadline_ms = toy->started_ms + toy->settings.think_ms;
    if (fault_strikes(toy, FAULT_LATE)) {
        toy->deaf_to_stop = true;
        toy->deadline_ms =
            now_ms() + (toy->clock_ms > 0 ? toy->clock_ms : 0) + toy->settings.late_ms;
    }
}

void toy_stop(Toy *toy) {
    if (toy->search == SEARCH_NONE || toy->deaf_to_stop)
        return;
    toy->search = SEARCH_NONE;
    if (toy->settings.noise != 0)
        chatter(NOISE_BYTES);
    if (faults_before_answer(toy))
        toy->protocol->answer(toy);
}

void toy_abort(Toy *toy) {
    toy->search = SEARCH_NONE;
    toy->deaf_to_stop = false;
}

void toy_count_move(Toy *toy) {
    toy->moves++;
}

void toy_complain(Toy *toy, const char *format, ...) {
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    output_log(&toy->output, '!', text);
    if (!toy->protocol->is_xboard)
        out(&toy->output, "info string error: %s", text);
}

char *toy_word(char **rest) {
    char *word = *rest;
    while (isspace((unsigned char)*word) != 0)
        word++;
    if (*word == '\0')
        return NULL;
    char *end = word;
    while (*end != '\0' && isspace((unsigned char)*end) == 0)
        end++;
    *rest = *end != '\0' ? end + 1 : end;
    *end = '\0';
    return word;
}

int64_t toy_number(const char *word) {
    const int64_t number = word != NULL ? strtoll(word, NULL, 10) : 0;
    return number > TOY_MOST ? TOY_MOST : number < -TOY_MOST ? -TOY_MOST : number;
}

/* ---- The conversation ---- */

static void choose_protocol(Toy *toy, const char *line) {
    const bool xboard = toy->settings.protocol != PROTOCOL_BY_FIRST_LINE
                            ? toy->settings.protocol == PROTOCOL_XBOARD
                            : strcmp(line, "xboard") == 0;
    toy->protocol = xboard ? &XBOARD_PROTOCOL : &UCI_PROTOCOL;
    toy->spelling = (Spelling){.first_rank = xboard ? (int)toy->settings.first_rank : 1,
                               .two_legs = xboard,
                               .upper = toy->settings.upper != 0};
    toy->silent = fault_set(toy, FAULT_NO_UCIOK);
    if (toy->silent)
        faults_limit_life(toy);
}

static void leave(Toy *toy) {
    if (!fault_set(toy, FAULT_IGNORE_QUIT)) {
        toy->done = true;
        return;
    }
    toy_abort(toy);
    toy->silent = true;
    faults_limit_life(toy);
}

static void obey(Toy *toy, char *line) {
    output_log(&toy->output, '<', line);
    if (toy->protocol == NULL)
        choose_protocol(toy, line);
    if (toy->settings.noise != 0)
        chatter(strlen(line) + 1);
    if (!toy->silent && fault_set(toy, FAULT_RAW_ECHO))
        out(&toy->output, "%s", line);
    if (!toy->silent && fault_set(toy, FAULT_ECHO))
        out(&toy->output, "%s%s",
            toy->protocol->is_xboard ? "# heard: " : "info string heard: ", line);
    if (strcmp(line, "quit") == 0)
        leave(toy);
    else if (!toy->silent)
        toy->protocol->line(toy, line);
}

void toy_run(Toy *toy) {
    if (toy->settings.noise != 0)
        chatter((size_t)2 * NOISE_BYTES);
    while (!toy->done) {
        const bool thinking = toy->search == SEARCH_TIMED && !toy->silent;
        /* An answer that is due leaves before the next line is looked at, whether or not that is
         * here already: what is said must not depend on how fast the other side writes. */
        if (thinking && toy->deadline_ms <= now_ms()) {
            toy->deaf_to_stop = false;
            toy_stop(toy);
            continue;
        }
        char *line = NULL;
        const InputEvent event = input_line(&toy->input, thinking ? toy->deadline_ms : -1, &line);
        if (event == INPUT_LINE)
            obey(toy, line);
        else if (event == INPUT_END && fault_set(toy, FAULT_IGNORE_QUIT))
            faults_hang(toy);
        else if (event == INPUT_END)
            toy->done = true;
    }
}
