"""The documentation is built as a reader gets it, and each page looked at in a browser."""

import os
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from browser import DESKTOP, SMALL
from terminal import run

ROOT = Path(__file__).parents[1]
PAGES = [line.split()[-1][:-3] for line in (ROOT / "mkdocs.yml").read_text().splitlines()
         if line.startswith("  - ") and line.endswith(".md")]  # fmt: skip

pytestmark = [
    pytest.mark.full,
    pytest.mark.skipif(find_spec("mkdocs") is None, reason="needs mkdocs: pip install '.[dev]'"),
]


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    build = sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", folder
    own = {"cwd": ROOT, "env": os.environ | {"NO_MKDOCS_2_WARNING": "1"}, "timeout": 600}
    built = run(*build, **own)
    assert built.status == 0, built.out + built.err
    return folder


def test_every_page_is_read_by_anybody_on_any_screen(browser, site):
    assert len(PAGES) > 10
    for page in PAGES:
        for size in (DESKTOP, SMALL):
            browser.open(site / f"{page}.html", size)
            width = browser.run("return document.documentElement.scrollWidth")
            assert width <= size[0], (page, size)
            assert [each for each in browser.fetched() if each.startswith("http")] == []
        browser.run("document.querySelector('iframe')?.remove()")  # tests of openings look at it
        assert browser.barriers() == [], page
        broken = "[...document.images].filter((one) => !one.naturalWidth).map((one) => one.src)"
        assert browser.run(f"return {broken}") == [], page
