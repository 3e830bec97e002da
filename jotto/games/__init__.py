"""The games: rules, word lists, priors, unlisted words, codes.

A module is imported when it is first used, as in ``games.words.offensive``.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jotto.games import (
        building as building,
        codes as codes,
        registry as registry,
        scoring as scoring,
        unlisted as unlisted,
        wordle as wordle,
        words as words,
    )
else:
    from jotto import lazy_modules

    __getattr__ = lazy_modules(__name__)
