"""Choosing secrets, keeping them, and the computer as a player.

How hard a secret is to find, and how rare the word is, are separate figures of a ``Proposal``.
``answered`` scores the guesses of one player. A ``Computer`` takes a seat of a match: it
chooses a secret, and guesses from what it knows.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from secrets import choice, randbits
from typing import Any, Literal, get_args

import numpy as np

from jotto.assistant import daily, moves, wording
from jotto.assistant.match import COMPUTER, Match
from jotto.assistant.sentences import Sentence, catalogue, sentence
from jotto.assistant.session import Session
from jotto.assistant.view import COMMON, Pane
from jotto.engine.allowed import hard
from jotto.engine.boards import BETWEEN
from jotto.engine.game import Game, Indices, T, Turn, partition, take
from jotto.engine.lengths import evaluate
from jotto.engine.position import Strategy, parts_of, start
from jotto.engine.store import remember
from jotto.errors import ContradictionError, GameError, JottoError, WordError, quoted
from jotto.games import registry, words
from jotto.letters import repeats

Floats = np.typing.NDArray[np.float64]
Strength = Literal["beginner", "casual", "easy", "medium", "strong"]

LEVEL = "medium"  # of a secret that is drawn
NOT_A_SECRET = "a note: it is no secret"
OFTEN = 0.25  # how often a lie is told, as long as one may be
MEASURES = "entropy", "minimax", "expected-size", "most-parts"  # by which secrets are rated
USUAL = 20  # openings that others are taken to begin with
OPENINGS = 5  # of the strong player, and among how many guesses they are looked for
LOOKED = 2000
SUGGESTED = 0.2  # the share of the fair secrets that are suggested, the hardest to find
SELDOM = 3.0  # zipf: people write such a word less than once in a million words
SAID, MET = 4.0, 3.3  # zipf: of words that people say at once, and that they have met

# --- choosing a secret ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Proposal:
    """A secret: the mean ``guesses`` it takes, and the mean bits ``exposed`` by usual openings.

    ``level`` runs from 10 (common) to 70 (rare); zipf 3 is once in a million words. None is
    unknown.
    """

    secret: str
    guesses: float
    exposed: float
    level: int | None
    zipf: float | None

    @property
    def rarity(self) -> int:
        """Its level; a word without one is among the rarest, and one that few write is not common.

        >>> Proposal("fazes", 7.75, 0, 35, 1.58).rarity, Proposal("pulls", 7.25, 0, 10, 4.01).rarity
        (36, 10)
        """
        level = words.RAREST if self.level is None else self.level
        seldom = self.zipf is not None and self.zipf < SELDOM
        return max(level, COMMON + 1) if seldom else level


def guesses_needed(game: Game) -> Floats:
    """Return the number of guesses for each secret, (S,), averaged over the measures."""
    return np.asarray(np.mean([evaluate(game, name).each for name in MEASURES], axis=0))


def exposure(game: Game, openings: Sequence[int]) -> Floats:
    """Return the mean number of bits that openings (indices) gain for each secret, (S,)."""
    bits = np.zeros(len(game.secrets))
    for opening in openings:
        for part in partition(game.codes(opening, game.everything), game.everything).values():
            bits[part] += np.log2(len(game.secrets) / len(part)) / len(openings)
    return bits


def propose(
    game: Game, *, max_level: int = words.RAREST, top: int = 10, avoid: Container[str] = ()
) -> list[Proposal]:
    """Propose secrets, the hardest first; among equals the less exposed, then the earlier."""
    every = _ranked(game)
    return [row for row in every if row.rarity <= max_level and row.secret not in avoid][:top]


@remember
def _ranked(game: Game) -> tuple[Proposal, ...]:
    rarities, zipfs = words.levels(), words.zipfs(words.ZIPF)
    usual = [game.index(advice.guess) for advice in start(game).rank(top=USUAL)]
    needed, exposed = guesses_needed(game), exposure(game, usual).round(9)
    return tuple(
        Proposal(word, float(needed[i]), float(exposed[i]), rarities.get(word), zipfs.get(word))
        for i in np.lexsort((game.everything, exposed, -needed)).tolist()
        for word in [str(game.secrets[i])]
    )


def rate(game: Game, word: str) -> Proposal:
    """Rate a secret that is in no list by what ``propose`` rates those of the list by.

    The guesses are those of games that look among unlisted words once no listed word fits. Raises
    WordError where none of them finds it.
    """
    ended = [session for name in MEASURES for session in play_out(game, Strategy(name), word)]
    made = [len(session.state.mine) for session in ended if session.won]
    if len(made) < len(MEASURES):
        reason = "it cannot be found: unlisted words are made of the letters of the list"
        raise WordError(word, reason)
    wider = words.word_game((*game.secrets, word), game.guesses, rule=game.rule)
    usual = [wider.index(advice.guess) for advice in start(game).rank(top=USUAL)]
    exposed = float(exposure(wider, usual)[-1])
    of = words.levels().get(word), words.zipf_of(word)
    return Proposal(word, float(np.mean(made)), exposed, *of)


def proposed(
    game: Game,
    own: Sequence[str],
    *,
    top: int | None,
    max_level: int,
    polite: bool,
    most_unlisted: int | None = None,
    note: Callable[[Any], object] = lambda text: None,
) -> dict[str, Any]:
    """Return secrets as fields for JSON: proposed up to a level, or one's ``own``, rated.

    ``most_unlisted``: of one's own; each takes a third of a second. Raises WordError and GameError.
    """
    mine = list(dict.fromkeys(game.read_guess(word) for word in own))
    listed = [moves.read_secret(game, word) for word in mine if game.find(word) >= 0]
    unlisted = [word for word in mine if word not in listed]
    if most_unlisted is not None and len(unlisted) > most_unlisted:
        few = f"at most {most_unlisted} are rated that are in no list"
        raise GameError(f"{len(unlisted)} words are in no list: {few}")
    for word in unlisted:
        note(moves.unlisted(game, word, NOT_A_SECRET))
    further = [rate(game, word) for word in unlisted]
    unknown = not mine and words.levels().keys().isdisjoint(game.secrets)
    if unknown:
        known = "how common words are is known for the shipped list only"
        note(GameError(f"{known}: max_level is not used").about("max_level"))
    level = words.RAREST if mine or unknown else max_level
    avoid = words.offensive() if polite and not mine else frozenset[str]()
    ranked = propose(game, max_level=level, top=len(game), avoid=avoid)
    rows = [row for row in ranked if row.secret in listed] + further if mine else ranked[:top]
    if not rows:
        reason = f"no word of the list has a level of {max_level} or less"
        raise GameError(reason).about("max_level")
    fields = list(map(asdict, rows))
    for row in fields if mine else ():
        row["easier"] = sum(rating.guesses < row["guesses"] for rating in ranked) / len(ranked)
    return {"secrets": fields}


Answer = Callable[[Session], str]  # returns the score that is told for the guess of a session


def liar(secret: str, seed: int | None) -> Answer:
    """Return how somebody answers who lies: at random by ``seed``, or, if None, as an adversary.

    At random, one in so many answers is false as long as a lie may be told. An adversary tells what
    leaves the most candidates.
    """
    draw = np.random.default_rng(seed)

    def answer(session: Session) -> str:
        at, rule = session.position, session.game.rule
        code = rule.score(session.guess, secret)
        ways = [other for other in range(rule.win) if rule.tells(code, other)] or [code]
        lies = sum(not rule.tells(rule.score(t.guess, secret), t.code) for t in at.history)
        if lies < at.game.lies and code != rule.win and (seed is None or draw.random() < OFTEN):
            scores = at.game.codes_of(session.guess, at.game.everything).tolist()
            ways = sorted({*scores} - {rule.win} - {code if seed is not None else rule.win})
        if seed is not None:
            return rule.texts[int(draw.choice(ways or [code]))]
        left = parts_of(at, session.game.codes_of(session.guess, at.left)[:, None])[0][0]
        return rule.texts[max(ways, key=lambda other: int(left[other]))]

    return answer


def play_out(
    game: Game, strategy: Strategy, secret: str, answer: Answer | None = None
) -> Iterator[Session]:
    """Yield a game against a secret after each guess, to its end; unlisted ones are found as well.

    The last session contradicts itself where the secret cannot be found.
    """
    session = Session(game, strategy)
    while not session.won and session.contradiction is None:
        score = answer(session) if answer else game.score(session.guess, secret)
        session = session.scored(score)
        if session.attempt is not None:
            session = session.attempt
            with suppress(ContradictionError):
                session = session.among_unlisted()
        yield session


# --- keeping it -----------------------------------------------------------------------------------


def answered(session: Session, guess: Any, secrets: Sequence[Any]) -> Session:
    """Score a guess by the secret of each board; it need not be an allowed guess. Raises WordError.

    Without ``secrets`` as an adversary does: see ``evaded``.

    >>> from jotto.games.words import word_game
    >>> session = Session(word_game(["hatch", "latch", "match"]))
    >>> answered(session, "hatch", ["match"]).position.candidates
    ['latch', 'match']
    """
    if secrets:
        scores = [session.game.score(guess, secrets[at]) for at in session.to_score]
    else:
        scores = evaded(session, guess)
    return session.scored(BETWEEN.join(scores), str(guess))


def evaded(session: Session, guess: Any) -> list[str]:
    """Answer as an adversary does, by the score that leaves the most candidates.

    Several boards answer one after another, each by such a score among those after which all
    boards can still have different secrets. There always is one.
    """
    scores, lefts = list[str](), lefts_of(session)
    for at in session.to_score:
        parts = session.singles[at].position.partition(guess)
        for score in sorted(parts, key=lambda text: -len(parts[text])):  # ties: in order of scores
            lefts[at] = parts[score]
            if different(lefts):
                break
        scores.append(score)
    return scores


def lefts_of(session: Session) -> list[Sequence[Any]]:
    """Return the candidates of each board, of one that is found its secret."""
    return [board.position.candidates for board in session.singles]


def different(lefts: Sequence[Sequence[T]]) -> list[T]:
    """Choose one of each board's candidates, all of them different; empty if there are none such.

    >>> different(["ab", "a"]), different(["ab", "ab", "ab"])
    (['b', 'a'], [])
    """
    board_of = dict[T, int]()

    def placed(at: int, tried: set[T]) -> bool:  # an augmenting path
        for secret in lefts[at]:
            if secret not in tried:
                tried.add(secret)
                if secret not in board_of or placed(board_of[secret], tried):
                    board_of[secret] = at
                    return True
        return False

    fit = all(placed(at, set()) for at in range(len(lefts)))
    return sorted(board_of, key=board_of.__getitem__) if fit else []


def of_level(game: Game, level: str, avoid: Container[Any] = ()) -> list[int]:
    """Return the secrets (indices) of a level: the likeliest of the list. Raises GameError.

    >>> import jotto
    >>> prior = {"hatch": 1, "latch": 5, "match": 2, "patch": 3, "watch": 4}
    >>> game = jotto.words([*prior], prior=prior)
    >>> [of_level(game, level) for level in ("easy", "medium", "hard")]
    [[1], [1, 3, 4], [0, 1, 2, 3, 4]]
    """
    levels = catalogue()["levels"]
    if level not in levels:
        names = ", ".join(levels)
        raise GameError(f"level {quoted(level)}: write one of {names}").about("level")
    return daily.common(game, levels[level], avoid)


def any_secrets(
    game: Game, number: int, seed: int | None, avoid: Container[Any] = (), level: str = LEVEL
) -> Sequence[Any]:
    """Draw different secrets under the prior: of the level, then others, then those of ``avoid``.

    Without a ``seed`` they differ each time.
    """
    weights = game.weights(game.everything).astype(float)
    with np.errstate(divide="ignore"):  # the least of these is each with a chance like its weight
        times = np.random.default_rng(seed).exponential(size=len(game)) / weights
    last = np.full(len(game), 2)
    for place, some in (1, daily.common(game, 100, avoid)), (0, of_level(game, level, avoid)):
        last[some] = place
    return take(game.secrets, np.lexsort((times, last))[:number])


def disagreement(game: Game, history: Sequence[Turn], guess: Any) -> Sentence | None:
    """Say why a guess is not allowed in hard mode: it would have had another score as the secret.

    Where scores give hints: it does not use one of them.

    >>> import jotto
    >>> game = jotto.words(["hatch", "latch", "match", "quilt"])
    >>> turn = game.read_turns(["quilt=0,1"])
    >>> disagreement(game, turn, "hatch"), str(disagreement(game, turn, "latch"))[:24]
    (None, 'LATCH does not fit turn ')
    """
    rule, index = game.rule, game.find(guess)
    told = rule.number >= 0 or game.find_secret(guess) >= 0  # else there is no such score
    for number, turn in enumerate(history, start=1):
        facts = {"word": game.shown(str(guess)), "turn": number}
        if rule.hints is not None:
            if index < 0 or not hard(start(game, turn))[index]:
                return sentence("uses no hint", **facts)
        elif not told or rule.score(turn.guess, guess) != turn.code:
            return sentence("does not agree", **facts, score=rule.texts[turn.code])
    return None


# --- the computer as a player ---------------------------------------------------------------------


@dataclass(frozen=True)
class Skill:
    """What a computer can do.

    It needs so many ``guesses`` on average (docs/notes.md). It draws a secret up to a SCOWL
    level ``rarest``, from the ``shares`` of them, the hardest to find first. It knows the words up
    to a level ``known``, and remembers the ``last`` turns, and each turn before by a chance.
    """

    name: str
    guesses: float
    rarest: int
    shares: tuple[float, float]
    known: int = words.RAREST
    last: int = 1
    chance: float = 1.0


SKILLS: Mapping[Strength, Skill] = {  # the weakest first
    "beginner": Skill("Mo", 10.4, 20, (0.7, 1.0), known=COMMON, chance=0.3),
    "casual": Skill("Tess", 9.0, 35, (0.7, 1.0), known=COMMON, chance=0.4),
    "easy": Skill("Pip", 7.5, 35, (0.7, 1.0), last=3, chance=0.0),
    "medium": Skill("Robin", 5.6, 50, (0.2, 0.7)),
    "strong": Skill("Ada", 5.0, 60, (0.0, 0.1)),
}
FIRST: Strength = "easy"  # against somebody who has no results


def stronger(strength: Strength, steps: int) -> Strength:
    """Return the strength that is so many steps higher; the strongest if there is none.

    >>> stronger("easy", 1), stronger("easy", -1), stronger("strong", 1)
    ('medium', 'casual', 'strong')
    """
    names = [*SKILLS]
    return names[min(max(names.index(strength) + steps, 0), len(names) - 1)]


@dataclass(frozen=True)
class Computer:
    """A player that makes the same moves for the same ``seed`` and the same transcript.

    * ``strong``: entropy with the opening book, and the race near the end;
    * ``medium``: any candidate, common words preferred;
    * ``easy``: the same, but only the last three turns are remembered;
    * ``casual``, ``beginner``: the same among common words; some turns are forgotten.

    All begin with a word that people would say.

    The seed gives the secret away, so it is not shown. Raises GameError.

    >>> import jotto
    >>> Computer("medium", seed=7), Computer("medium", seed=7).secret(jotto.named("mastermind:4x6"))
    (Computer(strength='medium'), '5400')
    """

    strength: Strength
    seed: int = field(repr=False)

    def __post_init__(self) -> None:
        if self.strength not in get_args(Strength):
            names = ", ".join(get_args(Strength))
            raise GameError(f"strength {quoted(str(self.strength))}: write one of {names}")
        if self.seed < 0:
            raise GameError("the seed of the computer is 0 or more")

    @property
    def name(self) -> str:
        """Return what it is called in a match."""
        return f"{self.skill.name}{COMPUTER}"

    @property
    def skill(self) -> Skill:
        """What it can do."""
        return SKILLS[self.strength]

    def moved(self, match: Match, now: float = 0.0) -> Match:
        """Return a match after all that the computer, in seat 1, does by itself."""
        if match.seats[0].asks and not match.over:
            match = match.entered("answer", 1, "yes", now)
        while 1 in match.asked:
            match = match.entered("guess", 1, self.guess(match, 1), now)
        return match

    def secret(self, game: Game, barred: Container[str] = ()) -> str:
        """Draw a secret: a hard word for a strong player, an easy one for an easy player; any code.

        None of the ``barred`` words is drawn. Takes seconds the first time for each game of words,
        since all of them are rated. Raises GameError if no word is left.
        """
        proposals = [proposal for proposal in rated(game) if proposal.secret not in barred]
        fitting = [item.secret for item in proposals if item.rarity <= self.skill.rarest]
        fitting = fitting or [proposal.secret for proposal in proposals]
        low, high = (round(share * len(fitting)) for share in self.skill.shares)
        listed = [secret for secret in map(str, game.secrets) if secret not in barred]
        if not (secrets := fitting[low:high] or fitting or listed):
            raise GameError("the list has no secret that was agreed on; choose another dictionary")
        return secrets[int(self._random(0).integers(len(secrets)))]

    def guess(self, match: Match, seat: int) -> str:
        """Choose a guess for a seat from what that seat may see; a third of a second at most."""
        game = match.game
        avoid = words.offensive() if game.rule.of_words else frozenset[str]()
        made = {turn.guess for turn in match.seats[seat].turns}
        barred = match.barred | made
        strong = self.strength == "strong"
        openings = _openings(game) if strong else (*_fair(game, SAID),)
        openings = tuple(word for word in openings if word not in barred)
        if not made and len(openings) >= OPENINGS:
            weights = np.ones(len(openings)) if strong else words.common(openings)
            return str(self._random(1).choice(openings, p=weights / weights.sum()))
        if strong:
            with suppress(JottoError):  # no word fits, listed or not
                strategy = Strategy("entropy", avoid=avoid, tree=registry.book_for(game))
                if (guess := match.session(seat, strategy).guess) not in match.barred:
                    return guess
        for of, left in self._candidates(match, seat):
            new = [i for i in left.tolist() if of.secrets[i] not in barred]
            chosen = [i for i in new if of.secrets[i] not in avoid] or new
            if chosen:
                weights = _chances(of)[chosen]
                drawn = self._random(1 + len(made)).choice(chosen, p=weights / weights.sum())
                return str(of.secrets[int(drawn)])
        return str(game.secrets[0])  # all were guessed: the secret is unlisted

    def _candidates(self, match: Match, seat: int) -> Iterator[tuple[Game, Indices]]:
        """Yield games with secrets (indices) to guess, the ones to try first."""
        game, turns = match.game, match.seats[seat].turns
        before, last = turns[: -self.skill.last], turns[-self.skill.last :]
        kept = self._random(0).random(len(before)) < self.skill.chance
        if not kept.all():
            remembered = [turn for turn, keep in zip(before, kept, strict=True) if keep]
            left = game.agreeing((*remembered, *last))
            yield game, left[_known(game, self.skill.known)[left]]
            yield game, left
        with suppress(JottoError):
            at = match.session(seat).position
            yield at.game, at.left
        yield game, game.everything

    def _random(self, move: int) -> np.random.Generator:
        return np.random.default_rng((self.seed, move))


def described() -> dict[str, str]:
    """Describe the players by their strength."""
    return {
        strength: f"{skill.name}, {strength}: about {skill.guesses:.1f} guesses"
        for strength, skill in SKILLS.items()
    }


def about_secret(game: Game, word: str, barred: Container[str] = ()) -> Pane:
    """Return what a word is worth as a secret; without a word, suggest one that is not barred.

    Raises WordError.

    >>> import jotto
    >>> str(about_secret(jotto.words(["hatch", "latch", "match"]), "latch").title)
    'LATCH takes 2.0 guesses on average, more than 33% of the list.'
    """
    if not game.rule.of_words:
        raise GameError("codes are equally hard to find: any is a good secret")
    word = word.strip() or suggested(game, barred)
    text, rates = str(game.read_guess(word)), rated(game)
    mine = next((item for item in rates if item.secret == text), None) or rate(game, text)
    easier = sum(item.guesses < mine.guesses for item in rates) / len(rates) if rates else None
    facts = {"guesses": float(mine.guesses), "easier": easier}
    title = sentence("a secret takes", word=game.shown(text), **facts)
    return Pane(title, rows=((wording.standing(game, words.standing(text, game)),),), words=(text,))


def suggested(game: Game, barred: Container[str] = ()) -> str:
    """Draw a secret that is hard to find and fair: common, no plural, no letter twice.

    Where there is none, as ``Computer`` draws it.
    """
    fair = [item.secret for item in rated(game) if item.secret in _fair(game, MET)]
    fair = [secret for secret in fair if secret not in barred]
    hard = fair[: max(1, round(SUGGESTED * len(fair)))]
    return choice(hard) if hard else Computer("medium", randbits(48)).secret(game, barred)


@remember
def _openings(game: Game) -> tuple[str, ...]:
    """Return the words that gain the most bits of those that people would begin with."""
    said = _fair(game, SAID)
    ranked = start(game).rank(top=LOOKED) if len(said) >= OPENINGS else []
    return tuple(str(item.guess) for item in ranked if str(item.guess) in said)[:OPENINGS]


@remember
def _fair(game: Game, zipf: float) -> Mapping[str, float]:
    """Return common secrets, no plural, no letter twice, that people write so often at least."""
    often, level = words.zipfs(words.ZIPF), words.levels()
    barred = words.plurals() | words.offensive()
    return {
        word: often[word]
        for word in (map(str, game.secrets) if game.rule.of_words else ())
        if level.get(word, words.RAREST) <= COMMON and often.get(word, 0.0) >= zipf
        if word not in barred and not repeats(game.rule.spell(word))
    }


@remember
def _known(game: Game, level: int) -> np.typing.NDArray[np.bool_]:
    """Return which secrets somebody knows who knows the words up to a level, (S,)."""
    level_of = words.levels()
    known = [level_of.get(str(word), words.RAREST) <= level for word in game.secrets]
    return np.array(known if game.rule.of_words else [True] * len(known), dtype=np.bool_)


@remember
def rated(game: Game) -> tuple[Proposal, ...]:
    """Rate the secrets of a game of words, the hardest first, without offensive ones; cached.

    Takes seconds the first time. Empty for other games, and for lists that are too large.
    """
    with suppress(GameError):
        if game.rule.of_words:
            return tuple(propose(game, top=len(game), avoid=words.offensive()))
    return ()


@remember
def _chances(game: Game) -> np.typing.NDArray[np.float64]:
    """Weight the secrets (S,), common words above rare ones."""
    if game.prior is None and game.rule.of_words:
        return words.common([str(word) for word in game.secrets]).astype(float)
    return game.weights(game.everything).astype(float)
