"""One live game: its transcript, advice, the race, explanations and reviews."""

from jotto.lazy import modules_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jotto.assistant import doctor as doctor
    from jotto.assistant import history as history
    from jotto.assistant import keeper as keeper
    from jotto.assistant import letters as letters
    from jotto.assistant import report as report
    from jotto.assistant import review as review
    from jotto.assistant import saved as saved
    from jotto.assistant import secret as secret
    from jotto.assistant import thinking as thinking

__getattr__ = modules_of(__name__)
