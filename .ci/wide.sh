#!/usr/bin/env bash
# The checks that go beyond this machine's compiler and processor; `make test-wide` runs it.
#   tests-clang, tests-tsan   the quick tests, compiled by clang, and those with threads, with its thread sanitizer
#   gcc-*, clang-*            every BRINDLE_ARCH: `bench` visits the same number of nodes as build/brindle
#   aarch64                   the same on 64-bit ARM under qemu, and perft
#   instructions              of fixed small runs, against bench/instructions.tsv
#   bench                     brindle-bench: builds, its alternatives agree, each benchmark runs
#   perft, floors, format, tidy
# Independent checks run side by side, each into build/wide/NAME.log; a failing one shows its log.
set -euo pipefail
cd "$(dirname "$0")/.."

export BRINDLE_WERROR=ON
export BRINDLE_RESULTS=${BRINDLE_RESULTS:-$PWD/build/wide/results}
logs=build/wide
rm -rf "$logs"
mkdir -p "$logs"
cores=$(nproc)

# The array's perft 4, on which several independent programs agree.
array_perft_4=4519903

# The node total in what `bench` or `perft` printed: "N nodes", "Nodes: N" or "Bench: N", the last of them.
node_total() {
    sed -nE 's/.*(^|[^0-9])([0-9]+) +nodes.*/\2/Ip; s/^(.*[^a-z])?(nodes|bench)[^0-9]*[:=] *([0-9]+).*/\3/Ip' |
        tail -n 1 | grep . || { echo "no node total in the output" >&2; return 1; }
}

same() { # WHAT GOT WANTED
    [[ $2 == "$3" ]] && return
    echo "$1: $2 nodes, but $3 were expected"
    return 1
}

check_perft() { same "perft 4" "$(build/brindle perft 4 | node_total)" $array_perft_4; }
check_floors() { .ci/floors.sh; }
check_format() { .ci/format.sh --check; }
check_tests-clang() { .ci/test.sh clang-test quick; }
check_tests-tsan() { .ci/test.sh tsan threads; }

can_run() { # ARCH: whether this processor has what code for ARCH may use
    local flag need
    case $1 in
    x86-64-v3) need="avx2 bmi2 fma" ;;
    x86-64-v2) need="sse4_2 popcnt ssse3" ;;
    *) return 0 ;;
    esac
    for flag in $need; do grep -qw "$flag" /proc/cpuinfo || return 1; done
}

check_arch() { # COMPILER-ARCH, a preset
    .ci/build.sh "$1" brindle
    if can_run "${1#*-}"; then
        same "bench of $1" "$("build/$1/brindle" bench | node_total)" "$bench_total"
    else
        echo "this processor cannot run ${1#*-} code: built, not run"
    fi
}

check_aarch64() {
    .ci/build.sh aarch64 brindle
    same "perft 4 on aarch64" "$(qemu-aarch64 build/aarch64/brindle perft 4 | node_total)" $array_perft_4
    same "bench on aarch64" "$(qemu-aarch64 build/aarch64/brindle bench | node_total)" "$bench_total"
}

check_bench() {
    .ci/build.sh release brindle-bench -DBRINDLE_BENCHMARKS=ON
    build/brindle-bench --benchmark_min_time=0.001 --benchmark_filter='-MiB:(64|256|1024|4096)$'
}

check_instructions() { # of the program that check_arch has built
    local version
    version=$(gcc -dumpversion)
    if [[ ${version%%.*} != 12 ]] || ! can_run x86-64-v3; then
        echo "the baseline is for gcc 12 and x86-64-v3; this is gcc $version: not checked"
        return
    fi
    bench/instructions.sh build/gcc-x86-64-v3/brindle --check
}

check_tidy() {
    local tidy
    tidy=$(command -v clang-tidy-14 || command -v clang-tidy)
    .ci/build.sh tidy brindle_generated
    # Not the one C++ file: the analyzer takes what Google Benchmark registers for good for leaks.  Tests
    # are run under sanitizers anyway, and the analyzer, which takes two thirds of the time, leaves them out.
    local status=0
    sed -nE 's/^ *"file": "(.*\.c)",?$/\1/p' build/tidy/compile_commands.json | sort -u >"$logs/sources"
    tidy_all() { # FILES ARGUMENT…
        xargs -d '\n' -n 1 -P "${JOBS:-$cores}" "$tidy" --quiet -p build/tidy "${@:2}" <"$1" \
            2> >(sed '/warnings\{0,1\} generated\.$/d' >&2) || status=1
    }
    grep -v "^$PWD/tests/" "$logs/sources" >"$logs/sources-own"
    grep "^$PWD/tests/" "$logs/sources" >"$logs/sources-tests"
    tidy_all "$logs/sources-own"
    tidy_all "$logs/sources-tests" '--checks=-clang-analyzer-*'
    return $status
}

run_check() { # NAME COMMAND…
    local name=$1 log=$logs/$1.log started=$SECONDS ok=1
    shift
    # A fresh shell state would lose the functions; `set -e` has to hold inside, hence no `if "$@"`.
    set +e
    (set -e; "$@") </dev/null >"$log" 2>&1
    (($? == 0)) || ok=0
    set -e
    # .ci/test.sh has counted its own test cases.
    [[ $name == tests-* ]] || echo "$ok $((1 - ok)) 0 $name" >>"$BRINDLE_RESULTS"
    if ((ok)); then
        printf 'ok      %-18s %4d s\n' "$name" $((SECONDS - started))
    else
        printf 'FAILED  %-18s %4d s\n' "$name" $((SECONDS - started))
        sed 's/^/    /' "$log"
        touch "$logs/failed"
    fi
}

start() { # runs a check in the background as soon as a core is free
    while (($(jobs -rp | wc -l) >= cores)); do wait -n || true; done
    run_check "$@" &
}

.ci/build.sh release brindle -DBRINDLE_ARCH=native
bench_total=$(build/brindle bench | node_total)
echo "bench of build/brindle: $bench_total nodes"

# Side by side, one core each (on big machines a few): the long ones first.
arches=(native generic)
[[ $(uname -m) == x86_64 ]] && arches+=(x86-64-v3 x86-64-v2)
lane_jobs=$((cores / 4 > 1 ? cores / 4 : 1))
JOBS=$lane_jobs start tests-tsan check_tests-tsan
JOBS=$lane_jobs start tests-clang check_tests-clang
JOBS=$lane_jobs start aarch64 check_aarch64
for arch in "${arches[@]}"; do
    for compiler in gcc clang; do
        JOBS=$lane_jobs start "$compiler-$arch" check_arch "$compiler-$arch"
    done
done
start perft check_perft
start floors check_floors
start format check_format
JOBS=$lane_jobs start bench check_bench
wait
[[ $(uname -m) != x86_64 ]] || run_check instructions check_instructions
run_check tidy check_tidy

[[ ! -e $logs/failed ]]
