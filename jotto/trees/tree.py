"""A strategy written out: a guess, and a subtree for every score; what is claimed of its total.

Trees and claims are values: two of the same content are equal, also one that was saved and loaded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Generic, Literal

import numpy as np

from jotto import files
from jotto.engine.allowed import ALLOWED
from jotto.engine.game import Game, T, Turn, partition
from jotto.engine.lengths import PATIENCE, Lengths, stuck
from jotto.engine.position import (
    AnyStrategy,
    Position,
    check_open,
    position_of,
    start,
    strategy_of,
)
from jotto.errors import FileError, GameError, check_arguments, count
from jotto.plain import Plain, plain
from jotto.trees import formats
from jotto.trees.aims import MEAN, read_aim
from jotto.trees.formats import DEEPEST, Node

Turns = tuple[Turn, ...]
Allowed = Literal["all", "candidates", "hard"]
Make = Callable[[str | None, str | None], Game[T]]  # from the names of game and rule in a file


@dataclass(frozen=True)
class Claim(Plain):
    """A lower bound on the total of certain trees from a position, and which trees these are.

    They begin with ``opening`` (None: with any guess), guess only candidates or use every hint if
    ``allow`` says so, and need at most ``max_guesses`` in any game. With ``aim="worst"`` they are
    those whose longest game is as short as possible. ``lower_bound``: none of them has a lower
    total (weighted, under a prior); ``proved``: the tree that makes the claim is one of them and
    attains it; with ``aim="mean,worst"`` no other that does has a shorter longest game. ``aim`` and
    ``allow`` are None in files of format 1, which do not say them.

    With ``aim="within:K"`` none of them finds more secrets (more weight, under a prior) within K
    guesses than ``most_found``; ``proved``: the tree finds so many, and nothing is said of totals.
    With ``"within:K,mean"``, once that is proved, ``lower_bound`` is about the trees that do.

    >>> import jotto
    >>> jotto.Claim("mean", "candidates", max_guesses=5).scope
    'trees that guess only candidates and need at most 5 guesses'
    """

    aim: str | None = MEAN
    allow: Allowed | None = "all"
    opening: Any = None
    max_guesses: int | None = None
    lower_bound: int | None = None
    proved: bool = False
    most_found: int | None = None

    def __post_init__(self) -> None:
        if self.aim is not None:
            object.__setattr__(self, "aim", read_aim(self.aim).text)

    @property
    def within(self) -> int | None:
        """The guesses within which most secrets are to be found, if that is the aim."""
        return None if self.aim is None else read_aim(self.aim).within

    @property
    def totals(self) -> bool:
        """Whether it is about totals: by all aims but ``within:K`` alone."""
        return self.within is None or str(self.aim).endswith(",mean")

    @property
    def own(self) -> bool:
        """Whether it is about trees that guess only candidates."""
        return self.allow == "candidates"

    @property
    def countable(self) -> bool:
        """Whether a certificate can show it."""
        counted = self.aim == MEAN or self.within is not None
        return counted and self.opening is None and self.allow in ("all", "candidates")

    @property
    def by_openings(self) -> bool:
        """Whether it can be proved opening by opening."""
        return self.opening is None and (self.aim == MEAN or not self.totals)

    @property
    def scope(self) -> str:
        """Which trees it is about, in words; empty for all."""
        if self.allow is None:
            return "trees that the file does not describe"
        most = self.max_guesses
        named = {
            f"begin with {self.opening}": self.opening is not None,
            "guess only candidates": self.own,
            "use every hint": self.allow == "hard",
            f"need at most {count(most or 0, 'guess')}": most is not None,
            "keep the longest game as short as possible": self.aim == "worst",
            f"find as many as possible within {self.within}": self.within and self.totals,
        }
        clauses = [clause for clause, holds in named.items() if holds]
        start, last = ", ".join(clauses[:-1]), "".join(clauses[-1:])
        return f"trees that {start}{start and ' and '}{last}" if clauses else ""


NO_CLAIM = Claim(None, None)


@dataclass(frozen=True)
class Replay:
    """The result of playing a tree against every candidate of its position."""

    lengths: Lengths  # 0 for a secret that is not found
    mistakes: tuple[str, ...]  # secrets that are not found, then guesses that no secret leads to


@dataclass(frozen=True)
class Tree(Plain, Generic[T]):
    """A strategy written out from a position: a guess, and a subtree for every score but the win.

    ``claim``: what is known of the totals of other trees from there, perhaps NO_CLAIM. Trees are
    equal if position, nodes and claim are; the file that one was loaded from is not compared: its
    ``path``, and ``stated``, the fields that ``verify`` checks.

    >>> import jotto
    >>> tree = jotto.Tree.grow(jotto.words(["hatch", "latch", "match"]))
    >>> tree.guess, tree.branches["4,0"].guess, tree.lengths.games, tree.play("match")[-1]
    ('hatch', 'latch', {1: 1, 2: 1, 3: 1}, ('match', '5,0'))
    >>> tree
    Tree('hatch', 3 secrets)
    """

    at: Position[T] = field(repr=False)
    root: Node = field(repr=False)
    claim: Claim = field(default=NO_CLAIM, repr=False)
    stated: Mapping[str, Any] | None = field(default=None, repr=False, compare=False)
    path: str = field(default="", repr=False, compare=False)

    def __post_init__(self) -> None:
        check_open(self.at)

    def __repr__(self) -> str:
        """Show the first guess, the number of secrets, and whether it is proved."""
        proved = ", proved" if self.proved else ""
        return f"Tree({self.guess!r}, {count(len(self.at), 'secret')}{proved})"

    def to_dict(self) -> dict[str, Any]:
        """Return the turns before it, its claim, its guess, and the same for each score below."""
        game = self.at.game

        def written(node: Node) -> dict[str, Any]:
            below = {game.rule.texts[code]: written(after) for code, after in node.below.items()}
            return {"guess": plain(game.guesses[node.guess]), "branches": below}

        return {"turns": plain(self.at.turns), "claim": self.claimed, **written(self.root)}

    def _rows(self) -> Iterator[dict[str, Any]]:
        waiting = [self]
        for tree in waiting:  # which grows: the first guess, then all second ones, and so on
            turns = " ".join(map(tree.at.game.show, tree.at.history))
            yield {"turns": turns, "secrets": len(tree.at), "guess": plain(tree.guess)}
            waiting += tree.branches.values()

    @property
    def name(self) -> str:
        """The name of its file, for error messages."""
        return f"tree {self.path!r}" if self.path else repr(self)

    @property
    def guess(self) -> T:
        """The first guess."""
        return self.at.game.guesses[self.root.guess]

    @property
    def lower_bound(self) -> int | None:
        """No tree that the claim is about has a lower total; None if nothing is claimed."""
        return self.claim.lower_bound

    @property
    def proved(self) -> bool:
        """Whether no tree that the claim is about has a lower total than this one."""
        return self.claim.proved

    @property
    def branches(self) -> dict[str, Tree[T]]:
        """The subtree for each possible score except the win."""
        texts, below = self.at.game.rule.texts, self.root.below
        after = self.at.parts(self.root.guess)
        return {texts[code]: Tree(at, below[code]) for code, at in after if code in below}

    @cached_property
    def lengths(self) -> Lengths[T]:
        """The guesses that each secret takes. Raises GameError if one is not found."""
        lengths = replay(self.at, self.root).lengths
        if not lengths.each.all():
            secret = str(self.at.candidates[int(lengths.each.argmin())])
            raise GameError(f"{self.name} does not find {secret!r}")
        return lengths

    @cached_property
    def checked(self) -> Replay:
        """The replay against every secret, with each score computed again by the rule."""
        return replay(self.at, self.root, rescore=True)

    def guess_at(self, at: Position) -> int:
        """Return the index of its guess at a position, -1 if it has none."""
        before, turns = self.at.history, at.history
        if turns[: len(before)] != before[: len(turns)]:
            return -1
        if len(turns) < len(before):
            return at.game.find(before[len(turns)].guess)
        own, node = self.at.game, self.root  # the game of ``at`` may have fewer words
        for turn in turns[len(before) :]:
            if own.guesses[node.guess] != turn.guess or turn.code not in node.below:
                return -1
            node = node.below[turn.code]
        return node.guess if at.game is own else at.game.find(own.guesses[node.guess])

    def play(self, secret: Any) -> list[tuple[T, str]]:
        """Play one game: the guesses and their scores, until the win or the end of the tree.

        Raises WordError.
        """
        game, node, turns = self.at.game, self.root, []
        secret = game.read(secret)
        while True:
            guess = game.guesses[node.guess]
            code = game.rule.score(guess, secret)
            turns.append((guess, game.rule.texts[code]))
            if code not in node.below:
                return turns
            node = node.below[code]

    def show(self, depth: int = 2) -> None:
        """Print it down to ``depth`` guesses, with the number of secrets below each.

        Raises GameError for a depth that is no number.
        """
        check_arguments(Tree.show, locals())
        print("\n".join(self._lines(depth, "", "")))

    def _lines(self, depth: int, indent: str, score: str) -> Iterator[str]:
        yield f"{indent}{score}{self.guess}  ({len(self.at):,})"
        if depth > 1:
            for text, below in self.branches.items():
                yield from below._lines(depth - 1, indent + "  ", f"{text}: ")

    def save(self, path: str | Path, *, game: str = "words") -> None:
        """Write it to a file: JSON, or columns of text if the name ends in ``.txt``.

        ``game`` is the name of its game, as ``jotto.named`` takes it. Raises FileError.
        """
        check_arguments(Tree.save, locals())
        self.check_path(path, self.at)
        files.save("tree", path, self.lines(None if _in_columns(path) else game))

    @staticmethod
    def check_path(path: str | Path, at: Position) -> None:
        """Check, before it is made, that a tree from ``at`` can be written to ``path``.

        Raises GameError if columns would not show where the turns before it end.
        """
        if _in_columns(path):
            formats.check_columns(at)

    def lines(self, game: str | None) -> Iterator[str]:
        """Return the lines of its file, in columns if ``game`` is None. Raises GameError."""
        if len(self.at.made) + self.lengths.worst > DEEPEST:
            raise GameError(f"a tree file cannot hold a game of over {DEEPEST} guesses")
        if game is None:
            return formats.write_columns(self.at, self.root)
        prior, within = self.at.game.prior_key, self.claim.within
        stated = figures(self.lengths, prior, within) | self.claimed
        if stated["most_found"] is None:  # with most aims
            del stated["most_found"]
        return formats.write_json(self.at, self.root, game, stated)

    @property
    def claimed(self) -> dict[str, Any]:
        """The claim as files and JSON have it: its fields, null if nothing is claimed."""
        opening = None if self.claim.opening is None else str(self.claim.opening)
        return self.claim.to_dict() | {"opening": opening}

    @staticmethod
    def load(path: str | Path, game: Game[T] | Make[T]) -> Tree[T]:
        """Read a tree from a file, and check that it is for this game. Raises FileError.

        ``game`` may be a function that makes it from the names of game and rule in the file.
        """
        check_arguments(Tree.load, locals())
        path = Path(path)
        text = formats.read_text(path, formats.LARGEST, "tree")
        if text.lstrip().startswith("{"):
            return Tree.read(formats.parse(text, path), game, path)
        game = game if isinstance(game, Game) else game(None, None)
        turns, root = formats.read_columns(text, game, path)
        with formats.refusing(path):
            return Tree(start(game, *turns), root, path=str(path))

    @staticmethod
    def read(fields: Mapping[str, Any], game: Game[T] | Make[T], path: Path) -> Tree[T]:
        """Return the tree of a file in JSON, as ``load`` does. Raises FileError."""
        with formats.refusing(path):
            game = game if isinstance(game, Game) else game(fields.get("game"), fields["rule"])
        turns, root = formats.read_json(fields, game, path)
        stated = {name: fields.get(name) for name in formats.KINDS}
        with formats.refusing(path):
            at = start(game, *turns)
            opening = stated["opening"] and game.read_guess(stated["opening"])
            claimed: dict[str, Any] = {name: stated[name] for name in formats.CLAIMED}
            return Tree(at, root, Claim(**claimed | {"opening": opening}), stated, str(path))

    def verify(self) -> list[str]:
        """Play it against every secret; list its mistakes and the false claims of its file.

        Whether a better tree exists is not checked. Raises FileError if it has another prior.
        """
        prior = self.stated and self.stated["prior"]
        if prior and prior != self.at.game.prior_key:
            reason = f"its totals are weighted by a prior with checksum {prior!r}; give that prior"
            raise FileError("tree", self.path, reason).about("prior")
        return [*self.checked.mistakes, *self._mistaken()]

    def _mistaken(self) -> Iterator[str]:
        """Yield a line for each false figure of its file, and for each way its claim is wrong."""
        claim, lengths, game = self.claim, self.checked.lengths, self.at.game
        prior = self.stated["prior"] if self.stated else game.prior_key
        counted = figures(lengths, prior, claim.within)
        for name, said in (self.stated or {}).items():
            right = counted.get(name, said)
            if said not in (right, None) and not (name == "mean" and abs(said - right) <= 1e-6):
                yield f"{name}: the file says {said}, the replay {right}"
        what = "weighted_total" if prior else "total"
        total, bound = counted[what], claim.lower_bound
        weight = int(game.weights(self.at.left).sum()) if prior else len(lengths)
        yield from self._miscounted(counted.get("found_within"), weight)
        if bound is not None and bound > total:
            yield f"lower_bound: {bound} is above the {what} {total}"
        if claim.proved and bound != total and claim.totals:
            yield f"proved: the lower_bound {bound} is not the {what} {total}"
        if claim.opening is not None and claim.opening != self.guess:
            yield f"opening: the claim is about {str(claim.opening)!r}, not {str(self.guess)!r}"
        if (most := claim.max_guesses) is not None and lengths.worst > most:
            yield f"max_guesses: the claim is about {most}, the tree makes {lengths.worst}"
        needs = {"candidates": "not a candidate", "hard": "which leaves a hint out"}
        allow = str(claim.allow)
        waiting = [(self.root, self.at)] if allow in needs else []
        while waiting:
            node, at = waiting.pop()
            if not ALLOWED[allow](at)[node.guess]:
                yield f"allow: {str(game.guesses[node.guess])!r} is guessed, {needs[allow]}"
            parts = (part for part in at.parts(node.guess) if part[0] in node.below)
            waiting += [(node.below[code], after) for code, after in parts]

    def _miscounted(self, found: int | None, weight: int) -> Iterator[str]:
        """Do the same for what is claimed of the secrets ``found`` within some guesses."""
        claim, often = self.claim, f"within {count(self.claim.within or 0, 'guess')}"
        most = claim.most_found
        if found is None:
            for name in ("found_within", "most_found"):
                if (self.stated or self.claimed).get(name) is not None:
                    yield f"{name}: the aim {claim.aim} counts no secrets within some guesses"
            return
        if most is not None and most < found:
            yield f"most_found: {most} is below the {found} that the tree finds {often}"
        if most is not None and most > weight:
            yield f"most_found: {most} is above {weight}, which is all there is"
        if claim.proved and most != found:
            yield f"proved: the tree finds {found} {often}, not the most_found {most}"
        if claim.lower_bound is not None and not claim.totals:
            yield f"lower_bound: the aim {claim.aim} makes no claim of totals"
        elif claim.lower_bound is not None and most != found:
            yield f"lower_bound: it is about trees that find {most} {often}, this finds {found}"

    @staticmethod
    def grow(at: Game[T] | Position[T], strategy: AnyStrategy = "entropy") -> Tree[T]:
        """Build the tree of a strategy. Raises GameError if a game is over DEEPEST guesses."""
        chosen = strategy_of(strategy)
        if chosen.stateful:
            raise GameError(f"{chosen} has no tree: its players remember their games")

        def grown(at: Position, depth: int, idle: int = 0) -> Node:
            guess, below = chosen.choose(at), {}
            if idle > PATIENCE:
                raise stuck(at.game, at.history[:-idle], at.game.guesses[guess])
            if depth > DEEPEST:
                raise GameError(f"a tree cannot hold a game of over {DEEPEST} guesses")
            for code, after in at.parts(guess):
                if code != at.game.rule.win:
                    tells_nothing = len(after) == len(at)
                    below[code] = grown(after, depth + 1, idle + 1 if tells_nothing else 0)
            return Node(guess, below)

        at = position_of(at)
        return Tree(at, grown(at, 1))


def replay(at: Position, root: Node, *, rescore: bool = False) -> Replay:
    """Play a tree against every candidate; ``rescore``: do not look scores up in the matrix."""
    game, each = at.game, np.zeros(len(at.game), np.int64)
    lost, unused = list[str](), list[str]()

    def path(turns: Turns) -> str:
        return " ".join(map(game.show, turns))

    waiting: list[tuple[Node, Any, Turns]] = [(root, at.left, at.history)]
    while waiting:
        node, left, turns = waiting.pop()
        guess = game.guesses[node.guess]
        if not rescore and game.guess_of[left].tolist() == [node.guess]:  # as most nodes
            parts = {game.rule.win: left}
        else:
            codes = game.codes_of(guess, left) if rescore else game.codes(node.guess, left)
            parts = partition(codes, left)
        for code, part in reversed(list(parts.items())):
            made = (*turns, Turn(guess, code))
            if code == game.rule.win:
                each[part] = len(made) - len(at.history)
            elif code in node.below:
                waiting.append((node.below[code], part, made))
            else:
                secrets, why = game.secrets, f"is not found: no guess after {path(made)}"
                lost += [f"{str(secrets[secret])!r} {why}" for secret in part.tolist()]
        empty = [path((*turns, Turn(guess, code))) for code in node.below if code not in parts]
        unused += [f"no secret leads to the guess after {turns}" for turns in empty]
    return Replay(Lengths(at, each[at.left]), (*lost, *unused))


def figures(lengths: Lengths, prior: str | None, within: int | None = None) -> dict[str, Any]:
    """Return the figures in the file of a tree.

    ``prior``: the checksum of one, if there is one; ``within``: a number of guesses of its aim.
    """
    counted = {
        "secrets": len(lengths),
        "total": lengths.total,
        "mean": round(lengths.mean, 6),
        "worst": lengths.worst,
        "prior": prior,
        "weighted_total": lengths.weighted_total if prior else None,
    }
    if within is not None:
        many = lengths.weighted_within(within) if prior else lengths.found_within(within)
        counted["found_within"] = many
    return counted


def _in_columns(path: str | Path) -> bool:
    return Path(path).suffix == ".txt"
