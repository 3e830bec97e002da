"""Openings by whole trees: the results, and that they do not depend on how the work is done."""

import csv
import json
import os
import re
import shutil
import signal
import statistics
import sys
from collections import Counter
from contextlib import suppress
from itertools import combinations
from math import comb, log2
from pathlib import Path

import naive
import numpy as np
import pytest
from lists import TEN, games_of_ten
from terminal import ESCAPES, PROGRAM, SLOW, Terminal, lines_in, run, start

from jotto import openings, words as words_game
from jotto.cli import render
from jotto.engine.measures import MEASURES, Measure
from jotto.games.words import shipped_words
from jotto.parallel import with_checksum

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("more", [("--strategy", "simple"), ("--pairs", "--top", "45")])
def test_every_opening_has_the_games_of_the_definition(jotto, ten, more):
    found = jotto("openings", "--full", *ten, *more, "--json").json["openings"]
    assert len(found) == {"--strategy": len(TEN), "--pairs": comb(len(TEN), 2)}[more[0]]
    strategy = "simple" if "simple" in more else "entropy"
    for one in found:
        games = games_of_ten(strategy, *one["opening"].split(",")).values()
        assert {int(n): count for n, count in one["games"].items()} == Counter(games)
        figures = statistics.mean(games), statistics.pstdev(games), max(games)
        assert (one["mean"], one["sd"], one["worst"]) == pytest.approx(figures)
    means = [one["mean"] for one in found]
    assert means == sorted(means)


def test_openings_are_ranked_by_a_measure_without_a_figure_of_its_own(jotto, ten, monkeypatch):
    monkeypatch.setitem(MEASURES, "cubes", Measure("cubes", lambda n: np.arange(n + 1) ** 3))

    def worth(guess):
        return sum(n**3 for n in Counter(naive.exact_elsewhere(guess, s) for s in TEN).values())

    found = jotto("openings", *ten, "--strategy", "cubes").out.splitlines()
    assert found[0] == f"{min(TEN, key=worth).upper()} is best by cubes."


@pytest.mark.parametrize("how", [(), ("--full",)])
def test_an_offensive_word_is_not_shown_unless_asked_for_but_written(jotto, write, tmp_path, how):
    """It is the best opening; a polite table does not guess it later in the game, either."""
    lists = "--words", str(write("whore", "krone", "rhino", "reran", "fetor"))
    written = ("--csv", "all.csv", "--html", "page.html")

    def shown(*more):
        return jotto("openings", *lists, *how, *more, "--json").json["openings"]

    listed = shown(*written)
    assert sorted(one["opening"] for one in listed) == ["fetor", "krone", "reran", "rhino"]
    assert "whore" in (tmp_path / "all.csv").read_text()
    page = (tmp_path / "page.html").read_text()
    assert "whore" not in page
    assert "<dt>Left out</dt><dd>1 offensive word</dd>" in page
    for asked in (("--no-polite",), ("--only", "whore,krone")):
        best = shown(*asked)[0]
        assert (best["opening"], best.get("mean", 9 / 5)) == ("whore", 9 / 5)
    polite = shown("--polite", "--csv", "polite.csv", *(["--processes", "2"] if how else []))
    assert sorted(one["opening"] for one in polite) == ["fetor", "krone", "reran", "rhino"]
    assert all(one.get("mean", 2) > 9 / 5 for one in polite)
    assert "whore" not in (tmp_path / "polite.csv").read_text()
    out = jotto("openings", *lists, *how, "--word", "whore").out
    assert out.endswith("whore is number 1 of 5 openings\n")


def test_codes_that_only_names_tell_apart_are_one_opening(jotto):
    """Of four pegs and six colours: by hand, one row for each way to repeat colours."""
    game = "--game", "mastermind:4x6"
    run = jotto("openings", *game, "--word", "3120", "--json").json
    found = {one["opening"]: one for one in run["openings"]}
    alike = {word: one.pop("alike") for word, one in found.items()}
    assert alike == {"0000": 6, "0001": 120, "0011": 90, "0012": 720, "0123": 360}
    (renamed,) = jotto("openings", *game, "--only", "3120", "--json").json["openings"]
    assert renamed | {"opening": "0123"} == found["0123"]
    rank = list(found).index("0123") + 1
    assert run["word"] == {"opening": "3120", "rank": rank, "of": 5}
    said = jotto("openings", *game, "--word", "3120").out.splitlines()[-1]
    assert said == f"3120 like 0123 is number {rank} of 5 openings"


@pytest.mark.parametrize("more", [[], ["--prior", "prior.txt"], ["--allow", "candidates"]])
def test_the_best_are_refined_to_what_a_search_and_its_tree_say(jotto, ten, tmp_path, more):
    (tmp_path / "prior.txt").write_text("fools 1000\nscore 100\nstale 2\n")
    options = (*ten, *more)
    found = jotto("openings", "--full", *options, "--refine", "3", "--json").json["openings"]
    plain = jotto("openings", "--full", *options, "--json").json["openings"]
    assert {one["opening"] for one in found[:3]} == {one["opening"] for one in plain[:3]}
    assert [one["opening"] for one in found[3:]] == [one["opening"] for one in plain[3:]]
    assert ["refined" in one for one in found] == [True] * 3 + [False] * 7
    means = [one["refined"] for one in found[:3]]
    assert means == sorted(means)
    mean = "prior_mean" if "prior.txt" in more else "mean"
    means = [one[mean] for one in plain]
    assert means == sorted(means)
    for one in found[:3]:
        tree = jotto("tree", *options, "--opening", one["opening"], "-o", "tree.json")
        assert tree.status == 0
        replayed = jotto("evaluate", *options, "--strategy", "tree:tree.json", "--json").json
        assert one["refined"] == pytest.approx(replayed[mean])
        assert one["refined"] <= one[mean]


def test_a_table_shows_the_best_the_worst_and_where_a_word_ranks(jotto, ten):
    lines = jotto("openings", "--full", *ten, "--top", "1", "--word", "fools").out.splitlines()
    assert [line.split()[0] for line in lines] == ["SLATE", "opening", "slate", "fools", "fools"]
    assert lines[-1] == "fools is number 10 of 10 openings"
    worst = jotto("openings", "--full", *ten, "--top", "1", "--worst", "--json").json
    assert worst["openings"][0]["opening"] == "fools"


def test_one_guess_ahead_too_a_word_has_a_rank_and_all_go_to_a_file(jotto, ten, tmp_path):
    ran = jotto("openings", *ten, "--word", "fools", "--csv", "all.csv", "--top", "2", "--json")
    assert ran.json["word"] == {"opening": "fools", "rank": 10, "of": 10}
    assert len(ran.json["openings"]) == 2
    rows = list(csv.DictReader((tmp_path / "all.csv").read_text().splitlines()))
    assert {row["opening"] for row in rows} == set(TEN)
    assert list(rows[0]) == ["opening", "bits", "expected_left", "worst_left", "parts"]


COST = {  # of a part: its weight, and how many secrets it has
    "entropy": lambda weight, n: weight * log2(weight),
    "expected-size": lambda weight, n: weight * n,
    "most-parts": lambda weight, n: -1,
}


@pytest.mark.parametrize(
    ("rule", "strategy", "weights", "size"),
    [
        ("exact-elsewhere", "entropy", 1, 2),
        ("exact-elsewhere", "entropy", 7, 2),
        ("exact-elsewhere", "most-parts", 1, 2),
        ("colours", "expected-size", 1, 2),
        ("colours", "expected-size", 7, 2),
        ("exact-elsewhere", "entropy", 1, 3),
    ],
)
def test_the_best_pairs_and_triples_are_those_of_all(rule, strategy, weights, size):
    """With a bound that leaves out nearly all of them; for every number of pairs, as defined.

    Under a prior, a part with a winning guess counts as nothing left. With all pairs as a
    beginning, triples are the best of all; of equals the earliest.
    """
    words = shipped_words()[::170] if size == 2 else TEN
    weight = {word: 1 + n % weights for n, word in enumerate(words)}
    ranked = []
    for guesses in combinations(words, size):
        parts = {}
        for word in words:
            scores = tuple(naive.RULES[rule](guess, word) for guess in guesses)
            parts.setdefault(scores, []).append(word)
        sums = [(sum(weight[word] for word in part), len(part)) for part in parts.values()]
        left = sum(COST[strategy](*each) for each in sums)
        left -= sum(weight[word] for word in guesses) if weights > 1 else 0
        ranked.append((round(left, 6), ",".join(guesses), [n for _, n in sums]))
    ranked.sort(key=lambda row: row[0])
    game = words_game(words, rule=rule, prior=weight if weights > 1 else "even")
    own = {"pairs": 45, "triples": 120} if size == 3 else {}
    for number in (1, 2, 7, 40) if size == 2 else (120,):
        found = openings(game, strategy, full=False, parallel=1, **own or {"pairs": number})
        assert [one.word for one in found] == [guesses for _, guesses, _ in ranked[:number]]
    for one, (_, _, sizes) in zip(found, ranked, strict=False):
        assert (one.parts, one.worst_left) == (len(sizes), max(sizes))
        if weights == 1:
            assert one.expected_left == pytest.approx(sum(n * n for n in sizes) / len(words))
            bits = sum(n * log2(len(words) / n) for n in sizes) / len(words)
            assert one.bits == pytest.approx(bits)


@pytest.mark.parametrize("how", ["--refine 2", "--pairs", "--pairs --shortlist 5 --only"])
def test_any_number_of_processes_writes_the_same_bytes(jotto, write, tmp_path, how):
    words = shipped_words()[::60]
    options = (
        "--full",
        "--words",
        write(*words),
        *how.split(),
        *[",".join(words[:9])] * ("only" in how),
    )
    written = []
    for number in (1, 2):
        jotto("openings", *options, "--processes", number, "--csv", f"{number}.csv")
        written.append((tmp_path / f"{number}.csv").read_bytes())
    assert written[0] == written[1]


UNSENT = """
import jotto
def made(once): return lambda size: size**2 if once else 0
squares = jotto.measure(made(n for n in [1]), "unsent", each=True)
"""


CHOOSING = """
import sys
from jotto import parallel
from jotto.analysis import comparison
from jotto.cli import run
comparison.SMALL, parallel.default_jobs = 0, lambda: 2  # many scores, two processors
sys.exit(run())
"""


@pytest.mark.parametrize("strategy", ["mine:squares", "mine:common"])
def test_processes_know_strategies_of_the_current_folder(process, ten, tmp_path, strategy):
    """The one is a lambda, which has no name that could be imported."""
    pytest.importorskip("cloudpickle")
    shutil.copy(ROOT / "docs" / "mine.py", tmp_path)
    given = "openings", "--full", *ten, "--strategy", strategy, "--csv"
    for number in (1, 2):
        ran = process(*given, f"{number}.csv", "--processes", number)
        assert (ran.status, ran.err) == (0, "")
    assert (tmp_path / "1.csv").read_bytes() == (tmp_path / "2.csv").read_bytes()


def test_a_strategy_that_no_other_process_can_have_is_played_by_one(
    process, ten, tmp_path, variables
):
    (tmp_path / "unsent.py").write_text(UNSENT)
    given = "openings", "--full", *ten, "--strategy", "unsent:squares"
    reason = "Strategy('unsent:squares') cannot be sent to processes: "
    reason += "cannot pickle 'generator' object"
    refused = process(*given, "--processes", 2)
    assert (refused.status, refused.err) == (2, f"jotto: {reason}; use --processes 1\n")
    alone = process(*given, "--processes", 1)
    assert (alone.status, alone.err) == (0, "")
    ended = run(sys.executable, "-c", CHOOSING, *given, env=variables, cwd=tmp_path)
    note = f"this is done in one process: {reason}; --processes 1 does that without a note"
    assert ended == (0, alone.out, f"jotto: {note}\n")


@pytest.fixture
def some(write):
    """A list long enough for a run to be interrupted in the middle."""
    return "--words", str(write(*shipped_words()[::3]))


ONLY = ",".join(shipped_words()[::3][:150])


def workers(process):
    """The processes that it has started, the last one last."""
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    return [*map(int, children.read_text().split())]


@pytest.mark.full
@pytest.mark.parametrize(
    ("what", "lines", "most", "who", "status", "said"),
    [
        ("--full", 20, 150, lambda run: workers(run)[-1], 2, "a worker process was killed; run"),
        # in the second stage
        ("--pairs --full --shortlist 150", 170, 300, lambda run: run.pid, -signal.SIGKILL, ""),
    ],
)
def test_a_killed_run_resumed_writes_the_same_bytes(
    jotto, some, tmp_path, what, lines, most, who, status, said
):
    made = (*what.split(), "--only", ONLY, "--checkpoint", "kept", "--csv", "out.csv")
    options, kept = ("openings", *some, "--processes", "2", *made), tmp_path / "kept"
    assert jotto(*options).status == 0
    whole = (tmp_path / "out.csv").read_bytes()
    assert not kept.exists(), "the checkpoint outlives the results"
    # slowly, so that it does not end before it is killed
    with start("nice", "-n", "5", *PROGRAM, *options, cwd=tmp_path) as child:
        try:
            lines_in(kept, lines)
        finally:
            os.kill(who(child), signal.SIGKILL)
        told = child.communicate(timeout=30)[1].removeprefix(SLOW)
    assert child.returncode == status
    assert told.startswith(f"jotto: {said} again with --resume\n" if said else "")
    assert lines <= kept.read_text().count("\n") < most, "it was not caught in the middle"
    with kept.open("a") as file:
        file.write("[[3], [0, 1")  # an incomplete line, as after a kill
    (tmp_path / "out.csv").unlink()
    assert jotto(*options, "--resume").status == 0
    assert (tmp_path / "out.csv").read_bytes() == whole


@pytest.mark.parametrize(
    ("how", "number", "forged", "first"),
    [
        ("--full", 10, ["full", [3], [[10], 10]], {"opening": "react", "mean": "1.0"}),
        ("--full --refine 3", 13, ["refine", [5], 11], {"opening": "slate", "refined": "1.1"}),
        # the last has no guess behind it
        ("--pairs", 9, ["pairs", [3], [[-9, 3, 8]]], {"opening": "react,fools"}),
    ],
)
def test_what_is_kept_is_not_worked_out_again(jotto, ten, tmp_path, how, number, forged, first):
    """A result that no run has, written into a checkpoint, comes out of it."""
    options = ("openings", *how.split(), *ten, "--checkpoint", "kept", "--csv")
    assert jotto(*options, "/dev/full").status == 2
    head, *lines = (tmp_path / "kept").read_text().splitlines()
    assert len(lines) == number
    own = json.dumps(with_checksum(json.loads(head), forged))
    lines = [line for line in lines if json.loads(line)[:2] != forged[:2]]
    (tmp_path / "kept").write_text("\n".join([head, *lines[:-1], own, ""]))
    assert jotto(*options, "out.csv", "--resume").status == 0
    best = next(csv.DictReader((tmp_path / "out.csv").read_text().splitlines()))
    assert best.items() >= first.items()


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("--full", "--pairs", "another number of pairs"),
        ("--pairs", "--pairs --shortlist 5 --full", "another number of pairs"),
        ("--pairs", "--pairs --top 101", "another number of pairs"),
        ("--pairs", "--pairs --only crane,slate,fools", "another choice of openings to pair"),
        ("--pairs", "--pairs --strategy minimax", "another strategy"),
        ("--pairs", "--pairs --rule jots", "another list or rule"),
        ("--full", "--full --words nine.txt", "another list or rule"),
        ("--full", "--full --prior prior.txt", "another prior"),
        ("--full", "--full --allow candidates", "another choice of allowed guesses"),
        ("--pairs", "--pairs --full", ""),
        ("--pairs --full", "--pairs --top 4", ""),
        ("--pairs --only crane,slate,fools", "--pairs --only fools,crane,slate,crane", ""),
    ],
)
def test_a_checkpoint_is_resumed_for_the_same_run_only(jotto, ten, tmp_path, before, after, said):
    (tmp_path / "nine.txt").write_text("".join(f"{word}\n" for word in TEN[:9]))
    (tmp_path / "prior.txt").write_text("fools 9\n")
    start = ("openings", *ten, *before.split(), "--csv", "/dev/full", "--checkpoint", "kept")
    assert jotto(*start).status == 2
    ran = jotto("openings", *ten, *after.split(), "--checkpoint", "kept", "--resume")
    if said:
        assert "checkpoint 'kept' belongs to a run with " in ran.err
        assert ran.status == 2
        assert said in ran.err
        assert "; leave --resume out to start again\n" in ran.err
        ran = jotto("openings", *ten, *before.split(), "--checkpoint", "kept", "--resume")
    assert (ran.status, ran.err) == (0, "")


@pytest.mark.full
def test_a_bar_tells_how_far_it_is_and_an_interrupted_run_is_resumed(jotto, some, tmp_path):
    """The bar fits the terminal, is erased at the end or by Ctrl-C, and stays out of a file."""
    kept, out = tmp_path / "kept", tmp_path / "out.json"
    options = ("openings", "--full", *some, "--only", ONLY, "--processes", "2", "--json")
    with Terminal(*options, "--checkpoint", str(kept), out=str(out)) as screen:
        lines_in(kept, 20)
        screen.type("\x03")
        assert screen.status() == 130
        (note,) = screen.left.removeprefix(SLOW).splitlines()
    done = len(kept.read_text().splitlines()) - 1  # all lines but the header
    assert note == f"jotto: note: {done} of 150 openings are done; run again with --resume"
    assert 19 <= done < 150, "it was not caught in the middle"
    resumed = (*options, "--checkpoint", str(kept), "--resume")
    with Terminal(*resumed, out=str(out), columns=40) as screen:
        screen.expect(f"{done} of 150 openings done, about ")
        assert (screen.status(), screen.left.removeprefix(SLOW)) == (0, "")
        numbers = [int(number) for number in re.findall(r"(\d+) of 150 ", screen.text)]
        assert done == numbers[0] < numbers[-1]
        assert numbers == sorted(numbers)
        assert max(map(len, re.split("[\r\n]", ESCAPES.sub("", screen.shown)))) <= 40
    assert not kept.exists()
    assert jotto(*options) == (0, out.read_text(), "")


@pytest.mark.parametrize(
    ("how", "done"), [("--full", "3 of 10 openings"), ("--pairs", "3 of 9 first guesses")]
)
def test_an_interrupted_run_says_what_is_kept(jotto, ten, monkeypatch, how, done):
    def interrupted(now):
        if now.done == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr(render, "show_status", interrupted)
    ran = jotto("openings", how, *ten, "--checkpoint", "kept")
    said = f"jotto: note: {done} are done; run again with --resume\n"
    assert ran == (130, "", said)


FULL, PAIRS_FIRST = ("--full", "--refine", "3"), ("--pairs",)
DAMAGED = (
    "{}", "\x00", '["full", [0], [[1, 8], 17]', '["full", [0], [[1, 2], 5]]',
    '["full", [], [[1, 9], 19]]', '["full", [0], [[-1, 11], 19]]', '["full", [0], [[1.0, 9], 19]]',
    '["full", [0.0], [[1, 9], 19]]', '["full", [0], [[1, 9], true]]', '["pairs", [0], [[5, 0, 1]]]',
    '["refine", [3], 0]', '["refine", [3, 4], 30]', '["refine", [3], 1.5]', '["other", [3], 30]',
    '["refine", [3], true, 4]', '["refine", [10], 30]', f'["refine", [3], {"9" * 400}]',
    '["refine", [3], 9223372036854775808]',
)  # fmt: skip
PAIRED = '["5", 0, 1]', "[null, 0, 1]", "[5, 0.5, 1.5]", "[5, 1, 0]", "[5, 0, 10]", "[5, 0]"


@pytest.mark.parametrize(
    ("how", "number", "lines"),
    [(FULL, 5, DAMAGED), (PAIRS_FIRST, 2, [f'["pairs", [0], [{pair}]]' for pair in PAIRED])],
)
def test_a_damaged_checkpoint_is_refused_by_line(jotto, ten, tmp_path, how, number, lines):
    """Each line with its right checksum, if it is JSON at all."""
    run, kept = ("openings", *how, *ten, "--checkpoint", "kept"), tmp_path / "kept"
    assert jotto(*run, "--csv", "/dev/full").status == 2
    before = kept.read_text().splitlines()[: number - 1]
    said = f"line {number} is damaged; leave --resume out to start again\n"
    for line in lines:
        with suppress(ValueError):
            line = json.dumps(with_checksum(json.loads(before[0]), json.loads(line)))
        kept.write_text("\n".join([*before, line]) + "\n")
        assert jotto(*run, "--resume").refusal == f"jotto: checkpoint 'kept' {said}", line


@pytest.mark.parametrize(
    ("command", "place", "said"),
    [
        ("openings --full", "notes", "checkpoint 'notes' is another file; name a new one\n"),
        ("openings --full", "none/kept", "file 'none/kept' cannot be written: No such file or"),
        ("tree --exact", "none/kept", "file 'none/kept' cannot be written: No such file or"),
    ],
)
def test_no_file_is_emptied_and_no_folder_made_for_a_checkpoint(
    jotto, ten, tmp_path, command, place, said
):
    (tmp_path / "notes").write_text("notes")
    before = sorted(tmp_path.iterdir())
    ran = jotto(*command.split(), *ten, "--checkpoint", place)
    assert ran.refusal.startswith(f"jotto: {said}")
    assert sorted(tmp_path.iterdir()) == before
    assert (tmp_path / "notes").read_text() == "notes"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("--full --only crane,zzzzz", "'zzzzz' is not an allowed guess"),
        ("--word zzzzz", "'zzzzz' is not an allowed guess"),
        ("--only crane --word fools", "'fools': --word is not among the openings"),
        ("--full --resume --checkpoint none", "'none': there is none"),
        ("--full --resume --checkpoint list-1.txt", "no checkpoint of openings"),
        ("--strategy random", "random is not"),
        ("--strategy simple", "simple does not rank single guesses; add --full"),
        ("--full --strategy tree:x", "'tree:x' has its own opening"),
        ("--strategy bogus", "'bogus'"),
        ("--full --processes 2 --dask tcp://here:1", "use one of them"),
        ("--pairs --word fools", "does not go with --worst"),
        ("--pairs --strategy simple", "'simple'"),
        ("--pairs --full --strategy simple", "--pairs needs one of entropy"),
        ("--pairs --allow candidates", "--allow candidates"),
        ("--allow hard", "the rule colours (--allow, --rule)"),
        ("--full --allow some", "'some'"),
        ("--polite --only whore", "'whore'"),
        ("--full --polite --word whore", "'whore'"),
        ("--full --allow candidates --only where", "'where' may not be guessed first"),
        ("--pairs --only crane", "pairs need two openings or more (--pairs)"),
        ("--pairs --resume --checkpoint none", "'none': there is none"),
        ("--resume", "--resume goes with --full or --pairs"),
        ("--pairs --triples", "use --pairs or --triples, not both"),
        ("--triples --strategy minimax", "--triples needs entropy, not 'minimax'"),
        ("--triples --prior common", "equally likely (--triples)"),
        ("--triples --only crane,slate", "triples need three openings or more (--triples)"),
        ("--triples --html x", "--triples does not go with --worst"),
        ("--refine 3", "--refine goes with --full"),
        ("--full --pairs --refine 3", "--refine goes with --full and without --pairs"),
        ("--full --polite --refine 3", "does not go with --polite"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(jotto, ten, write, arguments, said):
    further = "--guesses", str(write("whore", "where"))
    assert said in jotto("openings", *ten, *further, *arguments.split()).refusal


def test_no_cell_of_a_table_is_a_formula(jotto, tmp_path):
    """Of a spreadsheet, whatever a game's guesses are; negative numbers are none."""
    shown = {"=cmd|x": "'=cmd|x", "+1": "'+1", "@x": "'@x", "-1+2": "'-1+2"}
    shown |= {"-1": "-1", "-1.5": "-1.5", "a=b": "a=b", "a;=b": "a;'=b", "\uff1dx": "'\uff1dx"}
    game = f"import jotto\ndef made(): return jotto.game(lambda g, s: len(g), {[*shown]})\n"
    (tmp_path / "formulas.py").write_text(game)
    for more in ((), ("--full",)):
        assert jotto("openings", "--game", "formulas:made", "--csv", "out.csv", *more).status == 0
        with (tmp_path / "out.csv").open(newline="", encoding="utf-8") as file:
            words = [row[0] for row in csv.reader(file)]
        assert sorted(words) == sorted(["opening", *shown.values()])
