"""The games and matches of a server, saved at every change.

A match is played by two phones, or one and the computer; a seat belongs to a device.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from hashlib import sha256
from secrets import choice, randbits
from threading import Lock
from time import monotonic, time
from typing import Any, NamedTuple

import jotto
from jotto.assistant import review
from jotto.assistant.daily import places
from jotto.assistant.match import OPPONENT, SETTINGS, Match, Terms
from jotto.assistant.opponents import FIRST, Computer, Strength, stronger
from jotto.assistant.page_file import data_of
from jotto.assistant.shelf import Shelf
from jotto.assistant.store import CHANGED, GoneError, Options, Saved, Store, VersionError
from jotto.assistant.wording import count
from jotto.engine.store import remember
from jotto.question.forms import name_in, named_plainly
from jotto.question.making import Question, remade
from jotto.web.purse import Keeping, greediest, too_many

GAMES = 6  # with different options that stay in memory; a large one takes some 60 MB
KEEPING = Keeping()  # games of an address and of all, and as many matches
LARGEST = 64 << 10  # bytes of a match
TRIES = 5  # to change a match that others change at the same moment
KINDS = {"game": "games", "match": "matches"}
STAY = "{0} has its {1} already ({2:,}); they are of today, or not over, and are not deleted"
FULL = "this server keeps {1:,} {0}; until some go, a network that has {2} begins no more"
FINISHED_BYTES, ALL_FINISHED_BYTES = 32 << 20, 1 << 30  # of an address, and of all
FAIR_BYTES = 1 << 20  # that an address may keep also when all is full
TOO_LONG = "{0} keeps {1:,} MB of finished games already, so this one is not kept"
MAKING = Lock()  # the data of one game at a time: it takes some memory
TABLES = 200  # games with different options whose data are kept, as packed texts of some 80 kB
SEEN_FOR, CLOSED_FOR = 25.0, 5.0  # seconds until a player counts as away; less for a closed page
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # without those that look alike
MATCH = re.compile(f"[{LETTERS}]{{6}}-[01]")  # the record of a match, for the player of a seat
DEVICES = ("seat 0", "seat 1")  # the options that name the device of a seat
STRENGTH, SEED = "computer", "computer's seed"
LEVEL = "computer's level"  # it follows the results
FIRST_TIME = 1e9  # of a clock, where no time is known
NOTED, NOTED_FOR = 5.0, 20.0  # seconds between two notes of the time; how far it goes beyond one
CLOCK = "clock"  # the name of its row
OWN = (*DEVICES, STRENGTH, SEED, LEVEL, OPPONENT, *SETTINGS)  # options that are not the game's


@dataclass(eq=False)
class Clock:
    """The time of matches, in seconds: it runs only while a server of their database does.

    The database holds it, and a server that starts continues there. So neither a stop nor a setting
    of the computer's clock changes what a player has left. It is noted every NOTED seconds, and
    goes no further than NOTED_FOR beyond a note: so it stops with a computer that is suspended, and
    a kill costs no player anything. Of two servers, the one behind follows the other at a note.
    """

    store: Store
    _last: tuple[float, float] = field(default=(FIRST_TIME, 0.0), repr=False)  # at monotonic()
    _openings: int = field(default=-1, repr=False)

    def __call__(self) -> float:
        """Return the time. Raises OSError if it has to be read and cannot."""
        openings = self.store.database.openings
        if self._openings != openings:  # another file, which has a time of its own
            self._last = self.store.latest() or FIRST_TIME, monotonic()
            self._openings = self.store.database.openings
        at, since = self._last
        return at + min(monotonic() - since, NOTED_FOR)

    def note(self) -> None:
        """Note the time, if a match is played; continue at that of another server, if later.

        A database that cannot be used stops no clock.
        """
        other = 0.0
        with suppress(OSError):
            played = self.store.unfinished()  # it may notice another file
            other = self.store.seen(CLOCK) if played else 0.0
            if played:
                self.store.saw(CLOCK, max(other, self()))
        with suppress(OSError):
            self._last = max(other, self()), monotonic()


# --- games by their options ---


def made(options: Options) -> jotto.Session:
    """Return a new session of the options of a game or a match. Raises JottoError."""
    return _made(of_game(options))


def of_game(options: Options) -> tuple[tuple[str, str | int | None], ...]:
    """Return the options that make the game, without what a match adds."""
    return tuple((name, value) for name, value in options.items() if name not in OWN)


def _boards(options: tuple[tuple[str, str | int | None], ...]) -> int:
    boards = dict(options).get("boards")
    return 1 if boards is None else int(boards)


class PackedData(NamedTuple):
    """What the page needs to play a game by itself."""

    packed: bytes  # JSON, by gzip
    page_key: str  # of the game on the page
    key: str  # of the game in the store


def data(options: Options) -> PackedData:
    """Return the data of a game with these options, as the page needs them. Raises JottoError."""
    asked = of_game(options)
    if (made := PACKED.get(asked)) is None:
        with MAKING:
            made = PACKED.get(asked) or _data(asked)
            PACKED[asked] = made
            while len(PACKED) > TABLES:
                PACKED.pop(next(iter(PACKED)), None)
    return made


def _data(options: tuple[tuple[str, str | int | None], ...]) -> PackedData:
    table, game, strategy = remade(dict(options), Question)  # it is used once: no memory is kept
    boards = _boards(options)
    of_day = places(table, game, strategy.avoid)
    name, about = named_plainly(table, game)
    named = {"title": f"{name}, {about}", "name": name, "about": about}
    made = data_of(game, strategy, boards=boards, daily=of_day, **named)
    text = json.dumps(made, separators=(",", ":")).encode()
    return PackedData(gzip.compress(text, mtime=0), made["key"], game.key)


PACKED = dict[tuple[tuple[str, str | int | None], ...], PackedData]()  # the newest TABLES


def owners(options: Options) -> str:
    """Return the devices of both seats, as the store keeps them."""
    return " ".join(str(options.get(device, "")) for device in DEVICES)


@lru_cache(maxsize=GAMES)
def _made(options: tuple[tuple[str, str | int | None], ...]) -> jotto.Session:
    _, game, strategy = remade(dict(options), Question)
    return jotto.Session(game, strategy, boards=_boards(options))


def make_room(store: Store, address: str, size: int) -> None:
    """Delete what is too many for one more, of so many bytes. Raises GameError if nothing may go.

    An address that has its share loses its oldest that are over or empty. When all are too many,
    the network that has most loses one, and no other. What was changed on the last day stays: where
    that is all it has, networks with less than a fair number may still begin one.
    """
    with suppress(OSError):  # a damaged page
        check_size(store, address, size)
        held = store.addresses()
        full = too_many(held, address, 1, KEEPING.most)
        if full and not store.drop(full, time()):
            raise jotto.GameError(STAY.format("your network", KINDS[store.kind], KEEPING.most))
        kept, fair = sum(held.values()), KEEPING.fair
        if kept < KEEPING.total or store.drop(greediest(held), time(), begun=True):
            return
        if kept >= KEEPING.limit or too_many(held, address, 1, fair):
            raise jotto.GameError(FULL.format(KINDS[store.kind], kept, fair))


def check_size(store: Store, address: str, size: int) -> None:
    """Raise GameError if an address would have too many bytes with so many more."""
    KEEPING.check(address, size, store.addresses, store.sizes)


class Going(NamedTuple):
    """A game or a match in the list of those that are not over."""

    path: str
    time: int  # of the last change, in milliseconds, as the page counts
    title: str


def title_of(saved: Saved) -> str:
    """Return what a person knows a game by, with its name."""
    title = saved.title().removeprefix(f"{saved.options.get('boards')} boards, ")
    return f"{name_in(saved.options)}, {title}"


# --- live games ---


@dataclass(eq=False)
class Games:
    """The games of a store. With ``private``, each belongs to the device that began it."""

    store: Store
    private: bool

    def saved(self, name: str, owner: str) -> Saved | None:
        """Return a game of its owner as it is stored; None if there is none. Raises OSError."""
        with suppress(GoneError):
            return self.store.load(name, self._owner(owner))
        return None

    def put(self, game: Saved, owner: str, size: int = 0) -> Saved:
        """Store a game that a device sends, in so many bytes.

        Raises VersionError, GameError and OSError.
        """
        if not self.private:
            return self.store.write(game)
        if not game.version:
            make_room(self.store, game.address, size)
            return self.store.write(game, self.owner_of(owner))
        check_size(self.store, game.address, size)
        return self.store.write(game)

    def going(self, owner: str) -> Iterator[Going]:
        """Yield each game that is begun and not over, the one changed last first."""
        for name in self.store.names(self._owner(owner)):
            with suppress(jotto.GameError):
                saved = self.store.load(name)
                if saved.begun and not saved.over:
                    yield Going(f"/game/{name}", round(1000 * saved.changed), title_of(saved))

    def owner_of(self, devices: str) -> str:
        """Return the device that a new game belongs to, the first one."""
        return self._owner(devices[:32]) or ""

    def _owner(self, device: str) -> str | None:
        return device if self.private else None


@dataclass(eq=False)
class FinishedGames:
    """The finished games of a shelf. With ``private``, each belongs to the device it was played on.

    Without it, all are of the person who runs the server.
    """

    shelf: Shelf
    private: bool

    def put(self, record: review.Record, address: str = "") -> None:
        """Write a finished game, or remove it if it was taken back. Raises OSError."""
        second = MATCH.fullmatch(record.game) and record.game.endswith(
            "1"
        )  # whose owner is another
        self.shelf.put(record if self.private or second else replace(record, owner=""), address)

    def make_room(self, address: str, size: int) -> None:
        """Delete what is too much for a finished game of so many bytes; see ``make_room``."""
        held = self.shelf.sizes() if self.private else {}
        if too_many(held, address, size, FINISHED_BYTES):
            raise jotto.GameError(TOO_LONG.format("your network", FINISHED_BYTES >> 20))
        full = sum(held.values()) + size > ALL_FINISHED_BYTES
        dropped = full and self.shelf.drop(greediest(held), time())
        if full and not dropped and too_many(held, address, size, FAIR_BYTES):
            raise jotto.GameError(TOO_LONG.format("this server", ALL_FINISHED_BYTES >> 20))

    def find(self, name: str, devices: str) -> review.Record | None:
        """Return the finished game of a name; None if there is none, or it is another's."""
        return self.shelf.find(name, self._owners(devices))

    def newest(self, devices: str) -> Iterator[review.Record]:
        """Yield the finished games, the newest first; a match of two devices here for one."""
        theirs = set[str]()
        for record in self.shelf.newest(self._owners(devices)):
            if MATCH.fullmatch(record.game):
                code, seat = record.game.split("-")
                if code in theirs or (seat == "1" and record.owner not in devices.split()):
                    continue
                theirs.add(code)
            yield record

    def count(self, devices: str) -> int:
        """Return how many finished games devices have."""
        return self.shelf.count(devices.split())

    def _owners(self, devices: str) -> list[str] | None:
        return devices.split() if self.private else None


# --- matches ---


@dataclass(frozen=True)
class StoredMatch:
    """A match that is played, as it was read."""

    saved: Saved  # its name is the code of the match
    match: Match

    def seat_of(self, device: str) -> int | None:
        """Return the seat of a device, or of the first of several that has one."""
        seats = [self.saved.options.get(seat) for seat in DEVICES]
        return next((seats.index(name) for name in device.split() if name in seats), None)

    def title(self, seat: int) -> str:
        """Return a name that a player knows the match by."""
        other = self.match.seats[1 - seat].name
        against = f"match against {other}" if other else f"match {self.saved.name}, nobody yet"
        return f"{against}, {count(len(self.match.seats[seat].turns), 'guess')}"


def _next_level(board: StoredMatch) -> Strength:
    """Return the strength after a match against a computer: one more if it lost, less if it won."""
    steps = {0: 1, 1: -1, None: 0}[board.match.winner]
    return stronger(board.saved.options[STRENGTH], steps)  # type: ignore[arg-type]  # was checked


_replayed = remember(Match.restored)  # with the game: no more games stay in memory than GAMES


@dataclass(eq=False)
class Matches:
    """The matches of a store; ``record`` keeps those that are over, for each player."""

    store: Store
    record: Callable[[review.Record, str], None] = lambda record, address: None
    clock: Clock = field(init=False)

    def __post_init__(self) -> None:
        self.clock = Clock(self.store)

    def start(
        self, options: Options, device: str, name: str, other: str, terms: Terms, address: str = ""
    ) -> str:
        """Begin a match; return its code.

        ``other`` is the computer's strength, ``level`` for what the results suggest, or ``person``.
        """
        options = {**options, "lies": None, "boards": None}  # every answer has to be true
        match = Match(made(options).game, terms).entered("join", 0, name)
        given = {**options, DEVICES[0]: device}
        if other == "level":
            given |= {STRENGTH: self.level(device), LEVEL: "yes"}
        elif other != "person":
            given |= {STRENGTH: other}
        code = "".join(choice(LETTERS) for _ in range(6))
        self._begin(code, match, given, address)
        return code

    def _begin(
        self, code: str, match: Match, given: dict[str, str | int | None], address: str
    ) -> None:
        """Store a new match; a computer joins it. Raises GameError if there are too many."""
        make_room(self.store, address, 0)
        if STRENGTH in given:
            given = {**given, SEED: randbits(48)}
            computer = Computer(given[STRENGTH], given[SEED])  # type: ignore[arg-type]  # it checks that
            match = match.entered("join", 1, computer.name)
            match = match.entered("secret", 1, computer.secret(match.game, match.barred))
        self.store.write(replace(match.saved(given), name=code, address=address), owners(given))

    def level(self, device: str) -> Strength:
        """Return how strong the computer is that a device plays next, after its last result."""
        for code in self.store.names(device):
            with suppress(jotto.GameError):
                board = self.get(code)
                if STRENGTH in board.saved.options and board.match.over and board.match.ready:
                    return _next_level(board)
        return FIRST

    def get(self, code: str) -> StoredMatch:
        """Return a match. Raises GameError if it is gone or damaged, and OSError."""
        saved = self.store.load(code)
        return StoredMatch(saved, _replayed(made(saved.options).game, saved))

    def going(self, device: str) -> Iterator[Going]:
        """Yield each match of a device that is not over."""
        for code in self.store.names(device):
            with suppress(jotto.GameError):
                board = self.get(code)
                seat = board.seat_of(device)
                if seat is not None and not board.match.over:
                    yield Going(
                        f"/match/{code}", round(1000 * board.saved.changed), board.title(seat)
                    )

    def join(self, code: str, device: str, name: str) -> None:
        """Take the second seat. Raises GameError if it is taken."""

        def joined(board: StoredMatch) -> StoredMatch | None:
            if board.seat_of(device) is not None:
                return None
            if board.match.seats[1].name is not None:
                raise jotto.GameError("both seats are taken; you can watch")
            saved = replace(board.saved, options={**board.saved.options, DEVICES[1]: device[:32]})
            return StoredMatch(saved, board.match.entered("join", 1, name, self.clock()))

        self._change(code, joined)

    def change(self, code: str, seat: int, at: int, change: Callable[[Match], Match]) -> bool:
        """Change a match, then let the computer move; ``at``: the version that the player saw.

        False, and nothing is changed, if the same player has made an entry since.
        """

        def changed(board: StoredMatch) -> StoredMatch | None:
            if not board.saved.moved[seat] <= at <= board.saved.version:
                return None
            options: Mapping[str, Any] = board.saved.options
            match = change(board.match)
            if STRENGTH in options:
                match = Computer(options[STRENGTH], options[SEED]).moved(match, self.clock())
            return StoredMatch(board.saved, match)

        return self._change(code, changed)

    def again(self, code: str, seat: int, address: str = "") -> str:
        """Begin the next match of the same two, unless the other was faster; return its code.

        Raises GameError before this one is played.
        """
        board = self.get(code)
        if not board.match.over or not board.match.ready:
            raise jotto.GameError("the next match begins after this one")
        if board.match.again:
            return board.match.again
        number = int.from_bytes(sha256(f"again {code} {board.saved.key}".encode()).digest()[:8])
        following = "".join(LETTERS[number >> 5 * place & 31] for place in range(6))
        match = Match(board.match.game, board.match.next_terms())
        for who, player in enumerate(board.match.seats):
            if who == 0 or STRENGTH not in board.saved.options:
                match = match.entered("join", who, str(player.name))
        options = dict(board.saved.options)
        if LEVEL in options:
            options[STRENGTH] = _next_level(board)
        with suppress(VersionError):  # both want one: it is the same
            self._begin(following, match, options, address)
        self.change(
            code, seat, board.saved.version, lambda now: now.entered("again", seat, following)
        )
        return following

    def _change(self, code: str, change: Callable[[StoredMatch], StoredMatch | None]) -> bool:
        """Store a change, again if another came first; whether there was one.

        Raises OSError, and GameError if others came first each time.
        """
        for _ in range(TRIES):
            if (changed := change(before := self.get(code))) is None:
                return False
            entries, over = changed.match.transcript, changed.match.over
            made = {seat for _, seat, *_ in entries[len(before.match.transcript) :]}
            old, new = changed.saved.moved, changed.saved.version + 1
            moved = (new if 0 in made else old[0], new if 1 in made else old[1])
            with suppress(VersionError):
                saved = replace(changed.saved, transcript=entries, over=over, moved=moved)
                if len(str(entries)) > LARGEST and len(entries) > len(before.match.transcript):
                    raise jotto.GameError("this match has too many entries; begin another one")
                self.store.write(saved, owners(saved.options))
                if changed.match.over and changed.match.ready and not before.match.over:
                    self._record(changed)
                return True
        raise VersionError(CHANGED)

    def _record(self, board: StoredMatch) -> None:
        """Record a match that is over, for each player with a phone."""
        for seat, name in enumerate(DEVICES):
            if device := board.saved.options.get(name):
                options = dict(of_game(board.saved.options))
                made = board.match.record(seat, options, str(device))
                made = replace(made, game=f"{board.saved.name}-{seat}")
                self.record(made, board.saved.address)

    # --- who is here --------------------------------------------------------------------------

    def here(self, board: StoredMatch, seat: int) -> float:
        """Note that the page of a player is open; return when."""
        self.store.saw(f"{board.saved.name} {seat}", at := self.clock())
        return at

    def closed(self, board: StoredMatch, seat: int, seen: float) -> None:
        """Note that the page of a player was closed, unless another was open since ``seen``."""
        at = self.clock() - SEEN_FOR + CLOSED_FOR
        self.store.saw(f"{board.saved.name} {seat}", at, before=seen)

    def away(self, board: StoredMatch, seat: int) -> bool:
        """Return whether the other player of a match has had no page open for some seconds."""
        other = board.saved.options.get(DEVICES[1 - seat])
        at = self.store.seen(f"{board.saved.name} {1 - seat}") if other else 0.0
        return bool(other) and not board.match.over and self.clock() - at > SEEN_FOR
