"""The page keeps a secret, and a person guesses it: with a server, without, in one file."""

import json
import random
from dataclasses import replace
from datetime import date, timedelta

import device
import naive
import pytest
from browser import SMALL
from phone import Phone
from serving import Visitor
from terminal import PROGRAM, run
from trials import keys

import jotto
from jotto.assistant.daily import daily, places
from jotto.assistant.keeper import Keeper, session_of, shared
from jotto.assistant.opponents import answered, any_secrets, disagreement, of_level
from jotto.assistant.page_file import data_of
from jotto.assistant.view import keep_view
from jotto.games.words import offensive
from jotto.question.making import Question

full = pytest.mark.full
WORDS = [
    *("crane", "fools", "quilt", "crate", "hatch", "latch", "watch", "react", "caret", "pools"),
    *("moist", "tares", "blimp", "jumpy", "vixen", "ghoul"),
]
KEPT = """
const games = Object.entries(localStorage).filter(([name]) => name.startsWith("jotto game "));
const saved = games.map(([, text]) => JSON.parse(text));
return saved.sort((a, b) => b.changed - a.changed)[0].alone.secrets;
"""
STARTED = "Hard mode and other rules"
DAILY = "Today's word"
NUMBER = (date.today() - date(1970, 1, 1)).days


@pytest.fixture
def phone(browser, small_server):
    """A phone that asks for a word, and has played none before."""
    one = Phone(browser, small_server.address)
    one.open()
    browser.run("localStorage.clear()")
    small_server.jotto("history", "--forget", "--yes")
    one.open("/alone")
    return one


def to_form(phone):
    """Go from the first page to the form."""
    phone.tap("Give me a word to guess")
    phone.tap(STARTED)
    phone.see("[name=boards]")


def begin(phone, how=""):
    """Begin a game; return its secrets, as the browser stores them."""
    phone.tap(how) if how else phone.touch("form .main")
    phone.see(".game :is(.next, .coming)")
    return phone.run(KEPT)


def shown(phone):
    """All that stands in the page and in its address."""
    return phone.run("return (document.body.innerHTML + location).toLowerCase()")


def enter(phone, *guesses):
    for guess in guesses:
        with phone.change():
            phone.type(guess)


# --- the same as in Python ------------------------------------------------------------------------


def test_the_page_has_the_word_of_a_day_that_python_has(page):
    game = jotto.words(prior="common")
    page("begin", data_of(game, jotto.strategy("entropy", avoid=offensive())))
    for days in (0, 1, 400, 5000):
        day = date(2026, 11, 26) + timedelta(days)
        assert page("daily", day.isoformat()) == daily(game, day, offensive()), day


@pytest.mark.parametrize(("level", "percent"), {"easy": 30, "medium": 80, "hard": 100}.items())
def test_a_level_has_the_same_words_at_the_page_and_at_the_command(page, level, percent):
    game, rude = jotto.words(prior="common"), tuple(offensive())
    page("begin", data_of(game, jotto.strategy("entropy", avoid=rude)))
    found = page("ask", page("nothing"), "/alone", {"level": level})
    said = page("ask", found["state"], found["answer"]["go"])["answer"]["said"]
    words = naive.likeliest(game.secrets, game.prior.tolist(), percent, rude)
    assert [game.secrets[i] for i in of_level(game, level, rude)] == words
    assert said[0]["facts"]["secrets"] == len(words)
    (kept,) = found["state"]["games"].values()
    assert {*kept["alone"]["secrets"], *any_secrets(game, 3, 7, rude, level)} <= {*words}


@pytest.mark.parametrize("rule", ["exact-elsewhere", "jots", "colours", "black-peg"])
def test_hard_mode_refuses_what_it_refuses_in_python(page, rule):
    game, form = jotto.words(WORDS, rule=rule), {"changes": "yes", "hard": "yes"}
    page("begin", data_of(game, jotto.strategy("entropy")))
    found = page("ask", page("nothing"), "/alone", form)
    session, path, refused = jotto.Session(game), found["answer"]["go"], 0
    for guess in [*WORDS, *WORDS[:3]]:
        at = page("ask", found["state"], path)["answer"]["view"]["at"]
        wrong = disagreement(game, session.state.mine, guess)
        move = {"do": "guess", "word": guess, "at": str(at), "sure": guess}
        after = page("ask", found["state"], path, move)
        assert after["answer"].get("error") == (wrong and str(wrong))
        refused += wrong is not None
        if wrong is None:
            found, session = after, answered(session, guess, ())
        if session.won:
            break
    assert refused


def test_no_option_about_advice_changes_the_word_of_a_day_on_the_page(page):
    common = jotto.words(prior="common")
    day = date(2026, 11, 26)
    number = (day - date(1970, 1, 1)).days
    secrets, weights, rude = common.secrets, common.prior.tolist(), tuple(offensive())
    for advice in ({}, {"prior": "even"}, {"prior": "wordle"}, {"polite": False}, {"rule": "jots"}):
        asked = Question(**advice)
        game = asked.make_game()
        strategy = asked.adviser(game)
        page("begin", data_of(game, strategy, daily=places(asked, game, strategy.avoid)))
        right = naive.daily(secrets, weights, number, rude, game.rule.name)
        assert page("daily", day.isoformat()) == right, advice


@pytest.mark.parametrize("boards", [1, 2, 4])
@pytest.mark.parametrize("rule", ["exact-elsewhere", "jots", "colours"])
def test_who_may_change_the_word_scores_as_python_does(page, rule, boards):
    game = jotto.words(WORDS, rule=rule)
    page("begin", data_of(game, jotto.strategy("entropy")))
    found = page("ask", page("nothing"), "/alone", {"changes": "yes", "boards": str(boards)})
    session, path = jotto.Session(game, boards=boards), found["answer"]["go"]
    for guess in dict.fromkeys(["crane", "moist", "hatch", "blimp", *WORDS]):
        if session.won:
            break
        at = page("ask", found["state"], path)["answer"]["view"]["at"]
        move = {"do": "guess", "word": guess, "at": str(at)}
        found = page("ask", found["state"], path, move)
        session = answered(session, guess, ())
        seen = keep_view(session)
        view = found["answer"]["view"]
        for mine, theirs in zip(seen.boards, view["boards"], strict=True):
            assert [row.score for row in mine.rows] == [row["score"] for row in theirs["rows"]]
        assert seen.letters.get("out") == view["letters"].get("out")
    assert view["stage"] == "over"


def kept(page, game, secrets, guesses, daily):
    """What the page shows of a game whose secrets these are, after each guess."""
    page("begin", data_of(game, jotto.strategy("entropy")))
    form = {"daily": "yes"} if daily else {"boards": str(len(secrets))}
    found = page("ask", page("nothing"), "/alone", form)
    state, path = found["state"], found["answer"]["go"]
    state["games"][path.split("/")[2]]["alone"]["secrets"] = secrets
    for at, guess in enumerate(guesses, start=1):
        move = {"do": "guess", "word": guess, "at": str(at), "sure": guess}
        found = page("ask", state, path, move)
        state = found["state"]
        yield found["answer"]["view"]


@pytest.mark.parametrize("seed", range(20))
def test_no_key_of_the_page_says_more_than_the_scores_do(page, seed):
    draw, rule = random.Random(seed), keys.RULES[seed % len(keys.RULES)]
    words = draw.sample(keys.shipped(rule).secrets, 500)
    word, other = words[:2]
    games = [jotto.words(some, words, rule=rule) for some in (words, words[:100])]
    guesses = [guess for guess in keys.guessed(games[0], word, draw) if guess != other]
    for secrets in [word], [word, other]:
        session = jotto.Session(games[0], "simple", boards=len(secrets))
        made, daily = [*guesses, *secrets], len(secrets) == 1
        views = [[*kept(page, game, secrets, made, daily)] for game in games]
        for guess, seen, same in zip(made, *views, strict=True):
            session = answered(session, guess, secrets)
            of_list = {"alphabet": [], "result": None}  # the latter only at the end
            assert seen["result"] is None or seen["stage"] == "over"
            assert {**seen, **of_list} == {**same, **of_list}, "it depends on the list"
            ours = keep_view(session).to_dict()
            keys.judged(ours, session, naive.RULES[rule])
            assert seen["letters"] == ours["letters"]
            pairs = zip(seen["boards"], ours["boards"], strict=True)
            assert all(one.get("letters") == two.get("letters") for one, two in pairs)
            assert (seen["guess"], seen["doubt"], seen["odds"]) == (None, None, None)
            assert "hint" not in seen["moves"]


@pytest.mark.parametrize("said", [{"rule": "fibble"}, {"lies": 1}])
@pytest.mark.parametrize("form", [{}, {"daily": "yes"}, {"changes": "yes"}])
def test_the_page_keeps_no_secret_where_answers_may_be_false(page, said, form):
    asked = Question(words=["hatch", "latch", "match"], **said)
    game = asked.make_game()
    page("begin", data_of(game, asked.adviser(game)))
    found = page("ask", page("nothing"), "/alone", form)
    assert "answers may be false" in found["answer"]["error"]
    assert not found["state"]["games"]


@pytest.mark.parametrize("how", [{}, {"daily": "yes"}, {"boards": "2"}, {"hard": "yes"}])
def test_the_text_that_the_page_shares_is_that_of_python_and_a_league_reads_it(page, how):
    game = jotto.words(["hatch", "latch", "match"])
    page("begin", data_of(game, jotto.strategy("entropy")))
    begun = page("ask", page("nothing"), "/alone", how)
    state, path = begun["state"], begun["answer"]["go"]
    secrets = state["games"][path.split("/")[2]]["alone"]["secrets"]
    session = session_of(game, len(secrets))
    day = date.fromisoformat(state["games"][path.split("/")[2]]["alone"]["daily"] or "1970-01-01")
    keeper = Keeper(tuple(secrets), 3, day if "daily" in how else None, "hard" in how)
    for number, guess in enumerate(secrets, 1):
        move = {"do": "guess", "word": guess, "at": str(number), "sure": guess}
        state = page("ask", state, path, move)["state"]
        session = answered(session, guess, secrets)
    text = page("ask", state, f"{path}/share")["answer"]["text"]
    assert text == shared(keeper, session)
    league = jotto.league(f"Ann: {text}")
    assert league.unread == ()
    assert [(r.guesses, r.found) for r in league.results] == [(len(secrets), True)]


def test_the_command_shares_a_game_that_the_page_kept_as_the_page_does(small_server):
    visitor = Visitor(small_server.port)
    visitor.ask("/")
    path = visitor.begin()
    name = path.rpartition("/")[2]
    alone = {"secrets": ["crane"], "hard": True, "level": "", "daily": "2026-11-29", "over": False}
    turns = [("crate", naive.exact_elsewhere("crate", "crane")), ("crane", "5,0")]
    record = {
        "turns": ["=".join(turn) for turn in turns],
        "theirs": [],
        "refused": [],
        "secret": "crane",
        "own": None,
        "result": "found",
        "alone": alone,
    }
    saved, _ = device.stored(visitor.data, path)
    entries = tuple(("score", *turn) for turn in turns)
    sent = replace(saved, transcript=entries, over=True)
    for wrong in ({"daily": "tomorrow"}, {"daily": ["x"]}):
        bad = {**record, "alone": alone | wrong}
        assert device.put(visitor.data, name, device.tables[name], sent, bad)[0] == 422
    assert device.put(visitor.data, name, device.tables[name], sent, record)[0] == 200
    text = small_server.jotto("review", "--share")
    assert text == "jotto 2026-11-29, 2 guesses, hard mode\n●●●●·\n●●●●●\n"
    assert visitor.data(f"/saved/{name}")[1]["record"]["alone"] == alone


@pytest.mark.parametrize("typed", ["latch\nhatch\n", "latch\nquit\n"])
@pytest.mark.parametrize("options", [(), ("--allow", "hard"), ("--adversary",)])
def test_the_page_shares_a_game_that_the_command_kept_as_the_command_does(
    small_server, page, words, options, typed
):
    secret = () if options == ("--adversary",) else ("--secret", "hatch")
    kept = small_server.jotto("keep", "--words", words, *secret, *options, typed=typed)
    assert "HATCH" in kept or not secret
    text = small_server.jotto("review", "--share")
    visitor = Visitor(small_server.port)
    name = visitor.data("/games")[1]["over"][0]["name"]
    record = visitor.data(f"/saved/{name}")[1]["record"]
    data = visitor.data(f"/table?name={name}")[1]
    page("begin", data)
    state = page("nothing") | {"finished": [{**record, "key": data["key"]}]}
    assert text.startswith("jotto, ")
    told = page("ask", state, f"/game/{name}/share")["answer"]
    assert told["text"] == text.rstrip("\n")


# --- on a phone -----------------------------------------------------------------------------------


@full
def test_a_game_from_the_first_page_to_the_statistics(phone, small_server):
    phone.open()
    to_form(phone)
    phone.check()
    [secret] = begin(phone)
    assert "I have chosen one of 16 words." in phone.text
    guesses = [word for word in ("fools", "crane") if word != secret]
    enter(phone, *guesses)
    assert secret not in shown(phone)
    assert phone.rows[-1][1] == naive.exact_elsewhere(guesses[-1], secret)
    phone.browser.driver.refresh()
    phone.see(".game .next")
    phone.type("zebra")
    phone.see(".sheet")
    assert "ZEBRA is in no list. Guess it anyway?" in phone.text
    with phone.change():
        phone.tap("Guess ZEBRA")
    enter(phone, secret)
    phone.see(".ending .bars")
    made = len(guesses) + 2
    assert f"You found {secret.upper()} in {made} guesses." in phone.text
    assert phone.figures == ["1", "100", "1", "1"]  # played, % solved, streak, best
    phone.check()
    phone.go("Report", "/game/")
    phone.see(".report")
    assert phone.reported == [*guesses, "zebra", secret]
    phone.go("Back to the game", "/game/")
    [secret] = begin(phone, "Another word")
    phone.tap("Give up")
    phone.touch(".sheet .danger")
    phone.see(".ending")
    assert f"The word was {secret.upper()}." in phone.text
    assert "You made no guess" in phone.text
    assert not {"Share", "Report", "Picture"} & {*phone.text.split()}
    phone.go("Done", "/games")
    phone.see(".bars")
    assert phone.figures == ["1", "100", "1", "1"]
    phone.check()
    games = json.loads(small_server.jotto("history", "--json"))["games"]
    assert [(game["result"], len(game["turns"])) for game in games] == [("found", made)]


@full
def test_the_word_of_the_day_is_the_same_for_all_and_is_played_once(phone):
    [secret] = begin(phone, DAILY)
    assert secret in {naive.daily(WORDS, [1] * 16, number) for number in (NUMBER, NUMBER + 1)}
    assert "A hint" not in phone.text
    enter(phone, next(word for word in WORDS if word != secret))
    phone.open("/alone")
    phone.touch("main .list a")
    enter(phone, secret)
    phone.see(".ending .bars")
    assert "Streak with the word of the day: 1. Best: 1." in phone.text
    phone.open("/alone")
    assert f"Jotto, found {secret.upper()} in 2 guesses" in phone.text
    phone.open()
    phone.tap("Give me a word to guess")
    chip = phone.see(".today button").text.split()
    assert " ".join(chip) == "Jotto today, found in 2 guesses ✓ 2"
    phone.open("/alone")
    begin(phone)


@full
def test_hard_mode_of_one_board_asks_for_guesses_that_agree(phone):
    phone.touch("[name=hard]")
    phone.choose("boards", "2")
    assert not phone.run("return document.querySelector('[name=hard]')")
    phone.choose("boards", "1")
    phone.touch("[name=hard]")
    [secret] = begin(phone)
    first = "crane" if secret != "crane" else "fools"
    same = naive.exact_elsewhere(first, secret)
    other = next(word for word in WORDS if naive.exact_elsewhere(first, word) not in (same, "5,0"))
    enter(phone, first)
    phone.type(other)
    phone.see(".info .error")
    assert f"{other.upper()} does not fit turn 1" in phone.text
    assert [word for word, _ in phone.rows] == [first]


@full
def test_the_words_of_two_boards_may_change_until_both_are_found(phone):
    phone.choose("boards", "2")
    phone.touch("[name=changes]")
    assert begin(phone) == []
    assert "Find 2 boards at once: each has one of 16 words" in phone.text
    assert "The secret may change, as long as it fits every score that you have." in phone.text
    score, texts, guesses = naive.exact_elsewhere, jotto.words(WORDS).rule.texts, []
    lefts = [WORDS] * 2
    while len({left[0] for left in lefts if left[0] in guesses}) < 2:
        guess = next(word for left in lefts for word in left if word not in guesses)
        guesses.append(guess)
        pairs = zip(lefts, naive.evaded(lefts, guess, score, texts), strict=True)
        lefts = [naive.partition(left, guess, score)[said] for left, said in pairs]
        enter(phone, guess)
    phone.see(".ending .figures")
    assert f"You found all 2 words in {len(guesses)} guesses." in phone.text
    phone.check()


@full
def test_codes_are_kept_as_well_and_a_game_begins_and_ends_without_a_connection(
    phone, small_server
):
    phone.choose("game", "mastermind:4x6")
    [secret] = begin(phone)
    enter(phone, "0123" if secret != "0123" else "0122", secret)
    phone.see(".ending .bars")
    assert f"You found {secret} in 2 guesses." in phone.text
    phone.open("/alone")
    begin(phone)
    small_server.kill()
    try:
        phone.tap("Menu")
        phone.go("All games", "/")
        to_form(phone)
        enter(phone, *begin(phone))
        phone.see(".ending .bars")
        assert all("CONNECTION_REFUSED" in text for text in phone.browser.complaints())
    finally:
        phone.browser.visit("about:blank")  # which asks for nothing more
        phone.browser.complaints()
        small_server.start()


# --- in one file ----------------------------------------------------------------------------------


@full
def test_the_page_in_one_file_keeps_the_words_of_two_boards(browser, tmp_path, words):
    file = tmp_path / "jotto.html"
    assert run(*PROGRAM, "page", "--words", words, "-o", file).status == 0
    browser.open(file, SMALL)
    phone = Phone(browser, "", SMALL)
    browser.run("localStorage.clear()")  # other games were played last
    to_form(phone)
    phone.choose("boards", "2")
    secrets = begin(phone)
    assert len({*secrets}) == 2
    enter(phone, next(word for word in WORDS if word not in secrets))
    assert not [secret for secret in secrets if secret in shown(phone)]
    enter(phone, *secrets)
    assert "You found all 2 words in 3 guesses." in phone.text
    phone.see(".ending .figures")
    phone.check()
