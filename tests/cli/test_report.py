"""Reports through the command line, and the page of a whole list in a real browser."""

import importlib.util
import json
import subprocess
import sys

import pytest
from lists import FAMILY, SPLITTER
from terminal import environment


def test_the_page_of_the_shipped_list_is_small_and_shows_rows_as_asked_for(
    jotto, tmp_path, browser
):
    run = jotto("openings", "--html", "page.html", "--top", 1)
    assert run.status == 0, run.err
    assert run.out.count("\n") == 2  # the page holds all, the table what was asked for
    page = tmp_path / "page.html"
    assert page.stat().st_size < 3_000_000
    browser.open(page)
    assert browser.texts("#count") == ["6,780 openings"]
    assert len(browser.all("tbody tr")) == 100
    browser.one("#more").click()
    assert len(browser.all("tbody tr")) == 200
    assert (
        browser.run("return document.activeElement.dataset.word") == browser.texts("tbody th")[100]
    )
    browser.one("#search").send_keys("zz")
    assert set(browser.texts("tbody th")) >= {"pizza", "fuzzy"}
    assert all("zz" in word for word in browser.texts("tbody th"))


def test_tares_is_first_of_the_measuring_list_with_its_published_bits(
    jotto, tmp_path, browser, shared
):
    jotto("openings", "--words", shared / "data/sgb-words.txt", "--html", "page.html")
    browser.open(tmp_path / "page.html")
    browser.all("thead button")[0].click()  # by word, then by bits
    browser.all("thead button")[1].click()
    assert browser.texts("tbody tr:first-child > *")[:2] == ["tares", "3.3877"]
    assert browser.texts("h1") == ["Openings of sgb-words.txt"]


def test_a_page_says_what_its_figures_are_of_and_shows_the_parts(jotto, family, tmp_path, browser):
    assert jotto("openings", *family, "--html", "page.html").status == 0
    browser.open(tmp_path / "page.html")
    facts = dict(zip(browser.texts(".facts dt"), browser.texts(".facts dd"), strict=True))
    assert facts["Secrets"] == str(len(FAMILY))
    assert facts["Guesses"] == str(len(FAMILY) + 1)
    assert (facts["Rule"], facts["Strategy"], facts["Prior"]) == (
        "exact-elsewhere",
        "entropy",
        "even",
    )
    browser.one(f"[data-word={SPLITTER}]").click()
    left = [bar for bar in browser.texts("#detail li") if not bar.startswith("0 ")]
    assert sorted(left) == [
        "1 left after the score 0,0",
        "1 left after the score 1,0",
        "2 left after the score 0,1",
    ]


def test_a_report_takes_the_place_of_an_older_one(jotto, family, tmp_path):
    page = tmp_path / "page.html"
    page.write_text("old")
    jotto("openings", *family, "--html", page)
    new = page.read_text()
    assert new.startswith("<!doctype html>")
    jotto("openings", *family, "--html", page)
    assert page.read_text() == new


def test_a_page_can_be_of_codes(jotto, tmp_path):
    assert jotto("openings", "--game", "mastermind:3x3", "--html", "page.html").status == 0
    assert "Openings of mastermind:3x3</h1>" in (tmp_path / "page.html").read_text()


@pytest.mark.parametrize("form", ["svg", "png", "pdf"])
def test_a_plot_is_written_and_the_figures_are_printed_as_ever(jotto, family, tmp_path, form):
    plain = jotto("evaluate", *family)
    run = jotto("evaluate", *family, "--plot", f"plots/games.{form}")
    assert run == plain
    (plot,) = (tmp_path / "plots").iterdir()
    assert plot.stat().st_size > 2_000
    assert json.loads(jotto("evaluate", *family, "--json", "--plot", plot).out)["total"]


@pytest.mark.parametrize(
    ("command", "quoted"),
    [
        ("openings --html .", "report '.': it cannot be written: Is a directory"),
        ("openings --html list-1.txt/page", "report 'list-1.txt/page': it cannot be written: "),
        ("openings --html /proc/no/page", "report '/proc/no/page': it cannot be written: "),
        ("evaluate --plot .", "report '.': a plot ends in .svg, .png or .pdf"),
        ("evaluate --plot games.gif", "report 'games.gif': a plot ends in .svg, .png or .pdf"),
        ("evaluate --plot list-1.txt/x.svg", "report 'list-1.txt/x.svg': it cannot be written"),
        ("evaluate --plot /dev/full/x.svg", "report '/dev/full/x.svg': it cannot be written"),
    ],
)
def test_a_report_that_cannot_be_written_is_refused_before_any_work(jotto, write, command, quoted):
    list_1 = write(*FAMILY)
    before = list_1.read_bytes()
    run = jotto(*command.split(), "--words", list_1)
    assert (run.status, run.out) == (2, "")
    assert quoted in run.err
    assert run.err.count("\n") == 1
    assert [path.name for path in list_1.parent.iterdir() if path.is_file()] == ["list-1.txt"]
    assert list_1.read_bytes() == before


@pytest.mark.parametrize("command", ["openings --html", "evaluate --plot"])
def test_a_report_that_fails_in_writing_is_one_line_after_the_result(
    jotto, family, tmp_path, command
):
    full = tmp_path / "full.svg"
    full.symlink_to("/dev/full")
    name, option = command.split()
    run = jotto(name, *family, option, full)
    assert (run.status, run.out) == (2, jotto(name, *family).out)
    assert f"report '{full}': it cannot be written: No space left" in run.err
    assert run.err.count("\n") == 1


def test_without_the_libraries_one_line_says_what_to_install(tmp_path):
    program = (
        "import importlib.util as util, sys\n"
        "found = util.find_spec\n"
        "util.find_spec = lambda name: None if name == 'matplotlib' else found(name)\n"
        "from jotto.cli import run\n"
        "sys.exit(run(['openings', '--html', 'page.html']))"
    )
    assert importlib.util.find_spec("matplotlib")
    run = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        cwd=tmp_path,
        env=environment(),
        text=True,
        check=False,
    )
    assert (run.returncode, run.stdout) == (2, "")
    said = "report 'page.html': it cannot be made without more: pip install matplotlib"
    assert run.stderr == f"jotto: {said}\n"
    assert list(tmp_path.iterdir()) == []
