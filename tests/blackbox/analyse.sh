#!/usr/bin/env bash
# brindle analyse from outside: files of positions and games, what they leave, sessions that are
# killed and go on.
#
#   analyse.sh PROGRAM

# shellcheck source-path=SCRIPTDIR source=../support/checks.sh
. "$(dirname "$0")/../support/checks.sh"
need_command match # it comes with the tools

array='rnccwkqbbnr/ppppppppppp/11/11/11/11/11/11/PPPPPPPPPPP/RNBBQKWCCNR w KAka -'
mate='k10/7Q3/1K9/11/11/11/11/11/11/11 w - -'
# What has no place in a comparison of two runs.
timeless() {
    sed -E 's/"time_ms":[0-9]+//g' "$@"
}
# stored FILE: how many results are in a session.
stored() {
    if command -v sqlite3 >/dev/null; then
        sqlite3 "$1" 'SELECT count(*) FROM results'
    else
        python3 -c 'import sqlite3, sys
print(sqlite3.connect(sys.argv[1]).execute("SELECT count(*) FROM results").fetchone()[0])' "$1"
    fi
}

# ---- What goes together, and what is wrong with a file ----

printf '%s bm d3; id "one"; c0 "keep; this";\n\n# a remark\n' "$array" >suite.epd
printf '%s am e4; max_depth 3; id "two";\n%s dm 1; id "mate";\n' "$array" "$mate" >>suite.epd
printf '%s hmvc 4; fmvn 9; variant "standard-wildebeest";\n' "${array/KAka/-}" >>suite.epd
cat >games.pgn <<'PGN'
[White "Ada"]
[Black "Bob"]
[Result "*"]
[Variant "wildebeest"]

1. e4 e7 {slow} 2. Ni3 *

[White "Cy"]
[Black "Di"]
[Result "1-0"]
[Variant "wildebeest"]
[SetUp "1"]
[FEN "k10/7Q3/1K9/11/11/11/11/11/11/11 w - - 0 1"]

1. Qh2 Kb10 2. Qh10# 1-0

[White "Eve"]
[Black "Flo"]
[Result "*"]
[Variant "wildebeest"]

1. e4 e6 2. Kg9 *
PGN
expect_refusals analyse <<'CASES'
--epd suite.epd --pgn games.pgn|--pgn does not go with --epd
--epd suite.epd --pgn-out x.pgn|--pgn-out does not go with --epd
--epd suite.epd --fen startpos|--fen does not go with --epd
--pgn games.pgn --searchmoves e4|--searchmoves does not go with --pgn
--pgn games.pgn --snapshot 5|--snapshot does not go with --pgn
--concurrency 2|--concurrency needs --epd or --pgn
--pgn-out x.pgn|--pgn-out needs --pgn
--snapshot 5|--snapshot needs --session
--session x.db --hash-file y|--hash-file does not go with --session
--epd suite.epd --concurrency 0|--concurrency
CASES
run analyse --epd missing.epd
expect_refused 'missing\.epd: No such file' 1
run analyse --epd .
expect_refused '\.: Is a directory' 1
run analyse --epd /dev/null
expect_refused '/dev/null: there is no position in it' 1
run analyse --pgn /dev/null
expect_refused '/dev/null: there is no game in it' 1
printf '%s bm d3;\n%s bm Ke5;\n' "$array" "$array" >bad.epd
run analyse --epd bad.epd --session bad.db
expect_refused 'bad\.epd, line 2: bm: .*Ke5' 1
printf '%s bm d3;\n%s oops\n' "$array" "$array" >bad.epd
run analyse --epd bad.epd --session bad.db
expect_refused "bad\.epd, line 2: 'oops' is no operation" 1
printf '\n%s max_depth 0;\n' "$array" >bad.epd
run analyse --epd bad.epd --session bad.db
expect_refused 'bad\.epd, line 2: max_depth: 0' 1
printf 'a\0b\n' >bad.epd
run analyse --epd bad.epd --session bad.db
expect_refused 'bad\.epd: there is a NUL byte' 1
run analyse --pgn games.pgn --session bad.db
expect_refused "games\.pgn: game 3, line [0-9]+, at 'Kg9'" 1
run analyse --pgn games.pgn --games 7-9
expect_refused 'games\.pgn: ' 1
run analyse --epd suite.epd --epd-out no/where.epd --session bad.db
expect_refused 'no/where\.epd: No such file' 1
run analyse --epd suite.epd --epd-out -
expect_refused 'must be a file' 1
expect 'a session came out of nothing' test ! -e bad.db

# ---- A test suite ----

run analyse --epd suite.epd --nodes 3000 --hash 1 --epd-out found.epd
expect_good
expect_in "$out" '^ +no +best +score +depth +nodes +time +solved'
expect_in "$out" '^ +2 .* 3 +.* (yes|no) .*two$'
expect_in "$out" '^ +3 +Q[ah].* #1 .* yes .* mate$'
expect_last '^4 positions, [123] of 3 solved$'
expect_same "$(wc -l <found.epd)" 4 'lines of EPD'
expect_in found.epd '^rn.* variant "wildebeest"; bm d3; id "one"; c0 "keep; this"; acd [0-9]+; acn 3000; ce -?[0-9]+; pv '
expect_in found.epd 'am e4; max_depth 3; id "two"; acd 3; '
expect_in found.epd 'dm 1; id "mate"; .* ce 32766; pv Q[a-k0-9]+;$'
expect_in found.epd 'hmvc 4; fmvn 9; variant "standard-wildebeest"; bm .*; acd '
run analyse --epd found.epd --nodes 500 --hash 1
expect_good

# Without tests the lines stand in the table.
printf '%s\n' "$array" "$mate" >plain.epd
run analyse --epd plain.epd --depth 2 --hash 1 --multipv 2
expect_good
expect_in "$out" '^ +2 +Q[a-k0-9#+]+ +#1 .* 1\. Q'
expect_same "$(grep -cE '^ {7}[A-Za-k][^ ]* +[^ ]+ +1\. ' "$out")" 2 'second lines'
expect_last '^2 positions$'

# What is said a second time replaces the first.
run analyse --epd found.epd --nodes 3000 --hash 1 --json --multipv 2 --epd-out again.epd
expect_good
expect_same "$(grep -o ' acd ' again.epd | wc -l)" 4 'results of four positions'
expect_same "$(grep -c '"type":"position"' "$out")" 4 'positions in JSON'
expect_in "$out" '"multipv":2,"score":\{"cp":'
expect_in "$out" '"id":"mate","dm":1,"solved":true,"solution":\{"depth":1,'
expect_last '^\{"type":"summary","positions":4,"tests":4,"solved":[0-9]\}$'

# ---- Games ----

run analyse --pgn games.pgn --games 1-2 --depth 4 --hash 1 --pgn-out noted.pgn --epd-out noted.epd \
    --report noted.html
expect_good
expect_in "$out" '^Game 1: Ada – Bob, 3 half-moves$'
expect_in "$out" '^Game 2: Cy – Di, 1-0, 3 half-moves$'
expect_in "$out" '^ +1\. Qh2 .* #1 +[0-9]+  \?\?|^ +1\. Qh2 +'
expect_in "$out" '^White: [0-9] inaccurac'
expect_last '^2 games, 8 positions$'
expect_in noted.pgn '1\. e4 \{\[%eval -?[0-9]\.[0-9][0-9],4\]\}'
expect_in noted.pgn 'slow \[%eval'
expect_in noted.pgn '^\[Annotator "Brindle '
expect_in noted.pgn '2\. Qh10# 1-0'
expect_same "$(wc -l <noted.epd)" 8 'positions in EPD'
expect_in noted.epd 'id "game 2, ply 3";$'
run pgn check noted.pgn
expect_good
expect_in noted.html '^<!DOCTYPE html>'
expect_in noted.html 'Ada'
expect_in noted.html 'Cy'
expect 'the page is not closed' grep -q '</html>' noted.html
run analyse --pgn games.pgn --games 2-2 --depth 2 --hash 1 --graph course.svg
expect_good
expect_in course.svg '^<svg .*|</svg>$'
run analyse --pgn games.pgn --games 1-2 --depth 2 --hash 1 --graph courses.svg
expect_refused '--graph draws one game, not 2: choose it with --games' 1
expect 'several games are drawn' test ! -e courses.svg

run analyse --pgn games.pgn --games 1-2 --depth 2 --hash 1 --json
expect_good
expect_in "$out" '^\{"type":"game","game":1,"result":"\*","plies":3,"tags":\{"White":"Ada",.*"Variant":"wildebeest"\}\}$'
expect_in "$out" '"game":1,"ply":1,"played":"e9e7","played_san":"e7","loss":0\.[0-9]+,"verdict":"[?!]*"\}$'
expect_in "$out" '"game":2,"ply":2,"played":"h2h10","played_san":"Qh10#","loss":0\.0,"verdict":""\}$'
expect_in "$out" '"game_state":"checkmate",.*"game":2,"ply":3\}$'
expect_last '^\{"type":"summary","positions":8,"games":2\}$'

# Whoever works at it, and in what order.
printf '%s\n' "$array" "$mate" "${array/ w / b }" "${array/KAka/KA}" >four.epd
args=(--nodes 2000 --hash 1 --json)
run analyse --epd four.epd "${args[@]}"
expect_good
alone=$(timeless "$out")
run analyse --epd four.epd "${args[@]}" --concurrency 3
expect_good
expect_same "$(timeless "$out")" "$alone" 'what three workers find'
run_on four.epd analyse --epd - "${args[@]}"
expect_good
expect_same "$(timeless "$out")" "$alone" 'standard input'

# ---- A batch in a session ----

run analyse --epd four.epd "${args[@]}" --session four.db
expect_good
expect_same "$(timeless "$out")" "$alone" 'what a session finds'
run analyse --session four.db
expect_good
expect_same "$(timeless "$out")" "$alone" 'what a finished session shows'
run analyse --session four.db --epd four.epd --epd-out late.epd --concurrency 2
expect_good
expect_same "$(wc -l <late.epd)" 4 'lines of a late output'
expect_refusals analyse <<'CASES'
--session four.db --nodes 100|four\.db was begun with --nodes 2000, not 100
--session four.db --depth 3|four\.db was begun without --depth
--session four.db --pgn games.pgn|four\.db was begun without --pgn
--session four.db --fen startpos|four\.db was begun without --fen
CASES
run analyse --session four.db --epd suite.epd
expect_refused 'suite\.epd is not what it was when four\.db was begun' 1
run analyse --session four.epd
expect_refused 'four\.epd' 1

# Ctrl-C, in the middle of a position.
printf '%s\n' "$mate max_depth 1;" "$array max_time 1000;" >long.epd
start analyse --epd long.epd --hash 1 --json --session long.db --epd-out long.out
await_line "$out" '"best"'
kill -INT "$job"
expect_end 20
expect_status 130
expect_in "$err" '^Stopped at 1 of 2 positions; what is finished is saved\.  To go on:$'
expect_in "$err" '^  brindle analyse --session long\.db$'
expect 'there is an output already' test ! -e long.out
# Without a session what is there is written.
start analyse --epd long.epd --hash 1 --json --epd-out long.out
await_line "$out" '"best"'
kill -INT "$job"
expect_end 20
expect_status 130
expect_same "$(wc -l <long.out)" 2 'lines of what is there'
expect_same "$(grep -c ' acd ' long.out)" 1 'of them with a result'

# ---- One position in a session ----

run analyse --depth 3 --multipv 2 --hash 1 --session one.db
expect_good
expect_in "$out" '^ 2\. 3/'
run analyse --session one.db
expect_good
expect_in "$out" '^Searched   depth 3, '
run analyse --session one.db --depth 5 --json
expect_status 0
expect_in "$err" "hash file 'one\.db\.hash': [0-9]+ entries loaded"
expect_same "$(grep -c '"type":"line".*"bound":"exact"' "$out")" 10 'lines of five depths'
expect_in "$out" '^\{"type":"result",.*"depth":5,'
run analyse --session one.db --multipv 3
expect_refused 'one\.db was begun with --multipv 2, not 3'

# kill -9: what had been shown is there again, and so is the hash.
start analyse --time 1000 --hash 1 --json --session killed.db --snapshot 0.001
await_line "$out" '"depth":6,.*"bound":"exact"'
# What has been told is stored before the next snapshot is.
rm -f killed.db.hash
for ((i = 0; i < 600; i++)); do
    [[ -e killed.db.hash ]] && break
    sleep 0.05
done
kill -KILL "$job"
wait "$job" 2>/dev/null
job=
cp "$out" before
start analyse --session killed.db
await_line "$err" 'entries loaded' # after what is stored has been told
await_line "$out" '"depth":7,.*"bound":"exact"'
kill -INT "$job"
expect_end 20
expect_status 130
expect_in "$err" 'entries loaded'
for ((depth = 1; depth <= 6; depth++)); do
    expect_same "$(grep -o "\"depth\":$depth,.*\"score\":{[^}]*},\"bound\":\"exact\"" "$out" | head -n 1)" \
        "$(grep -o "\"depth\":$depth,.*\"score\":{[^}]*},\"bound\":\"exact\"" before | head -n 1)" \
        "depth $depth after kill -9"
done
# A damaged snapshot does no harm.
printf 'damage' >>killed.db.hash
run analyse --session killed.db --time 0.01
expect_status 0

# ---- A hundred games, killed three times ----

if [[ -n ${BRINDLE_TEST_FULL:-} ]]; then
    run match --engine name=A nodes=30 --engine name=B nodes=30 --games 2 --rounds 50 --maxmoves 20 \
        --openings random plies=6 nodes=20 window=2000 --db m.db --pgn hundred.pgn --quiet
    expect_status 0
    args=(--pgn hundred.pgn --nodes 300 --hash 1 --json)
    run analyse "${args[@]}" --concurrency 2 --pgn-out whole.pgn
    expect_good
    timeless "$out" >whole.json
    expect_same "$(grep -c '"type":"game"' whole.json)" 100 'games in the report'
    before=0 shown=0
    for ((round = 1; round <= 3; round++)); do
        start analyse "${args[@]}" --session hundred.db --pgn-out killed.pgn --concurrency $((round % 2 + 1))
        # At random, but not before there is more than the last time.
        await_line "$out" "\"game\":$((shown + 3 + RANDOM % 10)),"
        sleep "0.0$((RANDOM % 90 + 10))"
        kill -KILL "$job"
        wait "$job" 2>/dev/null
        job=
        now=$(stored hundred.db)
        expect "round $round: $now positions, $before before it" test "$now" -gt "$before"
        [[ $round -eq 1 ]] || expect_in "$err" "^brindle analyse: $before of [0-9]+ positions are there"
        before=$now shown=$(grep -c '"type":"game"' "$out")
    done
    expect 'there is an output already' test ! -e killed.pgn
    run analyse --session hundred.db
    expect_status 0
    expect_in "$err" "^brindle analyse: $before of [0-9]+ positions are there"
    timeless "$out" >killed.json
    # Each has its place in the store once; one that was done again would have been refused there.
    expect_same "$(stored hundred.db)" "$(grep -c '"type":"position"' whole.json)" 'results stored'
    expect 'the reports differ' cmp whole.json killed.json
    expect 'the games differ' cmp whole.pgn killed.pgn
    run pgn check killed.pgn
    expect_good
fi

finish
