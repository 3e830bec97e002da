"""Two people who play as well as possible: the equilibrium of their race, and of hiding alone.

``equilibrium`` solves the whole race of small lists; ``hiding`` a simpler game of larger lists, one
player who hides a secret from one who guesses. Both name bounds that are exact, mostly equal.
docs/two-players.md says how it is modelled, and why.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import lcm
from time import monotonic
from typing import Any, Generic, get_args

import numpy as np

from jotto.analysis.race_form import (
    DENOMINATORS,
    MOST_SECRETS,
    Floats,
    Form,
    Key,
    Order,
    Sees,
    Weights,
    certified,
    linear_program,
    too_large,
)
from jotto.engine.game import Game, IntArray, T
from jotto.engine.position import start
from jotto.errors import GameError, check_arguments, is_whole
from jotto.plain import Plain
from jotto.progress import Progress, Status, following
from jotto.search.solve import solve
from jotto.trees.tree import Tree

STEADY = 50  # rounds in which no bound moves, as fractions are rounded
GAP = 1e-6  # guesses between the bounds of ``hiding``
FINE = 1 << 24  # probabilities of ``hiding`` are rounded to such parts
Plan = Mapping[Key | None, Mapping[int, Fraction]]  # None: the secrets


@dataclass(frozen=True)
class Followed(Plain):
    """The chances of whoever picks any secret and follows a tree, whatever the other does.

    ``usual``: against a player of the equilibrium; ``worst``: against the best answer.
    """

    usual: Fraction
    worst: Fraction


@dataclass(frozen=True)
class Equilibrium(Plain, Generic[T]):
    """The equilibrium of a race: neither player gains by playing otherwise.

    Between ``lower`` and ``upper`` is the value: the chance that the first player wins, and half
    the chance of a draw, if both play as well as possible; they are equal where it is exact. The
    first player has at least ``lower`` by these secrets and guesses, whatever the other does, and
    the second player at least 1 - ``upper``. ``followed``: what a tree has for each of them.

    >>> import jotto
    >>> race = jotto.equilibrium(jotto.words(["ab", "cd", "ef"]))
    >>> race, race.secrets[0]["ab"], race.followed[0].usual
    (Equilibrium(3 secrets, turns: value 2/3), Fraction(1, 3), Fraction(2, 3))
    """

    game: Game[T]
    order: Order
    sees: Sees
    lower: Fraction
    upper: Fraction
    tree: Tree[T]
    followed: tuple[Followed, Followed]
    plans: tuple[Plan, Plan] = field(repr=False, hash=False)
    _plain = "order sees lower upper value exact secrets openings tree followed"
    _table = "secret=_names first=_first second=_second"

    def __repr__(self) -> str:
        value = f"value {self.lower}" if self.exact else f"value {self.value:.6f}"
        return f"Equilibrium({len(self.game)} secrets, {self.order}: {value})"

    @property
    def exact(self) -> bool:
        """Whether the bounds are equal."""
        return self.lower == self.upper

    @property
    def value(self) -> float:
        """The middle of the bounds."""
        return float(self.lower + self.upper) / 2

    @property
    def secrets(self) -> tuple[dict[T, Fraction], dict[T, Fraction]]:
        """The probability of each secret, for both players."""
        names, none = dict(enumerate(self.game.secrets)), Fraction(0)
        first, second = (
            {name: plan[None].get(secret, none) for secret, name in names.items()}
            for plan in self.plans
        )
        return first, second

    @property
    def openings(self) -> tuple[dict[T, Fraction], dict[T, Fraction]]:
        """The probability of each first guess; the second player's if the first has not won."""
        first, second = (self._openings(player) for player in (0, 1))
        return first, second

    def _openings(self, player: int) -> dict[T, Fraction]:
        found: dict[T, Fraction] = {}
        for secret, chance in self.plans[player][None].items():
            mix = self.plans[player].get((secret, (), ()), {})
            for guess, share in mix.items():
                name = self.game.guesses[guess]
                found[name] = found.get(name, Fraction(0)) + chance * share
        return found

    @property
    def _names(self) -> list[T]:
        return list(self.game.secrets)

    @property
    def _first(self) -> list[float]:
        return [float(chance) for chance in self.secrets[0].values()]

    @property
    def _second(self) -> list[float]:
        return [float(chance) for chance in self.secrets[1].values()]

    def guesses(
        self, player: int, secret: Any, mine: Iterable[Any] = (), theirs: Iterable[Any] = ()
    ) -> dict[T, Fraction]:
        """Return the probability of each guess of a player, 0 or 1, with this own secret.

        ``mine`` are the player's own turns, ``theirs`` those about ``secret``. Empty if this never
        comes up: the player does not play so, or such guesses are never better than others. Raises
        GameError, TurnError, WordError.

        >>> import jotto
        >>> race = jotto.equilibrium(jotto.words(["ab", "cd", "ef"]))
        >>> race.guesses(1, "ab", theirs=["cd=0,0"]).values()
        dict_values([Fraction(1, 3), Fraction(1, 3), Fraction(1, 3)])
        """
        check_arguments(Equilibrium.guesses, {"mine": mine, "theirs": theirs})
        if not is_whole(player) or player not in (0, 1):
            raise GameError(f"player={player!r:.60} is not 0 or 1").about("player")
        game = self.game
        other = theirs if self.sees in ("both", ("first", "second")[player]) else ()
        turns = [
            tuple((game.index(turn.guess), turn.code) for turn in game.read_turns(tuple(some)))
            for some in (mine, other)
        ]
        mix = self.plans[player].get((game._secret_index(secret), turns[0], turns[1]), {})
        return {game.guesses[guess]: chance for guess, chance in mix.items()}


def equilibrium(
    game: Game[T], *, order: Order = "turns", sees: Sees = "both", tree: Tree[T] | None = None
) -> Equilibrium[T]:
    """Solve the race of two players: each picks a secret, and who finds the other's first wins.

    * ``order="turns"``: the first player wins also if the other would need as many guesses;
      ``"last turn"``: then the second player may guess once more, for a draw; ``"together"``: both
      write their guesses down, and then answer.
    * ``sees``: who learns the other's guesses and scores: ``"both"``, ``"first"``, ``"second"`` or
      ``"neither"``.
    * ``tree``: who follows it is compared, by default a tree of least mean.

    A prior is ignored, as players choose. It is for about ten secrets. Needs scipy, extra
    ``equilibrium``. Raises GameError if the race is too large, or answers may be false.

    >>> import jotto
    >>> jotto.equilibrium(jotto.words(["ab", "cd", "ef"]), order="last turn").lower
    Fraction(1, 2)
    """
    check_arguments(equilibrium, {"game": game, "tree": tree})
    for name, value, kind in (("order", order, Order), ("sees", sees, Sees)):
        if not isinstance(value, str) or value not in get_args(kind):
            some = ", ".join(get_args(kind))
            raise GameError(f"{name}={value!r:.60} is not one of {some}").about(name)
    game = _even(game)
    if len(game) > MOST_SECRETS:
        raise too_large(game)
    linear_program()
    if tree is None:
        tree = solve(game, progress=False)
    elif _even(tree.at.game) != game or tree.at.history:
        raise GameError("the tree is for another game, or begins after some turns").about("tree")
    tree.lengths  # noqa: B018  # every secret is found
    form = Form(game, order, (sees in ("both", "first"), sees in ("both", "second")), tree.root)
    low, high, first, second = certified(form)
    return Equilibrium(
        game,
        order,
        sees,
        low / 2,
        high / 2,
        tree,
        (_followed(form, 0, second), _followed(form, 1, first)),
        (_plan(form, 0, first), _plan(form, 1, second)),
    )


def _even(game: Game[T]) -> Game[T]:
    """Return a game without its prior. Raises GameError if answers may be false."""
    if game.noisy:
        raise GameError("an equilibrium is for answers that are true")
    return game if game.prior is None else replace(game, prior=None)


def _followed(form: Form, player: int, against: Weights) -> Followed:
    """Return the chances of a player who follows the tree of a form."""
    weights, many = form.following(player), len(form.game)
    pair = (weights, against) if player == 0 else (against, weights)
    usual = Fraction(form.payoff(*pair)) / many / against[0] / 2
    worst = Fraction(form.best(1 - player, weights), many) / 2
    return Followed(1 - usual, 1 - worst) if player else Followed(usual, worst)


def _plan(form: Form, player: int, weights: Weights) -> Plan:
    """Return the probabilities at each choice that a strategy comes to."""
    plan: dict[Key | None, dict[int, Fraction]] = {}
    for key, place in form.keys[player].items():
        whole = weights[form.parents[player][place]]
        if whole:
            plan[key] = {
                form.labels[player][at]: Fraction(weights[at]) / whole
                for at in form.choices[player][place]
                if weights[at]
            }
    return plan


# --- one hides, the other guesses -----------------------------------------------------------------


@dataclass(frozen=True)
class Hiding(Plain, Generic[T]):
    """The equilibrium of hiding: one picks a secret, the other finds it in few guesses on average.

    By ``secrets``, whoever hides makes the other need at least ``lower`` guesses on average, by any
    strategy; by ``trees``, one drawn by its probability before the game, whoever guesses needs at
    most ``upper`` for any secret.

    >>> import jotto
    >>> hidden = jotto.hiding(jotto.words(["hatch", "latch", "match"], ["lemon"]))
    >>> hidden, hidden.secrets["hatch"]
    (Hiding(3 secrets: mean 2), Fraction(1, 3))
    """

    game: Game[T]
    lower: Fraction
    upper: Fraction
    secrets: Mapping[T, Fraction] = field(repr=False, hash=False)
    trees: tuple[tuple[Fraction, Tree[T]], ...] = field(repr=False)
    _plain = "lower upper value exact secrets trees=_mixed"
    _table = "secret=_names chance=_chances"

    def __repr__(self) -> str:
        mean = self.lower if self.exact else f"{self.value:.6f}"
        return f"Hiding({len(self.game)} secrets: mean {mean})"

    @property
    def exact(self) -> bool:
        """Whether the bounds are equal."""
        return self.lower == self.upper

    @property
    def value(self) -> float:
        """The middle of the bounds."""
        return float(self.lower + self.upper) / 2

    @property
    def _mixed(self) -> list[dict[str, Any]]:
        return [{"chance": chance, "tree": tree} for chance, tree in self.trees]

    @property
    def _names(self) -> list[T]:
        return list(self.secrets)

    @property
    def _chances(self) -> list[float]:
        return [float(chance) for chance in self.secrets.values()]


def hiding(
    game: Game[T], *, gap: float = GAP, progress: Progress | bool | None = None
) -> Hiding[T]:
    """Find how well a secret can be hidden from whoever needs few guesses on average.

    Trees are added one by one, each the best answer to the secrets so far, proved by a search,
    until the bounds differ by at most ``gap`` or stand still. Thirty words take some seconds. A
    prior is ignored. ``progress`` is as for ``jotto.solve``. Needs scipy, extra ``equilibrium``.
    Raises GameError if answers may be false.

    >>> import jotto
    >>> jotto.hiding(jotto.words(["hatch", "latch", "crane"])).upper
    Fraction(7, 4)
    """
    check_arguments(hiding, {"game": game, "gap": gap, "progress": progress})
    optimize, game, began = linear_program().optimize, _even(game), monotonic()
    mixed = _Mixed(game)
    with following(progress) as tell:
        secrets = np.full(len(game), 1 / len(game))
        before, still = (mixed.lower, mixed.upper), 0
        while still < STEADY:
            mixed.answer((secrets * FINE).round().astype(np.int64))
            secrets, shares = mixed.solved(optimize)
            mixed.mix((shares * FINE).round().astype(np.int64))
            if mixed.upper - mixed.lower <= gap:
                break
            now = mixed.lower, mixed.upper
            before, still = now, still + 1 if now == before else 0
            if tell:
                tell(Status(monotonic() - began, "trees", len(mixed.trees)))
            secrets = (secrets + mixed.secrets / mixed.secrets.sum()) / 2  # or they swing widely
        for most in DENOMINATORS:
            if mixed.lower < mixed.upper:
                mixed.answer(_near(secrets, most))
                mixed.mix(_near(shares, most))
    return mixed.result()


def _near(chances: Floats, most: int) -> IntArray:
    """Return weights as probabilities with denominators up to ``most`` have them; or rounded."""
    near = [Fraction(float(chance)).limit_denominator(most) for chance in chances]
    common = lcm(*(chance.denominator for chance in near))
    if not any(near) or common > FINE:
        return np.asarray((chances * FINE).round().astype(np.int64))
    return np.array([int(chance * common) for chance in near], np.int64)


class _Mixed:
    """The trees so far, and the best that is known of both players; weights are whole numbers."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.trees: list[Tree] = []
        self.lengths: list[IntArray] = []
        self.lower, self.upper = Fraction(0), Fraction(len(game) + 1)
        self.secrets = self.shares = np.ones(0, np.int64)

    def answer(self, secrets: IntArray) -> None:
        """Find the best answer to weights of secrets: a lower bound, and a tree.

        A secret of weight 0 has a weight so small that it only decides among trees of equal total.
        """
        small = len(self.game) ** 2 + 1
        weights = np.where(secrets > 0, secrets * small, 1)
        tree = solve(replace(self.game, prior=weights), progress=False)
        lengths = tree.lengths.each
        if (low := Fraction(int(secrets @ lengths), int(secrets.sum()))) > self.lower:
            self.lower, self.secrets = low, secrets
        self.trees.append(Tree(start(self.game), tree.root))
        self.lengths.append(lengths)

    def mix(self, shares: IntArray) -> None:
        """Count what weights of the first trees need for any secret: an upper bound."""
        needs = shares @ np.array(self.lengths[: len(shares)])
        if (high := Fraction(int(needs.max()), int(shares.sum()))) < self.upper:
            self.upper, self.shares = high, shares

    def solved(self, optimize: Any) -> tuple[Floats, Floats]:
        """Solve the game of the trees so far: return probabilities of secrets and of trees."""
        secrets, trees = len(self.game), len(self.trees)
        needs = np.array(self.lengths, np.float64).T
        found = optimize.linprog(
            np.append(np.zeros(trees), 1),
            A_ub=np.hstack([needs, -np.ones((secrets, 1))]),
            b_ub=np.zeros(secrets),
            A_eq=np.append(np.ones(trees), 0)[None],
            b_eq=[1],
            bounds=[(0, None)] * (trees + 1),
            method="highs",
        )
        if found.status:
            raise GameError(f"the linear program was not solved: {found.message}")
        chances, shares = (-found.ineqlin.marginals).clip(0), found.x[:-1].clip(0)
        return chances / chances.sum(), shares / shares.sum()

    def result(self) -> Hiding:
        """Return both sides, each with its bound."""
        whole, mixed = int(self.secrets.sum()), int(self.shares.sum())
        chances = (Fraction(int(weight), whole) for weight in self.secrets)
        trees = zip(self.shares.tolist(), self.trees, strict=False)
        return Hiding(
            self.game,
            self.lower,
            self.upper,
            dict(zip(self.game.secrets, chances, strict=True)),
            tuple((Fraction(share, mixed), tree) for share, tree in trees if share),
        )
