"""Answers that may be false, beside the definitions in ``naive`` and published values."""

import pickle
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import log2, prod
from operator import add, sub

import naive
import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from strategies import words

import jotto
from jotto.assistant import opponents
from jotto.engine.game import Rule, Turn, game_of
from jotto.engine.lies import ways_told
from jotto.search.lies import fewest, volume

TEN = ("hatch", "latch", "match", "patch", "catch", "crane", "crate", "trace", "react", "fools")
RULES = st.sampled_from(["exact-elsewhere", "jots", "colours"])


def test_without_lies_nothing_changes():
    game = jotto.words(TEN)
    at, plain = jotto.start(game, "hatch=4,0", lies=0), jotto.start(game, "hatch=4,0")
    assert (at, at.game, at.false_chances) == (plain, game, (0.0,))


def test_where_nothing_false_can_be_told_all_answers_are_true():
    """Two scores: who did not win cannot be told anything else."""
    game = jotto.game(lambda guess, secret: guess == secret, range(4))
    at = jotto.start(game, (0, "False"), lies=1)
    assert at.chances == pytest.approx([1 / 3] * 3)
    assert at.measure(1).chance == pytest.approx(1 / 3)
    assert at.measure(1).bits == pytest.approx(jotto.start(game, (0, "False")).measure(1).bits)


def test_a_rule_with_lies_of_its_own_weighs_what_it_tells():
    """Of three scores each is told truly in 5 ways, and as the next in 2 and the other in 1."""

    def score(guess, secret):
        return str(sum(map(str.__eq__, guess, secret)))

    ways = np.diag([5.0, 5.0, 5.0, 8.0])
    for code in range(3):
        ways[code, (code + 1) % 3], ways[code, (code + 2) % 3] = 2, 1
    rule = replace(Rule.of("noisy", ["0", "1", "2", "win"], score), ways=ways)
    game = jotto.words(["abc", "abd", "aef", "xyz"], rule=rule)
    turns = [("abd", "1"), ("aef", "1"), ("abd", "2")]

    def likely(secret, guess, text):
        return Fraction(int(ways[int(score(guess, secret)), int(text)]), 8)

    expected = {s: prod(likely(s, *turn) for turn in turns) for s in ("abc", "xyz")}
    at = jotto.start(game, *turns)
    assert at.candidates == [*expected]
    shares = [float(chance / sum(expected.values())) for chance in expected.values()]
    assert at.chances == pytest.approx(shares, abs=1e-9)
    told = {s: {t: float(likely(s, "aef", t)) for t in "012"} for s in expected}
    bits = naive.information(dict(zip(expected, shares, strict=True)), told)
    assert at.measure("aef").bits == pytest.approx(bits, abs=1e-6)


def test_a_mistake_beside_a_lie_is_weighed_by_what_the_lie_makes_likely():
    """By hand: the slip is in the first or in the third turn, and the other of them is the lie.

    Before the one lie an answer is true with 0.9, and after it for certain.
    """
    game = jotto.words(["hatch", "latch", "crane"], rule="colours")
    turns = ("latch", "BBBBB"), ("hatch", "GGGGG"), ("latch", "BBBBB")
    found = jotto.explain(jotto.start(game, lies=1).game, *turns)
    weights = {(one.turn, one.right): one.weight for one in found if one.kind == "score"}
    first, last = ([w for (turn, _), w in weights.items() if turn == n] for n in (1, 3))
    assert [9 * w for w in last] == [10 * w for w in first] != []


@pytest.mark.parametrize("lies", [1, 2])
def test_the_ways_to_tell_answers_are_their_chances_in_whole_numbers(lies):
    """However large: of 81 scores, any but the true one and the win may be told as a lie."""
    game = jotto.start(jotto.words(TEN, rule="colours"), lies=lies, lie_chance=0.125).game
    turns = [("latch", "BGGGG"), ("crane", "YBYBB"), *[("fools", "BBBBB")] * 20]

    def chance(secret):
        left, product = lies, Fraction(1)
        for guess, told in turns:
            true = naive.colours(guess, secret)
            of_one = Fraction(1, 8) / (game.rule.n_codes - 2)
            wins = "GGGGG" in (true, told)
            told_so = Fraction(7, 8) if true == told else of_one
            product *= (true == told) if left == 0 or wins else told_so
            left -= true != told
        return product

    read = [Turn(guess, game.rule.read(told)) for guess, told in turns]
    ways = ways_told(game, read, np.arange(len(TEN)))
    chances = [chance(secret) for secret in game.secrets]
    scale = Fraction(int(ways.max())) / max(chances)
    assert [Fraction(int(number)) for number in ways] == [scale * each for each in chances]
    assert len({*chances}) > 2


def test_where_answers_may_be_false_no_unlisted_word_is_looked_for():
    game = jotto.words(TEN)
    at = jotto.start(game, lies=1)
    assert (game.closed, at.game.closed) == (False, True)
    assert game == jotto.words(TEN) != at.game


def test_the_unlikeliest_candidate_still_counts_one():
    """Two lies of a chance of 2**-30 each are less than whole numbers tell from none."""
    at = jotto.start(jotto.words(TEN), *["hatch=0,0"] * 2, lies=2, lie_chance=2**-30)
    weights = dict(zip(at.candidates, at.weights.tolist(), strict=True))
    assert set(weights) == {*TEN[1:]}  # to win is told truly
    assert {weights[word] for word in weights if word != "fools"} == {1}
    assert at.weights.dtype == np.int64


def test_lies_about_very_many_scores():
    """5 and 39,000 were lied about and no lie is left, so that a guess of one tells both apart."""
    texts = (*map(str, range(1, 40_000)), "win")
    rule = Rule.of("far", texts, lambda guess, secret: str(abs(guess - secret)))
    at = jotto.start(game_of([0, 5, 39_000], [], rule, int), (0, 7), lies=1)
    assert at.candidates == [5, 39_000]
    advice = at.measure(5)
    assert (advice.bits, advice.chance, advice.worst_left, advice.parts) == (1.0, 0.5, 1, 2)


@given(st.lists(words(3, "abc"), min_size=2, max_size=7, unique=True), RULES, st.integers(1, 2))
@settings(max_examples=40)
def test_the_least_worst_case_is_that_of_trying_everything(drawn, rule, lies):
    game = jotto.words(drawn[: 6 - lies], drawn[6 - lies :], rule=rule)
    score = naive.RULES[rule]
    texts = sorted({score(g, s) for g in game.guesses for s in game.secrets if g != s})
    spare = dict.fromkeys(game.secrets, lies)
    right = naive.worst_with_lies(spare, game.guesses, score, (*texts, "win"))
    assert jotto.worst_case(jotto.start(game, lies=lies)) == right


@pytest.mark.parametrize(
    ("name", "worst"), [("mastermind:2x3", (3, 5, 6)), ("mastermind:2x4", (4, 6))]
)
def test_the_least_worst_case_of_two_pegs(name, worst):
    game = jotto.named(name)
    found = [jotto.worst_case(jotto.start(game, lies=lies)) for lies in range(len(worst))]
    assert found == [*worst]


def pelc(n: int) -> int:
    """Pelc 1987: the questions that find one of n with one lie."""

    def enough(asked: int) -> bool:
        return n * (asked + 1) <= 2**asked - (asked - 1) * (n % 2)

    return next(asked for asked in range(99) if enough(asked))


def questions(candidates, lies):
    """The yes or no questions that find one of so many, with so many lies: the search of jotto."""

    def size(state, asked):
        return volume(state, 2, asked, lies)

    def moves(state, asked):
        def after(yes):
            return tuple(map(add, yes, (0, *map(sub, state, yes))))

        every = product(*(range(size + 1) for size in state))
        pairs = {frozenset((after(yes), after(tuple(map(sub, state, yes))))) for yes in every}
        return sorted(map(tuple, pairs), key=lambda pair: max(size(one, asked) for one in pair))

    def fits(state, asked):
        return size(state, asked) <= 1 << asked

    return fewest((candidates, *[0] * lies), lambda state, _: sum(state) < 2, fits, moves)


def test_the_game_of_renyi_and_ulam_has_its_published_values():
    some = [*range(2, 33), 63, 64, 65]
    assert [questions(n, 1) for n in some] == [pelc(n) for n in some]
    assert [(questions(n, 2), questions(n, 3)) for n in (2, 3, 4)] == [(5, 7), (8, 11), (8, 11)]
    assert [questions(n, 2) for n in (8, 9, 16, 17)] == [9, 10, 10, 11]


def test_who_lies_at_random_lies_as_often_as_is_said():
    """Each answer of a guess that is not the secret, while a lie is left; 4 deviations from it."""
    game, false, answers = jotto.start(jotto.words(TEN), lies=1).game, 0, 2000
    session = jotto.Session(game, jotto.strategy("simple"))
    for seed in range(answers):
        told = opponents.liar("crane", seed)(session)
        false += told != game.score(session.guess, "crane")
    expected = opponents.OFTEN * answers
    assert abs(false - expected) < 4 * (expected * (1 - opponents.OFTEN)) ** 0.5


@pytest.mark.parametrize("use", [jotto.solve, jotto.Tree.grow, jotto.openings])
def test_what_needs_true_answers_says_so(use):
    more = {"full": True} if use is jotto.openings else {}
    for game in (jotto.start(jotto.words(TEN), lies=1).game, jotto.words(TEN, rule="fibble")):
        with pytest.raises(jotto.GameError, match="lies are not supported here"):
            use(game, **more)
    with pytest.raises(jotto.GameError, match="valued by entropy"):
        jotto.start(jotto.words(TEN), lies=1).rank("minimax")
    with pytest.raises(jotto.GameError, match="lies=-1 is not a whole number"):
        jotto.start(jotto.words(TEN), lies=-1)


def test_a_player_is_measured_where_answers_may_be_false():
    """Each answer is told as it may be, the secret is found, and the seed decides everything."""
    seen = list[jotto.Position]()

    def likeliest(at):
        seen.append(at)
        return at.likeliest[0]

    for at in (jotto.start(jotto.words(TEN), lies=1), jotto.words(TEN, rule="fibble")):
        seen.clear()
        played = jotto.evaluate(at, likeliest, games=200, seed=3)
        assert (len(played), played.seed, played.total) == (200, 3, len(seen))
        assert sorted({*played.secrets}) == sorted(TEN)
        places = [*seen]
        assert played == jotto.evaluate(at, likeliest, games=200, seed=3)
        assert played.standard_error == pytest.approx(played.each.std() / 200**0.5)
        score = naive.exact_elsewhere if places[0].game.lies else naive.colours
        false, ends = 0, [number for number, place in enumerate(places) if not place.history]
        for secret, end in zip(played.secrets, [*ends[1:], len(places)], strict=True):
            place = places[end - 1]  # the last one before the win
            assert place.likeliest[0] == secret
            wrong = [score(g, secret) != told.rstrip("?") for g, told in place.turns]
            false += sum(wrong)
            assert sum(wrong) <= 1 if place.game.lies else all(wrong)
        assert false > 10
    assert len(jotto.evaluate(jotto.words(TEN, rule="fibble"), likeliest)) == len(TEN)


# --- Fibble ---------------------------------------------------------------------------------------


def test_five_greens_are_asked_about():
    rule = jotto.words(TEN, rule="fibble").rule
    with pytest.raises(jotto.ScoreError, match=r"write win if the game has ended, or GGGGG\?"):
        rule.read("GGGGG")
    assert rule.texts[rule.read("ggggg?")] == "GGGGG?"
    assert rule.read("win") == rule.win
    with pytest.raises(jotto.GameError, match="up to 7 letters"):
        jotto.words(["eggplants"], rule="fibble")
    game = jotto.words(TEN, rule="fibble")
    assert jotto.start(game, ("match", "GGGGG?")).candidates == ["hatch", "latch", "patch", "catch"]
    assert pickle.loads(pickle.dumps(game)) == game


def test_after_very_many_answers_chances_are_still_told_apart():
    game = jotto.words(["crane", "crate", "trace", "react"], rule="fibble")
    text = next(text for text in game.rule.texts if text in naive.fibble("crane", "crate"))
    at, left = jotto.start(game, *[("crane", text)] * 400), []
    left = [word for word in game.secrets if text in naive.fibble("crane", word)]
    assert list(at.candidates) == left  # 10 to the power of -400 each: 0 as a double
    assert [one.bits for one in at.rank(top=1)] == [pytest.approx(log2(len(left)))]


@pytest.mark.parametrize("lies", [1, 2])
def test_a_large_game_with_lies_is_advised_on_by_a_sample(lies):
    at = jotto.start(jotto.named("mastermind:5x9"), ("11223", "1,1"), lies=lies)
    for advice in at.rank(top=2):
        assert 0 < advice.expected_left <= advice.worst_left <= len(at)
        assert 0 < advice.bits <= log2(advice.parts)
