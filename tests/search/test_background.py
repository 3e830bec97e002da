"""One worker in a thread: a stop, and the best so far."""

from threading import Event
from time import monotonic, sleep

import pytest

from jotto.search.background import Background


def counting(stop):
    """Yield numbers until told to stop."""
    number = 0
    while not stop[0]:
        yield (number := number + 1)


def test_work_that_is_stopped_has_its_best_so_far():
    ended = Event()
    work = Background(counting, then=lambda _: ended.set())
    while work.wait(0.01) is None:
        assert not work.ended
    work.stop()
    assert work.wait() >= 1
    assert work.stopped
    assert ended.wait(5)


def test_work_ends_when_its_time_is_over():
    began = monotonic()
    assert Background(counting, seconds=0.05).wait(30) >= 1
    assert Background(lambda stop: iter([3]), seconds=float("inf")).wait(30) == 3
    assert 0.05 <= monotonic() - began < 30


def test_the_time_begins_when_all_is_loaded():
    loaded = []

    def load():
        sleep(0.2)
        loaded.append(True)

    def working(stop):
        yield bool(loaded) and not stop[0]

    assert Background(working, seconds=0.05, load=load).wait(30) is True


def test_nobody_is_called_after_work_that_is_abandoned():
    called = []
    work = Background(counting, then=called.append)
    work.abandon()
    work.wait(5)
    assert work.ended
    assert called == []


def test_an_error_is_raised_where_somebody_waits():
    def failing(stop):
        yield 1
        raise ValueError("no more")

    with pytest.raises(ValueError, match="no more"):
        Background(failing).wait(5)
