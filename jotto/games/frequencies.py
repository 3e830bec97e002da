"""How common words are, from wordfreq (the extra jotto[lists])."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cache
from importlib import metadata

from jotto.errors import GameError, quoted
from jotto.games.building import Rules, WordList, checked, in_lines
from jotto.games.spelling import plain

LICENCE = "CC BY-SA 4.0, https://creativecommons.org/licenses/by-sa/4.0/"
HEADER = """\
{what}, tab, zipf value: log10 of how often it comes in a billion words; 0.00 is unknown
made with: {command}
source: {source}
citation: Robyn Speer. (2022). rspeer/wordfreq: v3.0 (v3.0.2). Zenodo.
  https://doi.org/10.5281/zenodo.7199437
{changed}
licence: Creative Commons Attribution-ShareAlike 4.0 International (CC BY-SA 4.0),
  https://creativecommons.org/licenses/by-sa/4.0/
wordfreq is built on Google Books Ngrams (http://books.google.com/ngrams), the Leeds
  Internet Corpus, Wikipedia, ParaCrawl, OPUS OpenSubtitles 2018
  (http://www.opensubtitles.org/), SUBTLEX (freely available, by Marc Brysbaert et al.)
  and other sources, which its own documentation names"""


@cache
def shares(language: str, keep: str | None = None) -> Mapping[str, float]:
    """Return the frequency of each word of a language, as a share of all words.

    With ``keep``, spellings that differ only by accents, except on those letters, are added up.
    Raises GameError.
    """
    try:
        import wordfreq
    except ImportError:
        missing = "word frequencies come from wordfreq, which is not installed"
        raise GameError(f"{missing}; pip install wordfreq") from None
    if language not in (known := sorted(wordfreq.available_languages())):
        hint = f"give one of: {', '.join(known)}"
        raise GameError(f"wordfreq has no language {quoted(language)}; {hint}")
    by_word: Mapping[str, float] = wordfreq.get_frequency_dict(language)
    if keep is None:
        return by_word
    added: defaultdict[str, float] = defaultdict(float)
    for word, share in by_word.items():
        added[plain(word, keep=keep)] += share
    return added


def zipf_in(language: str, *, keep: str | None = None) -> Callable[[str], float]:
    """Return a function from words to zipf values: 3 is once in a million words, 0 unknown.

    The same values as wordfreq's ``zipf_frequency``, without its tokenisers, which for some
    languages must be installed and which single words do not need. For ``keep`` see shares.
    """
    known = shares(language, keep)

    def zipf(word: str) -> float:
        share = known.get(word.casefold() if keep is None else word, 0.0)
        return round(math.log10(share) + 9, 2) if share else 0.0

    return zipf


def source(language: str) -> str:
    """Return the name and version of wordfreq, for headers."""
    return f"wordfreq {metadata.version('wordfreq')} by Robyn Speer, language {language}"


def from_wordfreq(language: str, rules: Rules) -> WordList:
    """Make a list of the words that wordfreq knows of a language. Raises GameError."""
    words = shares(language)
    return WordList(rules, source(language), LICENCE).add((word, 0) for word in words)


def table(
    words: Collection[str],
    language: str,
    *,
    keep: str | None = None,
    changed: str,
    command: str,
    listed: str = "",
    what: str = "word",
) -> str:
    """Return words with their zipf values, under a header that credits wordfreq.

    ``changed``: the changes, which wordfreq's licence asks for; ``listed``: the list, if not the
    words.
    """
    zipf = zipf_in(language, keep=keep)  # raises GameError first if wordfreq is missing
    facts = {"what": what, "command": command, "source": source(language), "changed": changed}
    rows = in_lines(f"{word}\t{zipf(word):.2f}" for word in words)
    return checked(HEADER.format(**facts).split("\n"), rows, listed or in_lines(words))


def weights(
    words: Iterable[str], language: str, *, keep: str | None = None, name: str, command: str
) -> str:
    """Return every word of the list ``name`` with its zipf value; for ``keep`` see shares."""
    changed = f"changed: kept only the words of {name}; its frequencies are given as zipf values,"
    changed += "\n  rounded to 0.01; words it does not know were given 0.00"
    return table(set(words), language, keep=keep, changed=changed, command=command)
