#!/usr/bin/env bash
# How well a match scales over MPI: many ranks, whose engines only sleep.
#
#   bench/mpi_scaling.sh BRINDLE-MPI TOY-ENGINE [RANKS [MS-PER-MOVE [GAMES-PER-RANK]]]
#
# The games all have the same length.  Efficiency is the time that engines slept over the time that
# passed, from the beginning of the job to its end, times the ranks.
set -euo pipefail

program=$(realpath -e -- "$1") toy=$(realpath -e -- "$2")
ranks=${3:-64} think=${4:-500} each=${5:-6}
moves=20 # of each side
games=$((((ranks - 1) * each + 1) / 2 * 2))
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1

mpirun --oversubscribe -n "$ranks" "$program" match \
    --engine name=A cmd="$toy" arg=seed=1 --engine name=B cmd="$toy" arg=seed=2 \
    --each tc=1000+10 arg=think="$think" --rounds $((games / 2)) --maxmoves $moves \
    --openings random plies=4 nodes=50 --db m.db --jsonl m.jsonl --quiet >out 2>err </dev/null ||
    { cat out err >&2; exit 1; }
grep '^brindle-mpi: ' err
played=$(grep -oE '"plies":[0-9]+' m.jsonl | cut -d : -f 2 | awk '{ sum += $1 } END { print sum }')
seconds=$(grep -oE ' in [0-9.]+ s;' err | tr -dc 0-9.)
awk -v plies="$played" -v games="$(wc -l <m.jsonl)" -v think="$think" -v seconds="$seconds" -v ranks="$ranks" 'BEGIN {
    slept = (plies - 4 * games) * think / 1000 # openings are not thought about
    printf "%d games, %.0f s of sleep in %.1f s: %.1f%% of %d ranks, %.1f%% of the %d with workers\n", games,
        slept, seconds, 100 * slept / seconds / ranks, ranks, 100 * slept / seconds / (ranks - 1), ranks - 1
}'
