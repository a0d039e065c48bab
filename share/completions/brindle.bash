# shellcheck shell=bash
# Completion of brindle and brindle-tune in bash: commands, actions, options and their values.
#
# What there is to complete the program itself tells (`brindle --list-options`), so this file has no
# list that could grow old.  To try it without installing:  . share/completions/brindle.bash

# _brindle_words WORD…: those that begin with what is being typed.
_brindle_words() {
    mapfile -t COMPREPLY < <(compgen -W "$*" -- "$cur")
}

# _brindle_value VALUE: what stands for VALUE in the help of an option.
_brindle_value() {
    case $1 in
    *FILE* | *DB* | *OUT* | *IN* | *BOOK* | PREFIX)
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -f -- "$cur")
        ;;
    V) _brindle_words wildebeest standard-wildebeest ;;
    *'|'*) _brindle_words "${1//|/ }" ;;
    esac
}

_brindle() {
    local cur=${COMP_WORDS[COMP_CWORD]} program=${COMP_WORDS[0]} command first=1
    local kind owner name value takers rest
    local commands=() actions=() options=() opened='' action='' positional=''
    COMPREPLY=()
    program=${program/#\~/$HOME}
    if [[ ${program##*/} == brindle-* ]]; then # a program of one command
        command=${program##*/brindle-} first=0
    else
        command=${COMP_WORDS[1]-}
    fi
    # What an option that was typed before may take: the last one before the cursor.
    local i before=''
    for ((i = COMP_CWORD - 1; i > first; i--)); do
        if [[ ${COMP_WORDS[i]} == -?* ]]; then
            before=${COMP_WORDS[i]}
            break
        fi
    done
    while IFS=$'\t' read -r kind owner name value takers rest; do
        case $kind in
        command)
            commands+=("$owner")
            [[ $owner != "$command" ]] || positional=$name
            ;;
        action) [[ $owner != "$command" ]] || actions+=("$name") ;;
        option)
            [[ $owner == "$command" ]] || continue
            # The action is known by now, as actions are listed before options.
            [[ -n $action || ${#actions[@]} -eq 0 ]] || action=${COMP_WORDS[first + 1]-}
            [[ $takers == - || $COMP_CWORD -eq $((first + 1)) || ,$takers, == *",$action,"* ]] || continue
            options+=("$name")
            # One value, or with "…" as many as come.
            if [[ $name == "$before" && $value != - ]] && [[ $value == *…* || $i -eq $((COMP_CWORD - 1)) ]]; then
                opened=$value
            fi
            ;;
        esac
    done < <("$program" --list-options 2>/dev/null)
    if ((first == 1 && COMP_CWORD == 1)); then
        _brindle_words "${commands[@]}"
    elif [[ $command == help && $COMP_CWORD -eq 2 ]]; then
        _brindle_words "${commands[@]/#--*/}"
    elif [[ $cur == -* ]]; then
        _brindle_words "${options[@]}"
    elif [[ -n $opened ]]; then
        _brindle_value "$opened"
    elif ((${#actions[@]} > 0 && COMP_CWORD == first + 1)); then
        _brindle_words "${actions[@]}"
    else
        _brindle_value "$positional"
    fi
}

complete -F _brindle brindle brindle-tune
