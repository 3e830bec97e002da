"""Pages and parts of pages: a live game as values for the templates."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from itertools import zip_longest
from pathlib import Path
from typing import Any

from jotto import pages
from jotto.assistant import letters, wording
from jotto.assistant.match import View
from jotto.assistant.report import marks
from jotto.assistant.session import Session
from jotto.engine.game import Game, Turn
from jotto.trees.tree import Tree
from jotto.web.games import Live, made
from jotto.web.matches import Board, game_options
from jotto.web.moves import CHOICES

PAGES = Path(__file__).with_name("pages")
FEW = 6  # words that are named, not only counted
LISTED = 60  # words listed at once
SUGGESTED = 5  # good guesses shown
MOST_PARTS = 12  # scores shown with the words they leave
STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)


def page(template: str, **values: Any) -> str:
    """Fill a template of this room."""
    return pages.fill(PAGES, template, wording=wording, **values)


def turn(game: Game, made: Turn) -> dict[str, Any]:
    """Return a turn for a template: letters with their colours, if any, score, pegs."""
    colours = marks(game, made) if game.rule.name == "colours" else ""
    score = game.rule.texts[made.code]
    return {
        "guess": str(made.guess),
        "tiles": list(zip_longest(wording.shout(made.guess), colours, fillvalue="")),
        "score": score,
        "pegs": wording.pegs(score),
    }


def keys(game: Game) -> dict[str, Any]:
    """Return how a score is entered: by two rows of numbers, one row, colours, or a list."""
    texts = game.rule.texts
    pairs = [tuple(map(int, each)) for text in texts if (each := re.findall(r"\d+", text))]
    if all(re.fullmatch(r"\d+,\d+", text) for text in texts):
        rows = [sorted({pair[i] for pair in pairs}) for i in (0, 1)]
        return {"kind": "pairs", "rows": rows, "pairs": " ".join(texts), "texts": texts}
    if game.rule.name == "colours":
        return {"kind": "colours", "texts": texts}
    one_row = all(text.isdecimal() for text in texts[:-1])  # jots: the last is win
    return {"kind": "one row" if one_row else "list", "texts": texts}


def guess(session: Session) -> dict[str, Any]:
    """Return the proposed guess and what it is worth."""
    at, advice = session.position, session.advice
    certain = len(at) == 1 and not session.state.chosen
    return {
        "word": wording.shout(session.guess),
        "certain": certain,
        "chosen": bool(session.state.chosen),
        "source": wording.source(session),
        "left": wording.count(session.count, wording.possible(session)),
        "after": wording.approximate(advice.expected_left),
        "named": [str(one) for one in at.game.likeliest(at.left)] if len(at) <= FEW else [],
        "worth": f"{wording.worth_of(at.game, advice)}.{wording.reason(session)}",
    }


def more(session: Session, what: str, word: str) -> dict[str, Any]:
    """Return what was asked about the position: why, more, list, or what a word is worth."""
    at, game = session.position, session.game
    if what == "why":
        parts = wording.parts(session)
        rows = [(score, len(part), part[:FEW]) for score, part in parts[:MOST_PARTS]]
        return {"what": what, "rows": rows, "more": max(0, len(parts) - MOST_PARTS)}
    if what == "more":
        ranked = at.rank(session.strategy.without_tree(), top=SUGGESTED)
        return {"what": what, "rows": [(str(one.guess), one) for one in ranked]}
    if what == "list":
        found = [str(one) for one in at.game.likeliest(at.left)[:LISTED]]
        return {"what": what, "words": found, "more": max(0, len(at) - LISTED)}
    if what == "about" and word:
        known = game.read_guess(word)
        worth = wording.worth_of(at.game, at.measure(known))
        return {"what": what, "word": wording.shout(known), "worth": worth}
    return {}


def live_page(
    live: Live,
    *,
    whole: bool,
    error: str = "",
    said: str = "",
    asked: Mapping[str, Any] | None = None,
    edited: str = "",
) -> str:
    """Return the page of a live game, or only what changes in it."""
    session = live.session
    game, state, race = session.game, session.state, session.race
    trouble = session.attempt
    template = "live.html" if whole else "live_part.html"
    return page(
        template,
        name=live.name,
        at=len(session.transcript),
        title="Guess" if session.is_asked else "Game",
        error=error,
        said=said,
        asked=asked or {},
        edited=edited,
        keys=keys(game),
        noun=wording.noun(game),
        coloured=game.rule.name == "colours",
        mine=[turn(game, each) for each in state.mine],
        theirs=[turn(game, each) for each in state.theirs],
        race=race,
        over=session.over,
        won=session.won,
        secret=race.secret if race else None,
        result=wording.result(session) if race and session.over else "",
        misled=[wording.misled(session, each) for each in race.misled] if race else [],
        odds=wording.race(session) if race and not session.over else [],
        wrong=[game.show(each) for each in session.belied()] if session.over else [],
        letters=letters.groups(session.position) if state.mine and not session.won else {},
        guess=guess(session) if session.is_asked else None,
        trouble=str(trouble.contradiction) if trouble else "",
        choices=[
            wording.explained(game, each, None)
            for each in (session.choices(CHOICES) if trouble else ())
        ],
        unlisted=not game.closed,
    )


def match_page(board: Board, mine: int | None, *, whole: bool, error: str, said: str) -> str:
    """Return the page of a match for a seat, or for a spectator, or only what changes in it."""
    match = board.match
    shown = match.spectator() if mine is None else match.view(mine)
    advised = None
    odds: list[str] = []
    if mine is not None and shown.advice and not shown.over and shown.players[mine].ready:
        session = match.session(mine, made(game_options(match.options))[1])
        odds = wording.race(session)
        advised = guess(session) if shown.turn_of == mine else None
    return page(
        "match.html" if whole else "match_part.html",
        code=board.code,
        at=len(match.transcript),
        view=shown,
        mine=mine,
        joins=mine is None and board.free,
        outcome=outcome(shown) if shown.over else "",
        advice=advised,
        odds=odds,
        error=error,
        said=said,
    )


def outcome(shown: View) -> str:
    """Return how a match ended, to one who may see it."""
    if shown.drawn:
        return "A draw: both found the word in the same number of guesses."
    if shown.winner is None:
        return "The match is over."
    winner = shown.players[shown.winner]
    who = "You win" if shown.seat == shown.winner else f"{winner.name} wins"
    if not winner.found:
        return f"{who}: the other player gave up."
    return f"{who} in {wording.count(len(winner.turns), 'guess')}."


def policy_for(text: str) -> str:
    """Return the Content-Security-Policy of a page that has its style inside."""
    hashes = (b64encode(sha256(each.encode()).digest()).decode() for each in STYLE.findall(text))
    styles = " ".join(f"'sha256-{each}'" for each in hashes) or "'none'"
    return f"default-src 'none'; style-src {styles}; base-uri 'none'; frame-ancestors 'none'"


def doubt(session: Session) -> str:
    """Return how likely the secret is to be unlisted, as a part of the page."""
    return page("doubt.html", text=wording.doubt(session, "The word may not be in the list"))


def ahead(session: Session, tree: Tree) -> str:
    """Return what looking ahead has found, as a part of the page."""
    return page(
        "ahead.html",
        at=len(session.transcript),
        word=str(tree.guess),
        found=wording.looked_ahead(tree),
        better=not session.state.chosen and str(tree.guess) != session.guess,
    )
