"""Matches of two devices, or one and the computer, on one server or two; who may see what."""

import json
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from time import time

import pytest
from device import RULES
from serving import Visitor, served, turns_in
from texts import heard

import jotto
from jotto.assistant.match import Terms
from jotto.assistant.options import GameOptions, saved_options
from jotto.assistant.sentences import sentence
from jotto.assistant.store import Store
from jotto.games.words import levels
from jotto.web.app import SEEN
from jotto.web.games import Matches

PEOPLE = RULES | {"name": "Ann", "other": "person", "order": "me", "minutes": "0"}


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


def both(server, secrets=("quilt", "crane"), **changed):
    """Two devices in a match, with the secrets of Ann and of Bob."""
    ann, bob, path = joined(server, **changed)
    ann.play(path, do="secret", word=secrets[0])
    bob.play(path, do="secret", word=secrets[1])
    return ann, bob, path


def guess(one, path, word):
    return one.play(path, do="guess", word=word, sure=word)


def test_a_guess_counts_once(server):
    ann, _, path = both(server)
    move = {"at": str(ann.view(path)["at"]), "do": "guess", "word": "pales"}
    first, second = (ann.data(path, move)[1] for _ in range(2))
    assert (first["said"], heard(second["said"])) == ([], [SEEN])
    assert first["view"] == second["view"] == ann.view(path)
    assert len(turns_in(first["view"])) == 1


def test_a_secret_is_in_no_page_before_the_end(server):
    ann, bob, path = both(server, ("knoll", "swath"))  # in no other game of this server
    eve = Visitor(server.port)
    guess(ann, path, "pales")
    guess(bob, path, "moist")
    code = path.rpartition("/")[2]
    data = path, path.lower(), f"{path}/", "/home", "/games", "/match", f"/saved/{code}-0"
    paths = (path, "/", f"/data{path}/events", *(f"/data{each}" for each in data))
    for one, secret in ((bob, "knoll"), (ann, "swath"), (eve, "knoll"), (eve, "swath")):
        for each in paths:
            assert secret not in str(one.ask(each)).lower(), (secret, each)
        for do in ("secret", "guess", "advice", "no advice", "leave", "join", "undo", ""):
            if one is eve:
                answer = str(one.play(path, do=do, word="zzzzz", name="Eve")).lower()
                assert secret not in answer
    watched = eve.view(path)
    assert [turns_in(watched, side) for side in (0, 1)] == [[("", "0,2")], [("", "0,1")]]
    assert "pales" not in json.dumps(watched).lower()
    assert "knoll" not in server.log
    assert "swath" not in server.log


def test_a_page_of_a_match_that_is_over_waits_though_the_other_has_gone(server):
    """A stream that told of a change at once would make the page ask again and again."""
    ann, _, path = both(server)
    assert ann.view(path)["match"]["away"]  # Bob has opened no page
    ann.play(path, do="leave")
    seen = ann.view(path)
    away = json.dumps(seen["match"]["away"])
    connection = ann.connect()
    asked = f"/data{path}/events?at={seen['at']}&away={away}"
    connection.request("GET", asked, headers={"Host": ann.site[7:], "Cookie": ann.cookie})
    assert connection.getresponse().readline().startswith(b":")  # nothing new
    connection.close()


def test_secrets_can_be_chosen_at_the_same_time_and_a_last_guess_makes_a_draw(server):
    ann, bob, path = joined(server, last_turn="yes")
    at = str(bob.view(path)["at"])
    assert ann.play(path, do="secret", word="quilt")[1]["said"] == []
    assert bob.data(path, {"at": at, "do": "secret", "word": "crane"})[1]["said"] == []
    assert heard(ann.view(path)["title"]) == sentence("your turn")
    guess(ann, path, "crane")
    assert heard(bob.view(path)["title"]) == sentence("this is your last guess")
    guess(bob, path, "quilt")
    assert heard(ann.view(path)["title"]) == sentence("a draw: both found it", made=1)


def test_the_computer_plays_until_somebody_wins(server):
    ann = Visitor(server.port)
    path = open_match(ann, other="level")
    ann.play(path, do="secret", word="quilt")
    game = jotto.words()
    session = jotto.Session(game)
    while (view := ann.view(path))["stage"] == "guess":
        mine = session.guess
        ann.play(path, do="guess", word=mine)
        found = dict(turns_in(ann.view(path)))[mine]
        session = session.scored(found, mine)
    who = r"(You win|\w+ \(computer\) wins) in \d+ guess(es)?\."
    assert re.fullmatch(who, str(heard(view["title"])))
    record = ann.data(f"/saved/{view['match']['record']}")[1]["record"]
    assert record["result"] in ("won", "drawn", "lost")
    words = [word for word, _ in turns_in(view)]
    assert [turn.partition("=")[0] for turn in record["turns"]] == words


def test_an_unlisted_secret_keeps_the_house_rule_of_letters(tmp_path):
    with served(tmp_path, "--no-repeats") as server:
        ann, _, path = joined(server, repeats="no")
        for word in ("qqabc", "hello"):
            status, data = ann.play(path, do="secret", word=word, sure=word)
            said = "this cannot be your secret: here no letter may occur twice"
            assert (status, data) == (422, {"error": said})
        assert ann.play(path, do="secret", word="qwxyz", sure="qwxyz")[0] == 200


# --- two servers with one database, and the next match ---

ANN, BOB, EVE = "a" * 32, "b" * 32, "e" * 32
UNLISTED = "zzzzz"  # found by no computer by chance, nor its secret: its seed is random


@pytest.fixture
def options(tmp_path):
    path = tmp_path / "words.txt"
    path.write_text("\n".join(["crane", "slate", *jotto.words().secrets[:60]]))
    return saved_options(GameOptions(words=path), strategy="entropy", seed=0, book=False)


@pytest.fixture
def two(tmp_path):
    """Two servers of one database, and the records that each has kept."""
    records = [], []
    with Store(tmp_path / "a", "match") as first, Store(tmp_path / "a", "match") as second:
        yield Matches(first, records[0].append), Matches(second, records[1].append), records


def enter(matches, code, seat, step, value="", now=0.0):
    at = matches.get(code).saved.version
    return matches.change(code, seat, at, lambda match: match.entered(step, seat, value, now))


def between(matches, options, **terms):
    """A match of Ann, whose secret is crane, and Bob, whose secret is slate; return its code."""
    code = matches.start(options, ANN, "Ann", "person", Terms(**terms))
    matches.join(code, BOB, "Bob")
    enter(matches, code, 0, "secret", "crane")
    enter(matches, code, 1, "secret", "slate")
    return code


def test_two_servers_of_one_store_lose_no_entry_and_record_a_match_once_for_each_device(
    two, options
):
    """Each sees at once what the other has stored, and a stale form still counts for its seat."""
    one, other, (first, second) = two
    code = one.start(options, ANN, "Ann", "person", Terms())
    other.join(code, BOB, "Bob")
    at = one.get(code).saved.version
    assert one.change(code, 0, at, lambda match: match.entered("secret", 0, "crane"))
    assert other.change(code, 1, at, lambda match: match.entered("secret", 1, "slate"))
    at = one.get(code).saved.version
    assert other.change(code, 0, at, lambda match: match.entered("guess", 0, "slate"))
    assert not one.change(code, 0, at, lambda match: match.entered("guess", 0, "tares"))
    assert one.get(code).match == other.get(code).match
    assert [entry[0] for entry in one.get(code).match.transcript] == [
        *("join", "join", "secret", "secret", "guess")
    ]
    assert ([record.owner for record in second], first) == ([ANN, BOB], [])
    assert [(record.result, record.secret) for record in second] == [
        *(("won", "slate"), ("lost", "crane"))
    ]
    one.again(code, 0)
    other.again(code, 1)
    assert (len(first), len(second)) == (0, 2)


def test_two_servers_that_end_a_match_at_the_same_moment_record_it_once(two, options):
    one, other, (first, second) = two
    for _ in range(5):
        code = between(one, options)
        first.clear()
        second.clear()
        at = one.get(code).saved.version

        def leave(server_and_seat, code=code, at=at):
            server, seat = server_and_seat
            try:
                return server.change(code, seat, at, lambda match: match.entered("leave", seat))
            except jotto.GameError:  # the other was faster
                return False

        with ThreadPoolExecutor(2) as threads:
            left = [*threads.map(leave, ((one, 0), (other, 1)))]
        assert sum(left) == 1
        assert sorted(record.owner for record in first + second) == [ANN, BOB]


def test_a_match_that_was_called_off_is_not_recorded_and_has_no_next_one(two, options):
    one, _, (first, _) = two
    code = one.start(options, ANN, "Ann", "person", Terms())
    with pytest.raises(jotto.GameError, match="begins after this one"):
        one.again(code, 0)
    enter(one, code, 0, "leave")
    assert first == []
    with pytest.raises(jotto.GameError, match="begins after this one"):
        one.again(code, 0)


def test_both_who_ask_for_another_match_get_the_same_one(two, options):
    one, other, _ = two
    code = between(one, options, last_turn=True, minutes=5, won1=1)
    enter(one, code, 0, "leave")
    with ThreadPoolExecutor(2) as threads:
        [*threads.map(lambda each: each[0].again(code, each[1]), ((one, 0), (other, 1)))]
    following = one.get(code).match.again
    assert following == other.get(code).match.again != code
    board = other.get(following)
    assert board.match.terms == Terms(first=1, last_turn=True, minutes=5, won1=2)
    assert [seat.name for seat in board.match.seats] == ["Ann", "Bob"]
    assert [board.seat_of(device) for device in (ANN, BOB, EVE)] == [0, 1, None]
    assert len(one.store.names()) == 2
    one.again(code, 0)
    assert (one.get(code).match.again, len(one.store.names())) == (following, 2)


def test_the_computer_plays_the_next_match_with_another_seed(two, options):
    one, _, (first, _) = two
    code = one.start(options, ANN, "Ann", "easy", Terms())
    enter(one, code, 0, "secret", "crane")
    enter(one, code, 0, "leave")
    assert [record.owner for record in first] == [ANN]
    one.again(code, 0)
    board, before = one.get(one.get(code).match.again), one.get(code)
    assert board.match.terms == Terms(first=1, won1=1)
    assert board.match.seats[1].ready
    seeds = {each.saved.options["computer's seed"] for each in (board, before)}
    assert len(seeds) == 2
    enter(one, board.saved.name, 0, "secret", UNLISTED)
    match = one.get(board.saved.name).match
    assert (len(match.seats[1].turns), match.asked) == (1, (0,))


def test_the_level_follows_the_results_of_a_device(two, options):
    one, other, _ = two

    def play(wins, code=None, step=None):
        """Play a match, or the rematch of one, to its end; return it and the strength."""
        code = one.again(code, 0) if code else one.start(options, ANN, "Ann", "level", Terms())
        match = one.get(code).match
        enter(one, code, 0, "secret", UNLISTED)
        secret = match.seats[1].secret
        enter(one, code, 0, "guess" if wins else "leave", secret if wins else "")
        return code, other.get(code).saved.options["computer"]

    assert other.level(ANN) == "easy"
    code, strength = play(True)
    assert (strength, other.level(ANN), other.level(BOB)) == ("easy", "medium", "easy")
    code, strength = play(True, code)  # the rematch
    assert (strength, other.level(ANN)) == ("medium", "strong")
    assert str(other.get(code).match.seats[1].name) == "Robin (computer)"
    assert play(True) == (other.store.names(ANN)[0], "strong")
    lower = ["strong", "medium", "easy", "casual", "beginner", "beginner"]
    assert [play(False)[1] for _ in range(6)] == lower
    code = one.start(options, ANN, "Ann", "strong", Terms())
    enter(one, code, 0, "leave")  # called off: it is no result
    assert other.level(ANN) == "beginner"


def test_a_match_of_an_earlier_version_has_the_usual_terms(two, options):
    one, other, _ = two
    code = between(one, options, challenge="back")
    saved = one.store.load(code)
    earlier = {name: value for name, value in saved.options.items() if name != "challenge"}
    one.store.write(replace(saved, options=earlier), f"{ANN} {BOB}")
    assert other.get(code).match.terms == Terms()


@pytest.mark.parametrize("strength", ["beginner", "easy", "strong"])
@pytest.mark.parametrize(("dictionary", "together"), [("common", True), ("list", False)])
def test_the_computer_plays_by_any_terms(two, strength, dictionary, together):
    one, _, _ = two
    options = saved_options(GameOptions(), strategy="entropy", seed=0, book=True)
    terms = Terms(dictionary=dictionary, together=together, minutes=5)
    code = one.start(options, ANN, "Ann", strength, terms)
    enter(one, code, 0, "secret", "crane", time())
    for word in ("moist", "bulky", "paper", "river"):
        match = one.get(code).match
        if not match.over:
            enter(one, code, 0, "guess", word, time())
    match = one.get(code).match
    assert match.over or len(match.seats[1].turns) in (3, 4, 5)
    if dictionary == "common":
        level = levels()
        words = [match.seats[1].secret, *(turn.guess for turn in match.seats[1].turns)]
        assert all(level[word] <= 35 for word in words)


def test_the_computer_allows_a_take_back(two, options):
    one, _, _ = two
    code = one.start(options, ANN, "Ann", "easy", Terms())
    enter(one, code, 0, "secret", UNLISTED)
    enter(one, code, 0, "guess", UNLISTED)
    enter(one, code, 0, "back")
    match = one.get(code).match
    assert (match.asked, [seat.turns for seat in match.seats]) == ((0,), [(), ()])


def test_unfinished_matches_of_a_device_are_listed(two, options):
    one, other, _ = two
    played, over = between(one, options), between(one, options)
    enter(one, over, 0, "leave")
    alone = one.start(options, BOB, "Bob", "person", Terms())

    def titles(device):
        return {game.path.removeprefix("/match/"): game.title for game in other.going(device)}

    assert titles(ANN) == {played: "match against Bob, 0 guesses"}
    unmet = f"match {alone}, nobody yet, 0 guesses"
    assert titles(BOB) == {played: "match against Ann, 0 guesses", alone: unmet}
    assert titles(EVE) == {}


def test_a_player_is_away_some_seconds_after_the_page_was_open(two, options, monkeypatch):
    one, other, _ = two
    now = [1e9]
    monkeypatch.setattr("jotto.web.games.clock", lambda: now[0])
    board = one.get(between(one, options))
    seen = one.here(board, 0)
    assert not other.away(board, 1)  # Ann is there, for Bob
    assert other.away(board, 0)  # Bob has opened no page
    for seconds, away in ((24, False), (26, True)):
        now[0] = 1e9 + seconds
        assert other.away(board, 1) == away
    now[0] = 1e9 + 10
    one.closed(board, 0, seen)
    for seconds, away in ((14, False), (16, True)):
        now[0] = 1e9 + seconds
        assert other.away(board, 1) == away
    later = other.here(board, 0)
    one.closed(board, 0, seen)  # another page was opened since
    assert (one.away(board, 1), later) == (False, 1e9 + 16)
    assert not one.away(one.get(one.start(options, ANN, "Ann", "easy", Terms())), 0)  # a computer
