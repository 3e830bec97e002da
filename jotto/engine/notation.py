"""How people write a turn and its score: in squares, in pegs, in letters, in digits, in words."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

Schemes = tuple[tuple[str, ...], ...]
# How rows of marks are written: the signs for neither, elsewhere and in place, and perhaps which
# signs a row must have. Two colours in a row never mean the same, but for shades of grey. A row
# that can be read in two ways is refused.
SQUARES: Schemes = (
    ("⬛⬜◼◻", "🟨🟪🟦", "🟩🟧"),  # Wordle, also in high contrast, and Nerdle
    ("⬛⬜◼◻", "🟧", "🟩", "🟧🟩"),
    ("🟦", "🟨", "🟥"),  # Sutom, Tusmo, Motus
    ("🟥🟦", "🟨", "🟩"),
)
MIXED: Schemes = (  # what a row may mean that no scheme has: it is asked about
    ("⬛⬜◼◻", "🟨🟪🟦", "🟩🟧"),
    ("⬛⬜◼◻", "🟨🟪🟦🟧", "🟩"),
    ("⬛⬜◼◻🟪🟦", "🟨", "🟩"),
)
ROUND = "🟡🟢🔵🟣🟠💛💚💙💜🧡🖤🤍❤🔴⚫⚪", "🟨🟩🟦🟪🟧🟨🟩🟦🟪🟧⬛⬜🟥🟥⬛⬜"  # the same as squares
DRAWN = {*ROUND[0], *ROUND[1], *"◼◻"}
GREY = str.maketrans("⬜◼◻◯●", "⬛⬛⬛○⚫")
TILES: Schemes = (  # one for each letter
    ("B0XWN.-_*", "Y1", "G2"),
    ("B", "Y", "R"),
    ("R", "Y", "G"),
    ("B", "R", "G"),
    ("B", "P", "G"),
    ("_.-", "?", "+"),
    ("_", "-", "+", "_-"),
    ("-", "_", "+", "_-"),
    ("X", "Y", "O", "O"),
    ("X", "O", "G", "O"),
    ("U", "W", "C", "U"),
)
PEGS: Schemes = (  # in any order: black or red in place, white elsewhere
    ("·_", "⚪○◯", "⚫●🔴◍"),
    ("⚫●·_", "⚪○◯", "🔴", "🔴"),
    ("", "⬜", "⬛", "⬛⬜"),
    ("", "O", "X"),
    ("", "X", "O"),
    ("", "-", "+", "+"),
    ("-", "", "+", "+-"),
    ("_.-", "?", "+", "+"),
)
COLOURED: Schemes = ("_.-", "W", "BR"), ("", "⬜", "⬛")  # where guesses are codes of colours
A_PART = "a part of a row"
FOUND = ("yes", "correct", "right", "got it", "found", "found it", "you win", "i win")
SPELT = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
DIGITS = {name: str(digit) for digit, name in enumerate(SPELT)}
DIGITS |= dict.fromkeys(("none", "nothing", "nil"), "0")
SPARE = "and", "in", "peg", "pegs"
NAMED = {"GR[AE]Y|BLACK|WHITE": "B", "GREEN": "G", "YELLOW": "Y"}  # colours of tiles
PARTED = re.compile(r"\w([-\s,|])\w(?:\1\w)+")  # c-r-a-n-e
LETTER = re.compile(r"([(\[+-]?)([^\W\d_])([)\]012]?)")  # with its mark
MARKED = {"()": "Y", "[]": "G", "+": "G", "-": "Y", "0": "B", "1": "Y", "2": "G", "": "B"}
BETWEEN = re.compile(r"\s*(?:[-=]?>|[:;|,=])\s*|\s+(?:-\s+)?")  # a guess and its score


def readings(rule: Any, typed: str, beside: str = "") -> list[str]:
    """Return what a row of marks may mean: as colours, or as a score in numbers.

    ``rule``: a Rule, which says what its marks mean; ``beside``: further rows of the same game.

    >>> import jotto
    >>> rule = jotto.words(["crane"], rule="colours").rule
    >>> readings(rule, "🟦🟦🟥🟦🟦"), readings(rule, "🟦" * 5), readings(rule, "🟦" * 5, "🟥")
    (['BBGBB'], ['YYYYY', 'BBBBB'], ['BBBBB'])
    """
    row = re.sub(r"\s", "", typed.upper())
    if rule.tiles:
        for names, mark in NAMED.items():
            row = re.sub(names, mark, row)
        row = re.sub(r"[,|\[\]()]", "", row)
        row = row[::2] if row[1::2] == "-" * (len(rule.texts[0]) - 1) else row
    if rule.tiles or not {*row, *beside} <= {*"".join(PEGS[0])}:
        row, beside = (text.translate(str.maketrans(*ROUND)) for text in (row, beside))
    own = (*COLOURED * rule.coloured, *(TILES if rule.tiles else PEGS))
    means = _read(rule, row, {*row, *beside}, (*SQUARES, *own))
    mixed = [] if means else _read(rule, row, {*row}, MIXED, 9)
    return means or mixed * (len(mixed) > 1)


def _read(rule: Any, row: str, signs: set[str], schemes: Schemes, most: int = 1) -> list[str]:
    """Return what a row means by some schemes, where ``most`` colours may mean the same."""
    found = dict[str, None]()
    for nothing, elsewhere, exact, *needs in schemes:
        groups = nothing, elsewhere, exact
        alike = max(len({*"".join(signs & {*group}).translate(GREY)}) for group in groups) > most
        fits = {*"".join(needs)} <= signs <= {*"".join(groups)}
        if row.strip("?") and fits and not alike:
            marks = "B" * len(nothing) + "Y" * len(elsewhere) + "G" * len(exact)
            table = str.maketrans("".join(groups), marks)
            found[_meant(rule, row.translate(table))] = None
    means = [text for text in found if text and not (text == A_PART and row.isascii())]
    return means if means != [A_PART] else []


def _meant(rule: Any, marks: str) -> str:
    """Return a row of marks as a score of a rule; empty if it is none."""
    if rule.tiles:
        return marks if len(marks) == len(rule.texts[0]) else ""
    counted = [count.mark for count in rule.counts]
    length = max(sum(rule.numbers(code)) for code in range(rule.n_codes))
    if all(counted) and marks == "G" * length:
        return "win"
    if not all(counted) or marks.strip("B" + "".join(counted)):
        return ""
    part = "B" in marks and len(marks) != length
    return A_PART if part else ",".join(str(marks.count(mark)) for mark in counted)


def misfit(rule: Any, typed: str) -> str:
    """Return why the squares in a text are no row of a rule; empty if there are none."""
    row = "".join(part for part in typed.split() if {*part} <= DRAWN)
    length = len(rule.texts[0])
    if not rule.tiles or len(row) in (0, length):
        return ""
    return f"it has {len(row)} squares; this game uses {length}"


def said(typed: str, names: Sequence[str]) -> str:
    """Return a score that is said in words in digits; ``yes`` for a win.

    ``names``: of its numbers; one may stand behind its number.

    >>> said("1 exact and two", ["exact", "elsewhere"]), said("Zero.", ["exact", "elsewhere"])
    ('1,2', '0,0')
    >>> said("got it!", ["common"]), said("3 common", ["common"])
    ('yes', '3')
    """
    text, digits = typed.lower().strip(" .!()"), list[str]()
    for word in re.split(r"[\s,./-]+", text):
        named = digits and word in names[len(digits) - 1 : len(digits)]
        zero = "0" if word == "no" != text else word  # alone it says that it is not the word
        digits += [] if named or word in SPARE else [DIGITS.get(word, zero)]
    return "yes" if text in FOUND else ",".join(digits * (len(names) if digits == ["0"] else 1))


def unparted(text: str) -> str:
    """Return a guess whose letters stand apart as one word.

    >>> unparted("c-r-a-n-e"), unparted("0 1 2 3"), unparted("x-ray")
    ('crane', '0123', 'x-ray')
    """
    return text[::2] if PARTED.fullmatch(text) else text


def marked(text: str) -> tuple[str, str] | None:
    """Return a word and its colours, if each letter has its mark: bracket, sign or digit.

    >>> marked("cRa(n)e"), marked("c+ra-ne"), marked("c0r2a0n1e0"), marked("Crane")
    (('crane', 'BGBYB'), ('crane', 'BGBYB'), ('crane', 'BGBYB'), None)
    """
    parts = LETTER.findall(text)
    signs = {opened + closed for opened, _, closed in parts}
    brackets, digits = signs & {"()", "[]"}, signs & {*"012"}
    whole = "".join(map("".join, parts)) == text and (brackets or digits or "+" in signs)
    family = {"", "()", "[]"} if brackets else {*"012"} if digits else {"", "+", "-"}
    bare = "".join(letter for opened, letter, closed in parts if not opened + closed)
    if not whole or not signs <= family or (bare.isupper() and brackets):
        return None
    marks = [
        "G" if brackets and not sign and letter.isupper() else MARKED[sign]
        for sign, letter in ((opened + closed, letter) for opened, letter, closed in parts)
    ]
    return "".join(letter for _, letter, _ in parts).lower(), "".join(marks)


def splits(text: str) -> Iterator[tuple[str, str]]:
    """Yield a guess and its score in all ways that a text can be parted, guesses first at first.

    >>> [*splits("1,2 tares")]
    [('1', '2 tares'), ('1,2', 'tares'), ('tares', '1,2'), ('2 tares', '1')]
    """
    cuts = [(text[: cut.start()], text[cut.end() :]) for cut in BETWEEN.finditer(text)]
    yield from cuts
    yield from ((score, guess) for guess, score in reversed(cuts))


def split_turn(text: str, *, last: bool) -> tuple[str, str, str]:
    """Split a turn at its first ``=``, or its ``last``; without one, at a blank or a colon.

    >>> split_turn("tares=1,1", last=False), split_turn("tares 1 1", last=False)
    (('tares', '=', '1,1'), ('tares', '=', '1 1'))
    >>> split_turn("2+5=7=0,2", last=True), split_turn("2+5=7 0,2", last=True)
    (('2+5=7', '=', '0,2'), ('2+5=7', '=', '0,2'))
    """
    parts = re.split(r"\s*:\s*|\s+", text.strip(), maxsplit=1)
    if text.count("=") == last and parts[1:]:  # none but that of an equation
        return parts[0], "=", parts[1]
    return text.rpartition("=") if last else text.partition("=")
