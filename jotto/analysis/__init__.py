"""Many games: openings, parallel work, and reports."""

from jotto.lazy import modules_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jotto.analysis import openings as openings
    from jotto.analysis import progress as progress
    from jotto.analysis import report as report

__getattr__ = modules_of(__name__)
