"""Lists, weights and past answers as people publish them: tests/corpus/outside has the judgement.

Each entry has a text and, by hand, what is read of it, which lines are reported, or what a refusal
says.
"""

from datetime import date

import pytest
from outside import named, shapes, stored

from jotto.errors import JottoError
from jotto.reading.lists import past_in, weights_in, words_in


def check_refused(shape, read):
    with pytest.raises(JottoError) as caught:
        read()
    for part in (shape["refused"], *shape.get("names", ())):
        assert part.lower() in str(caught.value).lower()


def check_account(shape, account):
    if "reported" in shape:
        assert [line for line, _ in account.reported] == shape["reported"]


@pytest.mark.parametrize("shape", shapes("words"), ids=named)
def test_words(shape, tmp_path):
    path = stored(shape, tmp_path)
    if "refused" in shape:
        check_refused(shape, lambda: words_in(path))
        return
    words, _, account = words_in(path)
    assert [*words] == shape["words"]
    check_account(shape, account)


@pytest.mark.parametrize("shape", shapes("weights"), ids=named)
def test_weights(shape, tmp_path):
    from jotto.games.words import check_matched

    path, game = stored(shape, tmp_path), shape["game"]

    def read():
        weights, account = weights_in(path)
        check_matched(weights, game)
        return weights, account

    if "refused" in shape:
        check_refused(shape, read)
        return
    weights, account = read()
    assert {word: weights[word] for word in game if word in weights} == pytest.approx(
        shape["weights"]
    )
    check_account(shape, account)


@pytest.mark.parametrize("shape", shapes("past"), ids=named)
def test_past_answers(shape, tmp_path):
    path = stored(shape, tmp_path)
    if "refused" in shape:
        check_refused(shape, lambda: past_in(path, shape["game"]))
        return
    days, account = past_in(path, shape["game"])
    latest = {word: day for day, word in sorted(days)}
    assert latest == {word: date.fromisoformat(day) for word, day in shape["past"].items()}
    check_account(shape, account)
