"""A tree from a file as a strategy."""

from __future__ import annotations

from jotto.engine.allowed import Allow, History, any_guess
from jotto.engine.game import Game, Turn
from jotto.engine.partition import Indices
from jotto.engine.strategies import Strategy
from jotto.engine.treefile import Branch, Tree
from jotto.errors import GameError


def following(
    tree: Tree, game: Game, *, allow: Allow = any_guess, otherwise: Strategy | None = None
) -> Strategy:
    """Make the strategy that plays ``tree``, read for ``game``, from the first turn on.

    Where the tree does not say what to guess, or what ``allow`` does not allow, ``otherwise`` does;
    without it that is a GameError. The game played may have lost words since: guesses are told by
    their names.
    """

    def choose(played: Game, candidates: Indices, history: History) -> int:
        guess = _next(tree, game, played, candidates, history)
        if guess >= 0 and played is not game:
            guess = played.find(game.guesses[guess])
        if guess >= 0 and allow(played, candidates, history)[guess]:
            return guess
        if otherwise is None:
            made = " ".join(map(played.show, _turns(played, candidates, history)))
            raise GameError(
                f"tree {tree.path!r} has no guess it may make after {made or 'nothing'}"
            )
        return otherwise(played, candidates, history)

    return choose


def _turns(game: Game, candidates: Indices, history: History) -> tuple[Turn, ...]:
    """Return the turns that were made; the candidates, which agree with them, tell the scores."""
    first = candidates[:1]
    return tuple(
        Turn(game.guesses[guess], int(game.codes(guess, first)[0]))
        for guess in history
        if guess >= 0
    )


def _next(tree: Tree, of: Game, game: Game, candidates: Indices, history: History) -> int:
    """Return what ``tree``, read for the game ``of``, guesses next, or -1 where it says nothing."""
    turns, before = _turns(game, candidates, history), len(tree.turns)
    if len(turns) < len(history) or turns[:before] != tree.turns[: len(turns)]:
        return -1  # a guess from outside the list, or another position than the tree starts from
    if len(turns) < before:
        return of.find(tree.turns[len(turns)].guess)
    branch: Branch | None = tree.root
    for turn in turns[before:]:
        if branch is None or of.guesses[branch.guess] != turn.guess:
            return -1
        branch = branch.below.get(turn.code)
    return -1 if branch is None else branch.guess
