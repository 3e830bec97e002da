"""Lists small enough to check figures by hand."""

from pathlib import Path

import naive
import pytest

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

# Knuth's words, which the sdist does not have: NOTICE
SGB = Path(__file__).parents[1] / "data" / "sgb-words.txt"
needs_sgb = pytest.mark.skipif(not SGB.exists(), reason="the sdist has not Knuth's words")


def common_words() -> list[str]:
    """The shipped words, commonest first."""
    zipf = Path(__file__).parents[2] / "wordlists" / "english-5.zipf.txt"
    rows = [line.split("\t") for line in zipf.read_text().splitlines() if line[0] != "#"]
    return [word for word, value in sorted(rows, key=lambda row: -float(row[1]))]
