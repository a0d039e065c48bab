#include "engine/tools/toolbox.h"

#include "engine/tools/analyse_tools.h"
#include "engine/tools/json_writer.h"

static const Command *const COMMANDS[] = {&COMMAND_MATCH, &COMMAND_SPRT,    &COMMAND_ELO,
                                          &COMMAND_SPSA,  &COMMAND_DATAGEN, &COMMAND_DATA,
                                          &COMMAND_BOOK,  &COMMAND_PEERS,   NULL};

const Toolbox TOOLBOX = {.json = &JSON_WRITER, .commands = COMMANDS, .analyse = analyse_with_tools};
