"""How the next guess is chosen: by the lowest value of a measure, by a tree, or at random."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache, reduce
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from jotto.engine.game import Game
from jotto.engine.measures import Measure, best, measures_named, ranking, tie_broken, values
from jotto.engine.partition import Bools, Indices, IntArray
from jotto.errors import GameError, quoted

if TYPE_CHECKING:  # position imports this module
    from jotto.engine.position import Position

SYMMETRY_PAYS = 1 << 22  # scores; for fewer, finding symmetries takes longer
TREE = "tree"  # the name of a strategy that is a tree and nothing else

Allow = Callable[["Position"], Bools]  # returns a mask (G,), True at least once
Values = Callable[..., IntArray]  # :func:`values`, or a faster twin


def any_guess(at: Position) -> Bools:
    """Allow every guess of the list."""
    return np.ones(len(at.game.guesses), np.bool_)


def only_candidates(at: Position) -> Bools:
    """Allow the guesses that could be the secret."""
    allowed = np.zeros(len(at.game.guesses), np.bool_)
    allowed[at.game.guess_of[at.left]] = True
    return allowed


ALLOWED: dict[str, Allow] = {"all": any_guess, "candidates": only_candidates}


def is_useful(at: Position, guesses: Bools) -> bool:
    """Whether one of ``guesses (G,)`` can win, or tells two candidates apart."""
    if guesses[at.game.guess_of[at.left]].any():
        return True
    blocks = at.game.blocks(at.left, np.flatnonzero(guesses))
    return any((block != block[0]).any() for block in blocks)


@lru_cache(maxsize=4)
def _named(game: Game, words: frozenset[Any]) -> Bools:
    """Return a mask (G,) of the guesses that are among some words."""
    return np.isin(list(map(str, game.guesses)), list(words))


class Guide(Protocol):
    """An object that has a guess for some positions: a tree, or the opening book."""

    @property
    def path(self) -> str:
        """The file it was read from; empty for the opening book."""

    @property
    def name(self) -> str:
        """Its name in error messages."""

    def guess_at(self, at: Position) -> int:
        """Return the index of the guess at a position, -1 if it has none."""


@dataclass(frozen=True)
class Strategy:
    """How to choose a guess: a value that can be called, compared, hashed, pickled and printed.

    * ``name``: ``entropy``, ``minimax``, ``expected-size``, ``most-parts``; ``A+B``, where B breaks
      the ties of A; ``simple``, the earliest candidate (Shapiro 1983); ``random``, a candidate
      drawn by ``seed`` and the position; ``tree``, which only follows ``tree``.
    * ``opening``: the first guesses.
    * ``allow``: a function of the position that returns a mask (G,) of the allowed guesses.
    * ``avoid``: guesses made only if no other allowed guess can win or tells candidates apart.
    * ``tree``: followed as far as it goes; after that ``name`` decides.
    * ``values``: values the guesses by a measure; a faster twin gives the same values.

    Raises GameError if the name is unknown.

    >>> from jotto.engine.position import start
    >>> from jotto.games.words import word_game
    >>> at = start(word_game(["hatch", "latch", "match"], ["lemon"]))
    >>> Strategy("entropy")(at), Strategy("entropy", opening=("match",))(at)
    ('lemon', 'match')
    >>> Strategy("minimax", allow=only_candidates)
    Strategy('minimax', allow='candidates')
    """

    name: str = "entropy"
    opening: tuple[Any, ...] = ()
    allow: Allow = any_guess
    avoid: frozenset[Any] = frozenset()
    seed: int | tuple[int, ...] = 0
    tree: Guide | None = None
    values: Values = field(default=values, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.name == TREE and self.tree is None:
            raise GameError("the strategy 'tree' needs a tree; write tree:FILE")
        _ = self.measures  # raises GameError for an unknown name

    def __repr__(self) -> str:  # only what differs from the defaults
        allow = next((name for name, one in ALLOWED.items() if one is self.allow), None)
        fields = {
            "opening": self.opening,
            "allow": "" if allow == "all" else allow or getattr(self.allow, "__name__", "?"),
            "avoid": sorted(map(str, self.avoid)),
            "seed": self.seed,
            "tree": self.tree,
        }
        shown = "".join(f", {name}={value!r}" for name, value in fields.items() if value)
        return f"Strategy({self.name!r}{shown})"

    def without_tree(self) -> Strategy:
        """Return the strategy to use where the tree ends: entropy, if it has no measure."""
        return replace(self, tree=None, name=self.name if self.measures else "entropy")

    def __call__(self, at: Position) -> Any:
        """Return the guess to make at a position. Raises GameError if there is none."""
        return at.game.guesses[self.choose(at)]

    @property
    def measures(self) -> tuple[Measure, ...]:
        """The measure that decides, then those that break ties; none for ``simple`` and others."""
        return () if self.name == TREE else measures_named(self.name)

    @property
    def measure(self) -> Measure | None:
        """The measure, if nothing else decides after the opening, as kernels require; else None."""
        free = self.allow is any_guess and not self.avoid and self.tree is None
        return self.measures[0] if free and len(self.measures) == 1 else None

    def allowed(self, at: Position) -> Bools:
        """Return a mask (G,) of the guesses that may be made at a position."""
        whole = self.allow(at)
        if not self.avoid:
            return whole
        rest = whole & ~_named(at.game, self.avoid)
        return rest if is_useful(at, rest) else whole

    def choose(self, at: Position) -> int:
        """Return the index of the guess."""
        if len(at.made) < len(self.opening):
            return at.game.index(self.opening[len(at.made)])
        if self.tree is not None:
            guess = self.tree.guess_at(at)
            if guess >= 0 and self.allowed(at)[guess]:
                return guess
            if self.name == TREE:
                made = " ".join(map(at.game.show, at.history)) or "nothing"
                raise GameError(f"{self.tree.name} has no allowed guess after {made}")
        return self._by_measure(at) if self.measures else self._any_candidate(at)

    def ranked(self, at: Position) -> Indices:
        """Order the allowed guesses (indices), best first; only one if there is no measure."""
        if not self.measures or self.tree or len(at.made) < len(self.opening):
            return np.array([self.choose(at)])
        order = ranking(self._values(at), only_candidates(at))
        return order[self.allowed(at)[order]]

    def _values(self, at: Position, guesses: Indices | None = None) -> IntArray:
        """Value ``guesses``, or all: the first measure decides, the others break ties."""
        first, *further = (self.values(at.game, at.left, each, guesses) for each in self.measures)
        return reduce(tie_broken, further, first)

    def _any_candidate(self, at: Position) -> int:
        own = at.game.guess_of[at.left]
        may = self.allowed(at)[own]
        own = own[may] if may.any() else own
        if self.name == "simple":
            return int(own.min())
        seed = self.seed if isinstance(self.seed, tuple) else (self.seed,)
        drawn = np.random.default_rng((*seed, len(at.made), len(at.left), int(at.left[0])))
        return int(drawn.choice(own))

    def _by_measure(self, at: Position) -> int:
        game, left, may = at.game, at.left, self.allowed(at)
        own, weights = game.guess_of[left], game.weights(left)
        if len(left) <= 2 and may[own].any():  # the likeliest, the earliest among equals
            return int(own[np.lexsort((own, -weights, ~may[own]))[0]])
        pays = len(left) * len(game.guesses) >= SYMMETRY_PAYS
        tried = distinct(game, at.made) if pays else None
        if not may.all():
            tried = may.nonzero()[0] if tried is None else tried[may[tried]]
        worth = self._values(at, tried)
        if tried is None:
            tried = np.arange(len(worth))
        return int(tried[best(worth, only_candidates(at)[tried])])


def strategy_of(text: Strategy | str) -> Strategy:
    """Return a strategy unchanged, or make the one with this name. Raises GameError."""
    if isinstance(text, Strategy):
        return text
    if not isinstance(text, str):
        raise GameError(f"{quoted(str(text))} is not a strategy; write one such as 'entropy'")
    return Strategy(text.lower())


def distinct(game: Game, made: tuple[int, ...]) -> Indices | None:
    """Return the earliest of each set of guesses equivalent after ``made``; None: try all."""
    if game.alike is None or -1 in made:  # after an unlisted guess the symmetries are not known
        return None
    return np.sort(np.unique(game.alike(made), return_index=True)[1])
