import json
import re
import sys
from datetime import date

import naive
import pytest
from terminal import Terminal

from jotto.errors import GameError
from jotto.games import registry
from jotto.games.words import shipped_words

MASTERMIND = ("--game", "mastermind:4x6")


def test_the_random_strategy_states_its_runs_and_repeats_with_its_seed(jotto):
    ask = ("evaluate", "--game", "mastermind:3x4", "--strategy", "random", "--runs", "5", "--json")
    first, again, other = (jotto(*ask, "--seed", seed).out for seed in (1, 1, 2))
    assert first == again != other
    found = json.loads(first)
    assert (found["runs"], found["seed"], found["secrets"]) == (5, 1, 64)
    assert sum(found["games"].values()) == 5 * 64
    assert found["mean"] == found["total"] / (5 * 64)


def test_a_search_for_the_least_worst_case_ends_with_its_time(jotto):
    """The full list takes minutes; the worst case of every strategy is an upper bound."""
    found = jotto("bound", "--think", 1, "--json").json
    assert 1 < found["at_least"] < found["least_worst_case"] <= 9
    assert found["proved"] is False
    run = jotto("bound", "--think", 1, "--max-guesses", 6)
    assert run.status == 1
    assert run.out == "not decided whether a strategy finds every secret in 6 guesses\n"


@pytest.mark.parametrize(
    ("game", "least", "by_entropy"),
    [
        ("mastermind:4x6", 5, 6), ("mastermind:4x6:distinct", 5, 5),
        ("mastermind:4x8:distinct", 6, 7), ("two-d:5", 4, 5),
    ],
)  # fmt: skip
def test_the_least_worst_case_is_the_known_one(jotto, game, least, by_entropy):
    found = jotto("bound", "--game", game, "--json").json
    assert (found["least_worst_case"], found["proved"]) == (least, True)
    assert jotto("bound", "--game", game).out.startswith(f"{least} guesses are enough")
    assert jotto("evaluate", "--game", game, "--json").json["worst"] == by_entropy


@pytest.mark.parametrize(("most", "status"), [(4, 1), (5, 0)])
def test_a_bound_can_be_asked_for_and_a_no_is_an_honest_no(jotto, most, status):
    run = jotto("bound", *MASTERMIND, "--max-guesses", most, "--json")
    assert run.status == status
    claim = {"max_guesses": most, "exists": status == 0, "proved": True, "opening": None}
    assert json.loads(run.out) == {"schema": 1, **claim}


def test_with_an_opening_the_bound_is_about_strategies_that_begin_with_it(jotto, hatches):
    """After hatch the others all score 4,0; claim then tells latch and match from catch."""
    said = "3 guesses are enough for every secret, and no fewer: proved\n"
    assert jotto("bound", *hatches).out == said
    opened = "bound", *hatches, "--opening", "hatch"
    said = "beginning with hatch, 4 guesses are enough for every secret, and no fewer: proved\n"
    assert jotto(*opened).out == said
    assert jotto(*opened, "--json").json["opening"] == "hatch"
    said = "no strategy that begins with hatch finds every secret in 3 guesses\n"
    assert jotto(*opened, "--max-guesses", 3).out == said


def test_the_strategy_for_a_bound_is_a_tree_that_can_be_checked(jotto, tmp_path):
    """Mastermind in five guesses (Knuth 1976)."""
    jotto("bound", *MASTERMIND, "--max-guesses", 5, "-o", "tree.json")
    checked = jotto("verify", "tree.json", "--json").json
    assert (checked["ok"], checked["worst"], checked["secrets"]) == (True, 5, 1296)
    none = jotto("bound", *MASTERMIND, "--max-guesses", 4, "-o", "none.json")
    assert (none.status, (tmp_path / "none.json").exists()) == (1, False)


def test_two_processes_find_the_same_bounds_and_tree(jotto, write, tmp_path):
    words = ("--words", write(*shipped_words()[:120]))
    options = ("bound", *words, "--json", "--jobs")
    runs = [jotto(*options, jobs, "-o", f"{jobs}.json").out for jobs in (1, 2)]
    trees = [(tmp_path / f"{jobs}.json").read_bytes() for jobs in (1, 2)]
    assert runs[0] == runs[1]
    assert trees[0] == trees[1]


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
    found = jotto("suggest", "0011=1,1", *MASTERMIND, "--json").json
    assert found["candidates"] == 208  # a thesis prints it for 1122
    found = jotto("solve", "0145", *MASTERMIND, "--json").json
    assert [turn["left"] for turn in found["turns"]] == [96, 2, 1]
    assert [turn["guess"] for turn in found["turns"]] == ["0123", "0245", "0145"]
    found = jotto("openings", *MASTERMIND, "--top", "1", "--json").json["openings"]
    assert (found[0]["opening"], round(found[0]["bits"], 3)) == ("0123", 3.057)
    lock = ("713=1,0", "702=0,1", "357=0,2", "891=0,0", "915=0,1", "--game", "mastermind:3x10")
    assert jotto("candidates", *lock).out == "523\n"
    assert jotto("score", "0011", "0123", *MASTERMIND).out == "1,1\n"
    assert jotto("score", "2,1", "2,3", "--game", "two-d:5").out == "below\n"
    assert "You found 0145 in 1 guess." in jotto("play", *MASTERMIND, typed="0145=4,0\n").out


def test_one_strategy_breaks_the_ties_of_another(jotto):
    ask = ("evaluate", *MASTERMIND, "--json", "--strategy")
    found = jotto(*ask, "minimax+entropy").json
    assert (found["first"], found["worst"]) == ("0011", 5)
    assert found["total"] != 5801


def test_giving_up_tells_a_secret_that_agrees_with_the_answers(jotto):
    run = jotto("keep", *MASTERMIND, "--secret", "0123", typed="0000\nquit\n")
    assert run.out.endswith("It was 0123.\n")
    guesses = ["0011", "2345", "1234"]
    run = jotto("keep", *MASTERMIND, "--adversary", typed="\n".join([*guesses, "q"]))
    answers = re.findall(r"=(\d,\d)\n", run.out)
    (secret,) = re.findall(r"\d+ secrets were still possible, such as (\d+)\.\n$", run.out)
    assert answers == [naive.exact_elsewhere(guess, secret) for guess in guesses]


def test_the_word_of_today_is_the_one_of_the_definition(jotto, tmp_path):
    words = ["crane", "fools", "quilt", "hatch", "latch", "blimp", "vixen"]
    (tmp_path / "words.txt").write_text("\n".join(words))
    first = (date.today() - date(1970, 1, 1)).days
    run = jotto("keep", "--daily", "--words", tmp_path / "words.txt", typed="quit\n")
    either = {naive.daily(words, [1] * 7, number).upper() for number in (first, first + 1)}
    assert re.search(r"It was (\w+)\.\n$", run.out)[1] in either  # midnight may pass


def test_the_adversary_of_a_seed_document_plays_its_game(jotto):
    guesses = ["0011", "2234", "2525", "3433", "4344"]
    run = jotto("keep", *MASTERMIND, "--adversary", typed="\n".join(guesses))
    turns = re.findall(r"^Guess \d: (\d+)=(\d,\d)$", run.out, re.M)
    assert turns == list(zip(guesses, ["0,0", "1,1", "0,0", "0,2", "4,0"], strict=True))
    assert run.out.endswith("You found 4344 in 5 guesses.\n")


@pytest.mark.full
def test_a_kept_secret_is_found_through_a_terminal():
    with Terminal("keep", "--plain", *MASTERMIND, "--secret", "0123") as screen:
        assert "Guess one of 1,296 secrets." in screen.answer("Guess 1:", "0011")
        assert "0011=1,1" in screen.answer("Guess 2:", "left")
        for typed, said in (
            ("12", "208 secrets possible"),
            ("turns", "'12' has 2 symbols"),
            ("help", "0011=1,1"),
            ("0123", "give up"),
        ):
            assert said in screen.answer("Guess 2:", typed)
        screen.expect("You found 0123 in 2 guesses.")
        assert screen.status() == 0


def test_a_game_of_ones_own_is_played_by_its_module_and_name(jotto, tmp_path):
    (tmp_path / "doubled.py").write_text(
        "import jotto\n"
        "def made(largest='9'):\n"
        "    return jotto.game(lambda g, s: (g < s) - (g > s), range(int(largest)))\n"
        "nothing = 3\n"
    )
    assert jotto("candidates", "5=1", "--game", "doubled:made").out == "6\n7\n8\n"
    assert jotto("candidates", "5=1", "--game", "doubled:made:8").out == "6\n7\n"
    own = ("--game", "doubled:made")
    assert jotto("suggest", *own, "--top", 1).out.splitlines()[-1].split()[0] == "4"
    assert "6=0\n" in jotto("keep", *own, "--secret", 6, typed="4\n6\n").out
    assert jotto("solve", 6, *own, "--json").json["found"] is True
    for wrong, said in (
        ("doubled:made:x", "doubled:made cannot make a game: ValueError"),
        ("doubled:made:x", "(doubled.py, line 3)"),
        ("doubled:nothing", "it is int, not a game"),
        ("doubled:neither", "no attribute 'neither'"),
        ("dbled:made", "No module named 'dbled'"),
        ("doubled", "no game is called 'doubled'"),
    ):
        assert said in jotto("candidates", "--game", wrong).refusal


def test_a_strategy_of_ones_own_is_named_by_its_module(jotto, tmp_path):
    (tmp_path / "ours.py").write_text(
        "import jotto\n"
        "def last(at):\n"
        "    return at.candidates[-1]\n"
        "squares = jotto.measure(lambda size: size**2, 'squares', each=True)\n"
        "def broken(at):\n"
        "    return 1 / 0\n"
    )
    (tmp_path / "words.txt").write_text("hatch\nlatch\nmatch\ncatch\n")
    own = ("--words", tmp_path / "words.txt")
    assert jotto("evaluate", *own, "--strategy", "ours:last", "--json").json["total"] == 10
    assert (
        jotto("suggest", *own, "--strategy", "ours:last", "--json").json["suggestions"][0]["guess"]
        == "catch"
    )
    rows = jotto("compare", "ours:last", "ours:squares", *own, "--json").json["contenders"]
    assert [row["contender"] for row in rows] == ["ours:last", "ours:squares"]
    tree = jotto("tree", *own, "--beam", "2", "--strategy", "ours:squares", "--json").json
    assert tree["total"] == 10  # no word tells the others apart: 1, 2, 3 and 4
    assert "goes with --beam" in jotto("tree", *own, "--exact", "--strategy", "ours:last").refusal
    ranked = jotto("openings", *own, "--strategy", "ours:squares", "--json").json["openings"]
    assert [row["opening"] for row in ranked] == ["hatch", "latch", "match", "catch"]
    said = jotto("openings", *own, "--strategy", "ours:last").refusal
    assert "ours:last does not rank single guesses; add --full" in said
    for wrong, said in (
        ("ours:broken", "ours:broken after nothing: ZeroDivisionError: division by zero (ours.py,"),
        ("ours:neither", "no attribute 'neither'"),
        ("nowhere:last", "No module named 'nowhere'"),
    ):
        assert said in jotto("evaluate", *own, "--strategy", wrong).refusal
    with pytest.raises(GameError, match="names code, which a file may not"):
        registry.strategy("ours:other")


def test_strategies_are_played_on_lists_and_games_for_rows_to_publish(jotto, tmp_path):
    (tmp_path / "players.py").write_text(
        "def last(at):\n"
        "    return at.candidates[-1]\n"
        "class Drawing:\n"
        "    def __init__(self, draw):\n"
        "        self.draw = draw\n"
        "    def __call__(self, at):\n"
        "        return str(self.draw.choice(at.candidates))\n"
    )
    (tmp_path / "words.txt").write_text("hatch\nlatch\nmatch\ncatch\n")
    (tmp_path / "more.txt").write_text("champ\n")
    lists = "words.txt,more.txt", "words.txt", "mastermind:1x3"
    on = [part for name in lists for part in ("--list", name)]
    made = ("bench", "entropy", "players:last", "players:Drawing", *on, "--runs", "2")
    run = jotto(*made, "--rows", "rows.jsonl")
    rows = [json.loads(line) for line in (tmp_path / "rows.jsonl").read_text().splitlines()]
    assert [(row["list"], row["name"]) for row in rows] == [
        (name, strategy)
        for name in lists
        for strategy in ("entropy", "players:last", "players:Drawing")
    ]
    assert [row["guesses"] for row in rows[::3]] == [5, 4, 3]
    assert [row["seeds"] for row in rows[:3]] == [[], [], [0, 1]]
    assert rows[1]["games"] == {"1": 1, "2": 1, "3": 1, "4": 1}
    assert (
        "entropy is best: 2.25 guesses on average over 4 secrets of words.txt,more.txt" in run.out
    )
    assert jotto(*made, "--json").json["rows"][1]["checksum"] == rows[1]["checksum"]
    said = jotto(
        "evaluate", "--words", "words.txt", "--strategy", "players:Drawing", "--games", "20"
    ).out
    assert "all 20 games by seed 0" in said
    assert re.search(r"^mean \d\.\d{4} ± 0\.\d{4} \(95 %\)", said, re.MULTILINE)
    assert (
        "has no tree" in jotto("evaluate", "--strategy", "players:Drawing", "-o", "t.json").refusal
    )
    assert "deterministic" in jotto("openings", "--strategy", "players:Drawing").refusal


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
    own, before = ("--game", "inplace:made"), sys.path[:]
    assert jotto("openings", "--full", "--jobs", 2, *own, "--json").json["secrets"] == 5
    assert jotto("tree", *own, "-o", "tree.json").status == 0
    assert jotto("verify", "tree.json", *own).status == 0
    data = {"XDG_DATA_HOME": str(tmp_path)}
    run = jotto(
        "play",
        *own,
        typed="hatch 4\n5\n\n",
        **data,
    )
    assert "You found" in run.out
    assert jotto("play", *own, typed="hatch 4\n", **data).status == 0
    for reading in (["play", "--resume"], ["review"], ["review", "--saved"]):
        assert jotto(*reading, *own, **data).status == 0
        assert "'inplace:made' names code" in jotto(*reading, **data).err
    assert "'inplace:made' names code" in jotto("verify", "tree.json").refusal
    assert jotto("history", **data).status == 0
    assert "OSError" in jotto("suggest", "--game", "inplace:fails").refusal
    assert sys.path == before


def test_an_installed_package_offers_games_by_name(jotto, tmp_path, monkeypatch):
    (tmp_path / "offered.py").write_text(
        "import jotto\n"
        "def made(largest='3'):\n"
        "    return jotto.game(lambda g, s: g < s, range(int(largest)))\n"
    )
    about = tmp_path / "offered-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: offered\nVersion: 1\n")
    (about / "entry_points.txt").write_text("[jotto.games]\nheights = offered:made\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert jotto("candidates", "--game", "heights").out == "0\n1\n2\n"
    assert jotto("candidates", "--game", "heights:2").out == "0\n1\n"
    assert "heights, or MODULE:FUNCTION" in jotto("candidates", "--game", "depths").refusal


def test_past_secrets_are_left_out_and_may_still_be_guessed(jotto, write):
    words, past = write("hatch", "latch", "match", "crane"), write("crane", "latch", "zzzzz")
    own = ("--words", words, "--without", past)
    run = jotto("candidates", *own)
    assert run.out == "hatch\nmatch\n"
    assert "1 of the 3 words" in run.err
    assert jotto("suggest", "crane=0,2", *own, "--json").json["candidates"] == 2
    assert jotto("word", "crane", *own).out.startswith("CRANE may be guessed, but cannot be")
    assert "every secret is in" in jotto("suggest", "--words", past, "--without", past).refusal
    assert "--without" in jotto("suggest", "--game", "mastermind:2x2", "--without", past).refusal
