"""Looking further ahead: least totals, worst cases and bounds."""

from jotto.lazy import modules_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jotto.search import (
        background as background,
        options as options,
        solve as solve,
        worst as worst,
    )

__getattr__ = modules_of(__name__)
