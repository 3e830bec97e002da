"""Writing certificates: from a search that is done, the claims that show its result to others.

What a claim is, and what a checker counts by itself, is said in :mod:`jotto.trees.certificate`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import numpy as np

from jotto.engine.partition import Indices, IntArray
from jotto.errors import GameError
from jotto.search.lookahead import RUNNING, Lookahead, lookahead
from jotto.trees.certificate import ALLOW, IMPOSSIBLE, Certificate, Claim, Counter
from jotto.trees.tree import Tree

MOST = 50_000  # claims; for 600 words there are 3,591, and checking them takes 7 s
TOO_MANY = 1 << 19  # candidates x guesses, if a search is fast because it uses symmetries
Key = tuple[bytes, int]  # the candidates, and the guesses left


def certify(
    tree: Tree,
    path: str | Path,
    *,
    allow: Literal["all", "candidates"] = "all",
    max_guesses: int | None = None,
    depth: int | None = None,
    game: str = "words",
    progress: Callable[[int], None] | None = None,
) -> Certificate:
    """Write a certificate: a file that shows anyone that a tree has the least total.

    ``tree`` is proved; ``allow`` and ``max_guesses`` are those of the search. Claims about what
    follows ``depth`` guesses are only assumed; None: none are, up to about MOST claims. ``game`` is
    as for :meth:`Tree.save`; ``progress`` is called with the number of claims.

    It repeats the search, with one core, as far as the claims need it. Raises GameError if the tree
    is not proved or has too many codes, FileError if the file cannot be written.

    >>> import tempfile
    >>> from jotto.games.words import word_game
    >>> from jotto.search.solve import solve
    >>> tree = solve(word_game(["hatch", "latch", "match", "catch"], ["claim"]))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     certify(tree, Path(folder, "proof")).verify()
    Checked(wrong=[], assumed=0, proved_again=0)
    """
    if not tree.proved or tree.lower_bound is None:
        raise GameError("there is no certificate: the tree is not proved to have the least total")
    if tree.at.game.alike is not None and len(tree.at) * len(tree.at.game.guesses) > TOO_MANY:
        many = f"it would be too large for {len(tree.at):,} codes, as it does not use symmetries"
        raise GameError(f"there is no certificate: {many}; make a few more guesses first")
    drafts = Drafts.of(tree, own=allow == ALLOW[True], depth=depth)
    n = len(tree.at)
    root = Draft(np.arange(n), n if max_guesses is None else min(max_guesses, n), tree.lower_bound)
    for _ in drafts.work_out(root):
        if progress:
            progress(len(drafts.known))
    claims = tuple(drafts.claims(root))
    certificate = Certificate(tree, claims, allow == ALLOW[True], max_guesses)
    certificate.save(path, game=game)
    return certificate


@dataclass(eq=False)
class Draft:
    """A claim to be written, and the claims that it needs: guess, score code, key."""

    members: Indices
    most: int
    bound: int
    depth: int = 0
    needs: list[tuple[int, int, Key | None]] = field(default_factory=list)
    assumed: bool = False

    @property
    def key(self) -> Key:
        """What it is about."""
        return self.members.tobytes(), self.most


@dataclass(eq=False)
class Part:
    """A part after a guess, and what it needs: by its size, at a look, by a claim."""

    code: int
    members: Indices
    counted: int
    seen: int
    claimed: int = 0
    kept: bool = False  # another claim needs as much

    @property
    def gain(self) -> int:
        """How much is known beyond what its size needs."""
        return max(self.seen, self.claimed, self.counted) - self.counted


@dataclass(eq=False)
class Drafts:
    """The claims so far, each about another set of candidates or another limit of guesses."""

    counter: Counter
    ahead: Lookahead
    depth: int | None
    known: dict[Key, Draft] = field(default_factory=dict)
    waiting: list[Draft] = field(default_factory=list)

    @staticmethod
    def of(tree: Tree, *, own: bool, depth: int | None) -> Drafts:
        """Prepare to write claims about a tree."""
        counter = Counter(tree.at, own=own, weighted=True)
        return Drafts(counter, lookahead(tree.at, own=own, stop=RUNNING), depth)

    def work_out(self, root: Draft) -> Iterator[None]:
        """Find what every claim needs; yield after each."""
        self.waiting = [root]
        self.known[root.key] = root
        while self.waiting:
            # in order of the guesses made: where claims become too many, the deepest are assumed
            level, self.waiting = self.waiting, []
            for draft in level:
                self._work_out(draft)
                yield

    def _work_out(self, draft: Draft) -> None:
        """Find what a claim needs, or assume it."""
        totals, turns = self.counter.totals(draft.members, draft.most)
        guesses = np.flatnonzero(totals < draft.bound).tolist()
        deepest = self.depth is not None and draft.depth >= self.depth
        draft.needs = []
        draft.assumed = bool(guesses) and (deepest or len(self.known) >= MOST)
        if draft.assumed or not guesses:
            return
        for guess, parts in self._parts(draft, np.array(guesses), turns).items():
            self._refute(draft, parts, draft.bound - int(totals[guess]))
            for part in parts:
                if part.gain:
                    key = self._claim(draft, part) if part.claimed > part.seen else None
                    draft.needs.append((guess, part.code, key))

    def _parts(self, draft: Draft, guesses: Indices, turns: IntArray) -> dict[int, list[Part]]:
        """List, for each guess, the parts of which more may be known than their sizes.

        The smallest come first; of two candidates, or of one, all is known.
        """
        counter, members = self.counter, draft.members
        cells = counter.codes[members][:, guesses]
        found: dict[int, list[Part]] = {guess: [] for guess in guesses.tolist()}
        sizes = np.stack([(cells == code).sum(axis=0) for code in range(counter.win)])
        codes, at = np.nonzero(sizes > 2)
        inside = counter.inside(members, guesses[at], codes)
        figures = codes, counter.counted(members, inside, turns), counter.seen(members, inside)
        each = zip(guesses[at].tolist(), *(one.tolist() for one in figures), strict=True)
        for i, (guess, code, counted, seen) in enumerate(each):
            found[guess].append(Part(code, members[inside[:, i]], counted, seen))
        for parts in found.values():
            parts.sort(key=lambda part: len(part.members))
        return found

    def _claim(self, draft: Draft, part: Part) -> Key:
        """Claim what a part needs, unless as much is claimed already."""
        most = min(draft.most - 1, len(part.members))
        new = Draft(part.members, most, part.claimed, draft.depth + 1)
        old = self.known.setdefault(new.key, new)
        if old is new or old.bound < new.bound:
            old.bound = new.bound
            self.waiting.append(old)
        return new.key

    def _refute(self, draft: Draft, parts: list[Part], missing: int) -> None:
        """Claim just enough about the parts after a guess to add ``missing`` to its bound."""
        for part in parts:
            left = min(draft.most - 1, len(part.members))
            old = self.known.get((part.members.tobytes(), left))
            if old and old.bound > part.seen:
                part.claimed, part.kept = old.bound, True
        ahead = 0
        while gained(parts) < missing:
            ahead += 1
            assert ahead <= draft.most, "the search has proved more than it can show"
            self._raise(draft, parts, missing, ahead)
        leave_out(parts, missing)

    def _raise(self, draft: Draft, parts: list[Part], missing: int, ahead: int) -> None:
        """Search parts ``ahead`` guesses deep: first each for its share of what is missing."""
        squares = sum(len(part.members) ** 2 for part in parts)
        share = missing - gained(parts)
        for eager in (False, True):
            for part in parts:
                more = missing - gained(parts)
                if more <= 0:
                    return
                if not eager:
                    more = min(more, share * len(part.members) ** 2 // squares + 1)
                goal = min(part.counted + part.gain + more, IMPOSSIBLE)
                low = self._searched(part.members, goal, draft.most - 1, ahead)
                if low > part.claimed:
                    part.claimed, part.kept = low, False

    def _searched(self, members: Indices, goal: int, most: int, depth: int) -> int:
        """Return what a set needs, searched ``depth`` guesses deep for a bound that is the goal."""
        unit = self.ahead.unit
        low = self.ahead.searched(members, -(-goal // unit), most, min(depth, most))
        return min(low * unit, IMPOSSIBLE)

    def claims(self, root: Draft) -> Iterator[Claim]:
        """Yield the claims that the root needs, each before those that it needs itself."""
        needed, waiting = {root.key: root}, [root]
        while waiting:
            for *_, key in waiting.pop().needs:
                if key and key not in needed:
                    needed[key] = self.known[key]
                    waiting.append(needed[key])
        order = sorted(needed, key=lambda key: -len(key[0]))
        numbers = {key: number for number, key in enumerate(order)}
        for draft in map(needed.__getitem__, order):
            needs = tuple(
                (guess, code, numbers[key]) if key else (guess, code)
                for guess, code, key in draft.needs
            )
            yield Claim(None if draft.bound >= IMPOSSIBLE else draft.bound, needs, draft.assumed)


def gained(parts: list[Part]) -> int:
    """Return how much the claims about the parts of a guess add to its bound."""
    return sum(part.gain for part in parts)


def leave_out(parts: list[Part], missing: int) -> None:
    """Lower what is claimed, as far as it still adds ``missing``; what gains least goes first."""
    spare = gained(parts) - missing
    for part in sorted(parts, key=lambda part: (part.kept, part.gain)):
        before = part.gain
        if before <= spare:
            part.seen = part.claimed = 0
        elif part.claimed > part.seen and not part.kept:
            part.claimed -= spare
        spare -= before - part.gain
