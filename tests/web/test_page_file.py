"""The assistant in one file: opened from the disk, it plays, asks nobody, and loses nothing."""

import re
from itertools import product

import naive
import pytest
from browser import PHONE, SMALL
from phone import Phone
from serving import files_served
from terminal import PROGRAM, run

import jotto
from jotto.assistant import page_file

pytestmark = pytest.mark.full
LARGEST = 300_000  # bytes
MARKUP = "</script><script>alert(1)</script><!--"


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """Return a function that writes the page for some options, once."""
    folder, made = tmp_path_factory.mktemp("page"), {}

    def write(*options):
        if options not in made:
            made[options] = folder / f"{len(made)}.html"
            assert run(*PROGRAM, "page", *options, "-o", made[options]).status == 0
        return made[options]

    return write


@pytest.fixture
def opened(browser):
    """Return a function that opens a file without a network and begins a game."""
    phone, others = Phone(browser, "", PHONE), ["localStorage.clear();"]  # what other tests left

    def begin(path):
        browser.visit("about:blank")
        phone.connect(on=False)
        browser.open(path, PHONE)
        browser.run(others.pop() if others else "")
        browser.run("localStorage.setItem('settings', '{\"vibration\": \"off\"}')")
        browser.driver.refresh()
        phone.touch(".cards button")
        assert phone.wait("document.querySelector('.game .next')", 60), phone.text
        return phone

    yield begin
    browser.run("localStorage.clear()")
    phone.connect(on=True)


def test_the_file_is_small_and_its_policy_lets_nothing_in(written):
    text = written().read_text("utf-8")
    assert len(text.encode()) <= LARGEST
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text)[1]
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    assert re.findall(r"'unsafe[^']*'|'[^']*unsafe[^']*'", policy) == ["'wasm-unsafe-eval'"]
    assert "connect-src" not in policy
    assert re.findall(r"https?://", re.sub(r"%3A//www.w3.org", "", text)) == []


def test_a_first_score_that_fits_no_word_is_kept_too(opened, written, tmp_path):
    words = tmp_path / "words.txt"
    words.write_text("hatch\nlatch\nmatch\npatch\n")
    phone = opened(written("--words", words))
    assert phone.guess == "hatch"
    phone.score("1,0")
    phone.reads("No word fits HATCH 1,0")
    phone.run("location.hash = '#/'")
    phone.browser.driver.refresh()
    phone.reads("1 guess, HATCH")
    phone.touch(".quiet .list a")
    phone.reads("No word fits HATCH 1,0")


def test_games_that_were_kept_together_are_kept_one_by_one(opened, written):
    phone = opened(written())
    phone.score("1,1")
    assert phone.guess == "rents"
    script = """
    const name = Object.keys(localStorage).find((item) => item.startsWith("jotto game "));
    const game = JSON.parse(localStorage.getItem(name));
    const state = { games: { [name.slice(11)]: game }, finished: [] };
    localStorage.removeItem(name);
    localStorage.setItem(`jotto ${game.key}`, JSON.stringify({ format: 1, mark: "1,2", state }));
    """
    phone.run(script)
    phone.browser.driver.refresh()
    assert phone.guess == "rents"
    phone.score("1,1")
    phone.reads("171 possible")
    kept = phone.run("return Object.keys(localStorage).filter((item) => /^jotto/.test(item))")
    assert [item.startswith("jotto game ") for item in kept] == [True]


def test_served_from_the_web_it_can_be_installed(browser, written):
    path = written()
    with files_served(path.parent) as port:
        browser.visit(f"http://127.0.0.1:{port}/{path.name}", PHONE)
        Phone(browser, "").reads("I want advice")
        assert len(browser.all("link[rel=manifest]")) == 1
        assert browser.tell("Page.getInstallabilityErrors")["installabilityErrors"] == []
        browser.visit("about:blank")


def test_lists_of_others_are_text(opened, written, tmp_path):
    hebrew, letters = "אבגדה", "abcdefghij"
    words = map("".join, product(*[letters] * 4, hebrew))
    path = tmp_path / f"{MARKUP.replace('/', '_')}.txt"
    path.write_text("\n".join(words), "utf-8")
    phone = opened(written("--words", str(path), "--strategy", "simple"))
    phone.reads("50,000 possible")
    phone.run("location.hash = '#/'")
    phone.browser.driver.refresh()
    phone.reads("<!--")  # the name of the list


def paste(phone, text: str) -> None:
    """Enter a shared game in the sheet of the menu."""
    if not phone.browser.all(".sheet textarea"):
        phone.browser.one(".bar button:last-child").click()
        phone.browser.one(".sheet li:nth-child(4) button").click()
    phone.run("document.querySelector('.sheet textarea').value = arguments[0]", text)
    phone.browser.one(".sheet .main").click()


def test_a_shared_game_is_pasted_and_a_win_that_shows_a_wrong_score_taken_back(opened, written):
    phone = opened(written("--rule", "colours"))
    shared = "Wordle 1,234 2/6\n\n⬛⬛🟩⬛🟩\n🟩⬛🟩⬛🟩"
    paste(phone, shared)
    phone.reads("2 rows of squares, 0 words")
    paste(phone, f"{shared}\ncrane\nslate")
    at = jotto.start(jotto.words(rule="colours"), "crane=BBGBG", "slate=GBGBG")
    phone.reads(f"{len(at)} possible")
    assert [word for word, _ in phone.rows] == ["crane", "slate"]
    assert phone.browser.barriers() == []
    opened(written("--rule", "colours"))
    paste(phone, "crane crane slate ⬛⬛⬛⬛⬛ 🟩⬛⬛⬛⬛ 🟩🟩🟩🟩🟩")
    phone.reads("Is SLATE the word? Then CRANE was BBGBG; 1 other score would be wrong too")
    phone.tap("Yes")
    phone.reads("You found SLATE")
    phone.browser.one(".bar button:nth-child(1)").click()
    # with each correction
    phone.reads("No word fits CRANE GBBBB and the earlier scores", "then it is one of", seconds=60)
    assert phone.browser.barriers() == []


def test_codes_colours_and_boards_are_played(opened, written):
    phone = opened(written("--game", "mastermind:4x6"))
    assert phone.guess == "0123"
    phone.score("1,1")
    opened(written("--rule", "colours", "--strategy", "minimax"))
    assert phone.browser.all("button.tile")
    opened(written("--boards", "2"))
    phone.reads("6,780 words possible on each board")


def test_half_a_million_codes_are_played(opened, written):
    phone = opened(written("--game", "mastermind:6x9"))
    phone.reads("531,441 possible")
    guess = phone.guess
    for kind in ("exact", "elsewhere"):
        phone.touch(f".key.{kind}[data-n='1']")
    codes = map("".join, product("012345678", repeat=6))
    left = sum(naive.exact_elsewhere(guess, code) == "1,1" for code in codes)
    phone.reads(f"{left:,} possible", " tried)", seconds=60)  # not all can be
    assert phone.browser.complaints() == []


def test_an_answer_that_is_probably_false_is_marked(opened, written):
    phone = opened(written("--lies", "1"))
    assert phone.guess == "tares"
    phone.score("0,0")
    phone.reads("if no answer is false")
    while (guess := phone.guess) != "crane":
        phone.score(naive.exact_elsewhere(guess, "crane"))
        assert len(phone.rows) < 12
    assert "false" in phone.browser.texts(".turn")[0]
    phone.score("5,0")
    phone.reads("One score was wrong: tares=0,0; it should have been 0,3.")
    assert phone.browser.complaints() == []


def test_a_win_that_earlier_scores_exclude_is_asked_about(opened, written):
    phone = opened(written())
    phone.score("1,1")
    first = phone.guess
    phone.tap("other word")
    phone.type("loper")
    phone.score("5,0")
    right = naive.exact_elsewhere("pales", "loper")
    phone.reads(f"Is LOPER the word? Then PALES was {right}", "Yes", "No: ")
    assert phone.run("return document.querySelector('.confetti, .ending')") is None
    phone.check()
    no = phone.browser.all(".choice")[1]
    assert no.get_attribute("aria-label").startswith("No: 4,0; then it is ")
    with phone.change():
        phone.touch("li:nth-child(2) .choice")
    assert phone.rows == [("pales", "1,1"), ("loper", "4,0")]
    assert phone.guess != first
    with phone.change():
        phone.tap("Undo")
    phone.tap("other word")
    phone.type("loper")
    phone.score("5,0")
    phone.touch("li:nth-child(1) .choice")
    phone.reads(
        "You found LOPER in 2 guesses",
        f"One score was wrong: pales=1,1; it should have been {right}.",
    )
    assert phone.browser.complaints() == []


FIGURES = """return [...document.querySelectorAll('.report tbody tr')]
  .map((row) => [...row.children].map((one) => one.textContent))"""
WIDTHS = "const main = document.querySelector('main'); return [main.scrollWidth, main.clientWidth]"


def test_a_finished_game_has_its_report(opened, written):
    phone = opened(written())
    browser, secret = phone.browser, "rupee"
    while (guess := phone.guess) != secret:
        phone.score(naive.exact_elsewhere(guess, secret))
    phone.score("5,0")
    turns = ["=".join(turn) for turn in phone.rows]
    phone.reads(f"You found RUPEE in {len(turns)} guesses")
    phone.tap("Report")
    game, strategy = jotto.words(prior="common"), jotto.strategy(book=True)
    right = jotto.review(game, *turns, strategy=strategy)
    phone.reads(f"Turn 1 of {len(turns)}")
    browser.press("\ue010")  # End
    phone.reads(
        f"jotto needs {right.needs:.2f} guesses on average, and {len(turns)} for this secret."
    )
    figures = "{0.turn.guess} {0.best.guess} {1:.2f} {0.luck:.2f} {0.mine.bits:.2f} "
    figures += "{0.bits_gained:.2f}"
    assert [" ".join(row).replace("−", "-") for row in browser.run(FIGURES)] == [
        figures.format(one, max(one.cost, 0)) for one in right.judged
    ]
    browser.press("\ue011", "\ue014", "\ue014")  # Home, right
    assert browser.run("return location.hash").endswith("/report#turn-3")
    browser.driver.refresh()
    phone.reads(f"Turn 3 of {len(turns)}")
    phone.tap("Whole game")
    assert len(browser.printed()) == 1
    assert max(term.size["height"] for term in browser.all(".sum li")) < 40  # a line each
    phone.resize(SMALL)
    wide, shown = browser.run(WIDTHS)
    assert wide == shown
    assert browser.barriers() == []
    phone.tap("Back to the game")
    phone.reads("Done")
    assert browser.complaints() == []


def test_a_game_that_the_page_does_not_know_is_refused(monkeypatch):
    monkeypatch.setattr(page_file, "MOST_SCORES", 3)
    no = jotto.words(["crane", "slate"], rule=jotto.Rule.of("no", ["no", "win"], lambda *_: "no"))
    with pytest.raises(jotto.GameError, match="2 guesses by 2 secrets: the page can have 3 scores"):
        page_file.data_of(no, jotto.strategy())
    with pytest.raises(jotto.GameError, match="3 boards need as many different secrets"):
        page_file.data_of(jotto.words(["crane", "slate"]), jotto.strategy(), boards=3)
