"""``jotto tree --exact --certificate`` writes proofs that ``jotto verify`` checks."""

import json
import re

import pytest
from lists import TEN, common_words

WORDS = common_words()


@pytest.fixture
def proof(jotto, hatches, tmp_path):
    """The file of a certificate."""
    path = tmp_path / "proof"
    assert jotto("tree", *hatches, "--exact", "--certificate", path).status == 0
    return path


def test_a_certificate_is_recognised_and_what_is_certain_is_said(jotto, hatches, proof):
    run = jotto("verify", proof, *hatches)
    assert (run.status, run.err) == (0, "")
    assert run.out.splitlines() == [
        "4 secrets replayed",
        "the tree finds every secret; every guess is allowed and can be reached",
        "total 9, mean 2.2500, worst 3: as claimed",
        "no tree has a lower total: 1 claim checked, nothing is assumed",
    ]
    found = jotto("verify", proof, *hatches, "--json").json
    assert [found[of] for of in ("ok", "claims", "assumed", "proved_again")] == [True, 1, 0, 0]


def test_it_is_a_short_text_that_holds_the_tree(proof):
    header, tree, claim, end = map(json.loads, proof.read_text().splitlines())
    pairs = [f"{e},{m}" for e in range(6) for m in range(6 - e) if (e, m) != (4, 1)]
    assert sorted(header.pop("scores")) == sorted(pairs)
    assert header == {"file": "certificate", "format": 2, "allow": "all", "limit": None}
    assert (tree["tree"]["guess"], tree["total"], tree["proved"]) == ("claim", 9, True)
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
    header, tree, *claims = map(json.loads, proof.read_text().splitlines())
    del header["scores"]
    for name in ("aim", "allow", "opening", "max_guesses"):
        del tree[name]
    old = [header | {"format": 1, "limit": 4}, tree | {"format": 1}, *claims]
    proof.write_text("\n".join(map(json.dumps, old)))
    run = jotto("verify", proof, *hatches)
    assert run.status == 0
    assert "none of the trees that need at most 4 guesses has a lower total: 1 claim" in run.out


CLAIM, END = r"(?s)\n\[9.*", '\n[1]\n{"claims": 2}'


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (r"\n.*\Z", "", "line 3 is damaged or cut off"),
        (r"(?s)(\n\[9).*", r"\1", "line 3 is damaged or cut off"),
        (r"\A(.{40}).*", r"\1", "line 1 is damaged or cut off"),
        ('t": 2', 't": 3', "line 1: its format is '3'; this jotto reads formats 1 and 2"),
        ("}", ', "more": 1}', "line 1 must have 'allow', all or candidates, 'limit'"),
        ("null", "4", "line 1: its allow, limit and aim are not those of its tree"),
        ('"0,0", "0,1"', '"0,1", "0,0"', "line 1: its scores are not those of the rule"),
        (r'(?s)"tree".*?\n', "\n", "line 2 is damaged or cut off"),
        (r"(?s)(.*)}", r"\1", "line 4 is damaged or cut off"),
        (CLAIM, '\n{"claims": 0}', "is damaged or cut off"),
        (CLAIM, f"\n[9,[0,19]]{END}", "line 3: there is no guess 0, or no score 19 other than"),
        (CLAIM, f"\n[9,[5,0]]{END}", "line 3: there is no guess 5, or no score 0 other than the"),
        (CLAIM, f"\n[9,[0,0,1]]{END}", "claim 0 needs claim 1 after hatch=0,0, which does not"),
        (CLAIM, f"\n[9,[0,18,1],[1,18,1]]{END}", "after latch=4,0, but claim 1 is about another"),
        (CLAIM, f"\n[9,[0,18,2]]{END}", "line 3: a claim must be [bound, "),
        (CLAIM, f"\n[21]{END}", "line 3: no least total is as high as 21"),
        (CLAIM, f"\n[20]{END}", "line 4: no claim before needs claim 1"),
        (CLAIM, f'\n[-1,"assumed"]{END}', "line 3: a claim must be [bound, "),
        (CLAIM, f'\n[null,"assumed"]{END}', "line 4: no claim before needs claim 1"),
    ],
)
def test_a_damaged_file_is_refused_in_one_line(jotto, hatches, proof, old, new, told):
    proof.write_text(re.sub(old, new, proof.read_text().rstrip(), count=1))
    line = jotto("verify", proof, *hatches).refusal
    assert f"{str(proof)!r}" in line
    assert told in line


def test_a_certificate_of_another_list_rule_or_prior_is_refused(jotto, hatches, proof, ten, write):
    assert "made for other lists" in jotto("verify", proof, *ten).refusal
    assert "is for the rule" in jotto("verify", proof, *hatches, "--rule", "jots").refusal
    prior = write(*(f"{word} {weight**2}" for weight, word in enumerate(TEN, start=1)))
    weighed = *ten, "--prior", prior
    jotto("tree", *weighed, "--exact", "--certificate", "proof")
    assert "has a lower total under the prior: " in jotto("verify", "proof", *weighed).out
    assert "its totals are weighted by a prior" in jotto("verify", "proof", *ten).refusal


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ("--max-guesses 4", "none of the trees that need at most 4 guesses has"),
        ("--allow candidates", "none of the trees that guess only candidates has"),
        ("fools=0,2", "no tree has"),
    ],
)
def test_limits_choices_and_turns_are_in_the_file(jotto, ten, more, said):
    assert jotto("tree", *more.split(), *ten, "--exact", "--certificate", "proof").status == 0
    assert f"{said} a lower total: " in jotto("verify", "proof", *ten).out


def test_what_was_assumed_and_what_was_proved_again_is_said(jotto, write):
    jots = "--words", write(*WORDS[::71][:80]), "--rule", "jots"
    jotto("tree", *jots, "--exact", "--certificate", "proof", "--certificate-depth", "1")
    said = jotto("verify", "proof", *jots, "--sample", "3", "--seed", "7").out.splitlines()[-2:]
    assert said[0].startswith("no tree has a lower total, if ")
    assert said[0].endswith(" claims are true that are only assumed;")
    assert said[1] == "3 of these, chosen with seed 7, were proved again; all others were checked"


def test_the_tree_is_saved_even_if_the_certificate_cannot_be(jotto, hatches):
    command = ("tree", *hatches, "--exact", "-o", "tree.json", "--certificate")
    for path in ("file/proof", "."):
        assert f"{path!r} cannot be written" in jotto(*command, path).refusal
    run = jotto(*command, "/dev/full")
    assert (run.status, run.err.count("\n")) == (2, 1)
    assert "certificate '/dev/full' cannot be written" in run.err
    assert "proved: 9 is the least total" in run.out
    assert jotto("verify", "tree.json", *hatches).status == 0


def test_a_search_that_was_stopped_has_no_certificate(jotto, write, tmp_path):
    words = "--words", write(*WORDS[::4])
    run = jotto("tree", *words, "--exact", "--think", "0.1", "--certificate", "proof")
    assert run.status == 2
    assert "the tree is not proved to have the least total" in run.err
    assert "the least total is between" in run.out
    assert not (tmp_path / "proof").exists()


def test_a_game_of_many_codes_needs_some_guesses_first(jotto):
    codes = "tree", "--game", "mastermind:4x6", "--exact", "--certificate", "proof"
    run = jotto(*codes)
    assert run.status == 2
    said = "it would be too large for 1,296 codes, as it does not use symmetries"
    assert said in run.err.splitlines()[-1]  # it may have said before that it compiles
    assert jotto(*codes, "0012=2,0").status == 0
    assert "no tree has a lower total: " in jotto("verify", "proof").out
