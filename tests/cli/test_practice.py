"""``jotto practice`` and ``jotto league``: at a prompt, as JSON, and what they store."""

from dataclasses import asdict
from datetime import date

import pytest
from terminal import Terminal

from jotto.assistant.deck import StoredDeck

# by tests/assistant/test_review.py: chm takes 2.25 guesses, each word of FAMILY 2.5
TABLE = """\
guess  takes  costs  leaves  chance
CHM    2.25   0.00   1.5     -
BAT    2.50   0.25   2.5     25%
CAT    2.50   0.25   2.5     25%
"""
CHM = "CHM has 3 possible scores and leaves 1.5 on average, 2 at most."
WHY = f"{CHM} BAT has 2 and leaves 2.5 on average, 3 at most.\n"
SURE = "Press Enter once more to see the answer; this position then counts as missed."
GAME = "Jotto: a score of 1,2 says 1 in the right place, 2 elsewhere. "
GAME += "For another game, run: jotto practice --game NAME"
LIST = "Type your guess, or list, hint, skip or help."


class Screened(Terminal):
    """A terminal whose screen is looked at."""

    def sees(self, *texts):
        """Wait until all of these are on the screen."""
        self.wait_for(lambda: all(text in self.seen for text in texts), f"{texts} on it")

    @property
    def seen(self):
        """What is on the screen, without the breaks of lines."""
        return " ".join(" ".join(self.picture).split())


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


def test_a_position_of_a_game_is_asked_for_and_comes_again_another_day(played, jotto, deck):
    ran = jotto("practice", *played, "--n", 1, typed="xyz\nlist\nbat\n")
    begin = f"Rating 1,000. Streak: 0.\n{GAME}\n{LIST}\nYour guess: "
    assert ran.out == (
        f"Jotto: Position 1 of 1\n{begin}'xyz' is not an allowed guess\nYour guess: "
        "4 words possible: BAT, CAT, HAT, MAT\nYour guess: "
        f"Close: BAT costs 0.25 more guesses than CHM.\n{TABLE}{WHY}In your game you guessed BAT.\n"
        "Theme: One letter differs, A guess that cannot be the word, A handful left, "
        "From my games.\n"
        "Rating 1,000 (+0). Streak: 0.\n\n"
        "A hard set: 0 of 1 found at once.\nRating 1,000 → 1,000 (+0).\n"
        "Longest streak: 0. Daily streak: 1.\n🟨\n"
    )
    found = jotto("practice", *played, "--n", 1, typed="chm\n").out
    assert "Right! CHM is the best guess." in found
    [card] = deck()["cards"]
    assert (card["guess"], card["turns"], card["box"]) == ("bat", (), 1)
    assert (date.fromisoformat(card["due"]) - date.fromisoformat(card["seen"])).days == 1
    again = jotto("practice", *played)
    assert (again.status, again.out) == (1, "")
    assert again.err == f"jotto: no position of this game is due before {card['due']}\n"


@pytest.mark.parametrize("typed", ["\n\n", "skip\nskip\n", "\nskip\n"])
def test_the_answer_is_shown_when_it_is_asked_for_twice(played, jotto, typed):
    ran = jotto("practice", *played, "--n", 1, typed=typed)
    sure, answer = ran.out.index(SURE), ran.out.index("The answer: CHM is the best guess.")
    assert sure < answer
    assert "Rating 1,000 → 984 (-16)." in ran.out
    once = jotto("practice", *played, "--n", 1, typed="\nlist\n\n").out
    assert "The answer:" not in once  # something else came between
    assert once.count(SURE) == 2


def test_a_hint_is_one_and_then_another(played, jotto):
    ran = jotto("practice", *played, "--n", 1, typed="hint\nhint\nchm\n")
    first, second = "The best guess cannot be the secret.", "The best guess begins with C."
    assert ran.out.count(first) == 2
    assert ran.out.count(second) == 1
    assert "With a hint: CHM is the best guess." in ran.out
    assert "0 of 1 found at once" in ran.out


def test_the_positions_of_the_game_that_was_finished_last(played, jotto):
    assert jotto("review").out.endswith(
        "To practise the positions where a guess cost most: jotto practice --last\n"
    )
    ran = jotto("practice", "--last", typed="chm\n")
    assert "Position 1 of 1" in ran.out
    assert "In your game you guessed BAT." in ran.out
    assert "leave these out" in jotto("practice", "--last", "--rule", "jots").refusal
    assert "leave these out" in jotto("practice", "--last", "--game", "wordle").refusal
    jotto("play", *played, typed="chm 0,1\nhat\n3,0\n")
    assert "--last" not in jotto("review").out
    well = jotto("practice", "--last", typed="")
    assert "In that game no guess cost much where few words were left" in well.err


def test_without_options_it_is_the_kind_of_game_that_was_finished_last(jotto, write):
    begins = jotto("practice", typed="").out.splitlines()[0]
    assert begins == "Jotto: Position 1 of 10"
    few = "--words", write("bat", "cat", "hat", "mat", "chm")
    jotto("play", *few, "--game", "fibble", typed="bat GGG\n")  # with lies, there is no practice
    jotto("play", *few, "--game", "dordle", typed="bat GGG BGG\ncat GGG\n")
    jotto("play", *few, "--game", "fibble", typed="bat GGG\n")
    told = jotto("practice", "--n", 1, typed="").out
    assert told.startswith("Wordle: Position 1 of 1\n")
    assert "Wordle: G (green) is in the right place, Y (yellow) elsewhere, B (grey) neither" in told
    assert jotto("practice", "--game", "jotto", typed="").out.startswith("Jotto: Position 1 of 10")


def test_what_was_practised_is_counted_by_theme(played, jotto):
    jotto("practice", *played, "--n", 1, typed="chm\n")
    assert jotto("practice", "--stats").out == (
        "Rating 1,016. Streak: 1. Daily streak: 1.\n"
        "One letter differs: 1 of 1 found\nA guess that cannot be the word: 1 of 1 found\n"
        "A handful left: 1 of 1 found\nFrom my games: 1 of 1 found\n"
    )
    stats = jotto("practice", "--stats", "--json").json
    assert (stats["rating"], stats["answers"], stats["streak"], stats["days"]) == (1016, 1, 1, 1)
    assert stats["themes"][0] == {"theme": "alike", "found": 1, "asked": 1}


def test_positions_of_a_theme(jotto):
    rows = jotto("practice", "--theme", "few", "--n", 3, "--json").json["positions"]
    assert [row["left"] <= 5 for row in rows] == [True] * 3
    assert jotto("practice", "--theme", "mine").status == 1  # there is no finished game


BEST = "Your guess >"


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (40, 15), (120, 40)])
def test_practice_is_played_on_a_screen(tmp_path, columns, rows):
    """With a pipe it is lines; see above. A round of one ends with its result."""
    words = tmp_path / "words"
    words.write_text("\n".join(["bat", "cat", "hat", "mat"]))
    more = tmp_path / "more"
    more.write_text("chm")
    game = ("practice", "--words", str(words), "--guesses", str(more), "--n", "1")
    with Screened(*game, columns=columns, rows=rows) as terminal:
        terminal.sees(BEST, "Position 1 of 1")
        terminal.type("help\r")
        terminal.sees("Ctrl-D")
        terminal.type("list\r")
        terminal.sees("4 words possible", "MAT")
        terminal.type("\r")
        terminal.sees("Press Enter once more")
        terminal.type("bat\r")
        terminal.sees("Close: BAT", "2.25", "0.25", "Rating 1,000 (+0)", "Enter for the result >")
        terminal.type("\r")
        terminal.sees("A hard set: 0 of 1", "~", "0/1", "again for 1 missed one")
        terminal.type("share\r")
        terminal.sees("jotto practice 0/1, rating 1,000 (+0)")
        terminal.type("again\r")
        terminal.sees("Position 1 of 1", BEST)
        terminal.type("chm\r")
        terminal.sees("Right! CHM is the best guess.")
        terminal.type("\r")
        terminal.sees("Perfect: 1 of 1", "Enter for ten more")
        terminal.type("q\r")
        assert terminal.status() == 0
        assert "Perfect: 1 of 1 found at once." in terminal.text


def test_the_result_of_a_round_has_one_rating_and_what_each_miss_cost():
    with Screened("practice", "--n", "2", "--game", "jotto") as terminal:
        titles = []
        for number in (1, 2):
            terminal.sees(BEST, f"Position {number} of 2")
            terminal.type("list\r")
            terminal.sees("possible:")
            terminal.type("skip\r")
            terminal.sees("Press Enter once more")
            terminal.type("skip\r")
            terminal.sees("Theme:", "Press Enter for")
            titles.append(terminal.picture[0].strip())
            terminal.type("\r")
        terminal.sees("A hard set: 0 of 2", *titles)
        assert titles[0].startswith("The answer: ")
        assert terminal.seen.count("Rating") == 1
        terminal.type("quit\r")
        assert terminal.status() == 0


def test_what_is_typed_while_it_looks_for_positions_is_neither_shown_nor_an_answer():
    with Terminal("practice", "--n", "1") as terminal:
        terminal.expect("looking for positions")
        terminal.type("qqq\rqq")
        terminal.expect("Your guess >")
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
    ran = jotto(*game, typed="\n\n")
    assert "Stopped after 1 of 3: 0 found at once.\nRating 1,000 → 9" in ran.out
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
    assert jotto("practice", *played, "--n", 1, "--guess", "chm").out.startswith("Right! CHM is")
    assert deck()["cards"][0]["box"] == 1


def test_a_position_of_ones_own_is_graded_and_moves_nothing(family, jotto, tmp_path):
    own = ("practice", *family, "bat=2,0")
    assert jotto(*own, "--guess", "hat").out.startswith("Right! HAT is the best guess.\n")
    # chm leaves cat alone, hat and mat together: 2 + 2 + 3; each of the three takes 1 + 2 + 3
    assert jotto(*own, typed="List\nchm\n").out.startswith(
        f"bat=2,0\n{LIST}\nYour guess: "
        "3 words possible: CAT, HAT, MAT\nYour guess: "
        "Close: CHM costs 0.33 more guesses than CAT."
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
    assert jotto("practice", "--forget", "--yes").status == 0
    assert not path.exists()
    assert "give it alone" in jotto("practice", "bat=2,0", *played, "--forget").refusal
    assert deck()["cards"] == ()
    assert jotto("practice", "--forget", "--yes").status == 0


def test_where_nothing_can_be_written_practice_goes_on_without_a_rating(family, jotto, write):
    path = write("in the way")
    ran = jotto("practice", *family, "--n", 1, typed="mat\n", XDG_DATA_HOME=str(path))
    assert (ran.status, "\nRating 1,000 → 1,000 (+0).\n" in ran.out) == (0, True)
    assert ran.err.count("; your rating stays as it is\n") == ran.err.count(str(path)) == 1


@pytest.mark.parametrize("typed", ["help", "Help", "?"])
def test_help_says_what_can_be_typed(jotto, family, typed):
    ran = jotto("practice", "bat=2,0", *family, typed=f"{typed}\nlist\nhat\n")
    says = (
        "Type your guess, list (the words that are left), hint (twice for more), "
        "skip (for the answer, or Enter twice) or quit (or Ctrl-D)."
    )
    assert ran.out.count(says) == 1
    asked = [line.partition(says)[0] for line in ran.out.splitlines() if says in line]
    assert asked == ["Your guess: "]
    assert "3 words possible: CAT, HAT, MAT" in ran.out
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
        "#  name  last 7 days    average  played  solved  streak\n"
        "1  Ann   - - - - - - 3     3.00       1       1       1\n"
        "2  Bob   - - - - - - X     7.00       1       0       0\n"
        "Best average in the week from 2024-11-25: Ann (3.00).\n"
        "\n"
        "jotto:\n"
        "#  name  last 7 days    average  played  solved  streak  skill  luck\n"
        "1  Ann   - - - - - - 2     2.00       1       1       1     83    66\n"
        "Best average in the week from 2024-11-25: Ann (2.00).\n"
        "\n"
        "The last seven days end on 2024-11-26. Each number is that day's guesses, "
        "and X is a game that was not solved.\n"
        "The lowest average comes first.\n"
        "A game that was not solved counts as one more guess than it allows.\n"
    )
    piped = jotto("league", "-", *family, *week, typed=CHAT)
    assert (piped.out, "-, line 3: 'Wordle 1,987 8/6'" in piped.err) == (ran.out, True)
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


MONTH = "\n".join(
    f"2026-11-{day:02} 21:00 {name}: Wordle {1960 + day} {guesses}/6"
    for name, days, guesses in (
        ("Ann Lee", range(1, 27), 3),
        ("Bob", range(2, 27), 4),
        ("Cy", range(20, 27), 5),
        ("李明", (*range(1, 20), 26), "X"),
    )
    for day in days
)


def test_a_league_is_counted_as_asked(jotto, write):
    chat = write(MONTH)
    table = jotto("league", chat, "--lost", "out", "--least", "21").out
    assert "1  Ann Lee  3 3 3 3 3 3 3     3.00      26      26      26" in table
    assert "Cy has 7 games, 5.00 on average, and needs 14 more games.\n" in table
    assert "李明 has 20 games, and needs 1 more game.\n" in table
    assert "A game that was not solved is left out of the average.\n" in table
    assert "A place takes 21 games.\n" in table
    usual = jotto("league", chat, "--lost", "9").out
    assert "3  李明     - - - - - - X     9.00      20       0       0  " in usual
    assert "A place takes 9 games, a third of the 26 that the busiest player has.\n" in usual
    assert "counts as 9 guesses" in usual
    assert (
        "write a number of guesses, 1 to 1,000, or out (--lost)"
        in jotto("league", chat, "--lost", "nine").refusal
    )
    assert "(--least)" in jotto("league", chat, "--least", "0").refusal


def test_a_league_is_a_text_to_paste(jotto, write):
    chat = write(MONTH)
    assert jotto("league", chat, "--share").out == (
        "League of Wordle, seven days to 2026-11-26\n"
        "🥇 Ann Lee 3.00 3️⃣3️⃣3️⃣3️⃣3️⃣3️⃣3️⃣\n"
        "🥈 Bob 4.00 4️⃣4️⃣4️⃣4️⃣4️⃣4️⃣4️⃣\n"
        "🥉 李明 7.00 ▫️▫️▫️▫️▫️▫️❌\n"
    )
    assert "leave one of them out" in jotto("league", chat, "--share", "--json").refusal


@pytest.mark.parametrize(
    ("columns", "head"),
    [
        (80, "#  name     last 7 days    average  played  solved  streak  average by week"),
        (60, "#  name     last 7 days    average  played  solved  streak"),
        (45, "#  name     last 7 days    average  played"),
        (40, "#  name     last 7 days    average"),
        (30, "#  name     average"),
    ],
)
def test_the_table_of_a_league_fits_a_terminal(tmp_path, columns, head):
    (tmp_path / "chat.txt").write_text(MONTH, "utf-8")
    path = str(tmp_path / "chat.txt")
    with Terminal("league", path, "--lost", "9", columns=columns, rows=40) as terminal:
        assert terminal.status() == 0
        lines = [line.rstrip() for line in terminal.screen.display]
        row = terminal.screen.buffer[next(n for n, line in enumerate(lines) if "Ann Lee" in line)]
    assert head in lines
    assert "counts as 9 guesses" in " ".join(lines)
    days = [row[at] for at in range(columns) if row[at].data == "3" and row[at].bg != "default"]
    assert len(days) == (7 if "days" in head else 0)  # each with its number, in green
    assert len({day.bg for day in days}) <= 1


@pytest.mark.parametrize("encoding", ["cp1252", "utf-16", "utf-8-sig"])
def test_a_chat_in_another_encoding_merges_no_players(jotto, tmp_path, encoding):
    text = "Müller: Wordle 1,986 3/6\nMöller: Wordle 1,986 5/6\n"
    (tmp_path / "chat.txt").write_bytes(text.encode(encoding))
    ran = jotto("league", "chat.txt", "--json")
    assert [row["name"] for row in ran.json["results"]] == ["Müller", "Möller"]
    assert ("'chat.txt' is not UTF-8: read as cp1252" in ran.err) == (encoding == "cp1252")
