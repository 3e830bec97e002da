"""Matches in real browsers: two phones, or one and the computer; and what nobody may see."""

import re

import pytest
from browser import SMALL, Browser
from serving import Visitor, served, turn_of
from test_live import check_screen, shown, tap, wait_for

import jotto
from jotto.assistant.store import Store
from jotto.assistant.table import Table, kept_options
from jotto.web.games import Matches

PEOPLE = {"name": "Ann", "other": "person", "first": "me"}


def open_match(one, **changed):
    """Begin a match; return its path."""
    one.ask("/")
    status, headers, text = one.ask("/match", PEOPLE | changed)
    assert status == 303, text
    return headers["Location"]


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


def scores(text):
    """The guesses and scores that a page shows, in order."""
    row = r"<li>(?:<b class=\"guess\">(\w+)</b> )?(\d,\d)</li>"
    return re.findall(row, text)


def test_two_browsers_play_at_one_table(browser, server, tmp_path):
    other = Browser(tmp_path / "other")
    try:
        browser.visit(f"{server.address}/match", SMALL)
        check_screen(browser)
        browser.one("[name=name]").send_keys("Ann")
        browser.tap(browser.one("button.main"))
        assert shown(browser, ".code")
        check_screen(browser)
        code = browser.one(".code").text
        other.visit(server.address, SMALL)
        other.one("#code").send_keys(code.lower())
        other.press("\n")
        assert shown(other, "#name")
        check_screen(other)
        other.one("#name").send_keys("Bob")
        tap(other, ".inline button")
        other.run("document.querySelector('#secret').same = true")
        for one, secret in ((browser, "quilt"), (other, "crane")):
            assert shown(one, "#secret")  # it appears by itself
            check_screen(one)
            one.one("#secret").send_keys(secret)
            tap(one, ".inline button")
            if one is browser:  # who is typing is not interrupted by what does not show
                assert wait_for(other, "document.querySelector('[name=at]').value === '3'")
                assert other.run("return document.querySelector('#secret').same")
        game = jotto.words()
        rounds = (("pales", "pales"), ("rents", "moist"), ("crane", ""))
        for mine, theirs in rounds:
            assert shown(browser, "#guess")
            check_screen(browser)
            browser.one("#guess").send_keys(mine)
            tap(browser, ".inline button")
            if theirs:
                assert shown(other, "#guess")
                assert "CRANE" in other.one("main").text  # one's own secret
                assert "QUILT" not in other.one("main").text
                other.one("#guess").send_keys(theirs)
                tap(other, ".inline button")
        assert browser.one("h1").text == "You win in 3 guesses."
        ended = "document.querySelector('h1').textContent === 'Ann wins in 3 guesses.'"
        assert wait_for(other, ended)
        assert "QUILT" in other.one("main").text
        expected = [game.score(word, "crane") for word, _ in rounds]
        assert [each for _, each in scores(browser.driver.page_source)][:3] == expected
        for one in (browser, other):
            check_screen(one)
            one.tap(one.one("a.main"))
            assert shown(one, ".strip")
        assert other.complaints() == []
    finally:
        other.driver.quit()


def test_nobody_plays_for_another(server):
    ann, bob, path = both(server)
    status, _, text = guess(bob, path, "moist")
    assert (status, "it is the turn of Ann" in text) == (422, True)
    eve = Visitor(server.port)
    eve.ask("/")
    assert guess(eve, path, "moist")[0] == 422
    assert eve.play(path, do="join", name="Eve")[0] == 422
    assert scores(ann.ask(path)[2]) == []


def test_a_guess_counts_once(server):
    ann, _, path = both(server)
    at = turn_of(ann.ask(path)[2])
    form = {"at": at, "do": "guess", "word": "pales"}
    assert ann.ask(path, form)[0] == 303
    assert "changed meanwhile" in ann.ask(path, form)[2]
    assert len(scores(ann.ask(path)[2])) == 1


def test_a_secret_is_in_no_page_before_the_end(server):
    ann, bob, path = both(server)
    eve = Visitor(server.port)
    guess(ann, path, "pales")
    guess(bob, path, "moist")
    paths = (path, f"{path}/report", "/", path.lower(), f"{path}/", "/match")
    for one, secret in ((bob, "quilt"), (ann, "crane"), (eve, "quilt"), (eve, "crane")):
        for each in paths:
            assert secret not in str(one.ask(each)).lower(), (secret, each)
        for do in ("secret", "guess", "advice", "leave", "join", "undo", ""):
            if one is eve:
                answer = str(one.play(path, do=do, word="zzzzz", on="yes", name="Eve")).lower()
                assert secret not in answer
    assert scores(eve.ask(path)[2]) == [("", "0,2"), ("", "2,0")]
    assert "PALES" not in eve.ask(path)[2]
    assert "quilt" not in server.log
    assert "crane" not in server.log


def test_secrets_can_be_chosen_at_the_same_time(server):
    ann, bob, path = joined(server)
    at = turn_of(bob.ask(path)[2])
    assert ann.play(path, do="secret", word="quilt")[0] == 303
    assert bob.ask(path, {"at": at, "do": "secret", "word": "crane"})[0] == 303
    assert "Your turn" in ann.ask(path)[2]


def test_a_last_guess_makes_a_draw(server):
    ann, bob, path = both(server, last_turn="yes")
    guess(ann, path, "crane")
    assert "Your turn" in bob.ask(path)[2]
    guess(bob, path, "quilt")
    assert "A draw" in ann.ask(path)[2]


def test_advice_is_for_the_one_who_asked(server):
    ann, bob, path = joined(server)
    ann.play(path, do="secret", word="quilt")
    bob.play(path, do="secret", word="жжжжж")  # no word of the list has this letter
    ann.play(path, do="advice", on="yes")
    assert "possible, about" in ann.ask(path)[2]
    guess(ann, path, "pales")
    assert "possible, about" not in bob.ask(path)[2]
    assert "Chances: you" in ann.ask(path)[2]
    for word in ("crane", "abcde", "fghij", "klmno", "pqrst", "uvwxz", "yyyyy"):
        assert guess(bob, path, "slate")[0] == guess(ann, path, word)[0] == 303
    assert "is thinking" in ann.ask(path)[2]  # without advice: nothing fits


@pytest.mark.parametrize("strength", ["easy", "medium", "strong"])
def test_the_computer_plays_until_somebody_wins(server, strength):
    ann = Visitor(server.port)
    path = open_match(ann, other=strength)
    ann.play(path, do="secret", word="quilt")
    game = jotto.words()
    session = jotto.Session(game)
    for _ in range(25):
        text = ann.ask(path)[2]
        if "Your turn" not in text:
            break
        mine = session.guess
        ann.play(path, do="guess", word=mine)
        found = next(score for word, score in scores(ann.ask(path)[2]) if word == mine.upper())
        session = session.scored(found, mine)
    assert re.search(r"<h1 id=\"now\">(You win|Computer, \w+ wins) in \d+ guess", ann.ask(path)[2])


def test_a_killed_server_loses_no_match(tmp_path):
    with served(tmp_path) as server:
        ann, bob, path = both(server)
        guess(ann, path, "pales")
        before = ann.ask(path)[2], bob.ask(path)[2]
        server.kill()
        server.start()
        assert (ann.ask(path)[2], bob.ask(path)[2]) == before


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
        assert ann.ask("/match", PEOPLE | wrong)[0] == 422, wrong
    path = open_match(ann, name="<b>Ann</b>")
    assert "<b>Ann" not in ann.ask(path)[2]
    assert ann.play(path, do="secret", word="<script>")[0] == 422
    assert ann.ask("/match/AAAAAA")[0] == 404
    assert ann.ask("/match/..%2f..%2fweb.json")[0] == 404
    assert ann.ask("/join?word=../../etc")[0] in (303, 404)


def test_an_unlisted_secret_keeps_the_house_rule_of_letters(tmp_path):
    with served(tmp_path, "--no-repeats") as server:
        ann, _, path = joined(server)
        for word in ("qqabc", "hello"):
            status, _, page = ann.play(path, do="secret", word=word)
            assert (status, word in page, "no letter may occur twice" in page) == (422, False, True)
        assert ann.play(path, do="secret", word="qwxyz")[0] == 303
