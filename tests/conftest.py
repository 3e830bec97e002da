"""What every test stands on: no time limits for Hypothesis, no file in the user's folders."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# the first call of a compiled kernel takes seconds, and no run may depend on the one before
settings.register_profile(
    "jotto",
    deadline=None,
    derandomize=True,
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("jotto")


@pytest.fixture(scope="session", autouse=True)
def _cache_of_its_own(tmp_path_factory: pytest.TempPathFactory):
    """Keep score matrices in a folder of this run's own."""
    before = os.environ.get("XDG_CACHE_HOME")
    os.environ["XDG_CACHE_HOME"] = str(tmp_path_factory.mktemp("cache"))
    yield
    if before is None:
        del os.environ["XDG_CACHE_HOME"]
    else:
        os.environ["XDG_CACHE_HOME"] = before


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of lists to measure with, beside the checkout; the test skips without it."""
    folder = Path(__file__).resolve().parents[2] / "shared"
    if not (folder / "data").is_dir():
        pytest.skip("needs the measuring lists in ../shared/data, which are not shipped")
    return folder
