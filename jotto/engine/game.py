"""A game: guesses, secrets, and the rule that scores one against the other."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from jotto.engine import store
from jotto.engine.partition import Indices, IntArray, Scores, blocks_of_parts, part_sizes
from jotto.errors import GameError, JottoError, TurnError, WordError, quoted


@dataclass(frozen=True)
class Rule:
    """How a guess is scored, and how scores are written.

    ``texts`` (K): each score code as text; the last code is the win. ``read`` turns a text into
    a code or raises ScoreError. ``matrix(guesses, secrets)`` is the array (G, S) of codes: uint8,
    or uint16 if K > 256.
    """

    name: str
    texts: tuple[str, ...] = field(repr=False)
    read: Callable[[str], int] = field(repr=False)
    matrix: Callable[[Sequence[Any], Sequence[Any]], Scores] = field(repr=False)

    @property
    def n_codes(self) -> int:
        """K, the number of score codes."""
        return len(self.texts)

    @property
    def win(self) -> int:
        """The code of a guess that is the secret."""
        return len(self.texts) - 1

    @property
    def dtype(self) -> np.dtype[np.unsignedinteger]:
        """The smallest type that holds every code."""
        return np.dtype(np.uint8 if self.n_codes <= 256 else np.uint16)

    def score(self, guess: Any, secret: Any) -> int:
        """Score one guess against one secret: a code."""
        return int(self.matrix([guess], [secret])[0, 0])


LARGEST_MATRIX = 2_500_000_000  # bytes
MOST_SCORES = 20_000_000_000  # guesses x secrets, if symmetries spare computing most of them
SCORES_AT_ONCE = 1 << 26


def take(items: Sequence[Any], indices: Indices) -> Sequence[Any]:
    """Return the items at ``indices``, in that order, by the list's own ``take`` if it has one."""
    picked = getattr(items, "take", None)
    return picked(indices) if picked else [items[i] for i in indices.tolist()]


def in_fortran_order(scores: Scores) -> Scores:
    """Return ``scores (G, S)`` with the column of each secret contiguous, copied if necessary."""
    if scores.flags.f_contiguous:
        return scores
    copy = np.empty_like(scores, order="F")
    for start in range(0, len(scores), 64):  # 64 rows fit into the cache: 5 times faster
        copy[start : start + 64] = scores[start : start + 64]
    return copy


@dataclass(frozen=True)
class Turn:
    """One guess with the code of its score."""

    guess: Any
    code: int


@dataclass(frozen=True, eq=False)
class Game:
    """A list of guesses, a list of secrets, and a rule; :func:`game_of` makes one from lists.

    * ``read_guess``: turns a text into a guess, perhaps not an allowed one, or raises WordError.
    * ``guess_of (S,)``: the index of each secret as a guess; every secret is an allowed guess.
    * ``alike(history)``, if symmetries are known: a number for each guess, (G,) int64, equal for
      guesses that are equivalent after the guesses ``history`` (indices).
    * ``keep``: cache the score matrix on disk.
    * ``prior (S,)`` int64: the weight of each secret; None: all are equally likely.
    * ``closed``: no other secret is possible, as with codes; a list of words may lack one.
    """

    secrets: Sequence[Any]
    guesses: Sequence[Any]
    rule: Rule
    read_guess: Callable[[str], Any]
    guess_of: Indices
    alike: Callable[[tuple[int, ...]], IntArray] | None = None
    keep: bool = False
    prior: IntArray | None = None
    closed: bool = False

    def __repr__(self) -> str:
        prior = "" if self.prior is None else ", with a prior"
        sizes = f"{len(self.secrets):,} secrets, {len(self.guesses):,} guesses"
        return f"Game({sizes}, rule {self.rule.name!r}{prior})"

    def __getstate__(self) -> dict[str, Any]:  # leaves out cached properties
        return {name: vars(self)[name] for name in self.__dataclass_fields__}

    def __len__(self) -> int:
        return len(self.secrets)

    def score(self, guess: Any, secret: Any) -> str:
        """Score a guess against a secret; neither need be in the lists. Raises WordError.

        >>> from jotto.games.words import word_game
        >>> word_game(["score", "fools"]).score("guess", "fools")
        '1,0'
        """
        return self.rule.texts[self.rule.score(self.read(guess), self.read(secret))]

    def read(self, guess: Any) -> Any:
        """Return the guess that a text stands for, or a listed guess as it is. Raises WordError."""
        try:
            if not isinstance(guess, str) and guess in self._listed:
                return guess
        except TypeError:  # unhashable
            raise WordError(str(guess), "it cannot be a guess; it must be hashable") from None
        return self.read_guess(str(guess))

    @cached_property
    def _listed(self) -> Container[Any]:
        return set(self.guesses) if isinstance(self.guesses, tuple) else self.guesses

    def weights(self, candidates: Indices) -> IntArray:
        """Return the weights of ``candidates (A,)``: (A,) int64, all 1 without a prior."""
        if self.prior is None:
            return np.ones(len(candidates), np.int64)
        return self.prior[candidates]

    @cached_property
    def key(self) -> str:
        """The checksum of both lists and the rule: 32 hexadecimal digits."""
        lists = "\n\n".join("\n".join(map(str, each)) for each in (self.secrets, self.guesses))
        return hashlib.sha256(f"{self.rule.name}\n{lists}".encode()).hexdigest()[:32]

    @cached_property
    def prior_key(self) -> str | None:
        """The checksum of the prior: 16 hexadecimal digits; None without a prior."""
        if self.prior is None:
            return None
        return hashlib.sha256(self.prior.astype("<i8").tobytes()).hexdigest()[:16]

    @cached_property
    def whole(self) -> bool:
        """Whether the score matrix fits in memory. Raises GameError if the game is too large."""
        n_scores = len(self.guesses) * len(self.secrets)
        size = n_scores * self.rule.dtype.itemsize
        if n_scores > MOST_SCORES or (size > LARGEST_MATRIX and self.alike is None):
            lists = f"{len(self.guesses):,} guesses by {len(self.secrets):,} secrets"
            reason = f"{lists} make {n_scores:.1e} scores; choose a smaller game"
            raise GameError(f"this game is too large to search: {reason}")
        return size <= LARGEST_MATRIX

    @cached_property
    def scores(self) -> Scores:
        """The matrix (G, S) in Fortran order: a secret's column is contiguous. Raises GameError."""
        if not self.whole:
            raise GameError("this game's score matrix does not fit in memory")

        def build() -> Scores:
            return in_fortran_order(self.rule.matrix(self.guesses, self.secrets))

        return self._cached("scores", len(self.secrets), self.rule.dtype, build)

    @property
    def held(self) -> bool:
        """Whether to look scores up in the matrix; with symmetries, only if it is already built."""
        return self.whole and (self.alike is None or "scores" in vars(self))

    def columns(self, candidates: Indices, guesses: Indices) -> Scores:
        """Score ``guesses`` against ``candidates (A,)``: codes (A, len(guesses)), C order."""
        if self.held:
            return self.scores.T[candidates[:, None], guesses]
        chosen = take(self.guesses, guesses), take(self.secrets, candidates)
        return np.ascontiguousarray(self.rule.matrix(*chosen).T)

    def codes(self, guess: int, candidates: Indices) -> Scores:
        """Score one guess (an index) against ``candidates (A,)``: codes (A,)."""
        return self.columns(candidates, np.array([guess]))[:, 0]

    def blocks(self, candidates: Indices, guesses: Indices | None) -> Iterator[Scores]:
        """Yield the columns of ``guesses``, or all, in blocks of guesses: (A, block), C order."""
        if self.held and guesses is None:
            yield self.scores.T[candidates]
            return
        every = np.arange(len(self.guesses)) if guesses is None else guesses
        step = max(1, SCORES_AT_ONCE // len(candidates))
        for start in range(0, len(every), step):
            yield self.columns(candidates, every[start : start + step])

    @cached_property
    def opening_sizes(self) -> IntArray:
        """The size of every part of every opening: an array (G, K) int64."""
        n_codes = self.rule.n_codes

        def build() -> IntArray:
            if self.whole and self.alike is None:
                return part_sizes(self.scores, self.everything, n_codes)
            assert self.alike is not None, "a game without symmetries is held whole, or refused"
            _, first, kinds = np.unique(self.alike(()), return_index=True, return_inverse=True)
            scores = self.rule.matrix(take(self.guesses, first), self.secrets)
            return part_sizes(scores, self.everything, n_codes)[kinds]

        return self._cached("openings", n_codes, np.dtype(np.int64), build)

    @cached_property
    def opening_weights(self) -> IntArray:
        """The weight of every part of every opening: an array (G, K) int64."""

        def build() -> IntArray:
            parts = self.scores, self.everything, self.rule.n_codes, self.prior
            return np.concatenate([weights for _, _, weights in blocks_of_parts(*parts)])

        what = f"openings-{self.prior_key}"
        return self._cached(what, self.rule.n_codes, np.dtype(np.int64), build)

    def _cached(
        self, what: str, columns: int, dtype: np.dtype[Any], build: Callable[[], Any]
    ) -> npt.NDArray[Any]:
        shape = len(self.guesses), columns
        return store.cached(f"{self.key}-{what}", shape, dtype, build) if self.keep else build()

    @cached_property
    def everything(self) -> Indices:
        """The indices of all secrets (S,): the candidates before the first turn."""
        return np.arange(len(self.secrets))

    def find(self, guess: Any) -> int:
        """Return the index of a guess; -1 if it is not an allowed one."""
        try:
            return self.guesses.index(guess)
        except ValueError:
            return -1

    def index(self, guess: Any) -> int:
        """Return the index of an allowed guess; raises WordError for any other."""
        at = self.find(guess)
        if at < 0:
            raise WordError(str(guess), "it is not an allowed guess")
        return at

    @cached_property
    def secret_of(self) -> Indices:
        """The index of each guess as a secret, or -1, (G,)."""
        secrets = np.full(len(self.guesses), -1)
        secrets[self.guess_of] = self.everything
        return secrets

    def find_secret(self, secret: Any) -> int:
        """Return the index of a secret; -1 if it is not one of this game."""
        found = self.find(secret)
        return int(self.secret_of[found]) if found >= 0 else -1

    def agreeing(self, history: Sequence[Turn]) -> Indices:
        """Return the secrets (indices) that agree with every turn, ascending, perhaps none."""
        if not history:
            return self.everything
        codes = self.rule.matrix([turn.guess for turn in history], self.secrets)
        return np.flatnonzero((codes == [[turn.code] for turn in history]).all(axis=0))

    def likeliest(self, secrets: Indices) -> list[Any]:
        """Return the secrets at these indices, the likeliest first, equals in the given order."""
        order = np.argsort(-self.weights(secrets), kind="stable")
        return list(take(self.secrets, secrets[order]))

    def without(self, guess: Any) -> Game:
        """Return the game without ``guess`` in either list. Raises GameError if none is left."""
        at = self.find(guess)
        if at < 0:
            return self
        left = self.everything[self.everything != self.secret_of[at]]
        others = (other for other in self.guesses if other != guess)
        prior = None if self.prior is None else self.prior[left]
        lists = take(self.secrets, left), others
        smaller = game_of(*lists, self.rule, self.read_guess, prior=prior, closed=self.closed)
        if "scores" in vars(self):
            vars(smaller)["scores"] = np.delete(self.scores.T[left], at, axis=1).T
        return smaller

    def show(self, turn: Turn) -> str:
        """Return a turn as text: ``crane=1,1``."""
        return f"{turn.guess}={self.rule.texts[turn.code]}"

    def read_turns(self, turns: Sequence[Any]) -> tuple[Turn, ...]:
        """Read turns: pairs ``(guess, score)``, or texts ``"crane=1,1"``. Raises TurnError."""
        return tuple(self.read_turn(number, turn) for number, turn in enumerate(turns, start=1))

    def read_turn(self, number: int, turn: Any) -> Turn:
        """Read one turn; ``number`` is for the error message. Raises TurnError."""
        if isinstance(turn, Turn):
            return turn
        if isinstance(turn, str):
            guess, equals, score = turn.partition("=")
            if not equals:
                raise TurnError(number, f"{quoted(turn)} has no score; write WORD=SCORE")
        else:
            try:
                guess, score = turn
            except (TypeError, ValueError):
                reason = f"{turn!r} is not a turn; write a pair (guess, score) or 'tares=1,1'"
                raise TurnError(number, reason) from None
        try:
            return Turn(self.read(guess), self.rule.read(str(score)))
        except JottoError as error:
            raise TurnError(number, str(error)) from error


def game_of(
    secrets: Iterable[Any],
    further: Iterable[Any],
    rule: Rule,
    read_guess: Callable[[str], Any],
    *,
    keep: bool = False,
    prior: IntArray | None = None,
    closed: bool = False,
) -> Game:
    """Make a game whose guesses are the secrets followed by the further guesses, each item once.

    ``prior (S,)`` is for the secrets without repeats. Raises GameError if there are no secrets.
    """
    ordered = tuple(dict.fromkeys(secrets))
    guesses = tuple(dict.fromkeys((*ordered, *further)))
    if not ordered:
        raise GameError("a game needs at least one secret")
    own = np.arange(len(ordered))
    return Game(ordered, guesses, rule, read_guess, own, keep=keep, prior=prior, closed=closed)
