#!/usr/bin/env bash
# brindle datagen and data from outside: what they refuse, kill -9 and going on, damaged files, ways
# to and from PGN and EPD.
#
#   data.sh PROGRAM        (BRINDLE_TEST_FULL=1: more kills, longer games)

# shellcheck source-path=SCRIPTDIR source=../support/checks.sh
. "$(dirname "$0")/../support/checks.sh"
need_command datagen

kills=4 nodes=60 games=24
[[ ${BRINDLE_TEST_FULL:-} != 1 ]] || kills=20 nodes=500 games=100
common=(--variant both --nodes $nodes --hash 1 --openings-nodes 50 --openings-window 500
    --draw-moves 4 --draw-from 40 --max-plies 250)

# games_of FILE [BELOW]: its games in the order of their numbers, those below a number.
games_of() {
    "$program" data cat "$1" | sort -n | awk -v below="${2:-1000000000}" '$1 < below'
}
# expect_whole FILE: nothing is wrong with it.
expect_whole() {
    run data check "$1"
    expect_good
    expect_in "$out" "^$1: [0-9]+ games, [0-9]+ positions, 0 faults$"
}

# ---- What datagen refuses ----

expect_refusals datagen <<'ENDS'
--games 3|--out FILE is missing
--out x.data --nodes 0|--nodes: 0 is not within
--out x.data --nodes x|--nodes: 'x' is no whole number
--out x.data --nodes 5 --depth 3|--nodes and --depth exclude each other
--out x.data --depth 999|--depth: 999 is not within
--out x.data --games 0|--games: 0 is not within
--out x.data --variant chess|chess.*wildebeest
--out x.data --hash 0|--hash: 0 is not within
--out x.data --concurrency 0|--concurrency: 0 is not within
--out x.data --openings-plies 0|--openings-plies: 0 is not within
--out x.data --openings-plies 20 --max-plies 20|20 half-moves leave nothing behind an opening of 20
--out x.data --win-moves -1|--win-moves: -1 is not within
--out x.data --node 5|--node'.*did you mean --nodes
x.data|one word too many
ENDS
expect 'a file came out of nothing' test ! -e x.data
printf 'a text that somebody needs, whatever its name says about it\n' >text.data
cp text.data kept.data
for file in text.data /no/such/place/x.data .; do
    run datagen --out $file --games 1
    expect_refused "$file" 1
done
expect 'a file was overwritten' cmp text.data kept.data
run help datagen
expect_status 0
for option in --out --games --nodes --depth --variant --concurrency --hash --seed --openings-plies \
    --openings-window --openings-nodes --win-score --win-moves --draw-score --draw-moves --draw-from \
    --max-plies; do
    expect_in "$out" "^ +$option "
done

# ---- A run ----

run datagen "${common[@]}" --games $games --out whole.data --concurrency 2
expect_good
expect_in "$out" "^whole\.data: $games of $games games, [0-9]+ positions, [0-9]\.[0-9]+ bytes each$"
expect_in "$out" '^this run: .* positions/s, [0-9.]+% of the time outside the search$'
expect_in "$out" '^wildebeest: [0-9]+ games; White won'
expect_in "$out" '^standard-wildebeest: [0-9]+ games; White won'
expect_whole whole.data
games_of whole.data >whole.txt
expect_same "$(cut -d' ' -f1 whole.txt | uniq | wc -l)" $games 'numbers of games'
size=$(stat -c %s whole.data)
run datagen "${common[@]}" --games $games --out whole.data
expect_good
expect_not_in "$out" '^this run'
expect_same "$(stat -c %s whole.data)" "$size" 'the size of a file that has all its games'
run datagen "${common[@]}" --games $games --out whole.data --seed 2
expect_refused "whole\.data: it was begun otherwise: its 'seed' is 1, not 2" 1
run datagen --out whole.data --depth 3
expect_refused "begun otherwise: its '[a-z-]+' is" 1
run_to_full datagen --out whole.data "${common[@]}" --games $games
expect_status 1
run datagen --out /dev/full --games 1
expect_refused '/dev/full: it is no regular file' 1

# ---- Killed at some moment, and going on ----

for ((i = 1; i <= kills; i++)); do
    before=0
    : >before.txt
    if [[ -s killed.data ]]; then
        games_of killed.data >before.txt
        before=$(wc -l <before.txt)
    fi
    start datagen "${common[@]}" --games 100000000 --out killed.data --concurrency 3
    sleep "0.$((RANDOM % 6))$((RANDOM % 10))5"
    expect 'it had ended before it could be killed' kill -KILL "$job"
    expect_end 30
    [[ -s killed.data ]] || continue
    expect_whole killed.data
    games_of killed.data >after.txt
    expect_same "$(comm -23 <(sort before.txt) <(sort after.txt) | wc -l)" 0 'games that a kill took'
    expect 'there are fewer games than before' test "$(wc -l <after.txt)" -ge "$before"
done
run datagen "${common[@]}" --games $games --out killed.data --concurrency 2
expect_status 0
expect_whole killed.data
expect 'the games after the kills are others' cmp <(games_of killed.data $games) whole.txt

start datagen "${common[@]}" --games 100000000 --out stopped.data --concurrency 2
for ((i = 0; i < 600; i++)); do
    [[ -s stopped.data && $(stat -c %s stopped.data) -gt 600 ]] && break
    sleep 0.05
done
kill -INT "$job"
expect_end 60
expect_status 130
expect_in "$err" '^Stopped; finished games are saved\.  To go on:$'
expect_in "$err" '^  brindle datagen --variant both .* --out stopped\.data --concurrency 2$'
expect_in "$out" '^this run: '
expect_whole stopped.data
run datagen "${common[@]}" --games $games --out stopped.data
expect_status 0
expect 'the games after Ctrl-C are others' cmp <(games_of stopped.data $games) whole.txt

# ---- Two at once, and a disk that is full ----

start datagen "${common[@]}" --games 100000000 --out busy.data --concurrency 1
for ((i = 0; i < 600; i++)); do
    [[ -s busy.data ]] && break
    sleep 0.05
done
"$program" datagen "${common[@]}" --games 5 --out busy.data 2>second.txt
expect_same $? 1 'status of a second one'
expect_in second.txt 'busy\.data: another program is writing it'
kill -KILL "$job"
expect_end 30
(
    ulimit -f 2 # blocks of 1024 bytes
    trap '' XFSZ
    exec "$program" datagen "${common[@]}" --games 100000000 --out small.data >"$out" 2>"$err"
)
status=$?
called='datagen, where no file may be large'
expect_status 1
expect_in "$err" 'small\.data: it cannot be written: File too large'
expect_whole small.data

# ---- data: what it refuses ----

expect_refusals data <<'ENDS'
show whole.data|'show' is none of info, cat, merge, split, check, import and export
inof whole.data|did you mean 'info'
info|info: FILE is missing
merge out.data|merge: OUT FILE is missing
split whole.data out.data|split: IN OUT1 OUT2 is missing
split whole.data a b c|split takes IN OUT1 OUT2, not 4
split whole.data a a|OUT1 and OUT2 are the same
split whole.data a b --fraction 1|--fraction: '1' is no number between 0 and 1
cat whole.data --json|--json does not go with 'cat'
info whole.data --skip-plies 3|--skip-plies does not go with 'info'
export whole.data --most-per-game x|--most-per-game: 'x'
import out.data whole.data|whole.data: is it PGN or EPD
import out.data x.pgn --format html|--format: it must be pgn or epd
import out.data x.pgn --rules chess|chess
ENDS
for action in info cat check export; do
    run data $action missing.data
    expect_refused 'missing\.data: No such file' 1
    run data $action text.data
    expect_refused 'text\.data: it is no file of games' 1
done
run data merge whole.data killed.data
expect_refused 'whole\.data exists already' 1
run data merge out.data whole.data missing.data
expect_refused 'missing\.data' 1
run data import out.data missing.pgn
expect_refused 'missing\.pgn' 1
run data split missing.data a b
expect_refused 'missing\.data' 1
expect 'something is left of what failed' not compgen -G 'out.data*'

# ---- info, cat, PGN and EPD ----

run data info whole.data killed.data
expect_good
expect_in "$out" "^whole\.data: $games games, [0-9]+ positions, $size bytes, [0-9]\.[0-9]+ a position$"
expect_in "$out" "^  nodes +$nodes$"
run data info whole.data --json
expect_good
expect_in "$out" "^\{\"type\":\"data\",\"file\":\"whole\.data\",\"version\":1,\"games\":$games,.*\"nodes\":\"$nodes\""
bytes=$(sed -E 's/.*"bytes_per_position":([0-9]+).*/\1/' "$out")
expect "a position takes $bytes bytes" test "$bytes" -lt 16
run_to_full data cat whole.data
expect_status 1
run_to_head data cat whole.data
expect_in "$out" '^[0-9]+ (standard-)?wildebeest (1-0|0-1|1/2-1/2) [a-z-]+ 8 array [a-k0-9]+ '

run data cat whole.data --pgn --output whole.pgn
expect_good
run pgn check whole.pgn
expect_last "^$games games, 0 errors, 0 warnings$"
run data import again.data whole.pgn
expect_good
expect_in "$out" "^again\.data: $games games, "
expect_whole again.data
# But for numbers, and for adjudication, which PGN tells no more about.
moves_of() {
    "$program" data cat "$1" | cut -d' ' -f2-3,5- | sort
}
expect 'games that went through PGN are others' cmp <(moves_of whole.data) <(moves_of again.data)

run data export whole.data --output quiet.epd
expect_status 0
expect_in "$err" '^[0-9]+ of [0-9]+ positions of [0-9]+ games; left out: [0-9]+ at the beginning, '
expect_in quiet.epd ' hmvc [0-9]+; fmvn [0-9]+; variant "[a-z-]+"; c9 "(1-0|0-1|1/2-1/2)"; ce -?[0-9]+;$'
run data import quiet.data quiet.epd
expect_good
run data export quiet.data --output quiet2.epd
expect_status 0
expect 'positions that went through EPD are others' cmp quiet.epd quiet2.epd
run data export whole.data --keep-checks --keep-noisy --keep-duplicates --skip-plies 0 --most-score 0
expect_status 0
expect_same "$(wc -l <"$out")" "$(sed -nE 's/.*data: [0-9]+ of [0-9]+ games, ([0-9]+) positions.*/\1/p' \
    <("$program" datagen "${common[@]}" --games $games --out whole.data))" 'positions without filters'
run data export whole.data --most-per-game 2 --seed 4
expect_status 0
expect 'there are more than two of a game' test "$(wc -l <"$out")" -le $((2 * games))

cat >labelled.epd <<'ENDS'
# a comment

5k5/11/11/11/11/11/11/11/11/R4K5 b - - [1.0]
5k5/11/11/11/11/11/11/11/11/R4K4R w - - c2 "1-0"; ce 900;
5k5/11/11/11/11/11/11/11/11/R4K5 w - - id "no result";
ENDS
run data import --rules standard labelled.data labelled.epd
expect_status 1
expect_in "$err" '^brindle data: labelled\.epd, line 5: there is no result$'
expect_in "$out" '^labelled\.data: 2 games, 2 positions; left out: 0 without result or moves, 1 with faults$'
run data cat labelled.data
expect_line "$out" '1 standard-wildebeest 1-0 unknown 0 "5k5/11/11/11/11/11/11/11/11/R4K4R w - - 0 1":+900'

# ---- Parts ----

run data split whole.data one.data two.data --fraction 0.4 --seed 3
expect_good
expect 'one part has nothing' test "$(games_of one.data | wc -l)" -gt 0
expect 'the other part has nothing' test "$(games_of two.data | wc -l)" -gt 0
run data merge both.data two.data one.data one.data
expect_good
expect_in "$out" "^both\.data: $games games; [1-9][0-9]* that came twice"
expect 'the parts make another whole' cmp <(games_of both.data) whole.txt
run datagen "${common[@]}" --games $games --out both.data # it is the same run still
expect_good
run data merge other.data whole.data labelled.data
expect_good
expect_same "$(games_of other.data | cut -d' ' -f1 | tail -n 1)" $((games + 1)) 'the last number'

# ---- Damage ----

cp whole.data damaged.data
middle=$((size / 2))
printf '\xff\x00\xff\x00' | dd of=damaged.data bs=1 seek=$middle conv=notrunc status=none
run data check damaged.data
expect_status 1
expect_in "$err" '^brindle data: damaged\.data: damaged at byte [0-9]+; the next whole block begins at byte [0-9]+$'
expect_in "$out" '^damaged\.data: [0-9]+ games, [0-9]+ positions, 1 faults$'
for action in cat export info 'merge out.data'; do
    # shellcheck disable=SC2086
    run data $action damaged.data
    expect_status 1
    expect_in "$err" 'damaged\.data: damaged at byte'
done
expect 'something is left of what failed' not compgen -G 'out.data*'
cp damaged.data kept.data
run datagen "${common[@]}" --games $games --out damaged.data
expect_refused 'damaged\.data: damaged at byte .*--skip-damaged' 1
expect 'a damaged file was changed' cmp damaged.data kept.data
run data merge saved.data damaged.data --skip-damaged
expect_status 0
expect_in "$err" 'passed over$'
expect_whole saved.data
run datagen "${common[@]}" --games $games --out saved.data
expect_status 0
expect 'the games lost to damage are others now' cmp <(games_of saved.data) whole.txt
head -c $((size - 3)) whole.data >torn.data
run data check torn.data
expect_good
expect_in "$out" '^torn\.data: its last [0-9]+ bytes are a block that was never finished'
run datagen "${common[@]}" --games $games --out torn.data
expect_status 0
expect_in "$err" 'the last [0-9]+ bytes of torn\.data, .* are cut off$'
expect 'the torn game is another one now' cmp <(games_of torn.data) whole.txt

finish
