"""A live game in a real browser of a phone's size, and without scripts; server and all are real."""

import re
import time
from contextlib import suppress

import pytest
from browser import SMALL
from selenium.common.exceptions import JavascriptException
from serving import Visitor, served, turn_of, turns_in

import jotto


@pytest.fixture
def phone(browser, server):
    """A small phone that has opened the page; at the end no script has failed."""
    browser.tell("Network.clearBrowserCookies")
    browser.visit(server.address, SMALL)
    return browser


def wait_for(browser, what):
    """Wait until an expression is true in whatever page is then open; return it, or None."""
    until = time.monotonic() + 20
    while time.monotonic() < until:
        with suppress(JavascriptException):  # while a page is loaded
            if found := browser.run(f"return {what}"):
                return found
        time.sleep(0.03)
    return None


def shown(browser, selector):
    """Wait until a page has an element."""
    return wait_for(browser, f"document.querySelector({selector!r})")


def begin(browser):
    browser.tap(browser.one("a.main"))
    shown(browser, "form.rules")
    browser.tap(browser.one("button.main"))
    assert shown(browser, ".big")


def guess_of(browser):
    return browser.run("return document.querySelector('.big').getAttribute('aria-label')")


def tap(browser, selector):
    """Tap a button and wait until the page has been shown anew."""
    browser.run("document.querySelector('main > *').id = 'before'")
    browser.tap(browser.one(selector))
    assert wait_for(browser, "!document.getElementById('before')")


def enter(browser, score):
    """Enter a score by two taps, or by one if it leaves no choice."""
    exact, elsewhere = score.split(",")
    if exact in "45":
        tap(browser, f".exact[data-n='{exact}']")
        return
    browser.tap(browser.one(f".exact[data-n='{exact}']"))
    assert shown(browser, f".exact[data-n='{exact}'][aria-pressed=true]")
    tap(browser, f".elsewhere[data-n='{elsewhere}']")


def check_screen(browser):
    """Nobody is kept out, and nothing is wider than the screen."""
    assert browser.barriers() == []
    assert browser.run("return document.documentElement.scrollWidth") <= SMALL[0]
    small = browser.run(
        "return [...document.querySelectorAll('button, a.main, .actions a')].filter((one) =>"
        "one.checkVisibility() && one.getBoundingClientRect().height < 44).map((one) =>"
        " one.textContent)"
    )
    assert small == []


def test_a_whole_game_by_taps_and_its_report(phone, server):
    game = jotto.words()
    check_screen(phone)
    begin(phone)
    check_screen(phone)
    made = []
    while not made or made[-1] != "crane":
        made.append(guess_of(phone))
        enter(phone, game.score(made[-1], "crane"))
    assert phone.one("h1").text == f"You found it in {len(made)} guesses."
    check_screen(phone)
    phone.tap(phone.one("a.main"))
    assert shown(phone, ".strip")
    assert [word.get_attribute("aria-label") for word in phone.all(".word")] == made
    check = phone.run("return getComputedStyle(document.querySelector('.strip')).display")
    assert check == "flex"  # its style is allowed
    phone.driver.back()
    shown(phone, "form button")
    phone.tap(phone.one("form:has([value=finish]) button"))
    assert wait_for(phone, "location.pathname === '/'")
    assert server.jotto("review", "--share").startswith(f"jotto {len(made)} guesses")


def test_an_impossible_pair_is_not_offered(phone):
    begin(phone)
    phone.tap(phone.one(".exact[data-n='2']"))
    offered = [one.text for one in phone.all(".elsewhere") if one.is_enabled()]
    assert offered == ["0", "1", "2", "3"]


def test_a_wrong_score_is_corrected_by_one_tap(phone):
    begin(phone)
    game, secret = jotto.words(), "house"
    first = guess_of(phone)
    enter(phone, game.score(first, secret))
    enter(phone, "2,3")  # wrong
    while not phone.all("button.choice"):
        enter(phone, game.score(guess_of(phone), secret))
    assert phone.one("h1").text == "No word fits"
    check_screen(phone)
    tap(phone, "button.choice")
    assert guess_of(phone)
    assert len(phone.all(".turns > li")) >= 2


def test_a_turn_is_corrected_by_tapping_it(phone):
    begin(phone)
    enter(phone, "1,1")
    phone.tap(phone.one(".turns a"))
    assert shown(phone, ".edit")
    check_screen(phone)
    phone.run("document.querySelector('.edit select').value = '0,0'")
    tap(phone, ".edit button")
    assert phone.one(".turns b").text == "0,0"
    assert phone.one(".letters").text


def test_why_others_list_and_what_about(phone):
    begin(phone)
    enter(phone, "1,1")
    for at, expected in ((0, "likeliest first"), (1, "bits"), (2, "Likeliest first")):
        links = phone.all(".actions a")
        phone.tap(links[at])
        assert shown(phone, "#asked")
        assert expected in phone.one("#asked").text
        check_screen(phone)
    phone.one("#about").send_keys("slate")
    phone.press("\n")
    assert shown(phone, "#asked b")
    assert "SLATE" in phone.one("#asked").text


def test_both_players_are_tracked(phone):
    begin(phone)
    phone.tap(phone.one("summary"))
    phone.one("details input[name=word]").send_keys("quilt")
    check_screen(phone)
    tap(phone, "details button")
    enter(phone, "1,1")
    assert phone.one("h1").text == "Their guess"
    check_screen(phone)
    phone.one("#they").send_keys("quits")
    tap(phone, ".inline button")
    assert phone.one(".said").text == "Tell them: 3 exact, 1 elsewhere."
    assert "Chances: you" in phone.one("main").text
    assert "quilt" not in phone.one("main").text.lower()


def test_numbers_on_the_keyboard_are_scores(phone):
    begin(phone)
    phone.press("0")
    before = guess_of(phone)
    phone.press("2")
    label = "document.querySelector('.big').getAttribute('aria-label')"
    assert wait_for(phone, f"{label} !== '{before}'")
    assert phone.one(".turns b").text == "0,2"


def test_what_looking_ahead_proves_appears_by_itself(phone):
    begin(phone)
    for score in ("1,1", "0,2", "0,1"):
        enter(phone, score)
    assert wait_for(phone, "document.getElementById('ahead').textContent.includes('Looking ahead')")


def test_a_killed_server_loses_nothing_and_nothing_counts_twice(browser, tmp_path):
    with served(tmp_path) as server:
        browser.visit(server.address, SMALL)
        begin(browser)
        enter(browser, "1,1")
        second = guess_of(browser)
        server.kill()
        browser.tap(browser.one(".exact[data-n='0']"))
        shown(browser, ".elsewhere:not(:disabled)")
        browser.tap(browser.one(".elsewhere[data-n='2']"))
        assert wait_for(browser, "!document.getElementById('offline').hidden")
        check_screen(browser)
        server.start()
        tap(browser, "#again")
        wait_for(browser, "document.querySelectorAll('.turns > li').length === 2")
        assert [one.text for one in browser.all(".turns b")] == ["1,1", "0,2"]
        third = guess_of(browser)
        browser.driver.refresh()
        assert (guess_of(browser), len(browser.all(".turns > li"))) == (third, 2)
        server.kill()
        said = server.jotto("play", "--resume")
        assert third.upper() in said
        assert second != third
        server.start()
        browser.driver.get("about:blank")  # the page asks again and again
        assert [text for text in browser.complaints() if "net::ERR_" not in text] == []


# --- without scripts ----------------------------------------------------------------------------


@pytest.fixture
def begun(server):
    """A visitor, and the path of a game that was begun."""
    visitor = Visitor(server.port)
    return visitor, visitor.begin()


def test_wrong_things_are_said_and_change_nothing(begun):
    one, path = begun
    wrong = (
        {"do": "score", "score": "4,1"},
        {"do": "score", "score": "<b>"},
        {"do": "guess", "word": "<script>alert(1)</script>"},
        {"do": "edit", "turn": "7", "score": "1,1"},
        {"do": "fix", "number": "0"},
        {"do": "they", "word": "crane"},
        {"do": "finish", "word": "crane"},  # it is not over
        {"do": "dance"},
    )
    for form in wrong:
        status, _, text = one.play(path, **form)
        assert (status, 'class="error" role="alert"' in text) == (422, True), form
        assert "<script>alert" not in text
        assert turns_in(text) == []
    assert one.ask(path)[0] == 200


def test_a_form_counts_once_even_if_it_is_sent_twice(begun):
    one, path = begun
    form = {"at": "0", "do": "score", "score": "1,1"}
    assert one.ask(path, form)[0] == 303
    status, _, text = one.ask(path, form)
    assert (status, len(turns_in(text))) == (200, 1)
    assert "changed meanwhile" in text


def test_a_page_from_before_an_undo_and_another_entry_changes_nothing(begun):
    one, path = begun
    one.play(path, do="guess", word="crane")
    stale = turn_of(one.ask(path)[2])
    one.play(path, do="undo")
    one.play(path, do="guess", word="slate")  # as many entries as before
    status, _, text = one.ask(path, {"at": stale, "do": "score", "score": "1,1"})
    assert (status, turns_in(text)) == (200, [])
    assert "changed meanwhile" in text


def test_numbers_with_zeros_in_front_are_read(begun):
    one, path = begun
    one.play(path, do="score", score="1,1")
    assert one.play(path, do="edit", turn="0019", score="0,1")[0] == 422
    assert one.play(path, do="edit", turn="0001", score="0,0")[0] == 303
    assert [score for _, score in turns_in(one.ask(path)[2])] == ["0,0"]
    first = turns_in(one.ask(path)[2])[0][0]
    one.play(path, do="guess", word=first)
    one.play(path, do="score", score="0,1")
    assert "fits" in one.ask(path)[2]
    for number, status in (("0007", 422), ("0099", 422), ("0000", 303)):
        assert one.play(path, do="fix", number=number)[0] == status


def test_an_unlisted_secret_is_found(server):
    game, one = jotto.words(), Visitor(server.port)
    path, secret = one.begin(), "covid"
    for _ in range(20):
        text = one.ask(path)[2]
        if "You found it" in text:
            break
        if "No word fits" in text:
            number = re.search(r'value="(\d+)"><button class="choice">the word is not in', text)
            one.play(path, do="fix", number=number[1])
            continue
        guess = re.search(r'class="big" role="img" aria-label="(\w+)"', text)[1]
        one.play(path, do="score", score=game.score(guess, secret))
    assert turns_in(text)[-1] == (secret, "5,0")


@pytest.mark.parametrize("rule", ["jots", "colours"])
def test_other_rules_have_keys_of_their_own(server, rule):
    one = Visitor(server.port)
    path = one.begin(rule=rule)
    text = one.ask(path)[2]
    scores = re.findall(r'<button name="score"[^>]*value="([^"]*)"', text)
    assert scores == (["0", "1", "2", "3", "4", "5", "win"] if rule == "jots" else ["BBBBB"])
    assert one.play(path, do="score", score=scores[0])[0] == 303


def test_codes_are_played_as_well(server):
    one, game = Visitor(server.port), jotto.named("mastermind:4x6")
    path = one.begin(game="mastermind:4x6")
    while "You found it" not in (text := one.ask(path)[2]):
        guess = re.search(r'class="big" role="img" aria-label="(\w+)"', text)[1]
        one.play(path, do="score", score=game.score(guess, "1351"))
    assert turns_in(text)[-1][0] == "1351"


def test_a_game_goes_on_in_the_terminal_and_back_on_the_phone(tmp_path):
    with served(tmp_path) as server:
        visitor = Visitor(server.port)
        path = visitor.begin()
        visitor.play(path, do="score", score="1,1")
        said = server.jotto("play", "--resume", typed="crane 0,2\nquit\n")
        assert "saved" in said
        page = visitor.ask(path)[2]
        assert page.count('class="word"') == 2
        assert 'aria-label="crane"' in page
        visitor.play(path, do="score", score="0,3")
        assert visitor.ask(path)[2].count('class="word"') == 3
        assert "Traceback" not in said + server.log


def test_a_database_that_cannot_be_read_is_said_in_a_line(tmp_path):
    path = tmp_path / "data" / "jotto" / "games.sqlite"
    path.parent.mkdir(parents=True)
    path.write_text("x" * 5000)
    with served(tmp_path) as server:
        visitor = Visitor(server.port)
        for page in ("/", "/game/2026", "/match/AAAAAA"):
            status, _, text = visitor.ask(page)
            assert (status, text) == (503, "The saved games cannot be read: file is not a database")
        assert "Traceback" not in server.log


def test_a_deleted_game_is_gone(begun):
    visitor, path = begun
    status, headers, _ = visitor.play(path, do="delete")
    assert (status, headers["Location"]) == (303, "/")
    assert visitor.ask(path)[0] == 404
    assert path not in visitor.ask("/")[2]
    assert visitor.ask(path, {"do": "score", "at": "0", "score": "1,1"})[0] == 404


def test_what_does_not_fit_is_said_once_beside_the_race(begun):
    visitor, path = begun
    visitor.play(path, do="race", first="me", word="quilt", last_turn="no")
    visitor.play(path, do="score", score="4,0")
    visitor.play(path, do="side", side="me")
    text = visitor.play(path, do="score", score="0,5")[2] or visitor.ask(path)[2]
    assert text.count("contradicts the earlier scores") == 1
    assert text.count("They have 6,780 words left") == 1


def test_a_last_turn_is_taken_back_by_its_box(begun):
    visitor, path = begun
    box = re.compile(
        r'<input type="hidden" name="last_turn" value="no"><label>.*value="yes"(.*)> The'
    )
    for told, checked in (("yes", " checked"), ("no", ""), ("yes", " checked")):
        visitor.play(path, do="race", first="me", word="quilt", last_turn=told)
        assert box.search(visitor.ask(path)[2])[1] == checked


def test_after_an_unlisted_win_only_their_last_guess_is_left(begun):
    visitor, path = begun
    visitor.play(path, do="race", first="me", word="quilt", last_turn="yes")
    visitor.play(path, do="score", score="0,1")
    visitor.play(path, do="they", word="crane")
    visitor.play(path, do="guess", word="covid")
    visitor.play(path, do="score", score="5,0")
    assert "It is my turn" not in visitor.ask(path)[2]
    status, _, text = visitor.play(path, do="side", side="me")
    assert (status, "only their last guess is left" in text) == (422, True)
    status, _, text = visitor.ask(path)
    assert (status, "Their guess" in text) == (200, True)


def test_their_word_that_contradicts_the_scores_is_asked_for_again(begun):
    """quilt, and its slip quolt, share nothing with the first guess, which scored 1,1."""
    visitor, path = begun
    visitor.play(path, do="race", first="me", word="quilt")
    visitor.play(path, do="score", score="1,1")
    visitor.play(path, do="they", word="quilt")
    status, _, text = visitor.play(path, do="finish", word="quolt")
    assert (status, "it contradicts" in text) == (422, True)
    assert 'name="sure" value="quolt"' in text
    assert visitor.play(path, do="finish", word="quilt", sure="quolt")[0] == 422
    assert visitor.play(path, do="finish", word="quilt", sure="quilt")[0] == 303


def test_a_wrong_score_told_before_the_secret_was_entered_is_pointed_out(begun):
    visitor, path = begun
    visitor.play(path, do="race", first="them")
    visitor.play(path, do="they", word="latch", score="5,0")
    visitor.play(path, do="undo")
    visitor.play(path, do="they", word="latch", score="0,0")
    visitor.play(path, do="race", first="them", word="hatch")
    assert "You told them latch=0,0, but it is 4,0" in visitor.ask(path)[2]
