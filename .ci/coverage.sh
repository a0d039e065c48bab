#!/usr/bin/env bash
# Which lines the tests run:  .ci/coverage.sh [quick|full]      (full: the long cases, too)
# Writes build/coverage/index.html, build/coverage/lines.csv and, to stdout, a table of the rooms.  Fails if a
# test does, or if fewer lines are run than the floors below.  What a child counted that was killed is lost.
set -euo pipefail
cd "$(dirname "$0")/.."

# Of a hundred lines, so many are run. What counts as a parser: .ci/parsers.list.
floor_bitboard=95 floor_eval=95 floor_parsers=95 floor_all=88

case ${1:-quick} in
quick) labels=quick ;;
full) labels='quick|full' ;;
*) echo "coverage: '$1' is no set of tests; there are: quick full" >&2; exit 2 ;;
esac
dir=build/coverage
jobs=${JOBS:-$(nproc)}

if [[ -d $dir ]]; then find "$dir" -name '*.gcda' -delete; fi
tests=0
.ci/test.sh coverage "$labels" || tests=$?

# What is generated holds tables only; tests do not count.
gcovr -r . -j "$jobs" --filter '(bitboard|eval|engine|tune|bench)/' --json "$dir/lines.json" "$dir"
gcovr -r . -a "$dir/lines.json" --csv "$dir/lines.csv"
rm -f "$dir"/index*.html "$dir"/index*.css
gcovr -r . -a "$dir/lines.json" --html-details "$dir/index.html" --html-title "Brindle: lines that tests run" \
    --html-medium-threshold "$floor_all" --html-high-threshold "$floor_parsers"

# Every line of the list names a file that there is.
sed -E 's/[[:space:]]*#.*//; /^$/d' .ci/parsers.list >"$dir/parsers"
while IFS= read -r file; do
    [[ -f $file ]] || { echo "coverage: .ci/parsers.list: there is no file '$file'" >&2; exit 1; }
done <"$dir/parsers"

# Of lines.csv: file, lines, lines that were run, …
floors=0
awk -F, -v bitboard=$floor_bitboard -v eval=$floor_eval -v parsers=$floor_parsers -v all=$floor_all '
    function row(name, floor) {
        percent = lines[name] > 0 ? 100 * run[name] / lines[name] : 0
        missed = floor > 0 && percent < floor
        bad = bad || missed
        printf "%-20s %7d %7d %7.1f%%%s\n", name, lines[name], lines[name] - run[name], percent,
            floor == 0 ? "" : "  (floor: " floor "%" (missed ? ", MISSED)" : ")")
    }
    function add(name) { lines[name] += $2; run[name] += $3 }
    NR == FNR { is_parser[$1] = 1; next }
    FNR == 1 { next }
    {
        parts = split($1, part, "/")
        room = parts > 2 && part[1] == "engine" ? part[1] "/" part[2] : part[1]
        if (!(room in lines)) rooms[++count] = room
        add(room)
        add("all")
        if ($1 in is_parser) { add("parsers"); seen[$1] = 1 }
    }
    END {
        printf "%-20s %7s %7s %8s\n", "room", "lines", "not run", "run"
        for (i = 1; i <= count; i++)
            row(rooms[i], rooms[i] == "bitboard" ? bitboard : rooms[i] == "eval" ? eval : 0)
        row("parsers", parsers)
        row("all", all)
        for (file in is_parser)
            if (!(file in seen)) { print "coverage: nothing is known of " file; bad = 1 }
        exit bad
    }' "$dir/parsers" "$dir/lines.csv" || floors=1
echo "coverage: line by line in $dir/index.html" >&2
((tests == 0)) || { echo "coverage: tests failed" >&2; exit 1; }
exit $floors
