import pytest

from jotto.errors import FileError, GameError, WordError
from jotto.games.lists import read_words, secrets_allowed, shipped_words
from jotto.games.words import read_word, word_game


@pytest.fixture
def write(tmp_path):
    def write(content: bytes):
        path = tmp_path / "list.txt"
        path.write_bytes(content)
        return path

    return write


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
        (b"zebra\napple\n", ("zebra", "apple")),
    ],
)
def test_a_list_is_read_in_its_own_order_each_word_once(write, content, words):
    assert read_words(write(content)) == words


@pytest.mark.parametrize(
    ("content", "line", "reason"),
    [
        (b"", "", "holds no words"),
        (b"# only words of warning\n\n", "", "holds no words"),
        (b"crane\nslat\n", 2, "'slat' has 4 letters, the words before it have 5"),
        (b"crane\nsl4te\n", 2, "'4' is not a letter"),
        (b"crane\nslate two\n", 2, "' ' is not a letter"),
        (b"crane\nsl\0te\n", 2, "zero byte"),
        (b"crane\n\xff\xfe\n", 2, "not text in UTF-8"),
        ("crane\nnaïve\n".encode("latin1"), 2, "save it as UTF-8.*iconv -f latin1"),
        (b"crane\n" + b"x" * 5000, 2, "over 1000 bytes"),
        (b"extraordinary\n", 1, "it has 13 letters, words have 1 to 10"),
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


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("cran", "'cran': it has 4 letters, this game is played with 5; did you mean 'crane'"),
        ("cr4ne", "'cr4ne': '4' is not a letter; did you mean 'crane'"),
        ("", "'': it has 0 letters"),
    ],
)
def test_a_word_that_cannot_be_a_guess_is_quoted_with_what_was_meant(typed, message):
    with pytest.raises(WordError, match=message):
        read_word(("crane", "slate"), typed)


def test_a_word_outside_the_list_can_be_a_guess():
    assert read_word(("crane", "slate"), " XyzZy ") == "xyzzy"


def test_guesses_are_the_secrets_followed_by_the_further_words():
    game = word_game(["slate", "crane"], ["audio", "crane"])
    assert game.secrets == ("slate", "crane")
    assert game.guesses == ("slate", "crane", "audio")


def test_words_of_two_lengths_make_no_game():
    with pytest.raises(WordError, match="'slat': it has 4 letters, 'crane' has 5"):
        word_game(["crane"], ["slat"])


def test_the_shipped_list_can_be_played_with():
    words = shipped_words()
    assert 6700 < len(words) < 6900
    assert list(words) == sorted(words)
    assert {"crane", "tares", "emoji"} <= set(words)


def test_barred_words_are_no_secrets():
    words = ["walks", "hello", "crane", "glass", "skies", "stove"]
    assert secrets_allowed(words) == tuple(words)
    assert secrets_allowed(words, repeated=False) == ("walks", "crane", "stove")
    assert secrets_allowed(words, plural=False) == ("hello", "crane", "glass", "stove")
    assert secrets_allowed(words, repeated=False, plural=False) == ("crane", "stove")
    with pytest.raises(GameError, match="barred"):
        secrets_allowed(["skies"], plural=False)
