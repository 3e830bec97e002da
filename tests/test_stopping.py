"""Work that is stopped: after some seconds, or by another thread."""

import threading
from contextvars import copy_context

import numpy as np
import pytest

import jotto
from jotto import core, parallel, stopping
from jotto.engine import lengths
from jotto.engine.measures import MEASURES
from jotto.search.background import Background


def game() -> jotto.Game:
    """A game that nobody has asked yet: what was found is kept with it."""
    return jotto.words(["hatch", "latch", "match", "catch", "crane", "claim"])


class Player:
    """Remembers its game."""

    def __call__(self, at):
        return at.candidates[-1]


WORK = {
    "one measure": lambda at: jotto.evaluate(at, "minimax"),
    "some guesses": lambda at: jotto.evaluate(at, jotto.strategy("entropy", allow="candidates")),
    "no measure": lambda at: jotto.evaluate(at, "random"),
    "a function": lambda at: jotto.evaluate(at, lambda node: node.candidates[0]),
    "a player": lambda at: jotto.evaluate(at, Player),
    "boards": lambda at: jotto.evaluate(jotto.boards(at, 2), "simple"),
    "advice": lambda at: [row.guess for row in jotto.start(at).rank()],
    "lies": lambda at: jotto.start(jotto.words(at.secrets, rule="fibble")).rank(top=1),
    "a rule of one's own": lambda at: jotto.evaluate(
        jotto.game(lambda guess, secret: len({*guess} & {*secret}), at.secrets)
    ),
    "a tree": lambda at: jotto.solve(at),
    "a tree in threads": lambda at: jotto.solve(at, parallel=2),
    "the worst case": lambda at: jotto.worst_case(at),
    "openings": lambda at: jotto.openings(at),
    "regret": lambda at: jotto.regret(at, "claim"),
    "mistakes": lambda at: jotto.explain(at, "hatch=4,0", "latch=3,0"),
    "reviews": lambda at: jotto.reviews(at, [["hatch=4,0", "latch=5,0"]]),
}


@pytest.mark.parametrize("name", WORK)
def test_work_is_stopped_and_nothing_half_done_is_kept(name):
    work, at, whole = WORK[name], game(), game()
    with pytest.raises(TimeoutError, match="it takes longer than 0 seconds"), jotto.timeout(0):
        work(at)
    assert repr(work(at)) == repr(work(whole))


@pytest.mark.parametrize("name", ["one measure", "no measure", "a function", "a player", "boards"])
def test_games_are_not_played_on_where_all_scores_are_known(name):
    at = game()
    _ = at.matrix
    with pytest.raises(TimeoutError), jotto.timeout(0):
        WORK[name](at)


@pytest.mark.parametrize("vectorized", [False, True])
def test_a_rule_of_ones_own_is_not_asked_for_all_scores(vectorized):
    asked = []

    def score(guess, secrets):
        asked.append(guess)
        return secrets - guess

    with pytest.raises(TimeoutError), jotto.timeout(0):
        jotto.game(score, range(9), vectorized=vectorized)
    assert not asked
    assert len(jotto.game(score, range(9), vectorized=vectorized)) == 9


def test_processes_are_not_waited_for():
    with pytest.raises(TimeoutError), jotto.timeout(0):
        list(parallel.spread(divmod, 7, [1, 2], parallel=2))


def test_what_is_done_in_time_is_not_stopped():
    with jotto.timeout(3600), jotto.timeout(3600):
        assert jotto.evaluate(game()).total > 0
    stopping.check()


def test_an_error_of_another_kind_and_ctrl_c_pass():
    for error in (ValueError, KeyboardInterrupt):
        with pytest.raises(error) as raised, jotto.timeout(3600):
            raise error
        assert raised.type is error


def test_of_two_limits_the_outer_one_ends_what_is_around_it():
    with pytest.raises(TimeoutError, match="than 0 seconds"), jotto.timeout(0), jotto.timeout(3600):
        stopping.check()
    with jotto.timeout(3600):
        with pytest.raises(TimeoutError, match="than 0 seconds"), jotto.timeout(0):
            stopping.check()
        stopping.check()


def test_a_limit_is_a_number():
    for wrong in ("5", None, -1):
        with pytest.raises(jotto.GameError, match="seconds="), jotto.timeout(wrong):
            pass


def test_another_thread_stops_work_and_what_that_does_in_the_background():
    begun, ended, stop = threading.Event(), threading.Event(), stopping.Stop()

    def endless(_):
        begun.set()
        try:
            while True:
                stopping.check()
                yield None
        finally:
            ended.set()

    def wait():
        with stop, pytest.raises(stopping.Stopped):
            Background(endless).wait()

    waiting = threading.Thread(target=copy_context().run, args=(wait,))
    waiting.start()
    assert begun.wait(60)
    stop()
    waiting.join(60)
    assert not waiting.is_alive()
    assert ended.wait(60)


def test_what_the_program_would_say_is_limited_by_its_own_seconds_alone():
    asked = {"guess": "hatch", "secret": "latch"}
    with pytest.raises(jotto.JottoError, match="longer than 0 seconds, and was stopped"):
        jotto.ask("score", seconds=0, **asked)
    assert jotto.ask("hello")["limits"]["seconds"] == 86400
    with pytest.raises(jotto.JottoError, match="stop is for lines"):
        jotto.ask("stop")


def test_work_that_waits_for_a_lock_is_stopped():
    lock = threading.Lock()
    with lock, pytest.raises(TimeoutError), jotto.timeout(0), stopping.locked(lock):
        pytest.fail("two hold it")
    with stopping.locked(lock):
        assert lock.locked()
    assert not lock.locked()


# --- long calls, which are made in pieces ---------------------------------------------------------


def test_scores_and_values_are_the_same_in_pieces(monkeypatch):
    def found():
        at = jotto.named("mastermind:4x6")  # 1,296 guesses: pieces have 1,024 words, 512 guesses
        matrix, left = at.matrix.T, np.arange(0, 1296, 7)
        worths = (measure.worth(at, at.weights(at.everything)) for measure in MEASURES.values())
        return matrix, *(core.values(matrix, left, at.rule.n_codes, worth) for worth in worths)

    whole = found()
    monkeypatch.setattr(core, "AT_ONCE", 1)
    assert all(map(np.array_equal, found(), whole))


@pytest.mark.parametrize("strategy", ["entropy", "minimax", "simple", "most-parts"])
@pytest.mark.parametrize("opening", [(), ("0011",), ("0012", "3344", "5501")])
def test_games_are_as_long_when_they_are_played_in_pieces(monkeypatch, strategy, opening):
    player = jotto.strategy(strategy, opening=opening)
    at = jotto.start(jotto.named("mastermind:4x6"), *["0123=1,1"] * bool(opening))
    whole = jotto.evaluate(at, player).each
    monkeypatch.setattr(lengths, "AT_ONCE", 1296 * 100)  # a hundred candidates
    assert np.array_equal(jotto.evaluate(at, player).each, whole)
