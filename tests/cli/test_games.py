import json
import re
import sys
from datetime import date
from itertools import product

import naive
import pytest
from terminal import Terminal

from jotto.errors import GameError
from jotto.games import registry
from jotto.games.words import shipped_words

MASTERMIND = ("--game", "mastermind:4x6")


def test_the_random_strategy_states_its_runs_and_repeats_with_its_seed(jotto):
    ask = ("evaluate", "--game", "mastermind:2x3", "--strategy", "random", "--runs", "5", "--json")
    first, again, other = (jotto(*ask, "--seed", seed).json for seed in (1, 1, 2))
    assert first == again != other
    assert (first["runs"], first["seed"], first["secrets"]) == (5, 1, 9)
    assert sum(first["games"].values()) == 5 * 9
    assert first["mean"] == first["total"] / (5 * 9)


def test_a_search_for_the_least_worst_case_ends_with_its_time(jotto, write):
    """The whole list takes minutes; the worst case of every strategy is an upper bound."""
    ask = ("worst-case", "--words", write(*shipped_words()[::2]), "--think", 0.1)
    found = jotto(*ask, "--json").json
    assert 1 < found["at_least"] < found["least_worst_case"] <= 9
    assert found["proved"] is False
    run = jotto(*ask, "--max-guesses", 5)
    said = "not decided whether a strategy finds every secret in 5 guesses\n"
    assert (run.status, run.out) == (1, said)


@pytest.mark.parametrize(("game", "least"), [("mastermind:4x6:distinct", 5), ("two-d:5", 4)])
def test_the_least_worst_case_is_the_known_one(jotto, game, least):
    found = jotto("worst-case", "--game", game, "--json").json
    assert (found["least_worst_case"], found["proved"]) == (least, True)


def test_with_an_opening_the_bound_is_about_strategies_that_begin_with_it(jotto, hatches):
    """After hatch the others all score 4,0; claim then tells latch and match from catch."""
    said = "3 guesses are enough for every secret, and fewer are not (proved)\n"
    assert jotto("worst-case", *hatches).out == said
    opened = "worst-case", *hatches, "--opening", "hatch"
    said = (
        "beginning with hatch, 4 guesses are enough for every secret, and fewer are not (proved)\n"
    )
    assert jotto(*opened).out == said
    assert jotto(*opened, "--json").json["opening"] == "hatch"
    said = "no strategy that begins with hatch finds every secret in 3 guesses\n"
    assert jotto(*opened, "--max-guesses", 3).out == said


@pytest.mark.parametrize(("most", "exists"), [(4, False), (5, True)])
def test_a_bound_can_be_asked_for_and_has_a_tree_that_can_be_checked(jotto, tmp_path, most, exists):
    """Mastermind in five guesses (Knuth 1976)."""
    run = jotto("worst-case", *MASTERMIND, "--max-guesses", most, "-o", "tree.json", "--json")
    claim = {"max_guesses": most, "exists": exists, "proved": True, "opening": None}
    assert (run.status, json.loads(run.out)) == (int(not exists), {"schema": 1, **claim})
    assert (tmp_path / "tree.json").exists() == exists
    if exists:
        checked = jotto("verify", "tree.json", "--json").json
        assert (checked["ok"], checked["worst"], checked["secrets"]) == (True, 5, 1296)


@pytest.mark.full
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupted_search_prints_the_bounds_so_far(jobs, write, tmp_path):
    """One-step minimax needs 6 guesses for every second word of the shipped list."""
    given = "worst-case", "--jobs", jobs, "--words", str(write(*shipped_words()[::2]))
    with Terminal(*given, columns=120, out=str(tmp_path / "out")) as screen:
        screen.expect("at most 6; are 5 enough? 1 of ")
        screen.interrupt()
        assert screen.status() == 130
        assert "Traceback" not in screen.text
    told = (tmp_path / "out").read_text()
    assert re.fullmatch(r"at least [2-5], at most 6 guesses\n", told)


def test_every_command_plays_other_games(jotto):
    found = jotto("suggest", "0011=1,1", *MASTERMIND, "--json").json
    assert found["candidates"] == 208  # a thesis prints it for 1122
    turns = jotto("watch", "0145", *MASTERMIND, "--json").json["turns"]
    assert [(turn["guess"], turn["left"]) for turn in turns] == [
        ("0123", 96), ("0245", 2), ("0145", 1),
    ]  # fmt: skip
    lock = ("713=1,0", "702=0,1", "357=0,2", "891=0,0", "915=0,1", "--game", "mastermind:3x10")
    assert jotto("candidates", *lock).out == "523\n"
    assert "You found 0145 in 1 guess." in jotto("play", *MASTERMIND, typed="0145=4,0\n").out


def test_hard_mode_of_equations_uses_every_hint(jotto):
    """Four signs are in place: every guess has them there."""
    hard = "suggest", "7+5=12 GGBGGB", "--game", "mini-nerdle", "--allow", "hard", "--top", 200
    guesses = [row["guess"] for row in jotto(*hard, "--json").json["suggestions"]]
    assert guesses
    assert all(re.fullmatch(r"7\+.=1.", guess) for guess in guesses)


def test_the_help_names_a_game_only_where_it_is_played(jotto):
    for command, name, shown in (
        ("candidates", "absurdle", True),
        ("score", "absurdle", True),
        ("review", "absurdle", False),
        ("score", "quordle", False),
        ("suggest", "quordle", True),
    ):
        assert (f"{name}, " in jotto(command, "--help").out) == shown


def test_giving_up_tells_a_secret_that_agrees_with_the_answers(jotto):
    run = jotto("keep", *MASTERMIND, "--secret", "0123", typed="0000\nquit\n")
    assert run.out.endswith("The secret was 0123. Better luck with the next one.\n")
    assert "\nType 4 of: 0 1 2 3 4 5\nGuess 1: " in run.out
    cows = jotto("keep", "--game", "bulls-and-cows", typed="help\n").out
    assert "\nType 4 different ones of: 0 1 2 3 4 5 6 7 8 9\nGuess 1: " in cows
    assert ("\n  0123 " in cows, "crane" in cows) == (True, False)
    guesses = ["0011", "2345", "1234"]
    run = jotto("keep", *MASTERMIND, "--adversary", typed="\n".join([*guesses, "q"]))
    (secret,) = re.findall(r"\d+ secrets were still possible, such as (\d+)\. Better", run.out)
    scores = [naive.exact_elsewhere(guess, secret) for guess in guesses]
    assert re.findall(r"=(\d,\d)\n", run.out) == scores


def test_the_word_of_today_is_the_one_of_the_definition(jotto, write):
    words = ["crane", "fools", "quilt", "hatch", "latch", "blimp", "vixen"]
    first = (date.today() - date(1970, 1, 1)).days
    run = jotto("keep", "--daily", "--words", write(*words), typed="quit\n")
    either = {naive.daily(words, [1] * 7, number).upper() for number in (first, first + 1)}
    assert (
        re.search(r"The (?:word|secret) was (\w+)\. You", run.out)[1] in either
    )  # midnight may pass


def test_a_game_of_ones_own_is_played_by_its_module_and_name(jotto, tmp_path, monkeypatch):
    (tmp_path / "doubled.py").write_text(
        "import jotto\n"
        "def made(largest='9'):\n"
        "    return jotto.game(lambda g, s: (g < s) - (g > s), range(int(largest)))\n"
        "nothing = 3\n"
    )
    assert jotto("candidates", "5=1", "--game", "doubled:made:8").out == "6\n7\n"
    own = ("--game", "doubled:made")
    assert jotto("suggest", *own, "--top", 1).out.splitlines()[2].split()[0] == "4"
    assert "6=0\n" in jotto("keep", *own, "--secret", 6, typed="4\n6\n").out
    about = tmp_path / "offered-1.dist-info"  # an installed package, which offers it by a name
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: offered\nVersion: 1\n")
    (about / "entry_points.txt").write_text("[jotto.games]\nheights = doubled:made\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert jotto("candidates", "5=1", "--game", "heights").out == "6\n7\n8\n"
    assert jotto("candidates", "5=1", "--game", "heights:8").out == "6\n7\n"
    for wrong, said in (
        ("doubled:made:x", "doubled:made cannot make a game: ValueError"),
        ("doubled:made:x", "(doubled.py, line 3)"),
        ("doubled:nothing", "it is int, not a game"),
        ("doubled:neither", "no attribute 'neither'"),
        ("dbled:made", "there is no module 'dbled'"),
        ("doubled", "no game is called 'doubled'"),
        ("depths", "heights, by name jotto, "),
    ):
        assert said in jotto("candidates", "--game", wrong).refusal


def test_a_strategy_of_ones_own_is_named_by_its_module(jotto, write, tmp_path):
    (tmp_path / "ours.py").write_text(
        "import jotto\n"
        "def last(at):\n"
        "    return at.candidates[-1]\n"
        "squares = jotto.measure(lambda size: size**2, 'squares', each=True)\n"
        "def broken(at):\n"
        "    return 1 / 0\n"
        "class Drawing:\n"
        "    def __init__(self, draw):\n"
        "        self.draw = draw\n"
        "    def __call__(self, at):\n"
        "        return str(self.draw.choice(at.candidates))\n"
    )
    own = ("--words", write("hatch", "latch", "match", "catch"), "--strategy")
    assert jotto("evaluate", *own, "ours:last", "--json").json["total"] == 10
    rows = jotto("compare", "ours:last", "ours:squares", *own[:2], "--json").json["contenders"]
    assert [row["contender"] for row in rows] == ["ours:last", "ours:squares"]
    tree = jotto("tree", *own, "ours:squares", "--beam", "2", "--json").json
    assert tree["total"] == 10  # no word tells the others apart: 1, 2, 3 and 4
    ranked = jotto("openings", *own, "ours:squares", "--json").json["openings"]
    assert [row["opening"] for row in ranked] == ["hatch", "latch", "match", "catch"]
    drawn = jotto("evaluate", *own, "ours:Drawing", "--games", "20").out
    assert "all 20 games by seed 0" in drawn
    assert re.search(r"^mean \d\.\d{4} ± 0\.\d{4} \(95%\)", drawn, re.MULTILINE)
    for line, said in (
        ("tree ours:last --exact", "goes with --beam"),
        ("openings ours:last", "ours:last does not rank single guesses; add --full"),
        ("openings ours:Drawing", "deterministic"),
        ("evaluate ours:Drawing -o tree.json", "has no tree"),
        ("evaluate ours:broken", "ours:broken after nothing: ZeroDivisionError: division by zero"),
        ("evaluate ours:broken", "(ours.py, line 6)"),
        ("evaluate ours:neither", "no attribute 'neither'"),
    ):
        command, *more = line.split()
        assert said in jotto(command, *own, *more).refusal
    with pytest.raises(GameError, match="names code, which no file"):
        registry.strategy("ours:other")


def test_strategies_are_played_on_lists_and_games_for_rows_to_publish(jotto, tmp_path):
    (tmp_path / "words.txt").write_text("hatch\nlatch\nmatch\ncatch\n")
    (tmp_path / "more.txt").write_text("champ\n")
    lists, names = ("words.txt,more.txt", "words.txt", "mastermind:1x3"), ("entropy", "random")
    made = ("bench", *names, *(part for name in lists for part in ("--list", name)), "--runs", "2")
    run = jotto(*made, "--rows", "rows.jsonl")
    rows = [json.loads(line) for line in (tmp_path / "rows.jsonl").read_text().splitlines()]
    assert [(row["list"], row["name"]) for row in rows] == [*product(lists, names)]
    assert [row["guesses"] for row in rows[::2]] == [5, 4, 3]
    assert [row["seeds"] for row in rows[:2]] == [[], [0, 1]]
    best = "entropy is best: 2.25 guesses on average over 4 secrets of words.txt,more.txt"
    assert best in run.out
    assert jotto(*made, "--json").json["rows"][1]["checksum"] == rows[1]["checksum"]


IN_PLACE = """import jotto
def in_place(guess, secret):
    return str(sum(map(str.__eq__, guess, secret)))
def made():
    import beside
    rule = jotto.Rule.of("in-place", "012345", in_place)
    return jotto.words(beside.WORDS, rule=rule)
def fails():
    raise OSError
"""


def test_what_names_a_game_of_ones_own_is_read_if_it_is_typed_again(jotto, tmp_path):
    """A file of it is refused without; the folder is not left on the path of modules."""
    (tmp_path / "inplace.py").write_text(IN_PLACE)
    (tmp_path / "beside.py").write_text("WORDS = 'hatch latch match crane catch'.split()")
    own, before, refusal = ("--game", "inplace:made"), sys.path[:], "'inplace:made' names code"
    assert jotto("openings", "--full", "--jobs", 2, *own, "--json").json["secrets"] == 5
    assert jotto("tree", *own, "-o", "tree.json").status == 0
    assert "You found" in jotto("play", *own, typed="hatch 4\n5\n\n").out
    assert jotto("play", *own, typed="hatch 4\n").status == 0
    for reading in (
        ["verify", "tree.json"],
        ["play", "--resume"],
        ["review"],
        ["review", "--saved"],
    ):
        assert jotto(*reading, *own).status == 0
        assert refusal in jotto(*reading).err
    assert jotto("history").status == 0
    assert "OSError" in jotto("suggest", "--game", "inplace:fails").refusal
    assert sys.path == before


def test_past_secrets_are_left_out_and_may_still_be_guessed(jotto, write):
    words, past = write("hatch", "latch", "match", "crane"), write("crane", "latch", "zzzzz")
    own = ("--words", words, "--without", past)
    run = jotto("candidates", *own)
    assert run.out == "hatch\nmatch\n"
    assert "1 of the 3 words" in run.err
    assert jotto("suggest", "crane=0,2", *own, "--json").json["candidates"] == 2
    assert jotto("word", "crane", *own).out.startswith("CRANE may be guessed, but cannot be")
    assert "has every secret" in jotto("suggest", "--words", past, "--without", past).refusal
    assert "--without" in jotto("suggest", "--game", "mastermind:2x2", "--without", past).refusal
