"""What people type and paste: signs that nobody sees, and signs that look alike.

One table for everything that is read from outside: words, scores, turns, lists, chats, numbers.
"""

import re

ALIKE = {  # what is written for each sign; U+02BC, an apostrophe too, is a letter
    " ": "\xa0\u1680\u2000-\u200a\u202f\u205f\u3000",
    "'": "\u2018\u2019\u201b\u2032\xb4\x60",
    '"': "\u201c-\u201f\xab\xbb",
    "-": "\u2010-\u2015\u2212\ufe58\ufe63",
    "*": "\xd7\u2217",
    "/": "\xf7\u2215",
}
NAMES = ["black", "white", "green", "yellow", "orange", "blue", "purple", "red"]
SQUARES = dict(zip(NAMES, "⬛⬜🟩🟨🟧🟦🟪🟥", strict=True))  # whose names chats write
NAMED = re.compile(rf":(?:large_)?({'|'.join(NAMES)})_(?:large_)?square:")
# Soft hyphens, marks of direction, joiners, byte order marks, and how a sign is drawn.
UNSEEN = "\xad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064"
UNSEEN += "\u2066-\u206f\ufe0e\ufe0f\ufeff"
FULL_WIDTH = range(0xFF01, 0xFF5F)  # for the signs ! to ~ of ASCII


def _signs(ranges: str) -> list[int]:
    """Return the code points of a character class."""
    pairs = re.findall(r"(.)(?:-(.))?", ranges, re.DOTALL)
    return [code for low, high in pairs for code in range(ord(low), ord(high or low) + 1)]


GONE: dict[int, str | None] = dict.fromkeys(_signs(UNSEEN))
TABLE = {
    **GONE,
    **{code: chr(code - 0xFEE0) for code in FULL_WIDTH},
    **{code: sign for sign, others in ALIKE.items() for code in _signs(others)},
}


def clean(text: str) -> str:
    r"""Return a text without signs that nobody sees, and with one sign for those that look alike.

    Marks of direction, joiners, soft hyphens and byte order marks go; all blanks but tabs and ends
    of lines become spaces; full-width letters, and the many apostrophes, quotation marks and
    hyphens, are those of ASCII. Squares that are named, as in ``:large_green_square:``, are drawn.

    >>> clean("\ufeffcr\xadane\u200b\xa01,1"), clean("\uff43rane"), clean("c\u2019hoar")
    ('crane 1,1', 'crane', "c'hoar")
    """
    if ":" in text and "_" in text:
        text = NAMED.sub(lambda name: SQUARES[name[1]], text)
    return text if text.isascii() and "`" not in text else text.translate(TABLE)


def visible(text: str) -> str:
    """Return a text without signs that nobody sees."""
    return text.translate(GONE)
