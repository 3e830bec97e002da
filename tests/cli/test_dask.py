"""Openings played by the workers of a real Dask scheduler, and what becomes of a bad one."""

import socket
import subprocess
import sys
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Thread

import pytest
from lists import TEN
from terminal import PROGRAM, environment

from jotto.games.words import shipped_words

distributed = pytest.importorskip("distributed", reason="needs Dask: pip install -e '.[dask]'")

LIST = shipped_words()[::3]
FULL = "openings", "--full", "--words"


@contextmanager
def running(*arguments, cwd=None, alone=()):
    """Run a part of Dask, without its web page."""
    command = [sys.executable, *alone, "-m", "distributed.cli." + arguments[0], *arguments[1:]]
    process = subprocess.Popen(
        [*command, "--no-dashboard"], stderr=subprocess.DEVNULL, env=environment(), cwd=cwd
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def listening(port):
    with socket.socket() as caller:
        return caller.connect_ex(("127.0.0.1", port)) == 0


@pytest.fixture
def address():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with running("dask_scheduler", "--host", "127.0.0.1", "--port", str(port)):
        until = time.monotonic() + 30
        while not listening(port):
            assert time.monotonic() < until, "the scheduler does not start"
            time.sleep(0.1)
        yield f"tcp://127.0.0.1:{port}"


def worker(address, **more):
    return running("dask_worker", address, "--nthreads", "1", "--no-nanny", **more)


def test_a_killed_worker_changes_nothing(jotto, write, tmp_path, address):
    options = (*FULL, write(*LIST), "--only", ",".join(LIST[:300]))
    assert jotto(*options, "--csv", "here.csv", "--processes", "1").status == 0
    more = "--csv", "there.csv", "--dask", address, "--checkpoint", "kept"
    with worker(address) as first, worker(address):
        run = subprocess.Popen(
            [*PROGRAM, *map(str, [*options, *more])],
            cwd=tmp_path,
            env=environment(),
        )
        kept = tmp_path / "kept"
        until = time.monotonic() + 60
        while not kept.exists() or kept.read_text().count("\n") < 20:
            assert time.monotonic() < until
            time.sleep(0.01)
        first.kill()
        assert run.poll() is None, "it was not caught in the middle"
        assert run.wait(60) == 0
    assert (tmp_path / "here.csv").read_bytes() == (tmp_path / "there.csv").read_bytes()


def test_a_scheduler_without_workers_is_named(jotto, write, address):
    ran = jotto(*FULL, write(*TEN), "--dask", address)
    assert (ran.status, ran.out) == (2, "")
    assert f"the Dask scheduler at {address!r} has no workers" in ran.err


def test_a_worker_without_the_package_is_named(jotto, write, tmp_path, address):
    """A worker that finds all that is installed but jotto."""
    installed = Path(distributed.__file__).parents[1]
    folder = tmp_path / "without"
    folder.mkdir()
    for each in installed.iterdir():
        if "jotto" not in each.name and each.suffix != ".pth":
            (folder / each.name).symlink_to(each)
    with worker(address, cwd=folder, alone=["-S"]):
        ran = jotto(*FULL, write(*TEN), "--dask", address)
    assert (ran.status, ran.out) == (2, "")
    assert f"of Dask at {address!r} has no jotto; install jotto" in ran.err
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize("kind", ["refusing", "silent", "rude", "nonsense"])
def test_an_address_where_no_scheduler_answers_is_named_within_ten_seconds(jotto, write, kind):
    with ExitStack() as stack:
        port = stack.enter_context(socket.socket())
        port.bind(("127.0.0.1", 0))
        if kind != "refusing":
            port.listen()
        address = f"tcp://127.0.0.1:{port.getsockname()[1]}" if kind != "nonsense" else "a b"
        if kind == "rude":
            Thread(target=lambda: port.accept()[0].close()).start()
        start = time.monotonic()
        ran = jotto(*FULL, write(*TEN), "--dask", address)
    assert time.monotonic() - start < 10
    assert (ran.status, ran.out) == (2, "")
    assert f"no Dask scheduler answers at {address!r}" in ran.err
    assert ran.err.count("\n") == 1
