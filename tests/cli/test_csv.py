"""``--csv`` of every command that prints a table: columns of ``--json``, as RFC 4180 has it."""

import csv
import io

import pytest
from lists import HATCHES

WORDS = "--words words.txt"
COMMANDS = {  # each with the first columns and some cells of its table
    "suggest crane=0,2 --words words.txt --top 2": ("guess,candidate", "hatch,True"),
    "candidates hatch=4,0 --words words.txt": ("candidate", "latch"),
    "candidates hatch=4,0+4,0 --boards 2 --words words.txt": ("board,count,found,", "2,"),
    "explain hatch=4,0 latch=3,0 --words words.txt": ("text,kind,turn", "latch scored 5,0"),
    "explain hatch=4,0+4,0 latch=3,0+4,0 --boards 2 --words words.txt": (
        "text,board,kind",
        ",1,score,2",
    ),
    "score fools score": ("guess,secret,exact,elsewhere,text", 'fools,score,1,1,"1,1"'),
    "word slate geese": ("word,secret,guess,level", "slate,True"),
    "watch latch --words words.txt": ("guess,score,left", 'latch,"5,0",1'),
    "watch latch+hatch --boards 2 --words words.txt": ("guess,scores", '"5,0'),
    "secret hatch --words words.txt": ("secret,guesses,exposed", "hatch,"),
    "card --words words.txt": ("score,left,guess", '"'),
    "house": ("rule,value,from", "repeats,True,default"),
    "review hatch=4,0 latch=5,0 --words words.txt": ("who,guess,score", 'you,hatch,"4,0"'),
    "evaluate --words words.txt": ("strategy,first,games_1,games_2", "entropy,"),
    "compare entropy simple --words words.txt": ("contender,mean,sd", "simple,"),
    "bench entropy simple --words words.txt": ("name,list,rule", "simple,words.txt"),
    "openings --words words.txt --top 1": ("opening,bits,expected_left", "latch,"),
    "openings --pairs --words words.txt": ("opening,bits,expected_left", "hatch,"),
    "openings --full --words words.txt": ("opening,bits,expected_left", "latch,"),
    "tree --words words.txt": ("first,games_1", "mean,all"),
    "worst-case --game mastermind:2x3": ("least_worst_case,at_least", "3,3,True"),
    "lists file more.txt -o out.txt": ("reason,count,examples", "another length (--length),1,cats"),
    "league chat.txt": ("game,name,games,found,mean", "Wordle,Ann,1,1"),
    "practice --stats": ("theme,found,asked", ""),
    "practice hatch=4,0 --guess latch --words words.txt": ("guess,", "latch"),
    "history": ("date,game,rule,boards,result,won", "words,exact-elsewhere,1,found,True"),
}


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "words.txt").write_text("\n".join(HATCHES))
    (tmp_path / "more.txt").write_text("\n".join([*HATCHES, "cats"]))
    (tmp_path / "chat.txt").write_text("Ann: Wordle 1,986 4/6\nBob: Wordle 1,986 5/6\n")
    return tmp_path


def test_every_command_with_a_table_writes_it_and_prints_it(jotto, folder):
    jotto("play", "--words", "words.txt", typed="hatch 5,0\n")
    for command, (columns, cells) in COMMANDS.items():
        printed = jotto(*command.split(), "--csv", "-")
        assert printed.status == (command.startswith("word ") and 0), (command, printed.err)
        rows = [*csv.reader(io.StringIO(printed.out, newline=""), strict=True)]
        assert ",".join(rows[0]).startswith(columns), command
        assert {*map(len, rows)} == {len(rows[0])}, command
        assert cells in printed.out.partition("\n")[2], command
        written = jotto(*command.split(), "--csv", "table.csv")
        text = (folder / "table.csv").read_bytes().decode("utf-8")
        assert written.out or written.err, command
        assert text.count("\r\n") == text.count("\n") == len(rows), command
        if not command.startswith(("bench", "tree")):  # which have seconds
            assert text.splitlines() == printed.out.splitlines(), command
        (folder / "table.csv").unlink()
