"""Positions: what is left after some turns, and what guesses are worth there."""

import copy
from math import log2

import naive
import numpy as np
import pytest
from hypothesis import given, strategies as st
from strategies import WEIGHTS, games, weights_of, words

import jotto
from jotto.engine.measures import values
from jotto.errors import ContradictionError, ScoreError, TurnError, WordError
from jotto.games.words import word_game


@given(game=games(), data=st.data())
def test_the_parts_of_any_guess_are_those_of_the_definition(game, data):
    """Listed or not; with the guess's parts come the positions after it."""
    at, score = jotto.start(game), naive.RULES[game.rule.name]
    guess = data.draw(words(len(game.secrets[0])))
    expected = naive.partition(game.secrets, guess, score)
    assert at.partition(guess) == expected
    for text, part in expected.items():
        after = at.after(guess, text)
        assert (list(after.candidates), after.turns) == (part, ((guess, text),))
        assert after.won == (text == game.rule.texts[-1])
    for g, guess in enumerate(game.guesses):
        found = {game.rule.texts[code]: list(after.candidates) for code, after in at.parts(g)}
        assert found == naive.partition(game.secrets, guess, score)
        codes = [game.rule.texts.index(text) for text in found]
        assert codes == sorted(codes)


def test_a_position_is_left_alone_by_what_follows():
    at = jotto.start(word_game(["hatch", "latch", "match", "crane"], ["champ"]))
    after = at.after("hatch", "4,0").after("zzzzz", "0,0")
    assert (len(at), len(after), at.turns) == (4, 2, ())
    assert after.made == (0, -1)
    assert copy.copy(after).candidates == ["latch", "match"]
    with pytest.raises(ContradictionError, match=r"No word fits LATCH 0,0 and the earlier scores"):
        after.after("latch", "0,0")
    with pytest.raises(ScoreError, match="'4,1'"):
        after.after("latch", "4,1")
    with pytest.raises(WordError, match="'lat'"):
        after.after("lat", "4,0")


def test_a_score_that_no_word_at_all_gives_is_told_with_its_turn():
    game = word_game(["title", "crane"], rule="colours")
    with pytest.raises(TurnError, match=r"^turn 2: 'BYYYG' is impossible") as raised:
        jotto.start(game, "crane=BBBBG", "title=BYYYG")
    assert raised.value.number == 2


def test_the_likeliest_come_first_and_equals_in_the_order_of_the_list():
    """So many that a sort which is not stable mixes them up."""
    listed = [a + b for a in "abcdefg" for b in "abcdefg"]
    game = word_game(listed, prior=lambda _: np.arange(49) % 3 + 1)
    expected = sorted(listed, key=lambda word: -(listed.index(word) % 3))
    assert jotto.start(game).likeliest == game.likeliest(game.everything) == expected


@given(games(weights=WEIGHTS))
def test_advice_says_what_the_definition_says(game):
    """By the prior, on the whole list and on a part of it."""
    score, weights = naive.RULES[game.rule.name], weights_of(game)
    text = max(parts := naive.partition(game.secrets, game.guesses[0], score), key=str)
    after = jotto.start(game, (game.guesses[0], text))
    for at in [jotto.start(game), after][: 2 - after.won]:
        left = parts[text] if at.turns else list(game.secrets)
        whole = sum(weights[secret] for secret in left)
        found = at.rank(top=1000)
        assert sorted(one.guess for one in found) == sorted(game.guesses)
        for one in found:
            below = naive.partition(left, one.guess, score).values()
            shares = [sum(weights[secret] for secret in part) / whole for part in below]
            assert one.bits == pytest.approx(-sum(w * log2(w) for w in shares), abs=1e-8)
            size = sum(w * len(part) for w, part in zip(shares, below, strict=True))
            assert one.expected_left == pytest.approx(size)
            assert (one.worst_left, one.parts) == (max(map(len, below)), len(below))
            assert one.candidate == (one.guess in left)
            assert one.chance == pytest.approx(weights[one.guess] / whole if one.candidate else 0)
            assert at.measure(one.guess) == one


@given(game=games(rule="exact-elsewhere"), data=st.data())
def test_an_unlisted_guess_is_worth_what_it_would_be_in_the_list(game, data):
    guess = data.draw(words(len(game.secrets[0])).filter(lambda word: word not in game.guesses))
    listed = word_game(game.secrets, [*game.guesses, guess])
    assert jotto.start(game).measure(guess) == jotto.start(listed).measure(guess)


def test_the_ranking_lists_the_best_first_and_as_many_as_asked():
    at = jotto.start(word_game(["hatch", "latch", "match", "patch"], ["champ"]))
    # champ: hatch 0,3; latch 0,3; match 0,4 and patch 0,4, so two parts of two; hatch gets
    # 4,0 from each other one: parts of three and one
    assert [one.guess for one in at.rank(top=2)] == ["champ", "hatch"]
    only = at.rank(jotto.strategy(allow="candidates"), top=9)
    assert [one.guess for one in only] == ["hatch", "latch", "match", "patch"]


@pytest.mark.parametrize("name", [*naive.MEASURES, "most-parts+expected-size"])
@given(game=games(rule="exact-elsewhere"))
def test_the_ranking_is_by_value_then_candidates_then_the_order_of_the_list(name, game):
    def key(guess):
        sizes = naive.sizes(game.secrets, guess, naive.exact_elsewhere)
        values = [naive.MEASURES[part](sizes) for part in name.split("+")]
        return *values, guess not in game.secrets, game.guesses.index(guess)

    found = jotto.start(game).rank(name, top=1000)
    assert [one.guess for one in found] == sorted(game.guesses, key=key)
    parts = set(naive.sizes(game.secrets, found[0].guess, naive.exact_elsewhere))
    assert parts != {len(game)} or found[0].candidate  # it tells some apart, or wins


@pytest.mark.parametrize(
    "strategy", ["simple", "random", jotto.strategy("minimax", opening=["match", "hatch"])]
)
def test_a_strategy_that_ranks_nothing_has_its_one_guess_to_offer(strategy):
    at = jotto.start(word_game(["hatch", "latch", "match"]))
    chosen = jotto.strategy(strategy) if isinstance(strategy, str) else strategy
    assert [one.guess for one in at.rank(strategy)] == [chosen(at)]


@pytest.mark.parametrize("allow", ["all", "candidates"])
@pytest.mark.parametrize("name", [*naive.MEASURES, "minimax+entropy"])
@given(game=games(weights=WEIGHTS), data=st.data())
def test_the_guess_made_is_the_first_of_the_ranking(name, allow, game, data):
    at, chosen = jotto.start(game), jotto.strategy(name, allow=allow)
    guess, secret = (data.draw(st.sampled_from(items)) for items in (game.guesses, game.secrets))
    for position in [at, at.after(guess, game.score(guess, secret))][: 2 - (guess == secret)]:
        firsts = {position.rank(chosen, top=top)[0].guess for top in (1, 2, 60)}
        assert firsts == {chosen(position)}


def test_of_two_candidates_the_ranking_begins_with_the_likelier():
    weights = {"cc": 3, "ab": 1, "cb": 1, "bb": 10}
    at = jotto.start(jotto.words(weights, rule="jots", prior=weights), "cc=0")
    assert list(at.candidates) == ["ab", "bb"]
    assert [advice.guess for advice in at.rank("minimax")][:2] == ["bb", "ab"]


def test_many_chats_at_one_position_value_its_guesses_once(monkeypatch):
    """By Position.rank or by Session: each bot's own position, and one computation for all."""
    made, game = [], word_game(["hatch", "latch", "match", "patch"], ["champ"])
    count = lambda *given: made.append(given) or values(*given)  # noqa: E731
    monkeypatch.setattr("jotto.engine.position.values", count)
    for _ in range(5):
        jotto.start(game, ("hatch", "4,0")).rank()
    assert len(made) == 1
    for _ in range(5):
        assert jotto.Session(game).scored("4,0", "hatch").guess
    assert len(made) == 2  # the one guess after it, not five


def test_a_ranking_is_a_list_of_its_own():
    at = jotto.start(word_game(["hatch", "latch", "match", "crane"]))
    at.rank().clear()
    assert len(at.rank()) == 4
