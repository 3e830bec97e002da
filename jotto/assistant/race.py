"""The other half of the game: their guesses at my secret, and who is likely to be first.

How many guesses a side still needs is read off one figure: the bits that its secret still hides,
log2 of one over its chance by the prior. ``REMAINING`` says how many more guesses that has taken;
``scripts/race_table.py`` measures it.

Axis letters: N positions, M guesses: column m of a law is the chance of m guesses, m = 0 .. MOST.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from math import log2

import numpy as np
import numpy.typing as npt

from jotto.engine.game import Game, Turn
from jotto.engine.partition import Indices, IntArray
from jotto.engine.strategies import MEASURES, advise, one_step, weights_of

Law = npt.NDArray[np.float64]  # (M + 1,): the chance of each number of guesses

# Row b: of 1,000 secrets that hide b bits, how many are found in 1, 2, 3 .. more guesses. All
# positions of entropy's tree over the shipped list, weighed by how common the secrets are.
REMAINING = (
    (1000,),
    (560, 440),
    (113, 855, 32),
    (32, 777, 187, 4),
    (27, 532, 409, 32),
    (17, 277, 623, 80, 3),
    (5, 129, 671, 179, 16),
    (6, 61, 583, 320, 29, 1),
    (2, 37, 355, 529, 68, 9),
    (1, 16, 170, 638, 164, 11),
    (0, 9, 117, 560, 291, 22, 1),
    (1, 5, 52, 456, 425, 57, 4),
    (0, 2, 29, 229, 585, 146, 9),
    (0, 0, 17, 129, 575, 251, 28),
    (1, 1, 8, 82, 479, 368, 56, 5),
    (0, 1, 5, 56, 365, 469, 97, 7),
)
USUAL_BITS = 3.409  # what the opening of that tree gains
OUTSIDE_BITS = 6.0  # how much rarer a secret outside the list is than one of the list: 1 in 64
MOST = 24  # guesses that a law looks ahead


@dataclass(frozen=True, eq=False)
class Race:
    """What is known of the other half: my secret, who guesses first, and their turns.

    ``secret`` is None if it is kept from the program. With ``last_turn`` the second player may
    guess once more after the first has won. ``theirs`` are their guesses, with the scores they
    were told.

    >>> from jotto.games.words import word_game
    >>> game = word_game(["hatch", "latch", "match", "crane"])
    >>> race = Race(game, "latch", first=True, last_turn=False).guessed("match")
    >>> game.show(race.theirs[0]), len(race.candidates), race.exposure
    ('match=4,0', 2, 0.5)
    """

    game: Game
    secret: str | None
    first: bool
    last_turn: bool
    theirs: tuple[Turn, ...] = ()

    @cached_property
    def candidates(self) -> Indices:
        """What my secret can be for all they were told, (A,) indices; none if nothing fits."""
        return self.game.agreeing(self.theirs)

    @property
    def lost(self) -> bool:
        """Whether they have found my secret."""
        return bool(self.theirs) and self.theirs[-1].code == self.game.rule.win

    @property
    def exposure(self) -> float:
        """How likely they must think my secret, by the prior; 0 if it is none of the list."""
        if self.secret is None or not self._listed:
            return 0.0
        found = self.game.find(self.secret)
        weights = weights_of(self.game, self.candidates)
        own = weights[self.candidates == self.game.secret_of[found]]
        return float(own.sum() / weights.sum())

    @property
    def _listed(self) -> bool:
        """Whether they can still find my secret by the list."""
        found = self.game.find(self.secret)
        return found >= 0 and bool((self.candidates == self.game.secret_of[found]).any())

    def guessed(self, guess: str, told: int | None = None) -> Race:
        """Take a guess of theirs; ``told`` None: they are told the true score."""
        code = self.right_score(guess) if told is None else told
        if code is None:
            raise ValueError("the secret is not known, so the score must be told")
        return replace(self, theirs=(*self.theirs, Turn(guess, code)))

    def edited(self, number: int, turn: Turn) -> Race:
        """Replace their turn ``number`` (from 1)."""
        return replace(self, theirs=(*self.theirs[: number - 1], turn, *self.theirs[number:]))

    def right_score(self, guess: str) -> int | None:
        """Score a guess against my secret; None if that is kept from the program."""
        return None if self.secret is None else self.game.rule.score(guess, self.secret)

    @property
    def misled(self) -> tuple[Turn, ...]:
        """The turns in which they were told a wrong score, as told."""
        return tuple(t for t in self.theirs if self.right_score(t.guess) not in (None, t.code))

    @property
    def total(self) -> Law:
        """The law of how many guesses they need in all."""
        if self.lost:
            return at_once(len(self.theirs))
        return later(self._more, len(self.theirs))

    @property
    def _more(self) -> Law:
        if not len(self.candidates):
            return law_of_one(OUTSIDE_BITS, self.pace)
        if self.secret is None:
            return law_of_any(weights_of(self.game, self.candidates), self.pace)
        if self._listed:
            return law_of_one(-log2(self.exposure), self.pace)
        return law_of_one(log2(len(self.candidates)) + OUTSIDE_BITS, self.pace)

    @property
    def pace(self) -> float:
        """How much a bit of this game counts: less where the opening gains more than usual."""
        return USUAL_BITS / opening_bits(self.game)


# --- how many guesses -----------------------------------------------------------------------


def at_once(made: int) -> Law:
    """Say that ``made`` guesses were enough."""
    found = np.zeros(MOST + 1)
    found[min(made, MOST)] = 1
    return found


def later(more: Law, made: int) -> Law:
    """Count the ``made`` guesses too; what lies beyond MOST is put at MOST."""
    found = np.zeros(MOST + 1)
    made = min(made, MOST)
    found[made:] = more[: MOST + 1 - made]
    found[-1] += 1 - found.sum()
    return found


def laws(bits: npt.NDArray[np.float64], pace: float) -> Law:
    """Say how many more guesses secrets take that hide ``bits (N,)``: chances (N, M + 1).

    Between two rows of REMAINING it goes in a straight line.
    """
    at = np.minimum(bits * pace, len(REMAINING) - 1)
    low = np.minimum(at.astype(np.intp), len(REMAINING) - 2)
    share = (at - low)[:, None]
    table = _table()
    found: Law = (1 - share) * table[low] + share * table[low + 1]
    return found


@lru_cache
def _table() -> Law:
    found = np.zeros((len(REMAINING), MOST + 1))
    for row, shares in zip(found, REMAINING, strict=True):
        row[1 : len(shares) + 1] = np.array(shares) / sum(shares)
    return found


@lru_cache
def opening_bits(game: Game) -> float:
    """Return the bits that entropy's opening gains."""
    opening = one_step(MEASURES["entropy"])(game, game.everything, ())
    return max(advise(game, game.everything, [opening])[0].bits, 0.1)


def law_of_one(bits: float, pace: float) -> Law:
    """Say how many more guesses one secret takes that hides ``bits``."""
    row: Law = laws(np.array([bits]), pace)[0]
    return row


def law_of_any(weights: IntArray, pace: float) -> Law:
    """Say how many more guesses one of several secrets takes, as likely as ``weights (A,)``."""
    chances = weights / weights.sum()
    found: Law = chances @ laws(-np.log2(chances), pace)
    return found


# --- who is first ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Odds:
    """How likely I am to win the race, and to draw it."""

    win: float
    draw: float


def odds(mine: Law, theirs: Law, *, first: bool, last_turn: bool) -> Odds:
    """Say how the race ends if I need ``mine`` and they ``theirs`` guesses in all.

    >>> odds(at_once(4), at_once(4), first=True, last_turn=False)
    Odds(win=1.0, draw=0.0)
    >>> odds(at_once(4), at_once(4), first=True, last_turn=True)
    Odds(win=0.0, draw=1.0)
    """
    worth = _worth(theirs, first=first, last_turn=last_turn)
    return Odds(float(mine @ worth[0]), float(mine @ worth[1]))


def _worth(theirs: Law, *, first: bool, last_turn: bool) -> Law:
    """Tabulate what m guesses in all are good for: chances to win, to draw (2, M + 1)."""
    longer = 1 - np.cumsum(theirs)  # they need more than m
    if last_turn:
        return np.stack((longer, theirs))
    return np.stack((longer + theirs if first else longer, np.zeros(MOST + 1)))


def _ahead(worth: Law, made: int) -> Law:
    """Shift ``worth (M + 1,)`` so that it counts from ``made`` guesses on."""
    return worth[np.minimum(np.arange(MOST + 1) + made, MOST)]


def chances_to_win(
    race: Race, made: int, game: Game, candidates: Indices, guesses: Sequence[int]
) -> npt.NDArray[np.float64]:
    """Value guesses (N,) by the race: the chance to win it and half that to draw it.

    ``made`` guesses are behind me; what I look for is one of ``candidates (A,)`` of ``game``.
    """
    win, draw = _worth(race.total, first=race.first, last_turn=race.last_turn)
    worth = win + draw / 2
    chances = weights_of(game, candidates) / weights_of(game, candidates).sum()
    found = np.zeros(len(guesses))
    columns = game.columns(candidates, np.asarray(guesses, np.intp))
    for i, codes in enumerate(columns.T):
        parts = np.bincount(codes, chances, game.rule.n_codes)
        more = laws(np.log2(parts[codes] / chances), race.pace)  # after this guess
        after = more @ _ahead(worth, made + 1)
        after[codes == game.rule.win] = worth[min(made + 1, MOST)]
        found[i] = chances @ after
    return found
