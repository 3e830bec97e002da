"""What a player can do in a live game: read from a typed line, or sent as data by a page.

A *move* is a mapping that JSON can represent: ``do`` names it, the other fields are its values, all
of them texts as people type them. ``make_move`` makes it, ``read_move`` reads a line.
``jotto.assistant.move_table`` has all moves, and says where each is offered.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from jotto import games
from jotto.assistant import hints, wording
from jotto.assistant.move_table import Form, MoveKind, facts, form_of, holds, named, table
from jotto.assistant.sentences import Sentence, sentence
from jotto.assistant.session import MOST_ENTRIES, Session, Side
from jotto.engine.boards import BETWEEN
from jotto.engine.game import Game
from jotto.engine.notation import readings, unparted
from jotto.errors import (
    GameError,
    JottoError,
    ScoreError,
    WordError,
    boards_named,
    check_arguments,
    checked,
    quoted,
)
from jotto.plain import Plain
from jotto.reading.turns import has_rows, pasted
from jotto.typed import clean

Move = Mapping[str, Any]

TAKES_BACK = "undo", "redo", "edit"  # what nobody can do whose guesses jotto scores


@dataclass(frozen=True)
class Done(Plain):
    """The session after a move, and the messages to show."""

    session: Session = field(repr=False)
    messages: tuple[Sentence, ...] = ()


# --- moves ------------------------------------------------------------------------------------


def make_move(session: Session, move: Mapping[str, Any]) -> Done:
    """Make a move: its name as ``do``, and its values; see ``jotto.moves``. Raises JottoError.

    >>> import jotto
    >>> session = jotto.Session(jotto.words(["hatch", "latch", "match"]))
    >>> jotto.make_move(session, {"do": "score", "score": "4,0"}).session.guess
    'latch'
    """
    check_arguments(make_move, {"session": session, "move": move})
    do = str(move.get("do", ""))
    if do not in MOVES:
        raise GameError(f"{quoted(do)} is not a move; there are {', '.join(MOVES)}")
    if len(session.transcript) >= MOST_ENTRIES and do != "undo":
        raise GameError(f"this game has {MOST_ENTRIES:,} entries, the most; begin another")
    changed = MOVES[do](session, move)
    return Done(changed, tuple(_messages(session, changed, move)))


def _messages(before: Session, changed: Session, move: Move) -> list[Sentence]:
    """Return what there is to say after a move; nothing if it has to be asked about first."""
    match move["do"]:
        case "race" | "they" | "score" if changed.attempt is not None:
            return []
        case "undo" if not before.transcript and before.attempt is None:
            return [sentence("nothing to take back")]
        case "hint":
            alone, board = board_named(before, f"board {move.get('board')}")
            avoid, sampled = before.adviser.avoid, before.sampled
            hint = hints.hint(alone.position, _hinted(before, move)[0], avoid)
            if board is not None:
                return [sentence("a hint, of a board", board=board, hint=hint)]
            if sampled:
                return [sentence("a hint, of the likeliest", sampled=sampled, hint=hint)]
            return [hint]
        case "race":
            return [wording.misled(changed, turn) for turn in changed.other.misled]
        case "they":
            turn, rule = changed.other.theirs[-1], before.game.rule
            if not move.get("score"):
                return [sentence("tell them", score=wording.aloud(rule, rule.texts[turn.code]))]
            return [wording.misled(changed, turn)] if turn in changed.other.misled else []
        case "score" if (guess := _word(move)) and before.race is not None:
            if guess != before.guess:
                return [sentence("counted as yours", guess=guess, score=str(move["score"]))]
    return []


def board_named(session: Session, text: str) -> tuple[Session, int | None]:
    """Return the board that ``board 3`` names, else the next one, and its number; None of one.

    Raises GameError for a board that is not there, or found.
    """
    if session.boards == 1:
        return session, None
    named_board = re.fullmatch(r"board (\d{1,9})", text)
    board = int(named_board[1]) if named_board else session.here + 1
    if not 1 <= board <= session.boards:
        raise GameError(f"there is no board {board}: this game has {session.boards}")
    if (alone := session.singles[board - 1]).won:
        raise GameError(f"board {board} is solved; name another")
    return alone, board


def _hinted(session: Session, move: Move) -> tuple[int, int]:
    """Return which hint comes next, and the ``hints`` after it."""
    board, given = board_named(session, f"board {move.get('board')}")[1], session.hints
    if board is None:
        return given + 1, given + 1
    place = 4 ** ((board - 1) % 26)  # a page has numbers of 53 bits
    number = given // place % 4 + 1
    return number, given + place * (number < 4)


def still_possible(session: Session, about: str) -> Sentence:
    """Return how many words are left, of several boards on the one that is named, or the next."""
    alone, board = board_named(session, about)
    facts = {"left": alone.count, "noun": wording.noun_left(alone), "board": board}
    return sentence("still possible", **facts)


def notes(session: Session, move: Move) -> list[Sentence]:
    """Return notes about the word of a move: not in the list, not allowed here, guessed before.

    To find which word may be meant takes a while, so they are made only where they are shown.
    """
    word = _word(move)
    if not word:
        told = list[Sentence]()
        for typed, score in pasted(session.game, str(move.get("text", "")), session.boards):
            told += notes(session, {"do": "score", "word": typed})
            with suppress(JottoError):  # after a turn that nothing fits
                session = session.entered("score", typed, score)
        return told
    guess = session.game.read_guess(word)
    mine = session.state.mine if move["do"] in ("guess", "score") else ()
    again = wording.repeated(session.other.theirs if move["do"] == "they" else mine, guess)
    if is_unlisted(session.game_now, guess):
        return [unlisted(session.game_now, str(guess)), *again]
    if move["do"] == "score" and not session.allows(guess):  # of a guess alone the view says it
        return [wording.not_allowed(guess), *again]
    return again


def is_unlisted(game: Game, word: Any) -> bool:
    """Whether a word is not in the list, and no clue with unknown letters."""
    return game.find(word) < 0 and games.scoring.UNKNOWN not in str(word)


def unlisted(game: Game, word: str, then: str = "a note: it is unlisted") -> Sentence:
    """Return a note that a word is not in the list, which one may be meant, and what is done."""
    return sentence(
        then, word=repr(word), meant=wording.chained("or", map(repr, meant(game, word)))
    )


def meant(game: Game, word: str) -> list[str]:
    """Return the words of the list that are similar to ``word``; for codes, nothing."""
    listed = isinstance(game.guesses, tuple)
    return games.words.alike(word, [*map(str, game.guesses)]) if listed else []


def read_allowed(game: Game, text: str, wrong: str = "it is not an allowed guess") -> Any:
    """Read an allowed guess. Raises WordError, which says what is ``wrong``."""
    guess = game.read_guess(text)
    if game.find(guess) < 0:
        raise WordError(guess, wrong, meant(game, guess))
    return guess


def read_secret(game: Game, text: str, remedy: str = "") -> Any:
    """Read a secret that the game has. Raises WordError, with a remedy if it is in no list."""
    secret = read_allowed(game, text, f"it is not in the list of secrets{remedy}")
    if game.find_secret(secret) < 0:
        raise WordError(secret, "it may be guessed, but cannot be a secret in this game")
    return secret


def _word(move: Move) -> str:
    return str(move.get("word") or "").strip()


def number(move: Move, name: str) -> int:
    """Return a number of a move, or -1 if it is not one.

    >>> [number({"turn": turn}, "turn") for turn in ("0019", "1x", "\u0661", "")]
    [19, -1, -1, -1]
    """
    digits = str(move.get(name, ""))[:16]
    return int(digits) if digits.isascii() and digits.isdecimal() and len(digits) < 16 else -1


def _side(move: Move) -> Side:
    return "them" if move.get("side") == "them" else "me"


def _fixed(session: Session, move: Move) -> Session:
    choices, choice = session.choices(), number(move, "number")
    if not 0 <= choice < len(choices):
        raise GameError(f"{quoted(str(move.get('number', '')))}: choose one of the corrections")
    return session.fixed(choices[choice])


def _refused(session: Session, move: Move) -> Session:
    if session.side == "them":
        raise WordError("not a word", "their guess may be any word")
    asked = session.asked_entries[-1:]
    if asked and asked[0][0] in ("score", "refuse"):
        return session.entered("refuse", asked[0][1])
    return session.entered("refuse", "" if session.won else session.guess)


def _raced(session: Session, move: Move) -> Session:
    """Track both players; what a move does not say stays as it is."""
    race = session.race
    secret = _word(move) or (race.secret if race else None)
    first = move["first"] == "me" if "first" in move else race is None or race.first
    given = move.get("last_turn")
    last_turn = given in (True, "yes") if given is not None else race is not None and race.last_turn
    return session.raced(secret, first=first, last_turn=last_turn)


def _said(move: Move) -> str:
    """Return the score of a move; none is no score, and not the word none."""
    return "" if move.get("score") is None else str(move["score"])


def _pasted(session: Session, move: Move) -> Session:
    if not (turns := pasted(session.game, str(move.get("text", "")), session.boards)):
        raise GameError("write the words that were guessed, then a row of squares for each")
    entries = [("score", *turn) for turn in turns]
    return session.entered(*entries[0], further=entries[1:])


# For each name, a function of the session and the move that returns the session after it; what is
# not here makes the entry that the table names.
DOES: Mapping[str, Callable[[Session, Move], Session]] = {
    "score": lambda session, move: session.scored(_said(move), _word(move) or None),
    "grid": _pasted,
    "undo": lambda session, move: session.undone(),
    "edit": lambda session, move: session.edited(
        number(move, "turn"),
        guess=_word(move),
        score=move.get("score"),
        side=_side(move),
        board=number(move, "board") if move.get("board") else None,
    ),
    "fix": _fixed,
    "unlisted": lambda session, move: session.among_unlisted(),
    "anything": lambda session, move: session.among_unlisted(anything=True),
    "refuse": _refused,
    "race": _raced,
    "they": lambda session, move: session.they(_word(move), move.get("score")),
    "hint": lambda session, move: replace(session, hints=_hinted(session, move)[1]),
}
VALUES: Mapping[str, Callable[[Move], str]] = {"word": _word, "side": _side}


def _entered(kind: MoveKind, session: Session, move: Move) -> Session:
    return session.entered(kind.step, *(VALUES[name](move) for name in kind.values))


MOVES: Mapping[str, Callable[[Session, Move], Session]] = {
    kind.name: DOES.get(kind.name) or partial(_entered, kind)
    for kind in table().values()
    if kind.faces & {"terminal", "page"} and not (kind.shows or kind.ends)
}


# --- lines --------------------------------------------------------------------------------------


def read_move(session: Session, line: str, face: str = "terminal") -> Move:
    """Read a line that a person types on a ``face`` as a move. Raises JottoError.

    >>> import jotto
    >>> session = jotto.Session(jotto.words(["hatch", "latch", "match"]))
    >>> jotto.read_move(session, "four and 0"), jotto.read_move(session, "why")
    ({'do': 'score', 'score': '4,0'}, {'do': 'why', 'about': ''})
    """
    check_arguments(read_move, {"session": session, "face": face})
    line = clean(checked(line)).strip()
    words = line.split()
    names, head = named(face), line.lower().split()[:1]
    keeps = "keep" in names
    if keeps or not (len(words) == 2 and _is_turn(session, *words)):  # about 1,1: a word, too
        if reading := form_of(facts(session), face, " ".join(words)):
            if "no hints" in names and not holds(reading[0].when, facts(session) | names):
                raise GameError(f"{quoted(line)}: the word of the day is played without hints")
            return _formed(session, *reading)
        if keeps and head and head[0] in TAKES_BACK and not _listed(session, line):
            raise GameError(f"{quoted(line)}: no guess is taken back where jotto keeps the secret")
        if head == ["edit"] and not (keeps or _listed(session, line)):
            some = f"edit 1 {wording.example(session.game.rule)}"
            raise GameError(f"{quoted(line)}: write the turn and what is right, such as {some}")
        if head == ["redo"] and not (keeps or words[1:] or _listed(session, "redo")):
            raise GameError("what was taken back is not kept; type it again")
    return {"do": "guess", "word": line} if keeps else _read_entry(session, line)


def _formed(session: Session, kind: MoveKind, form: Form, texts: Mapping[str, str]) -> Move:
    """Return a move that was typed in one of its forms: what the form gives, and what was typed."""
    if form.both:
        _ = session.other
    change = texts.get("change", "")
    if kind.name == "they":
        return _they(session, change)
    about = "".join(texts.get(name, "") for name in ("about", "page", "topic"))
    about = f"board {texts['board'][:9]}" if "board" in texts else about
    move = {"do": kind.name, **({"about": about.removesuffix("?")} if kind.shows else {})}
    move |= {**form.gives, **{n: texts[n][:9] for n in ("turn", "board") if n in texts}}
    if "secret" in texts:
        move["word"] = session.game.read_guess(texts["secret"])
    return {**move, **(read_turn(session, int(move["turn"]), change) if change else {})}


def _is_turn(session: Session, word: str, score: str) -> bool:
    """Whether this is a guess with its score, though the word be a command as well."""
    page = (word.lower() == "list" and score.isdecimal()) or _listed(session, score)
    with suppress(ScoreError):
        return not page and _listed(session, word) and session.game.rule.read(score) >= 0
    return False


def _listed(session: Session, text: str) -> bool:
    with suppress(JottoError):
        return session.game_now.find(session.game.read_guess(text)) >= 0
    return False


def _read_entry(session: Session, line: str) -> Move:
    """Read a score, a word, both, or the key of an explanation."""
    keys, key = wording.choice_keys(session), line.lower()
    if session.claim is not None and key in ("yes", "no"):
        key = key[0]
    if session.explanations and len(key) == 1 and key in keys:
        choice, last = keys.index(key), len(session.choices()) - 1
        if choice > last:
            reason = f"choose {keys[0]} to {keys[last]}, or enter the score again"
            raise ScoreError(key, reason)
        return {"do": "fix", "number": str(choice)}
    if session.side == "them":
        return _they(session, line)
    parts = len(line.split())  # on several boards, rows alone may be scores
    long = "\n" in line or parts > session.boards + 1 or (parts > 1 and not has_rows(line))
    if long and len(pasted(session.game, line, session.boards)) > 1:
        return {"do": "grid", "text": line}
    turn = read_turn(session, len(session.state.mine) + 1, line)
    return {"do": "score" if "score" in turn else "guess", **turn}


def _they(session: Session, line: str) -> Move:
    """Read the opponent's guess: a word, which is scored, or a word with the score they got."""
    race, turn = session.other, dict[str, str]()
    with suppress(ScoreError):
        turn = read_turn(session, len(race.theirs) + 1, line)
    if "word" not in turn:
        mine = "" if session.decided else "; if it is your turn, type me"
        raise ScoreError(line, f"enter their guess, not a score{mine}")
    if "score" not in turn and race.secret is None:
        both = f"{turn['word']} {wording.example(session.game.rule)}"
        raise ScoreError(line, f"your secret is private; type its score too: {both}")
    return {"do": "they", **turn}


def read_turn(session: Session, number: int, line: str) -> dict[str, str]:
    """Read a guess, a score, or both: crane, 1,1, crane=1,1, crane 1,1 or 1,1 crane.

    Errors about both name the turn.
    """
    listed, game = partial(_listed, session), session.game
    again = {line, line.upper()} & {*game.rule.texts} and session.state.chosen is not None
    if listed(line) and not (again and game.read_guess(line) == session.state.chosen):
        return {"word": str(game.read_guess(line))}  # words first: "right" is also a score
    equals = "=" in line and not game.of_equations
    guess, _, score = line.partition("=" if equals else " ")
    alone = session.boards == 1 and guess.isalpha()
    try:
        return {"score": read_score(session, line)}
    except ScoreError:
        if both := game.turn_in(line):
            guess, score = both
        elif not (equals or (score and (listed(guess) or alone or game.of_equations))):
            asked = f"{line}?".upper() in game.rule.texts  # five greens of Fibble
            word = unparted(line)
            if asked or not word.isalpha() or len(readings(game.rule, line)) > 1:
                raise
            return {"word": str(game.read_guess(word))}
    with suppress(ScoreError):  # raised again below, with the number of the turn
        score = read_score(session, score)
    if session.boards > 1:
        return {"word": str(session.game.read_guess(guess)), "score": read_score(session, score)}
    turn = session.game.read_turn(number, f"{guess.strip()}={score}")
    return {"word": str(turn.guess), "score": session.game.rule.texts[turn.code]}


def read_score(session: Session, line: str) -> str:
    """Read a score as people type it, or those of several boards. Raises ScoreError."""
    rule, parts = session.game.rule, line.replace(BETWEEN, " ").split()
    try:
        return rule.texts[rule.read(line)]
    except ScoreError:
        if session.boards == 1 or len(parts) < 2:
            raise
    texts = list[str]()
    for part in parts:
        try:
            texts.append(rule.texts[rule.read(part)])
        except ScoreError as error:
            place = boards_named([*session.to_score[len(texts) :], 0][:1])
            raise ScoreError(part, f"{place}: {error.reason}") from None
    return BETWEEN.join(texts)
