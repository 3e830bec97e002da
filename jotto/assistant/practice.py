"""Practice: positions at which to find the guess, graded by regret, and their themes.

*Regret* is how many more guesses are needed on average, if a guess is made and the strategy
follows, than after the best guess that may be proposed. None is left out but those that stay behind
three others even if all further guesses tell each candidate from all others. Where playing out
would take too long, regret is in bits.

A position has a rating, so that guessing any candidate at random is worth 1,000. Positions are made
up near the rating of a player, with few candidates at first, and each has themes: what it is about.
``jotto.assistant.deck`` keeps them.

``jotto/pages/deck.js`` is the twin: for a seed and a rating both make up the same positions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from math import inf, log10
from typing import Any, Generic, Literal

import numpy as np

from jotto.assistant.daily import hashed
from jotto.assistant.sentences import Sentence, sentence
from jotto.engine.game import Game, IntArray, T, Turn
from jotto.engine.position import (
    Advice,
    AnyStrategy,
    Position,
    Strategy,
    advise,
    position_of,
    spread,
    strategy_of,
)
from jotto.errors import GameError, check_arguments
from jotto.plain import Plain
from jotto.search.regret import Totals

SHOWN = 3  # best guesses
LISTED = 24  # candidates that are shown
EXACT = 60  # candidates: up to two seconds; of more, regret is in bits
FEWEST, MOST = 3, 20  # candidates of a position that is made up
REACH = (1200, 12), (1500, MOST)  # up to this rating a position has so many candidates at most
OPENINGS = 20  # the first guess of a position that is made up is among so many best ones
FOUND = 0.1  # regret up to which a guess counts as found
WORST = 0.5  # regret from which on its score is 0
IN_BITS = 2  # bits of regret are taken as a guess
BEGIN = 1000.0  # the rating of a beginner
PARTS = 4  # the likeliest of so many parts are the secrets and guesses of what is made up
TRIES = 20  # games that are played at random for a position that is made up
CHOICE = 2  # positions that are made up for each that is taken: those near the rating
FIFTH = 5  # of so many positions the best guess of one may be the likeliest word
FEW, ALIKE = 5, 3  # candidates at most, and that differ in one letter, at least


# --- regret ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Choice(Plain, Generic[T]):
    """A guess at a position: ``regret`` in guesses, or in bits where ``needs`` is None.

    ``needs`` is the mean number of guesses with this guess first.
    """

    advice: Advice[T]
    needs: float | None
    regret: float
    _plain = "*advice needs regret found"

    def __repr__(self) -> str:
        return f"Choice({self.advice.guess!r}: regret {self.regret:.2f} {self.unit})"

    @property
    def unit(self) -> Literal["bits", "guesses"]:
        """What its regret is counted in."""
        return "bits" if self.needs is None else "guesses"

    @property
    def lost(self) -> float:
        """The regret in guesses, also where it is known in bits only."""
        return self.regret if self.needs is not None else self.regret / IN_BITS

    @property
    def found(self) -> bool:
        """Whether it counts as the guess that was to be found."""
        return self.lost <= FOUND

    @property
    def score(self) -> float:
        """1 without regret, and less down to 0."""
        return max(0.0, 1 - self.lost / WORST)


@dataclass(frozen=True)
class Graded(Plain, Generic[T]):
    """The answer to an exercise beside the three best guesses, the best first.

    >>> import jotto
    >>> game = jotto.words(["bat", "cat", "hat", "mat"], ["chm"])
    >>> graded = jotto.practice(game, "bat")
    >>> graded.mine.needs, graded.mine.regret, graded.mine.found
    (2.5, 0.25, False)
    >>> [(choice.advice.guess, choice.regret) for choice in graded.best]
    [('chm', 0.0), ('bat', 0.25), ('cat', 0.25)]
    >>> graded
    Graded('bat': regret 0.25 guesses, the best is 'chm')
    """

    at: Position[T]
    mine: Choice[T]
    best: tuple[Choice[T], ...]
    _plain, _table = "unit=mine.unit yours=mine best", "best"

    def __repr__(self) -> str:
        mine = repr(self.mine).removeprefix("Choice(").removesuffix(")")
        return f"Graded({mine}, the best is {self.best[0].advice.guess!r})"


@dataclass(frozen=True)
class Exercise(Generic[T]):
    """A position at which the best guess is to be found; guesses are played out by a strategy.

    The best is one that may be proposed: guesses to ``avoid`` are graded all the same.
    """

    at: Position[T]
    strategy: Strategy
    avoid: frozenset[T] = frozenset()

    def graded(self, guess: Any) -> Graded[T]:
        """Grade a guess. Raises WordError, and GameError if it is not allowed."""
        index = self.at.game.index(guess)
        if not self.strategy.allowed(self.at)[index]:
            raise GameError(f"{self.at.game.shown(guess)} is not allowed here").about("allow")
        return Graded(self.at, self._choice(index), tuple(map(self._choice, self._best)))

    def solved(self) -> Graded[T]:
        """Grade the best guess."""
        return self.graded(self.at.game.guesses[self._best[0]])

    @cached_property
    def rating(self) -> float:
        """The rating at which the score of a guess is the mean of that of all candidates.

        >>> import jotto
        >>> game = jotto.words(["bat", "cat", "hat", "mat"], ["chm"])
        >>> Exercise(jotto.start(game), jotto.strategy()).rating
        1000.0
        """
        mean = sum(choice.score for choice in self._own) / len(self._own)
        mean = min(max(mean, 0.01), 0.99)
        return BEGIN - 400 * log10(mean / (1 - mean))

    @property
    def hard(self) -> bool:
        """Whether at least half of the candidates do not count as found."""
        return 2 * sum(choice.found for choice in self._own) <= len(self._own)

    @property
    def open(self) -> bool:
        """Whether one of the candidates counts as found, so that a list of them has the answer."""
        return any(choice.found for choice in self._own)

    @cached_property
    def best(self) -> Choice[T]:
        """The best guess."""
        return self._choice(self._best[0])

    @cached_property
    def _own(self) -> list[Choice[T]]:
        """The candidates as guesses; of many, some that are spread evenly."""
        some = self.at.left[spread(len(self.at), EXACT)]
        return list(map(self._choice, self.at.game.guess_of[some].tolist()))

    @property
    def exact(self) -> bool:
        """Whether the regret is in guesses."""
        return len(self.at) <= EXACT

    @cached_property
    def _best(self) -> list[int]:
        """The three best guesses (indices): then a candidate first, then the earliest."""
        proposes = replace(self.strategy, avoid=self.avoid)
        if not self.exact:
            ranked = replace(proposes, name="entropy").ranked(self.at, SHOWN)
            return [int(guess) for guess in ranked]
        own, least = {*self.at.game.guess_of[self.at.left].tolist()}, self._least
        tried = np.flatnonzero(proposes.allowed(self.at))
        best = list[tuple[int, bool, int]]()
        for guess in tried[np.argsort(least[tried], kind="stable")].tolist():
            most = best[-1][0] if len(best) == SHOWN else inf
            if least[guess] > most:
                break
            best = sorted([*best, (self._total(guess, most), guess not in own, guess)])[:SHOWN]
        return [guess for *_, guess in best]

    @cached_property
    def _least(self) -> IntArray:
        """What each guess takes at least, (G,): in each part one secret 1, and all others 2."""
        game, weights = self.at.game, self.at.weights
        every = np.arange(len(game.guesses))
        codes = game.columns(self.at.left, every)
        heaviest = np.zeros((len(every), game.rule.n_codes), np.int64)
        for candidate in np.argsort(weights, kind="stable"):
            heaviest[every, codes[candidate]] = weights[candidate]
        most = heaviest.sum(axis=1) + heaviest[:, game.rule.win]
        return np.asarray(3 * weights.sum() - most)

    @cached_property
    def _totals(self) -> Totals:
        return Totals(self.at.game, self.strategy)

    def _total(self, guess: int, most: float = inf) -> int:
        """Return the sum of weight x guesses over all candidates, with this guess first."""
        return self._totals.after(self.at, guess, most)

    def _choice(self, guess: int) -> Choice[T]:
        advice, best = advise(self.at, [guess, self._best[0]])
        if not self.exact:
            return Choice(advice, None, max(0.0, round(best.bits - advice.bits, 9)))
        mine, least, whole = self._total(guess), self._total(self._best[0]), self.at.weights.sum()
        return Choice(advice, float(mine / whole), float(max(0, mine - least) / whole))


def practice(at: Game[T] | Position[T], guess: Any, strategy: AnyStrategy = "entropy") -> Graded[T]:
    """Grade a guess at a position by its regret, beside the three best guesses.

    With up to 60 candidates every guess is played out by the strategy, and the regret is in
    guesses; with more it is in bits. Raises WordError or GameError.

    >>> import jotto
    >>> game = jotto.words(["bat", "cat", "hat", "mat"], ["chm"])
    >>> jotto.practice(game, "chm")
    Graded('chm': regret 0.00 guesses, the best is 'chm')
    """
    return exercise_at(position_of(at), strategy_of(strategy)).graded(guess)


def exercise_at(at: Position[T], strategy: Strategy) -> Exercise[T]:
    """Return the exercise at a position: no book is followed, and played out are all words."""
    plain = replace(strategy, tree=None, avoid=frozenset(), opening=())
    return Exercise(at, plain, strategy.avoid)


def exercises(
    game: Game[T],
    n: int = 10,
    strategy: AnyStrategy = "entropy",
    *,
    seed: int = 0,
    rating: float = BEGIN,
    theme: str = "",
) -> list[Position[T]]:
    """Make up positions at which to find the guess, half of whose candidates cost.

    A secret, one of the best openings, and candidates as further guesses are drawn by ``seed``, and
    of twice as many positions those whose own rating is nearest to ``rating``. They have 3 to 12
    candidates up to a rating of 1,200, and 20 beyond; up to it, those are preferred at which one of
    the candidates counts as found. All have the ``theme``, if one is given; else at a fifth of them
    at most the best guess is the likeliest word. There are fewer than ``n`` if no more were found;
    those with the fewest candidates come first. Raises GameError.

    >>> import jotto
    >>> [len(at) for at in jotto.exercises(jotto.named("bulls-and-cows:3x6"), 3, seed=1)]
    [5, 5, 6]
    """
    check_arguments(exercises, {"n": n, "seed": seed, "rating": rating, "theme": theme})
    if theme not in ("", *THEMES):
        raise GameError(f"{theme!r:.60} is no theme: {', '.join(THEMES)}").about("theme")
    n, chosen = int(n), strategy_of(strategy)
    made, tried, likeliest = list[Exercise[T]](), set[bytes](), 0
    for at in _drawn(position_of(game), int(seed), TRIES * n, chosen, min(reach(rating), MOST)):
        if (left := at.left.tobytes()) not in tried:
            exercise = exercise_at(at, chosen)
            if (not theme or THEMES[theme](exercise, False)) and exercise.hard:
                likely = not theme and _likely(exercise, False)
                likeliest += likely
                if not likely or FIFTH * likeliest < n + FIFTH:
                    made.append(exercise)
        tried.add(left)
        if len(made) == CHOICE * n:
            break
    easy = rating < REACH[0][0]
    made.sort(key=lambda one: (easy and not one.open, int(abs(one.rating - rating))))
    return sorted((one.at for one in made[:n]), key=len)


def reach(rating: float) -> int:
    """Return how many candidates a position may have for a player with this rating.

    >>> reach(1000), reach(1250), reach(1800)
    (12, 20, 60)
    """
    return next((most for below, most in REACH if rating < below), EXACT)


def _drawn(
    at: Position[T], seed: int, tries: int, like: Strategy, most: int
) -> Iterator[Position[T]]:
    """Yield positions with a few candidates, at most so many, of games that are played at random.

    A guess that the strategy avoids is made only where there is no other.
    """
    game, by_bits = at.game, replace(strategy_of("entropy"), avoid=like.avoid)
    openings = [advice.guess for advice in at.rank(by_bits, OPENINGS)] if len(at) > most else []
    for number in range(tries):
        node, some = at, _likeliest(at)
        secret = some[_draw(seed, number, 0, len(some))]
        while len(node) > most:
            some = _likeliest(node) if node.history else openings
            some = [guess for guess in some if guess not in like.avoid] or some
            guess = some[_draw(seed, number, len(node.history) + 1, len(some))]
            node = node.then(Turn(guess, game.rule.score(guess, secret)))
        if len(node) >= FEWEST and not node.won:
            yield node


def _likeliest(at: Position[T]) -> list[T]:
    """Return the likeliest quarter of the candidates, and those as likely as its last."""
    weights = at.weights
    least = np.sort(weights)[-(-len(weights) // PARTS) * -1]
    return [at.game.secrets[secret] for secret in at.left[weights >= least].tolist()]


def _draw(seed: int, number: int, step: int, n: int) -> int:
    """Draw a number below n, as the page does, too."""
    return hashed(f"{step} {number} {seed} practice") % n


# --- themes ---------------------------------------------------------------------------------------


def _alike(exercise: Exercise, mine: bool) -> bool:
    """Whether half of the candidates, at least three, differ in one letter: -ATCH, -IGHT."""
    at = exercise.at
    words = [at.game.rule.spell(secret) for secret in at.candidates]
    but_one = ((n, *word[:n], *word[n + 1 :]) for word in words for n in range(len(word)))
    return max(Counter(but_one).values()) >= max(ALIKE, len(words) / 2)


def _likely(exercise: Exercise, mine: bool) -> bool:
    """Whether the best guess is a candidate that is likelier than all others."""
    own, weights = exercise.at.game.guess_of[exercise.at.left], exercise.at.weights
    first = int(weights.argmax())
    return int(own[first]) == exercise._best[0] and int((weights == weights[first]).sum()) == 1


THEMES: Mapping[str, Callable[[Exercise, bool], bool]] = {  # whether a position has it
    "alike": _alike,
    "other": lambda exercise, mine: not exercise.best.advice.candidate,
    "split": lambda exercise, mine: exercise.best.advice.parts == len(exercise.at),
    "likely": _likely,
    "few": lambda exercise, mine: len(exercise.at) <= FEW,
    "mine": lambda exercise, mine: mine,
}


def themes_of(exercise: Exercise, *, mine: bool = False) -> tuple[str, ...]:
    """Return the themes of a position, which may be ``mine``: of a game of one's own.

    >>> import jotto
    >>> game = jotto.words(["bat", "cat", "hat", "mat"], ["chm"])
    >>> themes_of(exercise_at(jotto.start(game), jotto.strategy()))
    ('alike', 'other', 'few')
    """
    return tuple(name for name, has in THEMES.items() if has(exercise, mine))


# --- for JSON, and for a page ---------------------------------------------------------------------


Mark = Literal["G", "Y", "B"]  # of an answer: found; close, or with a hint; missed


def mark_of(choice: Choice | None, *, hinted: bool = False) -> Mark:
    """Return how good an answer is, None for one that was shown."""
    if choice is None or not choice.score:
        return "B"
    return "G" if choice.found and not hinted else "Y"


def verdict(graded: Graded, *, shown: bool = False, hinted: bool = False) -> Sentence:
    """Say how much worse than the best guess a guess is; ``shown``: it was not found, but shown."""
    show, mine = graded.at.game.shown, graded.mine
    word, best = show(mine.advice.guess), show(graded.best[0].advice.guess)
    if mine.regret == 0:
        how = "shown" if shown else "hint" if hinted else "found"
        return sentence("practice best", word=word, how=how)
    return sentence(
        "practice cost",
        mark=mark_of(mine, hinted=hinted),
        word=word,
        cost=mine.regret,
        unit=mine.unit,
        best=best,
    )


def why(graded: Graded) -> Sentence:
    """Say what the best guess tells, and beside it a worse one.

    >>> import jotto
    >>> print(why(jotto.practice(jotto.words(["bat", "cat", "hat", "mat"], ["chm"]), "chm")))
    CHM has 3 possible scores and leaves 1.5 on average, 2 at most.
    """
    mine, show = graded.mine.advice, graded.at.game.shown
    best = mine if graded.mine.regret == 0 else graded.best[0].advice
    facts = [
        {"word": show(advice.guess), "parts": advice.parts, "left": advice.expected_left}
        | {"worst": advice.worst_left}
        for advice in (best, mine)
    ]
    told = sentence("practice tells", **facts[0])
    if best is mine:
        return told
    sizes = [(each.parts, each.worst_left, round(each.expected_left, 6)) for each in (best, mine)]
    likelier = best.chance > mine.chance
    key = "practice why"
    if sizes[0] == sizes[1]:
        key = "practice likelier" if likelier else "practice alike"
    return sentence(key, best=told, guess=show(best.guess), **facts[1])


def hint(exercise: Exercise, number: int) -> Sentence:
    """Return a hint: what kind of guess the best one is, then its first letter."""
    best = exercise.best.advice
    if number == 1:
        facts = {"other": not best.candidate, "parts": best.parts, "left": best.expected_left}
        return sentence("practice hint", **facts)
    game = exercise.at.game
    return sentence("practice letter", letter=game.shown(game.rule.spell(best.guess)[0]))


def asked(at: Position, most: int = LISTED) -> dict[str, Any]:
    """Return the facts of a position: turns, candidates, and their words if at most so many."""
    words = list(map(str, at.likeliest)) if len(at) <= most else []
    return {"turns": at.turns, "left": len(at), "candidates": words}
