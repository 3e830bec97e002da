"""Live games that track both players, on a real terminal."""

import io
import re
import sys
import threading
import time

import pytest
from lists import HATCHES
from terminal import END, Terminal

from jotto.cli import render


def test_a_secret_kept_from_the_program_needs_the_scores_told(play):
    run = play("me\n\nno\n4,0\nwatch\n4,0\nwatch 4,0\nsecret hatch\nturns\nq\n")
    assert "'watch': your secret is private; type its score too: watch 1,0" in run.out
    assert "enter their guess, not a score; if it is your turn, type me" in run.out
    assert " 1  HATCH=4,0   WATCH=4,0" in run.out
    assert "Letters: in A C H T; open L M P W\n" in run.out
    assert "yours is one of them (25%)" in run.out


def test_a_wrong_score_told_before_the_secret_was_known_is_pointed_out(play):
    run = play("them\n\nno\nwatch 3,0\nsecret hatch\nedit their 1 4,0\nq\n")
    said = "You told them watch=3,0, but it is 4,0. Tell them: 4 exact, 0 elsewhere. "
    assert f"{said}Then correct their turn 1.\n" in run.out
    assert run.out.count("so a score was wrong") == 1


def test_after_my_win_only_their_last_guess_is_left(play, jotto):
    """Mine is won with an unlisted word."""
    typed = "me\nwatch\nyes\npatch 4,0\nlatch\nbotch 5,0\nme\n1,1\nturns\nq\n"
    run = play(typed)
    assert "enter their guess, not a score (nothing changed" in run.out
    assert run.out.count("you have found the secret: only their last guess is left") == 1
    run = jotto("play", "--resume", typed="q\n")
    assert "You found theirs in 2 guesses. They have one last guess." in run.out
    assert run.out.count("Their guess: ") == 1
    assert "Score for" not in run.out
    assert jotto("play", "--resume", typed="match\n").out.endswith(f"You win.\n{END} \n")


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("they latch", ["only your turns are tracked"]),
        ("last turn", ["only your turns are tracked"]),
        ("me\nwatch\nmaybe", ["'maybe': type yes or no"]),
        ("me\nwa7ch\n\nno", ["'wa7ch'"]),
        (
            "them\nwatch\nno\nh4tch\nhatch=9,9\nedit their 3 1,1\nnot a word",
            ["'h4tch'", "'9,9'", "turn 3: there are no turns yet", "their guess may be any word"],
        ),
    ],
)
def test_what_cannot_be_done_is_told_in_one_line_and_changes_nothing(play, typed, told):
    run = play(f"{typed}\nturns\nq\n")
    assert all(text in run.out for text in told)
    assert "There are no turns yet." in run.out or typed.endswith("maybe")
    assert (run.status, run.err) == (0, "")


def test_a_side_that_there_is_not_is_refused(play):
    assert play("", "--starts", "nobody").refusal == "jotto: --starts 'nobody': write me or them\n"
    assert "add --starts me or them" in play("", "--secret", "watch").refusal
    assert "'h4tch'" in play("", "--starts", "me", "--secret", "h4tch").refusal


def test_a_refused_word_stays_refused_after_a_resume(play, jotto):
    run = play("not a word\nlist\nlatch 4,0\n")
    assert "4 words possible, likeliest first\nlatch\nmatch\npatch\nwatch\n" in run.out
    run = jotto("play", "--resume", typed="list\n")
    assert "3 words possible, likeliest first\nmatch\npatch\nwatch\n" in run.out


def test_a_hint_tells_a_little_more_each_time(play):
    run = play("hint\n" * 5, "--prior", "even")
    assert "In the secret: a c h t. Not in it: none known." in run.out
    assert "Likeliest letters not yet known: l (20%), m (20%), p (20%), w (20%)." in run.out
    assert "a at place 2 (100%), t at place 3 (100%), c at place 4 (100%)" in run.out
    assert run.out.count("Likeliest secret: hatch (20%).") == 2


def test_outside_the_list_the_strings_are_counted_and_listed(write, jotto):
    typed = "hat 2,0\nunlisted\nlist\nsave\nq\n"
    run = jotto("play", "--words", write("hat", "lat", "mat"), typed=typed)
    assert "The game is saved at every change; jotto play --resume continues it." in run.out
    # one of 3 places holds another of 26 letters; lat and mat are in the list
    assert re.search(r"\b73 strings possible", run.out)
    run = jotto("play", "--resume", typed="turns\n")
    assert "HAT=2,0" in run.out
    assert re.search(r"\b73 strings possible", run.out)


def test_near_the_end_of_the_race_a_guess_that_can_win_comes_before_one_that_splits(write, jotto):
    """They know my secret, so only the next guess counts: chm splits best, but cannot win."""
    words, guesses = write("bat", "cat", "hat", "mat"), write("chm")
    both = ("--starts", "them", "--secret", "mat", "--no-last-turn")
    told = "bat\nzoo 0,0\ncat\nzoo 0,0\nhat\nq\n"
    run = jotto("play", "--words", words, "--guesses", guesses, *both, typed=told)
    *_, last = re.finditer(r"Guess (BAT|CAT|HAT|MAT) \(for the race\)\.", run.out)
    assert " Your chance to win: 25%; with chm: 0.35%.\n" in run.out[last.end() :]
    alone = jotto("play", "--words", words, "--guesses", guesses, typed="q\n")
    assert "Guess CHM." in alone.out


def test_an_endgame_is_looked_through_to_the_end_and_says_so(hatches, jotto):
    run = jotto("play", *hatches, typed="q\n")
    assert "Guess CLAIM." in run.out
    assert "Looking ahead: about 2.2 more guesses, never more than 3 (proved)." in run.out
    plain = jotto("play", *hatches, "--think", "0", typed="q\n")
    assert "proved" not in plain.out


@pytest.mark.full
def test_what_is_found_while_the_player_thinks_is_told_and_taken_by_enter():
    with Terminal("play", "--plain", "--think", "60") as screen:
        for turn in ("tares=1,1", "moist=1,1"):
            screen.expect("Score for ")
            screen.type(f"{turn}\r")
        screen.expect("154 possible")
        told = screen.expect("Enter to use it.")
        guess = re.search(r"Looking ahead, (\w{5}) is best: about \d\.\d more guesses,", told)[1]
        screen.type("\r")
        screen.expect(f"Guess {guess}.")
        screen.expect("(proved)")
        screen.expect(f"Score for {guess}:")
        screen.type("q\r")
        assert screen.status() == 0


def test_suggest_looks_ahead_for_as_long_as_it_may(hatches, jotto):
    game = (*hatches, "--think", "20")
    run = jotto("suggest", *game)
    assert run.out.endswith("claim: about 2.2 more guesses, never more than 3 (proved)\n")
    found = jotto("suggest", *game, "--aim", "worst", "--json").json
    scope = {"aim": "worst", "allow": "all", "opening": None, "max_guesses": None}
    proof = {"lower_bound": 9, "proved": True}
    assert found["ahead"] == {"guess": "claim", "worst": 3, "mean": 2.25, **scope, **proof}
    assert found["suggestions"][0]["guess"] == "claim"
    far = jotto("suggest", "tares=1,1", "--think", "1", "--top", "1", "--json").json
    assert far["candidates"] == 1139
    assert not far["ahead"]["proved"]
    assert far["suggestions"][0]["guess"] == far["ahead"]["guess"]
    known = jotto("suggest", "hatch=4,0", "latch=4,0", *game, "--json").json
    assert "ahead" in known


def test_the_keeper_gives_hints_takes_back_and_lists(write, jotto):
    typed = "hint\nhatch\nhint\nhint\nlist x\nlist\nturns\nundo\nundo\nleft\nq\n"
    run = jotto("keep", "--words", write(*HATCHES), "--secret", "match", typed=typed)
    assert "In the secret: a c h t." in run.out
    assert "Likeliest letters not yet known: l (25%), m (25%), p (25%), w (25%)." in run.out
    assert "list 'x': write the number of a page" in run.out
    assert "latch\nmatch\npatch\nwatch\n" in run.out
    assert " 1  HATCH=4,0\nLetters: in A C H T; open L M P W\n" in run.out
    assert "There is nothing to take back." in run.out
    assert "5 words possible\n" in run.out
    assert run.out.endswith("It was MATCH.\n")


def test_a_guess_against_the_house_rules_is_noted(write, jotto):
    hard = ("--rule", "colours", "--allow", "hard")
    run = jotto("play", "--words", write(*HATCHES, "crane"), *hard, typed="hatch BGGGG\ncrane\nq\n")
    assert run.err == "jotto: note: 'crane' is not one of the guesses allowed here\n"


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("give up\n", "[y/N] "),
        ("", "[y/N] \n"),
        ("help\nno\nq\n", "Type yes or no. With a last guess both can find the word"),
    ],
)
def test_a_question_can_be_left_and_explained(play, typed, said):
    run = play(typed, "--starts", "them", "--secret", "latch")
    assert (run.status, run.err) == (0, "")
    assert said in run.out
    assert run.out.count("[y/N] ") == 1 + typed.startswith("help")


def test_what_another_thread_prints_leaves_the_prompt_in_a_pipe(monkeypatch, capsys):
    def typed(prompt):
        render.tell("Looking ahead, LATCH is best.", at="Score for HATCH: ")
        render.tell("Looking ahead, WATCH is best.", at="Score for LATCH: ")
        return "latch"

    monkeypatch.setattr("builtins.input", typed)
    assert render.ask("Score for HATCH: ") == "latch"
    assert capsys.readouterr().out == "\nLooking ahead, LATCH is best.\nScore for HATCH: "


def test_what_another_thread_prints_is_wrapped_on_a_terminal(monkeypatch):
    class Narrow(io.StringIO):
        def isatty(self):
            return True

    said = "Looking ahead, LATCH is best: about 2.2 more guesses. Enter to use it."
    monkeypatch.setattr("sys.stdout", Narrow())
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setattr("builtins.input", lambda prompt: str(render.tell(said, at=prompt)))
    render.ask("Score for HATCH: ")
    first, second = "Looking ahead, LATCH is best: about 2.2", "more guesses. Enter to use it."
    assert sys.stdout.getvalue() == f"\n{first}\n{second}\nScore for HATCH: "


def test_help_shows_scores_of_the_rule_that_is_played(play):
    shown = play("help\nhelp both\nq\n", "--rule", "jots").out
    assert "  2                 the score of the guess\n" in shown
    assert "  edit their 2 2    correct their turn 2\n" in shown
    assert "1,1" not in shown


def test_what_is_printed_above_a_prompt_is_printed_to_its_end_before_the_game_goes_on(monkeypatch):
    began, shown = threading.Event(), []

    class Slow(io.StringIO):
        def write(self, text):
            if "LATCH" in text:
                began.set()
                time.sleep(0.2)
            shown.append(text)

    prompt = "Score for HATCH: "
    thinker = threading.Thread(target=render.tell, args=("LATCH is best.", prompt))
    monkeypatch.setattr("sys.stdout", Slow())
    monkeypatch.setattr("builtins.input", lambda _: thinker.start() or str(began.wait()))
    render.ask(prompt)
    print("The game is saved.")
    thinker.join()
    assert "".join(shown) == f"\nLATCH is best.\n{prompt}The game is saved.\n"


def test_a_lost_game_ends_with_the_turns_of_both_and_a_check_of_their_scores(play, jotto):
    both = ("--starts", "them", "--secret", "watch", "--no-last-turn")
    lost = "latch\nhatch 4,0\nwatch\n"
    board = "    you         they\n 1  HATCH=4,0   LATCH=4,0\n 2              WATCH=5,0\n"
    left = play(lost, *both)
    assert left.out.endswith("What was their word (Enter to skip)? \n")
    assert "They have 5 words left; yours is one of them (20%).\nYou " in left.out
    assert "Tell them: 4 exact, 0 elsewhere.\n" in left.out
    right = play(f"{lost}match\n", *both)
    assert f"{board}They found your word in 2 guesses: they win.\nWhat was" in right.out
    assert right.out.endswith("All scores they gave you are right.\n")
    # a word that contradicts a score counts only if it is typed again
    typo = play(f"{lost}hatch\nlatch\n", *both)
    assert "'hatch' contradicts hatch=4,0; enter it again if it is right\n" in typo.out
    assert '"secret": "latch"' in jotto("review", "--json").out
    wrong = play(f"{lost}w4tch\nhelp\nhatch\nhatch\n", *both)
    assert wrong.out.count("What was their word (Enter to skip)? ") == 4
    assert "'w4tch'" in wrong.out
    assert wrong.out.endswith("A score was wrong: hatch=4,0; it is 5,0.\n")
    assert '"secret": "hatch"' in jotto("review", "--json").out
    report = jotto("review")
    assert "They found watch in 2 guesses." in report.out
    assert report.status == 0
