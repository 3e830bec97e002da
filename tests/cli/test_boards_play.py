"""Games of several boards, typed at a terminal and through a pipe."""

import os
import re
import signal
from collections import Counter
from itertools import product

import naive
import pytest
from terminal import Shown

WORDS = [
    *("crane", "slate", "fools", "quilt", "trace", "crate", "hatch", "latch", "match", "watch"),
    *("react", "stale", "least", "caret", "pools", "moist", "tares", "blimp", "jumpy", "vixen"),
]
SECRETS = ["match", "caret", "blimp", "stale"]
PLAY = ("play", "--think", "0", "--rule", "colours", "--boards")
AGAIN = "Another game? [Y/n]"


def said(guess, boards):
    return [naive.colours(guess, SECRETS[at - 1]).lower() for at in boards]


def asked(screen):
    """The guess that is asked for, and the boards that are to be scored."""
    screen.wait_for(lambda: "Score for" in screen.whole, "a guess")
    while screen.read(0.2):
        pass
    word, _, boards = screen.whole.rpartition("Score for ")[2].partition(" on board")
    return word.lower(), [*map(int, re.findall(r"\d+", boards.partition(">")[0]))]


def squeezed(screen):
    """All that is shown, without spaces."""
    return "".join(screen.whole.split())


def test_four_boards_are_played_through_a_kill(write, tmp_path):
    size = {"columns": 40, "rows": 15, "XDG_DATA_HOME": str(tmp_path)}
    with Shown(*PLAY, "4", "--words", str(write(*WORDS)), **size) as screen:
        guess, boards = asked(screen)
        assert boards == [1, 2, 3, 4]
        first, *others = said(guess, boards)
        screen.type(" ".join(["zzzzz", *others]) + "\r")
        screen.wait_for(lambda: "board 1:" in screen.whole, "what is wrong")
        screen.wait_for(lambda: "> zzzzz" in screen.whole, "what was typed, to be corrected")
        screen.type("\x01" + "\x1b[3~" * 5 + first + "\r")
        screen.wait_for(lambda: f"1 {guess.upper()}" in screen.whole, "the turn")
        asked(screen)
        screen.type(f"undo\r{first}\r")  # one after another
        screen.wait_for(lambda: "on boards 2, 3, 4" in screen.whole, "the next boards")
        os.killpg(screen.process.pid, signal.SIGKILL)
    with Shown("play", "--resume", "--think", "0", **size) as screen:
        made = [asked(screen)]
        assert made[0][1] == [2, 3, 4]
        while "You found all" not in screen.whole:
            guess, boards = made[-1]
            screen.type("+".join(said(guess, boards)) + "\r")
            before = f"for {guess.upper()} on"
            screen.wait_for(lambda before=before: before not in screen.whole, "what is next")
            if "You found all" not in screen.whole:
                made.append(asked(screen))
            assert len(made) < 12
        assert f"You found all 4 words in {len(made)} guesses." in screen.enter(AGAIN, "n")
        assert screen.status() == 0
        assert "Traceback" not in screen.text


def test_lines_show_boards_as_columns_and_the_game_is_in_the_history(jotto, write):
    lines, still = ["slate bxbbb bbbbb", "bbbbb " * 5], [1, 2, 3, 4]
    for word in ("trace", *SECRETS):
        lines.append(" ".join([word, *said(word, still)]))
        still = [at for at in still if SECRETS[at - 1] != word]
    run = jotto(*PLAY, "4", "--words", write(*WORDS), typed="\n".join([*lines, ""]))
    assert run.err == ""
    assert "score 'bxbbb': board 1: " in run.out
    assert "these are 5 scores, for boards 1, 2, 3, 4" in run.out
    shown = run.out.splitlines()
    at = next(at for at, line in enumerate(shown) if line.startswith("  1  TRACE"))
    columns = []
    for number, secret in enumerate(SECRETS, start=1):
        score = naive.colours("trace", secret)
        fit = [word for word in WORDS if naive.colours("trace", word) == score]
        left = f"{fit[0].upper()}?" if len(fit) == 1 else str(len(fit))
        columns.append((len(fit), str(number), left, score))
    _, *rows = zip(*columns, strict=True)  # they stand in their order
    board, left, trace = (line.replace("▸", "").split()[-4:] for line in shown[at - 2 : at + 1])
    assert [board, left, trace] == [*map(list, rows)]
    assert "You found all 4 words in 5 guesses." in run.out
    (game,) = jotto("history", "--json").json["games"]
    assert game["secret"] == "+".join(SECRETS)
    assert game["turns"][0] == "trace=" + "+".join(naive.colours("trace", s) for s in SECRETS)
    assert "not judged" in jotto("review").refusal


def test_what_is_about_one_board_says_which_and_can_be_asked_of_another(jotto, write):
    marks = [naive.colours("trace", secret) for secret in SECRETS]
    lefts = [[word for word in WORDS if naive.colours("trace", word) == score] for score in marks]
    never = next(
        score for score in map("".join, product("BYG", repeat=5))
        if score not in {naive.colours("trace", word) for word in WORDS} and "G" not in score
    )  # fmt: skip
    words = "--words", write(*WORDS)
    wrong, right = " ".join([marks[0], never, *marks[2:]]), marks[1]
    asks = *["hint", "hint board 3"] * 2, "hint", "list board 4", "hint board 5", "why board 4"
    run = jotto(*PLAY, "4", *words, typed="\n".join([f"trace {wrong}", right, *asks]))
    assert f"board 2: No word fits TRACE {never}" in run.out
    assert "Which one, or the score of TRACE on board 2 again: " in run.out
    known = " ".join(sorted(set.intersection(*map(set, lefts[0])))) or "none known"
    assert f"Board 1: In the secret: {known}. Not in it: " in run.out
    assert "Board 3: In the secret: " in run.out  # the first of this board
    assert "Board 3: Likeliest letters not yet known: " in run.out
    assert "Board 1: Likeliest letters not yet known: " in run.out
    assert re.findall(r"Board (\d): Likeliest places", run.out) == ["1"]
    number = f"{len(lefts[3])} word{'s' * (len(lefts[3]) != 1)}"
    assert f"{number} possible on board 4, likeliest first" in run.out
    assert "there is no board 5: this game has 4" in run.out
    shown = re.search(r": (\w+) [^:\n]*What it leaves on board 4:\n((?:.*\n)*)", run.out)
    guess, table = shown.groups()
    parts = Counter(naive.colours(guess.lower(), word) for word in lefts[3])
    assert sorted(re.findall(r"([BYG]{5}) +(\d+)", table)) == sorted(
        (score, str(many)) for score, many in parts.items()
    )
    kept = *KEEP, "2", *words
    _, left = evaded(2, ["trace"])
    run = jotto(*kept, typed="trace\nleft\nleft board 2\n")
    for board in (1, 2):
        assert f"{len(left[board - 1])} words possible on board {board}" in run.out


SURE = "Give up and see the secret? [y/N]"
KEEP = ("keep", "--adversary", "--rule", "colours", "--boards")


def evaded(boards, guesses):
    """What an adversary answers to guesses: for each, the scores of the boards that were open."""
    texts = ["".join(marks).upper() for marks in product("BYG", repeat=5)]  # in the order of scores
    lefts, said = [WORDS] * boards, []
    for guess in guesses:
        still = [at for at in range(boards) if not said or said[-1][at] not in (None, "GGGGG")]
        scores = naive.evaded(lefts, guess, naive.colours, texts)
        said.append([scores[at] if at in still else None for at in range(boards)])
        lefts = [
            naive.partition(left, guess, naive.colours)[score]
            for left, score in zip(lefts, scores, strict=True)
        ]
    return said, lefts


def test_an_adversary_of_three_boards_is_played_through_a_pipe(jotto, write):
    words, guesses = ("--words", write(*WORDS)), ["crane", "moist", "hatch", *WORDS]
    said, _ = evaded(3, guesses)
    made = next(at for at, row in enumerate(said, 1) if {None, "GGGGG"} >= {*row})
    run = jotto(*KEEP, "3", *words, typed="\n".join(guesses))
    assert f"You found all 3 words in {made} guesses." in run.out
    assert "Find 3 boards at once: each has one of 20 words, and" in run.out
    (game,) = jotto("history", "--json").json["games"]
    expected = ["+".join(filter(None, row)).lower() for row in said[:made]]
    assert [turn.lower() for turn in game["turns"]] == [
        f"{guess}={score}" for guess, score in zip(guesses, expected, strict=False)
    ]
    assert "not judged" in jotto("review").refusal


def test_an_adversary_of_two_boards_is_played_on_the_screen_again_and_given_up(write):
    _, lefts = evaded(2, ["crane"])
    given = *KEEP, "2", "--no-history", "--words", str(write(*WORDS))
    with Shown(*given, columns=60, rows=16) as screen:
        shown = screen.enter("Guess 1", "crane")
        assert not [word for word in lefts[0] if word.upper() in shown]
        assert "words left" not in shown
        screen.enter("Guess 2", "quit")
        screen.enter(SURE, "n")
        screen.enter("Guess 2", "quit")
        screen.enter(SURE, "y")
        shown = screen.enter(AGAIN, "y")
        words = re.search(r"The secrets may have been (\w+), (\w+)\.", shown)
        assert words
        assert len({*words.groups()}) == 2
        assert all(word.lower() in left for word, left in zip(words.groups(), lefts, strict=True))
        screen.enter("Guess 1", "quit")
        screen.enter(SURE, "y")
        screen.enter(AGAIN, "n")
        assert screen.status() == 0


def test_secrets_of_four_boards_are_kept_and_told_if_they_are_given_up(jotto, write):
    kept = "keep", "--rule", "colours", "--boards", "4", "--words", write(*WORDS)
    given = *kept, "--secret", "+".join(SECRETS)
    run = jotto(*given, typed="\n".join(["trace", *SECRETS]))
    assert "You found all 4 words in 5 guesses." in run.out
    (game,) = jotto("history", "--json").json["games"]
    assert game["secret"] == "+".join(SECRETS)
    first, second, *_ = game["turns"]
    assert first == "trace=" + "+".join(naive.colours("trace", word) for word in SECRETS)
    assert second == "match=" + "+".join(naive.colours("match", word) for word in SECRETS)
    told = ", ".join(map(str.upper, SECRETS))
    given_up = jotto(*given, typed="trace\nturns\nquit\n").out
    assert f"The secrets were {told}." in given_up
    assert "left" not in given_up
    drawn = [jotto(*kept, "--seed", "3", typed="quit\n").out for _ in range(2)]
    (secrets,) = {re.search(r"The secrets were ([\w, ]*)\.", out)[1] for out in drawn}
    assert len({*secrets.lower().split(", ")} & {*WORDS}) == 4


@pytest.mark.parametrize(
    ("given", "refused"),
    [
        (("--daily",), "daily has one secret; leave out boards (--daily, --boards)"),
        (("--report", "r.html"), "--boards has no report"),
        (("--secret", "crane"), "write 2 different secrets, such as crane+slate"),
        (("--secret", "crane+crane"), "write 2 different secrets"),
        (("--secret", "crane+zzzzz"), "zzzzz"),
    ],
)
def test_what_several_boards_do_not_have_is_refused(jotto, write, given, refused):
    words = "--words", write(*WORDS)
    assert refused in jotto("keep", "--boards", "2", *words, *given).refusal


def test_a_game_left_in_the_middle_goes_on_with_its_boards(jotto, write):
    lines = [f"trace {' '.join(said('trace', [1, 2]))}", f"slate {said('slate', [1])[0]}", "quit"]
    left = jotto(*PLAY, "2", "--words", write(*WORDS), typed="\n".join(lines))
    assert "jotto play --resume" in left.out
    run = jotto("play", "--resume")
    assert "TRACE" in run.out
    assert "Score for SLATE on board 2: " in run.out


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (120, 40), (200, 60), (60, 15)])
def test_boards_stand_still_and_are_asked_for_in_their_order(write, columns, rows):
    """Whatever is left on them, and when one is found; each says how many words fit it."""
    given = *PLAY, "4", "--words", str(write(*WORDS))
    with Shown(*given, columns=columns, rows=rows) as screen:
        places, still = set(), [1, 2, 3, 4]
        for guess in ("trace", "blimp", "crane"):
            asked(screen)
            screen.type(f"{guess} {' '.join(said(guess, still))}\r")
            still = [at for at in still if SECRETS[at - 1] != guess]
            numbers = ", ".join(map(str, still))
            screen.wait_for(lambda word=guess: word.upper() in squeezed(screen), guess)
            screen.wait_for(lambda told=numbers: f"boards {told}" in screen.whole, numbers)
            while screen.read(0.2):
                pass
            head = next(line for line in screen.picture if "board" in line)
            assert not re.search(r"possible on \d", screen.whole)  # no sum of theirs
            if columns > 100:
                screen.wait_for(lambda: "Good guesses" in screen.whole, "panes below the boards")
                places.add(tuple(head.index(f"board {at}") for at in (1, 2, 3, 4)))
            elif columns == 60:
                numbered = head.replace("▸", " ").split("board")[1]
                assert numbered.split() == ["1", "2", "3", "4"]
        assert len(places) <= 1
        assert "BLIMP" in screen.whole


def test_a_word_and_eight_scores_can_be_read_while_they_are_typed(write):
    with Shown(*PLAY, "8", "--words", str(write(*WORDS))) as screen:
        asked(screen)
        typed = f"trace {' '.join(said('trace', [1, 2, 3, 4] * 2))}"
        screen.type(typed)
        screen.wait_for(lambda: f"> {typed}" in screen.whole, typed)
        assert "on boards 1, 2, 3, 4, 5, 6, 7, 8: > trace" in screen.whole


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (40, 15)])
def test_many_boards_fit_the_screen_and_more_are_counted(write, columns, rows):
    words = [f"{a}{b}{c}xy" for a in "abcd" for b in "efgh" for c in "ijkl"]
    given = *PLAY, "32", "--words", str(write(*words))
    with Shown(*given, columns=columns, rows=rows) as screen:
        screen.wait_for(lambda: "Score for" in screen.whole, "a guess")
        screen.type("aeixy " + "gbbgg " * 3 + "\r")
        screen.wait_for(lambda: "boards 4, 5, 6" in screen.whole, "the next")
        assert "more boards" in screen.whole
        assert "▸4" in screen.whole
