"""What can be said in a live game, and what is done about it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import typer

import jotto
from jotto import assistant
from jotto.cli import paper, render
from jotto.cli.options import note, note_unlisted
from jotto.cli.prompt import LEAVE, ask
from jotto.errors import GameError, JottoError, ScoreError, TurnError, WordError, quoted

if TYPE_CHECKING:
    from jotto.engine.game import Turn

HELP = """\
  1,1               the score of the proposed guess: exact,elsewhere (1/1, 11 and 1b1c do as well)
  crane             another word that you guessed instead; its score is asked for next
  crane=1,1         another word and its score at once; crane 1,1 does as well
  undo              take back what was said last
  edit 2 1,1        the score of turn 2 was another one; edit 2 crane: the guess was another
  not a word        the proposed word is not allowed here: never propose it again
  turns, list       the turns so far; what the secret can still be
  why               how the candidates would part by the score of this guess
  what about slate  what another word would be worth
  hint              a little of what is known; again: a little more
  outside           the secret is in no list: look among all strings of letters
  help, save, quit  the game is saved at every change; jotto play --resume goes on with it
 both halves of the game:
  me, them          who guesses first; later on: whose turn it is
  crane             at "their guess?": what they guessed; crane=1,1: and what you told them
  secret latch      your own secret, so that I score their guesses; last turn, no last turn
  they crane        a guess of theirs out of turn; edit their 2 1,1 mends one"""
SAYINGS = (
    *("undo", "edit", "turns", "list", "why", "what about", "hint", "not a word", "outside"),
    *("me", "them", "they", "secret", "last turn", "no last turn", "their", "save", "help", *LEAVE),
)
SIDES = {"me": True, "i": True, "them": False, "they": False}
YES_OR_NO = {"yes": True, "y": True, "no": False, "n": False, "": False}
ONCE_MORE = "May the second player guess once more after the first has won (yes, no)? "
T = TypeVar("T")


def place() -> Path:
    """Name the file of the game in progress."""
    from platformdirs import user_state_path

    return user_state_path("jotto", appauthor=False) / "game.json"


def sayings(session: jotto.Session) -> list[str]:
    """List what can be said, for completion: commands, then words."""
    words = session.game_now.guesses
    return [*SAYINGS, *(words if isinstance(words, tuple) else ())]


def answer(session: jotto.Session, typed: str) -> jotto.Session:
    """Do what was typed; return the session after it. Raises JottoError, changing nothing."""
    match typed.lower().split():
        case ["undo"]:
            if not session.transcript and session.attempt is None:
                print("There is nothing to take back.")
            return session.undone()
        case ["edit", "their" | "theirs", number, *change] if number.isdecimal() and change:
            return _edit(session, "them", number, " ".join(change))
        case ["edit", number, *change] if number.isdecimal() and change:
            return _edit(session, "me", number, " ".join(change))
        case ["not", "a", "word"] if session.side == "them":
            raise WordError("not a word", "their guess is awaited; it may be any word")
        case ["not", "a", "word"]:
            return session.said("refuse", session.guess)
        case ["outside"]:
            return session.among_unlisted()
        case ["me" | "i" | "them" | "they" as who]:
            return _side(session, SIDES[who])
        case ["they", *guess]:
            return _they(session, " ".join(guess))
        case ["secret", word]:
            race, known = session.other, read_word(session, word)
            after = session.raced(known, first=race.first, last_turn=race.last_turn)
            for turn in after.other.misled:
                print(paper.misled(after, turn))
            return after
        case ["last", "turn"] | ["no", "last", "turn"] as said:
            race = session.other
            return session.raced(race.secret, first=race.first, last_turn=said[0] == "last")
        case ["hint"]:
            print(assistant.letters.hint(session.position, session.hints + 1))
            return replace(session, hints=session.hints + 1)
        case ["turns"]:
            paper.show_turns(session)
        case ["list"]:
            print(render.count(len(session.position), "candidate"))
            render.show_words(session.position.candidates, plain=False)
        case ["why" | "why?"]:
            paper.show_parts(session)
        case ["what", "about", word]:
            known = read_word(session, word.removesuffix("?"))
            print(f"{known}: {paper.worth_of(session, known)}.")
        case ["save"]:
            print(f"The game is saved at every change, in {place()}; jotto play --resume goes on.")
        case ["help" | "?"]:
            print(HELP)
        case _:
            return _told(session, typed)
    return session


def _told(session: jotto.Session, typed: str) -> jotto.Session:
    """Take a score, a word, both, or the letter of an explanation."""
    if session.attempt is not None and len(typed) == 1 and typed.isalpha():
        shown = dict(zip(paper.LETTERS, session.choices(len(paper.LETTERS)), strict=False))
        if (letter := typed.lower()) not in shown:
            raise ScoreError(letter, f"choose a to {max(shown)}, or say the score again")
        return session.fixed(shown[letter])
    if session.side == "them":
        return _they(session, typed)
    rule = session.game.rule
    if "=" in typed or (len(typed.split()) > 1 and typed.split()[0].isalpha()):
        turn = read_turn(session, len(session.state.mine) + 1, typed)
        return session.scored(rule.texts[turn.code], turn.guess)
    if session.game_now.find(typed.lower()) < 0:  # a listed word is a word, be it spelt "win"
        try:
            return session.scored(rule.texts[rule.read(typed)])
        except ScoreError:
            if not typed.isalpha():
                raise
    word = read_word(session, typed)
    if not session.allows(word):
        note(f"{word!r} is no guess that --allow allows here")
    return session.said("instead", word)


def _edit(
    session: jotto.Session, side: assistant.session.Side, number: str, change: str
) -> jotto.Session:
    """Change a turn: another score, another guess, or both."""
    turns = session.state.mine if side == "me" else session.other.theirs
    place = int(number[:9])
    if not 1 <= place <= len(turns):
        made = render.count(len(turns), "turn")
        raise TurnError(place, f"there is no such turn, only {made}; write edit 1 1,1")
    old = turns[place - 1]
    if "=" in change:
        return session.edited(place, read_turn(session, place, change), side)
    try:
        turn = replace(old, code=session.game.rule.read(change))
    except ScoreError:
        if not change.isalpha():
            raise
        turn = replace(old, guess=read_word(session, change))
    return session.edited(place, turn, side)


def read_turn(session: jotto.Session, number: int, typed: str) -> Turn:
    """Read ``crane=1,1`` or ``crane 1,1``; note it if the list does not hold the word."""
    text = typed if "=" in typed else "=".join(typed.split(maxsplit=1))
    turn = session.game.read_turn(number, text)
    note_unlisted(session.game_now, turn.guess)
    return turn


def read_word(session: jotto.Session, typed: str) -> str:
    """Read a word; note it if the list does not hold it."""
    word: str = session.game.read_guess(typed)
    note_unlisted(session.game_now, word)
    return word


def _side(session: jotto.Session, mine: bool) -> jotto.Session:
    race = session.race
    if race is None:
        return second_half(session, mine)
    if session.state.mine or session.state.theirs:
        return session.said("side", "me" if mine else "them")
    return session.raced(race.secret, first=mine, last_turn=race.last_turn)


def second_half(
    session: jotto.Session, first: bool, secret: str | None = None, last_turn: bool | None = None
) -> jotto.Session:
    """Keep the other half too, asking what is not known; the same session if that is undone."""

    def read_secret(typed: str) -> str:
        return typed and read_word(session, typed)

    def read_yes_or_no(typed: str) -> bool:
        if typed.lower() not in YES_OR_NO:
            raise GameError(f"{quoted(typed)}: say yes or no")
        return YES_OR_NO[typed.lower()]

    if secret is None:
        own = _asked("Your own secret (Enter keeps it from me)? ", read_secret)
    else:
        own = read_word(session, secret)
    if own is not None and last_turn is None:
        last_turn = _asked(ONCE_MORE, read_yes_or_no)
    if own is None or last_turn is None:
        return session
    return session.raced(own or None, first=first, last_turn=last_turn)


def _asked(question: str, read: Callable[[str], T]) -> T | None:
    """Ask until the answer can be read; None if the question is undone. Raises typer.Exit."""
    while True:
        typed = ask(question)
        if typed is None:
            raise typer.Exit
        if typed.lower() == "undo":
            return None
        try:
            return read(typed)
        except JottoError as error:
            is_help = typed.lower() in ("help", "?")
            print("undo takes the question back; quit leaves the game" if is_help else error)


def _they(session: jotto.Session, typed: str) -> jotto.Session:
    """Take a guess of theirs: a word, which I score, or a word with the score they were told."""
    race, game = session.other, session.game
    if "=" in typed or len(typed.split()) > 1:
        turn = read_turn(session, len(race.theirs) + 1, typed)
        after = session.said("they", turn.guess, game.rule.texts[turn.code])
        if turn in after.other.misled:
            print(paper.misled(after, turn))
        return after
    try:
        guess = read_word(session, typed)
    except WordError:
        if _is_score(game, typed):
            reason = "their guess is awaited, not a score; say me if it is your turn"
            raise ScoreError(typed, reason) from None
        raise
    if race.secret is None:
        raise ScoreError(typed, f"I do not know your secret; say what you told them: {guess} 1,1")
    score = game.score(guess, race.secret)
    print(f"{guess} scores {score} against your secret: tell them so.")
    return session.said("they", guess, score)


def _is_score(game: jotto.Game, typed: str) -> bool:
    try:
        game.rule.read(typed)
    except ScoreError:
        return False
    return True
