"""Strong strategies for many candidates, by successive halving.

Many guesses are judged for a set with little effort, the best of them again with more, and so on;
their parts are judged in the same way. Effort 0 is a narrow beam search. With more effort, sets of
up to 100 candidates are searched to the end, which takes little time once a beam has set the limit.
After Jamieson and Talwalkar, "Non-stochastic best arm identification" (2016).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import NamedTuple

from jotto.engine.kernels import NEVER
from jotto.engine.partition import IntArray
from jotto.search.lookahead import Lookahead, Made
from jotto.trees.node import Node

WIDTH = 3  # the beam of effort 0
FIELD = 27  # guesses judged for a set with effort 1; three times as many with each effort more
KEPT = 9  # one guess in so many is judged again with more effort


class Judged(NamedTuple):
    """The best strategy found for a set; ``guess`` is -1 if one search found all of it."""

    total: int
    guess: int
    effort: int  # with which the parts of the guess were judged; else 0 for the beam


@dataclass(frozen=True, eq=False)
class Halving:
    """Searches from one position; ``judged`` holds what was found for sets, by effort.

    ``threads`` are copies of it, for the parts of guesses; without any, parts are judged in turn.
    """

    full: Lookahead
    beam: Lookahead
    judged: dict[tuple[int, int, bytes], Judged] = field(default_factory=dict)
    threads: Sequence[Halving] = ()

    @property
    def stopped(self) -> bool:
        """Whether the search was asked to stop; what it returns after that means nothing."""
        return bool(self.full.board.stop[0])

    def judge(self, members: IntArray, most: int, made: Made, effort: int) -> Judged:
        """Return the best strategy that is found for a set with an effort."""
        if effort == 0 or len(members) <= 2:
            return Judged(self.beam.least(members, NEVER, most, made), -1, 0)
        key = effort, most, members.tobytes()
        if key in self.judged:
            return self.judged[key]
        best = self.judge(members, most, made, 0)
        if len(members) <= self.full.board.few:
            total = self.full.least(members, best.total, most, made)
            best = Judged(total, -1, effort) if total < best.total else best
        else:
            guesses = self.full.promising(members, FIELD * 3 ** (effort - 1), made)
            found = self.rounds(members, most, made, effort, guesses)
            best = min([best, *found], key=lambda each: each.total)
        if not self.stopped:
            self.judged[key] = best
        return best

    def rounds(
        self, members: IntArray, most: int, made: Made, effort: int, guesses: Sequence[int]
    ) -> Iterator[Judged]:
        """Judge guesses, the best again and again up to an effort; yield each as it is judged."""
        weight = int(self.full.board.weights[members].sum())
        for each in range(effort + 1):
            tried = list[Judged]()
            for guess in guesses:
                parts = self.full.parts(members, guess).values()
                after = *made, int(self.full.guesses[guess])
                total = weight + sum(self._totals(list(parts), most - 1, after, each))
                if self.stopped:
                    return
                tried.append(Judged(min(total, NEVER), guess, each))
                yield tried[-1]
            tried.sort(key=lambda one: one.total)
            guesses = [one.guess for one in tried[: -(-len(tried) // KEPT)]]

    def _totals(self, parts: list[IntArray], most: int, made: Made, effort: int) -> Iterator[int]:
        """Judge sets, if there are threads in these; return the totals."""
        if not self.threads:
            return (self.judge(part, most, made, effort).total for part in parts)
        free = list(self.threads)

        def judge(part: IntArray) -> int:
            own = free.pop()
            total = own.judge(part, most, made, effort).total
            free.append(own)
            return total

        with ThreadPoolExecutor(len(free)) as pool:
            return pool.map(judge, sorted(parts, key=len, reverse=True))

    def tree_after(self, members: IntArray, most: int, found: Judged) -> Node:
        """Build the tree of a guess that was judged."""
        parts = self.full.parts(members, found.guess).items()
        below = {code: self._tree(part, most - 1, found.effort) for code, part in parts}
        return Node(int(self.full.guesses[found.guess]), below)

    def _tree(self, members: IntArray, most: int, effort: int) -> Node:
        if effort and len(members) > 2:
            found = self.judged[effort, most, members.tobytes()]
            if found.guess >= 0:
                return self.tree_after(members, most, found)
            effort = found.effort
        return (self.full if effort else self.beam).tree(members, most)[0]


def halving(full: Lookahead, threads: int) -> Halving:
    """Prepare searches by halving from the position of a search."""
    beam = full.narrow(WIDTH)
    judged = dict[tuple[int, int, bytes], Judged]()
    copies = [Halving(full.beside(), beam.beside(), judged) for _ in range(threads)]
    return Halving(full, beam, judged, copies)
