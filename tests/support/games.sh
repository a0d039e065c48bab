# shellcheck shell=bash
# Games without what differs from run to run.
games_of() {
    sed -E 's/"(started_at|elapsed_ms|outside_us|runner_cpu_us)":[^,]*,//g; s/,[0-9]+\]/]/g' "$1"
}
pgn_of() {
    sed -E '/^\[(UTC)?(Date|Time) /d; /^\[GameDuration /d' "$1" | tr '\n' ' ' |
        sed -E 's/ [0-9]+\.[0-9]{3}s//g'
}
