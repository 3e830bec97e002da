"""A position, how its next guess is chosen, and what guesses are worth there.

A ``Position`` is a game together with the turns so far; they determine the candidates. A
``Strategy`` chooses the next guess: by the lowest value of a measure, by a tree, or at
random. An ``Advice`` says what one guess is worth before its score is known.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from numbers import Integral
from typing import Any, Generic, cast

import numpy as np

from jotto.engine import lies as false_answers
from jotto.engine.advice import Advice as Advice, advice_on as advice_on
from jotto.engine.allowed import Allow, allow_name, among, any_guess, is_useful, only_candidates
from jotto.engine.game import (
    LARGEST_MATRIX,
    LIE_CHANCE,
    MOST_SCORES,
    Bools,
    Game,
    Indices,
    IntArray,
    R,
    Scores,
    T,
    Turn,
    partition,
    take,
)
from jotto.engine.measures import (
    AnyMeasure,
    Measure,
    decided,
    measures_named,
    ranking,
    values,
)
from jotto.engine.own import (
    TREE as TREE,
    Function,
    Guide as Guide,
    decision,
    guess_of,
    is_stateful,
    own_strategy,
    player_of,
    takes,
)
from jotto.engine.texts import in_order, is_hashable
from jotto.errors import (
    ContradictionError,
    GameError,
    JottoError,
    ScoreError,
    TurnError,
    check_arguments,
    quoted,
)
from jotto.notebook import table, tiles
from jotto.plain import Plain, Rows

FALSE = "lies are not supported here; play, suggest, evaluate, explain, review, watch take them"
BY_ENTROPY = "where answers may be false, guesses are valued by entropy; simple and random go too"
SHOWN = 10  # candidates in a notebook
FEW_RANKED = 50  # guesses; longer rankings are not remembered

# --- positions ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Position(Plain, Generic[T]):
    """A game together with the turns so far; these determine the ``len(at)`` candidates.

    For the engine: ``history`` holds the turns with their score codes, ``made`` the indices of
    their guesses (-1 for one not in the list), ``left (A,)`` those of the candidates, ascending;
    ``false (A,)``, or (1,) if the game has no lies, how many answers are false for each.

    >>> import jotto
    >>> at = jotto.start(jotto.words(["hatch", "latch", "match", "crane"]), "hatch=4,0")
    >>> at.candidates, at.turns, at.partition("latch")
    (['latch', 'match'], (('hatch', '4,0'),), {'4,0': ['match'], '5,0': ['latch']})
    >>> at
    Position(2 candidates after hatch=4,0)
    """

    game: Game[T] = field(repr=False)
    history: tuple[Turn[T], ...]
    made: tuple[int, ...] = field(repr=False, compare=False)
    left: Indices = field(repr=False, compare=False)
    false: Indices = field(default_factory=lambda: np.zeros(1, np.intp), repr=False, compare=False)
    _plain, _table = "turns won candidates chances", "candidate=candidates chance=chances"

    def __len__(self) -> int:
        return len(self.left)

    def __repr__(self) -> str:
        after = "".join(f" {self.game.show(turn)}" for turn in self.history)
        noun = "candidate" if len(self) == 1 else "candidates"
        return f"Position({len(self):,} {noun}{after and ' after'}{after})"

    def _repr_html_(self) -> str:
        rule = self.game.rule
        rows = [(tiles(rule.spell(g), t) if rule.tiles else g, t) for g, t in self.turns]
        some = ", ".join(map(str, self.candidates[:SHOWN])) + ", ..." * (len(self) > SHOWN)
        return table(("guess", "score"), rows, f"{len(self):,} left: {some}")

    @property
    def turns(self) -> tuple[tuple[T, str], ...]:
        """The guesses so far, each with its score."""
        return tuple((turn.guess, self.game.rule.texts[turn.code]) for turn in self.history)

    @property
    def candidates(self) -> Sequence[T]:
        """The secrets that agree with every turn, in the order of the list."""
        return take(self.game.secrets, self.left)

    @property
    def won(self) -> bool:
        """Whether the last guess was the secret: the game is over, nothing is left to guess.

        What counts further guesses counts 0 then (evaluate, compare, worst_case). What proposes,
        measures or adds a guess raises the GameError of ``check_open`` (rank, measure,
        partition, after, strategies, solve, trees). What looks back stays as it is (candidates,
        chances, explain, review). So it is for ``jotto.Boards`` once all are found.
        """
        return bool(self.history) and self.history[-1].code == self.game.rule.win

    @property
    def weights(self) -> IntArray:
        """The weights of the candidates, (A,) int64: their prior, and how many lies each needs."""
        if not self.game.noisy:
            return self.game.weights(self.left)
        of = "weights", len(self)  # see sample
        return self.remembered(of, lambda: false_answers.weights(self))

    @property
    def chances(self) -> np.typing.NDArray[np.float64]:
        """The probability of each candidate, (A,).

        >>> import jotto
        >>> at = jotto.start(jotto.words(["hatch", "latch", "match", "crane"]), "hatch=4,0", lies=1)
        >>> list(zip(at.candidates, at.chances.round(3).tolist()))
        [('latch', 0.498), ('match', 0.498), ('crane', 0.003)]
        """
        return np.asarray(self.weights / self.weights.sum())

    @property
    def false_chances(self) -> tuple[float, ...]:
        """The probability that the answer of each turn is false.

        >>> import jotto
        >>> game = jotto.words(["hatch", "latch", "match", "crane"])
        >>> jotto.start(game, "hatch=4,0", "crane=4,0", lies=1).false_chances
        (0.0, 1.0)
        """
        if not (self.game.lies and self.history):
            return (0.0,) * len(self.history)
        chances = self.game.false(self.history, self.left) @ self.chances
        return tuple(chances.round(9).tolist())

    @property
    def likeliest(self) -> list[T]:
        """The candidates, the likeliest first, equals in the order of the list."""
        order = np.argsort(-self.weights, kind="stable")
        return list(take(self.game.secrets, self.left[order]))

    def after(self, guess: Any, score: Any) -> Position[T]:
        """Return the position after one more turn.

        Raises WordError, ScoreError, or ContradictionError if no candidate agrees with it.

        >>> import jotto
        >>> jotto.start(jotto.words(["hatch", "latch", "crane"])).after("hatch", "4,0").candidates
        ['latch']
        """
        check_open(self)
        code = self.game.read_score(score)
        return self.then(Turn(self.game.read(guess), code))

    def then(self, turn: Turn[T]) -> Position[T]:
        """Return the position after one more turn, already read. Raises ContradictionError."""
        game, false = self.game, self.false

        def agreeing() -> tuple[Indices, Indices]:
            if turn.code == game.rule.win:
                agrees = self.left == game.find_secret(turn.guess)
            elif not game.lies:
                agrees = game.rule.tells(game.codes_of(turn.guess, self.left), turn.code)
            else:
                codes = game.codes_of(turn.guess, self.left)
                now = false + (codes != turn.code)
                agrees = (now <= game.lies) & (codes != game.rule.win)
                return self.left[agrees], now[agrees]
            return self.left[agrees], false[agrees] if game.lies else false

        large = Position.then if len(self) > LARGE else None  # few of so many candidates are kept
        (left, now_false) = self.remembered(turn, agreeing, large)
        history = *self.history, turn
        if not len(left):
            raise contradiction(game, history)
        check_open(self)  # last: where a score is wrong, the win may be
        return Position(game, history, (*self.made, game.find(turn.guess)), left, now_false)

    @property
    def tried(self) -> int:
        """How many guesses are valued on a sample of the candidates, the best of them then on all.

        0 where all guesses are valued on all candidates, which is up to some billion scores.
        """
        if all_valued(self, len(self.game.guesses)):
            return 0
        return len(drawn(self, any_guess(self)))

    def remembered(self, what: Hashable, make: Callable[[], R], large: Hashable = None) -> R:
        """Return what ``make`` returned for ``what`` at an equal position; see Game.remembered."""
        return self.game.remembered((what, self.history), make, large)

    def parts(self, guess: int) -> Iterator[tuple[int, Position[T]]]:
        """Yield the score codes that a guess (an index) can get, and the position after each."""
        game, item = self.game, self.game.guesses[guess]
        for code, part in partition(game.codes(guess, self.left), self.left).items():
            yield code, Position(game, (*self.history, Turn(item, code)), (*self.made, guess), part)

    def partition(self, guess: Any) -> dict[str, list[T]]:
        """Group the candidates by the score that a guess would get. Raises WordError."""
        check_open(self)
        game, texts = self.game, self.game.rule.texts
        parts = partition(game.codes_of(game.read(guess), self.left), self.left).items()
        return {texts[code]: list(take(game.secrets, part)) for code, part in parts}

    def rank(self, strategy: AnyStrategy = "entropy", top: int = 10) -> Rows[Advice[T]]:
        """Return the ``top`` best guesses by a strategy, best first, with their measures.

        Only one, if the strategy has no measure or follows a tree. What was ranked at an equal
        position of the same game is remembered. Raises GameError, also once the secret is found
        (``won``), where ``jotto.ask("suggest", ..)`` has an empty list.

        >>> import jotto
        >>> jotto.start(jotto.words(["bat", "cat", "hat", "mat"], ["chm"])).rank(top=1)[0].guess
        'chm'
        """
        check_arguments(Position.rank, {"top": top})
        chosen = strategy_of(strategy)

        def ranked() -> list[Advice[T]]:
            return advise(self, chosen.ranked(self, top).tolist())

        return Rows(self.remembered((chosen, top), ranked) if top <= FEW_RANKED else ranked())

    def measure(self, guess: Any) -> Advice[T]:
        """Measure one guess, which need not be in the lists of the game. Raises WordError.

        >>> import jotto
        >>> jotto.start(jotto.words(["bat", "cat", "hat", "mat"])).measure("chm").bits
        1.5
        """
        check_open(self)
        game, item = self.game, self.game.read(guess)

        def measured() -> Advice[T]:
            return advice_on([item], *parts_of(self, game.codes_of(item, self.left)[:, None]))[0]

        return self.remembered(("measure", item), measured)


def check_open(*boards: Position) -> None:
    """Raise GameError if the game is over: all boards, of which there may be one, are won."""
    if all(at.won for at in boards):
        last = boards[0].game.show(boards[0].history[-1])
        how = f"{last} found the secret" if len(boards) == 1 else "all boards are found"
        raise GameError(f"the game is over: {how}; nothing is left to guess")


def contradiction(game: Game, history: Sequence[Turn]) -> JottoError:
    """Return the error for the last turn, which leaves no candidate.

    It is a TurnError if no secret at all could give that score.
    """
    if reason := game.rule.objects(history[-1].guess, history[-1].code):
        error = ScoreError(game.rule.texts[history[-1].code], reason)
        return TurnError(len(history), str(error))
    noun = "word" if game.rule.of_words or not game.closed else "secret"
    guess, score = game.shown(history[-1].guess), game.rule.texts[history[-1].code]
    return ContradictionError(len(history), f"{guess} {score}", noun)


def start(game: Game[T], *turns: Any, lies: int = 0, lie_chance: float = LIE_CHANCE) -> Position[T]:
    """Return the position after some turns: pairs ``(guess, score)``, or texts ``"tares=1,1"``.

    Up to ``lies`` of the answers may be false, each with probability ``lie_chance``; but whether a
    guess is the secret is told truthfully. Raises TurnError, or ContradictionError naming the first
    turn that leaves no candidate.

    >>> import jotto
    >>> len(jotto.start(jotto.words(["hatch", "latch", "match"]), ("hatch", "4,0")))
    2
    """
    if not isinstance(game, Game):
        raise GameError(f"{type(game).__name__} is not a game; make one with jotto.words()")
    check_arguments(start, {"lies": lies, "lie_chance": lie_chance})
    game = false_answers.lying(game, lies, lie_chance)
    at = Position(game, (), (), game.everything, np.zeros(len(game) if game.lies else 1, np.intp))
    for turn in game.read_turns(turns):
        at = at.then(turn)
    return at


def position_of(at: Game[T] | Position[T]) -> Position[T]:
    """Return a position as it is, or the start of a game, if the game is open and answers are true.

    Raises GameError for anything else.
    """
    at = at if isinstance(at, Position) else start(at)
    check_open(at)
    if at.game.noisy:
        own = at.game.rule.ways is not None
        rule = f"rule {quoted(at.game.rule.name)}: " if own else ""
        raise GameError(f"{rule}{FALSE}").about("rule" if own else "lies")
    return at


def turns_of(at: Game[T] | Position[T], turns: Sequence[Any]) -> tuple[Game[T], Sequence[Turn[T]]]:
    """Return the game, and the turns of a position followed by ``turns``, which may contradict it.

    Raises TurnError; GameError for anything else than a game or a position.
    """
    before = at if isinstance(at, Position) else start(at)
    read = before.game.read_turns(turns, first=len(before.history) + 1)
    return before.game, (*before.history, *read)


# --- strategies -----------------------------------------------------------------------------------

LARGE = 1 << 17  # candidates
SYMMETRY_PAYS = 1 << 22  # scores; for fewer, finding symmetries takes longer
FEW_LEFT = 2  # candidates; the likeliest of so few is guessed


By = Function | AnyMeasure | tuple[AnyMeasure | str, ...]


@dataclass(frozen=True)
class Strategy(Plain):
    """How to choose a guess: a value that can be called, compared, hashed, pickled and printed.

    * ``name``: ``entropy``, ``minimax``, ``expected-size``, ``most-parts``; ``A+B``, where B breaks
      the ties of A; ``simple``, the earliest candidate (Shapiro 1983); ``random``, a candidate
      drawn by ``seed`` and the position; ``tree``, which only follows ``tree``.
    * ``opening``: the first guess, or the first guesses.
    * ``allow``: a function of the position that returns a mask (G,) of the allowed guesses.
    * ``avoid``: guesses made only if no other allowed guess can win or tells candidates apart.
    * ``tree``: followed as far as it goes; after that ``name`` decides.
    * ``by``: what decides in place of the name: a function of a position that returns a guess; a
      class, of which each game makes a player that is called with its positions in turn, and may
      remember them; a measure; or several measures, which break the ties of those before. A
      function of two values is given a ``numpy.random.Generator`` by ``seed`` and the position,
      too; a class that takes a value, one for its game.

    Wherever a strategy is taken, such a function or measure is one, too. Raises GameError if the
    name is unknown.

    >>> import jotto
    >>> at = jotto.start(jotto.words(["hatch", "latch", "match"], ["lemon"]))
    >>> jotto.Strategy("entropy")(at), jotto.Strategy("entropy", opening=("match",))(at)
    ('lemon', 'match')
    >>> jotto.strategy("minimax", allow="candidates")
    Strategy('minimax', allow='candidates')
    >>> at.rank(lambda at: at.candidates[-1])[0].guess
    'match'
    """

    name: str = "entropy"
    opening: tuple[Any, ...] = ()
    allow: Allow = any_guess
    avoid: frozenset[Any] = frozenset()
    seed: int | tuple[int, ...] = 0
    tree: Guide | None = None
    by: By | None = None
    _plain = "name opening allow=_allows avoid seed tree=tree.name"
    _allows = property(lambda self: allow_name(self.allow))

    def __post_init__(self) -> None:
        by, name = decision(self.by, str(self.name), Strategy.name)
        object.__setattr__(self, "by", by)
        object.__setattr__(self, "name", name)
        in_order(self.opening, "opening")
        for field_name, kind in (("opening", tuple), ("avoid", frozenset)):
            given = getattr(self, field_name)
            several = isinstance(given, Iterable) and not isinstance(given, str)
            several = several and getattr(given, "shape", None) != ()
            items = tuple(given) if several else (given,)
            if not all(map(is_hashable, items)):
                raise GameError(f"{field_name}={given!r:.60} is not a list of guesses")
            object.__setattr__(self, field_name, kind(items))
        whole = isinstance(self.seed, Integral | tuple)
        if not whole or not all(
            isinstance(n, int) and n >= 0 for n in np.ravel(self.seed).tolist()
        ):
            raise GameError(f"seed={self.seed!r} is not a number, 0 or more").about("seed")
        if not hasattr(self.tree, "guess_at") and self.tree is not None:
            raise GameError(f"tree={self.tree!r:.60} is not a jotto.Tree").about("tree")
        if self.name == TREE and self.tree is None:
            raise GameError("the strategy 'tree' needs a tree; write tree:FILE").about("strategy")
        _ = self.measures  # raises GameError for an unknown name

    def __repr__(self) -> str:  # only what differs from the defaults
        allow = self._allows.removeprefix("all")
        fields: dict[str, Any] = {"opening": self.opening, "allow": allow}
        fields |= {"avoid": sorted(map(str, self.avoid)), "seed": self.seed, "tree": self.tree}
        shown = "".join(f", {name}={value!r}" for name, value in fields.items() if value)
        return f"Strategy({self.name!r}{shown})"

    def without_tree(self) -> Strategy:
        """Return the strategy to use where the tree ends: entropy, if it has no measure."""
        return replace(self, tree=None, name=self.name if self.measures else "entropy")

    def __call__(self, at: Position[T]) -> T:
        """Return the guess to make at a position. Raises GameError if there is none."""
        check_arguments(Strategy.__call__, {"at": at})
        return at.game.guesses[at.remembered(self, lambda: self.choose(at))]

    @property
    def measures(self) -> tuple[AnyMeasure, ...]:
        """The measure that decides, then those that break ties; none for ``simple`` and others."""
        if isinstance(self.by, tuple):
            return cast(tuple[AnyMeasure, ...], self.by)  # see decision
        return () if self.by or self.name == TREE else measures_named(self.name)

    @property
    def measure(self) -> Measure | None:
        """The measure, if nothing else decides after the opening, as the core asks; else None."""
        first, *ties = self.measures or (None,)
        if self.free and isinstance(first, Measure) and first.convex and not ties:
            return first
        return None

    @property
    def draws(self) -> bool:
        """Whether guesses are drawn by the seed and the position: each seed is another tree."""
        return self.name == "random" if self.by is None else takes(cast(Function, self.by), 2)

    @property
    def stateful(self) -> bool:
        """Whether each game has a player of its own, so that no tree says all it does."""
        return is_stateful(self.by)

    @property
    def free(self) -> bool:
        """Whether every guess may be made after the opening."""
        return self.allow is any_guess and not self.avoid and self.tree is None

    def allowed(self, at: Position) -> Bools:
        """Return a mask (G,) of the guesses that may be made at a position."""
        whole = self.allow(at)
        if not self.avoid:
            return whole
        rest = whole & ~among(at.game, self.avoid)
        return rest if is_useful(at, rest) else whole

    def choose(self, at: Position) -> int:
        """Return the index of the guess."""
        if (guess := self._planned(at)) >= 0:
            return guess
        if self.tree is not None and self.name == TREE:
            made = " ".join(map(at.game.show, at.history)) or "nothing"
            raise GameError(f"{self.tree.name} has no allowed guess after {made}")
        if self.measures:
            return int(self._by_measure(at, 1)[0])
        return self._any_candidate(at) if self.by is None else self._by_function(at)

    def ranked(self, at: Position, top: int) -> Indices:
        """Return the best allowed guesses (indices), in order; only one if there is no measure."""
        if not self.measures or self._planned(at) >= 0:
            return np.array([self.choose(at)])
        return self._by_measure(at, top)

    def _planned(self, at: Position) -> int:
        """Return the index of the guess of the opening, or an allowed one of the tree; else -1.

        Every choice asks this first. Raises GameError if nothing is left to guess.
        """
        check_open(at)
        if len(at.made) < len(self.opening):
            return at.game.index(self.opening[len(at.made)])
        guess = -1 if self.tree is None else self.tree.guess_at(at)
        return guess if guess >= 0 and self.allowed(at)[guess] else -1

    def _by_measure(self, at: Position, top: int) -> Indices:
        may = self.allowed(at)
        first = likeliest(at, may)[:top] if len(at) <= FEW_LEFT else at.left[:0]
        if len(first) == top:
            return first
        if at.game.noisy and self.name != "entropy":
            raise GameError(f"{quoted(self.name)}: {BY_ENTROPY}").about("strategy")
        pays = top == 1 and len(at) * len(may) >= SYMMETRY_PAYS
        kinds = distinct(at.game, at.made) if pays else None
        guesses = drawn(at, may) if kinds is None else kinds[may[kinds]]
        if not len(guesses):
            raise GameError(f"allow: {self._allows} allows no guess at {at!r}").about("allow")
        if not all_valued(at, len(guesses)):
            some = sample(at, MOST_SAMPLED // len(guesses))
            keep = max(top, MOST_SAMPLED // len(at))
            guesses = np.sort(guesses[np.argsort(self._worth(some, guesses), kind="stable")[:keep]])
        worth = self._worth(at, guesses)
        if top < len(guesses):
            good = worth <= np.partition(worth, top - 1)[top - 1]
            guesses, worth = guesses[good], worth[good]
        order = guesses[ranking(worth, only_candidates(at)[guesses])]
        return np.concatenate((first, order[~np.isin(order, first)]))[:top]

    def _worth(self, at: Position, guesses: Indices) -> IntArray:
        """Value guesses, the least first, with their ties broken: (len(guesses),)."""
        if len(at) <= 1:  # no guess tells anything
            return np.zeros(len(guesses), np.int64)
        some = None if len(guesses) == len(at.game.guesses) else guesses
        if at.game.noisy:
            return false_answers.values(at, some)
        each = [values(at.game, at.left, measure, some) for measure in self.measures]
        return decided(self.measures, each, at.game, [at.left], some)

    def _any_candidate(self, at: Position) -> int:
        own = at.game.guess_of[at.left]
        may = self.allowed(at)[own]
        own = own[may] if may.any() else own
        return int(own.min() if self.name == "simple" else self._draw(at).choice(own))

    def _draw(self, at: Position) -> np.random.Generator:
        seed = *np.ravel(self.seed), len(at.made), len(at.left), int(at.left[0])
        return np.random.default_rng(seed)

    def _by_function(self, at: Position) -> int:
        if self.stateful:
            return self.next_guess(self.player(), at, first=True)
        by = cast(Function, self.by)
        return guess_of(by, self.name, self.allow, at, *[self._draw(at)] * self.draws)

    def player(self, *number: int) -> Function:
        """Make the player of a game for a ``stateful`` strategy. Raises GameError."""
        return player_of(cast(Function, self.by), (*np.ravel(self.seed).tolist(), *number))

    def next_guess(self, player: Function, at: Position, *, first: bool) -> int:
        """Return the index of a player's guess; at ``first`` it sees what came before as well."""
        before, planned = start(at.game), self._planned(at)
        for turn in at.history * first:
            guess_of(player, self.name, any_guess, before)
            before = before.then(turn)
        guess = guess_of(player, self.name, self.allow if planned < 0 else any_guess, at)
        return guess if planned < 0 else planned


# Where all guesses would take too long, some are tried, half of them candidates. They are valued on
# a sample of the candidates, and the best of them on all.
MOST_VALUED = 1 << 29  # scores of one choice, half a second, if a matrix does not fit
MOST_GUESSES = 1 << 21
MOST_SAMPLED = 1 << 26  # scores to value guesses by a sample, and again those that are left
LEAST_SAMPLE = 512  # candidates


def all_valued(at: Position, guesses: int) -> bool:
    """Whether so many guesses are valued on all candidates."""
    most = LARGEST_MATRIX if at.game.whole else MOST_VALUED
    return guesses <= MOST_GUESSES and guesses * len(at) <= most


def drawn(at: Position, may: Bools) -> Indices:
    """Return the guesses that are tried: all that may be made, or where they are many a sample."""
    n, most = int(may.sum()), MOST_SAMPLED // LEAST_SAMPLE
    if all_valued(at, n) or n <= most:
        return np.flatnonzero(may)
    own, others = spread(len(at), most // 2), spread(len(may), most // 2 + 1)
    some = np.unique(np.concatenate((at.game.guess_of[at.left[own]], others)))
    return some[may[some]]


def sample(at: Position, n: int) -> Position:
    """Return a position with n of the candidates, at least ``LEAST_SAMPLE``."""
    some = spread(len(at), max(n, LEAST_SAMPLE))
    false = at.false[some] if at.game.lies else at.false
    return at if len(some) == len(at) else replace(at, left=at.left[some], false=false)


def spread(n: int, size: int) -> Indices:
    """Return so many of n indices, ascending, as far apart as they can be; all if they are fewer.

    >>> spread(10, 4).tolist(), spread(2, 4).tolist()
    ([0, 2, 5, 7], [0, 1])
    """
    size = min(n, size)
    return np.arange(size) * n // size


def likeliest(at: Position, allowed: Bools) -> Indices:
    """Order the candidates that are ``allowed (G,)`` guesses: the likeliest, then the earliest."""
    own = at.game.guess_of[at.left]
    own = own[np.lexsort((own, -at.weights))]
    return own[allowed[own]]


AnyStrategy = Strategy | By | str  # what is taken where a strategy is


def strategy_of(given: AnyStrategy) -> Strategy:
    """Return a strategy unchanged, or make it of a name, function or measure. Raises GameError."""
    if isinstance(given, Strategy):
        return given
    return Strategy(given, by=own_strategy(given)) if isinstance(given, str) else Strategy(by=given)


def distinct(game: Game, made: tuple[int, ...]) -> Indices | None:
    """Return the earliest of each set of guesses equivalent after ``made``; None: try all."""
    # after an unlisted guess they are not known; in a huge game it takes too long to find them
    if game.alike is None or -1 in made or game.n_scores > MOST_SCORES:
        return None
    return np.sort(np.unique(game.alike(made), return_index=True)[1])


# --- advice ---------------------------------------------------------------------------------------


def advise(at: Position[T], guesses: Sequence[int]) -> list[Advice[T]]:
    """Measure guesses (indices) at a position, in the order given."""
    game, chosen = at.game, np.asarray(guesses, np.intp)
    parts: tuple[IntArray, ...]
    if game.noisy:
        parts = parts_of(at, game.columns(at.left, chosen))
    elif len(at) == len(game) and len(chosen) == len(game.guesses):
        parts = game.openings[0][chosen], game.openings[1][chosen]
    else:
        parts = game.parts(at.left, chosen)
    return advice_on([game.guesses[g] for g in guesses], *parts)


def parts_of(at: Position, codes: Scores) -> tuple[IntArray, ...]:
    """Return what ``advice_on`` needs of guesses, by their scores ``codes (A, G)``."""
    if not at.game.noisy:
        return at.game.sizes_and_weights(codes, at.left)
    return tuple(map(np.concatenate, zip(*false_answers.parts(at, codes), strict=True)))
