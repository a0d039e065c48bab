#!/usr/bin/env bash
# Pictures of positions: what is drawn where, and what is refused.
#
#   diagram.sh PROGRAM

# shellcheck source-path=SCRIPTDIR source=../support/checks.sh
. "$(dirname "$0")/../support/checks.sh"

# men: the men of the picture on standard output, as "e1=wQ", sorted.
men() {
    sed -nE 's/^<use href="#(..)" .* data-square="([a-k][0-9]+)"\/>$/\2=\1/p' "$out" | sort
}
# men_of FEN: the same, read off the board of a FEN.
men_of() {
    awk -v fen="$1" 'BEGIN {
        split(fen, field, " ")
        count = split(field[1], row, "/")
        for (r = 1; r <= count; r++) {
            file = 0
            while (row[r] != "") {
                if (match(row[r], /^[0-9]+/)) {
                    file += substr(row[r], 1, RLENGTH)
                    row[r] = substr(row[r], RLENGTH + 1)
                    continue
                }
                man = substr(row[r], 1, 1)
                row[r] = substr(row[r], 2)
                print substr("abcdefghijk", ++file, 1) (11 - r) "=" (man ~ /[A-Z]/ ? "w" : "b") toupper(man)
            }
        }
    }' | sort
}
expect_picture() { # FEN
    expect_good
    expect_line "$out" "<title>$1</title>"
    expect_same "$(men)" "$(men_of "$1")" 'the men'
    if command -v python3 >/dev/null; then
        expect 'it is not XML' python3 -c 'import sys, xml.dom.minidom as d; d.parse(sys.argv[1])' "$out"
    fi
    # Every man that stands somewhere is drawn once, and is not empty.
    for id in $(men | cut -d= -f2 | sort -u); do
        expect_same "$(grep -cE "^<g id=\"$id\"><path d=\"M.*</g>$" "$out")" 1 "drawings of $id"
    done
}

array='rnccwkqbbnr/ppppppppppp/11/11/11/11/11/11/PPPPPPPPPPP/RNBBQKWCCNR w KAka - 0 1'
middle='3rwkqb2r/p2pppp2p1/1pn4pn1p/1c5b3/2C8/2pP7/Pc2PB1C3/2N5N2/2P1BPPPPPP/1R2QKW3R w Kk - 4 15'
run diagram
expect_picture "$array"
expect_in "$out" '<text x="[0-9]+" y="[0-9]+">10</text>'
expect_not_in "$out" 'check'
cp "$out" plain
run diagram --variant standard
expect_picture 'rncwqkwcnr1/ppppppppppp/11/11/11/11/11/11/PPPPPPPPPPP/RNCWQKWCNR1 w - - 0 1'
run diagram --fen "$middle" --no-coordinates --width 300
expect_picture "$middle"
expect_not_in "$out" '<text'
expect_in "$out" '^<svg .* width="300" '
run diagram --flip
expect_picture "$array"
# a1 is where k10 was.
where() { sed -nE "s/.* (x=\"[0-9]+\" y=\"[0-9]+\") data-square=\"$2\".*/\1/p" "$1"; }
expect_same "$(where "$out" a1)" "$(where plain k10)" 'a1 of the board turned round'
expect_same "$(where "$out" k1)" "$(where plain a10)" 'k1 of the board turned round'

# The eight kinds of men are eight drawings, and the sides differ.
expect_same "$(grep -oE '^<g id="..">.*</g>' plain | sed 's/^<g id="..">//' | sort -u | wc -l)" 16 'drawings'

drawing() { sed -nE "s/^<g id=\"$1\">(.*)<\/g>\$/\1/p" plain; }
expect_same "$(drawing wW | grep -o '<path' | wc -l)" 9 'strokes of the wildebeest, which has most'

marks() { grep -cE '^<rect .* fill-opacity' "$out"; }
run diagram --moves g2g5 i9i8 Nc3
expect_good
expect_same "$(marks)" 2 'squares marked'
run diagram --moves g2g5 --last-move a1b3 --arrows g2g5 b1c3 k10a1
expect_good
expect_same "$(marks)" 2 'squares marked'
expect_same "$(grep -cE '^<path fill="#[0-9a-f]+" fill-opacity.*Z"/>$' "$out")" 3 'arrows'
run diagram --fen '4rk5/11/11/11/11/11/3c7/11/6C4/4K6 w - - 0 1' -o check.svg
expect_good
expect_empty "$out"
expect_in check.svg 'fill="url\(#check\)"'

run diagram --fen nonsense
expect_refused 'FEN'
run diagram --arrows g2
expect_refused "--arrows: 'g2'"
run diagram --arrows g2g5 a1a1
expect_refused "--arrows: 'a1a1'"
run diagram --last-move e2e4e6
expect_refused "--last-move: 'e2e4e6'"
run diagram --width 7
expect_refused '--width'
run diagram -o no/such/folder/board.svg
expect_refused 'no/such/folder' 1

# PNG, by another program; without it, a word about how to get it, and no file.
mkdir nothing
called='diagram -o board.png, without rsvg-convert'
PATH=$scratch/nothing "$program" diagram -o board.png >"$out" 2>"$err"
status=$?
expect_refused 'rsvg-convert \(Debian package librsvg2-bin\)' 1
expect 'there is a file' test ! -e board.png
cat >nothing/rsvg-convert <<'END'
#!/bin/sh
exit 3
END
chmod +x nothing/rsvg-convert
called='diagram -o board.png, rsvg-convert failing'
PATH=$scratch/nothing "$program" diagram -o board.png >"$out" 2>"$err"
status=$?
expect_refused 'rsvg-convert failed' 1
expect 'there is a file' test ! -e board.png
if command -v rsvg-convert >/dev/null; then
    run diagram -o board.png --width 440
    expect_good
    expect_same "$(head -c 8 board.png | od -An -c | tr -d ' \n')" '211PNG\r\n032\n' 'how a PNG begins'
fi
run_to_full diagram
expect_status 1
expect_in "$err" 'No space left|could not be written'

finish
