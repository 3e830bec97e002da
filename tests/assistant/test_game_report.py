"""The report of a game: its sentences, and its page in a real browser."""

import operator

import naive
import pytest
from browser import DESKTOP, FONTS, PHONE, in_font

import jotto
from jotto.assistant import review as report
from jotto.games.words import word_game

FAMILY = ("bat", "cat", "hat", "mat")
TURNS = (("bat", "2,0"), ("chm", "0,1"), ("mat", "2,0"), ("hat", "3,0"))
PAPERS = A4, LETTER = (8.27, 11.69), (8.5, 11.0)
FACTS = {"Game": "words", "Rule": "exact-elsewhere"}


def family(rule="exact-elsewhere"):
    return word_game(FAMILY, ["chm"], rule=rule)


def test_rounded_figures_add_up_and_say_whose_they_are():
    # 2.25 on average; bat costs 0.25, chm nothing, mat 0; luck is what makes four of it
    found = jotto.review(family(), *TURNS)
    assert report.verdict("You", found) == "You found hat in 4 guesses."
    assert report.jotto_needs(found) == "jotto needs 2.25 on average, and 2 for this secret."
    signs, numbers, words = zip(*report.add_up("They", found), strict=True)
    assert words == ("on average", "lost by their guesses", "lost by bad luck", "guesses")
    judged = naive.review(TURNS, FAMILY, (*FAMILY, "chm"), naive.exact_elsewhere)
    cost = sum(one["cost"] for one in judged)
    assert signs == ("", "+", "+", "=")
    assert numbers == ("2.25", f"{cost:.2f}", f"{4 - 2.25 - round(cost, 2):.2f}", "4")


def test_what_is_saved_is_taken_off_and_what_is_left_is_told():
    lucky = jotto.review(family(), "cat=3,0")
    saved = [("+", "0.25", "lost by your guesses"), ("-", "1.50", "saved by luck")]
    assert report.add_up("You", lucky)[1:3] == saved
    better = jotto.review(word_game(FAMILY), "chm=0,1", secret="hat")
    assert report.verdict("They", better) == "They did not find hat in 1 guess."
    # chm, then hat or mat: 2.25 on average, where the list has but one after the other, 2.5
    assert report.add_up("You", better) == [
        ("", "2.50", "on average"),
        ("-", "0.25", "saved by your guesses"),
        ("+", "0.25", "lost by bad luck"),
        ("=", "2.50", "guesses: 1 made, 1.50 to go"),
    ]


def test_what_could_be_known_are_candidates_or_letters():
    [few, *_] = jotto.review(family(), *TURNS).judged
    assert report.knowledge(few) == "cat, hat, mat"
    many = word_game([f"{first}{last}a" for first in "bcdfg" for last in "hi"])
    [one] = jotto.review(many, "zza=1,0").judged
    assert report.knowledge(one) == "in the secret: a"


def test_wrong_scores_and_turns_that_fit_nothing_are_told():
    wrong = jotto.review(family(), "bat=2,0", "cat=3,0", secret="hat")
    assert report.notes(family(), wrong) == ["A score was wrong: cat=3,0; it is 2,0."]
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
    told = ["CHM tells 0.69 bits more", "as good as CAT"]
    assert [report.judgement(family(), each) for each in found.judged] == told
    assert report.shared(family(), {"You": found}).splitlines()[0] == "jotto 2 guesses"
    assert report.jotto_needs(found) == ""
    assert report.add_up("You", found) == []


def test_shared_text_gives_no_word_away():
    you, they = jotto.review(family(), *TURNS), jotto.review(family(), "bat=2,0")
    assert report.shared(family(), {"You": you}).splitlines() == [
        "jotto 4 guesses (2.25 on average)", "●●· 3", "○·· 2", "●●· 1", "●●●",
    ]  # fmt: skip
    both = report.shared(family(), {"You": you, "They": they})
    assert "jotto they: 1 guess, not found (2.25 on average)\n●●· 3" in both
    coloured = jotto.review(family("colours"), "chm=BYB", "hat=GGG")
    shown = report.shared(family("colours"), {"You": coloured})
    assert shown.splitlines()[1:] == ["⬛🟨⬛ 1", "🟩🟩🟩"]
    jots = jotto.review(family("jots"), "chm=1")
    assert report.shared(family("jots"), {"You": jots}).splitlines()[1:] == ["○·· 3"]
    points = jotto.named("two-d:5")
    # of 25 points, 9 lie neither below nor left of the middle: itself and eight more
    assert "\nbelow 8" in report.shared(points, {"You": jotto.review(points, "2,2=below")})


def page(game, title="You found hat in 4 guesses", **reviews):
    return report.Looked(game, reviews, title, FACTS).page()


@pytest.fixture
def opened(browser, tmp_path):
    """Open a page; by default the one of TURNS."""

    def opened(text, size=DESKTOP):
        path = tmp_path / "review.html"
        path.write_text(text, encoding="utf-8")
        browser.open(path, size)
        return browser

    return opened


def test_the_page_shows_the_figures_of_the_definitions(opened):
    browser = opened(page(family(), You=jotto.review(family(), *TURNS)))
    rows = naive.review(TURNS, FAMILY, (*FAMILY, "chm"), naive.exact_elsewhere)
    shares = [
        [f"{one[key]:.2f}" for key in ("bits", "bits_gained", "cost", "luck")] for one in rows
    ]
    expected = [[str(one["before"]), str(one["after"])] for one in rows]
    expected = list(map(operator.add, expected, shares))
    expected[-1][1] = "found"
    cells = [browser.texts(f"tbody tr:nth-child({n}) > *") for n in range(1, 5)]
    shown = [[row[i].replace("−", "-") for i in (3, 4, 5, 7, 8, 9)] for row in cells]
    assert shown == [[each.replace("-0.00", "0.00") for each in row] for row in expected]
    assert [row[1] for row in cells] == ["bat", "chm", "mat", "hat"]
    assert [row[10] for row in cells] == ["cat, hat, mat", "hat, mat", "hat", ""]
    assert browser.texts(".verdict")[0] == "CHM saves 0.25 guesses; an unlucky score"
    assert browser.texts("h1") == ["You found hat in 4 guesses"]
    assert browser.texts(".left") == ["3 left", "2 left", "1 left", "found"]


def long_game(n_turns):
    """A game of codes, guessed one after the other."""
    game = jotto.named("bulls-and-cows:5x10")
    secret = game.secrets[-1]
    guesses = [*game.secrets[:: len(game) // n_turns][: n_turns - 1], secret]
    return game, [(guess, game.score(guess, secret)) for guess in guesses]


@pytest.mark.parametrize("font", FONTS)
def test_a_page_prints_on_one_sheet_even_if_two_played_long(opened, font):
    """On wide paper in each font; on the narrow A4 in the widest."""
    game, turns = long_game(12)
    found = jotto.review(game, *turns)
    browser = opened(in_font(page(game, "A draw", You=found, They=found), font))
    for paper in PAPERS if font == "DejaVu Sans" else [LETTER]:
        assert browser.sheets(paper) == 1


def test_a_page_that_is_too_long_would_print_on_more_sheets(opened):
    assert opened("<!doctype html><title>x</title>" + "<p>x</p>" * 200).sheets(A4) > 1


@pytest.mark.parametrize("rule", ["exact-elsewhere", "colours"])
def test_a_page_keeps_nobody_out(opened, rule):
    game = family(rule)
    turns = [(guess, game.score(guess, "hat")) for guess in ("chm", "bat", "hat")]
    review = jotto.review(game, *turns)
    text = page(game, "You won", You=review, They=review)
    assert opened(text).barriers() == []
    phone = opened(text, PHONE)
    assert phone.barriers() == []
    assert phone.run("return document.documentElement.scrollWidth") == PHONE[0]


def test_axe_would_find_a_barrier(opened):
    night = "<style>@media (prefers-color-scheme: dark) { p { color: #eee } }</style><p>In the dark"
    found = opened(f"<html><img src='data:,'>{night}").barriers()
    assert any("light: image-alt" in each for each in found)
    faint = "dark: color-contrast: <p>In the dark</p>"
    assert [each for each in found if "contrast" in each] == [faint]


def test_a_score_is_more_than_a_colour(opened):
    game = family("colours")
    browser = opened(page(game, You=jotto.review(game, "chm=BYB", "hat=GGG")))
    assert browser.texts(".pegs.placed span") == ["·", "○", "·", "●", "●", "●"]
    spoken = browser.spoken()
    assert ("image", "chm") in spoken
    assert any(role == "StaticText" and name == "BYB" for role, name in spoken)


def test_a_page_of_any_text_stays_a_page():
    odd = jotto.game(lambda guess, secret: len(set(guess) & set(secret)), ["<b>", "&amp;", "x"])
    text = page(odd, "<title>", You=jotto.review(odd, ("<b>", "0")))
    assert "<b>" not in text.replace("<b></b>", "").split("<main>")[1].split('class="wide"')[1]
    assert "&lt;b&gt;" in text
    assert "<h1>&lt;title&gt;</h1>" in text
