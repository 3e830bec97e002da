"""Everything public is a value: what says the same is equal, hashes alike and can be pickled."""

import gc
import pickle
import time
import weakref
from concurrent.futures import ThreadPoolExecutor

import pytest

import jotto

HATCHES = ["hatch", "latch", "match", "crane"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (jotto.words(HATCHES), jotto.words(HATCHES[::-1])),
        (jotto.words(HATCHES), jotto.words(HATCHES[:3], HATCHES[3:])),
        (jotto.words(HATCHES), jotto.words(HATCHES, rule="jots")),
        (jotto.words(HATCHES), jotto.words(HATCHES, prior={"crane": 2})),
        (jotto.game(lambda g, s: g > s, "123"), jotto.game(lambda g, s: g < s, "123")),
        (jotto.game(lambda g, s: g > s, "123"), jotto.game(lambda g, s: g > s, [1, 2, 3])),
        (jotto.named("mastermind:2x3"), jotto.named("mastermind:2x3:descending")),
    ],
)
def test_games_that_differ_are_not_equal(one, other):
    assert one != other
    assert {one: 1, other: 2} == {other: 2, one: 1}
    assert jotto.start(one) != jotto.start(other)


def test_other_values_that_differ_are_not_equal():
    at = jotto.start(jotto.words(HATCHES))
    assert at != at.after("hatch", "4,0") != at.after("latch", "4,0")
    assert jotto.evaluate(at, "simple") != jotto.evaluate(at.after("hatch", "4,0"), "simple")
    assert jotto.Session(at.game) != jotto.Session(at.game, "minimax")
    assert at != at.game != "Game"


@pytest.mark.parametrize("name", ["mastermind:3x4", "two-d:4", ""])
def test_games_by_name_are_values_too_and_what_is_remembered_is_not_pickled(name):
    one, other = ((jotto.named(name) if name else jotto.words(HATCHES)) for _ in "12")
    size = len(pickle.dumps(one))
    jotto.start(one).rank()
    assert len(pickle.dumps(one)) == size
    assert one == other == pickle.loads(pickle.dumps(one))
    assert {jotto.start(one): "found"}[jotto.start(other)] == "found"


def used_game(number):
    """A game of its own, used in every way that something is remembered of."""
    words = [word[:3] + "abcdefghijklmnop"[number % 16] + word[4:] for word in HATCHES]
    game = jotto.words(words, prior={words[0]: number + 1})
    turn = words[3], game.score(words[3], words[0])
    session = jotto.Session(game, jotto.strategy(avoid=words[:1])).scored(turn[1], turn[0])
    session = session.raced(words[1], first=True, last_turn=True).entered("refuse", words[2])
    assert session.guess in words
    assert session.advice.guess == session.guess
    assert session.odds
    assert session.scored("0,5").explanations
    jotto.evaluate(game)
    jotto.start(game, turn).rank("minimax")
    jotto.review(game, turn, (words[0], "5,0"))
    jotto.explain(game, (words[3], "0,0"))
    return weakref.ref(game)


def test_a_game_that_nobody_holds_is_forgotten():
    games = [used_game(number) for number in range(3)]
    gc.collect()
    assert [game() for game in games if game() is not None] == []


class Slow(int):
    """A key that other threads run while it is hashed and compared."""

    def __hash__(self):
        time.sleep(0)
        return int(self)

    def __eq__(self, other):
        return hash(self) == hash(other)


def test_threads_may_share_what_a_game_remembers(monkeypatch):
    monkeypatch.setattr("jotto.engine.store.REMEMBERED", 2)
    game = jotto.words(HATCHES)

    def remember(step):
        return {game.remembered(Slow(step * n * n % 7), str) for n in range(300)}

    with ThreadPoolExecutor(8) as pool:
        assert [*pool.map(remember, range(8))] == [{""}] * 8


# --- strategies -----------------------------------------------------------------------------------

OPTIONS = (
    {"opening": ("latch",)},
    {"allow": "candidates"},
    {"avoid": ("hatch",)},
    {"seed": 5},
    {"tree": jotto.Tree.grow(jotto.words(HATCHES))},
)


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: next(iter(options)))
def test_a_strategy_is_compared_hashed_pickled_and_printed(options):
    one, same, plain = jotto.strategy(**options), jotto.strategy(**options), jotto.strategy()
    at = jotto.start(jotto.words(HATCHES))
    guess = one(at)  # what it remembers does not count
    assert one == same != plain
    assert ({one: "found"}[same], plain in {one}) == ("found", False)
    assert next(iter(options)) in repr(one)
    again = pickle.loads(pickle.dumps(one))
    assert (again, hash(again), again(at)) == (one, hash(one), guess)


def test_rows_of_openings_have_the_same_columns_whether_they_were_played_or_not():
    game, heard = jotto.words(["hatch", "latch", "match", "patch"]), []
    played = jotto.openings(game, progress=heard.append)
    measured = jotto.openings(game, full=False)
    assert [*played[0].rows()[0]] == [*measured[0].rows()[0]]
    assert {status.what for status in heard} == {"openings"}
