"""What can be said in a live game, and what is done about it."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from jotto.cli import paper, render, saving
from jotto.cli.options import note_stranger
from jotto.cli.prompt import LEAVE, ask
from jotto.errors import GameError, ScoreError, TurnError, WordError, quoted

if TYPE_CHECKING:
    from jotto.assistant.session import Session
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

SIDES = {"me": True, "i": True, "them": False, "they": False}
YES_OR_NO = {"yes": True, "y": True, "no": False, "n": False, "": False}


def answer(session: Session, typed: str) -> Session:
    """Do what was typed; return the session after it. Raises JottoError, changing nothing."""
    for pattern, command in COMMANDS:
        if found := pattern.fullmatch(typed):
            return command(session, *found.groups())
    if session.attempt is not None and len(typed) == 1 and typed.isalpha():
        return _mend(session, typed.lower())
    if session.side == "them":
        return _they(session, typed)
    if "=" in typed or (len(typed.split()) > 1 and typed.split()[0].isalpha()):
        turn = read_turn(session, len(session.turns) + 1, typed)
        return session.scored(turn.code, turn.guess)
    if session.game.find(typed.lower()) < 0:  # a listed word is a word, be it spelt "win"
        try:
            return session.scored(session.game.rule.read(typed))
        except ScoreError:
            if not typed.isalpha():
                raise
    return session.instead(read_guess(session, typed))


def read_turn(session: Session, number: int, typed: str) -> Turn:
    """Read ``crane=1,1`` or ``crane 1,1``; note it if the list does not hold the word."""
    text = typed if "=" in typed else "=".join(typed.split(maxsplit=1))
    turn = session.game.read_turn(number, text)
    note_stranger(session.game, turn.guess)
    return turn


def read_word(session: Session, typed: str) -> str:
    """Read a word; note it if the list does not hold it."""
    word: str = session.game.read_guess(typed)
    note_stranger(session.game, word)
    return word


def read_guess(session: Session, typed: str) -> str:
    """Read a word that I guessed instead; note it if the house rules bar it as a guess."""
    word = read_word(session, typed)
    known = session.game.find(word)
    if known >= 0 and not session.may(known):
        print(f"jotto: note: {word!r} is no guess that --allow allows here", file=sys.stderr)
    return word


# --- the turns --------------------------------------------------------------------------------


def _undo(session: Session) -> Session:
    if session.before is None:
        print("There is nothing to take back.")
    return session.undone()


def _edit(session: Session, number: str, change: str) -> Session:
    old = _numbered(session.turns, number)
    return session.edited(int(number), _changed(session, int(number), old, change))


def _edit_theirs(session: Session, number: str, change: str) -> Session:
    race = session.other
    turn = _changed(session, int(number), _numbered(race.theirs, number), change)
    return session.raced(race.edited(int(number), turn))


def _numbered(turns: tuple[Turn, ...], number: str) -> Turn:
    if not 1 <= int(number) <= len(turns):
        made = render.count(len(turns), "turn")
        raise TurnError(int(number), f"there is no such turn, only {made}; write edit 1 1,1")
    return turns[int(number) - 1]


def _changed(session: Session, number: int, old: Turn, change: str) -> Turn:
    """Read what a turn should have been: another score, another guess, or both."""
    if "=" in change:
        return read_turn(session, number, change)
    try:
        return replace(old, code=session.game.rule.read(change))
    except ScoreError:
        if not change.isalpha():
            raise
    return replace(old, guess=read_word(session, change))


def _mend(session: Session, letter: str) -> Session:
    """Apply one of the explanations that :func:`jotto.cli.paper.show_trouble` listed."""
    from jotto.assistant.doctor import mended

    shown = dict(zip(paper.LETTERS, session.choices(len(paper.LETTERS)), strict=False))
    if letter not in shown:
        raise ScoreError(letter, f"choose a to {max(shown)}, or say the score again")
    assert session.attempt is not None
    chosen = shown[letter]
    if chosen.kind == "word":
        return session.outside(session.attempt.turns)
    return session.told(mended(session.attempt.turns, chosen), chosen=None, next_side=None)


def _not_a_word(session: Session) -> Session:
    if session.side == "them":
        raise WordError("not a word", "their guess is awaited; it may be any word", ())
    return session.without(session.guess)


def _outside(session: Session) -> Session:
    return session.outside(session.turns)


# --- the other half ---------------------------------------------------------------------------


def _side(session: Session, who: str) -> Session:
    mine = SIDES[who.lower()]
    if session.race is None:
        return second_half(session, mine)
    if session.turns or session.race.theirs:
        return session.moved_by("me" if mine else "them")
    return session.raced(replace(session.race, first=mine))


def second_half(
    session: Session, first: bool, secret: str | None = None, last_turn: bool | None = None
) -> Session:
    """Keep the other half of the game as well; ask what is not known yet."""
    from jotto.assistant.race import Race

    own = asked_secret(session) if secret is None else read_word(session, secret)
    if last_turn is None:
        last_turn = asked(
            "May the second player guess once more after the first has won (yes, no)? "
        )
    return session.raced(Race(session.game, own, first, last_turn))


def read_side(text: str) -> bool:
    """Read who guesses first: whether it is me. Raises GameError."""
    if text.lower() not in SIDES:
        raise GameError(f"--starts {quoted(text)}: write me or them")
    return SIDES[text.lower()]


def asked_secret(session: Session) -> str | None:
    """Ask for my own secret until it can be read; None if it is to stay unknown."""
    while True:
        typed = ask("Your own secret (Enter keeps it from me)? ")
        if typed is None or not typed.strip():
            return None
        try:
            return read_word(session, typed)
        except WordError as error:
            print(error)


def asked(question: str) -> bool:
    """Ask until the answer is yes or no; the end of the input means no."""
    while True:
        typed = ask(question)
        if typed is None:
            return False
        if (said := YES_OR_NO.get(typed.strip().lower())) is not None:
            return said
        print(f"{quoted(typed.strip())}: say yes or no")


def _secret(session: Session, word: str) -> Session:
    race = replace(session.other, secret=read_word(session, word))
    for turn in race.misled:
        print(paper.misled(session.game, race, turn))
    return session.raced(race)


def _last_turn(session: Session, no: str | None) -> Session:
    return session.raced(replace(session.other, last_turn=no is None))


def _they(session: Session, typed: str) -> Session:
    """Take a guess of theirs: a word, which I score, or a word with the score they were told."""
    race = session.other
    if "=" in typed or len(typed.split()) > 1:
        turn = read_turn(session, len(race.theirs) + 1, typed)
        after = race.guessed(turn.guess, turn.code)
        if turn in after.misled:
            print(paper.misled(session.game, after, turn))
        return session.raced(after)
    guess = their_word(session, typed)
    code = race.right_score(guess)
    if code is None:
        raise ScoreError(typed, f"I do not know your secret; say what you told them: {guess} 1,1")
    print(f"{guess} scores {session.game.rule.texts[code]} against your secret: tell them so.")
    return session.raced(race.guessed(guess, code))


def their_word(session: Session, typed: str) -> str:
    """Read a guess of theirs; raises ScoreError if it is a score."""
    try:
        return read_word(session, typed)
    except WordError:
        try:
            session.game.rule.read(typed)
        except ScoreError:
            pass
        else:
            reason = "their guess is awaited, not a score; say me if it is your turn"
            raise ScoreError(typed, reason) from None
        raise


# --- what is asked ----------------------------------------------------------------------------


def _turns(session: Session) -> Session:
    paper.show_turns(session)
    return session


def _list(session: Session) -> Session:
    print(render.count(len(session.candidates), "candidate"))
    render.show_words([session.game.secrets[i] for i in session.candidates], plain=False)
    return session


def _why(session: Session) -> Session:
    paper.show_parts(session)
    return session


def _what_about(session: Session, word: str) -> Session:
    known = read_word(session, word)
    print(f"{known}: {paper.worth_of(session.worth(known))}.")
    return session


def _hint(session: Session) -> Session:
    from jotto.assistant.hints import hint

    after = session.hinted()
    print(hint(session.game, session.candidates, after.hints))
    return after


def _save(session: Session) -> Session:
    print(f"The game is saved at every change, in {saving.place()}; jotto play --resume goes on.")
    return session


def _help(session: Session) -> Session:
    print(HELP)
    return session


COMMANDS: tuple[tuple[re.Pattern[str], Callable[..., Session]], ...] = tuple(
    (re.compile(pattern, re.I), command)
    for pattern, command in (
        (r"undo", _undo),
        (r"edit\s+(\d{1,4})\s+(.+)", _edit),
        (r"edit\s+theirs?\s+(\d{1,4})\s+(.+)", _edit_theirs),
        (r"turns", _turns),
        (r"list", _list),
        (r"why\??", _why),
        (r"what about\s+(\S+?)\??", _what_about),
        (r"hint", _hint),
        (r"not a word", _not_a_word),
        (r"outside", _outside),
        (r"save", _save),
        (r"(me|them|i|they)", _side),
        (r"they\s+(.+)", _they),
        (r"secret\s+(\S+)", _secret),
        (r"(no\s+)?last turn", _last_turn),
        (r"help|\?", _help),
    )
)
SAYINGS = ("undo", "edit", "turns", "list", "why", "what about", "hint", "not a word", "outside")
OF_BOTH = ("me", "them", "they", "secret", "last turn", "no last turn", "their")


def sayings(session: Session) -> list[str]:
    """List what can be said, for completion: commands, then words."""
    words = session.game.guesses
    return [
        *SAYINGS,
        *OF_BOTH,
        "save",
        "help",
        *LEAVE,
        *(words if isinstance(words, tuple) else ()),
    ]
