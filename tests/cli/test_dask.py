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
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Thread, Timer

import pytest
from lists import TEN
from serving import free_port
from terminal import PROGRAM, SLOW, environment, lines_in, run, start

import jotto as public
from jotto.errors import WorkersError
from jotto.games.words import shipped_words

distributed = pytest.importorskip("distributed", reason="needs Dask: pip install -e '.[dask]'")

LIST = shipped_words()[::3]
FULL = "openings", "--full", "--words"
CHOSEN = "--only", ",".join(LIST[:300])


@contextmanager
def running(*arguments, cwd=None, alone=(), **more):
    """Run a scheduler or worker of Dask, without its dashboard."""
    command = [sys.executable, *alone, "-m", "distributed.cli." + arguments[0], *arguments[1:]]
    process = subprocess.Popen(
        [*command, "--no-dashboard"], stderr=subprocess.DEVNULL, env=environment(**more), cwd=cwd
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
def scheduling(*secured, protocol="tcp", **more):
    """Run a scheduler; yield its process and its address."""
    port = free_port()
    host = "--host", "127.0.0.1", "--port", str(port), "--protocol", protocol
    with running("dask_scheduler", *host, *secured, **more) as process:
        until = time.monotonic() + 30
        while not listening(port):
            assert time.monotonic() < until, "the scheduler does not start"
            time.sleep(0.1)
        yield process, f"{protocol}://127.0.0.1:{port}"


@pytest.fixture
def address():
    with scheduling() as (_, found):
        yield found


def worker(address, *secured, threads=1, **more):
    arguments = "--nthreads", str(threads), "--no-nanny", *secured
    return running("dask_worker", address, *arguments, **more)


@contextmanager
def unfit(address, tmp_path, *secured):
    """Start a worker that can import every installed package except jotto."""
    installed = Path(distributed.__file__).parents[1]
    folder = tmp_path / "without"
    folder.mkdir()
    for each in installed.iterdir():
        if "jotto" not in each.name and each.suffix != ".pth":
            (folder / each.name).symlink_to(each)
    with worker(address, *secured, cwd=folder, alone=["-S"]) as process:
        yield process


@pytest.fixture
def options(write):
    return [*FULL, str(write(*LIST)), *CHOSEN, "--checkpoint", "kept", "--csv", "there.csv"]


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    """The CSV file written by a run with one process."""
    folder = tmp_path_factory.mktemp("alone")
    (folder / "words").write_text("".join(f"{word}\n" for word in LIST), "utf-8")
    here = [*FULL, "words", *CHOSEN, "--csv", "here.csv", "--processes", "1"]
    subprocess.run([*PROGRAM, *here], cwd=folder, env=environment(), check=True)
    return (folder / "here.csv").read_bytes()


@contextmanager
def working(address, options, tmp_path, begun=20, **more):
    """Start a run on the workers of a scheduler; wait until ``begun`` lines are kept."""
    own = {"cwd": tmp_path, "env": environment(**more), "stdout": subprocess.DEVNULL}
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


def joined(address, number, security=None):
    """Wait until the scheduler has ``number`` workers."""
    with distributed.Client(address, set_as_default=False, security=security) as client:
        client.wait_for_workers(number, timeout=60)


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
    assert "of 300 openings are done; run again with --resume" in said
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
            code, told = status(run)
    assert (code, told.count("\n")) == (0, told.count("waiting for workers"))
    assert (tmp_path / "there.csv").read_bytes() == alone


def test_work_waits_for_workers_and_again_when_all_are_lost(alone, options, tmp_path, address):
    with working(address, options, tmp_path, begun=0) as run:
        told = f"jotto: waiting for workers of Dask with jotto {public.__version__}"
        assert next(line for line in run.stderr if line != SLOW).startswith(told)
        with worker(address) as first:
            done(tmp_path, 20)
            first.kill()
            assert run.poll() is None, "it was not caught in the middle"
            assert f"dask worker {address}" in run.stderr.readline()
        assert done(tmp_path, 20) < 300
        with worker(address):
            assert status(run) == (0, "")
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
        assert status(run) == (2, f"jotto: {said}; run again with --resume\n")
    assert done(tmp_path, 20) < 300
    assert jotto(*options, "--processes", "1", "--resume").status == 0
    assert (tmp_path / "there.csv").read_bytes() == alone


def test_a_proof_that_has_lost_its_scheduler_goes_on_elsewhere_to_the_same_tree(
    jotto, write, tmp_path
):
    exact = "tree", "--exact", "--words", str(write(*random.Random(1).sample(LIST, 400)))
    assert jotto(*exact, "--jobs", "1", "-o", "here.json").status == 0
    kept = "--checkpoint", "kept", "-o", "there.json"
    with ExitStack() as stack:
        scheduler, address = stack.enter_context(scheduling())
        stack.enter_context(worker(address))
        run = stack.enter_context(working(address, [*exact, *kept], tmp_path))
        scheduler.kill()
        assert run.poll() is None, "it was not caught in the middle"
        assert "; run again with --resume" in status(run)[1]
    assert 20 <= done(tmp_path, 20) < 400
    assert jotto(*exact, *kept, "--jobs", "2", "--resume").status == 0
    assert (tmp_path / "there.json").read_bytes() == (tmp_path / "here.json").read_bytes()


def test_a_proof_by_four_threads_of_a_worker_is_the_same(jotto, write, address, tmp_path):
    exact = "tree", "--exact", "--words", str(write(*random.Random(2).sample(LIST, 200)))
    assert jotto(*exact, "--jobs", "1", "-o", "here.json").status == 0
    with worker(address, threads=4):
        assert jotto(*exact, "--dask", address, "-o", "there.json").status == 0
    assert (tmp_path / "there.json").read_bytes() == (tmp_path / "here.json").read_bytes()


def test_encrypted_by_four_threads_one_worker_killed_and_a_late_one_without_the_package(
    alone, options, tmp_path, certificate
):
    cert, key = map(str, certificate)
    secured = "--tls-ca-file", cert, "--tls-cert", cert, "--tls-key", key
    security = distributed.Security(
        tls_ca_file=cert, tls_client_cert=cert, tls_client_key=key, require_encryption=True
    )
    own = {"CA_FILE": cert, "CLIENT__CERT": cert, "CLIENT__KEY": key}
    configured = {f"DASK_DISTRIBUTED__COMM__TLS__{name}": file for name, file in own.items()}
    with ExitStack() as stack:
        _, address = stack.enter_context(scheduling(*secured, protocol="tls"))
        stack.enter_context(worker(address, *secured, threads=4))
        first = stack.enter_context(worker(address, *secured))
        joined(address, 2, security)
        run = stack.enter_context(working(address, options, tmp_path, **configured))
        first.send_signal(signal.SIGSTOP)  # so that its work is not done before it is killed
        stack.enter_context(unfit(address, tmp_path, *secured))
        joined(address, 3, security)
        first.kill()
        assert status(run) == (0, "")
    assert (tmp_path / "there.csv").read_bytes() == alone


@pytest.mark.parametrize("way", ["no protocol", "variable", "file"])
def test_a_scheduler_is_found_in_every_way_that_dask_names_it(jotto, write, tmp_path, address, way):
    (tmp_path / "scheduler.json").write_text(f'{{"address": "{address}"}}')
    dask = {
        "no protocol": ["--dask", address.removeprefix("tcp://")],
        "variable": ["--dask", ""],
        "file": ["--dask-scheduler-file", "scheduler.json"],
    }[way]
    variable = {"DASK_SCHEDULER_ADDRESS": address} if way == "variable" else {}
    with worker(address):
        joined(address, 1)
        ran = jotto(*FULL, write(*TEN), *dask, "--csv", "out.csv", **variable)
    assert (ran.status, ran.err) == (0, "")
    assert (tmp_path / "out.csv").read_text().count("\n") == 11


@pytest.mark.parametrize(
    ("text", "said"),
    [
        *((None, "No such file"), ("{}", "has no address"), ("no", "no address")),
        pytest.param("[" * 9000, "no address", id="nested"),
    ],
)
def test_a_scheduler_file_that_names_none_is_refused(jotto, write, tmp_path, text, said):
    if text is not None:
        (tmp_path / "none.json").write_text(text)
    line = jotto(*FULL, write(*TEN), "--dask-scheduler-file", "none.json").refusal
    assert "'none.json'" in line
    assert said in line


def test_a_scheduler_that_waits_no_longer_for_workers_ends_the_work(jotto, write):
    patience = {"DASK_DISTRIBUTED__SCHEDULER__NO_WORKERS_TIMEOUT": "1s"}
    with scheduling(**patience) as (_, address):
        ran = jotto(*FULL, write(*TEN), "--dask", address)
    assert (ran.status, ran.out) == (2, "")
    said = f"Dask at {address!r} had no fit worker for its scheduler's no-workers-timeout"
    assert ran.err == f"jotto: {said}; run again with --resume\n"


@pytest.fixture(scope="module")
def game():
    return public.words(LIST[::10])


@pytest.fixture(scope="module")
def ranked(game):
    return public.openings(game, parallel=1)


def local(**more):
    return distributed.LocalCluster(threads_per_worker=1, dashboard_address=":0", **more)


def test_an_adaptive_cluster_starts_its_workers_when_there_is_work(game, ranked):
    with local(n_workers=0, processes=False) as cluster:
        cluster.adapt(minimum=0, maximum=2, interval="200ms")
        with distributed.Client(cluster) as client:
            assert public.openings(game, parallel=client) == ranked
            some = public.words(LIST[:80])
            total = public.solve(some, parallel=client).lengths.total
    assert total == public.solve(some).lengths.total


def test_a_worker_may_join_late(game, ranked):
    with local(n_workers=0, processes=False) as cluster, distributed.Client(cluster) as client:
        joining = Timer(6, cluster.scale, (1,))
        joining.start()
        assert public.openings(game, parallel=client) == ranked
    joining.join()


def test_a_client_that_is_closed_or_asynchronous_is_refused(game, ranked):
    with local(n_workers=0, processes=False) as cluster, distributed.Client(cluster) as client:
        pass
    with pytest.raises(WorkersError, match="parallel: this Dask client is closed"):
        public.openings(game, parallel=client)

    async def asynchronous():
        async with (
            local(n_workers=1, processes=False, asynchronous=True) as cluster,
            distributed.Client(cluster, asynchronous=True) as client,
        ):
            with pytest.raises(WorkersError, match="parallel: this Dask client is asynchronous"):
                public.solve(game, parallel=client)
            return await asyncio.to_thread(public.openings, game, parallel=client)

    assert asyncio.run(asynchronous()) == ranked


def test_a_worker_without_the_package_is_named(jotto, write, tmp_path, address):
    with unfit(address, tmp_path):
        joined(address, 1)
        ran = jotto(*FULL, write(*TEN), "--dask", address)
    assert (ran.status, ran.out) == (2, "")
    assert f"of Dask at {address!r} has no jotto; install jotto" in ran.err
    assert ran.err.count("\n") == 1


def test_what_encryption_lacks_is_said(jotto, write):
    ran = jotto(*FULL, write(*TEN), "--dask", "tls://127.0.0.1:1")
    assert (ran.status, ran.out) == (2, "")
    assert "'tls://127.0.0.1:1' needs certificates; Dask's configuration names none" in ran.err


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


PAGE = (Path(__file__).parents[2] / "docs" / "clusters.md").read_text("utf-8")


def examples(language):
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.S)


def test_the_page_about_clusters_shows_what_one_machine_can_run(tmp_path):
    (tmp_path / "script.py").write_text(examples("py")[0])
    ran = run(sys.executable, "script.py", cwd=tmp_path)
    shown = "Opening('claim': mean 2.2500, worst 3, 1.500 bits)\nTree('claim', 4 secrets, proved)\n"
    assert ran.out == shown, ran.err


def test_the_page_about_clusters_names_what_queues_and_containers_need():
    for source in examples("py")[1:]:
        compile(source, "clusters.md", "exec")


@pytest.mark.skipif(not shutil.which("openssl"), reason="needs openssl to make a certificate")
def test_the_page_about_clusters_shows_how_to_encrypt(write, tmp_path):
    write(*TEN).rename(tmp_path / "words.txt")
    variables = environment()
    variables["PATH"] = f"{Path(sys.executable).parent}:{variables['PATH']}"
    script, shown = examples("bash")[0].replace("8786", str(free_port())), tmp_path / "shown"
    more = {"cwd": tmp_path, "env": variables, "start_new_session": True}
    with (
        shown.open("w") as out,
        subprocess.Popen(
            ["sh", "-c", script], stdout=out, stderr=subprocess.DEVNULL, **more
        ) as process,
    ):
        try:
            assert process.wait(60) == 0
        finally:  # the scheduler and its worker
            os.killpg(process.pid, signal.SIGKILL)
    assert sorted(line.split()[0] for line in shown.read_text().splitlines()[2:]) == sorted(TEN)
