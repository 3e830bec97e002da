"""Certificates: a tree, and what anyone needs to check that no tree has a lower total.

A claim is about a set of candidates S, a limit of guesses and a bound: the total of every strategy
for S within the limit, the sum of weight x guesses over S, is at least the bound (None: there is no
such strategy). It is proved if, for every allowed guess, the weight of S plus the least that each
part needs after the guess, without the win, is at least the bound.

Where most secrets are to be found within K guesses, the total is one of other costs, see ``Cost``.
A claim then is also about the guesses within which its candidates are to be found: K for the first,
one less after each guess. What a part needs is one of:

* what its size alone needs, see ``least_turns``;
* what is seen by trying every guess on the part once, see ``Counter.seen``;
* another claim of the file, about exactly that part.

A guess that leaves all of S in one part is skipped: without it, every game would be shorter.
So a file is checked by counting, without a search. Nothing here is shared with the search but the
rule that scores. The file is text in lines of JSON::

    {"file": "certificate", "format": 2, "allow": "all", "limit": null, "scores": ["0,0", ..]}
    {"format": 2, "game": "words", .. "tree": ..}     a tree file, see jotto.trees.formats
    [1081, [4, 12], [4, 17, 1], [9, 3, 2]]            claim 0: all candidates
    [50, [7, 11]]                                     claim 1
    [48, "assumed"]                                   claim 2, and so on
    {"claims": 435}

``allow`` and ``limit`` say which guesses, and how many, a strategy may make; ``aim``, which is left
out if it is mean, what counts: ``within:K`` or ``within:K,mean``. A claim is its bound,
then guesses with a score: look at that part, or see the claim named third. Guesses are numbered
from 0 in the order of the game's lists (secrets, then further guesses), scores in the order of
``scores``, the last of which is the win (format 1 does not list them). A claim is about the part
that the first claim that names it says; all must mean the same.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from jotto import files
from jotto.engine.game import Bools, Game, Indices, IntArray, Scores, Turn, take
from jotto.engine.position import Position
from jotto.errors import FileError, GameError, check_arguments, quoted
from jotto.plain import Plain
from jotto.trees import formats
from jotto.trees.aims import MEAN, read_aim
from jotto.trees.tree import NO_CLAIM, Claim, Make, Tree

KIND, FORMAT, ASSUMED = "certificate", 2, "assumed"
SCOPE = "allow", "limit", "aim"  # which strategies, in the first line
LARGEST = 1 << 29  # bytes
IMPOSSIBLE = 1 << 60  # a total that stands for none
CELLS = 1 << 19  # candidates x guesses that are counted at once
MASK_BITS = 64  # scores; of so few, those that came fit into a number
SAMPLE = 10  # assumed claims that are proved again


class PartClaim(NamedTuple):
    """A lower bound on the total of a set of candidates; None if it cannot be found at all."""

    bound: int | None
    needs: tuple[tuple[int, ...], ...] = ()  # guess, score code; third a claim about that part
    assumed: bool = False

    @property
    def total(self) -> int:
        """The bound, as a number."""
        return IMPOSSIBLE if self.bound is None else self.bound


class Place(NamedTuple):
    """What a claim is about: candidates, numbered as in Counter, and the guesses left.

    ``within``: so many guesses count, if most secrets are to be found within some.
    """

    members: Indices
    most: int
    within: int = 0

    @property
    def key(self) -> tuple[bytes, int, int]:
        """The same, to be looked up by."""
        return self.members.tobytes(), self.most, self.within

    def after(self, part: Indices) -> Place:
        """Return what is left of it after a guess: a part, and fewer guesses.

        No strategy of least cost needs more guesses than candidates: each guess either finds one or
        divides them, or else can be left out.
        """
        return Place(part, min(self.most - 1, len(part)), max(0, self.within - 1))


@dataclass(frozen=True)
class Cost:
    """What a secret costs, by its weight: ``guess`` for each guess, and ``late`` if it is late.

    It is late if it is found by none of the next ``within`` guesses. By this a total is that of all
    guesses (1, 0), the weight that is missed (0, 1), or both in order: as no strategy of least cost
    takes more guesses than there are candidates, n x weight + 1 is more than their total can be.
    """

    guess: int = 1
    late: int = 0
    within: int = 0

    @staticmethod
    def of(aim: str | None, weights: IntArray) -> Cost:
        """Return the cost by an aim. Raises GameError if sums of it would be too large."""
        text, k = read_aim(aim or MEAN)
        if k is None:
            return Cost()
        if not text.endswith(MEAN):
            return Cost(0, 1, k)
        weight = int(weights.sum())
        late = len(weights) * weight + 1
        if late * (weight + 1) > IMPOSSIBLE >> 1:
            raise GameError("there is no certificate: the weights are too large for both aims")
        return Cost(1, late, k)

    def at(self, turns: IntArray, within: int) -> IntArray:
        """Return what is paid for each of these turns, with so many guesses that count."""
        return np.asarray(self.guess * turns + self.late * (turns > within))

    def named(self, total: int) -> str:
        """Return a total of costs in words."""
        missed, guesses = (0, total) if not self.late else divmod(total, self.late)
        words = [f"{missed} missed"] * bool(self.late) + [f"a total of {guesses}"] * self.guess
        return " and ".join(words)


@dataclass(frozen=True)
class Checked(Plain):
    """The result of checking a certificate: what is wrong, and how much was only assumed."""

    wrong: tuple[str, ...]
    assumed: int = 0
    proved_again: int = 0


@dataclass(frozen=True)
class Certificate(Plain):
    """A tree, and what shows its claim: claims about parts of the candidates, the first about all.

    Certificates are equal if their trees and claims are.

    >>> import jotto
    >>> import tempfile
    >>> tree = jotto.solve(jotto.words(["hatch", "latch", "match"]))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     certificate = jotto.certify(tree, f"{folder}/proof")
    >>> certificate.claims[0].bound, certificate.verify()
    (6, Checked(wrong=(), assumed=0, proved_again=0))
    """

    tree: Tree
    claims: tuple[PartClaim, ...] = field(repr=False)
    _table = "claims"

    @property
    def about(self) -> Claim:
        """Which trees it is about: the claim of its tree, or else all trees."""
        return Claim() if self.tree.claim == NO_CLAIM else self.tree.claim

    def save(self, path: str | Path, *, game: str = "words") -> None:
        """Write it to a file; ``game`` as for ``Tree.save``. Raises FileError."""
        files.save(KIND, path, self._lines(game))

    def _lines(self, game: str) -> Iterator[str]:
        scores = self.tree.at.game.rule.texts
        yield json.dumps({"file": KIND, "format": FORMAT, **_scope(self.about), "scores": scores})
        yield "\n"
        yield " ".join(line.strip() for line in self.tree.lines(game)) + "\n"
        for claim in self.claims:
            needs = [ASSUMED] if claim.assumed else claim.needs
            yield json.dumps([claim.bound, *needs], separators=(",", ":")) + "\n"
        yield json.dumps({"claims": len(self.claims)}) + "\n"

    @staticmethod
    def recognises(path: Path) -> bool:
        """Return whether a file begins as a certificate does; False if it cannot be read."""
        try:
            with path.open("rb") as file:
                return f'{{"file": "{KIND}"'.encode() == file.read(22)
        except OSError:
            return False

    @staticmethod
    def load(path: str | Path, game: Game | Make[Any]) -> Certificate:
        """Read a certificate; ``game`` as for ``Tree.load``. Raises FileError."""
        check_arguments(Certificate.load, locals())
        path = Path(path)
        lines = formats.read_text(path, LARGEST, KIND).rstrip("\n").split("\n")
        n_claims = len(lines) - 3
        header = _header(_parsed(lines, 0, path), path)
        if n_claims < 1 or _parsed(lines, -1, path) != {"claims": n_claims}:
            reason = f"it is damaged or cut off: it holds {max(0, n_claims)} claims, or one more"
            raise FileError(KIND, path, reason, len(lines))
        tree = Tree.read(formats.parse(lines[1], path, line=2), game, path)
        if (claim := tree.claim).allow is None:  # of format 1: only the header says it
            scope: Any = {"allow": header["allow"], "max_guesses": header["limit"]}
            tree = replace(tree, claim=(claim := replace(claim, aim="mean", **scope)))
        if _scope(claim) != {name: header[name] for name in SCOPE if name in header}:
            wrong = "its allow, limit and aim are not those of its tree, on line 2"
            raise FileError(KIND, path, wrong, 1)
        if header.get("scores", scores := [*tree.at.game.rule.texts]) != scores:
            raise FileError(KIND, path, "its scores are not those of the rule, in their order", 1)
        return Certificate(tree, tuple(_claim(lines, at, path) for at in range(n_claims)))

    def verify(self, *, sample: int = SAMPLE, seed: int = 0) -> Checked:
        """Check the tree and every claim; prove ``sample`` of the assumed ones, chosen at random.

        The mistakes are listed. Raises FileError if it is damaged or for another prior.
        """
        wrong, stated, about = self.tree.verify(), self.tree.stated, self.about
        prior = stated["prior"] if stated else self.tree.at.game.prior_key
        position = self.tree.at
        counter = Counter(position, own=about.own, weighted=prior is not None, aim=about.aim)
        each = counter.cost.at(self.tree.checked.lengths.each, counter.cost.within)
        total = int(each @ position.game.weights(position.left) if prior else each.sum())
        if self.claims[0].bound != total:
            told = "the total of the tree is" if about.within is None else "of the tree it is"
            wrong.append(f"claim 0 says {self.claims[0].bound}, {told} {total}")
        if not about.countable:
            wrong.append(f"a certificate says nothing of {about.scope or 'two aims in order'}")
        places = list(self._places(counter))
        wrong += self._unproved(counter, places)
        assumed = [at for at, claim in enumerate(self.claims) if claim.assumed]
        chosen = random.Random(seed).sample(assumed, min(sample, len(assumed)))
        for at in sorted(chosen):
            least = Prover(counter).least(places[at], self.claims[at].total)
            if least < self.claims[at].total:
                wrong.append(f"claim {at} is assumed to be {self.claims[at].bound}, but is {least}")
        return Checked(tuple(wrong), len(assumed), len(chosen))

    def _places(self, counter: Counter) -> Iterator[Place]:
        """Yield what each claim is about. Raises FileError where they do not fit together."""
        n = len(counter.weights)
        cost, most = counter.cost, self.about.max_guesses
        # sums of what is less do not overflow
        highest = (cost.guess * (n + 1) + cost.late) * int(counter.weights.sum())
        known: list[Place | None] = [None] * len(self.claims)
        known[0] = Place(np.arange(n), n if most is None else min(most, n), cost.within)
        for at, claim in enumerate(self.claims):
            place, refused = known[at], partial(FileError, KIND, self.tree.path, where=at + 3)
            if place is None:
                raise refused(f"no claim before needs claim {at}")
            if claim.bound is not None and claim.bound > highest:
                raise refused(f"no least total is as high as {claim.bound}")
            for guess, code, *named in claim.needs:
                if guess >= counter.codes.shape[1] or code >= counter.win:
                    reason = f"there is no guess {guess}, or no score {code} other than the win"
                    raise refused(reason)
                if not named:
                    continue
                part, below = place.members[counter.codes[place.members, guess] == code], named[0]
                other, wrong = known[below], ""
                if not 0 < len(part) < len(place.members):
                    wrong = "which does not divide its candidates"
                elif other is not None and not np.array_equal(part, other.members):
                    wrong = f"but claim {below} is about another part"
                if wrong:
                    shown = counter.game.show(Turn(counter.game.guesses[guess], code))
                    raise refused(f"claim {at} needs claim {below} after {shown}, {wrong}")
                after = place.after(part)
                both = other or after  # what holds with more guesses holds with fewer
                most, within = max(after.most, both.most), max(after.within, both.within)
                known[below] = Place(part, most, within)
            yield place

    def _unproved(self, counter: Counter, places: Sequence[Place]) -> Iterator[str]:
        """Yield a line for each claim that does not follow from counting and the claims below."""
        for at, (claim, place) in enumerate(zip(self.claims, places, strict=True)):
            if claim.assumed:
                continue
            guess, low = counter.lowest(place, claim, self.claims)
            if low < claim.total:
                what = "that there is no strategy" if claim.bound is None else claim.bound
                name = str(counter.game.guesses[guess])
                yield f"claim {at} says {what}; nothing shows that {name!r} needs more than {low}"


class Counter:
    """Counts what guesses need at least, from the scores alone.

    Candidates are numbered from 0, the heaviest first; ``codes (A, G)`` are their scores, computed
    by the rule. Sets of candidates are ascending.
    """

    def __init__(self, at: Position, *, own: bool, weighted: bool, aim: str | None = MEAN) -> None:
        self.game, self.own, rule = at.game, own, at.game.rule
        weights = self.game.weights(at.left) if weighted else np.ones(len(at), np.int64)
        order = np.lexsort((self.game.guess_of[at.left], -weights))
        self.weights: IntArray = weights[order]
        self.cost = Cost.of(aim, weights)
        self.even = bool((weights == weights[0]).all())
        candidates = at.left[order]
        self.guess_of = self.game.guess_of[candidates]
        scores = rule.codes(self.game.guesses, take(self.game.secrets, candidates))
        self.codes: Scores = np.ascontiguousarray(scores.T)
        self.n_codes, self.win = rule.n_codes, rule.win
        self.masks = self.n_codes <= MASK_BITS
        if self.masks:
            kind: Any = np.uint32 if self.n_codes <= 32 else np.uint64
            self.bits = np.left_shift(kind(1), self.codes.astype(kind))

    def inside(self, members: Indices, guesses: Indices, codes: IntArray) -> Bools:
        """Return which candidates of a set (n, C) are in the part of each guess and score (C,)."""
        return np.asarray(self.codes[members[:, None], guesses] == codes)

    def counted(self, members: Indices, inside: Bools, prices: IntArray) -> IntArray:
        """Return the total that each part (n, C) needs at least, by its size alone: (C,)."""
        return np.asarray(self.weights[members] @ (prices[np.cumsum(inside, axis=0)] * inside))

    def seen(self, members: Indices, inside: Bools, within: int = 0) -> IntArray:
        """Return a lower bound on the total of each part (n, C), from every guess tried once: (C,).

        Of every part after a guess, at best the heaviest is found by the next guess and each other
        by the one after that: the total of a guess is at least twice the weight of the set, plus
        the weight of all that are not the heaviest of their part, minus its own if it may win. In
        general, the first, second or third guess costs so much for each.
        """
        sizes = inside.sum(axis=0)
        low, order = np.zeros(len(sizes), np.int64), np.argsort(-sizes, kind="stable")
        order = order[: np.count_nonzero(sizes)]  # an empty part needs nothing
        while len(order):  # parts of about the same size, the largest first
            cells = int(sizes[order[0]]) * self.codes.shape[1]
            some, order = np.split(order, [max(1, CELLS // cells)])
            low[some] = self._seen(members, inside[:, some], within)
        return low

    def _seen(self, members: Indices, inside: Bools, within: int) -> IntArray:
        """Do the same for a few parts of about the same size."""
        if not self.masks:
            parts = (members[each] for each in inside.T)
            bounds = (self.totals(Place(part, len(part), within))[0] for part in parts)
            return np.array([each.min() for each in bounds])
        sizes = inside.sum(axis=0)
        real = np.arange(sizes.max()) < sizes[:, None]
        sets = np.repeat(inside.argmax(axis=0)[:, None], sizes.max(), axis=1)
        sets[real] = np.nonzero(inside.T)[1]  # short parts are filled up with their first
        sets = members[sets]
        weights, counts = self.weights[sets], self.weights[sets] * real
        if self.even:
            n_kinds = np.bitwise_count(np.bitwise_or.reduce(self.bits[sets], axis=1))
            low = self.weights[0] * (sizes[:, None] - n_kinds)
        else:
            kinds = self.bits[sets[:, 0]]
            low = np.zeros(kinds.shape, np.int64)
            for i in range(1, sets.shape[1]):  # the heaviest come first
                bits = self.bits[sets[:, i]]
                low += counts[:, i, None] * ((kinds & bits) != 0)
                kinds |= bits
            n_kinds = np.bitwise_count(kinds)
        first, second, third = self.cost.at(np.arange(1, 4), within).tolist()
        low = (third - second) * low + second * counts.sum(axis=1)[:, None]
        own = np.arange(len(sets))[:, None], self.guess_of[sets]
        low[own] -= (second - first) * weights  # the first, which may come again, once
        low[(n_kinds == 1) & (sizes > 1)[:, None]] = IMPOSSIBLE  # the guess tells nothing
        return np.asarray((low[own] if self.own else low).min(axis=1))

    def totals(self, place: Place) -> tuple[IntArray, IntArray]:
        """Return the least total that each guess may lead to, (G,), and the prices of a part.

        These are what its first, second, .. costs at ``least_turns``. IMPOSSIBLE stands for guesses
        that tell nothing or leave a part that is too large for the guesses left.
        """
        members, most, within = place
        rows, n, weights = self.codes[members], len(members), self.weights[members]
        n_guesses = rows.shape[1]
        cells = rows.astype(np.intp) * n_guesses + np.arange(n_guesses)
        sizes = np.bincount(cells.ravel(), minlength=self.n_codes * n_guesses)
        sizes = sizes.reshape(self.n_codes, n_guesses)[: self.win]
        turns = least_turns(sizes, n)
        prices = self.cost.at(turns, max(0, within - 1))
        if self.even:
            totals = weights[0] * (self.cost.guess * n + np.cumsum(prices)[sizes].sum(axis=0))
        else:
            found = np.zeros(self.n_codes * n_guesses, np.int64)
            totals = np.full(n_guesses, self.cost.guess * weights.sum())
            for at, weight in zip(cells, weights.tolist(), strict=True):  # the heaviest first
                found[at] += 1
                totals += weight * prices[found[at]]
            totals[self.guess_of[members]] -= prices[1] * weights  # a win was counted as a part
        if within == 0:  # also what the guess itself finds is late
            totals[self.guess_of[members]] += self.cost.late * weights
        largest = sizes.max(axis=0)
        totals[(largest == n) | (turns[largest] > most - 1)] = IMPOSSIBLE
        if self.own:
            others = np.ones(n_guesses, bool)
            others[self.guess_of[members]] = False
            totals[others] = IMPOSSIBLE
        return totals, prices

    def lowest(self, place: Place, claim: PartClaim, every: Sequence[PartClaim]) -> tuple[int, int]:
        """Return the guess with the lowest bound, and that bound, given what is known of parts."""
        members, needs, (totals, prices) = place.members, claim.needs, self.totals(place)
        if needs:
            guesses, codes = np.array([need[:2] for need in needs]).T
            inside = self.inside(members, guesses, codes)
            look = np.array([len(need) == 2 for need in needs])
            known = np.zeros(len(needs), np.int64)
            known[look] = self.seen(members, inside[:, look], max(0, place.within - 1))
            known[~look] = [every[need[2]].total for need in needs if len(need) == 3]
            np.add.at(totals, guesses, np.maximum(0, known - self.counted(members, inside, prices)))
            totals[guesses[known >= IMPOSSIBLE]] = IMPOSSIBLE  # of several, the sum may overflow
        guess = int(totals.argmin())
        return guess, int(totals[guess])


def least_turns(sizes: IntArray, n: int) -> IntArray:
    """Return the turn at which the first, second, .. n-th can be found: (n + 1,), counted from 1.

    ``sizes (K, G)`` of the parts of some n candidates, for each guess, without the win. For any
    strategy, and any of these candidates in order of the turns at which they are found, the i-th is
    not found before turn ``[i]``. So the sum of weight x turn, the heaviest first, is a lower bound
    on the total of any subset.

    Proof, by induction on the turn of the i-th. The guess finds one candidate at most; so i - 1 of
    the first i are in its parts. Say that k of them are in one part and no more in any other: they
    are the first k or fewer of each part, and no guess has more than ``places(k)`` candidates, the
    sum over its parts of k or their size if that is less, so ``i - 1 <= places(k)``. The k-th of
    that part is found at turn [k] or later of what follows the guess, and no later than the i-th of
    all. The least such k gives the bound, since [k] does not decrease; and what is true of a set is
    true of its subsets, whose parts are no larger.

    >>> sizes = np.array([[3, 1, 0], [2, 1, 1]]).T
    >>> least_turns(sizes, 5).tolist()  # one, then three by the second guess, then one
    [0, 1, 2, 2, 2, 3]
    """
    turns, k = np.ones(n + 1, np.int64), 0
    turns[0], places = 0, 0
    for i in range(2, n + 1):
        while places < i - 1:
            k += 1
            places = int(np.minimum(sizes, k).sum(axis=0).max())
        turns[i] = 1 + turns[k]
    return turns


@dataclass(frozen=True, eq=False)
class Prover:
    """Proves claims by trying every guess, slowly."""

    counter: Counter
    known: dict[tuple[bytes, int, int], tuple[int, int]] = field(default_factory=dict)

    def least(self, place: Place, limit: int) -> int:
        """Return the least total of a set if that is below ``limit``, else a bound not below it."""
        key = place.key
        low, high = self.known.get(key, (0, IMPOSSIBLE))
        if low < min(limit, high):
            totals, prices = self.counter.totals(place)
            low = IMPOSSIBLE
            for guess in np.argsort(totals, kind="stable").tolist():
                if totals[guess] >= min(low, limit):
                    low = min(low, int(totals[guess]))
                    break
                low = min(low, self._after(place, guess, min(low, limit), totals, prices))
            self.known[key] = low, low if low < limit else high
        return low

    def _after(
        self, place: Place, guess: int, limit: int, totals: IntArray, prices: IntArray
    ) -> int:
        """Do the same with a given guess."""
        members = place.members
        total, codes = int(totals[guess]), self.counter.codes[members, guess]
        parts = [members[codes == code] for code in np.unique(codes) if code != self.counter.win]
        for part in sorted(parts, key=len):
            if total >= limit:
                break
            known = int(self.counter.weights[part] @ prices[1 : len(part) + 1])  # by its size alone
            total += max(0, self.least(place.after(part), limit - total + known) - known)
        return min(total, IMPOSSIBLE)


def _parsed(lines: Sequence[str], at: int, path: Path) -> Any:
    """Read a line of JSON. Raises FileError."""
    try:
        return files.from_json(lines[at])
    except (ValueError, IndexError):
        raise FileError(KIND, path, "it is damaged or cut off", at % len(lines) + 1) from None


def _scope(claim: Claim) -> dict[str, Any]:
    """Return what the first line says of the strategies that a certificate is about."""
    aim = {"aim": claim.aim} if claim.within else {}
    return {"allow": claim.allow, "limit": claim.max_guesses, **aim}


def _header(header: Any, path: Path) -> dict[str, Any]:
    """Check the first line of a certificate. Raises FileError."""
    if not isinstance(header, dict) or header.get("file") != KIND:
        raise FileError(KIND, path, "it is no certificate", 1)
    if (number := header.get("format")) not in (1, FORMAT):
        reason = f"its format is {quoted(str(number))}; this jotto reads formats 1 and {FORMAT}"
        raise FileError(KIND, path, reason, 1)
    names = {"file", "format", "allow", "limit", *(["scores"] if number == FORMAT else [])}
    choices, limits = ("all", "candidates"), (int, type(None))
    if (
        {*header} - {"aim"} == names
        and header["allow"] in choices
        and type(header["limit"]) in limits
    ):
        return header
    right = "'allow', all or candidates, 'limit', a number or null, and 'scores'"
    raise FileError(KIND, path, f"it must have {right}", 1)


def _claim(lines: Sequence[str], at: int, path: Path) -> PartClaim:
    """Read a claim, whose guesses and scores are still to be checked. Raises FileError."""
    match _parsed(lines, at + 2, path):
        case [bound, "assumed"] if bound is None or _are_whole([bound]):
            return PartClaim(bound, assumed=True)
        case [bound, *rest] if bound is None or _are_whole([bound]):
            needs = tuple(tuple(each) if isinstance(each, list) else () for each in rest)
            named = [need[2] for need in needs if len(need) == 3]
            right = {*map(len, needs)} <= {2, 3} and all(map(_are_whole, needs))
            right = right and len({need[:2] for need in needs}) == len(needs)
            if right and all(at < below < len(lines) - 3 for below in named):
                return PartClaim(bound, needs)
    form = "[bound, [guess, score], [guess, score, a later claim], ..], each guess and score once"
    raise FileError(KIND, path, f"a claim must be {form}", at + 3)


def _are_whole(numbers: Sequence[Any]) -> bool:
    """Return whether these are numbers from 0, and not too large."""
    return {*map(type, numbers)} <= {int} and 0 <= min(numbers) <= max(numbers) < IMPOSSIBLE
