# shellcheck shell=bash
# Console sessions in Markdown files: what the program says there is what it says.
#
# A session is a fenced block marked `console`: lines that begin with "$ " are run by bash, in order, in
# one folder for the whole file, and the lines below are what comes out (standard error too).  A line
# that consists of … stands for any number of lines, and … within a line for any text.  What differs
# from run to run is made alike on both sides before they are compared: dates, times (0:01.2, 3.45 s),
# speeds (1.2M nodes/s, and the column nps of an analysis), versions.
#
#   sessions_check FILE     runs all of them; calls `session_differs COMMAND WANTED GOT` for each difference
#   sessions_update FILE    writes what comes out in the place of what stood there; "…" lines stay

# Makes alike what differs from run to run.
sessions_normalise() {
    sed -E -e 's/[0-9]{4}\.[0-9]{2}\.[0-9]{2}/DATE/g' -e 's/[0-9]+:[0-9]{2}(:[0-9]{2})?(\.[0-9]+)?/TIME/g' \
        -e 's/[0-9]+(\.[0-9]+)? s\b/TIME s/g' \
        -e 's/[0-9.]+([kMG]| thousand| million| billion)? nodes\/s/SPEED nodes\/s/g' -e 's/[0-9]+ nodes [0-9]+ nps/N nodes SPEED nps/' \
        -e 's/^(([0-9]+\. )?[0-9]+\/[0-9]+ .* TIME +[0-9.]+[kMG]?) +[0-9.]+[kMG]?  /\1 SPEED  /' \
        -e 's/Brindle [0-9][^ ,]*/Brindle VERSION/' -e 's/, [0-9]+ an hour/, SPEED an hour/' -e 's/ +/ /g' -e 's/ $//'
}

# sessions_match WANTED GOT (files): lines as explained above.
sessions_match() {
    local -a wanted got
    local i=0 j=0
    mapfile -t wanted < <(sessions_normalise <"$1")
    mapfile -t got < <(sessions_normalise <"$2")
    while ((i < ${#wanted[@]})); do
        if [[ ${wanted[i]} == … ]]; then
            i=$((i + 1))
            ((i < ${#wanted[@]})) || return 0
            while ((j < ${#got[@]})) && ! sessions_line_matches "${wanted[i]}" "${got[j]}"; do j=$((j + 1)); done
        fi
        ((j < ${#got[@]})) || return 1
        sessions_line_matches "${wanted[i]}" "${got[j]}" || return 1
        i=$((i + 1)) j=$((j + 1))
    done
    ((j == ${#got[@]}))
}
sessions_line_matches() { # WANTED GOT
    local line=$1 text=$2 piece
    if [[ $line != *…* ]]; then
        [[ $text == "$line" ]]
        return
    fi
    piece=${line%%…*}
    [[ $text == "$piece"* ]] || return 1
    text=${text#"$piece"} line=${line#*…}
    while [[ $line == *…* ]]; do
        piece=${line%%…*}
        [[ $text == *"$piece"* ]] || return 1
        text=${text#*"$piece"} line=${line#*…}
    done
    [[ $text == *"$line" ]]
}

# sessions_merge WANTED GOT: GOT with the "…" of WANTED where they stood.
sessions_merge() {
    local -a wanted got
    local i before=-1
    mapfile -t wanted <"$1"
    mapfile -t got <"$2"
    for ((i = 0; i < ${#wanted[@]}; i++)); do
        [[ ${wanted[i]} != … ]] || before=$i
    done
    if ((before < 0)); then
        cat "$2"
        return
    fi
    local after=$((${#wanted[@]} - before - 1))
    printf '%s\n' "${got[@]:0:before}" …
    ((after == 0)) || printf '%s\n' "${got[@]: -after}"
}

# sessions_walk FILE FUNCTION: calls FUNCTION with a command; what it should say is in the file `wanted`,
# what it says in `got`.  All other lines go to the file `passed` as they are, and so does what FUNCTION
# prints.
sessions_walk() {
    local line in_session="" command='' folder=$PWD
    local -a lines
    mapfile -t lines <"$1"
    lines+=('```')
    : >passed
    : >wanted
    for line in "${lines[@]}"; do
        if [[ -n $command && ($line == '$ '* || $line == '```') ]]; then
            (cd sandbox && bash -c "$command") >got 2>&1 </dev/null
            "$2" "$command" >>passed
            command=
        fi
        if [[ -z $in_session ]]; then
            [[ $line != '```console' ]] || in_session=yes
        elif [[ $line == '```' ]]; then
            in_session=
        elif [[ $line == '$ '* ]]; then
            command=${line#'$ '}
            : >wanted
        elif [[ -n $command && $line == '> '* && ! -s wanted ]]; then
            command+=$'\n'${line#'> '}
        elif [[ -n $command ]]; then
            printf '%s\n' "$line" >>wanted
            continue
        fi
        printf '%s\n' "$line" >>passed
    done
    cd "$folder" || exit 1
}
sessions_compare() { # COMMAND
    sessions_match wanted got || session_differs "$1" wanted got
}
sessions_keep() { # COMMAND
    if sessions_match wanted got; then
        cat wanted
    else
        sessions_merge wanted got
    fi
}
sessions_check() {
    mkdir -p sandbox
    sessions_walk "$1" sessions_compare
}
sessions_update() {
    mkdir -p sandbox
    sessions_walk "$1" sessions_keep
    sed '$d' passed >updated
    cat updated >"$1"
}
