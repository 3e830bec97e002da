"""Past answers with their dates on the command line."""


def test_commands_weigh_past_answers_by_age(jotto, write):
    words = write("bat", "cat", "hat", "mat")
    past = write("bat 2026-01-01", "cat 2015-01-01", "rat 2015-01-01")
    ran = jotto("suggest", "chm=0,0", "--words", words, "--past", past, "--json")
    assert ran.json["candidates"] == 1  # a past answer may come again
    assert "1 of the 3 words" in ran.err
    assert "are not in the list" in ran.err
    best = jotto("suggest", "--words", words, "--past", past, "--json").json["suggestions"]
    assert best[-1]["guess"] == "bat"
