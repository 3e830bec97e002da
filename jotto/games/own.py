"""A game of your own, from a plain function ``score(guess, secret)``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import partial
from itertools import product
from typing import Any

import numpy as np

from jotto.engine.game import Game, Rule, game_of
from jotto.engine.partition import Scores
from jotto.errors import GameError, ScoreError, WordError, quoted

Items = Sequence[Any]
Score = Callable[[Any, Any], Hashable]
MOST_SCORES = 65_535
TWICE = 20_000  # pairs that are scored a second time, spread evenly over all


def game(score: Score, secrets: Iterable[Hashable], guesses: Iterable[Hashable] = ()) -> Game:
    """Make a game of any hashable things and a function that scores a guess against a secret.

    Scores are shown and read as ``str(score)``; a guess equal to the secret wins, whatever it
    scores. Every pair is scored when the game is made. Raises GameError if there are no secrets,
    or ``score`` does not always return the same hashable value for the same pair.

    >>> import jotto
    >>> higher = jotto.game(lambda guess, secret: (guess > secret) - (guess < secret), range(9))
    >>> higher.rule.texts, jotto.start(higher, (4, -1)).candidates
    (('-1', '1', '0'), [5, 6, 7, 8])
    """
    if not callable(score):
        raise GameError(f"{quoted(str(score))} is not a function of a guess and a secret")
    try:
        own = tuple(dict.fromkeys(secrets))
        items = tuple(dict.fromkeys((*own, *guesses)))
    except TypeError as error:
        reason = f"{error}; give hashable ones, such as strings or tuples"
        raise GameError(f"secrets and guesses cannot be listed: {reason}") from None
    texts, table = _score_all(score, items, own)
    matrix = partial(_look_up, table, {item: at for at, item in enumerate(items)})
    rule = Rule(getattr(score, "__name__", "score"), texts, partial(_read_score, texts), matrix)
    return game_of(own, items, rule, partial(_read_guess, {str(item): item for item in items}))


def _ask(score: Score, guess: Any, secret: Any) -> Hashable:
    """Score one pair; raises GameError naming it."""
    try:
        scored = score(guess, secret)
        hash(scored)
    except Exception as error:
        reason = f"cannot be scored: {type(error).__name__}: {error}"
        raise GameError(f"{_pair(guess, secret)} {reason}") from error
    return scored


def _pair(guess: Any, secret: Any) -> str:
    return f"{quoted(str(guess))} against {quoted(str(secret))}"


def _score_all(score: Score, guesses: Items, secrets: Items) -> tuple[tuple[str, ...], Scores]:
    """Score every pair; return the text of each score, the win last, and the codes (G, S)."""
    codes: dict[Hashable, int] = {}
    wins: set[Hashable] = set()
    table = np.full((len(guesses), len(secrets)), -1, np.int64)
    every = max(1, table.size // TWICE)
    for place, (guess, secret) in enumerate(product(guesses, secrets)):
        scored = _ask(score, guess, secret)
        if place % every == 0 and _ask(score, guess, secret) != scored:
            reason = f"is not always {scored!r}; it must depend only on the guess and the secret"
            raise GameError(f"the score of {_pair(guess, secret)} {reason}")
        if guess == secret:
            wins.add(scored)
        else:
            table.flat[place] = codes.setdefault(scored, len(codes))
    if len(codes) > MOST_SCORES:
        raise GameError(f"there are {len(codes):,} different scores; the most is {MOST_SCORES:,}")
    table[table < 0] = len(codes)
    texts = [str(code) for code in codes]
    win = str(wins.pop()) if len(wins) == 1 else "win"
    texts.append("win" if win in texts else win)  # its own score if no other has the same text
    if repeated := [text for text, number in Counter(texts).items() if number > 1]:
        raise GameError(f"two different scores are both written {repeated[0]!r}")
    return tuple(texts), table.astype(np.uint8 if len(codes) < 256 else np.uint16)


def _look_up(table: Scores, places: dict[Any, int], guesses: Items, secrets: Items) -> Scores:
    """Look up scores in the table, in which the secrets are the first guesses."""
    for secret in secrets:
        if places.get(secret, table.shape[1]) >= table.shape[1]:
            raise WordError(str(secret), "it is not a secret of this game")
    rows, columns = ([places[item] for item in items] for items in (guesses, secrets))
    return np.asarray(table[np.ix_(rows, columns)])


def _read_score(texts: tuple[str, ...], text: str) -> int:
    if (typed := text.strip()) in texts:
        return texts.index(typed)
    if typed == "win":
        return len(texts) - 1
    known = ", ".join(texts[:10]) + ", ..." * (len(texts) > 10)
    raise ScoreError(text, f"it is not a score of this game; there are {known}")


def _read_guess(by_text: dict[str, Any], text: str) -> Any:
    if text.strip() not in by_text:
        raise WordError(text.strip(), "it is not a guess of this game")
    return by_text[text.strip()]
