#!/usr/bin/env bash
# Lays out all sources with clang-format 14, or with --check only says what is not laid out.
set -euo pipefail
cd "$(dirname "$0")/.."

formatter=$(command -v clang-format-14 || command -v clang-format) ||
    { echo "clang-format 14 is needed; '.ci/setup.sh wide' installs it on Debian." >&2; exit 1; }
# Other releases lay some lines out differently.
"$formatter" --version | grep -q 'version 14\.' ||
    { echo "$formatter is not release 14, which the sources are laid out with." >&2; exit 1; }

mode=(-i)
[[ ${1:-} == --check ]] && mode=(--dry-run -Werror)
find . \( -path ./build -o -path './.*' \) -prune -o -type f \( -name '*.c' -o -name '*.h' -o -name '*.cc' \) -print0 |
    xargs -0 --no-run-if-empty "$formatter" --style=file "${mode[@]}"
