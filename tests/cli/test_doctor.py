import json

HATCHES = ("hatch", "latch", "match", "crane")


def test_the_likeliest_error_is_named_with_what_it_rescues(jotto, write):
    ask = ("doctor", "hatch=4,0", "latch=3,0", "--words", write(*HATCHES))
    found = json.loads(jotto(*ask, "--json").out)["explanations"]
    first = {"kind": "score", "turn": 2, "score": "4,0", "secrets": ["match"]}
    assert found[0] == first
    assert [each["kind"] for each in found].count("word") == 1
    assert "turn 2: latch=3,0 should perhaps be 4,0: rescues 1 word (match)" in jotto(*ask).out


def test_where_something_fits_nothing_need_be_wrong(jotto, write):
    ask = ("doctor", "hatch=4,0", "--words", write(*HATCHES))
    assert "2 candidates still fit" in jotto(*ask).out
    assert json.loads(jotto(*ask, "--json").out)["explanations"] == []


def test_bad_turns_are_refused_as_elsewhere(jotto, write):
    run = jotto("doctor", "hat=4,0", "--words", write(*HATCHES))
    assert (run.status, run.out) == (2, "")
    assert "turn 1: 'hat'" in run.err
