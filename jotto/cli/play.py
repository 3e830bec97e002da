"""``jotto play``: the assistant in a live game."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import fields
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import jotto
from jotto import assistant
from jotto.assistant import wording
from jotto.cli import house, paper, render
from jotto.cli.help import option
from jotto.cli.live import SIDES, answer, asked, sayings, second_half
from jotto.cli.options import (
    DEFAULT_AIM,
    DEFAULT_STRATEGY,
    AimName,
    Booked,
    Seed,
    StrategyName,
    Table,
    Think,
    as_flag,
    game_options,
    kept_options,
    note,
    note_end_of_tree,
    remade,
)
from jotto.cli.prompt import ask, patience, tell
from jotto.cli.render import Screen, say
from jotto.cli.reporting import ready_to_write
from jotto.cli.review import History, Report, finish
from jotto.errors import GameError, JottoError, quoted

if TYPE_CHECKING:
    from jotto import Session, Tree
    from jotto.assistant.saved import Options

ONCE_MORE = "The second player gets one last guess after the first has found the word."
ENDED = "Enter to finish, undo to take back the last entry: "
WHOSE = "What was their word (Enter to skip)? "


@game_options(without=("json",), house=True)
def play(
    table: Table,
    screen: Screen,
    strategy: StrategyName = DEFAULT_STRATEGY,
    seed: Seed = 0,
    book: Booked = True,
    aim: AimName = DEFAULT_AIM,
    think: Think = None,
    starts: Annotated[
        str | None, option("WHO", "Track both players; who starts: me or them.")
    ] = None,
    secret: Annotated[str | None, option("W", "Your secret, to score their guesses.")] = None,
    last_turn: Annotated[bool | None, option(None, ONCE_MORE)] = None,
    history: History = True,
    report: Report = None,
    resume: Annotated[
        bool, option(None, "Continue a saved game, with its own options.", "--resume")
    ] = False,
) -> None:
    """Advise in a live game, guess by guess.

    Example: jotto play --allow candidates

    Example: jotto play --starts me --secret quilt
    """
    if starts is None and (secret is not None or last_turn is not None):
        raise GameError("--secret and --last-turn track both players; add --starts me or them")
    render.set_plain(screen.plain)
    if think is None and strategy != DEFAULT_STRATEGY:
        think = 0.0  # the user wants the advice of this strategy
    ready_to_write(report)
    if resume:
        place, session, options = resumed()
    else:
        options = kept_options(table, strategy=strategy, seed=seed, book=book)
        place, session = assistant.saved.new_place(render.state_folder()), start(options)
    welcome(session, tracked=starts is not None)
    if starts is not None:
        if starts.lower() not in SIDES:
            raise GameError(f"--starts {quoted(starts)}: write me or them")
        session = second_half(session, SIDES[starts.lower()], secret, last_turn)
    talk = Conversation(session, options, place, aim, think)
    record = assistant.history.of_session(talk.hold(), options, talk.secret)
    finish(record, history=history, report=report)


def welcome(session: Session, *, tracked: bool) -> None:
    """Print what can be typed, and which house rules are set."""
    texts = session.game.rule.texts
    example = texts[len(texts) // 3]
    both = ""
    if not tracked and session.race is None:
        both = " To track both players, type me or them (who goes first)."
    say(f"Type the score of each guess, e.g. {example}.{both} For help, type help.")
    rules = [
        " ".join(as_flag(name, rule.value)) + f" ({rule.source})"
        for name, rule in house.in_force().items()
        if rule.source != "default"
    ]
    if rules:
        say(f"House rules: {', '.join(rules)}")


def start(options: Options) -> Session:
    """Make a session with these options. Raises JottoError, and KeyError for a missing option."""
    _, game, chosen = remade(options, Table)
    return jotto.Session(game, chosen)


def resumed() -> tuple[Path, Session, Options]:
    """Continue a saved game with its own options. Exit status 1 if there is none."""
    places = assistant.saved.places(render.state_folder())
    if not places:
        print("jotto: there is no saved game", file=sys.stderr)
        raise typer.Exit(1)
    place = places[0] if len(places) == 1 else _chosen(places)
    found = assistant.saved.load(place)
    try:
        session = found.restore(start(found.options))
    except KeyError as error:
        raise GameError(f"the saved game lacks the option {error}") from None
    if session.over or session.race is None or session.side == "them":  # else shown at the prompt
        paper.show_turns(session)
    return place, session, found.options


def _chosen(places: Sequence[Path]) -> Path:
    """Ask which of several saved games to continue, the newest first."""
    for number, place in enumerate(places, start=1):
        try:
            about = assistant.saved.load(place).summary
        except GameError as error:
            about = str(error)
        say(f"  {number}  {datetime.fromtimestamp(place.stat().st_mtime):%d %b %H:%M}  {about}")

    def read(typed: str) -> Path:
        number = int(typed or 1) if (typed or "1").isdecimal() else 0
        if not 1 <= number <= len(places):
            raise GameError(f"{quoted(typed)}: type a number from 1 to {len(places)}")
        return places[number - 1]

    found = asked("Which game (Enter for 1)? ", read, "Type the number of a game.")
    if found is None:
        raise typer.Exit
    return found


def shell_options(given: Options) -> str:
    """Return the options that differ from the defaults, quoted for a shell.

    Options set by a house rule are always written, because the house rule may change.
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
    """A live game at a prompt; every change is saved to the file ``place``."""

    def __init__(
        self, session: Session, options: Options, place: Path, aim: AimName, think: Think
    ) -> None:
        self.session, self.options, self.place = session, options, place
        self.thinker = assistant.thinking.Thinker(aim, think, patience(), self._tell_ahead)
        self.secret: Any = None  # theirs, if it was revealed at the end
        self._tree_ended = self._unsaved = False

    def hold(self) -> Session:
        """Run prompts until the game is over, and return it. Raises typer.Exit to leave."""
        try:
            while True:
                self._talk()
                self._show_end()
                if self._ended():
                    break
        except (typer.Exit, KeyboardInterrupt) as left:
            if isinstance(left, KeyboardInterrupt):
                print()
            self._farewell()
            raise
        finally:
            self.thinker.end()
        try:
            self.place.unlink(missing_ok=True)
        except OSError as error:
            note(f"the saved game is still there: {error.strerror}")
        return self.session

    def _talk(self) -> None:
        told = None
        while not self.session.over:
            if self.session.transcript != told:
                told = self.session.transcript
                self._show()
            typed = ask(self._question(), partial(sayings, self.session))
            if typed is None:
                raise typer.Exit
            if not typed and (better := self.thinker.taken(self.session)) is not self.session:
                self.session, told = better, None
            elif typed:
                self._answer(typed)

    def _question(self) -> str:
        if self.session.attempt is not None:
            return "Letter, or score: "
        if self.session.side == "them":
            return "Their guess: "
        return f"Score for {wording.shout(self.session.guess)}: "

    def _show(self) -> None:
        """Print the position and the guess."""
        session = self.session = self.thinker.turn_to(self.session)
        if not session.won and not self._tree_ended:
            self._tree_ended = note_end_of_tree(session.strategy, session.position)
        paper.show_position(session)
        self.thinker.find_unlisted(session)

    def _tell_ahead(self, tree: Tree) -> None:
        """Print the result of looking ahead above the prompt, if that asks for a score."""
        session = self.session
        if session.side == "them" or session.attempt is not None:
            return
        use = "" if session.state.chosen or tree.guess == session.guess else " Enter to use it."
        best = f"Looking ahead, {wording.shout(tree.guess)} is best: {wording.looked_ahead(tree)}."
        tell(f"{best}{use}", at=self._question())

    def _answer(self, typed: str) -> None:
        """Run a typed line; an invalid line prints an error and changes nothing."""
        before = self.session
        try:
            self.session = answer(before, typed)
        except JottoError as error:
            say(f"{error} (nothing changed; help lists what you can type)")
            return
        attempt = self.session.attempt
        if attempt is not None and attempt is not before.attempt:
            found = self.thinker.find_unlisted(attempt)
            paper.show_trouble(self.session, found.wait(patience()) if found else None)
        self._save(before)

    def _save(self, before: Session) -> None:
        if self.session.transcript == before.transcript:
            return
        try:
            if self.session.transcript:
                assistant.saved.save(self.place, self.options, self.session)
            else:  # all is taken back: there is nothing to continue
                self.place.unlink(missing_ok=True)
        except OSError as error:
            if not self._unsaved:
                note(f"the game is not being saved: {error.strerror}")
            self._unsaved = True

    def _farewell(self) -> None:
        """Print how to continue the game."""
        state = self.session.state
        if state.mine or state.theirs:
            say("The game is saved. To continue it: jotto play --resume")
        if state.mine and not state.unlisted:
            turns = shlex.join(map(self.session.game.show, state.mine))
            print(f"Advice on this position: jotto suggest {turns}{shell_options(self.options)}")

    def _ended(self) -> bool:
        """Ask whether the game is over; undo takes back the last entry."""
        session = self.session

        def read(typed: str) -> bool:
            if typed and session.won:
                raise GameError(f"{quoted(typed)}: press Enter, or type undo")
            if typed:
                self.secret = session.game.read(typed)
                _show_wrong(session, self.secret)
                if session.state.mine and not session.belied(self.secret):
                    say("All scores they gave you are right.")
            return True

        question = ENDED if session.won else WHOSE
        try:
            done = asked(question, read, "The game is over.")
        except typer.Exit:
            return True
        if done is None:
            self.session = session.undone()
            self._save(session)
        return bool(done)

    def _show_end(self) -> None:
        """Print how the game ended, and which scores were wrong."""
        session = self.session
        if session.won:
            made = session.state.mine
            paper.show_found(made, made[-1].guess)
            _show_wrong(session, made[-1].guess)
        if session.race is not None:
            paper.show_board(session)
            say(wording.result(session))
            for turn in session.race.misled:
                say(f"You told them a wrong score: {session.game.show(turn)}.")


def _show_wrong(session: Session, secret: Any) -> None:
    """Print which of my scores were wrong, given the secret."""
    game = session.game
    for turn in session.belied(secret):
        say(f"A score was wrong: {game.show(turn)}; it is {game.score(turn.guess, secret)}.")
