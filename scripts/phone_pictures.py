"""Draw the pictures of docs/phone.md: the real server, in chromium, at the size of a phone.

python scripts/phone_pictures.py            # writes docs/screens/phone-*.png
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

import typer

ROOT = Path(__file__).parents[1]
sys.path += [str(ROOT / "tests" / room) for room in ("", "cli", "web")]

from browser import PHONE, Browser  # noqa: E402
from serving import Visitor, served  # noqa: E402

SCENES = {"guess": "1,1", "ahead": "1,1 0,2 0,1", "trouble": "1,1 0,2 0,1 0,0 0,0"}  # scores
PATIENCE = 3.0  # seconds in which looking ahead ends


def main() -> None:
    """Draw each scene in the light and in the dark."""
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as server:
        browser = Browser(Path(folder) / "chromium")
        for name, scores in SCENES.items():
            visitor = Visitor(server.port)
            path = visitor.begin()
            for score in scores.split():
                visitor.play(path, do="score", score=score)
            for scheme in ("light", "dark"):
                feature = {"name": "prefers-color-scheme", "value": scheme}
                browser.tell("Emulation.setEmulatedMedia", features=[feature])
                browser.visit(server.address + path, PHONE)
                time.sleep(PATIENCE)
                place = ROOT / "docs" / "screens" / f"phone-{name}-{scheme}.png"
                browser.driver.save_screenshot(str(place))
                print(place.relative_to(ROOT))
        browser.driver.quit()


if __name__ == "__main__":
    typer.run(main)
