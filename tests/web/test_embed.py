"""The page in a frame of another site, which asks and is told: docs/embed.md."""

import re
import time
from pathlib import Path

import pytest
from phone import Phone
from serving import files_served, served
from terminal import PROGRAM, run

DOCS = (Path(__file__).parents[2] / "docs" / "embed.md").read_text("utf-8")
HOST = re.search(r"```html\n(.*?)```", DOCS, re.S)[1]
LISTENS = """<!doctype html><link rel="icon" href="data:,"><title>A site</title><script>
const heard = [];
window.addEventListener("message", ({ source, data }) =>
  heard.push([[...document.querySelectorAll("iframe")].findIndex(
    (frame) => frame.contentWindow === source), data]));
const ask = (frame, asked) =>
  document.querySelectorAll("iframe")[frame].contentWindow.postMessage({ jotto: 1, ...asked }, "*");
</script>"""
WAY = 'way: "guess"'


class Site(Phone):
    """Somebody's site with frames, which keeps what it hears."""

    def visit(self, folder: Path, text: str) -> None:
        (folder / "index.html").write_text(LISTENS + text, "utf-8")
        self.browser.visit(self.address, self.size)

    def hears(self, event: str, frame: int = 0) -> dict:
        """Wait for the next message of a kind; drop it and those before it."""
        mine = f"heard.findIndex(([of, d]) => of === {frame} && d.event === {event!r})"
        self.need(f"{mine} >= 0")
        return self.run(f"return heard.splice(0, {mine} + 1).at(-1)[1]")

    def asks(self, frame: int = 0, **asked: str) -> None:
        self.run("ask(...arguments)", frame, asked)


@pytest.fixture
def site(browser, tmp_path):
    (tmp_path / "site").mkdir()
    with files_served(tmp_path / "site") as port:
        yield Site(browser, f"http://localhost:{port}", (800, 900))


def test_a_site_begins_a_game_enters_guesses_and_hears_the_end(site, tmp_path):
    """The page has another host and port. Two more frames name all sites and another one."""
    (tmp_path / "page").mkdir()
    (tmp_path / "five.txt").write_text("hatch\nlatch\nmatch\npatch\ncrane\n")
    made = ("page", "--words", tmp_path / "five.txt", "-o", tmp_path / "page" / "jotto.html")
    assert run(*PROGRAM, *made).status == 0
    with files_served(tmp_path / "page") as port:
        file = f"http://127.0.0.1:{port}/jotto.html"
        text = HOST.replace("https://games.example.org/jotto.html", file)
        text = text.replace("https://blog.example.com", site.address).replace(WAY, 'way: "play"')
        other = "".join(
            f'<iframe src="{file}?host={name}"></iframe>' for name in ("*", "http://localhost:1")
        )
        site.visit(tmp_path / "site", text + other)
        site.hears("ready")
        while not (state := site.hears("state"))["stage"]:  # of the first page
            pass
        assert (state["stage"], state["boards"]) == ("guess", [[]])
        assert state["guess"] == "hatch"
        site.asks(do="score", word="crane", score="ybybb")
        assert site.hears("state")["boards"] == [["crane=YBYBB"]]
        site.asks(do="score", score="9")
        assert "'9'" in site.hears("refused")["error"]
        site.asks(do="guess", word="patch")
        assert site.hears("state")["guess"] == "patch"
        site.asks(do="undo")
        site.asks(do="undo")
        while (state := site.hears("state"))["boards"] != [[]]:
            pass
        site.asks(do="delete")
        assert site.hears("refused")["sure"] is False
        site.asks(do="score", score="ggggg")
        end = site.hears("finished")
        assert (end["found"], end["stage"]) == (True, "over")
        assert end["boards"] == [["hatch=GGGGG"]]
        assert end["share"].endswith("🟩🟩🟩🟩🟩")
        assert site.run("return document.querySelector('#told').textContent") == end["share"]

        site.asks(do="begin", game="wordle", way="guess")
        site.hears("state")
        site.asks(do="guess", word="zzzzz")
        refused = site.hears("refused")
        assert (refused["sure"], "not in the word list" in refused["error"]) == (False, True)
        site.asks(do="begin", game="jotto", way="guess")
        site.hears("state")
        site.asks(do="guess", word="zzzzz")
        assert site.hears("refused")["sure"] is True
        site.asks(do="guess", word="zzzzz", sure="zzzzz")
        assert site.hears("state")["boards"] == [["zzzzz=0,0"]]

        site.asks(1, do="state")
        site.asks(2, do="state")
        site.asks(do="state")
        site.hears("state")
        assert site.run("return heard.filter(([frame]) => frame > 0)") == []
    expected = "target origin provided", "'web-share'"  # the latter is of phones
    complaints = site.browser.complaints()
    assert [each for each in complaints if not any(part in each for part in expected)] == []


def test_a_server_is_framed_by_the_sites_that_it_names_alone(site, tmp_path):
    with served(tmp_path, "--embed", site.address) as server:
        page = f"{server.address}/play/wordle?host={site.address}"
        site.visit(tmp_path / "site", f'<iframe src="{page}"></iframe>')
        site.hears("ready")
        site.asks(do="score", score="bbbby")
        assert site.hears("state")["boards"][0][0].endswith("=BBBBY")
        elsewhere = site.address.replace("localhost", "127.0.0.1")
        site.browser.visit(elsewhere, site.size)
        refused, until = [], time.monotonic() + 20
        while not refused and time.monotonic() < until:  # the browser says that it is not shown
            refused = site.browser.complaints()
        assert site.run("return heard") == []
    assert refused
    assert [each for each in refused if "frame-ancestors" not in each] == []
