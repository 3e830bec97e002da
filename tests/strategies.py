"""What Hypothesis draws: small alphabets, so that repeated letters and ties are common."""

from hypothesis import strategies as st


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
