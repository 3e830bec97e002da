"""The commands with --boards: what is typed, what is shown, what is told."""

import gzip
import json

import pytest

from jotto.assistant.requests import Requests
from jotto.games.words import shipped_words
from jotto.question.making import Question, saved_options
from jotto.web import games


@pytest.fixture
def ask(jotto, write):
    """Ask about two boards of a list of four words."""
    words = write("hatch", "latch", "match", "crane")
    return lambda *given, **more: jotto(*given, "--words", words, "--boards", "2", **more)


def test_advice_counts_the_candidates_of_each_board(ask):
    lines = ask("suggest", "hatch=4,0+0,2").out.splitlines()
    assert lines[:2] == ["board 2: 1 candidate: crane", "board 1: 2 candidates"]
    assert lines[3].startswith("crane")
    found = ask("suggest", "hatch=4,0+0,2", "crane=0,2+5,0", "--json", "--top", "1").json
    boards = {"board": 1, "count": 2, "found": None}, {"board": 2, "count": 1, "found": "crane"}
    assert found["boards"] == [*boards]
    figures = ["bits", "expected_left", "worst_left", "parts", "chance"]
    assert [*found["suggestions"][0]] == ["guess", "candidate", *figures]


def test_candidates_are_listed_by_board_and_what_is_found_last(ask):
    told = ask("candidates", "hatch=4,0+0,2", "crane=0,2+5,0")
    assert told.out == "board 1: 2 candidates: latch match\nfound: crane\n"
    found = ask("candidates", "hatch=4,0+0,2", "--json").json
    assert [each["candidates"] for each in found["boards"]] == [["latch", "match"], ["crane"]]


def test_a_game_is_played_to_the_end_and_can_be_typed_back(ask):
    turns = [line.split()[1:] for line in ask("watch", "crane+latch").out.splitlines()[1:]]
    assert turns[-1][1] == "5,0"
    found = ask("candidates", *("=".join(turn) for turn in turns))
    assert found.out == "found: crane latch\n"
    assert ask("watch", "crane+latch", "--json").json["secrets"] == ["crane", "latch"]
    # all letters are the win in jots, where nothing else can be meant
    played = ask("play", "--rule", "jots", typed="latch 5 2\ncrane 5\n")
    assert "You found all 2 words in 2 guesses." in played.out


def test_a_strategy_is_measured_over_all_combinations_or_over_games_by_a_seed(ask):
    assert "all 12 games on 2 boards" in ask("evaluate").out
    found = ask("evaluate", "--json").json
    assert (found["exact"], found["seed"], found["secrets"], found["boards"]) == (True, None, 12, 2)
    drawn, again = (ask("evaluate", "--games", "50", "--seed", "7").out for _ in "12")
    assert "all 50 games on 2 boards from seed 7" in drawn
    assert " ± " in drawn
    assert drawn == again


def test_the_scores_of_a_board_that_is_found_are_dropped_and_a_contradiction_names_its_board(ask):
    for scores in ("4,0", "4,0+0,2", "4,0+0,0"):  # latch scores 0,2 against crane
        told = ask("candidates", "crane=0,2+5,0", f"hatch={scores}")
        assert told.out.startswith("board 1: 2 candidates")
    told = ask("candidates", "hatch=4,0+1,1")
    assert told.status == 1
    assert "board 2: No word fits HATCH 1,1" in told.err


def test_a_strategy_that_draws_is_played_more_than_once_on_boards(jotto, write):
    typed = "evaluate", "--words", write("hatch", "latch", "crane", "slate"), "--boards", "2"
    runs = [jotto(*typed, "--strategy", "random", "--runs", n, "--json").json for n in ("1", "3")]
    assert [run["secrets"] for run in runs] == [12, 12]
    assert [sum(run["games"].values()) for run in runs] == [12, 36]
    assert [run["exact"] for run in runs] == [False, False]
    assert runs[1]["interval"] > 0


@pytest.mark.parametrize("strategy", ["entropy", "minimax"])
def test_every_door_begins_several_boards_with_the_same_guess_and_no_book(jotto, strategy):
    """Minimax begins one board with another word, and the book is for one board."""
    advised = "--boards", "3", "--strategy", strategy
    first = jotto("suggest", *advised, "--json", "--top", "1").json["suggestions"][0]["guess"]
    alone = jotto("suggest", "--strategy", strategy, "--json", "--top", "1").json["suggestions"][0]
    assert alone["guess"] != first
    assert f"\nGuess {first.upper()}. " in jotto("play", *advised, typed="").out
    assert "the opening book is for one board" in jotto("play", *advised, "--book").err
    asked = Question(strategy=strategy, book=True)
    engine = Requests(asked)
    assert engine.answer({"do": "suggest", "boards": 3})["suggestions"][0]["guess"] == first
    assert engine.answer({"do": "view", "boards": 3})["view"].guess.word == first
    data = json.loads(gzip.decompress(games.data(saved_options(asked) | {"boards": 3}).packed))
    assert data["book"] == {"tree": [shipped_words().index(first)], "shipped": False}
