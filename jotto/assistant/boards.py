"""The turns of several boards: whose score comes next, and what a score or a correction changes.

The turns of a board end when it is found, so that boards have different numbers of turns. The score
that comes next is that of an open board with the fewest. One board is the case of a single one.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

from jotto.engine.boards import BETWEEN as BETWEEN, of_open
from jotto.engine.game import Game, Rule, Turn
from jotto.errors import ScoreError, TurnError, boards_named

Turns = tuple[Turn, ...]


def to_score(boards: Sequence[Turns], win: int) -> tuple[int, ...]:
    """Return the boards whose score comes next, by number from 0; none if all are found.

    >>> to_score([(Turn("latch", 3),), (Turn("latch", 20),), ()], 20)
    (2,)
    """
    still = [at for at, turns in enumerate(boards) if not turns or turns[-1].code != win]
    fewest = min((len(boards[at]) for at in still), default=0)
    return tuple(at for at in still if len(boards[at]) == fewest)


def scored(boards: Sequence[Turns], game: Game, guess: Any, score: str) -> tuple[Turns, ...]:
    """Add the score of a guess, or its scores on the boards that come next, ``+`` between them."""
    places = to_score(boards, game.rule.win) or (0,)
    texts = score.split(BETWEEN) if len(boards) > 1 else [score]
    win = game.rule.win
    secrets = [turns[-1].guess if turns and turns[-1].code == win else None for turns in boards]
    if len(places) == secrets.count(None):  # it has no score yet
        texts = of_open(game, guess, texts, secrets)
    if len(texts) > len(places):
        raise ScoreError(score, f"these are {len(texts)} scores, for {boards_named(places)}")
    added = dict(zip(places, texts, strict=False))
    return tuple(
        (*turns, Turn(guess, game.rule.read(added[at]))) if at in added else turns
        for at, turns in enumerate(boards)
    )


def edited(
    boards: Sequence[Turns], rule: Rule, number: int, word: Any, score: str | None, at: int | None
) -> list[Turns]:
    """Replace the word of a turn, and its score on board ``at``, or all its scores.

    The turns after a win go; a board that is open again is asked for what it lacks.
    """
    made = [place for place, turns in enumerate(boards) if len(turns) >= number]
    places, texts = made if at is None else [at], score.split(BETWEEN) if score else []
    if not {*places} <= {*made} or (texts and len(texts) != len(places)):
        raise TurnError(
            number, f"{boards_named(made)} had this turn; write a score for each, or name the board"
        )
    new = dict(zip(places, map(rule.read, texts), strict=False))

    def changed(at: int, turns: Turns) -> Turns:
        if at in made:
            turn = Turn(word, new.get(at, turns[number - 1].code))
            turns = (*turns[: number - 1], turn, *turns[number:])
        return turns[: [*(t.code for t in turns), rule.win].index(rule.win) + 1]

    return [changed(at, turns) for at, turns in enumerate(boards)]


def texts(boards: Sequence[Turns], rule: Rule) -> tuple[str, ...]:
    """Return the turns as texts: ``tares=1,1``, or ``tares=1,1+0,2``.

    >>> from jotto.games.scoring import rule_named
    >>> rule = rule_named("jots", 5)
    >>> texts([(Turn("tares", 3), Turn("latch", 5)), (Turn("tares", 5),)], rule)
    ('tares=3+5', 'latch=5')
    """
    longest = max(boards, key=len)
    rows = zip_longest(*boards)
    scores = (BETWEEN.join(rule.texts[turn.code] for turn in row if turn) for row in rows)
    return tuple(f"{turn.guess}={score}" for turn, score in zip(longest, scores, strict=True))
