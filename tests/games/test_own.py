import itertools
import pickle
import re

import numpy as np
import pytest
from hypothesis import given, strategies as st

import jotto
from jotto.errors import FileError, GameError, ScoreError, WordError


def compare(guess, secret):
    return (guess > secret) - (guess < secret)


def test_a_guess_that_is_the_secret_wins_whatever_it_scores():
    game = jotto.game(lambda guess, secret: len(set(guess) & set(secret)), ["ab", "ba", "cd"])
    assert game.rule.texts == ("2", "0", "win")
    assert game.rule.score("ab", "ba") != game.rule.win == game.rule.score("ab", "ab")
    assert jotto.evaluate(game).games == {1: 1, 2: 2}


def ticking():
    ticks = itertools.count()
    return lambda guess, secret: next(ticks)


@pytest.mark.parametrize(
    ("score", "items", "vectorized", "message"),
    [
        (lambda g, s: g // (g - 2 + s), [0, 1, 2], False, "'0' against '2'.*ZeroDivisionError"),
        (ticking(), ["a", "b"], False, "'a' against 'a' is not always 0"),
        (lambda g, s: [g], ["a", "b"], False, "'a' against 'a'.*unhashable"),
        (lambda g, s: 3, [1, 2], True, r"'1' against 'all secrets' is an array of shape \(\)"),
        (lambda g, s: s.no, [0, 1], True, "'0' against 'all secrets' cannot be scored: .*no"),
        # what nobody can type unambiguously
        (lambda g, s: "1" if g < s else 1, [1, 2, 3], False, "'?1'? and '?1'? are both written"),
        (lambda g, s: 0 if g < s else 0.0, [1, 2, 3], False, "0.0 and 0 are equal, but written"),
        (lambda g, s: True if g == s else 1, [1, 2, 3], False, "True and 1 are equal, but writ"),
        (lambda g, s: g if g == s else "win", [1, 2, 3], False, "win are both written 'win'"),
    ],
)
def test_a_function_that_makes_no_scores_is_refused_with_the_pair(
    score, items, vectorized, message
):
    with pytest.raises(GameError, match=message):
        jotto.game(score, items, vectorized=vectorized)


UNREADABLE = [None, float("nan"), "", " a", "a\n", "a\nb", "\x1b[31m", "\ud800", "a\u2028b",
              object(), frozenset("ab"), (1, frozenset()), "a\u202eb"]  # fmt: skip


@pytest.mark.parametrize("thing", UNREADABLE)
def test_what_cannot_stand_on_a_line_is_neither_a_guess_nor_a_score(thing):
    refused = pytest.raises(GameError, match=r"cannot be among|must be different texts")
    for make in (
        lambda: jotto.game(compare, [thing, thing]),
        lambda: jotto.game(lambda g, s: 0, ["b"], [thing]),
        lambda: jotto.game(lambda g, s: thing, [1, 2]),
        lambda: jotto.Rule("own", (thing, "win"), compare),
    ):
        with refused:
            make()


THINGS = st.one_of(
    st.integers(0, 2), st.sampled_from([0.0, -0.0, 1.0, 0.5, float("nan"), True, False, None]),
    st.text("a1 \n\\\"'=,;<&\u0301\U0001f34e", max_size=3),
    st.tuples(st.sampled_from([0, 0.0, "0"])),
)  # fmt: skip


@given(st.lists(THINGS, min_size=1, max_size=5), st.lists(THINGS, min_size=3, max_size=3))
def test_each_thing_is_read_again_by_its_text_or_refused(things, scores):
    def score(guess, secret):
        return scores[(len(str(guess)) * len(str(secret))) % 3]

    try:
        game = jotto.game(score, things)
    except GameError:
        return
    assert [game.read(str(item)) for item in game.guesses] == [*game.guesses]
    assert len({*map(str, game.guesses)}) == len({*map(str, things)}) == len(game.guesses)
    assert [game.rule.read(text) for text in game.rule.texts] == [*range(game.rule.n_codes)]
    for guess, secret in itertools.product(game.guesses, repeat=2):
        text = game.score(guess, secret)
        assert text == str(score(guess, secret)) or guess == secret
        assert jotto.start(game, game.show(jotto.start(game, (guess, text)).history[0])).turns


def test_a_set_has_no_order_that_could_decide():
    of_a_set = {"crane", "slate", "trace"}
    for make in (
        lambda: jotto.words(of_a_set),
        lambda: jotto.words(["crane"], frozenset(of_a_set)),
        lambda: jotto.game(compare, of_a_set),
        lambda: jotto.game(compare, ["crane"], of_a_set),
        lambda: jotto.strategy(opening=of_a_set),
        lambda: jotto.Rule.of("own", of_a_set, compare),
    ):
        with pytest.raises(GameError, match=r"order of a set differs|={.*} is not a list"):
            make()
    assert jotto.strategy(avoid=of_a_set).avoid == of_a_set


def in_place(guess, secret):
    return str(sum(g == s for g, s in zip(guess, secret, strict=True)))


def in_common(guess, secret):
    return str(len(set(guess) & set(secret)))


def test_rules_with_other_functions_are_others_and_so_are_their_games_and_trees(tmp_path):
    words = ["crane", "slate", "trace", "grown"]
    texts = [*map(str, range(5)), "win"]
    placed, common = (jotto.Rule.of("own", texts, score) for score in (in_place, in_common))
    assert placed == jotto.Rule.of("own", texts, in_place) == pickle.loads(pickle.dumps(placed))
    assert placed != common
    one, same, other = (jotto.words(words, rule=rule) for rule in (placed, placed, common))
    assert one == same == pickle.loads(pickle.dumps(one))
    assert one.key == same.key == pickle.loads(pickle.dumps(one)).key
    assert one != other
    assert one.key != other.key
    # a matrix without a name of its own, too
    rules = [jotto.Rule("own", ("no", "yes"), lambda g, s, n=n: np.full((1, 1), n)) for n in (0, 1)]
    assert rules[0] != rules[1]
    jotto.Tree.grow(one).save(tmp_path / "tree.json")
    assert jotto.Tree.load(tmp_path / "tree.json", same).lengths == jotto.evaluate(one)
    with pytest.raises(FileError, match="checksum"):
        jotto.Tree.load(tmp_path / "tree.json", other)


def test_another_secret_never_wins():
    rule = jotto.Rule.of("in-common", "012345", in_common)
    with pytest.raises(GameError, match="'trace' against 'crate' scores '5' by the rule"):
        jotto.words(["trace", "crate"], rule=rule).matrix  # noqa: B018


def test_keys_tell_lists_apart_whatever_their_items_hold():
    pairs = [(["ab", "c"], ["a", "bc"]), (["a,b", "c"], ["a", "b,c"]), ([1, 11], [11, 1])]
    for one, other in pairs:
        keys = {jotto.game(lambda g, s: 0, items).key for items in (one, other)}
        assert len(keys) == 2


def test_what_is_typed_is_read_or_refused():
    game = jotto.game(compare, range(7))
    assert game.rule.read(" win ") == game.rule.win == game.rule.read("0")
    with pytest.raises(ScoreError, match=r"'5' is not a score of this game; .* -1, 1, 0"):
        game.rule.read("5")
    with pytest.raises(WordError, match="'9' is not a guess of this game"):
        game.read_guess("9")
    game = jotto.game(compare, range(7), [9])
    assert game.score(9, 3) == "1"
    with pytest.raises(WordError, match="'9' is not a secret of this game"):
        game.score(3, 9)


@given(st.lists(st.integers(0, 20), min_size=1, unique=True), st.lists(st.integers(0, 30)))
def test_all_secrets_at_once_make_the_game_that_pairs_make(secrets, guesses):
    def score(guess, secret):  # or all secrets
        return guess * secret % 7 - 3

    try:
        expected = jotto.game(score, secrets, guesses)
    except GameError as refused:
        with pytest.raises(GameError, match=re.escape(str(refused))):
            jotto.game(score, secrets, guesses, vectorized=True)
        return
    game = jotto.game(score, secrets, guesses, vectorized=True)
    assert (game.rule.texts, game.rule.key) == (expected.rule.texts, expected.rule.key)


class Broken:
    """A thing whose text raises, or is another one each time."""

    def __init__(self, *texts):
        self.texts = [*texts]

    def __str__(self):
        return self.texts.pop()


@pytest.mark.parametrize("thing", [Broken(), Broken(*"abcdefghij"), 10**5000, [1]], ids=type)
def test_what_has_no_text_is_refused_wherever_it_stands(thing):
    """Texts that raise or change, and what cannot be compared."""
    for score, items in ((compare, [thing, 1]), (lambda guess, secret: thing, [1, 2])):
        with pytest.raises(GameError):
            jotto.game(score, items)


@pytest.mark.parametrize("missing", [None, float("nan")])
def test_what_is_missing_in_a_table_is_no_word(missing):
    """Their texts would be words of four and of three letters."""
    with pytest.raises(GameError, match="is not a word"):
        jotto.words([missing])
    with pytest.raises(GameError, match=r"name=.* is not a text"):
        jotto.Rule.of(missing, ["no", "yes"], lambda guess, secret: "no")
    with pytest.raises(GameError, match="name=3 is not a text"):
        jotto.Rule.of(3, ["no", "yes"], lambda guess, secret: "no")
    with pytest.raises(GameError, match="score='no' is not a function"):
        jotto.Rule.of("own", ["no", "yes"], "no")


@pytest.mark.parametrize("score", [lambda guess, secret: 1 / 0, lambda guess, secret: []])
def test_a_rule_that_fails_is_refused_with_the_pair_in_a_game_of_words_too(score):
    game = jotto.words(["ab", "cd"], rule=jotto.Rule.of("own", ["no", "yes"], score))
    with pytest.raises(GameError, match="'ab' against 'cd' cannot be scored"):
        jotto.evaluate(game)


def test_a_guess_is_the_listed_one_however_an_equal_one_is_written():
    game = jotto.game(lambda guess, secret: abs(guess - secret), [1, 2, 3])
    for equal in (True, 1.0, np.int64(1)):
        ((guess, score),) = jotto.start(game, (equal, "1")).turns
        assert (repr(guess), score) == ("1", "1")


@pytest.mark.parametrize(
    "scores", [("⬛", "B"), ("🟩🟨", "GY"), ("⚫", "b"), ("one", "1"), ("Y", "y")]
)
def test_a_score_is_read_by_the_text_that_is_written_first(scores):
    game = jotto.game(lambda guess, secret: scores[guess < secret], [1, 2, 3])
    for code, text in enumerate(game.rule.texts):
        assert game.rule.read(text) == code
        assert game.read_turn(1, f"3={text}") == jotto.Turn(3, code)


def test_what_ends_a_guess_cannot_be_in_guesses_and_in_scores():
    """x==a=b could be x= with the score a=b, or x==a with b."""
    jotto.game(lambda guess, secret: "a=b", ["x", "y"])
    jotto.game(lambda guess, secret: "a", ["x=", "y"])
    with pytest.raises(GameError, match="'=' ends the guess of a turn"):
        jotto.game(lambda guess, secret: "a=b", ["x=", "y"])


BAD = {
    "codes beyond the last": lambda good: good + 5,
    "some codes of 255": lambda good: np.where(good == 0, 255, good),
    "codes below 0": lambda good: good.astype(int) - 1,
    "fractions": lambda good: good + 0.5,
    "texts": lambda good: good.astype(str),
    "a row too few": lambda good: good[:-1],
    "one row": np.ravel,
    "nothing": lambda good: None,
    "an error": lambda good: good / [],
}


WORDS = ["bat", "bit", "cat", "cut", "hat", "hut"]


def first_letters(guesses, secrets):
    """The codes of whether the first letter is right, and of the secret."""
    equal = np.array([[g == s for s in secrets] for g in guesses])
    first = np.array([[g[0] == s[0] for s in secrets] for g in guesses])
    return np.where(equal, 2, first).astype(np.uint8)


def with_codes(change):
    """A game by the rule of the first letter, whose codes are changed."""
    codes = lambda *lists: change(first_letters(*lists))  # noqa: E731
    return jotto.words(WORDS, rule=jotto.Rule("mine", ("no", "first", "win"), codes))


USES = (
    lambda game: jotto.start(game).rank(),
    jotto.evaluate,
    lambda game: jotto.start(game, ("bat", "no")),
    jotto.solve,
    lambda game: jotto.Session(game).guess,
)


@pytest.mark.parametrize("kind", BAD)
def test_a_matrix_of_your_own_cannot_say_what_is_no_score(kind):
    """The core counts by codes: one beyond the last would be written beside its arrays."""
    assert jotto.evaluate(with_codes(np.copy)).games == {1: 1, 2: 2, 3: 2, 4: 1}
    game = with_codes(BAD[kind])
    for use in (*USES, lambda game: game.score("bat", "cat")):
        with pytest.raises(GameError, match="the matrix of the rule 'mine'"):
            use(game)


@pytest.mark.parametrize(
    ("change", "pair"),
    [
        (lambda good: np.minimum(good, 1), "'bat' against 'bat' scores 'first'"),
        (lambda good: np.full_like(good, 2), "'bat' against 'bit' scores 'win'"),
        (lambda good: np.where(good == 1, 2, good), "'bat' against 'bit' scores 'win'"),
        (lambda good: np.where(good == 2, 0, good + 1), "'bat' against 'bat' scores 'no'"),
    ],
    ids=["never", "always", "too often", "only for others"],
)
def test_a_matrix_of_your_own_wins_with_the_secret_and_with_nothing_else(change, pair):
    game = with_codes(change)
    line = re.escape(f"{pair} by the rule 'mine'; the last text, 'win', is for the secret alone")
    for use in USES:
        with pytest.raises(GameError, match=f"^{line}$"):
            use(game)


def letters_of(words):
    return words if isinstance(words, np.ndarray) else np.array([[*map(ord, w)] for w in words])


def test_the_words_of_a_rule_may_be_rows_of_letters():
    """Those of the list are encoded once; the guess of a turn is a word."""

    def codes(guesses, secrets):
        return first_letters(*(letters_of(each).tolist() for each in (guesses, secrets)))

    rule = jotto.Rule("mine", ("no", "first", "win"), codes, encode=letters_of)
    game = jotto.words(WORDS, rule=rule)
    assert jotto.start(game, ("bat", "first")).candidates == ["bit"]
    assert jotto.evaluate(game).games == jotto.evaluate(with_codes(np.copy)).games
