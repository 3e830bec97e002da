"""What takes long is shown where somebody sees it, and nowhere else."""

import io
import threading
import types

import pytest

import jotto
from jotto import progress as module


class Terminal(io.StringIO):
    """A terminal that says when something was printed on it."""

    def __init__(self):
        super().__init__()
        self.printed = threading.Event()

    def isatty(self):
        return True

    def write(self, text):
        written = super().write(text)
        self.printed.set()
        return written


@pytest.fixture
def terminal(monkeypatch):
    shown = Terminal()
    monkeypatch.setattr(module, "sys", types.SimpleNamespace(stderr=shown, modules={}))
    monkeypatch.setattr(module, "OFTEN", 0.001)
    monkeypatch.delenv("JOTTO_PROGRESS", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    return shown


def test_what_takes_long_is_shown_and_erased(terminal, monkeypatch):
    monkeypatch.setattr(module, "LONG", 0.0)
    with module.following(None) as tell:
        tell(jotto.Status(0.0, "games", 400, 1000, 70))
        terminal.printed.clear()
        assert terminal.printed.wait(60)
        terminal.printed.clear()
        assert terminal.printed.wait(60)
    *_, last, end, nothing = terminal.getvalue().split("\r")
    assert (end.strip(), nothing) == ("", "")
    assert "0 s: 400 of 1,000 games done, about 1:10 left" in terminal.getvalue()
    assert last.strip() == ""


def test_short_work_is_not_shown(terminal):
    with module.following(None) as tell:
        tell(jotto.Status(0.0, "games", 4, 10, 1))
    assert terminal.getvalue() == ""


def test_a_deprecated_name_works_and_says_what_replaces_it():
    with pytest.warns(DeprecationWarning, match="openings is Status.of") as told:
        assert jotto.Status(0.0, "openings", 4, 10, 1).openings == 10
    assert told[0].filename == __file__


@pytest.mark.parametrize(("variable", "value"), [("JOTTO_PROGRESS", "0"), ("TERM", "dumb")])
def test_it_can_be_turned_off(terminal, monkeypatch, variable, value):
    with module.following(False) as tell:
        assert tell is None
    monkeypatch.setenv(variable, value)
    with module.following(None) as tell:
        assert tell is None


def test_nothing_is_shown_in_a_pipe_but_in_a_notebook(terminal, monkeypatch):
    monkeypatch.setattr(terminal, "isatty", lambda: False)
    with module.following(None) as tell:
        assert tell is None
    module.sys.modules["ipykernel"] = module
    with module.following(None) as tell:
        assert isinstance(tell, module.Line)


def test_a_function_of_the_caller_is_called_instead(terminal):
    told = []
    game = jotto.words(["hatch", "latch", "match"])
    jotto.compare(game, ["entropy", "simple"], progress=told.append)
    assert [(status.what, status.done, status.of) for status in told] == [
        ("strategies", 1, 2),
        ("strategies", 2, 2),
    ]
    assert terminal.getvalue() == ""
