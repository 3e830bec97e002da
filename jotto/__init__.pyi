"""The public names, for type checkers; ``__init__.py`` reads here which module defines each."""

from jotto.analysis.bench import BenchRow as BenchRow, bench as bench
from jotto.analysis.comparison import (
    Comparison as Comparison,
    Opening as Opening,
    compare as compare,
    openings as openings,
)
from jotto.analysis.equilibrium import (
    Equilibrium as Equilibrium,
    Followed as Followed,
    Hiding as Hiding,
    equilibrium as equilibrium,
    hiding as hiding,
)
from jotto.assistant.asking import ask as ask
from jotto.assistant.history import Finished as Finished, history as history
from jotto.assistant.league import (
    League as League,
    Unread as Unread,
    league as league,
)
from jotto.assistant.mistakes import Explanation as Explanation, explain as explain
from jotto.assistant.move_table import moves as moves
from jotto.assistant.moves import Done as Done, make_move as make_move, read_move as read_move
from jotto.assistant.practice import (
    Choice as Choice,
    Graded as Graded,
    exercises as exercises,
    practice as practice,
)
from jotto.assistant.race import Odds as Odds, ToWin as ToWin
from jotto.assistant.review import Judged as Judged, Review as Review, review as review
from jotto.assistant.reviews import reviews as reviews
from jotto.assistant.sentences import Sentence as Sentence, catalogue as catalogue
from jotto.assistant.session import Session as Session
from jotto.assistant.standings import (
    LeagueGame as LeagueGame,
    Result as Result,
    Standing as Standing,
)
from jotto.assistant.view import View as View, view as view
from jotto.engine.boards import Boards as Boards, boards as boards
from jotto.engine.game import Count as Count, Game as Game, Rule as Rule, Turn as Turn
from jotto.engine.lengths import (
    Lengths as Lengths,
    evaluate as evaluate,
)
from jotto.engine.measures import measure as measure
from jotto.engine.position import (
    Advice as Advice,
    Guide as Guide,
    Position as Position,
    Strategy as Strategy,
    start as start,
)
from jotto.errors import (
    ContradictionError as ContradictionError,
    EmptyListError as EmptyListError,
    FileError as FileError,
    GameError as GameError,
    JottoError as JottoError,
    NoStrategyError as NoStrategyError,
    ScoreError as ScoreError,
    SearchInterrupted as SearchInterrupted,
    TurnError as TurnError,
    WordError as WordError,
    WorkersError as WorkersError,
)
from jotto.games.registry import game as game, named as named, strategy as strategy, words as words
from jotto.games.unlisted import unlisted as unlisted
from jotto.letters import House as House
from jotto.plain import Plain as Plain, Rows as Rows
from jotto.progress import Progress as Progress, Status as Status
from jotto.search.regret import Regret as Regret, regret as regret, regrets as regrets
from jotto.search.solve import certify as certify, solve as solve
from jotto.search.worst import worst_case as worst_case
from jotto.stopping import timeout as timeout
from jotto.trees.certificate import Certificate as Certificate, Checked as Checked
from jotto.trees.tree import Claim as Claim, Tree as Tree

__version__: str
__all__: list[str]

def lazy_modules(package: str) -> object: ...
