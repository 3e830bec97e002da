"""The assistant in one file: opened from the disk, it plays, asks nobody, and loses nothing."""

import re
import time
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import product
from threading import Thread
from typing import Any

import naive
import pytest
from browser import PHONE, SMALL
from terminal import PROGRAM, run

import jotto
from jotto.assistant import page_file

pytestmark = pytest.mark.full
LARGEST = 270_000  # bytes
MARKUP = "</script><script>alert(1)</script><!--"
WAIT = 20.0
SPEED = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
TAP = "document.querySelector(`.key.${arguments[0]}[data-n='${arguments[1]}']`).click()"


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

    def begin(path):
        browser.visit("about:blank")
        browser.tell("Network.emulateNetworkConditions", offline=True, **SPEED)
        browser.open(path, PHONE)
        browser.run("localStorage.setItem('settings', '{\"vibration\": \"off\"}')")
        browser.driver.refresh()
        see(browser, "Advice for a game")
        browser.one("a.main").click()
        see(browser, "Start")
        browser.one("button.main").click()
        see(browser, "possible")

    yield begin
    browser.run("localStorage.clear()")
    browser.tell("Network.emulateNetworkConditions", offline=False, **SPEED)


def see(browser: Any, text: str) -> None:
    """Wait until the page shows a text."""
    end = time.monotonic() + WAIT
    while text not in browser.run("return (document.querySelector('#app') || {}).innerText || ''"):
        assert time.monotonic() < end, browser.run("return document.body.innerText")[-2000:]
        time.sleep(0.02)


def tell(browser: Any, exact: int, elsewhere: int) -> None:
    """Tap a score; wait for the next guess."""
    script = """
    const [exact, elsewhere, done] = arguments;
    const tap = (kind, n) => document.querySelector(`.key.${kind}[data-n="${n}"]`).click();
    const before = document.querySelector("ol").children.length;
    tap("exact", exact);
    tap("elsewhere", elsewhere);
    const look = () => document.querySelector("ol").children.length > before ? done() : setTimeout(look, 1);
    look();
    """  # noqa: E501
    browser.driver.execute_async_script(script, exact, elsewhere)


def test_the_file_is_small_and_its_policy_lets_nothing_in(written):
    text = written().read_text("utf-8")
    assert len(text.encode()) <= LARGEST
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text)[1]
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    assert re.findall(r"'unsafe[^']*'|'[^']*unsafe[^']*'", policy) == ["'wasm-unsafe-eval'"]
    assert "connect-src" not in policy
    assert re.findall(r"https?://", re.sub(r"%3A//www.w3.org", "", text)) == []


def proposed(browser: Any) -> str:
    """Return the word that the page proposes."""
    text = browser.run("return document.querySelector('#app').innerText")
    found = re.search(r"^(?:Guess|It must be) ([A-Z]+|\d+)$", text, re.MULTILINE)
    return found[1].lower()


def test_a_first_score_that_fits_no_word_is_kept_too(browser, opened, written, tmp_path):
    words = tmp_path / "words.txt"
    words.write_text("hatch\nlatch\nmatch\npatch\n")
    opened(written("--words", words))
    see(browser, "HATCH")
    browser.run(TAP, "exact", 1)
    browser.run(TAP, "elsewhere", 0)
    see(browser, "No word fits HATCH 1,0")
    browser.run("location.hash = '#/'")
    browser.driver.refresh()
    see(browser, "1 guess, HATCH")
    browser.one("h2 + .list a").click()
    see(browser, "No word fits HATCH 1,0")


def test_games_that_were_kept_together_are_kept_one_by_one(browser, opened, written):
    opened(written())
    tell(browser, 1, 1)
    see(browser, "RENTS")
    script = """
    const name = Object.keys(localStorage).find((item) => item.startsWith("jotto game "));
    const game = JSON.parse(localStorage.getItem(name));
    const state = { games: { [name.slice(11)]: game }, finished: [] };
    localStorage.removeItem(name);
    localStorage.setItem(`jotto ${game.key}`, JSON.stringify({ format: 1, mark: "1,2", state }));
    """
    browser.run(script)
    browser.driver.refresh()
    see(browser, "RENTS")
    tell(browser, 1, 1)
    see(browser, "171 possible")
    kept = browser.run("return Object.keys(localStorage).filter((item) => /^jotto/.test(item))")
    assert [item.startswith("jotto game ") for item in kept] == [True]


def test_served_from_the_web_it_can_be_installed(browser, written):
    path = written()
    handler = partial(SimpleHTTPRequestHandler, directory=str(path.parent))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever).start()
        try:
            browser.visit(f"http://127.0.0.1:{server.server_port}/{path.name}", PHONE)
            see(browser, "Advice for a game")
            assert browser.run("return document.querySelectorAll('link[rel=manifest]').length") == 1
            assert browser.tell("Page.getInstallabilityErrors")["installabilityErrors"] == []
        finally:
            browser.visit("about:blank")
            server.shutdown()


def test_a_tree_in_a_file_is_followed(browser, opened, written, tmp_path):
    words = ("bumpy", "dumpy", "jumpy", "jibed", "lumpy", "humpy")
    (tmp_path / "words.txt").write_text("\n".join(words))
    listed, tree = ("--words", str(tmp_path / "words.txt")), tmp_path / "tree.json"
    made = run(*PROGRAM, "tree", *listed, "--opening", "humpy", "-o", str(tree))
    assert made.status == 0, made
    assert jotto.strategy()(jotto.start(jotto.words(words))) != "humpy"
    opened(written(*listed, "--strategy", f"tree:{tree}"))
    see(browser, "HUMPY")
    tell(browser, 0, 0)
    see(browser, "JIBED")  # no other word is left


def test_lists_of_others_are_text(browser, opened, written, tmp_path):
    hebrew, letters = "אבגדה", "abcdefghij"
    words = [a + b + c + d + e for a in letters for b in letters for c in letters
             for d in letters for e in hebrew]  # fmt: skip
    path = tmp_path / f"{MARKUP.replace('/', '_')}.txt"
    path.write_text("\n".join(words[:50_000]), "utf-8")
    opened(written("--words", str(path), "--strategy", "simple"))
    see(browser, "50,000 possible")
    browser.run("location.hash = '#/new'")
    browser.driver.refresh()
    see(browser, "<!--")  # the name of the list


def paste(browser: Any, text: str) -> None:
    """Enter a shared game in the sheet of the menu."""
    if not browser.all(".sheet textarea"):
        browser.one(".bar button:last-child").click()
        browser.one(".sheet li:nth-child(4) button").click()
    browser.run("document.querySelector('.sheet textarea').value = arguments[0]", text)
    browser.one(".sheet .main").click()


def test_a_shared_game_is_pasted_and_a_win_that_shows_a_wrong_score_taken_back(
    browser, opened, written
):
    opened(written("--rule", "colours"))
    shared = "Wordle 1,234 2/6\n\n⬛⬛🟩⬛🟩\n🟩⬛🟩⬛🟩"
    paste(browser, shared)
    see(browser, "2 rows of squares, 0 words")
    paste(browser, f"{shared}\ncrane\nslate")
    at = jotto.start(jotto.words(rule="colours"), "crane=BBGBG", "slate=GBGBG")
    see(browser, f"{len(at)} possible")
    assert browser.run("return document.querySelectorAll('.turn:has(.score)').length") == 2
    assert browser.barriers() == []
    opened(written("--rule", "colours"))
    paste(browser, "crane crane slate ⬛⬛⬛⬛⬛ 🟩⬛⬛⬛⬛ 🟩🟩🟩🟩🟩")
    see(browser, "You found SLATE")
    browser.one(".bar button:nth-child(1)").click()
    see(browser, "No word fits CRANE GBBBB and the earlier scores")
    see(browser, "then it is one of")  # with each correction
    assert browser.barriers() == []


def test_codes_and_colours_are_played(browser, opened, written):
    opened(written("--game", "mastermind:4x6"))
    see(browser, "Guess 0123")
    tell(browser, 1, 1)
    opened(written("--rule", "colours", "--strategy", "minimax"))
    assert browser.all("button.tile")


def test_half_a_million_codes_are_played(browser, opened, written):
    opened(written("--game", "mastermind:6x9"))
    see(browser, "531,441 possible")
    guess = proposed(browser)
    tell(browser, 1, 1)
    codes = map("".join, product("012345678", repeat=6))
    left = sum(naive.exact_elsewhere(guess, code) == "1,1" for code in codes)
    see(browser, f"{left:,} possible")
    see(browser, " tried)")  # not all can be
    assert browser.complaints() == []


def test_an_answer_that_is_probably_false_is_marked(browser, opened, written):
    opened(written("--lies", "1"))
    see(browser, "TARES")
    tell(browser, 0, 0)
    see(browser, "if no answer is false")
    while (guess := proposed(browser)) != "crane":
        tell(browser, *map(int, naive.exact_elsewhere(guess, "crane").split(",")))
        assert len(browser.texts(".turn")) < 12
    see(browser, "false")
    assert "false" in browser.texts(".turn")[0]
    browser.run(TAP, "exact", 5)
    see(browser, "A score was wrong: tares=0,0")
    assert browser.complaints() == []


def test_a_game_of_equations_is_reviewed(browser, opened, written, tmp_path):
    path, equations = tmp_path / "equations.txt", ["10+37=47", "12+35=47", "13+34=47"]
    path.write_text("\n".join([f"# letters: {' '.join('0123456789+-*/=')}", *equations]), "utf-8")
    opened(written("--words", str(path)))
    see(browser, "3 possible")
    browser.run("document.querySelector('.key.exact[data-n=\"8\"]').click()")
    see(browser, "2.00 on average + 0.00 lost by your guesses - 1.00 saved by luck = 1 guess")


FIGURES = (
    "return [...document.querySelectorAll('.figures')].map((one) => one.innerText.split(/\\s+/))"
)
WIDTHS = "const main = document.querySelector('main'); return [main.scrollWidth, main.clientWidth]"


def follow(browser: Any, text: str) -> None:
    """Tap the link with a text."""
    script = "[...document.querySelectorAll('a')].find((a) => a.innerText === arguments[0]).click()"
    browser.run(script, text)


def test_a_finished_game_has_its_report(browser, opened, written):
    opened(written())
    turns, secret = [], "rupee"
    while (guess := proposed(browser)) != secret:
        score = naive.exact_elsewhere(guess, secret)
        turns.append(f"{guess}={score}")
        tell(browser, *map(int, score.split(",")))
    browser.run("document.querySelector('.key.exact[data-n=\"5\"]').click()")
    see(browser, f"You found RUPEE in {len(turns) + 1} guesses")
    follow(browser, "Report")
    see(browser, "Back to the game")
    game, strategy = jotto.words(prior="common"), jotto.strategy(book=True)
    right = jotto.review(game, *turns, "rupee=5,0", strategy=strategy)
    see(browser, f"jotto needs {right.needs:.2f} on average, and {len(turns) + 1} for this secret.")
    figures = "bits {0.mine.bits:.2f} best {0.best.bits:.2f} gained {0.bits_gained:.2f} "
    figures += "cost {0.cost:.2f} luck {0.luck:.2f}"
    assert [" ".join(row).replace("−", "-") for row in browser.run(FIGURES)] == [
        figures.format(one) for one in right.judged
    ]
    assert len(browser.printed()) == 1
    assert max(term.size["height"] for term in browser.all(".sum li")) < 40  # a line each
    browser.resize(SMALL)
    wide, shown = browser.run(WIDTHS)
    assert wide == shown
    assert browser.barriers() == []
    follow(browser, "Back to the game")
    see(browser, "Done")
    browser.one(".ending .main").click()
    see(browser, "Finished games")
    browser.one(".list a").click()
    see(browser, "Back to the finished games")
    browser.run("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    browser.run("document.querySelector('.report button').click()")
    see(browser, "Copied")
    assert browser.run("return copied").startswith(f"jotto {len(turns) + 1} guesses ")
    assert browser.complaints() == []


def score_board(browser: Any, score: str) -> None:
    """Tap the colours of a score on the board that is asked for."""
    script = """
    const [score, done] = arguments;
    const tile = (place) => document.querySelector(`.entry button:nth-child(${place + 1})`);
    [...score].forEach((mark, place) => {
      while (!tile(place).classList.contains(mark)) tile(place).click();
    });
    const before = document.querySelector(".game").innerText;
    document.querySelector(".keys .main").click();
    const look = () => document.querySelector(".game").innerText !== before ? done() : setTimeout(look, 1);
    look();
    """  # noqa: E501
    browser.driver.execute_async_script(script, score)


def test_four_boards_are_played_as_by_the_program_and_go_on(browser, opened, written, tmp_path):
    game = jotto.words(jotto.words().secrets[::40], rule="colours")
    (tmp_path / "list.txt").write_text("\n".join(game.secrets))
    secrets = [game.secrets[at] for at in (3, 50, 111, 160)]
    listed = "--words", str(tmp_path / "list.txt"), "--rule", "colours"
    opened(written("--boards", "4", *listed))
    see(browser, f"{4 * len(game)} possible on 4 boards")
    at, entered = jotto.boards(game, 4), 0
    while not at.over:
        guess, still = at.choose(), sorted(at.open)
        scores = [naive.colours(guess, secrets[board]) for board in still]
        for board, score in zip(still, scores, strict=True):
            see(browser, f"BOARD {board + 1}")
            lead = "Guess" if board == still[0] else "Score"
            assert f"{lead} {guess.upper()}" in browser.one(".info .lead").text
            score_board(browser, score)
            entered += 1
            if entered == 6:
                browser.driver.refresh()
                see(browser, "Score ")
        assert browser.barriers() == []
        at = at.after(guess, scores)
    see(browser, f"You found all 4 words in {at.made} guesses.")
    assert len(browser.all(".board.found")) == 4
    browser.one(".ending .main").click()
    see(browser, f"found {'+'.join(secrets).upper()} in {at.made} guesses")


def test_a_game_that_the_page_does_not_know_is_refused(monkeypatch):
    monkeypatch.setattr(page_file, "MOST_SCORES", 3)
    no = jotto.words(["crane", "slate"], rule=jotto.Rule.of("no", ["no", "win"], lambda *_: "no"))
    with pytest.raises(jotto.GameError, match="2 guesses by 2 secrets: the page can have 3 scores"):
        page_file.data_of(no, jotto.strategy())
    with pytest.raises(jotto.GameError, match="random"):
        page_file.data_of(jotto.words(["crane", "slate"]), jotto.strategy("random"))
    with pytest.raises(jotto.GameError, match="3 boards need as many secrets"):
        page_file.data_of(jotto.words(["crane", "slate"]), jotto.strategy(), boards=3)
