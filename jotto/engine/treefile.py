"""Strategy trees in files: written node by node, and never trusted when read.

The file is JSON, one node a line: what the tree is for, what is claimed of it, and the tree::

    {
    "format": 1,
    "game": "words",
    "rule": "exact-elsewhere",
    "key": "96e0...", (the fingerprint of both lists and the rule: :attr:`Game.key`)
    "turns": [], (the turns [guess, score] that led to where the tree starts)
    "secrets": 3, (the claims, all of them counted from there on)
    "total": 6,
    "mean": 2.0,
    "worst": 3,
    "lower_bound": 6, (no tree has a lower total; null if nothing is known)
    "proved": true,
    "prior": null, (the fingerprint of the secrets' weights; bound and proof are of weighted_total)
    "weighted_total": null,
    "tree":
    {"guess": "hatch", "branches": {
     "4,0": {"guess": "latch", "branches": {
      "4,0": "match"}}}}
    }

A node is a guess and the nodes below its scores; one with nothing below it is written as its guess
alone. Winning scores are left out. The columns of :mod:`jotto.engine.columns` are read as well.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from jotto.engine.game import Game, Turn
from jotto.engine.tree import Node, games
from jotto.errors import GameError, JottoError, TreeFileError, quoted

FORMAT = 1
LARGEST = 16 << 20  # bytes: a tree of some 400,000 secrets
FEW = 1 << 18  # guesses; so many may be held in memory to be found at once
TOO_MANY = 1 << 63  # guesses
DEEPEST = 200  # guesses; JSON of more is nested deeper than Python reads


@dataclass(frozen=True)
class Claims:
    """What is said of a tree; the fields of the file, see :mod:`jotto.engine.treefile`."""

    secrets: int
    total: int
    mean: float
    worst: int
    lower_bound: int | None = None
    proved: bool = False
    prior: str | None = None
    weighted_total: int | None = None


@dataclass(frozen=True, eq=False)
class Branch:
    """A node as a file has it: a guess (an index), and the node below each score code but the win.

    Nothing is chosen here, and nothing is known of the candidates.
    """

    guess: int
    below: dict[int, Branch] = field(default_factory=dict, repr=False)


@dataclass(frozen=True, eq=False)
class Tree:
    """A tree read for a game; it starts after ``turns``. ``claims``: None if the file has none."""

    path: str
    turns: tuple[Turn, ...]
    root: Branch
    claims: Claims | None


# --- writing ------------------------------------------------------------------------------------


def claims_of(root: Node, *, lower_bound: int | None = None, proved: bool = False) -> Claims:
    """Count what can be claimed of a tree; bound and proof are taken as they are told.

    The guesses made before ``root`` are not counted, nor are the secrets they ruled out.

    >>> from jotto.engine.strategies import strategy_named
    >>> from jotto.engine.tree import grow
    >>> from jotto.games.words import word_game
    >>> game = word_game(["hatch", "latch", "match"])
    >>> found = claims_of(grow(game, strategy_named("entropy")))
    >>> found.secrets, found.total, found.mean, found.worst
    (3, 6, 2.0, 3)
    """
    made, weights = len(root.history), root.game.weights
    played = [(secret, len(guesses) - made) for secret, guesses in games(root)]
    lengths = [length for _, length in played]
    return Claims(
        secrets=len(lengths),
        total=sum(lengths),
        mean=round(sum(lengths) / len(lengths), 6),
        worst=max(lengths),
        lower_bound=lower_bound,
        proved=proved,
        prior=root.game.prior_key,
        weighted_total=None
        if weights is None
        else sum(int(weights[secret]) * length for secret, length in played),
    )


def write(root: Node, claims: Claims, name: str, turns: Sequence[Turn] = ()) -> Iterator[str]:
    """Write a tree out: yield the lines of its file.

    ``name`` is the game's, as ``--game`` takes it; ``turns`` led to ``root``. Raises GameError
    where a game is longer than DEEPEST guesses.
    """
    game = root.game
    fields = {
        "format": FORMAT,
        "game": name,
        "rule": game.rule.name,
        "key": game.key,
        "turns": [[str(turn.guess), game.rule.texts[turn.code]] for turn in turns],
        **asdict(claims),
    }
    yield "{\n"
    yield from (f"{_json(name)}: {_json(value)},\n" for name, value in fields.items())
    yield '"tree":\n'
    yield from _nodes(root)
    yield "}\n"


def _nodes(root: Node) -> Iterator[str]:
    """Yield the line of every node; what closes a node stands behind the last one below it."""
    game, texts = root.game, root.game.rule.texts
    waiting = [(root, 0, "", "\n")]
    while waiting:
        node, depth, score, closing = waiting.pop()
        if depth >= DEEPEST:
            raise GameError(f"a game of over {DEEPEST} guesses does not go into a tree file")
        start, guess = " " * depth + score, _json(str(game.guesses[node.guess]))
        below = [(code, each) for code, each in node.branches.items() if each is not None]
        if not below:
            yield f"{start}{guess}{closing}"
            continue
        yield f'{start}{{"guess": {guess}, "branches": {{\n'
        ends = [",\n"] * (len(below) - 1) + ["}}" + closing]
        for (code, each), end in reversed(list(zip(below, ends, strict=True))):
            waiting.append((each, depth + 1, f"{_json(texts[code])}: ", end))


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


# --- reading ------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class TreeFile:
    """A file that was read but belongs to no game yet: the fields of its JSON, or its lines."""

    path: str
    fields: Mapping[str, Any] | None
    lines: Sequence[str] = ()

    def says(self, name: str) -> str | None:
        """Return what the file says of itself under ``name``, if it does."""
        return None if self.fields is None else _typed(self, name, str)


FIELDS = ("format", "game", "rule", "key", "turns", *Claims.__dataclass_fields__, "tree")


def load(path: Path) -> TreeFile:
    """Read a file, and see to it that it is one of a tree. Raises TreeFileError."""
    text = _text(path)
    if not text.lstrip().startswith("{"):
        return TreeFile(str(path), None, text.splitlines())
    try:
        fields = json.loads(text, object_pairs_hook=_once, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        reason = f"it is damaged or cut off: {error.msg} at column {error.colno}"
        raise TreeFileError(str(path), reason, f"line {error.lineno}") from None
    except RecursionError:
        reason = f"it is nested too deep; no game may be longer than {DEEPEST} guesses"
        raise TreeFileError(str(path), reason) from None
    except ValueError as error:
        raise TreeFileError(str(path), str(error)) from None
    file = TreeFile(str(path), fields)
    if fields.get("format") != FORMAT:
        known = f"this jotto reads format {FORMAT}"
        raise _refused(file, f"its format is {_shown(fields.get('format'))}; {known}")
    for name in fields:
        if name not in FIELDS:  # it may be a claim, which nobody would check
            raise _refused(file, f"{quoted(name)} is no field of format {FORMAT}")
    return file


def _text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            found = file.read(LARGEST + 1)
    except OSError as error:
        raise TreeFileError(str(path), f"it cannot be read: {error.strerror}") from None
    if len(found) > LARGEST:
        raise TreeFileError(str(path), f"it is larger than {LARGEST >> 20} MB; no tree is")
    try:
        return found.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = found.count(b"\n", 0, error.start) + 1
        raise TreeFileError(str(path), "not text in UTF-8", f"line {line}") from None


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


def _refused(file: TreeFile, reason: str, turns: Sequence[str] = ()) -> TreeFileError:
    where = f"after {' '.join(turns)}" if turns else ""
    return TreeFileError(file.path, reason, where)


def _shown(value: Any) -> str:
    """Show what stands where something else should; not what may be large, or deep."""
    if isinstance(value, list | dict):
        return "an object of other fields" if isinstance(value, dict) else "a list"
    return "nothing" if value is None else quoted(str(value))


KINDS = {str: "text", int: "a whole number", float: "a number", bool: "true or false", list: "list"}


def _typed(file: TreeFile, name: str, kind: type, *, needed: bool = True) -> Any:
    assert file.fields is not None
    value = file.fields.get(name)
    if value is None and not needed:
        return None
    if isinstance(value, int) and abs(value) >= TOO_MANY:
        raise _refused(file, f"{name!r} is larger than any number of guesses")
    fits = isinstance(value, (int, float) if kind is float else kind)
    if not fits or (isinstance(value, bool) and kind is not bool):
        found = "is missing" if value is None else f"is {_shown(value)}"
        raise _refused(file, f"{name!r} {found}; it must be {KINDS[kind]}")
    return value


def tree_for(file: TreeFile, game: Game) -> Tree:
    """Read the tree of a file as one for ``game``; raises TreeFileError.

    Refused are other lists or another rule than it was made for, and whatever is no tree.
    """
    if file.fields is None:
        from jotto.engine.columns import read_text

        turns, root = read_text(file.lines, game, file.path)
        return Tree(file.path, turns, root, None)
    rule, key = _typed(file, "rule", str), _typed(file, "key", str)
    if rule != game.rule.name:
        raise _refused(file, f"it is for the rule {quoted(rule)}, this game has {game.rule.name}")
    if key != game.key:
        reason = f"it was made for other lists: they have checksum {quoted(key)}, not {game.key!r}"
        raise _refused(file, f"{reason}; give its lists, as with --words and --guesses")
    turns = tuple(_turns(file, game))
    return Tree(file.path, turns, _root(file, game), _claims(file))


def _turns(file: TreeFile, game: Game) -> Iterator[Turn]:
    for turn in _typed(file, "turns", list):
        if not isinstance(turn, list) or [type(each) for each in turn] != [str, str]:
            raise _refused(file, f"{_shown(turn)} is no turn [guess, score]")
        try:
            yield Turn(game.read_guess(turn[0]), game.rule.read(turn[1]))
        except JottoError as error:
            raise _refused(file, f"turn {quoted('='.join(turn))}: {error}") from None


def _claims(file: TreeFile) -> Claims:
    bound = _typed(file, "lower_bound", int, needed=False)
    prior = _typed(file, "prior", str, needed=False)
    return Claims(
        secrets=_typed(file, "secrets", int),
        total=_typed(file, "total", int),
        mean=_typed(file, "mean", float),
        worst=_typed(file, "worst", int),
        lower_bound=bound,
        proved=_typed(file, "proved", bool),
        prior=prior,
        weighted_total=_typed(file, "weighted_total", int, needed=prior is not None),
    )


def _root(file: TreeFile, game: Game) -> Branch:
    assert file.fields is not None
    find = finder(game)
    home: dict[int, Branch] = {}
    waiting: list[tuple[Any, tuple[str, ...], dict[int, Branch], int]]
    waiting = [(file.fields.get("tree"), (), home, 0)]
    while waiting:
        value, turns, above, code = waiting.pop()
        text, below = _node(file, value, turns)
        try:
            above[code] = node = Branch(find(text))
        except JottoError as error:
            raise _refused(file, str(error), turns) from None
        guess = game.guesses[node.guess]
        for score, each in reversed(below.items()):
            after = _code(file, game, guess, score, turns)
            made = (*turns, game.show(Turn(guess, after)))
            waiting.append((each, made, node.below, after))
    return home[0]


def _node(file: TreeFile, value: Any, turns: Sequence[str]) -> tuple[str, dict[str, Any]]:
    """Take a node apart: its guess, and what stands below its scores."""
    if isinstance(value, str):
        return value, {}
    guess = value.get("guess") if isinstance(value, dict) else None
    below = value.get("branches") if isinstance(value, dict) else None
    if not isinstance(guess, str) or not isinstance(below, dict):
        reason = f"a node must be a guess, or its 'guess' and 'branches', not {_shown(value)}"
        raise _refused(file, reason, turns)
    return guess, below


def _code(file: TreeFile, game: Game, guess: Any, score: str, turns: Sequence[str]) -> int:
    """Read the score of a guess, below which something stands."""
    try:
        code = game.rule.read(score)
    except JottoError as error:
        raise _refused(file, f"{guess}: {error}", turns) from None
    if code == game.rule.win:
        raise _refused(file, f"{guess}: nothing can come after the win", turns)
    if (right := game.rule.texts[code]) != score:
        raise _refused(file, f"{guess}: write its score {quoted(score)} as {right!r}", turns)
    return code


def finder(game: Game) -> Callable[[str], int]:
    """Make what reads an allowed guess and says where it stands; raises JottoError."""
    few = len(game.guesses) <= FEW
    places = {guess: at for at, guess in enumerate(game.guesses)} if few else {}

    def find(text: str) -> int:
        guess = game.read_guess(text)
        place = places.get(guess, -1) if few else game.find(guess)
        if place < 0:
            raise GameError(f"{quoted(text)} is not an allowed guess")
        return place

    return find
