"""Telling a little at a time: what the candidates have in common, not what they are."""

from __future__ import annotations

from collections.abc import Callable

from jotto.engine.game import Game
from jotto.engine.partition import Indices
from jotto.engine.strategies import weights_of
from jotto.games import letters

SHOWN = 4  # letters in a hint


def letters_in_and_out(game: Game, candidates: Indices) -> str:
    """Tell which letters are surely in the secret, and which surely not."""
    inside, _, out = letters.known(game, candidates)
    return f"Surely in the secret: {inside or 'nothing yet'}. Surely not: {out or 'nothing yet'}."


def likely_letters(game: Game, candidates: Indices) -> str:
    """Tell which of the open letters are likeliest."""
    found = letters.chances(game, candidates)
    still = sorted((-chance, letter) for letter, chance in found.items() if 0 < chance < 1)
    if not still:
        return "Every letter is known."
    some = ", ".join(f"{letter} ({-chance:.0%})" for chance, letter in still[:SHOWN])
    return f"The likeliest of the open letters: {some}."


def likely_places(game: Game, candidates: Indices) -> str:
    """Tell where letters are likeliest to stand."""
    some = ", ".join(
        f"{letter} at place {place} ({chance:.0%})"
        for chance, letter, place in letters.places(game, candidates)[:SHOWN]
    )
    return f"The likeliest places: {some}."


def likeliest_secret(game: Game, candidates: Indices) -> str:
    """Tell the likeliest candidate."""
    weights = weights_of(game, candidates)
    likeliest = candidates[int(weights.argmax())]
    share = weights.max() / weights.sum()
    return f"The likeliest secret: {game.secrets[likeliest]} ({share:.0%})."


HINTS: tuple[Callable[[Game, Indices], str], ...] = (
    letters_in_and_out,
    likely_letters,
    likely_places,
    likeliest_secret,
)


def hint(game: Game, candidates: Indices, number: int) -> str:
    """Give the hint of that number, from 1; the last one again when there are no more.

    >>> from jotto.games.words import word_game
    >>> game = word_game(["bat", "cat", "hat", "mat"])
    >>> hint(game, game.everything, 1)
    'Surely in the secret: a t. Surely not: nothing yet.'
    """
    return HINTS[min(number, len(HINTS)) - 1](game, candidates)
