import os
import re
import subprocess
import sys
from contextlib import suppress
from functools import partial
from time import process_time
from unittest.mock import patch

import pytest

import jotto
from jotto.assistant import moves
from jotto.assistant.session import Session
from jotto.cli.app import PANEL_OF, blame, loaded, read_change
from jotto.games.words import read_word
from jotto.letters import alphabet


@pytest.mark.parametrize(
    ("arguments", "quoted"),
    [
        ("suggest cran=1,1", "turn 1: 'cran' has 4 letters; this game uses 5; did"),
        ("suggest tares=1,1 cr4ne=1,1", "turn 2: 'cr4ne': '4' is not a letter; did you mean 'cr"),
        ("suggest crane=4,1", "turn 1: '4,1' is impossible"),
        ("suggest crane=maybe", "turn 1: score 'maybe': write exact,elsewhere, such as 1,2"),
        ("suggest --strategy genius", "no strategy is called 'genius'; there are entropy, minimax"),
        ("suggest --rule bingo", "'--rule': 'bingo' is not one of 'exact-elsewhere', 'jots', 'col"),
        ("suggest --allow hard", "hard mode needs the rule colours (--allow, --rule)"),
        ("play --allow hard", "hard mode needs the rule colours (--allow, --rule)"),
        ("tree --allow hard", "hard mode needs the rule colours (--allow, --rule)"),
        ("suggest --bogus", "(see jotto suggest --help)"),
        ("sugest", "No such command 'sugest'. Did you mean 'suggest'?"),
        ("score crane", "Missing argument 'SECRET'"),
        ("score crane slat", "'crane' has 5 letters; this game uses 4"),
        ("solve 1 --game mastermind:4x6", "'1' has 1 symbol; this game uses 4"),
        ("score abcdefghijk abcdefghijk", "'abcdefghijk' has 11 letters, words have 1 to 10"),
        ("keep --secret cranf", "'cranf' is not in the list of secrets"),
        (
            "evaluate --opening tares,cranf",
            "'cranf' is not an allowed guess; add it to a list for --guesses; did you mean",
        ),
        ("suggest --words nowhere.txt", "word list 'nowhere.txt' cannot be read: No such file"),
        ("suggest --words /dev/zero", "word list '/dev/zero' line 1: not text"),
        ("engine --words no-such-list.txt", "'no-such-list.txt' cannot be read"),
        ("suggest crane 1,1", "turn 1: 'crane' has no score; write WORD=SCORE"),
        ("play tares", "tares"),
        ("play --strategy tree:", "'tree:'"),
        ("suggest --think -1", "-1"),
        ("compare entropy", "two contenders"),
        ("compare entropy bogus", "'bogus'"),
        ("compare entropy entropy@zzzzz", "'zzzzz' is not an allowed guess"),
        ("compare entropy tree:none.json", "none.json"),
        ("doctor 0011=1,1 --game mastermind:4x6 --prior common", "prior is for words"),
        ("doctor hatch=1,1 --prior no-such-file", "no-such-file"),
        ("doctor hatch", "'hatch' has no score"),
        ("candidates --strings --game two-d:5", "--game 'two-d:5'"),
        ("candidates --strings --top 0", "--top"),
        ("candidates --strings tare=1,1", "'tare'"),
        ("suggest --anything --boards 2", "--strings is for one board"),
        ("suggest --strings --think 1", "it does not go with --strings"),
        ("candidates --strings tares=9,9", "turn 1"),
        ("suggest --game chess", "no game is called 'chess'; there are words, mastermind:4x6"),
        ("suggest --game mastermind", "'mastermind' needs its size; write mastermind:4x6"),
        ("suggest 0006=1,1 --game mastermind:4x6", "turn 1: '0006': '6' is not one of this game"),
        ("suggest --game two-d:5 --rule jots", "rule is for words"),
        ("suggest --game two-d:5 --words x.txt", "words is for words"),
        ("solve 0012 --game bulls-and-cows:4x10", "'0012' is not in the list of secrets"),
        ("evaluate --strategy random --runs 0", "--runs"),
        ("keep --adversary --secret crane", "--adversary has no fixed secret"),
        ("keep --daily --secret crane", "--daily has a secret; leave out --secret"),
        ("bound --max-guesses 0", "0 is not in the range x>=1"),
        ("bound --think 0", "--think 0: a search needs some time"),
        ("bound --think nan", "--think nan: a search needs some time"),
        ("review slate=5,0 --secret crane", "--secret crane: the last turn found slate=5,0"),
        ("tree --think nan", "nan is not in the range x>=0"),
        ("bound --jobs 0", "0 is not in the range x>=1"),
        ("bound --opening 0 --game mastermind:4x6", "'0' has 1 symbol"),
    ],
)
def test_bad_input_is_one_line_that_quotes_it(jotto, arguments, quoted):
    line = jotto(*arguments.split()).refusal
    assert line.startswith("jotto: ")
    assert quoted in line


@pytest.mark.parametrize("value", ["0", "many"])
def test_what_is_no_number_of_rows_is_quoted_whatever_words_typer_has_for_it(jotto, value):
    line = jotto("suggest", "--top", value).refusal
    assert re.search(rf"'--top': '?{value}'?[ :]", line)


def test_a_line_of_100_megabytes_is_refused_in_little_memory(jotto, tmp_path):
    path = tmp_path / "long.txt"
    with path.open("wb") as file:
        file.truncate(100_000_000)
        for start in range(0, 100_000_000, 1_000_000):
            file.seek(start)
            file.write(b"x" * 1_000_000)
    program = (
        "from jotto.cli import run\n"
        f"status = run(['candidates', '--words', {str(path)!r}])\n"
        "peak, = [line.split()[1] for line in open('/proc/self/status') if 'VmHWM' in line]\n"
        "print(status, peak)"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    status, peak = map(int, run.stdout.split())
    assert status == 2
    assert peak < 60_000, "kB; Python and numpy alone take some 35,000"
    assert "line 1: a line over 1,000,000 bytes" in jotto("candidates", "--words", path).err


LIVE = Session(jotto.words(["hatch", "latch", "match"]))
TILES = Session(jotto.words(["hatch", "latch", "match"], rule="colours"))
DUTCH = Session(jotto.words(["dijken", "rijken"], letters="ij"))
SEVERAL = Session(jotto.words(["hatch", "latch", "match"]), boards=2)
CODES = Session(jotto.named("mastermind:2x3"))
SESSIONS = {"words": LIVE, "tiles": TILES, "ij": DUTCH, "boards": SEVERAL, "codes": CODES}


def config_line(text):
    with patch("jotto.cli.app.written", lambda: text):
        return blame("rule", "it is wrong")


LIMITED = {  # readers of what people type or paste: these refuse what is too long
    **{f"line of {name}": partial(moves.read_move, at) for name, at in SESSIONS.items()},
    **{f"score of {name}": at.game.rule.read for name, at in SESSIONS.items()},
    **{f"guess of {name}": at.game.read for name, at in SESSIONS.items()},
    "place": jotto.named("two-d:5").rule.read,
    "shared game": moves.grid,
    "several scores": partial(moves.read_score, SEVERAL),
    "turn": partial(jotto.start, LIVE.game),
    "move": lambda text: moves.make_move(TILES, {"do": "grid", "text": text}),
}
OTHERS = {  # and these are behind one that does
    "number": lambda text: moves.number({"turn": text}, "turn"),
    "game": jotto.named,
    "strategy": jotto.strategy,
    "word": partial(read_word, ("hatch",)),
    "letters": alphabet,
    "house rule": read_change,
    "config file": config_line,
}
SIGNS = ("a", "1", " ", "a ", "1 1/", "1,", "🟩", "ij", "[", "=", "a=1,1 ", "é", "Wordle 1,2 ")


@pytest.mark.parametrize("name", [*LIMITED, *OTHERS])
def test_no_reader_of_typed_text_compares_every_part_of_it_with_every_other(name, monkeypatch):
    """65,536 characters took a pattern that tries every start half a minute of the processor."""
    for sign in SIGNS:
        text = "a" + sign * (65_536 // len(sign))
        if name in LIMITED:
            with pytest.raises(jotto.GameError, match="characters, at most 10,000 are read"):
                LIMITED[name](text)
        with monkeypatch.context() as without:
            without.setattr("jotto.errors.MOST_TYPED", 1 << 17)
            began = process_time()
            with suppress(jotto.JottoError):
                (LIMITED | OTHERS)[name](text)
            assert process_time() - began < 5, sign


def test_an_argument_that_is_longer_than_any_that_is_meant_is_not_read(jotto):
    for command in ("candidates", "suggest", "doctor", "score", "word", "lists"):
        assert "32,000 characters, at most 10,000" in jotto(command, "a" * 32_000).refusal


def test_further_guesses_of_another_length_are_refused_with_their_file(jotto, tmp_path):
    path = tmp_path / "four.txt"
    path.write_text("tree\n")
    run = jotto("suggest", "--guesses", path)
    assert run.status == 2
    assert f"word list {str(path)!r}: 'tree' has 4 letters" in run.err


def commands():
    """Each command that has files as options, by the words that call it."""
    for name in PANEL_OF:
        command = loaded(name)
        several = getattr(command, "commands", {"": command})
        yield from ((f"{name} {sub}".strip(), own) for sub, own in several.items())


def files_of(command, *, written):
    for parameter in command.params:
        group = getattr(parameter, "rich_help_panel", None)
        is_file = "Path" in str(parameter.type_descriptor.annotation)
        if is_file and (group == "Output") == written:
            yield parameter.opts[-1] if parameter.opts[0].startswith("-") else ""


def in_and_out():
    for words, command in commands():
        for output in files_of(command, written=True):
            for read in files_of(command, written=False):
                yield words, read, output


@pytest.mark.parametrize(("command", "read", "output"), [*in_and_out()])
def test_no_output_is_an_input(jotto, tmp_path, command, read, output):
    listed = tmp_path / "list.txt"
    listed.write_text("hatch\nlatch\n")
    further = {"lists wordfreq": ["es"], "lists file": [listed], "league": ["chat.txt"]}
    needed = {"bench": ["entropy"]}.get(command, [])
    further = further.get(command, needed) if read or command == "lists wordfreq" else needed
    refusal = jotto(
        *command.split(), *further, *[read] * bool(read), listed, output, listed
    ).refusal
    assert refusal.startswith(f"jotto: '{listed.name}': it is read by this command, too")
    assert listed.read_text() == "hatch\nlatch\n"


def test_two_outputs_are_two_files(jotto, tmp_path):
    for command, first, second in ("tree", "-o", "--certificate"), ("openings", "--csv", "--html"):
        refusal = jotto(command, first, "x", second, "./x").refusal
        assert "'x' would be written twice" in refusal.replace("./x", "x")


@pytest.mark.skipif(os.name == "nt", reason="Windows has other permissions")
def test_a_file_keeps_its_permissions_and_a_new_one_has_those_of_umask(jotto, tmp_path):
    (tmp_path / "list.txt").write_text("hatch\nlatch\n")
    page, before = tmp_path / "page.html", os.umask(0o027)
    try:
        for mode in 0o640, 0o600, 0o664:
            assert jotto("openings", "--words", "list.txt", "--html", page).status == 0
            assert page.stat().st_mode & 0o777 == mode
            page.chmod({0o640: 0o600, 0o600: 0o664}.get(mode, mode))
    finally:
        os.umask(before)


def test_a_checkpoint_that_is_not_there_yet_is_no_output_either(jotto, tmp_path):
    """A search that is interrupted writes its best tree, which would be over the checkpoint."""
    (tmp_path / "list.txt").write_text("hatch\nlatch\n")
    search = ("tree", "--words", "list.txt", "--exact", "--checkpoint", "new", "-o", "new")
    assert "'new': it is read by this command, too" in jotto(*search).refusal


def test_what_cannot_be_written_is_refused_before_the_work(jotto, tmp_path):
    (tmp_path / "list.txt").write_text("hatch\nlatch\n")
    (tmp_path / "protected").write_text("precious")
    (tmp_path / "protected").chmod(0o444)
    (tmp_path / "nowhere").symlink_to("no/such/folder")
    (tmp_path / "circle").symlink_to("circle")
    (tmp_path / "to protected").symlink_to("protected")
    for name in "protected", "to protected", "nowhere", "circle":
        run = jotto("openings", "--words", "list.txt", "--html", name)
        assert f"{name!r} cannot be written" in run.refusal
    assert (tmp_path / "protected").read_text() == "precious"


@pytest.mark.skipif(os.name == "nt", reason="Windows has no /dev/full")
def test_a_tree_is_written_though_nobody_reads_what_is_printed(process, tmp_path):
    (tmp_path / "list.txt").write_text("hatch\nlatch\nmatch\ncrane\n")
    tree = tmp_path / "tree.json"
    with open("/dev/full", "w") as full:  # noqa: PTH123
        process("tree", "--words", "list.txt", "-o", tree, stdout=full, PYTHONUNBUFFERED="1")
    assert '"hatch"' in tree.read_text()
