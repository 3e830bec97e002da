"""Regret: proved where few candidates are left, played out where more are."""

import naive
import pytest
from hypothesis import given, settings, strategies as st
from strategies import WEIGHTS, lists

import jotto
from jotto.search import regret as module

FAMILY = ["bat", "cat", "hat", "mat"]
ATCHES = [letter + "atch" for letter in "bchlmpw"]


@settings(max_examples=30)
@given(lists(most=6), st.sampled_from(list(naive.RULES)), st.data())
def test_a_regret_that_is_proved_is_by_the_least_totals(words, rule, data):
    secrets, further = words
    weights = data.draw(st.none() | st.fixed_dictionaries(dict.fromkeys(secrets, WEIGHTS)))
    game = jotto.words(secrets, further, rule=rule, prior=weights)
    score, weights = naive.RULES[rule], game.weights(game.everything).tolist()
    by_weight = dict(zip(secrets, weights, strict=True))

    def least(left):
        return naive.least_total(left, game.guesses, score, by_weight)

    whole = sum(by_weight.values())
    for row in jotto.regrets(game, game.guesses):
        parts = naive.partition(secrets, row.guess, score).values()
        needs = whole + sum(least(part) for part in parts if part != [row.guess])
        assert (row.how, row.needs) == ("proved", pytest.approx(needs / whole))
        assert row.regret == pytest.approx((needs - least(secrets)) / whole)
        assert row.least == pytest.approx(least(secrets) / whole)


def test_more_candidates_are_played_out_and_it_says_so(monkeypatch):
    """By hand, as in practice: chm, and bat with three words that are tried one after another."""
    monkeypatch.setattr(module, "MOST", 1)
    game = jotto.words(FAMILY, ["chm"])
    rows = jotto.regrets(game, ["chm", "bat"])
    assert [(row.how, row.regret, row.needs) for row in rows] == [
        ("played out", 0, 2.25),
        ("played out", 0.25, 2.5),
    ]


def test_what_is_played_out_is_not_taken_for_proved(monkeypatch):
    """The guesses that entropy makes among some words are not the best ones."""
    game = jotto.named("mastermind:3x4")
    at = next(
        at
        for score in ("0,1", "1,0", "0,2", "1,1", "0,0")
        for at in [jotto.start(game, ("012", score))]
        if len(at) <= 24
    )
    alone = jotto.regret(jotto.start(jotto.named("mastermind:3x4"), *at.turns), "012")
    jotto.regrets(game, game.guesses)  # plays out the same candidates
    assert jotto.regret(at, "012") == alone
    assert alone.how == "proved"


def test_positions_are_listed_with_a_guess_for_each():
    game = jotto.words(FAMILY, ["chm"])
    at = jotto.start(game, "bat=2,0")
    several = jotto.regrets([game, at], ["bat", "cat"])
    assert several == [jotto.regret(game, "bat"), jotto.regret(at, "cat")]
    with pytest.raises(jotto.GameError, match="2 positions and 1 guesses are no pairs"):
        jotto.regrets([game, at], ["bat"])
    with pytest.raises(jotto.WordError, match="'bar'"):
        jotto.regret(game, "bar")
    with pytest.raises(jotto.GameError, match="the game is over"):
        jotto.regret(jotto.start(game, "bat=3,0"), "bat")


def test_memory_is_bounded(monkeypatch):
    monkeypatch.setattr(module, "KEPT", 3)
    game = jotto.words(ATCHES)
    assert jotto.regrets(game, ATCHES * 2)[:7] == jotto.regrets(jotto.words(ATCHES), ATCHES)
    assert len(module.totals_of(game).regrets) <= 4
