#!/usr/bin/env bash
# Ways to stop: signals to mpirun and to ranks, a full disk on rank 0, a test that is decided.  What is
# finished is kept, the command to go on is printed, and the exit status is brindle's.
#
#   stops.sh BRINDLE-MPI

# shellcheck source-path=SCRIPTDIR source=../support/checks.sh
. "$(dirname "$0")/../support/checks.sh"
# shellcheck source=../support/ranks.sh
. "$source_dir/tests/support/ranks.sh"
mounted=
trap '[[ -z $mounted ]] || umount "$mounted"; clean_up' EXIT

run_alone match
readarray -t words < <(match_words)

# stop_match TARGET SIGNAL STATUS: once it is midway.
stop_match() {
    enter_new
    start_ranks 3 "${words[@]}"
    while [[ ! -e m.jsonl ]] && kill -0 "$job" 2>/dev/null; do sleep 0.05; done
    await_line m.jsonl '"game":5,'
    local target=$job
    [[ $1 == mpirun ]] || target=$(process_of_rank "$1")
    kill -"$2" "$target"
    expect_end 30
    expect_status "$3"
    expect_in "$err" '^Stopped; what is finished is saved\.  To go on:$'
    expect_in "$err" '^brindle-mpi: [0-9]+ units on 2 ranks '
    expect_in "$out" '^Score of A vs B: '
    resume_ranks 2
    expect_status 0
    expect_whole match
}
stop_match 0 TERM 130
stop_match 1 TERM 130
stop_match mpirun USR1 130
stop_match mpirun TERM 1 # this is mpirun's own status
stop_match mpirun INT 1

# ---- A test that is decided ----

enter_new
sprt=(match --engine name=A cmd="$toy" arg=seed=1 --engine name=B cmd="$toy" arg=fault=resign arg=at=1
    arg=seed=2 --each tc=100+1 --sprt elo0=0 elo1=50 --openings random plies=4 nodes=50)
ranks 4 "${sprt[@]}" --db s.db --pgn s.pgn
expect_status 0
"$alone" "${sprt[@]}" --db t.db --pgn t.pgn >/dev/null 2>&1
expect 'the test is decided elsewhere than in one process' test "$(pgn_of s.pgn)" = "$(pgn_of t.pgn)"

# ---- A full disk ----

if [[ $EUID -eq 0 ]] && mkdir disk && mount -t tmpfs -o size=96k tmpfs disk 2>/dev/null; then
    mounted=$PWD/disk
    data=(datagen --games 400 --nodes 50 --openings-nodes 50 --seed 3)
    head -c 60000 /dev/zero >disk/filler
    ranks 4 "${data[@]}" --out disk/d.data
    expect_status 1
    expect_in "$err" '^brindle datagen: disk/d\.data: it cannot be written: No space left on device$'
    expect_in "$err" '^  mpirun -n 4 brindle-mpi datagen --games 400 '
    rm disk/filler
    cp disk/d.data d.data # there is room for the rest of it here
    ranks 2 "${data[@]}" --out d.data
    expect_status 0
    "$alone" "${data[@]}" --out e.data >/dev/null 2>&1
    expect 'there are other games than in one process' test \
        "$("$alone" data cat d.data | sort -n)" = "$("$alone" data cat e.data | sort -n)"
    umount "$mounted" && mounted=
fi

finish
