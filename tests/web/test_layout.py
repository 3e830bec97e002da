"""The layout at every size: each control can be reached, no text is cut, the last row is in view."""

import pytest
from phone import STILL, Phone
from serving import Visitor

SIZES = [  # phones in both directions, tablets, laptops at 200 %, desktops
    *((320, 568), (360, 740), (375, 667), (412, 915), (568, 320), (740, 360)),
    *((844, 390), (820, 1180), (1180, 820), (640, 400), (1280, 800), (1920, 1080)),
]
TEXTS = [100, 150, 200]  # percent
RACE = {"do": "race", "first": "me", "word": "quilt", "last_turn": "yes"}
STATES = {  # of each: the rules, what is entered, the page of the game
    "a game": ({}, [{"score": "1,1"}, {"score": "0,2"}], ""),
    "both players": (
        {},
        [RACE, {"score": "1,1"}, {"word": "tares"}, {"score": "0,2"}, {"word": "guild"}],
        "",
    ),
    "several boards": (
        {"rule": "colours", "boards": "4"},
        [
            {"word": "tares", "score": "YBBBB+BYYYB+YBBBB+BBBGY"},
            {"word": "glare", "score": "BBBBB+GGGGG+BBBBB+BBBBY"},
            {"word": "sloop", "score": "BBYBB"},
        ],
        "",
    ),
    "no word fits": ({}, [{"score": "1,1"}, {"score": "4,0"}, {"score": "0,5"}], ""),
    "the end": (
        {},
        [RACE, {"score": "1,1"}, {"word": "tares"}, {"score": "5,0"}, {"word": "quits"}],
        "",
    ),
    "a report": ({}, [{"score": "1,1"}, {"score": "5,0"}, {"do": "finish"}], "/report"),
}
TEXT = """
document.documentElement.style.fontSize = `${arguments[0]}%`;
window.dispatchEvent(new Event("resize"));
"""
FAULTS = r"""
const faults = [];
const named = (at) => (at.ariaLabel || at.textContent).trim().replace(/\s+/g, " ").slice(0, 40);
const inside = (box, of) =>
  box.top >= of.top - 1 && box.bottom <= of.bottom + 1 && box.left >= of.left - 1 && box.right <= of.right + 1;
const screen = { top: 0, left: 0, right: innerWidth, bottom: innerHeight };
function seen(at) {
  const box = at.getBoundingClientRect();
  for (let up = at.parentElement; up; up = up.parentElement)
    if (getComputedStyle(up).overflowY !== "visible" && !inside(box, up.getBoundingClientRect())) return false;
  return inside(box, screen);
}
// What has to be in view as it is.
const table = document.querySelector(".game");
if (table) {
  const last = [...document.querySelectorAll(":is(.one, .two) .board")].map((board) =>
    board.querySelector("li:nth-last-child(1 of :not(.ghost))"));
  const asked = [...document.querySelectorAll(".board.asked .coming")];
  for (const at of [...last, ...asked]) if (at && !seen(at)) faults.push(`not in view: ${named(at)}`);
  const rows = document.querySelectorAll(".one .board li:not(.ghost)");
  if (rows.length > 1 && !seen(rows[rows.length - 2])) faults.push("the row before the last is not in view");
  const entry = document.querySelector(".console").getBoundingClientRect();
  if (entry.height < 80 || !inside(entry, screen)) faults.push(`the console is not in view: ${entry.height}`);
}
// No text is cut, and none is wider than the screen.
for (const at of document.querySelectorAll("#app *")) {
  if (!at.checkVisibility() || at.closest(".unseen, svg, [aria-hidden=true]:not(.tile)")) continue;
  const style = getComputedStyle(at);
  const hides = ["hidden", "clip"].includes(style.overflowY) && !at.matches(".boards, main");
  if (hides && (at.scrollHeight > at.clientHeight + 1 || at.scrollWidth > at.clientWidth + 1))
    faults.push(`cut: ${at.tagName}.${at.className} ${named(at)}`);
  if (at.matches("button, .lead, h1, h2, p, label, dt, .label, b") && at.scrollWidth > at.clientWidth + 1 &&
      style.display !== "inline" && at.clientWidth) faults.push(`too wide: ${at.tagName}.${at.className} ${named(at)}`);
  const box = at.getBoundingClientRect();
  const scrolls = at.closest(".table");
  if (!scrolls && box.width && (box.right > innerWidth + 1 || box.left < -1)) faults.push(`beyond the screen: ${named(at)}`);
}
// Every control can be reached.
const controls = "button:not(:disabled), a[href], input:not([type=hidden]), select, textarea";
for (const at of document.querySelectorAll(controls)) {
  if (!at.checkVisibility() || at.closest("[inert]")) continue;
  at.scrollIntoView({ block: "center", inline: "nearest" });
  const { x, y, width, height } = at.getBoundingClientRect();
  const hit = document.elementFromPoint(x + width / 2, y + height / 2);
  if (!hit || !(at.contains(hit) || hit.contains(at) && hit.tagName === "LABEL"))
    faults.push(`unreachable: ${named(at)} under ${hit ? hit.className || hit.tagName : "nothing"}`);
}
if (document.scrollingElement.scrollTop || document.querySelector(".playing")?.scrollTop) faults.push("the frame has moved");
return [...new Set(faults)];
"""
OFFERS = """
const list = document.querySelector(".console").getBoundingClientRect();
return [...document.querySelectorAll(".choice")].filter((at) => {
  const box = at.getBoundingClientRect();
  return box.top >= list.top - 1 && box.bottom <= list.bottom + 1;
}).length;
"""
READY = "!document.querySelector('.waiting') && document.querySelector('.game, .report')"


@pytest.fixture(scope="module")
def paths(server):
    """The device that has begun a game of each state, and the paths of the games."""
    visitor = Visitor(server.port)

    def begun(rules, entered, page):
        path = visitor.begin(**rules)
        for move in entered:
            what = move.get("do") or ("score" if "score" in move else "they")
            status, data = visitor.play(path, **{"do": what, **move})
            assert status == 200, data
        return path + page

    return {state: begun(*how) for state, how in STATES.items()}


@pytest.fixture
def phone(browser, server):
    return Phone(browser, server.address)


@pytest.mark.parametrize("state", STATES)
def test_every_control_can_be_reached_and_no_text_is_cut(phone, paths, state):
    phone.open(paths[state])
    assert phone.wait(READY)
    faults = []
    for size in SIZES:
        phone.resize(size)
        for text in TEXTS:
            phone.run(TEXT, text)
            phone.wait(STILL)
            faults += [f"{size} {text} %: {fault}" for fault in phone.run(FAULTS)]
            if state == "no word fits" and text == TEXTS[0] and size[0] < size[1]:
                faults += [f"{size}: {n} offers"] if (n := phone.run(OFFERS)) < 3 else []
    assert faults == []


def test_several_boards_stand_still_and_the_nearest_is_marked(phone, paths):
    phone.open(paths["several boards"])
    numbers = "return [...document.querySelectorAll('.board h2 span')].map((at) => at.textContent)"
    assert phone.run(numbers) == ["1", "2", "3", "4"]
    assert len(phone.browser.all(".board h2 em")) == 1
    assert len(phone.browser.all(".board.found")) == 1


def test_no_word_fits_marks_only_the_row_that_is_meant(phone, paths):
    phone.open(paths["no word fits"])
    phone.see(".choice")
    assert len(phone.browser.all(".suspect")) == 1
