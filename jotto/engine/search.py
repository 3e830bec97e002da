"""Looking ahead: what no strategy can do, and what some strategy can."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np
import numpy.typing as npt

from jotto.engine import kernels
from jotto.engine.allowed import History
from jotto.engine.game import LARGEST_MATRIX, Game
from jotto.engine.partition import Indices, IntArray, Scores, partition
from jotto.engine.strategies import (
    MEASURES,
    WORTH,
    Measure,
    apart,
    n_log2_n,
    one_step,
    weights_of,
)
from jotto.engine.tree import grow, lengths
from jotto.errors import GameError

TOO_LARGE = 1 << 40  # the cost of a part that the guesses left cannot deal with


@dataclass(frozen=True, eq=False)
class WorstCase:
    """Branch and bound for the longest game: whether so many guesses can find every candidate.

    ``capacity[d]`` is the most candidates that any d guesses can tell apart: one is found at
    once, and every other score leads to a position with d - 1 guesses left.
    """

    game: Game
    capacity: tuple[int, ...]
    known: dict[tuple[int, bytes], bool] = field(default_factory=dict)

    def possible(self, candidates: Indices, most: int, history: History = ()) -> bool:
        """Say whether ``candidates (A,)`` can all be found with at most ``most`` guesses each.

        Both answers are proofs. Knuth 1976 did it by hand; the order of trial is by sums of
        squares, the parts of a guess are tried largest first.
        """
        if len(candidates) <= 2:
            return len(candidates) <= most
        if most < 2 or len(candidates) > self.capacity[most]:
            return False
        key = most, candidates.astype(np.int32).tobytes()
        if key not in self.known:
            self.known[key] = self._search(candidates, most, history)
        return self.known[key]

    def _search(self, candidates: Indices, most: int, history: History) -> bool:
        for guess in self._promising(candidates, most, history):
            if most == 2:
                return True  # every part is a single candidate
            parts = partition(self.game.codes(guess, candidates), candidates)
            parts.pop(self.game.rule.win, None)
            by_size = sorted(parts.values(), key=len, reverse=True)
            if all(self.possible(part, most - 1, (*history, guess)) for part in by_size):
                return True
        return False

    def _promising(self, candidates: Indices, most: int, history: History) -> Iterator[int]:
        """Yield the guesses whose parts are all small enough, the most even first."""
        costs = np.arange(len(candidates) + 1, dtype=np.int64) ** 2
        costs[self.capacity[most - 1] + 1 :] = TOO_LARGE
        tried = None
        if len(candidates) * len(self.game.guesses) >= WORTH >> 6:
            tried = apart(self.game, history)
        measure = Measure("squares of parts that are small enough", lambda _: costs)
        values = kernels.value_all(self.game, candidates, measure, tried)
        found = np.flatnonzero(values < TOO_LARGE)
        order = found[np.argsort(values[found], kind="stable")]
        yield from (order if tried is None else tried[order]).tolist()


def capacities(game: Game, most: int) -> tuple[int, ...]:
    """Tabulate the most candidates that 0, 1, .. ``most`` guesses can find.

    No guess has more parts, the win not counted, than the best has at the start.
    """
    sizes = game.opening_sizes
    parts = int((sizes[:, : game.rule.win] > 0).sum(axis=1).max())
    found = [0, 1]
    while len(found) <= most:
        found.append(min(1 + parts * found[-1], len(game.secrets)))
    return tuple(found[: most + 1])


def strategy_exists(game: Game, most: int) -> bool:
    """Say whether some strategy finds every secret with at most ``most`` guesses; a proof.

    >>> from jotto.games.words import word_game
    >>> game = word_game(["hatch", "latch", "match"])
    >>> strategy_exists(game, 2), strategy_exists(game, 3)
    (False, True)
    """
    return WorstCase(game, capacities(game, most)).possible(game.everything, most)


def narrow_worst_case(game: Game) -> Iterator[tuple[int, int]]:
    """Yield ever narrower bounds on the least worst case, the last of them equal; all proved.

    The upper bound is a strategy at hand, until the lower one meets it.
    """
    trees = (grow(game, one_step(m, values=kernels.values)) for m in MEASURES.values())
    low, high = 1, min(int(lengths(tree).max()) for tree in trees)
    yield low, high
    while low < high:
        if strategy_exists(game, low):
            high = low
        else:
            low += 1
        yield low, high


def least_worst_case(game: Game) -> int:
    """Return the least N for which a strategy with at most N guesses exists; a proof.

    >>> from jotto.games.words import word_game
    >>> least_worst_case(word_game(["hatch", "latch", "match"]))
    3
    """
    *_, (least, _) = narrow_worst_case(game)
    return least


# --- least totals -----------------------------------------------------------------------------

Aim = Literal["mean", "worst"]
Stop = npt.NDArray[np.uint8]

FIELD = 64  # openings that are tried at first
WIDE = 8  # a beam before a proof: what it finds spares more than it costs
FEW = 100  # candidates; up to here, comparing their codes in pairs beats counting codes
MEMO = 1 << 21  # sets that are remembered: 75 MB, of which only what is used is taken
GO_ON = np.zeros(1, np.uint8)


@dataclass(frozen=True, eq=False)
class Solved:
    """A strategy for some candidates, written out, and what is known of it.

    ``total``: the guesses over all candidates, times their weights; ``worst``: the longest game;
    ``lower``: no strategy has a lower total. ``proved``: the total is the least that can be.
    ``choices`` holds the guess for every set of candidates that can come up.
    """

    guess: int
    total: int
    worst: int
    lower: int
    proved: bool
    choices: dict[bytes, int] = field(repr=False)

    def strategy(self, game: Game, candidates: Indices, history: History) -> int:
        """Return the guess for candidates that can come up, a KeyError for others.

        It is a strategy as others are: :class:`jotto.engine.tree.Node` can follow it.
        """
        return self.choices[np.sort(candidates).tobytes()]


@dataclass(frozen=True, eq=False)
class Lookahead:
    """The arrays of a search among some candidates: what the kernels read, write and remember.

    Candidates and guesses are numbered anew, see :mod:`jotto.engine.kernels`: ``candidates (A,)``
    and ``guesses (G,)`` say which they are. ``unit`` is what all weights are multiples of.
    ``room`` and ``costs (A + 1,)``, see :func:`jotto.engine.kernels.least_costs`. ``history``: the
    guesses made, if the symmetries they leave are to be used.
    """

    game: Game
    candidates: Indices
    guesses: Indices
    unit: int
    board: kernels.Board
    notes: kernels.Notes
    memo: kernels.Memo
    room: IntArray
    costs: IntArray
    stop: Stop
    history: History | None

    @property
    def everyone(self) -> IntArray:
        """All candidates."""
        return np.arange(len(self.candidates))

    def known(self, members: IntArray, most: int) -> tuple[int, int, int]:
        """Return a bound for a set, a total found or NEVER, and the guess for that."""
        found = kernels.glance(self.board, self.memo, self.notes, members, most, self.costs)
        low, high, guess = map(int, found)
        return low, high, guess

    def searched(self, members: IntArray, limit: int, most: int, depth: int) -> int:
        """Run :func:`kernels.least`."""
        board, memo, notes, stop = self.board, self.memo, self.notes, self.stop
        room, costs = self.room, self.costs
        found = kernels.least(board, memo, notes, stop, members, limit, most, depth, room, costs)
        return int(found)

    def bound(self, most: int, depth: int) -> int:
        """Bound the total of all candidates, the better the larger ``depth``.

        The bounds of the guesses look that far ahead, the lowest first, until no other can be as
        low. A search that is stopped has a bound as well.
        """
        kernels.appraise(self.board, self.notes, self.everyone, self.room, self.costs)
        bounds = self.notes.bound.copy()
        if self.board.own:
            bounds = bounds[: len(self.candidates)]
        low = kernels.NEVER if depth else int(bounds.min())
        for guess in np.argsort(bounds, kind="stable").tolist():
            if self.stop[0] or bounds[guess] >= low:
                return min(low, int(bounds[guess]))
            low = min(low, self._bound(guess, low, most, depth))
        return low

    def _bound(self, guess: int, limit: int, most: int, depth: int) -> int:
        parts = sorted(self._after(self.everyone, guess), key=len)
        lows = [self.known(part, most - 1)[0] for part in parts]
        total = int(self.board.weights.sum()) + sum(lows)
        for part, low in zip(parts, lows, strict=True):
            if total >= limit:
                break
            total += self.searched(part, limit - total + low, most - 1, depth - 1) - low
        return total

    def least(
        self, members: IntArray, limit: int, most: int, history: History | None = None
    ) -> int:
        """Find the least total of a set if it is below ``limit``; a bound not below it if not.

        Guesses that ``history`` cannot tell apart are tried once.
        """
        tried = None
        if history is not None and len(members) * len(self.guesses) >= WORTH >> 6:
            tried = apart(self.game, history)
        if history is None or tried is None:
            return self.searched(members, limit, most, most)
        low, best, chosen = self.known(members, most)
        if low >= min(limit, best):
            return low
        refuted = kernels.NEVER
        for guess, bound in self.in_order(members, tried):
            aim = min(limit, best)
            total = bound if bound >= aim else self._try(members, guess, aim, most, history)
            if self.stop[0] or best <= low:
                break
            if total < aim:
                best, chosen = total, guess
            else:
                refuted = min(refuted, total)
        if not self.stop[0]:
            low = max(low, min(best, refuted))
        name = kernels.name_of(self.board, members, most)
        kernels.remember(self.memo, *name, low, best, chosen)
        return low

    def in_order(self, members: IntArray, tried: Indices) -> Iterator[tuple[int, int]]:
        """Yield guesses of ``tried``, the most promising first, and a bound for each."""
        kernels.appraise(self.board, self.notes, members, self.room, self.costs)
        is_tried = np.zeros(len(self.guesses), np.bool_)
        is_tried[tried] = True
        self.notes.spread[~is_tried[self.guesses]] = kernels.NEVER  # as if it told nothing apart
        order = kernels.in_order(self.board, self.notes, members, kernels.NEVER)
        yield from zip(order.tolist(), self.notes.bound[order].tolist(), strict=True)

    def _try(self, members: IntArray, guess: int, limit: int, most: int, history: History) -> int:
        """Find the least total that ``guess`` leads to, or a bound not below ``limit``."""
        parts = sorted(self._after(members, guess), key=len)
        lows = [self.known(part, most - 1)[0] for part in parts]
        total = int(self.board.weights[members].sum()) + sum(lows)
        later = (*history, int(self.guesses[guess]))
        for part, low in zip(parts, lows, strict=True):
            if total >= limit or self.stop[0]:
                break
            total += self.least(part, limit - total + low, most - 1, later) - low
        return total

    def _after(self, members: IntArray, guess: int) -> list[IntArray]:
        """Return the parts that ``guess`` leaves, the win left out."""
        parts = partition(self.board.by_secret[members, guess], members).values()
        return [part for part in parts if len(part) > 1 or part[0] != guess]

    def narrow(self, width: int) -> Lookahead:
        """Try the ``width`` most promising guesses for each set, with a memo of its own."""
        widths = np.full(len(self.candidates) + 1, width)
        widths[: self.board.few + 1] *= 2  # they cost little
        return replace(self, board=self.board._replace(widths=widths), memo=memo())

    def openings(self, n: int) -> list[int]:
        """List the n most promising guesses, by their indices in the game."""
        narrow = self.narrow(n)
        tried = None if self.history is None else apart(self.game, self.history)
        found = narrow.in_order(self.everyone, self.guesses if tried is None else tried)
        return [int(self.guesses[guess]) for guess, _ in found]

    def found(self, most: int, limit: int = kernels.NEVER) -> Solved | None:
        """Search, and write out the best strategy found; None if there is none."""
        self.least(self.everyone, limit, most, self.history)
        low, total, _ = self.known(self.everyone, most)
        if total >= kernels.NEVER:
            return None
        choices, worst = self._choices(most)
        first = choices[np.sort(self.candidates).tobytes()]
        return Solved(first, total * self.unit, worst, low * self.unit, low == total, choices)

    def easy(self, most: int) -> Solved | None:
        """Find a strategy without delay; nobody can stop that."""
        return replace(self.narrow(1), stop=GO_ON).found(most)

    def best(self, most: int) -> Solved | None:
        """Find the strategy of least total; the best at hand if the search is stopped."""
        at_hand = self.easy(most)
        lower = self.known(self.everyone, most)[0] * self.unit
        if len(self.candidates) > self.board.few:
            at_hand = better_of(at_hand, self.narrow(WIDE).found(most), lower)
        limit = at_hand.total // self.unit if at_hand else kernels.NEVER
        best = self.found(most, limit)
        lower = self.known(self.everyone, most)[0] * self.unit
        return better_of(at_hand, best, lower)

    def beam(self, width: int, most: int) -> Solved | None:
        """Find a good strategy; the lower bound is that of one guess ahead."""
        kernels.appraise(self.board, self.notes, self.everyone, self.room, self.costs)
        lower = int(self.notes.bound.min()) * self.unit
        found = self.narrow(width).found(most)
        easy = self.easy(most) if not found or self.stop[0] else None
        return better_of(found, easy, lower)

    def _choices(self, most: int) -> tuple[dict[bytes, int], int]:
        """Return the guess for every set that can come up, and how long the longest game is."""
        choices, worst = {}, 0
        waiting = [(self.everyone, most)]
        while waiting:
            members, left = waiting.pop()
            guess = self._guess(members, left)
            choices[np.sort(self.candidates[members]).tobytes()] = int(self.guesses[guess])
            if guess in members:
                worst = max(worst, most - left + 1)
            waiting.extend((part, left - 1) for part in self._after(members, guess))
        return choices, worst

    def _guess(self, members: IntArray, most: int) -> int:
        """Return the guess found for a set; it is found again if the memo had no room."""
        _, _, guess = self.known(members, most)
        if guess < 0:
            again = replace(self, stop=GO_ON)
            again.least(members, kernels.NEVER, most)
            _, _, guess = self.known(members, most)
        return guess


def better_of(one: Solved | None, other: Solved | None, lower: int) -> Solved | None:
    """Return the strategy of lower total, the first among equals, if there is any."""
    if not one or (other and other.total < one.total):
        one = other
    if not one:
        return None
    lower = min(lower, one.total)
    return replace(one, lower=lower, proved=lower == one.total)


def solve(
    game: Game,
    candidates: Indices,
    *,
    aim: Aim = "mean",
    most: int | None = None,
    opening: int | None = None,
    only_candidates: bool = False,
    stop: Stop | None = None,
    history: History | None = None,
) -> Solved | None:
    """Find the strategy of least total for ``candidates (A,)``; None if there is none.

    The total is weight x guesses over all candidates. No game is longer than ``most`` guesses;
    with the aim "worst" the longest game is as short as can be, and the total the least for
    that. ``opening`` (an index) is the first guess, if it is given: all claims are about
    strategies that begin with it. Raises GameError if it tells no candidates apart.
    ``history``: the guesses made so far, if ``candidates`` are all that agree with their scores;
    it lets a game use its symmetries.

    Another thread may end the search by ``stop[0] = 1``, ``stop (1,)`` uint8: then the best
    found so far is returned, and what was proved.

    >>> from jotto.games.words import word_game
    >>> game = word_game(["hatch", "latch", "match", "catch"], ["claim"])
    >>> found = solve(game, game.everything)
    >>> found.total, found.worst, found.proved, game.guesses[found.guess]
    (9, 3, True, 'claim')
    """
    stop = GO_ON if stop is None else stop
    root = Root(game, candidates, opening, only_candidates, stop, history)
    for turns in root.caps(most) if aim == "worst" else root.caps(most)[-1:]:
        before = bool(stop[0])
        found = root.search(turns, lambda ahead, turns: ahead.best(turns))
        if found:
            return replace(found, proved=found.proved and not before)
    return None


def beam(
    game: Game,
    candidates: Indices,
    width: int,
    *,
    most: int | None = None,
    opening: int | None = None,
    only_candidates: bool = False,
    stop: Stop | None = None,
    history: History | None = None,
) -> Solved | None:
    """Find a good strategy for many candidates: for each set the ``width`` best guesses are tried.

    Guesses worth the same count as one; for few candidates twice as many are tried. None if no
    strategy was found, which proves nothing. See :func:`solve`.
    """
    root = Root(
        game, candidates, opening, only_candidates, GO_ON if stop is None else stop, history
    )
    turns = root.caps(most)[-1]
    return root.search(turns, lambda ahead, turns: ahead.beam(width, turns))


def improve(
    game: Game,
    candidates: Indices,
    *,
    most: int | None = None,
    opening: int | None = None,
    only_candidates: bool = False,
    stop: Stop | None = None,
    history: History | None = None,
) -> Iterator[Solved]:
    """Yield ever better strategies for many candidates, as long as time is given.

    Many openings are tried with a narrow beam, the better third of them with one three times as
    wide, and so on, until one is left and all guesses are tried. See :func:`solve`.
    """
    stop = GO_ON if stop is None else stop
    ahead = lookahead(game, candidates, only_candidates=only_candidates, stop=stop, history=history)
    field = ahead.openings(FIELD) if opening is None else [opening]
    lower = ahead.bound(len(candidates), 0) * ahead.unit
    width, best = 1, None
    while True:
        tried: list[tuple[int, int, int]] = []
        for first in field:
            found = beam(
                game,
                candidates,
                width,
                most=most,
                opening=first,
                only_candidates=only_candidates,
                stop=stop,
                history=history,
            )
            if found:
                tried.append((found.total, len(tried), first))
            if found and (best is None or found.total < best.total):
                best = found if first == opening else of_any_opening(found, lower)
                yield best
            if stop[0]:
                return
        if not tried or (len(field) == 1 and width >= len(game.guesses)):
            return
        field = [first for _, _, first in sorted(tried)[: (len(tried) + 2) // 3]]
        width *= 3


def of_any_opening(found: Solved, lower: int) -> Solved:
    """Claim of all openings what is known of them, not what is known of this one."""
    lower = min(lower, found.total)
    return replace(found, lower=lower, proved=lower == found.total)


def bound(game: Game, candidates: Indices, depth: int, *, stop: Stop | None = None) -> int:
    """Bound from below the total of every strategy for ``candidates (A,)``.

    It looks ``depth`` guesses ahead; one guess takes a minute with 5,756 words.

    >>> from jotto.games.words import word_game
    >>> game = word_game(["hatch", "latch", "match", "catch"], ["claim"])
    >>> bound(game, game.everything, 1)
    9
    """
    stop = GO_ON if stop is None else stop
    ahead = lookahead(game, candidates, only_candidates=False, stop=stop, history=None)
    return ahead.bound(len(candidates), depth) * ahead.unit


@dataclass(frozen=True, eq=False)
class Root:
    """Where a search begins: with all the candidates, or after each score of a fixed opening."""

    game: Game
    candidates: Indices
    opening: int | None
    only_candidates: bool
    stop: Stop
    history: History | None

    def caps(self, most: int | None) -> range:
        """Return the lengths that the longest game may be held to."""
        n = len(self.candidates) + (self.opening is not None)
        return range(1, (n if most is None else min(most, n)) + 1)

    def search(self, most: int, run: Run) -> Solved | None:
        """Let ``run`` search."""
        if self.opening is None:
            return run(self._ahead(self.candidates, self.history), most)
        parts = self._after(self.opening)
        if not parts:
            return self._joined([], complete=most > 0)
        history = self._known_history()
        later = None if history is None else (*history, self.opening)

        def search(part: Indices) -> Solved | None:
            return run(self._ahead(part, later), most - 1) if most > 1 else None

        found = [search(parts[-1])]  # by itself: numba cannot compile recursion in two threads
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            found.extend(pool.map(search, parts[:-1]))
        return self._joined([each for each in found if each], complete=all(found))

    def _after(self, opening: int) -> list[Indices]:
        """Return the parts that are left after the opening, the largest first."""
        codes = self.game.codes(opening, self.candidates)
        parts = partition(codes, self.candidates)
        parts.pop(self.game.rule.win, None)
        if len(parts) == 1 and len(next(iter(parts.values()))) == len(self.candidates):
            guess = str(self.game.guesses[opening])
            raise GameError(f"{guess!r} tells no candidates apart; take another opening")
        return sorted(parts.values(), key=len, reverse=True)

    def _joined(self, found: list[Solved], *, complete: bool) -> Solved | None:
        assert self.opening is not None
        if not complete:
            return None
        whole = int(weights_of(self.game, self.candidates).sum())
        choices = {np.sort(self.candidates).tobytes(): self.opening}
        for each in found:
            choices |= each.choices
        return Solved(
            guess=self.opening,
            total=whole + sum(each.total for each in found),
            worst=1 + max((each.worst for each in found), default=0),
            lower=whole + sum(each.lower for each in found),
            proved=all(each.proved for each in found),
            choices=choices,
        )

    def _known_history(self) -> History | None:
        whole = len(self.candidates) == len(self.game.secrets)
        return () if whole and self.history is None else self.history

    def _ahead(self, candidates: Indices, history: History | None) -> Lookahead:
        return lookahead(
            self.game,
            candidates,
            only_candidates=self.only_candidates,
            stop=self.stop,
            history=history,
        )


Run = Callable[[Lookahead, int], Solved | None]


def lookahead(
    game: Game,
    candidates: Indices,
    *,
    only_candidates: bool,
    stop: Stop,
    history: History | None,
) -> Lookahead:
    """Lay out what a search among ``candidates (A,)`` reads and writes."""
    weights = weights_of(game, candidates)
    order = np.lexsort((game.guess_of[candidates], -weights))
    candidates, weights = candidates[order], weights[order]
    own = game.guess_of[candidates]
    guesses = np.concatenate([own, np.setdiff1d(np.arange(len(game.guesses)), own)])
    unit = max(1, int(np.gcd.reduce(weights)))
    names = np.random.default_rng(0).integers(-(1 << 62), 1 << 62, (2, len(own) + 1, 2))
    board = kernels.Board(
        by_secret=scores_of(game, candidates, guesses),
        weights=weights // unit,
        names=names[0],
        turns=names[1],
        capacity=capacity(game.rule.n_codes - 1, len(own)),
        n_codes=game.rule.n_codes,
        few=FEW,
        widths=np.full(len(own) + 1, len(guesses)),
        bits=n_log2_n(len(own)),
        even=bool((weights == unit).all()),
        own=only_candidates,
    )
    if history is None and len(own) == len(game.secrets):
        history = ()
    room = (board.n_codes - 1) * np.arange(len(own) + 1)
    costs = kernels.least_costs(room, len(own))
    written = notes(board)
    room = kernels.appraise(board, written, np.arange(len(own)), room, costs)
    return Lookahead(
        game,
        candidates,
        guesses,
        unit,
        board,
        written,
        memo(),
        room,
        kernels.least_costs(room, len(own)),
        stop,
        None if game.alike is None or only_candidates else history,
    )


def capacity(parts: int, n_candidates: int) -> IntArray:
    """Tabulate the most candidates that 0, 1, .. guesses can find, up to all of them."""
    found = [0, 1]
    while parts and found[-1] < n_candidates:
        found.append(1 + parts * found[-1])
    return np.array(found)


def scores_of(game: Game, candidates: Indices, guesses: Indices) -> Scores:
    """Return the scores of ``guesses (G,)`` against ``candidates (A,)``: (A, G) in C order.

    Raises GameError if they are too many.
    """
    if len(candidates) * len(guesses) * game.rule.dtype.itemsize > LARGEST_MATRIX:
        raise GameError(
            f"{len(candidates):,} candidates and {len(guesses):,} guesses are too many to search; "
            "make a few more guesses first, or take a smaller game"
        )
    if game.held:
        found = game.scores.T
        if not np.array_equal(candidates, game.everything):
            found = found[candidates]
        if not np.array_equal(guesses, np.arange(len(game.guesses))):
            found = np.take(found, guesses, axis=1)
    else:
        found = game.columns(candidates, guesses)
    return np.require(found, requirements=["C", "W"])


def memo() -> kernels.Memo:
    """Make room for what is found."""
    return kernels.Memo(np.zeros((MEMO, 4), np.int64), np.zeros(MEMO, np.int64))


def notes(board: kernels.Board) -> kernels.Notes:
    """Make room for what kernels write."""
    n_guesses, n_codes, block = board.by_secret.shape[1], board.n_codes, kernels.BLOCK

    def room(*shape: int) -> IntArray:
        return np.zeros(shape, np.int64)

    return kernels.Notes(
        equal=np.zeros(block, np.uint8),
        twins=np.zeros(n_guesses, np.uint8),
        pairs=np.zeros(n_guesses, np.uint16),
        firsts=room(n_guesses),
        bound=room(n_guesses),
        spread=room(n_guesses),
        counts=np.zeros(block * n_codes, np.int32),
        heavy=room(1 if board.even else block * n_codes),
        sizes=room(n_codes),
        places=room(n_codes),
        part_names=room(n_codes, 2),
        lows=room(n_codes),
        codes=room(n_codes),
    )
