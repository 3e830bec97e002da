"""``jotto play``: a live game at a prompt. It advises a person, and is saved at every change."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import count
from typing import Annotated, Any

import typer

import jotto
from jotto import assistant, files
from jotto.assistant import wording
from jotto.assistant.sentences import Sentence, sentence
from jotto.called import game_called
from jotto.cli import app, ending, live, options as opt, render
from jotto.cli.options import Asked, game_options
from jotto.cli.render import ask, patience, say, tell
from jotto.cli.review import (
    History,
    Recorder,
    Report,
    finish,
    game_line,
    restored,
    reviewed,
    said_again,
    saved_games,
    write_report,
)
from jotto.errors import EmptyListError, GameError, JottoError, quoted
from jotto.question import fields
from jotto.question.fields import WORDS
from jotto.question.making import said_in, saved_options
from jotto.reading import turns

RESUME = "Continue a saved game, with its own options; you can change --think and --aim."
AGAIN = "think", "aim"  # options that may be said again where a game is continued
ONCE_MORE = "The second player gets one last guess after the first has found the word."


@game_options(*opt.ADVISER, "aim", "think", "boards", without=("json",), house=True)
def play(
    table: Asked,
    screen: opt.OutputOptions,
    starts: Annotated[
        str | None, "WHO", "Track both players. WHO guesses first: me or them."
    ] = None,
    secret: Annotated[str | None, "W", "Your secret, to score their guesses."] = None,
    last_turn: Annotated[bool | None, ONCE_MORE] = None,
    history: History = True,
    report: Report = None,
    resume: Annotated[bool, RESUME] = False,
) -> None:
    """Get advice in a game that you are playing, guess by guess.

    Play anywhere, such as on a page or with a friend. Type here how each guess scored there, and
    jotto says what to guess next. To see what else can be typed, type help.

    Example: jotto play --game quordle

    Example: jotto play --starts me --secret quilt
    """
    if starts is None and (secret is not None or last_turn is not None):
        raise GameError("--secret and --last-turn track both players; add --starts me or them")
    boards = table.boards
    if boards > 1 and (starts is not None or report is not None):
        raise GameError("--boards is for one player, without --starts and --report")
    with saved_games() as store:
        if resume:
            table, session, saved = resumed(store, table)
        else:
            options, game = saved_options(table), table.make_game()
            chosen = table.adviser(game, live=True)
            session = jotto.Session(game, chosen, boards=boards)
            saved = assistant.store.Saved(options, game.key, name=assistant.store.new_name())
        if starts is not None and starts.lower() not in live.SIDES:
            raise GameError(f"--starts {quoted(starts)}: write me or them")
        if secret is not None:
            session.game.read_guess(secret)  # so that it is refused before there is a screen
        recorder = Recorder(history)
        if session.over:  # its end may be taken back
            with recorder.shelf.read():
                recorder.record = recorder.shelf.find(saved.name, recorder.shelf.owners())
        talk = Conversation(session, saved, store, table.aim, table.think, recorder)

        numbers = count(1)

        def begin() -> None:
            if resume and not render.screened():
                live.show_turns(assistant.view.view(session))
            welcome(session, {} if resume else used_rules(table), tracked=starts is not None)
            with suppress(OSError, GameError):  # a store that cannot be used is told when it is
                if not resume and (names := unfinished(store)):
                    say(sentence("unfinished games", games=len(names)))
            if starts is not None:
                first = live.SIDES[starts.lower()]
                talk.session = live.second_half(session, first, secret, last_turn)
            while talk.hold():
                write_report(talk.record(), report, next(numbers))
                talk.renew()

        try:
            if live.on_screen(begin):
                talk.show_end()
        except (typer.Exit, KeyboardInterrupt):
            talk.farewell()
            raise
    finish(talk.record(), recorder)
    write_report(talk.record(), report, next(numbers))


def welcome(
    session: jotto.Session, rules: Mapping[str, tuple[app.Value, str]], *, tracked: bool
) -> None:
    """Print what can be typed, and which house rules are used, with where each is set."""
    alone = not tracked and session.race is None and not session.game.noisy
    example = assistant.wording.example(session.game.rule)
    further = sentence("welcome: both players") if alone else None
    if session.boards > 1:
        further = sentence("welcome: boards", example=example)
    say(sentence("welcome", example=example, more=further))
    if rules:
        told = rules.items()
        texts = [f"{' '.join(opt.arguments_of(n, value))} ({of})" for n, (value, of) in told]
        say(sentence("house rules", rules=texts))


def used_rules(table: Asked) -> dict[str, tuple[app.Value, str]]:
    """Return the house rules that a new game follows: no option says something else."""
    others = {name for name, (_, row) in fields.table().items() if row.unfit(name, vars(table))}
    unused = {*others, *table.layers[-1], *table.dropped}
    return {name: rule for name, rule in app.settled().items() if name not in unused}


def resumed(
    store: assistant.store.Store, asked: Asked
) -> tuple[Asked, jotto.Session, assistant.store.Saved]:
    """Continue a saved game with its own options, and with how to look ahead if that was said.

    Raises EmptyListError if there is none, and GameError if another option was said than its own.
    """
    with files.refusing("saved games", store.path):
        names: Sequence[str] = (
            unfinished(store) or store.names()
        )  # the end of a game can be taken back, too
        if not names:
            raise EmptyListError("there is no saved game")
        names = _of_game(store, names, asked)
        saved = store.load(names[0] if len(names) == 1 else _chosen(store, names))
    wrong = "the saved game has other options; leave these out, or --resume"
    given = said_again(asked, saved.options, wrong, but=AGAIN)
    said = asked.layers[-1].keys()
    kept = {name: value for name, value in saved.options.items() if name not in said}
    further = {name: value for name, value in given.items() if name in said}
    saved = replace(saved, options={**kept, **further})
    return *restored(saved), saved


def unfinished(store: assistant.store.Store) -> list[str]:
    """List the saved games that are not over, and those that are damaged."""

    def over(name: str) -> bool:
        with suppress(GameError):
            return store.load(name).over
        return False

    return [name for name in store.names() if not over(name)]


def _of_game(store: assistant.store.Store, names: Sequence[str], asked: Asked) -> Sequence[str]:
    """Return the saved games of the game that was asked for, if one was. Raises EmptyListError."""
    if (game := asked.layers[-1].get("game")) is None:
        return names
    called = {"rule": asked.rule, "boards": asked.boards, **game_called(str(game))}

    def fits(name: str) -> bool:
        with suppress(GameError):
            options = store.load(name).options
            return all((options.get(n) or 1) == (value or 1) for n, value in called.items())
        return False

    if fitting := [name for name in names if fits(name)]:
        return fitting
    raise EmptyListError(f"there is no saved game of {game}; jotto play --resume has the others")


def _chosen(store: assistant.store.Store, names: Sequence[str]) -> str:
    """Ask which of several saved games to continue, the one changed last first."""
    texts = list[str]()
    for name in names:
        try:
            saved = store.load(name)
            texts.append(game_line(saved.changed, saved.options, saved.title()))
        except GameError as error:
            texts.append(str(error))
    place = live.chosen(texts, sentence("ask: which game"), sentence("why: which game"))
    if place is None:
        raise typer.Exit
    return names[place]


def shell_options(given: assistant.store.Options) -> str:
    """Return the options that differ from the defaults, quoted for a shell.

    Options set by a house rule are always written, because the house rule may change.
    """
    said = said_in(given)
    with suppress(JottoError):
        said |= {name: given[name] for name in app.settled() if name in given}
    return "".join(
        f" {shlex.join(opt.arguments_of(name, value))}"
        for name, value in said.items()
        if value is not None and (name, value) != ("game", WORDS)
    )


class Conversation:
    """A live game at a prompt; every change is saved."""

    def __init__(
        self,
        session: jotto.Session,
        saved: assistant.store.Saved,
        store: assistant.store.Store,
        aim: opt.AimName,
        think: opt.Think,
        recorder: Recorder,
    ) -> None:
        self.session, self.saved, self.store, self.recorder = session, saved, store, recorder
        self.thinker = assistant.thinker.Thinker(aim, think, patience(), self._tell_ahead)
        self.secret: Any = None  # theirs, if it was revealed at the end
        self._tree_ended = self._unsaved = False
        self._judging: Any = None  # the turns so far, in the background
        self._start: jotto.Session | None = None  # where the lines of a paste began

    def hold(self) -> bool:
        """Run prompts until the game is over; return whether there is to be another.

        Raises typer.Exit to leave.
        """
        again: bool | None = None
        try:
            while again is None:
                self._talk()
                if not render.draw(assistant.view.view(self.session)):
                    self.show_end()
                if (render.screened() and self.session.won) or self._ended():
                    again = render.screened() and self._again()
        finally:
            self.thinker.end()
        self._forget()
        return again

    def _again(self) -> bool | None:
        """Show how the game went; ask whether there is to be another; None to go back."""
        session, made, seen = self.session, self.record(), assistant.view.view(self.session)
        render.draw(seen if session.won else replace(seen, title=self._told()))
        records = self.recorder.like(made)
        about = session, session.strategy, records, self.secret
        again = ending.another_game(*about, does=self._does)
        if again is None:
            self.session = session.undone()
            self._save(session)
        return again

    def renew(self) -> None:
        """Begin another game at the same table; with both players, the other one begins."""
        race, old = self.session.race, self.thinker
        self.session = replace(self.session, transcript=(), hints=0, ahead=None, attempt=None)
        kind = self.saved.options, self.saved.key
        self.saved = assistant.store.Saved(*kind, name=assistant.store.new_name())
        self.recorder.record, self.secret, self._tree_ended = None, None, False
        self.thinker = replace(old, _loading=None, _ahead=None, _unlisted=None, _asked=None)
        if race is not None:
            first, last_turn = not race.first, race.last_turn
            self.session = live.second_half(self.session, first, last_turn=last_turn)

    def _forget(self) -> None:
        """Delete the saved game, which is over."""
        try:
            self.store.delete(self.saved)
        except (OSError, GameError) as error:
            why = getattr(error, "strerror", str(error))
            told = {"path": str(self.store.path), "why": why}
            opt.note(sentence("a note: the saved game is still there", **told))

    def _talk(self) -> None:
        shown = None
        while not self.session.over:
            now = self.session.transcript, self.session.attempt if render.screened() else None
            if now != shown:
                shown = now
                self._show_position()
            keys = wording.choice_keys(self.session)[: len(self.session.choices())]
            typed = ask(live.question(self.session), lambda: live.sayings(self.session), keys=keys)
            if typed is None:
                raise typer.Exit
            if not typed and (better := self.thinker.taken(self.session)) is not self.session:
                self.session, shown = better, None
            elif typed:
                self._start = self._start or (self.session if render.together() else None)
                if typed := self._sure(live.whole(typed, self.session)):
                    self._answer(typed)
            if self._start is not None and not render.together():
                self._start = None

    def _show_position(self) -> None:
        """Print the position and the guess."""
        session = self.session = self.thinker.turn_to(self.session)
        if not session.won and not self._tree_ended and session.boards == 1:
            self._tree_ended = opt.note_end_of_tree(session.strategy, session.position)
        if session.attempt:
            live.show_trouble(self._seen())
        else:
            live.show_position(self._seen(), session)

    def _seen(self) -> assistant.view.View:
        """Return what is shown, with the unlisted words if they are found at once."""
        unlisted = self.thinker.find_unlisted(self.session.attempt or self.session)
        if unlisted is None or self.session.attempt is None:
            return live.placed(assistant.view.view(self.session), self.session)
        return assistant.view.view(self.session, unlisted.wait(patience()))

    def _tell_ahead(self) -> None:
        """Print the result of looking ahead above the prompt, if it was asked for there."""
        session = self.session
        if (better := self.thinker.taken(session)) is session or better.ahead is None:
            return
        tree = better.ahead
        best, used = wording.best_ahead(tree), session.state.chosen or tree.guess == session.guess
        tell(best if used else sentence("line: ahead", best=best), at=live.question(session))

    def _sure(self, typed: str) -> str:
        """Ask before a word is guessed that may be a score with a slip; nothing if it is one.

        What is typed at that question, if neither yes nor no, is taken in its place.
        """
        session, word = self.session, None
        with suppress(JottoError):
            move = assistant.moves.read_move(session, typed)
            word = str(move["word"]) if move["do"] == "guess" else None
        if patience() is None or word is None:
            return typed
        listed = not assistant.moves.is_unlisted(session.game_now, session.game.read_guess(word))
        marks = sum(sign in "byg" for sign in word) if session.game.rule.tiles else 0
        if listed and marks < len(word) - 2:
            return typed
        meant = () if listed else map(repr, assistant.moves.meant(session.game_now, word))
        self._drop()  # a person answers
        facts = {"word": repr(word), "listed": listed, "meant": wording.chained("or", meant)}
        answer = live.confirmed(sentence("ask: guess it", **facts), session)
        return self._sure(answer) if isinstance(answer, str) else typed * answer

    def _answer(self, typed: str) -> None:
        """Run a typed line; an invalid line prints an error and changes nothing."""
        before = self.session
        try:
            self.session = live.answer(before, typed)
        except JottoError as error:
            say(sentence("nothing changed", error=str(error)))
            if self._start is not None or "\n" in typed or turns.has_rows(typed):
                self._drop()
            if before.boards > 1:  # many scores, of which one is wrong
                render.keep_typed(typed)
            return
        attempt = self.session.attempt
        if attempt is not None and attempt is not before.attempt:
            live.show_trouble(self._seen())
        self._save(before)

    def _drop(self) -> None:
        """Take back what was entered of a paste, and drop its other lines."""
        before, self.session = self.session, self._start or self.session
        self._start = None
        if self.session is not before:
            self._save(before)
        if dropped := render.drop():
            say(sentence("dropped", lines=dropped))

    def record(self) -> assistant.review.Record:
        """Return the record of the game, which is in the history if it is over, else not."""
        made = assistant.review.record_of(self.session, self.saved.options, self.secret)
        had = self.recorder.record  # if a server has it, as its own or as that of a device
        made = replace(made, game=self.saved.name, owner=(had or self.saved).owner)
        self.recorder.keep(made if self.session.over else None)
        return made

    @property
    def _does(self) -> dict[str, Callable[[], str]]:
        """What can be had at the end: several boards have no report."""

        def text() -> str:
            if self.session.boards > 1:
                told = assistant.keeper.scores_text(self.session)
                return render.to_share(told, self.session.game.rule)
            looked = reviewed(self.record())
            return render.to_share(looked.shared, looked.game.rule)

        single = self.session.boards == 1
        return {"share": text, **(ending.of_record(self.record()) if single else {})}

    def _save(self, before: jotto.Session) -> None:
        self._store(before)
        self.record()
        self._judging = ending.judge_soon(self.session, self.session.strategy, self._judging)

    def _store(self, before: jotto.Session) -> None:
        saved = self.saved.updated(self.session)
        if saved == self.saved.updated(before):
            return
        write = self.store.write if saved.begun else self.store.delete  # all is taken back
        try:
            self.saved = write(saved)
            self._unsaved = False
        except assistant.store.VersionError:
            self._reload()
        except OSError as error:
            if not self._unsaved:
                told = {"path": str(self.store.path), "why": error.strerror}
                opt.note(sentence("a note: the game is not saved", **told))
            self._unsaved = True

    def _reload(self) -> None:
        """Take the game as another program has saved it meanwhile."""
        new = replace(self.session, transcript=(), hints=0, ahead=None, attempt=None)
        try:
            self.saved = self.store.load(self.saved.name)
        except assistant.store.GoneError:  # finished or deleted there: it goes on here
            self.saved = replace(self.saved, version=0)
            self._save(new)
            return
        say(sentence("changed by another program"))
        self.session = self.saved.restore(new)

    def farewell(self) -> None:
        """Print how to continue the game."""
        state = self.session.state
        if self.saved.version and not (self._unsaved or self.session.over):
            say(sentence("farewell: saved"))
        untold = state.unlisted or state.refused  # which options cannot say
        if state.mine and not (untold or self.session.pending or self.session.over):
            turns = shlex.join(assistant.boards.texts(state.boards, self.session.game.rule))
            options = shell_options(self.saved.options)
            print(sentence("farewell: advice", options=f"{turns}{options}"))

    def _ended(self) -> bool:
        """Ask whether the game is over; undo takes back the last entry.

        A word that contradicts my scores may be a typo, so it counts when it is typed twice.
        """
        session, doubted = self.session, ""

        def read(typed: str) -> bool:
            nonlocal doubted
            if typed and session.won:
                raise GameError(f"{quoted(typed)}: press Enter, or type undo or share")
            if typed:
                sure, doubted = typed == doubted, typed
                secret = session.revealed(typed, sure=sure)
                _show_wrong(session, secret)
                if session.state.mine and not session.wrong_turns(secret):
                    say(sentence("all scores are right"))
                self.secret = secret
            return True

        try:
            asks, why = assistant.view.prompt(session), sentence("why: it is over")
            does = self._does if session.won else {}  # else a word is asked for, as SHARE
            done = live.asked(asks, read, why, does=does)
        except typer.Exit:
            return True
        if done is None:
            self.session = session.undone()
            self._save(session)
        return bool(done)

    def show_end(self) -> None:
        """Print how the game ended, and which scores were wrong."""
        session = self.session
        if session.won:
            say(wording.you_found(session))
            for board in session.singles:
                _show_wrong(board, board.state.mine[-1].guess)
        if session.race is not None:
            live.show_board(assistant.view.view(session))
            say(self._told())
            for turn in session.race.misled:
                say(sentence("you told a wrong score", turn=session.game.show(turn)))

    def _told(self) -> Sentence:
        """Return who won the race, and after a loss their word, if it is known."""
        told = wording.result(self.session)
        if self.session.won or not self.session.other.lost:
            return told
        word = None if self.secret is None else self.session.game.shown(str(self.secret))
        return sentence("it was: a loss", told=told, theirs=word)


def _show_wrong(session: jotto.Session, secret: Any) -> None:
    """Print which of my scores were wrong, given the secret."""
    for turn in session.wrong_turns(secret):
        say(wording.wrong(session.game, turn, secret))
