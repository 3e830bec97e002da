"""The assistant in a live game."""

from __future__ import annotations

import shlex
import sys
from contextlib import suppress
from dataclasses import asdict, dataclass, fields
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

import jotto
from jotto import assistant
from jotto.cli import house, paper, render
from jotto.cli.help import option
from jotto.cli.live import SIDES, answer, place, sayings, second_half
from jotto.cli.options import (
    DEFAULT_AIM,
    DEFAULT_STRATEGY,
    TREE,
    AimName,
    Booked,
    Seed,
    StrategyName,
    Table,
    Think,
    as_flag,
    game_options,
    note,
    note_end_of_tree,
    tree_path,
)
from jotto.cli.paper import Coach
from jotto.cli.prompt import ask, patience, tell
from jotto.errors import GameError, JottoError, quoted

ONCE_MORE = "The second player may guess once more after the first has won."


@game_options(house=True)
def play(
    table: Table,
    strategy: StrategyName = DEFAULT_STRATEGY,
    seed: Seed = 0,
    book: Booked = True,
    aim: AimName = DEFAULT_AIM,
    think: Think = None,
    starts: Annotated[str | None, option("WHO", "Track both players; first: me or them.")] = None,
    secret: Annotated[str | None, option("W", "Your secret, to score their guesses.")] = None,
    last_turn: Annotated[bool | None, option(None, ONCE_MORE)] = None,
    coach: Coach = False,
    resume: Annotated[
        bool, option(None, "Continue the saved game, with its own options.", "--resume")
    ] = False,
) -> None:
    """Advise in a live game, guess by guess.

    Example: jotto play --allow candidates
    """
    if starts is None and (secret is not None or last_turn is not None):
        raise GameError("--secret and --last-turn keep both halves; add --starts me or them")
    if think is None and strategy != DEFAULT_STRATEGY:
        think = 0.0  # its own advice was asked for

    def tell_ahead(tree: jotto.Tree) -> None:
        tell(f"Looked ahead: {tree.guess}. {paper.looked_ahead(tree)}. Enter takes it.")

    thinker = assistant.thinking.Thinker(aim, think, patience(), tell_ahead)
    if resume:
        session, options = resumed()
    else:
        if tree := tree_path(strategy):
            strategy = f"{TREE}{tree.absolute()}"
        given = {"strategy": strategy, **asdict(table), "seed": seed, "book": book}
        options = {  # a file is found from any other folder
            name: str(value.absolute()) if isinstance(value, Path) else value
            for name, value in given.items()
        }
        session = start(options)
        with suppress(OSError):
            if place().exists():
                print("An unfinished game is saved; this one takes its place with its first score.")
    texts, who = session.game.rule.texts, ""
    if starts is None and session.race is None:
        who = " Say me or them, whoever guesses first, and I keep both halves."
    example = texts[len(texts) // 3]
    print(f"Tell me the score of each guess, such as {example}.{who} Type help for more.")
    if starts is not None:
        if starts.lower() not in SIDES:
            raise GameError(f"--starts {quoted(starts)}: write me or them")
        session = second_half(session, SIDES[starts.lower()], secret, last_turn)
    ended = Conversation(session, options, thinker).hold()
    if coach:
        judged = jotto.review(ended.listed, ended.state.mine, strategy=ended.strategy)
        paper.show_review(ended.game, judged)


def start(options: assistant.saved.Options) -> jotto.Session:
    """Make a session with these options. Raises JottoError, and KeyError for what they lack."""
    given: dict[str, Any] = {field.name: options[field.name] for field in fields(Table)}
    paths = {name: Path(given[name]) for name in ("words", "guesses") if given[name]}
    table = Table(**given | paths)
    seed, book = int(options["seed"] or 0), bool(options.get("book", True))
    game = table.load()
    chosen = table.strategy(str(options["strategy"]), game, seed=seed, live=True, book=book)
    return jotto.Session(game, chosen)


def resumed() -> tuple[jotto.Session, assistant.saved.Options]:
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


def shell_options(given: assistant.saved.Options) -> str:
    """Write the options, as a shell reads them, that are not the default or are house rules."""
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


@dataclass
class Conversation:
    """A live game at a prompt: every change is saved at once."""

    session: jotto.Session
    options: assistant.saved.Options
    thinker: assistant.thinking.Thinker
    _tree_ended: bool = False
    _unsaved: bool = False

    def hold(self) -> jotto.Session:
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
        self._show_end()
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
        self.thinker.find_unlisted(session)

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
            found = self.thinker.find_unlisted(attempt)
            paper.show_trouble(self.session, found.wait(patience()) if found else None)
        if self.session.transcript != before.transcript:
            try:
                assistant.saved.save(place(), self.options, self.session)
            except OSError as error:
                if not self._unsaved:
                    note(f"the game is not being saved: {error.strerror}")
                self._unsaved = True

    def _farewell(self) -> None:
        """Say how to go on from here."""
        state = self.session.state
        if state.mine or state.theirs:
            print("The game is saved: jotto play --resume goes on with it.")
        if state.mine and not state.unlisted:
            turns = shlex.join(map(self.session.game.show, state.mine))
            print(f"To go on from here: jotto suggest {turns}{shell_options(self.options)}")

    def _show_end(self) -> None:
        """Print how the game ended, and which scores were wrong."""
        session, show = self.session, self.session.game.show
        if session.won:
            made = session.state.mine
            print(f"{made[-1].guess} it is: found in {render.count(len(made), 'guess')}.")
        if session.race is not None:
            print(paper.result(session))
        if wrong := session.belied():
            print(f"But then this was wrong: {', '.join(map(show, wrong))}.")
        for turn in session.race.misled if session.race else ():
            print(f"You told them a wrong score: {show(turn)}.")
