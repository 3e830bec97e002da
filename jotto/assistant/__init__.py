"""One live game: its transcript, advice, the race, explanations and reviews.

A module is imported when it is first used, as in ``assistant.review.Record``.
"""

TYPE_CHECKING = False
__all__ = [
    "doctor",
    "match",
    "match_view",
    "moves",
    "page",
    "players",
    "review",
    "session",
    "store",
    "table",
    "view",
    "wording",
]
if TYPE_CHECKING:
    from jotto.assistant import (
        doctor,
        match,
        match_view,
        moves,
        page,
        players,
        review,
        session,
        store,
        table,
        view,
        wording,
    )
else:
    from jotto import lazy_modules

    __getattr__ = lazy_modules(__name__, __all__)
