"""How long a phone takes to answer a tap.

A game is played by touch in chromium, on a real server: at full speed, and again in a page slowed
down six times. The time is that from the touch to the changed page.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from statistics import median

from browser import PHONE, Browser
from phone import Phone
from serving import served

import jotto
from trials.small import shipped

UNIT = "games"
FOUND = ""
SLOWER = 6
WATCH = """
window.took = []; let touched = 0;
document.addEventListener("pointerdown", () => { touched = performance.now(); }, true);
new MutationObserver(() => {
  if (!touched) return;
  const since = touched; touched = 0;
  requestAnimationFrame(() => setTimeout(() => window.took.push(performance.now() - since)));
}).observe(document.querySelector("#app"), { subtree: true, childList: true, attributes: true });
"""


def timed(phone: Phone, touch: str) -> float:
    """Touch something; return the milliseconds until the page has changed and is drawn."""
    before = phone.run("return window.took.length")
    phone.touch(touch)
    assert phone.wait(f"window.took.length > {before}"), touch
    return float(phone.run("return window.took.at(-1)"))


def taken(phone: Phone, game: jotto.Game[str], secret: str) -> dict[str, list[float]]:
    """Play a game to its end; return what each kind of tap took."""
    took: dict[str, list[float]] = {"digit": [], "score": [], "letter": [], "why": [], "undo": []}
    phone.begin()
    phone.run(WATCH)
    while (guess := phone.guess) != secret:
        exact, elsewhere = game.score(guess, secret).split(",")
        with phone.change():
            key = f".exact[data-n='{exact}']"
            took["score" if exact in "45" else "digit"].append(timed(phone, key))
            if exact not in "45":
                took["score"].append(timed(phone, f".elsewhere[data-n='{elsewhere}']"))
        if "No word fits" in phone.text:
            break
        took["why"].append(timed(phone, ".bar button:nth-child(2)"))
        phone.touch(".close")
        took["letter"].append(timed(phone, ".coming .turn"))
        took["letter"].append(timed(phone, ".letter[aria-label^='e']"))
        phone.tap("Cancel")
    with phone.change():
        took["undo"].append(timed(phone, ".bar button:first-child"))
    return took


def play(seed: int, folder: Path) -> dict[str, float]:
    """Play a game at both speeds; return the median of each kind of tap in milliseconds."""
    game, took = shipped(), dict[str, float]()
    secret = Random(seed).choice(game.secrets)
    browser = Browser()
    try:
        with served(folder) as server:
            phone = Phone(browser, server.address, PHONE)
            phone.begin()  # loads and compiles what has to be
            phone.score("1,1")
            for rate in (1, SLOWER):
                browser.tell("Emulation.setCPUThrottlingRate", rate=rate)
                each = taken(phone, game, secret).items()
                took |= {f"{kind}, ms, {rate}x": median(some) for kind, some in each if some}
    finally:
        browser.driver.quit()
    return took
