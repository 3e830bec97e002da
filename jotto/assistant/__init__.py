"""One live game: its transcript, advice, the race, explanations and reviews.

A module is imported when it is first used, as in ``assistant.review.Record``.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jotto.assistant import (
        boards as boards,
        doctor as doctor,
        match as match,
        match_view as match_view,
        move_table as move_table,
        moves as moves,
        page as page,
        players as players,
        review as review,
        sentences as sentences,
        session as session,
        store as store,
        table as table,
        thinker as thinker,
        view as view,
        wording as wording,
    )
else:
    from jotto import lazy_modules

    __getattr__ = lazy_modules(__name__)
