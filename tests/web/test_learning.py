"""The end of a game, practice and a league on the page of the server, by touch and by keyboard."""

from base64 import b64decode
from pathlib import Path

import pytest
from phone import SHARING, STILL, Phone
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
    assert len(phone.see(".points").get_attribute("aria-label").split()) == 8  # Skill 99 of 99, ..
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
        phone.touch(".entry .tile:last-child")
        phone.tap("Enter the colours")
    phone.tap("Found")
    phone.see(".ending")
    phone.run(GIVEN)
    assert phone.share() == (
        "jotto Dordle: 2 guesses\n1️⃣2️⃣\n\n🟩🟩🟩🟩🟩 ⬛⬛⬛⬛🟨\n"
        "\u3000\u3000\u3000\u3000\u3000 🟩🟩🟩🟩🟩"
    )
    phone.tap("Picture")
    assert phone.wait("window.files[0]").startswith("data:image/png")


def test_a_report_leads_to_what_cost_most_and_to_practice(phone, server):
    visitor = Visitor(server.port)
    path = visitor.begin()
    visitor.play(path, do="score", word="queue", score="0,0")
    visitor.play(path, do="score", word="world", score="5,0")
    phone.open(f"{path}/report#game")
    phone.reads("What cost most", "Turn 1: QUEUE took")
    phone.touch(".costly a")
    phone.reads("Turn 1 of 2")
    assert phone.run("return location.hash") == "#turn-1"
    phone.browser.press("\ue010")  # End
    phone.go("Practise these", "/practice")


def test_a_report_goes_on_with_the_right_score(phone, server):
    visitor = Visitor(server.port)
    path = visitor.begin()
    visitor.play(path, do="race", first="me", word="quilt", last_turn="no")
    visitor.play(path, do="score", score="1,1")
    visitor.play(path, do="they", word="tares", score="0,2")  # the t alone is in quilt: 0,1
    visitor.play(path, do="score", score="5,0")
    phone.open(f"{path}/report")
    phone.touch(".strip div:last-child > ol a")
    scored = phone.see(".screen[aria-label^=Their]:not([hidden]) .scored")
    phone.wait(STILL)  # it comes out of nothing
    assert scored.text.split() == ["0,2", "0,1"]
    assert "The score was entered as 0,2; the right score is 0,1." in phone.text
    near = phone.browser.all(".screen:not([hidden]) .dots .Y")
    assert len(near) == 1  # those of the right score
    phone.browser.press("\ue010")  # End
    assert "One score was wrong: tares=0,2; it should have been 0,1." in phone.text
    phone.check(shifts=False)
    phone.go("Back to the game", path)


def test_ten_positions_whose_words_are_asked_for(phone):
    phone.open()
    phone.tap("Practice")
    phone.go("Jotto", "/practice/jotto")
    phone.check()
    phone.tap("Begin")
    for number in range(1, 11):
        phone.reads(f"Position {number} of 10", seconds=60)
        phone.see(".keyboard")
        if number == 1:
            phone.check(shifts=False)
            phone.tap("A hint")
            phone.reads("With a hint, this position counts as close at best.")
        assert "possible:" not in phone.text
        phone.tap("Words")
        phone.reads("possible: ")
        info = phone.run("return document.querySelector('.info').innerText")
        assert int(info.partition(" words possible")[0].split()[-1]) <= 12  # for a beginner
        words = info.partition("possible: ")[2].split("\n")[0].lower().split(", ")
        assert words == sorted(words)  # the likeliest is not told
        phone.browser.press(*words[0], ENTER)
        phone.see(".graded")
        if number == 1:
            phone.check(shifts=False)
            phone.browser.driver.refresh()  # the deck is kept on the device
            phone.see(".graded")
        assert len(phone.browser.all(".marks .tile")) == number
        phone.browser.press(ENTER)
        assert phone.wait("!document.querySelector('.graded')")
    phone.reads("of 10 found at once.")
    marks = phone.see(".marks").get_attribute("aria-label").split(", ")
    assert len(marks) == 10
    assert marks[0] != "found"  # it was with a hint
    phone.check(shifts=False)
    text = phone.share()
    assert text.startswith(f"jotto practice {marks.count('found')}/10, rating ")
    assert len(text.split("\n")[1]) == 10
    phone.tap(f"Practise the missed again ({10 - marks.count('found')})")
    phone.reads(f"Position 1 of {10 - marks.count('found')}")


def test_the_positions_of_a_finished_game_are_practised_by_its_address(phone, server):
    visitor = Visitor(server.port)
    path = visitor.begin()
    for turn in ("pales=1,1", "trine=0,1", "pious=1,1", "moist=1,1", "boars=5,0"):
        word, _, score = turn.partition("=")
        visitor.play(path, do="score", word=word, score=score)
    phone.open(f"/practice?of={path.split('/')[-1]}")
    # jotto review: at 51 words MOIST cost 0.32 guesses, and at 12 BOARS 0.11
    phone.reads("That game has 2 positions at which your guess cost something.", seconds=60)
    phone.tap("Begin")
    phone.reads("Position 1 of 2", seconds=60)
    assert [row[0] for row in phone.rows] == ["pales", "trine", "pious"]
    phone.browser.press(*"moist", ENTER)
    phone.reads("In your game you guessed MOIST.", seconds=60)
    phone.browser.press(ENTER)
    phone.reads("Position 2 of 2")
    assert len(phone.rows) == 4


def test_results_of_friends_become_a_table(phone):
    phone.open()
    phone.go("A league: a table of your friends' results", "/league")
    phone.run("document.querySelector('textarea').value = arguments[0]", CHAT.read_text("utf-8"))
    phone.tap("Make the table")
    phone.see("table")
    assert standings(phone) == [
        ["1", "Ann", "· · · · · 4 ·", "4.00", "1/1", "1"],
        ["2", "Bob", "· · · · · X ·", "7.00", "0/1", "0"],
        ["1", "Bob", "· · · · · · 4", "4.00", "1/1", "1", "90", "81"],  # docs/practice.md
    ]
    assert "Line 9: 'Wordle 1,985 7/6' has 7 of at most 6 guesses" in phone.text
    phone.check(shifts=False)
    phone.see("input[type=file]").send_keys(str(CHAT))
    phone.run("document.querySelector('textarea').value = 'nothing'")
    phone.tap("Make the table")
    phone.see("[role=alert]")
    assert "This has no results in it." in phone.text
    phone.run(HELD)
    phone.tap("Make the table")
    assert phone.wait("!!window.release")
    assert "This has no results in it." not in phone.text  # that was about what was sent before
    phone.run("window.release()")
    phone.see("[role=alert]")
    refused = phone.browser.complaints()
    assert ["422" in text for text in refused] == [True, True]


def standings(phone):
    """The rows of all tables, with the days of each as one text."""
    made = """const rows = [...document.querySelectorAll("tbody tr")];
      const days = (cell) => [...cell.querySelectorAll("i")].map((day) => day.innerText);
      const named = (cell) => [cell.firstElementChild.innerText, days(cell).join(" ")];
      return rows.map((row) => [...row.children].flatMap(
        (cell) => cell.matches("th") ? named(cell) : [cell.innerText]))"""
    return phone.run(made)


LEAGUE = "\n".join(
    f"2026-11-{day:02} 21:00 {name}: Wordle {1960 + day} {guesses}/6"
    for name, days, guesses in (
        ("Ann Lee", range(1, 27), 3),
        ("Bob", range(2, 27), 4),
        ("Cy", range(20, 27), 5),
        ("Dee with a name that is long", (*range(1, 20), 26), "X"),
    )
    for day in days
)


def league_of(phone, **chosen):
    phone.open("/league")
    for name, value in {"text": LEAGUE, **chosen}.items():
        phone.run("document.getElementsByName(arguments[0])[0].value = arguments[1]", name, value)
    phone.tap("Make the table")
    phone.see("table")


def test_a_league_is_counted_as_chosen_and_says_so(phone):
    league_of(phone)
    assert [row[:4] for row in standings(phone)] == [
        ["1", "Ann Lee", "3 3 3 3 3 3 3", "3.00"],
        ["2", "Bob", "4 4 4 4 4 4 4", "4.00"],
        ["3", "Dee with a name that is long", "· · · · · · X", "7.00"],
    ]
    phone.reads(
        "Cy has 7 games, 5.00 on average, and needs 2 more games.",
        "A game that was not solved counts as one more guess than it allows.",
        "A place takes 9 games, a third of the 26 that the busiest player has.",
    )
    spoken = "last 7 days: not played, not played, not played, not played, not played, not played, "
    days = phone.browser.all(".days")[-1]
    assert days.get_attribute("aria-label") == f"{spoken}not solved"
    kinds = phone.run(
        "return [...document.querySelectorAll('.days i')].map((day) => day.className)"
    )
    assert kinds == ["fast"] * 7 + ["usual"] * 7 + ["none"] * 6 + ["lost"]  # 4 is usual
    league_of(phone, lost="out", least="1")
    assert [row[:2] for row in standings(phone)] == [["1", "Ann Lee"], ["2", "Bob"], ["3", "Cy"]]
    phone.reads(
        "Dee with a name that is long has 20 games.",
        "A game that was not solved is left out of the average.",
    )
    league_of(phone, lost="10")
    assert standings(phone)[-1][3] == "10.00"


def test_a_league_has_a_line_for_each_player_on_one_scale(phone):
    league_of(phone)
    names = [chart.get_attribute("aria-label") for chart in phone.browser.all(".weeks svg")]
    assert names == [
        "Ann Lee: 3.00, 3.00, 3.00, 3.00, 3.00",
        "Bob: not played, 4.00, 4.00, 4.00, 4.00",
        "Dee with a name that is long: 7.00, 7.00, 7.00, 7.00, 7.00",
        "Cy: not played, not played, not played, 5.00, 5.00",
    ]
    places = """return [...document.querySelectorAll('.weeks svg')].map((chart) =>
      [...chart.querySelectorAll('circle')].map((dot) => Number(dot.getAttribute('cy'))))"""
    ann, bob, dee, cy = phone.run(places)
    assert [len(dots) for dots in (ann, bob, dee, cy)] == [5, 4, 5, 2]
    assert ann[0] > bob[0] > cy[0] > dee[0]  # the lower the better
    assert ann[0] - bob[0] == pytest.approx((ann[0] - dee[0]) / 4)
    phone.reads("Lower is better, from 3.00 below to 7.00 above.")


def test_a_league_is_a_picture_and_a_text_to_paste(phone):
    league_of(phone)
    phone.run(GIVEN)
    phone.run(SHARING)
    phone.tap("Copy a text for the chat")
    assert phone.wait("window.texts[0]") == (
        "League of Wordle, seven days to 2026-11-26\n"
        "🥇 Ann Lee 3.00 3️⃣3️⃣3️⃣3️⃣3️⃣3️⃣3️⃣\n"
        "🥈 Bob 4.00 4️⃣4️⃣4️⃣4️⃣4️⃣4️⃣4️⃣\n"
        "🥉 Dee with a name that is long 7.00 ▫️▫️▫️▫️▫️▫️❌"
    )
    phone.tap("Picture")
    assert b64decode(phone.wait("window.files[0]").partition(",")[2]).startswith(b"\x89PNG")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("contrast", ["", "high"])
def test_a_league_fits_screens_of_every_size_and_keeps_nobody_out(phone, scheme, contrast):
    league_of(phone)
    schemes = [{"name": "prefers-color-scheme", "value": scheme}]
    phone.browser.tell("Emulation.setEmulatedMedia", features=schemes)
    phone.run("document.documentElement.dataset.contrast = arguments[0]", contrast)
    for size in ((360, 740), (390, 844), (1366, 768), (1920, 1080)):
        phone.resize(size)
        phone.check(shifts=False)
        wide = "const at = document.querySelector('.table'); return at.scrollWidth - at.clientWidth"
        assert phone.run(wide) <= 0, size


def test_the_server_reads_results_and_says_what_is_wrong(server):
    visitor = Visitor(server.port)
    chat = {"text": "3/4/26, 21:14 - Ann: Wordle 1,234 4/6\n3/4/26, 22:00 - Bob: Wordle 1,234 X/6"}
    assert visitor.data("/league", chat)[0] == 422  # the day or the month
    status, found = visitor.data("/league", chat | {"dates": "day"})
    table = [(row["name"], row["mean"]) for row in found["table"]]
    assert (status, table) == (200, [("Ann", 4.0), ("Bob", 7.0)])
    assert visitor.data("/league", {"text": "a" * 900_000})[0] == 422  # at once
    status, found = visitor.data("/league", chat | {"dates": "day", "lost": "nine"})
    assert (status, "write a number of guesses, 1 to 1,000, or out" in found["error"]) == (
        422,
        True,
    )
