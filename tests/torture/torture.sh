#!/usr/bin/env bash
# Hours in minutes:  torture.sh selfplay|analysis PROGRAM MINUTES      (make torture MINUTES=20)
#   selfplay   the program, as it stands in one process, over UCI and over XBoard, plays itself to a small
#              depth, two threads and a tiny hash; no game may end by anything but the rules.  Meant for a
#              build with assertions.
#   analysis   `go infinite` for so long: the memory that it holds, minute by minute, may grow after the
#              second minute by 1% and 1 MiB at most, and in the end there is a move.
# BRINDLE_TORTURE_SEED in the environment: other openings (default 1).
set -euo pipefail

usage() {
    echo "usage: torture.sh selfplay|analysis PROGRAM MINUTES (whole, at least 1; analysis: at least 3)" >&2
    exit 2
}
[[ $# == 3 && $3 =~ ^[1-9][0-9]{0,3}$ ]] || usage
program=$(realpath -e -- "$2")
minutes=$3
scratch=$(mktemp -d)
cd "$scratch"
engine=
clean_up() {
    [[ -z $engine ]] || kill -KILL "$engine" 2>/dev/null || true
    cd /
    rm -rf "$scratch"
}
trap clean_up EXIT
# How long it is still to go, where somebody looks.
tell_left() { [[ ! -t 2 ]] || printf '\r%s: minute %d of %d \033[K' "$1" "$2" "$minutes" >&2; }
end_line() { [[ ! -t 2 ]] || printf '\r\033[K' >&2; }

selfplay() {
    local status=0 minute bad games
    local words=(depth=4 option.Hash=1 option.Threads=2 name=)
    "$program" match --engine "${words[@]}process" --engine "${words[@]}uci" "cmd=$program" proto=uci \
        --engine "${words[@]}xboard" "cmd=$program" proto=xboard --games 1000000 --openings random plies=8 \
        --seed "${BRINDLE_TORTURE_SEED:-1}" --quiet --db games.db --jsonl games.jsonl >table 2>errors &
    engine=$!
    for ((minute = 0; minute < minutes; minute++)); do
        tell_left selfplay "$minute"
        for ((i = 0; i < 60; i++)); do
            kill -0 "$engine" 2>/dev/null || break 2
            sleep 1
        done
    done
    end_line
    kill -INT "$engine" 2>/dev/null || true
    wait "$engine" || status=$?
    engine=
    [[ -e games.jsonl ]] || : >games.jsonl
    games=$(wc -l <games.jsonl)
    bad=$(grep -cvE '"termination": *"normal"' games.jsonl || true)
    echo "selfplay: $games games in $minute minutes, $bad of them ended badly, status $status"
    grep -vE '"termination": *"normal"' games.jsonl | head -n 3 || true
    # 130: interrupted, as was meant.
    if ((status != 130 || games == 0 || bad > 0)); then
        tail -n 20 errors table
        return 1
    fi
}

resident_kib() { sed -n 's/^VmRSS:[^0-9]*\([0-9]*\) kB$/\1/p' "/proc/$1/status"; }

analysis() {
    local minute now base=0 grown
    ((minutes >= 3)) || usage
    coproc ENGINE { exec "$program" uci; }
    engine=$ENGINE_PID
    exec {to}>&"${ENGINE[1]}" {from}<&"${ENGINE[0]}"
    cat <&"$from" >said &
    printf 'setoption name Threads value 2\nsetoption name Hash value 16\nposition startpos\ngo infinite\n' >&"$to"
    echo 'minute  resident KiB'
    for ((minute = 1; minute <= minutes; minute++)); do
        tell_left analysis $((minute - 1))
        sleep 60
        end_line
        now=$(resident_kib "$engine")
        [[ -n $now ]] || { echo "analysis: the program has ended" >&2; return 1; }
        printf '%6d  %12d\n' "$minute" "$now"
        ((minute != 2)) || base=$now
    done
    printf 'stop\nquit\n' >&"$to"
    exec {to}>&-
    wait "$engine"
    engine=
    wait
    grep '^info depth .* pv ' said | tail -n 1 | cut -c1-100
    grep '^bestmove [a-k]' said
    grown=$((now - base))
    echo "analysis: $grown KiB more after minute $minutes than after the second"
    ((grown <= base / 100 + 1024))
}

case $1 in
selfplay | analysis) "$1" ;;
*) usage ;;
esac
