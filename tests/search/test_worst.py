"""Worst cases beside trying everything: answers, strategies, bounds by counting, any workers."""

import random
from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from strategies import SMALL, exists_by_definition, games, least_worst, parts_after

import jotto
from jotto.engine.position import start
from jotto.games.words import shipped_words, word_game
from jotto.search import lookahead, worst
from jotto.search.worst import (
    OPEN,
    REFUTED,
    SOLVED,
    Attempts,
    Bounds,
    Search,
    Task,
)
from jotto.trees.tree import Tree


def naive_most(game):
    """How many of some secrets so many guesses can find, by trying everything."""
    parts = parts_after(game)

    @cache
    def found(left, most):
        if not left or most <= 1:
            return min(len(left), most)
        return max(
            (guess in left) + sum(found(part, most - 1) for part in parts(left, guess))
            for guess in game.guesses
        )

    return found


@settings(max_examples=60)
@given(games(most=9))
def test_each_limit_is_decided_as_by_trying_everything(game):
    least = least_worst(game)
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
    every = lookahead.EVERY
    widths = (*((every, n, n) for n in range(width)), 3 * (every,))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lookahead, "WIDTHS", widths)
        patch.setattr(worst, "EXACT", len(widths))
        patch.setattr(worst, "FIELD", 1 + width)
        patch.setattr(worst, "CLOSE", 1 + 2 * width)
        assert jotto.worst_case(game) == least_worst(game)


def least_after(game, opening):
    """The fewest guesses that always are enough with an opening, by trying everything."""
    exists, parts = exists_by_definition(game), parts_after(game)(tuple(game.secrets), opening)
    return next(n for n in range(1, 99) if all(exists(part, n - 1) for part in parts))


@settings(max_examples=50)
@given(games(most=7), st.data())
def test_with_an_opening_the_answer_is_about_strategies_that_begin_with_it(game, data):
    opening, least = data.draw(st.sampled_from(game.guesses)), 0
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(worst, "CLOSE", data.draw(st.integers(2, 9)))
        search = Search(game, opening=opening)
        list(search.narrow())
        least = least_after(game, opening)
        assert search.low == search.high == search.tree.lengths.worst == least
        assert search.tree.guess == opening
        for most in range(max(1, least - 1), least + 1):
            decided = Search(game, opening=opening)
            list(decided.decide(most))
            assert (decided.low, decided.high) == ((1, least) if most == least else (least, None))


def test_words_that_are_hard_to_tell_apart_show_that_guesses_are_too_few(monkeypatch):
    alike = ["batch", "catch", "hatch", "latch", "match", "patch", "watch"]
    others = [word for word in random.Random(3).sample(shipped_words(), 30) if word[1:] != "atch"]
    game = jotto.words(alike, others, rule="colours")
    all_words = jotto.words([*alike, *others], rule="colours")
    assert not exists_by_definition(game)(tuple(alike), 2)
    monkeypatch.setattr(worst, "CLOSE", 7)
    search = Search(all_words)
    sets = [search.root.ahead.candidates[members] for members in search.subsets]
    assert alike in [[str(all_words.secrets[i]) for i in members] for members in sets]
    monkeypatch.setattr(Search, "construct", None)
    assert [(at.low, at.high) for at in search.decide(2)] == []
    assert search.low == 3


FORTY = word_game(random.Random(1).sample(shipped_words(), 40))


def bounds(low, high, *tried):
    """What is said at the begin, after each of some openings with so many guesses, at the end."""
    end = [Bounds(high, high)] if tried else []
    each = (Bounds(low, high, most, n, last) for most, last in tried for n in range(1, last + 1))
    return [Bounds(low, high), *each, *end]


@pytest.mark.parametrize("jobs", [1, 3])
def test_openings_are_counted_as_they_are_tried(jobs):
    """With three guesses, counting leaves 17 openings of 40 words; each is refuted at once."""
    assert not exists_by_definition(FORTY)(tuple(FORTY.secrets), 3)
    search = Search(FORTY, jobs=jobs)
    assert list(search.narrow()) == bounds(3, 4, (3, 17))
    assert len(search.refuted) == 17
    search = Search(FORTY, jobs=jobs)
    tried = list(search.decide(3))
    assert tried == [Bounds(1, 0, 3, n, 17) for n in range(1, 18)] + [Bounds(4, 0)]


def test_a_stopped_job_says_nothing(monkeypatch):
    def stopped(root, n, attempt, jobs):
        yield None
        for job in jobs:
            yield job, (OPEN, len(FORTY)), False

    monkeypatch.setattr(worst, "in_threads", stopped)
    search, told = Search(FORTY), []
    with pytest.raises(TimeoutError):
        told += search.narrow()
    assert (search.low, search.high, search.refuted) == (3, 4, set())


@settings(max_examples=100)
@given(games(most=8, alphabet="abc"), st.integers(1, 4))
def test_counting_never_says_less_than_can_be_found(game, most):
    capacity = Attempts(start(game)).capacity(most)
    assert naive_most(game)(tuple(game.secrets), most) <= capacity <= len(game)


def test_counting_is_exact_where_it_can_be_done_by_hand():
    # chm leaves hat and mat together: two guesses find bat or cat, the other, and hat or mat
    game = word_game(["bat", "cat", "hat", "mat"], ["chm"])
    assert [Attempts(start(game)).capacity(most) for most in (1, 2, 3)] == [1, 3, 4]


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("pays", [0, 1 << 40])
def test_symmetry_does_not_change_the_answers(name, pays, monkeypatch):
    monkeypatch.setattr(worst, "SYMMETRY_PAYS", pays)
    monkeypatch.setattr(lookahead, "SYMMETRY_PAYS", pays)
    game = jotto.named(name)
    search, least = Search(game), least_worst(game)
    *_, last = search.narrow()
    assert last[:2] == (search.low, search.high)
    assert search.low == search.high == search.tree.lengths.worst == least
    root = Attempts(start(game))
    for most in range(1, least + 2):
        right = SOLVED if most >= least else REFUTED
        quick, whole = (Task(root.ahead.all_candidates, most, (), n) for n in (1, worst.EXACT))
        assert (root.decide(quick) in (OPEN, right), root.decide(whole)) == (True, right)
        if right == SOLVED:
            assert Tree(root.at, root.tree(whole)).lengths.worst <= most


def test_with_symmetry_too_what_was_not_tried_is_open(monkeypatch):
    """Four guesses are enough for 27 codes of 3 pegs; if no guess is tried, nothing is proved."""
    monkeypatch.setattr(worst, "SYMMETRY_PAYS", 0)
    monkeypatch.setattr(lookahead, "WIDTHS", ((lookahead.EVERY, 0, 3), 3 * (lookahead.EVERY,)))
    game = jotto.named("mastermind:3x3")
    assert exists_by_definition(game)(tuple(game.secrets), 4)
    root = Attempts(start(game))
    every, tried = root.ahead.all_candidates, root.ahead.distinct(())
    answers = [root.decide(Task(every, *how)) for how in ((4, (), 1), (5, (), 1), (4, (), 2))]
    assert answers == [OPEN, OPEN, SOLVED]
    assert set(root.in_order(every, 4, tried).tolist()) <= {*tried.tolist()} < {*range(27)}


def test_openings_that_are_left_open_are_tried_to_the_end(monkeypatch):
    monkeypatch.setattr(lookahead, "WIDTHS", ((lookahead.EVERY, 0, 0), 3 * (lookahead.EVERY,)))
    monkeypatch.setattr(worst, "EXACT", 2)
    search = Search(FORTY)
    whole = sum(at.done == at.openings for at in search.decide(5))
    assert (search.high, search.tree.lengths.worst <= 5, whole) == (5, True, 1)


def test_colours_of_long_words_have_more_codes_than_a_mask_has_bits():
    game = word_game(["aabbcc", "abcabc", "ccbbaa", "cbacba", "bacbac"], rule="colours")
    assert game.rule.n_codes > 32
    assert jotto.worst_case(game) == least_worst(game)


@pytest.mark.parametrize(("name", "least"), [("mastermind:4x5", 5), ("mastermind:4x6", 5)])
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


@pytest.mark.parametrize("game", [jotto.words(shipped_words()[:200]), jotto.named(SMALL[1])])
def test_a_search_that_is_stopped_claims_nothing(game, monkeypatch):
    monkeypatch.setattr(worst, "SYMMETRY_PAYS", 0)
    root = Attempts(start(game))
    root.ahead.problem.stop[0] = 1
    assert root.decide(Task(root.ahead.all_candidates, 3, (), worst.EXACT)) == OPEN
    root.ahead.problem.stop[0] = 0
    assert root.decide(Task(root.ahead.all_candidates, 3, (), worst.EXACT)) == REFUTED
    assert root.decide(Task(np.arange(3), 3, (), worst.EXACT)) == SOLVED


def test_after_the_time_given_the_bounds_hold():
    search = Search(jotto.words(shipped_words()[:2000]), seconds=0.001)
    with pytest.raises(TimeoutError):
        list(search.narrow())
    assert 1 < search.low < search.high == search.tree.lengths.worst


def test_a_search_goes_on_after_it_has_found_a_better_strategy():
    search = Search(word_game(random.Random(13).sample(shipped_words(), 120)))
    for most in (6, 5, 4):
        list(search.construct(most))
        assert search.high == most
        assert search.tree.lengths.worst <= most


def test_what_is_proved_is_not_forgotten_when_fewer_guesses_are_asked_about():
    search = Search(FORTY)
    list(search.narrow())
    low = search.low
    list(search.decide(low - 2))
    assert low == 4 == search.low
