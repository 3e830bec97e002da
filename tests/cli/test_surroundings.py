"""In any environment, the program gives the right result or one line of error."""

import json
import os
import re
import signal
from pathlib import Path

import pytest
from lists import FAMILY, SPLITTER
from terminal import PROGRAM, environment, run, start
from trials import calls

from jotto import files

# --- the folder of score matrices -----------------------------------------------------------


def assert_right(ran):
    """The suggestions of lists.py, by eye: chm parts the family 1, 1, 2; a word of it 1, 3."""
    found = ran.json["suggestions"]
    assert [(one["guess"], one["parts"], one["worst_left"]) for one in found] == [
        (SPLITTER, 3, 2),
        *((word, 2, 3) for word in FAMILY),
    ]
    assert ran.err == ""


@pytest.mark.parametrize("where", ["a file", "/proc/nowhere", "/dev/null", "relative", ""])
def test_a_cache_folder_that_cannot_be_used_changes_no_answer(jotto, family, tmp_path, where):
    if where == "a file":
        (tmp_path / where).write_text("in the way")
        where = str(tmp_path / where)
    assert_right(jotto("suggest", *family, "--json", XDG_CACHE_HOME=where))


@pytest.mark.parametrize("variables", [{"PATH": os.environ["PATH"]}], ids=["path alone"])
def test_a_user_without_a_home_can_play(jotto, family, tmp_path, monkeypatch):
    monkeypatch.setattr("pwd.getpwuid", {}.__getitem__)  # nobody is known, as in a container
    monkeypatch.setattr(files, "NOWHERE", Path("/proc/nowhere"))  # not even root can write there
    assert_right(jotto("suggest", *family, "--json"))
    assert "there are no finished games" in jotto("history").err
    assert jotto("house").status == 0
    assert "/proc/nowhere" in jotto("house", "polite=yes").refusal
    assert "Score for" in jotto("play", *family).out
    assert not [*tmp_path.glob("~*")]


# --- standard streams -----------------------------------------------------------------------

ENGLISH_ONLY = "LC_ALL=C PYTHONUTF8=0"


@pytest.mark.parametrize("arguments", [["candidates"], ["--help"], ["play"]], ids=" ".join)
def test_a_full_disk_is_one_line_and_no_traceback(process, arguments):
    with open("/dev/full", "wb") as full:  # noqa: PTH123
        ran = process(*arguments, stdout=full)
    assert ran.status == 2
    complaints = [line for line in ran.err.splitlines() if not line.endswith(" candidates")]
    assert complaints == ["jotto: the result could not be written: No space left on device"]


@pytest.mark.parametrize("command", ["house", "house repeats=no", "history", "serve"])
def test_a_file_of_our_own_that_never_ends_is_one_line(jotto, tmp_path, command):
    """A link to a device of zeros: it was read until the memory of the machine was full."""
    for name in ("config/jotto/config.toml", "data/jotto/history.jsonl", "state/jotto/web.json"):
        path = tmp_path / name
        path.parent.mkdir(parents=True)
        path.symlink_to("/dev/zero")
    ran = jotto(*command.split())
    assert "history.jsonl' is not taken over" in ran.err or "File too large" in ran.refusal


def test_a_stream_that_fails_at_the_end_changes_no_status():
    """Python's own flush would end with status 120, and tell of an exception."""
    program = "from jotto import cli; cli.run = lambda: print('x', end='') or 1; cli.main()"
    ran = run("sh", "-c", 'exec "$@" >/dev/full', "sh", PROGRAM[0], "-c", program)
    assert (ran.status, ran.err) == (1, "")


@pytest.mark.parametrize(
    ("command", "streams"),
    [
        *((command, "|") for command in ("candidates", "--help", "openings", "play")),
        *(("score a a", ">&-"), ("play", "<&-")),
        *(("candidates --words greek", ENGLISH_ONLY), ("play --words greek", ENGLISH_ONLY)),
    ],
)
def test_streams_that_are_gone_or_cannot_spell_a_word_are_no_traceback(tmp_path, command, streams):
    (tmp_path / "greek").write_text("λόγος\n", "utf-8")
    calls.check(calls.Call(command.split(), b"", calls.surroundings(tmp_path), streams), tmp_path)


@pytest.mark.parametrize("typed", [b"\xff\xfe\n", b"\0\n", b"x" * 100_000 + b"\n", b"\x1b[A\n"])
def test_nonsense_through_a_pipe_does_not_end_a_game(jotto, family, typed):
    ran = jotto("play", *family, typed=typed + b"bat=3,0\n")
    assert (ran.status, ran.err) == (0, "")
    assert "You found BAT in 1 guess." in ran.out


# --- what people type at a shell ------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "quoted"),
    [
        (["suggest", "cr\nne=1,1"], "cr"),
        (["sug\ngest"], "sug"),
        (["suggest", "--words", "no\nwhere"], "no"),
        (["suggest", b"cr\xffne=1,1"], "turn 1"),
        (["suggest", "--words", b"\xff"], "No such file"),
        (["score", "", ""], "''"),
        (["evaluate", "--opening", ""], "''"),
        (["score", "x" * 100_000, "crane"], "xxxx"),
    ],
)
def test_whatever_is_typed_the_refusal_is_one_line_that_quotes_it(jotto, arguments, quoted):
    line = jotto(*map(os.fsdecode, arguments)).refusal
    assert line.startswith("jotto: ")
    assert quoted in line
    assert len(line) < 300


# a title for the window, in seven and in eight bits, and as prompt_toolkit lets it through; what
# erases, goes back, and turns text around
HOSTILE = "\x1b]2;owned\x07", "\x9d2;owned\x9c", "\x01\x1b[2J\x02", "\rjotto", "\b\x7f", "\u202eab"
CONTROLS = re.compile(r"[\0-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
ITEMS = [f"{number}{text}z" for number, text in enumerate(HOSTILE)]
OWN_GAME = f"""import jotto
def score(guess, secret):
    return f"{{abs(int(guess[0]) - int(secret[0]))}}\x1b[5m"
def made():
    return jotto.game(score, {ITEMS})
"""


@pytest.fixture
def strange(tmp_path):
    """Files of every kind with control characters in them, and a game whose items have them."""
    (tmp_path / "strange.py").write_text(OWN_GAME)
    (tmp_path / "words.txt").write_text("\n".join(["crane", "slate", *HOSTILE, *ITEMS]))
    (tmp_path / "weights.txt").write_text("".join(f"crane{text} 1\n" for text in HOSTILE))
    options = {"game": HOSTILE[0], "words": None, "rule": HOSTILE[1], "strategy": HOSTILE[2]}
    record = {"format": 1, "date": "2026-11-25T12:00:00+01:00", "command": "play", "key": ITEMS[0]}
    record |= {"options": options, "turns": [f"{ITEMS[1]}=1"], "secret": ITEMS[2], "own": None}
    record |= {"result": "won", "theirs": [f"{ITEMS[3]}=1"] * 2, "refused": ITEMS, "owner": ""}
    (tmp_path / "jotto").mkdir()
    (tmp_path / "jotto" / "history.jsonl").write_text(f"{json.dumps(record)}\n" * 2)
    tree = {"format": 2, "game": HOSTILE[0], "rule": HOSTILE[1], "key": HOSTILE[2], "turns": []}
    (tmp_path / "tree.json").write_text(json.dumps(tree))
    return {"XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path / "config")}


@pytest.mark.parametrize(
    "command",
    [
        *("history", "history --json", "review", "verify tree.json", "lists file words.txt"),
        *("suggest --words words.txt", "suggest --prior weights.txt", "lists weights words.txt"),
        *("suggest --game strange:made", "openings --game strange:made"),
        *("candidates --game strange:made", "card --game X"),
        *("evaluate --game X", "compare entropy minimax --game X", "watch 5\u202eabz --game X"),
        *(
            "score 1\x9d2;owned\x9cz 2\x01\x1b[2J\x02z --game X",
            "secret --game X",
            "explain 5 --game X",
        ),
        *("play --game X", "keep --game X --secret 5\u202eabz", "suggest \x1b=\x9d", "\x1b[2J"),
        *("lists file words.txt --members \x1b[2J", "tree --game X"),
    ],
)
def test_no_text_controls_the_terminal(jotto, strange, command):
    arguments = command.replace("X", "strange:made").split(" ")
    ran = jotto(*arguments, typed="why\n1\x1b[5m\nlist\n0\x07\n\x1b\nq\n", **strange)
    assert ran.status in (0, 1, 2)
    assert not CONTROLS.search(ran.out + ran.err)
    if "--json" in command:
        found = json.dumps(ran.json, ensure_ascii=False)
        assert any(json.dumps(item, ensure_ascii=False) in found for item in ITEMS)


@pytest.mark.parametrize("text", HOSTILE)
def test_house_rules_with_control_characters_are_shown_as_signs(jotto, tmp_path, text):
    place = {"XDG_CONFIG_HOME": str(tmp_path)}
    (tmp_path / "jotto").mkdir()
    for line in (f"{json.dumps(text)} = 1", f"rule = {json.dumps(text)}"):
        (tmp_path / "jotto" / "config.toml").write_text(f"{line}\n")
        run = jotto("house", **place)
        assert not CONTROLS.search(run.refusal)
    assert jotto("house", "--reset", **place).status == 0


PLACES = (".", "list-1.txt/page", "none/page", "/proc/no/page", "loop")


@pytest.mark.parametrize(
    "command",
    [
        *("openings --html", "card --html", "evaluate -o", "tree -o", "review bat=2,0 -o"),
        *("play --report", "keep --report"),
    ],
)
def test_a_place_that_cannot_be_written_is_refused_before_any_work(
    jotto, family, tmp_path, command
):
    (tmp_path / "loop").symlink_to("loop")
    before = sorted(tmp_path.iterdir())
    name, *more = command.split()
    for place in PLACES:
        refusal = jotto(name, *family, *more, place, typed="3,0\n").refusal
        assert f"{place!r} cannot be written" in refusal
    assert sorted(tmp_path.iterdir()) == before
    assert (tmp_path / "list-1.txt").read_text().split() == [*FAMILY]


@pytest.mark.parametrize("command", ["openings --html", "card --html", "evaluate -o", "tree -o"])
def test_what_cannot_be_written_at_the_end_is_one_line_beside_the_result(jotto, family, command):
    name, option = command.split()
    run = jotto(name, *family, option, "/dev/full")
    assert (run.status, run.out) == (2, jotto(name, *family).out)
    assert "'/dev/full' cannot be written: No space left" in run.err
    assert run.err.count("\n") == 1
    assert Path("/dev/full").is_char_device()


def test_a_list_of_a_hundred_thousand_words_needs_no_matrix(tmp_path):
    """Their scores would be 10 GB. The child is given 4 GB of addresses."""
    path = tmp_path / "many.txt"
    digits = str.maketrans("0123456789", "abcdefghij")
    path.write_text("".join(f"{n:05}\n".translate(digits) for n in range(100_000)))
    limited = "sh", "-c", 'ulimit -v 4000000; exec "$@"', "sh", *PROGRAM
    one_thread = environment(OPENBLAS_NUM_THREADS="1")
    told = run(*limited, "suggest", "--words", path, env=one_thread).out
    assert re.match(r"100,000 candidates; 100,000 of 100,000 guesses tried, on a sample", told)


@pytest.mark.full
def test_an_interrupt_while_it_reckons_is_no_traceback(tmp_path):
    """Interrupted as soon as numpy is loaded: the matrix of an empty cache takes far longer."""
    own = {"env": environment(XDG_CACHE_HOME=str(tmp_path)), "start_new_session": True}
    child = start(PROGRAM[0], "-X", "importtime", *PROGRAM[1:], "suggest", **own)
    for line in child.stderr:
        if line.endswith(" jotto.engine.position\n"):
            break
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=30)
    assert (child.returncode, out) == (130, "")
    assert "Traceback" not in err


WHILE_A_THREAD_IS_AT_WORK = """
import atexit, sys, threading, time
from jotto.cli import main
atexit.register(sys.stderr.write, "the interpreter is being taken down")
threading.Thread(target=time.sleep, args=[60], daemon=True).start()
main()
"""


@pytest.mark.parametrize(("given", "status"), [(["--version"], 0), (["score", "bat", "b1t"], 2)])
def test_the_end_does_not_take_the_interpreter_down_under_a_thread(given, status):
    """A thread that is stopped while it loads a kernel or writes can abort the process."""
    ran = run(PROGRAM[0], "-c", WHILE_A_THREAD_IS_AT_WORK, *given)
    assert ran.status == status
    assert (ran.out if status == 0 else ran.err).startswith("jotto")
    assert "taken down" not in ran.err


IN_A_CALLBACK = """
import time
from jotto import cli
class Kept:
    def __del__(self):
        raise KeyboardInterrupt
cli.run = lambda: Kept() and time.sleep(60)
cli.main()
"""
AFTER_THE_RESULT = """
import atexit, os, signal
from jotto import cli
atexit.register(os.kill, os.getpid(), signal.SIGINT)
cli.run = lambda: print("done") or 1
cli.main()
"""


@pytest.mark.parametrize(
    ("program", "ended"), [(IN_A_CALLBACK, (130, "", "")), (AFTER_THE_RESULT, (1, "done\n", ""))]
)
def test_an_interrupt_is_neither_lost_nor_does_it_change_a_result(program, ended):
    """At the end of an object, or in a callback of imports, Python prints it and goes on."""
    assert run(PROGRAM[0], "-c", program, timeout=50) == ended
