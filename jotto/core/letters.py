"""The model of unlisted words: strings of letters that agree with tallies, as letters.c has them.

Letters are numbered from 0 to M - 1, and M stands for none; L places. Words are rows (N, L) uint16.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from jotto.core import NEVER, IntArray, Letters as Letters, call, check, integers, struct

Tallies = np.typing.NDArray[np.int8]
Costs = np.typing.NDArray[np.int32]
Floats = np.typing.NDArray[np.float64]
SCRATCH = 1 << 24  # bytes; those that are not needed are not touched
GROUPS = 1 << 10  # of strings


@dataclass(frozen=True, eq=False)
class Strings:
    """All strings of letters that agree with tallies. The letters are 0 .. M - 1; M: no letter."""

    length: int
    n_letters: int
    rows: Tallies  # (J, (L + 1) M + 2)
    follows: np.typing.NDArray[np.bool_] | None = None  # (M + 1, M + 1, M) which may; None: all

    def count(self) -> int:
        """Count them."""
        return int(self.samples(0)[0].sum())

    def chance(self, costs: Costs, most: int = NEVER) -> float | None:
        """Add up their probabilities; None if that takes more than ``most`` merged prefixes."""
        total = np.empty(1)
        self.check_costs(costs)
        return None if self._call("add_chances", costs, most, total) else float(total[0])

    def samples(self, n_open: int) -> tuple[IntArray, Letters]:
        """Group them by the sums of the first tallies: the sizes (N,), and one of each (N, L).

        Without open tallies there is one group, and no string of it.
        """
        room = GROUPS
        while True:
            numbers, strings = np.empty(room, np.int64), np.empty((room, self.length), np.uint16)
            if (n := self._call("sample_strings", n_open, room, numbers, strings)) >= 0:
                return numbers[:n], strings[:n]
            room *= 2

    def matches(self, strings: Letters) -> np.typing.NDArray[np.bool_]:
        """Return which of ``strings (N, L)``, whose letters may be others, are among them: (N,)."""
        check("strings", strings, np.uint16, len(strings), self.length)
        found = np.empty(len(strings), np.bool_)
        self._call("match_strings", len(strings), strings, found)
        return found

    def likeliest(
        self,
        costs: Costs,
        most: int,
        common: tuple[Letters, IntArray],
        excluded: Letters,
        after: tuple[int, Letters] | None = None,
        *,
        alone: bool = False,
    ) -> tuple[IntArray, Letters]:
        """Return the costs and letters of those that cost least, in order: (N,), (N, L).

        ``common``: strings, and how much less they cost; if ``alone``, there are no others. None
        is in ``excluded``; all come after the cost and string ``after``.
        """
        self.check_costs(costs)
        known, excluded = (np.ascontiguousarray(rows, np.uint16) for rows in (common[0], excluded))
        best, strings = np.empty(most, np.int64), np.empty((most, self.length), np.uint16)
        listed = len(known), known, integers(common[1]), int(alone), len(excluded), excluded
        n = self._call("list_strings", costs, *listed, *(after or (0, None)), most, best, strings)
        return best[:n], strings[:n]

    def check_costs(self, costs: Costs) -> None:
        """Raise ValueError for costs of other letters."""
        wide = self.n_letters + 1
        check("costs", costs, np.int32, self.length, wide, wide, self.n_letters)

    def _call(self, name: str, *given: Any) -> int:
        """Call a function, with more scratch until it has enough."""
        n, m, size = self.length, self.n_letters, SCRATCH
        check("rows", self.rows, np.int8, len(self.rows), tally_size(n, m))
        if self.follows is not None:
            check("follows", self.follows, np.bool_, m + 1, m + 1, m)
        while True:
            strings = struct(
                length=n,
                n_letters=m,
                n_rows=len(self.rows),
                n_scratch=size,
                rows=self.rows,
                follows=self.follows,
                scratch=np.empty(size, np.uint8),
            )
            if (made := call(name, strings, *given)) != -1:
                return made
            size *= 2


def tally_size(length: int, n_letters: int) -> int:
    """Return how many numbers a tally has."""
    return (length + 1) * n_letters + 2


def tally_pairs(
    guess: Letters, n_letters: int, exact: tuple[int, int], common: tuple[int, int]
) -> Tallies:
    """Return the tallies of a guess: bounds on its letters in place, and on those in common.

    >>> tally_pairs(np.array([0, 0], np.uint16), 2, (1, 1), (1, 2)).tolist()
    [[1, 0, 1, 0, 0, 0, 1, 1], [0, 0, 0, 0, 2, 0, 1, 2]]
    """
    rows = np.empty((2, tally_size(len(guess), n_letters)), np.int8)
    check("guess", guess, np.uint16, len(guess))
    call("tally_pairs", len(guess), n_letters, guess, *exact, *common, rows)
    return rows


def tally_marks(guess: Letters, n_letters: int, marks: Any) -> Tallies:
    """Return the tallies of a guess that got ``marks (L,)``: 2 in place, 1 elsewhere, 0 neither."""
    rows = np.empty((1 + len(guess), tally_size(len(guess), n_letters)), np.int8)
    check("guess", guess, np.uint16, len(guess))
    marks = np.array(marks, np.uint8)
    return rows[: call("tally_marks", len(guess), n_letters, guess, marks, rows)]


def learn_letters(words: Letters, n_letters: int) -> Costs:
    """Learn from ``words (N, L)`` what letters cost after two others: (L, M + 1, M + 1, M)."""
    length, wide = words.shape[1], n_letters + 1
    check("words", words, np.uint16, len(words), length)
    bits = np.empty(call("learn_letters_scratch", length, n_letters), np.uint8)
    made = np.empty((length, wide, wide, n_letters), np.int32)
    call("learn_letters", length, n_letters, len(words), words, bits, made)
    return made


def cost_strings(costs: Costs, strings: Letters) -> IntArray:
    """Add up what the letters of each string cost: (N,)."""
    length, n_letters = costs.shape[0], costs.shape[3]
    check("strings", strings, np.uint16, len(strings), length)
    check("costs", costs, np.int32)
    into = np.empty(len(strings), np.int64)
    call("cost_strings", length, n_letters, costs, len(strings), strings, into)
    return into


def share_costs(costs: Any) -> Floats:
    """Return the probabilities of costs.

    >>> share_costs([0, 1024, 3072]).tolist()
    [1.0, 0.5, 0.125]
    """
    costs = integers(costs)
    shares = np.empty(costs.shape)
    call("share_costs", costs.size, costs, shares)
    return shares


def weigh_costs(costs: Any) -> IntArray:
    """Return whole weights, with a sum of about 2**40, of unlisted words that have these costs."""
    costs = integers(costs)
    weights = np.empty(costs.shape, np.int64)
    call("weigh_costs", costs.size, costs, weights)
    return weights


def chance_unlisted(
    before: float, agreeing: float, listed_agreeing: float, all_: float, listed: float, left: float
) -> float:
    """Return the probability that the secret is an unlisted word, by Bayes' theorem.

    ``before`` any turn. By the letter model, the probability of the strings that agree, of the
    listed ones of them, of all strings, of all listed ones. ``left``: of the prior of the list.
    """
    chance = np.empty(1)
    given = before, agreeing, listed_agreeing, all_, listed, left
    call("chance_unlisted", *map(float, given), chance)
    return float(chance[0])
