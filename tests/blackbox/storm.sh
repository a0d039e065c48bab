#!/usr/bin/env bash
# Random lines for the engine by both protocols: tests/storm/storm.c says what must hold.
#
#   storm.sh PROGRAM
#
# From the environment: BRINDLE_STORM, the program that sends them; BRINDLE_STORM_SEED, for other lines
# than the ones of every run; BRINDLE_TEST_FULL, for BRINDLE_STORM_LINES (100000) of each kind.

# shellcheck source-path=SCRIPTDIR source=../support/checks.sh
. "$(dirname "$0")/../support/checks.sh"

[[ -x ${BRINDLE_STORM:-} ]] || skip 'BRINDLE_STORM does not name the program that sends lines'
lines=300
[[ -z ${BRINDLE_TEST_FULL:-} ]] || lines=${BRINDLE_STORM_LINES:-100000}

storm() { # PROTOCOL THREADS
    called="storm $1, $2 threads"
    "$BRINDLE_STORM" "$1" "$program" --lines "$lines" --threads "$2" --seed "${BRINDLE_STORM_SEED:-$2}" >"$out" 2>"$err"
    status=$?
    cat "$out"
    [[ $status -eq 0 ]] || cat "$err"
    expect_good
}

if [[ -n ${BRINDLE_TEST_FULL:-} ]]; then
    storm uci 1
    storm uci 8
    storm xboard 1
fi
storm uci 2
storm xboard 2

finish
