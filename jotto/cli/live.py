"""What can be said in a live game, and what is said to it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from jotto.cli import render
from jotto.cli.options import note_stranger
from jotto.errors import ScoreError, TurnError

if TYPE_CHECKING:
    from jotto.assistant.session import Session
    from jotto.engine.strategies import Advice

CANNOT = "cannot be the secret"
FEW = 6  # candidates that are named, not only counted

HELP = """\
  1,1               the score of the proposed guess: exact,elsewhere (1/1, 11 and 1b1c do as well)
  crane             another word that you guessed instead; its score is asked for next
  crane=1,1         another word and its score at once; crane 1,1 does as well
  undo              take back the last turn
  edit 2 1,1        the score of turn 2 was another one
  turns, list       the turns so far; what the secret can still be
  why               how the candidates would part by the score of this guess
  what about slate  what another word would be worth
  help, quit"""


def answer(session: Session, typed: str) -> Session:
    """Do what was typed; return the session after it. Raises JottoError, changing nothing."""
    for pattern, command in COMMANDS:
        if found := pattern.fullmatch(typed):
            return command(session, *found.groups())
    if "=" in typed or (len(typed.split()) > 1 and typed.split()[0].isalpha()):
        turn = session.game.read_turn(len(session.turns) + 1, as_turn(typed))
        note_stranger(session.game, turn.guess)
        return session.instead(turn.guess).scored(turn.code)
    if session.game.find(typed.lower()) < 0:  # a listed word is a word, be it spelt "win"
        try:
            return session.scored(session.game.rule.read(typed))
        except ScoreError:
            if not typed.isalpha():
                raise
    word = session.game.read_guess(typed)
    note_stranger(session.game, word)
    return session.instead(word)


def as_turn(typed: str) -> str:
    """Write ``crane 1,1`` as ``crane=1,1``.

    >>> as_turn("crane 1 1"), as_turn("crane=1,1")
    ('crane=1 1', 'crane=1,1')
    """
    return typed if "=" in typed else "=".join(typed.split(maxsplit=1))


def _undo(session: Session) -> Session:
    if session.chosen is None and not session.turns:
        print("There is nothing to take back.")
    return session.undone()


def _edit(session: Session, number: str, score: str) -> Session:
    if not 1 <= int(number) <= len(session.turns):
        made = render.count(len(session.turns), "turn")
        raise TurnError(int(number), f"there is no such turn, only {made}; write edit 1 1,1")
    return session.edited(int(number), session.game.rule.read(score))


def _turns(session: Session) -> Session:
    for number, turn in enumerate(session.turns, start=1):
        print(f"{number}  {session.game.show(turn)}")
    if not session.turns:
        print("There are no turns yet.")
    return session


def _list(session: Session) -> Session:
    print(render.count(len(session.candidates), "candidate"))
    render.show_words([session.game.secrets[i] for i in session.candidates], plain=False)
    return session


def _why(session: Session) -> Session:
    parts = session.parts()
    rows = [
        (
            session.game.rule.texts[code],
            len(part),
            ", ".join(part[:FEW]) + ", ..." * (len(part) > FEW),
        )
        for code, part in sorted(parts.items(), key=lambda item: (-len(item[1]), item[0]))
    ]
    print(f"{session.guess} would part {render.count(len(session.candidates), 'candidate')}:")
    render.show_table(("score", "left", "words"), rows, plain=False)
    return session


def _what_about(session: Session, word: str) -> Session:
    other = session.instead(session.game.read_guess(word))
    note_stranger(session.game, other.guess)
    advice = other.advice
    worth = worth_of(advice) if advice else "it is not in the list, so that is not known"
    print(f"{other.guess}: {worth}.")
    return session


def _help(session: Session) -> Session:
    print(HELP)
    return session


COMMANDS: tuple[tuple[re.Pattern[str], Callable[..., Session]], ...] = tuple(
    (re.compile(pattern, re.I), command)
    for pattern, command in (
        (r"undo", _undo),
        (r"edit\s+(\d{1,4})\s+(.+)", _edit),
        (r"turns", _turns),
        (r"list", _list),
        (r"why\??", _why),
        (r"what about\s+(\S+?)\??", _what_about),
        (r"help|\?", _help),
    )
)


def proposal(session: Session) -> str:
    """Say how many candidates are left, and what to guess and why."""
    left = [session.game.secrets[i] for i in session.candidates]
    if len(left) == 1 and session.chosen is None:
        return f"It must be {session.guess}."
    named = f" ({', '.join(left)})" if len(left) <= FEW else ""
    verb = "Guess" if session.chosen is None else "You guessed"
    said = f"{render.count(len(left), 'candidate')} left{named}. {verb} {session.guess}"
    advice = session.advice
    if advice is None:
        return f"{said}: it is not in the list, so what it is worth is not known."
    return f"{said}: {worth_of(advice)}."


def worth_of(advice: Advice) -> str:
    """Say what a guess is worth before its score is known."""
    can = f"can be the secret ({share(advice.chance)})" if advice.candidate else CANNOT
    return (
        f"{advice.bits:.2f} bits, {advice.expected_left:,.1f} left on average, "
        f"{advice.worst_left:,} at worst; it {can}"
    )


def share(chance: float) -> str:
    """Write a chance in per cent.

    >>> share(0.25), share(0.0123), share(0.0002)
    ('25 %', '1.2 %', '0.02 %')
    """
    return f"{chance:.0%}".replace("%", " %") if chance >= 0.1 else f"{100 * chance:.2g} %"
