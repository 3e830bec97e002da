"""The report of a finished game on the page has the figures of the program's report."""

import random
from dataclasses import replace

import pytest
from test_page_view import CLOSE, data as data_of_table, table

import jotto
from jotto.assistant import report, review

NAMES = (
    "ten", "ten in jots", "ten in colours", "jots", "colours", "candidates", "simple", "german",
    "pegs", "bulls", "distinct", "tree", "one lie", "two lies in colours", "fibble", "own rule",
)  # fmt: skip
GAMES = [(name, seed) for seed in range(2) for name in NAMES] + [("english", 1)]
LONGEST = 7  # guesses


def a_game(game, strategy, chance):
    """Guesses of a player who sometimes follows advice, and sometimes hears a wrong score."""
    secret, turns = chance.choice(game.secrets), list[str]()
    at = review.start(game)
    while len(turns) < LONGEST and not at.won:
        guess = chance.choice(game.guesses)
        guess = chance.choice([strategy(at), guess, str(chance.choice(at.candidates))])
        score = game.rule.score(guess, secret)
        ways = [told for told in range(game.rule.win) if game.rule.tells(score, told)]
        if chance.random() < (0.2 if game.lies else 0.05):
            ways = [*range(game.rule.win)]
        if score != game.rule.win:
            score = chance.choice(ways)
        turns.append(f"{guess}={game.rule.texts[score]}")
        try:
            at = at.then(review.Turn(guess, score))
        except (review.ContradictionError, review.TurnError):
            return secret, turns
    return secret, turns


def number(value, close=CLOSE):
    """A figure, to be compared."""
    return None if value is None else pytest.approx(value, abs=close)


@pytest.mark.parametrize(("name", "seed"), GAMES, ids=lambda each: str(each))
def test_a_report_has_the_figures_of_the_program(page, name, seed):
    game, strategy = table(name)
    strategy, chance = replace(strategy, avoid=frozenset()), random.Random(f"{name} {seed}")
    secret, turns = a_game(game, strategy, chance)
    own, theirs = a_game(game, strategy, chance) if seed % 2 else (None, [])
    reviews = {"You": review.review(game, *turns, secret=secret, strategy=strategy)}
    if theirs:
        reviews["They"] = review.review(game, *theirs, secret=own, strategy=strategy)
    page("begin", data := data_of_table(name))
    record = {"key": data["key"], "name": "a", "date": 0, "result": "found", "refused": []}
    record |= {"turns": turns, "secret": secret, "theirs": theirs, "own": own}
    state = {"games": {}, "finished": [record]}
    shown, ended = (
        page("ask", state, f"/game/a/{what}", None)["answer"] for what in ("report", "share")
    )
    assert shown.get("error") is None, shown
    assert ended["text"] == shown["text"] == review.shared(game, reviews)
    sums = [" ".join(map(str, review.add_up(*each))) for each in reviews.items()]
    assert ended["said"] == [*filter(None, sums)]
    for right, found in zip(reviews.values(), ended["sums"], strict=True):
        # the luck is as it is written: what is left of rounded terms
        assert found == {"cost": number(right.cost, 1e-6), "luck": number(right.luck, 0.025)}
    title = review.verdict("You", reviews["You"], game.shown)
    right = report.report_of(review.Looked(game, reviews, title, {}))
    shown = {name: value for name, value in shown.items() if name != "back"}
    compared(said(page, shown), said(page, right), {"settings": ""})


def said(page, facts):
    """Facts with each sentence as a text: those of the page by the page, others by the program."""
    if isinstance(facts, jotto.Sentence):
        return str(facts)
    if isinstance(facts, dict):
        if {*facts} == {"key", "facts"}:
            return page("say", [facts])[0]
        return {name: said(page, value) for name, value in facts.items()}
    return [said(page, each) for each in facts] if isinstance(facts, list | tuple) else facts


def compared(found, right, apart=(), path=""):
    """Compare all that is in a report; figures may differ a little, and what is ``apart``."""
    if isinstance(right, dict):
        assert {*found} == {*right}, path
        for name in {*right} - {*apart}:
            compared(found[name], right[name], path=f"{path}.{name}")
    elif isinstance(right, list):
        assert len(found) == len(right), path
        for at, pair in enumerate(zip(found, right, strict=True)):
            compared(*pair, path=f"{path}[{at}]")
    else:
        assert found == (number(right) if isinstance(right, float) else right), path
