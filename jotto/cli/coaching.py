"""How the review of a game looks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from jotto.cli import render

if TYPE_CHECKING:
    from collections.abc import Sequence

    from jotto.assistant.coach import Judged
    from jotto.engine.game import Game, Turn
    from jotto.engine.strategies import Strategy

HEADERS = ("turn", "left", "bits", "luck", "best", "its bits", "bits lost", "guesses lost")


Coach = Annotated[
    bool, typer.Option("--coach", help="After the game set each guess of yours beside the best.")
]


def review(game: Game, turns: Sequence[Turn], strategy: Strategy) -> None:
    """Judge the guesses of a game, and print each beside the best one."""
    from jotto.assistant import coach

    show_review(game, coach.review(game, turns, strategy))


def show_review(game: Game, judged: Sequence[Judged], *, plain: bool = False) -> None:
    """Print each guess beside the best one, and what the game comes to in a line."""
    if not judged:
        print("There is no guess to judge.")
        return
    known = judged[0].per_bit is not None
    headers = HEADERS if known else HEADERS[:-1]
    rows = [_row(game, each)[: len(headers)] for each in judged]
    render.show_table(headers, rows, plain=plain)
    print(summary(judged))


def summary(judged: Sequence[Judged]) -> str:
    """Write what a game comes to: ``You gave away 0.8 bits in 5 guesses; ...``."""
    lost, luck = sum(each.cost for each in judged), sum(each.luck for each in judged)
    guesses = sum(each.guesses_lost or 0.0 for each in judged)
    about = f" (about {guesses:.1f} guesses)" if judged[0].per_bit is not None else ""
    made = render.count(len(judged), "guess")
    return f"You gave away {lost:.1f} bits{about} in {made}; your luck was {_signed(luck)} bits."


def _row(game: Game, each: Judged) -> tuple[render.Cell, ...]:
    """Lay a judged turn out under HEADERS."""
    best = str(game.guesses[each.best.guess])
    own = (game.show(each.turn), each.after, each.mine.bits, each.luck)
    return (*own, best, each.best.bits, each.cost, each.guesses_lost or 0.0)


def _signed(number: float) -> str:
    """Write a number with its sign, but 0.0 without.

    >>> _signed(1.23), _signed(-0.5), _signed(-0.01)
    ('+1.2', '-0.5', '0.0')
    """
    text = f"{number:+.1f}"
    return text[1:] if text in ("+0.0", "-0.0") else text
