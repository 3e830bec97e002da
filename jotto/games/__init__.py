"""The games: rules, word lists, priors, unlisted words, codes.

A module is imported when it is first used, as in ``games.words.offensive``.
"""

from typing import TYPE_CHECKING

__all__ = ["building", "registry", "scoring", "unlisted", "words"]
if TYPE_CHECKING:
    from jotto.games import building, registry, scoring, unlisted, words
else:
    from jotto import lazy_modules

    __getattr__ = lazy_modules(__name__, __all__)
