"""Long work: a parallel map, and checkpoints from which an interrupted run is resumed.

The map is done by processes of this machine, or by the workers of a Dask scheduler. Results are the
same for any number of workers; only their order differs.

A checkpoint is a file of JSON lines: a header, then ``[stage, item, result, checksum]`` for each
result. Lines are only appended, in any order; an incomplete last line is dropped.
"""

from __future__ import annotations

import importlib
import json
import logging
import os
import pickle
import re
import signal
import sys
import time
import zlib
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent import futures  # which loads multiprocessing when processes are first needed
from contextlib import closing, contextmanager, suppress
from functools import cache, partial
from inspect import getsource
from io import BytesIO
from numbers import Integral
from pathlib import Path
from threading import Lock, Thread
from traceback import format_exc
from types import ModuleType
from typing import TYPE_CHECKING, Any, BinaryIO, TypeAlias

from jotto import files, stopping
from jotto.errors import FileError, JottoError, WorkersError, to_install

if TYPE_CHECKING:
    from distributed import Client

Workers: TypeAlias = "int | Client"  # processes of this machine, or the workers of Dask
Task = Callable[[Any, Any], Any]  # called with the shared data and an item
Items = Sequence[Any]
Outcomes = Generator[tuple[int, bytes], None, None]  # of a portion, by number: see attempt
Item = tuple[int, ...]
Valid = Callable[[str, Item, Any], bool]

GONE = "the Dask scheduler at {0!r} is gone; start it and its workers again"
WAITING = "waiting for workers of Dask with %s; Ctrl-C stops, and this starts one: dask worker %s"
ALONE = "this is done in one process: %s; %s does that without a note"
GUARD = '; a script can put what it does below if __name__ == "__main__"'
INSTALLED = {"site-packages", "dist-packages"}
NOT_OWN = {"jotto", "__main__", "__mp_main__"} | sys.stdlib_module_names
SHUTDOWN = 2.0  # seconds that processes may take to end
TIMEOUT = 4.0  # seconds that a scheduler may take to answer
LOOK = 4.0  # seconds between two checks of the workers
POLL = 0.02  # seconds between two checks of the results
log = logging.getLogger("jotto")
MARK = b'{"file": "checkpoint'  # how each begins
SYNC = 5.0  # seconds between two calls of fsync
LOGGERS = ("distributed", "distributed.client", "tornado.application", "asyncio")  # used by Dask


def spread(
    task: Task,
    shared: Any,
    items: Items,
    *,
    parallel: Workers | None = None,
    pays: bool = False,
    at_once: int = 8,
) -> Generator[tuple[Any, Any], None, None]:
    """Yield each item with its result as soon as it is done.

    ``task(shared, item)`` is a module-level function; ``shared`` is anything that can be pickled.
    The work is done as ``check`` says; None means in this process, or if that ``pays``, in one for
    each processor. Where those fail, this process does the rest, with a note. ``at_once`` items are
    sent at a time. Close the iterator to stop early. Raises WorkersError if the workers that were
    asked for fail, and any exception of the task.

    >>> list(spread(lambda base, item: base + item, 10, [1, 2]))
    [(1, 11), (2, 12)]
    """
    ours, parallel, failed = parallel is None, check(parallel), None
    workers = default_jobs() if ours and pays else parallel or 1
    left = dict(enumerate(items[at : at + at_once] for at in range(0, len(items), at_once)))
    if workers != 1 and items:
        try:
            with closing(_elsewhere(task, shared, left, workers)) as work:
                for number, outcome in work:
                    results = pickle.loads(outcome)
                    if isinstance(results, Exception):
                        left = {number: left[number]} | left  # first, to see if it fails here, too
                        raise results
                    yield from zip(left.pop(number), results, strict=True)
        except Exception as error:
            if not ours and getattr(error, "parameters", ()) == ("parallel",):
                raise WorkersError(f"{error}; use {in_one}") from None
            if not ours:
                raise
            failed = error
    for portion in left.values():
        for item in portion:
            yield item, task(shared, item)
        if failed:
            _note(" ".join(str(failed).split())[:300] or type(failed).__name__)
            failed = None


@cache  # once for all stages of a run
def _note(reason: str) -> None:
    log.warning(ALONE, reason, in_one)


MOST = 1 << 16  # processes
MOST_ON_WINDOWS = 61


def check(parallel: Workers | None) -> Workers | None:
    """Validate the ``parallel`` argument, which has this shape everywhere; return it.

    It is a number of processes, at least 1, or a ``distributed.Client`` that is connected and
    synchronous, whose workers do the work, or None: what pays. Raises WorkersError.

    >>> check(2)
    2
    """
    if type(parallel) is not bool and isinstance(parallel, Integral) and 0 < int(parallel) <= MOST:
        return int(parallel)
    if parallel is None:
        return None
    dask = sys.modules.get("distributed")  # imported, if there is a client
    if dask is None or not isinstance(parallel, dask.Client):
        shape = "a number of processes (1 or more), a distributed.Client, or None"
        raise WorkersError(f"parallel={parallel!r:.60} is not {shape}")
    if parallel.asynchronous:
        raise WorkersError("parallel: this Dask client is asynchronous; use Client(address)")
    if parallel.status != "running":
        raise WorkersError("parallel: this Dask client is closed; connect another: Client(address)")
    return parallel


# --- what is sent ----------------------------------------------------------------------------

in_one = "parallel=1"  # how to ask for one process; the command line has an option


def _elsewhere(task: Task, shared: Any, portions: Mapping[int, Items], workers: Any) -> Outcomes:
    if not isinstance(workers, int):
        return _by_dask(workers, _packed(task, shared)[0], portions)
    return _by_processes(workers, *_packed(task, shared, by_name=True), portions)


def _packed(task: Task, shared: Any, *, by_name: bool = False) -> tuple[bytes, bool]:
    """Return a pickled call, and whether it needs the main script. Raises WorkersError."""
    try:
        return _pickled((task, shared), by_name)
    except Exception as error:  # whatever an object raises
        reason = f": {error}"[:200]
        if isinstance(error, ImportError) and error.name == "cloudpickle":
            reason = " without cloudpickle, which is not installed"
    parts = shared if isinstance(shared, tuple) else (shared,)
    part = next((part for part in parts if not _can_be_pickled(part, by_name)), shared)
    with suppress(Exception):
        if by_name and _main_source() and pickle.dumps((task, shared)):
            reason += GUARD  # else it would go by name
    raise WorkersError(f"{part!r:.80} cannot be sent to processes{reason}").about("parallel")


def _pickled(value: Any, by_name: bool) -> tuple[bytes, bool]:
    """Pickle a value with its functions, or if cloudpickle cannot do that, ``by_name``.

    By name, those of the main script need it there, and only one with a guard can be imported. Each
    is loaded here to see that it can be: a function with a cache goes by name nevertheless.
    """
    try:
        pickled = _by_value(value)
        _WithoutMain(BytesIO(pickled)).load()
        return pickled, False
    except Exception:
        if by_name:
            with suppress(Exception):
                pickle.loads(pickled := pickle.dumps(value))
                needs_main = b"__main__" in pickled
                if not needs_main or _is_guarded():
                    return pickled, needs_main
        raise


def _by_value(value: Any) -> bytes:
    """Pickle a value with functions of modules that are not installed, as they are now.

    A worker may not have such a module, or not what the program has changed in it.
    """
    import cloudpickle

    with _registering:  # other threads may do the same
        known = cloudpickle.list_registry_pickle_by_value()
        modules = [m for name, m in [*sys.modules.items()] if name not in known and _is_own(m)]
        try:
            for module in modules:
                cloudpickle.register_pickle_by_value(module)
            return bytes(cloudpickle.dumps(value))
        finally:
            for module in modules:
                cloudpickle.unregister_pickle_by_value(module)


def _is_own(module: Any) -> bool:
    """Whether a module is of the program: not installed, of Python, or of this package."""
    with suppress(Exception):  # some are loaded by this, or are no modules
        name, path = module.__name__, Path(module.__file__)
        installed = name.partition(".")[0] in NOT_OWN or not INSTALLED.isdisjoint(path.parts)
        return sys.modules.get(name) is module and not installed
    return False


def _can_be_pickled(value: Any, by_name: bool) -> bool:
    with suppress(Exception):
        return bool(_pickled(value, by_name))
    return False


def _main_source() -> str:
    with suppress(OSError, TypeError):  # it is no file
        return getsource(sys.modules["__main__"])
    return ""


def _is_guarded() -> bool:
    """Whether other processes can import the main script without doing again what it does."""
    return bool(re.search(r"^if\b.*\b__name__\b", _main_source(), re.MULTILINE))


class _WithoutMain(pickle.Unpickler):
    """Load a value as a process does that has not imported the main script."""

    def find_class(self, module: str, name: str) -> Any:
        if module == "__main__":
            raise WorkersError(f"{name} is of the main script")
        return super().find_class(module, name)


# --- workers ---------------------------------------------------------------------------------

# The state of a worker.
_lock = Lock()
_starting, _registering = Lock(), Lock()
_current: tuple[bytes, Any, Any] = (b"", None, None)  # a pickled call, its task, its shared data
_own = b""  # the call that this process was started for


def attempt(call: bytes, portion: Items) -> bytes:
    """Do a task for some items, in this process; return the pickled results, or the exception.

    So both may be of classes that only the main script has, and Dask prints no exception itself.
    """
    outcome: Any
    try:
        outcome = run(call, portion)
    except Exception as error:
        outcome = error
        if not isinstance(error, JottoError):
            error.add_note(f"In a worker: {format_exc()}")
    try:
        return _pickled(outcome, by_name=True)[0]
    except Exception as error:
        told = outcome if isinstance(outcome, Exception) else error
        reason = f"a worker cannot send back {type(told).__name__}: {told}"[:200]
        return pickle.dumps(WorkersError(reason).about("parallel"))


def run(call: bytes, portion: Items) -> list[Any]:
    """Do a task for some items, in this process.

    The first item of a call is done by one thread while the others wait, because it fills caches
    and loads compiled functions.
    """
    global _current
    first, call = [], call or _own
    with _lock:
        if _current[0] != call:
            try:
                task, shared = pickle.loads(call)
            except ModuleNotFoundError as error:
                lacks = f"a worker has no module {error.name!r}; install it there"
                raise WorkersError(lacks).about("parallel") from None
            except Exception as error:
                reason = f"a worker cannot load what it was sent: {error}"[:200]
                raise WorkersError(reason).about("parallel") from None
            first = [task(shared, portion[0])]
            _current = call, task, shared
        _, task, shared = _current
    return [*first, *(task(shared, item) for item in portion[len(first) :])]


def default_jobs() -> int:
    """Return the number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


def _by_processes(
    jobs: int, call: bytes, needs_main: bool, portions: Mapping[int, Items]
) -> Outcomes:
    import multiprocessing

    children, begun = list[Any](), False
    spawn = multiprocessing.get_context("spawn")
    given = call, files.code_folders
    jobs = min(jobs, len(portions), MOST_ON_WINDOWS if sys.platform == "win32" else MOST)
    try:
        executor = futures.ProcessPoolExecutor(jobs, spawn, initializer=_begin, initargs=given)
    except Exception as error:  # there are no semaphores
        raise _unstarted(error) from None
    try:
        try:
            number_of = _submit(executor, children, portions, needs_main)
        except Exception as error:  # no memory, or this process may not have children
            raise _unstarted(error) from None
        while number_of:
            stopping.check()
            for future in futures.wait(number_of, stopping.OFTEN, futures.FIRST_COMPLETED).done:
                outcome, begun = future.result(), True
                yield number_of.pop(future), outcome
    except futures.BrokenExecutor:
        if not begun:
            raise _unstarted("they ended, or were killed") from None
        raise WorkersError("a worker process was killed", begun=True) from None
    finally:
        for child in children:
            child.terminate()
        # wait for shutdown(), or semaphores leak; but in a thread, because it waits forever if a
        # process is terminated while it sends a long result
        shutdown = Thread(target=executor.shutdown, kwargs={"cancel_futures": True}, daemon=True)
        shutdown.start()
        shutdown.join(SHUTDOWN)


def _unstarted(error: object) -> WorkersError:
    reason = f"processes cannot work here: {error or type(error).__name__}"
    return WorkersError(reason).about("parallel")


def _submit(
    executor: Any, children: list[Any], portions: Mapping[int, Items], needs_main: bool
) -> dict[Any, int]:
    """Start processes, and hand in all portions; return the number of each future."""
    from multiprocessing import active_children

    with _starting:  # other threads may do the same
        main, others, blocked = sys.modules["__main__"], active_children(), set()
        # processes start with SIGINT blocked; if this process ignored it, Ctrl-C would be lost
        if sys.platform != "win32":
            blocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            if not needs_main:  # or they would run it again, perhaps to this point
                sys.modules["__main__"] = ModuleType("__main__")
            return {executor.submit(attempt, b"", items): n for n, items in portions.items()}
        finally:
            children += [child for child in active_children() if child not in others]
            sys.modules["__main__"] = main
            if sys.platform != "win32":
                signal.pthread_sigmask(signal.SIG_SETMASK, blocked)


def _begin(call: bytes, code_folders: list[str]) -> None:
    """Ignore SIGINT, and exit when the parent process ends, even if it is killed."""
    global _own
    _own, sys.path[:0] = call, code_folders
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent(partial(os._exit, 1))


def end_with_parent(end: Callable[[], object]) -> None:
    """Call ``end()`` when the process that began this one ends; do nothing if there is none."""
    from multiprocessing import parent_process

    def follow(parent: Any) -> None:
        parent.join()
        end()

    if parent := parent_process():
        Thread(target=follow, args=(parent,), daemon=True).start()


@contextmanager
def connect(address: str | None = None, scheduler_file: Path | None = None) -> Iterator[Any]:
    """Connect to a Dask scheduler: yield a ``distributed.Client``, with a timeout of seconds.

    ``address`` is any address that Dask accepts. If it is None, the address is read from
    ``scheduler_file`` or from Dask's configuration (DASK_SCHEDULER_ADDRESS). Certificates are
    always read from Dask's configuration. Raises WorkersError, FileError.
    """
    import asyncio
    import warnings

    try:
        import dask
        from distributed import Client
        from distributed.comm import connect as greet
        from distributed.security import Security
    except ImportError:
        raise WorkersError(f"a cluster needs Dask: {to_install('dask')}") from None
    if scheduler_file:  # read here, because Client waits forever for a missing file
        with files.refusing("scheduler file", scheduler_file, "it cannot be read: "):
            text = files.contents(Path(scheduler_file))
        try:
            address = str(files.from_json(text)["address"])
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
        if isinstance(error, TypeError):  # of Dask: there is no ssl_context
            named = "distributed.comm.tls: ca-file, client.cert, client.key"
            reason = f"{address!r} needs certificates; Dask's configuration names none ({named})"
        raise WorkersError(reason) from error
    try:
        yield client
    finally:
        with suppress(Exception):  # the scheduler may be gone
            client.close(timeout=TIMEOUT)


def _by_dask(client: Any, call: bytes, portions: Mapping[int, Items]) -> Outcomes:
    import distributed

    def attempt_there(call: bytes, portion: Items) -> bytes:
        from jotto.parallel import attempt  # imported here: the scheduler may have no jotto

        return attempt(call, portion)

    resource = _offer(client)
    one = {"resources": {resource: 1}, "pure": False}
    # a task's result, unlike scattered data, is computed again if its worker is killed
    shared = client.submit(bytes, call, **one)
    given = [shared] * len(portions), [*portions.values()]
    tasks = client.map(attempt_there, *given, key="jotto", **one)
    number_of = {task.key: number for task, number in zip(tasks, portions, strict=True)}
    done = distributed.as_completed(tasks, loop=client.loop, with_results=True, raise_errors=False)
    try:
        looked, waiting = time.monotonic(), False
        while not done.is_empty():
            stopping.check()
            for future, result in done.next_batch(block=False):
                if not isinstance(result, bytes):  # its worker may be lost since, and its status
                    raise _failure(client, future.status, result)
                yield number_of[future.key], result
                future.release()
                waiting = False
            time.sleep(POLL)
            if time.monotonic() - looked > LOOK:
                looked, waited, waiting = time.monotonic(), waiting, not _fit(client, resource)
                if waiting and not waited:
                    log.warning(WAITING, resource.replace("-", " "), client.scheduler.address)
    finally:
        with suppress(Exception):  # the scheduler may be gone
            client.cancel([*tasks, shared])


def _failure(client: Any, status: str, result: Any) -> Exception:
    """Return the exception that explains why a task was not done."""
    address = client.scheduler.address
    if client.status != "running":
        return WorkersError(GONE.format(address), begun=True)
    error: Exception = result[1] if isinstance(result, tuple) else result
    if type(error).__name__ == "NoValidWorkerError":
        reason = f"Dask at {address!r} had no fit worker for its scheduler's no-workers-timeout"
        return WorkersError(reason, begun=True)
    if status == "error" and "distributed" not in type(error).__module__:
        return error  # raised by the task
    reason = " ".join(str(error).split())[:200] or status  # some quote the whole work
    return WorkersError(f"Dask at {address!r} dropped the work: {reason}", begun=True)


def _offer(client: Any) -> str:
    """Give a resource to the workers whose versions match, also to later ones; return its name."""
    from distributed import WorkerPlugin
    from distributed.core import Status

    def versions() -> dict[str, str]:
        found = {"jotto": "", "numpy": "", "python": "{}.{}".format(*sys.version_info)}
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

    try:
        client.register_plugin(Offer(), name=resource)
    except OSError:
        raise WorkersError(GONE.format(address), begun=True) from None
    except RuntimeError as error:  # from one worker; others may match
        if not _fit(client, resource):
            raise WorkersError(str(error)) from None
    return resource


def _fit(client: Any, resource: str) -> bool:
    """Whether a worker has the resource; a scheduler that is gone is detected elsewhere."""
    try:
        workers = client.scheduler_info(n_workers=-1)["workers"].values()
    except (OSError, KeyError):
        return False
    return any(resource in worker["resources"] for worker in workers)


# --- checkpoints -----------------------------------------------------------------------------


def empty_checkpoint(path: Path) -> None:
    """Empty a checkpoint, so that its run starts again. Raises FileError for any other file."""
    with suppress(OSError), path.open("r+b") as file:  # that it cannot be written is logged later
        if not MARK.startswith(file.read(len(MARK))):
            raise FileError("checkpoint", path, "it is another file; name a new one")
        file.truncate(0)


def with_checksum(header: Mapping[str, Any], line: list[Any]) -> list[Any]:
    """Return a line of a checkpoint with the CRC-32 of header and line, in hexadecimal digits."""
    return [*line, f"{zlib.crc32(json.dumps([header, line]).encode()):08x}"]


class Checkpoint:
    """The results of a run, written to a file as they are appended.

    ``done`` maps (stage, item) to the result. Without a ``path``, or with ``writes=False``, nothing
    is written.
    ``header["file"]`` names the kind of file; the other fields of ``header`` identify the run. If
    the file exists, the run continues from the results in it, each checked by ``valid(stage, item,
    result)``. If it cannot be written, that is logged once. Raises FileError if the file is not a
    checkpoint of this run, or is damaged.
    """

    def __init__(
        self,
        path: str | Path | None,
        header: Mapping[str, Any],
        valid: Valid,
        *,
        writes: bool = True,
    ) -> None:
        self.done: dict[tuple[str, Item], Any] = {}
        self._header = header
        self._file: BinaryIO | None = None
        self._synced = time.monotonic()
        if path is None:
            return
        path = Path(path)
        with files.refusing("checkpoint", path, "it cannot be read: "):
            size = self._read(path, header, valid) if path.is_file() and path.stat().st_size else 0
        if not writes:
            return
        try:
            self._file = path.open("ab")
            self._file.truncate(size)
        except OSError as error:
            self._fail(error)
        if not size:
            self._write(header)

    def append(self, stage: str, item: Item, result: Any) -> None:
        """Add a result, which consists of lists and integers."""
        self.done[stage, item] = result
        self._write(with_checksum(self._header, [stage, item, result]))

    def close(self) -> None:
        """Close the file."""
        with suppress(OSError):  # a full disk, which was logged
            if self._file is not None:
                self._file.close()

    def _write(self, line: Any) -> None:
        if self._file is None:
            return
        try:
            self._file.write(json.dumps(line).encode() + b"\n")
            self._file.flush()
            if time.monotonic() - self._synced > SYNC:
                os.fsync(self._file.fileno())
                self._synced = time.monotonic()
        except OSError as error:
            self._fail(error)

    def _fail(self, error: OSError) -> None:
        self.close()
        self._file = None
        log.warning("the checkpoint could not be written: %s", error.strerror or error)

    def _read(self, path: Path, header: Mapping[str, Any], valid: Valid) -> int:
        """Read the results; return the size of the complete lines in bytes."""
        refused, its = partial(FileError, "checkpoint", path), None
        with files.refusing("checkpoint", path, "it cannot be read: "):
            content = path.read_bytes()
        first, *lines = content.split(b"\n")[:-1] or [b""]
        with suppress(ValueError):
            its = files.from_json(first)
        if not isinstance(its, dict) or its.get("file") != header["file"]:
            raise refused(f"it is no {header['file']}")
        others = " and ".join(f"another {name}" for name in header if its.get(name) != header[name])
        if others:
            raise refused(f"it belongs to a run with {others}")
        for number, line in enumerate(lines, start=2):
            try:
                *written, _ = whole = files.from_json(line)
                stage, item, result = written
                right = whole == with_checksum(header, written)
                if not (right and valid(stage, tuple(item), result)):
                    raise ValueError
            except (ValueError, TypeError):
                raise refused("it is damaged", number) from None
            self.done[stage, tuple(item)] = result
        return sum(len(line) + 1 for line in (first, *lines))
