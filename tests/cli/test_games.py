import json
import re

import naive
import pytest
from terminal import Terminal

from jotto.games.lists import shipped_words

MASTERMIND = ("--game", "mastermind:4x6")


def test_the_lock_of_a_seed_document_opens(jotto):
    clues = ("713=1,0", "702=0,1", "357=0,2", "891=0,0", "915=0,1")
    run = jotto("candidates", *clues, "--game", "mastermind:3x10", "--json")
    assert json.loads(run.out)["candidates"] == ["523"]


@pytest.mark.parametrize(
    ("strategy", "total", "worst"),
    [
        ("minimax", 5801, 5),
        ("expected-size", 5696, 6),
        ("entropy", 5722, 6),
        ("most-parts", 5668, 6),
        ("simple", 7471, 9),
    ],
)
def test_mastermind_has_its_known_totals(jotto, strategy, total, worst):
    found = json.loads(jotto("evaluate", *MASTERMIND, "--strategy", strategy, "--json").out)
    assert (found["total"], found["worst"], found["secrets"]) == (total, worst, 1296)


def test_the_random_strategy_states_its_runs_and_repeats_with_its_seed(jotto):
    ask = ("evaluate", "--game", "mastermind:3x4", "--strategy", "random", "--runs", "5", "--json")
    first, again, other = (jotto(*ask, "--seed", seed).out for seed in (1, 1, 2))
    assert first == again != other
    found = json.loads(first)
    assert (found["runs"], found["seed"], found["secrets"]) == (5, 1, 64)
    assert sum(found["games"].values()) == 5 * 64
    assert found["mean"] == found["total"] / (5 * 64)


@pytest.mark.parametrize(
    ("game", "least"),
    [("mastermind:4x6:distinct", 5), ("two-d:5", 4), ("mastermind:4x6", 5)],
)
def test_the_least_worst_case_is_the_known_one(jotto, game, least):
    found = json.loads(jotto("bound", "--game", game, "--json").out)
    assert (found["least_worst_case"], found["proved"]) == (least, True)
    assert jotto("bound", "--game", game).out.startswith(f"{least} guesses are enough")


def test_six_guesses_are_enough_where_entropy_needs_seven(jotto):
    game = ("--game", "mastermind:4x8:distinct", "--json")
    assert json.loads(jotto("bound", *game).out)["least_worst_case"] <= 6
    assert json.loads(jotto("evaluate", *game).out)["worst"] == 7


def test_a_search_for_the_least_worst_case_ends_with_its_time(jotto):
    """The full list takes minutes; the worst case of every strategy is an upper bound."""
    found = jotto("bound", "--think", 1, "--json").json
    assert 1 < found["at_least"] < found["least_worst_case"] <= 9
    assert found["proved"] is False
    run = jotto("bound", "--think", 1, "--max-guesses", 6)
    assert (run.status, run.out) == (
        1,
        "not decided whether a strategy finds every secret in 6 guesses\n",
    )


@pytest.mark.parametrize(("most", "status"), [(4, 1), (5, 0)])
def test_a_bound_can_be_asked_for_and_a_no_is_an_honest_no(jotto, most, status):
    run = jotto("bound", *MASTERMIND, "--max-guesses", most, "--json")
    assert run.status == status
    assert json.loads(run.out) == {
        "schema": 1,
        "max_guesses": most,
        "exists": status == 0,
        "proved": True,
    }


def test_the_strategy_for_a_bound_is_a_tree_that_can_be_checked(jotto, tmp_path):
    """Mastermind in five guesses (Knuth 1976)."""
    jotto("bound", *MASTERMIND, "--max-guesses", 5, "-o", "tree.json")
    checked = jotto("verify", "tree.json", "--json").json
    assert (checked["ok"], checked["worst"], checked["secrets"]) == (True, 5, 1296)
    none = jotto("bound", *MASTERMIND, "--max-guesses", 4, "-o", "none.json")
    assert (none.status, (tmp_path / "none.json").exists()) == (1, False)


def test_two_processes_find_the_same_bounds_and_tree(jotto, write, tmp_path):
    words = ("--words", write(*shipped_words()[:120]))
    runs = [
        jotto("bound", *words, "--jobs", jobs, "-o", f"{jobs}.json", "--json").out
        for jobs in (1, 2)
    ]
    trees = [(tmp_path / f"{jobs}.json").read_bytes() for jobs in (1, 2)]
    assert runs[0] == runs[1]
    assert trees[0] == trees[1]


@pytest.mark.parametrize(
    ("option", "quoted"),
    [
        (("--think", "0"), "--think 0: a search needs some time"),
        (("--think", "-1"), "--think -1: a search needs some time"),
        (("--think", "nan"), "--think nan: a search needs some time"),
        (("--think", "soon"), "'soon' is not a valid float"),
        (("--jobs", "0"), "0 is not in the range x>=1"),
        (("--jobs", "many"), "'many' is not a valid int"),
        (("--opening", "0"), "'0': it has 1 symbol"),
        (("--max-guesses", "0"), "0 is not in the range x>=1"),
    ],
)
def test_limits_that_make_no_sense_are_refused(jotto, option, quoted):
    assert quoted in jotto("bound", *MASTERMIND, *option).refusal


@pytest.mark.full
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupted_search_prints_the_bounds_so_far(jobs, tmp_path):
    """One-step minimax needs 7 guesses for the shipped list."""
    with Terminal("bound", "--jobs", jobs, columns=120, out=str(tmp_path / "out")) as screen:
        screen.expect("at most 7; are 6 enough? 1 of ")
        screen.interrupt()
        assert screen.status() == 130
        assert "Traceback" not in screen.text
    told = (tmp_path / "out").read_text()
    assert re.fullmatch(r"at least [2-6], at most 7 guesses\n", told)


def test_every_command_plays_other_games(jotto):
    found = json.loads(jotto("suggest", "0011=1,1", *MASTERMIND, "--json").out)
    assert found["candidates"] == 208  # a thesis prints it for 1122
    found = json.loads(jotto("solve", "0145", *MASTERMIND, "--json").out)
    assert [turn["left"] for turn in found["turns"]] == [96, 2, 1]
    assert [turn["guess"] for turn in found["turns"]] == ["0123", "0245", "0145"]
    found = json.loads(jotto("openings", *MASTERMIND, "--top", "1", "--json").out)["openings"]
    assert (found[0]["opening"], round(found[0]["bits"], 3)) == ("0123", 3.057)
    assert jotto("score", "0011", "0123", *MASTERMIND).out == "1,1\n"
    assert jotto("score", "2,1", "2,3", "--game", "two-d:5").out == "below\n"
    assert "You found 0145 in 1 guess." in jotto("play", *MASTERMIND, typed="0145=4,0\n").out


def test_one_strategy_breaks_the_ties_of_another(jotto):
    ask = ("evaluate", *MASTERMIND, "--json", "--strategy")
    found = json.loads(jotto(*ask, "minimax+entropy").out)
    assert (found["first"], found["worst"]) == ("0011", 5)
    assert found["total"] != 5801


@pytest.mark.parametrize(
    ("arguments", "quoted"),
    [
        ("suggest --game chess", "no game is called 'chess'; there are words, mastermind:4x6"),
        ("suggest --game mastermind", "'mastermind' needs its size; write mastermind:4x6"),
        ("suggest --game mastermind:4x0", "'4x0': a game needs at least one peg and one colour"),
        ("suggest --game mastermind:4x3:distinct", "4 pegs without repeats need at least 4"),
        ("suggest --game mastermind:-4x6", "'-4x6' is not a size"),
        ("suggest --game mastermind:99x99", "would need about 10^198 codes"),
        ("suggest --game mastermind:6x10", "1,000,000 guesses by 1,000,000 secrets"),
        ("suggest 0006=1,1 --game mastermind:4x6", "turn 1: '0006': '6' is not one of this game"),
        ("suggest 000=1,1 --game mastermind:4x6", "turn 1: '000': it has 3 symbols"),
        ("suggest --game two-d:5 --rule jots", "--rule is for words"),
        ("suggest --game two-d:5 --words x.txt", "--words is for words"),
        ("solve 0012 --game bulls-and-cows:4x10", "'0012': it is not in the list of secrets"),
        ("evaluate --opening 0006 --game mastermind:4x6", "'0006': '6' is not one of this game"),
        ("evaluate --strategy random --runs 0", "--runs"),
        ("keep --adversary --secret crane", "--adversary has no fixed secret"),
        ("keep --secret zzzzz", "'zzzzz': it is not in the list of secrets"),
        ("bound --max-guesses 0", "--max-guesses"),
    ],
)
def test_what_no_game_knows_is_refused_in_one_line(jotto, arguments, quoted):
    assert quoted in jotto(*arguments.split()).refusal


def test_the_adversary_of_a_seed_document_plays_its_game(jotto):
    guesses = ["0011", "2234", "2525", "3433", "4344"]
    run = jotto("keep", *MASTERMIND, "--adversary", typed="\n".join(guesses))
    turns = re.findall(r"^Guess \d: (\d+)=(\d,\d)$", run.out, re.M)
    assert turns == list(zip(guesses, ["0,0", "1,1", "0,0", "0,2", "4,0"], strict=True))
    assert run.out.endswith("You found 4344 in 5 guesses.\n")


@pytest.mark.full
def test_a_kept_secret_is_found_through_a_terminal():
    with Terminal("keep", *MASTERMIND, "--secret", "0123") as screen:
        screen.expect("Guess one of 1,296 secrets.")
        screen.expect("Guess 1:")
        screen.type("0011\r")
        screen.expect("0011  1,1  ●○")
        screen.expect("Guess 2:")
        screen.type("left\r")
        screen.expect("208 secrets possible")
        screen.type("12\r")
        screen.expect("'12': it has 2 symbols")
        screen.type("turns\r")
        screen.expect("0011=1,1")
        screen.type("help\r")
        screen.expect("give up")
        screen.type("0123\r")
        screen.expect("You found  0 1 2 3  in 2 guesses.")
        assert screen.status() == 0


def test_giving_up_tells_a_secret_that_agrees_with_the_answers(jotto):
    run = jotto("keep", *MASTERMIND, "--secret", "0123", typed="0000\nquit\n")
    assert run.out.endswith("It was 0123.\n")
    guesses = ["0011", "2345", "1234"]
    run = jotto("keep", *MASTERMIND, "--adversary", typed="\n".join([*guesses, "q"]))
    answers = re.findall(r"=(\d,\d)\n", run.out)
    (secret,) = re.findall(r"\d+ secrets were still possible, such as (\d+)\.\n$", run.out)
    assert answers == [naive.exact_elsewhere(guess, secret) for guess in guesses]


def test_the_same_seed_keeps_the_same_secret(jotto):
    told = [jotto("keep", "--seed", seed, typed="q\n").out for seed in (4, 4, 5)]
    assert told[0] == told[1] != told[2]
