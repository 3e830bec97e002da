"""The forms of the page: made from the table of fields, and what they offer is what is taken."""

from itertools import product

import pytest

import jotto
from jotto.errors import GameError
from jotto.question.fields import HOUSE, table
from jotto.question.filling import filled
from jotto.question.forms import chosen_in, form_of, in_forms
from jotto.question.making import Question, saved_options

USUAL = saved_options(Question())
TOGETHER = {
    "game": ["words", "mastermind:4x6", "bulls-and-cows:4x10"],
    "rule": ["exact-elsewhere", "jots", "colours", "fibble", "black-peg"],
    "allow": ["all", "candidates", "hard"],
    "boards": ["1", "2", "32"],
    "lies": ["0", "1", "2"],
}


def shown(rows, form):
    """Whether each choice is shown beside the others, as ``fieldsOf`` of match.js does."""
    there = [name for name, row in rows.items() if form["game"] == "words" or not row["ofWords"]]
    narrowed = [(name, rows[name]["fits"].get(form[name], {})) for name in there if name in form]
    return all(form[o] in fit.get(o, form[o]) for _, fit in narrowed for o in form if o in there)


def test_what_is_offered_together_is_taken_and_nothing_else():
    rows = {row["name"]: row for row in form_of(USUAL)}
    taken = dict.fromkeys((True, False), 0)
    for values in product(*TOGETHER.values()):
        form = dict(zip(TOGETHER, values, strict=True)) | {"strategy": "entropy"}
        offered = shown(rows, form)
        try:
            asked = filled("play", USUAL, chosen_in(form, USUAL), kind=Question)
        except GameError:
            assert not offered, form
        else:
            assert offered, form
            assert (asked.game, str(asked.lies)) == (form["game"], form["lies"])
        taken[offered] += 1
    assert min(taken.values()) > 50


def test_a_form_may_name_the_game():
    assert (
        chosen_in({"game": "Dordle"}, USUAL).items()
        >= {"game": "words", "rule": "colours", "boards": 2}.items()
    )
    assert chosen_in({"game": "Bulls & Cows"}, USUAL)["game"] == "bulls-and-cows:4x10"
    said = {"game": "quordle", "boards": "4", "rule": "Color"}
    assert chosen_in(said, USUAL)["boards"] == 4
    for wrong, why in (
        ({"boards": "2"}, "has boards=4, not '2'"),
        ({"rule": "jots"}, "not 'jots'"),
    ):
        with pytest.raises(GameError, match=why):
            chosen_in({"game": "quordle"} | wrong, USUAL)
    said = {
        "nerdle": "'equations:8' is not",
        "wordel": "did you mean 'wordle'",
        "absurdle": "write",
    }
    for game, why in said.items():
        with pytest.raises(GameError, match=why):
            chosen_in({"game": game}, USUAL)


@pytest.mark.parametrize("rule", TOGETHER["rule"])
def test_a_rule_with_false_answers_is_offered_only_where_somebody_is_advised(rule):
    row = next(row for row in form_of(USUAL) if row["name"] == "rule")
    asked = filled("keep", {"rule": rule, "words": ["hatch", "latch"]}, kind=Question)
    if rule in row["advised"]:
        with pytest.raises(GameError, match="not supported"):
            asked.make_game()
    else:
        assert asked.make_game().rule.name == rule


@pytest.mark.parametrize("boards", [1, 2])
@pytest.mark.parametrize("rule", TOGETHER["rule"])
def test_what_the_form_does_not_offer_the_library_refuses(rule, boards):
    """The table says it before a game is made; the library has the last word."""
    game = jotto.words(["hatch", "latch", "match", "crane"], rule=rule)
    row = next(row for row in form_of(USUAL) if row["name"] == "boards")
    offered = boards == 1 or rule in row["fits"]["2"]["rule"]
    try:
        made = jotto.Session(game, "entropy", boards=boards)
    except GameError:
        assert not offered
    else:
        assert offered
        assert made.boards == boards


def test_a_house_rule_of_yes_or_no_is_a_box_of_every_form():
    rules = [name for name, (kind, row) in table().items() if kind is bool and row.group == HOUSE]
    boxes = {row["name"]: row for row in form_of(USUAL) if not row["choices"]}
    assert [*boxes] == rules == ["repeats", "plurals", "polite"]
    assert not any(row["advice"] for row in boxes.values())
    assert boxes["repeats"]["label"] == "A secret may have a letter twice"
    assert chosen_in({"game": "words", "polite": "yes"}, USUAL) == {
        "game": "words",
        "repeats": False,
        "plurals": False,
        "polite": True,
    }


@pytest.mark.parametrize("name", [name for name, (_, row) in in_forms().items() if row.form])
def test_every_choice_of_a_form_makes_a_game_and_no_other_value_does(name):
    row = next(row for row in form_of(USUAL) if row["name"] == name)
    for choice, _ in row["choices"]:
        fits = {other: values[0] for other, values in row["fits"].get(choice, {}).items()}
        form = {"game": "words", **fits, name: choice}
        assert str(getattr(filled("play", USUAL, chosen_in(form, USUAL)), name)) == choice
    with pytest.raises(GameError, match=f"'nope' is not a choice for {name}"):
        chosen_in({"game": "words", name: "nope"}, USUAL)


def test_what_the_server_was_started_with_is_a_choice_but_not_a_file():
    usual = USUAL | {"game": "mastermind:3x5", "vowels": "ou", "strategy": "tree:/home/ann/t.json"}
    rows = {row["name"]: row for row in form_of(usual)}
    assert rows["game"]["choices"][0] == ("mastermind:3x5", "mastermind:3x5")
    assert chosen_in({"game": "words", "vowels": "ou"}, usual)["vowels"] == "ou"
    assert "ann" not in str(rows)


def test_a_strategy_of_two_measures_is_a_choice_where_the_server_was_started_with_it():
    usual = USUAL | {"strategy": "minimax+entropy"}
    row = next(row for row in form_of(usual) if row["name"] == "strategy")
    assert (row["usual"], row["choices"][0]) == ("minimax+entropy", ("minimax+entropy",) * 2)
    assert chosen_in({"game": "words", "strategy": row["usual"]}, usual)["strategy"] == row["usual"]
