"""Practice on the page grades as the program does, and keeps its deck on the device."""

import random
from dataclasses import replace

import pytest
from test_page_report import GAMES as REPORTED, a_game, number
from test_page_view import data as data_of_table, table

import jotto
from jotto.assistant import practice, review
from jotto.assistant.page_file import data_of
from jotto.question.making import Question

NAMES = ("english", "jots", "colours", "hard", "candidates", "simple", "pegs", "bulls", "own rule")
FEW = 40  # candidates at a position
FIGURES = {"expected_left": "expectedLeft", "worst_left": "worstLeft"}
WITHOUT_LIES = [pair for pair in REPORTED if "lie" not in pair[0] and pair[0] != "fibble"]


def a_position(game, chance):
    """Draw turns after which some, but not many, candidates are left."""
    while True:
        secret, at = chance.choice(game.secrets), jotto.start(game)
        while len(at) > FEW and not at.won:
            guess = chance.choice([chance.choice(game.guesses), str(chance.choice(at.candidates))])
            at = at.after(guess, game.score(guess, secret))
        if len(at) > 2:
            return at


@pytest.mark.parametrize("name", NAMES)
def test_a_guess_is_graded_as_by_the_program(page, name):
    game, strategy = table(name)
    chance = random.Random(name)
    at = a_position(game, chance)
    exercise = practice.exercise_at(at, strategy)
    page("begin", data_of_table(name))
    graded_alike(page, exercise, chance)


@pytest.mark.parametrize("turns", [[], ["bat=2,0"]])
def test_what_is_not_proposed_is_graded_as_by_the_program(page, turns):
    """Of bat, cat, hat, mat, and chm, chm is the best guess; here it may not be proposed."""
    game = jotto.words(["bat", "cat", "hat", "mat"], ["chm"])
    strategy = jotto.strategy(avoid=["chm", "cat"])
    page("begin", data_of(game, strategy))
    exercise = practice.exercise_at(jotto.start(game, *turns), strategy)
    best = [choice.advice.guess for choice in exercise.graded("chm").best]
    assert not {"chm", "cat"}.intersection(best)
    graded_alike(page, exercise, random.Random(1), "chm")


def graded_alike(page, exercise, chance, *guesses):
    at = exercise.at
    game = at.game
    allowed = [game.guesses[guess] for guess in exercise.strategy.allowed(at).nonzero()[0]]
    guesses = [*guesses, chance.choice(allowed), str(chance.choice(at.candidates))]
    guesses = [guess for guess in guesses if guess in allowed]
    card = {"turns": [game.show(turn) for turn in at.history], "refused": []}
    found = page("practise", card, guesses)
    assert "error" not in found, found
    assert found["rating"] == number(exercise.rating)
    assert found["hard"] == exercise.hard
    for guess, graded in zip(guesses, found["graded"], strict=True):
        ours = exercise.graded(guess)
        pairs = [(ours.mine, graded["mine"]), *zip(ours.best, graded["best"], strict=True)]
        for choice, theirs in pairs:
            for field, value in choice.to_dict().items():
                same = number(value) if isinstance(value, float) else value
                assert theirs[FIGURES.get(field, field)] == same, field
            assert theirs["score"] == number(choice.score)


@pytest.mark.parametrize(("name", "seed"), WITHOUT_LIES, ids=lambda each: str(each))
def test_the_positions_of_a_game_are_those_of_the_program(page, monkeypatch, name, seed):
    game, strategy = table(name)
    strategy, chance = replace(strategy, avoid=frozenset()), random.Random(f"{name} {seed}")
    secret, turns = a_game(game, strategy, chance)
    judged = review.review(game, *turns, secret=secret, strategy=strategy)
    looked = review.Looked(game, {"You": judged}, "", {})
    monkeypatch.setattr(review, "look_back", lambda record, kind: looked)
    record = review.Record("play", {}, "key", tuple(turns), secret, "found")
    page("begin", data := data_of_table(name))
    sent = {"key": data["key"], "name": "a", "date": 0, "result": "found", "refused": []}
    sent |= {"turns": turns, "secret": secret, "theirs": [], "own": None}
    ours = [(list(card.turns), card.guess) for card in practice.costly(record, Question)]
    assert [(card["turns"], card["guess"]) for card in page("costly", sent)] == ours
