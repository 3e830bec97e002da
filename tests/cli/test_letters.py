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


# --- languages in which a capital is not that of English ------------------------------------------

# by hand: sınır and sinir differ in both vowels; a Turkish reader writes SINIR and SİNİR
TURKISH = ["ıslak", "kitap", "izmir", "sinir", "sınır"]
IN_CAPITALS = ["ISLAK", "KİTAP", "İZMİR", "SİNİR", "SINIR"]


@pytest.mark.parametrize("listed", [TURKISH, IN_CAPITALS])
def test_turkish_capitals_are_those_of_turkish(jotto, write, listed):
    ran = jotto("candidates", "--words", write(*listed), "--json")
    assert ran.json["candidates"] == TURKISH
    assert ("I is read as ı, as in Turkish" in ran.err) == (listed is IN_CAPITALS)
    for typed, meant in zip(IN_CAPITALS, TURKISH, strict=True):
        turns = jotto("solve", typed, "--words", write(*listed), "--json").json["turns"]
        assert turns[-1]["guess"] == meant
    # typed without the Turkish keys: the word that is in the list
    assert jotto("word", "IZMIR", "--words", write(*listed)).out.startswith("İZMİR is in the list")


def test_a_turkish_score_is_of_turkish_letters(jotto):
    assert jotto("score", "SINIR", "SİNİR").out == "3,0\n"
    assert jotto("score", "sınır", "SINIR", "--letters", "ı").out == "5,0\n"
    assert jotto("score", "SINIR", "sinir").out == "5,0\n"


def test_what_a_turkish_live_game_shows_can_be_typed(jotto, write):
    ran = jotto("play", "--words", write(*TURKISH), typed="SINIR 3,0\nedit 1 SİNİR 5,0\n\n")
    assert "Score for SİNİR" in ran.out
    assert "You found SİNİR in 1 guess." in ran.out
    more = ("--words", write(*TURKISH), "--starts", "them", "--secret", "SİNİR", "--no-last-turn")
    ran = jotto("play", *more, typed="they SINIR\nabout ISLAK\nquit\n")
    assert "Tell them: 3 exact, 0 elsewhere." in ran.out
    assert "ISLAK: " in ran.out
    assert "not in the list" not in ran.err


def test_a_weight_is_of_turkish_letters(jotto, write, tmp_path):
    (tmp_path / "weights.txt").write_text("SINIR 90\nSİNİR 1\nISLAK 1\n")
    more = ("--words", write(*TURKISH), "--prior", "weights.txt", "--top", 1)
    [best] = jotto("suggest", "ıslak=0,2", *more, "--json").json["suggestions"]
    assert best["guess"] == "sınır"


def test_a_final_sigma_is_a_sigma(jotto, write):
    greek = write("οδος", "σαβα", "ασος", "φωσα")
    assert jotto("candidates", "--words", greek).out == "οδος\nσαβα\nασος\nφωσα\n"
    for typed in ("οδος", "οδοσ", "ΟΔΟΣ"):
        assert jotto("candidates", f"{typed}=4,0", "--words", greek).out == "οδος\n"
    # σαβα has one σ, which ends οδος: 0 exact, 1 elsewhere
    assert jotto("score", "οδος", "σαβα").out == "0,1\n"
    said = jotto("play", "--words", greek, typed="ΑΣΟΣ=4,0\n\n").out
    assert "You found ΑΣΟΣ in 1 guess." in said
    assert jotto("review").out.startswith("You found ασος in 1 guess.")
