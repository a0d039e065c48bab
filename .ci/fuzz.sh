#!/usr/bin/env bash
# Fuzzes:  .ci/fuzz.sh SECONDS [TARGET…]      (all targets of tests/fuzz, each for SECONDS, one a core)
# Builds with clang's libFuzzer, address and undefined-behaviour sanitizers into build/fuzz.  What a run
# finds out stays in build/fuzz/found/TARGET, and the next run begins with it.  An input that breaks
# something is kept in build/fuzz/findings and printed with the command that repeats it; exit status 1.
# FUZZ_RUNS=N in the environment: N inputs each, not SECONDS.
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=$1
shift
build=build/fuzz
mkdir -p "$build/found" "$build/findings" "$build/logs"
.ci/build.sh fuzz fuzz_targets
bin=$build/tests/fuzz

targets=("$@")
if ((${#targets[@]} == 0)); then
    for source in tests/fuzz/fuzz_*.c; do
        name=${source##*/fuzz_}
        targets+=("${name%.c}")
    done
fi
for target in "${targets[@]}"; do
    [[ -f tests/fuzz/fuzz_$target.c ]] || { echo "fuzz: there is no target '$target'" >&2; exit 2; }
done

"$bin/fuzz_seeds" "$build/seeds"
export ASAN_OPTIONS=allocator_may_return_null=1:detect_stack_use_after_return=1
export UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1

run_target() { # TARGET: one line about the run; 1 if it has found something
    local target=$1 status=0 folder folders=() limit=4096
    local log=$build/logs/$target.log
    [[ $target == search || $target == rules ]] && limit=256
    mkdir -p "$build/found/$target"
    for folder in "tests/fuzz/corpus/$target" "tests/fuzz/regressions/$target" "$build/seeds/$target"; do
        [[ -d $folder ]] && folders+=("$folder")
    done
    local bound=(-max_total_time="$seconds")
    [[ -z ${FUZZ_RUNS:-} ]] || bound=(-runs="$FUZZ_RUNS")
    nice -n "${FUZZ_NICE:-10}" "$bin/fuzz_$target" "${bound[@]}" -max_len=$limit -timeout=20 -rss_limit_mb=3000 \
        -dict="tests/fuzz/dictionaries/$target.dict" -artifact_prefix="$build/findings/$target-" \
        -print_final_stats=1 -verbosity=1 "$build/found/$target" "${folders[@]}" >"$log" 2>&1 || status=$?
    local executions rate coverage
    executions=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
    rate=$(sed -n 's/^stat::average_exec_per_sec: *//p' "$log")
    coverage=$(grep -o 'cov: [0-9]* ft: [0-9]*' "$log" | tail -n 1)
    printf '%-12s %10s executions %7s/s  %s\n' "$target" "${executions:-?}" "${rate:-?}" "${coverage:-}"
    ((status == 0)) && return
    local finding
    finding=$(sed -n 's/.*Test unit written to //p' "$log" | tail -n 1)
    sed -n '/^==.*ERROR\|runtime error\|does not hold\|^error:\|SUMMARY/p' "$log" | head -n 5 | sed 's/^/    /'
    printf '    FOUND: %s\n    again: %s %s\n    (%s)\n' "${finding:-?}" "$bin/fuzz_$target" "${finding:-}" "$log"
    return 1
}

failed=$build/findings/.failed
rm -f "$failed"
for target in "${targets[@]}"; do
    while (($(jobs -rp | wc -l) >= ${JOBS:-$(nproc)})); do wait -n || true; done
    { run_target "$target" || touch "$failed"; } &
done
wait
[[ ! -e $failed ]]
