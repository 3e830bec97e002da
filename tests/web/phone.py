"""A phone in a player's hand: it taps what is to be seen on the page of the server."""

import json
import time
from contextlib import contextmanager, suppress

from browser import SMALL, WIDE
from selenium.common.exceptions import JavascriptException, StaleElementReferenceException

SIZES = [  # phones in both directions, tablets, laptops at 200 %, desktops
    *((320, 568), (360, 740), (375, 667), (412, 915), (568, 320), (740, 360)),
    *((844, 390), (820, 1180), (1180, 820), (640, 400), (1280, 800), (1920, 1080)),
]
SHIFTS = """
const seen = (one) => [one.value, ...one.sources.map(({ node }) => node && node.textContent)];
window.shifts = [];
new PerformanceObserver((list) => window.shifts.push(
  ...list.getEntries().filter((one) => !one.hadRecentInput).map(seen)
)).observe({ type: "layout-shift", buffered: true });
"""
SMALL_KEYS = """
const high = (one) => Math.round(one.getBoundingClientRect().height);
return [...document.querySelectorAll("button:not(.turn, .tile), .button, .list a")]
  .filter((one) => one.checkVisibility() && high(one) < (one.closest(".info") ? 35 : 44))
  .map((one) => one.textContent);
"""
ASK = """
const [path, move] = arguments, request = new XMLHttpRequest();
request.open(move ? "POST" : "GET", `/data${path}`, false);
request.send(move && JSON.stringify(move));
return [request.status, request.responseText];
"""
SHARING = """
window.texts = [];
navigator.clipboard.writeText = async (text) => { window.texts.push(text); };
Object.defineProperty(navigator, "share", { value: undefined, configurable: true });
"""
AWAY = {"offline": True, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
STILL = "!(document.getAnimations().length || 'fresh' in document.body.dataset)"
SETTLED = """(() => {
  const text = document.querySelector(".info").innerText;
  const left = Number(text.match(/([\\d,]+) possible/)?.[1].replace(",", "") || 0);
  return left < 3 || left > 30 || text.includes("Looking ahead");
})()"""
ROWS = """
return [...document.querySelectorAll(".board:first-child .turn:has(.score)")].map((one) =>
  [one.querySelector(".tiles").ariaLabel, one.querySelector(".score").innerText.trim()]);
"""
CHOOSE = """
const one = document.querySelector(`[name=${arguments[0]}]`);
one.value = arguments[1];
one.dispatchEvent(new Event("change", { bubbles: true }));
"""
NAMED = "[...document.querySelectorAll('button, a, label')].find((one) => one.checkVisibility() && "
NAMED += "!one.closest('[inert]') && [one.textContent.trim(), one.ariaLabel].includes({name!r}))"


class Phone:
    """A browser of the size of a phone, and what a finger does on it."""

    def __init__(self, browser, address: str, size=SMALL):
        self.browser, self.address, self.size = browser, address, size

    def open(self, path: str = "/") -> None:
        self.browser.visit(self.address + path, self.size)
        self.see("main .page, main .game")

    def run(self, script: str, *arguments):
        return self.browser.run(script, *arguments)

    def wait(self, what: str, seconds: float = 20):
        """Wait until an expression is true; return it, or None."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            with suppress(JavascriptException):  # while a page is loaded
                if found := self.run(f"return {what}"):
                    return found
            time.sleep(0.02)
        return None

    def see(self, selector: str):
        """Wait for an element, and return it."""
        return self.need(f"document.querySelector({selector!r})")

    def need(self, what: str, seconds: float = 20):
        """Wait until an expression is true, as it has to be; return it."""
        found = self.wait(what, seconds)
        assert found, (what, self.text)
        return found

    @property
    def name(self) -> str:
        """The name of the game that is shown."""
        return self.run("return location.pathname").rpartition("/")[2]

    @property
    def saved(self) -> str:
        """The game that is shown, as the browser has saved it: an expression."""
        return f"JSON.parse(localStorage.getItem('jotto game {self.name}'))"

    @property
    def text(self) -> str:
        return self.run("return document.querySelector('#app').innerText")

    def tap(self, name: str) -> None:
        """Tap what has a text or a label, as soon as it can be seen."""
        self.touch(self.need(NAMED.format(name=name)))

    def touch(self, element) -> None:
        """Touch an element where it stands; scroll to it if need be."""
        if isinstance(element, str):
            element = self.see(element)
        self.wait(STILL)  # a finger aims at what stands still
        with suppress(StaleElementReferenceException):
            (self.browser.tap if self.size[0] < WIDE else type(element).click)(element)

    def go(self, name: str, path: str = "") -> None:
        """Tap a link, and wait for the page it leads to."""
        self.tap(name)
        self.need(f"location.pathname.startsWith({path!r})")

    def begin(self, **choices: str) -> None:
        """Begin a game by the form, with these house rules."""
        self.open("/new")
        for name, value in choices.items():
            self.choose(name, value)
        self.go("Start", "/game/")
        self.see(".game .next")

    def choose(self, name: str, value: str) -> None:
        """Choose a value of a list."""
        self.see(f"[name={name}]")
        self.run(CHOOSE, name, value)

    def choose_setting(self, name: str, value: str) -> None:
        """Choose a setting in the menu."""
        self.open("/")
        self.tap("Settings")
        self.choose(name, value)

    @property
    def guess(self) -> str:
        """The word in the row that comes next, once looking ahead has found it."""
        self.see(".next .tiles")
        self.wait(SETTLED, 3)  # at most: not every game is looked ahead in
        return self.shown

    @property
    def shown(self) -> str:
        """The word in the row that comes next, at once."""
        return self.see(".next .tiles").get_attribute("aria-label")

    @property
    def rows(self) -> list[tuple[str, str]]:
        """The turns of the first board: the words, and their scores as they are written."""
        return [tuple(row) for row in self.run(ROWS)]

    @property
    def figures(self) -> list[str]:
        """The figures of the games whose secrets the page kept."""
        return self.run(
            "return [...document.querySelectorAll('.figures dd')].map((e) => e.textContent)"
        )

    @property
    def reported(self) -> list[str]:
        """The words in a report."""
        return self.run(
            "return [...document.querySelectorAll('.report tbody th')].map((e) => e.textContent)"
        )

    @contextmanager
    def change(self):
        """Wait until the board was drawn anew with another position."""
        told = self.run("return document.querySelector('#told').textContent")
        yield
        self.need(f"document.querySelector('#told').textContent !== {told!r}")

    def score(self, score: str) -> None:
        """Enter a score by its keys: two numbers, of which the second may have no choice."""
        with self.change():
            exact, _, elsewhere = score.partition(",")
            self.touch(f".key[data-n='{exact}']")
            if elsewhere and exact not in "45":
                self.touch(f".elsewhere[data-n='{elsewhere}']:not(:disabled)")

    def type(self, word: str) -> None:
        """Type a word on the keys of the page, and enter it."""
        for letter in word:
            self.touch(f".letter[aria-label='{letter}'], .letter[aria-label^='{letter},']")
        self.tap("Enter")

    def check(self, *, shifts: bool = True) -> None:
        """Nobody is kept out, nothing is wider than the screen, small to tap, or has jumped."""
        self.wait(STILL)
        barriers = self.browser.barriers()
        assert barriers == [], barriers
        self.check_sizes()
        if shifts:
            shifted = self.run("return window.shifts || []")
            assert shifted == [], shifted

    def check_sizes(self) -> None:
        """Check that nothing is wider than the screen, or too small to tap."""
        assert self.run("return document.documentElement.scrollWidth") <= self.size[0]
        small = self.run(SMALL_KEYS)
        assert small == [], small

    def resize(self, size: tuple[int, int]) -> None:
        """Give the screen another size."""
        self.size = size
        self.browser.resize(size)

    def data(self, path: str, move=None):
        """Ask for data as the page does, or send a move; return the status and the data."""
        status, text = self.run(ASK, path, move)
        return status, json.loads(text)

    def share(self) -> str:
        """Tap the button to share; return the text."""
        self.run(SHARING)
        self.tap("Share")
        return self.wait("window.texts[0]")

    def connect(self, *, on: bool) -> None:
        """Switch the connection of this phone on or off."""
        self.browser.tell("Network.enable")
        self.browser.tell("Network.emulateNetworkConditions", **AWAY | {"offline": not on})

    def reads(self, *texts: str, seconds: float = 20) -> None:
        """Wait for texts, one after the other."""
        for text in texts:
            shown = f"document.querySelector('#app').innerText.includes({json.dumps(text)})"
            assert self.wait(shown, seconds), (text, self.text)
