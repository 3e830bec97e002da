import pytest

HATCHES = ("hatch", "latch", "match", "crane")


def test_the_likeliest_error_is_named_with_what_it_rescues(jotto, write):
    ask = ("doctor", "hatch=4,0", "latch=3,0", "--words", write(*HATCHES))
    found = jotto(*ask, "--json").json["explanations"]
    first = {"kind": "score", "turn": 2, "score": "4,0", "right": "4,0", "secrets": ["match"]}
    assert found[0] == first | {"text": "turn 2: latch may be 4,0, not 3,0; then it is match"}
    assert [each["kind"] for each in found].count("word") == 1
    assert "turn 2: latch may be 4,0, not 3,0; then it is match" in jotto(*ask).out


def test_where_something_fits_nothing_need_be_wrong(jotto, write):
    words = ("--words", write(*HATCHES))
    assert "2 candidates still fit" in jotto("doctor", "hatch=4,0", *words).out
    run = jotto("doctor", "hatch=4,0", "latch=4,0", *words)
    assert run.out == "no mistake found: 1 candidate still fits\n"
    found = {"schema": 1, "candidates": 4, "explanations": [], "turns_by_blame": []}
    assert jotto("doctor", *words, "--json").json == found


def test_a_secret_that_is_not_in_the_list_is_thought_of(jotto, write):
    # batch has won, though the list does not know it, and all scores agree with it
    ask = ("doctor", "hatch=4,0", "batch=5,0", "--words", write(*HATCHES))
    line = "the word is not in the list: try words that people write (1 word: batch)"
    assert jotto(*ask).out.splitlines()[1] == line
    found = jotto(*ask, "--json").json
    first = {"kind": "word", "turn": None, "right": None, "secrets": ["batch"], "text": line}
    assert found["explanations"][0] == first
    assert found["candidates"] == 0


def test_the_turns_are_ranked_by_all_that_blames_them(jotto, write):
    # pzzzz: plant 1,0, brick 0,0; bzzzz the other way round: either secret makes one turn wrong
    words, prior = write("plant", "brick"), write("plant 9", "brick 1")
    ask = ("doctor", "pzzzz=1,0", "bzzzz=1,0", "--words", words, "--json")
    for more, turns in (((), [1, 2]), (("--prior", prior), [2, 1])):
        found = jotto(*ask, *more).json
        assert found["turns_by_blame"] == turns
        assert [each["turn"] for each in found["explanations"]] == [*turns, None]


def test_common_words_come_first_on_the_shipped_list(jotto):
    # of those that turn 2 rescues, twist is a common word and motet is not
    ask = ("doctor", "tares=1,1", "moist=4,0")
    assert "one of twist, motet\n" in jotto(*ask).out
    assert "one of motet, twist\n" in jotto(*ask, "--prior", "even").out


def test_two_errors_in_a_complete_game_are_owned_up_to(jotto):
    # all four pegs 0, all four 1, and all four 2
    ask = ("doctor", "0000=3,0", "1111=3,0", "2222=3,0", "--game", "mastermind:4x3")
    assert "there are two or more" in jotto(*ask).out
    assert jotto(*ask, "--json").json["explanations"] == []


@pytest.mark.parametrize("command", ["suggest", "candidates", "candidates --strings"])
def test_colours_that_no_word_can_give_are_refused_with_the_reason(jotto, command):
    run = jotto(*command.split(), "salet=BBYYY", "title=BYYYG", "--rule", "colours")
    assert (run.status, run.out) == (2, "")
    assert "turn 2: 'BYYYG' is impossible: the earlier 't' gets the Y" in run.err
