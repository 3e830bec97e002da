"""The assistant in a live game."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from jotto.cli import render, saving, settled
from jotto.cli.live import answer, proposal
from jotto.cli.options import (
    DEFAULT_ALLOW,
    DEFAULT_GAME,
    DEFAULT_STRATEGY,
    Allowed,
    GameName,
    Guesses,
    House,
    Plurals,
    Polite,
    Prior,
    Repeats,
    RuleName,
    Seed,
    StrategyName,
    Words,
    load_game,
    read_allow,
)
from jotto.cli.prompt import LEAVE, ask
from jotto.errors import JottoError, SavedGameError

if TYPE_CHECKING:
    from jotto.assistant.saved import Options
    from jotto.assistant.session import Session


def play(
    strategy: StrategyName = DEFAULT_STRATEGY,
    allow: Allowed = DEFAULT_ALLOW,
    game: GameName = DEFAULT_GAME,
    words: Words = None,
    guesses: Guesses = None,
    rule: RuleName = None,
    prior: Prior = None,
    repeats: Repeats = True,
    plurals: Plurals = True,
    polite: Polite = False,
    seed: Seed = 0,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the saved game, with its own options.")
    ] = False,
) -> None:
    """Advise in a live game: proposes a guess, takes its score, and so on to the secret.

    Example: jotto play --allow candidates
    """
    options: Options = {
        "strategy": strategy,
        "allow": allow,
        "game": game,
        "words": str(words.absolute()) if words else None,
        "guesses": str(guesses.absolute()) if guesses else None,
        "rule": rule,
        "prior": prior,
        "repeats": repeats,
        "plurals": plurals,
        "polite": polite,
        "seed": seed,
    }
    if resume:
        session, options = resumed()
    else:
        session = start(options)
        if saving.unfinished():
            print("An unfinished game is saved; this one takes its place with its first score.")
    example = session.game.rule.texts[len(session.game.rule.texts) // 3]
    print(f"Tell me the score of each guess, such as {example}. Type help for more.")
    converse(session, ask, options)


def start(options: Options) -> Session:
    """Make a session with these options; raises JottoError."""
    from jotto.assistant.session import Session
    from jotto.engine.strategies import strategy_named

    texts = {name: None if value is None else str(value) for name, value in options.items()}
    words, guesses = (Path(text) if text else None for text in (texts["words"], texts["guesses"]))
    bars = House(*(bool(options[name]) for name in ("repeats", "plurals", "polite")))
    game = texts["game"] or DEFAULT_GAME
    played = load_game(game, words, guesses, texts["rule"], texts["prior"], bars)
    chosen = strategy_named(
        texts["strategy"] or DEFAULT_STRATEGY,
        allow=read_allow(texts["allow"] or DEFAULT_ALLOW, played, bars),
        seed=(int(texts["seed"] or 0),),
    )
    return Session(played, chosen)


def resumed() -> tuple[Session, Options]:
    """Take up the saved game with its own options. Exit status 1 if there is none."""
    from jotto.assistant import saved

    text = saving.saved()
    if text is None:
        print("jotto: there is no saved game to go on with", file=sys.stderr)
        raise typer.Exit(1)
    found = saved.read(text)
    try:
        session = saved.restore(start(found.options), found)
    except KeyError as error:
        raise SavedGameError(f"the saved game lacks the option {error}") from None
    for turn in session.turns:
        print(session.game.show(turn))
    return session, found.options


def shell_options(given: Options) -> str:
    """Write the options that are not as they would be anyway, as a shell reads them."""
    return "".join(f" {shlex.join(words)}" for words in settled.shell_options(given))


def converse(session: Session, ask: Callable[[str], str | None], options: Options) -> None:
    """Talk until the secret is found, or the user leaves; every change is saved at once."""
    from jotto.assistant import saved

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
                changed = answer(session, typed.strip())
            except JottoError as error:
                print(f"{error}  (nothing was changed; help shows what can be typed)")
                continue
            if changed is not session:
                session = changed
                saving.save(saved.write(session, options))
    except KeyboardInterrupt:
        print()
        farewell(session, options)
        raise
    saving.forget()
    print(f"{session.turns[-1].guess} it is: found in {render.count(len(session.turns), 'guess')}.")
    if wrong := session.belied():
        turns = ", ".join(map(session.game.show, wrong))
        print(f"But then this was wrong: {turns}.")


def farewell(session: Session, options: Options) -> None:
    """Say how to go on from here."""
    if session.turns:
        turns = shlex.join(map(session.game.show, session.turns))
        print("The game is saved: jotto play --resume goes on with it.")
        print(f"To go on from here: jotto suggest {turns}{shell_options(options)}")
