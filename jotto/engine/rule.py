"""A rule: how a guess is scored, and everything that differs from rule to rule."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations
from typing import Any

import numpy as np

from jotto import core, stopping
from jotto.engine import notation
from jotto.engine.partitions import Scores
from jotto.engine.texts import Texts, in_order
from jotto.errors import GameError, JottoError, ScoreError, check_arguments, checked, quoted
from jotto.letters import Letters, shout, spell, split
from jotto.plain import Plain
from jotto.typed import clean

Bools = np.typing.NDArray[np.bool_]
Scorer = Callable[[Any, Any], str]  # of a guess and a secret: the score as text


@dataclass(frozen=True)
class Count(Plain):
    """A number in a score: its name, what it counts, and the mark of its pegs, if it has any."""

    name: str
    label: str
    mark: str = ""  # G: in the right place, Y: elsewhere


@dataclass(frozen=True, repr=False)
class Rule(Plain):
    """How a guess is scored, and everything else that differs from rule to rule.

    Rules with the same name, texts and key are equal. Only ``name``, ``texts`` and ``matrix`` are
    needed: then scores are shown and read as texts, and none is a near miss of another.

    * ``texts`` (K): each score code as text; the last code is the win.
    * ``matrix(guesses, secrets)``: the array (G, S) of codes: uint8, or uint16 if K > 256.
    * ``encode``: turns guesses into an array, a row for each, which ``matrix`` takes as well.
    * ``reader``: turns a text as typed into a code, or raises ScoreError.
    * ``key``: what decides the scores: a checksum, empty if the name says it, or else the function
      that scores, by default ``matrix``; the key of a game is then of its scores, too.
    * ``counts``: what the numbers in texts such as ``1,2`` mean.
    * ``tiles``: a text has a mark for each letter of the guess: G in place, Y elsewhere, B neither.
    * ``coloured``: guesses are codes of colours, written as digits.
    * ``called``: what people call its game where results are shared: a choice of the sentences.
    * ``of_words``: whether it scores words, whose letters tell something.
    * ``letters``: what is one letter of these words besides single letters, the longest first.
    * ``tallies(guess, M, text)``: a score as bounds on sums over M letters, to find unlisted words;
      see core/letters.py.
    * ``hints(shape, texts)``: for hard mode, what each of N scores of a guess demands of further
      guesses, (N, 2 L): its letter at a place; its letter as often as up to a place of the guess.
      ``shape``: see allowed.shape_of.
    * ``objection(letters, text)``: why no secret at all gives a guess this score; an empty
      string if some secret can.
    * ``ways (K, K)``, float, if scores are never told as they are: in how many ways true score i
      can be told as score j, at ``[i, j]``. Each row has the same numbers, in some order, but that
      of the win, which alone is always told.
    * ``number``: of the rule in the core, by which ``matrix`` and the page score; -1 for others.

    >>> import jotto
    >>> jotto.Rule.of("guessed", ["no", "yes"], lambda g, s: "yes" if g == s else "no")
    Rule('guessed', 2 scores)
    """

    name: str
    texts: tuple[str, ...] = field(hash=False)  # there may be thousands
    matrix: Callable[[Any, Any], Scores] = field(compare=False)
    reader: Callable[[str], int] | None = field(default=None, compare=False)
    key: Any = field(default=None, hash=False)
    counts: tuple[Count, ...] = field(default=(), compare=False)
    tiles: bool = field(default=False, compare=False)
    coloured: bool = field(default=False, compare=False)
    called: str = field(default="", compare=False)
    of_words: bool = field(default=False, compare=False)
    letters: Letters = ()
    tallies: Callable[[Any, int, str], Any] | None = field(default=None, compare=False)
    hints: Callable[[Any, Sequence[str]], Bools] | None = field(default=None, compare=False)
    objection: Callable[[Sequence[str], str], str] | None = field(default=None, compare=False)
    ways: np.typing.NDArray[np.float64] | None = field(default=None, compare=False)
    encode: Callable[[Sequence[Any]], Any] | None = field(default=None, compare=False)
    number: int = field(default=-1, compare=False)
    _plain = "name texts counts tiles coloured of_words letters"

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
        """Score one guess against one secret: a code.

        Raises what ``codes`` does.

        >>> import jotto
        >>> rule = jotto.words(["crane"]).rule
        >>> rule.texts[rule.score("fools", "score")]
        '1,1'
        """
        if self.number >= 0 and isinstance(guess, str) and isinstance(secret, str):
            words = self._points(guess), self._points(secret)
            if 0 < len(words[0]) == len(words[1]) <= 4 * core.LONGEST:
                return core.score_pair(self.number, *words)
        return int(self.codes([guess], [secret])[0, 0])

    def _points(self, word: str) -> bytes:
        """Return the letters of a word as the core reads those of one."""
        if split(self.letters) and self.encode:
            return bytes(self.encode([word]).astype(np.uint32))
        return word.encode(core.POINTS, "surrogatepass")

    def codes(self, guesses: Any, secrets: Any) -> Scores:
        """Score guesses against secrets: (G, S), of ``dtype``; the one way to ``matrix``.

        Raises GameError for what a matrix of one's own must not return: the core counts by codes,
        and a game ends where the last one is, which is that of the secret alone.
        """
        if self.key == "":
            return self.matrix(guesses, secrets)
        named, shape = f"the rule {quoted(self.name)}", (len(guesses), len(secrets))
        try:
            made = np.asarray(self.matrix(guesses, secrets))
        except JottoError:
            raise
        except Exception as error:
            reason = f"{type(error).__name__}: {error}"
            raise GameError(f"the matrix of {named} failed: {reason}") from error
        if made.shape != shape or made.dtype.kind not in "iub" or _beyond(made, self.n_codes):
            needs = f"an array {shape} of whole numbers from 0 to {self.n_codes - 1:,}"
            raise GameError(f"the matrix of {named} must return {needs}")
        rows, columns = map(self._hashable, (guesses, secrets))
        number = {item: at for at, item in enumerate((*rows, *columns))}
        same = np.array([number[row] for row in rows])[:, None] == [number[it] for it in columns]
        for row, column in np.argwhere((made == self.win) != same)[:1]:
            pair = pair_of(guesses[row], secrets[column])
            scored = f"{pair} scores {self.texts[made[row, column]]!r}"
            alone = f"the last text, {self.texts[-1]!r}, is for the secret alone"
            raise GameError(f"{scored} by {named}; {alone}")
        return made.astype(self.dtype, copy=False)

    def _hashable(self, items: Sequence[Any]) -> Sequence[Any]:
        """Return what is equal if the items are: these, or the bytes of their rows."""
        if not self.encode:
            return items
        return [*map(bytes, items if isinstance(items, np.ndarray) else self.encode(items))]

    def read(self, text: str) -> int:
        """Return the code of a score in any usual form; ``win`` is the win. Raises ScoreError.

        >>> import jotto
        >>> rule = jotto.words(["crane"]).rule
        >>> [rule.texts[rule.read(text)] for text in ("⬛🟨⬛🟩🟨", "1A2B", "one and two", "yes")]
        ['1,2', '1,2', '1,2', '5,0']
        """
        typed = given = clean(checked(text)).strip()
        rows = [] if typed in self.texts else notation.readings(self, typed)
        if len(rows) > 1:
            raise ScoreError(text, f"it may mean {' or '.join(rows)}; write which one")
        typed = "".join(rows) or typed
        with suppress(ScoreError):
            return self._read(typed)
        said = notation.said(typed, [count.name for count in self.counts])
        yes = said == "yes" and typed.upper() not in self.texts  # Y alone is a colour
        try:
            return self._read("win" if yes else said)
        except ScoreError as error:
            raise ScoreError(text, notation.misfit(self, given) or error.reason) from None

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
        """Return why no secret at all gives a guess this score; an empty string if some can."""
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

        One number differs by one, or two numbers are swapped, or what is counted in one of them
        belongs to the other; or one mark differs, or the marks of two equal letters of the
        ``guess`` are swapped.
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
            if len(numbers) == 2:
                changed += [(numbers[0] + n, numbers[1] - n) for n in (-1, 1)]
            near = {",".join(map(str, each)) for each in changed}
        return [n for n, other in enumerate(texts) if other in near and other != text]

    def may_mean_win(self, code: int, length: int) -> bool:
        """Whether a player may say this of the secret itself, which has a score of its own.

        So may 5 be said in jots, where a guess that is no more than an anagram has 5.
        """
        return sum(self.numbers(code)) == length and not self.numbers(self.win)


def _beyond(codes: np.typing.NDArray[Any], n_codes: int) -> bool:
    """Whether some of the codes are none of a rule."""
    return bool(codes.size) and not 0 <= int(codes.min()) <= int(codes.max()) < n_codes


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
        return codes[text]

    scores = list[list[int]]()
    for guess in guesses:
        stopping.check()
        scores.append([code(guess, secret) for secret in secrets])
    return np.array(scores, np.uint8 if win < 256 else np.uint16)
