#!/usr/bin/env bash
# The manual pages against the program: every command, action, option and UCI option, and no others.
#
#   manual.sh PROGRAM

# shellcheck source-path=SCRIPTDIR source=../support/checks.sh
. "$(dirname "$0")/../support/checks.sh"

pages=$source_dir/share/man
page=$pages/brindle.1
tools='match sprt elo spsa datagen data book peers' # which a program without libraries does not have

# section NAME: the lines of the page below `.Ss NAME` or `.Sh NAME`.
section() {
    awk -v name="$1" '/^\.S[sh] /{ gsub(/\\-/, "-"); on = substr($0, 5) == name } on' "$page"
}
# options_of FILE: the options that have an entry, in their order.
options_of() {
    sed -nE 's/^\.It Fl ([^ ]+).*/-\1/p' "$1" | sed 's/\\-/-/g'
}

run --list-options
expect_good
cp "$out" table
called='<comparison with brindle.1>'
cut -f2 <(grep '^command' table) >commands
while read -r command; do
    section "$command" >text
    expect "no section about $command" test -s text
    expect_same "$(options_of text)" \
        "$(awk -F'\t' -v c="$command" '$1 == "option" && $2 == c { print $3 }' table)" "options of $command"
    expect_same "$(sed -nE 's/^\.It Cm ([^ ]+) .*/\1/p' text | sort)" \
        "$(awk -F'\t' -v c="$command" '$1 == "action" && $2 == c { print $3 }' table | sort)" "actions of $command"
done <commands
while read -r command; do
    [[ " $tools " == *" $command "* ]] && continue
    expect "there is no command $command" grep -q "^command"$'\t'"$command"$'\t' table
done < <(sed -n 's/^\.Ss //p' "$page" | sed 's/\\-/-/g')

# What can be said at the prompt of `play` is in its section.
printf 'help\n' >typed
run_on typed play
section play >text
while read -r order; do
    expect "the section about play lacks the order $order" grep -qwF -- "$order" text
done < <(sed -nE 's/^  ([a-z]+) .*/\1/p' "$out")

# The words that describe an engine.
if "$program" help match >"$out" 2>/dev/null; then
    section ENGINES >text
    expect_same "$(sed -nE 's/^\.It Li ([^ =]+)=.*/\1/p' text)" \
        "$(sed -nE 's/^  ([a-z.A-Z]+)=.*/\1/p' "$out")" 'words of engines'
fi

# UCI options.  A tuning build has more of them.
printf 'uci\nquit\n' >typed
run_on typed uci
section 'UCI OPTIONS' >text
sed -nE 's/^\.It Li //p' text | sort >documented
sed -nE 's/^option name (.*) type .*/\1/p' "$out" | sort >offered
expect_same "$(comm -23 documented offered)" '' 'documented UCI options that there are not'
if ! grep -q '^time_moves_left' offered; then
    expect_same "$(comm -13 documented offered)" '' 'UCI options that are not documented'
fi

tuner=$(dirname "$program")/brindle-tune
if [[ -x $tuner ]]; then
    "$tuner" --list-options >table
    expect_same "$(options_of "$pages/brindle-tune.1")" "$(awk -F'\t' '$1 == "option" { print $3 }' table)" \
        'options of brindle-tune'
fi

# As man shows them: no complaint, and the options are there.
for file in "$pages"/*.1; do
    if command -v mandoc >/dev/null; then
        expect "mandoc finds fault with ${file##*/}" mandoc -Tlint -W warning "$file"
    fi
    if command -v groff >/dev/null; then
        groff -mdoc -Tascii -ww "$file" >"$out" 2>"$err"
        expect_empty "$err"
    fi
done

finish
