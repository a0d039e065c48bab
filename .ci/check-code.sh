#!/usr/bin/env bash
# Looks at our own code in other ways than compilers and tests do:  .ci/check-code.sh [CHECK…]
#   cppcheck   Debian's cppcheck: warnings, performance, portability
#   analyzer   gcc -fanalyzer
#   integer    clang's checks of integers over the engine proper: bench, perft and random lines; a value that
#              a conversion changes is an error.  Unsigned arithmetic that wraps is what hashing is made of
#              and is not looked at.
#   msan       clang's memory sanitizer over the engine proper: the same
#   valgrind   memcheck over the engine proper (x86-64-v2): the same, shorter, and a choice of the quick tests
# All of them without suppressions; of the tests the sanitizers and clang-tidy see to.  In the environment:
# JOBS, and LINES, how many random lines are sent each time (1000; valgrind: a tenth).
set -euo pipefail
cd "$(dirname "$0")/.."

checks=("$@")
((${#checks[@]})) || checks=(cppcheck analyzer integer msan valgrind)
jobs=${JOBS:-$(nproc)}
lines=${LINES:-1000}
logs=$PWD/build/check-code
mkdir -p "$logs"
failed=0

# Our own sources as the compiler gets them: "FILE COMMAND" a line, without what names the output.
own_commands() {
    .ci/build.sh tidy brindle_generated
    python3 - build/tidy/compile_commands.json "$PWD" <<'PYTHON'
import json, re, sys
for entry in json.load(open(sys.argv[1])):
    name = entry["file"]
    if name.endswith(".c") and not name.startswith(sys.argv[2] + "/tests/"):
        words = re.findall(r'(?:-I|-D|-isystem )\S+', entry["command"])
        print(name, *words)
PYTHON
}

check_cppcheck() {
    .ci/build.sh tidy brindle_generated
    cppcheck --project=build/tidy/compile_commands.json "-i$PWD/tests" --std=c11 -j "$jobs" --quiet \
        --enable=warning,performance,portability --error-exitcode=1
}

analyze() { # FILE WORD…
    local said
    said=$(gcc -std=c11 -O2 -fanalyzer "${@:2}" -c "$1" -o /dev/null 2>&1) || true
    [[ -z $said ]] || { printf '%s\n' "$said"; return 1; }
}

check_analyzer() {
    own_commands >"$logs/commands"
    export -f analyze
    xargs -P "$jobs" -d '\n' -I '{}' bash -c 'analyze {}' <"$logs/commands"
}

storm() { # PROGRAM LINES
    .ci/build.sh test storm
    local protocol
    for protocol in uci xboard; do
        build/test/tests/storm "$protocol" "$1" --lines "$2" --threads 2 --seed 1
    done
}

check_preset() { # PRESET
    .ci/build.sh "$1" brindle
    "build/$1/brindle" bench 5
    "build/$1/brindle" perft 3
    storm "build/$1/brindle" "$lines"
}
check_integer() { check_preset integer; }
check_msan() { check_preset msan; }

check_valgrind() {
    local memcheck=(valgrind --quiet --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite,possible)
    local test target
    # With a small number of short searches: what is run here is some thirty times as slow.
    local tests=(attacks pgn refusal report tt wbook wdl xboard_notation tools_json tools_session)
    for target in brindle storm "${tests[@]/#/test_}"; do .ci/build.sh valgrind "$target"; done
    "${memcheck[@]}" build/valgrind/brindle bench 2
    printf '#!/bin/sh\nexec %s %s/build/valgrind/brindle "$@"\n' "${memcheck[*]}" "$PWD" >"$logs/brindle"
    chmod +x "$logs/brindle"
    storm "$logs/brindle" $((lines / 10))
    for test in "${tests[@]}"; do
        echo "test_$test"
        BRINDLE_TEST_DATA=$PWD/tests/data "${memcheck[@]}" "build/valgrind/tests/test_$test"
    done
}

for check in "${checks[@]}"; do
    started=$SECONDS
    declare -F "check_$check" >/dev/null || { echo "check-code: there is no check '$check'" >&2; exit 2; }
    set +e
    (set -e; "check_$check") </dev/null >"$logs/$check.log" 2>&1
    status=$?
    set -e
    if ((status == 0)); then
        printf 'ok      %-10s %4d s\n' "$check" $((SECONDS - started))
    else
        printf 'FAILED  %-10s %4d s\n' "$check" $((SECONDS - started))
        sed 's/^/    /' "$logs/$check.log"
        failed=1
    fi
done
((failed == 0))
