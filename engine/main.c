#include "bitboard/position.h"
#include "engine/commands/command.h"

#ifdef BRINDLE_HAVE_TOOLS
#include "engine/tools/json_writer.h"
#endif

int main(int argc, char **argv) {
    board_init();
#ifdef BRINDLE_HAVE_TOOLS
    return commands_run(argc, argv, &JSON_WRITER);
#else
    return commands_run(argc, argv, NULL);
#endif
}
