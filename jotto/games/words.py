"""Games of words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from operator import ne
from pathlib import Path

from jotto.engine.game import Game, game_of
from jotto.engine.partition import IntArray
from jotto.errors import GameError, WordError, quoted
from jotto.games.lists import LONGEST, read_words, shipped_words, unfit
from jotto.games.priors import prior_named
from jotto.games.scoring import rule_named
from jotto.games.spelling import fold, respelt


def word_game(
    secrets: Sequence[str],
    further: Sequence[str] = (),
    *,
    rule: str = "exact-elsewhere",
    keep: bool = False,
    prior: Callable[[Sequence[str]], IntArray] | None = None,
) -> Game:
    """Make the game with these secrets; the guesses are the secrets and ``further``.

    All words must have the same length, else WordError. With ``keep`` the score matrix is cached
    on disk.

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
    weights, read = prior(ordered) if prior else None, partial(read_as_listed, guesses)
    return game_of(ordered, further, rule_named(rule, length), read, keep=keep, prior=weights)


def words(
    secrets: Iterable[str] | Path | None = None,
    guesses: Iterable[str] | Path = (),
    *,
    rule: str = "exact-elsewhere",
    prior: str | Path | Mapping[str, float] | None = None,
) -> Game:
    """Make a game of words; its score matrix is cached in the user's cache folder.

    * ``secrets``: words, the path of a list, or None for the shipped list.
    * ``guesses``: further allowed guesses, which cannot be the secret, or the path of a list.
    * ``rule``: ``exact-elsewhere``, ``jots`` or ``colours``.
    * ``prior``: None or ``even``; ``common``: common words are likelier; or words with weights, as
      a mapping or the path of a file.

    Raises WordError, FileError or GameError.

    >>> words(["score", "fools"], ["guess"]).score("guess", "fools")
    '1,0'
    """
    listed = shipped_words() if secrets is None else _listed(secrets)
    weigh = prior_named(prior)
    return word_game(listed, _listed(guesses), rule=rule, keep=True, prior=weigh)


def _listed(given: Iterable[str] | Path) -> tuple[str, ...]:
    """Read a word list from a file, or check words. Raises FileError, WordError or GameError."""
    if isinstance(given, Path):
        return read_words(given)
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise GameError(f"{quoted(str(given))} is not a list of words; give one, or a Path")
    return tuple(read_word((), str(word)) for word in given)


def read_word(known: Sequence[str], text: str) -> str:
    """Read a word as typed, as long as the known ones but not necessarily one. Raises WordError."""
    word = fold(text)
    problem = unfit(word)
    if not problem and known and len(word) != len(known[0]):
        plural = "s" * (len(word) != 1)
        problem = f"it has {len(word)} letter{plural}, this game is played with {len(known[0])}"
    if problem:
        raise WordError(text.strip(), problem, alike(word, known))
    return word


def read_as_listed(known: Sequence[str], text: str) -> str:
    """Read a word as typed, spelt with the letters of the known words. Raises WordError.

    >>> read_as_listed(["eleve", "arbre"], "élève"), read_as_listed(["größe"], "GRÖSSE")
    ('eleve', 'größe')
    """
    return read_word(known, respelt(text, known))


def alike(word: str, known: Sequence[str]) -> list[str]:
    """Return up to three known words that may have been meant by ``word``."""
    slips = [other for other in known if len(other) == len(word) and sum(map(ne, other, word)) == 1]
    if slips:
        return slips[:3]
    from difflib import get_close_matches  # loaded only after a mistake

    return get_close_matches(word[: 2 * LONGEST], known, n=3, cutoff=0.6)
