"""Playing on when the secret is in no list: the likeliest strings take the place of the words."""

from __future__ import annotations

from collections.abc import Container, Sequence
from itertools import islice

from jotto.engine.game import Game, Turn, game_of
from jotto.errors import ContradictionError, GameError
from jotto.games import strings
from jotto.games.codes import Codes
from jotto.games.known import best_first, learn
from jotto.games.priors import whole_numbers

LIKELIEST = 500  # strings that stand for all: listed and scored in 30 ms


def unlisted_game(listed: Game, history: Sequence[Turn], exclude: Container[str] = ()) -> Game:
    """Make the game whose secrets are the likeliest strings outside the list of ``listed``.

    They agree with ``history``, stand likeliest first, and are weighed by how likely they are.
    Guesses are the strings and all that ``listed`` allows. Raises ContradictionError if no
    string agrees, GameError for a game of codes.

    >>> from jotto.games.words import word_game
    >>> game = word_game(["hat", "lat", "mat"])
    >>> len(unlisted_game(game, game.read_turns(["hat=2,0"])).secrets)  # 3 x 25, less lat, mat
    73
    """
    if isinstance(listed.secrets, Codes):
        raise GameError("every code is in the list of secrets; there is nothing outside it")
    language = learn(listed.secrets, strings.alphabet_of(listed.secrets, history))
    words = set(listed.secrets)
    found = best_first(language, history, listed.rule, exclude=words)
    outside = (text for text in found if text not in exclude)
    texts = tuple(islice(outside, LIKELIEST))
    if not texts:
        last = len(history)
        shown = listed.show(history[-1]) if history else "no turn"
        raise ContradictionError(last, shown, 0)
    costs = language.costs_of(texts) / strings.UNIT
    weights = whole_numbers(2.0 ** (costs.min() - costs))
    return game_of(texts, listed.guesses, listed.rule, listed.read_guess, weights=weights)


def count_unlisted(listed: Game, history: Sequence[Turn]) -> int:
    """Count the strings outside the list that agree with ``history``; exact."""
    alphabet = strings.alphabet_of(listed.secrets, history)
    every = strings.count(history, alphabet, len(listed.secrets[0]), listed.rule)
    return every - len(listed.agreeing(history))
