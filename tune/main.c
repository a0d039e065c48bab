#include "bitboard/position.h"
#include "tune/tune_command.h"

int main(int argc, char **argv) {
    board_init();
    return command_run_alone(&COMMAND_TUNE, argc, argv, NULL);
}
