"""jotto lists, through the command line, and the lists this project ships."""

from __future__ import annotations

import hashlib
import importlib.util
import math
import os
import re
import statistics
import subprocess
import sys
import unicodedata
from itertools import product
from pathlib import Path
from threading import Thread

import inprocess
import pytest
from build_wordlists import levels
from terminal import PROGRAM, Ran, run

from jotto.games import building
from jotto.games.words import read_words

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "scripts" / "build_wordlists.py"
LISTS = ROOT / "wordlists"
SCOWL = Path("/usr/share/dict/scowl")
KINDS = ("", ".about", ".levels", ".plurals", ".zipf", ".unlisted")
GENERATED = [f"english-5{kind}.txt" for kind in KINDS]

without_wordfreq = pytest.mark.skipif(
    importlib.util.find_spec("wordfreq") is None, reason="wordfreq is needed: pip install wordfreq"
)
without_scowl = pytest.mark.skipif(not SCOWL.is_dir(), reason="scowl is needed: apt install scowl")


def needs_wordfreq(test):
    return pytest.mark.full(without_wordfreq(test))


def needs_scowl(test):
    return pytest.mark.full(without_scowl(test))


def lists(*arguments, cwd=None) -> Ran:
    """Run jotto lists in this process."""
    given = ["lists", *map(str, arguments)]
    status, out, err = inprocess.call(given, b"", cwd or Path.cwd(), os.environ)
    return Ran(status, out.decode(), err.decode())


def built(*arguments, **kwargs) -> Ran:
    """Run jotto lists, which must succeed."""
    done = lists(*arguments, **kwargs)
    assert done.status == 0, done.err
    return done


def words(*arguments) -> list[str]:
    """Run jotto lists; return the words it prints."""
    return words_of(built(*arguments).out)


def refused(*arguments, status=2, **kwargs) -> str:
    """Run jotto lists, which must fail without output; return its one line on stderr."""
    done = lists(*arguments, **kwargs)
    assert (done.status, done.out, done.err.count("\n")) == (status, "", 1), done.err
    return done.err


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
        "english-words.70": "xylem\naalii\ncafes\npsst\ngrrrr\n", "english-words.80": "james\n",
        "american-words.10": "color\n", "british-words.35": "fibre\n",
        "british_z-words.50": "prize\n", "canadian-words.50": "toque\n",
        "australian-words.50": "ocker\n", "variant_1-words.50": "wierd\n",
        "variant_2-words.55": "gaily\n", "british_variant_1-words.60": "gipsy\n",
        "australian_variant_2-words.60": "mozzy\n", "variant_3-words.10": "nevar\n",
        "english-upper.10": "april\n", "english-proper-names.50": "jesse\n",
        "english-abbreviations.20": "scuba\n", "english-contractions.20": "arent\n",
        "special-hacker.50": "kluge\n", "english-words.10.orig": "stale\n",
    }  # fmt: skip
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


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ([], UP_TO_70),
        (["--max-level", 35], ["about", "cafes", "color", "eclat", "fibre", "house"]),
        (["--max-level", 80], sorted([*UP_TO_70, "james"])),
        (["--length", 3], ["the"]),
        (["--length", 4], ["psst"]),
        (["--length", 6], ["longer"]),
        (["--need-vowel"], [word for word in UP_TO_70 if word != "grrrr"]),
    ],
)
def test_scowl_gives_words_of_the_spellings_and_variants_as_asked_for(scowl, options, expected):
    assert words("scowl", "--scowl", scowl, *options) == expected


def test_a_word_has_the_lowest_level_it_appears_in_and_a_supplement_one_of_its_own(scowl):
    listed = building.from_scowl(scowl, building.Rules(), max_level=70)
    rows = dict(line.split("\t") for line in words_of(levels(listed)))
    assert sorted(rows) == UP_TO_70
    assert (rows["about"], rows["cafes"], rows["xylem"]) == ("10", "35", "70")
    listed.add_supplement(["emoji", "about"])
    rows = dict(line.split("\t") for line in words_of(levels(listed)))
    assert (rows["emoji"], rows["about"]) == ("40", "10")
    assert "# given level 40, being in the supplement only:\n# emoji\n" in levels(listed)


def test_a_supplement_is_added_and_counted(scowl, folder):
    extra = folder / "extra.txt"
    extra.write_text("# ours\nemoji\nabout\nEmcee\ntoolong\n", "utf-8")
    arguments = ["--supplement", extra, "--json", "-o", folder / "list.txt"]
    done = built("scowl", "--scowl", scowl, *arguments)
    text = (folder / "list.txt").read_text("utf-8")
    assert words_of(text) == sorted([*UP_TO_70, "emoji"])
    assert comment(text, "words") == "17 (16 from the source, 1 from the supplement)"
    assert done.json["supplement"] == 1


def test_the_list_names_its_making_but_no_folder(scowl, tmp_path):
    text = built("scowl", "--scowl", scowl, "--max-level", 50).out
    assert comment(text, "made with") == "jotto lists scowl --length 5 --max-level 50"
    assert "of unknown version" in comment(text, "source")
    assert "Kevin Atkinson" in comment(text, "licence")
    assert str(tmp_path) not in text


# --- word files ------------------------------------------------------------------------------


def test_the_report_counts_every_reason_with_examples(word_file, folder):
    done = built("file", word_file, "--need-vowel", "-o", folder / "list.txt", "--json")
    report = done.json
    assert (report["kept"], report["length"]) == (3, 5)
    counts = {row["reason"].split(" (")[0]: row["count"] for row in report["dropped"]}
    reasons = ("not letters only", 5), ("a capital letter", 2), ("another length", 2)
    assert counts == {**dict(reasons), "no vowel": 1}
    left_out = ["it's", "e.g.x", "co-op", "b4ked", "ab cd", "Paris", "IDEAS", "longer", "nth"]
    assert {word for row in report["dropped"] for word in row["examples"]} == {*left_out, "pfffz"}
    assert done.err == ""


def test_the_report_goes_to_stderr_with_at_most_five_examples(write):
    done = built("file", write("".join(f"{'a' * n}\n" for n in range(1, 31))))
    assert words_of(done.out) == ["aaaaa"]
    kept, dropped = done.err.splitlines()
    assert kept.startswith("kept 1 words of 5 letters")
    assert re.search(r"dropped +29: another length", dropped)
    assert len(re.findall(r"\ba+\b", dropped.split("such as")[1])) == 5


def test_a_list_in_capitals_is_read_when_case_is_ignored(word_file):
    expected = ["crane", "ideas", "naive", "paris", "pfffz", "slate"]
    assert words("file", word_file, "--ignore-case") == expected


def test_several_files_make_one_list(tmp_path, word_file):
    other = tmp_path / "other.txt"
    other.write_bytes("\ufeffadieu\r\ncrane\r\n".encode())
    assert words("file", word_file, other) == ["adieu", "crane", "naive", "pfffz", "slate"]


@pytest.mark.parametrize(
    ("entries", "arguments", "expected"),
    [
        ("señor måned smørt læse œufs spaß", [], "senor maned smort laese oeufs spass"),
        ("łódka đakon αγάπη λόγος район актёр", [], "lodka dakon αγαπη λογος район актер"),
        ("señor can\u0303on écran", ["--keep-letters", "ñ"], "señor cañon ecran"),
        ("señor", ["--keep-letters", "n\u0303"], "señor"),
        ("måned fa\u030algt актёр", ["--keep-accents"], "måned fålgt актёр"),
        ("αγάπη район đрррр", ["--keep-accents", "--need-vowel"], "αγάπη район"),
    ],
)
def test_accents_are_stripped_unless_they_make_another_letter(write, entries, arguments, expected):
    path = write(entries.replace(" ", "\n"))
    assert words("file", path, *arguments) == sorted(expected.split())


def shapes():
    """The table of docs/files.md: the lines of a file, and the entries that are read."""
    page = (ROOT / "docs" / "files.md").read_text(encoding="utf-8")
    part = page.partition("## Word files")[2].partition("\n## ")[0]
    for row in part.splitlines()[5:]:
        if row.startswith("| ") and "`" in row:
            given, *read = re.findall("`(.+?)`", row)
            yield given.replace("⏎", "\n").replace("⇥", "\t"), read


@pytest.mark.parametrize(("text", "read"), [*shapes()])
def test_a_word_file_is_read_in_each_shape_of_the_documentation(write, text, read):
    assert words("file", write(text)) == sorted(read)
    assert len([*shapes()]) == 8


@pytest.mark.parametrize(
    ("text", "dropped"),
    [
        ("crane,noun\nslate,verb\n", {"crane,noun", "slate,verb"}),  # which column is it?
        ("ice cream\nhot dog\n", {"ice cream", "hot dog"}),
        ("stone slate crane\ntrace train\n", {"stone slate crane", "trace train"}),
        ("crane\tNN\t5\nslate\tNN\t7\n", {"crane\tNN", "slate\tNN"}),
        ("01234\n43210\n", {"01234", "43210"}),
        ("don't\n'twas\n", {"don't", "'twas"}),
    ],
)
def test_what_could_be_read_in_two_ways_is_dropped_with_its_reason(write, folder, text, dropped):
    done = built("file", write(f"{text}hello\n"), "-o", folder / "list.txt", "--json")
    assert done.json["kept"] == 1
    examples = {row["reason"].split(" (")[0]: {*row["examples"]} for row in done.json["dropped"]}
    assert examples == {"not letters only": dropped}


def test_a_hunspell_dictionary_is_read_without_flags_and_says_so(write):
    listed = "".join(f"{word}/MS\n" for word in ("house", "Paris", "horse"))
    done = built("file", write(f"3\n{listed}"))
    assert words_of(done.out) == ["horse", "house"]
    assert "is read as a Hunspell dictionary" in done.err
    words = "".join(f"word{n}\n" for n in "abc")
    assert "note" not in built("file", write(words)).err


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('{"easy": ["crane"], "hard": ["slate"]}', "is other JSON; write an array of words"),
        ('[["crane", 1]]', "is other JSON"), ("[1, 2]", "is other JSON"),
        ("['crane']", "is not JSON"), ("[" * 99_999, "is not JSON"),
    ],
)  # fmt: skip
def test_other_json_is_refused(write, text, why):
    assert why in refused("file", write(text))


def test_a_long_line_of_words_is_read(write):
    many = ["".join(word) for word in product("abcdefghijklm", repeat=4)]
    assert len(words("file", write(str(many).replace("'", '"')), "--length", 4)) == 13**4
    assert len(words("file", write(" ".join(many)), "--length", 4)) == 13**4


def test_a_turkish_list_is_made_as_it_is_played(write, tmp_path):
    source, made = write("KADIN\nISLAK\nİLKEL\nkapak\n"), tmp_path / "turkish.txt"
    turkish = {"kadın", "ıslak", "ilkel", "kapak"}
    done = built("file", source, "--keep-accents", "--ignore-case", "-o", made)
    assert "has ı or İ: I is read as ı, as in Turkish" in done.err
    assert {*read_words(source)} == {*read_words(made)} == turkish
    assert {*words("file", source, "--keep-letters", "ı", "--ignore-case")} == turkish
    assert words("file", source, "--ignore-case") == ["ilkel", "islak", "kadin", "kapak"]


def test_vowel_signs_are_letters_only_if_declared(write):
    hindi = write("नमस्ते\n")
    done = lists("file", hindi, "--length", 6)
    assert "mostly dropped for vowel signs or accents, which are letters only if de" in done.err
    assert done.err.endswith("(--letters)\n")
    assert words("file", hindi, "--length", 6, "--letters", "् े") == ["नमस्ते"]
    done = lists("file", hindi, "--keep-letters", "'")
    assert done.err == 'jotto: "\'" has no accent to keep (--letters)\n'


@pytest.mark.parametrize("declared", ["c'h", "c\u2019h"])
def test_apostrophes_are_one_letter(write, tmp_path, declared):
    source, made = write("c'hoar\nc\u2019hwec\u02bch\nbreizh\n"), tmp_path / "breton.txt"
    built("file", source, "--letters", declared, "--length", 4, "-o", made)
    assert {word.replace(declared, "C") for word in words_of(made.read_text())} == {"Coar", "CweC"}


def test_words_can_come_through_a_pipe(tmp_path):
    fifo = tmp_path / "words"
    os.mkfifo(fifo)
    writing = Thread(target=fifo.write_bytes, args=[b"crane\nslate\n"])
    writing.start()
    text = built("file", fifo).out
    writing.join()
    assert words_of(text) == ["crane", "slate"]
    assert comment(text, "source") == "words"


def test_members_keep_only_what_another_list_has(tmp_path, word_file):
    other = tmp_path / "members.txt"
    other.write_bytes("slate\nNAIVE\nNaïve\nadieu\n".encode())
    assert words("file", word_file, "--members", other) == ["slate"]


# --- what is written -------------------------------------------------------------------------


def test_the_header_counts_and_checks_the_lines_after_it(word_file):
    text = built("file", word_file).out
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
    first = built("scowl", "--scowl", scowl).out
    variables = {**os.environ, "PYTHONHASHSEED": "1", "LC_ALL": "C"}
    second = run(*PROGRAM, "lists", "scowl", "--scowl", twin, env=variables).out
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


# --- bad input -------------------------------------------------------------------------------


def test_a_missing_scowl_and_a_level_it_does_not_have_are_refused(scowl, tmp_path):
    line = refused("scowl", "--scowl", tmp_path / "nowhere")
    for said in ("nowhere", "apt install scowl", "(--scowl)"):
        assert said in line
    assert "no SCOWL word files" in refused("scowl", "--scowl", tmp_path)
    for level in (5, 96):
        line = refused("scowl", "--scowl", scowl, "--max-level", level)
        assert re.search(rf"'--max-level': '?{level}'?[ :]", line)  # as typer's version words it


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
        (["-o", "x" * 256], "xxx'", "cannot be written"),
        (["--colour"], "--colour", "--help"),
    ],
)
def test_a_bad_option_is_one_line_that_quotes_it(word_file, folder, arguments, quoted, advice):
    line = refused("file", word_file, *arguments, cwd=folder)
    assert quoted in line
    assert advice in line
    assert list(folder.iterdir()) == []


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
    assert words_of(done.out) == WITH_ACCENTS
    assert ("swedish' is not UTF-8: read as cp1252" in done.err) == noted
    assert ("jotto lists file FILE --encoding NAME" in done.err) == noted
    built("file", path, "--keep-accents", *arguments, "-o", tmp_path / "list.txt")
    members = ["--members", path, "--supplement", path, "--keep-accents", *arguments]
    assert words("file", path, *members) == WITH_ACCENTS


LATIN = SWEDISH.encode("latin-1")
CODECS = ("idna", "punycode")[: 1 if sys.version_info >= (3, 14) else 2]  # 3.14 reads it


@pytest.mark.parametrize(
    ("content", "name", "said"),
    [
        (LATIN, "utf-8", "swedish' line 1: not text in utf-8"),
        (LATIN, "utf-16", "swedish' line 1: not text in utf-16"),
        *((LATIN, name, f"swedish': not text in {name}") for name in CODECS),
        *((LATIN, name, f"encoding '{name}': there is no such") for name in ("latin1-and", "hex")),
        (b"\x00\x01\x02", "", "swedish' line 1: not text: it holds a zero byte"),
        ("crane\n".encode("utf-16-le"), "", "line 1: not text: it holds a zero byte"),  # no mark
        ("café\n".encode() + b"na\xefve\n", "", "line 2: not text in UTF-8; name its encoding"),
        (b"crane\nna\x8fve\n", "", "line 2: not text in UTF-8; name its encoding"),  # nor cp1252
    ],
)
def test_what_is_no_text_in_its_encoding_is_refused(tmp_path, content, name, said):
    path = tmp_path / "swedish"
    path.write_bytes(content)
    assert said in refused("file", path, *(["--encoding", name] if name else []))


def test_an_empty_list_is_never_written(word_file, write, folder):
    target = folder / "list.txt"
    target.write_text("precious\n", "utf-8")
    line = refused("file", word_file, "--length", 9, "-o", target, status=1)
    assert "no word of 9 letters" in line
    assert "nothing was written" in line
    assert target.read_text("utf-8") == "precious\n"
    path, empty = write("CRANE\nSLATE\nnth\n"), write("", "empty.txt")
    assert "--ignore-case" in refused("file", path, status=1)
    assert "--length" in refused("file", path, "--ignore-case", "--length", 10, status=1)
    assert "no word" in refused("file", empty, status=1)
    assert "Is a directory" in refused("file", folder)
    assert "holds no words" in refused("weights", empty)
    line = refused("weights", write("house\ntwo words\n"))
    assert "line 2" in line
    assert "'two words'" in line


def test_wordfreq_missing_is_said_in_one_line(word_file, clean_file, monkeypatch):
    monkeypatch.setitem(sys.modules, "wordfreq", None)
    commands = ["wordfreq", "es"], ["file", word_file, "--min-zipf", 3], ["weights", clean_file]
    for arguments in commands:
        assert '"wordfreq>=' in refused(*arguments)
    assert built("file", word_file).out


@needs_wordfreq
def test_a_list_that_lost_its_accents_is_noted_with_the_flags_that_help(tmp_path, write):
    spanish = write("arbol\nhabia\nmujer\ncañas\n")  # árbol, había
    told = built("weights", spanish, "--language", "es").err
    assert "50% of the words are commoner with accents that the list lacks; " in told
    assert "add --any-accents --keep-letters ñ" in told
    more = ["--language", "es", "--any-accents", "--keep-letters", "ñ"]
    assert built("weights", spanish, *more).err == ""
    swedish = write("skörd\nålder\nbjörn\n", "swedish.txt")
    assert built("weights", swedish, "--language", "sv").err == ""


def test_no_command_is_answered_with_the_help():
    assert lists().out == lists("--help").out
    for command in ("scowl", "file", "wordfreq", "weights"):
        assert f"\n  {command} " in lists().out


# --- wordfreq --------------------------------------------------------------------------------


@needs_wordfreq
def test_rare_words_go_when_asked_but_not_those_of_a_supplement(write):
    path, extra = write("house\naalii\nabaca\n"), write("qzxjk\n", "extra.txt")
    assert words("file", path, "--min-zipf", 1.5) == ["abaca", "house"]
    assert words("file", path, "--min-zipf", 4) == ["house"]
    assert words("file", path, "--min-zipf", 4, "--supplement", extra) == ["house", "qzxjk"]
    greek = write("λόγος\n", "greek.txt")  # a final sigma
    assert words("file", greek, "--min-zipf", 3, "--language", "el") == ["λογος"]


@needs_wordfreq
def test_wordfreq_words_of_a_language_are_kept_by_membership(tmp_path):
    members = tmp_path / "espanol.txt"
    members.write_bytes("señor\ncañas\nMaría\ncasas\nmujer\nxyzzy\n".encode())
    done = built("wordfreq", "es", "--members", members, "--keep-letters", "ñ")
    assert words_of(done.out) == ["casas", "cañas", "mujer", "señor"]
    made = f"jotto lists wordfreq es --length 5 --keep-letters 'ñ' --members {members.name}"
    assert comment(done.out, "made with") == made
    assert "Robyn Speer" in comment(done.out, "source")
    assert comment(done.out, "licence").startswith("CC BY-SA 4.0")


@needs_wordfreq
@pytest.mark.parametrize("arguments", [["wordfreq", "xx"], ["weights", None, "--language", "xx"]])
def test_an_unknown_language_lists_the_known_ones(clean_file, arguments):
    line = refused(*(clean_file if part is None else part for part in arguments))
    assert "'xx'" in line
    assert "en, es, fa" in line


@needs_wordfreq
def test_weights_are_those_of_wordfreq(write):
    import wordfreq

    text = built("weights", write("house\nabaca\naalii\nzebra\n")).out
    rows = [line.split("\t") for line in words_of(text)]
    assert [word for word, _ in rows] == ["aalii", "abaca", "house", "zebra"]
    for word, value in [*rows, *table("english-5.zipf.txt")]:
        assert f"{wordfreq.zipf_frequency(word, 'en'):.2f}" == value, word
    assert "Robyn Speer. (2022). rspeer/wordfreq: v3.0 (v3.0.2). Zenodo." in text
    assert "https://creativecommons.org/licenses/by-sa/4.0/" in text
    assert comment(text, "sha256 of the list") == checksum("aalii\nabaca\nhouse\nzebra\n")


@needs_wordfreq
def test_weights_of_stripped_words_add_up_their_spellings(write):
    import wordfreq

    path = write("camion\n")
    plain = float(words("weights", path, "--language", "es")[0].split("\t")[1])
    done = built("weights", path, "--language", "es", "--any-accents")
    added = float(words_of(done.out)[0].split("\t")[1])
    assert plain < wordfreq.zipf_frequency("camión", "es") <= added


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
    about = shipped("english-5.about.txt")
    assert comment(about, "words") == "6780 (6733 from the source, 47 from the supplement)"
    assert "SCOWL 2020.12.07" in comment(about, "source")


@pytest.mark.parametrize("name", GENERATED[2:])
def test_a_shipped_table_checks_itself_and_its_list(name):
    text = shipped(name)
    lines = "".join(f"{line}\n" for line in words_of(text))
    assert text.endswith(lines)
    assert comment(text, "sha256") == checksum(lines)
    about = shipped("english-5.about.txt")
    of_the_list = comment(text, "sha256 of the list"), comment(about, "sha256")
    assert {*of_the_list} == {checksum(shipped("english-5.txt"))}


def test_every_word_has_a_level_and_a_zipf_value(listed):
    for name, values in (("levels", "10|20|35|40|50|55|60|70"), ("zipf", r"[0-7]\.\d\d")):
        rows = table(f"english-5.{name}.txt")
        assert [word for word, _ in rows] == listed
        assert all(re.fullmatch(values, value) for _, value in rows)


def test_the_supplement_stands_at_the_level_of_words_as_common():
    zipf = {word: float(value) for word, value in table("english-5.zipf.txt")}
    level = {word: int(value) for word, value in table("english-5.levels.txt")}
    own = words_of(shipped("supplement-5.txt"))
    assert {level[word] for word in own} == {40}
    assert all(zipf[word] >= 2.4 for word in own)
    common, rarer = (statistics.median(zipf[w] for w in level if level[w] == n) for n in (35, 50))
    assert rarer < statistics.median(zipf[word] for word in own) < common


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
    inside = [word for word in words if word in listed]
    assert words == inside + sorted(set(words) - set(inside))
    assert inside == sorted(inside)
    parts = [part for part in words if len(part) < 5]  # which no harmless word has
    rude = {word for word in listed for part in parts if part in word} - set(words)
    assert rude == set()
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


@needs_scowl
@needs_wordfreq
def test_what_is_shipped_can_be_rebuilt_byte_for_byte(folder):
    subprocess.run([sys.executable, SCRIPT, folder], check=True)
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
    for country in ("", "british_", "canadian_", "australian_"):
        spellings += [f"{country}variant_1", f"{country}variant_2"]
    lowest: dict[str, int] = {}
    for level in (70, 60, 55, 50, 40, 35, 20, 10):
        for spelling in spellings:
            text = (SCOWL / f"{spelling}-words.{level}").read_text("utf-8")
            bare = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
            lowest |= dict.fromkeys(re.findall(r"(?m)^[a-z]{5}$", bare), level)
    own = set(words_of(shipped("supplement-5.txt")))
    assert not own & set(lowest)
    assert sorted(own | set(lowest)) == listed
    level_of = {word: int(level) for word, level in table("english-5.levels.txt")}
    assert {word: level_of[word] for word in lowest} == lowest


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


def test_the_name_of_a_file_is_not_a_word_of_the_list(jotto, tmp_path):
    (tmp_path / "a\nslate\r\x85\x1b[2J").write_text("crane\n")
    out = jotto("lists", "file", "a\nslate\r\x85\x1b[2J").out
    assert [line for line in out.splitlines() if not line.startswith("# ")] == ["crane"]
    assert "\x1b" not in out
