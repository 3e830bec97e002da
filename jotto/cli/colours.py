"""The colours of a live game on a terminal: those of the page that can be read there."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from functools import cache
from pathlib import Path

import jotto
from jotto import files

CSS = Path(jotto.__file__).parent / "pages" / "base.css"
PALETTES = {  # where the page has them: whether contrast is strong, and the background is dark
    (False, True): ':root[data-theme="dark"]',
    (False, False): ":root",
    (True, True): ':root[data-contrast="high"][data-theme="dark"]',
    (True, False): ':root[data-contrast="high"]',
}
TEXT = {"quiet": "faint", "next": "blue", "ok": "ok", "near": "near", "they": "they"}
TILE = {  # of letters that have a background of their own
    "tile": "{ink} bg:{key} bold",
    "tile.in": "{ink} bg:{key} bold underline",
    "tile.out": "{faint} bg:{key} nobold",
    "tile.g": "{on-mark} bg:{ok} bold",
    "tile.y": "{on-mark} bg:{near} bold underline",
    "tile.b": "{ink} bg:{none}",
}
CODES = (  # of the digits of a code: every terminal with 256 colours has them
    *("d70000", "005fff", "ffd700", "008700", "ff8700"),
    *("af00d7", "00d7d7", "875f00", "ffafd7", "eeeeee"),
)
LIGHT = (2, 4, 6, 8, 9)  # of these, the digit is black
FIXED = {
    f"code.{digit}": f"bold {'#000000' if digit in LIGHT else '#ffffff'} bg:#{colour}"
    for digit, colour in enumerate(CODES)
} | {
    f"medal.{place}": f"bold #000000 bg:#{colour}"
    for place, colour in enumerate(("e8b923", "b9c0c9", "cd8a4b"), start=1)
}
FEW = {  # of 16 colours only green and yellow, on which black can be read wherever they differ
    **dict.fromkeys(TEXT, ""),
    "ok": "bold",
    "tile": "reverse bold",
    "tile.in": "reverse bold underline",
    "tile.out": "noreverse nobold",
    "tile.g": "ansiblack bg:ansigreen noreverse nobold",
    "tile.y": "ansiblack bg:ansiyellow noreverse nobold underline",
    "tile.b": "noreverse",
    **dict.fromkeys(FIXED, "reverse"),
}
LINUX = {
    "tile.y": "ansiblack bg:ansiyellow noreverse nobold nounderline"
}  # lines are a colour there
NONE = {  # without colours: in place is reversed, elsewhere underlined
    **dict.fromkeys(FIXED, "bold"),
    "tile": "bold",
    "tile.in": "bold underline",
    "tile.out": "nobold",
    "tile.g": "reverse bold",
    "tile.y": "underline bold",
    "tile.b": "nobold",
    "ok": "bold",
}
LEAST = 4.5  # the contrast that text has, at least
KNOWN = {"15": "#ffffff", "7": "#c0c0c0", "0": "#000000", "8": "#555555"}  # by COLORFGBG
ANSWER = re.compile(r"rgba?:([0-9a-f]+)/([0-9a-f]+)/([0-9a-f]+)", re.IGNORECASE)


def _place() -> Path:
    return files.user_folder("state") / "colours"


def is_strong() -> bool:
    """Whether strong contrast was chosen last."""
    with suppress(OSError, UnicodeDecodeError):
        return _place().read_text("utf-8").startswith("contrast")
    return False


def switch_contrast() -> bool:
    """Choose strong contrast, or the usual one, for later games, too; return whether it is."""
    strong = not is_strong()
    with suppress(OSError):
        files.write(_place(), ["contrast" if strong else "usual"], private=True)
    return strong


def hinted() -> str:
    """Return the background that the environment tells, such as #ffffff, or nothing."""
    return KNOWN.get(os.environ.get("COLORFGBG", "").rpartition(";")[2], "")


def told(answer: str) -> str:
    """Return the background that a terminal answers when it is asked for it, or nothing.

    >>> told("rgb:ffff/ffff/dddd"), told("rgb:00/00/00"), told("rgb:")
    ('#ffffdd', '#000000', '')
    """
    if (match := ANSWER.search(answer)) is None:
        return ""
    shares = (int(part, 16) / (16 ** len(part) - 1) for part in match.groups())
    return "#" + "".join(f"{round(255 * share):02x}" for share in shares)


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, as WCAG 2 defines it.

    >>> contrast("#ffffff", "#000000"), round(contrast("#59626d", "#ffffff"), 2)
    (21.0, 6.19)
    """
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    linear = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def are_few() -> bool:
    """Whether the terminal has no more than 16 colours, as far as it is known."""
    if os.environ.get("COLORTERM") or os.environ.get("PROMPT_TOOLKIT_COLOR_DEPTH"):
        return False
    try:
        import curses
    except ImportError:  # on Windows
        return False
    try:
        curses.setupterm(fd=1)
        return 0 <= curses.tigetnum("colors") < 256
    except (OSError, ValueError, curses.error):
        return False


def few() -> list[tuple[str, str]]:
    """Return the styles of a terminal of 16 colours, whose shades differ: mostly its own two."""
    return [*(FEW | (LINUX if os.environ.get("TERM") == "linux" else {})).items()]


@cache
def styles(background: str, *, strong: bool) -> list[tuple[str, str]]:
    """Return the styles on a background: the colours of the page that can be read on it.

    Text has the terminal's own colour where that of the page is too faint, where nobody knows the
    background, and for strong contrast. Tiles have a background of their own.
    """
    against = {ink: contrast(background or "#000000", ink) for ink in ("#ffffff", "#000000")}
    is_dark = against["#ffffff"] > against["#000000"]
    colours = _palette(strong, is_dark)
    marks = {name: _palette(strong, True)[name] for name in ("ok", "near", "on-mark")}
    tiles = colours | (marks if strong else {})  # those of a light page have less than 7 : 1
    looks = [(style, look.format_map(tiles)) for style, look in TILE.items()]
    for style, name in TEXT.items():
        can = background and not strong and contrast(colours[name], background) >= LEAST
        looks.append((style, (colours[name] if can else "") + " bold" * (style == "ok")))
    return looks


@cache
def _palette(strong: bool, is_dark: bool) -> dict[str, str]:
    rule = re.escape(PALETTES[strong, is_dark]) + r"\s*\{([^}]*--ok:[^}]*)\}"
    match = re.search(rf"(?m)^\s*(?:@media screen \{{ )?{rule}", CSS.read_text("utf-8"))
    assert match is not None, "the page has these colours"
    return dict(re.findall(r"--([\w-]+):\s*(#\w+)", match[1]))
