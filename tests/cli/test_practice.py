"""``jotto practice`` and ``jotto league``: at a prompt, as JSON, and what they store."""

from dataclasses import asdict
from datetime import date

import pytest
from terminal import Terminal

from jotto.assistant.practice import StoredDeck

# by tests/assistant/test_review.py: chm takes 2.25 guesses, each word of FAMILY 2.5
TABLE = """\
guess  guesses needed  regret  bits  parts  at worst  can be the secret
chm              2.25    0.00  1.50      3         2  no
bat              2.50    0.25  0.81      2         3  yes
cat              2.50    0.25  0.81      2         3  yes
"""
WHY = "CHM can get 3 scores and leaves 1.5 on average, at most 2. BAT: 2 scores, 2.5, 3.\n"


@pytest.fixture
def deck(tmp_path):
    """What the deck holds."""
    path = tmp_path / "data" / "jotto" / "games.sqlite"
    return lambda: asdict(StoredDeck(path).load())


@pytest.fixture
def played(jotto, family):
    """Play a game in which bat, the first guess, cost a quarter of a guess."""
    jotto("play", *family, typed="bat 2,0\nhat\n3,0\n")
    return family


def test_a_position_of_a_game_is_repeated_until_it_is_found(played, jotto, deck):
    ran = jotto("practice", *played, "--n", 1, typed="xyz\nlist\nbat\n\nchm\n")
    begin = "For what is still possible, type list.\nThe best guess: "
    assert ran.out == (
        f"Position 1 of 1\n{begin}'xyz' is not an allowed guess\nThe best guess: "
        "4 candidates: bat cat hat mat\nThe best guess: "
        f"BAT takes 0.25 guesses more than CHM.\n{TABLE}{WHY}In your game you guessed BAT.\n\n"
        f"Once more\n{begin}The answer: CHM is the best guess.\n{TABLE}"
        "CHM can get 3 scores and leaves 1.5 on average, at most 2.\n"
        "In your game you guessed BAT.\n\n"
        f"Once more\n{begin}CHM is the best guess.\n{TABLE}"
        "CHM can get 3 scores and leaves 1.5 on average, at most 2.\n"
        "In your game you guessed BAT.\n\n"
        "0 of 1 found at once. Rating 1,000 (+0).\n"
    )
    [card] = deck()["cards"]
    assert (card["guess"], card["turns"], card["box"]) == ("bat", (), 1)
    assert (date.fromisoformat(card["due"]) - date.fromisoformat(card["seen"])).days == 1
    again = jotto("practice", *played)
    assert (again.status, again.out) == (1, "")
    assert again.err == f"jotto: no position of this game is due before {card['due']}\n"


def test_what_is_typed_while_it_looks_for_positions_is_neither_shown_nor_an_answer():
    with Terminal("practice", "--n", "1") as terminal:
        terminal.expect("looking for positions")
        terminal.type("qqq\rqq")
        terminal.answer("The best guess:", "")
        terminal.expect("Once more")
        assert "qq" not in terminal.text


def test_a_game_in_which_every_guess_is_as_good_says_so(jotto, write):
    alike = jotto("practice", "--words", write("bat", "cat", "hat", "mat"))  # none splits the rest
    assert (alike.status, alike.out) == (1, "")
    assert "in this game no guess is much better than the others" in alike.err


def test_the_answers_that_were_given_are_stored_when_the_input_ends(jotto, deck):
    game = ("practice", "--game", "mastermind:4x6", "--n", 3)
    first = jotto(*game, "--json").json
    assert [len(row["turns"]) > 0 for row in first["positions"]] == [True] * 3
    assert (first["rating"], first["answers"]) == (1000, 0)
    ran = jotto(*game, typed="\n")
    assert "0 of 1 found at once. Rating 9" in ran.out
    assert deck()["answers"] == 1
    later = jotto(*game, "--json").json["positions"]
    assert later == first["positions"][1:] + first["positions"][:1]  # what was missed comes last


def test_json_grades_a_guess_and_the_next_position_is_another(played, jotto, deck):
    found = jotto("practice", *played, "--n", 1, "--guess", "bat", "--json").json
    yours = found["yours"]
    assert (found["unit"], yours["regret"], yours["found"]) == ("guesses", 0.25, False)
    assert [row["guess"] for row in found["best"]] == ["chm", "bat", "cat"]
    assert found["best"][0]["needs"] == 2.25
    assert found["rating"] == deck()["rating"] == 1000
    assert jotto("practice", *played, "--n", 1, "--guess", "chm").out.startswith("CHM is the best")
    assert deck()["cards"][0]["box"] == 1


def test_a_position_of_ones_own_is_graded_and_moves_nothing(family, jotto, tmp_path):
    own = ("practice", *family, "bat=2,0")
    assert jotto(*own, "--guess", "hat").out.startswith("HAT is the best guess.\n")
    # chm leaves cat alone, hat and mat together: 2 + 2 + 3; each of the three takes 1 + 2 + 3
    assert jotto(*own, typed="List\nchm\n").out.startswith(
        "bat=2,0\nFor what is still possible, type list.\nThe best guess: "
        "3 candidates: cat hat mat\nThe best guess: CHM takes 0.33 guesses more than CAT."
    )
    assert jotto(*own, "--json").json["candidates"] == ["cat", "hat", "mat"]
    assert "the game is over" in jotto("practice", *family, "bat=3,0").refusal
    assert "is not an allowed guess" in jotto(*own, "--guess", "xyz").refusal
    assert not (tmp_path / "state").exists()


def test_the_deck_can_be_deleted_and_a_damaged_one_is_named(played, jotto, tmp_path, deck):
    path = tmp_path / "state" / "jotto" / "practice.json"
    jotto("practice", *played, typed="")
    assert len(deck()["cards"]) > 0
    path.parent.mkdir(parents=True)
    path.write_text("{")
    assert "is damaged; delete it" in jotto("practice", *played).refusal
    assert jotto("practice", "--forget").status == 0
    assert not path.exists()
    assert "give it alone" in jotto("practice", "bat=2,0", *played, "--forget").refusal
    assert deck()["cards"] == ()
    assert jotto("practice", "--forget").status == 0


@pytest.mark.parametrize("typed", ["help", "Help", "?"])
def test_help_says_what_can_be_typed(jotto, family, typed):
    ran = jotto("practice", "bat=2,0", *family, typed=f"{typed}\nlist\nhat\n")
    meanings = "list: what is still possible; Enter: the answer; quit or Ctrl-D: leave."
    says = f"Type your guess; {meanings}"
    assert ran.out.count(says) == 1
    asked = [line.partition(says)[0] for line in ran.out.splitlines() if says in line]
    assert asked == ["The best guess: "]
    assert "3 candidates: cat hat mat" in ran.out
    assert "did you mean" not in ran.out


# --- league ---

CHAT = """26.11.24, 21:00 - Ann: Wordle 1,986 3/6
26.11.24, 21:01 - Bob: Wordle 1,986 X/6
26.11.24, 21:02 - Bob: Wordle 1,987 8/6
26.11.24, 21:03 - Ann: jotto 2 guesses
bat=2,0 hat=3,0
"""


def test_a_league_is_a_table_for_each_game(jotto, family, tmp_path):
    (tmp_path / "chat.txt").write_text(CHAT, "utf-8")
    week = ("--day", "2024-11-26", "--csv", "table.csv")
    ran = jotto("league", "chat.txt", *family, *week)
    assert ran.out == (
        "Wordle:\n"
        "name  games  found  mean  this week  its mean\n"
        "Ann       1      1  3.00          1      3.00\n"
        "Bob       1      0  7.00          1      7.00\n"
        "Best of the week from 2024-11-25: Ann (3.00)\n\n"
        "jotto:\n"
        "name  games  found  mean  skill  luck  this week  its mean\n"
        "Ann       1      1  2.00     83    66          1      2.00\n"
        "Best of the week from 2024-11-25: Ann (2.00)\n\n"
    )
    assert ran.err == (
        "jotto: note: chat.txt, line 3: 'Wordle 1,987 8/6' has 8 of at most 6 guesses\n"
        "jotto: note: Read as a WhatsApp export. Lines: 4 with results, 1 reported, 0 without.\n"
    )
    assert (tmp_path / "table.csv").read_text().startswith("game,name,games,found,mean,skill")
    found = jotto("league", "chat.txt", *family, "--json").json
    assert [row["line"] for row in found["unread"]] == [3]
    results = [(row["name"], row["guesses"]) for row in found["results"]]
    assert results == [("Ann", 3), ("Bob", 7), ("Ann", 2)]
    table = [(row["game"], row["name"], row["skill"]) for row in found["table"]]
    assert table == [("Wordle", "Ann", None), ("Wordle", "Bob", None), ("jotto", "Ann", 83)]
    assert "Best" not in jotto("league", "chat.txt", "--day", "2024-12-02").out


def test_a_file_without_results_and_dates_that_may_be_two_are_refused(jotto, write):
    empty = jotto("league", write("hello"))
    assert (empty.status, empty.out) == (1, "")
    assert "there are no results" in empty.err
    chat = write("3/4/26, 21:00 - Ann: Wordle 1,986 3/6")
    assert "comes first in dates (--dates)" in jotto("league", chat).refusal
    dated = jotto("league", chat, "--dates", "month", "--json").json["results"]
    assert dated[0]["date"] == "2026-03-04"
    assert "'today' is not a date" in jotto("league", chat, "--day", "today").refusal
    assert "cannot be read" in jotto("league", "no.txt").refusal


@pytest.mark.parametrize("encoding", ["cp1252", "utf-16", "utf-8-sig"])
def test_a_chat_in_another_encoding_merges_no_players(jotto, tmp_path, encoding):
    text = "Müller: Wordle 1,986 3/6\nMöller: Wordle 1,986 5/6\n"
    (tmp_path / "chat.txt").write_bytes(text.encode(encoding))
    ran = jotto("league", "chat.txt", "--json")
    assert [row["name"] for row in ran.json["results"]] == ["Müller", "Möller"]
    assert ("'chat.txt' is not UTF-8: read as cp1252" in ran.err) == (encoding == "cp1252")
