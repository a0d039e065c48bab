#!/usr/bin/env bash
# Installation: into a folder of its own (DESTDIR), everything in its place, and it works from there.
#
#   install.sh PROGRAM

# shellcheck source-path=SCRIPTDIR source=../support/checks.sh
. "$(dirname "$0")/../support/checks.sh"

build=$(dirname "$program")
[[ -e $build/cmake_install.cmake ]] || skip 'the program is not in a build folder of CMake'

called='<installation>'
DESTDIR=$scratch/root cmake --install "$build" --prefix /opt/brindle >"$out" 2>"$err"
status=$?
expect_good
root=$scratch/root/opt/brindle
expect 'something was installed elsewhere' test "$(ls "$scratch/root")" = opt

files='bin/brindle share/man/man1/brindle.1 share/bash-completion/completions/brindle
    share/zsh/site-functions/_brindle share/brindle/variants/fairy-stockfish.ini share/brindle/variants/sjaak.txt
    share/brindle/tuning/search.txt share/doc/brindle/README.md share/doc/brindle/LICENSE
    share/doc/brindle/share/formats.md share/doc/brindle/share/pictures/wildebeest.svg'
if [[ -x $build/brindle-tune ]]; then
    files+=' bin/brindle-tune share/man/man1/brindle-tune.1 share/bash-completion/completions/brindle-tune'
fi
for file in $files; do
    expect "$file is missing" test -s "$root/$file"
done
# Books and openings as they are in the sources.
for folder in books suites; do
    for file in "$source_dir/share/$folder"/*; do
        [[ -e $file ]] || continue
        expect "${file##*/} is missing" cmp "$file" "$root/share/brindle/$folder/${file##*/}"
    done
done
# Nothing else: no sources, no tests.
expect_same "$(find "$root" -type f | sed "s|^$root/||" |
    grep -vE '^(bin/brindle(-tune|-mpi)?|share/(man/man1|bash-completion/completions|zsh/site-functions|brindle|doc/brindle)/.*)$')" \
    '' 'files in unexpected places'
expect_same "$(find "$root" -name '*.[ch]' -o -name CMakeLists.txt)" '' 'sources'

program=$root/bin/brindle
run perft 2
expect_good
if command -v man >/dev/null; then
    called='<man brindle>'
    MANPATH=$root/share/man man -P cat brindle >"$out" 2>"$err"
    expect_in "$out" 'an engine for Wildebeest Chess'
fi
called='<completion of the installed program>'
expect_same "$(PATH=$root/bin:$PATH bash -c ". $root/share/bash-completion/completions/brindle
    COMP_WORDS=(brindle analy) COMP_CWORD=1; _brindle; echo \"\${COMPREPLY[*]}\"")" analyse 'completion'
# What the README links to is there, too.
while read -r link; do
    expect "the README links to $link, which is not installed" test -e "$root/share/doc/brindle/$link"
done < <(grep -oE '\]\((share|tune)/[^)#]+' "$source_dir/README.md" | sed 's/^](//')

finish
