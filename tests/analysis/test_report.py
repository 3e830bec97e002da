"""The page of openings in a real browser, and plots; every figure here is counted by hand."""

import json
import re
from dataclasses import replace

import pytest
from browser import PHONE

from jotto.analysis.openings import Opening
from jotto.analysis.report import FORMATS, disagreement, games_plot, openings_page

# five secrets; by bits: tares rates pizza fuzzy, by mean: rates tares fuzzy pizza
OPENINGS = (
    Opening("rates", 2.5, 3.0, 4, 4, 2.2, 0.748, 3, {1: 1, 2: 2, 3: 2}),
    Opening("tares", 3.0, 2.5, 4, 5, 2.4, 1.02, 4, {1: 1, 2: 2, 3: 1, 4: 1}),
    Opening("fuzzy", 1.0, 4.0, 5, 2, 3.0, 1.414, 5, {1: 1, 2: 1, 3: 1, 4: 1, 5: 1}),
    Opening("pizza", 2.0, 3.5, 4, 3, 3.4, 1.02, 5, {2: 1, 3: 2, 4: 1, 5: 1}),
)
# where likely secrets come up more, the mean agrees with the bits
UNDER_PRIOR = {"tares": 2.0, "rates": 2.5, "pizza": 3.0, "fuzzy": 3.5}
WEIGHED = [replace(one, prior_mean=UNDER_PRIOR[one.word]) for one in OPENINGS]
DIFFERENCES = {"tares": 1 - 2, "rates": 2 - 1, "pizza": 3 - 4, "fuzzy": 4 - 3}
TITLE = "Openings of <five> & more"
FACTS = {"Rule": "exact-elsewhere", "Secrets": "5"}
WORDS = "tbody th"


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


def sort_button(browser, name: str):
    return browser.one(f"thead th:nth-child({column(browser, name)}) button")


# --- what is found ---


def test_the_ranks_disagree_where_they_do_by_hand():
    found = disagreement(OPENINGS)
    assert (found["first_by_bits"].opening.word, found["first_by_bits"].by_mean) == ("tares", 2)
    assert (found["first_by_mean"].opening.word, found["first_by_mean"].by_bits) == ("rates", 2)
    assert [(p.opening.word, p.by_bits, p.by_mean) for p in found["better"]] == [
        ("rates", 2, 1),
        ("fuzzy", 4, 3),
    ]
    assert [(p.opening.word, p.by_bits, p.by_mean) for p in found["worse"]] == [
        ("tares", 1, 2),
        ("pizza", 3, 4),
    ]


def test_openings_that_are_worth_the_same_share_a_rank():
    same = [OPENINGS[0], replace(OPENINGS[0], word="stare"), OPENINGS[2]]
    ranks = [(p.by_bits, p.by_mean) for p in disagreement(same)["better"]]
    assert ranks == []
    assert '"rows": [["rates"' in page(same)
    data = json.loads(re.search(r'id="data">(.*?)</script>', page(same))[1])
    at = [column["key"] for column in data["columns"]].index("by_mean")
    assert [row[at : at + 2] for row in data["rows"]] == [[1, 1], [1, 1], [3, 3]]


def test_of_equal_means_the_shorter_longest_game_ranks_first_as_on_the_command_line():
    later, sooner = OPENINGS[1], replace(OPENINGS[1], word="sooner", worst=3)
    (found,) = disagreement([later, sooner])["worse"]
    assert (found.opening.word, found.by_bits, found.by_mean) == ("tares", 1, 2)


def test_how_many_lead_both_ranks_is_counted():
    # twelve by bits; the mean ranks the first two last, and all others two places higher
    def one(n):
        return replace(OPENINGS[0], word=f"{n}", bits=float(-n), mean=float(n + 12 * (n <= 2)))

    assert disagreement([one(n) for n in range(1, 13)])["lead_both"] == 8
    shown = page([one(n) for n in range(1, 13)])
    assert "Of the first 10 by bits, 8 are among the first 10 by mean." in shown
    assert "Of the first" not in page()


def test_the_same_openings_make_the_same_page_and_the_same_plots():
    assert page() == page()
    games = {"entropy": {1: 1, 3: 4}}
    assert [games_plot(games, form) for form in FORMATS] == [
        games_plot(games, form) for form in FORMATS
    ]


def test_a_title_is_text_whatever_is_in_it():
    text = page()
    assert "<five>" not in text
    assert "Openings of &lt;five&gt; &amp; more</h1>" in text


def test_a_plot_is_in_the_format_asked_for_and_its_bars_are_numbered():
    games = {"entropy, first tares": {1: 17, 3: 423}, "simple": {2: 440}}
    starts = {form: games_plot(games, form)[:8] for form in FORMATS}
    assert starts["png"] == b"\x89PNG\r\n\x1a\n"
    assert starts["pdf"].startswith(b"%PDF")
    drawn = games_plot(games, "svg").decode()
    texts = re.findall(r"<text[^>]*>([^<]*)</text>", drawn)
    assert {"17", "423", "440", "guesses", "games", "entropy, first tares", "simple"} <= set(texts)


# --- in a browser ---


def test_the_browser_would_tell_of_an_error_and_of_anything_fetched(browser, tmp_path):
    path = tmp_path / "bad.html"
    image = "<img src='http://127.0.0.1:9/no.png'>"
    path.write_text(f"<!doctype html><title>bad</title>{image}<script>nothing()</script>")
    browser.open(path)
    complaints = " ".join(browser.complaints())
    assert "nothing is not defined" in complaints
    assert "http://127.0.0.1:9/no.png" in browser.fetched()


def test_the_table_stands_as_given_and_sorts_by_click_both_ways(opened):
    browser = opened()
    assert browser.texts(WORDS) == ["rates", "tares", "fuzzy", "pizza"]
    assert {head.get_attribute("aria-sort") for head in browser.all("thead th")} == {"none"}
    sort_button(browser, "bits").click()
    assert browser.texts(WORDS) == ["tares", "rates", "pizza", "fuzzy"]
    sort_button(browser, "bits").click()
    assert browser.texts(WORDS) == ["fuzzy", "pizza", "rates", "tares"]
    sort_button(browser, "mean").click()
    assert browser.texts(WORDS) == ["rates", "tares", "fuzzy", "pizza"]  # the least first
    sorted_by = [head.get_attribute("aria-sort") for head in browser.all("thead th")]
    assert sorted_by.count("none") == len(sorted_by) - 1
    assert sorted_by[column(browser, "mean") - 1] == "ascending"


def test_the_keyboard_reaches_the_table_sorts_it_and_opens_an_opening(opened):
    from selenium.webdriver.common.keys import Keys

    browser = opened()
    browser.one("#search").click()
    browser.press(Keys.TAB)  # the table's own scrolling
    browser.press(Keys.TAB)
    browser.press(Keys.ENTER)
    assert browser.texts(WORDS) == ["fuzzy", "pizza", "rates", "tares"]
    browser.press(Keys.TAB)
    browser.press(Keys.TAB)
    browser.press(Keys.SPACE)
    assert browser.texts(WORDS) == ["tares", "rates", "pizza", "fuzzy"]
    for _ in range(len(browser.all("thead th")) - 2):
        browser.press(Keys.TAB)
    assert browser.texts("#detail h2") == ["tares"]
    browser.press(Keys.ESCAPE)
    assert not browser.one("#detail").is_displayed()
    browser.press(Keys.ENTER)
    assert browser.one("#detail").is_displayed()


def test_the_search_narrows_the_table_and_says_to_how_many(opened):
    browser = opened()
    browser.one("#search").send_keys(" AtE")
    assert browser.texts(WORDS) == ["rates"]
    assert browser.texts("#count") == ["1 of 4 openings"]
    assert browser.one("#openings").get_attribute("aria-rowcount") == "2"
    browser.one("#search").send_keys("x")
    assert browser.texts(WORDS) == []
    assert browser.texts("#count") == ["0 of 4 openings"]


def test_pointing_at_a_row_shows_its_games(opened):
    browser = opened()
    browser.point_at(browser.all("tbody tr")[1])
    assert browser.texts("#detail h2") == ["tares"]
    bars = browser.texts("#detail li")
    assert bars == [
        "1 found in 1 guess",
        "2 found in 2 guesses",
        "1 found in 3 guesses",
        "1 found in 4 guesses",
    ]
    heights = [bar.size["height"] for bar in browser.all("#detail i")]
    assert heights == [40, 80, 40, 40]


def test_every_opening_is_a_point_and_pointing_at_it_shows_its_games(opened):
    browser = opened()
    points = browser.all("#points use")
    assert len(points) == 4
    for opening, point in zip(OPENINGS, points, strict=True):
        browser.point_at(point)
        assert browser.texts("#detail h2") == [opening.word]
    across = [float(point.get_attribute("x")) for point in points]
    down = [float(point.get_attribute("y")) for point in points]
    by_bits = sorted(range(4), key=lambda i: OPENINGS[i].bits)
    assert sorted(range(4), key=lambda i: across[i]) == by_bits
    assert sorted(range(4), key=lambda i: -down[i]) == [0, 1, 2, 3]  # as given: by mean


def test_the_page_says_where_the_ranks_disagree(opened):
    browser = opened()
    said = browser.one("section[aria-labelledby=apart]").text
    assert "tares is first, with 3.0000; by whole trees it is number 2, with mean 2.4000" in said
    assert "rates is first, with mean 2.2000; by bits it is number 2, with 2.5000" in said
    assert "fuzzy: 4 by bits, 3 by mean" in said
    at = column(browser, "difference")
    shown = dict(zip(browser.texts(WORDS), browser.texts(f"td:nth-child({at})"), strict=True))
    assert shown == {word: str(places) for word, places in DIFFERENCES.items()}


def test_a_phone_scrolls_the_table_not_the_page_and_a_tap_shows_the_games(opened):
    browser = opened(size=PHONE)
    width = "return document.documentElement.scrollWidth"
    assert browser.run(width) == PHONE[0]
    assert browser.run(
        "const w = document.querySelector('.wide'); return w.scrollWidth > w.clientWidth"
    )
    browser.tap(browser.all("tbody .word")[3])
    assert browser.texts("#detail h2") == ["pizza"]
    assert browser.one("#detail").is_displayed()
    assert browser.run(width) == PHONE[0]
    browser.one("#close").click()
    browser.tap(browser.all("#points use")[2])
    assert browser.texts("#detail h2") == ["fuzzy"]


def test_a_screen_reader_is_told_the_table_its_caption_and_every_control(opened):
    spoken = opened().spoken()
    (table,) = [name for role, name in spoken if role == "table"]
    assert table.startswith(f"{TITLE}: what one guess is worth")
    assert ("searchbox", "Search openings") in spoken
    heads = [name for role, name in spoken if role == "columnheader"]
    assert heads[:4] == ["opening", "mean", "bits", "rank by mean"]
    assert heads[-1] == "parts"
    assert ("rowheader", "tares") in spoken
    assert all(name for role, name in spoken if role in ("button", "searchbox", "image", "region"))
    assert any(role == "image" and "Scatter plot of 4 openings" in name for role, name in spoken)


def test_under_a_prior_its_own_mean_ranks_and_the_page_says_what_goes_by_it(opened):
    browser = opened(WEIGHED, weighed=True)
    assert browser.texts("thead th")[:3] == ["opening", "mean under the prior", "mean"]
    assert browser.texts("main > p") == [
        "The prior counts likely secrets more: it weighs the bits, what is left on average and the "
        "mean under the prior, by which openings are ranked. Everything else counts each secret "
        "once."
    ]
    said = browser.one("section[aria-labelledby=apart]").text
    assert "tares is first by both: 3.0000 bits, mean under the prior 2.0000." in said
    assert set(browser.texts(f"td:nth-child({column(browser, 'difference')})")) == {"0"}
    sort_button(browser, "mean under the prior").click()
    assert browser.texts(WORDS) == ["tares", "rates", "pizza", "fuzzy"]
    browser.one("tbody [data-word=tares]").click()
    assert "mean 2.4000, under the prior 2.0000, worst 4" in browser.one("#detail p").text
    down = [float(point.get_attribute("y")) for point in browser.all("#points use")]
    order = sorted(range(4), key=lambda i: -down[i])
    assert [WEIGHED[i].word for i in order] == ["tares", "rates", "pizza", "fuzzy"]


def test_without_a_prior_none_is_spoken_of(opened):
    assert "prior" not in opened().run("return document.querySelector('main').textContent")


def test_without_whole_trees_the_parts_are_shown_and_no_mean(opened):
    one_step = [Opening(o.word, o.bits, o.expected_left, o.worst_left, o.parts) for o in OPENINGS]
    parts = [[1, 4], [2, 3], [5, 0], [0, 5]]
    browser = opened(one_step, scores=("0,0", "5,0"), parts=parts)
    assert browser.texts("thead th")[-1] == "parts"
    assert browser.all("#plot, section[aria-labelledby=apart]") == []
    browser.all("tbody .word")[1].click()
    assert browser.texts("#detail li") == [
        "2 left after the score 0,0",
        "3 left after the score 5,0",
    ]


def test_a_page_has_a_table_even_where_scripts_are_off(opened, browser):
    browser.tell("Emulation.setScriptExecutionDisabled", value=True)
    try:
        spoken = opened().spoken()
    finally:
        browser.tell("Emulation.setScriptExecutionDisabled", value=False)
    assert [name for role, name in spoken if role == "rowheader"] == [o.word for o in OPENINGS]
    assert any("Without JavaScript" in name for _, name in spoken)
