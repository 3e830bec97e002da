"""One worker in a thread: a stop, and the best so far."""

from threading import Event
from time import monotonic

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
    assert ended.wait(60)


def test_work_ends_when_its_time_is_over():
    began = monotonic()
    assert Background(counting, seconds=0.05).wait(60) >= 1
    assert Background(lambda stop: iter([3]), seconds=float("inf")).wait(60) == 3
    assert 0.05 <= monotonic() - began < 60


@pytest.mark.parametrize("delay", [0.0, 1000.0])
def test_nobody_is_called_after_work_that_is_abandoned(delay):
    """Also before it begins: it ends at once."""
    called = []
    work = Background(counting, delay=delay, then=called.append)
    work.abandon()
    work.wait(60)
    assert (work.ended, called) == (True, [])
    assert not delay or work.best is None


def test_an_error_is_raised_where_somebody_waits():
    def failing(stop):
        yield 1
        raise ValueError("no more")

    with pytest.raises(ValueError, match="no more"):
        Background(failing).wait(60)


def test_work_that_does_not_stop_is_over_soon_after_its_time(monkeypatch):
    """As where it is still preparing: what is known by then is taken, and nobody waits."""
    monkeypatch.setattr("jotto.search.background.GRACE", -1.0)
    never = Event()

    def busy(stop):
        yield 3
        never.wait()

    work = Background(busy, seconds=0.05)
    assert work.wait() == 3
    assert (work.over, work.ended) == (True, False)
    with pytest.raises(TimeoutError):
        list(Background(busy, seconds=0.05).steps())
    never.set()


@pytest.mark.parametrize(
    "prepared", ["jotto.search.solve.lookahead", "jotto.search.worst.evaluate"]
)
def test_a_time_limit_includes_the_preparation(prepared, monkeypatch):
    """Preparation that takes for ever does not hold up a search with a time limit."""
    import jotto
    from jotto.errors import NoStrategyError
    from jotto.search.worst import Search

    game, never = jotto.words(["hatch", "latch", "match", "catch"]), Event()
    monkeypatch.setattr("jotto.search.background.GRACE", -1.0)
    monkeypatch.setattr(prepared, lambda *arguments, **more: never.wait())
    if "solve" in prepared:
        with pytest.raises(NoStrategyError, match="not found by any strategy tried"):
            jotto.solve(game, seconds=0.05)
    else:
        search = Search(game, seconds=0.05)
        with pytest.raises(TimeoutError):
            list(search.run())
        assert (search.low, search.high) == (1, None)
    never.set()
