"""The table of moves: how each is typed, where it is offered, and what the offered ones do."""

from functools import cache
from itertools import product
from pathlib import Path

import pytest

import jotto
from jotto.assistant import match, moves
from jotto.assistant.move_table import facts, forms, holds, offered, table
from jotto.assistant.sentences import catalogue, sentence
from jotto.assistant.view import example, examples, help_on, keep_view, view
from jotto.cli.live import sayings
from jotto.engine.lies import lying
from jotto.errors import GameError

TEN = ["crane", "slate", "fools", "quilt", "trace", "crate", "hatch", "latch", "match", "watch"]
PACKAGE = Path(jotto.__file__).parent
WORDS = jotto.words(TEN)
RACE = {"do": "race", "first": "me", "word": "latch"}
GAMES = {
    "alone": (WORDS, 1, [], "my turn"),
    "one turn": (WORDS, 1, ["crane 0,2"], "my turn, turns, entries"),
    "another guess": (WORDS, 1, ["slate"], "my turn, entries"),
    "corrected": (WORDS, 1, ["hatch 4,0", "undo"], "my turn"),
    "doubt": (WORDS, 1, ["crane 0,2", "fools 1,1"], "doubt, choices, turns, entries"),
    "found": (WORDS, 1, ["hatch 5,0"], "over, turns, entries"),
    "both": (WORDS, 1, [{"do": "race", "first": "me"}], "my turn, race, entries"),
    "theirs": (WORDS, 1, [RACE | {"first": "them"}], "their turn, race, entries"),
    "a last guess": (
        *(WORDS, 1, [RACE | {"last_turn": "yes"}, "hatch 5,0"]),
        "their turn, race, turns, entries",
    ),
    "both played": (
        *(WORDS, 1, [RACE, "crane 0,2", "slate"]),
        "my turn, race, turns, their turns, entries",
    ),
    "turn changed": (WORDS, 1, [RACE, "crane 0,2", "me"], "my turn, race, turns, entries"),
    "codes": (jotto.named("mastermind:3x4"), 1, [], "my turn, closed"),
    "a lie": (lying(WORDS, 1), 1, ["crane 0,2"], "my turn, closed, noisy, turns, entries"),
    "boards": (WORDS, 2, ["crane 0,2 2,0"], "my turn, several, turns, entries"),
    "one of two": (WORDS, 2, ["crane 0,2"], "my turn, several, turns, entries"),
}


@cache
def session_of(name):
    game, boards, lines, _ = GAMES[name]
    session = jotto.Session(game, boards=boards)
    for line in lines:
        move = moves.read_move(session, line) if isinstance(line, str) else line
        session = moves.make_move(session, move).session
    return session


@pytest.mark.parametrize("name", GAMES)
def test_facts_are_what_is_so(name):
    session = session_of(name)
    looked = not session.game.closed and session.game.rule.tallies is not None
    further = {"may be unlisted"} if looked else set()  # in none of them unlisted words are tried
    assert facts(session) == {*GAMES[name][3].split(", ")} | further


def expected(so):
    """What a page offers, as a person would say it: by stage, and without a table."""
    race = [] if {"several", "noisy"} & so else ["race", "side"] if "race" in so else ["race"]
    undo = ["undo"] if so & {"entries", "doubt"} else []
    edit = ["edit"] if so & {"turns", "their turns"} else []
    if "doubt" in so:
        return {*undo, "score", "edit", "delete", *(["fix"] if "choices" in so else [])}
    if "over" in so:
        return {*undo, "finish"}
    if "their turn" in so:
        return {"they", "delete", *undo, *edit, *race}
    mine = {"score", "guess", "hint", "grid", "delete", "why", "more", "list", "about"}
    refuse = [] if "closed" in so else ["refuse"]
    looked = {"may be unlisted", "turns"} <= so and "several" not in so
    outside = ["unlisted"] if looked else []
    return {*mine, *undo, *edit, *race, *refuse, *outside}


@pytest.mark.parametrize("name", GAMES)
def test_what_is_offered_is_what_can_be_done(name):
    so = facts(session_of(name))
    assert {*offered(so, "page")} == {*view(session_of(name)).moves} == expected(so)


def ways(form):
    """The lines that a form stands for, with examples in its places."""
    shown = form.example or form.form
    if form.example and "{" not in form.form and "|" not in form.form:
        shown = form.form or ""
    parts = [part.split("|") for part in shown.split() if not part.startswith("[")]
    values = {"word": "crane", "about": "slate", "secret": "latch", "turn": "1", "board": "2"}
    values |= {"offer": "1", "score": "1,1", "change": "1,1"}
    return [" ".join(way).format(**values) for way in product(*parts)]


def test_every_form_is_read_as_its_move():
    read = set()
    for name, face in product(GAMES, ("terminal", "keep")):
        session = session_of(name)
        if face == "keep" and (session.race or session.boards > 1 or session.attempt):
            continue
        if session.game.closed or session.game.noisy:
            continue
        for kind in table().values():
            now = [each for topic in ("", "both") for each in forms(facts(session), face, topic)]
            for form in kind.typed if face in kind.faces else ():
                so = facts(session)
                away = form.topic and not (kind.name in offered(so, face) and holds(form.when, so))
                if form not in now or away or (form.both and not session.race):
                    continue
                for line in filter(None, ways(form)):
                    assert moves.read_move(session, line, face)["do"] == kind.name, (name, line)
                    read.add((kind.name, form.form, form.topic))
    typed = [(kind.name, form) for kind in table().values() for form in kind.typed if form.form]
    assert read == {(name, form.form, form.topic) for name, form in typed}


@pytest.mark.parametrize(
    ("name", "line", "move"),
    [
        ("one turn", "EDIT 1 crate", {"do": "edit", "side": "me", "turn": "1", "word": "crate"}),
        ("boards", "edit 1 board 2 1,1", {"do": "edit", "board": "2", "score": "1,1"}),
        ("both played", "edit theirs 1 1,2", {"do": "edit", "side": "them", "score": "1,2"}),
        ("both played", "them", {"do": "side", "side": "them"}),
        ("both", "they", {"do": "race", "first": "them"}),
        ("alone", "i", {"do": "race", "first": "me"}),
        ("both", "secret latch", {"do": "race", "word": "latch"}),
        ("both", "No Last Turn", {"do": "race", "last_turn": "no"}),
        ("alone", "list 2", {"do": "list", "about": "2"}),
        ("alone", "why?", {"do": "why", "about": ""}),
        ("alone", "more common", {"do": "more", "about": "common"}),
        ("alone", "what about slate?", {"do": "about", "about": "slate"}),
        ("alone", "? score", {"do": "help", "about": "score"}),
        ("alone", "give up", {"do": "quit"}),
    ],
)
def test_a_line_is_read_with_its_values(name, line, move):
    read = moves.read_move(session_of(name), line)
    assert move.items() <= read.items()


@pytest.mark.parametrize("line", ["last turn", "secret latch"])
def test_what_is_of_two_players_is_refused_to_one(line):
    with pytest.raises(jotto.JottoError, match="only your turns are tracked"):
        moves.read_move(session_of("alone"), line)


@pytest.mark.parametrize("face", ["terminal", "keep"])
@pytest.mark.parametrize("name", GAMES)
def test_help_and_completion_name_every_form(name, face):
    session = session_of(name)
    if face == "keep" and session.boards > 1:
        return  # keep has one board
    now = [*forms(facts(session), face)]
    told = dict(help_on(session, "", face).rows)
    assert {form.head for form in now} <= {"", *sayings(session, face)}
    for form in now:
        if form.help:
            some = examples(session.game)
            assert told[example(form, some)] == sentence(form.help, word=some["word"])


@pytest.mark.parametrize("name", GAMES)
def test_each_row_of_the_help_has_a_help_of_its_own(name):
    session = session_of(name)
    for form in forms(facts(session), "terminal"):
        if form.help and form.head:
            rows = help_on(session, form.head, "terminal").rows
            some = examples(session.game)
            assert (example(form, some), sentence(form.help, word=some["word"])) in rows


def test_help_on_a_word_is_what_begins_with_it_and_can_be_typed():
    session = session_of("alone")
    assert [row for row, _ in help_on(session, "MORE", "terminal").rows] == ["more", "more common"]
    for wrong in ("nope", "wh", "why not", "1,0"):
        with pytest.raises(GameError, match=f"there is no help on '{wrong}'"):
            help_on(session, wrong, "terminal")
    with pytest.raises(GameError, match="there is no help on 'hint'"):
        help_on(session, "hint", "daily")


def test_what_keep_offers():
    session = jotto.Session(WORDS, "simple")
    usual = ("guess", "hint", "list", "left", "turns", "help", "quit")
    assert keep_view(session).moves == usual
    assert keep_view(session.scored("4,0", "latch")).moves == usual
    assert keep_view(session, "daily").moves == ("guess", "turns", "help", "quit")
    for line in ("hint", "list", "list 2", "left"):
        with pytest.raises(GameError, match=f"'{line}': the word of the day"):
            moves.read_move(session, line, "daily")
    for line in ("undo", "UNDO", "redo", "edit 1 4,0", "edit"):
        for face in ("keep", "daily"):
            with pytest.raises(GameError, match=f"'{line}': no guess is taken back where jotto"):
                moves.read_move(session, line, face)
    assert moves.read_move(session, "turns", "daily") == {"do": "turns", "about": ""}
    assert moves.read_move(session, "latch", "daily") == {"do": "guess", "word": "latch"}


def test_all_moves_that_can_be_done_are_in_the_table():
    of_match = {kind.name for kind in table().values() if "match" in kind.faces}
    assert of_match == match.STEPS.keys()
    assert {*moves.DOES} <= table().keys()
    labels = {f"move {kind.name}" for kind in table().values() if kind.place in ("menu", "end")}
    assert labels <= catalogue()["sentences"].keys()
