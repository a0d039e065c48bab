#!/usr/bin/env bash
# Instructions per search node and per perft leaf, counted by callgrind: a figure that does not depend on
# how busy the machine is, only on compiler and processor options.
#
#   bench/instructions.sh PROGRAM              prints what PROGRAM (a brindle) needs
#   bench/instructions.sh PROGRAM --check      and fails if that is more than 5% above bench/instructions.tsv
#   bench/instructions.sh PROGRAM --write      and makes it the baseline in bench/instructions.tsv
#
# Start-up is taken out: each figure is the difference between a longer and a shorter run.  The baseline is
# for gcc 12 and BRINDLE_ARCH=x86-64-v3 (the preset gcc-x86-64-v3); a change that needs more instructions,
# for a good reason, brings a new baseline in the same commit.
set -euo pipefail

program=${1:?usage: ${0##*/} PROGRAM [--check|--write]} mode=${2:-}
baseline=$(dirname "$0")/instructions.tsv
allowed_percent=5

[[ -x $program ]] || { echo "${0##*/}: there is no program '$program'" >&2; exit 2; }
[[ $mode =~ ^(--check|--write)?$ ]] || { echo "${0##*/}: '$mode' is neither --check nor --write" >&2; exit 2; }
command -v valgrind >/dev/null ||
    { echo "${0##*/}: valgrind is needed; '.ci/setup.sh wide' installs it on Debian" >&2; exit 2; }

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# count NAME COMMAND…: "INSTRUCTIONS NODES" of a run, into $scratch/NAME.
count() {
    local out=$scratch/$1.out err=$scratch/$1.err instructions nodes
    if ! valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" "${@:2}" >"$out" 2>"$err"; then
        cat "$err" >&2
        return 1
    fi
    instructions=$(sed -nE 's/.*Collected : ([0-9]+).*/\1/p' "$err")
    nodes=$(sed -nE 's/^([0-9]+) nodes .*/\1/p; s/^Nodes searched: ([0-9]+)$/\1/p' "$out" | tail -n 1)
    [[ -n $instructions && -n $nodes ]] || { echo "no counts from '$program ${*:2}'" >&2; return 1; }
    echo "$instructions $nodes" >"$scratch/$1"
}

# row NAME: the longer run's counts less the shorter one's, as a line of the table.
row() {
    local long_instructions long_nodes short_instructions short_nodes
    read -r long_instructions long_nodes <"$scratch/$1-long"
    read -r short_instructions short_nodes <"$scratch/$1-short"
    awk -v name="$1" -v i=$((long_instructions - short_instructions)) -v n=$((long_nodes - short_nodes)) \
        'BEGIN { printf "%s\t%d\t%d\t%.1f\n", name, i, n, i / n }'
}

# Two at a time: the runs are independent, and callgrind's counts do not mind.
count search-long bench 5 1 1 & long=$!
count search-short bench 1 1 1
count perft-long perft 4
count perft-short perft 3
count make-unmake-long perft 3 --make-leaves
count make-unmake-short perft 2 --make-leaves
wait "$long"

measured=$scratch/measured
{
    printf '# name\tinstructions\tnodes\tinstructions per node\n'
    row search
    row perft
    row make-unmake
} >"$measured"
cat "$measured"

if [[ $mode == --write ]]; then
    cp "$measured" "$baseline"
    echo "written to $baseline"
elif [[ $mode == --check ]]; then
    awk -F '\t' -v allowed=$allowed_percent '
        /^#/ { next }
        FNR == NR { base[$1] = $2; next }
        !($1 in base) { printf "%s: it is not in the baseline\n", $1; bad = 1; next }
        {
            seen++
            change = 100 * ($2 / base[$1] - 1)
            printf "%s: %+.2f%% against the baseline\n", $1, change
            if (change > allowed) {
                printf "%s needs %d instructions, more than %d%% above the baseline of %d; if that is worth it, " \
                    "run bench/instructions.sh PROGRAM --write and commit the new baseline with the change\n", \
                    $1, $2, allowed, base[$1]
                bad = 1
            }
        }
        END { exit bad || seen == 0 }' "$baseline" "$measured"
fi
