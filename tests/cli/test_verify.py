"""Tree files: written by ``jotto tree``, checked by ``jotto verify``, played by other commands."""

import json
import os
from pathlib import Path

import pytest
from terminal import prompts

from jotto.errors import GameError
from jotto.files import save
from jotto.games.words import folder, offensive

# by eye, from tests/cli/lists.py: chm leaves bat, cat, and the two others, of which hat is first
TREE = """\
{"guess": "chm", "branches": {
 "0,0": "bat",
 "0,1": {"guess": "hat", "branches": {
  "2,0": "mat"}},
 "1,0": "cat"}}
}
"""
FIGURES = {"total": 9, "mean": 2.25, "worst": 3}
CLAIM = ("aim", "allow", "opening", "max_guesses", "lower_bound", "most_found")
NO_CLAIM = dict.fromkeys(CLAIM) | {"proved": False}


@pytest.fixture
def tree(jotto, family, tmp_path):
    """The tree of the family in a file, as the program writes it."""
    assert jotto("evaluate", *family, "-o", "tree.json").status == 0
    return tmp_path / "tree.json"


@pytest.fixture
def edited(tree):
    """Change the file, which must hold what is changed."""

    def edited(old, new):
        text = tree.read_text()
        assert old in text
        tree.write_text(text.replace(old, new))
        return tree

    return edited


def test_a_tree_that_was_written_is_what_it_claims(jotto, family, tree):
    assert tree.read_text().endswith(TREE)
    run = jotto("verify", tree, *family)
    assert (run.status, run.err) == (0, "")
    assert run.out.splitlines() == [
        "4 secrets replayed",
        "the tree finds every secret; every guess is allowed and can be reached",
        "total 9, mean 2.2500, worst 3: as claimed",
    ]
    found = jotto("verify", tree, *family, "--json").json
    assert found == {"schema": 1, "ok": True, **FIGURES, "secrets": 4, "wrong": [], **NO_CLAIM}


def test_the_game_is_the_one_that_the_file_names(jotto, tmp_path):
    path = tmp_path / "tree.json"
    jotto("evaluate", "--game", "mastermind:4x6", "--strategy", "minimax", "-o", path)
    found = jotto("verify", path, "--json").json
    assert (found["secrets"], found["worst"]) == (1296, 5)  # Knuth 1976
    line = jotto("verify", path, "--game", "mastermind:4x7").refusal
    assert "was made for other lists" in line


@pytest.mark.parametrize(
    ("old", "new", "wrong"),
    [
        ('"hat"', '"cat"', "'hat' is not found: no guess after chm=0,1 cat=2,0 mat=2,0"),
        (',\n "1,0": "cat"', "", "'cat' is not found: no guess after chm=1,0"),
        ('"0,0": "bat"', '"0,2": "bat"', "no secret leads to the guess after chm=0,2"),
        ('"total": 9', '"total": 8', "total: the file says 8, the replay 9"),
        ('"mean": 2.25', '"mean": 2.2', "mean: the file says 2.2, the replay 2.25"),
        ('"mean": 2.25', '"mean": 1e999', "mean: the file says inf, the replay 2.25"),
        ('"worst": 3', '"worst": 2', "worst: the file says 2, the replay 3"),
        ('"secrets": 4', '"secrets": 5', "secrets: the file says 5, the replay 4"),
        ('"weighted_total": null', '"weighted_total": 9', "weighted_total: the file says 9"),
        ('"opening": null', '"opening": "hat"', "opening: the claim is about 'hat', not 'chm'"),
        ('"max_guesses": null', '"max_guesses": 2', "max_guesses: the claim is about 2, the tree"),
        ('"allow": null', '"allow": "candidates"', "allow: 'chm' is guessed, not a candidate"),
        ('"lower_bound": null', '"lower_bound": 10', "lower_bound: 10 is above the total 9"),
        ('"proved": false', '"proved": true', "proved: the lower_bound None is not the total 9"),
        ('null,\n"proved": false', '8,\n"proved": true', "proved: the lower_bound 8 is not the"),
    ],
)
def test_what_is_wrong_is_named_and_the_status_is_1(jotto, family, edited, old, new, wrong):
    path = edited(old, new)
    run = jotto("verify", path, *family)
    assert (run.status, run.err) == (1, "")
    assert f"wrong: {wrong}" in run.out
    assert "found; every" not in run.out
    run = jotto("verify", path, *family, "--json")
    found = json.loads(run.out)
    assert (run.status, found["ok"]) == (1, False)
    assert any(one.startswith(wrong) for one in found["wrong"])


def test_of_many_wrongs_the_first_are_listed(jotto, tmp_path, write):
    words = [f"{a}{b}" for a in "abcde" for b in "vwxyz"]
    path = tmp_path / "tree.txt"
    path.write_text("av 2,01\n")
    run = jotto("verify", path, "--words", write(*words))
    assert (run.status, run.out.count("wrong: ")) == (1, 10)
    assert "and 14 more" in run.out


def test_a_bound_is_checked_as_far_as_it_can_be(jotto, family, edited):
    run = jotto("verify", edited('"lower_bound": null', '"lower_bound": 8'), *family)
    assert run.status == 0
    told = "lower bound 8 for trees that the file does not describe is not above the total; "
    assert told in run.out
    path = edited('"lower_bound": 8,\n"proved": false', '"lower_bound": 9,\n"proved": true')
    edited('"aim": null,\n"allow": null', '"aim": "mean",\n"allow": "all"')
    run = jotto("verify", path, *family)
    assert run.status == 0
    assert "lower bound 9 equals the total, as claimed; the search that proved it" in run.out
    assert run.out.endswith("was not repeated\n")


def test_a_file_of_format_1_does_not_say_what_its_bound_is_about(jotto, family, edited):
    edited('"aim": null,\n"allow": null,\n"opening": null,\n"max_guesses": null,\n', "")
    edited('"lower_bound": null,\n"proved": false', '"lower_bound": 9,\n"proved": true')
    path = edited('"format": 2', '"format": 1')
    told = "lower bound 9 for trees that the file does not describe equals the total, as claimed"
    assert told in jotto("verify", path, *family).out
    found = jotto("verify", path, *family, "--json").json
    assert (found["lower_bound"], found["proved"], found["allow"]) == (9, True, None)


@pytest.mark.parametrize(
    ("options", "quoted"),
    [
        ("", "; give those lists (--words, --guesses)"),
        ("--rule jots", "is for the rule 'exact-elsewhere', this game has jots"),
        ("--game mastermind:4x6", "was made for other lists: "),
        ("--game chess", "no game is called 'chess'"),
    ],
)
def test_a_tree_of_another_game_is_refused(jotto, tree, options, quoted):
    assert quoted in jotto("verify", tree, *options.split()).refusal


@pytest.mark.parametrize("command", ["verify", "watch hat", "suggest", "evaluate", "play", "card"])
@pytest.mark.parametrize(
    ("damage", "quoted"),
    [
        (lambda path: os.truncate(path, path.stat().st_size - 20), "line 23 is damaged or cut off"),
        (lambda path: os.truncate(path, 10_000_000_000), "is larger than 16 MB"),  # a hole
        (Path.unlink, "cannot be read: No such file or directory"),
    ],
)
def test_a_damaged_file_is_refused_in_one_line(jotto, family, tree, command, damage, quoted):
    damage(tree)
    given = ("tree.json",) if command == "verify" else ("--strategy", "tree:tree.json")
    line = jotto(*command.split(), *given, *family).refusal
    assert "tree.json'" in line
    assert quoted in line


def test_totals_weighed_by_a_prior_need_that_prior(jotto, tmp_path, write, family):
    prior, path = write("bat 5", "cat 1", "hat 1", "mat 1"), tmp_path / "weighed.json"
    jotto("evaluate", *family, "--strategy", "simple", "--prior", prior, "-o", path)
    assert jotto("verify", path, *family, "--prior", prior).status == 0
    assert "its totals are weighted by a prior" in jotto("verify", path, *family).refusal


# --- columns ------------------------------------------------------------------------------------

# the layout of other programs; a tree from a position begins with the turn that leads there
COLUMNS = """\
bat BGG1 chm BBY2 mat GGG3
             BYB2 hat GGG3
             GBB2 cat GGG3
"""


def test_columns_of_other_programs_are_checked_and_played(jotto, family, tmp_path):
    path = tmp_path / "tree.txt"
    path.write_text(COLUMNS)
    coloured = (*family, "--rule", "colours")
    run = jotto("verify", path, *coloured)
    assert run.status == 0
    assert run.out.splitlines() == [
        "3 secrets replayed after bat=BGG",
        "the tree finds every secret; every guess is allowed and can be reached",
        "total 6, mean 2.0000, worst 2: counted; the file makes no claims",
    ]
    turns = jotto("watch", "mat", *coloured, "--strategy", f"tree:{path}", "--json").json["turns"]
    assert [turn["guess"] for turn in turns] == ["bat", "chm", "mat"]


def test_a_file_is_written_whole_or_not_at_all(tmp_path):
    def lines():
        yield "{"
        raise GameError("it has no more lines")

    (tmp_path / "tree.json").write_text("as it was")
    with pytest.raises(GameError):
        save("tree", tmp_path / "tree.json", lines())
    assert [each.read_text() for each in tmp_path.iterdir()] == ["as it was"]


# --- playing ------------------------------------------------------------------------------------


def test_the_tree_of_a_file_is_played_and_so_is_a_saved_game(jotto, family, tree):
    by_tree = (*family, "--strategy", "tree:tree.json")
    found = jotto("evaluate", *by_tree, "--json").json
    assert {name: found[name] for name in FIGURES} == FIGURES
    found = jotto("suggest", "chm=0,1", *by_tree, "--json").json
    assert [one["guess"] for one in found["suggestions"]] == ["hat"]
    jotto("play", *by_tree, typed="0,1\n")
    run = jotto("play", "--resume", typed="2,0\nwin\n")
    assert (run.status, prompts(run.out), run.err) == (0, ["HAT", "MAT"], "")


def test_outside_the_tree_entropy_advises_and_a_note_says_so_once(jotto, family, tree):
    by_tree = (*family, "--strategy", f"tree:{tree}")
    run = jotto("suggest", "bat=2,0", *by_tree, "--json")
    assert run.json["suggestions"][0]["guess"] == "cat"  # as good as chm, and a candidate
    assert run.err.count("the tree does not know this position; entropy advises instead") == 1
    run = jotto("play", *by_tree, typed="bat 2,0\n0,1\n2,0\n")
    assert run.err.count("the tree does not know this position") == 1


def test_outside_the_tree_a_strategy_under_test_has_no_guess(jotto, family, tree):
    line = jotto("evaluate", *family, "--strategy", f"tree:{tree}", "--opening", "bat").refusal
    assert "has no allowed guess after bat=2,0" in line


# --- card ---------------------------------------------------------------------------------------


def test_a_card_shows_the_first_guess_and_the_second_for_each_score(jotto, family, tree):
    expected = ["Guess chm first. Then, for each score:", "score  left  guess"]
    expected += ["0,0       1  bat", "0,1       2  hat", "1,0       1  cat"]
    assert jotto("card", *family).out.splitlines() == expected
    assert jotto("card", *family, "--strategy", f"tree:{tree}").out.splitlines() == expected
    found = jotto("card", *family, "--json").json
    assert (found["first"], found["second"]["0,1"]) == ("chm", {"left": 2, "guess": "hat"})


@pytest.mark.parametrize("rule", ["exact-elsewhere", "jots", "colours"])
def test_a_card_fits_one_page(jotto, rule):
    lines = jotto("card", "--rule", rule, "--strategy", "simple").out.splitlines()
    assert len(lines) <= 60
    assert max(map(len, lines)) <= 80
    shown = sum(int(cell.replace(",", "")) for line in lines[2:] for cell in line.split()[1::3])
    assert shown == 6780 - 1  # the first guess is a secret, found at once


def test_a_card_follows_the_opening_book_as_play_does_and_says_so(jotto):
    file = folder() / "english-5.book-common.json"
    book = json.loads(file.read_text(encoding="utf-8"))["tree"]
    found = jotto("card", "--json").json
    assert found["first"] == book["guess"]
    second = {score: found["second"][score]["guess"] for score in book["branches"]}
    assert second == book["branches"]
    said = "From the opening book for common words; jotto openings ranks by one guess."
    assert jotto("card").out.splitlines()[-1] == said
    assert "opening book" not in jotto("card", "--strategy", "minimax").out
    said = "All words count equally here; jotto play, for common words, opens with "
    assert jotto("openings", "--top", "1").out.splitlines()[-1] == f"{said}{book['guess']}."


@pytest.mark.parametrize("name", ["even", "common"])
def test_no_book_has_an_offensive_word_so_that_polite_players_follow_it_too(name):
    file = folder() / f"english-5.book-{name}.json"
    book = json.loads(file.read_text(encoding="utf-8"))["tree"]
    assert offensive().isdisjoint([book["guess"], *book["branches"].values()])


def test_a_card_proposes_an_offensive_word_only_if_asked(jotto, write):
    words = "--words", write("whore", "krone", "rhino", "reran", "fetor")
    assert jotto("card", *words, "--json").json["first"] == "krone"
    assert jotto("card", *words, "--no-polite", "--json").json["first"] == "whore"


def test_a_card_of_one_secret_says_that_there_is_no_other(jotto, write, tmp_path):
    run = jotto("card", "--words", write("tree"), "--html", "card.html")
    assert run.out == "Guess tree: it is the only secret.\n"
    assert "It is the only secret." in (tmp_path / "card.html").read_text()
