"""The program serving its page, once for the tests of a file."""

import pytest
from serving import served

import jotto
from jotto.question.making import Question, saved_options


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with served(tmp_path_factory.mktemp("serve")) as one:
        yield one


@pytest.fixture(scope="module")
def words(tmp_path_factory, request):
    """A file of the WORDS of a module."""
    path = tmp_path_factory.mktemp("words") / "words.txt"
    path.write_text("\n".join(request.module.WORDS))
    return str(path)


@pytest.fixture(scope="module")
def small_server(tmp_path_factory, words):
    """The program with the WORDS of a module."""
    with served(tmp_path_factory.mktemp("small"), "--words", words) as one:
        yield one


@pytest.fixture
def options(tmp_path):
    """The options of games with a list of sixty words, crane and slate among them."""
    path = tmp_path / "sixty.txt"
    path.write_text("\n".join(dict.fromkeys(["crane", "slate", *jotto.words().secrets[:60]])))
    return saved_options(Question(words=path, book=False))
