import json

import pytest

import jotto
from jotto.engine.game import Game
from jotto.games import registry, words
from jotto.games.registry import BOOKS, book_for
from jotto.games.words import folder, shipped_words, word_game

PRIORS = {"even": None, "common": words.common}


@pytest.fixture(params=PRIORS)
def name(request) -> str:
    return request.param


@pytest.fixture
def game(name) -> Game:
    return word_game(shipped_words(), keep=True, prior=PRIORS[name])


def test_a_book_has_a_guess_for_every_score_of_the_first(game):
    book, at = book_for(game), jotto.start(game)
    assert book.guess_at(at) == book.root.guess
    after = [position for _, position in at.parts(book.root.guess) if not position.won]
    assert len(after) == len(book.root.below)
    for position in after:
        assert 0 <= book.guess_at(position) < len(game.guesses)


def test_a_book_says_nothing_of_other_positions(game):
    book, at, win = book_for(game), jotto.start(game), "5,0"
    other = game.guesses[0 if book.root.guess else 1]
    for guesses in ((other,), (book.guess, other), ("zzzzz",)):
        after = at
        for guess in guesses:
            after = after.after(guess, max(after.partition(guess).keys() - {win}))
        assert book.guess_at(after) == -1


def test_the_tree_of_a_book_is_better_than_one_step(game, name):
    """Entropy's over the shipped list: 34,731; weighed by the common prior a mean of 4.974."""
    claims = json.loads((folder() / BOOKS[name]).read_text())
    if name == "even":
        assert claims["total"] < 34_731
    else:
        assert claims["weighted_total"] / game.prior.sum() < 4.974


@pytest.mark.parametrize(
    "changed", [{"rule": "jots"}, {"prior": lambda listed: words.common(listed) + 1}]
)
def test_another_rule_or_prior_has_no_book(changed):
    assert book_for(word_game(shipped_words(), **changed)) is None
    assert book_for(word_game(shipped_words()[:-1])) is None


@pytest.mark.parametrize(
    "damage", ["", "[]", "{", '{"format": 9}', '{"tree": 3}', '{"tree": {"9,9": "tares"}}']
)
def test_a_damaged_book_is_as_none(game, name, damage, tmp_path, monkeypatch):
    for shipped in ("english-5.txt", BOOKS[name]):
        (tmp_path / shipped).write_bytes((folder() / shipped).read_bytes())
    path = tmp_path / BOOKS[name]
    whole = json.loads(path.read_text())
    text = damage if damage in ("", "[]", "{") else json.dumps(whole | json.loads(damage))
    path.write_text(text)
    monkeypatch.setattr(registry, "folder", lambda: tmp_path)
    assert book_for(game) is None
    path.write_text(json.dumps(whole))
    assert book_for(game) is not None


def test_the_book_has_a_public_name(game):
    book, at = jotto.strategy(book=True), jotto.start(game)
    assert book(at) == book_for(game).guess == at.rank(book)[0].guess
    after = at.after("crane", "0,0").after("moist", "0,1")  # off the book
    assert (book(after), after.rank(book)) == (jotto.strategy()(after), after.rank())
    assert (book, repr(book)) == (jotto.strategy(book=True), "Strategy('entropy', tree=Book())")
    other = jotto.words(["hatch", "latch", "match"])
    assert jotto.evaluate(other, book) == jotto.evaluate(other)
