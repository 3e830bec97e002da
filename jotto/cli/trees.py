"""Commands for strategy trees in files: check one, and print the card of its first two guesses."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from jotto.cli import render
from jotto.cli.options import (
    DEFAULT_ALLOW,
    DEFAULT_GAME,
    DEFAULT_STRATEGY,
    EVEN,
    Allowed,
    GameName,
    Guesses,
    House,
    Json,
    Plain,
    Plurals,
    Polite,
    Prior,
    Repeats,
    RuleName,
    Seed,
    StrategyName,
    Words,
    load_game,
    read_allow,
    read_strategy,
)
from jotto.cli.saving import put
from jotto.errors import TreeFileError

if TYPE_CHECKING:
    from jotto.analysis.replay import Replay
    from jotto.engine.game import Game, Turn
    from jotto.engine.tree import Node
    from jotto.engine.treefile import Tree, TreeFile

Output = Annotated[
    Path | None,
    typer.Option(
        "-o", "--output", metavar="FILE", help="Write the tree too; FILE.txt is in columns."
    ),
]
SameGame = Annotated[
    str | None,
    typer.Option("--game", metavar="NAME[:PARAMS]", help="The game; else what the file says."),
]
SameRule = Annotated[
    str | None, typer.Option("--rule", metavar="RULE", help="The rule; else what the file says.")
]

MOST_WRONGS = 10  # that are listed
PAGE = 56  # lines of a table on a page of 60


def put_tree(
    path: Path,
    root: Node,
    *,
    name: str,
    turns: Sequence[Turn] = (),
    lower_bound: int | None = None,
    proved: bool = False,
) -> None:
    """Write a tree to a file, in columns if that is called .txt. Raises TreeFileError.

    ``name`` is the game's, as ``--game`` takes it; ``turns`` led to ``root``.
    """
    from jotto.engine.columns import write_text
    from jotto.engine.treefile import claims_of, write

    if path.suffix == ".txt":
        lines = write_text(root, turns)
    else:
        claims = claims_of(root, lower_bound=lower_bound, proved=proved)
        lines = write(root, claims, name, turns)
    try:
        put(path, lines, shared=True)
    except OSError as error:
        raise TreeFileError(str(path), f"it cannot be written: {error.strerror}") from None


# --- verify -------------------------------------------------------------------------------------


def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A tree, in JSON or in columns.")],
    game: SameGame = None,
    words: Words = None,
    guesses: Guesses = None,
    rule: SameRule = None,
    prior: Prior = EVEN,
    repeats: Repeats = True,
    plurals: Plurals = True,
    json: Json = False,
) -> None:
    """Play every secret through the tree of a file, and check what the file claims.

    Exit status 1 if anything is wrong, 2 if the file is not for this game or is damaged. That no
    tree is better, as a file may claim, no replay can show.

    Example: jotto verify tree.json
    """
    from jotto.analysis.replay import check_prior, replay, wrongs
    from jotto.engine.treefile import load, tree_for

    read = load(file)
    played = same_game(read, game, words, guesses, rule, prior, House(repeats, plurals))
    tree = tree_for(read, played)
    check_prior(played, tree)
    found = replay(played, tree)
    wrong = list(wrongs(found, tree.claims))
    if json:
        render.show_json(
            ok=not wrong,
            total=found.total,
            mean=found.mean,
            worst=found.worst,
            secrets=len(found.secrets),
            wrong=wrong,
        )
    else:
        show_replay(found, tree, wrong)
    raise typer.Exit(1 if wrong else 0)


def same_game(
    read: TreeFile,
    game: str | None,
    words: Path | None,
    guesses: Path | None,
    rule: str | None,
    prior: str | None,
    house: House,
) -> Game:
    """Make the game that a file says it is for, where the options leave that open."""
    name = game or read.says("game") or DEFAULT_GAME
    if name == DEFAULT_GAME:
        rule = rule or read.says("rule")
    return load_game(name, words, guesses, rule, prior, house)


def show_replay(found: Replay, tree: Tree, wrong: Sequence[str]) -> None:
    """Print what was checked, and what is wrong."""
    start = " ".join(map(found.game.show, tree.turns))
    print(f"{render.count(len(found.secrets), 'secret')} replayed{start and f' after {start}'}")
    for text in wrong[:MOST_WRONGS]:
        print(f"wrong: {text}")
    if len(wrong) > MOST_WRONGS:
        print(f"and {len(wrong) - MOST_WRONGS:,} more")
    if wrong:
        return
    print("every one is found; every guess is allowed and can be reached")
    figures = f"total {found.total}, mean {found.mean:.4f}, worst {found.worst}"
    print(f"{figures}: {'as claimed' if tree.claims else 'counted; the file claims nothing'}")
    if tree.claims and tree.claims.lower_bound is not None:
        show_bound(tree.claims.lower_bound, proved=tree.claims.proved)


def show_bound(lower_bound: int, *, proved: bool) -> None:
    """Say how far a bound was checked, which is not far."""
    fits = "is the total, as proved says" if proved else "is not above the total"
    print(f"lower bound {lower_bound} {fits}; its proof is the search, and was not replayed")


# --- card ---------------------------------------------------------------------------------------


def card(
    strategy: StrategyName = DEFAULT_STRATEGY,
    seed: Seed = 0,
    allow: Allowed = DEFAULT_ALLOW,
    game: GameName = DEFAULT_GAME,
    words: Words = None,
    guesses: Guesses = None,
    rule: RuleName = None,
    prior: Prior = EVEN,
    repeats: Repeats = True,
    plurals: Plurals = True,
    polite: Polite = False,
    json: Json = False,
    plain: Plain = False,
) -> None:
    """Print the first guess, and the second for each of its scores: a page to play from.

    Example: jotto card --strategy most-parts
    """
    from jotto.engine.tree import grow

    house = House(repeats, plurals, polite)
    played = load_game(game, words, guesses, rule, prior, house)
    allowed = read_allow(allow, played, house)
    chosen = read_strategy(strategy, played, allow=allowed, seed=(seed,))
    root = grow(played, chosen)
    first, rows = str(played.guesses[root.guess]), second_guesses(root)
    if json:
        second = {score: {"left": left, "guess": guess} for score, left, guess in rows}
        render.show_json(first=first, secrets=len(root.candidates), second=second)
        return
    print(f"Guess {first}, then by its score:")
    show_page(("score", "left", "guess"), rows, plain=plain)


def second_guesses(root: Node) -> list[tuple[str, int, str]]:
    """List the scores of the first guess but the win, the candidates left and the next guess."""
    game = root.game
    return [
        (game.rule.texts[code], len(node.candidates), str(game.guesses[node.guess]))
        for code, node in root.branches.items()
        if node is not None
    ]


def show_page(
    headers: tuple[str, ...], rows: Sequence[tuple[render.Cell, ...]], *, plain: bool
) -> None:
    """Print a table, in several columns if it is longer than a page."""
    beside = max(1, -(-len(rows) // PAGE))
    down = -(-len(rows) // beside)
    blank: tuple[render.Cell, ...] = ("", "", "")
    lines = [
        [cell for at in range(i, beside * down, down) for cell in (*rows, *[blank] * down)[at]]
        for i in range(down)
    ]
    render.show_table(headers * beside, lines, plain=plain)
