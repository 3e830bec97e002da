"""Looking further ahead: least totals, worst cases and bounds."""

from jotto.lazy import modules_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jotto.search import background as background
    from jotto.search import options as options
    from jotto.search import solve as solve
    from jotto.search import worst as worst

__getattr__ = modules_of(__name__)
