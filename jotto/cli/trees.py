"""Commands that search for trees, and check them: tree, worst-case and verify."""

from __future__ import annotations

import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Any

import typer

import jotto
from jotto import assistant
from jotto.assistant import wording
from jotto.cli import options as opt, render
from jotto.cli.options import Asked, File, Output, OutputOptions, game_options
from jotto.errors import GameError, SearchInterrupted
from jotto.question.fields import DEFAULT_AIM, DEFAULT_ALLOW, WORDS

if TYPE_CHECKING:
    from jotto.search.worst import Search

MOST_WRONGS = 10  # mistakes of a tree that are listed
DEFAULT_BEAM = 3
MACHINES = ("dask", "dask_scheduler_file", "checkpoint", "resume")  # not for every long command
DEPTH = "Prove the certificate down to N guesses; below that, assume what it says."
LIMIT = "Stop after SECONDS and print what has been proved so far."
BY = opt.option("NAME", "With --beam: try the guesses that it ranks best.", "--strategy")
SAMPLE = opt.option(
    "N", "How many assumed claims of a certificate to prove, drawn at random.", min=0
)


@game_options(without=("polite",))
def tree(
    table: Asked,
    screen: OutputOptions,
    workers: opt.Workers,
    turns: opt.Turns = None,
    beam: Annotated[int | None, "Try the N best guesses at each position."] = None,
    strategy: Annotated[str | None, BY] = None,
    exact: Annotated[bool, "Try every guess; prove the least total."] = False,
    think: opt.Think = None,
    opening: Annotated[str | None, "W", "The first guess."] = None,
    aim: opt.AimName = DEFAULT_AIM,
    max_guesses: Annotated[int | None, "The most guesses in any game."] = None,
    output: Output = None,
    certificate: Annotated[File, opt.output_file("Also write a proof for jotto verify.")] = None,
    certificate_depth: Annotated[int | None, DEPTH] = None,
) -> None:
    """Search for a strong or optimal tree.

    The tree starts after the turns given, if any. With --think, the search widens until the time
    is up; Ctrl-C keeps the best tree found. The exit status is 1 if every tree needs more than
    --max-guesses.
    With --exact the work can be shared (--jobs, --dask), and continued later (--checkpoint), and
    its result proved to others (--certificate).

    Example: jotto tree tares=1,1 moist=0,2 --exact
    """
    if exact and beam is not None:
        raise GameError("--exact tries every guess, --beam a few; leave one of them out")
    about, alone = jotto.Claim(aim), exact and opening is None
    provable = alone and about.by_openings
    if workers.flags and not provable:
        these = "--exact, without --opening, and with --aim mean or within:K"
        raise GameError(f"{workers.flags[0]} goes with {these}")
    if certificate is not None and not (alone and about.countable):
        these = "--exact, without --opening, and with --aim mean, within:K or within:K,mean"
        raise GameError(f"--certificate goes with {these}")
    if about.within and (max_guesses is not None or strategy is not None):
        raise GameError(f"--aim {aim} goes without --max-guesses and --strategy")
    if strategy is not None and (exact or think is not None):
        raise GameError("--strategy goes with --beam, without --exact and --think")
    game = table.make_game()
    at = opt.read_position(game, turns)
    by = replace(table, strategy=opt.check_typed(strategy))
    guide = by.adviser(game) if strategy else None
    if output is not None:
        jotto.Tree.check_path(output, at)
    if beam is None and not exact and think is None and aim == DEFAULT_AIM:
        beam = DEFAULT_BEAM
    interrupted = None
    began = monotonic()
    try:
        with render.working(), workers.connected() as parallel:
            if provable and think is not None:
                from jotto.parallel import default_jobs

                parallel = parallel or default_jobs()  # a proof, however many candidates
            first = None if opening is None else assistant.moves.read_allowed(game, opening)
            best: jotto.Tree | None = jotto.solve(
                at,
                aim=aim,
                max_guesses=max_guesses,
                allow=table.allow,
                opening=first,
                beam=beam if guide is None else (beam or DEFAULT_BEAM, guide),
                seconds=think,
                parallel=parallel,
                checkpoint=workers.checkpoint,
                progress=render.show_status,
            )
    except SearchInterrupted as interrupt:
        interrupted, best = interrupt, interrupt.best
    try:
        if best is not None:
            show_tree(best, monotonic() - began, screen)
    finally:  # after the result, since a disk may be full; also if nobody reads that, as in | head
        if best is not None and output is not None:
            best.save(output, game=table.game)
        if best is not None and certificate is not None and interrupted is None:
            depth, progress = certificate_depth, render.show_status
            with render.working():
                jotto.certify(best, certificate, depth=depth, game=table.game, progress=progress)
    if interrupted is not None:
        raise interrupted


def show_tree(tree: jotto.Tree, seconds: float, screen: OutputOptions) -> None:
    """Print the games of a tree, its statistics, and how far it may be from the optimum."""
    lengths = tree.lengths
    shown = {**assistant.laboratory.tree_fields(tree), "seconds": round(seconds, 3)}
    if screen.shows(**shown):
        return
    words = render.count(len(lengths), wording.noun(tree.at.game))
    best = tree.proved and tree.claim.opening is None
    begins, mean = "Best first guess" if best else "First guess", lengths.prior_mean
    first = tree.at.game.shown(tree.guess)
    summary = wording.in_guesses(begins, first, words, lengths.worst, mean)
    if tree.claim.within:
        summary = f"{begins} {first}: {found_of(tree)}, all in at most {lengths.worst}, {mean:.2f} "
        summary += "on average"
    render.say(f"{summary} ({gap(tree)})")
    render.show_games({"games": lengths.games})
    print(f"total {lengths.total:,}, mean {lengths.mean:.4f}, worst {lengths.worst}")
    if sys.stderr.isatty():
        print(f"{seconds:.1f} s", file=sys.stderr)


def found_of(tree: jotto.Tree) -> str:
    """Say how many secrets a tree finds within the guesses of its aim."""
    most = tree.claim.within or 0
    noun = render.count(len(tree.lengths), wording.noun(tree.at.game))
    return f"{tree.lengths.found_within(most):,} of {noun} within {render.count(most, 'guess')}"


def gap_within(tree: jotto.Tree) -> str:
    """Return what is proved of the most secrets within some guesses, or of their weight."""
    claim, game, lengths = tree.claim, tree.at.game, tree.lengths
    k, most, found = claim.within or 0, claim.most_found, lengths.weighted_within(claim.within or 0)
    scope = replace(claim, aim=DEFAULT_AIM).scope
    nobody = f"none of the {scope}" if scope else "no tree"
    if most != found:
        low, high = f"{found:,}", f"{most:,}" if most is not None else "all"
        what = "the most"
        if game.prior is not None:
            weight = int(game.weights(tree.at.left).sum())
            low, high = (
                f"{found / weight:.2%}",
                f"{(weight if most is None else most) / weight:.2%}",
            )
            what = "the most under the prior"
        return f"{what} within {k}{scope and ' of '}{scope} is between {low} and {high}"
    text = f"proved: {nobody} finds more within {k}"
    if claim.totals:
        text += f"; {gap_of_totals(tree).removeprefix('proved: ')}"
    return text


def gap(tree: jotto.Tree) -> str:
    """Return what is proved about a tree."""
    return gap_within(tree) if tree.claim.within else gap_of_totals(tree)


def gap_of_totals(tree: jotto.Tree) -> str:
    """Return what is proved about the total of a tree, or about its mean under a prior."""
    game, lengths, bound = tree.at.game, tree.lengths, tree.lower_bound or 0
    if game.prior is None:
        what, low, high = "total", f"{bound:,}", f"{lengths.total:,}"
    else:
        weight = int(game.weights(tree.at.left).sum())
        low, high = f"{bound / weight:.4f}", f"{lengths.prior_mean:.4f}"
        what = "mean under the prior"
    if tree.claim.scope:
        what += f" of {tree.claim.scope}"
    if tree.proved:
        also = "; no tree with it has a shorter longest game" * (tree.claim.aim == "mean,worst")
        return f"proved: {high} is the least {what}{also}"
    return f"the least {what} is between {low} and {high}"


@game_options(without=("prior", "past", "polite", "plain", *MACHINES))
def worst_case(
    table: Asked,
    screen: OutputOptions,
    workers: opt.Workers,
    max_guesses: Annotated[int | None, "Only check whether N guesses are enough."] = None,
    think: Annotated[float | None, "SECONDS", LIMIT] = None,
    opening: Annotated[str | None, "W", "The first guess."] = None,
    output: Output = None,
) -> None:
    """Find the fewest guesses that are enough for every secret.

    This is the least worst case, with a proof; with --opening, of strategies that begin with it.
    With --max-guesses, the exit status is 1 if N guesses are not enough. If you stop it with Ctrl-C
    or --think, it prints what is proved so far. The tree of -o needs no more guesses than that.
    --lies is for small games only, without --opening, --think, --output and --allow.

    Example: jotto worst-case --game mastermind:4x6

    Example: jotto worst-case --think 5
    """
    from jotto.search.worst import Search

    if think is not None and not think > 0:
        raise GameError(f"--think {think:g}: a search needs some time; give the seconds")
    game, interrupted = table.make_game(), None
    first = None if opening is None else assistant.moves.read_allowed(game, opening)
    if game.noisy and (opening or output or think or table.allow != DEFAULT_ALLOW):
        raise GameError("--lies goes without --opening, --think, --output and --allow")
    jobs = workers.processes or 1
    search = Search(game, jobs=jobs, seconds=think, opening=first, allow=table.allow)
    try:
        with render.working(), suppress(TimeoutError):
            if game.noisy:
                low = search.low = jotto.worst_case(game)
                search.high = low if low <= (max_guesses or low) else None
            for now in () if game.noisy else filter(None, search.run(max_guesses)):
                text = f"at least {now.low}" + (f", at most {now.high}" if now.high else "")
                if now.most:
                    done = f"{now.done:,} of {now.openings:,} openings done"
                    text += f"; are {now.most} enough? {done}"
                render.show_progress(f"{monotonic() - search.began:.0f} s: {text}")
    except KeyboardInterrupt as interrupt:
        interrupted = interrupt
    status = show_bound(search, max_guesses, screen)
    if output is not None and search.tree is not None:  # after the result: a disk may be full
        search.tree.save(output, game=table.game)
    raise interrupted or typer.Exit(status)


def show_bound(search: Search, most: int | None, screen: OutputOptions) -> int:
    """Print the least worst case, or whether ``most`` guesses are enough; return the status."""
    low, high, first = search.low, search.high, search.opening
    exists = True if most is None or high is not None else False if low > most else None
    claimed: dict[str, Any]
    if most is None:
        proved, claimed = low == high, {"least_worst_case": high, "at_least": low}
        begun = "" if first is None else f"beginning with {first}, "
        enough = (
            f"{render.count(low, 'guess')} are enough for every secret, and fewer are not (proved)"
        )
        between = f"at least {low}" + (f", at most {high} guesses" if high else " guess")
        text = begun + (enough if proved else between)
    else:
        proved, claimed = exists is not None, {"max_guesses": most, "exists": exists}
        who = {True: "some", False: "no", None: "not decided whether a"}[exists] + " strategy"
        who += "" if first is None else f" that begins with {first}"
        text = f"{who} finds every secret in {render.count(most, 'guess')}"
    if not screen.shows(**claimed, proved=proved, opening=first):
        print(text)
    return 0 if exists else 1


@game_options(without=("allow", "polite", "plain"), game="", rule="")
def verify(
    table: Asked,
    screen: OutputOptions,
    file: Annotated[Path, opt.argument("FILE", "A tree or a certificate.")],
    sample: Annotated[int, SAMPLE] = 10,
    seed: opt.Seed = 0,
) -> None:
    """Check a tree file or a certificate by playing every secret.

    The game and the rule are read from the file, unless given. Exit status 1 if anything is wrong,
    2 if the file is not for this game or is damaged. A replay cannot check a claim that no tree is
    better; a certificate (jotto tree --certificate) shows it, and is checked without a search.

    Example: jotto verify tree.json
    """

    def same_game(name: str | None, rule: str | None) -> jotto.Game:
        kind = table.game or name or WORDS
        chosen_rule: Any = table.rule or (rule if kind == WORDS else None)
        return replace(table, game=kind, rule=chosen_rule).make_game()

    certified: dict[str, Any] = {}
    if jotto.Certificate.recognises(file):
        certificate = jotto.Certificate.load(file, same_game)
        tree, checked = certificate.tree, certificate.verify(sample=sample, seed=seed)
        certified = {"claims": len(certificate.claims), **checked.to_dict()}
        wrong = list(certified.pop("wrong"))
    else:
        tree = jotto.Tree.load(file, same_game)
        wrong = tree.verify()
    lengths = tree.checked.lengths
    mean = lengths.total / max(1, int((lengths.each > 0).sum()))
    totals = {"total": lengths.total, "mean": mean, "worst": lengths.worst, "secrets": len(lengths)}
    k, totals = tree.claim.within, totals | assistant.laboratory.found_within(tree, lengths)
    if screen.shows(ok=not wrong, **totals, **tree.claimed, wrong=wrong, **certified):
        raise typer.Exit(1 if wrong else 0)
    start = " ".join(map("=".join, tree.at.turns))
    print(f"{render.count(len(lengths), 'secret')} replayed{start and f' after {start}'}")
    for text in wrong[:MOST_WRONGS]:
        print("wrong:", text)
    if len(wrong) > MOST_WRONGS:
        print(f"and {len(wrong) - MOST_WRONGS:,} more")
    if wrong:
        raise typer.Exit(1)
    print("the tree finds every secret; every guess is allowed and can be reached")
    totals_text = f"total {lengths.total:,}, mean {lengths.mean:.4f}, worst {lengths.worst}"
    totals_text += "" if k is None else f", {lengths.found_within(k):,} within {k}"
    print(f"{totals_text}: {'as claimed' if tree.stated else 'counted; the file makes no claims'}")
    if certified:
        say_certified(certificate, checked, seed)
        return
    limit = "the search that proved it was not repeated"
    if tree.claim.most_found is not None:
        fits = "is what the tree finds, as claimed" if tree.proved else "is not below what it finds"
        weight = " in weight" * bool((tree.stated or {}).get("prior"))
        who = for_trees(replace(tree.claim, aim=DEFAULT_AIM))
        render.say(f"most found {tree.claim.most_found:,}{weight} within {k}{who} {fits}; {limit}")
    if tree.lower_bound is not None:
        fits = "equals the total, as claimed" if tree.proved else "is not above the total"
        who = for_trees(tree.claim)
        render.say(f"lower bound {tree.lower_bound:,}{who} {fits}; {limit}")


def for_trees(claim: jotto.Claim) -> str:
    """Return which trees a claim is about, in words; empty for all."""
    return f" for {claim.scope}" if claim.scope else ""


def say_certified(certificate: jotto.Certificate, checked: jotto.Checked, seed: int) -> None:
    """Say what is certain after a certificate was checked, and what is not."""
    scope = certificate.about.scope
    who = f"none of the {scope} has" if scope else "no tree has"
    what = f"{who} a lower total"
    if certificate.about.within:
        scope = replace(certificate.about, aim=DEFAULT_AIM).scope
        who = f"none of the {scope}" if scope else "no tree"
        also = ", and none that finds as many has a lower total" * certificate.about.totals
        what = f"{who} finds more within {certificate.about.within}{also}"
    weighted = " under the prior" * bool((certificate.tree.stated or {}).get("prior"))
    claims = render.count(len(certificate.claims), "claim")
    if not checked.assumed:
        render.say(f"{what}{weighted}: {claims} checked, nothing is assumed")
        return
    some = f"{checked.assumed:,} of {claims}"
    again = f"{checked.proved_again:,} of these, chosen with seed {seed}, were proved again"
    render.say(f"{what}{weighted}, if {some} are true that are only assumed;")
    render.say(f"{again}; all others were checked")
