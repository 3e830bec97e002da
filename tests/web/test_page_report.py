"""The report of a finished game on the page has the figures of the program's report."""

import random
from dataclasses import replace

import pytest
from test_page_view import CLOSE, data as data_of_table, table

from jotto.assistant import review

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
    assert ended["text"] == review.shared(game, reviews)
    sums = [" ".join(map(str, review.add_up(*each))) for each in reviews.items()]
    assert ended["said"] == [*filter(None, sums)]
    for right, found in zip(reviews.values(), ended["sums"], strict=True):
        assert found == {"cost": number(right.cost, 1e-6), "luck": number(right.luck, 1e-6)}
    for (who, right), found in zip(reviews.items(), shown["players"], strict=True):
        compared(page, game, who, right, found)


def compared(page, game, who, right, found):
    """Compare the review of a player with what the page has."""

    def said(*sentences):
        return page("say", sentences)

    verdict, needs, *notes = said(found["verdict"], found["needs"], *found["notes"])
    assert verdict.casefold() == review.verdict(who, right).casefold()
    assert needs == review.jotto_needs(right)
    assert notes == review.notes(game, right)
    assert said(*found["sum"]) == [*map(str, review.add_up(who, right))]
    assert len(found["turns"]) == len(right.judged)
    assert found["points"] == list(right.points or ())
    for entered, one, turn in zip(right.turns, right.judged, found["turns"], strict=False):
        assert turn["guess"] == one.turn.guess
        assert turn["score"] == game.rule.texts[one.turn.code]
        assert turn["wrong"] == (game.rule.texts[entered.code] if entered != one.turn else "")
        assert turn["marks"] == review.marks(game, one.turn)
        assert (turn["before"], turn["after"]) == (one.before, one.after)
        assert turn["best"] == one.best.guess
        figures = {"bits": one.mine.bits, "bestBits": one.best.bits, "gained": one.bits_gained}
        for mine, theirs in (figures | {"cost": one.cost, "luck": one.luck}).items():
            assert turn[mine] == number(theirs), mine
        assert said(turn["judgement"]) == [review.judgement(game, one)]
        ended = one.turn.code == game.rule.win
        assert turn["words"] == ([] if ended else [game.shown(word) for word in one.left])
        if turn["letters"]:
            known = turn["letters"]["facts"]
            letters = [known[of] if isinstance(known[of], str) else "" for of in ("inside", "out")]
            assert letters == [one.inside, one.outside]
        else:
            assert ended or one.left or not (one.inside or one.outside)
