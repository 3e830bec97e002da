"""Draw the pictures of docs/phone.md: the real server, in chromium, at the sizes of devices.

python scripts/phone_pictures.py            # writes docs/screens/phone-*.png
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Annotated

import typer

ROOT = Path(__file__).parents[1]
sys.path += [str(ROOT / "tests" / room) for room in ("", "cli", "web")]

from browser import Browser  # noqa: E402
from phone import Phone  # noqa: E402
from serving import Visitor, served  # noqa: E402

SIZES = {"320": (320, 568), "360": (360, 740), "412": (412, 915)}
SIZES |= {"tablet": (820, 1180), "desktop": (1280, 800)}
RACE = {"do": "race", "first": "me", "word": "quilt", "last_turn": "yes"}
TURNS = ("1,1", "THEY tares", "0,2", "THEY guild")
SCENES = {  # for each: the rules, what is entered, what is tapped then, and the sizes
    "guess": ({}, ("1,1", "0,2"), (), ("360",)),
    "both": ({}, (RACE, *TURNS), (), tuple(SIZES)),
    "typing": ({}, ("1,1", "0,2"), ("other word", "m, may be in the word"), ("360",)),
    "trouble": ({}, ("1,1", "4,0", "0,5"), (), ("360",)),
    "pegs": ({"game": "mastermind:4x6"}, ("1,1", "0,2"), (), ("360",)),
    "menu": ({}, ("1,1",), ("Menu",), ("360",)),
    "over": ({}, (RACE, *TURNS, "5,0", "THEY quits"), (), ("360",)),
}
LOOKS = {"light": "normal", "dark": "normal", "contrast": "high"}


def begun(port: int, rules: dict[str, str], entered: tuple[object, ...]) -> str:
    """Play a game through the data of the server; return its path."""
    visitor = Visitor(port)
    path = visitor.begin(**rules)
    for entry in entered:
        match entry:
            case dict():
                visitor.play(path, **entry)
            case str() if entry.startswith("THEY "):
                visitor.play(path, do="they", word=entry.removeprefix("THEY "))
            case _:
                visitor.play(path, do="score", score=str(entry))
    return path


def main(
    only: Annotated[str, typer.Option(metavar="NAME", help="Draw only this scene.")] = "",
    folder: Annotated[Path, typer.Option(help="Where to write them.")] = ROOT / "docs" / "screens",
) -> None:
    """Draw each scene in the light, in the dark, and with high contrast."""
    with tempfile.TemporaryDirectory() as place, served(Path(place)) as server:
        browser = Browser(Path(place) / "chromium")
        for name, (rules, entered, taps, sizes) in SCENES.items():
            if only not in ("", name):
                continue
            path = begun(server.port, rules, entered)
            for size in sizes:
                phone = Phone(browser, server.address, SIZES[size])
                for look, contrast in LOOKS.items():
                    if look == "contrast" and (size != "360" or name not in ("both", "trouble")):
                        continue
                    scheme = {"name": "prefers-color-scheme", "value": look}
                    browser.tell("Emulation.setEmulatedMedia", features=[scheme])
                    phone.choose_setting("contrast", contrast)
                    phone.open(path)
                    for tap in taps:
                        phone.tap(tap)
                    phone.wait("!document.querySelector('.waiting')", 1)
                    phone.wait("document.querySelector('.info').textContent.includes('ahead')", 2)
                    phone.wait("!document.getAnimations().length")
                    picture = folder / f"phone-{name}-{size}-{look}.png"
                    browser.driver.save_screenshot(str(picture))
                    print(picture)
        browser.driver.quit()


if __name__ == "__main__":
    typer.run(main)
