"""One live game: its transcript, advice, the race, explanations and reviews."""

from jotto.lazy import modules_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jotto.assistant import (
        doctor as doctor,
        history as history,
        keeper as keeper,
        letters as letters,
        report as report,
        review as review,
        saved as saved,
        secret as secret,
        thinking as thinking,
    )

__getattr__ = modules_of(__name__)
