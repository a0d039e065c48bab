# shellcheck shell=bash
# What the scripts in tests/blackbox share: ways to run the program, and checks of what came of it.
#
#   . "$(dirname "$0")/../support/checks.sh"
#
# The script's first argument is the program.  From here on the script is in an empty directory of
# its own, $scratch; the sources are in $source_dir.  Checks say what went wrong and go on; `finish`, at the end of the script, tells
# how many there were and makes exit status 1 of a failure.  77: something is missing, see `skip`.
set -u

program=$(realpath -e -- "${1:?usage: ${0##*/} PROGRAM}") || exit 1
source_dir=$(cd "$(dirname "$0")/../.." && pwd) || exit 1 # the sources that this script belongs to
scratch=$(mktemp -d) || exit 1
job= # the process that `start` started, until it has ended
clean_up() {
    [[ $BASHPID -eq $$ ]] || return # a child that a signal hit before it became the program
    [[ -z $job ]] || kill -KILL "$job"
    cd /
    rm -rf "$scratch"
}
trap clean_up EXIT
cd "$scratch" || exit 1

# What the checks look at: standard output, standard error and exit status of the last run, and what
# was run.  A script that starts the program in a way that is not below sets them itself.
out=$scratch/out err=$scratch/err status=0 called=
: >"$out" 2>"$err"

said=$scratch/said # by the command of the last check
checks=0 failures=0

# skip REASON: ends the script; it does not count.
skip() {
    printf 'Skipped: %s\n' "$1"
    exit 77
}
# need_command NAME: this command is in the program.
need_command() {
    "$program" help "$1" >/dev/null 2>&1 || skip "this program has no command '$1'"
}

finish() {
    printf '%d checks, %d failures\n' "$checks" "$failures"
    [[ $failures -eq 0 ]] || exit 1
    exit 0
}

# ---- Runs ----

# run ARGUMENT…: the program, with nothing on standard input.
run() {
    run_on /dev/null "$@"
}
# run_on FILE ARGUMENT…: with the file on standard input.
run_on() {
    call_is "$@"
    "$program" "${@:2}" >"$out" 2>"$err" <"$1"
    status=$?
}
call_is() { # FILE ARGUMENT…
    called=${*:2}
    [[ $1 == /dev/null ]] || called+=" <$1"
}
# run_to_full ARGUMENT…: into a disk that is full.
run_to_full() {
    called="$* >/dev/full"
    : >"$out"
    "$program" "$@" >/dev/full 2>"$err" </dev/null
    status=$?
}
# run_to_head ARGUMENT…: for a reader that goes away after the first line.  Leaves $status alone.
run_to_head() {
    called="$* | head -n 1"
    "$program" "$@" 2>"$err" </dev/null | head -n 1 >"$out"
}

# start ARGUMENT…, start_on FILE ARGUMENT…: in the background, as process $job.
start() {
    start_on /dev/null "$@"
}
start_on() {
    call_is "$@"
    : >"$out" 2>"$err"
    # A background job of a script is born deaf to SIGINT, unless job control is on.
    set -m
    "$program" "${@:2}" >"$out" 2>"$err" <"$1" &
    job=$!
    set +m
}
# await_line FILE EXTENDED_REGEX: waits until some line matches, but no longer than 30 seconds.
await_line() {
    local tries
    for ((tries = 0; tries < 600; tries++)); do
        grep -aqE -- "$2" "$1" && break
        sleep 0.05
    done
}
# expect_end SECONDS: $job ends by itself within that time; afterwards it has ended in any case.
expect_end() {
    local tries
    for ((tries = 0; tries < 20 * $1; tries++)); do
        kill -0 "$job" || break
        sleep 0.05
    done
    expect "it did not end within $1 seconds" not kill -KILL "$job"
    wait "$job"
    status=$?
    job=
} 2>/dev/null # where bash would tell of a job that was killed

# ---- Checks ----

# expect COMPLAINT COMMAND…: the command succeeds.  If not, the complaint is shown with what was
# run, what came out, and what the command had to say.
expect() {
    checks=$((checks + 1))
    "${@:2}" >"$said" 2>&1 && return
    failures=$((failures + 1))
    printf 'FAILED after brindle %s\n  %s\n' "$called" "$1"
    sed 's/^/  out: /' "$out" | head -n 20
    sed 's/^/  err: /' "$err" | head -n 20
    sed 's/^/  check: /' "$said" | head -n 20
}
# not COMMAND…: for `expect`, a command that is to fail.
not() {
    ! "$@"
}

expect_status() { # STATUS
    expect "exit status $status, not $1" test "$status" -eq "$1"
}
# expect_same GOT WANTED WHAT
expect_same() {
    expect "$3: '$1', not '$2'" test "$1" = "$2"
}
# expect_in, expect_not_in FILE EXTENDED_REGEX: some line matches, or none.
expect_in() {
    expect "no line of ${1##*/} matches /$2/" grep -aqE -- "$2" "$1"
}
expect_not_in() {
    expect "a line of ${1##*/} matches /$2/" not grep -aqE -- "$2" "$1"
}
# expect_line FILE LINE: that line is there.
expect_line() {
    expect "no line of ${1##*/} is '$2'" grep -axqF -- "$2" "$1"
}
# expect_last EXTENDED_REGEX: the last line of standard output matches.
expect_last() {
    expect "the last line does not match /$1/" grep -aqE -- "$1" <<<"$(tail -n 1 "$out")"
}
expect_empty() { # FILE
    expect "${1##*/} is not empty" test ! -s "$1"
}
# The ordinary success: status 0 and nothing on standard error.
expect_good() {
    expect_status 0
    expect_empty "$err"
}
# expect_refusals COMMAND: for each line "ARGUMENTS|EXTENDED_REGEX" of standard input, the command
# with these arguments, which are separated by blanks, is refused with such a message.
expect_refusals() {
    local words message list
    while IFS='|' read -r words message; do
        [[ -n $words ]] || continue
        read -r -a list <<<"$words"
        run "$1" "${list[@]}"
        expect_refused "^brindle $1: .*$message"
    done
}
# expect_refused EXTENDED_REGEX [STATUS]: this status, 2 for a usage error unless told; nothing on
# standard output; one line on standard error, which matches.
expect_refused() {
    expect_status "${2:-2}"
    expect_empty "$out"
    expect_in "$err" "$1"
    expect_same "$(wc -l <"$err")" 1 'lines on stderr'
}
