"""Statistics of the games in a history: results, guesses, games found in a row, favourite words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from jotto.assistant.review import Record, played_out
from jotto.engine.game import Game
from jotto.engine.position import Strategy, start

ENDS = ("won", "drawn", "lost")  # results of games with two players
MOST = 5  # favourite words listed


class Streaks(NamedTuple):
    """Games won, drawn and lost against an opponent; the current and the longest winning streak."""

    won: int
    drawn: int
    lost: int
    now: int
    longest: int


def streaks(records: Iterable[Record]) -> Streaks:
    """Count the results of the games with two players; ``records`` are in order of time."""
    counts = Counter(results := [record.result for record in records if record.result in ENDS])
    now, longest = in_a_row(map("won".__eq__, results))
    return Streaks(counts["won"], counts["drawn"], counts["lost"], now, longest)


def in_a_row(values: Iterable[bool]) -> tuple[int, int]:
    """Return how many are true at the end without a break, and how many at most.

    >>> in_a_row([True, True, False, True]), in_a_row([])
    ((1, 2), (0, 0))
    """
    now = longest = 0
    for value in values:
        now = now + 1 if value else 0
        longest = max(longest, now)
    return now, longest


class Tally(NamedTuple):
    """How many games took each number of guesses: ``mine`` and jotto's.

    ``means`` are my mean and jotto's, over the games where both numbers are known; None if there
    are no such games.
    """

    mine: dict[int, int]
    jotto: dict[int, int]
    means: tuple[float, float] | None


def tally(records: Sequence[Record], needed: Sequence[int | None]) -> Tally:
    """Count the games in which I found the secret.

    ``needed``: the number of guesses that jotto takes for each record.
    """
    pairs = zip(records, needed, strict=True)
    wins = [(len(record.turns), need) for record, need in pairs if record.solved]
    both = [(mine, need) for mine, need in wins if need is not None]
    means = None
    if both:
        means = sum(m for m, _ in both) / len(both), sum(n for _, n in both) / len(both)
    counts, jotto = Counter(mine for mine, _ in wins), Counter(need for _, need in both)
    return Tally(dict(sorted(counts.items())), dict(sorted(jotto.items())), means)


def needs(game: Game, strategy: Strategy) -> dict[str | None, int]:
    """Return how many guesses a strategy takes for each secret, as a review says it.

    Empty if the game is too large.
    """
    lengths = played_out(start(game), replace(strategy, avoid=frozenset()))
    each = [] if lengths is None else lengths.each.tolist()
    return dict(zip(map(str, game.secrets), each, strict=False))


def favourites(records: Iterable[Record]) -> tuple[dict[str, int], dict[str, int]]:
    """Return the opponent's favourite guesses and secrets: those used more than once."""
    played = [record for record in records if record.command == "play"]
    guesses = Counter(turn.rpartition("=")[0] for record in played for turn in record.theirs)
    secrets = Counter(record.secret for record in played if record.secret is not None)

    def often(counts: Counter[str]) -> dict[str, int]:
        return {word: count for word, count in counts.most_common(MOST) if count > 1}

    return often(guesses), often(secrets)
