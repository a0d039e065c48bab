#!/usr/bin/env bash
# brindle spsa from outside: what it refuses, a run, Ctrl-C, kill -9 and going on, the plot.
#
#   spsa.sh PROGRAM        (BRINDLE_TOY in the environment: the toy engine)

toy=$(realpath -e -- "${BRINDLE_TOY:-}" 2>/dev/null) # before the directory changes
# shellcheck source-path=SCRIPTDIR source=../support/checks.sh
. "$(dirname "$0")/../support/checks.sh"
need_command spsa
[[ -x $toy ]] || skip 'BRINDLE_TOY is no program'

# ---- What it refuses ----

printf '%s\n' '# the toy' 'A, int, 50, 0, 100, 10, 0.05' 'B, int, 50, 0, 100, 10, 0.05' \
    'C, int, 50, 0, 100, 10, 0.05' >p.txt
printf '%s\n' 'A, int, 50, 0, 100, 10, 0.05' 'B, float, 0.5, 0, 1, 0.1, 0.05' >float.txt
engine=(--engine "cmd=$toy" arg=style=tuned nodes=1)

run spsa
expect_refused 'an engine is missing'
run spsa "${engine[@]}"
expect_refused 'parameters are missing.*--params'
run spsa --engine "cmd=$toy" --params p.txt
expect_refused 'no time control'
run spsa "${engine[@]}" --engine nodes=2 --params p.txt
expect_refused '--engine is given twice'
run spsa --engine nods=1 --params p.txt
expect_refused 'did you mean nodes='
run spsa "${engine[@]}" --params missing.txt
expect_refused 'missing\.txt'
run spsa "${engine[@]}" --params float.txt
expect_refused "float\.txt, line 2: type 'float'"
for bad in --iterations=0 --iterations=x --lag=0 --alpha=-1 --gamma=nan --a-ratio=x --seed=-1 \
    --concurrency=0 --variant=chess --openings=file --draw=x; do
    run spsa "${engine[@]}" --params p.txt "$bad"
    expect_refused "${bad%%=*}|variant|chess"
done
run spsa "${engine[@]}" --params p.txt --iteratoins 3
expect_refused 'did you mean --iterations'
run spsa --resume x.db --iterations 5
expect_refused '--iterations cannot be changed.*--concurrency, .* and --quiet can'
run spsa --resume nothing.db
expect_refused 'nothing\.db' 1
printf 'no database at all, whatever its name may say; that much is certain' >false.db
run spsa --resume false.db
expect_refused 'false\.db' 1
printf 'D, int, 50, 0, 100, 10, 0.05\n' >unknown.txt
run spsa "${engine[@]}" --params unknown.txt --db none.db
expect_refused "no option 'D'" 1
printf 'Hash, int, 50, 0, 100, 10, 0.05\n' >range.txt
run spsa --engine nodes=5 --params range.txt --db none.db
expect_refused 'Hash' 1
run spsa --engine "cmd=$scratch/none" nodes=1 --params p.txt --db none.db
expect_refused "none" 1
expect 'a database came out of nothing' test ! -e none.db
run help spsa
expect_status 0
for option in --engine --params --iterations --alpha --gamma --a-ratio --lag --seed --output --plot \
    --config --db --resume --recover --concurrency; do
    expect_in "$out" "^ +$option "
done
expect_in "$out" '^ +cmd=PROGRAM '

# ---- A run ----

common=("${engine[@]}" --params p.txt --resign movecount=1 score=300 --maxmoves 60
    --openings random plies=6 nodes=20 window=2000 --iterations 16 --lag 4)

run spsa "${common[@]}" --concurrency 2 --db whole.db --output whole.txt --plot whole.svg
expect_status 0
expect_in "$out" '^Iteration 16 of 16$'
expect_in "$out" '^A +50 +[0-9.]+ +[+-][0-9.]+ +0 +100$'
expect_in "$out" '^setoption name B value [0-9]+$'
expect_in "$out" '^C, int, [0-9]+, 0, 100, 10, 0\.05$'
expect_in "$err" '^  brindle spsa --resume whole\.db$'
expect 'the output is not what was shown' grep -Fxqf whole.txt "$out"
expect 'the output has three lines' test "$(wc -l <whole.txt)" -eq 3
whole=$(cat "$out")
run spsa "${common[@]}" --db whole.db
expect_refused 'whole\.db exists already' 1
run match --resume whole.db
expect_refused 'no database of a match' 1

# The output is an input.
run spsa "${engine[@]}" --params whole.txt --iterations 1 --maxmoves 5 --db again.db
expect_status 0

# Fewer iterations under way than there are threads: that is worth a word.
run spsa "${engine[@]}" --params p.txt --iterations 2 --maxmoves 5 --lag 1 --concurrency 2 --db lag.db
expect_status 0
expect_in "$err" 'of 2 threads no more than 1 '

# A run that is over only shows and draws; from wherever it is asked.
mkdir elsewhere
cd elsewhere || exit 1
run spsa --resume ../whole.db --plot here.svg --output here.txt
cd ..
expect_status 0
expect_same "$(cat "$out")" "$whole" 'what a finished run shows'
expect 'the plot is not where it should be' cmp whole.svg elsewhere/here.svg
expect 'the output is not where it should be' cmp whole.txt elsewhere/here.txt
run spsa --resume whole.db --plot /nowhere/at/all.svg
expect_status 1
expect_in "$err" '/nowhere/at/all\.svg'

# ---- Killed, and going on ----

# Every move takes a while, so that there is something to interrupt.
slow=(--engine "cmd=$toy" arg=style=tuned arg=think=6 "${common[@]:3}")

# start_spsa ARGUMENT…: a run in the background; waits until it has a database and something to lose.
start_spsa() {
    start spsa "$@"
    await_line "$err" 'go on with'
    sleep 0.3
}

start_spsa "${slow[@]}" --concurrency 3 --db killed.db
expect 'it had ended before it could be killed' kill -KILL "$job"
expect_end 30
for concurrency in 1 2; do
    start_spsa --resume killed.db --concurrency $concurrency
    kill -KILL "$job" 2>/dev/null # if it has not ended by now
    expect_end 30
done
start_spsa --resume killed.db --concurrency 4
expect_end 120
expect_status 0
expect_same "$(cat "$out")" "$whole" 'the end after kills'

start_spsa "${slow[@]}" --concurrency 2 --db stopped.db
kill -INT "$job"
expect_end 60
expect_status 130
expect_in "$out" '^Iteration [0-9]+ of 16'
expect_in "$err" '^Stopped; what is finished is saved\.  To go on:$'
expect_in "$err" '^  brindle spsa --resume stopped\.db$'
run spsa --resume stopped.db --concurrency 4
expect_status 0
expect_same "$(cat "$out")" "$whole" 'the end after Ctrl-C'

# ---- A file of options, Brindle itself, and names that XML has to be told about ----

cat >config.json <<'JSON'
{"engine": {"name": "R&D <\"1\">", "nodes": 20}, "params": "own.txt", "iterations": 3,
 "maxmoves": 6, "openings": "array", "recover": true, "db": "own.db", "plot": "own.svg"}
JSON
printf 'Move Overhead, int, 20, 0, 5000, 30, 0.01\n' >own.txt
run spsa --config config.json
expect_status 0
expect_in "$out" '^setoption name Move Overhead value [0-9]+$'
expect_in own.svg '<title>.*R&amp;D &lt;&quot;1&quot;&gt;</title>'
expect_in own.svg '>Move Overhead<'
for svg in whole.svg own.svg; do
    expect_in $svg '^</svg>$'
    ! command -v xmllint >/dev/null || expect "$svg is no XML" xmllint --noout $svg
done

finish
