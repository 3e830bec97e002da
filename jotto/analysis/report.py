"""How openings and games look on paper: a page to search and sort, and plots.

Jinja2 and matplotlib come with ``jotto[report]``. A page loads nothing from anywhere.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jotto.analysis.openings import Opening, game_lengths, known

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FORMATS = ("svg", "png", "pdf")
PAGES = Path(__file__).with_name("pages")
AT_FIRST = 100  # rows of the table before one asks for more
CROWD = 1000  # points, from which on they are drawn lightly
FARTHEST = 5  # openings named on each side, where two ranks disagree most
LEADERS = 10  # openings that lead a rank
INK, BLUE, RED = "#59626d", "#3b7dd8", "#d2452d"
# no date and no drawn names, so that the same openings make the same bytes; text stays text
STYLE: dict[Any, Any] = {"svg.fonttype": "none", "svg.hashsalt": "jotto", "font.size": 11.0}
STYLE |= {"axes.spines.top": False, "axes.spines.right": False, "axes.edgecolor": INK}
STYLE |= {"axes.labelcolor": INK, "xtick.color": INK, "ytick.color": INK}
UNDATED: dict[str, dict[str, None]] = {
    "svg": dict.fromkeys(("Date", "Creator", "Format", "Type")),
    "png": {},
    "pdf": {"CreationDate": None},
}


@dataclass(frozen=True)
class Column:
    """A column of the table: what it says, its decimals, and which end is the best."""

    key: str
    label: str
    about: str
    digits: int = 0
    highest_first: bool = False


DISAGREE = "rank by bits less rank by mean: above 0, better than its bits say"
LIKELY = "guesses on average where likely secrets come up more"
RANKS = (
    Column("by_mean", "rank by mean", "1 has the least mean, then worst, then deviation"),
    Column("by_bits", "rank by bits", "1 has the most bits; equals share a rank"),
    Column("difference", "difference", DISAGREE, highest_first=True),
)
COLUMNS = (  # those that a phone shows without scrolling first
    Column("word", "opening", "the first guess"),
    Column("prior_mean", "mean under the prior", LIKELY, 4),
    Column("mean", "mean", "guesses per secret of the whole tree after it", 4),
    Column("refined", "refined", "the mean of a better tree that a search found after it", 4),
    Column("bits", "bits", "what its score tells on average", 4, highest_first=True),
    *RANKS,
    Column("sd", "deviation", "standard deviation of the guesses", 3),
    Column("worst", "worst", "guesses in the longest game"),
    Column("expected_left", "left on average", "candidates left after its score, on average", 2),
    Column("worst_left", "left at worst", "candidates left after its worst score"),
    Column("parts", "parts", "how many scores it can get", highest_first=True),
)


@dataclass(frozen=True)
class Place:
    """An opening with its rank by bits and its rank by mean, counted from 1."""

    opening: Opening
    by_bits: int
    by_mean: int

    @property
    def difference(self) -> int:
        """Places by which the mean ranks it above its bits; negative, below."""
        return self.by_bits - self.by_mean


def openings_page(
    openings: Sequence[Opening],
    *,
    title: str,
    facts: Mapping[str, str],
    weighed: bool = False,
    scores: Sequence[str] = (),
    parts: Sequence[Sequence[int]] = (),
) -> str:
    """Write the page of openings, best first: one HTML text that needs nothing else.

    ``facts`` say in words how the figures were made; ``weighed``, that a prior weighs the secrets.
    Where every opening has a mean, the page shows the games of each, bits against means, and where
    the two disagree; else the ``parts`` of each: the candidates left after each of ``scores``.
    """
    from jinja2 import Environment, FileSystemLoader, StrictUndefined
    from markupsafe import Markup

    whole = all(one.mean is not None for one in openings)
    names = known(openings)
    columns = [column for column in COLUMNS if (whole if column in RANKS else column.key in names)]
    placed = places(openings) if whole else [Place(one, 0, 0) for one in openings]

    def cell(column: Column, place: Place) -> Any:
        value = getattr(place if column in RANKS else place.opening, column.key)
        return round(value, column.digits) if column.digits and value is not None else value

    rows = [[cell(column, place) for column in columns] for place in placed]
    counts = [[(one.games or {}).get(n, 0) for n in game_lengths([one])] for one in openings]
    pages = FileSystemLoader(PAGES)
    env = Environment(loader=pages, undefined=StrictUndefined, autoescape=True, trim_blocks=True)
    return env.get_template("openings.html").render(
        title=title,
        facts=facts,
        columns=columns,
        rows=rows,
        at_first=AT_FIRST,
        leaders=LEADERS,
        weighed=weighed,
        refined="refined" in names,
        scatter=Markup(bits_against_means(openings)) if whole else "",
        apart=disagreement(openings) if whole else None,
        data={
            "columns": [asdict(column) for column in columns],
            "rows": rows,
            "labels": list(game_lengths(openings)) if whole else scores,
            "counts": counts if whole else parts,
            "whole": whole,
            "atFirst": AT_FIRST,
        },
    )


def ranked(values: Sequence[Any]) -> list[int]:
    """Rank values, the smallest first; equals share a rank."""
    in_order = sorted(values)
    return [bisect_left(in_order, value) + 1 for value in values]


def places(openings: Sequence[Opening]) -> list[Place]:
    """Rank openings by bits, the most first, and by mean as the command line does."""
    by_bits = ranked([-one.bits for one in openings])
    return list(map(Place, openings, by_bits, ranked([one.standing for one in openings])))


def disagreement(openings: Sequence[Opening]) -> dict[str, Any]:
    """Find where the two ranks disagree: the first of each, and those that move farthest."""
    placed = places(openings)
    far = sorted(placed, key=lambda place: -abs(place.difference))
    return {
        "first_by_bits": min(placed, key=lambda place: place.by_bits),
        "first_by_mean": min(placed, key=lambda place: place.by_mean),
        "lead_both": sum(max(place.by_bits, place.by_mean) <= LEADERS for place in placed),
        "better": [place for place in far if place.difference > 0][:FARTHEST],
        "worse": [place for place in far if place.difference < 0][:FARTHEST],
    }


def bits_against_means(openings: Sequence[Opening]) -> str:
    """Plot bits against means, a point for each opening in its order; an ``<svg>`` for a page."""

    def scatter(axes: Axes) -> None:
        bits, means = [one.bits for one in openings], [one.standing[0] for one in openings]
        alpha = 0.5 if len(openings) > CROWD else 0.9
        axes.plot(bits, means, "o", ms=3.5, mew=0, c=BLUE, alpha=alpha, gid="points", clip_on=False)
        found = disagreement(openings)
        # the more bits, the less the mean: there is room above what has the most bits, and below
        # what has the least mean
        sides = {"first_by_mean": (-7, "top"), "first_by_bits": (7, "bottom")}
        named = {
            found[which].opening.word: (found[which].opening, *sides[which]) for which in sides
        }
        for word, (one, up, side) in reversed(named.items()):
            at = one.bits, one.standing[0]
            axes.plot(*at, "o", ms=5, mew=0, color=RED, clip_on=False)
            place: Any = {"textcoords": "offset points", "ha": "center", "va": side}
            axes.annotate(word, at, (0, up), **place).set_gid(f"name-{word}")
        axes.margins(0.06, 0.1)
        weighed = openings[0].prior_mean is not None
        mean = "mean guesses under the prior" if weighed else "mean guesses of the whole tree"
        axes.set(xlabel="bits of the first guess", ylabel=mean)

    picture = drawn(scatter, "svg", (5.0, 3.8), transparent=True)
    return "<svg" + picture.decode().partition("<svg")[2]


def games_plot(games: Mapping[str, Mapping[int, int]], form: str) -> bytes:
    """Plot how many secrets each name finds in each number of guesses; ``form``: of FORMATS."""

    def bars(axes: Axes) -> None:
        width = 0.8 / len(games)
        for place, (name, counts) in enumerate(games.items()):
            at = [guesses + (place - (len(games) - 1) / 2) * width for guesses in counts]
            drawn_bars = axes.bar(at, list(counts.values()), width, label=name, color=f"C{place}")
            axes.bar_label(drawn_bars, color=INK, fontsize=9, padding=2)
        axes.set_xticks(range(1, max(max(counts) for counts in games.values()) + 1))
        axes.set(xlabel="guesses", ylabel="games")
        axes.legend(frameon=False, labelcolor=INK)

    return drawn(bars, form, (6.4, 4.0))


def drawn(
    draw: Callable[[Axes], None], form: str, inches: tuple[float, float], **more: Any
) -> bytes:
    """Make a picture of what ``draw`` puts on axes, without a frame; the same bytes each time."""
    from matplotlib import rc_context, rcdefaults, rcParams
    from matplotlib.figure import Figure

    with rc_context():
        rcdefaults()  # whatever a user's matplotlibrc says
        rcParams.update(STYLE)
        figure = Figure(figsize=inches, layout="constrained")
        draw(figure.add_subplot())
        file, undated = BytesIO(), UNDATED[form]
        figure.savefig(file, format=form, dpi=150, metadata=undated, **more)
    return file.getvalue()
