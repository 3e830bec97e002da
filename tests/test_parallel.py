"""Work that is spread: what no command line shows on purpose."""

import json
import multiprocessing
import os
import re
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from threading import Lock

import pytest
from terminal import run

import jotto
from jotto import parallel
from jotto.analysis import comparison
from jotto.analysis.comparison import openings
from jotto.assistant import reviews as reviewing
from jotto.errors import FileError, GameError, WordError, WorkersError
from jotto.games.words import word_game
from jotto.parallel import Checkpoint, spread
from jotto.search.solve import solve

ITEMS = list(range(40))


def squared(base, number):
    return base + number**2


def refused(base, number):
    raise GameError("this is no game")


def away():
    return multiprocessing.parent_process() is not None


def only_here(_, number):
    """Fail in another process: what a program has set up is not there."""
    if away():
        raise RuntimeError("it is set up in one process")
    return number


def only_at_first(_, number):
    if number > 25 and away():
        raise RuntimeError("too late")
    return number


def killing(_, number):
    """End another process, as a system without memory does."""
    if away():
        os._exit(3)
    return number


class UnsentError(Exception):
    """An exception that is pickled, but cannot be made again from that."""

    def __init__(self, reason, number):
        super().__init__(reason)


def failing_oddly(_, number):
    if away():
        raise UnsentError("it is odd", 1)
    return number


def returning_a_lock(_, number):
    return Lock() if away() else number


def failing_late(_, number):
    return number // (number - 30)


def interrupted(submit):
    """Press Ctrl-C while work is handed in."""

    def submit_interrupted(*arguments):
        os.kill(os.getpid(), signal.SIGINT)
        return submit(*arguments)

    return submit_interrupted


def test_results_do_not_depend_on_the_number_of_processes():
    expected = [(number, 5 + number**2) for number in ITEMS]
    assert list(spread(squared, 5, ITEMS)) == expected
    assert sorted(spread(squared, 5, ITEMS, parallel=2, at_once=7)) == expected
    assert list(spread(squared, 5, [], parallel=2)) == []


@pytest.mark.parametrize("parallel", [1, 2])
def test_an_error_of_the_task_is_raised_as_it_is(parallel):
    with pytest.raises(GameError, match="this is no game"):
        list(spread(refused, 5, ITEMS, parallel=parallel))


def test_what_cannot_be_sent_is_refused_in_words():
    said = r"^<generator object .* cannot be sent to processes: cannot pickle.*; use parallel=1$"
    with pytest.raises(WorkersError, match=said):
        list(spread(squared, (5, (n for n in ITEMS)), ITEMS, parallel=2))


@pytest.fixture
def two(monkeypatch):
    """Two processors, whatever the machine has."""
    monkeypatch.setattr(parallel, "default_jobs", lambda: 2)


UNFIT = [  # a task, shared data, and why processes that are asked for refuse
    (only_here, 5, "it is set up in one process"),
    (only_at_first, 5, "too late"),
    (killing, 5, "processes cannot work here: they ended, or were killed; use parallel=1"),
    (failing_oddly, 5, "cannot send back UnsentError: it is odd; use parallel=1"),
    (returning_a_lock, 5, "cannot send back TypeError: cannot pickle '_thread.lock'"),
    (only_here, (5, Lock()), r"lock object .* cannot be sent to processes: .*; use parallel=1"),
]


@pytest.mark.parametrize(("task", "shared", "reason"), UNFIT, ids=lambda part: str(part)[:20])
def test_what_processes_of_our_choice_cannot_do_is_done_here_once_and_noted(
    two, caplog, task, shared, reason
):
    parallel._note.cache_clear()
    done = list(spread(task, shared, ITEMS, pays=True, at_once=4))
    assert sorted(done) == [(number, number) for number in ITEMS]
    (note,) = caplog.messages
    assert re.search(reason.partition("; use")[0], note)
    assert note.startswith("this is done in one process: ")
    assert note.endswith("; parallel=1 does that without a note")
    assert "\n" not in note


@pytest.mark.parametrize(("task", "shared", "reason"), UNFIT, ids=lambda part: str(part)[:20])
def test_processes_that_are_asked_for_say_why_they_cannot(task, shared, reason):
    with pytest.raises((WorkersError, RuntimeError), match=reason):
        list(spread(task, shared, ITEMS, parallel=2))


def test_an_error_that_one_process_has_too_is_raised_without_a_note(two, caplog):
    with pytest.raises(ZeroDivisionError):
        list(spread(failing_late, 5, ITEMS, pays=True, at_once=1))
    assert caplog.messages == []


def test_openings_and_reviews_that_choose_processes_do_without_them(two, caplog, monkeypatch):
    """Pairs and games to the end are two stages, with one note."""
    parallel._note.cache_clear()
    monkeypatch.setattr(comparison, "SMALL", 0)
    monkeypatch.setattr(reviewing, "MANY", 0)
    words, once = ["hatch", "latch", "match", "patch", "crane"], (n for n in ITEMS)
    unsent = [*"012345", "win"], lambda g, s: str(len({*g} & {*s})) + (once is None) * "?"
    game = word_game(words, rule=jotto.Rule.of("unsent", *unsent))
    for given in ({}, {"pairs": 3}, {"refined": 2}):
        assert openings(game, **given) == openings(game, parallel=1, **given)
    rows = [["hatch=win"], ["latch=4", "hatch=win"]]
    assert jotto.reviews(game, rows) == [jotto.review(game, *row) for row in rows]
    (note,) = caplog.messages
    assert "rule 'unsent') cannot be sent to processes: cannot pickle 'generator'" in note


@pytest.mark.parametrize("asked", [None, 2])
def test_a_process_that_may_not_have_others_does_the_work_itself(two, caplog, monkeypatch, asked):
    """Such as one of a multiprocessing.Pool."""
    parallel._note.cache_clear()
    monkeypatch.setitem(multiprocessing.current_process()._config, "daemon", True)
    work = spread(squared, 5, ITEMS, parallel=asked, pays=True)
    if asked:
        with pytest.raises(WorkersError, match=r"cannot work here: daemonic .*; use parallel=1"):
            list(work)
    else:
        assert len(list(work)) == 40
        assert len(caplog.messages) == 1


def test_what_threads_do_at_the_same_time_does_not_end_the_processes_of_another():
    main = sys.modules["__main__"]
    with ThreadPoolExecutor(2) as threads:
        runs = threads.map(lambda base: list(spread(squared, base, ITEMS, parallel=2)), (5, 5))
        assert [*map(len, runs)] == [40, 40]
    assert sys.modules["__main__"] is main


@pytest.mark.parametrize("parallel", [0, -3, True, 1.5, "tcp://here:1"])
def test_who_does_the_work_is_a_number_or_a_client(parallel):
    game = word_game(["hatch", "latch", "match"])
    said = f"parallel={parallel!r} is not a number of processes"
    for spreads in (openings, solve):
        with pytest.raises(WorkersError, match=re.escape(said)):
            spreads(game, parallel=parallel)


# one of the signals may come while Python closes the files of a process, and is told as a warning
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_ctrl_c_is_not_lost_while_work_is_handed_in(monkeypatch):
    executor = parallel.futures.ProcessPoolExecutor
    monkeypatch.setattr(executor, "submit", interrupted(executor.submit))
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # it is ignored under nohup
    try:
        with pytest.raises(KeyboardInterrupt):
            list(spread(squared, 5, ITEMS, parallel=2))
    finally:
        signal.signal(signal.SIGINT, before)
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())


def test_a_script_without_a_guard_is_not_run_again_by_its_processes(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(
        "print('once')\n"
        "from jotto.analysis.comparison import openings\n"
        "from jotto.games.words import word_game\n"
        "game = word_game(['hatch', 'latch', 'match'])\n"
        "print([one.word for one in openings(game, parallel=2)])\n"
    )
    ran = subprocess.run([sys.executable, script], capture_output=True, text=True, check=True)
    assert (ran.stdout, ran.stderr) == ("once\n['hatch', 'latch', 'match']\n", "")


OWN = """
import functools, sys, jotto
if "without" in sys.argv:
    sys.modules["cloudpickle"] = None
print("once")
words = "hatch latch match patch crane".split()
class First:
    def __init__(self, place): self.place = place
    def __call__(self, at): return at.candidates[self.place]
def first(at): return at.candidates[0]
def nested(place): return lambda at: at.candidates[place]
def same(guess, secret): return str(sum(map(str.__eq__, guess, secret)))
rule = jotto.Rule.of("own", [*"012345", "win"], lambda g, s: same(g, s))
largest = jotto.measure(lambda sizes: int(sizes[0]), "own")
runs = {
    "first": (words, first), "lambda": (words, lambda at: at.candidates[0]),
    "object": (words, functools.partial(First(0))), "nested": (words, nested(0)),
    "measure": (words, largest), "rule": (jotto.words(words, rule=rule), "entropy"),
    "game": (jotto.game(same, words), largest),
}
for name in sys.argv[1].split(","):
    game, kind = runs[name]
    game = jotto.words(game) if game is words else game
    try:
        rows = jotto.openings(game, kind, parallel=2)
        print(name, rows == jotto.openings(game, kind, parallel=1))
    except jotto.JottoError as error:
        print(error)
"""


@pytest.mark.parametrize(
    ("how", "kinds"),
    [
        ("script", "first,object,measure,rule,game"),
        ("-", "lambda"),  # of stdin
        ("-c", "nested"),
    ],
)
def test_functions_of_a_program_without_a_guard_are_sent_by_value(tmp_path, how, kinds):
    pytest.importorskip("cloudpickle")
    (tmp_path / "own.py").write_text(OWN)
    given = {"script": ["own.py"], "-": ["-"], "-c": ["-c", OWN]}[how]
    ended = run(sys.executable, *given, kinds, cwd=tmp_path, input=OWN.encode())
    lines = ["once", *(f"{kind} True" for kind in kinds.split(",")), ""]
    assert ended == (0, "\n".join(lines), "")


def test_without_cloudpickle_the_error_says_what_helps(tmp_path):
    (tmp_path / "own.py").write_text(OWN)
    ended = run(sys.executable, "own.py", "first,lambda", "without", cwd=tmp_path)
    why = "cannot be sent to processes without cloudpickle, which is not installed"
    guard = 'a script can put what it does below if __name__ == "__main__"; '
    lines = [f"Strategy('first') {why}; {guard}use parallel=1"]
    lines += [f"Strategy('<lambda>') {why}; use parallel=1"]
    assert ended == (0, "\n".join(["once", *lines, ""]), "")


def test_what_a_program_has_changed_in_a_module_is_sent(tmp_path):
    """A process that imports the module would play another strategy."""
    pytest.importorskip("cloudpickle")
    (tmp_path / "tuned.py").write_text("PLACE = 0\ndef guess(at): return at.candidates[PLACE]\n")
    program = "import jotto, tuned\ngame = jotto.words(jotto.words().secrets[::300])\n"
    program += "for tuned.PLACE, n in ((0, 1), (-1, 1), (-1, 2)):\n"
    program += "    print([row.games for row in jotto.openings(game, tuned.guess, parallel=n)])"
    ended = run(sys.executable, "-c", program, cwd=tmp_path)
    assert (ended.status, ended.err) == (0, "")
    before, one, two = ended.out.splitlines()
    assert before != one == two


GUARDED = """
import sys, jotto
sys.modules["cloudpickle"] = None
def first(at): return at.candidates[0]
if __name__ == "__main__":
    game = jotto.words("hatch latch match".split())
    print(len(jotto.openings(game, first, parallel=2)))
"""


def test_without_cloudpickle_processes_import_a_script_that_has_a_guard(tmp_path):
    (tmp_path / "own.py").write_text(GUARDED)
    assert run(sys.executable, "own.py", cwd=tmp_path) == (0, "3\n", "")


def test_a_checkpoint_of_a_proof_may_be_named_by_a_text(tmp_path):
    at, path = jotto.start(word_game(["hatch", "latch", "match"])), str(tmp_path / "kept")
    totals = [jotto.solve(at, checkpoint=path, parallel=1).lengths.total for _ in range(2)]
    assert totals == [6, 6]  # one, two and three guesses: no word tells the two others apart
    with pytest.raises(FileError, match="kept"):
        jotto.solve(jotto.start(at.game, "hatch=4,0"), checkpoint=path)


def test_an_opening_need_not_be_in_the_list_and_changes_nothing_of_the_others():
    game = word_game(["hatch", "latch", "match"])
    mixed = openings(game, among=["zzzzz", "latch"])
    games = [(one.word, one.games) for one in mixed]
    assert games == [("latch", {1: 1, 2: 1, 3: 1}), ("zzzzz", {2: 1, 3: 1, 4: 1})]
    for further in ({"refined": 1}, {"full": False}):
        with pytest.raises(WordError, match="'zzzzz'"):
            openings(game, among=["zzzzz"], **further)
    assert [one.word for one in openings(game, among=["LATCH"], full=False)] == ["latch"]


def test_a_line_cut_short_is_dropped_and_the_next_one_stands_alone(tmp_path):
    path, header = tmp_path / "kept", {"file": "checkpoint of a test"}
    path.write_bytes(b'{"file": "checkpoint of a test"}\n["a", [1], 5, "974ed8a7"]\n["a", [2')
    with closing(Checkpoint(path, header, lambda *_: True)) as kept:
        assert kept.done == {("a", (1,)): 5}
        kept.append("a", (2,), 6)
    lines = path.read_bytes().splitlines()
    assert lines[1:] == [b'["a", [1], 5, "974ed8a7"]', b'["a", [2], 6, "a4e07c63"]']
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    "line",
    [
        '["a", [1], 4, "974ed8a7"]', '["a", [7], 5, "974ed8a7"]', '["a", [1], 5]',
        '["a", [1], 5, "a4e07c63"]', '["a", [1], 5, "a14f7fc5"]', '["a", [1], 5, 0]',
        pytest.param("[" * 9000, id="nested"),
    ],
)  # fmt: skip
def test_a_line_that_its_run_has_not_written_is_damage(tmp_path, line):
    """Another result or item, no checksum, that of another line or of another header; nesting."""
    path, header = tmp_path / "kept", {"file": "checkpoint of a test"}
    path.write_text(json.dumps(header) + "\n" + line + "\n")
    with pytest.raises(FileError, match="line 2 is damaged"):
        Checkpoint(path, header, lambda *_: True)


@pytest.mark.parametrize(
    "first", ["", "5", '{"file": "tree"}', '{"file":', pytest.param("[" * 9000, id="nested")]
)
def test_a_file_that_does_not_begin_as_a_checkpoint_is_none(tmp_path, first):
    path, header = tmp_path / "kept", {"file": "checkpoint of a test"}
    path.write_text(f"{first}\n")
    with pytest.raises(FileError, match="is no checkpoint of a test"):
        Checkpoint(path, header, lambda *_: True)


def test_a_worker_without_the_module_of_a_game_is_told_in_words():
    with pytest.raises(WorkersError, match="a worker has no module 'nowhere_at_all'; install"):
        parallel.run(b"cnowhere_at_all\nscore\n.", [0])
