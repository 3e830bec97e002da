"""Unlisted words against all strings of a small alphabet, scored one by one."""

import math
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from itertools import islice, product
from unittest.mock import patch

import naive
import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from strategies import words

import jotto
from jotto.engine.game import Turn
from jotto.errors import ContradictionError, FileError, GameError
from jotto.games import unlisted
from jotto.games.unlisted import (
    LATIN,
    UNIT,
    UNLISTED,
    LetterModel,
    chance_unlisted,
    contradiction,
    count,
    learn,
    likeliest,
    part_sizes,
    read_english,
    train,
    unlisted_game,
)
from jotto.games.words import folder, shipped_words, word_game
from jotto.letters import House

SMALL = "αβγδ"  # no Latin letter brings the other 25 along
FOREIGN = ["zorra", "perro", "gatos", "mosca", "cabra", "tigre", "cerdo", "burro"]


def strings(alphabet, length):
    return map("".join, product(alphabet, repeat=length))


def agreeing(texts, name, history):
    """The texts that agree; ``history`` is of (guess, text of the score)."""
    score = naive.RULES[name]
    return [text for text in texts if all(score(guess, text) == told for guess, told in history)]


def made(name, listed, history, prior=None):
    game = word_game(listed, rule=name, prior=prior)
    return game, tuple(Turn(guess, game.rule.texts.index(score)) for guess, score in history)


@st.composite
def games(draw, length=3, alphabet=SMALL, of=1):
    """Draw a rule, a list with all letters of the alphabet, and the scores of ``of`` secrets."""
    name = draw(st.sampled_from(sorted(naive.RULES)))
    letters = alphabet.ljust(-(-len(alphabet) // length) * length, alphabet[0])
    listed = [letters[i : i + length] for i in range(0, len(letters), length)]
    listed += draw(st.lists(words(length, alphabet), max_size=8))
    secrets = draw(st.lists(words(length, alphabet), min_size=of, max_size=of))
    guesses = draw(st.lists(words(length, alphabet), max_size=4))
    history = [(g, naive.RULES[name](g, secrets[i % of])) for i, g in enumerate(guesses)]
    return name, list(dict.fromkeys(listed)), history


def cost_in(listed, alphabet=SMALL):
    model = LetterModel(alphabet, train(listed, alphabet), {})
    return lambda text: int(model.letter_costs([text])[0])


def may_be(text, house):
    """The house rules, read off a string."""
    twice = len(set(text)) < len(text)
    plural = text[-1] == "s" and text[-2:-1] not in ("", "s")
    vowel = not house.vowels or set(text) & set(house.vowels)
    return bool(vowel and (house.repeats or not twice) and (house.plurals or not plural))


@pytest.mark.parametrize("length", range(1, 11))
@settings(max_examples=30)
@given(data=st.data())
def test_the_strings_are_those_scored_one_by_one_in_the_order_of_their_cost(length, data):
    """By house rules, with a bonus for some; also of scores of two secrets, which none may have."""
    alphabet = {5: "aes"}.get(length, "aest" if length < 5 else "as")
    some = words(length, alphabet)
    name, listed, history = data.draw(games(length, alphabet, data.draw(st.integers(1, 2))))
    vowels, *may = data.draw(st.tuples(st.sampled_from(["", "a", "ae"]), *[st.booleans()] * 2))
    house = House(vowels, *may)
    bonuses = data.draw(st.dictionaries(some, st.integers(0, 8), max_size=30))
    excluded = data.draw(st.lists(some, max_size=3))
    guess = data.draw(words(length, alphabet + "z"))
    bits = {text: UNIT * bonuses[text] for text in sorted(bonuses)}
    model = LetterModel(alphabet, train(listed, alphabet), bits)
    every = [t for t in agreeing(strings(alphabet, length), name, history) if may_be(t, house)]
    letters = model.letter_costs(every).tolist() if every else []
    cost = {text: each - bits.get(text, 0) for text, each in zip(every, letters, strict=True)}
    every.sort(key=lambda text: (cost[text], text))
    unlisted = [text for text in every if text not in listed]
    sizes = Counter(naive.RULES[name](guess, t) for t in unlisted if t not in excluded)
    game, turns = made(name, listed, history)
    game = replace(game, house=house)
    module = "jotto.games.unlisted."
    with patch(module + "LATIN", alphabet), patch(module + "learn", return_value=model):
        assert list(likeliest(game, turns, listed=True)) == every
        assert count(game, turns, listed=True) == len(every)
        known = list(likeliest(game, turns, listed=True, known=True))
        assert known == [text for text in every if text in bonuses]
        assert list(likeliest(game, turns)) == unlisted
        assert count(game, turns, exclude=excluded) == sizes.total()
        parts = part_sizes(game, turns, guess, excluded).tolist()
        assert parts == [sizes[text] for text in game.rule.texts]
    assert not every or model.costs_of(every).tolist() == [cost[text] for text in every]


WRITTEN = ["james", "kenya", "paris", "texas", "ouija", "zzzzz"]  # by people, in no list


def test_what_people_write_and_no_list_has_is_looked_for_and_nothing_else():
    game = jotto.words(house=House("aeiou"))
    known = read_english()[1]
    for secret in WRITTEN[:5]:
        turns = [(guess, game.score(guess, secret)) for guess in ("tares", "moody", "chink")]
        at = jotto.unlisted(game, *turns)
        fits = {
            text
            for text in known.keys() - set(shipped_words())
            if all(naive.exact_elsewhere(guess, text) == score for guess, score in turns)
        }
        assert secret in at.candidates
        assert set(at.candidates) == {text for text in fits if set(text) & set("aeiou")}
    with pytest.raises(
        ContradictionError, match="No word fits ZZZZY"
    ):  # no vowel, and none but this
        jotto.unlisted(game, ("zzzzy", "4,0"))
    assert "zzzzz" in jotto.unlisted(jotto.words(), ("zzzzy", "4,0")).candidates


def test_guesses_that_are_no_secrets_are_words_that_people_write():
    game = jotto.words(["zorra", "perro", "gatos"], ["carta", "tarta"])
    assert jotto.unlisted(game, ("gatos", "1,1")).candidates == ["tarta", "carta"]
    alone = jotto.words(
        ["zorra", "perro", "gatos"]
    )  # where nothing is known, letters may be anything
    assert len(jotto.unlisted(alone, ("gatos", "1,1"))) == unlisted.LIKELIEST


def test_a_string_stays_among_the_likeliest_as_long_as_it_fits():
    game, turns, before = word_game(shipped_words()), [], set()
    for guess in ("tares", "moody", "lunch", "plumb"):
        turns.append((guess, game.score(guess, "qurpl")))
        at = jotto.unlisted(game, *turns, anything=True)
        left = {text for text in before if naive.exact_elsewhere(guess, text) == turns[-1][1]}
        assert left <= {*at.candidates}
        before = {*at.candidates}
    assert "qurpl" in before


@pytest.mark.parametrize("length", [8, 9, 10])
def test_the_chance_takes_a_limited_number_of_prefixes_or_is_not_said(length):
    """By counts of work, so that the same is said on any machine."""
    draw = np.random.default_rng(length)
    letters = draw.choice(list("aabcdeeefghiilmnnoprrsstuvwy"), (400, length))
    game = word_game(["".join(word) for word in letters.tolist()])
    at, said = jotto.start(game), 0
    for guess in game.secrets[1:6]:
        at = at.after(guess, game.score(guess, game.secrets[0]))
        with suppress(GameError):
            said += 0 <= chance_unlisted(game, at.history) <= 1
    assert said < 5  # one of them would take many more
    assert jotto.Session(game).scored("0,0", "qqqqqqqqqq"[:length]).chance_unlisted >= 0


@pytest.mark.parametrize("length", range(1, 11))
def test_with_no_turn_every_string_counts(length):
    game = word_game(["abcdefghij"[:length]])
    assert count(game, []) == 26**length - 1
    game = replace(game, house=House("aeiouy"))
    assert count(game, [], listed=True) == 26**length - 20**length


def test_the_first_of_ten_letters_come_without_the_others():
    game = word_game(["blackbirds", "strawberry", "university", "background"])
    turns = game.read_turns(["strawberry=2,1"])
    first = list(islice(likeliest(game, turns), 5))
    assert len(set(first)) == 5
    assert {naive.RULES["exact-elsewhere"]("strawberry", text) for text in first} == {"2,1"}


def test_a_letter_that_only_a_guess_has_may_be_in_the_secret():
    game, turns = made("exact-elsewhere", ["αβγ", "βγα"], [("δδδ", "1,0")])
    # δ at one of three places, and one of three other letters at each of the other two
    assert count(game, turns) == len(list(likeliest(game, turns))) == 3 * 3**2


# --- the game of unlisted words, and how likely one is --------------------------------------


def by_length(listed):
    """A prior to test with: the first word is the likeliest."""
    return np.arange(len(listed), 0, -1, dtype=np.int64)


@pytest.mark.parametrize("prior", [None, by_length])
@given(game=games())
def test_the_chance_is_that_of_bayes_over_all_strings_one_by_one(prior, game):
    name, listed, history = game
    cost = cost_in(listed)
    weight = {word: len(listed) - i if prior else 1 for i, word in enumerate(listed)}
    unlisted = {t: 2 ** (-cost(t) / UNIT) for t in strings(SMALL, 3) if t not in listed}
    left = sum(weight[word] for word in agreeing(listed, name, history)) / sum(weight.values())
    out = sum(unlisted[text] for text in agreeing(unlisted, name, history)) / sum(unlisted.values())
    outside, inside = UNLISTED * out, (1 - UNLISTED) * left
    expected = outside / (outside + inside) if inside else 1.0
    assert chance_unlisted(*made(name, listed, history, prior)) == pytest.approx(expected)


def test_the_secret_is_listed_if_the_list_has_all_strings_that_agree():
    every = list(strings(SMALL, 3))
    for listed in (every, every[:-1]):
        assert chance_unlisted(*made("exact-elsewhere", listed, [("ααα", "2,0")])) == 0.0


def test_before_the_first_turn_the_chance_is_the_same_for_any_list():
    assert chance_unlisted(word_game(shipped_words()), ()) == UNLISTED


def test_the_words_of_an_unlisted_game_are_weighed_by_what_they_cost():
    game = word_game(["hatch", "latch", "match"])
    turns = game.read_turns(["hatch=3,0", "match=4,0"])
    found = unlisted_game(game, turns)
    costs = learn(tuple(game.secrets), LATIN).costs_of(found.secrets)
    assert costs.tolist() == sorted(costs)
    shares = 2.0 ** (-0.4 * costs / UNIT)
    assert found.prior / found.prior.sum() == pytest.approx(shares / shares.sum(), rel=1e-6)


def test_a_contradiction_names_the_first_turn_that_no_string_agrees_with():
    game = word_game(["ab", "cd"])
    turns = game.read_turns(["ab=0,0", "ab=0,2", "cd=0,0"])
    assert "No word fits AB 0,2 and the earlier scores" in str(contradiction(game, turns))
    with pytest.raises(ContradictionError, match="No word fits AB 0,2"):
        unlisted_game(game, turns)
    turns = game.read_turns(["ae=0,0", "io=0,0", "uy=0,0", "cd=1,0"])  # so no vowel is in it
    assert "No word fits UY 0,0" in str(contradiction(replace(game, house=House("aeiouy")), turns))
    assert "No word fits CD 1,0" in str(contradiction(game, turns))


@pytest.mark.parametrize("name", ["mastermind:4x6", "bulls-and-cows:4x10", "two-d:5"])
def test_a_game_of_codes_has_no_unlisted_words(name):
    game = jotto.named(name)
    for ask in (count, likeliest, unlisted_game, chance_unlisted):
        with pytest.raises(GameError, match="for games of words"):
            ask(game, (Turn(game.secrets[0], 0),))


@pytest.mark.parametrize(("letters", "length"), [(80, 10), (1000, 2)])
def test_too_many_letters_are_refused(letters, length):
    text = "".join(chr(0x4E00 + i) for i in range(letters))
    game = word_game([text[i : i + length] for i in range(0, letters, length)])
    with pytest.raises(GameError, match=f"{letters} letters make too many"):
        chance_unlisted(game, (Turn(game.secrets[0], 0),))


def test_a_table_of_triples_has_at_most_so_many_entries():
    letters = "".join(chr(0x4E00 + i) for i in range(64))
    # 8 places times 64 to the third is two to the 21st
    assert train([letters[:8]], letters[:63]).shape == (8, 64, 64, 63)
    with pytest.raises(GameError, match="64 letters make too many triples"):
        train([letters[:8]], letters)


# --- the letter model -----------------------------------------------------------------------


@pytest.mark.parametrize("length", [1, 2, 3, 4, 5])
@given(data=st.data())
def test_words_read_backwards_cost_the_same_in_a_list_read_backwards(length, data):
    listed = data.draw(st.lists(words(length, "abc"), min_size=1, max_size=8))
    text = data.draw(words(length, "abc"))
    there, back = cost_in(listed, "abc"), cost_in([word[::-1] for word in listed], "abc")
    assert abs(there(text) - back(text[::-1])) <= length  # rounded at each place


def test_a_model_of_one_letter_and_one_word_by_hand():
    # two letters at even odds, then each of the four levels of "a": its count of 1 and the
    # weight of 10, 20, 20, 20 times the level before, over 1 and that weight
    share = 0.5
    for weight in (10, 20, 20, 20):
        share = (1 + weight * share) / (1 + weight)
    cost = cost_in(["a"], "ab")
    assert cost("a") == pytest.approx(-math.log2(share) * UNIT, abs=0.5)
    assert cost("b") == pytest.approx(-math.log2(1 - share) * UNIT, abs=0.5)


def test_the_model_prefers_words_to_their_letters_shuffled():
    listed = tuple(shipped_words())
    model = learn(listed, LATIN)
    shuffled = [word[2:] + word[:2] for word in listed]
    assert (model.letter_costs(listed) < model.letter_costs(shuffled)).mean() > 0.9


def table(name):
    """A shipped table, read line by line: string to zipf."""
    lines = (folder() / name).read_text("utf-8").splitlines()
    rows = (line.split("\t") for line in lines if not line.startswith("#"))
    return {text: float(zipf) for text, zipf in rows}


def test_every_string_of_the_shipped_tables_has_a_bonus():
    listed, unlisted = table("english-5.zipf.txt"), table("english-5.unlisted.txt")
    bonuses = learn(tuple(shipped_words()), LATIN).bonuses
    assert bonuses.keys() == listed.keys() | unlisted.keys()
    # five bits, and two for each zipf up to three, to the nearest half
    zipfs = listed | unlisted
    expected = np.rint([2 * (5 + 2 * min(zipfs[text], 3)) for text in bonuses]) / 2 * UNIT
    assert list(bonuses.values()) == expected.tolist()
    assert read_english()[0] == set(shipped_words())


@pytest.mark.parametrize(
    ("listed", "alphabet", "english"),
    [
        (shipped_words()[::100], LATIN, True), (shipped_words()[:3], LATIN, True),
        ([*shipped_words()[:8], *FOREIGN], LATIN, True), (["crane", *FOREIGN], LATIN, False),
        (["cranes", "towers"], LATIN, False), (["crew"], LATIN, False),
        (["слово", "книга"], "авгиклнос", False), (["crane"], "acenr", False),
    ],
)  # fmt: skip
def test_only_lists_of_english_of_five_letters_have_bonuses(listed, alphabet, english):
    bonuses = learn(tuple(listed), alphabet).bonuses
    assert bonuses["james"] == 11 * UNIT if english else bonuses == {}


def test_a_table_that_is_not_there_is_named(monkeypatch, tmp_path):
    monkeypatch.setattr("jotto.games.words.folder", lambda: tmp_path)
    read_english.cache_clear()
    with pytest.raises(FileError, match="english-5"):
        learn(("crane", "crate"), LATIN)
    read_english.cache_clear()
