"""Measure how long a phone takes to answer a tap: the real server, in chromium, by touch.

Plays games, and prints the median and the slowest tenth of the milliseconds from a touch to the
changed page, for each kind of tap; then again with a processor that is so many times slower.

Example: python scripts/phone_trials.py --games 10 --slower 6
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from random import Random
from statistics import median, quantiles

import typer

import jotto

sys.path += [str(Path(__file__).parents[1] / "tests" / room) for room in ("", "cli", "web")]

from browser import PHONE, Browser
from phone import Phone
from serving import served

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


def play(phone: Phone, game: jotto.Game, secret: str) -> dict[str, list[float]]:
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
        timed_word = timed(phone, ".coming .turn")
        took["letter"] += [timed_word, timed(phone, ".letter[aria-label^='e']")]
        phone.tap("Cancel")
    with phone.change():
        took["undo"].append(timed(phone, ".bar button:first-child"))
    return took


def main(games: int = 10, slower: int = 6, seed: int = 3) -> None:
    """Play at full speed, then slower."""
    game = jotto.words()
    secrets = Random(seed).sample(game.secrets, games)
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as server:
        browser = Browser(Path(folder) / "chromium")
        phone = Phone(browser, server.address, PHONE)
        phone.begin()  # loads and compiles what has to be
        phone.score("1,1")
        for rate in (1, slower):
            browser.tell("Emulation.setCPUThrottlingRate", rate=rate)
            every = [play(phone, game, secret) for secret in secrets]
            for kind in every[0]:
                took = [one for each in every for one in each[kind]]
                slow = quantiles(took, n=10)[-1]
                print(f"{rate} times slower: {kind:7} {len(took):4} taps, "
                      f"median {median(took):5.0f} ms, 90 % within {slow:5.0f} ms")  # fmt: skip
        browser.driver.quit()


if __name__ == "__main__":
    typer.run(main)
