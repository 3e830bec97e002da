import re
import sqlite3
import subprocess
from contextlib import closing, suppress

import naive
import pytest
from lists import HATCHES
from terminal import END, PROGRAM, Terminal, prompts, start

import jotto
from jotto.assistant.store import Saved, Store
from jotto.assistant.thinker import Thinker
from jotto.cli import live
from jotto.cli.play import Conversation
from jotto.cli.review import Recorder


def test_nothing_typed_wrongly_ends_a_game_or_is_taken_for_a_score(play):
    wrong = ["4,1", "9,9", "hat", "h4tch", "???", "1,", ";-)", "1,1?!", "-", "1,1,1", "one"]
    quoted = {"one hundred": "one", "hatch=": "", "=1,1": "", "hatch=2,0=": "2,0="}
    wrong += quoted
    typed = "\n".join([*wrong, "", "turns", "0,0", "latch=0,0", "5,0"])
    run = play(typed)
    told = [line for line in run.out.splitlines() if "nothing changed" in line]
    for line, text in zip(told, wrong, strict=True):
        assert f"{quoted.get(text, text)!r}" in line
    assert "There are no turns yet." in run.out
    assert prompts(run.out) == ["HATCH"] * (len(wrong) + 3)
    assert run.out.count("Which one, or the score again: ") == 2
    assert "No word fits HATCH 0,0" in run.out
    assert "You found LATCH in 1 guess.\n" in run.out
    assert run.status == 0


def test_a_word_outside_the_list_can_be_guessed_and_can_win(play):
    run = play("catch\n5,0\n")
    # catch: hatch, latch, match, patch, watch score 4,0 all
    assert "Your guess: CATCH. 5 possible" in run.out
    assert "; CATCH leaves about 5.\n0.00 bits, at worst 5 left; not in the list.\n" in run.out
    assert "note: 'catch' is not in the list" in run.err
    assert "You found CATCH in 1 guess.\n" in run.out


def test_words_that_are_commands_too_can_be_guessed_with_their_score(write, jotto):
    words = write("undo", "list", "quit", "help")
    run = jotto("play", "--words", words, typed="list 1\nlist=1,1\nturns\nquit=4,0\n")
    assert "4 words possible, likeliest first" in run.out
    assert " 1  LIST=1,1\n" in run.out
    assert "You found QUIT in 2 guesses.\n" in run.out
    run = jotto("play", "--words", write("about", "louse", "crane"), typed="about 0,2\n5,0\n\n")
    assert prompts(run.out)[-1] == "LOUSE"
    run = jotto("play", "--words", write("redo", "edit", "exit"), typed="edit\nredo\nq\n")
    assert prompts(run.out)[1:] == ["EDIT", "REDO"]
    # the best score is also written win: naming the word must not end the game
    run = jotto("play", "--words", write("bin", "tin", "win"), typed="win\n")
    assert "You found" not in run.out
    assert prompts(run.out)[-1] == "WIN"


def test_leaving_says_how_to_continue(write, jotto):
    words = write(*HATCHES)
    for typed in ("", "quit\n", "exit\n", "Q\n", "give up\n", "me\nquit\n"):
        run = jotto("play", "--words", words, typed=f"4,0\n{typed}")
        assert "The game is saved. To continue it: jotto play --resume\n" in run.out
        advice = f"Advice on this position: jotto suggest hatch=4,0 --words {words}\n"
        assert run.out.endswith(advice)
        assert run.status == 0


def test_a_first_score_that_fits_no_word_is_kept_too(play, jotto):
    run = play("1,0\n")
    assert "No word fits HATCH 1,0\n" in run.out
    assert "The game is saved. To continue it: jotto play --resume\n" in run.out
    run = jotto("play", "--resume", typed="undo\n")
    assert "No word fits HATCH 1,0\n" in run.out
    assert prompts(run.out)[-1] == "HATCH"
    assert "The game is saved" not in run.out
    assert jotto("play", "--resume").err == "jotto: there is no saved game\n"


def test_a_win_entered_by_mistake_is_taken_back_at_the_end(play, jotto):
    run = play("4,0\n5,0\nhello\nhelp\nundo\n4,0\n5,0\n\n")
    assert prompts(run.out) == ["HATCH", "LATCH", "LATCH", "MATCH"]
    assert "'hello': press Enter, or type undo" in run.out
    assert "You found LATCH in 2 guesses." in run.out
    assert run.out.count("Enter to finish, undo to take back the last entry: ") == 4
    assert "You found MATCH in 3 guesses." in run.out
    play("5,0\nundo\nquit\n")
    run = jotto("play", "--resume")  # nothing is left of this game, and the other is finished
    assert (run.status, run.err) == (1, "jotto: there is no saved game\n")


@pytest.mark.full
def test_a_win_is_saved_until_the_end_is_confirmed(write, tmp_path):
    """A game that is cut off at the last question, such as by a power failure, can be resumed."""
    data = {"XDG_DATA_HOME": str(tmp_path)}
    with Terminal("play", "--plain", "--words", str(write(*HATCHES)), **data) as screen:
        screen.answer("Score for HATCH:", "5,0")
        screen.prompted(END)
    with Terminal("play", "--plain", "--resume", **data) as screen:
        screen.answer(END, "undo")
        screen.answer("Score for HATCH:", "q")
        assert screen.status() == 0


def test_one_of_several_saved_games_is_chosen(play, write, jotto):
    """The one changed last comes first; each is shown with its turns."""
    play("hatch 4,0\n")
    other = jotto("play", "--words", write("bat", "cat", "hat", "mat"), typed="bat 2,0\n")
    assert "1 unfinished game: jotto play --resume\n" in other.out
    run = jotto("play", "--resume", typed="help\n7\nundo\n")
    first, second = [line for line in run.out.splitlines() if re.match("  [12]  ", line)]
    assert first.startswith("  1  ")
    assert first.endswith("1 guess, BAT")
    assert second.endswith("1 guess, HATCH")
    assert "Type the number of a game." in run.out
    assert "'7': type a number from 1 to 2" in run.out
    assert run.status == 0
    assert prompts(jotto("play", "--resume", typed="quit\n").out) == []
    assert prompts(jotto("play", "--resume", typed="\nq\n").out) == ["CAT"]
    jotto("play", "--resume", typed="2\nlatch 4,0\nq\n")
    run = jotto("play", "--resume", typed="1\n5,0\n\n")
    assert "2 guesses, HATCH LATCH\n" in run.out
    assert prompts(run.out) == ["MATCH"]
    # one is left, and there is nothing to choose
    assert prompts(jotto("play", "--resume", typed="q\n").out) == ["CAT"]


def test_a_database_that_is_none_is_named_and_the_game_goes_on(play, write, jotto, tmp_path):
    path = tmp_path / "data" / "jotto" / "games.sqlite"
    path.parent.mkdir(parents=True)
    path.write_text("x" * 5000)
    refusal = jotto("play", "--resume").refusal
    assert f"saved games {str(path)!r}: file is not a database" in refusal
    run = play("4,0\nq\n")
    assert "the game is not being saved: file is not a database" in run.err
    assert "The game is saved" not in run.out
    run = play("4,0\n5,0\n", XDG_DATA_HOME=str(write("in the way")))
    assert (run.status, run.err.count("not being saved")) == (0, 1)
    assert "You found LATCH in 2 guesses." in run.out


@pytest.fixture
def damage(tmp_path):
    """Change the games that are saved."""

    def change(what, *values):
        with closing(sqlite3.connect(tmp_path / "data" / "jotto" / "games.sqlite")) as database:
            database.execute(f"update games set {what}", values)
            database.commit()

    return change


@pytest.mark.parametrize(
    ("change", "refusal"),
    [("content = '[1]'", "the saved game is damaged"), ("name = name || char(0)", "not there any")],
)
def test_a_damaged_game_of_the_database_is_refused_in_one_line(
    play, jotto, damage, change, refusal
):
    play("4,0\n")
    damage(change)
    for command in ("play", "--resume"), ("review", "--saved"):
        assert refusal in jotto(*command).refusal


def test_a_damaged_game_is_listed_beside_the_others(play, jotto, damage):
    play("4,0\n")
    damage("content = ?", '{"options": {}, "key": "", "transcript": [["score"]]}')
    play("4,0\n")
    run = jotto("play", "--resume", typed="1\n")
    assert "1 guess, HATCH\n" in run.out
    assert "  2  the saved game is damaged\n" in run.out
    assert run.status == 0


def test_an_entry_after_that_of_another_program_does_not_count(play, jotto, variables, tmp_path):
    play("hatch 4,0\n")
    own = {"env": variables, "cwd": tmp_path, "stdin": subprocess.PIPE}
    with start(*PROGRAM, "play", "--resume", **own) as first:
        said = ""
        while not said.endswith("Score for LATCH: "):
            said += (character := first.stdout.read(1))
            assert character, f"it ended after {said!r}"
        jotto("play", "--resume", typed="latch 4,0\nq\n")
        said = first.communicate("watch 4,0\nturns\nq\n")[0]
    assert "changed by another program; your last entry does not count" in said
    assert " 2  LATCH=4,0" in said
    assert "WATCH=4,0" not in said
    assert prompts(said) == ["MATCH", "MATCH"]


def test_a_guess_made_before_is_noted(play, jotto, write):
    run = play("4,0\nhatch\nhatch 4,0\nlatch 4,0\nedit 1 hatch 4,0\nq\n")
    assert run.err == "jotto: note: 'hatch' was guessed before, in turn 1\n" * 2
    both = ("--starts", "them", "--secret", "match", "--no-last-turn")
    run = play("latch\n4,0\nlatch\nq\n", *both)
    assert run.err == "jotto: note: 'latch' was guessed before, in turn 1\n"
    kept = ("keep", "--words", write(*HATCHES), "--secret", "match")
    run = jotto(*kept, typed="latch\nhatch\nlatch\nq\n")
    assert run.err == "jotto: note: 'latch' was guessed before, in turn 1\n"


def test_what_can_be_typed_instead_is_said(play):
    run = play("4,0\nredo\nedit 1\nedit\nq\n")
    said = "write the turn and what is right, such as edit 1 1,0 (nothing changed"
    assert "what was taken back is not kept; type it again (nothing changed" in run.out
    assert f"'edit 1': {said}" in run.out
    assert f"'edit': {said}" in run.out
    assert run.err == ""


def test_help_is_about_the_prompt_where_it_is_asked(play):
    run = play("0,0\nhelp\nundo\nthem\nwatch\nno\nhelp\nquit\n")
    doubt, theirs = run.out.split("You can type:\n")[1:]
    assert doubt.startswith("  1                 this was the mistake")
    assert "why this guess" not in doubt.partition("Which one, or the score again")[0]
    assert theirs.startswith("  crane             their guess")


def test_reasons_are_given_when_asked_for(play):
    run = play("why\nwhat about latch?\nwhat about zzzzz\nq\n")
    assert "HATCH: 0.72 bits, at worst 4 left; could be the word (20%).\n" in run.out
    assert "\n4,0       4  latch, match, patch, watch\n" in run.out
    assert "\n5,0       1  hatch\n" in run.out
    assert "LATCH: 0.72 bits, at worst 4 left; could be the word (20%).\n" in run.out
    assert "ZZZZZ: 0.00 bits, at worst 5 left; not in the list.\n" in run.out
    assert prompts(run.out) == ["HATCH"] * 4


CROSS = ("crane", "build", "civet", "carol", "chair")


@pytest.mark.parametrize(
    ("texts", "secret"),
    [
        ("0; 00; zero zero; 0,0", "build"),
        ("1b1c; 1-1; 1.1; one one; 1 and 1; 1 exact 1 elsewhere", "civet"),
        ("2 and 1; Two One; 2/1; 21;  2 , 1 ; 2,1 crane; two one crane; crane 2,1", "chair"),
        ("yes; correct; got it; Got it!; you win; right", "crane"),
    ],
)
def test_scores_are_read_as_people_say_them(write, jotto, texts, secret):
    typed = [f"crane\n{text}\nturns\nundo\nundo\n" for text in texts.split("; ")]
    if secret == "crane":
        typed = [entry.replace("turns\n", "") for entry in typed]  # the game is over
    run = jotto("play", "--words", write(*CROSS), typed="".join(typed))
    right = naive.exact_elsewhere("crane", secret)
    turn = "You found CRANE in 1 guess." if secret == "crane" else f" 1  CRANE={right}\n"
    assert run.out.count(turn) == len(typed)


def test_five_jots_of_the_secret_itself_are_asked_about(play):
    """In jots, 5 is an anagram, and the secret is win: people say 5 for both."""
    run = play("crane 5\nyes\n\n", "--rule", "jots")
    assert "If CRANE was the word, type yes.\n" in run.out
    assert "You found CRANE in 1 guess." in run.out
    assert "type yes" not in play("5\n\n", "--rule", "jots").out  # it can only be the secret


HATCH, WORD = "Score for HATCH:", "What was their word (Enter to skip)?"
SECRET = "Your secret word (Enter to keep it private):"
LAST = "If the first player finds it, does the second get one last guess? [y/N]"
WAYS = {
    HATCH: [],
    "Score for LATCH:": [(HATCH, "4,0")],
    "Which one, or the score again:": [(HATCH, "0,0")],
    SECRET: [(HATCH, "me")],
    LAST: [(HATCH, "me"), (SECRET, "watch")],
    "Their guess:": [(HATCH, "them"), (SECRET, "watch"), (LAST, "")],
    END: [(HATCH, "5,0")],
    WORD: [(HATCH, "them"), (SECRET, "watch"), (LAST, ""), ("Their guess:", "watch")],
}


@pytest.mark.parametrize("prompt", WAYS)
def test_quit_leaves_and_undo_goes_back_at_every_prompt(play, prompt):
    way = WAYS[prompt]
    again = way[-1:] if prompt == WORD else way
    steps = [*way, (prompt, "undo"), *again, (prompt, "quit")]
    run = play("".join(f"{typed}\n" for _, typed in steps))
    left = run.out
    for asked, _ in steps:
        _, found, left = left.partition(asked)
        assert found, asked
    assert (run.status, [asked for asked in WAYS if asked in left]) == (0, [])
    assert ("There is nothing to take back." in run.out) == (prompt == HATCH)


class Slow:
    """Work in the background that ends when the test says so."""

    best, ended = None, False

    def __init__(self, work, *, then=lambda best: None, **options):
        self.then, self.abandoned = then, False
        if "seconds" in options:  # it looks ahead
            Slow.search = self

    def wait(self, seconds=None):
        return self.best

    def abandon(self):
        self.abandoned = True

    def finish(self, best):
        self.best, self.ended = best, True
        self.then(best)  # even if it was abandoned: it may have been about to call this


MEANWHILE = (
    ("yes",),  # the game is won
    ("0,0",),  # no word fits
    ("0,0", "undo"),
    ("4,0", "undo"),
    ("4,0", "edit 1 5,0"),
    ("match",),  # another word is chosen at the same position
    ("match", "undo"),
    ("not a word",),
    ("unlisted",),
    ("hint",),
    ("me first secret", "they watch"),
    ("race", "them"),
    ("race", "them", "me"),
    ("race", "they hatch"),
    ("race", "they hatch", "they found"),
)


@pytest.mark.parametrize("meanwhile", MEANWHILE, ids=" ".join)
@pytest.mark.parametrize("first", [(), ("4,0",)], ids=["at the start", "later"])
def test_what_is_found_in_the_background_is_told_only_where_it_was_asked_for(
    first, meanwhile, tmp_path, monkeypatch
):
    monkeypatch.setattr("jotto.assistant.thinker.Background", Slow)
    told = []
    monkeypatch.setattr("jotto.cli.play.tell", lambda text, at: told.append(text))
    game = jotto.words([*HATCHES, "catch", "batch"])
    store = Store(tmp_path / "games.sqlite")
    saved, recorder = Saved({}, game.key), Recorder(wanted=False)
    talk = Conversation(jotto.Session(game), saved, store, "mean", 5.0, recorder)
    talk.thinker.patience = 0.0
    for line in first:
        talk.session = live.answer(talk.session, line)
    talk._show_position()
    asked, search = talk.session, Slow.search
    tree = jotto.solve(asked.position)
    for line in meanwhile:
        now = talk.session
        if line == "race":
            talk.session = now.raced("patch", first=True, last_turn=True)
        elif line.startswith("me first"):
            talk.session = now.raced("patch", first=True, last_turn=False)
        elif line == "they found":
            talk.session = now.they("patch")
        else:
            with suppress(jotto.GameError):  # no turn comes after a win
                talk.session = live.answer(now, line)
    search.finish(tree)
    now = talk.session
    same = ("boards", "refused", "unlisted")
    is_there = all(getattr(now.state, name) == getattr(asked.state, name) for name in same)
    is_there = is_there and now.attempt is None and not now.over and now.side == "me"
    assert bool(told) == is_there, (meanwhile, told)
    assert (talk.thinker.taken(now).ahead is not None) == is_there


def test_unlisted_words_found_in_the_background_are_without_those_refused_meanwhile(monkeypatch):
    monkeypatch.setattr("jotto.assistant.thinker.Background", Slow)
    thinker = Thinker("mean", None, 0.0, lambda: None)
    session = jotto.Session(jotto.words(HATCHES)).scored("4,0")
    before = thinker.find_unlisted(session)
    assert thinker.find_unlisted(session) is before
    after = thinker.find_unlisted(session.entered("refuse", "latch"))
    assert after is not before
    assert before.abandoned
