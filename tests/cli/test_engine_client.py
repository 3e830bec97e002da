"""A client of ``jotto engine`` that knows only its page: several games at once, in threads.

It imports nothing of jotto. What scores should be, it takes from the slow twin.
"""

import json
import random
import signal
import subprocess
import sys
import threading
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from itertools import count, pairwise
from queue import Queue

import naive
import pytest
from terminal import PROGRAM, start

WORDS = ["hatch", "latch", "match", "patch", "crane", "crate", "trace", "react", "quilt", "guilt"]
WORDS += ["stale", "slate", "least", "steal", "tales", "moist", "doubt", "robin", "vivid", "fuzzy"]
LONG = {"do": "evaluate", "game": "mastermind:4x6", "boards": 32, "seconds": 600}  # takes hours


class Client:
    """Sends requests, each with an id of its own, and hands every line to who waits for it."""

    def __init__(self, program):
        self.program, self.lines, self.numbers = program, defaultdict(Queue), count(1)
        self.writing, self.unasked = threading.Lock(), []
        self.reader = threading.Thread(target=self._read)
        self.reader.start()

    def _read(self):
        for text in self.program.stdout:
            line = json.loads(text)
            known = line["id"] in self.lines
            self.lines[line["id"]].put(line) if known else self.unasked.append(line)

    def send(self, **request):
        """Send a request; return its id."""
        ident = next(self.numbers)
        self.lines[ident] = Queue()
        with self.writing:
            self.program.stdin.write(json.dumps({"id": ident, **request}) + "\n")
            self.program.stdin.flush()
        return ident

    def line(self, ident):
        """The next line with an id."""
        return self.lines[ident].get(timeout=120)

    def answer(self, ident):
        """The answer with an id, and how far it was in between."""
        told = []
        while "progress" in (line := self.line(ident)):
            told.append(line["progress"])
        return line, told

    def ask(self, **request):
        return self.answer(self.send(**request))[0]

    def left(self):
        """Lines that nobody has read."""
        return sum(lines.qsize() for lines in self.lines.values()) + len(self.unasked)

    def end(self):
        """Close its input; return its status when all is read."""
        with self.writing:
            self.program.stdin.close()
        status = self.program.wait(120)
        self.reader.join(60)
        return status


@pytest.fixture
def client():
    with start(*PROGRAM, "engine", stdin=subprocess.PIPE) as program:
        yield Client(program)
        program.kill()


def test_two_hundred_games_at_once_have_the_answers_that_belong_to_them(client):
    """Eight threads play, and beside each game some work is stopped, or runs out of time."""

    def play(number):
        rng = random.Random(number)
        secret, turns, asked = rng.choice(WORDS), [], {"words": WORDS, "top": 1}
        beside = number % 20
        limited = {"seconds": 0.01, "progress": True}
        long = client.send(**LONG, progress=True) if beside == 0 else None
        late = client.send(**LONG | limited) if beside == 10 else None
        while not turns or turns[-1] != f"{secret}=5,0":
            told = client.ask(do="suggest", turns=turns, progress=rng.random() < 0.5, **asked)
            guess = told["suggestions"][0]["guess"]
            text = client.ask(do="score", guess=guess, secret=secret)["text"]
            assert (guess, text) == (guess, naive.exact_elsewhere(guess, secret))
            turns.append(f"{guess}={text}")
        if long is not None:
            assert client.ask(do="stop", request=long)["stopped"] == 1
            assert client.answer(long)[0]["error"]["code"] == "stopped"
        if late is not None:
            assert client.answer(late)[0]["error"]["code"] == "out of time"
        return len(turns)

    with ThreadPoolExecutor(8) as pool:
        lengths = [*pool.map(play, range(200))]
    assert len(lengths) == 200
    assert max(lengths) <= 5
    assert (client.end(), client.program.stderr.read(), client.left()) == (0, "", 0)


def test_who_asks_how_far_it_is_gets_a_line_a_second_at_most(client):
    long = client.send(**LONG | {"seconds": 3.5}, progress=True)
    score = client.send(do="score", guess="crane", secret="trace", progress=True)
    told = client.answer(long)
    assert told[0]["error"]["code"] == "out of time"
    assert 1 <= len(told[1]) <= 5
    seconds = [each["seconds"] for each in told[1]]
    assert all(b - a >= 0.9 for a, b in pairwise(seconds))
    assert {each["what"] for each in told[1]} <= {"", "games"}
    assert client.answer(score)[1] == []


def test_lines_without_an_id_and_moves_of_a_game_keep_their_order(client):
    client.lines[None] = Queue()
    names = ["a", "b"]
    for name in names:
        client.send(do="keep", name=name, secret="fuzzy")
    moves = [client.send(do="move", name=names[n % 2], line=WORDS[n]) for n in range(8)]
    for word in WORDS:
        client.send(do="score", guess=word, secret="crane", id=None)
    for at, ident in enumerate(moves):
        board = client.answer(ident)[0]["view"]["boards"][0]
        made = [row["guess"] for row in board["rows"] if row["guess"]]
        assert made == WORDS[at % 2 : at + 1 : 2]
    assert [client.line(None)["guess"] for _ in WORDS] == WORDS


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent to a group there")
def test_ctrl_c_answers_all_that_was_sent_before_it_ends(client):
    begun = client.send(**LONG, progress=True)
    others = [client.send(**LONG) for _ in range(7)]
    assert "progress" in client.line(begun)
    client.program.send_signal(signal.SIGINT)
    codes = [client.answer(ident)[0]["error"]["code"] for ident in (begun, *others)]
    assert codes == ["stopped"] * 8
    assert client.end() == 130


def test_the_end_of_input_waits_for_the_answers(client):
    sent = [client.send(do="evaluate", words=WORDS[:8], boards=2) for _ in range(6)]
    assert client.end() == 0
    assert [client.answer(ident)[0]["secrets"] for ident in sent] == [56] * 6  # 8 x 7


def test_an_ending_is_guessed_by_the_best_tree_and_solve_has_it(client):
    """Each tree is followed to its end; no strategy of the slow twin needs fewer guesses."""
    for left in (WORDS[:5], WORDS[3:9], WORDS[8:16]):
        least = naive.least_total(left, WORDS, naive.exact_elsewhere, None)
        game = {"words": left, "guesses": WORDS}
        ahead = client.ask(do="suggest", top=1, book=False, **game)
        found = client.ask(do="solve", **game)
        assert ahead["ahead"]["mean"] * len(left) == pytest.approx(least)
        assert ahead["suggestions"][0]["guess"] == ahead["ahead"]["guess"]
        assert (found["total"], found["lower_bound"], found["proved"]) == (least, least, True)
        taken = [guesses_of(found["tree"], secret) for secret in left]
        assert sum(taken) == least


def guesses_of(tree, secret):
    """How many guesses a tree takes, played by the scores of the slow twin."""
    score = naive.exact_elsewhere(tree["guess"], secret)
    return 1 if tree["guess"] == secret else 1 + guesses_of(tree["branches"][score], secret)
