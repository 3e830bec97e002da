"""Trees in JSON files: written node by node, and never trusted when read.

The file says what the tree is for, what is claimed of it, and the tree, one node a line::

    {
    "format": 1,
    "game": "words",
    "rule": "exact-elsewhere",
    "key": "96e0...", (the checksum of both lists and the rule: :attr:`Game.key`)
    "turns": [], (the turns [guess, score] that led to where the tree starts)
    "secrets": 3, (the claims, all of them counted from there on)
    "total": 6,
    "mean": 2.0,
    "worst": 3,
    "lower_bound": 6, (no tree has a lower total; null if nothing is known)
    "proved": true,
    "prior": null, (the checksum of the secrets' weights; bound and proof are of weighted_total)
    "weighted_total": null,
    "tree":
    {"guess": "hatch", "branches": {
     "4,0": {"guess": "latch", "branches": {
      "4,0": "match"}}}}
    }

A node with nothing below it is written as its guess alone. Winning scores are left out.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jotto.engine.game import Game, Turn
from jotto.engine.position import Position
from jotto.errors import FileError, GameError, JottoError, quoted
from jotto.trees.node import DEEPEST, Node

FORMAT = 1
LARGEST = 16 << 20  # bytes: a tree of some 400,000 secrets
FEW = 1 << 18  # guesses; so many may be held in memory to be found at once
TOO_MANY = 1 << 63  # guesses
WHOLE, TEXT = (int, "a whole number"), (str, "text")
KINDS: dict[str, tuple[type | tuple[type, ...], str]] = {
    "rule": TEXT,
    "key": TEXT,
    "turns": (list, "list"),
    **dict.fromkeys(("secrets", "total", "worst", "lower_bound", "weighted_total"), WHOLE),
    "mean": ((int, float), "a number"),
    "proved": (bool, "true or false"),
    "prior": TEXT,
}
OPTIONAL = ("lower_bound", "prior", "weighted_total")  # may be null


# --- writing ------------------------------------------------------------------------------------


def write(at: Position, root: Node, claims: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of the file of a tree from ``at``. Raises GameError if a game is too long."""
    game = at.game
    fields = {
        "format": FORMAT,
        "game": claims["game"],
        "rule": game.rule.name,
        "key": game.key,
        "turns": [[str(guess), score] for guess, score in at.turns],
        **claims,
    }
    yield "{\n"
    yield from (f"{_json(name)}: {_json(value)},\n" for name, value in fields.items())
    yield '"tree":\n'
    yield from _nodes(game, root, 0, "", "\n")
    yield "}\n"


def _nodes(game: Game, node: Node, depth: int, score: str, end: str) -> Iterator[str]:
    """Yield the line of each node; what closes a node follows the last one below it."""
    if depth >= DEEPEST:
        raise GameError(f"a game of over {DEEPEST} guesses does not go into a tree file")
    guess = _json(str(game.guesses[node.guess]))
    if not node.below:
        yield f"{' ' * depth}{score}{guess}{end}"
        return
    yield f'{" " * depth}{score}{{"guess": {guess}, "branches": {{\n'
    for place, (code, below) in enumerate(node.below.items(), start=1):
        close = "}}" + end if place == len(node.below) else ",\n"
        yield from _nodes(game, below, depth + 1, f"{_json(game.rule.texts[code])}: ", close)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


# --- reading ------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class File:
    """A file that was read but belongs to no game yet: the fields of its JSON, or its lines."""

    path: str
    fields: Mapping[str, Any] | None
    lines: Sequence[str] = ()

    def text(self, name: str) -> str | None:
        """Return a text that the file holds under ``name``, if it is JSON and has one."""
        found = (self.fields or {}).get(name)
        if found is not None and not isinstance(found, str):
            raise self.refused(f"{name!r} is {_shown(found)}; it must be text")
        return found

    def refused(self, reason: str, turns: Sequence[str] = ()) -> FileError:
        """Make the error that refuses the file, because of the node after ``turns`` if given."""
        return FileError("tree", self.path, reason, f"after {' '.join(turns)}" if turns else "")


def load(path: Path) -> File:
    """Read a file, and check that it is one of a tree. Raises FileError."""
    text = _text(path)
    if not text.lstrip().startswith("{"):
        return File(str(path), None, text.splitlines())
    try:
        fields = json.loads(text, object_pairs_hook=_once, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        reason = f"it is damaged or cut off: {error.msg} at column {error.colno}"
        raise FileError("tree", path, reason, error.lineno) from None
    except RecursionError:
        reason = f"it is nested too deep; no game may be longer than {DEEPEST} guesses"
        raise FileError("tree", path, reason) from None
    except ValueError as error:
        raise FileError("tree", path, str(error)) from None
    file = File(str(path), fields)
    if fields.get("format") != FORMAT:
        found = _shown(fields.get("format"))
        raise file.refused(f"its format is {found}; this jotto reads format {FORMAT}")
    for name in fields:
        if name not in ("format", "game", "tree", *KINDS):  # a claim that nobody would check
            raise file.refused(f"{quoted(name)} is not a field of format {FORMAT}")
    return file


def _text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            found = file.read(LARGEST + 1)
    except OSError as error:
        raise FileError("tree", path, f"it cannot be read: {error.strerror}") from None
    if len(found) > LARGEST:
        raise FileError("tree", path, f"it is larger than {LARGEST >> 20} MB; no tree is")
    try:
        return found.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = found.count(b"\n", 0, error.start) + 1
        raise FileError("tree", path, "not text in UTF-8", line) from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            last = value["guess"] if isinstance(value, dict) and "guess" in value else value
            raise ValueError(f"{quoted(name)} stands twice in one place: {quoted(str(last))}")
        found[name] = value
    return found


def _no_number(text: str) -> None:
    raise ValueError(f"{text} is no number")


def _shown(value: Any) -> str:
    """Show what stands where something else should; not what may be large, or deep."""
    if isinstance(value, list | dict):
        return "an object of other fields" if isinstance(value, dict) else "a list"
    return "nothing" if value is None else quoted(str(value))


def read(file: File, game: Game) -> tuple[list[Turn], Node, dict[str, Any]]:
    """Read the turns before the tree, its root and its claims. Raises FileError.

    Refused are other lists or another rule than it was made for, and whatever is not a tree.
    """
    fields = dict(file.fields or {})
    for name in KINDS:
        _check(file, fields, name)
    if fields["rule"] != game.rule.name:
        rule = quoted(fields["rule"])
        raise file.refused(f"it is for the rule {rule}, this game has {game.rule.name}")
    if (key := fields["key"]) != game.key:
        reason = f"it was made for other lists: they have checksum {quoted(key)}, not {game.key!r}"
        raise file.refused(f"{reason}; give its lists, as with --words and --guesses")
    turns = [_turn(file, game, turn) for turn in fields["turns"]]
    return turns, _root(file, game), {name: fields.get(name) for name in KINDS}


def _check(file: File, fields: Mapping[str, Any], name: str) -> None:
    value, (kind, told) = fields.get(name), KINDS[name]
    weighted = name == "weighted_total" and fields.get("prior") is not None
    if value is None and name in OPTIONAL and not weighted:
        return
    if isinstance(value, int) and abs(value) >= TOO_MANY:
        raise file.refused(f"{name!r} is larger than any number of guesses")
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        found = "is missing" if value is None else f"is {_shown(value)}"
        raise file.refused(f"{name!r} {found}; it must be {told}")


def _turn(file: File, game: Game, turn: Any) -> Turn:
    if not isinstance(turn, list) or [type(each) for each in turn] != [str, str]:
        raise file.refused(f"{_shown(turn)} is no turn [guess, score]")
    try:
        return Turn(game.read_guess(turn[0]), game.rule.read(turn[1]))
    except JottoError as error:
        raise file.refused(f"turn {quoted('='.join(turn))}: {error}") from None


def _root(file: File, game: Game) -> Node:
    find = finder(game)

    def node(value: Any, turns: tuple[str, ...]) -> Node:
        text, below = _taken_apart(file, value, turns)
        try:
            found = Node(find(text))
        except JottoError as error:
            raise file.refused(str(error), turns) from None
        guess = game.guesses[found.guess]
        for score, each in below.items():
            code = _code(file, game, guess, score, turns)
            found.below[code] = node(each, (*turns, game.show(Turn(guess, code))))
        return found

    return node((file.fields or {}).get("tree"), ())


def _taken_apart(file: File, value: Any, turns: Sequence[str]) -> tuple[str, dict[str, Any]]:
    """Return the guess of a node, and what stands below its scores."""
    if isinstance(value, str):
        return value, {}
    guess = value.get("guess") if isinstance(value, dict) else None
    below = value.get("branches") if isinstance(value, dict) else None
    if not isinstance(guess, str) or not isinstance(below, dict):
        reason = f"a node must be a guess, or its 'guess' and 'branches', not {_shown(value)}"
        raise file.refused(reason, turns)
    return guess, below


def _code(file: File, game: Game, guess: Any, score: str, turns: Sequence[str]) -> int:
    """Read the score of a guess, below which something stands."""
    try:
        code = game.rule.read(score)
    except JottoError as error:
        raise file.refused(f"{guess}: {error}", turns) from None
    if code == game.rule.win:
        raise file.refused(f"{guess}: nothing can come after the win", turns)
    if (right := game.rule.texts[code]) != score:
        raise file.refused(f"{guess}: write its score {quoted(score)} as {right!r}", turns)
    return code


def finder(game: Game) -> Callable[[str], int]:
    """Make a function that reads an allowed guess and returns its index; it raises JottoError."""
    few = len(game.guesses) <= FEW
    places = {guess: at for at, guess in enumerate(game.guesses)} if few else {}

    def find(text: str) -> int:
        guess = game.read_guess(text)
        place = places.get(guess, -1) if few else game.find(guess)
        if place < 0:
            raise GameError(f"{quoted(text)} is not an allowed guess")
        return place

    return find
