/*
 * Lines that a person types, or a script pipes in; the wait for them can be interrupted and has an
 * end.
 */
#ifndef BRINDLE_ENGINE_COMMANDS_PLAY_LINE_INPUT_H
#define BRINDLE_ENGINE_COMMANDS_PLAY_LINE_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { LINE_MAX_BYTES = 4096 };

typedef struct {
    int descriptor;
    char bytes[LINE_MAX_BYTES + 1]; /* what has been read and not yet been handed out */
    size_t length;
    char line[LINE_MAX_BYTES + 1]; /* the one handed out last */
    bool ended;
} LineInput;

typedef enum {
    LINE_READ,
    LINE_END,         /* there is no more */
    LINE_INTERRUPTED, /* `interrupted` said so */
    LINE_TOO_LATE     /* the deadline has passed */
} LineStatus;

void line_input_init(LineInput *input, int descriptor);
/*
 * Waits for a line until `deadline_ms` on clock_ms (INT64_MAX: for ever); input->line is it,
 * without its end, control bytes shown as '?', cut off at LINE_MAX_BYTES.
 */
LineStatus line_input_read(LineInput *input, int64_t deadline_ms, bool (*interrupted)(void));

#endif
