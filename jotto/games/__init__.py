"""The games: rules, word lists, priors, unlisted words, codes."""

from jotto.lazy import modules_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jotto.games import (
        book as book,
        building as building,
        frequencies as frequencies,
        lists as lists,
        priors as priors,
        shipped as shipped,
        spelling as spelling,
        unlisted as unlisted,
        words as words,
    )

__getattr__ = modules_of(__name__)
