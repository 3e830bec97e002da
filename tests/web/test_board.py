"""The board on the page: its last moment, what its colours mean, and that nothing jumps."""

import re

import naive
import pytest
from browser import AXE
from phone import STILL, Phone
from serving import Visitor
from test_alone import begin, enter

WORDS = [
    *("crane", "fools", "quilt", "crate", "hatch", "latch", "watch", "react", "caret", "pools"),
    *("moist", "tares", "blimp", "jumpy", "vixen", "ghoul"),
]
SEEN = """
const { top, bottom } = document.querySelector(".boards").getBoundingClientRect();
return [...document.querySelectorAll(".board li")].map((row) => {
  const box = row.getBoundingClientRect();
  return box.top >= top && box.bottom <= bottom;
});
"""
GREEN = "rgb(29, 122, 67)"  # of a letter in the right place, in the light
ENTER = "\ue007"
COLOUR = "getComputedStyle({}).backgroundColor"
LAST = ".board li:last-child .tile"
PLACES = """
return [1, 2].map((row) => {
  const tile = document.querySelector(`.board li:nth-child(${row}) .tile`);
  const { x, y, width } = tile.getBoundingClientRect();
  return [x, y, width];
});
"""
MIDDLE = """
const { x, y, width, height } = document.querySelector(".keys .main").getBoundingClientRect();
return { x: x + width / 2, y: y + height / 2 };
"""
KEY = "getComputedStyle(document.querySelector(\"[aria-label^='{}']\")).backgroundColor"
SIZES = [(320, 568), (360, 740), (390, 844), (1366, 768), (1920, 1080)]


@pytest.fixture
def phone(browser, small_server):
    one = Phone(browser, small_server.address, (360, 740))
    one.open()
    browser.run("localStorage.clear()")
    return one


def table(server, rules, secret, *words):
    """Begin a game at the table, about a secret; return its path."""
    visitor = Visitor(server.port)
    path, rule = visitor.begin(**rules), rules.get("rule", "exact-elsewhere")
    win = {"exact-elsewhere": "5,0", "jots": "win", "colours": "GGGGG"}[rule]
    for word in words:
        score = win if word == secret else naive.RULES[rule](word, secret)
        status, data = visitor.play(path, do="score", word=word, score=str(score))
        assert status == 200, data
    return path


def colours(phone, selector=LAST):
    """The colours of some tiles, each once."""
    phone.see(selector)
    phone.wait(STILL)
    every = f"[...document.querySelectorAll({selector!r})]"
    return {*phone.run(f"return {every}.map((one) => {COLOUR.format('one')})")}


# --- the last moment ------------------------------------------------------------------------------


@pytest.mark.parametrize("rule", ["exact-elsewhere", "jots", "colours"])
def test_the_row_of_the_word_is_green_in_every_rule_and_says_so(phone, small_server, rule):
    path = table(small_server, {"rule": rule}, "quilt", "crane")
    phone.open(path)
    phone.see(".coming, .turn.next")
    assert not phone.run("return document.querySelector('.solved')")
    path = table(small_server, {"rule": rule}, "quilt", "crane", "quilt")
    phone.open(path)
    assert colours(phone) == {GREEN}
    assert ", found" in phone.see(".solved").get_attribute("aria-label")
    assert phone.see(".board").get_attribute("aria-label").endswith(", found")
    phone.browser.driver.refresh()
    assert colours(phone) == {GREEN}
    assert phone.browser.barriers() == []


def test_tiles_turn_one_after_the_other_and_at_once_where_nothing_may_move(phone, small_server):
    phone.open(table(small_server, {}, "quilt", "quilt"))
    phone.see(".solved")
    delays = "[...document.querySelectorAll('.solved .tile')].map((e) => getComputedStyle(e)"
    found = phone.run(f"return {delays}.animationDelay)")
    assert found == sorted(found, key=lambda text: float(text[:-1]))
    assert len({*found}) == 5
    reduced = [{"name": "prefers-reduced-motion", "value": "reduce"}]
    phone.browser.tell("Emulation.setEmulatedMedia", features=reduced)
    try:
        assert {*phone.run(f"return {delays}.animationName)")} == {"none"}
        assert colours(phone) == {GREEN}
    finally:
        phone.browser.tell("Emulation.setEmulatedMedia", features=[])


def test_a_word_says_how_well_it_went_and_a_loss_is_told_kindly(phone):
    phone.open("/alone")
    [secret] = begin(phone)
    others = [word for word in WORDS if word != secret]
    enter(phone, secret)
    phone.see(".ending .bars")
    assert phone.see(".praise").text == "In one!"
    assert phone.run("return document.querySelector('.bars .mine b').textContent") == "1"
    assert "this game: 1 guess" in phone.see(".bars").get_attribute("aria-label")
    [secret] = begin(phone, "Another word")
    enter(phone, next(word for word in others if word != secret))
    phone.tap("Give up")
    phone.touch(".sheet .danger")
    phone.see(".ending")
    assert "Not this time." in phone.text
    assert f"The word was {secret.upper()}." in phone.text
    assert not phone.run("return document.querySelector('.solved, .bars .mine')")


def test_after_todays_word_the_time_to_the_next_is_counted_and_not_read_out(phone):
    phone.open("/alone")
    enter(phone, *begin(phone, "Today's word"))
    shown = phone.need("document.querySelector('.until')?.textContent")
    hours, minutes, seconds = map(
        int, re.fullmatch(r"Next word in (\d+):(\d\d):(\d\d)", shown).groups()
    )
    left = "(new Date().setHours(24, 0, 0, 0) - Date.now()) / 1000"
    assert abs(3600 * hours + 60 * minutes + seconds - phone.run(f"return {left}")) < 60
    assert phone.wait(f"document.querySelector('.until').textContent !== {shown!r}")
    assert not phone.run(
        "return document.querySelector('.until').closest('[aria-live], [role=status]')"
    )


def test_what_comes_next_is_at_the_thumb(phone):
    phone.open("/alone")
    enter(phone, *begin(phone))
    phone.see(".ending .bars")
    for name in ("Another word", "Share", "Practise these"):
        every = "[...document.querySelectorAll('.ending :is(a, button)')]"
        box = phone.need(f"{every}.find((one) => one.textContent === {name!r})").rect
        assert box["height"] >= 44
        assert box["y"] > 740 / 2
        assert box["y"] + box["height"] <= 740
    phone.go("Practise these", "/practice")
    phone.see("main .page")


# --- colours mean one thing -----------------------------------------------------------------------


def test_a_key_is_green_where_the_place_is_known_and_never_for_the_word_alone(phone, small_server):
    phone.open(table(small_server, {"rule": "colours"}, "ghoul", "pools"))
    keys = ".letters span"
    phone.see(keys)
    found = phone.run(
        f"return [...document.querySelectorAll('{keys}')].map((e) => [e.textContent, e.className])"
    )
    score = naive.colours("pools", "ghoul")
    left = [word for word in WORDS if naive.colours("pools", word) == score]
    moved = {letter for letter, mark in zip("pools", score, strict=True) if mark == "Y"}
    certain = {
        letter for letter in "abcdefghijklmnopqrstuvwxyz" if all(letter in word for word in left)
    }
    placed = {column[0] for column in zip(*left, strict=True) if len({*column}) == 1}
    for letter, look in found:
        sign = letter.lower()
        want = "out" if not any(sign in word for word in left) else ""
        if sign in certain:
            want = "placed" if sign in placed else "elsewhere" if sign in moved else "in"
        assert look.replace("open", "").strip() == want, letter


def test_of_several_boards_a_key_shows_each_in_its_corner(phone):
    phone.open("/alone")
    phone.choose("rule", "colours")
    phone.choose("boards", "2")
    secrets = begin(phone)
    guess = next(word for word in WORDS if word not in secrets)
    enter(phone, guess)
    names = {"G": "in the right place", "Y": "elsewhere", "B": "not in the word"}
    scores = [naive.colours(guess, secret) for secret in secrets]
    for place, letter in enumerate(guess):
        marks = [
            "".join(sorted(score[at] for at in range(5) if guess[at] == letter))[-1]
            for score in scores
        ]
        marks = [
            "G" if "G" in {score[at] for at in range(5) if guess[at] == letter} else mark
            for mark, score in zip(marks, scores, strict=True)
        ]
        spoken = phone.see(f".letter[aria-label^='{letter},']").get_attribute("aria-label")
        if marks == ["B", "B"]:
            assert spoken == f"{letter}, not in the word"
            continue
        said = [f"board {number}: {names[mark]}" for number, mark in enumerate(marks, 1)]
        assert spoken == f"{letter}, {', '.join(said)}", place
        parts = f"[...document.querySelectorAll(\".letter[aria-label^='{letter},'] .parts i\")]"
        assert len(phone.run(f"return {parts}")) == 2
    phone.check()
    phone.tap("Give up")
    phone.touch(".sheet .danger")
    phone.see(".ending")
    told = [f"The word was {secret.upper()}." for secret in secrets]
    assert phone.browser.texts(".board h2 small") == told


def test_at_the_end_all_of_four_boards_is_seen(phone):
    phone.open("/alone")
    phone.choose("rule", "colours")
    phone.choose("boards", "4")
    secrets = begin(phone)
    for word in [*[word for word in WORDS if word not in secrets][:4], *secrets]:
        with phone.change():
            phone.browser.press(*word, ENTER)
    phone.see(".ending")
    phone.check(shifts=False)
    rows = phone.browser.all(".board li")
    assert len(rows) == 5 + 6 + 7 + 8
    boards, hidden = phone.browser.one(".boards").rect, "one.scrollHeight - one.clientHeight"
    assert phone.run(f"const one = document.querySelector('.boards'); return {hidden}") <= 0
    assert all(row.rect["y"] + row.rect["height"] <= boards["y"] + boards["height"] for row in rows)
    assert colours(phone, ".board li:last-child .tile") == {GREEN}
    assert "You found all 4 words in 8 guesses." in phone.run("return told.textContent")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_strong_contrast_is_seven_to_one(phone, small_server, theme):
    wish = [{"name": "prefers-contrast", "value": "more"}] * (theme == "dark")
    phone.browser.tell("Emulation.setEmulatedMedia", features=wish)
    chosen = "" if wish else ',"contrast":"high"'
    settings = f'{{"theme":"{theme}"{chosen}}}'
    phone.run("localStorage.setItem('settings', arguments[0])", settings)
    phone.open(table(small_server, {"rule": "colours"}, "react", "pools", "watch"))
    phone.see(".letters span")
    assert phone.run("return document.documentElement.dataset.contrast") == "high"
    shades = phone.run("""
      const all = ":is(.board .tile, .letters span, .main, .key, .lead b)";
      const parts = [...document.querySelectorAll(all)];
      const of = (one) => {
        for (let at = one; at; at = at.parentElement) {
          const back = getComputedStyle(at).backgroundColor;
          if (!back.startsWith("rgba(")) return back;
        }
      };
      return parts.filter((one) => one.textContent.trim() && !one.disabled)
        .map((one) => [one.className, getComputedStyle(one).color, of(one)]);
    """)

    def light(colour):
        parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
        linear = [
            part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
        ]
        return sum(
            share * part for share, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True)
        )

    phone.browser.tell("Emulation.setEmulatedMedia", features=[])
    assert len(shades) > 20
    for look, text, back in shades:
        high, low = sorted((light(text), light(back)), reverse=True)
        assert (high + 0.05) / (low + 0.05) >= 7, (look, text, back)


# --- room -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_nothing_jumps_when_a_game_ends_or_a_pane_opens_or_no_word_fits(phone, small_server, size):
    phone.size = size
    phone.open(table(small_server, {}, "caret", "ghoul", "crane"))
    phone.see(".game .next")
    phone.wait(STILL)
    before = phone.run(PLACES)
    phone.tap("Others")
    phone.see(".sheet .table")
    phone.wait(STILL)
    assert phone.run(PLACES) == before
    phone.open(table(small_server, {}, "caret", "ghoul", "caret"))
    phone.see(".ending")
    phone.wait(STILL)
    assert phone.run(PLACES) == before
    path = table(small_server, {}, "caret", "ghoul")
    Visitor(small_server.port).play(path, do="score", word="quilt", score="0,5")
    phone.open(path)
    phone.see(".choices")
    phone.wait(STILL)
    assert phone.run(PLACES) == before


@pytest.mark.parametrize("rule", ["colours", "exact-elsewhere"])
def test_rows_are_all_seen_and_smaller_only_where_they_do_not_fit(phone, small_server, rule):
    others = [word for word in WORDS if word != "caret"]
    widths = {}
    for made in (2, 5, 7, 8):
        path = table(small_server, {"rule": rule}, "caret", *others[:made])
        for size in SIZES[1:]:
            phone.size = size
            phone.open(path)
            phone.see(".game .next")
            phone.wait(STILL)
            assert all(seen := phone.run(SEEN)), (made, size, seen)
            widths[made, size] = phone.run(PLACES)[0][2]
    for made, size in widths:
        assert widths[made, size] <= widths[2, size]
    assert widths[7, (390, 844)] < widths[2, (390, 844)]
    assert widths[5, (1920, 1080)] == widths[2, (1920, 1080)]
    if rule == "colours":
        return
    phone.size = (360, 740)
    phone.open(path)
    phone.see(".game .next")
    phone.wait(STILL)
    before = phone.run(PLACES)
    phone.score("0,5")  # no word fits
    phone.see(".choices")
    phone.wait(STILL)
    assert [place[::2] for place in phone.run(PLACES)] == [place[::2] for place in before]
    phone.tap("Undo")
    phone.need("!document.querySelector('.choices')")
    phone.wait(STILL)
    assert phone.run(PLACES) == before


def test_tiles_grow_with_the_screen(phone, small_server):
    path = table(small_server, {}, "caret", "crane")
    widths = []
    for size in SIZES:
        phone.size = size
        phone.open(path)
        widths.append(phone.see(".board .tile").rect["width"])
    assert widths == sorted(widths)
    assert widths[0] >= 40
    assert widths[3] >= 80
    assert widths[4] >= 110
    others = [word for word in WORDS if word != "caret"][:13]
    phone.size = (412, 915)
    phone.open(table(small_server, {}, "caret", *others))
    for font, seen in (
        ("", 14),
        ("32px", 5),
    ):  # as many as are made, with the next; if the text is large, fewer
        phone.run("document.documentElement.style.fontSize = arguments[0]", font)
        phone.run("window.dispatchEvent(new Event('resize'))")
        phone.wait(STILL)
        rows = phone.run(SEEN)
        assert len(rows) == 14
        assert sum(rows) >= seen
        assert rows[-1] or font  # what comes next


@pytest.mark.parametrize("size", [(1366, 768), (1920, 1080)])
def test_four_boards_stand_beside_each_other_in_their_order(phone, small_server, size):
    phone.size = size
    phone.open("/alone")
    phone.choose("boards", "4")
    begin(phone)
    boxes = [one.rect for one in phone.browser.all(".board")]
    assert len({box["y"] for box in boxes}) == 1
    assert [box["x"] for box in boxes] == sorted(box["x"] for box in boxes)
    assert phone.browser.texts(".board h2 span") == ["1", "2", "3", "4"]
    assert phone.see(".board .tile").rect["width"] >= 40
    phone.check()


def test_what_is_to_be_read_on_a_button_is_in_its_name(phone, small_server):
    path = table(small_server, {}, "caret", "ghoul")
    Visitor(small_server.port).play(path, do="score", word="quilt", score="0,5")
    phone.open(path)
    phone.see(".choices .choice")
    phone.browser.barriers(contrast=False)  # which loads axe-core
    named = {"type": "rule", "values": ["label-content-name-mismatch"]}
    assert phone.browser.driver.execute_async_script(AXE, {"runOnly": named}) == []
    phone.browser.complaints()  # axe-core reads a canvas


# --- what is typed --------------------------------------------------------------------------------


def test_colours_are_typed_and_a_word_is_one_all_the_same(phone, small_server):
    phone.open(table(small_server, {"rule": "colours"}, "ghoul", "pools"))
    guess = phone.guess
    phone.browser.press(*"bgb")
    assert phone.shown == guess
    marks = "return [...document.querySelectorAll('.next .tile')].map((e) => e.className.slice(-1))"
    assert phone.run(marks)[:3] == ["B", "G", "B"]
    phone.browser.press("l")
    assert phone.shown == "bgbl"
    phone.browser.press("\ue00c")  # Escape
    for letter in "blimp":
        phone.browser.press(letter)
    assert phone.shown == "blimp"
    phone.browser.press("\ue00c")
    with phone.change():
        phone.browser.press(*"bbbbb", "\ue007")
    assert phone.rows[-1][0] == guess


def test_a_double_tap_counts_once_and_what_is_sure_is_one_tap(phone):
    phone.open("/play/wordle")
    phone.see("button.tile")
    spot = phone.run(MIDDLE)
    for _ in range(2):
        phone.browser.touch(spot)
    phone.need("document.querySelectorAll('.turn').length === 2")
    assert len(phone.rows) == 1
    assert "has changed" not in phone.text
    phone.run("document.querySelector('.keys .main').click()")  # as by a key, at once
    phone.reads("It must be")
    phone.run("document.querySelector('.keys .main').click()")
    phone.see(".solved")


def test_a_shared_game_is_pasted_on_the_board(phone, small_server):
    phone.open(table(small_server, {"rule": "colours"}, ""))
    phone.see(".game .next")
    with phone.change():
        phone.run("""
          const data = new DataTransfer();
          data.setData("text", "crate\\nfools\\n⬛⬛⬛⬛🟨\\n⬛⬛⬛🟨⬛");
          const how = { clipboardData: data, bubbles: true };
          document.body.dispatchEvent(new ClipboardEvent("paste", how));
        """)
    words = "[...document.querySelectorAll('.turn:has(.tile.B) .tiles')].map((e) => e.ariaLabel)"
    assert phone.run(f"return {words}")[:2] == ["crate", "fools"]


def test_a_mistyped_guess_is_asked_about_with_the_word_that_is_meant(phone):
    phone.open("/alone")
    [secret] = begin(phone)
    phone.type(secret[:4] + "z")
    phone.see(".sheet")
    assert f"Did you mean {secret.upper()}" in phone.text
    with phone.change():
        phone.tap(secret.upper())
    assert phone.rows[-1][0] == secret


def test_the_text_of_several_boards_has_their_squares(phone, small_server):
    visitor, secrets = Visitor(small_server.port), ["quilt", "hatch"]
    path = visitor.begin(rule="colours", boards="2")
    scores = [[naive.colours(guess, secret) for secret in secrets] for guess in ("crane", "quilt")]
    for guess, both in zip(("crane", "quilt"), scores, strict=True):
        assert visitor.play(path, do="score", word=guess, score="+".join(both))[0] == 200
    assert visitor.play(path, do="score", word="hatch", score="GGGGG")[0] == 200
    phone.open(path)
    phone.see(".ending")
    title, counts, empty, *rows = phone.share().split("\n")
    squares = str.maketrans("GYB", "🟩🟨⬛")
    drawn = [" ".join(both).translate(squares) for both in scores]
    assert (title, empty) == ("jotto Dordle: 3 guesses", "")
    assert counts == "2\ufe0f\u20e33\ufe0f\u20e3"
    assert rows == [*drawn, "\u3000" * 5 + " " + "🟩" * 5]
