"""How the next guess is chosen.

A :class:`Strategy` is a value: called with a position it returns a guess. Those that look one
guess ahead take the guess of least value by a measure; see :mod:`jotto.engine.measures`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from jotto.engine.game import Game
from jotto.engine.measures import (
    WITHOUT_MEASURE,
    Measure,
    Values,
    best,
    measures_named,
    tie_broken,
    values,
)
from jotto.engine.partition import Bools, Indices
from jotto.errors import GameError, quoted

if TYPE_CHECKING:  # a position ranks guesses by a strategy, which is called with a position
    from jotto.engine.position import Position

SYMMETRY_PAYS = 1 << 22  # scores; where fewer are counted, finding symmetries costs more
TREE = "tree"  # the name of a strategy that is a tree and nothing else


# --- which guesses may be made ------------------------------------------------------------------

Allow = Callable[["Position"], Bools]  # a mask (G,), at least one of it true


def any_guess(at: Position) -> Bools:
    """Allow every guess of the list."""
    return np.ones(len(at.game.guesses), np.bool_)


def only_candidates(at: Position) -> Bools:
    """Allow the guesses that could be the secret."""
    found = np.zeros(len(at.game.guesses), np.bool_)
    found[at.game.guess_of[at.left]] = True
    return found


ALLOWED: dict[str, Allow] = {"all": any_guess, "candidates": only_candidates}


def is_useful(at: Position, guesses: Bools) -> bool:
    """Whether one of ``guesses (G,)`` can win, or tells two candidates apart."""
    game, left = at.game, at.left
    if guesses[game.guess_of[left]].any():
        return True
    chosen = np.flatnonzero(guesses)
    if len(left) < 2 or not len(chosen):
        return False
    return any((block != block[0]).any() for block in game.blocks(left, chosen))


# --- strategies -----------------------------------------------------------------------------------


class Guide(Protocol):
    """Says what to guess at some positions: a tree, or the start of one."""

    @property
    def path(self) -> str:
        """The file it was read from; empty for the opening book."""

    @property
    def name(self) -> str:
        """What messages call it."""

    def guess_at(self, at: Position) -> int:
        """Return the index of the guess at a position, -1 where it says nothing."""


@dataclass(frozen=True)
class Strategy:
    """How to choose a guess: a value that can be called, compared, hashed, pickled and printed.

    ``name``: ``entropy``, ``minimax``, ``expected-size``, ``most-parts``; ``A+B``, where B breaks
    the ties of A; ``simple``, the earliest candidate (Shapiro 1983); ``random``, any candidate,
    drawn by ``seed`` and the position. The guesses of ``opening`` are made first, whatever the
    scores. ``allow`` says which guesses may be made; those in ``avoid`` are made only where no
    other that is allowed wins or tells candidates apart. ``tree`` is followed as far as it goes;
    with the name ``tree`` there is nothing after it. Raises GameError for any other name.

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
    tree: Guide | None = field(default=None)

    def __post_init__(self) -> None:
        """Refuse a name that is not known."""
        if self.name == TREE and self.tree is None:
            raise GameError("the strategy 'tree' needs a tree; write tree:FILE")
        if self.name not in (*WITHOUT_MEASURE, TREE):
            measures_named(self.name)

    def __repr__(self) -> str:
        """Show what differs from the default."""
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

    def __call__(self, at: Position) -> Any:
        """Return the guess to make at a position. Raises GameError where there is none."""
        return at.game.guesses[self.choose(at)]

    @property
    def measures(self) -> tuple[Measure, ...]:
        """The measure that decides, then those that break ties; none for ``simple`` and others."""
        return () if self.name in (*WITHOUT_MEASURE, TREE) else measures_named(self.name)

    @property
    def measure(self) -> Measure | None:
        """The measure, if it alone decides after the opening: then a kernel can follow it."""
        free = self.allow is any_guess and not self.avoid and self.tree is None
        return self.measures[0] if free and len(self.measures) == 1 else None

    @cached_property
    def _avoided(self) -> dict[Game, Bools]:
        return {}

    def __getstate__(self) -> dict[str, Any]:
        """Leave the cache out of what is pickled."""
        return {name: value for name, value in vars(self).items() if name != "_avoided"}

    def allowed(self, at: Position) -> Bools:
        """Say which guesses may be made at a position, (G,)."""
        whole = self.allow(at)
        if not self.avoid:
            return whole
        if at.game not in self._avoided:
            self._avoided[at.game] = np.isin(list(map(str, at.game.guesses)), list(self.avoid))
        rest = whole & ~self._avoided[at.game]
        return rest if is_useful(at, rest) else whole

    def choose(self, at: Position, values: Values = values) -> int:
        """Return the index of the guess; ``values`` may be a faster twin of :func:`values`."""
        if len(at.made) < len(self.opening):
            return at.game.index(self.opening[len(at.made)])
        if self.tree is not None:
            guess = self.tree.guess_at(at)
            if guess >= 0 and self.allowed(at)[guess]:
                return guess
            if self.name == TREE:
                made = " ".join(map(at.game.show, at.history))
                raise GameError(
                    f"{self.tree.name} has no guess it may make after {made or 'nothing'}"
                )
        return self._by_measure(at, values) if self.measures else self._any_candidate(at)

    def _any_candidate(self, at: Position) -> int:
        own = at.game.guess_of[at.left]
        if len(own) == 1:
            return int(own[0])
        may = self.allowed(at)[own]
        own = own[may] if may.any() else own
        if self.name == "simple":
            return int(own.min())
        seed = self.seed if isinstance(self.seed, tuple) else (self.seed,)
        drawn = np.random.default_rng((*seed, len(at.made), len(at.left), int(at.left[0])))
        return int(drawn.choice(own))

    def _by_measure(self, at: Position, values: Values) -> int:
        game, left, may = at.game, at.left, self.allowed(at)
        if len(left) <= 2 and may[game.guess_of[left]].any():
            return likeliest(game, left[may[game.guess_of[left]]])
        pays = len(left) * len(game.guesses) >= SYMMETRY_PAYS
        tried = distinct(game, at.made) if pays else None
        if not may.all():
            tried = may.nonzero()[0] if tried is None else tried[may[tried]]
        if tried is None and game.prior is None and len(left) <= game.rule.n_codes:
            own = np.sort(game.guess_of[left])  # nothing beats one that tells all others apart
            codes = np.sort(game.columns(left, own), axis=0)
            perfect = (codes[1:] != codes[:-1]).all(axis=0)
            if perfect.any():
                return int(own[perfect.argmax()])
        first, *further = self.measures
        found = values(game, left, first, tried)
        for measure in further:
            found = tie_broken(found, values(game, left, measure, tried))
        if tried is None:
            tried = np.arange(len(found))
        return int(tried[best(found, only_candidates(at)[tried])])


def strategy_of(text: Strategy | str) -> Strategy:
    """Return a strategy as it is, or make the one of this name. Raises GameError."""
    if isinstance(text, Strategy):
        return text
    if not isinstance(text, str):
        raise GameError(f"{quoted(str(text))} is not a strategy; write one such as 'entropy'")
    return Strategy(text.lower())


def likeliest(game: Game, candidates: Indices) -> int:
    """Guess the likeliest of ``candidates (A,)``, the earliest among equals."""
    own = game.guess_of[candidates]
    return int(own[np.lexsort((own, -game.weights(candidates)))[0]])


def distinct(game: Game, made: tuple[int, ...]) -> Indices | None:
    """Return the earliest guess of each kind that the guesses ``made`` tell apart; None: try all.

    After a guess from outside the list (-1) the symmetries are not known.
    """
    if game.alike is None or -1 in made:
        return None
    kinds = game.alike(made)
    return np.sort(np.unique(kinds, return_index=True)[1])
