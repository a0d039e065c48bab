#!/usr/bin/env bash
# Fails when a file includes from a floor above its own: bitboard < eval < engine < its tools library < the rest.
set -euo pipefail
cd "$(dirname "$0")/.."

# climbs FLOOR ABOVE: the includes of FLOOR's files that match ABOVE. main.c stands on top of all.
climbs() {
    [[ -d $1 ]] || return 0
    grep -rnE --include='*.[ch]' "^[[:space:]]*#[[:space:]]*include[[:space:]]*\"($2)/" "$1" |
        grep -v '^engine/main\.c:' || true
}

# The rooms of the tools library, as CMakeLists.txt has them; brindle-mpi (engine/mpi) is a program on top of it.
tools=$(sed -nE 's/^set\(tools_rooms (.*)\)$/\1/p' CMakeLists.txt | tr ' ' '|')
[[ -n $tools ]]

found=$(
    climbs bitboard 'eval|engine|tune|bench|tests'
    climbs eval 'engine|tune|bench|tests'
    climbs engine 'tune|bench|tests'
    climbs tune 'bench|tests'
    climbs bench 'tests'
    climbs engine "engine/($tools)" | grep -vE "^engine/($tools|mpi)/" || true
)
[[ -z $found ]] && exit 0
printf 'these includes climb a floor:\n%s\n' "$found" >&2
exit 1
