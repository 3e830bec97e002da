"""Letters of several characters by touch and by keyboard: on a phone, and in the one file."""

import pytest
from phone import Phone
from selenium.webdriver import ActionChains
from serving import served
from terminal import PROGRAM, run

DUTCH = "# letters: ij\nijzer\nrijst\nprijs\nwijze\nkrijg\nzijde\nboom\nraam\n"
TURKISH = "ıslak\nkitap\nizmir\nsinir\nsınır\n"
SIGNS = """
return [...document.querySelectorAll(".turn.next .tile, .coming .tile")].map((one) =>
  one.textContent).filter(Boolean);
"""
pytestmark = pytest.mark.full


def typed(phone, keys):
    ActionChains(phone.browser.driver).send_keys(keys).perform()


def test_a_dutch_game_is_played_by_taps_and_by_keys(browser, tmp_path):
    (tmp_path / "dutch.txt").write_text(DUTCH)
    browser.tell("Network.clearBrowserCookies")
    with served(tmp_path, "--words", str(tmp_path / "dutch.txt")) as server:
        phone = Phone(browser, server.address)
        phone.open()
        phone.begin()
        phone.tap("other word")
        for sign in ("r", "ij", "s", "t"):
            phone.touch(f".keyboard [aria-label={sign}]")
        assert phone.run(SIGNS) == ["R", "IJ", "S", "T"]
        phone.touch(".keyboard [aria-label='Delete a letter']")
        phone.touch(".keyboard [aria-label='Delete a letter']")
        assert phone.run(SIGNS) == ["R", "IJ"]
        typed(phone, "st")
        phone.tap("Enter")
        assert phone.wait("document.querySelector('.lead b').textContent === 'Your guess RIJST'")
        phone.score("0,3")
        assert phone.rows == [("rijst", "0,3")]
        assert phone.guess == "prijs"
        typed(phone, "prij")  # on a keyboard, i and j are typed one after the other
        assert phone.run(SIGNS) == ["P", "R", "IJ"]
        typed(phone, "s")
        with phone.change():
            phone.tap("Enter")
        phone.score("4,0")
        assert "You found PRIJS in 2 guesses." in phone.text


def test_turkish_capitals_are_shown_and_typed_in_one_file(browser, tmp_path):
    """By hand: sınır and sinir differ in two letters."""
    (tmp_path / "turkish.txt").write_text(TURKISH)
    made = tmp_path / "page.html"
    assert run(*PROGRAM, "page", "--words", tmp_path / "turkish.txt", "-o", made).status == 0
    phone = Phone(browser, "")
    browser.open(made, phone.size)
    browser.run("localStorage.clear()")
    browser.driver.refresh()
    phone.touch(".cards button")
    assert phone.wait("document.querySelector('.lead b')")
    typed(phone, "SINIR\n")  # with the capitals of a Turkish keyboard
    assert phone.wait("document.querySelector('.lead b').textContent === 'Your guess SINIR'")
    phone.score("3,0")
    assert phone.rows == [("sınır", "3,0")]
    assert phone.run(SIGNS) == ["S", "İ", "N", "İ", "R"]
    typed(phone, "SİNİR\n")
    assert phone.wait("document.querySelector('.lead b').textContent === 'Your guess SİNİR'")
    phone.score("5,0")
    assert "You found SİNİR in 2 guesses." in phone.text
    browser.run("localStorage.clear()")
