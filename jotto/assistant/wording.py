"""The sentences about a session, with their facts: for the terminal and for the page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from math import floor, log
from typing import TYPE_CHECKING, Any

from jotto.assistant.sentences import (
    Sentence as Sentence,
    approximate as approximate,
    sentence as sentence,
    share as share,
)
from jotto.errors import count as count, first_boards
from jotto.letters import shout as shout

if TYPE_CHECKING:
    from jotto.assistant.session import Session
    from jotto.engine.game import Game, Rule, Turn
    from jotto.engine.position import Advice, Position
    from jotto.games.words import Standing
    from jotto.trees.tree import Tree

WORTH_SAYING = 0.01  # the smallest chance that is shown
PEGS = {"G": "●", "Y": "○", "B": "·"}
LEVELS = {35: "well-known", 55: "less common", 95: "rare"}  # up to these levels of SCOWL


def noun(game: Game) -> str:
    """Return the noun for a secret of a game: a word, or for codes and equations a secret."""
    words = game.rule.of_words and not game.of_equations
    return "word" if words or not game.closed else "secret"


def noun_left(session: Session) -> str:
    """Return the noun for a candidate: a string if letters may be anything."""
    return "string" if session.state.unlisted == "anything" else noun(session.game)


def possible(session: Session) -> Sentence:
    """Return how many candidates there are, and how many of them if no answer is false.

    Of several boards, how many are left on the nearest: no board has their sum.
    """
    if session.boards > 1:
        lefts = {at: len(session.singles[at].position) for at in session.to_score}
        nearest = min(lefts, key=lefts.__getitem__)
        if len({*lefts.values()}) == 1 < len(lefts):
            told = {"left": lefts[nearest], "noun": noun(session.game)}
            return sentence("possible on each board", **told)
        return sentence("nearest board", board=nearest + 1, left=lefts[nearest])
    true = int((session.position.false == 0).sum())
    keys = {"words": "unlisted words possible", "anything": "strings possible"}
    lies = session.game.lies and session.state.mine
    key = keys.get(session.state.unlisted, "possible")
    return sentence(key, left=session.count, true=true if lies else None)


def is_weighed(at: Position) -> bool:
    """Whether some candidates are likelier than others."""
    weights = at.weights
    return bool((weights != weights[:1]).any())


def leaves_more(best: Advice, other: Advice, *, weighed: bool) -> list[Sentence]:
    """Say why the better guess leaves more words than another; nothing if it does not."""
    more = round(best.expected_left, 1) > round(other.expected_left, 1)
    return [sentence("leaves more", weighed=weighed)] if more else []


def likely(words: Sequence[str], chances: Sequence[float]) -> list[Sentence | str]:
    """Return words, each with its chance if there are any."""
    pairs = zip(words, chances, strict=False)
    return [sentence("likely word", word=word, chance=chance) for word, chance in pairs] or [*words]


def worth_saying(chance: float) -> float | None:
    """Return a chance, or None if it is too small to be shown."""
    return float(chance) if chance >= WORTH_SAYING else None


def false(chance: float) -> Sentence | None:
    """Return how likely an answer is false; None if that is too unlikely.

    >>> str(false(0.834)), str(false(0.12)), false(0.001), str(false(1.0))
    ('probably false (83%)', 'perhaps false (12%)', None, 'false')
    """
    if chance < WORTH_SAYING or chance == 1:
        return sentence("false") if chance == 1 else None
    return sentence("probably false" if chance > 0.5 else "perhaps false", chance=float(chance))


def source(session: Session) -> Sentence | None:
    """Return where the guess comes from; None if the strategy chose it."""
    if session.state.chosen:
        return None
    if session.to_win:
        return sentence("for the race")
    if session.sampled:
        return sentence("best of the likeliest", sampled=session.sampled)
    if tried := session.position.tried:
        return sentence("best of those tried", tried=tried)
    return sentence("from the book") if session.from_book else None


def doubt(session: Session) -> Sentence | None:
    """Return how likely the word is not in the list; None if that is unlikely."""
    chance = worth_saying(session.chance_unlisted if session.may_be_unlisted else 0.0)
    only = session.count == 1 and not session.state.chosen  # else nothing is said to be certain
    return sentence("may be unlisted", chance=chance, only=only) if chance is not None else None


def reason(session: Session) -> Sentence | None:
    """Return why this guess is proposed, besides its measures; of another, if it is not allowed."""
    if chosen := session.state.chosen:
        return None if session.allows(chosen) else not_allowed(chosen)
    if win := session.to_win:
        other = str(session.usual)
        return sentence("chance to win", chance=win.chance, other=other, usual=win.usual_chance)
    return sentence("looking ahead", result=looked_ahead(session.ahead)) if session.ahead else None


def not_allowed(guess: Any) -> Sentence:
    """Say that a guess is not one of those that are allowed."""
    return sentence("not allowed here", word=repr(str(guess)))


def looked_ahead(tree: Tree) -> Sentence:
    """Return the result of looking ahead as a phrase.

    >>> import jotto
    >>> str(looked_ahead(jotto.solve(jotto.words(["hatch", "latch", "match"]))))
    'about 2.0 more guesses, never more than 3 (proved)'
    >>> str(looked_ahead(jotto.solve(jotto.words(["hatch", "latch"]), allow="candidates")))
    'about 1.5 more guesses, never more than 2 (proved of trees that guess only candidates)'
    """
    mean, worst = tree.lengths.prior_mean, tree.lengths.worst
    scope, most = (tree.claim.scope if tree.proved else "") or None, tree.claim.within
    if most:
        told = {"mean": mean, "chance": chance_within(tree, most), "most": most}
        return sentence("looked ahead within", **told, proved=tree.proved, scope=scope)
    return sentence("looked ahead", mean=mean, worst=worst, proved=tree.proved, scope=scope)


def chance_within(tree: Tree, most: int) -> float:
    """Return how likely a tree finds the secret within so many guesses."""
    return tree.lengths.weighted_within(most) / int(tree.at.game.weights(tree.at.left).sum())


def best_ahead(tree: Tree) -> Sentence:
    """Return which guess looking ahead has found to be the best.

    >>> import jotto
    >>> str(best_ahead(jotto.solve(jotto.words(["hatch", "latch", "match"]))))
    'Looking ahead, HATCH is best: about 2.0 more guesses, never more than 3 (proved).'
    """
    guess = tree.at.game.shown(tree.guess)
    return sentence("best ahead", guess=guess, result=looked_ahead(tree))


def chained(key: str, parts: Iterable[Any]) -> Any:
    """Join texts or sentences by a sentence with places for the first and the second; none: None.

    >>> str(chained("or", ["SCARE", "SNARE", "STARE"]))
    'SCARE or SNARE or STARE'
    """
    first, *rest = [*parts] or [None]
    return reduce(lambda text, part: sentence(key, first=text, second=part), rest, first)


def in_guesses(begins: str, first: str, what: str, worst: int, mean: float) -> str:
    """Return what a strategy needs to find all of something, and its first guess.

    >>> in_guesses("Best first guess", "VISED", "38 words", 4, 2.7105)
    'Best first guess VISED: all 38 words in at most 4, 2.71 on average'
    """
    return f"{begins} {first}: all {what} in at most {worst}, {mean:.2f} on average"


def best_of(values: Mapping[str, float], what: str, *, highest: bool = False) -> str:
    """Return which has the lowest value, or with ``more`` the highest, and how far it is ahead.

    >>> best_of({"TARES": 5.1307, "PALES": 5.0821}, "guesses on average")
    'PALES is best: 5.08 guesses on average; TARES needs 0.049 more'
    """
    sign = -1 if highest else 1
    first, *rest = sorted(values, key=lambda name: sign * values[name])
    best = f"{first} is best: {values[first]:,.2f}".removesuffix(".00") + f" {what}"
    if not rest:
        return best
    verb = "needs" if what.startswith("guesses") else "has"
    behind = abs(values[rest[0]] - values[first])
    ahead = f"{verb} {behind:.2g} {'fewer' if highest else 'more'}" if behind else "is as good"
    return f"{best}; {rest[0]} {ahead}"


def worth_of(session: Session, advice: Advice, bits: float | None = None) -> Sentence:
    """Return the measures of a guess as a phrase, its bits only where somebody asks for them."""
    game, several, chance = session.game_now, session.boards > 1, worth_saying(advice.chance)
    if advice.candidate and several:
        can = sentence("may find a board", chance=chance)
        can = sentence("finds a board") if advice.chance >= 1 else can
    elif advice.candidate:
        facts = {"noun": noun(game), "chance": chance}
        can = sentence("could be", **facts)
        if session.sampled and chance is not None:
            can = sentence("could be, of the likeliest", sampled=session.sampled, **facts)
    elif game.find(advice.guess) < 0:
        can = sentence("not in the list")
    else:
        can = sentence("cannot find a board" if several else "cannot be", noun=noun(game))
    worst = None if several else int(advice.worst_left)
    return sentence("worth", bits=bits, worst=worst, can=can)


def about(session: Session, advice: Advice, board: int | None = None) -> Sentence:
    """Return a guess with what it is worth; ``board``: what it leaves there is shown next."""
    guess, worth = session.game.shown(advice.guess), worth_of(session, advice, float(advice.bits))
    return sentence("about", guess=guess, worth=worth, board=board)


def result(session: Session) -> Sentence:
    """Return who won the race."""
    if not session.other.lost:
        return sentence("you win")
    return sentence("they found yours", made=len(session.state.theirs), drawn=session.won)


PRAISE = "brilliant", "excellent", "very good", "well done", "nice", "at last"


def praise(session: Session) -> Sentence | None:
    """Return a word for the number of guesses that it took, beside what is usual for the game.

    Usual is about what jotto needs: one guess for each score that tells as much as it can, and two.

    >>> import jotto
    >>> words = ["hatch", "latch", "match", "patch", "watch"]
    >>> session = jotto.Session(jotto.words(words))
    >>> for guess in words[:3]:
    ...     session = session.scored("5,0" if guess == "match" else "4,0", guess)
    >>> str(praise(session))
    'Very good!'
    """
    if not session.won or session.race is not None or session.attempt is not None:
        return None
    game, made = session.game, len(session.state.mine)
    usual = 1 + session.boards + log(len(game)) / log(max(game.rule.n_codes, 2))
    over = made - floor(usual + 0.5)
    return sentence("praise", how="first" if made == 1 else PRAISE[min(max(over + 2, 0), 5)])


def you_found(session: Session) -> Sentence:
    """Return that the last guess was the secret, or the last of all."""
    made = len(session.state.mine)
    if session.boards == 1:
        return sentence("found", word=session.game.shown(session.state.mine[-1].guess), made=made)
    return sentence("found all", boards=session.boards, noun=noun(session.game), made=made)


def left(session: Session) -> Sentence:
    """Return the word of a board that is found or certain, or how many are left."""
    if session.won:
        word = session.game.shown(session.secret)
        return sentence("found in", word=word, made=len(session.state.mine))
    words = session.position.candidates if len(session.position) == 1 else ()
    certain = sentence("certain", word=session.game.shown(words[0])) if words else None
    return certain or sentence("left", left=session.count)


def board_of(session: Session) -> int | None:
    """Return the number of the board that something is about; None with one."""
    return session.here + 1 if session.boards > 1 else None


def to_score(session: Session) -> Sentence | None:
    """Return which of several boards are to be scored; None with one."""
    numbers, further = first_boards(session.to_score)
    if session.boards == 1 or len(numbers) == 1:
        return sentence("on board", board=numbers[0]) if session.boards > 1 else None
    return sentence("on boards", boards=numbers, more=further or None)


def repeated(turns: Sequence[Turn], guess: Any) -> list[Sentence]:
    """Return that a guess was made before, in a list; an empty one if it was not."""
    made = [number for number, turn in enumerate(turns, start=1) if turn.guess == guess]
    return [sentence("guessed before", word=repr(str(guess)), turn=made[-1])] if made else []


def aloud(rule: Rule, score: str) -> str | list[Sentence]:
    """Return a score as it is told to the other player; a single number as it is.

    >>> from jotto.games.scoring import rule_named
    >>> [*map(str, aloud(rule_named("exact-elsewhere", 5), "0,2"))]
    ['0 exact', '2 elsewhere']
    >>> aloud(rule_named("jots", 5), "3")
    '3'
    """
    numbers = rule.numbers(rule.texts.index(score))
    if len(numbers) < 2:
        return score
    named = zip(numbers, rule.counts, strict=True)
    return [sentence("number of", number=number, name=count.name) for number, count in named]


def pegs(marks: str) -> str:
    """Return marks as pegs.

    >>> pegs("GYYBB")
    '●○○··'
    """
    return "".join(PEGS[mark] for mark in marks)


def parts(session: Session, guess: Any) -> list[tuple[str, int, list[Any]]]:
    """Return how many candidates each score of a guess would leave, the most first.

    The candidates are the likeliest first; of unlisted words they are some.
    """
    if not session.sampled:
        return parts_of(session.position, guess)
    words = {score: part for score, _, part in parts_of(session.position, guess)}
    texts, sizes = session.game.rule.texts, session.sizes(guess).tolist()
    left = sorted(zip(texts, sizes, strict=True), key=lambda part: -part[1])
    return [(score, n, words.get(score, [])) for score, n in left if n]


def parts_of(at: Position, guess: Any) -> list[tuple[str, int, list[Any]]]:
    """Return how many candidates each score of a guess would leave, and which, the most first."""
    place = {secret: number for number, secret in enumerate(at.likeliest)}
    parts = [(score, len(part), part) for score, part in at.partition(guess).items()]
    parts.sort(key=lambda part: -part[1])
    return [(score, n, sorted(part, key=place.__getitem__)) for score, n, part in parts]


def wrong(game: Game, turn: Turn, secret: Any) -> Sentence:
    """Return a message that a score of mine was wrong, given the secret; of Fibble, only that."""
    code = game.rule.score(turn.guess, secret)
    right = "" if code == turn.code else game.rule.texts[code]
    return sentence("a score was wrong", turn=game.show(turn), right=right)


def misled(session: Session, turn: Turn) -> Sentence:
    """Return a message that they were told a wrong score, with the right one."""
    game, race = session.game, session.other
    right, number = game.score(turn.guess, race.secret), race.theirs.index(turn) + 1
    score = aloud(game.rule, right)
    return sentence(
        "you misled them", turn=game.show(turn), right=right, score=score, number=number
    )


def race(session: Session) -> Sentence:
    """Return how many candidates they have left, or who has one last guess."""
    race = session.other
    if race.lost:
        return sentence("your last guess", made=len(session.state.theirs))
    if session.won:
        return sentence("their last guess", made=len(session.state.mine))
    left, yours = len(race.candidates), None
    if race.exposure:
        weighed = race.game.prior is not None and left > 1
        first = weighed and race.game.likeliest(race.candidates)[0] == race.secret
        yours = sentence("yours may be it", first=bool(first), chance=worth_saying(race.exposure))
    elif race.secret is not None:
        listed = race.game.find(race.secret) >= 0
        yours = sentence("yours cannot be it" if listed else "yours is unlisted")
    return sentence("they have left", left=left, noun=noun(session.game), yours=yours)


def odds(win: float, draw: float, lose: float, *, may_draw: bool) -> Sentence:
    """Return the chances in the race.

    >>> str(odds(0.02, 0.29, 0.69, may_draw=True)), str(odds(0.5, 0.0, 0.5, may_draw=False))
    ('Chance to win: you 2%, draw 29%, them 69%', 'Chance to win: you 50%, them 50%')
    """
    drawn = [sentence("draw chance", chance=draw)] * may_draw
    chances = [sentence("your chance", chance=win), *drawn, sentence("their chance", chance=lose)]
    return sentence("odds", chances=chances)


def standing(
    game: Game, standing: Standing, meant: Sequence[str] = (), *, brief: bool = False
) -> Sentence:
    """Return in one line which list has a word, how common it is, and which word may be meant.

    ``brief``: without numbers, if it is known how common it is.

    >>> from jotto.games import words
    >>> game = words.word_game(["aalii"])
    >>> str(standing(game, words.standing("aalii", game)))
    'AALII is in the list; it is a rare word (SCOWL level 70).'
    >>> str(standing(game, words.standing("soare", game), ["scare"]))
    'SOARE is in no list; it appears about once in 60 million words of text. Did you mean SCARE?'
    """
    listed = "secret" if standing.secret else "guess"
    if not standing.guess:
        listed = "other" if standing.level else "none"
    often = how_often(standing.zipf) if standing.zipf else None
    how_known = often and sentence("people write it", often=often)
    if level := standing.level:
        rare = next(name for most, name in LEVELS.items() if level <= most)
        numbers = {} if brief else {"level": level, "often": often}
        how_known = sentence("how common", rare=rare, **numbers)
    shown = game.shown(standing.word)
    similar = chained("or", map(game.shown, meant))
    return sentence("standing", word=shown, listed=listed, known=how_known, meant=similar)


def how_often(zipf: float) -> Sentence:
    """Return how often a word comes, with one digit.

    >>> str(how_often(1.3)), str(how_often(6.4))
    ('once in 50 million words', 'once in 400 words')
    """
    words = int(float(f"{10 ** (9 - zipf):.0e}"))
    if words % 1_000_000:
        return sentence("once in", words=words)
    return sentence("once in millions", millions=words // 1_000_000)


def example(rule: Rule) -> str:
    """Return a score of a rule, to show how scores are typed."""
    return rule.texts[len(rule.texts) // 3]


def asked(session: Session) -> Sentence:
    """Return the question about a win that the scores before it exclude."""
    claim, game = session.claim, session.game
    assert claim is not None, "there is a win to ask about"
    win, board = claim.turns[-1], claim.board + 1 if session.boards > 1 else None
    facts = {"board": board, "guess": game.shown(win.guess), "noun": noun(game)}
    right = session.answers[0].meant
    if right is not None:
        score, more = game.rule.texts[right.code], len(claim.wrong) - 1
        facts |= {"turn": game.shown(right.guess), "right": score, "more": more or None}
    return sentence("is it theirs" if claim.side == "them" else "is it the word", **facts)


def choice_keys(session: Session) -> str:
    """Return the keys that choose what is offered, in its order: y and n answer a question."""
    return "yn"[: len(session.answers)] or offer_keys(session.game.rule)


def offer_keys(rule: Rule) -> str:
    """Return the keys that choose a mistake: digits, unless a digit is a score, then letters.

    Letters that mean something of their own are left out: i, n, q, y.
    """
    return ("" if "1" in rule.texts else "123456789") + "abcdefghjklmoprstuvwxz"


def match_ended(
    named: Mapping[str, Any], reviews: Sequence[Any], names: Sequence[Any], result: str
) -> Sentence:
    """Say how a match ended, by its ``jotto.Review``s; who won, if both have names of their own."""
    [mine, theirs], of_two = reviews, isinstance(names[0], str)
    winner = {"won": names[0], "lost": names[1]}.get(result, "") if of_two else ""
    facts = {"won": mine.won, "made": mine.made if mine.won else None, "mine": names[0]}
    facts |= {"found": theirs.won, "guesses": theirs.made if theirs.won else None}
    draw = result == "drawn"
    return sentence("shared: a match", theirs=names[1], winner=winner, draw=draw, **facts, **named)
