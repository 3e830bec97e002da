"""Lists small enough to check figures by hand."""

import naive

# Words of three letters that differ in the first. For every figure of the tests:
#   bat, cat, hat or mat  scores 3,0 with itself and 2,0 with the three others
#   chm                   scores 0,0 with bat; 1,0 with cat; 0,1 with hat and with mat
FAMILY = ("bat", "cat", "hat", "mat")
SPLITTER = "chm"

# ten words that share letters in many ways
TEN = (
    "crane", "crate", "trace", "react", "caret", "slate", "least", "stale", "fools", "score",
)  # fmt: skip


def games_of_ten(strategy: str, *opening: str) -> dict[str, int]:
    """How many guesses each of TEN takes after an opening, by the definition."""
    return naive.lengths(strategy, TEN, TEN, naive.exact_elsewhere, opening=opening)


# each scores 4,0 with the four others
HATCHES = ("hatch", "latch", "match", "patch", "watch")
