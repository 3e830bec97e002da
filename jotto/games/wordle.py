"""Wordle: how likely a word is the answer, from how common it is, and from the answers so far.

The answers are chosen by an editor: words that most people know, no plurals in -s and no past
tenses in -ed, as a rule. Since February 2026 they come again, first those of some years ago. The
numbers here were fitted to published lists, which are not part of this package;
``scripts/wordle_prior.py`` measures them, see docs/wordle.md.
"""

import re
from collections.abc import Iterable, Mapping
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from jotto.engine.game import IntArray
from jotto.errors import GameError, refusing_any
from jotto.games.scoring import Words
from jotto.games.words import (
    LEAST,
    RAREST,
    UNLISTED_ZIPF,
    ZIPF,
    Weigh,
    levels,
    plurals,
    whole_numbers,
    zipfs,
)
from jotto.letters import Letters, fold
from jotto.reading.lists import past_in
from jotto.reading.texts import Note

Past = Mapping[str, date]  # each answer with the day when it was the last one
Shares = np.typing.NDArray[np.float64]
CERTAIN = 0.98  # the rest is spread evenly: an editor may choose any word
AGAIN, SPREAD = (
    1800,
    200,
)  # days: when a past answer is half as likely as a new one, and how soon


def answers(words: Words) -> IntArray:
    """Weight words by how likely each is to be an answer of Wordle: (S,) int64.

    0.98 x logistic(1.1 - 0.11 level + 1.4 zipf) + 0.02 x uniform, with SCOWL's levels and
    wordfreq's zipf values. Words in -ed, but not in -eed, have 7 less before the logistic; plurals
    in -s have the uniform part alone. Weights are the least one, doubled some times: a page has
    them in a seventh of the bytes. Raises GameError for words that are not English of five letters.

    >>> weights = answers(["crane", "kazoo", "walks", "zaxes"])
    >>> (weights / weights.sum()).round(3).tolist()
    [0.79, 0.198, 0.006, 0.006]
    """
    level_of, in_s = levels(), plurals()
    if not any(word in level_of for word in words):
        reason = "none of the words is in the shipped list of English words of five letters"
        raise GameError(f"prior 'wordle': {reason}; write even, or give weights").about("prior")
    zipf_of = zipfs(UNLISTED_ZIPF, ZIPF)
    level = np.array([level_of.get(word, RAREST) for word in words])
    zipf = np.array([zipf_of.get(word, 0.0) for word in words])
    past_tense = np.array([bool(re.search("(?<!e)ed$", word)) for word in words])
    likely = 1 / (1 + np.exp(-1.1 + 0.11 * level - 1.4 * zipf + 7 * past_tense))
    likely *= [word not in in_s for word in words]
    shares = CERTAIN * likely / likely.sum() + (1 - CERTAIN) / len(words)
    return _weights(shares.min() * 2 ** np.round(np.log2(shares / shares.min())))


def with_past(weigh: Weigh | None, past: Past, letters: Letters = ()) -> Weigh:
    """Return a prior that also counts past answers by their age: see ``again``."""
    latest = max(past.values())
    ages = {fold(word, letters): (latest - day).days + 1 for word, day in past.items()}
    return partial(_by_age, weigh, ages)


def _by_age(weigh: Weigh | None, ages: Mapping[str, int], words: Words) -> IntArray:
    shares = np.ones(len(words)) if weigh is None else weigh(words).astype(float)
    return _weights(shares * again(np.array([ages.get(word, np.inf) for word in words], float)))


def again(age: Shares) -> Shares:
    """Return how likely past answers come again after ``age (N,)`` days, beside 1 for new ones.

    >>> again(np.array([1, 365, 1461, 1800, np.inf])).round(4).tolist()
    [0.0001, 0.0008, 0.1551, 0.5, 1.0]
    """
    return np.asarray(1 / (1 + np.exp((AGAIN - age) / SPREAD)))


def _weights(shares: Shares) -> IntArray:
    return np.maximum(whole_numbers(shares), LEAST)


# --- past answers ---------------------------------------------------------------------------------


def past_of(given: Any, known: Words, letters: Letters = (), note: Note = str) -> Past:
    """Return past answers with their dates: those of a file, or of a mapping from words to dates.

    Raises FileError and GameError.

    >>> past_of({"crane": "2024-01-31"}, ["crane"])
    {'crane': datetime.date(2024, 1, 31)}
    """
    if isinstance(given, str | Path):
        days, account = past_in(given, known, letters, note)
        given = latest(days)
        note(account)
    if not hasattr(given, "keys"):
        raise GameError(f"past={given!r:.60}: give words with dates, or a path").about("past")
    with refusing_any(_wrong_date):
        past = {str(word): date.fromisoformat(str(day)[:10]) for word, day in dict(given).items()}
    if not past:
        raise GameError("past holds no words").about("past")
    if ((last := max(past.values())) - date.today()).days > 1:  # tomorrow has begun elsewhere
        note(GameError(f"'{last}' is in the future; ages count from it").about("past"))
    return past


def _wrong_date(reason: str) -> GameError:
    return GameError(f"past: {reason}; write dates as 2024-01-31").about("past")


def latest(dated: Iterable[tuple[date, str]]) -> Past:
    """Return each answer with its last date."""
    return {word: day for day, word in sorted(dated)}
