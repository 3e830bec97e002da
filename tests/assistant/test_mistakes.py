import naive
import numpy as np
import pytest
from hypothesis import given, strategies as st
from strategies import words

import jotto
from jotto.assistant.hints import hint, known_letters, spelt
from jotto.assistant.mistakes import Explanation, explain, slip_away, turns_by_blame
from jotto.engine.game import Turn
from jotto.games.codes import Codes
from jotto.games.words import word_game

HATCHES = ["hatch", "latch", "match", "crane", "crate", "slate"]


@given(
    st.lists(words(3, "abc"), min_size=2, max_size=9, unique=True),
    st.lists(st.tuples(words(3, "abc"), st.integers(0, 8)), min_size=1, max_size=4),
    st.lists(st.integers(1, 1 << 36), min_size=9, max_size=9),
)
def test_scores_weigh_what_chance_makes_them_and_the_near_before_the_far(secrets, drawn, weights):
    chances = dict(zip(secrets, weights, strict=False))
    game = word_game(secrets, prior=lambda own: np.array([chances[word] for word in own]))
    history = [Turn(guess, code) for guess, code in drawn]
    every = explain(game, *history)
    found = [each for each in every if each.kind == "score"]
    nearly = []
    for each in found:
        codes = history[each.turn - 1].code, each.meant.code
        told, meant = (game.rule.texts[code] for code in codes)
        misses = near_pairs(meant, 3)
        rescued = sum(chances[secret] for secret in each.secrets)
        nearly.append(told in misses)
        if told in misses:
            # up to seven near misses, each as often as any other
            assert each.weight * len(misses) == (2520 << 53) * rescued
    assert nearly == sorted(nearly, reverse=True)
    won = [guess for guess, code in drawn if game.rule.texts[code] == "3,0"]
    told = [(guess, game.rule.texts[code]) for guess, code in drawn]
    sure = any(all(naive.exact_elsewhere(g, word) == text for g, text in told) for word in won)
    for each in every:
        if each.kind == "word":  # between the near and the far, unless it has won: then first
            assert each.weight == (2 * (2520 << 53) if sure else 1) * sum(chances.values())


def near_pairs(text: str, length: int) -> set[str]:
    """By hand: a count off by one, both swapped, one moved; no score that cannot come."""
    a, b = map(int, text.split(","))
    if a == length:
        return set()
    pairs = {(a + 1, b), (a - 1, b), (a, b + 1), (a, b - 1), (b, a), (a + 1, b - 1), (a - 1, b + 1)}
    pairs -= {(a, b), (length, 0)}
    possible = [(x, y) for x, y in pairs if x >= 0 <= y and x + y <= length]
    return {f"{x},{y}" for x, y in possible if (x, y) != (length - 1, 1)}


def test_a_typo_made_an_unlisted_guess_126_times_as_likely_as_a_listed_one():
    """By hand 126 words of five letters are one typo away, and nobody means an unlisted word."""
    for further, times in (([], 1), (["catch"], 126)):
        found = explain(word_game(["hatch", "crane"], further), "catch=5,0")
        (slip,) = (each for each in found if each.kind == "guess")
        made = slip.turn, slip.meant.guess, slip.secrets, slip.weight
        assert made == (1, "hatch", ["hatch"], (2520 << 53) // times)


def test_an_unlisted_word_that_won_is_the_secret_unless_a_score_contradicts_it():
    game = word_game(HATCHES)
    agreed = explain(game, "hatch=4,0", "watch=5,0")  # or latch was meant, or match
    assert [each.kind for each in agreed[:3]] == ["word", "guess", "guess"]
    assert agreed[0].secrets == []
    # three letters of slate are in latch, two in watch
    other = explain(game, "hatch=4,0", "slate=0,3", "watch=5,0")
    assert [each.kind for each in other[:2]] == ["guess", "word"]
    assert other[0].secrets == ["latch"]


def test_turns_are_blamed_by_the_total_weight_of_what_blames_them():
    def blames(turn, weight):
        return Explanation(None, "score", turn, None, None, np.array([], np.intp), weight)

    three = [blames(1, 5), blames(3, 4), blames(2, 5), blames(None, 99), blames(3, 2)]
    assert turns_by_blame(three) == [3, 1, 2]


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (1, "In the secret: a t. Not in it: none known."),
        (2, "Likeliest letters not yet known: b (25%), c (25%), h (25%), m (25%)."),
        (3, "Likeliest places: a at place 2 (100%), t at place 3 (100%), "
            "b at place 1 (25%), c at place 1 (25%)."),
        (4, "Likeliest secret: bat (25%)."),
        (5, "Likeliest secret: bat (25%)."),
    ],
)  # fmt: skip
def test_each_hint_tells_more(number, said):
    game = word_game(["bat", "cat", "hat", "mat", "rye"])
    assert str(hint(jotto.start(game, "oat=2,0"), number)) == said.replace("none known", "e r y")
    assert known_letters(jotto.start(game, "oat=2,0")) == ("a t", "b c h m", "e r y")
    assert str(hint(jotto.start(word_game(["bat", "tab"])), 2)) == "Every letter is known."


def test_a_hint_names_no_word_to_avoid_unless_there_is_no_other():
    at = jotto.start(jotto.words(["bat", "cat", "hat"], prior={"bat": 5, "cat": 2, "hat": 3}))
    for avoid, named in [((), "bat (50%)"), (("bat",), "hat (30%)"), (at.candidates, "bat (50%)")]:
        assert str(hint(at, 4, avoid)) == f"Likeliest secret: {named}."


@pytest.mark.parametrize("name", ["mastermind:4x6", "bulls-and-cows:3x6", "two-d:5"])
def test_no_secret_is_outside_a_closed_game(name):
    game = jotto.named(name)
    first, second = game.guesses[0], game.guesses[-1]
    history = [Turn(first, 0), Turn(first, 1), Turn(second, 0), Turn(second, 1)]
    assert all(each.kind != "word" for each in explain(game, *history))


def test_a_slip_from_the_first_word_of_a_list_is_as_likely_as_from_others():
    words, weights = ["hatch", "latch", "plate"], set()  # latch has three letters of plate
    for listed in (words, words[::-1]):
        (slip,) = (each for each in explain(word_game(listed), "hatch=0,3") if each.kind == "guess")
        assert (slip.meant.guess, slip.secrets) == ("latch", ["plate"])
        weights.add(slip.weight)
    assert len(weights) == 1


def test_words_of_unequal_length_are_no_slip_from_each_other():
    letters = spelt(["1,9", "10,9", "1,8", "9,1", ",19", "1,"])
    assert letters.shape == (6, 4)
    assert slip_away(letters, "1,9").tolist() == [2, 4]
    assert slip_away(letters, "10,8").tolist() == [1]
    assert slip_away(letters, "10,10").tolist() == []


def test_codes_are_spelt_as_they_are_written():
    codes = Codes.of(2, 3)
    assert spelt(codes).tolist() == spelt(list(codes)).tolist()
