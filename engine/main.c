#include "bitboard/position.h"
#include "engine/commands/command.h"

#ifdef BRINDLE_HAVE_TOOLS
#include "engine/tools/toolbox.h"
#endif

int main(int argc, char **argv) {
    board_init();
#ifdef BRINDLE_HAVE_TOOLS
    return commands_run(argc, argv, &TOOLBOX);
#else
    return commands_run(argc, argv, NULL);
#endif
}
