"""Successive halving: strong strategies for many candidates.

Many guesses are judged for a set with little effort, the best of them again with more, and so on;
their parts are judged in the same way. Effort 0 is a narrow beam search. With more effort, sets of
up to 100 candidates are searched to the end, which takes little time once a beam has set the limit.
Where the beam finds no games that are short enough, they are looked for as ``core/worst.c`` does.
After Jamieson and Talwalkar, "Non-stochastic best arm identification" (2016).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import count
from operator import attrgetter
from typing import NamedTuple

from jotto.core import NEVER, searches
from jotto.core.searches import SOLVED, Problem
from jotto.engine.game import IntArray
from jotto.search.lookahead import SMALL, WIDTHS, Lookahead, Made, salted, tries
from jotto.trees.formats import Node

WIDTH = 3  # the beam of effort 0
FIELD = 27  # guesses judged for a set with effort 1; three times as many with each effort more
KEPT = 9  # one guess in so many is judged again with more effort
TOTAL = attrgetter("total")
HARDEST = len(WIDTHS)  # the effort that decides whether games can be short enough
BEAM, FULL = -1, -2  # the searches
Key = tuple[int, bytes, bytes]  # the guesses left, the candidates, what may be guessed


class Estimate(NamedTuple):
    """The best strategy found for a set."""

    total: int
    guess: int  # the first; BEAM or FULL if that search found all of it
    decided: int = 0  # the effort with which games that are short enough were looked for
    effort: int = 0  # with which it was looked for


@dataclass(frozen=True, eq=False)
class Halving:
    """Searches from one position; ``estimates`` holds the best that was found for each set.

    ``limited`` has rows of its own of the table for whether games can be short enough.
    ``threads`` are copies of it, for the parts of guesses; without any, parts are judged in turn.
    """

    full: Lookahead
    beam: Lookahead
    limited: Problem
    made: Made
    choice: IntArray
    estimates: dict[Key, Estimate]
    threads: Sequence[Halving] = ()

    @property
    def stopped(self) -> bool:
        """Whether the search was asked to stop; what it returns after that means nothing."""
        return bool(self.full.problem.stop[0])

    def improve(self, most: int, opening: int | None = None) -> Iterator[int]:
        """Judge guesses with more and more effort; yield each that leads to a lower total.

        The parts of an ``opening`` are judged one by one, in the end by the search with all
        guesses: if it was not stopped, no lower total is left.
        """
        members, best, totals = self.full.all_candidates, NEVER, dict[int, int]()
        for step in count():  # for an opening, first any games that are short enough
            effort = step + 1 if opening is None else max(0, step - HARDEST)
            if opening is None:
                guesses = dict.fromkeys(self._promising(members, effort), 0)
                found = self.halve(members, most, effort, guesses)
            else:
                hard = min(step, HARDEST)
                found = self._by_part(members, most, opening, effort, hard, totals)
            for estimate in found:
                if estimate.total < best:
                    best = estimate.total
                    yield estimate.guess
            if self.stopped or self._tries_all(members, effort):
                return

    def _by_part(
        self,
        members: IntArray,
        most: int,
        guess: int,
        effort: int,
        hard: int,
        totals: dict[int, int],
    ) -> Iterator[Estimate]:
        """Judge the parts of a guess, the smallest first; keep the ``totals`` found so far."""
        n, weight = len(self.full.parts(members, guess)), self._weight(members)
        if n == 0:
            yield Estimate(weight, guess)
        for code, part in self._judged(members, most, guess, effort, hard, largest_first=False):
            if self.stopped:
                return
            totals[code] = part.total
            if len(totals) == n:
                yield Estimate(weight + sum(totals.values()), guess)

    def bound(self, most: int, opening: int) -> int:
        """Return a lower bound on the total of the strategies that begin with a guess."""
        members, full = self.full.all_candidates, self.full
        total = self._weight(members)
        for code, part in full.parts(members, opening).items():
            choice = full.choice_after(self.choice, opening, code)
            total += full.searched(part, NEVER, most - 1, 0, choice=choice)
        return min(total, NEVER)

    def judge(self, members: IntArray, most: int, effort: int, hard: int = 0) -> Estimate:
        """Return the best strategy that is found for a set with an effort.

        ``hard`` is with how much effort games that are short enough are looked for, if it is more.
        """
        if len(members) <= 2:
            return self._searched(BEAM, members, most)
        key = self._key(members, most)
        known = best = self.estimates.get(key) or self._searched(BEAM, members, most)
        every = self._tries_all(members, effort)
        hard = HARDEST if every else min(max(hard, effort), HARDEST)
        if best.total >= NEVER and hard > best.decided:
            best = self._decided(members, most, hard)._replace(effort=known.effort)
        if best.effort < effort:
            found = list[Estimate]()
            if best.total < NEVER and (every or len(members) <= SMALL):
                found = [self._searched(FULL, members, most, best.total)]
            elif best.total < NEVER:
                guesses = dict.fromkeys(self._promising(members, effort), 0)
                guess, choice = best.guess, self.choice
                if guess == BEAM:
                    guess = self.beam.quick_bounds(members, most, choice)[2]
                guesses |= {guess: best.decided} if guess >= 0 else {}
                found = list(self.halve(members, most, effort, guesses))
            best = min([best, *found], key=TOTAL)._replace(effort=effort)
        if best is not known and not self.stopped:
            self.estimates[key] = best
        return best

    def _decided(self, members: IntArray, most: int, hard: int) -> Estimate:
        """Look for games that are short enough with an effort; judge those that begin so."""
        problem, choice, none = self.limited, self.choice, Estimate(NEVER, BEAM, hard)
        answer = searches.decide(problem, members, choice, most, tries(hard), hard)
        guess = searches.look_up(problem, members, choice, most)[2] if answer == SOLVED else -1
        if len(members) <= most:  # one after the other, which is not stored
            guess = int(members[0])
        return none if guess < 0 else next(self.halve(members, most, 0, {guess: hard}), none)

    def halve(
        self, members: IntArray, most: int, effort: int, guesses: dict[int, int]
    ) -> Iterator[Estimate]:
        """Judge guesses, the best again and again up to an effort; yield each as it is judged."""
        weight = self._weight(members)
        for level in range(effort + 1):
            tried = list[Estimate]()
            for guess, hard in guesses.items():
                parts = self._judged(members, most, guess, level, hard)
                total = weight + sum(part.total for _, part in parts)
                if self.stopped:
                    return
                tried.append(Estimate(total, guess, hard))
                yield tried[-1]
            tried.sort(key=TOTAL)  # among those with games too long, by the number of such parts
            guesses = {each.guess: each.decided for each in tried[: -(-len(tried) // KEPT)]}

    def _judged(
        self,
        members: IntArray,
        most: int,
        guess: int,
        effort: int,
        hard: int,
        *,
        largest_first: bool = True,
    ) -> Iterator[tuple[int, Estimate]]:
        """Judge the parts of a guess, if there are threads in these."""
        parts = list(self.full.parts(members, guess).items())
        free = list(self.threads)

        def judge(part: tuple[int, IntArray]) -> tuple[int, Estimate]:
            thread = free.pop() if self.threads else self
            after = thread.after(self, guess, part[0])
            judged = part[0], after.judge(part[1], most - 1, effort, hard)
            if self.threads:
                free.append(thread)
            return judged

        if not self.threads:
            yield from map(judge, parts)
            return
        parts.sort(key=lambda part: len(part[1]), reverse=largest_first)
        with ThreadPoolExecutor(len(free)) as pool:
            yield from pool.map(judge, parts)

    def after(self, before: Halving, guess: int, code: int) -> Halving:
        """Return the same where another one is, and after a guess and its score."""
        made = *before.made, int(self.full.guesses[guess])
        choice = self.full.choice_after(before.choice, guess, code)
        return replace(self, made=made, choice=choice, threads=())

    def _searched(self, by: int, members: IntArray, most: int, limit: int = NEVER) -> Estimate:
        search = self.full if by == FULL else self.beam
        return Estimate(search.least(members, limit, most, self.made, self.choice), by)

    def _promising(self, members: IntArray, effort: int) -> list[int]:
        n = FIELD * 3 ** (effort - 1)
        return self.full.promising(members, n, self.made, self.choice)

    def _tries_all(self, members: IntArray, effort: int) -> bool:
        full = self.full
        n = len(members) if full.problem.only_candidates else len(full.guesses)
        return effort > 0 and n <= FIELD * 3 ** (effort - 1)

    def _weight(self, members: IntArray) -> int:
        return int(self.full.problem.weights[members].sum())

    def tree_after(self, members: IntArray, most: int, guess: int) -> tuple[Node, int]:
        """Build the best tree found that begins with a guess that was judged; return its total."""
        total, below = self._weight(members), {}
        for code, part in self.full.parts(members, guess).items():
            below[code], its_total = self.after(self, guess, code)._tree(part, most - 1)
            total += its_total
        return Node(int(self.full.guesses[guess]), below), total

    def _tree(self, members: IntArray, most: int) -> tuple[Node, int]:
        best = self.estimates.get(self._key(members, most))
        if best and best.guess >= 0:
            return self.tree_after(members, most, best.guess)
        search = self.full if best and best.guess == FULL else self.beam
        return search.tree(members, most, choice=self.choice)

    def _key(self, members: IntArray, most: int) -> Key:
        return most, members.tobytes(), self.choice[:2].tobytes()


def halving(full: Lookahead, threads: int) -> Halving:
    """Prepare searches by halving from the position of a search."""
    table, estimates = searches.table_of(len(full.problem.table)), dict[Key, Estimate]()

    def prepared(full: Lookahead, threads: Sequence[Halving] = ()) -> Halving:
        beam = full.narrow(WIDTH)
        beam = replace(beam, problem=replace(beam.problem, table=table))
        limited = replace(beam.problem, salt=salted(beam.problem.salt, 1))
        return Halving(full, beam, limited, full.made, full.choice, estimates, threads)

    return prepared(full, [prepared(full.for_thread()) for _ in range(threads)])
