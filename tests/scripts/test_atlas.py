"""The atlas: what is written of a game, what of it is refused, and the page that shows it."""

import csv
import gzip
import json
import math
import random
import re
import shutil
from pathlib import Path

import atlas
import naive
import pytest
import typer
from browser import DESKTOP

import jotto
from jotto.games.words import shipped_words

WORDS = [word for word in random.Random(8).sample(shipped_words(), 25) if word != "least"]
SECRETS, FURTHER = WORDS[:10], WORDS[10:]
PAGE = (atlas.FOLDER.parent / "proofs.md").read_text("utf-8")
PHONE = (390, 844)


@pytest.fixture
def lists(tmp_path):
    """Two lists that may not be shipped, as options."""
    files = tmp_path / "secrets.txt", tmp_path / "guesses.txt"
    for file, words in zip(files, (SECRETS, WORDS), strict=True):
        file.write_text("\n".join(words) + "\n")
    return dict(zip(("words", "guesses"), files, strict=True), rule="colours")


@pytest.fixture
def here(tmp_path):
    """Where an atlas and its lines are written."""
    return {"folder": tmp_path / "atlas", "lines": tmp_path / "lines.jsonl"}


def rows_of(folder, name):
    return list(csv.DictReader((folder / f"{name}.csv").read_text().splitlines()))


def least(opening, *lists, score, allow="all"):
    game = naive.listed(*lists, score)
    return naive.least_totals(game, (), lists[0], allow=allow, opening=opening)[-1]


@pytest.mark.parametrize("allow", ["all", "candidates", "hard"])
def test_the_total_of_every_opening_is_that_of_trying_everything(allow, lists, here, capsys):
    atlas.main("words", allow=allow, jobs=2, **lists, **here)
    name = "colours-10-24" + f"-{allow}" * (allow != "all")
    rows = rows_of(here["folder"], name)
    openings = SECRETS if allow == "candidates" else WORDS
    assert sorted(int(row["opening"]) for row in rows) == list(range(len(openings)))
    totals = {int(row["opening"]): math.inf for row in rows}
    for row in rows:
        assert row["at_least"] == row["found"]
        totals[int(row["opening"])] = int(row["found"])
    assert [totals[i] for i in range(len(openings))] == [
        least(opening, SECRETS, WORDS, score=naive.colours, allow=allow) for opening in openings
    ]
    (entry,) = atlas.read_index(here["folder"])
    assert (entry["total"], entry["lower_bound"]) == (min(totals.values()),) * 2
    assert f"{len(openings)} of {len(openings)} openings" in capsys.readouterr().out


def test_a_list_that_is_given_is_named_by_numbers_alone(lists, here, tmp_path):
    atlas.main("words", save=tmp_path / "named.json", **lists, **here)
    for file in here["folder"].iterdir():
        data = file.read_bytes()
        text = (gzip.decompress(data) if file.suffix == ".gz" else data).decode()
        assert [word for word in WORDS if word in text] == [], file
    game = jotto.words(SECRETS, WORDS, rule="colours")
    text = (here["folder"] / "colours-10-24.tree.json").read_text()
    tree = atlas.read_numbered(text, game)
    assert tree == jotto.Tree.load(tmp_path / "named.json", game)
    with pytest.raises(SystemExit, match="of the key"):
        atlas.read_numbered(text, jotto.words(SECRETS[::-1], WORDS, rule="colours"))
    with pytest.raises(SystemExit, match="wrong: its total"):
        atlas.read_numbered(re.sub(r'"total":\d+', '"total":99', text), game)


def test_of_codes_one_opening_of_each_shape_is_worked_out(here):
    atlas.main("mastermind:2x3", **here)
    rows = {row["opening"]: row for row in rows_of(here["folder"], "mastermind-2x3")}
    codes = naive.codes(2, 3)
    assert {opening: int(row["alike"]) for opening, row in rows.items()} == {"00": 3, "01": 6}
    for opening, row in rows.items():
        assert int(row["found"]) == least(opening, codes, codes, score=naive.exact_elsewhere)
    game = jotto.named("mastermind:2x3")
    path = here["folder"] / "mastermind-2x3.proof.json"
    assert jotto.Certificate.load(path, game).verify() == jotto.Checked((), 0, 0)


def test_a_run_continues_where_the_last_one_ended(lists, here, capsys):
    atlas.main("words", **lists, **here)
    whole, lines = capsys.readouterr().out, here["lines"].read_text().splitlines(keepends=True)
    assert len(whole.splitlines()) == len(WORDS) + 2
    before = {row["opening"]: row["found"] for row in rows_of(here["folder"], "colours-10-24")}
    shutil.rmtree(here["folder"])
    here["lines"].write_text("".join(lines[:9]) + lines[9][:20])  # killed in a line
    atlas.main("words", **lists, **here)
    assert len(capsys.readouterr().out.splitlines()) == len(WORDS) - 8 + 2
    after = {row["opening"]: row["found"] for row in rows_of(here["folder"], "colours-10-24")}
    assert after == before
    elsewhere = here["lines"].with_name("elsewhere.jsonl")  # the lines come from the atlas
    atlas.main("words", **lists, folder=here["folder"], lines=elsewhere, seconds=0)
    assert sorted(elsewhere.read_text().splitlines()) == sorted(
        here["lines"].read_text().splitlines()
    )


def test_only_the_openings_asked_for_are_worked_out_and_bounds_hold_for_the_others(lists, here):
    atlas.main("words", opening=[WORDS[3], WORDS[12]], **lists, **here)
    (entry,) = atlas.read_index(here["folder"])
    assert entry["done"] == 2
    for row in rows_of(here["folder"], "colours-10-24"):
        total = least(WORDS[int(row["opening"])], SECRETS, WORDS, score=naive.colours)
        known = int(row["opening"]) in (3, 12)
        assert int(row["at_least"]) == total if known else int(row["at_least"]) <= total
        assert row["found"] == (str(total) if known else "")


def test_what_is_refuted_is_a_bound_that_holds(lists, here):
    atlas.main("words", opening=[WORDS[3]], **lists, **here)
    atlas.main("words", refute=True, **lists, **here)
    (entry,) = atlas.read_index(here["folder"])
    best = min(least(word, SECRETS, WORDS, score=naive.colours) for word in WORDS)
    assert (entry["total"], entry["lower_bound"]) == (best, best)
    for row in rows_of(here["folder"], "colours-10-24"):
        total = least(WORDS[int(row["opening"])], SECRETS, WORDS, score=naive.colours)
        assert best <= int(row["at_least"]) <= total


def test_trees_by_beam_search_are_above_the_bounds_and_never_called_least(lists, here):
    atlas.main("words", beam=2, **lists, **here)
    (entry,) = atlas.read_index(here["folder"])
    assert entry["done"] == 0
    for row in rows_of(here["folder"], "colours-10-24"):
        total = least(WORDS[int(row["opening"])], SECRETS, WORDS, score=naive.colours)
        assert int(row["at_least"]) <= total <= int(row["found"])


def test_a_tree_found_otherwise_is_taken_in_with_its_bound(tmp_path, here):
    game, path = jotto.words(SECRETS), tmp_path / "tree.json"
    words = tmp_path / "words.txt"
    words.write_text("\n".join(SECRETS))
    best = jotto.solve(game)
    best.save(path)
    totals = {word: least(word, SECRETS, SECRETS, score=naive.exact_elsewhere) for word in SECRETS}
    worst = max(totals, key=totals.__getitem__)
    atlas.main("words", words=words, opening=[worst], tree=path, **here)
    (entry,) = atlas.read_index(here["folder"])
    assert (entry["done"], entry["total"], entry["lower_bound"]) == (1, *[best.lengths.total] * 2)
    row = rows_of(here["folder"], "exact-elsewhere-10")[0]
    assert row["found"] == str(best.lengths.total)
    assert (row["longest"], row["seconds"]) == (str(best.lengths.worst), "")


def test_lines_can_be_worked_out_again_and_are_read_by_jotto(lists, here, capsys):
    atlas.main("words", **lists, **here)
    capsys.readouterr()
    with pytest.raises(typer.Exit) as ended:
        atlas.main("words", check=5, seed=1, **lists, **here)
    assert ended.value.exit_code == 0
    assert capsys.readouterr().out.endswith("5 of 5 lines were worked out again and agree\n")
    before = here["lines"].read_text()
    game = jotto.words(SECRETS, WORDS, rule="colours")
    tree = jotto.solve(game, checkpoint=here["lines"], parallel=1)
    assert tree.lengths.total == atlas.read_index(here["folder"])[0]["total"]
    assert here["lines"].read_text() == before


@pytest.mark.parametrize(
    "change",
    [
        lambda line: line.replace("[", "[ ", 1).replace(", [", ", [1", 1),  # another opening
        lambda line: re.sub(r"\], \[\d+", "], [11", line),  # a lower total
        lambda line: line[:-3] + '0"]',
    ],
)
def test_a_damaged_line_is_refused(change, lists, here):
    atlas.main("words", opening=WORDS[:3], **lists, **here)
    head, *lines = here["lines"].read_text().splitlines()
    here["lines"].write_text("\n".join([head, change(lines[0]), *lines[1:]]) + "\n")
    with pytest.raises(SystemExit, match="damaged"):
        atlas.main("words", **lists, **here)


def test_lines_of_another_game_are_refused(lists, here):
    atlas.main("words", opening=WORDS[:1], **lists, **here)
    with pytest.raises(SystemExit, match="another choice of allowed guesses"):
        atlas.main("words", allow="hard", **lists, **here)


def test_a_line_with_further_figures_that_are_no_numbers_is_damage():
    bounds = {3: 20}
    assert atlas.is_valid(bounds, "opening", (3, 31), [30, 5, 12])
    assert atlas.is_valid(bounds, "beam", (3, 2), [30, 5, 12])
    for stage, item, result in (
        ("opening", (3, 31), [30, 5, "12"]), ("opening", (3, 31), [19, 5, 12]),
        ("opening", (4, 31), [30, 5, 12]), ("beam", (3, 2), [19, 5, 12]), ("tree", (3, 2), [30]),
    ):  # fmt: skip
        assert not atlas.is_valid(bounds, stage, item, result)


def test_a_file_that_was_changed_is_refused(here):
    atlas.main("mastermind:2x3", **here)
    path = here["folder"] / "mastermind-2x3.csv"
    path.write_text(path.read_text().replace("21", "20"))
    with pytest.raises(SystemExit, match=r"mastermind-2x3\.csv is damaged"):
        atlas.main("mastermind:2x2", folder=here["folder"], lines=here["lines"].with_name("two"))


def test_the_curve_has_what_the_tree_finds_and_the_most_that_can_be_found():
    game = jotto.named("mastermind:2x3")
    tree = jotto.solve(game)
    words = [str(word) for word in game.secrets]
    lists = naive.Lists(words, words, naive.exact_elsewhere, dict.fromkeys(words, 1))
    found = [sum(n for length, n in tree.lengths.games.items() if length <= k) for k in (1, 2, 3)]
    most = [9 - naive.least_missed(lists, (), words, k)[0] for k in (1, 2, 3)]
    assert atlas.curve(tree, 0, []) == [[1, found[0], None], [2, found[1], None], [3, 9, 9]]
    assert atlas.curve(tree, 60, [[1, found[0], 1], [2, found[1], None]]) == [
        [k, *row] for k, row in enumerate(zip(found, most, strict=True), 1)
    ]


def test_what_is_known_of_a_curve_is_not_searched_again(monkeypatch):
    tree = jotto.solve(jotto.named("mastermind:2x3"))
    monkeypatch.delattr(jotto, "solve")
    assert [most for _, _, most in atlas.curve(tree, 60, [[1, 1, 1], [2, 4, 4]])] == [1, 4, 9]


# --- the atlas in the repository ------------------------------------------------------------------


def secrets_in(node):
    """Each node of a tree in lists costs a guess for each of its secrets: their sum, the total."""
    if not isinstance(node, list):
        return 1
    return node[1] + sum(map(secrets_in, node[2].values()))


def test_the_files_of_the_repository_are_whole_small_and_agree_with_the_table():
    entries = atlas.read_index(atlas.FOLDER)
    assert sum(path.stat().st_size for path in atlas.FOLDER.iterdir()) < 2_000_000
    listed = {"atlas.css", "atlas.js", "index.html", "index.json"}
    listed |= {name for entry in entries for name in entry["files"]}
    assert {path.name for path in atlas.FOLDER.iterdir()} == listed
    for entry in (entry for entry in entries if entry["game"] != "words"):
        row = rf"^\| `{entry['game']}` \| ([\d,]+) \| [\d.]+ \| \d+ \| ([\d,]+) \| \d+ \|$"
        both = re.search(row, PAGE, re.M)
        total = int(both[2 if entry["allow"] == "candidates" else 1].replace(",", ""))
        assert (entry["total"], entry["lower_bound"]) == (total, total), entry["name"]
        game = jotto.named(entry["game"])
        tree = jotto.Tree.load(atlas.FOLDER / f"{entry['name']}.tree.json", game)
        assert (tree.verify(), tree.proved, tree.lengths.total) == ([], True, total)


def test_totals_of_openings_are_those_published_by_selby(shared):
    """The best strategies for Wordle, 2022: see docs/references.md."""
    lists = (shared / "data" / f"wordle-{kind}.txt" for kind in ("answers", "guesses"))
    game = jotto.words(*lists, rule="colours")
    totals = {
        int(row["opening"]): row["found"] for row in rows_of(atlas.FOLDER, "colours-2315-12972")
    }
    published = {
        "salet": 7920,
        "reast": 7923,
        "crate": 7926,
        "trace": 7926,
        "slate": 7928,
        "crane": 7930,
    }
    assert {word: int(totals[game.index(word)]) for word in published} == published


def test_no_list_that_may_not_be_shipped_is_in_the_repository():
    for entry in atlas.read_index(atlas.FOLDER):
        if entry["hidden"]:
            fields = json.loads((atlas.FOLDER / f"{entry['name']}.tree.json").read_text())
            assert secrets_in(fields["tree"]) == fields["total"] == entry["total"]
            assert not re.search(r"[a-z]{5}", json.dumps(fields["tree"]))
            openings = {row["opening"] for row in rows_of(atlas.FOLDER, entry["name"])}
            assert openings == {*map(str, range(entry["openings"]))}


# --- the page -------------------------------------------------------------------------------------


@pytest.fixture
def page(lists, here):
    """The page of two games, as a file."""
    atlas.main("words", **lists, **here)
    atlas.main("mastermind:3x4", folder=here["folder"], lines=here["lines"].with_name("codes"))
    for name in ("index.html", "atlas.js", "atlas.css"):
        shutil.copy(atlas.FOLDER / name, here["folder"])
    for name, script in atlas.scripts(here["folder"]):
        (here["folder"] / name).write_text(script)
    return here["folder"] / "index.html"


def until(browser, script):
    from selenium.webdriver.support.ui import WebDriverWait

    WebDriverWait(browser.driver, 60).until(lambda driver: driver.execute_script(script))


def shown(browser, page: Path, name: str = "", size=DESKTOP):
    browser.visit("about:blank")
    browser.visit(f"{page.as_uri()}#{name}", size)
    until(browser, "return document.querySelectorAll('h1, tbody tr').length > 1")


def test_the_page_shows_all_games_and_leads_to_each(browser, page):
    shown(browser, page)
    assert browser.texts("tbody th") == ["10 words, 24 guesses (colours)", "Mastermind 3x4"]
    browser.all("tbody a")[1].send_keys("\n")
    until(browser, "return document.querySelector('#openings td') !== null")
    assert browser.texts("h1") == ["Mastermind 3x4"]
    rows = [["001", "36", "206"], ["012", "24", "208"], ["000", "4", "233"]]
    cells = browser.texts("#openings tbody :is(th, td)")
    assert [cells[i : i + 3] for i in range(0, 18, 6)] == rows


def test_a_search_finds_a_code_by_its_shape_and_heads_sort(browser, page):
    shown(browser, page, "mastermind-3x4")
    search = browser.one("#search")
    search.send_keys("303")
    assert browser.texts("#openings tbody th") == ["001"]
    search.clear()
    search.send_keys("12")
    assert browser.texts("#openings tbody th") == ["012"]
    browser.run("document.querySelector('#search').value = ''")
    search.send_keys(" ")
    for _ in range(2):
        browser.all("#openings .sort")[0].send_keys("\n")
    assert browser.texts("#openings tbody th") == ["012", "001", "000"]
    heads = "[...document.querySelectorAll('#openings th[scope=col]')]"
    order = browser.run(f"return {heads}.map((head) => head.getAttribute('aria-sort'))")
    assert order == ["descending", *["none"] * 5]
    assert browser.run("return document.activeElement.textContent") == "opening"


def test_a_game_is_played_with_keys_and_a_secret_replayed(browser, page):
    shown(browser, page, "mastermind-3x4")
    tree = jotto.Tree.load(page.parent / "mastermind-3x4.tree.json", jotto.named("mastermind:3x4"))
    (first, score), (second, _), *_ = tree.play("321")
    field = browser.one("#score")
    field.send_keys("9,9\n")
    assert browser.texts("#answer") == ["“9,9” is not a score that this guess can have."]
    field.send_keys(f"{score.replace(',', '')}\n")
    assert browser.texts("#turn h3") == [f"Guess 2: {second}"]
    assert browser.run("return document.activeElement.textContent") == f"Guess 2: {second}"
    browser.one(".turns button").send_keys("\n")
    assert browser.texts("#turn h3") == [f"Guess 1: {first}"]
    parts = {each.partition(" ")[0] for each in browser.texts(".scores button")}
    assert len(parts) == len(tree.branches)
    for secret in ("000", "321"):
        browser.one("#secret").send_keys(f"{secret}\n")
        guesses = len(tree.play(secret))
        assert browser.texts("#answer") == [f"{secret} is found with guess {guesses}."]
        assert browser.texts("#turn h3") == [f"Guess {guesses}: {secret}"]
    assert not browser.one("#score").is_displayed()  # it is won
    browser.one("#again").send_keys("\n")
    assert browser.texts("#turn h3") == [f"Guess 1: {first}"]
    assert browser.one("#score").is_displayed()
    browser.one("#secret").send_keys("777\n")
    assert browser.texts("#answer") == ["“777” is not a secret of this game."]


def test_words_are_numbers_until_the_reader_gives_the_lists(browser, page, lists, tmp_path):
    shown(browser, page, "colours-10-24")
    assert all(text.startswith("word ") for text in browser.texts("#openings tbody th"))
    assert browser.all("#secret") == []
    wrong = tmp_path / "wrong.txt"
    wrong.write_text("\n".join(WORDS[:7]))
    browser.one("#lists").send_keys(str(wrong))
    until(browser, "return document.querySelector('#told').textContent.includes('7 words')")
    assert "These are other lists." in browser.texts("#told")[0]
    browser.one("#lists").send_keys(str(lists["words"]))
    until(browser, "return document.querySelector('#told').textContent.includes('10 words')")
    assert "Choose the other list, too" in browser.texts("#told")[0]
    browser.one("#lists").send_keys(str(lists["guesses"]))
    until(browser, "return document.querySelector('#secret') !== null")
    expected = [WORDS[int(row["opening"])].upper() for row in rows_of(page.parent, "colours-10-24")]
    assert sorted(browser.texts("#openings tbody th")) == sorted(expected)
    game = jotto.words(SECRETS, WORDS, rule="colours")
    tree = atlas.read_numbered((page.parent / "colours-10-24.tree.json").read_text(), game)
    for secret in SECRETS:
        browser.one("#secret").send_keys(f"{secret}\n")
        told = f"{secret.upper()} is found with guess {len(tree.play(secret))}."
        assert browser.texts("#answer") == [told]
    assert browser.barriers() == []


def test_scores_on_the_page_are_those_of_the_rules(browser, page):
    shown(browser, page)
    draw, words = random.Random(5), ["aabbc", "abcab", "bbbaa", "ccaab", *WORDS]
    pairs = [draw.sample(words, 2) for _ in range(100)]
    for rule, score in (("colours", naive.colours), ("exact-elsewhere", naive.exact_elsewhere)):
        told = browser.run(
            "return arguments[1].map((pair) => scoreOf(arguments[0], ...pair))", rule, pairs
        )
        assert told == [score(*pair) for pair in pairs]


def test_exact_totals_come_first_then_those_of_trees_then_bounds(browser, page):
    shown(browser, page)
    rows = [
        ["a", 1, 5, None, None, None],
        ["b", 1, 7, 8, 3, 1],
        ["c", 1, 9, 9, 3, 1],
        ["d", 1, 8, 8, 3, 1],
    ]
    order = "return sorted(arguments[0]).map((row) => row[0]).join('')"
    assert browser.run(order, rows) == "dcba"


@pytest.mark.parametrize("size", [PHONE, DESKTOP, (320, 568)])
def test_anybody_can_use_the_page_on_any_screen(browser, page, size):
    for name in ("", "mastermind-3x4", "colours-10-24"):
        shown(browser, page, name, size)
        assert browser.run("return document.documentElement.scrollWidth") <= size[0]
        assert browser.barriers() == []
