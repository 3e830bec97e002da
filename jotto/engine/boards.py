"""Several boards: several secrets of one game, and one guess for all of them.

A guess is scored on every board whose secret was not yet guessed, until all are found. Its value
is the sum of its values on the open boards; a word that is certain on one of them is guessed at
once, because it has to be guessed some time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial, reduce
from itertools import product, zip_longest
from math import prod
from typing import Any, Generic, cast

import numpy as np

from jotto import core, stopping
from jotto.core.advice import add_board, best_on_boards
from jotto.engine.allowed import any_guess, only_candidates
from jotto.engine.game import Bools, Game, Indices, IntArray, T, Turn
from jotto.engine.measures import MEASURES, AnyMeasure, costs_by, decided, ranking, values
from jotto.engine.position import (
    LEAST_SAMPLE,
    MOST_SAMPLED,
    Advice,
    AnyStrategy,
    Position,
    Strategy,
    advise,
    all_valued,
    check_open,
    drawn as drawn_guesses,
    position_of,
    sample,
    spread,
    strategy_of,
)
from jotto.errors import (
    ContradictionError,
    GameError,
    JottoError,
    ScoreError,
    TurnError,
    boards_named,
    check_arguments,
    count,
)
from jotto.notebook import table
from jotto.plain import Plain, Rows, plain
from jotto.progress import meter

FEWEST, MOST = 2, 32  # boards
BETWEEN = "+"  # scores of one guess: no rule's scores have it
MOST_COUNTED = 100_000  # combinations of secrets that are played one by one
AHEAD = 40  # combinations of candidates; up to so many, games are looked ahead to their end
TRIED = 10  # guesses, besides the candidates
ENTROPY = MEASURES["entropy"]
CERTAIN = 1 << 54  # more than any value
ALL_TRUE = "answers may be false on one board, not on several"
NOT_HARD = "several boards allow all guesses, or the candidates"


@dataclass(frozen=True)
class Boards(Plain, Generic[T]):
    """Several secrets of one game, each guess being scored on every board that is not yet found.

    ``boards`` are positions, in their order; one that is found has no further turns. If
    ``distinct``, the secrets differ.

    >>> import jotto
    >>> at = jotto.boards(jotto.words(["hatch", "latch", "match", "crane"]), 2, "hatch=4,0+0,2")
    >>> [board.candidates for board in at.boards], at.choose()
    ([['latch', 'match'], ['crane']], 'crane')
    >>> at = at.after("crane", ["0,2", "5,0"])
    >>> at.found, at.after("latch", "5,0").over
    ((None, 'crane'), True)
    """

    boards: tuple[Position[T], ...]
    distinct: bool = True
    _plain = "turns distinct boards"

    def __len__(self) -> int:
        return len(self.boards)

    def __repr__(self) -> str:
        left = sum(len(self.boards[at]) for at in self.open)
        still = f"{len(self.open)} of {len(self)} open, {count(left, 'candidate')} in all"
        return f"Boards({still}, after {count(self.made, 'guess')})"

    def _repr_html_(self) -> str:
        names = [f"{board.candidates[0] if board.won else len(board)}" for board in self.boards]
        rows = [(guess, *(score or "" for score in scores)) for guess, scores in self.turns]
        return table(("guess", *names), rows, "above each board: its secret, or how many are left")

    def _rows(self) -> Iterator[dict[str, Any]]:
        for number, (board, secret) in enumerate(zip(self.boards, self.found, strict=True), 1):
            yield {"board": number, "left": len(board), "found": plain(secret)}

    @property
    def game(self) -> Game[T]:
        """The game of all boards."""
        return self.boards[0].game

    @property
    def made(self) -> int:
        """How many guesses were made."""
        return max(len(board.made) for board in self.boards)

    @property
    def turns(self) -> tuple[tuple[T, tuple[str | None, ...]], ...]:
        """The guesses so far, each with its score on every board; None on those found before."""
        longest = max((board.turns for board in self.boards), key=len)
        scores = zip_longest(*([score for _, score in board.turns] for board in self.boards))
        return tuple((guess, each) for (guess, _), each in zip(longest, scores, strict=True))

    @property
    def found(self) -> tuple[T | None, ...]:
        """The secret of each board that is found; None for the others."""
        return tuple(board.candidates[0] if board.won else None for board in self.boards)

    @property
    def open(self) -> tuple[int, ...]:
        """The boards not yet found, by number from 0: the fewest candidates first."""
        still = [at for at, board in enumerate(self.boards) if not board.won]
        return tuple(sorted(still, key=lambda at: len(self.boards[at])))

    @property
    def known(self) -> dict[int, T]:
        """The open boards, by number from 0, with one candidate; its word."""
        one = (at for at in self.open if len(self.boards[at]) == 1)
        return {at: self.boards[at].candidates[0] for at in one}

    @property
    def over(self) -> bool:
        """Whether all boards are found: nothing is left to guess, see ``Position.won``."""
        return not self.open

    def after(self, guess: Any, scores: str | Sequence[Any]) -> Boards[T]:
        """Return the boards after one more guess.

        ``scores``: one for each board that is still open, in their order, or a text with ``+``
        between them; or one for every board, see ``of_open``. Raises WordError, ScoreError, or
        ContradictionError naming the board.
        """
        check_arguments(Boards.after, {"scores": scores})
        check_open(*self.boards)
        after, item = list(self.boards), self.game.read(guess)
        texts = scores.split(BETWEEN) if isinstance(scores, str) else list(map(str, scores))
        told = told_of(self.game, item, texts, self.found)
        for at, text in told.items():
            try:
                after[at] = after[at].then(Turn(item, self.game.rule.read(text)))
            except ContradictionError as error:
                error.args = (f"board {at + 1}: {error}",)
                raise
        changed = replace(self, boards=tuple(after))
        try:
            changed.check_differ()
        except GameError as error:
            raise ScoreError(BETWEEN.join(told.values()), str(error)) from None
        return changed

    def check_differ(self) -> None:
        """Raise GameError if two boards can only have the same secret, but are to differ."""
        alone = [int(board.left[0]) for board in self.boards if len(board) == 1]
        if self.distinct and len(set(alone)) < len(alone):
            same = next(secret for secret in alone if alone.count(secret) > 1)
            name = str(self.game.secrets[same])
            raise GameError(f"two boards would have {name!r}, but they differ")

    def choose(self, strategy: AnyStrategy = "entropy") -> T:
        """Return the next guess by a strategy. Raises GameError if nothing is left to guess."""
        return self.rank(strategy, 1)[0].guess

    def rank(self, strategy: AnyStrategy = "entropy", top: int = 10) -> Rows[Advice[T]]:
        """Return the ``top`` best guesses by a strategy, best first, measured over open boards.

        Raises GameError if all boards are found (``over``).
        """
        check_arguments(Boards.rank, {"top": top})
        check_open(*self.boards)
        chosen, views = strategy_of(strategy), [self.boards[at] for at in self.open]

        def ranked() -> list[Advice[T]]:
            best = ranked_on(views, chosen, top)
            each = zip(*(advise(self.boards[at], best.tolist()) for at in self.open), strict=True)
            return list(map(together, each))

        return Rows(self.game.remembered((chosen, top, self), ranked))

    def measure(self, guess: Any) -> Advice[T]:
        """Measure one guess over the open boards, see ``together``. Raises WordError."""
        check_open(*self.boards)
        return together([self.boards[at].measure(guess) for at in self.open])

    def play(self, secrets: Sequence[Any], strategy: AnyStrategy = "entropy") -> Boards[T]:
        """Play to the end against known secrets, one for each board; return the boards then.

        Raises WordError, and GameError if there are not as many secrets as boards.

        >>> import jotto
        >>> jotto.boards(jotto.words(["hatch", "latch", "crane"]), 2).play(["crane", "latch"]).turns
        (('hatch', ('0,2', '4,0')), ('latch', ('0,2', '5,0')), ('crane', ('5,0', None)))
        """
        check_arguments(Boards.play, {"secrets": secrets})
        at, read = self, [self.game.read(secret) for secret in secrets]
        if len(read) != len(self) or (self.distinct and len(set(read)) < len(read)):
            different = "different " * self.distinct
            raise GameError(f"{len(self)} boards need {len(self)} {different}secrets")
        while not at.over:
            guess = at.choose(strategy)
            at = at.after(guess, [self.game.score(guess, read[board]) for board in sorted(at.open)])
        return at


def boards(game: Game[T], n: int, *turns: Any, distinct: bool = True) -> Boards[T]:
    """Return ``n`` boards of a game, 2 to 32, after some turns.

    A turn is a pair ``(guess, scores)`` or a text such as ``"salet=BYBBB+BBYGG"``: a score for each
    board that is still open. With ``distinct=False`` the secrets are drawn independently. Raises
    GameError, TurnError, ContradictionError.

    >>> import jotto
    >>> game = jotto.words(["hatch", "latch", "crane"])
    >>> jotto.boards(game, 2, ("hatch", ["0,2", "4,0"])).choose()
    'latch'
    """
    check_arguments(boards, {"game": game, "n": n, "distinct": distinct})
    if not FEWEST <= n <= MOST:
        raise GameError(f"{n} boards: there can be {FEWEST} to {MOST}").about("boards")
    if distinct and n > len(game):
        raise GameError(f"{n} boards need as many different secrets; there are {len(game)}").about(
            "boards"
        )
    if game.noisy:
        raise GameError(ALL_TRUE).about("boards")
    at = Boards((position_of(game),) * n, distinct)
    for number, turn in enumerate(turns, 1):
        pair = game.pair_of(number, turn, f"WORD=SCORE{BETWEEN}SCORE")
        try:
            at = at.after(*pair)
        except ContradictionError:
            raise
        except JottoError as error:
            raise TurnError(number, str(error)) from error
    return at


def told_of(game: Game, guess: Any, texts: Sequence[str], found: Sequence[Any]) -> dict[int, str]:
    """Return the score of each open board, of those ``found`` being their secrets, else None.

    Raises ScoreError if there is not one for each.
    """
    still = [at for at, secret in enumerate(found) if secret is None]
    texts = of_open(game, guess, texts, found)
    if len(texts) != len(still):
        names = boards_named(still) if still else "none"
        reason = f"it has {count(len(texts), 'score')}; write one for each open board, {names},"
        raise ScoreError(BETWEEN.join(texts), f"{reason} with {BETWEEN} between them")
    return dict(zip(still, texts, strict=True))


def of_open(game: Game, guess: Any, texts: Sequence[str], found: Sequence[Any]) -> list[str]:
    """Drop the scores of boards that are ``found`` (their secrets, else None), if all have one.

    Raises ScoreError for one that is neither what the secret gives, nor that nothing fits.
    """
    if len(texts) != len(found):
        return [*texts]
    for at, (text, secret) in enumerate(zip(texts, found, strict=True)):
        right = None if secret is None else game.rule.score(guess, secret)
        if right is not None and game.rule.read(text) not in (0, right):
            reason = f"it cannot be: board {at + 1} is found, and gives {game.rule.texts[right]}"
            raise ScoreError(text, f"{reason}; leave it out")
    return [text for text, secret in zip(texts, found, strict=True) if secret is None]


def together(each: Sequence[Advice[T]]) -> Advice[T]:
    """Add up what a guess is worth on boards; its ``chance`` is how many it finds on average."""
    names = "bits", "expected_left", "worst_left", "parts", "chance"
    sums = {name: sum(getattr(advice, name) for advice in each) for name in names}
    return replace(each[0], candidate=any(advice.candidate for advice in each), **sums)


# --- choosing a guess -----------------------------------------------------------------------------


def ranked_on(views: Sequence[Position], strategy: Strategy, top: int) -> Indices:
    """Return the best guesses (indices) for open boards.

    By measures, the sum of the values on all boards with the chance of a hit decides, certain words
    first. Without, the strategy advises on the board with the fewest candidates.
    """
    check_strategy(strategy)
    game, made, lefts = views[0].game, len(views[0].made), [view.left for view in views]
    if made < len(strategy.opening):
        return np.array([game.index(strategy.opening[made])])
    if not strategy.measures:
        return np.array([strategy.choose(min(views, key=len))])
    may: Bools = reduce(np.logical_or, map(strategy.allowed, views))
    guesses, candidate = tried(views, may), np.zeros(len(may), np.bool_)
    if not all(all_valued(view, len(guesses)) for view in views):
        each, keep = len(guesses) * len(views), MOST_SAMPLED // sum(map(len, views))
        some = [sample(view, MOST_SAMPLED // each).left for view in views]
        best = np.argsort(worth_on(game, some, guesses, strategy)[guesses], kind="stable")
        guesses = np.sort(guesses[best[: max(top, keep)]])
    worth = worth_on(game, lefts, guesses, strategy)
    for left in lefts:
        candidate[game.guess_of[left]] = True
    order = guesses[ranking(worth[guesses], candidate[guesses])]
    many = prod(map(len, lefts))
    if len(guesses) < len(may) or many > AHEAD or min(map(len, lefts)) == 1:
        return order[:top]
    first = looked_ahead(game, lefts, order)
    return np.concatenate(([first], order[order != first]))[:top]


def tried(views: Sequence[Position], may: Bools) -> Indices:
    """Return the guesses that are tried: see ``drawn``; the fewer the more boards differ."""
    guesses = np.unique(np.concatenate([drawn_guesses(view, may) for view in views]))
    if all(all_valued(view, len(guesses)) for view in views):
        return guesses
    different = len({view.left.tobytes() for view in views})
    some = guesses[spread(len(guesses), MOST_SAMPLED // LEAST_SAMPLE // different)]
    certain = [view.game.guess_of[view.left] for view in views if len(view) == 1]
    return np.unique(np.concatenate([some, *certain]))


def worth_on(
    game: Game, lefts: Sequence[Indices], guesses: Indices, strategy: Strategy
) -> IntArray:
    """Value ``guesses`` on all boards, the least first, with ties broken: (G,), of others 0."""
    sums = [summed(game, lefts, measure, guesses) for measure in strategy.measures]
    each = [values_of_all[guesses] for values_of_all in sums]
    worth = np.zeros(len(game.guesses), np.int64)
    worth[guesses] = decided(strategy.measures, each, game, lefts, guesses)
    for left in lefts:
        worth[game.guess_of[left]] -= CERTAIN * (len(left) == 1)
    return worth


def looked_ahead(game: Game, lefts: Sequence[Indices], order: Indices) -> int:
    """Return the guess (an index) that ends the games soonest, over all combinations of secrets.

    Tried are, in ``order``, all candidates and the ``TRIED`` best other guesses. A certain word is
    guessed at once.
    """
    rows = np.concatenate(lefts)
    own, mine = game.guess_of[rows], np.isin(order, game.guess_of[rows])
    tried = order[mine | (np.cumsum(~mine) <= TRIED)]
    ends = np.cumsum([len(left) for left in lefts]).tolist()
    sets = [2**end - 2 ** (end - len(left)) for end, left in zip(ends, lefts, strict=True)]
    places = np.argsort(tried)[np.searchsorted(np.sort(tried), own)]
    codes, win = game.columns(rows, tried).T, game.rule.win
    return int(tried[best_on_boards(sets, game.weights(rows), places, codes, win)])


def check_strategy(strategy: Strategy) -> None:
    """Raise GameError for a strategy that plays one board only."""
    if strategy.tree is not None:
        raise GameError("several boards do not follow a tree").about("strategy")
    if strategy.stateful:
        raise GameError(f"{strategy} plays one board: its players remember their games")
    if strategy.allow not in (any_guess, only_candidates):
        raise GameError(NOT_HARD).about("allow")


def summed(game: Game, lefts: Sequence[Indices], measure: AnyMeasure, guesses: Indices) -> IntArray:
    """Add up what ``guesses`` leave, per candidate, minus their chances of a hit; (G,) int64.

    How parts and hits are weighed against each other is said in ``core.h``: ON_BOARDS, add_board.
    """
    bits, weighed = measure is ENTROPY, game.prior is not None and bool(measure.weighed)
    measure = replace(ENTROPY, costs=costs_of_parts) if bits else measure
    total, known = np.zeros(len(game.guesses), np.int64), dict[bytes, IntArray]()
    some = None if len(guesses) == len(total) else guesses
    for left in lefts:
        if (key := left.tobytes()) not in known:
            known[key], worth = np.zeros_like(total), np.zeros_like(total)
            worth[guesses] = values(game, left, measure, some)
            own, weights = game.guess_of[left], game.weights(left)
            add_board(known[key], worth, own, weights, by_bits=bits, weighed=weighed)
        total += known[key]
    return total


costs_of_parts = partial(costs_by, core.ON_BOARDS)


# --- playing many games ---------------------------------------------------------------------------


def lengths_on(at: Boards, secrets: Indices, strategy: Strategy) -> IntArray:
    """Play ``secrets (N, n)``, one column for each board; return the guesses of each game (N,).

    Games in which the same was said so far are played together.
    """
    game, each, still = at.game, np.zeros(len(secrets), np.int64), sorted(at.open)
    waiting = [(np.arange(len(secrets)), still, [at.boards[b] for b in still])] if still else []
    tell = meter("games", len(secrets))
    while waiting:
        stopping.check()
        tell(int(np.count_nonzero(each)))
        games, still, views = waiting.pop()
        guess = int(ranked_on(views, strategy, 1)[0])
        codes = [game.codes(guess, secrets[games, board]) for board in still]
        after = [dict(view.parts(guess)) for view in views]
        kinds, which = np.unique(np.array(codes), axis=1, return_inverse=True)
        for kind, scores in enumerate(kinds.T.tolist()):
            same = games[which.ravel() == kind]
            rest = [b for b, code in enumerate(scores) if code != game.rule.win]
            if rest:
                waiting.append(
                    (same, [still[b] for b in rest], [after[b][scores[b]] for b in rest])
                )
            else:
                each[same] = len(views[0].made) + 1 - at.made
    return each


def combinations(at: Boards) -> Indices | None:
    """Return every combination of secrets, (N, n), one column for each board; None if too many."""
    lefts = [board.left.tolist() for board in at.boards]
    if prod(map(len, lefts)) > (MOST_COUNTED if at.game.prior is None else 1):
        return None
    every = np.array(list(product(*lefts)))
    return every[differ(every)] if at.distinct else every


def drawn(at: Boards, games: int, seed: int) -> Indices:
    """Draw the secrets of so many games, (games, n), by their weights, to agree with all turns."""
    draw, lefts = np.random.default_rng(seed), [board.left for board in at.boards]
    weights = [at.game.weights(left) / at.game.weights(left).sum() for left in lefts]
    if not at.made:  # drawn one after another: as many boards as secrets would hardly ever differ
        once = partial(draw.choice, lefts[0], len(at), replace=not at.distinct, p=weights[0])
        return np.array([once() for _ in range(games)])
    rows = np.zeros((0, len(at)), np.intp)
    while len(rows) < games:
        pairs = zip(lefts, weights, strict=True)
        more = np.array([draw.choice(left, games, p=weight) for left, weight in pairs]).T
        rows = np.concatenate((rows, more[differ(more)] if at.distinct else more))
    return rows[:games]


def differ(rows: Indices) -> Bools:
    """Return in which of ``rows (N, n)`` all numbers differ, (N,)."""
    return cast(Bools, np.diff(np.sort(rows, axis=1), axis=1).all(axis=1))
