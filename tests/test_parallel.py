"""Work that is spread: what no command line shows on purpose."""

import json
import os
import re
import signal
import subprocess
import sys
from contextlib import closing

import pytest

import jotto
from jotto import parallel
from jotto.analysis.comparison import openings
from jotto.errors import FileError, GameError, WordError, WorkersError
from jotto.games.words import word_game
from jotto.parallel import Checkpoint, spread
from jotto.search.solve import solve

ITEMS = list(range(40))


def squared(base, number):
    return base + number**2


def refused(base, number):
    raise GameError("this is no game")


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
