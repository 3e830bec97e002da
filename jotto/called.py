"""What people call games, rules and hard mode: names that mean fields of a question, and spellings.

It imports nothing, so that ``--help`` is quick.
"""

import re
from collections.abc import Container, Iterable, Mapping
from typing import Any, Final

WORDS: Final = "words"  # the game of words
EQUATIONS: Final = "equations"  # which are scored by colours
EVEN, COMMON, WORDLE = "even", "common", "wordle"  # priors
SIZED: Mapping[str, str] = {  # names that may have a size, each with its game
    **{name: name for name in (WORDS, "mastermind", "bulls-and-cows", EQUATIONS, "two-d")},
    "nerdle": EQUATIONS,
}


def _words(rule: str, **further: Any) -> Mapping[str, Any]:
    return {"game": WORDS, "rule": rule, "boards": 1, **further}


N_BOARDS = {"wordle": 1, "dordle": 2, "quordle": 4, "octordle": 8}
N_BOARDS |= {"sedecordle": 16, "duotrigordle": 32}
GAMES: Mapping[str, Mapping[str, Any]] = {  # the fields that each name means
    "jotto": _words("exact-elsewhere"),
    "classic-jotto": _words("jots"),
    **{name: _words("colours", boards=n) for name, n in N_BOARDS.items()},
    "absurdle": _words("colours", adversary=True, aim="worst"),
    "fibble": _words("fibble"),
    "nerdle": {"game": "equations:8"},
    "mini-nerdle": {"game": "equations:6"},
    "micro-nerdle": {"game": "equations:5"},
    "mastermind": {"game": "mastermind:4x6"},
    "super-mastermind": {"game": "mastermind:5x8"},
    "bulls-and-cows": {"game": "bulls-and-cows:4x10"},
}
FURTHER: Mapping[str, tuple[str, ...]] = {  # names of the same games
    "classic-jotto": ("jotto-classic",),
    "wordle": ("wordle-unlimited",),
    "mini-nerdle": ("nerdle-mini",),
    "micro-nerdle": ("nerdle-micro",),
    "mastermind": ("superhirn",),
    "super-mastermind": ("mastermind-super",),
    "bulls-and-cows": ("cows-and-bulls", "hit-and-blow", "1a2b"),
}
VARIANTS: Mapping[str, tuple[str, ...]] = {  # of games of codes, behind the size
    "distinct": ("unique", "no-repeats"),
    "black-peg": ("black-pegs",),
    **dict.fromkeys(("total", "descending", "first-fastest"), ()),
}
SAME_RULE = ("exact-elsewhere", "jots")  # the second may be said of a game that has the first
RULES: Mapping[str, tuple[str, ...]] = {  # further names of each rule
    "exact-elsewhere": ("mastermind", "bulls-and-cows"),
    "jots": ("total", "classic", "jotto", "letters-in-common"),
    "colours": (
        *("colors", "colour", "color", "wordle", "wordle-colours", "wordle-colors", "squares"),
    ),
    "fibble": (),
    "black-peg": ("black-pegs",),
}
ALLOWED: Mapping[str, tuple[str, ...]] = {  # of the guesses that may be made
    "all": ("any", "normal", "easy"),
    "candidates": ("candidate", "ultra-hard", "ultra-hard-mode"),
    "hard": ("hard-mode",),
}
HINTS: Mapping[str, tuple[str, ...]] = {  # near names: what to write, and the fields it is about
    **dict.fromkeys(
        ("lingo", "motus", "sutom"), ("write wordle, which does not tell the first letter",)
    ),
    **dict.fromkeys(("tridle", "trordle"), ("write wordle, with 3 boards", "boards")),
    "speed-nerdle": ("write nerdle, which has no clock",),
    "codebreaker": ("write mastermind, or its size, such as mastermind:4x6",),
    "number-baseball": ("write bulls-and-cows:3x10, or bulls-and-cows for four digits",),
    "exact": ("write exact-elsewhere, or black-peg to count only what is in the right place",),
    "strict": ("write hard to use every hint, or candidates to guess only what is possible",),
}


def _key(text: str) -> str:
    """Return a name without what people write in different ways: case, blanks, hyphens."""
    return re.sub(r"[ _-]", "", text.casefold().replace("&", "and"))


def _spellings(names: Mapping[str, Iterable[str]]) -> dict[str, str]:
    return {_key(of): name for name, others in names.items() for of in (name, *others)}


RULE_NAMES, ALLOWED_NAMES = (
    tuple(name for of, others in names.items() for name in (of, *others))
    for names in (RULES, ALLOWED)
)
GAME_OF = _spellings({**dict.fromkeys((*SIZED, *GAMES), ()), **FURTHER})
RULE_OF, ALLOWED_OF = _spellings(RULES), _spellings(ALLOWED)
VARIANT_OF, HINT_OF = _spellings(VARIANTS), {_key(name): hint for name, hint in HINTS.items()}


def game_called(text: str) -> Mapping[str, Any]:
    """Return the fields that the name of a game means; another text is the game itself.

    >>> game_called("Quordle")
    {'game': 'words', 'rule': 'colours', 'boards': 4}
    >>> game_called("Bulls and Cows:3X6"), game_called("mine:squares")
    ({'game': 'bulls-and-cows:3x6'}, {'game': 'mine:squares'})
    """
    known, colon, size = _parted(text)
    if known in GAMES and not colon:
        return GAMES[known]
    return {"game": f"{SIZED[known]}{colon}{_sized(size)}" if known in SIZED else text}


def _parted(text: str) -> tuple[str, str, str]:
    """Return the known name of a game, a colon where a size follows, and the size."""
    sign = re.search(r"[\d:]", text)
    name, colon, size = text.partition(":")
    if sign and sign[0] != ":" and text[: sign.start()].endswith(" "):
        name, colon, size = text[: sign.start()], ":", text[sign.start() :]
    return GAME_OF.get(_key(name), ""), colon, size


def _sized(text: str) -> str:
    """Return a size, and what follows it, as games read them.

    >>> _sized("4 X 6:Unique"), _sized("4:RGBYOP:no repeats")
    ('4x6:distinct', '4:RGBYOP:distinct')
    """
    size, *variants = (part.strip() for part in text.split(":"))
    size = re.sub(r"(?<=\d)\s*[xX*\u00d7]\s*(?=\d)", "x", size)
    symbols = variants[: size.isdecimal()]  # a number of places alone has them behind it
    variants = [VARIANT_OF.get(_key(part), part) for part in variants[len(symbols) :]]
    return ":".join((size, *symbols, *variants))


def hint_for(text: str) -> tuple[str, ...]:
    """Return what to write for a near name, and further fields that it is about; or nothing.

    >>> hint_for("Tridle"), hint_for("nope")
    (('write wordle, with 3 boards', 'boards'), ())
    """
    known, colon, _ = _parted(text)
    if colon and GAMES.get(known, {}).get("game") == WORDS:
        return f"{known} has no size: write {known}, with a list of words of that length", "words"
    return HINT_OF.get(_key(text), ())


def names_of(games: Container[str]) -> list[str]:
    """Return the names of some games, of which one may be meant.

    >>> names_of(["mastermind:4x6", "equations:8"])
    ['nerdle', 'mastermind']
    """
    return [name for name, fields in GAMES.items() if fields["game"] in games]


def rule_called(text: str) -> str:
    """Return the rule of a name; another text is returned as it is.

    >>> rule_called("Color"), rule_called("classic"), rule_called("nope")
    ('colours', 'jots', 'nope')
    """
    return RULE_OF.get(_key(text), text)


def allowed_called(text: str) -> str:
    """Return which guesses are allowed by a name; another text is returned as it is.

    >>> allowed_called("Hard mode"), allowed_called("ultra hard")
    ('hard', 'candidates')
    """
    return ALLOWED_OF.get(_key(text), text)
