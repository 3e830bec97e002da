"""Openings by whole trees: the results, and that they do not depend on how the work is done."""

import csv
import json
import os
import re
import signal
import statistics
from collections import Counter
from contextlib import suppress
from itertools import combinations, product
from math import log2
from pathlib import Path

import naive
import numpy as np
import pytest
from lists import TEN, games_of_ten
from terminal import ESCAPES, PROGRAM, SLOW, Terminal, lines_in, start

from jotto import openings, words as words_game
from jotto.cli import render
from jotto.engine.measures import MEASURES, Measure
from jotto.games.words import shipped_words
from jotto.parallel import with_checksum


@pytest.mark.parametrize("strategy", ["entropy", "minimax", "expected-size", "simple"])
def test_every_opening_has_the_games_of_the_definition(jotto, ten, strategy):
    found = jotto("openings", "--full", *ten, "--strategy", strategy, "--json").json
    assert len(found["openings"]) == len(TEN)
    for one in found["openings"]:
        games = games_of_ten(strategy, one["opening"]).values()
        assert {int(n): count for n, count in one["games"].items()} == Counter(games)
        assert one["mean"] == pytest.approx(statistics.mean(games))
        assert one["sd"] == pytest.approx(statistics.pstdev(games))
        assert one["worst"] == max(games)
    means = [one["mean"] for one in found["openings"]]
    assert means == sorted(means)


def test_openings_are_ranked_by_a_measure_without_a_figure_of_its_own(jotto, ten, monkeypatch):
    monkeypatch.setitem(MEASURES, "cubes", Measure("cubes", lambda n: np.arange(n + 1) ** 3))

    def worth(guess):
        return sum(n**3 for n in Counter(naive.exact_elsewhere(guess, s) for s in TEN).values())

    found = jotto("openings", *ten, "--strategy", "cubes").out.splitlines()
    assert found[0] == f"{min(TEN, key=worth).upper()} is best by cubes."


def test_only_candidates_are_guessed_where_nothing_else_may_be(jotto, write):
    lists = "--words", str(write(*TEN[:7])), "--guesses", str(write(*TEN[7:]))
    openings = jotto("openings", "--full", *lists, "--allow", "candidates", "--json").json
    found = {one["opening"]: one["games"] for one in openings["openings"]}
    assert sorted(found) == sorted(TEN[:7])
    for opening, games in found.items():
        own = {"allow": "candidates", "opening": [opening]}
        expected = naive.lengths("entropy", TEN[:7], TEN, naive.exact_elsewhere, **own)
        assert {int(n): count for n, count in games.items()} == Counter(expected.values())


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


def test_whole_trees_are_played_for_one_opening_of_each_class(jotto):
    game = "--game", "mastermind:3x3"
    found = jotto("openings", "--full", *game, "--json").json["openings"]
    assert {one["opening"]: one["alike"] for one in found} == {"000": 3, "001": 18, "012": 6}
    codes = ["".join(code) for code in product("012", repeat=3)]
    for one in found:
        own = {"opening": [one["opening"]]}
        games = naive.lengths("entropy", codes, codes, naive.exact_elsewhere, **own)
        assert one["mean"] == pytest.approx(statistics.mean(games.values()))


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
    for one in found[:3]:
        jotto("tree", *options, "--opening", one["opening"], "-o", "tree.json")
        replayed = jotto("evaluate", *options, "--strategy", "tree:tree.json", "--json").json
        mean = "prior_mean" if "prior.txt" in more else "mean"
        assert one["refined"] == pytest.approx(replayed[mean])
        assert one["refined"] <= one[mean]


def test_what_was_refined_is_kept_and_not_searched_for_again(jotto, ten, tmp_path):
    """A total no search finds, written into a checkpoint, comes out of it."""
    options = ("openings", "--full", *ten, "--refine", "3", "--checkpoint", "kept", "--csv")
    assert jotto(*options, "out.csv").status == 0
    whole = (tmp_path / "out.csv").read_text()
    assert jotto(*options, "/dev/full").status == 2
    kept = tmp_path / "kept"
    lines = kept.read_text().splitlines()
    assert len(lines) == 1 + 10 + 3
    kept.write_text("\n".join(lines[:12]) + "\n")  # one of them refined
    assert jotto(*options, "out.csv", "--resume").status == 0
    assert (tmp_path / "out.csv").read_text() == whole
    _, item, *_ = json.loads(lines[-1])
    own = with_checksum(json.loads(lines[0]), ["refine", item, 11])
    kept.write_text("\n".join([*lines[:13], json.dumps(own)]) + "\n")
    assert jotto(*options, "out.csv", "--resume").status == 0
    best = next(csv.DictReader((tmp_path / "out.csv").read_text().splitlines()))
    assert (best["opening"], float(best["refined"])) == (TEN[item[0]], 1.1)


def test_a_prior_orders_openings_by_the_mean_under_it(jotto, ten, tmp_path):
    (tmp_path / "prior.txt").write_text("fools 1000\nscore 1\n")
    found = jotto("openings", "--full", *ten, "--prior", "prior.txt", "--json").json["openings"]
    assert found[0]["opening"] == "fools"
    assert found[0]["prior_mean"] < 1.1 < found[0]["mean"]


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


PAIRS = list(combinations(TEN, 2))


def parts_of_pair(pair):
    scores = [tuple(naive.exact_elsewhere(guess, secret) for guess in pair) for secret in TEN]
    return [scores.count(both) for both in dict.fromkeys(scores)]


@pytest.mark.parametrize("strategy", ["entropy", "most-parts"])
def test_pairs_are_ranked_by_the_parts_they_leave_together(jotto, ten, strategy):
    options = (*ten, "--strategy", strategy, "--top", "45", "--json")
    found = jotto("openings", "--pairs", *options).json["openings"]
    value = naive.MEASURES[strategy]
    expected = sorted(PAIRS, key=lambda pair: value(parts_of_pair(pair)))  # the earliest of equals
    assert [one["opening"] for one in found] == [",".join(pair) for pair in expected]
    for one, pair in zip(found, expected, strict=True):
        parts = parts_of_pair(pair)
        assert (one["parts"], one["worst_left"]) == (len(parts), max(parts))
        assert one["expected_left"] == pytest.approx(sum(n * n for n in parts) / 10)
        assert one["bits"] == pytest.approx(sum(n * log2(10 / n) for n in parts) / 10)


TRIPLES = list(combinations(TEN, 3))


def test_triples_are_ranked_by_the_parts_they_leave_together(jotto, ten):
    """With all pairs as a beginning, they are the best of all; of equals the earliest."""
    options = ("--triples", *ten, "--shortlist", "120", "--json", "--top", "120")
    found = jotto("openings", *options).json["openings"]
    value = naive.MEASURES["entropy"]
    expected = sorted(TRIPLES, key=lambda triple: value(parts_of_pair(triple)))
    assert [one["opening"] for one in found] == [",".join(triple) for triple in expected]
    assert [one["parts"] for one in found] == [len(parts_of_pair(triple)) for triple in expected]


@pytest.mark.parametrize("strategy", ["entropy", "expected-size"])
@pytest.mark.parametrize("rule", ["exact-elsewhere", "colours"])
def test_the_best_pairs_are_those_of_all_pairs(rule, strategy):
    """With a bound that leaves out nearly all of them; for every number of pairs, as defined.

    Under a prior, a part with a winning guess counts as nothing left.
    """
    words = shipped_words()[::170]
    score = naive.RULES[rule]
    for prior in (None, {word: 1 + n % 7 for n, word in enumerate(words)}):
        weights = prior or dict.fromkeys(words, 1)
        ranked = []
        for pair in combinations(words, 2):
            parts = {}
            for word in words:
                parts.setdefault(tuple(score(guess, word) for guess in pair), []).append(word)
            sums = [(sum(weights[word] for word in part), len(part)) for part in parts.values()]
            left = sum(w * (log2(w) if strategy == "entropy" else n) for w, n in sums)
            left -= sum(weights[word] for word in pair) if prior else 0
            ranked.append((round(left, 6), pair))
        ranked.sort(key=lambda row: row[0])
        game = words_game(words, rule=rule, prior=prior or "even")
        for number in (1, 2, 7):
            found = openings(game, strategy, pairs=number, full=False, parallel=1)
            assert [one.word for one in found] == [",".join(p) for _, p in ranked[:number]]


def test_pairs_are_played_to_the_end(jotto, ten):
    found = jotto("openings", "--pairs", "--full", *ten, "--top", "45", "--json").json["openings"]
    assert len(found) == len(PAIRS)
    for one in found:
        games = games_of_ten("entropy", *one["opening"].split(",")).values()
        assert one["mean"] == pytest.approx(statistics.mean(games))
    means = [one["mean"] for one in found]
    assert means == sorted(means)


@pytest.fixture
def some(write):
    """A list long enough for a run to be interrupted in the middle."""
    return "--words", str(write(*shipped_words()[::3]))


ONLY = ",".join(shipped_words()[::3][:200])


def bytes_of(jotto, tmp_path, *arguments):
    ran = jotto("openings", "--full", *arguments, "--csv", "out.csv")
    assert ran.status == 0, ran.err
    return (tmp_path / "out.csv").read_bytes()


@pytest.mark.parametrize(
    ("more", "only", "rows"),
    [
        ((), 40, 40),
        (("--pairs",), 15, 100),
        (("--refine", "2"), 40, 40),
    ],  # the best 100 pairs
)
def test_any_number_of_processes_writes_the_same_bytes(jotto, some, tmp_path, more, only, rows):
    options = (*some, *more, "--only", ",".join(shipped_words()[::3][:only]))
    alone = bytes_of(jotto, tmp_path, *options, "--processes", "1")
    assert alone == bytes_of(jotto, tmp_path, *options, "--processes", "2")
    assert alone.count(b"\n") == 1 + rows


KEPT = "--processes", "2", "--checkpoint", "kept"
SLOWLY = "nice", "-n", "5"  # so that a run does not end before the test interrupts it


@pytest.mark.full
@pytest.mark.parametrize(
    ("what", "lines", "most"),
    [
        ("--full --processes 2", 20, 200),
        ("--pairs --full --shortlist 200 --processes 2", 220, 400),  # in the second stage
    ],
)
def test_a_killed_run_resumed_writes_the_same_bytes(jotto, some, tmp_path, what, lines, most):
    made = (*what.split(), "--only", ONLY, "--checkpoint", "kept", "--csv", "out.csv")
    options = ("openings", *some, *made)
    assert jotto(*options).status == 0
    whole = (tmp_path / "out.csv").read_bytes()
    kept = tmp_path / "kept"
    assert not kept.exists(), "the checkpoint outlives the results"
    with start(*SLOWLY, *PROGRAM, *options, cwd=tmp_path) as child:
        try:
            lines_in(kept, lines)
        finally:
            child.kill()
    assert lines <= kept.read_text().count("\n") < most, "it was not caught in the middle"
    with kept.open("a") as file:
        file.write("[[3], [0, 1")  # an incomplete line, as after a kill
    (tmp_path / "out.csv").unlink()
    assert jotto(*options, "--resume").status == 0
    assert (tmp_path / "out.csv").read_bytes() == whole


def test_what_is_kept_of_pairs_is_not_worked_out_again(jotto, ten, tmp_path):
    """A pair no list has, written into a checkpoint, comes out of it."""
    options = ("openings", "--pairs", *ten, "--checkpoint", "kept", "--csv")
    assert jotto(*options, "/dev/full").status == 2
    kept = tmp_path / "kept"
    head, *lines = kept.read_text().splitlines()
    assert len(lines) == 9  # the last has no guess behind it
    own = json.dumps(with_checksum(json.loads(head), ["pairs", [3], [[-9, 3, 8]]]))
    others = [line for line in lines if not line.startswith('["pairs", [3]')]
    kept.write_text("\n".join([head, own, *others[:6]]) + "\n")
    assert jotto(*options, "out.csv", "--resume").status == 0
    first = (tmp_path / "out.csv").read_text().splitlines()[1]
    assert first.startswith(f'"{TEN[3]},{TEN[8]}"')


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("--full", "--pairs", "another number of pairs"),
        ("--full", "--pairs --full", "another number of pairs"),
        ("--pairs", "--full", "another number of pairs"),
        ("--pairs", "--pairs --shortlist 5 --full", "another number of pairs"),
        ("--pairs", "--pairs --top 101", "another number of pairs"),
        ("--pairs", "--pairs --only crane,slate,fools", "another choice of openings to pair"),
        ("--pairs", "--pairs --strategy minimax", "another strategy"),
        ("--pairs", "--pairs --rule jots", "another list or rule"),
        ("--full", "--full --words nine.txt", "another list or rule"),
        ("--full", "--full --prior prior.txt", "another prior"),
        ("--full", "--full --allow candidates", "another choice of allowed guesses"),
        ("--full", "--full --rule jots --strategy minimax", "list or rule and another strategy"),
        ("--full", "--full", ""),
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
        assert "checkpoint 'kept' belongs to a run with " in ran.refusal
        assert said in ran.err
        assert "; leave --resume out to start again\n" in ran.err
        ran = jotto("openings", *ten, *before.split(), "--checkpoint", "kept", "--resume")
        assert (ran.status, ran.err) == (0, "")
    else:
        assert (ran.status, ran.err) == (0, "")


FEW = ",".join(ONLY.split(",")[:150])


@pytest.mark.full
def test_a_bar_tells_how_far_it_is_fits_the_terminal_and_stays_out_of_a_file(jotto, some, tmp_path):
    options = ("openings", "--full", *some, "--only", FEW, "--processes", "2", "--json")
    with Terminal(*options, out=str(tmp_path / "out.json"), columns=40) as screen:
        screen.expect(" of 150 ")
        assert (screen.status(), screen.left) == (0, "")
        done = [int(number) for number in re.findall(r"(\d+) of 150 ", screen.text)]
        assert 0 == done[0] < done[-1]
        assert done == sorted(done)
        assert max(map(len, re.split("[\r\n]", ESCAPES.sub("", screen.shown)))) <= 40
    in_pipes = jotto(*options)
    assert ((tmp_path / "out.json").read_text(), "") == (in_pipes.out, in_pipes.err)


@pytest.mark.full
def test_after_ctrl_c_the_rest_makes_the_table_of_an_unbroken_run(jotto, some, tmp_path):
    kept = tmp_path / "kept"
    options = ("openings", "--full", *some, "--only", ONLY, "--processes", "2", "--plain")
    whole = jotto(*options).out
    with Terminal(*options, "--checkpoint", str(kept)) as screen:
        lines_in(kept, 20)
        screen.type("\x03")
        assert screen.status() == 130
        (note,) = screen.left.removeprefix(SLOW).splitlines()  # the bar and the ^C are erased
    done = len(kept.read_text().splitlines()) - 1  # all lines but the header
    assert note == f"jotto: note: {done} of 200 openings are done; run again with --resume"
    assert 19 <= done < 200, "it was not caught in the middle"
    with Terminal(*options, "--checkpoint", str(kept), "--resume") as screen:
        screen.expect(f"{done} of 200 openings done, about ")
        assert screen.status() == 0
        assert screen.left.removeprefix(SLOW) == whole
    assert not kept.exists()


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


def test_another_file_is_not_emptied_for_a_checkpoint(jotto, ten, tmp_path):
    (tmp_path / "kept").write_text("notes")
    ran = jotto("openings", "--full", *ten, "--checkpoint", "kept")
    assert ran.refusal == "jotto: checkpoint 'kept' is another file; name a new one\n"
    assert (tmp_path / "kept").read_text() == "notes"


@pytest.mark.parametrize("command", [("openings", "--full"), ("tree", "--exact")])
def test_no_folder_is_made_for_a_checkpoint_that_is_named(jotto, ten, tmp_path, command):
    before = sorted(tmp_path.iterdir())
    ran = jotto(*command, *ten, "--checkpoint", "none/kept")
    quoted = "file 'none/kept' cannot be written: No such file or directory"
    assert ran.refusal.startswith(f"jotto: {quoted}")
    assert sorted(tmp_path.iterdir()) == before


def test_work_whose_checkpoint_cannot_be_written_is_done_with_a_note(jotto, ten, tmp_path, caplog):
    (tmp_path / "state").write_text("in the way")  # the folder of the default checkpoint
    ran = jotto("openings", "--full", *ten, "--json")
    assert len(ran.json["openings"]) == 10
    assert caplog.messages == ["the checkpoint could not be written: Not a directory"]


@pytest.mark.full
def test_a_worker_that_is_killed_is_told_and_the_rest_is_kept(some, tmp_path):
    child = start(*PROGRAM, "openings", "--full", *some, *KEPT, cwd=tmp_path)
    lines_in(tmp_path / "kept", 20)
    workers = Path(f"/proc/{child.pid}/task/{child.pid}/children").read_text().split()
    os.kill(int(workers[-1]), signal.SIGKILL)
    _, said = child.communicate(timeout=30)
    assert child.returncode == 2
    assert (
        said.removeprefix(SLOW) == "jotto: a worker process was killed; run again with --resume\n"
    )
    assert (tmp_path / "kept").read_text().count("\n") >= 20


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("--full --only crane,zzzzz", "'zzzzz' is not an allowed guess"),
        ("--word zzzzz", "'zzzzz' is not an allowed guess"),
        ("--only crane --word fools", "'fools': --word is not among the openings"),
        ("--full --resume --checkpoint none", "'none': there is none"),
        ("--full --resume --checkpoint list-1.txt", "no checkpoint of openings"),
        ("--full --strategy random", "random is not"),
        ("--strategy random", "random is not"),
        ("--strategy simple", "simple does not rank single guesses; add --full"),
        ("--full --strategy tree:x", "'tree:x' has its own opening"),
        ("--strategy bogus", "'bogus'"),
        ("--full --strategy bogus", "'bogus'"),
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
        ("--pairs --full --only crane,crane", "pairs need two openings or more (--pairs)"),
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
