"""Matches of two devices, or one and the computer, on one server or two; who may see what."""

import json
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import replace

import pytest
from device import RULES
from serving import Visitor

import jotto
from jotto.assistant.match import Terms
from jotto.assistant.store import Store
from jotto.web.games import Matches

SURE = "qqabc", "hello", "qwxyz"
PEOPLE = RULES | {"name": "Ann", "other": "person", "order": "me", "minutes": "0"}


def open_match(one, **changed):
    """Begin a match; return its path."""
    one.ask("/")
    status, data = one.data("/match", PEOPLE | changed)
    assert status == 200, data
    return data["go"]


def test_a_page_of_a_match_that_is_over_waits_though_the_other_has_gone(server):
    """A stream that told of a change at once would make the page ask again and again."""
    ann, bob = Visitor(server.port), Visitor(server.port)
    path = open_match(ann)
    bob.ask("/")
    bob.play(path, do="join", name="Bob")
    assert ann.view(path)["match"]["away"]  # Bob has opened no page
    ann.play(path, do="leave")
    seen = ann.view(path)
    asked = f"/data{path}/events?at={seen['at']}&away={json.dumps(seen['match']['away'])}"
    with closing(ann.connect()) as connection:
        connection.request("GET", asked, headers={"Host": ann.site[7:], "Cookie": ann.cookie})
        assert connection.getresponse().readline().startswith(b":")  # nothing new


def test_an_unlisted_secret_keeps_the_house_rule_of_letters(server):
    ann = Visitor(server.port)
    path = open_match(ann, repeats="no")
    secrets = {word: ann.play(path, do="secret", word=word, sure=word) for word in SURE}
    said = {"error": "this cannot be your secret: the house rules bar it (no repeats)"}
    assert [secrets[word] for word in SURE[:2]] == [(422, said)] * 2
    assert secrets["qwxyz"][0] == 200


@pytest.mark.parametrize("asked", [{}, {"advice": "both"}, {"other": "weak"}])
def test_a_match_under_a_rule_with_false_answers_is_refused(server, asked):
    """It was scored truthfully, and its advice contradicted the scores."""
    ann = Visitor(server.port)
    ann.ask("/")
    status, data = ann.data("/match", PEOPLE | {"rule": "fibble"} | asked)
    assert (status, "not supported" in data["error"]) == (422, True), data


# --- two servers with one database, and the next match ---

ANN, BOB, EVE = "a" * 32, "b" * 32, "e" * 32
UNLISTED = "zzzzz"  # found by no computer by chance, nor its secret: its seed is random


@pytest.fixture
def two(tmp_path):
    """Two servers of one database, and the records that each has kept."""
    records = [], []
    with Store(tmp_path / "a", "match") as first, Store(tmp_path / "a", "match") as second:
        keeping = [lambda made, _, kept=kept: kept.append(made) for kept in records]
        yield *map(Matches, (first, second), keeping), records


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
    for number in range(1, 6):
        code = between(one, options)
        at = one.get(code).saved.version

        def leave(server, seat, code=code, at=at):
            with suppress(jotto.GameError):  # the other was faster
                return server.change(code, seat, at, lambda match: match.entered("leave", seat))

        with ThreadPoolExecutor(2) as threads:
            left = [*threads.map(leave, (one, other), (0, 1))]
        assert left.count(True) == 1
        assert sorted(each.owner for each in first + second) == [ANN] * number + [BOB] * number


def test_a_match_that_was_called_off_is_not_recorded_and_has_no_next_one(two, options):
    one, _, (first, _) = two
    code = one.start(options, ANN, "Ann", "person", Terms())
    for _ in range(2):
        with pytest.raises(jotto.GameError, match="begins after this one"):
            one.again(code, 0)
        if not one.get(code).match.over:
            enter(one, code, 0, "leave")
    assert first == []


def test_both_who_ask_for_another_match_get_the_same_one(two, options):
    one, other, _ = two
    code = between(one, options, last_turn=True, minutes=5, won1=1)
    enter(one, code, 0, "leave")
    with ThreadPoolExecutor(2) as threads:
        (following,) = {*threads.map(Matches.again, (one, other), (code, code), (0, 1))}
    assert one.get(code).match.again == other.get(code).match.again == following != code
    board = other.get(following)
    assert board.match.terms == Terms(first=1, last_turn=True, minutes=5, won1=2)
    assert [seat.name for seat in board.match.seats] == ["Ann", "Bob"]
    assert [board.seat_of(device) for device in (ANN, BOB, EVE)] == [0, 1, None]
    assert (one.again(code, 0), len(one.store.names())) == (following, 2)


def test_the_level_and_the_seed_of_a_computer_follow_the_results_of_a_device(two, options):
    one, other, _ = two
    seeds = []

    def play(wins, code=None):
        """Play a match, or the rematch of one, to its end; return its code and the strength."""
        code = one.again(code, 0) if code else one.start(options, ANN, "Ann", "level", Terms())
        match = one.get(code).match
        assert match.seats[1].ready
        enter(one, code, 0, "secret", UNLISTED)
        enter(one, code, 0, "guess" if wins else "leave", match.seats[1].secret)
        saved = other.get(code).saved.options
        seeds.append(saved["computer's seed"])
        return code, saved["computer"]

    assert other.level(ANN) == "easy"
    code, strength = play(True)
    assert (strength, other.level(ANN), other.level(BOB)) == ("easy", "medium", "easy")
    code, strength = play(True, code)  # the rematch
    assert (strength, other.level(ANN)) == ("medium", "strong")
    assert str(other.get(code).match.seats[1].name) == "Robin (computer)"
    assert play(True) == (other.store.names(ANN)[0], "strong")
    lower = ["strong", "medium", "easy", "casual", "beginner", "beginner"]
    assert [play(False)[1] for _ in range(6)] == lower
    assert len({*seeds}) == len(seeds)
    code = one.start(options, ANN, "Ann", "strong", Terms())
    enter(one, code, 0, "leave")  # cancelled: it is no result
    assert other.level(ANN) == "beginner"


def test_a_match_of_an_earlier_version_has_the_usual_terms(two, options):
    one, other, _ = two
    code = between(one, options, challenge="back")
    saved = one.store.load(code)
    earlier = {name: value for name, value in saved.options.items() if name != "challenge"}
    one.store.write(replace(saved, options=earlier), f"{ANN} {BOB}")
    assert other.get(code).match.terms == Terms()


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
    path, alone_path = f"/match/{played}", f"/match/{alone}"
    going = [{each.path: each.title for each in other.going(who)} for who in (ANN, BOB, EVE)]
    theirs = {path: "match against Ann, 0 guesses"}
    theirs[alone_path] = f"match {alone}, nobody yet, 0 guesses"
    assert going == [{path: "match against Bob, 0 guesses"}, theirs, {}]


def test_a_player_is_away_some_seconds_after_the_page_was_open(two, options, monkeypatch):
    one, other, _ = two
    now = [0]

    def away(seat, *seconds):
        """Whether the other of a seat is away, at some times."""
        return [now.__setitem__(0, at) or other.away(board, seat) for at in seconds]

    monkeypatch.setattr("jotto.web.games.Clock.__call__", lambda _: 1e9 + now[0])
    board = one.get(between(one, options))
    seen = one.here(board, 0)
    assert away(0, 0) == [True]  # Bob has opened no page
    assert away(1, 0, 24, 26, 10) == [False, False, True, False]
    one.closed(board, 0, seen)
    assert away(1, 14, 16) == [False, True]
    later = other.here(board, 0)
    one.closed(board, 0, seen)  # another page was opened since
    assert (away(1, 30), later) == ([False], 1e9 + 16)
    assert not one.away(one.get(one.start(options, ANN, "Ann", "easy", Terms())), 0)  # a computer
