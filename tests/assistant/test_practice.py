"""Practice: the regret of a guess, positions, the boxes of a deck, the rating."""

import json
import random
from dataclasses import asdict, replace
from datetime import date, timedelta

import naive
import numpy as np
import pytest
from strategies import score_of

import jotto
from jotto.assistant.deck import Answered, Card, Deck, StoredDeck, costly, result, shared
from jotto.assistant.practice import (
    Choice,
    exercise_at,
    hint,
    mark_of,
    reach,
    themes_of,
    verdict,
)
from jotto.assistant.review import Record
from jotto.errors import FileError, GameError, WordError
from jotto.games.words import shipped_words, word_game
from jotto.question.making import Question, saved_options

# chm takes 2.25 guesses on average, each of the others 2.5: see test_review.py
FAMILY = ["bat", "cat", "hat", "mat"]
DAY = date(2026, 1, 30)


RULES = ("exact-elsewhere", "jots", "colours")
NAMES = ("entropy", "minimax", "expected-size+entropy", "most-parts", "simple")


def drawn(number: int):
    """Draw a position of 3 to 12 candidates in a small game, with a strategy, also by naive.py."""
    draw = random.Random(number)
    while True:
        listed, rule = draw.sample(shipped_words(), 45), draw.choice(RULES)
        weights = {word: draw.randint(1, 9) if number % 3 == 0 else 1 for word in listed}
        prior = number % 3 == 0 and (
            lambda words, of=weights: np.array([of[w] << 20 for w in words])
        )
        game = word_game(listed[:30], listed[30:], rule=rule, prior=prior or None)
        name, allow = draw.choice(NAMES), draw.choice(["all", "all", "candidates", "hard"])
        allow = "all" if allow == "hard" and rule != "colours" else allow
        guess, secret = draw.choice(listed), draw.choice(game.secrets)
        at = jotto.start(game, (guess, game.score(guess, secret)))
        if 3 <= len(at) <= 12:
            lists = naive.Lists(game.secrets, game.guesses, score_of(game), weights)
            return at, jotto.strategy(name, allow=allow), lists, naive.Method(name, allow=allow)


@pytest.mark.parametrize("number", range(12))
def test_the_regret_and_the_best_three_are_those_of_trying_everything(number):
    at, strategy, lists, method = drawn(number)
    regrets = {
        g: float(r) for g, r in naive.regrets(lists, method, at.turns, at.candidates).items()
    }
    exercise = exercise_at(at, strategy)
    found = {guess: exercise.graded(guess).mine.regret for guess in regrets}
    assert found == pytest.approx(regrets)
    best = sorted(regrets, key=lambda g: (regrets[g], g not in at.candidates))[:3]
    assert [choice.advice.guess for choice in exercise.solved().best] == best


def test_a_guess_is_set_beside_the_three_best():
    game = word_game(FAMILY, ["chm"])
    graded = jotto.practice(game, "bat")
    assert (graded.mine.needs, graded.mine.regret, graded.mine.found) == (2.5, 0.25, False)
    found = [(choice.advice.guess, choice.needs, choice.regret) for choice in graded.best]
    assert found == [("chm", 2.25, 0), ("bat", 2.5, 0.25), ("cat", 2.5, 0.25)]
    assert str(verdict(graded)) == "Close: BAT costs 0.25 more guesses than CHM."
    chm = jotto.practice(game, "chm")
    assert str(verdict(chm)) == "Right! CHM is the best guess."
    assert str(verdict(chm, shown=True)) == "The answer: CHM is the best guess."


def test_what_is_not_allowed_is_not_graded():
    game = word_game(FAMILY, ["chm"])
    with pytest.raises(WordError, match="not an allowed guess"):
        jotto.practice(game, "xyz")
    with pytest.raises(GameError, match="CHM is not allowed here"):
        jotto.practice(game, "chm", strategy=jotto.strategy(allow="candidates"))
    with pytest.raises(GameError, match="the game is over"):
        jotto.practice(jotto.start(game, "bat=3,0"), "cat")


def test_of_many_candidates_the_regret_is_in_bits(monkeypatch):
    monkeypatch.setattr("jotto.assistant.practice.EXACT", 3)
    graded = jotto.practice(word_game(FAMILY, ["chm"]), "bat")
    # chm tells 1.5 bits; bat 0.5 + 0.75 x log2(4/3)
    assert graded.mine.needs is None
    assert graded.mine.regret == pytest.approx(1.5 - 0.5 - 0.75 * np.log2(4 / 3))
    assert str(verdict(graded)) == "Close: BAT gives 0.69 fewer bits than CHM."


def test_positions_are_made_up_by_a_seed_and_a_guess_at_random_costs():
    game = jotto.named("mastermind:4x6")
    positions = jotto.exercises(game, 4, seed=3)
    assert positions == jotto.exercises(game, 4, seed=3) != jotto.exercises(game, 4, seed=4)
    for at in positions:
        exercise = exercise_at(at, jotto.strategy())
        found = [exercise.graded(code).mine.found for code in at.candidates]
        assert 3 <= len(at) <= 12
        assert found.count(False) * 2 >= len(at)
    assert jotto.exercises(word_game(FAMILY), 2) == []  # whichever comes first takes 2.5


def test_positions_have_more_candidates_for_a_higher_rating_and_are_near_it():
    """Three ratings: the mean rating of the positions grows, as puzzle sites have it."""
    game, strategy = word_game(shipped_words()[::4]), jotto.strategy()
    means, ratings = list[float](), (700, 1000, 1300)
    for rating in ratings:
        positions = jotto.exercises(game, 6, seed=1, rating=rating)
        assert len(positions) == 6
        sizes = [len(at) for at in positions]
        assert sizes == sorted(sizes)
        assert max(sizes) <= (20 if rating == 1300 else 12)
        means.append(np.mean([exercise_at(at, strategy).rating for at in positions]))
    assert means == sorted(means)
    assert [reach(rating) for rating in (1199, 1200, 1500)] == [12, 20, 60]
    beginner = jotto.exercises(game, 6, seed=1)
    for at in beginner:  # a list of what is possible has the answer
        exercise = exercise_at(at, strategy)
        assert any(exercise.graded(word).mine.found for word in at.candidates)


def test_a_position_has_the_themes_it_is_about():
    def themes(words, *others, turns=(), **prior):
        game = word_game(words, others, **prior)
        return themes_of(exercise_at(jotto.start(game, *turns), jotto.strategy()))

    assert themes(FAMILY, "chm") == ("alike", "other", "few")
    assert themes(["bat", "dog", "fin"]) == ("few",)  # each leaves the two others together
    # art: it is itself, bat 2, cog 0: three scores for three words
    assert "split" in themes(["bat", "art", "cog"])

    def weights(words):
        return np.array([900 << 20 if word == "cat" else 1 << 20 for word in words])

    assert "likely" in themes(FAMILY, prior=weights)
    exercise = exercise_at(jotto.start(word_game(FAMILY, ["chm"])), jotto.strategy())
    assert themes_of(exercise, mine=True)[-1] == "mine"
    for theme in ("alike", "other", "few"):
        positions = jotto.exercises(word_game(FAMILY, ["chm"]), 1, theme=theme)
        assert [len(at) for at in positions] == [4]
    made = [themes_of(exercise_at(at, jotto.strategy())) for at in
            jotto.exercises(jotto.words(prior="common"), 5, seed=5)]  # fmt: skip
    assert [len(made), sum("likely" in each for each in made)] == [5, 1]
    with pytest.raises(GameError, match="'nosuch' is no theme: alike, other"):
        jotto.exercises(word_game(FAMILY), 1, theme="nosuch")


def test_a_hint_says_what_kind_of_guess_is_best_and_then_its_first_letter():
    exercise = exercise_at(jotto.start(word_game(FAMILY, ["chm"])), jotto.strategy())
    first = str(hint(exercise, 1))
    assert first.startswith("The best guess cannot be the secret. It has 3 possible scores.")
    assert str(hint(exercise, 2)) == "The best guess begins with C."
    best = exercise.graded("chm").mine
    assert [mark_of(best), mark_of(best, hinted=True), mark_of(None)] == ["G", "Y", "B"]


# --- the deck ---


def choice(regret: float, needs: float | None = 3.0):
    """A guess with this regret."""
    [_, mine, _] = jotto.practice(word_game(FAMILY, ["chm"]), "bat").best
    return Choice(mine.advice, needs, regret)


@pytest.mark.parametrize(
    ("regret", "needs", "found", "score"),
    [
        (0, 3, True, 1),
        (0.1, 3, True, 0.8),
        (0.25, 3, False, 0.5),
        (0.7, 3, False, 0),
        (0.2, None, True, 0.8),  # two bits are taken as a guess
        (0.5, None, False, 0.5),
    ],
)
def test_a_guess_scores_by_its_regret(regret, needs, found, score):
    assert choice(regret, needs).found is found
    assert choice(regret, needs).score == pytest.approx(score)


def test_a_card_comes_again_later_each_time_it_is_found_and_at_once_if_it_is_missed():
    deck = Deck(cards=(Card("k", ("bat=2,0",)),))
    for days in (1, 3, 7, 21, 60, 60):
        [card] = deck.due("k", DAY)
        deck = deck.answered(card, choice(0), 1000, DAY)
        assert deck.due("k", DAY) == []
        [card] = deck.cards
        assert date.fromisoformat(card.due) == DAY + timedelta(days)
        deck = Deck(cards=(Card("k", card.turns, box=card.box),))
    [card] = deck.due("k", DAY)
    deck = deck.answered(card, None, 1000, DAY)
    [again] = deck.due("k", DAY)
    assert (again.box, again.due, again.seen) == (0, "2026-01-30", "2026-01-30")
    assert deck.due("another game", DAY) == []


def test_the_rating_is_that_of_elo_and_moves_once_a_day_for_a_card():
    card = Card("k", ("bat=2,0",))
    deck = Deck(cards=(card,))
    # as good as expected of 1,000 against 1,000: half; 32 x (1 - 1/2) = 16
    assert deck.answered(card, choice(0.25), 1000, DAY).rating == 1000
    assert deck.answered(card, choice(0), 1000, DAY).rating == 1016
    # 400 above: 1/11 is expected
    assert deck.answered(card, choice(0), 1400, DAY).rating == round(1000 + 32 * 10 / 11, 3)
    missed = deck.answered(card, None, 1000, DAY)
    assert (missed.rating, missed.answers) == (984, 1)
    again = missed.answered(*missed.due("k", DAY), choice(0), 1000, DAY)
    assert (again.rating, again.answers) == (984, 1)


def test_any_candidate_at_random_is_worth_1000():
    """Each of the four takes a quarter of a guess more: score 1/2, which 1,000 expects of 1,000."""
    assert exercise_at(jotto.start(word_game(FAMILY, ["chm"])), jotto.strategy()).rating == 1000


def record(*turns: str, key: str = "", **given) -> Record:
    """The record of a game of FAMILY with chm."""
    game = word_game(FAMILY, ["chm"])
    return Record("play", given, key or game.key, turns, "hat", "found")


@pytest.fixture
def options(tmp_path):
    """The options of the game of FAMILY with chm."""
    for name, words in {"words": FAMILY, "guesses": ["chm"]}.items():
        (tmp_path / name).write_text("\n".join(words))
    table = Question(words=tmp_path / "words", guesses=tmp_path / "guesses")
    return saved_options(table)


def test_cards_are_where_the_guesses_of_a_game_cost_most(options):
    [card] = costly(record("bat=2,0", "hat=3,0", **options), Question)
    assert (card.turns, card.guess) == ((), "bat")  # hat costs nothing
    assert costly(record("chm=0,1", "hat=3,0", **options), Question) == []
    assert costly(record("bat=2,0", key="other", **options), Question) == []


def test_a_deck_is_filled_from_games_once_and_then_made_up(options):
    game, strategy = word_game(FAMILY, ["chm"]), jotto.strategy()
    games = [record("bat=2,0", "hat=3,0", **options)]
    deck = Deck().filled(jotto.start(game), strategy, games, 1, day=DAY)
    assert [card.guess for card in deck.cards] == ["bat"]
    assert deck.games == (games[0].name,)
    found = deck.answered(deck.cards[0], choice(0), 1000, DAY)
    assert found.filled(jotto.start(game), strategy, games, 1, day=DAY).due(game.key, DAY) == []
    codes = jotto.named("mastermind:4x6")
    made = Deck().filled(jotto.start(codes), strategy, games, 3, day=DAY)
    assert [card.guess for card in made.due(codes.key, DAY)] == ["", "", ""]
    [first, *_] = made.cards
    assert first.exercise(codes, strategy).hard


def test_a_position_with_too_many_candidates_waits_until_the_rating_is_higher(options):
    codes, strategy = jotto.named("mastermind:4x6"), jotto.strategy()
    large = Card(codes.key, ("1122=0,0",))
    some = len(large.exercise(codes, strategy).at)
    assert some > 60
    few = Card(codes.key, ("1122=0,0", "3345=2,1"))
    assert 12 < (left := len(few.exercise(codes, strategy).at)) <= 20, left
    deck = Deck(cards=(large, few))
    assert deck.ready(codes, strategy, DAY) == []
    assert replace(deck, rating=1300.0).ready(codes, strategy, DAY) == [few]


def test_answers_are_counted_in_a_row_by_days_and_by_theme():
    log = (
        Answered("2026-01-27", True, ("few",)),
        Answered("2026-01-29", True, ("few", "other")),
        Answered("2026-01-30", False, ("other",)),
        Answered("2026-01-30", True),
    )
    deck = Deck(log=log)
    assert deck.standing(DAY) == {"rating": 1000, "streak": 1, "best": 2, "days": 2}
    assert deck.standing(DAY + timedelta(1))["days"] == 2  # not yet today
    assert deck.standing(DAY + timedelta(2))["days"] == 0
    counts = deck.by_theme()
    assert [counts[name] for name in ("few", "other", "split")] == [(2, 2), (1, 2), (0, 0)]


def test_with_a_hint_an_answer_is_half_right_and_comes_again():
    card = Card("k", ("bat=2,0",))
    deck = Deck(cards=(card,)).answered(card, choice(0), 1000, DAY, hinted=True, themes=("few",))
    assert (deck.rating, deck.cards[0].box) == (1000, 0)
    assert deck.log == (Answered("2026-01-30", False, ("few",)),)


def test_a_round_ends_with_a_word_the_rating_and_a_row_of_marks():
    log = (Answered("2026-01-30", True),)
    told = result(["G", "G", "Y", "B"], 1000, Deck(1018.4, log=log), DAY)
    assert [*map(str, told)] == [
        "Well done: 2 of 4 found at once.",
        "Rating 1,000 → 1,018 (+18).",
        "Longest streak: 2. Daily streak: 1.",
    ]
    words = [str(result(["G"] * n + ["B"] * (10 - n), 1000, Deck(), DAY)[0]) for n in (0, 1, 8, 10)]
    firsts = [word.partition(":")[0] for word in words]
    assert firsts == ["A hard set", "A start", "Excellent", "Perfect"]
    assert shared(["G", "Y", "B"], 1010, Deck(990.4)) == (
        "jotto practice 1/3, rating 990 (-20)\n🟩🟨⬛"
    )


CARD = Card("k", ("bat=2,0",), ("cat",), "bat", 2, "2026-02-01")
OTHER = Card("k", ("bat=2,0", "hat=2,0"))
DECK = Deck(1016.5, 1, (CARD,), ("game",))
WRITTEN = {name: value for name, value in asdict(DECK).items() if name != "log"} | {"format": 1}


def test_the_log_of_answers_is_kept_and_goes_with_the_deck(paths):
    stored, day = StoredDeck(*paths), date(2026, 2, 1)
    stored.add(Deck(cards=(CARD, OTHER)))
    assert stored.load().log == ()
    stored.answer(CARD, choice(0), 1000.0, day, themes=("few", "mine"))
    stored.answer(CARD, choice(0), 1000.0, day)  # the first answer of a day counts
    after = stored.answer(OTHER, None, 1000.0, day)
    expected = (Answered("2026-02-01", True, ("few", "mine")), Answered("2026-02-01", False))
    assert after.log == StoredDeck(*paths).load().log == expected
    with stored._database.transaction() as database:
        database.execute("update answered set day = 'soon' where id = 1")
    assert StoredDeck(*paths).load().log == expected[1:]
    stored.forget()
    assert stored.load().log == ()


@pytest.fixture
def paths(tmp_path):
    """The database, and the deck of an earlier version."""
    return tmp_path / "games.sqlite", tmp_path / "practice.json"


def test_the_deck_of_an_earlier_version_is_taken_over_once(paths):
    path, old = paths
    text = json.dumps(WRITTEN)
    assert StoredDeck(path, old).load() == Deck()
    assert not path.exists()
    old.write_text(text)
    assert StoredDeck(path, old).load() == DECK
    assert not old.exists()
    StoredDeck(path, old).answer(CARD, None, 1000.0, date(2026, 2, 1))
    old.write_text(text)  # as if it had not been removed
    [card] = StoredDeck(path, old).load().cards
    assert (card.box, StoredDeck(path, old).load().answers) == (0, 2)


@pytest.mark.parametrize("damage", ["{", "[]", '{"format": 2}', '{"due": 1}', "[" * 100_000])
def test_a_damaged_deck_of_an_earlier_version_stays_and_is_named(paths, damage):
    path, old = paths
    text = json.dumps(WRITTEN).replace('"2026-02-01"', "1")
    old.write_text(text if "due" in damage else damage)
    with pytest.raises(FileError, match=r"is damaged; delete it|of a newer version of"):
        StoredDeck(path, old).load()
    assert old.exists()
    StoredDeck(path, old).forget()
    assert StoredDeck(path, old).load() == Deck()


def test_answers_of_two_programs_both_count(paths):
    path, old = paths
    one, other = StoredDeck(path, old), StoredDeck(path, old)
    one.add(Deck(cards=(CARD, OTHER), games=("a",)))
    other.add(Deck(cards=(OTHER,), games=("a", "b")))
    assert len(one.load().cards) == 2
    assert one.load().games == ("a", "b")
    day = date(2026, 3, 1)
    first = one.answer(CARD, None, 1000.0, day)
    second = other.answer(OTHER, None, 1000.0, day)
    # Elo: at 1,000 a miss is expected with 1/2, so it costs 16; then a little less
    expected = 32 / (1 + 10 ** (16 / 400))
    assert (first.rating, first.answers) == (984, 1)
    assert (second.rating, second.answers) == (round(984 - expected, 3), 2)
    assert [card.seen for card in one.load().cards] == ["2026-03-01"] * 2
    again = one.answer(CARD, None, 1000.0, day)  # the first answer of a day counts
    assert (again.rating, again.answers) == (second.rating, 2)


def test_a_damaged_card_costs_no_other(paths):
    notes = []
    stored = StoredDeck(*paths, notes.append)
    stored.add(Deck(cards=(CARD, OTHER)))
    with stored._database.transaction() as database:
        database.execute("update cards set position = '{' where id = 1")
    assert stored.load().cards == (OTHER,)
    assert "a card of practice" in notes[0]
