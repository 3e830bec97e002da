"""What Hypothesis draws: small alphabets, so that repeated letters and ties are common.

And figures of a game by the definitions of tests/naive.py, for the few secrets that are drawn.
"""

from functools import cache

import naive
import numpy as np
from hypothesis import strategies as st

from jotto.assistant.match import Match, Terms
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


def begun(game, *secrets, **settings):
    """A match of Ann and Bob, with their secrets."""
    match = Match(game, Terms(**settings)).entered("join", 0, "Ann").entered("join", 1, "Bob")
    for seat, secret in enumerate(secrets):
        match = match.entered("secret", seat, secret)
    return match


def played(match, *guesses):
    """A match after guesses of those who are asked, the first seat first."""
    for guess in guesses:
        match = match.entered("guess", match.asked[0], guess)
    return match


def told(match, seat) -> list[tuple[str, str]]:
    """The turns of a seat as texts."""
    return [(turn.guess, match.game.rule.texts[turn.code]) for turn in match.seats[seat].turns]


def weights_of(game):
    """The weight of each secret; None without a prior."""
    if game.prior is None:
        return None
    return dict(zip(game.secrets, game.prior.tolist(), strict=True))


def score_of(game):
    """The score of a guess and a secret as text: by the definition, but for pairs of numbers."""
    own = cache(lambda guess, secret: game.rule.texts[game.rule.score(guess, secret)])
    return naive.RULES.get(game.rule.name, own)


def least_total(at, **options) -> float:
    """The least total of a position, by trying everything in tests/naive.py."""
    weights = weights_of(at.game) or dict.fromkeys(at.game.secrets, 1)
    lists = list(at.candidates), at.game.guesses
    return naive.least_total(*lists, score_of(at.game), weights, **options)


def lengths_by_definition(measure: str, at, opening=()) -> list[int]:
    """The guesses that each candidate of a position takes, by tests/naive.py."""
    game = at.game
    score, weights = score_of(game), weights_of(game)
    lists = list(at.candidates), list(game.guesses)
    found = naive.lengths(measure, *lists, score, opening=opening, weights=weights)
    return [found[secret] for secret in at.candidates]


# --- searches, by trying everything ---

SMALL = ["mastermind:2x3", "mastermind:3x3", "bulls-and-cows:2x5", "two-d:3"]


def parts_after(game):
    """What a guess leaves of some secrets: the parts without the win."""
    score = score_of(game)

    def parts(left, guess):
        found = map(tuple, naive.partition(left, guess, score).values())
        return [part for part in found if part != (guess,)]

    return parts


def exists_by_definition(game):
    """Whether some strategy finds some secrets in so many guesses, by trying everything."""
    parts = parts_after(game)

    @cache
    def exists(left, most):
        if len(left) <= 1 or most <= 1:
            return len(left) <= most
        after = (parts(left, guess) for guess in game.guesses)
        return any(all(exists(part, most - 1) for part in each) for each in after)

    return exists


def least_worst(game) -> int:
    """The least worst case, by trying everything."""
    exists = exists_by_definition(game)
    return next(n for n in range(1, 99) if exists(tuple(game.secrets), n))
