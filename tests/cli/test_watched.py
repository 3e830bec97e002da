"""No command writes, connects or starts anything but what docs/files.md says."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from terminal import environment, run
from trials import calls

ROOT = Path(__file__).parents[2]
WATCHED = sys.executable, str(Path(__file__).with_name("watched.py"))
PATHS = os.pathsep.join(map(str, (ROOT, ROOT / "tests", Path(__file__).parent)))
REACHED = ("serve", "reach", "('127.0.0.1', 1)")  # which it may not listen at
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


def events_in(err: str) -> list[tuple[str, str, str]]:
    """What watched.py has printed: the call, what kind of event, and of what."""
    call, events = "", []
    for kind, value in (json.loads(line) for line in err.splitlines() if line.startswith('["')):
        call = value if kind == "call" else call
        events.append((call, kind, value))
    return events


def watch(tmp_path: Path, *arguments: str) -> tuple[Path, list[tuple[str, str, str]]]:
    """Run watched.py with a folder; return both the folder and the events."""
    folder = tmp_path / "user"
    folder.mkdir()
    ran = run(*WATCHED, folder, *arguments, env=environment(PYTHONPATH=PATHS), timeout=400)
    assert ran.status == 0, ran.err[-2000:]
    return folder, events_in(ran.err)


def test_every_command_writes_only_what_is_documented(tmp_path):
    folder, events = watch(tmp_path)
    assert [value for _, kind, value in events if kind == "call"] == [*calls.CALLS]
    wrong, wrote = [], set()
    for call, kind, value in events:
        if kind == "write" and written(folder, value, {*call.split()}):
            wrote.add(value)
        elif kind != "call" and (call.split()[0], kind, value) != REACHED:
            wrong.append((call, kind, value))
    assert not wrong
    expected = "out.html", "out.csv", "data/jotto/games.sqlite", "config/jotto/config.toml"
    assert {str(folder / name) for name in expected} <= wrote, "the hook sees nothing"


def test_no_name_in_a_file_runs_code_or_connects(tmp_path):
    folder, events = watch(tmp_path, "--foreign")
    said = {call: value for call, kind, value in events if kind == "end"}
    typed = "suggest --game strange:made (typed)"
    wrong = [event for event in events if event[1] not in ("call", "end", "write")]
    assert wrong == [(typed, "run", str(folder / "strange.py"))]
    assert len(said) > 300
    assert said[typed] == "0 "
    assert said["suggest --game strange (typed)"].startswith("2 jotto: no game is called")
    for reader in ("verify tree", "verify proof", "play --resume", "review (", "review --saved"):
        for name in ("this:c)", "os:system:touch ran)"):
            ends = [end for at, end in said.items() if at.startswith(reader) and at.endswith(name)]
            assert any(re.match("2 jotto: .*give it yourself", end) for end in ends), ends


@pytest.mark.full
def test_the_server_listens_where_it_says_and_reaches_nobody(tmp_path):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    command = [*WATCHED, str(tmp_path), "serve", "--port", port]
    env = environment(PYTHONPATH=PATHS, **calls.surroundings(tmp_path))
    with subprocess.Popen(command, env=env, cwd=tmp_path, stdout=-1, stderr=-1, text=True) as child:
        for line in child.stdout:
            if port in line:
                break
        child.send_signal(signal.SIGINT)
        err = child.stderr.read()
    events = [event[1:] for event in events_in(err)]
    assert ("reach", f"('127.0.0.1', {port})") in events
    own = "('127.0.0.1', ", "127.0.0.1", "('::1', ", "localhost", "None", "0"
    assert [value for kind, value in events if kind == "reach" and not value.startswith(own)] == []
    paths = [value for kind, value in events if kind == "write"]
    assert [path for path in paths if not written(tmp_path, path, set())] == []
