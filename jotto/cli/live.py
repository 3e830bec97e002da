"""The commands of a live game: what can be typed, and what each line does."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

import typer

from jotto import assistant
from jotto.assistant import wording
from jotto.cli import paper, render
from jotto.cli.options import note, note_unlisted
from jotto.cli.prompt import LEAVE, ask
from jotto.cli.render import say
from jotto.errors import GameError, JottoError, ScoreError, TurnError, WordError, quoted

if TYPE_CHECKING:
    from jotto import Game, Position, Session
    from jotto.assistant.session import Side
    from jotto.engine.game import Turn

HELP: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "": (
        "You can type",
        {
            "1,1": "the score of the guess",
            "crane": "you guessed this word instead",
            "crane 1,1": "your guess and its score",
            "undo": "take back the last entry",
            "edit 2 1,1": "correct turn 2 (or its word)",
            "why": "why this guess",
            "more": "other good guesses",
            "more common": "good guesses of common words",
            "about slate": "what another guess is worth",
            "list": "the words still possible",
            "turns": "the turns so far",
            "hint": "a clue; again for another",
            "not a word": "never propose it again",
            "unlisted": "the secret is not in the list",
            "quit": "leave; the game is saved",
            "help score": "how scores can be typed",
            "help both": "to track both players",
        },
    ),
    "score": (
        "A score is exact,elsewhere",
        {
            "1,2": "1 letter in place, 2 elsewhere",
            "1/2 1-2 12": "the same",
            "one two": "the same",
            "0": "no letters in common: 0,0",
            "yes": "the guess is the secret",
        },
    ),
    "both": (
        "To track both players",
        {
            "me": "you guess first; later: your turn",
            "them": "they guess first; later: theirs",
            "crane": "their guess, when it is asked for",
            "crane 1,1": "their guess and what you told them",
            "they crane": "a guess of theirs out of turn",
            "edit their 2 1,1": "correct their turn 2",
            "secret latch": "your secret, to score their guesses",
            "last turn": "the second player has a last guess",
            "no last turn": "no last guess",
        },
    ),
}
SAYINGS = (
    *("undo", "edit", "turns", "list", "why", "more", "more common", "about", "hint"),
    *("not a word", "unlisted", "me", "them", "they", "secret", "last turn", "no last turn"),
    *("edit their", "save", "help", "help score", "help both", *LEAVE),
)
SIDES = {"me": True, "i": True, "them": False, "they": False}
YES_OR_NO = {"yes": True, "y": True, "no": False, "n": False, "": False}
FOUND = ("yes", "y", "correct", "right", "got it", "found", "found it", "you win", "i win", "win")
SPELT = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
DIGITS = {name: str(digit) for digit, name in enumerate(SPELT)}
LAST_GUESS = "If the first player finds it, does the second get one last guess? [y/N] "
WHY_SECRET = "Your secret is used to score their guesses; it stays on this machine."
WHY_LAST = "Type yes or no. With a last guess both can find the word, which is a draw."
T = TypeVar("T")


def sayings(session: Session) -> list[str]:
    """List what can be typed, for completion: commands, then words."""
    words = session.game_now.guesses
    return [*SAYINGS, *(words if isinstance(words, tuple) else ())]


def answer(session: Session, typed: str) -> Session:
    """Run a typed line; return the session after it. Raises JottoError if it is not valid."""
    match typed.lower().split():
        case [word, score] if _is_turn(session, word, score):  # about 1,1: a word, too
            return _told(session, typed)
        case ["undo"]:
            if not session.transcript and session.attempt is None:
                say("There is nothing to take back.")
            return session.undone()
        case ["edit", "their" | "theirs", number, *change] if number.isdecimal() and change:
            return _edit(session, "them", number, " ".join(change))
        case ["edit", number, *change] if number.isdecimal() and change:
            return _edit(session, "me", number, " ".join(change))
        case ["not", "a", "word"] if session.side == "them":
            raise WordError("not a word", "their guess may be any word")
        case ["not", "a", "word"]:
            return session.said("refuse", session.guess)
        case ["unlisted" | "outside"]:
            return session.among_unlisted()
        case ["me" | "i" | "them" | "they" as who] | ["me" | "them" as who, "first"]:
            return _side(session, SIDES[who])
        case ["they", *guess]:
            return _they(session, " ".join(guess))
        case ["secret", word]:
            race, known = session.other, read_word(session, word)
            after = session.raced(known, first=race.first, last_turn=race.last_turn)
            for turn in after.other.misled:
                say(paper.misled(after, turn))
            return after
        case ["last", "turn"] | ["no", "last", "turn"] as said:
            race = session.other
            return session.raced(race.secret, first=race.first, last_turn=said[0] == "last")
        case ["hint"]:
            say(assistant.letters.hint(session.position, session.hints + 1))
            return replace(session, hints=session.hints + 1)
        case ["turns"]:
            paper.show_turns(session)
        case ["list"] | ["list", _] as said:
            show_list(
                session.position, said[1] if len(said) > 1 else "1", wording.possible(session)
            )
        case ["why" | "why?"]:
            paper.show_parts(session)
        case ["more"] | ["more", "common"] as said:
            paper.show_suggestions(session, common=len(said) > 1)
        case ["about", word] | ["what", "about", word]:
            known = read_word(session, word.removesuffix("?"))
            at = session.position
            say(f"{wording.shout(known)}: {wording.worth_of(at.game, at.measure(known))}.")
        case ["save"]:
            say("The game is saved at every change; jotto play --resume continues it.")
        case ["help" | "?", *topic]:
            show_help(" ".join(topic))
        case _:
            return _told(session, typed)
    return session


def show_help(topic: str) -> None:
    """Print what can be typed. Raises GameError for a topic that does not exist."""
    if topic not in HELP:
        raise GameError(f"there is no help on {quoted(topic)}; type help, help score or help both")
    show_rows(*HELP[topic])


def show_rows(title: str, rows: Mapping[str, str]) -> None:
    """Print what can be typed, each with its meaning, under a title."""
    say(f"{title}:")
    for typed, meaning in rows.items():
        say(f"  {typed:16}  {meaning}")


def show_list(at: Position, page: str, noun: str) -> None:
    """Print the candidates, the likeliest first; on a terminal only the given page."""
    found = at.game.likeliest(at.left)
    if not page.isdecimal() or not int(page):
        raise GameError(f"list {quoted(page)}: write the number of a page, such as list 2")
    say(f"{render.count(len(found), noun)} possible, likeliest first")
    render.show_words(found, page=int(page[:6]))


def read_score(session: Session, typed: str) -> str:
    """Read a score as people type it: yes, one one, 2 and 1, 1-1, 0. Raises ScoreError."""
    rule = session.game.rule
    try:
        return rule.texts[rule.read(typed)]
    except ScoreError:
        said = typed.lower().strip(" .!")
        if said in FOUND:
            return rule.texts[rule.win]
        digits = [DIGITS.get(part, part) for part in re.findall(r"[a-z]+|[^\s,./-]", said)]
        digits = [part for part in digits if part not in ("and", "exact", "elsewhere")]
        if not digits or not all(map(str.isdecimal, digits)):
            raise
        if digits == ["0"] and "," in rule.texts[0]:
            digits = ["0", "0"]
        try:
            return rule.texts[rule.read(",".join(digits))]
        except ScoreError as error:
            raise ScoreError(typed, error.reason) from None


def _told(session: Session, typed: str) -> Session:
    """Read a score, a word, both, or the letter of an explanation."""
    if session.attempt is not None and len(typed) == 1 and typed.isalpha():
        shown = dict(zip(paper.LETTERS, session.choices(len(paper.LETTERS)), strict=False))
        if typed.lower() not in shown:
            reason = f"choose a to {max(shown)}, or enter the score again"
            raise ScoreError(typed.lower(), reason)
        return session.fixed(shown[typed.lower()])
    if session.side == "them":
        return _they(session, typed)
    turns = (session, len(session.state.mine) + 1)
    first, _, rest = typed.partition(" ")
    if "=" in typed or (rest and session.game_now.find(first.lower()) >= 0):
        turn = read_turn(*turns, typed)
    elif rest and session.game_now.find(typed.split()[-1].lower()) >= 0:  # the score comes first
        *score, last = typed.split()
        turn = read_turn(*turns, f"{last}={' '.join(score)}")
    elif session.game_now.find(typed.lower()) < 0:  # listed words first: "right" is also a score
        try:
            return session.scored(read_score(session, typed))
        except ScoreError:
            if rest and first.isalpha():
                turn = read_turn(*turns, typed)
            elif not typed.isalpha():
                raise
            else:
                return _instead(session, typed)
    else:
        return _instead(session, typed)
    if session.race is not None and str(turn.guess) != session.guess:
        say(
            f"This is your turn now. If it was theirs, type undo and they {session.game.show(turn)}"
        )
    return session.scored(session.game.rule.texts[turn.code], turn.guess)


def _instead(session: Session, typed: str) -> Session:
    """Read a word that was guessed instead of the proposed one."""
    word = read_word(session, typed)
    if not session.allows(word):
        note(f"{word!r} is not allowed here by --allow")
    return session.said("instead", word)


def _edit(session: Session, side: Side, number: str, change: str) -> Session:
    """Change a turn: another score, another guess, or both."""
    turns = session.state.mine if side == "me" else session.other.theirs
    place = int(number[:9])
    if not 1 <= place <= len(turns):
        made = f"only {render.count(len(turns), 'turn')}" if turns else "no turns yet"
        there = "is" if len(turns) == 1 else "are"
        raise TurnError(place, f"there {there} {made}; write edit 1 1,1")
    old = turns[place - 1]
    if "=" in change:
        return session.edited(place, read_turn(session, place, change), side)
    try:
        rule = session.game.rule
        turn = replace(old, code=rule.texts.index(read_score(session, change)))
    except ScoreError:
        if not change.isalpha():
            raise
        turn = replace(old, guess=read_word(session, change))
    return session.edited(place, turn, side)


def read_turn(session: Session, number: int, typed: str) -> Turn:
    """Read ``crane=1,1`` or ``crane 1,1``; print a note if the word is not in the list."""
    guess, _, score = typed.partition("=" if "=" in typed else " ")
    with suppress(ScoreError):  # raised again below, with the number of the turn
        score = read_score(session, score)
    turn = session.game.read_turn(number, f"{guess.strip()}={score}")
    note_unlisted(session.game_now, turn.guess)
    return turn


def read_word(session: Session, typed: str) -> str:
    """Read a word; print a note if it is not in the list."""
    word: str = session.game.read_guess(typed)
    note_unlisted(session.game_now, word)
    return word


def _side(session: Session, mine: bool) -> Session:
    race = session.race
    if race is None:
        return second_half(session, mine)
    if session.state.mine or session.state.theirs:
        return session.said("side", "me" if mine else "them")
    return session.raced(race.secret, first=mine, last_turn=race.last_turn)


def second_half(
    session: Session, first: bool, secret: str | None = None, last_turn: bool | None = None
) -> Session:
    """Track both players from now on; ask for what is not known yet.

    The session is unchanged if a question is answered with undo. Raises typer.Exit to leave.
    """

    def read_secret(typed: str) -> str:
        return typed and read_word(session, typed)

    def read_yes_or_no(typed: str) -> bool:
        if typed.lower() not in YES_OR_NO:
            raise GameError(f"{quoted(typed)}: type yes or no")
        return YES_OR_NO[typed.lower()]

    if secret is None:
        own = asked("Your secret word (Enter to keep it private): ", read_secret, WHY_SECRET)
    else:
        own = read_word(session, secret)
    if own is not None and last_turn is None:
        last_turn = asked(LAST_GUESS, read_yes_or_no, WHY_LAST)
    if own is None or last_turn is None:
        return session
    return session.raced(own or None, first=first, last_turn=last_turn)


def asked(question: str, read: Callable[[str], T], help_text: str) -> T | None:
    """Ask until the answer is valid; None if it is undo. Raises typer.Exit to leave."""
    while True:
        typed = ask(question)
        if typed is None:
            raise typer.Exit
        if typed.lower() == "undo":
            return None
        if typed.lower() in ("help", "?"):
            say(f"{help_text} undo: go back; quit: leave.")
            continue
        try:
            return read(typed)
        except JottoError as error:
            say(str(error))


def _they(session: Session, typed: str) -> Session:
    """Read the opponent's guess: a word, which is scored, or a word with the score they got."""
    race, game = session.other, session.game
    if "=" in typed or len(typed.split()) > 1:
        turn = read_turn(session, len(race.theirs) + 1, typed)
        after = session.said("they", turn.guess, game.rule.texts[turn.code])
        if turn in after.other.misled:
            say(paper.misled(after, turn))
        return after
    try:
        guess = read_word(session, typed)
    except WordError:
        if _is_score(game, typed):
            reason = "enter their guess, not a score; if it is your turn, type me"
            raise ScoreError(typed, reason) from None
        raise
    if race.secret is None:
        raise ScoreError(typed, f"your secret is private; type its score too: {guess} 1,1")
    score = game.score(guess, race.secret)
    say("Tell them: ", (wording.aloud(score), paper.NUMBER))
    return session.said("they", guess, score)


def _is_turn(session: Session, word: str, score: str) -> bool:
    """Whether this is a guess with its score, though the word be a command as well."""
    page = word == "list" and score.isdecimal()
    return not page and session.game_now.find(word) >= 0 and _is_score(session.game, score)


def _is_score(game: Game, typed: str) -> bool:
    try:
        game.rule.read(typed)
    except ScoreError:
        return False
    return True
