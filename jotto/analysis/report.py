"""Reports: a page of openings to search and sort, and a card to print.

Pages are rendered by Jinja2. A page is one file without external resources.
"""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from heapq import nlargest
from operator import itemgetter
from pathlib import Path
from typing import Any

from jotto import files
from jotto.analysis.laboratory import Opening, game_lengths

PAGES = Path(__file__).with_name("pages")
AT_FIRST = 100  # rows of the table that are shown at first
PARTS = 12  # the largest parts of an opening that the page shows
FARTHEST = 5  # openings listed on each side, where the two ranks differ most
LEADERS = 10  # openings counted as leading a rank
ROOM = 28  # second guesses that fit on one half of the card, in large letters
LINES = 40  # second guesses in a column, in small letters
TURNS = 12  # empty lines for turns, if the card has room


@dataclass(frozen=True)
class Column:
    """A column of the table: its field, label, explanation, decimals and default order."""

    key: str
    label: str
    about: str
    digits: int = 0
    highest_first: bool = False


FIRSTS = "first_by_bits", "first_by_mean"
DISAGREE = "rank by bits minus rank by mean; above 0: better than its bits suggest"
LIKELY = "mean guesses, where likely secrets count more"
COLUMNS = (  # first the columns that a phone shows without scrolling
    Column("word", "opening", "the first guess"),
    Column("alike", "alike", "number of guesses that differ only by renaming colours or places"),
    Column("prior_mean", "mean under the prior", LIKELY, 4),
    Column("mean", "mean", "mean guesses over all secrets, by the strategy's tree", 4),
    Column("refined", "refined", "the mean of a better tree found by a search", 4),
    Column("bits", "bits", "information gained by its score, on average", 3, highest_first=True),
    Column("by_mean", "rank by mean", "1 has the lowest mean, then worst, then deviation"),
    Column("by_bits", "rank by bits", "1 has the most bits; ties share a rank"),
    Column("difference", "difference", DISAGREE, highest_first=True),
    Column("sd", "deviation", "standard deviation of the guesses", 2),
    Column("worst", "worst", "guesses in the longest game"),
    Column("expected_left", "left on average", "candidates left after its score, on average", 1),
    Column("worst_left", "left at worst", "candidates left after its worst score"),
    Column("parts", "parts", "number of scores it can get", highest_first=True),
)


def openings_page(
    openings: Sequence[Opening],
    *,
    title: str,
    facts: Mapping[str, str],
    chosen: bool = False,
    coloured: bool = False,
    scores: Sequence[str] = (),
    parts: Sequence[Sequence[int]] = (),
) -> str:
    """Return the page of openings, best first: one self-contained HTML text.

    ``facts`` describe how the figures were made, by name; ``chosen``: these are not all openings;
    ``coloured``: scores are shown as tiles.
    If every opening has a mean, the page shows the games of each, a plot of bits against means, and
    where the two ranks disagree; else the ``parts`` of each: the candidates left after each of
    ``scores``.
    """
    whole = all(one.mean is not None for one in openings)
    placed = places(openings) if whole else list(map(vars, openings))
    names = {name for place in placed for name, value in place.items() if value is not None}
    columns = [column for column in COLUMNS if column.key in names]

    def cell(column: Column, value: Any) -> Any:
        return round(value, column.digits) if column.digits and value is not None else value

    rows = [[cell(column, place[column.key]) for column in columns] for place in placed]
    games = [[(one.games or {}).get(n, 0) for n in game_lengths([one])] for one in openings]
    apart = disagreement(openings) if whole else None
    return files.fill(
        PAGES,
        "openings.html",
        title=title,
        facts=facts,
        leaders=LEADERS,
        weighed=not {"prior_mean", "chance"}.isdisjoint(names),
        chosen=chosen,
        refined="refined" in names,
        apart=apart,
        data={
            "columns": [asdict(column) for column in columns],
            "rows": rows,
            "labels": list(game_lengths(openings)) if whole else scores,
            "bars": [list(enumerate(each)) for each in games] if whole else largest(parts),
            "named": [apart[side]["word"] for side in FIRSTS] if apart else [],
            "coloured": coloured and not whole,
            "whole": whole,
            "atFirst": AT_FIRST,
        },
    )


def largest(parts: Sequence[Sequence[int]]) -> list[list[tuple[int, int]]]:
    """Find the largest parts of each opening, as pairs: place of the score, size.

    >>> largest([[3, 0, 5]])
    [[(2, 5), (0, 3)]]
    """
    found = (nlargest(PARTS, enumerate(each), key=lambda part: part[1]) for each in parts)
    return [[part for part in each if part[1]] for each in found]


def card_page(
    first: str,
    second: Sequence[tuple[str, int, str]],
    *,
    title: str,
    facts: Mapping[str, str],
    about: str = "",
    coloured: bool = False,
) -> str:
    """Return the card: one HTML text that prints on one sheet, to fold in the middle.

    ``second``: each score of the ``first`` guess, the number of candidates left, and the next
    guess; ``about``: where the guesses come from.
    """
    # the fold is between two columns
    number = 1 if len(second) <= ROOM else 2 * -(-len(second) // (2 * LINES))
    down = -(-len(second) // number)
    return files.fill(
        PAGES,
        "card.html",
        first=first,
        columns=[second[at : at + down] for at in range(0, len(second), max(down, 1))],
        title=title,
        facts=facts,
        about=about,
        coloured=coloured,
        turns=TURNS,
    )


def ranked(values: Sequence[Any]) -> list[int]:
    """Rank values, the smallest first; ties share a rank."""
    in_order = sorted(values)
    return [bisect_left(in_order, value) + 1 for value in values]


def places(openings: Sequence[Opening]) -> list[dict[str, Any]]:
    """Return the figures of each opening, with its ranks by bits and by :attr:`Opening.standing`.

    ``difference`` is the rank by bits minus that by mean, ``standing`` the mean that ranks it.
    """
    by_bits = ranked([-one.bits for one in openings])
    by_mean = ranked([one.standing for one in openings])
    return [
        {**vars(one), "standing": one.standing[0], "by_bits": b, "by_mean": m, "difference": b - m}
        for one, b, m in zip(openings, by_bits, by_mean, strict=True)
    ]


def disagreement(openings: Sequence[Opening]) -> dict[str, Any]:
    """Return the first openings by each rank, and the openings whose ranks differ most."""
    placed = places(openings)
    far = sorted(placed, key=lambda place: -abs(place["difference"]))
    return {
        "first_by_bits": min(placed, key=itemgetter("by_bits")),
        "first_by_mean": min(placed, key=itemgetter("by_mean")),
        "lead_both": sum(max(place["by_bits"], place["by_mean"]) <= LEADERS for place in placed),
        "better": [place for place in far if place["difference"] > 0][:FARTHEST],
        "worse": [place for place in far if place["difference"] < 0][:FARTHEST],
    }
