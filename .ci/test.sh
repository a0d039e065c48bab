#!/usr/bin/env bash
# Builds a preset and runs its tests:  .ci/test.sh PRESET LABELS      (LABELS: quick, threads, mpi, or 'quick|full')
# One test more than there are cores, as some wait for engines most of the time.
# From the environment: JOBS, BRINDLE_WERROR, and BRINDLE_RESULTS, a file that gets a line of counts.
set -euo pipefail
cd "$(dirname "$0")/.."

preset=$1 labels=$2
dir=build/$preset
junit=$PWD/$dir/junit.xml
rm -f "$junit"

# "passed failed skipped name", read from what ctest wrote; a run that wrote nothing has failed.
count() {
    local status=$? total=0 failed=0 skipped=0
    if [[ -f $junit ]]; then
        attribute() { grep -o -m1 " *$1=\"[0-9]*\"" "$junit" | head -n1 | tr -dc 0-9; }
        total=$(attribute tests) failed=$(attribute failures) skipped=$(attribute skipped)
    fi
    if ((status != 0 && failed == 0)); then failed=1 total=$((total + 1)); fi
    echo "$((total - failed - skipped)) $failed $skipped tests-$preset" >>"${BRINDLE_RESULTS:-/dev/null}"
}
trap count EXIT

target=all
[[ $preset == mpi ]] && target=mpi_tests # the rest is in the other presets
.ci/build.sh "$preset" $target

export ASAN_OPTIONS=strict_string_checks=1:detect_stack_use_after_return=1
export UBSAN_OPTIONS=print_stacktrace=1
export TSAN_OPTIONS=halt_on_error=1:second_deadlock_stack=1
wrapper=()
# The thread sanitizer of clang 14 gives up where newer kernels spread addresses more widely.
if [[ $preset == tsan ]] && setarch "$(uname -m)" -R true 2>/dev/null; then
    wrapper=(setarch "$(uname -m)" -R)
fi
"${wrapper[@]}" ctest --test-dir "$dir" --label-regex "^($labels)$" --parallel "${JOBS:-$(($(nproc) + 1))}" \
    --output-on-failure --no-tests=error --output-junit "$junit"
