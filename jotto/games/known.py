"""Strings that people have written: likelier than those that nobody has, in a list or not.

wordfreq has seen 38,000 English strings of five letters, most of them in no list of words. They
are no secrets and no guesses of their own; they come earlier among all strings of letters. How much
earlier was learnt from rare words of the shipped list that were held out of it.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from heapq import merge
from pathlib import Path

import numpy as np

from jotto.engine.game import Rule, Turn
from jotto.engine.partition import IntArray
from jotto.errors import WordListError
from jotto.games.priors import ZIPF
from jotto.games.strings import LATIN, UNIT, VOWELS, LetterModel, alphabet_of, search, train
from jotto.games.words import folder

UNLISTED = "english-5.unlisted.txt"
LENGTH = 5  # of the strings in that file
SEEN = 5.0  # bits: how much likelier is a string that people have written, for its letters
A_ZIPF = 2.0  # bits more for each zipf,
MOST_ZIPF = 3.0  # up to this one: what is commoner still, and unlisted, is a name
ENGLISH = 0.5  # of the words of a list are in the shipped one: fewer are in other languages


@dataclass(frozen=True, eq=False)
class Language:
    """What a string of letters costs, less being likelier: its letters, less what it is known by.

    ``bonuses`` has the strings that people have written, in parts of a bit (``UNIT``).
    """

    letters: LetterModel
    bonuses: Mapping[str, int]

    def cost(self, text: str) -> int:
        """Say what ``text`` costs.

        >>> language = learn(["tares", "moist"])
        >>> language.cost("james") < language.letters.cost("james")
        True
        """
        return int(self.costs_of([text])[0])

    def costs_of(self, texts: Sequence[str]) -> IntArray:
        """Say what each text costs: an array (N,) int64."""
        bonuses = np.array([self.bonuses.get(text, 0) for text in texts], np.int64)
        found: IntArray = self.letters.costs_of(texts) - bonuses
        return found


def learn(words: Sequence[str], alphabet: str | None = None) -> Language:
    """Learn from a list of words of one length how likely strings of letters are.

    Strings that people have written are known of English with five letters: where half of the
    list is in the shipped one. Else all strings go by their letters. Raises GameError as ``train``.

    Measured on the 1,740 words of levels 60 and 70, held out of the list and looked for among the
    strings that agree with a game: their rank (geometric mean) is 6.5 by letters alone, 3.5 with
    a bonus of 3 + min(zipf, 3) bits, 3.1 with 5 + 2 min(zipf, 3), and 3.0 with 8 + 2 min(zipf, 3),
    which leaves the letters little to say.
    """
    model = train(words, alphabet or alphabet_of(words))
    if len(words[0]) != LENGTH or not set(LATIN) <= set(model.alphabet):
        return Language(model, {})
    shipped = read_english()
    found = sum(word in shipped.listed for word in words)
    return Language(model, shipped.bonuses if found >= ENGLISH * len(words) else {})


@dataclass(frozen=True, eq=False)
class English:
    """The words of the shipped list, and the bonuses of these and of what wordfreq has seen."""

    listed: frozenset[str]
    bonuses: Mapping[str, int]


@cache
def read_english() -> English:
    """Read the zipf values that are shipped, once. Raises WordListError."""
    listed = read_zipfs(folder() / ZIPF)
    zipfs = listed | read_zipfs(folder() / UNLISTED)
    bonuses = dict(zip(zipfs, bonuses_of(list(zipfs.values())).tolist(), strict=True))
    return English(frozenset(listed), bonuses)


def read_zipfs(path: Path) -> dict[str, float]:
    """Read a shipped table at once: line by line 39,000 lines would take a tenth of a second."""
    try:
        text = path.read_text("utf-8")
    except OSError as error:
        raise WordListError(str(path), f"it cannot be read: {error.strerror}") from None
    header_end = text.rfind("\n#") + 1
    columns = text[text.index("\n", header_end) :].split()
    return dict(zip(columns[::2], map(float, columns[1::2]), strict=True))


def bonuses_of(zipfs: Sequence[float]) -> IntArray:
    """Say how much less strings cost that people write so often: (N,) int64, parts of a bit.

    >>> (bonuses_of([1.0, 2.5, 5.0]) / UNIT).tolist()
    [7.0, 10.0, 11.0]
    """
    bits = SEEN + A_ZIPF * np.minimum(zipfs, MOST_ZIPF)
    found: IntArray = np.rint(bits * UNIT).astype(np.int64)
    return found


def best_first(
    language: Language,
    history: Sequence[Turn],
    rule: Rule,
    *,
    need_vowel: bool = False,
    exclude: Container[str] = (),
) -> Iterator[str]:
    """Yield the strings that agree with every turn, lazily: the likeliest first.

    Equally likely ones come in the order of the alphabet. ``exclude`` holds words to leave out.

    >>> from jotto.games.scoring import rule_named
    >>> rule = rule_named("exact-elsewhere", 4)
    >>> next(best_first(learn(["tree", "free", "flee"]), [Turn("tree", rule.read("3,0"))], rule))
    'free'
    """
    others = (
        (cost, text)
        for cost, text in search(language.letters, history, rule, need_vowel=need_vowel)
        if text not in language.bonuses
    )
    known = agreeing(language, history, rule, need_vowel=need_vowel)
    return (text for _, text in merge(known, others) if text not in exclude)


def agreeing(
    language: Language, history: Sequence[Turn], rule: Rule, *, need_vowel: bool = False
) -> Iterator[tuple[int, str]]:
    """Yield the known strings that agree with every turn, each after its cost, in order."""
    texts = sorted(language.bonuses)
    if need_vowel:
        texts = [text for text in texts if not set(text).isdisjoint(VOWELS)]
    if texts and history:
        codes = np.array([[turn.code] for turn in history])
        scores = rule.matrix([turn.guess for turn in history], texts)
        texts = [texts[i] for i in np.flatnonzero((scores == codes).all(axis=0))]
    if not texts:
        return
    costs = language.costs_of(texts)
    for i in np.argsort(costs, kind="stable").tolist():
        yield int(costs[i]), texts[i]
