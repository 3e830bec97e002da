"""``jotto word``: which lists have a word, how common it is, and what bars it as a secret."""

import json

import pytest


@pytest.mark.parametrize(
    ("line", "status", "verdict", "secret", "guessed"),
    [
        ("CRANE", 0, "CRANE is in the list; it is a well-known word", "yes", "yes"),
        ("brads", 0, "BRADS is in the list; it is a less common word", "yes", "yes"),
        ("aalii", 0, "AALII is in the list; it is a rare word (SCOWL level 70).", "yes", "yes"),
        ("walks --no-repeats", 0, "WALKS is in the list;", "yes", "yes"),
        ("geese --no-repeats", 0, "GEESE may be guessed, but", "no (no repeats)", "yes"),
        ("trees --no-repeats --no-plurals", 0, "TREES may", "no (no repeats, no plurals)", "yes"),
        ("geeze --no-repeats", 1, "GEEZE is in no", "no (not in the list, no repeats)", "no"),
        ("nymph --vowels aeiou", 0, "NYMPH may be", "no (vowels aeiou)", "yes"),
        ("slaet", 1, "SLAET is in no list. Did you mean SLATE", "no (not in the list)", "no"),
    ],
)
def test_a_verdict_comes_first_then_what_the_word_may_be(
    jotto, line, status, verdict, secret, guessed
):
    ran = jotto("word", *line.split())
    first, *lines, commonness = ran.out.splitlines()
    assert (ran.status, ran.err) == (status, "")
    assert first.startswith(verdict)
    assert lines == [f"can be the secret here: {secret}", f"may be guessed here: {guessed}"]
    assert commonness.startswith("how common: SCOWL level ")


def test_of_several_words_each_has_its_verdict_and_one_in_no_list_fails(jotto):
    ran = jotto("word", "slate", "slaet")
    first, second = ran.out.split("\n\n")
    assert (ran.status, ran.err) == (1, "")
    assert first.startswith("SLATE is in the list;")
    assert second.startswith("SLAET is in no list. Did you mean SLATE")
    assert jotto("word", "slate", "crane").status == 0
    told = json.loads(jotto("word", "slate", "crane", "--json").out)
    assert [row["word"] for row in told["words"]] == ["slate", "crane"]


def test_a_further_guess_is_in_the_larger_list_only(jotto, hatches):
    found = jotto("word", "claim", *hatches, "--json")
    own = {"schema": 1, "word": "claim", "secret": False, "guess": True, "level": 10, "zipf": 4.95}
    unlike = {"plural": False, "repeated": False, "offensive": False}
    assert found.status == 0
    assert found.json == own | unlike | {"barred": ["not in the list"], "meant": []}
    assert (
        "CLAIM may be guessed, but cannot be a secret here" in jotto("word", "claim", *hatches).out
    )


def test_an_english_word_that_an_own_list_lacks_is_in_no_list_of_this_game(jotto, ten):
    ran = jotto("word", "abaca", *ten)
    assert ran.status == 1
    assert ran.out.startswith("ABACA is in no list of this game; it is a rare word")


def test_of_a_word_in_no_list_those_that_may_be_meant_are_told(jotto):
    ran = jotto("word", "slaet", "--json")
    found = json.loads(ran.out)
    assert (ran.status, found["guess"], found["meant"][0]) == (1, False, "slate")
    assert (found["level"], found["zipf"]) == (None, None)
    assert "offensive" in jotto("word", "dildo").out


def test_the_house_rules_bar_words(jotto):
    jotto("house", "repeats=no")
    assert "can be the secret here: no (no repeats)\n" in jotto("word", "geese").out
    assert "can be the secret here: yes\n" in jotto("word", "geese", "--repeats").out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("cran",), "'cran' has 4 letters; this game uses 5; did you mean 'crank'"),
        (("cr4ne",), "'cr4ne': '4' is not a letter"),
        (("",), "'' has 0 letters"),
        (("crane", "--game", "mastermind:4x6"), "No such option: --game"),
    ],
)
def test_what_cannot_be_a_word_is_refused_in_one_line(jotto, arguments, message):
    assert message in jotto("word", *arguments).refusal
