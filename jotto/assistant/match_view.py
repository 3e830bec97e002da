"""What players and spectators see of a match, while it is played and at its end."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace

from jotto.assistant import review, view, wording
from jotto.assistant.match import SEATS, Match, Seat, known_seat
from jotto.assistant.session import Session
from jotto.engine.game import Game
from jotto.engine.position import Strategy
from jotto.engine.store import remember
from jotto.errors import ContradictionError
from jotto.games import words


def view_of(
    match: Match,
    seat: int | None,
    code: str = "",
    strategy: Strategy | None = None,
    *,
    at: int = 0,
    now: float = 0.0,
    away: bool = False,
) -> view.View:
    """Return the board of a match for the player of a seat, or for a spectator: seat None.

    It has advice by ``strategy`` for a player who switched it on; ``code``: how others find it;
    ``away``: the other player's phone cannot be reached; ``at`` is the version of what is stored.

    >>> import jotto
    >>> match = Match(jotto.words(["hatch", "latch", "match"])).said("join", 0, "Ann")
    >>> view_of(match, None).title, view_of(match, 0).title
    ('Join Ann', 'Wait for the other player')
    """
    mine = Seat() if seat is None else match.seats[known_seat(seat)]
    order = (seat, 1 - seat) if seat else SEATS
    stage, title, prompt, notes = _stage(match, seat, code)
    seen = None
    if seat is not None and match.advised(seat):
        with suppress(ContradictionError):  # a secret with letters that no listed word has
            seen = view.view(match.session(seat, strategy))
    if seen is None:  # without advice
        seen = replace(view.view(Session(match.game, "simple")), guess=None)
    clocks = match.clocks(now)
    agreed = match.terms if match.game.rule.of_words else replace(match.terms, dictionary="any")
    return replace(
        seen,
        at=at,
        stage=stage,
        title=title,
        boards=tuple(_board(match, n, seat) for n in order),
        guess=seen.guess if stage == "guess" else None,
        notes=(*notes, *seen.notes),
        moves=() if seat is None and stage != "join" else _moves(match, seat, stage),
        prompt=prompt,
        rules=None,
        secret=str(mine.secret) if mine.ready else "",
        match=view.Versus(
            code=code,
            terms=(*_described(match.game), *agreed.told((_name(match, 0), _name(match, 1)))),
            advice=match.terms.advice != "none",
            series=_series(match, order),
            asks=_asks(match, seat),
            clocks=tuple(clocks[n] for n in order) if clocks else (),
            running=tuple(n in match.asked for n in order),
            away=away and seat is not None and not match.over,
            again=match.again,
        ),
    )


@remember
def _described(game: Game) -> tuple[str, ...]:
    """Describe the secrets of a game, and what a score tells."""
    twice = any(map(words.repeats, map(game.rule.spell, game.secrets)))
    signs = f"{'letters' if game.rule.of_words else 'digits'}{'' if twice else ', no two alike'}"
    counts = ", ".join(count.label for count in game.rule.counts)
    score = "a colour for each letter" if game.rule.tiles else counts
    secret = wording.count(len(game), wording.noun(game))
    return f"{secret} of {game.length} {signs}", f"score: {score}"


def _name(match: Match, number: int) -> str:
    return match.seats[number].name or "nobody yet"


def _moves(match: Match, seat: int | None, stage: view.Stage) -> tuple[str, ...]:
    """Name what a player can do."""
    if seat is None:
        return ("join",)
    if match.over:
        return ("again",) if match.ready else ()
    me, other = match.seats[seat], match.seats[1 - seat]
    does: list[str] = [stage] if stage in ("secret", "guess") else []
    does += ["back"] * bool(me.turns and not me.asks) + ["answer"] * other.asks
    does += ["challenge"] * bool(match.game.rule.of_words and match.shown(1 - seat))
    does += [] if me.found and not match.terms.together else ["leave"]
    advice = "no advice" if me.advice else "advice"
    return (*does, *([] if match.terms.advice == "none" else [advice]))


def _board(match: Match, number: int, seat: int | None) -> view.Board:
    """Return the turns of a player; a spectator does not see the words before the end."""
    player, shown, game = match.seats[number], match.shown(number), match.game
    rows = [view.row(game.rule, turn) for turn in shown]
    if seat is None and not match.over:
        rows = [replace(row, guess="") for row in rows]
    if number == seat:  # a guess whose score is not to be seen yet
        rows += [view.Row(str(turn.guess), "", "") for turn in player.turns[len(shown) :]]
    note = "advice" if (player.advice or player.had) and not match.over else ""
    if player.advised and not note:
        note = f"advice: {player.advised}"
    return view.Board("you" if number == seat else _name(match, number), tuple(rows), note)


def _asks(match: Match, seat: int | None) -> str:
    """Return what the other player asks for."""
    if seat is None or match.over or not match.seats[1 - seat].asks:
        return ""
    other = match.seats[1 - seat]
    seen = match.shown(1 - seat) == other.turns
    guess = match.game.shown(other.turns[-1].guess) if seen else "the last guess"
    return f"{other.name} asks to take back {guess}."


def _series(match: Match, order: tuple[int, ...]) -> str:
    """Return how many matches each has won, such as 2 : 1; empty before the first is over."""
    terms = match.next_terms() if match.over else match.terms
    won, drawn = (terms.won0, terms.won1), terms.drawn
    more = f", {drawn} drawn" if drawn else ""
    return f"{won[order[0]]} : {won[order[1]]}{more}" if any(won) or drawn else ""


def _stage(match: Match, seat: int | None, code: str) -> tuple[view.Stage, str, str, list[str]]:
    """Return the stage, the title, what is asked for, and notes."""
    names = [each.name for each in match.seats]
    notes = [
        _settled(match, number, word)
        for number in SEATS
        for word in match.seats[number].challenged
        if word in [str(turn.guess) for turn in match.shown(number)]
    ]
    if match.over:
        held = zip(names, match.seats, strict=True)
        known = [f"{who} had {_revealed(match, one)}" for who, one in held if one.ready]
        told = [f"{'; '.join(known)}."] if known else []
        return "over", _outcome(match, seat), "", [*told, *_advised(match), *notes]
    if seat is None and names[1] is None:
        return "join", f"Join {names[0]}", "Your name", []
    if seat is None:
        hidden = "You see the scores; words are shown when the game is over."
        return "wait", " and ".join(map(str, names)), "", [hidden]
    other, me = names[1 - seat], match.seats[seat]
    if other is None:
        how = f"Tell your friend to open this page and enter {code}."
        return "wait", "Wait for the other player", "", [how] if code else []
    if not me.ready:
        return "secret", "Choose your secret", f"A word that {other} has to find", []
    if not match.ready:
        return "wait", f"{other} is choosing a secret", "", []
    if seat in match.asked:
        title, found = "Your turn", list[str]()
        if match.seats[1 - seat].found and not match.terms.together:
            title, found = "Your last guess", [f"{other} has found your word."]
        return "guess", title, "Your guess", [*found, *notes]
    if me.found and not match.terms.together:
        return "wait", f"{other} has one last guess", "", ["You found the word.", *notes]
    asked = [f"You ask to take back {match.game.shown(me.turns[-1].guess)}."] if me.asks else []
    both = ["The scores are shown when both have guessed."] * match.terms.together
    return "wait", f"{other} is thinking", "", [*asked, *both, *notes]


def _revealed(match: Match, seat: Seat) -> str:
    """Return a secret in capitals, and whether it is in no list."""
    unlisted = match.game.rule.of_words and match.game.find(seat.secret) < 0
    return match.game.shown(seat.secret) + (", which is in no list" if unlisted else "")


def _settled(match: Match, number: int, word: str) -> str:
    """Return what the lists say of a guess that was challenged."""
    key = _settled, word  # it reads the lists
    found = match.game.remembered(key, lambda: words.standing(word, match.game))
    answer = wording.standing(match.game, replace(found, zipf=None) if found.level else found)
    short = answer.replace(f" (SCOWL level {found.level})", "")  # there is little room on a phone
    return f"{match.seats[number].name}'s guess was challenged: {short}"


def _advised(match: Match) -> list[str]:
    """Return who had advice, and for how many guesses."""
    return [
        f"{each.name} had advice for {each.advised} of {_made(each)}."
        for each in match.seats
        if each.advised
    ]


def _made(seat: Seat) -> str:
    return wording.count(len(seat.turns), "guess")


def _outcome(match: Match, seat: int | None) -> str:
    """Return a sentence: who has won, and how."""
    if match.drawn and match.seats[0].late:
        return "A draw: the time of both is over."
    if match.drawn:
        return f"A draw: both found the word in {_made(match.seats[0])}."
    if match.winner is None:
        return "The match was called off."
    won, lost = match.seats[match.winner], match.seats[1 - match.winner]
    who = "You win" if match.winner == seat else f"{won.name} wins"
    if won.found:
        return f"{who} in {_made(won)}."
    mine = 1 - match.winner == seat
    if lost.late:
        return f"{who}: {'your' if mine else 'the'} time is over."
    return f"{who}: {'you' if mine else lost.name} gave up."


def ending(match: Match, reviews: Mapping[str, review.Review], seat: int) -> list[str]:
    """Return what there is to say when it is over: luck and skill of both, and words left.

    ``reviews`` are those of the record of the seat.
    """
    other = match.seats[1 - seat].name
    names = {"You": "you", "They": str(other)}
    said = []
    if all(one.cost is not None and one.luck is not None for one in reviews.values()):
        cost = ", ".join(f"{names[who]} {one.cost:.2f}" for who, one in reviews.items())
        luck = ", ".join(f"{names[who]} {one.luck:+.2f}" for who, one in reviews.items())
        said.append(f"Guesses lost by choice: {cost}. Won by luck: {luck}.")
    for number, who in ((seat, "You"), (1 - seat, str(other))):
        player = match.seats[number]
        if not player.found and player.turns:
            left = match.game.likeliest(match.game.agreeing(player.turns))
            listed = f": {', '.join(map(str, left))}" if 0 < len(left) <= view.FEW else ""
            said.append(
                f"{who} had {wording.count(len(left), wording.noun(match.game))} left{listed}."
            )
    return said
