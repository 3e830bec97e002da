"""No command writes, connects or starts anything but what docs/files.md says."""

import io
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from unittest.mock import patch

import numpy as np
import pytest
from serving import free_port
from terminal import environment
from trials import calls
from trials.forge import spots
from watched import FOREIGN, watching

import jotto
from jotto.engine import store
from jotto.errors import JottoError
from jotto.games import registry, words
from jotto.games.words import SHIPPED
from jotto.parallel import with_checksum
from jotto.question.fields import table
from jotto.question.making import Question
from jotto.web import games

ROOT = Path(__file__).parents[2]
PATHS = os.pathsep.join(map(str, (ROOT, ROOT / "tests", Path(__file__).parent)))
KEPT = re.compile(  # the table of docs/files.md
    r"config/jotto/\.?config\.toml.*|data/jotto/(games\.sqlite|\.?history\.jsonl.*)"
    r"|state/jotto/(\.?web\.json.*|\w+\.checkpoint)|cache/jotto/.*|(config|data|state|cache)(/jotto)?"
)


def written(folder: Path, path: str, named: set[str]) -> bool:
    """Whether a command may write to this path; ``named`` are the files that it was told to."""
    if path in ("/dev/null", str(folder)) or "__pycache__" in path:
        return True
    try:
        inside = str(Path(path).relative_to(folder))
    except ValueError:
        return False
    plain = re.sub(r"^\.(.*)-\w{16}$", r"\1", inside)  # the temporary file beside the one named
    return plain in named or bool(KEPT.fullmatch(inside))


def call(folder: Path, command: str, typed: str = "") -> str:
    """Call a command in the folder of a user; return how it ends."""
    before, variables = sys.path[:], calls.surroundings(folder)
    status, _, err = calls.made(calls.Call(command.split(), typed.encode(), variables), folder)
    assert sys.path == before
    return f"{status} {err}"


def test_every_command_writes_only_what_is_documented(tmp_path):
    calls.prepare(tmp_path)
    wrote, typed = set(), "\n".join([*calls.TYPED, ""])
    for command in calls.CALLS:
        with watching(tmp_path) as events:
            call(tmp_path, command, typed)
        may = {value for _, value in events if written(tmp_path, value, {*command.split()})}
        allowed = {("write", path) for path in may}
        if command.startswith("serve"):
            allowed.add(("reach", "('127.0.0.1', 1)"))
        assert {*events} <= allowed, command
        wrote |= may
    expected = "out.html", "out.csv", "data/jotto/games.sqlite", "config/jotto/config.toml"
    assert {str(tmp_path / name) for name in expected} <= wrote, "the hook sees nothing"


@pytest.mark.full
def test_the_server_listens_where_it_says_and_reaches_nobody(tmp_path):
    port, program = str(free_port()), Path(__file__).with_name("watched.py")
    command = [sys.executable, program, tmp_path, "serve", "--port", port]
    env = environment(PYTHONPATH=PATHS, **calls.folders(tmp_path))
    with subprocess.Popen(command, env=env, cwd=tmp_path, stdout=-1, stderr=-1, text=True) as child:
        next(line for line in child.stdout if port in line)
        child.send_signal(signal.SIGINT)
        err = child.stderr.read()
    events = [json.loads(line) for line in err.splitlines() if line.startswith('["')]
    assert ["reach", f"('127.0.0.1', {port})"] in events
    own = "('127.0.0.1', ", "127.0.0.1", "('::1', ", "localhost", "None", "0"
    for kind, value in events:
        assert value.startswith(own) if kind == "reach" else written(tmp_path, value, set())


# --- names in files that are not names of games ---------------------------------------------------

MODULE = """import os, jotto
open("ran", "w").close()
def made(*given):
    return jotto.game(lambda guess, secret: guess == secret, "abc")
"""
NAMES = (  # all of them in a tree, the first at any place, some in all other files
    *("strange:made", "strange:made:3", "strange", "strange.py", "./strange:made", "../strange"),
    *("strangers.strange:made", "strangers.strange", "strangers/strange:made", "words:strange"),
    *("os:system:touch ran", "os:system", "subprocess:check_output:id", "builtins:exec:1/0"),
    *("this:c", "antigravity:fly", "socket:create_connection", "jotto:words", "__main__:made"),
    *("mastermind:strange:made", "two-d:strange:made", " strange:made", "strange:made\n"),
)


SOME = "strange", "this:c", "os:system:touch ran"
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


def forged(content: bytes, name: str, file: str):
    """Yield the contents of a file in which the name is in one place, each with its key."""
    if file.endswith((".txt", ".toml")):
        new = json.dumps(name) if file.endswith("toml") else name
        yield from (("", content.replace(w, new.encode())) for w in {*re.findall(rb"\w+", content)})
        return
    lines = [content] if file == "tree.json" else content.splitlines()
    some = {len(lines) - 1} if file == calls.OWN[1] else {*range(3), len(lines) - 1}  # alike
    for at in some.intersection(range(len(lines))):
        value = json.loads(lines[at])
        for part, key in spots(value):
            if isinstance(part[key], dict | list):
                continue
            before, part[key] = part[key], name
            made = value
            if file in ("run", "search") and at:
                made = with_checksum(json.loads(lines[0]), value[:-1])
            options = value.get("options") if isinstance(value, dict) else None
            if options is part and key == "game":  # which words had
                rows = {n: row.usual for n, (_, row) in table().items() if row.of_words}
                own = {n: None if callable(usual) else usual for n, usual in rows.items()}
                made = value | {"options": options | own}
            elif options and key == "game":
                key = "name"  # of this record
            made = json.dumps(made).encode()
            yield str(key), b"\n".join([*lines[:at], made, *lines[at + 1 :], b""])
            part[key] = before


def stored(path: Path, content: bytes | None = None) -> bytes:
    """Return what a file has, or the game of a database; put something else in its place."""
    if not path.name.endswith("sqlite"):
        return path.read_bytes() if content is None else bytes(path.write_bytes(content))
    with sqlite3.connect(path) as database:
        if content is not None:
            database.execute("update games set content = ?", [content.decode()])
        return database.execute("select content from games").fetchone()[0].encode()


def foreign(folder: Path):
    """Put the names into one file after the other; yield a command that reads it, and the place."""
    for file, commands in READERS.items():
        content = stored(folder / file)
        for name in NAMES:
            for key, new in forged(content, name, file):
                named = key == "game" and (file == "tree.json" or name in SOME)
                if named or name == NAMES[0]:
                    stored(folder / file, new)
                    yield from ((command, f"{file} {key} {name}") for command in commands)
                    if file == calls.OWN[0]:
                        with suppress(JottoError):
                            games.made(json.loads(new)["options"])
        stored(folder / file, content)


def read_pickled(folder: Path) -> None:
    """Read an array of the cache that has a Python object in it."""
    path, buffer = folder / "cache" / "jotto" / "forged.array", io.BytesIO()
    np.save(buffer, np.array([Path()]), allow_pickle=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(buffer.getvalue() + store._checksum(path.stem, buffer.getbuffer()))
    with patch.dict(os.environ, calls.surroundings(folder)):
        assert store.cached(path.stem, lambda: np.zeros(1)).dtype == float


def read_book(folder: Path) -> None:
    """Read an opening book for a foreign game; its game is not the shipped list's either."""
    for name in (SHIPPED, *registry.BOOKS.values()):
        text = (words.folder() / name).read_text("utf-8")
        (folder / name).write_text(text.replace('"game": "words"', '"game": "strange:made"'))
    with patch.object(registry, "folder", lambda: folder):
        assert registry.book_for(jotto.words()).guess


def test_no_name_in_a_file_runs_code_or_connects(tmp_path, monkeypatch):
    calls.prepare(tmp_path)
    for path in (tmp_path / "strange.py", tmp_path / "strangers" / "strange.py"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(MODULE)
    for name in FOREIGN:
        monkeypatch.setitem(sys.modules, name, None)
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.chdir(tmp_path)
    ends = {}
    with watching(tmp_path) as events:
        for command, place in foreign(tmp_path):
            ends[command, place] = call(tmp_path, command)
            assert [event for event in events if event[0] != "write"] == [], (command, place)
        for name in NAMES:
            for made in (jotto.named, lambda name: Question(game=name).make_game()):
                with suppress(JottoError):
                    made(name)
        read_pickled(tmp_path)
        read_book(tmp_path)
        said = call(tmp_path, "suggest --game strange")
        assert said.startswith("2 jotto: no game is called")
        assert [event for event in events if event[0] != "write"] == []
        assert call(tmp_path, "suggest --game strange:made") == "0 "
        assert ("run", str(tmp_path / "strange.py")) in events, "the hook sees nothing"
    assert len(ends) > 250
    for reader in ("verify tree", "verify proof", "play --resume", "review", "review --saved"):
        for name in ("this:c", "os:system:touch ran"):
            told = [
                end for (at, of), end in ends.items() if at.startswith(reader) and of.endswith(name)
            ]
            assert any(re.match("2 jotto: .*start the program", end) for end in told), told
