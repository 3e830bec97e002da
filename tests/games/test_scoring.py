import json
import random
import re
from itertools import product
from pathlib import Path

import naive
import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from strategies import words

import jotto
from jotto.errors import GameError, ScoreError
from jotto.games.scoring import RULES, rule_named

GOLDEN = Path(__file__).parents[1] / "golden" / "scoring.json"
VECTORS = json.loads(GOLDEN.read_text())["vectors"]


@pytest.mark.parametrize("vector", VECTORS, ids=lambda v: f"{v['guess']}-{v['secret']}")
def test_the_published_vectors_hold(vector):
    guess, secret = vector["guess"], vector["secret"]
    for name in naive.RULES.keys() & vector:
        rule = rule_named(name, len(guess))
        assert rule.texts[rule.score(guess, secret)] == vector[name], name


NAMES = st.sampled_from([*naive.RULES])


@settings(max_examples=200)
@given(NAMES, st.integers(1, 10), st.data())
def test_words_of_every_length_score_right(name, length, data):
    guess, secret = data.draw(words(length, "abc")), data.draw(words(length, "abc"))
    rule, score = rule_named(name, length), naive.RULES[name](guess, secret)
    assert rule.texts[rule.score(guess, secret)] == score  # one pair, and a matrix
    assert rule.texts[rule.codes([guess], [secret])[0, 0]] == score


def test_letters_of_several_characters_score_as_one():
    game = jotto.words(["ijzer", "wijst"], letters="ij", rule="colours")
    assert game.score("ijzer", "ijsje") == naive.colours(("ij", *"zer"), ("ij", *"sje"))
    assert game.score("wijst", "ijsje") == "BYYB"


def test_any_text_that_is_no_secret_scores_alike_before_and_after_the_matrix_is_made():
    for game in (jotto.named("two-d:5"), jotto.game(lambda a, b: a > b, range(9))):
        pairs = [(a, b) for a in game.guesses for b in game.secrets]
        codes = game.rule.codes([*game.guesses], [*game.secrets]).ravel()
        assert [game.score(*pair) for pair in pairs] == [game.rule.texts[code] for code in codes]


@pytest.mark.parametrize("length", range(1, 11))
def test_codes_count_only_the_scores_that_can_come(length):
    # (length + 1)(length + 2) / 2 pairs, less the impossible (length - 1, 1); Ville 2013, p. 3
    assert rule_named("exact-elsewhere", length).n_codes == (length**2 + 3 * length) // 2
    assert rule_named("jots", length).n_codes == length + 2
    assert rule_named("colours", length).n_codes == 3**length


@pytest.mark.parametrize("name", naive.RULES)
@pytest.mark.parametrize("length", [1, 2, 5, 10])
def test_what_is_written_is_read_back(name, length):
    rule = rule_named(name, length)
    codes = np.unique(np.linspace(0, rule.win, 300).astype(int)).tolist()
    impossible = 0
    for code in codes:
        try:
            assert rule.read(rule.texts[code]) == code
        except ScoreError:
            impossible += 1
            text = rule.texts[code]
            assert (text.count("G"), text.count("Y")) == (length - 1, 1)
    assert impossible <= (length if name == "colours" else 0)


def notations():
    """The table of docs/table.md: for each rule, each form with the score that it means."""
    page = (Path(__file__).parents[2] / "docs" / "table.md").read_text(encoding="utf-8")
    part = page.partition("## How scores are written")[2].partition("\n## ")[0]
    rows = [row.split("|")[1:4] for row in part.splitlines() if row.startswith("| `")]
    for names, forms, meant in (map(re.compile("`(.+?)`").findall, row) for row in rows):
        yield from product(names, forms, meant)


def ruled(name):
    return jotto.named(name).rule if ":" in name else rule_named(name, 5)


@pytest.mark.parametrize(("name", "text", "meant"), [*notations()])
def test_each_form_of_the_documentation_is_read(name, text, meant):
    rule = ruled(name)
    assert rule.read(text) == rule.texts.index(meant)
    assert rule.read(f" {text.upper()} ") == rule.texts.index(meant)


def test_the_documentation_has_the_forms_of_each_rule():
    names = {name for name, _, _ in notations()}
    assert {*RULES} - {"fibble"} <= names  # which is written as colours
    assert len([*notations()]) > 100


@pytest.mark.parametrize(
    ("name", "text", "meant"),
    [
        ("exact-elsewhere", " 1 , 2 ", "1,2"), ("exact-elsewhere", "1B 2C", "1,2"),
        ("exact-elsewhere", "50", "5,0"), ("jots", "win", "win"),
        ("colours", "⬛\ufe0f🟦🟧⬜\ufe0f⬛", "BYGBB"), ("exact-elsewhere", "⬛🟨🟩⬜🟩", "2,1"),
        ("jots", "🟨⬜⬜🟨🟨", "3"), ("jots", "🟩🟩🟩🟩🟩", "win"),
    ],
)  # fmt: skip
def test_the_other_forms_are_read_too(name, text, meant):
    rule = rule_named(name, 5)
    assert rule.texts[rule.read(text)] == meant


@pytest.mark.parametrize(
    ("name", "text"),
    [
        *product(["exact-elsewhere", "bulls-and-cows:4x10"], ["⬛⬛⬜", "⬛⬛⬛⬜⬜", "⬛", "·"]),
        ("exact-elsewhere", "🟩🟨⬛"),
        *product(["mastermind:4x6"], ["⬛⬛⬜", "⬛⬛⬜⬜", "⬛⬛⬛⬛", "⬜⬜⬜⬜", "⬜", "●·"]),
        ("jots", "⬛"), ("jots", "🟨⬛"),
    ],
)  # fmt: skip
def test_signs_that_may_be_pegs_or_a_part_of_a_row_are_refused(name, text):
    with pytest.raises(ScoreError) as caught:
        ruled(name).read(text)
    assert repr(text) in str(caught.value)


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("exact-elsewhere", "4,1", "is impossible: if 4 letters are in place"),
        ("exact-elsewhere", "3,4", "together are at most 5"),
        ("exact-elsewhere", "-1,2", "write exact,elsewhere"),
        ("exact-elsewhere", "", "write exact,elsewhere"),
        ("exact-elsewhere", "1b2b", "write exact,elsewhere"),
        ("colours", "0.G00", "write 5 letters of G, Y and B"),
        ("jots", "🟩🟩", "there are 0, 1, 2, 3, 4, 5, win"),
        ("exact-elsewhere", "🟩🟩🟩🟩🟨", "is impossible: if 4 letters are in place"),
        ("exact-elsewhere", "⚫⚫⚫⚫⚪⚪", "together are at most 5"),
        ("fibble", "22222", "write win if the game has ended"),
        ("exact-elsewhere", "1", "write exact,elsewhere"),
        ("exact-elsewhere", "¹,²", "write exact,elsewhere"),
        ("jots", "6", "there are 0, 1, 2, 3, 4, 5, win"),
        ("colours", "BYGB", "write 5 letters of G, Y and B"),
        ("colours", "GGGGY", "impossible"),
    ],
)
def test_a_score_that_cannot_be_is_refused_and_quoted(name, text, reason):
    with pytest.raises(ScoreError, match=reason) as caught:
        rule_named(name, 5).read(text)
    assert repr(text) in str(caught.value)


def test_an_unknown_rule_is_refused_by_name():
    with pytest.raises(GameError, match=r"'bingo'.*exact-elsewhere, jots, colours"):
        rule_named("bingo", 5)


@pytest.mark.parametrize("guess", ["abcd", "aabc", "abac", "abca", "aabb", "abab", "aaab", "aaaa"])
def test_colours_are_objected_to_if_and_only_if_no_string_gives_them(guess):
    rule = rule_named("colours", 4)
    strings = map("".join, product("abcdx", repeat=4))
    given = {naive.colours(guess, string) for string in strings}
    for code, text in enumerate(rule.texts):
        assert bool(rule.objects(guess, code)) == (text not in given)


def test_an_objection_names_the_mark_that_cannot_be():
    rule = rule_named("colours", 5)
    said = rule.objects("title", rule.read("BYYYG"))
    assert said.endswith("the earlier 't' gets the Y: place 1 cannot be B and place 3 Y")
    said = rule.objects("eerie", rule.read("YYBBB"))
    assert said == ""
    assert rule.objects("eerie", rule.read("YYBBY")).endswith("no place is left for that 'e'")


@pytest.mark.parametrize("seed", range(20))
def test_a_clue_counts_its_known_letters_only(seed):
    """A letter that no word has stands for each unknown one: its mark tells nothing."""
    rng = random.Random(seed)
    words = ["".join(letters) for letters in product("abcd", repeat=4)]
    secret, clue = rng.choice(words), "".join(rng.choice("abcd__") for _ in range(4))
    told = naive.colours(clue, secret)
    expected = [word for word in words if naive.colours(clue, word) == told]
    game = jotto.words(words, rule="colours")
    for sign in "_.?*":
        assert jotto.start(game, (clue.replace("_", sign), told)).candidates == expected


def test_clues_are_for_rules_with_a_mark_for_each_letter():
    early = "early", "emery", "every", "merry"
    game = jotto.words(early, rule="colours")
    assert jotto.start(game, "E__RY=GBBYG").candidates == ["early"]
    assert jotto.start(game, "e....=GBBBB").candidates == ["early", "emery", "every"]
    with pytest.raises(jotto.TurnError, match=r"the mark of an unknown letter \(_\) is B"):
        jotto.start(game, "e__ry=GYBYG")
    for text in ("e?.ry", "e-_ry"):
        with pytest.raises(jotto.WordError, match="is not a letter"):
            game.read(text)
    for rule in ("exact-elsewhere", "jots", "fibble"):
        with pytest.raises(jotto.WordError, match="'_' is not a letter"):
            jotto.words(early, rule=rule).read("e__ry")
    equations = jotto.words(["1+2=3", "3-2=1", "1*3=3"], rule="colours", letters="1 2 3 + - * =")
    assert equations.read("1*3=3") == "1*3=3"
    assert equations.read("1?2=3") == "1_2=3"


def test_more_letters_than_are_numbered_are_refused():
    letters = [chr(0x20000 + n) for n in range(70_000)]  # of one position each
    matrix = rule_named("exact-elsewhere", 1).matrix
    assert matrix(letters[:1], letters[: 1 << 16])[0].nonzero()[0].tolist() == [0]
    with pytest.raises(GameError, match="70,000 different letters are too many"):
        matrix(letters[:1], letters)
