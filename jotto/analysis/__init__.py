"""Many games: openings, comparisons and reports.

A module is imported when it is first used, as in ``analysis.report.card_page``.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jotto.analysis import bench as bench, comparison as comparison, report as report
else:
    from jotto import lazy_modules

    __getattr__ = lazy_modules(__name__)
