import pytest
from terminal import Terminal

HATCHES = ("hatch", "latch", "match", "patch", "watch")


@pytest.mark.full
def test_a_game_is_won_through_a_terminal(write):
    with Terminal("play", "--words", str(write(*HATCHES))) as screen:
        screen.expect("5 candidates left (hatch, latch, match, patch, watch). Guess hatch: ")
        screen.expect("it can be the secret (20 %).")
        screen.expect("hatch? ")
        screen.type("4,0\n")
        screen.expect("4 candidates left (latch, match, patch, watch). Guess latch")
        screen.expect("latch? ")
        screen.type("watch\n")
        screen.expect("You guessed watch")
        screen.expect("watch? ")
        screen.type("40\n")
        screen.expect("latch? ")
        screen.type("patch=4/0\n")
        screen.expect("2 candidates left (latch, match). Guess latch")
        screen.expect("latch? ")
        screen.type("4b0c\n")
        screen.expect("It must be match.")
        screen.expect("match? ")
        screen.type("5,0\n")
        screen.expect("match it is: found in 5 guesses.")
        assert screen.status() == 0


def test_undo_takes_back_a_word_and_then_a_turn(write, jotto):
    run = jotto("play", "--words", write(*HATCHES), typed="4,0\nwatch\nundo\nundo\nundo\nquit\n")
    prompts = [word for word in run.out.split() if word.endswith("?")]
    assert prompts == ["hatch?", "latch?", "watch?", "latch?", "hatch?", "hatch?"]
    assert "There is nothing to take back." in run.out
    assert run.status == 0


def test_list_and_help_change_nothing(write, jotto):
    run = jotto("play", "--words", write(*HATCHES), typed="hatch 4,0\nlist\nhelp\n5,0\n")
    assert "4 candidates\nlatch\nmatch\npatch\nwatch\n" in run.out
    assert "another word that you guessed instead" in run.out
    assert run.out.endswith("latch it is: found in 2 guesses.\n")


def test_nothing_typed_wrongly_ends_a_game(write, jotto):
    wrong = ["4,1", "9,9", "hat", "h4tch", "", "???", "1,", "hatch=", "=1,1", "0,0", "latch=0,0"]
    run = jotto("play", "--words", write(*HATCHES), typed="\n".join([*wrong, "5,0"]))
    assert run.out.count("nothing was changed") == len(wrong)
    for quoted in ("'4,1'", "'9,9'", "'hat'", "'h4tch'", "'???'", "turn 1 (hatch=0,0)"):
        assert quoted in run.out
    assert run.out.endswith("hatch it is: found in 1 guess.\n")
    assert run.status == 0


def test_a_word_outside_the_list_can_be_guessed_and_can_win(write, jotto):
    run = jotto("play", "--words", write(*HATCHES), typed="catch\n5,0\n")
    # catch: hatch, latch, match, patch, watch score 4,0 all
    assert "You guessed catch: 0.00 bits, 5.0 left on average, 5 at worst" in run.out
    assert "it is not in the list." in run.out
    assert "note: 'catch' is not in the list" in run.err
    assert run.out.endswith("catch it is: found in 1 guess.\n")


def test_words_that_are_commands_too_can_be_guessed_with_their_score(write, jotto):
    words = write("undo", "list", "quit", "help")
    run = jotto("play", "--words", words, typed="list=1,1\nquit=4,0\n")
    assert run.out.endswith("quit it is: found in 2 guesses.\n")


def test_leaving_says_how_to_go_on(write, jotto):
    for typed in ("4,0\n", "4,0\nquit\n", "4,0\nexit\n", "4,0\nQ\n"):
        words = write(*HATCHES)
        run = jotto("play", "--words", words, typed=typed)
        assert run.out.endswith(f"To go on from here: jotto suggest hatch=4,0 --words {words}\n")
        assert run.status == 0


@pytest.mark.full
def test_an_interrupted_game_says_how_to_go_on(write):
    with Terminal("play", "--words", str(write(*HATCHES))) as screen:
        screen.expect("hatch? ")
        screen.type("4,0\n")
        screen.expect("latch? ")
        screen.interrupt()
        screen.expect("To go on from here: jotto suggest hatch=4,0")
        assert screen.status() == 130
        assert "Traceback" not in screen.shown


@pytest.mark.full
def test_the_end_of_input_at_a_terminal_leaves_the_game(write):
    with Terminal("play", "--words", str(write(*HATCHES))) as screen:
        screen.expect("hatch? ")
        screen.type("\x04")
        assert screen.status() == 0


def test_other_rules_take_their_own_scores(write, jotto):
    words = write(*HATCHES)
    assert "found in 2 guesses" in jotto(
        "play", "--words", words, "--rule", "jots", typed="4\nwin\n"
    ).out  # fmt: skip
    assert "found in 2 guesses" in jotto(
        "play", "--words", words, "--rule", "colours", typed="bgggg\nGGGGG\n"
    ).out  # fmt: skip


@pytest.mark.full
def test_a_killed_game_goes_on_where_it_was(write, tmp_path):
    state = {"XDG_STATE_HOME": str(tmp_path)}
    with Terminal("play", "--words", str(write(*HATCHES)), "--prior", "even", **state) as screen:
        screen.expect("hatch? ")
        screen.type("4,0\n")
        screen.expect("latch? ")
        screen.type("watch\n")
        screen.expect("watch? ")
        screen.process.kill()
        screen.process.wait()
    with Terminal("play", "--resume", **state) as screen:
        screen.expect("hatch=4,0")
        screen.expect("You guessed watch")
        screen.expect("watch? ")
        screen.type("4,0\n")
        screen.expect("3 candidates left (latch, match, patch). Guess latch")
        screen.type("5,0\n")
        screen.expect("latch it is: found in 3 guesses.")
        assert screen.status() == 0


def test_a_game_won_is_not_gone_on_with(write, jotto):
    words = write(*HATCHES)
    assert jotto("play", "--resume").status == 1
    jotto("play", "--words", words, typed="4,0\n")
    assert "An unfinished game is saved" in jotto("play", "--words", words, typed="q\n").out
    assert "found in 2 guesses" in jotto("play", "--resume", typed="5,0\n").out
    run = jotto("play", "--resume")
    assert (run.status, run.err) == (1, "jotto: there is no saved game to go on with\n")


@pytest.mark.parametrize(
    "damage", ["", "{}", "[1]", '{"format": 9}', "\0\0", "[" * 5000, '{"format": 1, "key": "x"}']
)
def test_a_damaged_saved_game_is_refused_in_one_line(jotto, tmp_path, damage):
    path = tmp_path / "state" / "jotto" / "game.json"
    path.parent.mkdir(parents=True)
    path.write_text(damage)
    run = jotto("play", "--resume")
    assert (run.status, run.out, run.err.count("\n")) == (2, "", 1)
    assert "saved game" in run.err
    assert path.read_text() == damage


def test_a_saved_game_of_other_lists_is_refused(write, jotto, tmp_path):
    words = write(*HATCHES)
    jotto("play", "--words", words, typed="4,0\n")
    words.write_text("hatch\nlatch\n")
    run = jotto("play", "--resume")
    assert (run.status, run.err.count("\n")) == (2, 1)
    assert "other lists" in run.err


def test_a_game_that_cannot_be_saved_goes_on(write, jotto):
    in_the_way = write("x")
    run = jotto(
        "play", "--words", write(*HATCHES), typed="4,0\n5,0\n", XDG_STATE_HOME=str(in_the_way)
    )
    assert run.status == 0
    assert run.err.count("not being saved") == 1
    assert "found in 2 guesses" in run.out


def test_a_past_score_can_be_edited(write, jotto):
    words = write("hatch", "latch", "match", "crane")
    typed = "hatch=4,0\nturns\nedit 1 0,2\nedit 2 1,1\nedit 1 4,1\nedit 1 3,0\n5,0\n"
    run = jotto("play", "--words", words, typed=typed)
    assert "1  hatch=4,0" in run.out
    assert "It must be crane" in run.out  # crane and hatch share a and c, both elsewhere
    assert "turn 2: there is no such turn, only 1 turn" in run.out
    assert "score '4,1': it is impossible" in run.out
    assert "no secret fits: turn 1 (hatch=3,0)" in run.out
    assert run.out.endswith("crane it is: found in 2 guesses.\n")


def test_reasons_are_given_when_asked_for(write, jotto):
    run = jotto(
        "play", "--words", write(*HATCHES), typed="why\nwhat about latch?\nwhat about zzzzz\nq\n"
    )
    assert "hatch would part 5 candidates:" in run.out
    assert "\n4,0       4  latch, match, patch, watch\n" in run.out
    assert "\n5,0       1  hatch\n" in run.out
    assert (
        "latch: 0.72 bits, 3.4 left on average, 4 at worst; it can be the secret (20 %)." in run.out
    )
    assert "zzzzz: 0.00 bits, 5.0 left on average, 5 at worst; it is not in the list." in run.out
    prompts = [word for word in run.out.split() if word == "hatch?"]
    assert len(prompts) == 4


def test_the_coach_sets_each_guess_beside_the_best(write, jotto):
    words, guesses = write("bat", "cat", "hat", "mat"), write("chm")
    run = jotto(
        "play", "--words", words, "--guesses", guesses, "--coach", typed="bat 2,0\nhat 3,0\n"
    )
    header, first, second, told = run.out.splitlines()[-4:]
    assert header.split()[:6] == ["turn", "left", "bits", "luck", "best", "its"]
    assert first.split()[:2] == ["bat=2,0", "3"]
    assert "chm" in first  # 1.5 bits against 0.81
    assert second.startswith("hat=3,0")
    assert told.startswith("You gave away 0.7 bits")
    assert "You gave away" not in jotto("play", "--words", words, typed="bat 3,0\n").out
