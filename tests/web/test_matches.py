"""Matches in real browsers: two phones, or one and the computer; and what nobody may see."""

import json
import re

import pytest
from serving import Visitor, served, turns_in

import jotto
from jotto.assistant.store import Store
from jotto.assistant.table import Table, kept_options
from jotto.web.app import SEEN
from jotto.web.games import Matches

PEOPLE = {"name": "Ann", "other": "person", "first": "me"}


def open_match(one, **changed):
    """Begin a match; return its path."""
    one.ask("/")
    status, data = one.data("/match", PEOPLE | changed)
    assert status == 200, data
    return data["go"]


def joined(server, **changed):
    """Two devices in a match."""
    ann, bob = Visitor(server.port), Visitor(server.port)
    path = open_match(ann, **changed)
    bob.ask("/")
    bob.play(path, do="join", name="Bob")
    return ann, bob, path


def both(server, **changed):
    """Two devices in a match, with secrets quilt (Ann) and crane (Bob)."""
    ann, bob, path = joined(server, **changed)
    ann.play(path, do="secret", word="quilt")
    bob.play(path, do="secret", word="crane")
    return ann, bob, path


def guess(one, path, word):
    return one.play(path, do="guess", word=word)


def test_nobody_plays_for_another(server):
    ann, bob, path = both(server)
    status, data = guess(bob, path, "moist")
    assert (status, "it is the turn of Ann" in data["error"]) == (422, True)
    eve = Visitor(server.port)
    eve.ask("/")
    assert guess(eve, path, "moist")[0] == 422
    assert eve.play(path, do="join", name="Eve")[0] == 422
    assert [each["rows"] for each in ann.view(path)["boards"]] == [[], []]


def test_a_guess_counts_once(server):
    ann, _, path = both(server)
    move = {"at": str(ann.view(path)["at"]), "do": "guess", "word": "pales"}
    first, second = (ann.data(path, move)[1] for _ in range(2))
    assert (first["said"], second["said"]) == ([], [SEEN])
    assert first["view"] == second["view"] == ann.view(path)
    assert len(turns_in(first["view"])) == 1


def test_a_secret_is_in_no_page_before_the_end(server):
    ann, bob, path = both(server)
    eve = Visitor(server.port)
    guess(ann, path, "pales")
    guess(bob, path, "moist")
    data = [
        f"/data{each}" for each in (path, path.lower(), f"{path}/", "/home", "/games", "/match")
    ]
    paths = (path, f"{path}/report", "/", f"/data{path}/events", *data)
    for one, secret in ((bob, "quilt"), (ann, "crane"), (eve, "quilt"), (eve, "crane")):
        for each in paths:
            assert secret not in str(one.ask(each)).lower(), (secret, each)
        for do in ("secret", "guess", "advice", "no advice", "leave", "join", "undo", ""):
            if one is eve:
                answer = str(one.play(path, do=do, word="zzzzz", name="Eve")).lower()
                assert secret not in answer
    watched = eve.view(path)
    assert [turns_in(watched, side) for side in (0, 1)] == [[("", "0,2")], [("", "2,0")]]
    assert "pales" not in json.dumps(watched).lower()
    assert "quilt" not in server.log
    assert "crane" not in server.log


def test_secrets_can_be_chosen_at_the_same_time(server):
    ann, bob, path = joined(server)
    at = str(bob.view(path)["at"])
    assert ann.play(path, do="secret", word="quilt")[1]["said"] == []
    assert bob.data(path, {"at": at, "do": "secret", "word": "crane"})[1]["said"] == []
    assert ann.view(path)["title"] == "Your turn"


def test_a_last_guess_makes_a_draw(server):
    ann, bob, path = both(server, last_turn="yes")
    guess(ann, path, "crane")
    assert bob.view(path)["title"] == "Your turn"
    guess(bob, path, "quilt")
    assert "A draw" in ann.view(path)["title"]


def test_advice_is_for_the_one_who_asked(server):
    ann, bob, path = joined(server)
    ann.play(path, do="secret", word="quilt")
    bob.play(path, do="secret", word="жжжжж")  # no word of the list has this letter
    ann.play(path, do="advice")
    assert "about" in ann.view(path)["guess"]["after"]
    guess(ann, path, "pales")
    assert bob.view(path)["guess"] is None
    assert bob.view(path)["odds"] is None
    assert ann.view(path)["odds"]["text"].startswith("Chances: you")
    for word in ("crane", "abcde", "fghij", "klmno", "pqrst", "uvwxz", "yyyyy"):
        assert guess(bob, path, "slate")[0] == guess(ann, path, word)[0] == 200
    shown = ann.view(path)
    assert (shown["title"], shown["odds"]) == ("Bob is thinking", None)  # nothing fits
    ann.play(path, do="no advice")
    assert "advice" in ann.view(path)["moves"]


@pytest.mark.parametrize("strength", ["easy", "medium", "strong"])
def test_the_computer_plays_until_somebody_wins(server, strength):
    ann = Visitor(server.port)
    path = open_match(ann, other=strength)
    ann.play(path, do="secret", word="quilt")
    game = jotto.words()
    session = jotto.Session(game)
    while (view := ann.view(path))["stage"] == "guess":
        mine = session.guess
        ann.play(path, do="guess", word=mine)
        found = dict(turns_in(ann.view(path)))[mine]
        session = session.scored(found, mine)
    assert re.fullmatch(r"(You win|Computer, \w+ wins) in \d+ guess(es)?\.", view["title"])
    assert ann.ask(f"{path}/report")[0] == 200


def test_a_killed_server_loses_no_match(tmp_path):
    with served(tmp_path) as server:
        ann, bob, path = both(server)
        guess(ann, path, "pales")
        before = ann.view(path), bob.view(path)
        server.kill()
        server.start()
        assert (ann.view(path), bob.view(path)) == before


def test_two_servers_of_one_store_lose_no_entry(tmp_path):
    """Each sees at once what the other has stored, and a stale form still counts for its seat."""
    options = kept_options(Table(), strategy="entropy", seed=0, book=True)
    with Store(tmp_path / "a", "match") as first, Store(tmp_path / "a", "match") as second:
        one, other = Matches(first), Matches(second)
        rules = {"first": True, "last_turn": False, "other": "person"}
        code = one.start(options, "device 0", "Ann", **rules)
        other.join(code, "device 1", "Bob")
        assert one.change(code, 0, 2, lambda match: match.said("secret", 0, "crane"))
        assert other.change(code, 1, 2, lambda match: match.said("secret", 1, "slate"))
        assert one.change(code, 0, 4, lambda match: match.said("guess", 0, "pales"))
        assert not other.change(code, 0, 4, lambda match: match.said("guess", 0, "tares"))
        assert [entry[:2] for entry in other.get(code).match.transcript] == [
            *(("join", 0), ("join", 1), ("secret", 0), ("secret", 1), ("guess", 0))
        ]
        assert one.get(code).match == other.get(code).match


def test_wrong_names_and_secrets_are_said(server):
    ann = Visitor(server.port)
    ann.ask("/")
    for wrong in ({"name": ""}, {"name": "x" * 21}, {"other": "genius"}):
        assert ann.data("/match", PEOPLE | wrong)[0] == 422, wrong
    path = open_match(ann, name="<b>Ann</b>")
    assert ann.play(path, do="secret", word="<script>")[0] == 422
    for code in ("AAAAAA", "..%2f..%2fweb.json"):
        assert ann.ask(f"/data/match/{code}")[0] == 404
    _, headers, text = Visitor(server.port).ask(f"/data{path}")
    assert (headers["Content-Type"], "Join <b>Ann</b>" in text) == ("application/json", True)
    ann.play(path, do="leave")
    assert Visitor(server.port).view(path)["title"] == "The match is over."


def test_an_unlisted_secret_keeps_the_house_rule_of_letters(tmp_path):
    with served(tmp_path, "--no-repeats") as server:
        ann, _, path = joined(server)
        for word in ("qqabc", "hello"):
            status, data = ann.play(path, do="secret", word=word)
            said = "this cannot be your secret: here no letter may occur twice"
            assert (status, data) == (422, {"error": said})
        assert ann.play(path, do="secret", word="qwxyz")[0] == 200
