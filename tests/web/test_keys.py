"""Keys of a keyboard belong to the word that is typed, wherever the focus is; in a real browser.

The controls are those that the page has, so that new ones are tried, too. Moves are not sent but
listed, so that every control is tried at the same position.
"""

from contextlib import suppress

import pytest
from browser import DESKTOP, PHONE
from phone import Phone
from selenium.common.exceptions import JavascriptException
from selenium.webdriver import ActionChains
from terminal import PROGRAM, run

WORD, ENTER, ESCAPE, TAB = "crane", "\ue007", "\ue00c", "\ue004"
CONTROLS = """
const seen = (one) => one.checkVisibility() && !one.disabled && !one.closest("[inert]");
window.controls = [...document.querySelectorAll("button, a, [tabindex='0']")].filter(seen);
return window.controls.map((one) => one.ariaLabel || one.textContent.trim().slice(0, 30));
"""
# Moves, and what is asked about a word, are listed in `sent`; `go()` sends the last one after all.
LISTED = """
window.flying = 0, window.sent = [], window.listing = false;
const posted = Worker.prototype.postMessage;
const list = (path, move, go) => {
  if (path.includes("/about?")) move = { do: "about", word: path.split("=")[1] };
  if (!window.listing || !move) return false;
  window.sent.push([move.do, move.word || ""]);
  window.go = go;
  return true;
};
Worker.prototype.postMessage = function (what) {
  if (what.path?.endsWith("/ahead")) return; // found later, it would be one more control
  const send = () => {
    const answered = ({ data }) => what.id === data.id &&
      (window.flying--, this.removeEventListener("message", answered));
    if (what.id) window.flying++, this.addEventListener("message", answered);
    posted.call(this, what);
  };
  if (!list(what.path || "", what.move, send)) send();
};
window.settled = (done) => {
  const next = (left) => () => look(window.flying ? 3 : left - 1);
  const look = (left) => (left ? requestAnimationFrame(next(left)) : done());
  look(3);
};
"""
AGAIN = """
if (!window.listing) return false;
window.listing = false;
history.replaceState(null, "", arguments[0]);
dispatchEvent(new PopStateEvent("popstate"));
return true;
"""
LABEL = "return (document.activeElement.ariaLabel || '').split(',')[0]"
TYPED = "return document.querySelector('.next .tiles')?.ariaLabel || ''"
OVER = """
const [board, sheet] = [document.querySelector(".game"), document.querySelector(".sheet")];
return !board || Boolean(sheet && !sheet.querySelector(".body :is(.table, .words)"));
"""
STATES = {  # what is tapped before a control is tried, and the size
    "a turn that is corrected": (PHONE, [".turn:has(.score)"]),
    "a guess, with a pane beside": (DESKTOP, []),
    "another guess": (PHONE, [".next"]),
    "the menu": (PHONE, ["[aria-haspopup=dialog]"]),
    "other guesses": (PHONE, ["nav button:nth-child(3)"]),
}


class Keys(Phone):
    """A page with a keyboard, at a game of two turns, to which nothing is sent."""

    opened, typed = False, ""

    def again(self, taps=()) -> list[str]:
        """Show the game anew, tap some elements, and list the controls there are."""
        if not (self.opened and self.run(AGAIN, self.address)):  # or what is shown is another page
            self.browser.visit("about:blank", self.size)
            self.browser.visit(self.address, self.size)
        self.opened = True
        pane = " && document.querySelector('.sheet .table')" if self.size == DESKTOP else ""
        assert self.wait(f"document.querySelector('.game .turn .score'){pane}")
        self.settle()
        self.run("window.listing = true")
        for selector in taps:
            self.run("document.querySelector(arguments[0]).click()", selector)
            self.settle()
        self.typed = self.run(TYPED)
        return self.run(CONTROLS)

    def back(self, taps, controls) -> None:
        """Go back to a state with these controls, and with nothing typed."""
        self.press(ESCAPE)
        same = self.run(CONTROLS) == controls and self.run(TYPED) == self.typed
        if not same and self.again(taps) != controls:
            raise AssertionError(controls)

    def settle(self) -> None:
        with suppress(JavascriptException):  # another page
            self.browser.driver.execute_async_script("window.settled(arguments[0])")

    def press(self, *keys: str) -> None:
        ActionChains(self.browser.driver).send_keys(*keys).perform()
        self.settle()

    def focus(self, number: int) -> None:
        self.run("window.controls[arguments[0]].focus()", number)

    def sent(self) -> list[list[str]]:
        """The moves that were made since this was asked."""
        return self.run("return window.sent.splice(0)")


@pytest.fixture(scope="module")
def begun(tmp_path_factory, _chromium):
    """The address of a game with two turns in one file; on a server the page plays alike."""
    file = tmp_path_factory.mktemp("page") / "jotto.html"
    assert run(*PROGRAM, "page", "-o", file).status == 0
    one = Phone(_chromium, f"{file.as_uri()}#", PHONE)
    one.open("/play/jotto")
    one.see(".game .next")
    one.score("1,1")
    one.score("0,2")
    return one.run("return location.href")


@pytest.fixture
def page(browser, begun):
    """Return a function that gives the page of a size."""
    watched = browser.tell("Page.addScriptToEvaluateOnNewDocument", source=LISTED)
    yield lambda size: Keys(browser, begun, size)
    browser.tell("Page.removeScriptToEvaluateOnNewDocument", **watched)


def kinds(controls) -> list[tuple[int, str]]:
    """Each control with its number; of the keys of letters, which are made alike, the first."""
    letters = [number for number, label in enumerate(controls) if label[1:2] in ("", ",")]
    return [pair for pair in enumerate(controls) if pair[0] not in letters[1:]]


@pytest.mark.parametrize("state", STATES)
def test_whatever_has_the_focus_or_was_clicked_keys_are_for_the_word(page, state):
    (size, taps), is_menu = STATES[state], state == "the menu"
    one = page(size)
    controls = one.again(taps)
    assert len(controls) > 3
    one.press(*WORD, ENTER)
    move = ["edit" if state == "a turn that is corrected" else "guess", WORD]
    assert one.sent() == [move] * (not is_menu)
    one.back(taps, controls)
    for number, label in kinds(controls):
        one.focus(number)
        one.press(WORD[0])  # takes the focus away
        assert not one.run("return document.activeElement.matches('button, a')"), (state, label)
        assert (one.run(TYPED) == WORD[0]) == (not is_menu), (state, label)
        one.back(taps, controls)
        one.focus(number)
        one.run("window.controls[arguments[0]].click()", number)
        one.settle()
        clicked, over, typed = one.sent(), one.run(OVER), one.run(TYPED)
        one.press(*WORD, ENTER)
        expected = (typed * (len(typed) == 1) + WORD)[: len(WORD)]  # after the key of a letter
        sent = one.sent()
        assert [word for _, word in sent] == [expected] * (not over), (state, label, clicked, sent)
        one.back(taps, controls)


def test_a_word_that_is_typed_is_entered_wherever_the_focus_goes(page):
    one = page(PHONE)
    one.again()
    one.press(*WORD)
    controls = one.run(CONTROLS)
    assert len(controls) > 20
    for number, label in kinds(controls):
        one.focus(number)
        one.press(" ")
        assert one.sent() == [], label
        one.focus(number)
        one.press(ENTER)
        assert one.sent() == [["guess", WORD]], label
        assert one.run(CONTROLS) == controls, label


def test_what_is_typed_while_an_answer_is_awaited_is_not_lost(page):
    one = page(PHONE)
    one.again()
    one.tap("Undo")
    one.press(*WORD)
    before = len(one.browser.all(".turn .score"))
    one.run("window.go()")
    assert one.wait(f"document.querySelectorAll('.turn .score').length === {before - 1}")
    assert one.guess == WORD


def test_who_has_two_keys_and_no_letters_plays_by_the_keys_of_the_page(page):
    """As with a switch, or a remote control: Tab goes on, and Enter or Space activates."""
    one = page(PHONE)
    one.again([".next"])
    one.press(TAB)
    for label, key in zip((*WORD, "Enter"), (ENTER, " ") * 3, strict=True):
        for _ in one.run(CONTROLS):
            if one.run(LABEL) == label:
                break
            ActionChains(one.browser.driver).send_keys(TAB).perform()
        one.press(key)
    assert one.sent() == [["guess", WORD]]
