"""Everything public is a value: what says the same is equal, hashes alike and can be pickled."""

import gc
import pickle
import time
import weakref
from concurrent.futures import ThreadPoolExecutor

import naive
import pytest
from hypothesis import given, settings, strategies as st
from strategies import WEIGHTS, begun, lists

import jotto
from jotto.assistant.match_view import view_of

HATCHES = ["hatch", "latch", "match", "crane"]


def fresh(words):
    """Equal words that are other objects."""
    return ["".join(list(word)) for word in words]


def of_a_game(game, secret, seed):
    """Values that can be had of any game."""
    guess = next((each for each in game.guesses if each != secret), None)
    turns = [(guess, game.score(guess, secret))] if guess is not None else []
    at = jotto.start(game, *turns)
    strategies = [jotto.Strategy("minimax"), jotto.strategy("random", seed=seed)]
    score = game.score(game.guesses[0], secret)
    session = jotto.Session(game, "simple").scored(score, str(game.guesses[0]))
    lengths = [jotto.evaluate(at, strategy) for strategy in strategies]
    values = [game, at, *strategies, session, *lengths, *at.rank(), jotto.start(game)]
    if len(game) > 1:
        both = jotto.boards(game, 2).play([secret, next(s for s in game.secrets if s != secret)])
        values += [both, *jotto.boards(game, 2).rank(), jotto.evaluate(jotto.boards(game, 2))]
    values += [jotto.Tree.grow(at), game.rule, *at.history]
    return [*values, *of_players(game, secret, str(game.guesses[0]), score)]


def of_players(game, secret, guess, score):
    """Values about live and finished games."""
    match = begun(game, secret, secret, first=1).entered("guess", 1, guess)
    session = match.session(0)
    wrong = [(guess, text) for text in game.rule.texts[:3]]
    review = jotto.review(game, (guess, score), secret=secret)
    explanations = jotto.explain(game, *wrong)
    saved = match.saved({"seed": 3})
    return [match, view_of(match, 0), saved, session.race, review, *explanations]


@settings(max_examples=12)
@given(lists(most=8), st.sampled_from(list(naive.RULES)), st.data())
def test_values_that_say_the_same_are_equal(words, rule, data):
    secrets, further = words
    secret = data.draw(st.sampled_from(secrets))
    seed = data.draw(st.integers(0, 9))
    weights = data.draw(st.none() | st.fixed_dictionaries(dict.fromkeys(secrets, WEIGHTS)))

    def made():
        game = jotto.words(fresh(secrets), fresh(further), rule=rule, prior=weights)
        scores = naive.RULES[rule]
        own = jotto.game(lambda g, s: scores(g, s), fresh(secrets), fresh(further))
        return of_a_game(game, secret, seed) + of_a_game(own, secret, seed)

    for one, same in zip(made(), made(), strict=True):
        for other in (same, pickle.loads(pickle.dumps(one))):
            assert one == other
            assert (one != other) is False
            assert hash(one) == hash(other)
            assert {one: "found"}[other] == "found"
            assert repr(one) == repr(other)


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

OPTIONS = {
    "opening": lambda: ("latch",),
    "allow": lambda: "candidates",
    "avoid": lambda: ("hatch",),
    "seed": lambda: 5,
    "tree": lambda: jotto.solve(jotto.words(HATCHES)),  # not before it is asked for: it compiles
}


@pytest.mark.parametrize("option", OPTIONS)
def test_a_strategy_is_compared_hashed_pickled_and_printed(option):
    options = {option: OPTIONS[option]()}
    one, same, plain = jotto.strategy(**options), jotto.strategy(**options), jotto.strategy()
    at = jotto.start(jotto.words(HATCHES))
    guess = one(at)  # what it remembers does not count
    assert one == same != plain
    assert ({one: "found"}[same], plain in {one}) == ("found", False)
    assert option in repr(one)
    again = pickle.loads(pickle.dumps(one))
    assert (again, hash(again), again(at)) == (one, hash(one), guess)
