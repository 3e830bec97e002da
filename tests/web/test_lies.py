"""A game with one lie, by touch on the page."""

import naive
import pytest
from phone import Phone

import jotto


@pytest.fixture
def phone(browser, server):
    browser.tell("Network.clearBrowserCookies")
    one = Phone(browser, server.address)
    yield one
    assert [text for text in browser.complaints() if "status of 422" not in text] == []


def test_a_game_with_one_lie_is_played_on_a_phone(phone):
    phone.begin(lies="1")
    phone.score("0,0")  # of tares or so; crane has letters in common with all good openings
    made = [(phone.rows[0][0], "0,0")]
    assert naive.exact_elsewhere(made[0][0], "crane") != "0,0"
    while phone.guess != "crane":
        made.append((phone.guess, jotto.words().score(phone.guess, "crane")))
        phone.score(made[-1][1])
        assert len(made) < 12
    assert [word for word, _ in phone.rows] == [word for word, _ in made]
    assert "false" in phone.rows[0][1]
    assert "if no answer is false" in phone.text
    phone.check()
    phone.score("5,0")
    assert f"You found CRANE in {len(made) + 1} guesses." in phone.text
    assert f"A score was wrong: {made[0][0]}=0,0" in phone.text
    phone.go("Done", "/games")
