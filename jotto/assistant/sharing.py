"""A finished game as a text to share, which does not give its secret away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from jotto.assistant import wording
from jotto.assistant.sentences import game_facts, sentence
from jotto.engine.game import Game, Turn

SQUARES = {"G": "🟩", "Y": "🟨", "B": "⬛"}


def shared(
    game: Game, reviews: Mapping[str, Any], players: Sequence[str] = (), result: str = ""
) -> str:
    """Return a report without spoilers: all scores, and how many candidates each left if known.

    Of a match it says first how it ended, by the names of its ``players``, mine first.

    >>> import jotto
    >>> game = jotto.words(["hatch", "latch", "match"])
    >>> print(shared(game, {"You": jotto.review(game, "hatch=4,0", "match=5,0")}))
    jotto 2 guesses (2.00 on average)
    ●●●●· 2
    ●●●●●
    """
    named, several = game_facts(game.rule.called), len(reviews) > 1
    names: Sequence[Any] = players or (sentence("match: me"), sentence("match: them"))
    ended = [wording.match_ended(named, [*reviews.values()], names, result)] if several else []
    lines = [*map(str, ended)]
    for name, review in zip(names, reviews.values(), strict=False):
        facts = {"won": review.won, "made": review.made, "needs": review.needs}
        head = name if several else sentence("shared: a game", **named, **facts)
        lines.append(str(head))
        left = [f" {row.after:,}" for row in review.judged if row.turn.code != game.rule.win]
        left += [""] * (review.made - len(left))  # the win, and turns that are not judged
        right = [row.turn for row in review.judged]  # with the right scores
        turns = [*right, *review.turns[len(right) :]]
        for turn, count in zip(turns, left, strict=True):
            lines.append(signs(game, turn) + count)
    return "\n".join(lines)


def signs(game: Game, turn: Turn) -> str:
    """Return a score as squares or pegs; as its text if it says nothing of single letters."""
    of = SQUARES if game.rule.tiles else wording.PEGS
    return "".join(of[mark] for mark in marks(game, turn)) or game.rule.texts[turn.code]


def marks(game: Game, turn: Turn) -> str:
    """Return a score as marks, one for each letter of the guess; see ``jotto.Rule.marks``."""
    return game.rule.marks(turn.code, len(game.rule.spell(turn.guess)))
