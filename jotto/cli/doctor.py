"""The command that says what went wrong when nothing fits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from jotto.cli import render
from jotto.cli.options import (
    DEFAULT_GAME,
    GameName,
    Guesses,
    House,
    Json,
    Plain,
    Plurals,
    Prior,
    Repeats,
    RuleName,
    Top,
    Turns,
    Words,
    load_game,
    read_turns,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from jotto.assistant.doctor import Explanation
    from jotto.engine.game import Game, Turn

SHOWN = 5  # rescued secrets in a line of text


def doctor(
    turns: Turns = None,
    top: Top = 10,
    game: GameName = DEFAULT_GAME,
    words: Words = None,
    guesses: Guesses = None,
    rule: RuleName = None,
    prior: Prior = None,
    repeats: Repeats = True,
    plurals: Plurals = True,
    json: Json = False,
    plain: Plain = False,
) -> None:
    """Say what is wrong when nothing fits: a score, a slip in a guess, or the list.

    Example: jotto doctor tares=1,1 moist=4,0
    """
    from jotto.assistant.doctor import explain, turns_by_blame

    played = load_game(game, words, guesses, rule, prior, House(repeats, plurals))
    history = read_turns(played, turns)
    found, left = explain(played, history), len(played.agreeing(history))
    if json:
        fields = [_fields(played, each) for each in found[:top]]
        blamed = turns_by_blame(found)
        render.show_json(candidates=left, explanations=fields, turns_by_blame=blamed)
    elif left:
        fit = "fits" if left == 1 else "fit"
        print(f"nothing need be wrong: {render.count(left, 'candidate')} still {fit}")
    elif not found:
        print("no candidate is left, and no single error explains it: two or more are wrong")
    else:
        noun = "word" if game == DEFAULT_GAME else "secret"
        print("no candidate is left; if one thing is wrong, the likeliest first:")
        for each in found[:top]:
            print(_line(played, history, each, noun))


def _fields(game: Game, each: Explanation) -> dict[str, Any]:
    """Lay an explanation out for JSON."""
    fields: dict[str, Any] = {"kind": each.kind, "turn": each.turn}
    if each.meant is not None and each.kind == "score":
        fields["score"] = game.rule.texts[each.meant.code]
    elif each.meant is not None:
        fields["guess"] = each.meant.guess
    return fields | {"secrets": [game.secrets[i] for i in each.secrets]}


def _line(game: Game, history: Sequence[Turn], each: Explanation, noun: str) -> str:
    """Write an explanation as one line, with the likeliest of the secrets it rescues."""
    import numpy as np

    from jotto.engine.strategies import weights_of

    if each.meant is None or each.turn is None:
        return f"the secret is perhaps not in the list of {render.count(len(game.secrets), noun)}"
    told = f"turn {each.turn}: {game.show(history[each.turn - 1])}"
    meant = game.rule.texts[each.meant.code] if each.kind == "score" else each.meant.guess
    should = f"should perhaps be {meant}" if each.kind == "score" else f"perhaps meant {meant}"
    likeliest = each.secrets[np.argsort(-weights_of(game, each.secrets), kind="stable")]
    some = ", ".join(str(game.secrets[i]) for i in likeliest[:SHOWN])
    more = ", ..." if len(each.secrets) > SHOWN else ""
    return f"{told} {should}: rescues {render.count(len(each.secrets), noun)} ({some}{more})"
