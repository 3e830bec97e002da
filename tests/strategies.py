"""What Hypothesis draws: small alphabets, so that repeated letters and ties are common."""

import naive
import numpy as np
from hypothesis import strategies as st

from jotto.games.words import word_game


def words(length: int, alphabet: str = "abcd"):
    """Draw one word."""
    return st.text(alphabet, min_size=length, max_size=length)


@st.composite
def lists(draw, *, most: int = 25, alphabet: str = "abcd"):
    """Draw secrets and further guesses of one length, all different, secrets not empty."""
    length = draw(st.integers(2, 5))
    drawn = draw(st.lists(words(length, alphabet), min_size=1, max_size=most, unique=True))
    n_secrets = draw(st.integers(1, len(drawn)))
    return drawn[:n_secrets], drawn[n_secrets:]


WEIGHTS = st.one_of(st.integers(1, 1 << 38), st.sampled_from([1, 1000, 1 << 20, 1 << 21]))


@st.composite
def games(draw, *, most: int = 25, alphabet: str = "abcd", rule: str = "", weights=None):
    """Draw a game of words, by any rule unless one is given; ``weights`` are what a prior draws."""
    secrets, further = draw(lists(most=most, alphabet=alphabet))
    rule = rule or draw(st.sampled_from(list(naive.RULES)))
    if weights is None:
        return word_game(secrets, further, rule=rule)
    drawn = draw(st.lists(weights, min_size=len(secrets), max_size=len(secrets)))
    return word_game(secrets, further, rule=rule, prior=lambda _: np.array(drawn))


def weights_of(game):
    """The weight of each secret; None without a prior."""
    if game.prior is None:
        return None
    return dict(zip(game.secrets, game.prior.tolist(), strict=True))


def lengths_by_definition(measure: str, at, opening=()) -> list[int]:
    """The guesses that each candidate of a position takes, by tests/naive.py."""
    game = at.game
    score, weights = naive.RULES.get(game.rule.name, naive.exact_elsewhere), weights_of(game)
    lists = list(at.candidates), list(game.guesses)
    found = naive.lengths(measure, *lists, score, opening=opening, weights=weights)
    return [found[secret] for secret in at.candidates]
