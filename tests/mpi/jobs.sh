#!/usr/bin/env bash
# The long jobs on 2, 4 and 8 ranks of this machine: each is killed midway, in one of its ranks or
# altogether, and gone on with on another number of ranks.  What comes of it is what one process makes.
#
#   jobs.sh BRINDLE-MPI [JOB…]

# shellcheck source-path=SCRIPTDIR source=../support/checks.sh
. "$(dirname "$0")/../support/checks.sh"
# shellcheck source=../support/ranks.sh
. "$source_dir/tests/support/ranks.sh"

jobs=("${@:2}")
[[ $# -gt 1 ]] || jobs=(match datagen expand analyse)
for kind in "${jobs[@]}"; do
    run_alone $kind
    expect_resumed $kind 2 1 4
    expect_resumed $kind 4 0 8
    expect_resumed $kind 8 all 2
    # Nothing left to do: nobody is asked for anything.
    go_on $kind 4
    expect_not_in "$err" '^brindle-mpi: '
    expect_whole $kind
done

finish
