"""The report of a game: its reviews as sentences, as an HTML page, and as text to share.

A report has one review for each player, ``You`` and ``They``. The page is rendered by Jinja2,
which is imported only here; it is one file without external resources, and prints on one sheet.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from jotto import pages
from jotto.assistant import wording
from jotto.assistant.history import Record
from jotto.assistant.review import Judged, Review, review
from jotto.assistant.saved import Options
from jotto.assistant.table import Table, facts_of, remade
from jotto.engine.game import Game, Turn
from jotto.engine.strategies import Strategy
from jotto.errors import GameError
from jotto.games import scoring

PAGES = Path(__file__).with_name("pages")
SQUARES = {"G": "🟩", "Y": "🟨", "B": "⬛"}
DEFINITIONS = {
    "best": "jotto's guess, or yours if it is as good",
    "bits": "times a guess halves the candidates on average; gained: times it did",
    "cost": "extra guesses needed on average, compared with jotto's guess",
    "luck": "guesses saved by the score, compared with the average possible score",
}


TITLES = {"won": "You won", "lost": "They won", "drawn": "A draw"}
T = TypeVar("T", bound=Table)


@dataclass(frozen=True)
class Looked:
    """A reviewed game: a review for each player, a title, and a description of the game."""

    game: Game
    reviews: Mapping[str, Review]
    title: str
    facts: Mapping[str, str]

    def page(self) -> str:
        """Return the page of the game: one self-contained HTML text."""
        return review_page(self.game, self.reviews, title=self.title.rstrip("."), facts=self.facts)


def remade_record(options: Options, kind: type[T]) -> tuple[T, Game, Strategy]:
    """Make a recorded game again. Raises GameError for a missing option."""
    try:
        return remade(options, kind)
    except KeyError as error:
        raise GameError(f"the record of the game lacks the option {error}") from None


def look_back(record: Record, kind: type[Table] = Table) -> Looked:
    """Review each player of a record. Raises GameError if its lists have changed."""
    table, game, strategy = remade_record(record.options, kind)
    if game.key != record.key:
        raise GameError("the game was played with other lists or another rule")
    for word in record.refused:
        game = game.without(word)
    reviews = {"You": review(game, record.turns, record.secret, strategy=strategy)}
    if record.theirs:
        reviews["They"] = review(game, record.theirs, record.own, strategy=strategy)
    title = TITLES.get(record.result) or verdict("You", reviews["You"])
    name = strategy.name + ", with the opening book" * (strategy.tree is not None)
    return Looked(game, reviews, title, facts_of(table, game, name))


def verdict(who: str, review: Review) -> str:
    """Return a sentence: whether a player found the secret, and in how many guesses.

    >>> verdict("You", Review((), 4, won=True, secret="latch"))
    'You found latch in 4 guesses.'
    """
    if review.won:
        return f"{who} found {review.secret} in {wording.count(review.made, 'guess')}."
    it = "the secret" if review.secret is None else review.secret
    return f"{who} did not find {it} in {wording.count(review.made, 'guess')}."


def beside(review: Review) -> str:
    """Return a sentence: how many guesses jotto needs; empty if that is not known."""
    if review.needs is None:
        return ""
    for_it = "" if review.needs_for_it is None else f", and {review.needs_for_it} for this secret"
    return f"jotto needs {review.needs:.2f} on average{for_it}."


def add_up(who: str, review: Review) -> list[tuple[str, str, str]]:
    """Return the sum that explains the game: for each term a sign, a number and its meaning.

    It is empty if a term is not known. The rounded numbers add up as well, because luck takes the
    rounding error.
    """
    if review.needs is None or review.cost is None or review.rest is None:
        return []
    needs, cost, rest = (round(value, 2) for value in (review.needs, review.cost, review.rest))
    luck = round(needs + cost - review.made - rest, 2)
    whose = "your" if who == "You" else "their"
    took = "=", f"{review.made}", "guess" if review.made == 1 else "guesses"
    if not review.won:
        took = "=", f"{review.made + rest:.2f}", f"guesses: {review.made} made, {rest:.2f} to go"
    return [
        ("", f"{needs:.2f}", "on average"),
        _change(cost, f"{whose} guesses"),
        _change(-luck, "luck" if luck >= 0 else "bad luck"),
        took,
    ]


def _change(lost: float, by: str) -> tuple[str, str, str]:
    if lost <= -0.005:
        return "-", f"{-lost:.2f}", f"saved by {by}"
    return "+", f"{abs(lost):.2f}", f"lost by {by}"


def known(one: Judged) -> str:
    """Return what was known after a turn: the candidates if they are few, else letters."""
    if one.left:
        return ", ".join(map(str, one.left))
    groups = {"in the secret": one.inside, "not in the secret": one.outside}
    return ", ".join(f"{how}: {letters}" for how, letters in groups.items() if letters)


def notes(game: Game, review: Review) -> list[str]:
    """Return sentences: which scores were wrong, and from which turn the game is not judged."""
    said = []
    for turn in review.wrong:
        right = game.score(turn.guess, review.secret)
        said.append(f"{game.show(turn)} was wrong: the score is {right}.")
    if len(review.judged) < review.made:
        number = len(review.judged) + 1
        said.append(f"No listed secret fits turn {number}: the review ends before it.")
    return said


def shared(game: Game, reviews: Mapping[str, Review]) -> str:
    """Return a report without spoilers: the scores, and how many candidates each left.

    >>> import jotto
    >>> game = jotto.words(["hatch", "latch", "match"])
    >>> print(shared(game, {"You": jotto.review(game, ["hatch=4,0", "match=5,0"])}))
    jotto 2 guesses (2.00 on average)
    ●●●●· 2
    ●●●●●
    """
    lines = []
    for who, each in reviews.items():
        side = "" if len(reviews) == 1 else f" {who.lower()}:"
        found = "" if each.won else ", not found"
        average = "" if each.needs is None else f" ({each.needs:.2f} on average)"
        lines.append(f"jotto{side} {wording.count(each.made, 'guess')}{found}{average}")
        signs = SQUARES if game.rule.name == "colours" else wording.PEGS
        for one in each.judged:
            tiles = "".join(signs[mark] for mark in marks(game, one.turn))
            left = "" if one.turn.code == game.rule.win else f" {one.after:,}"
            lines.append((tiles or game.rule.texts[one.turn.code]) + left)
    return "\n".join(lines)


def marks(game: Game, turn: Turn) -> str:
    """Return a score as marks, one for each letter of the guess; see :func:`scoring.marks`."""
    return scoring.marks(game.rule, turn.code, len(str(turn.guess)))


def review_page(
    game: Game, reviews: Mapping[str, Review], *, title: str, facts: Mapping[str, str]
) -> str:
    """Return the page of a game: one self-contained HTML text.

    ``reviews`` by player; ``facts`` describe the game and the strategy, by name.
    """
    players = [
        {
            "who": who,
            "review": review,
            "verdict": verdict(who, review),
            "beside": beside(review),
            "sum": add_up(who, review),
            "notes": notes(game, review),
        }
        for who, review in reviews.items()
    ]
    return pages.fill(
        PAGES,
        "review.html",
        title=title,
        facts=facts,
        players=players,
        definitions=DEFINITIONS,
        known=known,
        marks=lambda turn: marks(game, turn),
        score=lambda turn: game.rule.texts[turn.code],
        win=game.rule.win,
        coloured=game.rule.name == "colours",
        signs=wording.PEGS,
    )
