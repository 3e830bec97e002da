from functools import partial

import pytest


@pytest.fixture
def ask(jotto, write):
    """Ask what may be wrong, in a list of four words."""
    words = write("hatch", "latch", "match", "crane")
    return lambda *turns, **more: jotto("explain", *turns, "--words", words, **more)


def test_the_likeliest_error_is_named_with_what_it_rescues(ask):
    turns, line = (
        ("hatch=4,0", "latch=3,0"),
        "Turn 2: latch scored 4,0, not 3,0; then it is match",
    )
    found = ask(*turns, "--json").json["explanations"]
    first = {"kind": "score", "turn": 2, "score": "4,0", "right": "4,0", "secrets": ["match"]}
    assert found[0] == first | {"text": line}
    assert [each["kind"] for each in found].count("word") == 1
    assert line in ask(*turns).out
    # batch has won, though the list does not know it, and all scores agree with it
    turns, line = ("hatch=4,0", "batch=5,0"), "The word is not in the list: try other spellings"
    found = ask(*turns, "--json").json
    first = found["explanations"][0]
    assert [first[of] for of in ("kind", "turn", "secrets")] == ["word", None, ["batch"]]
    assert first["text"] == f"{line} that people type (batch)" == ask(*turns).out.splitlines()[1]
    assert found["candidates"] == 0


def test_all_letters_of_the_secret_itself_are_no_mistake_where_they_can_mean_the_win(jotto):
    # in jots a 5 is also written of the secret; no other word has the letters of wonky
    ask = partial(jotto, "explain", "stoma=1", "wonky=5", "--rule", "jots")
    assert ask().out == "no mistake found: 1 candidate still fits\n"
    assert jotto("candidates", "stoma=1", "wonky=5", "--rule", "jots").out == "wonky\n"
    assert ask("--json").json["explanations"] == []
    assert "no candidate is left" in jotto("explain", "stoma=2", "wonky=5", "--rule", "jots").out


def test_where_something_fits_nothing_need_be_wrong(ask):
    assert "2 candidates still fit" in ask("hatch=4,0").out
    assert ask("hatch=4,0", "latch=4,0").out == "no mistake found: 1 candidate still fits\n"
    found = {"schema": 1, "candidates": 4, "explanations": [], "turns_by_blame": []}
    assert ask("--json").json == found


def test_the_turns_are_ranked_by_all_that_blames_them(jotto, write):
    # pzzzz: plant 1,0, brick 0,0; bzzzz the other way round: either secret makes one turn wrong
    words, prior = write("plant", "brick"), write("plant 9", "brick 1")
    ask = partial(jotto, "explain", "pzzzz=1,0", "bzzzz=1,0", "--words", words, "--json")
    for more, turns in (((), [1, 2]), (("--prior", prior), [2, 1])):
        found = ask(*more).json
        assert found["turns_by_blame"] == turns
        assert [each["turn"] for each in found["explanations"]] == [*turns, None]


def test_common_words_come_first_on_the_shipped_list(jotto):
    # of those that turn 2 rescues, twist is a common word and motet is not
    ask = partial(jotto, "explain", "tares=1,1", "moist=4,0")
    assert "one of twist, motet\n" in ask().out
    assert "one of motet, twist\n" in ask("--prior", "even").out


def test_two_errors_in_a_complete_game_are_owned_up_to(jotto):
    # all four pegs 0, all four 1, and all four 2
    ask = partial(jotto, "explain", "0000=3,0", "1111=3,0", "2222=3,0", "--game", "mastermind:4x3")
    assert "there are two or more" in ask().out
    assert ask("--json").json["explanations"] == []
