"""Both players: whose turn it is, and who may find the other's secret first.

The number of guesses that a player still needs is estimated from the bits that the secret still
hides: -log2 of its probability under the prior. ``REMAINING`` was measured once: docs/notes.md.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from math import log2
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from jotto.assistant.mistakes import wrong_turns
from jotto.engine.game import Game, Indices, Turn
from jotto.engine.position import Position, Strategy, start
from jotto.engine.store import remember
from jotto.errors import JottoError
from jotto.games import unlisted
from jotto.plain import Plain

# A probability distribution over the number of guesses, (M + 1,): 0, 1, .. MOST guesses.
Floats = np.typing.NDArray[np.float64]
Law = Floats

# Row b: of 1,000 secrets that hide b bits, how many are found in 1, 2, 3 .. more guesses. Measured
# at all positions of entropy's tree over the shipped list, weighted by the common prior.
_ROWS = Path(__file__).with_name("remaining.txt").read_text(encoding="ascii").splitlines()
REMAINING = [[int(secrets) for secrets in row.split()] for row in _ROWS]
USUAL_BITS = 3.409  # bits gained by the opening of that tree
OUTSIDE_BITS = 6.0  # an unlisted secret is 64 times less likely than a listed one
FEW_ENOUGH = 60  # candidates; with more, the chance of an unlisted secret stays at 1.5 %
NEAR_THE_END = 60  # candidates; with no more than these, guesses are compared by the race
TRIED = 40  # guesses with the most bits that are compared by the race
WORTH_IT = 0.005  # the gain in the chance to win that justifies another guess than the usual one
MOST = 24  # the largest number of guesses in a distribution

# Row b: the distribution for a secret that hides b bits.
_LAWS = np.array([[0, *row, *[0] * (MOST - len(row))] for row in REMAINING]) / 1000


@dataclass(frozen=True)
class Race:
    """What is known about the opponent's half of the game.

    ``secret`` is mine, None if it is private; ``first``: I guess first. With ``last_turn`` the
    second player may guess once more after the first has won.
    """

    game: Game
    secret: str | None
    first: bool
    last_turn: bool
    theirs: tuple[Turn, ...] = ()

    @cached_property
    def candidates(self) -> Indices:
        """The secrets that agree with the scores they were told, (A,) indices; may be empty."""
        return self.game.agreeing(self.theirs)

    @property
    def lost(self) -> bool:
        """Whether they have found my secret."""
        return bool(self.theirs) and self.theirs[-1].code == self.game.rule.win

    @property
    def exposure(self) -> float:
        """The probability of my secret for them, under the prior; 0 if it is not a candidate."""
        if self.secret is None:
            return 0.0
        weights = self.game.weights(self.candidates)
        place = weights[self.candidates == self.game.find_secret(self.secret)]
        return float(place.sum() / max(weights.sum(), 1))

    @property
    def misled(self) -> tuple[Turn, ...]:
        """The turns in which they were told a wrong score, with that score."""
        return () if self.secret is None else wrong_turns(self.game, self.theirs, self.secret)

    @cached_property
    def total(self) -> Law:
        """The distribution of the number of guesses they need in total."""
        made, chances = len(self.theirs), chances_of(self.game, self.theirs)
        if self.lost:
            return at_once(made)
        if self.secret is None and len(chances.listed) + len(chances.unlisted):
            return later(law_of_any(chances.all, pace(self.game)), made)
        chance = self.exposure * chances.listed.sum() or chances.unlisted.get(self.secret or "", 0)
        bits = -log2(chance) if chance else log2(max(len(chances.listed), 1)) + OUTSIDE_BITS
        return later(laws(np.array([bits]), pace(self.game))[0], made)

    def odds(self, at: Position | None, made: int, *, listed: bool = True) -> Odds:
        """Return my chances to win and to draw after ``made`` guesses.

        ``at`` is my position, None if I have found the secret; ``listed``: in the word list.
        """
        mine = at_once(made)
        if at is not None:
            chances = chances_of(self.game, at.history).all if listed else at.weights
            mine = later(law_of_any(chances, pace(self.game)), made)
        return odds(mine, self.total, first=self.first, last_turn=self.last_turn)


class Chances(NamedTuple):
    """The probability of each candidate (A,), and of each of the likeliest unlisted words."""

    listed: Floats
    unlisted: Mapping[str, float]

    @property
    def all(self) -> Floats:
        """All probabilities in one array."""
        return np.array([*self.listed, *self.unlisted.values()])


@remember
def chances_of(game: Game, turns: tuple[Turn, ...]) -> Chances:
    """Return how likely each word is the secret, given the turns.

    Unlisted words are included when few candidates are left, because people guess them too.
    """
    left = game.agreeing(turns)
    weights = game.weights(left)
    listed, words = weights / weights.sum(), dict[str, float]()
    if turns and len(left) <= FEW_ENOUGH and not game.closed:
        with suppress(JottoError):  # too many letters for a model of them, or no word agrees
            other = unlisted.unlisted_game(game, turns)
            chance = unlisted.chance_unlisted(game, turns)
            weights = other.weights(other.everything)
            shares = chance * weights / weights.sum()
            words = dict(zip(other.secrets, shares.tolist(), strict=True))
            listed = (1 - chance) * listed
    return Chances(listed, words)


@remember
def pace(game: Game) -> float:
    """Return the factor that scales bits of this game to those of the shipped list.

    It is below 1 where the opening gains more than ``USUAL_BITS``.
    """
    return USUAL_BITS / max(start(game).rank(top=1)[0].bits, 0.1)


def at_once(made: int) -> Law:
    """Return the distribution of exactly ``made`` guesses."""
    return later(np.eye(1, MOST + 1)[0], made)


def later(law: Law, made: int) -> Law:
    """Shift a distribution by the guesses already ``made``; numbers above MOST count as MOST."""
    shifted = np.zeros(MOST + 1)
    np.add.at(shifted, np.minimum(np.arange(MOST + 1) + made, MOST), law)
    return shifted


def laws(bits: Floats, per_bit: float) -> Law:
    """Interpolate the distributions (N, M + 1) of further guesses for ``bits (N,)``."""
    at = np.minimum(bits * per_bit, len(REMAINING) - 1)
    low = np.minimum(at.astype(np.intp), len(REMAINING) - 2)
    share = (at - low)[:, None]
    return np.asarray((1 - share) * _LAWS[low] + share * _LAWS[low + 1])


def law_of_any(weights: np.typing.NDArray[Any], per_bit: float) -> Law:
    """Return the distribution of further guesses for a secret drawn by ``weights (A,)``."""
    chances = weights / weights.sum()
    return np.asarray(chances @ laws(-np.log2(chances), per_bit))


def to_move(
    made: Sequence[int],
    solved: Sequence[bool],
    *,
    first: int = 0,
    last_turn: bool = False,
    together: bool = False,
    chosen: int | None = None,
) -> tuple[int, ...]:
    """Return the players, 0 and 1, who may guess next; none if the game is over.

    ``made`` counts the guesses of both, and ``found`` says who has found the secret. The one who
    has made fewer is next, or else ``first``; ``chosen`` is, whatever was made, until a secret is
    found. With ``last_turn`` the second player may guess once more after the first has won;
    ``together``: both may guess until both have made as many.

    >>> to_move((1, 0), (False, False)), to_move((1, 0), (True, False))
    ((1,), ())
    >>> to_move((1, 0), (True, False), last_turn=True), to_move((1, 1), (0, 0), together=True)
    ((1,), (0, 1))
    """
    if together:
        behind = tuple(player for player in (0, 1) if made[player] == min(made))
        return () if len(behind) == len(made) and any(solved) else behind
    second = 1 - first
    late = made[second] < made[first]
    if any(solved):
        return (second,) if last_turn and late and not solved[second] else ()
    return (chosen if chosen is not None else second if late else first,)


@dataclass(frozen=True)
class Odds(Plain):
    """The probability that I win the race, and that it is a draw."""

    win: float
    draw: float


@dataclass(frozen=True)
class ToWin(Plain):
    """A guess chosen for the race: the chance to win with it, and with the usual guess."""

    guess: Any
    chance: float
    usual_chance: float


def odds(mine: Law, theirs: Law, *, first: bool, last_turn: bool) -> Odds:
    """Return the odds if my total of guesses is distributed as ``mine``, theirs as ``theirs``."""
    return Odds(*(float(mine @ worth) for worth in _worth(theirs, first, last_turn)))


def _worth(theirs: Law, first: bool, last_turn: bool) -> tuple[Law, Law]:
    """Return the chances to win and to draw with m guesses in total, (M + 1,) each."""
    longer = 1 - np.cumsum(theirs)  # the chance that they need more than m
    if last_turn:
        return longer, theirs
    return (longer + theirs if first else longer), np.zeros(MOST + 1)


def chances_to_win(race: Race, at: Position, guesses: Sequence[int]) -> Floats:
    """Value guesses (N,) at my position: the chance to win plus half the chance to draw."""
    win, draw = _worth(race.total, race.first, race.last_turn)
    made = np.minimum(np.arange(MOST + 1) + len(at.history) + 1, MOST)
    worth = (win + draw / 2)[made]  # of further guesses, after this one
    rule, chances, values = at.game.rule, at.chances, np.zeros(len(guesses))
    for i, codes in enumerate(at.game.columns(at.left, np.asarray(guesses, np.intp)).T):
        parts = np.bincount(codes, chances, rule.n_codes)
        further = laws(np.log2(parts[codes] / chances), pace(race.game))
        values[i] = chances @ np.where(codes == rule.win, worth[0], further @ worth)
    return values


def better_to_win(race: Race, at: Position, strategy: Strategy, usual: Any) -> ToWin | None:
    """Return a guess that wins more often than the usual one; None if there is none."""
    if not 3 <= len(at) <= NEAR_THE_END:
        return None
    ranks = Strategy("entropy", allow=strategy.allow, avoid=strategy.avoid)
    split_best = (at.game.index(advice.guess) for advice in at.rank(ranks, top=TRIED))
    candidates = at.game.guess_of[at.left]
    may_win = candidates[strategy.allowed(at)[candidates]].tolist()
    tried = [at.game.index(usual), *may_win, *split_best]
    chances = chances_to_win(race, at, tried)
    best = int(chances.round(9).argmax())  # of equals the first, on any machine
    if chances[best] < chances[0] + WORTH_IT:
        return None
    return ToWin(at.game.guesses[tried[best]], float(chances[best]), float(chances[0]))
