"""Tree files, in JSON or in columns of text; everything in them is checked when read.

JSON has the fields in KINDS, one per line, then the tree, one node per line; a leaf is its guess
alone, and winning scores are left out::

    {"guess": "hatch", "branches": {
     "4,0": {"guess": "latch", "branches": {
      "4,0": "match"}}}}

In columns, each line is the game that finds one secret: guess, score and number of the turn, and
so on up to the win. What repeats the line above is left blank; scores are sorted as text::

    hatch 4,01 latch 4,02 match 5,03
                     5,02
          5,01

This is the format of the ``.tree`` files at github.com/alex1770/wordle (``printtree`` in
wordle.cpp, 2022), with scores such as ``BBYGB1``. A tree from a position begins with the turns
before it, each with a single score.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from jotto import files
from jotto.engine.game import Game, Rule, Turn
from jotto.engine.position import Position
from jotto.errors import FileError, GameError, JottoError, quoted

FORMAT = 2
DEEPEST = 200  # guesses in a game; JSON of more is nested deeper than Python reads
LARGEST = 16 << 20  # bytes: a tree of some 400,000 secrets
TOO_MANY = 1 << 63  # guesses
TEXT, WHOLE = ((str,), "text"), ((int,), "a whole number")
_json = partial(json.dumps, ensure_ascii=False)
KINDS: dict[str, tuple[Any, str]] = {  # the fields: types or values, and their name in errors
    "game": TEXT,
    "rule": TEXT,
    "key": TEXT,  # the checksum of both lists and the rule: Game.key
    "turns": ((list,), "list"),  # [guess, score], of the position that the tree starts from
    # figures, counted from that position
    **dict.fromkeys(("secrets", "total", "worst", "weighted_total"), WHOLE),
    "mean": ((int, float), "a number"),
    "prior": TEXT,  # Game.prior_key; lower_bound and proved are then about weighted_total
    # jotto.trees.tree.Claim; format 1 has no more of it than the last two
    "aim": TEXT,
    "allow": (("all", "candidates", "hard"), "all, candidates or hard"),
    "opening": TEXT,
    "max_guesses": WHOLE,
    "lower_bound": WHOLE,
    "proved": ((bool,), "true or false"),
    # of trees that are to find most secrets within K guesses; by weight, if there is a prior
    "found_within": WHOLE,
    "most_found": WHOLE,
}
CLAIMED = ("aim", "allow", "opening", "max_guesses", "most_found", "lower_bound", "proved")
NEW = frozenset(("found_within", *CLAIMED[:5]))  # not in format 1
OPTIONAL = {*CLAIMED[:6], "game", "prior", "weighted_total", "found_within"}  # may be null


@dataclass(frozen=True)
class Node:
    """A guess (an index), and the node below each score code except the win."""

    guess: int
    below: "dict[int, Node]" = field(default_factory=dict, repr=False)

    @property
    def depth(self) -> int:
        """The guesses of its longest game."""
        return 1 + max((node.depth for node in self.below.values()), default=0)

    def __hash__(self) -> int:
        """Agree with ``==``, without a visit to every node below."""
        return hash((self.guess, frozenset(self.below)))


# --- writing, then reading ----------------------------------------------------------------------


@contextmanager
def refusing(path: object, where: str | int = "") -> Iterator[None]:
    """Re-raise errors as a FileError that names the tree file and the place in it."""
    try:
        yield
    except FileError:
        raise
    except JottoError as error:
        raise FileError("tree", path, str(error), where).about(*error.parameters) from None


def write_json(at: Position, root: Node, name: str, stated: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of a tree file in JSON; no game is longer than DEEPEST."""
    game = at.game
    fields = {
        "format": FORMAT,
        "game": name,
        "rule": game.rule.name,
        "key": game.key,
        "turns": [[str(guess), score] for guess, score in at.turns],
        **stated,
    }
    yield "{\n"
    yield from (f"{_json(name)}: {_json(value)},\n" for name, value in fields.items())
    yield '"tree":\n'
    yield from _nodes(game, root, 0, "", "\n")
    yield "}\n"


def _nodes(game: Game, node: Node, depth: int, score: str, end: str) -> Iterator[str]:
    """Yield the line of each node; its closing brackets follow the last node below it."""
    start, guess = " " * depth + score, _json(str(game.guesses[node.guess]))
    if not node.below:
        yield f"{start}{guess}{end}"
        return
    yield f'{start}{{"guess": {guess}, "branches": {{\n'
    for place, (code, below) in enumerate(node.below.items(), start=1):
        close = "}}" + end if place == len(node.below) else ",\n"
        yield from _nodes(game, below, depth + 1, f"{_json(game.rule.texts[code])}: ", close)


def read_text(path: Path, largest: int, what: str) -> str:
    """Read a file of at most ``largest`` bytes. Raises FileError."""
    with files.refusing(what, path, "it cannot be read: "), path.open("rb") as file:
        data = file.read(largest + 1)
    if len(data) > largest:
        raise FileError(what, path, f"it is larger than {largest >> 20} MB, the most for a {what}")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise FileError(what, path, "not text in UTF-8", line) from None


def parse(text: str, path: object, *, line: int = 1) -> dict[str, Any]:
    """Return the fields of a tree in JSON, whose text begins at ``line``. Raises FileError."""
    where: str | int = ""
    try:
        once = {"object_pairs_hook": _once, "parse_constant": _constant}
        fields: dict[str, Any] = files.from_json(text, **once)
        if not isinstance(fields, dict):
            raise GameError(f"{_shown(fields)} is not a tree")
        number = fields.get("format")
        if number not in (1, FORMAT):
            right = f"this jotto reads formats 1 and {FORMAT}"
            raise GameError(f"its format is {_shown(number)}; {right}")
        for name in fields:
            if name not in ("format", "tree", *KINDS) or (number == 1 and name in NEW):
                raise GameError(f"{quoted(name)} is not a field of format {number}")
        for name in KINDS:
            _check(fields, name)
        return fields
    except json.JSONDecodeError as error:
        reason = f"it is damaged or cut off: {error.msg} at column {error.colno}"
        where = line - 1 + error.lineno
    except ValueError as error:
        reason = str(error)
    raise FileError("tree", path, reason, where)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    for name, value in pairs:
        if name in fields:
            last = value["guess"] if isinstance(value, dict) and "guess" in value else value
            raise ValueError(f"{quoted(name)} appears twice in one object: {quoted(str(last))}")
        fields[name] = value
    return fields


def _constant(text: str) -> None:
    raise ValueError(f"{text} is not a number")


def _shown(value: Any) -> str:
    """Quote a wrong value; of objects and lists, which may be large, only the type."""
    types = {dict: "an object of other fields", list: "a list", type(None): "nothing"}
    return types.get(type(value)) or quoted(str(value))


def read_json(fields: Mapping[str, Any], game: Game, path: object) -> tuple[Sequence[Turn], Node]:
    """Return the turns before a tree of this game, and its root. Raises FileError."""

    def node(value: Any, turns: tuple[str, ...]) -> Node:
        with refusing(path, f"after {' '.join(turns)}" if turns else ""):
            match {"guess": value, "branches": {}} if isinstance(value, str) else value:
                case {"guess": str(text), "branches": dict(below)}:
                    parent = Node(game.index(text))
                case _:
                    right = "a node must be a guess, or its 'guess' and 'branches'"
                    raise GameError(f"{right}, not {_shown(value)}")
            guess = game.guesses[parent.guess]
            for score, each in below.items():
                code = _code(game, guess, score)
                parent.below[code] = node(each, (*turns, game.show(Turn(guess, code))))
        return parent

    with refusing(path):
        if (rule := fields["rule"]) != game.rule.name:
            raise GameError(f"it is for the rule {quoted(rule)}, this game has {game.rule.name}")
        if (key := fields["key"]) != game.key:
            reason = f"they have checksum {quoted(key)}, not {game.key!r}"
            refusal = GameError(f"it was made for other lists: {reason}; give those lists")
            raise refusal.about("secrets", "guesses")
        for turn in fields["turns"]:
            if not isinstance(turn, list) or [type(part) for part in turn] != [str, str]:
                raise GameError(f"{_shown(turn)} is not a turn [guess, score]")
        turns = game.read_turns(fields["turns"])
    return turns, node(fields.get("tree"), ())


def _check(fields: Mapping[str, Any], name: str) -> None:
    value, (kinds, right) = fields.get(name), KINDS[name]
    weighted = name == "weighted_total" and fields.get("prior") is not None
    if value is None and name in OPTIONAL and not weighted:
        return
    if isinstance(value, int) and abs(value) >= TOO_MANY:
        raise GameError(f"{name!r} is too large for a number of guesses")
    if type(value) not in kinds and value not in kinds:
        wrong = "is missing" if value is None else f"is {_shown(value)}"
        raise GameError(f"{name!r} {wrong}; it must be {right}")


def _code(game: Game, guess: Any, score: str) -> int:
    """Read the score of a guess that has a node below it."""
    try:
        code = game.rule.read(score)
        if code == game.rule.win:
            raise GameError("nothing can come after the win")
        if (right := game.rule.texts[code]) != score:
            raise GameError(f"write its score {quoted(score)} as {right!r}")
    except JottoError as error:
        raise GameError(f"{guess}: {error}") from None
    return code


def check_columns(at: Position) -> None:
    """Raise GameError if a tree from this position, in columns, would be read as another one.

    The turns before a tree are told apart from it by what they tell.
    """
    before = Position(at.game, (), (), at.game.everything)
    for turn in at.history:
        after = before.then(turn)
        if len(after) == len(before):
            reason = f"{at.game.show(turn)} tells nothing; write JSON, to a name without .txt"
            raise GameError(f"columns cannot hold the turns before this tree: {reason}")
        before = after


def write_columns(at: Position, root: Node) -> Iterator[str]:
    """Yield the lines of a tree in columns; no game is longer than DEEPEST. Raises GameError."""
    words = (*map(str, at.game.guesses), *at.game.rule.texts)
    if wide := next((word for word in words if len(word.split()) > 1), ""):
        raise GameError(f"{quoted(wide)} has a space, which ends a column; save as .json")
    turns = enumerate(at.turns, start=1)
    return _lines(at, root, "".join(f"{guess} {score}{n} " for n, (guess, score) in turns))


def _lines(at: Position, node: Node | None, line: str) -> Iterator[str]:
    """Yield the lines from a node on; ``line`` leads to it, blank where already written."""
    if node is None:
        yield f"{line.rstrip()}\n"
        return
    texts = at.game.rule.texts
    line += f"{at.game.guesses[node.guess]} "
    for code, after in sorted(at.parts(node.guess), key=lambda part: texts[part[0]]):
        yield from _lines(after, node.below.get(code), f"{line}{texts[code]}{len(after.made)} ")
        line = " " * len(line)


def read_columns(text: str, game: Game, path: object) -> tuple[Sequence[Turn], Node]:
    """Return the turns before a tree in columns, and its root. Raises FileError naming the line."""
    rule, common = game.rule, DEEPEST  # scores that all lines share
    nodes = [Node(-1)]  # of the last line, after an empty one
    columns: list[int] = []  # where its scores begin
    for number, line in enumerate(text.splitlines(), start=1):
        if not (words := list(re.finditer(r"\S+", line))):
            continue
        with refusing(path, number):
            if len(nodes) > 1:
                common = min(common, _backtrack(words[0], nodes, columns))
            elif words[0].start():
                raise GameError("the first line must begin with the first guess")
            code = -1
            for place, word in enumerate(words, start=len(nodes) > 1):
                if place % 2:
                    columns.append(word.start())
                    if not word[0].endswith(turn := str(len(columns))):
                        right = f"a score and {turn}, the turn's number"
                        raise GameError(f"{quoted(word[0])} must be {right}")
                    code = rule.read(word[0].removesuffix(turn))
                elif code == rule.win:
                    raise GameError(f"nothing can come after the win: {quoted(word[0])}")
                else:
                    _append(Node(game.index(word[0])), nodes, code, rule)
            if code != rule.win:
                raise GameError(f"the line must end with the win, not {quoted(words[-1][0])}")
    if len(nodes) == 1:
        raise FileError("tree", path, "it is empty")
    return _split_turns(game, nodes[1], common)


def _append(node: Node, nodes: list[Node], code: int, rule: Rule) -> None:
    """Add a node below the last one."""
    below = nodes[-1].below
    if len(nodes) > DEEPEST:
        raise GameError(f"no game may be longer than {DEEPEST} guesses")
    if code in below:
        raise GameError(f"score {rule.texts[code]!r} appears twice here")
    below[code] = node
    nodes.append(node)


def _backtrack(score: re.Match[str], nodes: list[Node], columns: list[int]) -> int:
    """Drop the nodes of the line above from this column on; return how many scores are left."""
    if score.start() not in columns:
        raise GameError(f"{quoted(score[0])} is not below a score of the line above")
    shared = columns.index(score.start())
    del nodes[shared + 2 :], columns[shared:]
    return shared


def _split_turns(game: Game, root: Node, common: int) -> tuple[Sequence[Turn], Node]:
    """Split off the turns before the tree: guesses with one score where others are possible."""
    turns: list[Turn] = []
    left = game.everything
    while len(turns) < common and root.below:
        ((code, below),) = root.below.items()
        codes = game.codes(root.guess, left)
        if (codes == codes[0]).all() or code not in codes:
            break
        turns.append(Turn(game.guesses[root.guess], code))
        root, left = below, left[codes == code]
    return turns, root
