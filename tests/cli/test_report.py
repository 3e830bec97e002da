"""Reports through the command line, and the page of a whole list in a real browser."""

from lists import SPLITTER, TEN


def test_the_page_of_the_shipped_list_is_small_and_shows_what_is_asked(jotto, tmp_path, browser):
    run = jotto("openings", "--html", "page.html", "--top", 1)
    assert run.status == 0, run.err
    assert run.out.count("\n") == 4  # the page holds all, the table what was asked for
    page = tmp_path / "page.html"
    assert page.stat().st_size < 1_500_000
    browser.open(page)
    assert browser.texts("h2")[0] == "6,719 openings"  # and 61 offensive words
    assert browser.texts("#count") == ["the first 100 shown"]
    assert len(browser.all("tbody tr")) == 100
    browser.one("#more").click()
    assert len(browser.all("tbody tr")) == 200
    focus = browser.run("return document.activeElement.dataset.word")
    assert focus == browser.texts("tbody th")[100]
    browser.one("#search").send_keys("zz")
    assert set(browser.texts("tbody th")) >= {"pizza", "fuzzy"}
    assert all("zz" in word for word in browser.texts("tbody th"))


def under(browser, *labels):
    """The cells of these columns, one list for each row."""
    heads = browser.texts("thead th")
    each = [browser.texts(f"tbody tr > :nth-child({heads.index(label) + 1})") for label in labels]
    return [list(row) for row in zip(*each, strict=True)]


def test_what_was_refined_leads_the_page_and_the_rest_is_last(jotto, write, tmp_path, browser):
    options = ("--full", "--words", write(*TEN), "--refine", "2")
    found = jotto("openings", *options, "--html", "page.html", "--json").json["openings"]
    expected = [[one["opening"], f"{one['refined']:.4f}"] for one in found[:2]]
    browser.open(tmp_path / "page.html")
    dashes = ["–"] * 8
    assert "The first openings were refined" in browser.one("main").text
    assert under(browser, "opening", "refined")[:2] == expected
    button = browser.texts("thead button").index("refined")
    for _up_and_down in range(2):
        browser.all("thead button")[button].click()
        rows = under(browser, "opening", "refined")
        assert sorted(rows[:2]) == sorted(expected)
        assert [row[1] for row in rows[2:]] == dashes


def test_a_page_says_what_its_figures_are_of_and_shows_the_parts(jotto, family, tmp_path, browser):
    (tmp_path / "page.html").write_text("old")
    (tmp_path / "prior.txt").write_text("bat 30\n")
    more = ("--allow", "candidates", "--prior", "prior.txt", "--html", "own.html")
    assert jotto("openings", *family, *more).status == 0
    assert jotto("openings", *family, "--html", "page.html").status == 0
    browser.open(tmp_path / "page.html")
    facts = dict(zip(browser.texts(".facts dt"), browser.texts(".facts dd"), strict=True))
    expected = {"Rule": "exact-elsewhere", "Strategy": "entropy", "Prior": "even"}
    assert facts.items() >= (expected | {"Secrets": "4", "Guesses": "5"}).items()
    text = (tmp_path / "own.html").read_text()
    own = "<dt>Guesses allowed</dt><dd>candidates</dd>", "All other figures count each secret once."
    for said in own:
        assert said in text
        assert said not in (tmp_path / "page.html").read_text()
    browser.one(f"[data-word={SPLITTER}]").click()
    assert browser.texts("#detail li") == ["0,1: 2", "0,0: 1", "1,0: 1"]


def test_a_page_of_codes_has_a_row_for_each_class_of_equal_openings(jotto, tmp_path, browser):
    """By hand, of three pegs and three colours: 3 like 000, 18 like 001, 6 like 012."""
    assert jotto("openings", "--game", "mastermind:3x3", "--html", "page.html").status == 0
    browser.open(tmp_path / "page.html")
    assert browser.texts("h1") == ["Openings of mastermind:3x3"]
    rows = under(browser, "opening", "alike")
    assert sorted(rows) == [["000", "3"], ["001", "18"], ["012", "6"]]
