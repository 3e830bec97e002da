"""The purse: what an address may use of a server, and whose turn it is.

Devices and cookies are free, so who uses a server is an address: that of IPv4, or the /64 network
of IPv6. Whoever has one /64 may have many, so the /56 and the /48 around it are counted as well,
with larger shares. Alone, an address may use nearly all; never all, so that others always get in.
Threads work for addresses in turn. When all are full, what goes is the oldest of the network that
has most. A charge follows the deed, and a refusal names the limit. Each process counts for itself;
games and matches that are kept are counted in the database, for all.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache, partial
from ipaddress import IPv6Address, ip_address, ip_network
from itertools import count
from math import ceil
from typing import TypeVar

from anyio import CapacityLimiter, to_thread

from jotto.errors import GameError

Networks = tuple[str, ...]  # an address, and the networks around it
Result = TypeVar("Result")

PREFIXES = 64, 56, 48
WIDER = 1.0, 1.5, 2.0  # shares of an address, of a /56 and of a /48
REMEMBERED = 4096  # addresses whose charges and turns are known
QUICK, LONG = 4, 3  # threads; a network has all but one of them at once if it is alone, else one
ALONE = 10.0  # seconds without a request of another network


@lru_cache(maxsize=1 << 14)
def networks(host: str) -> Networks:
    """Return an address and the networks around it, the widest last.

    >>> networks("192.0.2.1")
    ('192.0.2.1',)
    >>> networks("2001:db8:1:2fff::3")
    ('2001:db8:1:2fff::/64', '2001:db8:1:2f00::/56', '2001:db8:1::/48')
    """
    host = host.partition("/")[0].partition("%")[0]
    with suppress(ValueError):
        address = ip_address(host)
        if isinstance(address, IPv6Address):
            if address.ipv4_mapped:
                return (str(address.ipv4_mapped),)
            return tuple(str(ip_network(f"{host}/{bits}", strict=False)) for bits in PREFIXES)
    return (host[:64],)


class ShareError(Exception):
    """An address has its share already. ``seconds``: after how many it may ask again."""

    def __init__(self, text: str, seconds: float = 1.0, *, full: bool = False) -> None:
        super().__init__(text)
        self.seconds = max(1, ceil(seconds))
        self.full = full  # it is all that is used up, by others


# --- what comes back with time --------------------------------------------------------------------


@dataclass(frozen=True)
class Rate:
    """``burst`` at once, and ``each_second`` after that."""

    each_second: float
    burst: float


@dataclass(eq=False)
class Rates:
    """Count what names use of a rate; of too many names, the one used longest ago is forgotten.

    A name is that of an address with the networks around it, see ``networks``, or any one text.

    >>> now = [0.0]
    >>> rates = Rates(Rate(1, 2), clock=lambda: now[0])
    >>> [rates.take(("a",)) for _ in range(3)]
    [True, True, False]
    >>> now[0] = 1.0
    >>> rates.take(("a",)), rates.take(("a",))
    (True, False)
    """

    rate: Rate
    clock: Callable[[], float] = time.monotonic
    most: int = REMEMBERED
    _known: OrderedDict[str, tuple[float, float]] = field(default_factory=OrderedDict)

    def left(self, names: Networks) -> float:
        """Return how much a name has left now; less than nothing if it owes some."""
        return min(map(self._left, names, WIDER))

    def _left(self, name: str, wider: float) -> float:
        burst, now = self.rate.burst * wider, self.clock()
        left, since = self._known.get(name, (burst, now))
        return min(burst, left + (now - since) * self.rate.each_second * wider)

    def wait(self, names: Networks) -> float:
        """Return in how many seconds a name has something left again."""
        pairs = zip(names, WIDER, strict=False)
        return max(-self._left(name, w) / (self.rate.each_second * w) for name, w in pairs)

    def spend(self, names: Networks, amount: float = 1.0) -> None:
        """Charge what was used, also if it is more than what is left."""
        for name, wider in zip(names, WIDER, strict=False):
            self._known[name] = (self._left(name, wider) - amount, self.clock())
            self._known.move_to_end(name)
        while len(self._known) > self.most:
            self._known.popitem(last=False)

    def take(self, names: Networks) -> bool:
        """Charge one; return False, and charge nothing, if that is too many."""
        allowed = self.left(names) >= 1
        self.spend(names, float(allowed))
        return allowed


# --- what is given back ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Share:
    """How much an address may hold, and how much ``total`` all may, as a refusal says it."""

    most: int
    total: int
    says: str = "your network holds {0:,}"


@dataclass(eq=False)
class Hold:
    """What somebody holds; ``end``, if there is one, makes it come back before its time."""

    names: Networks
    amount: int
    end: Callable[[], object] | None


@dataclass(eq=False)
class Holds:
    """What is held of one thing.

    >>> ended = []
    >>> streams = Holds(Share(2, 3, "your network has {0:,} pages open; close one"))
    >>> holds = [streams.take(("a",), end=partial(ended.append, n)) for n in range(2)]
    >>> streams.take(("a",))
    Traceback (most recent call last):
    jotto.web.purse.ShareError: your network has 2 pages open; close one
    >>> _ = [streams.take(("b",)), streams.take(("c",))]
    >>> ended
    [0]
    """

    share: Share
    _held: Counter[str] = field(default_factory=Counter)
    _all: dict[Hold, None] = field(default_factory=dict)  # the oldest first
    _total: int = 0

    def take(
        self, names: Networks, amount: int = 1, end: Callable[[], object] | None = None
    ) -> Hold:
        """Hold an amount. Raises ShareError."""
        for name, wider in zip(names, WIDER, strict=False):
            if self._held[name] + amount > self.share.most * wider:
                raise ShareError(self.share.says.format(int(self.share.most * wider)))
        while self._total + amount > self.share.total:
            if (oldest := self._greedy()) is None or oldest.end is None:
                raise ShareError("the server is busy", full=True)
            self.give(oldest)
            oldest.end()
        hold = Hold(names, amount, end)
        self._all[hold] = None
        self._held.update(dict.fromkeys(names, amount))
        self._total += amount
        return hold

    def used(self, names: Networks) -> float:
        """Return which part of its share an address or a network around it holds."""
        pairs = zip(names, WIDER, strict=False)
        return max(self._held[name] / (self.share.most * wider) for name, wider in pairs)

    def give(self, hold: Hold) -> None:
        """Give back what is held, once."""
        if hold in self._all:
            del self._all[hold]
            self._total -= hold.amount
            self._held.subtract(dict.fromkeys(hold.names, hold.amount))
            for name in hold.names:
                if not self._held[name]:
                    del self._held[name]

    def _greedy(self) -> Hold | None:
        """Return what the network that has most has held longest."""
        most = greediest({name: self._held[name] for name in (hold.names[0] for hold in self._all)})
        return next((hold for hold in self._all if hold.names[0] in most), None)


def greediest(held: Mapping[str, int]) -> set[str]:
    """Return the addresses of the network that has most: its /48, its /56 in that, its /64.

    Of equals, all.

    >>> greediest({"192.0.2.1": 4, "2001:db8:0:1::/64": 2, "2001:db8:0:2::/64": 3})
    {'2001:db8:0:2::/64'}
    """
    around = {address: networks(address) for address in held}
    for level in range(len(PREFIXES), 0, -1):
        counts = Counter[str]()
        for address, names in around.items():
            counts[names[:level][-1]] += held[address]
        most = max(counts.values(), default=0)
        around = {each: n for each, n in around.items() if counts[n[:level][-1]] == most}
    return set(around)


def too_many(held: Mapping[str, int], address: str, more: int, share: int) -> set[str]:
    """Return the addresses of the network that would have more than its share; usually none.

    >>> too_many({"192.0.2.1": 3, "192.0.2.2": 9}, "192.0.2.1", 1, share=3)
    {'192.0.2.1'}
    """
    for network, wider in zip(networks(address), WIDER, strict=False):
        inside = neighbours(held, network) | {address}
        if sum(held.get(other, 0) for other in inside) + more > share * wider:
            return inside
    return set()


def neighbours(held: Iterable[str], network: str) -> set[str]:
    """Return the addresses that are in a network."""
    return {address for address in held if network in networks(address)}


# --- work -----------------------------------------------------------------------------------------


@dataclass(eq=False)
class Turns:
    """Threads that work for networks in turn.

    Next is whoever was served longest ago: the /48 first, in it the /56, in that the /64. So a
    visitor waits for the work that is going on, however much another has asked for. ``most`` is
    how many threads a network has at once while it is ``alone``; else it has one.
    """

    threads: int
    most: int
    alone: Callable[[Networks], bool] = lambda names: True
    _waiting: list[tuple[Networks, asyncio.Future[None]]] = field(default_factory=list)
    _served: OrderedDict[str, int] = field(default_factory=OrderedDict)
    _working: Counter[str] = field(default_factory=Counter)
    _busy: int = 0
    _number: Iterable[int] = field(default_factory=partial(count, 1))

    def __post_init__(self) -> None:
        self._limiter = CapacityLimiter(self.threads)

    async def run(self, names: Networks, work: Callable[[], Result]) -> Result:
        """Return what ``work`` returns, from a thread."""
        turn = asyncio.get_running_loop().create_future()
        self._waiting.append((names, turn))
        self._begin()
        try:
            await turn
            return await to_thread.run_sync(work, limiter=self._limiter)
        finally:
            if turn.done() and not turn.cancelled():
                self._busy -= 1
                self._working.subtract(names)
                for name in names:
                    if not self._working[name]:
                        del self._working[name]
            self._begin()

    def _begin(self) -> None:
        """Let those work whose turn it is."""
        self._waiting = [entry for entry in self._waiting if not entry[1].cancelled()]
        while self._busy < self.threads:
            able = [entry for entry in self._waiting if self._may(entry[0])]
            if not able:
                return
            entry = min(able, key=lambda entry: self._last(entry[0]))
            self._waiting.remove(entry)
            self._busy += 1
            self._working.update(entry[0])
            number = next(iter(self._number))
            for name in entry[0]:
                self._served[name] = number
                self._served.move_to_end(name)
            while len(self._served) > REMEMBERED:
                self._served.popitem(last=False)
            entry[1].set_result(None)

    def _may(self, names: Networks) -> bool:
        """Return whether a network may have one more thread."""
        most = self.most if self.alone(names) else 1
        return all(self._working[name] < most for name in names)

    def _last(self, names: Networks) -> list[int]:
        """Return when networks were served last, the widest first."""
        return [self._served.get(name, 0) for name in reversed(names)]


# --- all of it ------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Shares:
    """The shares of an address, and of all; a /56 and a /48 have more, see ``WIDER``."""

    seconds: Rate = Rate(0.5, 30)  # of a processor
    request: float = 0.002  # seconds that each takes beside its work
    requests: Share = Share(100, 800, "your network has {0:,} requests waiting; wait for an answer")
    bodies: Share = Share(
        8 << 20, 64 << 20, "your network sends {0:,} bytes at once; wait a moment"
    )
    streams: Share = Share(200, 512, "your network has {0:,} pages open; close one")
    looked_at: int = 50  # streams as often as can be; if there are more, all of them less often
    connections: Share = Share(300, 890, "your network has {0:,} connections open; close one")
    wrong: Rate = Rate(0.1, 5)  # tokens, links and codes of matches
    wrong_in_all: Rate = Rate(2, 200)
    logged: Rate = Rate(1, 20)  # lines of a kind


@dataclass(eq=False)
class Purse:
    """What the addresses of a server have used and hold."""

    shares: Shares = field(default_factory=Shares)
    clock: Callable[[], float] = time.monotonic

    def __post_init__(self) -> None:
        shares, clock = self.shares, self.clock
        self._seconds, self.logged = Rates(shares.seconds, clock), Rates(shares.logged, clock)
        self.wrong, self.wrong_in_all = (
            Rates(shares.wrong, clock),
            Rates(shares.wrong_in_all, clock),
        )
        self.requests, self.bodies = Holds(shares.requests), Holds(shares.bodies)
        self.streams, self.connections = Holds(shares.streams), Holds(shares.connections)
        turns = partial(Turns, alone=self.alone)
        self._quick, self._long = turns(QUICK, QUICK - 1), turns(LONG, LONG - 1)
        self._latest = dict[str, float]()  # when the last two networks came

    def enter(self, names: Networks, end: Callable[[], object] | None = None) -> Hold:
        """Begin a request, to be given back to ``requests`` at its end. Raises ShareError."""
        if self._seconds.left(names) <= 0:
            text = "your network has used its share of this server's processor; wait {0:,} seconds"
            wait = self._seconds.wait(names) + 1
            raise ShareError(text.format(ceil(wait)), wait)
        hold = self.requests.take(names, end=end)
        self._seconds.spend(names, self.shares.request)
        self._latest.pop(names[-1], None)
        self._latest = dict([*self._latest.items()][-1:]) | {names[-1]: self.clock()}
        return hold

    def alone(self, names: Networks) -> bool:
        """Return whether no other network has asked for anything in the last seconds."""
        others = (at for name, at in self._latest.items() if name != names[-1])
        return all(self.clock() - at > ALONE for at in others)

    def pace(self, names: Networks) -> float:
        """Return how many times longer a stream waits between two looks, by how many there are."""
        return max(1.0, self.streams.used(names) * self.shares.streams.most / self.shares.looked_at)

    async def work(
        self, names: Networks, work: Callable[[], Result], *, long: bool = False
    ) -> Result:
        """Return what ``work`` returns, in a turn of the address, which is charged its seconds.

        ``long``: it may take longer than 50 ms, and has threads of its own.
        """
        spent = 0.0

        def timed() -> Result:
            nonlocal spent
            begun = time.thread_time()
            try:
                return work()
            finally:
                spent = time.thread_time() - begun

        try:
            return await (self._long if long else self._quick).run(names, timed)
        finally:
            self._seconds.spend(names, spent)


@dataclass(frozen=True)
class Keeping:
    """What an address may keep in a database, and all may: entries, and bytes of large ones.

    Beyond the ``total``, whoever has less than a ``fair`` number may keep more, up to ``limit``: so
    a few who use up all shut nobody out.
    """

    most: int = 1000
    total: int = 10_000
    fair: int = 50
    limit: int = 100_000
    bytes: int = 8 << 20
    small: int = 4096  # bytes of an entry, of which only the number counts

    def check(
        self,
        address: str,
        size: int,
        counts: Callable[[], Mapping[str, int]],
        sizes: Callable[[Collection[str]], Mapping[str, int]],
    ) -> None:
        """Raise GameError if an entry of so many bytes is too much for an address.

        ``counts()`` has how many entries each address has, ``sizes(addresses)`` the bytes of some.
        """
        if size <= self.small:
            return
        around = neighbours(counts(), networks(address)[-1])
        if too_many(sizes(around), address, size, self.bytes):
            most = f"{self.bytes >> 20} MB"
            raise GameError(f"your network keeps {most} on this server; delete some games first")
