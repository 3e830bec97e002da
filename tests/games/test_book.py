import json

import pytest

from jotto.engine.game import Game
from jotto.engine.strategies import strategy_named
from jotto.games import book as module
from jotto.games import priors
from jotto.games.book import BOOKS, book_for, read
from jotto.games.words import folder, shipped_words, word_game

PRIORS = {"even": None, "common": priors.common}


@pytest.fixture(params=PRIORS)
def name(request) -> str:
    return request.param


@pytest.fixture
def game(name) -> Game:
    return word_game(shipped_words(), keep=True, prior=PRIORS[name])


def test_a_book_belongs_to_the_shipped_list_and_its_prior(game, name):
    found = read(folder() / BOOKS[name])
    assert (found["key"], found["prior"]) == (game.key, game.prior_key)
    assert found["tree"]["mean"] > 1


def test_a_book_has_a_guess_for_every_score_of_the_first(game):
    book = book_for(game)
    codes = game.codes(book.first, game.everything)
    assert book.guess(game, game.everything, ()) == book.first
    for code in set(codes.tolist()) - {game.rule.win}:
        left = game.everything[codes == code]
        assert book.guess(game, left, (book.first,)) == book.second[code]
        assert 0 <= book.second[code] < len(game.guesses)
    assert len(book.second) == len(set(codes.tolist()) - {game.rule.win})


def test_a_book_says_nothing_of_other_positions(game):
    book = book_for(game)
    other = 0 if book.first else 1
    assert book.guess(game, game.everything, (other,)) is None
    assert book.guess(game, game.everything, (book.first, other)) is None


def test_the_tree_of_a_book_is_better_than_one_step(game, name):
    """Entropy's over the shipped list: 34,731; weighed by the common prior a mean of 4.974."""
    claims = read(folder() / BOOKS[name])["tree"]
    if name == "even":
        assert claims["total"] < 34_731
    else:
        assert claims["weighted_total"] / game.weights.sum() < 4.974


@pytest.mark.parametrize(
    "changed", [{"rule": "jots"}, {"prior": lambda words: priors.common(words) + 1}]
)
def test_another_rule_or_prior_has_no_book(changed):
    assert book_for(word_game(shipped_words(), **changed)) is None


def test_a_list_that_lacks_a_word_has_no_book():
    assert book_for(word_game(shipped_words()[:-1])) is None


@pytest.mark.parametrize(
    "damage", ["", "[]", "{", '{"format": 9}', '{"first": 3}', '{"second": {"9,9": "tares"}}']
)
def test_a_damaged_book_is_as_none(game, name, damage, tmp_path, monkeypatch):
    for shipped in ("english-5.txt", BOOKS[name]):
        (tmp_path / shipped).write_bytes((folder() / shipped).read_bytes())
    path = tmp_path / BOOKS[name]
    whole = json.loads(path.read_text())
    text = damage if damage in ("", "[]", "{") else json.dumps(whole | json.loads(damage))
    path.write_text(text)
    monkeypatch.setattr(module, "folder", lambda: tmp_path)
    assert book_for(game) is None
    path.write_text(json.dumps(whole))
    assert book_for(game) is not None


def test_the_strategy_is_asked_where_the_book_ends(game):
    from jotto.assistant.session import Session

    book = book_for(game)
    session = Session(game, strategy_named("entropy"), book=book)
    assert session.guess == game.guesses[book.first]
    code = next(iter(book.second))
    after = session.scored(code)
    assert after.guess == game.guesses[book.second[code]]
    assert after.without(after.guess).by_book is None
