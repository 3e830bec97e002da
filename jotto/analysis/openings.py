"""What openings are worth: one guess ahead, and through the whole tree a strategy grows."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from jotto.analysis.evaluate import deviation
from jotto.engine.game import Game
from jotto.engine.partition import entropy
from jotto.engine.strategies import Advice, advise, weights_of

if TYPE_CHECKING:
    from jotto.analysis.workers import Played

MEASURED = ("bits", "expected_left", "worst_left", "parts")
PLAYED = ("mean", "sd", "worst")


@dataclass(frozen=True)
class Opening:
    """One opening and what it is worth; two guesses that are made whatever the score: ``a,b``.

    ``bits`` gained, candidates left on average and at worst, and the number of parts, before any
    score is known. Played to the end against every secret: guesses per game, their standard
    deviation, the longest game, how many secrets took each number of guesses, and the mean under
    the prior if there is one. ``refined`` is the mean, under the prior if there is one, of the best
    tree that a search found after it. None where that was not asked for.
    """

    word: str
    bits: float
    expected_left: float
    worst_left: int
    parts: int
    mean: float | None = None
    sd: float | None = None
    worst: int | None = None
    games: Mapping[int, int] | None = None
    prior_mean: float | None = None
    refined: float | None = None


def measured(game: Game, openings: Iterable[int]) -> list[Opening]:
    """Measure openings (indices) by what one guess is worth, in the order given.

    >>> from jotto.games.words import word_game
    >>> measured(word_game(["bat", "cat", "hat", "mat"], ["chm"]), [4])[0].bits
    1.5
    """
    return from_advice(game, advise(game, game.everything, list(openings)))


def from_advice(game: Game, advice: Iterable[Advice]) -> list[Opening]:
    """Take openings over from what each was found to be worth on all secrets."""
    return [
        Opening(
            str(game.guesses[one.guess]), one.bits, one.expected_left, one.worst_left, one.parts
        )
        for one in advice
    ]


def measured_pair(game: Game, first: int, second: int) -> Opening:
    """Measure two guesses (indices) that are both made, by the parts they leave together.

    >>> from jotto.games.words import word_game
    >>> pair = measured_pair(word_game(["bat", "cat", "hat", "mat"], ["chm"]), 2, 4)
    >>> pair.word, pair.bits, pair.parts
    ('hat,chm', 2.0, 4)
    """
    either = (game.codes(guess, game.everything).astype(np.int64) for guess in (first, second))
    _, of = np.unique(next(either) * game.rule.n_codes + next(either), return_inverse=True)
    sizes = np.bincount(of)
    weights = np.zeros(len(sizes), np.int64)
    np.add.at(weights, of, weights_of(game, game.everything))
    left = int((weights * sizes).sum()) / int(weights.sum())
    word = f"{game.guesses[first]},{game.guesses[second]}"
    bits = round(entropy(weights), 9) + 0.0
    return Opening(word, bits, left, int(sizes.max()), len(sizes))


def with_games(opening: Opening, game: Game, played: Played) -> Opening:
    """Add to an opening what came of playing it against every secret.

    >>> from jotto.analysis.workers import Plan, play
    >>> from jotto.games.words import word_game
    >>> game = word_game(["hatch", "latch", "match"])
    >>> with_games(measured(game, [0])[0], game, play(Plan(game), [(0,)])[0]).games
    {1: 1, 2: 1, 3: 1}
    """
    games = {length: n for length, n in enumerate(played.counts, start=1) if n}
    total = sum(length * n for length, n in games.items())
    squares, n = sum(length**2 * n for length, n in games.items()), sum(games.values())
    return replace(
        opening,
        mean=total / n,
        sd=deviation(n, total, squares),
        worst=max(games),
        games=games,
        prior_mean=None if game.weights is None else played.weighted / int(game.weights.sum()),
    )


def with_search(opening: Opening, game: Game, total: int) -> Opening:
    """Add to an opening the total of the best tree a search found, weighted by the prior."""
    return replace(opening, refined=total / int(weights_of(game, game.everything).sum()))


def standing(opening: Opening) -> tuple[float, int, float]:
    """Return what orders openings that were played: mean, under the prior if any, worst, sd.

    >>> standing(Opening("bat", 1.5, 1.5, 2, 3, 2.0, 0.5, 3, {1: 1, 2: 2, 3: 1}, prior_mean=1.75))
    (1.75, 3, 0.5)
    """
    assert opening.mean is not None, "only what was played has a mean"
    assert opening.worst is not None
    assert opening.sd is not None
    mean = opening.mean if opening.prior_mean is None else opening.prior_mean
    return mean, opening.worst, opening.sd


def best_first(openings: Sequence[Opening]) -> list[Opening]:
    """Order openings that were played by their :func:`standing`, the least first.

    Those that were refined come first of all, by what that came to.
    """

    def place(opening: Opening) -> tuple[bool, float, tuple[float, int, float]]:
        return opening.refined is None, opening.refined or 0.0, standing(opening)

    return sorted(openings, key=place)


def game_lengths(openings: Iterable[Opening]) -> range:
    """Count from one guess to the most that any opening needs; empty if none was played.

    >>> list(game_lengths([Opening("bat", 0.8, 2.5, 3, 2, games={1: 1, 3: 5})]))
    [1, 2, 3]
    """
    return range(1, max((max(one.games or [0]) for one in openings), default=0) + 1)


def in_csv(openings: Sequence[Opening]) -> Iterator[str]:
    """Write openings as lines of CSV, a column for each number of guesses that occurs.

    >>> print(*in_csv([Opening("bat", 0.811, 2.5, 3, 2)]), sep="", end="")
    opening,bits,expected_left,worst_left,parts
    bat,0.811,2.5,3,2
    """
    played = bool(openings) and openings[0].games is not None
    weighed = bool(openings) and openings[0].prior_mean is not None
    refined = bool(openings) and openings[0].refined is not None
    fields = [*MEASURED, *(PLAYED if played else ())]
    fields += ["prior_mean"] * weighed + ["refined"] * refined
    lengths = game_lengths(openings)
    yield _row(["opening", *fields, *(f"games_{length}" for length in lengths)])
    for one in openings:
        counts = [(one.games or {}).get(length, 0) for length in lengths]
        yield _row([one.word, *(_number(getattr(one, name)) for name in fields), *counts])


def _number(value: float | None) -> float | int | str:
    if value is None:  # what was not refined
        return ""
    return round(value, 9) if isinstance(value, float) else value


def _row(cells: Sequence[object]) -> str:
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow(cells)
    return line.getvalue()
