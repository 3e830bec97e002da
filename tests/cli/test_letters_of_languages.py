"""Games with letters of several characters, and with signs that are no letters."""

import csv
import json

import pytest
from terminal import Shown

from jotto.letters import alphabet, spell

DUTCH = ("# letters: ij", "ijzer", "rijst", "prijs", "wijze", "krijg", "zijde", "boom", "raam")


@pytest.fixture
def dutch(write):
    return "--words", write(*DUTCH)


def test_letters_of_two_characters_are_read_counted_and_written_out(jotto, dutch):
    # rijst: r ij s t; prijs has r, ij and s elsewhere: 0,3
    assert jotto("candidates", "RIJST=0,3", *dutch).out == "prijs\n"
    found = jotto("suggest", "ijzer=0,3", *dutch, "--json").json["suggestions"]
    assert {one["guess"] for one in found} <= {*DUTCH}
    assert "'zijd' has 3 letters" in jotto("suggest", "zijd=0,0", *dutch).refusal
    # wijzd is no word: w ij z d; wijze was meant
    said = "the guess was wijze, not wijzd; then it is wijze"
    assert said in jotto("explain", "wijzd=4,0", *dutch).out
    for command in (("openings", "--top", "3"), ("card",), ("word", "ijzer")):
        run = jotto(*command, *dutch)
        assert "\\U" not in run.out + run.err
        assert all(sign.isprintable() or sign == "\n" for sign in run.out + run.err)


def test_a_list_is_made_by_letters_and_says_so(jotto, write, tmp_path):
    source, made = write("llong", "ddoes", "llan", "longau", "Llangefni"), tmp_path / "welsh.txt"
    letters = ("--letters", "ch dd ff ng ll ph rh th")
    assert jotto("lists", "file", source, *letters, "--length", 3, "-o", made).status == 0
    assert made.read_text().splitlines()[-2:] == ["llan", "llong"]
    assert "# letters: ch dd ff ll ng ph rh th\n" in made.read_text()
    assert jotto("candidates", "llong=1,0", "--words", made).out == "llan\n"


def test_equations_are_words_of_digits_and_signs(jotto, write):
    own = ("--words", write("12+35=47", "47-12=35", "10+37=47", "6*8-1=47"))
    assert "'1' is not a letter" in jotto("suggest", *own).refusal
    own += ("--letters", "0 1 2 3 4 5 6 7 8 9 + - * / =", "--rule", "colours")
    assert jotto("candidates", "12+35=47=GGGGGGGG", *own).out == "12+35=47\n"
    said = jotto("play", *own, typed="10+37=47 GBGGBGGG\n12+35=47=win\n").out
    assert "You found 12+35=47 in 2 guesses." in said
    said = jotto("suggest", "12%35=47=BBBBBBBB", *own).refusal
    assert "'%' is not one of this game's symbols, * + - / 0 1 2 3" in said


def test_a_dutch_game_is_typed_at_a_terminal(write):
    words = ("--words", str(write(*DUTCH)), "--rule", "colours")
    with Shown("play", "--think", "0", *words) as screen:
        assert "8 possible" in screen.enter("Score for PRIJS", "rijst YYYB")
        screen.wait_for(lambda: "It must be this word: " in screen.whole, "the last guess")
        shown = screen.enter("Score for PRIJS", "GGGG")
        assert "│ P │ R │IJ │ S │" in shown
        screen.asked("Another game? [Y/n]")
        screen.type("n")
        assert screen.status() == 0
    assert "You found PRIJS in 2 guesses." in screen.text


SIGNS = {
    "dzs cs gy sz": ("dzsem", "szep", "csem"),
    "\" \\ ' #": ('a"b', "b\\a", '"\\b', 'ab"', "b'a", "#ab"),
    ",": (",ab", "a,b", "ab,"),
    "' /": ("'a'", "a/b", "ab'"),
    "= + 1": ("=1+", "1+=", "+11"),
}


@pytest.mark.parametrize("letters", SIGNS)
def test_any_sign_is_a_letter_wherever_words_are_written(jotto, write, tmp_path, letters):
    words, declared = SIGNS[letters], alphabet(letters)
    (length,) = {len(spell(word, declared)) for word in words}
    options = ("--letters", letters, "--length", length, "-o", "made.txt")
    assert jotto("lists", "file", write(f"# letters: {letters}", *words), *options).status == 0
    own = ("--words", "made.txt", "--rule", "colours")
    assert {*jotto("candidates", *own).out.split()} == {*words}
    jotto("openings", *own, "--csv", "openings.csv")
    rows = csv.DictReader((tmp_path / "openings.csv").read_text("utf-8").splitlines())
    texts = {f"'{word}" if word[0] in "=+" else word for word in words}  # no formulas
    assert {next(iter(row.values())) for row in rows} == texts
    jotto("tree", *own, "--exact", "-o", "tree.json", "--certificate", "proof.txt")
    for file in ("tree.json", "proof.txt"):
        assert jotto("verify", file, *own, "--json").json["ok"], file
    jotto("review", f"{words[0]}={'G' * length}", *own, "--report", "page.html")
    page = (tmp_path / "page.html").read_text()
    facts = json.loads(page.partition('id="facts">')[2].partition("</script>")[0])
    [turn] = facts["report"]["players"][0]["turns"]
    assert turn["mine"]["signs"] == [letter.upper() for letter in spell(words[0], declared)]
