"""Past answers with their dates on the command line, and from programs."""

from jotto.assistant.requests import Requests
from jotto.question.making import Question


def test_commands_weigh_past_answers_by_age(jotto, write):
    words = write("bat", "cat", "hat", "mat")
    past = write("bat 2026-01-01", "cat 2015-01-01", "rat 2015-01-01")
    ran = jotto("suggest", "chm=0,0", "--words", words, "--past", past, "--json")
    assert ran.json["candidates"] == 1  # a past answer may come again
    assert "1 of the 3 words" in ran.err
    assert "are not in the list" in ran.err
    assert "future" not in ran.err
    best = jotto("suggest", "--words", words, "--past", past, "--json").json["suggestions"]
    assert best[-1]["guess"] == "bat"


def test_a_date_in_the_future_is_noted(jotto, write):
    words, past = write("bat", "cat", "hat"), write("bat 2206-01-01", "cat 2026-01-01")
    ran = jotto("suggest", "--words", words, "--past", past, "--json")
    read, future = ran.err.splitlines()
    assert read == f"jotto: note: '{past}': 2 past answers"
    assert future == "jotto: note: '2206-01-01' is in the future; ages count from it (--past)"


def test_programs_give_past_answers_as_words_with_dates():
    asked = {"do": "suggest", "words": ["bat", "cat", "hat"], "past": {"cat": "2026-01-01"}}
    given = Requests(Question()).answer(asked)["suggestions"]
    assert [row["guess"] for row in given][-1] == "cat"
    wrong = Requests(Question()).answer(asked | {"past": {"cat": "tomorrow"}})["error"]
    assert "'tomorrow'; write dates as 2024-01-31" in wrong["message"]
