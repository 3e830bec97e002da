"""House rules: as flags, as variables, and kept in a file."""

import re
from pathlib import Path

import pytest
from terminal import Terminal

# three letters; bob and bib have a letter twice
REPEATERS = ("bob", "bib", "rib", "rob")
RUDE = ("whore", "shore", "chore")  # the first is offensive; the scores among them are all 4,0


@pytest.fixture
def config(tmp_path) -> Path:
    """The file of house rules."""
    return tmp_path / "config" / "jotto" / "config.toml"


@pytest.fixture
def settle(config):
    """Write the file of house rules by hand."""

    def settle(text: str | bytes) -> None:
        config.parent.mkdir(parents=True, exist_ok=True)
        config.write_bytes(text.encode() if isinstance(text, str) else text)

    return settle


def rules(jotto, **variables: str) -> dict[str, tuple[object, str]]:
    found = jotto("house", "--json", **variables).json["rules"]
    return {name: (one["value"], one["from"]) for name, one in found.items()}


def guesses(run) -> list[str]:
    return [one["guess"] for one in run.json["suggestions"]]


# --- where a rule comes from ----------------------------------------------------------------


def test_without_a_file_every_rule_is_as_it_is_usually(jotto):
    assert rules(jotto) == {
        "rule": ("exact-elsewhere", "default"),
        "allow": ("all", "default"),
        "strategy": ("entropy", "default"),
        "prior": (None, "default"),
        "repeats": (True, "default"),
        "plurals": (True, "default"),
        "polite": (False, "default"),
    }


def test_a_flag_comes_before_a_variable_before_the_file(jotto, write):
    words = ("--words", write("bat", "tab", "cat"))
    # bat against tab: b and t elsewhere, a in place
    assert jotto("candidates", "bat=1,2", *words).out == "tab\n"
    assert jotto("house", "rule=jots").status == 0
    assert jotto("candidates", "bat=3", *words).out == "tab\n"
    colours = {"JOTTO_RULE": "colours"}
    assert jotto("candidates", "bat=YGY", *words, **colours).out == "tab\n"
    flag = ("--rule", "exact-elsewhere")
    assert jotto("candidates", "bat=1,2", *words, *flag, **colours).out == "tab\n"


def test_house_says_where_each_rule_comes_from(jotto, config):
    jotto("house", "rule=jots", "repeats=no")
    found = rules(jotto, JOTTO_RULE="Colours", JOTTO_POLITE="Yes", JOTTO_ALLOW="")
    assert found["rule"] == ("colours", "JOTTO_RULE")
    assert found["polite"] == (True, "JOTTO_POLITE")
    assert found["repeats"] == (False, "file")
    assert found["allow"] == ("all", "default")
    shown = jotto("house").out
    assert re.search(r"^rule +jots +file$", shown, re.M)
    assert re.search(r"^repeats +no +file$", shown, re.M)
    assert re.search(r"^plurals +yes +default$", shown, re.M)
    assert shown.endswith(f"kept in {config}\n")


def test_the_laboratory_does_not_go_by_the_house(jotto, write, settle):
    words = ("--words", write(*REPEATERS))
    for command in (["evaluate"], ["openings"], ["bound"], ["solve", "bob"]):
        before = jotto(*command, *words)
        settle('rule = "jots"\nrepeats = false\nstrategy = "minimax"\nallow = "candidates"\n')
        assert jotto(*command, *words, JOTTO_POLITE="yes") == before
        settle("what is this")
        assert jotto(*command, *words) == before


def test_the_flags_are_there_wherever_words_are_played(jotto, write):
    words = ("--words", write(*REPEATERS), "--no-repeats")
    assert jotto("evaluate", *words, "--json").json["secrets"] == 2
    assert jotto("openings", *words, "--json").json["secrets"] == 2
    assert jotto("bound", *words, "--json").json["least_worst_case"] == 2
    assert jotto("candidates", *words).out == "rib\nrob\n"
    assert [
        one["secret"]
        for one in jotto("secret", *words, "--max-level", 95, "--json").json["secrets"]
    ] in (
        ["rib", "rob"],
        ["rob", "rib"],
    )
    assert "I keep one of 2 secrets" in jotto("keep", *words, typed="quit\n").out
    assert "outside" not in jotto("doctor", "bob=0,0", *words).err
    assert jotto("solve", "rob", *words).status == 0


def test_a_house_rule_of_words_is_passed_over_in_other_games(jotto):
    before = jotto("suggest", "--game", "mastermind:3x4")
    jotto("house", "rule=jots", "repeats=no", "plurals=no", "polite=yes", "prior=common")
    assert jotto("suggest", "--game", "mastermind:3x4") == before
    jotto("house", "allow=candidates", "strategy=minimax")
    own = ("suggest", "0012=0,1", "--game", "mastermind:4x6")
    flags = ("--allow", "candidates", "--strategy", "minimax")
    assert jotto(*own) == jotto(*own, *flags, XDG_CONFIG_HOME="/nowhere")


def test_hard_mode_is_passed_over_where_the_rule_is_another(jotto, write):
    words = ("--words", write(*REPEATERS))
    jotto("house", "allow=hard")
    assert jotto("suggest", *words).status == 0
    assert jotto("suggest", "--game", "two-d:3").status == 0
    jotto("house", "rule=colours")
    hard = jotto("suggest", "rib=GBG", "--words", words[1], "--guesses", write("orb", "rub"))
    assert [line.split()[0] for line in hard.out.splitlines()[2:]] == ["rob", "rib", "rub"]
    assert jotto("suggest", *words, "--rule", "jots").status == 0


@pytest.mark.parametrize("flag", ["--no-repeats", "--no-plurals", "--polite"])
@pytest.mark.parametrize("command", ["suggest", "play"])
def test_a_flag_that_does_not_fit_the_game_is_refused(jotto, command, flag):
    run = jotto(command, flag, "--game", "mastermind:4x6")
    line = f"jotto: {flag} is for words; it does not go with --game 'mastermind:4x6'\n"
    assert run == (2, "", line)


# --- keeping them ---------------------------------------------------------------------------


def test_setting_one_rule_leaves_the_rest_of_the_file_alone(jotto, settle, config):
    settle('# ours since 1995\nrule = "jots"  # no places\n\npolite = true')
    jotto("house", "repeats=no", "polite=off")
    assert config.read_text() == (
        '# ours since 1995\nrule = "jots"  # no places\n\npolite = false\nrepeats = false\n'
    )
    jotto("house", "rule=colours", "--unset", "polite")
    assert config.read_text() == '# ours since 1995\nrule = "colours"\n\nrepeats = false\n'
    jotto("house", "--reset", "plurals=no")
    assert config.read_text() == "plurals = false\n"
    jotto("house", "--reset")
    assert not config.exists()


def test_unsetting_the_last_rule_leaves_no_file(jotto, config):
    jotto("house", "rule=jots")
    assert rules(jotto)["rule"] == ("jots", "file")
    jotto("house", "--unset", "rule")
    assert rules(jotto)["rule"] == ("exact-elsewhere", "default")
    assert list(config.parent.iterdir()) == []


def test_a_linked_file_stays_a_link(jotto, config, tmp_path):
    real = tmp_path / "dotfiles.toml"
    real.write_text("")
    config.parent.mkdir(parents=True)
    config.symlink_to(real)
    assert jotto("house", "rule=jots").status == 0
    assert config.is_symlink()
    assert real.read_text() == 'rule = "jots"\n'


def test_a_prior_is_kept_with_its_folder(jotto, tmp_path):
    (tmp_path / "weights é.txt").write_text("bob 9\nrob 1\n", encoding="utf-8")
    jotto("house", "prior=weights é.txt")
    assert rules(jotto)["prior"] == (str(tmp_path / "weights é.txt"), "file")
    (tmp_path / "words.txt").write_text("rob\nbob\n")
    found = jotto("suggest", "--words", tmp_path / "words.txt", "--json").json["suggestions"]
    assert [(one["guess"], round(one["chance"], 3)) for one in found[:2]] == [
        ("bob", 0.9),
        ("rob", 0.1),
    ] or {one["guess"]: round(one["chance"], 3) for one in found} == {"bob": 0.9, "rob": 0.1}


def test_a_variable_that_comes_before_what_is_set_is_noted(jotto):
    run = jotto("house", "rule=jots", JOTTO_RULE="colours")
    assert (run.status, run.err) == (0, "jotto: note: JOTTO_RULE comes before the file\n")
    assert re.search(r"^rule +colours +JOTTO_RULE$", run.out, re.M)


@pytest.mark.parametrize(
    ("arguments", "quoted"),
    [
        ("house rule=bingo", "rule: no rule is called 'bingo'; there are exact-elsewhere, jots"),
        ("house rulé=jots", "'rulé=jots': write NAME=VALUE, NAME being rule, allow"),
        ("house rule", "'rule': write NAME=VALUE"),
        ("house repeats=perhaps", "repeats: 'perhaps': write yes or no"),
        ("house allow=some", "allow: 'some': write all, candidates or hard"),
        ("house strategy=genius", "strategy: no strategy is called 'genius'"),
        ("house prior=nowhere.txt", "prior: 'nowhere.txt': write even, common, or a file"),
        ("house prior=/", "prior: '/': write even, common, or a file"),
    ],
)
def test_what_cannot_be_settled_is_refused_and_nothing_is_written(jotto, config, arguments, quoted):
    run = jotto(*arguments.split())
    assert (run.status, run.out) == (2, "")
    assert quoted in run.err
    assert run.err.count("\n") == 1
    assert not config.exists()


@pytest.mark.parametrize(
    ("text", "line", "quoted", "repair"),
    [
        ('rule = "jots', 1, "mend it, or jotto house --reset", "--reset"),
        ('# ours\n\nrule = "jots"\n???', 4, "mend it, or jotto house --reset", "--reset"),
        ('rule = "bingo"', 1, "rule: no rule is called 'bingo'", "--unset rule"),
        ("\nrule = true", 2, "rule = 'True': write it in quotation marks", "rule=jots"),
        ('polite = "yes"', 1, "polite = 'yes': write true or false", "polite=yes"),
        ('polite = true\n"rul" = 1', 2, "no house rule is called 'rul'", "--unset rul"),
        ("[rules]\n", 1, "no house rule is called 'rules'", "--unset rules"),
        ('rule = "jots"\nrule = "jots"', 2, "mend it", "rule=jots"),
        ("rule = " + "[" * 9000, 1, "mend it", "--reset"),
        ("rule = " + "9" * 9000, 1, "mend it", "--reset"),
        (b"\xff\xfe", None, "it is no text in UTF-8", "--reset"),
        ("#" * 70_000, None, "it is no text in UTF-8", "--reset"),
    ],
)
def test_a_damaged_file_is_named_with_its_line_and_can_be_repaired(
    jotto, settle, config, text, line, quoted, repair
):
    settle(text)
    where = f"jotto: config file {str(config)!r}" + (f" line {line}" if line else "")
    for command in (["suggest"], ["play"], ["keep"], ["house"], ["house", "--json"]):
        run = jotto(*command)
        assert (run.status, run.out) == (2, "")
        assert run.err.startswith(where + ":")
        assert quoted in run.err
        assert run.err.count("\n") == 1
    assert jotto("suggest", "--help").status == 0
    assert jotto("house", *repair.split()).status == 0
    assert jotto("house").status == 0


def test_a_folder_in_place_of_the_file_is_told(jotto, config):
    config.mkdir(parents=True)
    for command in (["suggest"], ["house"], ["house", "rule=jots"], ["house", "--reset"]):
        run = jotto(*command)
        assert run.status == 2
        assert str(config) in run.err
        assert run.err.count("\n") == 1


@pytest.mark.parametrize("name", ["rule", "allow", "strategy", "prior", "repeats", "polite"])
def test_a_bad_variable_is_named(jotto, name):
    for command in ("suggest", "candidates", "doctor", "house"):
        run = jotto(command, **{f"JOTTO_{name.upper()}": "bingo"})
        assert (run.status, run.out) == (2, "")
        assert run.err.startswith(f"jotto: JOTTO_{name.upper()}: ")
        assert "'bingo'" in run.err


# --- repeated letters, plurals --------------------------------------------------------------


def test_a_word_with_a_repeated_letter_is_no_secret_but_may_be_guessed(jotto, write):
    words = ("--words", write(*REPEATERS), "--no-repeats")
    assert jotto("candidates", *words).out == "rib\nrob\n"
    run = jotto("suggest", "bob=1,0", *words, "--json")  # b in place: rib has one, rob o as well
    assert run.json["candidates"] == 1
    assert set(guesses(jotto("suggest", *words, "--json"))) == set(REPEATERS)
    refused = jotto("solve", "bob", *words)
    assert refused == (2, "", "jotto: 'bob': it may be guessed, but is no secret of this game\n")


def test_a_plural_is_no_secret_where_plurals_are_barred(jotto):
    shown = jotto("candidates", "--no-plurals").out.split()
    assert {"crane", "brass", "virus", "geese"} <= set(shown)
    assert not {"walks", "foxes", "skies"} & set(shown)
    both = jotto("candidates", "--no-plurals", "--no-repeats").out.split()
    assert set(both) == {word for word in shown if len(set(word)) == 5}


def test_with_a_list_of_ones_own_it_is_said_how_far_the_bar_reaches(jotto, write):
    run = jotto("candidates", "--no-plurals", "--words", write("walks", "zorks", "crane"))
    assert run.out == "zorks\ncrane\n"
    note = "jotto: note: plurals are known of the shipped list only; 1 of 3 words are barred\n"
    assert run.err == f"{note}2 candidates\n"


def test_a_table_that_bars_every_word_is_told_so(jotto, write):
    run = jotto("suggest", "--no-repeats", "--words", write("bob", "bib"))
    assert (run.status, run.out) == (2, "")
    assert "every word of the list is barred" in run.err


# --- polite ---------------------------------------------------------------------------------


def test_an_offensive_word_is_not_suggested_but_can_be_the_secret(jotto, write):
    words = ("--words", write(*RUDE))
    assert guesses(jotto("suggest", *words, "--json"))[0] == "whore"
    run = jotto("suggest", *words, "--polite", "--json")
    assert guesses(run) == ["shore", "chore"]
    assert run.json["candidates"] == 3
    assert jotto("candidates", *words, JOTTO_POLITE="1").out.split() == list(RUDE)
    assert jotto("solve", "whore", *words, "--polite").status == 0


@pytest.mark.parametrize("strategy", ["entropy", "simple", "random"])
def test_the_last_candidate_is_suggested_whatever_it_is(jotto, write, strategy):
    words = ("--words", write(*RUDE), "--strategy", strategy)
    run = jotto("suggest", "shore=4,0", "chore=4,0", *words, "--polite", "--json")
    assert guesses(run)[0] == "whore"


def test_a_polite_assistant_wins_all_the_same(jotto, write):
    run = jotto("play", "--polite", "--words", write(*RUDE), typed="4,0\n4,0\nwin\n")
    assert re.findall(r"^(\w+)\? ", run.out, re.M) == ["shore", "chore", "whore"]
    assert "whore it is: found in 3 guesses." in run.out


def test_a_polite_keeper_draws_no_offensive_word(jotto, write):
    words = ("--words", write(*RUDE), "--polite")
    told = {jotto("keep", *words, "--seed", n, typed="quit\n").out.split()[-1] for n in range(8)}
    assert told == {"shore.", "chore."}
    assert jotto("keep", *words, "--secret", "whore", typed="whore\n").status == 0


def test_offensive_secrets_are_not_proposed_at_a_polite_table(jotto, write):
    words = ("secret", "--words", write(*RUDE), "--json")
    assert {one["secret"] for one in jotto(*words).json["secrets"]} == set(RUDE)
    polite = jotto(*words, JOTTO_POLITE="yes").json["secrets"]
    assert {one["secret"] for one in polite} == {"shore", "chore"}


# --- hard mode ------------------------------------------------------------------------------


def test_hard_mode_goes_with_colours_only(jotto):
    for game in (["--rule", "jots"], [], ["--game", "mastermind:4x6"]):
        run = jotto("suggest", "--allow", "hard", *game)
        line = "jotto: --allow hard is a rule of the coloured game; add --rule colours\n"
        assert run == (2, "", line)


def test_a_game_of_hard_mode_uses_every_hint(jotto):
    run = jotto("solve", "vaunt", "--rule", "colours", "--allow", "hard", "--json")
    turns = [(turn["guess"], turn["score"]) for turn in run.json["turns"]]
    assert turns[-1] == ("vaunt", "GGGGG")
    for number, (guess, colours) in enumerate(turns):
        green = [i for i, mark in enumerate(colours) if mark == "G"]
        yellow = [guess[i] for i, mark in enumerate(colours) if mark == "Y"]
        for later, _ in turns[number + 1 :]:
            assert all(later[i] == guess[i] for i in green)
            assert set(yellow) <= set(later)


# --- a live game keeps its own --------------------------------------------------------------


def test_a_saved_game_goes_on_under_the_rules_it_began_with(jotto, write):
    words = ("--words", write(*REPEATERS))
    jotto("house", "repeats=no", "rule=jots")
    run = jotto("play", *words, typed="quit\n")
    assert "2 candidates left (rib, rob)" in run.out
    jotto("play", *words, typed="2\nquit\n")
    jotto("house", "--reset")
    assert "It must be rob" in jotto("play", "--resume", typed="quit\n").out


def test_leaving_names_the_house_rules_as_flags(jotto, write):
    words = write(*REPEATERS)
    jotto("house", "repeats=no", "polite=yes", "allow=candidates")
    run = jotto("play", "--words", words, "--allow", "all", typed="2,0\nquit\n")
    line = next(line for line in run.out.splitlines() if line.startswith("To go on from here: "))
    assert line.endswith(f"--allow all --words {words} --no-repeats --polite")
    command = line.partition("jotto ")[2].split()
    assert jotto(*command).status == 0


def test_house_rules_hold_on_a_terminal_too(write):
    words = str(write(*REPEATERS))
    with Terminal("play", "--words", words, JOTTO_REPEATS="no") as terminal:
        terminal.expect("2 candidates left (rib, rob)")
        terminal.type("win\n")
        terminal.expect("it is: found in 1 guess.")
        assert terminal.status() == 0
