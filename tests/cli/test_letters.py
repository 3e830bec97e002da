"""Words typed with letters that the list lacks: for guesses and secrets alike."""

import pytest

FRENCH = ["eleve", "arbre", "lever", "relve", "valse"]
GERMAN = ["größe", "liebe", "gräte", "masse"]


@pytest.mark.parametrize("command", ["suggest", "candidates"])
def test_a_turn_is_the_same_with_accents_and_without(jotto, write, command):
    listed = write(*FRENCH)
    with_accents = jotto(command, "ÉLÈVE=2,2", "--words", listed)
    assert with_accents == jotto(command, "eleve=2,2", "--words", listed)
    assert with_accents.status == 0
    assert "not in the list" not in with_accents.err


def test_a_list_with_accents_keeps_words_apart_that_differ_by_them(jotto, write):
    listed = write("élève", "élevé", "lever")
    found = jotto("candidates", "élève=3,1", "--words", listed, "--json").json
    assert found["candidates"] == ["élevé"]


def test_a_secret_is_found_however_it_is_typed(jotto, write):
    listed = write(*GERMAN)
    for typed in ("größe", "GRÖSSE", "Grösse"):
        turns = jotto("solve", typed, "--words", listed, "--json").json["turns"]
        assert turns[-1]["guess"] == "größe"


def test_a_live_game_takes_both(jotto, write):
    assert "You found GRÖßE" in jotto("keep", "--words", write("größe"), typed="GRÖSSE\n").out
    more = ("--words", write(*GERMAN), "--starts", "them", "--secret", "GRÖSSE", "--no-last-turn")
    ran = jotto("play", *more, typed="LIEBE\nquit\n")
    assert "Tell them: 1 exact, 0 elsewhere" in ran.out
    assert "not in the list" not in ran.err


def test_a_score_is_of_the_words_as_they_are_typed(jotto):
    assert jotto("score", "élève", "eleve").out == "3,0\n"


def test_a_list_in_latin_1_is_played_with_and_noted(jotto, tmp_path):
    (tmp_path / "swedish").write_bytes("skörd\nålder\n".encode("latin-1"))
    ran = jotto("candidates", "--words", "swedish")
    assert ran.out == "skörd\nålder\n"
    assert ran.err.startswith(
        "jotto: note: 'swedish' is not UTF-8: read as cp1252; if wrong, name its encoding "
        "(jotto lists file FILE --encoding NAME -o LIST)\n"
    )


def test_a_dictionary_is_refused_with_how_to_make_a_list_of_it(jotto, write):
    ran = jotto("candidates", "--words", write("a", "aardvark", "aardvark's"))
    assert "jotto lists file FILE --length N -o LIST" in ran.refusal


def test_what_lists_weights_writes_is_a_prior(jotto, write, tmp_path):
    header = "# word, tab, zipf value: log10 of how often it comes in a billion words\n"
    (tmp_path / "zipf.txt").write_text(header + "valse\t3.00\narbre\t5.00\nlever\t3.00\n")
    more = ("--words", write("valse", "arbre", "lever"), "--prior", "zipf.txt", "--top", 1)
    [best] = jotto("suggest", *more, "--json").json["suggestions"]
    assert best["guess"] == "arbre"
    assert best["chance"] == pytest.approx(100 / 102)
