"""What the assistant says, as words and sentences: for the terminal and for the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from jotto.errors import boards_named, count as count
from jotto.letters import shout as shout

if TYPE_CHECKING:
    from jotto.assistant.doctor import Explanation
    from jotto.assistant.session import Session
    from jotto.assistant.thinker import Unlisted
    from jotto.engine.game import Game, Rule, Turn
    from jotto.engine.position import Advice
    from jotto.games.words import Standing
    from jotto.trees.tree import Tree

WORTH_SAYING = 0.01  # the smallest chance that is shown
CERTAIN = 0.995  # a chance that would be written 100%
ROUNDING = 12  # digits of a chance that are not rounding errors of a sum
PEGS = {"G": "●", "Y": "○", "B": "·"}
LEVELS = {35: "well-known", 55: "less common", 95: "rare"}  # up to these levels of SCOWL
RESCUED = 5  # secrets listed for an explanation


def approximate(number: float) -> str:
    """Return a number with two digits, or as an integer from 10 up.

    >>> approximate(819.6), approximate(2.25), approximate(1.0)
    ('820', '2.2', '1')
    """
    return f"{number:,.0f}" if number >= 10 else f"{number:.1f}".removesuffix(".0")


def noun(game: Game) -> str:
    """Return the noun for a secret of a game: a word, or for codes a secret."""
    return "secret" if game.closed and not game.rule.of_words else "word"


def possible(session: Session) -> str:
    """Return the noun for a candidate: a string if letters may be anything."""
    return "string" if session.state.unlisted == "anything" else noun(session.game)


def possibly(session: Session) -> str:
    """Return how many candidates there are, and how many of them if no answer is false."""
    true, lies = int((session.position.false == 0).sum()), session.game.lies
    all_true = f" ({true:,} if no answer is false)" if lies and session.state.mine else ""
    nouns = {"words": "unlisted word", "anything": "string"}
    which = nouns.get(session.state.unlisted)
    many = count(session.count, which) if which else f"{session.count:,}"
    return f"{many} possible{all_true}"


def likeliest(session: Session) -> str:
    """Return which strings a figure is about if it is not about all; else an empty text."""
    return f"among the {session.sampled:,} likeliest" if session.sampled else ""


def leaves(guess: str, advice: Advice) -> str:
    """Return how many candidates a guess, in capitals, leaves on average."""
    return f"{guess} leaves about {approximate(advice.expected_left)}"


def false(chance: float) -> str:
    """Return how likely an answer is false; empty if that is too unlikely.

    >>> false(0.834), false(0.12), false(0.001), false(1.0)
    ('probably false (83%)', 'perhaps false (12%)', '', 'false')
    """
    if chance < WORTH_SAYING or chance == 1:
        return "false" * (chance == 1)
    return f"{'probably' if chance > 0.5 else 'perhaps'} false ({share(chance)})"


def source(session: Session) -> str:
    """Return where the guess comes from, in brackets; empty if the strategy chose it."""
    if session.state.chosen:
        return ""
    if session.to_win:
        return " (for the race)"
    if session.sampled:
        return f" (best {likeliest(session)})"
    if tried := session.position.tried:
        return f" (best of {tried:,} tried)"
    return " (opening book)" if session.from_book else ""


def doubt(session: Session) -> str:
    """Return how likely the word is not in the list; empty if that is unlikely."""
    chance = session.chance_unlisted if session.may_be_unlisted else 0.0
    return f"The word may not be in the list ({share(chance)})." if chance >= WORTH_SAYING else ""


def reason(session: Session) -> str:
    """Return why this guess is proposed, besides its measures."""
    if session.state.chosen:
        return ""
    if session.to_win:
        _, chance, usual = session.to_win
        return f" Your chance to win: {share(chance)}; with {session.usual}: {share(usual)}."
    return f" Looking ahead: {looked_ahead(session.ahead)}." if session.ahead else ""


def looked_ahead(tree: Tree) -> str:
    """Return the result of looking ahead as a phrase.

    >>> import jotto
    >>> looked_ahead(jotto.solve(jotto.words(["hatch", "latch", "match"])))
    'about 2.0 more guesses, never more than 3 (proved)'
    >>> looked_ahead(jotto.solve(jotto.words(["hatch", "latch"]), allow="candidates"))
    'about 1.5 more guesses, never more than 2 (proved of trees that guess only candidates)'
    """
    mean, worst = tree.lengths.weighted_mean, tree.lengths.worst
    scope = f" of {tree.claim.scope}" if tree.claim.scope else ""
    proof = f"proved{scope}" if tree.proved else "the best found so far"
    return f"about {mean:.1f} more guesses, never more than {worst} ({proof})"


def best_ahead(tree: Tree) -> str:
    """Return a sentence: which guess looking ahead has found to be the best.

    >>> import jotto
    >>> best_ahead(jotto.solve(jotto.words(["hatch", "latch", "match"])))
    'Looking ahead, HATCH is best: about 2.0 more guesses, never more than 3 (proved).'
    """
    return f"Looking ahead, {tree.at.game.shown(tree.guess)} is best: {looked_ahead(tree)}."


def in_guesses(begins: str, first: str, what: str, worst: int, mean: float) -> str:
    """Return what a strategy needs to find all of something, and its first guess.

    >>> in_guesses("Best first guess", "VISED", "38 words", 4, 2.7105)
    'Best first guess VISED: all 38 words in at most 4, 2.71 on average'
    """
    return f"{begins} {first}: all {what} in at most {worst}, {mean:.2f} on average"


def best_of(values: Mapping[str, float], what: str, *, more: bool = False) -> str:
    """Return which has the lowest value, or with ``more`` the highest, and how far it is ahead.

    >>> best_of({"TARES": 5.1307, "PALES": 5.0821}, "guesses on average")
    'PALES is best: 5.08 guesses on average; TARES needs 0.049 more'
    """
    sign = -1 if more else 1
    first, *others = sorted(values, key=lambda name: sign * values[name])
    said = f"{first} is best: {values[first]:,.2f}".removesuffix(".00") + f" {what}"
    if not others:
        return said
    verb = "needs" if what.startswith("guesses") else "has"
    behind = abs(values[others[0]] - values[first])
    ahead = f"{verb} {behind:.2g} {'fewer' if more else 'more'}" if behind else "is as good"
    return f"{said}; {others[0]} {ahead}"


def worth_of(session: Session, advice: Advice) -> str:
    """Return the measures of a guess as a phrase; those of several boards are added up."""
    game, several, among = session.game_now, session.boards > 1, likeliest(session)
    can = f"cannot be the {noun(game)}"
    if advice.candidate and several:
        finds = "finds a board" if advice.chance >= 1 else f"may find one ({share(advice.chance)})"
        can = finds if advice.chance >= WORTH_SAYING else "may find one"
    elif advice.candidate:
        chance = f" ({share(advice.chance)}{among and f' {among}'})"
        chance = chance if advice.chance >= WORTH_SAYING else ""
        can = f"could be the {noun(game)}{chance}"
    elif game.find(advice.guess) < 0:
        can = "not in the list"
    return f"{advice.bits:.2f} bits, at worst {advice.worst_left:,} left; {can}"


def share(chance: float) -> str:
    """Return a chance as a percentage; only what is certain is 100%.

    >>> share(0.25), share(0.0123), share(0.0002), share(0.0), share(0.997), share(1.0)
    ('25%', '1.2%', '0.02%', '0%', 'over 99%', '100%')
    """
    chance = round(chance, ROUNDING) + 0.0  # not -0.0
    if CERTAIN < chance < 1:
        return "over 99%"
    return f"{chance:.0%}" if chance >= 0.1 else f"{100 * chance:.2g}%"


def result(session: Session) -> str:
    """Return who won the race."""
    if not session.other.lost:
        return "You win."
    return f"{_found(session)}: {'a draw' if session.won else 'they win'}."


def _found(session: Session) -> str:
    """Return who has found the other's secret; if both have, they."""
    if session.other.lost:
        return f"They found your word in {count(len(session.state.theirs), 'guess')}"
    return f"You found theirs in {count(len(session.state.mine), 'guess')}"


def you_found(game: Game, turns: Sequence[Turn]) -> str:
    """Return that the last guess was the secret."""
    return f"You found {game.shown(turns[-1].guess)} in {count(len(turns), 'guess')}."


def you_found_all(session: Session) -> str:
    """Return that the last guess was the secret, or the last of all."""
    if session.boards == 1:
        return you_found(session.game, session.state.mine)
    made = count(len(session.state.mine), "guess")
    return f"You found all {count(session.boards, noun(session.game))} in {made}."


def left(session: Session) -> str:
    """Return the word of a board that is found or certain, or how many are left."""
    if session.won:
        return f"{session.game.shown(session.found)} in {len(session.state.mine)}"
    words = session.position.candidates if len(session.position) == 1 else ()
    return session.game.shown(words[0]) if words else f"{session.count:,} left"


def on_board(session: Session) -> str:
    """Return on which of several boards something is; empty with one."""
    return f" on {boards_named([session.here])}" if session.boards > 1 else ""


def on_open(session: Session) -> str:
    """Return which of several boards are to be scored; empty with one."""
    return f" on {boards_named(session.to_score)}" if session.boards > 1 else ""


def on_boards(session: Session) -> str:
    """Return how many candidates the boards have that are to be scored."""
    words = sum(len(session.each[at].position) for at in session.to_score)
    places = count(len(session.to_score), "board")
    return f"{words:,} possible on {places}"


def repeated(turns: Sequence[Turn], guess: Any) -> list[str]:
    """Return that a guess was made before, in a list; an empty one if it was not."""
    made = [number for number, turn in enumerate(turns, start=1) if turn.guess == guess]
    return [f"{str(guess)!r} was guessed before, in turn {made[-1]}"] if made else []


def aloud(rule: Rule, score: str) -> str:
    """Return a score as it is told to the other player; a single number as it is.

    >>> from jotto.games.scoring import rule_named
    >>> aloud(rule_named("exact-elsewhere", 5), "0,2"), aloud(rule_named("jots", 5), "3")
    ('0 exact, 2 elsewhere', '3')
    """
    numbers = rule.numbers(rule.texts.index(score))
    if len(numbers) < 2:
        return score
    named = zip(numbers, rule.counts, strict=True)
    return ", ".join(f"{number} {count.name}" for number, count in named)


def pegs(marks: str) -> str:
    """Return marks as pegs.

    >>> pegs("GYYBB")
    '●○○··'
    """
    return "".join(PEGS[mark] for mark in marks)


def parts(session: Session) -> list[tuple[str, int, list[Any]]]:
    """Return how many candidates each score of the guess would leave, the most first.

    The candidates are the likeliest first; of unlisted words they are some.
    """
    at, texts = session.position, session.game.rule.texts
    place = {secret: number for number, secret in enumerate(at.likeliest)}
    words = at.partition(session.guess)
    sizes = {score: len(part) for score, part in words.items()}
    if session.sampled:
        every = zip(texts, session.sizes(session.guess).tolist(), strict=True)
        sizes = {score: number for score, number in every if number}
    left = sorted(sizes.items(), key=lambda part: -part[1])
    return [(score, n, sorted(words.get(score, ()), key=place.__getitem__)) for score, n in left]


def wrong(game: Game, turn: Turn, secret: Any) -> str:
    """Return a message that a score of mine was wrong, given the secret."""
    return f"A score was wrong: {game.show(turn)}; it is {game.score(turn.guess, secret)}."


def misled(session: Session, turn: Turn) -> str:
    """Return a message that they were told a wrong score, with the right one."""
    game, race = session.game, session.other
    right, number = game.score(turn.guess, race.secret), race.theirs.index(turn) + 1
    told = f"You told them {game.show(turn)}, but it is {right}."
    return f"{told} Tell them: {aloud(game.rule, right)}. Then correct their turn {number}."


def race(session: Session) -> str:
    """Return how many candidates they have left, or who has one last guess."""
    race = session.other
    if race.lost or session.won:
        who = "You have" if race.lost else "They have"
        return f"{_found(session)}. {who} one last guess."
    yours = ""
    if race.exposure:
        likely = f" ({share(race.exposure)})" if race.exposure >= WORTH_SAYING else ""
        weighed = race.game.prior is not None and len(race.candidates) > 1
        first = weighed and race.game.likeliest(race.candidates)[0] == race.secret
        which = "the likeliest" if first else "one of them"
        yours = f"; yours is {which}{likely}"
    elif race.secret is not None and race.game.find(race.secret) < 0:
        yours = "; yours is not in the list"
    elif race.secret is not None:
        yours = "; yours is not one of them, so a score was wrong"
    return f"They have {count(len(race.candidates), noun(session.game))} left{yours}."


def odds(win: float, draw: float, lose: float, *, may_draw: bool) -> str:
    """Return the chances in the race.

    >>> odds(0.02, 0.29, 0.69, may_draw=True), odds(0.5, 0.0, 0.5, may_draw=False)
    ('You 2%, draw 29%, they 69%', 'You 50%, they 50%')
    """
    drawn = f", draw {share(draw)}" if may_draw else ""
    return f"You {share(win)}{drawn}, they {share(lose)}"


def explained(game: Game, explanation: Explanation, unlisted: Unlisted | None) -> str:
    """Return an explanation as one line, with some of the secrets that then fit."""
    if explanation.meant is None or explanation.told is None:
        known = bool(unlisted and unlisted.known)
        what = "words that people write" if known else "all strings of letters"
        line = f"the word is not in the list: try {what}"
        if not unlisted or not unlisted.words:
            return line
        strings = count(unlisted.number, "word" if known else "string")
        return f"{line} ({strings}: {_first(unlisted.words, unlisted.number)})"
    rescued = [str(secret) for secret in explanation.secrets[:RESCUED]]
    number = len(explanation.rescued)
    then = f"then it is {'one of ' * (number > 1)}{_first(rescued, number)}"
    if explanation.kind == "score":
        texts = game.rule.texts
        right, wrong = texts[explanation.meant.code], texts[explanation.told.code]
        changed = f"{explanation.told.guess} may be {right}, not {wrong}"
    else:
        changed = f"you may have guessed {explanation.meant.guess}, not {explanation.told.guess}"
    return f"turn {explanation.turn}: {changed}; {then}"


def _first(words: Sequence[str], number: int) -> str:
    return ", ".join(words[:RESCUED]) + ", ..." * (number > RESCUED)


def standing(game: Game, standing: Standing, meant: Sequence[str] = ()) -> str:
    """Return in one line which list has a word, how common it is, and which word may be meant.

    >>> from jotto.games import words
    >>> game = words.word_game(["aalii"])
    >>> standing(game, words.standing("aalii", game))
    'AALII is in the list; it is a rare word (SCOWL level 70).'
    >>> standing(game, words.standing("soare", game), ["scare"])
    'SOARE is in no list; people write it about once in 60 million words. Did you mean SCARE?'
    """
    listed = "is in the list" if standing.secret else "may be guessed, but cannot be a secret here"
    if not standing.guess:
        listed = "is in no list of this game" if standing.level else "is in no list"
    known = ""
    if standing.level:
        rare = next(name for level, name in LEVELS.items() if standing.level <= level)
        known = f"; it is a {rare} word (SCOWL level {standing.level})"
    if standing.zipf:
        known += f"{', written' if known else '; people write it'} about {often(standing.zipf)}"
    similar = f" Did you mean {' or '.join(map(game.shown, meant))}?" if meant else ""
    return f"{game.shown(standing.word)} {listed}{known}.{similar}"


def often(zipf: float) -> str:
    """Return how often a word comes, with one digit.

    >>> often(1.3), often(6.4)
    ('once in 50 million words', 'once in 400 words')
    """
    words = float(f"{10 ** (9 - zipf):.0e}")
    return f"once in {words:,.0f} words".replace(",000,000 ", " million ")


def example(rule: Rule) -> str:
    """Return a score of a rule, to show how scores are typed."""
    return rule.texts[len(rule.texts) // 3]
