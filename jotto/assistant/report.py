"""The report of a finished game as a file: one HTML text that needs no network.

``report_of`` has the facts, as ``pages/reviews.js`` has them on the page, which ``pages/report.js``
draws in both. Without JavaScript their sentences can be read one after the other.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from html import escape
from typing import Any

from jotto.assistant import page_file, review, sharing, wording
from jotto.assistant.review import FELT, FEW, Judged, Looked, Review
from jotto.assistant.sentences import Sentence, sentence
from jotto.engine.game import Game, Turn
from jotto.engine.position import Advice

Facts = dict[str, Any]
SAME = 0.005  # guesses, or bits: what differs by less is as good
DEAR = 0.095  # guesses; so high a cost is named
DEAREST = 3  # turns that cost most
SKILLS = {99: "perfect", 80: "strong", 50: "good", 0: "rough"}  # from these on
LUCKY = 70  # of 99; so much luck is named
DRAWS = "numbers", "sentences", "lit-html", "picture", "report", "report_file"


# --- the facts ------------------------------------------------------------------------------------


def report_of(looked: Looked, text: str = "") -> Facts:
    """Return the facts of a report, see ``Report`` in pages/types.d.ts; ``text`` is shared."""
    game, reviews = looked.game, looked.reviews
    several = len(reviews) > 1
    how = {"several": several, "over": looked.over}
    players = [_account(game, who, half, looked.named(who), **how) for who, half in reviews.items()]
    mine = reviews["You"]
    short = sentence("in guesses", won=mine.won, made=mine.made, boards=None)
    return {
        "title": looked.title,
        "head": looked.title if several or not looked.over else short,
        "players": players,
        "look": {"tiles": game.rule.tiles, "coloured": game.rule.coloured},
        "settings": " · ".join(f"{name}: {value}" for name, value in looked.facts.items()),
        "text": text or looked.shared,
    }


def _account(
    game: Game, who: str, half: Review, named: Sentence | str, *, several: bool, over: bool
) -> Facts:
    """Return what is said of a player's game, who is ``named`` so, and each of its turns."""
    mine = who == "You"
    entered = dict(enumerate(half.turns))
    return {
        "whose": ("mine" if mine else "theirs") if several else "one",
        "who": named,
        "result": _result(half),
        "verdict": review.verdict(named, half, game.shown, over=over),
        "needs": review.jotto_needs(half) or None,
        "sum": review.add_up(who, half),
        "points": list(half.points or ()),
        "costly": _costly(game, half, "mine" if mine else "theirs"),
        "turns": [_turn(game, turn, entered[at]) for at, turn in enumerate(half.judged)],
        "notes": review.notes(game, half),
    }


def _turn(game: Game, judged: Judged, entered: Turn) -> Facts:
    """Return what is drawn and said of a turn, which was ``entered`` so."""
    turn, mine, advised = judged.turn, judged.mine, judged.advised
    found = turn.code == game.rule.win
    many = not found and judged.after > FEW
    wrong = entered.code != turn.code
    noun = wording.noun(game)
    return {
        "guess": str(turn.guess),
        "mine": _shown(game, mine),
        "advised": None if advised.guess == turn.guess else _shown(game, advised),
        "score": judged.score,
        "wrong": judged.entered if wrong else "",
        "marks": sharing.marks(game, turn),
        "before": judged.before,
        "after": None if found else judged.after,
        "left": sentence("left: title", before=judged.before, noun=noun),
        "bits": mine.bits,
        "best": str(judged.best.guess),
        "gained": judged.bits_gained,
        "cost": judged.cost,
        "luck": judged.luck,
        "judgement": review.judgement(game, judged),
        "leaves": _leaves(game, judged),
        "said": _told(game, judged, wrong=wrong),
        "letters": (knowledge(judged) or None) if many else None,
    }


def knowledge(turn: Judged) -> str:
    """Return what was known after a turn: the candidates if they are few, else letters."""
    if turn.left or not (turn.inside or turn.outside):
        return ", ".join(map(str, wording.likely([*map(str, turn.left)], turn.chances)))
    inside, out = (letters or sentence("none known") for letters in (turn.inside, turn.outside))
    return str(sentence("hint: known letters", inside=inside, out=out))


def _shown(game: Game, advice: Advice[Any]) -> Facts:
    signs = [game.shown(sign) for sign in game.rule.spell(advice.guess)]
    return {"guess": game.shown(advice.guess), "signs": signs, "expected": advice.expected_left}


def _leaves(game: Game, judged: Judged) -> Sentence:
    """Return how many words my guess leaves on average, beside jotto's."""
    mine, advised = judged.mine, judged.advised
    left = {"before": judged.before, "noun": wording.noun(game)}
    if judged.before == 1:
        return sentence("left: one", **left)
    facts = {"guess": game.shown(mine.guess), "mine": mine.expected_left, **left}
    if advised.guess != mine.guess:
        facts |= {"best": game.shown(advised.guess), "theirs": advised.expected_left}
    return sentence("left: expected", **facts)


def _compared(game: Game, judged: Judged) -> Sentence:
    """Return how many more guesses my guess takes than jotto's."""
    mine, advised, cost = judged.mine, judged.advised, judged.cost
    guess, best = game.shown(mine.guess), game.shown(advised.guess)
    more = advised.bits - mine.bits if cost is None else cost
    if guess == best:
        return sentence("cost: jotto's own", guess=guess)
    if judged.mistaken:
        return sentence("cost: not judged")
    if abs(more) < SAME or (cost is None and more < 0):
        return sentence("cost: as good", guess=guess, best=best)
    if cost is None:
        return sentence("cost: tells less", best=best)
    key = "cost: more" if more > 0 else "cost: better"
    return sentence(key, guess=guess, best=best, more=abs(more))


def _leaves_more(judged: Judged) -> list[Sentence]:
    """Say why the better guess leaves more words, if it does."""
    cost, mine, advised = judged.cost, judged.mine, judged.advised
    best, other = (mine, advised) if cost is not None and cost < 0 else (advised, mine)
    alike = judged.mistaken or (cost is not None and abs(cost) < SAME)
    return [] if alike else wording.leaves_more(best, other, weighed=judged.weighed)


def _even(game: Game, judged: Judged) -> Sentence:
    """Say that a score was no luck, also if it left far fewer or more words than the average."""
    mean = judged.mine.expected_left
    than = "fewer" if 2 * judged.after <= mean else "more" if judged.after >= 2 * mean else ""
    if not than or judged.turn.code == game.rule.win:
        return sentence("luck: average")
    return sentence("luck: even", than=than, noun=wording.noun(game))


def _told(game: Game, judged: Judged, *, wrong: bool) -> list[Sentence]:
    """Return what a guess and its score were worth, in whole sentences."""
    one, noun, luck = judged.before == 1, wording.noun(game), judged.luck
    own = one and judged.mine.guess == judged.advised.guess
    said = [] if own else [_compared(game, judged), *_leaves_more(judged)]
    if wrong:
        said.append(sentence("entered wrongly", wrong=judged.entered, score=judged.score))
    if judged.turn.code == game.rule.win:
        said.append(sentence("left: found", noun=noun))
    else:
        words = wording.likely([*map(game.shown, judged.likeliest)], judged.chances)
        key = "left: some" if judged.after > FEW else "left: all"
        said.append(sentence(key, after=judged.after, noun=noun, words=words))
    if luck is None or one:
        return said
    if abs(luck) < FELT:
        return [*said, _even(game, judged)]
    over, than = judged.after - judged.mine.expected_left, None
    if judged.weighed and over * luck > 0:
        than = "more" if over > 0 else "fewer"
    return [*said, sentence("luck: good" if luck > 0 else "luck: bad", luck=abs(luck), than=than)]


def _costly(game: Game, half: Review, whose: str) -> list[Facts]:
    """Return the turns that cost most, by number, the highest cost first."""
    rows = [(turn.cost or 0.0, number, turn) for number, turn in enumerate(half.judged, 1)]
    dear = sorted((-cost, number, turn) for cost, number, turn in rows if cost >= DEAR)
    costly = []
    for _, number, turn in dear[:DEAREST]:
        words = {"guess": game.shown(turn.turn.guess), "best": game.shown(turn.best.guess)}
        said = sentence("costly turn", whose=whose, turn=number, more=turn.cost, **words)
        costly.append({"turn": number, "said": said})
    return costly


def _result(half: Review) -> Sentence | None:
    """Return a word for a game that was won, by its skill and luck."""
    if not half.won or half.points is None:
        return None
    skill, luck = half.points
    named = next(name for least, name in SKILLS.items() if skill >= least)
    felt = "good" if luck >= LUCKY else "bad" if luck <= 99 - LUCKY else ""
    return sentence("result", skill=named, luck=felt)


# --- the file -------------------------------------------------------------------------------------


def page(looked: Looked, text: str = "") -> str:
    """Return the file of a report, with a policy that lets nothing in; ``text`` is shared."""
    facts = _texts(report_of(looked, text))
    script = page_file.script_of(DRAWS)
    catalogue = page_file.sentences_in(script)
    data = {"report": facts, "sentences": {**catalogue, "levels": {}}}
    style = page_file.style_of("base.css", "report.css", "report_file.css")
    return (
        page_file.PAGES.joinpath("report.html")
        .read_text("utf-8")
        .format(
            title=escape(facts["title"].rstrip(".")),
            policy=f"script-src {page_file.hash_of(script)}; style-src {page_file.hash_of(style)}",
            style=style,
            plain=_plain(facts),
            facts=json.dumps(data, separators=(",", ":"), ensure_ascii=False).replace(
                "<", "\\u003c"
            ),
            script=script,
        )
    )


def _texts(facts: Any) -> Any:
    """Return facts with each sentence as a text."""
    if isinstance(facts, Sentence):
        return str(facts)
    if isinstance(facts, Mapping):
        return {name: _texts(value) for name, value in facts.items()}
    return [*map(_texts, facts)] if isinstance(facts, list | tuple) else facts


def _plain(facts: Facts) -> str:
    """Return a report for a browser without JavaScript: all that is said, turn by turn."""
    rows = [f"<h1>{escape(facts['title'].rstrip('.'))}</h1>"]
    for player in facts["players"]:
        rows += [f"<h2>{escape(player['verdict'])}</h2>", "<ol>"]
        for turn in player["turns"]:
            head = f"<b>{escape(turn['mine']['guess'])}</b> {escape(turn['score'])}"
            said = " ".join([turn["leaves"], *turn["said"]])
            rows.append(f"<li>{head}<br>{escape(said)}</li>")
        rows.append("</ol>")
        skill = review.points_of(player["points"])
        whole = [
            player["result"],
            player["needs"],
            " ".join(player["sum"]),
            skill,
            *player["notes"],
        ]
        rows += [f"<p>{escape(text)}</p>" for text in whole if text]
    return "\n".join([*rows, f"<p class=faint>{escape(facts['settings'])}</p>"])
