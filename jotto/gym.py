"""Games as environments of gymnasium, one game or many at once, for agents that learn.

``import jotto.gym`` registers ``jotto/Wordle-v0`` and the others of ``ENVIRONMENTS``. It needs the
extra ``gym``.

>>> import gymnasium, jotto.gym
>>> env = gymnasium.make("jotto/Wordle-v0", words=["crane", "slate", "crate"])
>>> seen, info = env.reset(options={"secret": "crate"})
>>> seen, reward, won, cut, info = env.step(0)  # crane
>>> seen.tolist(), reward, won, cut, info
([0, 0, 1], -1.0, False, False, {'left': 1})
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from math import log2
from pathlib import Path
from typing import Any, Literal

import numpy as np

from jotto.called import WORDS, game_called
from jotto.engine.game import Bools, Game, IntArray, Scores, Turn
from jotto.engine.lies import told
from jotto.engine.position import Position, position_of
from jotto.errors import GameError, check_arguments, is_whole, to_install
from jotto.games.registry import named, words as word_game
from jotto.search.regret import regret

try:
    import gymnasium
    from gymnasium.vector import AutoresetMode
except ImportError:
    raise ImportError(f"jotto.gym needs gymnasium: {to_install('gym')}", name=__name__) from None

ENVIRONMENTS = {  # the game of each
    "Wordle": "wordle",
    "Jotto": "jotto",
    "Fibble": "fibble",
    "Nerdle": "nerdle",
    "Mastermind": "mastermind",
    "BullsAndCows": "bulls-and-cows",
}
REWARDS = "guesses", "bits", "regret"
OBSERVATIONS = "left", "turns"
LARGEST = 1 << 30  # bytes of a table of all scores; in larger games they are counted at each step
BLOCK = 1 << 10  # guesses whose scores are counted together
Observation = np.typing.NDArray[Any]
Reward = Literal["guesses", "bits", "regret"]
Seen = Literal["left", "turns"]
Words = Iterable[str] | str | Path
Floats = np.typing.NDArray[np.float64]
Draw = np.random.Generator


@lru_cache(4)
def _named(text: str) -> Game[str]:
    """Return one game for all environments of a name, as its scores take memory.

    All its secrets are drawn alike, so that figures can be compared.
    """
    game = named(text)
    return game if game.prior is None else word_game(rule=game.rule)


def game_for(game: Game[Any] | str, words: Words | None, guesses: Words) -> Game[Any]:
    """Return the game of an environment: one that is given, or a named one with its own words."""
    if words is None and not guesses:
        return game if isinstance(game, Game) else _named(game)
    meant = {"game": ""} if isinstance(game, Game) else game_called(game)
    if meant["game"] != WORDS:
        raise GameError("words= goes with games of words alone; give game=jotto.words(..)")
    return word_game(words, guesses, rule=meant.get("rule", "exact-elsewhere"))


def drawing(seed: int | None) -> Draw:
    """Return the chance of a game: another than an agent of the same seed has, or it would know."""
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(1,)))


class Table:
    """What all games of an environment share: its scores, and what is seen and rewarded."""

    def __init__(
        self, game: Game[Any], reward: Reward, observation: Seen, max_guesses: int
    ) -> None:
        for name, value, known in (
            ("reward", reward, REWARDS),
            ("observation", observation, OBSERVATIONS),
        ):
            if value not in known:
                raise GameError(f"{name}={value!r:.60}: there are {', '.join(known)}").about(name)
        if not is_whole(max_guesses) or max_guesses < 1:
            raise GameError(f"max_guesses={max_guesses!r:.60} is not a number, 1 or more")
        if reward == "regret":
            position_of(game)  # which refuses games where answers may be false
        if game.lies:
            raise GameError("lies= is not for environments; fibble has lies").about("lies")
        self.game, self.reward, self.max_guesses = game, reward, max_guesses
        self.turns, self.win = observation == "turns", game.rule.win
        self.action_space = gymnasium.spaces.Discrete(len(game.guesses))
        self.observation_space: gymnasium.Space[Any] = gymnasium.spaces.MultiBinary(len(game))
        if self.turns:
            sizes = np.tile([len(game.guesses) + 1, game.rule.n_codes + 1], (max_guesses, 1))
            self.observation_space = gymnasium.spaces.MultiDiscrete(sizes)
        ways = game.rule.ways  # and by what is told, (K, K), which true scores may be
        self.tells = None if ways is None else np.ascontiguousarray(ways.T > 0)
        self.shares: Floats | None = None
        if game.prior is not None:
            self.shares = np.cumsum(game.prior / game.prior.sum())

    @cached_property
    def scores(self) -> Scores | None:
        """The codes (G, S), a guess in one piece; None if they take too much memory."""
        game = self.game
        if game.n_scores * game.rule.dtype.itemsize > LARGEST:
            return None

        def counted() -> Scores:
            table = np.empty((len(game.guesses), len(game)), game.rule.dtype)
            for start in range(0, len(table), BLOCK):  # else there would be two in memory
                some = np.arange(start, min(start + BLOCK, len(table)))
                table[some] = game.columns(game.everything, some).T
            return table

        return game.remembered(Table, counted)

    def rows(self, actions: IntArray, into: Scores | None = None) -> Scores:
        """Return the codes of guesses (N,) against all secrets: (N, S)."""
        if self.scores is not None:
            return self.scores.take(actions, axis=0, out=into, mode="clip")  # checked before
        some, row = np.unique(actions, return_inverse=True)
        return np.ascontiguousarray(self.game.columns(self.game.everything, some).T)[row]

    def drawn(self, draw: Draw) -> int:
        """Draw the index of a secret, by the prior if there is one."""
        if self.shares is None:
            return int(draw.integers(len(self.game)))
        return int(np.searchsorted(self.shares, draw.random(), "right"))

    def secret(self, word: Any) -> int:
        """Return the index of a secret that was asked for. Raises WordError."""
        at = int(self.game.secret_of[self.game.index(word)])
        if at < 0:
            raise GameError(f"{word!r:.60} is not a secret of this game").about("secret")
        return at

    def told(self, code: int, draw: Draw) -> int:
        """Return the score that is told for a true one, which may be false."""
        return code if self.tells is None else told(self.game, code, 0, draw)

    def agree(self, rows: Any, told: Any) -> Any:
        """Return which true scores may be told as ``told``."""
        return rows == told if self.tells is None else self.tells[told, rows]

    def weight(self, alive: Bools) -> Any:
        """Return how much of the prior is left, or how many secrets: a number, or (N,)."""
        if self.game.prior is None:
            return np.count_nonzero(alive, axis=-1)
        return alive @ self.game.prior

    def action(self, action: Any) -> int:
        """Return an action as the index of a guess. Raises GameError."""
        whole = isinstance(action, np.ndarray) and action.shape == () and action.dtype.kind in "iu"
        if not (whole or is_whole(action)) or not 0 <= int(action) < len(self.game.guesses):
            raise GameError(self.wrong(action))
        return int(action)

    def wrong(self, action: Any) -> str:
        """Say what is wrong with an action."""
        numbers = f"the number of a guess, 0 to {len(self.game.guesses) - 1:,}"
        return f"action {action!r:.60} is not {numbers}: game.index(word) is that of a word"

    def at(self, history: Sequence[tuple[int, int]], alive: Bools) -> Position[Any]:
        """Return the position of a game after turns: numbers of guesses, and codes."""
        turns = tuple(Turn(self.game.guesses[guess], code) for guess, code in history)
        made = tuple(guess for guess, _ in history)
        return Position(self.game, turns, made, np.flatnonzero(alive))

    def mask(self, alive: Bools) -> Bools:
        """Return which guesses can be the secret: (G,), or (N, G)."""
        mask = np.zeros((*alive.shape[:-1], len(self.game.guesses)), np.bool_)
        mask[..., self.game.guess_of] = alive
        return mask


class Guessing(gymnasium.Env[Observation, Any]):
    """One game. An action is the number of a guess, an observation what is known of the secret.

    * ``game``: a ``jotto.Game``, or the name of one; ``words``, ``guesses``: lists in its place.
    * ``reward``: ``guesses`` (-1 for each), ``bits`` (what the score told), or ``regret`` (minus
      what the guess costs on average more than the best one).
    * ``observation``: ``left``, (S,) of 1 for each secret that is left, in the order of
      ``game.secrets``; or ``turns``, (max_guesses, 2): the number of each guess and its code, both
      plus 1, and 0 for turns to come.
    * ``max_guesses``: the game is cut (``truncated``) after so many.

    ``reset(options={"secret": word})`` sets the secret; else it is drawn by the seed, and by the
    prior of the game. ``info["left"]`` is how many secrets are left. Raises GameError, also for an
    action that is no guess, or after the end.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: Game[Any] | str = "wordle",
        *,
        words: Words | None = None,
        guesses: Words = (),
        reward: Reward = "guesses",
        observation: Seen = "left",
        max_guesses: int = 20,
        render_mode: str | None = None,
    ) -> None:
        self.game = game_for(game, words, guesses)
        self.table = Table(self.game, reward, observation, max_guesses)
        self.action_space = self.table.action_space
        self.observation_space = self.table.observation_space
        self.render_mode, self.over, self.history = render_mode, True, list[tuple[int, int]]()
        self.alive, self._secret = np.ones(len(self.game), np.bool_), 0
        self._draw: Any = None

    @property
    def secret(self) -> Any:
        """The word that is to be found."""
        return self.game.secrets[self._secret]

    @property
    def at(self) -> Position[Any]:
        """The position, for all that ``jotto`` says of one."""
        return self.table.at(self.history, self.alive)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a game. Raises WordError for a secret that is none."""
        super().reset(seed=seed)
        word = (options or {}).get("secret")
        if seed is not None or self._draw is None:
            self._draw = drawing(seed)
        self._secret = self.table.drawn(self._draw) if word is None else self.table.secret(word)
        self.alive, self.history, self.over = np.ones(len(self.game), np.bool_), [], False
        return self._seen(), {"left": len(self.game)}

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Make a guess. Raises GameError."""
        table, guess = self.table, self.table.action(action)
        if self.over:
            raise GameError("no game is open: call reset() first")
        before = self.at if table.reward == "regret" else None
        weight = table.weight(self.alive) if table.reward == "bits" else 0
        scores = table.scores
        row = table.rows(np.array([guess]))[0] if scores is None else scores[guess]
        code = table.told(int(row[self._secret]), self._draw)
        self.alive &= table.agree(row, code)
        self.history.append((guess, code))
        won, reward = code == table.win, -1.0
        if before is not None:
            reward = -regret(before, self.game.guesses[guess]).regret
        elif weight:
            reward = log2(weight / table.weight(self.alive))
        cut = not won and len(self.history) >= table.max_guesses
        self.over = won or cut
        return self._seen(), reward, won, cut, {"left": int(np.count_nonzero(self.alive))}

    def _seen(self) -> Observation:
        if not self.table.turns:
            return self.alive.astype(np.int8)
        seen = np.zeros((self.table.max_guesses, 2), np.int64)
        if self.history:
            seen[: len(self.history)] = np.array(self.history) + 1
        return seen

    def action_masks(self) -> Bools:
        """Return which guesses can be the secret, (G,); MaskablePPO of sb3-contrib asks so."""
        return self.table.mask(self.alive)

    def render(self) -> Any:
        """Return the turns so far as text, a line for each, in the render mode ``ansi``."""
        turns = self.at.turns
        return "\n".join(f"{self.game.shown(guess)} {score}" for guess, score in turns)


class GuessingVector(gymnasium.vector.VectorEnv[Observation, Any, Any]):
    """Many games at once, each as ``Guessing`` plays it; arrays have a row for each game.

    Game i draws by the seed plus i, so it has the secret that one game of that seed has.
    ``autoreset_mode`` says when a game that is over is followed by the next: ``NEXT_STEP``, which
    ignores its action; ``SAME_STEP``, with ``info["final_obs"]``; or ``DISABLED``, by
    ``reset(options={"reset_mask": mask})``. ``options={"secret": words}`` sets all secrets.
    """

    def __init__(
        self,
        game: Game[Any] | str = "wordle",
        *,
        num_envs: int = 1,
        words: Words | None = None,
        guesses: Words = (),
        reward: Reward = "guesses",
        observation: Seen = "left",
        max_guesses: int = 20,
        render_mode: str | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
    ) -> None:
        check_arguments(GuessingVector.__init__, {"num_envs": num_envs})
        self.game, self.num_envs = game_for(game, words, guesses), num_envs
        self.table = Table(self.game, reward, observation, max_guesses)
        self.mode, self.render_mode = AutoresetMode(autoreset_mode), render_mode
        self.metadata = {"render_modes": [], "autoreset_mode": self.mode}
        self.single_action_space = self.table.action_space
        self.single_observation_space = self.table.observation_space
        batch = gymnasium.vector.utils.batch_space
        self.action_space = batch(self.single_action_space, num_envs)
        self.observation_space = batch(self.single_observation_space, num_envs)
        self.alive = np.ones((num_envs, len(self.game)), np.bool_)
        self._rows = np.empty(self.alive.shape, self.game.rule.dtype)  # a new array takes longer
        self._draws: list[Draw | None] = [None] * num_envs
        self.history = np.zeros((num_envs, max_guesses, 2), np.int64)  # plus 1, and 0
        self._secrets, self._made = np.zeros((2, num_envs), np.int64)
        self._over = np.ones(num_envs, np.bool_)

    @property
    def secrets(self) -> list[Any]:
        """The words that are to be found."""
        return [self.game.secrets[at] for at in self._secrets.tolist()]

    def position(self, game: int) -> Position[Any]:
        """Return the position of a game, for all that ``jotto`` says of one."""
        turns = (self.history[game, : self._made[game]] - 1).tolist()
        return self.table.at([(guess, code) for guess, code in turns], self.alive[game])

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin all games, or those of a ``reset_mask``. Raises GameError, WordError."""
        given, seeds = options or {}, list[Any]([seed] * self.num_envs)
        if isinstance(seed, int):
            seeds = [seed + game for game in range(self.num_envs)]
        elif seed is not None:
            seeds = [*seed]
        words = given.get("secret")
        chosen = [words] * self.num_envs if words is None or isinstance(words, str) else words
        for name, values in (("seed", seeds), ("secret", chosen)):
            if len(values) != self.num_envs:
                raise GameError(f"{len(values)} of {name} for {self.num_envs} games").about(name)
        mask = given.get("reset_mask", np.ones(self.num_envs, np.bool_))
        for game in np.flatnonzero(mask).tolist():
            if seeds[game] is not None or self._draws[game] is None:
                self._draws[game] = drawing(seeds[game])
            self._begin(game, chosen[game])
        return self._seen(), self._info(mask)

    def _begin(self, game: int, word: Any = None) -> None:
        draw: Any = self._draws[game]
        self._secrets[game] = self.table.drawn(draw) if word is None else self.table.secret(word)
        self.alive[game], self.history[game], self._made[game] = True, 0, 0
        self._over[game] = False

    def step(self, actions: Any) -> tuple[Observation, Floats, Bools, Bools, dict[str, Any]]:
        """Make a guess in each game. Raises GameError."""
        table, again = self.table, self._over.copy()
        if self._draws[0] is None or (again.any() and self.mode is not AutoresetMode.NEXT_STEP):
            raise GameError(f"game {int(again.argmax())} is not open: call reset() first")
        for game in np.flatnonzero(again).tolist():
            self._begin(game)
        guesses = self._guesses(actions, again)
        going = np.flatnonzero(~again)
        before = (
            [self.position(game) for game in going.tolist()] if table.reward == "regret" else []
        )
        weights = table.weight(self.alive) if table.reward == "bits" else None
        rows = table.rows(guesses, self._rows)
        told = rows[np.arange(self.num_envs), self._secrets]
        if self.game.rule.ways is not None:
            draws: Any = self._draws
            told[going] = [table.told(int(told[game]), draws[game]) for game in going]
        agree = table.agree(rows, told[:, None])
        agree[again] = True
        self.alive &= agree
        self.history[going, self._made[going], 0] = guesses[going] + 1
        self.history[going, self._made[going], 1] = told[going].astype(np.int64) + 1
        self._made[going] += 1
        won = (told == table.win) & ~again
        cut = (self._made >= table.max_guesses) & ~won
        rewards = np.where(again, 0.0, -1.0)
        if before:
            words = [self.game.guesses[guess] for guess in guesses[going].tolist()]
            rewards[going] = [
                -regret(at, word).regret for at, word in zip(before, words, strict=True)
            ]
        elif weights is not None:
            rewards = np.log2(weights / table.weight(self.alive))
        self._over = won | cut
        info = self._info()
        if self.mode is AutoresetMode.SAME_STEP and self._over.any():
            info = self._next_games(self._over.copy(), info)
        return self._seen(), rewards, won, cut, info

    def _next_games(self, over: Bools, info: dict[str, Any]) -> dict[str, Any]:
        """Begin the games after those that are over; return what is known, also of their ends."""
        seen, last = self._seen(), np.full(self.num_envs, None, object)
        for game in np.flatnonzero(over).tolist():
            last[game] = seen[game]
            self._begin(game)
        ends = {"left": np.where(over, info["left"], 0), "_left": over}
        return self._info() | {
            "final_obs": last,
            "_final_obs": over,
            "final_info": ends,
            "_final_info": over,
        }

    def _guesses(self, actions: Any, ignored: Bools) -> IntArray:
        """Return the actions as indices of guesses, 0 where they are ignored. Raises GameError."""
        given, n = np.asarray(actions), len(self.game.guesses)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            wanted = f"{self.num_envs} whole numbers, one for each game"
            raise GameError(f"actions are {given.dtype} {given.shape}, not {wanted}")
        guesses = np.where(ignored, 0, given).astype(np.int64)
        wrong = np.flatnonzero((guesses < 0) | (guesses >= n))
        if len(wrong):
            with_number = f"game {wrong[0]}: "
            raise GameError(with_number + self.table.wrong(int(guesses[wrong[0]])))
        return guesses

    def _seen(self) -> Observation:
        return self.history.copy() if self.table.turns else self.alive.astype(np.int8)

    def _info(self, of: Bools | None = None) -> dict[str, Any]:
        left = np.array([np.count_nonzero(row) for row in self.alive])
        return {"left": left, "_left": np.ones(self.num_envs, np.bool_) if of is None else of}

    def action_masks(self) -> Bools:
        """Return which guesses can be the secret in each game, (N, G)."""
        return self.table.mask(self.alive)


for _name, _game in ENVIRONMENTS.items():
    gymnasium.register(
        f"jotto/{_name}-v0",
        entry_point="jotto.gym:Guessing",
        vector_entry_point="jotto.gym:GuessingVector",
        kwargs={"game": _game},
    )
