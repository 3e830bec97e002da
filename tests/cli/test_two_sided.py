"""Both halves of a game through a real terminal."""

import re
import sys
from itertools import product
from string import ascii_lowercase

import pytest
from naive import exact_elsewhere
from terminal import Terminal

from jotto.cli import prompt as prompt_module

HATCHES = ("hatch", "latch", "match", "patch", "watch")


def choice(text: str, what: str) -> str:
    """The letter that applies the explanation that says ``what``."""
    return re.search(rf"^  ([a-e])  .*{re.escape(what)}", text, re.M)[1]


def theirs(screen: Terminal, guess: str, mine: str) -> None:
    screen.expect("their guess? ")
    screen.type(guess + "\n")
    screen.expect(f"{guess} scores {exact_elsewhere(guess, mine)} against your secret")


@pytest.mark.full
def test_a_whole_game_with_everything_that_goes_wrong_at_a_table(tmp_path):
    """Their secret is tweep, which the list lacks; mine is crane."""
    state = {"XDG_STATE_HOME": str(tmp_path)}
    with Terminal("play", **state) as screen:
        screen.expect("Say me or them")
        screen.type("them\n")
        screen.expect("Your own secret")
        screen.type("crane\n")
        screen.expect("guess once more")
        screen.type("yes\n")
        theirs(screen, "slate", "crane")
        screen.expect("slate=2,0")
        screen.type("tares=2,1\n")
        screen.expect("their guess? ")
        screen.type("undo\n")
        screen.expect("Guess ")
        screen.type("tares=2,0\n")
        screen.expect("their guess? ")
        screen.type("trace=3,0\n")  # it is 3,1
        screen.expect("You told them trace=3,0, but it is 3,1: tell them")
        screen.expect("none of them: a score was wrong")
        screen.type("edit their 2 3,1\n")
        screen.expect("yours is one of them")
        screen.type("wised=1,0\n")
        screen.expect("their guess? ")
        screen.type("edit 2 1,1\n")
        screen.expect("their guess? ")
        screen.process.kill()
        screen.process.wait()
    with Terminal("play", "--resume", **state) as screen:
        theirs(screen, "brace", "crane")
        paper = screen.expect("win the race")
        for row in ("tares=2,0", "slate=2,0", "wised=1,1", "trace=3,1", "brace=3,1"):
            assert row in paper
        screen.type("boule=0,1\n")
        theirs(screen, "grace", "crane")
        screen.type("sneer=3,0\n")  # it is 2,0
        screen.expect("no secret fits: turn 4 (sneer=3,0)")
        screen.type(choice(screen.expect("no list"), "not sneer=3,0 but 2,0: tweet") + "\n")
        theirs(screen, "irate", "crane")
        screen.type("tweet=4,0\n")
        screen.expect("no secret fits: turn 5 (tweet=4,0)")
        listed = screen.expect("the secret is in no list")
        screen.type(choice(listed, "the secret is in no list") + "\n")
        theirs(screen, "plane", "crane")
        assert "strings left" in screen.expect("Guess")
        screen.type("tweep\n")
        screen.expect("tweep? ")
        screen.type("5,0\n")
        screen.expect("tweep it is: found in 6 guesses.")
        screen.expect("You win the race.")
        assert screen.status() == 0
        assert "Traceback" not in screen.text


def test_options_say_what_would_be_asked(write, jotto):
    words = write(*HATCHES)
    both = ("--starts", "them", "--secret", "watch", "--no-last-turn")
    run = jotto("play", "--words", words, *both, typed="latch\nhatch 4,0\nwatch\n")
    assert "They have 5 candidates left for your secret; yours is one of them (20 %)." in run.out
    assert "latch scores 4,0 against your secret: tell them so." in run.out
    assert "They have found your secret in 2 guesses: they win the race." in run.out
    assert run.status == 0


def test_who_finds_it_in_the_last_turn_draws(write, jotto):
    both = ("--starts", "them", "--secret", "watch", "--last-turn")
    run = jotto("play", "--words", write(*HATCHES), *both, typed="watch\n5,0\n")
    assert "to draw" in run.out
    assert run.out.endswith("They have found your secret in 1 guess: a draw.\n")


def test_a_secret_kept_from_the_program_needs_the_scores_told(write, jotto):
    typed = "me\n\nno\n4,0\nwatch\n4,0\nwatch 4,0\nsecret hatch\nturns\nq\n"
    run = jotto("play", "--words", write(*HATCHES), typed=typed)
    assert "I do not know your secret; say what you told them: watch 1,1" in run.out
    assert "their guess is awaited, not a score; say me if it is your turn" in run.out
    assert "1  hatch=4,0  watch=4,0" in run.out
    assert "letters  in: a c h t | open: l m p w | out: -" in run.out
    assert "yours is one of them (25 %)" in run.out


def test_a_wrong_score_told_before_the_secret_was_known_is_pointed_out(write, jotto):
    typed = "them\n\nno\nwatch 3,0\nsecret hatch\nedit their 1 4,0\nq\n"
    run = jotto("play", "--words", write(*HATCHES), typed=typed)
    said = "You told them watch=3,0, but it is 4,0: tell them, and then say edit their 1 4,0."
    assert said in run.out
    assert run.out.count("a score was wrong") == 1


def test_turns_may_come_out_of_order(write, jotto):
    typed = "me\nwatch\nno\nthey latch\nthem\nmatch\nme\nhatch 4,0\nturns\nq\n"
    run = jotto("play", "--words", write(*HATCHES), typed=typed)
    assert "1  hatch=4,0  latch=4,0" in run.out
    assert "2             match=4,0" in run.out


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("they latch", "only your half of the game is kept"),
        ("secret latch", "only your half of the game is kept"),
        ("last turn", "only your half of the game is kept"),
        ("edit their 1 1,1", "only your half of the game is kept"),
        ("me\nwatch\nmaybe", "'maybe': say yes or no"),
        ("me\nwa7ch\n\nno", "'wa7ch'"),
        ("them\nwatch\nno\nh4tch", "'h4tch'"),
        ("them\nwatch\nno\nhatch=9,9", "'9,9'"),
        ("them\nwatch\nno\nedit their 3 1,1", "turn 3: there is no such turn"),
        ("them\nwatch\nno\nnot a word", "their guess is awaited"),
    ],
)
def test_what_cannot_be_done_is_told_in_one_line_and_the_game_goes_on(write, jotto, typed, told):
    run = jotto("play", "--words", write(*HATCHES), typed=typed + "\nq\n")
    assert told in run.out
    assert (run.status, run.err) == (0, "")


def test_a_side_that_there_is_not_is_refused(write, jotto):
    run = jotto("play", "--words", write(*HATCHES), "--starts", "nobody")
    assert (run.status, run.err) == (2, "jotto: --starts 'nobody': write me or them\n")
    run = jotto("play", "--secret", "watch")
    assert (run.status, run.out, run.err.count("\n")) == (2, "", 1)
    assert "add --starts me or them" in run.err
    run = jotto("play", "--words", write(*HATCHES), "--starts", "me", "--secret", "x")
    assert (run.status, run.err.count("\n")) == (2, 1)


def test_a_word_refused_at_the_table_is_not_proposed_again(write, jotto):
    run = jotto("play", "--words", write(*HATCHES), typed="not a word\nlist\nundo\n5,0\n")
    assert "4 candidates\nlatch\nmatch\npatch\nwatch\n" in run.out
    assert run.out.endswith("hatch it is: found in 1 guess.\n")


def test_a_refused_word_stays_refused_after_a_resume(write, jotto):
    words = write(*HATCHES)
    jotto("play", "--words", words, typed="not a word\nlatch 4,0\n")
    run = jotto("play", "--resume", typed="list\n")
    assert "3 candidates\nmatch\npatch\nwatch\n" in run.out


def test_what_is_said_can_be_taken_back_after_a_resume(write, jotto):
    words = write(*HATCHES)
    both = ("--starts", "them", "--secret", "watch", "--last-turn")
    jotto("play", "--words", words, *both, typed="latch\nhatch 4,0\npatch\n")
    run = jotto("play", "--resume", typed="undo\nundo\nturns\n")
    assert "1       latch=4,0" in run.out.split("their guess?")[-1] + run.out


def test_a_hint_tells_a_little_more_each_time(write, jotto):
    run = jotto("play", "--words", write(*HATCHES), "--prior", "even", typed="hint\n" * 5)
    assert "Surely in the secret: a c h t. Surely not: nothing yet." in run.out
    assert "The likeliest of the open letters: l (20%), m (20%), p (20%), w (20%)." in run.out
    assert "a at place 2 (100%), t at place 3 (100%), c at place 4 (100%)" in run.out
    assert run.out.count("The likeliest secret: hatch (20%).") == 2


def test_outside_the_list_the_strings_are_counted_and_listed(write, jotto):
    typed = "hat 2,0\noutside\nlist\nsave\nq\n"
    run = jotto("play", "--words", write("hat", "lat", "mat"), typed=typed)
    assert "jotto play --resume goes on" in run.out
    # one of 3 places holds another of 26 letters; lat and mat are in the list
    assert re.search(r"\b73 strings left", run.out)
    listed = run.out.partition(" 73 candidates\n")[2].splitlines()[:73]
    every = {"".join(letters) for letters in product(ascii_lowercase, repeat=3)}
    fit = {word for word in every if exact_elsewhere("hat", word) == "2,0"}
    assert set(listed) == fit - {"lat", "mat"}
    run = jotto("play", "--resume", typed="turns\n")
    assert "hat=2,0" in run.out
    assert re.search(r"\b73 strings left", run.out)


@pytest.mark.full
def test_tab_completes_commands_and_words(write):
    with Terminal("play", "--words", str(write(*HATCHES))) as screen:
        screen.expect("hatch? ")
        screen.type("wat\t")
        screen.expect("watch")
        screen.type(" 4,0\n")
        screen.expect("4 candidates left")
        screen.expect("hatch? ")
        screen.type("und\t")
        screen.expect("undo")
        screen.type("\n")
        screen.expect("hatch? ")


def test_the_other_side_may_still_guess_after_a_win_with_a_word_outside_the_list(write, jotto):
    both = ("--starts", "me", "--secret", "watch", "--last-turn")
    run = jotto("play", "--words", write(*HATCHES), *both, typed="catty 5,0\nlatch\n")
    assert "You have found theirs in 1 guess: the other side may guess once more." in run.out
    assert run.out.endswith("catty it is: found in 1 guess.\nYou win the race.\n")


def test_near_the_end_of_the_race_a_guess_that_can_win_comes_before_one_that_splits(write, jotto):
    """They know my secret, so only the next guess counts: chm splits best, but cannot win."""
    words, guesses = write("bat", "cat", "hat", "mat"), write("chm")
    both = ("--starts", "them", "--secret", "mat", "--no-last-turn")
    told = "bat\nzoo 0,0\ncat\nzoo 0,0\nhat\nq\n"
    run = jotto("play", "--words", words, "--guesses", guesses, *both, typed=told)
    last = run.out.splitlines()[-3]
    assert re.match(r".*Guess (bat|cat|hat|mat): .*For the race: 25 % to win, 0 % with chm.", last)
    alone = jotto("play", "--words", words, "--guesses", guesses, typed="q\n")
    assert "Guess chm" in alone.out


def test_an_endgame_is_looked_through_to_the_end_and_says_so(write, jotto):
    """claim: hatch 0,2; latch and match 0,3; catch 1,1: 2 + 2 + 2 + 3 guesses for the four."""
    words, guesses = write("hatch", "latch", "match", "catch"), write("claim")
    run = jotto("play", "--words", words, "--guesses", guesses, typed="q\n")
    assert "Guess claim" in run.out
    assert "At most 3 more guesses, 2.25 on average: proved." in run.out
    plain = jotto("play", "--words", words, "--guesses", guesses, "--think", "0", typed="q\n")
    assert "proved" not in plain.out


@pytest.mark.full
def test_what_is_found_while_the_player_thinks_is_told_and_taken_by_enter():
    with Terminal("play", "--think", "60") as screen:
        screen.expect("Guess ")
        screen.type("tares=1,1\n")
        screen.expect("? ")
        screen.type("moist=1,1\n")
        screen.expect("154 candidates left")
        told = screen.expect("Enter takes it.")
        guess = re.search(r"Looked ahead: (\w{5})\. At most \d more guesses", told)[1]
        screen.type("\n")
        screen.expect(f"Guess {guess}")
        screen.expect("proved.")
        screen.expect(f"{guess}? ")
        screen.type("q\n")
        assert screen.status() == 0


def test_suggest_looks_ahead_for_as_long_as_it_may(write, jotto):
    words, guesses = write("hatch", "latch", "match", "catch"), write("claim")
    game = ("--words", words, "--guesses", guesses, "--think", "20")
    run = jotto("suggest", *game)
    assert run.out.endswith("claim: At most 3 more guesses, 2.25 on average: proved\n")
    found = jotto("suggest", *game, "--aim", "worst", "--json").json
    assert found["ahead"] == {"guess": "claim", "worst": 3, "mean": 2.25, "proved": True}
    assert found["suggestions"][0]["guess"] == "claim"
    far = jotto("suggest", "tares=1,1", "--think", "1", "--top", "1", "--json").json
    assert far["candidates"] == 1139
    assert not far["ahead"]["proved"]
    assert far["suggestions"][0]["guess"] == far["ahead"]["guess"]
    known = jotto("suggest", "hatch=4,0", "latch=4,0", *game, "--json").json
    assert "ahead" in known


@pytest.mark.parametrize("more", [("--aim", "median"), ("--think", "-1"), ("--think", "x")])
def test_what_cannot_be_thought_about_is_refused(jotto, more):
    for command in ("suggest", "play"):
        run = jotto(command, *more)
        assert (run.status, run.out) == (2, "")
        assert more[1] in run.err


def test_the_keeper_gives_hints_takes_back_and_lists(write, jotto):
    typed = "hint\nhatch\nhint\nhint\nlist\nturns\nundo\nundo\nleft\nq\n"
    run = jotto("keep", "--words", write(*HATCHES), "--secret", "match", typed=typed)
    assert "Surely in the secret: a c h t." in run.out
    assert "The likeliest of the open letters: l (25%), m (25%), p (25%), w (25%)." in run.out
    assert "latch\nmatch\npatch\nwatch\n" in run.out
    assert "letters  in: a c h t | open: l m p w | out: -" in run.out
    assert "There is nothing to take back." in run.out
    assert "5 secrets" in run.out
    judged = jotto(
        "keep", "--words", write(*HATCHES), "--secret", "match", "--coach", typed="match\n"
    )
    assert "You gave away 0.0 bits" in judged.out


def test_a_guess_against_the_house_rules_is_noted(write, jotto):
    hard = ("--rule", "colours", "--allow", "hard")
    run = jotto("play", "--words", write(*HATCHES, "crane"), *hard, typed="hatch BGGGG\ncrane\nq\n")
    assert run.err == "jotto: note: 'crane' is no guess that --allow allows here\n"


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("quit\n", "(yes, no)? "),
        ("", "(yes, no)? \n"),
        ("help\nno\nq\n", "undo takes the question back; quit leaves the game"),
        ("undo\n5,0\n", "Guess hatch"),
    ],
)
def test_a_question_can_be_left_explained_and_taken_back(write, jotto, typed, said):
    both = ("--starts", "them", "--secret", "latch")
    run = jotto("play", "--words", write(*HATCHES), *both, typed=typed)
    assert (run.status, run.err) == (0, "")
    assert said in run.out
    assert run.out.count("(yes, no)? ") == 1 + typed.startswith("help")


def test_a_game_left_at_a_question_says_how_to_go_on(write, jotto):
    run = jotto("play", "--words", write(*HATCHES), typed="4,0\nme\nquit\n")
    assert "To go on from here: jotto suggest hatch=4,0" in run.out
    assert run.status == 0


def test_a_line_is_told_above_the_prompt_where_there_is_no_readline(monkeypatch, capsys):
    """As on Windows."""
    monkeypatch.setitem(sys.modules, "readline", None)

    def typed(prompt):
        prompt_module.tell("Looked ahead.")
        return "latch"

    monkeypatch.setattr("builtins.input", typed)
    assert prompt_module.ask("hatch? ") == "latch"
    assert capsys.readouterr().out == "\r\x1b[KLooked ahead.\nhatch? "
