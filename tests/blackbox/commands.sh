#!/usr/bin/env bash
# The program's commands, from outside: what they print, where, and with which exit status.
#
#   commands.sh PROGRAM

# shellcheck source-path=SCRIPTDIR source=../support/checks.sh
. "$(dirname "$0")/../support/checks.sh"

# ---- Version and help ----

run --version
expect_good
expect_in "$out" '^Brindle [0-9]+\.[0-9]+'
expect_in "$out" '^compiler: (gcc|clang) [0-9]'
expect_in "$out" '^architecture: '

run help
expect_good
for command in analyse perft bench speedtest scaling eval diagram play pgn xboard help --version --list-options; do
    expect_in "$out" "^brindle $command"
done
expect_in "$out" '^ +wildebeest '
expect_in "$out" '^ +standard-wildebeest '
cp "$out" overview
run --help
expect_good
expect_same "$(cat "$out")" "$(cat overview)" 'help and --help differ'

declare -A options=(
    [analyse]='--fen --moves --searchmoves --variant --time --depth --nodes --multipv --threads --hash --hash-file --json
        --epd --pgn --games --concurrency --session --snapshot --epd-out --pgn-out --report --graph'
    [perft]='--variant --fen --divide --threads --hash --suite --table --most-nodes'
    [speedtest]='--json' [scaling]='--threads --hash --depth --positions --csv --plot'
    [bench]='' [eval]='--fen --moves --variant'
    [diagram]='--fen --moves --variant -o --flip --arrows --last-move --no-coordinates --width'
    [pgn]='--rules --output --keep-broken --openings --ply --every --last --unique --player --white --black
        --result --variant --games --min-plies --max-plies --termination'
)
for command in "${!options[@]}"; do
    run help "$command"
    expect_good
    expect_in "$out" "^brindle $command"
    for option in ${options[$command]}; do
        expect_in "$out" "^ +$option "
    done
    cp "$out" help
    run "$command" --help
    expect_good
    expect_same "$(cat "$out")" "$(cat help)" "help $command and $command --help differ"
done

for word in uci xboard help; do
    run help "$word"
    expect_good
    expect_in "$out" "^brindle $word"
done

# ---- Words that are not known ----

run analize
expect_refused "analize.*did you mean 'analyse'"
run prft 3
expect_refused "prft.*did you mean 'perft'"
run benhc
expect_refused "benhc.*did you mean 'bench'"
run --versoin
expect_refused "did you mean '--version'"
run help pertf
expect_refused "did you mean 'perft'"
run something-else-entirely
expect_refused 'something-else-entirely'
run ''
expect_refused 'no command'
run "$(printf 'x%.0s' {1..5000})"
expect_refused 'xxx'

run perft 2 --dvide
expect_refused '--dvide.*did you mean --divide'
run analyse --dept 3
expect_refused '--dept.*did you mean --depth'
run analyse --multpv=3
expect_refused 'did you mean --multipv'
run analyse -fen startpos
expect_refused "'-fen'.*did you mean --fen"
run uci now
expect_refused "'now'"
run --version again
expect_refused "'again'"
run analyse --quantum-mechanics
expect_refused 'no option'

# ---- Bad values ----

run perft
expect_refused 'DEPTH is missing'
run perft three
expect_refused 'three'
run perft -1
expect_refused '-1'
run perft 2 3
expect_refused "'3'"
run perft 2 --threads
expect_refused '--threads'
run perft 2 --threads 0
expect_refused '--threads'
run perft 2 --threads 2 --threads 2
expect_refused 'twice'
run perft 2 --divide=yes
expect_refused '--divide'
run perft 2 --hash -5
expect_refused '--hash'
run analyse --depth
expect_refused '--depth'
run analyse --depth --json
expect_refused '--depth'
run analyse --depth 0
expect_refused '--depth'
run analyse --time soon
expect_refused '--time'
run analyse --time nan
expect_refused '--time'
run analyse --nodes 1e6
expect_refused '--nodes'
run analyse --multipv 0
expect_refused '--multipv'
run analyse --hash 99999999999999999999
expect_refused '--hash'
run analyse --searchmoves a2a3 a2a9
expect_refused '--searchmoves.*a2a9'
run analyse --moves g2g5 --searchmoves a2a3
expect_refused '--searchmoves.*a2a3'
run analyse --searchmoves=
expect_refused '--searchmoves'
run analyse --variant chess
expect_refused "chess.*wildebeest.*standard-wildebeest"
run bench x
expect_refused 'DEPTH'
run bench 1 2 3 4
expect_refused "'4'"

# ---- Bad positions ----

two_kings='k10/11/11/11/11/11/11/11/11/10K w - - 0 1'
run analyse --fen 'k10/11/11/11/11/11/11/11/11/9K w - - 0 1'
expect_refused 'rank 1'
run analyse --fen 'k10/11/11/11/11/11/11/11/11/10K white - - 0 1'
expect_refused 'FEN: side'
run eval --fen 'k10/11/11/11/11/11/11/11/11/10K w KQ - 0 1'
expect_refused 'FEN: castling'
run perft 1 --fen ''
expect_refused 'FEN'
run perft 1 --fen 'r4k4r/11/11/11/11/11/11/11/11/R4K4R w KAka - 0 1' --variant standard
expect_refused 'FEN: castling'
run perft 1 --moves g2g5 e9e7 a2a7
expect_refused 'move 3.*a2a7'
run analyse --moves Zz9
expect_refused 'move 1.*Zz9'

# ---- perft ----

declare -A expected=([wildebeest]=95829 [standard]=62751 [standard-wildebeest]=62751)
declare -A first_moves=([wildebeest]=45 [standard]=39 [standard-wildebeest]=39)
for variant in wildebeest standard standard-wildebeest; do
    while read -r -a more; do
        run perft 3 --variant "$variant" "${more[@]}"
        expect_good
        expect_last "^Nodes searched: ${expected[$variant]}\$"
        if [[ " ${more[*]} " == *' --divide '* ]]; then
            expect_same "$(grep -cE '^[a-k][0-9]+[a-k][0-9]+[a-z]?: [0-9]+$' "$out")" \
                "${first_moves[$variant]}" 'lines of --divide'
            expect_same "$(awk -F': ' '/^[a-k][0-9]+[a-k]/ { sum += $2 } END { print sum }' "$out")" \
                "${expected[$variant]}" 'sum of --divide'
        fi
    done <<'ENDS'

--divide
--threads 2
--threads 7 --divide
--hash 1
--hash 16 --threads 2
--make-leaves
--make-leaves --divide --hash 2 --threads 3
ENDS
done
run perft 3
expect_last '^Nodes searched: 95829$'
run perft 0
expect_last '^Nodes searched: 1$'
run perft 1 --divide --variant=standard
expect_last '^Nodes searched: 39$'
run perft 4 --fen 'r4k4r/11/11/11/11/11/11/11/11/R4K4R w KAka - 0 1' --hash 4
expect_last '^Nodes searched: 1295344$'
run perft 2 --fen '11/11/11/11/11/11/11/11/11/k9K w - - 0 1'
expect_good
expect_last '^Nodes searched: 9$'
run perft 3 --fen '11/6k4/11/K10/n1q8/11/11/11/3c7/11 w - - 12 64'
expect_good
expect_last '^Nodes searched: 0$'

# ---- bench ----

run bench 6
expect_good
expect_last '^[0-9]+ nodes [0-9]+ nps$'
first=$(tail -n 1 "$out" | cut -d' ' -f1)
run bench 6 1 8
second=$(tail -n 1 "$out" | cut -d' ' -f1)
run bench 6
expect_same "$(tail -n 1 "$out" | cut -d' ' -f1)" "$first" 'bench gives two node counts'
expect 'no node count with another hash size' grep -qxE '[0-9]+' <<<"$second"
expect 'fewer than 20 positions a rule set' test "$(grep -c / "$out")" -ge 40
run bench 2 2
expect_good
expect_last '^[0-9]+ nodes [0-9]+ nps$'

# ---- eval ----

run eval
expect_good
expect_not_in "$out" $'\033'
expect 'eval prints nothing' test -s "$out"

# ---- analyse ----

run analyse --depth 6
expect_good
expect_not_in "$out" $'\033'
expect_not_in "$out" $'\r'
expect_in "$out" '^10 \| r  n  c  c  w  k  q  b  b  n  r \|$'
expect_in "$out" '^White to move, wildebeest$'
for depth in 1 2 3 4 5 6; do
    expect_in "$out" "^$depth/[0-9]+ +[-+][0-9]+\.[0-9][0-9] .* 1\. "
done
expect_in "$out" '^Best move  '
expect_in "$out" '^Score      [-+][0-9]+\.[0-9][0-9] for White'
expect_in "$out" '^Line       1\. '
expect_in "$out" '^Searched   depth 6, '

run analyse --depth 3 --variant standard
expect_good
expect_in "$out" '^White to move, standard-wildebeest$'
run analyze --depth=2 --variant=standard-wildebeest
expect_good
expect_in "$out" '^White to move, standard-wildebeest$'
run analyse --nodes 3000
expect_good
expect_in "$out" '^Best move  '
run analyse --time 0.05 --threads 2 --hash 1
expect_good
expect_in "$out" '^Best move  '

# One position, however its moves are written.
after='rnccwkqbbnr/pppp1pppppp/11/4p6/11/6P4/11/2N8/PPPPPP1PPPP/R1BBQKWCCNR b KAka - 1 2'
while read -r -a moves; do
    run analyse --depth 1 --moves "${moves[@]}"
    expect_good
    expect_in "$out" "^$after\$"
done <<'ENDS'
g2g5 e9e7 b1c3
g5 e7 Nc3
g5 e9e7 Nc3
1. g5 e7 2. Nc3
1.g5 e7 2.Nc3
1. g2g5 1... e9e7 2. b1c3
ENDS
run analyse --depth 1 --moves '1. g5 e7 2. Nc3'
expect_good
expect_in "$out" "^$after\$"
run analyse --depth 1 '--moves=g2g5 e9e7 b1c3'
expect_good
expect_in "$out" "^$after\$"
run analyse --depth 2 --fen "$two_kings" --moves k1j1 a10a9
expect_good
expect_in "$out" '^11/k10/11/11/11/11/11/11/11/9K1 w - - 2 2$'
run analyse --depth 2 --fen startpos
expect_good
run analyse --depth 4 --multipv 5 --searchmoves k2k3 Na3
expect_good
expect_same "$(grep -cE '^ *[0-9]\. [0-9]+/' "$out")" 8 'lines of two moves'
expect_same "$(grep -E '^ *[0-9]\. [0-9]+/' "$out" | grep -cvE '  1\. (k3|Na3)')" 0 'lines of other moves'
run analyse --depth 2 --searchmoves=k2k3
expect_good
expect_in "$out" '^Best move  k3$'

run analyse --depth 3 --multipv 3
expect_good
for line in 1 2 3; do
    expect_same "$(grep -cE "^ *$line\. [0-9]+/" "$out")" 3 "lines of rank $line"
done
expect_not_in "$out" '^ *4\. [0-9]'

# Mates in moves.
run analyse --depth 3 --variant standard --fen 'k10/7R3/11/11/11/11/11/11/11/6R3K w - - 0 1'
expect_good
expect_in "$out" '^Best move  Rg10#$'
expect_in "$out" '^Score +.*#1 for White'

# Finished games.
run analyse --fen 'k1Q8/11/1K9/3W7/11/11/11/11/11/11 b - - 0 1'
expect_good
expect_in "$out" '[Cc]heckmate.* 1-0'
expect_not_in "$out" '^Best move'
run analyse --fen 'k10/11/1Q9/2K8/11/11/11/4W6/11/11 b - - 1 1'
expect_good
expect_in "$out" '[Ss]talemate.* 1-0'
expect_not_in "$out" '^Best move'
run analyse --variant standard --fen 'k10/11/1Q9/2K8/11/11/11/4W6/11/11 b - - 1 1'
expect_good
expect_in "$out" '[Ss]talemate.* 1/2-1/2'
run analyse --depth 2 --fen "$two_kings"
expect_good
expect_in "$out" '[Dd]ead position.* 1/2-1/2'
run analyse --depth 2 --moves b1c3 b10c8 c3b1 c8b10 b1c3 b10c8 c3b1 c8b10
expect_good
expect_in "$out" '[Rr]epetition.* 1/2-1/2'
run analyse --depth 2 --fen 'k10/11/11/5q5/11/11/11/11/11/10K w - - 100 90'
expect_good
expect_in "$out" '50.* 1/2-1/2'

# The hash file: begun, gone on from, and refused before anything is searched.
run analyse --depth 5 --hash-file hash
expect_good
expect "no hash file was written" test -s hash
run analyse --depth 5 --hash-file hash
expect_good
cp hash kept
run analyse --depth 2 --hash-file hash --variant standard
expect_refused 'hash.*wildebeest' 1
run analyse --depth 2 --hash-file no/such/folder
expect_refused 'no/such/folder.*No such file' 1
expect "a refused hash file was changed" cmp -s hash kept
head -c 1000 kept >hash
run analyse --depth 2 --hash-file hash
expect_refused 'hash.*cut short' 1

# ---- JSON ----

run analyse --json --depth 1
if grep -q 'without the tools library' "$err"; then
    printf 'This program has no --json: its checks are left out.\n'
else
    run analyse --json --depth 4 --multipv 2
    expect_good
    expect_not_in "$out" $'\033'
    expect_same "$(grep -cE '^\{"type":"[a-z]+",.*\}$' "$out")" "$(wc -l <"$out")" \
        'lines that are objects, and all lines'
    expect_same "$(head -n 1 "$out" | cut -d'"' -f4)" position 'the first type'
    expect_same "$(grep -c '^{"type":"line"' "$out")" 8 'lines of the search'
    expect_last '^\{"type":"result".*"best":"[a-k][0-9]+[a-k][0-9]+"'
    if command -v python3 >/dev/null; then
        expect 'a line is not JSON' python3 -c 'import json, sys
for line in sys.stdin: json.loads(line)' <"$out"
    fi
    run analyse --json --fen 'k10/11/1Q9/2K8/11/11/11/4W6/11/11 b - - 1 1'
    expect_good
    expect_last '^\{"type":"result".*"game_state":"stalemate".*"game_result":"1-0"'
    expect_not_in "$out" '"best"'
fi

# ---- Interrupts ----

# interrupt EXTENDED_REGEX ARGUMENT…: starts the program, waits until a line of its output matches
# and sends it one SIGINT.  With an empty expression there is nothing to wait for.
interrupt() {
    start "${@:2}"
    called+=' (interrupted)'
    sleep 0.3
    [[ -z $1 ]] || await_line "$out" "$1"
    kill -INT "$job"
    expect_end 30
}

interrupt '^3/' analyse --time 600
expect_good
expect_in "$out" '^Best move  '
expect_in "$out" '^Searched   depth '
interrupt '^2/' analyse --depth 200 --threads 2
expect_good
expect_in "$out" '^Best move  '
interrupt '' perft 12
expect_status 130
expect_not_in "$out" '^Nodes searched'
interrupt '' perft 12 --threads 2 --hash 4 --make-leaves
expect_status 130

# ---- UCI, briefly: tests/test_uci.c has the rest ----

called='(UCI)'
printf 'uci\ngo depth 3\nquit\n' | "$program" >"$out" 2>"$err"
status=$?
expect_good
expect_in "$out" '^uciok$'
printf 'isready\n' | "$program" uci >"$out" 2>"$err"
status=$?
expect_good
expect_in "$out" '^readyok$'
: | "$program" >"$out" 2>"$err"
status=$?
expect_good
expect_empty "$out"

# ---- A disk that is full ----

if [[ -w /dev/full ]]; then
    for command in 'perft 2' 'analyse --depth 2' eval help; do
        # shellcheck disable=SC2086
        run_to_full $command
        expect_status 1
        expect_in "$err" 'could not be written'
    done
fi

# ---- A reader that goes away ----

run_to_head perft 2 --divide
expect_in "$out" '^[a-k][0-9]'
expect_empty "$err"

finish
