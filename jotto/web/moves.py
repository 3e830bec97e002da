"""What the buttons of a live game do: a form in, the session after it out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from jotto.assistant import letters
from jotto.assistant.match import MOST_ENTRIES
from jotto.assistant.session import Session, Side
from jotto.assistant.wording import aloud
from jotto.engine.game import Turn
from jotto.errors import GameError, TurnError, quoted

Form = Mapping[str, str]
CHOICES = 5  # explanations offered


def played(session: Session, form: Form) -> tuple[Session, str]:
    """Return the session after a form, and what there is to say. Raises JottoError."""
    if len(session.transcript) >= MOST_ENTRIES and form.get("do") != "undo":
        raise GameError(f"this game has {MOST_ENTRIES:,} entries, the most; begin another")
    word = form.get("word", "").strip()
    match form.get("do", ""):
        case "score":
            return session.scored(form.get("score", "")), ""
        case "guess":
            return session.said("instead", word), ""
        case "undo":
            return session.undone(), ""
        case "edit":
            return _edited(session, form), ""
        case "fix":
            choices = session.choices(CHOICES)
            number = form.get("number", "")
            if not number.isdecimal() or int(number[:3]) >= len(choices):
                raise GameError(f"{quoted(number)}: choose one of the corrections")
            return session.fixed(choices[int(number)]), ""
        case "unlisted":
            return session.among_unlisted(), ""
        case "refuse":
            return session.said("refuse", session.guess), ""
        case "race":
            race = session.race
            known = word or (race.secret if race else None)
            first, last_turn = form.get("first") == "me", form.get("last_turn") == "yes"
            return session.raced(known, first=first, last_turn=last_turn), ""
        case "side":
            return session.said("side", _side(form)), ""
        case "they":
            return _they(session, word, form.get("score", ""))
        case "hint":
            said = letters.hint(session.position, session.hints + 1)
            return replace(session, hints=session.hints + 1), said
        case other:
            raise GameError(f"{quoted(other)} is not a button of this page; load it again")


def _side(form: Form) -> Side:
    return "them" if form.get("side") == "them" else "me"


def _edited(session: Session, form: Form) -> Session:
    side = _side(form)
    turns = session.state.mine if side == "me" else session.other.theirs
    number = form.get("turn", "")
    if not number.isdecimal() or not 1 <= int(number[:3]) <= len(turns):
        raise GameError(f"there is no turn {quoted(number)}")
    game, old = session.game, turns[int(number) - 1]
    guess = game.read_guess(form.get("word") or str(old.guess))
    score = form.get("score") or game.rule.texts[old.code]
    return session.edited(int(number), Turn(guess, game.rule.read(score)), side)


def _they(session: Session, word: str, score: str) -> tuple[Session, str]:
    """Enter the opponent's guess; it is scored if my secret is known."""
    race, game = session.other, session.game
    guess = game.read_guess(word)
    if race.secret is None:
        if not score:
            raise TurnError(len(race.theirs) + 1, "your secret is private; enter its score, too")
        return session.said("they", guess, score), ""
    right = game.score(guess, race.secret)
    return session.said("they", guess, right), f"Tell them: {aloud(right)}."
