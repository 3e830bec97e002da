"""The workers of a Dask scheduler: an executor that goes on while workers come and go.

Dask gives work to any worker, also to one that cannot do it; and what was meant for certain workers
waits for ever when those are gone (github.com/dask/distributed/issues/7346). So this one sees to it
who is there and fit for the work, and hands it to those, again if need be.
"""

from __future__ import annotations

import logging
import socket
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from threading import Event, Lock, Thread
from typing import Any

from jotto.errors import WorkersError

PATIENCE = 4  # seconds that a scheduler, and then its first worker, may take to appear
LOOK = 1.0  # seconds between two looks at who is there
LOST = 20.0  # seconds that the work waits for a worker once all are gone
ALIKE = {"jotto": 9, "python": 2, "distributed": 9, "numpy": 1}  # numbers of a version that count
LOGGERS = ("distributed", "distributed.client", "tornado.application", "asyncio")  # of Dask
RESUME = "with --resume it goes on"


@contextmanager
def dask(address: str) -> Iterator[Cluster]:
    """Borrow the workers of a Dask scheduler. Raises WorkersError."""
    try:
        from distributed import Client
        from distributed.comm import get_address_host_port
    except ImportError:
        reason = "--dask needs Dask's scheduler: pip install 'jotto[dask]'"
        raise WorkersError(reason) from None
    for name in LOGGERS:  # what goes wrong is told below
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        _await_greeting(*get_address_host_port(address, strict=True))
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except Exception as error:  # whatever goes wrong, and Dask has many ways
        reason = f"no Dask scheduler answers at {address!r}; start one with: dask scheduler"
        raise WorkersError(reason) from error
    try:
        with Cluster(client, address) as cluster:
            yield cluster
    finally:
        with suppress(Exception):  # the scheduler may be gone, which was told
            client.close(timeout=PATIENCE)


def _await_greeting(host: str, port: int) -> None:
    """Wait for what a scheduler says to whoever comes; Dask itself may wait for half a minute."""
    with socket.create_connection((host, port), timeout=PATIENCE) as caller:
        if not caller.recv(1):
            raise ConnectionError("it hung up")


@dataclass(frozen=True)
class _Handed:
    """What was handed to some workers."""

    call: tuple[Any, ...]
    future: Future[Any] | None  # None while nobody is there to take it
    workers: frozenset[str]


class Cluster(Executor):
    """Has the workers of a scheduler that are fit do the work, whoever comes and goes.

    Raises WorkersError where some of those that are there at first are not fit: whoever started
    them means them to work. Later ones that are not fit are given nothing.
    """

    def __init__(self, client: Any, address: str) -> None:
        self._client, self._address = client, address
        self._executor = client.get_executor(pure=False, allow_other_workers=False)
        self._unfit: dict[str, str] = {}  # what keeps each worker from the work; "" for nothing
        self._fit: frozenset[str] = frozenset()
        self._under_way: dict[Future[Any], _Handed] = {}
        self._failed: WorkersError | None = None
        self._lock, self._ended = Lock(), Event()
        self._check_first()
        self._seen = time.monotonic()  # when somebody was last there
        self._watch = Thread(target=self._follow, name="cluster", daemon=True)
        self._watch.start()

    def size(self) -> int:
        """Count who is at work."""
        return max(1, len(self._fit))

    def submit(self, task: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Have a task done by one of the workers."""
        promise: Future[Any] = Future()
        kept = _Handed((partial(task, **kwargs) if kwargs else task, *args), None, frozenset())
        with self._lock:
            self._under_way[promise] = kept
        self._hand(promise, kept)
        return promise

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Look after the workers no more; what they are at is dropped."""
        self._ended.set()
        with self._lock:
            self._under_way.clear()

    def _hand(self, promise: Future[Any], before: _Handed) -> None:
        """Hand a call to those who are fit now, if any are."""
        if self._failed or self._client.status != "running":
            return self._fail(self._failed or self._gone())
        workers = self._fit
        if not workers:
            return None
        future = self._executor.submit(*before.call, workers=sorted(workers))
        with self._lock:
            current = self._under_way.get(promise) is before  # else it was done meanwhile
            if current:
                self._under_way[promise] = _Handed(before.call, future, workers)
        if current:
            future.add_done_callback(partial(self._settle, promise))
        return None

    def _settle(self, promise: Future[Any], future: Future[Any]) -> None:
        """Pass on what came of it, unless it was handed to others meanwhile."""
        with self._lock:
            handed = self._under_way.get(promise)
            if handed is None or handed.future is not future:
                return
            del self._under_way[promise]
        if future.cancelled():  # which is what Dask does when it loses its scheduler
            lost = self._client.status != "running"
            promise.set_exception(self._gone() if lost else self._dropped("it was cancelled"))
        elif error := future.exception():
            promise.set_exception(self._told(error))
        else:
            promise.set_result(future.result())

    def _fail(self, error: WorkersError) -> None:
        """Give up, for what is under way and all that may come."""
        with self._lock:
            self._failed = error
            waiting, self._under_way = list(self._under_way), {}
        for promise in waiting:
            promise.set_exception(error)

    # --- who is there ---------------------------------------------------------------------------

    def _check_first(self) -> None:
        """Wait for a worker, and refuse those that are not fit: they would never say so."""
        try:
            self._client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError:
            reason = f"the Dask scheduler at {self._address!r} has no workers; start some"
            raise WorkersError(f"{reason}: dask worker {self._address}") from None
        lacks = self._look()
        for worker, reason in {"scheduler": lacks, **self._unfit}.items():
            if reason:
                name = worker if worker == "scheduler" else f"worker {worker}"
                raise WorkersError(f"{name} of Dask at {self._address!r} {reason}")

    def _look(self) -> str:
        """See who is there, and of new ones whether they are fit; say what the scheduler lacks."""
        lacks = ""
        there = frozenset(self._client.scheduler_info(n_workers=-1)["workers"])
        if there - self._unfit.keys():
            found = self._client.get_versions(packages=[*ALIKE])
            own = found["client"]["packages"]
            lacks = _lacks(own, found["scheduler"]["packages"])
            for worker, said in found["workers"].items():
                self._unfit[worker] = _lacks(own, said["packages"])
        self._fit = frozenset(worker for worker in there if self._unfit.get(worker) == "")
        self._unfit = {worker: self._unfit[worker] for worker in there & self._unfit.keys()}
        return lacks

    def _follow(self) -> None:
        """Look after who is there, and hand on what has lost its workers; give up in the end."""
        while not self._ended.wait(LOOK):
            if self._client.status != "running":
                return self._fail(self._gone())
            with suppress(Exception):  # the scheduler may go in the middle of it
                self._look()
                self._hand_on()
            now = time.monotonic()
            if self._fit:
                self._seen = now
            elif now - self._seen > LOST:
                return self._fail(self._alone())
        return None

    def _hand_on(self) -> None:
        """Hand what none of its workers can do any more to those that are fit now."""
        with self._lock:
            stranded = [
                (promise, handed)
                for promise, handed in self._under_way.items()
                if not handed.workers & self._fit
            ]
        for promise, handed in stranded:
            self._hand(promise, handed)
            if handed.future and self._fit:
                handed.future.cancel()

    # --- what is told ---------------------------------------------------------------------------

    def _gone(self) -> WorkersError:
        reason = f"the Dask scheduler at {self._address!r} is gone; start it and its workers again"
        return WorkersError(f"{reason}; {RESUME}")

    def _alone(self) -> WorkersError:
        told = f"of Dask at {self._address!r}"
        for worker, reason in self._unfit.items():
            return WorkersError(f"the others are gone, worker {worker} {told} {reason}; {RESUME}")
        reason = f"all workers {told} are gone; start some: dask worker {self._address}"
        return WorkersError(f"{reason}; {RESUME}")

    def _told(self, error: BaseException) -> BaseException:
        """Say in our words what Dask itself has to say; an error of the work is that."""
        if not type(error).__module__.startswith("distributed"):
            return error
        return self._dropped(" ".join(str(error).split()))

    def _dropped(self, reason: str) -> WorkersError:
        return WorkersError(f"Dask at {self._address!r} drops the work: {reason}; {RESUME}")


def _lacks(own: dict[str, str | None], its: dict[str, str | None]) -> str:
    """Say what keeps a process from the work: a package missing, or of another version.

    >>> own = {"jotto": "0.2.0", "python": "3.11.7", "distributed": "2026.1.0", "numpy": "2.1.0"}
    >>> _lacks(own, own | {"jotto": None})
    'has no jotto; install jotto 0.2.0 there'
    >>> _lacks(own, own | {"python": "3.12.1", "numpy": "2.4.0"})
    'has python 3.12.1; install python 3.11.7 there'
    """
    for package, numbers in ALIKE.items():
        one, other = own[package], its.get(package)
        if _start(one, numbers) != _start(other, numbers):
            has = f"{package} {other}" if other else f"no {package}"
            return f"has {has}; install {package} {one} there"
    return ""


def _start(version: str | None, numbers: int) -> list[str]:
    return version.split(".")[:numbers] if version else []
