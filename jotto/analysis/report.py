"""Reports: a page of openings to search and sort, and a card and a score sheet to print.

Pages are rendered by Jinja2. A page is one file without external resources.
"""

from collections.abc import Sequence
from heapq import nlargest
from pathlib import Path
from typing import Any

from jotto import files
from jotto.analysis.comparison import NO_NUMBERS, Opening, filled_fields, game_lengths

PAGES = Path(__file__).with_name("pages")
AT_FIRST = 100  # rows of the table that are shown at first
PARTS = 12  # the largest parts of an opening that the page shows
ROOM = 28  # second guesses that fit on one half of the card, in large letters
LINES = 40  # second guesses in a column, in small letters
TURNS = 12  # empty lines for turns, if the card has room


def openings_page(
    openings: Sequence[Opening],
    *,
    chosen: bool = False,
    coloured: bool = False,
    scores: Sequence[str] = (),
    parts: Sequence[Sequence[int]] = (),
    **about: Any,
) -> str:
    """Return the page of openings, best first: one self-contained HTML text.

    It has the figures of the openings; the columns of its table are in the template, and its script
    computes the ranks.

    ``about`` are its ``title`` and ``facts``, which say by name how the figures were made;
    ``chosen``: these are not all openings; ``coloured``: scores are shown as tiles.
    If every opening has a mean, the page shows the games of each, a plot of bits against means, and
    where the two ranks disagree; else the ``parts`` of each: the candidates left after each of
    ``scores``.
    """
    whole = all(one.mean is not None for one in openings)
    names = filled_fields(openings)
    columns = ["word", *(name for name in names if name not in NO_NUMBERS)]
    games = [[(one.games or {}).get(n, 0) for n in game_lengths([one])] for one in openings]
    return files.fill(
        PAGES,
        "openings.html",
        openings=openings,
        weighed=not {"prior_mean", "chance"}.isdisjoint(names),
        data={
            "figures": {name: [getattr(one, name) for one in openings] for name in columns},
            "labels": list(game_lengths(openings)) if whole else scores,
            "bars": [list(enumerate(each)) for each in games] if whole else largest(parts),
            "some": chosen,
            "coloured": coloured and not whole,
            "whole": whole,
            "atFirst": AT_FIRST,
        },
        **about,
    )


def largest(parts: Sequence[Sequence[int]]) -> list[list[tuple[int, int]]]:
    """Find the largest parts of each opening, as pairs: place of the score, size.

    >>> largest([[3, 0, 5]])
    [[(2, 5), (0, 3)]]
    """
    found = (nlargest(PARTS, enumerate(each), key=lambda part: part[1]) for each in parts)
    return [[part for part in each if part[1]] for each in found]


def card_page(first: str, second: Sequence[tuple[str, int, str]], **shown: Any) -> str:
    """Return the card: one HTML text, a sheet to fold in the middle, and one to tear for two.

    ``second``: each score of the ``first`` guess, the number of candidates left, and the next
    guess. ``shown`` are the ``title`` and ``facts``, ``about``: where the guesses come from,
    ``coloured``: scores are shown as tiles, and the ``letters`` of the score sheet, to strike out.
    """
    # the fold is between two columns
    number = 1 if len(second) <= ROOM else 2 * -(-len(second) // (2 * LINES))
    down = -(-len(second) // number)
    columns = [second[at : at + down] for at in range(0, len(second), max(down, 1))]
    return files.fill(PAGES, "card.html", first=first, columns=columns, turns=TURNS, **shown)
