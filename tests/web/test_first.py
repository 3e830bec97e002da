"""The first minute: what is wanted, asked once, and games that a tap begins."""

import pytest
from browser import SMALL
from phone import Phone
from serving import files_served
from terminal import PROGRAM, run

pytestmark = pytest.mark.full
PHONE, LAPTOP, DESKTOP = (360, 740), (1366, 768), (1920, 1080)
TILES = ["Jotto", "Wordle", "Quordle", "Mastermind"]
LARGEST = 300_000  # bytes
SPOTS = """
const all = [...document.querySelectorAll(".ways, .cards > li")];
const seen = all.map((e) => e.getBoundingClientRect());
const rows = new Set(seen.slice(1).map((box) => box.top));
return [Math.max(...seen.map((box) => box.bottom)), rows.size];
"""


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    """The one file, as ``jotto page`` writes it."""
    path = tmp_path_factory.mktemp("page") / "jotto.html"
    assert run(*PROGRAM, "page", "-o", path).status == 0
    return path


@pytest.fixture(scope="module")
def on_web(file):
    with files_served(file.parent) as port:
        yield f"http://127.0.0.1:{port}/{file.name}"


@pytest.fixture
def phone(browser, on_web):
    one = Phone(browser, on_web, PHONE)
    browser.visit("about:blank")
    one.open("#/")
    browser.run("localStorage.clear()")
    browser.visit("about:blank")
    one.open("#/")
    yield one
    browser.run("localStorage.clear()")


def tiles(phone):
    phone.see(".cards")
    return phone.browser.texts(".cards button")


def test_one_file_holds_all_four_and_is_small(file):
    assert len(file.read_bytes()) <= LARGEST


def test_a_tap_begins_each_game_and_back_leads_to_the_tiles(phone):
    assert tiles(phone) == TILES
    for name in TILES:
        phone.tap(name)
        phone.see(".game .next, .several .ghost, .entry")
        boards = len(phone.browser.all(".board"))
        assert boards == (4 if name == "Quordle" else 1)
        assert bool(phone.browser.all(".game .peg")) == (name == "Mastermind")
        assert name != "Wordle" or phone.guess == "raise"
        phone.run("history.back()")
        assert tiles(phone) == TILES


@pytest.mark.parametrize("size", [PHONE, (390, 844), LAPTOP, DESKTOP])
def test_the_question_and_the_tiles_are_on_the_first_screen(phone, size):
    phone.resize(size)
    low, rows = phone.run(SPOTS)
    assert low <= size[1]
    assert rows == (2 if size[0] < 600 else 1)
    phone.check()


def test_the_question_is_asked_once(phone):
    phone.tap("Give me a word to guess")
    phone.browser.driver.refresh()
    phone.see(".ways")
    assert phone.run("return document.querySelector('.ways :checked').value") == "alone"
    phone.tap("Wordle")
    phone.reads("I have chosen one of 2,132 words.")
    phone.type("crane")
    phone.need("document.querySelectorAll('.turn:not(.ghost) .tile').length === 5")
    phone.run("history.back()")
    phone.tap("Practice")
    phone.reads("Here on one board only")
    phone.tap("Mastermind")
    phone.reads("Mastermind, 4 pegs of 6 colours")
    phone.tap("Begin")
    phone.reads("Position 1 of ", seconds=60)
    assert phone.browser.all(".game .peg")
    phone.tap("Leave")
    phone.tap("Play with a friend")
    phone.reads("jotto serve --lan")
    assert all(
        phone.run("return [...document.querySelectorAll('.cards button')].map((e) => e.disabled)")
    )
    phone.browser.driver.refresh()
    phone.see(".ways")  # a match is begun with somebody, and not by habit
    assert phone.run("return document.querySelector('.ways :checked').value") == "practice"


def test_a_link_begins_its_game_and_no_second_one(phone):
    for more in ("", "?x=1"):
        phone.browser.visit("about:blank")
        phone.browser.visit(f"{phone.address}#/play/wordle{more}", SMALL)
        phone.see("button.tile")
    games = "return Object.keys(localStorage).filter((name) => name.startsWith('jotto game '))"
    assert len(phone.run(games)) == 1
    phone.browser.visit("about:blank")
    phone.browser.visit(f"{phone.address}#/play/chess", SMALL)
    phone.reads("There is no such game.")


def test_each_game_continues_under_its_name(phone):
    for name, score in (("Jotto", "1,1"), ("Mastermind", "1,1")):
        phone.tap(name)
        phone.see(".game .next")
        phone.score(score)
        phone.run("history.back()")
        phone.see(".cards")
    listed = phone.browser.texts(".quiet .list li")
    assert [text.split(", ")[1] for text in listed[:2]] == ["Mastermind", "Jotto"]
    phone.browser.driver.refresh()
    phone.see(".cards")
    phone.touch(".quiet .list li:nth-child(2) a")
    phone.see(".game .next")
    assert [score for _, score in phone.rows] == ["1,1"]
    assert len(phone.rows[0][0]) == 5


OWN = ["crane", "slate", "trace", "hatch", "latch"]


def test_a_list_of_the_players_own_is_kept_used_and_removed(phone, tmp_path):
    path = tmp_path / "ours.txt"
    path.write_text("\n".join(OWN).upper())
    phone.tap("Your own word list")
    phone.see("[name=secrets]").send_keys("Dear diary,\ntoday")
    phone.see("[name=name]").send_keys("Diary")
    phone.tap("Use this list")
    phone.reads("word list 'pasted text' line 1: 'Dear diary,' is no word; write one word a line")
    phone.run("document.querySelectorAll('form input, textarea').forEach((e) => (e.value = ''))")
    phone.see("[type=file]").send_keys(str(path))
    phone.need("document.querySelector('[name=name]').value === 'ours'")
    phone.tap("Use this list")
    phone.reads("Wordle and Quordle use this word list now: ours.")
    assert (
        phone.browser.texts(".cards small")[:3] == ["Letters are counted"] + ["Words of ours"] * 2
    )
    phone.tap("Wordle")
    phone.see("button.tile")
    phone.reads("5 possible")
    phone.browser.driver.refresh()
    phone.reads("5 possible")
    phone.open("#/")
    phone.touch(".ways label:nth-of-type(2)")
    phone.tap("Quordle")
    phone.reads("5 words")
    phone.open("#/lists")
    phone.tap("Remove: ours")
    phone.reads("ours is removed.")
    phone.open("#/")
    phone.see(".cards")
    assert "Words of ours" not in phone.text


def test_house_rules_of_the_one_file_begin_other_games_and_are_there_again(phone):
    phone.tap("House rules and other games")
    phone.choose("called", "classic-jotto")
    phone.choose("boards", "2")
    phone.tap("Start")
    phone.see(".game .entry, .several .ghost, .game .next")
    assert len(phone.browser.all(".board")) == 2
    phone.open("#/new")
    phone.choose("called", "wordle")
    phone.choose("allow", "hard")
    phone.tap("Start")
    phone.see("button.tile")
    phone.open("#/")
    phone.tap("Wordle")
    phone.see("button.tile")
    games = (
        "return Object.values(localStorage).filter((text) => text.includes('allow=hard')).length"
    )
    assert phone.run(games) == 1  # the tile leads to the game that is begun by the same rules


def test_boards_move_unless_motion_is_reduced(phone):
    moves = "return document.getAnimations().length"
    phone.browser.tell("Animation.setPlaybackRate", playbackRate=1)
    for value, moving in (("no-preference", True), ("reduce", False)):
        feature = {"name": "prefers-reduced-motion", "value": value}
        phone.browser.tell("Emulation.setEmulatedMedia", features=[feature])
        phone.browser.driver.refresh()
        phone.see(".cards")
        assert bool(phone.run(moves)) == moving
    phone.browser.tell("Animation.setPlaybackRate", playbackRate=10)
    phone.browser.tell("Emulation.setEmulatedMedia", features=[])


SAID = """
const spoken = [...document.querySelectorAll("[aria-label]")].map((e) => e.ariaLabel);
return [document.querySelector("#app").innerText, ...spoken].join(" ");
"""


def test_no_screen_of_mastermind_speaks_of_words(browser, tmp_path):
    path = tmp_path / "pegs.html"
    assert run(*PROGRAM, "page", "--game", "mastermind", "-o", path).status == 0
    phone = Phone(browser, f"{path.as_uri()}#", PHONE)
    screens = []

    def look():
        screens.append(phone.run(SAID))

    phone.open("/")
    phone.run('localStorage.alone = \'{"game": "words"}\'')  # a file with words shares the storage
    assert tiles(phone) == ["Mastermind"]
    look()
    phone.touch(".ways label:nth-of-type(2)")
    look()
    phone.tap("Hard mode and other rules")
    phone.see("[name=boards]")
    look()
    phone.tap("A new code")
    phone.see(".keyboard")
    look()
    phone.tap("Menu")
    phone.tap("How it works")
    look()
    phone.tap("Close")
    phone.tap("Give up")
    phone.see(".sheet .danger")
    look()
    phone.touch(".sheet .danger")
    phone.reads("Another code")
    look()
    phone.open("/new")
    phone.see("[name=called]")
    look()
    phone.open("/play/mastermind")
    phone.see(".game .next")
    look()
    phone.tap("another guess")
    phone.reads("Cancel")
    look()
    phone.tap("Cancel")
    phone.score("1,1")
    look()
    phone.touch(".turn")
    phone.reads("Choose the right score")
    look()
    assert [text for text in screens if "word" in text.lower()] == []
    browser.run("localStorage.clear()")
