"""Pictures of values: what they show, what they say, and the code of the gallery."""

import sys
from pathlib import Path

import pytest
from terminal import modules_after

import jotto

pytest.importorskip("matplotlib")
import gallery
import matplotlib as mpl
import matplotlib.pyplot as plt

HATCHES = ["hatch", "latch", "match", "crane"]
SCREENS = Path(__file__).parents[1] / "docs" / "screens"


@pytest.fixture(autouse=True)
def _closed(monkeypatch):
    monkeypatch.setitem(mpl.rcParams, "backend", "agg")
    yield
    plt.close("all")


def heights(ax):
    return {round(bar.get_x() + bar.get_width() / 2): bar.get_height() for bar in ax.patches}


@pytest.mark.full
def test_the_code_of_the_gallery_draws_its_pictures():
    titles = {}
    for name, figure in gallery.drawn():
        (ax,) = figure.axes
        titles[name] = ax.get_title()
        assert min(map(len, (ax.get_title(), ax.get_xlabel(), ax.get_ylabel()))) > 3
        assert not SCREENS.exists() or (SCREENS / name).read_text("utf-8").startswith("<?xml")
    assert len(titles) == 10
    assert titles["gallery-strategy.svg"] == "How many guesses 6,780 secrets take"


def test_bars_count_the_games_of_each_length():
    game = jotto.words(HATCHES)
    lengths, simple = jotto.evaluate(game), jotto.evaluate(game, "simple")
    # hatch leaves latch and match in one part, and crane in another: 1, 2, 3 and 2 guesses
    assert heights(lengths.plot()) == {1: 1, 2: 2, 3: 1}
    _, given = plt.subplots()
    ax = lengths.plot(simple, names=["ours", "first"], ax=given)
    assert ax is given
    assert [text.get_text() for text in ax.get_legend().texts] == ["ours", "first"]
    compared = jotto.compare(game, ["simple", jotto.strategy("simple", opening=["latch"])])
    # by list: 1, 2, 3, 2; from latch: 2, 1, 3, 2
    assert heights(compared.plot(1)) == {-1: 1, 0: 2, 1: 1}


def test_columns_of_any_table_are_drawn():
    rows = jotto.openings(jotto.words(HATCHES))
    (points,) = rows.plot().collections
    assert len(points.get_offsets()) == 4
    assert [*map(list, points.get_offsets())] == [[row.bits, row.mean] for row in rows]
    ax = rows.plot("parts", "mean", by="worst")
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("parts", "mean (guesses)")
    assert heights(rows.plot("worst")) == {3: 3, 4: 1}  # crane leaves three that are alike
    with pytest.raises(jotto.GameError, match=r"no row has 'bit'; columns with numbers: bits, ex"):
        rows.plot("bit", "mean")
    with pytest.raises(jotto.GameError, match="nothing to draw"):
        jotto.Rows().plot()
    with pytest.raises(jotto.GameError, match="1 names for 2 series"):
        jotto.evaluate(jotto.words(HATCHES)).plot(jotto.evaluate(jotto.words(HATCHES)), names="a")


def test_without_matplotlib_a_line_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setitem(sys.modules, "matplotlib.pyplot", None)
    with pytest.raises(jotto.GameError, match=r"^a picture needs matplotlib: .*install .*plot"):
        jotto.evaluate(jotto.words(HATCHES)).plot()


def test_matplotlib_is_imported_by_a_picture_alone():
    values = "jotto.compare(jotto.words(['hatch', 'latch']), ['simple', 'simple']).rows()"
    assert "matplotlib" not in modules_after(f"import jotto; {values}")
