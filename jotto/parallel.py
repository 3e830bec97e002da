"""A parallel map: by processes of this machine, or by the workers of a Dask scheduler.

Results are the same for any number of workers; only their order differs.
"""

from __future__ import annotations

import asyncio
import importlib
import json
import logging
import multiprocessing
import os
import pickle
import platform
import signal
import sys
import time
import warnings
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor, as_completed
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from threading import Lock, Thread
from types import ModuleType
from typing import Any

from jotto.errors import FileError, WorkersError

Task = Callable[[Any, Any], Any]  # called with the shared data and an item
Portion = Sequence[Any]
Portions = Generator[tuple[Portion, list[Any]], None, None]

RESUME = "run again with --resume"
GONE = f"the Dask scheduler at {{0!r}} is gone; start it and its workers, and {RESUME}"
NO_WORKERS = "the Dask scheduler at {0!r} has no workers; start some: dask worker {0}"
DESERTED = f"all workers of Dask at {{0!r}} are gone; start some: dask worker {{0}}; {RESUME}"
SHUTDOWN = 2.0  # seconds that processes may take to end
TIMEOUT = 4.0  # seconds that a scheduler, and then its first worker, may take to appear
LOST = 20.0  # seconds to wait for a new worker when none is left
LOOK = 1.0  # seconds between two checks of the workers
POLL = 0.02  # seconds between two checks of the results
LOGGERS = ("distributed", "distributed.client", "tornado.application", "asyncio")  # used by Dask


def spread(
    task: Task,
    shared: Any,
    items: Sequence[Any],
    *,
    jobs: int = 1,
    client: Any = None,
    at_once: int = 8,
) -> Generator[tuple[Any, Any], None, None]:
    """Yield each item with its result as soon as it is done.

    ``task(shared, item)`` is a module-level function; ``shared`` is anything that can be pickled.
    The work is done in this process, by ``jobs`` processes, or by the workers of ``client``, a
    ``distributed.Client``; ``at_once`` items are sent at a time. Close the iterator to stop early.
    Raises WorkersError if the workers fail, and any exception of the task.

    >>> list(spread(lambda base, item: base + item, 10, [1, 2]))
    [(1, 11), (2, 12)]
    """
    if (client is None and jobs == 1) or not items:
        for item in items:
            yield item, task(shared, item)
        return
    try:
        call = pickle.dumps((task, shared))
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise WorkersError(f"this cannot be sent to other processes: {error}; use jobs=1") from None
    portions = [items[at : at + at_once] for at in range(0, len(items), at_once)]
    by = partial(_by_dask, client) if client is not None else partial(_by_processes, jobs)
    with closing(by(call, portions)) as work:
        for portion, results in work:
            yield from zip(portion, results, strict=True)


# The state of a worker.
_lock = Lock()
_current: tuple[bytes, Any, Any] = (b"", None, None)  # a pickled call, its task, its shared data
_own = b""  # the call that this process was started for


def run(call: bytes, portion: Portion) -> list[Any]:
    """Do a task for some items, in this process.

    The first item of a call is done by one thread while the others wait, because it fills caches
    and loads compiled functions.
    """
    global _current
    first, call = [], call or _own
    with _lock:
        if _current[0] != call:
            task, shared = pickle.loads(call)
            first = [task(shared, portion[0])]
            _current = call, task, shared
        _, task, shared = _current
    return [*first, *(task(shared, item) for item in portion[len(first) :])]


def default_jobs() -> int:
    """Return the number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


def _by_processes(jobs: int, call: bytes, portions: Sequence[Portion]) -> Portions:
    others = multiprocessing.active_children()
    spawn = multiprocessing.get_context("spawn")
    executor = ProcessPoolExecutor(jobs, spawn, initializer=_begin, initargs=(call,))
    main, blocked = sys.modules["__main__"], set()
    try:
        # processes start with SIGINT blocked; if this process ignored it, Ctrl-C would be lost
        if sys.platform != "win32":
            blocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        # and without running the main script again, unless the task is defined there: it must then
        # be guarded by if __name__ == "__main__"
        if b"__main__" not in call:
            sys.modules["__main__"] = ModuleType("__main__")
        try:
            futures = {executor.submit(run, b"", portion): portion for portion in portions}
        finally:
            sys.modules["__main__"] = main
            if sys.platform != "win32":
                signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
        for future in as_completed(futures):
            yield futures.pop(future), future.result()
    except BrokenExecutor:
        raise WorkersError(f"a worker process was killed; {RESUME}") from None
    finally:
        for child in multiprocessing.active_children():
            if child not in others:
                child.terminate()
        # wait for shutdown(), or semaphores leak; but in a thread, because it waits forever if a
        # process is terminated while it sends a long result
        shutdown = Thread(target=executor.shutdown, kwargs={"cancel_futures": True}, daemon=True)
        shutdown.start()
        shutdown.join(SHUTDOWN)


def _begin(call: bytes) -> None:
    """Ignore SIGINT, and exit when the parent process ends, even if it is killed."""
    global _own
    _own = call
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    assert parent is not None, "a worker process has a parent"

    def follow() -> None:
        parent.join()
        os._exit(1)

    Thread(target=follow, daemon=True).start()


@contextmanager
def connect(address: str | None = None, scheduler_file: Path | None = None) -> Iterator[Any]:
    """Connect to a Dask scheduler: yield a ``distributed.Client``, with a timeout of seconds.

    ``address`` is any address that Dask accepts. If it is None, the address is read from
    ``scheduler_file`` or from Dask's configuration (DASK_SCHEDULER_ADDRESS). Certificates are
    always read from Dask's configuration. Raises WorkersError, FileError.
    """
    try:
        import dask
        from distributed import Client
        from distributed.comm import connect as greet
        from distributed.security import Security
    except ImportError:
        raise WorkersError("--dask needs Dask's scheduler: pip install distributed") from None
    if scheduler_file:  # read here, because Client waits forever for a missing file
        try:
            address = str(json.loads(scheduler_file.read_text(encoding="utf-8"))["address"])
        except OSError as error:
            reason = f"it cannot be read: {error.strerror}"
            raise FileError("scheduler file", scheduler_file, reason) from None
        except (ValueError, KeyError, TypeError):
            raise FileError("scheduler file", scheduler_file, "it has no address") from None
    address = address or dask.config.get("scheduler-address", None)
    if not address:
        reason = "there is no address of a Dask scheduler: give it, or set DASK_SCHEDULER_ADDRESS"
        raise WorkersError(reason)
    for name in LOGGERS:  # errors are reported below, in one line
        logging.getLogger(name).setLevel(logging.CRITICAL)
    warnings.filterwarnings("ignore", module="distributed")

    async def greeted() -> None:  # Client waits forever for a server that accepts and is silent
        comm = await greet(address, TIMEOUT, **Security().get_connection_args("client"))
        await comm.close()

    try:
        asyncio.run(asyncio.wait_for(greeted(), TIMEOUT))
        client = Client(address, timeout=TIMEOUT, set_as_default=False)
    except Exception as error:  # Dask raises OSError, ValueError, CommClosedError, ssl errors, ..
        reason = f"no Dask scheduler answers at {address!r}; start one with: dask scheduler"
        raise WorkersError(reason) from error
    try:
        yield client
    finally:
        with suppress(Exception):  # the scheduler may be gone
            client.close(timeout=TIMEOUT)


def _by_dask(client: Any, call: bytes, portions: Sequence[Portion]) -> Portions:
    from distributed import as_completed

    def run_there(call: bytes, portion: Portion) -> list[Any]:
        from jotto.parallel import run  # imported here: the scheduler may have no jotto

        return run(call, portion)

    resource = _offer(client)
    one = {"resources": {resource: 1}, "pure": False}
    # a task's result, unlike scattered data, is computed again if its worker is killed
    shared = client.submit(bytes, call, **one)
    futures = client.map(run_there, [shared] * len(portions), portions, key="jotto", **one)
    portion_of = {future.key: portion for future, portion in zip(futures, portions, strict=True)}
    done = as_completed(futures, loop=client.loop, with_results=True, raise_errors=False)
    try:
        seen = looked = time.monotonic()
        while not done.is_empty():
            for future, result in done.next_batch(block=False):
                if future.status != "finished":
                    raise _failure(client, future.status, result)
                yield portion_of[future.key], result
                future.release()
            time.sleep(POLL)
            now = time.monotonic()
            if now - looked > LOOK:
                looked, seen = now, now if _fit(client, resource) else seen
            if now - seen > LOST:
                raise WorkersError(DESERTED.format(client.scheduler.address))
    finally:
        with suppress(Exception):  # the scheduler may be gone
            client.cancel([*futures, shared])


def _failure(client: Any, status: str, result: Any) -> Exception:
    """Return the exception that explains why a task was not done."""
    address = client.scheduler.address
    if client.status != "running":
        return WorkersError(GONE.format(address))
    error: Exception = result[1] if isinstance(result, tuple) else result
    if status == "error" and "distributed" not in type(error).__module__:
        return error  # raised by the task
    reason = " ".join(str(error).split()) or status
    return WorkersError(f"Dask at {address!r} dropped the work: {reason}; {RESUME}")


def _offer(client: Any) -> str:
    """Give a resource to the workers whose versions match, also to later ones; return its name."""
    from distributed import WorkerPlugin
    from distributed.core import Status

    def versions() -> dict[str, str]:
        found = {"jotto": "", "numpy": "", "python": ".".join(platform.python_version_tuple()[:2])}
        for package in ("jotto", "numpy"):
            with suppress(ImportError):
                found[package] = importlib.import_module(package).__version__
        return found | {"numpy": found["numpy"].partition(".")[0]}

    wanted, address = versions(), client.scheduler.address
    resource = "-".join(f"{name}-{version}" for name, version in wanted.items())

    class Offer(WorkerPlugin):  # type: ignore[misc]
        """Defined in a function so that it is pickled by value: a worker may have no jotto."""

        async def setup(self, worker: Any) -> None:
            for package, its in versions().items():
                if its != wanted[package]:
                    has = f"{package} {its}" if its else f"no {package}"
                    named = f"worker {worker.address} of Dask at {address!r} has {has}"
                    raise RuntimeError(f"{named}; install {package} {wanted[package]} there")
            if resource not in worker.state.total_resources:
                await worker.set_resources(**{resource: worker.state.nthreads})
                # waiting tasks are assigned when a worker joins, which is before it has plugins,
                # and when its status changes (github.com/dask/distributed/issues/6575)
                worker.status = Status.paused
                worker.status = Status.running

    unfit = DESERTED.format(address)
    try:
        client.wait_for_workers(1, timeout=TIMEOUT)
        client.register_plugin(Offer(), name=resource)
    except TimeoutError:
        raise WorkersError(NO_WORKERS.format(address)) from None
    except OSError:
        raise WorkersError(GONE.format(address)) from None
    except RuntimeError as error:  # from one worker; others may match
        unfit = str(error)
    if not _fit(client, resource):
        raise WorkersError(unfit)
    return resource


def _fit(client: Any, resource: str) -> bool:
    """Whether a worker has the resource; a scheduler that is gone is detected elsewhere."""
    try:
        workers = client.scheduler_info(n_workers=-1)["workers"].values()
    except (OSError, KeyError):
        return False
    return any(resource in worker["resources"] for worker in workers)
