"""``jotto tree --exact --certificate`` writes proofs that ``jotto verify`` checks."""

import json
import re
from pathlib import Path

import pytest
from lists import TEN

import jotto as library

SGB = (Path(__file__).parents[1] / "data" / "sgb-words.txt").read_text().split()


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
    assert found["ok"]
    assert [found[of] for of in ("claims", "assumed", "proved_again")] == [1, 0, 0]


def test_it_is_a_short_text_that_holds_the_tree(proof):
    header, tree, claim, end = map(json.loads, lines_of(proof))
    scores = header["scores"]
    pairs = [(e, m) for e in range(6) for m in range(6 - e)]
    assert sorted(scores) == sorted(f"{e},{m}" for e, m in pairs if (e, m) != (4, 1))
    assert scores[-1] == "5,0"
    about = {"file": "certificate", "format": 2, "allow": "all", "limit": None}
    assert header == {**about, "scores": scores}
    assert tree["tree"]["guess"] == "claim"
    assert (tree["total"], tree["proved"]) == (9, True)
    assert (claim[0], end) == (9, {"claims": 1})


@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        ({"[9": "[10"}, "claim 0 says 10; nothing shows that"),
        ({"[9": "[8"}, "claim 0 says 8, the total of the tree is 9"),
        ({'"total": 9': '"total": 8'}, "total: the file says 8, the replay 9"),
        ({'"match"': '"hatch"'}, "is not found"),
        ({'"limit": null': '"limit": 2', '"max_guesses": null': '"max_guesses": 2'},
         "max_guesses: the claim is about 2, the tree makes 3"),
        ({'"all"': '"candidates"'}, "allow: 'claim' is guessed, not a candidate"),
        ({'"mean",': '"worst",'}, "a certificate says nothing of trees that keep the"),
        ({'"opening": null': '"opening": "claim"'},
         "a certificate says nothing of trees that begin"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named_and_the_status_is_1(jotto, hatches, proof, changes, wrong):
    text = proof.read_text()
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new)
    proof.write_text(text)
    run = jotto("verify", proof, *hatches)
    assert (run.status, run.err) == (1, "")
    assert wrong in run.out
    assert "no tree" not in run.out


def test_format_1_is_still_read(jotto, hatches, proof):
    """There the scores are not listed, and only the first line says what it is about."""
    header, tree, *claims = map(json.loads, lines_of(proof))
    del header["scores"]
    for name in ("aim", "allow", "opening", "max_guesses"):
        del tree[name]
    old = [header | {"format": 1, "limit": 4}, tree | {"format": 1}, *claims]
    proof.write_text("\n".join(map(json.dumps, old)))
    about = library.Certificate.load(proof, library.words(*hatches[1::2])).about
    assert about == library.Claim("mean", "all", max_guesses=4, lower_bound=9, proved=True)
    run = jotto("verify", proof, *hatches)
    assert run.status == 0
    assert "none of the trees that need at most 4 guesses has a lower total: 1 claim" in run.out


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (r"\n.*\Z", "", "line 3 is damaged or cut off"),
        (r"(?s)(\n\[9).*", r"\1", "line 3 is damaged or cut off"),
        (r"\A(.{40}).*", r"\1", "line 1 is damaged or cut off"),
        (
            '"format": 2',
            '"format": 3',
            "line 1: its format is '3'; this jotto reads formats 1 and 2",
        ),
        ("}", ', "more": 1}', "line 1 must have 'allow', all or candidates, 'limit'"),
        ("null", "4", "line 1: allow and limit are not those of its tree"),
        ('"0,0", "0,1"', '"0,1", "0,0"', "line 1: its scores are not those of the rule"),
        (r'(?s)"tree".*?\n', "\n", "line 2 is damaged or cut off"),
        (r"\[9", "[9,", "line 3 is damaged or cut off"),
        (r"(?s)(.*)}", r"\1", "line 4 is damaged or cut off"),
        (r"(?s)\n\[9.*", r'\n{"claims": 0}', "is damaged or cut off"),
    ],
)
def test_a_damaged_file_is_refused_in_one_line(jotto, hatches, proof, old, new, told):
    proof.write_text(re.sub(old, new, proof.read_text().rstrip(), count=1))
    line = jotto("verify", proof, *hatches).refusal
    assert f"{str(proof)!r}" in line
    assert told in line


@pytest.mark.parametrize(
    ("claim", "told"),
    [
        ("[9,[0,19]]", "line 3: there is no guess 0, or no score 19 other than the win"),
        ("[9,[0,0],[0,20]]", "line 3: there is no guess 0, or no score 20 other than the win"),
        ("[9,[5,0]]", "line 3: there is no guess 5, or no score 0 other than the win"),
        ("[9,[0,0,1]]", "claim 0 needs claim 1 after hatch=0,0, which does not divide its"),
        ("[9,[0,18,1],[1,18,1]]", "after latch=4,0, but claim 1 is about another part"),
        ("[9,[0,18,2]]", "line 3: a claim must be [bound, "),
        ("[21]", "line 3: no least total is as high as 21"),
        ("[20]", "line 4: no claim before needs claim 1"),
        ('[-1,"assumed"]', "line 3: a claim must be [bound, "),
        ('[null,"assumed"]', "line 4: no claim before needs claim 1"),
    ],
)
def test_claims_that_do_not_fit_together_are_refused(jotto, hatches, proof, claim, told):
    lines = [*lines_of(proof)[:2], claim, "[1]", '{"claims": 2}']
    proof.write_text("\n".join(lines))
    line = jotto("verify", proof, *hatches).refusal
    assert f"certificate {str(proof)!r}" in line
    assert told in line


def test_a_certificate_of_another_list_or_rule_is_refused(jotto, hatches, proof, write):
    assert "made for other lists" in jotto("verify", proof, "--words", write(*TEN)).refusal
    assert "is for the rule" in jotto("verify", proof, *hatches, "--rule", "jots").refusal


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
        (("--max-guesses", "4"), "none of the trees that need at most 4 guesses has"),
        (("--allow", "candidates"), "none of the trees that guess only candidates has"),
        (("--jobs", "1"), "no tree has"),
        (("fools=0,2",), "no tree has"),
    ],
)
def test_limits_choices_and_turns_are_in_the_file(jotto, write, tmp_path, more, said):
    words, path = write(*TEN), tmp_path / "proof"
    assert jotto("tree", *more, "--words", words, "--exact", "--certificate", path).status == 0
    assert f"{said} a lower total: " in jotto("verify", path, "--words", words).out


def test_what_was_assumed_and_what_was_proved_again_is_said(jotto, write, tmp_path):
    jots = "--words", write(*SGB[::71][:80]), "--rule", "jots"
    proof = "--certificate", tmp_path / "proof", "--certificate-depth", "1"
    jotto("tree", *jots, "--exact", *proof)
    said = jotto("verify", "proof", *jots, "--sample", "3", "--seed", "7").out.splitlines()[-2:]
    assert said[0].startswith("no tree has a lower total, if ")
    assert said[0].endswith(" claims are true that are only assumed;")
    assert said[1] == "3 of these, chosen with seed 7, were proved again; all others were checked"


def test_the_tree_is_saved_even_if_the_certificate_cannot_be(jotto, hatches, tmp_path):
    command = ("tree", *hatches, "--exact", "-o", "tree.json", "--certificate")
    for path in ("file/proof", "."):
        assert f"{path!r} cannot be written" in jotto(*command, path).refusal
    run = jotto(*command, "/dev/full")
    assert (run.status, run.err.count("\n")) == (2, 1)
    assert "certificate '/dev/full' cannot be written" in run.err
    assert "proved: 9 is the least total" in run.out
    assert jotto("verify", "tree.json", *hatches).status == 0


def test_a_search_that_was_stopped_has_no_certificate(jotto, tmp_path):
    run = jotto("tree", "--exact", "--think", "0.1", "--certificate", tmp_path / "proof")
    assert run.status == 2
    assert "the tree is not proved to have the least total" in run.err
    assert "the least total is between" in run.out
    assert not (tmp_path / "proof").exists()


@pytest.mark.parametrize(
    "more", [(), ("--exact", "--opening", "hatch"), ("--exact", "--aim", "worst"), ("--beam", "2")]
)
def test_a_certificate_is_for_a_proof_of_all_openings(jotto, hatches, more):
    line = jotto("tree", *hatches, *more, "--certificate", "proof").refusal
    assert "--certificate goes with --exact, without --opening and --aim" in line


def test_a_game_of_many_codes_needs_some_guesses_first(jotto, tmp_path):
    path = tmp_path / "proof"
    codes = "tree", "--game", "mastermind:4x6", "--exact", "--certificate", path
    run = jotto(*codes)
    assert run.status == 2
    said = "it would be too large for 1,296 codes, as it does not use symmetries"
    assert said in run.err.splitlines()[-1]  # it may have said before that it compiles
    assert jotto(*codes, "0012=2,0").status == 0
    assert "no tree has a lower total: " in jotto("verify", path).out
