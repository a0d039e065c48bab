/*
 * A toy engine to test the tournament runner with: it plays legal moves of no great sense, always
 * the same ones, and goes wrong in the way that it is told to.
 *
 *   toy_engine [uci|xboard] [KEY=VALUE …]
 *
 * Without a protocol the first line decides: `xboard` begins XBoard, anything else UCI.  Every game
 * of two toys is the same in every run: a move depends on the position, the seed and the style
 * alone.  It leaves on `quit` and at the end of its input.
 *
 * How it plays
 *   seed=N            1 is the default; also the option Seed
 *   style=random      hardly ever looks for captures
 *   style=greedy      the default: takes what it can, and wins where one move does it
 *   style=tuned       greedy in the more positions, the nearer its options A, B and C (0 to 100,
 *                     50 at first) are to 70, 30 and 50
 *   think=MS          thinks for so long at each move, whatever the clock says; otherwise it
 *                     answers at once
 *   score=CP          reports this score at every move, not the balance of material
 *   name=TEXT         its name
 *
 * How it talks
 *   feature=normal    XBoard: features at once, all of them
 *   feature=late      … three seconds (or slowstart=MS) after protover, when the GUI has given up
 *   feature=held      … as late, but after a done=0
 *   feature=none      … never, though it knows the commands
 *   feature=old       protocol 1: does not know protover, ping, setboard, usermove, playother, …
 *   usermove=1        XBoard: asks for `usermove` before moves, and then insists on it
 *   ranks=0|1         XBoard: the number of White's first rank, 0 as XBoard itself counts
 *   reuse=0           XBoard: asks for a new process for each game
 *   claims=0          XBoard: does not say how a game ended
 *   setup=0           XBoard: does not describe the board in answer to `variant wildebeest`
 *   slowstart=MS      waits so long before uciok, or the features
 *   crlf=1            lines end in CR LF
 *   blanks=1          two blanks and a tab between words, a blank at the end of lines
 *   split=1           writes every byte by itself
 *   promotion=upper   promotion letters in upper case; lower is the default
 *   stderr=1          writes 128 KiB to stderr at the start, 64 KiB at each move, and an echo
 *   log=FILE          appends what it reads ('<') and writes ('>') and what its opposite number
 *                     did wrong ('!'), each line after the process id
 *
 * How it goes wrong: fault=NAME or fault=NAME,NAME, …
 *   at=N              from its Nth own move of a game on; 10 is the default
 *   games=K           only in the Kth game since the process began; 0, the default, in every one
 *   once=FILE         only in the first process that needs FILE and finds it missing (it is made)
 *   life=S            what would never end ends by SIGALRM after S seconds; 120 is the default
 * When it should answer (`at` and `games` tell at which moves):
 *   crash, abort      dies of SIGSEGV, of SIGABRT
 *   exit              leaves with status 0
 *   stall             reads on but never says anything again; leaves on quit and at the end of
 *                     input, unless ignorequit is set, too
 *   deaf              neither reads nor writes any more
 *   close             closes stdout and plays on
 *   illegal, garbage  a well-formed illegal move, or "zz9"
 *   nomove, empty     "(none)" as its move, or nothing after the word
 *   late              answers late=MS (100) after its clock has run out, whoever says stop
 *   flood             a line of bytes=N (8 Mi) bytes, then answers
 *   floodlines        lines=N (1,000,000) lines of thinking, then answers
 *   floodforever      such lines for ever
 *   badinfo           hostile lines of thinking, then answers
 *   twomoves          two answers
 *   wrongclaim        XBoard: "1-0 {White mates}" instead of a move
 *   drawclaim         XBoard: "1/2-1/2 {Draw by repetition}" instead of a move
 *   resign            XBoard: "resign" instead of a move
 *   offerdraw         XBoard: "offer draw" before the move
 * From the start, or from game K on:
 *   failstart         leaves at once with status 1 and a message on stderr
 *   nouciok           never answers anything
 *   noready           never answers isready or ping (from game K on; what is asked between two
 *                     games belongs to the second)
 *   echo, rawecho     repeats all input as debug output, or as it is
 *   ignorequit        leaves neither on quit nor at the end of input, nor says anything after it
 *   ignoreterm        ignores SIGTERM
 *
 * The exit status is 2 for a switch that it does not know.
 */
#include "bitboard/position.h"
#include "tests/toy/toy.h"
#include "tests/toy/toy_faults.h"

#include <stdio.h>
#include <stdlib.h>

static void prepare(Toy *toy) {
    board_init();
    position_set_start(&toy->pos, &RULES[0]);
    toy->player.style = (Style)toy->settings.style;
    toy->player.seed = (uint64_t)toy->settings.seed;
    for (int i = 0; i < TUNABLES; i++)
        toy->player.tunable[i] = 50;
    toy->clock_ms = -1;
    toy->new_game = true;
    toy->xboard.side = BLACK;
}

int main(int argc, char **argv) {
    Message message;
    Toy *toy = calloc(1, sizeof *toy);
    if (toy == NULL)
        return EXIT_FAILURE;
    if (!settings_read(argc, argv, &toy->settings, &message)) {
        fprintf(stderr, "toy_engine: %s\n", message.text);
        free(toy);
        return 2;
    }
    if (!faults_at_start(toy) || !output_open(&toy->output, &toy->settings)) {
        free(toy);
        return EXIT_FAILURE;
    }
    prepare(toy);
    toy_run(toy);
    output_close(&toy->output);
    input_close(&toy->input);
    free(toy->xboard.played);
    free(toy);
    return EXIT_SUCCESS;
}
