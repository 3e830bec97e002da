"""jotto lists, through the command line, and the lists this project ships."""

from __future__ import annotations

import hashlib
import importlib.util
import math
import os
import re
import shlex
import subprocess
import sys
import unicodedata
from itertools import product
from pathlib import Path
from threading import Thread

import pytest
from build_wordlists import levels

from jotto.games import building
from jotto.games.words import read_words

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "scripts" / "build_wordlists.py"
LISTS = ROOT / "wordlists"
SCOWL = Path("/usr/share/dict/scowl")
KINDS = ("", ".about", ".levels", ".plurals", ".zipf", ".unlisted")
GENERATED = [f"english-5{kind}.txt" for kind in KINDS]


def needing(there, reason):
    """The decorator of a test that takes long and needs something."""
    return lambda test: pytest.mark.full(pytest.mark.skipif(not there, reason=reason)(test))


needs_wordfreq = needing(
    importlib.util.find_spec("wordfreq"), "wordfreq is needed: pip install wordfreq"
)
needs_scowl = needing(SCOWL.is_dir(), "scowl is needed: apt install scowl")

LINES = "# a comment,crane,,  slate  ,Paris,IDEAS,it's,e.g.x,co-op,b4ked,ab cd,naïve,crane,longer"
SWEDISH = "räksmörgås\nålder\nskörd\nbjörn\n"
ENCODED = {
    name: SWEDISH.encode(name)
    for name in ("utf-8", "utf-8-sig", "utf-16", "utf-16-be", "latin-1", "mac-roman")
}
# three levels, a variant of each kind, and files that must not be read
SMALL_SCOWL = {
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
FILES = {
    "many": f"{LINES},nth,pfffz".replace(",", "\n"),
    "clean": "crane\nslate\n", "bom": "\ufeffadieu\r\ncrane\r\n", "empty": "",
    "members": "slate\nNAIVE\nNaïve\nadieu\n", "extra": "# ours\nemoji\nabout\nEmcee\ntoolong\n",
    "capitals": "CRANE\nSLATE\nnth\n", "phrase": "house\ntwo words\n",
    "hunspell": "3\nhouse/MS\nParis/MS\nhorse/MS\n",
    "hindi": "नमस्ते\n", "turkish": "KADIN\nISLAK\nİLKEL\nkapak\n", "swedish": ENCODED["latin-1"],
    "zero": b"\x00\x01\x02", "no-mark": "crane\n".encode("utf-16-le"),
    "mixed": "café\n".encode() + b"na\xefve\n", "no-cp1252": b"crane\nna\x8fve\n",
    "deep": "[" * 99_999, "object": '{"easy": ["crane"], "hard": ["slate"]}',
    "pairs": '[["crane", 1]]', "quotes": "['crane']",
}  # fmt: skip
FILES |= {f"scowl/{name}": text for name, text in SMALL_SCOWL.items()}


@pytest.fixture
def folder(tmp_path):
    """The folder with FILES; any temporary file left in it fails the test."""
    (tmp_path / "scowl").mkdir()
    for name, text in FILES.items():
        (tmp_path / name).write_bytes(text if isinstance(text, bytes) else text.encode())
    yield tmp_path
    assert list(tmp_path.rglob(".*")) == []


@pytest.fixture
def lists(jotto, folder):
    """Run jotto lists, which must succeed; with a text, on the file ``words`` of it."""

    def lists(line, text=""):
        (folder / "words").write_bytes(text.encode())
        ran = jotto("lists", *shlex.split(line))
        assert ran.status == 0, ran.err
        return ran

    return lists


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


# --- words ----------------------------------------------------------------------------------

UP_TO_70 = "aalii about cafes color eclat fibre gaily gipsy grrrr house mozzy ocker prize toque"
UP_TO_70 += " wierd xylem"


def shapes():
    """The table of docs/files.md: the lines of a file, and the entries that are read."""
    page = (ROOT / "docs" / "files.md").read_text(encoding="utf-8")
    part = page.partition("## Shapes")[2].partition("\n## ")[0]
    for row in part.partition("| shape |")[2].splitlines()[2:]:
        if row.startswith("| ") and "`" in row:
            given, *read = re.findall("`(.+?)`", row)
            yield "file words", given.replace("⏎", "\n").replace("⇥", "\t"), " ".join(read)


SHAPES = [*shapes()]
assert len(SHAPES) == 13


@pytest.mark.parametrize(
    ("line", "text", "expected"),
    [
        ("scowl --scowl scowl", "", UP_TO_70),
        ("scowl --scowl scowl --max-level 35", "", "about cafes color eclat fibre house"),
        ("scowl --scowl scowl --max-level 80", "", f"{UP_TO_70} james"),
        ("scowl --scowl scowl --length 3", "", "the"),
        ("scowl --scowl scowl --length 6", "", "longer"),
        ("scowl --scowl scowl --need-vowel", "", UP_TO_70.replace("grrrr ", "")),
        ("file many --ignore-case", "", "crane ideas naive paris pfffz slate"),
        ("file many bom", "", "adieu crane naive pfffz slate"),
        *((f"file {name}", "", "crane") for name in ("no-mark", "pairs", "quotes", "object:easy")),
        ("file words", "stone slate crane\ntrace train\n", "crane slate stone trace train"),
        ("file many --members members", "", "slate"),
        *SHAPES,
        (
            "file words",
            "señor\nmåned\nsmørt\nlæse\nœufs\nspaß",
            "senor maned smort laese oeufs spass",
        ),
        ("file words", "łódka\nđakon\nαγάπη\nλόγος\nактёр", "lodka dakon αγαπη λογος актер"),
        ("file words --keep-letters ñ", "señor\ncan\u0303on\nécran", "señor cañon ecran"),
        ("file words --keep-letters n\u0303", "señor", "señor"),
        ("file words --keep-accents", "måned\nfa\u030algt\nактёр", "måned fålgt актёр"),
        ("file words --keep-accents --need-vowel", "κρύπτ\nрайон\nđрррр", "κρύπτ район"),
        ("file turkish --keep-letters ı --ignore-case", "", "ilkel kadın kapak ıslak"),
        ("file turkish --ignore-case", "", "ilkel islak kadin kapak"),
        ("file words --letters '् े' --length 6", "नमस्ते", "नमस्ते"),
        (
            "file words --letters c'h --length 4",
            "c'hoar\nc\u2019hwec\u02bch\nbreizh",
            "c'hoar c'hwec'h",
        ),
        ("file words --letters c\u2019h --length 4", "c'hoar\nbreizh", "c\u2019hoar"),
    ],
)
def test_a_list_has_the_words_that_are_asked_for(lists, line, text, expected):
    line = line.replace("c'h", '"c\'h"')
    assert words_of(lists(line, text).out) == sorted(expected.split())


@pytest.mark.parametrize(
    ("text", "dropped"),
    [
        ("crane,noun\nslate,verb\n", {"crane,noun", "slate,verb"}),  # which column is it?
        ("ice cream\nhot dog\n", {"ice cream", "hot dog"}),
        ("crane\tNN\t5\nslate\tNN\t7\n", {"crane\tNN\t5", "slate\tNN\t7"}),
        ("01234\n43210\n", {"01234", "43210"}),
        ("don't\n'twas\n", {"don't", "'twas"}),
    ],
)
def test_what_could_be_read_in_two_ways_is_dropped_with_its_reason(lists, text, dropped):
    report = lists("file words -o list --json", f"{text}hello\n").json
    examples = {row["reason"].split(" (")[0]: {*row["examples"]} for row in report["dropped"]}
    assert (report["kept"], examples) == (1, {"not letters only": dropped})


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("file hunspell", "'hunspell' is read as a Hunspell dictionary"),
        ("file turkish --keep-accents --ignore-case", "has ı or İ: I is read as ı, as in Turkish"),
        ("file swedish", "'swedish' is not UTF-8: read as cp1252; if wrong, name its encoding"),
    ],
)
def test_what_is_guessed_of_a_file_is_noted(lists, line, said):
    assert said in lists(line).err
    assert "note" not in lists("file clean").err


def test_a_long_line_of_words_is_read(lists):
    many = ["".join(word) for word in product("abcdefghijklm", repeat=4)]
    for text in (str(many).replace("'", '"'), " ".join(many)):
        assert words_of(lists("file words --length 4", text).out) == many


def test_a_turkish_list_is_made_as_it_is_played(lists, folder):
    lists("file turkish --keep-accents --ignore-case -o made")
    turkish = {"kadın", "ıslak", "ilkel", "kapak"}
    assert {*read_words(folder / "turkish")} == {*read_words(folder / "made")} == turkish


def test_words_can_come_through_a_pipe(lists, folder):
    os.mkfifo(folder / "pipe")
    writing = Thread(target=(folder / "pipe").write_bytes, args=[b"crane\nslate\n"])
    writing.start()
    text = lists("file pipe").out
    writing.join()
    assert words_of(text) == ["crane", "slate"]
    assert comment(text, "source") == "pipe"


@pytest.mark.parametrize("encoding", ENCODED)
def test_an_encoding_is_guessed_or_given(lists, folder, encoding):
    (folder / "swedish").write_bytes(ENCODED[encoding])
    given = f"--encoding {encoding}" if encoding in ("utf-16-be", "latin-1", "mac-roman") else ""
    more = f"--members swedish --supplement swedish --keep-accents {given}"
    ran = lists(f"file swedish {more}")
    assert (words_of(ran.out), "note" in ran.err) == (["björn", "skörd", "ålder"], False)


# --- what is written -------------------------------------------------------------------------


def test_a_word_has_the_lowest_level_it_appears_in_and_a_supplement_one_of_its_own(folder):
    listed = building.from_scowl(folder / "scowl", building.Rules(), max_level=70)
    listed.add_supplement(["emoji", "about"])
    rows = dict(line.split("\t") for line in words_of(levels(listed)))
    assert [*rows] == sorted([*UP_TO_70.split(), "emoji"])
    assert [rows[word] for word in ("about", "cafes", "xylem", "emoji")] == ["10", "35", "70", "40"]
    assert "# given level 40, being in the supplement only:\n# emoji\n" in levels(listed)


def test_a_supplement_is_added_and_counted(lists, folder):
    assert lists("scowl --scowl scowl --supplement extra --json -o list").json["supplement"] == 1
    text = (folder / "list").read_text("utf-8")
    assert words_of(text) == sorted([*UP_TO_70.split(), "emoji"])
    assert comment(text, "words") == "17 (16 from the source, 1 from the supplement)"


def test_the_header_names_the_making_but_no_folder_and_checks_the_lines_after_it(lists, folder):
    text = lists(f"scowl --scowl {folder / 'scowl'} --max-level 10").out
    assert comment(text, "made with") == "jotto lists scowl --length 5 --max-level 10"
    assert "of unknown version" in comment(text, "source")
    assert "Kevin Atkinson" in comment(text, "licence")
    assert str(folder) not in text
    text = lists(f"file {folder / 'many'}").out
    assert comment(text, "words") == "4"
    assert str(folder) not in text
    assert comment(text, "sha256") == checksum("crane\nnaive\npfffz\nslate\n")
    assert checksum(FILES["many"]) in comment(text, "source")
    assert text.endswith("# sha256: " + comment(text, "sha256") + "\ncrane\nnaive\npfffz\nslate\n")


def test_the_report_counts_every_reason_with_at_most_five_examples(lists):
    ran = lists("file many --need-vowel -o list --json")
    assert (ran.json["kept"], ran.json["length"], ran.err) == (3, 5, "")
    assert {row["reason"]: row["examples"] for row in ran.json["dropped"]} == {
        "not letters only (a dot, comma, apostrophe, hyphen, digit, space)": [
            *("ab cd", "b4ked", "co-op", "e.g.x", "it's")
        ],
        "a capital letter (a name or an abbreviation) (--ignore-case)": ["IDEAS", "Paris"],
        "another length (--length)": ["longer", "nth"],
        "no vowel": ["pfffz"],
    }
    ran = lists("file words", "".join(f"{'a' * n}\n" for n in range(1, 31)))
    assert re.fullmatch(
        r"kept 1 words of 5 letters from words\n"
        r"dropped +29: another length \(--length\), such as( a+){5}\n",
        ran.err,
    )


def test_the_same_words_in_another_folder_and_order_give_the_same_list(lists, process, folder):
    (folder / "twin").mkdir()
    for name, text in reversed(SMALL_SCOWL.items()):
        (folder / "twin" / name).write_bytes("".join(text.splitlines(True)[::-1]).encode())
    made = "lists", "scowl", "--scowl", "twin"
    twin = process(*made, PYTHONHASHSEED="1", LC_ALL="C").out
    first = lists("scowl --scowl scowl").out
    assert words_of(first) == words_of(twin)
    assert comment(first, "sha256") == comment(twin, "sha256")


def test_an_old_list_is_replaced_and_a_link_stays_a_link(lists, folder):
    (folder / "link").symlink_to(folder / "clean")
    lists("file many -o link")
    assert (folder / "link").is_symlink()
    assert words_of((folder / "clean").read_text()) == ["crane", "naive", "pfffz", "slate"]


def test_the_name_of_a_file_is_not_a_word_of_the_list(jotto, tmp_path):
    (tmp_path / "a\nslate\r\x85\x1b[2J").write_text("crane\n")
    out = jotto("lists", "file", "a\nslate\r\x85\x1b[2J").out
    assert [line for line in out.splitlines() if not line.startswith("# ")] == ["crane"]
    assert "\x1b" not in out


# --- bad input -------------------------------------------------------------------------------

CODECS = ("idna", "punycode")[: 1 if sys.version_info >= (3, 14) else 2]  # 3.14 reads it


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("scowl --scowl nowhere", r"'nowhere'.*apt install scowl.*\(--scowl\)"),
        ("scowl --scowl .", "no SCOWL word files"),
        *((f"scowl --max-level {n}", rf"'--max-level': '?{n}'?[ :]") for n in (5, 96)),
        ("file many --length 0", "'--length'.*0"),
        ("file many --length 11", "'--length'.*11"),
        ("file many --length five", "'five'.*a valid int"),
        ("file many --min-zipf inf", "--min-zipf.*9"),
        ("file many --min-zipf often", "'often'.*a valid "),
        ("file many --json", "--json.*-o FILE"),
        ("file many --members nowhere", "nowhere.*No such file"),
        ("file many --supplement nowhere", "nowhere.*No such file"),
        ("file many -o .", "'.'.*Is a directory"),
        (f"file many -o {'x' * 256}", "xxx'.*cannot be written"),
        ("file many --colour", "--colour.*--help"),
        ("file scowl", "Is a directory"),
        ("weights empty", "holds no words"),
        ("weights phrase", "line 2.*'two words'"),
        ("file object", "columns 1 .'easy'. and 2 .'hard'. could be the words"),
        ("file deep", "brackets or quotation marks that are not closed"),
        ('file hindi --keep-letters "\'"', r'jotto: "\'" has no accent to keep \(--letters\)'),
        *((f"file swedish --encoding {name}", f"swedish' line 1: not text in {name}")
          for name in ("utf-8", "utf-16")),
        *((f"file swedish --encoding {name}", f"swedish': not text in {name}") for name in CODECS),
        *((f"file swedish --encoding {name}", f"encoding '{name}': there is no such")
          for name in ("latin1-and", "hex")),
        ("file zero", "zero' line 1: not text: it holds a zero byte"),
        ("file mixed", "line 2: not text in UTF-8; name its encoding"),
        ("file no-cp1252", "line 2: not text in UTF-8; name its encoding"),
        # an empty list is never written, and that is no wrong use
        ("file many --length 9 -o clean", "no word of 9 letters.*nothing was written"),
        ("file capitals", "no word.*--ignore-case"),
        ("file capitals --ignore-case --length 10", "no word.*--length"),
        ("file empty", "no word"),
        ("file hindi --length 6", r"mostly dropped for vowel signs or accents, .*\(--letters\)$"),
    ],
)  # fmt: skip
def test_what_cannot_be_a_list_is_refused_in_a_line_and_nothing_is_written(
    jotto, folder, line, said
):
    ran, before = jotto("lists", *shlex.split(line)), sorted(folder.rglob("*"))
    status = 1 if said.startswith(("no word", "mostly")) else 2
    assert (ran.status, ran.out, ran.err.count("\n")) == (status, "", 1)
    assert re.search(said, ran.err.rstrip())
    assert sorted(folder.rglob("*")) == before
    assert (folder / "clean").read_text() == FILES["clean"]


def test_no_command_is_answered_with_the_help(jotto):
    shown = jotto("lists").out
    assert shown == jotto("lists", "--help").out
    assert re.findall(r"^  (\w+)  ", shown, re.M)[-4:] == ["scowl", "file", "wordfreq", "weights"]


# --- wordfreq --------------------------------------------------------------------------------


def test_wordfreq_missing_is_said_in_one_line(jotto, lists, monkeypatch):
    monkeypatch.setitem(sys.modules, "wordfreq", None)
    for line in ("wordfreq es", "file many --min-zipf 3", "weights clean"):
        assert '"wordfreq>=' in jotto("lists", *line.split()).refusal
    assert lists("file many").out


@needs_wordfreq
@pytest.mark.parametrize(
    ("line", "text", "expected"),
    [
        ("file words --min-zipf 1.5", "house\naalii\nabaca\n", "abaca house"),
        ("file words --min-zipf 4", "house\naalii\nabaca\n", "house"),
        ("file words --min-zipf 4 --supplement extra", "house\naalii", "about emoji house"),
        ("file words --min-zipf 3 --language el", "λόγος\n", "λογος"),  # a final sigma
    ],
)
def test_rare_words_go_when_asked_but_not_those_of_a_supplement(lists, line, text, expected):
    assert words_of(lists(line, text).out) == expected.split()


@needs_wordfreq
def test_wordfreq_words_of_a_language_are_kept_by_membership(lists, folder):
    members = "señor\ncañas\nMaría\ncasas\nmujer\nxyzzy\n"
    text = lists(f"wordfreq es --members {folder / 'words'} --keep-letters ñ", members).out
    assert words_of(text) == ["casas", "cañas", "mujer", "señor"]
    made = "jotto lists wordfreq es --length 5 --keep-letters 'ñ' --members words"
    assert comment(text, "made with") == made
    assert "Robyn Speer" in comment(text, "source")
    assert comment(text, "licence").startswith("CC BY-SA 4.0")


@needs_wordfreq
@pytest.mark.parametrize("line", ["wordfreq xx", "weights clean --language xx"])
def test_an_unknown_language_lists_the_known_ones(jotto, folder, line):
    assert re.search("'xx'.*en, es, fa", jotto("lists", *line.split()).refusal)


@needs_wordfreq
def test_weights_are_those_of_wordfreq(lists):
    import wordfreq

    text = lists("weights words", "house\nabaca\naalii\nzebra\n").out
    rows = [line.split("\t") for line in words_of(text)]
    assert [word for word, _ in rows] == ["aalii", "abaca", "house", "zebra"]
    for word, value in [*rows, *table("english-5.zipf.txt")]:
        assert f"{wordfreq.zipf_frequency(word, 'en'):.2f}" == value, word
    assert "Robyn Speer. (2022). rspeer/wordfreq: v3.0 (v3.0.2). Zenodo." in text
    assert "https://creativecommons.org/licenses/by-sa/4.0/" in text
    assert comment(text, "sha256 of the list") == checksum("aalii\nabaca\nhouse\nzebra\n")


@needs_wordfreq
def test_weights_of_stripped_words_add_up_their_spellings_and_that_is_proposed(lists):
    import wordfreq

    plain, added = (
        float(words_of(lists(f"weights words --language es {more}", "camion\n").out)[0].split()[1])
        for more in ("", "--any-accents")
    )
    assert plain < wordfreq.zipf_frequency("camión", "es") <= added
    spanish = "arbol\nhabia\nmujer\ncañas\n"  # árbol, había
    told = lists("weights words --language es", spanish).err
    assert "50% of the words are commoner with accents that the list lacks; " in told
    assert "add --any-accents --keep-letters ñ" in told
    flags = "--any-accents --keep-letters ñ"
    assert lists(f"weights words --language es {flags}", spanish).err == ""
    assert lists("weights words --language sv", "skörd\nålder\nbjörn\n").err == ""


# --- what is shipped -------------------------------------------------------------------------


def shipped(name):
    return (LISTS / name).read_bytes().decode()


def table(name):
    """A shipped table as rows of two columns."""
    return [tuple(line.split("\t")) for line in words_of(shipped(name))]


LISTED = words_of(shipped("english-5.txt"))
OWN = words_of(shipped("supplement-5.txt"))


def test_the_shipped_list_is_sorted_without_repeats_and_has_the_supplement():
    assert shipped("english-5.txt") == "".join(f"{word}\n" for word in sorted({*LISTED}))
    assert all(re.fullmatch("[a-z]{5}", word) for word in LISTED)
    assert sorted({*OWN}) == OWN
    assert {*OWN} <= {*LISTED}
    about = shipped("english-5.about.txt")
    assert len(LISTED) == 6733 + len(OWN) == 6780
    assert comment(about, "words") == "6780 (6733 from the source, 47 from the supplement)"
    assert "SCOWL 2020.12.07" in comment(about, "source")


@pytest.mark.parametrize("name", GENERATED[2:])
def test_a_shipped_table_checks_itself_and_its_list(name):
    text = shipped(name)
    lines = "".join(f"{line}\n" for line in words_of(text))
    assert text.endswith(lines)
    assert comment(text, "sha256") == checksum(lines)
    of_the_list = comment(shipped("english-5.about.txt"), "sha256")
    assert comment(text, "sha256 of the list") == of_the_list == checksum(shipped("english-5.txt"))


PLURALS = "times foxes skies elves menus areas memos taxis asses vlogs walks shoes"
OTHERS = "brass chess focus oasis atlas chaos genus yours bonus lotus minus crane"


def test_plurals_are_known_from_singulars_that_end_in_s():
    plurals = words_of(shipped("english-5.plurals.txt"))
    assert plurals == sorted({*plurals} & {*LISTED})
    assert {*PLURALS.split()} <= {*plurals}
    assert not {*OTHERS.split()} & {*plurals}


def test_the_offensive_words_are_listed_once_and_none_is_harmless():
    words = words_of(shipped("offensive-5.txt"))
    inside = sorted({*words} & {*LISTED})
    assert words == inside + sorted({*words} - {*inside})
    parts = [part for part in words if len(part) < 5]  # which no harmless word has
    assert {word for word in LISTED for part in parts if part in word} <= {*words}
    assert not {"balls", "cocky", "dwarf", "fairy", "screw", "black", "queen"} & {*words}


def test_the_licences_are_shipped_credits_given_and_every_file_described():
    assert "Copyright 2000-2018 by Kevin Atkinson" in shipped("SCOWL-COPYRIGHT")
    assert "Copyright 1993, Geoff Kuenning" in shipped("SCOWL-COPYRIGHT")
    assert shipped("CC-BY-SA-4.0.txt").startswith("Attribution-ShareAlike 4.0 International")
    notice = (ROOT / "NOTICE").read_text("utf-8")
    for text in (notice, shipped("english-5.zipf.txt"), shipped("english-5.unlisted.txt")):
        assert "Robyn Speer. (2022)." in text
        assert "https://creativecommons.org/licenses/by-sa/4.0/" in text
        assert "SUBTLEX" in text
    names = {path.name for path in LISTS.iterdir()} - {"README.md"}
    assert {name for name in names if f"`{name}`" not in shipped("README.md")} == set()


@needs_scowl
@needs_wordfreq
def test_what_is_shipped_can_be_rebuilt_byte_for_byte(tmp_path):
    subprocess.run([sys.executable, SCRIPT, tmp_path], check=True)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {
        name: (LISTS / name).read_bytes() for name in GENERATED
    }


@needs_scowl
@needs_wordfreq
def test_the_commands_that_the_shipped_headers_name_give_their_files(jotto, tmp_path):
    (tmp_path / "supplement-5.txt").write_bytes((LISTS / "supplement-5.txt").read_bytes())
    for name, made in (("english-5.about.txt", "english-5.txt"), *[("english-5.zipf.txt",) * 2]):
        command = comment(shipped(name), "made with").removeprefix("jotto ").split()
        assert jotto(*command, "-o", made).status == 0
    about = shipped("english-5.about.txt")
    assert (tmp_path / "english-5.txt").read_text("utf-8") == about + shipped("english-5.txt")
    assert (tmp_path / "english-5.zipf.txt").read_text("utf-8") == shipped("english-5.zipf.txt")


@needs_wordfreq
def test_the_unlisted_strings_are_all_of_wordfreqs_added_up():
    import wordfreq

    shares: dict[str, float] = {}
    listed = {*LISTED}
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
