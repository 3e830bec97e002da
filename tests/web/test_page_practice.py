"""Practice on the page grades as the program does, and keeps its deck on the device."""

import random
from dataclasses import replace
from datetime import date

import pytest
from test_page_report import GAMES as REPORTED, a_game, number
from test_page_view import data as data_of_table, table

import jotto
from jotto.assistant import deck, practice, review
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
    assert found["open"] == exercise.open
    assert found["themes"] == [*practice.themes_of(exercise)]
    for guess, graded in zip(guesses, found["graded"], strict=True):
        ours = exercise.graded(guess)
        pairs = [(ours.mine, graded["mine"]), *zip(ours.best, graded["best"], strict=True)]
        for choice, theirs in pairs:
            for field, value in choice.to_dict().items():
                same = number(value) if isinstance(value, float) else value
                assert theirs[FIGURES.get(field, field)] == same, field
            assert theirs["score"] == number(choice.score)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("rating", "theme"), [(1000.0, ""), (1300.0, ""), (950.5, "other")])
def test_positions_are_made_up_as_by_the_program(page, name, rating, theme):
    game, strategy = table(name)
    page("begin", data_of_table(name))
    wished = {"seed": 7, "rating": rating, "theme": theme}
    positions = practice.exercises(game, 3, strategy=strategy, **wished)
    assert page("exercises", 3, wished) == [[*map(game.show, at.history)] for at in positions]


@pytest.mark.parametrize("seed", range(20))
def test_a_round_ends_as_in_the_program(page, seed):
    """Random marks and logs, over several days."""
    page("begin", data_of_table("pegs"))
    chance = random.Random(seed)
    marks = [chance.choice("GGYB") for _ in range(chance.randint(1, 10))]
    days = sorted(f"2026-01-{chance.randint(20, 31)}" for _ in range(12))
    themes = [*practice.THEMES]
    log = [
        (day, chance.random() < 0.7, chance.sample(themes, chance.randint(0, 3))) for day in days
    ]
    rating, before = chance.uniform(700, 1500), chance.uniform(700, 1500)
    ours = deck.Deck(rating, 12, log=tuple(deck.Answered(d, f, tuple(t)) for d, f, t in log))
    theirs = {"rating": rating, "answers": 12, "cards": [], "games": [], "log": log, "round": None}
    day = date(2026, 1, 31)
    told, text, standing, counts = page("ended", marks, before, theirs, "2026-01-31")
    assert told == [*map(str, deck.result(marks, before, ours, day))]
    assert text == deck.shared(marks, before, ours)
    assert ours.standing(day).items() >= standing.items()
    assert counts == {theme: [*pair] for theme, pair in ours.by_theme().items()}


@pytest.mark.parametrize("hinted", [False, True])
@pytest.mark.parametrize("guess", ["bat", "chm", None])
def test_an_answer_moves_the_rating_as_in_the_program(page, guess, hinted):
    game = jotto.words(["bat", "cat", "hat", "mat"], ["chm"])
    page("begin", data_of(game, jotto.strategy()))
    mine = jotto.practice(game, guess).mine if guess else None
    card, day = deck.Card("k", ()), date(2026, 1, 31)
    ours = deck.Deck(1100.0, cards=(card,)).answered(card, mine, 1000.0, day, hinted=hinted)
    fields = {"turns": [], "refused": [], "guess": "", "box": 0, "due": "", "seen": ""}
    theirs = {"rating": 1100, "answers": 0, "cards": [fields], "games": [], "log": []}
    choice = mine and {"found": mine.found, "score": mine.score}
    made = page("hinted", choice, hinted, theirs, 1000, "2026-01-31")
    moved = made["cards"][0]
    assert (made["rating"], moved["box"], moved["due"]) == (
        ours.rating,
        ours.cards[0].box,
        ours.cards[0].due,
    )


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
    ours = [(list(card.turns), card.guess) for card in deck.costly(record, Question)]
    assert [(card["turns"], card["guess"]) for card in page("costly", sent)] == ours
