#!/usr/bin/env bash
# brindle match, from outside: what it refuses, what it leaves behind, and what happens when there
# is no room to write.  tests/test_tools_match.c and tests/test_tools_resume.c have the games.
#
#   match.sh PROGRAM

# shellcheck source-path=SCRIPTDIR source=../support/checks.sh
. "$(dirname "$0")/../support/checks.sh"
# shellcheck source=../support/games.sh
. "$source_dir/tests/support/games.sh"
need_command match
mounted=
trap '[[ -z $mounted ]] || umount "$mounted"; clean_up' EXIT

# expect_match_refused EXTENDED_REGEX [STATUS]: and the message says which command refuses.
expect_match_refused() {
    expect_refused "^brindle match: .*$1" "${2:-2}"
}
expect_no_database() {
    expect 'there is a database' not compgen -G '*.db'
    rm -f ./*.db
}

two=(--engine name=A nodes=40 option.Hash=1 --engine name=B nodes=50 option.Hash=1)

# ---- Command lines that describe no match ----

expect_refusals match <<'ENDS'
--rounds 2|a match needs two engines
--engine depth=1|a match needs two engines
--engine depth=1 --engine name=B|--engine 2 has no time control
--engine depth=1 --engine|--engine: its value .* is missing
--engine depth=1 --engine depth=x|--engine 2: depth: 'x' is no whole number
--engine depth=1 --engine deph=1|--engine 2: .*did you mean depth=
--engine depth=1 --engine tc=inf|--engine 2: tc=inf needs another limit
--engine depth=1 --engine depth=1 dir=/tmp|--engine 2: there is a dir= but no cmd=
--engine=depth=1 --engine depth=1 --engine depth=1|separated by blanks
--engine name=A --engine name=B --each=depth=1|separated by blanks
--engine name=A --engine name=B --each name=C depth=1|--each: a name belongs to one engine
--engine name=A --engine name=B --each tc=never|--each: tc: 'never'
--engine depth=1 --engine depth=1 --games 3|--games 3: pairs need an even number
--engine depth=1 --engine depth=1 --games 0|--games: 0 is not within
--engine depth=1 --engine depth=1 --games x|--games: 'x' is no whole number
--engine depth=1 --engine depth=1 --rounds -1|--rounds: -1 is not within
--engine depth=1 --engine depth=1 --rounds 100000000|more than 100000000 games
--engine depth=1 --engine depth=1 --gauntlet 2|--gauntlet 2 leaves no opponents
--engine depth=1 --engine depth=1 --repeat --no-repeat|exclude each other
--engine depth=1 --engine depth=1 --concurrency 0|--concurrency: 0 is not within
--engine depth=1 --engine depth=1 --concurrency 1025|--concurrency: 1025 is not within
--engine depth=1 --engine depth=1 --seed 1.5|--seed: '1.5' is no whole number
--engine depth=1 --engine depth=1 --variant chess|chess.*wildebeest
--engine depth=1 --engine depth=1 --timemargin -5|--timemargin: -5 is not within
--engine depth=1 --engine depth=1 --stall 0|--stall: '0' is no number of seconds
--engine depth=1 --engine depth=1 --maxmoves 0|--maxmoves: 0 is not within
--engine depth=1 --engine depth=1 --draw moves=3|--draw: 'moves=3' is none of its words
--engine depth=1 --engine depth=1 --draw score=x|--draw score: 'x'
--engine depth=1 --engine depth=1 --resign twosided=1|--resign twosided: it must be true or false
--engine depth=1 --engine depth=1 --resign oops=1|--resign: 'oops=1' is none of its words: movecount=
--engine depth=1 --engine depth=1 --sprt counts=x|--sprt counts: it must be pairs or games, not 'x'
--engine depth=1 --engine depth=1 --resign score=0|--resign score: 0 is not within
--engine depth=1 --engine depth=1 --openings book=x|--openings: 'book=x' is none of its words
--engine depth=1 --engine depth=1 --openings random order=up|--openings order: it must be random or
--engine depth=1 --engine depth=1 --openings file=x format=bin|--openings format: it must be
--engine depth=1 --engine depth=1 --openings random plies=513|--openings plies: 513 is not within
--engine depth=1 --engine depth=1 --openings start=0|--openings start: 0 is not within
--engine depth=1 --engine depth=1 --sprt elo=3|--sprt: 'elo=3' is none of its words
--engine depth=1 --engine depth=1 --sprt elo0=5 elo1=5|--sprt: .*elo0
--engine depth=1 --engine depth=1 --sprt elo1=nan|--sprt elo1: 'nan' is no number
--engine depth=1 --engine depth=1 --sprt alpha=0.6|--sprt alpha: '0.6' is no number
--engine depth=1 --engine depth=1 --sprt model=bayes|--sprt model: it must be
--engine depth=1 --engine depth=1 --sprt counts=pairs --no-repeat|which --no-repeat forbids
--engine depth=1 --engine depth=1 --engine depth=1 --sprt elo1=5|--sprt compares two engines
--engine depth=1 --engine depth=1 --config missing.json|missing.json
--engine depth=1 --engine depth=1 --round 3|--round'.*did you mean --rounds
--engine depth=1 --engine depth=1 --rounds 2 --rounds 3|--rounds is given twice
--engine depth=1 --engine depth=1 --recover=yes|--recover takes no value
depth=1 --engine depth=1|one word too many
ENDS
expect_no_database

# Before the first game, but not the command line's fault.
while IFS='|' read -r words message; do
    [[ -n $words ]] || continue
    read -r -a list <<<"$words"
    run match "${two[@]}" "${list[@]}"
    expect_status 1
    expect_in "$err" "^brindle match: .*$message"
    rm -f ./*.db
done <<'ENDS'
--openings file=missing.epd|missing.epd.*No such file
--openings file=/|/.*[Dd]irectory
--db /no/such/place/x.db|/no/such/place/x.db: it cannot be opened
--db .|\.: it cannot be opened
--pgn /no/such/place/x.pgn|'/no/such/place/x.pgn' cannot be written: No such file
--jsonl .|'\.' cannot be written: Is a directory
ENDS
run match --engine name=A depth=1 --engine name=A depth=1 --db x.db
expect_match_refused "two engines are called 'A'" 1
run match --resume missing.db
expect_match_refused 'missing.db: No such file' 1
run match --resume
expect_match_refused '--resume'
printf 'no database\n' >text.db
run match --resume text.db
expect_match_refused 'text.db: ' 1
run match "${two[@]}" --db text.db
expect_match_refused 'text.db: ' 1
expect_same "$(cat text.db)" 'no database' 'the file that is none'
rm -f ./*.db

# ---- The same games however many are played at a time, and wherever the engine runs ----

outside=(--engine name=A "cmd=$program" nodes=40 option.Hash=1
    --engine name=B "cmd=$program" arg=uci proto=uci nodes=50 option.Hash=1)
more=(--rounds 4 --openings random plies=4 nodes=50 --maxmoves 12 --seed 11
    --db m.db --jsonl m.jsonl --pgn m.pgn --pgn-nodes)
wanted=
for concurrency in 1 2 5; do
    for where in inside outside; do
        if [[ $where == inside ]]; then
            run match "${two[@]}" "${more[@]}" --concurrency $concurrency
        else
            run match "${outside[@]}" "${more[@]}" --concurrency $concurrency
        fi
        expect_status 0
        expect_same "$(grep -c '^Finished game' "$out")" 8 'games'
        run pgn check m.pgn
        expect_status 0
        # Moves and results alone: an engine in this process knows more about its thinking.
        games=$(grep -oE '\["[a-k][a-z0-9]+"|"result":"[^"]*"|"game":[0-9]+' m.jsonl)
        [[ -n $wanted ]] || wanted=$games
        expect_same "$(cksum <<<"$games")" "$(cksum <<<"$wanted")" \
            "games played $where at concurrency $concurrency, and the first ones"
        rm m.db m.jsonl m.pgn
    done
done

# ---- How games end, and thinking on the opponent's time ----

# ends WORDS… REASON: one game of Brindle against itself, whose PGN says so.
ends() {
    run match --engine name=A --engine name=B --no-repeat --games 1 "${@:1:$#-1}" --db m.db --pgn m.pgn
    expect_status 0
    expect "the game did not end so: ${*: -1}" grep -q "${*: -1}" <(tr '\n' ' ' <m.pgn)
    run pgn check m.pgn
    expect_good
    rm -f m.db m.pgn
}
printf 'k10/Q10/11/11/11/11/11/11/11/10K b - -\n' >bare.epd
ends --each option.Hash=1 nodes=50 --openings file=bare.epd 'Draw by insufficient mating material} 1/2-1/2'
ends --each option.Hash=1 nodes=50 --draw movenumber=1 movecount=1 score=10000 'Draw by adjudication} 1/2-1/2'
ends --each option.Hash=1 depth=2 ponder=on --maxmoves 12 'Draw by adjudication: too long} 1/2-1/2'

# ---- Two matches in one directory, begun in the same second; and none in the way of another ----

for i in 1 2 3; do
    "$program" match "${two[@]}" --maxmoves 5 --openings array >"out$i" 2>"err$i" </dev/null &
done
wait
for i in 1 2 3; do
    called="match (number $i of three at once)"
    mv "out$i" "$out"
    mv "err$i" "$err"
    expect_in "$out" '^Score of A vs B: '
    expect_in "$err" '^  brindle match --resume match-[0-9]{8}-[0-9]{6}.*\.db$'
done
expect "not three databases: $(echo ./*.db)" test "$(find . -name 'match-*.db' | wc -l)" -eq 3
rm -f ./*.db

# ---- Taking up again ----

run match "${two[@]}" --rounds 2 --maxmoves 5 --db m.db
expect_status 0
run match "${two[@]}" --rounds 2 --db m.db
expect_match_refused 'm.db exists already: --resume m.db goes on with it' 1
run match --resume m.db
expect_status 0
expect_empty "$err"
expect_in "$out" '^Score of A vs B: '
for words in '--rounds 3' '--games 4' '--seed 2' '--pgn x' '--db x' '--each depth=1' \
    '--engine depth=1' '--config x' '--openings array' '--event x' '--sprt elo1=1' '--no-repeat'; do
    read -r -a list <<<"$words"
    run match --resume m.db "${list[@]}"
    expect_match_refused "${list[0]} cannot be changed"
done
run match --resume m.db --concurrency 0
expect_match_refused '--concurrency: 0 is not within'
run match --resume m.db --concurrency 3 --quiet --affinity --recover
expect_status 0
rm -f m.db

# The openings are still those of the beginning.
printf '5k5/11/11/11/11/11/11/11/R10/5K5 w - - 0 1\n' >o.epd
run match "${two[@]}" --openings file=o.epd --maxmoves 4 --db m.db
expect_status 0
printf '5k5/11/11/11/11/11/11/11/Q10/5K5 w - - 0 1\n' >o.epd
run match --resume m.db
expect_match_refused "the openings in 'o.epd' have changed since this match began" 1
rm o.epd
run match --resume m.db
expect_match_refused "the openings 'o.epd' cannot be opened" 1
rm -f m.db

# The directory of the beginning has gone.
mkdir gone
cd gone || exit 1
run match "${two[@]}" --openings array --maxmoves 4 --db ../m.db
expect_status 0
cd ..
rmdir gone
run match --resume m.db
expect_match_refused 'the match was begun in .*/gone, which cannot be entered: No such file' 1
rm -f m.db

# ---- Names that are hard to quote ----

mkdir "a b 'ü' \$x"
cd "a b 'ü' \$x" || exit 1
ln -s "$program" 'my engine "ß"'
run match --engine name='Größe ≥ 1' cmd='./my engine "ß"' option.Hash=1 --engine "name=q\"u{o}te\\" \
    cmd="../a b 'ü' \$x/my engine \"ß\"" 'stderr=its errors.txt' --each nodes=30 --openings array \
    --maxmoves 8 --db "it's a db.db" --pgn 'games of ü.pgn' --jsonl 'l i n e s' --event 'An "event"'
expect_status 0
expect_in "$err" "^  brindle match --resume 'it'\\\\''s a db.db'\$"
expect_in 'games of ü.pgn' '^\[White "Größe ≥ 1"\]$'
expect_in 'games of ü.pgn' '^\[White "q\\"u\{o\}te\\\\"\]$'
expect_in 'games of ü.pgn' '^\[Event "An \\"event\\""\]$'
expect_same "$(wc -l <'l i n e s')" 2 'lines'
run pgn check 'games of ü.pgn'
expect_status 0
command=$(printf '%s' "$program match --resume 'it'\\''s a db.db'")
called="$command"
eval "$command" >"$out" 2>"$err"
status=$?
expect_status 0
cd "$scratch" || exit 1

# ---- A file that describes the match ----

cat >match.json <<'ENDS'
{
    "rounds": 2, "openings": ["random", "plies=2", "nodes=10"], "maxmoves": 5, "db": "c.db",
    "jsonl": "c.jsonl", "each": {"nodes": 30, "option": {"Hash": 1}},
    "engine": [{"name": "A"}, {"name": "B", "nodes": 40}]
}
ENDS
run match --config match.json
expect_status 0
expect_same "$(wc -l <c.jsonl)" 4 games
rm c.db c.jsonl
run match --config match.json --rounds 1 --db d.db
expect_status 0
expect_same "$(wc -l <c.jsonl)" 2 games
run match --resume d.db
expect_status 0
rm -f ./*.db c.jsonl

# ---- No room, and nobody who reads ----

if [[ -w /dev/full ]]; then
    for option in --pgn --jsonl; do
        run match "${two[@]}" --rounds 50 --openings array --maxmoves 4 --db f.db $option /dev/full
        expect_status 1
        expect_in "$err" "^brindle match: '/dev/full' cannot be written: No space left"
        expect_in "$err" '^  brindle match --resume f.db$'
        rm -f f.db
    done
    run_to_full match "${two[@]}" --openings array --maxmoves 4 --db f.db --jsonl f.jsonl
    expect_status 1
    expect_in "$err" 'could not be written'
    expect_same "$(wc -l <f.jsonl)" 2 'games that were stored all the same'
    rm -f f.db f.jsonl
fi
called='match … with its streams closed'
: >"$out"
"$program" match "${two[@]}" --engine name=C "cmd=$program" nodes=30 --openings array --maxmoves 4 \
    --db f.db --jsonl f.jsonl --pgn f.pgn <&- >&- 2>&-
expect_same "$(wc -l <f.jsonl)" 6 'games'
run pgn check f.pgn
expect_status 0
rm -f f.db f.jsonl f.pgn
run_to_head match "${two[@]}" --rounds 10 --openings array --maxmoves 4 --db f.db --jsonl f.jsonl
expect_in "$out" '^Finished game 1 '
expect_same "$(wc -l <f.jsonl)" 20 'games'
rm -f f.db f.jsonl

# A disk that fills up in the middle of the match.  Only root may make such a small one.
disk=$scratch/disk
mkdir "$disk"
if mount -t tmpfs -o size=200k tmpfs "$disk" 2>/dev/null; then
    mounted=$disk
    full=("${two[@]}" --rounds 12 --openings random plies=2 nodes=10 --maxmoves 30 --seed 3)
    run match "${full[@]}" --db whole.db --jsonl whole.jsonl --pgn whole.pgn
    expect_status 0
    needed=$(($(cat whole.db whole.jsonl whole.pgn | wc -c) / 1024))
    for percent in 15 40 60 90; do
        called="match …, with room for $percent percent of it"
        mount -o remount,size=$((needed * percent / 100))k "$disk"
        run match "${full[@]}" --db "$disk/m.db" --jsonl "$disk/m.jsonl" --pgn "$disk/m.pgn" \
            --concurrency 2 --quiet
        expect_status 1
        expect_in "$err" '^brindle match: .*(full|No space left)'
        mount -o remount,size=20m "$disk"
        if [[ -s $disk/m.db ]]; then
            expect_in "$err" "^  brindle match --resume $disk/m.db\$"
            run match --resume "$disk/m.db"
            expect_status 0
            expect_same "$(games_of "$disk/m.jsonl" | cksum)" "$(games_of whole.jsonl | cksum)" 'games'
            expect_same "$(pgn_of "$disk/m.pgn" | cksum)" "$(pgn_of whole.pgn | cksum)" 'PGN'
        fi
        rm -f "$disk"/*
    done
    umount "$disk" && mounted=
else
    printf 'No small disk can be made here: its checks are left out.\n'
fi

finish
