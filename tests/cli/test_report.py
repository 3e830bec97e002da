"""Reports through the command line, and the page of a whole list in a real browser."""

import statistics

import pytest
from lists import FAMILY, SPLITTER, TEN, games_of_ten


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


def test_tares_is_first_of_knuths_words_with_its_published_bits(jotto, tmp_path, browser, sgb):
    jotto("openings", "--words", sgb, "--html", "page.html")
    browser.open(tmp_path / "page.html")
    browser.all("thead button")[0].click()  # by word, then by bits
    browser.all("thead button")[1].click()
    assert browser.texts("tbody tr:first-child > *")[:2] == ["tares", "3.388"]
    assert browser.texts("h1") == ["Openings of sgb-words.txt"]


SOME = (
    "tares", "rates", "tales", "dares", "pares", "rapes", "tapes", "aides", "bares", "tears",
    "pales", "peals", "peats", "males", "pates", "parts", "tared", "tames", "bared", "palms",
    "clamp", "cramp", "prima", "eases", "asses", "eaves", "vases", "fuzzy", "queue", "mamma",
)  # fmt: skip


def test_whole_trees_disagree_with_bits_and_the_page_shows_where(jotto, tmp_path, browser, sgb):
    words = ("--words", sgb)
    ran = jotto("openings", "--full", *words, "--only", ",".join(SOME), "--html", "page.html")
    assert ran.status == 0, ran.err
    browser.open(tmp_path / "page.html")
    assert browser.texts("h2")[0] == f"{len(SOME)} chosen openings"
    (best, mean), *others = under(browser, "opening", "mean")
    place = [word for word, _ in others].index("tares") + 2
    for word, its in ((best, mean), ("tares", dict(others)["tares"])):
        alone = jotto("evaluate", *words, "--opening", word, "--json").json["mean"]  # a tree of it
        assert its == f"{alone:.4f}"
    said = browser.one("section[aria-labelledby=apart]").text
    assert f"tares is first, with 3.3877; by whole trees it is number {place}, with mean" in said
    assert f"By whole trees {best} is first, with mean {mean}; by bits it is number" in said
    first, second = browser.all("section[aria-labelledby=apart] p .word")
    for named, word in ((first, "tares"), (second, best)):
        named.click()
        assert browser.texts("#detail h2") == [word]
    assert {"tares", best} <= set(browser.texts("#plot text"))
    browser.all("thead button")[browser.texts("thead button").index("bits")].click()
    rows = under(browser, "opening", "bits", "rank by bits", "rank by mean", "difference")
    assert rows[0] == ["tares", "3.388", "1", str(place), str(1 - place)]
    assert [float(row[1]) for row in rows] == sorted((float(row[1]) for row in rows), reverse=True)
    drawn = "".join(path.get_attribute("d") for path in browser.all("#plot .points"))
    assert drawn.count("M") == len(rows) == len(SOME)


def test_the_page_of_a_coloured_game_shows_tiles_and_weighs_no_more(jotto, tmp_path, browser):
    assert jotto("openings", "--rule", "colours", "--html", "page.html", "--top", 1).status == 0
    assert (tmp_path / "page.html").stat().st_size < 1_500_000
    browser.open(tmp_path / "page.html")
    assert len(browser.all("#detail li .tiles b.G")) > 0
    assert browser.one("#detail").size["width"] < 400


def under(browser, *labels):
    """The cells of these columns, one list for each row."""
    heads = browser.texts("thead th")
    each = [browser.texts(f"tbody tr > :nth-child({heads.index(label) + 1})") for label in labels]
    return [list(row) for row in zip(*each, strict=True)]


def test_under_a_prior_the_page_ranks_as_the_table_does(jotto, write, tmp_path, browser):
    """By the simple strategy, whose games no prior changes."""
    weights = dict.fromkeys(TEN, 1) | {"fools": 30, "score": 9}
    (tmp_path / "prior.txt").write_text("fools 30\nscore 9\ncrane 1\n")
    options = ("--words", write(*TEN), "--strategy", "simple", "--prior", "prior.txt")
    ran = jotto("openings", "--full", *options, "--html", "page.html")
    assert ran.status == 0, ran.err
    worth = {}
    for word in TEN:
        games = games_of_ten("simple", word)
        weighed = sum(weights[secret] * n for secret, n in games.items()) / sum(weights.values())
        own = games.values()
        worth[word] = weighed, max(own), statistics.pstdev(own), statistics.mean(own)
    order = sorted(TEN, key=lambda word: worth[word][:3])
    assert [line.split()[0] for line in ran.out.splitlines()[2:]] == order
    browser.open(tmp_path / "page.html")
    rows = under(browser, "opening", "mean under the prior", "mean", "rank by mean")
    means = [[word, f"{worth[word][0]:.4f}", f"{worth[word][3]:.4f}"] for word in order]
    assert [row[:3] for row in rows] == means
    ranks = [1 + sum(worth[other][:3] < worth[word][:3] for other in TEN) for word in order]
    assert [int(row[3]) for row in rows] == ranks
    assert f"{order[0]} is first, with mean under the prior" in browser.one("main").text


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
    assert jotto("openings", *family, "--html", "page.html").status == 0
    browser.open(tmp_path / "page.html")
    facts = dict(zip(browser.texts(".facts dt"), browser.texts(".facts dd"), strict=True))
    expected = {"Rule": "exact-elsewhere", "Strategy": "entropy", "Prior": "even"}
    assert facts.items() >= (expected | {"Secrets": "4", "Guesses": "5"}).items()
    assert "Guesses allowed" not in facts
    jotto("openings", *family, "--allow", "candidates", "--html", "own.html")
    assert "<dt>Guesses allowed</dt><dd>candidates</dd>" in (tmp_path / "own.html").read_text()
    (tmp_path / "prior.txt").write_text("bat 30\n")
    jotto("openings", *family, "--prior", "prior.txt", "--html", "own.html")
    said = "for the bits and “left on average”. All other figures count each secret once."
    pages = ((tmp_path / name).read_text() for name in ("own.html", "page.html"))
    assert [said in text for text in pages] == [True, False]
    browser.one(f"[data-word={SPLITTER}]").click()
    assert browser.texts("#detail li") == ["0,1: 2", "0,0: 1", "1,0: 1"]


def test_a_page_of_codes_has_a_row_for_each_class_of_equal_openings(jotto, tmp_path, browser):
    """By hand, of three pegs and three colours: 3 like 000, 18 like 001, 6 like 012."""
    assert jotto("openings", "--game", "mastermind:3x3", "--html", "page.html").status == 0
    browser.open(tmp_path / "page.html")
    assert browser.texts("h1") == ["Openings of mastermind:3x3"]
    rows = under(browser, "opening", "alike")
    assert sorted(rows) == [["000", "3"], ["001", "18"], ["012", "6"]]


@pytest.mark.parametrize(
    ("command", "quoted"),
    [
        ("card --html .", "file '.' cannot be written: Is a directory"),
        ("openings --html .", "file '.' cannot be written: Is a directory"),
        ("openings --html list-1.txt/page", "file 'list-1.txt/page' cannot be written: "),
        ("card --html none/page", "file 'none/page' cannot be written: No such file or"),
        ("openings --html /proc/no/page", "file '/proc/no/page' cannot be written: "),
    ],
)
def test_a_report_that_cannot_be_written_is_refused_before_any_work(jotto, write, command, quoted):
    list_1 = write(*FAMILY)
    before = list_1.read_bytes()
    assert quoted in jotto(*command.split(), "--words", list_1).refusal
    assert [path.name for path in list_1.parent.iterdir() if path.is_file()] == ["list-1.txt"]
    assert list_1.read_bytes() == before


@pytest.mark.parametrize("command", ["openings --html", "card --html"])
def test_a_report_that_cannot_be_written_is_one_line_at_the_end(jotto, family, tmp_path, command):
    full = tmp_path / "full.html"
    full.symlink_to("/dev/full")
    name, option = command.split()
    run = jotto(name, *family, option, full)
    assert (run.status, run.out) == (2, jotto(name, *family).out)
    assert f"report '{full}' cannot be written: No space left" in run.err
    assert run.err.count("\n") == 1
    full.unlink()
    full.symlink_to(full)
    told = jotto(name, *family, option, full).err
    assert "cannot be written: Too many levels of symbolic" in told
