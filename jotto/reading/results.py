"""The results in a message: the first lines of shared games, such as Wordle 1,234 4/6.

A result is a game, its number if it has one, and how many guesses of how many. It belongs to the
person who wrote the message, if nothing stands before it in its line but words such as "I got".
What looks like a result and is none is told with the reason; nothing is guessed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import partial
from itertools import pairwise
from types import MappingProxyType
from typing import NamedTuple

from jotto.errors import quoted, reported
from jotto.reading.days import IN_TEXT, in_order

LONGEST = 300  # characters of a line with a result
MOST_NUMBER = 100_000  # of a daily game: 270 years
MOST_MADE = 1000  # guesses of a game of jotto's
# Games that are known, beside all in -dle, by one spelling; and other names of them.
NAMES = "Wordle Nerdle Worldle Quordle Octordle Dordle Waffle Termo Sutom Letterle Katla"
KNOWN = {name.lower(): name for name in (*NAMES.split(), "Le Mot")}
KNOWN |= {"nerdlegame": "Nerdle", "nerdle game": "Nerdle", "term.ooo": "Termo"}
ENDING = re.compile(r"[^\W\d_]*(?:dle|dl)$", re.IGNORECASE)  # of the names of such games
BOARDS = {"Quordle": (4, 9), "Octordle": (8, 13)}  # how many, and the guesses allowed
# What people write before their own result; whose it is, is open after any other word.
OWN = (
    "i i've i'm ive im my mine me got did had have solved finished made done just today today's "
    "finally yay woo woohoo phew wow ok okay yes nice well here here's daily the a in it only puh "
    "ich hab habe mein meine heute geschafft j'ai fait mon ma aujourd'hui yo mi hoy hice eu "
    "joguei meu hoje fiz acertei io ho fatto mio oggi ik heb mijn vandaag"
)
OTHERS = "you your he she we they who it this that see and or not no was is our"
LABELS = "score streak time found result results total date day guesses best game puzzle"
MINE = frozenset(OWN.split())
NOBODY = MINE.union(OTHERS.split(), LABELS.split())  # words that are no names
MADE = re.compile(
    r"(?<![\w/.,&])\*?(?P<made>(?:\d{1,3}|[Xx-]|\U0001f480)(?:&(?:\d{1,3}|[Xx]))*)"
    r"/(?P<most>\d{1,3})(?![\d/])"
)
CELL = re.compile(r"(?P<made>\d{1,3}|[Xx])(?:/(?P<most>\d{1,3}))?")
NUMBER = re.compile(  # at the end of what stands before the guesses
    r"(?:(?P<hash>#)\s*|(?<![\w.,#]))(?P<number>\d{1,3}(?:[.,' ]\d{3})+|\d[\d.,]*)"
    r"[\u56de\xba]?\s*(?:\([^()]*\))?[\s:,-]*$"
)
ATTACHED = re.compile(r"(?<=[^\W\d])(?P<hash>)(?P<number>\d+)[\u56de\xba]?[\s:,-]*$")
HEAD_OF_BOARDS = re.compile(
    r"#?(?:daily )?(?P<game>quordle|octordle)[\s:#]*(?P<number>\d[\d.,]*)\s*$", re.IGNORECASE
)
NUMBERED = re.compile(r"#?(?:daily )?(?P<game>[^\W\d][^#\n]{0,30}?)[\s:]*#?\s?\d[\d.,]*\b", re.I)
ORDINAL = re.compile(r"\s+(?:no|nr|n[\xb0\xba]|\u2116)\.?$", re.IGNORECASE)  # before a number
IN_WORDS = re.compile(r"(?:#\s?|^[^\W\d_]+ )\d+\b.*\d+ guess", re.IGNORECASE)  # Contexto
IN_CELL = re.compile(r"[,;\t|](?:\d{1,2}|X)/\d{1,2}(?:[,;\t|]|$)")  # of a row
BARE = re.compile(r"(?:\w+\W{1,3})?(\d{1,2}|[Xx])/(\d{1,2})\W*")  # one word, and guesses
LETTERS = re.compile(r"[^\W\d_]+")
UNCOUNTED = "framed strands connections puzzle contexto chrono squareword"  # not by n/m
OF_JOTTO = re.compile(r"jotto(?: you:| [A-Z][\w& ]*)?\W{1,3}\d.*(?:gues|found)", re.IGNORECASE)
SQUARES = "\u2b1b\u2b1c\u25cf\u25cb\u26aa\u26ab\u20e3\u2705\u274c\u2b50\u25ab\u25aa"
SQUARES += "\U0001f7e0-\U0001f7eb\U0001f534\U0001f535\U0001f51f\U0001f550-\U0001f55b"
ROW = re.compile(rf"[{SQUARES}]|:[a-z][a-z_\d]+:")
TURN = re.compile(r"\S+=\S+")
NUMBERS = re.compile(r"(?P<digit>\d)\u20e3|(?P<clock>[🔟🕚🕛🕐])|(?P<lost>🟥)|:(?P<word>\w+):")
CLOCKS = {"🔟": 10, "🕚": 11, "🕛": 12, "🕐": 13}
WORDS = "zero one two three four five six seven eight nine keycap_ten clock11 clock12 clock1"
# What a line has that has a result, or looks like one: most lines of a chat have none of it.
SIGNS = ("/", "#", "dle", "dl ", "guess", "gues", "found", *KNOWN, *UNCOUNTED.split())
# The daily summary of the app Wordle in Discord: its head, and its lines.
OF_YESTERDAY = re.compile(r"yesterday.s results", re.IGNORECASE)
SCORED = re.compile(r"\W*(?P<made>[1-6X])/6:\s*(?P<of><?@.+)")
OF_SUMMARY = re.compile(r"\W*\w{1,2}/\w{1,2}:")
IN_SUMMARY = re.compile(r"(?:^|\W)\w{1,2}/6:\s*<?@", re.IGNORECASE)
NO_HEAD = "a daily summary begins with: Here are yesterday's results"
# What says that a result is of somebody else: behind it, or on the line above.
BEHIND = re.compile(
    r"\W*(?:for|by|from|of) @?[^\W\d_a-z\xdf-\xff]|.*\b(?:is|was) (?:what|how)\b(?! [iI]\b)"
    r"|.*\b(?:what|as|how) (?![iI]\b)[^\W\d_]+ (?:got|did|had|made)\b"
)
FORWARDED = re.compile(r"\b(?:fwd?|forwarded|weitergeleitet|reenviado|transf\xe9r\xe9)\b", re.I)
SAID = re.compile(r"(?::|\b(?:wrote|writes|says|said|posted|got|schrieb|sagt))\W*$", re.I)
ME = "i i've i'm ive im my mine me ich mein meine mon ma mi meu io mio mijn"
GRIDS = "Wordle", "Nerdle", "Termo", "Le Mot"  # games with a row of squares for each guess
GREEN = {"🟩", "🟧", ":large_green_square:", ":large_orange_square:"}
MISSED = {*"⬛⬜🟨🟦", ":black_large_square:", ":white_large_square:", ":large_yellow_square:"}
NOT_FIRST = "the result does not begin the line"


class Share(NamedTuple):
    """A share as it stands; ``made`` is how many guesses were made on one board.

    A game that was not found counts a guess more than are allowed; None if any number is. ``day``
    is that of a daily game, if the share says it.
    """

    game: str
    number: int | None
    guesses: int | None
    found: bool
    made: int | None = None
    day: date | None = None


class Found(NamedTuple):
    """A share, or why it cannot be read: its line, the rows below it, what follows on its line.

    ``players`` are those whom a daily summary names, with this result each.
    """

    at: int
    share: Share | str
    rows: range = range(0)
    tail: str = ""
    players: tuple[str, ...] = ()


Shares = Sequence[re.Pattern[str]]
Names = tuple[Mapping[str, str], str]  # what people are called, and who has written


def found_in(
    lines: Sequence[str],
    shares: Shares = (),
    *,
    names: Mapping[str, str] = MappingProxyType({}),
    own: str = "",
    game: str = "",
    number: str = "",
) -> Iterator[Found]:
    """Yield the results of a message, and what looks like one, in the order of its lines.

    ``shares``: how shares of jotto's begin. ``names``: what people in the chat are called, in lower
    case, with their names; ``own`` wrote the message. ``game``: that of a table, whose first line
    is a cell with a result, and ``number`` what stands there as its number. An error of a line is
    told of that line.

    >>> [found] = found_in(["I got Wordle 1,234 1/6!", "\U0001f7e9\U0001f7e9", "hm"])
    >>> found.share[:3], found.rows
    (('Wordle', 1234, 1), range(1, 2))
    >>> [found] = found_in(["Ann got Wordle 1,234 3/6"], names={"ann": "Ann"}, own="Bob")
    >>> found.share
    'the result does not begin the line; it may be of Ann'
    """
    head = next((at for at, line in enumerate(lines) if OF_YESTERDAY.search(line)), len(lines))
    read = partial(_on_line, lines, (names, own), shares, head)
    all_found = list(reported(map(read, range(len(lines)))))
    cell = lines[0].strip() if game else ""
    if game and (CELL.fullmatch(cell) or MADE.fullmatch(cell) or not any(all_found)):
        all_found = [
            _one_of(_of_cell(cell, game, number), [other for other in all_found[1:] if other])
        ]
    above = ""
    for at, found in enumerate(all_found):
        if found is None:
            above = lines[at].strip() if lines[at].strip() and not is_row(lines[at]) else above
            continue
        one = Found(at, found) if isinstance(found, str) else found
        if isinstance(one.share, Share) and not one.players:
            one = one._replace(share=_given(above, (names, own)) or one.share)
        yield one


def _one_of(share: Share | str, others: Sequence[Found | str]) -> Found:
    """Return the result of a row by its cell, and by what else is in the row, if they agree."""
    other = others[0] if others else None
    if other is None or isinstance(share, str):
        return Found(0, share)
    same = isinstance(other, Found) and other.share[2:4] == share[2:4]
    if isinstance(other, Found) and same and len(others) == 1:
        return other
    return Found(0, f"the row has {len(others) + 1} results")


def may_be(line: str, shares: Shares) -> bool:
    """Whether a line can have a result, seen quickly."""
    low = line[:LONGEST].lower()
    if low[-1:].isdigit() or any(sign in low for sign in SIGNS):
        return True
    return any(form.search(line[:LONGEST]) for form in shares)


def begins(line: str, shares: Shares) -> bool:
    """Whether a line begins with a result, or with what looks like one."""
    found = next(found_in([line], shares), None) if may_be(line, shares) else None
    return found is not None and found.share != NOT_FIRST


def is_row(line: str) -> bool:
    """Whether a line has squares, keycaps or turns, as the lines below a result."""
    return bool(ROW.search(line)) or (line.strip() != "" and all(map(TURN.fullmatch, line.split())))


def _rows(lines: Sequence[str], at: int) -> range:
    """Return the lines below a head that belong to it; blank ones may be among them."""
    end = last = at + 1
    while end < len(lines) and (not lines[end].strip() or is_row(lines[end])):
        end += 1
        last = end if lines[end - 1].strip() else last
    return range(at + 1, last)


def _on_line(
    lines: Sequence[str], names: Names, shares: Shares, summary: int, at: int
) -> Found | None:
    """Return what is on a line of a message; None if it has no result.

    ``summary`` is the line with which a daily one begins.
    """
    line = lines[at].strip()[:LONGEST]
    if not may_be(line, shares):
        return None
    if IN_SUMMARY.search(line) or (summary < at and OF_SUMMARY.match(line)):
        return _summed(lines[at].strip(), at) if summary < at else Found(at, NO_HEAD)
    if head := HEAD_OF_BOARDS.match(line):
        game = KNOWN[head["game"].lower()]
        share = _of_boards(game, _digits(head["number"]), lines[at + 1 :])
        return Found(at, share, _rows(lines, at))
    for form in shares:
        if head := form.match(line):
            if mine := _of_jotto(line, head.groupdict()):
                return Found(at, mine, _rows(lines, at), line[head.end() :])
            return None
    if any(form.search(line) for form in shares):
        return Found(at, NOT_FIRST)
    made, rows = [*MADE.finditer(line)], range(0)
    found = None
    if made:
        rows = _rows(lines, at)
        found = _counted_on(line, made, rows, names)
        if isinstance(found, Share) and (wrong := _unlike(found, lines, rows)):
            found = f"{quoted(line)}: {wrong}"
    if found is None and _looks(line, bool(made), lines, at):
        found = f"{quoted(line)} is not a result, such as Wordle 1,234 4/6"
    if found and line.startswith((">", "~")):
        found = (
            "the result is quoted from somebody" if line[0] == ">" else "the result is struck out"
        )
    return Found(at, found, rows, line[made[0].end() :] if made else "") if found else None


def _summed(line: str, at: int) -> Found:
    """Return a line of the daily summary that an app of Discord posts: a result and its players."""
    found = SCORED.fullmatch(line)
    parts = re.split(r"[\s,]+(?=<?@)", found["of"]) if found else []
    players = tuple(part.strip().lstrip("@") for part in parts)
    if not found or not all(players):
        return Found(at, f"{quoted(line)} is not of a daily summary, such as 4/6: @Ann @Bob")
    share = _counted(line, "Wordle", None, found["made"], "6")
    return Found(at, share, players=players)


def _given(text: str, names: Names) -> str:
    """Return why the line above a result may say that it is of somebody else; else nothing."""
    called, own = names
    if (name := called.get(text.strip("@*_ :,").casefold(), own)) != own:
        return f"the line above names {name}"
    words = re.findall(r"[^\W\d_]+(?:'[^\W\d_]+)?", text[:LONGEST].casefold())
    mine = not {*ME.split()}.isdisjoint(words) or all(
        word in MINE or word in LABELS for word in words
    )
    if FORWARDED.search(text) or (SAID.search(text) and not (mine or any(map(is_game, words)))):
        return f"{quoted(text)} above it may say that it is of somebody else"
    return ""


def _unlike(share: Share, lines: Sequence[str], below: range) -> str:
    """Return how a result and the squares below it contradict each other; empty if they do not.

    Squares with lines of words between them are not counted.
    """
    if any(map(is_row, lines[below.stop + 1 : below.stop + 2])):
        return ""
    rows = [row for at in below if (row := ROW.findall(lines[at]))]
    rows = [row for row in rows if len(row) == len(rows[0])]
    if share.game not in GRIDS or share.made is None or not rows:
        return ""
    if len(rows) != share.made:
        return f"{share.made} rows of squares belong below it, and {len(rows)} are there"
    if share.found and MISSED.intersection(rows[-1]):
        return "the last row is not all green"
    return "" if share.found or not GREEN.issuperset(rows[-1]) else "the last row is all green"


def _looks(line: str, made: bool, lines: Sequence[str], at: int) -> bool:
    """Whether a line that has no result looks as if it had one."""
    if IN_WORDS.search(line) or OF_JOTTO.match(line):
        return True
    if IN_CELL.search(line) or (made and any(map(is_game, LETTERS.findall(line)))):
        return True
    if (bare := BARE.fullmatch(line)) and (bare[1] in "Xx" or int(bare[1]) <= int(bare[2])):
        return True
    head = NUMBERED.match(line)
    if not head:
        return False
    game = head["game"].split()[-1]
    if is_game(game) or game.lower() in UNCOUNTED.split():
        return True
    return head.end() == len(line) and bool(_rows(lines, at))


def is_game(name: str) -> bool:
    """Whether this is the name of such a game: one of the table, or one in -dle."""
    return name.casefold() in KNOWN or bool(len(name) > 4 and ENDING.fullmatch(name))


def game_and_number(text: str) -> tuple[str, str]:
    """Return the game in a cell, and the number that stands behind it.

    >>> game_and_number("Quordle 12"), game_and_number("Wordle No. #1,986"), game_and_number("2048")
    (('Quordle', '12'), ('Wordle', '1,986'), ('2048', ''))
    """
    found = re.fullmatch(r"(.*[^\W\d_].*?)[\s:]+#?\s*(\d[\d.,]*)|(.*?\w.*?)#\s*(\d[\d.,]*)", text)
    if not found:
        return text, ""
    name, number, hashed, after = found.groups(default="")
    return ORDINAL.sub("", (name or hashed).rstrip(" #:")), number or after


# --- heads ----------------------------------------------------------------------------------------


def _counted_on(
    line: str, made: Sequence[re.Match[str]], rows: range, names: Names
) -> Share | str | None:
    """Return the share on a line with guesses, such as 4/6; None if it is none."""
    before, after = line[: made[0].start()], line[made[0].end() :]
    number = NUMBER.search(before) or ATTACHED.search(before)
    text = re.sub(r"\(@[^()]*\)", "", before[: number.start() if number else None])
    words = ORDINAL.sub("", text.strip(" \t:#,-*_>")).split()
    said, game = _split(words)
    known, reason = bool(game), ""
    if not known:
        said, game = [], _unknown(words, after, number, rows)
    if len(made) > 1 and (game or any(map(is_game, LETTERS.findall(line)))):
        results = " and ".join(quoted(text) for text in _results(line, made))
        return f"{quoted(line)} has {len(made)} results: {results}"
    if not game:
        return None
    if reason := _whose(said, after, names):
        return reason
    if not known and not (number and (number["hash"] or rows or len(words) == 1)):
        return f"{quoted(line)}: {quoted(game)} is not a game that is known; write {game} #12 4/6"
    played = _digits(number["number"]) if number else None
    if number and played is not None and played > MOST_NUMBER:
        return f"{quoted(line)}: no game has the number {number['number']}"
    return _counted(line, game, played, *made[0].group("made", "most"))


def _results(line: str, made: Sequence[re.Match[str]]) -> list[str]:
    """Return each result of a line with what stands before it."""
    ends = [0, *(found.end() for found in made)]
    return [line[start:end].strip(" ,;:.-") for start, end in pairwise(ends)]


def _split(words: Sequence[str]) -> tuple[list[str], str]:
    """Return the words before the name of a game that is known, and the name; else no name."""
    for length in (2, 1):
        name = re.sub(r"^[^\w]+", "", " ".join(words[-length:]))
        if len(words) >= length and name.casefold() in KNOWN:
            return list(words[:-length]), KNOWN[name.casefold()]
    if words and is_game(name := re.sub(r"^[^\w]+", "", words[-1])):
        return list(words[:-1]), name
    return list(words), ""


def _unknown(words: Sequence[str], after: str, number: re.Match[str] | None, rows: range) -> str:
    """Return the name of a game that is not known; empty if a sentence stands there.

    A name has up to five words. Rows are below it, or it and the guesses are all that the line
    has; without a number it is one word with a capital.
    """
    name = " ".join(words).lstrip("#")
    if not words or len(words) > 5 or len(name) > 40 or re.search(r"[,;!?\"=<>]|://", name):
        return ""
    if words[0].casefold().strip("#:.") in NOBODY or not re.search(r"[^\W\d_]", name):
        return ""
    alone = not re.search(r"[^\W\d_]{2}", after)
    titled = len(words) == 1 and not name[0].islower()
    return name if rows or (alone and (number or titled)) else ""


def _whose(said: Sequence[str], after: str, names: Names) -> str:
    """Return why it is open whose result this is; empty if it is the writer's."""
    before = [word.strip(".:,;!?#*-()").casefold() for word in said]
    tail = re.sub(r"^(?:for|by|from|of)\b", "", after.strip(" *.:,;!?-()").casefold()).strip()
    called, own = names
    behind = [word for word in re.findall(r"\w+", tail) if word not in NOBODY]
    for word in (tail, *behind, *before):
        if (name := called.get(word, own)) != own:
            where = NOT_FIRST if before else "a name follows the result"
            return f"{where}; it may be of {name}"
    if BEHIND.match(after):
        return f"{quoted(after.strip())} behind it may say that it is of somebody else"
    return NOT_FIRST if any(word not in MINE and re.search(r"\w", word) for word in before) else ""


def _counted(text: str, game: str, number: int | None, made: str, most: str | None) -> Share | str:
    """Return a share by its guesses, such as 4, X or 4&6, and how many are allowed."""
    boards, limit = re.sub("[-\U0001f480]", "X", made.upper()).split("&"), int(most or 0)
    alone = len(boards) == 1
    if "X" in boards:
        if not limit:
            return f"{quoted(text)}: write how many guesses are allowed, such as X/6"
        return Share(game, number, limit + 1, found=False, made=limit if alone else None)
    guesses = max(map(int, boards))
    if not guesses or guesses > (limit or guesses):
        return f"{quoted(text)} has {guesses} of at most {limit} guesses"
    return Share(game, number, guesses, found=True, made=guesses if alone else None)


def _of_cell(text: str, game: str, number: str) -> Share | str:
    """Return the result in a cell of a table, of a game whose number is in another one, if any."""
    found = CELL.fullmatch(text) or MADE.fullmatch(text)
    played = re.fullmatch(r"#?\s*(\d[\d.,' ]*?)(?:\.0)?", number)
    if number and (not played or _digits(played[1]) > MOST_NUMBER):
        return f"{quoted(number)} is not a number of a game"
    if found:
        of = KNOWN.get(game.casefold(), game), _digits(played[1]) if played else None
        return _counted(text, *of, *found.group("made", "most"))
    return f"{quoted(text)} is not a result, such as 4/6"


def _of_boards(game: str, number: int, lines: Sequence[str]) -> Share | str:
    """Return a share of several boards by the numbers on the lines below its head."""
    boards, most = BOARDS[game]
    numbers = list[int]()
    for line in lines:
        found = [n for sign in NUMBERS.finditer(line) if (n := _number(sign, most)) is not None]
        if len(numbers) >= boards or (not found and line.strip()):
            break
        numbers += found
    if len(numbers) != boards or min(numbers) < 1:
        return f"{game} {number} has {len(numbers)} of {boards} numbers below it"
    guesses = max(numbers)
    return Share(game, number, guesses, found=guesses <= most)


def _number(sign: re.Match[str], most: int) -> int | None:
    """Return the number that a sign stands for; Slack writes signs as words."""
    if sign["lost"] or sign["word"] == "large_red_square":
        return most + 1
    if word := sign["word"]:
        words = WORDS.split()
        return words.index(word) if word in words else None
    return CLOCKS.get(sign["clock"] or "", 0) or int(sign["digit"])


def _of_jotto(line: str, facts: dict[str, str | None]) -> Share | str | None:
    """Return a share of jotto's by its facts; None if it is about the opponent."""
    if facts.get("side_They") is not None:
        return None
    made, lost = _digits(facts["made"] or "0"), facts.get("won_no") is not None
    [name] = [text for key, text in facts.items() if key.startswith("game_") and text] or [""]
    boards, day = facts.get("boards"), facts.get("day")
    if not int(not lost) <= made <= MOST_MADE or not re.fullmatch(r"\d{1,2}", boards or "2"):
        return f"{quoted(line)} is not a result, such as jotto 4 guesses"
    when = in_order(day, ("day", "day")) if day and IN_TEXT.fullmatch(day) else None
    if day and when is None:
        return f"{quoted(day)} is not a date"
    game = f"jotto {name}".rstrip() + (f", {boards} boards" if boards else "")
    number = int(f"{when:%Y%m%d}") if when else None
    return Share(game, number, None if lost else made, not lost, None if boards else made, when)


def _digits(text: str) -> int:
    return int(re.sub(r"\D", "", text))
