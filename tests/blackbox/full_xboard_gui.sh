#!/usr/bin/env bash
# The real XBoard on a virtual screen: whole games, engine against engine, and a person at the mouse.
# Screenshots stay in artefacts/xboard beside the program.
#
#   full_xboard_gui.sh PROGRAM

PATH=$PATH:/usr/games:/usr/local/games
# shellcheck source-path=SCRIPTDIR source=../support/checks.sh
. "$(dirname "$0")/../support/checks.sh"

for tool in xboard Xvfb xdotool import; do
    command -v "$tool" >/dev/null || skip "there is no $tool (.ci/setup.sh full installs it)"
done
sjaak_file=$(dirname "${BRINDLE_TEST_DATA:?}")/../share/variants/sjaak.txt
pictures=$(dirname "$program")/artefacts/xboard
mkdir -p "$pictures"
export HOME=$scratch # where XBoard keeps its settings

# ---- The screen ----

screen='' gui=''
end_gui() {
    [[ -z $gui ]] || kill "$gui"
    [[ -z $screen ]] || kill "$screen"
    wait
} 2>/dev/null
trap 'end_gui; clean_up' EXIT
Xvfb -displayfd 3 -screen 0 1000x800x24 -nolisten tcp 3>display 2>xvfb.log &
screen=$!
for ((i = 0; i < 600; i++)); do
    [[ ! -s display ]] || break
    sleep 0.05
done
[[ -s display ]] || skip 'Xvfb does not start here'
DISPLAY=:$(<display)
export DISPLAY

# start_gui NAME ARGUMENT…: XBoard in the background, with Brindle as its first engine and a log.
start_gui() {
    called="(xboard: $1)"
    log=$1.log
    timeout 600 xboard -fcp "$program" -fd "$scratch" -size medium -soundMove "" -ponderNextMove false -popupExitMessage false \
        -debug -nameOfDebugFile "$log" -saveGameFile "$scratch/$1.pgn" "${@:2}" >"$out" 2>"$err" &
    gui=$!
}
# has_line REGEX: waits up to two minutes for a line in the log.
has_line() {
    local i
    for ((i = 0; i < 2400; i++)); do
        ! grep -aqsE -- "$1" "$log" || return 0
        sleep 0.05
    done 2>/dev/null
    tail -n 5 "$log"
    return 1
}
count_lines() { # REGEX: in the log
    grep -acE -- "$1" "$log" 2>/dev/null || true
}
picture() {
    import -window root "$pictures/$1.png"
    expect "no picture $1.png" test -s "$pictures/$1.png"
}

# ---- Engine against engine ----

# match NAME VARIANT SECOND_ENGINE: one whole game.  Brindle's own rules must accept every move of it
# and agree with the result.
match() {
    start_gui "$1" -variant "$2" -scp "$3" -sd "$scratch" -matchGames 1 -tc 10 -depth 3 \
        -checkMates false -testClaims false
    expect 'no moves within two minutes' has_line 'first : .*usermove|^[0-9]+ <first : move'
    for ((i = 0; i < 1200; i++)); do # a picture of the middlegame
        (($(count_lines '^[0-9]+ <(first|second) ?: *move ') < 10)) || break
        kill -0 "$gui" 2>/dev/null || break
        sleep 0.1
    done
    picture "$1"
    wait "$gui" # or for its time to be up
    expect_same $? 0 'status of xboard'
    gui=
    expect_not_in "$log" 'Illegal move|Error \('
    sed -nE 's/^[0-9]+ <(first|second) ?: *move (.*)$/usermove \2/p' "$log" | tr -d '\r' >moves
    expect 'fewer than 10 half-moves' test "$(wc -l <moves)" -ge 10
    { printf 'xboard\nnew\nvariant %s\nforce\n' "$2" && cat moves && printf 'go\nquit\n'; } |
        "$program" >"$out" 2>"$err"
    expect_not_in "$out" '^Illegal'
    result=$(sed -nE 's/^\[Result "(.*)"\]$/\1/p' "$1.pgn")
    if grep -qE '^[01/2]+-[01/2]+ \{' "$out"; then
        expect_last "^$result \{"
    else # Sjaak II overlooks rights when it claims a repetition
        expect_same "$1 $result" 'brindle-sjaak 1/2-1/2' 'a claim of what is not so'
    fi
    printf '%s: %d half-moves, %s\n' "$1" "$(wc -l <moves)" "$(tail -n 1 "$out")"
}

# ---- A person at the mouse ----

# place SQUARE: puts $x and $y in the middle of a square (ranks from 0), White at the bottom.
place() {
    local file rank
    file=$(($(printf '%d' "'${1:0:1}") - 97)) rank=${1:1}
    x=$((2 + side * file + side / 2)) y=$((height - 2 - side * rank - side / 2))
}
click() {
    place "$1"
    xdotool mousemove "$x" "$y" click 1
    sleep 0.3
}
count_told() {
    count_lines usermove
}
# drop FROM TO [TOLD [NEXT]]: moves a man; the engine is told of it, as FROMTO unless said otherwise.
# NEXT: a square to click on then.
drop() {
    local before told=${3:-$1$2} i
    before=$(count_told)
    click "$1"
    click "$2"
    [[ -z ${4:-} ]] || click "$4"
    for ((i = 0; i < 600; i++)); do
        (($(count_told) == before)) || break
        sleep 0.05
    done
    expect "XBoard does not send $told" grep -qE "first ?: $told\$" <<<"$(grep -a usermove "$log" | tail -n 1)"
}
drops() { # FROMTO…
    local move
    for move; do
        drop "${move:0:2}" "${move:2:2}"
    done
}
back() { # takes the last move back
    local before i
    before=$(count_lines 'first ?: undo')
    xdotool key alt+Left
    for ((i = 0; i < 600; i++)); do
        (($(count_lines 'first ?: undo') == before)) || break
        sleep 0.05
    done
    sleep 0.5
}
start_board() { # NAME: XBoard with a board for both sides
    start_gui "$1" -variant wildebeest -mode EditGame
    expect 'XBoard does not start' has_line 'piece K&'
    for ((i = 0; i < 600; i++)); do
        window=$(xdotool search --onlyvisible --name Brindle 2>/dev/null | tail -n 1)
        [[ -z $window ]] || break
        sleep 0.05
    done
    sleep 2
    eval "$(xdotool getwindowgeometry --shell "$window" | sed -n 's/^\(WIDTH\|HEIGHT\)=/\L&/p')"
    side=$(((width - 5) / 11))
}
stop_board() {
    expect_not_in "$log" 'Illegal move|Error \('
    kill "$gui"
    wait "$gui" 2>/dev/null
    gui=
}

# Triple steps; en passant on the far and on the near of the two squares that were passed; a promotion.
start_board pawns
picture array
drops k1k4 f8f5 a1a2 f5f4 g1g4
picture triple-step
drops f4g3
picture en-passant-far
drops a2a3 c8c5 a3a4 c5c4 k4k5 c4c3 b1b4 c3b2
picture en-passant-near
drops k5k6 b2c1 k6k7
drop c1 d0 c1d0q
picture promotion
stop_board

# Every slide of both sides, each taken back again.  For a castle by one square the king is put on its
# rook and then on the square that XBoard marks; it is told in two legs.
start_board castling
drops g1g4 a8a7 e1e2 g8g7 e0e1 g9g8 d1d2 i8i7 c0d1 h9i8 c1c2 j8j7 d0c1 i9j8 b0a2 j9k7 g0h2 b9c7 \
    h0i3 c9b6 i0j3 d9e6 j0k2 e9d7
for side_rank in 0 9; do
    for slide in g h i j e d c b; do
        case $slide in
        g) drop "f$side_rank" "k$side_rank" "f${side_rank}g$side_rank,k${side_rank}f$side_rank" "g$side_rank" ;;
        e) drop "f$side_rank" "a$side_rank" "f${side_rank}e$side_rank,a${side_rank}f$side_rank" "e$side_rank" ;;
        *) drop "f$side_rank" "$slide$side_rank" ;;
        esac
        picture "castling-$slide$((side_rank + 1))"
        [[ $slide$side_rank == b0 ]] || back
    done
done
stop_board

# ---- The games ----

match brindle-brindle wildebeest "$program"
match brindle-brindle-standard standard-wildebeest "$program"
if command -v sjaakii >/dev/null; then
    # It has the rules under another name, and does not load a file with "xboard" in its path.
    cp "$sjaak_file" rules.txt
    cat >sjaak <<END
#!/bin/sh
sed -u 's/^variant wildebeest$/variant wildebeest_1987/
    s/^new$/option Randomise opening moves=0\n&/' |
    sjaakii -xboard -variant wildebeest_1987 '$scratch/rules.txt'
END
    chmod +x sjaak
    match brindle-sjaak wildebeest "$scratch/sjaak"
else
    printf 'There is no sjaakii: its game is left out.\n'
fi

finish
