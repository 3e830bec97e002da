"""The assistant and laboratory for word-deduction games.

One player has a *secret*, the other makes *guesses*; each guess gets a *score*.

============== =================================================================================
game           a list of guesses, a list of secrets, and a rule that scores one against the other
secret         what the guesses are to find
guess          a try; it need not be a possible secret
score          the answer to a guess; for words a pair (exact, elsewhere): letters in the right
               place, further letters in common, repeats counted once per pair
turn, history  one guess with its score; the turns so far
candidate      a secret that agrees with every turn so far
position       a game together with the turns so far
partition      the candidates grouped by the score a guess would get; one group is a *part*
measure        what a partition is worth: entropy, largest part, expected size, number of parts
strategy       how the next guess is chosen
opening        the first guess, or the first few fixed guesses
tree           a strategy written out: a guess, and a subtree for every score
lengths        the guesses that each secret takes; from them total, mean, sd, worst, games
============== =================================================================================

>>> import jotto
>>> at = jotto.start(jotto.words(["hatch", "latch", "match", "crane"]), ("hatch", "4,0"))
>>> at.candidates, jotto.evaluate(at).mean
(['latch', 'match'], 1.5)

Names are loaded when they are first used, so that importing the package is fast.
Axis letters in docstrings: G guesses, S secrets, A candidates, K score codes.
"""

__version__ = "1.0.0"

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jotto.analysis.laboratory import (
        Comparison as Comparison,
        Opening as Opening,
        compare as compare,
        openings as openings,
    )
    from jotto.assistant.doctor import Explanation as Explanation, Odds as Odds, explain as explain
    from jotto.assistant.review import Judged as Judged, Review as Review, review as review
    from jotto.assistant.session import Session as Session, ToWin as ToWin
    from jotto.engine.boards import Boards as Boards, boards as boards
    from jotto.engine.game import Count as Count, Game as Game, Rule as Rule, Turn as Turn
    from jotto.engine.lengths import (
        BoardLengths as BoardLengths,
        Lengths as Lengths,
        evaluate as evaluate,
    )
    from jotto.engine.position import (
        Advice as Advice,
        Guide as Guide,
        Position as Position,
        Strategy as Strategy,
        start as start,
    )
    from jotto.errors import *  # noqa: F403
    from jotto.games.registry import game as game, named as named, strategy as strategy
    from jotto.games.words import words as words
    from jotto.search.background import Progress as Progress, Status as Status
    from jotto.search.solve import certify as certify, solve as solve
    from jotto.search.worst import worst_case as worst_case
    from jotto.trees.certificate import Certificate as Certificate, Checked as Checked
    from jotto.trees.tree import Claim as Claim, Tree as Tree

_NAMES = {  # by the module that defines them
    "analysis.laboratory": "Comparison Opening compare openings",
    "assistant.review": "Judged Review review",
    "assistant.doctor": "Explanation Odds explain",
    "assistant.session": "Session ToWin",
    "engine.boards": "Boards boards",
    "engine.game": "Count Game Rule Turn",
    "engine.lengths": "BoardLengths Lengths evaluate",
    "engine.position": "Advice Guide Position Strategy start",
    "errors": "ContradictionError EmptyListError FileError GameError JottoError NoStrategyError "
    "ScoreError SearchInterrupted TurnError WordError WorkersError",
    "games.registry": "game named strategy",
    "games.words": "words",
    "search.background": "Progress Status",
    "search.solve": "certify solve",
    "search.worst": "worst_case",
    "trees.certificate": "Certificate Checked",
    "trees.tree": "Claim Tree",
}
_HOMES = {name: home for home, names in _NAMES.items() for name in names.split()}
__all__ = sorted(_HOMES)


if not TYPE_CHECKING:  # which knows the names above, and no others

    def __getattr__(name: str) -> object:
        """Load a public name when it is first used (PEP 562)."""
        if name not in _HOMES:
            raise AttributeError(f"module 'jotto' has no attribute {name!r}")
        from importlib import import_module

        value = getattr(import_module(f"jotto.{_HOMES[name]}"), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return __all__


def lazy_modules(package: str) -> object:
    """Return a ``__getattr__`` that imports the modules of a package when they are first used."""

    def load(name: str) -> object:
        from importlib import import_module

        module = f"{package}.{name}"
        try:
            return import_module(module)
        except ModuleNotFoundError as error:
            if error.name != module:  # something that it imports
                raise
            raise AttributeError(f"module {package!r} has no attribute {name!r}") from None

    return load
