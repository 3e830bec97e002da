"""A few rounds of each trial, and what the runner makes of rounds."""

import pytest
from trials import runner
from trials.runner import TRIALS, Result

SEEDS = {  # of the rounds that are played here; else 7 and 8
    "forge": range(10, 14),
    "fuzz": range(15),
    "hostile": range(7, 1200, 20),
    "keys": range(8),
    "oracle": range(60),
    "signals": range(8),
    **dict.fromkeys(["programs", "shelf", "store", "waits"], range(7, 8)),
    **dict.fromkeys(["greedy", "load", "taps"], ()),  # a minute, or figures of a machine
}
FULL = {"shelf", "signals", "waits"}  # take long, or need more than Python


def rounds():
    for name in TRIALS:
        marks = [pytest.mark.full] * (name in FULL)
        for seed in SEEDS.get(name, (7, 8)):
            yield pytest.param(name, seed, id=f"{name}-{seed}", marks=marks)


@pytest.mark.parametrize(("name", "seed"), [*rounds()])
def test_a_round_finds_nothing(name, seed):
    if name == "fuzz" and not runner.trial("fuzz").CORPUS.is_dir():
        pytest.skip("the sdist has no corpus")
    assert runner.play(name, seed)


# --- the runner -----------------------------------------------------------------------------------


class Game:
    """A game

    Twos fail, and ``others`` do not.
    """

    UNIT = "games"
    FOUND = "One fault."
    LIMITS = {"guesses": (0, 2.9)}  # noqa: RUF012

    @staticmethod
    def play(seed, folder):
        if seed == 2:
            raise ValueError("two")
        (folder / "file").write_text("written")
        return {"guesses": seed}


@pytest.fixture
def trial(monkeypatch, tmp_path):
    """The runner with one trial, and with records of its own."""
    monkeypatch.setattr(runner, "trial", lambda _: Game)
    monkeypatch.setattr(runner, "RECORDS", tmp_path / "records")
    (tmp_path / "records").write_text("")


@pytest.mark.usefixtures("trial")
def test_a_failure_is_counted_and_the_mean_is_of_the_other_rounds():
    result = Result("game", 1)
    failed = {seed: str(error) for seed, error in runner.run(result, range(1, 6)) if error}
    assert failed == {2: "two"}
    assert (result.rounds, result.failures, result.figures) == (5, 1, {"guesses": 13 / 4})
    assert result.counts == {"guesses": 4}
    assert result.outside == ["game: guesses: 3.250 is not within (0, 2.9)"]


@pytest.mark.usefixtures("trial")
def test_the_newest_record_of_a_trial_is_in_its_section():
    for rounds in (1000, 2000):
        runner.record([Result("other", 3, 1, 1), Result("game", 3, rounds, 40_000, seconds=180)])
    assert [*runner.records()] == ["other", "game"]
    assert runner.section(runner.records()["game"]).splitlines() == [
        "### A game",
        "",
        "`python scripts/trials game --seed 3 --count 2000`",
        "",
        "Twos fail, and `others` do not.",
        "",
        "* **How much:** 2,000 games, 40,000 checks in 3 minutes.",
        "* **Found:** One fault.",
        "* **At the end:** 0 failures.",
    ]


def test_the_page_is_what_the_records_and_the_trials_say():
    assert runner.PAGE.read_text("utf-8") == runner.page()
