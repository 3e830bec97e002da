"""The moves of a live game and of a match as a table: ``jotto/pages/moves.json``, a row for each.

The browser reads the same file (``moves.js``). A row has

* ``name``; ``values``: its fields, each with its kind; ``step``: the entry that it makes of them,
  if it does no more;
* ``when``: where it is offered, as alternatives, each of *facts* that must all be so (``!fact``: it
  must not); always, if it is left out, and never, if it is empty; ``facts`` has the facts;
* ``faces``: who can do it: ``terminal``, ``page``, ``file`` (the page in one file), ``keep``
  (``daily``: the same without hints), ``alone`` (the page keeps the secret), ``match``;
  ``shows``: it changes nothing; ``ends``: it ends or leaves the game;
* ``place``, ``sheet``: where the page has it, and what opens; ``key``: its key on the terminal;
* ``typed``: the ways to type it, see ``Form``.

Its label is the sentence ``move NAME``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jotto.assistant.session import Session

MOVES = Path(__file__).parents[1] / "pages" / "moves.json"
WHOLE = "change", "topic"  # values that are the rest of a line
PLACE = re.compile(r"\{(\w+)\}")
When = tuple[frozenset[str], ...] | None
Facts = frozenset[str]


@dataclass(frozen=True, kw_only=True)
class Form:
    """A way to type a move: ``edit {turn} {change}``, with ``a|b`` for either, ``[..]`` if any.

    ``gives`` are values that it says by itself; ``help`` is the sentence that explains it, in the
    help on ``topic``, with ``example`` if that is another. ``when`` it is helped and completed: as
    the move is offered, if it is left out. ``both``: only where both players are tracked.
    """

    form: str
    gives: Mapping[str, str] = field(default_factory=dict, hash=False)
    help: str = ""
    topic: str = ""
    example: str = ""
    when: When = None
    both: bool = False

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """What a line looks like that is typed in this way."""
        parts = []
        for part in self.form.split():
            names, optional = PLACE.findall(part), part.startswith("[")
            either = "|".join(map(re.escape, part.split("|")))
            sign = r"\d+" if part in ("{turn}", "{board}") else r"[^ ]+"
            what = f"(?P<{names[0]}>{'.+' if names[0] in WHOLE else sign})" if names else ""
            text = f" {what or f'(?ai:{either})'}"
            parts.append(f"(?:{text})?" if optional else text)
        return re.compile("".join(parts))

    @cached_property
    def head(self) -> str:
        """The words that a line begins with; of several, the first."""
        words = self.form.partition("{")[0].rstrip(" [").split()
        return " ".join(word.partition("|")[0] for word in words)

    def begins_with(self, text: str) -> bool:
        """Whether a line in this form may begin with some words.

        >>> [Form(form="move {word} back|away").begins_with(text) for text in ("move", "mov")]
        [True, False]
        """
        own = (self.form.partition("{")[0] or self.example.lower()).split()
        pairs = zip(own, text.split(), strict=False)
        return len(own) >= len(text.split()) and all(word in of.split("|") for of, word in pairs)


@dataclass(frozen=True, kw_only=True)
class MoveKind:
    """A row of the table."""

    name: str
    faces: frozenset[str]
    values: Mapping[str, str] = field(default_factory=dict, hash=False)
    when: When = None
    step: str = ""
    shows: bool = False
    ends: bool = False
    place: str = ""
    sheet: str = ""
    key: str = ""
    typed: tuple[Form, ...] = ()

    def is_typed(self, line: str) -> bool:
        """Whether a line is a way to type this move."""
        return any(form.head and form.pattern.fullmatch(f" {line}") for form in self.typed)


def moves() -> list[dict[str, Any]]:
    """Return the table of moves: of each its name, its values, and how it is typed.

    >>> import jotto
    >>> [(move["name"], move.get("values")) for move in jotto.moves()][:2]
    [('fix', {'number': 'number'}), ('score', {'score': 'score', 'word': 'word'})]
    """
    read_rows: list[dict[str, Any]] = json.loads(MOVES.read_text("utf-8"))
    return read_rows


@cache
def table() -> Mapping[str, MoveKind]:
    """Read the moves by their names."""
    return {row["name"]: MoveKind(**_parsed(row)) for row in moves()}


def _parsed(row: Mapping[str, Any]) -> dict[str, Any]:
    typed = tuple(Form(**{**form, "when": _when(form)}) for form in row.get("typed", ()))
    return {**row, "when": _when(row), "faces": frozenset(row["faces"]), "typed": typed}


def _when(row: Mapping[str, Any]) -> When:
    return tuple(map(frozenset, row["when"])) if "when" in row else None


def facts(session: Session) -> Facts:
    """Return what is so in a live game; of all that ``when`` names.

    >>> import jotto
    >>> sorted(facts(jotto.Session(jotto.words(["hatch", "latch", "match"]))))
    ['may be unlisted', 'my turn']
    """
    state, doubt = session.state, session.attempt is not None
    over, looked = session.over and not doubt, session.game.rule.tallies is not None
    so = {
        "doubt": doubt,
        "over": over,
        "my turn": session.is_asked,
        "their turn": not (doubt or over or session.is_asked),
        "entries": bool(session.transcript),
        "turns": bool(state.mine),
        "their turns": bool(state.theirs),
        "choices": doubt and bool(session.explanations),
        "claim": session.claim is not None,
        "nearest": len(session.answers) > 1,
        "unlikely": doubt and session.unlikely,
        "race": session.race is not None,
        "several": session.boards > 1,
        "closed": session.game.closed,
        "noisy": bool(session.game.noisy),
        "may be unlisted": not (session.game.closed or state.unlisted) and looked,
        "may be anything": state.unlisted == "words",
    }
    return frozenset(name for name, value in so.items() if value)


def named(face: str) -> Facts:
    """Return the names that a face has in the table, and what is always so on it."""
    return frozenset(["keep", "no hints"] if face == "daily" else [face])


def holds(when: When, so: Facts) -> bool:
    """Whether one of the alternatives is so."""
    return when is None or any(
        all((fact.removeprefix("!") in so) != fact.startswith("!") for fact in names)
        for names in when
    )


def offered(so: Facts, face: str) -> tuple[str, ...]:
    """Name the moves that a face offers where these facts are so."""
    names = named(face)
    return tuple(
        kind.name
        for kind in table().values()
        if names & kind.faces and holds(kind.when, so | names)
    )


def forms(so: Facts, face: str, topic: str = "") -> Iterator[Form]:
    """Return the ways to type what a face offers; all of a topic, if there is one."""
    names = named(face)
    for kind in table().values():
        for form in kind.typed if names & kind.faces else ():
            when = kind.when if form.when is None else form.when
            now = holds(when, so | names) and (not form.both or "race" in so)
            if form.topic == topic and (topic or now):
                yield form


def form_of(so: Facts, face: str, line: str) -> tuple[MoveKind, Form, dict[str, str]] | None:
    """Return the move that a line is, its form, and the texts of its values; None if it is none.

    If two moves are typed alike, it is the one that is offered.
    """
    fitting, names = list[tuple[MoveKind, Form, dict[str, str]]](), named(face)
    for kind in table().values():
        for form in kind.typed if names & kind.faces else ():
            if form.head and (match := form.pattern.fullmatch(f" {line}")):
                texts = {name: text for name, text in match.groupdict().items() if text}
                fitting.append((kind, form, texts))
    now = (candidate for candidate in fitting if holds(candidate[1].when, so | names))
    name = next(now, *fitting[:1])[0].name if fitting else ""
    return next((candidate for candidate in fitting if candidate[0].name == name), None)
