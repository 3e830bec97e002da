"""Openings played by the workers of a real Dask scheduler, and what becomes of a bad one."""

import signal
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


@contextmanager
def scheduling():
    """Run a scheduler; yield it, and its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with running("dask_scheduler", "--host", "127.0.0.1", "--port", str(port)) as process:
        until = time.monotonic() + 30
        while not listening(port):
            assert time.monotonic() < until, "the scheduler does not start"
            time.sleep(0.1)
        yield process, f"tcp://127.0.0.1:{port}"


@pytest.fixture
def address():
    with scheduling() as (_, found):
        yield found


def worker(address, **more):
    return running("dask_worker", address, "--nthreads", "1", "--no-nanny", **more)


@contextmanager
def unfit(address, tmp_path):
    """Start a worker that finds all that is installed but jotto."""
    installed = Path(distributed.__file__).parents[1]
    folder = tmp_path / "without"
    folder.mkdir()
    for each in installed.iterdir():
        if "jotto" not in each.name and each.suffix != ".pth":
            (folder / each.name).symlink_to(each)
    with worker(address, cwd=folder, alone=["-S"]) as process:
        yield process


@pytest.fixture
def options(write):
    return [*FULL, str(write(*LIST)), "--only", ",".join(LIST[:300]), "--checkpoint", "kept"]


@pytest.fixture
def alone(jotto, options, tmp_path):
    """The bytes of one process."""
    assert jotto(*options, "--csv", "here.csv", "--processes", "1").status == 0
    return (tmp_path / "here.csv").read_bytes()


@contextmanager
def working(address, options, tmp_path):
    """Run on the workers of a scheduler, until some is done."""
    arguments = [*options, "--csv", "there.csv", "--dask", address]
    run = subprocess.Popen(
        [*PROGRAM, *arguments], cwd=tmp_path, env=environment(), stderr=subprocess.PIPE, text=True
    )
    try:
        done(tmp_path, 20)
        yield run
    finally:
        run.kill()
        run.communicate()


def done(tmp_path, number):
    """Wait until so much is done; return how much."""
    kept = tmp_path / "kept"
    until = time.monotonic() + 60
    while not kept.exists() or (found := kept.read_text().count("\n")) < number:
        assert time.monotonic() < until
        time.sleep(0.01)
    return found


def status(run):
    said = run.communicate(timeout=60)[1]
    return run.returncode, said


def joined(address, number):
    """Wait until the scheduler has so many workers."""
    with distributed.Client(address, set_as_default=False) as client:
        client.wait_for_workers(number, timeout=30)


def test_a_killed_worker_changes_nothing(alone, options, tmp_path, address):
    with worker(address) as first, worker(address), working(address, options, tmp_path) as run:
        first.kill()
        assert run.poll() is None, "it was not caught in the middle"
        assert status(run) == (0, "")
    assert (tmp_path / "there.csv").read_bytes() == alone


def test_an_interrupted_run_says_what_is_kept_and_no_more(options, tmp_path, address):
    with worker(address), working(address, options, tmp_path) as run:
        run.send_signal(signal.SIGINT)
        code, said = status(run)
    assert code == 130
    assert "of 300 openings are kept; --resume goes on" in said
    assert said.count("\n") == 1


def test_workers_come_and_go_and_one_without_the_package_is_given_nothing(
    alone, options, tmp_path, address
):
    with ExitStack() as stack:
        first = stack.enter_context(worker(address))
        run = stack.enter_context(working(address, options, tmp_path))
        first.send_signal(signal.SIGSTOP)  # or all may be done before the other is there
        stack.enter_context(unfit(address, tmp_path))
        joined(address, 2)
        first.send_signal(signal.SIGCONT)
        done(tmp_path, done(tmp_path, 0) + 40)  # more than what was handed out before
        first.kill()
        first.wait()
        assert run.poll() is None, "it was not caught in the middle"
        with worker(address):
            assert status(run) == (0, "")
    assert (tmp_path / "there.csv").read_bytes() == alone


def test_work_that_has_lost_all_its_workers_ends_and_goes_on_elsewhere(
    jotto, alone, options, tmp_path, address
):
    with (
        worker(address) as first,
        worker(address) as second,
        working(address, options, tmp_path) as run,
    ):
        first.kill()
        second.kill()
        assert run.poll() is None, "it was not caught in the middle"
        said = f"all workers of Dask at {address!r} are gone; start some: dask worker {address}"
        assert status(run) == (2, f"jotto: {said}; with --resume it goes on\n")
    assert done(tmp_path, 20) < 300
    assert jotto(*options, "--csv", "there.csv", "--processes", "1", "--resume").status == 0
    assert (tmp_path / "there.csv").read_bytes() == alone


def test_work_that_has_lost_its_scheduler_ends_and_goes_on_elsewhere(
    jotto, alone, options, tmp_path
):
    with ExitStack() as stack:
        scheduler, address = stack.enter_context(scheduling())
        stack.enter_context(worker(address))
        run = stack.enter_context(working(address, options, tmp_path))
        scheduler.kill()
        assert run.poll() is None, "it was not caught in the middle"
        said = f"the Dask scheduler at {address!r} is gone; start it and its workers again"
        assert status(run) == (2, f"jotto: {said}; with --resume it goes on\n")
    assert done(tmp_path, 20) < 300
    assert jotto(*options, "--csv", "there.csv", "--processes", "1", "--resume").status == 0
    assert (tmp_path / "there.csv").read_bytes() == alone


def test_a_scheduler_without_workers_is_named(jotto, write, address):
    ran = jotto(*FULL, write(*TEN), "--dask", address)
    assert (ran.status, ran.out) == (2, "")
    assert f"the Dask scheduler at {address!r} has no workers" in ran.err


def test_a_worker_without_the_package_is_named(jotto, write, tmp_path, address):
    with unfit(address, tmp_path):
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
