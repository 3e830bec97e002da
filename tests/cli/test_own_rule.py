"""A rule that is registered in one place is played by every command, and on the page."""

import json
import pickle
from base64 import b64decode
from collections import Counter
from urllib.parse import urlencode

import device
import naive
import numpy as np
import pytest
from lists import TEN
from served import application, served

import jotto as library
from jotto.cli.app import PANEL_OF
from jotto.engine.game import Count, Rule
from jotto.games.scoring import RULES
from jotto.question.making import Question, saved_options

NAME = "vowels-apart"


def in_common(guess: str, secret: str) -> str:
    """Vowels in common, and consonants in common."""
    letters = Counter(guess) & Counter(secret)
    vowels = sum(letters[vowel] for vowel in "aeiou")
    return f"{vowels},{letters.total() - vowels}"


def vowels_apart(length: int) -> Rule:
    texts = (f"{v},{c}" for v in range(length + 1) for c in range(length + 1 - v))
    counts = Count("vowels", "vowels in common"), Count("consonants", "consonants in common")
    return Rule.of(NAME, [*texts, "win"], in_common, counts)


def score(guess: str, secret: str) -> str:
    return "win" if guess == secret else in_common(guess, secret)


@pytest.fixture(autouse=True)
def registered(monkeypatch):
    monkeypatch.setitem(RULES, NAME, (vowels_apart, "vowels and consonants in common"))


@pytest.fixture
def options(write):
    return ("--words", write(*TEN), "--rule", NAME)


def test_a_game_of_the_rule_is_a_value():
    game = library.words(TEN, rule=vowels_apart(5))
    assert game == library.words(TEN, rule=NAME) == pickle.loads(pickle.dumps(game))
    assert hash(game.rule) == hash(library.words(TEN, rule=NAME).rule)
    assert game != library.words(TEN)


LEAST = naive.least_total(TEN, TEN, score, dict.fromkeys(TEN, 1))
# What each command that takes --rule prints, in part. The anagrams crate, trace, react and caret
# differ by no guess but themselves: 4 guesses are needed, and enough after crate.
PRINTS = {
    "score crane react": "2,2\n",
    "word crane": "CRANE is in the list; ",
    "candidates slate=2,0": "crane\n",
    "suggest slate=2,1 --think 1": "crate: about 2.5 more guesses, never more than 4 (proved)",
    "explain slate=2,0 trace=2,1": "Turn 2: trace scored 2,2, not 2,1; then it is ",
    "watch fools": "   1  crate  0,0       1\n   2  fools  win       1\n",
    "keep --secret crane": "CRANE=win\n",
    "keep --adversary": "CRANE=2,2\n",
    "secret --max-level 50": "caret            4.000",
    "review slate=2,0 crane=win": "slate=2,0 1 left; crane=win found",
    "play": "Guess CRATE. 10 possible",
    "practice slate=2,1 --guess caret": "CARET is the best guess.",
    "league chat.txt": "Ann ",
    "card": "2,1       3  slate\n",
    "evaluate": f"total {sum(naive.lengths('entropy', TEN, TEN, score).values())}, mean 2.5",
    "openings --full": "crate    2.500",
    "compare entropy minimax": "minimax  2.500      0.922      4       0.000",
    "bench entropy minimax": "entropy is best: 2.50 guesses on average over 10 secrets of ",
    "worst-case": "4 guesses are enough for every secret, and fewer are not (proved)",
    "tree --exact -o tree.json --certificate proof.txt": f"total {LEAST}, ",
    "verify tree.json": "10 secrets replayed",
    "verify proof.txt": "no tree has a lower total: 1 claim checked",
}


def test_every_command_plays_the_rule(jotto, options, tmp_path):
    (tmp_path / "chat.txt").write_text("Ann: jotto 4 guesses\n")
    takes = {name for name in PANEL_OF if "--rule" in jotto(name, "--help").out}
    assert {command.split()[0] for command in PRINTS} == takes - {"serve", "page", "engine", "mcp"}
    for command, printed in PRINTS.items():
        given = options[2:] if command.startswith("score") else options
        run = jotto(*command.split(), *given, typed="crane\n2,0\nquit\n")
        assert run.status == 0, (command, run)
        assert printed in run.out, (command, run)


@pytest.mark.parametrize(
    ("command", "told"),
    [("candidates --strings", f"unlisted words cannot be found by the rule '{NAME}'"),
     ("suggest --allow hard", "hard mode needs the rule colours"),
     ("suggest crane=6,0", "'6,0' is not a score of this game; there are 0,0, 0,1")],
)  # fmt: skip
def test_what_the_rule_does_not_say_is_told_in_a_line(jotto, options, command, told):
    assert told in jotto(*command.split(), *options).refusal


def test_a_live_game_goes_on_after_a_wrong_score(jotto, options):
    run = jotto("play", *options, "--no-book", typed="help score\nslate 2,0\ntrace 2,1\n1\n")
    assert "  1,2               1 vowels in common, 2 consonants in common\n" in run.out
    said = "1  Turn 2: trace scored 2,2, not 2,1; then it is crane"
    assert "It must be CRANE." in run.out.partition(said)[2]


def test_a_server_offers_the_rule_and_the_game_and_gives_their_scores(options, tmp_path):
    given = saved_options(Question(words=options[1], book=False))
    with served(application(tmp_path, given)) as server:
        new = json.loads(server.get("/data/new").body)["offers"]
        rules = next(row["choices"] for row in new["form"] if row["name"] == "rule")
        assert dict(rules)[NAME] == "Vowels and consonants in common"
        asked = urlencode(device.RULES | {"rule": NAME})
        table = json.loads(server.get(f"/data/table?{asked}").body)
    assert [count["label"] for count in table["rule"]["counts"]] == [
        "vowels in common",
        "consonants in common",
    ]
    codes = np.frombuffer(b64decode(table["table"]), np.uint8).reshape(len(TEN), -1)
    texts = [[table["rule"]["texts"][code] for code in row] for row in codes[:, : len(TEN)]]
    assert texts == [[score(guess, secret) for guess in TEN] for secret in TEN]
