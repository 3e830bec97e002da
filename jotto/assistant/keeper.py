"""A secret that is kept while somebody guesses: how it is chosen, its answers, and the end.

``begun`` chooses it as the question says; ``moved`` answers a move. Nothing but ``ended`` and
``revealed`` tells it, and these only once the game is over.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from jotto import games
from jotto.assistant import daily, moves, opponents, view, wording
from jotto.assistant.answers import turns_of_boards
from jotto.assistant.move_table import facts, offered, table
from jotto.assistant.review import SQUARES, Record, marks
from jotto.assistant.sentences import Sentence, sentence
from jotto.assistant.session import MOST_ENTRIES, Session
from jotto.engine.boards import BETWEEN
from jotto.engine.game import Game, Rule, Turn
from jotto.errors import GameError
from jotto.question.fields import read_day
from jotto.question.making import Question, remade


@dataclass(frozen=True)
class Keeper:
    """What is kept: the secret of each board, none by an adversary, and how it is played.

    It is one of ``listed`` secrets; of a ``day`` if it is the same for everybody. ``hard``: guesses
    have to agree.
    """

    secrets: tuple[Any, ...] = field(repr=False)
    listed: int
    day: date | None = None
    hard: bool = False
    given_up: bool = False

    @property
    def face(self) -> str:
        """What can be done, see ``jotto.moves``: the word of a day has no hints."""
        return "daily" if self.day else "keep"


# --- the secret -----------------------------------------------------------------------------------


def begun(
    asked: Question,
    game: Game,
    *,
    hard: bool = False,
    read: Callable[[Game, str], Any] = moves.read_secret,
    number: int = 0,
) -> Keeper:
    """Choose what is kept, the ``number``-th by the seed. Raises WordError and GameError."""
    boards, day, text = int(asked.boards), read_day(asked.daily), asked.secret
    if boards > 1 and hard:
        raise GameError(str(sentence("hard mode: one board"))).about("boards", "allow")
    if text is not None:
        return Keeper(_own(game, text, boards, read), len(game), hard=hard)
    if asked.adversary:
        return Keeper((), len(game), hard=hard)
    avoid = games.words.offensive() if asked.polite else frozenset[str]()
    level = str(asked.level or opponents.LEVEL)
    listed = len(opponents.of_level(game, level, avoid))
    if day is not None:
        word = daily.daily(daily.usual(asked, game), day, games.words.offensive())
        return Keeper((word,), listed, day, hard)
    seed = None if asked.seed is None else asked.seed + number
    return Keeper((*opponents.any_secrets(game, boards, seed, avoid, level),), listed, hard=hard)


def another(asked: Question, game: Game, before: Keeper, number: int) -> Keeper:
    """Choose what is kept in the game after one: it has other words, but for an adversary."""
    drawn = replace(asked, secret=None, daily=False)
    return begun(drawn, game, hard=before.hard, number=number)


def _own(game: Game, text: str, boards: int, read: Callable[[Game, str], Any]) -> tuple[Any, ...]:
    texts = text.split(BETWEEN) if boards > 1 else [text]
    secrets = tuple(read(game, each) for each in texts)
    if len({*secrets}) < boards or len(secrets) > boards:
        example = BETWEEN.join(map(str, game.secrets[:boards]))
        wrong = f"secret {text}: write {boards} different secrets, such as {example}"
        raise GameError(wrong).about("secret")
    return secrets


# --- the game -------------------------------------------------------------------------------------


def session_of(game: Game, boards: int) -> Session:
    """Return a game at its start; nobody is advised, so that no time is spent on that."""
    return Session(game, "simple", boards=boards)


def rules(keeper: Keeper, session: Session, key: str = "keeps a secret") -> list[Sentence]:
    """Say what is kept: of how many, on which day, and what is special about it."""
    several = session.boards > 1
    many = {"secrets": keeper.listed, "noun": wording.noun(session.game)}
    told = [sentence("keeps several" if several else key, boards=session.boards, **many)]
    if keeper.day:
        told.append(sentence("keeps today's", day=str(keeper.day)))
    if keeper.hard:
        told.append(sentence("keeps hard"))
    if not keeper.secrets:
        told.append(sentence("keeps what may change"))
    return told


def is_over(keeper: Keeper, session: Session) -> bool:
    """Whether the secret may be told."""
    return keeper.given_up or session.won


def scored(keeper: Keeper, session: Session, typed: str) -> Session:
    """Score a guess, of words one in no list, too; return the session after it.

    Raises WordError, and GameError in hard mode.
    """
    at = session.position
    of_words = at.game.rule.of_words
    guess = at.game.read_guess(typed) if of_words else moves.read_allowed(at.game, typed)
    if keeper.hard and (wrong := opponents.disagreement(at.game, at.history, guess)):
        raise GameError(str(wrong).removesuffix("."))
    return opponents.answered(session, guess, keeper.secrets)


def moved(
    keeper: Keeper, session: Session, move: Mapping[str, Any]
) -> tuple[Keeper, Session, list[Sentence]]:
    """Make a move: a guess, a hint, or to give up. Raises JottoError.

    Return what is kept and the session after it, with what there is to say.
    """
    if is_over(keeper, session):
        raise GameError("the game is over")
    do, face = str(move.get("do", "")), keeper.face
    can = [name for name in offered(facts(session), face) if name == "left" or _acts(name)]
    if do not in can:
        raise GameError(f"{do!r:.60} is not a move here; there are {', '.join(can)}")
    if do == "quit":
        keeper = replace(keeper, given_up=True)
        return keeper, session, [ended(keeper, session)]
    if do == "left":
        noun = wording.noun_left(session)
        return keeper, session, [sentence("still possible", left=session.count, noun=noun)]
    if do == "guess":
        if len(session.transcript) >= MOST_ENTRIES:
            raise GameError(f"this game has {MOST_ENTRIES:,} guesses, the most; begin another")
        after = scored(keeper, session, str(move.get("word", "")))
        guess, before = after.state.mine[-1].guess, session.state.mine
        told = wording.repeated(before, guess)
        return keeper, after, [*told, *([ended(keeper, after)] if after.won else [])]
    done = moves.make_move(session, move)
    return keeper, done.session, [*done.messages]


def _acts(name: str) -> bool:
    return not table()[name].shows


# --- what is shown --------------------------------------------------------------------------------


def seen(keeper: Keeper, session: Session) -> view.View:
    """Return what is shown of the game: what the scores say, and at the end the secret."""
    shown = view.keep_view(session, keeper.face)
    if not keeper.given_up:
        return shown
    return replace(shown, stage="over", title=ended(keeper, session), prompt=None, moves=())


def pane(keeper: Keeper, session: Session, name: str, about: str) -> view.Pane:
    """Return a pane of the view, if it is none that advises. Raises GameError."""
    can = [kind for kind in offered(facts(session), keeper.face) if kind in view.PANES]
    if name not in can:
        raise GameError(f"there is no {name!r:.60} to show here; there are {', '.join(can)}")
    if name == "help":
        return view.help_on(session, about, keeper.face)
    return view.pane(session, name, about)


def ended(keeper: Keeper, session: Session) -> Sentence:
    """Say what the secret was; with an adversary several may still be possible."""
    if session.won:
        return wording.you_found(session)
    at, secrets = session.position, keeper.secrets
    if session.boards > 1:
        words = secrets or opponents.different(opponents.lefts_of(session))
        key = "they were" if secrets else "they may have been"
        return sentence(key, words=[at.game.shown(str(word)) for word in words])
    if secrets:
        return sentence("it was", word=at.game.shown(str(secrets[0])))
    left, noun = at.likeliest, wording.noun(at.game)
    key = "it was the only one left" if len(left) == 1 else "were still possible"
    return Sentence(key, {"left": len(left), "noun": noun, "word": at.game.shown(left[0])})


def revealed(keeper: Keeper, session: Session) -> str | None:
    """Return the secret once the game is over, of several boards with + between; None before.

    None as well where an adversary is given up.
    """
    if session.won:
        return BETWEEN.join(str(turns[-1].guess) for turns in session.state.boards)
    return (BETWEEN.join(map(str, keeper.secrets)) or None) if keeper.given_up else None


def shared(keeper: Keeper, session: Session) -> str:
    """Return the scores as a text without a word, as the page does; two boards beside each other.

    >>> import jotto
    >>> session = session_of(jotto.words(["hatch", "latch", "match"]), 1)
    >>> keeper = Keeper(("match",), 3, date(2026, 11, 29))
    >>> for guess in ("hatch", "match"):
    ...     session = scored(keeper, session, guess)
    >>> print(shared(keeper, session))
    jotto 2026-11-29, 2 guesses
    ●●●●·
    ●●●●●
    """
    how = {"day": str(keeper.day or ""), "hard": keeper.hard}
    return _text(session.game, session.state.boards, won=session.won, **how)


def recorded(keeper: Keeper, record: Record) -> Record:
    """Return the record of a game with what was kept, and with what is said where it is shared."""
    secret = BETWEEN.join(map(str, keeper.secrets)) or None
    how = options_of(keeper.day, hard=keeper.hard)
    return replace(record, command="keep", secret=secret, options={**record.options, **how})


def options_of(day: date | None, *, hard: bool) -> dict[str, str]:
    """Return how a secret was kept, beside the options of its game in a record."""
    return {"daily": str(day or ""), "hard": "yes" if hard else "no"}


def shared_record(record: Record) -> tuple[str, Rule] | None:
    """Return the text of ``shared`` from a record, and the rule; None if it lacks how it was kept.

    Raises GameError if its lists have changed.
    """
    options = record.options
    if "hard" not in options:  # no secret was kept, or by an earlier version
        return None
    _, game, _ = remade(options, Question)
    boards = int(options.get("boards") or 1)
    if game.key != record.key.partition(",")[0]:
        raise GameError("the game was played with other lists or another rule")
    turns = turns_of_boards(game, record.turns, boards) if boards > 1 else [record.turns]
    how = {"day": options.get("daily"), "hard": options["hard"] == "yes"}
    return _text(game, [*map(game.read_turns, turns)], won=record.solved, **how), game.rule


def _text(game: Game, boards: Sequence[Sequence[Turn]], **how: Any) -> str:
    """Return the scores of some boards as a text."""
    signs = SQUARES if game.rule.tiles else wording.PEGS
    several = len(boards) if len(boards) > 1 else None
    made = max(map(len, boards))
    lines = [str(sentence("shared: a kept secret", made=made, boards=several, **how))]
    texts = [
        ["".join(signs[mark] for mark in marks(game, turn)) or game.rule.texts[turn.code]
         for turn in turns]
        for turns in boards
    ]  # fmt: skip
    for at in range(0, len(texts), 2):
        pair = texts[at : at + 2]
        lines += [""] * bool(at)
        lines += [_beside(pair, row, game.length) for row in range(max(map(len, pair)))]
    return "\n".join(lines)


def _beside(pair: Sequence[Sequence[str]], row: int, length: int) -> str:
    """Return the scores of one guess on two boards; one that is found gets no more."""
    texts = (texts[row] if row < len(texts) else "\N{IDEOGRAPHIC SPACE}" * length for texts in pair)
    return " ".join(texts).rstrip()
