import os
from functools import partial

import pytest

import jotto
from jotto import files
from jotto.errors import FileError, GameError, WordError
from jotto.games.words import (
    Standing,
    folder,
    read_word,
    read_words,
    secrets_allowed,
    standing,
    word_game,
)
from jotto.letters import House


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"crane\nslate\n", ("crane", "slate")),
        (b"crane\r\nslate", ("crane", "slate")),
        (b"# how it was made\n\ncrane\n  slate  \n", ("crane", "slate")),
        (b"Crane\nSLATE\ncrane\n", ("crane", "slate")),
        (b"\xef\xbb\xbfcrane\n", ("crane",)),
        ("naïve\nnai\u0308ve\n".encode(), ("naïve",)),
        ("слово\nбукет\n".encode(), ("слово", "букет")),
        ("ålder\nskörd\n".encode("latin-1"), ("ålder", "skörd")),
        ("ålder\nskörd\n".encode("utf-16"), ("ålder", "skörd")),
        ("İzmir\nçelik\n".encode(), ("izmir", "çelik")),
        (b"zebra\napple\n", ("zebra", "apple")),
        ("crane\n".encode("utf-16-le"), ("crane",)),  # without a byte order mark
    ],
)
def test_a_list_is_read_in_its_own_order_each_word_once(write, content, words):
    assert read_words(write(content)) == words


@pytest.mark.parametrize(
    ("content", "line", "reason"),
    [
        (b"", "", "holds no words"),
        (b"# only words of warning\n\n", "", "holds no words"),
        (b"crane\nslat\n", 2, "'slat' has 4 letters, others have 5"),
        (b"crane\nsl4te\n", 2, "'4' is not a letter"),
        (b"crane\nslate two\n", 2, "' ' is not a letter"),
        (b"crane\nsl\0te\n", 2, "zero byte"),
        (b"crane\n\x8f\xfe\n", 2, "not text in UTF-8; name its encoding"),
        ("été\n".encode() + "naïve\n".encode("latin1"), 2, "not text in UTF-8"),
        (b"crane\n" + b"x" * 1_000_001, 2, "has 1000001 letters"),
        (b"extraordinary\n", 1, "has 13 letters, words have 1 to 10"),
    ],
)
def test_a_list_that_cannot_be_played_with_is_refused_with_its_line(write, content, line, reason):
    path = write(content)
    with pytest.raises(FileError, match=reason) as caught:
        read_words(path)
    assert caught.value.where == (line and f"line {line}")
    assert repr(str(path)) in str(caught.value)


def test_a_list_that_is_not_there_or_is_a_folder_is_refused(tmp_path):
    with pytest.raises(FileError, match="No such file"):
        read_words(tmp_path / "nowhere.txt")
    with pytest.raises(FileError, match="Is a directory"):
        read_words(tmp_path)


@pytest.mark.parametrize("name", ["a\0b", "half of a pair \ud800"])
def test_a_name_that_no_file_can_have_is_refused(name, tmp_path):
    for act in (read_words, partial(files.save, "tree", lines=["x"])):
        with pytest.raises(FileError, match="no file can have this name"):
            act(name)


def test_a_name_need_not_be_text(tmp_path):
    path = os.fsdecode(os.fsencode(tmp_path / "list-") + b"\xe9")
    files.save("word list", path, ["hatch\n"])
    assert read_words(path) == ("hatch",)


@pytest.mark.parametrize(
    ("typed", "message"),
    [("cr4ne", "'cr4ne': '4' is not a letter; did you mean 'crane'"), ("", "'' has 0 letters")],
)
def test_a_word_that_cannot_be_a_guess_is_quoted_with_what_was_meant(typed, message):
    assert read_word(("crane", "slate"), " XyzZy ") == "xyzzy"  # in no list
    with pytest.raises(WordError, match=message):
        read_word(("crane", "slate"), typed)
    with pytest.raises(WordError, match="'slat' has 4 letters, 'crane' has 5"):
        word_game(["crane"], ["slat"])


FRENCH = ("eleve", "arbre", "coeur", "oeufs")
SPANISH = ("arbol", "cañon", "señor")
GERMAN = ("größe", "masse", "maßen", "grüße", "stoßt")
SWISS = ("grosse", "massen", "gruess")
ACCENTED = ("élève", "élevé", "cœurs")


READ = (  # words of a list, and what is typed=read
    (FRENCH, "élève=eleve ÉLÈVE=eleve cœur=coeur Œufs=oeufs ligne=ligne"),
    (FRENCH, "e\u0301le\u0300ve=eleve"),  # accents as characters of their own
    (FRENCH, "étage=etage"),  # in no list, but a guess all the same
    (SPANISH, "árbol=arbol cañón=cañon SEÑOR=señor"),
    (SPANISH, "canon=canon"),  # another word than cañón
    (GERMAN, "GRÖSSE=größe GRÖẞE=größe grösse=größe MASSE=masse MASSEN=maßen stosst=stoßt"),
    (GERMAN, "grosse=große"),  # ö is a letter of this list
    (("größe", "füßen"), "FÜSSE=füsse"),  # long enough as it is
    (("größe", "liebe"), "fusses=fußes"),
    (("maßnahme", "masseuse"), "MASSNAHME=maßnahme"),
    # seven letters; passstoss has nine, and two pairs
    (("passtoß", "anlässe"), "passtoss=passtoß"),
    (SWISS, "größe=grosse maßen=massen"),
    (ACCENTED, "élève=élève élevé=élevé eleve=eleve coeurs=cœurs señor=senor"),
    (("blabar", "smorga"), "blåbär=blabar"),
    (("smort", "laese"), "smørt=smort læse=laese"),
    (("lodka",), "ŁÓDKA=lodka"),
    (("λογος",), "ΛΌΓΟΣ=λογος"),
    (("район", "актер"), "актёр=актер раион=раион"),
    (("izmir",), "İZMİR=izmir"),
    (("crane",), "ｃｒａｎｅ=crane"),
)


@pytest.mark.parametrize(
    ("listed", "typed", "read"),
    [(listed, *pair.split("=")) for listed, pairs in READ for pair in pairs.split()],
)
def test_letters_that_a_list_lacks_are_read_by_their_plain_form(listed, typed, read):
    game = word_game(listed)
    assert game.read_guess(typed) == read


@pytest.mark.parametrize("typed", ["éléve!", "élèves", "ß" * 9, "é" * 100_000])
def test_a_word_that_has_no_such_form_is_refused_as_it_was_typed(typed):
    with pytest.raises(WordError) as caught:
        word_game(FRENCH).read_guess(typed)
    assert caught.value.word == typed


def test_barred_words_are_no_secrets():
    words = ["walks", "hello", "crane", "glass", "skies", "stove"]
    assert secrets_allowed(words) == tuple(words)
    assert secrets_allowed(words, House(repeats=False)) == ("walks", "crane", "stove")
    assert secrets_allowed(words, House(plurals=False)) == ("hello", "crane", "glass", "stove")
    assert secrets_allowed(words, House(repeats=False, plurals=False)) == ("crane", "stove")
    with pytest.raises(GameError, match="barred"):
        secrets_allowed(["skies"], House(plurals=False))


def shipped(name: str) -> dict[str, str]:
    """Read a shipped file: each word, and what stands after it."""
    lines = (folder() / f"{name}.txt").read_text("utf-8").splitlines()
    return {line[:5]: line[5:].strip() for line in lines if not line.startswith("#")}


def test_a_standing_says_what_the_files_say():
    secrets, level, zipf = shipped("english-5"), shipped("english-5.levels"), {}
    for name in ("zipf", "unlisted"):
        zipf |= shipped(f"english-5.{name}")
    plurals, offensive = shipped("english-5.plurals"), shipped("offensive-5")
    unlisted = [*shipped("english-5.unlisted")][::4000]
    some = [
        *[*secrets][::400],
        *[*plurals][::300],
        *[word for word in offensive if len(word) == 5][::20],  # others are parts of words
        *unlisted,
        "aalii",
        "zzzqq",
    ]
    allowed = unlisted[:3]
    game = word_game(tuple(secrets), tuple(allowed))
    for word in some:
        assert standing(word.upper(), game) == Standing(
            word,
            secret=word in secrets,
            guess=word in secrets or word in allowed,
            level=int(level[word]) if word in level else None,
            zipf=float(zipf.get(word, 0)) or None,
            plural=word in plurals,
            repeated=any(word.count(letter) > 1 for letter in word),
            offensive=word in offensive,
        ), word


def test_a_word_of_another_language_is_in_its_list_and_nothing_else_is_known_of_it():
    known = {"plural": False, "repeated": False, "offensive": False, "level": None, "zipf": None}
    assert standing("GRÖSSE", word_game(GERMAN)) == Standing("größe", True, True, **known)


@pytest.mark.parametrize("typed", ["cran", "cr4ne", "", "crane slate"])
def test_what_cannot_be_a_word_of_the_game_has_no_standing(typed):
    game = word_game(["crane", "slate"])
    with pytest.raises(WordError) as read:
        game.read_guess(typed)
    with pytest.raises(WordError) as caught:
        standing(typed, game)
    assert str(caught.value) == str(read.value)


@pytest.mark.parametrize(
    "game",
    [jotto.named("mastermind:2x3"), jotto.game(lambda guess, secret: "no", ["crane", "slate"])],
    ids=["codes", "own"],
)
def test_only_in_games_of_words_has_a_word_a_standing(game):
    with pytest.raises(GameError, match="not a game of words"):
        standing("01", game)
