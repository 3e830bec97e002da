"""Turns from outside: as arguments of a command, and games that were shared and pasted."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from itertools import chain, takewhile
from typing import TYPE_CHECKING, Any

from jotto.engine import notation
from jotto.errors import GameError, JottoError, checked, count, quoted
from jotto.typed import clean

if TYPE_CHECKING:
    from jotto.engine.game import Game

SIGNS = "".join(notation.DRAWN)
PEGS = "".join(notation.PEGS[0]).replace("·", "").replace("_", "")
ROWS = re.compile(rf"[{SIGNS}{PEGS}·]+(?:_+(?!\S))?")
HEADS = (  # of shared games: results, names of games, boards, addresses, numbers of lines
    r"Daily \w{1,20} #?\d{1,6}(?: [\dX&]{1,9}/\d{1,2})?",  # Quordle 155
    r"(?<!\S)\S+(?: \(@\w+\))?\s+#?([0-9.,]+(?: \d{3})?)\s+([0-9X])/[0-9]\*?",  # Wordle 1,234 4/6
    r"Score: \d+",
    r"🔥\s*\d*",
    r"(?<!\S)(?:🟥|🔟|[🕐-🕧]|\d\u20e3){1,2}(?!\S)",
    r"(?<!\S)(?:\S*://|\S*\.com\b|[#@])\S*",
    r"(?<!\S)\d{1,2}[.)](?=\s)",
)
HEAD, RESULT = re.compile("|".join(HEADS)), re.compile("|".join(HEADS[:2]))
AROUND = ":;,|=>()!<-"  # a word in a shared game
NUMBER = re.compile(r"[0-9]{1,3}(?:,[0-9]{3})*")  # of words that are left, beside words
LONGEST = 14  # words of a turn
BREAKS = "paste the rows in lines as they are shared"
MOST = 200  # words of a paste without squares


def is_row(part: str) -> bool:
    """Whether this is a row of squares or pegs."""
    return bool(ROWS.fullmatch(part)) and part != "·" * len(part)


def has_rows(text: str) -> bool:
    """Whether there are rows of squares in a text."""
    return any(map(is_row, ROWS.findall(clean(text))))


def grid(text: str, rule: Any, boards: int = 1) -> list[tuple[str, str]]:
    """Read a game as it is shared: its words, with a row of squares for each; empty if it is none.

    Words may be before their rows, after them or between them; a heading is left out. Rows of
    several boards are beside each other, or in blocks of lines, as in Quordle; what comes after
    the win of a board is dropped. A row that can be read in two ways is read as all of them can
    be. Raises GameError if there are not as many words as rows, or as a heading says.

    >>> import jotto
    >>> rule = jotto.words(["crane"], rule="colours").rule
    >>> grid("Wordle 1,234 2/6 crane slate ⬛⬛🟩⬛🟩 🟩🟩🟩🟩🟩", rule)
    [('crane', 'BBGBG'), ('slate', 'GGGGG')]
    >>> grid("crane ⬛⬛🟩⬛🟩 🟩🟩🟩🟩🟩 slate 🟩🟩🟩🟩🟩 ⬛⬛⬛⬛⬛", rule, 2)
    [('crane', 'BBGBG+GGGGG'), ('slate', 'GGGGG')]
    """
    shared = clean(checked(text))
    text = ROWS.sub(r" \g<0> ", HEAD.sub("", shared))
    words = _words(text, rule)
    lines = [_rows(line) for line in text.strip().splitlines()]
    rows, many = [*chain(*lines)], len(words)
    if not rows:
        return []
    blocks = _blocks([line for line in lines if line], lines, many, boards)
    given = f"{count(len(rows), 'row')} of squares"
    if not blocks:
        wanted = "a row" if boards == 1 else f"{boards} rows, in lines as they are shared,"
        given += f", {count(many, 'word')}"
        given += f" {quoted(' '.join(words))}" * (many > len(rows))
        raise GameError(f"{given}: write the words that were guessed, then {wanted} for each")
    flags = [*map(is_row, text.split())]
    if boards == 2 < len(rows) and sum(map(bool, lines)) == 1 and _is_run(flags):
        raise GameError(f"{given}: the boards may be side by side or one below the other; {BREAKS}")
    for told in _told(shared, len(rows)) if boards == 1 else ():
        raise GameError(f"{told}; paste one whole game")
    scores = [[_score(rule, row, "".join(rows)) for row in board] for board in blocks]
    for board in scores if boards > 1 else ():
        wins = [score == "win" or not score.strip("G") for score in board]
        del board[[*wins, True].index(True) + 1 :]
    return [
        (word, "+".join(board[turn] for board in scores if turn < len(board)))
        for turn, word in enumerate(words)
    ]


def _words(text: str, rule: Any) -> list[str]:
    """Return the words of a shared game; beside words, numbers are none."""
    typed = (part.strip(AROUND) for part in text.split() if not is_row(part))
    words = [word for word in typed if any(sign.isalnum() or sign == "_" for sign in word)]
    return [word for word in words if not (rule.of_words and NUMBER.fullmatch(word))]


def _is_run(flags: Sequence[bool]) -> bool:
    """Whether all that is true stands together."""
    return flags[flags.index(True) :][: sum(flags)].count(True) == sum(flags)


def _told(text: str, rows: int) -> list[str]:
    """Return what is wrong with the headings above so many rows."""
    heads = [head.group(1, 2) for head in HEAD.finditer(text) if head[2]]
    numbers = [*dict.fromkeys(number for number, _ in heads)]
    if len(numbers) > 1:
        return [f"there are headings of several games, {' and '.join(numbers)}"]
    return [
        f"the heading says {told}, there are {count(rows, 'row')} of squares"
        for _, told in heads
        if told != "X" and int(told) < rows
    ]


def _rows(line: str) -> list[str]:
    """Return the rows on a line; squares with blanks between are one row."""
    rows = [part for part in line.split() if is_row(part)]
    return ["".join(rows)] if len(rows) > 2 and {*map(len, rows)} == {1} else rows


def _blocks(
    lines: list[list[str]], spaced: Sequence[Sequence[str]], many: int, boards: int
) -> list[list[str]]:
    """Return the rows of each board, from lines of rows, or empty if they are not as many.

    Blocks have ``many`` lines each, or fewer where an empty line ends them.
    """
    rows = [*chain(*lines)]
    if boards == 1 or boards * len(lines) == 2:  # the breaks between lines are of no importance
        lines = [rows[at : at + boards] for at in range(0, len(rows), boards)]
    width, blocks = len(lines[0]), [list[list[str]]()]
    if not many or {*map(len, lines)} != {width} or boards % width:
        return []
    if len(lines) == many * boards // width:
        blocks = [lines[at : at + many] for at in range(0, len(lines), many)]
    else:
        for line in spaced:
            blocks = [*blocks[:-1], [*blocks[-1], [*line]]] if line else [*blocks, []]
        blocks = [block for block in blocks if block]
    if len(blocks) != boards // width or max(map(len, blocks)) != many:
        return []
    columns = [[line[at] for line in block] for block in blocks for at in range(width)]
    whole = (len(column) == many or any(len({*row}) == 1 for row in column) for column in columns)
    return columns if all(whole) else []


def _score(rule: Any, row: str, beside: str) -> str:
    """Return a row as a score, if it can be read in one way beside the others; else as it is."""
    means = notation.readings(rule, row, beside)
    return means[0] if len(means) == 1 else row


def pasted(game: Game, text: str, boards: int = 1) -> list[tuple[str, str]]:
    """Read a pasted game, in squares or in any notation; empty if it is none. Raises GameError.

    >>> import jotto
    >>> pasted(jotto.words(["crane", "slate"]), "crane 1,2 slate: 0 1")
    [('crane', '1,2'), ('slate', '0 1')]
    """
    if turns := grid(text, game.rule, boards):
        return turns
    parts = re.sub(r";(?=\s|$)", "", HEAD.sub("", clean(text))).split()
    return (len(parts) <= MOST and _turns(game, parts, {len(parts): []})) or []


def _turns(game: Game, parts: Sequence[str], found: dict[int, Any], at: int = 0) -> Any:
    """Return the turns that words are from a place on; None if they are none.

    ``found``: those from later places.
    """
    for end in range(at + 1, min(at + LONGEST, len(parts)) + 1) if at not in found else ():
        turn = game.turn_in(" ".join(parts[at:end]))
        if turn and (rest := _turns(game, parts, found, end)) is not None:
            found[at] = [turn, *rest]
            break
    return found.setdefault(at, None)


def given(game: Game, texts: Sequence[str], boards: int = 1) -> Sequence[Any]:
    """Return the turns that are written in texts: one in each, or a pasted game in all of them.

    >>> import jotto
    >>> game = jotto.words(["crane", "slate"])
    >>> given(game, ["crane=1,2"]), given(game, ["crane", "1,2", "slate", "0,1"])
    (['crane=1,2'], [('crane', '1,2'), ('slate', '0,1')])
    """
    if all(isinstance(text, str) and game.turn_in(text) for text in texts):
        return texts
    whole = all(isinstance(text, str) for text in texts)
    return (pasted(game, " ".join(texts), boards) if whole else ()) or texts


def begun(game: Game, lines: Sequence[str], boards: int = 1) -> tuple[list[str], bool]:
    """Return how many of some lines are one shared game, at least the first, and if it is whole.

    So no row of a game that is pasted becomes the score of another guess. A game without a heading
    is taken as it is.

    >>> import jotto
    >>> game = jotto.words(["crane", "slate"], rule="colours")
    >>> begun(game, ["crane", "⬛⬛🟩⬛🟩", "slate", "🟩🟩🟩🟩🟩", "", "why"])[0]
    ['crane', '⬛⬛🟩⬛🟩', 'slate', '🟩🟩🟩🟩🟩']
    >>> begun(game, ["crane", "why"]), begun(game, ["Wordle 1,234 2/6"])
    ((['crane'], True), (['Wordle 1,234 2/6'], False))
    """
    parts = [*takewhile(partial(_is_part, game), lines)]
    while parts and not parts[-1].strip():
        parts.pop()
    headed = bool(parts) and is_heading(parts[0])
    if not headed and not any(map(has_rows, parts)):
        return [*lines[:1]], True
    try:
        return parts, not headed or bool(grid("\n".join(parts), game.rule, boards))
    except GameError:
        return parts, False


def is_heading(line: str) -> bool:
    """Whether a line has nothing but the heading of a shared game, with its result.

    >>> is_heading("Wordle 1,234 2/6"), is_heading("#5")
    (True, False)
    """
    text = clean(line)
    return RESULT.search(text) is not None and not HEAD.sub("", text).strip()


def _is_part(game: Game, line: str) -> bool:
    """Whether a line can be part of a shared game: a heading, rows, words that are no scores."""
    text = ROWS.sub(" ", HEAD.sub("", clean(line)))
    for word in (part.strip(AROUND) for part in text.split()):
        try:
            game.rule.read(word)
        except JottoError:
            if word not in _words(word, game.rule):
                continue
            with suppress(JottoError):
                game.read(word)
                continue
        return False
    return True
