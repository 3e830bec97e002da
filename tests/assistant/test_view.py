"""What is shown of thirty-one positions, beside a golden file that was read by eye.

The page counts all of it by itself, and shows the same; see tests/web/test_page_view.py.
The file has all of "start", and of the others what differs from the position that they continue, or
from "start". To write it again: ``PYTHONPATH=tests python tests/assistant/test_view.py``; then read
its difference.
"""

import json
from functools import cache, partial
from pathlib import Path

import pytest
from texts import as_texts

import jotto
from jotto.assistant import moves
from jotto.assistant.hints import scored_letters
from jotto.assistant.view import pane, telling, view

GOLDEN = Path(__file__).parents[1] / "golden" / "views.json"
TEN = ["crane", "slate", "fools", "quilt", "trace", "crate", "hatch", "latch", "match", "watch"]
GAMES = {
    "ten": lambda: jotto.words(TEN),
    "jots": lambda: jotto.words(TEN, rule="jots"),
    "colours": lambda: jotto.words(TEN, rule="colours"),
    "english": jotto.words,
    "pegs": lambda: jotto.named("mastermind:4x6"),
    "bulls": lambda: jotto.named("bulls-and-cows:3x6"),
    "own": lambda: jotto.game(lambda guess, secret: abs(guess - secret), range(1, 9)),
}
# For each position: a game, and the lines typed, with both halves where they begin with a race.
RACE = ({"do": "race", "word": "watch", "first": "me", "last_turn": "yes"},)
PRIVATE = ({"do": "race", "first": "them", "last_turn": "no"},)
POSITIONS = {
    "start": ("ten",),
    "another guess": ("ten", "fools"),
    "unlisted guess": ("ten", "zebra"),
    "one turn": ("ten", "crane 0,2"),
    "certain": ("ten", "trace 3,1"),
    "certain, another guess": ("ten", "trace 3,1", "slate"),
    "refused": ("ten", "not a word"),
    "edited": ("ten", "crane 0,0", "edit 1 0,2"),
    "found": ("ten", "slate 5,0"),
    "nothing fits": ("ten", "crane 4,0", "slate 4,0"),
    "nothing fits at first": ("ten", "fools 4,0"),
    "corrected": ("ten", "crane 4,0", "slate 4,0", "1"),
    "unlisted": ("ten", "crane 0,0", "unlisted"),
    "unlisted, found with a wrong score": ("ten", "crane 0,0", "unlisted", "caney 5,0", "yes"),
    "a win that a score excludes": ("ten", "crane 0,2", "fools 5,0"),
    "race": ("ten", *RACE),
    "race, their guess": ("ten", *RACE, "crane 0,2"),
    "race, both": ("ten", *RACE, "crane 0,2", "slate"),
    "race, they found it": ("ten", *RACE, "crane 0,2", "watch"),
    "race, a last guess": ("ten", *RACE, "hatch 5,0"),
    "race, drawn": ("ten", *RACE, "hatch 5,0", "watch"),
    "race, won": ("ten", *RACE, "hatch 5,0", "match"),
    "race, private": ("ten", *PRIVATE, "crane 1,1"),
    "race, misled": ("ten", *PRIVATE, "latch 3,0", "secret watch"),
    "race, unlisted secret": ("ten", *PRIVATE, "crane 1,1", "secret zebra"),
    "jots": ("jots", "crane 2"),
    "colours": ("colours", "crane YBYBB"),
    "english": ("english", "pales 1,1"),
    "pegs": ("pegs", "0011 1,1"),
    "bulls": ("bulls", "012 1,1"),
    "own": ("own", "4 2"),
}


@cache
def session_at(name):
    game, *lines = POSITIONS[name]
    session = jotto.Session(GAMES[game]())
    for line in lines:
        move = moves.read_move(session, line) if isinstance(line, str) else line
        session = moves.make_move(session, move).session
    return session


def seen(name):
    shown = as_texts(view(session_at(name)))
    in_one_line = {"alphabet": "".join(shown["alphabet"]), "keys": json.dumps(shown["keys"])}
    return shown | in_one_line


def continued(name):
    """The position that this one continues by the fewest lines; "start" if there is none."""
    at = POSITIONS[name]
    shorter = [other for other, lines in POSITIONS.items() if lines == at[: len(lines)] != at]
    return max(shorter, key=lambda other: len(POSITIONS[other]), default="start")


def different(name):
    """What is shown, without the fields that are as where the position continues from."""
    now, before = seen(name), seen(continued(name)) if name != "start" else {}
    changed = {field: value for field, value in now.items() if value != before.get(field, ...)}
    if now["guess"] and before.get("guess") and "guess" in changed:
        guess = {at: value for at, value in now["guess"].items() if value != before["guess"][at]}
        changed["guess"] = guess
    return changed


def test_there_are_thirty_one():
    assert len(POSITIONS) == 31
    assert json.loads(GOLDEN.read_text("utf-8")).keys() == POSITIONS.keys()
    assert (continued("corrected"), continued("own")) == ("nothing fits", "start")


@pytest.mark.parametrize("name", POSITIONS)
def test_what_is_shown_is_what_was_read(name):
    assert different(name) == json.loads(GOLDEN.read_text("utf-8"))[name]


def test_at_most_twelve_letters_are_listed_as_open():
    known, twelve = {"in": "a"}, " ".join("bcdefghijklm")
    assert telling(known | {"open": twelve}) == known | {"open": twelve}
    assert telling(known | {"open": f"{twelve} n"}) == known


@pytest.mark.parametrize(
    ("rule", "turns", "letters"),
    [
        # of trace
        ("colours", "crane=YGGBG", {"placed": "a e r", "elsewhere": "c", "out": "n"}),
        ("colours", "react=YYGGY", {"placed": "a c", "elsewhere": "e r t"}),
        *(
            ("colours", turns, {"placed": "a c e r", "elsewhere": "t", "out": "n"})
            for turns in ("crane=YGGBG react=YYGGY", "react=YYGGY crane=YGGBG")
        ),
        ("exact-elsewhere", "blind=0,0 react=2,3", {"in": "a c e r t", "out": "b d i l n"}),
        ("jots", "blind=0 crane=4 react=5", {"in": "a c e r t", "out": "b d i l n"}),
        ("jots", "blind=0 trace=win", {}),
        ("black-peg", "blind=0 react=2", {}),
        # of erase
        ("colours", "speed=YBYYB", {"elsewhere": "e s", "out": "d p"}),
        ("colours", "hello=BYBBB", {"elsewhere": "e", "out": "h l o"}),
        ("colours", "geese=BYBGG", {"placed": "e s", "out": "g"}),  # of three e the second is B
        ("exact-elsewhere", "eerie=2,1 trade=3,0", {}),
        ("fibble", "blind=BBBBG hello=BYBBY", {}),
    ],
)  # fmt: skip
def test_keys_without_advice_say_what_each_score_says(rule, turns, letters):
    game = jotto.words(["trace", "erase", "crane"], rule=rule)
    read = [text.split("=") for text in turns.split()]
    told = [jotto.Turn(guess, game.rule.read(score)) for guess, score in read]
    assert scored_letters(game, told) == letters


def test_keys_say_nothing_of_a_rule_of_ones_own_whatever_its_numbers_are_called():
    counts = (jotto.Count("vowels", "vowels in common", "Y"),)
    rule = jotto.Rule.of("vowels", [*"012345", "win"], lambda g, s: "0", counts)
    game = jotto.words(["trace", "blind", "crane"], rule=rule)
    assert scored_letters(game, [jotto.Turn("crane", 0)]) == {}


def test_help_is_there_at_every_stage():
    """A game that is over had none; the question for what is left was an internal error."""
    over = jotto.Session(jotto.words(["hatch", "latch", "match"])).scored("5,0")
    assert view(over).stage == "over"
    assert ["undo", "take back the last entry"] in as_texts(pane(over, "help").rows)


def test_what_a_guess_leaves_is_not_said_where_nearly_all_may_be_left():
    """An answer may be false: after it, each word may still be the secret."""
    words = ["hatch", "latch", "match", "patch", "crane", "slate"]
    lying = jotto.start(jotto.words(words), lies=1).game
    assert view(jotto.Session(lying)).guess.after is None
    assert view(jotto.Session(jotto.words(words))).guess.after is not None


if __name__ == "__main__":
    written = partial(json.dumps, ensure_ascii=False)
    shown = [
        f" {written(name)}: {{\n  "
        + ",\n  ".join(f"{written(at)}: {written(value)}" for at, value in different(name).items())
        for name in POSITIONS
    ]
    GOLDEN.write_text("{\n" + "},\n".join(shown) + "}\n}\n", "utf-8")
