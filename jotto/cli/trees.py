"""Commands that search for trees, and check them: tree, bound and verify."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

import jotto
from jotto import search
from jotto.cli import options, render
from jotto.cli.help import File, house_rule, number, option, output_file, switch
from jotto.cli.options import (
    DEFAULT_AIM,
    AimName,
    Seed,
    Table,
    Think,
    Workers,
    game_options,
    read_guess,
)
from jotto.cli.render import Screen
from jotto.cli.reporting import Output
from jotto.errors import GameError, SearchInterrupted

if TYPE_CHECKING:
    from jotto import Certificate, Checked, Game, Status, Tree
    from jotto.search.worst import Bounds, Search

MOST_WRONGS = 10  # mistakes of a tree that are listed
DEFAULT_BEAM = 3
DEFAULT_SAMPLE = 10
MACHINES = ("dask", "dask_scheduler_file", "checkpoint", "resume")  # not for every long command


@game_options(without=("allow", "polite"))
def tree(
    table: Table,
    screen: Screen,
    workers: Workers,
    turns: options.Turns = None,
    beam: Annotated[int | None, number("Try the N best guesses at each position.")] = None,
    exact: Annotated[bool, switch("Try every guess; prove the least total.", "--exact")] = False,
    think: Think = None,
    opening: Annotated[str | None, option("W", "The first guess.")] = None,
    aim: AimName = DEFAULT_AIM,
    max_guesses: Annotated[int | None, number("The most guesses in any game.")] = None,
    output: Output = None,
    certificate: Annotated[File, output_file("Also write a proof for jotto verify.")] = None,
    certificate_depth: Annotated[
        int | None, number("Assume what the certificate says after N guesses.")
    ] = None,
    allow: Annotated[
        Literal["all", "candidates"], house_rule("WHICH", "Try all guesses, or only candidates.")
    ] = "all",
) -> None:
    """Search for a strong or optimal tree.

    The tree starts after the turns given, if any. With --think, the search widens until the time
    is over; Ctrl-C keeps the best tree found. Exit status 1 if no tree needs at most --max-guesses.
    With --exact the work can be shared (--jobs, --dask), and continued later (--checkpoint), and
    its result proved to others (--certificate).

    Example: jotto tree tares=1,1 moist=0,2 --exact
    """
    if exact and beam is not None:
        raise GameError("--exact tries every guess, --beam a few; leave one of them out")
    if certificate is not None and (not exact or opening is not None or aim != DEFAULT_AIM):
        raise GameError("--certificate goes with --exact, without --opening or --aim worst")
    game, began = table.load(), monotonic()
    at = options.read_position(game, turns)
    if beam is None and not exact and think is None and aim != "worst":
        beam = DEFAULT_BEAM
    interrupted = None
    if workers.flags and not exact:
        raise GameError(f"{workers.flags[0]} goes with --exact")
    workers.check()
    try:
        with workers.connected() as client:
            found: Tree | None = jotto.solve(
                at,
                aim=aim,
                max_guesses=max_guesses,
                opening=None if opening is None else read_guess(game, opening),
                beam=beam,
                seconds=think,
                exact=exact,
                allow=allow,
                jobs=workers.processes,
                client=client,
                checkpoint=workers.checkpoint,
                resume=workers.resume,
                progress=show_status,
            )
    except SearchInterrupted as interrupt:
        interrupted, found = interrupt, interrupt.best
    finally:
        render.show_progress("")
    if found is not None:
        show(found, monotonic() - began, screen)
        if output is not None:  # after the result, since a disk may be full
            found.save(output, game=table.game)
    if interrupted is not None:
        raise interrupted
    if certificate is not None and found is not None:
        try:
            jotto.certify(
                found,
                certificate,
                allow=allow,
                max_guesses=max_guesses,
                depth=certificate_depth,
                game=table.game,
                progress=show_claims,
            )
        finally:
            render.show_progress("")


def show_claims(n_claims: int) -> None:
    """Show how far a certificate is, if somebody watches."""
    render.show_progress(f"certificate: {render.count(n_claims, 'claim')}")


def show_status(now: Status) -> None:
    """Show how far a search is, if somebody watches."""
    text = "nothing yet" if now.total is None else f"total {now.total:,}"
    if now.openings:
        text = f"{text}, at least {now.lower:,}; {now.done:,} of {now.openings:,} openings done"
        minutes, seconds = divmod(round(now.left), 60)
        text += f", about {minutes}:{seconds:02} left"
    render.show_progress(f"{now.seconds:.0f} s: {text}")


def show(tree: Tree, seconds: float, screen: Screen) -> None:
    """Print the games of a tree, its statistics, and how far it may be from the optimum."""
    found = tree.lengths
    weighed = {} if tree.at.game.prior is None else {"weighted_total": found.weighted_total}
    if screen.shows_json(
        first=tree.guess,
        total=found.total,
        mean=round(found.mean, 6),
        worst=found.worst,
        games=found.games,
        secrets=len(found),
        lower_bound=tree.lower_bound,
        proved=tree.proved,
        seconds=round(seconds, 3),
        **weighed,
    ):
        return
    print(f"first {tree.guess}, over {render.count(len(found), 'secret')}")
    screen.show_games({"games": found.games})
    render.say(f"total {found.total:,}, mean {found.mean:.4f}, worst {found.worst}; {gap(tree)}")
    if sys.stderr.isatty():
        print(f"{seconds:.1f} s", file=sys.stderr)


def gap(tree: Tree) -> str:
    """Return what is proved about the total of a tree, or about its mean under a prior."""
    game, found, bound = tree.at.game, tree.lengths, tree.lower_bound or 0
    if game.prior is None:
        what, low, high = "total", f"{bound:,}", f"{found.total:,}"
    else:
        weight = int(game.weights(tree.at.left).sum())
        low, high = f"{bound / weight:.4f}", f"{found.weighted_mean:.4f}"
        what = "mean under the prior"
    if tree.proved:
        return f"{high} is the least possible {what} (proved)"
    return f"the least possible {what} is between {low} and {high}"


@game_options(without=("prior", "allow", "polite", "plain", *MACHINES))
def bound(
    table: Table,
    screen: Screen,
    workers: Workers,
    max_guesses: Annotated[int | None, number("Only check whether N guesses are enough.")] = None,
    think: Annotated[
        float | None, option("SECONDS", "Stop after SECONDS; print what is proved by then.")
    ] = None,
    opening: Annotated[str | None, option("W", "The first guess.")] = None,
    output: Output = None,
) -> None:
    """Find the fewest guesses that are enough for every secret.

    This is the least worst case, with a proof; with --opening, of strategies that begin with it.
    With --max-guesses, the exit status is 1 if N guesses are not enough. Stopped by Ctrl-C or
    --think, it prints what was proved so far. The tree shows that so many guesses are enough.

    Example: jotto bound --game mastermind:4x6

    Example: jotto bound --think 5
    """
    if think is not None and not think > 0:
        raise GameError(f"--think {think:g}: a search needs some time; give the seconds")
    game, began, interrupted = table.load(), monotonic(), None
    first = None if opening is None else read_guess(game, opening)
    jobs = workers.processes or 1
    found = search.worst.Search(game, jobs=jobs, seconds=think, opening=first)
    try:
        for now in found.narrow() if max_guesses is None else found.decide(max_guesses):
            show_bounds(now, monotonic() - began)
    except TimeoutError:
        pass
    except KeyboardInterrupt as interrupt:
        interrupted = interrupt
    finally:
        render.show_progress("")
    shown = show_worst if max_guesses is None else show_existence
    status = shown(found, max_guesses or 0, screen)
    if output is not None and found.tree is not None:  # after the result: a disk may be full
        found.tree.save(output, game=table.game)
    if interrupted is not None:
        raise interrupted
    raise typer.Exit(status)


def show_bounds(now: Bounds, seconds: float) -> None:
    """Show how far a search for the least worst case is, if somebody watches."""
    text = f"at least {now.low}" + (f", at most {now.high}" if now.high else "")
    if now.most:
        text += f"; are {now.most} enough? {now.done:,} of {now.openings:,} openings done"
    render.show_progress(f"{seconds:.0f} s: {text}")


def show_existence(found: Search, most: int, screen: Screen) -> int:
    """Print whether so many guesses are enough; return the exit status."""
    exists = True if found.high is not None else False if found.low > most else None
    if not screen.shows_json(max_guesses=most, exists=exists, proved=exists is not None):
        who = f"{'some' if exists else 'no'} strategy"
        who = "not decided whether a strategy" if exists is None else who
        print(f"{who} finds every secret in {render.count(most, 'guess')}")
    return 0 if exists else 1


def show_worst(found: Search, _: int, screen: Screen) -> int:
    """Print the bounds on the least worst case; return the exit status."""
    low, high = found.low, found.high
    proved = low == high
    if screen.shows_json(least_worst_case=high, at_least=low, proved=proved):
        pass
    elif proved:
        print(f"{render.count(low, 'guess')} are enough for every secret, and no fewer: proved")
    else:
        print(f"at least {low}" + (f", at most {high} guesses" if high else " guess"))
    return 0


@game_options(without=("allow", "polite", "plain"), game="", rule=None)
def verify(
    table: Table,
    screen: Screen,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A tree or a certificate.")],
    sample: Annotated[
        int, option("N", "Assumed claims of a certificate to prove again.", min=0)
    ] = DEFAULT_SAMPLE,
    seed: Seed = 0,
) -> None:
    """Replay every secret through a tree file, and check its claims.

    The game and the rule are read from the file, unless given. Exit status 1 if anything is wrong,
    2 if the file is not for this game or is damaged. A replay cannot check a claim that no tree is
    better; a certificate (jotto tree --certificate) shows it, and is checked without a search.

    Example: jotto verify tree.json
    """

    def same_game(name: str | None, rule: str | None) -> Game:
        kind = table.game or name or options.DEFAULT_GAME
        own: Any = table.rule or (rule if kind == options.DEFAULT_GAME else None)
        return replace(table, game=kind, rule=own).load()

    certified: dict[str, int] = {}
    if jotto.Certificate.recognises(file):
        certificate = jotto.Certificate.load(file, same_game)
        tree, checked = certificate.tree, certificate.verify(sample=sample, seed=seed)
        wrong = checked.wrong
        certified = {"claims": len(certificate.claims), **checked._asdict()}
        del certified["wrong"]
    else:
        tree = jotto.Tree.load(file, same_game)
        wrong = tree.verify()
    lengths = tree.checked.lengths
    mean = lengths.total / max(1, int((lengths.each > 0).sum()))
    known = {"total": lengths.total, "mean": mean, "worst": lengths.worst, "secrets": len(lengths)}
    if screen.shows_json(ok=not wrong, **known, wrong=wrong, **certified):
        raise typer.Exit(1 if wrong else 0)
    start = " ".join(map("=".join, tree.at.turns))
    print(f"{render.count(len(lengths), 'secret')} replayed{start and f' after {start}'}")
    for text in wrong[:MOST_WRONGS]:
        print("wrong:", text)
    if len(wrong) > MOST_WRONGS:
        print(f"and {len(wrong) - MOST_WRONGS:,} more")
    if wrong:
        raise typer.Exit(1)
    print("every secret is found; every guess is allowed and can be reached")
    told = f"total {lengths.total:,}, mean {lengths.mean:.4f}, worst {lengths.worst}"
    print(f"{told}: {'as claimed' if tree.claims else 'counted; the file makes no claims'}")
    if certified:
        say_certified(certificate, checked, seed)
    elif tree.lower_bound is not None:
        fits = "equals the total, as claimed" if tree.proved else "is not above the total"
        limit = "the search that proved it was not repeated"
        render.say(f"lower bound {tree.lower_bound:,} {fits}; {limit}")


def say_certified(certificate: Certificate, checked: Checked, seed: int) -> None:
    """Say what is certain after a certificate was checked, and what is not."""
    who = "tree" if not certificate.own else "tree that guesses only candidates"
    if certificate.most is not None:
        who += f" of at most {render.count(certificate.most, 'guess')}"
    claimed = certificate.tree.claims or {}
    weighted = " under the prior" if claimed.get("prior") else ""
    claims = render.count(len(certificate.claims), "claim")
    if not checked.assumed:
        render.say(f"no {who} has a lower total{weighted}: {claims} checked, nothing is assumed")
        return
    some = f"{checked.assumed:,} of {claims}"
    again = f"{checked.proved_again:,} of these, chosen with seed {seed}, were proved again"
    render.say(f"no {who} has a lower total{weighted}, if {some} are true that are only assumed;")
    render.say(f"{again}; all others were checked")
