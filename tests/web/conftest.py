"""The program serving its page, and the page's modules in node, once for the tests of a file."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from serving import served

import jotto
from jotto.question.making import Question, saved_options

CALLS = Path(__file__).parents[1] / "pages" / "calls.js"


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


@pytest.fixture(scope="session")
def node():
    """The path of node, which runs the page's modules without a browser."""
    if (path := shutil.which("node")) is None:
        pytest.skip("node is not installed: it runs the tests of the page's modules")
    return path


@pytest.fixture(scope="module")
def page(node):
    """Return a function that calls one of ``tests/pages/calls.js`` with plain data."""
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True, "encoding": "utf-8"}
    with subprocess.Popen([node, CALLS], **pipes) as process:

        def call(*asked):
            print(json.dumps(asked), file=process.stdin, flush=True)
            return json.loads(process.stdout.readline() or '"node has stopped: see above"')

        yield call
        process.stdin.close()
