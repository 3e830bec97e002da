"""The page of openings in a real browser, and the card; every figure is counted by hand."""

import re
from dataclasses import replace

import pytest
from browser import FONTS, PHONE, in_font

from jotto.analysis.comparison import Opening
from jotto.analysis.report import card_page, openings_page

# five secrets; by bits: tares rates pizza fuzzy, by mean: rates tares fuzzy pizza
OPENINGS = (
    Opening("rates", 2.5, 3.0, 4, 4, 2.2, 0.748, 3, {1: 1, 2: 2, 3: 2}),
    Opening("tares", 3.0, 2.5, 4, 5, 2.4, 1.02, 4, {1: 1, 2: 2, 3: 1, 4: 1}),
    Opening("fuzzy", 1.0, 4.0, 5, 2, 3.0, 1.414, 5, {1: 1, 2: 1, 3: 1, 4: 1, 5: 1}),
    Opening("pizza", 2.0, 3.5, 4, 3, 3.4, 1.02, 5, {2: 1, 3: 2, 4: 1, 5: 1}),
)
# where likely secrets count more, the mean agrees with the bits
UNDER_PRIOR = {"tares": 2.0, "rates": 2.5, "pizza": 3.0, "fuzzy": 3.5}
WEIGHED = [replace(one, prior_mean=UNDER_PRIOR[one.word]) for one in OPENINGS]
TITLE = "Openings of <five> & more"
FACTS = {"Rule": "exact-elsewhere", "Secrets": "5"}
WORDS = "tbody th"
POINTS = """
const svg = document.querySelector("#plot svg");
svg.scrollIntoView({ block: "center" });
const layers = [...svg.querySelectorAll(".points")].map((path) =>
  [...path.getAttribute("d").matchAll(/M([0-9.]+) ([0-9.]+)/g)].map(([, x, y]) => {
    const at = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());
    return { x: at.x, y: at.y };
  }),
);
const drawn = [];
for (let i = 0; layers[i % layers.length][0]; i += 1) drawn.push(layers[i % layers.length].shift());
return drawn;
"""  # where each opening is drawn on the screen, in the order of the page


def page(openings=OPENINGS, **more) -> str:
    return openings_page(openings, title=TITLE, facts=FACTS, **more)


@pytest.fixture
def opened(browser, tmp_path):
    """Open a page of openings; by default of OPENINGS, on a desktop."""

    def opened(openings=OPENINGS, size=None, **more):
        path = tmp_path / "openings.html"
        path.write_text(page(openings, **more), encoding="utf-8")
        browser.open(path, *([size] if size else []))
        return browser

    return opened


def column(browser, name: str) -> int:
    heads = [head.lower() for head in browser.texts("thead th")]
    return heads.index(name) + 1


# --- the ranks ---


def ranks(browser) -> list[tuple[str, ...]]:
    """The rank by bits and that by mean of each row."""
    names = ("rank by bits", "rank by mean")
    cells = (browser.texts(f"td:nth-child({column(browser, name)})") for name in names)
    return list(zip(*cells, strict=True))


def test_only_openings_that_are_worth_the_same_share_a_rank(opened):
    same = [OPENINGS[0], replace(OPENINGS[0], word="stare"), OPENINGS[2]]
    browser = opened(same)
    assert ranks(browser) == [("1", "1"), ("1", "1"), ("3", "3")]
    assert browser.texts(".sides li") == []
    assert browser.texts("#apart + p")[0].startswith(
        "rates is first by both: 2.5000 bits, mean 2.2"
    )
    apart = replace(OPENINGS[0], word="stare", bits=2.50000001, mean=2.20000001)
    assert ranks(opened([OPENINGS[0], apart])) == [("2", "1"), ("1", "2")]
    sooner = replace(OPENINGS[1], word="sooner", worst=3)  # first, as on the command line
    assert opened([OPENINGS[1], sooner]).texts(".sides li") == ["tares: 1 by bits, 2 by mean"]


def test_how_many_lead_both_ranks_is_counted(opened):
    # twelve by bits; the mean ranks the first two last, and all others two places higher
    def one(n):
        return replace(OPENINGS[0], word=f"{n}", bits=float(-n), mean=float(n + 12 * (n <= 2)))

    browser = opened([one(n) for n in range(1, 13)])
    said = "Of the first 10 by bits, 8 are among the first 10 by mean."
    assert said in browser.one("#apart + p").text
    better, worse = (side.text.split("\n")[1:] for side in browser.all(".sides div"))
    assert better == [f"{n}: {n} by bits, {n - 2} by mean" for n in range(3, 8)]  # the first five
    assert worse == ["1: 1 by bits, 11 by mean", "2: 2 by bits, 12 by mean"]
    few = opened()
    assert "Of the first" not in few.one("#apart + p").text
    assert "chosen" not in few.one("main").text
    assert "prior" not in few.run("return document.querySelector('main').textContent")
    assert "<five>" not in page()
    assert "Openings of &lt;five&gt; &amp; more</h1>" in page()


def test_chosen_openings_are_not_spoken_of_as_all(opened):
    browser = opened(chosen=True)
    assert browser.texts("h2")[0] == "4 chosen openings"
    assert "The ranks count only the 4 chosen openings." in browser.one("header").text


# --- in a browser ---


def test_the_browser_would_tell_of_an_error_and_of_anything_fetched(browser, tmp_path):
    path = tmp_path / "bad.html"
    image = "<img src='http://127.0.0.1:9/no.png'>"
    path.write_text(f"<!doctype html><title>bad</title>{image}<script>nothing()</script>")
    browser.open(path)
    complaints = " ".join(browser.complaints())
    assert "nothing is not defined" in complaints
    assert "http://127.0.0.1:9/no.png" in browser.fetched()


def test_the_keyboard_reaches_the_table_sorts_it_and_opens_an_opening(opened):
    from selenium.webdriver.common.keys import Keys

    browser = opened()
    assert browser.texts(WORDS) == ["rates", "tares", "fuzzy", "pizza"]
    assert {head.get_attribute("aria-sort") for head in browser.all("thead th")} == {"none"}
    browser.one("#search").click()
    browser.press(Keys.TAB)  # the table's own scrolling
    browser.press(Keys.TAB)
    browser.press(Keys.ENTER)
    assert browser.texts(WORDS) == ["fuzzy", "pizza", "rates", "tares"]
    browser.press(Keys.TAB)
    browser.press(Keys.TAB)
    browser.press(Keys.SPACE)
    assert browser.texts(WORDS) == ["tares", "rates", "pizza", "fuzzy"]
    browser.press(Keys.SPACE)
    assert browser.texts(WORDS) == ["fuzzy", "pizza", "rates", "tares"]
    sorted_by = [head.get_attribute("aria-sort") for head in browser.all("thead th")]
    assert sorted_by.count("none") == len(sorted_by) - 1
    assert sorted_by[column(browser, "bits") - 1] == "ascending"
    browser.press(Keys.SPACE)
    for _ in range(len(browser.all("thead th")) - 1):
        browser.press(Keys.TAB)
    assert browser.texts("#detail h2") == ["rates"]


def test_the_search_narrows_the_table_and_says_to_how_many(opened):
    browser = opened()
    browser.one("#search").send_keys(" AtE")
    assert browser.texts(WORDS) == ["rates"]
    assert browser.texts("#count") == ["1 found"]
    assert browser.one("#openings").get_attribute("aria-rowcount") == "2"
    browser.one("#search").send_keys("x")
    assert browser.texts(WORDS) == []
    assert browser.texts("#count") == ["0 found"]


def test_every_opening_is_a_point_and_pointing_at_it_or_its_row_shows_its_games(opened):
    browser = opened()
    browser.point_at(browser.all("tbody tr")[1])
    assert browser.texts("#detail h2") == ["tares"]
    bars = browser.texts("#detail li")
    assert bars == ["1 guess: 1", "2 guesses: 2", "3 guesses: 1", "4 guesses: 1"]
    widths = [bar.size["width"] for bar in browser.all("#detail i")]
    assert widths == pytest.approx([max(widths) / 2, max(widths), *[max(widths) / 2] * 2], abs=1)
    points = browser.run(POINTS)
    assert len(points) == 4
    for opening, point in zip(OPENINGS, points, strict=True):
        browser.tell("Input.dispatchMouseEvent", type="mouseMoved", **point)
        assert browser.texts("#detail h2") == [opening.word]
    across, down = ([point[side] for point in points] for side in ("x", "y"))
    by_bits = sorted(range(4), key=lambda i: OPENINGS[i].bits)
    assert sorted(range(4), key=lambda i: across[i]) == by_bits
    assert sorted(range(4), key=lambda i: -down[i]) == [0, 1, 2, 3]  # as given: by mean


def test_the_page_says_where_the_ranks_disagree(opened):
    browser = opened()
    said = browser.one("section[aria-labelledby=apart]").text
    assert "tares is first, with 3.0000; by whole trees it is number 2, with mean 2.4000" in said
    assert "rates is first, with mean 2.2000; by bits it is number 2, with 2.5000" in said
    better, worse = (side.text.split("\n")[1:] for side in browser.all(".sides div"))
    assert better == ["rates: 2 by bits, 1 by mean", "fuzzy: 4 by bits, 3 by mean"]
    assert worse == ["tares: 1 by bits, 2 by mean", "pizza: 3 by bits, 4 by mean"]
    at = column(browser, "difference")
    shown = dict(zip(browser.texts(WORDS), browser.texts(f"td:nth-child({at})"), strict=True))
    assert shown == {"rates": "1", "tares": "-1", "fuzzy": "1", "pizza": "-1"}


def test_a_phone_scrolls_the_table_not_the_page_and_a_tap_shows_the_games(opened):
    browser = opened(size=PHONE)
    width = "return document.documentElement.scrollWidth"
    assert browser.run(width) == PHONE[0]
    wide = "const w = document.querySelector('.wide'); return w.scrollWidth > w.clientWidth"
    assert browser.run(wide)
    browser.tap(browser.all("tbody .word")[3])
    assert browser.texts("#detail h2") == ["pizza"]
    assert browser.one("#detail").is_displayed()
    assert browser.run(width) == PHONE[0]
    touched = browser.run(POINTS)[2]
    browser.touch(touched)
    assert browser.texts("#detail h2") == ["fuzzy"]
    assert "fuzzy" in browser.texts("#plot .chosen")


def test_a_screen_reader_is_told_the_table_its_caption_and_every_control(opened):
    spoken = opened().spoken()
    (table,) = [name for role, name in spoken if role == "table"]
    assert table.startswith(f"{TITLE}: figures for one guess")
    assert ("searchbox", "Search openings") in spoken
    heads = [name for role, name in spoken if role == "columnheader"]
    assert heads[:4] == ["opening", "mean", "bits", "rank by mean"]
    assert heads[-1] == "parts"
    assert ("rowheader", "tares") in spoken
    assert all(name for role, name in spoken if role in ("button", "searchbox", "image", "region"))
    assert any(role == "image" and "Scatter plot of 4 openings" in name for role, name in spoken)


def test_under_a_prior_its_own_mean_ranks_and_the_page_says_what_goes_by_it(opened):
    browser = opened(WEIGHED)
    assert browser.texts("thead th")[:3] == ["opening", "mean under the prior", "mean"]
    assert browser.texts("header > p") == [
        "The prior gives likely secrets more weight. It is used for the bits, “left on average” "
        "and the mean under the prior, by which openings are ranked. All other figures count each "
        "secret once."
    ]
    said = browser.one("section[aria-labelledby=apart]").text
    assert "tares is first by both: 3.0000 bits, mean under the prior 2.0000." in said
    assert set(browser.texts(f"td:nth-child({column(browser, 'difference')})")) == {"0"}
    browser.one("thead th:nth-child(2) button").click()
    assert browser.texts(WORDS) == ["tares", "rates", "pizza", "fuzzy"]
    browser.one("tbody [data-word=tares]").click()
    assert "mean 2.4000, under the prior 2.0000, worst 4" in browser.one("#detail p").text
    down = [point["y"] for point in browser.run(POINTS)]
    order = sorted(range(4), key=lambda i: -down[i])
    assert [WEIGHED[i].word for i in order] == ["tares", "rates", "pizza", "fuzzy"]


def test_without_whole_trees_the_parts_are_shown_and_no_mean(opened):
    one_step = [Opening(o.word, o.bits, o.expected_left, o.worst_left, o.parts) for o in OPENINGS]
    parts = [[1, 4], [2, 3], [5, 0], [0, 5]]
    browser = opened(one_step, scores=("0,0", "5,0"), parts=parts)
    assert browser.texts("thead th")[-1] == "parts"
    assert browser.all("#plot, section[aria-labelledby=apart]") == []
    browser.all("tbody .word")[1].click()
    assert browser.texts("#detail li") == ["5,0: 3", "0,0: 2"]  # the largest first
    browser.all("tbody .word")[2].click()
    assert browser.texts("#detail li") == ["0,0: 5"]


def test_where_scripts_are_off_there_is_a_table_and_nothing_that_does_nothing(opened, browser):
    browser.tell("Emulation.setScriptExecutionDisabled", value=True)
    try:
        spoken = opened().spoken()
    finally:
        browser.tell("Emulation.setScriptExecutionDisabled", value=False)
    assert [name for role, name in spoken if role == "rowheader"] == [o.word for o in OPENINGS]
    assert any("Without JavaScript" in name for _, name in spoken)
    assert not {"button", "searchbox", "image"} & {role for role, _ in spoken}
    heads = [name for role, name in spoken if role == "columnheader"]
    assert heads[:4] == ["opening", "mean", "bits", "deviation"]  # a script computes the ranks
    assert not any("disagree" in name for _, name in spoken)


def many(number):
    """Openings enough for several sheets of paper and screens."""
    ones = zip(range(number), OPENINGS * number, strict=False)
    return [replace(one, word=f"w{n:04}", bits=one.bits + n / 1000, sd=1.25) for n, one in ones]


NARROW = (320, 256)  # a desktop at 400 %


@pytest.mark.parametrize("size", [(1280, 900), PHONE, NARROW])
def test_nobody_is_kept_out_and_the_card_lies_over_nothing(opened, size):
    from selenium.webdriver.common.keys import Keys

    browser = opened(many(30), size=size)
    assert browser.barriers() == []
    browser.run("document.querySelector('tbody .word').focus()")
    for number in range(1, 25):
        browser.press(Keys.TAB)
        word, uncovered = browser.run(IN_SIGHT)
        assert (word, uncovered) == (f"w{number:04}", True)


IN_SIGHT = """
const focus = document.activeElement, box = focus.getBoundingClientRect();
const spots = [[box.left + 2, box.top + 2], [box.right - 2, box.bottom - 2]];
return [focus.textContent, spots.every(([x, y]) => document.elementFromPoint(x, y) === focus)];
"""


def test_the_heading_stays_in_sight_and_the_card_stands_beside_the_table(opened):
    browser = opened(many(90))
    browser.run("document.querySelector('.wide').scrollTop = 900")
    top = "return document.querySelector(arguments[0]).getBoundingClientRect()[arguments[1]]"
    assert abs(browser.run(top, "thead th", "top") - browser.run(top, ".wide", "top")) <= 2
    assert browser.run(top, "#detail", "left") >= browser.run(top, ".wide", "right")
    assert browser.run(top, "#openings", "right") <= browser.run(top, ".wide", "right")
    assert browser.run(top, "#detail", "bottom") <= 900


def test_on_paper_every_column_of_every_row_is_there_under_its_heading(opened):
    browser = opened(many(90))
    labels = browser.texts("thead th")
    rows = browser.run(
        "return [...document.querySelectorAll('tbody tr')].map("
        "(row) => [...row.cells].map((cell) => cell.textContent).join(' '))"
    )
    sheets = browser.printed()
    text = [" ".join(sheet.split()) for sheet in sheets]
    assert [row for row in rows if sum(row in sheet for sheet in text) != 1] == []
    with_rows = [sheet for sheet in text if any(row in sheet for row in rows)]
    assert len(with_rows) > 1
    assert all(" ".join(labels) in sheet for sheet in with_rows)
    (card,) = [sheet for sheet in text if "Secrets found in" in sheet]
    assert re.search(r"1 guess\W+1\b", card)
    assert "Search openings" not in " ".join(text)


def test_the_score_of_a_coloured_game_is_tiles_and_a_page_of_many_scores_is_short(opened):
    codes = [f"{n:05b}".replace("0", "B").replace("1", "Y") for n in range(32)]
    one = [Opening("tares", 2.5, 3.0, 20, 32)]
    browser = opened(one, scores=codes, parts=[range(1, 33)], coloured=True)
    assert browser.texts("#detail li .unseen:not(.tiles)")[::2][:2] == ["YYYYY", "YYYYB"]
    assert len(browser.all("#detail li")) == 12
    assert browser.texts("#rest") == ["and after 20 other scores at most 21 each"]
    tiles = browser.all("#detail li:nth-child(2) .tiles b")
    assert [(tile.text, tile.get_attribute("class")) for tile in tiles] == [
        ("T", "Y"), ("A", "Y"), ("R", "Y"), ("E", "Y"), ("S", "B"),
    ]  # fmt: skip
    assert browser.barriers() == []


SECOND = [("0,0", 1184, "broth"), ("4,0", 2, "<i>")]


def test_a_card_is_one_sheet_with_a_fold_and_lines_to_write_on(browser, tmp_path):
    path = tmp_path / "card.html"
    about = {"title": "Card", "facts": {"Rule": "jots"}, "about": "Why.", "coloured": False}
    path.write_text(card_page("pales", SECOND, letters="xyz", **about))
    for size in ((1280, 900), PHONE):
        browser.open(path, size)
        assert browser.barriers() == []
    sheet, score_sheet = ["".join(sheet.split()) for sheet in browser.printed()]
    assert score_sheet.count("Strikeoutwhatcannotbeintheirsecret:XYZ") == 2
    assert score_sheet.count("PlayerMysecret") == 2
    assert "GuessPALES" in sheet
    assert "Why." in sheet
    rows = [row.split() for row in browser.texts("tbody tr")]
    assert rows[12:14] == [["0,01,184broth"], ["4,02<i>"]]
    assert rows[:12] == [[]] * 12
    assert rows[14:] == [[]] * 24


@pytest.mark.parametrize(
    ("number", "font"),
    [*((238, font) for font in FONTS), *((number, "DejaVu Sans") for number in (1, 28, 29, 81))],
)
def test_a_card_of_any_number_of_scores_is_one_sheet(browser, tmp_path, number, font):
    path = tmp_path / "card.html"
    rows = [("GYBBG", n, "zooms") for n in range(number)]
    facts = {"Rule": "colours", "House rules": "no repeats, no plurals"} | {"List": "long " * 40}
    told = {"about": "Why. " * 40, "letters": "abcdefghijklmnopqrstuvwxyzäöüß"}
    text = card_page("tares", rows, title="Card", facts=facts, coloured=True, **told)
    path.write_text(in_font(text, font))
    browser.open(path, (1032, 700))  # 273 mm, the width of the sheet between its margins
    sheet, score_sheet = browser.printed()
    assert "".join(sheet.split()).count("zooms") == number
    assert "".join(score_sheet.split()).count("XYZÄÖÜSS") == 2
    assert browser.run("return document.documentElement.scrollWidth") <= 1032
    columns = browser.all(".half table")
    assert len(columns) == 1 or len(columns) % 2 == 0, "the fold is between two columns"
