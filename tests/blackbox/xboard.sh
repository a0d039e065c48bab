#!/usr/bin/env bash
# XBoard's protocol as a GUI hears it: every command with a transcript.
#
#   xboard.sh PROGRAM

# shellcheck source-path=SCRIPTDIR source=../support/checks.sh
. "$(dirname "$0")/../support/checks.sh"

# ---- Transcripts ----

# open_engine [ARGUMENT…]: starts the program, to be talked with.
open_engine() {
    coproc ENGINE { exec "$program" "$@" 2>"$err"; }
    exec {to_engine}>&"${ENGINE[1]}" {from_engine}<&"${ENGINE[0]}"
    engine=$ENGINE_PID
    : >"$out"
    called='(XBoard)'
}
# hear: the next line is in $line; "(nothing)" after half a minute or at the end.
hear() {
    IFS= read -r -t 30 -u "$from_engine" line || line='(nothing)'
    printf '%s\n' "$line" >>"$out"
}
# talk: plays the transcript on standard input.
#   > LINE      is said
#   < REGEX     is the whole next line
#   * REGEX     some line matches as a whole; what comes before it is passed over
#   # …         is a comment
# Behind it the program has nothing more to say.
talk() {
    local step text
    : >"$out"
    while IFS= read -r step; do
        text=${step:2}
        case ${step:0:2} in
        '> ')
            printf '> %s\n' "$text" >>"$out"
            printf '%s\n' "$text" >&"$to_engine"
            ;;
        '< ')
            hear
            expect "'$line' does not match /$text/" grep -qxE -- "$text" <<<"$line"
            ;;
        '* ')
            while hear; do
                [[ $line != '(nothing)' ]] || break
                ! grep -qxE -- "$text" <<<"$line" || break
            done
            expect "'$line' does not match /$text/" grep -qxE -- "$text" <<<"$line"
            ;;
        '#'* | '') ;;
        *) expect "no step of a transcript: $step" false ;;
        esac
    done
    pings=$((${pings:-100} + 1))
    printf 'ping %d\n' "$pings" >&"$to_engine"
    hear
    expect "'$line', where there should be nothing more to say" test "$line" = "pong $pings"
}
# close_engine: says quit and waits for the end.
close_engine() {
    printf 'quit\n' >&"$to_engine"
    exec {to_engine}>&-
    wait "$engine"
    status=$?
    exec {from_engine}<&-
    expect_good
}

move='[a-k][0-9]+[a-k][0-9]+(,[a-k][0-9]+[a-k][0-9]+)?[qw]?'
thought="[0-9]+ -?[0-9]+ [0-9]+ [0-9]+( $move)+( [!?])?"

# ---- Who speaks what ----

for opening in 'xboard' 'protover 2' $'  xboard \r'; do
    called="(first line: $opening)"
    printf '%s\nping 7\nquit\n' "$opening" | "$program" >"$out" 2>"$err"
    status=$?
    expect_good
    expect_last '^pong 7$'
done
called='xboard'
printf 'ping 8\nquit\n' | "$program" xboard >"$out" 2>"$err"
status=$?
expect_good
expect_line "$out" 'pong 8'
for opening in uci xboards ''; do
    called="(first line: $opening)"
    printf '%s\nisready\n' "$opening" | "$program" >"$out" 2>"$err"
    status=$?
    expect_good
    expect_last '^readyok$'
done
printf 'xboard\nisready\n' | "$program" uci >"$out" 2>"$err"
expect_last '^readyok$'

# ---- Greeting ----

open_engine
talk <<'T'
> xboard
> protover 2
< feature done=0
< feature myname="Brindle [^"]+"
< feature variants="wildebeest,standard-wildebeest"
< feature ping=1 setboard=1 usermove=1 .*
< feature sigint=0 sigterm=0 .*debug=1
< feature analyze=1 exclude=1 nps=1 memory=1 smp=1
< feature option="Hash -spin 64 1 [0-9]+"
* feature done=1
> accepted ping
> rejected myname
> random
> name Rosa
> rating 1500 1600
> computer
T
# An option line for every engine option that UCI lists, with bounds that fit an int.
printf 'uci\nquit\n' | "$program" | sed -nE 's/^option name (.*) type .*/\1/p' |
    grep -vxE 'Ponder|UCI_Variant|UCI_ShowWDL' | sort >wanted
sed -nE 's/^feature option="(.*) -(spin|check|string|button|combo).*/\1/p' "$out" | sort >listed
expect_same "$(cat listed)" "$(cat wanted)" 'the options listed'
expect 'a bound is too great' awk '/-spin/ { for (i = 5; i <= NF; i++) if ($i + 0 > 2147483647) exit 1 }' "$out"

talk <<'T'
> new
> variant wildebeest
< setup \(PNBRQ\.{19}C\.{6}WKpnbrq\.{19}c\.{6}wk\) 11x10\+0_fairy rnccwkqbbnr/p{11}/11/11/11/11/11/11/P{11}/RNBBQKWCCNR w KQkq - 0 1
< piece P& fmWfceFifmW3iifmnD
< piece C& C
< piece W& NC
< piece K& KisO1isO2isO3isO4
> variant standard-wildebeest
< setup .* 11x10\+0_fairy rncwqkwcnr1/p{11}/11/11/11/11/11/11/P{11}/RNCWQKWCNR1 w - - 0 1
< piece P& fmWfceFifmnD
< piece C& C
< piece W& NC
< piece K& K
> variant chess
< Error \(unknown rule set 'chess': .*\): variant chess
# The rule set holds: no triple step, and a new game has the other one again.
> force
> usermove g1g4
< Illegal move \(from there a pawn goes one or two squares\): g1g4
> usermove g1g3
> new
> force
> usermove g1g4
T

# ---- Moves, and what is wrong with them ----

talk <<'T'
> new
> force
> usermove g1g4
> usermove f8f3
< Illegal move \(from there a pawn goes one, two or three squares\): f8f3
> f8f5
> usermove b0c2
> usermove f5f4
# Two squares that the pawn of the triple step has passed.
> usermove e1e4
> usermove f4e3
> undo
> usermove f4e4
< Illegal move \(.*\): f4e4
> usermove zz
< Illegal move \('zz' is no move\): zz
> usermove
< Illegal move \('' is no move\): 
> undo
> undo
> undo
> undo
> undo
> undo
< Error \(only 0 half-moves have been made\): undo
> remove
< Error \(only 0 half-moves have been made\): remove
> wibble 17
< Error \(unknown command\): wibble 17
T

# Castling by one square in two legs, by more plainly; the reasons against it.
talk <<'T'
> setboard r4k4r/5p5/11/11/11/11/11/11/11/R4K4R w KQkq - 0 1
> usermove f0g0,k0f0
> usermove f9b9
> undo
> usermove f9e9,a9f9
> undo
> undo
> usermove f0i0
> undo
> usermove f0k0
> undo
> usermove f0j0x
< Illegal move \('x' is no piece\): f0j0x
> setboard r4k1r3/5p5/11/11/11/11/11/11/11/R4K4R w KQq - 0 1
> usermove f0i0
< Illegal move \(the king may not castle through h0, which the rook on h9 attacks\): f0i0
> setboard 4rk5/11/11/11/11/11/11/4N6/11/4K6 w - - 0 1
> usermove e2f4
< Illegal move \(the knight on e2 is pinned to the king on e0 by the rook on e9\): e2f4
# En passant, its square counted as the board shows it, and as XBoard writes it.
> setboard 5k5/11/11/11/11/11/2Pp7/11/11/5K5 b - c2 0 1
> usermove d3c2
> setboard 5k5/11/11/11/11/11/2Pp7/11/11/5K5 b - c3 0 1
> usermove d3c2
> setboard 5k5/11/11/11/11/11/11/11/11/11 w - - 0 1
< tellusererror Illegal position: FEN: .*
> setboard nonsense
< tellusererror Illegal position: FEN: .*
# After a position that was refused the one before it stands.
> usermove f0f1
T

# ---- Playing ----

# Pawns and kings: whatever the engine answers, these moves of pawns remain legal.
pawns='5k5/ppppppppppp/11/11/11/11/11/11/PPPPPPPPPPP/5K5 w - - 0 1'
talk <<T
> new
> setboard $pawns
> level 40 5 0
> sd 3
> nopost
> usermove b1b2
< move $move
> time 29000
> otim 29500
> usermove d1d2
< move $move
> remove
> usermove a1a2
< move $move
> undo
> go
< move $move
> force
> usermove c1c2
> post
> go
* $thought
* move $move
# The side to move, and the other.
> force
> nopost
> playother
> usermove k1k2
< move $move
> st 0.01
> usermove j1j2
< move $move
> level 0 0:30 0.5
> usermove h1h2
< move $move
> level 0 5
< Error \(level takes three numbers.*\): level 0 5
> level 0 5:77 0
< Error \(seconds: .*\): level 0 5:77 0
> st never
< Error \(seconds: .*\): st never
> sd -1
< Error \(depth: .*\): sd -1
> time x
< Error \(centiseconds: .*\): time x
T
# What comes while it thinks: "?" ends it with a move; what must not change the engine waits; a new
# game ends it without one.  Nothing here waits for a search of more than a few moments.
talk <<T
> new
> st 3000
> go
> option MultiPV=2
> ping 1
> usermove e8e7
> usermove d8d7
> sd 2
> ?
< move $move
< pong 1
< move $move
< move $move
> option MultiPV=1
> new
> st 3000
> go
> ping 2
> new
< pong 2
> st 3000
> go
> force
> usermove a1a2
> st 3000
> go
> setboard 5k5/11/11/11/11/11/11/11/11/5K5 w - - 0 1
> result 1/2-1/2 {agreed}
> ?
T
# Time by nodes, and by the processor.
talk <<T
> new
> setboard $pawns
> level 0 1 0
> nps 2000
> usermove b1b2
< move $move
> nps 0
> sd 2
> usermove c1c2
< move $move
> nps -1
> usermove k1k2
< move $move
> nps much
< Error \(nodes per second: .*\): nps much
T

# ---- Pondering ----

talk <<T
> new
> setboard $pawns
> easy
> hard
> sd 4
> usermove k1k2
< move $move
> ping 3
< pong 3
> hint
< Hint: $move
> option Threads=2
> memory 4
> cores 1
> option Skill Level=20
> hint
< Hint: $move
> easy
> usermove a1a2
< move $move
> hard
> usermove c1c2
< move $move
> hint
< Hint: $move
T
reply=$(grep -o '^Hint: .*' "$out" | tail -n 1)
talk <<T
> usermove ${reply#Hint: }
< move $move
> result * {enough}
T
talk <<T
> new
> hint
< Hint: $move
> bk
<  There is no opening book; the option BookFile names one\.
< 
T

# ---- Draws and the end of games ----

talk <<T
> new
> draw
> force
> setboard 5k5/11/11/11/11/11/11/11/q10/5K5 w - - 0 1
> sd 3
> draw
> go
< move $move
> draw
< offer draw
> force
> setboard k10/7R3/11/11/11/11/11/11/11/6R3K w - - 0 1
> sd 1
> go
< move $move
< 1-0 \{(White mates|Stalemate)\}
# The one who is mated says so, too; in force mode nobody does.
> undo
> playother
> usermove g0g9
< 1-0 \{White mates\}
> force
> undo
> usermove g0g9
# A stalemate loses in one rule set and is a draw in the other.
> setboard k10/11/1Q9/2K8/11/11/11/11/4W6/11 w - - 1 1
> sd 3
> go
< move $move
< 1-0 \{(Stalemate|White mates)\}
> setboard k10/11/1Q9/2K8/11/11/11/4W6/11/11 b - - 1 1
> go
< 1-0 \{Stalemate\}
> variant standard-wildebeest
* piece K& K
> force
> setboard k10/11/1Q9/2K8/11/11/11/4W6/11/11 b - - 1 1
> go
< 1/2-1/2 \{Stalemate\}
> force
> setboard k10/11/11/11/11/11/11/11/4N6/5K5 w - - 1 1
> go
< 1/2-1/2 \{Draw by insufficient material\}
> force
> setboard k10/p10/11/11/11/11/11/11/4N6/5K5 w - - 100 90
> go
< 1/2-1/2 \{Draw by fifty-move rule\}
> new
> force
> usermove b0c2
> usermove b9c7
> usermove c2b0
> usermove c7b9
> usermove b0c2
> usermove b9c7
> usermove c2b0
> playother
> usermove c7b9
< 1/2-1/2 \{Draw by repetition\}
T

# ---- Analysis ----

talk <<T
> new
> exclude g1g4
< Error \(moves are excluded in analysis only\): exclude g1g4
> post
> option MultiPV=3
> analyze
* 3 .*
* 3 .*
* 3 .*
> .
* stat01: [0-9]+ [0-9]+ [0-9]+ [0-9]+ 45( $move)?
> option MultiPV=1
* 4 .*
> usermove g1g4
* 5 .*
> hint
* Hint: $move
> exclude all
> include f8f5
* 4 -?[0-9]+ [0-9]+ [0-9]+ f8f5 .*
> include k8k7
> exclude f8f5
* 4 -?[0-9]+ [0-9]+ [0-9]+ k8k7 .*
> include all
* 4 .*
> exclude a1a9
* Error \(the pawn on a1 is not Black's\): exclude a1a9
> undo
* 4 .*
> setboard 5k5/11/11/11/11/11/11/11/8R2/5K5 w - - 0 1
* 4 .*
> bk
*  There is no opening book; the option BookFile names one\.
* 
> variant standard-wildebeest
* piece K& K
* 4 .*
> new
* 4 .*
> nopost
> exit
> ping 5
* pong 5
> .
> usermove g1g4
> sd 1
> go
< move $move
T
close_engine

# ---- Settings ----

open_engine xboard
talk <<'T'
> memory 8
> memory 0
< Error \(Hash: 0 is not within .*\): memory 0
> cores 2
> cores many
< Error \(Threads: .*\): cores many
> option UCI_LimitStrength=1
> option UCI_LimitStrength=0
> option UCI_LimitStrength=perhaps
< Error \(option UCI_LimitStrength: .*\): option UCI_LimitStrength=perhaps
> option Skill Level=21
< Error \(Skill Level: 21 is not within .*\): option Skill Level=21
> option Clear Hash
> option No Such Thing=1
< Error \(there is no option 'No Such Thing'\): option No Such Thing=1
> option SaveHash
< Error \(no hash file has been named.*\): option SaveHash
> option HashFile=kept.hash
> option SaveHash
< telluser .*kept\.hash.*
> option Log File=xboard.log
> edit
< Error \(unknown command\): edit
T
close_engine
expect_in xboard.log '>> edit$'
expect_in xboard.log '<< Error \(unknown command\): edit$'

# The end of the input is an end, too, whatever is going on.
called='(end of the input)'
printf 'xboard\nanalyze\n' | "$program" >"$out" 2>"$err"
status=$?
expect_good
printf 'xboard\nnew\nst 3000\ngo\nping 1\nquit\n' | "$program" >"$out" 2>"$err"
status=$?
expect_good
expect_not_in "$out" '^move'

finish
