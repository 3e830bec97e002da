"""The assistant in a live game."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from typing import TYPE_CHECKING

from jotto.cli import render
from jotto.cli.options import (
    DEFAULT_ALLOW,
    DEFAULT_GAME,
    DEFAULT_STRATEGY,
    Allowed,
    GameName,
    Guesses,
    Prior,
    RuleName,
    Seed,
    StrategyName,
    Words,
    load_game,
    note_stranger,
    read_allow,
)
from jotto.cli.prompt import LEAVE, ask
from jotto.errors import JottoError, ScoreError

if TYPE_CHECKING:
    from jotto.assistant.session import Session

CANNOT = "cannot be the secret"
FEW = 6  # candidates that are named, not only counted

HELP = """\
  1,1          the score of the proposed guess: exact,elsewhere (1/1, 11 and 1b1c do as well)
  crane        another word that you guessed instead; its score is asked for next
  crane=1,1    another word and its score at once; crane 1,1 does as well
  undo         take back the last turn
  list         what the secret can still be
  help, quit"""


def play(
    strategy: StrategyName = DEFAULT_STRATEGY,
    allow: Allowed = DEFAULT_ALLOW,
    game: GameName = DEFAULT_GAME,
    words: Words = None,
    guesses: Guesses = None,
    rule: RuleName = None,
    prior: Prior = None,
    seed: Seed = 0,
) -> None:
    """Advise in a live game: proposes a guess, takes its score, and so on to the secret.

    Example: jotto play --allow candidates
    """
    from jotto.assistant.session import Session
    from jotto.engine.strategies import strategy_named

    chosen = strategy_named(strategy, allow=read_allow(allow), seed=(seed,))
    played = load_game(game, words, guesses, rule, prior)
    example = played.rule.texts[len(played.rule.texts) // 3]
    print(f"Tell me the score of each guess, such as {example}. Type help for more.")
    options = {"strategy": strategy, "allow": allow, "game": game, "rule": rule, "prior": prior}
    files = {"words": words, "guesses": guesses}
    converse(Session(played, chosen), ask, shell_options({**options, **files}))


def shell_options(given: dict[str, object]) -> str:
    """Write the options that are not as they would be anyway, as a shell reads them."""
    usual = {"strategy": DEFAULT_STRATEGY, "allow": DEFAULT_ALLOW, "game": DEFAULT_GAME}
    return "".join(
        f" --{name} {shlex.quote(str(value))}"
        for name, value in given.items()
        if value not in (None, usual.get(name))
    )


def converse(session: Session, ask: Callable[[str], str | None], options: str) -> None:
    """Talk until the secret is found, or the user leaves; the turns are never lost."""
    told = None
    try:
        while not session.won:
            if told is not session:
                print(proposal(session))
                told = session
            typed = ask(f"{session.guess}? ")
            if typed is None or typed.strip().lower() in LEAVE:
                farewell(session, options)
                return
            try:
                session = answer(session, typed.strip())
            except JottoError as error:
                print(f"{error}  (nothing was changed; help shows what can be typed)")
    except KeyboardInterrupt:
        print()
        farewell(session, options)
        raise
    print(f"{session.turns[-1].guess} it is: found in {render.count(len(session.turns), 'guess')}.")
    if wrong := session.belied():
        turns = ", ".join(map(session.game.show, wrong))
        print(f"But then this was wrong: {turns}.")


def answer(session: Session, typed: str) -> Session:
    """Do what was typed; return the session after it. Raises JottoError, changing nothing."""
    command = COMMANDS.get(typed.lower())
    if command:
        return command(session)
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


def _list(session: Session) -> Session:
    print(render.count(len(session.candidates), "candidate"))
    render.show_words([session.game.secrets[i] for i in session.candidates], plain=False)
    return session


def _help(session: Session) -> Session:
    print(HELP)
    return session


COMMANDS = {"undo": _undo, "list": _list, "help": _help, "?": _help}


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
    can = f"can be the secret ({share(advice.chance)})" if advice.candidate else CANNOT
    return (
        f"{said}: {advice.bits:.2f} bits, {advice.expected_left:,.1f} left on average, "
        f"{advice.worst_left:,} at worst; it {can}."
    )


def share(chance: float) -> str:
    """Write a chance in per cent.

    >>> share(0.25), share(0.0123), share(0.0002)
    ('25 %', '1.2 %', '0.02 %')
    """
    return f"{chance:.0%}".replace("%", " %") if chance >= 0.1 else f"{100 * chance:.2g} %"


def farewell(session: Session, options: str) -> None:
    """Say how to go on from here."""
    if session.turns:
        turns = shlex.join(map(session.game.show, session.turns))
        print(f"To go on from here: jotto suggest {turns}{options}")
