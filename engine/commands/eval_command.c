#include "engine/analysis/evaluation_table.h"
#include "engine/commands/command.h"

#include <stdio.h>

static int run(const Arguments *arguments) {
    Position pos;
    Message message;
    char text[EVALUATION_TABLE_SIZE];
    if (!arguments_position(arguments, &pos, &message))
        return arguments_refuse(arguments, &message);
    evaluation_table_write(&pos, text);
    fputs(text, stdout);
    return 0;
}

static const OptionSpec OPTIONS[] = {
    {"--fen", "FEN", "the position (default: the array)"},
    {"--moves", "MOVE…", "moves to play first, by coordinates or SAN"},
    {"--variant", "V", "the rule set: wildebeest (default) or standard-wildebeest"},
    {NULL, NULL, NULL},
};

const Command COMMAND_EVAL = {.name = "eval",
                              .summary = "print the evaluation of a position, term by term",
                              .details = "",
                              .options = OPTIONS,
                              .run = run};
