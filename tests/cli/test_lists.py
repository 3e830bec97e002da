"""jotto lists, through the command line, and the lists this project ships."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import math
import os
import re
import signal
import statistics
import subprocess
import sys
import unicodedata
from functools import partial
from itertools import product
from pathlib import Path
from threading import Thread

import inprocess
import pytest
from terminal import PROGRAM

from jotto.errors import GameError
from jotto.games import building, frequencies
from jotto.games.shipped import shipped_files

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "scripts" / "build_wordlists.py"
LISTS = ROOT / "wordlists"
SCOWL = Path("/usr/share/dict/scowl")
GENERATED = [
    f"english-5{kind}.txt" for kind in ("", ".about", ".levels", ".plurals", ".zipf", ".unlisted")
]

without_wordfreq = pytest.mark.skipif(
    importlib.util.find_spec("wordfreq") is None, reason="wordfreq is needed: pip install wordfreq"
)
without_scowl = pytest.mark.skipif(not SCOWL.is_dir(), reason="scowl is needed: apt install scowl")


def needs_wordfreq(test):
    return pytest.mark.full(without_wordfreq(test))


def needs_scowl(test):
    return pytest.mark.full(without_scowl(test))


def run(*arguments, cwd=None, env=None):
    """Run jotto lists: in this process, or with environment variables in a separate process."""
    arguments = ["lists", *map(str, arguments)]
    if env:
        command = [*PROGRAM, *arguments]
        return subprocess.run(command, capture_output=True, encoding="utf-8", env=env, check=False)
    status, out, err = inprocess.call(arguments, b"", cwd or Path.cwd(), os.environ)
    return subprocess.CompletedProcess(arguments, status, out.decode(), err.decode())


def built(*arguments, **kwargs):
    """Run jotto lists, which must succeed; return the run."""
    done = run(*arguments, **kwargs)
    assert done.returncode == 0, done.stderr
    return done


def refused(*arguments, status=2, **kwargs):
    """Run jotto lists, which must fail without output; return its one line on stderr."""
    done = run(*arguments, **kwargs)
    assert done.returncode == status, done.stderr
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    assert done.stderr.count("\n") == 1, done.stderr
    return done.stderr.strip()


def words_of(text):
    """The lines of a list that are words."""
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def comment(text, key):
    """The value of `# key: value` in a header."""
    found = re.search(rf"^# {key}: (.*)$", text, re.MULTILINE)
    assert found, key
    return found[1]


def checksum(text):
    return hashlib.sha256(text.encode()).hexdigest()


@pytest.fixture
def folder(tmp_path):
    """A folder to write in; any temporary file left in it fails the test."""
    path = tmp_path / "out"
    path.mkdir()
    yield path
    assert [entry.name for entry in path.iterdir() if entry.name.startswith(".")] == []


@pytest.fixture
def scowl(tmp_path):
    """A small SCOWL: three levels, a variant of each kind, and files that must not be read."""
    files = {
        "english-words.10": "about\nhouse\nthe\nit's\n",
        "english-words.35": "éclat\ncafés\nlonger\nabout\n",
        "english-words.70": "xylem\naalii\ncafes\npsst\ngrrrr\n",
        "english-words.80": "james\n",
        "american-words.10": "color\n",
        "british-words.35": "fibre\n",
        "british_z-words.50": "prize\n",
        "canadian-words.50": "toque\n",
        "australian-words.50": "ocker\n",
        "variant_1-words.50": "wierd\n",
        "variant_2-words.55": "gaily\n",
        "british_variant_1-words.60": "gipsy\n",
        "australian_variant_2-words.60": "mozzy\n",
        "variant_3-words.10": "nevar\n",
        "english-upper.10": "april\n",
        "english-proper-names.50": "jesse\n",
        "english-abbreviations.20": "scuba\n",
        "english-contractions.20": "arent\n",
        "special-hacker.50": "kluge\n",
        "english-words.10.orig": "stale\n",
    }
    path = tmp_path / "scowl"
    path.mkdir()
    for name, text in files.items():
        (path / name).write_bytes(text.encode())
    return path


UP_TO_70 = [
    *("aalii", "about", "cafes", "color", "eclat", "fibre", "gaily", "gipsy"),
    *("grrrr", "house", "mozzy", "ocker", "prize", "toque", "wierd", "xylem"),
]


@pytest.fixture
def write(tmp_path):
    """Write a file of words; return where."""

    def write(text, name="words.txt"):
        (tmp_path / name).write_bytes(text.encode())
        return tmp_path / name

    return write


@pytest.fixture
def word_file(write):
    """A word file with every kind of line."""
    lines = "# a comment,crane,,  slate  ,Paris,IDEAS,it's,e.g.x,co-op,b4ked,ab cd,naïve,crane"
    return write("\n".join([*lines.split(","), "longer", "nth", "pfffz"]), "many.txt")


@pytest.fixture
def clean_file(write):
    """A list that is ready to be used."""
    return write("crane\nslate\n", "clean.txt")


# --- SCOWL -----------------------------------------------------------------------------------


def test_scowl_gives_words_of_the_spellings_and_variants_only(scowl):
    assert words_of(built("scowl", "--scowl", scowl).stdout) == UP_TO_70


def test_the_level_limits_the_list_and_includes_itself(scowl):
    words = words_of(built("scowl", "--scowl", scowl, "--max-level", 35).stdout)
    assert words == ["about", "cafes", "color", "eclat", "fibre", "house"]
    assert "james" in words_of(built("scowl", "--scowl", scowl, "--max-level", 80).stdout)


def test_a_word_has_the_lowest_level_it_appears_in(scowl):
    levels = building.from_scowl(scowl, building.Rules(), max_level=70).levels()
    rows = dict(line.split("\t") for line in words_of(levels))
    assert sorted(rows) == UP_TO_70
    assert (rows["about"], rows["cafes"], rows["xylem"]) == ("10", "35", "70")


@pytest.mark.parametrize(("length", "expected"), [(3, ["the"]), (4, ["psst"]), (6, ["longer"])])
def test_any_length_can_be_built(scowl, length, expected):
    assert words_of(built("scowl", "--scowl", scowl, "--length", length).stdout) == expected


def test_words_without_a_vowel_go_when_asked(scowl):
    words = words_of(built("scowl", "--scowl", scowl, "--need-vowel").stdout)
    assert words == [word for word in UP_TO_70 if word != "grrrr"]
    assert "xylem" in words


def test_a_supplement_is_added_and_counted(scowl, folder):
    extra = folder / "extra.txt"
    extra.write_text("# ours\nemoji\nabout\nEmcee\ntoolong\n", "utf-8")
    arguments = ["--supplement", extra, "--json", "-o", folder / "list.txt"]
    done = built("scowl", "--scowl", scowl, *arguments)
    text = (folder / "list.txt").read_text("utf-8")
    assert words_of(text) == sorted([*UP_TO_70, "emoji"])
    assert comment(text, "words") == "17 (16 from the source, 1 from the supplement)"
    assert json.loads(done.stdout)["supplement"] == 1


def test_words_of_a_supplement_have_a_level_of_their_own_and_are_named(scowl):
    listed = building.from_scowl(scowl, building.Rules(), max_level=70)
    listed.add_supplement(["emoji", "about"])
    rows = dict(line.split("\t") for line in words_of(listed.levels()))
    assert (rows["emoji"], rows["about"]) == ("40", "10")
    assert "# given level 40, being in the supplement only:\n# emoji\n" in listed.levels()


def test_the_list_names_its_making_but_no_folder(scowl, tmp_path):
    text = built("scowl", "--scowl", scowl, "--max-level", 50).stdout
    assert comment(text, "made with") == "jotto lists scowl --length 5 --max-level 50"
    assert "of unknown version" in comment(text, "source")
    assert "Kevin Atkinson" in comment(text, "licence")
    assert str(tmp_path) not in text


# --- word files ------------------------------------------------------------------------------


def test_a_word_file_loses_names_abbreviations_and_what_is_no_letter(word_file):
    assert words_of(built("file", word_file).stdout) == ["crane", "naive", "pfffz", "slate"]


def test_the_report_counts_every_reason_with_examples(word_file, folder):
    done = built("file", word_file, "--need-vowel", "-o", folder / "list.txt", "--json")
    report = json.loads(done.stdout)
    assert (report["schema"], report["kept"], report["length"]) == (1, 3, 5)
    counts = {row["reason"].split(" (")[0]: row["count"] for row in report["dropped"]}
    assert counts == {
        "not letters only": 5,
        "a capital letter": 2,
        "another length": 2,
        "no vowel": 1,
    }
    examples = {word for row in report["dropped"] for word in row["examples"]}
    assert examples == {
        *("it's", "e.g.x", "co-op", "b4ked", "ab cd", "Paris", "IDEAS", "longer", "nth", "pfffz")
    }
    assert done.stderr == ""


def test_the_report_goes_to_stderr_with_at_most_five_examples(write):
    done = built("file", write("".join(f"{'a' * n}\n" for n in range(1, 31))))
    assert words_of(done.stdout) == ["aaaaa"]
    kept, dropped = done.stderr.splitlines()
    assert kept.startswith("kept 1 words of 5 letters")
    assert re.search(r"dropped +29: another length", dropped)
    assert len(re.findall(r"\ba+\b", dropped.split("such as")[1])) == 5


def test_a_list_in_capitals_is_read_when_case_is_ignored(word_file):
    words = words_of(built("file", word_file, "--ignore-case").stdout)
    assert words == ["crane", "ideas", "naive", "paris", "pfffz", "slate"]


def test_several_files_make_one_list(tmp_path, word_file):
    other = tmp_path / "other.txt"
    other.write_bytes("\ufeffadieu\r\ncrane\r\n".encode())
    words = words_of(built("file", word_file, other).stdout)
    assert words == ["adieu", "crane", "naive", "pfffz", "slate"]


@pytest.mark.parametrize(
    ("entry", "arguments", "expected"),
    [
        ("señor", [], "senor"),
        ("señor", ["--keep-letters", "ñ"], "señor"),
        ("sen\u0303or", ["--keep-letters", "ñ"], "señor"),
        ("señor", ["--keep-letters", "n\u0303"], "señor"),
        ("écran", ["--keep-letters", "ñ"], "ecran"),
        ("måned", [], "maned"),
        ("måned", ["--keep-accents"], "måned"),
        ("ma\u030aned", ["--keep-accents"], "måned"),
        ("smørt", [], "smort"),
        ("læse", [], "laese"),
        ("œufs", [], "oeufs"),
        ("spaß", [], "spass"),
        ("łódka", [], "lodka"),
        ("đakon", [], "dakon"),
        ("αγάπη", [], "αγαπη"),
        ("λόγος", [], "λογοσ"),
        ("район", [], "район"),
        ("актёр", [], "актер"),
        ("актёр", ["--keep-accents"], "актёр"),
    ],
)
def test_accents_are_stripped_unless_they_make_another_letter(write, entry, arguments, expected):
    assert words_of(built("file", write(f"{entry}\n"), *arguments).stdout) == [expected]


@pytest.mark.parametrize(("word", "kept"), [("αγάπη", True), ("район", True), ("đрррр", False)])
def test_vowels_are_known_in_other_alphabets(write, word, kept):
    path = write(f"{word}\nocean\n")
    words = words_of(built("file", path, "--need-vowel", "--keep-accents").stdout)
    assert (word in words) is kept


def test_words_can_come_through_a_pipe(tmp_path):
    fifo = tmp_path / "words"
    os.mkfifo(fifo)
    writing = Thread(target=fifo.write_bytes, args=[b"crane\nslate\n"])
    writing.start()
    text = built("file", fifo).stdout
    writing.join()
    assert words_of(text) == ["crane", "slate"]
    assert comment(text, "source") == "words"


def test_members_keep_only_what_another_list_has(tmp_path, word_file):
    other = tmp_path / "members.txt"
    other.write_bytes("slate\nNAIVE\nNaïve\nadieu\n".encode())
    assert words_of(built("file", word_file, "--members", other).stdout) == ["slate"]


# --- what is written -------------------------------------------------------------------------


def test_the_header_counts_and_checks_the_lines_after_it(word_file):
    text = built("file", word_file).stdout
    top = [line for line in text.splitlines(keepends=True) if line.startswith("#")]
    rest = text.removeprefix("".join(top))
    assert rest == "crane\nnaive\npfffz\nslate\n"
    assert comment(text, "words") == "4"
    assert comment(text, "sha256") == checksum(rest)
    assert checksum(word_file.read_text("utf-8")) in comment(text, "source")


def test_the_same_words_in_another_folder_and_order_give_the_same_list(tmp_path, scowl):
    twin = tmp_path / "elsewhere"
    twin.mkdir()
    for path in sorted(scowl.iterdir(), reverse=True):
        shuffled = "".join(reversed(path.read_text("utf-8").splitlines(keepends=True)))
        (twin / path.name).write_bytes(shuffled.encode())
    first = built("scowl", "--scowl", scowl).stdout
    second = built(
        "scowl", "--scowl", twin, env={**os.environ, "PYTHONHASHSEED": "1", "LC_ALL": "C"}
    ).stdout
    assert words_of(first) == words_of(second)
    assert comment(first, "sha256") == comment(second, "sha256")


def test_an_old_list_is_replaced_and_a_link_stays_a_link(word_file, folder):
    old = folder / "list.txt"
    old.write_text("stale\n", "utf-8")
    link = folder / "link.txt"
    link.symlink_to(old)
    built("file", word_file, "-o", link)
    assert link.is_symlink()
    assert words_of(old.read_text("utf-8")) == ["crane", "naive", "pfffz", "slate"]


@pytest.mark.full
def test_a_reader_that_stops_early_is_no_failure(tmp_path):
    path = tmp_path / "words.txt"
    letters = product("abcdefghijklmnop", repeat=4)
    path.write_text("".join(f"{a}{b}{c}{d}x\n" for a, b, c, d in letters), "utf-8")
    process = subprocess.Popen(
        [sys.executable, str(SCRIPT), "file", str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    with process, process.stdout, process.stderr:
        assert process.stdout.readline().startswith(b"# made with:")
        process.stdout.close()
        assert b"Traceback" not in process.stderr.read()
    assert process.returncode == 0


# --- bad input -------------------------------------------------------------------------------


def test_a_missing_scowl_says_how_to_get_it(tmp_path):
    line = refused("scowl", "--scowl", tmp_path / "nowhere")
    assert "nowhere" in line
    assert "apt install scowl" in line
    assert "--scowl DIR" in line


def test_a_folder_without_scowl_files_is_refused(tmp_path):
    assert "no SCOWL word files" in refused("scowl", "--scowl", tmp_path)


@pytest.mark.parametrize(
    ("arguments", "quoted", "advice"),
    [
        (["--length", "0"], "'--length'", "0"),
        (["--length", "11"], "'--length'", "11"),
        (["--length", "five"], "'five'", "a valid int"),
        (["--min-zipf", "inf"], "--min-zipf", "9"),
        (["--min-zipf", "often"], "'often'", "a valid "),
        (["--json"], "--json", "-o FILE"),
        (["--members", "nowhere.txt"], "nowhere.txt", "No such file"),
        (["--supplement", "nowhere.txt"], "nowhere.txt", "No such file"),
        (["-o", "."], "'.'", "Is a directory"),
        (["-o", "x" * 255], "xxx'", "it cannot be written"),  # no room for a temporary name
        (["--colour"], "--colour", "--help"),
    ],
)
def test_a_bad_option_is_one_line_that_quotes_it(word_file, folder, arguments, quoted, advice):
    line = refused("file", word_file, *arguments, cwd=folder)
    assert quoted in line
    assert advice in line
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("level", [5, 96, -1])
def test_a_level_scowl_does_not_have_is_refused(scowl, level):
    line = refused("scowl", "--scowl", scowl, "--max-level", level)
    assert re.search(rf"'--max-level': '?{level}'?[ :]", line)  # as typer's version words it


@pytest.mark.parametrize(
    ("content", "number", "reason"),
    [
        (b"\x00\x01\x02", 1, "zero byte"),
        ("crane\n".encode("utf-16-le"), 1, "zero byte"),  # no byte order mark
        ("café\n".encode() + b"na\xefve\n", 2, "not text in UTF-8; name its encoding"),
        (b"crane\nna\x8fve\n", 2, "not text in UTF-8; name its encoding"),  # nor in cp1252
    ],
)
def test_a_file_that_is_no_text_is_named_with_the_line(tmp_path, content, number, reason):
    path = tmp_path / "binary.dat"
    path.write_bytes(content)
    line = refused("file", path)
    assert f"binary.dat' line {number}: " in line
    assert reason in line


SWEDISH = "räksmörgås\nålder\nskörd\nbjörn\n"
WITH_ACCENTS = ["björn", "skörd", "ålder"]


@pytest.mark.parametrize(
    ("encoding", "arguments", "noted"),
    [
        ("utf-8", [], False),
        ("utf-8-sig", [], False),
        ("utf-16", [], False),
        ("latin-1", [], True),
        ("latin-1", ["--encoding", "latin-1"], False),
        ("mac-roman", ["--encoding", "mac-roman"], False),
        ("utf-16-be", ["--encoding", "utf-16-be"], False),
    ],
)
def test_an_encoding_is_guessed_with_a_note_or_given(tmp_path, encoding, arguments, noted):
    path = tmp_path / "swedish"
    path.write_bytes(SWEDISH.encode(encoding))
    done = built("file", path, "--keep-accents", *arguments)
    assert words_of(done.stdout) == WITH_ACCENTS
    assert ("swedish' is not UTF-8: read as cp1252" in done.stderr) == noted
    assert ("jotto lists file FILE --encoding NAME" in done.stderr) == noted
    built("file", path, "--keep-accents", *arguments, "-o", tmp_path / "list.txt")
    members = ["--members", path, "--supplement", path, "--keep-accents", *arguments]
    assert words_of(built("file", path, *members).stdout) == WITH_ACCENTS


@pytest.mark.parametrize("name", ["latin1-and-a-half", "hex"])
def test_an_encoding_that_python_lacks_is_refused(word_file, name):
    assert f"encoding '{name}'" in refused("file", word_file, "--encoding", name)


def test_a_file_that_is_not_in_the_encoding_given_is_named_with_the_line(tmp_path):
    path = tmp_path / "swedish"
    path.write_bytes(SWEDISH.encode("latin-1"))
    line = refused("file", path, "--encoding", "utf-8")
    assert "swedish' line 1: not text in utf-8" in line


def test_a_folder_in_place_of_a_word_file_is_refused(tmp_path):
    assert "Is a directory" in refused("file", tmp_path)


def test_an_empty_list_is_never_written(word_file, folder):
    target = folder / "list.txt"
    target.write_text("precious\n", "utf-8")
    line = refused("file", word_file, "--length", 9, "-o", target, status=1)
    assert "no word of 9 letters" in line
    assert "nothing was written" in line
    assert target.read_text("utf-8") == "precious\n"


def test_an_empty_result_says_what_to_try(write):
    path = write("CRANE\nSLATE\nnth\n")
    assert "--ignore-case" in refused("file", path, status=1)
    assert "--length" in refused("file", path, "--ignore-case", "--length", 10, status=1)


def test_an_empty_file_gives_no_list(tmp_path):
    path = tmp_path / "empty.txt"
    path.touch()
    assert "no word" in refused("file", path, status=1)
    assert "it holds no words" in refused("weights", path)


def test_wordfreq_missing_is_said_in_one_line(word_file, clean_file, tmp_path):
    blocked = tmp_path / "blocked"
    blocked.mkdir()
    (blocked / "wordfreq.py").write_text("raise ImportError('blocked')\n", "utf-8")
    env = {**os.environ, "PYTHONPATH": str(blocked)}
    for arguments in (
        ["wordfreq", "es"],
        ["file", word_file, "--min-zipf", 3],
        ["weights", clean_file],
    ):
        assert "pip install wordfreq" in refused(*arguments, env=env)
    assert built("file", word_file, env=env).stdout


def test_wordfreq_that_was_never_installed_is_missed_by_all_that_needs_it(scowl, monkeypatch):
    monkeypatch.setitem(sys.modules, "wordfreq", None)
    monkeypatch.setattr(frequencies.metadata, "version", {}.__getitem__)
    for make in (
        partial(shipped_files, scowl),
        partial(frequencies.from_wordfreq, "es", building.Rules()),
        partial(frequencies.weights, ["crane"], "en", name="", command=""),
    ):
        with pytest.raises(GameError, match="pip install wordfreq"):
            make()


@needs_wordfreq
def test_the_language_of_wordfreq_is_named_once_in_the_header():
    text = built("wordfreq", "es", "--min-zipf", 5).stdout
    made = "jotto lists wordfreq es --length 5 --min-zipf 5.0"
    assert comment(text, "made with") == made
    assert "mujer" in words_of(text)


@needs_wordfreq
def test_a_list_that_lost_its_accents_is_noted_with_the_flags_that_help(tmp_path, write):
    spanish = write("arbol\nhabia\nmujer\ncañas\n")  # árbol, había
    assert (
        "50% of the words are commoner with accents that the list lacks; "
        "add --any-accents --keep-letters ñ"
    ) in built("weights", spanish, "--language", "es").stderr
    more = ["--language", "es", "--any-accents", "--keep-letters", "ñ"]
    assert built("weights", spanish, *more).stderr == ""
    swedish = write("skörd\nålder\nbjörn\n", "swedish.txt")
    assert built("weights", swedish, "--language", "sv").stderr == ""


def test_every_command_has_an_example_in_its_help():
    top = built("--help").stdout
    for command in ("scowl", "file", "wordfreq", "weights", "ship"):
        assert command in top
        assert f"Example: jotto lists {command} " in built(command, "--help").stdout


def test_no_command_is_answered_with_the_help():
    assert run().stdout == run("--help").stdout


def test_an_unknown_command_is_refused():
    assert "'anagrams'" in refused("anagrams")


@pytest.mark.full
def test_an_interrupt_ends_with_130(tmp_path):
    fifo = tmp_path / "words"
    os.mkfifo(fifo)
    process = subprocess.Popen([sys.executable, SCRIPT, "file", fifo], stderr=subprocess.PIPE)
    assert process.stderr is not None
    with process, fifo.open("wb"):  # Opens once the builder reads, and gives it nothing.
        process.send_signal(signal.SIGINT)
        assert b"Traceback" not in process.stderr.read()
    assert process.returncode == 130


# --- wordfreq --------------------------------------------------------------------------------


@needs_wordfreq
def test_rare_words_go_when_asked(write):
    path = write("house\naalii\nabaca\n")
    assert words_of(built("file", path, "--min-zipf", 1.5).stdout) == ["abaca", "house"]
    assert words_of(built("file", path, "--min-zipf", 4).stdout) == ["house"]


@needs_wordfreq
def test_a_common_word_with_a_final_sigma_is_no_rare_one(write):
    done = built("file", write("λόγος\n"), "--min-zipf", 3, "--language", "el")
    assert words_of(done.stdout) == ["λογοσ"]


@needs_wordfreq
def test_a_supplement_may_be_rare(tmp_path):
    path, extra = tmp_path / "words.txt", tmp_path / "extra.txt"
    path.write_text("house\n", "utf-8")
    extra.write_text("qzxjk\n", "utf-8")
    done = built("file", path, "--min-zipf", 4, "--supplement", extra)
    assert words_of(done.stdout) == ["house", "qzxjk"]


@needs_wordfreq
def test_wordfreq_words_of_a_language_are_kept_by_membership(tmp_path):
    members = tmp_path / "espanol.txt"
    members.write_bytes("señor\ncañas\nMaría\ncasas\nmujer\nxyzzy\n".encode())
    done = built("wordfreq", "es", "--members", members, "--keep-letters", "ñ")
    assert words_of(done.stdout) == ["casas", "cañas", "mujer", "señor"]
    assert "Robyn Speer" in comment(done.stdout, "source")
    assert comment(done.stdout, "licence").startswith("CC BY-SA 4.0")


@needs_wordfreq
@pytest.mark.parametrize("arguments", [["wordfreq", "xx"], ["weights", None, "--language", "xx"]])
def test_an_unknown_language_lists_the_known_ones(clean_file, arguments):
    line = refused(*(clean_file if part is None else part for part in arguments))
    assert "'xx'" in line
    assert "en, es, fa" in line


@needs_wordfreq
def test_weights_are_those_of_wordfreq(write):
    import wordfreq

    listed = ["house", "abaca", "aalii", "zebra"]
    text = built("weights", write("".join(f"{word}\n" for word in listed))).stdout
    expected = [f"{word}\t{wordfreq.zipf_frequency(word, 'en'):.2f}" for word in sorted(listed)]
    assert words_of(text) == expected
    assert "Robyn Speer. (2022). rspeer/wordfreq: v3.0 (v3.0.2). Zenodo." in text
    assert "https://creativecommons.org/licenses/by-sa/4.0/" in text
    assert comment(text, "sha256 of the list") == checksum("aalii\nabaca\nhouse\nzebra\n")


@needs_wordfreq
def test_weights_of_stripped_words_add_up_their_spellings(write):
    import wordfreq

    path = write("camion\n")
    plain = float(words_of(built("weights", path, "--language", "es").stdout)[0].split("\t")[1])
    done = built("weights", path, "--language", "es", "--any-accents")
    added = float(words_of(done.stdout)[0].split("\t")[1])
    assert plain < wordfreq.zipf_frequency("camión", "es") <= added


def test_weights_refuse_a_line_of_two_words(write):
    line = refused("weights", write("house\ntwo words\n"))
    assert "line 2" in line
    assert "'two words'" in line


# --- what is shipped -------------------------------------------------------------------------


def shipped(name):
    return (LISTS / name).read_text("utf-8")


def table(name):
    """A shipped table as rows of two columns."""
    return [tuple(line.split("\t")) for line in words_of(shipped(name))]


@pytest.fixture(scope="module")
def listed():
    return shipped("english-5.txt").split("\n")[:-1]


def test_the_shipped_list_is_pure_sorted_and_without_repeats(listed):
    raw = (LISTS / "english-5.txt").read_bytes()
    assert raw == "".join(f"{word}\n" for word in listed).encode()
    assert all(re.fullmatch("[a-z]{5}", word) for word in listed)
    assert listed == sorted(set(listed))


def test_the_shipped_list_is_scowl_and_the_supplement(listed):
    supplement = words_of(shipped("supplement-5.txt"))
    assert supplement == sorted(set(supplement))
    assert set(supplement) <= set(listed)
    assert len(listed) == 6733 + len(supplement) == 6780


def test_the_shipped_header_tells_the_count_and_the_checksum(listed):
    about = shipped("english-5.about.txt")
    assert comment(about, "words") == "6780 (6733 from the source, 47 from the supplement)"
    assert comment(about, "sha256") == checksum(shipped("english-5.txt"))
    assert "SCOWL 2020.12.07" in comment(about, "source")


@pytest.mark.parametrize("name", GENERATED[2:])
def test_a_shipped_table_checks_itself_and_its_list(name):
    text = shipped(name)
    lines = "".join(f"{line}\n" for line in words_of(text))
    assert text.endswith(lines)
    assert comment(text, "sha256") == checksum(lines)
    assert comment(text, "sha256 of the list") == checksum(shipped("english-5.txt"))


def test_every_word_has_a_level(listed):
    rows = table("english-5.levels.txt")
    assert [word for word, _ in rows] == listed
    levels = [int(level) for _, level in rows]
    assert set(levels) == {10, 20, 35, 40, 50, 55, 60, 70}
    own = set(words_of(shipped("supplement-5.txt")))
    scowl_levels = [int(level) for word, level in rows if word not in own]
    # The counts of SCOWL alone, as counted with another program.
    counts = {top: sum(level <= top for level in scowl_levels) for top in (35, 50, 60, 70)}
    assert counts == {35: 3615, 50: 4669, 60: 5324, 70: 6733}


def test_every_word_has_a_zipf_value(listed):
    rows = table("english-5.zipf.txt")
    assert [word for word, _ in rows] == listed
    assert all(re.fullmatch(r"[0-7]\.\d\d", value) for _, value in rows)


def test_the_unlisted_strings_are_of_five_letters_and_in_no_line_of_the_list(listed):
    rows = table("english-5.unlisted.txt")
    strings = [text for text, _ in rows]
    assert strings == sorted(set(strings) - set(listed))
    assert all(re.fullmatch("[a-z]{5}", text) for text in strings)
    assert all(re.fullmatch(r"[1-7]\.\d\d", value) for _, value in rows)
    assert {"james", "texas"} <= set(strings)  # names: it is no word list
    assert "no word list" in shipped("english-5.unlisted.txt")


def test_the_supplement_stands_at_the_level_of_words_as_common():
    zipf = {word: float(value) for word, value in table("english-5.zipf.txt")}
    level = {word: int(value) for word, value in table("english-5.levels.txt")}
    own = words_of(shipped("supplement-5.txt"))
    assert {level[word] for word in own} == {40}
    assert all(zipf[word] >= 2.4 for word in own)
    by_level = {
        step: statistics.median(zipf[word] for word in level if level[word] == step)
        for step in (35, 50)
    }
    assert by_level[50] < statistics.median(zipf[word] for word in own) < by_level[35]


@pytest.mark.parametrize(
    ("words", "plural"),
    [
        ("times foxes skies elves menus areas memos taxis asses vlogs walks shoes", True),
        ("brass chess focus oasis atlas chaos genus yours bonus lotus minus crane", False),
    ],
)
def test_plurals_are_known_from_singulars_that_end_in_s(listed, words, plural):
    plurals = words_of(shipped("english-5.plurals.txt"))
    assert plurals == sorted(set(plurals) & set(listed))
    assert {word: word in plurals for word in words.split()} == dict.fromkeys(words.split(), plural)


def test_the_offensive_words_are_listed_once_and_none_is_harmless(listed):
    words = words_of(shipped("offensive-5.txt"))
    assert words == sorted(set(words) & set(listed))
    assert not {"balls", "cocky", "dwarf", "fairy", "screw", "black", "queen"} & set(words)


def test_the_licences_are_shipped_and_credits_given():
    scowl_text = shipped("SCOWL-COPYRIGHT")
    assert "Copyright 2000-2018 by Kevin Atkinson" in scowl_text
    assert "Copyright 1993, Geoff Kuenning" in scowl_text
    assert shipped("CC-BY-SA-4.0.txt").startswith("Attribution-ShareAlike 4.0 International")
    notice = (ROOT / "NOTICE").read_text("utf-8")
    for text in (notice, shipped("english-5.zipf.txt"), shipped("english-5.unlisted.txt")):
        assert "Robyn Speer. (2022)." in text
        assert "https://creativecommons.org/licenses/by-sa/4.0/" in text
        assert "SUBTLEX" in text


def test_every_shipped_file_is_described():
    readme = shipped("README.md")
    names = {path.name for path in LISTS.iterdir()} - {"README.md"}
    assert {name for name in names if f"`{name}`" not in readme} == set()


def test_a_popular_games_secrets_are_in_the_list(listed, shared):
    secrets = (shared / "data" / "wordle-answers.txt").read_text("utf-8").split()
    # Neither SCOWL nor the supplement was made from these secrets, so a few are missing.
    assert len(secrets) == 2315
    assert len(set(secrets) & set(listed)) / len(secrets) >= 0.998


@needs_scowl
@needs_wordfreq
def test_what_is_shipped_can_be_rebuilt_byte_for_byte(folder):
    built("ship", folder)
    assert sorted(path.name for path in folder.iterdir()) == sorted(GENERATED)
    for name in GENERATED:
        assert (folder / name).read_bytes() == (LISTS / name).read_bytes(), name


@needs_scowl
@needs_wordfreq
def test_the_commands_that_the_shipped_headers_name_give_their_files(folder):
    extra = folder / "supplement-5.txt"
    extra.write_bytes((LISTS / "supplement-5.txt").read_bytes())
    for name, made in (("english-5.about.txt", "english-5.txt"), *[("english-5.zipf.txt",) * 2]):
        command = comment(shipped(name), "made with").removeprefix("jotto lists ").split()
        built(*command, "-o", made, cwd=folder)
    about, listed = shipped("english-5.about.txt"), shipped("english-5.txt")
    assert (folder / "english-5.txt").read_text("utf-8") == about + listed
    assert (folder / "english-5.zipf.txt").read_text("utf-8") == shipped("english-5.zipf.txt")


@needs_scowl
def test_the_shipped_words_and_levels_are_those_of_scowl(listed):
    spellings = ["english", "american", "british", "british_z", "canadian", "australian"]
    spellings += [
        f"{country}variant_{step}"
        for country in ("", "british_", "canadian_", "australian_")
        for step in (1, 2)
    ]
    lowest: dict[str, int] = {}
    for level in (70, 60, 55, 50, 40, 35, 20, 10):
        for spelling in spellings:
            text = (SCOWL / f"{spelling}-words.{level}").read_text("utf-8")
            bare = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
            lowest |= dict.fromkeys(re.findall(r"(?m)^[a-z]{5}$", bare), level)
    own = set(words_of(shipped("supplement-5.txt")))
    assert not own & set(lowest)
    assert sorted(own | set(lowest)) == listed
    levels = {word: int(level) for word, level in table("english-5.levels.txt")}
    assert {word: levels[word] for word in lowest} == lowest


@needs_wordfreq
def test_the_shipped_zipf_values_are_wordfreqs():
    import wordfreq

    rows = table("english-5.zipf.txt")
    wrong = [row for row in rows if f"{wordfreq.zipf_frequency(row[0], 'en'):.2f}" != row[1]]
    assert wrong == []


@needs_wordfreq
def test_the_unlisted_strings_are_all_of_wordfreqs_added_up(listed):
    import wordfreq

    shares: dict[str, float] = {}
    for text, share in wordfreq.get_frequency_dict("en").items():
        if any(map(unicodedata.combining, unicodedata.normalize("NFC", text))):
            continue  # a mark that no letter takes, as in i̇zmir, is no accent
        letters = text.replace("ß", "ss").replace("æ", "ae").replace("œ", "oe")
        letters = letters.translate(str.maketrans("øłđðħıŧŋ", "olddhitn"))
        bare = unicodedata.normalize("NFKD", letters).replace("þ", "th")
        bare = "".join(letter for letter in bare if not unicodedata.combining(letter))
        if re.fullmatch("[a-z]{5}", bare) and bare not in listed:
            shares[bare] = shares.get(bare, 0) + share
    rows = {text: float(value) for text, value in table("english-5.unlisted.txt")}
    assert rows.keys() == shares.keys()
    wrong = [text for text in rows if abs(rows[text] - math.log10(shares[text] * 1e9)) > 0.006]
    assert wrong == []
