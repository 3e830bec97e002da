"""What values look like in a notebook: HTML for their ``_repr_html_`` methods."""

from collections.abc import Iterable, Mapping, Sequence

TILES = {"G": "#4b8b3b", "Y": "#b59f3b", "B": "#6c6f72"}  # white text is readable on each
WIDEST = 300  # pixels of a bar


def escape(text: str) -> str:
    """Escape text for HTML."""
    from html import escape  # loaded in a notebook alone

    return escape(text)


def table(head: Iterable[object], rows: Iterable[Iterable[object]], caption: str = "") -> str:
    """Return a table; floats have three places, small ones two digits.

    >>> table(["guess", "bits"], [["crane", 1.5]], "2 candidates")
    '<table><caption>2 candidates</caption><tr><th>guess<th>bits<tr><td>crane<td>1.500</table>'
    """
    lines = ["".join(f"<th>{_shown(cell)}" for cell in head)]
    lines += ["".join(f"<td>{_shown(cell)}" for cell in row) for row in rows]
    title = f"<caption>{escape(caption)}</caption>" if caption else ""
    return f"<table>{title}{''.join(f'<tr>{line}' for line in lines)}</table>"


def _shown(cell: object) -> str:
    if isinstance(cell, Html):
        return str(cell)
    if isinstance(cell, list):
        return ", ".join(map(_shown, cell))
    places = ".3f" if isinstance(cell, float) and (abs(cell) >= 0.001 or not cell) else ".2g"
    return format(cell, places) if isinstance(cell, float) else escape(str(cell))


class Html(str):
    """Text that is HTML already."""

    __slots__ = ()


def tiles(word: Sequence[str], marks: str) -> Html:
    """Return a word with each letter on a tile of its mark, G, Y or B."""
    letters = zip(word, marks, strict=False)
    style = "color:white;font-family:monospace;padding:0 .4em;background:"
    spans = (f'<span style="{style}{TILES[mark]}">{escape(one)}</span>' for one, mark in letters)
    return Html("".join(spans))


def bars(counts: Mapping[int, int], noun: str) -> str:
    """Return a bar for each number, as long as its count is high."""
    unit = WIDEST / max(counts.values(), default=1)
    style = "display:inline-block;height:1em;margin-right:.5em;background:#3f6fb5;width:"
    rows = (
        (number, Html(f'<span style="{style}{count * unit:.0f}px"></span>{count:,}'))
        for number, count in counts.items()
    )
    return table((noun, "games"), rows)
