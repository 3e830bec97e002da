"""What every test stands on: no time limits for Hypothesis, no file in the user's folders."""

import json
import os
import shutil
import signal
import subprocess
from pathlib import Path

import pytest
from browser import Browser
from hypothesis import HealthCheck, Phase, settings

# on a busy machine a call may take seconds, and no run may depend on the one before
PATIENT = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("jotto", derandomize=True, max_examples=60, **PATIENT)
settings.register_profile("mutants", settings.get_profile("jotto"), phases=[Phase.generate])
settings.load_profile("jotto")
CALLS = Path(__file__).parent / "pages" / "calls.js"


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return how many workers to start: one more than processors, as many tests wait."""
    return min(8, (os.cpu_count() or 1) + 1)


def pytest_sessionstart():
    """Refuse a machine on which tests would fail for another reason than they say."""
    full = Path("/dev/full")
    if full.exists() and not full.is_char_device():
        made = "as root: rm /dev/full; mknod -m 666 /dev/full c 1 7"
        pytest.exit(f"/dev/full is a plain file, so that no disk is ever full here; {made}", 4)


def pytest_collection_modifyitems(items: list[pytest.Item]):
    """Mark what needs a browser or Dask with ``full``; see pyproject.toml."""
    for item in items:
        if "browser" in item.fixturenames or item.path.name == "test_dask.py":
            item.add_marker("full")


@pytest.fixture(scope="session", autouse=True)
def _folders_of_its_own(tmp_path_factory: pytest.TempPathFactory):
    """Keep score matrices and house rules in folders of this run's own; no variable of ours.

    But JOTTO_CORE, the library that is tested: see scripts/sanitize.py.
    """
    before = os.environ.copy()
    for name in [name for name in before if name.startswith("JOTTO_") and name != "JOTTO_CORE"]:
        del os.environ[name]
    for kind in ("cache", "config", "data"):
        os.environ[f"XDG_{kind.upper()}_HOME"] = str(tmp_path_factory.mktemp(kind))
    yield
    os.environ.clear()
    os.environ.update(before)


@pytest.fixture(scope="session", autouse=True)
def _interruptible():
    """Take Ctrl-C even where it is ignored at the start, as in a shell's background.

    Programs that are started inherit what is ignored, and tests interrupt them.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of lists to measure with, beside the checkout; the test skips without it."""
    folder = Path(__file__).resolve().parents[2] / "shared"
    if not (folder / "data").is_dir():
        pytest.skip("needs the measuring lists in ../shared/data, which are not shipped")
    return folder


@pytest.fixture(scope="session")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A self-signed certificate and its key, beside them the key with a password, locked.pem."""
    if not shutil.which("openssl"):
        pytest.skip("needs openssl to make a certificate")
    folder = tmp_path_factory.mktemp("tls")
    made = "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -keyout key.pem"
    locked = "pkey -in key.pem -aes256 -passout pass:x -out locked.pem"
    for command in (f"{made} -out cert.pem", locked):
        subprocess.run(["openssl", *command.split()], cwd=folder, check=True, capture_output=True)
    return folder / "cert.pem", folder / "key.pem"


@pytest.fixture(scope="session")
def _chromium():
    browser = Browser()
    yield browser
    browser.driver.quit()


@pytest.fixture
def browser(_chromium: Browser):
    """A real browser; whatever page is opened loads nothing else, and nothing fails in it."""
    yield _chromium
    assert _chromium.complaints() == []
    own = "file:", "data:", "blob:", "chrome:"  # chrome: is its first page
    own += "http://127.0.0.1:", "http://localhost:"
    assert [url for url in _chromium.fetched() if not url.startswith(own)] == []


@pytest.fixture(scope="session")
def node():
    """The path of node, which runs the page's modules without a browser."""
    if (path := shutil.which("node")) is None:
        pytest.skip("node is not installed: it runs the tests of the page's modules")
    return path


@pytest.fixture(scope="module")
def page(node):
    """Return a function that calls one of ``tests/pages/calls.js`` with plain data."""
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True, "encoding": "utf-8"}
    with subprocess.Popen([node, CALLS], **pipes) as process:

        def call(*asked):
            print(json.dumps(asked), file=process.stdin, flush=True)
            return json.loads(process.stdout.readline() or '"node has stopped: see above"')

        yield call
        process.stdin.close()


@pytest.fixture(scope="module")
def doors(tmp_path_factory):
    """All doors of the program, open: see ``doors.py``."""
    from doors import opened  # it imports the server

    with opened(tmp_path_factory.mktemp("doors")) as all_doors:
        yield all_doors
