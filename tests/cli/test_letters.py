"""Words typed with letters that the list lacks: for guesses and secrets alike."""

import pytest


def test_a_turn_is_the_same_with_accents_and_without(jotto, write):
    listed = write("eleve", "arbre", "lever", "relve", "valse")
    for command in ("suggest", "candidates"):
        ran = jotto(command, "ÉLÈVE=2,2", "--words", listed)
        assert ran == jotto(command, "eleve=2,2", "--words", listed)
        assert (ran.status, "not in the list" in ran.err) == (0, False)


def test_a_live_game_takes_both(jotto, write):
    assert "You found GRÖßE" in jotto("keep", "--words", write("größe"), typed="GRÖSSE\n").out
    more = ("--words", write("größe", "liebe", "gräte", "masse"), "--starts", "them")
    ran = jotto("play", *more, "--secret", "GRÖSSE", "--no-last-turn", typed="LIEBE\nquit\n")
    assert "Tell them: 1 exact, 0 elsewhere" in ran.out
    assert "not in the list" not in ran.out + ran.err


def test_a_list_in_latin_1_is_played_with_and_noted(jotto, tmp_path):
    (tmp_path / "swedish").write_bytes("skörd\nålder\n".encode("latin-1"))
    ran = jotto("candidates", "--words", "swedish")
    assert ran.out == "skörd\nålder\n"
    said = "jotto: note: 'swedish' is not UTF-8: read as cp1252; if wrong, name its encoding "
    assert ran.err.startswith(f"{said}(jotto lists file FILE --encoding NAME -o LIST)\n")


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
        turns = jotto("watch", typed, "--words", write(*listed), "--json").json["turns"]
        assert turns[-1]["guess"] == meant
    # typed without the Turkish keys
    assert jotto("word", "IZMIR", "--words", write(*listed)).out.startswith("İZMİR is in the list")


def test_what_a_turkish_live_game_shows_can_be_typed(jotto, write):
    more = ("--words", write(*TURKISH))
    out = jotto("play", *more, typed="SINIR 3,0\nedit 1 SİNİR 5,0\n\n").out
    assert "Score for SİNİR" in out
    assert "You found SİNİR in 1 guess." in out
    more += ("--starts", "them", "--secret", "SİNİR", "--no-last-turn")
    ran = jotto("play", *more, typed="they SINIR\nabout ISLAK\nquit\n")
    assert "Tell them: 3 exact, 0 elsewhere." in ran.out
    assert "ISLAK: " in ran.out
    assert "not in the list" not in ran.out + ran.err


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
    said = jotto("play", "--words", greek, typed="ΑΣΟΣ=4,0\n\n").out
    assert "You found ΑΣΟΣ in 1 guess." in said
    assert "\nYou found ασος in 1 guess." in jotto("review").out
