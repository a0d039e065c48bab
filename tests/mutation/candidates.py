"""Where a C file can be made wrong by one small change, and how.

Only the bodies of functions are looked at.  Comments, texts, preprocessor lines, assertions,
enumerations and tables of numbers stay as they are.
"""

import re
from collections import namedtuple

# The names of file and function, the line's text and the change (with which of several equal places
# in the line it is) find a candidate again after edits elsewhere.
Candidate = namedtuple("Candidate", "file function start end new line text change")
Token = namedtuple("Token", "kind text start end")

_TOKENS = re.compile(
    r"""(?P<skip>\s+|//[^\n]*|/\*.*?\*/)
      |(?P<directive>(?<![^\n])[ \t]*\#(?:[^\n\\]|\\.)*)
      |(?P<text>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')
      |(?P<name>[A-Za-z_]\w*)
      |(?P<number>(?:0[xX][0-9a-fA-F]+|\d[\d.]*(?:[eE][+-]?\d+)?)\w*)
      |(?P<op><<=|>>=|\.\.\.|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|.)""",
    re.VERBOSE | re.DOTALL,
)

_OPERATORS = {
    "<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="], ">=": [">", "<"],
    "==": ["!="], "!=": ["=="], "&&": ["||"], "||": ["&&"],
    "+": ["-"], "-": ["+"], "<<": [">>"], ">>": ["<<"], "&": ["|"], "|": ["&"], "^": ["|"],
    "|=": ["&=", "="], "&=": ["|=", "="], "^=": ["|="], "+=": ["-=", "="], "-=": ["+="],
    "~": [""], "!": [""],
}
_BINARY = {"+", "-", "&", "<", ">"}

_SWAPS = [
    ("WHITE", "BLACK"), ("us", "them"), ("true", "false"), ("FILES", "RANKS"),
    ("LINE_FILE", "LINE_RANK"), ("LINE_DIAGONAL", "LINE_ANTIDIAGONAL"),
    ("KNIGHT", "CAMEL"), ("BISHOP", "ROOK"), ("QUEEN", "WILDEBEEST"), ("PAWN", "KNIGHT"),
    ("file_of", "rank_of"), ("bb_first", "bb_last"), ("bb_low", "bb_high"),
    ("move_from", "move_to"), ("BOUND_LOWER", "BOUND_UPPER"), ("alpha", "beta"),
    ("score_mate_in", "score_mated_in"), ("MATE_PROVEN", "MATE_DENIED"),
    ("at_least", "at_most"), ("soft", "hard"), ("MOVE_EN_PASSANT", "MOVE_CASTLING"),
    ("score_to_table", "score_from_table"), ("attacks_rook", "attacks_bishop"),
    ("front", "behind"), ("own", "theirs"), ("W_threat_defended", "W_threat_weak"),
    ("W_rook_open", "W_rook_half_open"), ("weight_middlegame", "weight_endgame"),
]
_NAMES = {}
for one, other in _SWAPS:
    _NAMES.setdefault(one, []).append(other)
    _NAMES.setdefault(other, []).append(one)
_NAMES["BOUND_EXACT"] = ["BOUND_LOWER", "BOUND_UPPER"]
_NAMES["opponent"] = [""]  # opponent(c) becomes (c)

_KEYWORDS = set(
    "auto break case char const continue default do double else enum extern float for goto if int "
    "long register return short signed sizeof static struct switch typedef union unsigned void "
    "volatile while _Static_assert _Alignas __extension__".split())


def _lex(source):
    tokens = []
    for match in _TOKENS.finditer(source):
        if match.lastgroup != "skip":
            tokens.append(Token(match.lastgroup, match.group(), match.start(), match.end()))
    return [t for t in tokens if t.kind != "directive"]


def _closing(tokens, i):
    """The index of the token that closes the bracket at `i`."""
    depth = 0
    for j in range(i, len(tokens)):
        if tokens[j].kind == "op" and tokens[j].text in "([{":
            depth += 1
        elif tokens[j].kind == "op" and tokens[j].text in ")]}":
            depth -= 1
            if depth == 0:
                return j
    raise ValueError("a bracket is not closed")


def _bodies(tokens):
    """(function's name, result type, first and last token of its body)."""
    i, begin = 0, 0
    while i < len(tokens):
        if tokens[i].text == "{":
            end = _closing(tokens, i)
            if i > 0 and tokens[i - 1].text == ")":
                opening = next(j for j in range(begin, i) if tokens[j].text == "(" and
                               tokens[j - 1].kind == "name" and tokens[j - 1].text != "__attribute__")
                result = " ".join(t.text for t in tokens[begin:opening - 1])
                yield tokens[opening - 1].text, result, i, end
            i = end
            if i + 1 < len(tokens) and tokens[i + 1].text != ";" or tokens[i].text == "}":
                begin = i + 1
        elif tokens[i].text == ";":
            begin = i + 1
        i += 1


def _untouched(tokens, first, last):
    """Indices in assertions, enumerations and tables."""
    inside = set()
    i = first
    while i <= last:
        text = tokens[i].text
        if text in ("assert", "_Static_assert") and tokens[i + 1].text == "(":
            end = _closing(tokens, i + 1)
        elif text == "enum" and any(tokens[j].text == "{" for j in (i + 1, i + 2)):
            end = _closing(tokens, i + 1 if tokens[i + 1].text == "{" else i + 2)
        elif text == "{" and tokens[i - 1].text == "=" and tokens[i - 2].text == "]":
            end = _closing(tokens, i)
        else:
            i += 1
            continue
        inside.update(range(i, end + 1))
        i = end + 1
    return inside


def _statement(tokens, i):
    """The text between the statement boundaries around token `i`."""
    first = i
    while first > 0 and tokens[first - 1].text not in (";", "{", "}"):
        first -= 1
    last = i
    while last + 1 < len(tokens) and tokens[last].text not in (";", "{", "}"):
        last += 1
    return " ".join(t.text for t in tokens[first:last + 1])


def _number_changes(text):
    if not re.fullmatch(r"\d{1,3}u?", text):
        return []
    value, suffix = int(text.rstrip("u")), "u" if text.endswith("u") else ""
    return [str(value + 1) + suffix] + ([str(value - 1) + suffix] if value > 0 else [])


def _is_binary(tokens, i):
    before = tokens[i - 1]
    return (before.kind in ("name", "number") and before.text not in _KEYWORDS) or before.text in ")]"


def _removable(tokens, i, last):
    """The last token of the expression statement that begins at `i`, or None."""
    before, token = tokens[i - 1].text, tokens[i]
    if before not in (";", "{", "}", ")", "else"):
        return None
    if token.text in ("break", "continue"):
        return i + 1
    j = i + (token.text == "*")
    if tokens[j].kind != "name" or tokens[j].text in _KEYWORDS:
        return None
    if before == ")":  # of an if, a for or a while, and not of a call or a cast
        depth, k = 0, i - 1
        while True:
            depth += (tokens[k].text == ")") - (tokens[k].text == "(")
            if depth == 0:
                break
            k -= 1
        if tokens[k - 1].text not in ("if", "for", "while"):
            return None
    if tokens[j + 1].text not in ("(", "=", ".", "->", "[", "|=", "&=", "^=", "+=", "-=", "++", "--",
                                  "<<=", ">>="):
        return None
    for k in range(i, last):
        if tokens[k].text in "([{":
            continue
        if tokens[k].text == ";":
            return k
        if tokens[k].text in ("{", "}") and tokens[k - 1].text != ")":
            return None
    return None


def find(file, source, skipped_functions=(), skipped_statements=None):
    """All candidates of a file, in its order."""
    tokens = _lex(source)
    found = []
    line_starts = [0] + [m.end() for m in re.finditer("\n", source)]

    def add(start, end, new, change):
        line = next(i for i in range(len(line_starts), 0, -1) if line_starts[i - 1] <= start)
        begin = line_starts[line - 1]
        text = source[begin:].split("\n", 1)[0]
        old = source[start:end]
        if change is None:
            change = f"`{old}` -> `{new}`"
        # Which of several equal words in the line.
        same = [m.start() for m in re.finditer(r"(?<!\w)" + re.escape(old) + r"(?!\w)", text)
                ] if re.match(r"\w", old) else [m.start() for m in re.finditer(re.escape(old), text)]
        place = start - begin
        if len(same) > 1 and place in same:
            change += f" at {same.index(place) + 1}"
        found.append(Candidate(file, name, start, end, new, line, " ".join(text.split()), change))

    for name, result, first, last in _bodies(tokens):
        if name in skipped_functions:
            continue
        untouched = _untouched(tokens, first, last)
        for i in range(first + 1, last):
            token = tokens[i]
            if i in untouched or (skipped_statements and
                                  skipped_statements.search(_statement(tokens, i))):
                continue
            if token.kind == "op" and token.text in _OPERATORS:
                if token.text not in _BINARY or _is_binary(tokens, i):
                    for new in _OPERATORS[token.text]:
                        add(token.start, token.end, new, None)
            elif token.kind == "number":
                for new in _number_changes(token.text):
                    add(token.start, token.end, new, None)
            elif token.kind == "name" and token.text in _NAMES and tokens[i - 1].text not in (".", "->"):
                for new in _NAMES[token.text]:
                    if token.text != "opponent" or tokens[i + 1].text == "(":
                        add(token.start, token.end, new, None)
            elif token.text == "if" and tokens[i + 1].text == "(":
                end = tokens[_closing(tokens, i + 1)].end
                condition = source[tokens[i + 1].start:end]
                add(tokens[i + 1].start, end, f"(!{condition})", "condition negated")
            elif token.text == "return" and tokens[i + 1].text not in (";", "true", "false", "{"):
                end = next(j for j in range(i, last + 1) if tokens[j].text == ";")
                value = source[tokens[i + 1].start:tokens[end - 1].end]
                if "bool" in result:
                    add(tokens[i + 1].start, tokens[end - 1].end, f"!({value})", "result negated")
                elif value != "0" and "*" not in result and re.search(
                        r"\b(int|unsigned|Score|Bitboard|Key|Square|Move|u?int\d+_t|Weight|Piece)\b", result):
                    add(tokens[i + 1].start, tokens[end - 1].end, "0", "returns 0")
            end = _removable(tokens, i, last)
            if end is not None:
                what = " ".join(source[token.start:tokens[end].end].split())
                add(token.start, tokens[end].end, ";", "removed" if what in source[token.start:].split(
                    "\n", 1)[0] else "removed with its next lines")
    return found
