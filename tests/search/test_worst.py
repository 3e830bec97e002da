"""Worst cases beside trying everything: answers, strategies, bounds by counting, any workers."""

from functools import cache
from itertools import pairwise

import naive
import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from strategies import games

import jotto
from jotto.engine.position import start
from jotto.games.lists import shipped_words
from jotto.games.words import word_game
from jotto.search import limits, lookahead, worst
from jotto.search.limits import OPEN, REFUTED, SOLVED
from jotto.search.worst import Limits, Search, strategy_exists

SMALL = ["mastermind:2x3", "mastermind:3x3", "bulls-and-cows:2x5", "two-d:3"]


def score_of(game):
    return cache(lambda guess, secret: game.rule.texts[game.rule.score(guess, secret)])


def after(game):
    """What a guess leaves of some secrets: the parts without the win."""
    score = score_of(game)

    def parts(left, guess):
        found = map(tuple, naive.partition(left, guess, score).values())
        return [part for part in found if part != (guess,)]

    return parts


def naive_exists(game):
    """Whether some strategy finds some secrets in so many guesses, by trying everything."""
    parts = after(game)

    @cache
    def exists(left, most):
        if len(left) <= 1 or most <= 1:
            return len(left) <= most
        return any(
            all(exists(part, most - 1) for part in parts(left, guess)) for guess in game.guesses
        )

    return exists


def naive_most(game):
    """How many of some secrets so many guesses can find, by trying everything."""
    parts = after(game)

    @cache
    def found(left, most):
        if not left or most <= 1:
            return min(len(left), most)
        return max(
            (guess in left) + sum(found(part, most - 1) for part in parts(left, guess))
            for guess in game.guesses
        )

    return found


def least_by_definition(game):
    exists = naive_exists(game)
    return next(n for n in range(1, 99) if exists(tuple(game.secrets), n))


@settings(max_examples=60)
@given(games(most=9))
def test_each_limit_is_decided_as_by_trying_everything(game):
    least = least_by_definition(game)
    for most in range(1, least + 2):
        search = Search(game)
        list(search.decide(most))
        assert (search.high, search.low) == ((most, 1) if most >= least else (None, most + 1))
        assert search.tree is None or search.tree.lengths.worst <= most
        assert search.tree is None or not search.tree.verify()
    assert jotto.worst_case(game) == least


@settings(max_examples=50)
@given(games(most=9), st.integers(1, 3))
def test_answers_do_not_depend_on_how_many_guesses_are_tried_first(game, width):
    widths = ((width, width), (worst.EVERY, worst.EVERY))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(worst, "WIDTHS", widths)
        patch.setattr(worst, "EXACT", len(widths))
        patch.setattr(worst, "FIELD", 1)
        assert jotto.worst_case(game) == least_by_definition(game)


@settings(max_examples=50)
@given(games(most=7), st.data())
def test_with_an_opening_the_answer_is_about_strategies_that_begin_with_it(game, data):
    opening = data.draw(st.sampled_from(game.guesses))
    exists, parts = naive_exists(game), after(game)(tuple(game.secrets), opening)
    search = Search(game, opening=opening)
    list(search.narrow())
    least = next(n for n in range(1, 99) if all(exists(part, n - 1) for part in parts))
    assert search.low == search.high == search.tree.lengths.worst == least
    assert search.tree.guess == opening


@settings(max_examples=100)
@given(games(most=8, alphabet="abc"), st.integers(1, 4))
def test_counting_never_says_less_than_can_be_found(game, most):
    ahead = Limits(start(game)).ahead
    room = limits.room_for(ahead.board, ahead.scratch, ahead.everyone, most)
    assert naive_most(game)(tuple(game.secrets), most) <= room <= len(game)


def test_counting_is_exact_where_it_can_be_done_by_hand():
    # chm leaves hat and mat together: two guesses find bat or cat, the other, and hat or mat
    game = word_game(["bat", "cat", "hat", "mat"], ["chm"])
    ahead = Limits(start(game)).ahead
    rooms = [
        limits.room_for(ahead.board, ahead.scratch, ahead.everyone, most) for most in (1, 2, 3)
    ]
    assert rooms == [1, 3, 4]


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("pays", [0, 1 << 40])
def test_symmetry_does_not_change_the_answers(name, pays, monkeypatch):
    monkeypatch.setattr(worst, "SYMMETRY_PAYS", pays)
    monkeypatch.setattr(lookahead, "SYMMETRY_PAYS", pays)
    game = jotto.named(name)
    search = Search(game)
    list(search.narrow())
    assert search.low == search.high == search.tree.lengths.worst == least_by_definition(game)


def test_colours_of_long_words_have_more_codes_than_a_mask_has_bits():
    game = word_game(["aabbcc", "abcabc", "ccbbaa", "cbacba", "bacbac"], rule="colours")
    assert game.rule.n_codes > 32
    assert jotto.worst_case(game) == least_by_definition(game)


@pytest.mark.parametrize(
    ("name", "least"),
    [("mastermind:4x5", 5), ("mastermind:4x6", 5), ("mastermind:4x8:distinct", 6)],
)
def test_the_bounds_only_ever_narrow(name, least):
    """Mastermind with six colours: Knuth 1976, and no strategy with four (see golden files)."""
    bounds = [(at.low, at.high) for at in Search(jotto.named(name)).narrow()]
    assert all(a <= c <= d <= b for (a, b), (c, d) in pairwise(bounds))
    assert bounds[-1] == (least, least)


def test_any_number_of_workers_finds_the_same_strategy(tmp_path):
    game, files = jotto.words(shipped_words()[:150]), []
    for jobs in (1, 2):
        search = Search(game, jobs=jobs)
        list(search.narrow())
        search.tree.save(tmp_path / f"{jobs}.json")
        files.append((search.low, search.high, (tmp_path / f"{jobs}.json").read_bytes()))
    assert files[0] == files[1]


def test_a_search_that_is_stopped_claims_nothing():
    game = jotto.words(shipped_words()[:200])
    root = Limits(start(game))
    root.ahead.board.stop[0] = 1
    assert root.decide(root.ahead.everyone, 4, (), worst.EXACT) == OPEN
    root.ahead.board.stop[0] = 0
    assert root.decide(root.ahead.everyone, 3, (), worst.EXACT) == REFUTED
    assert root.decide(np.arange(3), 3, (), worst.EXACT) == SOLVED


def test_after_the_time_given_the_bounds_hold():
    search = Search(jotto.words(shipped_words()[:2000]), seconds=0.001)
    with pytest.raises(TimeoutError):
        list(search.narrow())
    assert 1 < search.low < search.high == search.tree.lengths.worst


def test_more_guesses_than_secrets_are_always_enough():
    game = word_game(["hatch", "latch", "match"])
    assert [strategy_exists(game, most) for most in (1, 2, 3, 4, 99)] == [False, False, *[True] * 3]
