"""Pictures of values, by matplotlib: what their methods ``plot`` draw.

matplotlib is imported when a picture is drawn, and is an extra, ``plot``. Colours are those of
Okabe and Ito, which colour-blind people tell apart; series differ by their markers as well.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from jotto.errors import GameError, to_install

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COLOURS = "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#000000"
MARKERS = "os^Dvx"
GREY, GRID = "#6f6f6f", "#dddddd"
SIZE = 6.4, 3.8  # inches
TICKS = 10  # values of x that all have their ticks
BARS = 4  # series that stand beside each other as bars; more are lines
WIDE = 16  # lengths of games, from which they are lines as well
LARGE = 20  # how many times the smallest value the largest one is on a logarithmic axis
NAMED = 6  # points that may have a name, the best ones
APART = 0.15, 0.06  # parts of the axes, in which one point has a name
SMOOTHED = 10  # games of a running mean
SCALE = "0 to 99"
NOUNS = {  # of columns: what they are, and their unit
    "bits": ("information from the guess", "bits"),
    "boards": ("boards", ""),
    "date": ("date", ""),
    "expected_left": ("words left on average", ""),
    "luck": ("luck", SCALE),
    "mean": ("mean", "guesses"),
    "prior_mean": ("weighted mean", "guesses"),
    "refined": ("mean of a better tree", "guesses"),
    "seconds": ("time", "seconds"),
    "secrets": ("secrets in the list", ""),
    "skill": ("skill", SCALE),
    "worst": ("longest game", "guesses"),
    "worst_left": ("words left at worst", ""),
}
Columns = Mapping[str, Any]


def axes(ax: Axes | None) -> Axes:
    """Return the axes to draw on, new ones if none are given. Raises GameError."""
    if ax is None:
        try:
            import matplotlib.pyplot as plt
        except ImportError:
            raise GameError(f"a picture needs matplotlib: {to_install('plot')}") from None
        _, ax = plt.subplots(figsize=SIZE, layout="constrained")
        ax.set_axisbelow(True)
    ax.spines[["top", "right"]].set_visible(False)
    ax.grid(axis="y", color=GRID, linewidth=0.8)
    return ax


# --- how many games take each number of guesses ---------------------------------------------------


def distribution(
    games: Sequence[Mapping[int, int]], names: Sequence[str], noun: str, ax: Axes | None
) -> Axes:
    """Draw how many games take each number of guesses: bars, or lines of many series.

    Series of different sizes are drawn as shares.
    """
    if len(names) != len(games):
        raise GameError(f"{len(names)} names for {len(games)} series").about("names")
    ax = axes(ax)
    sums = [sum(counts.values()) for counts in games]
    shares = len({*sums}) > 1
    least, most = min(map(min, games)), max(map(max, games))
    lines = len(games) > BARS or most - least >= WIDE
    width = 0.8 / len(games)
    for number, (counts, name, whole) in enumerate(zip(games, names, sums, strict=True)):
        values = {n: 100 * c / whole if shares else c for n, c in sorted(counts.items())}
        if lines:
            ends = min(values) - 1, max(values) + 1
            every = {n: values.get(n, 0) for n in range(ends[0], ends[1] + 1)}
            ax.plot([*every], [*every.values()], label=name, markersize=4, **_series(number))
        else:
            places = [n + width * (number - (len(games) - 1) / 2) for n in values]
            color = COLOURS[number]
            bars = ax.bar(places, [*values.values()], width, color=color, label=name)
            if len(games) == 1:
                ax.bar_label(bars, fmt="{:,.0f}", fontsize="small")
    if not lines:
        ax.set_xticks(range(least, most + 1))
    ax.set(xlabel="guesses", ylabel=f"share of {noun} (%)" if shares else noun, ylim=(0, None))
    _count_up(ax)
    ax.set_title(f"How many guesses {noun if len(games) > 1 else count_of(noun, sums[0])} take")
    if lines:  # room for the names above them
        ax.set_ylim(0, 1.15 * ax.get_ylim()[1])
    return _with_legend(ax, names, columns=len(names) if lines else 1)


def _count_up(ax: Axes) -> None:
    """Write whole numbers beside the axis of counts."""
    from matplotlib.ticker import MaxNLocator

    ax.yaxis.set_major_locator(MaxNLocator(integer=True))
    ax.yaxis.set_major_formatter("{x:,.0f}")


def count_of(noun: str, number: int) -> str:
    """Return such as ``6,780 secrets``."""
    return f"{number:,} {noun}"


def differences(by: Iterable[int], name: str, base: str, ax: Axes | None) -> Axes:
    """Draw how many secrets take how many guesses more, or fewer, by one strategy than another."""
    ax, counts = axes(ax), Counter(by)
    places = range(min(*counts, -1), max(*counts, 1) + 1)
    colours = [GREY if n == 0 else COLOURS[n > 0] for n in places]
    bars = ax.bar(places, [counts[n] for n in places], 0.8, color=colours)
    ax.bar_label(bars, fmt="{:,.0f}", fontsize="small")
    _count_up(ax)
    ax.set_xticks(places, [f"{n:+}".replace("-", "\u2212") if n else "0" for n in places])
    fewer, more = (sum(c for n, c in counts.items() if n * sign > 0) for sign in (-1, 1))
    ax.set(xlabel=f"guesses of {name} minus guesses of {base}", ylabel="secrets")
    ax.set_title(f"{name}: fewer guesses for {fewer:,} secrets, more for {more:,}")
    return ax


# --- tables ---------------------------------------------------------------------------------------


def of_rows(rows: Sequence[Columns], kind: str, x: str, y: str, by: str, ax: Axes | None) -> Axes:
    """Draw columns of rows: ``points``, ``lines`` or ``days``; without ``y``, how many of each x.

    ``y`` may be several columns, with commas between; ``by`` names the column of the series.
    """
    wanted = [name for name in (x, *y.split(","), by) if name]
    lacking = [name for name in wanted if all(row.get(name) is None for row in rows)]
    if not x or not rows or lacking:
        reason = f"no row has {lacking[0]!r}" if rows and lacking else "there is nothing to draw"
        has = dict.fromkeys(n for row in rows for n, value in row.items() if _is_number(value))
        also = f"; columns with numbers: {', '.join(has)}" * bool(has)
        raise GameError(f"{reason}{also}").about("x", "y")
    parts: dict[str, list[Columns]] = {}
    for row in rows:
        if all(row.get(name) is not None for name in wanted):
            parts.setdefault(str(row[by]) if by else "", []).append(row)
    if not y:
        counts = [Counter(row[x] for row in part) for part in parts.values()]
        return distribution(counts, [*parts], "games", ax)
    ax, names = axes(ax), list[str]()
    for number, (name, column, part) in enumerate(_parted(parts, y.split(","))):
        names.append(name)
        across, up = [_place(row[x]) for row in part], [row[column] for row in part]
        look = _series(number)
        if kind == "points":
            ax.scatter(across, up, s=14, alpha=0.7, linewidths=0, color=look["color"], label=name)
            if len(parts) == 1:
                _name_best(ax, part, across, up)
        elif kind == "days":
            ax.plot(across, up, ".", color=look["color"], alpha=0.35)
            ax.plot(across, _running(up), color=look["color"], linewidth=2, label=name)
        else:
            order = sorted(zip(across, up, strict=True))
            ax.plot(*zip(*order, strict=True), label=name, markersize=5, **look)
    return _labelled(ax, rows, x, y.split(","), names, lines=kind == "lines")


def _parted(
    parts: Mapping[str, list[Columns]], columns: Sequence[str]
) -> Iterator[tuple[str, str, list[Columns]]]:
    """Yield the series: of each part and each column."""
    for part, rows in parts.items():
        for column in columns:
            name = noun(column)[0] if len(columns) > 1 else ""
            yield ", ".join(filter(None, (part, name))), column, rows


def _labelled(
    ax: Axes,
    rows: Sequence[Columns],
    x: str,
    columns: Sequence[str],
    names: Sequence[str],
    *,
    lines: bool,
) -> Axes:
    for axis, some in (("x", [x]), ("y", [*columns])):
        values = [row[name] for row in rows for name in some if _is_number(row.get(name))]
        if lines and values and min(values) > 0 and max(values) >= LARGE * min(values):
            getattr(ax, f"set_{axis}scale")("log")
    if lines and len(values := sorted({row[x] for row in rows if _is_number(row.get(x))})) <= TICKS:
        ax.set_xticks(values, [f"{value:,}" for value in values])
        ax.minorticks_off()
    said, units = zip(*map(noun, columns), strict=True)
    ax.set(xlabel=_with_unit(*noun(x)), ylabel=_with_unit(", ".join(said), units[0]))
    ax.set_title(f"{' and '.join(said)} by {noun(x)[0]}".capitalize())
    if units[0] == SCALE:
        ax.set_ylim(0, 100)
    if x == "date":
        from matplotlib import dates

        made: Any = dates  # its types are not stated
        ax.xaxis.set_major_formatter(made.ConciseDateFormatter(made.AutoDateLocator()))
    return _with_legend(ax, names)


def noun(column: str) -> tuple[str, str]:
    """Return what is in a column, and its unit if it has one."""
    return NOUNS.get(column, (column.replace("_", " "), ""))


def _with_unit(text: str, unit: str) -> str:
    return f"{text} ({unit})" if unit else text


def _name_best(ax: Axes, rows: Sequence[Columns], across: Sequence[Any], up: Sequence[Any]) -> None:
    """Write the names of the lowest points beside them, those that have room."""
    named = next((name for name, value in rows[0].items() if isinstance(value, str)), "")
    order = sorted(range(len(rows)), key=lambda number: up[number])
    spans = [(max(values) - min(values)) or 1 for values in (across, up)]
    places: list[tuple[float, float]] = []
    for at in order[:NAMED] if named else ():
        place = across[at], up[at]
        if any(_is_near(place, other, spans) for other in places):
            continue
        places.append(place)
        ax.annotate(str(rows[at][named]), place, (4, 3), textcoords="offset points", fontsize=8)


def _is_near(place: tuple[Any, Any], other: tuple[Any, Any], spans: Sequence[Any]) -> bool:
    gaps = zip(place, other, APART, spans, strict=True)
    return all(abs(a - b) < apart * span for a, b, apart, span in gaps)


def _running(values: Sequence[float]) -> list[float]:
    """Return the mean of each value and those before it, of a window."""
    windows = (values[max(0, n - SMOOTHED + 1) : n + 1] for n in range(len(values)))
    return [sum(window) / len(window) for window in windows]


def _series(number: int) -> dict[str, Any]:
    return {"color": COLOURS[number % len(COLOURS)], "marker": MARKERS[number % len(MARKERS)]}


def _with_legend(ax: Axes, names: Sequence[str], columns: int = 1) -> Axes:
    if any(names) and columns > BARS:
        ax.legend(
            frameon=False, ncols=columns, loc="upper center", fontsize="small", columnspacing=1
        )
    elif any(names):
        ax.legend(frameon=False)
    return ax


def _place(value: Any) -> Any:
    return datetime.fromisoformat(value) if isinstance(value, str) else value


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
