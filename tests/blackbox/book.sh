#!/usr/bin/env bash
# brindle book from outside: what it refuses, ways in and out, damaged books, kill -9 and going on,
# and an engine that plays from one.
#
#   book.sh PROGRAM        (BRINDLE_TEST_FULL=1: more kills, larger books)

# shellcheck source-path=SCRIPTDIR source=../support/checks.sh
. "$(dirname "$0")/../support/checks.sh"
need_command book

kills=3 nodes=400 positions=150
[[ ${BRINDLE_TEST_FULL:-} != 1 ]] || kills=20 nodes=2000 positions=1500
growth=(--positions $positions --nodes $nodes --round 16 --hash 1)

# expect_sound FILE…: verify finds nothing.
expect_sound() {
    run book verify "$@"
    expect_good
    expect_not_in "$out" ' [1-9][0-9]* faults'
}
text_of() {
    "$program" book dump "$1"
}
searched_in() {
    "$program" book info "$1" | awk '$1 == "searched" { print $2 }'
}

# ---- What it refuses ----

expect_refusals book <<'ENDS'
from-pgm x|'from-pgm' is no action; did you mean 'from-pgn'
juggle x|'juggle' is none of from-pgn
from-pgn|from-pgn: FILE… is missing
from-pgn x.pgn|--book FILE is missing
from-pgn x.pgn --book x.db --only grey|'grey' is neither white nor black
from-pgn x.pgn --book x.db --weights heavy|'heavy' is neither result nor uniform
from-pgn x.pgn --book x.db --max-ply 0|--max-ply: 0 is not within
from-pgn x.pgn --book x.db --variant chess|chess.*wildebeest
from-pgn x.pgn --book x.db --nodes 5|--nodes does not go with 'from-pgn'
export x.db|export: BOOK and OUT.wbook is missing
export x.db y.wbook z|export takes BOOK and OUT.wbook, and nothing behind it
expand x.db --nodes 0|--nodes: 0 is not within
expand x.db --fen nonsense|
audit x.db --nodes 0|--nodes: 0 is not within
suite x.epd --from 5 --to 3|--from is greater than --to
ENDS
rm -f x.db x.db-wal
printf 'a text that somebody needs\n' >text.wbook
cp text.wbook text.db
for words in 'info missing.wbook' 'info text.wbook' 'verify text.db' 'dump text.wbook' \
    'export text.db y.wbook' 'merge y.wbook text.wbook' 'from-pgn missing.pgn --book new.db' \
    'from-pgn text.db --book text.db' 'expand text.db' 'suite /no/such/place/x.epd'; do
    # shellcheck disable=SC2086
    run book $words
    expect_refused '^brindle book: ' 1
done
expect 'a text was overwritten' cmp text.wbook text.db
run help book
expect_status 0
for action in from-pgn from-match import-text expand suite audit export merge prune info probe dump tree \
    verify; do
    expect_in "$out" "^  $action "
done

# ---- Games in, a book out ----

cat >games.pgn <<'ENDS'
[Variant "wildebeest"]

1. g5 e7 2. Nc3 1-0

[Variant "wildebeest"]

1. Nc3 Nc8 2. g3 1/2-1/2

[Variant "wildebeest"]

1. g5 e8 0-1

[Variant "wildebeest"]

1. g5 Zz9 0-1

[Variant "standard-wildebeest"]

1. g4 1-0

[Variant "wildebeest"]

1. g4 *
ENDS
run book from-pgn games.pgn --book games.db
expect_status 1 # for the broken one
expect_in "$err" "games.pgn: game 4, line 15, at 'Zz9'"
expect_in "$out" '^5 games in .*, 1 without a result left out, 1 of the other rule set left out$'
expect_in "$out" '^games.db: 8 positions, 7 moves$'
expect_sound games.db
run book probe games.db
expect_good
expect_in "$out" '^g5 +2 +2 +1 +0 +1 '
run book export games.db games.wbook --title 'Three games'
expect_good
expect_last '^games.wbook: [0-9]+ positions, [0-9]+ moves$'
expect_sound games.wbook
run book info games.wbook
expect_in "$out" '^  title +Three games$'
run book probe games.wbook --moves g5
expect_good
expect_in "$out" '^e8 +2 +100.0% '
run book probe games.wbook --moves a3
expect_refused 'the position is not in the book' 1
run book export games.db games.wbook
expect_refused 'games.wbook exists already' 1
run book export games.db other.wbook --weights games
expect_refused "'games' is neither search nor stored"
run book dump games.wbook
expect_good
expect_in "$out" ' w KAka - hmvc 0; fmvn 1; .* ply 0; bm g5; sources 16; m1 "g2g5 weight 2 sources 16"; m2 '
expect_in "$out" ' b KAka - .* ply 1; bm e8; sources 16; m1 "e9e8 weight 2 sources 16";'
run book tree games.wbook --output published.svg
expect_good
expect_in published.svg '>g5</text><text .*> · [0-9]+%</text>'
expect_in published.svg '^</svg>$'
run book tree games.wbook --moves a3 --output nothing.svg
expect_refused 'the book has no moves in this position' 1
expect 'there is a picture of nothing' test ! -e nothing.svg
run book merge both.wbook games.wbook games.wbook
expect_good
run book probe both.wbook
expect_in "$out" '^g5 +4 '
text_of games.db >games.epd
run book import-text games.epd --book again.db
expect_good
expect_same "$(text_of again.db | sed 's/sources [0-9]*//g')" \
    "$(sed 's/sources [0-9]*//g' games.epd)" 'the text of a book and of its text'
# Comments and empty lines are passed over; what is wrong is told with its line, and nothing is taken.
printf '# a comment\n\n%s\nno position\n' "$(head -n 1 games.epd)" >wrong.epd
run book import-text wrong.epd --book wrong.db
expect_refused 'wrong\.epd, line 4: FEN: ' 1
run book info wrong.db
expect_in "$out" '^  positions +0'
run book import-text none.epd --book wrong.db
expect_refused 'none\.epd: No such file' 1
run book prune again.db --min-games 2
expect_good
expect_last '^again.db: 2 of 8 positions, 1 of 7 moves are left$'
expect_sound again.db

# ---- Damage ----

head -c 200 games.wbook >cut.wbook
run book info cut.wbook
expect_refused 'cut.wbook: it is cut off: 200 of [0-9]+ bytes' 1
cp games.wbook flipped.wbook
printf 'X' | dd of=flipped.wbook bs=1 seek=140 conv=notrunc status=none
run book verify flipped.wbook
expect_status 1
expect_in "$err" 'flipped.wbook: block 1 of 1, from byte 128 on, is damaged'
run book dump flipped.wbook
expect_refused 'flipped.wbook: block 1 of 1' 1
printf 'setoption name OwnBook value true\nsetoption name BookFile value flipped.wbook\nposition startpos\ngo depth 2\n' >talk
run_on talk
expect_in "$out" '^info string flipped.wbook: block 1 of 1'
expect_in "$out" '^bestmove [a-k]'

# A move of the book is not searched for; after BookDepth moves there is no book any more.
for depth in 1 2; do
    printf '%s\n' 'setoption name OwnBook value true' 'setoption name BookFile value games.wbook' \
        "setoption name BookDepth value $depth" 'position startpos moves b1c3 b10c8' 'go depth 1' >talk
    run_on talk
    expect_good
    if [[ $depth == 1 ]]; then expect_in "$out" '^info depth 1 '; else expect_not_in "$out" '^info depth'; fi
    expect_in "$out" '^bestmove [a-k]'
done
expect_last '^bestmove g2g3$'

# ---- In XBoard ----

printf 'xboard\noption BookFile=games.wbook\noption BookVariety=weighted\nnew\nbk\nquit\n' >talk
run_on talk
expect_in "$out" '^ [a-k][0-9][a-k][0-9] weight [1-9][0-9]*'
expect_not_in "$out" '^Error'

# ---- A book that grows; killed, and going on ----

run book expand whole.db "${growth[@]}" --concurrency 1
expect_good
expect_in "$out" '^best line: [+-].* 1\. '
expect_sound whole.db
text_of whole.db >whole.epd
before=0
for ((i = 1; i <= kills; i++)); do
    start book expand killed.db "${growth[@]}" --positions 1000000 --concurrency 2
    sleep "0.$((RANDOM % 4))$((RANDOM % 10))5"
    kill -KILL "$job" 2>/dev/null
    expect_end 30
    [[ -s killed.db ]] || continue
    run book verify killed.db
    expect_good
    now=$(searched_in killed.db)
    expect "$now positions after $before" test "$now" -ge "$before"
    before=$now
    [[ $before -le $((positions - 40)) ]] || break
done
run book expand killed.db "${growth[@]}" --concurrency 2
expect_status 0
expect_sound killed.db
if [[ $before -le $positions ]]; then
    expect 'the book after kills is another one' cmp whole.epd <(text_of killed.db)
fi
run book expand killed.db --positions 5 --nodes 7
expect_refused 'killed.db was expanded with --nodes' 1

# ---- A second look; killed, and going on ----

look=(--nodes "$nodes" --hash 1 --least -60)
run book audit whole.db "${look[@]}" --concurrency 1
expect_good
expect_last '^whole.db: [0-9]+ of [0-9]+ positions behind moves of weight are searched, [0-9]+ moves are bad$'
audited=$(cat "$out")
for i in 1 2; do
    start book audit killed.db "${look[@]}"
    sleep "0.0$((RANDOM % 9))5"
    kill -KILL "$job" 2>/dev/null
    expect_end 30
    expect_sound killed.db
done
run book audit killed.db "${look[@]}" --concurrency 2
expect_good
if [[ $before -le $positions ]]; then
    expect_same "$(sed 's/^killed/whole/' "$out")" "$audited" 'what an audit says after kills'
fi
run book info whole.db
expect_in "$out" '^  searched again by audits +[1-9]'
run book audit whole.db --positions 5
expect_refused "--positions does not go with 'audit'" 2

run book export whole.db whole.wbook
expect_good
expect_sound whole.wbook
run book tree whole.db --output tree.svg
expect_good
expect_in tree.svg '^</svg>$'
run analyse --book whole.wbook --nodes 500
expect_good
expect_in "$out" '^book: [A-Za-z0-9-]+ [0-9]+%'

# ---- Suites ----

suite=(--count 12 --plies 4 --nodes 200 --hash 1 --from -100 --to 100)
run book suite one.epd "${suite[@]}" --concurrency 1
expect_good
expect_same "$(wc -l <one.epd)" 12 'openings'
start book suite two.epd "${suite[@]}" --concurrency 3
sleep 0.15
kill -KILL "$job" 2>/dev/null
expect_end 30
run book suite two.epd "${suite[@]}" --concurrency 3
expect_status 0
expect 'the suite after a kill is another one' cmp one.epd two.epd
run book suite two.epd "${suite[@]}" --seed 5
expect_refused 'two.epd.db holds the searches of another suite' 1
run book suite all.pgn --count 8 --plies 2 --enumerate --nodes 50 --hash 1 --from -900 --to 900 \
    --gap 900
expect_good
run pgn check all.pgn
expect_in "$out" '^8 games, 0 errors'

# ---- Games with books ----

run match --each nodes=50 option.Hash=1 --engine name=a option.OwnBook=true \
    option.BookFile=whole.wbook --engine name=b --openings file=whole.wbook plies=3 --rounds 2 \
    --concurrency 2 --maxmoves 12 --db match.db --pgn match.pgn
expect_status 0
run book from-match match.db --book match-book.db --max-ply 6
expect_good
expect_in "$out" '^4 games in '
expect_sound match-book.db

finish
