"""A game: guesses, secrets, and the rule that scores one against the other."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import combinations
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, cast

import numpy as np

from jotto.engine import notation, store
from jotto.engine.partitions import (
    Indices as Indices,
    IntArray as IntArray,
    Scores as Scores,
    blocks_of_parts as blocks_of_parts,
    part_sizes as part_sizes,
    partition as partition,
)
from jotto.engine.store import equal_fields as equal_fields, fields_alone as fields_alone
from jotto.engine.texts import Texts, in_order
from jotto.errors import (
    GameError,
    JottoError,
    ScoreError,
    TurnError,
    WordError,
    check_arguments,
    checked,
    count,
    quoted,
)
from jotto.letters import Letters, shout, spell

if TYPE_CHECKING:  # the default, which Python has from 3.13 on, is for type checkers alone
    from typing_extensions import TypeVar

    T = TypeVar("T", default=Any)  # what a guess is: str for words
    R = TypeVar("R")
else:
    from typing import TypeVar

    T, R = TypeVar("T"), TypeVar("R")

Bools = np.typing.NDArray[np.bool_]
Scorer = Callable[[Any, Any], str]  # of a guess and a secret: the score as text
Tally = tuple[Any, Any, int, int]  # in_place (L, M), caps (M), low and most; 0 for none


class Count(NamedTuple):
    """A number in a score: its name, what it counts, and the mark of its pegs, if it has any."""

    name: str
    label: str
    mark: str = ""  # G: in the right place, Y: elsewhere


# --- rules --------------------------------------------------------------------------------------


@dataclass(frozen=True, repr=False)
class Rule:
    """How a guess is scored, and everything that differs from rule to rule; nobody asks its name.

    Rules with the same name, texts and key are equal. Only ``name``, ``texts`` and ``matrix`` are
    needed: then scores are shown and read as texts, and none is a near miss of another.

    * ``texts`` (K): each score code as text; the last code is the win.
    * ``matrix(guesses, secrets)``: the array (G, S) of codes: uint8, or uint16 if K > 256.
    * ``reader``: turns a text as typed into a code, or raises ScoreError.
    * ``key``: what decides the scores: a checksum, empty if the name says it, or else the function
      that scores, by default ``matrix``; the key of a game is then of its scores, too.
    * ``counts``: what the numbers in texts such as ``1,2`` mean.
    * ``tiles``: a text has a mark for each letter of the guess: G in place, Y elsewhere, B neither.
    * ``coloured``: guesses are codes of colours, written as digits.
    * ``of_words``: whether it scores words, whose letters tell something.
    * ``letters``: what is one letter of these words besides single letters, the longest first.
    * ``tallies(hits, text)``: a score as bounds on sums over letters, to find unlisted words.
    * ``hints(shape, texts)``: for hard mode, which words use what each of N scores of a guess
      tells, by what it would score if they were secrets: (N, K). ``shape``: see position.shape_of.
    * ``objection(letters, text)``: why no secret at all gives a guess this score; empty if one may.
    * ``ways (K, K)``, float, if scores are never told as they are: in how many ways the score of a
      row is told as that of a column. Each row has the same numbers, in some order, but that of the
      win, which alone is always told.

    >>> import jotto
    >>> jotto.Rule.of("guessed", ["no", "yes"], lambda g, s: "yes" if g == s else "no")
    Rule('guessed', 2 scores)
    """

    name: str
    texts: tuple[str, ...] = field(hash=False)  # there may be thousands
    matrix: Callable[[Sequence[Any], Sequence[Any]], Scores] = field(compare=False)
    reader: Callable[[str], int] | None = field(default=None, compare=False)
    key: Any = field(default=None, hash=False)
    counts: tuple[Count, ...] = field(default=(), compare=False)
    tiles: bool = field(default=False, compare=False)
    coloured: bool = field(default=False, compare=False)
    of_words: bool = field(default=False, compare=False)
    letters: Letters = ()
    tallies: Callable[[Bools, str], list[Tally]] | None = field(default=None, compare=False)
    hints: Callable[[Any, Sequence[str]], Bools] | None = field(default=None, compare=False)
    objection: Callable[[Sequence[str], str], str] | None = field(default=None, compare=False)
    ways: np.typing.NDArray[np.float64] | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        if self.key is None:
            object.__setattr__(self, "key", self.matrix)
        if self.key == "":
            return
        known, texts = Texts("scores"), (self.name, *self.texts)
        written = [known.add(text) for text in texts]
        if written != [*texts] or len({*self.texts}) < len(self.texts) or not self.texts:
            of = f"the texts of the rule {quoted(written[0])}"
            raise GameError(f"{of} must be different texts, and its name a text")

    def __repr__(self) -> str:
        return f"Rule({self.name!r}, {self.n_codes:,} scores)"

    @staticmethod
    def of(
        name: str, texts: Iterable[str] | str, score: Scorer, counts: tuple[Count, ...] = ()
    ) -> Rule:
        """Make a rule from a function that returns the score of a guess as one of ``texts``.

        A guess equal to the secret wins, whatever it would score: the last text. Raises GameError
        if two texts are equal; the rule does, if a score is none of them.

        >>> import jotto
        >>> rule = jotto.Rule.of("start", ["0", "1", "win"], lambda g, s: str(int(g[0] == s[0])))
        >>> rule.texts[rule.score("crane", "crate")]
        '1'
        """
        check_arguments(Rule.of, {"texts": in_order(texts, "texts"), "name": name, "score": score})
        listed = tuple(texts)
        matrix = partial(_score_pairs, score, {str(text): n for n, text in enumerate(listed)})
        return Rule(name, listed, matrix, key=score, counts=counts)

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

    def read(self, text: str) -> int:
        """Return the code of a score in any usual form; ``win`` is the win. Raises ScoreError.

        >>> import jotto
        >>> rule = jotto.words(["crane"]).rule
        >>> [rule.texts[rule.read(text)] for text in ("⬛🟨⬛🟩🟨", "1A2B", "one and two", "yes")]
        ['1,2', '1,2', '1,2', '5,0']
        """
        typed = checked(text).strip()
        typed = typed if typed in self.texts else notation.drawn(self, typed)
        with suppress(ScoreError):
            return self._read(typed)
        said = notation.said(typed, [count.name for count in self.counts])
        yes = said == "yes" and typed.upper() not in self.texts  # Y alone is a colour
        try:
            return self._read("win" if yes else said)
        except ScoreError as error:
            raise ScoreError(text, error.reason) from None

    def _read(self, text: str) -> int:
        if not self.reader and text in self.texts:
            return self.texts.index(text)
        if text.lower() == "win":
            return self.win
        if self.reader:
            return self.reader(text)
        known = ", ".join(self.texts[:10]) + ", ..." * (self.n_codes > 10)
        raise ScoreError(text, f"it is not a score of this game; there are {known}")

    def spell(self, guess: Any) -> Sequence[str]:
        """Return the letters of a guess, or the digits of a code.

        >>> import jotto
        >>> jotto.words(["ijzer"], letters="ij").rule.spell("ijzer")
        ('ij', 'z', 'e', 'r')
        """
        return spell(str(guess), self.letters)

    def shown(self, guess: Any) -> str:
        """Return a guess in the capitals of its language."""
        return shout(guess, self.letters)

    def objects(self, guess: Any, code: int) -> str:
        """Return why no secret at all gives a guess this score; empty if one may."""
        return self.objection(self.spell(guess), self.texts[code]) if self.objection else ""

    def tells(self, codes: Any, code: int) -> Any:
        """Return which of the true scores ``codes``, one or (A,), are told as ``code``."""
        return codes == code if self.ways is None else self.ways[codes, code] > 0

    def numbers(self, code: int) -> tuple[int, ...]:
        """Return the numbers of a score, one for each of ``counts``; none for a win in words."""
        numbers = self.texts[code].split(",") if self.counts else []
        return tuple(map(int, numbers)) if all(map(str.isdecimal, numbers)) else ()

    def marks(self, code: int, length: int) -> str:
        """Return a score as ``length`` marks G, Y and B; empty if it has none.

        Only with ``tiles`` does each mark belong to the letter at its place.
        """
        if self.tiles:
            return "G" * length if code == self.win else self.texts[code][:length]
        if not all(count.mark for count in self.counts) or not self.counts:
            return ""
        numbers = zip(self.counts, self.numbers(code), strict=False)
        marks = "".join(count.mark * number for count, number in numbers)
        return "G" * length if code == self.win else marks.ljust(length, "B")

    def near_misses(self, code: int, guess: Any = "") -> list[int]:
        """List the codes that are easily confused with ``code``; none for the winning code.

        One number differs by one, or two numbers are swapped, or one mark differs, or the marks of
        two equal letters of the ``guess`` are swapped.
        """
        texts = [text.rstrip("?") for text in self.texts[:-1]]  # GGGGG? are five greens of Fibble
        text, numbers, near = self.texts[code].rstrip("?"), self.numbers(code), set[str]()
        if code == self.win:
            return []
        if self.tiles:
            letters = self.spell(guess)
            near = {text[:i] + mark + text[i + 1 :] for i in range(len(text)) for mark in "BYG"}
            for i, j in combinations(range(len(letters)), 2):
                if letters[i] == letters[j]:
                    near.add(text[:i] + text[j] + text[i + 1 : j] + text[i] + text[j + 1 :])
        elif numbers:
            changed = [numbers[::-1]]
            for i, number in enumerate(numbers):
                changed += [(*numbers[:i], n, *numbers[i + 1 :]) for n in (number - 1, number + 1)]
            near = {",".join(map(str, each)) for each in changed}
        return [n for n, other in enumerate(texts) if other in near and other != text]

    def may_mean_win(self, code: int, length: int) -> bool:
        """Whether a player may say this of the secret itself, which has a score of its own.

        So may 5 be said in jots, where a guess that is no more than an anagram has 5.
        """
        return sum(self.numbers(code)) == length and not self.numbers(self.win)


def pair_of(guess: Any, secret: Any) -> str:
    """Name a guess and a secret in a message."""
    return f"{quoted(str(guess))} against {quoted(str(secret))}"


def scored_by(score: Callable[[Any, Any], Any], guess: Any, secret: Any) -> Any:
    """Score a pair by a function of a person's own; raises GameError that names the pair."""
    try:
        scored = score(guess, secret)
        hash(scored)
    except Exception as error:
        reason = f"cannot be scored: {type(error).__name__}: {error}"
        raise GameError(f"{pair_of(guess, secret)} {reason}") from error
    return scored


def _score_pairs(
    score: Scorer, codes: Mapping[str, int], guesses: Sequence[Any], secrets: Sequence[Any]
) -> Scores:
    """Score each guess against each secret by a plain function: (G, S). Raises GameError."""
    win = len(codes) - 1

    def code(guess: Any, secret: Any) -> int:
        if guess == secret:
            return win
        text = scored_by(score, guess, secret)
        if not isinstance(text, str) or text not in codes:
            raise GameError(f"the score {quoted(str(text))} is not one of the rule's texts")
        if codes[text] == win:
            reason = f"scores {text!r}, the last text, which is for the secret alone"
            raise GameError(f"{pair_of(guess, secret)} {reason}")
        return codes[text]

    scores = [[code(guess, secret) for secret in secrets] for guess in guesses]
    return np.array(scores, np.uint8 if win < 256 else np.uint16)


# --- games --------------------------------------------------------------------------------------

LARGEST_MATRIX = 2_500_000_000  # bytes
MOST_SCORES = 20_000_000_000  # guesses x secrets, if symmetries spare computing most of them
SCORES_AT_ONCE = 1 << 26
LIE_CHANCE = 0.1  # that an answer is false, where it may be
FEW = 1 << 18  # guesses; up to so many, any sequence of them is put into a dict to be looked up


def take(items: Sequence[T], indices: Indices) -> Sequence[T]:
    """Return the items at ``indices``, in that order, by the list's own ``take`` if it has one."""
    picked = getattr(items, "take", None)
    return cast(Sequence[T], picked(indices)) if picked else [items[i] for i in indices.tolist()]


@dataclass(frozen=True)
class Turn(Generic[T]):
    """One guess with the code of its score."""

    guess: T
    code: int


@dataclass(frozen=True, eq=False)
class Game(Generic[T]):
    """A list of guesses, a list of secrets, and a rule; :func:`game_of` makes one from lists.

    Games are equal if their lists, rule and prior are. What is remembered about a game, such as
    its score matrix, is neither compared nor pickled.

    * ``read_guess``: turns a text into a guess, perhaps not an allowed one, or raises WordError.
    * ``guess_of (S,)``: the index of each secret as a guess; every secret is an allowed guess.
    * ``alike(history)``, if symmetries are known: a number for each guess, (G,) int64, equal for
      guesses that are equivalent after the guesses ``history`` (indices).
    * ``keep``: cache the score matrix on disk.
    * ``prior (S,)`` int64: the weight of each secret; None: all are equally likely.
    * ``closed``: no other secret is possible, as with codes; a list of words may lack one.
    * ``lies``: so many answers may be false, each with probability ``lie_chance``.
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

    def remembered(self, key: Hashable, make: Callable[[], R]) -> R:
        """Return what ``make`` returned for ``key``; it is called again if that was dropped.

        It is kept with the game and goes with it. Threads may share a game.
        """
        return store.remembered(vars(self), key, make)

    def __len__(self) -> int:
        return len(self.secrets)

    def score(self, guess: Any, secret: Any) -> str:
        """Score a guess against a secret; neither need be in the lists. Raises WordError.

        >>> import jotto
        >>> jotto.words(["score", "fools"]).score("guess", "fools")
        '1,0'
        """
        return self.rule.texts[self.rule.score(self.read(guess), self.read(secret))]

    def read(self, guess: Any) -> T:
        """Return the guess that a text stands for, or a listed guess as it is. Raises WordError."""
        try:
            if not isinstance(guess, str) and (at := self.find(guess)) >= 0:
                return self.guesses[at]  # which may be written differently, such as 1 and True
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

    @cached_property
    def whole(self) -> bool:
        """Whether the score matrix fits in memory."""
        return self.n_scores * self.rule.dtype.itemsize <= LARGEST_MATRIX

    def check_size(self, guesses: int, candidates: int) -> None:
        """Raise GameError if so many guesses by so many candidates are too many to score."""
        few = self.whole or guesses * candidates <= SCORES_AT_ONCE
        if not few and (self.alike is None or self.n_scores > MOST_SCORES):
            lists = f"{guesses:,} guesses by {candidates:,} secrets"
            reason = f"{lists} make {guesses * candidates:.1e} scores; choose a smaller game"
            raise GameError(f"this game is too large to search: {reason}, or add turns")

    @cached_property
    def scores(self) -> Scores:
        """The matrix (G, S) in Fortran order: a secret's column is contiguous. Raises GameError."""
        if not self.whole:
            raise GameError("this game's score matrix does not fit in memory")
        matrix = partial(self.rule.matrix, self.guesses, self.secrets)
        return self._cached("scores", lambda: store.in_fortran_order(matrix()))

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

    def codes_of(self, guess: T, candidates: Indices) -> Scores:
        """Score one guess, which need not be in the list, against ``candidates (A,)``: (A,)."""
        return np.asarray(self.rule.matrix([guess], take(self.secrets, candidates))[0])

    def blocks(self, candidates: Indices, guesses: Indices | None) -> Iterator[Scores]:
        """Yield the columns of ``guesses``, or all, in blocks of guesses: (A, block), C order."""
        if self.held and guesses is None:
            yield self.scores.T[candidates]
            return
        every = np.arange(len(self.guesses)) if guesses is None else guesses
        self.check_size(len(every), len(candidates))
        step = max(1, SCORES_AT_ONCE // len(candidates))
        for start in range(0, len(every), step):
            yield self.columns(candidates, every[start : start + step])

    @cached_property
    def opening_sizes(self) -> IntArray:
        """The size of every part of every opening: an array (G, K) int64."""

        def build() -> IntArray:
            self.check_size(len(self.guesses), len(self.secrets))
            if self.alike is None:
                return part_sizes(self.scores, self.everything, self.rule.n_codes)
            _, first, kinds = np.unique(self.alike(()), return_index=True, return_inverse=True)
            scores = self.rule.matrix(take(self.guesses, first), self.secrets)
            return part_sizes(scores, self.everything, self.rule.n_codes)[kinds]

        return self._cached("openings", build)

    @cached_property
    def opening_weights(self) -> IntArray:
        """The weight of every part of every opening: an array (G, K) int64."""
        what = f"openings-{self.prior_key}"
        return self._cached(what, lambda: self.sizes_and_weights(self.scores, self.everything)[1])

    def sizes_and_weights(self, scores: Scores, candidates: Indices) -> tuple[IntArray, IntArray]:
        """Return sizes and weights of the parts, both (G, K) int64, by ``scores (G, A)``."""
        weights = None if self.prior is None else self.prior[candidates]
        parts = blocks_of_parts(scores, np.arange(len(candidates)), self.rule.n_codes, weights)
        sizes, sums = zip(*parts, strict=True)
        return np.concatenate(sizes), np.concatenate(sums)

    def _cached(self, what: str, build: Callable[[], store.Array]) -> store.Array:
        keep = self.keep and isinstance(self.rule.key, str)  # a function may change
        return store.cached(f"{self.key}-{what}", build) if keep else build()

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
        return int(self.secret_of[found]) if found >= 0 else -1

    @property
    def noisy(self) -> bool:
        """Whether an answer may be false."""
        return self.lies > 0 or self.rule.ways is not None

    def false(self, history: Sequence[Turn], secrets: Indices) -> Bools:
        """Return which of the turns are false for each of ``secrets (A,)``: (T, A)."""
        codes = self.rule.matrix([turn.guess for turn in history], take(self.secrets, secrets))
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
        gone = [at for at in map(self.find, guesses) if at >= 0]
        if not gone:
            return self
        left = self.everything[~np.isin(self.everything, self.secret_of[gone])]
        prior = None if self.prior is None else self.prior[left]
        lists = take(self.secrets, left), (other for other in self.guesses if other not in guesses)
        same = {name: getattr(self, name) for name in ("closed", "lies", "lie_chance")}
        smaller = game_of(*lists, self.rule, self.read_guess, prior=prior, **same)
        if "scores" in vars(self):
            vars(smaller)["scores"] = np.delete(self.scores.T[left], gone, axis=1).T
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
        """Split the text of a turn into its guess, the ``=`` between (empty if none), its score."""
        return notation.split_turn(text, last=self.of_equations)

    def read_turns(self, turns: Sequence[Any], first: int = 1) -> tuple[Turn[T], ...]:
        """Read turns: pairs ``(guess, score)``, or texts ``"crane=1,1"``. Raises TurnError."""
        return tuple(self.read_turn(number, turn) for number, turn in enumerate(turns, first))

    def read_turn(self, number: int, turn: Any) -> Turn[T]:
        """Read one turn; ``number`` is for the error message. Raises TurnError."""
        if isinstance(turn, Turn):
            return turn
        guess, score = self.pair_of(number, turn, "WORD=SCORE")
        try:
            return Turn(self.read(guess), self.rule.read(str(score)))
        except JottoError as error:
            raise TurnError(number, str(error)) from error

    def pair_of(self, number: int, turn: Any, form: str) -> tuple[Any, Any]:
        """Return the guess and the score of a turn, which is a pair or a text. Raises TurnError."""
        if isinstance(turn, str):
            guess, equals, score = self.split_turn(checked(turn))
            if not equals:
                raise TurnError(number, f"{quoted(turn)} has no score; write {form}")
            return guess, score
        try:
            guess, score = turn
        except (TypeError, ValueError):
            reason = f"{turn!r} is not a turn; write a pair (guess, score) or 'tares=1,1'"
            raise TurnError(number, reason) from None
        return guess, score


def game_of(
    secrets: Iterable[T], further: Iterable[T], rule: Rule, read: Callable[[str], T], **others: Any
) -> Game[T]:
    """Make a game whose guesses are the secrets followed by the further guesses, each item once.

    The ``others`` are fields of :class:`Game` such as ``keep``; ``prior (S,)`` is for the secrets
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
