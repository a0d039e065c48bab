#!/usr/bin/env bash
# brindle pgn, from outside: what each action prints, where, and with which exit status.
#
#   pgn.sh PROGRAM

# shellcheck source-path=SCRIPTDIR source=../support/checks.sh
. "$(dirname "$0")/../support/checks.sh"

games_in() {
    grep -ac '^\[Event ' "$1"
}

# ---- The files ----

cat >good.pgn <<'ENDS'
[Event "first"]
[Site "here"]
[Date "2020.01.02"]
[Round "1"]
[White "Anna"]
[Black "Bert"]
[Result "1-0"]
[Variant "wildebeest"]
[Termination "adjudication"]

1. g5 e7 2. Nc3 $1 (2. h3) 2... Nc8 {so far} 1-0

[Event "second"]
[Site "here"]
[Date "2020.01.02"]
[Round "2"]
[White "Bert"]
[Black "Anna Two"]
[Result "1-0"]
[Variant "standard-wildebeest"]
[SetUp "1"]
[FEN "k10/7R3/11/11/11/11/11/11/11/6R3K w - - 0 1"]

1. Rg10# 1-0

[Event "third"]
[Site "here"]
[Date "2020.01.02"]
[Round "3"]
[White "Anna"]
[Black "Bert"]
[Result "1/2-1/2"]
[Variant "wildebeest"]

1. g5 e7 2. Nc3 Nc8 3. Nb1 Nb10 4. Nc3 Nc8 5. Nb1 Nb10 1/2-1/2

ENDS
cat >bad.pgn <<'ENDS'
[Event "mate"]
[Variant "Standard"]
[FEN "k10/7R3/11/11/11/11/11/11/11/6R3K w - - 0 1"]
[Result "1/2-1/2"]

7. Rg10 1/2-1/2

[Event "broken"]
[Variant "wildebeest"]
[Result "0-1"]

1. g5 e7
2. Nf9 Nc8 0-1

[Event "tag and token"]
[Variant "wildebeest"]
[Result "0-1"]
[PlyCount "7"]

1.g2-g5 e7 *

ENDS
printf '1. g5 e7 1-0\n' >tagless.pgn
: >empty.pgn

# ---- What is refused ----

run pgn
expect_refused 'ACTION'
run pgn chek good.pgn
expect_refused "did you mean 'check'"
run pgn something good.pgn
expect_refused "none of check, fix, stats, to-epd and extract"
run pgn check
expect_refused 'FILE'
run pgn check good.pgn --ply 3
expect_refused "--ply does not go with 'check'"
run pgn stats good.pgn --output x.pgn
expect_refused "--output does not go with 'stats'"
run pgn fix good.pgn --player Anna
expect_refused "--player does not go with 'fix'"
run pgn extract good.pgn --games 9-3
expect_refused '--games'
for range in x 0 - 1-x 1-2-3; do
    run pgn extract good.pgn --games="$range"
    expect_refused '--games'
done
run pgn extract good.pgn --result 2-0
expect_refused '--result'
run pgn extract good.pgn --variant chess
expect_refused 'chess'
run pgn check good.pgn --rules chess
expect_refused 'chess'
run pgn extract good.pgn --min-plies 5 --max-plies 4
expect_refused '--min-plies'
run pgn to-epd good.pgn --ply 1 --every
expect_refused 'only one of'
run pgn to-epd good.pgn --ply many
expect_refused '--ply'
run pgn stats good.pgn --openings 0
expect_refused '--openings'
for action in check fix stats to-epd extract; do
    run pgn $action no-such-file.pgn
    expect_status 1
    expect_empty "$out"
    expect_in "$err" '^brindle pgn: no-such-file.pgn: '
    run pgn $action .
    expect_status 1
    expect_in "$err" 'cannot be read'
done

# ---- check ----

run pgn check good.pgn
expect_good
expect_same "$(cat "$out")" '3 games, 0 errors, 0 warnings' 'a good file'
run_on good.pgn pgn check -
expect_good
expect_same "$(cat "$out")" '3 games, 0 errors, 0 warnings' 'standard input'
run pgn check empty.pgn
expect_good
expect_line "$out" '0 games, 0 errors, 0 warnings'
run pgn check bad.pgn good.pgn
expect_status 1
expect_empty "$err"
expect_line "$out" "warning: bad.pgn: game 1, line 1: the FEN tag needs a SetUp tag, which must be 1"
expect_line "$out" "warning: bad.pgn: game 1, line 6, at '7.': wrong move number: it is move 1, White to play"
expect_line "$out" "error: bad.pgn: game 1, line 1: the result is 1/2-1/2, but by the rules it is 1-0 (checkmate)"
expect_line "$out" "error: bad.pgn: game 2, line 13, at 'Nf9': not a legal move here: a knight leaps two squares straight and one aside"
expect_line "$out" "error: bad.pgn: game 3, line 15: the Result tag is 0-1, but the game ends with *"
expect_line "$out" "warning: bad.pgn: game 3, line 15: the PlyCount tag is '7', but the game has 2 half-moves"
expect_same "$(tail -n 1 "$out")" '6 games, 3 errors, 6 warnings' 'the summary'
expect_same "$(grep -c . "$out")" 10 'lines of findings'
run pgn check tagless.pgn
expect_status 1
expect_line "$out" 'error: tagless.pgn: game 1, line 1: the game has no Variant tag'
run pgn check tagless.pgn --rules wildebeest
expect_status 0
run_on bad.pgn pgn check -
expect_in "$out" "^error: standard input: game 2, line 13, at 'Nf9'"

# ---- fix ----

run pgn fix good.pgn
expect_good
expect_same "$(games_in "$out")" 3 'games'
expect_line "$out" '[PlyCount "4"]'
cp "$out" fixed.pgn
run pgn fix fixed.pgn
expect_good
expect 'what is fixed is not fixed again to the same' cmp "$out" fixed.pgn
run pgn fix bad.pgn
expect_status 1
expect_same "$(cat "$err")" "brindle pgn: bad.pgn: game 2, line 13, at 'Nf9': not a legal move here: a knight leaps two squares straight and one aside" 'stderr'
expect_same "$(cat "$out")" "$(cat <<'ENDS'
[Event "mate"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "?"]
[Black "?"]
[Result "1-0"]
[Variant "standard-wildebeest"]
[SetUp "1"]
[FEN "k10/7R3/11/11/11/11/11/11/11/6R3K w - - 0 1"]
[PlyCount "1"]

1. Rg10# 1-0

[Event "tag and token"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "?"]
[Black "?"]
[Result "0-1"]
[Variant "wildebeest"]
[PlyCount "2"]

1. g5 e7 0-1
ENDS
)" 'what is written'
cp "$out" fixed.pgn
run pgn check fixed.pgn
expect_good
expect_line "$out" '2 games, 0 errors, 0 warnings'
run pgn fix bad.pgn --keep-broken
expect_status 1
expect_same "$(games_in "$out")" 3 'games with the broken one'
expect_in "$out" '^1\. g5 e7 \{broken off: bad\.pgn: game 2'
cp "$out" fixed.pgn
run pgn check fixed.pgn
expect_good

# --output: all or nothing.
run pgn fix good.pgn --output new.pgn
expect_good
expect_line "$out" '3 of 3 games written, 0 errors'
expect_same "$(games_in new.pgn)" 3 'games in the file'
chmod 640 new.pgn
run pgn fix new.pgn --output new.pgn
expect_good
expect_same "$(games_in new.pgn)" 3 'games in the file that replaces its source'
expect_same "$(stat -c %a new.pgn)" 640 'permissions'
ln -s new.pgn link.pgn
run pgn extract bad.pgn --output link.pgn
expect_status 1
expect_line "$out" '2 of 3 games written, 1 errors'
expect_same "$(games_in new.pgn)" 2 'games behind the link'
expect 'the link is gone' test -L link.pgn
run pgn extract good.pgn no-such-file.pgn --output new.pgn
expect_status 1
expect_in "$err" 'no-such-file'
expect_same "$(games_in new.pgn)" 2 'games after a failure'
run pgn fix good.pgn --output no-such-directory/x.pgn
expect_status 1
expect_in "$err" '--output.*no-such-directory'
run pgn fix good.pgn --output .
expect_status 1
expect_in "$err" 'directory'
run pgn fix good.pgn --output -
expect_good
expect_same "$(games_in "$out")" 3 'games on standard output'
run pgn fix good.pgn --output /dev/null
expect_status 0
expect_same "$(find . -name '*.tmp-*')" '' 'temporary files'
if [[ -w /dev/full ]]; then
    run pgn fix good.pgn --output /dev/full
    expect_status 1
    expect_in "$err" '^brindle pgn: '
    for action in check fix stats to-epd extract; do
        run_to_full pgn $action good.pgn
        expect_status 1
        expect_same "$(cat "$err")" 'brindle pgn: the output could not be written' 'the message'
    done
fi

# ---- stats ----

run pgn stats good.pgn
expect_good
expect_line "$out" 'wildebeest: 2 games'
expect_line "$out" 'standard-wildebeest: 1 game'
expect_in "$out" '^  1-0 +1 +50\.0 %$'
expect_in "$out" '^  half-moves: average 7\.0, median 7\.0, least 4, most 10$'
expect_in "$out" '^    repetition +1 +50\.0 %$'
expect_in "$out" '^    checkmate +1 +100\.0 %$'
expect_in "$out" '^    adjudication +1 +50\.0 %$'
expect_in "$out" '^    Anna +2 +1 +1 +0 +1\.5 +75\.0 %$'
expect_in "$out" '^    Bert +2 +0 +1 +1 +0\.5 +25\.0 %$'
run pgn stats good.pgn good.pgn --openings 2 --variant wildebeest
expect_good
expect_line "$out" 'wildebeest: 4 games'
expect_in "$out" '^    g5 e7 +4 +2 +2 +0 +3\.0 +75\.0 %$'
run pgn stats empty.pgn
expect_good
expect_line "$out" 'no games'
run pgn stats bad.pgn
expect_status 1
expect_in "$err" 'game 2'

# ---- to-epd ----

run pgn to-epd good.pgn --ply 2
expect_good
after='rnccwkqbbnr/pppp1pppppp/11/4p6/11/6P4/11/11/PPPPPP1PPPP/RNBBQKWCCNR w KAka -'
expect_same "$(cat "$out")" "$after hmvc 0; fmvn 2; variant \"wildebeest\"; id \"good.pgn, game 1, ply 2\";
$after hmvc 0; fmvn 2; variant \"wildebeest\"; id \"good.pgn, game 3, ply 2\";" 'two positions'
run pgn to-epd good.pgn --ply 2 --unique
expect_good
expect_same "$(grep -c . "$out")" 1 'unique positions'
run pgn to-epd good.pgn
expect_good
expect_same "$(grep -c . "$out")" 3 'last positions'
cp "$out" last
run pgn to-epd good.pgn --last
expect_same "$(cat "$out")" "$(cat last)" '--last and nothing'
run pgn to-epd good.pgn --every
expect_same "$(grep -c . "$out")" 18 'all positions'
run pgn to-epd good.pgn --every --unique
expect_same "$(grep -c . "$out")" 8 'all positions, once'
cp "$out" positions
while IFS= read -r line; do
    variant=${line#*variant \"}
    run perft 1 --variant "${variant%%\"*}" --fen "$line"
    expect_status 0
done <positions
run pgn to-epd good.pgn --every --games 2 --output positions.epd
expect_good
expect_line "$out" '2 positions of 2 games written, 0 errors'
expect_same "$(grep -c . positions.epd)" 2 'positions in the file'

# ---- extract ----

# expect_games NAMES OPTION…: exactly these games come out.
expect_games() {
    local wanted=$1
    shift
    run pgn extract good.pgn "$@"
    expect_good
    expect_same "$(sed -n 's/^\[Event "\(.*\)"\]$/\1/p' "$out" | tr '\n' ' ')" "$wanted" 'games'
}
expect_games 'first second third '
expect_games 'first third ' --player Anna
expect_games 'first second third ' --player 'Anna*'
expect_games 'first second third ' --player '*e*t'
expect_games '' --player anna
expect_games 'second ' --white Bert
expect_games 'first third ' --black Bert
expect_games 'second ' --black '*Two'
expect_games 'third ' --result 1/2-1/2
expect_games 'second ' --variant standard
expect_games 'second ' --games 2
expect_games 'second third ' --games 2-
expect_games 'first second ' --games=-2
expect_games 'second third ' --games 2-9
expect_games 'first third ' --min-plies 2
expect_games 'first second ' --max-plies 4
expect_games 'first ' --min-plies 2 --max-plies 4
expect_games 'first ' --termination adjudication
expect_games 'second ' --termination checkmate
expect_games 'third ' --termination 'rep*'
expect_games 'third ' --player Anna --result 1/2-1/2 --games 1-3
run pgn extract good.pgn
expect 'a file in export format does not come out as it is' cmp "$out" good.pgn

# ---- Interrupts ----

# A reader of an endless pipe ends at the first Ctrl-C and leaves no file behind.
mkfifo pipe
start_on pipe pgn fix - --output late.pgn
exec 3>pipe
cat good.pgn >&3
sleep 0.5
kill -INT "$job"
expect_end 20
exec 3>&-
expect_status 130
expect_line "$err" 'brindle pgn: interrupted'
expect_same "$(find . -name 'late.pgn*')" '' 'files left behind'

finish
