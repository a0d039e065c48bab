#!/usr/bin/env bash
# Reports and pictures in a real browser, a headless Chromium: the right man on each square at each
# move, by key and by click, on a desk and on a phone; nothing complained about, nothing fetched.
# Screenshots stay in artefacts/report beside the program.
#
#   full_browser.sh PROGRAM

support=$(realpath "$(dirname "$0")/../support")
# shellcheck source-path=SCRIPTDIR source=../support/checks.sh
. "$support/checks.sh"
need_command match # games to look at, and their analysis

command -v python3 >/dev/null || skip 'there is no python3 (.ci/setup.sh full installs it)'
PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$support python3 -c 'import browser, sys; sys.exit(not browser.find())' ||
    skip 'there is no chromium (.ci/setup.sh full installs it)'
pictures=$(dirname "$program")/artefacts/report
mkdir -p "$pictures"

# game VARIANT RESULT FEN MOVES…: a game as PGN; FEN may be empty.
game() {
    printf '[White "<b>Gnu</b> & Co"]\n[Black "</script><img src=x onerror=alert(1)>"]\n'
    printf '[Event "A \\"cup\\""]\n[Variant "%s"]\n[Result "%s"]\n' "$1" "$2"
    [[ -z $3 ]] || printf '[SetUp "1"]\n[FEN "%s"]\n' "$3"
    printf '\n%s %s\n\n' "${*:4}" "$2"
}
# A triple step and a capture over two squares, both wings' castling, short and long, promotions.
special='5k5/1P9/11/11/11/11/7p3/11/6P4/R4K4R w KA - 0 30'
{
    game wildebeest '*' "$special" g5 hxg3 O-O-g1+ Ke9 b10=W+ Kd8 Wa7+
    game wildebeest '*' '5k5/11/11/11/11/4P6/11/11/3p7/R4K4R b K - 0 7' 'd1=Q+' Rxd1
    game wildebeest '1-0' '5k5/R10/11/11/11/11/11/11/1R9/5K5 w - - 0 1' Rb10#
    game wildebeest '*' 'r4k4r/11/11/11/11/11/11/11/11/R4K4R w KAka - 0 1' O-O-O-b1 O-O-j10
    game standard-wildebeest '*' ''
    game standard-wildebeest '1/2-1/2' '' Nc3 Nh8 f4 f7
} >games.pgn

# The page is called by the name of the file.
cp games.pgn 'A <b> bold & "name".pgn'
run analyse --pgn 'A <b> bold & "name".pgn' --depth 3 --hash 4 --report games.html
expect_good

run match --engine name=Gnu depth=3 --engine name=Camel depth=2 --games 1 --no-repeat \
    --openings random plies=6 --seed 5 --maxmoves 60 --pgn whole.pgn --quiet
expect_status 0
run analyse --pgn whole.pgn --depth 4 --hash 4 --report whole.html --graph whole.svg
expect_good

run diagram --fen "$special" --moves g5 hxg3 -o board.svg
expect_good
run diagram --fen "$special" --moves g5 hxg3 --flip -o flipped.svg
expect_good

called='browser'
timeout 900 env PYTHONDONTWRITEBYTECODE=1 python3 "$support/look_at_reports.py" "$program" "$pictures" >"$out" 2>"$err"
status=$?
expect_good
tail -n 1 "$out"

finish
