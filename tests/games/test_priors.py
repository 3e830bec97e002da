import math

import naive
import pytest

import jotto
from jotto.errors import FileError, GameError
from jotto.games import words as priors
from jotto.games.registry import prior_named


def test_the_common_prior_is_four_fifths_levels_and_one_fifth_even():
    words = ["crane", "aalii", "zzzzz"]  # SCOWL has crane at 35, aalii at 70, zzzzz nowhere
    found = priors.common(words)
    liked = [1 / (1 + math.exp(0.155 * level - 6.29)) for level in (35, 70, 95)]
    expected = [0.8 * each / sum(liked) + 0.2 / 3 for each in liked]
    assert found / found.sum() == pytest.approx(expected, abs=1e-9)
    assert found.sum() == pytest.approx(priors.WHOLE, rel=1e-9)


def test_a_file_of_weights_is_read_and_a_word_it_lacks_gets_the_least(write):
    path = write("# mine\ncrane 6\nslate\t2.0\nfools 0\n")
    found = prior_named(path)(["slate", "crane", "fools", "score"])
    assert (found / found.sum() * 12).round(6).tolist() == [2, 6, 2, 2]


HEADER = "# word, tab, zipf value: log10 of how often it comes\n# made with: jotto lists weights\n"


def test_zipf_values_are_logarithms_where_the_header_says_so(write):
    words = ["house", "crane", "aalii"]
    lines = "house\t5.00\ncrane\t3.00\naalii\t0.00\n"  # 0: wordfreq does not know it
    found = prior_named(write(HEADER + lines))(words)
    assert (found / found.sum()) == pytest.approx([100 / 102, 1 / 102, 1 / 102], rel=1e-6)
    plain = prior_named(write("# mine\n" + lines + HEADER))(words)
    assert (plain / plain.sum()) == pytest.approx([5 / 11, 3 / 11, 3 / 11], rel=1e-6)


def test_the_shipped_zipf_values_make_a_prior():
    game = jotto.words(prior=priors.folder() / priors.ZIPF)
    house, crane = (int(game.prior[game.secrets.index(word)]) for word in ("house", "crane"))
    # english-5.zipf.txt: house 5.71, crane 3.92
    assert house / crane == pytest.approx(10 ** (5.71 - 3.92), rel=1e-3)


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        (HEADER + "crane 10\n", 3, "'crane 10': write a word and its zipf value, from 0 to 9"),
        (HEADER + "crane 0\n", "", "no weight above 0"),
        ("crane six\n", 1, "'crane' has no number: write a word and its weight"),
        ("crane 1\nslate -1\n", 2, "'slate -1'"),
        ("crane nan\n", 1, "'crane' has no number"),
        ("7\n", 1, "'7'"),
        ("crane 0\n", "", "no weight above 0"),
    ],
)
def test_what_is_no_weight_is_refused_with_its_line(write, text, line, reason):
    with pytest.raises(FileError, match=reason) as caught:
        prior_named(write(text))
    assert caught.value.where == (line and f"line {line}")


def test_a_prior_is_given_by_name_by_weights_or_as_a_file(write):
    words, weights = ["crane", "slate"], {"crane": 3.0}
    assert jotto.words(words, prior="even").prior is jotto.words(words).prior is None
    assert jotto.words(words, prior="common").prior.tolist() == priors.common(words).tolist()
    for prior in (weights | {"slate": 1.0}, write("crane 3\nslate 1\n")):
        assert jotto.words(words, prior=prior).prior.tolist() == [3 << 38, 1 << 38]
    assert jotto.words(words, prior=weights).prior.tolist() == [3 << 37] * 2  # the least weight
    for prior, message in (("mine.txt", "'mine.txt': write even, common or "), ({}, "above 0")):
        with pytest.raises(GameError, match=message):
            jotto.words(words, prior=prior)


def test_a_guess_tells_something_however_much_likelier_another_word_is():
    words = {"baa": 10, "cbb": 1 << 40, "bbc": 30, "cca": 90, "aaa": 90, "ccc": 20, "caa": 80}
    game = jotto.words([*words], ["aca", "bcc", "aac", "cac"], rule="jots", prior=words)
    at = jotto.start(game).after("caa", "2")
    assert at.candidates == ["baa", "cca", "aaa"]
    assert len(naive.partition(at.candidates, jotto.Strategy()(at), naive.jots)) == 3
    caa = jotto.evaluate(game, jotto.Strategy(opening=("caa",)))
    assert caa.worst == 3
