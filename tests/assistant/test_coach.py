from math import log2

import naive
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import words

import jotto
from jotto.games.words import word_game

# bat, cat, hat, mat score 3,0 with themselves and 2,0 with the three others;
# chm scores 0,0 with bat, 1,0 with cat, 0,1 with hat and mat
FAMILY = ["bat", "cat", "hat", "mat"]


def judge(game, *turns, **options):
    return jotto.review(game, turns, **options).judged


def test_a_guess_is_set_beside_the_best_one():
    game = word_game(FAMILY, ["chm"])
    [first] = judge(game, "bat=2,0")
    # bat makes parts of 1 and 3: 0.25 x 2 + 0.75 x log2(4/3) bits; chm of 1, 1 and 2: 1.5
    assert first.best.guess == "chm"
    assert first.mine.bits == pytest.approx(0.5 + 0.75 * log2(4 / 3))
    assert first.best.bits == 1.5
    assert first.cost == pytest.approx(1 - 0.75 * log2(4 / 3))
    assert (first.before, first.after) == (4, 3)


def test_luck_is_what_the_score_told_beyond_what_was_expected():
    game = word_game(FAMILY, ["chm"])
    unlucky, lucky = (judge(game, f"bat={score}")[0] for score in ("2,0", "3,0"))
    expected = 0.5 + 0.75 * log2(4 / 3)
    assert (unlucky.got, lucky.got) == (pytest.approx(log2(4 / 3)), 2.0)
    assert unlucky.luck == pytest.approx(log2(4 / 3) - expected)
    assert lucky.luck == pytest.approx(2 - expected)


def test_the_best_guess_gives_nothing_away():
    game = word_game(FAMILY, ["chm"])
    judged = judge(game, "chm=0,1", "hat=2,0", "mat=3,0")
    assert [each.cost for each in judged] == [0, 0, 0]
    assert [(each.before, each.after) for each in judged] == [(4, 2), (2, 1), (1, 1)]
    assert judged[-1].luck == 0  # it was known


def test_a_guess_from_outside_the_list_is_judged_like_any_other():
    listed, unlisted = word_game(FAMILY, ["chm"]), word_game(FAMILY)
    [same], [other] = judge(listed, "chm=0,1"), judge(unlisted, "chm=0,1")
    assert other.mine.bits == same.mine.bits == 1.5
    assert (other.mine.expected_left, other.mine.worst_left, other.mine.parts) == (1.5, 2, 3)
    assert not other.mine.candidate
    # no listed guess tells so much, so nothing is given away
    assert (other.cost, other.luck) == (0, -0.5)


def test_what_follows_a_guess_from_outside_the_list_is_judged_too():
    judged = judge(word_game(FAMILY), "chm=0,1", "mat=3,0")
    assert [(each.before, each.after) for each in judged] == [(4, 2), (2, 1)]


def test_the_prior_weighs_what_was_told():
    game = word_game(FAMILY, ["chm"], prior=lambda _: np.array([5, 1, 1, 1]))
    [first] = judge(game, "bat=2,0")
    assert first.got == pytest.approx(log2(8 / 3))
    assert first.mine.bits == pytest.approx(5 / 8 * log2(8 / 5) + 3 / 8 * log2(8 / 3))
    assert first.mine.chance == 5 / 8


def test_guesses_lost_are_bits_and_the_chance_to_win():
    game = word_game(FAMILY, ["chm"])
    [first] = judge(game, "chm=0,1", "bat=0,0")[:1]
    assert first.guesses_lost == 0
    # hat or mat is left: either guess tells all that is left to be told, but only one can win
    second = judge(game, "chm=0,1", "hzz=1,0")[1]
    assert second.cost == 0
    assert second.guesses_lost == pytest.approx(0.5)
    # cat cannot tell hat from mat: a bit, and the chance of a half
    third = judge(game, "chm=0,1", "cat=2,0")[1]
    assert (third.cost, third.guesses_lost) == (1, pytest.approx(0.33 + 0.5))


def test_where_a_bit_has_no_known_price_guesses_lost_are_not_told():
    [first] = judge(jotto.named("two-d:5"), "2,2=below")
    assert first.guesses_lost is None
    assert judge(jotto.named("mastermind:2x3"), "00=0,0")[0].guesses_lost is not None


@pytest.mark.parametrize(
    ("turns", "n_judged"),
    [
        ((), 0),
        (("bat=0,0",), 0),
        (("bat=2,0", "cat=0,0", "hat=2,0"), 1),
        (("bat=2,0", "rat=3,0"), 1),  # won, by what the list does not know
    ],
)
def test_turns_are_judged_up_to_the_one_that_leaves_no_candidate(turns, n_judged):
    assert len(judge(word_game(FAMILY), *turns)) == n_judged


def test_the_strategy_says_what_is_best():
    game = word_game(FAMILY, ["chm"])
    [first] = judge(game, "chm=0,1", strategy="simple")
    assert first.best.guess == "bat"
    assert first.cost == 0  # chm tells more than bat: no bits are given away


def test_a_review_adds_up_and_names_the_turns_whose_score_was_wrong():
    game = word_game(FAMILY, ["chm"])
    found = jotto.review(game, [("bat", "2,0"), "hat=2,0", "mat=3,0"], "mat")
    assert found.wrong == ()
    assert found.cost == pytest.approx(sum(each.cost for each in found.judged))
    assert found.luck == pytest.approx(sum(each.luck for each in found.judged))
    assert found.guesses_lost == pytest.approx(sum(each.guesses_lost for each in found.judged))
    other = jotto.review(game, ["bat=2,0", "hat=2,0", "mat=3,0"], "cat")
    assert [game.show(turn) for turn in other.wrong] == ["mat=3,0"]
    assert jotto.review(game, []).guesses_lost is None
    assert jotto.review(jotto.named("two-d:5"), ["2,2=below"]).guesses_lost is None


@given(
    st.lists(words(3), min_size=1, max_size=12, unique=True),
    words(3),
    st.lists(st.integers(1, 1 << 20), min_size=12, max_size=12),
)
def test_luck_is_nothing_on_average(secrets, guess, weights):
    chances = dict(zip(secrets, weights, strict=False))
    game = word_game(secrets, prior=lambda own: np.array([chances[word] for word in own]))
    parts = naive.partition(secrets, guess, naive.exact_elsewhere)
    luck = 0.0
    for score, part in parts.items():
        [judged] = judge(game, f"{guess}={score}")
        share = sum(chances[secret] for secret in part) / sum(chances.values())
        assert judged.got == pytest.approx(-log2(share))
        assert judged.after == len(part)
        luck += share * judged.luck
    assert luck == pytest.approx(0, abs=1e-6)
