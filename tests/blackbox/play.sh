#!/usr/bin/env bash
# Games in the terminal: moves, orders, explanations, results, clocks, files, Ctrl-C and kill -9.
#
#   play.sh PROGRAM

# shellcheck source-path=SCRIPTDIR source=../support/checks.sh
. "$(dirname "$0")/../support/checks.sh"

# play LINES ARGUMENT…: the lines are typed (\n between them), the same engine moves in every run.
play() {
    printf '%b' "$1" >typed
    run_on typed play --nodes 200 --seed 1 "${@:2}"
}
# alone LINES ARGUMENT…: the person plays both sides, so that every move is known.
alone() {
    play "$1" --side both "${@:2}"
}
# says TEXT…: these texts stand on standard output, in this order.
says() {
    local text all
    all=$(cat "$out")
    for text in "$@"; do
        expect "'$text' is not there, or not in its place" test "${all#*"$text"}" != "$all"
        all=${all#*"$text"}
    done
}

# ---- A game with Brindle ----

play 'e4\nlist\nquit\n'
expect_good
says 'You play White; Brindle plays Black at level 5 of 20.' 'Rules: wildebeest; no clocks.' \
    '10 | r  n  c  c  w  k  q  b  b  n  r |' '1. White> e4' 'Brindle plays 1... ' ' 4 | .  .  .  .  P' \
    '2. White> list' '1. e4 ' '2. White> quit'
cp "$out" first
play 'e4\nlist\nquit\n'
expect_same "$(cat "$out")" "$(cat first)" 'the same game again'
# The last move stands in brackets: two squares of it.
expect_same "$(sed -n '/Brindle plays/,$p' "$out" | grep -oE '\[.\]' | wc -l)" 2 'squares in brackets'

play 'board\nquit\n' --side black --variant standard
expect_good
says 'You play Black; Brindle plays White' 'Rules: standard-wildebeest' 'Brindle plays 1. ' \
    ' 1 | ' '10 | ' '1... Black> board'
play 'quit\n' --side white --flip
says ' 1 | R  N  C  C  W' '10 | '
play 'quit\n' --side random
expect_good
expect_in "$out" '^You play (White|Black);'

# The end of the input is the end; so is an empty file.
play 'e4'
expect_good
says '1. White> e4' 'Brindle plays 1...' '2. White> '
play ''
expect_good

# Every level moves.
for level in 0 12 20; do
    play 'e4\n' --level "$level"
    expect_good
    says "at level $level of 20" 'Brindle plays 1... '
done

# ---- Orders ----

play 'e4\nback\nlist\nagain\nlist\nback 2\nback x\nback 0\nagain 9\n'
expect_good
says '2. White> back' '1. White> list' 'No move has been played.' '1. White> again' '2. White> list' '1. e4 ' \
    '2. White> back 2' 'There are not so many moves of yours to take back.' "'x' is no whole number" '0 is not within' \
    'There are not so many moves to play again.'
alone 'e4\ne7\nd4\nback 2\nlist\nagain\nlist\nd3\nagain\nlist\n'
says '1... Black> list' '1. e4' '1... Black> again' '2. White> list' '1. e4 e7' '2. White> d3' \
    '2... Black> again' 'There are not so many moves' '1. e4 e7 2. d3'

alone 'moves b1\nmoves e5\nmoves e10\nmoves a1\nmoves z1\nmoves\n'
says 'b1: Na3 Nc3' 'There is no man on e5.' 'It is not the turn of the man on e10.' \
    'The man on a1 has no legal move.' "'z1' is no square" 'b1: Na3 Nc3' 'k2: k3 k4 k5'
alone 'flip\nfen\n'
says ' 1 | R  N  C  C  W' 'rnccwkqbbnr/ppppppppppp/11/11/11/11/11/11/PPPPPPPPPPP/RNBBQKWCCNR w KAka - 0 1'
alone 'hint\n' --fen '5k5/11/5K5/11/11/11/11/11/11/R10 w - - 0 1'
says 'Hint: Ra10#, #1 for White:'
play 'help\n'
for order in board flip moves hint back again list fen draw resign new side go level time save load help quit; do
    expect_in "$out" "^  $order "
done
play 'level 3\nlevel 21\nside neither\nside black\ngo\nnew standard\nnew chess\ntime 5+x\ntime 1+1\nsave\nboard now\n'
expect_good
says 'at level 3 of 20 from now on' 'is not within 0' "'neither' is none of white, black and both" \
    'You play Black; Brindle plays White at level 3' 'Brindle plays 1. ' 'Black> go' 'You play White' \
    'Brindle plays 1... ' 'Rules: standard-wildebeest' "'chess'" "'x'" 'New games: 1 min + 1 s' 'FILE is missing' \
    "'board' stands alone"
alone 'e4 e7\nhnt\nxyzzyplugh\nE4\n\n   list   \n'
says 'One move at a time' "did you mean 'hint'?" "'help' lists them" 'no move in algebraic notation' 'No move has been played'

# Words of other programs, and small letters for men.
alone 'nc3\nundo\nredo\n?\nnc8\nwd5\nexit\n'
expect_good
says '1. White> nc3' '1... Black> undo' '1. White> redo' '1... Black> ?' 'Moves: by squares' '1... Black> nc8' \
    "'Wd5' is not a legal move here: a wildebeest leaps" '2. White> exit'

# ---- Why a move is not legal ----

alone 'Nf5\na1a5\nWe5\nh9\nd2e3\nKf2\nQxe2\n'
says 'a knight leaps two squares straight and one aside' 'the pawn on a2 is in the way' \
    'a wildebeest leaps as a knight or as a camel' "'h9' is not a legal move here" 'there is nothing to take on e3' \
    "White's own pawn on f2 is there" "White's own pawn on e2 is there"
alone 'Ng3\ng1g9\n' --fen '4rk5/11/11/11/4r6/11/11/11/4N6/4K6 w - - 0 1'
says "'Ng3' is not a legal move here: the knight on e2 is pinned to the king on e1 by the rook on e6" \
    'there is no man on g1'
alone 'Ra5\nO-O-h1\n' --fen '5k5/11/11/11/5r5/11/11/11/11/R4K4R w KA - 0 1'
says 'the king on f1 would stay in check from the rook on f6' 'the king may not castle out of check'
alone 'O-O-i1\nO-O-g1\nf1a1\n' --fen '5k5/11/11/11/7r3/11/11/11/11/R4K4R w KA - 0 1'
says 'the king may not castle through h1, which the rook on h6 attacks' '1... Black> f1a1' "the rook on f1 is not Black's"
alone 'e1e5\ne1e4\ne2e4\n' --variant standard --fen '5k5/11/11/11/11/11/11/11/4P6/5K5 w - - 0 1'
says 'there is no man on e1' '1. White> e2e4' '1... Black> '
alone 'a9a10\na9a10r\na10=W\n' --fen '9k1/P10/11/11/11/11/11/11/11/5K5 w - - 0 1'
says 'it is not said what the pawn becomes' 'a pawn does not become a rook' '1... Black> '

# ---- How games end ----

alone 'Ra10\nKe9\nback\n' --fen '5k5/11/5K5/11/11/11/11/11/11/R10 w - - 0 1'
expect_good
says '1. White> Ra10' 'Checkmate: White wins, 1-0.' 'over> Ke9' 'The game is over' '1. White> '
stalemate='k10/11/1K9/11/11/11/11/11/11/2Q8 w - - 0 1'
alone 'Qc9\n' --fen "$stalemate"
says 'Stalemate: Black has no legal move and so, in wildebeest, loses. White wins, 1-0.'
alone 'Qc9\n' --fen "$stalemate" --variant standard
says 'Stalemate: Black has no legal move. A draw, 1/2-1/2.'
alone 'Kxe2\n' --fen 'k10/11/11/11/11/11/11/11/4r6/4K6 w - - 0 1'
says 'Nobody can win with what is left. A draw, 1/2-1/2.'
alone 'Ra1\n' --fen '10k/11/11/11/11/11/11/11/R10/4K6 w - - 99 90'
says 'Fifty moves of each side' '1/2-1/2.'
alone "$(printf 'Nc3\\nNc8\\nNb1\\nNb10\\n%.0s' 1 2)"
says 'This position has come for the third time. A draw, 1/2-1/2.'
alone 'resign\nresign\ndraw\n'
says 'White resigns: Black wins, 0-1.' 'The game is over' 'The game is over'
alone 'draw\n'
says 'A draw is agreed, 1/2-1/2.'
play 'e4\ndraw\nquit\n'
says 'Brindle declines the draw'
# Brindle is hopelessly behind and takes it; it also sees a mate.
play 'Kf2\ndraw\n' --fen '10k/11/11/11/11/11/11/11/QQ9/5K5 w - - 0 1'
says 'A draw is agreed'
play 'Ke1\n' --fen '6rk3/7r3/11/11/11/11/11/11/11/5K5 w - - 0 1' --level 20
says 'Brindle plays 1... '

# ---- Clocks ----

# The increment is so long that a slow machine's delays cannot use it up.
play 'e4\nquit\n' --time 5+90
expect_good
says 'Rules: wildebeest; 5 min + 90 s a move on each clock.' 'White 5:00   Black 5:00' 'White 6:' 'Black 6:'
(sleep 0.5; echo e4) >typed &
mkfifo slow
(sleep 2) >slow &
run_on slow play --time 0.005+0
expect_good
says "White's time is up: Black wins, 0-1."
wait
play 'e4\nquit\n' --time 0.02
says 'Rules: wildebeest; 0.02 s for each of Brindle' 'Brindle plays'

# ---- Files ----

play 'e4\nsave game.pgn\nsave game.pgn\nsave no/such/place\nquit\n'
expect_good
says 'Saved in game.pgn.' 'Game.pgn exists already' 'No/such/place'
run pgn check game.pgn
expect_good
expect_last '^1 game, 0 errors, 0 warnings$'
for tag in 'White "Player"' 'Black "Brindle"' 'Result "\*"' 'BrindleLevel "5"' 'Termination "unterminated"'; do
    expect_in game.pgn "^\[$tag\]"
done
play 'list\nload game.pgn\nlist\nload missing.pgn\n'
says 'No move has been played' 'load game.pgn' '2. White> list' '1. e4 ' 'Missing.pgn: No such file'
play 'list\n' --load game.pgn
expect_good
says 'Going on with the game in game.pgn.' '2. White> list' '1. e4 '

# --save keeps the game after each move, and the same command goes on with it: side, level and clocks.
play 'e4\n' --save kept.pgn --side black --level 7 --time 5+90 --name 'A. Nonymous'
expect_good
says 'The game is kept in kept.pgn after each move.' 'the same command goes on with it'
expect_in kept.pgn '^\[White "Brindle"\]'
expect_in kept.pgn '^\[Black "A. Nonymous"\]'
expect_in kept.pgn '\{\[%clk 0:06:'
play 'list\n' --save kept.pgn
expect_good
says 'You play Black; Brindle plays White at level 7' '5 min + 90 s' 'White 6:' '> list' '1. '
play 'list\nresign\n' --save kept.pgn --side white --level 2
says 'You play White; Brindle plays Black at level 2' 'resigns'
# A finished game stays, and the next one stands behind it.
play 'e4\nnew\nd4\n' --save kept.pgn
expect_good
run pgn check kept.pgn
expect_good
expect_last '^3 games, 0 errors, 0 warnings$'
expect_same "$(grep -c '^\[Result "\*"\]' kept.pgn)" 2 'unfinished games'
play 'list\n' --save kept.pgn
says '1. d4 '
alone 'Ra10#\n' --fen '5k5/11/5K5/11/11/11/11/11/11/R10 w - - 0 1' --save mate.pgn
run pgn check mate.pgn
expect_good
expect_in mate.pgn '^\[Result "1-0"\]'

# What is no file of games is left alone.
echo '1. e4 nonsense' >broken.pgn
cp broken.pgn broken.before
run play --save broken.pgn
expect_refused 'broken.pgn'
expect 'it was written to' cmp broken.pgn broken.before
run play --save kept.pgn --fen '5k5/11/5K5/11/11/11/11/11/11/R10 w - - 0 1'
expect_refused 'kept.pgn has an unfinished game'
run play --save no/such/folder/game.pgn </dev/null
says 'The game is not saved: no/such/folder'

# kill -9 loses nothing.
mkfifo pipe
: >killed.pgn
start_on pipe play --nodes 200 --seed 1 --save killed.pgn
exec 9>pipe
printf 'e4\n' >&9
await_line killed.pgn '^1\. e4 [^ *]'
{
    kill -KILL "$job"
    wait "$job"
} 2>/dev/null
job=
exec 9>&-
expect_in killed.pgn '^1\. e4 [^ *]'
play 'list\n' --save killed.pgn
says '2. White> list' '1. e4 '

# ---- Signals ----

# While Brindle thinks, Ctrl-C makes it move; the next line is read as ever.
start_on pipe play --level 20 --time 1000
exec 9>pipe
printf 'e4\nlist\n' >&9
await_line "$out" '1. White> e4'
sleep 0.2
kill -INT "$job"
await_line "$out" 'Brindle plays 1'
await_line "$out" '^1\. e4 '
exec 9>&-
expect_end 20
expect_good
says 'Brindle plays 1... ' '2. White> list' '1. e4 '
# While it waits for somebody who is no terminal, Ctrl-C ends it, and so does termination.
for signal in INT TERM; do
    start_on pipe play
    exec 9>pipe
    await_line "$out" 'White> '
    kill -"$signal" "$job"
    expect_end 20
    exec 9>&-
    expect_status 130
done
start_on pipe play --level 20 --time 1000
exec 9>pipe
printf 'e4\n' >&9
await_line "$out" '1. White> e4'
kill -TERM "$job"
expect_end 20
exec 9>&-
expect_status 130

# ---- Odd input ----

head -c 100000 /dev/urandom >noise
run_on noise play --nodes 50 --seed 1
expect_good
head -c 20000 /dev/zero | tr '\0' a >long
run_on long play
expect_good
printf 'e4\0\r\nlist\r\n' >typed
run_on typed play --nodes 200 --seed 1
expect_good
printf 'e4\r\nlist\r\nquit\r\n' >typed
run_on typed play --nodes 200 --seed 1
says '1. White> e4' '1. e4 '

expect_refusals play <<'END'
--side green|'green' is none of
--level 21|--level: 21
--time 5+|minutes|seconds
--time soon|'soon'
--time 0+1|no time
--nodes 0|--nodes
--book missing.wbook|missing.wbook
--load missing.pgn|missing.pgn
--variant chess|chess
--fen nonsense|FEN
--name Brindle|--name
--moves e4 e9e5|--moves: move 2
extra|'extra'
END
run_to_full play
expect_status 1
expect_in "$err" 'could not be written'

finish
