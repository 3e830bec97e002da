"""Run the commands of tests/trials/calls.py, undamaged, and print what each writes and connects to.

    python tests/cli/watched.py FOLDER

Or run jotto itself: python tests/cli/watched.py FOLDER serve --port 8765
Or put foreign names into every file that jotto reads, read each, and print what that imports, runs,
starts and connects to: python tests/cli/watched.py FOLDER --foreign
"""

import io
import json
import os
import re
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import CodeType
from typing import Any
from unittest.mock import patch

import numpy as np
from trials import calls

import jotto
from jotto.assistant.options import OF_WORDS, GameOptions
from jotto.cli import main
from jotto.engine import store
from jotto.errors import JottoError
from jotto.games import registry, words
from jotto.games.words import SHIPPED
from jotto.parallel import with_checksum
from jotto.web import games

WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
TOUCHES = "os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.symlink", "os.link", "os.truncate"
REACHES = "socket.connect", "socket.bind", "socket.getaddrinfo", "socket.sendto"
STARTS = "subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.fork"
STDERR = os.dup(2)

# --- names in files that are not names of games ---

FOREIGN = {"strange", "strangers", "this", "antigravity"}  # modules that nobody has imported
MODULE = """import os, jotto
open("ran", "w").close()
def made(*given):
    return jotto.game(lambda guess, secret: guess == secret, "abc")
"""
NAMES = (
    *("strange:made", "strange:made:3", "strange", "strange.py", "./strange:made", "../strange"),
    *("strangers.strange:made", "strangers.strange", "strangers/strange:made", "words:strange"),
    *("os:system:touch ran", "os:system", "subprocess:check_output:id", "builtins:exec:1/0"),
    *("this:c", "antigravity:fly", "socket:create_connection", "jotto:words", "__main__:made"),
    *("mastermind:strange:made", "two-d:strange:made", " strange:made", "strange:made\n"),
)
READERS = {  # what reads a file of calls.MADE
    "tree.json": ("verify tree.json", "suggest --words words.txt --strategy tree:tree.json"),
    "proof.json": ("verify proof.json",),
    "tree.txt": ("verify tree.txt --words words.txt",),
    "run": ("openings --full --words words.txt --checkpoint run --resume",),
    "search": ("tree --exact --words words.txt --checkpoint search --resume",),
    calls.OWN[0]: ("play --resume", "review --saved"),
    calls.OWN[1]: ("history", "review"),
    calls.OWN[2]: ("house", "suggest --words words.txt"),
    "words.txt": ("suggest --words words.txt",),
    "prior.txt": ("suggest --words words.txt --prior prior.txt",),
}


def watch(event: str, values: tuple) -> None:
    """Print an event, an audit hook of Python."""
    path, *_ = (*values, None)
    if event == "open" and isinstance(path, str | bytes) and values[2] & WRITES:
        tell("write", os.fsdecode(path))
    elif event in (*TOUCHES, "sqlite3.connect"):
        tell("write", *(os.fspath(each) for each in values[: 1 + (event == "os.rename")]))
    elif event in REACHES:
        tell("reach", *(str(each) for each in values[1:]))
    elif event in STARTS:
        tell("start", str(path))
    elif event == "exec" and isinstance(path, CodeType):  # of a module, when it is imported
        if Path(path.co_filename).stem in FOREIGN or path.co_filename.startswith(folder):
            tell("run", path.co_filename)
    elif event == "pickle.find_class" and path == "pathlib":  # of pickled()
        tell("unpickle", str(values))


def tell(kind: str, *values: str) -> None:
    for value in values:
        at = os.path.abspath(value) if kind == "write" else value  # noqa: PTH100
        os.write(STDERR, f"{json.dumps([kind, at])}\n".encode())


def replaced(value: Any, name: str, of: str = "") -> Iterator[tuple[str, Any]]:
    """Yield copies of JSON in which the name is in one place, each with the key of the place."""
    if isinstance(value, dict | list):
        pairs = value.items() if isinstance(value, dict) else enumerate(value)
        for key, part in pairs:
            for at, new in replaced(part, name, str(key)):
                copy = value.copy()
                copy[key] = new
                yield at, copy
    else:
        yield of, name


def forged(content: bytes, name: str, file: str) -> Iterator[tuple[str, bytes]]:
    """Yield the contents of a file in which the name is in one place."""
    if file.endswith((".txt", ".toml")):
        for word in {*re.findall(rb"\w+", content)}:
            new = json.dumps(name).encode() if file.endswith("toml") else name.encode()
            yield "", content.replace(word, new)
        return
    lines = [content] if file == "tree.json" else content.splitlines()
    some = {len(lines) - 1} if file == calls.OWN[1] else {*range(3), len(lines) - 1}  # alike
    for at in some.intersection(range(len(lines))):
        for key, value in replaced(json.loads(lines[at]), name):
            if file in ("run", "search") and at:
                value = with_checksum(json.loads(lines[0]), value[:-1])
            options = value.get("options") if isinstance(value, dict) else None
            if options and options["game"] == name:  # which words had
                own = {each: getattr(GameOptions, each) for each in OF_WORDS}
                value = value | {"options": options | own}
            elif options and key == "game":
                key = "name"  # of this record
            new = json.dumps(value).encode()
            yield key, b"\n".join([*lines[:at], new, *lines[at + 1 :], b""])


def foreign(folder: Path) -> Iterator[tuple[str, str]]:
    """Put the names into one file after the other; yield a command that reads it, and the key."""
    for file, commands in READERS.items():
        path = folder / file
        content = rows(path) if file.endswith("sqlite") else path.read_bytes()
        for name in NAMES:
            for key, new in forged(content, name, file):
                if key == "game" or name == NAMES[0]:
                    (set_rows if file.endswith("sqlite") else Path.write_bytes)(path, new)
                    yield from ((command, f"{file} {key} {name}") for command in commands)
                    if file.endswith("sqlite"):
                        with suppress(JottoError):
                            games.made(json.loads(new)["options"])
        (set_rows if file.endswith("sqlite") else Path.write_bytes)(path, content)


def pickled(path: Path) -> None:
    """Read an array of the cache that has a Python object in it."""
    tell("call", "a pickle in the cache")
    buffer = io.BytesIO()
    np.save(buffer, np.array([Path()]), allow_pickle=True)
    data = buffer.getbuffer()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(bytes(data) + store._checksum(path.stem, data))
    with patch.dict(os.environ, calls.surroundings(FOLDER)):
        assert store.cached(path.stem, lambda: np.zeros(1)).dtype == float


def booked(path: Path) -> None:
    """Read an opening book for a foreign game; its game is not the shipped list's either."""
    tell("call", "the opening book")
    path.mkdir()
    for name in (SHIPPED, *registry.BOOKS.values()):
        text = (words.folder() / name).read_text("utf-8")
        (path / name).write_text(text.replace('"game": "words"', '"game": "strange:made"'))
    with patch.object(registry, "folder", lambda: path):
        assert registry.book_for(jotto.words()).guess


def rows(path: Path) -> bytes:
    with sqlite3.connect(path) as database:
        return database.execute("select content from games").fetchone()[0].encode()


def set_rows(path: Path, content: bytes) -> None:
    with sqlite3.connect(path) as database:
        database.execute("update games set content = ?", [content.decode()])


def call(command: str, about: str = "", typed: str = "") -> None:
    """Call a command; print whether sys.path changed, and how it ends if it is about something."""
    tell("call", f"{command} ({about})" if about else command)
    before = sys.path[:]
    variables = calls.surroundings(Path(folder))
    status, _, err = calls.made(calls.Call(command.split(), typed.encode(), variables), FOLDER)
    if about:
        tell("end", f"{status} {err}")
    if sys.path != before:
        tell("path", *sys.path)


if __name__ == "__main__":
    folder, *arguments = sys.argv[1:]
    FOLDER = Path(folder)
    if arguments == ["--foreign"]:
        calls.prepare(FOLDER)
        for path in (FOLDER / "strange.py", FOLDER / "strangers" / "strange.py"):
            path.parent.mkdir(exist_ok=True)
            path.write_text(MODULE)
        sys.addaudithook(watch)
        for command, about in foreign(FOLDER):
            call(command, about)
        os.chdir(FOLDER)
        for name in NAMES:
            tell("call", f"in Python ({name})")
            for made in (jotto.named, lambda name: GameOptions(game=name).make_game()):
                with suppress(JottoError):
                    made(name)
        pickled(FOLDER / "cache" / "jotto" / "forged.array")
        booked(FOLDER / "book")
        call("suggest --game strange", "typed")
        call("suggest --game strange:made", "typed")
    elif arguments:
        sys.addaudithook(watch)
        sys.argv = ["jotto", *arguments]
        main()
    else:
        calls.prepare(FOLDER)
        sys.addaudithook(watch)
        for command in calls.CALLS:
            call(command, typed="\n".join([*calls.TYPED, ""]))
