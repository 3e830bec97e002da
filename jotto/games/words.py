"""Word lists and the games played with them."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from operator import ne
from pathlib import Path

from jotto.engine.game import Game, game_of
from jotto.engine.partition import IntArray
from jotto.errors import GameError, WordError, WordListError, quoted
from jotto.games.scoring import LONGEST, rule_named

SHIPPED = "english-5.txt"
PLURALS = "english-5.plurals.txt"
OFFENSIVE = "offensive-5.txt"
LONGEST_LINE = 1000  # bytes; no word is so long, so the file is something else


def read_words(path: Path) -> tuple[str, ...]:
    """Read a list of words of one length: one a line, in order, a repeated word once.

    Blank lines and lines that begin with ``#`` are passed over; capitals are made small.
    Raises WordListError, with the line number where one line is to blame.
    """
    words: dict[str, None] = {}
    length = 0
    for number, line in lines_of(path):
        word = fold(line)
        if problem := unfit(word):
            raise WordListError(str(path), f"{quoted(line)}: {problem}; one word a line", number)
        length = length or len(word)
        if len(word) != length:
            reason = f"{word!r} has {len(word)} letters, the words before it have {length}"
            raise WordListError(str(path), f"{reason}; a game needs words of one length", number)
        words[word] = None
    if not words:
        raise WordListError(str(path), "it holds no words; write one word a line")
    return tuple(words)


def lines_of(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the number and the text of each line that says something. Raises WordListError."""
    number = 0
    try:
        with path.open("rb") as file:
            while line := file.readline(LONGEST_LINE + 1):
                number += 1
                if b"\0" in line:
                    raise WordListError(str(path), "not text: it holds a zero byte", number)
                if len(line) > LONGEST_LINE:
                    reason = f"a line of over {LONGEST_LINE} bytes; one word a line"
                    raise WordListError(str(path), reason, number)
                text = line.decode("utf-8-sig" if number == 1 else "utf-8").strip()
                if text and not text.startswith("#"):
                    yield number, text
    except UnicodeDecodeError:
        raise WordListError(str(path), "not text in UTF-8", number) from None
    except OSError as error:
        reason = error.strerror or str(error)
        raise WordListError(str(path), f"it cannot be read: {reason}") from None


def fold(text: str) -> str:
    """Make typed text a word as lists hold it: small letters, accents composed.

    >>> fold(" Crane ")
    'crane'
    """
    return unicodedata.normalize("NFC", text.strip().lower())


def unfit(word: str) -> str:
    """Say why ``word`` is not a word to play with, or nothing if it is.

    >>> unfit("cr4ne")
    "'4' is not a letter"
    """
    for character in word:
        if not character.isalpha():
            return f"{character!r} is not a letter"
    if not 1 <= len(word) <= LONGEST:
        return f"it has {len(word)} letters, words have 1 to {LONGEST}"
    return ""


def folder() -> Path:
    """Find the folder of the shipped lists: inside an installed package, beside a checkout's."""
    package = Path(__file__).parents[1]
    inside = package / "wordlists"
    return inside if inside.is_dir() else package.parent / "wordlists"


def shipped_words() -> tuple[str, ...]:
    """Read the shipped English five-letter list."""
    return read_words(folder() / SHIPPED)


def plurals() -> frozenset[str]:
    """Read the words of the shipped list that are plurals, or are spelt like one (``walks``)."""
    return frozenset(word for _, word in lines_of(folder() / PLURALS))


def offensive() -> frozenset[str]:
    """Read the words of the shipped list that a polite player does not propose."""
    return frozenset(word for _, word in lines_of(folder() / OFFENSIVE))


def repeats(word: str) -> bool:
    """Whether a letter comes twice.

    >>> repeats("hello"), repeats("crane")
    (True, False)
    """
    return len(set(word)) < len(word)


def secrets_allowed(
    words: Sequence[str], *, repeated: bool = True, plural: bool = True
) -> tuple[str, ...]:
    """Return the words that may be secrets at a table that bars repeated letters, or plurals.

    Which word is a plural is known of the shipped list only. Raises GameError if none is left.

    >>> secrets_allowed(["hello", "crane", "walks"], repeated=False, plural=False)
    ('crane',)
    """
    barred = frozenset() if plural else plurals()
    left = tuple(word for word in words if word not in barred and (repeated or not repeats(word)))
    if not left:
        raise GameError("every word of the list is barred as a secret; bar less, or add words")
    return left


def word_game(
    secrets: Sequence[str],
    further: Sequence[str] = (),
    *,
    rule: str = "exact-elsewhere",
    keep: bool = False,
    prior: Callable[[Sequence[str]], IntArray] | None = None,
) -> Game:
    """Make the game whose secrets are ``secrets`` and whose guesses are those and ``further``.

    All words must have one length. With ``keep`` the score matrix is kept on disk. ``prior``
    weighs the secrets; without one all are equally likely.

    >>> game = word_game(["score", "fools"], ["guess"])
    >>> game.guesses, game.rule.texts[game.rule.score("guess", "fools")]
    (('score', 'fools', 'guess'), '1,0')
    """
    ordered = tuple(dict.fromkeys(secrets))
    guesses = tuple(dict.fromkeys((*ordered, *further)))
    length = len(ordered[0]) if ordered else 1
    for word in guesses:
        if len(word) != length:
            raise WordError(word, f"it has {len(word)} letters, {ordered[0]!r} has {length}")
    return game_of(
        ordered,
        further,
        rule_named(rule, length),
        partial(read_word, guesses),
        keep=keep,
        weights=prior(ordered) if prior else None,
    )


def read_word(known: Sequence[str], text: str) -> str:
    """Read a word as typed: as long as the words of the game, but not necessarily one of them.

    Raises WordError, with the likeliest words of the list.
    """
    word = fold(text)
    problem = unfit(word)
    if not problem and known and len(word) != len(known[0]):
        problem = f"it has {len(word)} letters, this game is played with {len(known[0])}"
    if problem:
        raise WordError(text.strip(), problem, alike(word, known))
    return word


def alike(word: str, known: Sequence[str]) -> list[str]:
    """Find up to three words of the list that ``word`` may have been meant for.

    >>> alike("tabel", ["table", "cable", "stove"]), alike("tab1e", ["cable", "table"])
    (['table', 'cable'], ['table'])
    """
    slips = [other for other in known if len(other) == len(word) and sum(map(ne, other, word)) == 1]
    if slips:
        return slips[:3]
    from difflib import get_close_matches  # for a mistake only: not worth loading before

    return get_close_matches(word[: 2 * LONGEST], known, n=3, cutoff=0.6)
