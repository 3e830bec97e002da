"""Live games through a pipe: what they ask, say and save, line by line."""

import io
import re
import shlex
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing, suppress

import pytest
from lists import FAMILY, HATCHES, SPLITTER
from terminal import END, PROGRAM, Terminal, prompts, start

import jotto
from jotto.assistant.store import Saved, Store
from jotto.assistant.thinker import Thinker
from jotto.cli import live, render
from jotto.cli.play import Conversation
from jotto.cli.review import Recorder

LISTS = {"F": (FAMILY, [SPLITTER]), "H": (HATCHES, [])}
LISTS["EVEN"] = [*HATCHES[:3], "catch"], ["claim"]
LOST = "H --starts them --secret watch --no-last-turn"
# Each command is followed by what is typed, "/" between lines; then by the guesses that it asks
# for, after "?"; its notes, after "!"; what it does not print, after "-"; and what it
# prints in this order, with any spaces or line ends between words.
GAMES = """
a proposal tells its reasons up to the win
$ play F < 0,1 / 2,0 / 3,0 /
? CHM HAT MAT
4 possible: bat, cat, hat, mat; CHM leaves about 1.5. It leaves 2 at most and cannot be the
word. ... 2 possible: hat, mat; HAT leaves about 1. It leaves 1 at most and could be the word
(50%). ... It must be MAT. ... You found MAT in 3 guesses.

a turn may be typed at once, with spaces and capitals, and the input ends without a line end
$ play F <  Bat = 2,0  /  LIST
3 words possible, likeliest first cat hat mat
$ play F < bat=3,0
You found BAT in 1 guess.

only candidates are proposed where only they are allowed
$ play F --allow candidates < 2,0 / 2,0 / 2,0 / 3,0
? BAT CAT HAT MAT
You found MAT in 4 guesses.

nothing is printed of a game without a turn
$ play F < quit /
- jotto suggest
- --resume

a word outside the list can be guessed and can win
$ play H < catch / 5,0
! note: 'catch' is not in the list
Your guess: CATCH. 5 possible ... ; CATCH leaves about
5. It leaves 5 at most and is not in the list. ... You found CATCH in 1 guess.

words that are commands too can be guessed with their score
$ play undo,list,quit,help < list 1 / list=1,1 / turns / quit=4,0
4 words possible, likeliest first ... 1 LIST=1,1 ... You found QUIT in 2 guesses.
$ play about,louse,crane < about 0,2 / 5,0 /
? ABOUT LOUSE
$ play redo,edit,exit < edit / redo / q
? REDO EDIT REDO

the best score is also written win, but naming the word does not end the game
$ play bin,tin,win < win
? BIN WIN
- You found

a first score that fits no word is saved, too
$ play H < 1,0
No word fits HATCH 1,0 ... The game is saved. To continue it, run: jotto play --resume
$ play --resume < undo
? HATCH
- The game is saved
No word fits HATCH 1,0
$ play --resume <
! there is no saved game

a win entered by mistake is taken back at the end
$ play H < 4,0 / 5,0 / hello / help / undo / 4,0 / 5,0 /
? HATCH LATCH LATCH MATCH
You found LATCH in 2 guesses. ... END 'hello': press Enter, or type undo ... END ... END
... You found MAT ... END
$ play H < 5,0 / undo / quit
$ play --resume <
! there is no saved game

one of several saved games is chosen, the one changed last next to the question, with its turns
$ play H < hatch 4,0
$ play F < bat 2,0
You have 1 unfinished game. To continue one, run: jotto play --resume
$ play --resume < help / 7 / undo
?
2 ... 1 guess, HATCH 1 ... 1 guess, BAT ... Type the number of a game, or part of a word in it. ...
'7': type a number from 1 to 2
$ play --resume < / q
? CAT
$ play --resume < 2 / latch 4,0 / q
$ play --resume < 1 / 5,0 /
? MATCH
2 guesses, HATCH LATCH
$ play --resume < q
? CAT

a guess made before is noted
$ play H < 4,0 / hatch / hatch 4,0 / latch 4,0 / edit 1 hatch 4,0 / q
! note: 'hatch' was guessed before, in turn 1
! note: 'hatch' was guessed before, in turn 1
$ play H --starts them --secret match --no-last-turn < latch / 4,0 / latch / q
! note: 'latch' was guessed before, in turn 1
$ keep H --secret match < latch / hatch / latch / q
! note: 'latch' was guessed before, in turn 1

what can be typed instead is said
$ play H < 4,0 / redo / edit 1 / edit / q
what was taken back is not kept; type it again (nothing changed ... 'edit 1': write the turn and
what is right, such as edit 1 1,0 (nothing changed ... 'edit': write the turn and what is right

help is about the rule that is played
$ play H --rule jots < help / help both / q
- 1,1
2 the score of the guess ... edit their 2 2 correct their turn 2

reasons are given when asked for
$ play H < why / what about latch? / what about zzzzz / q
? HATCH HATCH HATCH HATCH
HATCH leaves 4 at most and could be the word (20%); it gives 0.72 bits. ... 4,0 4 latch, match,
patch, watch 5,0 1 hatch ... LATCH leaves 4 at most and could be the word (20%); it gives 0.72
bits. ... ZZZZZ leaves 5 at most and is not in the list; it gives 0.00 bits.

five jots are asked about where they may be an anagram: people say 5 for the secret, too
$ play H --rule jots < crane 5 / yes /
! note: 'crane' is not in the list
If CRANE was the word, type yes. ... You found CRANE in 1 guess.
$ play H --rule jots < 5 /
- type yes

a secret kept from the program needs the scores told
$ play H < me / / no / 4,0 / watch / 4,0 / watch 4,0 / secret hatch / turns / q
'watch': your secret is private; type its score too: watch 1,0 ... enter their guess, not a score;
if it is your turn, type me ... your word is one of them (25%) ... 1 HATCH=4,0 WATCH=4,0
Letters: in place A C H T; open L M P W

a wrong score told before the secret was known is pointed out
$ play H < them / / no / watch 3,0 / secret hatch / edit their 1 4,0 / q
You told them watch=3,0, but the
right score is 4,0. Tell them: 4 exact, 0 elsewhere. Then correct their turn 1.
... so one of the scores is wrong.

a win that an earlier score excludes is asked about, on each side
$ play H < hatch 4,0 / crane 5,0 / help / 1 / n / undo / crane 5,0 / yes /
! note: 'crane' is not in the list
! note: 'crane' is not in the list
Is CRANE the word? Then HATCH was 0,2 y Yes n No: 0,2; then it is one of ... Yes or no,
or the score again: You can type: yes ... no ... score '1' ... (nothing changed; ... Score for ...
Is CRANE the word? ... You found CRANE in 2 guesses. One score was wrong: hatch=4,0; it should
have been 0,2.
$ play H < them / watch / no / crane 5,0 / no / hatch 4,0 / quit
! note: 'crane' is not in the list
Is CRANE your word? y Yes n No: 0,2 Yes or no, or the score again: ... Guess HATCH

after my win only their last guess is left, here after an unlisted word
$ play H < me / watch / yes / patch 4,0 / latch / botch 5,0 / yes / me / 1,1 / turns / q
! note: 'botch' is not in the list
Is BOTCH the word? Then PATCH was 3,0 ...
you have found the secret: only their last guess is left ... enter their guess, not a score
(nothing changed
$ play --resume < q
- Score for
You found their word in 2 guesses. They have one last guess. ... Their guess:
$ play --resume < match /
You win. END

what cannot be done of two players is told
$ play H < they latch / last turn / turns / q
only your turns are tracked ... only your turns are tracked ... There are no turns yet.
$ play H < me / watch / maybe
'maybe': type yes or no
$ play H < me / wa7ch / / no / turns / q
'wa7ch' ... There are no turns yet.
$ play H < them / watch / no / h4tch / hatch=9,9 / edit their 3 1,1 / not a word / turns
'h4tch' ... '9,9' ... turn 3: there are no turns yet ... their guess may be any word ... There are
no turns yet.

a refused word stays refused after a resume
$ play H < not a word / list / latch 4,0
4 words possible, likeliest first latch match patch watch
$ play --resume < list
3 words possible, likeliest first match patch watch

an endgame is looked through to the end and says so
$ play EVEN < q
Guess CLAIM. ... Looking ahead: about 2.2 more guesses, never more than 3 (proved).
$ play EVEN --think 0 < q
- proved

the keeper gives hints and lists, and takes nothing back
$ keep H --secret match < hint / hatch / hint / hint / list x / list / turns / undo / left / match
In the secret: a c h t. ... Likeliest letters not yet known: l (25%), m (25%), p (25%), w (25%).
... list 'x': write the number of a page ... latch match patch watch ... 1 HATCH=4,0
... 'undo': no guess is taken back where jotto keeps the secret ... 4 words possible ...
You found MATCH in 2 guesses.

a guess that was scored is not taken back, so that it counts
$ keep H --secret match < hatch / undo / match
'undo': no guess is taken back where jotto keeps the secret ... You found MATCH in 2 guesses.

what nothing fits after a correction is asked for again
$ play H < 4,0 / edit 1 0,0 / 4,0 / q
? HATCH LATCH LATCH
No word fits HATCH 0,0 ... Which one, or the score again:
- first answer
$ play H < 4,0 / edit 1 0,0 / latch 4,0 / q
first answer about what was changed: choose what is meant, enter the score again, edit a turn,

while a turn is asked about no other takes its place
$ play H < 4,0 / patch 0,0 / latch 5,0 / 4,0 / turns / quit
first answer about 'patch': choose what is meant, enter its score again, or undo (nothing
... 1 HATCH=4,0 2 PATCH=4,0

the turns of the keeper say of letters what the scores say
$ keep hatch,latch,match,quilt --secret match < quilt / latch / turns / q
1 QUILT=0,1 2 LATCH=4,0
- Letters
$ keep hatch,latch,match,quilt --secret match --rule colours < quilt / latch / turns / q
Letters: in place A C H T; out I L Q U

a guess against the house rules is noted, alone or with its score
$ play hatch,latch,match,patch,watch,crane --rule colours --allow hard < hatch BGGGG / crane / q
Your guess: CRANE. ... cannot be the word. 'crane' is not one of the guesses allowed here
$ play hatch,latch,match,crane --rule colours --allow hard < hatch BGGGG / crane BBBYY / q
! note: 'crane' is not one of the guesses allowed here
$ play hatch,latch,crane --rule colours --allow hard < hatch ⬛🟩🟩🟩🟩 crane ⬛⬛🟨⬛⬛ / q
! note: 'crane' is not one of the guesses allowed here

the question of a last guess can be left and explained
$ play H --starts them --secret latch < give up /
?
$ play H --starts them --secret latch <
[y/N]
$ play H --starts them --secret latch < help / no / q
[y/N] ... Type yes or no. With a last guess both can find the word ... [y/N]

quit leaves and undo goes back at every prompt
$ play H < undo / quit
? HATCH HATCH
There is nothing to take back.
$ play H < 4,0 / undo / 4,0 / quit
? HATCH LATCH HATCH LATCH
- nothing to take back
$ play H < 0,0 / undo / 0,0 / quit
? HATCH HATCH
Which one, or the score again: ... Which one, or the score again:
$ play H < me / undo / me / quit
? HATCH HATCH
Your secret word ... Your secret word
$ play H < me / watch / undo / me / watch / quit
? HATCH HATCH
Your secret word ... If the first ... Your secret word ... If the first
$ play H < them / watch / / undo / them / watch / / quit
Their guess: ... Their guess:
$ play H < 5,0 / undo / 5,0 / quit
? HATCH HATCH
END ... END
$ play H < them / watch / / watch / undo / watch / quit
What was their word ... Their guess: ... What was their word

a lost game ends with the turns of both and a check of their scores
$ play LOST < latch / hatch 4,0 / watch
They have 5 words left; your word is one of them (20%). Chance to win: ... Tell them: 4 exact,
0 elsewhere. ... What was their word (Enter to skip)?
$ play LOST < latch / hatch 4,0 / watch / match /
1 HATCH=4,0 LATCH=4,0 2 WATCH=5,0 They found your word in 2 guesses: they win. Better luck with
the next one. What was ... They scored all your guesses correctly.

a word that contradicts a score counts if it is typed again, or another one
$ play LOST < latch / hatch 4,0 / watch / hatch / latch /
'hatch' contradicts hatch=4,0; enter it again if it is right
$ review --json <
"secret": "latch"
$ play LOST < latch / hatch 4,0 / watch / w4tch / help / hatch / hatch /
What was their word ... 'w4tch' ... What was their word ... What was their word ... What was their
word ... One score was wrong: hatch=4,0; it should have been 5,0.
$ review --json <
"secret": "hatch"
$ review <
They found watch in 2 guesses.

the game that was finished last is reviewed, here of two sides
$ play H < 5,0 / /
$ play H --starts me --secret match --last-turn < watch 4,0 / latch / hatch 4,0 / match /
$ review <
They won. You did not find the secret in 2 guesses. ... They found match in 2 guesses. ...
lost by their guesses
$ review --secret patch <
You did not find patch in 2 guesses.

whatever goes wrong at a table, here with tweep, which the list lacks, against crane
$ play < them / crane / yes / slate / tares=2,1 / undo / tares=2,0 / trace=3,0 / edit their 2 3,1 /
You told them trace=3,0, but the right score is 3,1. ... Tell them: 3 exact, 1 elsewhere. ...
your word is not among them, so one of the scores is wrong
$ play --resume < wised=1,0 / edit 2 1,1 / brace / boule=0,1 / grace / sneer=3,0 / 4 / irate /
No word fits SNEER 3,0 and the earlier scores ... sneer scored
2,0, not 3,0; then it is tweet
$ play --resume < tweet=4,0 / 5 / plane / tweep / 5,0 / /
No word fits TWEET 4,0 and the earlier scores ... The word is not in the list ... unlisted words
possible ... You found TWEEP in 6 guesses. ... You win.

of a secret that the computer kept it is known, but not from an adversary
$ keep H --secret match < hatch / match /
$ review <
You found match in 2 guesses.
$ keep H --secret match < hatch / q /
$ review <
You did not find match in 1 guess.
$ keep H --adversary < hatch / q /
$ review <
You did not find the secret in 1 guess.
$ keep H --secret match < q /
$ review <
You did not find the secret in 1 guess.

a saved game is reviewed if none is finished, or by name
$ review <
! give its turns
$ review --saved <
! there is no saved game
$ play H < 4,0 / q /
$ review <
You made 1 guess so far.
$ keep H --secret match < match /
$ review <
You found match
$ review --saved <
You made 1 guess so far.
"""


def named(games):
    for game in games.strip().split("\n\n"):
        name, script = game.split("\n", 1)
        yield pytest.param(script.removeprefix("$ "), id=name)


def lists_of(option, write):
    """The options of a list: a name in LISTS, or words with commas."""
    words, further = LISTS.get(option) or (option.split(","), [])
    return "--words", write(*words), *(("--guesses", write(*further)) if further else ())


@pytest.mark.parametrize("script", [*named(GAMES)])
def test_what_is_typed_and_said(jotto, write, script):
    for step in script.split("\n$ "):
        line, *rows = step.splitlines()
        command, _, typed = line.partition(" <")
        name, *options = command.replace("LOST", LOST).split()
        if options and not options[0].startswith("--"):
            options[:1] = lists_of(options[0], write)
        lines = [part.removeprefix(" ").removesuffix(" ") for part in typed.split("/")]
        run = jotto(name, *options, typed="\n".join(lines))
        marked = {mark: [row[1:].strip() for row in rows if row[0] == mark] for mark in "?!-"}
        for asked in marked["?"]:
            assert prompts(run.out) == asked.split()
        assert len(marked["!"]) == run.err.count("\n"), run.err
        for note, told in zip(marked["!"], run.err.splitlines(), strict=True):
            assert note in told
        assert not [text for text in marked["-"] if text in run.out]
        assert run.status == (not run.out)
        said = " ".join(row for row in rows if row[0] not in marked).replace("END", END)
        shown = " ".join(run.out.split())
        for text in " ".join(said.split()).split(" ... "):
            assert text in shown, run.out
            shown = shown[shown.index(text) + len(text) :]


def test_nothing_typed_wrongly_ends_a_game_or_is_taken_for_a_score(play):
    wrong = ["4,1", "9,9", "hat", "h4tch", "???", "1,", ";-)", "1,1?!", "-", "1,1,1", "one"]
    quoted = {"one hundred": "one", "hatch=": "", "=1,1": "", "hatch=2,0=": "2,0="}
    wrong += quoted
    typed = "\n".join([*wrong, "", "turns", "0,0", "latch=0,0", "5,0"])
    run = play(typed)
    told = [line for line in run.out.splitlines() if "nothing changed" in line]
    assert "first answer about 'hatch': " in told.pop()
    for line, text in zip(told, wrong, strict=True):
        assert f"{quoted.get(text, text)!r}" in line
    assert "There are no turns yet." in run.out
    assert prompts(run.out) == ["HATCH"] * (len(wrong) + 3)
    assert run.out.count("Which one, or the score again: ") == 2
    assert "No word fits HATCH 0,0" in run.out
    assert "You found HATCH in 1 guess.\n" in run.out
    assert run.status == 0


@pytest.mark.parametrize("leave", ["", "quit\n", "exit\n", "Q\n", "give up\n", "me\nquit\n"])
@pytest.mark.parametrize("more", ["", "--rule colours", "--strategy minimax"])
def test_leaving_says_how_to_continue_and_asks_for_the_same_game(play, jotto, more, leave):
    run = play(f"hatch={'BGGGG' if 'colours' in more else '4,0'}\n{leave}", *more.split())
    assert "The game is saved. To continue it, run: jotto play --resume\n" in run.out
    advice = run.out.rpartition("To see the advice for this position again, run: jotto ")[2]
    assert (run.status, advice.count("\n")) == (0, 1)
    assert jotto(*shlex.split(advice), "--json").json["candidates"] == 4


@pytest.mark.parametrize(("strategy", "ahead"), [("entropy", True), ("minimax", False)])
def test_a_game_that_is_resumed_has_the_advice_of_its_own_strategy(jotto, strategy, ahead):
    lines = "pales 3,0\ntonic 0,1\nhumid 0,0\n"
    begun = jotto("play", "--strategy", strategy, typed=lines)
    resumed = jotto("play", "--resume", typed="")
    assert ("Looking ahead" in begun.out, "Looking ahead" in resumed.out) == (ahead, ahead)


LOOKS = "pales 3,0\ntonic 0,1\nhumid 0,0\n"  # from there CERTS is best, or to keep it short FACER


@pytest.mark.parametrize("turn", ["e____ gbbbb", "e____=GBBBB", "e__ry gbbyg"])
def test_a_clue_with_letters_that_are_not_known_is_a_turn(jotto, turn):
    told = jotto("play", "--rule", "colours", typed=f"{turn}\nq\n").out
    right = turn.upper().replace(" ", "=")
    word, _, score = right.partition("=")
    assert f"jotto suggest {word.lower()}={score} --rule colours" in told


@pytest.mark.parametrize(
    ("how", "guess"),
    [("--think 0", "CERTS"), ("--aim worst", "FACER"), ("--aim mean --think 2.5", "FACER")],
)
def test_leaving_asks_for_the_same_guess_and_a_game_resumed_has_it(jotto, how, guess):
    run = jotto("play", *how.split(), typed=f"{LOOKS}q\n")
    advice = run.out.rpartition("To see the advice for this position again, run: jotto ")[2]
    asked = jotto(*shlex.split(advice), "--json").json
    advised = (asked["ahead"] or asked["suggestions"][0])["guess"].upper()
    again = jotto("play", "--resume", typed="q\n")
    assert [prompts(each.out)[-1] for each in (run, again)] == [guess, guess] == [advised, guess]
    assert again.out.rpartition("jotto suggest")[2] == run.out.rpartition("jotto suggest")[2]


def test_leaving_names_no_command_that_would_propose_what_is_not_a_word(jotto):
    for typed, told in (("not a word\n", 0), ("", 1)):
        run = jotto("play", typed=f"pales 3,0\ntonic 0,1\nhumid 0,0\n{typed}q\n")
        assert run.out.count("jotto suggest") == told, typed


def test_with_resume_how_to_look_ahead_is_said_again_and_no_other_game(jotto, write):
    jotto("play", "--think", "0", typed=f"{LOOKS}q\n")
    for other, flags in (
        ("--rule colours --boards 2", "--boards, --rule"),
        ("--no-plurals", "--no-plurals"),
        ("--strategy minimax --seed 0", "--strategy"),
    ):
        run = jotto("play", "--resume", *other.split())
        wrong = f"the saved game has other options; leave these out, or --resume ({flags})"
        assert run.refusal == f"jotto: {wrong}\n", other
    assert prompts(jotto("play", "--resume", "--boards", "1", typed="q\n").out) == ["CERTS"]
    run = jotto("play", "--resume", "--think", "5", "--aim", "worst", typed="undo\nhumid 0,0\nq\n")
    assert prompts(run.out)[-1] == "FACER"
    assert run.out.endswith(" --think 5 --aim worst\n")
    run = jotto("play", "--resume", "--aim", "mean", typed="q\n")
    assert run.out.endswith(" --think 5\n")


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


def test_a_database_that_is_none_is_named_and_the_game_goes_on(play, write, jotto, tmp_path):
    path = tmp_path / "data" / "jotto" / "games.sqlite"
    path.parent.mkdir(parents=True)
    path.write_text("x" * 5000)
    refusal = jotto("play", "--resume").refusal
    assert f"saved games {str(path)!r}: file is not a database" in refusal
    run = play("4,0\nq\n")
    assert f"this game cannot be saved in {str(path)!r}: file is not a database" in run.err
    assert "The game is saved" not in run.out
    run = play("4,0\n5,0\n", XDG_DATA_HOME=str(write("in the way")))
    assert (run.status, run.err.count("cannot be saved")) == (0, 1)
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
    [
        ("content = '[1]'", "the saved game is damaged"),
        ("name = name || char(0)", "no longer exists"),
    ],
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
    assert re.match(
        r"   2  the saved game is damaged\n   1  Today .*, Jotto, 1 guess, HATCH\n", run.out
    )
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
    assert "changed this game, so your last entry was not saved" in said
    assert " 2  LATCH=4,0" in said
    assert "WATCH=4,0" not in said
    assert prompts(said) == ["MATCH", "MATCH"]


def test_a_side_that_there_is_not_is_refused(play):
    assert play("", "--starts", "nobody").refusal == "jotto: --starts 'nobody': write me or them\n"
    assert "add --starts me or them" in play("", "--secret", "watch").refusal
    assert "'h4tch'" in play("", "--starts", "me", "--secret", "h4tch").refusal


# --- what is found while the player thinks ------------------------------------------------------


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


def test_what_another_thread_prints_leaves_the_prompt_and_is_wrapped(monkeypatch, capsys):
    def typed(prompt):
        render.tell("Looking ahead, LATCH is best: about 2.2 more guesses.", at="Score for HATCH: ")
        render.tell("Looking ahead, WATCH is best.", at="Score for LATCH: ")
        return "latch"

    monkeypatch.setattr("builtins.input", typed)
    monkeypatch.setenv("COLUMNS", "40")
    for is_a_terminal, wrapped in (False, " "), (True, "\n"):
        monkeypatch.setattr(sys.stdout, "isatty", lambda it=is_a_terminal: it)
        assert render.ask("Score for HATCH: ") == "latch"
        said = f"Looking ahead, LATCH is best: about 2.2{wrapped}more guesses."
        assert capsys.readouterr().out == f"\n{said}\nScore for HATCH: "


def test_what_is_printed_above_a_prompt_is_printed_to_its_end_before_the_game_goes_on(monkeypatch):
    began, shown = threading.Event(), []

    class SlowOutput(io.StringIO):
        def write(self, text):
            if "LATCH" in text:
                began.set()
                time.sleep(0.2)
            shown.append(text)

    prompt = "Score for HATCH: "
    thinker = threading.Thread(target=render.tell, args=("LATCH is best.", prompt))
    monkeypatch.setattr("sys.stdout", SlowOutput())
    monkeypatch.setattr("builtins.input", lambda _: thinker.start() or str(began.wait()))
    render.ask(prompt)
    print("The game is saved.")
    thinker.join()
    assert "".join(shown) == f"\nLATCH is best.\n{prompt}The game is saved.\n"


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


MEANWHILE = (  # the game is won; no word fits; another word is chosen at the same position; ...
    *("yes", "0,0", "0,0/undo", "4,0/undo", "4,0/edit 1 5,0", "match", "match/undo", "not a word"),
    *("unlisted", "hint", "me first, no last turn/they watch", "race/them", "race/them/me"),
    *("race/they hatch", "race/they hatch/they found"),
)


@pytest.mark.parametrize("meanwhile", MEANWHILE)
def test_what_is_found_in_the_background_is_told_only_where_it_was_asked_for(
    meanwhile, tmp_path, monkeypatch
):
    monkeypatch.setattr("jotto.assistant.thinker.Background", Slow)
    told = []
    monkeypatch.setattr("jotto.cli.play.tell", lambda text, at: told.append(text))
    game = jotto.words([*HATCHES, "catch", "batch"])
    store = Store(tmp_path / "games.sqlite")
    saved, recorder = Saved({}, game.key), Recorder(wanted=False)
    talk = Conversation(jotto.Session(game), saved, store, "mean", 5.0, recorder)
    talk.thinker.patience = 0.0
    talk._show_position()
    asked, search = talk.session, Slow.search
    tree = jotto.solve(asked.position)
    for line in meanwhile.split("/"):
        now = talk.session
        if line in ("race", "me first, no last turn"):
            talk.session = now.raced("patch", first=True, last_turn=line == "race")
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
