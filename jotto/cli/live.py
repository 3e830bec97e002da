"""A live game as lines: what is printed of a view, and what each typed line does."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import takewhile, zip_longest
from typing import TYPE_CHECKING, TypeVar

import typer

import jotto
from jotto import assistant
from jotto.assistant import move_table, wording
from jotto.assistant.sentences import Sentence, sentence
from jotto.cli import render
from jotto.cli.grid import grid
from jotto.cli.options import note, note_unlisted
from jotto.cli.panes import cut, first_column
from jotto.cli.render import ask, say
from jotto.errors import GameError, JottoError, quoted
from jotto.reading import turns

if TYPE_CHECKING:
    from jotto.assistant.view import Pane, TurnRow, View

SIDES = {"me": True, "i": True, "them": False, "they": False}
YES_OR_NO = {"yes": True, "y": True, "no": False, "n": False, "": False}
QUESTIONS = (
    "what was their word",
    "ask: which game",
    "ask: a last guess",
    "ask: guess it",
    "ask: guess it again",
    "ask: guess it anyway",
    "ask: give up",
    "ask: another game",
)
LEAVE = ("help", "undo", "quit")  # what can be typed at any question
HELPED = {
    "share": "help share",
    "report": "help report",
    "practice": "help practice",
}  # what can be typed where a game is over
T = TypeVar("T")


def on_screen(talk: Callable[[], None]) -> bool:
    """Run a conversation on a screen of its own, or as lines; return whether it had a screen."""
    if not render.has_screen():
        talk()
        return False
    from jotto.cli.screen import Screen  # with what draws it, which takes long to load

    screen = Screen(coloured=render.fancy())
    try:
        with render.on(screen):
            screen.run(talk)
    finally:
        for text in screen.copied:  # the screen is gone, and a text can be selected
            print(text, end="\n\n")
    return True


# --- what is typed --------------------------------------------------------------------------------


def sayings(session: jotto.Session, face: str = "terminal") -> list[str]:
    """List what can be typed, for completion: commands, then words."""
    forms = move_table.forms(move_table.facts(session), face)
    commands = dict.fromkeys(form.head for form in forms if form.head)
    guesses = session.game_now.guesses
    return [*commands, *(guesses if isinstance(guesses, tuple) else ())]


def question(session: jotto.Session) -> str:
    """Return the prompt for what comes next."""
    return prompted(assistant.view.prompt(session))


def prompted(asks: Sentence | None) -> str:
    """Return what is asked for as a prompt."""
    assert asks is not None, "something is asked for"
    return f"{asks} " if asks.key in QUESTIONS else f"{asks}: "


def whole(typed: str, session: jotto.Session) -> str:
    """Return a line that is typed; if a shared game is pasted, all its lines."""
    waiting = render.waiting() if session.race is None else []
    is_command = partial(move_table.form_of, move_table.facts(session), "terminal")
    parts = takewhile(lambda line: not is_command(line), waiting)
    lines, complete = turns.begun(session.game, [typed, *parts], session.boards)
    del waiting[: len(lines) - 1]
    asks = prompted(sentence("ask: the rest of a game"))
    while not complete and len(lines) < turns.MOST and (line := ask(asks)):
        if is_command(line):
            waiting.insert(0, line)
            break
        complete = turns.begun(session.game, lines := [*lines, line], session.boards)[1]
    return "\n".join(lines)


def answer(
    session: jotto.Session,
    typed: str,
    score: Callable[[str], jotto.Session] | None = None,
    face: str = "terminal",
) -> jotto.Session:
    """Run a typed line; return the session after it. Raises JottoError if it is not valid.

    ``score`` answers a guess, where the computer keeps the secret: on ``keep``, ``daily``.
    """
    move = assistant.moves.read_move(session, typed, face)
    if move_table.table()[move["do"]].shows:
        show_requested(session, move["do"], move["about"], face)
        return session
    if score and move["do"] == "guess":
        return score(move["word"])
    if move["do"] == "race" and session.race is None:
        return second_half(session, move["first"] == "me")
    done = assistant.moves.make_move(session, move)
    for text in assistant.moves.notes(session, move):
        note(text)
    for text in done.messages:
        say(text)
    return done.session


def show_requested(session: jotto.Session, what: str, about: str, face: str) -> None:
    """Print what is asked for: the turns, how many words are left, or a pane."""
    if what == "turns":
        keeps = face != "terminal"
        see = partial(assistant.view.keep_view, face=face) if keeps else assistant.view.view
        show_turns(see(session))
    elif what == "left":
        say(assistant.moves.still_possible(session, about))
    elif what == "save":
        say(sentence("saved at every change"))
    elif what == "help":
        show_pane(assistant.view.help_on(session, about, face))
    else:
        show_pane(assistant.view.pane(session, what, about), about)


def show_pane(pane: Pane, page: str = "") -> None:
    """Print a pane: words, what fits of a table, or what can be typed, each with its meaning.

    The words are the candidates, the likeliest first; on a terminal only the given page of them.
    """
    page = page * (not page.startswith("board "))
    if pane.words and page and not (page.isdecimal() and int(page)):
        raise GameError(f"list {quoted(page)}: write the number of a page, such as list 2")
    if render.show(pane):
        return
    say(pane.title)
    if pane.words:
        render.show_words(pane.words, page=int(page[:6] or 1))
        return
    if not pane.headers:
        width = first_column(pane)
        for typed, meaning in pane.rows:
            say(f"  {typed:{width}}  {meaning}")
        return
    columns, lines = render.size()
    shown = pane.rows[: max(lines - 7, 5)]
    rows = [[cut(cell, max(columns - 24, 10)) for cell in row] for row in shown]
    render.show_table([*map(str, pane.headers)], rows)
    if omitted := len(pane.rows) - len(rows):
        say(sentence("more scores", scores=omitted))


def beside(session: jotto.Session) -> list[Pane]:
    """Return the panes that a wide screen shows: what the guess would leave, and words."""
    if not render.screened() or session.over or session.attempt:
        return []
    words = assistant.view.pane(session, "list")
    if not session.is_asked:
        return [words]
    of = {"guess": session.game.shown(session.guess), "board": wording.board_of(session)}
    title = sentence("what it would leave", **of)
    why = replace(assistant.view.pane(session, "why"), title=title)
    return [why, words]


def second_half(
    session: jotto.Session, first: bool, secret: str | None = None, last_turn: bool | None = None
) -> jotto.Session:
    """Track both players from now on; ask for what is not known yet.

    The session is unchanged if a question is answered with undo. Raises typer.Exit to leave.
    """

    def read_secret(typed: str) -> str:
        word = typed and str(session.game.read_guess(typed))
        note_unlisted(session.game, filter(None, [word]))
        return word

    mine = read_secret(secret) if secret is not None else None
    if secret is None:
        mine = asked(
            sentence("ask: your secret"), read_secret, sentence("why: your secret"), hidden=True
        )
    if mine is not None and last_turn is None:
        if render.screened():
            say(sentence("answered so far", first=first, secret=bool(mine)))
        last_turn = asked(
            sentence("ask: a last guess"), read_yes_or_no, sentence("why: a last guess"), keys="yn"
        )
    if mine is None or last_turn is None:
        return session
    return session.raced(mine or None, first=first, last_turn=last_turn)


def read_yes_or_no(typed: str) -> bool:
    """Read yes or no; an empty line is no. Raises GameError."""
    if typed.lower() not in YES_OR_NO:
        raise GameError(f"{quoted(typed)}: type yes or no")
    return YES_OR_NO[typed.lower()]


def confirmed(question: Sentence, session: jotto.Session, face: str = "terminal") -> bool | str:
    """Return whether somebody is sure, or what is typed in place of yes or no."""
    answer = ask(prompted(question), lambda: sayings(session, face), keys="yn")
    if answer is None:
        raise typer.Exit
    return YES_OR_NO.get(answer.lower(), answer)


def asked(
    question: Sentence,
    read: Callable[[str], T],
    why: Sentence,
    *,
    hidden: bool = False,
    keys: str = "",
    back: bool = True,
    does: Mapping[str, Callable[[], str]] = {},
) -> T | None:
    """Ask until the answer is valid; None for undo, to go ``back``. Raises typer.Exit.

    Where a game is over, some words return a text that is printed, such as share.
    """
    leave = [*does, *(word for word in LEAVE if back or word != "undo")]
    told = {f"{word}s": sentence(HELPED[word]) for word in does}
    while True:
        typed = ask(prompted(question), lambda: leave, hidden=hidden, keys=keys)
        if typed is None:
            raise typer.Exit
        if typed.lower() == "undo" and back:
            return None
        if typed.lower() in ("help", "?"):
            say(sentence("go back or leave" if back else "only leave", why=why, **told))
            continue
        try:
            if shown := next(
                (does[word] for word in does if typed.lower() in (word, word[0])), None
            ):
                print(shown())
                continue
            return read(typed)
        except JottoError as error:
            say(str(error))


def chosen(texts: Sequence[str], question: Sentence, why: Sentence) -> int | None:
    """Ask for one of some texts by its number, or by a part of it; None for undo.

    The first stands last, above the question, and as many others above it as the screen has room
    for.
    """

    def show(places: Sequence[int]) -> None:
        room = max(render.size().lines - 4, 3)
        if len(places) > room:
            say(sentence("more to choose", more=len(places) - room))
        for place in reversed(places[:room]):
            say(cut_short(f"{place + 1:>4}  {texts[place]}"))

    def read(typed: str) -> int | None:
        if (typed or "1").isdecimal():
            if not 1 <= int(typed or 1) <= len(texts):
                raise GameError(f"{quoted(typed)}: type a number from 1 to {len(texts)}")
            return int(typed or 1) - 1
        found = [at for at, text in enumerate(texts) if typed.lower() in text.lower()]
        if len(found) == 1:
            return found[0]
        if not found:
            raise GameError(f"{quoted(typed)} is in none of them; type a number, or part of a word")
        show(found)
        return None

    show(range(len(texts)))
    while (place := asked(question, lambda typed: (read(typed),), why)) == (None,):
        pass  # several are shown that have what was typed
    return place and place[0]


def cut_short(line: str) -> str:
    """Return a line as far as the terminal has room for it."""
    room = max(render.size().columns - 1, 20)
    return line if len(line) <= room or not sys.stdout.isatty() else f"{line[: room - 3]}..."


# --- what to guess ------------------------------------------------------------------------------


def placed(seen: View, session: jotto.Session) -> View:
    """Add the places that are known, of one board, once there is a turn."""
    ended = session.won or session.over
    if session.boards > 1 or not session.state.mine or ended or session.sampled:
        return seen
    places = assistant.hints.known_places(session.position)
    return replace(seen, letters={**seen.letters, "places": places}) if places else seen


def show_position(seen: View, session: jotto.Session) -> None:
    """Print the position and the guess, and in a second line why; or draw it on the screen."""
    if render.draw(seen, beside(session)):
        if session.is_asked:
            render.add_beside(partial(assistant.view.pane, session, "more"), seen)
        return
    if seen.guess is not None and seen.guess.lead.key == "score":
        return  # the prompt names the boards that are still to be scored
    if len(seen.boards) > 1 and seen.stage == "guess" and any(board.rows for board in seen.boards):
        show_turns(seen)
    for line in (*seen.notes, *([seen.odds.text] if seen.odds else [])):
        say(line)
    if (guess := seen.guess) is None:
        return
    word = wording.shout(guess.word, seen.alphabet)
    if guess.certain:
        say(sentence("it must be the word", word=word, doubt=seen.doubt))
        return
    key = "line: your guess" if guess.lead.key == "your guess" else "line: guess"
    say(Sentence(key, {**vars(guess), "word": word}))
    say(sentence("line: worth", worth=guess.worth, reason=guess.reason))
    if seen.doubt:
        say(sentence("line: doubt", doubt=seen.doubt))


# --- the turns ----------------------------------------------------------------------------------


def show_turns(seen: View) -> None:
    """Print the turns of both players, and what my turns tell about the letters."""
    if not any(board.rows for board in seen.boards):
        say(sentence("no turns yet"))
        return
    show_board(seen)
    several = isinstance(seen.boards[0], assistant.view.NumberedBoard)
    groups = {} if several else assistant.view.telling(seen.letters)
    if groups:
        shouted = {name: wording.shout(those, seen.alphabet) for name, those in groups.items()}
        letters = (sentence("letters", how=name, letters=those) for name, those in shouted.items())
        say(sentence("line: letters", letters=wording.chained("and", letters)))


def show_board(seen: View) -> None:
    """Print the turns as on paper."""
    if several := [
        board for board in seen.boards if isinstance(board, assistant.view.NumberedBoard)
    ]:
        for line in grid(seen, several, render.size().columns, 10_000):
            print("".join(part[1] for part in line).rstrip())
        return
    boards = [[shown(row, seen.alphabet) for row in board.rows] for board in seen.boards]
    width = max(len(text) for texts in boards for text in texts) + 3
    if len(boards) > 1:
        you, they = (str(board.who) for board in seen.boards)
        say(f"    {you:{width}}{they}")
    for number, texts in enumerate(zip_longest(*boards, fillvalue=""), start=1):
        say(f"{number:>2}  {''.join(f'{text:{width}}' for text in texts)}")


def shown(row: TurnRow, letters: Sequence[str]) -> str:
    """Return a turn as text, in the capitals of a language with these letters."""
    doubt = f"  {row.doubt}" if row.doubt else ""
    return f"{wording.shout(row.guess, letters)}={row.score}{doubt}"


# --- when nothing fits --------------------------------------------------------------------------


def show_trouble(seen: View) -> None:
    """Print that no candidate is left, and the explanations, each with the letter to choose it."""
    others = assistant.view.other_mistakes(seen.choices)
    if render.draw(seen):
        if others.rows:
            render.add_beside(lambda: others, seen)
        return
    for line in (seen.title, *seen.trouble):
        say(line)
    if not seen.choices:
        say(sentence("no single mistake"))
        return
    if not seen.title.key.startswith("is it"):
        say(sentence("which is wrong"))
    for choice in seen.choices[: assistant.session.EXPLAINED]:
        say(f"  {choice.key}  {choice.text}")
    if others.rows:
        say(f"  more  {sentence('more mistakes', number=len(others.rows))}")
