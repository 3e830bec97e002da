"""``jotto tree`` and ``--think``; the totals are published or computed by hand."""

import random

import pytest
from terminal import Terminal, prompts

from jotto.assistant.requests import Requests
from jotto.games.words import shipped_words
from jotto.question.making import Question


def test_the_least_total_is_found_and_proved(jotto, hatches):
    run = jotto("tree", *hatches, "--exact")
    assert run.out.startswith("Best first guess CLAIM: all 4 words in at most 3, 2.25 on average (")
    assert "(proved: 9 is the least total)\n" in run.out
    assert "\ntotal 9, mean 2.2500, worst 3\n" in run.out
    found = jotto("tree", *hatches, "--exact", "--json").json
    assert found.pop("seconds") >= 0
    figures = {"total": 9, "mean": 2.25, "worst": 3, "games": {"2": 3, "3": 1}, "secrets": 4}
    claim = {"aim": "mean", "allow": "all", "opening": None, "max_guesses": None}
    claim |= {"lower_bound": 9, "proved": True, "most_found": None, "sd": 3**0.5 / 4}
    assert found == {"schema": 1, "first": "claim", **figures, **claim}


WRONG_AIMS = ("within:0", "within:x", "within:", "within:3,worst")
AS_SHORT = " of trees that keep the longest game as short as possible"


@pytest.mark.parametrize(
    ("more", "claimed", "total", "scope"),
    [
        # claim tells all five apart but two: 2 + 2 + 2 + 3 + 3
        ("", {}, 12, ""),
        ("--opening hatch", {"opening": "hatch"}, 14, " of trees that begin with hatch"),
        ("--allow candidates", {"allow": "candidates"}, 15, " of trees that guess only candidates"),
        ("--max-guesses 4", {"max_guesses": 4}, 12, " of trees that need at most 4 guesses"),
        ("--aim worst", {"aim": "worst"}, 12, AS_SHORT),
        ("--aim mean,worst", {"aim": "mean,worst"}, 12, ""),
    ],
)
def test_a_proof_says_what_it_is_about(jotto, write, more, claimed, total, scope):
    five = write("hatch", "latch", "match", "catch", "patch")
    words = "--words", five, "--guesses", write("claim", "chimp")
    tree = ("tree", *words, "--exact", *more.split())
    run = jotto(*tree, "-o", "tree.json")
    assert f"(proved: {total} is the least total{scope}" in " ".join(run.out.split())
    claim = {"aim": "mean", "allow": "all", "opening": None, "max_guesses": None} | claimed
    claim |= {"lower_bound": total, "proved": True}
    assert jotto(*tree, "--json").json.items() >= claim.items()
    assert (
        jotto("verify", "tree.json", *words, "--json").json.items() >= {"ok": True, **claim}.items()
    )
    said = f"lower bound {total}{scope.replace(' of', ' for')} equals the total, as claimed"
    assert said in " ".join(jotto("verify", "tree.json", *words).out.split())


def test_the_most_within_some_guesses_is_told_saved_and_certified(jotto, write):
    """No guess but the secret tells these apart by the rule: one more is found by each guess."""
    seven = "--words", write("hatch", "latch", "match", "patch", "batch", "watch", "catch")
    for aim, more in (("within:3", ""), ("within:03,mean", "; 28 is the least total of trees")):
        tree = "tree", *seven, "--exact", "--aim", aim
        run = jotto(*tree, "-o", "tree.json", "--certificate", "proof.json")
        said = (
            "HATCH: 3 of 7 words within 3 guesses, all in at most 7, 4.00 on average (proved: no "
        )
        assert f"{said}tree finds more within 3{more}" in " ".join(run.out.split())
        fields = {"within": 3, "found_within": 3, "most_found": 3, "proved": True}
        assert jotto(*tree, "--json").json.items() >= fields.items()
        for file in ("tree.json", "proof.json"):
            assert jotto("verify", file, *seven, "--json").json.items() >= fields.items()
        assert "most found 3 within 3 is what" in jotto("verify", "tree.json", *seven).out
        assert "no tree finds more within 3" in jotto("verify", "proof.json", *seven).out


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ("--exact --max-guesses 2", "4 candidates can be found by no strategy within 2 guesses\n"),
        ("--beam 1 --max-guesses 2", "were not found by any strategy tried within 2 guesses"),
        ("hatch=0,0", "no word fits HATCH 0,0"),
    ],
)
def test_what_cannot_be_is_an_honest_no(jotto, hatches, more, told):
    run = jotto("tree", *hatches, *more.split())
    assert (run.status, run.out, run.err.count("\n")) == (1, "", 1)
    assert told in run.err


def test_a_beam_is_between_its_bound_and_one_step(jotto):
    found = jotto("tree", "--game", "mastermind:4x6", "--beam", "2", "--json").json
    assert found["lower_bound"] <= 5625 <= found["total"] <= 5722  # entropy's


def test_a_position_is_looked_ahead_from(jotto, write):
    words = write("bat", "cat", "hat", "mat", "dog")
    game = "--words", words, "--guesses", write("chm")
    found = jotto("tree", "bat=2,0", *game, "--exact", "--json").json
    # cat, hat, mat: chm tells all apart, but so do two guesses of theirs: 1 + 2 + 3
    assert (found["total"], found["secrets"]) == (6, 3)
    assert found["games"] == {"1": 1, "2": 1, "3": 1}


def test_under_a_prior_the_weighted_total_is_bounded(jotto, write, tmp_path):
    weights = tmp_path / "weights.txt"
    weights.write_text("bat 1\ncat 1\nhat 1\nmat 97\n")
    words = write("bat", "cat", "hat", "mat")
    run = jotto("tree", "--words", words, "--prior", weights, "--exact")
    assert "first guess MAT" in run.out
    # 97 in 1, then 1 of the three in 2, 3 and 4 guesses each: 97 + 9
    assert "proved: 1.0600 is the least mean under the prior" in run.out


def test_suggest_looks_ahead_for_as_long_as_it_may(hatches, jotto):
    game = (*hatches, "--think", "20")
    run = jotto("suggest", *game)
    assert run.out.endswith("claim: about 2.2 more guesses, never more than 3 (proved)\n")
    found = jotto("suggest", *game, "--aim", "worst", "--json").json
    claim = {"aim": "worst", "allow": "all", "at_least": 2.25, "proved": True}
    assert found["ahead"] == {
        "guess": "claim",
        "worst": 3,
        "mean": 2.25,
        "prior_mean": 2.25,
        **claim,
    }
    assert found["suggestions"][0]["guess"] == "claim"
    far = jotto("suggest", "tares=1,1", "--think", "1", "--top", "1", "--json").json
    assert (far["candidates"], far["ahead"]["proved"]) == (1139, False)
    assert far["suggestions"][0]["guess"] == far["ahead"]["guess"]
    assert "ahead" in jotto("suggest", "hatch=4,0", "latch=4,0", *game, "--json").json


def test_within_k_counts_the_guesses_of_the_game_but_in_a_tree_its_own(jotto):
    turns, even = ("pales=3,0", "tonic=0,1", "humid=0,0"), ("--prior", "even")
    tree = jotto("tree", *turns, "--exact", "--aim", "within:2", "--json").json
    chance = tree["found_within"] / tree["secrets"]
    suggest = "suggest", *turns, *even
    request = {"do": "suggest", "turns": turns, "prior": "even"}
    for aim, left, why in (
        ("within:5", "within:2", None),
        (
            "within:3,mean",
            "mean",
            "the guesses of within:3,mean are made; the aim is now mean",
        ),
    ):
        by_command = jotto(*suggest, "--aim", aim, "--json").json
        by_request = Requests(Question()).answer({**request, "turns": [*turns], "aim": aim})
        for answer in by_command, by_request:
            assert (answer["ahead"]["aim"], answer["ahead_reason"]) == (left, why)
        typed = "".join(f"{turn.replace('=', ' ')}\n" for turn in turns)
        played = jotto("play", *even, "--aim", aim, typed=typed).out
        assert prompts(played)[-1] == by_command["ahead"]["guess"].upper()
        told = f"--aim: {why}\n" if why else ""
        assert jotto(*suggest, "--aim", aim).err == told
    ahead = jotto(*suggest, "--aim", "within:5", "--json").json["ahead"]
    assert (ahead["within"], ahead["chance"]) == (2, pytest.approx(chance))


@pytest.mark.parametrize(
    ("turns", "given", "why"),
    [
        (["hatch=5,0"], {}, "the secret is found"),
        (["hatch=4,0", "latch=4,0"], {}, "fewer than 3 candidates are left"),
        ([], {"lies": 1}, "answers may be false"),
        ([], {"rule": "colours", "allow": "hard"}, "allow is neither all nor candidates"),
    ],
)
def test_where_it_cannot_look_ahead_it_says_why(write, jotto, turns, given, why):
    words = ["hatch", "latch", "match", "patch"]
    options = [f"--{name}={value}" for name, value in given.items()]
    suggest = "suggest", *turns, "--words", write(*words), *options
    found = jotto(*suggest, "--think", "1", "--json").json
    assert (found["ahead"], found["ahead_reason"]) == (None, why)
    assert jotto(*suggest, "--think", "1").err.endswith(f"--think has nothing to say: {why}\n")
    request = {"do": "suggest", "turns": turns, "words": words, **given}
    told = Requests(Question()).answer(request | {"think": 1})
    assert (told["ahead"], told["ahead_reason"]) == (None, why)
    for unasked in jotto(*suggest, "--json").json, Requests(Question()).answer(request):
        assert (unasked["ahead"], unasked["ahead_reason"]) == (None, why)
    assert "nothing to say" not in jotto(*suggest).err


@pytest.mark.full
def test_an_interrupted_search_tells_what_it_has(tmp_path):
    with Terminal("tree", "--think", "600", out=str(tmp_path / "out")) as screen:
        screen.expect("total ")
        screen.interrupt()
        assert screen.status() == 130
        assert "Traceback" not in screen.text
    assert "the least total is between" in (tmp_path / "out").read_text()


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ("--exact --beam 3", "--exact tries every guess"),
        ("--beam 0", "0"),
        ("--allow hard", "hard mode needs the rule colours"),
        ("--aim luck", "'luck'"),
        *((f"--aim {aim}", f"'{aim}' is not an aim; there are mean") for aim in WRONG_AIMS),
        ("--exact --jobs 2 --aim within:3,mean", "with --aim mean or within:K"),
        ("--aim within:3 --max-guesses 4", "goes without --max-guesses"),
        ("--opening zzzzz", "'zzzzz'"),
        ("hatch=9,9", "'9,9'"),
        ("--jobs 2", "--processes goes with --exact"),
        ("--exact --jobs 2 --dask tcp://here:1", "cannot be combined"),
        ("--exact --jobs 2 --opening claim", "without --opening"),
    ],
)
def test_what_cannot_be_searched_is_refused_in_one_line(jotto, hatches, more, told):
    assert told in jotto("tree", *hatches, *more.split()).refusal


def test_a_proof_is_shared_stored_and_resumed(jotto, hatches, tmp_path):
    options = "tree", *hatches, "--exact", "--json", "--checkpoint", "kept"
    first = jotto(*options, "--jobs", "1").json
    assert (first["total"], first["proved"]) == (9, True)
    stored = (tmp_path / "kept").read_text()
    again = jotto(*options, "--processes", "2", "--resume").json
    assert first | {"seconds": 0} == again | {"seconds": 0}
    assert (tmp_path / "kept").read_text() == stored
    other = jotto("tree", "--exact", "--words", hatches[1], "--checkpoint", "kept", "--resume")
    assert "another list or rule" in other.refusal


@pytest.mark.full
def test_a_proof_says_how_far_it_is(write):
    words = write(*random.Random(0).sample(shipped_words(), 200))
    with Terminal("tree", "--exact", "--jobs", "1", "--words", str(words)) as screen:
        screen.expect("openings done, about ")
        assert screen.status() == 0
