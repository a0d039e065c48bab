#include "engine/tools/toolbox.h"

#include "engine/tools/json_writer.h"

static const Command *const COMMANDS[] = {&COMMAND_MATCH, NULL};

const Toolbox TOOLBOX = {.json = &JSON_WRITER, .commands = COMMANDS};
