"""Openings on the workers of real Dask clusters, and failures of schedulers and workers."""

import asyncio
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Thread

import pytest
from lists import TEN
from serving import free_port
from terminal import PROGRAM, SLOW, environment, lines_in, run, start

import jotto as public
from jotto.errors import FileError, WorkersError
from jotto.games.words import shipped_words
from jotto.parallel import connect

distributed = pytest.importorskip("distributed", reason="needs Dask: pip install -e '.[dask]'")

LIST = shipped_words()[::3]
FULL = "openings", "--full", "--words"
CHOSEN = "--only", ",".join(LIST[:300])


@contextmanager
def running(command, *arguments, **more):
    """Run a scheduler or worker of Dask, without its dashboard."""
    command = [sys.executable, "-m", f"distributed.cli.{command}", *arguments, "--no-dashboard"]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL, **more)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


@contextmanager
def scheduling(**more):
    """Run a scheduler; yield its process and its address."""
    port = str(free_port())
    given = "dask_scheduler", "--host", "127.0.0.1", "--port", port
    with running(*given, env=environment(**more)) as process:
        address = f"tcp://127.0.0.1:{port}"
        distributed.Client(address, timeout=60, set_as_default=False).close()  # it listens
        yield process, address


@pytest.fixture
def address():
    with scheduling() as (_, found):
        yield found


def worker(address, threads=1, **more):
    arguments = "--nthreads", str(threads), "--no-nanny"
    return running("dask_worker", address, *arguments, env=environment(), **more)


@contextmanager
def unfit(address, tmp_path):
    """Start a worker that cannot import jotto."""
    folder = tmp_path / "without"
    folder.mkdir()
    (folder / "jotto.py").write_text("raise ModuleNotFoundError(name='jotto')")
    with worker(address, cwd=folder) as process:
        joined(address, 1)
        yield process


@pytest.fixture
def options(write):
    return [*FULL, str(write(*LIST)), *CHOSEN, "--checkpoint", "kept", "--csv", "there"]


@contextmanager
def working(address, options, tmp_path, begun=20):
    """Start a run on the workers of a scheduler; wait until ``begun`` lines are kept."""
    own = {"cwd": tmp_path, "env": environment(), "stdout": subprocess.DEVNULL}
    child = start(*PROGRAM, *options, "--dask", address, **own)
    try:
        done(tmp_path, begun)
        yield child
    finally:
        child.kill()
        child.communicate()


def done(tmp_path, number):
    """Wait until the checkpoint has ``number`` lines; return how many it has."""
    return lines_in(tmp_path / "kept", number)


def status(child):
    said = child.communicate(timeout=60)[1]
    return child.returncode, said.replace(SLOW, "")


def joined(address, number):
    """Wait until the scheduler has ``number`` workers."""
    with distributed.Client(address, set_as_default=False) as client:
        client.wait_for_workers(number, timeout=60)


def test_an_interrupted_run_says_what_is_kept_and_no_more(options, tmp_path, address):
    with worker(address), working(address, options, tmp_path) as run:
        run.send_signal(signal.SIGINT)
        code, said = status(run)
    assert code == 130
    assert "of 300 openings are done; run again with --resume" in said
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    ("given", "words", "result", "most"),
    [
        (["openings", "--full", *CHOSEN], LIST, "--csv", 300),
        (["tree", "--exact"], random.Random(1).sample(LIST, 400), "-o", 400),
    ],
    ids=["openings", "proof"],
)
def test_work_waits_for_fit_workers_and_goes_on_elsewhere_if_it_has_lost_them_or_its_scheduler(
    given, words, result, most, jotto, write, tmp_path
):
    given = [*given, "--words", str(write(*words))]
    assert jotto(*given, "--jobs", "1", result, "here").status == 0
    given += "--checkpoint", "kept", result, "there"
    with ExitStack() as stack:
        scheduler, address = stack.enter_context(scheduling())
        run = stack.enter_context(working(address, given, tmp_path, begun=0))
        told = f"jotto: waiting for workers of Dask with jotto {public.__version__}"
        assert next(line for line in run.stderr if line != SLOW).startswith(told)
        stack.enter_context(unfit(address, tmp_path))
        with worker(address) as first:
            done(tmp_path, 20)
            first.kill()
            assert run.poll() is None, "it was not caught in the middle"
            assert f"dask worker {address}" in run.stderr.readline()
        before = done(tmp_path, 20)
        stack.enter_context(worker(address))
        done(tmp_path, before + 20)
        scheduler.kill()
        assert run.poll() is None, "it was not caught in the middle"
        code, said = status(run)
        gone = f"the Dask scheduler at {address!r} is gone; start it and its workers again"
        assert (code, said.splitlines()[-1]) == (2, f"jotto: {gone}; run again with --resume")
    assert done(tmp_path, 20) < most
    assert jotto(*given, "--jobs", "2", "--resume").status == 0
    assert (tmp_path / "there").read_bytes() == (tmp_path / "here").read_bytes()


def test_a_proof_by_four_threads_of_a_worker_is_the_same(jotto, write, address, tmp_path):
    exact = "tree", "--exact", "--words", str(write(*random.Random(2).sample(LIST, 200)))
    assert jotto(*exact, "--jobs", "1", "-o", "here.json").status == 0
    with worker(address, threads=4):
        assert jotto(*exact, "--dask", address, "-o", "there.json").status == 0
    assert (tmp_path / "there.json").read_bytes() == (tmp_path / "here.json").read_bytes()


def test_a_scheduler_is_found_in_every_way_that_dask_names_it(jotto, write, tmp_path, address):
    (tmp_path / "scheduler.json").write_text(f'{{"address": "{address}"}}')
    variable = {"DASK_SCHEDULER_ADDRESS": address}
    with worker(address):
        joined(address, 1)
        for dask, variables in [
            (["--dask", address.removeprefix("tcp://")], {}),
            (["--dask", ""], variable),
            (["--dask-scheduler-file", "scheduler.json"], {}),
        ]:
            ran = jotto(*FULL, write(*TEN), *dask, "--csv", "out.csv", **variables)
            assert (ran.status, ran.err) == (0, ""), dask
            assert (tmp_path / "out.csv").read_text().count("\n") == 11


def test_functions_go_by_value_and_what_fails_is_told_in_one_line(jotto, write, tmp_path, address):
    """A worker has no such files: functions are sent, and what has to be imported is refused."""
    cached = "from functools import cache\n@cache\ndef place(): return 0\n"
    (tmp_path / "kept.py").write_text(f"{cached}def first(at): return at.candidates[place()]\n")
    shutil.copy(Path(__file__).parents[2] / "docs" / "mine.py", tmp_path)
    given = [*FULL, write(*TEN), "--csv", "out.csv", "--dask", address, "--strategy"]
    (tmp_path / "elsewhere").mkdir()
    with worker(address, cwd=tmp_path / "elsewhere"):
        joined(address, 1)
        for strategy in ("mine:squares", "mine:common"):
            ran = jotto(*given, strategy)
            assert (ran.status, ran.err) == (0, "")
        lacking = jotto(*given, "kept:first")
    why = "a worker has no module 'kept'; install it there; use --processes 1"
    assert (lacking.status, lacking.err) == (2, f"jotto: {why}\n")


@pytest.mark.parametrize("text", ["{}", "no", "[" * 9000], ids=["empty", "no JSON", "nested"])
def test_a_scheduler_file_that_names_none_is_refused(tmp_path, text):
    path = tmp_path / "none.json"
    path.write_text(text)
    with pytest.raises(FileError, match=r"none\.json' has no address"), connect(None, path):
        pass


def test_a_scheduler_that_waits_no_longer_for_workers_ends_the_work(jotto, write):
    patience = {"DASK_DISTRIBUTED__SCHEDULER__NO_WORKERS_TIMEOUT": "1s"}
    with scheduling(**patience) as (_, address):
        ran = jotto(*FULL, write(*TEN), "--dask", address)
    assert (ran.status, ran.out) == (2, "")
    said = f"Dask at {address!r} had no fit worker for its scheduler's no-workers-timeout"
    assert ran.err == f"jotto: {said}; run again with --resume\n"


def test_a_client_that_is_closed_or_asynchronous_is_refused(address):
    game = public.words(LIST[::10])
    with distributed.Client(address, set_as_default=False) as client:
        pass
    with pytest.raises(WorkersError, match="parallel: this Dask client is closed"):
        public.openings(game, parallel=client)

    async def asynchronous():
        async with distributed.Client(address, asynchronous=True) as client:
            with pytest.raises(WorkersError, match="parallel: this Dask client is asynchronous"):
                public.solve(game, parallel=client)
            return await asyncio.to_thread(public.openings, game, parallel=client)

    with worker(address):
        assert asyncio.run(asynchronous()) == public.openings(game, parallel=1)


def test_a_worker_without_the_package_is_named(jotto, write, tmp_path, address):
    with unfit(address, tmp_path):
        ran = jotto(*FULL, write(*TEN), "--dask", address)
    assert (ran.status, ran.out) == (2, "")
    assert f"of Dask at {address!r} has no jotto; install jotto" in ran.err
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize("kind", ["silent", "rude", "nonsense"])
def test_an_address_where_no_scheduler_answers_is_named(kind, monkeypatch):
    """Dask alone waits forever for a server that accepts and is silent."""
    monkeypatch.setattr("jotto.parallel.TIMEOUT", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}" if kind != "nonsense" else "a b"
        if kind == "rude":
            Thread(target=lambda: server.accept()[0].close()).start()
        said = f"no Dask scheduler answers at {address!r}; start one"
        with pytest.raises(WorkersError, match=said), connect(address):
            pass


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["--dask", "tcp://127.0.0.1:1"], "no Dask scheduler answers at 'tcp://127.0.0.1:1'"),
        (["--dask", "tls://127.0.0.1:1"], "needs certificates; Dask's configuration names none"),
        (["--dask-scheduler-file", "no.json"], "'no.json' cannot be read: No such file"),
    ],
)
def test_a_cluster_that_cannot_be_used_is_told_in_one_line(jotto, write, given, said):
    line = jotto(*FULL, write(*TEN), *given).refusal
    assert said in line
    assert given[1] in line


PAGE = (Path(__file__).parents[2] / "docs" / "clusters.md").read_text("utf-8")


def test_the_page_about_clusters_shows_what_one_machine_can_run(tmp_path):
    script, *others = re.findall(r"```py\n(.*?)```", PAGE, re.S)
    (tmp_path / "script.py").write_text(script)
    ran = run(sys.executable, "script.py", cwd=tmp_path)
    shown = "Opening('claim': mean 2.2500, worst 3, 1.500 bits)\nTree('claim', 4 secrets, proved)\n"
    assert ran.out == shown, ran.err
    for source in others:  # what queues and containers need
        compile(source, "clusters.md", "exec")


@pytest.mark.skipif(not shutil.which("openssl"), reason="needs openssl to make a certificate")
def test_the_page_about_clusters_shows_how_to_encrypt(write, tmp_path):
    write(*TEN).rename(tmp_path / "words.txt")
    variables = environment()
    variables["PATH"] = f"{Path(sys.executable).parent}:{variables['PATH']}"
    script = re.search(r"```bash\n(.*?)```", PAGE, re.S)[1].replace("8786", str(free_port()))
    more = {"cwd": tmp_path, "env": variables, "start_new_session": True}
    command = ["sh", "-c", f"({script}) > shown 2> /dev/null"]
    with subprocess.Popen(command, **more) as process:
        try:
            assert process.wait(60) == 0
        finally:  # the scheduler and its worker
            os.killpg(process.pid, signal.SIGKILL)
    shown = (tmp_path / "shown").read_text().splitlines()[2:]
    assert sorted(line.split()[0] for line in shown) == sorted(TEN)
