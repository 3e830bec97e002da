"""What my turns tell about letters: what the scores say of them, what follows, and hints."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from typing import Any

import numpy as np

from jotto.assistant.sentences import Sentence, sentence
from jotto.engine.game import Bools, Game, Turn
from jotto.engine.position import Position
from jotto.engine.store import remember
from jotto.games import codes
from jotto.letters import Letters, spell, split

HINTED = 4  # letters in a hint
# what a score says of a letter, the first of which counts; and its mark, where letters have marks
SAID = {"placed": "G", "elsewhere": "Y", "in": "", "out": "B"}
Signs = np.typing.NDArray[np.str_]


def spelt(items: Sequence[Any], letters: Letters = ()) -> Signs:
    """Return the letters of words or codes: an array (N, L), padded with empty texts."""
    if isinstance(items, codes.Codes):
        return np.array([*items.names])[items.digits]
    if split(letters):
        return np.array([spell(str(item), letters) for item in items])
    texts = np.array([str(item) for item in items])
    return texts.view("U1").reshape(len(texts), -1)


def letter_chances(at: Position) -> dict[str, float]:
    """Return the probability under the prior that each letter of the game is in the secret.

    >>> import jotto
    >>> letter_chances(jotto.start(jotto.words(["add", "bad", "dab"]), "dab=1,2"))
    {'a': 1.0, 'b': 1.0, 'd': 1.0}
    """
    has, share = having(at.candidates, at.game.rule.letters), at.chances
    return {letter: round(float(share[has(letter)].sum()), 9) for letter in alphabet(at.game)}


def having(items: Sequence[Any], letters: Letters) -> Callable[[str], Bools]:
    """Return a function that tells which of words or codes have a letter; codes may be millions."""
    if isinstance(items, codes.Codes):
        names, digits = items.names, items.digits
        return lambda letter: np.asarray((digits == names.find(letter)).any(axis=1))
    words = spelt(items, letters)
    return lambda letter: np.asarray((words == letter).any(axis=1))


@remember
def alphabet(game: Game) -> tuple[str, ...]:
    """Return the letters of the secrets, in order.

    >>> import jotto
    >>> alphabet(jotto.words(["add", "bad"]))
    ('a', 'b', 'd')
    """
    if isinstance(game.secrets, codes.Codes):
        digits, names = game.secrets.digits, enumerate(game.secrets.names)
        return tuple(sorted(name for digit, name in names if (digits == digit).any()))
    return tuple(filter(None, np.unique(spelt(game.secrets, game.rule.letters)).tolist()))


def known_letters(at: Position) -> tuple[str, str, str]:
    """Return the letters that are in the secret, may be, and are not, separated by spaces.

    >>> import jotto
    >>> known_letters(jotto.start(jotto.words(["add", "bad", "mad", "cab"]), "bad=2,0"))
    ('a d m', '', 'b c')
    """
    return _known_letters(at, len(at))  # of some candidates, as of all: see Position.weights


@remember
def _known_letters(at: Position, _: int) -> tuple[str, str, str]:
    chances = letter_chances(at).items()
    inside = " ".join(letter for letter, chance in chances if chance == 1)
    between = " ".join(letter for letter, chance in chances if 0 < chance < 1)
    return inside, between, " ".join(letter for letter, chance in chances if not chance)


def letter_groups(at: Position) -> dict[str, str]:
    """Return the known letters by what is known; nothing if none is in the secret or not.

    Those that are in it are ``placed`` if all candidates have them in one place, ``elsewhere`` if
    a score has marked them so, else ``in``.

    >>> import jotto
    >>> words = jotto.words(["add", "bad", "mad", "dam"])
    >>> letter_groups(jotto.start(words, "bad=2,0")), letter_groups(jotto.start(words, "bad=1,1"))
    ({'placed': 'a d m', 'out': 'b'}, {'in': 'a d', 'open': 'm', 'out': 'b'})
    """
    inside, between, out = known_letters(at)
    if not (inside or out):
        return {}
    fixed, rule = placed(at), at.game.rule
    moved = {
        letter
        for turn in at.history * rule.tiles
        for letter, mark in zip(rule.spell(turn.guess), rule.texts[turn.code], strict=False)
        if mark == SAID["elsewhere"]
    }
    groups: dict[str, list[str]] = {"placed": [], "elsewhere": [], "in": []}
    for letter in inside.split():
        known = "placed" if letter in fixed else "elsewhere" if letter in moved else "in"
        groups[known].append(letter)
    named = {name: " ".join(letters) for name, letters in groups.items()}
    named |= {"open": between, "out": out}
    return {name: letters for name, letters in named.items() if letters}


def placed(at: Position) -> set[str]:
    """Return the letters that stand in the same place in all candidates; codes may be millions."""
    return {letter for letter in _fixed(at) if letter is not None}


def _fixed(at: Position) -> list[str | None]:
    """Return the letter that all candidates have at each place, None where they differ."""
    if not len(at):
        return []
    items = at.candidates
    signs = items.digits if isinstance(items, codes.Codes) else spelt(items, at.game.rule.letters)
    same = (signs == signs[:1]).all(axis=0).tolist()
    first = [items.names[sign] for sign in signs[0]] if isinstance(items, codes.Codes) else signs[0]
    return [str(letter) if known else None for letter, known in zip(first, same, strict=True)]


def scored_letters(game: Game, turns: Sequence[Turn]) -> dict[str, str]:
    """Return what each score by itself says of the letters of its guess, as Wordle's keys do.

    It is what stands on the board, without reasoning: where a score marks every letter, the best
    mark of each (``placed``, ``elsewhere``, ``out``); else only a score that has none of the
    letters (``out``), or all of them (``in``). A letter that was never guessed is in no group.
    Scores that may be false, or that count something else, say nothing; a win ends it.

    >>> import jotto
    >>> game = jotto.words(["hatch", "latch", "match", "quilt"])
    >>> scored_letters(game, jotto.start(game, "hatch=4,0", "quiff=0,0").history)
    {'out': 'f i q u'}
    """
    said, groups = dict[str, set[str]](), dict[str, str]()
    if turns and turns[-1].code == game.rule.win:
        return groups
    for turn in turns:
        letters = game.rule.spell(turn.guess)
        for letter, how in zip(letters, _said(game, turn.code, len(letters)), strict=False):
            said.setdefault(letter, set()).add(how)
    for how in SAID:
        if found := sorted(letter for letter in said if how in said[letter]):
            groups[how] = " ".join(found)
            said = {letter: said[letter] for letter in said if letter not in found}
    return groups


def _said(game: Game, code: int, length: int) -> Sequence[str]:
    """Return what a score says of each letter of its guess; nothing if it says it of none."""
    rule, marks = game.rule, game.rule.marks(code, length)
    if game.noisy:
        return ()
    if rule.tiles:
        return [next((how for how in SAID if SAID[how] == mark), "") for mark in marks]
    if rule.number < 0 or not any(count.mark == SAID["elsewhere"] for count in rule.counts):
        return ()  # nobody knows what it counts, or a letter may be in another place
    has = {mark != SAID["out"] for mark in marks}
    return ["in" if True in has else "out"] * length if len(has) == 1 else ()


def letter_places(at: Position) -> list[tuple[float, str, int]]:
    """List the probability of each letter at each place (from 1) under the prior, likeliest first.

    >>> import jotto
    >>> letter_places(jotto.start(jotto.words(["add", "bad", "dab"])))[0]
    (0.666666667, 'a', 2)
    """
    words, share = spelt(at.candidates, at.game.rule.letters), at.chances
    shares = [
        (round(float(share[column == letter].sum()), 9), letter, place)
        for place, column in enumerate(words.T, start=1)
        for letter in np.unique(column).tolist()
    ]
    return sorted(shares, key=lambda share: (-share[0], share[2], share[1]))


def known_places(at: Position) -> str:
    """Return the letters that every candidate has at their places, others as dots, or nothing.

    >>> import jotto
    >>> known_places(jotto.start(jotto.words(["hatch", "latch", "match"]), "hatch=4,0"))
    '· a t c h'
    """
    letters = _fixed(at) if len(at) > 1 else []
    return " ".join("·" if letter is None else letter for letter in letters) if any(letters) else ""


def hint(at: Position, number: int, avoid: Container[Any] = ()) -> Sentence:
    """Return hint ``number`` (from 1); each reveals more than the last, and the 4th repeats.

    It names no word of ``avoid``, unless there is no other.

    >>> import jotto
    >>> str(hint(jotto.start(jotto.words(["bat", "cat", "hat", "mat"])), 1))
    'In the secret: a t. Not in it: none known.'
    """
    if number == 1:
        inside, _, out = (letters or sentence("none known") for letters in known_letters(at))
        return sentence("hint: known letters", inside=inside, out=out)
    if number == 2:
        chances = letter_chances(at).items()
        still = sorted((-chance, letter) for letter, chance in chances if chance % 1)[:HINTED]
        some = [sentence("with a chance", what=letter, percent=-100 * p) for p, letter in still]
        return (
            sentence("hint: open letters", letters=some)
            if some
            else sentence("every letter is known")
        )
    if number == 3:
        likely = letter_places(at)[:HINTED]
        some = [
            sentence("at a place", letter=letter, place=place, percent=100 * p)
            for p, letter, place in likely
        ]
        return sentence("hint: places", letters=some)
    words, likely = at.candidates, np.argsort(-at.weights, kind="stable").tolist()
    best = next((place for place in likely if words[place] not in avoid), likely[0])
    named = {"what": str(words[best]), "percent": 100 * float(at.chances[best])}
    return sentence("hint: secret", secret=sentence("with a chance", **named))
