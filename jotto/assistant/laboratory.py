"""What requests ask of the laboratory: the best tree of a small game, and its openings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from jotto.assistant import moves
from jotto.assistant.answers import Object
from jotto.assistant.request_table import RequestError
from jotto.engine.game import Game
from jotto.engine.lengths import Lengths
from jotto.engine.position import Position, Strategy
from jotto.errors import count
from jotto.games import words
from jotto.search.background import PROVABLE
from jotto.trees.tree import Tree

if TYPE_CHECKING:
    from jotto.analysis.comparison import Opening

MOST_PLAYED = 1 << 28  # scores: openings x guesses x secrets, which take seconds


def tree_fields(tree: Tree) -> Object:
    """Return what is known of a tree: its games, what is claimed, and what is found in time."""
    lengths = tree.lengths
    within = found_within(tree, lengths)
    weighed = {} if tree.at.game.prior is None else {"weighted_total": lengths.weighted_total}
    return {"first": tree.guess, **lengths.to_dict(), **tree.claimed, **within, **weighed}


def found_within(tree: Tree, lengths: Lengths) -> dict[str, int]:
    """Return what is found within the guesses of a tree's aim, by weight if there is a prior."""
    k = tree.claim.within
    return {} if k is None else {"within": k, "found_within": lengths.weighted_within(k)}


def solved(at: Position, given: Mapping[str, Any], allow: Any) -> Object:
    """Return the best tree with its proof: what it claims is the least. Raises JottoError."""
    from jotto.search.solve import solve

    if len(at) > PROVABLE:
        wrong = f"{count(len(at), 'candidate')} are left, and at most {PROVABLE} are solved"
        raise RequestError(wrong, "make more guesses first, or run jotto tree", "too large")
    opening = [moves.read_allowed(at.game, text) for text in given.get("opening", ())]
    first = opening[0] if opening else None
    how: Any = {"max_guesses": given.get("max_guesses"), "opening": first}
    tree = solve(at, aim=given["aim"], allow=allow, **how)
    return {**tree_fields(tree), "tree": {n: tree.to_dict()[n] for n in ("guess", "branches")}}


def opening_fields(opening: Opening) -> Object:
    """Return the figures of an opening that are known."""
    known = {name: value for name, value in opening.to_dict().items() if value is not None}
    return {"opening": known.pop("word"), **known}


def openings(game: Game, strategy: Strategy, given: Mapping[str, Any], *, polite: bool) -> Object:
    """Rank first guesses, without offensive words if ``polite``. Raises JottoError."""
    from jotto.analysis.comparison import alike, by_one_guess, openings as played

    only = [moves.read_allowed(game, text) for text in given.get("only", ())] or None
    hidden = words.offensive() if polite and only is None else frozenset[str]()
    top, number = given["top"], len(only or alike(game) or game.guesses)
    if not given.get("full"):
        most = len(game.guesses) if only else top + len(hidden)
        ranked = by_one_guess(game, strategy, most, among=only)
    elif number * len(game.guesses) * len(game) > MOST_PLAYED:
        wrong = f"{count(number, 'opening')} of this game take too long to play"
        instead = "leave full out, name a few as only, or run jotto openings"
        raise RequestError(wrong, instead, "too large")
    else:
        ranked = played(game, strategy, among=only, parallel=1)
    shown = politely(ranked, hidden)[:top]
    return {"secrets": len(game), "openings": [opening_fields(row) for row in shown]}


def politely(ranked: list[Opening], hidden: frozenset[str]) -> list[Opening]:
    """Return openings without hidden words, unless there are no others."""
    return [row for row in ranked if hidden.isdisjoint(row.word.split(","))] or ranked
