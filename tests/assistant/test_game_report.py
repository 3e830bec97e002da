"""The report of a game: its sentences, and its page in a real browser."""

import naive
import numpy as np
import pytest
from browser import DESKTOP, PHONE

import jotto
from jotto.assistant import report as report_file, review as report
from jotto.assistant.report import knowledge
from jotto.games.words import word_game

FAMILY = ("bat", "cat", "hat", "mat")
LISTED = (*FAMILY, "chm")
TURNS = (("bat", "2,0"), ("chm", "0,1"), ("mat", "2,0"), ("hat", "3,0"))
A4, LETTER = (8.27, 11.69), (8.5, 11.0)
FACTS = {"Game": "words", "Rule": "exact-elsewhere"}


def family(rule="exact-elsewhere"):
    return word_game(FAMILY, ["chm"], rule=rule)


def test_rounded_figures_add_up_and_say_whose_they_are():
    # 2.25 on average; bat costs 0.25, chm nothing, mat 0; luck is what makes four of it
    found = jotto.review(family(), *TURNS)
    assert report.verdict("You", found) == "You found hat in 4 guesses."
    assert (
        report.jotto_needs(found) == "jotto needs 2.25 guesses on average, and 2 for this secret."
    )
    cost = sum(one["cost"] for one in naive.review(TURNS, FAMILY, LISTED, naive.exact_elsewhere))
    assert [*map(str, report.add_up("They", found))] == [
        "2.25 on average",
        f"+ {cost:.2f} lost by their guesses",
        f"+ {4 - 2.25 - round(cost, 2):.2f} lost by bad luck",
        "= 4 guesses",
    ]


def test_what_is_saved_is_taken_off_and_what_is_left_is_told():
    lucky = jotto.review(family(), "cat=3,0")
    saved = ["+ 0.25 lost by your guesses", "- 1.50 saved by luck"]
    assert [*map(str, report.add_up("You", lucky))][1:3] == saved
    better = jotto.review(word_game(FAMILY), "chm=0,1", secret="hat")
    assert report.verdict("They", better) == "They did not find hat in 1 guess."
    # chm, then hat or mat: 2.25 on average, where the list has but one after the other, 2.5
    assert [*map(str, report.add_up("You", better))] == [
        *("2.50 on average", "- 0.25 saved by your guesses", "+ 0.25 lost by bad luck"),
        "= 2.50 guesses: 1 made, 1.50 to go",
    ]


def test_what_could_be_known_are_candidates_or_letters():
    [few, *_] = jotto.review(family(), *TURNS).judged
    assert knowledge(few) == "cat, hat, mat"
    many = word_game([f"{first}{last}a" for first in "bcdfg" for last in "hi"])
    [one] = jotto.review(many, "zza=1,0").judged
    assert knowledge(one) == "In the secret: a. Not in it: none known."


def test_wrong_scores_and_turns_that_fit_nothing_are_told():
    wrong = jotto.review(family(), "bat=2,0", "cat=3,0", secret="hat")
    assert report.notes(family(), wrong) == [
        "One score was wrong: cat=3,0; it should have been 2,0."
    ]
    lost = jotto.review(family(), "bat=2,0", "cat=0,0", "hat=2,0")
    said = "No listed secret fits turn 2: the review ends before it."
    assert report.notes(family(), lost) == [said]
    assert report.add_up("You", lost) == []


@pytest.mark.parametrize(
    ("turns", "said"),
    [
        (["bat=2,0"], "CHM saves 0.25 guesses; an unlucky score"),
        (["bat=3,0"], "CHM saves 0.25 guesses; a lucky score"),
        (["cat=2,0"], "CHM saves 0.25 guesses; an unlucky score"),
        (["chm=0,1"], "jotto's own guess; an unlucky score"),  # 1.5 more guesses, not 1.25
        (["chm=0,0"], "jotto's own guess; a lucky score"),
        (["chm=0,1", "mat=3,0"], "jotto's own guess; a lucky score"),  # as is hat
        (["chm=0,0", "bat=3,0"], "jotto's own guess"),
    ],
)
def test_a_guess_is_compared_with_the_best_and_much_luck_is_named(turns, said):
    assert report.judgement(family(), jotto.review(family(), *turns).judged[-1]) == said


def test_where_no_guesses_are_counted_bits_are(monkeypatch):
    monkeypatch.setattr(report, "LARGEST", 1)
    found = jotto.review(family(), "bat=2,0", "hat=3,0")
    # chm tells 1.5 bits, bat 1/4 of 2 and 3/4 of log2 4/3; of three words each tells as much
    told = ["CHM gives 0.69 more bits", "as good as CAT"]
    assert [report.judgement(family(), each) for each in found.judged] == told
    assert report.shared(family(), {"You": found}).splitlines()[0] == "jotto 2 guesses"
    assert report.jotto_needs(found) == ""
    assert report.add_up("You", found) == []


@pytest.mark.parametrize(
    ("game", "turns", "shown"),
    [
        (word_game(FAMILY, ["chm"]), TURNS, ["●●· 3", "○·· 2", "●●· 1", "●●●"]),
        (
            word_game(FAMILY, ["chm"], rule="colours"),
            ["chm=BYB", "hat=GGG"],
            ["⬛🟨⬛ 1", "🟩🟩🟩"],
        ),
        (word_game(FAMILY, ["chm"], rule="jots"), ["chm=1"], ["○·· 3"]),
        # of 25 points, 9 lie neither below nor left of the middle: itself and eight more
        (jotto.named("two-d:5"), ["2,2=below"], ["below 8"]),
    ],
    ids=["pairs", "colours", "jots", "points"],
)
def test_shared_text_gives_no_word_away(game, turns, shown):
    found = jotto.review(game, *turns)
    assert report.shared(game, {"You": found}).splitlines()[1:] == shown


def test_shared_text_of_both_players_says_whose_turns_are_whose():
    you, they = jotto.review(family(), *TURNS), jotto.review(family(), "bat=2,0")
    both = {"You": you, "They": they}
    for players, head in (
        (("Ann", "Bob"), "jotto: Ann 4 guesses, Bob not found: Ann won"),
        ((), "jotto: me 4 guesses, them not found"),
    ):
        first, mine, *rows = report.shared(family(), both, players, "won").splitlines()
        assert (first, mine, rows[4]) == (head, *(players or ("me", "them")))
    assert report.shared(family(), {"You": you}).startswith("jotto 4 guesses (2.25 on average)\n")


def page(game, title="You found hat in 4 guesses", **reviews):
    return report_file.page(report.Looked(game, reviews, title, FACTS))


@pytest.fixture
def opened(browser, tmp_path):
    """Open a report, at a screen of it."""

    def opened(text, size=DESKTOP, screen=""):
        path = tmp_path / "review.html"
        path.write_text(text, encoding="utf-8")
        browser.visit("about:blank")
        browser.visit(path.as_uri() + screen, size)
        return browser

    return opened


def shown(browser, selector):
    """The texts of what is shown: of one screen."""
    return browser.run(SHOWN, selector)


SHOWN = """return [...document.querySelectorAll(arguments[0])]
  .filter((one) => one.checkVisibility())
  .map((one) => one.innerText.trim().replace(/\\s+/g, " "))"""
CUT = """return [...document.querySelectorAll('.report *')]
  .filter((one) => one.checkVisibility() && !one.closest('.unseen, .table'))
  .filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
  .map((one) => one.outerHTML)"""
HERE = ".strip [aria-current]"


def test_a_turn_is_said_in_whole_sentences():
    # chm takes 2.25 guesses on average, bat 2.5; then cat 2, and chm, which is no candidate, 7/3
    bat, chm, mat, hat = turns_of(jotto.review(family(), *TURNS))
    assert str(bat["leaves"]) == (
        "BAT leaves 2.5 of 4 words on average; CHM, jotto's guess, leaves 1.5."
    )
    assert [*map(str, bat["said"])] == [
        "BAT takes 0.25 more guesses on average than CHM, jotto's guess.",
        "The score left 3 words: CAT, HAT, MAT.",
        "The score was unlucky: it cost 0.50 guesses.",
    ]
    assert [*map(str, chm["said"])][:2] == [
        "CHM takes 0.33 more guesses on average than CAT, jotto's guess.",
        "The score left 2 words: HAT, MAT.",
    ]
    assert str(mat["said"][0]) == "MAT is as good as HAT, jotto's guess."
    assert [str(hat["leaves"]), *map(str, hat["said"])] == [
        "Only 1 word was left.",
        "It was the word.",
    ]
    # 0,0 leaves 2 words, 1,0 six that one of them tells apart: 3/2 guesses, 11/6; mean 14/9
    words = word_game(["bbb", "cac", "aca", "bad", "cbc", "abc", "cdb", "cba", "adb"])
    [turn] = turns_of(jotto.review(words, "bbb=0,0"), words)
    assert str(turn["said"][-1]) == (
        "The score left fewer words than average, but finding the right one takes about as many"
        " guesses, so it was neither lucky nor unlucky."
    )


def test_where_some_words_are_likelier_chances_say_why_a_guess_that_leaves_more_is_better():
    # bat, then cat: 0.5 + 0.3 x 2 + 0.1 x 3 + 0.1 x 4 = 1.8; chm: 0.9 x 2 + 0.1 x 3 = 2.1
    chances = {"bat": 5, "cat": 3, "hat": 1, "mat": 1}
    likely = word_game(FAMILY, ["chm"], prior=lambda own: np.array([chances[word] for word in own]))
    [chm] = (found := jotto.review(likely, "chm=0,1")).judged
    assert (chm.mine.expected_left, chm.advised.expected_left) == (1.2, 2.0)
    [turn] = turns_of(found, likely)
    assert [*map(str, turn["said"])][:3] == [
        "CHM takes 0.30 more guesses on average than BAT, jotto's guess.",
        "Likelier words count more here, so a guess can be better although it leaves more words.",
        "The score left 2 words: HAT, MAT.",
    ]
    [bat] = (found := jotto.review(likely, "bat=2,0")).judged
    [turn] = turns_of(found, likely)
    assert str(turn["said"][1]) == "The score left 3 words: CAT 60%, HAT 20%, MAT 20%."
    assert knowledge(bat) == "cat 60%, hat 20%, mat 20%"


def test_the_other_player_of_a_match_has_a_name():
    half = jotto.review(family(), "bat=2,0", "cat=3,0")
    looked = report.Looked(family(), {"You": half, "They": half}, "", FACTS, ("Ann", "Bob"))
    _, theirs = report_file.report_of(looked)["players"]
    assert (str(theirs["who"]), theirs["verdict"]) == ("Bob", "Bob found CAT in 2 guesses.")


def looked(found, game=None):
    return report.Looked(game or family(), {"You": found}, "You won", FACTS)


def turns_of(found, game=None):
    return report_file.report_of(looked(found, game))["players"][0]["turns"]


def test_many_words_are_named_by_the_first_and_a_wrong_score_by_the_right_one():
    many = word_game([f"{first}{last}a" for first in "bcdfg" for last in "hi"])
    [turn] = turns_of(jotto.review(many, "zza=1,0"), many)
    words = "BHA, BIA, CHA, CIA, DHA, DIA, FHA, FIA"
    assert str(turn["said"][1]) == f"The score left 10 words, among them {words}."
    wrong = jotto.review(family(), "bat=2,0", "cat=3,0", secret="hat")
    facts = report_file.report_of(looked(wrong))
    turn = facts["players"][0]["turns"][1]
    assert (turn["wrong"], turn["score"], turn["marks"]) == ("3,0", "2,0", "GGB")
    assert "The score was entered as 3,0; the right score is 2,0." in map(str, turn["said"])
    assert facts["text"].splitlines()[2].startswith("●●·")  # that is shared, too


def test_what_cost_most_and_a_word_for_the_game():
    you = report_file.report_of(looked(jotto.review(family(), *TURNS)))["players"][0]
    assert [(row["turn"], str(row["said"])) for row in you["costly"]] == [
        (2, "Turn 2: CHM took 0.33 more guesses than CAT."),
        (1, "Turn 1: BAT took 0.25 more guesses than CHM."),
    ]
    assert str(you["result"]) == "A good game against bad luck"  # 99 x 2 ** -0.583 is 66
    lost = jotto.review(family(), "bat=2,0", secret="hat")
    assert report_file.report_of(looked(lost))["players"][0]["result"] is None


def test_a_guess_better_than_jotto_s_never_has_a_cost_below_zero(opened):
    better = word_game(FAMILY)  # chm is in no list; see above: it saves 0.25 guesses
    found = jotto.review(better, "chm=0,1", "hat=3,0")
    assert found.judged[0].cost == -0.25
    browser = opened(page(better, You=found), screen="#game")
    assert browser.texts(".strip li:first-child small")[0].startswith("✓")
    assert "-0.25" not in browser.run("return document.querySelector('.strip').innerText")
    assert browser.texts("tbody tr:first-child td")[1] == "0.00"
    assert "0.25 fewer guesses on average" in browser.run("return document.body.textContent")


def test_one_turn_is_a_screen_by_keys_buttons_swipes_and_taps(opened):
    browser = opened(page(family(), You=jotto.review(family(), *TURNS)), PHONE)
    names = [f"Turn {n} of 4" for n in range(1, 5)] + ["Whole game"]
    assert shown(browser, ".screen > h2") == names[:1]
    told = [browser.texts("[role=status]")[0]]
    for name in names[1:]:
        browser.press("\ue014")  # right
        assert shown(browser, ".screen > h2") == [name]
        told.append(browser.texts("[role=status]")[0])
    assert told[1:] == [
        *("Turn 2 of 4: CHM, 0,1", "Turn 3 of 4: MAT, 2,0", "Turn 4 of 4: HAT, 3,0"),
        "Whole game",
    ]
    browser.press("\ue014")  # there is none
    assert shown(browser, ".screen > h2") == names[-1:]
    browser.press("\ue011")  # Home
    assert shown(browser, ".screen > h2") == names[:1]
    browser.one(".steps button:last-child").click()
    assert shown(browser, ".screen > h2") == names[1:2]
    assert shown(browser, HERE)[0].startswith("2")
    browser.tap(browser.one(".strip li:nth-child(3) a"))
    assert shown(browser, ".screen > h2") == names[2:3]
    assert browser.run("return location.hash") == "#turn-3"
    for x, y, name in ((300, 60, names[3]), (60, 300, names[2])):
        spot = browser.run("return document.querySelector('.screens').getBoundingClientRect().y")
        at = [{"x": x, "y": spot + 20}], [{"x": y, "y": spot + 25}]
        browser.tell("Input.dispatchTouchEvent", type="touchStart", touchPoints=at[0])
        browser.tell("Input.dispatchTouchEvent", type="touchMove", touchPoints=at[1])
        browser.tell("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        assert shown(browser, ".screen > h2") == [name]
    assert browser.complaints() == []


def test_a_link_opens_a_turn(opened):
    text = page(family(), You=jotto.review(family(), *TURNS))
    assert shown(opened(text, PHONE, "#turn-3"), ".screen > h2") == ["Turn 3 of 4"]
    assert shown(opened(text, PHONE, "#game"), ".screen > h2") == ["Whole game"]
    assert shown(opened(text, PHONE, "#turn-9"), ".screen > h2") == ["Turn 1 of 4"]


def test_both_players_have_their_turns(opened):
    found = jotto.review(family(), *TURNS)
    theirs = jotto.review(family(), "bat=2,0", "cat=3,0")
    browser = opened(page(family(), "You lost", You=found, They=theirs), PHONE, "#their-turn-2")
    assert shown(browser, ".screen > h2") == ["Their turn 2 of 2"]
    assert shown(browser, "figcaption")[0] == "Their guess"
    assert len(browser.all(".strip ol")) == 2
    browser.press("\ue014")
    assert shown(browser, ".account > h3:first-child") == [
        "You found HAT in 4 guesses.",
        "They found CAT in 2 guesses.",
    ]


def test_the_page_shows_the_figures_of_the_definitions(opened):
    browser = opened(page(family(), You=jotto.review(family(), *TURNS)), screen="#game")
    figures = []
    for row in naive.review(TURNS, FAMILY, LISTED, naive.exact_elsewhere):
        shares = (f"{row[key]:.2f}" for key in ("cost", "luck", "bits", "bits_gained"))
        figures.append([share.replace("-0.00", "0.00") for share in shares])
    cells = [browser.texts(f"tbody tr:nth-child({n}) > *") for n in range(1, 5)]
    assert [[cell.replace("−", "-") for cell in row[2:]] for row in cells] == figures
    assert [row[0] for row in cells] == ["bat", "chm", "mat", "hat"]
    assert browser.texts("h1") == ["You found hat in 4 guesses"]
    assert browser.texts(".costly a") == [
        "Turn 2: CHM took 0.33 more guesses than CAT.",
        "Turn 1: BAT took 0.25 more guesses than CHM.",
    ]
    lefts = browser.texts(".screen:first-child .lefts dt, .screen:first-child .lefts dd")
    # parts of 1 and 3, and of 1, 1 and 2: (1 + 9) / 4 and (1 + 1 + 4) / 4 are left on average
    assert lefts == ["BAT on average", "2.5", "CHM on average", "1.5", "BAT this time", "3"]


@pytest.mark.parametrize("size", [(360, 740), PHONE, (768, 1024), (1366, 768), (1920, 1080)])
def test_nothing_is_cut_at_any_width_even_of_long_words(opened, size):
    long = word_game(["hypothetical", "breakthrough", "agricultural"])
    text = page(long, You=jotto.review(long, "hypothetical=0,3", "agricultural=12,0"))
    for screen in ("#turn-1", "#game"):
        browser = opened(text, size, screen)
        assert browser.run("return document.documentElement.scrollWidth") <= size[0]
        assert browser.run(CUT) == []
    if size[0] > 1000:  # the board stands beside the text
        strip, text = (browser.one(name).rect for name in (".strip", ".screens"))
        assert text["x"] > strip["x"] + strip["width"]


def test_the_turns_print_on_two_sheets_even_if_two_played_long(opened):
    game = jotto.named("bulls-and-cows:5x10")
    guesses = [*game.secrets[:: len(game) // 12][:11], game.secrets[-1]]
    found = jotto.review(game, *((guess, game.score(guess, guesses[-1])) for guess in guesses))
    browser = opened(page(game, "A draw", You=found, They=found))
    browser.run("document.body.style.fontFamily = 'DejaVu Sans'")  # the widest
    assert [browser.sheets(paper) <= 2 for paper in (A4, LETTER)] == [True, True]
    text = " ".join(browser.printed())
    assert all(f"turn {n} of 12" in text for n in range(1, 13))
    browser = opened(page(game, "A draw", You=found, They=found), PHONE, "#their-turn-6")
    here, turn = (browser.one(name).rect for name in (HERE, ".screen:not([hidden])"))
    assert here["x"] >= 0
    assert here["x"] + here["width"] <= PHONE[0]
    assert turn["y"] < PHONE[1] / 2


def test_a_page_that_is_too_long_would_print_on_more_sheets(opened):
    assert opened("<!doctype html><title>x</title>" + "<p>x</p>" * 200).sheets(A4) > 1


@pytest.mark.parametrize("rule", ["exact-elsewhere", "colours"])
def test_a_page_keeps_nobody_out(opened, rule):
    game = family(rule)
    turns = [(guess, game.score(guess, "hat")) for guess in ("chm", "bat", "hat")]
    review = jotto.review(game, *turns)
    text = page(game, "You won", You=review, They=review)
    for size in (DESKTOP, PHONE):
        for screen in ("#turn-1", "#game"):
            assert opened(text, size, screen).barriers() == []


def test_nothing_moves_where_motion_is_off(opened):
    browser = opened(page(family(), You=jotto.review(family(), *TURNS)), PHONE)
    still = [{"name": "prefers-reduced-motion", "value": "reduce"}]
    browser.tell("Emulation.setEmulatedMedia", features=still)
    browser.press("\ue014")
    assert browser.run("return document.getAnimations().length") == 0
    browser.tell("Emulation.setEmulatedMedia", features=[])


def test_contrast_is_strong_where_it_is_wished_and_can_be_switched(opened):
    browser = opened("<!doctype html><title>x</title>")
    wish = [{"name": "prefers-contrast", "value": "more"}]
    browser.tell("Emulation.setEmulatedMedia", features=wish)
    opened(
        page(family("colours"), You=jotto.review(family("colours"), "chm=BYB", "hat=GGG")), PHONE
    )
    chosen = """return new Promise((tell) => requestAnimationFrame(() => requestAnimationFrame(
        () => tell(document.documentElement.dataset.contrast))))"""  # once the wish has arrived
    switch = browser.one(".contrast button")
    assert (browser.run(chosen), switch.get_attribute("aria-pressed")) == ("high", "true")
    browser.tell("Emulation.setEmulatedMedia", features=[])
    assert browser.run(chosen) == "normal"
    browser.tap(switch)
    assert browser.run(chosen) == "high"
    assert browser.barriers() == []


def test_without_javascript_it_is_one_long_text(opened):
    browser = opened("<!doctype html><title>x</title>")
    browser.tell("Emulation.setScriptExecutionDisabled", value=True)
    try:
        opened(page(family(), You=jotto.review(family(), *TURNS)), PHONE)
        spoken = " ".join(name for _, name in browser.spoken())
    finally:
        browser.tell("Emulation.setScriptExecutionDisabled", value=False)
    for said in (
        "BAT takes 0.25 more guesses",
        "Only 1 word was left. It was the word.",
        "= 4 guesses",
    ):
        assert said in spoken


def test_a_file_is_small_and_asks_nobody(opened):
    text = page(family(), You=jotto.review(family(), *TURNS))
    assert len(text.encode()) < 60_000
    browser = opened(text, PHONE)
    assert [address for address in browser.fetched() if not address.startswith("file:")] == []
    assert browser.complaints() == []


def test_axe_would_find_a_barrier(opened):
    night = "<style>@media (prefers-color-scheme: dark) { p { color: #eee } }</style><p>In the dark"
    found = opened(f"<html><img src='data:,'>{night}").barriers()
    assert any("light: image-alt" in each for each in found)
    faint = "dark: color-contrast: <p>In the dark</p>"
    assert [each for each in found if "contrast" in each] == [faint]


def test_a_score_is_more_than_a_colour(opened):
    game = family("colours")
    browser = opened(page(game, You=jotto.review(game, "chm=BYB", "hat=GGG")))
    spoken = browser.spoken()
    assert ("image", "CHM") in spoken
    assert any(role == "link" and name.startswith("Turn 1 of 2: CHM, BYB") for role, name in spoken)


def test_a_page_of_any_text_stays_a_page(opened):
    odd = jotto.game(lambda guess, secret: len(set(guess) & set(secret)), ["<b>", "&amp;", "x"])
    text = page(odd, "<title>", You=jotto.review(odd, ("<b>", "0")))
    head, _, rest = text.partition("</style>")
    assert "<title>&lt;title&gt;</title>" in head
    plain, _, rest = rest.partition('id="facts">')
    assert "<b><B></b>" not in plain
    assert "<" not in rest.partition("</script>")[0]
    browser = opened(text)
    assert browser.texts("h1") == ["<title>"]
    assert browser.texts("tbody th") == ["<b>"]
