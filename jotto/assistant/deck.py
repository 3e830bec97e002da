"""The deck of practice: positions repeated at intervals, the rating, and the log of answers.

A deck keeps the positions as cards in boxes (Leitner): one that is found moves up a box and comes
again after more days, one that is missed goes back to the first. The rating is Elo's: the first
answer to a card on a day moves it by 32 times score minus expected score, and is written in the
log, from which streaks and the themes are counted. The score falls from 1 for the best guess to 0
at half a guess more; with a hint it is a half at most.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import cached_property
from pathlib import Path
from sqlite3 import Connection
from typing import Any

from jotto import files
from jotto.assistant import practice, review, sharing, statistics, store
from jotto.assistant.practice import BEGIN, EXACT, FOUND, Choice, Exercise, Mark
from jotto.assistant.sentences import Sentence, sentence
from jotto.engine.game import Game
from jotto.engine.position import FEW_LEFT, Position, Strategy, start
from jotto.errors import FileError, JottoError
from jotto.question.making import Question

FORMAT = 1  # of the deck
DAYS = 0, 1, 3, 7, 21, 60  # until a card in each box is due again
STEP = 32  # of the rating
HIGHEST = 20_000  # rating, up or down; the expected score is computed up to 123,000
FIRST_DAY, LAST_DAY = date(1970, 1, 1), date(9998, 12, 31)  # when a card may be due
OF_A_GAME = 3  # cards at most
LOOKED = 10  # games that are looked through for a round
LOGGED = 1000  # answers that are counted
HINTED = 0.5  # score at most, with a hint
STORED = "guess", "box", "due", "seen"  # of a card, beside its position
# a table of its own, made when the first answer is written, so that earlier versions can be used
LOG = """create table if not exists answered
(id integer primary key, day text not null, found integer not null, themes text not null)"""


@dataclass(frozen=True)
class Card:
    """A position of a deck: the ``key`` of its game, the turns, and the words excluded before.

    ``guess`` was made there in a game of one's own; it is empty if the position is made up. ``due``
    is the day when it is to be answered again, ``seen`` the day when it was answered last.
    """

    key: str
    turns: tuple[str, ...]
    refused: tuple[str, ...] = ()
    guess: str = ""
    box: int = 0
    due: str = ""
    seen: str = ""

    @property
    def position(self) -> str:
        """What tells its position from those of other cards."""
        return json.dumps([self.key, self.turns, self.refused], ensure_ascii=False)

    def __post_init__(self) -> None:
        """Raise ValueError for a value that is out of range, as damage makes it."""
        texts = *store.texts_of(self.turns), *store.texts_of(self.refused), self.key, self.guess
        store.texts_of([*texts, self.due, self.seen])
        (box,) = store.numbers_of([self.box])
        days = [date.fromisoformat(day) for day in (self.due, self.seen) if day]
        if box >= len(DAYS) or not all(FIRST_DAY <= day <= LAST_DAY for day in days):
            raise ValueError(self)

    def exercise(self, game: Game, strategy: Strategy) -> Exercise:
        """Return the exercise, in the game of the card."""
        return practice.exercise_at(start(game.without(*self.refused), *self.turns), strategy)

    def themes(self, exercise: Exercise) -> tuple[str, ...]:
        """Return the themes of its position."""
        return practice.themes_of(exercise, mine=bool(self.guess))

    def moved(self, day: date, *, found: bool) -> Card:
        """Return the card in its next box; what is found in the last one stays there."""
        box = min(self.box + 1, len(DAYS) - 1) if found else 0
        due = (day + timedelta(DAYS[box])).isoformat()
        return replace(self, box=box, due=due, seen=day.isoformat())


@dataclass(frozen=True)
class Answered:
    """The first answer to a card on a ``day``: whether it was found, and the themes."""

    day: str
    found: bool
    themes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Raise ValueError for a value that is out of range, as damage makes it."""
        store.texts_of(self.themes)
        if not FIRST_DAY <= date.fromisoformat(self.day) <= LAST_DAY or self.found not in (0, 1):
            raise ValueError(self)


@dataclass(frozen=True)
class Deck:
    """The cards, the rating, how many answers it is from, and the games that were looked through.

    ``log`` are the last answers.

    >>> deck = Deck(cards=(Card("key", ("bat=2,0",)),))
    >>> deck.due("key", date(2026, 1, 1))
    [Card(key='key', turns=('bat=2,0',), refused=(), guess='', box=0, due='', seen='')]
    """

    rating: float = BEGIN
    answers: int = 0
    cards: tuple[Card, ...] = ()
    games: tuple[str, ...] = ()
    log: tuple[Answered, ...] = ()

    def __post_init__(self) -> None:
        """Raise ValueError for a value that is out of range, as damage makes it."""
        store.texts_of(self.games)
        store.numbers_of([self.answers])
        if type(self.rating) not in (int, float) or not abs(self.rating) <= HIGHEST:
            raise ValueError(self)

    def due(self, key: str, day: date) -> list[Card]:
        """Return the cards of a game that are due: those missed on that day last."""
        today = day.isoformat()
        cards = [card for card in self.cards if card.key == key and card.due <= today]
        return sorted(cards, key=lambda card: (card.seen == today, card.due))

    def ready(
        self,
        game: Game,
        strategy: Strategy,
        day: date,
        theme: str = "",
        skipped: Callable[[JottoError], None] = lambda error: None,
    ) -> list[Card]:
        """Return the due cards of a game that are within reach of the rating, and of a theme.

        Those whose turns do not fit the game are ``skipped``.
        """
        most, cards = practice.reach(self.rating), list[Card]()
        for card in self.due(game.key, day):
            try:
                exercise = card.exercise(game, strategy)
            except JottoError as error:
                skipped(error)
                continue
            if 0 < len(exercise.at) <= most and (not theme or theme in card.themes(exercise)):
                cards.append(card)
        return cards

    def nothing_due(self, key: str) -> Sentence:
        """Say why no card of a game is due today."""
        days = [card.due for card in self.cards if card.key == key and card.due]
        return sentence("practice later", day=min(days)) if days else sentence("practice none")

    def filled(
        self,
        at: Position,
        strategy: Strategy,
        records: Iterable[review.Record],
        n: int,
        *,
        day: date,
        seed: int = 0,
        kind: type[Question] = Question,
        theme: str = "",
    ) -> Deck:
        """Add cards until n are ready: of games not looked through, in their order; then made up.

        They are fewer in a game that has no more. No more games are read than are needed.
        """
        deck, key, looked = self, at.game.key, 0
        missing = n - len(deck.ready(at.game, strategy, day, theme))
        for record in records if missing > 0 else ():
            if record.key == key and record.name not in deck.games:
                before = len(deck.cards)
                deck, looked = deck.with_game(record, kind)[0], looked + 1
                new = replace(deck, cards=deck.cards[before:])
                missing -= len(new.ready(at.game, strategy, day, theme))
                if looked == LOOKED or missing <= 0:
                    break
        if missing > 0 and theme != "mine":
            number = seed + self.answers + len(deck.cards)
            rating = max(self.rating, 0.0)
            made = practice.exercises(
                at.game, missing, seed=number, strategy=strategy, rating=rating, theme=theme
            )
            turns = [tuple(map(at.game.show, position.history)) for position in made]
            known = {card.turns for card in deck.cards if card.key == key}
            made_up = (Card(key, one) for one in turns if one not in known)
            deck = replace(deck, cards=(*deck.cards, *made_up))
        return deck

    def with_game(
        self, record: review.Record, kind: type[Question] = Question
    ) -> tuple[Deck, list[Card]]:
        """Add the cards of a finished game; return the deck and these, as they are in it."""
        known = {card.position: card for card in self.cards}
        made = costly(record, kind)
        new = [card for card in made if card.position not in known]
        games = (*self.games, *[record.name] * (record.name not in self.games))
        deck = replace(self, cards=(*self.cards, *new), games=games)
        return deck, [known.get(card.position, card) for card in made]

    def answered(
        self,
        card: Card,
        choice: Choice | None,
        rating: float,
        day: date,
        *,
        themes: tuple[str, ...] = (),
        hinted: bool = False,
    ) -> Deck:
        """Return the deck after an answer to a card, None for no answer; ``rating`` of the card."""
        found = practice.mark_of(choice, hinted=hinted) == "G"
        new = card.moved(day, found=found)
        deck = replace(self, cards=tuple(new if each == card else each for each in self.cards))
        if card.seen == day.isoformat():
            return deck
        expected = 1 / (1 + 10 ** ((rating - self.rating) / 400))
        score = choice.score if choice else 0.0
        now = self.rating + STEP * (min(score, HINTED if hinted else 1) - expected)
        log = (*self.log, Answered(day.isoformat(), found, themes))[-LOGGED:]
        return replace(deck, rating=round(now, 3), answers=self.answers + 1, log=log)

    def standing(self, day: date) -> dict[str, int]:
        """Return the rating, how many were found in a row, now and at most, and days in a row.

        >>> deck = Deck(log=(Answered("2026-01-01", True), Answered("2026-01-02", True)))
        >>> deck.standing(date(2026, 1, 3))
        {'rating': 1000, 'streak': 2, 'best': 2, 'days': 2}
        """
        streak, best = statistics.in_a_row(one.found for one in self.log)
        days = {date.fromisoformat(one.day) for one in self.log}
        row, last = 0, day if day in days else day - timedelta(1)
        while last - timedelta(row) in days:
            row += 1
        return {"rating": rounded(self.rating), "streak": streak, "best": best, "days": row}

    def by_theme(self) -> Mapping[str, tuple[int, int]]:
        """Return for each theme how many positions were found, and how many were asked."""
        asked = ((theme, [one.found for one in self.log if theme in one.themes])
                 for theme in practice.THEMES)  # fmt: skip
        return {theme: (sum(found), len(found)) for theme, found in asked}


def rounded(rating: float) -> int:
    """Return a rating as it is shown, as browsers round, too."""
    return int((rating + 0.5) // 1)


def costly(record: review.Record, kind: type[Question]) -> list[Card]:
    """Return cards of a finished game: where its guesses cost most, if they cost anything."""
    with suppress(JottoError):  # a game of several boards, or whose lists have changed
        return cards_of(review.look_back(record, kind), record)
    return []


def cards_of(looked: review.Looked, record: review.Record) -> list[Card]:
    """Return cards of a game that is looked back at, where its guesses cost most.

    Where many candidates were left nobody could know, so that these are not asked for.
    """
    judged = looked.reviews["You"].judged if "You" in looked.reviews else ()
    turns = tuple(looked.game.show(turn.turn) for turn in judged)  # with the right scores
    costs = [
        (-(one.cost or 0), at) for at, one in enumerate(judged) if FEW_LEFT < one.before <= EXACT
    ]
    most = sorted((cost, at) for cost, at in costs if -cost > FOUND)[:OF_A_GAME]
    made = [(at, str(judged[at].turn.guess)) for _, at in most]
    return [Card(record.key, turns[:at], record.refused, word) for at, word in made]


# --- the result of a round ------------------------------------------------------------------------


def result(marks: Sequence[Mark], before: float, deck: Deck, day: date) -> list[Sentence]:
    """Say how a round went: a word for it, the rating before and after, and what is in a row."""
    found, made, standing = marks.count("G"), len(marks), deck.standing(day)
    shares = {"all": 1.0, "most": 0.8, "half": 0.5}
    how = next((word for word, share in shares.items() if found >= share * made), "some")
    facts = {"found": found, "made": made, "how": how if found else "none"}
    runs = statistics.in_a_row(mark == "G" for mark in marks)
    return [
        sentence("practice word", **facts),
        sentence("practice moved", before=rounded(before), **_moved(before, deck)),
        sentence("practice streaks", best=runs[1], days=standing["days"]),
    ]


def shared(marks: Sequence[Mark], before: float, deck: Deck) -> str:
    """Return a round as a text to share.

    >>> print(shared("GYB", 1000, Deck(rating=1004)))
    jotto practice 1/3, rating 1,004 (+4)
    🟩🟨⬛
    """
    facts = {"found": marks.count("G"), "made": len(marks), **_moved(before, deck)}
    row = "".join(sharing.SQUARES[mark] for mark in marks)
    return f"{sentence('practice shared', **facts)}\n{row}"


def _moved(before: float, deck: Deck) -> dict[str, Any]:
    return {"rating": rounded(deck.rating), "moved": signed(rounded(deck.rating) - rounded(before))}


def signed(number: int) -> str:
    """Write a number with its sign.

    >>> signed(8), signed(-3), signed(0)
    ('+8', '-3', '+0')
    """
    return f"{number:+d}"


# --- in a database --------------------------------------------------------------------------------


def read_card(given: Any) -> Card:
    """Make a card from what was stored of it. Raises one of DAMAGE."""
    return Card(**given | {name: store.texts_of(given[name]) for name in ("turns", "refused")})


def read_deck(path: Path) -> Deck:
    """Read the deck of an earlier version. Raises OSError, and FileError if it is damaged."""
    text = files.contents(path)
    try:
        given = files.from_json(text)
        if given["format"] > FORMAT:
            raise FileError("practice", path, "it is of a newer version of jotto")
        if given.pop("format") != FORMAT:
            raise ValueError(given)
        cards = map(read_card, given["cards"])
        return Deck(**given | {"cards": tuple(cards), "games": tuple(given["games"])})
    except FileError:
        raise
    except store.DAMAGE:
        raise FileError("practice", path, "it is damaged; delete it") from None


@dataclass(eq=False)
class StoredDeck:
    """The deck in a database: a row for each card, each answer one transaction.

    ``old`` is the file of earlier versions, which is taken over when the rows are first used, and
    then removed. Every method raises FileError if the database cannot be used.
    """

    path: Path
    old: Path = Path("/nonexistent/practice.json")
    note: Callable[[str], None] = lambda text: None

    def load(self) -> Deck:
        """Return the deck; an empty one if there is none. Raises FileError if it is damaged."""
        if not self._exists:
            return Deck()
        refusing = files.refusing("practice", self.path, "it cannot be read: ")
        with refusing, self._rows.opened() as database:
            return self._read(database)

    def add(self, deck: Deck) -> None:
        """Write the cards of a deck that are new, and the games that were looked through."""
        with self._changes() as database:
            _add(database, deck)

    def answer(
        self,
        card: Card,
        choice: Choice | None,
        rating: float,
        day: date,
        *,
        themes: tuple[str, ...] = (),
        hinted: bool = False,
    ) -> Deck:
        """Write an answer to a card, see ``Deck.answered``; return the deck.

        It counts for the card and the rating as they are now: another program may have had an
        answer meanwhile.
        """
        with self._changes() as database:
            deck = self._read(database)
            now = next((each for each in deck.cards if each.position == card.position), card)
            after = deck.answered(now, choice, rating, day, themes=themes, hinted=hinted)
            query = "update cards set box = ?, due = ?, seen = ? where position = ?"
            for moved in {*after.cards} - {*deck.cards}:
                database.execute(query, (moved.box, moved.due, moved.seen, card.position))
            query = "insert or replace into practice values (0, ?, ?)"
            database.execute(query, (after.rating, after.answers))
            for one in after.log[-1:] if after.answers > deck.answers else ():
                query = "insert into answered (day, found, themes) values (?, ?, ?)"
                database.execute(query, (one.day, one.found, " ".join(one.themes)))
        return after

    def forget(self) -> int:
        """Delete all cards, and the rating; return how many cards there were."""
        with files.refusing("practice", self.old, "it cannot be deleted: "):
            self.old.unlink(missing_ok=True)  # also if it is damaged
        if self._database.exists:
            with self._changes() as database:
                deleted = database.execute("delete from cards").rowcount
                for table in ("practice", "looked", "answered"):
                    database.execute(f"delete from {table}")
            return deleted
        return 0

    @contextmanager
    def _changes(self) -> Iterator[Connection]:
        refusing = files.refusing("practice", self.path, "it cannot be written: ")
        with refusing, self._rows.transaction() as database:
            database.execute(LOG)
            yield database

    @property
    def _exists(self) -> bool:
        return self._database.exists or self.old.is_file()

    @cached_property
    def _database(self) -> store.Database:
        return store.Database(self.path, self.note)

    @cached_property
    def _rows(self) -> store.Database:
        """The database, with what was in the file of earlier versions."""
        if self.old.is_file():
            with files.refusing("practice", self.old, "it cannot be taken over: "):
                before = read_deck(self.old)
                with self._database.transaction() as database:
                    _add(database, before)
                    rating = before.rating, before.answers
                    query = "insert or ignore into practice values (0, ?, ?)"
                    kept = database.execute(query, rating).rowcount
                self.old.unlink(missing_ok=True)
            if not kept:
                told = f"the rating here stays; that of {str(self.old)!r} was {before.rating:,.0f}"
                self.note(told)
        return self._database

    def _read(self, database: Connection) -> Deck:
        query = f"select key, position, {', '.join(STORED)} from cards order by id"
        cards, damaged = list[Card](), 0
        for key, position, *values in database.execute(query):
            try:
                _, turns, refused = files.from_json(position)
                fields = {"key": key, "turns": turns, "refused": refused}
                cards.append(read_card(fields | dict(zip(STORED, values, strict=True))))
            except store.DAMAGE:
                damaged += 1
        if damaged:
            some = "a card" if damaged == 1 else f"{damaged:,} cards"
            self.note(f"{some} of practice in {str(self.path)!r}: damaged and skipped")
        rated = database.execute("select rating, answers from practice").fetchone()
        rating, answers = rated or (BEGIN, 0)
        games = (name for (name,) in database.execute("select name from looked"))
        try:
            return Deck(rating, answers, tuple(cards), tuple(games), self._log(database))
        except store.DAMAGE:
            self.note(f"the rating of practice in {str(self.path)!r}: damaged, it begins again")
            return Deck(cards=tuple(cards))

    def _log(self, database: Connection) -> tuple[Answered, ...]:
        """Return the last answers, without those that are damaged; none before the first."""
        if not database.execute("select 1 from sqlite_master where name = 'answered'").fetchone():
            return ()
        query = "select day, found, themes from answered order by id desc limit ?"
        log = list[Answered]()
        for day, found, themes in database.execute(query, (LOGGED,)):
            with suppress(*store.DAMAGE):
                log.insert(0, Answered(day, bool(found), tuple(themes.split())))
        return tuple(log)


def _add(database: Connection, deck: Deck) -> None:
    """Write the cards that are not there, and the games that were looked through."""
    query = """insert or ignore into cards (key, position, guess, box, due, seen)
    values (?, ?, ?, ?, ?, ?)"""
    for card in deck.cards:
        values = card.key, card.position, card.guess, card.box, card.due, card.seen
        database.execute(query, values)
    for name in deck.games:
        database.execute("insert or ignore into looked values (?)", (name,))
