"""Searches: what they read and remember, and the calls. See ``least.c`` and ``worst.c``."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from jotto.core import IntArray, Scores, Struct, address, call, coded, integers, struct

Verdict = tuple[int, ...]  # on a set: lower bound, best total so far or NEVER, its guess or -1
LEVELS = 8  # guesses after which a bound takes all candidates to be found
STRIP = 64  # guesses whose codes are a cache line
# What the core fills: see problem_t.
NUMBERS = "even", "planar", "n_planes", "used", "level", "failed", "variety"
SCRATCH = (
    *("by_guess", "slots", "by_code", "varieties", "rows_of", "planes", "overfull"),
    *("kinds", "twins", "pairs", "counts", "heavy", "costs", "n_log2_n"),
    *("arranged_of", "guesses", "places", "row_at", "arranged", "own", "rooms", "reach", "allowed"),
)
DEEPEST, LEVELS_AT_FIRST = 1000, 16  # searches within each other; that there is memory for at first
OUT_OF_MEMORY, TOO_DEEP = -8, -9
LEAST, MISSED, AFTER_MISSED = range(3)  # rows of the table: what they are about
REFUTED, OPEN, SOLVED, UNTRIED = range(-1, 3)  # whether some guesses are enough for a set


class Hints(NamedTuple):
    """Which guesses may follow a score in hard mode, of W words of 64; all are empty otherwise."""

    users: IntArray  # (hints, W) a bit for each guess that uses a hint
    of: np.typing.NDArray[np.int32]  # (G, n) the hints that a guess may give
    kinds: IntArray  # (G,)
    given: np.typing.NDArray[np.bool_]  # (kinds, K, n) which of them it gives with a score


@dataclass(frozen=True, eq=False)
class Problem:
    """What a search reads, its table, and the scratch arrays of its thread: see ``core.h``.

    Candidates are numbered from 0, the heaviest first; guess i < A is candidate i. A set of
    candidates is an ascending array (n,) int64. A choice (2 + W,) int64 is a hash of the guesses
    that may be made, 128 bits, and a bit for each guess; (2,) if all may.
    """

    codes: Scores  # see scores_for
    columns: Scores  # (G, A) the same by guess; if scores are symmetric, it may be ``codes``
    weights: IntArray  # (A,) descending
    randoms: IntArray  # (2 (A + 1) + W, 2), see core.h
    hints: Hints
    widths: IntArray  # (A + 1,) how many guesses are tried for a set of n; all for a proof
    tries: IntArray | None  # (6,) see core.h
    n_guesses: int
    n_codes: int
    only_candidates: bool  # are guessed
    table: IntArray  # see table_of; threads may share it
    salt: IntArray  # (2,) searches of other problems, or of other widths, may share a table
    stop: np.typing.NDArray[np.uint8]  # (1,) another thread sets it to 1 to stop the search
    scratch: dict[str, np.typing.NDArray[Any]] = field(default_factory=dict)  # filled when needed

    @property
    def by_secret(self) -> Scores:
        """The scores, (A, G)."""
        return self.codes[:-1, : self.n_guesses]

    @property
    def bounds(self) -> IntArray:
        """The least totals the guesses can lead to, (G,), after ``bound_guesses``."""
        return self._by_guess(1)

    @property
    def keys(self) -> IntArray:
        """What guesses are ordered by, the lowest first, (G,); NEVER for useless ones."""
        return self._by_guess(2)

    def _by_guess(self, row: int) -> IntArray:
        numbers = self.scratch["block"].view(np.int64)  # it begins with by_guess
        return numbers[row * self.codes.shape[1] :][: self.n_guesses]

    @cached_property
    def struct(self) -> Struct:
        """All of it, as the core takes it."""
        (rows, stride), scratch = self.codes.shape, self.scratch
        if not scratch:
            scratch["memory"] = np.empty(LEVELS_AT_FIRST * (3 * stride + 6 * rows), np.int64)
        made = struct(
            n_candidates=rows - 1,
            n_guesses=self.n_guesses,
            n_codes=self.n_codes,
            stride=stride,
            column_stride=self.columns.shape[1],
            only_candidates=int(self.only_candidates),
            n_hints=self.hints.of.shape[1],
            n_rows=len(self.table),
            n_memory=scratch["memory"].nbytes,
            **dict.fromkeys(NUMBERS, 0),
            by_secret=self.codes,
            columns=self.columns,
            weights=self.weights,
            randoms=self.randoms,
            salt=self.salt,
            hint_users=self.hints.users,
            hints_of=self.hints.of,
            hint_kinds=self.hints.kinds,
            hints_given=self.hints.given,
            widths=self.widths,
            tries=self.tries,
            rows=self.table,
            stop=self.stop,
            memory=scratch["memory"],
            **dict.fromkeys(SCRATCH),
        )
        scratch.setdefault("block", aligned(call("set_up", made, None)))
        call("set_up", made, scratch["block"])
        return made

    def searched(self, name: str, *arguments: Any) -> int:
        """Return the result of a search, with more and more memory until it is enough."""
        while (result := _coded(name, self, *arguments)) == OUT_OF_MEMORY:
            memory = np.empty(max(STRIP, 2 * len(self.scratch["memory"])), np.int64)
            self.struct.memory, self.struct.n_memory = address(memory), memory.nbytes
            self.scratch["memory"] = self.struct.kept["memory"] = memory
        if result == TOO_DEEP:
            raise RecursionError(f"a search may be at most {DEEPEST:,} guesses deep")
        return result


def _coded(name: str, problem: Problem, *arguments: Any) -> int:
    return call(coded(name, problem.codes), problem.struct, *arguments)


def scores_for(n: int, n_guesses: int, n_codes: int, dtype: np.typing.DTypeLike) -> Scores:
    """Make an array for the scores of n candidates, as ``Problem`` has them: (n + 1, stride).

    All are wins: so are those beyond the guesses and in the last row. Rows begin at a cache line
    and are an odd number of lines apart, which keeps lines of the same guesses apart in a cache.
    """
    stride = STRIP * (-(-n_guesses // STRIP) | 1)
    rows = aligned((n + 1) * stride * np.dtype(dtype).itemsize).view(dtype).reshape(n + 1, stride)
    rows[:] = n_codes - 1
    return rows


def aligned(n: int) -> np.typing.NDArray[np.uint8]:
    """Make an array of n bytes that begins at a cache line."""
    made = np.empty(n + STRIP, np.uint8)
    return made[-address(made) % STRIP :][:n]


def table_of(n: int) -> IntArray:
    """Make an empty transposition table of n rows, a power of two: (n, 5); see table.c."""
    return np.zeros((n, 5), np.int64)


def packed(bits: np.typing.NDArray[np.bool_]) -> IntArray:
    """Pack bits (.., n) into words of 64 (.., W).

    >>> packed(np.arange(70) % 64 == 1)
    array([2, 2])
    """
    made = np.packbits(bits, axis=-1, bitorder="little")
    words = np.zeros((*bits.shape[:-1], -(-bits.shape[-1] // 64) * 8), np.uint8)
    words[..., : made.shape[-1]] = made
    return words.view(np.int64)


def _sized(array: IntArray) -> tuple[int, IntArray]:
    array = integers(array)
    return len(array), array


def look_up(
    problem: Problem, members: IntArray, choice: IntArray, most: int, rows: int = LEAST
) -> Verdict:
    """Return a set's lower bound, best total and the guess for that; -1, -1, -1 if not stored.

    ``rows``: what the bounds are about; MISSED: what is missed, AFTER_MISSED: the least total then.
    """
    into = np.empty(3, np.int64)
    call("look_up", problem.struct, rows, *_sized(members), *_sized(choice), most, into)
    return tuple(into.tolist())


def store(
    problem: Problem,
    members: IntArray,
    choice: IntArray,
    most: int,
    bounds: Verdict,
    rows: int = LEAST,
) -> None:
    """Store the bounds of a set; if no row is free, they replace the set with the lowest bound."""
    sets = *_sized(members), *_sized(choice)
    call("store", problem.struct, rows, *sets, most, *map(int, bounds))


def follow(problem: Problem, choice: IntArray, guess: int, code: int) -> IntArray:
    """Return the choice after a score in hard mode."""
    into = np.empty_like(choice)
    call("follow", problem.struct, *_sized(choice), guess, code, into)
    return into


def quick_bounds(
    problem: Problem, members: IntArray, choice: IntArray, most: int, found: IntArray
) -> Verdict:
    """Return a set's lower bound, its best total so far or NEVER, and the guess for that or -1."""
    into = np.empty(3, np.int64)
    _coded("quick_bounds", problem, *_sized(members), *_sized(choice), most, found, into)
    return tuple(into.tolist())


def bound_guesses(
    problem: Problem,
    members: IntArray,
    choice: IntArray,
    found: IntArray,
    *,
    ordered: bool,
    variety: np.typing.NDArray[np.uint8] | None = None,
) -> IntArray:
    """Fill ``problem.bounds`` and, if ``ordered``, ``problem.keys``.

    Return the most candidates that 0, 1, .. guesses find of the set; ``found``, and ``variety`` as
    one of ``varieties``, are known of it or of a superset.
    """
    made = np.empty(LEVELS + 1, np.int64)
    known = found, 0 if variety is None else variety, int(ordered), made
    _coded("bound_guesses", problem, *_sized(members), *_sized(choice), *known)
    return made


def least(
    problem: Problem,
    members: IntArray,
    choice: IntArray,
    limits: tuple[int, int, int],
    found: IntArray,
    only: IntArray,
) -> int:
    """Return the least total of a set if that is below a limit, else a bound not below it.

    ``limits``: of the total, of the guesses, of the guesses searched ahead. After those, bounds
    stand for totals. ``found`` is known of the set or of a superset. If the search is stopped, the
    result is only a lower bound. If ``only`` has one guess, no other is tried, and nothing is
    stored; if it has more, ascending, they stand for all, by symmetry.
    """
    sets = *_sized(members), *_sized(choice), *limits, found
    return problem.searched("least", *sets, *_sized(only))


def capacity_for(problem: Problem, members: IntArray, most: int) -> int:
    """Return how many candidates of a set ``most`` guesses can find at most, by counting."""
    return _coded("capacity_for", problem, *_sized(members), most, np.empty(1, np.int64))


def value_parts(problem: Problem, members: IntArray, most: int) -> None:
    """Fill ``problem.keys``: NEVER if a part is too large for the guesses left after it."""
    _coded("value_parts", problem, *_sized(members), most)


def recalled(problem: Problem, members: IntArray, choice: IntArray, most: int, effort: int) -> int:
    """Return SOLVED or REFUTED if that is known, OPEN if so much effort failed, else UNTRIED."""
    return call("recalled", problem.struct, *_sized(members), *_sized(choice), most, effort)


def learn(
    problem: Problem,
    members: IntArray,
    choice: IntArray,
    most: int,
    answer: int,
    guess: int,
    effort: int,
) -> None:
    """Store an answer, with the guess of the strategy or -1."""
    call("learn", problem.struct, *_sized(members), *_sized(choice), most, answer, guess, effort)


def decide(
    problem: Problem,
    members: IntArray,
    choice: IntArray,
    most: int,
    widths: IntArray,
    effort: int,
) -> int:
    """Decide whether ``most`` guesses are enough for a set: SOLVED, OPEN or REFUTED.

    With m guesses left the first ``widths[m]``, or ``widths[5]``, guesses are tried; what is
    refuted is proved, for any width. ``effort``: the number of these widths, higher for wider ones.
    If the search is stopped, the answer may be OPEN.
    """
    sets = *_sized(members), *_sized(choice), most
    return problem.searched("decide", *sets, integers(widths), effort)


def missed(
    problem: Problem,
    members: IntArray,
    choice: IntArray,
    limits: tuple[int, int],
    found: IntArray,
    only: IntArray,
    *,
    ahead: bool = True,
) -> int:
    """Return the least weight of a set that is not found if that is below a limit, else a bound.

    ``limits``: of what is missed, and the guesses; the others are as for ``least``. Without
    ``ahead`` it is only counted, for a lower bound.
    """
    sets = *_sized(members), *_sized(choice), *limits, int(ahead), found
    return problem.searched("missed", *sets, *_sized(only))


def bound_missed(
    problem: Problem, members: IntArray, choice: IntArray, most: int, found: IntArray
) -> None:
    """Fill ``problem.bounds`` with what each guess misses at least, and ``problem.keys``."""
    _coded("bound_missed", problem, *_sized(members), *_sized(choice), most, found)


def least_after_missed(
    problem: Problem,
    members: IntArray,
    choice: IntArray,
    limits: tuple[int, int],
    found: IntArray,
    only: IntArray,
) -> int:
    """Return the least total of strategies that miss the least of a set, if below a limit.

    Else a bound not below it; ``limits``: of the total, and the guesses in which as much as can be
    is found.
    """
    sets = *_sized(members), *_sized(choice), *limits, found
    return problem.searched("least_after_missed", *sets, *_sized(only))
