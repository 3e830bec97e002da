"""Finished games: rows of the database, each with its owner, read by pages.

A row is written in one transaction and named by its game and owner, so any number of programs may
write at once. What a program does not understand, a newer record or a damaged one, it leaves as it
is, byte for byte. A damaged index costs no game: the rows are read without it.
``history.jsonl``, in which earlier versions kept the finished games, is taken over when the rows
are first used, and then removed.
"""

from __future__ import annotations

import errno
import json
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import asdict, dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from sqlite3 import Connection
from time import time
from typing import Any, Self

from jotto import files
from jotto.assistant import review, store
from jotto.assistant.review import Record
from jotto.errors import GameError, quoted

Owners = Sequence[str] | None  # devices; "" is the person who runs jotto; None: everybody
AT_ONCE = 500  # rows that are read at once
NEWEST = 1 << 62  # above the number of any row
NOT_READ = 0  # the format of a line that was not understood
TOLD = 10  # numbers of lines
KEPT = "kept as it is"
DROPPED = 1000  # rows at once
PUT = """insert into finished (name, owner, player, key, format, address, changed, size, content)
values (?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict (name, owner) do update set player = excluded.player,
key = excluded.key, format = excluded.format, changed = excluded.changed, size = excluded.size,
content = excluded.content"""


@dataclass(eq=False)
class Shelf:
    """The finished games in a database. Every method raises OSError if it cannot be used.

    ``old`` is the file of earlier versions; ``note`` is called with a message about what is
    damaged or was not understood.

    >>> shelf = Shelf(Path("/nonexistent/games.sqlite"))
    >>> list(shelf.newest()), shelf.unread
    ([], 0)
    """

    path: Path
    old: Path = Path("/nonexistent/history.jsonl")
    note: Callable[[str], None] = lambda text: None
    synced: bool = True

    def __enter__(self) -> Self:
        """Return the shelf, to be closed at the end."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the database."""
        self._database.close()

    def read(self) -> AbstractContextManager[None]:
        """Refuse what cannot be read, with a FileError for an OSError."""
        return files.refusing("history", self.path, "it cannot be read: ")

    def put(self, record: Record, address: str = "") -> None:
        """Write a finished game, in place of what was written of it; or remove it if taken back.

        ``address`` is the network that sent it to a server.
        """
        query, values = _written(record, address)
        self._rows.change(query, *values)

    def find(self, name: str, owners: Owners = None) -> Record | None:
        """Return the finished game of a name."""
        query, values = _where(owners, "name = ?", name)
        rows = self._select(f"select id, content from finished where {query}", *values)
        return next(self._records(rows), None)

    def newest(self, owners: Owners = None, *, key: str = "") -> Iterator[Record]:
        """Yield the finished games, of a list and rule if a key is given, the newest first.

        They are read as they are asked for.
        """
        before = NEWEST
        while rows := self._page(owners, key, before):
            yield from self._records(rows)
            before = rows[-1][0]

    def count(self, owners: Owners = None) -> int:
        """Return how many finished games there are."""
        query, values = _where(owners, "format = ?", review.FORMAT)
        return self._number(f"select count(*) from finished where {query}", *values)

    def sizes(self) -> dict[str, int]:
        """Return how many bytes each address has sent."""
        query = "select address, sum(size) from finished where address != '' group by address"
        return dict(self._select(query))

    def drop(self, addresses: Collection[str], now: float) -> int:
        """Delete the oldest of what some addresses have sent more than a day before ``now``.

        Returns how many that are.
        """
        some = f"address in ({', '.join('?' * len(addresses))}) and changed < ?"
        oldest = f"select id from finished where {some} order by id limit {DROPPED}"
        query = f"delete from finished where id in ({oldest})"
        return self._rows.change(query, *addresses, now - store.DAY)

    @property
    def unread(self) -> int:
        """How many records this version does not understand."""
        return self._number("select count(*) from finished where format != 1")  # by an index

    def owners(self, player: str | None = None) -> list[str]:
        """Return the devices of a player of a server, who is named; without a name this person.

        A device has the name that was entered last on it. Raises GameError that lists the names.
        """
        if player is None:
            return [""]
        query = "select owner, player, max(id) from finished where owner != ''"
        rows = self._select(f"{query} group by owner, player != '' order by owner, player != ''")
        names = {owner: name or f"device {owner[:6]}" for owner, name, _ in rows}
        chosen = [owner for owner, name in names.items() if name.casefold() == player.casefold()]
        if not chosen:
            players = ", ".join(sorted({*names.values()})) or "none"
            raise GameError(f"{quoted(player)} has no finished game; players with some: {players}")
        return chosen

    def forget(self, owners: Owners) -> int:
        """Delete the finished games of some owners that are understood; return how many."""
        if not self._exists:
            return 0
        query, values = _where(owners, "format = ?", review.FORMAT)
        return self._rows.change(f"delete from finished where {query}", *values)

    def lines(self, owners: Owners) -> Iterator[bytes]:
        """Yield the records as lines of JSON, the oldest first, also what is not understood."""
        query, values = _where(owners, "id > ?")
        query = f"select id, content from finished where {query} order by id limit {AT_ONCE}"
        rows = [(0, "")]
        while rows := self._select(query, *values, rows[-1][0]):
            for _, content in rows:
                yield content.encode() if isinstance(content, str) else content
                yield b"\n"

    # --- the rows ---------------------------------------------------------------------------------

    @cached_property
    def _database(self) -> store.Database:
        return store.Database(self.path, self.note, self.synced)

    @property
    def _exists(self) -> bool:
        return self._database.exists or self.old.exists()

    @cached_property
    def _rows(self) -> store.Database:
        """The database, with what was in the file of earlier versions."""
        if self.old.is_file() or self.old.with_name(f"{self.old.name}.taken").is_file():
            try:
                self._take_over()
            except OSError as error:
                if error.filename is None:  # it is the database that cannot be used
                    raise
                self.note(f"{str(self.old)!r} is not taken over: {error.strerror}")
        elif self.old.exists():
            self.note(f"{str(self.old)!r} is not taken over: it is no file")
        return self._database

    def _take_over(self) -> None:
        """Take over the file of earlier versions, and remove it."""
        unread, taken = list[int](), self.old.with_name(f"{self.old.name}.taken")
        # of two programs the second finds no file; after a kill, rows that are there already
        with self._database.transaction() as database, suppress(FileNotFoundError):
            if not taken.exists():
                self.old.rename(taken)  # so it can be removed, too
            with taken.open("rb") as file:
                for number, line in enumerate(file, 1):
                    if line.strip() and not _taken_over(database, line.rstrip(b"\n"), number):
                        unread.append(number)
        taken.unlink(missing_ok=True)
        if unread:
            lines = f"line{'s' * (len(unread) > 1)} {', '.join(map(str, unread[:TOLD]))}"
            more = f" and {len(unread) - TOLD:,} more" * (len(unread) > TOLD)
            self.note(f"{lines}{more} of {str(self.old)!r} not understood: {KEPT}")

    def _select(self, query: str, *values: Any) -> list[Any]:
        return self._rows.rows(query, *values) if self._exists else []

    def _number(self, query: str, *values: Any) -> int:
        return sum(number for (number,) in self._select(query, *values))

    def _page(self, owners: Owners, key: str, before: int) -> list[Any]:
        """Return rows before one, the newest first; of a damaged table all that can be read."""
        query, values = _where(owners, "format = ? and id < ?", review.FORMAT, before)
        if key:
            query, values = f"{query} and key = ?", (*values, key)
        try:
            rows = "select id, content from finished where"
            return self._select(f"{rows} {query} order by id desc limit {AT_ONCE}", *values)
        except OSError as error:
            if error.errno != errno.EIO:
                raise
        rows = "select id, content from finished not indexed where"
        return sorted(self._rows.readable(f"{rows} {query}", *values), reverse=True)

    def _records(self, rows: Sequence[Any]) -> Iterator[Record]:
        for number, content in rows:
            if record := _read(content):
                yield record
            else:
                named = f"finished game {number} of {str(self.path)!r}"
                self.note(f"{named} is damaged: skipped, and {KEPT}")


def _where(owners: Owners, condition: str, *values: Any) -> tuple[str, tuple[Any, ...]]:
    """Add to a condition whose rows these are."""
    if owners is None:
        return condition, values
    return f"owner in ({', '.join('?' * len(owners))}) and {condition}", (*owners, *values)


def _written(record: Record, address: str = "") -> tuple[str, tuple[Any, ...]]:
    """Return the statement that writes a record, or removes it, and its values."""
    if record.result == review.TAKEN_BACK:
        return "delete from finished where name = ? and owner = ?", (record.name, record.owner)
    text = json.dumps(asdict(record), ensure_ascii=False)
    named = record.name, record.owner, record.player, record.key, record.format
    return PUT, (*named, address, time(), len(text), text)


def _read(content: str | bytes) -> Record | None:
    """Return the record of a row or of a line; None if it is not understood."""
    with suppress(*store.DAMAGE):
        return review.read_record(files.from_json(content))
    return None


def _taken_over(database: Connection, line: bytes, number: int) -> bool:
    """Write a line of the file of earlier versions; whether it was understood."""
    if record := _read(line):
        database.execute(*_written(record))
        return True
    name = f"line {number} {sha256(line).hexdigest()[:16]}"
    database.execute(PUT, (name, "", "", "", NOT_READ, "", time(), len(line), line))
    return False
