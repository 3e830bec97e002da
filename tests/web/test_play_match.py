"""Matches by touch in two real browsers of a phone's size, against the computer, and watched."""

import re
from contextlib import contextmanager
from dataclasses import replace

import pytest
import segno
from browser import DESKTOP, SMALL, Browser
from phone import SHIFTS, STILL, Phone
from serving import Visitor, served

import jotto
from jotto.assistant.store import Store

FORM = {"name": "Ann", "other": "person", "order": "me", "last_turn": "yes", "dictionary": "any"}
FORM |= {"advice": "none", "minutes": "0", "game": "words", "rule": "exact-elsewhere"}
FORM |= {"repeats": "yes", "plurals": "yes"}
SECRETS = {"Ann": "quilt", "Bob": "crane"}
WAITS = """
const real = window.fetch, waits = new Promise((go) => { window.answer = go; });
window.fetch = async (path, ...more) => (path.includes("/why") && await waits, real(path, ...more));
"""
MODULES = """
const [side] = arguments, canvas = new OffscreenCanvas(side, side), draw = canvas.getContext("2d");
draw.drawImage(document.querySelector("img.code"), 0, 0, side, side);
const { data } = draw.getImageData(0, 0, side, side);
const dark = (y) => Array.from({ length: side }, (_, x) => data[4 * (y * side + x)] < 128);
return Array.from({ length: side }, (_, y) => dark(y));
"""


class Player(Phone):
    """A phone of a player of a match; what its finger need not do, it sends as the page would."""

    def play(self, path, **move):
        at = self.data(path)[1]["view"]["at"]
        return self.data(path, {"at": str(at), **move})

    def misses(self, text: str) -> None:
        """Wait until a text is gone."""
        assert self.wait(f"!document.querySelector('#app').innerText.includes({text!r})"), text

    def name(self, name: str) -> None:
        field = self.see("[name=name]")
        field.clear()
        field.send_keys(name)

    def erase(self) -> None:
        for _ in range(5):
            self.touch("[aria-label='Delete a letter']")

    def words(self, board: int) -> list[str]:
        """The words on a board, as they are read out."""
        rows = f".board:nth-child({board}) .turn:not(.next, .ghost .turn) .tiles"
        return self.run(f"return [...document.querySelectorAll('{rows}')].map((e) => e.ariaLabel)")


@contextmanager
def seated(browser, address, size=SMALL, *scripts):
    """A phone that nobody has used; what has jumped is noted, and no script fails."""
    for what in ("Network.clearBrowserCookies", "Network.clearBrowserCache"):
        browser.tell(what)
    watched = [
        browser.tell("Page.addScriptToEvaluateOnNewDocument", source=each)
        for each in (SHIFTS, *scripts)
    ]
    one = Player(browser, address, size)
    one.open()
    one.run("localStorage.clear()")
    try:
        yield one
    finally:
        for each in watched:
            browser.tell("Page.removeScriptToEvaluateOnNewDocument", **each)
        browser.driver.get("about:blank")
        said = browser.complaints()
    refused = ("status of 422", "status of 404", "net::ERR_")
    assert [text for text in said if not any(known in text for known in refused)] == []


@pytest.fixture(scope="module")
def second():
    browser = Browser()
    yield browser
    browser.driver.quit()


@pytest.fixture
def ann(browser, server):
    with seated(browser, server.address) as one:
        yield one


@pytest.fixture
def bob(second, server):
    with seated(second, server.address) as one:
        yield one


def begin(ann, bob, **terms: str) -> str:
    """Begin a match of two devices, by what their pages would send; return its path."""
    status, data = ann.data("/match", FORM | terms)
    assert status == 200, data
    bob.play(data["go"], do="join", name="Bob")
    return data["go"]


def begin_guessing(ann, bob, **terms: str) -> str:
    path = begin(ann, bob, **terms)
    ann.play(path, do="secret", word=SECRETS["Ann"])
    bob.play(path, do="secret", word=SECRETS["Bob"])
    for one in (ann, bob):
        if isinstance(one, Phone):
            one.open(path)
            one.see(".board h2.asked")
    return path


SLOW = """
const ask = fetch;
window.fetch = (...a) => new Promise((go) => setTimeout(go, 700)).then(() => ask(...a));
"""


def check_everywhere(phone):
    """Check a screen in all colours, and at other sizes."""
    phone.check()
    phone.run("document.documentElement.dataset.contrast = 'high'")
    phone.wait(STILL)
    barriers = phone.browser.barriers(colours=True)
    assert barriers == [], barriers
    phone.run("document.documentElement.dataset.contrast = 'normal'")
    for size in ((412, 915), DESKTOP, SMALL):
        phone.resize(size)
        phone.check_sizes()
    phone.run("window.shifts = []")  # of other sizes


def test_a_whole_match_its_end_and_the_next(ann, bob, server):
    """Every screen of it can be read and tapped."""
    game = jotto.words()
    ann.open("/match")
    check_everywhere(ann)
    ann.name("Ann")
    ann.choose("advice", "both")
    ann.choose("dictionary", "list")
    ann.go("Begin", "/match/")
    code = ann.see(".big-code").text
    check_everywhere(ann)
    bob.see("#code").send_keys("nonsense")
    bob.tap("Join")
    assert bob.see(".page .bad[role=alert]").text.startswith("No match has the code NONSEN.")
    bob.see("#code").clear()
    bob.see("#code").send_keys(code.lower())
    bob.go("Join", f"/match/{code}")
    bob.reads("Ann goes first", "one last guess", "words of the list")
    bob.name("Bob")
    bob.tap("Join")

    bob.see(".keyboard")
    bob.tap("suggest one")
    bob.reads("guesses on average", seconds=60)
    bob.tap("another")
    bob.browser.press("c")  # it replaces a suggestion, and none that comes late replaces it
    for letter in "rane":
        bob.touch(f".letter[aria-label='{letter}']")
    bob.tap("rate it")
    bob.reads("CRANE takes ")
    bob.tap("Enter")
    bob.reads("Ann is choosing a secret")
    ann.see(".keyboard")  # it appears by itself
    check_everywhere(ann)
    ann.type("quilt")
    ann.reads("Your turn")
    bob.reads("Ann is thinking")
    check_everywhere(bob)

    ann.type("slaet")
    assert "is in no list" in ann.see(".info .error").text
    ann.erase()
    ann.type("pales")
    bob.reads("Your turn")
    bob.type("moist")
    ann.reads("Your turn")
    ann.type("pales")
    ann.reads("You have guessed PALES before. Guess it again?")
    check_everywhere(ann)
    ann.tap("Guess PALES")

    bob.reads("Your turn")
    bob.touch(".board:nth-child(2) .turn")
    bob.reads("Is PALES a word?")
    check_everywhere(bob)
    bob.tap("Challenge it")
    for one in (ann, bob):
        one.reads("guess was challenged: PALES is ")

    for answer in ("Refuse", "Allow"):
        ann.tap("Undo")
        ann.tap("Ask")
        ann.reads("You ask to take back PALES.")
        bob.reads("Ann asks to take back PALES.")
        bob.check()
        bob.tap(answer)
        ann.misses("You ask to take back")
    assert ann.words(1) == bob.words(2) == ["pales"]

    ann.reads("Your turn")
    ann.run(SLOW)  # what comes more than half a second after a tap must not move the board
    ann.tap("Menu")
    check_everywhere(ann)
    ann.tap("Advice for me")
    ann.reads(" possible;")
    check_everywhere(ann)
    ann.tap("Why?")
    ann.see(".sheet .table")
    ann.check()
    ann.tap("Close")
    for one, board in ((ann, 1), (bob, 2)):
        assert one.wait(
            f"document.querySelector('.board:nth-child({board}) h2').innerText.includes('advice')"
        )
    ann.type("crane")
    ann.reads("Bob has one last guess")
    bob.reads("Your last guess")
    bob.reads("Ann has found your word.")
    bob.type("stoic")

    for one, who in ((ann, "You win"), (bob, "Ann wins")):
        one.reads(f"{who} in 2 guesses.", "Ann's secret was QUILT; Bob's secret was CRANE.")
        one.reads("Ann had advice for 1 of 2 guesses.", "Guesses saved by luck: ")
        one.check()
    left = len(jotto.start(game, "moist=2,0", "stoic=0,2"))
    bob.reads("Not this time.", f"You still had {left} words to choose from.", "Matches won: 0-1")
    ann.reads(f"Bob still had {left} words to choose from.", "Matches won: 1-0")
    assert ann.rows == [(word, game.score(word, "crane")) for word in ("pales", "crane")]

    shared = ann.share()
    assert "2 guesses" in shared
    assert not re.search("crane|quilt|pales", shared, re.IGNORECASE)
    for one in (ann, bob):
        one.tap("Report")
        one.see(".report")
        one.browser.driver.back()

    ann.tap("Rematch")
    ann.reads("Choose your secret")
    bob.tap("Join the rematch")
    bob.reads("Choose your secret")
    again = ann.run("return location.pathname")
    assert bob.run("return location.pathname") == again
    for one, secret in ((ann, "quilt"), (bob, "crane")):
        one.type(secret)
    bob.reads("Your turn")  # the other begins
    ann.reads("Bob is thinking")
    for one, series in ((ann, "1-0"), (bob, "0-1")):
        one.tap("Menu")
        one.tap("What you agreed on, and the code")
        one.reads(f"Matches won: {series}")
        one.check(shifts=False)
    listed = {"Ann": (ann, "found CRANE in 2 guesses, won"), "Bob": (bob, "not found QUILT, lost")}
    for one, expected in listed.values():
        one.open("/games")
        assert expected in re.sub(r"\s+", " ", one.text)
        one.open("/")
        assert "match against " in one.text
    history = server.jotto("history")
    assert re.search("won.*lost|lost.*won", history, re.DOTALL), history


def test_a_slip_a_challenge_that_takes_back_and_signs(ann, bob):
    begin_guessing(ann, bob, challenge="back", last_turn="")
    ann.type("slaet")
    ann.reads("SLAET is in no list. Guess it anyway?")
    ann.tap("Guess SLAET")
    ann.reads("SLAET is in no list: its score comes with Bob's next guess.")
    assert not ann.run("return document.querySelector('.board .score').innerText.trim()")
    bob.reads("Your turn")
    bob.touch(".board:nth-child(2) .turn")
    bob.reads("If it is in no list, the guess is taken back.")
    bob.tap("Challenge it")
    for one, whose in ((ann, "Your"), (bob, "Ann's")):
        one.reads(f"{whose} guess was challenged: SLAET is in no list. The guess is taken back.")
    assert ann.words(1) == bob.words(2) == []

    ann.type("gummy")  # 0,0
    for letter in "gumy":
        ann.see(f".letter.out[aria-label^='{letter},']")
    bob.misses("was challenged")
    assert len(ann.browser.all(".letter.out")) - len(bob.browser.all(".letter.out")) == 4
    bob.touch(".letter[aria-label='m']")
    bob.tap("Say")
    bob.see(".signs")
    bob.check(shifts=False)
    bob.tap("Hmm …")
    bob.reads("You: Hmm …")
    assert bob.guess == "m"  # what is typed stays
    bob.type("oist")
    ann.reads("Your turn", "Bob: Hmm …")  # until she has guessed
    ann.check(shifts=False)
    ann.type("crane")
    bob.reads("Ann wins in 2 guesses.")
    bob.misses("Hmm …")


def test_an_invitation_is_a_code_and_a_link_and_can_be_called_off(ann, bob, server):
    path = ann.data("/match", FORM)[1]["go"]
    title = f"match {path.rpartition('/')[2]}, nobody yet"
    ann.open()
    ann.reads(title)
    ann.open(path)
    link = ann.see(".words").text
    assert link == server.address + path
    code = segno.make(link, error="l", micro=False)
    drawn = [[bool(dark) for dark in row] for row in code.matrix_iter(border=3)]
    ann.reads("jotto serve --lan")  # nobody else can open the link, so no code is shown
    assert not ann.run("return document.querySelector('img.code')")
    image = f"Object.assign(new Image(), {{ className: 'code', src: '/data{path}/code.svg' }})"
    ann.run(f"document.body.append({image})")
    assert ann.wait("document.querySelector('img.code').naturalWidth")
    assert ann.run(MODULES, len(drawn)) == drawn

    share = "value: async (what) => { window.given = what; }"
    ann.run(f"Object.defineProperty(navigator, 'share', {{ {share} }})")
    ann.tap("Send the link")
    assert ann.wait("window.given") == {"text": f"Play Jotto with me: {link}"}

    ann.tap("Cancel the match")
    ann.reads("Nobody wins, and the match does not count.")
    ann.touch(".danger")
    ann.reads("The match was cancelled.")
    ann.misses("Send the link")
    ann.open()
    ann.reads("Join a match")
    assert title not in ann.text
    bob.open(path)
    bob.reads("The match was cancelled.")
    assert bob.play(path, do="join", name="Bob")[0] == 422


def test_the_computer_plays_until_it_is_given_up(ann):
    ann.open("/match")
    ann.name("Ann")
    ann.touch("[name=other][value=easy]")
    for rule in ("repeats", "plurals"):
        ann.touch(f"[name={rule}]")
    ann.go("Begin", "/match/")
    ann.reads("Choose your secret")
    ann.type("qwxyz")  # in no list, so that no guess finds it by chance
    with ann.change():
        ann.tap("Set QWXYZ as my word")
    for word in ("pales", "tests"):  # plurals: not its secret either
        with ann.change():
            ann.type(word)
    assert [len(ann.words(board)) for board in (1, 2)] == [2, 2]
    ann.tap("Menu")
    ann.tap("Resign")
    ann.check(shifts=False)
    with ann.change():
        ann.touch(".danger")
    ann.reads("Pip (computer) wins: you resigned.")
    assert "Say" not in ann.text  # a computer hears nothing
    ann.tap("Rematch")
    ann.reads("Choose your secret")


def test_clocks_run_and_end_the_match(ann, bob, server):
    path = begin_guessing(ann, bob, minutes="3", advice="behind")
    for one, place in ((ann, 1), (bob, 2)):
        running = f"document.querySelector('.board:nth-child({place}) .clock.running')"
        assert one.wait(f"{running}?.textContent.startsWith('2:5')")
        assert "3:00" in one.text
    with Store(next(server.folder.rglob("games.sqlite")), "match") as store:
        saved = store.load(path.rpartition("/")[2])
        earlier = tuple((*entry[:3], entry[3] - 176) for entry in saved.transcript)
        store.write(replace(saved, transcript=earlier))
    assert ann.wait("document.querySelector('.clock.running.short')")
    ann.reads("Bob wins: you ran out of time.")
    bob.reads("You win: the other player ran out of time.")
    assert ann.run("return document.querySelectorAll('.clock.running').length") == 0


def test_a_spectator_sees_no_word_before_the_end(second, server):
    """What a spectator is sent: test_matches.py."""
    ann, bob = Visitor(server.port), Visitor(server.port)
    for one in (ann, bob):
        one.ask("/")
    path = begin_guessing(ann, bob)
    with seated(second, server.address) as eve:
        eve.open(path)
        eve.reads("Ann and Bob")
        ann.play(path, do="guess", word="pales")
        bob.play(path, do="guess", word="slaet", sure="slaet")
        eve.see(".board:nth-child(2) .score")
        assert eve.words(1) == eve.words(2) == ["hidden"]
        eve.check()
        bob.play(path, do="leave")
        eve.reads("Ann wins: Bob resigned.", "Ann's secret was QUILT; Bob's secret was CRANE.")
        assert (eve.words(1), eve.words(2)) == (["pales"], ["slaet"])
        eve.check()


HELD = """
const real = window.fetch;
window.held = []; // moves on their way: each fails when it is told to
const hold = () => new Promise((_, fail) => window.held.push(fail));
window.fetch = (path, how) => (window.held && how?.method ? hold() : real(path, how));
"""


def test_what_was_entered_last_is_sent_however_late_an_earlier_attempt_fails(ann, bob):
    begin_guessing(ann, bob)
    ann.run(HELD)
    ann.type("pales")
    ann.run("window.held.shift()()")
    assert ann.wait("window.held.length")  # it is sent again
    ann.erase()
    ann.type("moist")
    ann.run("window.held[1]()")
    ann.reads("Nothing is lost.")
    ann.run("window.held[0]()")
    ann.run("window.held = null")
    bob.reads("Your turn")
    assert bob.words(2) == ["moist"]


def test_neither_lost_connections_nor_a_killed_server_lose_anything(browser, second, tmp_path):
    with (
        served(tmp_path) as server,
        seated(browser, server.address) as ann,
        seated(second, server.address) as bob,
    ):
        path = begin_guessing(ann, bob, advice="both")
        assert "QUILT" not in ann.text
        spot = ann.see(".hold").rect
        spot = {"x": spot["x"] + 20, "y": spot["y"] + 20}
        ann.browser.tell("Input.dispatchTouchEvent", type="touchStart", touchPoints=[spot])
        ann.reads("Your secret: QUILT")
        ann.browser.tell("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        ann.misses("QUILT")

        ann.tap("Notes")
        for letter in "eaa":
            ann.touch(f".letter[aria-label^='{letter}']")
        ann.browser.driver.refresh()
        ann.see(".letter.out[aria-label='e, not in the word']")
        ann.see(".letter.in[aria-label='a, in the word']")

        bob.connect(on=False)
        ann.type("pales")
        ann.reads("Bob is thinking")
        assert "PALES" not in bob.text
        bob.connect(on=True)
        bob.reads("Your turn")  # by itself
        assert bob.words(2) == ["pales"]
        bob.connect(on=False)
        bob.type("moist")
        bob.reads("Nothing is lost.")
        bob.browser.driver.refresh()
        bob.reads("No connection")
        bob.connect(on=True)
        ann.reads("Your turn")  # it was sent by itself
        assert ann.words(2) == ["moist"]

        ann.play(path, do="advice")
        ann.reads("possible")
        ann.run(WAITS)
        ann.tap("Why?")
        bob.browser.driver.get("about:blank")
        ann.reads("Bob is offline.", seconds=40)
        ann.run("window.answer()")
        ann.see(".sheet .table")
        ann.tap("Close")
        bob.open(path)
        ann.misses("Bob is offline.")

        server.kill()
        ann.type("crane")
        ann.reads("Nothing is lost.")
        bob.browser.driver.refresh()
        bob.reads("No connection")
        server.start()
        ann.reads("Bob has one last guess")
        bob.reads("Your last guess")
        assert ann.words(1) == bob.words(2) == ["pales", "crane"]
