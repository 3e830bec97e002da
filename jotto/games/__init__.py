"""The games: rules, word lists, priors, unlisted words, codes."""

from jotto.lazy import modules_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jotto.games import book as book
    from jotto.games import building as building
    from jotto.games import frequencies as frequencies
    from jotto.games import lists as lists
    from jotto.games import priors as priors
    from jotto.games import shipped as shipped
    from jotto.games import spelling as spelling
    from jotto.games import unlisted as unlisted
    from jotto.games import words as words

__getattr__ = modules_of(__name__)
