"""The assistant in a live game."""

from __future__ import annotations

import shlex
import sys
from contextlib import suppress
from dataclasses import asdict, fields
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import jotto
from jotto import assistant, search
from jotto.cli import house, paper, render
from jotto.cli.live import answer, place, read_side, sayings, second_half
from jotto.cli.options import (
    DEFAULT_STRATEGY,
    TREE,
    Booked,
    Seed,
    StrategyName,
    Table,
    as_flag,
    game_options,
    note,
    note_end_of_tree,
    tree_path,
)
from jotto.cli.paper import Coach
from jotto.cli.prompt import ask, tell
from jotto.cli.thinking import DEFAULT_AIM, AimName, Think, patience
from jotto.errors import GameError, JottoError

if TYPE_CHECKING:
    from jotto import Session, Tree
    from jotto.assistant.saved import Options
    from jotto.assistant.thinking import Thinker, Unlisted
    from jotto.search.background import Background


@game_options(house=True)
def play(
    table: Table,
    strategy: StrategyName = DEFAULT_STRATEGY,
    seed: Seed = 0,
    book: Booked = True,
    aim: AimName = DEFAULT_AIM,
    think: Think = None,
    starts: Annotated[
        str | None,
        typer.Option("--starts", metavar="WHO", help="Track both players; first: me or them."),
    ] = None,
    secret: Annotated[
        str | None,
        typer.Option("--secret", metavar="W", help="Your secret, to score their guesses."),
    ] = None,
    last_turn: Annotated[
        bool | None,
        typer.Option(
            "--last-turn/--no-last-turn",
            help="The second player may guess once more after the first has won.",
        ),
    ] = None,
    coach: Coach = False,
    resume: Annotated[
        bool, typer.Option("--resume", help="Continue the saved game, with its own options.")
    ] = False,
) -> None:
    """Advise in a live game, guess by guess.

    Example: jotto play --allow candidates
    """
    if starts is None and (secret is not None or last_turn is not None):
        raise GameError("--secret and --last-turn keep both halves; add --starts me or them")
    if think is None and strategy != DEFAULT_STRATEGY:
        think = 0.0  # its own advice was asked for
    thinker = assistant.thinking.Thinker(aim, think, patience(), tell_ahead)
    tree = tree_path(strategy)
    given = {
        "strategy": f"{TREE}{tree.absolute()}" if tree else strategy,
        **asdict(table),
        "seed": seed,
        "book": book,
    }
    options: Options = {  # a file is found from any other folder
        name: str(value.absolute()) if isinstance(value, Path) else value
        for name, value in given.items()
    }
    if resume:
        session, options = resumed()
    else:
        session = start(options)
        with suppress(OSError):
            if place().exists():
                print("An unfinished game is saved; this one takes its place with its first score.")
    texts = session.game.rule.texts
    who = " Say me or them, whoever guesses first, and I keep both halves."
    both = starts is not None or session.race is not None
    print(
        f"Tell me the score of each guess, such as {texts[len(texts) // 3]}."
        f"{'' if both else who} Type help for more."
    )
    if starts is not None:
        session = second_half(session, read_side(starts), secret, last_turn)
    ended = Conversation(session, options, thinker).hold()
    if coach:
        judged = jotto.review(ended.listed, ended.state.mine, strategy=ended.strategy)
        paper.show_review(ended.game, judged)


def tell_ahead(tree: Tree) -> None:
    """Print above the prompt what was found by looking ahead."""
    tell(f"Looked ahead: {tree.guess}. {paper.looked_ahead(tree)}. Enter takes it.")


def start(options: Options) -> Session:
    """Make a session with these options. Raises JottoError, and KeyError for what they lack."""
    given: dict[str, Any] = {field.name: options[field.name] for field in fields(Table)}
    for name in ("words", "guesses"):
        given[name] = given[name] and Path(given[name])
    table = Table(**given)
    seed, book = int(options["seed"] or 0), bool(options.get("book", True))
    game = table.load()
    chosen = table.strategy(str(options["strategy"]), game, seed=seed, live=True, book=book)
    return jotto.Session(game, chosen)


def resumed() -> tuple[Session, Options]:
    """Take up the saved game with its own options. Exit status 1 if there is none."""
    try:
        text = place().read_text(encoding="utf-8", errors="replace")
    except FileNotFoundError:
        print("jotto: there is no saved game to go on with", file=sys.stderr)
        raise typer.Exit(1) from None
    except OSError as error:
        raise GameError(f"the saved game cannot be read: {error.strerror}") from None
    found = assistant.saved.read(text)
    try:
        session = found.restore(start(found.options))
    except KeyError as error:
        raise GameError(f"the saved game lacks the option {error}") from None
    for turn in session.state.mine:
        print(session.game.show(turn))
    return session, found.options


def shell_options(given: Options) -> str:
    """Write the options that differ from the defaults, as a shell reads them.

    One that a house rule has set is written even so: it may be set otherwise another day.
    """
    usual = {field.name: field.default for field in fields(Table)}
    usual |= {"strategy": DEFAULT_STRATEGY, "seed": 0, "book": True}
    with suppress(JottoError):
        for name, rule in house.in_force().items():
            if rule.source != "default":
                usual.pop(name)
    return "".join(
        f" {shlex.join(as_flag(name, value))}"
        for name, value in given.items()
        if value is not None and (name not in usual or value != usual[name])
    )


class Conversation:
    """A live game at a prompt: every change is saved at once."""

    def __init__(self, session: Session, options: Options, thinker: Thinker) -> None:
        self.session, self.options, self.thinker = session, options, thinker
        self.file = assistant.saved.SaveFile(place(), options)
        self.unlisted: Background[Unlisted] | None = None
        self._searched: Any = None  # the turns that these unlisted words agree with
        self._tree_ended = self._unsaved = False

    def hold(self) -> Session:
        """Talk until the game is over, and return it. Raises typer.Exit if the user leaves."""
        try:
            self._talk()
        except (typer.Exit, KeyboardInterrupt) as left:
            if isinstance(left, KeyboardInterrupt):
                print()
            self._farewell()
            raise
        finally:
            self.thinker.end()
        try:
            place().unlink(missing_ok=True)
        except OSError as error:
            note(f"the saved game is still there: {error.strerror}")
        show_end(self.session)
        return self.session

    def _talk(self) -> None:
        told = None
        while not self.session.over:
            if self.session.transcript != told:
                told = self.session.transcript
                self._show()
            awaited = self.session.guess if self.session.side == "me" else "their guess"
            typed = ask(f"{awaited}? ", partial(sayings, self.session))
            if typed is None:
                raise typer.Exit
            if not typed and (better := self.thinker.taken(self.session)) is not self.session:
                self.session, told = better, None
            else:
                self._answer(typed)

    def _show(self) -> None:
        """Print where the game stands: both halves as on paper, and what to guess."""
        session = self.session = self.thinker.turn_to(self.session)
        if not session.won and not self._tree_ended:
            self._tree_ended = note_end_of_tree(session.strategy, session.position)
        if session.race is not None and session.side == "me":
            if session.state.mine or session.state.theirs:
                paper.show_turns(session)
            print(paper.standing(session))
        print(paper.proposal(session))
        self._look_for_unlisted(session)

    def _answer(self, typed: str) -> None:
        """Do what was typed; what cannot be done is told, and changes nothing."""
        before = self.session
        try:
            self.session = answer(before, typed)
        except JottoError as error:
            print(f"{error}  (nothing was changed; help shows what can be typed)")
            return
        attempt = self.session.attempt
        if attempt is not None and attempt is not before.attempt:
            found = self._look_for_unlisted(attempt)
            paper.show_trouble(self.session, found.wait(patience()) if found else None)
        if self.session.transcript != before.transcript:
            try:
                self.file.save(self.session)
            except OSError as error:
                if not self._unsaved:
                    note(f"the game is not being saved: {error.strerror}")
                self._unsaved = True

    def _look_for_unlisted(self, session: Session) -> Background[Unlisted] | None:
        """Find unlisted words while the player thinks, so that they are ready when needed."""
        turns = session.state.mine
        if session.game.closed or not assistant.view.may_be_unlisted(session):
            return None
        if self.unlisted is None or self._searched != turns:
            if self.unlisted is not None:
                self.unlisted.abandon()
            work = partial(assistant.thinking.find_unlisted, session.listed, turns)
            self.unlisted, self._searched = search.background.Background(work), turns
        return self.unlisted

    def _farewell(self) -> None:
        """Say how to go on from here."""
        state = self.session.state
        if state.mine or state.theirs:
            print("The game is saved: jotto play --resume goes on with it.")
        if state.mine and not state.unlisted:
            turns = shlex.join(map(self.session.game.show, state.mine))
            print(f"To go on from here: jotto suggest {turns}{shell_options(self.options)}")


def show_end(session: Session) -> None:
    """Print how the game ended, and which scores were wrong."""
    mine, show = session.state.mine, session.game.show
    if session.won:
        print(f"{mine[-1].guess} it is: found in {render.count(len(mine), 'guess')}.")
    if session.race is not None:
        print(paper.result(session))
    if wrong := session.belied():
        print(f"But then this was wrong: {', '.join(map(show, wrong))}.")
    for turn in session.race.misled if session.race else ():
        print(f"You told them a wrong score: {show(turn)}.")
