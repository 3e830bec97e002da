"""The same question on the page, served and in one file, and at the command line: one answer."""

import json
from datetime import date

import pytest
from browser import SMALL
from phone import Phone
from serving import served
from terminal import PROGRAM, run
from test_alone import KEPT

pytestmark = pytest.mark.full
PLACES = ["served", "one file"]
POSITIONS = [  # where the guess that is proved is not the one of the strategy
    "pales=3,0 tonic=0,1 humid=0,0",
    "pales=1,0 tonic=1,2 humid=0,0",
    "pales=1,3 tonic=0,1 humid=0,0",
    "pales=3,0 tonic=0,0 humid=1,0",
    "pales=3,1 tonic=0,0 humid=0,0",  # an offensive word is, which is not proposed
]


def command(*arguments, typed=""):
    ran = run(*PROGRAM, *arguments, input=typed.encode())
    assert ran.status == 0, ran.err
    return ran.out


def asked(*arguments):
    return json.loads(command("suggest", *arguments, "--top", "1", "--json"))


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """A folder for pages in one file."""
    return tmp_path_factory.mktemp("pages")


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    with served(tmp_path_factory.mktemp("site")) as server:
        yield server


@pytest.fixture
def opened(browser, site, files):
    """Return a function that opens the page, served or made with options of its own."""

    def open_page(place, *options):
        if place == "served" and not options:
            phone = Phone(browser, site.address)
            phone.open()
            phone.run("localStorage.clear()")
            phone.open()
            return phone
        file = files / f"{' '.join(options)}.html"
        if not file.exists():
            command("page", *options, "-o", file)
        browser.open(file, SMALL)
        phone = Phone(browser, f"{file.as_uri()}#", SMALL)
        phone.run("localStorage.clear()")
        phone.see("main .page, main .game")
        return phone

    yield open_page
    browser.visit("about:blank")


def begin(phone, **choices):
    """Begin a game by the first tile, or on a server by the form."""
    if choices:
        phone.tap("House rules and other games")
    for name, value in choices.items():
        phone.choose(name, value)
    phone.touch("form .main" if choices else ".cards button")
    phone.see(".game .next")


def enter(phone, turns):
    for turn in turns.split():
        word, score = turn.split("=")
        if phone.guess.lower() != word:
            phone.tap("other word")
            with phone.change():
                phone.type(word)
        phone.score(score)


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("turns", POSITIONS)
def test_the_headline_is_what_the_command_says(opened, place, turns):
    answer = asked(*turns.split())
    phone = opened(place)
    begin(phone)
    enter(phone, turns)
    assert phone.guess.lower() == answer["suggestions"][0]["guess"]
    ahead = answer.get("ahead")
    assert f"{answer['candidates']} possible" in phone.text
    assert ("Looking ahead" in phone.text) == (ahead is not None)
    if ahead:
        mean, worst = format(ahead["prior_mean"], ".1f"), ahead["worst"]
        assert f"about {mean} more guesses, never more than {worst} (proved)" in phone.text


@pytest.mark.parametrize("boards", [2, 4, 32])
@pytest.mark.parametrize("place", PLACES)
def test_several_boards_open_with_the_word_of_the_command(opened, place, boards):
    [first] = asked("--boards", str(boards))["suggestions"]
    if place == "served":
        phone = opened(place)
        begin(phone, boards=str(boards))
    else:
        phone = opened(place, "--boards", str(boards))
        begin(phone)
    assert phone.shown.lower() == first["guess"]


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
@pytest.mark.parametrize("place", PLACES)
def test_a_secret_is_one_of_as_many_words_and_hard_mode_refuses_the_same(opened, place, level):
    told = command("keep", "--level", level, "--allow", "hard", "--seed", "1", typed="crane\n")
    phone = opened(place)
    phone.open("/alone")
    phone.choose("level", level)
    phone.touch("[name=hard]")
    phone.tap("A new word")
    phone.see(".game :is(.next, .coming)")
    many = next(line for line in told.splitlines() if line.startswith("I have chosen one of"))
    assert many.split(" words")[0].removeprefix("I have chosen ") in phone.text
    [secret] = phone.run(KEPT)
    first, other = ("crane", "pales") if secret not in ("crane", "pales") else ("moist", "tulip")
    with phone.change():
        phone.type(first)
    score = phone.rows[0][1].replace(" ", "")
    typed = f"{first}\n{other}\n"
    said = command("keep", "--secret", secret, "--allow", "hard", typed=typed)
    refused = f"{other.upper()} does not fit turn 1" in said
    phone.type(other)
    if refused:
        phone.see(".info .error")
        assert f"{other.upper()} does not fit turn 1" in phone.text
    else:
        phone.need("document.querySelectorAll('.board:first-child .turn:has(.score)').length === 2")
    assert score in said.replace(" ", ""), said


@pytest.mark.parametrize("prior", [None, "even", "wordle"])
@pytest.mark.parametrize("place", PLACES)
def test_the_word_of_today_is_the_same_for_all(opened, place, prior, tmp_path):
    options = ("--prior", prior) if prior else ()
    today = date.today()
    told = command("keep", "--daily", *options, typed="")
    if place == "served" and options:
        with served(tmp_path, *options) as server:
            phone = Phone(opened("served").browser, server.address)
            phone.open("/alone")
            secret = kept_today(phone)
            phone.browser.visit("about:blank")
    else:
        phone = opened(place, *options)
        phone.open("/alone")
        secret = kept_today(phone)
    if date.today() == today:
        assert f"The word was {secret.upper()}." in told


def kept_today(phone):
    phone.tap("Today's word")
    phone.see(".game :is(.next, .coming)")
    [secret] = phone.run(KEPT)
    return secret
