r"""Work out the total of every opening of a game, and write what is known of them: the atlas.

    python scripts/atlas.py mastermind:4x6                        # all that there is to know
    python scripts/atlas.py mastermind:4x6 --allow candidates
    python scripts/atlas.py words --words secrets.txt --guesses guesses.txt --rule colours \
        --seconds 3600 --jobs 2                                   # as far as that goes
    python scripts/atlas.py words --beam 3 --seconds 3600         # totals of trees by beam search
    python scripts/atlas.py mastermind:4x6 --check 3              # work out some again, at random

The lines of a game are a checkpoint: one for each opening that is done, with a checksum, in any
order. A run continues where the last one ended, with the most promising openings first; lines
that were worked out elsewhere can be added at the end. A line says the number of an opening, a
limit, and the least total if that is below the limit, else a bound; then the longest game and the
milliseconds it took. ``jotto tree --checkpoint`` reads and continues it as well.

The atlas has, for each game, a table of its openings, the best tree known, where it is small a
certificate, and in index.json the rest, with a checksum of each file. A list that is given is
never written: its words are named by their numbers, from 0.
"""

from __future__ import annotations

import csv
import gzip
import hashlib
import io
import json
import platform
import random
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, suppress
from functools import partial
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any, get_args

import numpy as np
import typer

import jotto
from jotto.core import NEVER
from jotto.engine.game import Game
from jotto.errors import JottoError
from jotto.parallel import Checkpoint
from jotto.search import proof
from jotto.search.lookahead import WIDE, Result
from jotto.search.proof import STAGE, Openings, Proof, in_threads
from jotto.trees.formats import Node
from jotto.trees.tree import Allowed, Claim, Tree

FOLDER = Path(__file__).parents[1] / "docs" / "atlas"
BUILD = Path(__file__).parents[1] / "build" / "atlas"
FOREVER = 1e9  # seconds
BY_BEAM = "beam"  # a stage of lines: a tree's total, which need not be the least
CERTIFIED = 256  # codes; certificates do not use symmetries
LARGEST = 100_000  # bytes of a certificate
MODES = {"all": "", "candidates": ", candidates only", "hard": ", hard mode"}
FORMAT = 1
Compact = list[Any] | int | str  # a tree: [guess, secrets, {score: tree}], or the last guess alone
Figures = list[int]  # total, longest game, milliseconds
Attempt = Callable[[Openings, tuple[int, int]], Figures]


# --- openings -------------------------------------------------------------------------------------


def least_after(root: Openings, job: tuple[int, int]) -> Figures:
    """Find the least total after an opening; a beam search says first where to look for it."""
    ahead, began = root.ahead, time.thread_time()
    found = ahead.narrow(WIDE).after(job[0], NEVER, root.most)
    total = ahead.after(job[0], min(found, NEVER - 1) + 1, root.most)
    return measured(root, began, lambda: ahead.result_after(job[0], total, root.most))


def beam_after(root: Openings, job: tuple[int, int]) -> Figures:
    """Find a tree after an opening by a beam search."""
    beam, began = root.ahead.narrow(job[1], effort=0), time.thread_time()
    total = beam.after(job[0], NEVER, root.most)
    return measured(root, began, lambda: beam.result_after(job[0], total, root.most))


def measured(root: Openings, began: float, tree: Callable[[], Result]) -> Figures:
    """Return the figures of a tree; none if the search was stopped."""
    if root.stopped:
        return []
    result = tree()
    milliseconds = 1000 * (time.thread_time() - began)
    return [result.total // root.ahead.unit, result.root.depth, round(milliseconds)]


def is_valid(bounds: dict[int, int], stage: str, item: tuple[int, ...], result: Any) -> bool:
    """Return whether this script, or a proof, can have written a line."""
    if stage == BY_BEAM:
        stage, item = STAGE, (item[0], NEVER)
    return item[0] in bounds and proof.is_valid(bounds, stage, item, result)


class Atlas:
    """What is known of the openings of a game."""

    def __init__(self, game: Game, allow: Allowed, lines: Path | None, seconds: float) -> None:
        self.at, self.allow = jotto.start(game), allow
        most = len(self.at)
        self.root = Openings(self.at, allow, time.time() + seconds, most)
        ahead = self.root.ahead
        order = ahead.in_order(ahead.all_candidates, ahead.distinct(self.at.made))
        self.counted = dict(order)  # the bounds by counting, the most promising first
        valid = partial(is_valid, self.counted)
        kept = Checkpoint(lines, proof.header(self.at, allow, most), valid)
        self.proof = Proof(self.root, kept, partial(in_threads, self.root), NEVER, {**self.counted})

    @property
    def exact(self) -> dict[int, int]:
        """The least total of each opening for which it is known."""
        return self.proof.least

    @property
    def figures(self) -> dict[int, Figures]:
        """The total of a tree that begins with an opening, its longest game, and the time."""
        best: dict[int, Figures] = {}
        for (stage, (opening, limit)), figures in self.proof.checkpoint.done.items():
            if stage == BY_BEAM or figures[0] < limit:
                figures = [*figures, 0, 0][:3]  # a proof does not say the last two
                best[opening] = min(best.get(opening, [NEVER]), figures)
        return best

    def work_out(
        self, openings: Iterable[int], jobs: int, beam: int | None = None
    ) -> Iterator[str]:
        """Work out openings until the deadline; yield what is found of each."""
        attempt, width = (beam_after, beam) if beam else (least_after, 0)
        steps = in_threads(self.root, jobs, attempt, ((opening, width) for opening in openings))
        with closing(steps):
            for step in steps:
                if not step:
                    continue
                (opening, _), figures, ended = step
                if not ended or not figures:
                    return
                total, longest, milliseconds = figures
                if beam:
                    self.proof.checkpoint.append(BY_BEAM, (opening, beam), figures)
                else:
                    self.proof.checkpoint.append(STAGE, (opening, total + 1), figures)
                    self.proof.learn((opening, total + 1), total)
                yield f"{self.named(opening)} {total:,} {longest} {milliseconds / 1000:.1f}"

    def refute(self, jobs: int) -> Iterator[str]:
        """Show of openings, until the deadline, that none has a total below the least known."""
        self.proof.run = partial(in_threads, self.root, jobs, proof.try_opening)
        try:
            with closing(self.proof.prove()) as steps:
                for number, done in enumerate(steps):
                    if done and number % 100 == 0:
                        yield f"no total below {self.proof.lower:,}"
        except TimeoutError:
            return

    def named(self, opening: int) -> str:
        """Return the guess of an opening."""
        return str(self.at.game.guesses[self.guess(opening)])

    def guess(self, opening: int) -> int:
        """Return the index in the game of an opening, which has one of the search in lines."""
        return int(self.root.ahead.guesses[opening])

    def tree(self, beam: int | None, other: Path | None) -> Tree:
        """Return the best tree known."""
        total, opening = min(
            ((figures[0], opening) for opening, figures in self.figures.items()),
            default=(NEVER, -1),
        )
        tree, ahead, most, lower = None, self.root.ahead, self.root.most, self.proof.lower
        if opening in self.exact:
            opening = next(each for each in self.counted if self.exact.get(each) == total)
            tree = Tree(self.at, ahead.result_after(opening, total, most).root)
        elif opening >= 0:
            by_beam = ahead.narrow(beam or WIDE, effort=0 if beam else 1)
            by_beam.after(opening, NEVER, most)
            tree = Tree(self.at, by_beam.result_after(opening, total, most).root)
        if other:
            given = Tree.load(other, self.at.game)
            if tree is None or given.lengths.total < tree.lengths.total:
                tree = given
            if given.claim == Claim(
                allow=self.allow, lower_bound=given.lower_bound, proved=given.proved
            ):  # a bound for all trees
                lower = max(lower, given.lower_bound or 0)
        if tree is None:
            raise SystemExit("atlas: nothing is known of this game; give --seconds")
        lower = min(lower, tree.lengths.total)
        proved = lower == tree.lengths.total
        tree = Tree(self.at, tree.root, Claim(allow=self.allow, lower_bound=lower, proved=proved))
        if wrong := tree.verify():
            raise SystemExit(f"atlas: {wrong[0]}")
        return tree

    def rows(self, tree: Tree, shown: Callable[[int], str]) -> Iterator[list[object]]:
        """Yield the table of openings, the best first, under the names of its columns."""
        yield ["opening", "alike", "at_least", "found", "longest", "seconds"]
        alike, known, bounds = self.alike(), self.figures, self.proof.bounds
        first = next(each for each in self.counted if self.guess(each) == tree.root.guess)
        best = [tree.lengths.total, tree.lengths.worst]
        if known.get(first, [NEVER])[0] > best[0]:
            known[first] = [*best, 0]
        known = {each: figures for each, figures in known.items() if each in bounds}

        def by_total(opening: int) -> tuple[int, int]:
            return known.get(opening, [NEVER])[0], bounds[opening]

        for opening in sorted(bounds, key=by_total):
            total, longest, milliseconds = known.get(opening, [NEVER, 0, 0])
            found = "" if total == NEVER else total, longest or "", milliseconds / 1000 or ""
            at_least, guess = min(bounds[opening], total), self.guess(opening)
            yield [shown(guess), alike.get(guess, 1), at_least, *found]

    def alike(self) -> dict[int, int]:
        """How many guesses each opening of a game with symmetries stands for."""
        if self.root.ahead.distinct(self.at.made) is None or self.at.game.alike is None:
            return {}
        _, first, counts = np.unique(
            self.at.game.alike(self.at.made), return_index=True, return_counts=True
        )
        return dict(zip(first.tolist(), counts.tolist(), strict=True))


# --- files ----------------------------------------------------------------------------------------


def compact(tree: Tree, shown: Callable[[int], Any]) -> Compact:
    """Return a tree in lists: guess, secrets, what follows each score but the win."""

    def made(node: Node, left: Any) -> Compact:
        if not node.below:
            return shown(node.guess)  # type: ignore[no-any-return]
        codes = tree.at.game.codes(node.guess, left)
        texts = tree.at.game.rule.texts
        below = {texts[code]: made(each, left[codes == code]) for code, each in node.below.items()}
        return [shown(node.guess), len(left), below]

    return made(tree.root, tree.at.left)


def expanded(game: Game, written: Any) -> Node:
    """Read a tree in lists, whose guesses are numbers."""
    if isinstance(written, int):
        return Node(written)
    guess, _, below = written
    return Node(
        guess, {game.rule.read(score): expanded(game, each) for score, each in below.items()}
    )


def numbered(tree: Tree) -> dict[str, Any]:
    """Return the fields of a tree whose words may not be shipped."""
    game, lengths, claim = tree.at.game, tree.lengths, tree.claim
    return {
        "file": "tree by numbers",
        "format": FORMAT,
        "rule": game.rule.name,
        "key": game.key,
        "allow": claim.allow,
        "secrets": len(tree.at),
        "total": lengths.total,
        "worst": lengths.worst,
        "lower_bound": claim.lower_bound,
        "proved": claim.proved,
        "tree": compact(tree, int),
    }


def read_numbered(text: str, game: Game) -> Tree:
    """Read such a tree, and replay it. Raises SystemExit if it is of another list, or is wrong."""
    fields = json.loads(text)
    if fields["key"] != game.key:
        raise SystemExit(f"atlas: the tree is for lists of the key {fields['key']}, not {game.key}")
    claim = Claim(allow=fields["allow"], lower_bound=fields["lower_bound"], proved=fields["proved"])
    tree = Tree(jotto.start(game), expanded(game, fields["tree"]), claim)
    if wrong := tree.verify() or ["its total"] * (tree.lengths.total != fields["total"]):
        raise SystemExit(f"atlas: the tree is wrong: {wrong[0]}")
    return tree


def curve(tree: Tree, seconds: float, before: list[list[Any]]) -> list[list[Any]]:
    """Return for each k: k, the secrets the tree finds within k guesses, and of any tree the most.

    The last is searched for so many seconds if it is not known ``before``; else it is None.
    """
    games, most, rows = tree.lengths.games, {k: most for k, _, most in before}, list[list[Any]]()
    for k in range(1, tree.lengths.worst + 1):
        found = sum(games[length] for length in games if length <= k)
        best = len(tree.at) if found == len(tree.at) else most.get(k)
        if best is None and seconds:
            best = most_within(tree, k, seconds)
        rows.append([k, found, best])
    return rows


def most_within(tree: Tree, k: int, seconds: float) -> int | None:
    """Return the most secrets that any tree finds within k guesses, if that is proved in time."""
    with suppress(JottoError):  # none was found in this time
        aim, allow = f"within:{k}", tree.claim.allow or "all"
        claim = jotto.solve(tree.at, aim=aim, allow=allow, seconds=seconds).claim
        return claim.most_found if claim.proved else None
    return None


def certificate(tree: Tree, game: str) -> str | None:
    """Return the certificate of a tree, if it is proved and small; it was checked."""
    if not (tree.proved and tree.claim.countable and len(tree.at) <= CERTIFIED):
        return None
    with TemporaryDirectory() as folder:
        path = Path(folder, "proof.json")
        jotto.certify(tree, path, game=game)
        if wrong := jotto.Certificate.load(path, tree.at.game).verify().wrong:
            raise SystemExit(f"atlas: the certificate is wrong: {wrong[0]}")
        return path.read_text("utf-8") if path.stat().st_size <= LARGEST else None


def as_csv(rows: Iterable[list[object]]) -> str:
    """Return rows as CSV."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


def machine() -> str:
    """Return the processor of this machine."""
    try:
        found = Path("/proc/cpuinfo").read_text("utf-8").split("model name", 1)[1]
        return found.split("\n", 1)[0].strip("\t :")
    except (OSError, IndexError):
        return platform.processor() or platform.machine()


def read_index(folder: Path) -> list[dict[str, Any]]:
    """Return what the index of an atlas says of each game. Raises SystemExit if a file differs."""
    path = folder / "index.json"
    if not path.exists():
        return []
    games: list[dict[str, Any]] = json.loads(path.read_text("utf-8"))["games"]
    for game in games:
        for name, checksum in game["files"].items():
            file = folder / name
            if not file.is_file() or hashlib.sha256(file.read_bytes()).hexdigest() != checksum:
                raise SystemExit(f"atlas: {name} is damaged: it has another checksum in index.json")
    return games


def by_name(entry: dict[str, Any]) -> tuple[bool, str, int, str]:
    """Sort a game: lists first, then the families of codes, each by its size."""
    family = entry["rule"] if entry["game"] == "words" else entry["game"].partition(":")[0]
    return entry["game"] != "words", family, entry["secrets"], entry["name"]


def write(folder: Path, entry: dict[str, Any], files: dict[str, bytes]) -> None:
    """Write the files of a game, and its entry into the index."""
    games = [game for game in read_index(folder) if game["name"] != entry["name"]]
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (folder / name).write_bytes(content)
    checksums = {name: hashlib.sha256(content).hexdigest() for name, content in files.items()}
    games = sorted([*games, entry | {"files": checksums}], key=by_name)
    text = ",\n".join(map(json.dumps, games))  # a game a line
    head = f'{{"file": "index of an atlas", "format": {FORMAT}, "games": ['
    (folder / "index.json").write_text(f"{head}\n{text}\n]}}\n", "utf-8")


def add_lines(shipped: Path, lines: Path) -> None:
    """Add those lines of the atlas to the lines here that are not among them."""
    with suppress(FileNotFoundError):
        theirs = gzip.decompress(shipped.read_bytes()).splitlines(keepends=True)
        own = lines.read_bytes().splitlines(keepends=True) if lines.exists() else []
        if own and not own[-1].endswith(b"\n"):
            own.pop()  # it was cut off
        known = {*own}
        lines.write_bytes(b"".join([*own, *(line for line in theirs if line not in known)]))


def described(
    atlas: Atlas, tree: Tree, game: str, folder: Path, file: str, seconds: float, *, hidden: bool
) -> tuple[dict[str, Any], dict[str, bytes]]:
    """Return the entry of a game in the index, and the contents of its files."""
    own, shown = atlas.at.game, str if hidden else lambda guess: str(own.guesses[guess])
    curves = {entry["name"]: entry["curve"] for entry in read_index(folder)}
    contents = {f"{file}.csv": as_csv(atlas.rows(tree, shown))}
    if hidden:
        contents[f"{file}.tree.json"] = json.dumps(numbered(tree), separators=(",", ":")) + "\n"
    else:
        contents[f"{file}.tree.json"] = "".join(tree.lines(game))
        if text := certificate(tree, game):
            contents[f"{file}.proof.json"] = text
    entry = {
        "game": game,
        "rule": own.rule.name,
        "key": own.key,
        "allow": atlas.allow,
        "hidden": hidden,
        "secrets": len(own),
        "guesses": len(own.guesses),
        "length": own.length,
        "openings": len(atlas.counted),
        "done": len(atlas.exact),
        "opening": shown(tree.root.guess),
        "total": tree.lengths.total,
        "longest": tree.lengths.worst,
        "lower_bound": tree.lower_bound,
        "curve": curve(tree, seconds, curves.get(file, [])),
        "seconds": round(sum(figures[2] for figures in atlas.figures.values()) / 1000, 1),
        "version": version("jotto"),
        "machine": machine(),
    }
    return entry, {name: text.encode() for name, text in contents.items()}


def checked(
    atlas: Atlas, folder: Path, file: str, draw: random.Random, many: int, jobs: int
) -> bool:
    """Check the files of a game, and work out some of its lines again; return whether all agree."""
    entry = next((each for each in read_index(folder) if each["name"] == file), None)
    if entry:
        text = (folder / f"{file}.tree.json").read_text("utf-8")
        tree = read_numbered(text, atlas.at.game) if entry["hidden"] else None
        tree = tree or Tree.load(folder / f"{file}.tree.json", atlas.at.game)
        if wrong := tree.verify():
            raise SystemExit(f"atlas: the tree is wrong: {wrong[0]}")
        print(f"the tree finds all {entry['secrets']:,} secrets in {tree.lengths.total:,} guesses")
    done = atlas.proof.checkpoint.done.items()
    proved = {(item[0], item[1]): result[0] for (stage, item), result in done if stage == STAGE}
    some = draw.sample(sorted(proved), min(many, len(proved)))
    atlas.proof.checkpoint.close()
    again, right = Atlas(atlas.at.game, atlas.allow, None, FOREVER), 0
    with closing(in_threads(again.root, jobs, proof.try_opening, iter(some))) as steps:
        for step in filter(None, steps):
            job, total, _ = step
            right += total == proved[job] if proved[job] < job[1] else total >= job[1]
            print(f"{atlas.named(job[0])} {proved[job]:,}: {total:,}", flush=True)
    print(f"{right} of {len(some)} lines were worked out again and agree")
    return right == len(some)


# --- the page -------------------------------------------------------------------------------------


def scripts(folder: Path = FOLDER) -> Iterator[tuple[str, str]]:
    """Yield the data of the page, as scripts, so that it works without a server, too."""
    games = read_index(folder)
    yield "index.js", f"atlasIndex({json.dumps(games)});\n"
    for game in games:
        name = game["name"]
        _, *rows = csv.reader((folder / f"{name}.csv").read_text("utf-8").splitlines())
        numbers = [[row[0], *map(number, row[1:])] for row in rows]
        if game["hidden"]:
            tree = json.loads((folder / f"{name}.tree.json").read_text("utf-8"))["tree"]
        else:
            played = made(game["game"], None, None, game["rule"])
            loaded = Tree.load(folder / f"{name}.tree.json", played)
            tree = compact(loaded, [*map(str, played.guesses)].__getitem__)
        data = json.dumps({"rows": numbers, "tree": tree}, separators=(",", ":"))
        yield f"{name}.js", f"atlasGame({json.dumps(name)}, {data});\n"


def number(text: str) -> float | None:
    """Read a number of a table; None where there is none."""
    return None if not text else float(text) if "." in text else int(text)


# --- the command ----------------------------------------------------------------------------------


def made(name: str, words: Path | None, guesses: Path | None, rule: str) -> Game:
    """Make a game by its name, or of words."""
    if name != "words":
        return jotto.named(name)
    return jotto.words(words, guesses or (), rule=rule)


def titled(game: Game, name: str, allow: str, *, hidden: bool) -> tuple[str, str]:
    """Return the name of the files of a game, and its title."""
    rule, n, many = game.rule.name, len(game), len(game.guesses)
    if name != "words":
        title = name.replace(":", " ").replace("-", " ").capitalize().replace("cows", "Cows")
        file = name.replace(":", "-")
    elif hidden:
        title = f"{n:,} words" + (f", {many:,} guesses" if many > n else "") + f" ({rule})"
        file = f"{rule}-{n}" + (f"-{many}" if many > n else "")
    else:
        title, file = f"The shipped list, {n:,} words ({rule})", f"shipped-{rule}"
    return file + f"-{allow}" * (allow != "all"), title + MODES[allow]


def main(
    name: Annotated[str, typer.Argument(metavar="GAME", help="Such as mastermind:4x6, or words.")],
    *,
    words: Annotated[Path | None, typer.Option(help="The list of secrets.")] = None,
    guesses: Annotated[Path | None, typer.Option(help="Further allowed guesses.")] = None,
    rule: Annotated[str, typer.Option(help="The rule of words.")] = "exact-elsewhere",
    allow: Annotated[str, typer.Option(help="all, candidates or hard.")] = "all",
    seconds: Annotated[float, typer.Option(min=0, help="Work for so long.")] = FOREVER,
    jobs: Annotated[int, typer.Option(min=1, help="Threads.")] = 1,
    opening: Annotated[list[str] | None, typer.Option(help="Only this; again for more.")] = None,
    beam: Annotated[int | None, typer.Option(min=1, help="Only trees by a beam so wide.")] = None,
    refute: Annotated[bool, typer.Option(help="Show only that none is below the best.")] = False,
    tree: Annotated[Path | None, typer.Option(help="A tree that may be better.")] = None,
    curve_seconds: Annotated[float, typer.Option("--curve", min=0, help="For each k.")] = 0,
    lines: Annotated[Path | None, typer.Option(help="What is done; default: in FOLDER.")] = None,
    folder: Annotated[Path, typer.Option(help="Where to write the atlas.")] = FOLDER,
    check: Annotated[int, typer.Option(min=0, help="Work out so many again.")] = 0,
    seed: Annotated[int, typer.Option(min=0, help="Random seed.")] = 0,
    save: Annotated[Path | None, typer.Option(help="Write the tree with its words.")] = None,
) -> None:
    """Work out openings, write the atlas of a game, or check it."""
    if allow not in get_args(Allowed):
        raise SystemExit(f"atlas: {allow!r} is not a choice of guesses; all, candidates or hard")
    mode: Allowed = allow  # type: ignore[assignment]
    try:
        game, hidden = made(name, words, guesses, rule), words is not None
        file, title = titled(game, name, mode, hidden=hidden)
        lines = lines or BUILD / f"{file}.jsonl"
        lines.parent.mkdir(parents=True, exist_ok=True)
        add_lines(folder / f"{file}.jsonl.gz", lines)
        atlas = Atlas(game, mode, lines, seconds)
        if check:
            raise typer.Exit(not checked(atlas, folder, file, random.Random(seed), check, jobs))
        if seconds:
            done = atlas.figures if beam else atlas.exact
            wanted = {game.index(each) for each in opening or ()}
            left = [each for each in atlas.counted if each not in done]
            openings = [each for each in left if not wanted or atlas.guess(each) in wanted]
            with suppress(KeyboardInterrupt):
                for text in atlas.refute(jobs) if refute else atlas.work_out(openings, jobs, beam):
                    print(text, flush=True)
        atlas.proof.checkpoint.close()
        known = folder / f"{file}.tree.json"
        best = atlas.tree(beam, tree or (known if known.exists() and not hidden else None))
        if save:
            best.save(save, game=name)
        entry, contents = described(atlas, best, name, folder, file, curve_seconds, hidden=hidden)
    except JottoError as error:
        raise SystemExit(f"atlas: {error}") from None
    given = " --words secrets.txt" + " --guesses guesses.txt" * bool(guesses) if hidden else ""
    given += f" --rule {rule}" * (name == "words") + f" --allow {allow}" * (allow != "all")
    given += f" --beam {beam}" if beam else ""
    entry = {
        "name": file,
        "title": title,
        "command": f"python scripts/atlas.py {name}{given}",
    } | entry
    contents[f"{file}.jsonl.gz"] = gzip.compress(lines.read_bytes(), mtime=0)
    write(folder, entry, contents)
    print(f"{entry['done']:,} of {entry['openings']:,} openings have their least total")
    print(f"{best.guess}: {best.lengths.total:,}, at least {best.lower_bound:,}")


if __name__ == "__main__":
    typer.run(main)
