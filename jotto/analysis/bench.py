"""Strategies played on stated lists: rows of figures that others can publish, repeat and check."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import hypot, sqrt
from typing import Any

import numpy as np

import jotto
from jotto.analysis.comparison import named_by
from jotto.engine.allowed import ALLOWED
from jotto.engine.game import Game
from jotto.engine.lengths import Lengths, evaluate
from jotto.engine.position import AnyStrategy, Strategy, strategy_of
from jotto.errors import GameError, check_arguments
from jotto.plain import Plain, Rows
from jotto.progress import Progress, following, since

FORMAT = 1  # of a row
FIGURES = ("total", "mean", "sd", "worst", "games")
SHOWN = ("name", "mean", "standard_error", "sd", "worst", "difference", "difference_error")


@dataclass(frozen=True)
class BenchRow(Plain):
    """What a strategy costs on a list, beside the first strategy there; see docs/own.md.

    ``checksum`` is that of the guesses that each secret takes, ``list_checksum`` that of the list,
    both so that others can compute them.
    """

    name: str
    list: str
    rule: str
    allow: str
    prior: str | None
    secrets: int
    guesses: int
    seeds: tuple[int, ...]  # none: it is exact
    total: int
    mean: float
    standard_error: float  # of the mean; 0: it is exact
    sd: float
    worst: int
    games: Mapping[int, int] = field(hash=False)
    difference: float  # of the mean from that of the first strategy
    difference_error: float
    seconds: float  # of playing, for each seed
    list_checksum: str
    checksum: str
    program: str = ""
    bench: int = FORMAT
    _picture = "lines secrets seconds name"

    def __repr__(self) -> str:
        about = f"{self.name!r} on {self.list!r}"
        return f"BenchRow({about}: mean {self.mean:.4f}, worst {self.worst})"


def bench(
    lists: Game | Mapping[str, Game],
    strategies: Iterable[AnyStrategy],
    *,
    names: Sequence[str] = (),
    seeds: Iterable[int] = (0,),
    games: int | None = None,
    progress: Progress | bool | None = None,
) -> Rows[BenchRow]:
    """Play strategies on lists, each against every secret; a row for each list and strategy.

    ``lists`` are games with their names, or one game. Strategies that draw, or whose players
    remember their games, are played once for each of the ``seeds``; all others are exact. With
    ``games``, all play the same secrets, as many as that, drawn by the first seed. On each list,
    all are paired with the first strategy, secret by secret. Raises GameError.

    >>> import jotto
    >>> game = jotto.words(["hatch", "latch", "match"], ["lemon"])
    >>> rows = jotto.bench(game, ["entropy", lambda at: at.candidates[0]], names=["ours", "mine"])
    >>> [(row.name, row.mean, row.difference, row.checksum) for row in rows]
    [('ours', 2.0, 0.0, '579df6754926501d'), ('mine', 2.0, 0.0, '14c5e74c4b96ccef')]
    """
    check_arguments(bench, {name: value for name, value in locals().items() if name != "lists"})
    given = {lists.rule.name: lists} if isinstance(lists, Game) else lists
    tables = dict(given) if isinstance(given, Mapping) else {"": None}
    chosen, drawn, rows = [*map(strategy_of, strategies)], tuple(seeds), Rows[BenchRow]()
    called, began = tuple(names) or tuple(map(named_by, chosen)), time.monotonic()
    if not all(isinstance(game, Game) for game in tables.values()):
        raise GameError(f"lists={lists!r:.60} are not games with their names").about("lists")
    if len(called) != len(chosen):
        raise GameError(f"{len(called)} names for {len(chosen)} strategies").about("names")
    if not drawn:
        raise GameError("seeds: there are none; one is enough").about("seeds")
    with following(progress) as tell:
        for listed, game in tables.items():
            base: Lengths[Any] | None = None
            if game.whole:
                _ = game.matrix  # counted before the time is taken
            for name, strategy in zip(called, chosen, strict=True):
                if tell:
                    tell(since(began, "rows", len(rows), len(tables) * len(chosen)))
                few = games if games and games < len(game) else None
                used = drawn if strategy.draws or strategy.stateful or few else ()
                ways = [replace(strategy, seed=seed) for seed in used] or [strategy]
                ways = ways if strategy.draws or strategy.stateful else ways[:1]
                start = time.perf_counter()
                played = [
                    evaluate(game, way, games=few, seed=drawn[0], progress=False) for way in ways
                ]
                seconds = (time.perf_counter() - start) / len(ways)
                lengths = Lengths.of_runs(played)
                base = lengths if base is None else base
                about = listed, name, strategy, used[: len(ways)]
                rows.append(_row(game, about, lengths, base, seconds))
    return rows


def _row(
    game: Game,
    about: tuple[str, str, Strategy, tuple[int, ...]],
    played: Lengths[Any],
    base: Lengths[Any],
    seconds: float,
) -> BenchRow:
    """Return the row of a strategy whose games were played, paired with those of the first one."""
    listed, name, strategy, seeds = about
    allow = next((text for text, mask in ALLOWED.items() if mask is strategy.allow), "own")
    mine, first = (run.each.reshape(run.runs, -1).mean(axis=0) for run in (played, base))
    error = hypot(played.standard_error, base.standard_error)
    if len(mine) < len(game):  # the same secrets were drawn
        error = float(np.std(mine - first)) / sqrt(len(mine))
    figures: dict[str, Any] = {name: getattr(played, name) for name in FIGURES}
    return BenchRow(
        name,
        listed,
        game.rule.name,
        allow,
        prior=game.prior_key,
        secrets=len(game),
        guesses=len(game.guesses),
        seeds=seeds,
        **figures,
        standard_error=played.standard_error,
        difference=float((mine - first).mean()),
        difference_error=0.0 if played is base else error,
        seconds=round(seconds, 4),
        list_checksum=checksum("".join(f"{guess}\n" for guess in game.guesses)),
        checksum=checksum("".join(f"{guesses}\n" for guesses in played.each.tolist())),
        program=f"jotto {jotto.__version__}",
    )


def checksum(text: str) -> str:
    """Return the first 16 hexadecimal digits of the SHA-256 of a text in UTF-8."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]
