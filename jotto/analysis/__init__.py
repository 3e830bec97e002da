"""Many games: openings, comparisons and reports.

A module is imported when it is first used, as in ``analysis.report.card_page``.
"""

from typing import TYPE_CHECKING

__all__ = ["laboratory", "report"]
if TYPE_CHECKING:
    from jotto.analysis import laboratory, report
else:
    from jotto import lazy_modules

    __getattr__ = lazy_modules(__name__, __all__)
