"""House rules: as flags, as environment variables, and in the config file."""

import json
import re
from pathlib import Path

import pytest

from jotto.assistant import page_file
from jotto.cli.app import PANEL_OF, loaded

# three letters; bob and bib have a letter twice
REPEATERS = ("bob", "bib", "rib", "rob")
RUDE = ("whore", "shore", "chore")  # the first is offensive; the scores among them are all 4,0


@pytest.fixture
def config(tmp_path) -> Path:
    """The config file."""
    return tmp_path / "config" / "jotto" / "config.toml"


@pytest.fixture
def settle(config):
    """Write the config file."""

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
    usual = {"rule": "exact-elsewhere", "allow": "all", "strategy": "entropy", "prior": None}
    usual |= {"repeats": True, "plurals": True, "polite": True, "vowels": None}
    assert rules(jotto) == {name: (value, "default") for name, value in usual.items()}


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


def test_house_rules_have_the_names_that_people_use(jotto, config):
    jotto("house", "rule=Color", "allow=Hard mode")
    assert config.read_text() == 'rule = "colours"\nallow = "hard"\n'
    assert jotto("score", "speed", "erase").out == "YBYYB\n"
    assert jotto("score", "speed", "erase", JOTTO_RULE="classic").out == "3\n"
    config.write_text('rule = "wordle"\nallow = "ultra-hard"\n')
    listed = jotto("house", "--json").json["rules"]
    assert [listed[name]["value"] for name in ("rule", "allow")] == ["colours", "candidates"]
    assert (
        "'hrad': write all, candidates, hard; did you mean 'hard'?"
        in jotto("house", "allow=hrad").refusal
    )


def test_the_name_of_a_game_goes_before_house_rules(jotto):
    jotto("house", "rule=jots")
    assert jotto("score", "speed", "erase", "--game", "wordle").out == "YBYYB\n"
    assert jotto("score", "speed", "erase", "--game", "jotto").out == "0,3\n"
    assert jotto("score", "speed", "erase", "--game", "words").out == "3\n"
    jotto("house", "rule=colours", "allow=hard")
    ran = jotto("suggest", "--game", "dordle", "--top", 1)
    assert ran.status == 0
    assert "house rules that are not used here: allow" in ran.err


def test_house_says_where_each_rule_comes_from(jotto, config):
    jotto("house", "rule=jots", "repeats=no")
    given = {"JOTTO_RULE": "Colours", "JOTTO_POLITE": "Yes", "JOTTO_ALLOW": ""}
    assert rules(jotto, **given).items() >= {
        ("rule", ("colours", "JOTTO_RULE")), ("allow", ("all", "default")),
        ("polite", (True, "JOTTO_POLITE")), ("repeats", (False, "file")),
    }  # fmt: skip
    shown = jotto("house").out
    for row in ("rule +jots +file", "repeats +no +file", "plurals +yes +default"):
        assert re.search(f"^{row}$", shown, re.M)
    assert f"\nstored in {config}\n" in shown
    assert re.search(r"^games are stored in .*jotto, and caches .* in .*jotto$", shown, re.M)
    run = jotto("house", "rule=jots", JOTTO_RULE="colours")
    assert (run.status, run.err) == (0, "jotto: note: JOTTO_RULE overrides the file\n")


@pytest.mark.parametrize(
    "name", ["evaluate", "openings", "worst-case", "tree", "compare simple minimax"]
)
def test_the_laboratory_does_not_go_by_the_house(jotto, write, settle, name):
    command = [*name.split(), "--words", write(*REPEATERS)]
    before = jotto(*command)
    settle('rule = "jots"\nrepeats = false\nstrategy = "minimax"\nallow = "candidates"\n')
    assert jotto(*command, JOTTO_POLITE="yes") == before
    settle("what is this")
    assert jotto(*command) == before


@pytest.mark.parametrize("stored", [True, False])
def test_words_are_played_by_the_house_or_by_the_same_flag(jotto, write, stored):
    words = ("--words", write(*REPEATERS), *["--no-repeats"] * (not stored))
    jotto("house", f"repeats={'no' if stored else 'yes'}")
    assert jotto("candidates", *words).out == "rib\nrob\n"
    assert jotto("card", *words, "--json").json["secrets"] == 2
    proposed = jotto("secret", *words, "--max-level", 95, "--json").json["secrets"]
    assert sorted(row["secret"] for row in proposed) == ["rib", "rob"]
    assert "one of 2 words." in jotto("keep", *words, typed="quit\n").out
    assert "outside" not in jotto("explain", "bob=0,0", *words).err
    for laboratory in ("evaluate", "openings"):
        secrets = jotto(laboratory, *words, "--json").json["secrets"]
        assert secrets == (4 if stored else 2)
    refused = jotto("keep", "--secret", "bob", *words)
    assert refused == (
        2,
        "",
        "jotto: 'bob' may be guessed, but cannot be a secret in this game\n",
    )
    assert {*guesses(jotto("suggest", *words, "--json"))} == {*REPEATERS}
    jotto("house", "rule=jots")
    turns = jotto("watch", "rob", *words, "--json").json["turns"]
    assert {turn["score"] for turn in turns} <= {"0", "1", "2", "3", "win"}


def test_the_commands_that_go_by_the_house_are_those_it_names(jotto):
    own = {name for name in PANEL_OF if getattr(loaded(name).callback, "house", False)}
    text = " ".join(jotto("house", "--help").out.split())
    named = re.search(r"apply to (play, .*?)\. Other", text)[1].replace(" and ", ", ").split(", ")
    assert set(named) == own
    others = PANEL_OF.keys() - own - {"house", "history", "lists"}
    line = jotto("house").out.splitlines()[-1]
    assert set(re.findall(r"[\w-]+", line.partition(" apply to ")[2])) == others


def test_programs_and_pages_go_by_the_house(jotto, monkeypatch, tmp_path):
    jotto("house", "rule=jots")
    lines = '{"do": "score", "guess": "crane", "secret": "react"}\n'
    assert json.loads(jotto("engine", typed=lines).out)["text"] == "4"  # letters in common
    monkeypatch.setattr(page_file, "page", lambda game, *_, **__: game.rule.name)
    jotto("page", "-o", tmp_path / "page.html")
    assert (tmp_path / "page.html").read_text("utf-8") == "jots"


def test_a_house_rule_that_does_not_fit_the_game_is_passed_over(jotto, write):
    own, turn = ("suggest", "--game", "mastermind:3x4"), ("012=0,1",)
    before = jotto(*own)
    jotto("house", "rule=jots", "repeats=no", "plurals=no", "polite=yes", "prior=common")
    said = "jotto: note: house rules that are not used here: rule, repeats, plurals (for words)\n"
    assert jotto(*own) == jotto(*own, JOTTO_RULE="colours") == (0, before.out, said)
    assert jotto(*own, "--json").err == said
    jotto("house", "allow=candidates", "strategy=minimax")
    flags = ("--allow", "candidates", "--strategy", "minimax")
    assert jotto(*own, *turn).out == jotto(*own, *turn, *flags, XDG_CONFIG_HOME="/nowhere").out
    words = ("--words", write(*REPEATERS))
    jotto("house", "--reset", "allow=hard")
    assert jotto("suggest", *words).status == jotto("suggest", "--game", "two-d:3").status == 0
    jotto("house", "rule=colours")
    hard = jotto("suggest", "rib=GBG", *words, "--guesses", write("orb", "rub"))
    assert [line.split()[0] for line in hard.out.splitlines()[2:]] == ["rob", "rib", "rub"]
    assert jotto("suggest", *words, "--rule", "jots").status == 0


# --- storing them ---------------------------------------------------------------------------


MULTI_LINE = '''rule = """\\
    jots"""  # no places
allow = "candidates" # all of these
polite = true\r
'''


def test_a_multi_line_string_and_comments_survive(jotto, settle, config):
    text = f"# first line\u2028still the comment\u0085and this\n{MULTI_LINE}"
    settle(text)
    assert rules(jotto)["rule"] == ("jots", "file")
    jotto("house", "repeats=no", "allow=all")
    after = text.replace('"candidates"', '"all"') + "repeats = false\n"
    assert config.read_bytes() == after.encode()
    assert rules(jotto)["rule"] == ("jots", "file")
    jotto("house", "plurals=no", "--unset", "rule", "--unset", "repeats")
    left = text.replace(MULTI_LINE, 'allow = "all" # all of these\npolite = true\r\n')
    assert config.read_bytes() == f"{left}plurals = false\n".encode()
    jotto("house", "--reset", "plurals=yes")
    assert config.read_text() == "plurals = true\n"
    jotto("house", "--unset", "plurals")
    assert list(config.parent.iterdir()) == []  # nor a temporary file


def test_a_linked_file_stays_a_link(jotto, settle, config, tmp_path):
    settle("")
    config.rename(tmp_path / "dotfiles.toml")
    config.symlink_to(tmp_path / "dotfiles.toml")
    assert jotto("house", "rule=jots").status == 0
    assert config.is_symlink()
    assert (tmp_path / "dotfiles.toml").read_text() == 'rule = "jots"\n'
    assert jotto("house", "--reset").status == 0
    assert (config.is_symlink(), (tmp_path / "dotfiles.toml").exists()) == (True, False)


def test_house_rules_that_exclude_each_other_are_refused(jotto):
    for first, second in (("rule=jots", "allow=hard"), ("allow=hard", "rule=jots")):
        jotto("house", "--reset", first)
        assert "hard mode needs the rule colours" in jotto("house", second).refusal
        assert "hard mode needs the rule colours" in jotto("house", first, second).refusal
        assert jotto("house", "polite=no").status == 0
    jotto("house", "rule=colours")
    assert jotto("house", "--unset", "rule").status == 0
    note = "house rules that are not used here: allow (hard mode needs the rule colours)"
    assert note in jotto("suggest", "tares=1,1", "--top", "1").err
    assert jotto("suggest", "tares=BYBBB", "--rule", "colours", "--top", "1").err == ""


def test_a_house_rule_that_is_none_is_refused_and_empty_vowels_are_any(jotto):
    assert "no house rule is called 'rul'; the rules are rule," in jotto(
        "house", "--unset", "rul").refusal  # fmt: skip
    jotto("house", "vowels=aeiou")
    assert rules(jotto)["vowels"] == ("aeiou", "file")
    jotto("house", "vowels=")
    assert rules(jotto)["vowels"] == (None, "default")
    refused = jotto("house", JOTTO_VOWELS="xyz1").refusal
    assert "JOTTO_VOWELS: 'xyz1': write letters" in refused


def test_a_house_rule_gives_way_to_what_is_said(jotto):
    jotto("house", "rule=fibble")
    for said in (("tares=1,1", "--lies", "1"), ("tares=1,1+0,2", "--boards", "2")):
        told = jotto("suggest", *said, "--top", "1")
        assert told.status == 0
        assert "house rules that are not used here: rule (" in told.err
    assert jotto("suggest", "--rule", "fibble", "--lies", "1").status == 2


def test_house_rules_are_for_advice_at_every_door(jotto, write):
    words = ["stone", "stove", "store", "score", "swore", "spore", "smoke"]
    asked = json.dumps({"do": "evaluate", "words": words}) + "\n"
    typed = "evaluate", "--words", write(*words), "--json"
    usual = jotto(*typed).json
    jotto("house", "rule=jots", "strategy=minimax")
    lines = json.loads(jotto("engine", typed=asked).out)
    assert {name: lines.get(name) for name in usual if name != "schema"} == {
        name: value for name, value in usual.items() if name != "schema"
    }
    assert jotto(*typed).json == usual
    jotto("house", "--unset", "rule")
    for said in (("--lies", "1"), ("--rule", "fibble")):
        told = jotto("suggest", "--top", "1", *said)
        assert (told.status, "strategy ('minimax': where answers" in told.err) == (0, True)


def test_hard_mode_of_the_house_is_that_of_a_secret_that_is_kept(jotto):
    jotto("house", "rule=colours", "allow=hard")
    told = jotto("keep", "--secret", "react", typed="crane\nmoist\nq\n").out
    assert "Hard mode" in told
    assert "MOIST" in told
    assert "Hard mode" not in jotto("keep", "--allow", "all", typed="q\n").out


def test_a_variable_that_is_nearly_a_house_rule_is_named(jotto):
    said = jotto("suggest", "tares=1,1", "--top", "1", JOTTO_RUEL="jots", JOTTO_CORES="2")
    assert said.err == "jotto: note: JOTTO_RUEL is not an option; did you mean JOTTO_RULE?\n"


def test_a_prior_is_kept_with_its_folder(jotto, write, tmp_path):
    (tmp_path / "weights é.txt").write_text("bob 9\nrob 1\n", encoding="utf-8")
    jotto("house", "prior=weights é.txt")
    assert rules(jotto)["prior"] == (str(tmp_path / "weights é.txt"), "file")
    found = jotto("suggest", "--words", write("rob", "bob"), "--json").json["suggestions"]
    assert {one["guess"]: round(one["chance"], 3) for one in found} == {"bob": 0.9, "rob": 0.1}


@pytest.mark.parametrize(
    ("text", "line", "quoted", "repair"),
    [
        ('rule = "jots', 1, "correct it, or jotto house --reset", "--reset"),
        ('# ours\n\nrule = "jots"\n???', 4, "correct it, or jotto house --reset", "--reset"),
        ('rule = "bingo"', 1, "rule: no rule is called 'bingo'", "--unset rule"),
        ("\nrule = true", 2, "rule: no rule is called 'True'", "rule=jots"),
        ("polite = 5", 1, "polite: '5': write yes or no", "polite=yes"),
        ("[polite]\nus = true", 1, "polite: \"{'us': True}\": write yes or no", "--unset polite"),
        ('polite = true\n"rul" = 1', 2, "no house rule is called 'rul'", "--unset rul"),
        ("[rules]\n", 1, "no house rule is called 'rules'", "--unset rules"),
        ('rule = "jots"\nrule = "jots"', 2, "correct it", "--reset"),
        ("rule = " + "[" * 9000, 1, "correct it", "--reset"),
        ("rule = " + "9" * 9000, 1, "correct it", "--reset"),
        ("[rule]\na = 2\na = 3\n", 3, "", "--reset"),
        ("\n[[b]]\n[b]\n", 3, "", "--reset"),
        ("\n\nallow = 1_\n", 3, "", "--reset"),
        (b"\xff\xfe", None, "is not text in UTF-8", "--reset"),
    ],
)
def test_damage_is_named_by_line_and_repaired(jotto, settle, config, text, line, quoted, repair):
    settle(text)
    before = config.read_bytes()
    where = f"jotto: config file {str(config)!r}" + (f" line {line}" if line else "")
    for command in ["suggest"], ["house"], *[["house", "rule=jots"]] * (repair == "--reset"):
        said = jotto(*command).refusal
        assert said.startswith(where)
        assert quoted in said
    assert config.read_bytes() == before
    assert jotto("suggest", "--help").status == 0
    assert jotto("house", *repair.split()).status == 0
    assert jotto("house").status == 0


def test_a_folder_or_a_loop_of_links_in_place_of_the_file_is_told(jotto, config):
    config.mkdir(parents=True)
    for command in (["suggest"], ["house", "rule=jots"], ["house", "--reset"]):
        assert str(config) in jotto(*command).refusal
    config.rmdir()
    config.symlink_to("other")
    (config.parent / "other").symlink_to(config)
    assert "cannot be read" in jotto("suggest").refusal
    assert jotto("house", "--reset").status == 0
    assert not config.is_symlink()


@pytest.mark.parametrize("name", ["rule", "allow", "strategy", "prior", "repeats", "polite"])
def test_a_bad_variable_is_named(jotto, name):
    for command in ("suggest", "house"):
        line = jotto(command, **{f"JOTTO_{name.upper()}": "bingo"}).refusal
        assert line.startswith(f"jotto: JOTTO_{name.upper()}: ")
        assert "'bingo'" in line


# --- repeated letters, plurals --------------------------------------------------------------


def test_a_plural_is_no_secret_where_plurals_are_barred(jotto, write):
    shown = jotto("candidates", "--no-plurals").out.split()
    assert {"crane", "brass", "virus", "geese"} <= {*shown}
    assert not {"walks", "foxes", "skies"} & {*shown}
    both = jotto("candidates", "--no-plurals", "--no-repeats").out.split()
    assert both == [word for word in shown if len({*word}) == 5]


def test_with_a_list_of_ones_own_it_is_said_how_far_plurals_and_the_common_prior_reach(
    jotto, write
):
    run = jotto("candidates", "--no-plurals", "--words", write("walks", "zorks", "crane"))
    note = "jotto: note: plurals are known for the shipped list only; 1 of 3 words are excluded\n"
    assert run == (0, "zorks\ncrane\n", f"{note}2 candidates\n")
    words = ("--words", write("crane", "zzzzz", "slate"), "--prior", "common", "--json")
    run = jotto("suggest", *words)
    chances = {one["guess"]: one["chance"] for one in run.json["suggestions"]}
    assert chances["crane"] > 3 * chances["zzzzz"]
    note = "how common words are is known for the shipped list only; 1 of 3 words count as the"
    assert run.err == f"jotto: note: {note} rarest\n"


# --- polite ---------------------------------------------------------------------------------


def test_an_offensive_word_is_not_proposed_but_can_be_the_secret(jotto, write):
    words, polite = ("--words", write(*RUDE)), {"JOTTO_POLITE": "1"}
    assert guesses(jotto("suggest", *words, "--no-polite", "--json"))[0] == "whore"
    run = jotto("suggest", *words, "--json")
    assert (guesses(run), run.json["candidates"]) == (["shore", "chore"], 3)
    assert jotto("candidates", *words, **polite).out.split() == [*RUDE]
    assert jotto("watch", "whore", *words).status == 0
    ended = {jotto("keep", *words, "--seed", n, typed="quit\n", **polite).out for n in range(8)}
    told = {word for out in ended for word in re.findall(r"was (\w+)\.", out)}
    assert told == {"SHORE", "CHORE"}
    assert jotto("keep", *words, "--secret", "whore", typed="whore\n", **polite).status == 0
    for choice, secrets in ({"JOTTO_POLITE": "no"}, {*RUDE}), ({}, {"shore", "chore"}):
        rows = jotto("secret", *words, "--json", **choice).json["secrets"]
        assert {row["secret"] for row in rows} == secrets


# --- a saved game keeps its rules -----------------------------------------------------------


def test_a_saved_game_is_resumed_under_the_rules_it_began_with(jotto, write):
    jotto("house", "repeats=no", "rule=jots")
    run = jotto("play", "--words", write(*REPEATERS), typed="2\nquit\n")
    assert "House rules: --rule jots (" in run.out
    assert "2 possible: rib, rob;" in run.out
    jotto("house", "--reset")
    assert "It must be ROB" in jotto("play", "--resume", typed="quit\n").out


def test_no_house_rule_is_told_that_a_game_does_not_follow(jotto, write):
    words = write(*REPEATERS)
    jotto("play", "--words", words, typed="2,0\nq\n")
    jotto("house", "rule=jots", "polite=no")
    told = "House rules: --no-polite ("
    assert "House rules" not in jotto("play", "--resume", typed="q\n").out
    assert told in jotto("play", "--words", words, "--rule", "colours", typed="q\n").out
    assert "House rules" not in jotto("play", "--game", "mastermind:2x3", typed="q\n").out


def test_leaving_names_the_house_rules_as_flags(jotto, write):
    words = write(*REPEATERS)
    jotto("house", "repeats=no", "polite=yes", "allow=candidates")
    run = jotto("play", "--words", words, "--allow", "all", typed="2,0\nquit\n")
    (command,) = re.findall(r"jotto (suggest .*)", run.out)
    assert command.endswith(f"--words {words} --no-repeats --allow all --polite")
    assert jotto(*command.split()).status == 0
