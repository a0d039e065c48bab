#!/usr/bin/env bash
# Completions of bash and zsh: every command, action and option, values, files.
#
#   completion.sh PROGRAM

# shellcheck source-path=SCRIPTDIR source=../support/checks.sh
. "$(dirname "$0")/../support/checks.sh"

completions=$source_dir/share/completions
run --list-options
expect_good
cp "$out" table
expect_in table $'^command\tanalyse\t'
expect_in table $'^action\tpgn\tto-epd\t'
expect_in table $'^option\tplay\t--side\twhite.black.both.random\t-\t'
expect_same "$(awk -F'\t' '{ n = $1 == "option" ? 6 : 4 } NF != n || /\t\t|\t$/' table)" '' 'lines with other fields'

# In the table is what help says: no option more or less.
cut -f2 <(grep '^command' table) >commands
while read -r command; do
    [[ $command != --* ]] || continue
    run help "$command"
    expect_good
    expect_same "$(sed -nE 's/^  (-[-a-z0-9]+) .*/\1/p' "$out")" \
        "$(awk -F'\t' -v c="$command" '$1 == "option" && $2 == c { print $3 }' table)" "options of $command"
done <commands

# ---- bash ----

# shellcheck source-path=SCRIPTDIR source=../../share/completions/brindle.bash
. "$completions/brindle.bash"

# complete_bash WORD…: what the last word, which is being typed, may become, a line each.
complete_bash() {
    called="<completion of> $*"
    COMP_WORDS=("$program" "$@")
    COMP_CWORD=$#
    COMPREPLY=()
    _brindle 2>"$err"
    printf '%s\n' "${COMPREPLY[@]}" >"$out"
}
expect_words() { # WORD…
    expect_same "$(sort "$out" | tr '\n' ' ')" "$(printf '%s\n' "$@" | sort | tr '\n' ' ')" "completions"
}

complete_bash ''
mapfile -t words <commands
expect_words "${words[@]}"
complete_bash an
expect_words analyse
complete_bash help sp
expect_in "$out" '^speedtest$'
complete_bash nonsense ''
expect_words ''
touch game.pgn 'my game.pgn' book.wbook
mkdir folder
complete_bash play --side ''
expect_words white black both random
complete_bash play --side b
expect_words black both
complete_bash play --variant s
expect_words standard-wildebeest
complete_bash play --save g
expect_words game.pgn
complete_bash play --save my
expect_words 'my game.pgn'
complete_bash play --level 3 --s
expect_words --side --save --seed
complete_bash play --moves e4 ''
expect_words ''
complete_bash pgn ''
expect_words check fix stats to-epd extract
complete_bash pgn check g
expect_words game.pgn
complete_bash pgn check --
expect_words --rules
complete_bash pgn fix game.pgn --k
expect_words --keep-broken
# Behind one value the command's own words come again.
complete_bash pgn fix --output f
expect_words folder
complete_bash pgn fix --output new.pgn g
expect_words game.pgn

# Every option of every command, and of every action those that it takes.
while read -r command; do
    [[ $command != help ]] || continue # it takes commands
    complete_bash "$command" -
    # shellcheck disable=SC2046
    expect_words $(awk -F'\t' -v c="$command" '$1 == "option" && $2 == c { print $3 } END { print "" }' table)
done <commands
while IFS=$'\t' read -r _ command action _; do
    complete_bash "$command" "$action" -
    # shellcheck disable=SC2046
    expect_words $(awk -F'\t' -v c="$command" -v a="$action" \
        '$1 == "option" && $2 == c && ("," $5 ",") ~ ("," a ",") { print $3 } END { print "" }' table)
done < <(grep '^action' table)

# ---- brindle-tune ----

tuner=$(dirname "$program")/brindle-tune
if [[ -x $tuner ]]; then
    COMP_WORDS=("$tuner" --be) COMP_CWORD=1
    COMPREPLY=()
    called='<completion of> brindle-tune --be'
    _brindle
    expect_same "${COMPREPLY[*]}" --benchmark 'completions'
    COMP_WORDS=("$tuner" g) COMP_CWORD=1
    _brindle
    expect_same "${COMPREPLY[*]}" game.pgn 'completions'
    COMP_WORDS=("$tuner" --write bo) COMP_CWORD=2
    _brindle
    expect_same "${COMPREPLY[*]}" book.wbook 'completions'
fi

# ---- zsh ----

# The function is run with the words as the shell's editor would set them; _describe, compadd and
# _files tell what they are given.
if command -v zsh >/dev/null; then
    cat >ask.zsh <<'END'
_describe() { local -a w; w=(${(P)2%%:*}); print -l -- ${w%%:*} }
compadd() { print -l -- $@ }
_files() { print FILES }
definition=$1; shift
words=("$@") CURRENT=$#
() { source $definition }
END
    complete_zsh() {
        called="<zsh completion of> $*"
        zsh -f ask.zsh "$completions/_brindle" "$program" "$@" >"$out" 2>"$err"
        status=$?
    }
    complete_zsh ''
    expect_good
    expect_words "${words[@]}"
    complete_zsh play --side ''
    expect_words white black both random
    complete_zsh play --save ''
    expect_words FILES
    complete_zsh play -
    expect_in "$out" '^--level$'
    complete_zsh pgn ''
    expect_words check fix stats to-epd extract
    complete_zsh pgn check -
    expect_words --rules
    complete_zsh pgn check ''
    expect_words FILES
    while read -r command; do
        [[ $command != help ]] || continue
        complete_zsh "$command" -
        expect_good
        expect_same "$(grep -c . "$out")" \
            "$(awk -F'\t' -v c="$command" '$1 == "option" && $2 == c' table | wc -l)" "options of $command"
    done <commands
fi

finish
