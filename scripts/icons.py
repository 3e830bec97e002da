"""Draw the icons of the page as PNG, for systems that take no SVG: in chromium, from icon*.svg.

python scripts/icons.py            # writes jotto/pages/icon-*.png
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import typer

ROOT = Path(__file__).parents[1]
sys.path.append(str(ROOT / "tests"))

from browser import Browser  # noqa: E402

PAGES = ROOT / "jotto" / "pages"
PAPER = "#16181d"  # of the icons: iOS rounds the corners itself
ICONS = {  # the SVG, the pixels, and what is behind it
    "icon-180": ("icon", 180, PAPER),
    "icon-192": ("icon", 192, "transparent"),
    "icon-512": ("icon", 512, "transparent"),
    "icon-maskable-512": ("icon-maskable", 512, PAPER),
}
PAGE = """<!doctype html><body style="margin:0;background:{paper}">
<style>svg {{ display: block; width: {size}px; height: {size}px }}</style>{svg}"""
CLEAR = dict.fromkeys("rgba", 0)


def main() -> None:
    """Draw each icon in its size."""
    with tempfile.TemporaryDirectory() as place:
        browser = Browser()
        browser.tell("Emulation.setDefaultBackgroundColorOverride", color=CLEAR)
        for name, (svg, size, paper) in ICONS.items():
            page = Path(place) / "icon.html"
            drawn = (PAGES / f"{svg}.svg").read_text("utf-8")
            page.write_text(PAGE.format(paper=paper, size=size, svg=drawn), "utf-8")
            browser.open(page, (size, size))
            browser.one("svg").screenshot(str(PAGES / f"{name}.png"))
            print(PAGES / f"{name}.png")
        browser.driver.quit()


if __name__ == "__main__":
    typer.run(main)
