#!/usr/bin/env bash
# Configures and builds, with one line of progress:  .ci/build.sh PRESET TARGET [-DNAME=VALUE…]
# Warnings and errors come through; all of it goes to stderr, as stdout belongs to the program.
# From the environment: JOBS (default: one per core), BRINDLE_WERROR (ON in CI).
set -euo pipefail
cd "$(dirname "$0")/.."

preset=$1 target=$2
shift 2
dir=build/$preset
[[ $preset == release ]] && dir=build
title="building $preset"
started=$SECONDS
# CMake starts a make of its own, which is no child of the one that may have started us.
unset MAKEFLAGS MFLAGS MAKELEVEL

if ! command -v cmake >/dev/null; then
    echo "CMake 3.21 or later is needed to build Brindle. '.ci/setup.sh build' installs it on Debian." >&2
    exit 1
fi

if ! log=$(cmake --preset "$preset" -DBRINDLE_WERROR="${BRINDLE_WERROR:-OFF}" "$@" 2>&1); then
    printf '%s\n' "$log" >&2
    exit 1
fi

# Folds the lines of a running build ("[ 42%] Building …" or "[3/7] …") into one, if a person looks.
show_progress() {
    local line
    while IFS= read -r line; do
        if [[ $line =~ ^\[\ *([0-9]+%|[0-9]+/[0-9]+)\] ]]; then
            if [[ -t 2 ]]; then printf '\r%s: %s ' "$title" "${BASH_REMATCH[1]}" >&2; fi
        elif [[ ! $line =~ ^(Consolidate|Scanning|ninja:) ]]; then
            printf '%s\n' "$line" >&2
        fi
    done
    if [[ -t 2 ]]; then printf '\r' >&2; fi
}

cmake --build "$dir" --target "$target" --parallel "${JOBS:-$(nproc)}" | show_progress
printf '%s: done in %d s\n' "$title" $((SECONDS - started)) >&2
