#!/usr/bin/env bash
# The commands that measure speed, from outside: speedtest, perft --suite, scaling, peers; and the bench that
# OpenBench reads.  No check depends on how fast anything is.
#
#   speed.sh PROGRAM

# shellcheck source-path=SCRIPTDIR source=../support/checks.sh
. "$(dirname "$0")/../support/checks.sh"

# ---- speedtest ----

run speedtest 2 1 0.05
expect_good
expect_in "$out" '^machine +.*, 2 threads of [0-9]+, hash 1 MiB$'
expect_in "$out" '^build +Brindle .*(gcc|clang) .*-O'
expect_in "$out" '^searched +[0-9]+ positions of games, '
expect_same "$(grep -c '^  thread ' "$out")" 2 'threads'
expect_last '^[0-9]+ nodes [0-9]+ nps$'
expect_refusals speedtest <<'ENDS'
0|THREADS: 0 is not within
1 0|HASH: 0 is not within
1 1 0|SECONDS
1 1 1 1|'1' is one word too many
--josn|did you mean --json
ENDS
if command -v python3 >/dev/null; then
    run speedtest 2 1 0.05 --json
    expect_good
    expect 'no such JSON' python3 -c 'import json, sys
o = json.load(sys.stdin)
assert o["type"] == "speedtest" and o["threads"] == 2 and o["hash_mib"] == 1
assert sum(o["thread_nodes"]) == o["nodes"] == sum(p["nodes"] for p in o["positions"])
assert len(o["thread_nodes"]) == 2 and all(p["depth"] >= 1 for p in o["positions"])
assert o["position_nps"]["low"] <= o["position_nps"]["median"] <= o["position_nps"]["high"]
assert o["compiler"] and o["flags"] and o["processor"]' <"$out"
fi

# ---- perft --suite ----

run perft --suite --most-nodes 500
expect_good
expect_in "$out" '^174 positions, 0 wrong, '
expect_last '^Nodes searched: [0-9]+$'
nodes=$(tail -n 1 "$out")
for more in '--threads 3 --hash 1' '--make-leaves'; do
    # shellcheck disable=SC2086 # several words
    run perft --suite --most-nodes 500 $more
    expect_good
    expect_same "$(tail -n 1 "$out")" "$nodes" "the count with $more"
done

array='rncwqkwcnr1/ppppppppppp/11/11/11/11/11/11/PPPPPPPPPPP/RNCWQKWCNR1 w - - 0 1'
{
    echo '# a table'
    echo "$array ;D1 39 ;D2 1521 ;D3 62751"
} >right.epd
run perft --table right.epd --variant standard
expect_good
expect_last '^Nodes searched: 64311$'
sed 's/1521/1522/' right.epd >wrong.epd
run perft --table wrong.epd --variant standard
expect_status 1
expect_in "$out" '^WRONG: depth 2: 1521 nodes, and should be 1522: rncw'
expect_in "$out" '^1 positions, 1 wrong'
expect_in "$err" '^brindle perft: 1 of 1 positions are wrong$'
echo "$array ;D1 thirty" >broken.epd
: >empty.epd
printf '\nr4k4r/11/11/11/11/11/11/11/11/R4K4R w KAka - 0 1 ;D1 39\n' >castling.epd
while IFS='|' read -r words message; do
    # shellcheck disable=SC2086
    run perft $words
    expect_refused "^brindle perft: .*$message" 1
done <<'ENDS'
--table broken.epd --variant standard|broken.epd, line 1: count 1
--table castling.epd --variant standard|castling.epd, line 2: FEN: castling
--table empty.epd|no position
--table missing.epd|missing.epd: No such file
ENDS
expect_refusals perft <<'ENDS'
|DEPTH is missing
--suite 3|'3': the depths
--suite --divide|--divide makes no sense
--suite --variant standard|all rule sets
--suite --table right.epd|exclude each other
--suite --most-nodes 0|--most-nodes: 0
3 --most-nodes 7|--most-nodes needs
ENDS

# ---- scaling ----

scaling=(scaling --threads 2 --thread-hash 1 --hash 2 --depth 2 --positions 2)
run "${scaling[@]}" --csv rows.csv --plot curves.svg
expect_good
expect_same "$(grep -cE '^(threads|hash) +[0-9]' "$out")" 4 'rows'
expect_same "$(wc -l <rows.csv)" 5 'lines of CSV'
expect_in curves.svg '</svg>'
expect_same "$(grep -c '<polyline' curves.svg)" 4 'curves'
cp rows.csv before.csv
# What is in the file is not measured again.
run "${scaling[@]}" --csv rows.csv
expect_good
expect_same "$(cat rows.csv)" "$(cat before.csv)" 'the rows of the second run'
sed -i '4,$d' rows.csv
printf 'hash,1,1,2' >>rows.csv
run "${scaling[@]}" --csv rows.csv
expect_good
expect_same "$(head -n 3 rows.csv)" "$(head -n 3 before.csv)" 'the rows that were kept'
expect_same "$(wc -l <rows.csv)" 5 'lines of CSV'
run "${scaling[@]}" --csv rows.csv --depth=3
expect_refused 'given twice'
run scaling --threads 1 --hash 1 --depth 3 --positions 1 --csv rows.csv
expect_refused 'rows.csv: line 2 was measured to depth 2' 1
run scaling --threads 1 --hash 1 --depth 1 --positions 1 --csv nowhere/rows.csv
expect_refused 'nowhere/rows.csv' 1
expect_refusals scaling <<'ENDS'
--threads 0|--threads: 0
--positions 1000|--positions: 1000 is not within
ENDS

# ---- bench, as OpenBench reads it ----

run bench 1
expect_good
expect_last '^[0-9]+ nodes [0-9]+ nps$'

# ---- peers ----

if "$program" help peers >/dev/null 2>&1; then
    toy=${BRINDLE_TOY:?}
    run peers --engine "cmd=$toy" name=Toy option.Nonsense=1 --each depth=1 --positions 3
    expect_refused "engine 'Toy': it has no option 'Nonsense'" 1
    run peers --engine "cmd=$toy" name=Toy --engine name=Brindle option.Hash=1 --each depth=2 --positions 3
    expect_good
    expect_in "$out" '^Toy, 3 positions of wildebeest, in turn, on '
    expect_in "$out" '^Toy +[0-9.]+ '
    expect_in "$out" '^Brindle +[0-9.]+ .* \[[0-9.]+, (inf|[0-9.]+)\]$'
    run peers --engine "cmd=$toy" proto=xboard name=X --each depth=1 --positions 2 --variant standard
    expect_good
    expect_in "$out" '^Brindle, 2 positions of standard-wildebeest, '
    expect_in "$out" '^X +[0-9.]+ '
    run peers --engine "cmd=$toy" castling=off --each depth=1 --positions 2
    expect_good
    # One that fails is started again, and what it did say counts.
    run peers --engine "cmd=$toy" name=Weak arg=fault=crash arg=at=1 "arg=once=$scratch/crashed" \
        --each depth=1 --positions 4
    expect_good
    expect_in "$out" '^Weak +[0-9.]+ '
    expect_in "$out" '^  told nothing 1 times, the last: position 1: it is gone'
    run peers --engine "cmd=$toy" name=Dead arg=fault=crash arg=at=1 --each depth=1 --positions 2
    expect_status 3
    expect_in "$out" '^Dead +position 2: it is gone'
    expect_refusals peers <<ENDS
|which engine
--engine name=A|one engine only
--engine depth=1 tc=1+1 --engine depth=1|not by tc=
--engine cmd=$toy deph=1|--engine 1: .*did you mean depth=
--each deph=1 --engine cmd=$toy|--each: .*did you mean depth=
--engine cmd=$toy --positions 0|--positions: 0
--engine cmd=$toy --time never|--time: 'never'
--engine cmd=$toy --variant chess|chess
ENDS
    run peers --engine cmd=/nonexistent --positions 1
    expect_refused 'nonexistent' 1
fi

finish
