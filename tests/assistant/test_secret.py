from collections import Counter
from itertools import permutations

import naive
import numpy as np
import pytest

import jotto
from jotto.assistant.opponents import answered, any_secrets, exposure, guesses_needed, propose
from jotto.games.words import folder, shipped_words, word_game

WORDS = ["hatch", "latch", "match", "patch", "crane", "slate"]


def test_the_guesses_needed_are_averaged_over_the_measures():
    names = "entropy", "minimax", "expected-size", "most-parts"
    games = [naive.lengths(name, WORDS, WORDS, naive.exact_elsewhere) for name in names]
    expected = [sum(game[word] for game in games) / len(games) for word in WORDS]
    assert guesses_needed(word_game(WORDS)).tolist() == pytest.approx(expected)


def test_a_secret_in_a_large_part_is_little_exposed():
    # against crane: hatch, latch, match and patch score 0,2, slate 2,0, crane itself 5,0
    bits = exposure(word_game(WORDS), [WORDS.index("crane")])
    assert bits.round(3).tolist() == [0.585] * 4 + [2.585, 2.585]


def test_the_hardest_secrets_come_first_and_no_obscurer_than_allowed():
    game = word_game(shipped_words())
    found = propose(game, max_level=35, top=200)
    needed = [one.guesses for one in found]
    assert needed == sorted(needed, reverse=True)
    assert max(one.level for one in found) <= 35
    shipped = (folder() / "english-5.zipf.txt").read_text().splitlines()
    zipf = dict(line.split("\t") for line in shipped if not line.startswith("#"))
    assert all(one.zipf == float(zipf[one.secret]) for one in found)
    assert needed[0] > np.quantile(guesses_needed(game), 0.99)
    less = propose(game, max_level=35, top=200, avoid={found[0].secret})
    assert less[:-1] == found[1:]


def test_a_kept_secret_is_scored_as_the_rule_says():
    kept = jotto.Session(word_game(["hatch", "latch", "match"], ["champ"]))
    guesses = ["champ", "hatch", "witch", "latch"]
    for guess in guesses:
        kept = answered(kept, guess, ["latch"])
    expected = [(guess, naive.exact_elsewhere(guess, "latch")) for guess in guesses]
    assert list(kept.position.turns) == expected
    assert kept.won
    assert list(kept.undone().position.turns) == expected[:-1]


def test_an_adversary_always_leaves_most_and_the_first_score_among_equals():
    game = jotto.named("mastermind:3x4")
    kept, left = jotto.Session(game), list(game.secrets)
    for guess in ("012", "333", "001", "120", "210"):
        parts = naive.partition(left, guess, naive.exact_elsewhere)
        most = max(map(len, parts.values()))
        texts = [text for text in game.rule.texts if len(parts.get(text, ())) == most]
        kept = answered(kept, guess, ())
        assert kept.position.turns[-1] == (guess, texts[0])
        left = parts[texts[0]]
        assert list(kept.position.candidates) == left


@pytest.mark.parametrize("boards", [2, 3, 4])
def test_an_adversary_of_several_boards_leaves_them_different_secrets(boards):
    score, secrets = naive.exact_elsewhere, WORDS[: boards + 2]
    game = word_game(secrets, ["zzzzz", *WORDS])
    for order in permutations(WORDS[1:5], 3):
        kept, lefts = jotto.Session(game, boards=boards), [secrets] * boards
        for guess in (*order, *WORDS):
            if kept.won:
                break
            still, said = kept.to_score, naive.evaded(lefts, guess, score, game.rule.texts)
            kept = answered(kept, guess, ())
            turns = [board[-1] for board in kept.state.boards]
            assert [game.rule.texts[turns[at].code] for at in still] == [said[at] for at in still]
            for at in still:
                lefts[at] = naive.partition(lefts[at], guess, score)[said[at]]
        assert len({left for [left] in lefts}) == boards


def test_a_cornered_adversary_admits_the_win():
    assert answered(jotto.Session(word_game(["hatch"])), "hatch", ()).won


def test_the_same_seed_keeps_the_same_secrets_each_of_its_own():
    game = jotto.named("mastermind:4x6")
    drawn = [any_secrets(game, 3, seed) for seed in range(20)]
    assert drawn == [any_secrets(game, 3, seed) for seed in range(20)]
    assert [len({*secrets}) for secrets in drawn] == [3] * 20
    assert len({first for first, *_ in drawn}) > 15
    assert sorted(any_secrets(word_game(WORDS[:3]), 3, 0)) == sorted(WORDS[:3])


def test_a_secret_is_drawn_as_often_as_its_weight_says():
    game = word_game(["hatch", "latch"], prior=lambda words: np.array([2.0, 1.0]))
    drawn = Counter(any_secrets(game, 1, seed, level="hard")[0] for seed in range(900))
    assert drawn["hatch"] == pytest.approx(600, abs=71)  # five standard errors


def test_a_word_to_avoid_is_drawn_only_where_there_is_no_other():
    game = word_game(["hatch", "latch", "match"], ["crane"])
    avoid = {"hatch", "match", "crane"}
    assert {any_secrets(game, 1, seed, avoid)[0] for seed in range(9)} == {"latch"}
    assert any_secrets(game, 1, 0, set(game.guesses))[0] in game.secrets
