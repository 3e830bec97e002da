import re
import statistics
from collections import Counter

import pytest
from lists import TEN, games_of_ten

import jotto as public


def test_differences_are_taken_secret_by_secret(jotto, ten):
    found = jotto("compare", "entropy", "most-parts@fools", "minimax@crane,score", *ten, "--json")
    contenders = ("entropy",), ("most-parts", "fools"), ("minimax", "crane", "score")
    played = [games_of_ten(*each) for each in contenders]
    assert found.json["base"] == "entropy"
    for one, games in zip(found.json["contenders"], played, strict=True):
        by_secret = {secret: games[secret] - played[0][secret] for secret in TEN}
        assert one["mean"] == pytest.approx(statistics.mean(games.values()))
        assert one["difference"] == pytest.approx(statistics.mean(by_secret.values()))
        assert one["difference_sd"] == pytest.approx(statistics.pstdev(by_secret.values()))
        assert one["helped"] == sum(by < 0 for by in by_secret.values())
        assert one["hurt"] == sum(by > 0 for by in by_secret.values())
        for secret, by in (one["most_helped"] | one["most_hurt"]).items():
            assert by_secret[secret] == by


def test_strategies_are_compared_in_python_too():
    simple = public.Strategy("simple", opening=("fools",))
    assert public.compare(public.words(TEN), ["entropy", simple]).names == (
        "entropy",
        "simple@fools",
    )
    for strategies, names in ((["entropy"], ()), (["entropy", simple], ["one"])):
        with pytest.raises(public.GameError, match=r"two strategies or more|1 names for 2"):
            public.compare(public.words(TEN), strategies, names=names)


def test_a_table_names_those_it_helps_and_hurts_most(jotto, ten):
    out = jotto("compare", "entropy", "simple@fools", *ten, "--top", "1").out
    games, base = games_of_ten("simple", "fools"), games_of_ten("entropy")
    most = max(TEN, key=lambda secret: games[secret] - base[secret])
    more = (sum(games.values()) - sum(base.values())) / 10
    said = "entropy is best: 2 guesses on average over 10 words; simple@fools"
    assert out.startswith(f"{said} needs {more:.2g} more.\ndifferences from entropy\n")
    assert f"simple@fools: most hurt: {most} +{games[most] - base[most]}\n" in out


def test_the_bars_of_compared_strategies_have_one_scale(jotto, ten):
    contenders = ("entropy",), ("minimax", "fools")
    both = [Counter(games_of_ten(*each).values()) for each in contenders]
    out = jotto("compare", "entropy", "minimax@fools", *ten).out
    bars = [(len(bar), int(number)) for bar, number in re.findall(r"(#+) (\d+)", out)]
    assert sorted(number for _, number in bars) == sorted(
        n for games in both for n in games.values()
    )
    longest, most = max(bars)
    for length, number in bars:
        assert length == pytest.approx(longest * number / most, abs=0.5)


def test_a_prior_weighs_the_difference(jotto, ten, tmp_path):
    (tmp_path / "prior.txt").write_text("fools 1000\nscore 1\n")
    options = (*ten, "--prior", "prior.txt", "--json")
    one = jotto("compare", "simple", "simple@fools", *options).json["contenders"][1]
    assert one["prior_mean"] < 1.1
    assert one["prior_difference"] < one["difference"]


def test_a_tree_may_be_a_contender(jotto, ten, tmp_path):
    jotto("evaluate", *ten, "-o", "tree.json")
    one = jotto("compare", "entropy", "tree:tree.json", *ten, "--json").json["contenders"][1]
    assert (one["helped"], one["hurt"], one["difference"]) == (0, 0, 0)
