"""A game: guesses, secrets, and the rule that scores one against the other."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, cast

import numpy as np

from jotto.engine import notation, store
from jotto.engine.partitions import (
    Indices as Indices,
    IntArray as IntArray,
    Scores as Scores,
    by_secret as by_secret,
    partition as partition,
    sizes_and_weights,
)
from jotto.engine.rule import (
    Bools as Bools,
    Count as Count,
    Rule as Rule,
    Scorer as Scorer,
    pair_of as pair_of,
    scored_by as scored_by,
)
from jotto.engine.store import equal_fields as equal_fields, fields_alone as fields_alone
from jotto.engine.texts import in_order, is_hashable
from jotto.errors import (
    GameError,
    JottoError,
    ScoreError,
    TurnError,
    WordError,
    check_arguments,
    checked,
    count,
    is_whole,
    quoted,
)
from jotto.letters import ANY, House
from jotto.plain import Plain
from jotto.typed import clean

if TYPE_CHECKING:  # the default, which Python has from 3.13 on, is for type checkers alone
    from typing_extensions import TypeVar

    T = TypeVar("T", default=Any)  # what a guess is: str for words
    R = TypeVar("R")
else:
    from typing import TypeVar

    T, R = TypeVar("T"), TypeVar("R")

LARGEST_MATRIX = 2_500_000_000  # bytes
MOST_SCORES = 20_000_000_000  # guesses x secrets, if symmetries spare computing most of them
SCORES_AT_ONCE = 1 << 24
PAIRS_AT_ONCE = 1 << 12  # of a guess and a secret: at most SCORES_AT_ONCE scores
CHUNK = 1 << 20  # candidates
LIE_CHANCE = 0.1  # that an answer is false, where it may be
LONGEST_TURN = 200  # characters that are split in all ways
FEW = 1 << 18  # guesses; up to so many, any sequence of them is put into a dict to be looked up


def chunks_of(candidates: Indices) -> Iterator[Indices]:
    """Yield parts of many candidates, whose letters and scores would fill the memory."""
    yield from (candidates[at : at + CHUNK] for at in range(0, len(candidates) or 1, CHUNK))


def take(items: Sequence[T], indices: Indices) -> Sequence[T]:
    """Return the items at ``indices``, in that order, by the list's own ``take`` if it has one."""
    picked = getattr(items, "take", None)
    return cast(Sequence[T], picked(indices)) if picked else [items[i] for i in indices.tolist()]


@dataclass(frozen=True)
class Turn(Plain, Generic[T]):
    """One guess with the code of its score."""

    guess: T
    code: int


@dataclass(frozen=True, eq=False)
class Game(Plain, Generic[T]):
    """A list of guesses, a list of secrets, and a rule; ``game_of`` makes one from lists.

    Games are equal if their lists, rule and prior are. What is remembered about a game, such as
    its score matrix, is neither compared nor pickled.

    * ``read_guess``: turns a text into a guess, perhaps not an allowed one, or raises WordError.
    * ``guess_of (S,)``: the index of each secret as a guess; every secret is an allowed guess.
    * ``alike(history)``, if symmetries are known: a number for each guess, (G,) int64, equal for
      guesses that are equivalent after the guesses ``history`` (indices).
    * ``keep``: cache the score matrix on disk.
    * ``prior (S,)`` int64: the weight of each secret, about 2^40 in all, as entropy is counted in
      whole 1,024ths of them; None: all are equally likely.
    * ``closed``: no other secret is possible, as with codes; a list of words may lack one.
    * ``lies``: so many answers may be false, each with probability ``lie_chance``.
    * ``house``: the rules for a secret that is in no list.
    """

    secrets: Sequence[T]
    guesses: Sequence[T]
    rule: Rule
    read_guess: Callable[[str], T] = field(compare=False)
    guess_of: Indices = field(compare=False)
    alike: Callable[[tuple[int, ...]], IntArray] | None = field(default=None, compare=False)
    keep: bool = field(default=False, compare=False)
    prior: IntArray | None = None
    closed: bool = False
    lies: int = 0
    lie_chance: float = LIE_CHANCE
    house: House = field(default=ANY, compare=False)
    _plain = "rule=rule.name secrets guesses prior closed lies lie_chance house"
    _table = "secret=secrets chance=_chances"

    def __repr__(self) -> str:
        prior = "" if self.prior is None else ", with a prior"
        prior += f", {count(self.lies, 'lie')}" * bool(self.lies)
        sizes = f"{len(self.secrets):,} secrets, {len(self.guesses):,} guesses"
        return f"Game({sizes}, rule {self.rule.name!r}{prior})"

    __eq__ = equal_fields
    __getstate__ = fields_alone

    def __hash__(self) -> int:  # quick for millions of codes, too
        ends = self.guesses[0], self.guesses[-1]
        return hash((self.rule.name, len(self.secrets), len(self.guesses), ends))

    def remembered(self, key: Hashable, make: Callable[[], R], large: Hashable = None) -> R:
        """Return what ``make`` returned for ``key``; it is called again if that was dropped.

        It is kept with the game and goes with it. Threads may share a game.
        """
        return store.remembered(vars(self), key, make, large)

    def __len__(self) -> int:
        return len(self.secrets)

    def score(self, guess: Any, secret: Any) -> str:
        """Score a guess against a secret; neither need be in the lists. Raises WordError.

        >>> import jotto
        >>> jotto.words(["score", "fools"]).score("guess", "fools")
        '1,0'
        """
        guess, secret = self.read(guess), self.read(secret)
        known = isinstance(self.rule.key, str) and self.n_scores <= SCORES_AT_ONCE
        if self.rule.number < 0 and ("matrix" in vars(self) or known):
            row, column = self.find(guess), self.find(secret)
            if row >= 0 <= column and (column := self.secret_of[column]) >= 0:
                return self.rule.texts[int(self.matrix[row, column])]
        return self.rule.texts[self.rule.score(guess, secret)]

    def scores(self, guess: Any) -> Scores:
        """Score a guess, which need not be in the list, against every secret: codes (S,).

        They are uint8, or uint16 if the rule has more than 256 scores; ``rule.texts`` has the text
        of each, the last is the win. Raises WordError.

        >>> import jotto
        >>> game = jotto.words(["hatch", "latch", "crane"])
        >>> codes = game.scores("latch")
        >>> codes, [game.rule.texts[code] for code in codes]
        (array([18, 19,  2], dtype=uint8), ['4,0', '5,0', '0,2'])
        """
        item = self.read(guess)
        row = self.find(item)
        found = (
            self.codes_of(item, self.everything) if row < 0 else self.codes(row, self.everything)
        )
        return found.copy()  # which the caller may change

    def score_pairs(self, guesses: Iterable[Any], secrets: Iterable[Any]) -> Scores:
        """Score the first guess against the first secret, and so on: codes (N,), as ``scores``.

        All must be in the lists of the game. Many pairs are looked up in its matrix, a byte for
        each guess and secret, which the first call makes. Raises WordError, or GameError if there
        are not as many guesses as secrets.

        >>> import jotto
        >>> jotto.words(["hatch", "latch", "crane"]).score_pairs(["latch", "crane"], ["hatch"] * 2)
        array([18,  2], dtype=uint8)
        """
        check_arguments(Game.score_pairs, {"guesses": guesses, "secrets": secrets})
        rows = np.fromiter(map(self.index, guesses), np.intp)
        columns = np.fromiter(map(self._secret_index, secrets), np.intp)
        if len(rows) != len(columns):
            raise GameError(f"{len(rows):,} guesses and {len(columns):,} secrets are no pairs")
        if self.whole and len(rows) * PAIRS_AT_ONCE >= self.n_scores:
            _ = self.matrix
        if "matrix" in vars(self):
            return np.asarray(self.matrix[rows, columns])
        codes = [np.zeros(0, self.rule.dtype)]
        for at in range(0, len(rows), PAIRS_AT_ONCE):
            some = slice(at, at + PAIRS_AT_ONCE)
            made, row = np.unique(rows[some], return_inverse=True)
            asked, column = np.unique(columns[some], return_inverse=True)
            codes.append(self.columns(asked, made)[column, row])
        return np.concatenate(codes)

    def _secret_index(self, secret: Any) -> int:
        """Read a secret of the game, and return its index; raises WordError for any other."""
        at = self.secret_of[self.index(secret)]
        if at < 0:
            raise WordError(str(secret), "it is not a secret of this game")
        return int(at)

    def read(self, guess: Any) -> T:
        """Return the guess that a text stands for, or a listed guess as it is. Raises WordError."""
        try:
            quick = isinstance(self.guesses, tuple) or len(self.guesses) <= FEW
            listed = quick or not isinstance(guess, str)
            if listed and (at := self.find(guess)) >= 0:
                # one that is no text may be written differently, such as 1 and True
                return cast(T, guess) if type(guess) is str else self.guesses[at]
        except TypeError:  # unhashable
            raise WordError(str(guess), "it cannot be a guess; it must be hashable") from None
        return self.read_guess(checked(str(guess)))

    def shown(self, guess: Any) -> str:
        """Return a guess in the capitals of its language.

        >>> import jotto
        >>> jotto.words(["dizin", "kırık"]).shown("dizin"), jotto.words(["dizin"]).shown("dizin")
        ('DİZİN', 'DIZIN')
        """
        return self.rule.shown(guess)

    @cached_property
    def length(self) -> int:
        """How many letters its first guess has, and in a game of words or codes each."""
        return len(self.rule.spell(self.guesses[0]))

    def weights(self, candidates: Indices) -> IntArray:
        """Return the weights of ``candidates (A,)``: (A,) int64, all 1 without a prior."""
        return np.ones(len(candidates), np.int64) if self.prior is None else self.prior[candidates]

    @property
    def _chances(self) -> np.typing.NDArray[np.float64]:
        weights = self.weights(self.everything)
        return np.asarray(weights / weights.sum())

    @cached_property
    def key(self) -> str:
        """The checksum of both lists and the rule: 32 hexadecimal digits."""
        lists = "\n\n".join("\n".join(map(str, each)) for each in (self.secrets, self.guesses))
        stated = self.rule.key if isinstance(self.rule.key, str) else ""
        letters = " ".join(letter for letter in self.rule.letters if len(letter) > 1)
        checksum = hashlib.sha256(f"{self.rule.name}{stated}{letters}\n{lists}".encode())
        if stated != self.rule.key:  # a function: what it returns
            checksum.update(repr(self.rule.texts).encode())
            for scores in self.blocks(self.everything, None):
                checksum.update(scores.tobytes())
        return checksum.hexdigest()[:32]

    @cached_property
    def prior_key(self) -> str | None:
        """The checksum of the prior: 16 hexadecimal digits; None without a prior."""
        if self.prior is None:
            return None
        return hashlib.sha256(self.prior.astype("<i8").tobytes()).hexdigest()[:16]

    @property
    def n_scores(self) -> int:
        """G x S, the number of pairs of a guess and a secret."""
        return len(self.guesses) * len(self.secrets)

    @property
    def whole(self) -> bool:
        """Whether the score matrix fits in memory."""
        return self.n_scores * self.rule.dtype.itemsize <= LARGEST_MATRIX

    @cached_property
    def matrix(self) -> Scores:
        """The matrix (G, S) in Fortran order: a secret's column is contiguous. Raises GameError."""
        if not self.whole:
            raise GameError("this game's score matrix does not fit in memory")
        return by_secret(self.rule.codes(self.guesses, self.secrets)).T

    @cached_property
    def _written(self) -> Sequence[Any]:
        """The guesses as the rule reads them fastest."""
        encode = None if hasattr(self.guesses, "take") else self.rule.encode
        return encode(self.guesses) if encode else self.guesses

    def _some(self, guesses: Indices) -> Sequence[Any]:
        written = self._written
        return written[guesses] if isinstance(written, np.ndarray) else take(written, guesses)

    def columns(self, candidates: Indices, guesses: Indices) -> Scores:
        """Score ``guesses`` against ``candidates (A,)``: codes (A, len(guesses)), C order."""
        if "matrix" in vars(self):
            return self.matrix.T[candidates[:, None], guesses]
        secrets = self._some(self.guess_of[candidates])
        return by_secret(self.rule.codes(self._some(guesses), secrets))

    def codes(self, guess: int, candidates: Indices) -> Scores:
        """Score one guess (an index) against ``candidates (A,)``: codes (A,)."""
        return self.columns(candidates, np.array([guess]))[:, 0]

    def codes_of(self, guess: T, candidates: Indices) -> Scores:
        """Score one guess, which need not be in the list, against ``candidates (A,)``: (A,)."""
        chunks = (self._some(self.guess_of[chunk]) for chunk in chunks_of(candidates))
        return np.concatenate([self.rule.codes([guess], chunk)[0] for chunk in chunks])

    def blocks(self, candidates: Indices, guesses: Indices | None) -> Iterator[Scores]:
        """Yield the columns of ``guesses``, or all, in blocks of guesses: (A, block), C order."""
        if "matrix" in vars(self) and guesses is None:
            yield self.matrix.T if len(candidates) == len(self) else self.matrix.T[candidates]
            return
        every = np.arange(len(self.guesses)) if guesses is None else guesses
        step = max(1, SCORES_AT_ONCE // len(candidates))
        for start in range(0, len(every), step):
            yield self.columns(candidates, every[start : start + step])

    @cached_property
    def openings(self) -> tuple[IntArray, IntArray]:
        """The sizes and the weights of every part of every opening: arrays (G, K) int64."""
        if self.alike is None or self.prior is not None:
            return self.parts(self.everything, None)
        _, first, kinds = np.unique(self.alike(()), return_index=True, return_inverse=True)
        sizes = self.parts(self.everything, first)[0][kinds]
        return sizes, sizes

    def parts(self, candidates: Indices, guesses: Indices | None) -> tuple[IntArray, IntArray]:
        """Return sizes and weights of the parts of ``guesses``, or all, both (G, K) int64."""
        sums: list[Any] = [0, 0]
        for chunk in chunks_of(candidates):
            blocks = [self.sizes_and_weights(each, chunk) for each in self.blocks(chunk, guesses)]
            both = map(np.concatenate, zip(*blocks, strict=True))
            sums = [before + more for before, more in zip(sums, both, strict=True)]
        return sums[0], sums[1]

    def sizes_and_weights(self, codes: Scores, candidates: Indices) -> tuple[IntArray, IntArray]:
        """Return sizes and weights of the parts, both (G, K) int64, by ``codes (A, G)``."""
        weights = None if self.prior is None else self.prior[candidates]
        return sizes_and_weights(codes, np.arange(len(candidates)), self.rule.n_codes, weights)

    def kept_on_disk(self, what: str, build: Callable[[], IntArray]) -> IntArray:
        """Return an array that depends on nothing but the game, its prior, and ``what``."""
        keep = self.keep and isinstance(self.rule.key, str)  # a function may change
        return store.cached(f"{self.key}-{self.prior_key}-{what}", build) if keep else build()

    @cached_property
    def everything(self) -> Indices:
        """The indices of all secrets (S,): the candidates before the first turn."""
        return np.arange(len(self.secrets))

    def find(self, guess: Any) -> int:
        """Return the index of a guess; -1 if it is not an allowed one."""
        if isinstance(self.guesses, tuple) or len(self.guesses) <= FEW:
            return self._places.get(guess, -1)
        try:
            return self.guesses.index(guess)
        except ValueError:
            return -1

    @cached_property
    def _places(self) -> dict[T, int]:
        return {guess: at for at, guess in enumerate(self.guesses)}

    def index(self, guess: Any) -> int:
        """Read an allowed guess, and return its index; raises WordError for any other."""
        at = self.find(self.read(guess))
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
        secrets = np.flatnonzero(self.guess_of == found)  # without secret_of, 80 MB for 7x10
        return int(secrets[0]) if len(secrets) else -1

    @property
    def noisy(self) -> bool:
        """Whether an answer may be false."""
        return self.lies > 0 or self.rule.ways is not None

    def false(self, history: Sequence[Turn], secrets: Indices) -> Bools:
        """Return which of the turns are false for each of ``secrets (A,)``: (T, A)."""
        said = [turn.guess for turn in history]
        codes = self.rule.codes(said, self._some(self.guess_of[secrets]))
        pairs = zip(codes, history, strict=True)
        return np.array([~self.rule.tells(row, turn.code) for row, turn in pairs])

    def agreeing(self, history: Sequence[Turn]) -> Indices:
        """Return the secrets (indices) that agree with every turn, ascending, perhaps none."""
        if not history:
            return self.everything
        return np.flatnonzero(~self.false(history, self.everything).any(axis=0))

    def likeliest(self, secrets: Indices) -> list[T]:
        """Return the secrets at these indices, the likeliest first, equals in the given order."""
        return list(take(self.secrets, secrets[np.argsort(-self.weights(secrets), kind="stable")]))

    def without(self, *guesses: Any) -> Game[T]:
        """Return the game without some guesses in either list. Raises GameError if none is left."""
        if wrong := [guess for guess in guesses if not is_hashable(guess)]:
            raise WordError(str(wrong[0]), "it cannot be a guess; it must be hashable")
        gone = [at for at in map(self.find, guesses) if at >= 0]
        if not gone:
            return self
        left = self.everything[~np.isin(self.everything, self.secret_of[gone])]
        prior = None if self.prior is None else self.prior[left]
        lists = take(self.secrets, left), (other for other in self.guesses if other not in guesses)
        same = {name: getattr(self, name) for name in ("closed", "lies", "lie_chance", "house")}
        smaller = game_of(*lists, self.rule, self.read_guess, prior=prior, **same)
        if "matrix" in vars(self):
            vars(smaller)["matrix"] = np.delete(self.matrix.T[left], gone, axis=1).T
        return smaller

    def show(self, turn: Turn) -> str:
        """Return a turn as text: ``crane=1,1``."""
        return f"{turn.guess}={self.rule.texts[turn.code]}"

    @cached_property
    def of_equations(self) -> bool:
        """Whether its guesses are equations, such as ``1+2=3``."""
        some = self.guesses if isinstance(self.guesses, tuple) else self.guesses[:1]
        return any("=" in str(guess) for guess in some)

    def split_turn(self, text: str) -> tuple[str, str, str]:
        """Split the text of a turn into its guess, the ``=`` between (empty if none), its score.

        If it can be read in none of the ways in which people write one, it is split at its ``=``,
        or at a blank.

        >>> import jotto
        >>> game = jotto.words(["crane"], rule="colours")
        >>> game.split_turn("byybb crane"), game.split_turn("cRa(n)e")
        (('crane', '=', 'byybb'), ('crane', '=', 'BGBYB'))
        """
        if both := self.turn_in(text):
            return both[0], "=", both[1]
        return notation.split_turn(clean(text), last=self.of_equations)

    def turn_in(self, text: str) -> tuple[str, str] | None:
        """Return the guess and the score of a turn, if a text can be read as one; else None.

        Raises GameError for a text that is too long.

        >>> import jotto
        >>> [jotto.words(["crane"]).turn_in(text) for text in ("crane: one and two", "crane")]
        [('crane', 'one and two'), None]
        """
        typed = clean(checked(text)).strip()
        both = notation.marked(typed) if self.rule.tiles else None
        if both and len(both[1]) == self.length:
            return both
        for guess, score in notation.splits(typed[:LONGEST_TURN]):
            with suppress(JottoError):
                a_row = not guess.upper().strip("BYGXWNP") and self.find(guess.lower()) < 0
                if not a_row and self._is_score(score) and self.read(guess) is not None:
                    return guess, score
        return None

    def _is_score(self, text: str) -> bool:
        """Whether a text is a score, or one for each of several boards, perhaps with two meanings.

        With two it is refused, and the error says so.
        """
        if "+" in text and all(map(self._is_score, text.split("+"))):
            return True
        try:
            return self.rule.read(text) >= 0
        except ScoreError:
            return len(notation.readings(self.rule, clean(text))) > 1

    def read_turns(self, turns: Sequence[Any], first: int = 1) -> tuple[Turn[T], ...]:
        """Read turns: pairs ``(guess, score)``, or texts ``"crane=1,1"``. Raises TurnError."""
        return tuple(self.read_turn(number, turn) for number, turn in enumerate(turns, first))

    def read_score(self, score: Any) -> int:
        """Return the code of a score; None is not the word none. Raises ScoreError."""
        if score is None:
            raise ScoreError(str(score), f"write a score, such as {self.rule.texts[0]}")
        return self.rule.read(str(score))

    def read_turn(self, number: int, turn: Any) -> Turn[T]:
        """Read one turn; ``number`` is for the error message. Raises TurnError."""
        if isinstance(turn, Turn):
            return self._checked(number, turn)
        guess, score = self.pair_of(number, turn, "WORD=SCORE")
        try:
            return Turn(self.read(guess), self.read_score(score))
        except JottoError as error:
            raise TurnError(number, str(error)) from error

    def _checked(self, number: int, turn: Turn[Any]) -> Turn[T]:
        """Return a turn of one's own making, if its code and its guess can be of this game."""
        code: Any = turn.code
        if not is_whole(code) or not 0 <= code < self.rule.n_codes:
            raise TurnError(
                number, f"code={code!r:.60} is not a score: 0 to {self.rule.n_codes - 1}"
            )
        try:
            guess = self.read(turn.guess)
        except JottoError as error:
            raise TurnError(number, str(error)) from error
        return turn if guess == turn.guess and type(code) is int else Turn(guess, int(code))

    def pair_of(self, number: int, turn: Any, form: str) -> tuple[Any, Any]:
        """Return the guess and the score of a turn, which is a pair or a text. Raises TurnError."""
        if isinstance(turn, str):
            guess, equals, score = self.split_turn(checked(turn))
            if not equals:
                word, texts = str(self.guesses[0]), self.rule.texts
                with suppress(JottoError):
                    word = str(self.read(turn))
                some = form.replace("WORD", word).replace("SCORE", texts[len(texts) // 3])
                told = f"{quoted(turn)} has no score; write {form}, such as {some}"
                raise TurnError(number, told)
            return guess, score
        try:
            guess, score = turn
        except (TypeError, ValueError):
            reason = f"{turn!r:.60} is not a turn; write a pair (guess, score) or 'tares=1,1'"
            if callable(turn):
                reason = f"{turn!r:.60} is not a turn; name a strategy: strategy=.."
            raise TurnError(number, reason) from None
        return guess, score


def game_of(
    secrets: Iterable[T], further: Iterable[T], rule: Rule, read: Callable[[str], T], **others: Any
) -> Game[T]:
    """Make a game whose guesses are the secrets followed by the further guesses, each item once.

    The ``others`` are fields of ``Game`` such as ``keep``; ``prior (S,)`` is for the secrets
    without repeats. Raises GameError if there are no secrets.
    """
    ordered = tuple(dict.fromkeys(in_order(secrets, "secrets")))
    guesses = tuple(dict.fromkeys((*ordered, *in_order(further, "guesses"))))
    if not ordered:
        raise GameError("a game needs at least one secret")
    game = Game(ordered, guesses, rule, read, np.arange(len(ordered)), **others)
    if any("=" in text for text in rule.texts) and game.of_equations:
        raise GameError("'=' ends the guess of a turn; it cannot be in guesses and in scores, too")
    return game
