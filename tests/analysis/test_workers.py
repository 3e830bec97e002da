"""Work that is spread: what no command line shows on purpose."""

import os
import signal
from concurrent.futures import Executor, Future

import pytest

from jotto.analysis.workers import Plan, play, spread
from jotto.games.words import word_game


class Interrupted(Executor):
    """Works here, and has Ctrl-C pressed while it is handed something."""

    def submit(self, task, /, *args):
        os.kill(os.getpid(), signal.SIGINT)
        future = Future()
        future.set_result(task(*args))
        return future


def test_ctrl_c_is_not_lost_while_work_is_handed_in():
    plan = Plan(word_game(["hatch", "latch", "match"]))
    with pytest.raises(KeyboardInterrupt):
        list(spread(play, plan, [(0,), (1,), (2,)], Interrupted()))
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())
