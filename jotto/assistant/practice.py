"""Practice: positions at which to find the guess, graded by regret, repeated at intervals.

*Regret* is how many more guesses are needed on average, if a guess is made and the strategy
follows, than after the best guess that may be proposed. None is left out but those that stay behind
three others even if all further guesses tell each candidate from all others. Where playing out
would take too long, regret is in bits.

A deck keeps the positions as cards in boxes (Leitner): one that is found moves up a box and comes
again after more days, one that is missed goes back to the first. The rating is Elo's: the first
answer to a card on a day moves it by 32 times score minus expected score. The score falls from 1
without regret to 0 at half a guess; a position is rated so that guessing any candidate at random is
worth 1,000.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import cached_property
from math import inf, log10
from pathlib import Path
from sqlite3 import Connection
from typing import Any, Generic, Literal

import numpy as np

from jotto import files
from jotto.assistant import review, store
from jotto.assistant.sentences import Sentence, sentence
from jotto.engine.game import Game, IntArray, T, Turn
from jotto.engine.position import (
    FEW_LEFT,
    Advice,
    AnyStrategy,
    Position,
    Strategy,
    advise,
    position_of,
    spread,
    start,
    strategy_of,
)
from jotto.errors import FileError, GameError, JottoError, check_arguments
from jotto.plain import Plain
from jotto.question.making import Question
from jotto.search.regret import Totals

FORMAT = 1  # of the deck
SHOWN = 3  # best guesses
LISTED = 24  # candidates that are shown
EXACT = 60  # candidates: up to two seconds; of more, regret is in bits
FEWEST, MOST = 4, 20  # candidates of a position that is made up
OPENINGS = 20  # the first guess of a position that is made up is among so many best ones
FOUND = 0.1  # regret up to which a guess counts as found
WORST = 0.5  # regret from which on its score is 0
IN_BITS = 2  # bits of regret are taken as a guess
DAYS = 0, 1, 3, 7, 21, 60  # until a card in each box is due again
BEGIN, STEP = 1000.0, 32  # of the rating
HIGHEST = 20_000  # rating, up or down; the expected score is computed up to 123,000
FIRST_DAY, LAST_DAY = date(1970, 1, 1), date(9998, 12, 31)  # when a card may be due
OF_A_GAME = 3  # cards at most
STORED = "guess", "box", "due", "seen"  # of a card, beside its position
TRIES = 20  # games that are played at random for a position that is made up


# --- regret ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Choice(Plain, Generic[T]):
    """A guess at a position: ``regret`` in guesses, or in bits where ``needs`` is None.

    ``needs`` is the mean number of guesses with this guess first.
    """

    advice: Advice[T]
    needs: float | None
    regret: float
    _plain = "*advice needs regret found"

    def __repr__(self) -> str:
        return f"Choice({self.advice.guess!r}: regret {self.regret:.2f} {self.unit})"

    @property
    def unit(self) -> Literal["bits", "guesses"]:
        """What its regret is counted in."""
        return "bits" if self.needs is None else "guesses"

    @property
    def lost(self) -> float:
        """The regret in guesses, also where it is known in bits only."""
        return self.regret if self.needs is not None else self.regret / IN_BITS

    @property
    def found(self) -> bool:
        """Whether it counts as the guess that was to be found."""
        return self.lost <= FOUND

    @property
    def score(self) -> float:
        """From 1, without regret, to 0."""
        return max(0.0, 1 - self.lost / WORST)


@dataclass(frozen=True)
class Graded(Plain, Generic[T]):
    """The answer to an exercise beside the three best guesses, the best first.

    >>> import jotto
    >>> game = jotto.words(["bat", "cat", "hat", "mat"], ["chm"])
    >>> graded = jotto.practice(game, "bat")
    >>> graded.mine.needs, graded.mine.regret, graded.mine.found
    (2.5, 0.25, False)
    >>> [(choice.advice.guess, choice.regret) for choice in graded.best]
    [('chm', 0.0), ('bat', 0.25), ('cat', 0.25)]
    >>> graded
    Graded('bat': regret 0.25 guesses, the best is 'chm')
    """

    at: Position[T]
    mine: Choice[T]
    best: tuple[Choice[T], ...]
    _plain, _table = "unit=mine.unit yours=mine best", "best"

    def __repr__(self) -> str:
        mine = repr(self.mine).removeprefix("Choice(").removesuffix(")")
        return f"Graded({mine}, the best is {self.best[0].advice.guess!r})"


@dataclass(frozen=True)
class Exercise(Generic[T]):
    """A position at which the best guess is to be found; guesses are played out by a strategy.

    The best is one that may be proposed: guesses to ``avoid`` are graded all the same.
    """

    at: Position[T]
    strategy: Strategy
    avoid: frozenset[T] = frozenset()

    def graded(self, guess: Any) -> Graded[T]:
        """Grade a guess. Raises WordError, and GameError if it is not allowed."""
        index = self.at.game.index(guess)
        if not self.strategy.allowed(self.at)[index]:
            raise GameError(f"{self.at.game.shown(guess)} is not allowed here").about("allow")
        return Graded(self.at, self._choice(index), tuple(map(self._choice, self._best)))

    def solved(self) -> Graded[T]:
        """Grade the best guess."""
        return self.graded(self.at.game.guesses[self._best[0]])

    @cached_property
    def rating(self) -> float:
        """The rating at which the score of a guess is the mean of that of all candidates.

        >>> import jotto
        >>> game = jotto.words(["bat", "cat", "hat", "mat"], ["chm"])
        >>> Exercise(jotto.start(game), jotto.strategy()).rating
        1000.0
        """
        mean = sum(choice.score for choice in self._own) / len(self._own)
        mean = min(max(mean, 0.01), 0.99)
        return BEGIN - 400 * log10(mean / (1 - mean))

    @property
    def hard(self) -> bool:
        """Whether at least half of the candidates do not count as found."""
        return 2 * sum(choice.found for choice in self._own) <= len(self._own)

    @cached_property
    def _own(self) -> list[Choice[T]]:
        """The candidates as guesses; of many, some that are spread evenly."""
        some = self.at.left[spread(len(self.at), EXACT)]
        return list(map(self._choice, self.at.game.guess_of[some].tolist()))

    @property
    def exact(self) -> bool:
        """Whether the regret is in guesses."""
        return len(self.at) <= EXACT

    @cached_property
    def _best(self) -> list[int]:
        """The three best guesses (indices): then a candidate first, then the earliest."""
        proposes = replace(self.strategy, avoid=self.avoid)
        if not self.exact:
            ranked = replace(proposes, name="entropy").ranked(self.at, SHOWN)
            return [int(guess) for guess in ranked]
        own, least = {*self.at.game.guess_of[self.at.left].tolist()}, self._least
        tried = np.flatnonzero(proposes.allowed(self.at))
        best = list[tuple[int, bool, int]]()
        for guess in tried[np.argsort(least[tried], kind="stable")].tolist():
            most = best[-1][0] if len(best) == SHOWN else inf
            if least[guess] > most:
                break
            best = sorted([*best, (self._total(guess, most), guess not in own, guess)])[:SHOWN]
        return [guess for *_, guess in best]

    @cached_property
    def _least(self) -> IntArray:
        """What each guess takes at least, (G,): in each part one secret 1, and all others 2."""
        game, weights = self.at.game, self.at.weights
        every = np.arange(len(game.guesses))
        codes = game.columns(self.at.left, every)
        heaviest = np.zeros((len(every), game.rule.n_codes), np.int64)
        for candidate in np.argsort(weights, kind="stable"):
            heaviest[every, codes[candidate]] = weights[candidate]
        most = heaviest.sum(axis=1) + heaviest[:, game.rule.win]
        return np.asarray(3 * weights.sum() - most)

    @cached_property
    def _totals(self) -> Totals:
        return Totals(self.at.game, self.strategy)

    def _total(self, guess: int, most: float = inf) -> int:
        """Return the sum of weight x guesses over all candidates, with this guess first."""
        return self._totals.after(self.at, guess, most)

    def _choice(self, guess: int) -> Choice[T]:
        advice, best = advise(self.at, [guess, self._best[0]])
        if not self.exact:
            return Choice(advice, None, max(0.0, round(best.bits - advice.bits, 9)))
        mine, least, whole = self._total(guess), self._total(self._best[0]), self.at.weights.sum()
        return Choice(advice, float(mine / whole), float(max(0, mine - least) / whole))


def practice(
    at: Game[T] | Position[T], guess: Any, *, strategy: AnyStrategy = "entropy"
) -> Graded[T]:
    """Grade a guess at a position by its regret, beside the three best guesses.

    Of up to 60 candidates every guess is played out by the strategy, and the regret is in guesses;
    of more it is in bits. Raises WordError or GameError.

    >>> import jotto
    >>> game = jotto.words(["bat", "cat", "hat", "mat"], ["chm"])
    >>> jotto.practice(game, "chm")
    Graded('chm': regret 0.00 guesses, the best is 'chm')
    """
    return exercise_at(position_of(at), strategy_of(strategy)).graded(guess)


def exercise_at(at: Position[T], strategy: Strategy) -> Exercise[T]:
    """Return the exercise at a position: no book is followed, and played out are all words."""
    plain = replace(strategy, tree=None, avoid=frozenset(), opening=())
    return Exercise(at, plain, strategy.avoid)


def exercises(
    game: Game[T], n: int = 10, *, seed: int = 0, strategy: AnyStrategy = "entropy"
) -> list[Position[T]]:
    """Make up positions at which to find the guess: 4 to 20 candidates, half of which cost.

    A secret, one of the best openings, and candidates as further guesses are drawn by ``seed``.
    They are fewer than ``n`` if not so many were found.

    >>> import jotto
    >>> [len(at) for at in jotto.exercises(jotto.named("bulls-and-cows:3x6"), 3, seed=1)]
    [6, 6, 9]
    """
    check_arguments(exercises, {"n": n, "seed": seed})
    made, tried, chosen = dict[bytes, Position[T]](), set[Any](), strategy_of(strategy)
    for at in _drawn(position_of(game), int(seed), TRIES * int(n), chosen):
        left = at.left.tobytes()
        same = left, chosen.allowed(at).tobytes()
        if left not in made and same not in tried and exercise_at(at, chosen).hard:
            made[left] = at
        tried.add(same)
        if len(made) == n:
            break
    return list(made.values())


def _drawn(at: Position[T], seed: int, tries: int, like: Strategy) -> Iterator[Position[T]]:
    """Yield positions with a few candidates, of games that are played at random.

    A guess that the strategy avoids is made only where there is no other.
    """
    game, by_bits = at.game, replace(strategy_of("entropy"), avoid=like.avoid)
    openings = at.rank(by_bits, OPENINGS) if len(at) > MOST else []
    for number in range(tries):
        draw, node = np.random.default_rng((seed, number)), at
        secret = game.secrets[int(draw.choice(at.left))]
        while len(node) > MOST:
            some = node.candidates if node.history else [advice.guess for advice in openings]
            some = [guess for guess in some if guess not in like.avoid] or some
            guess = some[int(draw.integers(len(some)))]
            node = node.then(Turn(guess, game.rule.score(guess, secret)))
        if len(node) >= FEWEST and not node.won:
            yield node


# --- the deck -------------------------------------------------------------------------------------


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
        return exercise_at(start(game.without(*self.refused), *self.turns), strategy)

    def moved(self, day: date, *, found: bool) -> Card:
        """Return the card in its next box; what is found in the last one stays there."""
        box = min(self.box + 1, len(DAYS) - 1) if found else 0
        due = (day + timedelta(DAYS[box])).isoformat()
        return replace(self, box=box, due=due, seen=day.isoformat())


@dataclass(frozen=True)
class Deck:
    """The cards, the rating, how many answers it is from, and the games that were looked through.

    >>> deck = Deck(cards=(Card("key", ("bat=2,0",)),))
    >>> deck.due("key", date(2026, 1, 1))
    [Card(key='key', turns=('bat=2,0',), refused=(), guess='', box=0, due='', seen='')]
    """

    rating: float = BEGIN
    answers: int = 0
    cards: tuple[Card, ...] = ()
    games: tuple[str, ...] = ()

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

    def nothing_due(self, key: str) -> Sentence:
        """Say why no card of a game is due today."""
        days = [card.due for card in self.cards if card.key == key]
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
    ) -> Deck:
        """Add cards until n are due: of games not looked through, in their order; then made up.

        They are fewer in a game that has no more. No more games are read than are needed.
        """
        cards, seen, key = list(self.cards), list(self.games), at.game.key
        missing = n - len(self.due(key, day))
        for record in records if missing > 0 else ():
            if record.key == key and record.name not in seen:
                seen.append(record.name)
                new = [card for card in costly(record, kind) if card not in cards]
                cards += new
                missing -= len(new)
            if missing <= 0:
                break
        if missing > 0:
            number = seed + self.answers + len(cards)
            made = exercises(at.game, missing, seed=number, strategy=strategy)
            turns = (tuple(map(at.game.show, position.history)) for position in made)
            cards += [Card(key, one) for one in turns if one not in {card.turns for card in cards}]
        return replace(self, cards=tuple(cards), games=tuple(seen))

    def answered(self, card: Card, choice: Choice | None, rating: float, day: date) -> Deck:
        """Return the deck after an answer to a card, None for no answer; ``rating`` of the card."""
        new = card.moved(day, found=choice is not None and choice.found)
        deck = replace(self, cards=tuple(new if each == card else each for each in self.cards))
        if card.seen == day.isoformat():
            return deck
        expected = 1 / (1 + 10 ** ((rating - self.rating) / 400))
        score = choice.score if choice else 0.0
        now = self.rating + STEP * (score - expected)
        return replace(deck, rating=round(now, 3), answers=self.answers + 1)


def costly(record: review.Record, kind: type[Question]) -> list[Card]:
    """Return cards of a finished game: where its guesses cost most, if they cost anything."""
    with suppress(JottoError):  # a game of several boards, or whose lists have changed
        looked = review.look_back(record, kind)
        judged = looked.reviews["You"].judged
        turns = tuple(looked.game.show(turn.turn) for turn in judged)  # with the right scores
        costs = [(-(one.cost or 0), at) for at, one in enumerate(judged) if one.before > FEW_LEFT]
        most = sorted((cost, at) for cost, at in costs if -cost > FOUND)[:OF_A_GAME]
        made = [(at, str(judged[at].turn.guess)) for _, at in most]
        return [Card(record.key, turns[:at], record.refused, word) for at, word in made]
    return []


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

    def answer(self, card: Card, choice: Choice | None, rating: float, day: date) -> Deck:
        """Write an answer to a card, see ``Deck.answered``; return the deck.

        It counts for the card and the rating as they are now: another program may have had an
        answer meanwhile.
        """
        with self._changes() as database:
            deck = self._read(database)
            now = next((each for each in deck.cards if each.position == card.position), card)
            after = deck.answered(now, choice, rating, day)
            moved = now.moved(day, found=choice is not None and choice.found)
            query = "update cards set box = ?, due = ?, seen = ? where position = ?"
            database.execute(query, (moved.box, moved.due, moved.seen, card.position))
            query = "insert or replace into practice values (0, ?, ?)"
            database.execute(query, (after.rating, after.answers))
        return after

    def forget(self) -> int:
        """Delete all cards, and the rating; return how many cards there were."""
        with files.refusing("practice", self.old, "it cannot be deleted: "):
            self.old.unlink(missing_ok=True)  # also if it is damaged
        if self._database.exists:
            with self._changes() as database:
                deleted = database.execute("delete from cards").rowcount
                for table in ("practice", "looked"):
                    database.execute(f"delete from {table}")
            return deleted
        return 0

    @contextmanager
    def _changes(self) -> Iterator[Connection]:
        refusing = files.refusing("practice", self.path, "it cannot be written: ")
        with refusing, self._rows.transaction() as database:
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
            return Deck(rating, answers, tuple(cards), tuple(games))
        except store.DAMAGE:
            self.note(f"the rating of practice in {str(self.path)!r}: damaged, it begins again")
            return Deck(cards=tuple(cards))


def _add(database: Connection, deck: Deck) -> None:
    """Write the cards that are not there, and the games that were looked through."""
    query = """insert or ignore into cards (key, position, guess, box, due, seen)
    values (?, ?, ?, ?, ?, ?)"""
    for card in deck.cards:
        values = card.key, card.position, card.guess, card.box, card.due, card.seen
        database.execute(query, values)
    for name in deck.games:
        database.execute("insert or ignore into looked values (?)", (name,))


# --- for JSON, and for a page ---------------------------------------------------------------------


def verdict(graded: Graded, *, shown: bool = False) -> Sentence:
    """Say how much worse than the best guess a guess is; ``shown``: it was not found, but shown."""
    show, mine = graded.at.game.shown, graded.mine
    word, best = show(mine.advice.guess), show(graded.best[0].advice.guess)
    if mine.regret == 0:
        return sentence("practice best", word=word, shown=shown)
    return sentence("practice regret", word=word, regret=mine.regret, unit=mine.unit, best=best)


def why(graded: Graded) -> Sentence:
    """Say what the best guess tells, and beside it a worse one.

    >>> import jotto
    >>> print(why(jotto.practice(jotto.words(["bat", "cat", "hat", "mat"], ["chm"]), "bat")))
    CHM can get 3 scores and leaves 1.5 on average, at most 2. BAT: 2 scores, 2.5, 3.
    """
    mine, show = graded.mine.advice, graded.at.game.shown
    best = mine if graded.mine.regret == 0 else graded.best[0].advice
    facts = [
        {"word": show(advice.guess), "parts": advice.parts, "left": advice.expected_left}
        | {"worst": advice.worst_left}
        for advice in (best, mine)
    ]
    told = sentence("practice tells", **facts[0])
    return told if best is mine else sentence("practice why", best=told, **facts[1])


def asked(at: Position, most: int = LISTED) -> dict[str, Any]:
    """Return the facts of a position: turns, candidates, and their words if at most so many."""
    words = list(map(str, at.likeliest)) if len(at) <= most else []
    return {"turns": at.turns, "left": len(at), "candidates": words}
