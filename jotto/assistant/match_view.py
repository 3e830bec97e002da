"""What players and spectators see of a match, while it is played and at its end."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

from jotto.assistant import hints, view, wording
from jotto.assistant.match import COMPUTER, SEATS, Match, Seat, known_seat
from jotto.assistant.move_table import Facts, offered
from jotto.assistant.sentences import Sentence, sentence
from jotto.assistant.session import Session
from jotto.engine.game import Game
from jotto.engine.position import Strategy
from jotto.engine.store import remember
from jotto.errors import ContradictionError
from jotto.games import words
from jotto.letters import repeats


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
    >>> match = Match(jotto.words(["hatch", "latch", "match"])).entered("join", 0, "Ann")
    >>> str(view_of(match, None).title), str(view_of(match, 0).title)
    ('Join Ann', 'Waiting for the other player')
    """
    mine = Seat() if seat is None else match.seats[known_seat(seat)]
    order = (seat, 1 - seat) if seat else SEATS
    stage, title, prompt, notes = _stage(match, seat, code)
    seen = None
    signs = ((seat, "you say"), (1 - seat, "they say")) if seat is not None else ()
    if seat is not None and match.advised(seat):
        with suppress(ContradictionError):  # a secret with letters that no listed word has
            seen = view.view(match.session(seat, strategy))
    if seen is None:  # without advice
        seen = replace(view.view(Session(match.game, "simple")), guess=None)
        turns = () if seat is None else match.told(seat)
        seen = replace(seen, letters=hints.scored_letters(match.game, turns))
    clocks = match.clocks(now)
    ended = seat is not None and match.over and match.ready
    agreed = match.terms if match.game.rule.of_words else replace(match.terms, dictionary="any")
    return replace(
        seen,
        at=at,
        stage=stage,
        title=title,
        boards=tuple(_board(match, n, seat) for n in order),
        guess=seen.guess if stage == "guess" else None,
        notes=(*notes, *seen.notes),
        moves=offered(facts(match, seat), "match"),
        prompt=prompt,
        rules=None,
        result=sentence("not this time") if seat is not None and match.winner == 1 - seat else None,
        secret=str(mine.secret) if mine.ready else "",
        match=view.Versus(
            code=code,
            terms=(*_described(match.game), *agreed.phrases((_name(match, 0), _name(match, 1)))),
            advice=match.terms.advice != "none",
            series=_series(match, order),
            asks=_asks(match, seat),
            signs=tuple(
                sentence(key, name=player.name, sign=sentence(player.sign))
                for number, key in signs
                if (player := match.seats[number]).sign
            ),
            challengeable=0 if seat is None else len(match.challengeable(seat)),
            clocks=tuple(clocks[n] for n in order) if clocks else (),
            running=tuple(n in match.asked for n in order),
            away=away and seat is not None and not match.over,
            again=match.again,
            had_left=tuple(_left(match, seat)) if ended and seat is not None else (),
            record=f"{code}-{seat}" if ended else "",
        ),
    )


@remember
def _described(game: Game) -> tuple[Sentence, Sentence]:
    """Describe the secrets of a game, and what a score tells."""
    twice = any(map(repeats, map(game.rule.spell, game.secrets)))
    facts = {"letters": game.rule.of_words, "twice": twice, "noun": wording.noun(game)}
    counts = [sentence("a label", label=count.label) for count in game.rule.counts]
    score = (
        sentence("colours are told")
        if game.rule.tiles
        else sentence("counts are told", counts=counts)
    )
    return sentence("secrets of a match", secrets=len(game), length=game.length, **facts), score


def _name(match: Match, number: int) -> Sentence:
    name = match.seats[number].name
    return sentence("nobody yet") if name is None else sentence("player", name=name)


def facts(match: Match, seat: int | None) -> Facts:
    """Return what is so of a match for a player, or for a spectator: seat None."""
    if seat is None:
        return frozenset(["free seat"] * (match.seats[1].name is None and not match.over))
    me, other, over = match.seats[seat], match.seats[1 - seat], match.over
    playing = not over
    so = {
        "over": over,
        "both secrets": match.ready,
        "no secret": playing and other.name is not None and not me.ready,
        "my turn": playing and seat in match.asked,
        "turns": playing and bool(me.turns),
        "their turns": playing and bool(match.challengeable(seat)),
        "can hear": other.name is not None and not other.name.endswith(COMPUTER),
        "asked": me.asks,
        "they ask": playing and other.asks,
        "words": match.game.rule.of_words,
        "may leave": playing and (match.terms.together or not me.solved),
        "may have advice": playing and match.terms.advice != "none",
        "advice": me.advice,
    }
    return frozenset(name for name, value in so.items() if value)


def _board(match: Match, number: int, seat: int | None) -> view.Board:
    """Return the turns of a player; a spectator does not see the words before the end."""
    player, game = match.seats[number], match.game
    shown = match.told(number) if seat in (None, number) else match.shown(number)
    rows = [view.row(game.rule, turn) for turn in shown]
    if seat is None and not match.over:
        rows = [replace(row, guess="") for row in rows]
    if number == seat:  # a guess whose score is not to be seen yet
        rows += [view.TurnRow(str(turn.guess), "", "") for turn in player.turns[len(shown) :]]
    note = sentence("advice") if (player.advice or player.had) and not match.over else None
    if player.advised and not note:
        note = sentence("guesses with advice", number=player.advised)
    return view.Board(
        sentence("you") if number == seat else _name(match, number), tuple(rows), note
    )


def _asks(match: Match, seat: int | None) -> Sentence | None:
    """Return what the other player asks for."""
    if seat is None or match.over or not match.seats[1 - seat].asks:
        return None
    other = match.seats[1 - seat]
    seen = match.shown(1 - seat) == other.turns
    guess = match.game.shown(other.turns[-1].guess) if seen else sentence("the last guess")
    return sentence("asks to take back", name=other.name, guess=guess)


def _series(match: Match, order: tuple[int, ...]) -> Sentence | None:
    """Return how many matches each has won, such as 2 : 1; None before the first is over."""
    terms = match.next_terms() if match.over else match.terms
    won, drawn = (terms.won0, terms.won1), terms.drawn
    mine, theirs = (won[number] for number in order)
    tally = sentence("matches won", mine=mine, theirs=theirs, drawn=drawn or None)
    return tally if any(won) or drawn else None


def _stage(
    match: Match, seat: int | None, code: str
) -> tuple[view.Stage, Sentence, Sentence | None, list[Sentence]]:
    """Return the stage, the title, what is asked for, and notes."""
    names = [player.name for player in match.seats]
    notes = [
        _settled(match, number, word, mine=number == seat)
        for number in SEATS
        for word in match.seats[number].challenged
    ]
    if match.over:
        held = zip(names, match.seats, strict=True)
        secrets = [_revealed(match, str(who), player) for who, player in held if player.ready]
        ends = (
            [sentence("secrets were", secrets=wording.chained("and", secrets))] if secrets else []
        )
        return "over", _outcome(match, seat), None, [*ends, *_advised(match)]
    if seat is None and names[1] is None:
        return "join", sentence("join", name=names[0]), sentence("your name"), []
    if seat is None:
        title = sentence("first and second", first=names[0], second=names[1])
        return "wait", title, None, [sentence("words are shown at the end")]
    other, me = names[1 - seat], match.seats[seat]
    if other is None:
        how = [sentence("tell your friend", code=code)] * bool(code)
        return "wait", sentence("wait for the other player"), None, how
    if not me.ready:
        return "secret", sentence("choose your secret"), sentence("a word to find", name=other), []
    if not match.ready:
        return "wait", sentence("is choosing a secret", name=other), None, []
    for turn in match.shown(seat)[len(match.told(seat)) :]:
        guess = match.game.shown(turn.guess)
        later = sentence("its score comes later", guess=guess, name=other)
        together = sentence("its score comes a round later", guess=guess)
        notes.insert(0, together if match.terms.together else later)
    if seat in match.asked:
        title, news = sentence("your turn"), list[Sentence]()
        if match.seats[1 - seat].solved and not match.terms.together:
            title, news = (
                sentence("this is your last guess"),
                [sentence("has found your word", name=other)],
            )
        return "guess", title, sentence("your guess"), [*news, *notes]
    if me.solved and not match.terms.together:
        title = sentence("has one last guess", name=other)
        return "wait", title, None, [sentence("you found the word"), *notes]
    asked, both = list[Sentence](), [sentence("scores come together")] * match.terms.together
    if me.asks:
        asked = [sentence("you ask to take back", guess=match.game.shown(me.turns[-1].guess))]
    return "wait", sentence("is thinking", name=other), None, [*asked, *both, *notes]


def _revealed(match: Match, name: str, seat: Seat) -> Sentence:
    """Return a secret in capitals, and whether it is in no list."""
    unlisted = match.game.rule.of_words and match.game.find(seat.secret) < 0
    return sentence(
        "had a secret", name=name, word=match.game.shown(seat.secret), unlisted=unlisted
    )


def _settled(match: Match, number: int, word: str, *, mine: bool) -> Sentence:
    """Return what the lists say of a guess that was challenged; ``mine``: to who made it."""
    key = _settled, word  # it reads the lists
    entry = match.game.remembered(key, lambda: words.standing(word, match.game))
    answer = wording.standing(match.game, entry, brief=True)  # there is little room on a phone
    stands = word in [str(turn.guess) for turn in match.seats[number].turns]
    back = None if stands else sentence("it is taken back")
    if mine:
        return sentence("you were challenged", answer=answer, back=back)
    return sentence("challenged", name=match.seats[number].name, answer=answer, back=back)


def _advised(match: Match) -> list[Sentence]:
    """Return who had advice, and for how many guesses."""
    return [
        sentence("had advice", name=player.name, advised=player.advised, made=len(player.turns))
        for player in match.seats
        if player.advised
    ]


def _outcome(match: Match, seat: int | None) -> Sentence:
    """Return who has won, and how."""
    if match.drawn and match.seats[0].late:
        return sentence("a draw: no time")
    if match.drawn:
        return sentence("a draw: both found it", made=len(match.seats[0].turns))
    if match.winner is None:
        return sentence("called off")
    won, lost = match.seats[match.winner], match.seats[1 - match.winner]
    who = sentence("you win it") if match.winner == seat else sentence("wins it", name=won.name)
    if won.solved:
        return sentence("won in", who=who, made=len(won.turns))
    mine = 1 - match.winner == seat
    if lost.late:
        return sentence("won by time", who=who, mine=mine)
    return sentence("won, they gave up", who=who, other=sentence("you") if mine else lost.name)


def _left(match: Match, seat: int) -> Iterator[Sentence]:
    """Say how many words each player who has not found the secret had left."""
    for number, who in ((seat, None), (1 - seat, str(match.seats[1 - seat].name))):
        player = match.seats[number]
        if not player.solved and player.turns:
            left = match.game.likeliest(match.game.agreeing(player.turns))
            listed = [*map(str, left)] if len(left) <= view.FEW else []
            facts = {"left": len(left), "noun": wording.noun(match.game), "words": listed}
            yield (
                sentence("had left", name=who, **facts)
                if who
                else sentence("you had left", **facts)
            )
