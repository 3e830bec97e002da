"""Work spread over processes, of this machine or of others: a map over openings.

The seam is the standard :class:`concurrent.futures.Executor`. A worker is sent a :class:`Plan`
and some openings at a time, and maps the score matrix from disk or builds it.
"""

from __future__ import annotations

import hashlib
import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache, partial
from itertools import islice
from threading import Thread
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from jotto.analysis.evaluate import evaluate
from jotto.engine.allowed import Allow, any_guess, name_of, only_candidates
from jotto.engine.game import Game
from jotto.engine.partition import IntArray, partition
from jotto.engine.store import Loan, borrow
from jotto.engine.strategies import (
    MEASURES,
    Measure,
    measures_named,
    strategy_named,
    with_opening,
)
from jotto.errors import WorkersError

if TYPE_CHECKING:
    from jotto.engine.kernels import Worth

T = TypeVar("T")
Line = tuple[int, ...]  # the guesses (indices) that are made first, whatever the scores

BROKEN = "a worker process was killed; with --resume it goes on"
AT_ONCE = 8  # openings a worker is sent: 0.6 s of the shipped list
BEAM = 3  # guesses tried for each large set where an opening is refined
WIND_UP = 2.0  # seconds that processes may take to end
AHEAD = 2  # portions that wait for each worker
CONVEX = frozenset(MEASURES)  # those that may be played in one compiled call


@dataclass(frozen=True)
class Plan:
    """A game, and the strategy (a name) that follows an opening in it with the guesses allowed.

    Plans of one ``key`` are the same plan, whatever process they are in.
    """

    game: Game = field(repr=False, compare=False)
    strategy: str = "entropy"
    allow: Allow = field(default=any_guess, repr=False, compare=False)
    key: str = field(default="", kw_only=True)

    def __post_init__(self) -> None:
        """Make the key, where it is not known; the arrays a game keeps are not sent about."""
        if not self.key:
            said = self.game.key, self.game.prior_key, self.strategy, name_of(self.allow)
            key = hashlib.sha256(repr(said).encode()).hexdigest()[:32]
            object.__setattr__(self, "key", key)

    def __getstate__(self) -> dict[str, Any]:
        """Leave out of what is sent all that a worker maps or makes for itself."""
        return vars(self) | {"game": replace(self.game)}

    @cached_property
    def measure(self) -> Measure | None:
        """What a kernel can follow alone: one measure, any guess, a game in memory; else None."""
        if self.strategy not in CONVEX or self.allow is not any_guess or not self.game.whole:
            return None
        (measure,) = measures_named(self.strategy)
        ascending = bool((np.diff(self.game.guess_of) > 0).all())
        return measure if ascending else None


Task = Callable[[Plan, Sequence[Line]], list[T]]


def lengths_after(plan: Plan, opening: Line) -> IntArray:
    """Play ``opening``, then the strategy, against every secret: guesses (S,) int64.

    >>> from jotto.games.words import word_game
    >>> plan = Plan(word_game(["hatch", "latch", "match"]))
    >>> lengths_after(plan, (1,)).tolist()
    [2, 1, 3]
    """
    from jotto.engine import kernels

    game, measure = plan.game, plan.measure
    if measure is None:
        strategy = strategy_named(plan.strategy, allow=plan.allow, values=kernels.values)
        return evaluate(game, with_opening(opening, strategy)).lengths
    first, worth = np.array(opening, np.intp), _worth(plan)
    found: IntArray = kernels.lengths_after(
        game.scores.T, game.guess_of, first, worth, game.rule.n_codes
    )
    return found


@lru_cache(maxsize=2)
def _worth(plan: Plan) -> Worth:
    from jotto.engine import kernels

    assert plan.measure is not None, "only one measure of a game in memory is followed by kernels"
    return kernels.worth_by(plan.game, plan.game.everything, plan.measure)


@dataclass(frozen=True)
class Played:
    """What came of one opening: how many secrets took 1, 2, .. guesses; ``weighted`` in all.

    ``weighted`` is the total in which a likelier secret counts for more; the plain total where
    there is no prior.
    """

    counts: tuple[int, ...]
    weighted: int


Pair = tuple[int, int, int]  # a value, and the two guesses that have it


def best_seconds(
    number: int, among: Sequence[int] | None, plan: Plan, firsts: Sequence[Line]
) -> list[list[Pair]]:
    """Pair each first guess with every later one: the ``number`` pairs of least value for each.

    A pair is worth the parts it leaves, whichever guess of it is made first: what the measure
    gives the second on each part of the first, summed up or the highest. ``plan`` has a measure.
    The later ones are those of ``among``, if not all.
    """
    known = _here(plan)
    return [_best_seconds(known, first, number, among) for (first,) in firsts]


def _best_seconds(plan: Plan, first: int, number: int, among: Sequence[int] | None) -> list[Pair]:
    from jotto.engine import kernels

    game, measure = plan.game, plan.measure
    assert measure is not None, "pairs are valued by one measure"
    worth, n_codes = _worth(plan), game.rule.n_codes
    later = game.scores.T[:, first + 1 :]
    found = np.zeros(later.shape[1], np.int64)
    for part in partition(game.codes(first, game.everything), game.everything).values():
        values = kernels.value_by(later, part, worth, n_codes)
        found = np.maximum(found, values) if measure.highest else found + values
    if worth.weighed and game.secret_of[first] >= 0:  # it wins too, not the second guess alone
        own = int(worth.weights[game.secret_of[first]])
        lost, won = (kernels.weighed_cost(own, 1, worth.by_size, win) for win in (False, True))
        found += won - lost
    order = np.argsort(found, kind="stable")
    if among is not None:
        order = order[np.isin(first + 1 + order, among)]
    return [(int(found[at]), first, first + 1 + at) for at in order[:number].tolist()]


def play(plan: Plan, openings: Sequence[Line]) -> list[Played]:
    """Play openings, each against every secret: what a worker does."""
    known = _here(plan)
    return [_played(known.game, lengths_after(known, opening)) for opening in openings]


def refine(plan: Plan, openings: Sequence[Line]) -> list[int]:
    """Search for a better tree after each opening, by a beam: its total, weighted by the prior.

    What the strategy of ``plan`` would do counts for nothing here; whether only candidates may be
    guessed does.
    """
    from jotto.engine import search

    game, own = _here(plan).game, plan.allow is only_candidates
    totals = []
    for (opening,) in openings:
        found = search.beam(game, game.everything, BEAM, opening=opening, only_candidates=own)
        assert found is not None, "a game that may be of any length is found"
        totals.append(found.total)
    return totals


@lru_cache(maxsize=1)
def _here(plan: Plan) -> Plan:
    """Return the plan of this key that came first: its matrix is at hand."""
    return plan


def _played(game: Game, lengths: IntArray) -> Played:
    counts = np.bincount(lengths)[1:]
    weighted = lengths if game.weights is None else lengths * game.weights
    return Played(tuple(counts.tolist()), int(weighted.sum()))


# --- spreading ----------------------------------------------------------------------------------


def spread(
    task: Task[T],
    plan: Plan,
    openings: Sequence[Line],
    executor: Executor | None = None,
    workers: Callable[[], int] = lambda: 1,
    *,
    at_once: int | None = None,
) -> Iterator[tuple[Line, T]]:
    """Do a task for openings by an executor, or here; yield each when it is done.

    ``workers`` says how many the executor has at the time: enough is handed in for all of them,
    ``at_once`` openings to each at a time.
    What is yielded does not depend on the executor, its order does. Raises WorkersError.
    """
    size = at_once or AT_ONCE
    portions = (openings[at : at + size] for at in range(0, len(openings), size))
    if executor is None:
        for opening in openings:
            yield opening, task(plan, [opening])[0]
        return
    submit = partial(_submit, executor, task, plan)
    for portion, future in _done(submit, portions, lambda: AHEAD * workers()):
        try:
            found = future.result()
        except BrokenExecutor:
            raise WorkersError(BROKEN) from None
        yield from zip(portion, found, strict=True)


def _done(
    submit: Callable[[Sequence[Line]], Future[list[T]]],
    portions: Iterable[Sequence[Line]],
    most: Callable[[], int],
) -> Iterator[tuple[Sequence[Line], Future[list[T]]]]:
    """Keep ``most()`` portions under way; yield those that are done."""
    waiting: dict[Future[list[T]], Sequence[Line]] = {}
    rest = iter(portions)
    while True:
        for portion in islice(rest, max(0, most() - len(waiting))):
            waiting[submit(portion)] = portion
        if not waiting:
            return
        for future in wait(waiting, return_when=FIRST_COMPLETED).done:
            yield waiting.pop(future), future


def _submit(
    executor: Executor, task: Task[T], plan: Plan, portion: Sequence[Line]
) -> Future[list[T]]:
    """Hand a portion in; a process that starts meanwhile is deaf to Ctrl-C from the first."""
    try:
        with _holding_off_ctrl_c():
            return executor.submit(task, plan, portion)
    except BrokenExecutor:
        raise WorkersError(BROKEN) from None


@contextmanager
def _holding_off_ctrl_c() -> Iterator[None]:
    """Let Ctrl-C wait, here and in processes that start; to ignore it would be to lose it."""
    if sys.platform == "win32":  # which has no signals to hold off
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def processes(number: int, loan: Loan | None = None) -> Iterator[Executor]:
    """Start processes on this machine; they end with this one, however it ends.

    ``loan``: an array that they map, and not build.
    """
    spawn = multiprocessing.get_context("spawn")
    executor = ProcessPoolExecutor(number, spawn, initializer=_begin, initargs=(loan,))
    try:
        yield executor
    finally:
        for child in multiprocessing.active_children():
            child.terminate()  # what it is at may take long, and nobody waits for it any more
        # wait, or its semaphores are left for others to find; but one that is ended in the middle
        # of a long answer has it wait for the rest for ever
        winding_up = Thread(target=executor.shutdown, kwargs={"cancel_futures": True}, daemon=True)
        winding_up.start()
        winding_up.join(WIND_UP)


def _begin(loan: Loan | None) -> None:
    """Leave Ctrl-C to the parent, and end when it ends, even killed."""
    if loan is not None:
        borrow(loan)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    assert parent is not None, "a worker was started by somebody"

    def follow() -> None:
        parent.join()
        os._exit(1)

    Thread(target=follow, name="parent", daemon=True).start()


def default_processes() -> int:
    """Count the processors this process may use."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
