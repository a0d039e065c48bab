#!/usr/bin/env bash
# Every command that writes, where it cannot: a full disk, a directory that may not be written, no
# directory at all, no standard output, a reader that goes away; signals and the end of the input in
# the middle of a search; and names with blanks and letters beyond ASCII.
#
#   faults.sh PROGRAM        (what needs a small disk of its own runs as root only)

# shellcheck source-path=SCRIPTDIR source=../support/checks.sh
. "$(dirname "$0")/../support/checks.sh"
need_command datagen

toy=${BRINDLE_TOY:-}
[[ -x $toy ]] || skip 'no toy engine in BRINDLE_TOY'

# ---- What there is to read ----

# Names that a shell, or a program that pastes command lines together, would take apart.
place="$scratch/ein Ort \$(touch here); ü"
mkdir "$place"
games=$place/games.pgn data=$place/games.data book=$place/book.db published=$place/published.wbook
cat >"$games" <<'ENDS'
[Event "one"]
[Variant "wildebeest"]

1. e4 {a comment} e7 2. Nc3 Nc8 1-0

[Event "two"]
[Variant "wildebeest"]

1. d4 e7 1/2-1/2
ENDS
cat >"$place/match.pgn" <<'ENDS'
[White "a"]
[Black "b"]
[Variant "wildebeest"]

1. e4 1-0
ENDS
run datagen --out "$data" --games 4 --nodes 40 --hash 1 --openings-nodes 40 --concurrency 1
expect_good
run book from-pgn "$games" --book "$book"
expect_good
run book export "$book" "$published" --weights stored
expect_good
expect 'a file name was obeyed' test ! -e here

# The commands that write a file TO, and no other.
writers=(
    'datagen --out TO --games 2 --nodes 40 --hash 1 --openings-nodes 40 --concurrency 1'
    'data cat DATA --output TO'
    'data export DATA --output TO'
    'data merge TO DATA'
    'data import TO GAMES'
    'pgn fix GAMES --output TO'
    'pgn to-epd GAMES --every --output TO'
    'pgn extract GAMES --output TO'
    'book from-pgn GAMES --book TO'
    'book export BOOK TO --weights stored'
    'book dump BOOK --output TO'
    'book merge TO PUBLISHED PUBLISHED'
    'diagram -o TO'
)
words_of() { # COMMAND LINE, TO: sets `words`
    local word
    words=()
    for word in $1; do
        case $word in
        TO) word=$2 ;;
        DATA) word=$data ;;
        GAMES) word=$games ;;
        MATCH) word=$place/match.pgn ;;
        BOOK) word=$book ;;
        PUBLISHED) word=$published ;;
        esac
        words+=("$word")
    done
}
ending() { # COMMAND LINE: of the names of its files
    case $1 in
    diagram*) echo .svg ;;
    *) echo .x ;;
    esac
}
# expect_nothing_left DIRECTORY: no file of any name, but for an empty one that only took the name.
expect_nothing_left() {
    expect "something was left behind in $1" test -z "$(find "$1" -mindepth 1 -size +0 ! -name filler)"
}
expect_failure() { # the message names the file
    expect "exit status 0" test "$status" -ne 0
    expect "killed by a signal: $status" test "$status" -lt 128
    expect_in "$err" "$1"
}

good=$scratch/good
mkdir "$good"
number=0
for line in "${writers[@]}"; do
    number=$((number + 1))
    to="$good/$number$(ending "$line")"
    words_of "$line" "$to"
    run "${words[@]}"
    expect_status 0
    expect 'nothing was written' test -s "$to"

    # No directory, and a file in its place.
    words_of "$line" "$scratch/no such place/x$(ending "$line")"
    run "${words[@]}"
    expect_failure 'no such place'
    words_of "$line" "$games/x$(ending "$line")"
    run "${words[@]}"
    expect_failure 'games.pgn/x'

    # Standard output closed: a file that is opened then must not become it.  Standard input and
    # error likewise.
    for closed in '>&-' '<&-' '<&- >&-' '<&- >&- 2>&-'; do
        to="$scratch/closed$(ending "$line")"
        rm -f "$to"
        words_of "$line" "$to"
        called="${words[*]} $closed"
        : >"$out" 2>"$err"
        case $closed in
        '>&-') "$program" "${words[@]}" </dev/null >&- 2>"$err" ;;
        '<&-') "$program" "${words[@]}" <&- >"$out" 2>"$err" ;;
        '<&- >&-') "$program" "${words[@]}" <&- >&- 2>"$err" ;;
        *) "$program" "${words[@]}" <&- >&- 2>&- ;;
        esac
        status=$?
        expect "killed by a signal: $status" test "$status" -lt 128
        case $line in
        book\ from-pgn*) [[ ! -s $to ]] || expect 'no book' "$program" book info "$to" ;;
        datagen*) [[ ! -s $to ]] || expect 'no file of games' "$program" data check "$to" ;;
        *) [[ ! -s $to ]] || expect 'the file is another one' cmp "$to" "$good/$number$(ending "$line")" ;;
        esac
    done
done

# ---- Small disks ----

small=$scratch/small
mkdir "$small"
unmount() { umount "$small" 2>/dev/null; }
if [[ $EUID -eq 0 ]] && mount -t tmpfs -o size=64k brindle-test "$small" 2>/dev/null; then
    trap 'unmount; clean_up' EXIT
    for line in "${writers[@]}"; do
        rm -rf "${small:?}"/*
        # What is left is less than any of these files: nothing.
        head -c 65536 /dev/zero >"$small/filler" 2>/dev/null
        words_of "$line" "$small/x$(ending "$line")"
        run "${words[@]}"
        expect_failure 'x\.|space'
        expect_nothing_left "$small"
    done
    rm -rf "${small:?}"/*

    # A job that fills the disk can be gone on with when there is room again.
    datagen=(datagen --out "$small/x.data" --games 3000 --nodes 10 --hash 1 --openings-nodes 20
        --openings-window 2000 --max-plies 60 --concurrency 1)
    head -c 49152 /dev/zero >"$small/filler"
    run "${datagen[@]}"
    expect_failure 'x\.data.*No space'
    run data check "$small/x.data"
    expect_good
    rm -rf "${small:?}"/*
    head -c 57344 /dev/zero >"$small/filler"
    run match --engine name=a cmd="$toy" arg=uci proto=uci --engine name=b cmd="$toy" arg=uci \
        proto=uci --each depth=1 --games 2 --rounds 40 --maxmoves 10 --db "$small/x.db" --pgn "$small/x.pgn"
    expect_failure 'x\.(db|pgn).*([Ss]pace|full)'
    rm "$small/filler"
    run match --resume "$small/x.db" --quiet
    if [[ $status -ne 0 ]]; then # or there was not even room for the beginning of it
        expect_in "$err" 'x\.db: (it is no database|No such file)'
    fi
    rm -rf "${small:?}"/*

    if mount -o remount,ro "$small" 2>/dev/null; then
        for line in "${writers[@]}"; do
            words_of "$line" "$small/x$(ending "$line")"
            run "${words[@]}"
            expect_failure 'x\.'
        done
    fi
    unmount
    trap clean_up EXIT
elif [[ $EUID -ne 0 ]]; then
    chmod 555 "$small"
    for line in "${writers[@]}"; do
        words_of "$line" "$small/x$(ending "$line")"
        run "${words[@]}"
        expect_failure 'x\.'
    done
    chmod 755 "$small"
fi

# ---- Standard output that is full, closed, or not read ----

for line in 'eval' 'perft 2' 'help' '--version' 'diagram' "data cat DATA" 'data info DATA' \
    'pgn fix GAMES' 'pgn stats GAMES' 'book dump BOOK' 'book info PUBLISHED' 'book probe PUBLISHED' \
    'analyse --nodes 100' 'analyse --nodes 100 --json' 'elo MATCH'; do
    words_of "$line" ''
    run_to_full "${words[@]}"
    expect "exit status 0" test "$status" -ne 0
    expect "killed by a signal: $status" test "$status" -lt 128
    expect_in "$err" 'brindle.*(could not be written|No space)'
    run_to_head "${words[@]}"
    called="${words[*]} >&-"
    "$program" "${words[@]}" >&- 2>"$err" </dev/null
    status=$?
    expect "exit status 0" test "$status" -ne 0
    expect "killed by a signal: $status" test "$status" -lt 128
done

# ---- Conversations that end in the middle ----

for words in $'uci\nposition startpos\ngo infinite' $'position startpos\ngo depth 200' \
    $'go ponder wtime 100 btime 100' $'xboard\nnew\nanalyze' $'xboard\nnew\nst 1000\ngo' \
    $'position startpos moves' $'position fen' $'setoption name Hash value' $'go perft'; do
    for end in '' $'\n' $'\nstop\n' $'\0\n'; do
        printf '%s%s' "$words" "$end" >talk.txt
        start_on talk.txt
        expect_end 20
        expect_status 0
    done
done
printf 'position startpos\ngo infinite\n' >talk.txt
start_on talk.txt # its input ends while it thinks
expect_end 20
expect_in "$out" '^bestmove '
"$program" >/dev/full 2>"$err" <talk.txt
status=$? called='<talk.txt >/dev/full'
expect "killed by a signal: $status" test "$status" -lt 128

# ---- Signals ----

long_jobs=(
    'analyse --time 600'
    'perft 9'
    "datagen --out $scratch/signal.data --games 100000 --nodes 2000"
)
for line in "${long_jobs[@]}"; do
    for signal in INT TERM; do
        read -r -a words <<<"$line"
        start "${words[@]}"
        sleep 0.5
        kill -"$signal" "$job"
        expect_end 20
        expect "exit status $status" test "$status" -eq 130 -o "$status" -eq 143 -o "$status" -eq 0
    done
done
run data check "$scratch/signal.data"
expect_good
mkfifo pipe
for signal in INT TERM; do
    {
        echo 'go infinite'
        exec sleep 60
    } >pipe 2>/dev/null &
    feeder=$!
    start_on pipe
    sleep 0.5
    kill -"$signal" "$job"
    expect_end 10
    kill "$feeder" 2>/dev/null
    wait "$feeder" 2>/dev/null
done

finish
