"""Live games that track both players, on a real terminal."""

import re
from itertools import product
from string import ascii_lowercase

import pytest
from naive import exact_elsewhere
from terminal import Terminal

from jotto.cli import prompt as prompt_module

HATCHES = ("hatch", "latch", "match", "patch", "watch")


END = "Enter to finish, undo to take back the last entry:"


def prompts(text: str) -> list[str]:
    """The guesses whose score was asked for, in turn."""
    return re.findall(r"Score for (\w+): ", text)


def aloud(score: str) -> str:
    """A score as it is told to the other player."""
    return "{} exact, {} elsewhere".format(*score.split(","))


def choice(text: str, what: str) -> str:
    """The letter of the explanation that contains ``what``."""
    return re.search(rf"^  ([a-e])  .*{re.escape(what)}", text, re.M)[1]


def theirs(screen: Terminal, guess: str, mine: str) -> None:
    screen.expect("Their guess:")
    screen.type(guess + "\r")
    screen.expect(f"Tell them: {aloud(exact_elsewhere(guess, mine))}")


@pytest.mark.full
def test_a_whole_game_with_everything_that_goes_wrong_at_a_table(tmp_path):
    """Their secret is tweep, which the list lacks; mine is crane."""
    state = {"XDG_STATE_HOME": str(tmp_path)}
    with Terminal("play", **state) as screen:
        screen.expect("type me or them")
        screen.expect("Score for ")
        screen.type("them\r")
        screen.expect("Your secret word")
        screen.type("crane\r")
        screen.expect("does the second get one last guess? [y/N]")
        screen.type("yes\r")
        theirs(screen, "slate", "crane")
        screen.expect("SLATE  2,0")
        screen.expect("Score for ")
        screen.type("tares=2,1\r")
        screen.expect("Their guess:")
        screen.type("undo\r")
        screen.expect("Score for ")
        screen.type("tares=2,0\r")
        screen.expect("Their guess:")
        screen.type("trace=3,0\r")  # it is 3,1
        told = screen.expect("Then type: edit their 2 3,1")
        assert "You told them trace=3,0, but it is 3,1." in told
        assert "Tell them: 3 exact, 1 elsewhere." in told
        screen.expect("yours is not one of them, so a score was wrong")
        screen.expect("Score for ")
        screen.type("edit their 2 3,1\r")
        screen.expect("yours is one of them")
        screen.expect("Score for ")
        screen.type("wised=1,0\r")
        screen.expect("Their guess:")
        screen.type("edit 2 1,1\r")
        screen.expect("They have")
        screen.expect("Their guess:")
        screen.process.kill()
        screen.process.wait()
    with Terminal("play", "--resume", **state) as screen:
        theirs(screen, "brace", "crane")
        paper = screen.expect("Your chances: win")
        for row in ("TARES  2,0", "SLATE  2,0", "WISED  1,1", "TRACE  3,1", "BRACE  3,1"):
            assert row in paper
        screen.expect("Score for ")
        screen.type("boule=0,1\r")
        theirs(screen, "grace", "crane")
        screen.expect("Score for ")
        screen.type("sneer=3,0\r")  # it is 2,0
        screen.expect("turn 4 (sneer=3,0)")
        listed = screen.expect("Letter, or score:")
        screen.type(choice(listed, "sneer may be 2,0, not 3,0; then it is tweet") + "\r")
        theirs(screen, "irate", "crane")
        screen.expect("Score for ")
        screen.type("tweet=4,0\r")
        screen.expect("turn 5 (tweet=4,0)")
        listed = screen.expect("Letter, or score:")
        screen.type(choice(listed, "the word is not in the list") + "\r")
        theirs(screen, "plane", "crane")
        assert "strings possible" in screen.expect("Score for ")
        screen.type("tweep\r")
        screen.expect("Score for TWEEP:")
        screen.type("5,0\r")
        screen.expect("You found  T W E E P  in 6 guesses.")
        screen.expect("You win.")
        screen.expect(END)
        screen.type("\r")
        assert screen.status() == 0
        assert "Traceback" not in screen.text


def test_options_say_what_would_be_asked(write, jotto):
    words = write(*HATCHES)
    both = ("--starts", "them", "--secret", "watch", "--no-last-turn")
    run = jotto("play", "--words", words, *both, typed="latch\nhatch 4,0\nwatch\n")
    assert "They have 5 words left; yours is one of them (20%).\nYour chances: win " in run.out
    assert "Tell them: 4 exact, 0 elsewhere\n" in run.out
    assert "They found your word in 2 guesses: they win.\n" in run.out
    assert run.out.endswith("What was their word (Enter to skip)? \n")
    assert run.status == 0


def test_who_finds_it_in_the_last_turn_draws(write, jotto):
    both = ("--starts", "them", "--secret", "watch", "--last-turn")
    run = jotto("play", "--words", write(*HATCHES), *both, typed="watch\n5,0\n")
    assert re.search(r"Your chances: win [\d.]+%, draw [\d.]+%\n", run.out)
    assert "They found your word in 1 guess. You have one last guess.\n" in run.out
    assert "They found your word in 1 guess: a draw.\n" in run.out


def test_the_scores_of_a_lost_game_are_checked_against_their_word(write, jotto):
    """latch and watch score 4,0 with each other, not 3,0; nonsense is asked for again."""
    both = ("--starts", "me", "--secret", "watch", "--no-last-turn")
    typed = "latch 4,0\nwatch\nw4tch\nhelp\nlatch\n"
    run = jotto("play", "--words", write(*HATCHES), *both, typed=typed)
    assert "They found your word in 1 guess: they win.\n" in run.out
    assert run.out.count("What was their word (Enter to skip)? ") == 3
    assert "'w4tch'" in run.out
    assert run.out.endswith("A score was wrong: latch=4,0; it is 5,0.\n")
    assert run.status == 0


def test_a_lost_game_is_continued_if_that_was_a_slip(write, jotto):
    both = ("--starts", "them", "--secret", "watch", "--no-last-turn")
    typed = "watch\nundo\nlatch\n5,0\n\n"
    run = jotto("play", "--words", write(*HATCHES), *both, typed=typed)
    assert "they win." in run.out
    assert run.out.endswith(f"You win.\n{END} ")


def test_a_secret_kept_from_the_program_needs_the_scores_told(write, jotto):
    typed = "me\n\nno\n4,0\nwatch\n4,0\nwatch 4,0\nsecret hatch\nturns\nq\n"
    run = jotto("play", "--words", write(*HATCHES), typed=typed)
    assert "'watch': your secret is private; type its score too: watch 1,1" in run.out
    assert "enter their guess, not a score; if it is your turn, type me" in run.out
    assert " 1  HATCH=4,0   WATCH=4,0" in run.out
    assert "Letters: in A C H T; open L M P W\n" in run.out
    assert "yours is one of them (25%)" in run.out


def test_a_wrong_score_told_before_the_secret_was_known_is_pointed_out(write, jotto):
    typed = "them\n\nno\nwatch 3,0\nsecret hatch\nedit their 1 4,0\nq\n"
    run = jotto("play", "--words", write(*HATCHES), typed=typed)
    said = "You told them watch=3,0, but it is 4,0. Tell them: 4 exact, 0 elsewhere. "
    assert f"{said}Then type: edit their 1 4,0\n" in run.out
    assert run.out.count("so a score was wrong") == 1


def test_turns_may_come_out_of_order(write, jotto):
    typed = "me\nwatch\nno\nthey latch\nthem\nmatch\nme\nhatch 4,0\nturns\nq\n"
    run = jotto("play", "--words", write(*HATCHES), typed=typed)
    assert " 1  HATCH=4,0   LATCH=4,0" in run.out
    assert " 2              MATCH=4,0" in run.out


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("they latch", "only your turns are tracked"),
        ("secret latch", "only your turns are tracked"),
        ("last turn", "only your turns are tracked"),
        ("edit their 1 1,1", "only your turns are tracked"),
        ("me\nwatch\nmaybe", "'maybe': type yes or no"),
        ("me\nwa7ch\n\nno", "'wa7ch'"),
        ("them\nwatch\nno\nh4tch", "'h4tch'"),
        ("them\nwatch\nno\nhatch=9,9", "'9,9'"),
        ("them\nwatch\nno\nedit their 3 1,1", "turn 3: there are no turns yet"),
        ("them\nwatch\nno\nnot a word", "their guess may be any word"),
    ],
)
def test_what_cannot_be_done_is_told_in_one_line_and_changes_nothing(write, jotto, typed, told):
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
    assert "4 words possible, likeliest first\nlatch\nmatch\npatch\nwatch\n" in run.out
    assert prompts(run.out) == ["HATCH", "LATCH", "LATCH", "HATCH"]
    assert "You found HATCH in 1 guess.\n" in run.out


def test_a_refused_word_stays_refused_after_a_resume(write, jotto):
    words = write(*HATCHES)
    jotto("play", "--words", words, typed="not a word\nlatch 4,0\n")
    run = jotto("play", "--resume", typed="list\n")
    assert "3 words possible, likeliest first\nmatch\npatch\nwatch\n" in run.out


def test_what_is_said_can_be_taken_back_after_a_resume(write, jotto):
    words = write(*HATCHES)
    both = ("--starts", "them", "--secret", "watch", "--last-turn")
    jotto("play", "--words", words, *both, typed="latch\nhatch 4,0\npatch\n")
    run = jotto("play", "--resume", typed="undo\nundo\nturns\n")
    # their patch, then my hatch; their latch stays
    assert re.search(r"Score for \w+:     you +they\n 1 +LATCH=4,0 *\n", run.out)


def test_a_hint_tells_a_little_more_each_time(write, jotto):
    run = jotto("play", "--words", write(*HATCHES), "--prior", "even", typed="hint\n" * 5)
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
    listed = run.out.partition(" 73 strings possible, likeliest first\n")[2].splitlines()[:73]
    every = {"".join(letters) for letters in product(ascii_lowercase, repeat=3)}
    fit = {word for word in every if exact_elsewhere("hat", word) == "2,0"}
    assert set(listed) == fit - {"lat", "mat"}
    run = jotto("play", "--resume", typed="turns\n")
    assert "HAT=2,0" in run.out
    assert re.search(r"\b73 strings possible", run.out)


@pytest.mark.full
def test_tab_completes_commands_and_words(write):
    with Terminal("play", "--words", str(write(*HATCHES))) as screen:
        screen.expect("Score for HATCH:")
        screen.type("wat\t")
        screen.expect("watch")
        screen.type(" 4,0\r")
        screen.expect("4 words possible")
        screen.expect("Score for HATCH:")
        screen.type("und\t")
        screen.expect("undo")
        screen.type("\r")
        screen.expect("5 words possible")
        screen.expect("Score for HATCH:")


def test_the_other_side_may_still_guess_after_a_win_with_a_word_outside_the_list(write, jotto):
    both = ("--starts", "me", "--secret", "watch", "--last-turn")
    run = jotto("play", "--words", write(*HATCHES), *both, typed="catty 5,0\nlatch\n")
    assert "You found theirs in 1 guess. They have one last guess.\n" in run.out
    board = "    you         they\n 1  CATTY=5,0   LATCH=4,0\n"
    assert f"You found CATTY in 1 guess.\n{board}You win.\n{END} " in run.out


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


def test_an_endgame_is_looked_through_to_the_end_and_says_so(write, jotto):
    """claim: hatch 0,2; latch and match 0,3; catch 1,1: 2 + 2 + 2 + 3 guesses for the four."""
    words, guesses = write("hatch", "latch", "match", "catch"), write("claim")
    run = jotto("play", "--words", words, "--guesses", guesses, typed="q\n")
    assert "Guess CLAIM." in run.out
    assert "Looking ahead: about 2.2 more guesses, never more than 3 (proved)." in run.out
    plain = jotto("play", "--words", words, "--guesses", guesses, "--think", "0", typed="q\n")
    assert "proved" not in plain.out


@pytest.mark.full
def test_what_is_found_while_the_player_thinks_is_told_and_taken_by_enter():
    with Terminal("play", "--think", "60") as screen:
        screen.expect("Score for ")
        screen.type("tares=1,1\r")
        screen.expect("Score for ")
        screen.type("moist=1,1\r")
        screen.expect("154 words possible")
        told = screen.expect("Enter to use it.")
        guess = re.search(r"Looking ahead, (\w{5}) is best: about \d\.\d more guesses,", told)[1]
        screen.type("\r")
        screen.expect(f"Guess  {' '.join(guess)} .")
        screen.expect("(proved)")
        screen.expect(f"Score for {guess}:")
        screen.type("q\r")
        assert screen.status() == 0


def test_suggest_looks_ahead_for_as_long_as_it_may(write, jotto):
    words, guesses = write("hatch", "latch", "match", "catch"), write("claim")
    game = ("--words", words, "--guesses", guesses, "--think", "20")
    run = jotto("suggest", *game)
    assert run.out.endswith("claim: about 2.2 more guesses, never more than 3 (proved)\n")
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
    assert "In the secret: a c h t." in run.out
    assert "Likeliest letters not yet known: l (25%), m (25%), p (25%), w (25%)." in run.out
    assert "latch\nmatch\npatch\nwatch\n" in run.out
    assert "hatch=4,0\nLetters: in A C H T; open L M P W\n" in run.out
    assert "There is nothing to take back." in run.out
    assert "5 words possible\n" in run.out
    assert run.out.endswith("It was MATCH.\n")


def test_a_guess_against_the_house_rules_is_noted(write, jotto):
    hard = ("--rule", "colours", "--allow", "hard")
    run = jotto("play", "--words", write(*HATCHES, "crane"), *hard, typed="hatch BGGGG\ncrane\nq\n")
    assert run.err == "jotto: note: 'crane' is not allowed here by --allow\n"


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("quit\n", "[y/N] "),
        ("give up\n", "[y/N] "),
        ("", "[y/N] \n"),
        ("help\nno\nq\n", "Type yes or no. With a last guess both can find the word"),
        ("undo\n5,0\n", "Guess HATCH"),
    ],
)
def test_a_question_can_be_left_explained_and_taken_back(write, jotto, typed, said):
    both = ("--starts", "them", "--secret", "latch")
    run = jotto("play", "--words", write(*HATCHES), *both, typed=typed)
    assert (run.status, run.err) == (0, "")
    assert said in run.out
    assert run.out.count("[y/N] ") == 1 + typed.startswith("help")


def test_a_game_left_at_a_question_says_how_to_continue(write, jotto):
    run = jotto("play", "--words", write(*HATCHES), typed="4,0\nme\nquit\n")
    assert "Advice on this position: jotto suggest hatch=4,0" in run.out
    assert run.status == 0


def test_what_another_thread_prints_leaves_the_prompt_in_a_pipe(monkeypatch, capsys):
    def typed(prompt):
        prompt_module.tell("Looking ahead, LATCH is best.", at="Score for HATCH: ")
        prompt_module.tell("Looking ahead, WATCH is best.", at="Score for LATCH: ")
        return "latch"

    monkeypatch.setattr("builtins.input", typed)
    assert prompt_module.ask("Score for HATCH: ") == "latch"
    assert capsys.readouterr().out == "\nLooking ahead, LATCH is best.\nScore for HATCH: "


def test_a_lost_game_ends_with_the_turns_of_both_and_a_check_of_their_scores(write, jotto):
    both = ("--starts", "them", "--secret", "watch", "--no-last-turn")
    play = ("play", "--words", write(*HATCHES), *both)
    lost = "latch\nhatch 4,0\nwatch\n"
    board = "    you         they\n 1  HATCH=4,0   LATCH=4,0\n 2              WATCH=5,0\n"
    right = jotto(*play, typed=f"{lost}match\n")
    assert f"{board}They found your word in 2 guesses: they win.\nWhat was" in right.out
    assert right.out.endswith("All scores they gave you are right.\n")
    wrong = jotto(*play, typed=f"{lost}hatch\n")
    assert wrong.out.endswith("A score was wrong: hatch=4,0; it is 5,0.\n")
    report = jotto("review")
    assert "They found watch in 2 guesses." in report.out
    assert report.status == 0


def test_only_a_certain_win_has_a_chance_of_100_per_cent(jotto):
    both = ("--starts", "me", "--secret", "quilt", "--no-last-turn", "--think", "0")
    mine = ("pales 1,1", "rents 3,0", "stets 3,0", "meets 4,0")
    turns = "".join(f"{turn}\nzzzzz 0,0\n" for turn in mine)
    run = jotto("play", *both, typed=f"{turns}quit\n")
    assert "Your chances: win over 99%\n" in run.out
    assert "win 100%" not in run.out
