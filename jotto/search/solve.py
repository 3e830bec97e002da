"""Searching for strong and for optimal trees from any position."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from itertools import accumulate, count
from pathlib import Path
from time import monotonic
from typing import Any, Literal, get_args

import numpy as np

from jotto.engine.game import Game
from jotto.engine.kernels import NEVER
from jotto.engine.position import Position, position_of
from jotto.engine.strategies import Allow, any_guess, only_candidates
from jotto.errors import GameError, JottoError, NoStrategyError, SearchInterrupted, quoted
from jotto.parallel import default_jobs
from jotto.search.background import Background, Stop
from jotto.search.certificate import certify
from jotto.search.halving import FIELD, halving
from jotto.search.lookahead import RUNNING, Lookahead, Result, lookahead
from jotto.search.options import PROVABLE, Aim, Options, Status
from jotto.search.proof import prove
from jotto.trees.node import Node
from jotto.trees.tree import Tree

DEPTHS = (1, 2)  # guesses that lower bounds look ahead
FEWEST = 3  # candidates that a search has anything to do for
OFTEN = 0.5  # seconds between two calls of ``progress``
Run = Callable[[Lookahead, int], Result | None]  # a search with so many guesses left


def solve(
    at: Game | Position,
    *,
    aim: Aim = "mean",
    max_guesses: int | None = None,
    opening: Any = None,
    beam: int | None = None,
    seconds: float | None = None,
    exact: bool | None = None,
    allow: Allow | Literal["all", "candidates"] = "all",
    jobs: int | None = None,
    client: Any = None,
    checkpoint: Path | None = None,
    resume: bool = False,
    certificate: Path | None = None,
    progress: Callable[[Status], None] | None = None,
) -> Tree:
    """Find the tree of least total, or a strong one: the sum of weight x guesses over candidates.

    By default every guess is tried, which proves the total to be the least; from some 1,000
    candidates on that takes minutes.

    * ``aim="worst"``: first make the longest game as short as possible, then the total.
    * ``max_guesses``: no game is longer.
    * ``opening``: the first guess; bound and proof are then about trees that begin with it.
    * ``beam``: try only this many guesses, the most promising, for each set of candidates.
    * ``seconds``: return the best tree found in this time, compiling not counted. With more than
      300 candidates it is found by :mod:`jotto.search.halving`, unless ``exact``.
    * ``allow="candidates"``: guess only candidates.
    * ``jobs``, ``client``: prove openings one by one in so many threads, or by the workers of a
      ``distributed.Client``.
    * ``checkpoint``: a file for what is proved of each opening; ``resume`` continues from it.
    * ``certificate``: a file to write with :func:`jotto.certify`; if that fails, it is logged.
    * ``progress``: called now and then with a Status: seconds, total, lower bound, openings done.

    Raises NoStrategyError if no strategy was found, GameError if the game is too large or already
    won, and on Ctrl-C SearchInterrupted, which holds the best tree so far.

    >>> from jotto.games.words import word_game
    >>> tree = solve(word_game(["hatch", "latch", "match", "catch"], ["claim"]))
    >>> tree, tree.lengths.total, tree.lengths.worst
    (Tree('claim', 4 secrets, proved), 9, 3)
    """
    at = position_of(at)
    if aim not in get_args(Aim):
        known = " and ".join(get_args(Aim))
        raise GameError(f"{quoted(str(aim))} is not an aim; there are {known}")
    if at.won:
        raise GameError(f"{str(at.history[-1].guess)!r} was the secret; there is nothing to find")
    if allow not in ("all", "candidates", any_guess, only_candidates):
        raise GameError("a search can allow all guesses or candidates, nothing else")
    first = None if opening is None else at.game.index(at.game.read(opening))
    options = Options(first, allow in ("candidates", only_candidates), max_guesses)
    exact = (seconds is None or len(at) <= PROVABLE) if exact is None else exact
    exact = exact or aim == "worst"
    apart = jobs is not None or client is not None or checkpoint is not None
    for what, given in ("certificates", certificate is not None), ("jobs and checkpoints", apart):
        if given and not (exact and (aim, beam, first) == ("mean", None, None)):
            raise GameError(f"{what} are for proofs of the least mean, of all openings")
    if apart:
        tree = prove(
            at,
            own=options.own,
            most=_limits(at, options)[-1],
            jobs=jobs or default_jobs(),
            client=client,
            path=checkpoint,
            resume=resume,
            seconds=seconds,
            progress=progress,
        )
        sure = seconds is None
    else:
        work = partial(_attempts, at, options, aim, beam, exact)
        search = Background(work, seconds=seconds, load=partial(load, at) if seconds else None)
        bounded = beam is None and not exact and first is None
        tree = _awaited(at, search, progress, bounded=bounded)
        sure = exact and beam is None and not search.stopped
    if tree is None:
        raise NoStrategyError(len(at), max_guesses, sure=sure)
    return _certified(tree, options, certificate)


def _awaited(
    at: Position,
    search: Background[Result],
    progress: Callable[[Status], None] | None,
    *,
    bounded: bool,
) -> Tree | None:
    """Wait for a search, if ``bounded`` and for a lower bound. Raises SearchInterrupted."""
    bounding: Background[int] | None = None
    began, interrupted = monotonic(), False
    try:
        while not search.ended:
            best = search.wait(OFTEN)
            # only once there is a tree: numba compiles in one thread at a time
            if best and bounded and not bounding:
                bounding = Background(partial(_bounds, at))
            if progress:
                progress(Status(monotonic() - began, None if best is None else best.total))
    except KeyboardInterrupt:
        interrupted = True
        search.stop()
    result = search.wait()
    if bounding:
        bounding.stop()
        result = result and result.bounded(max(result.lower, bounding.wait() or 0))
    tree = None if result is None else _tree(at, result)
    if interrupted:
        raise SearchInterrupted(tree)
    return tree


def _certified(tree: Tree, options: Options, path: Path | None) -> Tree:
    """Write the certificate of a tree, if there is a path; return the tree in any case."""
    if path is not None:
        allow: Literal["all", "candidates"] = "candidates" if options.own else "all"
        try:
            certify(tree, path, allow=allow, max_guesses=options.most)
        except JottoError as error:
            logging.getLogger("jotto").warning("no certificate was written: %s", error)
        except KeyboardInterrupt:
            raise SearchInterrupted(tree) from None
    return tree


def load(at: Position) -> None:
    """Load or compile what searches at a position, so that a limit of time does not count that."""
    few = replace(at, left=at.left[:FEWEST])
    lookahead(few, own=False, stop=RUNNING).best(FEWEST)


def trees(at: Position, options: Options, aim: Aim, stop: Stop) -> Iterator[Tree]:
    """Yield better and better trees; for up to PROVABLE candidates one, proved unless stopped."""
    return map(partial(_tree, at), _attempts(at, options, aim, None, len(at) <= PROVABLE, stop))


def _tree(at: Position, result: Result) -> Tree:
    return Tree(at, result.root, result.lower, result.proved)


def _attempts(
    at: Position, options: Options, aim: Aim, beam: int | None, exact: bool, stop: Stop
) -> Iterator[Result]:
    if beam is None and not exact:
        return improve(at, options, stop)
    result = least(at, aim, options, stop) if beam is None else narrow(at, beam, options, stop)
    return iter([result] if result else [])


def _bounds(at: Position, stop: Stop) -> Iterator[int]:  # the last may be lower: it was stopped
    return accumulate((bound(at, depth, stop) for depth in DEPTHS), max)


def least(at: Position, aim: Aim, options: Options, stop: Stop = RUNNING) -> Result | None:
    """Find the strategy of least total, or the best until ``stop[0]`` is 1; None if none."""
    limits = _limits(at, options)
    for most in limits if aim == "worst" else limits[-1:]:
        before = bool(stop[0])
        if result := _searched(at, most, options, stop, Lookahead.best):
            return replace(result, proved=result.proved and not before)
    return None


def narrow(at: Position, width: int, options: Options, stop: Stop = RUNNING) -> Result | None:
    """Find a good strategy, trying the ``width`` best guesses for each set of candidates.

    Sets of up to FEW candidates get fewer: 10, or a tenth. Guesses of equal value count as
    one. None if no strategy was found, which proves nothing.
    """
    most = _limits(at, options)[-1]
    return _searched(at, most, options, stop, lambda ahead, most: ahead.beam(width, most))


def improve(at: Position, options: Options, stop: Stop = RUNNING) -> Iterator[Result]:
    """Yield better and better strategies for many candidates, until stopped.

    They are found by :mod:`jotto.search.halving` with more and more effort; once all guesses have
    been judged, the search goes on to the proof.
    """
    best = narrow(at, 1, options, stop)
    if best:
        yield best
    lower = best.lower if best else bound(at, 0, stop)
    full = lookahead(at, own=options.own, stop=stop)
    search, most = halving(full, os.cpu_count() or 1), _limits(at, options)[-1]
    field = 0
    for effort in count(1):
        if field >= len(full.guesses) or stop[0]:
            break
        field = FIELD * 3 ** (effort - 1)
        guesses = full.promising(full.everyone, field, full.made)
        if options.opening is not None:
            guesses = np.flatnonzero(full.guesses == options.opening).tolist()
        for found in search.rounds(full.everyone, most, full.made, effort, guesses):
            total = found.total * full.unit
            if found.total < NEVER and (best is None or total < best.total):
                root = search.tree_after(full.everyone, most, found)
                best = Result(root, total, 0, proved=False).bounded(lower)
                yield best
    if (last := least(at, "mean", options, stop)) and not stop[0]:
        yield last


def bound(at: Position, depth: int, stop: Stop = RUNNING) -> int:
    """Return a lower bound on the total of every strategy, looking ``depth`` guesses ahead.

    >>> from jotto.engine.position import start
    >>> from jotto.games.words import word_game
    >>> bound(start(word_game(["hatch", "latch", "match", "catch"], ["claim"])), 1)
    9
    """
    ahead = lookahead(at, own=False, stop=stop)
    return ahead.bound(len(at), depth) * ahead.unit


def _limits(at: Position, options: Options) -> range:
    """Return the limits to try for the longest game, ascending."""
    n = len(at) + (options.opening is not None)
    return range(1, (n if options.most is None else min(options.most, n)) + 1)


def _searched(at: Position, most: int, options: Options, stop: Stop, run: Run) -> Result | None:
    """Call ``run`` for a position, or after each score of a fixed opening; join the results."""
    opening = options.opening
    if opening is None:
        return run(lookahead(at, own=options.own, stop=stop), most) if most > 0 else None
    parts = [(code, part) for code, part in at.parts(opening) if code != at.game.rule.win]
    if len(parts) == 1 and len(parts[0][1]) == len(at):
        guess = str(at.game.guesses[opening])
        raise GameError(f"{guess!r} tells no candidates apart; choose another opening")
    if most < 1 or (parts and most < 2):
        return None

    def search(part: tuple[int, Position]) -> Result | None:
        return run(lookahead(part[1], own=options.own, stop=stop), most - 1)

    parts.sort(key=lambda part: len(part[1]), reverse=True)
    last = [search(part) for part in parts[-1:]]  # first: numba compiles in one thread
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = [*pool.map(search, parts[:-1]), *last]
    below = {code: each for (code, _), each in zip(parts, results, strict=True) if each}
    if len(below) < len(parts):
        return None
    weight = int(at.game.weights(at.left).sum())
    return Result(
        Node(opening, {code: below[code].root for code in sorted(below)}),
        weight + sum(each.total for each in below.values()),
        weight + sum(each.lower for each in below.values()),
        all(each.proved for each in below.values()),
    )
