import naive
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import words

from jotto.assistant.doctor import explain, near
from jotto.engine.game import Turn
from jotto.games.scoring import rule_named
from jotto.games.words import word_game

HATCHES = ["hatch", "latch", "match", "crane", "crate", "slate"]


@given(
    st.lists(words(4, "abcd"), min_size=3, max_size=12, unique=True),
    st.lists(st.tuples(words(4, "abcd"), st.integers(0, 13)), min_size=1, max_size=4),
)
def test_wrong_scores_are_exactly_those_found_by_trying_every_other(secrets, drawn):
    game = word_game(secrets)
    history = [Turn(guess, code) for guess, code in drawn]
    told = [(turn.guess, game.rule.texts[turn.code]) for turn in history]

    def fits(turns, secret):
        return all(naive.exact_elsewhere(guess, secret) == text for guess, text in turns)

    found = explain(game, history)
    if any(fits(told, secret) for secret in secrets):
        assert found == []
        return
    expected = {}
    for i, (guess, _) in enumerate(told):
        others = told[:i] + told[i + 1 :]
        for secret in secrets:
            if fits(others, secret):
                key = i + 1, naive.exact_elsewhere(guess, secret)
                expected.setdefault(key, []).append(secret)
    scores = [each for each in found if each.kind == "score"]
    assert {
        (each.turn, game.rule.texts[each.meant.code]): [game.secrets[s] for s in each.secrets]
        for each in scores
    } == expected
    assert [each.weight for each in found] == sorted((e.weight for e in found), reverse=True)
    assert [each.kind for each in found].count("word") == 1


def test_a_near_miss_comes_before_a_far_one():
    game = word_game(HATCHES)
    found = explain(game, game.read_turns(["hatch=4,0", "latch=3,0"]))
    assert [(e.turn, game.rule.texts[e.meant.code]) for e in found if e.kind == "score"][:1] == [
        (2, "4,0")
    ]


def test_a_mistyped_guess_is_recognised():
    game = word_game(HATCHES)
    # crane was meant: against crate it scores 4,0, and slate 2,0; crone would be 3,0
    found = explain(game, game.read_turns(["crone=4,0", "slate=3,0"]))
    assert any(
        each.kind == "guess" and each.turn == 1 and each.meant.guess == "crane" for each in found
    )


@pytest.mark.parametrize(
    ("rule", "one", "other", "expected"),
    [
        ("exact-elsewhere", "1,2", "2,1", True),
        ("exact-elsewhere", "1,2", "1,1", True),
        ("exact-elsewhere", "1,2", "2,2", True),
        ("exact-elsewhere", "1,2", "3,0", False),
        ("exact-elsewhere", "1,2", "1,2", False),
        ("jots", "2", "3", True),
        ("jots", "2", "4", False),
        ("jots", "5", "win", False),
        ("colours", "BYGBB", "BYGBY", True),
        ("colours", "BYGBB", "BBBBB", False),
    ],
)
def test_scores_that_are_easily_mistaken_are_near(rule, one, other, expected):
    known = rule_named(rule, 5)
    assert near(known, known.read(one), known.read(other)) == expected
