"""The end of a game, practice and a league on the page of the server, by touch and by keyboard."""

from base64 import b64decode
from pathlib import Path

import pytest
from phone import Phone
from serving import Visitor

import jotto

CHAT = Path(__file__).parents[2] / "docs" / "chat.txt"
GIVEN = """
window.files = [];
const real = URL.createObjectURL;
URL.createObjectURL = (file) => {
  const reader = new FileReader();
  reader.onload = () => window.files.push(reader.result);
  reader.readAsDataURL(file);
  return real(file);
};
"""
MOTION = "prefers-reduced-motion"
POINTS = "[...document.querySelectorAll('.points b')].map((number) => number.textContent).join()"
TEXT = "document.querySelector('#app').innerText"
ENTER = "\ue007"
HELD = """
const { fetch } = window;
window.fetch = (...asked) => new Promise((answer) => {
  window.release = () => answer(fetch(...asked));
});
"""


@pytest.fixture
def phone(browser, server):
    browser.tell("Emulation.setEmulatedMedia", features=[])
    return Phone(browser, server.address)


def play(phone, secret, *turns):
    """Play a game by the advice until the secret is found; the first scores may be given."""
    game = jotto.words()
    phone.begin()
    while not phone.run("return document.querySelector('.ending')"):
        made = len(phone.rows)
        word = phone.guess
        phone.score(turns[made] if made < len(turns) else game.score(word, secret))


def test_a_win_is_celebrated_and_counted_and_can_be_shared(phone):
    play(phone, "world")
    assert phone.wait("document.querySelector('.confetti')")
    # pales, trine, shout, nomad, boyar, world: jotto's own guesses, so that only luck was lost
    assert phone.wait(POINTS).startswith("99,")
    assert len(phone.see(".points").get_attribute("aria-label").split()) == 6  # Skill 99, luck ..
    phone.check()
    phone.run(GIVEN)
    first, *rows = phone.share().split("\n")
    assert first.startswith("jotto 6 guesses (")
    assert len(rows) == 6
    assert rows[-1] == "●●●●●"
    phone.tap("Picture")
    assert b64decode(phone.wait("window.files[0]").partition(",")[2]).startswith(b"\x89PNG")
    phone.browser.driver.refresh()  # it is over, but not just now
    phone.see(".points b")
    assert not phone.run("return document.querySelector('.confetti')")


def test_nothing_moves_where_motion_is_off(phone):
    still = [{"name": MOTION, "value": "reduce"}]
    phone.browser.tell("Emulation.setEmulatedMedia", features=still)
    play(phone, "pales")
    phone.see(".points b")
    shown = "return getComputedStyle(document.querySelector('.confetti')).display"
    assert phone.run(shown) == "none"
    assert phone.run("return document.getAnimations().length") == 0


def test_a_game_of_several_boards_has_a_text_and_a_picture(phone):
    phone.begin(rule="colours", boards="2")
    with phone.change():
        phone.tap("Found")  # on the first board; on the second one letter is elsewhere
    with phone.change():
        phone.touch(".entry .tile")
        phone.tap("Enter the colours")
    phone.tap("Found")
    phone.see(".ending")
    phone.run(GIVEN)
    assert phone.share() == "jotto, 2 boards: 2 guesses\n1️⃣2️⃣"
    phone.tap("Picture")
    assert phone.wait("window.files[0]").startswith("data:image/png")


def test_a_report_goes_on_with_the_right_score(phone, server):
    visitor = Visitor(server.port)
    path = visitor.begin()
    visitor.play(path, do="race", first="me", word="quilt", last_turn="no")
    visitor.play(path, do="score", score="1,1")
    visitor.play(path, do="they", word="tares", score="0,2")  # the t alone is in quilt: 0,1
    visitor.play(path, do="score", score="5,0")
    phone.open(f"{path}/report")
    row = phone.see("section:last-of-type .turn")
    assert row.text.split()[-2:] == ["0,2", "0,1"]
    assert row.get_attribute("aria-label") == "Turn 1: tares, 0,2, may be 0,1"
    assert "A score was wrong: tares=0,2; it is 0,1." in phone.text
    phone.check(shifts=False)
    phone.go("Back to the game", path)


def test_ten_positions_whose_words_are_asked_for(phone):
    phone.open()
    phone.go("Practice: find the best guess", "/practice")
    phone.check()
    phone.tap("Begin")
    for number in range(1, 11):
        assert phone.wait(f"{TEXT}.includes('Position {number} of 10')")
        phone.see(".keyboard")
        if number == 1:
            phone.check(shifts=False)
        assert "possible" not in phone.text
        phone.tap("Words")
        phone.reads("possible: ")
        info = phone.run("return document.querySelector('.info').innerText")
        word = info.partition("possible: ")[2].split(",")[0].strip().lower()
        phone.browser.press(*word, ENTER)
        phone.see(".graded")
        assert phone.see(".lead").text.startswith(word.upper())
        if number == 1:
            phone.check(shifts=False)
            phone.browser.driver.refresh()  # the deck is kept on the device
            phone.see(".graded")
        phone.browser.press(ENTER)
        assert phone.wait("!document.querySelector('.graded')")
    assert phone.wait(f"/Once more|found at once/.test({TEXT})")


def test_results_of_friends_become_a_table(phone):
    phone.open()
    phone.go("A league: results of friends as a table", "/league")
    phone.run("document.querySelector('textarea').value = arguments[0]", CHAT.read_text("utf-8"))
    phone.tap("Make the table")
    phone.see("table")
    rows = [row.text.split()[:4] for row in phone.browser.all("tbody tr")]  # then the week's
    assert rows == [["Ann", "1", "1", "4.00"], ["Bob", "1", "0", "7.00"], ["Bob", "1", "1", "4.00"]]
    assert phone.browser.all("tbody tr")[-1].text.split()[4:6] == ["90", "81"]  # docs/practice.md
    assert "Line 9: 'Wordle 1,985 7/6' has 7 of at most 6 guesses" in phone.text
    phone.check(shifts=False)
    phone.see("input[type=file]").send_keys(str(CHAT))
    phone.run("document.querySelector('textarea').value = 'nothing'")
    phone.tap("Make the table")
    phone.see("[role=alert]")
    assert "There is no result in it." in phone.text
    phone.run(HELD)
    phone.tap("Make the table")
    assert phone.wait("!!window.release")
    assert "There is no result in it." not in phone.text  # that was about what was sent before
    phone.run("window.release()")
    phone.see("[role=alert]")
    refused = phone.browser.complaints()
    assert ["422" in text for text in refused] == [True, True]


def test_the_server_reads_results_and_says_what_is_wrong(server):
    visitor = Visitor(server.port)
    chat = {"text": "3/4/26, 21:14 - Ann: Wordle 1,234 4/6\n3/4/26, 22:00 - Bob: Wordle 1,234 X/6"}
    assert visitor.data("/league", chat)[0] == 422  # the day or the month
    status, found = visitor.data("/league", chat | {"dates": "day"})
    table = [(row["name"], row["mean"]) for row in found["table"]]
    assert (status, table) == (200, [("Ann", 4.0), ("Bob", 7.0)])
    assert visitor.data("/league", {"text": "a" * 900_000})[0] == 422  # at once
