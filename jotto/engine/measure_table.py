"""The measures: a row for each, from which options, forms, columns and the page are made.

A new measure is a row here, and its cost in ``core/worth.c``. Loading this loads nothing else.
"""

from typing import NamedTuple


class Row(NamedTuple):
    """A measure; its number in the core is its place in the table."""

    name: str
    says: str  # to those who choose one
    figure: str  # what it is shown as: a field of Advice
    unit: str  # what the figure counts
    rises: bool  # whether more of it is better
    highest: bool = False  # the highest cost of a part counts, else the sum
    weighed: int = 0  # where secrets have weights: 1 by entropy, 2 by size, see core.h


MEASURE_TABLE = (
    Row("entropy", "the most information", "bits", "bits", True, weighed=1),
    Row("minimax", "the smallest worst case", "worst_left", "left at worst", False, True),
    Row(
        "expected-size",
        "the fewest left on average",
        "expected_left",
        "left on average",
        False,
        weighed=2,
    ),
    Row("most-parts", "the most different scores", "parts", "parts", True),
)
MEASURE_NAMES = tuple(row.name for row in MEASURE_TABLE)
EARLIEST = "simple", "the first that is possible"
