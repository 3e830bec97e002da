"""The numbered steps of the docs that are about the page: each is done on the page it links to.

What is tapped stands in italics; where a step offers several things, the first that is there is.
"""

import re
from pathlib import Path

import pytest
from phone import NAMED, Phone

import docs

pytestmark = pytest.mark.full
ROOT = Path(__file__).parents[2]
SIZE = (360, 740)
OF_FILE = ["try", "phone", "play-jotto", "play-wordle", "play-quordle", "play-mastermind"]
STEP = re.compile(r"^\d+\. (.*(?:\n {3}.*)*)", re.MULTILINE)
ITALICS = re.compile(r"(?<!\*)\*([^*\n]+(?:\n[^*\n]+)?)\*(?!\*)")
FRAME = re.compile(r'<iframe class="phone" src="jotto\.html#?([^"]*)"')
LINK = re.compile(r"\*\*\[Wordle\]\((docs/[\w-]+\.md)\)\*\*")
SCORED = "document.querySelectorAll('.turn .tile.B, .turn .score').length"


@pytest.fixture(scope="module")
def site_page(tmp_path_factory):
    """The file of the site of the docs, made as ``scripts/docs.py`` makes it."""
    path = tmp_path_factory.mktemp("site") / "jotto.html"
    docs.said(["page", "-o", str(path)])
    return path


@pytest.fixture
def phone(browser, site_page):
    one = Phone(browser, f"{site_page.as_uri()}#", SIZE)
    browser.visit("about:blank")
    yield one
    browser.run("localStorage.clear()")


def steps(text):
    """Yield what is tapped in each numbered step."""
    for step in STEP.findall(text):
        yield (
            [" ".join(name.split()) for name in ITALICS.findall(step)],
            " or " in " ".join(step.split()),
        )


def done(phone, text):
    """Do all steps of a page; return how many taps it took."""
    taps = 0
    for names, either in steps(text):
        for name in names:
            if either and not phone.wait(NAMED.format(name=name), 2):
                continue
            phone.tap(name)
            taps += 1
            if either:
                break
        else:
            assert not (names and either), (names, phone.text)
    return taps


@pytest.mark.parametrize("name", OF_FILE)
def test_the_steps_of_a_page_can_be_done_on_the_page_it_shows(phone, name):
    text = (ROOT / "docs" / f"{name}.md").read_text("utf-8")
    begins = FRAME.search(text)
    phone.open((begins[1] if begins else "") or "/")
    assert len([*steps(text)]) == 3
    assert done(phone, text) > 0
    assert "Not found" not in phone.text


def test_the_steps_of_a_match_can_be_done_on_the_page_of_a_server(browser, server):
    one = Phone(browser, server.address, SIZE)
    one.open()
    assert done(one, (ROOT / "docs" / "match.md").read_text("utf-8")) == 2
    one.see("[name=name]")
    browser.run("localStorage.clear()")


def test_from_the_readme_to_the_first_score_of_a_wordle_it_takes_two_taps(phone):
    page = LINK.search((ROOT / "README.md").read_text("utf-8"))[1]  # the first tap
    phone.open(FRAME.search((ROOT / page).read_text("utf-8"))[1])
    phone.see("button.tile")
    with phone.change():
        phone.tap("All grey (Enter): no letter is in the word")  # the second
    phone.see(".turn.next, .board li:nth-child(2)")
    assert phone.run(f"return {SCORED}") >= 5


def test_the_pictures_of_the_docs_are_few_and_the_one_that_moves_is_small():
    screens = ROOT / "docs" / "screens"
    assert len([*screens.iterdir()]) <= 60
    moving = (screens / "first-moves.png").read_bytes()
    assert b"acTL" in moving
    assert len(moving) <= 400_000
