"""The doors of the program: each is asked the same question, and gives its answer as plain data.

A question is a request: what to ``do``, and its fields. ``Doors.ask`` asks it at one door.
"""

import json
import os
import subprocess
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import inprocess
from served import Served, application, served
from terminal import PROGRAM

import jotto
from jotto.assistant.page_file import data_of
from jotto.assistant.request_table import to_json
from jotto.errors import JottoError
from jotto.question.making import Question, saved_options
from jotto.question.schema import options_schema
from jotto.question.texts import FORM_GAMES
from jotto.web import api, tools

OPTIONS = {*options_schema()}
LISTS = ("words", "guesses", "without")  # files at the command, lists at other doors
ALIKE = "python", "command", "engine", "http", "mcp"  # doors that answer with the same fields
HELLO = {"protocolVersion": "2025-03-26", "capabilities": {}}
HELLO |= {"clientInfo": {"name": "test", "version": "1"}}


def plain(answer: dict) -> dict:
    """An answer without what says who was asked."""
    return {n: v for n, v in answer.items() if n not in ("id", "do", "notes", "schema")}


class Doors:
    """All doors, open; ``folder`` is that of the person who asks, without house rules."""

    def __init__(self, folder: Path, server: Served, engine: Any, mcp: Any):
        self.folder, self.server, self._engine, self._mcp = folder, server, engine, mcp

    def ask(self, door: str, do: str, said: dict) -> dict:
        """Ask at a door; what is refused has an ``error``, with its sentence."""
        answer = getattr(self, f"_at_{door}")(do, dict(said))
        return answer if "error" in answer else plain(answer)

    def _at_python(self, do: str, said: dict) -> dict:
        turns = said.pop("turns", ())
        try:
            return json.loads(to_json(jotto.ask(do, *turns, **said)))
        except JottoError as error:
            return {"error": str(error), "code": error.code}

    def _at_command(self, do: str, said: dict) -> dict:
        status, out, err = self.run([do, *self.arguments(said), "--json"])
        return json.loads(out) if out else {"error": err.removeprefix("jotto: "), "status": status}

    def _at_engine(self, do: str, said: dict) -> dict:
        return _told(_exchange(self._engine, {"do": do, **said}))

    def _at_http(self, do: str, said: dict) -> dict:
        asked = self.server.request("POST", f"/api/{do}", body=json.dumps(said).encode())
        return _told(json.loads(self.server.raw(asked).body))

    def _at_mcp(self, do: str, said: dict) -> dict:
        own = {name: said.pop(name) for name in OPTIONS & said.keys()}
        said |= {"game": own} if own else {}
        tool = next((n for n, of in tools.TOOLS.items() if do in of.get("requests", ())), do)
        about = {"name": tool, "arguments": said | ({"do": do} if tool != do else {})}
        call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": about}
        result = _exchange(self._mcp, call)["result"]
        told, text = result["structuredContent"], result["content"][0]["text"]
        if result.get("isError"):
            assert text == "{message}\n{hint}".format(**told["error"])
        else:
            assert json.loads(text) == told
        return _told(told)

    def run(self, arguments: list[str], typed: str = "") -> tuple[int, str, str]:
        """Run a command; its exit status, and what it prints."""
        kinds = "CONFIG", "STATE", "DATA"
        variables = os.environ | {f"XDG_{kind}_HOME": str(self.folder) for kind in kinds}
        status, *printed = inprocess.call(arguments, typed.encode(), self.folder, variables)
        return status, *(text.decode() for text in printed)

    def arguments(self, said: dict) -> list[str]:
        """What is said, as arguments of a command."""
        given = [str(turn) for turn in said.get("turns", ())]
        placed = ("guess", "secret") if {"guess", "secret"} <= said.keys() else ("word",)
        given += [str(said[name]) for name in placed if name in said]
        for name, value in said.items():
            if name in ("turns", *placed):
                continue
            if isinstance(value, bool):
                given.append(f"--{'' if value else 'no-'}{name}")
                continue
            for each in value if isinstance(value, list) and name not in LISTS else [value]:
                given += [f"--{name}", self._file(each) if isinstance(each, list) else str(each)]
        return given

    def _file(self, words: list[str]) -> str:
        path = self.folder / f"{'-'.join(words)[:40]}.txt"
        path.write_text("\n".join(words))
        return str(path)


def _exchange(program: Any, line: dict) -> dict:
    program.stdin.write(json.dumps(line) + "\n")
    program.stdin.flush()
    return json.loads(program.stdout.readline())


def _told(answer: dict) -> dict:
    if "error" not in answer:
        return answer
    return {"error": answer["error"]["message"], "code": answer["error"]["code"]}


@contextmanager
def opened(folder: Path) -> Iterator[Doors]:
    """Open all doors: the engine and the tools as programs, the server on a port."""
    programs = api.made(Question(), {*FORM_GAMES}, 1)
    app = application(folder, saved_options(Question()), programs)
    pipes: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    pipes |= {"encoding": "utf-8", "env": os.environ | {"XDG_CONFIG_HOME": str(folder)}}
    with ExitStack() as stack:
        server = stack.enter_context(served(app, api=True))
        programs = [
            stack.enter_context(subprocess.Popen([*PROGRAM, name], **pipes))
            for name in ("engine", "mcp")
        ]
        hello = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": HELLO}
        _exchange(programs[1], hello)
        yield Doors(folder, server, *programs)
        for program in programs:
            program.stdin.close()


class Page:
    """The page's own engine, in node; the one file has the same modules and the same data."""

    def __init__(self, call: Any, asked: Question):
        game = asked.make_game()
        call("begin", data_of(game, asked.adviser(game), boards=asked.boards))
        self._call, self.state = call, call("nothing")

    def ask(self, path: str, move: dict | None = None) -> dict:
        """Ask for what is at a path, or make a move there."""
        found = self._call("ask", self.state, path, move)
        self.state = found["state"]
        return found["answer"]

    def entered(self, turns: Iterable[str]) -> str:
        """Begin a game with these turns; its path."""
        path = self.ask("/new", {})["go"]
        for at, turn in enumerate(turns, start=1):
            word, _, score = turn.partition("=")
            self.ask(path, {"at": str(at), "do": "score", "word": word, "score": score})
        return path

    def headline(self, path: str) -> dict:
        """The guess that it shows, with what is found by looking ahead, as texts."""
        view = self.ask(f"{path}/ahead").get("view") or self.ask(path)["view"]
        return {name: self.said(value) for name, value in view["guess"].items()}

    def said(self, value: Any) -> Any:
        """A sentence as its text."""
        return self._call("say", [value])[0] if isinstance(value, dict) else value

    def everything_said(self, answer: dict) -> dict:
        """An answer with its title, headers and rows as texts."""
        rows = [[self.said(value) for value in row] for row in answer.get("rows", ())]
        heads = {name: self.said(answer[name]) for name in ("title",) if name in answer}
        return {**answer, **heads, "rows": rows}
