"""Draw the pictures of README.md and of docs: the real server, in chromium.

python scripts/phone_pictures.py            # phone-*.png, match-*.png, first-*.png, sizes-*.png
"""

from __future__ import annotations

import http.client
import json
import struct
import sys
import tempfile
from base64 import b64decode
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Annotated
from zlib import compress, crc32, decompress

import typer

from jotto.assistant.store import Store

ROOT = Path(__file__).parents[1]
sys.path += [str(ROOT / "tests" / room) for room in ("", "cli", "web")]

import naive  # noqa: E402
from browser import Browser  # noqa: E402
from phone import SIZES, Phone  # noqa: E402
from serving import Served, Visitor, served  # noqa: E402

SIZE = (360, 740)
MOVES, WORDLE_SECRET = (360, 640), "orbit"
PNG = b"\x89PNG\r\n\x1a\n"
RACE = {"do": "race", "first": "me", "word": "quilt", "last_turn": "yes"}
TURNS = ("1,1", "THEY tares", "0,2", "THEY guild")
BOARDS = tuple(
    {"do": "score", "word": word, "score": score}
    for word, score in (
        ("tares", "YBBBB+BYYYB+YBBBB+BBBGY"),
        ("glare", "BBBBB+GGGGG+BBBBB+BBBBY"),
        ("sloop", "BBYBB"),
    )
)
WORDLE = tuple(
    {"do": "score", "word": word, "score": score}
    for word, score in (("crane", "BYYBB"), ("toils", "YBBBB"))
)
TABLE = ("1,1", {"do": "score", "word": "moist", "score": "1,1"}, "1,1")  # docs/five-minutes.md
SCENES = {  # for each: the rules, and what is entered
    "table": ({}, TABLE),
    "both": ({}, (RACE, *TURNS)),
    "trouble": ({}, ("1,1", "4,0", "0,5")),
    "pegs": ({"game": "mastermind:4x6"}, ("1,1", "0,2")),
    "wordle": ({"rule": "colours"}, WORDLE),
    "boards": ({"rule": "colours", "boards": "4"}, BOARDS),
    "home": (None, ()),
}
SHEET = """<body style="margin:0;padding:16px;background:#888;font:16px sans-serif">
<div style="display:flex;flex-wrap:wrap;gap:16px;align-items:flex-start">{}</div>"""
ON_SHEET = """<figure style="margin:0">
<img style="display:block;width:{}px" src="data:image/png;base64,{}">
<figcaption>{} x {}</figcaption></figure>"""
FIRST = ("0,1", {"do": "score", "word": "tones", "score": "1,0"}, "1,0", "2,1", "4,0")
REVIEW = "review pales tones cobra jowly would world --secret world -o"
FRAME = """<body style="margin:0;background:#0000"><img id="a" style="width:332px;border:12px solid
#333;border-radius:34px;display:block" src="data:image/png;base64,{}">"""
TERMS = {"name": "Ann", "other": "person", "order": "me", "last_turn": "yes", "dictionary": "any"}
TERMS |= {"advice": "none", "minutes": "10", "game": "words", "rule": "exact-elsewhere"}
TERMS |= {"repeats": "yes", "plurals": "yes"}
SECRETS = {"Ann": "quilt", "Bob": "crane"}
GUESSES = (  # of Ann, of Bob
    *(("moist", "stale"), ("rules", "tulip"), ("grape", "built"), ("cared", "guilt")),
)
NOTES = {"out": "moistulgpd", "in": "rae"}
PACE = 17.0  # seconds for an entry
ASK = """
const [path, move] = arguments, request = new XMLHttpRequest();
request.open(move ? "POST" : "GET", `/data${path}`, false);
request.send(move && JSON.stringify(move));
return JSON.parse(request.responseText);
"""
LOOKS = "light", "dark"


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


def draw_match(browser: Browser, server: Served, folder: Path) -> None:
    """Draw a match: the invitation, the board in the middle of the game, and the end."""
    bob = Visitor(server.port)
    bob.ask("/")
    ann = Phone(browser, server.address, SIZE)

    def shot(name: str) -> None:
        ann.wait("!document.getAnimations().length")
        browser.driver.save_screenshot(str(folder / f"match-{name}-360-light.png"))
        print(folder / f"match-{name}-360-light.png")

    def played(path: str, who: str, **move: str) -> None:
        if who == "Bob":
            bob.play(path, **move)
        else:
            at = browser.run(ASK, path, None)["view"]["at"]
            browser.run(ASK, path, {"at": str(at), **move})

    browser.tell("Emulation.setEmulatedMedia", features=[])
    ann.choose_setting("contrast", "normal")
    path = browser.run(ASK, "/match", TERMS)["go"]
    ann.open(path)
    ann.wait("document.querySelector('img.code').naturalWidth > 100")
    shot("invitation")
    bob.play(path, do="join", name="Bob")
    for who, word in SECRETS.items():
        played(path, who, do="secret", word=word)
    for mine, theirs in GUESSES:
        played(path, "Ann", do="guess", word=mine)
        played(path, "Bob", do="guess", word=theirs)
    notes = {letter: how for how, letters in NOTES.items() for letter in letters}
    browser.run(
        "localStorage.setItem(`notes ${arguments[0]}`, arguments[1])", path, json.dumps(notes)
    )
    with Store(next(server.folder.rglob("games.sqlite")), "match") as store:  # as if they thought
        saved = store.load(path.rpartition("/")[2])
        ages = (PACE * number for number in range(len(saved.transcript), 0, -1))
        entries = zip(saved.transcript, ages, strict=True)
        past = tuple((*entry[:3], entry[3] - age) for entry, age in entries)
        store.write(replace(saved, transcript=past))
    stream = http.client.HTTPConnection("127.0.0.1", server.port)
    stream.request("GET", f"/data{path}/events?at=0", headers={"Cookie": bob.cookie})
    ann.open(path)
    ann.see(".keyboard")
    browser.press("c", "r", "a")
    shot("board")
    played(path, "Ann", do="guess", word=SECRETS["Bob"])
    played(path, "Bob", do="guess", word="quits")
    ann.open(path)
    ann.wait("document.querySelector('.bar button:enabled').textContent === 'Share'")
    shot("end")
    stream.close()


def draw_first(browser: Browser, server: Served, folder: Path) -> None:
    """Draw the two pictures of the README: no word fits, and the review of that game."""
    page = server.folder / "page.html"
    server.jotto(*REVIEW.split(), str(page))
    phone = Phone(browser, server.address, SIZE)
    for name in ("trouble", "review"):
        if name == "trouble":
            phone.open(begun(server.port, {}, FIRST))
        else:
            browser.visit(f"{page.as_uri()}#game", SIZE)
        phone.wait("!document.getAnimations().length")
        drawn = browser.driver.get_screenshot_as_base64()
        framed = server.folder / "framed.html"
        framed.write_text(FRAME.format(drawn))
        browser.open(framed, SIZE)
        browser.tell("Emulation.setDefaultBackgroundColorOverride", color=dict.fromkeys("rgba", 0))
        picture = folder / f"first-{name}.png"
        browser.one("#a").screenshot(str(picture))
        browser.tell("Emulation.setDefaultBackgroundColorOverride")
        print(picture)


def draw_moves(browser: Browser, server: Served, folder: Path) -> None:
    """Draw a picture that moves: a game of Wordle in the one file, from the first page to its end.

    It is an animated PNG: the frames of chromium, each with the milliseconds that it is shown.
    """
    page = server.folder / "jotto.html"
    server.jotto("page", "-o", str(page))
    phone = Phone(browser, f"{page.as_uri()}#", MOVES)
    frames = list[tuple[bytes, int]]()

    def shot(milliseconds: int) -> None:
        phone.wait("!document.getAnimations().length")
        frames.append((b64decode(browser.driver.get_screenshot_as_base64()), milliseconds))

    browser.tell("Emulation.setEmulatedMedia", features=[])
    phone.open("/")
    shot(1600)
    phone.tap("Wordle")
    while (guess := phone.guess) != WORDLE_SECRET:
        shot(900)
        marks = naive.colours(guess, WORDLE_SECRET)
        for place, mark in enumerate(marks, 1):
            for _ in range("BYG".index(mark)):
                phone.touch(f".next .tile:nth-child({place})")
        shot(900)
        with phone.change():
            phone.touch(".keys .main")
    shot(900)
    phone.tap("Found")
    phone.reads("luck")
    shot(3000)
    picture = folder / "first-moves.png"
    picture.write_bytes(animated(frames))
    print(picture)


def animated(frames: list[tuple[bytes, int]]) -> bytes:
    """Join pictures (PNG) of one size to one that moves, for ever."""
    parts = [list(chunks(picture)) for picture, _ in frames]
    made = [parts[0][0], (b"acTL", struct.pack(">II", len(frames), 0))]
    size, number = parts[0][0][1][:8], count()
    for at, (picture, (_, milliseconds)) in enumerate(zip(parts, frames, strict=True)):
        times = struct.pack(">IIHHBB", 0, 0, milliseconds, 1000, 0, 0)
        made.append((b"fcTL", struct.pack(">I", next(number)) + size + times))
        data = b"".join(content for kind, content in picture if kind == b"IDAT")
        data = compress(decompress(data), 9)
        named = (b"fdAT", struct.pack(">I", next(number)) + data) if at else (b"IDAT", data)
        made.append(named)
    made.append((b"IEND", b""))
    return PNG + b"".join(
        struct.pack(">I", len(content)) + kind + content + struct.pack(">I", crc32(kind + content))
        for kind, content in made
    )


def chunks(picture: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield the kinds and the contents of the parts of a PNG."""
    at = len(PNG)
    while at < len(picture):
        (size,) = struct.unpack(">I", picture[at : at + 4])
        yield picture[at + 4 : at + 8], picture[at + 8 : at + 8 + size]
        at += size + 12


def draw_sizes(browser: Browser, server: Served, folder: Path) -> None:
    """Draw a game of both players at every size, on one picture for each theme."""
    path, sheet = begun(server.port, {}, (RACE, *TURNS)), server.folder / "sheet.html"
    for look in ("light", "dark"):
        figures = []
        for size in SIZES:
            phone = Phone(browser, server.address, size)
            set_look(phone, look)
            phone.open(path)
            settled(phone)
            drawn = browser.driver.get_screenshot_as_base64()
            figures.append(ON_SHEET.format(size[0] // 3, drawn, *size))
        sheet.write_text(SHEET.format("".join(figures)))
        browser.open(sheet, (1340, 1170))
        browser.driver.save_screenshot(str(folder / f"sizes-{look}.png"))
        print(folder / f"sizes-{look}.png")


DRAWS = {"first": draw_first, "moves": draw_moves, "match": draw_match, "sizes": draw_sizes}


def set_look(phone: Phone, look: str) -> None:
    """Choose the theme."""
    scheme = {"name": "prefers-color-scheme", "value": look}
    phone.browser.tell("Emulation.setEmulatedMedia", features=[scheme])


def settled(phone: Phone) -> None:
    """Wait until a page has all that it will show."""
    phone.wait("!document.querySelector('.waiting')", 1)
    phone.wait("document.querySelector('.info')?.textContent.includes('ahead')", 2)
    phone.wait("!document.getAnimations().length")


def main(
    only: Annotated[str, typer.Option(metavar="NAME", help="Draw only this scene.")] = "",
    folder: Annotated[Path, typer.Option(help="Where to write them.")] = ROOT / "docs" / "screens",
) -> None:
    """Draw each scene in the light and in the dark."""
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as place,
        served(Path(place)) as server,
    ):
        browser = Browser()
        for name, draw in DRAWS.items():
            if only in ("", name):
                draw(browser, server, folder)
        for name, (rules, entered) in SCENES.items():
            if only not in ("", name):
                continue
            path = "/" if rules is None else begun(server.port, rules, entered)
            for look in LOOKS:
                phone = Phone(browser, server.address, SIZE)
                set_look(phone, look)
                phone.open(path)
                settled(phone)
                picture = folder / f"phone-{name}-360-{look}.png"
                browser.driver.save_screenshot(str(picture))
                print(picture)
        browser.driver.quit()


if __name__ == "__main__":
    typer.run(main)
