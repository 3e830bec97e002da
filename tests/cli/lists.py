"""Lists small enough to check figures by hand."""

# Words of three letters that differ in the first. For every figure of the tests:
#   bat, cat, hat or mat  scores 3,0 with itself and 2,0 with the three others
#   chm                   scores 0,0 with bat; 1,0 with cat; 0,1 with hat and with mat
FAMILY = ("bat", "cat", "hat", "mat")
SPLITTER = "chm"

# ten words that share letters in many ways
TEN = (
    "crane", "crate", "trace", "react", "caret", "slate", "least", "stale", "fools", "score",
)  # fmt: skip

# each scores 4,0 with the four others
HATCHES = ("hatch", "latch", "match", "patch", "watch")
