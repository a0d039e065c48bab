#!/usr/bin/env bash
# The README: its sessions are run, its examples are checked, its pictures are made anew.
#
#   readme.sh PROGRAM [--update]
#
# --update (which `make readme` calls) writes into README.md what the program says now.

# shellcheck source-path=SCRIPTDIR source=../support/checks.sh
. "$(dirname "$0")/../support/checks.sh"
# shellcheck source-path=SCRIPTDIR source=../support/sessions.sh
. "$source_dir/tests/support/sessions.sh"

readme=$source_dir/README.md
pictures=$source_dir/share/pictures
need_command match # the examples use everything that there is

mkdir bin sandbox
ln -s "$program" bin/brindle
PATH=$scratch/bin:$PATH
export LC_ALL=C.UTF-8

if [[ ${2-} == --update ]]; then
    sessions_update "$readme"
    exit
fi

# shellcheck disable=SC2317 # sessions.sh calls it
session_differs() { # COMMAND WANTED GOT
    printf '%s\n' "$1" >&3
    diff <(sessions_normalise <"$2") <(sessions_normalise <"$3") >&3
    differences=$((differences + 1))
}
differences=0
called='<the sessions of README.md>'
exec 3>differing
sessions_check "$readme"
cp differing "$out"
checks=$((checks + $(grep -c '^\$ ' "$readme")))
expect "README.md: $differences sessions say something else; if that is right: make readme" test $differences -eq 0
expect 'the README has hardly any session' test "$(grep -c '^\$ brindle' "$readme")" -ge 15

# Every command has an example that is run, but for those that run by the clock, or need other programs.
not_run='uci xboard bench speedtest scaling spsa peers help'
for command in $("$program" --list-options | awk -F'\t' '$1 == "command" && $2 !~ /^--/ { print $2 }'); do
    [[ " $not_run " != *" $command "* ]] || continue
    expect "no session with brindle $command" grep -qE "^\\\$ (.*\| *)?brindle $command\b" "$readme"
done
# Examples that are not run have at least options that exist.
while read -r command rest; do
    run help "$command"
    expect_status 0
    for word in $rest; do
        [[ $word != '#' ]] || break
        [[ $word != --[a-z]* ]] || expect_in "$out" "^  $word( |\$)"
    done
done < <(awk '/^```/ { on = $0 == "```" && !on } on && /^(build\/)?brindle / { sub(/^(build\/)?brindle /, ""); print }' "$readme")

# The contents list names all sections, in their order.
expect_same "$(sed -nE 's/^- \[(.*)\]\(#.*/\1/p' "$readme")" \
    "$(grep -E '^## ' "$readme" | sed 's/^## //' | grep -vx Contents)" 'contents'
while read -r link; do
    expect "README.md links to $link, which is not there" test -e "$source_dir/$link"
done < <(grep -oE '\]\([a-z][^)#:]+' "$readme" | sed 's/^](//')

# The pictures.
called='<the pictures>'
mkdir drawn
sed -n 's/^\$ //p' "$pictures/README.md" >draw
(cd drawn && bash ../draw) >"$out" 2>"$err"
for picture in "$pictures"/*.svg; do
    expect "${picture##*/} is not what its command draws" cmp "$picture" "drawn/${picture##*/}"
done
expect_same "$(find drawn -name '*.svg' | wc -l)" "$(find "$pictures" -name '*.svg' | wc -l)" 'pictures'

finish
