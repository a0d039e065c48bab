# shellcheck shell=bash
# What the scripts in tests/mpi share, beside checks.sh: runs of brindle-mpi, ranks to be killed, and
# jobs that are held against what one process makes of them.
#
#   mpi/NAME.sh BRINDLE-MPI      with `brindle` beside it and the toy engine in $BRINDLE_TOY

# shellcheck source=games.sh
. "$source_dir/tests/support/games.sh"
command -v mpirun >/dev/null || skip 'there is no mpirun'
alone=$(dirname "$program")/brindle
toy=${BRINDLE_TOY:-$(dirname "$program")/tests/toy_engine}

# mpirun does not start as root unless it is told twice; a machine has fewer cores than we ranks.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export BRINDLE_MPI_TEST=$scratch # marks the processes of this script
launch=(mpirun --oversubscribe)

# ---- Runs ----

# ranks N ARGUMENT…: brindle-mpi on so many ranks.
ranks() {
    start_ranks "$@"
    wait "$job"
    status=$?
    job=
}
# start_ranks N ARGUMENT…: in the background; mpirun is process $job.
start_ranks() {
    called="(mpi, $1 ranks) ${*:2}"
    : >"$out" 2>"$err"
    set -m
    "${launch[@]}" -n "$1" "$program" "${@:2}" >"$out" 2>"$err" </dev/null &
    job=$!
    set +m
}
# resume_ranks N: runs the command that the last run printed, on so many ranks.
resume_ranks() {
    local line words
    line=$(grep -aE '^  mpirun -n [0-9]+ brindle-mpi ' "$err" | tail -n 1)
    expect 'no command to go on with was printed' test -n "$line"
    eval "words=(${line#*brindle-mpi })"
    ranks "$1" "${words[@]}"
}

# The process of rank R; nothing if there is none.
process_of_rank() {
    local pid
    for pid in $(pgrep -x brindle-mpi); do
        tr '\0' '\n' <"/proc/$pid/environ" 2>/dev/null | awk -v run="BRINDLE_MPI_TEST=$scratch" \
            -v rank="OMPI_COMM_WORLD_RANK=$1" '$0 == run || $0 == rank { n++ } END { exit n != 2 }' &&
            echo "$pid"
    done
}
# kill_ranks R|all: without a warning.
kill_ranks() {
    if [[ $1 == all ]]; then
        kill -KILL "$job"
        local rank
        for ((rank = 0; rank < 16; rank++)); do process_of_rank $rank | xargs -r kill -KILL; done
    else
        process_of_rank "$1" | xargs -r kill -KILL
    fi 2>/dev/null
    wait "$job" 2>/dev/null
    status=$?
    job=
}

# ---- Jobs ----
#
# Each is a function JOB_words, whose lines are the words of its command line; JOB_done prints how
# far it is, JOB_midway is how far it should be when it is killed, and JOB_result prints what came of
# it.  All is in the current directory.

games=60
match_words() {
    printf '%s\n' match --engine name=A cmd="$toy" arg=seed=1 --engine name=B cmd="$toy" arg=seed=2 \
        --each tc=100+1 arg=think=5 arg=style=greedy --rounds $((games / 2)) \
        --openings random plies=4 nodes=50 --maxmoves 25 --db m.db --pgn m.pgn --jsonl m.jsonl
}
match_done() { wc -l <m.jsonl; }
match_midway=12
match_result() { pgn_of m.pgn; games_of m.jsonl; }

datagen_words() { printf '%s\n' datagen --out d.data --games 60 --nodes 500 --variant both --seed 5 --concurrency 1; }
datagen_done() { stat -c %s d.data; }
datagen_midway=4000
datagen_result() { "$alone" data cat d.data | sort -n; }

expand_words() { printf '%s\n' book expand b.db --positions 200 --nodes 4000 --round 16 --concurrency 1; }
expand_done() { stat -c %s b.db-wal; }
expand_midway=200000
expand_result() { "$alone" book dump b.db; }

analyse_words() {
    printf '%s\n' analyse --epd p.epd --nodes 2000 --multipv 2 --session s.db --epd-out a.epd
    cut -d ' ' -f 1-4 "$source_dir/tests/data/perft/wildebeest.epd" >p.epd
}
analyse_done() { grep -c . "$out"; }
analyse_midway=20
analyse_result() { sed -E 's/acs [0-9]+;//' a.epd; }

# run_alone JOB: by one process; what comes of it is in JOB.wanted.
run_alone() {
    local words
    mkdir "$scratch/alone" && cd "$scratch/alone" || exit 1
    readarray -t words < <("$1_words")
    called="(alone) ${words[*]}"
    "$alone" "${words[@]}" >"$out" 2>"$err" </dev/null
    status=$?
    expect_status 0
    "$1_result" >"$scratch/$1.wanted"
    expect 'nothing came of it' test -s "$scratch/$1.wanted"
    cd "$scratch" || exit 1
    rm -rf alone
}
expect_whole() { # JOB
    "$1_result" >"$scratch/$1.got"
    expect "$1 on ranks is not what one process makes" diff "$scratch/$1.wanted" "$scratch/$1.got"
}
enter_new() {
    cd "$scratch" || exit 1
    rm -rf ranks
    mkdir ranks && cd ranks || exit 1
}
# begin_and_kill JOB N R: until it is midway on N ranks, when R is killed.  On a machine that is so
# fast, or stalls so long, that the job has ended before that, it is tried again.
begin_and_kill() {
    local words try
    readarray -t words < <("$1_words")
    for ((try = 0; try < 5; try++)); do
        enter_new
        "$1_words" >/dev/null
        start_ranks "$2" "${words[@]}"
        while kill -0 "$job" 2>/dev/null && (($("$1_done" 2>/dev/null || true) + 0 < $1_midway)); do
            sleep 0.02
        done
        kill_ranks "$3"
        [[ $status -eq 0 ]] || return
    done
    expect "$1 ends before it can be killed" false
}
# go_on JOB N: to the end.
go_on() {
    local words
    if [[ $1 == match ]]; then
        resume_ranks "$2"
    else
        readarray -t words < <("$1_words")
        ranks "$2" "${words[@]}"
    fi
    expect_status 0
}
# expect_resumed JOB N R M: killed on N ranks and gone on with on M, it is as by one process.
expect_resumed() {
    begin_and_kill "$1" "$2" "$3"
    expect 'the run outlived a rank' test "$status" -ne 0
    go_on "$1" "$4"
    if [[ $1 == match ]]; then # the others say less of what was there before
        expect 'games were played twice' test "$(sed -nE 's/^brindle-mpi: ([0-9]+) units .*/\1/p' "$err")" \
            -le $((games - match_midway))
    fi
    expect_whole "$1"
}
