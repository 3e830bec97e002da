"""Live games and matches in one database, which any number of programs may use at once.

A row of the SQLite database holds a game as JSON: its options, the checksum of its lists, and its
transcript. It has a version: a write names the version it read, and is refused if another came
first. Versions follow the clock, so that none is repeated with other contents after a backup was
put back. Nothing that was written is lost by a kill; a damaged page costs the games on it. A file
that is removed or replaced while it is open is noticed at its next use. Nothing is deleted because
of what a clock says, which can be wrong: only what is too many is, and of that nothing that was
changed on the last day, or is among the newest.
"""

from __future__ import annotations

import errno
import json
import os
import sqlite3
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from secrets import token_urlsafe
from threading import Lock, RLock
from typing import Any, Literal, Self

from jotto import files
from jotto.assistant import wording
from jotto.assistant.session import Entry, Session
from jotto.errors import GameError, JottoError

Options = Mapping[str, str | int | None]
Kind = Literal["game", "match", "daily"]

FORMAT = 4  # of the database; 1 had no table of who was seen, 2 no state, 3 nothing finished
# wait for another program that writes; statements are transactions; threads take turns by a lock
OPENED: Any = {"timeout": 10.0, "isolation_level": None, "check_same_thread": False}
OPENING = Lock()  # a file is made and opened at once
PAGE = 4096  # bytes: what the tables are must fit on the first one, or its damage costs all
DAMAGED = "the saved game is damaged"
DAMAGE = (Exception,)  # of reading: what is damaged raises what nobody has listed
LARGEST = 1 << 53  # a whole number, as a page reads it
ERRNO = {sqlite3.SQLITE_CORRUPT: errno.EIO, sqlite3.SQLITE_FULL: errno.ENOSPC}
TRIES = 5  # to write into a file that is replaced each time
DAY = 86400.0  # seconds in which what was changed is not deleted, however much there is
NEWEST = 100  # games, and matches, that are not deleted whatever a clock says
SEEN = 20_000  # of those who were seen, the last ones
END = 1e12  # seconds; a later time is damage: the year 5138 is 1e11
NAMED = 5  # guesses in a title, the last ones
CHANGED = "the game has changed since you opened it; look at it again"
SCHEMA = Path(__file__).with_name("schema.sql")  # live games have no index, which may be damaged
INSERT = """insert into games (id, kind, name, owner, version, changed, state, address, content)
values (?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing"""
COUNTED = "kind = :kind and (owner != '' or state = 0)"  # the rest is this user's own
OF_SOME = "address in (select value from json_each(:addresses))"
OLD = """changed < :since
and id not in (select id from games where kind = :kind order by version desc limit :newest)"""
STATES = """alter table games add column state integer not null default 1
update games set state = 2 where content like '{"over": true, %'
update games set state = 0 where content like '%"tried": [], %"transcript": []}'"""  # of format 2
ADDRESSES = "alter table games add column address text not null default ''"
EMPTY_GAME, BEGUN, OVER = range(3)  # the state of a game, by which it is deleted


class GoneError(GameError):
    """There is no game of this name; it may have been deleted meanwhile."""


class VersionError(GameError):
    """A write to a game that another program has changed since it was read."""


@dataclass(frozen=True)
class Saved:
    """A game as it is stored: its options, the checksum of its lists, the transcript.

    ``tried`` is the transcript of an attempt, and ``hints`` how many were given; see Session. What
    is ``over`` is the first to be deleted.
    ``name`` is its name in the store; ``version`` is the one that was read, 0 for a game that is
    not stored yet; ``changed`` is the time of the last write, in seconds; ``owner`` names the
    devices it belongs to, ``address`` the network where it was begun. ``moved`` are the versions
    that the players of a match made last.
    """

    options: Options = field(hash=False)
    key: str
    transcript: tuple[Entry, ...] = field(default=(), repr=False)  # it may hold secrets
    version: int = 0
    tried: tuple[Entry, ...] = field(default=(), repr=False, kw_only=True)
    hints: int = field(default=0, kw_only=True)
    over: bool = field(default=False, kw_only=True)
    name: str = field(default="", kw_only=True)
    owner: str = field(default="", kw_only=True, compare=False)
    address: str = field(default="", kw_only=True, compare=False)
    changed: float = field(default=0.0, compare=False)
    moved: tuple[int, int] = field(default=(0, 0), kw_only=True)

    @property
    def begun(self) -> bool:
        """Whether anything was entered, taken or tried."""
        return bool(self.transcript or self.tried)

    def title(self) -> str:
        """Return what a person knows the game by, beside its time. Raises GameError if damaged.

        >>> Saved({}, "", (("score", "pales", "1,0"), ("score", "covid", "0,0"))).title()
        '2 guesses, PALES COVID'
        """
        with suppress(*DAMAGE):
            words = _guesses(self.tried or self.transcript)
            several = int(self.options.get("boards") or 1)
            if several > 1:  # each guess has a score for each board, perhaps one after another
                words = list(dict.fromkeys(words))
            made = wording.count(len(words), "guess") if words else "no guess yet"
            made = f"{several} boards, {made}" if several > 1 else made
            named = f", {wording.shout(' '.join(words[-NAMED:]), ' '.join(words))}" if words else ""
            return made + named
        raise GameError(DAMAGED)

    def updated(self, session: Session) -> Saved:
        """Return the game as it is to be stored after a change."""
        tried = session.attempt.transcript if session.attempt else ()
        hints, over = session.hints, session.over and not tried
        return replace(self, transcript=session.transcript, tried=tried, hints=hints, over=over)

    def restore(self, session: Session) -> Session:
        """Replay the transcript in a new session.

        Raises GameError if the lists have changed or the transcript is damaged.
        """
        if self.key != session.game.key:
            raise GameError("the saved game was played with other lists or another rule")
        attempt = replace(session, transcript=self.tried) if self.tried else None
        restored = replace(session, transcript=self.transcript, hints=self.hints, attempt=attempt)
        with suppress(JottoError, *DAMAGE):
            _ = restored.state, restored.won or restored.over or restored.guess
            _ = attempt and attempt.state
            return restored
        raise GameError(DAMAGED)


@dataclass(eq=False)
class Store:
    """The games or the matches in a database, which is made when it is first needed.

    ``note`` is called with a message if the file is damaged. ``synced``: what is written survives a
    power cut, too. Every method raises OSError if the database cannot be used.

    >>> store = Store(Path("/nonexistent/games.sqlite"))
    >>> store.names()
    []
    """

    path: Path
    kind: Kind = "game"
    note: Callable[[str], None] = lambda text: None
    synced: bool = True

    def __post_init__(self) -> None:
        self.database = Database(self.path, self.note, self.synced)

    def __enter__(self) -> Self:
        """Return the store, to be closed at the end."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the database."""
        self.database.close()

    def names(self, owner: str | None = None) -> list[str]:
        """List the games, those of some owners if given, the one changed last first."""
        if not self.database.exists:
            return []
        given = (*((owner or "").split() or [""]), self.kind)
        mine = " or ".join(["instr(owner, ?)"] * (len(given) - 1))
        query = f"select changed, name from games where ({mine}) and kind = ?"
        return [name for _, name in sorted(self.database.readable(query, *given), reverse=True)]

    def load(self, name: str, owner: str | None = None) -> Saved:
        """Return a game. Raises GoneError if there is none, and GameError if it is damaged."""
        query = "select version, changed, content, owner, address from games where id = ?"
        try:
            row = self._row(query, name)
        except OSError as error:
            if error.errno == errno.EIO:
                raise GameError(DAMAGED) from None
            raise
        if row is None or not any(device in row[3] for device in (owner or "").split() or [""]):
            raise GoneError("the saved game no longer exists")
        with suppress(*DAMAGE):
            saved = read_content(files.from_json(row[2]))
            read = {"version": row[0], "changed": row[1], "owner": row[3], "address": row[4]}
            return replace(saved, name=name, **read)
        raise GameError(DAMAGED)

    def version(self, name: str) -> int:
        """Return the version of a game; 0 if there is none."""
        row = self._row("select version from games where id = ?", name)
        return int(row[0]) if row else 0

    def saw(self, name: str, at: float, before: float | None = None) -> None:
        """Note when somebody was seen, in seconds; not if it was another time than ``before``."""
        query = "insert into seen values (?1, ?2) on conflict (id) do update set at = ?2"
        query += " where ?3 is null or seen.at = ?3"
        self.database.change(query, _id(self.kind, name), at, before)

    def seen(self, name: str) -> float:
        """Return when somebody was seen the last time; 0 if never."""
        row = self._row("select at from seen where id = ?", name)
        return float(row[0]) if row else 0.0

    def latest(self) -> float:
        """Return the latest time that is in the database: of who was seen, of entries of matches.

        It is in seconds, and 0 if there is none, or no database. Damaged rows have none, and what
        is no time is none, such as infinity, after which no clock could run.
        """
        if not self.database.exists:
            return 0.0
        times, begun = [0.0], "select content from games where kind = 'match' and state = ?"
        with self.database.opened() as database:
            for query, *given in (("select at from seen",), (begun, BEGUN)):
                try:
                    rows = (row for (row,) in database.execute(query, given))
                    times += (_time(row) if given else row for row in rows)
                except sqlite3.DatabaseError as error:
                    if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_CORRUPT:
                        raise
        return max(at for at in times if isinstance(at, float | int) and 0 <= at < END)

    def unfinished(self) -> bool:
        """Return whether there is a game that is begun and not over."""
        query = "select 1 from games where kind = ? and state = ? limit 1"
        return self.database.exists and bool(self.database.rows(query, self.kind, BEGUN))

    def write(self, game: Saved, owner: str = "") -> Saved:
        """Write a game that was read with ``game.version``; return it with its new version.

        ``owner`` names the devices it belongs to, if that is to change. Raises VersionError if
        another program has written it since.
        """
        game = replace(game, owner=owner or game.owner)
        content = {"over": game.over, "options": dict(game.options), "key": game.key}
        content |= {"tried": game.tried, "hints": game.hints, "transcript": game.transcript}
        content |= {"moved": game.moved} if any(game.moved) else {}
        text, now, at = json.dumps(content), time.time(), _id(self.kind, game.name)
        version = max(game.version + 1, round(1000 * now))
        state = OVER if game.over else BEGUN if game.begun else EMPTY_GAME
        if game.version:
            query = "update games set version = ?, changed = ?, content = ?, owner = ?, state = ?"
            query += " where id = ? and version = ?"
            values: tuple[Any, ...] = version, now, text, game.owner, state, at, game.version
        else:
            query = INSERT
            of_whom = game.name, game.owner, version, now, state, game.address
            values = at, self.kind, *of_whom, text
        done = self.database.change(query, *values)
        if not done:
            raise VersionError(CHANGED)
        return replace(game, version=version, changed=now)

    def delete(self, game: Saved) -> Saved:
        """Delete a game, if it was written; return it as it can be written again.

        It may be gone already. Raises VersionError if it is another version.
        """
        query, name = "delete from games where id = ? and version = ?", game.name
        gone = not game.version or self.database.change(query, _id(self.kind, name), game.version)
        if not gone and self.version(name):
            raise VersionError(CHANGED)
        return replace(game, version=0)

    def addresses(self) -> dict[str, int]:
        """Return how many games each address has begun."""
        query = f"select address, count(*) from games where {COUNTED} group by address"
        return dict(self.database.rows(query, kind=self.kind))

    def sizes(self, addresses: Collection[str]) -> dict[str, int]:
        """Return how long the games of some addresses are together."""
        query = f"select address, sum(length(content)) from games where {COUNTED} and {OF_SOME}"
        some = json.dumps([*addresses])
        query = f"{query} group by address"
        return dict(self.database.rows(query, kind=self.kind, addresses=some))

    def drop(self, addresses: Collection[str], now: float, *, begun: bool = False) -> bool:
        """Delete the oldest game of some addresses that is over or empty; whether there is one.

        With ``begun`` it is the oldest at all, if none is. Nothing goes that was changed on the day
        before ``now``, or is one of the newest: a clock that is wrong deletes nothing of today.
        What was begun and has no owner stays: it is not of a visitor.
        """
        which = f"{COUNTED} and {OLD} and {OF_SOME} and (state != {BEGUN} or :begun)"
        query = f"select id from games where {which} order by state = {BEGUN}, changed limit 1"
        given: dict[str, Any] = {"kind": self.kind, "since": now - DAY, "newest": NEWEST}
        given |= {"addresses": json.dumps([*addresses]), "begun": begun}
        dropped = self.database.change(f"delete from games where id in ({query})", **given)
        last = "select id from seen order by at desc limit -1 offset :most"
        self.database.change(f"delete from seen where id in ({last})", most=SEEN)
        return bool(dropped)

    def _row(self, query: str, name: str) -> Any:
        """Return the row of a game; None if there is none."""
        rows = self.database.rows(query, _id(self.kind, name))
        return rows[0] if rows else None


# --- the database ---------------------------------------------------------------------------------


@dataclass(eq=False)
class Database:
    """A file of SQLite, which is made when it is first needed; see Store. Threads take turns."""

    path: Path
    note: Callable[[str], None] = lambda text: None
    synced: bool = True
    _lock: RLock = field(default_factory=RLock, repr=False)
    _open: sqlite3.Connection | None = field(default=None, repr=False)
    _inodes: Sequence[object] = field(default=(), repr=False)  # of the open file and its -wal
    openings: int = field(default=0, repr=False)  # more, if another file is in the place by now

    @property
    def exists(self) -> bool:
        """Whether there is a file, or one that is still open; an empty one has no tables."""
        is_empty = self.path.is_file() and self.path.stat().st_size == 0
        return self._open is not None or (self.path.exists() and not is_empty)

    def close(self) -> None:
        """Close the file; it is opened again at the next use."""
        with self._lock:
            if self._open is not None:
                with suppress(OSError), self.opened() as database:
                    database.close()
                self._open = None

    def rows(self, query: str, *values: Any, **named: Any) -> list[Any]:
        """Return the rows that a query gives."""
        with self.opened() as database:
            return database.execute(query, named or values).fetchall()

    def readable(self, query: str, *values: Any) -> set[Any]:
        """Return all rows of a table that a query gives; of a damaged one what can be read."""
        rows = set[Any]()
        with self.opened() as database:
            for order in ("id", "id desc"):  # up to a damaged page from both sides
                try:
                    rows.update(database.execute(f"{query} order by {order}", values))
                    break
                except sqlite3.DatabaseError as error:
                    if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_CORRUPT:
                        raise
            else:
                self.note(f"{str(self.path)!r} is damaged: some games cannot be read")
        return rows

    def change(self, query: str, *values: Any, **named: Any) -> int:
        """Change rows; return how many. It counts in the file that is there afterwards."""
        for _ in range(TRIES):
            with self.opened() as database:
                changed = database.execute(query, named or values).rowcount
                if not self._follow():
                    return changed
        raise OSError(errno.EAGAIN, "the file of the games is replaced again and again")

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """Open the file for changes that are made together, or not at all."""
        with self.opened() as database:
            database.execute("begin immediate")
            try:
                yield database
                database.execute("commit")
            except BaseException:
                if database.in_transaction:
                    database.rollback()
                raise

    @contextmanager
    def opened(self) -> Iterator[sqlite3.Connection]:
        """Open the file, unless it is open. Raises OSError for what SQLite raises."""
        with self._lock:
            try:
                self._follow()
                if self._open is None:
                    with OPENING:
                        self._open = self._connected()
                    self.openings += 1
                    name = os.path.realpath(self.path)
                    self._inodes = _inode(name), _inode(f"{name}-wal")
                yield self._open
            except sqlite3.Error as error:
                code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)  # none: not UTF-8
                raise OSError(ERRNO.get(code & 0xFF, errno.EACCES), str(error)) from None

    def _follow(self) -> bool:
        """Close the database if its file is no longer there; whether another is in its place.

        A file that was removed is written again, from the one that is still open. In the place of a
        file that was replaced, its -wal is removed: SQLite applies it, by its name, to any file.
        """
        if self._open is None or _inode(self.path) == self._inodes[0]:
            return False
        old, name = self._open, os.path.realpath(self.path)
        with suppress(sqlite3.OperationalError):  # it is read-only, or this failed before
            old.execute("begin immediate")  # of all that have it open, one at a time
        for end in ("-wal", "-shm") if _inode(f"{name}-wal") == self._inodes[1] else ():
            Path(name + end).unlink(missing_ok=True)
        if removed := not self.path.exists():
            files.write(self.path, [old.serialize()], private=True)
        old.rollback()
        with suppress(sqlite3.Error), closing(old):  # all entries, for whoever keeps it elsewhere
            old.execute("pragma wal_checkpoint(truncate)")
        self._open = None
        self.note(f"{str(self.path)!r} was {'removed' if removed else 'replaced'} while in use")
        return not removed

    def _connected(self) -> sqlite3.Connection:
        database: sqlite3.Connection
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            # only the owner can read it; SQLite gives its other files the same mode. A file that is
            # there may be open: to close it once more would end all locks of this process on it
            with suppress(FileExistsError):
                os.close(os.open(os.path.realpath(self.path), os.O_CREAT | os.O_EXCL, 0o600))
            database = sqlite3.connect(self.path, **OPENED)
            if database.execute("pragma user_version").fetchone()[0] < FORMAT:
                self._make(database)
        except (OSError, sqlite3.OperationalError) as error:
            # a folder that cannot be written: what is in the file can be read
            busy = getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY
            if busy or not self.path.is_file() or not self.path.stat().st_size:
                raise
            read_only = f"{self.path.absolute().as_uri()}?immutable=1"
            database = sqlite3.connect(read_only, uri=True, **OPENED)
        if database.execute("pragma user_version").fetchone()[0] > FORMAT:
            database.close()
            raise OSError(errno.EINVAL, "it was written by a newer version of jotto")
        if not self.synced:
            database.execute("pragma synchronous = normal")
        return database

    def _make(self, database: sqlite3.Connection) -> None:
        """Make the tables, unless another program was faster."""
        database.execute(f"pragma page_size = {PAGE}")
        database.execute("begin exclusive")  # which waits for others, as the last line does not
        for table in SCHEMA.read_text("utf-8").splitlines():
            database.execute(table)
        columns = database.execute("select name from pragma_table_info('games')").fetchall()
        changes = STATES.splitlines() if ("state",) not in columns else []
        changes += [ADDRESSES] if ("address",) not in columns else []
        for change in changes:
            database.execute(change)
        database.execute(f"pragma user_version = {FORMAT}")
        database.execute("commit")
        with suppress(sqlite3.OperationalError):  # another program makes it at this moment
            database.execute("pragma journal_mode = wal")


def when(seconds: float, now: datetime | None = None) -> str:
    """Return a time as people say it: today, yesterday, or the date.

    >>> when(datetime(2026, 3, 1, 8, 5).timestamp(), datetime(2026, 3, 9))
    '1 March 08:05'
    """
    then, now = datetime.fromtimestamp(seconds), now or datetime.now()
    days = (now.date() - then.date()).days
    year = f" {then.year}" if then.year != now.year else ""
    day = {0: "Today", 1: "Yesterday"}.get(days, f"{then.day} {then:%B}{year}")
    return f"{day} {then:%H:%M}"


def _inode(path: str | Path) -> object:
    """Return what tells a file from any other that is there; None if there is none."""
    with suppress(FileNotFoundError):
        return Path(path).stat()[1:3]
    return None


def new_name() -> str:
    """Return a name for a game that starts now; it cannot be guessed."""
    return f"{time.strftime('%Y-%m-%d-%H%M%S')}-{token_urlsafe(12)}"


def _id(kind: Kind, name: str) -> int:
    """Return the number of a row: a checksum, so that one tree of pages finds it."""
    digest = sha256(f"{kind} {name}".encode(errors="replace")).digest()
    return int.from_bytes(digest[:8], "big", signed=True)


def read_content(content: Any) -> Saved:
    """Check the content of a row, or of a game that a device sends. Raises one of DAMAGE."""
    # which are not always written
    usual = {"over": False, "tried": [], "hints": 0, "moved": [0, 0]}
    content = {**usual, **content}
    json.dumps(content, ensure_ascii=False, allow_nan=False).encode()  # it can be sent
    options, (key,) = options_of(content["options"]), texts_of([content["key"]])
    if not all(isinstance(content[name], list | tuple) for name in ("transcript", "tried")):
        raise ValueError(content)
    entries, tried = (tuple(map(_entry, content[name])) for name in ("transcript", "tried"))
    hints, mine, theirs = numbers_of([content["hints"], *content["moved"]])
    both: dict[str, Any] = {"hints": hints, "over": bool(content["over"]), "moved": (mine, theirs)}
    return Saved(options, key, entries, tried=tried, **both)


def options_of(given: Any) -> dict[str, str | int | None]:
    """Return the options of a game that were stored. Raises ValueError."""
    if not all(isinstance(value, str | int | None) for value in given.values()):
        raise ValueError(given)
    texts_of([text for text in (*given, *given.values()) if isinstance(text, str)])
    return dict(given)


def texts_of(given: Any) -> tuple[str, ...]:
    """Return a list of texts as a tuple. Raises ValueError, also for what cannot be written."""
    if not isinstance(given, list | tuple) or not all(isinstance(text, str) for text in given):
        raise ValueError(given)
    "".join(given).encode()  # half of a surrogate pair
    return tuple(given)


def numbers_of(given: Any) -> tuple[int, ...]:
    """Return a list of whole numbers, 0 or more, as a tuple. Raises ValueError."""
    if not isinstance(given, list | tuple) or not all(type(number) is int for number in given):
        raise ValueError(given)
    if given and not 0 <= min(given) <= max(given) <= LARGEST:
        raise ValueError(given)
    return tuple(given)


def _time(content: Any) -> float:
    """Return the time of the last entry of a match in a row; 0 if there is none."""
    with suppress(*DAMAGE):
        return float(read_content(files.from_json(content)).transcript[-1][3])
    return 0.0


def _guesses(entries: Sequence[Entry]) -> list[str]:
    """Return the guesses of a transcript as they are after corrections. Raises one of DAMAGE."""
    guesses = list[str]()
    for step, *values in entries:
        if step == "score":
            guesses.append(values[0])
        elif step in ("turns", "unlisted", "anything"):
            guesses = [guess for guess, _ in values]
        elif step == "boards":
            guesses = [*max(values, key=len)[::2]]
    return guesses


def _entry(content: Any) -> Entry:
    """Return an entry with tuples for lists, as sessions have them."""
    name, *values = content
    entry = name, *(tuple(value) if isinstance(value, list) else value for value in values)
    hash(entry)  # raises TypeError for lists of lists
    return entry
