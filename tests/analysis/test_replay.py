import json

import naive
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import lists

from jotto.analysis.replay import replay, wrongs
from jotto.engine.search import solve
from jotto.engine.strategies import strategy_named
from jotto.engine.tree import grow
from jotto.engine.treefile import TreeFile, claims_of, tree_for, write
from jotto.errors import ContradictionError
from jotto.games.words import word_game


def fields_of(game):
    root = grow(game, strategy_named("minimax"))
    return json.loads("".join(write(root, claims_of(root), "words")))


def replayed(game, fields):
    tree = tree_for(TreeFile("tree.json", fields), game)
    return replay(game, tree), tree.claims


@pytest.mark.parametrize("rule", naive.RULES)
@given(drawn=lists(most=14))
def test_every_secret_takes_the_guesses_of_the_definition(rule, drawn):
    game = word_game(*drawn, rule=rule)
    found, claims = replayed(game, fields_of(game))
    expected = naive.lengths("minimax", game.secrets, game.guesses, naive.RULES[rule])
    assert dict(zip(game.secrets, found.lengths.tolist(), strict=True)) == expected
    assert list(wrongs(found, claims)) == []


@given(drawn=lists(most=14), data=st.data())
def test_without_a_branch_those_secrets_are_lost_that_have_its_score(drawn, data):
    game = word_game(*drawn)
    fields = fields_of(game)
    if isinstance(fields["tree"], str):
        return
    first, branches = fields["tree"]["guess"], fields["tree"]["branches"]
    dropped = data.draw(st.sampled_from(sorted(branches)))
    del branches[dropped]
    found, claims = replayed(game, fields)
    parts = naive.partition(game.secrets, first, naive.exact_elsewhere)
    assert {secret for secret, _ in found.lost} == set(parts[dropped])
    wrong = list(wrongs(found, claims))
    for secret in parts[dropped]:
        assert f"{secret!r} is not found: no guess after {first}={dropped}" in wrong
    assert any(text.startswith("total: ") for text in wrong)


@pytest.mark.parametrize("weights", [None, [3, 1, 4, 1, 5, 9, 2, 6, 5, 3]])
def test_what_a_search_found_and_proved_is_what_its_file_claims(weights):
    words = [
        "crane",
        "crate",
        "trace",
        "react",
        "caret",
        "slate",
        "least",
        "stale",
        "fools",
        "score",
    ]
    prior = None if weights is None else lambda _: np.array(weights)
    game = word_game(words, ["guess"], prior=prior)
    solved = solve(game, game.everything)
    root = grow(game, solved.strategy)
    claims = claims_of(root, lower_bound=solved.lower, proved=solved.proved)
    found, claims = replayed(game, json.loads("".join(write(root, claims, "words"))))
    assert list(wrongs(found, claims)) == []
    assert claims.proved
    scale = dict(zip(words, weights or [1] * 10, strict=True))
    least = naive.least_total(words, game.guesses, naive.exact_elsewhere, scale)
    assert (claims.total if weights is None else claims.weighted_total) == least


def test_turns_that_no_secret_agrees_with_are_a_contradiction():
    game = word_game(["hatch", "latch", "match"])
    fields = fields_of(game) | {"turns": [["hatch", "0,0"]]}
    with pytest.raises(ContradictionError, match="hatch=0,0"):
        replayed(game, fields)
