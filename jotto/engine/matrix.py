"""A game of one's own, from a plain function ``score(guess, secret)``."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import partial
from typing import Any

import numpy as np

from jotto.engine.game import Game, Rule, game_of
from jotto.engine.partition import Scores
from jotto.errors import GameError, ScoreError, WordError, quoted

Score = Callable[[Any, Any], Hashable]

MOST_SCORES = 65_535
TWICE = 20_000  # pairs that are scored a second time, spread evenly over all


def game_from_score(
    score: Score, secrets: Iterable[Hashable], further: Iterable[Hashable] = ()
) -> Game:
    """Make a game of any hashable things and a function that scores a guess against a secret.

    Guesses are the secrets followed by ``further``. What ``score`` returns is shown and read as
    ``str`` of it; a guess that is the secret wins, whatever it scores. Every pair is scored
    once, here. Raises GameError, naming the pair, if ``score`` raises, returns what cannot be
    hashed, or gives a pair now this score, now that.

    >>> game = game_from_score(lambda guess, secret: (guess > secret) - (guess < secret), range(9))
    >>> game.rule.texts, [game.secrets[i] for i in game.candidates(game.read_turns(["4=-1"]))]
    (('-1', '1', '0'), [5, 6, 7, 8])
    """
    kept = tuple(dict.fromkeys(secrets))
    guesses = tuple(dict.fromkeys((*kept, *further)))
    codes, table = _score_all(score, guesses, kept)
    texts = _texts(codes, {_ask(score, secret, secret) for secret in kept})
    rule = Rule(
        getattr(score, "__name__", "score"),
        texts,
        partial(_read_score, texts),
        partial(_look_up, table, _places(guesses), _places(kept)),
    )
    read_guess = partial(_read_guess, {str(guess): guess for guess in guesses})
    return game_of(kept, guesses, rule, read_guess)


def _ask(score: Score, guess: Any, secret: Any) -> Hashable:
    """Score one pair; raises GameError naming it."""
    pair = f"{quoted(str(guess))} against {quoted(str(secret))}"
    try:
        found = score(guess, secret)
        hash(found)
    except Exception as error:
        told = f"{type(error).__name__}: {error}"
        raise GameError(f"the score of {pair} cannot be had: {told}") from error
    return found


def _score_all(
    score: Score, guesses: Sequence[Any], secrets: Sequence[Any]
) -> tuple[list[Hashable], Scores]:
    """Score every pair: the scores that are no win in order of their coming, and codes (G, S)."""
    codes: dict[Hashable, int] = {}
    table = np.full((len(guesses), len(secrets)), -1, np.int64)
    every = max(1, table.size // TWICE)
    for g, guess in enumerate(guesses):
        for s, secret in enumerate(secrets):
            found = _ask(score, guess, secret)
            if (g * len(secrets) + s) % every == 0 and _ask(score, guess, secret) != found:
                raise GameError(
                    f"the score of {quoted(str(guess))} against {quoted(str(secret))} is now "
                    f"{found!r}, now something else; it must depend on the two alone"
                )
            if guess != secret:
                table[g, s] = codes.setdefault(found, len(codes))
    table[table < 0] = len(codes)
    if len(codes) > MOST_SCORES:
        raise GameError(f"there are {len(codes):,} different scores; {MOST_SCORES:,} is the most")
    return list(codes), table.astype(np.uint8 if len(codes) < 256 else np.uint16)


def _texts(codes: Sequence[Hashable], wins: set[Hashable]) -> tuple[str, ...]:
    """Say how each score is written; the win as its own score, if nothing else has that."""
    texts = [str(code) for code in codes]
    win = str(wins.pop()) if len(wins) == 1 else "win"
    texts.append("win" if win in texts else win)
    for text in texts:
        if texts.count(text) > 1:
            raise GameError(f"two different scores are both written {text!r}")
    return tuple(texts)


def _places(items: Sequence[Any]) -> dict[Any, int]:
    return {item: at for at, item in enumerate(items)}


def _look_up(
    table: Scores,
    guess_at: dict[Any, int],
    secret_at: dict[Any, int],
    guesses: Sequence[Any],
    secrets: Sequence[Any],
) -> Scores:
    rows, columns = [guess_at[guess] for guess in guesses], [secret_at[each] for each in secrets]
    found: Scores = table[np.ix_(rows, columns)]
    return found


def _read_score(texts: tuple[str, ...], text: str) -> int:
    typed = text.strip()
    if typed == "win":
        return len(texts) - 1
    if typed not in texts:
        known = ", ".join(texts[:10]) + (", ..." if len(texts) > 10 else "")
        raise ScoreError(text, f"no guess gets it; there are {known}")
    return texts.index(typed)


def _read_guess(by_text: dict[str, Any], text: str) -> Any:
    if text.strip() not in by_text:
        raise WordError(text.strip(), "it is not a guess of this game")
    return by_text[text.strip()]
