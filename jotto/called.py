"""What people call games, rules and hard mode: names that mean fields of a question, and spellings.

It imports nothing, so that ``--help`` is quick.
"""

import re
from collections.abc import Container, Iterable, Mapping
from typing import Any, Final

WORDS: Final = "words"  # the game of words
SIZED = (WORDS, "mastermind", "bulls-and-cows", "equations", "two-d")  # some have their sizes


def _words(rule: str, **further: Any) -> Mapping[str, Any]:
    return {"game": WORDS, "rule": rule, "boards": 1, **further}


N_BOARDS = {"wordle": 1, "dordle": 2, "quordle": 4, "octordle": 8}
N_BOARDS |= {"sedecordle": 16, "duotrigordle": 32}
GAMES: Mapping[str, Mapping[str, Any]] = {  # the fields that each name means
    "jotto": _words("exact-elsewhere"),
    **{name: _words("colours", boards=n) for name, n in N_BOARDS.items()},
    "absurdle": _words("colours", adversary=True, aim="worst"),
    "fibble": _words("fibble"),
    "nerdle": {"game": "equations:8"},
    "mini-nerdle": {"game": "equations:6"},
    "mastermind": {"game": "mastermind:4x6"},
    "bulls-and-cows": {"game": "bulls-and-cows:4x10"},
    "cows-and-bulls": {"game": "bulls-and-cows:4x10"},
}
RULES: Mapping[str, tuple[str, ...]] = {  # further names of each rule
    "exact-elsewhere": (),
    "jots": ("total", "classic", "jotto"),
    "colours": ("colors", "colour", "color", "wordle", "wordle-colours", "wordle-colors"),
    "fibble": (),
    "black-peg": ("black-pegs",),
}
ALLOWED: Mapping[str, tuple[str, ...]] = {  # of the guesses that may be made
    "all": ("any",),
    "candidates": ("candidate", "ultra-hard", "ultra-hard-mode"),
    "hard": ("hard-mode",),
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
GAME_OF = _spellings(dict.fromkeys((*SIZED, *GAMES), ()))
RULE_OF, ALLOWED_OF = _spellings(RULES), _spellings(ALLOWED)


def game_called(text: str) -> Mapping[str, Any]:
    """Return the fields that the name of a game means; another text is the game itself.

    >>> game_called("Quordle")
    {'game': 'words', 'rule': 'colours', 'boards': 4}
    >>> game_called("Bulls and Cows:3x6"), game_called("mine:squares")
    ({'game': 'bulls-and-cows:3x6'}, {'game': 'mine:squares'})
    """
    name, colon, size = text.partition(":")
    known = GAME_OF.get(_key(name), "")
    if known in GAMES and not colon:
        return GAMES[known]
    return {"game": f"{known}{colon}{size.strip()}" if known in SIZED else text}


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
