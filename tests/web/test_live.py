"""A live game by touch in a real browser of a phone's size; the server and all else is real."""

import re
import time
from itertools import product

import pytest
from browser import SCHEME
from device import RULES
from phone import SHIFTS, SIZES, Phone
from serving import Visitor, served

import jotto

SECRET = "quilt"
BAR = """[...document.querySelectorAll("meta[name=theme-color]")]
  .filter((one) => matchMedia(one.media).matches).map((one) => one.content).join()"""
LABELS = """
return [...document.querySelectorAll(".odds p span")].map((label, place) => {
  const texts = document.createTreeWalker(label, NodeFilter.SHOW_TEXT);
  for (let at = texts.nextNode(); at; at = texts.nextNode())
    at.data = at.data.trim() ? arguments[0][place] : "";
  const box = label.getBoundingClientRect();
  return [box.left, box.top];
});"""
FACER = ("pales", "3,0"), ("tonic", "0,1"), ("humid", "0,0")  # after which FACER is proved
HELD = """
window.held = [];
const posted = Worker.prototype.postMessage;
Worker.prototype.postMessage = function (what) {
  const answered = ({ data }) => (window.answered ||= data.id === what.id);
  const send = () => (this.addEventListener("message", answered), posted.call(this, what));
  if (what.path?.endsWith("/ahead")) window.held.push(send);
  else posted.call(this, what);
};
"""
PAPER = "getComputedStyle(document.body).backgroundColor"


@pytest.fixture
def household(tmp_path):
    """A server for phones of the network, and the link that admits them, without the path."""
    with served(tmp_path, "--lan") as server:
        while not (token := re.search(r"token=\S+", server.log)):
            time.sleep(0.05)
        yield server, token[0]


@pytest.fixture
def phone(browser, server):
    """A small phone that has opened the page; at the end no script has failed."""
    browser.tell("Network.clearBrowserCookies")
    watched = browser.tell("Page.addScriptToEvaluateOnNewDocument", source=SHIFTS)
    one = Phone(browser, server.address)
    one.open()
    browser.run("localStorage.clear()")
    yield one
    one.connect(on=True)
    browser.tell("Page.removeScriptToEvaluateOnNewDocument", **watched)
    assert [text for text in browser.complaints() if "status of 422" not in text] == []


def test_a_whole_game_by_taps_its_report_and_where_it_is_found_again(phone, server):
    game, made = jotto.words(), []
    phone.check()
    link = phone.see(".cards button")
    phone.run("arguments[0].focus()", link)
    phone.browser.press("a")  # no word can be typed here
    assert phone.run("return document.activeElement === arguments[0]", link)
    phone.begin()
    phone.check()
    while not made or made[-1][0] != "crane":
        made.append((phone.guess, game.score(phone.guess, "crane")))
        phone.score(made[-1][1])
        assert phone.rows == made
    assert f"You found CRANE in {len(made)} guesses." in phone.text
    phone.check()
    phone.tap("Report")
    phone.see(".report")
    assert phone.reported == [word for word, _ in made]
    phone.check()
    phone.browser.driver.back()
    phone.go("Done", "/games")
    phone.see(".list .split")
    phone.check()
    assert f"found CRANE in {len(made)} guesses" in phone.text
    assert "1 game, 1 found" in phone.text
    shared = server.jotto("review", "--share")
    assert shared.startswith(f"jotto {len(made)} guesses")
    assert phone.share() == shared.strip()
    assert "Copied" in phone.text
    phone.touch(".list .split a")
    phone.see(".report")


def test_a_form_that_is_sent_twice_begins_one_match(phone):
    phone.open("/match")
    phone.see("[name=name]").send_keys("Ann")
    phone.run("for (const _ of [1, 2, 3]) document.querySelector('form').requestSubmit()")
    assert phone.wait("location.pathname.startsWith('/match/')")
    phone.open()
    assert phone.text.count("nobody yet") == 1


def test_a_game_of_two_sides(phone):
    game = jotto.words()
    phone.begin()
    phone.tap("Menu")
    phone.check()
    phone.tap("Track both players")
    phone.see("input[type=password]").send_keys(SECRET)
    phone.check(shifts=False)
    phone.tap("The second player gets one last guess")
    with phone.change():
        phone.tap("Track both")
    labels_stand_still(phone)
    phone.run("window.shifts = []")  # a second board beside the first
    mine = phone.guess
    phone.score(game.score(mine, "crane"))
    assert "Their guess" in phone.text
    phone.check()
    with phone.change():
        phone.type("quits")
    assert "Tell them: 3 exact, 1 elsewhere." in phone.text
    odds = phone.see(".odds").get_attribute("aria-label")
    assert odds.startswith("Chance to win: you ")
    assert "draw" in odds
    phone.check()
    while phone.guess != "crane":
        phone.score(game.score(phone.guess, "crane"))
        with phone.change():
            phone.type("quits")
    phone.score("5,0")
    assert "They have one last guess" in phone.text
    assert SECRET not in phone.text.lower()
    with phone.change():
        phone.type(SECRET)
    assert "a draw" in phone.text
    phone.check()


def test_three_slips_are_put_right(phone):
    """A wrong score, found when no word fits; another word guessed; a wrong score seen at once."""
    game, secret = jotto.words(prior="common"), "house"
    phone.begin()
    phone.score("0,0")  # the first slip, seen at once: the turn is tapped
    first = phone.rows[0][0]
    phone.touch(".turn:has(.score)")
    phone.check()
    phone.score(game.score(first, secret))
    assert phone.rows == [(first, game.score(first, secret))]
    phone.touch(".coming .turn")  # the second: another word was guessed
    phone.check()
    with phone.change():
        phone.type("mouse")
    assert phone.guess == "mouse"
    phone.score("3,0")  # the third: it is 4,0
    turns = [(first, game.score(first, secret)), ("mouse", "3,0")]
    while "No word fits" not in phone.text:
        turns.append((made := phone.guess, game.score(made, secret)))
        phone.score(turns[-1][1])
    phone.check()
    assert (
        phone.see(".suspect .wrong").value_of_css_property("text-decoration-line") == "line-through"
    )
    explained = phone.browser.all(".choice")
    assert len(explained) == 6  # five, and a way to the others
    phone.touch("#more")
    phone.check()
    assert phone.run("return document.activeElement === document.querySelectorAll('.choice')[5]")
    choices = {one.get_attribute("aria-label"): one for one in phone.browser.all(".choice")}
    every = {text for text in map(str, jotto.explain(game, *turns)) if text.startswith("turn")}
    assert {text for text in choices if text.startswith("turn")} == every
    right = [one for text, one in choices.items() if "mouse scored 4,0, not 3,0" in text]
    assert right, choices
    with phone.change():
        phone.touch(right[0])
    assert ("mouse", "4,0") in phone.rows
    while (made := phone.guess) != secret:
        phone.score(game.score(made, secret))
    phone.score("5,0")
    assert "You found HOUSE" in phone.text


def test_letters_in_common_take_one_tap_and_a_pair_that_cannot_be_is_not_offered(phone):
    phone.begin(rule="jots")
    phone.score("2")
    with phone.change():
        phone.tap("win")
    assert "You found" in phone.text
    phone.begin()
    phone.touch(".exact[data-n='2']")
    assert phone.see(".exact[aria-pressed=true]").text == "2"
    offered = [one.text for one in phone.browser.all(".elsewhere") if one.is_enabled()]
    assert offered == ["0", "1", "2", "3"]


def test_why_others_words_a_guess_of_ones_own_and_a_hint(phone):
    phone.begin()
    phone.score("1,1")
    told = {"Why?": "likeliest first", "Others": "bits", "Words": "1,044 words"}
    for name, expected in told.items():
        phone.tap(name)
        assert phone.wait(f"document.querySelector('.sheet').textContent.includes({expected!r})")
        phone.check()
        phone.tap("Close")
        assert phone.wait("!document.querySelector('.sheet')")
    phone.tap("Menu")
    phone.tap("What is another guess worth?")
    phone.type("slate")
    assert phone.see(".sheet h2").get_attribute("textContent").startswith("SLATE leaves ")
    phone.tap("Close")
    phone.tap("Menu")
    with phone.change():
        phone.tap("A hint")
    assert phone.see(".said").text
    phone.tap("Others")
    other = phone.see(".sheet tr:nth-child(2) .link").get_attribute("textContent")
    with phone.change():
        phone.tap(other)
    assert phone.guess == other.lower()


def test_a_word_in_no_list_is_asked_about_at_the_table(phone):
    phone.begin()
    proposed = phone.guess
    phone.touch(".coming .turn")
    phone.type("zzzzz")  # no word is like it
    phone.see(".sheet")
    assert "ZZZZZ is in no list. Guess it anyway?" in phone.text
    phone.tap("Close")
    phone.tap("Cancel")
    assert phone.guess == proposed
    phone.touch(".coming .turn")
    phone.type("zzzzz")
    with phone.change():
        phone.tap("Guess ZZZZZ")
    assert phone.guess == "zzzzz"
    phone.score("0,0")
    phone.touch(".turn:has(.score)")
    phone.tap("other word")
    phone.type("zzzzy")
    phone.see(".sheet")
    assert "ZZZZY is in no list. Did you mean TIZZY / MUZZY / JAZZY? Was it guessed?" in phone.text
    with phone.change():
        phone.tap("Yes")
    assert phone.rows == [("zzzzy", "0,0")]


def labels_stand_still(phone):
    """Check that the labels of the odds stand still whatever the figures are, in one line."""
    phone.see(".odds p span")
    size = phone.size
    for wide in (SIZES[-2], SIZES[0]):
        phone.resize(wide)
        figures = ["You 0%", "draw 0.3%", "they 99.7%"], ["You 100.0%", "draw 0%", "they 0%"]
        starts = [phone.run(LABELS, texts) for texts in figures]
        assert starts[0] == starts[1]
        assert len({top for _, top in starts[0]}) == 1
    phone.resize(size)
    phone.browser.driver.refresh()  # the figures were replaced
    phone.see(".game .next")


def test_a_keyboard_plays_as_well_and_a_screen_reader_hears_a_summary(phone):
    phone.begin()
    first = phone.guess
    phone.browser.press("1", "1")
    phone.see(".turn:has(.score)")
    told = phone.run("return document.querySelector('#told').textContent")
    assert told == f"{first} scored 1,1. Guess {phone.guess}. 1,044 possible."
    spoken = [(role, name.strip()) for role, name in phone.browser.spoken()]
    assert ("button", f"Turn 1: {first}, 1,1. Correct it") in spoken
    named = [name for role, name in spoken if role != "InlineTextBox"]
    assert not [name for name in named if len(name) == 1 and name.isalpha()]  # no single letters
    phone.browser.press("m", "o", "x", "\ue003", "i", "s", "t")  # \ue003: Backspace
    assert phone.see(".typed, .coming .tiles").text.replace("\n", "") == "MOIST"
    phone.browser.press("\n")
    assert phone.wait("document.querySelector('.lead').textContent.includes('Your guess MOIST')")
    phone.browser.press("0", "2")
    assert phone.wait("document.querySelectorAll('.turn:has(.score)').length === 2")
    assert phone.rows[1] == ("moist", "0,2")


def test_settings_are_kept_and_the_bar_of_the_browser_has_the_colour_of_the_page(phone):
    phone.open()
    phone.tap("Settings")
    phone.check()
    seen = set()
    for theme, contrast in product(("system", "light", "dark"), ("normal", "high")):
        phone.choose("theme", theme)
        phone.choose("contrast", contrast)
        for scheme in ("light", "dark"):
            features = [{"name": SCHEME, "value": scheme}]
            phone.browser.tell("Emulation.setEmulatedMedia", features=features)
            assert phone.wait(f"{BAR} === {PAPER}"), (theme, contrast, scheme)
            seen.add(phone.run(f"return {PAPER}"))
    phone.browser.tell("Emulation.setEmulatedMedia", features=[])
    assert seen == {"rgb(255, 255, 255)", "rgb(18, 20, 24)", "rgb(0, 0, 0)"}
    for name, value in {"keys": "azerty", "sound": "on"}.items():
        phone.choose(name, value)
    phone.begin()
    shown = {"theme": "dark", "contrast": "high"}
    assert phone.run("return {...document.documentElement.dataset}") == shown
    phone.score("1,1")
    phone.check()
    phone.touch(".coming .turn")
    assert phone.run("return document.querySelector('.letter').textContent") == "A"
    phone.check()


def enter(phone, word, score):
    """Enter a turn with a word of one's own, if that is not the one that is proposed."""
    if phone.guess != word:
        phone.touch(".coming .turn")
        with phone.change():
            phone.type(word)
    phone.score(score)


def test_what_looking_ahead_proves_is_the_guess_by_itself(phone):
    phone.begin()
    for word, score in FACER:
        enter(phone, word, score)
    phone.reads("Guess FACER", "Looking ahead: about 2.7 more guesses, never more than 4 (proved).")
    assert phone.guess == "facer"
    assert phone.run("return document.title") == "FACER \u00b7 jotto"
    phone.check()
    phone.tap("Why?")
    phone.reads("FACER leaves 7 at most")


def test_no_guess_that_is_scored_or_typed_is_replaced(phone):
    phone.begin()
    phone.run(HELD)
    for word, score in FACER:
        enter(phone, word, score)
    assert phone.shown == "certs"
    phone.touch(".key[data-n='0']")
    phone.run("window.held.pop()()")
    assert phone.wait("window.answered")
    assert phone.shown == "certs"
    with phone.change():
        phone.touch(".elsewhere[data-n='3']")
    assert phone.rows[-1] == ("certs", "0,3")
    with phone.change():
        phone.tap("Undo")
    phone.touch(".coming .turn")
    phone.touch(".letter[aria-label^='s']")
    phone.run("window.answered = false; window.held.pop()()")
    assert phone.wait("window.answered")
    assert phone.shown == "s"
    phone.tap("Cancel")
    assert phone.wait("document.querySelector('.lead').innerText.includes('FACER')")
    phone.score("0,3")
    assert phone.wait("document.querySelectorAll('.turn:has(.score)').length === 4")
    assert phone.rows[-1] == ("facer", "0,3")


def test_it_can_be_installed_and_opens_without_a_connection(phone):
    assert phone.wait("navigator.serviceWorker.controller")
    errors = phone.browser.tell("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [each["errorId"] for each in errors if each["errorId"] != "in-incognito"] == []
    phone.connect(on=False)
    phone.browser.driver.refresh()
    assert phone.wait("document.querySelector('h1')?.textContent === 'What would you like?'")
    phone.tap("Play with a friend")
    phone.reads("You are offline. A match needs the computer that keeps it")
    phone.browser.complaints()


def test_games_move_to_another_phone_by_a_link(browser, household):
    server, token = household
    # cookies are those of a host: another server of these tests may replace those of 127.0.0.1
    here = server.address.replace("127.0.0.1", "localhost")
    browser.tell("Network.clearBrowserCookies")
    phone = Phone(browser, here)
    browser.visit(f"{here}/?{token}")
    phone.begin()
    phone.score("1,1")
    phone.open("/games")
    phone.tap("Move to another phone")
    phone.see("img.code")
    assert phone.wait("document.querySelector('img.code').naturalWidth > 100")
    phone.check(shifts=False)
    link = "document.querySelector('.sheet .words').textContent"
    moved = phone.wait(f"{link}.includes('/move/') && {link}").partition("/move/")[2]
    browser.tell("Network.clearBrowserCookies")  # the other phone, which has a game, too
    phone.run("localStorage.clear()")
    browser.visit(f"{here}/?{token}")
    phone.begin()
    phone.score("1,1")
    phone.score("0,2")
    phone.open(f"/move/{moved}")
    assert "The other phone has 1 game. This phone has 1 game of its own." in phone.text
    phone.check(shifts=False)
    phone.open()
    assert "1 guess" not in phone.text  # nothing was changed by looking at it
    phone.open(f"/move/{moved}")
    phone.go("Add the games of the other phone", "/")
    assert phone.wait("document.querySelectorAll('.list a[href^=\"/game/\"]').length === 2"), (
        phone.text
    )
    assert "1 guess" in phone.text
    assert "2 guesses" in phone.text


def test_a_guest_plays_the_match_of_the_invitation_and_sees_nothing_else(browser, household):
    server, token = household
    ann = Visitor(server.port)
    ann.ask(f"/?{token}")
    ann.begin()
    terms = {"name": "Ann", "other": "person", "order": "me", "minutes": "0"}
    path = ann.data("/match", RULES | terms)[1]["go"]
    link = ann.data(path)[1]["link"]
    assert token.partition("=")[2] not in link
    here = server.address.replace("127.0.0.1", "localhost")
    browser.tell("Network.clearBrowserCookies")
    phone = Phone(browser, here)
    phone.open(f"/match/{link.rpartition('/')[2]}")
    phone.see("[name=name]").send_keys("Bob")
    phone.tap("Join")
    phone.type("crane")
    ann.play(path, do="secret", word="quilt")
    ann.play(path, do="guess", word="pales")
    assert phone.wait("document.querySelectorAll('.board .turn .score').length"), phone.text
    phone.tap("Menu")
    phone.tap("All games")
    assert phone.wait("document.querySelector('h1').textContent === 'Not found'"), phone.text
    assert "You are the guest of a match" in phone.text
    browser.complaints()  # that it was refused
    phone.open(path)  # it has a seat now
    assert "Ann" in phone.text
    phone.type("slate")
    assert phone.wait("document.querySelector('.lead').innerText.includes('Ann is thinking')")
    ann.play(path, do="leave")
    assert phone.wait("document.querySelector('.ending').innerText.includes('uck')"), phone.text
    phone.go("Report", "/game/")
    phone.see(".report")
    phone.go("Back to the game", "/match/")
    phone.see(".ending")
    assert browser.complaints() == []
    browser.driver.get("about:blank")  # so that no stream ends with the server
