"""Measuring over every secret: strategies compared, and openings ranked.

Two means over the same secrets differ by much less than each of them varies, so that differences
are paired: for each secret, how many more guesses a strategy takes than the first one. Openings are
ranked by one guess, or by the whole tree of a strategy after each.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, fields, replace
from functools import partial
from itertools import chain
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic

import numpy as np

from jotto import core, pictures
from jotto.engine import position
from jotto.engine.allowed import only_candidates
from jotto.engine.boards import Boards
from jotto.engine.game import Game, IntArray, T, partition
from jotto.engine.lengths import Lengths, evaluate
from jotto.engine.measures import Measure, n_log2_n, values as values_of
from jotto.engine.own import source_key
from jotto.engine.position import AnyStrategy, Position, Strategy, start, strategy_of
from jotto.errors import GameError, WordError, check_arguments
from jotto.parallel import Checkpoint, Task, Workers, check, spread
from jotto.plain import Plain, Rows, csv_of
from jotto.progress import Progress, Status, following, since
from jotto.trees.tree import Allowed, Claim, Tree

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# --- strategies -----------------------------------------------------------------------------------

COLUMNS = ("contender", "mean", "sd", "worst", "difference", "difference_sd", "helped", "hurt")
WEIGHED = ("prior_mean", "prior_difference")  # further columns, with a prior
TOP = 5  # secrets that are listed
ROWS = "contenders"


def compare(
    at: Game[T] | Position[T] | Boards[T],
    strategies: Iterable[AnyStrategy],
    *,
    names: Sequence[str] = (),
    games: int | None = None,
    seed: int = 0,
    progress: Progress | bool | None = None,
) -> Comparison[T]:
    """Play strategies against every secret; compare each with the first.

    ``names`` are their names in tables; by default such as ``minimax@tares``. With ``games``, all
    play the same so many that ``seed`` draws, see ``jotto.evaluate``; ``progress`` as for
    ``jotto.openings``. Raises GameError for fewer than two strategies, or if there are not as many
    names.

    >>> import jotto
    >>> game = jotto.words(["hatch", "latch", "match"], ["lemon"])
    >>> both = jotto.compare(game, ["entropy", jotto.Strategy("simple", opening=("match",))])
    >>> both.names, both.difference(1).tolist()
    (('entropy', 'simple@match'), [0, 1, -1])
    """
    check_arguments(compare, {name: value for name, value in locals().items() if name != "at"})
    chosen = tuple(map(strategy_of, strategies))
    called = tuple(names) or tuple(map(named_by, chosen))
    if len(chosen) < 2:
        raise GameError("to compare, give two strategies or more").about("strategies")
    if len(called) != len(chosen):
        raise GameError(f"{len(called)} names for {len(chosen)} strategies").about("names")
    played, began = list[Lengths[T]](), time.monotonic()
    with following(progress) as tell:
        for strategy in chosen:
            played.append(evaluate(at, strategy, games=games, seed=seed, progress=False))
            if tell:
                tell(since(began, "strategies", len(played), len(chosen)))
    return Comparison(called, tuple(played))


def named_by(strategy: Strategy) -> str:
    """Return what a strategy is called in tables, such as ``minimax@tares``."""
    opening = ",".join(map(str, strategy.opening))
    return f"{strategy.name}@{opening}" if opening else strategy.name


@dataclass(frozen=True)
class Comparison(Plain, Generic[T]):
    """The ``Lengths`` of strategies over the same secrets; the first is the base."""

    names: tuple[str, ...]
    lengths: tuple[Lengths[T], ...]

    def __repr__(self) -> str:
        means = zip(self.names, self.lengths, strict=True)
        return f"Comparison({', '.join(f'{name}: mean {run.mean:.4f}' for name, run in means)})"

    def _rows(self) -> Iterator[dict[str, Any]]:
        return ({name: row[name] for name in self.columns} for row in self.to_dict()[ROWS])

    @property
    def columns(self) -> tuple[str, ...]:
        """The fields of ``to_dict`` that make a table."""
        return COLUMNS if self.lengths[0].at.game.prior is None else COLUMNS + WEIGHED

    def difference(self, number: int) -> IntArray:
        """Return how many more guesses each secret takes by a strategy than by the first, (A,).

        ``number`` is its place, from 0. Raises GameError if there is none.
        """
        check_arguments(Comparison.difference, {"number": number})
        if number >= len(self.lengths):
            raise GameError(f"number={number} is not below {len(self.lengths)}").about("number")
        return self.lengths[number] - self.lengths[0]

    def plot(self, number: int | None = None, *, ax: Axes | None = None) -> Axes:
        """Draw how many guesses all take by matplotlib (the extra ``plot``), on ``ax`` or new axes.

        With the ``number`` of one, from 1: by how many guesses it differs from the first, secret
        by secret. Raises GameError.
        """
        if number is None:
            return self.lengths[0].plot(*self.lengths[1:], names=self.names, ax=ax)
        by = self.difference(number).tolist()
        return pictures.differences(by, self.names[number], self.names[0], ax)

    def to_dict(self, top: int = TOP) -> dict[str, Any]:
        """Return values for JSON, as ``jotto compare --json`` prints them.

        Of each contender: its lengths, mean and standard deviation of the differences, how many
        secrets it helped (fewer guesses) and hurt, and the ``top`` secrets with the largest
        differences. Raises GameError for a ``top`` that is no number.
        """
        check_arguments(Comparison.to_dict, {"top": top})
        rows = [self._contender(number, top) for number in range(len(self.names))]
        return {"secrets": len(self.lengths[0]), "base": self.names[0], ROWS: rows}

    def _contender(self, number: int, top: int) -> dict[str, Any]:
        differences, base, played = self.difference(number), self.lengths[0], self.lengths[number]
        listed = zip(map(str, base.secrets), differences.tolist(), strict=True)
        secrets = sorted(listed, key=itemgetter(1))  # stable: then in order of the list
        hurt = sorted(secrets, key=lambda secret: -secret[1])
        fields = {
            "contender": self.names[number],
            **played.to_dict(),
            "difference": float(differences.mean()),
            "difference_sd": float(differences.std()),
            "helped": int((differences < 0).sum()),
            "hurt": int((differences > 0).sum()),
            "most_helped": {word: by for word, by in secrets[:top] if by < 0},
            "most_hurt": {word: by for word, by in hurt[:top] if by > 0},
        }
        if base.at.game.prior is not None:
            fields["prior_difference"] = played.prior_mean - base.prior_mean
        return fields


# --- openings -------------------------------------------------------------------------------------

NO_NUMBERS = ("word", "games", "candidate", "chance")  # fields that are not columns of the CSV
BEAM = 3  # guesses tried at each large position when an opening is refined
SMALL_COUNT = 1 << 16  # secrets that 16 bits count
SEEDS = 8  # lines whose best guesses limit what is of use after the others
STAGES = {"pairs": "first guesses", "triples": "pairs", "full": "openings", "refine": "searches"}
TOO_MANY = 1 << 63  # guesses
SMALL = 300_000_000  # scores; for more, several processes are faster than one

Line = tuple[int, ...]  # the guesses (indices) that are made first, whatever the scores
Games = tuple[list[int], int]  # secrets that took 1, 2, .. guesses; the total under the prior
Together = tuple[int, ...]  # a value, and the guesses that have it together, ascending
Shared = tuple[Game, Strategy]  # sent to every process once
Keep = Callable[[Any], Any]  # reduces the result of a task before it is stored


def play(shared: Shared, opening: Line) -> Games:
    """Play an opening, then the strategy, against every secret."""
    return _games(*shared, *(shared[0].guesses[guess] for guess in opening))


def _games(game: Game, strategy: Strategy, *opening: Any) -> Games:
    lengths = evaluate(game, replace(strategy, opening=opening))
    return np.bincount(lengths.each)[1:].tolist(), lengths.weighted_total


def refine(shared: Shared, opening: Line) -> int:
    """Search for a better tree after an opening by a beam; return its total under the prior."""
    from jotto.search import solve

    game, strategy = shared
    # the search ignores the rest of the strategy
    allow: Allowed = "candidates" if strategy.allow is only_candidates else "all"
    claim = Claim(allow=allow, opening=game.guesses[opening[0]])
    seen = solve.least(start(game), claim, width=BEAM)
    assert seen is not None, "without a limit there is always a tree"
    return seen.total


@dataclass(frozen=True)
class Further:
    """Find the best guesses to make further, whatever the scores; a task.

    Guesses are valued by the parts that all of them leave together, whatever their order, by the
    strategy's one measure. Bits add up at most: what guesses tell together is no more than what
    each part of them tells. So with ``guesses`` ordered by their values ``alone``, those to try
    come first. ``limit``: the highest value of use; without a bound NEVER, and ``alone`` is 0.
    """

    number: int
    guesses: IntArray
    alone: IntArray
    whole: int  # the value of a guess that tells nothing
    limit: int = core.NEVER

    def __call__(self, shared: Shared, line: Line) -> list[Together]:
        """Add a guess to one, of those that are behind it, or to two; the best of them."""
        game, measure = shared[0], shared[1].measure
        assert measure is not None, "guesses made together are valued by one measure"
        tried = self.tried(game, line)
        values = self.values(game, measure, line, tried)
        order = np.lexsort((tried, values))
        order = order[values[order] <= self.limit][: self.number]
        pairs = zip(values[order].tolist(), tried[order].tolist(), strict=True)
        return [(value, *sorted((*line, guess))) for value, guess in pairs]

    def tried(self, game: Game, line: Line) -> IntArray:
        """Return the guesses that can be in the best ones together with some, in order."""
        rank = np.flatnonzero(self.guesses == line[0])[0]
        value = int(self.alone[rank])
        if len(line) > 1:
            sizes = [*map(len, parts_of(game, line))]
            value = int(n_log2_n(len(game))[sizes].sum())
        slack = 2 * len(game)  # values are rounded, a unit for each part at most
        most = min(self.limit + self.whole - value + slack, core.NEVER)
        stop = int(np.searchsorted(self.alone, most, "right"))
        tried = self.guesses[0 if len(line) > 1 else rank + 1 : stop]
        return tried[~np.isin(tried, line)]

    def values(self, game: Game, measure: Measure, line: Line, tried: IntArray) -> IntArray:
        """Value ``tried (N,)`` together with a line; above the limit not exactly."""
        if not len(tried):
            return np.zeros(0, np.int64)
        worth, parts = measure.worth(game, game.weights(game.everything)), parts_of(game, line)
        if self.alone.any() and not worth.weighed and len(game) < SMALL_COUNT:
            # in the order in which they are read: in that of the list it takes twice as long
            key, n_codes = ("in order", self.guesses.tobytes()), game.rule.n_codes
            rows = game.remembered(key, lambda: np.ascontiguousarray(game.matrix[self.guesses]))
            ranks = np.flatnonzero(np.isin(self.guesses, tried))
            return core.values_within(rows, parts, ranks, n_codes, worth.costs, self.limit)
        low, high = int(tried.min()), int(tried.max()) + 1
        columns, values = game.matrix.T[:, low:high], np.zeros(high - low, np.int64)
        for part in parts:
            costs = core.values(columns, part, game.rule.n_codes, worth)
            values = np.maximum(values, costs) if measure.highest else values + costs
        if worth.weighed and game.secret_of[line[0]] >= 0:  # the first guess can win as well
            weight = int(worth.weights[game.secret_of[line[0]]])
            cost = partial(core.weighed_cost, worth.weighed, weight, 1)
            values += cost(win=True) - cost(win=False)
        return np.asarray(values[tried - low])


def further(game: Game, measure: Measure, lines: Sequence[Line], number: int) -> Further:
    """Return the task for guesses of these lines: by entropy with the bound, else without."""
    guesses = np.array(lines)[:, 0]
    if measure.name != "entropy":
        return Further(number, guesses, np.zeros(len(guesses), np.int64), 0)
    alone = values_of(game, game.everything, measure)[guesses]
    order = np.lexsort((guesses, alone))
    weight, whole = int(game.weights(game.everything).sum()), int(measure.costs(len(game))[-1])
    if game.prior is not None:
        whole = core.weighed_cost(measure.weighed, weight, len(game), win=False)
    return Further(number, guesses[order], alone[order], whole)


def parts_of(game: Game, line: Line) -> list[IntArray]:
    """Return the parts that the scores of some guesses (indices) leave together."""
    parts = [game.everything]
    for guess in line:
        codes = game.codes(guess, game.everything)
        parts = [some for part in parts for some in partition(codes[part], part).values()]
    return parts


@dataclass(frozen=True)
class Opening(Plain):
    """An opening and its figures. ``word`` is the guess, or ``a,b`` for two guesses, and so on.

    ``bits``, ``expected_left``, ``worst_left`` and ``parts`` are the measures of the opening.
    ``mean``, ``sd``, ``worst`` and ``games`` are the lengths of games played to the end against
    every secret, and ``prior_mean`` is their mean under the prior. ``refined`` is that mean for the
    best tree that a search found. If openings are ranked by one guess, ``candidate`` says whether
    the guess can be the secret, and ``chance`` how likely under the prior. ``alike`` is the number
    of guesses that differ from it only by renaming colours or places. Figures that were not
    computed are None.
    """

    word: str
    bits: float
    expected_left: float
    worst_left: int
    parts: int
    mean: float | None = None
    sd: float | None = None
    worst: int | None = None
    games: Mapping[int, int] | None = field(default=None, hash=False)
    prior_mean: float | None = None
    refined: float | None = None
    candidate: bool | None = None
    chance: float | None = None
    alike: int | None = None
    _picture = "points bits mean"

    def __repr__(self) -> str:
        """Show the mean, if the opening was played to the end, and the bits."""
        played = "" if self.mean is None else f"mean {self.mean:.4f}, worst {self.worst}, "
        return f"Opening({self.word!r}: {played}{self.bits:.3f} bits)"

    @property
    def standing(self) -> tuple[Any, ...]:
        """The sort key of openings that were played: mean (under the prior if any), worst, sd."""
        return self.mean if self.prior_mean is None else self.prior_mean, self.worst, self.sd


def openings(
    game: Game,
    strategy: AnyStrategy = "entropy",
    *,
    among: Iterable[Any] | None = None,
    pairs: int = 0,
    triples: int = 0,
    full: bool = True,
    refined: int = 0,
    parallel: Workers | None = None,
    checkpoint: str | Path | None = None,
    progress: Progress | bool | None = None,
) -> Rows[Opening]:
    """Rank openings by playing the strategy after each against every secret; best first.

    ``among``: the guesses to rank, which need not be in the list. By default they are all guesses
    that the strategy allows; of guesses that are alike by symmetry, only the earliest. With
    ``full=False``, rank by one guess. ``refined``: after this many of the best, search for better
    trees, and rank those openings by them. ``pairs``: rank this many pairs of guesses, chosen by
    the parts they leave; with ``full=False``, by the parts alone. ``triples``: rank this many
    triples instead, each of those pairs and any third guess.

    The work is done by ``parallel`` processes (None: as many as pay) or by the workers of a
    ``distributed.Client``. What is done is stored in the file ``checkpoint``, from which the same
    run continues if it was interrupted. ``progress`` is called now and then with a
    ``jotto.Status``; None shows what takes over ten seconds in a terminal or notebook, False
    nothing. Raises GameError, WordError, FileError, WorkersError.

    >>> import jotto
    >>> best = jotto.openings(jotto.words(["bat", "cat", "hat", "mat"], ["chm"]))[0]
    >>> best.word, best.games
    ('chm', {2: 3, 3: 1})
    """
    check_arguments(openings, locals())
    chosen = strategy_of(strategy)
    begun = isinstance(chosen.tree, Tree) or chosen.opening
    if chosen.draws or chosen.stateful or begun:
        reason = "it has its own" if begun else "it is not deterministic"
        raise GameError(f"{chosen} cannot follow openings: {reason}")
    if full:
        position.position_of(game)  # which refuses games where answers may be false
    among = None if among is None else dict.fromkeys(map(game.read, among))
    unlisted = [guess for guess in among or () if game.find(guess) < 0]
    if unlisted and (pairs or refined or not full):
        raise WordError(str(unlisted[0]), "it is not an allowed guess")
    classes = {} if pairs or among is not None else alike(game)
    lines = [line for line in _lines(game, chosen, among) if line[0] in classes or not classes]
    if not full and not pairs:
        return by_one_guess(game, chosen, len(game.guesses), among=among)
    if pairs and not game.whole:
        raise GameError("pairs of openings need a score matrix that fits in memory").about("pairs")
    if pairs and chosen.measure is None:
        what = "one measure, built in or jotto.measure(.., each=True), and all guesses allowed"
        raise GameError(f"pairs of openings need {what}, not {chosen}").about("pairs")
    if pairs and len(lines) < 2:
        raise GameError("pairs need two openings or more").about("pairs")
    if triples and (not pairs or chosen.name != "entropy" or game.prior is not None):
        what = "pairs to begin with, entropy, and secrets that are equally likely"
        raise GameError(f"triples of openings need {what}").about("triples")
    if triples and len(lines) < 3:
        raise GameError("triples need three openings or more").about("triples")
    pays, parallel = len(lines) * len(game.guesses) * len(game) >= SMALL, check(parallel)
    header = _header(game, chosen, lines, pairs, triples)
    saving = closing(Checkpoint(checkpoint, header, partial(_valid, game, pairs, triples)))
    with saving as saved, following(progress) as tell:
        work = _Work((game, chosen), saved, tell, parallel, pays)
        if pairs:
            assert chosen.measure is not None, "checked above"
            task = further(game, chosen.measure, lines, pairs)
            lines = _best_together(work, "pairs", task, [(n,) for n in task.guesses.tolist()])
            if triples:
                lines = _best_together(work, "triples", replace(task, number=triples), lines)
            ranked = [_measured_together(game, line) for line in lines]
        else:
            listed = position.advise(start(game), [guess for (guess,) in lines]) if lines else []
            ranked = list(map(_measured, [*listed, *map(start(game).measure, unlisted)]))
        if full:
            ranked = _played(work, lines, unlisted, ranked)
        best = [(game.find(opening.word),) for opening in ranked[:refined]]
        totals = work.results("refine", refine, best) if best else []
    weight = int(game.weights(game.everything).sum())
    searched = zip(ranked, totals, strict=False)
    searched_openings = [replace(opening, refined=total / weight) for opening, total in searched]
    searched_openings.sort(key=lambda opening: (opening.refined, opening.standing))
    return _counted(game, [*searched_openings, *ranked[len(searched_openings) :]], classes)


def alike(game: Game) -> dict[int, int]:
    """Count the guesses in each class of openings that are alike by symmetry.

    Keys are the earliest guess (index) of each class. Empty if the symmetries of the game are not
    known, as for words.

    >>> import jotto
    >>> alike(jotto.named("mastermind:2x3"))  # 00, 11, 22; and 01, 02, 10, 12, 20, 21
    {0: 3, 1: 6}
    """
    if game.alike is None:
        return {}
    _, first, counts = np.unique(game.alike(()), return_index=True, return_counts=True)
    return dict(sorted(zip(first.tolist(), counts.tolist(), strict=True)))


def first_alike(game: Game, guess: Any) -> Any:
    """Return the earliest guess that is alike by symmetry; for words, the guess itself."""
    if game.alike is None:
        return guess
    kinds = game.alike(())
    return game.guesses[int(np.argmax(kinds == kinds[game.index(guess)]))]


def _counted(game: Game, ranked: Sequence[Opening], classes: Mapping[int, int]) -> Rows[Opening]:
    return Rows(replace(opening, alike=classes.get(game.find(opening.word))) for opening in ranked)


def by_one_guess(
    game: Game, strategy: Strategy, number: int, *, among: Iterable[Any] | None = None
) -> Rows[Opening]:
    """Rank openings, or those ``among`` them, by one guess; return the best ``number``."""
    chance, classes = game.prior is not None, alike(game) if among is None else {}
    chosen = {game.guesses[guess] for guess in classes} if among is None else set(among)
    ranked = [
        replace(_measured(rank), candidate=rank.candidate, chance=rank.chance if chance else None)
        for rank in start(game).rank(strategy, top=len(game.guesses) if chosen else number)
        if not chosen or rank.guess in chosen
    ]
    return _counted(game, ranked[:number], classes)


def filled_fields(openings: Sequence[Opening]) -> list[str]:
    """List the fields that are not None for all openings."""
    names = (field.name for field in fields(Opening))
    return [name for name in names if any(getattr(row, name) is not None for row in openings)]


def game_lengths(openings: Iterable[Opening]) -> range:
    """Return the range from 1 to the longest game of any opening; empty if none was played."""
    return range(1, max((max(opening.games or [0]) for opening in openings), default=0) + 1)


def in_csv(openings: Sequence[Opening]) -> str:
    """Return openings as CSV, with a column for each number of guesses; texts are no formulas.

    >>> print(in_csv([Opening("bat", 0.811, 2.5, 3, 2)]).split())
    ['opening,bits,expected_left,worst_left,parts', 'bat,0.811,2.5,3,2']
    """
    columns = [name for name in filled_fields(openings) if name not in NO_NUMBERS]
    games = ["games"] * any(row.games for row in openings)
    return csv_of(
        {"opening": row.word, **{name: getattr(row, name) for name in (*columns, *games)}}
        for row in openings
    )


def _lines(game: Game, strategy: Strategy, among: Iterable[Any] | None) -> list[Line]:
    """Return the openings to rank, without repeats. Raises WordError."""
    may = strategy.allowed(start(game))
    if among is None:
        return [(guess,) for guess in may.nonzero()[0].tolist()]
    chosen = {at: guess for guess in among if (at := game.find(guess)) >= 0}
    for guess, word in chosen.items():
        if not may[guess]:
            raise WordError(str(word), "it may not be guessed first").about("allow", "polite")
    return [(guess,) for guess in chosen]


def _header(
    game: Game, strategy: Strategy, lines: Sequence[Line], pairs: int, triples: int
) -> dict[str, Any]:
    """Return the header of a checkpoint, which identifies the run."""
    # a checkpoint has only pairs that can be among this many best of these openings, so it cannot
    # be resumed with another number or choice
    among = hashlib.sha256(repr(sorted(lines)).encode()).hexdigest()[:32]
    return {
        "file": "checkpoint of openings",
        "format": 4,
        "list or rule": game.key,
        "prior": game.prior_key,
        "strategy": strategy.name,
        "choice of allowed guesses": repr(replace(strategy, name="entropy")),
        "number of pairs": int(pairs),
        "number of triples": int(triples),
        **({} if strategy.by is None else {"code": source_key(strategy.by)}),
        "choice of openings to pair": among if pairs else "",
    }


def _valid(game: Game, pairs: int, triples: int, stage: str, line: Line, result: Any) -> bool:
    """Whether a line of a checkpoint is possible in this run. Raises TypeError, ValueError."""
    stop, alone = len(game.guesses), len(line) == 1
    numbers, possible = [], bool(line) and all(guess in range(stop) for guess in line)
    if stage == "full":
        counts, weighted = result
        numbers = [*counts, weighted]
        possible &= sum(counts) == len(game) and min(numbers) >= 0 < weighted
    elif stage == "refine":
        numbers = [result]
        possible &= alone and not pairs and result > 0
    else:
        numbers = [*chain(*result)]
        size, asked = {"pairs": (2, pairs), "triples": (3, triples)}.get(stage, (0, 0))
        ordered = all(
            len(made) == size and made == sorted({*made}) and made[0] >= 0 and made[-1] < stop
            for _, *made in result
        )
        possible &= asked > 0 and len(line) == size - 1 and ordered
    whole = {*map(type, [*line, *numbers])} <= {int}
    return possible and whole and all(abs(number) < TOO_MANY for number in numbers)


@dataclass(frozen=True)
class _Work:
    """A run: the data shared by all tasks, the checkpoint, the progress, and the workers."""

    shared: Shared
    checkpoint: Checkpoint
    progress: Progress | None
    parallel: Workers | None
    pays: bool

    def results(
        self, stage: str, task: Task, lines: Sequence[Line], keep: Keep = lambda result: result
    ) -> list[Any]:
        """Do a task for the lines that are not done yet; return all results, in order of lines."""
        checkpoint, done, what = self.checkpoint, self.checkpoint.done, STAGES[stage]
        rest = [line for line in lines if (stage, line) not in done]
        began, of = time.monotonic(), len(lines)

        def tell(number: int) -> None:
            seconds = time.monotonic() - began
            pace = seconds / max(1, number - of + len(rest))
            if self.progress:
                self.progress(Status(seconds, what, number, of, (of - number) * pace))

        at_once = 1 if task is refine else 8
        who = partial(spread, parallel=self.parallel, pays=self.pays, at_once=at_once)
        with closing(who(task, self.shared, rest)) as work:
            tell(of - len(rest))
            for number, (line, result) in enumerate(work, start=of - len(rest) + 1):
                checkpoint.append(stage, line, keep(result))
                tell(number)
        return [done[stage, line] for line in lines]


def _best_together(work: _Work, stage: str, task: Further, lines: Sequence[Line]) -> list[Line]:
    """Add the best guess to each line; return the best of all, of which the others are not stored.

    The first lines limit what the others have to find, if there is a bound.
    """
    done = (made for (at, _), made in work.checkpoint.done.items() if at == stage)
    best: list[Together] = sorted({*map(tuple, chain.from_iterable(done))})[: task.number]

    def keep(results: list[Together]) -> list[Together]:
        best[:] = sorted({*best, *results})[: task.number]
        return [made for made in results if made <= best[-1]]

    if task.alone.any():
        seeds = chain.from_iterable(task(work.shared, line) for line in lines[:SEEDS])
        least = sorted({*seeds})[: task.number]
        limit = least[-1][0] if len(least) == task.number else core.NEVER
        task = replace(task, limit=limit)
        lines = [line for line in lines if len(task.tried(work.shared[0], line))]
    # early guesses have more partners: take both ends in turn, so that the estimated time is right
    evenly = dict.fromkeys(chain.from_iterable(zip(lines, reversed(lines), strict=True)))
    work.results(stage, task, list(evenly), keep)
    return [tuple(made) for _, *made in best]


def _played(
    work: _Work, lines: Sequence[Line], unlisted: Sequence[Any], measured: Sequence[Opening]
) -> list[Opening]:
    """Play openings to the end, and rank them by the lengths of games."""
    game = work.shared[0]
    played = work.results("full", play, lines)
    played += [_games(*work.shared, guess) for guess in unlisted]
    ranked = []
    for opening, (counts, weighted) in zip(measured, played, strict=True):
        # by length, not in the order of the secrets: only what does not depend on it is read
        lengths = Lengths(start(game), np.repeat(np.arange(1, len(counts) + 1), counts))
        figures = {name: getattr(lengths, name) for name in ("mean", "sd", "worst", "games")}
        prior_mean = None if game.prior is None else weighted / int(game.prior.sum())
        ranked.append(replace(opening, **figures, prior_mean=prior_mean))
    return sorted(ranked, key=lambda opening: opening.standing)


def _measured(rank: position.Advice) -> Opening:
    return Opening(str(rank.guess), rank.bits, rank.expected_left, rank.worst_left, rank.parts)


def _measured_together(game: Game, line: Line) -> Opening:
    """Measure guesses (indices) by the parts that their scores leave together."""
    parts, weights = parts_of(game, line), game.weights(game.everything)
    sizes, sums = np.array([*map(len, parts)]), np.array([weights[part].sum() for part in parts])
    word = ",".join(str(game.guesses[guess]) for guess in line)
    return _measured(position.advice_on([word], sizes[None], sums[None])[0])
