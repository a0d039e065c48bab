#include "engine/protocol/protocol.h"

#include "engine/protocol/uci.h"
#include "engine/protocol/xboard.h"

#include <string.h>

static bool asks_for_xboard(const char *line) {
    static const char *const words[] = {"xboard", "protover"};
    line += strspn(line, " \t");
    const size_t length = strcspn(line, " \t");
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (length == strlen(words[i]) && memcmp(line, words[i], length) == 0)
            return true;
    return false;
}

int protocol_run(FILE *in, FILE *out, ProtocolChoice choice) {
    Input input;
    input_init(&input, in);
    if (choice == SPEAK_AS_ASKED) {
        const char *line = input_line(&input);
        choice = line != NULL && asks_for_xboard(line) ? SPEAK_XBOARD : SPEAK_UCI;
        if (line != NULL)
            input_hold(&input);
    }
    const int status = choice == SPEAK_XBOARD ? xboard_run(&input, out) : uci_run(&input, out);
    input_free(&input);
    return status;
}
