import os
import sys
from contextlib import suppress
from functools import partial
from itertools import product
from time import process_time
from unittest.mock import patch

import pytest
from terminal import run

import jotto
from jotto.assistant import moves
from jotto.assistant.session import Session
from jotto.cli.app import PANEL_OF, blame, loaded, read_change
from jotto.games.words import read_word
from jotto.letters import alphabet
from jotto.reading.turns import grid

FILES = {
    "four": "hatch\nlatch\nmatch\ncrane\n", "six": "hatch\nlatch\nmatch\npatch\ncatch\ncrane\n",
    "bobs": "bob\nbib\n", "short": "tree\n", "dictionary": "a\naardvark\naardvark's\n",
    "protected": "precious",
}  # fmt: skip
LINKS = {"nowhere": "no/such/folder", "circle": "circle", "to-protected": "protected"}
# by further options: command lines, and what of each is quoted
REFUSED = {
    "": [
        ("review crane=1,1 --share --json", "--share prints a text"),
        ("suggest cran=1,1", "turn 1: 'cran' has 4 letters; this game uses 5; did"),
        ("suggest crane=4,1", "turn 1: '4,1' is impossible"),
        ("review crane=BYBBB moist=GGGGG", "if these are Wordle's colours, add --game wordle"),
        ("suggest crane=xx", "may mean 2,0 or 0,2; write which one; if these are Wordle's colours"),
        ("suggest crane=maybe", "turn 1: score 'maybe': write exact,elsewhere, such as 1,2"),
        ("suggest --strategy genius", "no strategy is called 'genius'; there are entropy, minimax"),
        ("quordle crane", "'quordle' is a game: jotto play --game quordle"),
        ("suggest --rule bingo", "'--rule': no rule is called 'bingo'; there are exact-elsewhere"),
        ("suggest --allow hard", "hard mode needs the rule colours (--allow, --rule)"),
        ("play --allow hard", "hard mode needs the rule colours (--allow, --rule)"),
        ("tree --allow hard", "hard mode needs the rule colours (--allow, --rule)"),
        ("suggest --bogus", "(see jotto suggest --help)"),
        ("openings crane", "give a word to --word or --only"),
        ("sugest", "No such command 'sugest'. Did you mean 'suggest'?"),
        ("doctor crane=1,1", "jotto doctor is jotto explain since 2.0.0"),
        ("score crane", "Missing argument 'SECRET'"),
        ("score crane xx", "'crane' has 5 letters, and 'xx' 2; write two words of the same length"),
        ("score xx crane --game absurdle", "'xx' has 2 letters, and 'crane' 5; write two words of"),
        ("review pales moist", "turn 1: 'pales' has no score; write WORD=SCORE, such as pales="),
        ("review pales=1,1 moist", "give the secret, by which jotto scores every guess (--secret)"),
        ("review crane slate --secret xx", "'xx' has 2 letters; this game uses 5 (--secret)"),
        ("review crane=1,1 --saved", "leave out --saved and --player"),
        ("review crane=BBBBB --game quordle", "'quordle' is Wordle with 4 boards, which review"),
        ("watch 1 --game mastermind:4x6", "'1' has 1 symbol; this game uses 4"),
        ("score abcdefghijk abcdefghijk", "'abcdefghijk' has 11 letters, words have 1 to 10"),
        ("keep --secret cranf", "'cranf' is not in the list of secrets"),
        (
            "evaluate --opening tares,cranf",
            "'cranf' is not an allowed guess; add it to a list for --guesses; did you mean",
        ),
        ("suggest --words nowhere.txt", "file 'nowhere.txt' cannot be read: No such file"),
        ("suggest --words /dev/zero", "file '/dev/zero' line 1: not text"),
        ("engine --words no-such-list.txt", "'no-such-list.txt' cannot be read"),
        ("play tares", "tares"),
        ("play --strategy tree:", "'tree:'"),
        ("suggest --think -1", "-1"),
        ("compare entropy", "at least two strategies"),
        ("compare entropy bogus", "'bogus'"),
        ("compare entropy entropy@zzzzz", "'zzzzz' is not an allowed guess"),
        ("compare entropy tree:none.json", "none.json"),
        ("explain 0011=1,1 --game mastermind:4x6 --prior common", "prior belongs to the game"),
        ("explain hatch=1,1 --prior no-such-file", "no-such-file"),
        ("candidates --strings --game two-d:5", "not to 'two-d:5'"),
        ("candidates --strings --top 0", "--top"),
        ("candidates --strings tare=1,1", "'tare'"),
        ("suggest --anything --boards 2", "--strings is for one board"),
        ("candidates --strings tares=9,9", "turn 1"),
        ("suggest --game two-d:5 --rule jots", "rule belongs to the game of words"),
        ("suggest --game two-d:5 --words x.txt", "words belongs to the game of words"),
        ("evaluate --strategy random --runs 0", "--runs"),
        ("keep --adversary --secret crane", "absurdle or adversary has no fixed secret; leave out"),
        ("keep --daily --secret crane", "daily has a secret of its own; leave out secret"),
        ("worst-case --max-guesses 0", "0 is not in the range x>=1"),
        ("worst-case --think 0", "--think 0: a search needs some time"),
        ("review slate=5,0 --secret crane", "secret crane: the last turn found slate=5,0"),
        ("tree --think nan", "nan is not in the range x>=0"),
        ("worst-case --jobs 0", "0 is not in the range x>=1"),
        ("worst-case --opening 0 --game mastermind:4x6", "'0' has 1 symbol"),
        ("suggest --top 0", "'--top': 0|'--top': '0'"),  # as Typer's version has it
        ("suggest --top many", "'--top': 'many'|'--top': many"),
        ("suggest --guesses short", "word list 'short': 'tree' has 4 letters"),
        ("suggest --no-repeats --words bobs", "every word of the list is barred"),
        ("suggest --letters ij", "--letters"),
        ("candidates --words dictionary", "jotto lists file FILE --length N -o LIST"),
        ("house rule=bingo", "rule: no rule is called 'bingo'; there are exact-elsewhere, jots"),
        ("house rule=colors!", "did you mean 'colors'?"),
        ("house rulé=jots", "'rulé=jots': write NAME=VALUE; NAME is one of rule, prior"),
        ("house rule", "'rule': write NAME=VALUE"),
        ("house vowels=a1", "vowels: 'a1': write letters, such as aeiou"),
        ("house repeats=perhaps", "repeats: 'perhaps': write yes or no"),
        ("house strategy=genius", "strategy: no strategy is called 'genius'"),
        ("house strategy=tree:t.json", "strategy: a tree is for one game"),
        *((f"house prior={name}", f"prior: '{name}': write even, common or wordle, or give")
          for name in ("nowhere.txt", "/")),
        *((f"openings --words four --html {name}", f"'{name}' cannot be written")
          for name in ("protected", *LINKS)),
        ("tree -o x --certificate ./x", "x' would be written twice"),
        ("openings --csv x --html ./x", "x' would be written twice"),
        ("tree --words four --exact --checkpoint new -o new", "'new': it is read by this command"),
        *((f"{command} {'a' * 32_000}", "32,000 characters, at most 10,000")
          for command in ("candidates", "suggest", "explain", "score", "word", "lists")),
    ],
    "--rule colours": [
        *((f"{command} slate=BBYYY title=BYYYG", "turn 2: 'BYYYG' is impossible: the earlier 't'")
          for command in ("suggest", "candidates", "candidates --strings")),
    ],
    "--words four --boards 2": [
        ("suggest hatch=4,0+9,9", "'9,9'"),
        ("suggest --think 1", "think is for looking ahead, on one board"),
        ("suggest --strategy tree:no.json", "no.json"),
        ("suggest --allow hard --rule colours", "(--allow)"),
        ("candidates --strings", "--strings is for one board"),
        ("candidates crane=0,2+5,0 hatch=4,0+1,1", "turn 2: '1,1' cannot be: board 2 is found"),
        ("candidates crane=0,2+5,0 hatch=4,0+0,2+0,0", "each open board, board 1, with + betw"),
        ("watch crane", "2 boards need 2 secrets, with + between"),
        ("watch crane+slate", "'slate' is not in the list of secrets"),
        ("evaluate -o tree.json", "a tree is for one board"),
    ],
    "--words six --rule colours": [
        ("play --boards 33", "33"),
        ("play --boards 7", "7 boards need as many different secrets; there are 6"),
        ("play --boards 2 --allow hard", "several boards allow all guesses, or the candidates"),
        ("play --boards 2 --lies 1", "answers may be false on one board, not on several"),
        ("play --boards 2 --starts me", "--boards is for one player"),
        ("play --boards 2 --report x.html", "--boards is for one player"),
    ],
    "--words six": [
        ("suggest --lies 1 --boards 2", "answers may be false on one board"),
        ("suggest --lies 1 --rule fibble", "'fibble' has lies of its own"),
        ("watch hatch --adversary", "--adversary tells lies; add --lies N"),
        ("worst-case --rule fibble", "a fixed number of false answers"),
        ("worst-case --lies 1 --opening hatch", "--lies goes without --opening"),
    ],
    "--certificate proof": [
        *((f"tree --words four {more}", "--certificate goes with --exact, without --opening, and")
          for more in ("", "--exact --opening hatch", "--exact --aim worst", "--beam 2")),
    ],
    "--game mastermind:4x6": [
        ("play --no-repeats", "repeats belongs to the game of words, not to 'mast"),
        ("play --no-plurals", "plurals belongs to the game of words"),
        ("play --vowels aeiou", "'mastermind:4x6' (--vowels)"),
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    ("line", "quoted"),
    [(f"{line} {more}", said) for more, rows in REFUSED.items() for line, said in rows],
)
def test_bad_input_is_one_line_that_quotes_it(jotto, tmp_path, line, quoted):
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    for name, place in LINKS.items():
        (tmp_path / name).symlink_to(place)
    (tmp_path / "protected").chmod(0o444)
    before = sorted((path, path.lstat().st_mtime_ns) for path in tmp_path.rglob("*"))
    refusal = jotto(*line.split()).refusal
    assert refusal.startswith("jotto: ")
    assert any(said in refusal for said in quoted.split("|"))
    assert sorted((path, path.lstat().st_mtime_ns) for path in tmp_path.rglob("*")) == before


def test_a_line_of_100_megabytes_is_refused_in_little_memory(jotto, tmp_path):
    (tmp_path / "long").write_bytes(b"x" * 100_000_000)
    program = (
        "from jotto.cli import run\n"
        "status = run(['candidates', '--words', 'long'])\n"
        "peak, = [line.split()[1] for line in open('/proc/self/status') if 'VmHWM' in line]\n"
        "print(status, peak)"
    )
    ran = run(sys.executable, "-c", program, cwd=tmp_path)
    status, peak = map(int, ran.out.split())
    assert status == 2
    assert peak < 60_000, "kB; Python and numpy alone take some 35,000"
    assert "line 1: a line over 4 MB" in ran.err


HATCHES = ["hatch", "latch", "match"]
SESSIONS = {
    "words": Session(jotto.words(HATCHES)),
    "tiles": Session(jotto.words(HATCHES, rule="colours")),
    "ij": Session(jotto.words(["dijken", "rijken"], letters="ij")),
    "boards": Session(jotto.words(HATCHES), boards=2),
    "codes": Session(jotto.named("mastermind:2x3")),
}


def config_line(text):
    with patch("jotto.cli.app.written", lambda: text):
        return blame("rule", "it is wrong")


LIMITED = {  # readers of what people type or paste: these refuse what is too long
    **{f"line of {name}": partial(moves.read_move, at) for name, at in SESSIONS.items()},
    **{f"score of {name}": at.game.rule.read for name, at in SESSIONS.items()},
    **{f"guess of {name}": at.game.read for name, at in SESSIONS.items()},
    "place": jotto.named("two-d:5").rule.read,
    "shared game": partial(grid, rule=SESSIONS["tiles"].game.rule),
    "several scores": partial(moves.read_score, SESSIONS["boards"]),
    "turn": partial(jotto.start, SESSIONS["words"].game),
    "move": lambda text: moves.make_move(SESSIONS["tiles"], {"do": "grid", "text": text}),
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


def files_of(command, *, written):
    """The options of a command that are files which it writes, or reads; empty for arguments."""
    return [
        parameter.opts[-1] if parameter.opts[0].startswith("-") else ""
        for parameter in command.params
        if "Path" in str(parameter.type_descriptor.annotation)
        and (getattr(parameter, "rich_help_panel", None) == "Output") == written
    ]


def in_and_out():
    for name in PANEL_OF:
        command = loaded(name)
        for sub, own in getattr(command, "commands", {"": command}).items():
            pairs = product(files_of(own, written=False), files_of(own, written=True))
            yield from ((f"{name} {sub}".strip(), *pair) for pair in pairs)


@pytest.mark.parametrize(("command", "read", "output"), [*in_and_out()])
def test_no_output_is_an_input(jotto, write, command, read, output):
    listed = write("hatch", "latch")
    further = {"lists wordfreq": ["es"], "lists file": [listed], "league": ["chat.txt"]}
    further |= {"verify": ["tree.json"]}
    needed = {"bench": ["entropy"], "compare": ["entropy", "simple"]}
    needed = needed | {"word": ["hatch"], "watch": ["hatch"], "score": ["hatch", "latch"]}
    needed = needed.get(command, [])
    further = further.get(command, needed) if read or command == "lists wordfreq" else needed
    given = *command.split(), *further, *[read] * bool(read), listed, output, listed
    refusal = jotto(*given).refusal
    assert refusal.startswith(f"jotto: '{listed.name}': it is read by this command, too")
    assert listed.read_text() == "hatch\nlatch\n"


@pytest.mark.skipif(os.name == "nt", reason="Windows has other permissions")
def test_a_file_keeps_its_permissions_and_a_new_one_has_those_of_umask(jotto, write, tmp_path):
    command = "openings", "--words", write("hatch", "latch"), "--html", tmp_path / "page.html"
    before = os.umask(0o027)
    try:
        for mode in 0o640, 0o600, 0o664:
            if mode != 0o640:
                command[-1].chmod(mode)
            assert jotto(*command).status == 0
            assert command[-1].stat().st_mode & 0o777 == mode
    finally:
        os.umask(before)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no /dev/full")
def test_a_tree_is_written_though_nobody_reads_what_is_printed(process, write, tmp_path):
    files = "--exact", "-o", "tree.json", "--certificate", "proof.json"
    tree = "tree", "--words", write("hatch", "latch", "match", "crane"), *files
    with open("/dev/full", "w") as full:  # noqa: PTH123
        process(*tree, stdout=full, PYTHONUNBUFFERED="1")
    for name in files[2::2]:
        assert '"hatch"' in (tmp_path / name).read_text()
