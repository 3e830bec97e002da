"""Many games: openings, parallel work, and reports."""

from jotto.lazy import modules_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jotto.analysis import openings as openings, progress as progress, report as report

__getattr__ = modules_of(__name__)
