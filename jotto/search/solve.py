"""Searching for strong and for optimal trees from any position, and showing that they are.

A certificate holds the claims that show the result of a search to others. What a claim is, and what
a checker counts by itself, is said in ``jotto.trees.certificate``.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import accumulate
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, get_args

import numpy as np

from jotto.called import allowed_called
from jotto.engine.allowed import ALLOWED, Allow
from jotto.engine.game import Game, Indices, IntArray, T
from jotto.engine.position import AnyStrategy, Position, Strategy, position_of, strategy_of
from jotto.errors import GameError, NoStrategyError, SearchInterrupted, check_arguments
from jotto.progress import OFTEN, Progress, Status, following
from jotto.search import within
from jotto.search.background import PROVABLE, Background, Stop
from jotto.search.guided import guided
from jotto.search.halving import halving
from jotto.search.lookahead import (
    EVERY,
    RUNNING,
    Result,
    first_guess,
    lookahead,
    table_for,
)
from jotto.search.within import Within
from jotto.trees.certificate import IMPOSSIBLE, Certificate, Counter, PartClaim, Place
from jotto.trees.formats import Node
from jotto.trees.tree import Allowed, Claim, Tree

if TYPE_CHECKING:
    from distributed import Client

DEPTHS = (1, 2)  # guesses that lower bounds look ahead
MOST = 50_000  # claims; for 600 words there are 3,591, and checking them takes 7 s
TOO_MANY = 1 << 19  # candidates x guesses, if a search is fast because it uses symmetries
Key = tuple[bytes, int, int]  # see Place


def solve(
    at: Game[T] | Position[T],
    *,
    aim: str = "mean",
    max_guesses: int | None = None,
    allow: Allow | Allowed = "all",
    opening: Any = None,
    beam: int | tuple[int, AnyStrategy] | None = None,
    seconds: float | None = None,
    parallel: int | Client | None = None,
    checkpoint: str | Path | None = None,
    progress: Progress | bool | None = None,
) -> Tree[T]:
    """Find the tree of least total, or a strong one: the sum of weight x guesses over candidates.

    By default every guess is tried, which proves the total to be the least; from some 1,000
    candidates on that takes minutes.

    * ``aim="worst"``, or ``"worst,mean"``: first make the longest game as short as possible, then
      the total; ``"mean,worst"``: of the trees of least total, find one whose longest game is as
      short as possible.
    * ``aim="within:4"``: find the most secrets within 4 guesses (the most weight, under a prior);
      ``"within:4,mean"``: and then make the total as low as possible.
    * ``max_guesses``: no game is longer.
    * ``allow="candidates"``: guess only candidates; ``"hard"``: use every hint of the scores.
    * ``opening``: the first guess; bound and proof are then about trees that begin with it.
    * ``beam``: try only this many guesses, the most promising, for each set of candidates; with
      ``(5, strategy)``, the 5 that a strategy ranks best, of which a function has one.
    * ``seconds``: return the best tree found in this time, or a few seconds later; if there is none
      by then, raise NoStrategyError. With more than 300 candidates the
      least mean is looked for by successive halving, but for a proof by ``parallel``.
    * ``parallel``: prove openings one by one, in so many threads or by the workers of a
      ``distributed.Client``.
    * ``checkpoint``: a file for what is proved of each opening, from which the same search
      continues if it was interrupted; it implies ``parallel``, by default all processors.
    * ``progress``: called now and then with a ``jotto.Status``; None shows what takes over ten
      seconds in a terminal or notebook, False nothing.

    ``jotto.certify`` shows a proof to others.
    Raises NoStrategyError if no strategy was found, GameError if the game is too large or already
    won, and on Ctrl-C SearchInterrupted, which holds the best tree so far.

    >>> import jotto
    >>> tree = jotto.solve(jotto.words(["hatch", "latch", "match", "catch"], ["claim"]))
    >>> tree, tree.lengths.total, tree.lengths.worst
    (Tree('claim', 4 secrets, proved), 9, 3)
    """
    check_arguments(solve, {name: each for name, each in locals().items() if name != "at"})
    at = position_of(at)
    own = allowed_called(str(allow))
    same = (name for name in get_args(Allowed) if allow is ALLOWED[name] or own == name)
    if (allowed := next(same, None)) is None:
        raise GameError("a search can allow all guesses, candidates or hard, nothing else")
    first = None if opening is None else at.game.guesses[at.game.index(opening)]
    claim, (width, guide) = Claim(str(aim), allowed, first, max_guesses), _read_beam(beam)
    if claim.within and (max_guesses is not None or guide):
        raise GameError(f"the aim {claim.aim} goes without max_guesses and a strategy for the beam")
    if parallel is not None or checkpoint is not None:
        if not claim.by_openings or width is not None:
            these = (
                "proofs of the least mean, or within:K, of all openings: without beam and opening"
            )
            raise GameError(f"parallel and checkpoint are for {these}")
        from jotto.parallel import check, default_jobs
        from jotto.search.proof import prove

        jobs = check(parallel) or default_jobs()
        with following(progress) as tell:
            tree = prove(at, claim, parallel=jobs, path=checkpoint, seconds=seconds, progress=tell)
        sure = seconds is None
    else:
        whole = seconds is None or len(at) <= PROVABLE
        exact = whole or aim != "mean"
        by = None if guide is None else replace(guide, allow=ALLOWED[allowed])
        work: Callable[[Stop], Iterator[Result | Tree]]
        work = partial(_attempts, at, claim, width, exact, by=by)
        if claim.within:
            work = partial(within.trees, at, claim, width=width)
        search: Background[Result | Tree] = Background(work, seconds=seconds)
        bounded = width is None and not exact and first is None
        with following(progress) as tell:
            tree = _awaited(at, claim, search, tell, bounded=bounded)
        sure = exact and width is None and not search.stopped
    if tree is None:
        raise NoStrategyError(len(at), max_guesses, sure=sure)
    return tree


def _read_beam(beam: Any) -> tuple[int | None, Strategy | None]:
    """Return the width of a beam, and who ranks the guesses, if that is given. Raises GameError."""
    width, by = beam if isinstance(beam, tuple) and len(beam) == 2 else (beam, None)
    guide = None if by is None else strategy_of(by)
    if width is not None and not (isinstance(width, int | np.integer) and 1 <= width <= EVERY):
        wrong = f"beam={beam!r:.60} is not a whole number, 1 or more, or it and a strategy"
        raise GameError(wrong).about("beam")
    if guide and guide.stateful:
        raise GameError(f"{guide} ranks no guesses: its players remember their games").about("beam")
    return None if width is None else int(width), guide


def _awaited(
    at: Position,
    claim: Claim,
    search: Background[Result | Tree],
    progress: Progress | None,
    *,
    bounded: bool,
) -> Tree | None:
    """Wait for a search, if ``bounded`` and for a lower bound. Raises SearchInterrupted."""
    bounding: Background[int] | None = None
    began, interrupted = monotonic(), False
    try:
        while not search.over:
            best = search.wait(OFTEN)
            if best and bounded and not bounding:
                bounding = Background(partial(_bounds, at, claim.allow or "all"))
            if progress:
                total = best.total if isinstance(best, Result) else None
                progress(Status(monotonic() - began, total=total))
    except KeyboardInterrupt:
        interrupted = True
        search.stop()
    finally:
        if bounding:
            bounding.stop()
    best = search.wait()
    if isinstance(best, Result):
        lower = bounding.wait() if bounding else None
        best = _tree(at, claim, best.bounded(max(best.lower, lower or 0)))
    if interrupted:
        raise SearchInterrupted(best)
    return best


def trees(at: Position, claim: Claim, stop: Stop) -> Iterator[Tree]:
    """Yield better and better trees; for up to PROVABLE candidates one, proved unless stopped."""
    if claim.within:
        return within.trees(at, claim, stop)
    return map(partial(_tree, at, claim), _attempts(at, claim, None, len(at) <= PROVABLE, stop))


def _tree(at: Position, claim: Claim, result: Result) -> Tree:
    """Return the tree of a result, with what is known of the trees that ``claim`` is about."""
    if claim.aim != "mean" and not result.proved:  # that no longest game is shorter is not proved
        most = result.root.depth if claim.aim == "worst" else claim.max_guesses
        claim, result = replace(claim, aim="mean", max_guesses=most), result.bounded(result.lower)
    return Tree(at, result.root, replace(claim, lower_bound=result.lower, proved=result.proved))


def _attempts(
    at: Position,
    claim: Claim,
    beam: int | None,
    exact: bool,
    stop: Stop,
    by: Strategy | None = None,
) -> Iterator[Result]:
    if beam is None and not exact:
        return improve(at, claim, stop)
    result = least(at, claim, stop, width=beam, by=by)
    return iter([result] if result else [])


def _bounds(at: Position, allow: Allowed, stop: Stop) -> Iterator[int]:
    """Yield lower bounds, each the highest so far: a search that is stopped returns a low one."""
    return accumulate((bound(at, depth, stop, allow) for depth in DEPTHS), max)


def least(
    at: Position,
    claim: Claim,
    stop: Stop = RUNNING,
    *,
    width: int | None = None,
    by: Strategy | None = None,
) -> Result | None:
    """Find the strategy that a claim asks for, or the best until ``stop[0]`` is 1; None if none.

    With a ``width``, only the best guesses are tried for each set of candidates, so many or for
    small sets fewer: 10, or a tenth. Guesses of equal value count as one. Its result proves neither
    that no longest game is shorter nor, if it is None, that there is no strategy. ``by`` is who
    says which are the best, if that is no estimate of the search.
    """
    searched = partial(_searched, at, claim, stop, width)
    if by is not None and width is not None:
        opening = () if claim.opening is None else (claim.opening,) * (len(at.made) + 1)
        searched = partial(guided, at, replace(by, opening=opening or by.opening), width, stop)
    limits, before = _limits(at, claim), bool(stop[0])
    found = map(searched, limits if claim.aim == "worst" else limits[-1:])
    best = shorter = next(filter(None, found), None)
    if by is not None and best:
        best = shorter = best.bounded(bound(at, 0, stop, claim.allow or "all"))
    while claim.aim == "mean,worst" and best and shorter:
        shorter = searched(best.root.depth - 1)
        if shorter and shorter.total <= best.total:
            best = shorter.bounded(best.lower)
        else:
            shorter = None
    sure = claim.aim == "mean" or (width is None and not before and not stop[0])
    return best and replace(best, proved=best.proved and sure)


def improve(at: Position, claim: Claim, stop: Stop = RUNNING) -> Iterator[Result]:
    """Yield better and better strategies for many candidates, until stopped.

    They are found by successive halving with more and more effort, after an opening part by part;
    once all guesses have been judged, the search goes on to the proof.
    """
    allow, opening, best = claim.allow or "all", None, None
    if claim.opening is None:
        best = least(at, claim, stop, width=1)
        if best:
            yield best
        lower = best.lower if best else bound(at, 0, stop, allow)
    full = lookahead(at, allow, stop)
    search, most = halving(full, os.cpu_count() or 1), _limits(at, claim)[-1]
    if claim.opening is not None:
        _parts(at, claim)  # it may be guessed
        opening = int(np.flatnonzero(full.guesses == at.game.index(claim.opening))[0])
        lower = search.bound(most, opening) * full.unit
    for guess in search.improve(most, opening):
        root, total = search.tree_after(full.all_candidates, most, guess)
        if best is None or total * full.unit < best.total:
            best = Result(root, total * full.unit, 0, proved=False).bounded(lower)
            yield best
    if stop[0] and best is None:
        best = least(at, claim, stop, width=1)  # it takes no time
        yield from [best] if best else []
    elif not stop[0]:
        last = least(at, claim, stop) if opening is None else best and best.bounded(best.total)
        yield from [last] if last and not stop[0] else []


def bound(at: Position, depth: int, stop: Stop = RUNNING, allow: Allowed = "all") -> int:
    """Return a lower bound on the total of every allowed strategy, looking ``depth`` guesses ahead.

    >>> import jotto
    >>> bound(jotto.start(jotto.words(["hatch", "latch", "match", "catch"], ["claim"])), 1)
    9
    """
    ahead = lookahead(at, allow, stop)
    return ahead.bound(len(at), depth) * ahead.unit


def _limits(at: Position, claim: Claim) -> range:
    """Return the limits to try for the longest game, ascending.

    No guess leaves all candidates, not even a fixed opening: it has to tell some of them apart.
    """
    n = len(at)
    return range(1, (n if claim.max_guesses is None else min(claim.max_guesses, n)) + 1)


def _searched(
    at: Position, claim: Claim, stop: Stop, width: int | None, most: int
) -> Result | None:
    """Search from a position, or after each score of a fixed opening; join the results."""
    allow = claim.allow or "all"
    if claim.opening is None:
        return lookahead(at, allow, stop).best(most, width) if most > 0 else None
    opening, parts = _parts(at, claim)
    if most < 1 or (parts and most < 2):
        return None

    table = table_for(
        len(at) * len(at.game.guesses)
    )  # one for all parts: most are searched in no time

    def search(part: tuple[int, Position]) -> Result | None:
        ahead = lookahead(part[1], allow, stop, table=table, number=part[0] + 1)
        return ahead.best(most - 1, width)

    parts.sort(key=lambda part: len(part[1]), reverse=True)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(search, parts))
    below = {code: each for (code, _), each in zip(parts, results, strict=True) if each}
    if len(below) < len(parts):
        return None
    weight = int(at.game.weights(at.left).sum())
    return Result(
        Node(opening, {code: below[code].root for code in sorted(below)}),
        weight + sum(each.total for each in below.values()),
        weight + sum(each.lower for each in below.values()),
        all(each.proved for each in below.values()),
    )


def _parts(at: Position, claim: Claim) -> tuple[int, list[tuple[int, Position]]]:
    """Return a fixed opening and its parts without the win. Raises GameError."""
    opening = first_guess(at, claim)
    parts = [(code, part) for code, part in at.parts(opening) if code != at.game.rule.win]
    return opening, parts


# --- certificates ---------------------------------------------------------------------------------


def certify(
    tree: Tree,
    path: str | Path,
    *,
    depth: int | None = None,
    game: str = "words",
    progress: Progress | bool | None = None,
) -> Certificate:
    """Write a certificate: a file that shows anyone that a tree has the least total.

    ``tree`` is proved to have the least total of all trees, or of those that guess only candidates
    or need at most so many guesses; or to find the most secrets within some guesses, also with the
    least total then. Claims about what follows ``depth`` guesses are only assumed; None: none are,
    up to about MOST claims. ``game`` is as for ``Tree.save``; ``progress`` as for ``jotto.solve``.

    It repeats the search, with one core, as far as the claims need it. Raises GameError if the tree
    is not proved or has too many codes, FileError if the file cannot be written.

    >>> import jotto
    >>> import tempfile
    >>> tree = jotto.solve(jotto.words(["hatch", "latch", "match", "catch"], ["claim"]))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     jotto.certify(tree, f"{folder}/proof").verify()
    Checked(wrong=(), assumed=0, proved_again=0)
    """
    check_arguments(certify, locals())
    about = tree.claim
    if not about.proved or (about.most_found if about.within else about.lower_bound) is None:
        what = f"find most within {about.within}" if about.within else "have the least total"
        raise GameError(f"there is no certificate: the tree is not proved to {what}")
    if not about.countable:
        raise GameError(f"there is no certificate for {about.scope or 'two aims in order'}")
    if tree.at.game.alike is not None and len(tree.at) * len(tree.at.game.guesses) > TOO_MANY:
        many = f"it would be too large for {len(tree.at):,} codes, as it does not use symmetries"
        raise GameError(f"there is no certificate: {many}; make a few more guesses first")
    counter = Counter(tree.at, own=about.own, weighted=True, aim=about.aim)
    n, most, cost = len(tree.at), about.max_guesses, counter.cost
    within = Within(lookahead(tree.at, about.allow or "all"), cost.within, about.totals)
    drafts = Drafts(counter, within, depth)
    missed = int(counter.weights.sum()) - (about.most_found or 0)
    bound = cost.late * missed + (about.lower_bound or 0)
    root = Draft(Place(np.arange(n), n if most is None else min(most, n), cost.within), bound)
    began = monotonic()
    with following(progress) as tell:
        for _ in drafts.work_out(root):
            if tell:
                tell(Status(monotonic() - began, "claims", len(drafts.known)))
    certificate = Certificate(tree, tuple(drafts.claims(root)))
    certificate.save(path, game=game)
    return certificate


@dataclass(eq=False)
class Draft:
    """A claim to be written, and the claims that it needs: guess and score code, key."""

    place: Place
    bound: int
    depth: int = 0
    needs: list[tuple[tuple[int, int], Key | None]] = field(default_factory=list)
    assumed: bool = False


@dataclass(eq=False)
class Part:
    """A part after a guess, and what it needs: by its size, at a look, by a claim."""

    code: int
    place: Place
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
    within: Within
    depth: int | None
    known: dict[Key, Draft] = field(default_factory=dict)
    waiting: list[Draft] = field(default_factory=list)

    def work_out(self, root: Draft) -> Iterator[None]:
        """Find what every claim needs; yield after each."""
        self.waiting, self.known[root.place.key] = [root], root
        # in order of the guesses made: where claims become too many, the deepest are assumed
        for draft in self.waiting:  # which grows
            totals, prices = self.counter.totals(draft.place)
            guesses = np.flatnonzero(totals < draft.bound)
            some = bool(len(guesses))
            deepest = self.depth is not None and draft.depth >= self.depth
            draft.needs, draft.assumed = [], some and (deepest or len(self.known) >= MOST)
            lacking = self._parts(draft, guesses, prices) if some and not draft.assumed else {}
            for guess, parts in lacking.items():
                self._refute(draft, parts, draft.bound - int(totals[guess]))
                for part in parts:
                    if part.gain:
                        key = self._claim(draft, part) if part.claimed > part.seen else None
                        draft.needs.append(((guess, part.code), key))
            yield

    def _parts(self, draft: Draft, guesses: Indices, prices: IntArray) -> dict[int, list[Part]]:
        """List, for each guess, the parts of which more may be known than their sizes.

        The smallest come first; of two candidates, or of one, all is known.
        """
        counter, members = self.counter, draft.place.members
        cells = counter.codes[members][:, guesses]
        by_guess: dict[int, list[Part]] = {guess: [] for guess in guesses.tolist()}
        sizes = np.stack([(cells == code).sum(axis=0) for code in range(counter.win)])
        codes, at = np.nonzero(sizes > 2)
        inside = counter.inside(members, guesses[at], codes)
        looks = counter.seen(members, inside, draft.place.after(members).within)
        figures = codes, counter.counted(members, inside, prices), looks
        each = zip(guesses[at].tolist(), *(one.tolist() for one in figures), strict=True)
        for i, (guess, code, counted, seen) in enumerate(each):
            after = draft.place.after(members[inside[:, i]])
            by_guess[guess].append(Part(code, after, counted, seen))
        for parts in by_guess.values():
            parts.sort(key=lambda part: len(part.place.members))
        return by_guess

    def _claim(self, draft: Draft, part: Part) -> Key:
        """Claim what a part needs, unless as much is claimed already."""
        new = Draft(part.place, part.claimed, draft.depth + 1)
        old = self.known.setdefault(part.place.key, new)
        if old is new or old.bound < new.bound:
            old.bound = new.bound
            self.waiting.append(old)
        return part.place.key

    def _refute(self, draft: Draft, parts: list[Part], missing: int) -> None:
        """Claim just enough about the parts after a guess to add ``missing`` to its bound."""
        for part in parts:
            old = self.known.get(part.place.key)
            if old and old.bound > part.seen:
                part.claimed, part.kept = old.bound, True
        ahead = 0
        while gained(parts) < missing:
            ahead += 1
            assert ahead <= draft.place.most, "the search has proved more than it can show"
            self._raise(parts, missing, ahead)
        leave_out(parts, missing)

    def _raise(self, parts: list[Part], missing: int, ahead: int) -> None:
        """Search parts ``ahead`` guesses deep: first each for its share of what is missing."""
        squares = sum(len(part.place.members) ** 2 for part in parts)
        share = missing - gained(parts)
        for eager in (False, True):
            for part in parts:
                more = missing - gained(parts)
                if more <= 0:
                    return
                if not eager:
                    more = min(more, share * len(part.place.members) ** 2 // squares + 1)
                goal = min(part.counted + part.gain + more, IMPOSSIBLE)
                low = self._searched(part.place, goal, ahead)
                if min(low, IMPOSSIBLE) > part.claimed:
                    part.claimed, part.kept = min(low, IMPOSSIBLE), False

    def _searched(self, place: Place, limit: int, ahead: int) -> int:
        """Return the least cost of a part if it is below ``limit``, else a bound not below it.

        Searched fewer guesses ``ahead``, a total may be lower.
        """
        search, cost, (members, most, within) = self.within, self.counter.cost, place
        unit = search.ahead.unit
        if not cost.late:
            limit = -(-limit // unit)
            return unit * search.ahead.searched(members, limit, most, min(ahead, most))
        paid = unit * cost.late
        missed = search.missed(members, -(-limit // paid), within)
        if not cost.guess or missed * paid >= limit:
            return missed * paid
        limit = -(-(limit - missed * paid) // unit)
        return missed * paid + unit * search.least(members, limit, within)

    def claims(self, root: Draft) -> Iterator[PartClaim]:
        """Yield the claims that the root needs, each before those that it needs itself."""
        needed, waiting = {root.place.key: root}, [root]
        while waiting:
            for _, key in waiting.pop().needs:
                if key and key not in needed:
                    needed[key] = self.known[key]
                    waiting.append(needed[key])
        order = sorted(needed, key=lambda key: -len(key[0]))
        numbers = {key: number for number, key in enumerate(order)}
        for draft in map(needed.__getitem__, order):
            needs = tuple((*at, numbers[key]) if key else at for at, key in draft.needs)
            bound = None if draft.bound >= IMPOSSIBLE else draft.bound
            yield PartClaim(bound, needs, draft.assumed)


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
