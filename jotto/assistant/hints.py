"""Telling a little at a time: what the candidates have in common, not what they are."""

from __future__ import annotations

from collections.abc import Callable

from jotto.assistant.session import Session
from jotto.engine.strategies import weights_of
from jotto.games import letters

SHOWN = 4  # letters in a hint


def letters_in_and_out(session: Session) -> str:
    """Tell which letters are surely in the secret, and which surely not."""
    found = letters.chances(session.game, session.candidates)
    inside = " ".join(letter for letter, chance in found.items() if chance == 1)
    out = " ".join(letter for letter, chance in found.items() if chance == 0)
    return f"Surely in the secret: {inside or 'nothing yet'}. Surely not: {out or 'nothing yet'}."


def likely_letters(session: Session) -> str:
    """Tell which of the open letters are likeliest."""
    found = letters.chances(session.game, session.candidates)
    still = sorted((-chance, letter) for letter, chance in found.items() if 0 < chance < 1)
    if not still:
        return "Every letter is known."
    some = ", ".join(f"{letter} ({-chance:.0%})" for chance, letter in still[:SHOWN])
    return f"The likeliest of the open letters: {some}."


def likely_places(session: Session) -> str:
    """Tell where letters are likeliest to stand."""
    some = ", ".join(
        f"{letter} at place {place} ({chance:.0%})"
        for chance, letter, place in letters.places(session.game, session.candidates)[:SHOWN]
    )
    return f"The likeliest places: {some}."


def likeliest_secret(session: Session) -> str:
    """Tell the likeliest candidate."""
    weights = weights_of(session.game, session.candidates)
    likeliest = session.candidates[int(weights.argmax())]
    share = weights.max() / weights.sum()
    return f"The likeliest secret: {session.game.secrets[likeliest]} ({share:.0%})."


HINTS: tuple[Callable[[Session], str], ...] = (
    letters_in_and_out,
    likely_letters,
    likely_places,
    likeliest_secret,
)
