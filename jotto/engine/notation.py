"""How people write a score: in squares, in pegs, in digits or in words."""

import re
from collections.abc import Sequence
from typing import Any

SQUARES = str.maketrans("⬛⬜🟨🟦🟪🟩🟧", "BBYYYGG", "\ufe0f")  # also of high contrast, of Nerdle
DOTS = str.maketrans("🟢🟡⚫⚪", "GYBB")  # one for each letter
PEGS = str.maketrans("⚫●🔴⚪○·", "GGGYYB")  # black or red: in place; white: elsewhere
PEG_LETTERS = str.maketrans("brw", "GGY")
FOUND = ("yes", "y", "correct", "right", "got it", "found", "found it", "you win", "i win")
SPELT = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
DIGITS = {name: str(digit) for digit, name in enumerate(SPELT)}


def drawn(rule: Any, typed: str) -> str:
    """Return a score that is typed in squares or pegs as text, any other as it is.

    ``rule``: a Rule, which says what its marks mean. Marks for neither are of whole rows; squares
    in black and white alone may be pegs.
    """
    marks: str = typed.translate(DOTS if rule.tiles else PEGS).translate(SQUARES)
    if rule.coloured and not {*typed.lower()} - {*"brw"}:
        marks = typed.lower().translate(PEG_LETTERS)
    if rule.tiles or marks == typed:
        return marks
    length = max(sum(rule.numbers(code)) for code in range(rule.n_codes))
    if marks == "G" * length:
        return "win"
    plain = not typed.strip("⬛⬜\ufe0f")
    if plain and (rule.coloured or {"⬛", "⬜"} <= {*typed}):
        return typed
    if "B" in marks and len(marks) != length:
        return typed
    counted = "".join(count.mark for count in rule.counts)
    numbers = ",".join(str(marks.count(mark)) for mark in counted)
    return typed if marks.strip("B" + counted) else numbers


def said(typed: str, names: Sequence[str]) -> str:
    """Return a score that is said in words in digits; ``yes`` for a win.

    ``names``: of its numbers; one may stand behind its number.

    >>> said("1 exact and two", ["exact", "elsewhere"]), said("Zero.", ["exact", "elsewhere"])
    ('1,2', '0,0')
    >>> said("got it!", ["common"]), said("3 common", ["common"])
    ('yes', '3')
    """
    text, digits = typed.lower().strip(" .!"), list[str]()
    for word in re.split(r"[\s,./-]+", text):
        named = digits and word in names[len(digits) - 1 : len(digits)]
        digits += [] if named or word == "and" else [DIGITS.get(word, word)]
    return "yes" if text in FOUND else ",".join(digits * (len(names) if digits == ["0"] else 1))


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
