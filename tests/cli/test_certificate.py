"""``jotto tree --exact --certificate`` writes proofs that ``jotto verify`` checks."""

import json
from pathlib import Path

import pytest
from lists import TEN

HATCHES = ("hatch", "latch", "match", "catch")
SGB = (Path(__file__).parents[1] / "data" / "sgb-words.txt").read_text().split()


@pytest.fixture
def hatches(write):
    """claim leaves hatch alone and catch alone, latch and match together: 2 + 2 + 2 + 3."""
    return "--words", write(*HATCHES), "--guesses", write("claim")


@pytest.fixture
def proof(jotto, hatches, tmp_path):
    """The file of a certificate."""
    path = tmp_path / "proof"
    assert jotto("tree", *hatches, "--exact", "--certificate", path).status == 0
    return path


def lines_of(path):
    return path.read_text().splitlines()


def test_a_certificate_is_recognised_and_what_is_certain_is_said(jotto, hatches, proof):
    run = jotto("verify", proof, *hatches)
    assert (run.status, run.err) == (0, "")
    assert run.out.splitlines() == [
        "4 secrets replayed",
        "every secret is found; every guess is allowed and can be reached",
        "total 9, mean 2.2500, worst 3: as claimed",
        "no tree has a lower total: 1 claim checked, nothing is assumed",
    ]
    found = jotto("verify", proof, *hatches, "--json").json
    assert (found["ok"], found["claims"], found["assumed"], found["proved_again"]) == (
        True,
        1,
        0,
        0,
    )


def test_it_is_a_short_text_that_holds_the_tree(proof):
    header, tree, claim, end = map(json.loads, lines_of(proof))
    assert header == {"file": "certificate", "format": 1, "allow": "all", "limit": None}
    assert tree["tree"]["guess"] == "claim"
    assert (tree["total"], tree["proved"]) == (9, True)
    assert (claim[0], end) == (9, {"claims": 1})


@pytest.mark.parametrize(
    ("at", "old", "new", "wrong"),
    [
        (2, "[9", "[10", "claim 0 says 10; nothing shows that"),
        (2, "[9", "[8", "claim 0 says 8, the total of the tree is 9"),
        (1, '"total": 9', '"total": 8', "total: the file says 8, the replay 9"),
        (1, '"match"', '"hatch"', "is not found"),
        (
            0,
            '"limit": null',
            '"limit": 2',
            "limit: the certificate says 2 guesses, the tree makes 3",
        ),
        (0, '"all"', '"candidates"', "allow: 'claim' is guessed, not a candidate"),
    ],
)
def test_what_is_wrong_is_named_and_the_status_is_1(jotto, hatches, proof, at, old, new, wrong):
    lines = lines_of(proof)
    assert old in lines[at]
    lines[at] = lines[at].replace(old, new)
    proof.write_text("\n".join(lines))
    run = jotto("verify", proof, *hatches)
    assert (run.status, run.err) == (1, "")
    assert wrong in run.out
    assert "no tree" not in run.out


def cut(lines):
    del lines[-1]


def cut_in_a_line(lines):
    lines[2:] = [lines[2][:2]]


def of_later_format(lines):
    lines[0] = lines[0].replace('"format": 1', '"format": 2')


def with_another_field(lines):
    lines[0] = lines[0].replace("}", ', "more": 1}')


def with_a_win(lines):
    lines[2] = "[9,[0,20]]"


def with_no_claim(lines):
    lines[2:] = ['{"claims": 0}']


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        (cut, "line 3: it is damaged or cut off"),
        (cut_in_a_line, "line 3: it is damaged or cut off"),
        (of_later_format, "line 1: its format is '2'; this jotto reads format 1"),
        (with_another_field, "line 1: it must have 'allow', all or candidates, and 'limit'"),
        (with_a_win, "line 3: there is no guess 0, or no score 20 other than the win"),
        (with_no_claim, "it is damaged or cut off"),
    ],
)
def test_a_damaged_file_is_refused_in_one_line(jotto, hatches, proof, damage, told):
    lines = lines_of(proof)
    damage(lines)
    proof.write_text("\n".join(lines))
    line = jotto("verify", proof, *hatches).refusal
    assert f"certificate {str(proof)!r}" in line
    assert told in line


def test_a_certificate_of_another_list_or_rule_is_refused(jotto, hatches, proof, write):
    assert "made for other lists" in jotto("verify", proof, "--words", write(*TEN)).refusal
    assert "it is for the rule" in jotto("verify", proof, *hatches, "--rule", "jots").refusal


def test_a_certificate_under_a_prior_needs_that_prior(jotto, write, tmp_path):
    words, path = write(*TEN), tmp_path / "proof"
    prior = write(*(f"{word} {weight}" for weight, word in enumerate(TEN, start=1)))
    weighed = "--words", words, "--prior", prior
    jotto("tree", *weighed, "--exact", "--certificate", path)
    assert "has a lower total under the prior: " in jotto("verify", path, *weighed).out
    line = jotto("verify", path, "--words", words).refusal
    assert "its totals are weighted by a prior" in line


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (("--max-guesses", "4"), "no tree of at most 4 guesses has a lower total: "),
        (("--allow", "candidates"), "no tree that guesses only candidates has a lower total: "),
        (("--jobs", "1"), "no tree has a lower total: "),
        (("fools=0,2",), "no tree has a lower total: "),
    ],
)
def test_limits_choices_and_turns_are_in_the_file(jotto, write, tmp_path, more, said):
    words, path = write(*TEN), tmp_path / "proof"
    assert jotto("tree", *more, "--words", words, "--exact", "--certificate", path).status == 0
    assert said in jotto("verify", path, "--words", words).out


def test_what_was_assumed_and_what_was_proved_again_is_said(jotto, write, tmp_path):
    jots = "--words", write(*SGB[::71][:80]), "--rule", "jots"
    proof = "--certificate", tmp_path / "proof", "--certificate-depth", "1"
    jotto("tree", *jots, "--exact", *proof)
    said = jotto("verify", "proof", *jots, "--sample", "3", "--seed", "7").out.splitlines()[-2:]
    assert said[0].startswith("no tree has a lower total, if ")
    assert said[0].endswith(" claims are true that are only assumed;")
    assert said[1] == "3 of these, chosen with seed 7, were proved again; all others were checked"


@pytest.mark.parametrize("path", ["file/proof", "folder", "/dev/full"])
def test_the_tree_is_shown_and_saved_even_if_the_certificate_cannot_be(
    jotto, hatches, tmp_path, path
):
    (tmp_path / "file").touch()
    (tmp_path / "folder").mkdir()
    run = jotto("tree", *hatches, "--exact", "-o", "tree.json", "--certificate", path)
    assert (run.status, run.err.count("\n")) == (2, 1)
    assert f"certificate {path!r}: it cannot be written" in run.err
    assert "9 is the least possible total (proved)" in run.out
    assert jotto("verify", "tree.json", *hatches).status == 0


def test_a_search_that_was_stopped_has_no_certificate(jotto, tmp_path):
    run = jotto("tree", "--exact", "--think", "0.1", "--certificate", tmp_path / "proof")
    assert run.status == 2
    assert "the tree is not proved to have the least total" in run.err
    assert "the least possible total is between" in run.out
    assert not (tmp_path / "proof").exists()


@pytest.mark.parametrize(
    "more", [(), ("--exact", "--opening", "hatch"), ("--exact", "--aim", "worst"), ("--beam", "2")]
)
def test_a_certificate_is_for_a_proof_of_all_openings(jotto, hatches, more):
    line = jotto("tree", *hatches, *more, "--certificate", "proof").refusal
    assert "--certificate goes with --exact, without --opening or --aim worst" in line


def test_a_game_of_many_codes_needs_some_guesses_first(jotto, tmp_path):
    path = tmp_path / "proof"
    codes = "tree", "--game", "mastermind:4x6", "--exact", "--certificate", path
    run = jotto(*codes)
    assert (run.status, run.err.count("\n")) == (2, 1)
    assert "it would be too large for 1,296 codes, as it does not use symmetries" in run.err
    assert jotto(*codes, "0012=2,0").status == 0
    assert "no tree has a lower total: " in jotto("verify", path).out
