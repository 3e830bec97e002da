"""The report of a game: its sentences, and its page in a real browser."""

import naive
import pytest
from browser import DESKTOP, PHONE, in_font

import jotto
from jotto.assistant import review as report
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
    assert report.jotto_needs(found) == "jotto needs 2.25 on average, and 2 for this secret."
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
    assert report.knowledge(few) == "cat, hat, mat"
    many = word_game([f"{first}{last}a" for first in "bcdfg" for last in "hi"])
    [one] = jotto.review(many, "zza=1,0").judged
    assert report.knowledge(one) == "In the secret: a. Not in it: none known."


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
    assert report.shared(family(), {"You": you, "They": they}).splitlines()[::5] == [
        "jotto you: 4 guesses (2.25 on average)",
        "jotto they: 1 guess, not found (2.25 on average)",
    ]
    assert report.shared(family(), {"You": you}).startswith("jotto 4 guesses (2.25 on average)\n")


def page(game, title="You found hat in 4 guesses", **reviews):
    return report.Looked(game, reviews, title, FACTS).page()


@pytest.fixture
def opened(browser, tmp_path):
    """Open a page."""

    def opened(text, size=DESKTOP):
        path = tmp_path / "review.html"
        path.write_text(text, encoding="utf-8")
        browser.open(path, size)
        return browser

    return opened


def test_the_page_shows_the_figures_of_the_definitions(opened):
    browser = opened(page(family(), You=jotto.review(family(), *TURNS)))
    figures = []
    for row in naive.review(TURNS, FAMILY, LISTED, naive.exact_elsewhere):
        shares = (f"{row[key]:.2f}" for key in ("bits", "bits_gained", "cost", "luck"))
        figures.append([str(row["before"]), str(row["after"] if row["before"] > 1 else "found")])
        figures[-1] += [share.replace("-0.00", "0.00") for share in shares]
    cells = [browser.texts(f"tbody tr:nth-child({n}) > *") for n in range(1, 5)]
    assert [[row[i].replace("−", "-") for i in (3, 4, 5, 7, 8, 9)] for row in cells] == figures
    assert [row[1] for row in cells] == ["bat", "chm", "mat", "hat"]
    assert [row[10] for row in cells] == ["cat, hat, mat", "hat, mat", "hat", ""]
    assert browser.texts(".verdict")[0] == "CHM saves 0.25 guesses; an unlucky score"
    assert browser.texts("h1") == ["You found hat in 4 guesses"]
    assert browser.texts(".left") == ["3 left", "2 left", "1 left", "found"]


def test_a_page_prints_on_one_sheet_even_if_two_played_long(opened):
    """In the widest font; lines are as high in any."""
    game = jotto.named("bulls-and-cows:5x10")
    guesses = [*game.secrets[:: len(game) // 12][:11], game.secrets[-1]]
    found = jotto.review(game, *((guess, game.score(guess, guesses[-1])) for guess in guesses))
    browser = opened(in_font(page(game, "A draw", You=found, They=found), "DejaVu Sans"))
    assert [browser.sheets(paper) for paper in (A4, LETTER)] == [1, 1]


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
