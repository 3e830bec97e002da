"""What a face shows of a live game: data, in no particular words."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from jotto.assistant.session import Session, ToWin
from jotto.trees.tree import Tree

FEW = 6  # candidates that are named, not only counted
WORTH_SAYING = 0.01  # chance that the secret is unlisted
FEW_ENOUGH = 60  # candidates from which on that chance moves; before, it is as at first: 1.5 %


Reason = ToWin | Tree | Literal["book"]


class View(NamedTuple):
    """What can be said of a position besides its guess, its count and what the guess is worth.

    ``few`` are the candidates if they are no more than FEW, and ``unlisted`` is the chance that
    the secret is not in the list, where that is worth a word. ``reason``: what speaks for the
    guess besides its worth: the race, what was found by looking ahead, or the opening book.
    ``certain``: nothing else can be the secret.
    """

    few: tuple[Any, ...]
    unlisted: float
    reason: Reason | None
    certain: bool


def view(session: Session) -> View:
    """Describe where my half of a game stands; no secret of it is found yet."""
    at, chosen = session.position, session.state.chosen is not None
    few = tuple(at.candidates) if len(at) <= FEW else ()
    chance = session.chance_unlisted if may_be_unlisted(session) else 0.0
    reason: Reason | None = session.to_win or session.ahead
    if reason is None and session.from_book:
        reason = "book"
    return View(
        few,
        chance if chance >= WORTH_SAYING else 0.0,
        None if chosen else reason,
        certain=len(few) == 1 and not chosen,
    )


def may_be_unlisted(session: Session) -> bool:
    """Whether so few candidates are left that the secret may well be unlisted."""
    if session.won or not session.state.mine:
        return False
    return session.contradiction is not None or len(session.position) <= FEW_ENOUGH
