"""A game of several boards by touch, through a reload and a killed server."""

import naive
from phone import Phone

WORDS = ["match", "caret", "blimp", "stale", "crane", "hatch", "tares", "moist", "fools", "quilt"]
SECRETS = ["match", "caret", "blimp", "stale"]
ASKED = "document.querySelector('.entry > b')?.textContent"


def word_of(phone):
    return phone.see(".entry .tiles").get_attribute("aria-label")


def enter(phone, score):
    """Tap the tiles until they have the colours of a score; known greens have them already."""
    for place, mark in enumerate(score, start=1):
        tile = f".entry button:nth-child({place})"
        while f" {mark}" not in phone.see(tile).get_attribute("class"):
            phone.touch(tile)
    with phone.change():
        grey = not score.strip("B")
        phone.tap("All grey (Enter): no letter is in the word" if grey else "Enter the colours")


def test_four_boards_by_touch_through_a_reload_and_a_kill(browser, small_server):
    phone, entered, guesses = Phone(browser, small_server.address), 0, []
    phone.begin(rule="colours", boards="4")
    while "You found all" not in phone.text:
        guess, place = word_of(phone), int(phone.run(f"return {ASKED}").split()[1])
        guesses += [guess] * (guess not in guesses)
        score = naive.colours(guess, SECRETS[place - 1])
        if score == "GGGGG":
            with phone.change():
                phone.tap("Found")
        else:
            enter(phone, score)
        entered += 1
        assert entered < 40
        phone.check_sizes()
        assert browser.texts(".board h2 span") == ["1", "2", "3", "4"]
        if entered == 2:
            phone.check()
            browser.driver.refresh()
            assert (word_of(phone), phone.run(f"return {ASKED}")) == (guess, "BOARD 3")
            small_server.kill()
            small_server.start()
    phone.check()
    assert f"You found all 4 words in {len(guesses)} guesses." in phone.text
    assert len(browser.all(".board.found")) == 4
    phone.go("Done", "/games")
    phone.see(".list .split")
    assert f"found MATCH+CARET+BLIMP+STALE in {len(guesses)} guesses" in phone.text
    assert "1 game, 1 found" in phone.text
    assert [text for text in browser.complaints() if "net::ERR_" not in text] == []


def test_numbers_are_entered_board_by_board_and_a_wrong_one_is_put_right(browser, small_server):
    phone = Phone(browser, small_server.address)
    phone.begin(boards="2")
    guess = word_of(phone)
    phone.score("0,0")
    assert "BOARD 2" in phone.run(f"return {ASKED}")
    assert word_of(phone) == guess
    phone.score(naive.exact_elsewhere(guess, SECRETS[1]))
    phone.touch("[aria-label='board 1'] .turn:has(.score)")
    assert "turn 1" in phone.see(".entry small").text
    phone.score(naive.exact_elsewhere(guess, SECRETS[0]))
    phone.tap("Undo")
    score = "document.querySelector('[aria-label=\"board 1\"] .score')"
    assert phone.wait(f"{score}.innerText === '0,0'")
    phone.check()
    assert browser.complaints() == []
