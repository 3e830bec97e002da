"""The assistant in a live game."""

from __future__ import annotations

import shlex
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from jotto.cli import paper, render, saving, settled
from jotto.cli.coaching import Coach, review
from jotto.cli.live import answer, read_side, sayings, second_half
from jotto.cli.options import (
    DEFAULT_ALLOW,
    DEFAULT_GAME,
    DEFAULT_STRATEGY,
    TREE,
    Allowed,
    Booked,
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
    read_book,
    read_strategy,
    tree_path,
)
from jotto.cli.prompt import LEAVE, ask
from jotto.cli.thinking import DEFAULT_AIM, AimName, Think, Thinker, patience, read_aim
from jotto.errors import GameError, JottoError, SavedGameError

if TYPE_CHECKING:
    from jotto.assistant.outside import Outside
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
    book: Booked = True,
    aim: AimName = DEFAULT_AIM,
    think: Think = None,
    starts: Annotated[
        str | None,
        typer.Option("--starts", metavar="WHO", help="Keep both halves: me or them guesses first."),
    ] = None,
    secret: Annotated[
        str | None, typer.Option("--secret", metavar="W", help="Your own secret, to score them by.")
    ] = None,
    last_turn: Annotated[
        bool | None,
        typer.Option(
            "--last-turn/--no-last-turn",
            help="May the second player guess once more after the first has won?",
        ),
    ] = None,
    coach: Coach = False,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the saved game, with its own options.")
    ] = False,
) -> None:
    """Advise in a live game: proposes a guess, takes its score, and so on to the secret.

    Example: jotto play --allow candidates
    """
    if starts is None and (secret is not None or last_turn is not None):
        raise GameError("--secret and --last-turn keep both halves; add --starts me or them")
    if think is None and strategy != DEFAULT_STRATEGY:
        think = 0.0  # its own advice was asked for
    thinker = Thinker(read_aim(aim), think)
    options: Options = {
        "strategy": kept_name(strategy),
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
        "book": book,
    }
    if resume:
        session, options = resumed()
    else:
        session = start(options)
        if saving.unfinished():
            print("An unfinished game is saved; this one takes its place with its first score.")
    print(greeting(session, both=starts is not None))
    if starts is not None:
        session = second_half(session, read_side(starts), secret, last_turn)
    ended = converse(session, options, thinker)
    if coach and ended is not None:
        review(ended.listed or ended.game, ended.turns, ended.strategy)


def kept_name(strategy: str) -> str:
    """Write ``tree:FILE`` so that it means the same in another folder."""
    path = tree_path(strategy)
    return strategy if path is None else f"{TREE}{path.absolute()}"


def greeting(session: Session, *, both: bool) -> str:
    """Say what to tell, and ask who guesses first unless that is known."""
    example = session.game.rule.texts[len(session.game.rule.texts) // 3]
    told = f"Tell me the score of each guess, such as {example}."
    if both or session.race is not None:
        return f"{told} Type help for more."
    return (
        f"{told} Say me or them, whoever guesses first, and I keep both halves. Type help for more."
    )


def start(options: Options) -> Session:
    """Make a session with these options; raises JottoError."""
    from jotto.assistant.session import Session

    texts = {name: None if value is None else str(value) for name, value in options.items()}
    words, guesses = (Path(text) if text else None for text in (texts["words"], texts["guesses"]))
    bars = House(*(bool(options[name]) for name in ("repeats", "plurals", "polite")))
    game = texts["game"] or DEFAULT_GAME
    played = load_game(game, words, guesses, texts["rule"], texts["prior"], bars)
    allow = read_allow(texts["allow"] or DEFAULT_ALLOW, played, bars)
    name, seed = texts["strategy"] or DEFAULT_STRATEGY, (int(texts["seed"] or 0),)
    chosen = read_strategy(name, played, allow=allow, seed=seed, live=True)
    book = read_book(name, played, allow) if options.get("book", True) else None
    return Session(played, chosen, allow, book)


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


def converse(session: Session, options: Options, thinker: Thinker) -> Session | None:
    """Talk until the game is over, and return it; None if the user leaves.

    Every change is saved at once.
    """
    from jotto.assistant import saved

    told, strings = None, None
    try:
        while not session.over:
            if told is None or not session.same_position(told):
                session = told = thinker.turn_to(session)
                show(session)
                strings = outside(session, strings)
            typed = ask(awaited(session), partial(sayings, session))
            if typed is None or typed.strip().lower() in LEAVE:
                farewell(session, options)
                return None
            if not typed.strip() and (better := thinker.taken(session)) is not session:
                session, told = better, None
                continue
            changed = answered(session, typed.strip(), strings)
            if not changed.same_position(session):
                saving.save(saved.write(changed, options))
            session = changed
    except KeyboardInterrupt:
        print()
        farewell(session, options)
        raise
    finally:
        thinker.end()
    saving.forget()
    show_end(session)
    return session


def awaited(session: Session) -> str:
    """Word the prompt: what is to be told next."""
    return f"{session.guess}? " if session.side == "me" else "their guess? "


def outside(session: Session, before: Outside | None) -> Outside | None:
    """Look for strings outside the list while the player thinks, so that they are ready then."""
    from jotto.assistant.outside import Outside

    if before is not None:
        return before.at(session.turns)
    if session.game.closed or not paper.nearly_out(session):
        return None
    return Outside(session.listed or session.game, session.turns)


def answered(session: Session, typed: str, strings: Outside | None) -> Session:
    """Do what was typed; what cannot be done is told, and changes nothing."""
    try:
        changed = answer(session, typed)
    except JottoError as error:
        print(f"{error}  (nothing was changed; help shows what can be typed)")
        return session
    if changed.attempt is not None and changed.attempt is not session.attempt:
        strings = outside(changed.attempt, strings)
        if strings:
            strings.wait(patience())
        paper.show_trouble(changed, strings)
    return changed


def show(session: Session) -> None:
    """Print where the game stands: both halves as on paper, and what to guess."""
    if session.race is not None and session.side == "me":
        if session.turns or session.race.theirs:
            paper.show_turns(session)
        print(paper.standing(session))
    print(paper.proposal(session))


def show_end(session: Session) -> None:
    """Print how the game ended, and which scores were wrong."""
    if session.won:
        made = render.count(len(session.turns), "guess")
        print(f"{session.turns[-1].guess} it is: found in {made}.")
    if session.race is not None:
        print(paper.result(session))
    if wrong := session.belied():
        print(f"But then this was wrong: {', '.join(map(session.game.show, wrong))}.")
    for turn in session.race.misled if session.race else ():
        print(f"You told them a wrong score: {session.game.show(turn)}.")


def farewell(session: Session, options: Options) -> None:
    """Say how to go on from here."""
    if session.turns or (session.race and session.race.theirs):
        print("The game is saved: jotto play --resume goes on with it.")
        if session.turns and session.listed is None:
            turns = shlex.join(map(session.game.show, session.turns))
            print(f"To go on from here: jotto suggest {turns}{shell_options(options)}")
