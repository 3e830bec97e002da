"""How likely the secret is to be a word outside the list, and which word it could be."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from threading import Event, Thread

import numpy as np

from jotto.engine.game import Game, Rule, Turn
from jotto.engine.partition import Indices
from jotto.engine.strategies import weights_of
from jotto.errors import GameError
from jotto.games.codes import Codes
from jotto.games.known import Language, best_first, learn
from jotto.games.scoring import RULES
from jotto.games.strings import UNIT, Floats, alphabet_of, mass
from jotto.games.unlisted import count_unlisted

OUTSIDE = 0.015  # of the secrets that people choose are in no list: 1 to 2 in a hundred
MOST = 100  # strings kept
ROUNDING = 1e-9  # a share of a sum that means nothing


# --- how likely -----------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Learnt:
    """What a list teaches of strings: how likely each is, and masses by the letters alone.

    The masses are those of the words (S,), and of all strings together.
    """

    language: Language
    masses: Floats
    everything: float


@lru_cache(maxsize=4)
def learnt(words: tuple[str, ...], alphabet: str, rule: Rule) -> Learnt:
    """Learn from a list, once."""
    language = learn(words, alphabet)
    masses = np.exp2(-language.letters.costs_of(words) / UNIT)
    return Learnt(language, masses, mass(language.letters, [], rule))


def chance_outside(game: Game, history: Sequence[Turn]) -> float:
    """Say how likely it is that the secret is no word of the list.

    Before the first turn it is OUTSIDE. A turn counts for whichever expected it more: the list,
    by the share of its prior that agrees with the history, or the strings outside it, by the
    share of their mass in a letter model that learnt from the list. Where no candidate is left
    it is 1.

    >>> from jotto.games.words import word_game
    >>> game = word_game(["hatch", "latch", "match"])
    >>> history = game.read_turns(["hatch=4,0"])
    >>> chance_outside(game, history) < chance_outside(game, []) == OUTSIDE
    True

    Raises GameError for a game of codes, and where strings are too many to number.
    """
    refuse_codes(game)
    if not history:
        return OUTSIDE
    about = learnt_for(game, history)
    left = game.agreeing(history)
    if not len(left):
        return 1.0
    outside = OUTSIDE * share_outside(about, game, history, left)
    weights = weights_of(game, game.everything)
    listed = (1 - OUTSIDE) * float(weights[left].sum() / weights.sum())
    return outside / (outside + listed)


def share_outside(about: Learnt, game: Game, history: Sequence[Turn], candidates: Indices) -> float:
    """Say what share of the mass of all strings outside the list agrees with the history."""
    agreeing = mass(about.language.letters, history, game.rule)
    found = agreeing - about.masses[candidates].sum()
    whole = about.everything - about.masses.sum()
    return float(found / whole) if found > ROUNDING * agreeing else 0.0


def learnt_for(game: Game, history: Sequence[Turn]) -> Learnt:
    """Learn from the list of a game, the letters of the guesses included. Raises GameError."""
    refuse_codes(game)
    return learnt(tuple(game.secrets), alphabet_of(game.secrets, history), game.rule)


def refuse_codes(game: Game) -> None:
    """Raise GameError for a game of codes: all its secrets are in its list."""
    if isinstance(game.secrets, Codes) or game.rule.name not in RULES:
        raise GameError("strings outside the list are for games of words, not of codes")


# --- which ----------------------------------------------------------------------------------


class Outside:
    """The strings outside the list that agree with a history, found in the background.

    Ask at any time; nothing waits, and the thread never holds up the end of the program. What
    comes is the same every time, only when it comes differs.
    """

    def __init__(self, game: Game, history: Sequence[Turn], *, most: int = MOST) -> None:
        self.game, self.history, self.most = game, tuple(history), most
        self._found: list[str] = []
        self._count: int | None = None
        self._abandoned, self._ended = Event(), Event()
        Thread(target=self._run, name="strings outside the list", daemon=True).start()

    @property
    def ready(self) -> bool:
        """Whether all that will come is there."""
        return self._ended.is_set()

    @property
    def count(self) -> int | None:
        """How many strings agree, listed words not counted; None as long as it is not known."""
        return self._count

    def first(self, n: int) -> list[str]:
        """Return the likeliest ones found so far, ``n`` at most."""
        return self._found[:n]

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until all is there; say whether it is."""
        return self._ended.wait(seconds)

    def at(self, history: Sequence[Turn]) -> Outside:
        """Go on with this history: itself if it is the same, or a new one in its place."""
        if tuple(history) == self.history:
            return self
        self.abandon()
        return Outside(self.game, history, most=self.most)

    def abandon(self) -> None:
        """Look no further."""
        self._abandoned.set()

    def _run(self) -> None:
        try:
            with suppress(GameError):  # not a game of words, or too many strings: none are found
                self._find()
        finally:
            self._ended.set()

    def _find(self) -> None:
        game, history = self.game, self.history
        language = learnt_for(game, history).language
        self._count = count_unlisted(game, history)
        strings = best_first(language, history, game.rule, exclude=frozenset(game.secrets))
        for text in islice(strings, self.most):
            if self._abandoned.is_set():
                return
            self._found.append(text)
