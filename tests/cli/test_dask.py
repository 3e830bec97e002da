"""Openings on the workers of a real Dask scheduler, and failures of schedulers and workers."""

import random
import shutil
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
CHOSEN = "--only", ",".join(LIST[:300])


@contextmanager
def running(*arguments, cwd=None, alone=()):
    """Run a scheduler or worker of Dask, without its dashboard."""
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
def scheduling(*secured, protocol="tcp"):
    """Run a scheduler; yield its process and its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    host = "--host", "127.0.0.1", "--port", str(port), "--protocol", protocol
    with running("dask_scheduler", *host, *secured) as process:
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
def working(address, options, tmp_path, **more):
    """Start a run on the workers of a scheduler; wait until some work is done."""
    run = subprocess.Popen(
        [*PROGRAM, *options, "--dask", address],
        cwd=tmp_path,
        env=environment(**more),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        done(tmp_path, 20)
        yield run
    finally:
        run.kill()
        run.communicate()


def done(tmp_path, number):
    """Wait until the checkpoint has ``number`` lines; return how many it has."""
    kept = tmp_path / "kept"
    until = time.monotonic() + 60
    while not kept.exists() or (found := kept.read_text().count("\n")) < number:
        assert time.monotonic() < until
        time.sleep(0.01)
    return found


def status(run):
    said = run.communicate(timeout=60)[1]
    return run.returncode, said


def joined(address, number, security=None):
    """Wait until the scheduler has ``number`` workers."""
    with distributed.Client(address, set_as_default=False, security=security) as client:
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
        assert status(run) == (2, f"jotto: {said}; run again with --resume\n")
    assert done(tmp_path, 20) < 300
    assert jotto(*options, "--processes", "1", "--resume").status == 0
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
        said = f"the Dask scheduler at {address!r} is gone; start it and its workers"
        assert status(run) == (2, f"jotto: {said}, and run again with --resume\n")
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
        assert "and run again with --resume" in status(run)[1]
    assert 20 <= done(tmp_path, 20) < 400
    assert jotto(*exact, *kept, "--jobs", "2", "--resume").status == 0
    assert (tmp_path / "there.json").read_bytes() == (tmp_path / "here.json").read_bytes()


def test_a_proof_by_the_workers_of_a_scheduler_is_the_same(jotto, write, address, tmp_path):
    exact = "tree", "--exact", "--words", str(write(*random.Random(2).sample(LIST, 200)))
    assert jotto(*exact, "--jobs", "1", "-o", "here.json").status == 0
    with worker(address):
        assert jotto(*exact, "--dask", address, "-o", "there.json").status == 0
    assert (tmp_path / "there.json").read_bytes() == (tmp_path / "here.json").read_bytes()


@pytest.fixture
def certificate(tmp_path):
    """A self-signed certificate and its key."""
    if not shutil.which("openssl"):
        pytest.skip("needs openssl to make a certificate")
    files = tmp_path / "cert.pem", tmp_path / "key.pem"
    made = f"openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=t -out {files[0]}"
    command = [*made.split(), "-keyout", files[1]]
    subprocess.run(command, check=True, capture_output=True)
    return tuple(map(str, files))


def test_encrypted_by_four_threads_one_worker_killed_and_a_late_one_without_the_package(
    alone, options, tmp_path, certificate
):
    cert, key = certificate
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
    ("text", "said"), [(None, "No such file"), ("{}", "it has no address"), ("no", "no address")]
)
def test_a_scheduler_file_that_names_none_is_refused(jotto, write, tmp_path, text, said):
    if text is not None:
        (tmp_path / "none.json").write_text(text)
    line = jotto(*FULL, write(*TEN), "--dask-scheduler-file", "none.json").refusal
    assert "'none.json'" in line
    assert said in line


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
