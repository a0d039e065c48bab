#!/usr/bin/env bash
# `brindle sprt` and `brindle elo`, from outside.
#
#   statistics.sh PROGRAM
#
# Says what went wrong and goes on; exit status 1 if anything did, 77 for a program without these
# commands.
set -u

program=${1:?usage: statistics.sh PROGRAM}
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
out=$scratch/out err=$scratch/err
failures=0 checks=0 status=0

"$program" help elo >/dev/null 2>&1 || {
    echo 'This program has no tools library.'
    exit 77
}

fail() {
    failures=$((failures + 1))
    printf 'FAILED after brindle %s\n  %s\n' "$called" "$1"
    sed 's/^/  out: /' "$out" | head -n 20
    sed 's/^/  err: /' "$err" | head -n 20
}

# Runs the program on the input that stands in $input, if any.
input=/dev/null
run() {
    called="$*"
    "$program" "$@" >"$out" 2>"$err" <"$input"
    status=$?
}

expect_status() {
    checks=$((checks + 1))
    [[ $status -eq $1 ]] || fail "exit status $status, not $1"
}
expect_in() {
    checks=$((checks + 1))
    grep -aqE -- "$2" "$1" || fail "no line of ${1##*/} matches /$2/"
}
expect_not_in() {
    checks=$((checks + 1))
    ! grep -aqE -- "$2" "$1" || fail "a line of ${1##*/} matches /$2/"
}
expect_good() {
    expect_status 0
    checks=$((checks + 1))
    [[ ! -s $err ]] || fail 'something on stderr'
}
# One line on stderr that matches, nothing on stdout, and this exit status.
expect_refused() {
    expect_status "$1"
    expect_in "$err" "$2"
    checks=$((checks + 1))
    [[ ! -s $out && $(wc -l <"$err") -eq 1 ]] || fail 'not one line, on stderr'
}

# ---- What they say of themselves ----

run help
expect_good
expect_in "$out" '^brindle sprt '
expect_in "$out" '^brindle elo '
for command in sprt elo; do
    run help "$command"
    expect_good
    expect_in "$out" "^brindle $command \\[PGN…\\] \\[options\\]$"
    for option in --wins --draws --losses --pairs --first --second --json; do
        expect_in "$out" "^  $option "
    done
done
for option in --elo0 --elo1 --alpha --beta --model; do
    run help sprt
    expect_in "$out" "^  $option "
done

# ---- Counts on the command line ----

run sprt --elo0 0 --elo1 5 --wins 520 --draws 980 --losses 500
expect_good
expect_in "$out" '^Games +2000: 520 won, 980 drawn, 500 lost$'
expect_in "$out" '^LLR +0\.1583 \(-2\.9444 … 2\.9444\): go on$'
expect_in "$out" '^Elo +\+3\.47 ± 10\.88$'
expect_in "$out" '^LOS +73\.44%$'
expect_in "$out" '^Draws +49\.00%$'
expect_in "$out" '^Expected +[0-9]+ games in all at elo0, .*H1 accepted with 5\.00%$'
expect_not_in "$out" '^Pairs'

run sprt --elo0 0 --elo1 5 --model normalized --pairs 12 240 490 245 13
expect_good
expect_in "$out" '^Pairs +1000 by points 0, 1/2, 1, 3/2, 2: \[12, 240, 490, 245, 13\]$'
expect_in "$out" '^LLR +-0\.0208 '
expect_in "$out" '^nElo +\+2\.25 ± 15\.23$'
expect_in "$out" '^Even pairs +49\.00%$'
expect_not_in "$out" '^Games'

run sprt --elo0=-3 --elo1=1 --alpha=0.1 --beta=0.02 --pairs 1021 5577 12433 5690 1044
expect_good
expect_in "$out" '^LLR +9\.3328 \(-3\.8067 … 2\.2824\): H1 is accepted$'
run sprt --elo0 0 --elo1 30 --losses 80 --draws 61 --wins 30
expect_good
expect_in "$out" '^LLR +-7\.6132 .*: H0 is accepted$'
run sprt --elo0 0 --elo1 5 --wins 0 --draws 0 --losses 0
expect_good
expect_in "$out" '^LLR +0\.0000 '

run elo --wins 500 --draws 980 --losses 520
expect_good
expect_in "$out" '^Elo +-3\.47 ± 10\.88$'
run elo --wins 10 --draws 0 --losses 0
expect_good
expect_in "$out" '^Elo +\+inf ± inf$'
expect_in "$out" '^LOS +99\.92%$'
run elo --pairs 3 11 40 30 9
expect_good
expect_in "$out" '^Elo +\+58\.45 ± 33\.51$'

# ---- What is refused ----

run sprt
expect_refused 2 '--elo0'
run sprt --elo0 0 --wins 1 --draws 1 --losses 1
expect_refused 2 '--elo1 is missing'
run sprt --elo0 0 --elo1 5
expect_refused 2 'PGN files'
run sprt --elo0 5 --elo1 5 --pairs 1 2 3 2 1
expect_refused 2 '--elo0 \(5\) must be less than elo1'
run sprt --elo0 0 --elo1 5000 --pairs 1 2 3 2 1
expect_refused 2 '--elo1: 5000 is not within'
for word in five 5x 0x10 inf nan '' 1e999; do
    run sprt --elo0 0 "--elo1=$word" --pairs 1 2 3 2 1
    expect_refused 2 '--elo1'
done
run sprt --elo0 0 --elo1 5 --alpha 0 --pairs 1 2 3 2 1
expect_refused 2 '--alpha'
run sprt --elo0 0 --elo1 5 --alpha 0.5 --beta 0.5 --pairs 1 2 3 2 1
expect_refused 2 'alpha and beta'
run sprt --elo0 0 --elo1 5 --model gaussian --pairs 1 2 3 2 1
expect_refused 2 "--model: 'gaussian'"
for command in 'sprt --elo0 0 --elo1 5' elo; do
    # shellcheck disable=SC2086
    {
        run $command --wins 1 --draws 1
        expect_refused 2 '--losses is missing'
        run $command --wins 1 --draws 1 --losses -1
        expect_refused 2 '--losses'
        run $command --wins 1 --draws 1 --losses many
        expect_refused 2 "--losses: 'many'"
        run $command --wins 1 --draws 1 --losses 1 --pairs 1 2 3 2 1
        expect_refused 2 'do not go together'
        run $command --pairs 1 2 3
        expect_refused 2 '--pairs: five counts'
        run $command --pairs 1 2 3 4 5 6
        expect_refused 2 '--pairs: five counts'
        run $command --pairs 1 2 3 4 -5
        expect_refused 2 '--pairs'
        run $command --first A --pairs 1 2 3 2 1
        expect_refused 2 'PGN files'
    }
done
run elo --first A
expect_refused 2 'PGN files'

# ---- Games ----

# game ROUND WHITE BLACK RESULT [FEN]
game() {
    printf '[Event "Test"]\n[Site "?"]\n[Date "????.??.??"]\n[Round "%s"]\n' "$1"
    printf '[White "%s"]\n[Black "%s"]\n[Result "%s"]\n' "$2" "$3" "$4"
    printf '[Variant "wildebeest"]\n'
    [[ -z ${5-} ]] || printf '[SetUp "1"]\n[FEN "%s"]\n' "$5"
    printf '\n%s\n\n' "$4"
}
one='k10/11/11/11/11/11/11/11/6R4/10K w - - 0 1'
two='k10/11/11/11/11/11/11/11/7R3/10K w - - 0 1'

# Rounds tell what belongs together, whatever stands between; a game is left over.
{
    game 1 Alpha Beta 1-0 "$one"
    game 2 Alpha Beta 1/2-1/2 "$one"
    game 1 Beta Alpha 1/2-1/2 "$one"
    game 2 Beta Alpha 1-0 "$one"
    game 3 Alpha Beta 1-0 "$two"
    game 4 Alpha Beta '*' "$two"
} >"$scratch/rounds.pgn"
run elo "$scratch/rounds.pgn"
expect_good
expect_in "$out" '^Alpha against Beta$'
expect_in "$out" '^Games +5: 2 won, 2 drawn, 1 lost$'
expect_in "$out" '^Pairs +2 by .*: \[0, 1, 0, 1, 0\]$'
expect_in "$out" '^Unpaired +1: 1 won, 0 drawn, 0 lost$'
expect_in "$out" '^Left out +1 without a result'
run elo --first Beta "$scratch/rounds.pgn"
expect_good
expect_in "$out" '^Beta against Alpha$'
expect_in "$out" '^Games +5: 1 won, 2 drawn, 2 lost$'
expect_in "$out" '^Unpaired +1: 0 won, 0 drawn, 1 lost$'

# Rounds by game: 1.1 and 1.2.
{
    game 1.1 Alpha Beta 1-0 "$one"
    game 2.1 Alpha Beta 1-0 "$one"
    game 2.2 Beta Alpha 1-0 "$one"
    game 1.2 Beta Alpha 0-1 "$one"
} >"$scratch/dotted.pgn"
run elo "$scratch/dotted.pgn"
expect_good
expect_in "$out" '^Pairs +2 by .*: \[0, 0, 1, 0, 1\]$'
expect_not_in "$out" '^Unpaired'

# Without rounds, neighbours with one start; another start, or the same colours, make no pair.
{
    game '?' Alpha Beta 1-0 "$one"
    game '?' Beta Alpha 1-0 "$two"
    game '?' Alpha Beta 0-1 "$two"
    game '?' Alpha Beta 1/2-1/2 "$two"
    game '?' Beta Alpha 1/2-1/2 "$two"
} >"$scratch/neighbours.pgn"
run elo "$scratch/neighbours.pgn"
expect_good
expect_in "$out" '^Pairs +2 by .*: \[1, 0, 1, 0, 0\]$'
expect_in "$out" '^Unpaired +1: 1 won'
run elo - --json
expect_status 1
input=$scratch/neighbours.pgn
run elo -
expect_good
expect_in "$out" '^Pairs +2 by .*: \[1, 0, 1, 0, 0\]$'
input=/dev/null

# Book moves are part of the opening.
{
    game 1 Alpha Beta 1-0 | sed 's/^1-0$/1. g5 {book} e7 {book, resigns} 1-0/'
    game 1 Beta Alpha 1-0 | sed 's/^1-0$/1. g5 {book} d7 {book, resigns} 1-0/'
    game 1 Beta Alpha 0-1 | sed 's/^0-1$/1. g5 {book} e7 {book} 2. Nc3 {+0.10\/3, resigns} 0-1/'
} >"$scratch/book.pgn"
run elo "$scratch/book.pgn"
expect_good
expect_in "$out" '^Pairs +1 by .*: \[0, 0, 0, 0, 1\]$'
expect_in "$out" '^Unpaired +1: 0 won, 0 drawn, 1 lost$'

run sprt --elo0 0 --elo1 5 "$scratch/rounds.pgn" "$scratch/dotted.pgn" --first Alpha
expect_good
expect_in "$out" '^Games +9: 5 won, 2 drawn, 2 lost$'
expect_in "$out" '^Pairs +4 by '
run sprt --elo0 0 --elo1 5 "$scratch/rounds.pgn"
expect_refused 2 '--first NAME is missing'
run sprt --elo0 0 --elo1 5 "$scratch/rounds.pgn" --first Alhpa
expect_refused 2 "Alhpa.*did you mean 'Alpha'"
run sprt --elo0 0 --elo1 5 "$scratch/rounds.pgn" --first Alpha --second Alpha
expect_refused 2 'the same player'
run elo "$scratch/rounds.pgn" --second Alpha
expect_refused 2 '--first NAME is missing'
run elo "$scratch/rounds.pgn" --wins 1 --draws 1 --losses 1
expect_refused 2 'do not go together'
run elo "$scratch/nothing.pgn"
expect_refused 1 'nothing\.pgn: No such file'
run elo "$scratch"
expect_status 1
: >"$scratch/empty.pgn"
run elo "$scratch/empty.pgn"
expect_refused 1 'no finished game'
game 1 Alpha Alpha 1-0 >"$scratch/alone.pgn"
run elo "$scratch/alone.pgn"
expect_refused 1 'no finished game'

# A broken game is left out, and told of.
{
    cat "$scratch/dotted.pgn"
    game 9 Alpha Beta 1-0 | sed 's/^1-0$/1. Zz9 1-0/'
    game 9 Beta Alpha 1-0 "$one"
} >"$scratch/broken.pgn"
run elo "$scratch/broken.pgn"
expect_status 1
expect_in "$err" 'broken\.pgn: game 5, line [0-9]+'
expect_in "$out" '^Games +5: '
expect_in "$out" '^Left out +1 broken$'

# ---- A rating list ----

{
    for round in 1 2 3 4 5; do
        game "$round" Alpha Beta 1-0 "$one"
        game "$round" Beta Alpha 1/2-1/2 "$one"
        game "$round" Alpha 'Gámma' 1-0 "$one"
        game "$round" 'Gámma' Alpha 0-1 "$one"
        game "$round" Beta 'Gámma' 1-0 "$one"
        game "$round" 'Gámma' Beta 1-0 "$one"
    done
} >"$scratch/three.pgn"
run elo "$scratch/three.pgn"
expect_good
expect_in "$out" '^ +1  Alpha +\+[0-9.]+ +[0-9.]+ +20 +17\.5 +87\.50% +25\.00% +[0-9.]+%$'
expect_in "$out" '^ +2  Beta +-[0-9.]+ +[0-9.]+ +20 +7\.5 '
expect_in "$out" '^ +3  Gámma +-[0-9.]+ +[0-9.]+ +20 +5\.0 +25\.00% +0\.00%$'
expect_in "$out" '^ +1  Alpha +\* +7\.5/10 +10/10$'
expect_in "$out" '^ +3  Gámma +0/10 +5/10 +\*$'
run elo "$scratch/three.pgn" --first Alpha
expect_good
expect_in "$out" '^Alpha against all others$'
expect_in "$out" '^Games +20: 15 won, 5 drawn, 0 lost$'
expect_in "$out" '^Pairs +10 by .*: \[0, 0, 0, 5, 5\]$'
run elo "$scratch/three.pgn" --first 'Gámma' --second Beta
expect_good
expect_in "$out" '^Games +10: 5 won, 0 drawn, 5 lost$'
{
    cat "$scratch/three.pgn"
    game 1 Delta Epsilon 1-0
} >"$scratch/five.pgn"
run elo "$scratch/five.pgn"
expect_good
expect_in "$out" '^ +[1-5]  Delta '
run elo "$scratch/five.pgn" --first Alpha --second Delta
expect_refused 1 "'Alpha' and 'Delta' have no finished game"

# ---- JSON ----

# expect_json PYTHON_EXPRESSION: holds for the one object `o` that was printed.
expect_json() {
    checks=$((checks + 1))
    python3 -c 'import json, sys
text = sys.stdin.read()
assert text.count("\n") == 1, "not one line"
o = json.loads(text)
assert '"$1" <"$out" 2>>"$err" || fail "not true: $1"
}
if command -v python3 >/dev/null; then
    run sprt --json --elo0 0 --elo1 5 --wins 520 --draws 980 --losses 500
    expect_good
    expect_json 'o["type"] == "sprt" and o["decision"] == "continue" and o["alpha"] == 0.05'
    expect_json 'abs(o["llr"] - 0.15829005895264) < 1e-12 and o["results"]["draws"] == 980'
    expect_json 'o["games"] == 2000 and o["draw_rate"] == 0.49 and o["expected"]["elo0"]["games"] > 0'
    run sprt --json --elo0 0 --elo1 5 --wins 9 --draws 0 --losses 0
    expect_good
    expect_json 'o["elo"] is None and o["elo_error"] is None and "estimate" not in o["expected"]'
    run elo --json --pairs 3 11 40 30 9
    expect_good
    expect_json 'o["type"] == "elo" and o["results"] is None and o["pairs"] == [3, 11, 40, 30, 9]'
    run elo --json "$scratch/rounds.pgn"
    expect_good
    expect_json 'o["first"] == "Alpha" and o["second"] == "Beta" and o["unpaired"]["wins"] == 1'
    run elo --json "$scratch/three.pgn"
    expect_good
    expect_json 'o["type"] == "ratings" and [p["rank"] for p in o["players"]] == [1, 2, 3]'
    expect_json '[p["name"] for p in o["players"]] == ["Alpha", "Beta", "Gámma"]'
    expect_json 'abs(sum(p["elo"] for p in o["players"])) < 1e-9 and len(o["pairings"]) == 3'
    expect_json 'o["pairings"][0]["results"] == {"wins": 5, "draws": 5, "losses": 0}'
fi

printf '%d checks, %d failures\n' "$checks" "$failures"
[[ $failures -eq 0 ]]
