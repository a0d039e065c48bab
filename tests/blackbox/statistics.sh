#!/usr/bin/env bash
# `brindle sprt` and `brindle elo`, from outside.
#
#   statistics.sh PROGRAM

# shellcheck source-path=SCRIPTDIR source=../support/checks.sh
. "$(dirname "$0")/../support/checks.sh"
need_command elo

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
expect_refused '--elo0'
run sprt --elo0 0 --wins 1 --draws 1 --losses 1
expect_refused '--elo1 is missing'
run sprt --elo0 0 --elo1 5
expect_refused 'PGN files'
run sprt --elo0 5 --elo1 5 --pairs 1 2 3 2 1
expect_refused '--elo0 \(5\) must be less than elo1'
run sprt --elo0 0 --elo1 5000 --pairs 1 2 3 2 1
expect_refused '--elo1: 5000 is not within'
for word in five 5x 0x10 inf nan '' 1e999; do
    run sprt --elo0 0 "--elo1=$word" --pairs 1 2 3 2 1
    expect_refused '--elo1'
done
run sprt --elo0 0 --elo1 5 --alpha 0 --pairs 1 2 3 2 1
expect_refused '--alpha'
run sprt --elo0 0 --elo1 5 --alpha 0.5 --beta 0.5 --pairs 1 2 3 2 1
expect_refused 'alpha and beta'
run sprt --elo0 0 --elo1 5 --model gaussian --pairs 1 2 3 2 1
expect_refused "--model: 'gaussian'"
for command in 'sprt --elo0 0 --elo1 5' elo; do
    # shellcheck disable=SC2086
    {
        run $command --wins 1 --draws 1
        expect_refused '--losses is missing'
        run $command --wins 1 --draws 1 --losses -1
        expect_refused '--losses'
        run $command --wins 1 --draws 1 --losses many
        expect_refused "--losses: 'many'"
        run $command --wins 1 --draws 1 --losses 1 --pairs 1 2 3 2 1
        expect_refused 'do not go together'
        run $command --pairs 1 2 3
        expect_refused '--pairs: five counts'
        run $command --pairs 1 2 3 4 5 6
        expect_refused '--pairs: five counts'
        run $command --pairs 1 2 3 4 -5
        expect_refused '--pairs'
        run $command --first A --pairs 1 2 3 2 1
        expect_refused 'PGN files'
    }
done
run elo --first A
expect_refused 'PGN files'

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
} >rounds.pgn
run elo rounds.pgn
expect_good
expect_in "$out" '^Alpha against Beta$'
expect_in "$out" '^Games +5: 2 won, 2 drawn, 1 lost$'
expect_in "$out" '^Pairs +2 by .*: \[0, 1, 0, 1, 0\]$'
expect_in "$out" '^Unpaired +1: 1 won, 0 drawn, 0 lost$'
expect_in "$out" '^Left out +1 without a result'
run elo --first Beta rounds.pgn
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
} >dotted.pgn
run elo dotted.pgn
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
} >neighbours.pgn
run elo neighbours.pgn
expect_good
expect_in "$out" '^Pairs +2 by .*: \[1, 0, 1, 0, 0\]$'
expect_in "$out" '^Unpaired +1: 1 won'
run elo - --json
expect_status 1
run_on neighbours.pgn elo -
expect_good
expect_in "$out" '^Pairs +2 by .*: \[1, 0, 1, 0, 0\]$'

# Book moves are part of the opening.
{
    game 1 Alpha Beta 1-0 | sed 's/^1-0$/1. g5 {book} e7 {book, resigns} 1-0/'
    game 1 Beta Alpha 1-0 | sed 's/^1-0$/1. g5 {book} d7 {book, resigns} 1-0/'
    game 1 Beta Alpha 0-1 | sed 's/^0-1$/1. g5 {book} e7 {book} 2. Nc3 {+0.10\/3, resigns} 0-1/'
} >book.pgn
run elo book.pgn
expect_good
expect_in "$out" '^Pairs +1 by .*: \[0, 0, 0, 0, 1\]$'
expect_in "$out" '^Unpaired +1: 0 won, 0 drawn, 1 lost$'

run sprt --elo0 0 --elo1 5 rounds.pgn dotted.pgn --first Alpha
expect_good
expect_in "$out" '^Games +9: 5 won, 2 drawn, 2 lost$'
expect_in "$out" '^Pairs +4 by '
run sprt --elo0 0 --elo1 5 rounds.pgn
expect_refused '--first NAME is missing'
run sprt --elo0 0 --elo1 5 rounds.pgn --first Alhpa
expect_refused "Alhpa.*did you mean 'Alpha'"
run sprt --elo0 0 --elo1 5 rounds.pgn --first Alpha --second Alpha
expect_refused 'the same player'
run elo rounds.pgn --second Alpha
expect_refused '--first NAME is missing'
run elo rounds.pgn --wins 1 --draws 1 --losses 1
expect_refused 'do not go together'
run elo nothing.pgn
expect_refused 'nothing\.pgn: No such file' 1
run elo .
expect_status 1
: >empty.pgn
run elo empty.pgn
expect_refused 'no finished game' 1
game 1 Alpha Alpha 1-0 >alone.pgn
run elo alone.pgn
expect_refused 'no finished game' 1

# A broken game is left out, and told of.
{
    cat dotted.pgn
    game 9 Alpha Beta 1-0 | sed 's/^1-0$/1. Zz9 1-0/'
    game 9 Beta Alpha 1-0 "$one"
} >broken.pgn
run elo broken.pgn
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
} >three.pgn
run elo three.pgn
expect_good
expect_in "$out" '^ +1  Alpha +\+[0-9.]+ +[0-9.]+ +20 +17\.5 +87\.50% +25\.00% +[0-9.]+%$'
expect_in "$out" '^ +2  Beta +-[0-9.]+ +[0-9.]+ +20 +7\.5 '
expect_in "$out" '^ +3  Gámma +-[0-9.]+ +[0-9.]+ +20 +5\.0 +25\.00% +0\.00%$'
expect_in "$out" '^ +1  Alpha +\* +7\.5/10 +10/10$'
expect_in "$out" '^ +3  Gámma +0/10 +5/10 +\*$'
run elo three.pgn --first Alpha
expect_good
expect_in "$out" '^Alpha against all others$'
expect_in "$out" '^Games +20: 15 won, 5 drawn, 0 lost$'
expect_in "$out" '^Pairs +10 by .*: \[0, 0, 0, 5, 5\]$'
run elo three.pgn --first 'Gámma' --second Beta
expect_good
expect_in "$out" '^Games +10: 5 won, 0 drawn, 5 lost$'
{
    cat three.pgn
    game 1 Delta Epsilon 1-0
} >five.pgn
run elo five.pgn
expect_good
expect_in "$out" '^ +[1-5]  Delta '
run elo five.pgn --first Alpha --second Delta
expect_refused "'Alpha' and 'Delta' have no finished game" 1

# ---- JSON ----

# expect_json PYTHON_EXPRESSION: holds for the one object `o` that was printed.
expect_json() {
    expect "not true: $1" python3 -c 'import json, sys
text = sys.stdin.read()
assert text.count("\n") == 1, "not one line"
o = json.loads(text)
assert '"$1" <"$out"
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
    run elo --json rounds.pgn
    expect_good
    expect_json 'o["first"] == "Alpha" and o["second"] == "Beta" and o["unpaired"]["wins"] == 1'
    run elo --json three.pgn
    expect_good
    expect_json 'o["type"] == "ratings" and [p["rank"] for p in o["players"]] == [1, 2, 3]'
    expect_json '[p["name"] for p in o["players"]] == ["Alpha", "Beta", "Gámma"]'
    expect_json 'abs(sum(p["elo"] for p in o["players"])) < 1e-9 and len(o["pairings"]) == 3'
    expect_json 'o["pairings"][0]["results"] == {"wins": 5, "draws": 5, "losses": 0}'
fi

finish
