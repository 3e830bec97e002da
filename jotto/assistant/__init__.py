"""One live game: its transcript, advice, the race, explanations and reviews.

A module is imported when it is first used, as in ``assistant.review.Record``.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jotto.assistant import (
        answers as answers,
        asking as asking,
        boards as boards,
        daily as daily,
        deck as deck,
        hints as hints,
        history as history,
        keeper as keeper,
        laboratory as laboratory,
        league as league,
        match as match,
        match_view as match_view,
        mistakes as mistakes,
        move_table as move_table,
        moves as moves,
        opponents as opponents,
        page_file as page_file,
        practice as practice,
        race as race,
        report as report,
        request_table as request_table,
        requests as requests,
        review as review,
        sentences as sentences,
        session as session,
        shelf as shelf,
        standings as standings,
        statistics as statistics,
        steps as steps,
        store as store,
        thinker as thinker,
        view as view,
        wording as wording,
    )
else:
    from jotto import lazy_modules

    __getattr__ = lazy_modules(__name__)
