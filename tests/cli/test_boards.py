"""The commands with --boards: what is typed, what is shown, what is told."""

import pytest


@pytest.fixture
def ask(jotto, write):
    """Ask about two boards of a list of four words."""
    words = write("hatch", "latch", "match", "crane")
    return lambda *given: jotto(*given, "--words", words, "--boards", "2")


def test_advice_counts_the_candidates_of_each_board(ask):
    lines = ask("suggest", "hatch=4,0+0,2").out.splitlines()
    assert lines[:2] == ["board 2: 1 candidate: crane", "board 1: 2 candidates"]
    assert lines[3].startswith("crane")
    found = ask("suggest", "hatch=4,0+0,2", "crane=0,2+5,0", "--json", "--top", "1").json
    assert found["boards"] == [
        {"board": 1, "count": 2, "found": None},
        {"board": 2, "count": 1, "found": "crane"},
    ]
    assert [found["schema"], *found["suggestions"][0]] == [
        1, "guess", "candidate", "bits", "expected_left", "worst_left", "parts", "chance",
    ]  # fmt: skip


def test_candidates_are_listed_by_board_and_what_is_found_last(ask):
    told = ask("candidates", "hatch=4,0+0,2", "crane=0,2+5,0")
    assert told.out == "board 1: 2 candidates: latch match\nfound: crane\n"
    found = ask("candidates", "hatch=4,0+0,2", "--json").json
    assert [each["candidates"] for each in found["boards"]] == [["latch", "match"], ["crane"]]


def test_a_game_is_played_to_the_end_and_can_be_typed_back(ask):
    told = ask("solve", "crane+latch")
    turns = [line.split()[1:] for line in told.out.splitlines()[1:]]
    assert turns[-1][1] == "5,0"
    found = ask("candidates", *("=".join(turn) for turn in turns))
    assert found.out == "found: crane latch\n"
    assert ask("solve", "crane+latch", "--json").json["secrets"] == ["crane", "latch"]


def test_a_strategy_is_measured_over_all_combinations_or_over_games_by_a_seed(ask):
    assert "all 12 games on 2 boards" in ask("evaluate").out
    found = ask("evaluate", "--json").json
    assert (found["exact"], found["seed"], found["secrets"], found["boards"]) == (True, None, 12, 2)
    drawn, again = (ask("evaluate", "--games", "50", "--seed", "7").out for _ in "12")
    assert "all 50 games on 2 boards from seed 7" in drawn
    assert " ± " in drawn
    assert drawn == again


@pytest.mark.parametrize(
    ("command", "wrong"),
    [
        ("suggest hatch=4,0", "has 1 score; write one for each open board, boards 1, 2, with +"),
        ("suggest hatch=4,0+9,9", "'9,9'"),
        ("suggest hatch", "write WORD=SCORE+SCORE"),
        ("suggest hatch=5,0+0,2 crane=5,0 latch=0,2", "all boards are found"),
        ("suggest --think 1", "--think looks ahead on one board"),
        ("suggest --strategy tree:no.json", "no.json"),
        ("suggest --allow hard --rule colours", "(--allow)"),
        ("candidates --strings", "--strings is for one board"),
        ("solve crane", "2 boards need 2 different secrets"),
        ("solve crane+crane", "2 boards need 2 different secrets"),
        ("solve crane+slate", "'slate' is not in the list of secrets"),
        ("evaluate -o tree.json", "a tree is for one board"),
    ],
)
def test_what_cannot_be_done_is_refused_in_one_line(ask, command, wrong):
    assert wrong in ask(*command.split()).refusal


def test_the_scores_of_a_board_that_is_found_are_checked_and_dropped(ask):
    begun = "crane=0,2+5,0"
    for scores in ("4,0", "4,0+0,2", "4,0+0,0"):  # latch scores 0,2 against crane
        assert ask("candidates", begun, f"hatch={scores}").out.startswith("board 1: 2 candidates")
    wrong = ask("candidates", begun, "hatch=4,0+1,1").refusal
    assert "turn 2: '1,1' cannot be: board 2 is found, and gives 0,2; leave it out" in wrong
    wrong = ask("candidates", begun, "hatch=4,0+0,2+0,0").refusal
    assert "has 3 scores; write one for each open board, board 1, with + between them" in wrong


def test_a_contradiction_names_the_board(ask):
    told = ask("candidates", "hatch=4,0+1,1")
    assert told.status == 1
    assert "board 2: No word fits HATCH 1,1" in told.err
