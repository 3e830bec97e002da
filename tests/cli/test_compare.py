"""Strategies compared on the command line; trials/oracle.py compares the figures."""

import re
from collections import Counter

import pytest
from lists import TEN, games_of_ten

import jotto as public


def test_compared_strategies_have_names_in_python_too():
    game, simple = public.words(TEN), public.Strategy("simple", opening=("fools",))
    assert public.compare(game, ["entropy", simple]).names == ("entropy", "simple@fools")
    for strategies, names in ((["entropy"], ()), (["entropy", simple], ["one"])):
        with pytest.raises(public.GameError, match=r"two strategies or more|1 names for 2"):
            public.compare(game, strategies, names=names)


def test_a_table_names_those_it_helps_and_hurts_most_and_bars_have_one_scale(jotto, ten):
    out = jotto("compare", "entropy", "simple@crane,fools", *ten, "--top", "1").out
    games, base = games_of_ten("simple", "crane", "fools"), games_of_ten("entropy")
    by = {secret: games[secret] - base[secret] for secret in TEN}
    said = "entropy is best: 2 guesses on average over 10 words; simple@crane,fools"
    assert out.startswith(f"{said} needs {sum(by.values()) / 10:.2g} more.\n")
    assert "\ndifferences from entropy\n" in out
    most = max(TEN, key=by.get)
    assert f"simple@crane,fools: most hurt: {most} +{by[most]}\n" in out
    bars = [(len(bar), int(number)) for bar, number in re.findall(r"(#+) (\d+)", out)]
    both = [Counter(each.values()) for each in (base, games)]
    assert sorted(n for _, n in bars) == sorted(n for counts in both for n in counts.values())
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
