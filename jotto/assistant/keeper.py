"""A secret that is kept while somebody guesses: how it is chosen, its answers, and the end.

``begun`` chooses it as the question says; ``moved`` answers a move. Nothing but ``ended``,
``revealed`` and ``seen`` tells it, and these only once the game is over.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

import numpy as np

from jotto import games
from jotto.assistant import daily, moves, opponents, view, wording
from jotto.assistant.answers import turns_of_boards
from jotto.assistant.move_table import facts, offered, table
from jotto.assistant.review import Record
from jotto.assistant.sentences import Sentence, game_facts, sentence
from jotto.assistant.session import MOST_ENTRIES, Session
from jotto.assistant.sharing import signs
from jotto.engine.boards import BETWEEN
from jotto.engine.game import Game, Rule, Turn
from jotto.engine.position import strategy_of
from jotto.errors import GameError, WordError
from jotto.question.fields import read_day
from jotto.question.making import Question, remade

MORE = 5  # guesses that Wordle has beside one for each board


@dataclass(frozen=True)
class Keeper:
    """What is kept: the secret of each board, none by an adversary, and how it is played.

    It is one of ``listed`` secrets; of a ``day`` if it is the same for everybody. ``hard``: guesses
    have to agree. ``given``: whoever began the game knows it. ``among`` (indices): what it was
    drawn from; None where it is the whole list.
    """

    secrets: tuple[Any, ...] = field(repr=False)
    listed: int
    day: date | None = None
    hard: bool = False
    given_up: bool = False
    given: bool = False
    among: tuple[int, ...] | None = field(default=None, repr=False)

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
        return Keeper(_own(game, text, boards, read), len(game), hard=hard, given=True)
    if asked.adversary:
        return Keeper((), len(game), hard=hard)
    avoid = games.words.offensive() if asked.polite else frozenset[str]()
    level = str(asked.level or opponents.LEVEL)
    some = tuple(opponents.of_level(game, level, avoid))
    listed = len(some)
    if day is not None:
        word = daily.daily(daily.usual(asked, game), day, games.words.offensive())
        return Keeper((word,), listed, day, hard)
    seed = None if asked.seed is None else asked.seed + number
    secrets = opponents.any_secrets(game, boards, seed, avoid, level)
    among = some if boards <= listed < len(game) else None
    return Keeper((*secrets,), listed, hard=hard, among=among)


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


def session_of(game: Game, boards: int, avoid: frozenset[Any] = frozenset()) -> Session:
    """Return a game at its start; nobody is advised, so that no time is spent on that.

    Words to ``avoid`` are not shown among those that are possible.
    """
    return Session(game, replace(strategy_of("simple"), avoid=avoid), boards=boards)


def within(keeper: Keeper, session: Session) -> Session:
    """Return the game as its player may see it: nothing is possible but what is drawn from."""
    if keeper.among is None:
        return session
    looked = replace(session)  # what a move makes of it is the whole game again
    if session.boards > 1:
        vars(looked)["singles"] = tuple(within(keeper, board) for board in session.singles)
        return looked
    at = session.position
    some = np.isin(at.left, keeper.among)
    false = at.false[some] if at.game.lies else at.false
    vars(looked)["position"] = replace(at, left=at.left[some], false=false)
    return looked


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
    """Score a guess, if it may be one that is in no list, too; return the session after it.

    Raises WordError, and GameError in hard mode.
    """
    at = session.position
    of_words = at.game.rule.of_words
    guess = at.game.read_guess(typed) if of_words else moves.read_allowed(at.game, typed)
    if not takes_unlisted(at.game) and moves.is_unlisted(at.game, guess):
        raise WordError(guess, "it is not in the word list")  # Wordle names no other word either
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
    do, about, face = str(move.get("do", "")), str(move.get("about", "")), keeper.face
    can = [name for name in offered(facts(session), face) if name == "left" or _acts(name)]
    if do not in can:
        raise GameError(f"{do!r:.60} is not a move here; there are {', '.join(can)}")
    if do == "quit":
        keeper = replace(keeper, given_up=True)
        return keeper, session, [ended(keeper, session)]
    if do == "left":
        return keeper, session, [moves.still_possible(within(keeper, session), about)]
    if do == "guess":
        if len(session.transcript) >= MOST_ENTRIES:
            raise GameError(f"this game has {MOST_ENTRIES:,} guesses, the most; begin another")
        after = scored(keeper, session, str(move.get("word", "")))
        guess, before = after.state.mine[-1].guess, session.state.mine
        told = [*wording.repeated(before, guess), *last_guess(after)]
        return keeper, after, [*told, *([ended(keeper, after)] if after.won else [])]
    done = moves.make_move(within(keeper, session), move)
    return keeper, done.session, [*done.messages]


def last_guess(session: Session) -> list[Sentence]:
    """Say once that Wordle would be over; nothing where it is not, and in another game."""
    rule, made = session.game.rule, max(map(len, session.state.boards))
    if session.won or made != _most(rule, session.boards):
        return []
    return [sentence("last guess of wordle", made=made, **game_facts(rule.called, session.boards))]


def takes_unlisted(game: Game) -> bool:
    """Whether a guess may be in no list, as in all games but Wordle."""
    return game.rule.called != "wordle"


def _most(rule: Rule, boards: int) -> int:
    """Return how many guesses count: more than a game can have where all do."""
    return boards + MORE if rule.called == "wordle" else MOST_ENTRIES + 1


def _acts(name: str) -> bool:
    return not table()[name].shows


# --- what is shown --------------------------------------------------------------------------------


def seen(keeper: Keeper, session: Session) -> view.View:
    """Return what is shown of the game: what the scores say, and at the end the secret."""
    shown = view.keep_view(session, keeper.face)
    if not keeper.given_up:
        return shown
    return replace(
        shown,
        boards=_ended_boards(keeper, session, shown.boards),
        stage="over",
        title=ended(keeper, session),
        prompt=None,
        moves=(),
        result=sentence("not this time") if session.state.mine else None,
    )


def _ended_boards(
    keeper: Keeper, session: Session, boards: Sequence[view.Board]
) -> tuple[view.Board, ...]:
    """Return boards that are given up: each of several that is not found tells its word."""
    ended = list[view.Board]()
    for place, board in enumerate(boards):
        if isinstance(board, view.NumberedBoard):
            board = replace(board, asked=False)
            if keeper.secrets and not board.found:
                board = replace(board, note=_it_was(session.game, keeper.secrets[place]))
        ended.append(board)
    return tuple(ended)


def pane(keeper: Keeper, session: Session, name: str, about: str) -> view.Pane:
    """Return a pane of the view, if it is none that advises. Raises GameError."""
    can = [kind for kind in offered(facts(session), keeper.face) if kind in view.PANES]
    if name not in can:
        raise GameError(f"there is no {name!r:.60} to show here; there are {', '.join(can)}")
    if name == "help":
        return view.help_on(session, about, keeper.face)
    return view.pane(within(keeper, session), name, about)


def ended(keeper: Keeper, session: Session) -> Sentence:
    """Say how it ended, and what the secret was; with an adversary several may be possible.

    Without a guess it was no game.
    """
    if session.won:
        return wording.you_found(session)
    told = _told(keeper, session)
    if not session.state.mine:
        return sentence("it was: no game", told=told)
    return sentence("it was: a loss", told=told, theirs=None)


def _it_was(game: Game, secret: Any) -> Sentence:
    return sentence("it was", word=game.shown(str(secret)), noun=wording.noun(game))


def _told(keeper: Keeper, session: Session) -> Sentence:
    at, secrets = session.position, keeper.secrets
    if session.boards > 1:
        words = secrets or opponents.different(opponents.lefts_of(session))
        key = "they were" if secrets else "they may have been"
        return sentence(key, words=[at.game.shown(str(word)) for word in words])
    if secrets:
        return _it_was(at.game, secrets[0])
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
    return scores_text(session, day=str(keeper.day or ""), hard=keeper.hard)


def scores_text(session: Session, *, day: str = "", hard: bool = False) -> str:
    """Return the scores of a game as such a text, whoever keeps the secret."""
    return _text(session.game, session.state.boards, won=session.won, day=day, hard=hard)


def recorded(keeper: Keeper, session: Session, record: Record) -> Record:
    """Return the record of a game with what was kept, and with what is said where it is shared.

    A word that was found after Wordle had ended is not solved.
    """
    if len(session.state.mine) > _most(session.game.rule, session.boards):
        record = replace(record, result="given up")
    secret = BETWEEN.join(map(str, keeper.secrets)) or None
    how = options_of(keeper.day, hard=keeper.hard) | ({"given": "yes"} if keeper.given else {})
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
    most, made = _most(game.rule, len(boards)), max(map(len, boards))
    facts = {"made": min(made, most), **game_facts(game.rule.called, len(boards)), **how}
    if made > most:
        boards, facts["won"] = [turns[:most] for turns in boards], False
    lines = [str(sentence("shared: a kept secret", **facts))]
    texts = [[signs(game, turn) for turn in turns] for turns in boards]
    for at in range(0, len(texts), 2):
        pair = texts[at : at + 2]
        lines += [""] * bool(at)
        lines += [_beside(pair, row, game.length) for row in range(max(map(len, pair)))]
    return "\n".join(lines)


def _beside(pair: Sequence[Sequence[str]], row: int, length: int) -> str:
    """Return the scores of one guess on two boards; one that is found gets no more."""
    texts = (texts[row] if row < len(texts) else "\N{IDEOGRAPHIC SPACE}" * length for texts in pair)
    return " ".join(texts).rstrip()
